"""The facts about ψ and the largest entry of a vector that proofs cite."""

from functools import partial
from typing import Any

import numpy as np
from lemmacheck.theory.books.contributed.source import known
from lemmacheck.theory.books.jst.algorithms.general_dual import GeneralDual
from lemmacheck.theory.core.argument import at_points, fact
from lemmacheck.theory.core.arithmetic import Array, column
from lemmacheck.theory.core.claim import given, latex
from lemmacheck.theory.core.relation import Relation, at_least, at_most, equal, in_simplex
from lemmacheck.theory.margins.comparators import dual_points, simplex_points, turned_pairs
from lemmacheck.theory.margins.hypotheses import exponential_loss, logistic_loss, minimal_over_the_domain, smooth_psi

CHAPTER = "Facts"
stated = partial(fact, about=GeneralDual)


def above_its_tangent(p: Any, xi: Array, eta: Array) -> Any:
    """ψ(ξ) − ψ(η) − ⟨∇ψ(η), ξ − η⟩."""
    return p.psi(xi) - p.psi(eta) - p.inner(p.psi_gradient(eta), xi - eta)


def turned(p: Any, xi: Array, eta: Array) -> Any:
    """‖∇ψ(ξ) − ∇ψ(η)‖₁²."""
    change = p.l1(p.psi_gradient(xi) - p.psi_gradient(eta))
    return change * change


@stated("F.psi", known("a convex smooth ψ; Nesterov, Introductory Lectures on Convex Optimization, Theorem 2.1.5"))
@at_points(lambda run: turned_pairs(run.problem))
@given(smooth_psi)
@latex(r"""\psi(\xi)\ge\psi(\eta)+\langle\nabla\psi(\eta),\xi-\eta\rangle
    +\frac1{2\rho}\|\nabla\psi(\xi)-\nabla\psi(\eta)\|_1^2""")
def psi_is_convex_and_smooth(p: Any, xi: Array, eta: Array) -> Relation:
    """ψ(ξ) ≥ ψ(η) + ⟨∇ψ(η), ξ − η⟩ + ‖∇ψ(ξ) − ∇ψ(η)‖₁²/(2ρ) for all ξ, η ∈ ℝⁿ, as ψ is convex and ρ-smooth."""
    return at_least(above_its_tangent(p, xi, eta), turned(p, xi, eta) / (2 * p.rho))


@fact("F.exp", known("ψ of the exponential loss; Nesterov, Lectures on Convex Optimization, Example 5.4.1, 2.1.5"))
@at_points(turned_pairs)
@given(exponential_loss)
@latex(r"""\psi(\xi)\ge\psi(\eta)+\langle\nabla\psi(\eta),\xi-\eta\rangle
    +\tfrac12\|\nabla\psi(\xi)-\nabla\psi(\eta)\|_1^2""")
def soft_maximum_is_convex_and_smooth(p: Any, xi: Array, eta: Array) -> Relation:
    """ψ(ξ) ≥ ψ(η) + ⟨∇ψ(η), ξ − η⟩ + ½‖∇ψ(ξ) − ∇ψ(η)‖₁² for all ξ, η ∈ ℝⁿ and the exponential loss."""
    return at_least(above_its_tangent(p, xi, eta), turned(p, xi, eta) / 2)


@fact("F.soft", known("a smooth soft maximum; Nesterov, Introductory Lectures on Convex Optimization, §4.2.1"))
@at_points(turned_pairs)
@given(exponential_loss)
@latex(r"\psi(\eta)\le\psi(\xi)+\langle\nabla\psi(\xi),\eta-\xi\rangle+\tfrac12\|\eta-\xi\|_\infty^2")
def soft_maximum_is_smooth(p: Any, xi: Array, eta: Array) -> Relation:
    """ψ(η) ≤ ψ(ξ) + ⟨∇ψ(ξ), η − ξ⟩ + ½‖η − ξ‖_∞² for all ξ, η ∈ ℝⁿ and the exponential loss."""
    size = p.linf(eta - xi)
    return at_most(above_its_tangent(p, eta, xi), size * size / 2)


@stated("F.max", known("ψ and the largest entry; §3.3 of Ji, Srebro and Telgarsky"))
@at_points(lambda run: (dual_points(run.problem),))
@latex(r"\psi(\xi)\ge\max_i\xi_i")
def psi_exceeds_the_largest_entry(p: Any, xi: Array) -> Relation:
    """ψ(ξ) ≥ max_i ξ_i for every ξ ∈ ℝⁿ, as ℓ is positive and increasing."""
    return at_least(p.psi(xi), p.maximum(xi))


