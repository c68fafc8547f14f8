"""The post's conjecture, its two readings and what holds instead, by scalar loops."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from tests.literal.lectures import Lecture
from tests.literal.post_boosting import PHI
from tests.literal.post_learners import (
    CORNER,
    CORNERED,
    AsPrinted,
    Cooled,
    InTheDual,
    Learners,
    Potential,
    Smoothed,
    weak_learners,
    with_phi,
)
from tests.literal.printed import (
    Printed,
    after,
    at_each,
    displays,
    displays_of,
    every,
    for_each,
    once,
    rate,
    transcribed,
)
from tests.literal.reference import Vector


def in_the_dual(case: Lecture) -> InTheDual:
    return with_phi(Learners(case, weak_learners(case)), PHI[case.given["phi"]])


def positive(x: Any) -> Any:
    return max(x, 0 * x)


@transcribed("W.Alg.10")
def algorithm(case: Lecture) -> list[Printed]:
    s = AsPrinted(case)
    m = s.m

    def momentum(t: int) -> Vector:
        g = s.g[t - 1] if t else [0 * x for x in s.u[0]]
        return [s.beta[t] * (g[k] - s.u[t][k]) for k in range(m.d)]

    def step(t: int) -> Vector:
        return [s.w[t - 1][k] - s.theta[t - 1] * (s.g[t - 1][k] - s.u[t - 1][k]) for k in range(m.d)]

    def young(t: int) -> tuple[Any, Any]:
        x = m.pull(s.q[t])
        return s.phi.value(m.ctx, m.l1(s.u[t])) + s.phi.conjugate(m.ctx, m.largest(x)), m.dot(s.u[t], x)

    return [
        for_each("==", every(case), lambda t: (s.g[t], momentum(t))),
        for_each("==", after(case), lambda t: (s.w[t], step(t))),
        for_each("==", every(case), lambda t: (s.q[t], m.softmax(s.w[t]))),
        for_each("==", every(case), young),
    ]


@at_each(">=", after, "W.DualAcc", of=AsPrinted)
def conjecture(s: AsPrinted, t: int) -> tuple[Any, Any]:
    return s.m.margin(s.w[t]), s.m.allowance(t)


@at_each(">=", after, "W.DualAcc.corrected", of=Smoothed)
def smoothed_margin(s: Smoothed, t: int) -> tuple[Any, Any]:
    m, scale = s.m, s.h.s
    return positive(m.margin(s.w[t])), m.gamma - scale * m.ln_2d - 4 * m.ln_n / (scale * t * (t + 3))


TIES: dict[str, Callable[[list[int]], list[int]]] = {
    "first": lambda tied: tied[:1],
    "last": lambda tied: tied[-1:],
    "mean": lambda tied: tied,
}


class Kinked(Potential):
    """‖x‖_∞²/2 and a rule for ties."""

    def __init__(self, m: Learners) -> None:
        self.m, self.rule = m, m.case.given["potential.ties"]
        self.constant = m.case.real(m.case.number("potential.L"))

    @property
    def L(self) -> Any:
        return self.constant

    def value(self, x: Vector) -> Any:
        return self.m.largest(x) ** 2 / 2

    def gradient(self, x: Vector) -> Vector:
        tied = [k for k in range(self.m.d) if abs(x[k]) == self.m.largest(x)]
        chosen = TIES[self.rule](tied)
        return [x[k] / len(chosen) if k in chosen else 0 * x[k] for k in range(self.m.d)]


def excess(m: Learners, h: Potential, q: Vector, other: Vector) -> Any:
    """f(q') − f(q) − ⟨Z∇h(Zᵀq), q' − q⟩."""
    slope, move = m.scores(h.gradient(m.edges(q))), [other[i] - q[i] for i in range(m.n)]
    return h.value(m.edges(other)) - h.value(m.edges(q)) - m.dot(slope, move)


def allowed(m: Learners, h: Potential, q: Vector, other: Vector) -> Any:
    return h.L * m.l1([other[i] - q[i] for i in range(m.n)]) ** 2 / 2


def smoothness(m: Learners, h: Potential) -> Printed:
    rows = []
    for vertex in m.vertices:
        for far in (m.case.real(Fraction(1, 2)), 1 / (16 * h.L)):
            for q in (m.uniform, m.q_bar):
                other = [q[i] + (vertex[i] - q[i]) * far for i in range(m.n)]
                rows.append((excess(m, h, q, other), allowed(m, h, q, other)))
    return Printed("<=", rows)


@transcribed("N.DA.kink")
def kink(case: Lecture) -> Printed:
    m = Learners(case, CORNER)
    h = Kinked(m)
    moved = [[m.uniform[0] + side / (16 * h.L), m.uniform[1] - side / (16 * h.L)] for side in (1, -1)]
    most = max(excess(m, h, m.uniform, other) for other in moved)
    return Printed(">", [(most, allowed(m, h, m.uniform, other)) for other in moved])


@transcribed("N.DA.agree")
def readings(case: Lecture) -> Printed:
    s = AsPrinted(case)
    dual = with_phi(s.m, s.phi)
    return for_each("==", every(case), lambda t: (s.w[t], dual.w[t]))


@transcribed("N.DA.gap")
def dual_gap(case: Lecture) -> Printed:
    s = in_the_dual(case)
    m = s.m
    gap = [m.largest(m.edges(mu)) ** 2 / 2 - m.gamma**2 / 2 for mu in s.mu]
    return for_each("<=", after(case), lambda t: (gap[t], 4 * m.ln_n / (t + 1) ** 2))


@at_each(">=", after, "N.DA.margin", of=in_the_dual)
def dual_margin(s: Any, t: int) -> tuple[Any, Any]:
    return s.m.margin(s.w[t]), s.m.allowance(t)


@transcribed("N.DA.gap.corrected", "N.DA.power.gap")
def smoothed_gap(case: Lecture) -> Printed:
    s = Smoothed(case)
    m, f = s.m, [s.h.value(s.m.edges(q)) for q in s.m.points]

    def sides(t: int) -> tuple[Vector, Vector]:
        return [s.h.value(m.edges(s.mu[t])) - value for value in f], [4 * s.h.L * m.ln_n / (t + 1) ** 2] * len(f)

    return for_each("<=", after(case), sides)


def power_side(s: Smoothed, t: int) -> Any:
    return s.m.gamma - 4 * (s.h.r - 1) * s.m.ln_n / (s.m.gamma * t * (t + 3))


@at_each(">=", after, "N.DA.margin.corrected", of=Smoothed)
def power_margin(s: Smoothed, t: int) -> tuple[Any, Any]:
    length = s.before(t, lambda j: s.h.norm(s.m.pull(s.nu[j])) * (j + 2) / (2 * (s.h.r - 1)))
    return s.m.lowest(s.w[t]) / length, power_side(s, t)


@at_each(">=", after, "N.DA.power.l1", of=Smoothed)
def power_l1(s: Smoothed, t: int) -> tuple[Any, Any]:
    factor = s.m.ctx.power(s.m.d, s.m.case.real(Fraction(1, s.h.r)))
    return factor * positive(s.m.margin(s.w[t])), power_side(s, t)


@at_each(">=", every, "N.DA.soft.psi", "N.DA.power.psi", of=Smoothed)
def earned(s: Smoothed, t: int) -> tuple[Any, Any]:
    m, h = s.m, s.h

    def term(j: int) -> Any:
        x = m.pull(s.nu[j])
        return (m.dot(h.gradient(x), x) - h.value(x) + h.floor) * (j + 2) / (2 * h.L)

    return -m.psi(s.w[t]), s.before(t, term) - m.ln_n


@at_each("<=", after, "N.DA.soft.edge", of=Smoothed)
def soft_edge(s: Smoothed, t: int) -> tuple[Any, Any]:
    m, scale = s.m, s.h.s
    return m.largest(m.edges(s.mu[t])), m.gamma + scale * m.ln_2d + 4 * m.ln_n / (scale * (t + 1) ** 2)


@transcribed("N.DA.soft.horizon")
def horizon(case: Lecture) -> Printed:
    s, T = Smoothed(case), case.T
    m = s.m
    root = m.ctx.sqrt(m.ln_n * m.ln_2d)
    return once(positive(m.margin(s.w[T])), ">=", m.gamma - 2 * root / T - 2 * root / (T + 3))


@at_each(">=", every, "N.DA.cool.psi", of=Cooled)
def cooling_potential(s: Cooled, t: int) -> tuple[Any, Any]:
    return -s.m.psi(s.w[t]), s.sigma * t * s.m.gamma - s.m.ln_n - s.cost(t)


@at_each(">=", after, "N.DA.cool.margin", of=Cooled)
def cooling_margin(s: Cooled, t: int) -> tuple[Any, Any]:
    return positive(s.m.margin(s.w[t])), s.m.gamma - (s.m.ln_n + s.cost(t)) / (s.sigma * t)


@at_each(">=", after, "N.DA.plain.half", of=AsPrinted)
def half_of_the_margin(s: AsPrinted, t: int) -> tuple[Any, Any]:
    return positive(s.m.margin(s.w[t])), s.m.gamma / 2 - s.m.ln_n / (s.m.gamma * t)


@at_each(">=", after, "N.DA.plain.root", of=AsPrinted)
def falling_steps(s: AsPrinted, t: int) -> tuple[Any, Any]:
    steps = s.theta[:t]
    return positive(s.m.margin(s.w[t])), s.m.gamma - (s.m.ln_n + sum(eta**2 for eta in steps) / 2) / sum(steps)


@transcribed("N.DA.stuck.best")
def best(case: Lecture) -> list[Printed]:
    m = Learners(case, CORNERED)
    w, q = ([case.real(Fraction(x)) for x in entries.split()] for entries in ("0 1/21 20/21", "3/7 4/7"))
    highest = case.real(Fraction(4, 7))
    return [once(value, "==", highest) for value in (m.gamma, m.margin(w), m.largest(m.edges(q)))]


@transcribed("N.DA.stuck.ties")
def no_ties(case: Lecture) -> Printed:
    s = AsPrinted(case, CORNERED)
    sizes = [sorted(abs(edge) for edge in s.m.edges(q)) for q in s.q]
    return for_each(">", every(case), lambda t: (sizes[t][-1], sizes[t][-2]))


@transcribed("N.DA.stuck.margin")
def stuck(case: Lecture) -> Printed:
    s = AsPrinted(case, CORNERED)
    bound = case.real(Fraction(4, 7) - Fraction(1, 80))
    return for_each("<", range(40, case.T + 1), lambda t: (s.m.margin(s.w[t]), bound))


@transcribed("N.DA.stuck.bound")
def every_bound_missed(case: Lecture) -> Printed:
    s = AsPrinted(case, CORNERED)
    return for_each("<", range(90, case.T + 1), lambda t: (s.m.margin(s.w[t]), s.m.allowance(t)))


@transcribed("N.DA.stuck.cycle")
def third_column_not_taken(case: Lecture) -> list[Printed]:
    s, ctx = AsPrinted(case, CORNERED), case.ctx
    a, late = case.real(Fraction(15, 64)), range(80, case.T + 1)

    def weight(y: Fraction) -> Any:
        return 1 / (1 + ctx.exp(-case.real(y)))

    def size(y: Any, h: Any) -> Any:
        return (h + a * y) ** 2 + a * (1 - a) * y**2

    def vectors(t: int) -> tuple[Any, Any]:
        x, G = (s.m.dot(s.m.z[0], v) - s.m.dot(s.m.z[1], v) for v in (s.w[t], s.g[t - 1]))
        sign = 1 if x > 0 else -1
        return size(sign * x - case.real(Fraction(23, 50)), sign * G + case.real(Fraction(23, 75))), case.real(
            Fraction(1, 400)
        )

    def near(y: Fraction) -> Printed:
        return once(abs(weight(y) * (1 - weight(y)) - a), "<=", case.real(Fraction(1, 100)))

    turned = [((2 * a - 1) * y + h, -a * y - h, y, h) for y, h in ((1, 0), (0, 1), (1, 1))]
    far = [Fraction(1, 20), Fraction(3, 25), Fraction(9, 25) / 81]
    return [
        for_each("==", range(3), lambda k: (64 * size(*turned[k][:2]), 49 * size(*turned[k][2:]))),
        for_each("==", range(2), lambda k: (size(*((2, -1), (-1, 1))[k]), case.real(Fraction((64, 49)[k], 64)))),
        once(weight(Fraction(17, 50)), ">", case.real(Fraction(11, 19))),
        near(Fraction(17, 50)),
        near(Fraction(29, 50)),
        once(abs(weight(Fraction(23, 50)) - case.real(Fraction(46, 75))), "<=", case.real(Fraction(1, 1000))),
        once(case.real(far[0] ** 2), "<=", a * (1 - a) * case.real(far[1] ** 2)),
        once(case.real(Fraction(7, 8) * (far[0] + far[2]) + Fraction(11, 5000)), "<=", case.real(far[0])),
        for_each("<=", late, vectors),
        for_each("<=", late, lambda t: (10 * s.w[t][2], s.m.l1(s.w[t]))),
        for_each("<=", range(79, case.T + 1), lambda t: (10 * abs(s.g[t][2]), s.m.l1(s.g[t]))),
        for_each("<=", late, lambda t: (s.m.margin(s.w[t]), case.real(Fraction(51, 100)))),
    ]


def shortfall(op: str, case: Lecture, run: Callable[[Lecture], Any]) -> Printed:
    s = run(case)
    return rate(op, after(case), lambda t: s.m.gamma - s.m.margin(s.w[t]))


displays({
    "N.DA.agree.corrected": lambda case: Printed("==", readings(case).rows[:3]),
    "N.DA.typical.dual": lambda case: shortfall("O(log t/t)", case, in_the_dual),
    "N.DA.typical.plain": lambda case: shortfall("O(1/t)", case, AsPrinted),
})  # fmt: skip


displays_of(lambda case: Learners(case, case.rows), {
    "W.Straight": lambda case, m: smoothness(m, Kinked(m)),
    "W.Straight.corrected": lambda case, m: smoothness(m, Potential(m)),
})  # fmt: skip
