"""Protects those who write λ_t by λ_{t−1}, and those who wait: how an author's functions of t are asked."""

import json
import re
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from flint import fmpq
from lemmacheck.theory.books.jst.methods.variants import schedule
from lemmacheck.theory.core.schedules import Exactly
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.records.verdict import Verdict
from lemmacheck.verifiers.search.budget import Budget
from lemmacheck.verifiers.search.quick import longest, quick
from lemmacheck.verifiers.variants.author import Author
from lemmacheck.verifiers.variants.checking import Asking, check_file
from lemmacheck.verifiers.variants.derived import derived
from lemmacheck.verifiers.variants.functions import Unusable, called, check_functions
from lemmacheck.verifiers.variants.home import Function, Home
from lemmacheck.verifiers.variants.unseen import unseen

BY_ITSELF = """\
from fractions import Fraction
from functools import cache
from lemmacheck import schedule

@cache
def lam(t):
    return Fraction(1) if t == 0 else lam(t - 1) / (1 + lam(t - 1) / 2)

variant = schedule(lam=lam)
"""


def asked(second: bool, ts: list[int], folder: Path) -> Any:
    """The answer of a process that has been asked nothing before."""
    path = folder / "my.py"
    path.write_text(BY_ITSELF, encoding="utf-8")
    return Author(str(path)).reply({"do": "values", "arguments": (0, "lam", ts), "second": second})


def test_a_function_that_calls_itself_has_one_value_in_whatever_order_it_is_asked(tmp_path: Path) -> None:
    ts = [2048, 2049, 4095]

    assert asked(False, ts, tmp_path) == asked(True, ts, tmp_path) == {"value": ["1/1025", "2/2051", "2/4097"]}


def test_a_function_that_calls_itself_for_ever_has_none() -> None:
    def lam(t: Fraction) -> Any:
        return lam(t + 1)

    with pytest.raises(Unusable, match=r"calls itself without an end.* \(λ_t at t = 4000\)"):
        called(lam, "λ", 4000, None)


def test_a_run_of_two_thousand_steps_asks_a_function_a_few_times() -> None:
    questions: list[int] = []

    class Asked(Home):
        def ask_each(self, do: str, *arguments: Any, limit: float) -> tuple[list[Any], str]:
            _, _, ts = arguments
            questions.append(len(ts))
            return [f"2/{t + 2}" for t in ts], ""

    lam = Function(Asked((), "my.py"), 0, "lam")

    assert [lam(Fraction(t)) for t in range(2048)] == [Fraction(2, t + 2) for t in range(2048)]
    assert questions == [64, 64, 128, 256, 512, 1024]
    assert lam(Fraction(10**6)) == Fraction(2, 10**6 + 2)
    assert questions[-1] == 1


def test_a_function_that_hangs_is_asked_once_and_has_its_values_before(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[int]] = []

    def one_of(self: Home, which: int, do: str, arguments: Any, limit: float) -> dict[str, Any]:
        ts = arguments[-1]
        asked.append(list(ts))
        late = {"late": "my.py:4, in lam: did not return"} if ts[-1] > 500 else {}
        return {"value": [f"2/{t + 2}" for t in ts if t <= 500], "seconds": 0.0, **late}

    monkeypatch.setattr(Home, "one_of", one_of)
    lam = Function(Home((), "my.py"), 0, "lam")

    assert lam(Fraction(500)) == Fraction(2, 502)
    for t in (501, 777, 10**6):
        with pytest.raises(Unusable, match=r"^my.py:4, in lam: did not return \(λ_t at t = 501\)$"):
            lam(Fraction(t))
    assert sum(501 in ts for ts in asked) == 1


def test_slow_values_use_up_the_time_of_a_task_and_then_end_it() -> None:
    sent: list[dict[str, Any]] = []
    pipe: Any = SimpleNamespace(send_bytes=lambda message: sent.append(json.loads(message)))
    for left in (3.0, 0.0):
        Home((), "my.py", left=left).send(pipe, "values", (0, "lam", [1]), second=False, each=2.0)

    assert [(one["limit"], one["each"]) for one in sent] == [(2.0, True), (0.01, False)]


def test_of_a_slow_function_a_few_values_are_computed_for_one_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lemmacheck.verifiers.variants.author.SLICE", 0.0)

    assert asked(False, [5, 6, 7], tmp_path) == {"value": ["2/7"]}
    assert asked(True, [5, 6], tmp_path) == {"value": ["2/7", "1/4"]}


@pytest.mark.parametrize(("budget", "known", "within"), [(Budget(seconds=9.0), 3, 1), (Budget(steps=9), 3, 50)])
def test_a_slow_schedule_is_searched_as_far_as_its_values_come_in_time_where_seconds_count(
    budget: Budget, known: int, within: int
) -> None:
    spent = 0.0

    def lam(t: Fraction) -> Fraction:
        nonlocal spent
        spent += 0.4
        return 2 / (t + 2)

    budget.elsewhere = lambda: spent
    found = quick(Exactly(lam), 50, budget)

    assert (len(found.known), longest(found, 50)) == (known, within)
    assert found(7.0) == 2 / 9


