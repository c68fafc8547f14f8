"""Results as text for a person, or as plain data for a program; the command line prints them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from lemmacheck.verifiers.records import decimals
from lemmacheck.verifiers.records.decimals import false_in_decimals, relation_between
from lemmacheck.verifiers.records.text import counted, matrix, unsaid
from lemmacheck.verifiers.records.verdict import UNINFORMATIVE, Level, Record, Teeth, Verdict, Witness, Worst

if TYPE_CHECKING:
    from pathlib import Path

    from lemmacheck.theory.core.claim import Claim
    from lemmacheck.verifiers.probe.need import Need, Needs
    from lemmacheck.verifiers.probe.tightness import Sharpness

    ClaimTeeth = Sequence[tuple[Claim, Teeth | None]]


SMALL, LONG = 12, 64  # entries
MOST_REFUTED = 10  # refuted claims
SIZED = re.compile(r"(?P<found>^found)?-(?P<n>\d+)x(?P<d>\d+)(?:-\d+)?$")
UNMET = "no run that was tried meets its hypotheses"
WRITE_ONE = "the functions of the problem all meet it: write one that does not, and ask again"
UNRUN = "of the data that are tried for mutants, none makes a run"
UNASKED = {True: "the rate is not supported", False: "no run met the hypotheses"}


def record_text(record: Record) -> str:
    """A record as `check` prints it."""
    lines = [
        f"{record.id}  {', '.join(filter(None, (record.verdict.upper(), record.caveat)))}  ({record.verdict.meaning})",
        f"    {record.statement}",
        f"    {record.citation}",
    ]
    lines += [f"    level {record.level_text}{f', in {record.kernel}' * bool(record.kernel)}"] if record.level else []
    if record.scope.instances:
        steps = f" of up to {counted(record.scope.steps, 'step')}" if record.scope.steps else ""
        runs, screened = counted(record.scope.instances, "run"), counted(record.scope.screened, "instance")
        lines.append(f"    {runs}{steps} decided, {screened} screened")
    if record.reason:
        lines.append(f"    {record.reason}")
    if record.witness is not None:
        lines += [f"    {record.reach_text}"] if record.reach else []
        lines += [f"    convincing: {witness_text(record.convincing)}"] if record.convincing else []
        lines.append(f"    witness: {witness_text(record.witness)}")
    elif record.worst is not None and record.worst.ratio is not None:
        found = decimals.share(record.worst.ratio, sides=(record.worst.lhs, record.worst.rhs))
        lines.append(f"    tightest of the runs decided: {found} of what is allowed, on {whose(record.worst)}")
    if record.teeth is not None:
        too = " too" if record.teeth.of and record.verdict == Verdict.REFUTED else ""
        lines.append(f"    {mutants_text(record.teeth, bool(record.hypotheses))}{too}")
    if record.informative is not None:
        lines.append(f"    placebos break {share(record.informative)} of what it says")
    return "\n".join(lines)


def mutants_text(teeth: Teeth, conditional: bool) -> str:
    """How many mutants a claim refutes; where none counts, why, which differs where the claim has hypotheses."""
    if teeth.of:
        are = "is" if teeth.killed == 1 else "are"
        return f"{teeth.killed} of its {teeth.of} mutants, each with one thing changed, {are} refuted"
    if teeth.equivalent:
        return f"refutes no mutant, for none is wrong: {', '.join(teeth.equivalent)}"
    return f"no mutant was asked: {UNMET if conditional else UNRUN}"


def share(part: float) -> str:
    """A share of what a claim says, in percent."""
    return "nothing" if part == 0 else f"{100 * part:.3g} %"


def witness_text(w: Witness) -> str:
    shown = f"{w.shown}: " if w.shown else ""
    where = ", ".join(filter(None, (data(w), unsaid(w.algorithm, w.shown), w.when)))
    return f"{shown}{where}: {what_fails(w)}"


def what_fails(w: Witness) -> str:
    """The relation that is false; of a limit after what keeps the run from it."""
    return f"{w.forever}: " * bool(w.forever) + false_in_decimals(w.lhs, w.relation, w.rhs)


def data(w: Witness) -> str:
    """The matrix, where it is read; of a long one its first rows and its last."""
    if not w.data or sum(map(len, w.data)) <= LONG:
        return f"Z = {matrix(w.data)}" if w.data else ""
    first, last = matrix(w.data[:2]), matrix(w.data[-1:])
    return f"Z = {first[:-1]}; …; {last[1:]} with {len(w.data)} rows"


def summary_text(records: Sequence[Record], refuted: Sequence[Record], page: Path) -> str:
    """How many claims have which verdict, and the first refuted ones."""
    counts = Counter(record.verdict for record in records)
    verdicts = ", ".join(f"{count} {verdict}" for verdict, count in counts.most_common())
    hollow = sum(bool(record.caveat) for record in records)
    beside = f"; {hollow} of these {UNINFORMATIVE}" if hollow else ""
    levels = Counter(record.level for record in records if record.level)
    held = ", ".join(f"{levels[level]} {level}" for level in Level if levels[level])
    beside += f"; held by {held}" if held else ""
    lines = [f"refuted: {r.id} ({r.place}): {why_refuted(r)}" for r in refuted[:MOST_REFUTED]]
    rest = [f"and {len(refuted) - MOST_REFUTED} more are refuted; all are in {page}"] if refuted[MOST_REFUTED:] else []
    return "\n".join([f"{counted(len(records), 'claim')}: {verdicts}{beside}", *lines, *rest])


def why_refuted(record: Record) -> str:
    """The fault that the claim's author states; else the witness."""
    return record.fault or (witness_text(record.witness) if record.witness else record.reason)


