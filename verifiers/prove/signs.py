"""The sign of a term, by the signs of the atoms in its monomials and of its factors; and whether a term is defined.

Divisors are not 0, arguments of √ are not negative, arguments of ln are positive: signs show each condition that the
reading of a statement met; else nothing is proved of it.
"""

from collections.abc import Callable, Collection
from typing import Any

from flint import fmpq_mpoly
from lemmacheck.verifiers.prove.polynomials import powers
from lemmacheck.verifiers.prove.terms import Condition, Ratio, Term, Universe


def positive(term: Term) -> bool:
    return is_positive(term, strictly=True)


def nonnegative(term: Term) -> bool:
    return is_positive(term, strictly=False)


def signs_of(term: Term) -> dict[str, Any]:
    """What an atom says that stands for the term."""
    return {"positive": positive(term), "nonnegative": nonnegative(term)}


def is_positive(term: Term, strictly: bool) -> bool:
    """Whether a term is surely positive, if `strictly`, or surely not negative: no part of it is."""
    u, ratios = term.universe, [r for _, r in term.parts.values()]
    signed = all(_has_sign(u, r.num, strictly) and _has_sign(u, r.den, True) for r in ratios)
    return signed and (bool(ratios) or not strictly)


def _has_sign(u: Universe, p: fmpq_mpoly, strictly: bool) -> bool:
    """Whether every coefficient is positive on monomials that are nonnegative (one of them positive, if strictly)."""
    sure = False
    for exponents, c in p.terms():
        met = [(u.atoms[k], e) for k, e in powers(exponents)]
        if c < 0 or not all(a.positive or a.nonnegative or e % 2 == 0 for a, e in met):
            return False
        sure = sure or all(a.positive for a, _ in met)
    return sure or not strictly


def holds(condition: Condition, ready: Callable[[Term], Term], nonzero: Collection[int] = ()) -> bool:
    """Whether a term is surely "≠ 0", "> 0" or "≥ 0", by the signs of its parts.

    `ready` writes it so that its signs show; the atoms `nonzero` are not 0, of whatever sign.
    """
    what, term = condition
    if what.startswith("≠ 0"):
        return is_nonzero(term, ready, nonzero)
    if what == "≥ 0":
        return term.key() in term.universe.squares or sign(ready(term), strictly=False) == 1
    return sign(ready(term), strictly=True) == 1


def is_nonzero(term: Term, ready: Callable[[Term], Term], nonzero: Collection[int]) -> bool:
    """Whether no factor of the term is 0."""
    if sign(ready(term), strictly=True) != 0:
        return True
    if len(term.parts) != 1:
        return False
    ((_, ratio),) = term.parts.values()
    _, factors = term.universe.factored(ratio.num)
    return all(alone(one, nonzero) or sign(ready(one), strictly=True) != 0 for one, _ in factors)


def alone(term: Term, atoms: Collection[int]) -> bool:
    """Whether a term is one of the atoms, by itself."""
    met = term.atoms()
    return len(met) == 1 and all(a.number in atoms and (term - term.universe.of(a)).number() == 0 for a in met)


def sign(term: Term, strictly: bool) -> int:
    """1 or −1 if the term is surely of that sign, or 0 where that is allowed; 0 if its sign is open."""
    for way in (1, -1):
        if is_positive(way * term, strictly):
            return way
    if len(term.parts) != 1:
        return 0
    ((_, ratio),) = term.parts.values()
    return of_factors(term, ratio, strictly)


def of_factors(term: Term, ratio: Ratio, strictly: bool) -> int:
    """The sign of a quotient by the factors of its sides."""
    result = 1
    for p, sure in ((ratio.num, strictly), (ratio.den, True)):
        constant, factors = term.universe.factored(p)
        result *= 1 if constant > 0 else -1
        for factor, power in factors:  # whose leading coefficients are positive
            if (power % 2 or sure) and not is_positive(factor, strictly=sure):
                return 0
    return result
