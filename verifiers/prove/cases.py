"""1[x ≥ 0], of which x⁺, max{a, b} and the sign of x are made, by cases of what is 0 or 1; and |x|."""

from lemmacheck.verifiers.prove.operators import coefficient, function, ordered, scalars, sqrt
from lemmacheck.verifiers.prove.polynomials import ZERO, Ratio, by_power
from lemmacheck.verifiers.prove.signs import nonnegative
from lemmacheck.verifiers.prove.terms import Atom, Term

STEP = "1[·≥0]"


def indicator(x: Term) -> Term:
    """1[x ≥ 0], for positive c the same of cx; by cases of the letters in x that are 0 or 1."""
    u, number = x.universe, x.number()
    if number is not None or nonnegative(x):
        return u.constant(1 if number is None or number >= 0 else 0)
    cases = [atom for atom in x.atoms() if atom.binary and atom.kind != STEP]
    case = min(cases, key=lambda atom: atom.number, default=None)
    if case is not None:
        without, with_it = (indicator(in_case(x, case, value)) for value in (0, 1))
        return without + u.of(case) * (with_it - without)
    with u.quietly():
        for atom, e in scalars(x):
            x = x * u.of(atom, -e) if atom.positive else x
        x = x / coefficient(next(iter(x.parts.values()))[1].num)
    return function(STEP, x, binary=True)


def in_case(x: Term, case: Atom, value: int) -> Term:
    """The term where something that is 0 or 1, outside other atoms and exponents, is the one or the other."""
    result = Term(x.universe, {})
    for exponent, r in x.parts.values():
        num, den = (sum((c * value**e for e, c in by_power(p, case.number).items()), ZERO) for p in (r.num, r.den))
        result.put(exponent, Ratio.of(num, den))
    return result


def steps_of(x: Term) -> list[Atom]:
    """The 1[y ≥ 0] in a term, outside other atoms."""
    return sorted((atom for atom in x.all_atoms() if atom.kind == STEP), key=lambda atom: atom.number)


def steps_in(x: Term) -> list[Atom]:
    """The 1[y ≥ 0] of numbers y in a term, each after those in its y."""
    found = [atom for atom in steps_of(x) if atom.space is None]
    inner = [one for atom in found for one in steps_in(atom.args[0])]
    return list(dict.fromkeys((*inner, *found)))


def cut_off(x: Term) -> list[tuple[Term, Term]]:
    """y and y⁺ for the 1[y ≥ 0] of components y in a term: no case holds of all of these."""
    return [(atom.args[0], atom.args[0] * x.universe.of(atom)) for atom in steps_of(x) if atom.space]


def absolute(x: Term) -> Term:
    """|x|, of a vector's component with all scalars taken out, |c| = √(c²); and |−x| = |x|."""
    if nonnegative(x):
        return x
    u = x.universe
    factor, size = u.constant(1), u.constant(1)
    with u.quietly():
        for atom, e in scalars(x):
            if atom.positive or x.spaces:
                factor = factor * u.of(atom, e)
                size = size * sqrt(u.of(atom, 2)) ** e
        inside = x / factor
    if nonnegative(inside):
        return size * inside
    if min(ordered(inside), ordered(-inside)) != ordered(inside):
        inside = -inside
    return size * function("abs", inside, nonnegative=True)
