"""Protects the worked variants: each is what its file says, by the claims that it breaks and those that it keeps."""

from pathlib import Path

import pytest
from lemmacheck.verifiers.records.verdict import HOLDING, Verdict
from lemmacheck.verifiers.variants.answer import Answer
from lemmacheck.verifiers.variants.bench import Bench
from lemmacheck.verifiers.variants.summary import verdict

from tests.sampled import sampled
from tests.verifiers.variants.examined import EFFORT, examined

FOLDER = Path(__file__).parents[2] / "variants"
GENERAL = ["P.L3.5", "P.L3.6u", "N1.psi", "N1.margin"]  # of any λ_t that meet (B.8)
MONOTONE, N1, HALF = "P.3.1.R", "N1.rate", "P.3.10.2"

# which claims apply and hold; which do not apply and hold all the same; which do not apply and fail
EXPECTED: dict[str, tuple[list[str], list[str], list[str]]] = {
    "nesterov": (GENERAL, ["P.L3.2", "P.T3.1.1", N1], ["N1.sum", HALF]),
    "fista": (GENERAL, ["P.L3.2", "P.T3.1.1", N1, HALF], ["N1.sum"]),
    "no_momentum": (GENERAL, [], [N1, "P.C.1", "N5.gap"]),
    "constant_momentum": (["P.L3.5", "P.L3.6u"], ["N1.psi", "N1.margin", "P.C.1", N1], ["N1.sum"]),
    "too_large_step": ([], ["P.T3.1.1"], ["N1.psi", "N1.margin", "N5.gap", "P.L3.6u"]),
    "adaptive_step": ([], ["N1.psi", "N1.margin", MONOTONE], [N1, HALF]),
    "restarts": ([], ["N1.psi", "N1.margin"], [N1, HALF, MONOTONE]),
    "subtly_wrong": ([], [N1], ["N1.psi", HALF, MONOTONE]),
    "logistic": (["P.C.1", "P.C.4", "P.C.5"], [], ["P.C.1.KL.2"]),
    "better": ([], ["N1.psi", "N1.margin", N1, HALF], [MONOTONE]),
}


def answers_of(name: str) -> dict[str, Answer]:
    variant = Bench(str(FOLDER / f"{name}.py")).ready(0, EFFORT.steps).variant
    return {answer.theorem.id: answer for answer in examined(variant)}


def test_there_are_ten_and_each_is_expected_to_do_something() -> None:
    assert {path.stem for path in FOLDER.glob("*.py")} == EXPECTED.keys()
    assert len(EXPECTED) == 10


@pytest.mark.slow
@pytest.mark.parametrize("name", sampled(EXPECTED, 1))
def test_a_worked_variant_keeps_and_breaks_what_it_is_said_to(name: str) -> None:
    found = answers_of(name)
    applying, holding, failing = EXPECTED[name]

    assert [id for id, answer in found.items() if answer.contradicts] == []
    assert {id: found[id].theorem.verdict for id in applying if found[id].theorem.verdict not in HOLDING} == {}
    assert {found[id].theorem.verdict for id in [*holding, *failing]} == {Verdict.NOT_APPLICABLE}
    assert {id: verdict(found[id]) for id in holding if verdict(found[id]) not in HOLDING} == {}
    assert {id: verdict(found[id]) for id in failing if verdict(found[id]) != Verdict.REFUTED} == {}


def test_the_slip_that_a_plot_does_not_show_is_told_as_floats() -> None:
    flown = Bench(str(FOLDER / "subtly_wrong.py")).ready(0, EFFORT.steps)

    assert flown.tier.startswith("floats")
