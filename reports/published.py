"""The verdicts that are already known, and what changed since.

`published/verdicts.json` is one JSON object, a line per claim in the order of ids, so that a changed
verdict is a changed line. A difference is told like a patch: `-` what was known, `+` what was found.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from reports.escape import line
from reports.json_ import one_line, read_text, write_atomically
from verifiers.verdict import Record, Verdict


def published_path() -> Path:
    """The file of the known verdicts."""
    return Path(__file__).parent / "published" / "verdicts.json"


def verdicts(records: Iterable[Record]) -> dict[str, Verdict]:
    """The verdict of each id; an id that occurs twice is an error, for neither could be published."""
    found: dict[str, Verdict] = {}
    for record in records:
        if record.id in found:
            raise ValueError(f"two records are called {record.id!r}; publish one verdict a claim")
        found[record.id] = record.verdict
    return found


def known(path: str | os.PathLike[str]) -> dict[str, Verdict]:
    """The published verdicts by id."""
    place = os.fspath(path)
    text = read_text(path)
    try:
        data = json.loads(text, object_pairs_hook=_without_repeats)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{place}: not a table of verdicts: {one_line(error)}") from None
    if not isinstance(data, dict):
        raise ValueError(f"{place}: not a table of verdicts: expected one JSON object from id to verdict")
    return {name: _verdict(name, value, place) for name, value in data.items()}


def write_known(verdicts: Mapping[str, Verdict], path: str | os.PathLike[str]) -> None:
    rows = [f"  {_quoted(name)}: {_quoted(verdicts[name])}" for name in sorted(verdicts)]
    body = "{\n" + ",\n".join(rows) + "\n}\n" if rows else "{}\n"
    write_atomically(path, body)


def difference(known: Mapping[str, Verdict], records: Iterable[Record]) -> list[str]:
    """A `-` and a `+` line for each id whose verdict changed, one of them if it is new or gone."""
    found = verdicts(records)
    lines = []
    for name in sorted({*known, *found}):
        before, after = known.get(name), found.get(name)
        if before == after:
            continue
        if before is not None:
            lines.append(f"- {line(name)}  {before}" + ("" if after is not None else "  (gone)"))
        if after is not None:
            lines.append(f"+ {line(name)}  {after}" + ("" if before is not None else "  (new)"))
    return lines


def _quoted(text: str) -> str:
    return json.dumps(str(text), ensure_ascii=False)


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table: dict[str, Any] = {}
    for name, value in pairs:
        if name in table:
            raise ValueError(f"{name!r} occurs twice")
        table[name] = value
    return table


def _verdict(name: str, value: Any, place: str) -> Verdict:
    if not isinstance(value, str) or value not in set(Verdict):
        names = ", ".join(Verdict)
        raise ValueError(f"{place}: {name!r} has the verdict {value!r}, expected one of {names}")
    return Verdict(value)
