"""Section 1, typed from the print: the announced rates, the run in the dual alone, the quarter of the margin."""

from collections.abc import Callable, Sequence
from typing import Any

from tests.literal.case import BITS, Case
from tests.literal.in_the_dual import dual_only, in_twice_the_dimension
from tests.literal.printed import Printed, after, displays, every, for_each, once, transcribed
from tests.literal.reference import Vector
from tests.literal.sampled_paths import COUNTED, endpoints
from tests.literal.sampling import deltas


def shortfall(case: Case, w: Sequence[Vector], allowed: Callable[[int], Any]) -> Printed:
    """γ̄ − γ(w_t) and what it may be."""
    return for_each("<=", after(case), lambda t: (case.gamma_bar - case.ref.margin(w[t]), allowed(t)))


@transcribed("P.S1.rates.1")
def gradient_descent(case: Case) -> Printed:
    ln, one = case.ref.ctx.log, case.ref.ctx.one

    def allowed(t: int) -> Any:
        steps = sum((case.eta(j) for j in range(t)), 0 * one)
        return (ln(case.n) + 4 * one / 3) / ln(1 + 3 * one / 8 * case.gamma_bar**2 * steps)

    return shortfall(case, case.descent.w, allowed)


@transcribed("P.S1.rates.only")
def no_faster(case: Case) -> Printed:
    """By the two coordinates of w_t, each of which one row moves."""
    ctx, v, gaps = case.ref.ctx, [0 * case.ref.ctx.one, 0 * case.ref.ctx.one], []
    for t in range(case.T):
        v = [v[0] + case.eta(t) * ctx.exp(-v[0]) / 2, v[1] + case.eta(t) * ctx.exp(-v[1] / 2) / 4]
        gaps.append(1 / ctx.sqrt(5) - min(v[0], v[1] / 2) / ctx.sqrt(v[0] ** 2 + v[1] ** 2))
    return for_each(">=", after(case), lambda t: (gaps[t - 1], 1 / (10 * ctx.log(t + 2))))


@transcribed("P.S1.rates.2")
def root_steps(case: Case) -> Printed:
    """With the case's steps in place of 1/√1, 1/√2, …, 1/√t."""

    def allowed(t: int) -> Any:
        steps = [case.theta(j) for j in range(t)]
        return (case.ref.ctx.log(case.n) + sum(s * s for s in steps) / 2) / (case.gamma_bar * sum(steps))

    return shortfall(case, case.normalized.w, allowed)


@transcribed("P.S1.rates.6", "P.S1.rates.6.corrected")
def sampled(case: Case) -> list[Printed]:
    """√t(γ̄ − γ(w_t)) is at most the constant of Theorem 4.1's proof, with probability 1 − δ."""
    root, ln = case.ref.ctx.sqrt, case.ref.ctx.log
    law = endpoints(case.ref, COUNTED)
    found: list[Printed] = []
    for delta in deltas(case):
        constant = (2 * root(ln(case.n)) + root(8 * ln(2 / delta))) / case.gamma_bar + root(8 / delta)
        sides = [(root(COUNTED) * (case.gamma_bar - case.ref.margin(w)), constant) for w, _ in law]
        found += [Printed("<=", sides), Printed("P>=", [(chance, 1 - delta) for _, chance in law])]
    return found


@transcribed("P.S1.1.infinity")
def off_at_infinity(case: Case) -> list[Printed]:
    ctx = case.ref.ctx
    along = [([s * entry for entry in case.u_bar], ctx.exp(-s * case.gamma_bar)) for s in (1, 4, 16)]
    return [
        for_each(">", case.directions, lambda w: (case.risk(w), 0)),
        *(once(case.risk(u), "<=", e) for u, e in along),
    ]


def growth(case: Case, calls: list[int], each: int) -> list[Printed]:
    """Each iteration asks for so many values, from none on."""
    return [for_each("==", range(case.T), lambda t: (calls[t + 1] - calls[t], each)), once(calls[0], "==", 0)]


@transcribed("P.S1.kernel.1")
def all_values(case: Case) -> list[Printed]:
    q = case.in_the_dual.q
    positive = for_each(">", every(case), lambda t: (q[t], [0] * case.n))
    return [*growth(case, case.in_the_dual.calls, case.n * case.n), positive]


@transcribed("P.dual-only")
def the_same_run(case: Case) -> list[Printed]:
    r, dual, primal = case.ref, case.in_the_dual, case.momentum
    far = in_twice_the_dimension(case.instance.rows, BITS)
    other = dual_only(far, case.T, case.beta, case.theta)

    all_t = every(case)
    return [
        for_each("==", all_t, lambda t: (dual.q[t], primal.q[t])),
        for_each("==", all_t, lambda t: (dual.scores[t], r.scores(primal.w[t]))),
        for_each("==", after(case), lambda t: (dual.momentum[t], r.scores(primal.g[t - 1]))),
        for_each("==", all_t, lambda t: (max(dual.scores[t]), max(r.scores(primal.w[t])))),
        for_each("==", all_t, lambda t: (-r.dot(dual.a[t], dual.scores[t]), r.norm(primal.w[t]) ** 2)),
        for_each("==", all_t, lambda t: (dual.scores[t], other.scores[t])),
        for_each("==", all_t, lambda t: (dual.q[t], other.q[t])),
    ]


def quarter(case: Case, start: int) -> Printed:
    """γ(w_t) and γ̄/4 for t ≥ 4√(ln n)/γ̄, and 0 and 0 before."""
    steps = 4 * case.ref.ctx.sqrt(case.ref.ctx.log(case.n)) / case.gamma_bar

    def sides(t: int) -> tuple[Any, Any]:
        return (case.ref.margin(case.momentum.w[t]), case.gamma_bar / 4) if t >= steps else (0, 0)

    return for_each(">=", range(start, case.T + 1), sides)


displays({
    "P.S1.rates.3": lambda case: shortfall(case, case.normalized.w,
        lambda t: case.ref.ctx.log(case.n) / case.gamma_bar / t),
    ("P.S1.rates.4", "P.S1.rates.5@000", "P.S1.rates.5@003"): lambda case: shortfall(case, case.momentum.w,
        lambda t: 4 * case.ref.ctx.log(case.n) / case.gamma_bar / t**2),
    "P.S1.kernel.2": lambda case: growth(case, case.sampled_in_the_dual.calls, case.n),
    "P.S1.1.quarter": lambda case: quarter(case, 0),
    "P.S1.1.quarter.corrected": lambda case: quarter(case, 1),
})  # fmt: skip
