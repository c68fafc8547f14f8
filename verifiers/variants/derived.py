"""What a variant's schedule implies, and which theorems therefore apply.

    1/λ_0 = 1,  1/λ_t = 1 + β_t/λ_{t−1}                     β_t = λ_{t−1}(1 − λ_t)/λ_t

Each condition of the theorems, among them 1/λ_t² − 1/λ_t ≤ 1/λ_{t−1}² of (B.8), is written once: asked of closed forms
it is decided for all t, asked of exact values up to a horizon. Which theorems apply is read off their hypotheses.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from flint import fmpq, fmpq_poly

from theory import hypotheses
from theory.claims import all_claims
from theory.losses import Exponential
from theory.variants import Variant
from verifiers.variants.closed_forms import ClosedForm, Element, NoClosedForm, Watch
from verifiers.variants.recursions import Geometric
from verifiers.variants.sequences import HORIZON, Known, sequences
from verifiers.verdict import Verdict

EXPONENTIAL = ("P.B.10.1", "P.L3.2", "P.L3.5", "P.L3.6l", "N1.margin", "P.T3.1.1")
GENERAL = ("P.B.10.1", "P.C.1", "P.C.4", "P.C.7a.l", "N1g.margin", "P.S5.1.two.corrected")
ROUNDING = fmpq(1, 2**48)  # of 1/λ_t²: what a double's rounding may cost
HELD_BY_MONOTONY = ("rates_in_range", "slow_schedule")  # see recursions
NO_SCHEDULE = "given by its steps, so that no λ_t is known: only what w_t does is compared with the printed bounds"


@dataclass(frozen=True)
class At:
    """t, and λ_t, λ_{t−1}, θ_t and β_t there: exact numbers, or elements of ℚ(t)."""

    t: Any
    value: Callable[[str, int], Any]

    @property
    def lam(self) -> Any:
        return self.value("λ", 0)

    @property
    def before(self) -> Any:
        return self.value("λ", 1)

    @property
    def theta(self) -> Any:
        return self.value("θ", 0)

    @property
    def beta(self) -> Any:
        return self.value("β", 0)


class Asked(NamedTuple):
    """A condition on the sequences from t = first on, or at t = 0 alone."""

    statement: str
    holds: Callable[[At], bool]
    first: int = 0
    once: bool = False


def in_range(x: At) -> bool:
    return 0 < x.lam <= 1 and 0 < x.theta <= 1


def slow(x: At) -> bool:
    return 1 / x.lam**2 - 1 / x.lam <= 1 / x.before**2


def standard_lambda(x: At) -> bool:
    return x.lam == 2 / (x.t + 2)


def unit_step(x: At) -> bool:
    return x.theta == 1


CONDITIONS = {
    "rates_in_range": Asked(hypotheses.rates_in_range.statement, in_range),
    "starts_at_one": Asked(hypotheses.starts_at_one.statement, lambda x: x.lam == 1, once=True),
    "slow_schedule": Asked(hypotheses.slow_schedule.statement, slow, first=1),
    "unit_steps": Asked(hypotheses.unit_steps.statement, unit_step),
    "standard_lambda": Asked(hypotheses.standard_lambda.statement, standard_lambda),
    "standard_schedule": Asked(hypotheses.standard_schedule.statement, lambda x: unit_step(x) and standard_lambda(x)),
    "standard_momentum": Asked(
        hypotheses.standard_momentum.statement, lambda x: unit_step(x) and x.beta == x.t / (x.t + 1)
    ),
    "no_first_push": Asked("β_0 = 0, as the implied dual method has it", lambda x: x.beta == 0, once=True),
}


@dataclass(frozen=True)
class Condition:
    """A condition: PROVED for all t, CERTIFIED for t up to a horizon, or REFUTED at a t."""

    name: str
    statement: str
    verdict: Verdict
    t: int | None = None
    reason: str = ""

    def told(self) -> str:
        if self.verdict == Verdict.REFUTED:
            where = f"fails at t = {self.t}"
            return f"{self.statement}: {where}, {self.reason}" if self.reason else f"{self.statement}: {where}"
        extent = "for all t" if self.verdict == Verdict.PROVED else f"for t ≤ {self.t}"
        return f"{self.statement}: {self.verdict} {extent}"


@dataclass(frozen=True)
class Theorem:
    """A theorem with the verdict on its conditions on the schedule, and those that fail."""

    id: str
    place: str
    verdict: Verdict
    missing: tuple[str, ...]


@dataclass(frozen=True)
class Derived:
    """The sequences of a variant, the conditions on them, the theorems that apply, and that in a sentence."""

    form: str
    sequences: dict[str, Known]
    conditions: tuple[Condition, ...]
    theorems: tuple[Theorem, ...]
    sentence: str

    def condition(self, name: str) -> Condition:
        return next(one for one in self.conditions if one.name == name)

    def to_dict(self) -> dict[str, Any]:
        return {
            "form": self.form,
            "sequences": {name: sequence.to_dict() for name, sequence in self.sequences.items()},
            "conditions": [asdict(one) for one in self.conditions],
            "theorems": [asdict(one) for one in self.theorems],
            "sentence": self.sentence,
        }

    def told(self) -> list[str]:
        """The sequences, (B.8), and which theory applies, a line each."""
        if not self.sequences:
            return [self.sentence]
        shown = [sequence.told() for sequence in self.sequences.values()]
        return [*shown, f"(B.8) {self.condition('slow_schedule').told()}", self.sentence]


def derived(variant: Variant) -> Derived:
    """What the schedule of a variant implies."""
    if variant.form not in ("schedule", "momentum"):
        return Derived(variant.form, {}, (), (), NO_SCHEDULE)
    lam, theta, beta = sequences(variant)
    known = {"λ": lam, "θ": theta, "β": beta}
    conditions = tuple(decide(name, asked, known) for name, asked in CONDITIONS.items())
    theorems = applicable(variant, conditions)
    named = {"lambda": lam, "theta": theta, "beta": beta}
    return Derived(variant.form, named, conditions, theorems, sentence(theorems))


def decide(name: str, asked: Asked, known: dict[str, Known]) -> Condition:
    """For all t, where closed forms decide from some t on and exact values before; else up to the horizon."""

    def fails(t: int) -> bool:
        try:
            return not asked.holds(At(fmpq(t), lambda symbol, back: known[symbol](t - back)))
        except ZeroDivisionError:
            return True

    found = (asked.first + 1, True) if asked.once else eventually(name, asked, known)
    last, truth = (HORIZON + 1, True) if found is None else found
    counterexample = next((t for t in range(asked.first, last if truth else last + 1) if fails(t)), None)
    if counterexample is not None:
        reason = rounding(known["λ"], counterexample) if name == "slow_schedule" else ""
        return Condition(name, asked.statement, Verdict.REFUTED, counterexample, reason)
    if found is None:
        return Condition(name, asked.statement, Verdict.CERTIFIED, HORIZON)
    return Condition(name, asked.statement, Verdict.PROVED)


def eventually(name: str, asked: Asked, known: dict[str, Known]) -> tuple[int, bool] | None:
    """(s, truth): whether it holds for all t ≥ s; None where no closed form tells.

    What a geometric λ meets from some t on, if it meets it there, 1 meets too, and stands for it.
    """
    watch = Watch()

    def element(symbol: str, back: int) -> Element:
        closed = known[symbol].closed
        if isinstance(closed, ClosedForm):
            return closed.element(watch, back)
        if isinstance(closed, Geometric) and name in HELD_BY_MONOTONY:
            watch.from_now(closed.since + back + 2)
            return Element(fmpq_poly([1]), fmpq_poly([1]), watch)
        raise NoClosedForm(f"{symbol}_t")

    try:
        truth = asked.holds(At(ClosedForm.identity().element(watch), element))
    except (NoClosedForm, ZeroDivisionError):
        return None
    return max(watch.since, asked.first), truth


def rounding(lam: Known, t: int) -> str:
    """By how much (B.8) fails, where a double's rounding explains it."""
    try:
        excess = 1 / lam(t) ** 2 - 1 / lam(t) - 1 / lam(t - 1) ** 2
        return "by no more than a double's rounding" if excess <= ROUNDING / lam(t) ** 2 else ""
    except ZeroDivisionError:
        return "λ_t is not defined"


