"""The conditions under which statements about boosting are made, as relations on a run or an ℓ₁ problem."""

from typing import Any

from lemmacheck.theory.core.hypothesis import hypothesis
from lemmacheck.theory.core.relation import Relation, above, at_most, equal


@hypothesis("|z_ik| ≤ 1 for every row and column")
def bounded_entries(run: Any) -> Relation:
    return at_most(abs(run.Z)[None], 1)


@hypothesis("‖z_i‖_r ≤ 1 for every row, in the norm of which the potential is smooth")
def rows_in_the_ball(run: Any) -> Relation:
    potential = getattr(run, "algorithm", run).potential
    return at_most(potential.rows(getattr(run, "problem", run))[None], 1)


@hypothesis("the weak learners can be combined to a margin: γ̄₁ > 0")
def separable_by_votes(run: Any) -> Relation:
    return above(run.optimum.gamma, 0)


@hypothesis("φ(x) = x²/2", tried=lambda run: run.algorithm.phi)
def half_square(run: Any) -> Relation:
    """(φ*)'(1/2) = 1/2, which none of the other φ has."""
    half = run.num.array([1]) / 2
    return equal(run.algorithm.phi.slope(run.num, half), half)


@hypothesis("(φ*)' = 1: steps of length 1", tried=lambda run: run.algorithm.phi)
def unit_votes(run: Any) -> Relation:
    """(φ*)'(1/2) = 1, which none of the other φ has."""
    return equal(run.algorithm.phi.slope(run.num, run.num.array([1]) / 2), 1)


@hypothesis("the largest |(Zᵀq_t)_k| is attained once for every t, so that every rule for ties makes the same run")
def no_ties(run: Any) -> Relation:
    edges = abs(run.combine(run.q))
    first = run.num.first_largest(edges)
    return above((edges * first).sum(-1), run.maximum(edges * (1 - first)))


@hypothesis("η_t > 0: the steps go forward", tacit=True)
def forward_steps(run: Any) -> Relation:
    return above(run.theta, 0)


@hypothesis("λ > 0 is one number", tacit=True)
def one_penalty(run: Any) -> tuple[Relation, Relation]:
    return above(run.lam, 0), equal(run.lam, run.lam[:1])
