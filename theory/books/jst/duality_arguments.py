"""Arguments for duality: q̄ bounds the least score of every w, and the scores of Zᵀq̄ are at least γ̄²."""

from typing import Any

import numpy as np
from lemmacheck.theory.core.argument import by
from lemmacheck.theory.core.relation import at_most, equal
from lemmacheck.theory.margins.comparators import ball_points, directions, simplex_points

Argument = list[Any]


def attained(p: Any) -> Argument:
    """max_i (Z(−Zᵀq̄))_i ≤ −γ̄² by the margins of the optimum, and ≥ −γ̄² as ⟨q̄, ZZᵀq̄⟩ = γ̄²."""
    scores, most = p.scores(-p.optimum.direction), -p.optimum.gamma_squared
    return [by("F.margins"), by("F.ceiling", scores, most), by("F.largest", p.optimum.q, scores)]


def bounded_in_the_ball(p: Any) -> Argument:
    """min_i (Zw)_i ≤ ⟨q̄, Zw⟩ = ⟨Zᵀq̄, w⟩ ≤ γ̄ ‖w‖ ≤ γ̄, for w and for −w."""
    w = ball_points(p)
    image = p.optimum.direction + 0 * w
    bounds = [[by("F.largest", p.optimum.q, p.scores(x)[..., None, :]), by("F.CS", image, -x)] for x in (w, -w)]
    return [by("F.ball"), *bounds[0], *bounds[1]]


def value_of_the_game(p: Any) -> Argument:
    return [*attained(p), *bounded_in_the_ball(p), by("F.dual", simplex_points(p))]


def no_margin_is_larger(p: Any) -> Argument:
    """max_i (Zw)_i ≥ ⟨q̄, Zw⟩ = −⟨Zᵀq̄, −w⟩ ≥ −γ̄ ‖w‖."""
    w = directions(p)
    image = p.optimum.direction + 0 * w
    return [*attained(p), by("F.largest", p.optimum.q, p.scores(w)[..., None, :]), by("F.CS", image, -w)]


def optimum_is_a_normal(p: Any) -> Argument:
    """⟨Zᵀq̄, w⟩ ≤ γ̄ ‖w‖ ≤ γ̄ for every dual optimum q̄: Zᵀq̄ is the same for all."""
    w, direction, gamma = ball_points(p), p.optimum.direction, p.optimum.gamma
    away = w + p.optimum.u
    return [
        *attained(p),
        by("F.ball"),
        by("F.one"),
        by("F.CS", direction + 0 * w, w),
        by("F.times", gamma + 0 * p.norm(w), 1 - p.norm(w)),
        at_most(p.inner(direction, away), 0),
        *(equal(p.inner(p.combine(q[None]), away), p.inner(direction, away)) for q in p.optimum.q),
    ]


def margin_of_the_optimum(p: Any) -> Argument:
    return [*attained(p), equal(p.margin(-p.optimum.direction), p.optimum.gamma)]


def weights_are_averages(p: Any) -> Argument:
    """ln n = ψ(0) ≥ ψ(ξ) − ⟨∇ψ(ξ), ξ⟩, and ⟨∇ψ(ξ), ξ⟩ ≤ max_i ξ_i ≤ ψ(ξ)."""
    xi = p.scores(np.concatenate([directions(p), 16 * directions(p)]))
    return [by("F.exp", 0 * xi, xi), by("F.largest", p.psi_gradient(xi), xi), by("F.max", xi)]


def vertices_reach_the_supremum(p: Any) -> Argument:
    """⟨v, u⟩ ≤ max_i v_i for every u ∈ Δ_n."""
    v = p.scores(directions(p))
    return [by("F.largest", u[None], v) for u in simplex_points(p)]


def no_gap(p: Any) -> Argument:
    """−max_i (Zw)_i ≤ −⟨q, Zw⟩ = ⟨Zᵀq, −w⟩ ≤ ‖Zᵀq‖ for every q ∈ Δ_n and ‖w‖ ≤ 1."""
    w = ball_points(p)
    found = [*attained(p), by("F.ball")]
    for q in simplex_points(p):
        image = p.combine(q[None]) + 0 * w
        found += [
            by("F.largest", q[None], p.scores(w)),
            by("F.CS", image, -w),
            by("F.times", p.norm(image), 1 - p.norm(w)),
        ]
    return found
