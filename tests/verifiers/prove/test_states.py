"""Protects what stands for any state: a record that holds, by name and in its place, just what it is made of."""

from typing import Any

import pytest
from lemmacheck.verifiers.prove.refusals import Refused
from lemmacheck.verifiers.prove.subject import forms_of, free_form, made_of

from tests.verifiers.prove.own_problems import State
from tests.verifiers.prove.sequences import sequence, setting


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
    x = sequence(setting(), "x")
    asked: list[Any] = []

    def free(name: str, space: Any) -> str:
        asked.append((name, space is x.axes[0]))
        return f"any {name}"

    assert free_form(State(0, x))(None, "now", free) == State("now", "any x")
    assert free_form(State(x, 1), of_time="x")(None, "now", free) == State("any t", "now")
    assert asked == [("x", True), ("t", True)]


def test_the_forms_of_an_author_s_algorithm_are_not_taken() -> None:
    class Known:
        forms = (lambda self, p, t, free: {"t": t, "x": free("x")},)

    assert forms_of(Known(), State(0, 1)) == []
    assert forms_of(object(), State(0, 1)) == []