def applicable(variant: Variant, conditions: tuple[Condition, ...]) -> tuple[Theorem, ...]:
    """The theorems for the variant's loss, by their own hypotheses; those about the data are met or not by each run."""
    by_name = {one.name: one for one in conditions}
    plain = isinstance(variant.loss, Exponential)
    theorems = []
    for id in EXPONENTIAL if plain else GENERAL:
        claim = all_claims()[id]
        asked = [by_name[h.name] for h in claim.given if h.name in by_name]
        if claim.about is not None and claim.about.__name__ != "PrimalMomentum":
            asked.append(by_name["no_first_push"])
        missing = tuple(one.statement for one in asked if one.verdict == Verdict.REFUTED)
        known = all(one.verdict == Verdict.PROVED for one in asked)
        verdict = Verdict.NOT_APPLICABLE if missing else Verdict.PROVED if known else Verdict.CERTIFIED
        theorems.append(Theorem(id, re.split("[,(]", claim.source.place)[0].strip(), verdict, missing))
    return tuple(theorems)


def sentence(theorems: tuple[Theorem, ...]) -> str:
    """Which theory therefore applies."""
    parts = []
    for verdict, extent in ((Verdict.PROVED, "for all t"), (Verdict.CERTIFIED, f"as far as t ≤ {HORIZON}")):
        some = [one.place for one in theorems if one.verdict == verdict]
        if some:
            parts.append(f"{listed(some)} {'applies' if len(some) == 1 else 'apply'} {extent}")
    refused = [one for one in theorems if one.missing]
    if refused:
        asked = dict.fromkeys(statement for one in refused for statement in one.missing)
        verb = "does" if len(refused) == 1 else "do"
        parts.append(f"{listed([one.place for one in refused])} {verb} not, failing what is asked: {'; '.join(asked)}")
    return "; ".join(parts)


def listed(names: list[str]) -> str:
    """a, b and c."""
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
