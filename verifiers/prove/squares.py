"""Squares that a statement is made of: a proof about an author's own method need not cite that they are not negative.

x² and ‖v‖² are noted where they are read, as long as x and v are made of letters by + − · / alone: then they are
squares of real numbers wherever they are defined. A root is left out, for √x is real only where x ≥ 0, and (√x)² is x.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations

from lemmacheck.verifiers.prove.operators import OTHER, Base, total, word
from lemmacheck.verifiers.prove.polynomials import ONE, Ratio, spelled
from lemmacheck.verifiers.prove.signs import nonnegative
from lemmacheck.verifiers.prove.terms import Atom, Term, Universe
from lemmacheck.verifiers.prove.wording import term_text

REAL = frozenset(("symbol", "sequence", "entry", "sum", "inner", "word"))  # kinds of atoms
MOST = 8  # squares that a relation is shown with
MOST_ROOTS = 3  # whose differences are squared


def noted(square: Term, base: Term, fact: str) -> Term:
    """The square of a number, or the sum of the squares of a vector, which is kept with the fact that says its sign."""
    if not square.spaces and all(atom.kind in REAL for one in (square, base) for atom in one.all_atoms()):
        square.universe.known_squares.setdefault(square.key(), (square, fact))
    return square


def of_roots(gaps: Sequence[Term]) -> Iterator[tuple[Term, str]]:
    """(√a − √b)² of the roots in gaps, and that times √a and √b, each with how it reads."""
    u, roots = gaps[0].universe, {atom for gap in gaps for atom in gap.atoms() if atom.kind == "sqrt"}
    for a, b in combinations(map(u.of, in_order(roots)[:MOST_ROOTS]), 2):
        square, text = a**2 - 2 * a * b + b**2, f"({term_text(a)} − {term_text(b)})²"
        yield square, text
        yield from ((root * square, f"{term_text(root)}·{text}") for root in (a, b))


def in_order(atoms: Collection[Atom]) -> list[Atom]:
    return sorted(atoms, key=lambda atom: atom.number)


def of_products(gap: Term) -> Iterator[Term]:
    """‖a‖²‖b‖² − ⟨a, b⟩² of the inner products in a gap that has both squares, and so of the norms that it has."""
    u, met = gap.universe, gap.all_atoms()
    roots = {atom.args[0].key(): u.of(atom) for atom in met if atom.kind == "sqrt"}
    for atom in in_order(gap.atoms()):
        for a, b, space in vectors_of(u, atom):
            squares = [total(x * x, space) for x in (a, b)]
            if all(atom.kind in REAL for x in (a, b) for atom in x.all_atoms()):
                norms = [roots[x.key()] for x in squares if x.key() in roots]
                if all(x.all_atoms() <= met for x in squares):
                    yield squares[0] * squares[1] - u.of(atom) ** 2
                if len(norms) == 2:
                    yield from (norms[0] * norms[1] - u.of(atom), norms[0] * norms[1] + u.of(atom))


def vectors_of(u: Universe, atom: Atom) -> Iterator[tuple[Term, Term, str]]:
    """The pairs of vectors, and their space, of which an atom is the inner product."""
    found = product_of(atom)
    if found is None or (found[2] == 0 and found[0].key() == found[1].key()):  # of a square by itself nothing is said
        return
    a, b, k = found
    for i in range(k + 1):
        x, y = (word(u, times, base) if times else base.term(u) for times, base in ((i, a), (k - i, b)))
        yield x, y, OTHER[a.space] if i % 2 else a.space


def product_of(atom: Atom) -> tuple[Base, Base, int] | None:
    """Two vectors of which an atom is the inner product, with so many factors Z and Zᵀ between them."""
    if atom.kind == "inner":
        a, b, k = atom.args
        return a, b, k
    if atom.kind != "sum" or atom.args[0].whole is not None or atom.args[0].exponent is not None:
        return None
    (base,) = atom.args
    if sum(e for _, e in base.factors) != 2 or any(e < 0 for _, e in base.factors):
        return None
    a, b = (Base(base.space, ((k, 1),), None) for k, e in base.factors for _ in range(e))
    return a, b, 0


def is_square(term: Term) -> bool:
    """Whether a term is one of them, as it was read."""
    return term.key() in term.universe.known_squares


def squares_of(gap: Term) -> Term | None:
    """a² − b² of a gap a − b of two monomials with roots that are not negative: it has the same sign; None of any other
    gap."""
    u, ratio = gap.universe, gap.ratio
    if ratio is None or len(ratio.num) != 2 or not any(atom.kind == "sqrt" for atom in gap.atoms()):
        return None
    below = Term(u, {None: Ratio(ratio.den, ONE)})
    sides = [Term(u, {None: Ratio.of(spelled(*one), ratio.den)}) for one in ratio.above]
    more, less = sides if nonnegative(sides[0]) else sides[::-1]
    signed = nonnegative(below) and nonnegative(more * below) and nonnegative(-less * below)
    return more**2 - less**2 if signed else None
