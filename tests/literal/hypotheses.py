"""The conditions under which statements are made, typed from their sentences, by the name of the hypothesis.

λ, θ, β are the case's own; w is the sequence of the run that the claim is about.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from tests.literal.case import Case
from tests.literal.dual_points import dual_points, turned_pairs
from tests.literal.general_sequences import grad_psi, rho
from tests.literal.printed import Printed, after, every, for_each, once
from tests.literal.reference import Vector
from tests.literal.vectors import minus


def at_all_t(case: Case, op: str, left: Callable[[int], Any], right: Callable[[int], Any]) -> Printed:
    return for_each(op, every(case), lambda t: (left(t), right(t)))


def in_half_open_unit_interval(case: Case, rate: Callable[[int], Any]) -> list[Printed]:
    """0 < rate_t ≤ 1."""
    return [at_all_t(case, ">", rate, lambda t: 0), at_all_t(case, "<=", rate, lambda t: 1)]


def near_rows(case: Case, w: Sequence[Vector]) -> list[Printed]:
    """‖z_i − z_k‖₂² ≤ 4."""
    apart = [[a - b for a, b in zip(x, y, strict=True)] for x in case.z for y in case.z]
    return [once([case.ref.norm(row) ** 2 for row in apart], "<=", [4] * case.n**2)]


def unit_steps(case: Case, w: Sequence[Vector]) -> list[Printed]:
    return [at_all_t(case, "==", case.theta, lambda t: 1)]


def standard_lambda(case: Case, w: Sequence[Vector]) -> list[Printed]:
    return [at_all_t(case, "==", case.lam, lambda t: case.ref.ctx.mpf(2) / (t + 2))]


def standard_momentum(case: Case, w: Sequence[Vector]) -> list[Printed]:
    beta = at_all_t(case, "==", case.beta, lambda t: case.ref.ctx.mpf(t) / (t + 1))
    return [*unit_steps(case, w), beta]


def small_deviation(case: Case, w: Sequence[Vector]) -> list[Printed]:
    """‖r_t‖² ≤ 8 ln(n)/δ for δ = 9/10, 1/2, 1/10, 1/100, at the last t."""
    square = case.ref.norm(case.tuned.r(case.T)) ** 2
    deltas = [case.ref.real(Fraction(part, 100)) for part in (90, 50, 10, 1)]
    return [once(square, "<=", 8 * case.ref.ctx.log(case.n) / delta) for delta in deltas]


def moved(case: Case, w: Sequence[Vector]) -> list[Printed]:
    return [for_each(">", after(case), lambda t: (case.ref.norm(w[t]) ** 2, 0))]


def gradient_mass(case: Case, w: Sequence[Vector]) -> list[Printed]:
    """‖∇ψ(Zw_t)‖₁ − 1 ≥ 0."""

    def excess(t: int) -> Any:
        return sum(abs(x) for x in case.slope(case.psi, case.ref.scores(w[t]))) - 1

    return [at_all_t(case, ">=", excess, lambda t: 0)]


def minimal_over_the_domain(case: Case, w: Sequence[Vector]) -> list[Printed]:
    """‖Zᵀq̄‖² ≤ ⟨Zᵀq, Zᵀq̄⟩, or ‖q‖₁ ≥ 1 but for rounding, at q = ∇ψ(ξ) for some ξ, and at q_t."""
    ref, least = case.ref, case.ref.combine(case.q_bars[0])

    def ahead(q: Vector) -> Any:
        return ref.dot(ref.combine(q), least) - ref.dot(least, least)

    gradients = [grad_psi(case, xi) for xi in dual_points(case)]
    return [
        Printed(">=", [(0 if sum(map(abs, q)) > 1 - 1e-12 else ahead(q), 0) for q in points])
        for points in (gradients, case.general.q)
    ]


def smooth_psi(case: Case, w: Sequence[Vector]) -> list[Printed]:
    """‖∇ψ(ξ') − ∇ψ(ξ)‖₁ ≤ ρ‖ξ' − ξ‖_∞."""

    def change(pair: tuple[Vector, Vector]) -> tuple[Any, Any]:
        xi, end = pair
        moved = minus(grad_psi(case, end), grad_psi(case, xi))
        return sum(map(abs, moved)), rho(case) * max(map(abs, minus(end, xi)))

    return [for_each("<=", turned_pairs(case), change)]


def smooth_objective(case: Case, w: Sequence[Vector]) -> list[Printed]:
    """f = φ is max_i ‖z_i‖²-smooth in ℓ1, f = φ(· − c)/n at most (1/n) Σ_i ‖z_i‖²-smooth in ℓ2."""
    squares = [case.ref.norm(row) ** 2 for row in case.z]
    if case.geometry in ("entropy", "logistic"):
        return [once(squares, "<=", [1] * case.n)]
    return [once(sum(squares) / case.n, "<=", 1)]


HYPOTHESES: dict[str, Callable[[Case, Sequence[Vector]], list[Printed]]] = {
    "unit_rows": lambda case, w: [once([case.ref.norm(row) ** 2 for row in case.z], "<=", [1] * case.n)],
    "short_rows": lambda case, w: [once([case.ref.norm(row) ** 2 for row in case.z], "<=", [1] * case.n)],
    "near_rows": near_rows,
    "separable": lambda case, w: [once(case.gamma_bar**2, ">", 0)],
    "positive_margin": lambda case, w: [once(case.gamma_bar**2, ">", 0)],
    "nonseparable": lambda case, w: [once(case.gamma_bar**2, "==", 0)],
    # Among the losses here, the one with ℓ(0) = 1.
    "exponential_loss": lambda case, w: [once(case.ell(case.ref.ctx.zero), "==", 1)],
    "even_rows": lambda case, w: [once(case.n % 2, "==", 0)],
    # Among the losses here, the one with ℓ(0) = ln 2.
    "logistic_loss": lambda case, w: [once(case.ell(case.ref.ctx.zero), "==", case.ref.ctx.log(2))],
    "rates_in_range": lambda case, w: [*in_half_open_unit_interval(case, case.lam),
        *in_half_open_unit_interval(case, case.theta)],
    "starts_at_one": lambda case, w: [once(case.lam(0), "==", 1)],
    "unit_steps": unit_steps,
    # 1/λ_t² − 1/λ_t ≤ 1/λ_{t−1}².
    "slow_schedule": lambda case, w: [for_each("<=", after(case),
        lambda t: (1 / case.lam(t) ** 2 - 1 / case.lam(t), 1 / case.lam(t - 1) ** 2))],
    "standard_schedule": lambda case, w: [*unit_steps(case, w), *standard_lambda(case, w)],
    "standard_lambda": standard_lambda,
    "standard_momentum": standard_momentum,
    "proper_steps": lambda case, w: in_half_open_unit_interval(case, case.theta),
    "short_steps": lambda case, w: in_half_open_unit_interval(case, case.eta),
    "constant_steps": unit_steps,
    "constant_unit_steps": lambda case, w: [at_all_t(case, "==", case.eta, lambda t: 1)],
    # 1/√t, where the first step, from w_0, is that of t = 1.
    "root_steps": lambda case, w: [at_all_t(case, "==", case.theta, lambda t: 1 / case.ref.ctx.sqrt(t + 1))],
    # T ≥ 4√(ln n)/γ̄.
    "long_enough": lambda case, w: [once(case.gamma_bar * case.T, ">=",
        4 * case.ref.ctx.sqrt(case.ref.ctx.log(case.n)))],
    "moved": moved,
    # Zᵀν_0 ≠ 0: what makes Σ_{j<t} ‖Zᵀν_j‖/λ_j positive for every t ≥ 1.
    "driven": lambda case, w: [once(case.ref.phi(case.dual.nu[0]), ">", 0)],
    "gradient_mass": gradient_mass,
    "smooth_psi": smooth_psi,
    "minimal_over_the_domain": minimal_over_the_domain,
    "smooth_objective": smooth_objective,
    # The inputs of the multiclass data are the rows.
    "unit_inputs": lambda case, w: [once([case.ref.norm(x) ** 2 for x in case.labelled.x], "<=", 1)],
    "multiclass_separable": lambda case, w: [once(case.labelled.gamma_bar_m, ">", 0)],
    "no_momentum": lambda case, w: [at_all_t(case, "==", case.beta, lambda t: 0)],
    "two_rows": lambda case, w: [once(case.n, ">=", 2)],
    "small_deviation": small_deviation,
}  # fmt: skip
