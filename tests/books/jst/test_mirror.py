"""Protects Appendix B's schemes: every geometry against scalar loops, the projection, and how the schemes relate."""

from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.books.jst.algorithms.mirror import Mirror, MirrorDescent
from lemmacheck.theory.books.jst.problems.geometries import (
    Centred,
    Euclidean,
    EuclideanSimplex,
    LogisticConjugate,
    MeanDual,
    ramp,
)
from lemmacheck.theory.books.jst.problems.scheme import scheme
from lemmacheck.theory.core.run import Run, run
from lemmacheck.theory.core.schedules import Drawn
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.instances.families import structured
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.margins import margin_problem
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.monomial import as_ball
from lemmacheck.verifiers.numbers.rational import Rational
from lemmacheck.verifiers.records.verdict import Verdict

from tests.laws.test_claims_match_the_print import STEPS, TOLERANCE, disagreement, links, problem, values
from tests.literal.case import Case
from tests.literal.instances import INSTANCES
from tests.literal.instances import Instance as Written
from tests.literal.printed import TRANSCRIBED
from tests.sampled import sampled
from tests.shipped import configurations, subject_of

CLAIMS = {id: claim for id, claim in LIBRARY.claims.items() if claim.about in (Mirror, MirrorDescent)}
LAM, THETA = Drawn(31), Drawn(32, first=None, denominator=5)
FAMILIES = {
    "whole": {Mirror: Mirror(LAM, THETA, Euclidean(), Centred(), ramp)},
    "logistic": {Mirror: Mirror(LAM, THETA, LogisticConjugate())},
}
FAMILIES["whole"][MirrorDescent] = MirrorDescent(LAM, THETA, Euclidean(), Centred(), ramp)
COMPARED = [
    (id, geometry)
    for id, claim in CLAIMS.items()
    for geometry, algorithms in FAMILIES.items()
    if claim.about in algorithms
]


@cache
def case(instance: Written, geometry: str) -> Case:
    return Case(instance, STEPS, values(LAM), values(THETA), values(LAM), values(THETA), geometry=geometry)


@cache
def subject(instance: Written, geometry: str, about: type) -> Run:
    return run(FAMILIES[geometry][about], problem(instance, "standard"), STEPS)


@pytest.mark.parametrize("instance", sampled(INSTANCES[1:4], 1), ids=lambda instance: instance.name)
@pytest.mark.parametrize(("id", "geometry"), sampled(COMPARED, 50))
def test_both_sides_are_the_printed_ones_in_the_other_geometries(id: str, geometry: str, instance: Written) -> None:
    printed = TRANSCRIBED[id](case(instance, geometry))
    stated = links(CLAIMS[id](subject(instance, geometry, CLAIMS[id].about)))
    tolerance = TOLERANCE * 10**12 if geometry == "logistic" else TOLERANCE

    assert [disagreement(*pair, tolerance) for pair in zip(stated, printed, strict=True)] == [None] * len(printed)


ENTRIES = st.lists(st.fractions(-3, 3, max_denominator=12), min_size=1, max_size=6)


@given(ENTRIES)
def test_the_projection_is_the_nearest_point_of_the_simplex(entries: list[Fraction]) -> None:
    """q ∈ Δ_n and ⟨p − q, e_k − q⟩ ≤ 0 for every k, in exact rationals."""
    num = Rational()
    p = num.array(entries)
    z = margin_problem(Instance("any", tuple((Fraction(1),) for _ in entries)), num)
    q = EuclideanSimplex().mirror(z, p)

    assert sum(q) == 1
    assert all(entry >= 0 for entry in q)
    assert all(p[k] - q[k] <= z.inner(p - q, q) for k in range(len(q)))


def test_a_projection_that_drops_one_entry_after_another_is_the_written_one() -> None:
    """(3, 2, 1, 0) → (1, 0, 0, 0), and (1, 1/2, −1) → (3/4, 1/4, 0)."""
    num = Rational()
    for entries, expected in (([3, 2, 1, 0], [1, 0, 0, 0]), (["1", "1/2", "-1"], ["3/4", "1/4", "0"])):
        z = margin_problem(Instance("any", tuple((Fraction(1),) for _ in entries)), num)
        q = EuclideanSimplex().mirror(z, num.array([Fraction(x) for x in entries]))

        assert [Fraction(int(x.p), int(x.q)) for x in q] == [Fraction(x) for x in expected]


