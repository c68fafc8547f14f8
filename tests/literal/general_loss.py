"""Appendix C up to the lemmas numbered C.1, typed from the print: (C.1), the set-up, and the dual gap."""

from typing import Any

from tests.literal.case import Case
from tests.literal.dual_points import dual_points, turned_pairs
from tests.literal.general_sequences import divergence, grad_psi, psi_star, rho
from tests.literal.mirror import averages
from tests.literal.other_losses import exponential, logistic
from tests.literal.printed import Printed, after, at_each, before, displays, every, for_each, once, transcribed
from tests.literal.reference import Vector
from tests.literal.vectors import l1, minus


def quotient(case: Case, xi: Vector) -> Vector:
    """ℓ'(ξ_i) / ℓ'(ℓ⁻¹(Σ_j ℓ(ξ_j)))."""
    total = case.ref.ctx.zero
    for j in range(case.n):
        total += case.ell(xi[j])
    return [case.ell_prime(xi[i]) / case.ell_prime(case.inverse(total)) for i in range(case.n)]


def c_1_of(case: Case) -> list[Printed]:
    """(C.1) for one loss: the gradient, by differences, is the quotient, which is positive."""
    points = dual_points(case)
    return [
        for_each("==", points, lambda xi: (case.slope(case.psi, xi), quotient(case, xi))),
        for_each(">", points, lambda xi: (quotient(case, xi), 0)),
    ]


def step(case: Case, t: int) -> Any:
    """θ_t/(ρλ_t)."""
    return case.theta(t) / (rho(case) * case.lam(t))


@transcribed("P.C.setup.1")
def mirror_step(case: Case) -> list[Printed]:
    """φ(q_t) and the terms in q_t alone are on both sides of (B.1)'s minimum, and left out."""
    r, s = case.ref, case.general

    def model(t: int, q: Vector) -> Any:
        return r.dot(r.gram(s.nu[t]), q) + rho(case) * case.lam(t) / case.theta(t) * divergence(case, q, t)

    others = [*case.simplex_points, *(grad_psi(case, xi) for xi in dual_points(case))]
    return [
        *averages(case, s),
        *(for_each("<=", range(case.T), lambda t, q=q: (model(t, s.q[t + 1]), model(t, q))) for q in others),
    ]


def bregman(case: Case, q: Vector, xi: Vector) -> Any:
    """ψ*(q) − ψ*(∇ψ(ξ)) − ⟨ξ, q − ∇ψ(ξ)⟩."""
    here = grad_psi(case, xi)
    return psi_star(case, q) - psi_star(case, here) - case.ref.dot(xi, minus(q, here))


def strongly_convex(case: Case) -> list[Printed]:
    one = case.ref.ctx.one
    vertices = case.reals(case.instance.vertices)

    def midway(e: Vector, q: Vector) -> tuple[Any, Any]:
        middle = [(e[i] + q[i]) / 2 for i in range(case.n)]
        convexity = one / 2 * one / 2 / (2 * rho(case)) * l1(minus(e, q)) ** 2
        return psi_star(case, middle), (psi_star(case, e) + psi_star(case, q)) / 2 - convexity

    def away(q: Vector, xi: Vector) -> tuple[Any, Any]:
        return bregman(case, q, xi), l1(minus(q, grad_psi(case, xi))) ** 2 / (2 * rho(case))

    return [
        *(for_each("<=", case.simplex_points, lambda q, e=e: midway(e, q)) for e in vertices),
        *(for_each(">=", dual_points(case), lambda xi, q=q: away(q, xi)) for q in case.simplex_points),
        for_each(">=", turned_pairs(case), lambda pair: away(grad_psi(case, pair[1]), pair[0])),
    ]


displays({
    "P.C.1eq": lambda case: [*c_1_of(exponential(case)), *c_1_of(logistic(case))],
    "P.psi*.sc": lambda case: [*strongly_convex(exponential(case)), *strongly_convex(logistic(case))],
})  # fmt: skip


@transcribed("P.Alg.C")
def algorithm_c(case: Case) -> list[Printed]:
    r, s = case.ref, case.general

    def w(t: int) -> tuple[Vector, Vector]:
        pull = r.combine(s.nu[t])
        return s.w[t + 1], [s.w[t][k] - step(case, t) * pull[k] for k in range(case.d)]

    return [
        once(s.w[0], "==", 0),
        for_each("==", range(case.T), w),
        *averages(case, s),
        for_each("==", every(case), lambda t: (s.q[t], grad_psi(case, r.scores(s.w[t])))),
    ]


@at_each("==", before, "P.C.setup.2")
def scores(case: Case, t: int) -> tuple[Vector, Vector]:
    r, s = case.ref, case.general
    p, kernel = r.scores(s.w[t]), r.gram(s.nu[t])
    return r.scores(s.w[t + 1]), [p[i] - step(case, t) * kernel[i] for i in range(case.n)]


@transcribed("P.C.setup.3.1", "P.C.setup.3.2", "P.C.setup.3.3")
def dual_point(case: Case) -> Printed:
    """∇ψ(Zw_t) = ∇ψ(p_t) = q_t with p_t accumulated as in (B.2): every member is the same vector."""
    r, s = case.ref, case.general
    p = [[r.ctx.zero] * case.n]
    for t in range(case.T):
        kernel = r.gram(s.nu[t])
        p.append([p[t][i] - step(case, t) * kernel[i] for i in range(case.n)])
    return for_each("==", every(case), lambda t: (case.slope(case.psi, r.scores(s.w[t])), grad_psi(case, p[t])))


@transcribed("P.C.1")
def dual_gap(case: Case) -> list[Printed]:
    r, s = case.ref, case.general
    best = r.norm(case.pull) ** 2 / 2

    def sides(t: int, q: Vector) -> tuple[Any, Any]:
        return r.phi(s.mu[t]) - best, 4 * rho(case) * divergence(case, q, 0) / (t + 1) ** 2

    return [for_each("<=", after(case), lambda t, q=q: sides(t, q)) for q in case.q_bars]


@transcribed("P.C.1.KL.1")
def relative_entropy(case: Case) -> list[Printed]:
    ln, s = case.ref.ctx.log, case.general

    def kl(q: Vector, t: int) -> Any:
        return sum((q[i] * ln(q[i] / s.q[t][i]) for i in range(case.n) if q[i] > 0), case.ref.ctx.zero)

    steps = every(case)
    points = [for_each("==", steps, lambda t, q=q: (divergence(case, q, t), kl(q, t))) for q in case.simplex_points]
    return [once(rho(case), "==", 1), *points]


@transcribed("P.C.1.KL.2")
def first_divergence(case: Case) -> list[Printed]:
    ln_n = case.ref.ctx.log(case.n)
    return [
        once(case.general.q[0], "==", case.ref.uniform()),
        for_each("<=", case.q_bars, lambda q: (divergence(case, q, 0), ln_n)),
    ]
