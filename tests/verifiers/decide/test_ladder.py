"""Protects what the ladder tells: the words of each decision, the place it turns on, and where it may start."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq
from lemmacheck.theory.books.jst.algorithms.gradient_descent import NormalizedGD
from lemmacheck.theory.core.apart import NoRun
from lemmacheck.theory.core.arithmetic import Undecided
from lemmacheck.theory.core.ask import NoSuchRow
from lemmacheck.theory.core.hypothesis import Hypothesis
from lemmacheck.theory.core.relation import (
    Decay,
    Limit,
    Misshapen,
    Relation,
    above,
    at_least,
    at_most,
    below,
    equal,
    same_space,
)
from lemmacheck.verifiers.decide import cause, ladder
from lemmacheck.verifiers.decide.cause import ALSO, AT_POINTS, EQUAL, IN_BALLS, STATED_THERE, Cause
from lemmacheck.verifiers.decide.ladder import Decision, because, decide, ended_by, least_truth, rungs
from lemmacheck.verifiers.decide.limits import Certificate
from lemmacheck.verifiers.instances.drawn import TooMany
from lemmacheck.verifiers.numbers.comparison import FAILS, HOLDS, UNKNOWN
from lemmacheck.verifiers.numbers.guarded import guarded
from lemmacheck.verifiers.records.verdict import Verdict

from tests import shipped
from tests.verifiers.stating import INSTANCE, decided, irrational, made, off_by, pinned, precisions, undecidable


def test_each_reason_is_told_in_these_words() -> None:
    """Records keep them, and `replay` compares them."""
    assert (*EQUAL, *(one.value for one in Cause if not one.final and one.value not in EQUAL)) == (
        "sides in balls agree to {} bits; balls cannot certify an equality",
        "at some entries both sides of the inequality agree to {} bits; balls cannot tell which is larger",
        "the method, or a field of the problem, divides by 0 on these data",
        "a side has no value at {} in balls of {} bits: a root or logarithm of what may be negative (the root of "
        "p.squared(x) is p.norm(x)), or a branch at what may be equal",
        "",
    )
    assert AT_POINTS == "a hypothesis is known at the points alone at which it was tried"
    assert (
        STATED_THERE
        == "state it of these points alone with @hypothesis, or take functions with which its sides have degree 2"
    )
    assert IN_BALLS == "from t = {} on in balls, for its fractions have thousands of digits"
    assert [one.value for one in Cause if one.final][:5] == [
        "the statement speaks of a row that the run, or its data, does not have",
        Cause.UNDEFINED.value,
        "a step of the run divides by 0 here",
        "the run is too short: the statement has no entry to compare",
        "fails on this run, unless a hypothesis fails off the points at which it was tried",
    ]


def test_the_words_of_a_sentence_are_read_back_and_another_sentence_has_none() -> None:
    told = ALSO.format(name="two rows", reason="it is open, on 3")

    assert cause.read(ALSO, told) == {"name": "two rows", "reason": "it is open, on 3"}
    assert cause.read(ALSO, f"{told[:3]}, {told[3:]}") is None
    assert cause.read(IN_BALLS, IN_BALLS.format(12)) == {}


def test_an_error_ends_a_question_in_the_words_of_its_kind() -> None:
    known = {"met": {"h": True}}

    assert ended_by(Undecided("too far")) == Decision(Verdict.UNDECIDED, "too far")
    assert ended_by(TooMany("too many"), 5, **known) == Decision(
        Verdict.UNDECIDED, "too many", 5, met={"h": True}, cause=Cause.TOO_MANY
    )
    assert ended_by(Misshapen("two shapes"), 5) == Decision(Verdict.ILL_FORMED, "two shapes", 5)
    assert ended_by(ZeroDivisionError(), 5, **known) == because(Cause.UNDEFINED, 5, met={"h": True})
    assert ended_by(NoSuchRow(), 5) == because(Cause.NO_ROW, 5, Verdict.NOT_APPLICABLE)


def test_the_least_precision_is_twice_the_steps_of_a_run_and_no_less_than_128() -> None:
    assert [rungs(steps) for steps in (0, 64, 65, 300)] == [
        (128, 256, 512), (128, 256, 512), (256, 512, 1024), (1024, 2048, 4096),
    ]  # fmt: skip
    late = made(lambda run: at_most(run.t, 200), about=NormalizedGD)
    assert decide(late, INSTANCE, NormalizedGD(), 65).bits == 256
    still = decide(made(lambda p: at_most(p.n, 2)), INSTANCE, None, 300)
    assert (still.bits, still.steps) == (128, 0)


def test_the_least_truth_is_that_of_the_worst_entry_and_unknown_without_a_row() -> None:
    def least(*sides: Any) -> int:
        return least_truth(tuple(at_most(np.array(side, dtype=float), 1) for side in sides))

    assert [least(), least([0, 1]), least([[], []]), least([0], [[]])] == [HOLDS] * 4
    assert [least([]), least([0], []), least([0, np.nan])] == [UNKNOWN] * 3
    assert [least([0, 2]), least([2], []), least([np.nan], [0, 2])] == [FAILS] * 3


@pytest.mark.parametrize(
    ("rows", "start", "found"),
    [
        ([[0, 3], [0, 3]], None, (0, 1)), ([[0, 3], [3, 0]], 0, (0, 1)), ([[0, 3], [0, 0]], None, None),
        ([[0, 3], [0, 0]], 1, (0, 1)), ([[0, 0], [0, 0], [3, 0]], 1, (0, 3)), ([[0, 3]], None, (0, 0)),
        ([[3]], 0, None), ([[3]], None, (0, 0)), ([[3, 0], [0, 0]], 1, (0, 1)),
    ],
)  # fmt: skip
def test_the_first_entry_that_fails_after_t_0_is_named_and_in_one_row_any(rows: Any, start: Any, found: Any) -> None:
    relation = Relation(np.array(rows, dtype=float), "<=", 2, start)
    later, second = ladder.after_zero((relation,)), ladder.after_zero((at_most(1.0, 2), relation))

    assert (later and (later.relation, later.t)) == found
    assert (second and (second.relation, second.t)) == (found and (1, found[1]))


def tied(p: Any) -> Relation:
    return pinned(p)._replace(op="<=")


def test_a_decision_says_nothing_that_it_was_not_told() -> None:
    nothing = Decision(Verdict.UNDECIDED, "", 0, None, {}, 0, Cause.OTHER, None, False, False, "", 0.0)

    assert Decision(Verdict.UNDECIDED) == nothing


@pytest.mark.parametrize(("statement", "ties", "expected"), [
    (pinned, True, [128, 512]),
    (pinned, False, [128]),
    (tied, True, [128, 256, 512]),
    (tied, False, [128]),
    (undecidable, False, [128, 256, 512]),
    (undecidable, True, [128, 256, 512]),
])  # fmt: skip
def test_a_tie_is_climbed_where_ties_are_asked_for(statement: Any, ties: bool, expected: list[int]) -> None:
    """A claim whose runs are tied is decided by forms, or is supported: not each tie is worth the cap."""
    assert precisions(statement, ties)[0] == expected


def test_where_equalities_alone_are_left_at_the_second_precision_the_last_one_is_tried_too() -> None:
    near = off_by(-140)[0]

    assert precisions(lambda p: (pinned(p), near(p)))[0] == [128, 256, 512]


@pytest.mark.parametrize(
    ("changes", "verdict"),
    [({}, Verdict.CERTIFIED), *(({name: x}, Verdict.REFUTED) for name, x in (("steps", 2), ("bits", 64)))],
    ids=["as begun", "of another length", "with other bits"],
)
def test_what_a_run_is_decided_to_be_is_taken_from_a_run_of_its_length_and_first_precision_alone(
    changes: dict[str, int], verdict: Verdict
) -> None:
    begun = replace(Decision(Verdict.CERTIFIED, bits=128, steps=3), **changes)  # type: ignore[arg-type]
    claim = made(lambda run: at_most(run.t, 2), about=NormalizedGD)

    assert decide(claim, INSTANCE, NormalizedGD(), 3, begun=begun).verdict == verdict
    later = replace(begun, bits=256, steps=0)
    assert decide(made(undecidable), INSTANCE, None, 0, begun=later).verdict == Verdict.UNDECIDED


@pytest.mark.parametrize(("kind", "side", "verdict", "reason", "forever"), [
    (Limit, 0, Verdict.CERTIFIED, "a proof", ""),
    (Decay, 0, Verdict.UNDECIDED, "shrinks: 8 at first, 0 at t = 9; no finite run proves a limit", ""),
    (Limit, 2, Verdict.REFUTED, "a proof", "a proof"),
    (Decay, 2, Verdict.REFUTED, "a proof", "a proof"),
])  # fmt: skip
def test_what_shows_a_limit_shows_no_rate_but_what_refutes_one_refutes_both(
    kind: type, side: int, verdict: Verdict, reason: str, forever: str
) -> None:
    sequence = np.array([8] + [0] * 9)
    limit = Limit(sequence) if kind is Limit else Decay(sequence, 1)
    found = Certificate(at_most(np.array([fmpq(side)]), 1), "a proof", in_balls=side == 0)
    claim = replace(made(lambda run: limit), returns=kind)
    decision = ladder.weighed_limit(claim, None, limit, found, 128, {})

    assert (decision.verdict, decision.reason, decision.forever) == (verdict, reason, forever)
    assert decision.exact == (verdict == Verdict.REFUTED)
    assert decision.tail == 0


def test_a_step_that_divides_by_0_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def divides(*_: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr(ladder, "ball_run", divides)
    decision = decide(made(lambda run: at_most(run.t, 3), about=NormalizedGD), INSTANCE, NormalizedGD(), 3)

    assert decision == because(Cause.UNDEFINED_RUN, 128)


def test_where_there_is_no_run_the_claim_does_not_apply(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder, "ball_run", lambda *_: NoRun())

    assert decided(lambda p: at_most(1, 2)) == because(Cause.NO_RUN, 128, Verdict.NOT_APPLICABLE)


def test_what_a_hypothesis_is_said_to_imply_fails_nowhere_or_the_claim_is_ill_formed() -> None:
    """Of P = 2, P ≤ 5 is said to imply P ≤ 1, P ≤ 9, what more bits decide, what nobody can tell, and what is
    misprinted."""

    def of(*implied: Any) -> Decision:
        said = tuple(Hypothesis(f"i{k}", f"implied {k}", one) for k, one in enumerate(implied))
        given = Hypothesis("h", "given", lambda p: at_most(p.n, 5), implies=said)
        return decide(shipped.made(lambda p: at_most(p.n, 2), given), INSTANCE, None, 0)

    def follows(p: Any) -> Relation:
        return at_most(p.n, 9)

    def told(*implied: Any) -> tuple[Verdict, str, dict[str, bool]]:
        found = of(follows, *implied)
        return found.verdict, found.reason, found.met

    small, false = off_by(-300)
    assert of().verdict == Verdict.CERTIFIED
    assert told(small) == (Verdict.CERTIFIED, "", {"h": True})
    for wrong in (lambda p: at_most(p.n, 1), false):
        assert told(wrong) == (Verdict.ILL_FORMED, "given is said to imply implied 1, which fails here", {})
    for unknown in (undecidable, pinned):
        assert told(unknown) == (Verdict.UNDECIDED, "a hypothesis is not decided: implied 1", {})
    misprinted = told(lambda p: equal(*same_space(np.zeros(2), np.zeros(3))))
    assert misprinted == (Verdict.ILL_FORMED, "implied 1: the left side lies in ℝ^2, the right side in ℝ^3", {})


@pytest.mark.parametrize(
    ("rows", "first", "t"), [(slice(1, 2), 1, 1), (slice(1, 3), 1, 1), (slice(0, 2), 0, 1), (slice(3, 9), 0, 0)]
)
def test_a_row_is_of_the_t_that_the_claim_says_also_where_it_stands_alone(rows: slice, first: int, t: int) -> None:
    """What fails first is t ≥ 1."""
    decision = decide(
        made(lambda run: at_most(run.t[rows], 0), about=NormalizedGD, first=first), INSTANCE, NormalizedGD(), 3
    )

    assert (decision.verdict, decision.worst.t, decision.worst.whole) == (Verdict.REFUTED, t, False)


def test_a_run_that_goes_on_in_balls_is_said_to(monkeypatch: pytest.MonkeyPatch) -> None:
    run = ladder.ball_run(INSTANCE, NormalizedGD(), 3, 128)
    claim = made(lambda run: at_most(run.t, 3), about=NormalizedGD)
    monkeypatch.setattr(ladder, "ball_run", lambda *_: run)

    assert decide(claim, INSTANCE, NormalizedGD(), 3).reason == ""
    monkeypatch.setitem(run.__dict__, "in_balls_since", 7)
    assert decide(claim, INSTANCE, NormalizedGD(), 3).reason == IN_BALLS.format(7)
    tie = made(lambda run: equal(irrational(run), irrational(run)), about=NormalizedGD)
    assert decide(tie, INSTANCE, NormalizedGD(), 3).reason == f"{Cause.EQUALITIES.text(511)}; {IN_BALLS.format(7)}"


def test_the_bits_to_which_sides_agree_are_those_of_the_entry_that_agrees_least() -> None:
    for powers in ((60, 70), (70, 60)):
        entries = [guarded(1 + arb(0, 2.0**-power)) for power in powers]
        assert decided(lambda p, e=entries: tuple(at_most(x, 1) for x in e)).reason == Cause.NEAR_EQUALITY.text(59)
    assert decided(lambda p: equal(guarded(arb(2)), guarded(arb(2)))).reason == Cause.EQUALITIES.text(512)


def test_sides_that_may_be_half_a_rounding_apart_are_not_called_equal() -> None:
    for share, verdict in ((0.9, Verdict.SUPPORTED), (1 - 2.0**-40, Verdict.UNDECIDED)):  # whose bound is 1
        near = guarded(arb(1, share * 2.0**-53))
        assert decided(lambda p, near=near: at_most(1, near)).verdict == verdict


def test_an_open_entry_of_an_earlier_part_stays_open() -> None:
    """A near equality, then a sure part; an equality and an inequality left open, which are no two equalities."""
    near, sure = guarded(1 + arb(0, 2.0**-60)), fmpq(1, 2)

    assert decided(lambda p: (at_most(near, 1), at_most(sure, 1))).reason == Cause.NEAR_EQUALITY.text(59)
    for parts in ((equal(near, 1), at_most(near, 1)), (at_most(near, 1), equal(near, 1))):
        assert decided(lambda p, parts=parts: parts).reason == Cause.NEAR_EQUALITY.text(59)
        assert decided(lambda p, parts=parts: parts).cause == Cause.NEAR_EQUALITY


@pytest.mark.parametrize("strictly", [above, below])
def test_no_rounding_explains_an_open_strict_inequality_but_one_that_holds_is_certified(strictly: Any) -> None:
    near = guarded(1 + arb(0, 2.0**-60))
    decision = decided(lambda p: (equal(1, 1), strictly(near, 1)))

    assert decision.reason == "undecided at t = 0 with 512 bits"
    assert decision.worst.relation == 1


def row(*entries: Any) -> Any:
    return guarded(np.array(entries, dtype=object))


def test_of_identities_alone_the_last_entry_of_the_last_is_named() -> None:
    one, two = equal(row(fmpq(1), fmpq(2)), row(fmpq(1), fmpq(2))), equal(row(fmpq(3)), 3)
    for relations, found in (((one, two), (1, 0)), ((two, one), (1, 1))):
        worst = decided(lambda p, relations=relations: relations).worst
        assert (worst.relation, worst.t) == found


def test_an_undecided_entry_is_named_with_its_part() -> None:
    parts = (at_most(1, 2), at_most(1, 2), at_most(row(fmpq(1), arb(1, 1)), 1))
    worst = decided(lambda p: parts).worst

    assert (worst.relation, worst.t) == (2, 1)


def test_of_equally_tight_inequalities_the_first_is_named() -> None:
    worst = decided(lambda p: (at_most(fmpq(1), 2), at_most(fmpq(2), 4), equal(fmpq(1), 1))).worst

    assert (worst.relation, worst.rhs, worst.whole) == (0, 2, True)


@pytest.mark.parametrize(
    ("statement", "steps", "whole"),
    [
        (lambda run: at_most(run.t[1:], run.t[:-1]), 1, False),
        (lambda run: at_most(run.t[2:], run.t[:-2]), 2, False),
        (lambda run: at_most(run.t[3:], run.t[:-3]), 3, False),
        (lambda run: at_most(run.t[4:], run.t[:-4]), 4, True),
        (lambda run: at_most(run.t[-1:], 0), 1, True),
        (lambda run: at_most(run.t[-1:], 0), 9, True),
        (lambda run: at_most(run.t[1:], run.t[:-1] if run.steps < 2 else None), 1, True),
        (lambda run: at_most(run.t[1:], run.t[:-1] if run.steps < 3 else None), 1, False),
    ],
    ids=[
        "of each t",
        "2 steps apart",
        "3 steps apart",
        "4 steps apart, which are many",
        "of x_T",
        "of x_T, of a long run",
        "of which more steps tell nothing",
        "of which a step more tells more, and two nothing",
    ],
)
def test_a_row_of_a_short_run_is_that_of_a_t_where_a_longer_run_has_more(
    statement: Any, steps: int, whole: bool
) -> None:
    worst = decide(made(statement, about=NormalizedGD), INSTANCE, NormalizedGD(), steps).worst

    assert (worst.whole, worst.t) == (whole, 0)


@pytest.mark.parametrize(("statement", "steps", "longest", "whole"), [
    (lambda run: at_most(run.t[2:], run.t[:-2]), 2, None, False),
    (lambda run: at_most(run.t[2:], run.t[:-2]), 2, 3, False),
    (lambda run: at_most(run.t[2:], run.t[:-2]), 2, 2, True),
    (lambda run: at_most(run.t, 0), 0, 9, True),
], ids=["of no method", "of a method of 3 steps", "of a method of 2 steps", "without a step"])  # fmt: skip
def test_a_row_of_a_run_that_is_as_long_as_its_method_makes_it_is_that_of_no_t(
    statement: Any, steps: int, longest: int | None, whole: bool
) -> None:
    claim = made(statement, about=NormalizedGD)
    assert claim.method is not None
    method = replace(claim.method, horizon=lambda _, asked: min(longest, asked)) if longest else None
    worst = decide(replace(claim, method=method), INSTANCE, NormalizedGD(), steps).worst

    assert worst.whole == whole


def test_a_statement_that_divides_by_0_is_undecided_and_says_so() -> None:
    decision = decided(lambda p: equal(p.num.number(1) / p.num.number(0), 1))

    assert decision.verdict == Verdict.UNDECIDED
    assert decision.reason == Cause.UNDEFINED.value


def test_a_part_that_has_no_entry_does_not_hold() -> None:
    def parts(p: Any, *tops: int) -> tuple[Relation, ...]:
        """0 ≤ each of these, the negative ones at no entry."""
        return tuple(at_most(p.num.array([0])[int(top < 0) :], top) for top in tops)

    one, two = (((-1, 1), " in part 1 of 2"), ((1, -1), " in part 2 of 2")), ((-1, 1, -1), " in part 1, 3 of 3")
    for tops, part in (*one, two, ((-1,), ""), ((-1, -1), "")):
        decision = decided(lambda p, tops=tops: parts(p, *tops))
        assert (decision.verdict, decision.reason) == (Verdict.UNDECIDED, Cause.NOTHING.value + part)
    assert decided(lambda p: (*parts(p, -1), at_least(p.num.array([0]), 1))).verdict == Verdict.REFUTED
    assert decided(lambda p: (equal(irrational(p), irrational(p)), *parts(p, -1))).verdict == Verdict.UNDECIDED


def test_runs_are_counted_in_the_words_of_a_reason() -> None:
    said = {
        cause.COUNTS.format(same=2, of=5): " (2 of 5 runs)",
        cause.FAILS_ON.format(k=2, of=5): "fails on 2 of 5 runs.",
        cause.OF_RUNS.format(reason="open", same=2, of=5, first="one"): "open (2 of 5 runs, first on one)",
        cause.WORST_OF.format(reason="far", on="one", same=2, of=5): (
            "far, on one, the worst of these runs (2 of 5 are open)"
        ),
        cause.ALSO.format(name="one", reason="open"): " On one, open.",
        cause.IN_BALLS.format(3): "from t = 3 on in balls, for its fractions have thousands of digits",
    }

    assert list(said) == list(said.values())
    assert cause.NO_RUNS.format(2).startswith("nothing is said of 2 more, on which")
