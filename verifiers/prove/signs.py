"""The sign of a term, by the signs of the atoms in its monomials."""

from flint import fmpq_mpoly
from lemmacheck.verifiers.prove.polynomials import powers
from lemmacheck.verifiers.prove.terms import Ratio, Term, Universe


def positive(term: Term) -> bool:
    """Whether the term is surely positive: it has one sign throughout, and a positive part."""
    return bool(term.parts) and all(_sign(term.universe, r, strictly=True) for _, r in term.parts.values())


def nonnegative(term: Term) -> bool:
    return all(_sign(term.universe, r, strictly=False) for _, r in term.parts.values())


def _sign(u: Universe, r: Ratio, strictly: bool) -> bool:
    return _has_sign(u, r.num, strictly) and _has_sign(u, r.den, True)


def _has_sign(u: Universe, p: fmpq_mpoly, strictly: bool) -> bool:
    """Whether every coefficient is positive on monomials that are nonnegative (one of them positive, if strictly)."""
    sure = False
    for exponents, c in p.terms():
        met = [(u.atoms[k], e) for k, e in powers(exponents)]
        if c < 0 or not all(a.positive or a.nonnegative or e % 2 == 0 for a, e in met):
            return False
        sure = sure or all(a.positive for a, _ in met)
    return sure or not strictly
