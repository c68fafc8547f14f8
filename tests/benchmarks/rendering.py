"""The measured rows as a table for the terminal, as bench.md and as bench.json."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.pair import Row
from lemmacheck.reports.json_ import write_atomically
from lemmacheck.verifiers.records.text import columns

HEAD = """# Speed, side by side

Each row is a ratio of two times taken in one run on one machine, in turn, round by round: the median of the rounds'
ratios, and their extremes. Written by `make bench`; nothing here is asserted by a test.
"""


def seconds(time: float) -> str:
    """A time in three digits with its unit."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if time >= size or unit == "µs":
            return f"{time / size:.3g} {unit}"
    raise AssertionError


def answer(row: Row) -> str:
    return "" if row.met is None else "yes" if row.met else "**no**"


def ratio(row: Row) -> str:
    low, high = row.spread
    return f"{row.ratio:.3g} ({low:.3g} to {high:.3g})"


def table(rows: Sequence[Row]) -> str:
    """For a terminal, without the sentences."""
    lines = [[row.id, seconds(row.ours), seconds(row.theirs), ratio(row), row.target, answer(row)] for row in rows]
    lines.insert(0, ["", "ours", "beside", "ratio", "target", "met"])
    return columns(lines)


def kind(machine: Mapping[str, str], operations: float) -> str:
    """What a column is headed: a processor with its family, its cores and, as both hide the model, its speed."""
    return f"{machine['processor']}, {machine['cores']} cores, about {float(f'{operations / 1e9:.1g}'):g} Gflop/s"


def markdown(measured: Mapping[str, Measured], this: str, parts: Sequence[str]) -> str:
    """bench.md: a column for each kind of processor that was measured; `parts` are the sections on this one."""
    columns = {name: {row.id: row for row in found.rows} for name, found in measured.items()}
    machine, rows = measured[this].machine, measured[this].rows
    lines = [
        HEAD,
        f"| row | what | beside | target | {' | '.join(columns)} |",
        "|---|---|---|---|" + "---|" * len(columns),
    ]
    for row in rows:
        found = [cell(column.get(row.id), row.target) for column in columns.values()]
        lines.append("| " + " | ".join([row.id, row.what, row.beside, row.target, *found]) + " |")
    lines.append("\nA target `≤ x of the time` is of our time over theirs, `≥ x times as fast` of theirs over ours.")
    notes = [f"- **{row.id}**: {row.note}." for row in rows if row.note]
    own = f"\nWhat follows was measured on {this}: " + "; ".join(f"{k} {v}" for k, v in machine.items()) + "."
    missed = [missing(row) for row in rows if row.met is False]
    return "\n".join([*lines, "", *notes, own, *missed, *parts]) + "\n"


def cell(row: Row | None, target: str) -> str:
    """A row on one kind of processor, with its answer where it was asked for this target."""
    if row is None:
        return ""
    answered = answer(row) if row.target == target else ""
    return ", ".join(filter(None, [ratio(row), f"{seconds(row.ours)} to {seconds(row.theirs)}", answered]))


def missing(row: Row) -> str:
    """Where the time of a row goes that misses its target."""
    listing = "\n".join(f"    {line}" for line in row.profile)
    return f"\n### {row.id} misses its target: where its time goes\n\n{listing}"


@dataclass(frozen=True)
class Measured:
    """One run of the benchmarks on one machine; `more` is what has no row."""

    machine: Mapping[str, str]
    rows: Sequence[Row]
    more: Mapping[str, Any] = field(default_factory=dict)


def document(measured: Mapping[str, Measured]) -> str:
    """bench.json: the last run on each kind of processor, a line for each row and for each part of the rest."""
    return "{\n" + ",\n".join(f"{compact(name)}: {lines_of(found)}" for name, found in measured.items()) + "\n}\n"


def lines_of(found: Measured) -> str:
    rows = ",\n".join(compact(asdict(row)) for row in found.rows)
    more = ",\n".join(f"{compact(name)}: {compact(part)}" for name, part in found.more.items())
    return f'{{"machine": {compact(found.machine)},\n"rows": [\n{rows}],\n"more": {{\n{more}}}}}'


def compact(x: Any) -> str:
    return json.dumps(x, ensure_ascii=False)


def read(path: Path) -> dict[str, Measured]:
    """What is on record, of every kind of processor."""
    whole = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return {
        name: Measured(found["machine"], [Row(**row) for row in found["rows"]], found["more"])
        for name, found in whole.items()
    }


def write(folder: Path, texts: Mapping[str, str]) -> None:
    for name, text in texts.items():
        write_atomically(folder / name, text)
