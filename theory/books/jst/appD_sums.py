"""Appendix D: what is added up over the steps of a run, and the bounds of these sums."""

from typing import Any

from lemmacheck.theory.books.jst.sec4_sampling import drawn
from lemmacheck.theory.core.arithmetic import Array
from lemmacheck.theory.core.run import Run


def climbed(run: Run) -> Array:
    """Σ_{j<t} θ_j‖Zᵀq_j‖₂², at the last t."""
    return run.sums(run.theta[0] * run.squared(run.combine(run.q)))[-1:]


def squared_steps(run: Run) -> Any:
    """Σ_{j<t} θ_j², at the last t."""
    return run.sums(run.theta**2)[-1]


def lost(run: Run, delta: Any) -> Any:
    """2 ln(n) + √(8 ln(2/δ) ln(n))."""
    return 2 * run.log(run.n) + run.sqrt(8 * run.log(2 / delta) * run.log(run.n))


def noise(run: Run) -> Array:
    """z_{i_t} − Zᵀq_t."""
    return drawn(run) - run.combine(run.q)


def deviation(run: Run) -> Array:
    """r_t = Σ_{j<t} θ_j(z_{i_j} − Zᵀq_j)."""
    return run.sums(run.theta[0] * noise(run))


def markov(run: Run, delta: Any) -> Any:
    """8 ln(n)/δ."""
    return 8 * run.log(run.n) / delta


def pulls(run: Run) -> Array:
    """Σ_{j<t} θ_j Zᵀq_j, at the last t."""
    return run.sums(run.theta[0] * run.combine(run.q))[-1:]


def travelled(run: Run) -> Array:
    """Σ_{j<t} θ_j‖Zᵀq_j‖, at the last t."""
    return run.sums(run.theta[0] * run.norm(run.combine(run.q)))[-1:]


def rows_drawn(run: Run) -> Array:
    """Σ_{j<t} θ_j z_{i_j}, at the last t."""
    return run.sums(run.theta[0] * drawn(run))[-1:]


def owed(run: Run) -> Any:
    """γ̄√(t ln(n)) at the last t."""
    return run.optimum.gamma * run.sqrt(run.steps * run.log(run.n))


def along_optimum(run: Run) -> Array:
    """Σ_{j<t} θ_j⟨−z_{i_j}, ū⟩ at the last t."""
    return run.sums(run.theta[0] * run.inner(-drawn(run), run.optimum.u))[-1:]


def steps_times_margin(run: Run) -> Array:
    """Σ_{j<t} θ_j γ̄ at the last t."""
    return run.sums(run.theta * run.optimum.gamma)[-1:]


def slack(run: Run, delta: Any) -> Any:
    """γ̄√(8 ln(n)/δ)."""
    return run.optimum.gamma * run.sqrt(markov(run, delta))
