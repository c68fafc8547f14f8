"""Protects the fitted rates: a planted exponent is found, and a slower sequence never passes for the rate."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lemmacheck import Claim, Decay
from lemmacheck.theory.books.jst.algorithms.gradient_descent import NormalizedGD
from lemmacheck.theory.core.run import run
from lemmacheck.theory.core.source import Citation
from lemmacheck.verifiers.decide import rates
from lemmacheck.verifiers.decide.curves import of_rate
from lemmacheck.verifiers.instances.families import structured
from lemmacheck.verifiers.instances.margins import margin_problem
from lemmacheck.verifiers.library.plan import QUICK
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.records.verdict import Verdict
from scipy.optimize import curve_fit

Sequence = Callable[[np.ndarray], np.ndarray]
STEPS = QUICK.rate_steps
T = np.arange(1, STEPS + 2, dtype=float)
ENOUGH = rates.FEWEST + 4


def measured(
    sequence: Sequence, power: float | None, logs: float = 0, instances: int = ENOUGH
) -> list[tuple[str, Decay]]:
    """The sequence on so many instances, each with a size and a delay of its own."""
    return [(f"planted-{k}", Decay((k + 1) * sequence(T + k % 3) / 7, power, logs)) for k in range(instances)]


def judged(sequence: Sequence, power: float | None, logs: float = 0, instances: int = ENOUGH) -> Verdict:
    found = measured(sequence, power, logs, instances)
    return rates.judge(found[0][1], rates.fit(found))[0]


# A sequence, the logarithms divided out, and its exponent (None: it has no power law).
PLANTED: dict[str, tuple[Sequence, float, float]] = {
    "1/t": (lambda t: 1 / t, 0, -1),
    "1/t²": (lambda t: 1 / t**2, 0, -2),
    "1/√t": (lambda t: t**-0.5, 0, -0.5),
    "1/t⁴": (lambda t: t**-4, 0, -4),
    "1/(t+3)²": (lambda t: (t + 3) ** -2, 0, -2),
    "1/t² + 5/t³": (lambda t: t**-2 + 5 * t**-3, 0, -2),
    "ln(t+1)/t²": (lambda t: np.log(t + 1) / t**2, 1, -2),
    "ln(t+1)²/t": (lambda t: np.log(t + 1) ** 2 / t, 2, -1),
    "a plateau": (lambda t: 1 + 1 / t, 0, 0),
    "a low plateau": (lambda t: 0.1 + 1 / t, 0, 0),
    "growth, by its envelope": (lambda t: t, 0, 0),
    "1/t², then rounding": (lambda t: t**-2 + 1e-15, 0, -2),
}


@pytest.mark.parametrize(("sequence", "logs", "exponent"), PLANTED.values(), ids=list(PLANTED))
def test_a_planted_exponent_is_found(sequence: Sequence, logs: float, exponent: float) -> None:
    fitted = rates.fit(measured(sequence, 1, logs))

    assert fitted.exponent == pytest.approx(exponent, abs=0.02)
    assert fitted.lower <= fitted.exponent <= fitted.upper
    assert fitted.upper - fitted.lower < 0.05
    assert (fitted.instances, fitted.vanished) == (ENOUGH, 0)


@pytest.mark.parametrize(("sequence", "logs", "exponent"), PLANTED.values(), ids=list(PLANTED))
def test_a_rate_is_supported_up_to_the_planted_exponent_and_no_further(
    sequence: Sequence, logs: float, exponent: float
) -> None:
    verdicts = {power: judged(sequence, power, logs) for power in (0.25, 0.75, 1.5, 2.5, 3.75, 4.25)}

    assert verdicts == {p: Verdict.SUPPORTED if p < -exponent else Verdict.UNDECIDED for p in verdicts}


@pytest.mark.parametrize(("power", "logs"), [(1, 100), (1, 7), (2, 14), (0.5, 4), (0.1, 1)])
def test_what_does_not_decay_is_hidden_by_no_logarithms(power: float, logs: float) -> None:
    assert judged(lambda t: t**0, power, logs) == Verdict.UNDECIDED


@given(st.floats(0.25, 3), st.floats(0.05, 1), st.sampled_from([0.0, 1.0]), st.integers(0, 5))
def test_a_slower_sequence_is_never_supported_and_a_faster_one_always(
    power: float, gap: float, logs: float, delay: int
) -> None:
    def decay(exponent: float) -> Sequence:
        return lambda t: np.log(t + 1) ** logs * (t + delay) ** -exponent

    assert judged(decay(power - gap), power, logs) == Verdict.UNDECIDED
    assert judged(decay(power + gap), power, logs) == Verdict.SUPPORTED


def test_one_slow_data_set_among_many_leaves_a_rate_undecided() -> None:
    """An O(·) is about every data set, so the median may not speak for all."""
    fast, slow = measured(lambda t: t**-2.5, 2, instances=55), ("slow", Decay(0.1 + 1 / T, 2))
    verdict, reason = rates.judge(fast[0][1], rates.fit([*fast, slow]))

    assert rates.judge(fast[0][1], rates.fit(fast))[0] == Verdict.SUPPORTED
    assert verdict == Verdict.UNDECIDED
    assert reason.startswith("on slow, the slowest, fitted exponent")


def test_a_sequence_that_is_too_short_for_a_fit_reaches_no_limit() -> None:
    few = [(f"{k}", Decay(1 / T[:39], 1)) for k in range(ENOUGH)]
    verdict, reason = rates.judge(few[0][1], rates.fit(few))

    assert verdict == Verdict.UNDECIDED
    assert f"(0 more reach the limit, {ENOUGH} have too few entries above rounding)" in reason
    assert rates.slope(1 / T[:40], 0) is not None


def test_an_exponential_decay_supports_every_power_and_reaches_its_limit_when_it_is_too_fast_to_fit() -> None:
    slow, fast = (lambda t: np.exp(-t / 9)), (lambda t: np.exp(-2 * t))

    assert {power: judged(slow, power) for power in (None, 1, 4)} == dict.fromkeys((None, 1, 4), Verdict.SUPPORTED)
    assert rates.fit(measured(fast, 1)).vanished == ENOUGH
    assert judged(fast, 1) == Verdict.SUPPORTED
    assert judged(lambda t: np.maximum(np.exp(-2 * t), 1e-6), 1) == Verdict.UNDECIDED
    assert rates.exponent(measured(fast, 1)[0][1]) == "reaches its limit"
    assert judged(fast, 1, instances=rates.FEWEST) == Verdict.SUPPORTED
    alone = measured(fast, 1, instances=1)
    assert rates.judge(alone[0][1], rates.fit(alone, 1))[1] == "it is below 1e-12 before an exponent shows"
    some = [*measured(fast, 1), ("short", Decay(1 / T[:21], 1))]
    assert rates.judge(some[0][1], rates.fit(some))[0] == Verdict.UNDECIDED


@pytest.mark.parametrize("sequence", [lambda t: t, np.sqrt, lambda t: t**0, lambda t: t**-0.5])
def test_what_is_below_rounding_throughout_shows_no_rate(sequence: Sequence) -> None:
    assert judged(lambda t: sequence(t) / 10**20, 1) == Verdict.UNDECIDED


@pytest.mark.parametrize("power", [0, -1, float("nan")])
def test_a_power_that_does_not_make_it_fall_is_no_decay(power: float) -> None:
    with pytest.raises(ValueError, match=r"need not tend to 0|power=nan"):
        Decay(T, power)


def test_a_rate_of_no_entries_or_of_infinite_ones_is_undecided_and_drawn_as_far_as_it_goes() -> None:
    for sequence in (T[:0], np.full(len(T), np.inf)):
        found = [(str(k), Decay(sequence, 1)) for k in range(ENOUGH)]
        assert rates.judge(found[0][1], rates.fit(found))[0] == Verdict.UNDECIDED
        assert of_rate(found) == []


@pytest.mark.parametrize("level", [1.0, 0.1, 0.01])
def test_a_plateau_is_no_limit_of_zero(level: float) -> None:
    assert judged(lambda t: level + 1 / t, None) == Verdict.UNDECIDED
    assert judged(lambda t: level / t, None) == Verdict.SUPPORTED
    told = rates.judge(Decay(T, None), rates.fit(measured(lambda t: level / t, None)))[1]
    assert told.endswith("for every instance and needs a power law, an exponent of at most −0.5")


def test_only_what_stands_above_rounding_is_fitted() -> None:
    rounding = np.random.default_rng(0).uniform(0, rates.NOISE / 9, size=len(T))
    clean, noisy = rates.slope(T**-6, 0), rates.slope(T**-6 + rounding, 0)

    assert clean[0] == pytest.approx(-6, abs=0.01)
    assert noisy[0] == pytest.approx(-6, abs=0.2)
    assert rates.slope(rounding, 0) is None
    assert rates.slope(0 * T, 0) is None


def test_the_error_of_an_exponent_is_that_of_least_squares() -> None:
    shaken = np.exp(np.random.default_rng(4).normal(0, 0.1, len(T))) / T
    envelope = np.maximum.accumulate(shaken[::-1])[::-1]
    half = len(T) // 2
    t = T[half // 10 : half]
    best, covariance = curve_fit(lambda t, x, c, a: x * np.log(t) + c + a / t, t, np.log(envelope[half // 10 : half]))

    assert rates.slope(shaken, 0) == pytest.approx((best[0], np.sqrt(covariance[0, 0])), rel=1e-6)
    fitted = rates.fit([("shaken", Decay(shaken, 1))] * ENOUGH)
    assert fitted.slowest_upper == pytest.approx(best[0] + 2.5758293 * np.sqrt(covariance[0, 0]), rel=1e-6)
    assert rates.slope(np.log(T + 1) ** 2 / T, 2) == pytest.approx((-1, rates.RESOLUTION), abs=1e-9)


def test_the_interval_of_the_median_leaves_out_what_a_fair_coin_does() -> None:
    """Of 12 tosses at most 1 shows heads with a chance of 13/4096, below half of 1 %; at most 2 with more."""
    found = [(f"{k}", Decay(T ** -(1 + k / 10), 1)) for k in range(12)]
    fitted = rates.fit(found)

    assert (fitted.lower, fitted.exponent, fitted.upper) == pytest.approx((-2.0, -1.55, -1.1), abs=1e-6)


def test_of_a_fair_coin_the_least_number_of_heads_is_counted_that_has_the_chance() -> None:
    assert [rates.fair_coin(2, chance) for chance in (0.25, 0.26, 0.75, 0.76, 1)] == [0, 1, 1, 2, 2]
    fitted = rates.fit([(f"{k}", Decay(T ** -(1 + k / 10), 1)) for k in range(15)])  # 121/2¹⁵ < 0.005 ≤ 576/2¹⁵
    assert (fitted.lower, fitted.upper) == pytest.approx((-2.2, -1.2), abs=1e-6)


@pytest.mark.parametrize("logs", [0, 1])
def test_what_falls_no_further_after_the_fit_has_the_slope_of_what_follows(logs: int) -> None:
    """k^−0.9 for the half that is fitted, then k^−0.2, up to the logarithms."""
    half, k = len(T) // 2, np.maximum(T - 1, 1)
    found = rates.slope(np.log(T + 1) ** logs * np.where(k < half, k**-0.9, half**-0.7 * k**-0.2), logs)

    assert found == pytest.approx((-0.2, rates.RESOLUTION), abs=1e-9)


def test_a_sequence_of_zeros_reaches_its_limit_and_an_exponent_of_almost_0_is_written_as_0(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert rates.fit(measured(lambda t: 0 * t, 1)).vanished == ENOUGH
    assert judged(lambda t: 0 * t, 1) == Verdict.SUPPORTED
    monkeypatch.setattr(rates, "slope", lambda *_: (-4e-7, 0.0))
    assert rates.exponent(Decay(T, 1)) == "0.000000"


def test_of_runs_that_read_no_data_one_sequence_says_all() -> None:
    fitted = rates.fit([("one", Decay(1 / T**2, 1))], 1)

    assert rates.judge(Decay(T, 1), fitted) == (
        Verdict.SUPPORTED,
        "fitted exponent -2.000, at most -2.000 at 99%; the claim needs an exponent of at most −1",
    )
    several = rates.fit([("one", Decay(1 / T**2, 1))] * 2, 2)
    assert rates.judge(Decay(T, 1), several)[1].startswith("on one, the slowest, fitted exponent -2.000")


@pytest.mark.parametrize("instances", [1, rates.FEWEST - 1])
def test_too_few_instances_are_undecided_whatever_they_show(instances: int) -> None:
    found = measured(lambda t: 1 / t**3, 1, instances=instances)
    verdict, reason = rates.judge(found[0][1], rates.fit(found))

    assert verdict == Verdict.UNDECIDED
    assert f"on {instances} instances" in reason
    few = rates.Fit(0.0, -np.inf, np.inf, instances, 0, "", -np.inf, -np.inf)
    assert replace(rates.fit(found), exponent=0.0) == few
    assert judged(lambda t: 1 / t**3, 1, instances=rates.FEWEST) == Verdict.SUPPORTED


def test_the_slowest_instance_is_named() -> None:
    """It is the one whose interval ends last, whatever its exponent."""
    found = measured(lambda t: t**-2.0, 1)
    slow = ("slow", Decay(T**-1.25, 1))

    shaken = ("shaken", Decay(np.exp(np.random.default_rng(2).normal(0, 0.3, len(T))) * T**-1.54, 1))
    alone, least = (rates.fit([one] * ENOUGH) for one in (shaken, slow))

    assert rates.fit([*found[:5], slow, *found[5:]]).slowest == "slow"
    assert alone.exponent < least.exponent < alone.slowest_upper
    assert rates.fit([*found[:5], shaken, slow, *found[5:]]).slowest == "shaken"
    assert rates.exponent(slow[1]) == "-1.250000"


def test_the_reason_tells_the_slowest_the_median_and_what_the_claim_needs() -> None:
    found = measured(lambda t: np.log(t + 1) / t**2, 2, 1)
    _, reason = rates.judge(found[0][1], rates.fit(found))

    assert reason.startswith("on planted-")
    assert "at 99% after division by ln(t+1)^1; median -" in reason
    assert "the claim is for every instance and needs an exponent of at most −2; " in reason
    assert reason.endswith("as at_most(s, C / (run.t + 1) ** 2), is decided")
    alike = [("one", Decay(1 / T, 1))] * ENOUGH
    assert rates.judge(alike[0][1], rates.fit(alike))[1] == (
        "on one, the slowest, fitted exponent -1.000, at most -1.000 at 99%; median -1.000 [-1.000, -1.000] on "
        "12 instances (0 more reach the limit); the claim is for every instance and needs an exponent of at most −1; "
        f"no fit tells a sequence of exactly this order from a slower one; {rates.BOUNDED}"
    )


def test_of_what_is_seen_to_fall_slower_it_is_said_what_would_decide() -> None:
    slower = "what is seen is slower, and no finite run refutes a rate; a bound with its constant, as at_most(s, C / "
    for power, end in ((2, "(run.t + 1) ** 2), is decided"), (Fraction(3, 2), "(run.t + 1)), is decided")):
        found = measured(lambda t: 1 / t, power)
        verdict, reason = rates.judge(found[0][1], rates.fit(found))
        assert (verdict, reason.endswith(slower + end)) == (Verdict.UNDECIDED, True)


@pytest.mark.parametrize(
    ("upper", "verdict", "told"),
    [(-1.0, Verdict.SUPPORTED, False), (-0.9996, Verdict.UNDECIDED, True), (-0.9994, Verdict.UNDECIDED, False)],
)
def test_a_rate_is_judged_at_the_upper_end_of_the_slowest_alone(upper: float, verdict: Verdict, told: bool) -> None:
    fitted = rates.Fit(-3.0, -3.0, -3.0, ENOUGH, 0, "one", -3.0, upper)
    found, reason = rates.judge(Decay(1 / T, 1), fitted)

    assert (found, "from a slower one" in reason) == (verdict, told)
    assert reason.endswith(rates.BOUNDED) == (verdict == Verdict.UNDECIDED)


@pytest.mark.parametrize(("power", "mutants"), [(None, 1), (1.0, 3), (2.0, 3)])
def test_every_mutant_of_a_clean_rate_loses_the_verdict(power: float | None, mutants: int) -> None:
    teeth = rates.teeth_of(measured(lambda t: t ** -((power or 1.0) + 0.1), power))

    assert (teeth.killed, teeth.of, teeth.survivors) == (mutants, mutants, [])


@pytest.mark.parametrize(("power", "mutants"), [(None, 1), (1.0, 3)])
def test_of_the_one_run_that_there_is_without_data_the_mutants_lose_the_verdict_too(
    power: float | None, mutants: int
) -> None:
    (alone, *_) = measured(lambda t: t ** -((power or 1.0) + 0.1), power)

    assert (rates.teeth_of([alone], 1).killed, rates.teeth_of([alone], 1).of) == (mutants, mutants)


@pytest.mark.parametrize(("exponent", "survivors"), [(2.5, ["slower by t"]), (3.5, ["slower by t", "slower by t²"])])
def test_a_mutant_that_is_still_fast_enough_survives(exponent: float, survivors: list[str]) -> None:
    teeth = rates.teeth_of(measured(lambda t: t**-exponent, 1))

    assert (teeth.killed, teeth.of, teeth.survivors) == (3 - len(survivors), 3, survivors)


def test_the_sequence_of_a_claim_is_read_from_its_run_on_each_instance() -> None:
    def statement(run: Any) -> Decay:
        return Decay(run.norm(run.w), 1)

    claim = LIBRARY.bind(Claim("T", Citation("T", "nowhere"), "rate", "", statement, NormalizedGD, returns=Decay))
    instances = structured()[::5]
    found = dict(rates.decays(claim, NormalizedGD(), instances, 9))

    assert set(found) == {instance.name for instance in instances}
    for instance in instances:
        alone = run(NormalizedGD(), margin_problem(instance, Float64()), 9)
        assert found[instance.name].sequence == pytest.approx(alone.norm(alone.w), abs=1e-12)
        assert found[instance.name].power == 1
    of_time = replace(claim, function=lambda run: Decay(1 / (run.t + 1), 1))  # which all data have
    for _, decay in rates.decays(of_time, NormalizedGD(), instances, 9):
        assert decay.sequence == pytest.approx(1 / np.arange(1, 11), abs=1e-12)


def test_what_is_no_decay_in_floats_is_undefined_at_every_t_of_every_instance() -> None:
    claim = LIBRARY.bind(
        Claim("T", Citation("T", "nowhere"), "rate", "", lambda run: None, NormalizedGD, returns=Decay)
    )
    found = rates.decays(claim, NormalizedGD(), structured()[:9], 5)
    assert claim.method is not None
    dataless = replace(claim, method=replace(claim.method, dataless=True))

    assert (rates.fewest(claim), rates.fewest(dataless)) == (rates.FEWEST, 1)
    assert len(found) == 9
    for _, decay in found:
        assert np.isnan(decay.sequence).tolist() == [True] * 6


def test_a_rate_of_a_problem_alone_has_one_sequence_on_each_instance() -> None:
    claim = Claim("T", Citation("T", "nowhere"), "rate", "", lambda p: Decay(np.array([1.0, 0.5]), 1), returns=Decay)
    found = rates.decays(claim, None, structured()[:3], 5)

    assert [decay.sequence.tolist() for _, decay in found] == [[1.0, 0.5]] * 3


def test_the_rates_of_the_book_are_decays_and_have_an_algorithm() -> None:
    claims = [claim for claim in LIBRARY.claims.values() if claim.is_rate]

    assert claims
    for claim in claims:
        algorithm = next(iter(claim.usual.values()))
        (_, decay), *_ = rates.decays(claim, algorithm, structured()[-1:], 5)
        assert isinstance(decay, Decay)


def test_an_undefined_sequence_leaves_a_rate_undecided() -> None:
    fine = measured(lambda t: t**-2.0, 1)
    broken = [("broken", fine[0][1]._replace(sequence=np.append(fine[0][1].sequence, np.nan)))]

    assert rates.judge(fine[0][1], rates.fit(fine))[0] == Verdict.SUPPORTED
    verdict, reason = rates.judge(fine[0][1], rates.fit([*fine, *broken]))
    assert verdict == Verdict.UNDECIDED
    assert reason.startswith("on broken floats leave the sequence undefined")


def test_an_oscillation_is_not_taken_for_decay_at_the_end_of_a_run() -> None:
    fitted = rates.fit(measured(lambda t: (1.01 + np.cos(t / 30)) / t, 1))

    assert fitted.upper > -1.2


def test_a_logarithmic_rate_is_the_power_0_after_multiplication_with_the_logarithm() -> None:
    def logarithmic(t: np.ndarray) -> np.ndarray:
        return 1 / np.log(t + 1)

    found = measured(lambda t: logarithmic(t) ** 2, 0, -1)

    assert rates.judge(found[0][1], rates.fit(found))[0] == Verdict.SUPPORTED
    assert judged(lambda t: logarithmic(t) ** 0.5, 0, -1) == judged(lambda t: 1 + 0 * t, 0, -1) == Verdict.UNDECIDED
    assert rates.judge(found[0][1], rates.fit(found))[1].endswith("needs an exponent of at most 0")
    assert rates.teeth_of(found).survivors == []


def test_a_power_may_be_a_fraction() -> None:
    assert judged(lambda t: t**-0.6, Fraction(1, 2)) == Verdict.SUPPORTED
    assert judged(lambda t: t**-0.4, Fraction(1, 2)) == Verdict.UNDECIDED
