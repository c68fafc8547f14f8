"""Protects what is measured of a variant: the exponents of known methods, any form of a method, plain data."""

import json
from fractions import Fraction
from typing import Any

import pytest
from lemmacheck.theory.books.jst.algorithms.primal_momentum import PrimalMomentum
from lemmacheck.theory.books.jst.methods.variants import momentum, schedule
from lemmacheck.verifiers.variants.speed import GAPS, KNOWN, REAL, entrant, fits_of_known, rates_of


@pytest.fixture(scope="module")
def nesterov() -> dict[str, Any]:
    return rates_of(momentum(name="mine", beta=lambda t: (t - 1) / (t + 2) if t else 0), raced=300)


def fits(document: dict[str, Any], gap: str, method: str) -> dict[str, dict[str, Any]]:
    """The fits of one gap of one method by data."""
    found = next(entry for entry in document["gaps"] if entry["name"] == gap)["fits"]
    return {fit["data"]: fit for fit in found if fit["method"] == method}


def test_the_exponents_of_known_methods_are_those_of_their_theorems() -> None:
    random = {(gap, fit["method"]): fit for gap, fit in fits_of_known() if fit["data"] == "random"}

    assert random["dual", "Algorithm 1"]["exponent"] == pytest.approx(-2, abs=0.1)
    assert random["margin", "Algorithm 1"]["exponent"] == pytest.approx(-2, abs=0.1)
    assert random["margin", "normalised descent"]["exponent"] == pytest.approx(-1, abs=0.2)
    assert random["margin", "batch perceptron"]["exponent"] == pytest.approx(-1, abs=0.2)
    assert all(fit["lower"] <= fit["exponent"] <= fit["upper"] for fit in random.values())


def test_everything_is_measured_beside_the_known_methods_as_plain_data(nesterov: dict[str, Any]) -> None:
    everywhere = {"structured", "random", *REAL}

    assert json.loads(json.dumps(nesterov, allow_nan=False)) == nesterov
    assert {entry["name"]: entry["statement"] for entry in nesterov["gaps"]} == GAPS
    for method in ("mine", *(known.name for known in KNOWN)):
        assert set(fits(nesterov, "margin", method)) == everywhere
    assert set(fits(nesterov, "dual", "mine")) == set(fits(nesterov, "dual", "Algorithm 1")) == everywhere
    assert fits(nesterov, "dual", "batch perceptron") == {}
    assert [race["data"] for race in nesterov["races"]] == list(REAL)
    for race in nesterov["races"]:
        reached = [method["reached"]["50%"] for method in race["methods"]]
        assert race["methods"][0]["name"] == "mine"
        assert all(found is None or found["t"] <= race["steps"] for found in reached)


def test_a_variant_is_timed_in_its_primal_form_with_its_schedule_tabulated() -> None:
    standard = entrant(schedule(name="mine", lam=lambda t: 2 / (t + 2)), 5)
    other = entrant(schedule(name="mine", lam=lambda t: Fraction(1, 2)), 5)

    assert isinstance(standard.algorithm, PrimalMomentum)
    assert [standard.algorithm.beta(float(t)) for t in range(6)] == pytest.approx([t / (t + 1) for t in range(6)])
    assert isinstance(standard.algorithm.beta(1.0), float)
    assert isinstance(other.algorithm, PrimalMomentum)
    assert [other.algorithm.beta(float(t)) for t in range(3)] == [1.0, 0.5, 0.5]
