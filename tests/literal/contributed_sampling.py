"""N7, typed from its statements: Theorem 4.1 with the constants that its proof gives."""

from collections.abc import Callable
from typing import Any

from tests.literal.case import Case
from tests.literal.printed import Printed, at_each, displays, every, for_each, transcribed
from tests.literal.sampled_paths import SampledPath
from tests.literal.sampling import margin_but_for
from tests.literal.sampling_potential import climbed, drift, on_all, squares, travelled


@at_each(">=", every, "N7.psi")
def on_a_path(case: Case, t: int) -> tuple[Any, Any]:
    s = case.sampled
    gained = s.total(t, lambda j: s.theta[j] * s.ref.dot(s.mean(j), s.z(j)))
    return -s.psi(t), -s.psi(0) + gained - s.total(t, lambda j: s.theta[j] ** 2 / 2)


@transcribed("N7.azuma")
def azuma(case: Case) -> list[Printed]:
    def right(s: SampledPath, delta: Any) -> Any:
        return s.ref.ctx.sqrt(2 * s.ref.ctx.log(2 / delta) * squares(s))

    return on_all(case, "<=", lambda s: s.total(s.T, lambda j: s.theta[j] * drift(s, j)), right, 2)


@transcribed("N7.climb")
def climb(case: Case) -> list[Printed]:
    def right(s: SampledPath, delta: Any) -> Any:
        ctx, rows = s.ref.ctx, s.ref.ctx.log(case.n)
        return climbed(s) - 3 * rows / 2 - ctx.sqrt(2 * ctx.log(2 / delta) * rows)

    return on_all(case, ">=", lambda s: -s.psi(s.T), right, 2)


def mean_square(case: Case, t: int) -> Any:
    """E‖r_t‖²."""
    return sum((s.chance * s.ref.norm(s.r(t)) ** 2 for s in case.all_paths), case.ref.ctx.zero)


def up_to_the_horizon(case: Case) -> range:
    return range(case.all_paths[0].T + 1)


@transcribed("N7.variance")
def variance(case: Case) -> Printed:
    def summed(t: int, vector: Callable[[SampledPath, int], Any]) -> Any:
        """Σ_{j<t} θ_j² E‖vector_j‖²."""
        terms = (
            s.chance * s.total(t, lambda j, s=s: s.theta[j] ** 2 * s.ref.norm(vector(s, j)) ** 2)
            for s in case.all_paths
        )
        return sum(terms, case.ref.ctx.zero)

    def sides(t: int) -> tuple[Any, Any]:
        return mean_square(case, t) + summed(t, SampledPath.mean), summed(t, SampledPath.z)

    return for_each("==", up_to_the_horizon(case), sides)


@transcribed("N7.spread")
def spread(case: Case) -> Printed:
    size = case.ref.ctx.log(case.n)
    return for_each("<=", up_to_the_horizon(case), lambda t: (mean_square(case, t) + case.gamma_bar**2 * size, size))


@transcribed("N7.norm")
def norm(case: Case) -> list[Printed]:
    def right(s: SampledPath, delta: Any) -> Any:
        ctx = s.ref.ctx
        return travelled(s) + ctx.sqrt(2 * (1 - case.gamma_bar**2) * ctx.log(case.n) / delta)

    return on_all(case, "<=", lambda s: s.ref.norm(s.w[s.T]), right, 2)


def shortfall(case: Case, delta: Any, t: int) -> Any:
    """(3√(ln n)/2 + √(2 ln(2/δ)))/(γ̄√t) + √(2(1 − γ̄²)/(δt))."""
    ctx = case.ref.ctx
    spread = 3 * ctx.sqrt(ctx.log(case.n)) / 2 + ctx.sqrt(2 * ctx.log(2 / delta))
    return spread / (case.gamma_bar * ctx.sqrt(t)) + ctx.sqrt(2 * (1 - case.gamma_bar**2) / (delta * t))


displays({"N7.margin": lambda case: margin_but_for(case, shortfall)})
