"""The arbitrary run on which one claim is read, and what its hypotheses give there.

Equations of the schedule are put in; what is positive or at most 1 is noted. Of anything else in the hypotheses
no use is made here, which proves the claim without it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from theory.claim import Claim
from theory.hypotheses import exponential_loss
from theory.relation import IllFormed, Relation
from verifiers.proofs import operators
from verifiers.proofs.algorithms import with_letters
from verifiers.proofs.subject import Trajectory, arbitrary_data, index_of, loss_of
from verifiers.proofs.substitution import polynomial, substituted
from verifiers.proofs.terms import Atom, Refused, Term, Universe
from verifiers.proofs.values import Context, Later, Steps, Value, meeting

UNREADABLE = (
    Refused,
    IllFormed,
    ZeroDivisionError,
    TypeError,
    ValueError,
    IndexError,
    AttributeError,
    NotImplementedError,
)
AHEAD = range(-1, 5)
FIRST_ROWS = range(5)


@dataclass
class Stated:
    """A relation as lhs − rhs (equality) or as what must not be negative."""

    op: str
    gap: Value

    @property
    def per_step(self) -> bool:
        return any(isinstance(axis, Steps) for axis in self.gap.axes)


@dataclass
class Setting:
    """The arbitrary run on which one claim is read, with what its hypotheses give."""

    claim: Claim
    algorithm: Any = None  # in place of the claim's own, with arbitrary parameters
    context: Context = field(default_factory=Context)
    known: dict[int, Term] = field(default_factory=dict)
    below_one: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        if self.claim.about is not None:
            self._learn()

    def subject(self) -> Any:
        exponential = exponential_loss in self.claim.given
        loss = loss_of(self.context, exponential)
        if self.claim.about is None:
            return arbitrary_data(self.context, loss)
        algorithm = self.algorithm or with_letters(self.claim.bound, self.context, self.schedule, loss)
        loss = getattr(algorithm, "loss", loss)
        return Trajectory(self.context, arbitrary_data(self.context, loss), algorithm)

    @cached_property
    def run(self) -> Any:
        return self.subject()

    def schedule(self, name: str) -> Any:
        """λ, θ, β, η as functions of t: a letter for each t, or what a hypothesis makes of it."""

        def at(t: Any) -> Term:
            u = self.context.universe
            index = index_of(self.context, t)
            if isinstance(index, Later):
                self.context.require(-index.k)
            offset = f"_t{index.k:+d}" if isinstance(index, Later) and index.k else "_t"
            letter = u.symbol(name + (offset if isinstance(index, Later) else f"_{index}"))
            (number,) = (atom.number for atom in letter.atoms())
            return self.known.get(number, letter)

        return at

    def ready(self, term: Term) -> Term:
        """The term with t and every λ ∈ (0, 1] written so that signs can be read off: t = s + least, λ = 1/(1 + x)."""
        u, rules = term.universe, {}
        for atom in list(u.atoms):
            if atom.kind == "symbol" and atom.name == "t" and self.context.least:
                rules[atom.number] = u.symbol("s", nonnegative=True) + self.context.least
            elif atom.number in self.below_one and atom.positive:
                rules[atom.number] = 1 / (1 + u.symbol(f"(1/{atom.name} − 1)", nonnegative=True))
        return substituted(term, rules)

    def of_unknown_sign(self, term: Term) -> bool:
        """Whether a monomial has an odd power of an atom of which no sign is known."""
        for _, r in term.parts.values():
            for p in (r.num, r.den):
                for exponents, _ in p.terms():
                    met = [term.universe.atoms[k] for k, e in operators.powers(exponents) if e % 2]
                    if not all(a.positive or a.nonnegative or a.number in self.below_one for a in met):
                        return True
        return False

    def is_unit(self, c: Term) -> bool:
        """Whether a scalar is surely not 0: a product of factors, each surely positive or surely negative."""
        r = self.ready(c).ratio
        if r is None or r.num.is_zero():
            return False
        factors = [scalar(c.universe, p) for p, _ in r.num.factor()[1]]
        return all(operators.positive(f) or operators.positive(-f) for f in factors)

    def _learn(self) -> None:
        """Put in the equations of the schedule; note what is positive, and what is at most 1."""
        run, before = self.subject(), self.context.least
        for hypothesis in self.claim.given:
            try:
                relations = [stated(self.context, r) for r in relations_of(hypothesis(run))]
            except UNREADABLE:
                continue
            for relation in filter(self._names_a_letter, relations):
                rows = [*map(Later, AHEAD), *FIRST_ROWS] if relation.per_step else [None]
                for row in rows:
                    try:
                        with self.context.measured() as need:
                            gap = relation.gap.at(row)
                    except UNREADABLE:
                        continue
                    self._note(relation.op, gap, need[0])
        self.context.least = before

    def _names_a_letter(self, relation: Stated) -> bool:
        """Whether a letter of the schedule occurs in it at the arbitrary step: of anything else nothing is learnt."""
        try:
            with self.context.measured():
                return any(map(is_schedule, relation.gap.at(Later(0) if relation.per_step else None).atoms()))
        except UNREADABLE:
            return True

    def _note(self, op: str, gap: Term, need: int) -> None:
        """What a hypothesis says of the one letter in it: of one at t − 1 from t = 1 on, of any other from t = 0 on."""
        letters = [a for a in gap.atoms() if a.kind == "symbol" and a.space is None and is_schedule(a)]
        r = gap.ratio
        if len(letters) != 1 or r is None:
            return
        (letter,) = letters
        if need > (1 if letter.name.endswith("_t-1") else 0):
            return
        value = self.context.universe.of(letter)
        if op == "==":
            solved = solution(gap, letter)
            with self.context.measured():
                unit = self.is_unit(coefficient(gap, letter))
            if solved is not None and unit:
                self.known[letter.number] = solved
        elif op == ">" and (gap - value).is_zero:
            letter.positive = True
        elif op == ">=" and (gap + value - 1).is_zero:
            self.below_one.add(letter.number)


def is_schedule(atom: Atom) -> bool:
    return atom.name.split("_")[0] in ("λ", "θ", "β", "η")


def stated(context: Context, relation: Relation) -> Stated:
    """A relation between arrays as one about their difference."""
    sides = [relation.lhs, relation.rhs]
    values = [x if isinstance(x, Value) else _constant(context, x) for x in sides]
    meeting(values[0].axes, values[1].axes)
    low, high = values if relation.op in ("<=", "<", "==") else reversed(values)
    return Stated({"<=": ">=", "<": ">"}.get(relation.op, relation.op), high - low)


def relations_of(statement: Any) -> tuple[Relation, ...]:
    """A statement's relations; of anything that is more than relations, nothing is proved."""
    relations = (statement,) if isinstance(statement, Relation) else tuple(statement)
    if not relations or not all(isinstance(relation, Relation) for relation in relations):
        raise Refused("the statement is no conjunction of relations")
    return relations


