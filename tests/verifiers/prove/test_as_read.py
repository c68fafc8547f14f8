"""Protects what a reader is shown of a proof: the formulas that were read, of the relations and of the method."""

from dataclasses import replace
from typing import Any

import pytest
from lemmacheck import at_least, below, equal
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.opening import library_at
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.prove import prove
from lemmacheck.verifiers.prove.as_read import as_read
from lemmacheck.verifiers.prove.engine import Prover
from lemmacheck.verifiers.prove.setting import Setting

SUM = LIBRARY.claims["N1.sum"]


def lines(claim: Claim) -> tuple[str, ...]:
    prover = Prover(Setting(claim, None))
    return as_read(prover.setting, prover.relations)


def test_a_relation_and_its_sums_are_formulas_of_t() -> None:
    read = lines(SUM)

    assert read[0] == "S1_t = 1/4·t² + 3/4·t for every t ≥ 1"
    assert read[-1] == "S1_0 = 0 and S1_{t+1} = 1/2·t + S1_t + 1"


@pytest.mark.parametrize(
    ("function", "read"),
    [
        (lambda run: at_least(run.t[1:], 1), "t ≥ 1 for every t ≥ 1"),
        (lambda run: at_least(run.t[3:], 1 + run.t[:-3]), "t + 2 ≥ t for every t ≥ 1"),
        (lambda run: equal(run.t * run.t, run.t), "t² = t for every t ≥ 0"),
        (lambda run: equal(run.t, run.t), "t = t for every t ≥ 0"),
        (lambda run: below(run.t - 7, run.t), "t − 7 < t for every t ≥ 0"),
    ],
)
def test_it_is_what_the_claim_says_and_not_what_holds(function: Any, read: str) -> None:
    assert lines(replace(SUM, function=function))[0] == read


def test_a_step_of_the_method_is_shown() -> None:
    descent = library_at("lemmacheck.theory.books.classics.gradient_descent:BOOK").claims["GD.descent"]

    assert "x_0 = 1 and x_{t+1} = (Σ(‖z_i‖²)·x_t − ZᵀZx_t)/Σ(‖z_i‖²)" in lines(descent)


def test_what_is_supposed_is_shown_and_a_schedule_is_put_in() -> None:
    supposed = [line for line in lines(LIBRARY.claims["P.L3.5"]) if line.startswith("supposing ")]

    assert supposed[:3] == [
        "supposing ‖z_i‖² ≤ 1",
        "supposing λ_t > 0 for every t ≥ 0",
        "supposing λ_t ≤ 1 for every t ≥ 0",
    ]
    assert not [line for line in supposed if " = " in line]  # θ_t = 1 is put in


def test_a_proof_holds_what_it_speaks_of() -> None:
    found = prove(SUM)

    assert found is not None
    assert found.read == lines(SUM)
