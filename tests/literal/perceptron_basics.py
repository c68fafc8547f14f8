"""Section 1 of the perceptron lecture and the first bullet of Section 2, typed from the print on scalars."""

from fractions import Fraction
from typing import Any

from tests.literal.lectures import Lecture
from tests.literal.perceptron import Perceptron, directions, row_of_step
from tests.literal.post_case import paper
from tests.literal.post_losses import risk
from tests.literal.post_steps import vanilla_run, vanilla_steps
from tests.literal.printed import Printed, after, displays_of, every, for_each, once, transcribed
from tests.literal.vectors import Vector, dot, plus, sign, times


def loss(case: Lecture, z: Fraction) -> Any:
    """e^{−z}, (1 − z)², max{0, 1 − z}."""
    if case.given["curve"] == "exponential":
        return case.ctx.exp(-case.real(z))
    return case.real({"square": (1 - z) ** 2, "hinge": max(Fraction(0), 1 - z)}[case.given["curve"]])


@transcribed("T.Conv")
def convexity(case: Lecture) -> list[Printed]:
    """Jensen's inequality between each w and the one that comes one, two or d places before it in the list."""
    points, found = directions(case), []
    for places in (1, 2, case.d):
        for quarters in (2, 1, 3):
            share = Fraction(quarters, 4)

            def sides(k: int, places: int = places, share: Fraction = share) -> tuple[Vector, Vector]:
                a, b = points[k], points[(k - places) % len(points)]
                between = plus(times(1 - share, a), times(share, b))
                left = [loss(case, -dot(between, z)) for z in case.rows]
                s = case.real(share)
                return left, [(1 - s) * loss(case, -dot(a, z)) + s * loss(case, -dot(b, z)) for z in case.rows]

            found.append(for_each("<=", range(len(points)), sides))
    return found


@transcribed("T.Obj")
def zero_one_loss(case: Lecture) -> list[Printed]:
    """⟨kz, z⟩ ≤ 0 is read off the sign of k and of ‖z‖²."""
    squares = [dot(z, z) for z in case.rows]

    def loss(k: Fraction) -> list[int]:
        return [int(k * square <= 0) for square in squares]

    means = [Fraction(a + b, 2) for a, b in zip(loss(Fraction(1)), loss(Fraction(-3)), strict=True)]
    beside = [once(loss(Fraction(1, k)), "==", 0) for k in (1, 4, 1024)]
    return [once(loss(Fraction(-1)), ">", means), once(loss(Fraction(0)), "==", 1), *beside]


@transcribed("T.Batch.corrected")
def batch(case: Lecture) -> list[Printed]:
    c = paper(case)
    eta = vanilla_steps(case, c)
    w = vanilla_run(c, case.T, eta)

    def mean(v: Any) -> Any:
        return risk(c, v) / c.n

    def against(u: Vector) -> Printed:
        v = [c.ref.real(x) for x in u]
        length = [c.n * sum(eta(j) for j in range(t)) for t in every(case)]
        return for_each("<=", after(case), lambda t: (mean(w[t]), mean(v) + dot(v, v) / (2 * length[t])))

    return [for_each("<=", after(case), lambda t: (mean(w[t]), mean(w[t - 1]))), *map(against, directions(case))]


@transcribed("T.Online.2.corrected")
def suffered(case: Lecture) -> list[Printed]:
    p = Perceptron(case)
    rounds = after(case)

    def lost(t: int) -> int:
        return int(p.y_hat[t] != p.y[t])

    def moved(t: int) -> Vector:
        xy = times(p.y[t], p.x[t])
        return plus(p.w[t - 1], xy) if dot(p.w[t - 1], xy) <= 0 else p.w[t - 1]

    return [
        for_each("==", rounds, lambda t: (lost(t) * (1 - lost(t)), 0)),
        for_each("==", rounds, lambda t: (p.y_hat[t] * p.y[t], 1 - 2 * lost(t))),
        for_each("==", rounds, lambda t: (p.w[t], moved(t))),
    ]


displays_of(Perceptron, {
    "T.Online.1.corrected": lambda case, p: for_each("==", after(case),
        lambda t: (p.y_hat[t], sign(dot(p.w[t - 1], p.x[t])))),
    "T.Online.3": lambda case, p: for_each("==", after(case), lambda t: (p.y_hat[t], -p.y[t])),
})  # fmt: skip


@transcribed("T.Online.3.corrected")
def chosen_labels(case: Lecture) -> list[Printed]:
    inputs = [times(-y, row) for y, row in zip(case.signs(case.n), case.rows, strict=True)]
    w, predicted, chosen, lost = [[Fraction(0)] * case.d], [0], [0], [0]
    for t in after(case):
        x = inputs[row_of_step(case, t)]
        predicted.append(sign(dot(w[-1], x)))
        y = -predicted[t]
        chosen.append(y)
        w.append(plus(w[-1], times(y, x)) if y * dot(w[-1], x) <= 0 else w[-1])
        lost.append(lost[-1] + (predicted[t] != y))
    rounds = after(case)
    return [
        for_each("==", rounds, lambda t: (predicted[t], sign(dot(w[t - 1], inputs[row_of_step(case, t)])))),
        for_each("==", rounds, lambda t: (chosen[t] ** 2, 1)),
        for_each("==", every(case), lambda t: (lost[t], t)),
        for_each("==", rounds, lambda t: (w[t], w[t])),
    ]
