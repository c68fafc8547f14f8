"""Appendix A, typed from the print: Lemma A.0 and the conjugates in its proof.

A maximum is its value as an upper bound at every comparator together with a point that attains it;
here the value is γ̄, and the points are Zᵀq̄ for min_i (Zw)_i and −Zᵀq̄ for −max_i (Zw)_i, of norm γ̄.
"""

from typing import Any

from tests.literal.case import Case
from tests.literal.printed import Printed, displays, for_each, once, transcribed
from tests.literal.reference import Vector
from tests.literal.vectors import negated


def primal(case: Case) -> list[Printed]:
    """max_{‖w‖≤1} min_i (Zw)_i = γ̄."""
    scores = case.ref.scores
    return [
        for_each("<=", case.ball_points, lambda w: (min(scores(w)), case.gamma_bar)),
        once(min(scores(case.pull)), "==", case.gamma_bar**2),
    ]


def mirrored(case: Case) -> list[Printed]:
    """max_{‖w‖≤1} −max_i (Zw)_i = γ̄."""
    scores = case.ref.scores
    return [
        for_each("<=", case.ball_points, lambda w: (-max(scores(w)), case.gamma_bar)),
        once(-max(scores(negated(case.pull))), "==", case.gamma_bar**2),
    ]


def dual(case: Case) -> list[Printed]:
    """min_{q∈Δ_n} ‖Zᵀq‖₂ = γ̄."""
    r = case.ref
    return [
        for_each(">=", case.simplex_points, lambda q: (r.norm(r.combine(q)), case.gamma_bar)),
        for_each("==", case.q_bars, lambda q: (r.norm(r.combine(q)), case.gamma_bar)),
    ]


def lemma_u(case: Case) -> Vector:
    """The lemma's ū, of norm 1 with min_i (Zū)_i = γ̄: the direction of Zᵀq̄."""
    return [entry / case.gamma_bar for entry in case.pull]


def lemma_u_is_optimal(case: Case) -> list[Printed]:
    u = lemma_u(case)
    return [once(case.ref.norm(u), "==", 1), once(min(case.ref.scores(u)), "==", case.gamma_bar)]


@transcribed("P.A.1b.1")
def unique_u(case: Case) -> list[Printed]:
    r, u = case.ref, lemma_u(case)

    def sides(w: Vector) -> tuple[Any, Any]:
        gap = r.norm([w[k] - u[k] for k in range(case.d)])
        return gap**2, 2 * (1 - min(r.scores(w)) / case.gamma_bar)

    positive = once(case.gamma_bar, ">", 0)
    return [positive, *lemma_u_is_optimal(case), for_each("<=", case.ball_points, sides)]


def against(case: Case, u: Vector) -> Printed:
    """−Zᵀq̄ = γ̄u for every dual optimal solution."""
    right = [case.gamma_bar * entry for entry in u]
    return for_each("==", case.q_bars, lambda q: ([-entry for entry in case.ref.combine(q)], right))


@transcribed("P.A.1b.2.corrected")
def direction_corrected(case: Case) -> list[Printed]:
    """The ū of min_i (−Zw)_i."""
    r, u = case.ref, [-entry for entry in lemma_u(case)]
    least = min(-score for score in r.scores(u))
    return [once(r.norm(u), "==", 1), once(least, "==", case.gamma_bar), against(case, u)]


def largest(values: Vector) -> Any:
    """max_i v_i by the vertices of Δ_n, at which ⟨v, u⟩ is v_i."""
    top = values[0]
    for value in values[1:]:
        top = value if value > top else top
    return top


def bounded_on_the_simplex(case: Case) -> list[Printed]:
    """⟨v, u⟩ ≤ sup for each u ∈ Δ_n, over v = Zw."""
    vectors = [case.ref.scores(w) for w in case.directions]
    return [for_each("<=", vectors, lambda v, u=u: (case.ref.dot(v, u), largest(v))) for u in case.simplex_points]


def attained_at_a_vertex(case: Case) -> Printed:
    vertices, vectors = case.simplex_points[: case.n], [case.ref.scores(w) for w in case.directions]
    return for_each("==", vectors, lambda v: (max(case.ref.dot(v, e) for e in vertices), largest(v)))


