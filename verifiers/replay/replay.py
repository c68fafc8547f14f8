"""Replay: the content of a record, made again in this process and compared field by field.

    from the library    statement, latex, source, place, kind, about, corrects, uses, fault, hypotheses, code
    decided again       the verdict on witnesses and the tightest run, sides, slack, ratio, t, curves, reach, needs
    proved again        the reason of a proof
    the whole plan      only on request: scope, counts of hypotheses, teeth, a rate's fit

A record stands if no field made again differs and its verdict is the known one; it falls if a field differs. It does
neither where it lacks what a replay takes, or where one run cannot decide. What was not made again is listed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from lemmacheck.theory.core.book import Library
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.opening import blamed
from lemmacheck.verifiers.decide.gate import proof_of
from lemmacheck.verifiers.decide.ladder import Decision
from lemmacheck.verifiers.decide.recording import blank, level_of, proved
from lemmacheck.verifiers.decide.tiny_data import decision_text, refuted_on_tiny_data
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.library.supervision import Lost, ask
from lemmacheck.verifiers.records.agreement import differences
from lemmacheck.verifiers.records.verdict import (
    HOLDING,
    Contradiction,
    Level,
    Origin,
    Reach,
    Record,
    Verdict,
    Witness,
    Worst,
)
from lemmacheck.verifiers.replay import made_again
from lemmacheck.verifiers.replay.made_again import Setting
from lemmacheck.verifiers.variants.answer import OWN
from lemmacheck.verifiers.variants.parameters import OWN_LOSS, own_loss
from lemmacheck.verifiers.variants.replaying import stated

ON_RUNS = {Verdict.CERTIFIED, Verdict.SUPPORTED}  # which of them may depend on the runs that were tried
FALSE = (Verdict.REFUTED, Verdict.ILL_FORMED)
COUNTS = ("scope", "hypotheses.met", "hypotheses.of", "teeth", "seconds")
NEEDS = ("hypotheses.need", "hypotheses.tried")  # of these the library says nothing
OF_A_RATE = ("verdict", "reason", "curves")
TIGHTEST = "that no other run is tighter"
SMALLEST = "that no other witness is smaller"
ACCEPTED = (Verdict.PROVED, Verdict.CERTIFIED, Verdict.REFUTED)  # of which there can be a theorem
BY_KERNEL = "what Rocq accepted is not checked here: run lemmacheck kernel"
OF_NUMBERS = "; this is of the method whose numbers the record holds"
SHOWN = 3
OTHER_CODE = "the record was computed from another source than is here"


@dataclass(frozen=True)
class Replay:
    """Whether a record stands, the new decision as a text, and the fields that were not checked.

    `stands` is None where the record lacks what a decision takes, or where the decision leaves it open.
    """

    record: Record
    stands: bool | None
    text: str
    unchecked: tuple[str, ...] = ()


@dataclass(frozen=True)
class Knowledge:
    """The origin of the record's file, the library, the published verdicts and the published needs."""

    origin: Origin | None = None
    library: Library = LIBRARY
    verdicts: Mapping[str, Verdict] = field(default_factory=dict)
    needs: Mapping[str, Mapping[str, Witness | int]] = field(default_factory=dict)

    def setting(self, record: Record) -> Setting:
        return Setting(self.origin.effort if self.origin else {}, self.needs.get(record.id, {}))


def replay(record: Record, known: Knowledge = Knowledge()) -> Replay:
    """Decide the record's claim again on the record's own run; an error counts against the record."""
    claim = known.library.claims.get(record.id)
    try:
        found = ask(claim, replay_here, record, known) if claim else replay_here(record, known)
        return Replay(record, None, found.reason) if isinstance(found, Lost) else found
    except Exception as error:
        return replay_of_error(record, error)


def replay_here(record: Record, known: Knowledge) -> Replay:
    """The replay, in the process that decides it: there an error is the record's, unless an author's line made it."""
    try:
        return decided_again(record, known)
    except Exception as error:  # a record may hold anything: none stops the replay of the others
        if blamed(error):
            raise
        return replay_of_error(record, error)


def replay_of_error(record: Record, error: Exception) -> Replay:
    text = f"{error}" if isinstance(error, ValueError) else f"{type(error).__name__} {error}"
    return Replay(record, False, f"cannot be decided again: {' '.join(text.split())}")


