"""The post on AdaBoost, for x²/2, for any φ, and beside the Frank-Wolfe-like method, typed from the print."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from tests.literal.lectures import Lecture
from tests.literal.post_boosting import Boosted, FrankWolfe, Setting
from tests.literal.post_case import LOGARITHM, total
from tests.literal.printed import (
    Printed,
    after,
    at_each,
    before,
    displays_of,
    every,
    for_each,
    membership,
    once,
    proportional,
    rate,
    transcribed,
)
from tests.literal.reference import Vector
from tests.literal.vectors import plus


def steepest(s: Boosted, length: Callable[[int], Any]) -> list[Printed]:
    g = [s.pull(a) for a in s.a]
    return [
        for_each("==", every(s), lambda t: (s.l1(s.u[t]), length(t))),
        for_each("==", every(s), lambda t: (s.dot(s.u[t], g[t]), length(t) * s.largest(g[t]))),
    ]


def softmax(s: Boosted | FrankWolfe) -> list[Printed]:
    """a_t ∝ exp(Vw_t), a_t ∈ Δ_n."""
    powers = [[s.ctx.exp(score) for score in s.c.ref.scores(w)] for w in s.w]
    return [proportional(every(s), lambda t: (s.a[t], powers[t])), *membership(every(s), lambda t: s.a[t])]


def algorithm(s: Boosted, length: Callable[[int], Any]) -> list[Printed]:
    return [
        for_each("==", range(1), lambda t: (s.w[t], [0] * s.d)),
        *softmax(s),
        *steepest(s, length),
        for_each("==", range(s.T), lambda t: (s.w[t + 1], plus(s.w[t], s.u[t], s.eta[t]))),
    ]


def elements(s: Setting, g: Vector, length: Any) -> list[Vector]:
    first, last = s.vertices(g)
    mean = [(first[k] + last[k]) / 2 for k in range(s.d)]
    return [[length * entry for entry in v] for v in (first, last, mean)]


@transcribed("W.Ada.u.2")
def square_of_the_norm(case: Lecture) -> list[Printed]:
    s = Setting(case)
    inside, slopes = [], s.slopes
    for k in range(3):
        rows = []
        for h in [*s.points, *slopes]:
            for g in slopes:
                u = elements(s, g, s.largest(g))[k]
                rows.append((s.largest(h) ** 2 / 2, s.largest(g) ** 2 / 2 + s.dot(u, plus(h, g, -1))))
        inside.append(Printed(">=", rows))
    missing = []
    for x in [*s.points, *(elements(s, g, s.largest(g))[0] for g in slopes)]:
        h = [-s.l1(x) if entry < 0 else s.l1(x) for entry in x]
        for g in slopes:
            left = s.largest(g) ** 2 / 2 + s.dot(x, plus(h, g, -1)) - s.l1(x) ** 2 / 2
            right = (s.l1(x) - s.largest(g)) ** 2 / 2 + (s.l1(x) * s.largest(g) - s.dot(x, g))
            missing.append((left, right))
    return [*inside, Printed("==", missing)]


@transcribed("W.Ada.conj", "W.phi")
def conjugates(case: Lecture) -> list[Printed]:
    s = Setting(case)
    best = [elements(s, g, s.phi.slope(s.ctx, s.largest(g)))[0] for g in s.slopes]

    def sides(w: Vector, g: Vector) -> tuple[Any, Any]:
        return s.phi.value(s.ctx, s.l1(w)) + s.phi.conjugate(s.ctx, s.largest(g)), s.dot(w, g)

    return [
        Printed(">=", [sides(w, g) for w in [*s.points, *best] for g in s.slopes]),
        Printed("==", [sides(w, g) for w, g in zip(best, s.slopes, strict=True)]),
    ]


@transcribed("W.phi.sub.2")
def chain_rule(case: Lecture) -> list[Printed]:
    s = Setting(case)

    def value(length: Any, g: Vector) -> Any:
        return s.phi.value(s.ctx, length) + s.phi.conjugate(s.ctx, s.largest(g))

    def slope(g: Vector) -> Any:
        return s.phi.slope(s.ctx, s.largest(g))

    relations = []
    for k in range(3):
        u = [elements(s, g, slope(g))[k] for g in s.slopes]
        relations.append(Printed("==", [(value(s.l1(x), g), s.dot(x, g)) for x, g in zip(u, s.slopes, strict=True)]))
    longer = [(value(slope(g) + 1, g), (slope(g) + 1) * s.largest(g)) for g in s.slopes]
    return [*relations, Printed(">", longer)]


@at_each("==", every, "W.phi.sub.1", of=Boosted)
def subgradient(s: Boosted, t: int) -> tuple[Any, Any]:
    value = s.phi.value(s.ctx, s.l1(s.u[t])) + s.phi.conjugate(s.ctx, s.edge(t))
    return value, s.dot(s.u[t], s.pull(s.a[t]))


THREE = tuple(tuple(Fraction(x, 3) for x in row) for row in ((-1, 0, 3), (3, -2, -2)))


@transcribed("W.Ada.margin")
def margin_without_loss(case: Lecture) -> Printed:
    s = Boosted(replace(case, rows=THREE))

    return rate("-> 0", after(s), lambda t: s.gamma(s.w[t]) - s.c.ref.real(Fraction(2, 7)))


@transcribed("N6.cycle")
def cycle(case: Lecture) -> list[Printed]:
    ctx, real = case.ctx, case.real
    low, high = Fraction(3, 10), Fraction(1, 2)

    def after_third(x: Any) -> Any:
        return x + Fraction(10, 9) - real(Fraction(25, 9)) / (1 + ctx.exp(-x))

    def after_both(x: Any) -> Any:
        y = after_third(x)
        return y + real(Fraction(4, 3)) - real(Fraction(16, 9)) * ctx.exp(y) / (1 + ctx.exp(y))

    s = Boosted(replace(case, rows=THREE))
    scores = s.c.ref.scores(s.w[1])
    first = scores[0] - scores[1]
    return [
        once(first, ">=", low),
        once(first, "<=", high),
        once(low, ">", ctx.log(real(Fraction(4, 3)))),
        once(after_third(real(high)), "<", 0),
        once(after_both(real(low)), ">=", low),
        once(after_both(real(high)), "<=", high),
        once([27 * abs(5 * THREE[0][k] + 4 * THREE[1][k]) / 9 for k in (0, 2)], "==", [7, 7]),
        once(54 * 7, "==", 27 * 49 * Fraction(2, 7)),
    ]


@at_each(">=", after, "W.Ada.margin.corrected", of=Boosted)
def margin(s: Boosted, t: int) -> tuple[Any, Any]:
    w = s.w[t]
    return s.gamma(w), (1 - s.eta[t] / 2) * s.margin_bar - s.ctx.log(s.c.n) / s.l1(w)


@at_each(">=", every, "W.Ada.steps", of=Boosted)
def adaptive_steps(s: Boosted, t: int) -> tuple[Any, Any]:
    c = [s.eta[j] * s.phi.slope(s.ctx, s.edge(j)) for j in range(t)]
    owed = total([0 * s.margin_bar, *(s.margin_bar * x - x * x / 2 for x in c)])
    return min(-score for score in s.c.ref.scores(s.w[t])), owed - s.ctx.log(s.c.n)


@transcribed("W.phi.same", "W.phi.same.corrected")
def half(case: Lecture) -> list[Printed]:
    s = Boosted(case)

    def sides(t: int) -> tuple[Any, Any]:
        least = min(-score for score in s.c.ref.scores(s.w[t]))
        return s.margin_bar / 2 * s.l1(s.w[t]) - s.ctx.log(s.c.n), least

    return [for_each(">", after(s), lambda t: (s.l1(s.w[t]), 0)), for_each("<=", after(s), sides)]


def logistic_gradient(c: Any, y: Vector) -> Vector:
    """σ(y_i)/σ(L̃(y)), σ(z) = 1/(1 + e^{−z}), where 1 + e^{L̃} = Π (1 + e^{y_i})."""
    exp, product = c.ref.ctx.exp, c.ref.ctx.mpf(1)
    for entry in y:
        product *= 1 + exp(entry)
    return [product / (product - 1) / (1 + exp(-entry)) for entry in y]


@at_each(">=", after, "W.Ada.logistic", of=lambda case: Boosted(case, gradient=logistic_gradient))
def logistic_margin(s: Boosted, t: int) -> tuple[Any, Any]:
    n = s.c.n
    rho = Fraction(n**2, 4 * (n - 1)) if n > 1 else Fraction(1)
    share = 1 - s.eta[t] / 2 * s.c.ref.real(rho)
    return s.gamma(s.w[t]), share * s.margin_bar - s.ctx.log(2**n - 1) / s.l1(s.w[t])


displays_of(Boosted, {
    "W.Alg.7": lambda case, s: algorithm(s, s.edge),
    "W.Ada.u.1": lambda case, s: steepest(s, s.edge),
    "W.Alg.7phi": lambda case, s: algorithm(s, lambda t: s.phi.slope(s.ctx, s.edge(t))),
    "N6.descent": lambda case, s: for_each("<=", range(s.T),
        lambda t: (s.L(s.w[t + 1]), s.L(s.w[t]) - (s.eta[t] - s.eta[t] ** 2 / 2) * s.edge(t) ** 2)),
})  # fmt: skip


def with_falling_steps(case: Lecture) -> Boosted:
    roots = (1, 2, 2, 2, 3, 3, 3)
    return Boosted(case, lambda t: Fraction(1, roots[t]))


@at_each(">=", every, "N6.limit", of=with_falling_steps)
def shrinking(s: Boosted, t: int) -> tuple[Any, Any]:
    gains = [(s.eta[j] - s.eta[j] ** 2 / 2) * s.edge(j) for j in range(t)]
    sum_of_gains = total([0 * s.margin_bar, *gains])
    return min(-score for score in s.c.ref.scores(s.w[t])), s.margin_bar * sum_of_gains - s.ctx.log(s.c.n)


@transcribed("N6.plateau")
def plateau(case: Lecture) -> Printed:
    s = Boosted(replace(case, rows=THREE))
    return for_each("<=", after(s), lambda t: (s.gamma(s.w[t]), s.c.ref.real(Fraction(20, 77))))


@transcribed("W.FW.init")
def first_dual_variable(case: Lecture) -> list[Printed]:
    s = FrankWolfe(case)
    here, real = s.c.ref.scores(s.w[0]), s.c.ref.real
    up = [real(i + 1) for i in range(s.c.n)]
    steps = [[0 * x for x in up], up, [-x for x in up], [x / x for x in up], [real(int(i == 0)) for i in range(s.c.n)]]
    value = LOGARITHM.value(s.c, here)
    points = [*steps, *(plus(here, step) for step in steps[1:])]
    sides = [(LOGARITHM.value(s.c, y), value + s.c.ref.dot(s.a[0], plus(y, here, -1))) for y in points]
    return [Printed(">=", sides), *softmax(s)]


def mixed(s: FrankWolfe) -> Printed:
    def sides(t: int) -> tuple[Any, Any]:
        return s.w[t + 1], plus([(1 - s.eta) * entry for entry in s.w[t]], s.x[t], s.eta)

    return for_each("==", range(s.T), sides)


@transcribed("W.Alg.8")
def frank_wolfe(case: Lecture) -> list[Printed]:
    s = FrankWolfe(case)
    g = [s.pull(a) for a in s.a]
    length = [s.phi.slope(s.ctx, s.largest(pull)) / s.lam for pull in g]
    return [
        *softmax(s),
        for_each("==", every(s), lambda t: (s.l1(s.x[t]), length[t])),
        for_each("==", every(s), lambda t: (s.dot(s.x[t], g[t]), length[t] * s.largest(g[t]))),
        mixed(s),
    ]


def response(s: FrankWolfe) -> list[Printed]:
    """λφ(‖x_t‖₁) + λφ*(‖V*a_t‖_∞/λ) = ⟨x_t, −V*a_t⟩."""

    def sides(t: int) -> tuple[Any, Any]:
        g = s.pull(s.a[t])
        value = s.lam * s.phi.value(s.ctx, s.l1(s.x[t]))
        return value + s.lam * s.phi.conjugate(s.ctx, s.largest(g) / s.lam), s.dot(s.x[t], g)

    return [for_each("==", every(s), sides), mixed(s)]


@transcribed("W.FW.1")
def printed(case: Lecture) -> list[Printed]:
    return response(FrankWolfe(case))


@at_each("==", before, "W.FW.only", of=FrankWolfe)
def only_difference(s: FrankWolfe, t: int) -> tuple[Any, Any]:
    g = s.pull(s.a[t])
    length = s.eta * s.phi.slope(s.ctx, s.largest(g)) / s.lam
    added = plus(s.w[t], s.chosen(g), length)
    return plus(added, s.w[t + 1], -1), [s.eta * entry for entry in s.w[t]]


@at_each("<=", every, "W.FW.nodiff", of=FrankWolfe)
def no_difference(s: FrankWolfe, t: int) -> tuple[Any, Any]:
    return s.eta * s.l1(s.w[t]), s.eta * s.l1(s.x[t]) / 2


@at_each("<=", every, "W.FW.nodiff.corrected", of=FrankWolfe)
def some_difference(s: FrankWolfe, t: int) -> tuple[Any, Any]:
    left = (1 - s.eta) ** t
    return s.margin_bar * (s.eta * s.l1(s.w[t])), (1 - left) * (s.eta * s.l1(s.x[t]))
