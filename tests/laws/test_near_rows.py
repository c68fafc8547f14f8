"""Protects N2 and N5 on what they are about: rows of any length at most 2 apart, drawn and decided in balls."""

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.instances.families import far_but_near, survey
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.records.verdict import Verdict

from tests.sampled import sampled

STEPS = 24
CLAIMS = [id for id in LIBRARY.claims if id.startswith(("N2.", "N5."))]
GOOD = {Verdict.CERTIFIED, Verdict.NOT_APPLICABLE}
SHAPES = st.tuples(st.integers(1, 6), st.integers(1, 3))
LONG = Instance.from_json("long", [["3", "4"], ["3", "3"]])


@st.composite
def near_rows(draw: st.DrawFn) -> Instance:
    n, d = draw(SHAPES)
    rows = far_but_near(random.Random(draw(st.integers(0, 10**6))), n, d)
    return Instance("far_but_near", tuple(rows))


@pytest.mark.parametrize("id", sampled(CLAIMS, 5))
@given(instance=near_rows())
def test_long_rows_near_to_each_other_contradict_nothing(id: str, instance: Instance) -> None:
    claim = LIBRARY.claims[id]
    found = {label: decide(claim, instance, alg, STEPS).verdict for label, alg in claim.usual.items()}

    assert set(found.values()) <= GOOD


@pytest.mark.parametrize("id", CLAIMS)
def test_the_claims_are_met_by_rows_longer_than_1(id: str) -> None:
    claim = LIBRARY.claims[id]
    algorithm = next(iter(claim.usual.values()))

    assert decide(claim, LONG, algorithm, STEPS).verdict == Verdict.CERTIFIED


def test_the_gradient_of_phi_is_not_smooth_there() -> None:
    """‖∇φ(q) − ∇φ(q')‖_∞ ≤ ‖q − q'‖₁ needs ‖z_i‖ ≤ 1: ∇φ is bounded up to a constant vector alone."""
    rows = LONG.rows
    z = [a - b for a, b in zip(*rows, strict=True)]  # Zᵀ(e_1 − e_2)
    change = max(abs(sum(x * y for x, y in zip(row, z, strict=True))) for row in rows)

    assert change > 2


def test_long_rows_are_surveyed() -> None:
    long = [i for group in survey(44) for i in group if max(squares(i)) > 1]

    assert {i.name.split("-")[0] for i in long} == {"far_but_near"}
    assert len(long) >= 8
    assert all(distance <= 4 for i in long for distance in distances(i))


def squares(instance: Instance) -> list[Fraction]:
    return [sum((x * x for x in row), Fraction(0)) for row in instance.rows]


def distances(instance: Instance) -> list[Fraction]:
    """‖z_i − z_k‖² for all i, k."""
    pairs = [(a, b) for a in instance.rows for b in instance.rows]
    return [sum(((x - y) ** 2 for x, y in zip(a, b, strict=True)), Fraction(0)) for a, b in pairs]
