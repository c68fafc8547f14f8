"""A record made again from what it names: its claim, its tightest run, its witness, the runs that need a hypothesis.

Fields that rest on runs that the record does not name (how many there were, the mutants, the fit of a rate) stay as
they are recorded, and are listed as not checked.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from typing import Any

from lemmacheck.theory.core.claim import Claim, Kind
from lemmacheck.theory.core.run import moves
from lemmacheck.verifiers.decide import curves, rates
from lemmacheck.verifiers.decide.cause import (
    ALSO,
    CAMPAIGN,
    COUNTS,
    ENCLOSED,
    EQUAL,
    FAILS_ON,
    HERE,
    OF_RUNS,
    WORST_OF,
    Cause,
    read,
)
from lemmacheck.verifiers.decide.counterexamples import number_text, refutation, shortest, without_a_row_or_column
from lemmacheck.verifiers.decide.ladder import Decision, decide
from lemmacheck.verifiers.decide.lengths import SHORT, may_be_shorter, reads_the_end, up_to_the_end
from lemmacheck.verifiers.decide.reach import reach_of, refutation_by, shortened
from lemmacheck.verifiers.decide.recording import Settled, blank, with_problem, worst_of
from lemmacheck.verifiers.decide.sampling import decide_sampled, within_listing
from lemmacheck.verifiers.decide.ties import without_ties
from lemmacheck.verifiers.instances.families import structured, surveyed
from lemmacheck.verifiers.instances.instance import Instance, Row
from lemmacheck.verifiers.instances.own import families_of, planted_on
from lemmacheck.verifiers.instances.subject import within_reach
from lemmacheck.verifiers.probe.need import RANGE, confirm
from lemmacheck.verifiers.probe.placebos import informative
from lemmacheck.verifiers.records.agreement import same_exponent
from lemmacheck.verifiers.records.limits import affordable
from lemmacheck.verifiers.records.result_text import whose, whose_run
from lemmacheck.verifiers.records.verdict import HOLDING, Condition, Reach, Record, Verdict, Witness, Worst
from lemmacheck.verifiers.variants.answer import OUTCOME
from lemmacheck.verifiers.variants.parameters import again as with_parameters

COUNT = re.compile("[1-9][0-9]*")
KIND_BEFORE: dict[str, str] = {  # as earlier records spell it; the earliest say "statement" of any
    Kind.EVERY_T: "inequality every t"
}


@dataclass(frozen=True)
class Setting:
    """The effort of the record's report, if it has one, and the published needs."""

    effort: Mapping[str, int] = field(default_factory=dict)
    needs: Mapping[str, Witness | int] = field(default_factory=dict)

    @property
    def of_report(self) -> bool:
        return "per_shape" in self.effort


def from_the_library(claim: Claim, record: Record) -> Record:
    """The record with the claim's own fields."""
    again = blank(claim, record.verdict)
    given = [Condition(h.name, h.statement, 0, 0, h.tacit) for h in claim.given]
    bare = claim.not_checkable or (claim.is_rate and record.worst is None)
    kept = record.hypotheses[len(given) :]
    if [condition.name for condition in kept] == [RANGE] and claim.first:
        given.append(Condition(RANGE, "t ≥ 1", 0, 0))
    own = [replace(h, met=r.met, of=r.of) for h, r in zip(given, record.hypotheses, strict=False)]
    outcome = record.id.endswith(OUTCOME)
    return replace(
        record,
        statement=again.statement,
        latex=again.latex,
        source=again.source,
        place=again.place,
        chapter=again.chapter,
        kind=record.kind if record.kind in (Kind.STATEMENT, KIND_BEFORE.get(again.kind)) else again.kind,
        about=again.about,
        fault=again.fault,
        uses=[] if outcome else again.uses,
        corrects=None if outcome else again.corrects,
        code=again.code,
        hypotheses=[] if bare else [*own, *given[len(own) :]],
    )


