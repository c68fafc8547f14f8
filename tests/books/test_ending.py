"""A method that comes to divide by 0 is asked of the steps before, by every question."""

import pytest
from lemmacheck.verifiers.campaigns.chunk import settled_on
from lemmacheck.verifiers.campaigns.questions import Question
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.probe.mutants import teeth_of
from lemmacheck.verifiers.probe.tightness import sharpen
from lemmacheck.verifiers.records.verdict import Verdict
from lemmacheck.verifiers.search.budget import Budget
from lemmacheck.verifiers.search.climbing import Search

from tests.books.written import WRITE, claim_text, hypothesis_text, method_text, problem_text
from tests.quick import check

ENDING = (
    problem_text("Number", "z=Z[0, 0]", "shapes=(2, 2)")
    + "class State(NamedTuple):\n    t: int\n    x: Any\n\n\n"
    + method_text("Ending", "State(0, p.z)", "State(s.t + 1, s.x / (5 - s.t))")  # there is no x_6
    + hypothesis_text("small", "at_most(p.z, 1)", "z ≤ 1")
    + claim_text("L", "Ending", "at_most(run.x[1:], Fraction(1, 5))", "x_t ≤ 1/5 for t ≥ 1.", "[small], first=1")
    + "METHOD = Method(Ending, on=Number, steps=10)\n"
)


def test_every_question_of_a_method_that_ends_is_asked_of_the_steps_before(opened: WRITE) -> None:
    claim = opened(ENDING).claims["L"]
    asked = Question(claim, "", next(iter(claim.usual.values())))
    in_a_campaign = settled_on(asked, Instance.from_json("one", [["1"]]), 10).decision

    assert teeth_of(claim).killed > 1
    assert sharpen(claim, lambda _: None).attained
    assert (in_a_campaign.verdict, in_a_campaign.steps) == (Verdict.CERTIFIED, 5)


def test_what_fails_at_the_last_t_that_there_is_is_not_said_to_be_far_from_tight(opened: WRITE) -> None:
    """Protects from a share of the steps up to t = 4 alone, of a run that has an x_5."""
    late = ENDING.replace("at_most(run.x[1:], Fraction(1, 5))", "at_least(run.t[1:] + 1, 5 * run.t[1:] - 18)")
    claim = opened(late).claims["L"]

    assert sharpen(claim, lambda _: None).note == "a run surely exceeds what is allowed: `lemmacheck check` shows it"


def test_what_a_search_finds_is_decided_on_the_run_that_it_found(opened: WRITE) -> None:
    """Protects from a certificate of a run of ten steps, which divides by 0, or says another thing of its end."""
    only_far = ENDING.replace("z ≤ 1", "z ≤ 100").replace("at_most(p.z, 1)", "at_most(p.z, 100)")
    before = only_far.replace("s.x / (5 - s.t)", "s.x / (2 - s.t)").replace(
        "run.x[1:], Fraction(1, 5)", "run.x[1:], 40"
    )
    at_last = only_far.replace("s.x / (5 - s.t)", "s.x / 10").replace("run.x[1:], Fraction(1, 5)", "run.x[-1], 5")

    for text in (before, at_last):
        record = check(opened(text).claims["L"])
        assert (record.verdict, record.witness.steps) == (Verdict.REFUTED, 1)


def test_a_search_says_how_far_its_runs_have_numbers(opened: WRITE) -> None:
    apart = ENDING.replace('{"z": Z[0, 0]}', '{"z": Z[0, 0], "side": "above" if Z[0, 0] > 0 else "below"}')
    for text in (ENDING, apart):  # made as one, and one by one
        claim = opened(text).claims["L"].as_long_as(640)
        report = Search([claim], claim.usual[""], 40, Budget(steps=40_000)).report()

        assert report.instances > 100
        assert "runs of up to 5 steps" in report.text()


LATE = ENDING.replace("s.x / (5 - s.t)", "s.x / 2")


@pytest.mark.parametrize(("holds", "why"), [
    ("at_most(0 * (1 / (3 - run.t))[:3], 0)",
        "at t = 3, in a row that a slice cuts off afterwards: cut before dividing"),
    ("at_most(0 * (1 / (10 - run.t))[:-1], run.x[1:] - run.x[1:])",
        "at t = 10, in a row that a slice cuts off afterwards: cut before dividing"),
    ("at_most(0 * (1 / (3 - run.t)), 0)", "at t = 3; a hypothesis may exclude such data"),
    ("at_most(0 * (1 / run.t), 0)", "at t = 0; a hypothesis may exclude such data, first=1 the row t = 0"),
])  # fmt: skip
def test_where_a_statement_divides_by_0_is_said_and_whether_a_slice_cuts_that_row_off(
    holds: str, why: str, opened: WRITE
) -> None:
    """Protects from a way out that is none: only the row that is cut off divided by 0, and t = 0 was blamed."""
    stated = LATE.replace("at_most(run.x[1:], Fraction(1, 5))", holds).replace(", first=1", "")
    record = check(opened(stated).claims["L"])

    assert record.verdict == Verdict.UNDECIDED
    assert record.reason.startswith(f"the statement divides by 0 {why} (")


def test_a_row_of_the_only_run_that_there_is_has_its_t(opened: WRITE) -> None:
    """Protects from T = 1 for a relation of each t and the next, on a run of which a longer one divides by 0."""
    row = LATE.replace("at_most(run.x[1:], Fraction(1, 5))", "{}").replace(", first=1", "")
    each = "below(run.each(lambda s: 1 / (s.t - 2))[1:], run.x[:-1] - run.x[:-1] - 1)"
    last = "above(1 / (run.t - 2)[-1], 0)"
    one, whole = (check(opened(row.format(holds)).claims["L"]).witness for holds in (each, last))

    assert one is not None
    assert whole is not None
    assert (one.steps, one.t, one.whole, one.when) == (1, 0, False, "t = 0")
    assert whole.when.startswith("T = ")
