"""Attack: records of a report with one thing changed, and files of them cut, reordered, repeated and extended.

Whoever changes a file can compute its digest anew, so that only the replay stands in his way. No changed record may be
said to stand, unless the replay lists what was changed as not checked; and of these the whole plan, made again, leaves
the seconds alone.
"""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from lemmacheck.reports.json_ import digest, read_recorded, write_records
from lemmacheck.reports.published import known_needs, known_verdicts, needs_path, published_path
from lemmacheck.verifiers.cli.replay import recorded, replayed
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.records.verdict import Record, Verdict
from lemmacheck.verifiers.replay.replay import Knowledge, replay

from tests.attacks.conftest import Count
from tests.sampled import THOROUGH, sampled
from tests.shipped import CORNER
from tests.verifiers.conftest import Report, made_once

SAMPLE = [
    "P.S2.margin", "P.S3.3.psimax.3", "P.L3.6u", "P.3.8", CORNER, "P.3.1.dualvec", "P.S3.3.enough",
    "N.DA.typical.dual", "S.LC.def", "P.S1.best", "S.Thm3.lin",
]  # fmt: skip
NEVER = {"seconds"}
LISTED = {
    *NEVER, "scope", "teeth", "hypotheses.met", "hypotheses.of", "reason", "verdict", "curves", "degenerate",
    "convincing",  # a record may name no witness but the smallest
}  # fmt: skip
UNSAID = {f"{place}.{flag}" for place in ("worst", "witness") for flag in ("unread", "whole")}  # by older records
Path_ = tuple[str | int, ...]
Forged = tuple[str, str, Record]  # of which record, which field, the record as it was changed


@pytest.fixture(scope="session")
def report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    return made_once(tmp_path_factory)


@pytest.fixture(scope="session")
def book(report: Report) -> dict[str, Record]:
    return {record.id: record for record in report.records}


@pytest.fixture(scope="session")
def beside(report: Report) -> Knowledge:
    header = read_recorded(report.folder / "records.jsonl").header
    assert header is not None
    return Knowledge(header.origin, LIBRARY, known_verdicts(published_path()), known_needs(needs_path()))


def places(value: Any, path: Path_ = ()) -> Iterator[tuple[Path_, Any]]:
    """Every value in plain data with its place; of lists the first and the last entry."""
    if path:
        yield path, value
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        if not isinstance(value, list) or key in (0, len(value) - 1):
            yield from places(item, (*path, key))


