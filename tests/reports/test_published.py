"""Protects the memory of known verdicts: a change of any kind is seen, and a corrupt file says so."""

import re
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lemmacheck.reports.published import (
    Needs,
    difference,
    known_needs,
    known_verdicts,
    verdicts,
    write_needs,
    write_verdicts,
)
from lemmacheck.verifiers.records.verdict import Record, Scope, Verdict, Witness

from tests.sampled import draws

TABLES = st.dictionaries(st.text(), st.sampled_from(Verdict), max_size=6)


def records(table: dict[str, Verdict]) -> list[Record]:
    return [Record(id, verdict, Scope(1, 1)) for id, verdict in table.items()]


@draws(2)
@given(TABLES)
def test_what_is_published_is_known_and_differs_from_itself_in_nothing(table: dict[str, Verdict]) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "verdicts.json"
        write_verdicts(table, path)
        back = known_verdicts(path)

    assert back == table
    assert difference(back, records(table)) == []


WITNESS = Witness([["-1"]], 1, "2", "1", "λ=1", 1, "<=", {"lam": ["1"]})
NEEDS = st.dictionaries(st.text(), st.dictionaries(st.text(), st.integers(0, 9) | st.just(WITNESS)), max_size=4)


@given(NEEDS)
def test_needs_that_are_published_are_known(needs: Needs) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "needs.json"
        write_needs(needs, path)

        assert known_needs(path) == needs
        assert path.read_text(encoding="utf-8").count("\n") == len(needs) + (2 if needs else 1)


@pytest.mark.parametrize(
    "text", ["", "[]", '{"a": 1}', '{"a": {"h": "x"}}', '{"a": {"h": {"Z": 1}}}', '{"a": {"h": {}}}']
)
def test_a_file_that_holds_no_needs_says_so_in_one_line(text: str, tmp_path: Path) -> None:
    (tmp_path / "needs.json").write_text(text)

    with pytest.raises(ValueError, match="not a table of needs") as caught:
        known_needs(tmp_path / "needs.json")
    assert len(str(caught.value).splitlines()) == 1


@draws(2)
@given(TABLES, TABLES)
def test_every_change_is_told_and_nothing_else(before: dict[str, Verdict], after: dict[str, Verdict]) -> None:
    told = difference(before, records(after))

    assert sum(line.startswith("- ") for line in told) == sum(after.get(id) != v for id, v in before.items())
    assert sum(line.startswith("+ ") for line in told) == sum(before.get(id) != v for id, v in after.items())


def test_a_changed_a_new_and_a_vanished_verdict_read_like_a_patch() -> None:
    before = {"P.L3.2": Verdict.CERTIFIED, "P.T3.1": Verdict.PROVED, "W.Old": Verdict.SUPPORTED}
    after = {"W.New": Verdict.UNDECIDED, "P.T3.1": Verdict.PROVED, "P.L3.2": Verdict.REFUTED}

    assert difference(before, records(after)) == [
        "- P.L3.2  certified", "+ P.L3.2  refuted", "+ W.New  undecided  (new)", "- W.Old  supported  (gone)",
    ]  # fmt: skip


def test_the_file_has_one_sorted_line_a_claim(tmp_path: Path) -> None:
    write_verdicts({"b": Verdict.PROVED, "ā": Verdict.REFUTED, "a": Verdict.ILL_FORMED}, tmp_path / "v")

    text = (tmp_path / "v").read_text(encoding="utf-8")
    assert text == '{\n  "a": "ill-formed",\n  "b": "proved",\n  "ā": "refuted"\n}\n'


def test_two_records_of_one_claim_cannot_be_published() -> None:
    with pytest.raises(ValueError, match="two records are called 'a'"):
        verdicts([*records({"a": Verdict.PROVED}), *records({"a": Verdict.REFUTED})])


@pytest.mark.parametrize(("text", "wrong"), [
    ("", "not a table of verdicts"),
    ('{"a": "proved",\n<<<<<<< HEAD', "line 2"),
    ('["a"]', "expected one JSON object"),
    ('{"a": "green"}', "'a' has the verdict 'green', expected one of proved"),
    ('{"a": ["proved"]}', "'a' has the verdict"),
    ('{"a": "proved", "a": "refuted"}', "'a' is given twice"),
    ("[" * 100_000, "not a table of verdicts"),
])  # fmt: skip
def test_a_corrupt_file_is_an_error_of_one_line(tmp_path: Path, text: str, wrong: str) -> None:
    path = tmp_path / "verdicts.json"
    path.write_text(text, encoding="utf-8")

    with pytest.raises(ValueError, match=re.escape(wrong)) as caught:
        known_verdicts(path)

    message = str(caught.value)
    assert message.startswith(str(path))
    assert len(message.splitlines()) == 1
