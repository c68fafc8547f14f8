"""Protects the runs in the dual: they are the primal ones, read kernel values alone and count every one of them.

The batch perceptron and the indicator of the first largest entry, on which it turns, are tested here too.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import sympy
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st
from lemmacheck.theory.books.jst.algorithms.batch_perceptron import BatchPerceptron
from lemmacheck.theory.books.jst.algorithms.gradient_descent import RootSteps
from lemmacheck.theory.books.jst.algorithms.kernel_momentum import KernelMomentum, KernelSampling
from lemmacheck.theory.books.jst.algorithms.primal_momentum import PrimalMomentum
from lemmacheck.theory.books.jst.problems.kernel import Kernel
from lemmacheck.theory.core.run import run
from lemmacheck.theory.core.schedules import Drawn, DrawnIndex
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.margins import margin_problem
from lemmacheck.verifiers.library.strategies import instances
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.numbers.rational import Rational
from lemmacheck.verifiers.numbers.symbolic import Symbolic

from tests.multiprecision import Multiprecision

MP = Multiprecision(300)
STEPS = 6
TOLERANCE = MP.ctx.mpf(10) ** -80
THREE = Instance.from_json("three", [["-1/2", "1/3"], ["-2/3", "-1/2"], ["-1/4", "3/4"]])
BETA, THETA = Drawn(3, first=None), Drawn(4, first=None)


def close(a: Any, b: Any) -> bool:
    a, b = np.broadcast_arrays(np.asarray(a, dtype=object), np.asarray(b, dtype=object))
    return all(abs(x - y) <= TOLERANCE * (1 + abs(y)) for x, y in zip(a.ravel(), b.ravel(), strict=True))


@given(instances())
def test_the_dual_run_is_the_primal_one(instance: Instance) -> None:
    p = margin_problem(instance, MP)
    dual, primal = run(KernelMomentum(BETA, THETA), p, STEPS), run(PrimalMomentum(BETA, THETA), p, STEPS)

    assert close(dual.q, primal.q)
    assert close(dual.p, p.scores(primal.w))
    assert close(dual.s[1:], p.scores(primal.g[:-1]))


@given(instances())
def test_a_and_m_combine_to_the_primal_run(instance: Instance) -> None:
    """w_t = −Zᵀa_t and g_{t−1} = Zᵀm_{t−1}."""
    p = margin_problem(instance, MP)
    dual, primal = run(KernelMomentum(BETA, THETA), p, STEPS), run(PrimalMomentum(BETA, THETA), p, STEPS)

    assert close(-p.combine(dual.a), primal.w)
    assert close(p.combine(dual.m[1:]), primal.g[:-1])


def sampled_in_the_primal(instance: Instance, index: DrawnIndex) -> list[list[Fraction]]:
    """Zw_t of Algorithm 2 with the given indices, on lists of rationals."""
    rows, d = instance.rows, instance.shape[1]
    w, g, found = [Fraction(0)] * d, [Fraction(0)] * d, []
    for t in range(STEPS + 1):
        found.append([sum((x * y for x, y in zip(row, w, strict=True)), Fraction(0)) for row in rows])
        z = rows[index(t, len(rows))]
        g = [BETA(Fraction(t)) * (g[k] + z[k]) for k in range(d)]
        w = [w[k] - THETA(Fraction(t)) * (g[k] + z[k]) for k in range(d)]
    return found


@given(instances(), st.integers(0, 99))
def test_the_sampled_dual_run_is_algorithm_2_with_the_same_indices(instance: Instance, seed: int) -> None:
    index = DrawnIndex(seed)
    with Ball().active():
        p = margin_problem(instance, Ball())
        dual = run(KernelSampling(BETA, THETA, index), p, STEPS)

        assert dual.p.tolist() == Ball().array(sampled_in_the_primal(instance, index)).tolist()
        assert p.scores(-p.combine(dual.a)).tolist() == dual.p.tolist()


@given(st.integers(0, 9999), st.integers(0, 99), st.integers(1, 9))
def test_a_drawn_index_is_one_of_the_rows_and_always_the_same(t: int, seed: int, n: int) -> None:
    assert DrawnIndex(seed)(t, n) in range(n)
    assert DrawnIndex(seed)(t, n) == DrawnIndex(seed)(float(t), n) == DrawnIndex(seed)(fmpq(t), n)


def test_every_row_is_drawn() -> None:
    assert {DrawnIndex(0)(t, 5) for t in range(100)} == set(range(5))


def test_every_kernel_value_that_is_asked_for_is_counted_once_more() -> None:
    p = margin_problem(THREE, Ball())
    kernel = Kernel(p, fmpq(5))
    kernel.column(1)
    kernel.column(1)
    assert kernel.calls == 5 + 3 + 3
    kernel.product(p.uniform())
    assert kernel.calls == 5 + 6 + 9


@given(instances())
def test_the_kernel_is_that_of_the_rows(instance: Instance) -> None:
    p = margin_problem(instance, Ball())
    kernel, q = Kernel(p, fmpq(0)), p.uniform()
    gram = p.Z @ p.Z.T

    assert [kernel.column(j).tolist() for j in range(p.n)] == gram.T.tolist()
    assert kernel.product(q).tolist() == (gram @ q).tolist()


@pytest.mark.parametrize(("algorithm", "power"), [(KernelMomentum(), 2), (KernelSampling(), 1)])
def test_calls_grow_by_the_values_of_one_iteration(algorithm: Any, power: int) -> None:
    for num in (Float64(), Ball(128), MP):
        with num.active():
            assert [int(calls) for calls in run(algorithm, margin_problem(THREE, num), 4).calls] == [
                3**power * t for t in range(5)
            ]


def ascent(instance: Instance, eta: Callable[[Any], Any]) -> tuple[list[list[Fraction]], list[int]]:
    """The batch perceptron on lists: the first row of least margin is added to w."""
    w, points, rows = [Fraction(0)] * instance.shape[1], [], []
    for t in range(STEPS + 1):
        margins = [-sum((x * y for x, y in zip(row, w, strict=True)), Fraction(0)) for row in instance.rows]
        i = margins.index(min(margins))
        points.append(list(w))
        rows.append(i)
        w = [w[k] - eta(Fraction(t)) * instance.rows[i][k] for k in range(len(w))]
    return points, rows


@given(instances())
def test_the_batch_perceptron_is_exact_and_takes_the_first_row_of_least_margin(instance: Instance) -> None:
    points, rows = ascent(instance, THETA)
    for num in (Ball(), Rational()):
        found = run(BatchPerceptron(THETA), margin_problem(instance, num), STEPS)

        assert found.w.tolist() == num.array(points).tolist()
        assert [row.index(1) for row in found.q.tolist()] == rows


def test_symbols_are_marked_where_they_are_largest() -> None:
    x, y = sympy.symbols("x y", real=True)
    marks = Symbolic().first_largest(np.array([x, y], dtype=object))

    assert [mark.subs({x: 1, y: 1}) for mark in marks] == [1, 0]
    assert [mark.subs({x: 1, y: 2}) for mark in marks] == [0, 1]


def test_the_root_steps_are_those_printed_counted_from_1() -> None:
    found = run(RootSteps(), margin_problem(THREE, Ball(128)), 8)

    assert [Ball().sqrt(fmpq(t + 1)) * theta for t, theta in enumerate(found.theta)] == [1] * 9
