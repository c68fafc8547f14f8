"""Polynomials in many letters, their monomials and their quotients: a letter for each atom of a proof."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import compress
from typing import Any

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx
from lemmacheck.verifiers.prove.refusals import Refused, Undefined

CAPACITY = 240
MOST_TERMS = 1500
CONTEXT = fmpq_mpoly_ctx.get([f"x{k}" for k in range(CAPACITY)], Ordering.lex)
GENERATORS = CONTEXT.gens()
PLACES = range(CAPACITY)
ONE, ZERO = CONTEXT.constant(1), CONTEXT.constant(0)

Monomial = tuple[tuple[int, int], ...]  # the numbers of atoms, with their exponents
Written = list[tuple[Monomial, fmpq]]  # a polynomial's monomials, with their coefficients


class Same:
    """A polynomial as a key: those of equal ones are equal. FLINT's have no hash, and the text that it writes of one is
    never freed."""

    __slots__ = ("p",)

    def __init__(self, p: fmpq_mpoly) -> None:
        self.p = p

    def __hash__(self) -> int:
        last = len(self.p) - 1
        return hash((last, self.p.coefficient(0), self.p.coefficient(last)) if last >= 0 else 0)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and bool(self.p == other.p)


def powers(exponents: Iterable[int]) -> Monomial:
    """The atoms that occur in a monomial, with their exponents."""
    exponents = tuple(exponents)
    return tuple((k, int(exponents[k])) for k in compress(PLACES, exponents))


def written(p: fmpq_mpoly) -> Written:
    return [(powers(exponents), c) for exponents, c in p.terms()]


def spelled(monomial: Iterable[tuple[int, int]], c: fmpq) -> fmpq_mpoly:
    """A monomial with its coefficient."""
    found = CONTEXT.constant(c)
    for k, e in monomial:
        found *= GENERATORS[k] ** e
    return found


def content(p: fmpq_mpoly) -> Monomial:
    """The atoms that divide a polynomial, with their powers."""
    return powers(p.term_content().monomial(0))


def is_number(p: fmpq_mpoly) -> bool:
    """Whether no atom occurs. FLINT's is_constant() looks through all of them."""
    return len(p) == 0 or (len(p) == 1 and bool(p == p.leading_coefficient()))


def refuse_large(a: fmpq_mpoly, b: fmpq_mpoly) -> None:
    if len(a) + len(b) > MOST_TERMS:
        raise Refused("the statement grows too large")


def without_shared(a: fmpq_mpoly, b: fmpq_mpoly) -> tuple[fmpq_mpoly, fmpq_mpoly]:
    """Both, divided by their greatest common divisor."""
    refuse_large(a, b)
    if is_number(b) or (is_number(a) and not a.is_zero()):
        return a, b
    shared = a.gcd(b)
    return (a, b) if shared.is_one() else (a / shared, b / shared)


def by_power(p: fmpq_mpoly, k: int) -> dict[int, fmpq_mpoly]:
    """The coefficients of p as a polynomial in its atom number k."""
    found: dict[int, fmpq_mpoly] = {}
    for monomial, c in written(p):
        power = dict(monomial).get(k, 0)
        found[power] = found.get(power, ZERO) + spelled([(j, e) for j, e in monomial if j != k], c)
    return found


@dataclass(frozen=True, eq=False)
class Ratio:
    """num/den in lowest terms, the leading coefficient of den being 1."""

    num: fmpq_mpoly
    den: fmpq_mpoly

    @staticmethod
    def of(num: fmpq_mpoly, den: fmpq_mpoly) -> Ratio:
        if den.is_zero():
            raise Undefined("a denominator is 0 in every run")
        num, den = without_shared(num, den)
        scale = den.leading_coefficient()
        return Ratio.lowest(num / scale, den / scale) if scale != 1 else Ratio.lowest(num, den)

    @staticmethod
    def lowest(num: fmpq_mpoly, den: fmpq_mpoly) -> Ratio:
        """Of two that share no factor."""
        refuse_large(num, den)
        return Ratio(num, ONE if num.is_zero() else den)

    def __add__(self, other: Ratio) -> Ratio:
        """a/b + c/d over the least common denominator. What the new numerator shares with it divides gcd(b, d)."""
        alike = self.den == other.den
        if alike and self.den.is_one():
            return Ratio.lowest(self.num + other.num, ONE)
        b, d = (ONE, ONE) if alike else without_shared(self.den, other.den)
        num, shared = without_shared(self.num * d + other.num * b, self.den / b)
        return Ratio.lowest(num, b * d * shared)

    def __mul__(self, other: Ratio) -> Ratio:
        """ac/(bd), where a can share factors with d alone, and c with b."""
        if self.den.is_one() and other.den.is_one():
            return Ratio.lowest(self.num * other.num, ONE)
        a, d = without_shared(self.num, other.den)
        c, b = without_shared(other.num, self.den)
        return Ratio.lowest(a * c, b * d)

    def is_one(self) -> bool:
        return bool(self.num.is_one() and self.den.is_one())

    @cached_property
    def above(self) -> Written:
        """The numerator, written once: FLINT takes longer to write a polynomial than to multiply it."""
        return written(self.num)

    @cached_property
    def below(self) -> Written:
        return written(self.den)

    def key(self) -> Any:
        return Same(self.num), Same(self.den)
