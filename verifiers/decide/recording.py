"""From decisions to a record: the joined verdict, its witness, the tightest run, the reason in words."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Any

from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.own import lasting
from lemmacheck.theory.core.shared import codes
from lemmacheck.verifiers.decide.cause import (
    ALSO,
    AT_POINTS,
    COUNTS,
    ENCLOSED,
    FAILS_ON,
    HERE,
    NO_RUNS,
    OF_RUNS,
    WORST_OF,
    Cause,
)
from lemmacheck.verifiers.decide.counterexamples import Counterexample, number_text, refutation, smallest
from lemmacheck.verifiers.decide.divided import divided_text
from lemmacheck.verifiers.decide.ladder import Decision, ball_run, rungs
from lemmacheck.verifiers.decide.reach import reach_of
from lemmacheck.verifiers.decide.rows import say_otherwise, stated_of
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.own import families_of, in_words
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.comparison import as_float
from lemmacheck.verifiers.prove import Proof
from lemmacheck.verifiers.records.decimals import false_in_decimals
from lemmacheck.verifiers.records.provenance import code_of
from lemmacheck.verifiers.records.result_text import whose, whose_run
from lemmacheck.verifiers.records.text import counted
from lemmacheck.verifiers.records.verdict import Condition, Level, Record, Scope, Verdict, Witness, Worst, join

NEXT_TO = 1e-6  # of their size, where sides that eigenvalue_bounds enters are next to equal
OTHERS = 8  # refuted data beyond the tiny ones that are looked at, planted ones first


@dataclass(frozen=True)
class Settled:
    """The decision on one run, with its instance and the label of its algorithm."""

    instance: Instance
    label: str
    decision: Decision


def write_record(
    claim: Claim, settled: Sequence[Settled], steps: int, screened: int, runs: Mapping[str, Any] | None = None
) -> Record:
    """One record from the decisions on a claim's runs; `runs` are other algorithms than those of the report."""
    verdict = join(s.decision.verdict for s in settled)
    applied = [s for s in settled if s.decision.verdict != Verdict.NOT_APPLICABLE]
    found = find_counterexample(claim, applied, steps, runs)
    refuted = [(s.instance, s.label) for s in applied if s.decision.verdict == Verdict.REFUTED]
    same = [s for s in applied if s.decision.verdict == verdict]
    deciding = max(same, key=lambda s: AT_POINTS in s.decision.reason, default=None)
    if claim.is_limit and verdict == Verdict.UNDECIDED:
        deciding = max((s for s in applied if s.decision.verdict == verdict), key=lambda s: s.decision.tail)
    refused = next((s.decision.reason for s in settled if s.decision.verdict == Verdict.NOT_APPLICABLE), "")
    known = {(s.instance.rows, s.label) for s in applied}
    undefined = sum(s.decision.cause == Cause.NO_RUN and (s.instance.rows, s.label) not in known for s in settled)
    return blank(
        claim,
        verdict,
        scope=Scope(
            len(applied),
            max((s.decision.steps for s in applied), default=steps if claim.about else 0),
            screened,
            max((s.decision.bits for s in applied), default=0),
        ),
        worst=worst_of(claim, deciding_first(deciding, applied)),
        **fields_of_refutation(claim, found, refuted if runs is None else None),
        reason=reason_of(claim, verdict, applied, with_its_row(claim, deciding, runs), refused, undefined),
        hypotheses=conditions(claim, settled),
        level=level_of(verdict, [found.decision] if found else [s.decision for s in applied]),
    )


def with_its_row(claim: Claim, one: Settled | None, runs: Mapping[str, Any] | None) -> Settled | None:
    """What was decided; of a statement that divides by 0 the reason names the row."""
    if one is None or one.decision.cause != Cause.UNDEFINED:
        return one
    text = divided_text(claim, one.instance, (runs or claim.runs)[one.label], one.decision.steps)
    return replace(one, decision=replace(one.decision, reason=text))


def level_of(verdict: Verdict, decisions: Sequence[Decision]) -> Level | None:
    """The level of a verdict that was decided on runs; sampled paths make it `float`."""
    if verdict in (Verdict.CERTIFIED, Verdict.REFUTED):
        return Level.EXACT if all(decision.exact for decision in decisions) else Level.BALL
    if verdict == Verdict.SUPPORTED:
        return Level.FLOAT if any(decision.sampled for decision in decisions) else Level.BALL
    return None


def blank(claim: Claim, verdict: Verdict, **fields: object) -> Record:
    """A record with the claim's own fields and this verdict."""
    return Record(
        id=claim.id,
        verdict=verdict,
        corrects=claim.corrects,
        statement=claim.statement,
        latex=claim.latex,
        source=claim.source.document,
        place=claim.source.place,
        chapter=claim.chapter,
        kind=str(claim.kind),
        about=claim.about.__name__ if claim.about else "",
        fault=claim.fault if verdict in (Verdict.REFUTED, Verdict.ILL_FORMED) else "",
        uses=list(claim.uses),
        code=code_of(claim),
        **{"scope": Scope(0, 0), **fields},  # type: ignore[arg-type]
    )


