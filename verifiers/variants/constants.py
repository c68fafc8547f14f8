"""The constant that would be true: the least c with found ≤ c · allowed in all that was tried, and its power of t.

For lhs ≤ rhs found and allowed are the sides, for lhs ≥ rhs they change places; where lhs is the margin γ(w_t) they are
γ̄ − lhs and γ̄ − rhs, so that c stands before what is subtracted from γ̄. The largest found/allowed is enclosed in balls
over the runs tried, between two decimals. The power is the largest p for which the bound at t = 1, divided by t^p,
needs no larger c at 50 < t ≤ 500 than at smaller t. Floats find it, on longer runs.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from flint import arb, fmpq
from lemmacheck.theory.books.jst.methods.variants import Variant
from lemmacheck.theory.core.arithmetic import Undecided
from lemmacheck.theory.core.claim import Claim
from lemmacheck.verifiers.decide.copies import data_for
from lemmacheck.verifiers.decide.counterexamples import number_text
from lemmacheck.verifiers.decide.ladder import ball_run, least_truth, rungs
from lemmacheck.verifiers.decide.screening import applicable
from lemmacheck.verifiers.instances.families import batches, structured
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.memory import remembering
from lemmacheck.verifiers.instances.subject import subject_of
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.chances import relations_of
from lemmacheck.verifiers.numbers.comparison import HOLDS
from lemmacheck.verifiers.numbers.float64 import NOISE, Float64
from lemmacheck.verifiers.numbers.monomial import as_ball
from lemmacheck.verifiers.records.result_text import whose
from lemmacheck.verifiers.records.verdict import Worst
from lemmacheck.verifiers.search.shares import Bound, bounds
from lemmacheck.verifiers.variants.home import fetch
from lemmacheck.verifiers.variants.outcome import as_outcome, one_by_one
from lemmacheck.verifiers.variants.unseen import Trial

LONG, LATE = 500, 50  # steps of the runs that show powers of t, and from where on a power is put to the test
STEEPEST, NEAR = 50.0, 1e-9  # a power, and the distance of two that count as one
DIGITS = 6
CLOSEST = 12  # instances whose runs are enclosed, the largest shares in floats first
READINGS = {"<=": "lhs ≤ c · rhs", ">=": "rhs ≤ c · lhs", "margin": "γ̄ − lhs ≤ c · (γ̄ − rhs)"}
NO_CONSTANT = "no constant will do: what is allowed is not positive there"


class Binding(NamedTuple):
    """The largest found/allowed in balls: where, and both sides."""

    share: arb | None
    bound: Bound
    flat: int
    trial: Trial

    @property
    def t(self) -> int:
        return self.bound.start + int(np.unravel_index(self.flat, self.bound.found.shape)[0])

    @property
    def least(self) -> arb:
        return arb("inf") if self.share is None else self.share.lower()


def needed_constants(claim: Claim, variant: Variant, trials: Sequence[Trial]) -> list[dict[str, Any]]:
    """For each inequality of a claim, as an outcome of a variant after its pre-flight, the constant it needs.

    One with which an entry of the closest runs would not surely hold is not told: where less than 0 is allowed, a
    larger constant asks for more.
    """
    if claim.is_rate or claim.is_chance:
        return []
    asked = as_outcome(claim)
    algorithm = variant.forms.get(claim.about, variant.algorithm) if claim.about else variant.algorithm
    alone = one_by_one(claim, variant)
    ranked = closest(asked, algorithm, list(affordable(asked, algorithm, trials)), alone)
    best: dict[int, Binding] = {}
    decided: dict[int, list[Bound]] = {}
    for trial in ranked:
        for bound, one in bounds_in_balls(asked, algorithm, trial):
            decided.setdefault(bound.relation, []).append(bound)
            known = best.get(bound.relation)
            if one is not None and (known is None or one.least > known.least):
                best[bound.relation] = one
    told = [k for k in sorted(best) if suffices(best[k].share, decided[k])]
    of_t = powers(asked, algorithm, alone) if told else {}
    return [constant_document(claim, best[k], len(ranked), of_t.get(k)) for k in told]


def suffices(share: arb | None, several: Sequence[Bound]) -> bool:
    """Whether every entry surely holds with the decimal that is told of a share; where there is none, none is told."""
    if share is None:
        return True
    c = fmpq(*Fraction(decimals(share)["upper"]).as_integer_ratio())
    with Ball().active():
        sides = (side for one in several for side in zip(one.found.flat, one.allowed.flat, strict=True))
        return all(found <= c * allowed for found, allowed in sides)


def affordable(claim: Claim, algorithm: Any, trials: Sequence[Trial]) -> Iterator[Trial]:
    """The data in the form that the claim allows, without those of too many copies to write out."""
    for trial in trials:
        with suppress(Undecided):
            yield trial._replace(instance=data_for(claim, trial.instance, algorithm))


@remembering(256)
def float_run(members: tuple[Instance, ...], algorithm: Any, steps: int, alone: bool) -> Any:
    return subject_of(members[0] if alone else members, Float64(), algorithm, steps)


def bounds_in_floats(
    claim: Claim, algorithm: Any, trials: Sequence[Trial], alone: bool
) -> list[tuple[Trial, list[Bound]]]:
    """The bounds on each run whose data meet the claim's hypotheses about them, and that the method has."""
    found = []
    fetch(algorithm, [(one, steps, 0) for one, steps in trials])
    with Float64().active():
        for steps, members in [(steps, [one]) for one, steps in trials] if alone else runs_at_once(trials):
            try:
                subject = float_run(tuple(members), algorithm, steps, alone)
            except Exception:  # the author's, or Undecided
                continue
            met = applicable(claim, subject, len(members)) if not alone else np.array([meets(claim, subject)])
            parts = bounds(claim, subject) if met.any() else []
            for k in map(int, np.flatnonzero(met)):
                own = [b._replace(found=member(b.found, k), allowed=member(b.allowed, k)) for b in parts]
                found.append((Trial(members[k], steps), parts if alone else own))
    return found


