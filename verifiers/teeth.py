"""Teeth: wrong variants of a claim, or of the algorithm it is about, that it must refute.

A statement's mutants change one thing in its relations (a side's sign, a factor, the direction, one
index of shift). An algorithm's mutants change one line of its step. A claim that refutes none of
its mutants could not fail, and says nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from theory.algorithms import DualNesterov, GradientDescent, NormalizedGD, PrimalMomentum
from theory.algorithms.schedules import Constant
from theory.claim import Claim
from theory.relation import IllFormed, Relation
from theory.run import run
from verifiers.arithmetics.ball import Ball
from verifiers.check import ball_run, least_truth, rungs
from verifiers.comparison import FAILS, relations_of
from verifiers.configurations import configurations
from verifiers.instances import Instance
from verifiers.verdict import Teeth

STEPS = 8


def reversed_relation(r: Relation) -> Relation:
    swap = {"<=": ">", ">=": "<", "<": ">=", ">": "<=", "==": "=="}
    return r._replace(op=swap[r.op])


def negated_side(r: Relation) -> Relation:
    return r._replace(rhs=-np.asarray(r.rhs))


def doubled_side(r: Relation) -> Relation:
    return r._replace(lhs=2 * np.asarray(r.lhs))


def halved_side(r: Relation) -> Relation:
    return r._replace(lhs=np.asarray(r.lhs) / 2)


def raised_side(r: Relation) -> Relation:
    """1 more on the side that is bounded."""
    return r._replace(lhs=np.asarray(r.lhs) + (-1 if r.op in (">=", ">") else 1))


def shifted_index(r: Relation) -> Relation:
    """The left side one index late."""
    lhs = np.asarray(r.lhs)
    return r._replace(lhs=np.roll(lhs, 1, axis=0)) if lhs.ndim and len(lhs) > 1 else r


STATEMENT_MUTANTS: dict[str, Callable[[Relation], Relation]] = {
    "reversed": reversed_relation,
    "rhs negated": negated_side,
    "lhs doubled": doubled_side,
    "lhs halved": halved_side,
    "lhs moved by 1": raised_side,
    "lhs one index late": shifted_index,
}


@dataclass(frozen=True)
class LateGradient(DualNesterov):
    """q_{t+1} from q_t in place of ν_t."""

    def step(self, p: Any, s: Any) -> Any:
        return super().step(p, s._replace(nu=s.q))


@dataclass(frozen=True)
class UphillDual(DualNesterov):
    """The sign of the gradient step turned."""

    def step(self, p: Any, s: Any) -> Any:
        return super().step(p, s._replace(nu=-s.nu))


@dataclass(frozen=True)
class StaleAverage(DualNesterov):
    """μ_{t+1} from q_t in place of q_{t+1}."""

    def step(self, p: Any, s: Any) -> Any:
        nxt, lam = super().step(p, s), self.lam(s.t)
        mu = (1 - lam) * s.mu + lam * s.q
        return nxt._replace(mu=mu, nu=self.nu(nxt.t, mu, nxt.q))


@dataclass(frozen=True)
class LoseMomentum(PrimalMomentum):
    """g_t without the gradient of step t."""

    def momentum(self, p: Any, t: Any, g: Any, q: Any) -> Any:
        return self.beta(t) * g + 0 * p.combine(q)


@dataclass(frozen=True)
class StaleWeights(PrimalMomentum):
    """q_{t+1} from w_t in place of w_{t+1}."""

    def step(self, p: Any, s: Any) -> Any:
        nxt = super().step(p, s)
        q = p.softmax(p.scores(s.w))
        return nxt._replace(q=q, g=self.momentum(p, nxt.t, s.g, q))


@dataclass(frozen=True)
class UphillPrimal(PrimalMomentum):
    """w_{t+1} = w_t + θ_t(g_t + Zᵀq_t)."""

    def step(self, p: Any, s: Any) -> Any:
        nxt = super().step(p, s)
        w = 2 * s.w - nxt.w
        q = p.softmax(p.scores(w))
        return nxt._replace(w=w, q=q, g=self.momentum(p, nxt.t, s.g, q))


@dataclass(frozen=True)
class DoubleStep:
    """A gradient method whose step is doubled, unseen by its schedule; the dual variable lags a step."""

    method: Any

    def __getattr__(self, name: str) -> Any:
        return getattr(self.method, name)

    def start(self, p: Any) -> Any:
        return self.method.start(p)

    def step(self, p: Any, s: Any) -> Any:
        nxt = self.method.step(p, s)
        return nxt._replace(w=2 * nxt.w - s.w)


@dataclass(frozen=True)
class Uphill(DoubleStep):
    """A gradient method that ascends."""

    def step(self, p: Any, s: Any) -> Any:
        nxt = self.method.step(p, s)
        w = 2 * s.w - nxt.w
        return nxt._replace(w=w, q=p.psi_gradient(p.scores(w)))


def slipped_momentum(t: Any) -> Any:
    """(t−1)/t for t ≥ 1, and 0 at t = 0."""
    return (t - 1) / t if int(t) else 0 * t


def slipped_lambda(t: Any) -> Any:
    """2/(t+3)."""
    return 2 / (t + 3)


ALGORITHM_MUTANTS: dict[type, dict[str, Any]] = {
    DualNesterov: {
        "gradient at q_t": LateGradient(),
        "uphill": UphillDual(),
        "μ from q_t": StaleAverage(),
        "λ_t = 2/(t+3)": DualNesterov(slipped_lambda),
        "θ_t = 4": DualNesterov(theta=Constant(4)),
    },
    PrimalMomentum: {
        "g without the gradient": LoseMomentum(),
        "q from w_t": StaleWeights(),
        "uphill": UphillPrimal(),
        "β_t = (t−1)/t": PrimalMomentum(slipped_momentum),
        "θ_t = 4": PrimalMomentum(theta=Constant(4)),
    },
    NormalizedGD: {"double step": DoubleStep(NormalizedGD()), "uphill": Uphill(NormalizedGD())},
    GradientDescent: {"double step": DoubleStep(GradientDescent()), "uphill": Uphill(GradientDescent())},
}


def refutes(statement: Callable[[Any], Any], subjects: Iterator[Any]) -> bool:
    """Whether the statement surely fails on one of the subjects."""
    for subject in subjects:
        try:
            if least_truth(relations_of(statement(subject))) == FAILS:
                return True
        except (ZeroDivisionError, IllFormed):
            continue
    return False


def holds_hypotheses(claim: Claim, subject: Any) -> bool:
    return all(least_truth(relations_of(h(subject))) > 0 for h in claim.given)


def mutated(claim: Claim, name: str) -> Callable[[Any], tuple[Relation, ...]]:
    """The claim with one change made to each of its relations."""

    def mutant(subject: Any) -> tuple[Relation, ...]:
        return tuple(STATEMENT_MUTANTS[name](relation) for relation in relations_of(claim(subject)))

    return mutant


def makes_sense(name: str, claim: Claim, subject: Any) -> bool:
    """An equality has no direction to reverse."""
    try:
        return name != "reversed" or any(r.op != "==" for r in relations_of(claim(subject)))
    except (ZeroDivisionError, IllFormed):
        return True


def bite(claim: Claim, instances: Sequence[Instance]) -> Teeth:
    """How many of a claim's mutants it refutes on the given instances."""
    algorithm = next(iter(configurations(claim.about).values()))
    bits = rungs(STEPS)[0]
    survivors: list[str] = []
    with Ball(bits).active():
        subjects = [ball_run(instance, algorithm, STEPS, bits) for instance in instances]
        subjects = [subject for subject in subjects if holds_hypotheses(claim, subject)]
        statements = [name for name in STATEMENT_MUTANTS if subjects and makes_sense(name, claim, subjects[0])]
        for name in statements:
            if not refutes(mutated(claim, name), iter(subjects)):
                survivors.append(name)
        mutants = ALGORITHM_MUTANTS.get(claim.about, {}) if claim.about else {}
        for name, mutant in mutants.items():
            wrong = (run(mutant, subject.problem, STEPS) for subject in subjects)
            if not refutes(claim, wrong):
                survivors.append(name)
    tried = len(statements) + len(mutants)
    return Teeth(tried - len(survivors), tried, survivors)
