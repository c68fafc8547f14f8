"""A change of a book's method: what it breaks that the book's own method does not, side by side, in a notebook."""

from fractions import Fraction
from pathlib import Path

import pytest
from lemmacheck import check_variant, library
from lemmacheck.theory.core.book import BookError
from lemmacheck.verifiers.records.verdict import Record, Scope, Verdict
from lemmacheck.verifiers.variants.on_book import OnBook

from tests.commands import Command


@pytest.mark.slow
def test_a_changed_method_is_asked_the_claims_of_its_book(lemmacheck_: Command, tmp_path: Path) -> None:
    (tmp_path / "half.py").write_text(
        "from fractions import Fraction\nfrom mine import Descent\nvariant = Descent(Fraction(3))\n", encoding="utf-8"
    )
    status, output, _ = lemmacheck_("variant", "half.py", "--book", "mine.py", "--out", "out")

    assert status == 1
    assert output.startswith(
        "refuted of half, not of the book's own method: Me.L1; refuted of both: Me.L2\nMe.L1  REFUTED"
    )
    assert "not asked of a change of a book's method: a proof, how fast it is" in output
    assert "not asked beyond t = " not in output
    assert (tmp_path / "out" / "index.html").exists()
    (tmp_path / "none.py").write_text("variant = 3\n", encoding="utf-8")
    assert "`variant` is int; expected `variant = …`" in lemmacheck_("variant", "none.py", "--book", "mine.py")[2]
    assert "no such book" in lemmacheck_("variant", "half.py", "--book", "nobody")[2]


@pytest.mark.slow
def test_changes_of_a_method_are_compared_with_the_books_own(lemmacheck_: Command, tmp_path: Path) -> None:
    text = "from fractions import Fraction\nfrom mine import Descent\nvariant = Descent(Fraction({}))\n"
    for name, c in (("half", 3), ("same", 1)):
        (tmp_path / f"{name}.py").write_text(text.format(c), encoding="utf-8")
    status, output, noted = lemmacheck_("compare", "half.py", "same.py", "--book", "mine.py", "--steps", "5")
    rows = [line.split() for line in output.splitlines()]

    assert status == 1
    assert rows[0] == ["claim", "the", "book's", "own", "half", "same", "statement"]
    assert ["Me.L1", "proved", "REFUTED", "certified"] in [row[:4] for row in rows]
    assert "\nREFUTED of all: Me.L2\n" in output
    assert "finding: refuted of half" in noted
    assert "refuted of same" not in noted
    assert lemmacheck_("compare", "same.py", "--book", "mine.py", "--steps", "5", "--json")[0] == 0
    assert "--book 'nobody': no such book" in lemmacheck_("compare", "same.py", "--book", "nobody")[2]


@pytest.mark.slow
def test_a_notebook_asks_a_change_of_a_method_what_its_book_claims(lemmacheck_: Command, tmp_path: Path) -> None:
    opened = library(str(tmp_path / "mine.py"))
    method = next(iter(opened.methods))
    found = check_variant(method(Fraction(3)), steps=5, book=opened)
    same = check_variant(method(Fraction(1)), steps=5, book=tmp_path / "mine.py")

    assert found.new == ["Me.L1"]
    assert repr(found).startswith("refuted of variant, not of the book's own method: Me.L1; refuted of both: Me.L2\n")
    assert "Me.L1  REFUTED" in found._repr_html_()
    assert same.new == []
    with pytest.raises(BookError, match=r"the variant is int; expected"):
        check_variant(3, book=opened)


def test_a_change_of_which_a_claim_is_undecided_is_not_said_to_break_nothing() -> None:
    records = tuple(
        Record(id=id, verdict=verdict, scope=Scope(instances=1, steps=1, screened=0, bits=64))
        for id, verdict in (("A", Verdict.UNDECIDED), ("B", Verdict.CERTIFIED))
    )
    open_, sure = (OnBook("mine", (), said, (), {}) for said in (records, records[1:]))

    unbroken = "mine breaks no claim that holds of the book's own method"
    assert open_.finding == f"{unbroken}, as far as was decided; undecided: A"
    assert sure.finding == unbroken


def test_a_change_says_where_its_book_ends_its_runs(lemmacheck_: Command, tmp_path: Path) -> None:
    opened = library(str(tmp_path / "mine.py"))
    (kind, method), *_ = opened.methods.items()

    assert f"not asked beyond t = {method.steps}: the book's Method has steps={method.steps}" in repr(
        check_variant(kind(Fraction(1)), steps=method.steps + 1, only="Me.L1", book=opened)
    )
