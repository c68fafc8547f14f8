"""Appendix A, Margins in the primal and in the dual: Fenchel duality for the margin problem.

    max_{‖w‖≤1} min_i (Zw)_i = min_{q∈Δ_n} ‖Zᵀq‖₂ = γ̄

A maximum over w or a minimum over q is read as an inequality at every comparator, attained at the exact
optimum: at w = Zᵀq̄ for min_i (Zw)_i, at w = −Zᵀq̄ for −max_i (Zw)_i (both scaled by γ̄).
"""

import numpy as np
from lemmacheck.theory.books.jst import duality_arguments, openings
from lemmacheck.theory.books.jst.source import PREPRINT
from lemmacheck.theory.core.arithmetic import Array, column
from lemmacheck.theory.core.claim import claim, given, latex, proof, slip
from lemmacheck.theory.core.relation import Relation, above, at_least, at_most, equal
from lemmacheck.theory.margins.arbitrary import everywhere
from lemmacheck.theory.margins.comparators import ball_points, directions, simplex_points, vertices
from lemmacheck.theory.margins.hypotheses import separable
from lemmacheck.theory.margins.problem import Problem

CHAPTER = "Appendix A"
OPENING = openings.NOTATION


def primal_value_is_gamma(p: Problem) -> tuple[Relation, Relation]:
    """max_{‖w‖≤1} min_i (Zw)_i = γ̄: min_i (Zw)_i ≤ γ̄ in the ball, and min_i (ZZᵀq̄)_i = γ̄²."""
    w = ball_points(p)
    return (
        at_most(p.minimum(p.scores(w)), p.optimum.gamma),
        equal(p.minimum(p.scores(p.optimum.direction)), p.optimum.gamma_squared),
    )


def mirrored_value_is_gamma(p: Problem) -> tuple[Relation, Relation]:
    """max_{‖w‖≤1} −max_i (Zw)_i = γ̄: −max_i (Zw)_i ≤ γ̄ in the ball, and −max_i (Z(−Zᵀq̄))_i = γ̄²."""
    w = ball_points(p)
    return (
        at_most(-p.maximum(p.scores(w)), p.optimum.gamma),
        equal(-p.maximum(p.scores(-p.optimum.direction)), p.optimum.gamma_squared),
    )


def dual_value_is_gamma(p: Problem) -> tuple[Relation, Relation]:
    """min_{q∈Δ_n} ‖Zᵀq‖ = γ̄: ‖Zᵀq‖ ≥ γ̄ on the simplex, with equality at every q̄."""
    return (
        at_least(p.norm(p.combine(simplex_points(p))), p.optimum.gamma),
        equal(p.norm(p.combine(p.optimum.q)), p.optimum.gamma),
    )


@claim("P.A.1a.1", PREPRINT.at("Lemma A.0, display, first part"), kind="definition")
@proof("P.S2.gbar0", by=duality_arguments.value_of_the_game)
@latex(r"\bar\gamma:=\max_{\|w\|_2\le1}\min_{1\le i\le n}(Zw)_i")
def gamma_by_scores(p: Problem) -> tuple[Relation, ...]:
    """max_{‖w‖≤1} min_i (Zw)_i is the γ̄ of Section 2, the margin of −Zᵀq̄."""
    return *primal_value_is_gamma(p), equal(p.margin(-p.optimum.direction), p.optimum.gamma)


@claim("P.A.1a.2", PREPRINT.at("Lemma A.0, display, second part"), kind="identity")
@proof("P.A.1d.4", by=duality_arguments.value_of_the_game)
@latex(r"\max_{\|w\|_2\le1}\min_{1\le i\le n}(Zw)_i=\min_{q\in\Delta_n}\|Z^\top q\|_2")
def strong_duality(p: Problem) -> tuple[Relation, ...]:
    """max_{‖w‖≤1} min_i (Zw)_i = min_{q∈Δ_n} ‖Zᵀq‖₂: both are γ̄."""
    return *primal_value_is_gamma(p), *dual_value_is_gamma(p)


def lemma_u(p: Problem) -> Array:
    """The ū of Lemma A.0, the w of norm 1 that maximises min_i (Zw)_i."""
    return p.optimum.direction / column(p.optimum.gamma)


