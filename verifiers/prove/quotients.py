"""a/b, read as 0 where both are 0: defined where b ≠ 0, and where a is 0 with b.

For b = ‖v‖, whether a is 0 with b is decided by substituting v = 0 in a, and 0 for what Z and Zᵀ make of v. Such a
quotient is a number in every run, an atom of which nothing is known at first. A statement about it is shown in two
cases: at v = 0, where it is 0, and where b > 0, where it is a · 1/b; it is never read as a · 1/b otherwise.
"""

from typing import Any

from lemmacheck.verifiers.prove.operators import function
from lemmacheck.verifiers.prove.refusals import tried
from lemmacheck.verifiers.prove.substitution import substituted
from lemmacheck.verifiers.prove.terms import Atom, Condition, Term

NOT_0_OVER_0 = "≠ 0, as 0/0 is 0"  # what is a number, in a step or a hypothesis, need not meet it
NONZERO, OR_ZERO = "ratio", "ratio or 0/0"  # the kinds of atoms: of b ≠ 0, and of an a that is 0 with b


def quotient(a: Term, b: Term) -> Term:
    if not a.spaces and is_zero_with(a, b):
        return function(OR_ZERO, a, b)
    a.universe.needs(NOT_0_OVER_0, b)
    with a.universe.quietly():
        return a / b if a.spaces else function(NONZERO, a, b)


def of_0_over_0(conditions: dict[Any, Condition]) -> dict[Any, Condition]:
    """Those of the conditions that are not met by what is a number: 0/0 is one, and no quotient."""
    return {key: one for key, one in conditions.items() if one[0] == NOT_0_OVER_0}


def is_zero_with(a: Term, b: Term) -> bool:
    """Whether a = 0 wherever b = 0."""
    rules = where_zero(b)
    at_zero = tried(lambda: substituted(a, rules)) if rules else None
    return at_zero is not None and at_zero.is_zero


def where_zero(b: Term) -> dict[int, Term]:
    """What is 0 where b = ‖v‖ is, for a letter v, or v that Z and Zᵀ make of a vector; nothing of any other b. On a
    path where v is 0 a mean over all paths is what it is."""
    u, zero = b.universe, zeros_with(b)
    return zero and zero | {atom.number: u.of(atom) for atom in u.atoms if atom.kind == "mean"}


def zeros_with(b: Term) -> dict[int, Term]:
    root, u = only(b, "sqrt"), b.universe
    if root is None:
        return {}
    if (sum_ := only(root.args[0], "sum")) is not None and sum_.args[0].exponent is None:  # Σᵢ vᵢ² of a letter
        squares = [n for n, e in sum_.args[0].factors if e == 2 and u.atoms[n].kind == "symbol"]
        alone = len(sum_.args[0].factors) == len(squares) == 1
        return {number: u.constant(0) for number in (sum_.number, *squares)} if alone else {}
    if (square := only(root.args[0], "inner")) is None or square.args[0].key() != square.args[1].key():
        return {}
    one, _, k = square.args
    zero = [a.number for a in u.atoms if is_made_of(a, one.key(), k // 2)]
    return {number: u.constant(0) for number in (square.number, *zero)} if k else {}


def only(x: Term, kind: str) -> Atom | None:
    """The atom of this kind that a term is."""
    atom = next(iter(x.atoms()), None)
    return atom if atom is not None and atom.kind == kind and (x - x.universe.of(atom)).is_zero else None


def is_made_of(atom: Atom, key: Any, least: int) -> bool:
    """Whether an atom is what Z and Zᵀ, so many times at least, make of a vector, or such a one times another."""
    if atom.kind == "word":
        return bool(atom.args[0] >= least and atom.args[1].key() == key)
    return atom.kind == "inner" and atom.args[2] >= least and key in (atom.args[0].key(), atom.args[1].key())


def that_may_be_0_over_0(x: Term) -> list[Atom]:
    return sorted((a for a in x.atoms() if a.kind == OR_ZERO), key=lambda a: a.number)
