"""A square of the author's own need not be cited, a root is as its square, a divisor of a step is not 0, and a problem
made without Z is read; beside each true statement stand false ones, which nothing proves."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from lemmacheck import Book, Method, above, at_least, at_most, by, claim, equal, for_all, hypothesis, opaque, problem
from lemmacheck.verifiers.prove import prove

from tests.verifiers.prove.own_problems import SOURCE, State, is_proved


class Pair(NamedTuple):
    x: Any
    y: Any


@problem
class Lines:
    """Two vectors, and the projections on their lines."""

    def of(Z):
        return {"a": Z[0], "b": Z[-1]}

    def onto(p, v, x):
        return v * p.inner(v, x) / p.inner(v, v)


@dataclass(frozen=True)
class Projecting:
    """x_{t+1} is the projection of x_t on the line of a, from b."""

    def start(self, p):
        return State(0, p.b)

    def step(self, p, s):
        return State(s.t + 1, p.onto(p.a, s.x))


@dataclass(frozen=True)
class Dividing:
    """A step that divides by a number of the state: x_{t+1} = x_t/‖x_t‖², from b."""

    def start(self, p):
        return State(0, p.b)

    def step(self, p, s):
        return State(s.t + 1, s.x / p.squared(s.x))


def moved(run):
    return run.x[:-1] - run.x[1:]


def with_a(run):
    return run.problem.inner(run.x, run.problem.a)


ON_LINES = {
    "a squared step is not negative": (lambda run: at_least(run.problem.squared(moved(run)), 0), True),
    "nor above 0": (lambda run: above(run.problem.squared(moved(run)), 0), False),
    "an inner product is not of one sign": (lambda run: at_least(with_a(run), 0), False),
    "a difference of squares is not":
        (lambda run: at_least(run.problem.squared(run.x[1:]) - run.problem.squared(moved(run)), 0), False),
    "the norm falls": (lambda run: at_most(run.problem.norm(run.x[1:]), run.problem.norm(run.x[:-1])), True),
    "nor falls by half": (lambda run: at_most(2 * run.problem.norm(run.x[1:]), run.problem.norm(run.x[:-1])), False),
    "the norm of another vector is not below":
        (lambda run: at_most(run.problem.norm(run.x), run.problem.norm(run.problem.a)), False),
    "a square of a number is not negative": (lambda run: at_least(with_a(run) ** 2, 0), True),
    "what a step divides by may be 0 where there is none":
        (lambda run: above(run.problem.squared(run.problem.a), 0), False),
    "what a step does not divide by may be 0":
        (lambda run: above(run.problem.squared(run.problem.b) + 0 * run.problem.squared(run.x[1:]), 0), False),
}  # fmt: skip


def pythagoras(run):
    """‖x_{t+1}‖² + ‖x_t − x_{t+1}‖² = ‖x_t‖²."""
    p = run.problem
    return [equal(p.squared(run.x[1:]) + p.squared(moved(run)), p.squared(run.x[:-1]))]


@pytest.mark.parametrize("name", ON_LINES)
@pytest.mark.parametrize("proof", [None, pythagoras])
def test_of_squares_the_true_is_proved_and_the_false_is_not(name: str, proof: Callable[[Any], Any] | None) -> None:
    statement, holds = ON_LINES[name]

    assert is_proved(statement, Lines, Projecting, proof=proof) == holds


@hypothesis("‖x_t‖² = ‖a‖²")
def as_long_as_a(run):
    return equal(run.problem.squared(run.x), run.problem.squared(run.problem.a))


def test_two_norms_are_equal_where_their_squares_are() -> None:
    def statement(run):
        return equal(run.problem.norm(run.x), run.problem.norm(run.problem.a))

    def doubled(run):
        return equal(run.problem.norm(run.x), 2 * run.problem.norm(run.problem.a))

    assert is_proved(statement, Lines, Projecting, given=[as_long_as_a])
    assert not is_proved(doubled, Lines, Projecting, given=[as_long_as_a])
    assert not is_proved(statement, Lines, Projecting)


def test_a_fact_at_the_difference_of_two_states_is_that_difference() -> None:
    def cited(run):
        return [by("F.vector", moved(run))]

    assert is_proved(lambda run: at_least(run.problem.squared(moved(run)), 0), Lines, Projecting, proof=cited)
    assert not is_proved(lambda run: above(run.problem.squared(moved(run)), 0), Lines, Projecting, proof=cited)


@pytest.mark.parametrize("statement", [
    lambda run: above(run.problem.squared(run.x), 0),
    lambda run: at_least(run.problem.squared(run.x[1:]), run.problem.squared(run.x[:-1])),
    lambda run: at_most(run.problem.norm(run.x[1:]), run.problem.norm(run.x[:-1])),
    lambda run: above(run.problem.squared(run.problem.b), 0),
])  # fmt: skip
def test_what_depends_on_t_is_no_divisor_of_every_step(statement: Callable[[Any], Any]) -> None:
    assert not is_proved(statement, Lines, Dividing)


@problem(c=[-1, Fraction(1, 2), 3], x0=[Fraction(-1, 2), 2])
class Number:
    """Numbers, made without Z."""

    def of(c, x0):
        return {}

    def f(p, x):
        return x**2 - p.c


@dataclass(frozen=True)
class Halving:
    def start(self, p):
        return State(0, p.x0)

    def step(self, p, s):
        return State(s.t + 1, s.x / 2)


def root_first(run):
    """√x_t, whose square is x_t: it says nothing of the sign of x_t."""
    return [at_least(run.sqrt(run.x) ** 2, 0)]


OF_NUMBERS = {
    "a step halves": (lambda run: equal(2 * run.x[1:], run.x[:-1]), None, True),
    "and no third": (lambda run: equal(3 * run.x[1:], run.x[:-1]), None, False),
    "f falls by what it says": (
        lambda run: equal(
            run.each(lambda s: run.problem.f(s.x))[1:], run.each(lambda s: run.problem.f(s.x))[:-1] - 3 * run.x[1:] ** 2
        ),
        None,
        True,
    ),
    "a square is not negative": (lambda run: at_least((run.x - run.problem.c) ** 2, 0), None, True),
    "f may be": (lambda run: at_least(run.each(lambda s: run.problem.f(s.x)), 0), None, False),
    "c is at most 3": (lambda run: at_most(run.problem.c + 0 * run.x, 3), None, True),
    "c is not at most 2": (lambda run: at_most(run.problem.c + 0 * run.x, 2), None, False),
    "c may be below 0": (lambda run: at_least(run.problem.c + 0 * run.x, 0), None, False),
    "a number may be below 0, whose root was read": (lambda run: at_least(run.x, 0), root_first, False),
    "nor is the square of its root": (lambda run: at_least(run.sqrt(run.x) ** 2, 0), None, False),
    "it has no columns": (lambda run: at_least(run.problem.d + 0 * run.x, 1), None, False),
}


@pytest.mark.parametrize("name", OF_NUMBERS)
def test_a_problem_without_data_is_read_and_nothing_false_of_it_is_proved(name: str) -> None:
    statement, proof, holds = OF_NUMBERS[name]

    assert is_proved(statement, Number, Halving, proof=proof) == holds


@problem
class Vectors:
    def of(Z):
        return {"v": Z[0], "w": Z[-1]}


@dataclass(frozen=True)
class Resting:
    def start(self, p):
        return State(0, p.v)

    def step(self, p, s):
        return State(s.t + 1, s.x)


def roots_of_vectors(run):
    """‖√x‖², where √x need not be real: Σ x is not known to be a square by it."""
    return [at_least(run.problem.squared(run.sqrt(run.x)), 0)]


@pytest.mark.parametrize("proof", [None, roots_of_vectors])
def test_a_sum_of_squares_of_roots_says_nothing_of_the_sum(proof: Callable[[Any], Any] | None) -> None:
    assert not is_proved(lambda run: at_least(run.x.sum(-1), 0), Vectors, Resting, proof=proof)
    assert not is_proved(
        lambda run: (at_least(run.x.sum(-1), 0), at_least(run.problem.squared(run.sqrt(run.x)), 0)), Vectors, Resting
    )


@problem
class Shifted:
    def of(Z):
        return {"v": Z[0] + 100}


def facts_of_roots(run):
    """Both are true where the roots are real; the first must not make the second so."""
    p = run.problem
    return [by("F.vector", p.sqrt(p.v)), by("F.square", p.sqrt(p.v.sum(-1)))]


@pytest.mark.parametrize(("statement", "proof"), [
    (lambda run: at_least(run.problem.v.sum(-1), 0), facts_of_roots),
    (lambda run: at_least(run.problem.sqrt(run.problem.v.sum(-1)), 0),
        lambda run: [at_least(run.problem.squared(run.problem.sqrt(run.problem.v)), 0)]),
])  # fmt: skip
def test_a_root_that_may_not_be_real_shows_no_other_root_to_be(
    statement: Callable[[Any], Any], proof: Callable[[Any], Any]
) -> None:
    assert not is_proved(statement, Shifted, Resting, proof=proof)


@for_all("⟨u, v⟩ ≥ 0 for all u", points=lambda run: (run.problem.v,))
def at_v_it_is_sure(p, u):
    return at_least(p.inner(u, p.v), 0)


def test_a_lemma_for_all_points_is_not_granted_where_it_is_sure_at_the_points_that_are_tried() -> None:
    def statement(run):
        return at_least(run.problem.inner(run.problem.w + 0 * run.x, run.problem.v), 0)

    given = claim(
        "Me.1", about=Resting, given=[at_v_it_is_sure], proof=lambda run: [by(at_v_it_is_sure, run.problem.w)]
    )
    without = claim("Me.2", about=Resting, uses=["Me.1"])
    book = Book(SOURCE, methods=[Method(Resting, on=Vectors)], claims=[given(statement), without(statement)])

    assert prove(book.claims["Me.1"]) is not None
    assert prove(book.claims["Me.2"]) is None


@problem
class Operator:
    """F with F(x*) = 0, of which nothing else is known."""

    def of(Z):
        return {"M": Z.T @ Z, "star": Z[0] * 0, "x0": Z[0]}

    @opaque(vector=True)
    def F(p, x):
        return p.M @ x


@dataclass(frozen=True)
class Forward:
    def start(self, p):
        return State(0, p.x0)

    def step(self, p, s):
        return State(s.t + 1, s.x - p.F(s.x))


@for_all("F is monotone", points=lambda run: (run.x[:-1], run.x[1:]))
def monotone(p, u, v):
    return at_least(p.inner(p.F(u) - p.F(v), u - v), 0)


@hypothesis("F(x*) = 0")
def zero(run):
    return equal(run.problem.F(run.problem.star), run.problem.zero())


@hypothesis("F(x_0) = 0")
def zero_elsewhere(run):
    return equal(run.problem.F(run.problem.x0), run.problem.zero())


@hypothesis("F(x_4) = 0, of longer runs")
def zero_later(run):
    return equal(run.problem.F(run.x[4]), run.problem.zero())


def weak_minty(run):
    """⟨F(x_t), x_t − x*⟩ ≥ 0."""
    p = run.problem
    return at_least(p.inner(run.each(lambda s: p.F(s.x)), run.x - p.star), 0)


@pytest.mark.parametrize(("given", "holds"), [
    ((monotone, zero), True),
    ((monotone,), False),
    ((monotone, zero_elsewhere), False),
    ((monotone, zero_later), False),
])  # fmt: skip
def test_an_equation_of_a_value_of_an_unknown_function_is_put_in(given: tuple[Any, ...], holds: bool) -> None:
    at_the_zero = {"given": list(given), "proof": lambda run: [by(monotone, run.x, run.problem.star)]}
    assert is_proved(weak_minty, Operator, Forward, **at_the_zero) == holds


def test_a_value_that_is_0_is_no_other_value() -> None:
    def at_x0(run):
        return [by(monotone, run.x, run.problem.x0)]

    assert not is_proved(weak_minty, Operator, Forward, given=[monotone, zero], proof=at_x0)


@dataclass(frozen=True)
class Saddle:
    """x⁺ = x − τZᵀy and y⁺ = y + τZx, with τ before the matrix."""

    tau: Any = Fraction(1, 2)

    def start(self, p):
        return Pair(p.ones(p.d), p.zeros(p.n))

    def step(self, p, s):
        return Pair(s.x - self.tau * p.Z.T @ s.y, s.y + p.Z / 2 @ s.x)


def distances(run):
    return run.problem.squared(run.x) + run.problem.squared(run.y)


def through(run):
    p = run.problem
    return run.each(lambda s: p.squared(p.Z @ s.x) + p.squared(p.Z.T @ s.y))[:-1]


@pytest.mark.parametrize(("statement", "holds"), [
    (lambda run: equal(distances(run)[1:], distances(run)[:-1] + through(run) / 4), True),
    (lambda run: equal(distances(run)[1:], distances(run)[:-1] + through(run) / 2), False),
    (lambda run: equal(distances(run)[1:], distances(run)[:-1]), False),
    (lambda run: at_least(distances(run)[1:], distances(run)[:-1]), True),
    (lambda run: at_most(distances(run)[1:], distances(run)[:-1]), False),
    (lambda run: equal((3 * run.problem.Z)[0], 3 * run.problem.Z[0]), True),
    (lambda run: equal((3 * run.problem.Z)[0], run.problem.Z[0] * 2), False),
    (lambda run: equal((-run.problem.Z)[:, 0], -run.problem.Z[:, 0]), True),
    (lambda run: equal((run.problem.Z / 2 * run.problem.Z).sum(), (run.problem.Z * run.problem.Z).sum() / 2), True),
    (lambda run: equal((run.problem.Z / 2 * run.problem.Z).sum(), (run.problem.Z * run.problem.Z).sum()), False),
])  # fmt: skip
def test_a_multiple_of_z_is_read_as_one(statement: Callable[[Any], Any], holds: bool) -> None:
    assert is_proved(statement, Vectors, Saddle) == holds
