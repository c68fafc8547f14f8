"""records.jsonl: one record a line, written all at once or not at all, read back with line numbers.

The first line is a header, `{"header": {…}, "digest": "…"}`; the records count from line 2. The digest is SHA-256 over
the header and the lines as they stand. It shows whether a file was changed, cut, reordered or extended by accident or
by hand; it does not stop somebody who computes it anew, for which there is the replay. Files of older versions have no
digest, and some no header: their records count from line 1. So do those that `check --json` printed.

A file that cannot be read as records is a ValueError of one line: the file, the line, the fault.
"""

import json
import os
import reprlib
from collections.abc import Iterable, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

from lemmacheck.reports.escape import line as line_of
from lemmacheck.verifiers.records.verdict import Header, Record

LARGEST = 2**53  # every whole number up to here is a float
NO_DIGEST = "the file has no digest, as those of older versions: nothing says that it is whole"
INTERRUPTED = "the records are of a report that was interrupted, or their digest is gone; `report --resume` goes on"
NO_FIRST_LINE = "the records are not those that were written: the first line, with their digest, is gone"
CUT_OFF = "; the file ends within this line: without it the lines before can be read"


class Unreadable(NamedTuple):
    """A line that is no record, with its number and its fault."""

    line: int
    wrong: str


class Recorded(NamedTuple):
    """The content of a records file; `altered` is empty if the digest is that of the lines, else it states the
    difference."""

    header: Header | None
    records: list[Record]
    altered: str = ""


def write_records(records: Iterable[Record], path: str | os.PathLike[str], header: Header) -> None:
    write_atomically(path, text_of(records, header))


def text_of(records: Iterable[Record], header: Header, whole: bool = True) -> str:
    """The text of a file with these records; a file that will get more has no digest."""
    lines = [record.to_json() for record in records]
    head = {"header": header.to_dict()}
    first = head | {"digest": digest(head, lines)} if whole else head
    return "\n".join([json_text(first), *lines]) + "\n"


def digest(head: dict[str, Any], lines: Sequence[str]) -> str:
    """SHA-256 over the header, without its digest, and the lines of the records."""
    text = "\n".join([json_text(head), *lines])
    return sha256(text.encode("utf-8", errors="backslashreplace")).hexdigest()


def read_records(path: str | os.PathLike[str]) -> list[Record]:
    return read_recorded(path).records


def read_recorded(path: str | os.PathLike[str]) -> Recorded:
    """A whole file; it is an error if a line is no record."""
    header, lines, altered = read_lines(path)
    for line in lines:
        if isinstance(line, Unreadable):
            raise ValueError(f"{os.fspath(path)}, line {line.line}: {line.wrong}")
    return Recorded(header, [line for line in lines if isinstance(line, Record)], altered)


def read_lines(path: str | os.PathLike[str]) -> tuple[Header | None, list[Record | Unreadable], str]:
    """The header, every line after it as a record or as what is wrong with it, and what the digest says."""
    text = printed_as_lines(read_text(path))
    lines = text.rstrip("\n").split("\n")
    if lines == [""]:
        return None, [], ""
    cut_off = 0 if text.endswith("\n") else len(lines)
    read: list[Header | Record | Unreadable] = []
    for number, line in enumerate(lines, start=1):
        try:
            read.append(_header_or_record(line, number))
        except ValueError as error:
            read.append(Unreadable(number, line_of(str(error)) + CUT_OFF * (number == cut_off)))
    header = read[0] if isinstance(read[0], Header) else None
    return header, [line for line in read if not isinstance(line, Header)], _altered(lines, read)


def printed_as_lines(text: str) -> str:
    """What `check --json` prints, one record or a list of them, as a line a record; any other text as it is."""
    if not text.startswith(("[", "{\n")):
        return text
    try:
        document = json.loads(text, object_pairs_hook=once)
    except (ValueError, TypeError, RecursionError):
        return text
    return "".join(f"{json_text(one)}\n" for one in (document if isinstance(document, list) else [document]))


def any_code(read: Sequence[Any]) -> bool:
    """Whether some record has the digest of its code, as records of this version do."""
    return any(isinstance(record, Record) and record.code for record in read)


