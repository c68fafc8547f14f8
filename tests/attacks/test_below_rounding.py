"""Rates of sequences that floats take for 0: what levels off there, or is 0 in floats alone, is not said to fall."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from flint import arb
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.relation import Decay
from lemmacheck.verifiers.decide.below_rounding import falls, goes_on, sizes_of
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.library.plan import Effort
from lemmacheck.verifiers.records.verdict import Verdict

from tests.attacks.conftest import Count
from tests.books.written import method_text, problem_text, writer
from tests.quick import check

ONE = Instance.from_json("one", [["1"]])
FEW = Effort(per_shape=4, own=0)
TEXT = (
    problem_text("Two", "a=1 + abs(Z[0, 0])")
    + method_text("Newton", "State(p.a)", "State((s.x + 2 / s.x) / 2)")
    + """@claim("R", about=Newton)
def rate(run):
    'A sequence falls.'
    p, t = run.problem, run.t
    return Decay(STATED)


METHOD = Method(Newton, on=Two)
"""
)
FALSE = {
    "levels off at 10⁻¹⁴": "p.exp(-t) + Fraction(1, 10**14), 3",
    "levels off at 10⁻¹³, after an exponent shows": "p.exp(-t / 9) + Fraction(1, 10**13), 3",
    "a number that is 0 in floats": "0 * t + p.exp(-1000 * p.a), None",
    "a number that rounding leaves out": "(1 + p.exp(-t * t - 1) + p.exp(-40 + 0 * t)) - 1, 1",
    "comes near a limit, not to it": "run.x - p.sqrt(2) + Fraction(1, 10**15), 2",
    "slower than it says, and small": "p.exp(-30 + 0 * t) / (t + 1), 2",
}
TRUE = {
    "exponentially": "p.exp(-t), 3",
    "exponentially, and an exponent shows": "p.exp(-t / 9), None",
    "to what balls do not tell from the limit": "run.x * run.x - 2, 3",
    "0 from the first": "0 * run.x, 1",
}


def stating(folder: Path, sequence: str) -> Claim:
    return writer(folder)(TEXT.replace("STATED", sequence)).claims["R"]


@pytest.mark.parametrize("what", FALSE)
def test_what_levels_off_is_seen_not_to_go_on(tmp_path: Path, what: str) -> None:
    stated = stating(tmp_path, FALSE[what])

    assert not goes_on(stated, ONE, stated.usual[""], 600)


@pytest.mark.parametrize("what", TRUE)
def test_what_falls_is_seen_to_go_on(tmp_path: Path, what: str) -> None:
    stated = stating(tmp_path, TRUE[what])

    assert goes_on(stated, ONE, stated.usual[""], 600)


def test_a_method_that_says_how_long_its_runs_are_is_asked_of_as_many_steps_as_were_measured(tmp_path: Path) -> None:
    text = TEXT.replace("STATED", FALSE["levels off at 10⁻¹⁴"]).replace("on=Two", "on=Two, steps=12")
    stated = writer(tmp_path)(text).claims["R"]

    assert goes_on(stated, ONE, stated.usual[""], 12)
    assert not goes_on(stated, ONE, stated.usual[""], 600)


@pytest.mark.slow
@pytest.mark.parametrize("what", FALSE)
def test_what_does_not_go_on_falling_is_not_supported(tmp_path: Path, what: str, counted: Count) -> None:
    verdict = check(stating(tmp_path, FALSE[what]), FEW).verdict

    counted("rates below rounding", tried=1, wrong=int(verdict in (Verdict.SUPPORTED, Verdict.CERTIFIED)))
    assert verdict in (Verdict.UNDECIDED, Verdict.REFUTED)


@pytest.mark.slow
@pytest.mark.parametrize("what", TRUE)
def test_what_goes_on_falling_is_supported(tmp_path: Path, what: str) -> None:
    record = check(stating(tmp_path, TRUE[what]), FEW)

    assert record.verdict == Verdict.SUPPORTED, record.reason


def test_a_sequence_that_divides_by_0_is_not_seen_to_go_on(tmp_path: Path) -> None:
    stated = stating(tmp_path, TRUE["exponentially"])
    undefined = replace(stated, function=lambda run: Decay(run.x / (run.x - run.x), 1))

    assert not goes_on(undefined, ONE, stated.usual[""], 20)


def test_a_run_of_which_nothing_is_known_shows_nothing() -> None:
    known = [1 / arb(t + 1) for t in range(20)]

    assert falls(known)
    assert not falls([*known[:19], arb("nan")])
    assert not falls([arb(0, 1)] * 20)
    assert falls([*known, *[arb(0, 1e-9)] * 20])  # its first half shows it
    assert not falls(known[:8])


@pytest.mark.parametrize(
    ("power", "logs"), [(2, 0), (1, 2), (Fraction(1, 2), 1), (1, Fraction(-3, 2)), (0.25, 0.5), (None, 0)]
)
def test_a_sequence_of_the_stated_order_has_one_size_throughout(power: Any, logs: Any) -> None:
    p, k = arb(0.5 if power is None else float(power)), arb(float(logs))
    sequence = np.array([-(arb(t + 2).log() ** k) / arb(t + 1) ** p for t in range(12)], dtype=object)
    sizes = sizes_of(Decay(sequence, power, logs))

    assert len(sizes) == 12
    assert all(size.contains(1) and size.rad() < 1e-9 for size in sizes)


def test_the_last_quarter_of_a_run_is_compared_with_the_quarter_before_it() -> None:
    for k in range(20):
        level, rising = [arb(1)] * 20, [arb(1)] * 14 + [arb(3) / 2] * 6
        level[k] = rising[k] = arb(2)
        assert (falls(level), falls(rising)) == (k < 14, 9 <= k < 14)
    rough = [*map(arb, range(9)), *[arb(10)] * 11]
    rough[12] = arb(20, 1)
    assert falls(rough)
