"""Protects statements of one number of a run: what is said of x_T is asked of runs of every length, short ones too."""

from dataclasses import asdict

import pytest
from lemmacheck.theory.core.claim import Claim
from lemmacheck.verifiers.library.deciding import examine
from lemmacheck.verifiers.library.plan import Effort
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.records.verdict import Origin, Reach, Record, Verdict
from lemmacheck.verifiers.replay.replay import Knowledge, replay

from tests.books.written import SHRINKING, WRITE, claim_text, hypothesis_text, problem_text

FEW = Effort(per_shape=11, steps=12, certified=3, elsewhere=2, own=500)
TEXT = (
    SHRINKING
    + "\n\n"
    + hypothesis_text("long", "at_least(run.steps, 7)", "T ≥ 7")
    + claim_text("X", "Shrinking", "STATED", "A statement of x_T.", "GIVEN")
    + "METHOD = Method(Shrinking, on=Line, steps=12)\n"
)
EIGHTH = "at_most(run.x[-1], run.problem.a / 8)"


def claimed(opened: WRITE, stated: str, given: str = "[]") -> Claim:
    return opened(TEXT, ("STATED", stated), ("GIVEN", given)).claims["X"]


def examined(claim: Claim) -> Record:
    (record,) = examine([claim], FEW, lambda _: None, 1)
    return record


@pytest.mark.parametrize(("stated", "given", "length"), [
    (EIGHTH, "[]", 1),  # x_T = a/(T + 1), which is small enough from T = 7 on
    (EIGHTH, "[long]", None),
    ("at_most(run.x[7], run.problem.a / 8)", "[]", None),
    ("at_most(run.x[7:], run.problem.a / 8)", "[]", None),
    ("at_least((run.steps - 3) ** 2, 1)", "[]", 3),
    ("at_most(run.x[0] * 2, run.x + run.steps)", "[]", 1),  # a row for every t, and T in it
    ("at_most(run.x[-1], run.x)", "[]", None),
    ("at_most(run.x[-1], run.x[2:])", "[]", None),  # which says nothing of T = 1
])  # fmt: skip
def test_what_is_said_of_the_end_is_asked_of_short_runs(
    opened: WRITE, stated: str, given: str, length: int | None
) -> None:
    found = examined(claimed(opened, stated, given))

    assert found.verdict in ((Verdict.CERTIFIED, Verdict.PROVED) if length is None else (Verdict.REFUTED,))
    assert (found.witness and found.witness.steps) == length


def test_a_record_stands_whose_tightest_run_is_a_short_one() -> None:
    (record,) = examine([LIBRARY.claims["S.Cor4"]], FEW, lambda _: None, 1)

    assert record.worst.steps == 1
    assert replay(record, Knowledge(Origin("report", asdict(FEW)))).stands


def test_what_fails_at_one_length_alone_fails_there_on_data_without_a_corner_too(opened: WRITE) -> None:
    found = examined(claimed(opened, EIGHTH))

    assert found.reach == Reach.FALSE
    assert (found.convincing.steps, len(found.convincing.Z), len(found.convincing.Z[0])) == (1, 2, 2)


COIN = (
    problem_text("Line", "a=1 + abs(Z[0, 0])")
    + """class Coin:
    def start(self, p):
        return State(0 * p.a)

    def draws(self, p, s):
        return (p.vertex(0, 2) + p.vertex(1, 2)) / 2

    def step(self, p, s, i):
        return State(s.x + i)


"""
    # true from T = 2 on
    + claim_text("X", "Coin", "run.chance(lambda s: at_least(s.x, 1), Fraction(3, 4)AT)", "P(x_t ≥ 1) ≥ 3/4.")
    + "METHOD = Method(Coin, on=Line, steps=5)\n"
)


@pytest.mark.parametrize(("at", "verdict"), [("", Verdict.REFUTED), (", t=2", Verdict.CERTIFIED)])
def test_a_chance_at_the_end_is_asked_of_short_runs(opened: WRITE, at: str, verdict: Verdict) -> None:
    found = examined(opened(COIN, ("AT", at)).claims["X"])

    assert found.verdict == verdict
    assert (found.witness and found.witness.steps) == (1 if verdict == Verdict.REFUTED else None)
