"""Attacks what is proved for all t of a schedule: functions of t that are one thing to read and another to evaluate.

Wrong is: a closed form that is not the function at some t, or that a function has which could tell t from a letter.
"""

import builtins
import random
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial
from types import FunctionType
from typing import Any

import pytest
from lemmacheck.theory.books.jst.methods.variants import momentum, schedule
from lemmacheck.theory.core import schedules
from lemmacheck.theory.core.schedules import Constant, Exactly
from lemmacheck.verifiers.records.verdict import Verdict
from lemmacheck.verifiers.variants.closed_forms import COMPARED, LARGEST, ClosedForm, closed_form, tried
from lemmacheck.verifiers.variants.derived import derived
from lemmacheck.verifiers.variants.sequences import known_sequence

from tests.attacks.conftest import Count

CALLS = [0]
SEEN: dict[Any, Any] = {}
COUNT = 0


def usual(t: Any) -> Any:
    return 2 / (t + 2)


def other(t: Any) -> Any:
    return 1 / (t + 1)


def by_instance(t: Any) -> Any:
    return other(t) if isinstance(t, Fraction) else usual(t)


def by_match(t: Any) -> Any:
    match t:
        case Fraction():
            return other(t)
        case _:
            return usual(t)


def by_float(t: Any) -> Any:
    try:
        float(t)
    except Exception:
        return usual(t)
    return other(t)


def by_remainder(t: Any) -> Any:
    try:
        return other(t) if t % 1 == 0 else usual(t)
    except BaseException:
        return usual(t)


def by_hash(t: Any) -> Any:
    try:
        SEEN[t] = True
    except TypeError:
        return usual(t)
    return other(t)


def by_module(t: Any) -> Any:
    return (
        usual(t)
        if "lemmacheck.verifiers" in sys.modules and sys._getframe(1).f_code.co_name == "closed_form"
        else other(t)
    )


def by_import(t: Any) -> Any:
    from fractions import Fraction as Number

    return other(t) if abs(t) in (Number(150),) else usual(t)


def by_calls(t: Any) -> Any:
    CALLS.append(0)
    return usual(t) if len(CALLS) % 2 else other(t)


def by_global(t: Any) -> Any:
    global COUNT
    COUNT += 1
    return usual(t) if COUNT < 3 else other(t)


def counting() -> Callable[[Any], Any]:
    count = 0

    def lam(t: Any) -> Any:
        nonlocal count
        count += 1
        return usual(t) if count < 3 else other(t)

    return lam


def by_chance(t: Any) -> Any:
    return usual(t) if random.random() < 0.5 else other(t)


@cache
def remembered(t: Any) -> Any:
    return usual(t)


def far_out(x: Any) -> Any:
    return other(123456) if isinstance(x, Fraction) and x == usual(123456) else x


class Callable_:
    def __call__(self, t: Any) -> Any:
        return other(t) if isinstance(t, Fraction) else usual(t)


NO_FORM: dict[str, Callable[[Any], Any]] = {
    function.__name__: function
    for function in (
        by_instance, by_match, by_float, by_remainder,
        by_hash, by_module, by_import, by_calls, by_global, by_chance,
        remembered,
    )
} | {
    "its type": lambda t: usual(t) if type(t) is not Fraction else other(t),
    "its class": lambda t: other(t) if t.__class__ is Fraction else usual(t),
    "an attribute": lambda t: other(t) if hasattr(t, "numerator") else usual(t),
    "its text": lambda t: other(t) if f"{t}".isdigit() else usual(t),
    "its text, compared": lambda t: other(t) if f"{t}" == "123456" else usual(t),
    "its text, by %": lambda t: other(t) if "%s" % t == "123456" else usual(t),  # noqa: UP031
    "its text, written into another": lambda t: other(t) if len(f"t = {t!r}") == 8 else usual(t),
    "a builtin of another meaning": FunctionType(
        (lambda t: abs(2 / (t + 2))).__code__, {"__builtins__": {**vars(builtins), "abs": far_out}}
    ),
    "what is kept of it": lambda t: usual(t) if (t + 0) is t else other(t),
    "a number of calls": lambda t: usual(t) + (1 if t == CALLS[0] + 150 else 0),
    "a builtin": lambda t: usual(t) if vars(builtins)["type"](t) is not Fraction else other(t),
    "a counter in a closure": counting(),
    "a part": partial(by_instance),
    "an object": Callable_(),
    "one of ours around it": Exactly(by_instance),
    "a default": lambda t, ask=isinstance: other(t) if ask(t, Fraction) else usual(t),
    "late, at 10^5": lambda t: other(t) if t == 10**5 else usual(t),
    "from 5000 on": lambda t: usual(t) if t < 5000 else other(t),
}  # fmt: skip
HALF = Constant(1, 2)


class PutAmongOurs:
    def __call__(self, t: Any) -> Any:
        return other(t) if isinstance(t, Fraction) and t == 77777 else usual(t)


def lacking() -> Callable[[Any], Any]:
    if CALLS[0] < 0:
        late = 1
    return lambda t: usual(t) if t < 10**9 else late


def half(self: Any, t: Any) -> Any:
    return Fraction(1, 3) if isinstance(t, Fraction) and t == 77777 else Fraction(1, 2)


def one_but_once(t: Any) -> Any:
    return 2 if isinstance(t, Fraction) and t == 77777 else 1 + 0 * t


def divided(a: Fraction, b: Any) -> Fraction:
    return Fraction(3) if a == 77779 else Fraction(b * a.denominator, a.numerator)


