"""Arguments of Section 3.3: how far −ψ(Zw_t) has come for the way that w_t has gone.

ψ(Zw_0) − ψ(Zw_t) ≥ C_t ≥ (γ̄/2) L_t ≥ (γ̄/2) ‖w_t‖,   C_t = Σ_{j<t} ‖Zᵀν_j‖²/(2λ_j),   L_t = Σ_{j<t} ‖Zᵀν_j‖/λ_j
"""

from typing import Any

from lemmacheck.theory.books.jst import arguments
from lemmacheck.theory.books.jst.sec3_3_margin_rate import climbed, travelled, weights
from lemmacheck.theory.core.argument import by
from lemmacheck.theory.core.relation import above, at_least

Argument = list[Any]


def mu_leaves_a_rest(run: Any) -> Argument:
    """The ‖Zᵀμ_j‖² of Lemma 3.5 with their weights, which are not negative."""
    mu = run.combine(run.mu)
    return [by("F.vector", mu), at_least(run.sums(weights(run) * run.squared(mu) / 2), 0)]


def dropped(run: Any) -> Any:
    """ψ(Zw_0) − ψ(Zw_t)."""
    psi = run.psi(run.scores(run.w))
    return psi[:1] - psi


def drop_and_way(run: Any) -> Argument:
    """(ψ(Zw_0) − ψ(Zw_t)) L_t ≥ C_t L_t ≥ C_t ‖w_t‖, where ‖w_t‖ and so L_t are positive."""
    way, size, climb, drop = travelled(run), run.norm(run.w), climbed(run), dropped(run)
    return [
        by("F.root", run.squared(run.w[1:])),
        above(size[1:], 0),
        above(way[1:], 0),
        by("F.vector", run.combine(run.nu)),
        at_least(climb, 0),
        by("F.times", way[1:], drop[1:] - climb[1:]),
        by("F.times", climb, way - size),
        at_least(drop[1:] * way[1:], climb[1:] * size[1:]),
    ]


def climb_and_way(run: Any) -> Argument:
    """C_t ≥ (γ̄/2) L_t, as ‖Zᵀν_j‖ ≥ γ̄; and L_t is positive from the first step on."""
    first = run.combine(run.nu[:1])
    return [
        by("F.root", run.squared(first)),
        above(run.norm(first), 0),
        above(travelled(run)[1:], 0),
        *climb_by_way(run),
    ]


def climb_by_way(run: Any) -> Argument:
    pull, gamma = run.norm(run.combine(run.nu)), run.optimum.gamma
    return [by("P.3.9.3"), by("F.times", pull, pull - gamma), at_least(climbed(run), gamma / 2 * travelled(run))]


def half_the_way(run: Any) -> Argument:
    """ψ(Zw_0) − ψ(Zw_t) ≥ (γ̄/2) ‖w_t‖, where ‖w_t‖ is positive."""
    half = at_least(dropped(run)[1:], run.optimum.gamma / 2 * run.norm(run.w)[1:])
    return [by("P.3.8"), by("P.L3.6u"), *climb_by_way(run), half, *arguments.distance_grows(run)]


def half_the_margin(run: Any) -> Argument:
    return [*arguments.distance_grows(run), by("P.P3.7.c.1"), by("P.P3.7.c.2")]