def maximises_the_least_score(p: Problem, u: Array) -> tuple[Relation, Relation]:
    """‖u‖ = 1 and min_i (Zu)_i = γ̄."""
    return equal(p.norm(u), 1), equal(p.minimum(p.scores(u)), p.optimum.gamma)


@claim("P.A.1b.1", PREPRINT.at("Lemma A.0, second sentence"), kind="qualitative")
@given(separable)
@proof("P.A.1a.2", by=duality_arguments.value_of_the_game)
@latex(r"\text{the primal optimal solution }\bar u\text{ exists and is unique}")
def primal_optimum_is_unique(p: Problem) -> tuple[Relation, ...]:
    """ū attains γ̄ with ‖ū‖ = 1, and ‖w − ū‖² ≤ 2 (1 − min_i (Zw)_i/γ̄) for all ‖w‖ ≤ 1: no other w attains it."""
    w, u = ball_points(p), lemma_u(p)
    return (
        above(p.optimum.gamma, 0),
        *maximises_the_least_score(p, u),
        at_most(p.squared(w - u), 2 * (1 - p.minimum(p.scores(w)) / p.optimum.gamma)),
    )


@claim("P.A.1b.2", PREPRINT.at("Lemma A.0, second sentence"))
@given(separable)
@slip("the ū that maximises min_i (Zw)_i is +Zᵀq̄/γ̄; the display lacks a sign, for Section 2 has min_i (−Zw)_i.")
@proof("P.A.1f")
@latex(r"-Z^\top\bar q=\bar\gamma\bar u")
def dual_optima_point_against_the_lemmas_u(p: Problem) -> tuple[Relation, ...]:
    """−Zᵀq̄ = γ̄ ū for every dual optimum q̄ and the ū that maximises min_i (Zw)_i over ‖w‖ ≤ 1."""
    u = lemma_u(p)
    against = equal(-p.combine(p.optimum.q), column(p.optimum.gamma) * u)
    return *maximises_the_least_score(p, u), against


@dual_optima_point_against_the_lemmas_u.corrected()
@latex(r"\bar u:=\arg\max_{\|w\|_2\le1}\min_{1\le i\le n}(-Zw)_i:\quad-Z^\top\bar q=\bar\gamma\bar u")
def dual_optima_point_against_the_mirrored_u(p: Problem) -> tuple[Relation, ...]:
    """−Zᵀq̄ = γ̄ ū for every dual optimum q̄ and the ū that maximises min_i (−Zw)_i over ‖w‖ ≤ 1: the sign is to be
    turned in the display of the lemma, and ū is then that of Section 2."""
    u = fenchel_u(p)
    return (
        equal(p.norm(u), 1),
        equal(p.minimum(-p.scores(u)), p.optimum.gamma),
        equal(-p.combine(p.optimum.q), column(p.optimum.gamma) * u),
    )


@everywhere
def pairings(p: Problem, v: Array) -> Array:
    """⟨v, e_1⟩, …, ⟨v, e_n⟩ for each v, along the last axis."""
    return np.stack([p.inner(v, e) for e in vertices(p)], axis=-1)


def conjugate_of_the_simplex(p: Problem, v: Array) -> tuple[Relation, ...]:
    """ι*_Δ(v) as the least upper bound: max_k ⟨v, e_k⟩ is reached in Δ_n and bounds ⟨v, u⟩ for every u ∈ Δ_n."""
    supremum = p.maximum(pairings(p, v))
    return tuple(at_most(p.inner(v, u[None]), supremum) for u in simplex_points(p))


@claim("P.A.1c.1.1", PREPRINT.at("App. A, proof of Lemma A.0, first display, link 1"), kind="identity")
@proof(by=duality_arguments.vertices_reach_the_supremum)
@latex(r"\iota_{\Delta_n}^*(v)=\sup_{u\in\Delta_n}\langle v,u\rangle")
def conjugate_is_a_supremum(p: Problem) -> tuple[Relation, ...]:
    """ι*_Δ(v) = sup_u ⟨v, u⟩ − ι_Δ(u) = sup_{u∈Δ_n} ⟨v, u⟩: ⟨v, u⟩ is bounded on Δ_n by its largest vertex value."""
    return conjugate_of_the_simplex(p, p.scores(directions(p)))


