"""Protects the ties: a run that ties leave open is decided by what is equal, and a claim over all its runs."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from lemmacheck.theory.core.claim import Claim
from lemmacheck.verifiers.decide import ladder, ties
from lemmacheck.verifiers.decide.cause import Cause
from lemmacheck.verifiers.decide.ladder import Decision, decide
from lemmacheck.verifiers.decide.recording import Settled
from lemmacheck.verifiers.decide.ties import climbed, in_forms, size, untied, without_ties
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.library.deciding import examine_claim
from lemmacheck.verifiers.library.plan import Effort, screen_group
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.numbers.forms import LONGEST
from lemmacheck.verifiers.records.verdict import Verdict
from lemmacheck.verifiers.replay.replay import replay

COLLINEAR = Instance.from_json("collinear", [["-1"], ["-1/3"]])


@pytest.mark.parametrize("id", ["P.L3.6u", "P.C.7a.u"])
def test_a_tie_is_decided(id: str) -> None:
    """In ℝ¹ the norm of a sum of steps in one direction is the sum of their norms."""
    claim = LIBRARY.claims[id]
    for label, algorithm in claim.usual.items():
        if one := tied(claim, algorithm):
            found = in_forms(claim, COLLINEAR, algorithm, one)

            assert found is not None, label
            assert found.verdict == Verdict.CERTIFIED


def tied(claim: Claim, algorithm: Any) -> Decision | None:
    """The decision of a run that ties leave open."""
    found = decide(claim, COLLINEAR, algorithm, 6)
    return found if found.verdict == Verdict.SUPPORTED else None


def test_a_tie_is_not_asked_again_at_the_precision_that_left_it_open(monkeypatch: pytest.MonkeyPatch) -> None:
    claim = LIBRARY.claims["P.L3.6u"]
    label, algorithm = next((la, al) for la, al in claim.usual.items() if tied(claim, al))
    one = Settled(COLLINEAR, label, decide(claim, COLLINEAR, algorithm, 6, ties=False))
    expected, asked, decide_with = decide(claim, COLLINEAR, algorithm, 6), [], ladder.decide_with
    monkeypatch.setattr(ladder, "decide_with", lambda *given: asked.append(given[-1]) or decide_with(*given))

    assert climbed(claim, one) == expected
    assert asked[-1:] == [expected.bits]
    assert one.decision.bits not in asked


def test_of_many_ties_a_spread_is_decided_and_the_verdict_is_over_these() -> None:
    claim = LIBRARY.claims["P.L3.6u"]
    label, algorithm = next((la, al) for la, al in claim.usual.items() if tied(claim, al))
    runs = [Settled(COLLINEAR, label, decide(claim, COLLINEAR, algorithm, steps, ties=False)) for steps in range(2, 13)]
    found = without_ties(claim, runs, 4)

    assert {one.decision.verdict for one in runs} == {Verdict.SUPPORTED}
    assert [(one.decision.verdict, one.decision.steps) for one in found] == [
        (Verdict.CERTIFIED, t) for t in (3, 6, 9, 12)
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("id", "steps", "verdict"), [("T.Pot.corrected", 12, Verdict.CERTIFIED), ("F.convex", 60, Verdict.SUPPORTED)]
)
def test_a_record_whose_tightest_run_is_a_tie_stands_when_it_is_made_again(
    id: str, steps: int, verdict: Verdict
) -> None:
    """The sides of F.convex are 0 there: the tie with more bits is less tight than the one with fewer beside it."""
    claim, few = LIBRARY.claims[id], Effort(per_shape=8, steps=steps, certified=4, elsewhere=1)
    record = examine_claim(claim, screen_group([claim], few)[claim.id], few)

    assert record.verdict == verdict
    assert replay(record).stands


S, C, R, N, U = Verdict.SUPPORTED, Verdict.CERTIFIED, Verdict.REFUTED, Verdict.NOT_APPLICABLE, Verdict.UNDECIDED
OURS: Any = SimpleNamespace(is_limit=False, function=decide, runs={"": None})
LIMIT: Any = SimpleNamespace(is_limit=True, function=decide, runs={"": None})
AUTHORED: Any = SimpleNamespace(is_limit=False, function=lambda run: None, runs={"": None})

AUTHORS_STEP: Any = SimpleNamespace(is_limit=False, function=decide, runs={"": lambda p, s: s})


def settled(verdicts: list[Verdict], equalities: bool = False) -> list[Settled]:
    """Runs of 1, 2, … steps with these verdicts."""
    cause = Cause.EQUALITIES if equalities else Cause.OTHER
    decisions = [Decision(v, steps=k, cause=cause) for k, v in enumerate(verdicts, 1)]
    return [Settled(COLLINEAR, "", one) for one in decisions]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Any:
    """What is asked of which run, by its steps; more bits and forms answer as they are told to."""

    def answers(climbed: Verdict, formal: Verdict | None) -> list[tuple[str, int]]:
        said: list[tuple[str, int]] = []

        def more_bits(claim: Claim, one: Settled) -> Decision:
            said.append(("bits", one.decision.steps))
            return replace(one.decision, verdict=climbed, bits=512)

        def forms(claim: Claim, instance: Instance, algorithm: Any, decision: Decision) -> Decision | None:
            said.append(("forms", decision.steps))
            return None if formal is None else replace(decision, verdict=formal)

        monkeypatch.setattr(ties, "climbed", more_bits)
        monkeypatch.setattr(ties, "in_forms", forms)
        return said

    return answers


@pytest.mark.parametrize(("claim", "equalities", "climbed", "formal", "expected", "said"), [
    (OURS, False, R, C, R, ["bits"]),
    (OURS, False, S, C, C, ["bits", "forms"]),
    (OURS, True, R, C, C, ["forms"]),
    (OURS, True, R, None, None, ["forms"]),
    (LIMIT, False, S, C, None, ["bits"]),
    (LIMIT, True, S, C, None, []),
    (AUTHORED, True, S, C, None, []),
    (AUTHORS_STEP, True, S, C, None, []),
])  # fmt: skip
def test_an_inequality_is_asked_with_more_bits_and_what_we_wrote_in_forms(
    asked: Any, claim: Any, equalities: bool, climbed: Verdict, formal: Any, expected: Any, said: list[str]
) -> None:
    heard = asked(climbed, formal)
    found = untied(claim, settled([S], equalities)[0])

    assert (found.verdict if found else None, [what for what, _ in heard]) == (expected, said)


@pytest.mark.parametrize(("runs", "climbed", "formal", "expected"), [
    ([C, S, N, S], S, C, [C, C, N, C]),
    ([S, S], S, R, [R, R]),
    ([C, S, U], R, C, [C, S, U]),
    ([S, R], C, C, [S, R]),
    ([C, N], R, R, [C, N]),
    ([S, C, S], S, None, [S, C, S]),
    ([S, S, S], C, C, [C, C, C]),
])  # fmt: skip
def test_ties_are_decided_where_nothing_else_is_open(
    asked: Any, runs: list[Verdict], climbed: Verdict, formal: Any, expected: list[Verdict]
) -> None:
    asked(climbed, formal)

    assert [one.decision.verdict for one in without_ties(OURS, settled(runs))] == expected


@pytest.mark.parametrize(("answers", "expected"), [([S], [S, S, C]), ([C, S], [C, S, C]), ([C, C], [C, C, C])])
def test_where_one_stays_open_the_tightest_are_climbed_until_one_does(
    monkeypatch: pytest.MonkeyPatch, answers: list[Verdict], expected: list[Verdict]
) -> None:
    """The first of equally tight ones is the tightest; it alone is replaced."""
    left = iter(answers)
    monkeypatch.setattr(ties, "untied", lambda claim, one: None)
    monkeypatch.setattr(ties, "climbed", lambda claim, one: replace(one.decision, verdict=next(left), bits=512))
    found = without_ties(OURS, settled([S, S, C]))

    assert [one.decision.verdict for one in found] == expected
    assert [one.decision.bits for one in found] == [512 if k < len(answers) else 0 for k in range(3)]
    assert [one.decision.steps for one in found] == [1, 2, 3]


def test_the_size_of_a_run_is_how_many_numbers_it_makes() -> None:
    of = Instance.from_json("two by three", [["1", "0", "2"], ["0", "1", "1"]])

    assert [size(Settled(of, "", Decision(S, steps=t))) for t in (0, 1, 4)] == [6, 6, 24]


def test_a_statement_in_forms_has_room_of_its_own_and_no_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    """What grows longer is undecided: a letter would hide what is equal."""
    claim, seen = LIBRARY.claims["P.L3.6u"], list[Any]()
    monkeypatch.setattr(ties, "stated", lambda claim, run: seen.append((run.num.ground.left, run.num.ground.lenient)))
    monkeypatch.setattr(ties, "weigh", lambda *_: Decision(C))

    assert in_forms(claim, COLLINEAR, next(iter(claim.usual.values())), Decision(S, steps=3)) is not None
    assert seen == [(LONGEST, False)]
