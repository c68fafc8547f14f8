"""Section 5.1, Binary classification: the methods with other losses, the logistic loss first of all.

    (i)  ψ is ρ-smooth with respect to ℓ∞        ψ(ξ') − ψ(ξ) − ⟨∇ψ(ξ), ξ' − ξ⟩ ≤ ρ‖ξ' − ξ‖∞²/2
    (ii) ‖∇ψ‖₁ ≥ 1

with ρ = 1 for ℓ(z) = eᶻ and ρ = n for ℓ(z) = ln(1 + eᶻ).
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from lemmacheck.theory.books.jst import openings
from lemmacheck.theory.books.jst.algorithms.general_dual import GeneralDual
from lemmacheck.theory.books.jst.algorithms.general_momentum import GeneralMomentum
from lemmacheck.theory.books.jst.sec3_2_momentum import momentum
from lemmacheck.theory.books.jst.source import JST
from lemmacheck.theory.core.argument import by
from lemmacheck.theory.core.arithmetic import Array, column, delayed
from lemmacheck.theory.core.claim import claim, given, latex, proof, slip
from lemmacheck.theory.core.relation import Relation, above, at_least, at_most, below, equal
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.core.schedules import Implied, Scaled
from lemmacheck.theory.margins.comparators import directions, dual_pairs, dual_points, for_each_loss
from lemmacheck.theory.margins.hypotheses import (
    gradient_mass,
    logistic_loss,
    separable,
    standard_schedule,
    starts_at_one,
)
from lemmacheck.theory.margins.losses import Exponential, Logistic, Loss
from lemmacheck.theory.margins.problem import Problem

CHAPTER = "Section 5"
OPENING = openings.NOTATION

FIRST = "§5.1, first sentences"
SECOND = "§5.1, second paragraph"
THIRD = "§5.1, third paragraph"


@claim("P.S5.1.decr", JST.at(FIRST), kind="qualitative")
@slip("ln(1 + eᶻ) is strictly increasing in z = −y⟨w, x⟩; what decreases is the loss as a function of y⟨w, x⟩.")
@latex(r"\ell(z):=\ln(1+e^z)\text{ is strictly decreasing}")
def logistic_loss_decreases(p: Problem) -> Relation:
    """The methods apply to other strictly decreasing losses such as ℓ(z) = ln(1 + eᶻ): ℓ(z + 1) < ℓ(z)."""
    z = dual_points(p)
    return below(Logistic().value(p.num, z + 1), Logistic().value(p.num, z))


@logistic_loss_decreases.corrected()
@latex(r"\ell(z):=\ln(1+e^z)\text{ is strictly increasing}")
def logistic_loss_increases(p: Problem) -> tuple[Relation, ...]:
    """The methods apply to other strictly increasing losses such as ℓ(z) = ln(1 + eᶻ): ℓ(z + 1) > ℓ(z) > 0."""
    z = dual_points(p)
    values = Logistic().value(p.num, z)
    return above(Logistic().value(p.num, z + 1), values), above(values, 0)


REPLACED = (
    r"g_t=\beta_t\left(g_{t-1}+Z^\top\nabla\psi(Zw_t)\right),\quad "
    r"w_{t+1}=w_t-%s\left(g_t+Z^\top\nabla\psi(Zw_t)\right)"
)


def same_as_appendix_c(run: Run, steps: Callable[[Any], Any]) -> tuple[Relation, ...]:
    """Algorithm 1 with Zᵀ∇ψ(Zw_t) for Zᵀq_t, β_t = λ_{t−1}(1−λ_t)/λ_t and these step sizes has the w_t of App. C."""
    primal = run.again(GeneralMomentum(Implied(run.algorithm.lam), steps, run.loss))
    return equal(run.w, primal.w), equal(run.q, primal.q), equal(momentum(run), primal.g)


@claim("P.S5.1.repl", JST.at(FIRST), kind="algorithm", about=GeneralDual)
@given(starts_at_one)
@slip("""what is replaced besides Zᵀq_t is the step size, by its 1/ρ-th part: with θ_t itself it is another method, of
    which Appendix C says nothing unless ρ = 1.""")
@latex(REPLACED % r"\theta_t")
def replaced_gradient_gives_the_general_method(run: Run) -> tuple[Relation, ...]:
    """The method of Appendix C is Algorithm 1 with Zᵀ∇ψ(Zw_t) in place of Zᵀq_t and all else as it is: it has the same
    w_t, for β_t = λ_{t−1}(1−λ_t)/λ_t and the same θ_t."""
    return same_as_appendix_c(run, run.algorithm.theta)


@replaced_gradient_gives_the_general_method.corrected()
@proof("P.C.1'.a", "P.C.setup.3.3")
@latex(REPLACED % r"\frac{\theta_t}\rho")
def replaced_gradient_and_steps_give_the_general_method(run: Run) -> tuple[Relation, ...]:
    """Algorithm 1 with Zᵀ∇ψ(Zw_t) in place of Zᵀq_t and θ_t/ρ in place of θ_t has the w_t of Appendix C, for
    β_t = λ_{t−1}(1−λ_t)/λ_t."""
    return same_as_appendix_c(run, Scaled(run.algorithm.theta, 1 / run.rho))


@claim("P.Alg.log", JST.at(FIRST), kind="algorithm", about=GeneralMomentum)
@given(logistic_loss)
@proof("P.2.2.1")
@latex(r"""g_t\leftarrow\beta_t\left(g_{t-1}+Z^\top\nabla\psi(Zw_t)\right),
    \quad w_{t+1}\leftarrow w_t-\theta_t\left(g_t+Z^\top\nabla\psi(Zw_t)\right)""")
def algorithm_1_with_the_logistic_loss(run: Run) -> tuple[Relation, ...]:
    """w_0 = g_{−1} = 0, g_t = β_t (g_{t−1} + Zᵀ∇ψ(Zw_t)), w_{t+1} = w_t − θ_t (g_t + Zᵀ∇ψ(Zw_t)), with
    ∇ψ(ξ)_i = ℓ'(ξ_i)/ℓ'(ℓ⁻¹(Σ ℓ(ξ_j))) written out."""
    loss, num, scores = run.loss, run.num, run.scores(run.w)
    psi = loss.inverse(num, loss.value(num, scores).sum(-1))
    gradient = run.combine(loss.derivative(num, scores) / column(loss.derivative(num, psi)))
    step = column(run.theta) * (run.g + gradient)
    return (
        equal(run.w[:1], 0),
        equal(run.g, column(run.beta) * (delayed(run.g) + gradient)),
        equal(run.w[1:], run.w[:-1] - step[:-1]),
    )


def remainder(p: Problem, xi: Array, end: Array) -> Any:
    """ψ(ξ') − ψ(ξ) − ⟨∇ψ(ξ), ξ' − ξ⟩."""
    return p.psi(end) - p.psi(xi) - p.inner(p.psi_gradient(xi), end - xi)


def smooth(p: Problem, rho: Any) -> tuple[Relation, Relation]:
    """ψ(ξ') − ψ(ξ) − ⟨∇ψ(ξ), ξ' − ξ⟩ ≤ ρ‖ξ' − ξ‖∞²/2 and ‖∇ψ(ξ') − ∇ψ(ξ)‖₁ ≤ ρ‖ξ' − ξ‖∞."""
    xi, end = dual_pairs(p)
    distance = p.linf(end - xi)
    return (
        at_most(remainder(p, xi, end), rho * distance**2 / 2),
        at_most(p.l1(p.psi_gradient(end) - p.psi_gradient(xi)), rho * distance),
    )


def with_loss(p: Problem, loss: Loss) -> Problem:
    return replace(p, loss=loss)


@claim("P.psi.smooth.exp", JST.at(f"{SECOND}; App. C and App. D"), kind="inequality for all arguments")
@latex(r"""\ell(z)=e^z:\quad\psi(\xi')-\psi(\xi)-\langle\nabla\psi(\xi),\xi'-\xi\rangle
    \le\frac\rho2\|\xi'-\xi\|_\infty^2,\quad\rho=1""")
def exponential_psi_is_smooth(p: Problem) -> tuple[Relation, ...]:
    """For the exponential loss ψ is 1-smooth with respect to ℓ∞: its remainder and its gradient's change are bounded
    at near and far pairs ξ, ξ' ∈ ℝⁿ."""
    return smooth(with_loss(p, Exponential()), p.num.number(1))


@claim("P.psi.smooth.log", JST.at(f"{SECOND}; App. C"), kind="inequality for all arguments")
@latex(r"""\ell(z)=\ln(1+e^z):\quad\psi(\xi')-\psi(\xi)-\langle\nabla\psi(\xi),\xi'-\xi\rangle
    \le\frac\rho2\|\xi'-\xi\|_\infty^2,\quad\rho=n""")
def logistic_psi_is_smooth(p: Problem) -> tuple[Relation, ...]:
    """For the logistic loss ψ is n-smooth with respect to ℓ∞: its remainder and its gradient's change are bounded
    at near and far pairs ξ, ξ' ∈ ℝⁿ."""
    return smooth(with_loss(p, Logistic()), p.num.number(p.n))


def gradient_sizes(p: Problem) -> Any:
    """‖∇ψ(ξ)‖₁ at vectors ξ near and far."""
    return p.l1(p.psi_gradient(np.concatenate(dual_pairs(p))))


@claim("P.psi.l1.exp", JST.at(f"{SECOND}; App. C"))
@latex(r"\ell(z)=e^z:\quad\|\nabla\psi(\xi)\|_1\ge1")
def exponential_gradient_has_mass_one(p: Problem) -> Relation:
    """For the exponential loss ‖∇ψ(ξ)‖₁ ≥ 1 for every ξ ∈ ℝⁿ."""
    return at_least(gradient_sizes(with_loss(p, Exponential())), 1)


@claim("P.psi.l1.log", JST.at(f"{SECOND}; App. C"))
@latex(r"\ell(z)=\ln(1+e^z):\quad\|\nabla\psi(\xi)\|_1\ge1")
def logistic_gradient_has_mass_one(p: Problem) -> Relation:
    """For the logistic loss ‖∇ψ(ξ)‖₁ ≥ 1 for every ξ ∈ ℝⁿ."""
    return at_least(gradient_sizes(with_loss(p, Logistic())), 1)


@claim("P.S5.1.two", JST.at(SECOND), kind="qualitative")
@slip("""ln n stands for ψ(0): the proof bounds ψ(Zw_0) and D_{ψ*}(q̄, q_0) by ln n, which does not follow from (i) and
    (ii); for the logistic loss ψ(0) = ln(2ⁿ − 1).""")
@proof("P.psi.smooth.exp", "P.psi.smooth.log", "P.psi.l1.exp", "P.psi.l1.log")
@latex(r"\text{(i), (ii)}\implies\psi(Zw_0)\le\ln n,\quad D_{\psi^*}(\bar q,q_0)\le\ln n")
def two_properties_are_enough(p: Problem) -> tuple[Relation, ...]:
    """The proof of Theorem 3.1 only uses (i) and (ii), which both losses have: so what else it says of ψ, that
    ψ(Zw_0) ≤ ln n and D_{ψ*}(q̄, q_0) ≤ ln n, holds for both."""

    def further_steps(p: Problem) -> tuple[Relation, Relation]:
        start = dual_points(p)[:1]
        return at_most(p.psi(start), p.log(p.n)), at_most(p.divergence(p.optimum.q, start), p.log(p.n))

    return for_each_loss(further_steps, p)


@two_properties_are_enough.corrected()
@latex(r"\text{(i), (ii)}\implies\psi(Zw_0)=\ell^{-1}(n\,\ell(0)),\quad D_{\psi^*}(\bar q,q_0)\le\psi(Zw_0)")
def two_properties_with_the_first_value(p: Problem) -> tuple[Relation, ...]:
    """With ψ(Zw_0) = ℓ⁻¹(nℓ(0)) in place of ln n the proof of Theorem 3.1 goes through for both losses:
    D_{ψ*}(q̄, q_0) ≤ ψ(Zw_0). It also uses max_i ξ_i ≤ ψ(ξ), which (2.1) gives for every ℓ > 0."""

    def further_steps(p: Problem) -> tuple[Relation, ...]:
        start = dual_points(p)[:1]
        first = p.loss.inverse(p.num, p.n * p.loss.value(p.num, p.num.number(0)))
        return equal(p.psi(start), first), at_most(p.divergence(p.optimum.q, start), p.psi(start))

    return for_each_loss(further_steps, p)


def rate_with_rho(run: Run) -> Relation:
    """γ̄ − γ(w_t) ≤ 4ρψ(0)/(γ̄t²) for t ≥ 1."""
    allowed = 4 * run.rho * run.psi(run.p[:1]) / (run.optimum.gamma * run.t[1:] ** 2)
    return at_most(run.optimum.gamma - run.margin(run.w[1:]), allowed)


def rate_without_its_small_term(run: Run) -> list[Any]:
    """4ρψ(0)/(γ̄t(t+3)) ≤ 4ρψ(0)/(γ̄t²), as ψ(0) ≥ max_i 0 = 0."""
    size, gamma = run.norm(run.w), run.optimum.gamma
    far = gamma * run.t * (run.t + 3) / (4 * run.rho)
    return [
        by("P.C.7a.l"),
        equal(run.sums(gamma / (run.rho * run.lam)), far),
        at_least(size, far),
        above(size[1:], 0),
        by("F.max", run.p[:1]),
        at_least(run.psi(run.p[:1]), 0),
        by("N1g.standard"),
    ]


def logistic_rate(run: Run) -> list[Any]:
    return [by("F.logistic", run.scores(run.w)), *rate_without_its_small_term(run)]


@claim("P.S5.1.log", JST.at(SECOND), kind="rate", about=GeneralDual, first=1)
@given(logistic_loss, standard_schedule, separable)
@proof("N1g.standard", "P.psi.smooth.log", "P.psi.l1.log", by=logistic_rate)
@latex(r"""\ell(z)=\ln(1+e^z):\quad\bar\gamma-\gamma(w_t)=\widetilde{\mathcal O}(1/t^2):\quad
    \bar\gamma-\gamma(w_t)\le\frac{4n\,\psi(0)}{\bar\gamma t^2}""")
def logistic_margin_rate(run: Run) -> Relation:
    """γ̄ − γ(w_t) ≤ 4nψ(0)/(γ̄t²) for every t ≥ 1, for the logistic loss: no logarithm is needed."""
    return rate_with_rho(run)


@claim("P.S5.1.rho", JST.at(THIRD), kind="qualitative", about=GeneralDual, first=1)
@given(standard_schedule, separable, gradient_mass)
@proof("N1g.standard", by=rate_without_its_small_term)
@latex(r"\bar\gamma-\gamma(w_t)\le\frac{4\rho\,\psi(0)}{\bar\gamma t^2},\quad\ell(z)=\ln(1+e^z):\ \rho=n")
def margin_rate_depends_on_rho(run: Run) -> tuple[Relation, ...]:
    """The margin rate additionally depends on ρ, γ̄ − γ(w_t) ≤ 4ρψ(0)/(γ̄t²) for every t ≥ 1, where the ρ that the paper
    takes for the logistic loss is n. No constant is printed: this one is N1's; about a quarter of n will do (N3)."""
    rho = run.num.number(Logistic().rho(run.n))
    return equal(rho + 0 * run.t[:1], run.num.number(run.n)), rate_with_rho(run)


@claim("P.logistic.norm", JST.at(THIRD))
@latex(r"\frac{\ell'(\psi(Zw))}n\le\frac1n\quad\text{even at }w=0")
def logistic_normaliser_is_small(p: Problem) -> Relation:
    """ℓ'(ψ(Zw))/n ≤ 1/n for the logistic loss and every w, w = 0 among them."""
    logistic = with_loss(p, Logistic())
    normaliser = logistic.loss.derivative(p.num, logistic.psi(p.scores(directions(p)))) / p.n
    return at_most(normaliser, 1 / p.num.number(p.n))


@claim("P.S5.1.init", JST.at(THIRD), kind="qualitative")
@proof("P.logistic.norm")
@latex(r"\|\nabla\psi(0)\|_1\ge\frac n2,\qquad\psi\text{ is }2\ln2\text{-smooth where }\psi\le0")
def dependence_on_n_is_at_the_start(p: Problem) -> tuple[Relation, ...]:
    """The dependency on n is due to the initial step: it is aggressive, ‖∇ψ(Zw_0)‖₁ ≥ n/2, while where ψ ≤ 0 the
    logistic ψ is 2 ln 2-smooth, whatever n: at pairs ξ, ξ' with ψ(ξ), ψ(ξ') ≤ 0."""
    logistic = with_loss(p, Logistic())
    xi, end = (point - column(p.positive_part(logistic.psi(point))) for point in dual_pairs(p))
    distance = p.linf(end - xi)
    return (
        at_least(p.l1(logistic.psi_gradient(dual_points(p)[:1])), p.num.number(p.n) / 2),
        at_most(remainder(logistic, xi, end), p.log(p.num.number(4)) * distance**2 / 2),
    )
