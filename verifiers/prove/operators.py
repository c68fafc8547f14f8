"""What a formula asks of terms beyond + − · /: Σᵢ, Zw and Zᵀq, exp, ln, √, max, and a component at a fixed place.

Sums and Z act term by term, scalars taken out; Σᵢ aᵢ(Zb)ᵢ = ⟨a, Zb⟩ = ⟨Zᵀa, b⟩ is one atom, however it is
written, and so is ⟨Zᵀa, Zᵀb⟩ = ⟨a, ZZᵀb⟩. That is all that is used of Z, so n, d and Z are arbitrary.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm, prod
from typing import Any

from flint import fmpq_mpoly, fmpz
from lemmacheck.verifiers.prove.polynomials import ONE, Monomial, Ratio, Written, content, is_number, spelled
from lemmacheck.verifiers.prove.refusals import Refused
from lemmacheck.verifiers.prove.signs import nonnegative, positive, signs_of
from lemmacheck.verifiers.prove.terms import COLUMNS, ENTRY, ROWS, Atom, Term, Universe

POSITIVE = ("ℓ", "ℓ'", "exprel")
HOMOGENEOUS = {"‖·‖²": 2, "‖·‖*²": 2}
VERTEX = "e_argmax"
MOST_BITS = 128  # of an integer that is factored
OTHER = {ROWS: COLUMNS, COLUMNS: ROWS}


@dataclass(frozen=True, eq=False)
class Base:
    """A vector with no scalar factor, by its component: a product of component atoms times exp(exponent)."""

    space: str
    factors: Monomial
    exponent: Term | None
    whole: Term | None = None  # in place of factors, where the component is no monomial

    def key(self) -> Any:
        known = self.exponent.key() if self.exponent is not None else None
        return self.space, self.factors, known, None if self.whole is None else self.whole.key()

    def term(self, u: Universe) -> Term:
        if self.whole is not None:
            return self.whole
        result = u.constant(1)
        for k, e in self.factors:
            result = result * u.of(u.atoms[k], e)
        return result * exp(self.exponent) if self.exponent is not None else result


def monomial(u: Universe, exponents: Monomial) -> Term:
    result = u.constant(1)
    for k, e in exponents:
        result = result * u.of(u.atoms[k], e)
    return result


def lives_in(u: Universe, p: fmpq_mpoly, space: str) -> bool:
    """Whether a polynomial has components of the space."""
    return any(a.space in (space, ENTRY) for a in u.occurring(p))


def divided(term: Term | None, space: str) -> tuple[Term | None, Term | None]:
    """An exponent as (the part with components of the space, the part without)."""
    if term is None:
        return None, None
    u = term.universe
    inside, outside = Term(u, {}), Term(u, {})
    for exponent, r in term.parts.values():
        if (exponent is not None and space in exponent.spaces) or lives_in(u, r.den, space):
            inside.put(exponent, r)
            continue
        for monomial, c in r.above:
            piece = Ratio.of(spelled(monomial, c), r.den)
            met = any(u.atoms[k].space in (space, ENTRY) for k, _ in monomial)
            (inside if met else outside).put(exponent, piece)
    return inside if inside.parts else None, outside


def split(term: Term, space: str) -> list[tuple[Term, Base, Atom | None]]:
    """Σ coefficient · base, each coefficient free of components of the space; with a Z_ij, or ‖z_i‖² for its square."""
    u = term.universe
    found: list[tuple[Term, Base, Atom | None]] = []
    for exponent, r in term.parts.values():
        inside, outside = divided(exponent, space)
        if inside is not None and inside.spaces - {space}:
            raise Refused("an exponential mixes components of ℝⁿ and ℝᵈ")
        if lives_in(u, r.den, space):
            whole = Term(u, {})
            whole.put(inside, r)
            if whole.spaces != {space}:
                raise Refused("a quotient mixes components of ℝⁿ and ℝᵈ")
            coefficient, base = drawn(u, Base(space, content(r.num), None, whole))
            found.append((scaled(u, outside, Ratio(ONE, ONE)) * coefficient, base, None))
            continue
        for monomial, c in r.above:
            mine, other, entry = [], [], None
            for k, e in monomial:
                atom = u.atoms[k]
                if atom.space == ENTRY:
                    if atom.kind != "entry" or e > 2 or entry is not None:
                        raise Refused("a product of entries of Z")
                    entry = atom if e == 1 else u.atom("rows", ROWS, None, ("‖z_i‖²",), nonnegative=True)
                elif atom.space == space:
                    mine.append((k, e))
                else:
                    other.append((k, e))
            coefficient = scaled(u, outside, Ratio.of(spelled(other, c), r.den))
            if entry is not None and entry.kind == "rows" and (mine or inside or space != COLUMNS):
                raise Refused("a product of entries of Z")
            at, base = drawn(u, Base(space, tuple(mine), inside))
            found.append((coefficient * at, base, entry))
    return found


def drawn(u: Universe, base: Base) -> tuple[Term, Base]:
    """e ⊙ a as a_i · e, for the vertex e = e_i; any other base as it is. The factors of a whole one divide it."""
    vertex = next((u.atoms[k] for k, _ in base.factors if u.atoms[k].is_vertex), None)
    if vertex is None:
        return u.constant(1), base if base.whole is None else Base(base.space, (), None, base.whole)
    rest = base.term(u) * u.of(vertex, -1)
    return at_place(rest, base.space, vertex), Base(base.space, ((vertex.number, 1),), None)


def scaled(u: Universe, exponent: Term | None, ratio: Ratio) -> Term:
    result = Term(u, {})
    result.put(exponent, ratio)
    return result


def total(term: Term, space: str) -> Term:
    """Σ over the components of the space."""
    u = term.universe

    def of_one(base: Base, entry: Atom | None) -> Term:
        if entry is None:
            return summed(u, base)
        return word(u, 1, base) if entry.space == ENTRY else u.of(entry)

    return u.sum(coefficient * of_one(base, entry) for coefficient, base, entry in split(term, space))


def summed(u: Universe, base: Base) -> Term:
    """Σᵢ of a base."""
    if base.whole is None and base.exponent is None and not base.factors:
        return u.n if base.space == ROWS else u.d
    words = [(u.atoms[k], e) for k, e in base.factors if u.atoms[k].kind == "word"]
    others = tuple((k, e) for k, e in base.factors if u.atoms[k].kind != "word")
    if base.whole is None and sum(e for _, e in words) == 1 and words[0][1] == 1:
        (applied, _), rest = words[0], Base(base.space, others, base.exponent)
        return inner(u, rest, applied.args[1], applied.args[0])
    if base.whole is None and not others and base.exponent is None and sum(e for _, e in words) == 2:
        first, second = (words * 2)[:2]
        return inner(u, first[0].args[1], second[0].args[1], first[0].args[0] + second[0].args[0])
    if len(base.factors) == 1 and base.factors[0][1] == 1 and base.exponent is None:
        known = u.atoms[base.factors[0][0]].total
        if known is not None:
            return u.constant(known)
    term = base.term(u)
    return u.of(u.atom("sum", None, base.key(), (base,), positive=positive(term), nonnegative=nonnegative(term)))


def inner(u: Universe, a: Base, b: Base, k: int) -> Term:
    """⟨a, ZZᵀ⋯ b⟩ with k factors Z and Zᵀ in turn."""
    if repr(sorted_key(b)) < repr(sorted_key(a)):
        a, b = b, a
    square = a.key() == b.key()  # of one space, so that k is even
    return u.of(u.atom("inner", None, (a.key(), b.key(), k), (a, b, k), nonnegative=square))


def sorted_key(base: Base) -> Any:
    """A name of the base that does not depend on the order in which its parts were met."""
    exponent = "" if base.exponent is None else ordered(base.exponent)
    return base.space, base.factors, exponent, "" if base.whole is None else ordered(base.whole)


def ordered(term: Term) -> str:
    parts = []
    for exponent, r in term.parts.values():
        sides = [sorted((monomial, str(c)) for monomial, c in side) for side in (r.above, r.below)]
        parts.append((ordered(exponent) if exponent is not None else "", str(sides)))
    return str(sorted(parts))


def carried(term: Term, space: str) -> Term:
    """Zᵀv for the v ∈ ℝⁿ with this component, Zv for v ∈ ℝᵈ, by its component."""
    u = term.universe
    parts = split(term, space)
    if any(entry is not None or coefficient.spaces for coefficient, _, entry in parts):
        raise Refused("Z acts on a matrix")
    return u.sum(coefficient * word(u, 1, base) for coefficient, base, _ in parts)


def word(u: Universe, k: int, base: Base) -> Term:
    """Z or Zᵀ, k times in turn, on a base."""
    if base.whole is None and len(base.factors) == 1 and base.factors[0][1] == 1 and base.exponent is None:
        atom = u.atoms[base.factors[0][0]]
        if atom.kind == "word":
            return word(u, k + atom.args[0], atom.args[1])
    space = base.space if k % 2 == 0 else OTHER[base.space]
    return u.of(u.atom("word", space, (k, base.key()), (k, base)))


def function(name: str, *args: Term, whole: str | None = None, space: str | None = None, **facts: Any) -> Term:
    """f(x), elementwise; for `whole` = n or d a function of the vector with that component, with values in `space`."""
    u = args[0].universe
    spaces = set().union(*(a.spaces for a in args))
    if len(spaces) > 1 or (whole is not None and spaces - {whole}):
        raise Refused(f"{name} of components of ℝⁿ and ℝᵈ")
    place = space if whole is not None else next(iter(spaces), None)
    facts = {**facts, "positive": True} if name in POSITIVE else facts
    return u.of(u.atom(name, place, (whole, tuple(a.key() for a in args)), (*args, whole), **facts))


def homogeneous(name: str, x: Term, degree: int, space: str) -> Term:
    """f(x) for a function of vectors with f(cx) = c^degree f(x), scalars that are surely positive taken out."""
    u, factor = x.universe, x.universe.constant(1)
    for atom, e in scalars(x):
        if atom.positive:
            factor = factor * u.of(atom, e)
    return factor**degree * function(name, x / factor, whole=space, nonnegative=True)


def largest(x: Term, space: str) -> Term:
    """max_i x_i, with scalars that are not negative taken out; of entries that are all alike any of them."""
    if space not in x.spaces:
        return x
    u, factor = x.universe, x.universe.constant(1)
    for atom, e in scalars(x):
        if atom.positive or (atom.nonnegative and e > 0):
            factor = factor * u.of(atom, e)
    with u.quietly():
        inside = x / factor
    return factor * function("max", inside, whole=space, **signs_of(inside))


def first_largest(x: Term) -> Term:
    """e_k for the first k at which x ∈ ℝᵈ is largest: 0 or 1 everywhere, with the sum 1; of x nothing else is used."""
    return function(VERTEX, x, whole=COLUMNS, space=COLUMNS, binary=True, total=1)


def scalars(x: Term) -> list[tuple[Atom, int]]:
    """The scalar atoms that divide a term or its divisor, with their powers."""
    u, ratios = x.universe, [r for _, r in x.parts.values()]
    sides = (_shared([r.num for r in ratios]), 1), (_shared([r.den for r in ratios]), -1)
    return [(u.atoms[k], side * e) for p, side in sides for k, e in p if u.atoms[k].space is None]


def _shared(polynomials: list[fmpq_mpoly]) -> Monomial:
    """The atoms that divide each of some polynomials, with their powers."""
    powers_of = [dict(content(p)) for p in polynomials] or [{}]
    return tuple((k, min(one[k] for one in powers_of)) for k in powers_of[0] if all(k in one for one in powers_of))


def exp(x: Term) -> Term:
    """eˣ, with e^{ln y} = y."""
    u, rest, factor = x.universe, x, x.universe.constant(1)
    r = x.parts[None][1] if None in x.parts else None
    if r is not None and is_number(r.den):
        for met, c in r.above:
            if len(met) == 1 and met[0][1] == 1 and u.atoms[met[0][0]].kind == "log" and c.q == 1:
                inside = u.atoms[met[0][0]].args[0]
                factor = factor * inside ** int(c.p)
                rest = rest - int(c.p) * u.of(u.atoms[met[0][0]])
    return factor * scaled(u, rest if rest.parts else None, Ratio(ONE, ONE))


def log(x: Term) -> Term:
    """ln x for x > 0, with ln(y eᶻ) = z + ln y and ln(yz) = ln y + ln z for y known to be positive."""
    u = x.universe
    u.needs("> 0", x)
    if len(x.parts) != 1:
        return function_of("log", x)
    ((exponent, r),) = x.parts.values()
    result = u.constant(0) if exponent is None else exponent
    outside, rest = u.constant(0), scaled(u, None, r)
    for p, sign in ((r.num, 1), (r.den, -1)):
        for k, e in content(p):
            if u.atoms[k].positive:
                outside = outside + sign * e * logarithm(u.of(u.atoms[k]))
                rest = rest * u.of(u.atoms[k], -sign * e)
    value = rest.number()
    if value == 1:
        return result + outside
    return result + outside + logarithm(rest)


def logarithm(x: Term) -> Term:
    """An atom for ln x, which is not negative for x ≥ 1, and positive for x > 1."""
    rows = (x - x.universe.n).number() is not None
    above = x if rows else x - 1  # n ≥ 1
    return function_of("log", x, nonnegative=nonnegative(above), positive=not rows and positive(above))


def function_of(kind: str, x: Term, **facts: Any) -> Term:
    """An atom for ln x or √x."""
    spaces = x.spaces
    if len(spaces) > 1:
        raise Refused(f"{kind} of components of ℝⁿ and ℝᵈ")
    return x.universe.of(x.universe.atom(kind, next(iter(spaces), None), x.key(), (x,), **facts))


def sqrt(x: Term) -> Term:
    """√x for x ≥ 0, with squares of what is known to be nonnegative, and of rationals, taken out."""
    u = x.universe
    u.needs("≥ 0", x)
    if not x.parts:
        return x
    if len(x.parts) != 1:
        return function_of("sqrt", x, positive=positive(x), nonnegative=True)
    ((exponent, r),) = x.parts.values()
    outside, rest = u.constant(root_of_square(coefficient(r.num) / coefficient(r.den))), scaled(u, None, r)
    with u.quietly():
        for p, sign in ((r.num, 1), (r.den, -1)):
            for factor, e in p.factor_squarefree()[1]:
                size = scaled(u, None, Ratio.of(factor if factor.leading_coefficient() > 0 else -factor, ONE))
                if e > 1 and nonnegative(size):
                    outside = outside * size ** (sign * (e // 2))
        rest = rest / outside**2
        for atom, e in scalars(rest):
            if atom.positive or (atom.nonnegative and e > 0 and nonnegative(rest)):  # √(xy) = √x √y, √(x/y) = √x √y/y
                rest = rest * u.of(atom, -e)
                outside = outside * function_of("sqrt", u.of(atom), positive=atom.positive, nonnegative=True) ** e
    if exponent is not None:
        outside = outside * exp(exponent / 2)
    if rest.number() == 1:
        return outside
    return outside * function_of("sqrt", rest, positive=positive(rest), nonnegative=True)


def coefficient(p: fmpq_mpoly) -> Fraction:
    """The largest rational c > 0 for which p/c has integer coefficients."""
    numbers = p.coeffs()
    return Fraction(gcd(*(int(c.p) for c in numbers)), lcm(*(int(c.q) for c in numbers)))


def root_of_square(c: Fraction) -> Fraction:
    """The largest s for which c/s² is an integer, of c > 0; 1 where that takes long to find."""
    whole = fmpz(c.numerator * c.denominator)
    if whole.bit_length() > MOST_BITS:
        return Fraction(1)
    return Fraction(prod(int(factor) ** (e // 2) for factor, e in whole.factor()), c.denominator)


def at_place(term: Term, space: str, vertex: Atom | None = None) -> Term:
    """The component at the place of a vertex e_i, or at the first. What other atoms sum over is left alone."""
    u, result = term.universe, term.universe.constant(0)
    with u.quietly():
        for exponent, r in term.parts.values():
            num, den = (_at_place(u, side, space, vertex) for side in (r.above, r.below))
            part = num / den
            result = result + (part if exponent is None else part * exp(at_place(exponent, space, vertex)))
    return result


def _at_place(u: Universe, written: Written, space: str, vertex: Atom | None) -> Term:
    result = u.constant(0)
    for monomial, c in written:
        part = u.constant(c)
        for k, e in monomial:
            atom = u.atoms[k]
            if atom.space == ENTRY:
                raise Refused("a component of a matrix")
            part = part * (component(u, atom, vertex) if atom.space == space else u.of(atom)) ** e
        result = result + part
    return result


def component(u: Universe, atom: Atom, vertex: Atom | None) -> Term:
    facts = {**atom.facts, "total": None}
    if vertex is None:
        return u.of(u.atom("first", None, atom.number, (atom,), **facts))
    own = Base(ROWS, ((vertex.number, 1),), None)
    if atom is vertex:
        return u.constant(1)
    if atom.kind == "rows":
        return inner(u, own, own, 2)
    if atom.kind == "word":  # (Zw)_i = ⟨Zᵀe_i, w⟩
        return inner(u, own, atom.args[1], atom.args[0])
    return u.of(u.atom("drawn", None, (atom.number, vertex.number), (atom, vertex), **facts))