def _constant(context: Context, x: Any) -> Value:
    single = isinstance(x, np.ndarray) and x.size == 1
    number = context.universe.constant(x.ravel()[0] if single else x)
    return Value(context, (1,) * (x.ndim if single else 0), lambda _: number)


def coefficient(gap: Term, atom: Atom) -> Term:
    """c where gap = c·atom + rest, c and rest free of the atom; 0 if it is not so."""
    u = gap.universe
    if set(gap.parts) != {None}:
        return u.constant(0)
    r = gap.parts[None][1]
    if r.num.degrees()[atom.number] != 1 or r.den.degrees()[atom.number] != 0:
        return u.constant(0)
    rest = substituted(gap, {**at_first_place(atom, u), atom.number: u.constant(0)})
    return (gap - rest) / u.of(atom)


def at_first_place(atom: Atom, u: Universe) -> dict[int, Term]:
    """The vector's component at the first place, which is a letter of its own when equations are solved."""
    return {a.number: u.of(a) for a in u.atoms if a.kind == "first" and a.args[0] is atom}


def solution(gap: Term, atom: Atom) -> Term | None:
    """What the atom must be for the gap to vanish; None if the gap is not linear in it."""
    c = coefficient(gap, atom)
    if c.is_zero or c.spaces:
        return None
    u = gap.universe
    result = u.of(atom) - gap / c
    mark = u.symbol("✓", atom.space)
    moved = substituted(result, {**at_first_place(atom, u), atom.number: mark})
    return result if (moved - result).is_zero else None


def scalar(u: Universe, p: Any) -> Term:
    return polynomial(u, p, {}, {})
