"""Numbers in normal form: sums of c·g₁^a·g₂^b⋯ with rational c, a, b over generators g that are shared and enclosed.

    e^x, ln p, p^a    one generator for each x up to a rational factor, for each prime p
    1/S, √S, ln S     a sum S is a generator of its own, up to a factor; where S meets 1/S it is found again

Numbers whose forms agree are equal, where balls of any precision would only overlap; and what two numbers share cancels
before their difference is enclosed. A form that grows long becomes a generator, which is the same for the same form.
Where a run has made more terms than there is room for, it becomes a letter, of which its enclosure alone is known: what
the run says of its schedule, or of sums of few terms, is decided all the same.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from flint import arb, fmpq
from lemmacheck.theory.core.arithmetic import Undecided
from lemmacheck.verifiers.numbers.monomial import Compared, as_ball
from lemmacheck.verifiers.numbers.powers import ONE, Powers, Table, key_of

LONGEST = 40_000  # terms that are made of one run, and for one statement about it
TERMS, WRITTEN, DEEP = 96, 400, 5  # the terms of a sum, those of one that is written out, and how often
SHORT = 8  # the terms of a sum where there is no more room
BITS = 256  # of a coefficient, that count as much as a term
Terms = dict[Powers, fmpq]


@dataclass(frozen=True)
class Generator:
    """A number that is no sum or product of others: what makes it, and its enclosure."""

    kind: str
    of: Any
    ball: arb

    def power(self, exponent: Any) -> arb:
        if isinstance(exponent, int):
            return self.ball**exponent
        return (as_ball(self.of) * exponent).exp() if self.kind == "exp" else self.ball ** arb(exponent)


@dataclass
class Ground:
    """The generators that the numbers of one run share, at one precision."""

    known: list[Generator] = field(default_factory=list)
    numbers: dict[Any, int] = field(default_factory=dict)
    left: int = LONGEST  # terms that may still be made
    lenient: bool = True  # whether a number beyond that is a letter, of which its enclosure alone is known
    has_letters: bool = False
    table: Table = field(init=False)

    def __post_init__(self) -> None:
        self.table = Table(self.known)

    def spend(self, terms: int, made: Terms | None = None) -> None:
        """Count terms that are made, and the room that their coefficients take."""
        self.left -= terms + sum(c.height_bits() for c in (made or {}).values()) // BITS
        if self.left < 0 and not self.lenient:
            raise Undecided("the forms of these numbers have grown too long")

    def generator(self, kind: str, key: Any, of: Any, ball: Any) -> int:
        """The number of a generator; `ball` makes the enclosure of a new one."""
        name = kind, key_of(key)
        if name not in self.numbers:
            self.numbers[name] = len(self.known)
            self.known.append(Generator(kind, of, ball()))
        return self.numbers[name]

    def number(self, kind: str, key: Any, of: Any, ball: Any, exponent: Any = 1) -> Any:
        return form(self, {self.power(self.generator(kind, key, of, ball), exponent): fmpq(1)})

    def power(self, generator: int, exponent: Any = 1) -> Powers:
        return self.table.of([(generator, exponent)])


def form(ground: Ground, terms: Terms) -> Any:
    """The number with these terms, as a plain rational where it is one."""
    if not terms:
        return fmpq(0)
    if len(terms) == 1 and ONE in terms:
        return terms[ONE]
    return Form(ground, terms)


class Form(Compared):
    """Σ c·monomial, not rational by construction (see `form`)."""

    __slots__ = ("_ball", "_key", "ground", "terms")

    def __init__(self, ground: Ground, terms: Terms) -> None:
        self.ground, self.terms = ground, terms
        self._ball: arb | None = None
        self._key: Any = None

    def ball(self) -> arb:
        if self._ball is None:
            self._ball = sum((enclosed(self.ground, m, c) for m, c in self.terms.items()), arb(0))
        return self._ball

    def key(self) -> Any:
        if self._key is None:
            self._key = frozenset((m, key_of(c)) for m, c in self.terms.items())
        return self._key

    def __repr__(self) -> str:
        return str(self.ball())

    def meet(self, other: Form) -> None:
        """Refuse a number that was made elsewhere: its letters have other meanings."""
        if other.ground is not self.ground:
            raise Undecided("a number meets one of another run, in normal forms of its own")

    def __neg__(self) -> Form:
        return Form(self.ground, {m: -c for m, c in self.terms.items()})

    def __abs__(self) -> Any:
        ball = self.ball()
        if ball >= 0:
            return self
        if ball <= 0:
            return -self
        c, single = collapsed(self)
        return abs(c) * self.ground.number("abs", single.key(), single, lambda: abs(single.ball()))

    def __add__(self, other: Any) -> Any:
        if not isinstance(other, Form):
            if not isinstance(other, (int, fmpq)):
                return NotImplemented
            if other == 0:
                return self
            other = Form(self.ground, {ONE: fmpq(other)})
        self.meet(other)
        a, b = (self, other) if len(self.terms) >= len(other.terms) else (other, self)
        self.ground.spend(len(a.terms) // 16 + len(b.terms))
        terms = dict(a.terms)
        for m, c in b.terms.items():
            gather(terms, m, c)
        self.ground.spend(0, b.terms)
        return lettered(shortened(self.ground, undivided(self.ground, terms, b.terms)))

    __radd__ = __add__

    def __mul__(self, other: Any) -> Any:
        if not isinstance(other, Form):
            if not isinstance(other, (int, fmpq)):
                return NotImplemented
            return fmpq(0) if other == 0 else Form(self.ground, {m: c * other for m, c in self.terms.items()})
        self.meet(other)
        a, b = (self, other) if len(self.terms) >= len(other.terms) else (other, self)
        a, b = (single(a), single(b)) if len(b.terms) > 1 else (divided_by(a, b), b)
        return lettered(form(self.ground, product(self.ground, a.terms, b.terms)))

    __rmul__ = __mul__

    def inverse(self) -> Any:
        """1/x of what is surely not 0: S/S is 1 nowhere else."""
        if self.ball().contains(0):
            raise Undecided("it is not sure that what is divided by is not 0")
        one = self if len(self.terms) == 1 else single(self)
        ((m, c),) = one.terms.items()
        factor, power = self.ground.table.raised({g: -e for g, e in m})
        return form(self.ground, {power: factor / c})

    def __truediv__(self, other: Any) -> Any:
        if isinstance(other, Form):
            return self * other.inverse()
        return self * (1 / fmpq(other)) if isinstance(other, (int, fmpq)) else NotImplemented

    def __rtruediv__(self, other: Any) -> Any:
        return self.inverse() * other

    def __pow__(self, power: int) -> Any:
        value: Any = fmpq(1)
        for _ in range(abs(power)):
            value = value * self
        return value if power >= 0 else 1 / value

    def apart(self, other: Any) -> Any:
        """A rational or a ball with the sign of self − other: 0 where the forms agree, sums written out."""
        if isinstance(other, Form) and other.ground is not self.ground:
            return self.ball() - other.ball()
        if not isinstance(other, (Form, int, fmpq)):
            return self.ball() - other
        gap = self - other
        if isinstance(gap, Form) and gap.ball().contains(0):
            gap = written_out(gap)
        return gap.ball() if isinstance(gap, Form) else gap


def enclosed(ground: Ground, m: Powers, c: fmpq) -> arb:
    if m.ball is None:
        m.ball = arb(1)
        for g, e in m:
            m.ball *= ground.known[g].power(e)
    return m.ball * c


def gather(terms: Terms, m: Powers, c: fmpq) -> None:
    """Add a term, which is not 0, to others."""
    before = terms.get(m)
    total = c if before is None else before + c
    if total != 0:
        terms[m] = total
    else:
        del terms[m]


def lettered(x: Any) -> Any:
    """The number; a letter of its own, equal to nothing else, where it is long and no room is left."""
    if not isinstance(x, Form) or x.ground.left >= 0 or len(x.terms) <= SHORT:
        return x
    x.ground.has_letters = True
    return x.ground.number("letter", len(x.ground.known), None, x.ball)


def shortened(ground: Ground, terms: Terms) -> Any:
    """The number with these terms; one of its own where they are many."""
    found = form(ground, terms)
    return single(found) if len(terms) > TERMS else found


def content(ground: Ground, terms: Terms) -> Powers:
    """The least exponent of each generator, 0 where it is absent: what divides all terms alike."""
    least: dict[int, Any] = {}
    count: dict[int, int] = {}
    for m in terms:
        for g, e in m.pairs:
            count[g] = count.get(g, 0) + 1
            if g not in least or e < least[g]:
                least[g] = e
    kept = {g: e if count[g] == len(terms) else min(e, 0) for g, e in least.items()}
    return ground.table.of((g, e) for g, e in sorted(kept.items()) if e != 0)


def parts(x: Form) -> tuple[fmpq, Powers, Form | None]:
    """c, m and P with x = c·m·P: P has no common factor, its first coefficient is 1; None for 1."""
    ground = x.ground
    if len(x.terms) == 1:
        ((m, c),) = x.terms.items()
        return c, m, None
    common = content(ground, x.terms)
    terms = x.terms if common is ONE else product(ground, x.terms, {ground.table.inverse(common): fmpq(1)})
    lead = terms[min(terms)]
    return lead, common, Form(ground, {m: c / lead for m, c in terms.items()})


def product(ground: Ground, a: Terms, b: Terms) -> Terms:
    """The product, each term with each."""
    ground.spend(len(a) * len(b))
    found: Terms = {}
    for m, c in a.items():
        for n, d in b.items():
            factor, both = ground.table.times(m, n)
            gather(found, both, factor * c * d)
    ground.spend(0, found)
    return found


def sum_of(P: Form) -> int:
    """The generator of a sum without factors."""
    return P.ground.generator("sum", P.key(), P, P.ball)


def single(x: Form) -> Form:
    """The number as one monomial, its sum a generator."""
    c, m, P = parts(x)
    if P is None:
        return Form(x.ground, {m: c})
    factor, product = x.ground.table.times(m, x.ground.power(sum_of(P)))
    return Form(x.ground, {product: factor * c})


def collapsed(x: Form) -> tuple[fmpq, Form]:
    """c and y with x = c·y, where y is one monomial with coefficient 1."""
    ((m, c),) = single(x).terms.items()
    return c, Form(x.ground, {m: fmpq(1)})


def sums_below(terms: Terms) -> set[int]:
    """The sums that occur below the fraction bar."""
    return set().union(*(m.below for m in terms))


def divided_by(a: Form, b: Form) -> Form:
    """The factor a as one monomial, if its sum stands below the bar in every term of b."""
    if len(a.terms) == 1 or not sums_below(b.terms):
        return a
    _, _, P = parts(a)
    known = None if P is None else a.ground.numbers.get(("sum", P.key()))
    met = known is not None and all(known in n.below for n in b.terms)
    return single(a) if met else a


def undivided(ground: Ground, terms: Terms, new: Terms) -> Terms:
    """The terms, with m·(S's terms)/S written as m for each sum S below the bar of a new one."""
    times = ground.table.times
    for g in sums_below(new):
        S = ground.known[g].of.terms
        inside = [m for m in terms if g in m.below]
        ground.spend((len(terms) + len(inside) * len(S)) // 16)
        if len(inside) < len(S):
            continue
        lead = next(iter(S))
        back = ground.table.inverse(lead)
        for m in inside:
            if m not in terms:
                continue
            up, factor = times(m, back)
            share = terms[m] * up / S[lead]
            products = [times(factor, n) for n in S]
            wanted = [n for _, n in products]
            if not all(n in terms for n in wanted):
                continue
            if any(terms[n] != share * more * S[k] for k, (more, n) in zip(S, products, strict=True)):
                continue
            for n in wanted:
                del terms[n]
            _, rest = times(factor, ground.power(g))
            gather(terms, rest, share)
    return terms


def expanded(ground: Ground, terms: Terms) -> Terms:
    """Sums above the bar written out, as far as that is short."""
    found: Terms = {}
    for m, c in terms.items():
        sums = [(g, e) for g, e in m if g in m.above and e < 3]
        part: Terms = {ground.table.of(pair for pair in m if pair not in sums): c}
        for g, e in sums:
            for _ in range(e):
                if len(part) * len(ground.known[g].of.terms) > WRITTEN:
                    return terms
                part = product(ground, part, ground.known[g].of.terms)
        for n, d in part.items():
            gather(found, n, d)
    return found


def written_out(x: Form) -> Any:
    """A number over one bar, its sums written out: 0 if it is."""
    ground, outside, terms = x.ground, Form(x.ground, {ONE: fmpq(1)}), x.terms
    for _ in range(DEEP):
        c, m, P = parts(Form(ground, terms))
        outside = Form(ground, product(ground, outside.terms, {m: c}))
        if P is None or (terms := expanded(ground, P.terms)) == P.terms:
            break
        if not terms:
            return fmpq(0)
    return form(ground, outside.terms if P is None else product(ground, outside.terms, P.terms))
