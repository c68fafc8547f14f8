"""The consequences of a variant's schedule, and the theorems that therefore apply.

    1/λ_t = 1 + β_t/λ_{t−1},  β_t = λ_{t−1}(1 − λ_t)/λ_t,  with λ_{−1} = 1

The theorems' hypotheses about the schedule, among them 1/λ_t² − 1/λ_t ≤ 1/λ_{t−1}² of (B.8), are decided on closed
forms, and so for all t; else on exact values up to a horizon. They determine which theorems apply.
"""

import operator
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from flint import fmpq, fmpq_poly
from lemmacheck.theory.books.jst.algorithms.primal_momentum import PrimalMomentum
from lemmacheck.theory.books.jst.methods.variants import Variant
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.hypothesis import Hypothesis, hypothesis
from lemmacheck.theory.core.relation import Relation, above, conjuncts
from lemmacheck.theory.margins import hypotheses
from lemmacheck.theory.margins.losses import Exponential
from lemmacheck.verifiers.instances.memory import remembering
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.numbers.comparison import sides
from lemmacheck.verifiers.records.text import enumeration
from lemmacheck.verifiers.records.verdict import Verdict
from lemmacheck.verifiers.variants.closed_forms import ClosedForm, Element, NoClosedForm, Watch
from lemmacheck.verifiers.variants.functions import Unusable
from lemmacheck.verifiers.variants.parameters import is_own
from lemmacheck.verifiers.variants.recursions import Geometric
from lemmacheck.verifiers.variants.sequences import HORIZON, KnownSequence, sequences

EXPONENTIAL = ("P.B.10.1", "P.L3.2", "P.L3.5", "P.L3.6l", "N1.margin", "P.T3.1.1")
GENERAL = ("P.B.10.1", "P.C.1", "P.C.4", "P.C.7a.l", "N1g.margin", "P.S5.1.rho")
ROUNDING = fmpq(1, 2**48)  # of 1/λ_t²: what a double's rounding may cost
COMPARED = {"<=": operator.le, ">=": operator.ge, "<": operator.lt, ">": operator.gt, "==": operator.eq}
HELD_BY_MONOTONY = ("rates_in_range", "slow_schedule", "dual_schedule")  # see recursions
NO_SCHEDULE = "given by its steps, so that no λ_t is known: only what w_t does is compared with the printed bounds"


class Window:
    """The last few t up to one, with λ, θ and β there: the part of a run that a hypothesis about the schedule reads."""

    def __init__(self, width: int, value: Callable[[str, int], Any]) -> None:
        self.width, self.value = width, value

    def __getattr__(self, name: str) -> np.ndarray:
        return np.array([self.value(name, back) for back in reversed(range(self.width))], dtype=object)


class ScheduleHypothesis(NamedTuple):
    """A hypothesis about the schedule: how many t it reads at once, or that it reads t = 0 only."""

    hypothesis: Hypothesis
    width: int = 1
    once: bool = False

    def holds(self, value: Callable[[str, int], Any]) -> bool:
        """Whether it holds at the t whose values, and those some steps back, are given."""
        statement = self.hypothesis(Window(self.width, value))
        return all(
            COMPARED[relation.op](lhs, rhs)
            for relation in conjuncts(statement)
            for lhs, rhs in zip(*(side.flat for side in sides(relation)), strict=True)
        )


@hypothesis("every λ_t is defined, and not 0")
def dual_schedule(run: Any) -> Relation:
    return above(run.lam * run.lam, 0)


CONDITIONS = {
    asked.hypothesis.name: asked
    for asked in (
        ScheduleHypothesis(hypotheses.rates_in_range),
        ScheduleHypothesis(hypotheses.starts_at_one, once=True),
        ScheduleHypothesis(hypotheses.slow_schedule, width=2),
        ScheduleHypothesis(hypotheses.unit_steps),
        ScheduleHypothesis(hypotheses.standard_lambda),
        ScheduleHypothesis(hypotheses.standard_schedule),
        ScheduleHypothesis(hypotheses.standard_momentum),
        ScheduleHypothesis(dual_schedule),
    )
}