def with_needs(claim: Claim, again: Record, record: Record, setting: Setting) -> Record:
    """The record with the needs of its hypotheses decided again; in a report these are the published ones."""
    before = {condition.name: condition for condition in record.hypotheses}
    found = []
    for condition in again.hypotheses:
        was = before.get(condition.name, condition)
        said = setting.needs.get(condition.name, 0) if setting.of_report else was.need or was.tried
        if isinstance(said, Witness):
            affordable(said.Z, said.steps)
            found.append(replace(condition, need=confirm(claim, condition.name, said)))
        else:
            found.append(replace(condition, tried=said))
    return replace(again, hypotheses=found)


def with_informative(claim: Claim, again: Record, record: Record) -> Record:
    """The record with its share of placebos computed again, if it states one."""
    if record.informative is None:
        return again
    return replace(again, informative=informative(claim) if record.verdict in HOLDING else None)


def algorithm_of(claim: Claim, label: str) -> Any:
    known = claim.runs
    if label not in known:
        raise ValueError(f"{claim.id}: no parameters are called {label!r}; known are {', '.join(known)}")
    return known[label]


def instance_of(claim: Claim, name: str, Z: list[list[str]], steps: int) -> Instance:
    """The recorded data, if they have a form on which the claim is decided."""
    affordable(Z, steps)
    instance = Instance.from_json(name, Z)
    own = claim.own  # whose author may bring larger ones
    if not claim.is_chance and not own and not list(within_reach(claim.method, [[instance]])):
        raise ValueError(f"{claim.id} is not decided on data of shape {instance.shape}: they are out of reach")
    return instance


def witness(claim: Claim, w: Witness, setting: Setting) -> tuple[Witness | None, Decision]:
    """The witness decided again, on the shortest run that refutes; None if no run of its length does.

    In a report it is the smallest witness: no row or column of it can be left out.
    """
    if w.parameters:
        affordable(w.Z, w.steps)
        w = replace(w, Z=Instance.from_json("witness", w.Z).to_json())
        decision = with_parameters(claim, w)
        return refuting(w, decision, w.steps), decision
    algorithm = algorithm_of(claim, w.algorithm)
    instance = instance_of(claim, "witness", w.Z, w.steps)
    w = with_problem(claim, w, instance, algorithm)
    if moves(algorithm) and not w.steps:
        raise ValueError("the witness is a run of no steps")
    decision = decide(claim, instance, algorithm, w.steps)
    if setting.of_report and any(
        refutation(claim, part, w.algorithm, w.steps) for part in without_a_row_or_column(instance)
    ):
        raise ValueError("the witness is not the smallest: it refutes without one of its rows or columns")
    if decision.verdict == Verdict.REFUTED and may_be_shorter(algorithm):
        steps, shorter = shortest(w.steps, decision, lambda few: decide(claim, instance, algorithm, few))
        return refuting(w, shorter, steps), shorter
    return refuting(w, decision, decision.steps), decision


def with_reach(claim: Claim, again: Record, record: Record, smallest: Witness) -> tuple[Record, list[str]]:
    """The record with its reach computed again, if it states one: from the convincing witness, else from the smallest
    and tiny data; and what of this it does not state."""
    w = record.convincing or smallest
    if record.reach is None:
        return replace(again, reach=None, degenerate=[], convincing=None), ["reach"]
    found = refutation_by(claim, instance_of(claim, "witness", w.Z, w.steps), w.algorithm, w.steps, ties=True)
    if found is None:
        raise ValueError(f"{claim.id}: what is to convince does not refute it")
    how = reach_of(claim, found)
    known = record.degenerate if set(record.degenerate) <= set(how.degenerate) else list(how.degenerate)
    if record.convincing is None:
        unsaid = ["convincing"] * (how.convincing is not None and how.convincing is not found)
        return replace(again, reach=how.reach, degenerate=known, convincing=None), unsaid
    if how.convincing is not found:
        return replace(again, reach=Reach.DEGENERATE, degenerate=known, convincing=None), []
    w = with_problem(claim, w, found.instance, found.algorithm)
    beside = refuting(w, found.decision, shortened(claim, found).steps)
    return replace(again, reach=how.reach, degenerate=known, convincing=beside), []


