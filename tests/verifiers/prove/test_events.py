"""Protects how a probability is shown: on every path in the events of others, which lose no more together."""

from types import SimpleNamespace
from typing import Any

import pytest
from lemmacheck.theory.core.relation import at_least
from lemmacheck.verifiers.prove.argument import Argument
from lemmacheck.verifiers.prove.chances import Likely
from lemmacheck.verifiers.prove.facts import FACTS
from lemmacheck.verifiers.prove.sources import Source

from tests.verifiers.prove.arguing import argument, know, nothing, shown
from tests.verifiers.prove.sequences import number, relation


@pytest.fixture
def one() -> Argument:
    return argument(nothing)


def chance(one: Argument, said: Any, lost: Any, **more: Any) -> Likely:
    return Likely([relation(one.setting, said)], relation(one.setting, at_least(lost, 0)), **more)


def test_a_probability_is_that_of_the_events_that_show_it(one: Argument) -> None:
    s = one.setting
    x, a, b = (number(s, name) for name in "xab")
    y, z = (number(s, name) for name in "yz")
    one.chances = [
        chance(one, at_least(x, y), a, name="A", of="F.A"),
        chance(one, at_least(y, z), b, name="B", of="F.B", where=[relation(s, at_least(z, 1))]),
    ]

    def told(said: Any, lost: Any) -> str | None:
        return one.proof_text(chance(one, said, lost))

    assert told(at_least(x, y), a) == (
        "on every path in the events of A, the difference is the event of A; "
        "of the probability of all other paths, both sides agree"
    )
    assert one.rests_on == ["F.A"]
    assert told(at_least(x, y), a / 2) is None
    assert told(at_least(x, y), b) is None
    assert told(at_least(x, z), a + b) is None
    assert told(at_least(y, z), b) is None
    know(one, "h", at_least(z, 2))
    assert told(at_least(y, z), b) is not None
    assert told(at_least(x, z), a) is None
    assert (told(at_least(x, z), a + b) or "").startswith("on every path in the events of A and B, ")
    assert one.rests_on == ["F.A", "F.B"]
    assert told(at_least(x, x), 0 * a) == (
        "on every path in the events of nothing else, both sides agree; "
        "of the probability of all other paths, both sides agree"
    )
    assert shown(one, at_least(x, y)) is None


def test_what_is_not_shown_on_every_path_may_be_so_in_an_event_and_is_shown_nowhere_else(one: Argument) -> None:
    s = one.setting
    x, y, a = (number(s, name) for name in "xya")
    one.pending = [("(1)", relation(s, at_least(x + y, 2))), ("(2)", relation(s, at_least(x, 7)))]
    one.chances = [chance(one, at_least(x, y), a, name="A")]
    know(one, "h", at_least(y, 1))
    everywhere, sources = one.evidence, list(one.evidence.sources)

    assert one.proof_text(chance(one, at_least(3 * x + y, 4), a)) is not None
    assert [step.partition(",")[0] for step in one.steps] == ["(1) in these events"]
    assert one.proof_text(chance(one, at_least(x, 5), a)) is None
    assert len(one.steps) == 1
    assert one.evidence is everywhere
    assert one.evidence.sources == sources


def test_of_several_relations_of_an_event_each_is_shown(one: Argument) -> None:
    s = one.setting
    x, y, a = (number(s, name) for name in "xya")
    one.chances = [chance(one, at_least(x, 0), a, name="A")]
    goals = [relation(s, at_least(x, 0)), relation(s, at_least(y, 0))]
    lost = relation(s, at_least(a, 0))

    assert (one.proof_text(Likely(goals[:1] * 2, lost)) or "").startswith(
        "on every path in the events of A, the difference is the event of A and the difference is the event of A; "
    )
    assert one.proof_text(Likely(goals[:1], lost)) is not None
    assert one.proof_text(Likely(goals, lost)) is None
    assert one.proof_text(Likely(goals[::-1], lost)) is None


def test_a_fact_about_all_paths_says_nothing_in_an_event(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FACTS, "X.all", SimpleNamespace(about=object))  # type: ignore[arg-type]
    monkeypatch.setitem(FACTS, "X.one", SimpleNamespace(about=None))  # type: ignore[arg-type]
    one = argument(nothing)
    s = one.setting
    x, a = number(s, "x"), number(s, "a")
    sure = [relation(s, at_least(0 * a + 1, 0))]
    goal = chance(one, at_least(x, 0), 0 * a)

    for of, where, expected in (("X.all", sure, False), ("X.one", sure, True), ("X.all", [], True)):
        one.evidence.sources = [Source("h", relation(s, at_least(x, 0)), of=of, where=where)]
        one.evidence._read.clear()
        one.evidence._met.clear()
        assert (one.proof_text(goal) is not None) is expected


def test_a_chance_that_is_given_is_kept_apart_from_relations(one: Argument) -> None:
    x, a = number(one.setting, "x"), number(one.setting, "a")
    one._enter("named", [chance(one, at_least(x, 0), a), relation(one.setting, at_least(a, 0))], of="of")

    assert [(c.name, c.of) for c in one.chances] == [("named", "of")]
    assert [(s.name, s.of) for s in one.evidence.sources] == [("named", "of")]
