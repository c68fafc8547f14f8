"""A sequence as a rational function of t, read off its author's function, for every t ≥ s at once.

The function is called with an element of ℚ(t) in the place of a number. What +, −, ·, / and powers make of it is
again one; a comparison, such as `t == 0` or max(1, t), is answered as it is for all t ≥ s, and s is noted. A function
that asks for anything else (a float, a root, the integer t) has no closed form here, nor one that could tell the letter
t from a number (`plain_code`); what has one is compared with it at 200 values of t, up to 10⁹ (`agree`).

A polynomial p keeps its sign for all t ≥ s if the coefficients of p(t + s) have one sign, and is not 0 if p(s) ≠ 0.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite
from typing import Any

from flint import fmpq, fmpq_poly, fmpz_poly
from lemmacheck.verifiers.numbers.ball import fraction, to_fmpq
from lemmacheck.verifiers.variants.plain_code import objection, what_outlives

FARTHEST = 1 << 12  # no sign is looked for beyond this t
MOST = 100  # comparisons of t
COMPARED, NEAR = 200, 100  # values of t at which a form is compared with its function, and how many of them are small
LARGEST = 10**9  # t at which it is compared
LONG = 10**6  # a denominator that is not printed
SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


class NoClosedForm(ValueError):
    """The function is not, or not visibly, a rational function of t."""


class Watch:
    """The s from which on all comparisons so far are true, and their number: a loop up to t has no end."""

    since = 0
    comparisons = 0

    def from_now(self, s: int) -> None:
        self.since = max(self.since, s)
        self.comparisons += 1
        if self.comparisons > MOST:
            raise NoClosedForm(f"t is compared more than {MOST} times")


class Element:
    """p(t)/q(t), with the watch over the comparisons made."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, p: fmpq_poly, q: fmpq_poly, watch: Watch) -> None:
        common = p.gcd(q)
        self.p, self.q, self.watch = p // common, q // common, watch

    def lifted(self, other: Any) -> Element:
        if isinstance(other, Element):
            return other
        if isinstance(other, (int, Fraction)):
            return Element(fmpq_poly([to_fmpq(other)]), fmpq_poly([1]), self.watch)
        raise NoClosedForm(f"t meets a {type(other).__name__}")

    def __add__(self, other: Any) -> Element:
        b = self.lifted(other)
        return Element(self.p * b.q + b.p * self.q, self.q * b.q, self.watch)

    def __mul__(self, other: Any) -> Element:
        b = self.lifted(other)
        return Element(self.p * b.p, self.q * b.q, self.watch)

    def __truediv__(self, other: Any) -> Element:
        b = self.lifted(other)
        if b.sign() == 0:
            raise ZeroDivisionError
        return Element(self.p * b.q, self.q * b.p, self.watch)

    def __pow__(self, k: Any) -> Element:
        if not isinstance(k, int):
            raise NoClosedForm("t is raised to a power that is no integer")
        power = self.lifted(1)
        for _ in range(abs(k)):
            power = power * self
        return power if k >= 0 else self.lifted(1) / power

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self) -> Element:
        return self * -1

    def __pos__(self) -> Element:
        return self

    def __sub__(self, other: Any) -> Element:
        return self + -self.lifted(other)

    def __rsub__(self, other: Any) -> Element:
        return self.lifted(other) - self

    def __rtruediv__(self, other: Any) -> Element:
        return self.lifted(other) / self

    def __abs__(self) -> Element:
        return self * self.sign()

    def sign(self) -> int:
        """The sign for all t ≥ s, −1, 0 or 1; the watch notes that s."""
        found, since = sign_of(self.p * self.q)
        self.watch.from_now(since)
        return found

    def against(self, other: Any, weak: int = 0) -> int:
        """The sign of the difference; one that equals `weak` may be 0 at some t, where the answer is the same. A float
        is compared as the number that it is, as a Fraction compares it."""
        difference = self - (Fraction(other) if isinstance(other, float) and isfinite(other) else other)
        found, since = sign_of(difference.p * difference.q, weak)
        self.watch.from_now(since)
        return found

    def __eq__(self, other: object) -> bool:
        return self.against(other) == 0

    def __lt__(self, other: Any) -> bool:
        return self.against(other, weak=1) < 0

    def __le__(self, other: Any) -> bool:
        return self.against(other, weak=-1) <= 0

    def __gt__(self, other: Any) -> bool:
        return self.against(other, weak=-1) > 0

    def __ge__(self, other: Any) -> bool:
        return self.against(other, weak=1) >= 0

    def __bool__(self) -> bool:
        return self.sign() != 0


def sign_of(p: fmpq_poly, weak: int = 0) -> tuple[int, int]:
    """The sign of p(t) for all t ≥ s, and the least s ≥ 0 for which its shifted coefficients show it.

    If that sign is `weak`, p(s) may be 0.
    """
    if p == 0:
        return 0, 0
    sign = 1 if p[p.degree()] > 0 else -1
    first = next((s for s in range(FARTHEST) if of_one_sign(sign * p, s, strict=sign != weak)), None)
    if first is None:
        raise NoClosedForm(f"a comparison still changes after t = {FARTHEST}")
    return sign, first


def of_one_sign(p: fmpq_poly, s: int, strict: bool) -> bool:
    coefficients = p(fmpq_poly([s, 1])).coeffs()
    return all(c >= 0 for c in coefficients) and (coefficients[0] > 0 or not strict)


