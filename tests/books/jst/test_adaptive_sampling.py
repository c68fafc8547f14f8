"""Protects Algorithm 2 on paths: one path, all paths and the law of w_t tell the same story."""

from itertools import product
from typing import Any

import numpy as np
import pytest
from flint import arb
from lemmacheck.theory.books.jst.algorithms.adaptive_sampling import (
    AdaptiveSampling,
    EndpointLaw,
    EveryPath,
    HorizonSampling,
)
from lemmacheck.theory.core.run import Run, run
from lemmacheck.theory.margins.paths import Always, Cyclic, Listed, Seeded, every_path
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.margins import margin_problem
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.numbers.monomial import as_ball

THREE = Instance.from_json("three rows", [["-1/2", "1/3"], ["-2/3", "-1/2"], ["-1/4", "3/4"]])
TWICE = Instance.from_json("a row twice", [["-1", "0"], ["-1", "0"], ["0", "-1"]])
ONE = Instance.from_json("one row", [["-3/5", "4/5"]])
STEPS = 3
each = pytest.mark.parametrize("instance", [THREE, TWICE, ONE], ids=lambda instance: instance.name)


def run_of(algorithm: Any, instance: Instance, steps: int = STEPS) -> Run:
    return run(algorithm, margin_problem(instance, Ball(128)), steps)


def overlap(a: Any, b: Any) -> bool:
    pairs = zip(np.ravel(a), np.ravel(b), strict=True)
    return all(as_ball(x).overlaps(as_ball(y)) for x, y in pairs)


def rows_drawn(e: np.ndarray) -> list[int]:
    return [list(row).index(1) for row in e]


@pytest.mark.parametrize(
    ("path", "rows"), [(Always(0), [0, 0, 0, 0]), (Always(-1), [2, 2, 2, 2]), (Cyclic(), [0, 1, 2, 0])]
)
def test_a_path_draws_the_rows_it_names(path: Any, rows: list[int]) -> None:
    assert rows_drawn(run_of(AdaptiveSampling(path), THREE).e) == rows


def test_a_seeded_path_is_the_same_in_every_arithmetic_and_another_for_another_seed() -> None:
    exact = rows_drawn(run_of(AdaptiveSampling(Seeded(1)), THREE, 12).e)
    floats = rows_drawn(run(AdaptiveSampling(Seeded(1)), margin_problem(THREE, Float64()), 12).e)

    assert exact == floats
    assert exact != rows_drawn(run_of(AdaptiveSampling(Seeded(2)), THREE, 12).e)
    assert set(exact) == {0, 1, 2}


def test_every_path_is_listed_once_those_with_the_same_first_rows_together() -> None:
    table = every_path(3, 2).table

    assert [tuple(path) for path in table.T] == list(product(range(3), repeat=2))


@each
def test_a_path_among_all_is_that_path_alone(instance: Instance) -> None:
    with Ball(128).active():
        together = run_of(EveryPath(), instance)
        for k, rows in enumerate(product(range(instance.shape[0]), repeat=STEPS)):
            alone = run_of(HorizonSampling(Listed(np.array([rows]).T)), instance)
            for name in ("w", "q", "chance"):
                assert overlap(getattr(together, name)[:, k], getattr(alone, name)[:, 0])


@each
def test_the_law_of_the_endpoint_is_that_of_all_paths_merged(instance: Instance) -> None:
    n = instance.shape[0]
    with Ball(128).active():
        paths, law = run_of(EveryPath(), instance), run_of(EndpointLaw(), instance)
        last = law.states[-1]
        merged: dict[tuple[int, ...], Any] = {}
        for k, rows in enumerate(product(range(n), repeat=STEPS)):
            counts = tuple(rows.count(i) for i in range(n))
            merged[counts] = merged.get(counts, arb(0)) + paths.chance[-1][k]
            assert overlap(paths.w[-1][k], last.w[last.counts.index(counts)])

        assert set(merged) == set(last.counts)
        assert overlap([merged[counts] for counts in last.counts], last.chance)


def test_paths_that_draw_equal_rows_have_equal_dual_variables_and_others_have_not() -> None:
    """q_0, …, q_s tell the rows z_{i_0}, …, z_{i_{s−1}} and no more."""
    with Ball(128).active():
        paths = run_of(EveryPath(), TWICE)
        rows = [tuple(TWICE.rows[i] for i in path) for path in product(range(3), repeat=STEPS)]
        for a in range(len(rows)):
            for b in range(a):
                for s in range(STEPS + 1):
                    same = overlap(paths.q[: s + 1, a], paths.q[: s + 1, b])

                    assert same == (rows[a][:s] == rows[b][:s])
