"""Instance k of a campaign is a function of its spec and of k: of no chunk, no order, no other instance."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lemmacheck.verifiers.campaigns.questions import chosen, questions
from lemmacheck.verifiers.campaigns.spec import (
    MIXED_FAMILIES,
    MIXED_SHAPES,
    Spec,
    affordable,
    difference,
    families,
    shapes,
)
from lemmacheck.verifiers.records.terminal import InputError

from tests.shipped import CORNER
from tests.verifiers.campaigns.campaigns_at_hand import SMALL


@given(st.integers(1, 400), st.integers(1, 30), st.integers(1, 5))
def test_every_instance_is_in_exactly_one_chunk_with_others_of_its_shape(instances: int, chunk: int, m: int) -> None:
    spec = Spec(instances=instances, shapes=MIXED_SHAPES[:m], chunk=chunk)
    members = [list(spec.members(number)) for number in spec.chunks]

    assert sorted(k for some in members for k in some) == list(range(instances))
    assert all(0 < len(some) <= chunk for some in members)
    assert all(len({k % m for k in some}) == 1 for some in members)


def test_an_instance_does_not_depend_on_chunks_or_on_how_many_there_are() -> None:
    other = replace(SMALL, instances=10**6, chunk=7, steps=99, claims=())

    assert [SMALL.instance(k) for k in range(20)] == [other.instance(k) for k in range(20)]


def test_another_seed_gives_other_instances() -> None:
    other = replace(SMALL, seed=2)

    assert [SMALL.instance(k).rows for k in range(20)] != [other.instance(k).rows for k in range(20)]


def test_instances_do_not_change_between_versions_unnoticed() -> None:
    spec = Spec(shapes=((2, 2),), families=("drawn",), seed=1)

    assert spec.instance(0).to_json() == [["6/7", "3/7"], ["1/3", "5/6"]]


def test_all_rows_of_the_mixed_families_are_in_the_unit_ball_but_for_the_far_ones() -> None:
    spec = Spec(families=MIXED_FAMILIES, shapes=((4, 2),))
    for k in range(88):
        instance = spec.instance(k)
        if not instance.name.startswith("far_but_near"):
            assert all(sum(x * x for x in row) <= 1 for row in instance.rows)


def test_a_spec_survives_its_json() -> None:
    assert Spec.from_json(SMALL.to_json()) == SMALL


def test_a_spec_of_other_fields_is_refused() -> None:
    with pytest.raises(ValueError, match="fields"):
        Spec.from_json("{}")


def test_a_difference_says_what_is_kept_and_what_was_given() -> None:
    assert difference(SMALL, {"seed": 1, "chunk": 10}) == ""
    assert difference(SMALL, {"seed": 3}) == "seed 1, not 3"
    assert difference(SMALL, {"shapes": MIXED_SHAPES}) == "shapes 3x2,2x1, not mixed"


def test_shapes_and_families_are_read_from_text() -> None:
    assert shapes("8x4,20x5,8x4") == ((8, 4), (20, 5))
    assert shapes("mixed") == MIXED_SHAPES
    assert families("drawn, repeated") == ("drawn", "repeated")


@pytest.mark.parametrize("text", ["", "8", "0x4", "8x-1", "8x4,", "axb", "8x4x2"])
def test_what_is_no_shape_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="expected rows x columns"):
        shapes(text)


def test_an_unknown_family_is_refused_with_the_known_ones() -> None:
    with pytest.raises(InputError, match=r"no family 'drown'; expected mixed or some of drawn, separable_rows"):
        families("drown")


def test_data_too_large_for_balls_are_refused() -> None:
    with pytest.raises(InputError, match="800 x 80 data for 50 steps is too much"):
        affordable(Spec(shapes=((800, 80),)))


def test_rates_and_chances_are_not_asked() -> None:
    with pytest.raises(InputError, match=r"N\.DA\.typical\.dual"):
        chosen(["N.DA.typical.dual"], "")
    assert "N.DA.typical.dual" not in chosen(["N.DA.*"], "")


def test_without_patterns_the_standing_statements_about_algorithm_1_and_its_dual_are_asked() -> None:
    asked = chosen([], "")

    assert {"P.L3.2", "P.L3.5", "P.T3.1.1", "P.P3.7", "N1.rate"} <= set(asked)
    assert not {CORNER, "P.L3.4c@000", "N.DA.typical.dual"} & set(asked)


def test_claims_are_asked_of_the_theorems_own_parameters() -> None:
    assert [question.label for question in questions(SMALL)] == ["λ=2/(t+2), θ=1"] * 2 + ["β=t/(t+1), θ=1"]
