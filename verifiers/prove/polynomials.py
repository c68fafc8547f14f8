"""Polynomials in many letters, and their monomials: a letter for each atom of a proof."""

from collections.abc import Iterable
from itertools import compress

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx

CAPACITY = 240
CONTEXT = fmpq_mpoly_ctx.get([f"x{k}" for k in range(CAPACITY)], Ordering.lex)
GENERATORS = CONTEXT.gens()
PLACES = range(CAPACITY)
ONE, ZERO = CONTEXT.constant(1), CONTEXT.constant(0)

Monomial = tuple[tuple[int, int], ...]  # the numbers of atoms, with their exponents


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


def content(p: fmpq_mpoly) -> Monomial:
    """The atoms that divide a polynomial, with their powers."""
    return powers(p.term_content().monomial(0))


def is_number(p: fmpq_mpoly) -> bool:
    """Whether no atom occurs. FLINT's is_constant() looks through all of them."""
    return len(p) == 0 or (len(p) == 1 and bool(p == p.leading_coefficient()))


def by_power(p: fmpq_mpoly, k: int) -> dict[int, fmpq_mpoly]:
    """The coefficients of p as a polynomial in its atom number k."""
    found: dict[int, dict[tuple[int, ...], fmpq]] = {}
    for exponents, c in p.terms():
        rest = [*exponents]
        rest[k] = 0
        found.setdefault(int(exponents[k]), {})[tuple(rest)] = c
    return {e: CONTEXT.from_dict(part) for e, part in found.items()}
