"""Protects the products by Z in balls: they enclose what exact entries give, and what is exact stays exact."""

from fractions import Fraction

import numpy as np
import pytest
from flint import arb, fmpq
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.core.run import run
from lemmacheck.theory.margins.problem import Problem
from lemmacheck.verifiers.instances.enclosed import Enclosed
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.margins import margin_problem
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.monomial import as_ball

ROWS = tuple(tuple(Fraction(entry, 7) for entry in row) for row in ((3, 0, -2), (-1, 5, 1), (2, 2, 2), (0, 0, 1)))
NUM = Ball(128)


def problems() -> tuple[Problem, Problem]:
    """The same problem with flint's products, and without."""
    enclosed = margin_problem(Instance("four", ROWS), NUM)
    assert isinstance(enclosed, Enclosed)
    return enclosed, Problem(enclosed.Z, NUM, enclosed.optimum)


def test_both_products_of_a_run_enclose_the_same_numbers() -> None:
    with NUM.active():
        fast, plain = problems()
        states = run(DualNesterov(), plain, 6)
        for sequence, name in ((states.w, "scores"), (states.mu, "combine"), (states.w[3], "scores")):
            ours, theirs = getattr(fast, name)(sequence), getattr(plain, name)(sequence)
            assert ours.shape == theirs.shape
            assert all(arb(a).overlaps(arb(b)) for a, b in zip(ours.ravel(), theirs.ravel(), strict=True))
            assert all(arb(a).rad() < 1e-25 for a in ours.ravel())


@pytest.mark.parametrize("scores", [(1, 2, 3, 4), (0, 0, 0, 0), (-900, 700, 1, 700), (5,)])
def test_the_soft_max_of_balls_is_that_of_exact_entries(scores: tuple[int, ...]) -> None:
    with NUM.active():
        fast, plain = problems()
        exact = NUM.array(scores)
        balls = np.array([arb(entry) for entry in scores], dtype=object)
        found, expected = fast.softmax(balls), plain.softmax(exact)

    assert found.shape == expected.shape
    assert [type(entry) for entry in fast.softmax(exact)] == [type(entry) for entry in expected]
    assert all(a.overlaps(as_ball(b)) and a.rad() < 1e-36 for a, b in zip(found, expected, strict=True))


@pytest.mark.parametrize("shape", [(3,), (1, 3), (2, 2, 3), (0, 3)])
def test_exact_vectors_have_exact_products(shape: tuple[int, ...]) -> None:
    fast, plain = problems()
    w = NUM.array(np.arange(np.prod(shape)).reshape(shape).tolist()).reshape(shape)
    found = fast.scores(w)
    assert found.shape == (*shape[:-1], 4)
    assert all(isinstance(entry, fmpq) for entry in found.ravel())
    assert (found == plain.scores(w)).all()


def test_exact_vectors_among_balls_stay_exact() -> None:
    with NUM.active():
        fast, _ = problems()
        w = NUM.array([[1, 2, 3], [1, 2, 3], [0, 0, 0]])
        w[1] = [arb(entry).sqrt() for entry in w[1]]
        found = fast.scores(w)
    assert [{type(entry) for entry in row} for row in found] == [{fmpq}, {arb}, {fmpq}]
