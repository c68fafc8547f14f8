"""Protects Figure 2's experiment: certificates of each split, the dual objective, errors on held-out points."""

from fractions import Fraction

import numpy as np
import pytest
from lemmacheck.verifiers.data import DataError, Dataset, load
from lemmacheck.verifiers.experiments import EXPERIMENTS, Experiment, Options
from lemmacheck.verifiers.experiments.fig1 import METHODS
from lemmacheck.verifiers.experiments.fig2 import SEEDS, over_seeds
from lemmacheck.verifiers.experiments.held_out import split
from lemmacheck.verifiers.experiments.trials import EXPONENTIAL, Trial, trial
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


def made(machine: int, errors: dict[str, int]) -> Trial:
    """A trial on 200 test points, of which each errs at the first few."""
    points = {name: (np.arange(200) < errors.get(name, 20))[None] for name in METHODS}
    return Trial(split(load("iris:1v2"), 0), [1], points, np.arange(200) < machine)


def test_erring_more_than_the_machine_counts_only_beyond_chance() -> None:
    assert made(20, {}).chance == 1
    assert made(40, {}).chance == 1
    assert made(18, {}).chance == pytest.approx(0.5)
    assert made(18, {EXPONENTIAL[-1]: 38}).chance == pytest.approx(2**-19)
    assert made(18, {METHODS[-1]: 150}).chance == pytest.approx(0.5)


def test_the_batch_perceptron_suffers_if_both_of_its_forms_err_more_than_all_others() -> None:
    assert made(0, {METHODS[3]: 21, METHODS[4]: 30}).suffers
    assert not made(0, {METHODS[3]: 20, METHODS[4]: 30}).suffers
    assert not made(0, {METHODS[3]: 21, METHODS[4]: 30, EXPONENTIAL[1]: 25}).suffers


def test_what_some_splits_show_and_others_do_not_is_undecided() -> None:
    assert over_seeds([True, True]) == Verdict.SUPPORTED
    assert over_seeds([False, False]) == Verdict.REFUTED
    assert over_seeds([True, False]) == Verdict.UNDECIDED


def test_a_trial_is_the_same_each_time() -> None:
    one, other = (trial(split(load("iris:1v2"), 1), 50) for _ in range(2))

    assert all(np.array_equal(one.errors[name], other.errors[name]) for name in METHODS)
    assert np.array_equal(one.machine, other.machine)
