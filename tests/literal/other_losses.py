"""Section 5.1, typed from the print: the logistic loss, its ψ, and Algorithm 1 with Zᵀ∇ψ(Zw_t)."""

from collections.abc import Callable
from typing import Any

from tests.literal.case import Case
from tests.literal.dual_points import dual_pairs, dual_points
from tests.literal.general_sequences import grad_psi, psi_star, rho
from tests.literal.margin_rate import momentum_steps
from tests.literal.printed import Printed, after, displays, every, for_each, once, transcribed
from tests.literal.reference import MomentumSequences, Vector
from tests.literal.vectors import l1, minus


def logistic(case: Case) -> Case:
    return case.with_loss("logistic")


def exponential(case: Case) -> Case:
    return case.with_loss("exponential")


def next_and_here(case: Case) -> Callable[[Vector], tuple[Any, Any]]:
    """ln(1 + e^{z+1}) and ln(1 + e^z), entry by entry."""
    c = logistic(case)
    return lambda xi: ([c.ell(z + 1) for z in xi], [c.ell(z) for z in xi])


@transcribed("P.S5.1.decr.corrected")
def increasing(case: Case) -> list[Printed]:
    sides = next_and_here(case)
    return [for_each(">", dual_points(case), sides), for_each(">", dual_points(case), lambda xi: (sides(xi)[1], 0))]


def algorithm_1(case: Case, beta: Callable[[int], Any], theta: Callable[[int], Any]) -> MomentumSequences:
    """w_t, ∇ψ(Zw_t) and g_t of Algorithm 1 with ∇ψ(Zw_t) for q_t."""
    r = case.ref
    return r.momentum(case.T, beta, theta, lambda t, q: r.combine(q), lambda w: grad_psi(case, r.scores(w)))


def implied(case: Case, t: int) -> Any:
    """λ_{t−1}(1 − λ_t)/λ_t, and 0 at t = 0."""
    return case.ref.ctx.zero if t == 0 else case.lam(t - 1) * (1 - case.lam(t)) / case.lam(t)


def momentum_of_c3(case: Case) -> list[Vector]:
    """g_0 = 0, g_t = (λ_{t−1}(1 − λ_t)/λ_t)(g_{t−1} + Zᵀq_t) of (C.3)."""
    g = [case.ref.zero()]
    for t in after(case):
        pull = case.ref.combine(case.general.q[t])
        g.append([implied(case, t) * (g[t - 1][k] + pull[k]) for k in range(case.d)])
    return g


def same_as_appendix_c(case: Case, by: Any) -> list[Printed]:
    """w_t, q_t and g_t of Appendix C and of Algorithm 1 with step sizes θ_t/by."""
    s = case.general
    primal = algorithm_1(case, lambda t: implied(case, t), lambda t: case.theta(t) / by)
    g = momentum_of_c3(case)
    steps = every(case)
    return [
        for_each("==", steps, lambda t: (s.w[t], primal.w[t])),
        for_each("==", steps, lambda t: (s.q[t], primal.q[t])),
        for_each("==", steps, lambda t: (g[t], primal.g[t])),
    ]


@transcribed("P.Alg.log")
def algorithm_log(case: Case) -> list[Printed]:
    r, s = case.ref, algorithm_1(case, case.beta, case.theta)

    def pulled(t: int) -> Vector:
        return r.combine(case.slope(case.psi, r.scores(s.w[t])))

    return [once(s.w[0], "==", 0), *momentum_steps(case, s, pulled)]


def remainder(case: Case, xi: Vector, end: Vector) -> Any:
    """ψ(ξ') − ψ(ξ) − ⟨∇ψ(ξ), ξ' − ξ⟩."""
    return case.psi(end) - case.psi(xi) - case.ref.dot(grad_psi(case, xi), minus(end, xi))


def smooth(case: Case, bound: Any) -> list[Printed]:
    """The two forms of ρ-smoothness with respect to ℓ∞."""

    def distance(xi: Vector, end: Vector) -> Any:
        return max(abs(entry) for entry in minus(end, xi))

    def values(pair: tuple[Vector, Vector]) -> tuple[Any, Any]:
        return remainder(case, *pair), bound / 2 * distance(*pair) ** 2

    def gradients(pair: tuple[Vector, Vector]) -> tuple[Any, Any]:
        xi, end = pair
        return l1(minus(grad_psi(case, end), grad_psi(case, xi))), bound * distance(xi, end)

    return [for_each("<=", dual_pairs(case), values), for_each("<=", dual_pairs(case), gradients)]


