"""Atoms replaced by terms, also inside sums, words of Z, exponents and functions; and equations solved for them."""

from typing import Any

from lemmacheck.verifiers.prove.cases import STEP, indicator
from lemmacheck.verifiers.prove.operators import (
    HOMOGENEOUS,
    OTHER,
    VERTEX,
    Base,
    at_place,
    carried,
    exp,
    first_largest,
    function,
    homogeneous,
    largest,
    log,
    sqrt,
    total,
)
from lemmacheck.verifiers.prove.polynomials import ONE, ZERO, Ratio, Written, spelled
from lemmacheck.verifiers.prove.refusals import Refused
from lemmacheck.verifiers.prove.terms import Atom, Term, Universe


def substituted(term: Term, rules: dict[int, Term], memo: dict[int, Term] | None = None) -> Term:
    """The term with atoms replaced, also inside sums, words of Z and functions."""
    u, memo = term.universe, {} if memo is None else memo
    result = u.constant(0)
    with u.quietly():
        if all(renewed(u, a, rules, memo) is None for a in term.all_atoms()):
            return term
        for exponent, r in term.parts.values():
            num, den = (polynomial(u, side, rules, memo) for side in (r.above, r.below))
            part = num / den
            if exponent is not None:
                part = part * exp(substituted(exponent, rules, memo))
            result = result + part
    return result


def polynomial(u: Universe, written: Written, rules: dict[int, Term], memo: dict[int, Term]) -> Term:
    left, parts = ZERO, []
    for monomial, c in written:
        new = {k: one for k, _ in monomial if (one := renewed(u, u.atoms[k], rules, memo)) is not None}
        rest = spelled([(k, e) for k, e in monomial if k not in new], c)
        if not new:
            left += rest
            continue
        part = Term(u, {None: Ratio.of(rest, ONE)})
        for k, e in monomial:
            part = part * new[k] ** e if k in new else part
        parts.append(part)
    return u.sum([*parts, Term(u, {None: Ratio.of(left, ONE)})])


def renewed(u: Universe, atom: Atom, rules: dict[int, Term], memo: dict[int, Any]) -> Term | None:
    """The value of an atom under the rules; None if they leave it as it is."""
    if atom.number in rules:
        return rules[atom.number]
    if atom.number not in memo:
        memo[atom.number] = None
        memo[atom.number] = _renewed(u, atom, rules, memo)
    return memo[atom.number]


def as_vertex(term: Term) -> Atom:
    """The vertex that a term is."""
    atom = next(iter(term.atoms()), None)
    if atom is None or not atom.is_vertex or not (term - term.universe.of(atom)).is_zero:
        raise Refused("the row of what is no vertex")
    return atom


def _renewed(u: Universe, atom: Atom, rules: dict[int, Term], memo: dict[int, Any]) -> Term | None:
    def new(x: Any) -> Term:
        return substituted(x.term(u) if isinstance(x, Base) else x, rules, memo)

    def changed(x: Any) -> bool:
        if isinstance(x, Atom):
            return renewed(u, x, rules, memo) is not None
        term = x.term(u) if isinstance(x, Base) else x
        return isinstance(term, Term) and any(renewed(u, a, rules, memo) is not None for a in term.all_atoms())

    if not any(changed(x) for x in atom.args):
        return None
    args, kind = atom.args, atom.kind
    if kind == "sum":
        return total(new(args[0]), args[0].space)
    if kind == "inner":
        (a, b, k), space = args, args[1].space
        image = new(b)
        for _ in range(k):
            image, space = carried(image, space), OTHER[space]
        return total(new(a) * image, space)
    if kind == "word":
        image, space = new(args[1]), args[1].space
        for _ in range(args[0]):
            image, space = carried(image, space), OTHER[space]
        return image
    if kind in ("first", "drawn"):
        vector, *vertex = (substituted(u.of(x), rules, memo) for x in args)
        return at_place(vector, args[0].space, *map(as_vertex, vertex))
    if kind == STEP:
        return indicator(new(args[0]))
    if kind in ("log", "sqrt"):
        return (log if kind == "log" else sqrt)(new(args[0]))
    if kind == "inverse":
        return new(args[0]).inverse()
    if kind == "mean":
        part, law, base = args
        return law.mean(new(part), base, drawing=False)
    whole = args[-1]
    if kind == VERTEX:
        return first_largest(new(args[0]))
    if kind == "max":
        return largest(new(args[0]), whole)
    if kind in HOMOGENEOUS:
        return homogeneous(kind, new(args[0]), HOMOGENEOUS[kind], whole)
    return function(kind, *(new(x) for x in args[:-1]), whole=whole, space=atom.space)


def coefficient(gap: Term, atom: Atom) -> Term:
    """c where gap = c·atom + rest, c and rest free of the atom; 0 if there is no such c."""
    u = gap.universe
    if set(gap.parts) != {None}:
        return u.constant(0)
    r = gap.parts[None][1]
    if r.num.degrees()[atom.number] != 1 or r.den.degrees()[atom.number] != 0:
        return u.constant(0)
    rest = substituted(gap, {**at_places(atom, u), atom.number: u.constant(0)})
    return (gap - rest) / u.of(atom)


def at_places(atom: Atom, u: Universe) -> dict[int, Term]:
    """The vector's components at one place; they are letters of their own when equations are solved."""
    return {a.number: u.of(a) for a in u.atoms if a.kind in ("first", "drawn") and a.args[0] is atom}


def solution(gap: Term, atom: Atom) -> Term | None:
    """The value of the atom for which the gap is 0; None if the gap is not linear in it."""
    c = coefficient(gap, atom)
    if c.is_zero or c.spaces:
        return None
    u = gap.universe
    result = u.of(atom) - gap / c
    mark = u.symbol("✓", atom.space)
    moved = substituted(result, {**at_places(atom, u), atom.number: mark})
    return result if (moved - result).is_zero else None
