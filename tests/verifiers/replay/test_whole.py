"""Protects the replay in full: a plan made again of a stated effort, and every field compared with what it makes."""

from dataclasses import asdict, replace

import pytest
from lemmacheck.verifiers.library.plan import THOROUGH, Effort
from lemmacheck.verifiers.records.verdict import Origin, Record, Scope
from lemmacheck.verifiers.replay import whole
from lemmacheck.verifiers.replay.replay import Knowledge, Replay

from tests.verifiers.replay.test_rules import CERTIFIED, HERE, REPORT, SUPPORTED, made

LEAST = {**dict.fromkeys(asdict(THOROUGH), 1), "search": 0, "own": 0, "in_balls": 0}
MOST = {name: 2 * value for name, value in asdict(THOROUGH).items()}


def test_a_plan_is_made_again_of_an_effort_up_to_twice_the_thorough_one() -> None:
    def effort(stated: dict[str, int]) -> Effort:
        return whole.effort_of(Knowledge(Origin("report", stated)))

    assert [asdict(effort(stated)) for stated in (LEAST, MOST)] == [LEAST, MOST]
    assert effort({name: value for name, value in LEAST.items() if value}) == Effort(
        **{**LEAST, "in_balls": 1}
    )  # older files
    for name in LEAST:
        for stated in ({**LEAST, name: LEAST[name] - 1}, {**MOST, name: MOST[name] + 1}):
            with pytest.raises(ValueError, match=rf"the effort '{name}' is {stated[name]}; expected {LEAST[name]} to"):
                effort(stated)
    for known in (Knowledge(), HERE, REPORT, Knowledge(Origin("report", {**LEAST, "more": 1}))):
        with pytest.raises(ValueError, match="does not state the effort"):
            whole.effort_of(known)


def test_a_record_that_does_not_fall_is_compared_with_what_its_plan_makes_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    record, other = made(CERTIFIED), made(SUPPORTED)
    scope, code = replace(record, scope=Scope(7, 7)), replace(record, code="0")
    stood = {"open": None, "good": True, "bad": False}

    def again(made_anew: Record, asked: list[Record]) -> list[Replay]:
        ids = {one.id for one in asked}
        monkeypatch.setattr(whole, "replay", lambda one, _: Replay(one, stood.get(one.reason), "so"))
        monkeypatch.setattr(
            whole, "examine", lambda claims, *_: [made_anew] if {c.id for c in claims} == ids else 1 / 0
        )
        return list(whole.replay_whole(asked, Knowledge(Origin("report", LEAST)), print))

    said = [replace(record, reason=reason) for reason in stood]
    for one in said[:2]:
        found = again(replace(one, seconds=7.0), [one, replace(other, reason="open")])
        assert found[0] == Replay(one, True, "the same on its whole plan; so", ("seconds",))
        assert found[1].stands is None
        assert again(replace(scope, reason=one.reason), [one])[0].stands is False
        assert again(replace(code, reason=one.reason), [one]) == [Replay(one, stood[one.reason], "so", ("seconds",))]
    assert again(said[2], [said[2]]) == [Replay(said[2], False, "so")]
    assert again(record, [replace(record, id="none", reason="open")])[0].stands is None
