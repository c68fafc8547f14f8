"""Protects what stands for any state: a record that holds, by name and in its place, just what it is made of, of a form
that the start has and each step keeps; and what of it may be read at a row."""

from typing import Any

import pytest
from lemmacheck.verifiers.prove import subject
from lemmacheck.verifiers.prove.context import Later, Steps
from lemmacheck.verifiers.prove.refusals import Refused
from lemmacheck.verifiers.prove.subject import Trajectory, forms_of, free_form, kept, made_of, proved_form
from lemmacheck.verifiers.prove.terms import COLUMNS, ROWS
from lemmacheck.verifiers.prove.values import Value

from tests.verifiers.prove.own_problems import State
from tests.verifiers.prove.sequences import number, setting


class Descended(State):
    """One that may do more than a record of its fields does."""


class Doubled(State):
    """One that holds something else than it is given."""

    def __new__(cls, t: Any, x: Any) -> Any:
        return super().__new__(cls, t, (x, x))


class Hiding(tuple):
    """One that shows in its place what it does not say by name, or the other way round."""

    t = x = property(lambda self: 7)

    def __new__(cls, t: Any, x: Any) -> Any:
        return super().__new__(cls, (t, x))


class Turned(tuple):
    t, x = property(lambda self: self[1]), property(lambda self: self[0])

    def __new__(cls, t: Any, x: Any) -> Any:
        return super().__new__(cls, (x, t))


def test_a_state_is_made_of_what_it_holds() -> None:
    t, x = object(), object()
    found = made_of(State(0, 1), {"t": t, "x": x})

    assert type(found) is State
    assert (found.t is t, found.x is x) == (True, True)


@pytest.mark.parametrize("kind", [Descended, Doubled, Hiding, Turned])
def test_a_state_that_holds_something_else_is_refused(kind: Any) -> None:
    with pytest.raises(Refused):
        made_of(kind(0, 1), {"t": object(), "x": object()})


def test_in_a_free_form_all_is_arbitrary_but_the_time() -> None:
    x: Any = Value(setting().context, (1, COLUMNS), lambda _: None)
    asked: list[Any] = []

    def free(name: str, space: Any) -> str:
        asked.append((name, space == COLUMNS))
        return f"any {name}"

    assert free_form(State(0, x))(None, "now", free) == State("now", "any x")
    assert free_form(State(x, 1), of_time="x")(None, "now", free) == State("any t", "now")
    assert asked == [("x", True), ("t", True)]


def test_the_forms_of_an_author_s_algorithm_are_not_taken() -> None:
    class Known:
        forms = (lambda self, p, t, free: {"t": t, "x": free("x")},)

    assert forms_of(Known(), State(0, 1)) == []
    assert forms_of(object(), State(0, 1)) == []


class Weighing:
    """x_0 = 1/n for each row, x_{t+1} = x_t."""

    def start(self, p: Any) -> Any:
        return State(0, p.uniform())

    def step(self, p: Any, s: Any) -> Any:
        return State(s.t + 1, 1 * s.x)


class FromTwice(Weighing):
    def start(self, p: Any) -> Any:
        return State(0, 2 * p.uniform())


class Growing(Weighing):
    def step(self, p: Any, s: Any) -> Any:
        return State(s.t + 1, 2 * s.x)


@pytest.mark.parametrize(("kind", "total", "holds"), [
    (Weighing, 1, True),
    (FromTwice, 1, False),
    (FromTwice, 2, True),
    (Growing, 1, False),
    (Growing, 0, False),
    (Growing, None, True),
])  # fmt: skip
def test_a_form_is_kept_where_the_start_and_each_step_have_the_sum_that_it_says(
    kind: Any, total: Any, holds: bool
) -> None:
    facts = {} if total is None else {"total": total}

    assert kept(setting().run.again(kind()), lambda p, t, free: State(t, free("x", ROWS, **facts))) is holds


def test_what_is_not_read_of_a_step_is_said_where_a_form_is_asked_alone() -> None:
    run = setting().run.again(Weighing())

    def of_matrices(p: Any, t: Any, free: Any) -> Any:
        return State(t, 1 * p.Z)

    assert not kept(run, of_matrices)
    with pytest.raises(Refused, match="a state of matrices"):
        kept(run, of_matrices, alone=True)


class WrittenOut(Weighing):
    def step(self, p: Any, s: Any) -> Any:
        return State(s.t + 1, p.num.array([1, 2]))


def test_why_no_form_is_kept_is_said() -> None:
    with pytest.raises(Refused, match="a written-out array meets data of arbitrary size"):
        proved_form(setting().run.again(WrittenOut()))


def test_each_letter_of_the_arbitrary_state_is_known_to_be_of_its_sequence() -> None:
    run = setting().run
    known = run.context.sequences
    before = set(known)
    fields = [value for value in run.current if type(value) is Value]
    letters = {atom for value in fields for atom in value.at(None).all_atoms() if atom.number in known}

    assert len(letters) > 1
    for letter in letters:
        assert (known[letter.number].at(Later(0)) - run.context.universe.of(letter)).is_zero
    fresh = {run.context.universe.atoms[number].name for number in set(known) - before}
    assert not any("?" in name for name in fresh)  # what a form was tried with is of no sequence


def test_what_changes_its_shape_from_step_to_step_is_no_sequence(monkeypatch: pytest.MonkeyPatch) -> None:
    at = setting()
    x, c = number(at, "x", ROWS), number(at, "c")
    monkeypatch.setattr(Trajectory, "first_state", State(0, x))
    monkeypatch.setattr(Trajectory, "state", lambda self, i: State(i, c if i == 3 else x))

    for read in (at.run.each(lambda s: s.x), at.run.x):
        assert read.at(2).key() == x.at(None).key()
        with pytest.raises(Refused, match="changes its shape"):
            read.at(3)


def test_a_schedule_is_read_at_the_row_of_a_state_or_before_and_of_a_pair_at_its_later_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run = setting().run
    pairs = run.pairs(lambda s, after: s.t * run.algorithm.lam(after.t))

    assert pairs.axes == (Steps(-1),)
    assert (pairs.at(Later(0)) - run.t.at(Later(0)) * run.lam.at(Later(1))).is_zero
    monkeypatch.setattr(subject, "proved_form", lambda run: lambda p, t, free: run.algorithm.lam(t + 1))
    for early in (lambda: run.each(lambda s: run.algorithm.lam(s.t + 1)), lambda: setting().run.current):
        with pytest.raises(Refused, match="need not reach"):
            early()


def test_a_first_state_reads_no_schedule_beyond_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for t in (0, 1):
        run = setting().run
        monkeypatch.setattr(type(run.algorithm), "start", lambda self, p, t=t: State(0, self.lam(t)))
        if t == 0:
            assert run.first_state.x.key() == run.lam.at(0).key()
        else:
            with pytest.raises(Refused, match="need not reach"):
                _ = run.first_state


def test_a_state_of_ours_is_taken_as_it_is_and_one_of_an_authors_is_a_named_tuple() -> None:
    run, state = setting().run, State(0, 1)

    assert run._held((1, 2)) == (1, 2)
    assert run._held(state) is state
    run.own = True
    assert [type(x) is int for x in run._held(state)] == [False, False]
    with pytest.raises(Refused, match="no NamedTuple"):
        run._held((1, 2))


def test_the_number_of_steps_is_known_where_the_parameters_of_the_run_know_it() -> None:
    run = setting().run
    with pytest.raises(Refused, match="number of steps is arbitrary"):
        _ = run.steps
    run.context.horizon = run.n
    assert run.steps is run.n