def _altered(lines: Sequence[str], read: Sequence[Any]) -> str:
    """The difference between the digest and the lines, in one line; '' if there is none."""
    first = _loaded(lines[0])
    written = first.pop("digest", None) if isinstance(first, dict) and "header" in first else None
    if written is None and isinstance(first, dict) and "header" in first and any_code(read):
        return INTERRUPTED
    if written is None:
        return NO_FIRST_LINE if any_code(read) else NO_DIGEST
    found = digest(first, lines[1:])
    if written == found:
        return ""
    return f"the records are not those that were written: their digest is {found[:16]}…, the file says {written!s:.16}…"


def _loaded(line: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def json_text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def write_atomically(path: str | os.PathLike[str], text: str) -> None:
    """Write beside the file, then move over it: a reader sees the old text or the new, never a part."""
    target = Path(path)
    beside = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with open(beside, "w", encoding="utf-8", errors="backslashreplace", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, target)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(target)) from None
    finally:
        beside.unlink(missing_ok=True)


def read_text(path: str | os.PathLike[str]) -> str:
    """The text as it was written, without what an editor or a mail did to its line ends or put before it."""
    try:
        return Path(path).read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        number = 1 + error.object.count(b"\n", 0, error.start)
        place = f"{os.fspath(path)}, line {number}"
        raise ValueError(f"{place}: not UTF-8 text; give a file that lemmacheck wrote") from None


def _header_or_record(line: str, number: int) -> Header | Record:
    """The record of a line, or, on the first, the header."""
    try:
        data = json.loads(line, object_pairs_hook=once)
        if isinstance(data, dict) and "header" in data and data.keys() <= {"header", "digest"}:
            if number > 1:
                raise ValueError("a header, which only the first line may be; expected a record")
            header = Header.from_dict(data["header"])
            _expect(header, Header, "header")
            return header
        record = Record.from_dict(data)
        _expect(record, Record, "")
    except json.JSONDecodeError as error:
        raise ValueError(f"not a JSON record: {error}") from None
    except RecursionError:
        raise ValueError("not a record: nested too deeply") from None
    except TypeError as error:
        raise ValueError(f"not a record: {error}") from None
    return record


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The content of a JSON object. A name that occurs twice is refused: readers differ on which value it has."""
    names = [name for name, _ in pairs]
    if twice := [name for name in names if names.count(name) > 1]:
        raise TypeError(f"{twice[0]!r:.60} is given twice")
    return dict(pairs)


def _expect(value: Any, hint: Any, name: str) -> None:
    """Raise a ValueError that names the first field whose value is not of the type it is declared with."""
    if is_dataclass(hint) and isinstance(hint, type) and isinstance(value, hint):
        hints = _hints(hint)
        for field in fields(hint):
            _expect(getattr(value, field.name), hints[field.name], f"{name}.{field.name}".lstrip("."))
    elif get_origin(hint) is list and isinstance(value, list):
        for index, item in enumerate(value):
            _expect(item, get_args(hint)[0], f"{name}[{index}]")
    elif get_origin(hint) is dict and isinstance(value, dict):
        for key, item in value.items():
            _expect(item, get_args(hint)[1], f"{name}.{key}")
    elif isinstance(hint, UnionType) and isinstance(value, list):
        nested = bool(value) and isinstance(value[0], list)
        _expect(value, get_args(hint)[nested], name)
    elif isinstance(hint, UnionType) and value is not None:
        (inner,) = (option for option in get_args(hint) if option is not NoneType)
        _expect(value, inner, name)
    elif not _is_plain(value, hint):
        expected = getattr(hint, "__name__", str(hint))
        raise ValueError(f"not a record: {name!r} is {reprlib.repr(value)}, expected {expected}")


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _is_plain(value: Any, hint: Any) -> bool:
    if isinstance(value, bool):
        return hint is bool
    if isinstance(value, int):
        return hint in (int, float) and abs(value) <= LARGEST
    if isinstance(hint, UnionType):
        return value is None and NoneType in get_args(hint)
    return isinstance(hint, type) and isinstance(value, hint)