def whose_run(worst: Worst) -> str:
    """The data of a run, and its parameters."""
    return whose(worst) if worst.unread else ", ".join(filter(None, (whose(worst), worst.algorithm)))


def whose(worst: Worst) -> str:
    """The data of a run: a small matrix as it is; of larger ones the name, or the size where the name only numbers
    them; where no data are read, its parameters."""
    if worst.unread:
        return worst.algorithm or "the only one"
    if not worst.Z or sum(map(len, worst.Z)) <= SMALL:
        return f"Z = {matrix(worst.Z)}" if worst.Z else worst.instance
    sized = SIZED.search(worst.instance)
    if not sized:
        return worst.instance
    article = "an" if re.match(r"8|1[18](\d{3})*$", sized["n"]) else "a"
    return f"{article} {sized['n']} x {sized['d']} instance{' that the search found' * bool(sized['found'])}"


def needs_text(needs: Needs) -> str:
    """Each hypothesis of a claim, with what happens without it."""
    lines = [f"{needs.id}  {needs.statement}", *(f"    {line}" for need in needs.needs for line in need_lines(need))]
    return "\n".join([*lines, *([f"    {needs.note}"] if needs.note else [])])


def need_lines(need: Need) -> list[str]:
    name, w = f"{need.statement}{' (tacit)' if need.tacit else ''}", need.found
    if w is None and need.tried:
        tries = f"{need.tried} tries{f', nor on {need.searched} searched instances' * bool(need.searched)}"
        return [f"no need found: {name}", f"    none found in {tries}, which does not say that it is not needed"]
    if w is None:
        other = WRITE_ONE if need.of_functions else "the method has no run without it"
        return [
            f"no need found: {name}",
            f"    no run was found that breaks it alone: the others may imply it, or {other}",
        ]
    w = replace(w, algorithm=need.run or w.algorithm)
    if need.undefined:
        return [f"needed: {name}", f"    the statement is undefined without it: {setting(w)}"]
    at = f", {w.when}" if w.steps else ""
    return [f"needed: {name}", f"    {setting(w)}{at}: {what_fails(w)}"]


def setting(w: Witness) -> str:
    """The problem in its author's words, the data and the parameters of a witness, where there are any."""
    shown = f"{w.shown}: " if w.shown else ""
    return shown + (", ".join(filter(None, (data(w), unsaid(w.algorithm, w.shown)))) or "on its only run")


