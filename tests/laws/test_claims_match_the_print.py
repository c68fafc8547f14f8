"""Every claim of Sections 2, 3 and Appendix A against a second transcription of the printed formula.

Both sides are evaluated separately, on the same exact instance: the claim's by array code on a run at
200 bits, the print's by scalar loops on the reference's sequences. Also outside the hypotheses, where the
statement may be false but its two sides are still the same two numbers. The relation sign, the number of
rows (the range of t, or of the comparators) and every entry must agree.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest

from tests.literal import LITERAL, Case, Printed
from tests.literal.instances import INSTANCES, Instance
from theory import claims
from theory.algorithms import DualNesterov, GradientDescent, NormalizedGD, PrimalMomentum
from theory.algorithms.schedules import Constant, Drawn
from theory.claim import Claim, all_claims
from theory.losses import Exponential, Logistic
from theory.problem import Optimum, Problem
from theory.relation import Decay, IllFormed, Relation
from theory.run import run
from verifiers.arithmetics.multiprecision import Multiprecision

STEPS = 6
NUM = Multiprecision(200)
TOLERANCE = NUM.ctx.mpf(10) ** -40
NOT_LITERAL = {"P.S1.best": "a sentence about the literature of its day; it prints no formula"}
CHAPTERS = (
    claims.notation,
    claims.motivation,
    claims.updates,
    claims.margin_rate,
    claims.half_margin,
    claims.duality,
)
"""The chapters that have a transcription; others register claims too."""


@dataclass(frozen=True)
class Setting:
    """The same schedules twice: as theory runs them, and as functions to ℚ for the transcription."""

    algorithms: dict[type, Any]
    lam: Callable[[int], Fraction]
    theta: Callable[[int], Fraction]
    beta: Callable[[int], Fraction]
    eta: Callable[[int], Fraction]
    loss: Any


def exact(schedule: Any) -> Callable[[int], Fraction]:
    return lambda t: Fraction(schedule(Fraction(t)))


def drawn(seed: int, loss: Any) -> Setting:
    lam, theta = Drawn(seed), Drawn(seed + 1, first=None, denominator=5)
    beta, eta = Drawn(seed + 2, first=None), Drawn(seed + 3, first=None)
    algorithms = {
        DualNesterov: DualNesterov(lam, theta),
        PrimalMomentum: PrimalMomentum(beta, theta),
        NormalizedGD: NormalizedGD(theta),
        GradientDescent: GradientDescent(eta),
    }
    return Setting(algorithms, exact(lam), exact(theta), exact(beta), exact(eta), loss)


SETTINGS = {
    "standard": Setting(
        {
            DualNesterov: DualNesterov(),
            PrimalMomentum: PrimalMomentum(),
            NormalizedGD: NormalizedGD(),
            GradientDescent: GradientDescent(Constant(3, 2)),
        },
        lam=lambda t: Fraction(2, t + 2),
        theta=lambda t: Fraction(1),
        beta=lambda t: Fraction(t, t + 1),
        eta=lambda t: Fraction(3, 2),
        loss=Exponential(),
    ),
    "drawn": drawn(seed=11, loss=Exponential()),
    "logistic": drawn(seed=21, loss=Logistic()),
}


def in_the_chapters() -> dict[str, Claim]:
    """The claims stated in these chapters; an uncheckable sentence has no function there."""
    names = {chapter.__name__ for chapter in CHAPTERS}
    return {id: claim for id, claim in all_claims().items() if claim.function.__module__ in names}


@cache
def case(instance: Instance, setting: str) -> Case:
    s = SETTINGS[setting]
    return Case(instance, STEPS, s.lam, s.theta, s.beta, s.eta, loss=s.loss.name)


@cache
def problem(instance: Instance, setting: str) -> Problem:
    optimum = Optimum(
        gamma_squared=NUM.array([instance.gamma_squared]),
        q=NUM.array(instance.q_bars),
        direction=NUM.array([instance.direction]),
        num=NUM,
    )
    return Problem(NUM.array(instance.rows), NUM, optimum, SETTINGS[setting].loss)


@cache
def subject(about: type | None, instance: Instance, setting: str) -> Any:
    p = problem(instance, setting)
    return p if about is None else run(SETTINGS[setting].algorithms[about], p, STEPS)


def applies(claim: Claim, instance: Instance, setting: str) -> bool:
    """Are the sides defined there? γ̄ > 0 is needed to divide by it, ℓ(z) = eᶻ where it is printed."""
    names = {hypothesis.name for hypothesis in claim.given}
    if names & {"separable", "positive_margin"} and not instance.separable:
        return False
    if setting == "logistic":
        return claim.about is None and "exponential_loss" not in names
    return True


def links(statement: Any) -> list[Any]:
    if isinstance(statement, (Relation, Decay)):
        return [statement]
    return [link for part in statement for link in links(part)]


def order(decay: Decay) -> str:
    return {(None, 0): "-> 0", (1, 0): "O(1/t)", (2, 0): "O(1/t^2)", (2, 1): "O(log t/t^2)"}[decay[1:]]


def rows(side: Any, like: Any = None) -> list[list[Any]]:
    """One list of entries an index; a side constant in t is repeated for every t of the other."""
    array = np.asarray(side, dtype=object)
    if like is not None:
        array = np.broadcast_arrays(array, np.asarray(like, dtype=object))[0]
    return [list(row.ravel()) if isinstance(row, np.ndarray) else [row] for row in array]


def entries(side: Any, size: int) -> list[Any]:
    return list(side) if isinstance(side, list) else [side] * size


def agree(ours: list[list[Any]], theirs: list[Any]) -> bool:
    if len(ours) != len(theirs):
        return False
    for row, side in zip(ours, theirs, strict=True):
        printed = entries(side, len(row))
        if len(row) != len(printed):
            return False
        for value, other in zip(row, printed, strict=True):
            if not abs(value - NUM.ctx.mpf(other)) <= TOLERANCE * (1 + abs(value)):
                return False
    return True


def disagreement(statement: Any, printed: Printed) -> str | None:
    """What differs between one relation of a claim and one of the print."""
    op = order(statement) if isinstance(statement, Decay) else statement.op
    if op != printed.op:
        return f"the claim says {op}, the print {printed.op}"
    if isinstance(statement, Decay):
        same = agree(rows(statement.sequence), [lhs for lhs, _ in printed.rows])
        return None if same else "the sequences differ"
    for name, side, other, place in (
        ("left", statement.lhs, statement.rhs, 0),
        ("right", statement.rhs, statement.lhs, 1),
    ):
        ours = rows(side, like=other)
        if not agree(ours, [pair[place] for pair in printed.rows]):
            return f"the {name} sides differ, in {len(ours)} rows against {len(printed.rows)}"
    return None


def well_formed(printed: list[Printed]) -> bool:
    pairs = [pair for relation in printed for pair in relation.rows]
    return all(len(a) == len(b) for a, b in pairs if isinstance(a, list) and isinstance(b, list))


COMPARED = [
    pytest.param(id, instance, setting, id=f"{id}-{instance.name}-{setting}")
    for id, claim in in_the_chapters().items()
    if id in LITERAL
    for instance in INSTANCES
    for setting in SETTINGS
    if applies(claim, instance, setting) and not (claim.about is None and setting == "drawn")
]


@pytest.mark.parametrize("id, instance, setting", COMPARED)
def test_both_sides_of_a_claim_are_the_printed_ones(id: str, instance: Instance, setting: str) -> None:
    claim, printed = all_claims()[id], LITERAL[id](case(instance, setting))
    if not well_formed(printed):
        with pytest.raises(IllFormed):
            claim(subject(claim.about, instance, setting))
        return
    stated = links(claim(subject(claim.about, instance, setting)))

    assert [disagreement(*pair) for pair in zip(stated, printed, strict=True)] == [None] * len(printed)


@pytest.mark.parametrize("id", LITERAL)
def test_every_transcription_belongs_to_a_claim_and_is_compared(id: str) -> None:
    assert any(parameters.values[0] == id for parameters in COMPARED)


def test_every_claim_of_these_chapters_is_transcribed_or_prints_no_formula() -> None:
    assert set(in_the_chapters()) == set(LITERAL)
    assert all(all_claims()[id].not_checkable for id in NOT_LITERAL)


@pytest.mark.parametrize("instance", INSTANCES, ids=lambda instance: instance.name)
def test_the_written_optimum_is_optimal(instance: Instance) -> None:
    """q̄ ∈ Δ_n, ⟨z_i, Zᵀq̄⟩ ≥ ‖Zᵀq̄‖² for all i, and all listed q̄ have the same Zᵀq̄; in ℚ."""
    for q in instance.q_bars:
        pull = instance.combine(q)
        scores = [sum(z * v for z, v in zip(row, pull, strict=True)) for row in instance.rows]

        assert sum(q) == 1 and min(q) >= 0
        assert pull == instance.direction
        assert min(scores) == instance.gamma_squared
