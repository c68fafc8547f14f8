"""The sign of a term, by the signs of the atoms in its monomials and of its factors; and whether a term is defined.

Divisors are not 0, arguments of √ are not negative, arguments of ln are positive: signs show each condition that the
reading of a statement met; else nothing is proved of it.
"""

from collections.abc import Callable, Collection, Iterator
from itertools import chain, product
from typing import Any

from flint import fmpq_mpoly
from lemmacheck.verifiers.prove.polynomials import Ratio, Written
from lemmacheck.verifiers.prove.terms import Condition, Term, Universe


def positive(term: Term) -> bool:
    return is_positive(term, strictly=True)


def nonnegative(term: Term) -> bool:
    return is_positive(term, strictly=False)


def signs_of(term: Term) -> dict[str, Any]:
    """What an atom says that stands for the term."""
    return {"positive": positive(term), "nonnegative": nonnegative(term)}


def is_positive(term: Term, strictly: bool, as_factor: bool = False) -> bool:
    """Whether a term is surely positive, if `strictly`, or surely not negative: no part of it is, or it is the sum of a
    square, as it was read, and of what is. A factor may be ∞ where a letter is that is `ranged`, and no whole term."""
    u, ratios = term.universe, [r for _, r in term.parts.values()]
    if all(_has_signs(u, r, strictly) for r in ratios):
        return (as_factor or all(is_bounded(u, r, strictly) for r in ratios)) and (bool(ratios) or not strictly)
    if len(ratios) != 1:
        return False
    return any(is_positive(rest, strictly) for rest in without_a_square(term, ratios[0]))


def without_a_square(term: Term, ratio: Ratio) -> Iterator[Term]:
    """The term without each of the squares that were noted, if the square is a part of it."""
    atoms, monomials = term.atoms(), None
    for square, _ in term.universe.known_squares.values():
        of_square = square.ratio
        if of_square is None or len(of_square.num) > len(ratio.num) or not square.atoms() <= atoms:
            continue
        monomials = monomials or {monomial for monomial, _ in ratio.above}
        if monomials.issuperset(monomial for monomial, _ in of_square.above):
            rest = term - square
            if all(len(r.num) < len(ratio.num) for _, r in rest.parts.values()):
                yield rest


def _has_signs(u: Universe, ratio: Ratio, strictly: bool) -> bool:
    """Whether a quotient's numerator is surely positive, or not negative, and its denominator is positive."""
    if any(c < 0 for p in (ratio.num, ratio.den) for c in p.coeffs()):
        return False
    return _has_sign(u, ratio.num, ratio.above, strictly) and _has_sign(u, ratio.den, ratio.below, True)


def _has_sign(u: Universe, p: fmpq_mpoly, written: Written, strictly: bool) -> bool:
    """Whether all monomials are nonnegative, as their coefficients are; if strictly, one of them is positive wherever
    those letters that are `ranged` are 0 or ∞."""
    sure = set()
    for monomial, _ in written:
        met = [(u.atoms[k], e) for k, e in monomial]
        if not all(a.positive or a.nonnegative or e % 2 == 0 for a, e in met):
            return False
        if all(a.positive or a.ranged for a, _ in met):
            sure.add(frozenset((a.number, e) for a, e in met if a.ranged))
    ends = product(*([(), (top,)] for top in tops(u, p).items())) if strictly else ()
    return all(frozenset(chain(*end)) in sure for end in ends)


def tops(u: Universe, p: fmpq_mpoly) -> dict[int, int]:
    """The degree of a polynomial in each letter that is `ranged`."""
    if not u.ranged:
        return {}
    degrees = p.degrees()
    return {atom.number: degrees[atom.number] for atom in u.ranged if degrees[atom.number]}


def is_bounded(u: Universe, ratio: Ratio, strictly: bool) -> bool:
    """Whether a quotient is not ∞, nor 0 if `strictly`, where letters are that are `ranged`."""
    above, below = tops(u, ratio.num), tops(u, ratio.den)
    return above == below if strictly else all(top <= below.get(k, 0) for k, top in above.items())


def holds(condition: Condition, sign_of: Callable[[Term, bool], int], nonzero: Collection[int] = ()) -> bool:
    """Whether a term is surely "≠ 0", "> 0" or "≥ 0", by the signs of its parts. The atoms `nonzero` are not 0, of
    whatever sign."""
    what, term = condition
    if what.startswith("≠ 0"):
        return is_nonzero(term, sign_of, nonzero)
    if what == "≥ 0":
        return term.key() in term.universe.squares or sign_of(term, False) == 1
    return sign_of(term, True) == 1


def is_nonzero(term: Term, sign_of: Callable[[Term, bool], int], nonzero: Collection[int]) -> bool:
    """Whether no factor of the term is 0."""
    if sign_of(term, True) != 0:
        return True
    if len(term.parts) != 1:
        return False
    ((_, ratio),) = term.parts.values()
    _, factors = term.universe.factored(ratio.num)
    return all(alone(one, nonzero) or sign_of(one, True) != 0 for one, _ in factors)


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
    result, u = 1, term.universe
    if not is_bounded(u, ratio, strictly):
        return 0
    for p, sure in ((ratio.num, strictly), (ratio.den, True)):
        constant, factors = u.factored(p)
        result *= 1 if constant > 0 else -1
        for factor, power in factors:  # whose leading coefficients are positive
            if (power % 2 or sure) and not is_positive(factor, strictly=sure, as_factor=True):
                return 0
    return result
