"""records.jsonl: one record a line, written all at once or not at all, read back with line numbers.

A file that cannot be read as records is a ValueError of one line: the file, the line, what is wrong.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from verifiers.verdict import Record


def write_records(records: Iterable[Record], path: str | os.PathLike[str]) -> None:
    write_atomically(path, "".join(record.to_json() + "\n" for record in records))


def read_records(path: str | os.PathLike[str]) -> list[Record]:
    lines = read_text(path).rstrip("\n").split("\n")
    if lines == [""]:
        return []
    return [_record(line, f"{os.fspath(path)}, line {number}") for number, line in enumerate(lines, start=1)]


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


def _record(line: str, place: str) -> Record:
    try:
        record = Record.from_json(line)
        _expect(record, Record, "")
    except (ValueError, TypeError) as error:
        raise ValueError(f"{place}: {one_line(error)}") from None
    except RecursionError:
        raise ValueError(f"{place}: not a record: nested too deeply") from None
    return record


def _expect(value: Any, hint: Any, name: str) -> None:
    """Raise a ValueError that names the first field whose value is not of the type it is declared with."""
    if is_dataclass(hint) and isinstance(hint, type) and isinstance(value, hint):
        hints = get_type_hints(hint)
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
        raise ValueError(f"not a record: {name!r} is {value!r}, expected {expected}")


def _is_plain(value: Any, hint: Any) -> bool:
    if isinstance(value, bool):
        return hint is bool
    if hint is float:
        return isinstance(value, int | float)
    if isinstance(hint, UnionType):
        return value is None and NoneType in get_args(hint)
    return isinstance(hint, type) and isinstance(value, hint)