def sharpness_text(sharp: Sharpness) -> str:
    """How tight a claim is, and where."""
    lines = [f"{sharp.id}  {sharp.statement}"]
    if sharp.note:
        return "\n".join([*lines, f"    {sharp.note}"])
    if sharp.attained:
        lines.append("    sharp: equality is attained, exactly")
    elif sharp.lower == sharp.upper:
        lines.append(f"    {sharp.lower} of what is allowed is reached, exactly")
    else:
        lines.append(f"    between {sharp.lower} and {sharp.upper} of what is allowed is reached")
    data = f"Z = {matrix(sharp.Z)}" if sharp.Z else ""
    when = f"T = {sharp.steps}" if sharp.whole else f"t = {sharp.t}"
    run = ", ".join(filter(None, (data, sharp.algorithm, when * bool(sharp.steps)))) or "its only run"
    lines.append(f"    on {run}: {relation_between(sharp.lhs, sharp.op, sharp.rhs)}")
    if sharp.course:
        shares = [(t, decimals.share(ratio, 4)) for t, ratio in sharp.course]
        same = len(shares) > 1 and len({share for _, share in shares}) == 1
        at_each = f"{shares[0][1]} at each of t = {', '.join(str(t) for t, _ in shares)}"
        lines.append("    by t: " + (at_each if same else ", ".join(f"{t}: {share}" for t, share in shares)))
    to_the_end = sharp.t >= sharp.steps - 1  # a relation of each step and the next ends one row early
    if sharp.ends:
        lines.append(f"    this run has {counted(sharp.steps, 'step')}: a longer one divides by 0 on these data")
    elif sharp.course and sharp.t == sharp.course[-1][0] and to_the_end and not sharp.attained:
        lines.append("    the last t is the tightest: longer runs may come closer, as where both sides share a limit")
    climbed = f", {sharp.climbed} more tried near the closest" if sharp.climbed else ""
    return "\n".join([*lines, f"    {counted(sharp.screened, 'run')} screened{climbed}"])


def teeth_text(several: ClaimTeeth) -> str:
    """Each claim's mutants, how many it refutes and which it does not, and a total."""
    lines = []
    for claim, teeth in several:
        if teeth is None:
            lines.append(f"{claim.id}  nothing to mutate: {claim.not_checkable or UNASKED[claim.is_rate]}")
            continue
        if teeth == Teeth(0, 0):
            lines.append(f"{claim.id}  {mutants_text(teeth, bool(claim.given))}")
            continue
        survivors = f"; survive: {', '.join(teeth.survivors)}" if teeth.survivors else ""
        none = f"; not counted: {', '.join(teeth.equivalent)}" if teeth.equivalent else ""
        lines.append(f"{claim.id}  refutes {teeth.killed} of {teeth.of} mutants{survivors}{none}")
    killed, of = total(several)
    return "\n".join([*lines, f"{counted(len(several), 'claim')}: {killed} of {of} mutants refuted"])


def teeth_document(several: ClaimTeeth) -> dict[str, Any]:
    """The teeth of the claims as plain data; a claim with nothing to mutate has null."""
    claims = [{"id": claim.id, "teeth": asdict(teeth) if teeth else None} for claim, teeth in several]
    killed, of = total(several)
    return {"claims": claims, "killed": killed, "of": of}


def total(several: ClaimTeeth) -> tuple[int, int]:
    some = [teeth for _, teeth in several if teeth is not None]
    return sum(teeth.killed for teeth in some), sum(teeth.of for teeth in some)


def claim_document(claim: Claim) -> dict[str, Any]:
    """A claim as plain data."""
    return {
        "id": claim.id,
        "source": str(claim.source),
        "kind": claim.kind,
        "statement": claim.statement,
        "latex": claim.latex,
        "about": claim.about.__name__ if claim.about else None,
        "hypotheses": [h.statement for h in claim.given],
        "uses": list(claim.uses),
        "corrects": claim.corrects,
    }