def proved(record: Record, proof: Proof) -> Record:
    """The record as that of a proved claim: it names what the proof rests on."""
    rests_on, read = list(proof.rests_on), list(proof.read)
    return replace(record, verdict=Verdict.PROVED, reason=proof.text, level=Level.PROOF, rests_on=rests_on, read=read)


def find_counterexample(
    claim: Claim, applied: Sequence[Settled], steps: int, runs: Mapping[str, Any] | None
) -> Counterexample | None:
    """The smallest certified counterexample. A run that takes more bits than the search has counts as it is."""
    for s in applied:
        if s.decision.verdict == Verdict.REFUTED:
            short = refutation(claim, s.instance, s.label, min(steps, 8), runs)
            known = short or refutation(claim, s.instance, s.label, steps, runs)
            algorithm = (runs or claim.runs)[s.label]
            as_decided = Counterexample(s.instance, s.label, algorithm, s.decision.steps, s.decision)
            return smallest(claim, known or as_decided, runs=runs)
    return None


def fields_of_refutation(
    claim: Claim, found: Counterexample | None, others: Sequence[tuple[Instance, str]] | None
) -> dict[str, object]:
    """The fields of a refutation: its smallest witness; and its reach, where the runs are those of the report."""
    if found is None:
        return {}
    if others is None:
        return {"witness": in_full(claim, found)}
    planted = claim.method.planted if claim.method else {}
    others = sorted(others, key=lambda other: other[1] not in planted)[:OTHERS]
    how = reach_of(claim, found, others)
    beside = how.convincing if how.convincing is not found else None
    return {
        "witness": in_full(claim, found),
        "reach": how.reach,
        "degenerate": list(how.degenerate),
        "convincing": beside and in_full(claim, beside),
    }


def in_full(claim: Claim, found: Counterexample) -> Witness:
    """A counterexample as plain data."""
    return with_problem(claim, found.witness(), found.instance, found.algorithm)


def with_problem(claim: Claim, found: Witness, instance: Instance, algorithm: Any) -> Witness:
    """The witness with its data as records write them; of a book of one's own also with the problem in its author's
    words."""
    return replace(
        found,
        Z=instance.to_json(),
        shown=in_words(claim.method, instance, algorithm),
        unread=claim.dataless,
        of_length=not found.whole and reads_the_length(claim, instance, algorithm, found.steps),
    )


def reads_the_length(claim: Claim, instance: Instance, algorithm: Any, steps: int) -> bool:
    """Whether a statement of one's own says of some row of this run another thing on a run that is longer by a step."""
    if not claim.own or not steps or lasting(algorithm) or claim.tends or claim.is_chance:
        return False
    bits = rungs(steps)[0]
    with Ball(bits).active():
        subject = ball_run(instance, algorithm, steps, bits, claim.method)
        here, longer = (stated_of(claim, subject, length) for length in (steps, steps + 1))
        return say_otherwise(here, longer)


def worst_of(claim: Claim, applied: Sequence[Settled]) -> Worst | None:
    """The tightest place over the runs."""
    if not applied:
        return None
    s = tightest_of(applied)
    p = s.decision.worst
    run = replace(worst_of_a_run(s), unread=claim.dataless)
    if p is None:
        return run
    shares = replace(run, slack=finite(p.slack), ratio=finite(p.ratio))
    return replace(shares, t=p.t, lhs=number_text(p.lhs), rhs=number_text(p.rhs), whole=p.whole)


def tightest_of(runs: Sequence[Settled]) -> Settled:
    """The run with the largest share of what is allowed, else with the least slack; the first if none has a place."""
    placed = [(s, s.decision.worst) for s in runs if s.decision.worst is not None]
    if not placed:
        return runs[0]
    rated = [(p.ratio, s) for s, p in placed if p.ratio is not None and p.ratio <= 1]
    if rated:
        return max(rated, key=itemgetter(0))[1]
    return min(placed, key=lambda pair: pair[1].slack)[0]


def worst_of_a_run(s: Settled) -> Worst:
    """A run without an entry to point at: its instance and its parameters."""
    return Worst(None, None, 0, s.instance.name, s.instance.to_json(), s.label, s.decision.steps)


def finite(x: float | None) -> float | None:
    """JSON has no nan."""
    return None if x is None or x != x or abs(x) == float("inf") else float(x)