def contradiction(record: Record) -> str:
    """A contradiction in the numbers of tries that a record states; '' where there is none."""
    scope, teeth = record.scope, record.teeth
    counts = [scope.instances, scope.steps, scope.screened, scope.bits, *(h.tried for h in record.hypotheses)]
    if not record.seconds >= 0 or min(counts) < 0:
        return "counts or seconds below 0"
    if any(not 0 <= h.met <= h.of for h in record.hypotheses) or (teeth and not 0 <= teeth.killed <= teeth.of):
        return "more runs that meet a hypothesis, or mutants that are refuted, than were tried"
    return ""


def decided_again(record: Record, known: Knowledge) -> Replay:
    if wrong := contradiction(record):
        return Replay(record, False, wrong)
    if record.source == OWN and record.id not in known.library.claims:
        return Replay(record, None, "a claim of the variant's author, which is not in the book")
    lengths = [run.steps for run in (record.witness, record.convincing, record.worst) if run is not None]
    claim = stated(record.id, known.library).as_long_as(*lengths)
    if record.verdict == Verdict.NOT_CHECKABLE or claim.not_checkable:
        sentence = blank(claim, Verdict.NOT_CHECKABLE, reason=claim.not_checkable)
        return compared(record, sentence, f"not checkable: {claim.not_checkable}", ("seconds",), known)
    setting = known.setting(record)
    if setting.of_report and (other := of_no_method(claim, record)):
        return Replay(record, False, f"a run of {other}, which the book of this report does not have")
    again = made_again.with_needs(claim, made_again.from_the_library(claim, record), record, setting)
    again = made_again.with_informative(claim, again, record)
    again = replace(again, level=None, kernel="", rests_on=[], read=[])
    if record.verdict != Verdict.REFUTED:
        again = replace(again, reach=None, degenerate=[], convincing=None)
    if (record.witness is not None) != (record.verdict == Verdict.REFUTED):
        lacks = "a refutation without a witness" if record.witness is None else "a witness, but no refutation"
        return Replay(record, False, lacks)
    if record.witness is not None and OWN_LOSS in record.witness.parameters:
        text = own_loss(str(*record.witness.parameters[OWN_LOSS]))
        return open_unless_different(record, again, text, known)
    if record.witness is None and record.worst is None:
        return without_a_run(record, again, known)
    if record.worst is not None and record.worst.algorithm not in claim.runs:
        return of_a_variant(claim, record, again, known)
    if claim.is_rate and record.witness is None:
        return replay_rate(claim, record, again, known)
    return replay_runs(claim, record, again, known)


def of_no_method(claim: Claim, record: Record) -> str:
    """What a run of the record is of, where it is of no method of the claim's book; '' where all are of its methods."""
    if any(w is not None and w.parameters for w in (record.witness, record.convincing)):
        return "a method that is given by its numbers"
    return record.worst.algorithm or "no method" if record.worst and record.worst.algorithm not in claim.runs else ""


def replay_runs(claim: Claim, record: Record, again: Record, known: Knowledge) -> Replay:
    """The witness must refute again, and the tightest run must get the recorded decision, in all their numbers."""
    setting, unchecked, text = known.setting(record), list(COUNTS), ""
    if record.witness is not None:
        found, decision = made_again.witness(claim, record.witness, known.setting(record))
        if found is None:
            return Replay(
                record, False, f"the witness does not refute it: {decision_text(decision, record.witness.data)}"
            )
        again = replace(again, witness=found, level=level_of(record.verdict, [decision]))
        again, unsaid = made_again.with_reach(claim, again, record, record.witness)
        unchecked += [*missing_flags("witness", record.witness, found), *unsaid]
        places = {"witness": record.witness, "convincing": record.convincing}
        unchecked += [f"{name}.forever" for name, w in places.items() if not (w and w.forever)]  # older ones lack it
        if record.reach == Reach.DEGENERATE and again.degenerate == record.degenerate:  # of more ways it may name some
            unchecked.append("degenerate")
        unchecked.append(SMALLEST)
        text = decision_text(decision, record.witness.data)
    on_worst: Decision | None = None
    if record.worst is not None:
        worst, on_worst, unsaid = made_again.worst(claim, record.worst, setting, record.verdict)
        text = text or worst_text(record.worst, on_worst)
        unchecked += [*missing_flags("worst", record.worst, worst), *unsaid]
        again = replace(again, worst=worst, verdict=on_worst.verdict, curves=made_again.curves_again(claim, record))
        unchecked += [TIGHTEST] if record.scope.instances > 1 else []
        if record.witness is None:
            again = replace(again, level=level_of(on_worst.verdict, [on_worst]))
            unchecked += ["level"] if (record.level, again.level) == (Level.BALL, Level.EXACT) else []
        unchecked += name_of_data(record.worst, claim, setting)
    elif setting.of_report:
        raise ValueError("names no tightest run")
    if record.verdict == Verdict.PROVED:
        again, text = proved_again(claim, record, again, text)
    elif (reason := made_again.reason(claim, record, on_worst, setting)) is not None:
        again = replace(again, reason=reason)
    else:
        unchecked.append("reason")
    return compared(record, again, text, unchecked, known)