def runs_at_once(trials: Sequence[Trial]) -> Iterator[tuple[int, list[Instance]]]:
    """Runs of one length on data of one shape, which are made at once."""
    for steps in sorted({trial.steps for trial in trials}):
        for members in batches(one.instance for one in trials if one.steps == steps):
            yield steps, members


def member(side: np.ndarray, k: int) -> np.ndarray:
    """A side for one data set of a batch; one that does not depend on the data is the same for all."""
    return side[:, min(k, side.shape[1] - 1)] if side.ndim > 1 else side


def meets(claim: Claim, subject: Any) -> bool:
    """Whether the hypotheses surely hold on one run."""
    return all(least_truth(relations_of(h(subject))) == HOLDS for h in claim.given)


def closest(claim: Claim, algorithm: Any, trials: Sequence[Trial], alone: bool) -> list[Trial]:
    """The runs with the largest shares in floats."""

    def share(parts: list[Bound]) -> float:
        ratios = [
            np.divide(b.found, b.allowed, out=np.full(b.found.shape, np.inf), where=b.allowed > NOISE)[b.found > NOISE]
            for b in parts
        ]
        return max((float(part.max()) for part in ratios if part.size), default=-1.0)

    ranked = [(share(parts), one) for one, parts in bounds_in_floats(claim, algorithm, trials, alone)]
    some = sorted((pair for pair in ranked if pair[0] > 0), key=lambda pair: -pair[0])
    return [one for _, one in some[:CLOSEST]]


def bounds_in_balls(claim: Claim, algorithm: Any, trial: Trial) -> list[tuple[Bound, Binding | None]]:
    """Each bound on a run in balls, with its largest share, where the data surely meet the hypotheses."""
    found: list[tuple[Bound, Binding | None]] = []
    for bits in rungs(trial.steps):
        with Ball(bits).active():
            subject = ball_run(trial.instance, algorithm, trial.steps, bits)
            if not meets(claim, subject):
                continue
            found = [(bound, binding(bound, trial)) for bound in bounds(claim, subject)]
            shares = [one.share for _, one in found if one is not None and one.share is not None]
            if all(share.rad() < arb(10) ** -(2 * DIGITS) for share in shares):
                break
    return found


