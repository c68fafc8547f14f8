"""The conditions under which the statements are made, as relations on a run.

A tacit hypothesis is one the document needs (an expression is undefined without it) but does not print.
"""

from typing import Any

from lemmacheck.theory.core.arithmetic import as_row
from lemmacheck.theory.core.hypothesis import hypothesis
from lemmacheck.theory.core.relation import Relation, above, at_least, at_most, equal
from lemmacheck.theory.margins.comparators import dual_points, turned_pairs


@hypothesis("‖z_i‖₂ ≤ 1 for every row")
def unit_rows(run: Any) -> Relation:
    return at_most(run.squared(run.Z)[None], 1)


@hypothesis("‖z_i − z_k‖₂ ≤ 2 for all i, k")
def near_rows(run: Any) -> Relation:
    return at_most(run.squared(run.Z[..., :, None, :] - run.Z[..., None, :, :])[None], 4)


@hypothesis("the data are separable: γ̄ > 0")
def separable(run: Any) -> Relation:
    return above(run.optimum.gamma_squared, 0)


@hypothesis("the data are separable: γ̄ > 0 (the statement divides by γ̄)", tacit=True)
def positive_margin(run: Any) -> Relation:
    return above(run.optimum.gamma_squared, 0)


@hypothesis("the data are not separable: γ̄ = 0")
def nonseparable(run: Any) -> Relation:
    return equal(run.optimum.gamma_squared, 0)


@hypothesis("exponential loss ℓ(z) = eᶻ", tried=lambda run: run.loss)
def exponential_loss(run: Any) -> Relation:
    return equal(run.loss.value(run.num, run.zero())[None], 1)


@hypothesis("logistic loss ℓ(z) = ln(1 + eᶻ)", tried=lambda run: run.loss)
def logistic_loss(run: Any) -> Relation:
    return equal(run.loss.value(run.num, run.zero())[None], run.log(run.num.number(2)))


@hypothesis("λ_t, θ_t ∈ (0, 1]")
def rates_in_range(run: Any) -> tuple[Relation, ...]:
    return above(run.lam, 0), at_most(run.lam, 1), above(run.theta, 0), at_most(run.theta, 1)


@hypothesis("λ_0 = 1")
def starts_at_one(run: Any) -> Relation:
    return equal(run.lam[:1], 1)


@hypothesis("1/λ_t² − 1/λ_t ≤ 1/λ_{t−1}² for t ≥ 1")
def slow_schedule(run: Any) -> Relation:
    return at_most(1 / run.lam[1:] ** 2 - 1 / run.lam[1:], 1 / run.lam[:-1] ** 2)


@hypothesis("θ_t = 1 for every t")
def unit_steps(run: Any) -> Relation:
    return equal(run.theta, 1)


@hypothesis("θ_t = 1 and λ_t = 2/(t+2)", implies=[rates_in_range])
def standard_schedule(run: Any) -> tuple[Relation, Relation]:
    return equal(run.theta, 1), equal(run.lam, 2 / (run.t + 2))


@hypothesis("λ_t = 2/(t+2)")
def standard_lambda(run: Any) -> Relation:
    return equal(run.lam, 2 / (run.t + 2))


@hypothesis("θ_t = 1 and β_t = t/(t+1)")
def standard_momentum(run: Any) -> tuple[Relation, Relation]:
    return equal(run.theta, 1), equal(run.beta, run.t / (run.t + 1))


@hypothesis("momentum disabled: β_t = 0")
def no_momentum(run: Any) -> Relation:
    return equal(run.beta, 0)


@hypothesis("n is even")
def even_rows(run: Any) -> Relation:
    return equal(run.num.array([run.n % 2]), 0)


@hypothesis("n ≥ 2: the data have at least two rows")
def two_rows(run: Any) -> Relation:
    return at_least(as_row(run.num.number(run.n)), 2)


@hypothesis("a proper step size: 0 < θ_t ≤ 1 for w_{t+1} = w_t − θ_t ∇R(w_t)/R(w_t)")
def proper_steps(run: Any) -> tuple[Relation, Relation]:
    return above(run.theta, 0), at_most(run.theta, 1)


@hypothesis("a proper step size: 0 < η_t ≤ 1 for w_{t+1} = w_t − η_t ∇R(w_t)", tacit=True)
def short_steps(run: Any) -> tuple[Relation, Relation]:
    return above(run.eta, 0), at_most(run.eta, 1)


@hypothesis("a constant step size θ_t = 1 for w_{t+1} = w_t − θ_t ∇R(w_t)/R(w_t)")
def constant_steps(run: Any) -> Relation:
    return equal(run.theta, 1)


@hypothesis("θ_t = 1/√t for w_{t+1} = w_t − θ_t ∇R(w_t)/R(w_t), the steps counted from t = 1")
def root_steps(run: Any) -> Relation:
    return equal(run.theta, 1 / run.sqrt(run.t + 1))


@hypothesis("ψ is ρ-smooth with respect to ℓ∞", tried=lambda run: run.loss)
def smooth_psi(run: Any) -> Relation:
    xi, end = turned_pairs(run.problem)
    change = run.l1(run.psi_gradient(end) - run.psi_gradient(xi))
    return at_most(change, run.rho * run.linf(end - xi))


@hypothesis("‖∇ψ(Zw_t)‖₁ ≥ 1")
def gradient_mass(run: Any) -> Relation:
    return at_least(run.loss.excess(run.num, run.scores(run.w)), 0)


@hypothesis("q̄ minimises φ over dom ψ*", tried=lambda run: run.loss)
def minimal_over_the_domain(run: Any) -> tuple[Relation, Relation]:
    """⟨Zᵀq, Zᵀq̄⟩ ≥ ‖Zᵀq̄‖² at q = ∇ψ(ξ), as dom ψ* is convex; where ‖q‖₁ ≥ 1 it is so, since it is at q/‖q‖₁."""

    def ahead_or_heavy(xi: Any) -> Relation:
        ahead = run.inner(run.combine(run.psi_gradient(xi)), run.optimum.direction) - run.optimum.gamma_squared
        heavy = run.loss.excess(run.num, xi)
        return at_least(run.problem.where(heavy, ">=", 0 * heavy, 0 * ahead, ahead), 0)

    return ahead_or_heavy(dual_points(run.problem)), ahead_or_heavy(run.p)


@hypothesis("w_t ≠ 0 for t ≥ 1 (the statement divides by ‖w_t‖)", tacit=True)
def moved(run: Any) -> Relation:
    return above(run.squared(run.w[1:]), 0)


@hypothesis("Zᵀν_0 ≠ 0 (the statement divides by Σ_{j<t} ‖Zᵀν_j‖/λ_j)", tacit=True)
def driven(run: Any) -> Relation:
    return above(run.phi(run.nu[:1]), 0)


@hypothesis("f is 1-smooth with respect to ‖·‖", tried=lambda run: (run.algorithm.objective, run.algorithm.geometry))
def smooth_objective(run: Any) -> Relation:
    f, geometry = run.algorithm.objective, run.algorithm.geometry
    return at_most((f.scale(run.problem) * geometry.curvature(run.problem))[None], 1)


@hypothesis("‖x_i‖₂ ≤ 1 for every input of the multiclass problem")
def unit_inputs(run: Any) -> Relation:
    return at_most(run.squared(run.X)[None], 1)


@hypothesis("the maximum multiclass margin is positive: γ̄_m > 0")
def multiclass_separable(run: Any) -> Relation:
    return above(run.gamma_bar_m, 0)