@claim("P.A.1c.1.2", PREPRINT.at("App. A, proof of Lemma A.0, first display, link 2"), kind="identity")
@proof(by=duality_arguments.vertices_reach_the_supremum)
@latex(r"\sup_{u\in\Delta_n}\langle v,u\rangle=\max_{1\le i\le n}v_i")
def supremum_is_the_largest_entry(p: Problem) -> tuple[Relation, ...]:
    """sup_{u∈Δ_n} ⟨v, u⟩ = max_i v_i: ⟨v, u⟩ ≤ max_i v_i for every u ∈ Δ_n, with equality at a vertex."""
    v = p.scores(directions(p))
    bounds = tuple(at_most(p.inner(v, u[None]), p.maximum(v)) for u in simplex_points(p))
    return *bounds, equal(p.maximum(pairings(p, v)), p.maximum(v))


@claim("P.A.1c.1.3", PREPRINT.at("App. A, proof of Lemma A.0, first display, first and last members"))
@proof("P.A.1c.1.1", "P.A.1c.1.2", by=duality_arguments.vertices_reach_the_supremum)
@latex(r"\iota_{\Delta_n}^*(v)=\max_{1\le i\le n}v_i")
def conjugate_is_the_largest_entry(p: Problem) -> tuple[Relation, ...]:
    """ι*_Δ(v) = max_i v_i: the supremum of ⟨v, ·⟩ over Δ_n, reached at a vertex, is the largest entry."""
    v = p.scores(directions(p))
    return *conjugate_of_the_simplex(p, v), equal(p.maximum(pairings(p, v)), p.maximum(v))


@claim("P.A.1c.2", PREPRINT.at("App. A, proof of Lemma A.0, first display"), kind="identity")
@latex(r"(\|\cdot\|_2)^*(q)=\iota_{\|\cdot\|_2\le1}(q)")
def conjugate_of_the_norm(p: Problem) -> tuple[Relation, ...]:
    """sup_w ⟨v, w⟩ − ‖w‖ is 0 for ‖v‖ ≤ 1 and unbounded for ‖v‖ > 1, positive at w = v and doubled at 2v."""
    inside, w = ball_points(p), directions(p)
    at_zero = p.inner(inside, 0 * inside) - p.norm(0 * inside)
    bounded = tuple(at_most(p.inner(v[None], w) - p.norm(w), 0) for v in inside)
    outside = p.fixed(2 * np.eye(p.d, dtype=int))
    once = p.inner(outside, outside) - p.norm(outside)
    twice = p.inner(outside, 2 * outside) - p.norm(2 * outside)
    return *bounded, equal(at_zero, 0), above(once, 0), equal(twice, 2 * once)


@claim("P.A.1d.1", PREPRINT.at("App. A, proof of Lemma A.0, second display, first line"), kind="identity")
@proof("P.A.1c.1.3", "P.A.1c.2", by=duality_arguments.no_gap)
@latex(r"\min\left(\|Z^\top q\|_2+\iota_{\Delta_n}(q)\right)=\max-\iota_{\|\cdot\|_2\le1}(-w)-\iota_\Delta^*(Zw)")
def fenchel_duality(p: Problem) -> tuple[Relation, ...]:
    """‖Zᵀq‖ ≥ −ι*_Δ(Zw) for all q ∈ Δ_n, ‖w‖ ≤ 1, and ‖Zᵀq̄‖² = −ι*_Δ(Z(−Zᵀq̄)): no gap."""
    w, q = ball_points(p), simplex_points(p)
    value = -p.maximum(pairings(p, p.scores(w)))
    weak = tuple(at_least(p.norm(p.combine(point[None])), value) for point in q)
    best = -p.maximum(pairings(p, p.scores(-p.optimum.direction)))
    return *weak, equal(p.squared(p.combine(p.optimum.q)), best), at_most(p.squared(-w), 1)


