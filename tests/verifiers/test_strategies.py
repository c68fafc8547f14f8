"""Protects the drawn datasets: each family is what its name says; hard data are found and shrink small."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st
from lemmacheck.theory.margins.losses import Exponential
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.margins import margin_problem
from lemmacheck.verifiers.library import strategies
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.records.verdict import Verdict

from tests.sampled import draws, sampled
from tests.shipped import configurations

many = draws(2)
POINT = Instance("point", ((Fraction(-1),),))
FAMILIES = {family.__name__: family for family in strategies.FAMILIES}


def squares(instance: Instance) -> list[Fraction]:
    """‖z_i‖² for every row."""
    return [sum((x * x for x in row), Fraction(0)) for row in instance.rows]


def minimal(strategy: Any, condition: Callable[[Any], bool], tries: int = 200) -> Any:
    """The smallest value that meets the condition, which must turn up among so many drawn ones."""
    quick = settings(max_examples=tries, report_multiple_bugs=False)
    return find(strategy, condition, settings=quick, random=Random(0))


def rows(instance: Instance) -> list[list[str]]:
    return sorted(instance.to_json())


@pytest.mark.parametrize("name", [*FAMILIES, "instances"])
@many
@given(data=st.data(), max_n=st.integers(2, 6), max_d=st.integers(1, 4))
def test_rows_are_exact_short_and_not_too_many(name: str, data: Any, max_n: int, max_d: int) -> None:
    instance = data.draw(getattr(strategies, name)(max_n, max_d))
    n, d = instance.shape

    assert 1 <= n <= max_n
    assert 1 <= d <= max_d
    assert {len(row) for row in instance.rows} == {d}
    assert all(type(entry) is Fraction for row in instance.rows for entry in row)
    assert max(squares(instance)) <= 1


@many
@given(strategies.separable())
def test_separable_data_have_a_positive_margin(instance: Instance) -> None:
    assert instance.optimum.gamma_squared > 0


@many
@given(strategies.nonseparable())
def test_nonseparable_data_have_margin_zero(instance: Instance) -> None:
    assert instance.optimum.gamma_squared == 0


def weakly_separates(w: tuple[int, ...], instance: Instance) -> bool:
    """Zw ≤ 0."""
    return all(strategies.dot(row, w) <= 0 for row in instance.rows)


@many
@given(strategies.weakly_separable())
def test_weakly_separable_data_have_margin_zero_and_a_w_that_none_of_them_opposes(instance: Instance) -> None:
    candidates = itertools.product(range(-2, 3), repeat=instance.shape[1])

    assert instance.optimum.gamma_squared == 0
    assert any(any(w) and weakly_separates(w, instance) for w in candidates)


@many
@given(strategies.duplicates())
def test_duplicates_repeat_a_row(instance: Instance) -> None:
    assert len(set(instance.rows)) < len(instance.rows)


@many
@given(strategies.antipodes())
def test_antipodes_hold_a_row_and_its_negative_and_have_margin_zero(instance: Instance) -> None:
    assert any(any(row) and tuple(-x for x in row) in instance.rows for row in instance.rows)
    assert instance.optimum.gamma_squared == 0


@many
@given(strategies.collinear())
def test_collinear_rows_have_rank_at_most_one(instance: Instance) -> None:
    columns = itertools.combinations(zip(*instance.rows, strict=True), 2)
    rows = [*itertools.combinations(range(len(instance.rows)), 2)]
    minors = [a[i] * b[j] - a[j] * b[i] for a, b in columns for i, j in rows]

    assert len(instance.rows) >= 2
    assert not any(minors)


@many
@given(strategies.with_zero_rows())
def test_with_zero_rows_holds_a_zero_row(instance: Instance) -> None:
    assert 0 in squares(instance)
    assert instance.optimum.gamma_squared == 0


@many
@given(strategies.single_row(), strategies.one_dimensional())
def test_single_rows_and_one_dimensional_data_have_their_shapes(row: Instance, line: Instance) -> None:
    assert row.shape[0] == 1
    assert line.shape[1] == 1


@many
@given(strategies.unit_rows())
def test_unit_rows_have_norm_exactly_one(instance: Instance) -> None:
    assert set(squares(instance)) == {1}


@many
@given(strategies.tiny_margins())
def test_tiny_margins_are_positive_and_at_most_a_tenth(instance: Instance) -> None:
    assert 0 < instance.optimum.gamma_squared <= Fraction(1, 100)


@many
@given(strategies.one_row_many_times())
def test_one_row_many_times_has_one_other_row_at_most(instance: Instance) -> None:
    assert max(map(instance.rows.count, instance.rows)) >= len(instance.rows) - 1


@many
@given(strategies.near_ties())
def test_near_ties_lie_within_two_thousandths_of_each_other(instance: Instance) -> None:
    pairs = itertools.combinations(instance.rows, 2)

    assert len(instance.rows) >= 2
    assert all(sum(abs(a - b) for a, b in zip(*pair, strict=True)) <= Fraction(2, 1000) for pair in pairs)


@many
@given(strategies.one_heavy_many_light())
def test_one_heavy_row_outweighs_many_light_ones_on_its_side(instance: Instance) -> None:
    heavy, *light = squares(instance)

    assert heavy > Fraction(1, 4)
    assert max(light) <= Fraction(1, 2500)
    assert instance.optimum.gamma_squared > 0


@many
@given(strategies.schedules(), st.integers(0, 40))
def test_schedules_are_exact_and_stay_in_the_half_open_unit_interval(schedule: Any, t: int) -> None:
    value = schedule(Fraction(t))

    assert type(value) is Fraction
    assert 0 < value <= 1
    assert value == schedule(Fraction(t))


@pytest.mark.parametrize("kind", sampled(LIBRARY.methods, 20))
@given(data=st.data())
def test_algorithms_are_of_the_kind_asked_for_and_can_be_told_apart(kind: type, data: Any) -> None:
    algorithm = data.draw(strategies.algorithms(kind))
    problem_of = LIBRARY.methods[kind].problem_of
    problem = problem_of(POINT, Float64(), Exponential(), algorithm) if problem_of else margin_problem(POINT, Float64())
    tuned = algorithm.tuned(problem, 1) if hasattr(algorithm, "tuned") else algorithm

    assert kind in (type(algorithm), type(tuned))
    usual = next(iter(configurations(kind).values()))
    assert len({algorithm, usual}) == (1 if algorithm == usual else 2)


def test_the_data_alone_have_no_algorithm() -> None:
    assert minimal(strategies.algorithms(None), lambda algorithm: True) is None


def test_too_small_a_size_is_refused_with_the_size_that_is_needed() -> None:
    with pytest.raises(ValueError, match=r"duplicates\(max_n=1, max_d=4\): expected max_n ≥ 2 and max_d ≥ 1"):
        strategies.duplicates(max_n=1)
    with pytest.raises(ValueError, match=r"instances\(max_n=1, max_d=0\)|expected max_n ≥ 1 and max_d ≥ 1"):
        strategies.instances(max_n=1, max_d=0)


def test_an_unknown_kind_of_algorithm_is_refused_with_the_known_ones() -> None:
    known = ", ".join(kind.__name__ for kind in LIBRARY.methods)
    with pytest.raises(ValueError, match=f"expected one of {known}, or None"):
        strategies.algorithms(int)


def test_at_most_twenty_names_are_public() -> None:
    assert len(strategies.__all__) <= 20
    assert set(FAMILIES) < set(strategies.__all__)


SMALLEST = {
    "separable": [["1"]],
    "nonseparable": [["0"]],
    "weakly_separable": [["0"]],
    "duplicates": [["1"], ["1"]],
    "antipodes": [["-1"], ["1"]],
    "collinear": [["0"], ["0"]],
    "with_zero_rows": [["0"]],
    "single_row": [["1"]],
    "one_dimensional": [["0"]],
    "unit_rows": [["1"]],
    "tiny_margins": [["1/11", "-10/11"], ["1/11", "10/11"]],
    "one_row_many_times": [["1"], ["1"]],
    "near_ties": [["9/10"], ["9/10"]],
    "one_heavy_many_light": [["1"], ["1/50"]],
}


@pytest.mark.parametrize("name", FAMILIES)
def test_a_family_shrinks_to_its_smallest_member(name: str) -> None:
    assert rows(minimal(FAMILIES[name](), lambda instance: True)) == SMALLEST[name]


def positive(instance: Instance) -> bool:
    return instance.optimum.gamma_squared > 0


def support(instance: Instance) -> int:
    return len(instance.optimum.support)


HARD: dict[str, tuple[Any, Callable[[Instance], bool], int, int]] = {
    "nonseparable without a zero row": (
        strategies.nonseparable(),
        lambda instance: 0 not in squares(instance),
        2,
        1,
    ),
    "nonseparable in the plane": (
        strategies.nonseparable(),
        lambda instance: instance.shape[1] == 2 and 0 not in squares(instance),
        4,
        1,
    ),
    "several dual optima": (
        strategies.instances(),
        lambda instance: positive(instance) and len(instance.dual_vertices) > 1,
        2,
        10,
    ),
    "a dual optimum of two rows out of three": (
        strategies.instances(),
        lambda instance: len(instance.rows) == 3 and positive(instance) and support(instance) == 2,
        6,
        2,
    ),
    "an irrational margin": (
        strategies.instances(),
        lambda instance: instance.optimum.gamma_squared == Fraction(1, 2),
        4,
        2,
    ),
    "a triangle around 0": (
        strategies.instances(),
        lambda instance: not positive(instance) and support(instance) == 3,
        9,
        2,
    ),
}


@pytest.mark.parametrize("name", HARD)
def test_hard_data_are_found_and_shrink_small(name: str) -> None:
    strategy, condition, most_entries, largest_denominator = HARD[name]
    smallest = minimal(strategy, condition, 2000)
    entries = [entry for row in smallest.rows for entry in row]

    assert len(entries) <= most_entries
    assert max(entry.denominator for entry in entries) <= largest_denominator


@pytest.mark.parametrize("id", ["P.3.1.dualvec", "P.P3.7", "P.A.1b.2", "P.S3.3.enough"])
def test_false_printed_claims_are_refuted_by_few_drawn_data_and_shrink_to_tiny_ones(id: str) -> None:
    claim = LIBRARY.claims[id]

    def refuted(instance: Instance) -> bool:
        runs = claim.usual.values()
        return any(decide(claim, instance, algorithm, 3).verdict == Verdict.REFUTED for algorithm in runs)

    witness = minimal(strategies.instances(), refuted, 100)

    assert sum(map(len, witness.rows)) <= 3
    assert {abs(entry) for row in witness.rows for entry in row} <= {0, 1}