def refuting(w: Witness, decision: Decision, steps: int) -> Witness | None:
    place = decision.worst
    if decision.verdict != Verdict.REFUTED or place is None:
        return None
    lhs, rhs = number_text(place.lhs), number_text(place.rhs)
    return replace(
        w, t=place.t, lhs=lhs, rhs=rhs, steps=steps, relation=place.op, forever=decision.forever, whole=place.whole
    )


def worst(claim: Claim, w: Worst, setting: Setting, verdict: Verdict) -> tuple[Worst | None, Decision, list[str]]:
    """The tightest run decided again, and what of it nothing tells; in a report it is as long as the report's runs.

    The run of a supported record is a tie with the most bits, as balls leave it, for another run may be the one that
    normal forms leave open. For a proved record, ties stay as the least precision leaves them.
    """
    instance, algorithm = instance_of(claim, w.instance, w.Z, w.steps), algorithm_of(claim, w.algorithm)
    supported = verdict == Verdict.SUPPORTED
    judge = partial(decide, ties=supported) if within_listing(claim, instance) else decide_sampled
    decision = judge(claim, instance, algorithm, w.steps)
    usual = usual_lengths(claim, w, setting)
    searched = of_a_search(claim, w, usual, verdict)
    known = w.steps in usual or searched
    made = [] if known else [Settled(instance, w.algorithm, judge(claim, instance, algorithm, T)) for T in usual]
    ends = any(one.decision.cause == Cause.NO_RUN for one in made) and may_be_shorter(algorithm)
    if ends:
        short = any(one.steps == w.steps for one in up_to_the_end(claim, instance, algorithm))
    else:
        of_any_length = bool(made) and w.steps in SHORT and may_be_shorter(algorithm)
        short = of_any_length and reads_the_end(claim, made[0], algorithm)
    if not (known or short or any(one.decision.steps == w.steps for one in made)):
        raise ValueError(f"a tightest run of {w.steps} steps; those of the report have {usual[0]} or {usual[-1]}")
    settled = [Settled(instance, w.algorithm, decision)]
    settled = settled if supported or verdict == Verdict.PROVED else without_ties(claim, settled)
    return worst_of(claim, settled), settled[0].decision, ["worst.steps"] * searched


def planted_on_data(claim: Claim) -> Mapping[str, Any]:
    """The runs of the claim's method that are made on their own data, by their labels."""
    return claim.method.planted if claim.method else {}


