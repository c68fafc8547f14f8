"""An array over all t is the same whichever row asks for it: nothing that is of one row meets it.

In run.each(lambda s: …) the row of s is τ, and so is the arbitrary index of an array over all t. Where t·s.t is added
up over all t, the one τ would be taken for the other.
"""

from typing import Any

from lemmacheck.verifiers.prove.context import Context, Index
from lemmacheck.verifiers.prove.operators import Base
from lemmacheck.verifiers.prove.refusals import Refused
from lemmacheck.verifiers.prove.terms import Atom, Term


def made_of(atom: Atom) -> list[Any]:
    """What an atom is made of; of a mean, nothing."""
    return [] if atom.kind == "mean" else [arg for arg in atom.args if isinstance(arg, (Atom, Base, Term))]


def within(x: Term) -> set[Atom]:
    """The atoms of a term, also those inside others."""
    found: set[Atom] = set()
    waiting = list(x.all_atoms())
    while waiting:
        atom = waiting.pop()
        for arg in made_of(atom) if atom not in found else ():
            if isinstance(arg, Atom):
                waiting.append(arg)
            else:
                waiting += (arg.term(x.universe) if isinstance(arg, Base) else arg).all_atoms()
        found.add(atom)
    return found


def leaves(x: Term) -> set[Atom]:
    """The letters, sequences and means of which a term is made, also those inside others."""
    return {atom for atom in within(x) if not made_of(atom)}


def of_no_row(context: Context, x: Term) -> Term:
    """The term, if nothing in it is of the arbitrary step."""
    if any(atom.number in context.of_a_step for atom in leaves(x)):
        raise Refused("what is of one row meets an array over all t")
    return x


def beside(x: Any, y: Any, index: Index | None) -> tuple[Term, Term]:
    """The entries of two arrays; where but one of them is over all t, the other is of no row."""
    a, b = x.at(index), y.at(index)
    if (x.time is None) is not (y.time is None):
        of_no_row(x.context, a if x.time is None else b)
    return a, b


def letter_of_a_row(context: Context, space: str | None) -> Term:
    """What stands for a row of a sequence that is made row by row."""
    letter = context.fresh("·", space)
    context.of_a_step |= {atom.number for atom in letter.atoms()}
    return letter
