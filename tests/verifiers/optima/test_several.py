"""Protects the optima of a batch: each is to the last digit what it is alone, whatever is solved beside it."""

from fractions import Fraction

import numpy as np
import pytest
from lemmacheck.verifiers.instances.families import structured
from lemmacheck.verifiers.instances.instance import Instance, optima
from lemmacheck.verifiers.optima import proposals, solve, solve_several


def of_shape(n: int, d: int) -> list[Instance]:
    return [instance for instance in structured() if instance.shape == (n, d)]


@pytest.mark.parametrize("shape", sorted({instance.shape for instance in structured()}))
def test_the_optima_of_a_batch_are_those_of_each_alone(shape: tuple[int, int]) -> None:
    matrices = [instance.rows for instance in of_shape(*shape)]

    assert solve_several(matrices) == [solve(Z) for Z in matrices]
    assert solve_several(matrices[::-1]) == [solve(Z) for Z in matrices[::-1]]


def test_matrices_too_large_for_a_batch_are_solved_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    matrices = [instance.rows for instance in of_shape(2, 2)]
    asked = []
    monkeypatch.setattr(proposals, "LARGE", 6)  # entries of their least-squares problem, which has one row more
    monkeypatch.setattr(proposals, "_compiled", lambda A, b: asked.append(A.shape))

    assert solve_several(matrices) == [solve(Z) for Z in matrices]
    assert asked == [(3, 2)] * 2 * len(matrices)


def test_no_matrices_have_no_optima() -> None:
    assert solve_several([]) == []


def test_sizes_far_apart_are_solved_side_by_side() -> None:
    far = [[[Fraction(1, 10**300), Fraction(0)]], [[Fraction(10**300), Fraction(1)]], [[Fraction(0), Fraction(0)]]]

    assert [best.gamma_squared for best in solve_several(far)] == [sum(x * x for x in Z[0]) for Z in far]


def test_an_optimum_that_is_known_is_not_looked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    known, new = (Instance(name, ((Fraction(k), Fraction(1)),)) for k, name in enumerate(("known", "new"), 1))
    best = known.optimum
    asked: list[int] = []
    monkeypatch.setattr(proposals, "_heaviest", lambda q: asked.append(len(q)) or [int(np.argmax(q))])

    assert optima([known, new])[0] is best
    assert len(asked) == 1
