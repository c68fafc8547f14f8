"""The algorithms, line by line as printed, on the reference's own sequences."""

from fractions import Fraction
from typing import Any

from tests.literal.case import Case
from tests.literal.in_the_dual import uneven
from tests.literal.margin_rate import momentum_steps
from tests.literal.printed import Printed, after, every, for_each, membership, once, proportional, transcribed
from tests.literal.reference import Vector
from tests.literal.updates import updates
from tests.literal.vectors import plus


def weights(case: Case, scores: Vector) -> Vector:
    return [case.ref.ctx.exp(x) for x in scores]


def uniform(case: Case, q: Vector) -> Printed:
    return once(q, "==", [case.ref.ctx.one / case.n] * case.n)


@transcribed("P.Alg1")
def algorithm_1(case: Case) -> list[Printed]:
    r, s, later = case.ref, case.momentum, after(case)
    return [
        once(s.w[0], "==", r.zero()),
        uniform(case, s.q[0]),
        *momentum_steps(case, s, lambda t: r.combine(s.q[t])),
        proportional(later, lambda t: (s.q[t], weights(case, r.scores(s.w[t])))),
        *membership(later, lambda t: s.q[t]),
    ]


@transcribed("P.Alg.11")
def equation_1_1(case: Case) -> list[Printed]:
    """g_t and w_t of Algorithm 1, and those of (1.1) from R and its difference quotient."""
    r, s = case.ref, case.momentum
    w, g, before = r.zero(), [], r.zero()
    points = []
    for t in every(case):
        points.append(w)
        gradient = [entry / case.risk(w) for entry in case.slope(case.risk, w)]
        before = [case.beta(t) * x for x in plus(before, gradient)]
        g.append(before)
        w = plus(w, plus(before, gradient), -case.theta(t))
    all_t = every(case)
    return [
        once(s.w[0], "==", r.zero()),
        for_each("==", all_t, lambda t: (s.g[t], g[t])),
        for_each("==", all_t, lambda t: (s.w[t], points[t])),
    ]


@transcribed("P.Alg.GD")
def gradient_descent(case: Case) -> Printed:
    w = case.descent.w
    return for_each("==", range(case.T), lambda t: (w[t + 1], plus(w[t], case.slope(case.risk, w[t]), -case.eta(t))))


@transcribed("P.Alg.NGD")
def normalised_descent(case: Case) -> list[Printed]:
    r, s = case.ref, case.normalized
    still = r.algorithm_one(case.T, [Fraction(0)] * (case.T + 1), case.thetas)

    def w(t: int) -> tuple[Vector, Vector]:
        slope = case.slope(case.risk, s.w[t])
        return s.w[t + 1], plus(s.w[t], slope, -case.theta(t) / case.risk(s.w[t]))

    def q(t: int) -> tuple[Vector, Vector]:
        push = weights(case, [-case.theta(t) * x for x in r.gram(s.q[t])])
        return s.q[t + 1], [s.q[t][i] * push[i] for i in range(case.n)]

    all_t = every(case)
    return [
        for_each("==", range(case.T), w),
        proportional(range(case.T), q),
        *membership(all_t, lambda t: s.q[t]),
        for_each("==", all_t, lambda t: (s.w[t], still.w[t])),
        for_each("==", all_t, lambda t: (s.q[t], still.q[t])),
    ]


@transcribed("P.Alg.BP")
def batch_perceptron(case: Case) -> list[Printed]:
    """The hard margin f(w) = min_i y_i⟨w, x_i⟩ and its supergradient y_i x_i at the row of least margin."""
    r, s, y = case.ref, case.perceptron, case.instance.labels

    def f(w: Vector) -> Any:
        return min(y[i] * r.dot(w, case.x(i)) for i in range(case.n))

    def slope(t: int) -> Vector:
        return [y[s.row[t]] * x for x in case.x(s.row[t])]

    def bound(u: Vector) -> Printed:
        return for_each("<=", every(case), lambda t: (f(u), f(s.w[t]) + r.dot(slope(t), plus(u, s.w[t], -1))))

    step = for_each("==", range(case.T), lambda t: (s.w[t + 1], plus(s.w[t], slope(t), uneven(r.real(t)))))
    marks = [[1 if i == row else 0 for i in range(case.n)] for row in s.row]
    return [*(bound(u) for u in case.directions), step, *membership(every(case), lambda t: marks[t])]


@transcribed("P.Alg.dual")
def algorithm_1_in_the_dual(case: Case) -> list[Printed]:
    r, run = case.ref, case.in_the_dual
    p, s, zero = run.scores, run.momentum, [case.ref.ctx.zero] * case.n

    def scores(t: int) -> tuple[Vector, Vector]:
        return p[t + 1], plus(p[t], plus(s[t + 1], r.gram(run.q[t])), -case.theta(t))

    later = after(case)
    return [
        once(p[0], "==", zero),
        once(s[0], "==", zero),
        uniform(case, run.q[0]),
        for_each("==", range(case.T), lambda t: (s[t + 1], [case.beta(t) * x for x in plus(s[t], r.gram(run.q[t]))])),
        for_each("==", range(case.T), scores),
        proportional(later, lambda t: (run.q[t], weights(case, p[t]))),
        *membership(later, lambda t: run.q[t]),
    ]


@transcribed("P.Alg.3seq")
def three_sequences(case: Case) -> list[Printed]:
    r, s = case.ref, case.dual

    def w(t: int) -> tuple[Vector, Vector]:
        return s.w[t + 1], plus(s.w[t], r.combine(s.nu[t]), -case.theta(t) / case.lam(t))

    return [*updates(case), once(s.w[0], "==", r.zero()), for_each("==", range(case.T), w)]