def reason_of(
    claim: Claim, verdict: Verdict, applied: Sequence[Settled], deciding: Settled | None, refused: str, undefined: int
) -> str:
    """Why the verdict is what it is, in a sentence."""
    if deciding is None:
        return refused or "no examined run met the hypotheses"
    if verdict == Verdict.REFUTED:
        other = next((s for s in applied if s.decision.verdict == Verdict.ILL_FORMED), None)
        failing = sum(s.decision.verdict == verdict for s in applied)
        fault = claim.fault or FAILS_ON.format(k=failing, of=len(applied))
        fault += ENCLOSED * hangs_on_an_enclosure(claim, deciding.decision)
        return fault + (ALSO.format(name=whose(worst_of_a_run(other)), reason=other.decision.reason) if other else "")
    if verdict == Verdict.CERTIFIED:
        on = f"on {whose(worst_of_a_run(deciding))}: " if claim.is_limit else ""
        return "; ".join(filter(None, (on + deciding.decision.reason, on_what(claim, applied, undefined))))
    if verdict == Verdict.ILL_FORMED:
        return (
            claim.fault + ALSO.format(name=whose(worst_of_a_run(deciding)), reason=deciding.decision.reason)
        ).strip()
    same = sum(s.decision.verdict == verdict for s in applied)
    run, why = replace(worst_of_a_run(deciding), unread=claim.dataless), deciding.decision.reason
    if claim.is_limit and verdict == Verdict.UNDECIDED:
        return WORST_OF.format(reason=why, on=whose_run(run), same=same, of=len(applied))
    if deciding.decision.cause == Cause.OFF_THE_POINTS:
        return why.replace(HERE, entry_text(run, deciding.decision), 1) + COUNTS.format(same=same, of=len(applied))
    return OF_RUNS.format(reason=why, same=same, of=len(applied), first=whose(run))


def entry_text(run: Worst, decision: Decision) -> str:
    """The entry of a run that is false, with the data."""
    p = decision.worst
    if p is None:
        return f"fails on {whose_run(run)}"
    at = (f", T = {decision.steps}" if p.whole else f", t = {p.t}") if decision.steps else ""
    return f"on {whose_run(run)}{at}: {false_in_decimals(number_text(p.lhs), p.op, number_text(p.rhs))}"


def hangs_on_an_enclosure(claim: Claim, decision: Decision) -> bool:
    """Whether of() names eigenvalue_bounds, and the sides of the entry that fails are next to equal. Sides that are
    equal do not come from what an enclosure is off by."""
    on: Any = claim.method.on if claim.method else None
    if on is None or decision.worst is None or claim.fault:
        return False
    named = any("eigenvalue_bounds" in code.co_names for code in codes(on.of.__code__))
    lhs, rhs = as_float(decision.worst.lhs), as_float(decision.worst.rhs)
    return named and decision.worst.lhs != decision.worst.rhs and abs(lhs - rhs) <= NEXT_TO * max(abs(lhs), abs(rhs))


def deciding_first(deciding: Settled | None, applied: Sequence[Settled]) -> list[Settled]:
    """The runs of the verdict, if there are some, the one that the reason speaks of before the others."""
    runs = [s for s in applied if deciding is not None and s.decision.verdict == deciding.decision.verdict] or applied
    return [s for s in runs if s is deciding] + [s for s in runs if s is not deciding]


def on_what(claim: Claim, applied: Sequence[Settled], undefined: int) -> str:
    """Of a claim of one's own: on which matrices it was decided, its author's apart; on how many it has no run."""
    if claim.method is None or claim.method.on is None or claim.dataless:
        return ""
    yours = {instance.rows for instance in families_of(claim.method)}
    every = {s.instance.rows: s.instance.shape for s in applied}
    parts = [whose(worst_of_a_run(applied[0]))] if len(every) == 1 else sizes(every, yours)
    return "; ".join(["on " + " and ".join(parts), *([NO_RUNS.format(undefined)] if undefined else [])])


def sizes(every: Mapping[Any, tuple[int, int]], yours: Set[Any]) -> list[str]:
    """How many matrices, of which shape; those of the claim's author apart."""
    ours = [shape for rows, shape in every.items() if rows not in yours]
    n, d = (max((shape[axis] for shape in ours), default=0) for axis in (0, 1))
    parts = [f"{counted(len(ours), 'instance')} of{' at most' * bool(ours[1:])} {n} x {d}"] if ours else []
    return parts + [f"{counted(len(every) - len(ours), 'family', 'families')} of yours"] * (len(every) > len(ours))


def conditions(claim: Claim, settled: Sequence[Settled]) -> list[Condition]:
    """How many of the examined runs surely met each hypothesis."""
    met = {h.name: sum(s.decision.met.get(h.name, False) for s in settled) for h in claim.given}
    return [Condition(h.name, h.statement, met[h.name], len(settled), h.tacit) for h in claim.given]
