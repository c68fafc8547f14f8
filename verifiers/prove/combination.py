"""A goal as a nonnegative combination of known terms: goal = Σ mₖ·knownₖ + rest, an identity of terms.

The multipliers mₖ are rational functions of t, λ_t, θ_t, …, defined and at least 0; the rest has one sign throughout. A
linear program over floats, at a point drawn for these letters, guesses which known terms take part. The multipliers are
then solved for over the field of rational functions. The identity, their signs, that they divide by nothing that may be
0, and the sign of the rest are checked exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import combinations, product
from math import inf
from random import Random
from typing import Any

from flint import fmpq, fmpq_mpoly
from lemmacheck.verifiers.optima.programs import cheapest
from lemmacheck.verifiers.prove.polynomials import CAPACITY, GENERATORS, ONE, ZERO, Ratio, content, is_number, spelled
from lemmacheck.verifiers.prove.terms import Atom, Term, Universe
from lemmacheck.verifiers.prove.wording import term_text

LETTERS = ("t", "n", "d", "α", "ρ")
TRIES = 3
DRAWS = 400
SMALL, MOST = 1e-9, 1e6
MOST_PRODUCTS = 240
MOST_OF_LETTERS = 16
MOST_IN_A_MULTIPLIER = 4

LEFT: list[float] = []  # how many more combinations each attempt under way may look for

Key = tuple[Any, tuple[tuple[int, int], ...]]  # of a monomial: its exponential, and the powers of its atoms
Sum = dict[Key, Ratio]  # the coefficients of monomials, rational functions of the letters alone
Point = list[fmpq]  # a value for each generator, 0 for those that are no letter


class Spent(Exception):
    """An attempt has looked for as many combinations as it may."""


@contextmanager
def at_most(count: float) -> Iterator[None]:
    """Look for at most so many combinations; an attempt within this one counts by itself."""
    LEFT.append(count)
    try:
        yield
    finally:
        LEFT.pop()


@dataclass(frozen=True)
class Known:
    """A term that is known to be 0 (op "=="), not negative, or positive, with the name of its source."""

    name: str
    op: str
    gap: Term
    of: str = ""  # the claim or the fact that says it
    times: Known | None = None  # what it is a multiple of

    @property
    def root(self) -> Known:
        return self if self.times is None else self.times


@dataclass(frozen=True)
class Combination:
    """The multipliers, each with what it multiplies, and the rest."""

    parts: tuple[tuple[Term, Known], ...]
    rest: Term


@dataclass(frozen=True)
class Signs:
    """The known signs of terms and letters."""

    schedule: frozenset[int]  # the letters of the schedule
    at_most_one: frozenset[int]
    least: int  # t is at least
    nonzero: Callable[[Term], bool]
    nonnegative: Callable[[Term], bool]
    exceeds: Callable[[Term, bool], bool]  # whether a rest is surely not negative, or positive
    positive: Callable[[Term], bool]  # whether a divisor is surely positive

    def is_letter(self, atom: Atom) -> bool:
        return atom.number in self.schedule or (
            atom.kind == "symbol" and atom.space is None and atom.args[0] in LETTERS
        )


def summands(term: Term, signs: Signs) -> Sum | None:
    """A term as Σ coefficient·monomial; None if a divisor is neither a function of the letters nor made of positive
    atoms."""
    u, found = term.universe, dict[Key, fmpq_mpoly]()
    divisors: dict[Key, fmpq_mpoly] = {}
    for key, (_, ratio) in term.parts.items():
        split = divisor(u, ratio.den, signs)
        if split is None:
            return None
        below, rest = split
        for monomial, c in ratio.above:
            mine, letters = dict(below), []
            for k, e in monomial:
                if signs.is_letter(u.atoms[k]):
                    letters.append((k, e))
                else:
                    mine[k] = mine.get(k, 0) + e
            row = key, tuple(sorted((k, e) for k, e in mine.items() if e))
            found[row] = found.get(row, ZERO) + spelled(letters, c)
            divisors[row] = rest
    return {row: Ratio.of(polynomial, divisors[row]) for row, polynomial in found.items()}


def divisor(u: Universe, den: fmpq_mpoly, signs: Signs) -> tuple[dict[int, int], fmpq_mpoly] | None:
    """A divisor as (negative powers of positive atoms, a polynomial in the letters)."""
    if is_number(den):
        return {}, den
    mine = {k: e for k, e in content(den) if not signs.is_letter(u.atoms[k])}
    for k, e in mine.items():
        den = den / GENERATORS[k] ** e
    if not all(u.atoms[k].positive for k in mine) or not all(map(signs.is_letter, u.occurring(den))):
        return None
    return {k: -e for k, e in mine.items()}, den


def valued(r: Ratio, point: Point) -> fmpq:
    return r.num(*point) / r.den(*point)


def floats(terms: Sum, point: Point) -> dict[Key, float]:
    found = {row: valued(r, point) for row, r in terms.items()}
    return {row: int(c.p) / int(c.q) for row, c in found.items()}


def cleared(term: Term, signs: Signs) -> Term | None:
    """The term times a positive one, without divisors but letters and positive atoms; None if one may be 0."""
    u = term.universe
    for _ in range(8):
        bad = next((r.den for _, r in term.parts.values() if divisor(u, r.den, signs) is None), None)
        if bad is None:
            return without_factors(term, signs)
        for whole, power in u.factored(bad)[1]:
            if divisor(u, whole.parts[None][1].num, signs) is not None:
                continue
            if not (signs.positive(whole) or signs.positive(-whole)):
                return None
            term = term * (whole if signs.positive(whole) or power % 2 == 0 else -whole) ** power
    return None


def without_factors(term: Term, signs: Signs) -> Term:
    """The term without the roots that divide it and are surely positive, if it has other factors too."""
    u = term.universe
    for root in u.roots:
        k = root.number
        tops = [r.num for _, r in term.parts.values()]
        divides = sum(map(len, tops)) > 1 and all(k in dict(content(p)) for p in tops)
        if divides and signs.positive(u.of(root)):
            divided = Term(u, {})
            for exponent, r in term.parts.values():
                divided.put(exponent, Ratio.of(r.num / GENERATORS[k], r.den))
            alone = all(atom.positive or signs.is_letter(atom) for atom in divided.atoms())
            term = term if alone else divided
    return term


def combination(goal: Term, op: str, known: Sequence[Known], signs: Signs, products: bool) -> Combination | None:
    """The goal, which is to be 0 (op "=="), at least 0 or above 0, from the known terms; None if no combination is
    found."""
    if LEFT:
        LEFT[-1] -= 1
        if LEFT[-1] < 0:
            raise Spent
    target = summands(goal, signs)
    if target is None:
        return None
    if products and (found := of_letters(goal, op, known, signs)) is not None:
        return found
    serving = [one for one in known if op != "==" or one.op == "=="]
    columns = [(one, s) for one in serving if (s := summands(one.gap, signs)) is not None and s]
    if products:
        columns = [*columns, *multiplied(goal.universe, target, columns, signs)]
    columns = reaching(target, columns, goal.universe, op)
    ways = (True, False) if op == ">" and any(one.op == ">" for one, _ in columns) else (False,)
    for strictly, seed in product(ways, range(TRIES)) if covered(target, columns, goal.universe, op) else ():
        point = drawn(goal.universe, known, signs, seed)
        support = None if point is None else guessed(goal.universe, target, columns, op, point, strictly, seed % 2)
        if support is None:
            break
        found = solved(goal, op, target, [columns[j] for j in support[0]], support[1], signs)
        if found is not None:
            return found
    return None


def of_letters(goal: Term, op: str, known: Sequence[Known], signs: Signs) -> Combination | None:
    """A goal in the letters alone, as a known term of them times a nonnegative one, or as the sum of two such products.
    All is one monomial then, so that a linear program cannot choose. The identity and the signs are checked exactly."""
    if op == "==" or not all(map(signs.is_letter, goal.all_atoms())):
        return None
    u = goal.universe
    order = (*known[:1], *reversed(known[1:]))  # the row before, and then what was cited last
    near = [k for k in order if k.op != "==" and k.gap.parts and all(map(signs.is_letter, k.gap.all_atoms()))]
    for one in near[:MOST_OF_LETTERS]:
        by = goal / one.gap
        r = by.ratio
        if r is None or op not in (">=", one.op) or len(r.num) + len(r.den) > MOST_IN_A_MULTIPLIER:
            continue
        if signs.nonzero(Term(u, {None: Ratio(r.den, ONE)})) and signs.exceeds(by, op == ">"):
            return Combination(((by, one),), u.constant(0))
    for pair in combinations(near[:MOST_OF_LETTERS], 2):
        if (goal - pair[0].gap - pair[1].gap).is_zero and (op == ">=" or any(one.op == ">" for one in pair)):
            return Combination(tuple((u.constant(1), one) for one in pair), u.constant(0))
    return None


def reaching(target: Sum, columns: list[tuple[Known, Sum]], u: Universe, op: str) -> list[tuple[Known, Sum]]:
    """The known terms that may be of use: none has a monomial that no other has and that the rest may not hold."""
    while True:
        count: dict[Key, int] = dict.fromkeys(target, 2)
        for _, column in columns:
            for row in column:
                count[row] = count.get(row, 0) + 1
        kept = [(one, c) for one, c in columns if all(count[r] > 1 or (op != "==" and of_one_sign(u, r)) for r in c)]
        if len(kept) == len(columns):
            return kept
        columns = kept


def covered(target: Sum, columns: Sequence[tuple[Known, Sum]], u: Universe, op: str) -> bool:
    """Whether each monomial of the goal is one of a known term, or may stay in the rest; else there is no
    combination."""
    met = {row for _, column in columns for row in column}
    return all(row in met or (op != "==" and of_one_sign(u, row)) for row in target)


def multiplied(u: Universe, target: Sum, columns: list[tuple[Known, Sum]], signs: Signs) -> Iterator[tuple[Known, Sum]]:
    """The known terms times nonnegative monomials that lead from their monomials to those of the goal; and the squares
    of positive ones."""
    seen: set[Any] = set()
    for one, column in reversed(columns):  # what was cited last is the nearest
        if one.op == ">" and (square := summands(one.gap * one.gap, signs)) is not None:
            yield Known(f"({one.name})²", ">", one.gap * one.gap, one.of, one), square
        for key, mine in column:
            for other, wanted in target:
                quotient = dict(wanted)
                for k, e in mine:
                    quotient[k] = quotient.get(k, 0) - e
                with_roots(u, quotient)
                factor = tuple(sorted((k, e) for k, e in quotient.items() if e))
                if key != other or not factor or (id(one), factor) in seen or len(seen) > MOST_PRODUCTS:
                    continue
                seen.add((id(one), factor))
                if not all(e > 0 or u.atoms[k].positive for k, e in factor):
                    continue
                if one.op != "==" and not of_one_sign(u, (None, factor)):
                    continue
                by = u.constant(1)
                for k, e in factor:
                    by = by * u.of(u.atoms[k], e)
                gap = one.gap * by
                product = summands(gap, signs)
                if product is not None:
                    kind = one.op if one.op == "==" or all(u.atoms[k].positive for k, _ in factor) else ">="
                    yield Known(f"{term_text(by)}·({one.name})", kind, gap, one.of, one), product


def with_roots(u: Universe, quotient: dict[int, int]) -> None:
    """x/√x written √x, for each root of an atom."""
    for root in u.roots:
        inside = root.args[0].atoms()
        (atom,) = inside if len(inside) == 1 else (root,)
        if quotient.get(root.number, 0) < 0 < quotient.get(atom.number, 0) and (root.args[0] - u.of(atom)).is_zero:
            quotient[root.number] += 2
            quotient[atom.number] -= 1


def of_one_sign(u: Universe, row: Key) -> bool:
    """Whether a monomial is surely not negative."""
    return all(e % 2 == 0 or u.atoms[k].positive or u.atoms[k].nonnegative for k, e in row[1])


def drawn(u: Universe, known: Sequence[Known], signs: Signs, seed: int) -> Point | None:
    """A value for each letter, at which the known relations of letters hold; at first with the schedule below 1."""
    random = Random(seed)
    letters = list(filter(signs.is_letter, u.atoms))
    gaps = [one.gap.ratio for one in known if all(map(signs.is_letter, one.gap.all_atoms())) and one.op != "=="]
    bounds = [r for r in gaps if r is not None]
    for draw in range(DRAWS):
        point = [fmpq(0)] * CAPACITY
        for atom in letters:
            below = fmpq(random.randint(1, 63), 64)
            if atom.name == "t":
                point[atom.number] = fmpq(signs.least + random.randint(1, 40))
            elif atom.name == "n":
                point[atom.number] = fmpq(random.randint(1, 40))
            else:
                small = atom.number in signs.at_most_one or (atom.number in signs.schedule and draw < DRAWS / 2)
                point[atom.number] = below if small else 1 + below
        if all(valued(r, point) >= 0 for r in bounds):
            return point
    return None


def guessed(
    u: Universe, target: Sum, columns: list[tuple[Known, Sum]], op: str, point: Point, strictly: bool, turn: int
) -> tuple[list[int], set[Key]] | None:
    """The columns that take part, and the monomials of the rest, by a linear program at one point: first as few known
    terms as possible, then as small a rest as possible, but for terms of letters alone. If `strictly`, known terms make
    a strict inequality strict; else the rest does."""
    rows: dict[Key, int] = {}
    matrix = [
        [(rows.setdefault(row, len(rows)), value) for row, value in floats(column, point).items()]
        for _, column in columns
    ]
    goal = {rows.setdefault(row, len(rows)): value for row, value in floats(target, point).items()}
    slack = [row for row in rows if op != "==" and of_one_sign(u, row)]
    matrix += [[(rows[row], 1.0)] for row in slack]
    if not rows:
        return [], set()
    if not matrix:
        return None
    of_rest, of_known = (1.0, 0.01) if turn else (0.001, 1.0)
    positive = [op == ">" and not strictly and all(u.atoms[k].positive for k, _ in row[1]) for row in slack]
    above = [-1.0 if p else 0.001 if row == (None, ()) else of_rest for row, p in zip(slack, positive, strict=True)]
    costs = [-1.0 if strictly and one.op == ">" else of_known * (one.op != "==") for one, _ in columns]
    right = [goal.get(k, 0.0) for k in range(len(rows))]
    free = [one.op == "==" for one, _ in columns] + [False] * len(slack)
    least, most = [-inf if one else 0.0 for one in free], [inf if one else MOST for one in free]
    found = cheapest(costs + above, matrix, (right, right), (least, most))
    if found is None:
        return None
    support = [j for j in range(len(columns)) if abs(found.x[j]) > SMALL]
    return support, {row for row, value in zip(slack, found.x[len(columns) :], strict=True) if value > SMALL}


def solved(
    goal: Term, op: str, target: Sum, columns: list[tuple[Known, Sum]], left: set[Key], signs: Signs
) -> Combination | None:
    """The multipliers as functions of the letters; checked."""
    rows = {row for _, column in columns for row in column} | set(target)
    nothing = Ratio(ZERO, ONE)
    equations = [
        [*(column.get(row, nothing) for _, column in columns), target.get(row, nothing)] for row in rows - left
    ]
    multipliers = eliminated(equations, len(columns))
    if multipliers is None:
        return None
    u, rest, parts = goal.universe, goal, []
    for m, (one, _) in zip(multipliers, columns, strict=True):
        by = Term(u, {None: m})
        if not signs.nonzero(Term(u, {None: Ratio(m.den, ONE)})) or (one.op != "==" and not signs.nonnegative(by)):
            return None
        rest = rest - by * one.gap
        parts.append((by, one))
    strict = any(one.op == ">" and signs.exceeds(by, True) for by, one in parts)
    holds = rest.is_zero if op == "==" else signs.exceeds(rest, op == ">" and not strict)
    return Combination(tuple(parts), rest) if holds else None


def eliminated(rows: list[list[Ratio]], count: int) -> list[Ratio] | None:
    """The only solution of linear equations over the field of rational functions; None if there is no such."""
    pivots: list[list[Ratio]] = []
    for j in range(count):
        candidates = [row for row in rows if not row[j].num.is_zero()]
        if not candidates:
            return None
        pivot = min(candidates, key=lambda row: sum(len(r.num) + len(r.den) for r in row))
        inverse = Ratio.of(pivot[j].den, pivot[j].num)
        scaled = [r * inverse for r in pivot]
        rows = [reduced(row, scaled, j) for row in rows if row is not pivot]
        pivots = [*(reduced(row, scaled, j) for row in pivots), scaled]
    return [row[-1] for row in pivots]


def reduced(row: list[Ratio], pivot: list[Ratio], j: int) -> list[Ratio]:
    if row[j].num.is_zero():
        return row
    factor = Ratio(-row[j].num, row[j].den)
    return [a if b.num.is_zero() else a + factor * b for a, b in zip(row, pivot, strict=True)]
