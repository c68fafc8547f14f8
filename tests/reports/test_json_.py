"""Protects records.jsonl: what is written is read back, whole, and a bad line is named in one line."""

import errno
import math
import os
import re
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lemmacheck.reports.json_ import read_recorded, read_records, write_atomically, write_records
from lemmacheck.verifiers.records.verdict import Header, Record, Scope, Verdict, Worst

from tests.sampled import draws

WHOLE = '"id": "a", "verdict": "proved", "scope": {"instances": 1, "steps": 1}'
RECORDS = st.builds(lambda record, share: replace(record, informative=share, seconds=0), st.from_type(Record),
    st.none() | st.floats(0, 1))  # fmt: skip
GOOD = Record("P.L3.2", Verdict.CERTIFIED, Scope(3, 10), statement="θ_t² ≤ 1")


@pytest.mark.slow
@draws(2)
@given(st.lists(RECORDS, max_size=4), st.from_type(Header))
def test_reading_back_what_was_written_is_the_identity(records: list[Record], header: Header) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "records.jsonl"
        write_records(records, path, header)
        found = read_recorded(path)

        assert found == (header, records, "")
        assert path.read_bytes().count(b"\n") == 1 + len(records)


def test_a_nan_and_half_a_surrogate_survive(tmp_path: Path) -> None:
    odd = Record("\ud800", Verdict.SUPPORTED, Scope(1, 1), worst=Worst(math.nan, math.inf, 1, "x"))
    write_records([odd], tmp_path / "r", Header("x"))

    (back,) = read_records(tmp_path / "r")

    assert back.to_json() == odd.to_json()


@pytest.mark.parametrize(("line", "wrong"), [
    ("{", "not a JSON record"),
    ("", "not a JSON record"),
    ("[]", "expected a JSON object"),
    ('{"id": "a"}', "at least 'id' and 'verdict'"),
    ('{"id": "a", "verdict": "certified"}', "scope"),
    ('{"id": "a", "verdict": "certified", "scope": null}', "'scope' is None, expected Scope"),
    ('{"id": "a", "verdict": "green", "scope": {"instances": 1, "steps": 1}}', "'green'"),
    ('{"id": 7, "verdict": "proved", "scope": {"instances": 1, "steps": 1}}', "'id' is 7, expected str"),
    ('{"id": "a", "verdict": "proved", "scope": {"instances": "1", "steps": 1}}', "'scope.instances' is '1'"),
    ('{"id": "a", "verdict": "proved", "scope": {"instances": true, "steps": 1}}', "expected int"),
    ('{"id": "a", "verdict": "proved", "scope": {"a\\nb": 1}}', "unexpected keyword"),
    (f'{{{WHOLE}, "uses": ["b", 3]}}', "'uses[1]' is 3"),
    (f'{{{WHOLE}, "hypotheses": 1}}', "not a record"),
    (f'{{{WHOLE}, "colour": 1}}', "'colour'"),
    (f'{{"verdict": "refuted", {WHOLE}}}', "'verdict' is given twice"),
    ("[" * 100_000, "nested too deeply"),
    ("\udcff", "not UTF-8"),
])  # fmt: skip
def test_a_bad_line_is_named_with_its_file_and_number(tmp_path: Path, line: str, wrong: str) -> None:
    path = tmp_path / "records.jsonl"
    text = f"{GOOD.to_json()}\n{line}\n{GOOD.to_json()}\n"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))

    with pytest.raises(ValueError, match=re.escape(wrong)) as caught:
        read_records(path)

    message = str(caught.value)
    assert message.startswith(f"{path}, line 2: ")
    assert len(message.splitlines()) == 1


def test_a_last_line_that_was_cut_off_is_an_error_and_not_a_record(tmp_path: Path) -> None:
    (tmp_path / "r").write_text(GOOD.to_json() + "\n" + GOOD.to_json()[:40], encoding="utf-8")

    with pytest.raises(ValueError, match="line 2"):
        read_records(tmp_path / "r")


def test_an_empty_file_holds_no_records(tmp_path: Path) -> None:
    (tmp_path / "r").write_bytes(b"")

    assert read_records(tmp_path / "r") == []


def test_a_write_that_fails_leaves_the_old_file_and_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "r"
    write_atomically(path, "old")

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, "disk full")

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(OSError, match=rf"disk full: '{path}'"):
        write_atomically(path, "new")

    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]