def missing_flags(name: str, place: Witness | Worst, found: Witness | Worst | None) -> list[str]:
    """The flags `unread` and `whole` that a record of an older version lacks; they are not checked."""
    return [f"{name}.{flag}" for flag in ("unread", "whole") if getattr(found, flag) > getattr(place, flag)]


MADE = ("found", "shrunk", "small")  # the names of data that a search makes


def name_of_data(worst: Worst, claim: Claim, setting: Setting) -> tuple[str, ...]:
    """The name of the data is not checked where the survey has no such data under it. In a report that is an error,
    unless the search made the data, of a problem of one's own."""
    if made_again.names_these_data(worst.instance, worst.Z, claim):
        return ()
    made = worst.instance.partition("-")[0] in MADE and claim.own
    if setting.of_report and not (made and setting.effort.get("own")):
        raise ValueError(f"the survey has no such data called {worst.instance!r}")
    return ("worst.instance",)


def worst_text(worst: Worst, decision: Decision) -> str:
    text = f"{decision.verdict} on {worst.instance}"
    if decision.worst is not None:
        at = "" if decision.worst.whole else f" at t = {decision.worst.t}"
        text += f", tightest{at} with slack {decision.worst.slack + 0.0:.6g}"
    return text


def proved_again(claim: Claim, record: Record, again: Record, text: str) -> tuple[Record, str]:
    """The proof must be found again, in the same words; the named run must bear it out, and no hard run may refute
    it."""
    try:
        proof = proof_of(claim)
    except Contradiction as both:
        return again, f"{both}; {text}"
    if proof is None or again.verdict not in HOLDING:
        return again, f"not proved again; {text}"
    return proved(again, proof), f"proved again for all runs; {text}"


def of_a_variant(claim: Claim, record: Record, again: Record, known: Knowledge) -> Replay:
    """A record does not hold the steps of a variant; a witness holds its numbers, which refute without them."""
    assert record.worst is not None
    if record.witness is None or not record.witness.parameters:
        text = f"no refutation, and the steps of {record.worst.algorithm} are not in the record"
        return open_unless_different(record, again, text, known)
    found, decision = made_again.witness(claim, record.witness, known.setting(record))
    text = decision_text(decision, record.witness.data)
    if found is None:
        return Replay(record, False, f"the witness does not refute it: {text}")
    text = f"{text}{OF_NUMBERS}"
    unchecked = [*COUNTS, "worst", "curves", "reason", *missing_flags("witness", record.witness, found), SMALLEST]
    again = replace(again, witness=found, level=level_of(record.verdict, [decision]))
    return compared(record, again, text, unchecked, known)


def replay_rate(claim: Claim, record: Record, again: Record, known: Knowledge) -> Replay:
    """The exponent fitted on the slowest instance must come out the same; the record has no others."""
    assert record.worst is not None
    setting = known.setting(record)
    slowest = made_again.slowest(claim, record.worst, setting)
    text = f"exponent {slowest.lhs} on {record.worst.instance}"
    unchecked = [*COUNTS, *OF_A_RATE, TIGHTEST, *name_of_data(record.worst, claim, setting)]
    if record.verdict not in (Verdict.SUPPORTED, Verdict.UNDECIDED):
        return Replay(record, False, f"a rate is supported at most; {text}")
    level = Level.FLOAT if record.verdict == Verdict.SUPPORTED else None
    found = compared(record, replace(again, worst=slowest, level=level), text, unchecked, known)
    if found.stands and known.verdicts.get(record.id) != record.verdict:
        return replace(found, stands=None, text=f"{text}; whether all instances bear out the rate, one does not tell")
    return found


def without_a_run(record: Record, again: Record, known: Knowledge) -> Replay:
    """A record without a run cannot be decided again; only a claim that applies nowhere has none."""
    if record.verdict != Verdict.NOT_APPLICABLE:
        return Replay(record, False, "names no run to decide again")
    return open_unless_different(record, again, "names no run to decide again", known)


