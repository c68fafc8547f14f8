"""Exact terms: Σ_L R_L·exp(L) with R_L a rational function of atoms, kept in lowest terms.

An atom is a scalar (λ_t, t, n, Σᵢ aᵢbᵢ, ⟨a, ZZᵀb⟩, √x, ln x, …) or the component, at an arbitrary place, of a
vector of ℝⁿ or ℝᵈ (w, μ, Zw, Zᵀq, q⊙exp(ξ), …). A vector is known by its arbitrary component, so an identity
between components holds for all of them, for every n and d. A term is 0 only if every R_L is 0 as a rational
function: equal terms are equal numbers wherever both are defined. Nothing is ever compared by size.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import compress
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mpoly
from lemmacheck.verifiers.prove.polynomials import (
    CAPACITY,
    CONTEXT,
    GENERATORS,
    ONE,
    PLACES,
    ZERO,
    Ratio,
    Same,
    by_power,
    content,
    is_number,
    refuse_large,
)
from lemmacheck.verifiers.prove.refusals import Closed, Refused, Undefined, asked_by_ours

ROWS, COLUMNS, ENTRY = "n", "d", "nd"
MOST_POWER = 200


@dataclass(eq=False)
class Atom:
    """One indeterminate: its meaning, its space, and what is known of its sign."""

    number: int
    kind: str
    space: str | None
    args: tuple[Any, ...]
    positive: bool = False
    nonnegative: bool = False
    total: Any = None  # Σᵢ aᵢ, if it is known
    binary: bool = False  # 0 or 1, so that a² = a
    ranged: bool = False  # not negative, or ∞
    text: str = ""  # how it reads, once that was asked

    @property
    def name(self) -> str:
        """The name of a letter; of any other atom a name that no other has."""
        letter = self.kind in ("symbol", "sequence", "entry")
        return str(self.args[0]) if letter else f"{self.kind} {self.number}"

    @property
    def facts(self) -> dict[str, Any]:
        """What is known of it."""
        return {k: getattr(self, k) for k in ("positive", "nonnegative", "total", "binary")}

    @property
    def is_vertex(self) -> bool:
        """Whether it is e_i for one row i: 0 or 1, and Σᵢ aᵢ = 1."""
        return self.binary and self.total == 1 and self.space == ROWS


@dataclass
class Universe:
    """The atoms of one proof, each with its generator; equal meanings get the same atom."""

    atoms: list[Atom] = field(default_factory=list)
    known: dict[Any, Atom] = field(default_factory=dict)
    roots: list[Atom] = field(default_factory=list)
    lowered: list[Atom] = field(default_factory=list)  # a² is a lower power: the root of a rational function, 0 or 1
    conditions: dict[Any, Condition] = field(default_factory=dict)
    ranged: list[Atom] = field(default_factory=list)
    known_squares: dict[Any, tuple[Term, str]] = field(default_factory=dict)  # by keys, with the fact that says so
    squares: set[Any] = field(default_factory=set)  # the keys of sums of squares, in which the squares may not be seen
    written: dict[tuple[int, int], Term] = field(default_factory=dict)  # the powers of atoms
    numbers: dict[Any, Term] = field(default_factory=dict)
    factors: dict[Same, tuple[fmpq, list[tuple[Term, int]]]] = field(default_factory=dict)  # of polynomials

    def needs(self, what: str, term: Term) -> None:
        """Note that a term was written that is defined only where another is "≠ 0", "> 0" or "≥ 0"."""
        number = term.number()
        if number is None:
            self.conditions[what, term.key(), None] = (what, term)
        elif (number == 0 and what != "≥ 0") or (number < 0 and not what.startswith("≠ 0")):
            raise Undefined(f"{number} stands where {what} is needed")

    @contextmanager
    def quietly(self) -> Iterator[dict[Any, Condition]]:
        """A context that collects the conditions of what is written in it apart from all others."""
        before, self.conditions = self.conditions, {}
        try:
            yield self.conditions
        finally:
            self.conditions = before

    def atom(self, kind: str, space: str | None, key: Any, args: tuple[Any, ...], **facts: Any) -> Atom:
        found = self.known.get((kind, space, key))
        if found is None:
            if space == ENTRY and kind != "entry":
                raise Refused(f"{kind} of the entries of Z")
            if len(self.atoms) == CAPACITY:
                raise Refused("the statement has too many terms")
            found = Atom(len(self.atoms), kind, space, args, **facts)
            self.atoms.append(found)
            self.known[kind, space, key] = found
            if kind == "sqrt":
                self.roots.append(found)
            if found.ranged:
                self.ranged.append(found)
            if found.binary or (kind == "sqrt" and args[0].ratio is not None):
                self.lowered.append(found)
        found.positive = found.positive or facts.get("positive", False)
        found.nonnegative = found.nonnegative or facts.get("nonnegative", False) or found.binary
        return found

    def symbol(self, name: str, space: str | None = None, **facts: Any) -> Term:
        """A letter: a scalar, or the component of a vector."""
        return self.of(self.atom("symbol", space, name, (name,), **facts))

    def of(self, atom: Atom, power: int = 1) -> Term:
        known = self.written.get((atom.number, power))
        if known is None:
            letter = GENERATORS[atom.number] ** abs(power)
            ratio = Ratio.of(ONE, letter) if power < 0 else Ratio.of(letter, ONE)
            known = self.written[atom.number, power] = Term(self, {None: ratio})
        return known

    def factored(self, p: fmpq_mpoly) -> tuple[fmpq, list[tuple[Term, int]]]:
        """A polynomial as a number times powers of its factors, found once."""
        asked = Same(p)
        if asked not in self.factors:
            constant, factors = p.factor()
            self.factors[asked] = constant, [(Term(self, {None: Ratio.of(one, ONE)}), int(e)) for one, e in factors]
        return self.factors[asked]

    def constant(self, value: Any) -> Term:
        if isinstance(value, Term):
            if value.universe is not self:
                raise Refused("a term of another proof")
            return value
        if isinstance(value, (bool, float)) or not isinstance(value, (int, Fraction, fmpq)):
            raise Refused(f"{value!r} is no exact number")
        if value not in self.numbers:
            number = fmpq(value.numerator, value.denominator)
            self.numbers[value] = Term(self, {None: Ratio(CONTEXT.constant(number), ONE)})
        return self.numbers[value]

    def sum(self, terms: Iterable[Term]) -> Term:
        """Σ of terms. What stands over one denominator is added before it is brought to lowest terms, once."""
        found: dict[Any, tuple[Term | None, fmpq_mpoly, fmpq_mpoly]] = {}
        for term in terms:
            for key, (exponent, r) in term.parts.items():
                over = key, Same(r.den)
                num = found[over][1] + r.num if over in found else r.num
                refuse_large(num, r.den)
                found[over] = exponent, num, r.den
        result = Term(self, {})
        for exponent, num, den in found.values():
            result.put(exponent, Ratio.of(num, den))
        return result

    @property
    def n(self) -> Term:
        """The number of rows, n ≥ 1."""
        return self.symbol("n", positive=True)

    @property
    def d(self) -> Term:
        return self.symbol("d", positive=True)

    def occurring(self, p: fmpq_mpoly) -> list[Atom]:
        return [] if is_number(p) else [self.atoms[k] for k in compress(PLACES, p.degrees())]


class Term(Closed):
    """Σ_L R_L·exp(L); the exponents L are terms themselves, and L = 0 is written None."""

    def __init__(self, universe: Universe, parts: dict[Any, Ratio]) -> None:
        self.universe = universe
        self.parts: dict[Any, tuple[Term | None, Ratio]] = {}
        for exponent, ratio in parts.items():
            self.put(exponent, ratio)
        self._key: Any = None
        self._is_low = False  # whether no power in it is known to be a lower one
        self._atoms: frozenset[Atom] | None = None  # outside exponents, known when the term has been built
        self._all_atoms: frozenset[Atom] | None = None

    def put(self, exponent: Term | None, ratio: Ratio) -> None:
        """Add ratio·exp(exponent), while the term is being built."""
        exponent = None if exponent is None or not exponent.parts else exponent
        key = None if exponent is None else exponent.key()
        known = self.parts.get(key)
        ratio = ratio if known is None else known[1] + ratio
        if ratio.num.is_zero():
            self.parts.pop(key, None)
        else:
            self.parts[key] = (exponent, ratio)

    def key(self) -> Any:
        if self._key is None:
            self._key = frozenset((key, ratio.key()) for key, (_, ratio) in self.parts.items())
        return self._key

    @property
    def is_zero(self) -> bool:
        return not self.parts

    @property
    def is_one(self) -> bool:
        return len(self.parts) == 1 and None in self.parts and self.parts[None][1].is_one()

    @property
    def ratio(self) -> Ratio | None:
        """The rational function, if no exponential occurs."""
        if not self.parts:
            return Ratio(ZERO, ONE)
        return self.parts[None][1] if len(self.parts) == 1 and None in self.parts else None

    def number(self) -> Fraction | None:
        """The value, if it is a number."""
        r = self.ratio
        if r is None or not is_number(r.num) or not is_number(r.den):
            return None
        c = r.num.leading_coefficient()
        return Fraction(int(c.p), int(c.q))

    def atoms(self) -> frozenset[Atom]:
        """The atoms outside exponents and outside other atoms."""
        if self._atoms is None:
            sides = (p for _, r in self.parts.values() for p in (r.num, r.den))
            self._atoms = frozenset(atom for p in sides for atom in self.universe.occurring(p))
        return self._atoms

    def all_atoms(self) -> frozenset[Atom]:
        """All atoms, also those inside exponents."""
        if self._all_atoms is None:
            exponents = (exponent for exponent, _ in self.parts.values() if exponent is not None)
            self._all_atoms = self.atoms().union(*(exponent.all_atoms() for exponent in exponents))
        return self._all_atoms

    @property
    def spaces(self) -> set[str]:
        return {a.space for a in self.all_atoms() if a.space}

    def __add__(self, other: Any) -> Term:
        other = self._coerced(other)
        if other is None:
            return NotImplemented
        result = Term(self.universe, {})
        for term in (self, other):
            for exponent, ratio in term.parts.values():
                result.put(exponent, ratio)
        return result

    def __mul__(self, other: Any) -> Term:
        other = self._coerced(other)
        if other is None:
            return NotImplemented
        if self.is_one or other.is_one:
            return (other if self.is_one else self).with_lower_powers()
        result = Term(self.universe, {})
        for one, r in self.parts.values():
            for two, s in other.parts.values():
                result.put(two if one is None else one if two is None else one + two, r * s)
        return result.with_lower_powers()

    def inverse(self) -> Term:
        """1/x, defined where x is not 0."""
        self.universe.needs("≠ 0", self)
        if len(self.parts) > 1:
            key, spaces = self.key(), self.spaces
            if len(spaces) > 1:
                raise Refused("a quotient mixes components of ℝⁿ and ℝᵈ")
            return self.universe.of(self.universe.atom("inverse", next(iter(spaces), None), key, (self,)))
        ((exponent, r),) = self.parts.values()
        result = Term(self.universe, {})
        result.put(None if exponent is None else -exponent, Ratio.of(r.den, r.num))
        return result.with_lower_powers()

    def __neg__(self) -> Term:
        result = Term(self.universe, {})
        for exponent, r in self.parts.values():
            result.put(exponent, Ratio(-r.num, r.den))
        result._is_low = self._is_low
        return result

    def __sub__(self, other: Any) -> Term:
        other = self._coerced(other)
        return NotImplemented if other is None else self + -other

    def __rsub__(self, other: Any) -> Term:
        return -self + other

    def __truediv__(self, other: Any) -> Term:
        other = self._coerced(other)
        return NotImplemented if other is None else self * other.inverse()

    def __rtruediv__(self, other: Any) -> Term:
        return self.inverse() * other

    __radd__, __rmul__ = __add__, __mul__

    def __pow__(self, power: Any) -> Term:
        if isinstance(power, Closed):
            if not isinstance(power, Term):
                return NotImplemented  # an array, whose own operation meets the term
            raise Refused("a power whose exponent is no number")
        if not isinstance(power, int) or isinstance(power, bool):
            raise Refused(f"the power {power!r} is no integer")
        if abs(power) > MOST_POWER:
            raise Refused("a power is too high to be multiplied out")
        result, factor = self.universe.constant(1), self if power >= 0 else self.inverse()
        for _ in range(abs(power)):
            result = result * factor
        return result

    def _coerced(self, other: Any) -> Term | None:
        """The operand as a term; None for an array, whose own operation meets the term."""
        if isinstance(other, Closed) and not isinstance(other, Term):
            return None
        return self.universe.constant(other)

    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray:
        """An array of no axes, to our code alone: an array that an author's makes has letters where a run's has numbers
        of NumPy's, and says so."""
        if not asked_by_ours():
            raise Refused("a symbolic number is made an array of NumPy's")
        alone = np.empty(1, dtype=object)
        alone[0] = self
        return alone.reshape(())

    def with_lower_powers(self) -> Term:
        """(√x)² = x, and 1/√x = √x/x; in a numerator a² = a for an atom that is 0 or 1."""
        lowered = () if self._is_low else self.universe.lowered
        for _, r in self.parts.values() if lowered else ():
            if r.den.is_one() and r.num.total_degree() < 2:
                continue
            above = r.num.degrees()
            below = r.den.degrees()
            for one in lowered:
                k = one.number
                if above[k] > 1 or (not one.binary and below[k] > 0 and _divides(one, r.den)):
                    return self._without_squares(one)
        self._is_low = True
        return self

    def _without_squares(self, one: Atom) -> Term:
        result = Term(self.universe, {})
        for exponent, r in self.parts.values():
            num, den = r.num, r.den
            if one.binary:
                result.put(exponent, _lowered(num, one) * Ratio.of(ONE, den))
                continue
            if _divides(one, den):
                num, den = num * GENERATORS[one.number], den * GENERATORS[one.number]
            top, bottom = _lowered(num, one), _lowered(den, one)
            result.put(exponent, top * Ratio.of(bottom.den, bottom.num))
        return result.with_lower_powers()


def _divides(root: Atom, p: fmpq_mpoly) -> bool:
    """Whether an atom is a factor of a polynomial, or occurs in it squared."""
    k = root.number
    return p != ONE and (len(p.derivative(k).derivative(k)) > 0 or k in dict(content(p)))


def _lowered(p: fmpq_mpoly, one: Atom) -> Ratio:
    """p with (√x)² written x, and a² written a for an a that is 0 or 1."""
    letter, result = GENERATORS[one.number], Ratio(ZERO, ONE)
    for e, c in by_power(p, one.number).items():
        part = Ratio.of(c * letter ** (min(e, 1) if one.binary else e % 2), ONE)
        for _ in range(0 if one.binary else e // 2):
            part = part * one.args[0].ratio
        result = result + part
    return result


Condition = tuple[str, Term]
