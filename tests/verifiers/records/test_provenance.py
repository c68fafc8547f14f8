"""Protects the digest of a claim's source: it changes with what the claim calls, and with nothing else."""

from pathlib import Path

import pytest
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.opening import library_at
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.records.provenance import ROOT, code_at, code_of, imports, origin, sources
from lemmacheck.verifiers.records.terminal import InputError

from tests.books.written import LEAST

UPDATES = ROOT / "books" / "jst" / "sec3_2_updates.py"


def test_claims_of_one_file_have_one_digest_and_those_of_another_another() -> None:
    first, second, third = (LIBRARY.claims[id] for id in ("P.L3.2", "P.3.2.upd", "S.Thm3.lin"))

    assert code_of(first) == code_of(second) != code_of(third)
    assert all(code_of(claim) for claim in LIBRARY.claims.values())


def test_a_changed_line_in_a_file_or_in_what_it_imports_changes_the_digest(tmp_path: Path) -> None:
    own = tmp_path / "own.py"
    own.write_text("from lemmacheck.theory.core.relation import at_most\n", encoding="utf-8")
    before = code_at.__wrapped__(frozenset({own}))
    own.write_text("from lemmacheck.theory.core.relation import at_most  # as before\n", encoding="utf-8")

    assert code_at.__wrapped__(frozenset({own})) != before
    assert ROOT / "core" / "relation.py" in imports(UPDATES)
    assert ROOT / "books" / "jst" / "__init__.py" not in imports(UPDATES)


@pytest.mark.parametrize(
    "line", ["from beside import x", "import beside", "from . import beside", "from .beside import x"]
)
def test_what_stands_beside_an_authors_file_is_of_its_code(tmp_path: Path, line: str) -> None:
    own, beside, other = (tmp_path / "book" / f"{name}.py" for name in ("own", "beside", "other"))
    own.parent.mkdir()
    for file, text in ((own, f"{line}\n"), (beside, "from book.other import x\n"), (other, "x = 1\n")):
        file.write_text(text, encoding="utf-8")
    (own.parent / "__init__.py").touch()
    before = sources([own])
    other.write_text("x = 2\n", encoding="utf-8")

    assert sources([own]) != before


def test_an_authors_claim_is_of_the_code_of_his_whole_book(tmp_path: Path) -> None:
    (tmp_path / "lemmas.py").write_text(LEAST.replace("METHOD = Method(Shrinking, on=Line)\n", ""), encoding="utf-8")
    book = tmp_path / "book.py"
    found = []
    for steps in (40, 50):
        method = f"METHOD = Method(lemmas.Shrinking, on=lemmas.Line, steps={steps})"
        book.write_text(
            f"import lemmas\nfrom lemmacheck import Book, Method, Source\n{method}\n"
            "BOOK = Book(Source('a', 'b', 'c', ''), methods=[METHOD], claims=[lemmas])\n",
            encoding="utf-8",
        )
        library_at.cache_clear()
        code_at.cache_clear()
        found.append(code_of(library_at(str(book)).claims["L.1"]))

    assert "" not in found
    assert found[0] != found[1]


def test_a_claim_without_a_file_has_no_digest() -> None:
    scope: dict[str, object] = {}
    exec("def told(run): return None", scope)
    shown = LIBRARY.claims["P.3.8"]
    written: Claim = Claim("x", shown.source, shown.kind, "", scope["told"])  # type: ignore[arg-type]

    assert code_of(written) == ""


def test_an_origin_names_versions_seeds_books_and_the_code_that_decides() -> None:
    found = origin("report", LIBRARY, {"steps": 60})

    assert {"python", "numpy", "python-flint", "mpmath", "scipy"} <= set(found.versions)
    title = "Ji, Srebro, Telgarsky: Fast Margin Maximization via Dual Acceleration"
    assert found.books["JST21"] == f"{title} (both versions)"
    assert found.books["JST21-proceedings"] == f"{title} (ICML 2021 proceedings, body only)"
    assert (found.effort, found.seeds["survey"], len(found.checker)) == ({"steps": 60}, 0, 16)


@pytest.mark.parametrize("given", ["abc", "inf", "nan", "1e20"])
def test_a_day_that_is_no_time_is_told_by_its_name(given: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", given)

    with pytest.raises(InputError, match="SOURCE_DATE_EPOCH is '"):
        origin("report", LIBRARY)
