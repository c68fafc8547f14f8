"""The conditions under which statements are made, typed from their sentences, by the name of the hypothesis.

λ, θ, β are the case's own; w is the sequence of the run that the claim is about.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from lemmacheck.verifiers.numbers.reference import Vector

from tests.literal.case import Case
from tests.literal.dual_points import dual_points, turned_pairs
from tests.literal.general_sequences import grad_psi, rho
from tests.literal.printed import Printed, after, every, for_each, once
from tests.literal.vectors import minus


def at_all_t(case: Case, op: str, left: Callable[[int], Any], right: Callable[[int], Any]) -> Printed:
    return for_each(op, every(case), lambda t: (left(t), right(t)))


def in_half_open_unit_interval(case: Case, rate: Callable[[int], Any]) -> list[Printed]:
    """0 < rate_t ≤ 1."""
    return [at_all_t(case, ">", rate, lambda t: 0), at_all_t(case, "<=", rate, lambda t: 1)]


def unit_rows(case: Case, w: Sequence[Vector]) -> list[Printed]:
    return [once([case.ref.norm(row) ** 2 for row in case.z], "<=", [1] * case.n)]


def near_rows(case: Case, w: Sequence[Vector]) -> list[Printed]:
    """‖z_i − z_k‖₂² ≤ 4."""
    apart = [[a - b for a, b in zip(x, y, strict=True)] for x in case.z for y in case.z]
    return [once([case.ref.norm(row) ** 2 for row in apart], "<=", [4] * case.n**2)]


def even_rows(case: Case, w: Sequence[Vector]) -> list[Printed]:
    return [once(case.n % 2, "==", 0)]


def separable(case: Case, w: Sequence[Vector]) -> list[Printed]:
    return [once(case.gamma_bar**2, ">", 0)]


def nonseparable(case: Case, w: Sequence[Vector]) -> list[Printed]:
    return [once(case.gamma_bar**2, "==", 0)]


def exponential_loss(case: Case, w: Sequence[Vector]) -> list[Printed]:
    """Among the losses here, the one with ℓ(0) = 1."""
    return [once(case.ell(case.ref.ctx.zero), "==", 1)]


def logistic_loss(case: Case, w: Sequence[Vector]) -> list[Printed]:
    """Among the losses here, the one with ℓ(0) = ln 2."""
    return [once(case.ell(case.ref.ctx.zero), "==", case.ref.ctx.log(2))]


def rates_in_range(case: Case, w: Sequence[Vector]) -> list[Printed]:
    return [*in_half_open_unit_interval(case, case.lam), *in_half_open_unit_interval(case, case.theta)]


def starts_at_one(case: Case, w: Sequence[Vector]) -> list[Printed]:
    return [once(case.lam(0), "==", 1)]


def slow_schedule(case: Case, w: Sequence[Vector]) -> list[Printed]:
    """1/λ_t² − 1/λ_t ≤ 1/λ_{t−1}²."""
    lam = case.lam
    return [for_each("<=", after(case), lambda t: (1 / lam(t) ** 2 - 1 / lam(t), 1 / lam(t - 1) ** 2))]


def unit_steps(case: Case, w: Sequence[Vector]) -> list[Printed]:
    return [at_all_t(case, "==", case.theta, lambda t: 1)]


def standard_lambda(case: Case, w: Sequence[Vector]) -> list[Printed]:
    return [at_all_t(case, "==", case.lam, lambda t: case.ref.ctx.mpf(2) / (t + 2))]


def standard_schedule(case: Case, w: Sequence[Vector]) -> list[Printed]:
    return [*unit_steps(case, w), *standard_lambda(case, w)]


def standard_momentum(case: Case, w: Sequence[Vector]) -> list[Printed]:
    beta = at_all_t(case, "==", case.beta, lambda t: case.ref.ctx.mpf(t) / (t + 1))
    return [*unit_steps(case, w), beta]


def no_momentum(case: Case, w: Sequence[Vector]) -> list[Printed]:
    return [at_all_t(case, "==", case.beta, lambda t: 0)]


def two_rows(case: Case, w: Sequence[Vector]) -> list[Printed]:
    return [once(case.n, ">=", 2)]


def small_deviation(case: Case, w: Sequence[Vector]) -> list[Printed]:
    """‖r_t‖² ≤ 8 ln(n)/δ for δ = 9/10, 1/2, 1/10, 1/100, at the last t."""
    square = case.ref.norm(case.tuned.r(case.T)) ** 2
    deltas = [case.ref.real(Fraction(part, 100)) for part in (90, 50, 10, 1)]
    return [once(square, "<=", 8 * case.ref.ctx.log(case.n) / delta) for delta in deltas]


def proper_steps(case: Case, w: Sequence[Vector]) -> list[Printed]:
    return in_half_open_unit_interval(case, case.theta)


def short_steps(case: Case, w: Sequence[Vector]) -> list[Printed]:
    return in_half_open_unit_interval(case, case.eta)


def root_steps(case: Case, w: Sequence[Vector]) -> list[Printed]:
    """1/√t, where the first step, from w_0, is that of t = 1."""
    return [at_all_t(case, "==", case.theta, lambda t: 1 / case.ref.ctx.sqrt(t + 1))]


def long_enough(case: Case, w: Sequence[Vector]) -> list[Printed]:
    """T ≥ 4√(ln n)/γ̄."""
    return [once(case.gamma_bar * case.T, ">=", 4 * case.ref.ctx.sqrt(case.ref.ctx.log(case.n)))]


def moved(case: Case, w: Sequence[Vector]) -> list[Printed]:
    return [for_each(">", after(case), lambda t: (case.ref.norm(w[t]) ** 2, 0))]


def gradient_mass(case: Case, w: Sequence[Vector]) -> list[Printed]:
    """‖∇ψ(Zw_t)‖₁ − 1 ≥ 0."""

    def excess(t: int) -> Any:
        return sum(abs(x) for x in case.slope(case.psi, case.ref.scores(w[t]))) - 1

    return [at_all_t(case, ">=", excess, lambda t: 0)]


def minimal_over_the_domain(case: Case, w: Sequence[Vector]) -> list[Printed]:
    """φ(q̄) ≤ φ(q), or ‖q‖₁ ≥ 1 but for rounding, at q = ∇ψ(ξ) for some ξ, and at q_t."""
    least, phi = case.ref.phi(case.q_bars[0]), case.ref.phi
    gradients = [grad_psi(case, xi) for xi in dual_points(case)]
    return [
        Printed(">=", [(0 if sum(map(abs, q)) > 1 - 1e-12 else phi(q) - least, 0) for q in points])
        for points in (gradients, case.general.q)
    ]


def smooth_psi(case: Case, w: Sequence[Vector]) -> list[Printed]:
    """‖∇ψ(ξ') − ∇ψ(ξ)‖₁ ≤ ρ‖ξ' − ξ‖_∞."""

    def change(pair: tuple[Vector, Vector]) -> tuple[Any, Any]:
        xi, end = pair
        moved = minus(grad_psi(case, end), grad_psi(case, xi))
        return sum(map(abs, moved)), rho(case) * max(map(abs, minus(end, xi)))

    return [for_each("<=", turned_pairs(case), change)]


def driven(case: Case, w: Sequence[Vector]) -> list[Printed]:
    """Zᵀν_0 ≠ 0: what makes Σ_{j<t} ‖Zᵀν_j‖/λ_j positive for every t ≥ 1."""
    return [once(case.ref.phi(case.dual.nu[0]), ">", 0)]


def unit_inputs(case: Case, w: Sequence[Vector]) -> list[Printed]:
    """The inputs of the multiclass data are the rows."""
    return [once([case.ref.norm(x) ** 2 for x in case.labelled.x], "<=", 1)]


def multiclass_separable(case: Case, w: Sequence[Vector]) -> list[Printed]:
    return [once(case.labelled.gamma_bar_m, ">", 0)]


def smooth_objective(case: Case, w: Sequence[Vector]) -> list[Printed]:
    """f = φ is max_i ‖z_i‖²-smooth in ℓ1, f = φ(· − c)/n at most (1/n) Σ_i ‖z_i‖²-smooth in ℓ2."""
    squares = [case.ref.norm(row) ** 2 for row in case.z]
    if case.geometry in ("entropy", "logistic"):
        return [once(squares, "<=", [1] * case.n)]
    return [once(sum(squares) / case.n, "<=", 1)]


HYPOTHESES: dict[str, Callable[[Case, Sequence[Vector]], list[Printed]]] = {
    "unit_rows": unit_rows,
    "near_rows": near_rows,
    "separable": separable,
    "positive_margin": separable,
    "nonseparable": nonseparable,
    "exponential_loss": exponential_loss,
    "even_rows": even_rows,
    "logistic_loss": logistic_loss,
    "rates_in_range": rates_in_range,
    "starts_at_one": starts_at_one,
    "unit_steps": unit_steps,
    "slow_schedule": slow_schedule,
    "standard_schedule": standard_schedule,
    "standard_lambda": standard_lambda,
    "standard_momentum": standard_momentum,
    "proper_steps": proper_steps,
    "short_steps": short_steps,
    "constant_steps": unit_steps,
    "root_steps": root_steps,
    "long_enough": long_enough,
    "moved": moved,
    "driven": driven,
    "gradient_mass": gradient_mass,
    "smooth_psi": smooth_psi,
    "minimal_over_the_domain": minimal_over_the_domain,
    "smooth_objective": smooth_objective,
    "unit_inputs": unit_inputs,
    "multiclass_separable": multiclass_separable,
    "no_momentum": no_momentum,
    "two_rows": two_rows,
    "small_deviation": small_deviation,
}
