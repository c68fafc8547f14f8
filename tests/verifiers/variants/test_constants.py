"""Protects the constants that would be true: each is reached by its witness, and suffices on all that was tried."""

import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from lemmacheck import at_most
from lemmacheck.theory.books.jst.methods.variants import Variant, momentum, schedule
from lemmacheck.verifiers.instances.families import structured
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.variants.asking import own
from lemmacheck.verifiers.variants.bench import Bench
from lemmacheck.verifiers.variants.constants import LONG, in_words, largest_power, needed_constants
from lemmacheck.verifiers.variants.unseen import Trial

from tests.shipped import subject_of

CLAIMS = LIBRARY.claims
DATA = structured()[::5]
NONE = momentum(name="none", beta=lambda t: 0)
STANDARD = momentum(name="standard")


def constant(id: str, variant: Variant, steps: int = 40) -> dict[str, Any]:
    (found,) = needed_constants(CLAIMS[id], variant, [Trial(one, steps) for one in DATA])
    return found


@pytest.mark.parametrize(("variant", "holds"), [(STANDARD, True), (NONE, False)], ids=["standard", "no momentum"])
def test_the_constant_of_lemma_3_2_is_that_of_its_witness(variant: Variant, holds: bool) -> None:
    found = constant("P.L3.2", variant)
    witness = Instance.from_json(found["instance"], found["Z"])
    algorithm = variant.forms[CLAIMS["P.L3.2"].about]  # type: ignore[index]
    with Float64().active():
        subject = subject_of(witness, Float64(), algorithm, 40)
        t = found["t"]
        gap = subject.phi(subject.mu[t]) - subject.optimum.phi[0]
        share = gap * (t + 1) ** 2 / (4 * np.log(subject.n))
    lower, upper = (float(found["constant"][end]) for end in ("lower", "upper"))

    assert found["reading"] == "lhs ≤ c · rhs"
    assert lower <= share * (1 + 1e-9)
    assert share <= upper * (1 + 1e-9)
    assert 0 < upper - lower < 1e-4 * upper
    assert found["holds"] == holds == (upper <= 1)
    assert json.dumps(found, allow_nan=False)


def test_no_run_that_was_tried_needs_more() -> None:
    most = float(constant("P.L3.2", NONE)["constant"]["upper"])
    for instance in DATA:
        found = needed_constants(CLAIMS["P.L3.2"], NONE, [Trial(instance, 40)])
        assert all(float(one["constant"]["lower"]) <= most for one in found)


def test_the_constant_of_a_margin_bound_is_of_what_it_subtracts() -> None:
    logarithm_free, printed = constant("N1.rate", NONE), constant("P.T3.1.1", STANDARD)

    assert logarithm_free["reading"] == printed["reading"] == "γ̄ − lhs ≤ c · (γ̄ − rhs)"
    assert not logarithm_free["holds"]
    assert float(printed["constant"]["upper"]) < 0.2


def test_the_power_of_t_tells_momentum_from_none() -> None:
    with_it, without = constant("N1.rate", STANDARD)["powers"], constant("N1.rate", NONE)["powers"]

    assert with_it["allowed"] == pytest.approx(2, abs=0.1)
    assert with_it["largest"] == pytest.approx(2, abs=0.1)
    assert without["largest"] == pytest.approx(1, abs=0.1)


@pytest.mark.parametrize("power", [0.5, 1, 2, 4])
def test_the_power_of_a_power_law_is_found(power: float) -> None:
    t = np.arange(1, LONG + 1, dtype=float)

    assert largest_power(3 / t**power) == pytest.approx(power, abs=0.02)
    assert np.isnan(largest_power(0 * t))


@pytest.mark.slow
def test_a_bound_of_zero_has_no_constant_and_an_identity_none_to_find() -> None:
    found = constant("P.T3.1.2u", NONE)

    assert (found["constant"], found["holds"], found["allowed"]) == (None, False, "0")
    assert needed_constants(CLAIMS["P.3.3eq.3"], STANDARD, [Trial(one, 5) for one in DATA]) == []
    assert needed_constants(CLAIMS["N.DA.typical.dual"], STANDARD, [Trial(one, 5) for one in DATA]) == []


def test_a_constant_is_told_in_a_line() -> None:
    assert in_words(constant("N1.rate", NONE)).startswith("γ̄ − lhs ≤ c · (γ̄ − rhs): c = 4.37897 suffices on the ")
    assert in_words(constant("N1.rate", NONE)).endswith("; of 1/t the runs leave a power of about 1.0")
    assert "no constant will do" in in_words(constant("P.T3.1.2u", NONE))


def test_a_ratio_of_exact_numbers_is_exact() -> None:
    row = Instance("one row", ((Fraction(-1),),))
    (found,) = needed_constants(CLAIMS["P.L3.6l"], STANDARD, [Trial(row, 5)])

    assert found["constant"] == {"lower": "1", "upper": "1"}
    assert found["holds"]


def stated(function: Any) -> Any:
    """A claim of an author's about the dual method."""
    (claim,) = own(schedule(claims=[function], name="standard"))
    return claim


def test_a_constant_suffices_on_the_longer_runs_too() -> None:
    def late(run: Any) -> Any:
        """T ≤ 5."""
        return at_most(run.t[-1:], 5)

    trials = [Trial(DATA[0], 8), Trial(DATA[1], 30)]
    (found,) = needed_constants(stated(late), schedule(name="standard"), trials)

    assert (found["constant"]["lower"], found["steps"]) == ("6", 30)


def test_no_constant_is_told_where_a_larger_one_asks_for_more() -> None:
    """5 ≤ 4c holds with 5/4, and −1 ≤ −2c does not."""

    def negative(run: Any) -> Any:
        """5 − 6t ≤ 4 − 6t."""
        return at_most(5 - 6 * run.t, 4 - 6 * run.t)

    trials = [Trial(DATA[0], 9)]

    assert needed_constants(stated(negative), schedule(name="standard"), trials) == []


def test_the_witness_that_is_shown_is_among_the_runs_on_which_a_constant_suffices() -> None:
    """None does on one row, where ln n = 0; the data that were tried have several rows."""
    bench = Bench("uphill", [schedule(lam=lambda t: -2 / (t + 2), name="uphill")])
    (doubt,) = (one for group in range(3) for one in bench.doubts(0, group, 5, "N1.margin"))
    several = tuple(one for one in doubt.data if len(one[1]) > 1)[:2]

    answer = bench.answer(0, replace(doubt, data=several), 5)

    assert answer.outcome.witness.Z == [["-1"]]
    assert [one["constant"] for one in answer.needed] == [None]