def forgeries(value: Any) -> list[Any]:
    """What is put in place of a value: more, less, nothing."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1]
    if isinstance(value, float):
        return [value + 0.25, -value * 1.001 - 1e-6]
    if isinstance(value, str):
        sign, digits = value[: value.startswith("-")], value.removeprefix("-")
        number = digits.replace("/", "").isdigit()  # longer ones: a row with its sign turned is another true witness
        return [f"{sign}7{digits}", f"{sign}7/3"] if number else [f"{value} for all t", "", "\u202egreen"]
    if isinstance(value, list):
        return [value[:-1], value * 2] if value else [["forged"]]
    return [] if isinstance(value, dict) else [{"forged": 1}, "forged"]


def put(data: Any, path: Path_, value: Any) -> Any:
    """Plain data with another value at a place."""
    changed = json.loads(json.dumps(data))
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return changed


def field_of(path: Path_) -> str:
    """A place without the indices, as a replay names it."""
    return ".".join(key for key in path if isinstance(key, str))


def changed_in_one_place(record: Record) -> Iterator[Forged]:
    """The record with each of its values forged, as far as it is a record then."""
    data = record.to_dict()
    for path, value in places(data):
        for forged in forgeries(value):
            try:
                made = Record.from_dict(put(data, path, forged))
            except ValueError:
                continue  # refused when it is read
            if made.to_dict() != data:
                yield record.id, field_of(path), made


def changed_as_a_whole(record: Record, other: Record) -> Iterator[Forged]:
    """Another verdict, parts of another record, parts left out."""
    for verdict in Verdict:
        if verdict != record.verdict:
            yield record.id, "verdict", replace(record, verdict=verdict)
    taken = {
        name: getattr(other, name) for name in ("id", "worst", "witness", "teeth", "hypotheses", "statement", "code")
    }
    for name, value in taken.items():
        if value != getattr(record, name):
            yield record.id, name, replace(record, **{name: value})
    for name in ("worst", "witness"):
        if getattr(record, name) is not None:
            yield record.id, name, replace(record, **{name: None})


def is_listed(field: str, unchecked: tuple[str, ...]) -> bool:
    return any(field == name or field.startswith(f"{name}.") or name.startswith(f"{field}.") for name in unchecked)


@pytest.mark.slow
def test_no_tampered_record_is_said_to_stand(book: dict[str, Record], beside: Knowledge, counted: Count) -> None:
    ids = list(book) if THOROUGH else SAMPLE
    pairs = [(book[id], book[other]) for id, other in zip(ids, [*ids[1:], ids[0]], strict=True)]
    assert all(replay(record, beside).stands for record, _ in pairs)

    passed: list[tuple[str, str, str]] = []
    listed: Counter[str] = Counter()
    every = [one for pair in pairs for one in (*changed_in_one_place(pair[0]), *changed_as_a_whole(*pair))]
    tried = sampled(every, 40, most=2000)
    for id, field, forged in tried:
        again = replay(forged, beside)
        if again.stands and is_listed(field, again.unchecked):
            listed[field] += 1
        elif again.stands:
            passed.append((id, field, again.text))

    counted("tampered records", tried=len(tried), wrong=len(passed))
    counted("tampered records whose change is listed as not checked", tried=listed.total(), wrong=0)
    assert passed == []
    assert {field.partition(".")[0] for field in listed.keys() - UNSAID} <= {name.partition(".")[0] for name in LISTED}
    assert len(tried) >= (500 if THOROUGH else 40)
    assert listed.total() < len(tried) / 4


def test_a_known_refutation_stands_in_no_other_dress(
    book: dict[str, Record], beside: Knowledge, counted: Count
) -> None:
    """A refuted claim as certified, with a run on which it holds: that of the statement that corrects it."""
    corrected = {record.corrects: record for record in book.values() if record.corrects and record.worst}
    pairs = [
        (book[id], record) for id, record in corrected.items() if id in book and book[id].verdict == Verdict.REFUTED
    ]
    dressed = [
        replace(false, verdict=verdict, witness=None, reason="", fault="", worst=true.worst, curves=[])
        for false, true in sampled(pairs, 6)
        for verdict in (Verdict.CERTIFIED, Verdict.SUPPORTED)
    ]
    wrong = [record.id for record in dressed if replay(record, beside).stands or replay(record).stands]

    counted("refuted claims said to hold", tried=2 * len(dressed), wrong=len(wrong))
    assert wrong == []


@pytest.mark.slow
def test_a_field_of_another_type_is_no_record(book: dict[str, Record], tmp_path: Path, counted: Any) -> None:
    record = book["P.3.8"]
    others: list[Any] = [None, True, 7, 0.5, "x", [], [[]], {}, [None], {"a": 1}]
    changed = [{**record.to_dict(), name: value} for name in record.to_dict() for value in others]
    lines = [json.dumps(data) for data in changed if data != record.to_dict()]
    (tmp_path / "r").write_text("\n".join([record.to_json(), *lines]) + "\n", encoding="utf-8")
    _, _, read, _ = recorded(str(tmp_path / "r"))
    found = list(replayed(read, Knowledge(), full=False))
    standing = [line[:60] for line, again in zip(lines, found[1:], strict=True) if again.stands]

    assert found[0].stands
    counted("records with a field of another type", tried=len(lines), wrong=len(standing))
    assert standing == []


def test_a_file_that_is_not_the_one_that_was_written_is_said_to_be_so(
    report: Report, tmp_path: Path, counted: Count
) -> None:
    whole = (report.folder / "records.jsonl").read_text(encoding="utf-8")
    head, *rest = whole.splitlines(keepends=True)
    rest = rest[:12]
    lines = [line.rstrip("\n") for line in rest]
    first = {"header": json.loads(head)["header"]}
    head = json.dumps(first | {"digest": digest(first, lines)}, ensure_ascii=False) + "\n"
    files = [head + "".join(rest[:k] + rest[k + 1 :]) for k in range(len(rest))]  # one left out
    files += [head + "".join(rest[:k]) for k in range(1, len(rest))]  # cut
    files += [head + "".join(rest[k:] + rest[:k]) for k in range(1, len(rest))]  # reordered
    files += [head + "".join([*rest, rest[k]]) for k in range(len(rest))]  # extended
    files += [head + "".join(rest).replace(said, f"{said}1") for said in ('"steps": ', '"reason": "')]
    files += [head.replace('"title": "', '"title": "A ') + "".join(rest), "".join(rest)]
    unnoticed = 0
    for text in (head + "".join(rest), *files):
        (tmp_path / "r").write_text(text, encoding="utf-8")
        *_, altered = recorded(str(tmp_path / "r"))
        unnoticed += text in files and "not those that were written" not in altered
    counted("files of records changed as a whole", tried=len(files), wrong=unnoticed)
    assert unnoticed == 0

    (tmp_path / "r").write_text(head + "".join(rest), encoding="utf-8")
    assert recorded(str(tmp_path / "r"))[-1] == ""


def test_a_record_that_is_repeated_under_a_new_digest_does_not_stand_twice(
    book: dict[str, Record], beside: Knowledge, report: Report, tmp_path: Path
) -> None:
    header = read_recorded(report.folder / "records.jsonl").header
    assert header is not None
    write_records([book["P.3.8"], book[CORNER], book["P.3.8"]], tmp_path / "r", header)
    _, _, read, altered = recorded(str(tmp_path / "r"))

    assert altered == ""
    assert [one.stands for one in replayed(read, beside, full=False)] == [True, True, False]
