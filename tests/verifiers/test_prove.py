"""Protects PROVED: what is discharged for every t is true, and nothing false or out of range is discharged."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from theory.claim import Claim
from theory.claims import all_claims
from theory.relation import above, at_least, at_most, equal
from verifiers.prove import prove

PROVABLE = ("P.L3.4b.1", "P.P3.7.a", "P.P3.7.b.2.corrected")


def altered(id: str, function: Callable[[Any], Any]) -> Claim:
    return replace(all_claims()[id], function=function)


@pytest.mark.parametrize("id", PROVABLE)
def test_the_algebra_of_the_schedule_is_proved(id: str) -> None:
    assert prove(all_claims()[id])


def test_a_claim_read_from_t_0_is_not_proved_by_a_window_that_starts_at_1() -> None:
    assert prove(all_claims()["P.P3.7.b.2"]) is None


def test_a_claim_about_iterates_is_not_proved() -> None:
    assert prove(all_claims()["P.L3.2"]) is None


@pytest.mark.parametrize(
    "wrong",
    [
        lambda run: equal(run.lam[:-1] * (1 - run.lam[1:]) / run.lam[1:], (run.t[1:] - 1) / run.t[1:]),
        lambda run: equal(run.lam[:-1] * (1 - run.lam[:-1]) / run.lam[1:], run.t[1:] / (run.t[1:] + 1)),
        lambda run: at_least(1 / run.lam[:-1] ** 2 - (2 - run.lam[1:]) / run.lam[1:] ** 2, 0),
        lambda run: at_most(1 / run.lam[:-1] ** 2 - (1 - run.lam[1:]) / run.lam[1:] ** 2, 0),
        lambda run: above(run.t[1:], 1),
        lambda run: at_least(run.optimum.gamma * run.sums(1 / run.lam)[1:], run.optimum.gamma * run.t[1:] ** 2 / 2),
        lambda run: at_least(run.optimum.gamma, run.optimum.gamma**2),
    ],
    ids=["momentum", "index", "constant", "direction", "strict at t = 1", "sum", "power of γ̄"],
)
def test_a_false_statement_is_not_proved(wrong: Callable[[Any], Any]) -> None:
    assert prove(altered("P.P3.7.a", wrong)) is None


def test_a_strict_inequality_with_room_at_t_1_is_proved() -> None:
    assert prove(altered("P.P3.7.a", lambda run: above(run.t[1:] + 1, 1)))


def test_a_hypothesis_that_the_schedule_breaks_is_not_assumed() -> None:
    broken = replace(all_claims()["P.L3.4b.1"].given[0], function=lambda run: equal(run.lam, 1 / (run.t + 1)))

    assert prove(replace(all_claims()["P.L3.4b.1"], given=(broken,))) is None