@dataclass(frozen=True)
class Condition:
    """A condition: PROVED for all t, CERTIFIED for t up to a horizon, or REFUTED at a t."""

    name: str
    statement: str
    verdict: Verdict
    t: int | None = None
    reason: str = ""

    def text(self) -> str:
        if self.verdict == Verdict.REFUTED:
            where = f"fails at t = {self.t}"
            return f"{self.statement}: {where}, {self.reason}" if self.reason else f"{self.statement}: {where}"
        extent = "for all t" if self.verdict == Verdict.PROVED else f"for t ≤ {self.t}"
        return f"{self.statement}: {self.verdict} {extent}"


@dataclass(frozen=True)
class Theorem:
    """A theorem with the verdict on its conditions on the schedule, and those that fail."""

    place: str
    verdict: Verdict
    missing: tuple[str, ...]


@dataclass(frozen=True)
class Derived:
    """The sequences of a variant, the conditions on them, the theorems that apply, and a sentence about these."""

    sequences: dict[str, KnownSequence]
    conditions: tuple[Condition, ...]
    theorems: tuple[Theorem, ...]
    sentence: str

    def condition(self, name: str) -> Condition:
        return next(one for one in self.conditions if one.name == name)

    def lines(self) -> list[str]:
        """The sequences, (B.8), and which theorems apply, a line each."""
        if not self.sequences:
            return [self.sentence]
        shown = [sequence.text() for sequence in self.sequences.values()]
        return [*shown, f"(B.8) {self.condition('slow_schedule').text()}", self.sentence]


@remembering(8)
def derived(variant: Variant) -> Derived:
    """The consequences of the schedule of a variant."""
    if variant.form not in ("schedule", "momentum"):
        return Derived({}, (), (), NO_SCHEDULE)
    lam, theta, beta = sequences(variant)
    known = {"lam": lam, "theta": theta, "beta": beta}
    conditions = tuple(decide(asked, known) for asked in CONDITIONS.values())
    theorems = applicable(variant, conditions)
    until = min((one.t or 0 for one in conditions if one.verdict == Verdict.CERTIFIED), default=HORIZON)
    told = ("apart from what they ask of the loss, " if is_own(variant.loss) else "") + sentence(theorems, until)
    return Derived({"lambda": lam, "theta": theta, "beta": beta}, conditions, theorems, told)


def unmet(claim: Claim, variant: Variant) -> Condition | None:
    """A hypothesis of a claim about the variant's own schedule that fails at some t, however late."""
    return next((one for one in asked_of(claim, variant) if one.verdict == Verdict.REFUTED), None)


def decided_until(claim: Claim, variant: Variant) -> int | None:
    """The t up to which the hypotheses of a claim about the variant's own schedule are decided; None for all t."""
    return min((one.t for one in asked_of(claim, variant) if one.t is not None), default=None)


def asked_of(claim: Claim, variant: Variant) -> list[Condition]:
    """The conditions that are hypotheses of a claim: the same functions, and not others of their names."""
    given = [h.function for h in claim.given] if claim.about in variant.forms else []
    return [
        one
        for one in (derived(variant).conditions if given else ())
        if any(function is CONDITIONS[one.name].hypothesis.function for function in given)
    ]


def farthest(variant: Variant) -> int:
    """The t from which on the last of its sequences is of one form; 0 where that is not known."""
    sequences = derived(variant).sequences.values()
    return max((one.closed.since for one in sequences if one.closed is not None), default=0)


def holds_at(asked: ScheduleHypothesis, known: dict[str, KnownSequence], t: int) -> bool:
    """Whether a condition holds at t, in exact numbers; a λ_t that is not defined meets none."""
    try:
        return asked.holds(lambda name, back: fmpq(t - back) if name == "t" else known[name](t - back))
    except ZeroDivisionError:
        return False


