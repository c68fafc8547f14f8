"""The evidence of records as plain data for checkers that are not ours: traces, boxes and exact optima."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from lemmacheck.theory.core.book import Library
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.kernel.lasting import boxes
from lemmacheck.verifiers.kernel.trace import MOST, Trace, Untraced, optimum_of, trace_of
from lemmacheck.verifiers.records.verdict import Record, Verdict

RUNS = ("witness", "convincing", "worst")
LONGEST = 20 * MOST  # lines of what is read by a checker that computes no more than it needs


def traces(record: Record, library: Library, most: int = MOST) -> Iterator[Trace | Untraced]:
    """The traces of the runs that show a refutation, or of the tightest run of a claim that holds, or why there is
    none."""
    refuted = record.verdict == Verdict.REFUTED
    for of in RUNS[:2] if refuted else RUNS[2:] if record.verdict == Verdict.CERTIFIED else ():
        if getattr(record, of) is not None:
            try:
                yield trace_of(library.claims[record.id], record, of, most)
            except Untraced as why:
                yield why


def evidence_of(records: Iterable[Record], library: Library, progress: Callable[[str], None]) -> dict[str, Any]:
    """The traces or boxes of all refutations, and the optimum of the data of every tightest run."""
    found: list[dict[str, Any]] = []
    optima: dict[str, dict[str, Any]] = {}
    for record in records:
        progress(f"tracing {record.id}")
        if record.verdict == Verdict.REFUTED:
            runs = traces(record, library, LONGEST)
            found += [trace.to_dict() for trace in runs if isinstance(trace, Trace)]
            found += boxes(record, library)
        if record.worst is not None and record.worst.Z and str(record.worst.Z) not in optima:
            instance = Instance.from_json(record.worst.instance, record.worst.Z)
            optima[str(record.worst.Z)] = {"Z": record.worst.Z, **optimum_of(instance)}
    return {"traces": found, "optima": list(optima.values())}
