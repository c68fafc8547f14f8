"""Protects proofs about methods of an author's own: a method that is more than formulas is not read, and a run of one
stands for the runs of that one alone."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

import pytest
from lemmacheck import Book, Method, above, at_least, at_most, claim, equal, problem
from lemmacheck.theory.core.method import Planted
from lemmacheck.verifiers.decide.cause import Cause
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.instances.own import families_of
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.prove import prove
from lemmacheck.verifiers.prove.divisors import divisors
from lemmacheck.verifiers.prove.engine import attempt

from tests.verifiers.prove.own_problems import SOURCE, State, Stay, is_proved, own, plainly, stays
from tests.verifiers.prove.sequences import setting


class Drawing(Stay):
    def draws(self, p, s):
        return p.uniform()


class Tuned(Stay):
    def tuned(self, p, N):
        return self


class Lawful(Stay):
    def law_of(self, p):
        return None


class Hooked(Stay):
    def __getattr__(self, name):
        return 1


class Remembering(Stay):
    seen: ClassVar[list[Any]] = []

    def step(self, p, s):
        self.seen.append(s)
        return State(s.t + 1, s.x)


class Comparing(Stay):
    def step(self, p, s):
        return State(s.t + 1, s.x if s.t < 3 else 2 * s.x)


class Growing(Stay):
    def start(self, p):
        return State(0, p.number(0))

    def step(self, p, s):
        return State(s.t + 1, s.x + p.a)


class Slow(Stay):
    def step(self, p, s):
        return State(s.t + 2, s.x)


class Changed(NamedTuple):
    t: Any
    x: Any

    def __iter__(self):
        return iter((0, 0))


class OfChanged(Stay):
    def start(self, p):
        return Changed(0, p.a)

    def step(self, p, s):
        return Changed(s.t + 1, 2 * s.x)


class OfChangedAlone(OfChanged):
    def step(self, p, s):
        return s


class First(NamedTuple):
    first: Any


class OfFirst(Stay):
    def start(self, p):
        return First(p.a)

    def step(self, p, s):
        return First(2 * s.first)


class Plain(Stay):
    def start(self, p):
        return p.a

    def step(self, p, s):
        return s


class OfMatrices(Stay):
    def start(self, p):
        return State(0, 1 * p.Z)

    def step(self, p, s):
        return State(s.t + 1, 1 * p.Z)


NO_FORMULAS = [Drawing, Tuned, Lawful, Hooked, Remembering, Comparing, Growing, OfChanged, Plain, OfMatrices]


@pytest.mark.parametrize("kind", NO_FORMULAS)
def test_a_method_that_is_more_than_formulas_is_not_read(kind: Any) -> None:
    assert is_proved(lambda run: equal(run.each(lambda s: 1), 1), own(plainly), Stay)
    assert not is_proved(lambda run: equal(run.each(lambda s: 1), 1), own(plainly), kind)


class OfVectors(Stay):
    """Its t is no time but a vector."""

    def start(self, p):
        return State(p.a, p.a)

    def step(self, p, s):
        return State(s.x, s.t)


def test_a_field_called_t_need_not_be_the_time() -> None:
    assert is_proved(lambda run: equal(run.each(lambda s: s.t)[1:], run.x[:-1]), own(plainly), OfVectors)


def test_a_state_is_known_by_its_own_fields() -> None:
    assert not is_proved(lambda run: equal(run.x[0], run.x[0]), own(plainly), OfChangedAlone)
    assert not is_proved(lambda run: equal(run.first[1:], run.first[:-1]), own(plainly), OfFirst)
    assert is_proved(lambda run: equal(run.each(lambda s: s.t), 2 * run.t), own(plainly), Slow, proof=lambda run: [])
    assert not is_proved(lambda run: equal(run.each(lambda s: s.t), run.t), own(plainly), Slow)


@dataclass(frozen=True)
class Scaling(Stay):
    c: Any = 1

    def step(self, p, s):
        return State(s.t + 1, self.c * s.x)


def test_a_parameter_of_the_method_is_what_all_its_runs_have() -> None:
    def steps_down(run):
        return at_most(run.algorithm.c, 1)

    assert is_proved(steps_down, own(plainly), Scaling, usual={"c = 1": Scaling(1), "c = 1/2": Scaling(Fraction(1, 2))})
    assert not is_proved(steps_down, own(plainly), Scaling, usual={"c = 1": Scaling(1), "c = 2": Scaling(2)})


def same(x):
    return x


def twice(x):
    return 2 * x


@dataclass(frozen=True)
class Mapped(Stay):
    by: Any = same

    def step(self, p, s):
        return State(s.t + 1, self.by(s.x))


def test_a_function_that_is_a_parameter_is_one_function_in_all_runs() -> None:
    assert is_proved(stays, own(plainly), Mapped)
    assert not is_proved(stays, own(plainly), Mapped, usual={"same": Mapped(), "twice": Mapped(twice)})
    assert not is_proved(stays, own(plainly), Mapped, planted={"twice": Planted(Mapped(twice), ((1,),), 3)})


class Called(Stay):
    """One with a constant that is called as what a run of ours is made of."""

    algorithm = 3


def test_a_method_may_call_a_constant_an_algorithm() -> None:
    assert is_proved(stays, own(plainly), Called)


class Further(Scaling):
    def step(self, p, s):
        return State(s.t + 1, s.x)


def test_a_run_of_another_class_stands_for_none() -> None:
    def counted(run):
        return equal(run.t, run.t)

    assert is_proved(counted, own(plainly), Scaling)
    assert not is_proved(counted, own(plainly), Scaling, usual={"": Scaling(), "further": Further()})


class Dividing(Stay):
    """Divides by ‖Z‖_F² in its step: then a run that has a step has Z ≠ 0."""

    def step(self, p, s):
        return State(s.t + 1, s.x / p.size)


def sized(Z):
    return {"a": Z[0], "size": (Z * Z).sum()}


def test_what_a_step_divides_by_is_not_0_where_there_is_a_step() -> None:
    assert is_proved(lambda r: above(r.t[1:] * 0 + r.problem.size, 0), own(sized), Dividing, proof=lambda r: [])
    assert not is_proved(lambda run: above(run.problem.size, 0), own(sized), Dividing)
    assert not is_proved(lambda run: above(run.t * 0 + run.problem.size, 0), own(sized), Dividing)


def test_only_a_run_on_an_authors_own_problem_that_has_a_step_divides_by_what_is_not_0() -> None:
    s = setting()
    letter, signed = s.context.universe.symbol("p.size", nonnegative=True), s.context.universe.symbol("p.b")
    s.context.constants.update(atom.number for one in (letter, signed) for atom in one.atoms())
    for one in (letter, signed, s.context.universe.symbol("x_t", nonnegative=True)):
        s.run.divides_by.update(one.atoms())

    assert divisors(s, 1) == divisors(setting("P.A.1a.2"), 1) == {}
    s.run.own = True
    assert divisors(s, 0) == {}
    (positive,) = divisors(s, 1).values()
    (atom,) = positive.atoms()
    assert (atom.kind, s.surely(">", positive)) == ("symbol", True)
    assert not s.surely(">", letter)


@problem(smallest=(2, 1))
class TwoRows:
    def of(Z):
        return {"a": Z[0]}

    def families():
        yield [[1]]
        yield [[1], [2]]


def test_a_matrix_outside_of_the_range_is_no_problem_and_the_range_is_what_is_used() -> None:
    def two(run):
        return at_least(run.problem.n, 2)

    book = Book(SOURCE, methods=[Method(Stay, on=TwoRows)], claims=[claim("Me.1", about=Stay)(two)])
    stated = book.claims["Me.1"]
    outside, inside = families_of(stated.method)

    assert prove(stated) is not None
    assert decide(stated, outside, stated.usual[""], 3).cause == Cause.NO_RUN
    assert decide(stated, inside, stated.usual[""], 3).verdict == "certified"
    assert not is_proved(lambda run: at_least(run.problem.n, 3), TwoRows, Stay)


class Sums(NamedTuple):
    t: Any
    S3: Any


class Named(Stay):
    def start(self, p):
        return Sums(0, p.a)

    def step(self, p, s):
        return Sums(s.t + 1, s.S3 + p.a)


def test_a_field_that_is_called_like_a_sequence_of_the_engine_keeps_its_name() -> None:
    def cauchy(run):
        p = run.problem
        return at_most(p.inner(run.S3, p.a), p.norm(run.S3) * p.norm(p.a))

    book = Book(SOURCE, methods=[Method(Named, on=own(plainly))], claims=[claim("Me.1", about=Named)(cauchy)])
    proof = prove(book.claims["Me.1"])

    assert "S3_t" in proof.text


def test_what_is_proved_of_a_method_is_not_taken_for_another_method() -> None:
    stated = Book(SOURCE, methods=[Method(Stay, on=own(plainly))], claims=[claim("Me.1", about=Stay)(stays)]).claims[
        "Me.1"
    ]

    assert attempt(stated, None) is not None
    assert attempt(stated, Tuned()) is None


@pytest.mark.parametrize("id", ["S.Alg.GD", "S.BetaLam", "W.Alg.3"])
def test_a_method_of_ours_is_read_with_letters_for_what_it_leaves_open(id: str) -> None:
    """With a step, and without one."""
    assert prove(LIBRARY.claims[id]) is not None