def decide(asked: ScheduleHypothesis, known: dict[str, KnownSequence]) -> Condition:
    """For all t, where closed forms decide from some t on and exact values before; else up to the horizon, or to the
    last t that has a value, such as that of a list."""
    name, statement = asked.hypothesis.name, asked.hypothesis.statement
    first = asked.width - 1
    found = (first + 1, True) if asked.once else eventually(asked, known)
    last, truth = (HORIZON + 1, True) if found is None else found
    counterexample, until = None, HORIZON
    for t in range(first, last if truth else last + 1):
        try:
            if not holds_at(asked, known, t):
                counterexample = t
                break
        except Unusable:
            found, until = None, t - 1
            break
    if counterexample is not None:
        reason = rounding(known["lam"], counterexample) if asked.width > 1 else ""
        return Condition(name, statement, Verdict.REFUTED, counterexample, reason)
    if found is None:
        return Condition(name, statement, Verdict.CERTIFIED, until)
    return Condition(name, statement, Verdict.PROVED)


def eventually(asked: ScheduleHypothesis, known: dict[str, KnownSequence]) -> tuple[int, bool] | None:
    """(s, truth): whether it holds for all t ≥ s; None where no closed form tells.

    A geometric λ that meets one of HELD_BY_MONOTONY early on meets it ever after. λ = 1 meets each, and stands for it.
    """
    watch = Watch()

    def element(name: str, back: int) -> Element:
        closed = ClosedForm.identity() if name == "t" else known[name].closed
        if isinstance(closed, ClosedForm):
            return closed.element(watch, back)
        if isinstance(closed, Geometric) and asked.hypothesis.name in HELD_BY_MONOTONY:
            watch.from_now(closed.since + back + 2)
            return Element(fmpq_poly([1]), fmpq_poly([1]), watch)
        raise NoClosedForm(name)

    try:
        truth = asked.holds(element)
    except (NoClosedForm, ZeroDivisionError):
        return None
    return max(watch.since, asked.width - 1), truth


def rounding(lam: KnownSequence, t: int) -> str:
    """By how much (B.8) fails, where a double's rounding explains it."""
    try:
        excess = 1 / lam(t) ** 2 - 1 / lam(t) - 1 / lam(t - 1) ** 2
        return "by no more than a double's rounding" if excess <= ROUNDING / lam(t) ** 2 else ""
    except ZeroDivisionError:
        return "λ_t is not defined"


def applicable(variant: Variant, conditions: tuple[Condition, ...]) -> tuple[Theorem, ...]:
    """The theorems for the variant's loss, by their hypotheses about the schedule; each run decides those about the
    data."""
    by_name = {one.name: one for one in conditions}
    plain = isinstance(variant.loss, Exponential)
    theorems = []
    for id in EXPONENTIAL if plain else GENERAL:
        claim = LIBRARY.claims[id]
        asked = [by_name[h.name] for h in claim.given if h.name in by_name]
        if claim.about is not PrimalMomentum:
            asked.append(by_name[dual_schedule.name])
        missing = tuple(one.statement for one in asked if one.verdict == Verdict.REFUTED)
        known = all(one.verdict == Verdict.PROVED for one in asked)
        verdict = Verdict.NOT_APPLICABLE if missing else Verdict.PROVED if known else Verdict.CERTIFIED
        theorems.append(Theorem(re.split("[,(]", claim.source.place)[0].strip(), verdict, missing))
    return tuple(theorems)


def sentence(theorems: tuple[Theorem, ...], until: int) -> str:
    """Which theorems apply to the variant, in a sentence; those that are not decided for all t, as far as this one."""
    parts = []
    for verdict, extent in ((Verdict.PROVED, "for all t"), (Verdict.CERTIFIED, f"as far as t ≤ {until}")):
        some = [one.place for one in theorems if one.verdict == verdict]
        if some:
            parts.append(f"{enumeration(some)} {'applies' if len(some) == 1 else 'apply'} {extent}")
    refused = [one for one in theorems if one.missing]
    if refused:
        asked = dict.fromkeys(statement for one in refused for statement in one.missing)
        verb, ask = ("does", "it asks") if len(refused) == 1 else ("do", "they ask")
        names = enumeration([one.place for one in refused])
        parts.append(f"{names} {verb} not apply: {ask} {'; '.join(asked)}")
    return "; ".join(parts)