@dataclass(frozen=True)
class ClosedForm:
    """p(t)/q(t) for every t ≥ since, where q has no zero."""

    p: fmpq_poly
    q: fmpq_poly
    since: int = 0

    @staticmethod
    def identity() -> ClosedForm:
        """t."""
        return ClosedForm(fmpq_poly([0, 1]), fmpq_poly([1]))

    def __call__(self, t: int) -> fmpq:
        return self.p(fmpq(t)) / self.q(fmpq(t))

    def element(self, watch: Watch, back: int = 0) -> Element:
        """As an element of ℚ(t), at t − back."""
        watch.from_now(self.since + back)
        shift = fmpq_poly([-back, 1])
        return Element(self.p(shift), self.q(shift), watch)

    def __str__(self) -> str:
        """With integer coefficients, in factors: 4/(t + 3)."""
        if self.p.degree() <= 0 and self.q.degree() == 0:
            return number_text(self(0))
        size, numerator = integral(self.p)
        other, denominator = integral(self.q)
        size /= other
        above, below = factors(abs(size.p), numerator), factors(size.q, denominator)
        under = "".join(below) if len(below) == 1 else f"({''.join(below)})"
        if under == "1" and size > 0 and len(above) == 1:
            return above[0].removeprefix("(").removesuffix(")")
        return ("−" if size < 0 else "") + "".join(above) + ("" if under == "1" else f"/{under}")


def number_text(x: fmpq) -> str:
    """A number as the fraction it is, as the float it is, or, with many digits, as what it is close to."""
    if x.q < LONG:
        return str(x)
    nearest = float(fraction(x))
    return repr(nearest) if Fraction(nearest) == fraction(x) else f"{nearest:.6g}…"


def integral(p: fmpq_poly) -> tuple[fmpq, fmpz_poly]:
    """p as a rational number times a primitive integer polynomial whose leading coefficient is positive."""
    if p == 0:
        return fmpq(0), fmpz_poly([1])
    whole = p.numer()
    content = whole.content() * (1 if whole[whole.degree()] > 0 else -1)
    return fmpq(content, p.denom()), fmpz_poly([c // content for c in whole.coeffs()])


def factors(number: Any, p: fmpz_poly) -> list[str]:
    """number · p in factors; the number is not shown where it is 1 and stands beside others."""
    _, found = p.factor() if p.degree() > 0 else (1, [])
    ordered = sorted(found, key=lambda one: (one[0].degree(), str(one[0])))
    products = [raised(polynomial(f), int(k)) for f, k in ordered]
    return products if products and number == 1 else [str(number), *products]


def raised(base: str, k: int) -> str:
    """base^k, the base in brackets where it is a sum."""
    base = f"({base})" if " " in base else base
    return base + (str(k).translate(SUPERSCRIPTS) if k > 1 else "")


def polynomial(p: fmpz_poly) -> str:
    """2t² + t − 3."""
    terms = []
    for k in range(p.degree(), -1, -1):
        c = int(p[k])
        if c:
            power = "" if k == 0 else "t" + (str(k).translate(SUPERSCRIPTS) if k > 1 else "")
            size = "" if abs(c) == 1 and k else str(abs(c))
            terms.append((c < 0, size + power))
    first, *rest = terms
    return ("−" if first[0] else "") + first[1] + "".join(f" {'−' if n else '+'} {x}" for n, x in rest)


def closed_form(function: Callable[[Any], Any], beside: Iterable[Any] = ()) -> ClosedForm:
    """The function of t as a closed form; NoClosedForm if it is not visibly a rational function, or one of those beside
    it changes what it reads."""
    if refused := objection(function) or what_outlives(function, beside):
        raise NoClosedForm(refused)
    watch = Watch()
    try:
        found = function(Element(fmpq_poly([0, 1]), fmpq_poly([1]), watch))
    except NoClosedForm:
        raise
    except Exception as error:
        raise NoClosedForm(f"no rational function of t: {type(error).__name__}") from None
    if isinstance(found, Element):
        return form(found)
    if isinstance(found, (int, Fraction)) or (isinstance(found, float) and isfinite(found)):
        return ClosedForm(fmpq_poly([to_fmpq(Fraction(found))]), fmpq_poly([1]), watch.since)
    raise NoClosedForm(f"it returns a {type(found).__name__}")


def tried(since: int) -> list[int]:
    """Values of t from s on: the first, those beside powers of 2 and of 10 up to 10⁹, and others drawn."""
    rng = random.Random(since)
    powers = [base**k for base, first, last in ((10, 2, 10), (2, 7, 30)) for k in range(first, last)]
    beside = [since + power + near for power in powers for near in (-1, 0, 1)]
    values = dict.fromkeys([*range(since, since + NEAR), *(t for t in beside if t <= LARGEST), LARGEST])
    while len(values) < COMPARED:
        values[since + int(10 ** rng.uniform(2, 8.9))] = None
    return list(values)[:COMPARED]


def agree(closed: ClosedForm, value: Callable[[int], fmpq]) -> bool:
    """Whether a form has the value of its function wherever they are compared; not where the function has none."""
    try:
        return all(closed(t) == value(t) for t in tried(closed.since))
    except Exception:  # the author's
        return False


def form(x: Element) -> ClosedForm:
    """An element as a closed form, from where its denominator has one sign."""
    _, since = sign_of(x.q)
    return ClosedForm(x.p, x.q, max(since, x.watch.since))
