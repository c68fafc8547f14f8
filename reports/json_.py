"""records.jsonl: one record a line, written all at once or not at all, read back with line numbers.

The first line may be a header, `{"header": {…}}`; then the records count from line 2.

A file that cannot be read as records is a ValueError of one line: the file, the line, what is wrong.
"""

from __future__ import annotations

import json
import os
import reprlib
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

from verifiers.verdict import Header, Record

LARGEST = 2**53  # every whole number up to here is a float
CUT_OFF = "; the file ends within this line: without it the lines before can be read"


class Recorded(NamedTuple):
    """What a records file holds."""

    header: Header | None
    records: list[Record]

    @property
    def first_line(self) -> int:
        """The line of the first record."""
        return 1 if self.header is None else 2


def write_records(records: Iterable[Record], path: str | os.PathLike[str], header: Header | None = None) -> None:
    head = "" if header is None else header.to_json() + "\n"
    write_atomically(path, head + "".join(record.to_json() + "\n" for record in records))


def read_records(path: str | os.PathLike[str]) -> list[Record]:
    return read_recorded(path).records


def read_recorded(path: str | os.PathLike[str]) -> Recorded:
    place, text = os.fspath(path), read_text(path)
    lines = text.rstrip("\n").split("\n")
    if lines == [""]:
        return Recorded(None, [])
    cut_off = 0 if text.endswith("\n") else len(lines)
    read = []
    for number, line in enumerate(lines, start=1):
        try:
            read.append(_header_or_record(line, number))
        except ValueError as error:
            raise ValueError(f"{place}, line {number}: {one_line(error)}{CUT_OFF * (number == cut_off)}") from None
    header = read[0] if isinstance(read[0], Header) else None
    return Recorded(header, [line for line in read if isinstance(line, Record)])


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
    finally:
        beside.unlink(missing_ok=True)


def read_text(path: str | os.PathLike[str]) -> str:
    try:
        return Path(path).read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        number = 1 + error.object.count(b"\n", 0, error.start)
        place = f"{os.fspath(path)}, line {number}"
        raise ValueError(f"{place}: not UTF-8 text; give a file that lemmacheck wrote") from None


def one_line(error: Exception) -> str:
    return " ".join(str(error).split())


def _header_or_record(line: str, number: int) -> Header | Record:
    """The record of a line, or, on the first, the header."""
    try:
        data = json.loads(line)
        if isinstance(data, dict) and data.keys() == {"header"}:
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
