"""Protects Figure 2's experiment: certificates of each split, the dual objective, errors on held-out points."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from lemmacheck.verifiers.data import DataError, Dataset, load
from lemmacheck.verifiers.experiments import EXPERIMENTS, Experiment, Options
from lemmacheck.verifiers.experiments.fig1 import METHODS
from lemmacheck.verifiers.experiments.fig2 import LEVEL, SEEDS, over_seeds, well
from lemmacheck.verifiers.experiments.held_out import split
from lemmacheck.verifiers.experiments.paired import hidden, p_value
from lemmacheck.verifiers.experiments.trials import EXPONENTIAL, Trial
from lemmacheck.verifiers.records.verdict import Verdict

STEPS = 300


@pytest.fixture(scope="module")
def parity() -> Experiment:
    return EXPERIMENTS["fig2"](None, Options(steps=STEPS))


def test_no_point_is_learned_from_and_tested_on_and_none_is_lost() -> None:
    data = load("iris:1v2")
    for seed in SEEDS:
        one = split(data, seed)
        learned = one.raced.data
        together = np.vstack([np.column_stack([learned.X, learned.y]), np.column_stack([one.X, one.y])])

        assert (learned.n, len(one.y)) == (67, 33)
        assert sorted(map(tuple, together)) == sorted(map(tuple, np.column_stack([data.X, data.y])))
    assert not np.array_equal(split(data, 0).X, split(data, 1).X)


def test_few_rows_are_refused() -> None:
    with pytest.raises(DataError, match="29 rows, expected at least 30"):
        split(Dataset("few", np.ones((29, 1)), np.ones(29)), 0)


@pytest.mark.thorough
def test_the_parity_of_digits_is_not_separable_by_exact_weights_on_each_split(parity: Experiment) -> None:
    nonseparable, dual, *_ = parity.claims
    certified = split(load("digits:1,3,5,7,9v0,2,4,6,8"), 0).raced
    proof, Z = certified.certified["certificate"], certified.data.rows()
    q = [Fraction(x) for x in proof["q"]]

    assert (nonseparable.id, nonseparable.verdict) == ("P.F2.1.1", Verdict.CERTIFIED)
    assert sum(q) == 1
    assert min(q) > 0
    assert not any(sum(x * Z[i][j] for x, i in zip(q, proof["support"], strict=True)) for j in range(64))
    assert (dual.id, dual.verdict) == ("P.F2.1.2", Verdict.CERTIFIED)


@pytest.mark.slow
def test_the_batch_perceptrons_err_more_than_the_methods_with_exponential_loss(parity: Experiment) -> None:
    suffers = parity.claims[3]

    assert (suffers.id, suffers.verdict) == ("P.F2.2.2", Verdict.SUPPORTED)
    assert all(name in suffers.reason for name in METHODS)


def test_separable_data_refute_both_readings_of_the_dual_sentence() -> None:
    found = {record.id: record.verdict for record in EXPERIMENTS["fig2"]("digits:0v1", Options(steps=100)).claims}

    assert found["P.F2.1.1"] == found["P.F2.1.2"] == Verdict.REFUTED
    assert found["P.F2.2.2"] == Verdict.REFUTED


def test_errors_are_those_of_the_signs_on_the_held_out_points() -> None:
    given = split(load("iris:1v2"), 0)
    w = np.array([[1.0, 0, 0, -1], [0, 0, 0, 0]])

    assert np.array_equal(given.errors(w)[0], [y * (x[0] - x[3]) <= 0 for x, y in zip(given.X, given.y, strict=True)])
    assert given.errors(w)[1].all()


def made(machine: int, errors: dict[str, int], points: int = 200) -> Trial:
    """A trial on some test points, of which each errs at the first few."""
    at = {name: (np.arange(points) < errors.get(name, 20))[None] for name in METHODS}
    return Trial(split(load("iris:1v2"), 0), [1], at, np.arange(points) < machine)


def test_erring_more_than_the_machine_counts_only_beyond_chance() -> None:
    assert made(20, {}).chance == 1
    assert made(40, {}).chance == 1
    assert made(18, {}).chance == pytest.approx(0.5)
    assert made(18, {EXPONENTIAL[-1]: 38}).chance == pytest.approx(2**-19)
    assert made(18, {METHODS[-1]: 150}).chance == pytest.approx(0.5)


@pytest.mark.parametrize(("alone", "other"), [(0, 0), (3, 5), (40, 0), (0, 40)])
def test_what_goes_unnoticed_is_one_point_less_than_what_the_test_tells(alone: int, other: int) -> None:
    first, second = np.arange(400) < alone, (np.arange(400) >= 200) & (np.arange(400) < 200 + other)
    least = alone + round(400 * hidden(first, second, LEVEL))
    told = [p_value(first, (np.arange(400) >= 200) & (np.arange(400) < 200 + k)) < LEVEL for k in (least - 1, least)]

    assert told == ([False, True] if least > other else [True, True])
    assert hidden(first[:5], second[:5], LEVEL) == float("inf")


@pytest.mark.parametrize(
    ("machine", "points", "verdict"),
    [(20, 100, Verdict.UNDECIDED), (20, 2000, Verdict.SUPPORTED), (0, 2000, Verdict.REFUTED)],
)
def test_that_nothing_errs_more_is_supported_by_points_that_would_show_it(
    machine: int, points: int, verdict: Verdict
) -> None:
    one = made(machine, {}, points)

    assert well([one, one, one]).verdict == verdict
    assert well([replace(one, clear=False)] * 3).verdict == (verdict if machine else Verdict.UNDECIDED)


@pytest.mark.parametrize("x", [[0.1, 0.2, -0.3, 0], [0, 0, 0, 0], [0, 0, 0, 1e-320]])
def test_errors_that_rounding_may_have_made_are_seen(x: list[float]) -> None:
    one, w = split(load("iris:1v2"), 0), np.ones(4)

    assert one.clear(w)
    assert not replace(one, X=np.array([*one.X, x])).clear(w)


def test_the_batch_perceptron_suffers_if_both_of_its_forms_err_more_than_all_others() -> None:
    assert made(0, {METHODS[3]: 21, METHODS[4]: 30}).suffers
    assert not made(0, {METHODS[3]: 20, METHODS[4]: 30}).suffers
    assert not made(0, {METHODS[3]: 21, METHODS[4]: 30, EXPONENTIAL[1]: 25}).suffers


def test_what_some_splits_show_and_others_do_not_is_undecided() -> None:
    assert over_seeds([True, True], sure=False) == Verdict.SUPPORTED
    assert over_seeds([False, False], sure=True) == Verdict.REFUTED
    assert over_seeds([False, False], sure=False) == Verdict.UNDECIDED
    assert over_seeds([True, False], sure=True) == Verdict.UNDECIDED