@transcribed("P.A.1c.2")
def conjugate_of_the_norm(case: Case) -> list[Printed]:
    """sup_w ⟨v, w⟩ − ‖w‖₂ is 0 for ‖v‖₂ ≤ 1; for v = 2e_k it is not bounded along w = v, 2v."""
    r = case.ref

    def value(v: Vector, w: Vector) -> Any:
        return r.dot(v, w) - r.norm(w)

    def twice(v: Vector) -> Vector:
        return [2 * entry for entry in v]

    outside = [[r.ctx.mpf(2 * (j == k)) for j in range(case.d)] for k in range(case.d)]
    return [
        *(for_each("<=", case.directions, lambda w, v=v: (value(v, w), 0)) for v in case.ball_points),
        for_each("==", case.ball_points, lambda v: (value(v, r.zero()), 0)),
        for_each(">", outside, lambda v: (value(v, v), 0)),
        for_each("==", outside, lambda v: (value(v, twice(v)), 2 * value(v, v))),
    ]


@transcribed("P.A.1d.1")
def fenchel(case: Case) -> list[Printed]:
    """No gap: ‖Zᵀq‖₂ ≥ −ι*_Δ(Zw) for each q ∈ Δ_n and ‖−w‖₂ ≤ 1, both sides meeting at q̄ and −Zᵀq̄."""
    r = case.ref
    weak = [
        for_each(">=", case.ball_points, lambda w, q=q: (r.norm(r.combine(q)), -largest(r.scores(w))))
        for q in case.simplex_points
    ]
    met = -largest(r.scores(negated(case.pull)))
    return [
        *weak,
        for_each("==", case.q_bars, lambda q: (r.norm(r.combine(q)) ** 2, met)),
        for_each("<=", case.ball_points, lambda w: (r.norm(negated(w)) ** 2, 1)),
    ]


@transcribed("P.A.1d.2")
def conjugates_written_out(case: Case) -> list[Printed]:
    r, vertices = case.ref, case.simplex_points[: case.n]

    def conjugate(w: Vector) -> Any:
        return max(r.dot(r.scores(w), e) for e in vertices)

    return [
        for_each("==", case.directions, lambda w: (-conjugate(w), -largest(r.scores(w)))),
        for_each("==", case.directions, lambda w: (r.norm(negated(w)), r.norm(w))),
        *mirrored(case),
    ]


@transcribed("P.A.1d.3")
def mirror_image(case: Case) -> list[Printed]:
    scores = case.ref.scores
    return [
        for_each("==", case.directions, lambda w: (-max(scores(negated(w))), min(scores(w)))),
        *mirrored(case),
        *primal(case),
    ]


displays({
    "P.A.1a.1": lambda case: [*primal(case), once(case.ref.margin(negated(case.pull)), "==", case.gamma_bar)],
    "P.A.1a.2": lambda case: [*primal(case), *dual(case)],
    "P.A.1b.2": lambda case: [*lemma_u_is_optimal(case), against(case, lemma_u(case))],
    "P.A.1c.1.1": lambda case: bounded_on_the_simplex(case),
    ("P.A.1c.1.2", "P.A.1c.1.3"): lambda case: [*bounded_on_the_simplex(case), attained_at_a_vertex(case)],
    "P.A.1d.4": lambda case: [*dual(case), *primal(case)],
})  # fmt: skip


def dual_u(case: Case) -> list[Printed]:
    """ū of the dual problem: −max_i (Zū)_i = γ̄, with ‖ū‖₂ = 1."""
    return [once(-max(case.ref.scores(case.u_bar)), "==", case.gamma_bar)]


@transcribed("P.A.1e")
def normal_to_the_ball(case: Case) -> list[Printed]:
    """⟨Zᵀq̄, w − (−ū)⟩ ≤ 0 for ‖w‖₂ ≤ 1: Zᵀq̄ is in the normal cone of the ball at −ū."""
    r, u = case.ref, case.u_bar

    def sides(w: Vector, q: Vector) -> tuple[Any, Any]:
        return r.dot(r.combine(q), [w[k] + u[k] for k in range(case.d)]), 0

    normal = [for_each("<=", case.ball_points, lambda w, q=q: sides(w, q)) for q in case.q_bars]
    return [*dual_u(case), once(r.norm(u), "==", 1), *normal]


@transcribed("P.A.1f")
def length_and_direction(case: Case) -> list[Printed]:
    r, u = case.ref, case.u_bar

    def same_direction(q: Vector) -> tuple[Any, Any]:
        vector = r.combine(q)
        return r.dot(negated(vector), u), r.norm(vector) * r.norm(u)

    lengths = for_each("==", case.q_bars, lambda q: (r.norm(r.combine(q)), case.gamma_bar))
    return [lengths, *dual_u(case), for_each("==", case.q_bars, same_direction)]
