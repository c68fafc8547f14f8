"""The λ_t, θ_t and β_t of a variant: exact values as they are asked for, and closed forms that agree with them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from flint import fmpq
from lemmacheck.theory.books.jst.methods.variants import Variant
from lemmacheck.theory.core.schedules import Exactly, rational
from lemmacheck.verifiers.numbers.ball import to_fmpq
from lemmacheck.verifiers.variants.closed_forms import (
    ClosedForm,
    NoClosedForm,
    Watch,
    agree,
    closed_form,
    form,
    number_text,
    tried,
)
from lemmacheck.verifiers.variants.functions import Unusable
from lemmacheck.verifiers.variants.recursions import Geometric, implied_closed_form

HORIZON = 200
GUESSED = 24  # values that a guess may use
SHOWN = 8
FIRST = 3  # values that are shown beside a closed form

Form = ClosedForm | Geometric


@dataclass
class KnownSequence:
    """The exact values of a sequence, and its closed form for all t ≥ since, if one is known."""

    symbol: str
    next_value: Callable[[list[fmpq], int], fmpq]
    closed: Form | None = None
    values: list[fmpq] = field(default_factory=list)

    def __call__(self, t: int) -> fmpq:
        """The value at t. Where there is none: ZeroDivisionError, or Unusable if the author's function has none."""
        while len(self.values) <= t:
            self.values.append(self.next_value(self.values, len(self.values)))
        return self.values[t]

    def agreeing(self) -> KnownSequence:
        """The sequence without its closed form, if that disagrees with a value, or some value before is not defined."""
        closed = self.closed
        try:
            if closed is not None and any(closed(t) != self(t) for t in range(closed.since, HORIZON)):
                self.closed = None
        except (Unusable, ZeroDivisionError):
            self.closed = None
        return self

    def text(self) -> str:
        """λ_t = 4/(t + 3) for t ≥ 1, λ_0 = 1, with … where others come before; or its first values."""
        if self.closed is None:
            return f"{self.symbol}_t = {', '.join(self.first_values())}, …"
        formula, since = f"{self.symbol}_t = {self.closed}", self.closed.since
        before = [f"{self.symbol}_{t} = {number_text(self(t))}" for t in range(min(since, FIRST))]
        return ", ".join([f"{formula} for t ≥ {since}", *before, *["…"] * (since > FIRST)]) if since else formula

    def first_values(self) -> list[str]:
        """The first values in words, up to one that is not defined."""
        try:
            return [number_text(self(t)) for t in range(SHOWN)]
        except Exception:  # the author's
            return [*map(number_text, self.values), "not defined"]


def known_sequence(symbol: str, function: Any, beside: Any = None) -> KnownSequence:
    """The sequence of an author's function of t, which has another beside it."""
    plain, other = (one.function if isinstance(one, Exactly) else one for one in (function, beside))
    try:
        closed = plain.closed_form() if hasattr(plain, "closed_form") else closed_form(plain, [other])
    except NoClosedForm:
        closed = None

    def value(_: list[fmpq], t: int) -> fmpq:
        try:
            return to_fmpq(rational(plain(Fraction(t))))
        except Exception as error:  # the author's
            raise Unusable(str(error)) from error

    if closed is not None:
        if hasattr(plain, "fetch"):
            plain.fetch(tried(closed.since))
        closed = closed if agree(closed, lambda t: value([], t)) else None
    return KnownSequence(symbol, value, closed).agreeing()


def implied_lambda(beta: KnownSequence) -> KnownSequence:
    """λ_{−1} = 1 and λ_t = λ_{t−1}/(β_t + λ_{t−1})."""

    def value(lam: list[fmpq], t: int) -> fmpq:
        before = lam[-1] if t else fmpq(1)
        return before / (beta(t) + before)

    lam = KnownSequence("λ", value)
    if isinstance(beta.closed, ClosedForm):
        try:
            lam.closed = implied_closed_form(beta.closed, [1 / lam(t) for t in range(GUESSED)])
        except ZeroDivisionError:
            return lam
    return lam.agreeing()


def implied_beta(lam: KnownSequence) -> KnownSequence:
    """β_t = λ_{t−1}(1 − λ_t)/λ_t with λ_{−1} = 1."""

    def value(_: list[fmpq], t: int) -> fmpq:
        before = lam(t - 1) if t else fmpq(1)
        return before * (1 - lam(t)) / lam(t)

    beta = KnownSequence("β", value)
    if isinstance(lam.closed, ClosedForm):
        watch = Watch()
        now, before = lam.closed.element(watch), lam.closed.element(watch, back=1)
        try:
            beta.closed = form(before * (1 - now) / now)
        except (NoClosedForm, ZeroDivisionError):
            return beta
        if beta.closed.since == 1 and beta.closed.q(fmpq(0)) != 0 and beta.closed(0) == beta(0):
            beta.closed = ClosedForm(beta.closed.p, beta.closed.q, 0)
    return beta.agreeing()


def sequences(variant: Variant) -> tuple[KnownSequence, KnownSequence, KnownSequence]:
    """λ, θ and β of a schedule or momentum variant, one of λ and β implied by the other."""
    method = variant.algorithm
    given = method.beta if variant.form == "momentum" else method.lam
    theta = known_sequence("θ", method.theta, given)
    if variant.form == "momentum":
        beta = known_sequence("β", given, method.theta)
        return implied_lambda(beta), theta, beta
    lam = known_sequence("λ", given, method.theta)
    return lam, theta, implied_beta(lam)
