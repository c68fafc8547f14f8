"""The evidence of records, as plain data that a checker reads which is not ours: traces and exact optima."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from lemmacheck.theory.core.book import Library
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.kernel.trace import Trace, Untraced, optimum_of, refutation
from lemmacheck.verifiers.records.verdict import Record, Verdict

WITNESSES = ("witness", "convincing")


def traces(record: Record, library: Library) -> Iterator[tuple[str, Trace | Untraced]]:
    """The traces of a refutation's witnesses, each by the name of the field, or why there is none."""
    for of in WITNESSES if record.verdict == Verdict.REFUTED else ():
        if (witness := getattr(record, of)) is not None:
            try:
                yield of, refutation(library.claims[record.id], witness)
            except Untraced as why:
                yield of, why


def evidence_of(records: Iterable[Record], library: Library, progress: Callable[[str], None]) -> dict[str, Any]:
    """All traces, and the optimum of the data of every run that is named."""
    found: list[dict[str, Any]] = []
    optima: dict[str, dict[str, Any]] = {}
    for k, record in enumerate(records, 1):
        progress(f"{k} {record.id}")
        for of, trace in traces(record, library):
            found += [{"of": of, **trace.to_dict()}] if isinstance(trace, Trace) else []
        if record.worst is not None and record.worst.Z and str(record.worst.Z) not in optima:
            instance = Instance.from_json(record.worst.instance, record.worst.Z)
            optima[str(record.worst.Z)] = {"Z": record.worst.Z, **optimum_of(instance)}
    return {"traces": found, "optima": list(optima.values())}
