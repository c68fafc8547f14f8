"""The measured rows as a table for the terminal, as bench.md and as bench.json."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from benchmarks.pair import Row
from lemmacheck.reports.json_ import write_atomically

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


def cells(row: Row) -> list[str]:
    low, high = row.spread
    ratio = f"{row.ratio:.3g} ({low:.3g} to {high:.3g})"
    return [row.id, row.what, seconds(row.ours), row.beside, seconds(row.theirs), ratio, row.target, answer(row)]


def table(rows: Sequence[Row]) -> str:
    """For a terminal, without the sentences."""
    lines = [[row.id, seconds(row.ours), seconds(row.theirs), *cells(row)[5:]] for row in rows]
    lines.insert(0, ["", "ours", "beside", "ratio", "target", "met"])
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join("  ".join(f"{x:{w}}" for x, w in zip(line, widths, strict=True)).rstrip() for line in lines)


def markdown(rows: Sequence[Row], machine: Mapping[str, str], parts: Sequence[str]) -> str:
    """bench.md; `parts` are the sections after the table."""
    lines = [HEAD, "; ".join(f"{name} {value}" for name, value in machine.items()) + ".", ""]
    lines += ["| row | what | time | beside | time | ratio | target | met |", "|---|---|--:|---|--:|--:|---|---|"]
    lines += ["| " + " | ".join(cells(row)) + " |" for row in rows]
    lines.append("\nA target `≤ x of the time` is of our time over theirs, `≥ x times as fast` of theirs over ours.")
    notes = [f"- **{row.id}**: {row.note}." for row in rows if row.note]
    missed = [missing(row) for row in rows if row.met is False]
    return "\n".join([*lines, "", *notes, *missed, *parts]) + "\n"


def missing(row: Row) -> str:
    """Where the time of a row goes that misses its target."""
    listing = "\n".join(f"    {line}" for line in row.profile)
    return f"\n### {row.id} misses its target: where its time goes\n\n{listing}"


def document(rows: Sequence[Row], machine: Mapping[str, str], more: Mapping[str, Any]) -> str:
    """bench.json."""
    whole = {"machine": dict(machine), "rows": [asdict(row) for row in rows], **more}
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def write(folder: Path, texts: Mapping[str, str]) -> None:
    for name, text in texts.items():
        write_atomically(folder / name, text)