@claim("P.A.1d.2", PREPRINT.at("App. A, proof of Lemma A.0, second display, second line"))
@proof("P.A.1c.1.3", by=duality_arguments.value_of_the_game)
@latex(r"\max-\iota_{\|\cdot\|_2\le1}(-w)-\iota_\Delta^*(Zw)=\max\left\{-\max_i(Zw)_i:\|w\|_2\le1\right\}")
def conjugates_written_out(p: Problem) -> tuple[Relation, ...]:
    """−ι*_Δ(Zw) = −max_i (Zw)_i and ‖−w‖ = ‖w‖ at every w; the maximum of both is γ̄."""
    w = directions(p)
    return (
        equal(-p.maximum(pairings(p, p.scores(w))), -p.maximum(p.scores(w))),
        equal(p.norm(-w), p.norm(w)),
        *mirrored_value_is_gamma(p),
    )


@claim("P.A.1d.3", PREPRINT.at("App. A, proof of Lemma A.0, second display, third line"))
@proof(by=duality_arguments.value_of_the_game)
@latex(r"\max\left\{-\max_i(Zw)_i:\|w\|_2\le1\right\}=\max\left\{\min_i(Zw)_i:\|w\|_2\le1\right\}")
def mirror_image(p: Problem) -> tuple[Relation, ...]:
    """−max_i (Z(−w))_i = min_i (Zw)_i, and the ball is symmetric: the two maxima are one, γ̄ (at opposite w)."""
    w = directions(p)
    return (
        equal(-p.maximum(p.scores(-w)), p.minimum(p.scores(w))),
        *mirrored_value_is_gamma(p),
        *primal_value_is_gamma(p),
    )


@claim("P.A.1d.4", PREPRINT.at("App. A, proof of Lemma A.0, second display, first and last members"), kind="identity")
@proof("P.A.1d.1", "P.A.1d.2", "P.A.1d.3", by=duality_arguments.value_of_the_game)
@latex(r"\min\left(\|Z^\top q\|_2+\iota_{\Delta_n}(q)\right)=\max\left\{\min_i(Zw)_i:\|w\|_2\le1\right\}")
def dual_value_is_primal_value(p: Problem) -> tuple[Relation, ...]:
    """min_{q∈Δ_n} ‖Zᵀq‖ = max_{‖w‖≤1} min_i (Zw)_i."""
    return *dual_value_is_gamma(p), *primal_value_is_gamma(p)


def fenchel_u(p: Problem) -> Array:
    """The ū of the Fenchel dual, the w of norm 1 that maximises −max_i (Zw)_i."""
    return p.optimum.u


@claim("P.A.1e", PREPRINT.at("App. A, proof of Lemma A.0"), kind="qualitative")
@given(separable)
@proof("P.A.1d.1", by=duality_arguments.optimum_is_a_normal)
@latex(r"Z^\top\bar q\in\partial\left(\iota_{\|\cdot\|_2\le1}\right)(-\bar u)")
def dual_optimum_is_a_normal(p: Problem) -> tuple[Relation, ...]:
    """⟨Zᵀq̄, w − (−ū)⟩ ≤ 0 for all ‖w‖ ≤ 1, with ū the maximiser of the Fenchel dual −max_i (Zw)_i."""
    w, u = ball_points(p), fenchel_u(p)
    normal = tuple(at_most(p.inner(p.combine(q[None]), w + u), 0) for q in p.optimum.q)
    return equal(-p.maximum(p.scores(u)), p.optimum.gamma), equal(p.norm(u), 1), *normal


@claim("P.A.1f", PREPRINT.at("App. A, proof of Lemma A.0"))
@given(separable)
@proof("P.A.1e", "P.A.1d.4", by=duality_arguments.value_of_the_game)
@latex(r"\|Z^\top\bar q\|_2=\bar\gamma,\quad\langle-Z^\top\bar q,\bar u\rangle=\|Z^\top\bar q\|_2\|\bar u\|_2")
def dual_optimum_has_the_length_of_the_margin(p: Problem) -> tuple[Relation, ...]:
    """‖Zᵀq̄‖ = γ̄, and −Zᵀq̄ and the Fenchel dual's ū have the same direction."""
    normal, u = p.combine(p.optimum.q), fenchel_u(p)
    return (
        equal(p.norm(normal), p.optimum.gamma),
        equal(-p.maximum(p.scores(u)), p.optimum.gamma),
        equal(p.inner(-normal, u), p.norm(normal) * p.norm(u)),
    )