def test_a_schedule_without_an_end_allows_all_steps_that_are_asked_for() -> None:
    questions: list[Fraction] = []
    found = quick(Exactly(lambda t: questions.append(t) or 2 / (t + 2)), 50, Budget(steps=100))

    assert (len(found.known), longest(found, 50)) == (51, 50)
    assert [found(t) for t in (0.0, 50.0, 51.0)] == [1, 2 / 52, 2 / 53]
    assert questions == [*range(51), 51]


def test_t_as_an_index_is_told_to_be_written_as_an_integer() -> None:
    known = [1, 2 / 3]

    for lam in (lambda t: known[t], lambda t: sum(range(t))):
        with pytest.raises(Unusable, match=r"write int\(t\) \(λ_t at t = 1\)"):
            called(lam, "λ", 1, None)
    with pytest.raises(Unusable, match=r"^IndexError: list index out of range \(λ_t at t = 2\)"):
        called(lambda t: known[int(t)], "λ", 2, None)


def test_a_list_that_is_too_short_is_told_how_long_it_must_be() -> None:
    for length in (20, 61):
        known = [Fraction(2, t + 2) for t in range(length)]
        with pytest.raises(
            Unusable, match=rf"λ_t at t = {length}\); a check of 15 steps asks for t = 0, …, 61, the 62"
        ):
            check_functions(schedule(lam=lambda t, known=known: known[int(t)]), 15)
    check_functions(schedule(lam=lambda t: [Fraction(2, t + 2) for t in range(62)][int(t)]), 15)
    assert max(trial.steps for seed in "abcdefgh" for trial in unseen(seed, 15).trials) <= 60


def test_what_a_function_says_of_itself_is_said_once() -> None:
    def lam(_: Fraction) -> Any:
        raise Unusable("my.py:4: no value (λ_t at t = 9)")

    with pytest.raises(Unusable, match=r"^my.py:4: no value \(λ_t at t = 9\)$"):
        called(lam, "λ", 9, Path("my.py"))


def test_what_the_values_of_a_list_decide_is_decided_up_to_its_last() -> None:
    known = [Fraction(2, t + 2) for t in range(130)]
    found = derived(schedule(lam=lambda t: known[int(t)]))

    assert [one.t for one in found.conditions if one.verdict == Verdict.CERTIFIED] != []
    assert {one.t for one in found.conditions if one.verdict == Verdict.CERTIFIED} == {129}
    assert found.sentence.endswith("apply as far as t ≤ 129")


@pytest.mark.parametrize(("changed", "told"), [
    ({"theta": lambda t: 10**400}, "θ_0 is about 10^400, and runs are made in floats too; expected at most 2e+308"),
    ({"theta": lambda t: -(10**400) if t == 16 else 1}, "θ_16 is about 10^400, and runs are made in floats too"),
    ({"lam": lambda t: Fraction(1, 10**400)}, "λ_0 is about 10^-400, and runs are made in floats too; expected at"),
    ({"lam": lambda t: fmpq(1)}, r"λ_0 is 1, of the type flint.types.fmpq.fmpq; expected a finite number"),
    ({"lam": lambda t: np.array(1.0)}, r"λ_0 is an array of the shape (); expected a finite number"),
])  # fmt: skip
def test_a_value_that_no_run_can_take_is_told_with_what_is_expected(changed: dict[str, Any], told: str) -> None:
    with pytest.raises(Unusable, match=re.escape(told)):
        check_functions(schedule(**changed), 15)


def test_a_value_beyond_the_floats_that_no_run_in_floats_asks_for_is_taken() -> None:
    check_functions(schedule(theta=lambda t: 10**400 if t == 17 else 1), 15)


def test_in_floats_a_long_fraction_is_the_nearest_float() -> None:
    t = Float64().number(3)

    for value, expected in ((1 - Fraction(1, 3**9000), 1.0), (Fraction(1, 3), 1 / 3), (0.1, 0.1)):
        found = Exactly(lambda _, value=value: value)(t)
        assert type(found) is type(t)
        assert found == expected


@pytest.mark.slow
def test_a_function_may_have_values_of_thousands_of_digits(tmp_path: Path) -> None:
    path = tmp_path / "long.py"
    path.write_text(
        "from fractions import Fraction\n"
        "from lemmacheck import schedule\n"
        "variant = schedule(lam=lambda t: 2 / (t + 2), theta=lambda t: 1 - Fraction(1, 3 ** (int(t) ** 2 + 1)))\n",
        encoding="utf-8",
    )

    (checked,) = check_file(str(path), Asking(steps=12, rates=False, only="P.L3.6u"))

    assert [one.outcome and one.outcome.verdict for one in checked.answers] == [Verdict.CERTIFIED]