def binding(bound: Bound, trial: Trial) -> Binding | None:
    """The entry with the largest share. Where something is found and nothing is allowed there is no share."""
    best: Binding | None = None
    for flat, (found, allowed) in enumerate(zip(bound.found.flat, bound.allowed.flat, strict=True)):
        if not found > 0:
            continue
        if allowed <= 0:
            return Binding(None, bound, flat, trial)
        if allowed > 0:
            share = as_ball(found) / as_ball(allowed)
            if best is None or share.lower() > best.least:
                best = Binding(share, bound, flat, trial)
    return best


def powers(claim: Claim, algorithm: Any, alone: bool) -> dict[int, dict[str, float | None]]:
    """By relation, the power of 1/t in what is allowed, and the largest that the structured data leave possible."""
    measured: dict[int, list[Bound]] = {}
    for _, parts in bounds_in_floats(claim, algorithm, [Trial(one, LONG) for one in structured()], alone):
        for bound in parts:
            if bound.found.ndim == 1 and len(bound.found) >= LONG and (bound.allowed > NOISE).all():
                measured.setdefault(bound.relation, []).append(bound)
    found = {}
    for k, some in measured.items():
        scaled = [b.found[-LONG:] / b.allowed[-LONG] * (b.found[-LONG:] > NOISE) for b in some]
        own = np.median([np.log(b.allowed[-1] / b.allowed[LATE - LONG]) for b in some]) / np.log(LATE / LONG)
        found[k] = {
            "allowed": rounded_constant(own),
            "largest": rounded_constant(largest_power(np.max(scaled, axis=0))),
        }
    return found


def largest_power(sequence: np.ndarray) -> float:
    """The largest p for which the least c with s_t ≤ c/t^p up to t = LATE also serves later; nan if none or all do."""
    positive = np.flatnonzero(sequence > 0)
    early, late = positive[positive < LATE], positive[positive >= LATE]
    if not early.size or not late.size:
        return np.nan

    def excess(p: float) -> float:
        weighted = np.log(np.where(sequence > 0, sequence, 1.0)) + p * np.log(np.arange(1, len(sequence) + 1))
        return float(weighted[late].max() - weighted[early].max())

    low, high = -STEEPEST, STEEPEST
    if not excess(low) < 0 < excess(high):
        return np.nan
    while high - low > NEAR:
        middle = (low + high) / 2
        low, high = (middle, high) if excess(middle) < 0 else (low, middle)
    return high


def rounded_constant(x: float) -> float | None:
    return round(float(x), 3) + 0.0 if np.isfinite(x) else None


def constant_document(claim: Claim, best: Binding, tried: int, of_t: dict[str, float | None] | None) -> dict[str, Any]:
    """As plain data."""
    bound = best.bound
    return {
        "id": claim.id,
        "relation": bound.relation,
        "reading": READINGS[bound.reading],
        "constant": None if best.share is None else decimals(best.share),
        "holds": best.share is not None and bool(best.share <= 1),
        "reason": NO_CONSTANT if best.share is None else "",
        "t": best.t,
        "found": number_text(bound.found.flat[best.flat]),
        "allowed": number_text(bound.allowed.flat[best.flat]),
        "instance": best.trial.instance.name,
        "Z": best.trial.instance.to_json(),
        "steps": best.trial.steps,
        "tried": tried,
        "powers": of_t,
    }


def in_words(found: dict[str, Any]) -> str:
    """A needed constant in one line."""
    at = f"t = {found['t']} on {whose(Worst(None, None, found['t'], found['instance'], found['Z']))}"
    if found["constant"] is None:
        return f"{found['reading']}: {found['reason']}, {at}"
    suffices = f"c = {found['constant']['upper']} suffices on the {found['tried']} closest runs"
    largest = (found["powers"] or {}).get("largest")
    power = "" if largest is None else f"; of 1/t the runs leave a power of about {largest:.1f}"
    return f"{found['reading']}: {suffices}, needed at {at}{power}"


def decimals(share: arb) -> dict[str, str]:
    """Two decimals that enclose the share."""
    ends = {"lower": (share.lower(), ROUND_FLOOR), "upper": (share.upper(), ROUND_CEILING)}
    ends_text = {}
    for name, (end, rounding) in ends.items():
        exact = end.fmpq()
        context = Context(prec=DIGITS, rounding=rounding)
        ends_text[name] = str(context.divide(Decimal(str(exact.p)), Decimal(str(exact.q))))
    return ends_text
