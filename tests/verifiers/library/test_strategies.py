"""Protects the drawn datasets: each family is what its name says; hard data are found and shrink small."""

import itertools
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st
from lemmacheck.theory.margins.losses import Exponential
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.margins import margin_problem
from lemmacheck.verifiers.library import strategies
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.numbers.float64 import Float64

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


def margin(instance: Instance) -> Fraction:
    return instance.optimum.gamma_squared


def weakly_separable(instance: Instance) -> bool:
    """Zw ≤ 0 for some small w ≠ 0."""
    candidates = itertools.product(range(-2, 3), repeat=instance.shape[1])
    return any(any(w) and all(strategies.dot(row, w) <= 0 for row in instance.rows) for w in candidates)


def collinear(instance: Instance) -> bool:
    """Several rows, and no minor of two rows and two columns but 0."""
    columns = itertools.combinations(zip(*instance.rows, strict=True), 2)
    pairs = [*itertools.combinations(range(len(instance.rows)), 2)]
    return bool(pairs) and not any(a[i] * b[j] - a[j] * b[i] for a, b in columns for i, j in pairs)


def near_ties(instance: Instance) -> bool:
    pairs = [*itertools.combinations(instance.rows, 2)]
    near = [sum(abs(a - b) for a, b in zip(*pair, strict=True)) <= Fraction(2, 1000) for pair in pairs]
    return bool(pairs) and all(near)


def one_heavy_many_light(instance: Instance) -> bool:
    heavy, *light = squares(instance)
    return heavy > Fraction(1, 4) and max(light) <= Fraction(1, 2500) and margin(instance) > 0


IS: dict[str, Callable[[Instance], bool]] = {
    "separable": lambda data: margin(data) > 0,
    "nonseparable": lambda data: margin(data) == 0,
    "weakly_separable": lambda data: margin(data) == 0 and weakly_separable(data),
    "duplicates": lambda data: len(set(data.rows)) < len(data.rows),
    "antipodes": lambda data: (
        margin(data) == 0 and any(any(row) and tuple(-x for x in row) in data.rows for row in data.rows)
    ),
    "collinear": collinear,
    "with_zero_rows": lambda data: 0 in squares(data) and margin(data) == 0,
    "single_row": lambda data: data.shape[0] == 1,
    "one_dimensional": lambda data: data.shape[1] == 1,
    "unit_rows": lambda data: set(squares(data)) == {1},
    "tiny_margins": lambda data: 0 < margin(data) <= Fraction(1, 100),
    "one_row_many_times": lambda data: max(map(data.rows.count, data.rows)) >= len(data.rows) - 1,
    "near_ties": near_ties,
    "one_heavy_many_light": one_heavy_many_light,
}


@pytest.mark.parametrize("name", FAMILIES)
@many
@given(data=st.data())
def test_a_family_is_what_its_name_says(name: str, data: Any) -> None:
    assert IS[name](data.draw(FAMILIES[name]()))


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


def test_too_small_a_size_is_refused_with_the_size_that_is_needed() -> None:
    with pytest.raises(ValueError, match=r"duplicates\(max_n=1, max_d=4\): expected max_n ≥ 2 and max_d ≥ 1"):
        strategies.duplicates(max_n=1)
    with pytest.raises(ValueError, match=r"instances\(max_n=1, max_d=0\)|expected max_n ≥ 1 and max_d ≥ 1"):
        strategies.instances(max_n=1, max_d=0)


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


@pytest.mark.slow
@pytest.mark.parametrize("name", sampled(FAMILIES, 1))
def test_a_family_shrinks_to_its_smallest_member(name: str) -> None:
    assert rows(minimal(FAMILIES[name](), lambda instance: True)) == SMALLEST[name]
