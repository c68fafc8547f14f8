"""Arguments for gradient descent: how far ψ has fallen for the way that w_t has gone, and how far w_t is from 0.

ψ(Zw_0) − ψ(Zw_t) ≥ γ̄ L_t,   L_t = Σ_{j<t} ‖Zᵀq_j‖ ≥ ‖w_t‖ ≥ γ̄ t,   for θ_j = 1
"""

from typing import Any

from lemmacheck.theory.books.jst.arguments import largest_score_of_the_run, projection
from lemmacheck.theory.core.argument import by
from lemmacheck.theory.core.relation import above, at_least, at_most
from lemmacheck.theory.margins.comparators import simplex_points

Argument = list[Any]


def downhill(run: Any) -> Argument:
    """ψ at p_{t+1} from p_t, where ‖ZZᵀq_t‖_∞ ≤ ‖Zᵀq_t‖ ≤ 1."""
    p = run.scores(run.w)
    return [by("F.soft", p[:-1], p[1:]), by("F.scores", run.combine(run.q)), by("F.rows", run.q)]


def risk_falls(run: Any) -> Argument:
    """ψ does not grow, and ln R(w_{t+1}) − ln R(w_t) ≥ 1 − R(w_t)/R(w_{t+1})."""
    psi, risk = run.psi(run.scores(run.w)), run.risk(run.w)
    step = by("F.times", run.theta * (2 - run.theta), run.squared(run.combine(run.q)))
    return [
        *downhill(run),
        step,
        at_most(psi[1:], psi[:-1]),
        by("F.log", risk[:-1], risk[1:]),
        by("F.times", risk[1:], psi[:-1] - psi[1:]),
    ]


def gradient_by_the_dual_objective(run: Any) -> Argument:
    """‖∇R(w_t)‖² = R(w_t)² ‖Zᵀq_t‖², and R(w_t) ≤ 1 as ψ(Zw_t) ≤ ψ(Zw_0)."""
    psi, risk, pull = run.psi(run.scores(run.w)), run.risk(run.w), run.squared(run.combine(run.q))
    return [
        *downhill(run),
        by("F.vector", run.combine(run.q)),
        at_most(psi, psi[:1]),
        by("F.log", 1 + 0 * risk, risk),
        by("F.times", risk, psi[:1] - psi),
        at_most(risk, 1),
        by("P.3.1.phi0.2"),
        by("F.times", 1 - risk, pull),
        by("F.times", (1 - risk) * risk, pull),
    ]


def way(run: Any) -> Argument:
    """ψ(Zw_0) − ψ(Zw_t) ≥ γ̄ L_t ≥ γ̄ ‖w_t‖."""
    psi, travelled = run.psi(run.scores(run.w)), run.sums(run.norm(run.combine(run.q)))
    return [
        by("F.dual", run.q),
        at_least(psi[:1] - psi, run.optimum.gamma * travelled),
        by("F.triangle", run.w[:-1], run.w[1:] - run.w[:-1]),
        at_most(run.norm(run.w), travelled),
        at_least(psi[:1] - psi, run.optimum.gamma * run.norm(run.w)),
    ]


def distance(run: Any) -> Argument:
    """‖w_t‖ ≥ ⟨w_t, ū⟩ ≥ γ̄ t, which is positive for t ≥ 1."""
    far = run.optimum.gamma * run.t
    return [
        *projection(run),
        by("F.optimal", run.q),
        at_least(run.inner(run.w, run.optimum.u), far),
        at_least(run.norm(run.w), far),
        above(run.norm(run.w)[1:], 0),
    ]


def way_of_unit_steps(run: Any) -> Argument:
    """With θ = 1 a step lowers ψ by ½(‖Zᵀq_t‖² + ‖Zᵀq_{t+1}‖²) ≥ ½(‖Zᵀq_t‖² + γ̄²) ≥ γ̄‖Zᵀq_t‖."""
    p, size = run.scores(run.w), run.norm(run.combine(run.q))
    return [
        by("F.exp", p[:-1], p[1:]),
        by("F.rows", run.q[1:] - run.q[:-1]),
        by("F.square", size - run.optimum.gamma),
        *way(run),
    ]


def rate_of_unit_steps(run: Any) -> Argument:
    """γ(w_t) ≥ −ψ(Zw_t)/‖w_t‖ ≥ γ̄ − ln n/‖w_t‖ ≥ γ̄ − ln n/(γ̄ t)."""
    size, gamma, rows = run.norm(run.w), run.optimum.gamma, run.log(run.n)
    return [
        *way_of_unit_steps(run),
        *distance(run),
        *largest_score_of_the_run(run),
        at_least(run.margin(run.w[1:]), gamma - rows / size[1:]),
        by("F.times", rows + 0 * run.t, size - gamma * run.t),
    ]


def direction_of_unit_steps(run: Any) -> Argument:
    """γ̄‖w_t‖ − ln n ≤ −ψ(Zw_t) ≤ −⟨q̄, Zw_t⟩ = γ̄⟨ū, w_t⟩."""
    towards = by("F.largest", run.optimum.q[None], run.scores(run.w)[..., None, :])
    size, gamma, along = run.norm(run.w), run.optimum.gamma, run.inner(run.w, run.optimum.u)
    return [
        *way_of_unit_steps(run),
        *distance(run),
        by("F.max", run.scores(run.w)),
        towards,
        at_most(gamma * size, run.log(run.n) + gamma * along),
        at_most(1 - along[1:] / size[1:], run.log(run.n) / (gamma * size[1:])),
        by("F.order", gamma * run.t[1:], size[1:]),
        at_most(run.log(run.n) / size[1:], run.log(run.n) / (gamma * run.t[1:])),
    ]


def differences_of_points(p: Any) -> Argument:
    """‖ZZᵀx‖_∞² ≤ ‖Zᵀx‖² ≤ ‖x‖₁² for a difference x of points."""
    found: Argument = []
    for other in simplex_points(p):
        x = simplex_points(p) - other[None]
        size = p.l1(x)
        found += [by("F.scores", p.combine(x)), by("F.rows", x), by("F.under", p.linf(p.phi_gradient(x)), size * size)]
    return found


def dual_vector_by_the_gap(run: Any) -> Argument:
    """‖Zᵀq_t − Zᵀq̄‖² ≤ ‖Zᵀq_t‖² − γ̄², as ⟨Zᵀq_t, Zᵀq̄⟩ ≥ γ̄²."""
    return [by("F.optimal", run.q), by("P.3.2.MD1t")]
