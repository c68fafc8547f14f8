"""Algorithm 3 and what is said beside it, typed from the print."""

from fractions import Fraction
from typing import Any

from tests.literal.boosting_case import Boosted
from tests.literal.lectures import Lecture
from tests.literal.printed import Printed, after, at_each, displays_of, for_each, once, transcribed
from tests.literal.vectors import Vector


def weights(b: Boosted, t: int) -> Vector:
    """D_t(i)/z_{t+1}."""
    return [b.case.real(b.D[t][i]) / b.z(t + 1) for i in b.examples]


def cases(b: Boosted, t: int) -> Vector:
    return [1 / b.e_alpha(t) if b.h[t][i] == b.y[i] else b.e_alpha(t) for i in b.examples]


def factors(b: Boosted, t: int) -> Vector:
    return [b.case.ctx.exp(-b.alpha(t) * b.h[t][i] * b.y[i]) for i in b.examples]


def times(a: Vector, other: Vector) -> Vector:
    return [x * y for x, y in zip(a, other, strict=True)]


@transcribed("S.Alg3.alpha")
def step_size(case: Lecture) -> list[Printed]:
    b = Boosted(case)

    def balance(t: int) -> tuple[Any, Any]:
        e = case.real(b.eps[t])
        return (1 - e) / b.e_alpha(t), e * b.e_alpha(t)

    return [
        for_each("==", b.rounds, lambda t: (b.alpha(t), case.ctx.log(case.real((1 - b.eps[t]) / b.eps[t])) / 2)),
        for_each("==", b.rounds, balance),
        for_each("==", b.rounds, lambda t: (2 * b.error(b.h[t], b.D[t + 1]), 1)),
    ]


@at_each("==", after, "S.Alg3.D.2.corrected", of=Boosted)
def line_6_second_mended(b: Boosted, t: int) -> tuple[Vector, Vector]:
    return [b.case.real(new) / old for new, old in zip(b.D[t + 1], weights(b, t), strict=True)], cases(b, t)


def line_6(b: Boosted) -> Printed:
    return for_each("==", b.rounds, lambda t: (b.D[t + 1], times(weights(b, t), factors(b, t))))


displays_of(Boosted, {
    "S.Alg3.D.1": lambda case, b: for_each("==", b.rounds, lambda t: (b.D[t + 1], weights(b, t))),
    "S.Alg3.D.1.corrected": lambda case, b: for_each("==", b.rounds,
        lambda t: (b.D[t + 1], times(weights(b, t), cases(b, t)))),
    "S.Alg3.D.2": lambda case, b: for_each("==", b.rounds, lambda t: (weights(b, t), cases(b, t))),
    "S.Alg3.D.3": lambda case, b: for_each("==", b.rounds,
        lambda t: (cases(b, t), times(weights(b, t), factors(b, t)))),
    "S.Alg3.D.3.corrected": lambda case, b: for_each("==", b.rounds, lambda t: (cases(b, t), factors(b, t))),
    "S.Alg3.D.4": lambda case, b: [line_6(b), for_each("==", b.rounds, lambda t: (sum(b.D[t + 1]), 1))],
})  # fmt: skip


@transcribed("S.Alg3")
def algorithm_3(case: Lecture) -> list[Printed]:
    b = Boosted(case)

    def mass_of_errors(t: int) -> Any:
        return sum((b.D[t][i] for i in b.examples if not b.right(t, i)), Fraction(0))

    return [
        once([b.n * D for D in b.D[1]], "==", [1] * b.n),
        for_each("==", b.rounds, lambda t: (b.eps[t], mass_of_errors(t))),
        for_each("==", b.rounds, lambda t: (b.alpha(t), case.ctx.log(case.real((1 - b.eps[t]) / b.eps[t])) / 2)),
        line_6(b),
        for_each(">=", b.rounds, lambda t: (b.D[t + 1], [0] * b.n)),
    ]


@transcribed("S.MWU")
def multiplicative_weights(case: Lecture) -> list[Printed]:
    b = Boosted(case)
    W = [[Fraction(1)] * b.n]
    for t in b.rounds:
        eta = (1 - 2 * b.eps[t]) / (1 - b.eps[t])
        W.append([W[-1][i] * (1 - eta) if b.right(t, i) else W[-1][i] for i in b.examples])

    def sides(t: int) -> tuple[Vector, Vector]:
        D, now = b.D[t], W[t - 1]
        return [x * sum(now) for x in D], [x * sum(D) for x in now]

    every = range(1, case.T + 2)
    return [for_each(">", every, lambda t: (W[t - 1], [0] * b.n)), for_each("==", every, sides)]


@transcribed("S.Surr.corrected")
def surrogate(case: Lecture) -> list[Printed]:
    margins = [Fraction(x) for x in ("-7/2", "-1", "-1/100", "0", "1/100", "1/2", "3", "20")]

    def phi(x: Fraction) -> Any:
        return case.ctx.exp(-case.real(x))

    def chord(p: Fraction) -> Printed:
        pairs = list(zip(margins, reversed(margins), strict=True))
        return for_each("<=", pairs, lambda ab: (phi(p * ab[0] + (1 - p) * ab[1]), mixed(p, *ab)))

    def mixed(p: Fraction, a: Fraction, c: Fraction) -> Any:
        return case.real(p) * phi(a) + case.real(1 - p) * phi(c)

    above = for_each(">=", margins, lambda x: (phi(x), int(x <= 0)))
    return [above, chord(Fraction(1, 4)), chord(Fraction(1, 2))]


@transcribed("S.Greedy.corrected")
def greedy(case: Lecture) -> list[Printed]:
    b = Boosted(case)

    def total(t: int, h: Vector | None = None, power: Any = None) -> Any:
        """Σ_i e^{−y_i f_{t−1}(x_i)}, and with e^{−α} = power, Σ_i e^{−y_i(f_{t−1} + αh)(x_i)}."""
        value = case.real(0)
        for i in b.examples:
            loss = b.loss(i, 1, t - 1)
            value += loss if h is None else loss * power if h[i] == b.y[i] else loss / power
        return value

    def reached(t: int) -> Any:
        return total(t, b.h[t], 1 / b.e_alpha(t))

    def sides(t: int) -> tuple[Vector, Vector]:
        losses = [b.loss(i, 1, t - 1) for i in b.examples]
        D = [case.real(x) for x in b.D[t]]
        return [x * sum(losses) for x in D], [x * sum(D) for x in losses]

    def tried(power: Fraction) -> Printed:
        def each(t: int) -> tuple[Vector, Vector]:
            return [total(t, h, case.real(power)) for h in b.votes], [reached(t)] * len(b.votes)

        return for_each(">=", b.rounds, each)

    def at_best(t: int) -> tuple[Vector, Vector]:
        roots = [b.root(e * (1 - e)) for e in b.errors(b.D[t])]
        return [2 * total(t) * root for root in roots], [reached(t)] * len(b.votes)

    return [
        for_each("==", b.rounds, sides),
        for_each("==", b.rounds, lambda t: (reached(t), reached(t))),
        *(tried(Fraction(power)) for power in ("1/4", "1/2", "3/4", "1", "3/2", "4")),
        for_each(">=", b.rounds, at_best),
    ]