def usual_lengths(claim: Claim, w: Worst, setting: Setting) -> list[int]:
    """The lengths of the report's runs of this method; any, if the report does not say."""
    if w.algorithm in planted_on_data(claim):
        return [planted_on_data(claim)[w.algorithm].steps]
    return [setting.effort["steps"], setting.effort["steps"] // 2] if setting.of_report else [w.steps]


def of_a_search(claim: Claim, w: Worst, usual: Sequence[int], verdict: Verdict) -> bool:
    """Whether a search may have found the run: then nothing in the record says how long it was.

    Only refutations are searched for. A search lengthens runs, but those on a problem of one's own may have been
    shorter, and a method that is planted on its own data is left alone.
    """
    if verdict != Verdict.REFUTED or w.algorithm in planted_on_data(claim):
        return False
    longer = claim.own or w.steps > usual[0]
    return longer and w.steps not in usual


def slowest(claim: Claim, w: Worst, setting: Setting) -> Worst:
    """A rate's slowest data set, with its exponent fitted again."""
    if setting.of_report and w.steps not in (setting.effort["rate_steps"], claim.bound.steps):
        raise ValueError(f"a run of {w.steps} steps; those of the report's rates have {setting.effort['rate_steps']}")
    instance = instance_of(claim, w.instance, w.Z, w.steps)
    (_, decay), *_ = rates.decays(claim, algorithm_of(claim, w.algorithm), [instance], w.steps)
    found = rates.exponent(decay)
    exponent = w.lhs if same_exponent(found, w.lhs) else found
    return Worst(None, None, 0, w.instance, instance.to_json(), w.algorithm, w.steps, exponent)


def curves_again(claim: Claim, record: Record) -> list[Any]:
    """The curves of the record's run; a record that has none says nothing by it, and earlier ones drew fewer."""
    return curves.of_record(claim, record) if record.curves else []


def reason(claim: Claim, record: Record, decision: Decision | None, setting: Setting) -> str | None:
    """The reason in words, as far as the named run determines it; None where it speaks of other runs."""
    campaign = read(CAMPAIGN, record.reason)
    if not setting.of_report and campaign and campaign["before"][-2:] in ("", "; "):
        return None
    here, on = decision.reason if decision else "", whose(record.worst) if record.worst else "a run"
    of = str(record.scope.instances)
    if claim.own and "; searched " in record.reason:
        return None
    if record.verdict == Verdict.CERTIFIED:
        return None if claim.own else here if claim.dataless else ""
    if record.verdict == Verdict.REFUTED and claim.fault:
        rest = record.reason.removeprefix(claim.fault)
        return None if rest != record.reason and read(ALSO, rest) else claim.fault
    if record.verdict == Verdict.REFUTED:
        again = read(FAILS_ON, record.reason.removesuffix(ENCLOSED))
        shown = again is not None and again["of"] == of and some_of(again["k"], of)
        return None if shown else FAILS_ON.format(k="…", of=of)
    if record.verdict == Verdict.ILL_FORMED:
        return (claim.fault + ALSO.format(name=on, reason=here)).strip()
    worst = read(WORST_OF, record.reason)
    if claim.is_limit and record.verdict == Verdict.UNDECIDED and record.worst and worst:
        return WORST_OF.format(reason=here, on=whose_run(record.worst), same=worst["same"], of=of)
    if decision is not None and decision.cause == Cause.OFF_THE_POINTS:
        _, unless, counts = record.reason.partition(here.removeprefix(HERE))
        return None if unless and possible(read(COUNTS, counts), of) else f"…{here.removeprefix(HERE)}"
    again = read(OF_RUNS, record.reason)
    if again and possible(again, of):
        usual = again["reason"] == here or any(read(form, again["reason"]) is not None for form in EQUAL)
        if usual or (record.worst and again["first"] != on and record.verdict == Verdict.UNDECIDED):
            return None
    return OF_RUNS.format(reason=here, same=of, of=of, first="…")


def possible(counts: dict[str, str] | None, of: str) -> bool:
    """Whether a sentence speaks of so many runs, or of some of them."""
    return counts is not None and counts["of"] == of and (counts["same"] == "0" or some_of(counts["same"], of))


def some_of(count: str, of: str) -> bool:
    """Whether a count is one of 1, …, `of`, in the digits in which it is written here."""
    return COUNT.fullmatch(count) is not None and (len(count), count) <= (len(of), of)


def names_these_data(instance: str, Z: list[list[str]], claim: Claim) -> bool:
    """Whether the data of this name, in the survey or among those of the claim's author, are these."""
    rows = Instance.from_json(instance, Z).rows
    own = (*families_of(claim.method), *planted_on(claim.method).values())
    return any((instance, rows) == (one.name, one.rows) for one in own) or rows in catalogue(index_of(instance)).get(
        instance, set()
    )


def index_of(instance: str) -> int:
    """The number of instances of a shape to draw until this name occurs."""
    last = instance.rpartition("-")[2]
    return 10 ** max(2, len(last)) if last.isdigit() and len(last) <= 4 else 100


@cache
def catalogue(per_shape: int) -> dict[str, set[tuple[Row, ...]]]:
    """The rows of all surveyed data by name; a smaller survey has the first of these."""
    found: dict[str, set[tuple[Row, ...]]] = {}
    for instance in everything(per_shape):
        found.setdefault(instance.name, set()).add(instance.rows)
    return found


def everything(per_shape: int) -> Iterator[Instance]:
    yield from structured()
    for group in surveyed(per_shape):
        yield from group
