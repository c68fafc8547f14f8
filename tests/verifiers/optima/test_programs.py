"""Protects the linear programs: their vertices are SciPy's optima, whatever else of the process asks HiGHS."""

import highspy
import numpy as np
import pytest
from lemmacheck.verifiers.optima.programs import OPTIONS, Silent, cheapest
from scipy.optimize import linprog

SQUARE = [0.0, 0.0], [1.0, 1.0]


def test_a_program_has_the_least_value_and_the_prices_that_scipy_finds() -> None:
    solved = 0
    for seed in range(40):
        rng = np.random.default_rng(seed)
        m, n = rng.integers(1, 6, size=2)
        A, costs, right = rng.integers(-3, 4, size=(m, n)), rng.normal(size=n).tolist(), rng.normal(size=m).tolist()
        columns = [list(enumerate(map(float, column))) for column in A.T]
        found = cheapest(costs, columns, ([-np.inf] * m, right), ([0.0] * n, [5.0] * n))
        wanted = linprog(costs, A_ub=A, b_ub=right, bounds=(0, 5))

        assert (found is None) == (wanted.status != 0)
        if found is not None:
            solved += 1
            assert (A @ found.x <= np.add(right, 1e-6)).all()
            assert np.allclose([found.x @ costs, *found.prices], [wanted.fun, *wanted.ineqlin.marginals])
    assert solved > 20


def test_a_program_is_solved_in_silence(capfd: pytest.CaptureFixture[str]) -> None:
    found = cheapest([-1.0, -2.0], [[(0, 1.0)], [(0, 1.0)]], ([0.0], [1.0]), SQUARE)

    assert found is not None
    assert capfd.readouterr() == ("", "")


def test_nothing_is_printed_from_the_first_moment_on() -> None:
    """The constructor of HiGHS 1.16 prints a banner on standard output, where `--json` prints one document."""
    assert Silent().getOptionValue("output_flag") == (highspy.HighsStatus.kOk, False)


def test_each_option_is_one_that_highs_has() -> None:
    taken = [Silent().setOptionValue(name, value) for name, value in OPTIONS.items()]

    assert taken == [highspy.HighsStatus.kOk] * len(OPTIONS)


def test_a_program_without_an_optimum_has_no_vertex() -> None:
    unbounded = [0.0, 0.0], [np.inf, np.inf]

    assert cheapest([-1.0, 0.0], [[(0, 1.0)], [(0, -1.0)]], ([0.0], [1.0]), unbounded) is None
    assert cheapest([1.0, 0.0], [[(0, 1.0)], [(0, 1.0)]], ([5.0], [6.0]), SQUARE) is None


def test_a_process_in_which_highs_has_more_threads_finds_the_same() -> None:
    highspy.Highs.resetGlobalScheduler(True)
    other = highspy.Highs()
    other.silent()
    other.setOptionValue("threads", 3)
    try:
        other.run()
        found = cheapest([-1.0, -2.0], [[(0, 1.0)], [(0, 1.0)]], ([0.0], [1.0]), SQUARE)
    finally:
        highspy.Highs.resetGlobalScheduler(True)

    assert found.x.tolist() == [0.0, 1.0]