@stated("F.monotone", known("an increasing loss; §3.3 of Ji, Srebro and Telgarsky"))
@at_points(lambda run: (dual_points(run.problem),))
@latex(r"\ell^{-1}\big(\max_i\ell(\xi_i)\big)=\max_i\xi_i")
def largest_loss_is_at_the_largest_entry(p: Any, xi: Array) -> Relation:
    """ℓ⁻¹(max_i ℓ(ξ_i)) = max_i ξ_i for every ξ ∈ ℝⁿ, as ℓ is increasing."""
    return equal(p.loss.inverse(p.num, p.maximum(p.loss.value(p.num, xi))), p.maximum(xi))


@stated("F.logistic", known("the logistic loss; §5.1 of Ji, Srebro and Telgarsky, (ii)"))
@at_points(lambda run: (dual_points(run.problem),))
@given(logistic_loss)
@latex(r"\ell(z)=\ln(1+e^z):\quad\|\nabla\psi(\xi)\|_1\ge1")
def logistic_gradient_is_massive(p: Any, xi: Array) -> Relation:
    """‖∇ψ(ξ)‖₁ ≥ 1 for every ξ ∈ ℝⁿ and the logistic loss."""
    return at_least(p.loss.excess(p.num, xi), 0)


@stated("F.domain", known("the optimum over dom ψ*; Boyd and Vandenberghe, Convex Optimization, §4.2.3"))
@at_points(lambda run: (dual_points(run.problem),))
@given(minimal_over_the_domain)
@latex(r"\langle Z^\top\nabla\psi(\xi),Z^\top\bar q\rangle\ge\bar\gamma^2")
def optimum_is_stationary_over_the_domain(p: Any, xi: Array) -> Relation:
    """⟨Zᵀ∇ψ(ξ), Zᵀq̄⟩ ≥ γ̄² for every ξ ∈ ℝⁿ, if q̄ minimises φ over dom ψ*, which is convex and has ∇ψ(ξ) in it."""
    return at_least(p.inner(p.combine(p.psi_gradient(xi)), p.optimum.direction), p.optimum.gamma_squared)


@fact("F.largest", known("Hölder's inequality; Hardy, Littlewood and Pólya, Inequalities, §2.8"))
@at_points(lambda p: pairs_with(p, dual_points(p)), lambda p, q, xi: in_simplex(q))
@latex(r"q\in\Delta_n:\quad\langle q,\xi\rangle\le\max_i\xi_i")
def largest_exceeds_the_mean(p: Any, q: Array, xi: Array) -> Relation:
    """⟨q, ξ⟩ ≤ max_i ξ_i for every q ∈ Δ_n and ξ ∈ ℝⁿ."""
    return at_most(p.inner(q, xi), p.maximum(xi))


@fact("F.ceiling", known("the largest entry"))
@at_points(lambda p: (dual_points(p), p.linf(dual_points(p))), lambda p, xi, c: at_most(xi, column(c)))
@latex(r"\xi_i\le c\ \text{for every }i:\quad\max_i\xi_i\le c")
def largest_is_an_entry(p: Any, xi: Array, c: Array) -> Relation:
    """max_i ξ_i ≤ c for every ξ ∈ ℝⁿ with ξ_i ≤ c for every i."""
    return at_most(p.maximum(xi), c)


def pairs_with(p: Any, xi: Array) -> tuple[Array, Array]:
    """Every point of Δ_n with every ξ."""
    q = simplex_points(p)
    return np.concatenate([q] * len(xi)), np.repeat(xi, len(q), axis=0)


@stated("F.conjugate", known("the Fenchel-Young inequality; Boyd and Vandenberghe, Convex Optimization, §3.3.2"))
@at_points(lambda run: pairs_with(run.problem, dual_points(run.problem)), lambda p, q, xi: in_simplex(q))
@latex(r"q\in\Delta_n:\quad\langle q,\xi\rangle-\psi(\xi)\le\psi^*(q)\le0")
def fenchel_young(p: Any, q: Array, xi: Array) -> tuple[Relation, Relation]:
    """⟨q, ξ⟩ − ψ(ξ) ≤ ψ*(q) ≤ 0 for every q ∈ Δ_n and ξ ∈ ℝⁿ."""
    return at_least(p.conjugate(q), p.inner(q, xi) - p.psi(xi)), at_most(p.conjugate(q), 0)
