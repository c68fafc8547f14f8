"""Entries of a relation that are those of one step, and entries that are steps; of n or d entries both may be."""

from weakref import WeakKeyDictionary

import numpy as np
import pytest
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.relation import at_most
from lemmacheck.verifiers.decide import rows
from lemmacheck.verifiers.decide.ladder import Decision, decide
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.records.verdict import Verdict

from tests.books.written import WRITE

TWO_COLUMNS = Instance.from_json("two columns", [["1", "1"]])
HALVING = '''@problem(shapes=(3, 2))
class Rows:
    def of(Z):
        return dict(z=Z[0])


class Halving:
    def start(self, p):
        return State(p.z)

    def step(self, p, s):
        return State(s.x / 2)


@claim("L", about=Halving)
def stated(run):
    """What is stated."""
    p = run.problem
    return STATED


METHOD = Method(Halving, on=Rows, usual={"": Halving()}, steps=6)
'''


def stating(opened: WRITE, said: str) -> Claim:
    return opened(HALVING, ("STATED", said)).claims["L"]


def decided(claim: Claim, steps: int) -> Decision:
    return decide(claim, TWO_COLUMNS, claim.usual[""], steps)


def test_steps_that_are_as_many_as_the_data_have_columns_are_steps(opened: WRITE) -> None:
    found = decided(stating(opened, "at_most(p.squared(run.x)[:2], p.squared(p.z) / 4)"), 4)

    assert found.verdict == Verdict.REFUTED
    assert found.worst is not None
    assert (found.worst.whole, found.worst.t, found.later) == (False, 0, None)


@pytest.mark.parametrize(
    ("said", "steps", "told"),
    [
        ("at_most(run.t[-3:], 3)", 6, True),
        ("at_most(run.t[-3:], 2)", 3, True),
        ("at_most(run.t[-3:-1], 3)", 6, True),
        ("at_most(run.t[-3:], 1)", 2, False),  # these are all its rows
        ("at_most(run.t[2:], 3)", 6, False),
        ("at_most(run.t[2:5], 3)", 6, False),
        ("at_most(run.t[1:] + p.d, run.t[:-1] + 5 - run.t[1:])", 6, False),
    ],
)
def test_the_last_steps_have_no_t_and_say_how_long_the_run_is(opened: WRITE, said: str, steps: int, told: bool) -> None:
    claim = stating(opened, said)
    decided(claim, 2)
    for _ in range(2):  # whatever it was asked before
        found = decided(claim, steps)
        assert found.verdict == Verdict.REFUTED
        assert found.worst is not None
        assert found.worst.whole is told


@pytest.mark.parametrize(
    ("said", "changes", "whole"),
    [
        ("at_most(p.z, run.x[2])", (), True),
        ("[at_most(0, run.x[1]), at_most(p.z, run.x[2])]", (), True),
        ("at_most(1 + 0 * p.vertex(0, 3), 0)", (), False),  # the same on every run, and no entry of the data
        ("at_most(run.t[-3:], 1)", (("about=Halving)", "about=Halving, first=1)"),), False),  # its author says its t
    ],
)
def test_a_vector_of_one_step_is_one_row_where_a_longer_run_has_no_more(
    opened: WRITE, said: str, changes: tuple[tuple[str, str], ...], whole: bool
) -> None:
    claim = opened(HALVING, *changes, ("STATED", said)).claims["L"]
    found = decide(claim, TWO_COLUMNS, next(iter(claim.usual.values())), 4)

    assert found.verdict == Verdict.REFUTED
    assert found.worst is not None
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
        assert found.worst is not None
        assert found.worst.whole


def test_what_is_remembered_of_a_function_is_forgotten_with_it(opened: WRITE) -> None:
    claim = stating(opened, "at_most(abs(run.x[2]), abs(p.z))")
    decided(claim, 4)

    assert claim.function in rows._whole
    assert isinstance(rows._whole, WeakKeyDictionary)