SOME = [instance for instance in structured() if instance.shape in ((2, 2), (3, 2), (4, 3))][::3]
some_data = pytest.mark.parametrize("instance", SOME, ids=lambda instance: instance.name)


def runs(instance: Instance, *algorithms: Any) -> list[Run]:
    problem = margin_problem(instance, Ball(256))
    return [run(algorithm, problem, 6) for algorithm in algorithms]


@some_data
def test_with_the_entropy_the_scheme_is_the_method_of_section_3_2(instance: Instance) -> None:
    with Ball(256).active():
        general, dual = runs(instance, Mirror(LAM, THETA), DualNesterov(LAM, THETA))
        for name in ("q", "mu", "nu"):
            assert all(a.overlaps(b) for a, b in balls(getattr(general, name), getattr(dual, name)))


@some_data
def test_theorem_b_10_with_the_entropy_implies_lemma_3_2(instance: Instance) -> None:
    """D_ω(q̄, q_0) = ln n + Σ q̄_i ln q̄_i ≤ ln n."""
    with Ball(256).active():
        (general,) = runs(instance, Mirror())
        divergence = scheme(general).optimal.divergence[0]
        for q, value in zip(general.optimum.q, divergence, strict=True):
            expected = general.log(general.n) + general.entropy(q)

            assert all(a.overlaps(b) for a, b in balls(np.array([value]), np.array([expected])))
            assert value <= general.log(general.n)


def balls(a: Any, b: Any) -> Any:
    return [(as_ball(x), as_ball(y)) for x, y in zip(np.ravel(a), np.ravel(b), strict=True)]


@some_data
@pytest.mark.parametrize("geometry", ["entropy", "whole"])
def test_where_omega_has_a_gradient_both_schemes_are_one(instance: Instance, geometry: str) -> None:
    settings: dict[str, Any] = {
        "entropy": {},
        "whole": {"geometry": Euclidean(), "objective": Centred(), "first": ramp},
    }
    with Ball(256).active():
        one, other = (kind(LAM, THETA, **settings[geometry]) for kind in (Mirror, MirrorDescent))
        averaged, descended = runs(instance, one, other)
        for name in ("q", "mu", "nu"):
            assert all(a.overlaps(b) for a, b in balls(getattr(averaged, name), getattr(descended, name)))


def test_on_the_boundary_of_the_simplex_the_schemes_part() -> None:
    """D_ω(q, q_t) of (B.2), with p_t, is not that of (B.1), with ∇ω(q_t) = q_t: the redefinition is needed."""
    setting: dict[str, Any] = {"geometry": EuclideanSimplex(), "objective": MeanDual(), "first": ramp}
    apart = []
    for instance in structured():
        averaged, descended = (subject_of(instance, Rational(), kind(**setting), 8) for kind in (Mirror, MirrorDescent))
        differs = (averaged.q != descended.q).any(-1)
        touches = (averaged.q == 0).any(-1)
        apart.append(bool(differs.any()))
        if differs.any():
            assert touches[: int(np.flatnonzero(differs)[0])].any()

    assert any(apart)
    assert not all(apart)


EUCLIDEAN = {
    (about, label): algorithm
    for about in (Mirror, MirrorDescent)
    for label, algorithm in configurations(about).items()
    if isinstance(algorithm.geometry, (Euclidean, EuclideanSimplex))
}


@pytest.mark.parametrize("id", sampled([id for id, claim in CLAIMS.items() if not claim.fault], 9))
def test_in_rationals_every_statement_is_certified(id: str) -> None:
    """Equalities too: nothing is only supported."""
    claim = CLAIMS[id]
    found = {
        decide(claim, instance, algorithm, 8).verdict
        for (about, _), algorithm in EUCLIDEAN.items()
        if about is claim.about
        for instance in SOME
    }

    assert Verdict.CERTIFIED in found
    assert found <= {Verdict.CERTIFIED, Verdict.NOT_APPLICABLE}
