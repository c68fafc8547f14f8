"""Protects what is derived of a schedule: a closed form is true for every t, a condition proved holds at every t."""

from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lemmacheck import at_least, claim, hypothesis
from lemmacheck.theory.books.jst.methods.variants import Variant, momentum, schedule, steps
from lemmacheck.theory.core.schedules import Drawn
from lemmacheck.theory.margins.losses import Logistic
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.records.verdict import Record, Scope, Verdict
from lemmacheck.verifiers.variants.answer import Answer
from lemmacheck.verifiers.variants.closed_forms import NoClosedForm, closed_form
from lemmacheck.verifiers.variants.derived import CONDITIONS, HORIZON, decided_until, derived, holds_at, unmet
from lemmacheck.verifiers.variants.sequences import known_sequence
from lemmacheck.verifiers.variants.summary import outcome

PROVED, CERTIFIED, REFUTED = Verdict.PROVED, Verdict.CERTIFIED, Verdict.REFUTED
SLOW = "slow_schedule"


def from_one(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The momentum, and none at t = 0."""
    return lambda t: function(t) if t else 0


# A function of t, its closed form, and from which t on it holds.
FORMS: dict[str, tuple[Callable[[Any], Any], str, int]] = {
    "rational": (lambda t: 2 / (t + 2), "2/(t + 2)", 0),
    "one branch": (lambda t: 0 if t == 0 else (t - 1) / (t + 2), "(t − 1)/(t + 2)", 1),
    "a later branch": (lambda t: Fraction(1, 2) if t < 9 else 1 / (t * t), "1/t²", 9),
    "a minimum": (lambda t: min(1, 3 / (t + 1)), "3/(t + 1)", 3),
    "a float that is a constant": (lambda t: 0.9, "0.9", 0),
    "a maximum with a float": (lambda t: max(2 / (t + 2), 0.25), "1/4", 7),
    "a branch at a float": (lambda t: 1 if t < 2.5 else 3 / t, "3/t", 3),
    "a negative one": (lambda t: -(t + 1) / (3 * t), "−(t + 1)/(3t)", 1),
    "a pole": (lambda t: 1 / (t - 7), "1/(t − 7)", 8),
}


@pytest.mark.parametrize(("function", "formula", "since"), FORMS.values(), ids=list(FORMS))
def test_a_closed_form_is_read_off_the_function(function: Callable[[Any], Any], formula: str, since: int) -> None:
    found = closed_form(function)

    assert (str(found), found.since) == (formula, since)
    assert all(Fraction(str(found(t))) == Fraction(function(Fraction(t))) for t in range(since, since + 40))


def test_who_looks_at_fractions_does_not_change_them() -> None:
    assert isinstance(Fraction.__annotations__, dict)  # which Python makes when it is asked for them
    assert Fraction(1, 2).__getstate__()  # and keeps the names of the slots

    assert str(closed_form(lambda t: 2 / (t + 2))) == "2/(t + 2)"


@pytest.mark.parametrize("function", [
    lambda t: 0.5 * t,
    lambda t: float(t),
    lambda t: t**0.5,
    lambda t: t % 3,
    lambda t: int(t),
    Drawn(1),
    lambda t: "1",
], ids=["a float beside t", "a float", "a root", "a remainder", "an integer", "drawn", "text"])  # fmt: skip
def test_what_is_no_rational_function_has_no_closed_form(function: Callable[[Any], Any]) -> None:
    with pytest.raises(NoClosedForm):
        closed_form(function)


def test_a_momentum_that_is_constant_late_leaves_its_lambda_to_exact_values() -> None:
    """Beyond the values from which a closed form is guessed."""
    found = derived(momentum(beta=lambda t: t / (t + 1) if t < 3000 else Fraction(1, 2)))

    assert found.sequences["lambda"].closed is None
    assert str(found.sequences["lambda"](40)) == "1/21"


def tseng() -> Callable[[Any], float]:
    """Equality in (B.8), in floats."""
    inverse = [1.0]

    def lam(t: Any) -> float:
        while len(inverse) <= int(t):
            inverse.append((1 + sqrt(1 + 4 * inverse[-1] ** 2)) / 2)
        return 1 / inverse[int(t)]

    return lam


# A variant, what it tells of λ_t, and what is decided of (B.8), where it fails.
KNOWN: dict[str, tuple[Variant, str, Verdict, int | None]] = {
    "Algorithm 1": (momentum(), "λ_t = 2/(t + 2)", PROVED, None),
    "no momentum": (momentum(beta=lambda t: 0), "λ_t = 1", PROVED, None),
    "β = 1": (momentum(beta=from_one(lambda t: 1)), "λ_t = 1/(t + 1)", REFUTED, 1),
    "β = 1/2": (momentum(beta=from_one(lambda t: Fraction(1, 2))), "λ_t = (1 − 1/2)/(1 − (1/2)^(t + 1))", PROVED, None),
    "β = 1/2 from the first step":
        (momentum(beta=lambda t: Fraction(1, 2)), "λ_t = (1 − 1/2)/(1 − (1/2)^(t + 2))", PROVED, None),
    "λ_0 = 2": (momentum(beta=lambda t: (t - 1) / (t + 2)), "λ_t = 4/(t + 3) for t ≥ 1, λ_0 = 2", PROVED, None),
    "β = 9/10":
        (momentum(beta=from_one(lambda t: Fraction(9, 10))), "λ_t = (1 − 9/10)/(1 − (9/10)^(t + 1))", REFUTED, 1),
    "Nesterov's own":
        (momentum(beta=from_one(lambda t: (t - 1) / (t + 2))), "λ_t = 4/(t + 3) for t ≥ 1, λ_0 = 1", PROVED, None),
    "t²/(t+1)²": (momentum(beta=lambda t: t**2 / (t + 1) ** 2), "λ_t = 6(t + 1)/((2t + 3)(t + 2))", PROVED, None),
    "λ = 1/(t+1)": (schedule(lam=lambda t: 1 / (t + 1)), "λ_t = 1/(t + 1)", REFUTED, 1),
    "fast after t = 50": (schedule(lam=lambda t: 2 / (t + 2) if t < 50 else 1 / (t + 1)),
        "λ_t = 1/(t + 1) for t ≥ 50, λ_0 = 1, λ_1 = 2/3, λ_2 = 1/2, …", REFUTED, 50),
}  # fmt: skip


@pytest.mark.parametrize(("lam", "t"), [
    (lambda t: (1000 - t) / (t + 1000), 1000),
    (lambda t: (150 - t) / (t + 150), 150),
    (lambda t: 0 if t == 3 else 1, 3),
], ids=["at 1000", "at 150", "at 3"])  # fmt: skip
def test_a_lambda_that_is_0_makes_no_dual_method(lam: Callable[[Any], Any], t: int) -> None:
    found = derived(schedule(lam=lam)).condition("dual_schedule")

    assert (found.verdict, found.t) == (REFUTED, t)


def test_what_is_not_defined_at_a_t_is_decided_up_to_there() -> None:
    found = derived(schedule(theta=lambda t: 1 / (t - 150)))

    assert found.sequences["theta"].closed is None
    assert (found.condition("dual_schedule").verdict, found.condition(SLOW).verdict) == (PROVED, PROVED)


def test_a_form_that_holds_late_shows_that_other_values_come_before() -> None:
    assert (
        known_sequence("θ", lambda t: max(1, t - 40)).text() == "θ_t = t − 40 for t ≥ 42, θ_0 = 1, θ_1 = 1, θ_2 = 1, …"
    )


@pytest.mark.parametrize(("variant", "told", "verdict", "t"), KNOWN.values(), ids=list(KNOWN))
def test_lambda_is_told_and_b8_is_decided(variant: Variant, told: str, verdict: Verdict, t: int | None) -> None:
    found = derived(variant)

    assert found.lines()[0] == told
    assert (found.condition(SLOW).verdict, found.condition(SLOW).t) == (verdict, t)


@pytest.mark.parametrize("variant", [known[0] for known in KNOWN.values()], ids=list(KNOWN))
def test_a_closed_form_satisfies_the_recursion_at_every_t_tried(variant: Variant) -> None:
    sequences = derived(variant).sequences
    lam, beta = sequences["lambda"], sequences["beta"]

    assert 1 / lam(0) == 1 + beta(0)
    assert all(1 / lam(t) == 1 + beta(t) / lam(t - 1) for t in range(1, 60))
    assert all(lam.closed(t) == lam(t) for t in range(lam.closed.since, 60))


@pytest.mark.slow
@given(st.tuples(*[st.integers(-3, 6)] * 2, *[st.integers(1, 6)] * 2), st.integers(0, 4))
def test_what_is_proved_of_a_momentum_holds_at_every_t_tried(numbers: tuple[int, int, int, int], late: int) -> None:
    a, b, c, d = numbers
    found = derived(momentum(beta=lambda t: 0 if t <= late else (a * t + b) / (c * t + d)))
    known = dict(zip(("lam", "theta", "beta"), found.sequences.values(), strict=True))
    for one in found.conditions:
        asked = CONDITIONS[one.name]
        if one.verdict == PROVED and not asked.once:
            assert all(holds_at(asked, known, t) for t in range(asked.width - 1, 3 * HORIZON, 7))
        if one.verdict == REFUTED:
            assert one.t is not None
            assert not holds_at(asked, known, one.t)


def test_floats_are_decided_as_far_as_the_horizon_and_rounding_is_told() -> None:
    safe = derived(schedule(lam=lambda t: float(3 / (t + 3))))
    equality = derived(schedule(lam=tseng()))

    assert (safe.condition(SLOW).verdict, safe.condition(SLOW).t) == (CERTIFIED, HORIZON)
    assert equality.condition(SLOW).verdict == REFUTED
    assert equality.condition(SLOW).reason == "by no more than a double's rounding"


def places(variant: Variant, *verdicts: Verdict) -> set[str]:
    return {one.place for one in derived(variant).theorems if one.verdict in verdicts}


def test_the_theorems_that_apply_are_those_whose_hypotheses_hold() -> None:
    general = {"Theorem B.10", "Lemma 3.5", "Lemma 3.6", "N1"}

    assert places(momentum(), PROVED) == {*general, "Lemma 3.2", "Theorem 3.1"}
    assert places(KNOWN["Nesterov's own"][0], PROVED) == general
    assert places(KNOWN["β = 1"][0], PROVED) == {"Lemma 3.5", "Lemma 3.6"}
    assert places(schedule(theta=lambda t: 2), PROVED) == set()
    assert places(schedule(loss=Logistic()), PROVED) == {
        "Theorem B.10", "Lemma C.1", "Lemma C.4", "Lemma C.7", "N1 for a general loss", "§5.1",
    }  # fmt: skip


def test_after_a_first_push_what_asks_for_lambda_in_range_or_for_one_at_first_does_not_apply() -> None:
    pushed, halved = momentum(beta=lambda t: (t - 1) / (t + 2)), momentum(beta=lambda t: (t + 1) / (t + 2))

    assert derived(pushed).condition("rates_in_range").t == 0
    assert derived(halved).condition("rates_in_range").verdict == PROVED
    assert derived(halved).condition("starts_at_one").t == 0
    assert (places(pushed, PROVED), places(halved, PROVED)) == (set(), {"Lemma 3.6"})


def test_an_infinite_lambda_is_no_crash_and_steps_have_no_schedule() -> None:
    class Still:
        def start(self, p: Any) -> Any: ...

        def step(self, p: Any, s: Any) -> Any: ...

    backwards = derived(momentum(beta=lambda t: -1))
    assert backwards.condition(SLOW).reason == "λ_t is not defined"
    assert backwards.lines()[0] == "λ_t = not defined, …"
    assert {one.verdict for one in backwards.theorems} == {Verdict.NOT_APPLICABLE}
    assert derived(steps(Still())).sequences == {}


def test_a_theorem_applies_as_far_as_its_hypotheses_are_decided() -> None:
    """This λ is 1 at t = 5000, where nobody looks."""
    late = schedule(lambda t: 2 / (t + 2) if t != 5000 else 1)
    theorem = LIBRARY.claims["P.L3.2"]
    record, open_ = Record("P.L3.2", Verdict.CERTIFIED, Scope(17, 40)), Record("P.L3.2", Verdict.UNDECIDED, Scope(0, 0))

    assert (decided_until(theorem, late), decided_until(theorem, schedule())) == (HORIZON, None)
    assert outcome(Answer(record, record, until=HORIZON)).startswith("applies as far as t ≤ 200, and holds on 17 runs")
    assert outcome(Answer(record, record)).startswith("applies, and holds on 17 runs")
    assert outcome(Answer(open_, open_)).startswith("undecided")


def test_a_hypothesis_of_an_authors_is_not_another_of_its_name() -> None:
    @hypothesis("θ_t ≥ 1/2")
    def unit_steps(run: Any) -> Any:
        return at_least(2 * run.theta, 1)

    def one(run: Any) -> Any:
        """t ≥ 0."""
        return at_least(run.t, 0)

    halves = schedule(theta=lambda t: Fraction(1, 2))
    mine = claim("mine", about=type(halves.algorithm), given=[unit_steps])(one)

    assert unmet(mine, halves) is None
    assert unmet(LIBRARY.claims["P.L3.5"], halves) is not None