def gradient_size(case: Case) -> Printed:
    """‖∇ψ(ξ)‖₁ ≥ 1 at both ends of the pairs."""
    points = [pair[0] for pair in dual_pairs(case)] + [pair[1] for pair in dual_pairs(case)]
    return for_each(">=", points, lambda xi: (l1(grad_psi(case, xi)), 1))


@transcribed("P.S5.1.two")
def two_properties(case: Case) -> list[Printed]:
    """ψ(0) ≤ ln n and ψ*(q̄) − ψ*(q_0) − ⟨0, q̄ − q_0⟩ ≤ ln n, for both losses."""
    return each_start(case, "<=", lambda c: c.ref.ctx.log(c.n), lambda c: c.ref.ctx.log(c.n))


def each_start(case: Case, op: str, value: Callable[[Case], Any], bound: Callable[[Case], Any]) -> list[Printed]:
    """ψ(0) beside a value, and D(q̄, q_0) ≤ a bound, for both losses."""
    printed = []
    for c in (exponential(case), logistic(case)):
        first = psi_star(c, grad_psi(c, origin(c)))
        printed.append(once(c.psi(origin(c)), op, value(c)))
        printed.append(for_each("<=", c.q_bars, lambda q, c=c, first=first: (psi_star(c, q) - first, bound(c))))
    return printed


def origin(case: Case) -> Vector:
    return [case.ref.ctx.zero] * case.n


@transcribed("P.S5.1.two.corrected")
def two_properties_corrected(case: Case) -> list[Printed]:
    return each_start(case, "==", lambda c: c.inverse(c.n * c.ell(c.ref.ctx.zero)), lambda c: c.psi(origin(c)))


def rate_with_rho(case: Case) -> Printed:
    """γ̄ − γ(w_t) and 4ρψ(0)/(γ̄t²)."""
    w, start = case.general.w, case.psi([case.ref.ctx.zero] * case.n)

    def sides(t: int) -> tuple[Any, Any]:
        return case.gamma_bar - case.ref.margin(w[t]), 4 * rho(case) * start / (case.gamma_bar * t**2)

    return for_each("<=", after(case), sides)


displays({
    "P.S5.1.decr": lambda case: for_each("<", dual_points(case), next_and_here(case)),
    "P.S5.1.repl": lambda case: same_as_appendix_c(case, 1),
    "P.S5.1.repl.corrected": lambda case: same_as_appendix_c(case, rho(case)),
    "P.psi.smooth.exp": lambda case: smooth(exponential(case), case.ref.ctx.one),
    "P.psi.smooth.log": lambda case: smooth(logistic(case), case.ref.ctx.mpf(case.n)),
    "P.psi.l1.exp": lambda case: gradient_size(exponential(case)),
    "P.psi.l1.log": lambda case: gradient_size(logistic(case)),
    "P.S5.1.log": lambda case: rate_with_rho(case),
    "P.S5.1.rho": lambda case: [for_each("==", range(1), lambda t: (rho(case.with_loss("logistic")), case.n)),
        rate_with_rho(case)],
})  # fmt: skip


@transcribed("P.logistic.norm")
def normaliser(case: Case) -> Printed:
    c = logistic(case)
    one = case.ref.ctx.one

    return for_each("<=", case.directions, lambda w: (c.ell_prime(c.psi(c.ref.scores(w))) / c.n, one / c.n))


@transcribed("P.S5.1.init")
def aggressive_start(case: Case) -> list[Printed]:
    """‖∇ψ(0)‖₁ ≥ n/2, and the remainder is at most ln(4)‖ξ' − ξ‖∞²/2 where ψ ≤ 0."""
    c, ctx = logistic(case), case.ref.ctx

    def lowered(xi: Vector) -> Vector:
        excess = max(c.psi(xi), ctx.zero)
        return [entry - excess for entry in xi]

    def sides(pair: tuple[Vector, Vector]) -> tuple[Any, Any]:
        xi, end = lowered(pair[0]), lowered(pair[1])
        return remainder(c, xi, end), ctx.log(4) / 2 * max(abs(entry) for entry in minus(end, xi)) ** 2

    start = once(l1(grad_psi(c, [ctx.zero] * case.n)), ">=", ctx.mpf(case.n) / 2)
    return [start, for_each("<=", dual_pairs(case), sides)]
