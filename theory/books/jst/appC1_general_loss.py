"""Appendix C, from its beginning to the first of the lemmas numbered C.1: the dual method for any smooth ψ.

    ν_t = (1 − λ_t) μ_t + λ_t q_t,   p_{t+1} = p_t − θ_t/(ρλ_t) ZZᵀν_t,   q_{t+1} = ∇ψ(p_{t+1}),
    μ_{t+1} = (1 − λ_t) μ_t + λ_t q_{t+1},   w_{t+1} = w_t − θ_t/(ρλ_t) Zᵀν_t,   w_0 = 0

D_{ψ*}(q, q_t) = ψ*(q) − ψ*(q_t) − ⟨p_t, q − q_t⟩, with ψ*(q_t) = ⟨p_t, q_t⟩ − ψ(p_t).
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from lemmacheck.theory.books.jst import arguments, openings
from lemmacheck.theory.books.jst.algorithms.general_dual import GeneralDual
from lemmacheck.theory.books.jst.appB_mirror import averages
from lemmacheck.theory.books.jst.source import PREPRINT
from lemmacheck.theory.core.arithmetic import Array, column
from lemmacheck.theory.core.claim import claim, given, latex, proof
from lemmacheck.theory.core.relation import Relation, above, at_least, at_most, equal
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.margins.comparators import dual_points, for_each_loss, simplex_points, turned_pairs, vertices
from lemmacheck.theory.margins.hypotheses import exponential_loss, minimal_over_the_domain, standard_schedule
from lemmacheck.theory.margins.problem import Problem

CHAPTER = "Appendix C"
OPENING = openings.NOTATION
stated = partial(claim, about=GeneralDual)

BEFORE = "App. C, before Lemma C.1"
DISPLAY = "App. C, display after “Note that if we let”"
FIRST = "Lemma C.1, first so numbered"


def gradient_is_a_quotient(p: Problem, xi: Array) -> tuple[Relation, Relation]:
    """∇ψ(ξ)_i = ℓ'(ξ_i)/ℓ'(ℓ⁻¹(Σ_j ℓ(ξ_j))) > 0."""
    end = p.loss.inverse(p.num, p.loss.value(p.num, xi).sum(-1))
    quotient = p.loss.derivative(p.num, xi) / column(p.loss.derivative(p.num, end))
    return equal(p.psi_gradient(xi), quotient), above(quotient, 0)


@claim("P.C.1eq", PREPRINT.at("eq. (C.1)"), kind="inequality for all arguments")
@latex(r"\nabla\psi(\xi)_i=\frac{\ell'(\xi_i)}{\ell'\left(\ell^{-1}\left(\sum_{j=1}^n\ell(\xi_j)\right)\right)}>0")
def gradient_is_positive(p: Problem) -> tuple[Relation, ...]:
    """∇ψ(ξ)_i = ℓ'(ξ_i)/ℓ'(ℓ⁻¹(Σ_j ℓ(ξ_j))) > 0 for every ξ. That ψ has a gradient presupposes ℓ' > 0, which a strictly
    increasing ℓ need not have everywhere: where 1 + z² (z ≥ 0), 1/(1 + z²) (z ≤ 0) is flat, the quotient is 0."""
    return for_each_loss(lambda p: gradient_is_a_quotient(p, dual_points(p)), p)


def pushed(run: Run) -> Array:
    """θ_t/(ρλ_t) ZZᵀν_t for t < T."""
    return column(run.theta / (run.rho * run.lam))[:-1] * run.phi_gradient(run.nu[:-1])


def primal_step(run: Run) -> Array:
    """θ_t/(ρλ_t) Zᵀν_t for t < T."""
    return column(run.theta / (run.rho * run.lam))[:-1] * run.combine(run.nu[:-1])


def model(run: Run) -> Callable[[Any, Array], Any]:
    """⟨∇φ(ν_t), q⟩ + (ρλ_t/θ_t) D_{ψ*}(q, q_t) for t < T, as a function of ψ*(q) and q."""
    p, weight = run.p[:-1], (run.rho * run.lam / run.theta)[:-1]
    slope, constant = run.phi_gradient(run.nu[:-1]) - column(weight) * p, weight * run.psi(p)
    return lambda value, q: run.inner(slope, q) + weight * value + constant


@stated("P.C.setup.1", PREPRINT.at("App. C, “On the dual, we run eq. (B.1) with”"), kind="definition")
@proof("P.B.2eq", "P.phi.smooth", "P.psi*.sc", by=arguments.steps_minimise)
@latex(r"""q_{t+1}=\arg\min_{q\in C}\left(\phi(q_t)+\langle\nabla\phi(\nu_t),q-q_t\rangle
    +\frac{\rho\lambda_t}{\theta_t}D_{\psi^*}(q,q_t)\right)""")
def dual_steps_are_mirror_steps(run: Run) -> tuple[Relation, ...]:
    """(B.1) with f = φ, ω = ψ*, α = 1/ρ: the averages, and q_{t+1} minimises ⟨∇φ(ν_t), q⟩ + (ρλ_t/θ_t) D_{ψ*}(q, q_t),
    against points of Δ_n and against other gradients ∇ψ(ξ)."""
    objective = model(run)
    chosen = objective(run.inner(run.p[1:], run.q[1:]) - run.psi(run.p[1:]), run.q[1:])
    simplex = [(run.conjugate(q[None]), q[None]) for q in simplex_points(run.problem)]
    xi = dual_points(run.problem)
    gradients = [(run.conjugate_of_gradient(x[None]), run.psi_gradient(x[None])) for x in xi]
    return *averages(run), *(at_most(chosen, objective(*point)) for point in (*simplex, *gradients))


def square(x: Any) -> Any:
    """x²; a ball around 0 has no power."""
    return x * x


def strongly_convex(p: Problem) -> tuple[Relation, ...]:
    """ψ*((e+q)/2) ≤ (ψ*(e) + ψ*(q))/2 − ‖e−q‖₁²/(8ρ) for e a vertex, and D_{ψ*}(q, ∇ψ(ξ)) ≥ ‖q − ∇ψ(ξ)‖₁²/(2ρ)."""
    q = simplex_points(p)
    midpoints = []
    for a in vertices(p):
        convexity = (p.conjugate(a[None]) + p.conjugate(q)) / 2 - square(p.l1(a[None] - q)) / (8 * p.rho)
        midpoints.append(at_most(p.conjugate((a[None] + q) / 2), convexity))
    xi, end = turned_pairs(p)
    here, there = p.psi_gradient(xi), p.psi_gradient(end)
    between = p.conjugate_of_gradient(end) + p.psi(xi) - p.inner(xi, there)
    few, at = dual_points(p), p.psi_gradient(dual_points(p))
    near = [at_least(p.divergence(a[None], few), square(p.l1(a[None] - at)) / (2 * p.rho)) for a in q]
    return *midpoints, *near, at_least(between, square(p.l1(there - here)) / (2 * p.rho))


@claim("P.psi*.sc", PREPRINT.at(BEFORE), kind="inequality for all q")
@proof("P.psi.smooth.exp", "P.psi.smooth.log")
@latex(r"""\psi\text{ is }\rho\text{-smooth in }\ell_\infty\implies
    \psi^*\text{ is }(1/\rho)\text{-strongly convex in }\ell_1""")
def conjugate_is_strongly_convex(p: Problem) -> tuple[Relation, ...]:
    """ψ* is (1/ρ)-strongly convex with respect to ℓ1: midway from points of Δ_n to its vertices, and by its Bregman
    distance D_{ψ*}(q, ∇ψ(ξ)) ≥ ‖q − ∇ψ(ξ)‖₁²/(2ρ) for q in Δ_n or another gradient."""
    return for_each_loss(strongly_convex, p)


@stated("P.Alg.C", PREPRINT.at("App. C, display after “the primal iterate is updated as follows”"), kind="algorithm")
@proof("P.C.setup.3.3")
@latex(r"w_0:=0,\quad w_{t+1}:=w_t-\frac{\theta_t}{\rho\lambda_t}Z^\top\nu_t")
def primal_iterate(run: Run) -> tuple[Relation, ...]:
    """w_0 = 0 and w_{t+1} = w_t − θ_t/(ρλ_t) Zᵀν_t, with the averages ν_t, μ_t of (B.1) and q_t = ∇ψ(Zw_t)."""
    return (
        equal(run.w[:1], 0),
        equal(run.w[1:], run.w[:-1] - primal_step(run)),
        *averages(run),
        equal(run.q, run.psi_gradient(run.scores(run.w))),
    )


@stated("P.C.setup.2", PREPRINT.at(DISPLAY))
@latex(r"p_{t+1}=p_t-\frac{\theta_t}{\rho\lambda_t}ZZ^\top\nu_t")
def scores_after_a_step(run: Run) -> Relation:
    """p_{t+1} = p_t − θ_t/(ρλ_t) ZZᵀν_t for p_t = Zw_t."""
    p = run.scores(run.w)
    return equal(p[1:], p[:-1] - pushed(run))


@stated("P.C.setup.3.1", PREPRINT.at(f"{DISPLAY}, next line, link 1"))
@proof("P.C.setup.2")
@latex(r"\nabla\psi(Zw_t)=\nabla\psi(p_t)")
def scores_are_the_dual_iterate(run: Run) -> Relation:
    """∇ψ(Zw_t) = ∇ψ(p_t), with p_t of (B.2)."""
    return equal(run.psi_gradient(run.scores(run.w)), run.psi_gradient(run.p))


@stated("P.C.setup.3.2", PREPRINT.at(f"{DISPLAY}, next line, link 2"))
@proof("P.B.2eq")
@latex(r"\nabla\psi(p_t)=q_t")
def gradient_is_the_dual_point(run: Run) -> Relation:
    """∇ψ(p_t) = q_t, with p_t of (B.2)."""
    return equal(run.psi_gradient(run.p), run.q)


@stated("P.C.setup.3.3", PREPRINT.at(f"{DISPLAY}, next line, first and last members"))
@proof("P.C.setup.3.1", "P.C.setup.3.2")
@latex(r"\nabla\psi(Zw_t)=q_t")
def dual_point_of_the_primal_iterate(run: Run) -> Relation:
    """∇ψ(Zw_t) = q_t."""
    return equal(run.psi_gradient(run.scores(run.w)), run.q)


@stated("P.C.1", PREPRINT.at(FIRST), first=1)
@given(minimal_over_the_domain, standard_schedule)
@proof("P.C.setup.1", "P.B.10.4", "P.phi.smooth", "P.psi*.sc", by=arguments.general_gap_is_paid_for)
@latex(r"\phi(\mu_t)-\phi(\bar q)\le\frac{4\rho D_{\psi^*}(\bar q,q_0)}{(t+1)^2}")
def general_dual_gap(run: Run) -> tuple[Relation, ...]:
    """φ(μ_t) − φ(q̄) ≤ 4ρ D_{ψ*}(q̄, q_0)/(t+1)² for every t ≥ 1 and every q̄ ∈ arg min φ over Δ_n."""
    gap = run.phi(run.mu[1:]) - run.optimum.phi
    start = [run.divergence(q[None], run.p[:1]) for q in run.optimum.q]
    return tuple(at_most(gap, 4 * run.rho * D / (run.t[1:] + 1) ** 2) for D in start)


@stated("P.C.1.KL.1", PREPRINT.at(f"{FIRST}, proof"))
@given(exponential_loss)
@proof("P.psi.smooth.exp")
@latex(r"\rho=1,\quad D_{\psi^*}(q,q_t)=\sum_{i=1}^nq_i\ln\frac{q_i}{q_{t,i}}")
def divergence_is_relative_entropy(run: Run) -> tuple[Relation, ...]:
    """For the exponential loss ρ = 1, and D_{ψ*}(q, q_t) = Σ q_i ln(q_i/q_{t,i}), the KL divergence, for q ∈ Δ_n."""
    log = run.log(run.q)
    points = [q[None] for q in simplex_points(run.problem)]
    relative = tuple(equal(run.divergence(q, run.p), run.entropy(q) - run.inner(q, log)) for q in points)
    return equal(run.rho + 0 * run.t[:1], 1), *relative


@stated("P.C.1.KL.2", PREPRINT.at(f"{FIRST}, proof"), kind="inequality for all q")
@given(exponential_loss)
@proof("P.C.1.KL.1", by=arguments.entropy_is_not_positive)
@latex(r"q_0=(1/n,\ldots,1/n),\quad D_{\psi^*}(\bar q,q_0)\le\ln(n)")
def first_divergence(run: Run) -> tuple[Relation, Relation]:
    """D_{ψ*}(q̄, q_0) ≤ ln n for the exponential loss, since q_0 is the uniform distribution."""
    divergence = run.divergence(run.optimum.q, run.p[:1])
    return equal(run.q[:1], 1 / (run.n + 0 * run.q[:1])), at_most(divergence, run.log(run.n))
