"""What is counted of a chunk is what was seen in floats, and what is certified or refuted was decided in balls."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.books.jst.source import JST
from lemmacheck.theory.core.claim import Claim, Kind
from lemmacheck.theory.core.relation import at_least, at_most, below
from lemmacheck.verifiers.campaigns import chunk as chunks
from lemmacheck.verifiers.campaigns.chunk import ENOUGH, MARGIN, Question, climb, compute, counted, screen
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.records.verdict import Verdict

from tests.shipped import subject_of
from tests.verifiers.campaigns.campaigns_at_hand import SMALL

INSTANCES = [SMALL.instance(k) for k in SMALL.members(0)]


def asked(statement: Any) -> Question:
    """A statement about the dual method, with its usual parameters."""
    claim = LIBRARY.bind(Claim("a-test", JST.at("nowhere"), Kind.EVERY_T, "", statement, DualNesterov))
    return Question(claim, "usual", DualNesterov())


def seen(statement: Any) -> tuple[Any, list[Any]]:
    """What is counted of a statement on ten instances, and what is decided."""
    ((question, least),) = screen([asked(statement)], INSTANCES, SMALL.steps)
    members = SMALL.members(0)
    return counted(question.claim, least, members), list(climb(question, least, INSTANCES, members, SMALL))


def test_every_instance_that_met_the_hypotheses_held_or_is_close_or_suspected() -> None:
    for screened in compute(SMALL, 0).screened:
        assert screened.met == screened.held + screened.close + screened.suspected
        assert screened.met <= screened.instances == 10


def test_a_chunk_is_the_same_every_time() -> None:
    assert compute(SMALL, 1) == compute(SMALL, 1)


def test_a_false_statement_is_refuted_in_balls_enough_times_and_its_other_suspects_are_counted() -> None:
    screened, decided = seen(lambda run: at_least(run.squared(run.w), 1))

    assert screened.suspected == 10
    assert [d.verdict for d in decided] == ["refuted"] * ENOUGH


def test_a_true_statement_has_its_closest_call_certified() -> None:
    screened, decided = seen(lambda run: at_most(run.phi(run.mu) - run.optimum.phi, 99))

    assert (screened.held, screened.suspected) == (10, 0)
    assert [(d.verdict, d.k) for d in decided] == [("certified", screened.k)]


def test_a_nan_is_suspected_and_never_held() -> None:
    screened, decided = seen(lambda run: at_most(run.squared(run.w) / 0, 1))

    assert (screened.held, screened.suspected) == (0, 10)
    assert not {"certified", "supported"} & {d.verdict for d in decided}


def test_a_suspect_that_floats_made_up_is_decided_like_any_other() -> None:
    """sqrt(x² + 1) − 1 loses all digits of x²/2 for small x, and 0 ≥ 10⁻¹⁷ fails by all there is."""

    def statement(run: Any) -> Any:
        tiny = run.num.number(1) / 10**9 + 0 * run.squared(run.w)
        return at_least((run.sqrt(tiny * tiny + 1) - 1) * 10**9, tiny / 4)

    screened, decided = seen(statement)

    assert screened.suspected == 10
    assert [d.verdict for d in decided] == ["certified"] * 10


def test_nothing_is_held_within_the_margin() -> None:
    nearly = Fraction(MARGIN) / 2 + 1
    screened, _ = seen(lambda run: at_most(run.squared(run.w) + 1, (run.squared(run.w) + 1) * run.num.number(nearly)))

    assert (screened.held, screened.close) == (0, 10)


def test_a_hypothesis_is_met_up_to_rounding_unless_it_is_strict() -> None:
    rounded = chunks.Hypothesis("rounded", "", lambda run: at_most(run.num.array([1.0 + 2**-52]), 1))
    strict = chunks.Hypothesis("strict", "", lambda run: below(run.num.array([1.0]), 1))
    met = [chunks.meets(h, subject(), 10, {}).all() for h in (rounded, strict)]

    assert met == [True, False]


def subject() -> Any:
    return subject_of(INSTANCES, Float64(), DualNesterov(), 2)


def test_a_claim_beyond_its_methods_reach_is_not_screened() -> None:
    spec = replace(SMALL, shapes=((30, 5),), claims=tuple(reached(30, 5)))

    assert compute(spec, 0).screened == []


def reached(n: int, d: int) -> list[str]:
    """A claim whose method is not run on such data."""
    from lemmacheck.verifiers.campaigns.questions import decidable

    for claim in LIBRARY.claims.values():
        reach = LIBRARY.methods[claim.about].reach if claim.about else None
        if reach and reach < (n, d) and decidable(claim):
            return [claim.id]
    raise AssertionError("no method has a reach")


def test_what_is_decided_of_an_instance_is_what_the_ladder_says_of_it() -> None:
    for decided in compute(SMALL, 0).decided:
        claim = next(c for c in chunks.questions(SMALL) if c.claim.id == decided.claim)
        decision = decide(claim.claim, SMALL.instance(decided.k), claim.algorithm, SMALL.steps)

        assert Verdict(decided.verdict) == decision.verdict
        assert decided.bits == decision.bits


def test_the_first_is_the_closest_and_ties_go_by_number() -> None:
    assert chunks.ranked(np.array([np.nan, 0.5, 1e-14, 0.0, np.inf, -1.0])) == [5, 2, 3, 1, 4]


@pytest.mark.parametrize("closest", [0, 1, 3])
def test_as_many_closest_calls_are_decided_as_were_asked_for(closest: int) -> None:
    decided = compute(replace(SMALL, closest=closest, claims=("P.L3.2",)), 0).decided

    assert len(decided) == closest
