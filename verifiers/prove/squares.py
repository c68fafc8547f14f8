"""Squares that a statement is made of: a proof about an author's own method need not cite that they are not negative.

x² and ‖v‖² are noted where they are read, as long as x and v are made of letters by + − · / alone: then they are
squares of real numbers wherever they are defined. A root is left out, for √x is real only where x ≥ 0, and (√x)² is x.
"""

from lemmacheck.verifiers.prove.terms import Term

REAL = frozenset(("symbol", "sequence", "entry", "sum", "inner", "word"))  # kinds of atoms
MOST = 8  # squares that a relation is shown with


def noted(square: Term, base: Term, fact: str) -> Term:
    """The square of a number, or the sum of the squares of a vector, which is kept with the fact that says its sign."""
    if not square.spaces and all(atom.kind in REAL for one in (square, base) for atom in one.all_atoms()):
        square.universe.known_squares.setdefault(square.key(), (square, fact))
    return square


def is_square(term: Term) -> bool:
    """Whether a term is one of them, as it was read."""
    return term.key() in term.universe.known_squares
