"""Protects the ℓ₁ optimum: γ̄₁, w and q are exact and certified for any rational data; floats only propose."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lemmacheck.theory.books.post.methods import l1_problems as l1
from lemmacheck.theory.margins.losses import Exponential
from lemmacheck.verifiers import data
from lemmacheck.verifiers.instances.families import batches, structured, survey
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.numbers.rational import Rational
from lemmacheck.verifiers.optima import L1Optimum, solve_l1
from lemmacheck.verifiers.optima.homogeneous import homogeneous
from lemmacheck.verifiers.optima.l1 import SMALL, game, propose
from scipy.optimize import linprog

from tests.sampled import draws, sampled

F = Fraction
TINY = F(1, 10**9)
Rows = Any
drawn = draws(2)

KNOWN: dict[str, tuple[Rows, Fraction, tuple[int | Fraction, ...], tuple[int | Fraction, ...]]] = {
    "one row": ([[3, -4]], F(4), (0, 1), (1,)),
    "one column, one sign": ([[2], [3]], F(2), (-1,), (1, 0)),
    "one column, both signs": ([[2], [-3]], F(0), (0,), (F(3, 5), F(2, 5))),
    "axes": ([[-1, 0], [0, -1]], F(1, 2), (F(1, 2), F(1, 2)), (F(1, 2), F(1, 2))),
    "three columns": ([[F(-1, 3), 0, 1], [1, F(-2, 3), F(-2, 3)]], F(2, 7), (0, F(5, 7), F(-2, 7)), (F(4, 7), F(3, 7))),
    "a small margin": ([[F(-1, 9), 0], [-1, 1]], F(1, 9), (1, 0), (1, 0)),
}

DEGENERATE: dict[str, Rows] = {
    "zero": [[0, 0], [0, 0]],
    "a zero row": [[1, 2], [0, 0]],
    "a zero column": [[-1, 0], [-2, 0]],
    "antipodes": [[1, 2], [-1, -2]],
    "identical rows": [[1, 2, 2]] * 6,
    "identical columns": [[-1, -1, -1], [-2, -2, -2]],
    "opposite columns": [[-1, 1], [-2, 2]],
    "every corner": [[x, y] for x in (-1, 1) for y in (-1, 1)],
    "a common face": [[-1, x, y] for x in (-1, 0, 1) for y in (-1, 0, 1)],
    "weakly separable": [[-1, 1], [-1, -1], [0, 1], [0, -1]],
    "unequal scales": [[-3000, 1000], [F(-1, 10**6), F(2, 10**6)]],
    "beyond the range of floats": [[10**400, 1], [1, 10**400]],
    "below the range of floats": [[F(1, 10**400), 0], [0, F(1, 10**400)]],
}

entries = st.builds(F, st.integers(-4, 4), st.sampled_from([1, 1, 2, 3, 7, 10**9]))


@st.composite
def matrices(draw: st.DrawFn) -> Rows:
    """Small rational matrices, many with repeated, opposite or zero rows, or with columns that agree up to sign."""
    n, d = draw(st.integers(1, 6)), draw(st.integers(1, 4))
    Z = draw(st.lists(st.lists(entries, min_size=d, max_size=d), min_size=n, max_size=n))
    spoilt = {
        "none": Z,
        "every row twice": Z + Z,
        "antipodes": [*Z, [-x for x in Z[0]]],
        "a zero row": [*Z, [F(0)] * d],
        "one side": [[-abs(row[0]) - TINY, *row[1:]] for row in Z],
        "a column again": [[*row, -row[0]] for row in Z],
    }
    return spoilt[draw(st.sampled_from(list(spoilt)))]


def as_floats(Z: Rows) -> np.ndarray:
    return np.array([[float(x) for x in row] for row in Z])


def by_scipy(Z: np.ndarray) -> float:
    """min_{q∈Δ} ‖Zᵀq‖_∞ as a linear program in (q, s), not the one that the optimum proposes by."""
    n, d = Z.shape
    bounded = np.r_[np.c_[Z.T, -np.ones(d)], np.c_[-Z.T, -np.ones(d)]]
    found = linprog(
        np.r_[np.zeros(n), 1], bounded, np.zeros(2 * d), np.r_[np.ones(n), 0][None], [1], [(0, None)] * (n + 1)
    )
    assert found.success
    return float(found.fun)


def certify_l1(Z: Any, optimum: L1Optimum) -> None:
    """Check the pair exactly; ValueError names the first condition that fails."""
    rows = [[Fraction(a, row[-1]) for a in row[:-1]] for row in homogeneous(Z)]
    if (len(optimum.q), len(optimum.w)) != (len(rows), len(rows[0])):
        raise ValueError(
            f"the optimum has {len(optimum.q)} weights and a w of length {len(optimum.w)}, "
            f"expected {len(rows)} and {len(rows[0])}; give the matrix it was computed from"
        )
    if min(optimum.q) < 0 or sum(optimum.q) != 1:
        raise ValueError("q lies outside the simplex; expected weights ≥ 0 that sum to 1")
    if sum(map(abs, optimum.w)) > 1:
        raise ValueError("‖w‖₁ exceeds 1; divide w by it")
    least = min(-sum((a * b for a, b in zip(row, optimum.w, strict=True)), Fraction(0)) for row in rows)
    pull = [sum((x * row[k] for x, row in zip(optimum.q, rows, strict=True)), Fraction(0)) for k in range(len(rows[0]))]
    if not least == optimum.gamma == max(map(abs, pull)):
        raise ValueError("min_i ⟨w, −z_i⟩, γ̄₁ and ‖Zᵀq‖_∞ differ; expected all three to be equal")


@pytest.mark.parametrize(("Z", "gamma", "w", "q"), KNOWN.values(), ids=KNOWN)
def test_known_optima_are_found_exactly(Z: Rows, gamma: Fraction, w: Any, q: Any) -> None:
    found = solve_l1(Z)

    assert (found.gamma, found.w, found.q) == (gamma, w, q)
    assert found.separable == (gamma > 0)


@pytest.mark.parametrize("Z", DEGENERATE.values(), ids=DEGENERATE)
def test_degenerate_data_have_a_certified_optimum(Z: Rows) -> None:
    certify_l1(Z, solve_l1(Z))


@drawn
@given(matrices())
def test_any_data_have_a_certified_optimum(Z: Rows) -> None:
    certify_l1(Z, solve_l1(Z))


@drawn
@given(matrices())
def test_the_value_is_that_of_the_dual_linear_program(Z: Rows) -> None:
    floats = as_floats(Z)

    assert by_scipy(floats) == pytest.approx(float(solve_l1(Z).gamma), abs=1e-7 * max(1, np.abs(floats).max()))


@pytest.mark.parametrize(
    ("name", "separable"),
    sampled([("iris:0v1", True), ("digits:0v1", True), ("breast_cancer", True), ("iris:1v2", False)], 2),
)
def test_bundled_data_have_certified_optima(name: str, separable: bool) -> None:
    rows = data.load(name).unit_rows()
    found = solve_l1(rows)

    certify_l1(rows, found)
    assert found.separable == separable
    assert by_scipy(as_floats(rows)) == pytest.approx(float(found.gamma), abs=1e-8)


def test_large_data_put_the_rows_and_columns_into_play_that_an_optimum_uses() -> None:
    Z = np.random.default_rng(0).integers(-9, 10, size=(60, 12)) - 9 * np.eye(12, dtype=int)[0]
    assert Z.size > SMALL
    found = solve_l1(Z)
    rows, columns = propose(homogeneous(Z))

    certify_l1(Z, found)
    assert found.separable
    assert rows == [i for i, x in enumerate(found.q) if x]
    assert columns == [j for j, x in enumerate([*found.w, *(-x for x in found.w)]) if x > 0]


@pytest.mark.parametrize("scale", [10**400, F(1, 10**400)])
def test_large_data_may_be_beyond_the_range_of_floats(scale: Any) -> None:
    Z = np.random.default_rng(1).integers(-9, 10, size=(60, 12)) - 4 * np.eye(60, 12, dtype=int)
    scaled = [[scale * int(x) for x in row] for row in Z]
    found = solve_l1(scaled)

    certify_l1(scaled, found)
    assert found.gamma == scale * solve_l1(Z).gamma


def test_a_proposal_that_misses_rows_and_columns_is_completed(monkeypatch: pytest.MonkeyPatch) -> None:
    instance = next(i for group in survey(12) for i in group if i.shape == (20, 4) and solve_l1(i.rows).separable)
    right = solve_l1(instance.rows)
    monkeypatch.setattr("lemmacheck.verifiers.optima.l1.propose", lambda rows: ([0], [0]))

    found = solve_l1(instance.rows)

    certify_l1(instance.rows, found)
    assert found.gamma == right.gamma


def test_a_game_has_its_value_at_mixtures_of_both_players() -> None:
    from flint import fmpq

    value, q, p = game([[fmpq(x) for x in row] for row in ((1, -1), (-2, 3))])

    assert (value, q, p) == (fmpq(1, 7), [fmpq(5, 7), fmpq(2, 7)], [fmpq(4, 7), fmpq(3, 7)])


@pytest.mark.parametrize(("change", "message"), [
    ({"q": (F(2), F(-1))}, "q lies outside the simplex"),
    ({"q": (F(1, 2), F(1, 3))}, "sum to 1"),
    ({"q": ()}, "0 weights and a w of length 2, expected 2 and 2"),
    ({"q": (F(1, 2), F(1, 2), F(0))}, "3 weights"),
    ({"w": (F(1, 2),)}, "a w of length 1, expected 2 and 2"),
    ({"w": (F(1), F(1))}, "‖w‖₁ exceeds 1"),
    ({"gamma": F(1, 3)}, "expected all three to be equal"),
    ({"w": (F(1), F(0))}, "expected all three to be equal"),
    ({"q": (F(1), F(0))}, "expected all three to be equal"),
])  # fmt: skip
def test_a_wrong_optimum_is_not_certified(change: dict[str, Any], message: str) -> None:
    Z = [[-1, 0], [0, -1]]
    right = solve_l1(Z)
    certify_l1(Z, right)

    with pytest.raises(ValueError, match=message):
        certify_l1(Z, replace(right, **change))


@pytest.mark.parametrize("Z", [[], [[]], [[1, 2], [3]], [[float("nan")]], [["a"]]])
def test_what_is_no_matrix_of_rationals_is_refused_in_one_line(Z: Rows) -> None:
    with pytest.raises(ValueError, match="expected") as refused:
        solve_l1(Z)

    assert "\n" not in str(refused.value)


def test_a_problem_carries_the_exact_optimum_alone_and_in_a_batch() -> None:
    group = next(group for group in batches(structured()) if len(group) > 2)
    alone = l1.problem_of(group[1], Rational(), Exponential(), None)
    together = l1.problem_of(group, Float64(), Exponential(), None)
    best: L1Optimum = solve_l1(group[1].rows)

    for value in (alone.optimum.gamma, alone.edge(alone.optimum.q), -alone.maximum(alone.scores(alone.optimum.w))):
        assert F(int(value[0].p), int(value[0].q)) == best.gamma
    assert together.optimum.gamma[0, 1] == float(best.gamma)
    assert together.edge(together.optimum.q)[0] == pytest.approx([float(solve_l1(i.rows).gamma) for i in group])
