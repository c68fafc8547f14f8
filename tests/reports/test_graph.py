"""Protects the layers of the graph: each claim above all that it uses, as low as that allows, circles and all."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from lemmacheck.reports.graph import layers, of_print, premises
from lemmacheck.verifiers.records.verdict import Record, Scope, Verdict

ANY_USES = st.integers(1, 12).flatmap(
    lambda n: st.lists(st.lists(st.integers(0, n - 1), max_size=4, unique=True), min_size=n, max_size=n)
)


def record(id: str, *uses: str) -> Record:
    return Record(id, Verdict.PROVED, Scope(1, 1), uses=list(uses))


def test_premises_are_the_records_used_each_once_and_only_those_there_are() -> None:
    records = [record("a", "b", "gone", "b"), record("b", "b"), record("b", "a"), record("c", "b", "a")]

    assert premises(records) == [[1], [], [0], [1, 0]]


def test_what_the_printed_proof_uses_stands_before_what_only_the_proof_found_here_does() -> None:
    records = [record("a", "b", "a"), record("b"), replace(record("c", "b"), rests_on=["b", "a"])]

    assert of_print(records, premises(records)) == [1, 0, 1]


def test_a_layer_is_the_longest_way_down() -> None:
    assert layers([[], [0], [1, 0], [], [3, 2]]) == [0, 1, 2, 0, 3]


def test_of_a_circle_one_claim_stands_lowest_and_what_rests_on_the_circle_stands_above() -> None:
    found = layers([[1], [2], [3], [1], []])

    assert sorted(found[1:4]) == [1, 2, 3]
    assert found[0] == found[1] + 1


@given(ANY_USES)
def test_without_a_circle_each_claim_stands_one_above_the_highest_that_it_uses(uses: list[list[int]]) -> None:
    earlier = [[used for used in one if used < k] for k, one in enumerate(uses)]
    found = layers(earlier)

    assert found == [max((found[used] + 1 for used in one), default=0) for one in earlier]


@given(ANY_USES)
def test_any_uses_have_layers(uses: list[list[int]]) -> None:
    without_itself = [[used for used in one if used != k] for k, one in enumerate(uses)]

    assert len(layers(without_itself)) == len(uses)
