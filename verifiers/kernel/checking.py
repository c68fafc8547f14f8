"""Records before Rocq: a file for each claim, the answer of its kernel, and the records marked with it."""

import os
import re
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from lemmacheck.theory.core.book import Library
from lemmacheck.theory.core.shared import authored
from lemmacheck.verifiers.kernel import coqc, rocq
from lemmacheck.verifiers.kernel.evidence import traces
from lemmacheck.verifiers.kernel.proofs import PROOFS
from lemmacheck.verifiers.kernel.trace import Untraced
from lemmacheck.verifiers.records.provenance import processors
from lemmacheck.verifiers.records.verdict import Level, Record, Verdict

TWICE = "another record, of this name in Rocq, stands before it"
ALL_RUNS = "for all runs {0}.v ({1}), from the facts that it names"
UNSHOWN = "no run shows its verdict to intervals and rationals"
NO_RUN = {Verdict.PROVED: "it has no proof in Rocq", Verdict.UNDECIDED: "nothing is decided"}
NUMBERED = re.compile(r"(Lemma|Theorem|Proposition) [A-Z]?[\d.]+|N\d\b")


@dataclass(frozen=True)
class Written:
    """A record's file, with the theorems in it, or the reason why there is none."""

    record: Record
    path: Path | None
    theorems: tuple[str, ...]
    message: str = ""


@dataclass(frozen=True)
class Checked:
    """Whether Rocq's kernel accepts the file of a record; None where there is nothing to check."""

    record: Record
    path: Path | None
    accepted: bool | None
    message: str
    seconds: float = 0.0

    def text(self) -> str:
        """The result in one line."""
        words = {True: "accepted", False: "REJECTED", None: "not asked"}
        return f"{self.record.id}  {self.record.verdict}, {words[self.accepted]}: {self.message}"


def is_due(record: Record, library: Library) -> bool:
    """Whether it is refuted, proved in Rocq, or certified and a lemma, a proposition or a theorem of its document."""
    numbered = record.verdict == Verdict.CERTIFIED and NUMBERED.match(record.place) is not None
    return record.verdict == Verdict.REFUTED or theorem_of(record.id, library) is not None or numbered


def check(
    records: Sequence[Record], library: Library, out: Path, limit: float, progress: Callable[[str], None]
) -> list[Checked]:
    """The kernel's answer on each record, file by file, and then on the axioms of all."""
    (out / coqc.CLAIMS).mkdir(parents=True, exist_ok=True)
    wrote, found, named = list[Written](), list[Checked](), set[str]()
    for record in records:
        progress(f"writing what {record.id} says as theorems")
        again = rocq.name_of(record.id) in named
        wrote.append(Written(record, None, (), TWICE) if again else write(record, library, out))
        named.add(rocq.name_of(record.id))
    coqc.library(out, sorted(needed(wrote)), limit, progress)
    with ThreadPoolExecutor(processors()) as pool:
        for k, one in enumerate(pool.map(partial(compiled, out=out, limit=limit), wrote), 1):
            progress(f"{k}/{len(wrote)} {one.record.id}")
            found.append(one)
    theorems = [name for one, done in zip(wrote, found, strict=True) if done.accepted for name in one.theorems]
    progress("asking on which axioms they rest")
    more = coqc.axioms(out, theorems, limit) if theorems else set()
    return [replace(one, accepted=False, message=f"it rests on {', '.join(more)}") if more else one for one in found]


def write(record: Record, library: Library, out: Path) -> Written:
    """The proof of a record for all runs, if the library has one; else a file with a theorem for each run that can be
    written."""
    proof = theorem_of(record.id, library)
    if proof and record.verdict in (Verdict.PROVED, Verdict.CERTIFIED):
        return Written(record, None, (f"{coqc.LIBRARY}.{proof}",), ALL_RUNS.format(*proof.split(".")))
    name, modules, why = rocq.name_of(record.id), {}, NO_RUN.get(record.verdict, UNSHOWN)
    for trace in traces(record, library):
        try:
            if isinstance(trace, Untraced):
                raise trace
            modules[trace.of] = rocq.module(trace, getattr(record, trace.of))
        except Untraced as untold:
            why = str(untold)
    theorems = tuple(f"{coqc.CLAIMS}.{name}.{of}.{rocq.THEOREM}" for of in modules)
    if not modules:
        return Written(record, None, (), why)
    path = out / coqc.CLAIMS / f"{name}.v"
    text = f"{record.id}: {record.statement} {record.source}, {record.place}"
    path.write_text(rocq.file_of(text, modules.values()), encoding="utf-8")
    return Written(record, path, theorems)


def needed(wrote: Sequence[Written]) -> set[str]:
    """The files of the library that hold a proof, or that a claim's own file requires."""
    proofs = {name.split(".")[1] for one in wrote for name in one.theorems if one.path is None}
    return proofs.union(*(coqc.needs(rocq.HEAD) for one in wrote if one.path))


def theorem_of(id: str, library: Library) -> str | None:
    """The theorem that states one of our claims for all runs; an author's claim of the same name is another."""
    claim = library.claims.get(id)
    return None if claim is None or authored(claim.function) else PROOFS.get(id)


def compiled(one: Written, out: Path, limit: float) -> Checked:
    """The kernel's answer on a file; it has accepted a proof for all runs with the library."""
    if one.path is None:
        return Checked(one.record, None, True if one.theorems else None, one.message)
    done = coqc.compiled(one.path, out, limit)
    if done.accepted is not True:
        return Checked(one.record, one.path, done.accepted, done.output, done.seconds)
    runs = ", ".join(name.split(".")[2] for name in one.theorems)
    return Checked(one.record, one.path, True, f"{one.path.name} ({runs}), {done.seconds:.1f} s", done.seconds)


def at_its_level(record: Record, found: Sequence[Checked], out: Path, folder: Path) -> Record:
    """The record at the level that the kernel gives it, with the accepted file, relative to a folder. A proved claim
    takes a proof for all runs; any other takes that, the witness, or the tightest run."""
    one = next((one for one in found if one.record == record and one.accepted is True), None)
    if one is None or (record.verdict == Verdict.PROVED and one.path is not None):
        return record
    path = one.path or out / coqc.LIBRARY / f"{PROOFS[record.id].partition('.')[0]}.v"
    return replace(record, level=Level.KERNEL, kernel=Path(os.path.relpath(path, folder)).as_posix())


def summary(found: Sequence[Checked]) -> str:
    """How many of each verdict the kernel accepts."""
    counts = []
    for verdict in Verdict:
        of = [one for one in found if one.record.verdict == verdict]
        if of:
            counts.append(f"{sum(one.accepted is True for one in of)} of {len(of)} {verdict}")
    return f"Rocq's kernel accepts {', '.join(counts)}, on no axioms but those of the reals"