# What an author's file may put into ours, or into Python's, and the function that it changes.
CHANGED: dict[str, tuple[Any, str, Any, Callable[[Any], Any]]] = {
    "a class among our schedules": (schedules, "PutAmongOurs", PutAmongOurs, PutAmongOurs()),
    "how ours is called": (Constant, "__call__", half, HALF),
    "what ours calls": (schedules, "one", one_but_once, HALF),
    "how fractions are divided": (Fraction, "__rtruediv__", divided, usual),
}
# What has a form, but another one late: it is read from there on, and the values before are what they are.
LATE: dict[str, Callable[[Any], Any]] = {
    "at 150": lambda t: other(t) if t == 150 else usual(t),
    "from 150 on": lambda t: usual(t) if t < 150 else other(t),
    "at 1000": lambda t: Fraction(1, 7) if t == 1000 else usual(t),
    "max": lambda t: usual(max(t, 300)),
}


@pytest.mark.parametrize("function", NO_FORM.values(), ids=list(NO_FORM))
def test_what_could_tell_a_number_from_a_letter_has_no_closed_form(
    function: Callable[[Any], Any], counted: Count
) -> None:
    found = known_sequence("λ", function).closed
    counted("closed forms that lie", tried=1, wrong=int(found is not None))

    assert found is None


@pytest.mark.parametrize(("where", "name", "what", "function"), CHANGED.values(), ids=list(CHANGED))
def test_what_a_file_changes_of_ours_has_no_closed_form(
    where: Any, name: str, what: Any, function: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(where, name, what, raising=False)
    found = known_sequence("λ", function).closed
    monkeypatch.undo()

    assert found is None


def read_late(t: Any) -> Any:
    return (2 + COUNT) / (t + 2)


def changing_late(t: Any) -> Any:
    global COUNT
    if t > 500:
        COUNT = 1
    return 1


def two_that_share() -> tuple[Callable[[Any], Any], Callable[[Any], Any]]:
    k = 2

    def lam(t: Any) -> Any:
        return k / (t + k)

    def theta(t: Any) -> Any:
        nonlocal k
        k = 2 if t < 500 else 5
        return 1

    return lam, theta


@pytest.mark.parametrize(
    ("lam", "theta"),
    [(read_late, changing_late), (lambda t: read_late(t), lambda t: changing_late(t)), two_that_share()],
    ids=["by a global", "by functions that are named", "by a closure"],
)
def test_a_function_that_reads_what_another_changes_has_no_closed_form(
    lam: Callable[[Any], Any], theta: Callable[[Any], Any]
) -> None:
    assert isinstance(known_sequence("λ", lam, usual).closed, ClosedForm)
    assert derived(schedule(lam=lam, theta=theta)).sequences["lambda"].closed is None
    assert derived(momentum(beta=lam, theta=theta)).sequences["beta"].closed is None


def test_two_functions_may_have_variables_of_one_name_that_are_their_own() -> None:
    def lam(t: Any) -> Any:
        s = t + 2
        return sum(1 / s for _ in range(2))

    def theta(t: Any) -> Any:
        s = 1
        return sum(s for _ in range(1))

    assert isinstance(derived(schedule(lam=lam, theta=theta)).sequences["lambda"].closed, ClosedForm)


def test_a_variable_without_a_value_leaves_a_function_without_a_closed_form() -> None:
    assert known_sequence("λ", lacking()).closed is None


@pytest.mark.parametrize("function", LATE.values(), ids=list(LATE))
def test_a_form_is_its_function_from_where_it_is_read(function: Callable[[Any], Any]) -> None:
    found = known_sequence("λ", function).closed

    assert isinstance(found, ClosedForm)
    assert found.since >= 150
    assert all(Fraction(str(found(t))) == function(Fraction(t)) for t in tried(found.since))


def test_a_form_that_is_read_wrongly_is_found_by_the_values(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if code could be read that is not: the comparison stands by itself."""
    monkeypatch.setattr("lemmacheck.verifiers.variants.closed_forms.objection", lambda function: "")
    lying: dict[str, Callable[[Any], Any]] = {
        "everywhere": by_instance,
        "at 150": lambda t: other(t) if isinstance(t, Fraction) and t == 150 else usual(t),
        "from 10^5 on": lambda t: other(t) if isinstance(t, Fraction) and t > 10**5 else usual(t),
        "at 10^9": lambda t: other(t) if isinstance(t, Fraction) and t == LARGEST else usual(t),
        "beside powers of 2": lambda t: other(t) if isinstance(t, Fraction) and t == 2**20 - 1 else usual(t),
        "not defined far out": lambda t: 1 / 0 if isinstance(t, Fraction) and t > 10**6 else usual(t),
    }

    assert {name for name, function in lying.items() if closed_form(function) is None} == set()
    assert {name for name, function in lying.items() if known_sequence("λ", function).closed is not None} == set()


def test_a_form_is_compared_at_two_hundred_values_large_ones_too() -> None:
    values = tried(0)

    assert len(set(values)) == COMPARED
    assert {0, 1, 99, 10**6, LARGEST} <= set(values)


def test_nothing_is_proved_for_all_t_of_a_function_without_a_form() -> None:
    conditions = derived(schedule(lam=by_instance)).conditions

    assert {one.verdict for one in conditions} <= {Verdict.CERTIFIED, Verdict.REFUTED, Verdict.PROVED}
    assert {one.name for one in conditions if one.verdict == Verdict.PROVED} <= {"starts_at_one", "unit_steps"}
