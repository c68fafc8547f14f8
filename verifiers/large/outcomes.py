"""The statements of Section 3 decided on a run over large data, at every t, with rounding.

The claims are those of `theory.claims`, decided on the sequences that floats produced: the q_t ∈ Δ_n of the computed
weights, μ_t, ν_t, g_t as the exact averages of these q_t, and w_t with the rounding of its steps (see `balls`).
Where a ball does not decide, an entry is undecided; there is no tolerance.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from flint import arb
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.books.jst.algorithms.primal_momentum import PrimalMomentum
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.hypothesis import Hypothesis
from lemmacheck.verifiers.decide.ladder import Decision, examine, stated, truth_of
from lemmacheck.verifiers.large.accelerated import Recorded
from lemmacheck.verifiers.large.balls import BITS, enclosed, floats
from lemmacheck.verifiers.large.enclosure import Bounds, bounds
from lemmacheck.verifiers.large.trace import Optimum, Trace, unreadable
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.comparison import UNKNOWN, compare
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.numbers.monomial import as_ball
from lemmacheck.verifiers.records.verdict import Verdict

METHODS = (DualNesterov, PrimalMomentum)
RATE = "a rate is fitted over many runs"
BY_KIND = {
    "identity": "balls that hold rounding cannot certify an equality",
    "algebra for all t": "it is about the schedule: no data are needed",
}


@dataclass(frozen=True)
class Outcome:
    """A claim with the decision on the run."""

    claim: Claim
    decision: Decision


@dataclass(frozen=True)
class Outcomes:
    """γ̄ as the run encloses it, γ(w_T), every claim that its scalars decide, and the reasons against the others."""

    gamma: Bounds
    margin: arb
    outcomes: tuple[Outcome, ...]
    others: dict[str, str]

    @property
    def refuted(self) -> list[Outcome]:
        """The refuted claims without a known fault in their printed form."""
        return [o for o in self.outcomes if o.decision.verdict == Verdict.REFUTED and not o.claim.fault]


def of_section_3() -> Iterator[Claim]:
    """The checkable statements about Algorithm 1 and the dual method."""
    for claim in LIBRARY.claims.values():
        if claim.about in METHODS and not claim.not_checkable:
            yield claim


def sorted_out(trace: Trace) -> tuple[list[Claim], dict[str, str]]:
    """The claims that a trace can decide, found by trying one in floats; and the reasons against the others."""
    readable, others = [], {}
    for claim in of_section_3():
        with Float64().active():
            reason = RATE if claim.is_rate else BY_KIND.get(claim.kind) or unreadable(claim, trace)
        if reason is None:
            readable.append(claim)
        else:
            others[claim.id] = reason
    return readable, others


def check_outcomes(record: Recorded) -> Outcomes:
    """Every claim that the trace can decide, decided at every t."""
    num = Ball(BITS)
    with num.active():
        known = enclosed(record)
        gamma = bounds(record, known)
        trace = Trace((record.rows.n, record.rows.d), num, record.algorithm, known.scalars, gamma.optimum)
        claims, others = sorted_out(in_floats(record, float(gamma.upper)))
        known_truth = lru_cache(maxsize=None)(lambda hypothesis: truth_of(hypothesis, trace))
        outcomes = tuple(Outcome(claim, decided(claim, trace, known_truth)) for claim in claims)
        margin = num.ratio(-known.produced["maximum", "Zw"][-1], num.sqrt(known.produced["squared", "w"][-1]))
        return Outcomes(gamma, as_ball(margin), outcomes, others)


def in_floats(record: Recorded, gamma: float) -> Trace:
    """The trace of the computed numbers, for a γ̄."""
    return Trace(
        (record.rows.n, record.rows.d), Float64(), record.algorithm, floats(record), Optimum(gamma, gamma * gamma)
    )


def decided(claim: Claim, trace: Trace, known_truth: Callable[[Hypothesis], int]) -> Decision:
    """The claim decided on the trace, in the active `Ball`. The truth of a hypothesis is kept for other claims."""
    decision = examine(claim, trace, BITS, lambda hypothesis, _: known_truth(hypothesis))
    if decision.verdict == Verdict.REFUTED:
        return replace(decision, reason=claim.fault)
    if decision.verdict != Verdict.UNDECIDED or decision.worst is None:
        return decision
    relations = stated(claim, trace)
    left = sorted({int(t) + (r.start or 0) for r in relations for t in np.nonzero(compare(r) == UNKNOWN)[0]})
    return replace(decision, reason=f"within rounding, or the bounds on γ̄, at {len(left)} t, first t = {left[0]}")
