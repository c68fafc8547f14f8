"""Protects what a stranger reads in the first hour with a book: each number has its index, each refusal its remedy."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from lemmacheck.reports import words
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.matrix import Matrix
from lemmacheck.theory.core.others_words import reworded
from lemmacheck.verifiers.cli import known
from lemmacheck.verifiers.cli.kernel import meant
from lemmacheck.verifiers.data import DataError, load
from lemmacheck.verifiers.decide.cause import STATED_THERE
from lemmacheck.verifiers.decide.reach import beside
from lemmacheck.verifiers.decide.states import states_text
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.library.new_book import TEXT as NEW_BOOK
from lemmacheck.verifiers.library.plan import Effort
from lemmacheck.verifiers.probe.need import need
from lemmacheck.verifiers.probe.tightness import sharpen
from lemmacheck.verifiers.prove import prove
from lemmacheck.verifiers.prove.unproved import unproved
from lemmacheck.verifiers.records.result_text import sharpness_text, witness_text
from lemmacheck.verifiers.records.verdict import Record, Verdict
from lemmacheck.verifiers.replay.replay import Knowledge, replay

from tests.books.test_everywhere import FROBENIUS, SQUARE, TEXT
from tests.books.written import LEAST, RELATION, WRITE
from tests.commands import LITTLE
from tests.quick import check

FEW = Effort(per_shape=11, steps=6, certified=3, elsewhere=2, own=500)
LAST = "at_most(run.last(lambda s: s.x), {})"
QUARTIC = ("FUNCTION", f"{SQUARE[1]} - p.linf(x) ** 4 / 10 ** 6")


def stated(opened: WRITE, relation: str) -> Claim:
    return opened(LEAST, (RELATION, relation)).claims["L.1"]


def witnessed(record: Record) -> str:
    assert record.witness is not None
    return witness_text(record.witness)


def test_the_witness_of_a_statement_about_t_and_T_names_both(opened: WRITE) -> None:
    assert ", t = 0, T = 2: " in witnessed(check(stated(opened, "at_most(run.x, run.problem.a / run.steps)"), FEW))
    assert ", t = 0: " in witnessed(check(stated(opened, "at_most(run.x, run.problem.a / 2)"), FEW))


@pytest.mark.slow
def test_a_statement_of_one_number_a_run_is_shown_with_T_and_never_with_t(opened: WRITE) -> None:
    claim = stated(opened, LAST.format("2 * run.problem.a / run.steps"))
    record = check(claim, FEW)

    assert record.verdict == Verdict.CERTIFIED
    assert "the closest takes " in record.reason
    assert "at t = " not in record.reason
    assert words.nature(record) == "inequality, about Shrinking"
    assert claim.library is not None
    assert ", tightest with slack " in replay(record, Knowledge(library=claim.library)).text
    shown = sharpness_text(sharpen(claim, lambda _: None))
    assert ", T = 200: " in shown
    assert "by t:" not in shown


def test_a_statement_of_x_T_has_no_t_wherever_its_claim_begins(opened: WRITE) -> None:
    from_one = ('"L.1", about', '"L.1", first=1, about')
    relations = (LAST.format("run.problem.a / 4"), "at_most(run.x[1:], run.problem.a / 4)")
    records = [check(opened(LEAST, (RELATION, one), from_one).claims["L.1"], FEW) for one in relations]

    assert [record.witness and record.witness.when for record in records] == ["T = 1", "t = 1"]


def test_of_a_single_row_another_is_tried_next_to_0() -> None:
    """Two rows next to each other would make ZᵀZ another matrix."""
    assert [["0", "1"], ["0", "1/1000"]] in [near.to_json() for near in beside(Instance.from_json("one", [["0", "1"]]))]


def test_what_fails_with_all_hypotheses_or_at_0_is_told_as_a_witness_is(opened: WRITE) -> None:
    first = ('"L.1", about', '"L.1", first=1, about')
    false = opened(LEAST, (RELATION, "at_most(run.x[1:], run.problem.exp(run.problem.a) / 9)"), first).claims["L.1"]
    early = opened(LEAST, (RELATION, "at_most(run.x[1:], run.problem.a / 2)"), first).claims["L.1"]

    assert need(false).note == "with all its hypotheses it is refuted on Z = [0] at t = 1: 1/2 ≤ 1/9·e^(1) is false"
    assert [one.found and one.found.when for one in need(early).needs] == ["t = 0"]


def test_a_tightest_run_is_shown_with_its_data(opened: WRITE) -> None:
    claim = stated(opened, "at_most(run.x[1:] - run.x[:-1], 0)")
    record = check(claim, FEW)

    assert record.worst is not None
    assert states_text(claim, record).startswith("the states of the tightest run, on Z = [")


def test_a_false_lemma_under_a_hypothesis_for_all_points_says_what_to_do(opened: WRITE) -> None:
    claim = opened(TEXT, FROBENIUS, QUARTIC).claims["X"]
    record = check(claim, FEW)

    assert record.verdict == Verdict.UNDECIDED
    assert f": f is L-smooth; {STATED_THERE}" in record.reason
    assert record.reason.startswith("on Z = [0 -1; 0 1], t = 0: -1e-06 ≤ -1 is false, by 1, unless a hypothesis fails ")
    assert record.reason.partition("; searched ")[0].endswith(" runs)")
    assert "refutes" not in sharpen(claim, lambda _: None).note


def test_a_hypothesis_that_only_rounding_breaks_is_not_said_to_be_tried(opened: WRITE) -> None:
    """Protects a need of a function that always meets it: the tries of floats next to equality are no answer."""
    half = ("[:-1] / p.L", "[:-1] / (2 * p.L)")
    found = need(opened(TEXT, FROBENIUS, SQUARE, half).claims["X"])

    assert [(one.found, one.tried) for one in found.needs] == [(None, 0)]
    assert repr(found).endswith("the functions of the problem all meet it: write one that does not, and ask again")


def test_a_tightest_run_that_ends_as_its_method_divides_by_0_says_so(opened: WRITE) -> None:
    """Protects a claim of sharpness on one step: longer runs are not looser, there are none."""
    shown = sharpness_text(sharpen(opened(LEAST, ("/ (s.t + 2)", "/ (s.t - 1)")).claims["L.1"], lambda _: None))

    assert "    this run has 1 step: a longer one divides by 0 on these data\n" in shown
    assert "longer runs may come closer" not in shown
    nowhere = sharpen(opened(LEAST, ("/ (s.t + 2)", "/ s.t")).claims["L.1"], lambda _: None)
    assert nowhere.note.endswith(" or a step divides by 0")
    assert "divides by 0" not in sharpness_text(sharpen(opened(LEAST).claims["L.1"], lambda _: None))


def test_what_has_no_verdict_on_record_is_decided_before_the_kernel_is_asked(
    opened: WRITE, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lemmacheck.verifiers.library.plan.STANDARD", LITTLE)
    library = opened(LEAST, (RELATION, "at_most(run.x, run.problem.a / 2)"))

    assert known.verdicts(library) == {}
    assert [record.verdict for record in meant(library, None, [], every=True)] == [Verdict.REFUTED]


def test_a_part_of_a_matrix_that_no_proof_reads_is_told_with_those_that_it_does(opened: WRITE) -> None:
    row = opened(LEAST, ("Z[0, 0]", "Z[1:, 0]"), (RELATION, "at_most(0, run.x)")).claims["L.1"]
    parts = "other than a row, a column and an entry that the smallest matrix has, such as Z[0]"

    assert "the field a is made by other than" in str(unproved(row))
    assert f"it takes Z[1:, 0], a part of a matrix of arbitrary size, {parts}" in str(unproved(row))


def test_a_field_that_no_proof_reads_hinders_none_of_a_lemma_that_does_not_read_it(opened: WRITE) -> None:
    more = "b=Z[1:, 0] / 2, c=Z[1], G=(abs(Z).sum(axis=0) ** 2).sum(), h=Z.sum(axis=0)"
    book = opened(NEW_BOOK, ("dict(A=", f"dict({more}, A="))
    reading = opened(NEW_BOOK, ("dict(A=", f"dict({more}, A="), ("(1 - p.mu / p.L)", "(1 + p.G - p.mu / p.L)"))

    assert prove(book.claims["Me.L1"])
    assert str(unproved(reading.claims["Me.L1"])).endswith("products with Z: it takes a sum over the rows")


def test_a_fraction_in_a_proof_is_divided_as_a_whole(opened: WRITE) -> None:
    proof = prove(opened(NEW_BOOK).claims["Me.L1"])

    assert "((1/2)/(" in proof.text


def test_a_rate_is_proved_by_induction_from_the_lemma_of_one_step(opened: WRITE) -> None:
    halved = "    f = run.each(lambda s: run.problem.f(s.x))\n    return at_most(f[1:], f[:-1] / 2)"
    rate = halved.replace("f[1:], f[:-1] / 2", "f, (1 - run.problem.mu / run.problem.L) ** (run.t + 0) * f[0]")
    named = ("about=Descent)\ndef values_halve(run)", 'about=Descent, uses=["Me.L1"])\ndef values_halve(run)')
    by_one_more = ("(run.t + 0)", "(run.t + 1)")

    assert prove(opened(NEW_BOOK, named, (halved, rate)).claims["Me.L2"]) is not None
    assert prove(opened(NEW_BOOK, named, (halved, rate), by_one_more).claims["Me.L2"]) is None


@pytest.mark.slow
def test_a_row_whose_turn_it_is_is_read_in_a_claim(opened: WRITE) -> None:
    relation = "at_least(run.each(lambda s: run.problem.in_turn(run.problem.ones(3), s.t)), s_t(run))"
    turn = "def s_t(run):\n    return run.each(lambda s: s.t % 2) + run.t % 2 * 0\n\n\nMETHOD ="
    claim = opened(LEAST, ("at_most,", "at_least, at_most,"), (RELATION, relation), ("METHOD =", turn)).claims["L.1"]

    assert check(claim, FEW).verdict == Verdict.CERTIFIED


def test_a_product_that_does_not_fit_says_how_a_hypothesis_for_all_points_reads_a_function() -> None:
    said = reworded("matmul: Input operand 1 has a mismatch (size 3 is different from 2)")

    assert said.endswith("write run.each(lambda s: …), and mark @opaque what @for_all asks of p")


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda p: Matrix.maximum(p, 1, 2), "p.maximum(x) is of the entries of x; the larger of two is y +"),
        (lambda p: Matrix.norm(p, 1, 2), "p.norm() takes 2 positional arguments but 3 were given, p being one of them"),
        (lambda p: Matrix.inner(p, 1), "p.inner() missing 1 required positional argument: 'b'"),
    ],
)
def test_arguments_that_do_not_fit_are_told_in_known_names(call: Callable[[Any], Any], said: str) -> None:
    with pytest.raises(TypeError) as error:
        call(None)

    assert reworded(str(error.value)).startswith(said)


def test_a_table_without_labels_says_where_labels_are_read(tmp_path: Path) -> None:
    table = tmp_path / "z.csv"
    table.write_text("1,2\n2,1\n3,5\n", encoding="utf-8")

    with pytest.raises(DataError, match="the labels, which are its last column if none is named y, label or class"):
        load(str(table))
