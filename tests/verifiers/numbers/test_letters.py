"""Protects what proves a limit: forms in the letters of a state, and the recurrence that dies out or does not."""

import random
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import pytest
from flint import fmpq
from lemmacheck.verifiers.decide import limits
from lemmacheck.verifiers.numbers.letters import NotAffine, closed, flat, letters, make_of, row, shaped, square
from lemmacheck.verifiers.numbers.recurrence import dies_out, radius, shortest


class State(NamedTuple):
    x: Any
    y: Any


def test_the_shortest_recurrence_is_found_again() -> None:
    rng = random.Random(5)
    for order in range(1, 6):
        for _ in range(5):
            wanted = [fmpq(1), *(fmpq(rng.randint(-5, 5), rng.randint(1, 4)) for _ in range(order - 1)), fmpq(1, 3)]
            terms = [fmpq(rng.randint(-9, 9)) for _ in range(order - 1)] + [fmpq(7)]
            for _ in range(2 * order):
                terms.append(-sum((c * x for c, x in zip(wanted[1:], terms[::-1], strict=False)), fmpq(0)))
            found = shortest(terms)

            assert len(found) <= order + 1
            for n in range(len(found) - 1, len(terms)):
                assert sum((c * terms[n - i] for i, c in enumerate(found)), fmpq(0)) == 0


def test_a_recurrence_dies_out_where_floats_say_so() -> None:
    rng, seen = random.Random(1), set()
    for _ in range(200):
        p = [fmpq(1), *(fmpq(rng.randint(-6, 6), rng.randint(4, 9)) for _ in range(rng.randint(1, 4)))]
        largest = max(abs(np.roots([float(Fraction(int(c.p), int(c.q))) for c in p])), default=0)
        if abs(largest - 1) > 1e-6:
            seen.add(largest < 1)
            assert dies_out(p) == (largest < 1)
            assert abs(float(radius(p).mid()) - largest) < 1e-6
    assert seen == {True, False}


@pytest.mark.parametrize("roots_on_the_circle", [[1, -1], [1, 1], [1, 0, 1], [1, -2, 1], [1, 1, 1]])
def test_a_root_of_modulus_1_does_not_die_out(roots_on_the_circle: list[int]) -> None:
    assert not dies_out(list(map(fmpq, roots_on_the_circle)))


def test_a_form_meets_a_vector_entry_by_entry_on_either_side() -> None:
    """Protects the limit of a projection, ⟨x, u⟩u/‖u‖²: its step was taken for one that is not affine."""
    x, y = letters(2)
    u = np.array([fmpq(1), fmpq(2)], dtype=object)

    for made in ((x + y) * u, u * (x + y), (x + y) * u[None][0]):
        assert [row(one, 2) for one in made] == [[0, 1, 1], [0, 2, 2]]
    assert [row(one, 2) for one in (x + 1) / u] == [[1, 1, 0], [fmpq(1, 2), fmpq(1, 2), 0]]
    assert [row(one, 2) for one in x - u] == [[-1, 1, 0], [-2, 1, 0]]
    assert [row(one, 2) for one in u - x] == [[1, -1, 0], [2, -1, 0]]


def test_letters_make_forms_of_degree_2_and_nothing_else() -> None:
    x, y = letters(2)

    assert (2 * x - y / 3 + 1).terms == {(): 1, (1,): 2, (2,): fmpq(-1, 3)}
    assert ((x + 1) * (y - x)).terms == {(1,): -1, (2,): 1, (1, 2): 1, (1, 1): -1}
    assert (y / (x - x + 2)).terms == {(2,): fmpq(1, 2)}
    assert row(x / 3 + 4, 2) == [4, fmpq(1, 3), 0]
    assert [row(one, 2) for one in (x * x, 1 + x * y, x**4, x**3 - x**3)] == [None] * 4
    assert closed([[0, 1, 0, 0], None, [0, 0, 1, 0]]) == [1]
    assert closed([[0, 0, 1, 0], [0, 0, 0, 1], None]) == []
    assert [limits.linear_in(square(form, 2)) for form in (x, 1 + y, x * x, y * y, x * y)] == [True] * 2 + [False] * 3
    assert square(x * x + 3 * x * y - y + 5, 2).tolist() == [
        [5, 0, fmpq(-1, 2)],
        [0, 1, fmpq(3, 2)],
        [fmpq(-1, 2), fmpq(3, 2), 0],
    ]
    for wrong in (
        *(lambda: square(x * y * x, 2), lambda: 1 / x, lambda: abs(x), lambda: x < 1, lambda: x**-3, lambda: x * 0.5),
        *(lambda: y / x, lambda: square(x**3 - x**3, 2), lambda: y / (x**3 - x**3)),
    ):
        with pytest.raises(NotAffine):
            wrong()


def test_a_state_is_told_by_its_numbers_and_what_else_it_is() -> None:
    state = State(1, np.array([[2, 3]]))
    again = shaped(state, [7, 8, 9])

    assert flat(state) == [1, 2, 3]
    alone, several = (limits.plain(np.array(x, dtype=object)) for x in (fmpq(1, 2), [1, 2]))
    assert (type(alone), alone, several.tolist()) == (fmpq, fmpq(1, 2), [1, 2])
    assert (type(again), type(again.x), again.x, again.y.tolist()) == (State, int, 7, [[8, 9]])
    assert make_of((state, 4)) == (tuple, (State, (), (1, 2)), ())
    assert make_of([1, 2]) != make_of((1, 2))
