"""The known verdicts and needs, and the changes since.

`published/verdicts.json` has the verdict of each claim, `published/needs.json` for each of its hypotheses the run that
fails without it, or the number of tries that found none. Both are one JSON object, a line per claim in the order of
ids, so that each change is a changed line. A difference reads like a patch: `-` the known verdict, `+` the new one.
"""

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from lemmacheck.reports.escape import line
from lemmacheck.reports.json_ import json_text, once, read_text, write_atomically
from lemmacheck.verifiers.records.verdict import Record, Verdict, Witness

Needs = dict[str, dict[str, Witness | int]]


def published_path() -> Path:
    """The file of the known verdicts."""
    return Path(__file__).parent / "published" / "verdicts.json"


def needs_path() -> Path:
    """The file of the known needs."""
    return published_path().with_name("needs.json")


def verdicts(records: Iterable[Record]) -> dict[str, Verdict]:
    """The verdict of each id; an id that occurs twice is an error, for neither could be published."""
    found: dict[str, Verdict] = {}
    for record in records:
        if record.id in found:
            raise ValueError(f"two records are called {record.id!r}; publish one verdict a claim")
        found[record.id] = record.verdict
    return found


def known_verdicts(path: str | os.PathLike[str]) -> dict[str, Verdict]:
    """The published verdicts by id."""
    return {name: _verdict(name, value, os.fspath(path)) for name, value in _table(path, "verdicts").items()}


def write_verdicts(verdicts: Mapping[str, Verdict], path: str | os.PathLike[str]) -> None:
    _write_table({name: str(verdict) for name, verdict in verdicts.items()}, path)


def known_needs(path: str | os.PathLike[str]) -> Needs:
    """The published needs by id and hypothesis."""
    place = os.fspath(path)
    try:
        return {
            name: {hypothesis: _need(need) for hypothesis, need in needs.items()}
            for name, needs in _table(path, "needs").items()
        }
    except (AttributeError, TypeError) as error:
        raise ValueError(f"{place}: not a table of needs: {line(str(error))}") from None


def write_needs(needs: Needs, path: str | os.PathLike[str]) -> None:
    plain = {
        name: {hypothesis: need if isinstance(need, int) else asdict(need) for hypothesis, need in of_one.items()}
        for name, of_one in needs.items()
    }
    _write_table(plain, path)


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


def _table(path: str | os.PathLike[str], of: str) -> dict[str, Any]:
    """The JSON object of a file, by id."""
    place, text = os.fspath(path), read_text(path)
    try:
        data = json.loads(text, object_pairs_hook=once)
    except (ValueError, TypeError, RecursionError) as error:
        raise ValueError(f"{place}: not a table of {of}: {line(str(error))}") from None
    if not isinstance(data, dict):
        raise ValueError(f"{place}: not a table of {of}: expected one JSON object by id")
    return data


def _write_table(table: Mapping[str, Any], path: str | os.PathLike[str]) -> None:
    rows = [f"  {json_text(name)}: {json_text(table[name])}" for name in sorted(table)]
    write_atomically(path, "{\n" + ",\n".join(rows) + "\n}\n" if rows else "{}\n")


def _need(need: Any) -> Witness | int:
    return need if isinstance(need, int) else Witness(**need)


def _verdict(name: str, value: Any, place: str) -> Verdict:
    if not isinstance(value, str) or value not in set(Verdict):
        names = ", ".join(Verdict)
        raise ValueError(f"{place}: {name!r} has the verdict {value!r}, expected one of {names}")
    return Verdict(value)
