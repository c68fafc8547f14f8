"""Protects the names of an arbitrary run: a field of an author's that hides one of them is refused, and no other is."""

from collections import namedtuple
from typing import Any

import pytest
from lemmacheck.theory.books.jst.algorithms.adaptive_sampling import EndpointLaw
from lemmacheck.theory.books.jst.algorithms.general_dual import GeneralDual
from lemmacheck.theory.margins.losses import Exponential
from lemmacheck.verifiers.prove.refusals import Refused

from tests.verifiers.prove.own_problems import Stay, is_proved, own, plainly, stays
from tests.verifiers.prove.sequences import setting


def with_field(name: str) -> type:
    """A method whose state has one field more, in which nothing is said."""
    kind = namedtuple("kind", ("t", "x", name))

    class Staying(Stay):
        def start(self, p: Any) -> Any:
            return kind(0, p.a, p.a)

        def step(self, p: Any, s: Any) -> Any:
            return kind(s.t + 1, s.x + 0 * p.a, p.a)

    return Staying


@pytest.mark.parametrize(
    ("name", "allowed"),
    [("y", True), ("each", False), ("steps", False), ("letters", False), ("divides_by", False), ("Z", False)],
)
def test_a_field_that_every_run_has_is_refused(name: str, allowed: bool) -> None:
    assert is_proved(stays, own(plainly), with_field(name)) is allowed


def test_each_name_by_which_a_run_keeps_something_is_refused() -> None:
    run = setting().run

    run._refuse_names(["t", "y"])
    for name in [*vars(run), "first_state", "current", "state"]:
        with pytest.raises(Refused, match=f"every run has {name}: rename"):
            run._refuse_names(["y", name])


@pytest.mark.parametrize("name", ["Z", "num", "made", "optimum", "loss", "squared", "softmax"])
def test_a_field_does_not_hide_what_a_hypothesis_asks_of_the_problem(name: str) -> None:
    run = setting().run

    run._refuse_hiding(["y"])
    with pytest.raises(Refused, match=f"every problem has {name}: rename"):
        run._refuse_hiding(["y", name])


def test_the_law_of_paths_is_that_of_the_run_that_is_read_first() -> None:
    run = setting().run

    assert run.context.law.run is run
    assert run.again(Plain()).context.law.run is run


def test_a_field_may_be_called_as_a_function_of_the_authors_own_problem() -> None:
    assert is_proved(stays, own(plainly, f=lambda p, x: x), with_field("f"))
    assert is_proved(stays, own(plainly), with_field("softmax"))  # which only a margin problem has


class Plain:
    """Another method of an author's."""

    def start(self, p: Any) -> Any:
        return GeneralDual(loss=Exponential()).start(p)

    def step(self, p: Any, s: Any) -> Any:
        return GeneralDual(loss=Exponential()).step(p, s)


class Tuned(Plain):
    def tuned(self, p: Any, steps: int) -> Any:
        return self


def test_another_method_is_run_where_nothing_tunes_it_to_the_problem() -> None:
    run = setting().run

    assert run.again(Plain()).problem is run.problem
    assert run.again(EndpointLaw()).algorithm.rows_a_step == 1
    with pytest.raises(Refused, match="which may be tuned"):
        run.again(Tuned())


def test_no_other_method_is_run_on_an_authors_own_problem() -> None:
    assert is_proved(stays, own(plainly), Stay)
    assert not is_proved(lambda run: stays(run.again(Stay())), own(plainly), Stay)
