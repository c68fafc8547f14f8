"""Entries of a relation that are those of one step, and entries that are steps; of n or d entries both may be."""

from weakref import WeakKeyDictionary

import numpy as np
import pytest
from lemmacheck import Claim, at_most
from lemmacheck.verifiers.decide import rows
from lemmacheck.verifiers.decide.ladder import Decision, decide
from lemmacheck.verifiers.decide.rows import stated_of
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.records.verdict import Verdict

from tests.books.written import WRITE, method_text, problem_text

TWO_COLUMNS = Instance.from_json("two columns", [["1", "1"]])
HALVING = (
    problem_text("Rows", "z=Z[0]", "shapes=(3, 2)")
    + method_text("Halving", "State(p.z)", "State(s.x / 2)")
    + '''@claim("L", about=Halving)
def stated(run):
    """What is stated."""
    p = run.problem
    return STATED


METHOD = Method(Halving, on=Rows, usual={"": Halving()}, steps=6)
'''
)


def stating(opened: WRITE, said: str) -> Claim:
    return opened(HALVING, ("STATED", said)).claims["L"]


def decided(claim: Claim, steps: int) -> Decision:
    return decide(claim, TWO_COLUMNS, claim.usual[""], steps)


def test_steps_that_are_as_many_as_the_data_have_columns_are_steps(opened: WRITE) -> None:
    found = decided(stating(opened, "at_most(p.squared(run.x)[:2], p.squared(p.z) / 4)"), 4)

    assert found.verdict == Verdict.REFUTED
    assert (found.worst.whole, found.worst.t, found.later) == (False, 0, None)


@pytest.mark.parametrize(("said", "steps", "told"), [
    ("at_most(run.t[-3:], 3)", 6, True),
    ("at_most(run.t[-3:], 2)", 3, True),
    ("at_most(run.t[-3:-1], 3)", 6, True),
    ("at_most(run.t[-3:], 1)", 2, False),  # these are all its rows
    ("at_most(run.t[2:], 3)", 6, False),
    ("at_most(run.t[2:5], 3)", 6, False),
    ("at_most(run.t[1:] + p.d, run.t[:-1] + 5 - run.t[1:])", 6, False),
])  # fmt: skip
def test_the_last_steps_have_no_t_and_say_how_long_the_run_is(opened: WRITE, said: str, steps: int, told: bool) -> None:
    claim = stating(opened, said)
    decided(claim, 2)
    for _ in range(2):  # whatever it was asked before
        found = decided(claim, steps)
        assert found.verdict == Verdict.REFUTED
        assert found.worst.whole is told


@pytest.mark.parametrize(("said", "changes", "whole"), [
    ("at_most(p.z, run.x[2])", (), True),
    ("[at_most(0, run.x[1]), at_most(p.z, run.x[2])]", (), True),
    ("at_most(1 + 0 * p.vertex(0, 3), 0)", (), False),  # the same on every run, and no entry of the data
    ("at_most(run.t[-3:], 1)", (("about=Halving)", "about=Halving, first=1)"),), False),  # its author says its t
])  # fmt: skip
def test_a_vector_of_one_step_is_one_row_where_a_longer_run_has_no_more(
    opened: WRITE, said: str, changes: tuple[tuple[str, str], ...], whole: bool
) -> None:
    claim = opened(HALVING, *changes, ("STATED", said)).claims["L"]
    found = decide(claim, TWO_COLUMNS, next(iter(claim.usual.values())), 4)

    assert found.verdict == Verdict.REFUTED
    assert found.worst.whole is whole


def test_what_a_longer_run_says_of_a_row_is_compared_as_far_as_both_say_something() -> None:
    one, other = at_most(np.array([1.0, 2.0]), 3.0), at_most(np.array([1.0, 5.0]), 3.0)
    longer = at_most(np.array([1.0, 2.0, 9.0]), 3.0)

    assert not rows.say_otherwise([one], [longer, other])
    assert not rows.say_otherwise([one, other], [longer])
    assert rows.say_otherwise([one], [other])
    assert rows.say_otherwise([at_most(3.0, one.lhs)], [at_most(3.0, other.lhs)])


@pytest.mark.parametrize(("share", "verdict"), [(2, Verdict.CERTIFIED), (3, Verdict.REFUTED)])
def test_relations_may_be_as_many_as_the_steps(opened: WRITE, share: int, verdict: Verdict) -> None:
    said = f"[at_most(abs(run.x[t + 1]), abs(run.x[t]) / {share}) for t in range(run.steps)]"
    claim = stating(opened, said)

    for steps in (4, 2, 3):
        found = decided(claim, steps)
        assert found.verdict == verdict
        assert found.worst.whole


@pytest.mark.parametrize(("steps", "whole"), [(5, True), (6, False)])
def test_a_vector_is_told_from_steps_where_there_is_one_more_step(opened: WRITE, steps: int, whole: bool) -> None:
    ends = ("s.x / 2", "s.x * (s.x[0] - Fraction(1, 64)) / (s.x[0] - Fraction(1, 64)) / 2")  # it divides by 0 at x_6
    claim = opened(HALVING, ends, ("STATED", "at_most(p.z, run.x[2])")).claims["L"]
    found = decided(claim, steps)

    assert found.verdict == Verdict.REFUTED
    assert found.worst.whole is whole


def test_rows_whose_first_t_their_author_says_are_steps(opened: WRITE) -> None:
    found = decided(stating(opened, "at_most(run.t[-2:], 3).since(3)"), 4).worst

    assert (found.whole, found.t) == (False, 4)


@pytest.mark.parametrize("one", ["run.t[-2:], 9), at_most(run.t[-3:]", "run.t[1:], 9), at_most(run.t[-4:]"])
def test_of_several_relations_each_is_about_the_last_steps_or_not(opened: WRITE, one: str) -> None:
    """Also where a short run was asked before, of which all steps are the last."""
    claim = stating(opened, f"[at_most({one}, 1)]")

    for steps, told in ((2, False), (6, True)):
        found = decided(claim, steps)
        assert found.worst.whole is told


def test_relations_that_all_grow_are_compared_with_a_longer_run_once(
    opened: WRITE, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    monkeypatch.setattr(
        rows, "stated_of", lambda claim, run, steps: asked.append(steps) or stated_of(claim, run, steps)
    )
    claim = stating(opened, "at_most(run.t[1:], 9)")
    for steps in (6, 5, 6):
        decided(claim, steps)

    assert asked == [7, 0]
    assert isinstance(rows._growing, WeakKeyDictionary)  # what is remembered of a function is forgotten with it