def open_unless_different(record: Record, again: Record, text: str, known: Knowledge) -> Replay:
    unchecked = ("seconds", "level", "kernel", "rests_on", "read")
    return unlike(record, again, text, unchecked, known) or Replay(record, None, text)


def compared(record: Record, again: Record, text: str, unchecked: Sequence[str], known: Knowledge) -> Replay:
    """The record against what was made again, and against what is known of its claim."""
    text = f"{text}; {BY_KERNEL}" if "kernel" in of_others(record) else text
    found = unlike(record, again, text, unchecked, known)
    return found or against_the_known(record, text, unchecked_fields(record, unchecked, known), known)


def unlike(record: Record, again: Record, text: str, unchecked: Sequence[str], known: Knowledge) -> Replay | None:
    """The replay of a record that differs from what was made again; None if it does not."""
    unchecked = unchecked_fields(record, unchecked, known)
    differing = list(differences(record, again, (*unchecked, "code")))
    if differing:
        return Replay(record, False, f"{in_words(differing)}; {text}", unchecked)
    if "code" not in unchecked and record.code != again.code:
        text = f"{text}; {OTHER_CODE}: code {record.code or 'none'}, {again.code} here"
        return Replay(record, None, text, unchecked)
    return None


def unchecked_fields(record: Record, unchecked: Sequence[str], known: Knowledge) -> tuple[str, ...]:
    """The fields that are not checked; a record of an older version lacks its code, its share of placebos and the
    formulas of its proof. How many runs were tried for a need is known of a report alone."""
    unchecked = (*unchecked, *of_others(record))
    if any(h.tried for h in record.hypotheses) and not known.setting(record).of_report:
        unchecked = (*unchecked, "hypotheses.tried")
    if record.informative is None and record.verdict in HOLDING:
        unchecked = (*unchecked, "informative")
    if record.verdict == Verdict.PROVED and not record.read:
        unchecked = (*unchecked, "read")
    if record.code or known.origin is not None:
        return tuple(unchecked)
    return (*unchecked, "code", *(["chapter"] if not record.chapter else []))


def of_others(record: Record) -> tuple[str, ...]:
    """The fields that are not checked where Rocq's kernel marked the record, or where the record has no level."""
    if record.level == Level.KERNEL and record.kernel and record.verdict in ACCEPTED:
        return ("level", "kernel")
    if record.level is None and not record.rests_on and record.verdict in (*HOLDING, Verdict.REFUTED):
        return ("level", "rests_on", *(["reason"] if record.verdict == Verdict.PROVED else []))
    return ()


def in_words(differing: Sequence[str]) -> str:
    """The first of the differences, and the number of the others."""
    more = [f"and {len(differing) - SHOWN} more"] if len(differing) > SHOWN else []
    return "; ".join([*differing[:SHOWN], *more])


def against_the_known(record: Record, text: str, unchecked: tuple[str, ...], known: Knowledge) -> Replay:
    """The verdict against the known one: a claim that holds on one run may be refuted on another."""
    claim = stated(record.id, known.library)
    before = Verdict.REFUTED if claim.fault else known.verdicts.get(record.id)
    if record.verdict in FALSE or before == record.verdict or {before, record.verdict} == ON_RUNS:
        return Replay(record, True, text, unchecked)
    if before in FALSE:
        why = f": {claim.fault}" if claim.fault else ""
        return Replay(record, False, f"{text}; but another run refutes the claim{why}", unchecked)
    if before is not None:
        return Replay(record, None, f"{text}; but the claim is known as {before}: --full decides it anew", unchecked)
    found = refuted_on_tiny_data(claim) if record.verdict in HOLDING else None
    if found is not None:
        return Replay(record, False, f"{text}; but it is {decision_text(*found)}", unchecked)
    return Replay(record, True, text, unchecked)


def unlike_the_library(record: Record, library: Library = LIBRARY, *unchecked: str) -> str:
    """The difference between a record and its claim, or that the library has no such claim; '' where there is none."""
    if record.source == OWN and record.id not in library.claims:
        return "a claim of the variant's author: the library has none of this name"
    try:
        claim = stated(record.id, library)
    except ValueError:
        return "the library has no claim of this name"
    again = made_again.from_the_library(claim, record)
    unchecked = (*unchecked, *NEEDS, *(() if record.code else ("code", "chapter")))
    return in_words(list(differences(record, again, unchecked)))
