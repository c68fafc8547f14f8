"""What share of what a claim allows a run takes: found ≤ allowed, and found/allowed.

For lhs ≤ rhs found and allowed are the sides, for lhs ≥ rhs they change places; where lhs is the margin γ(w_t) they are
γ̄ − lhs and γ̄ − rhs. Of two negative numbers the share is allowed/found. It exceeds 1 where the claim is broken.

A number that both sides are where all rows are 0, such as −ψ(0), is left out of both: beside it, what the rows add is
little, and the share would be near 1 whatever they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from flint import arb
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.relation import Decay, Limit, Relation
from lemmacheck.verifiers.decide.ladder import stated
from lemmacheck.verifiers.decide.statements import in_exact_numbers
from lemmacheck.verifiers.decide.trends import SEEN, early_and_late, floats_of
from lemmacheck.verifiers.numbers.comparison import FAR, failing, float_sides, in_floats, sides
from lemmacheck.verifiers.numbers.float64 import NOISE
from lemmacheck.verifiers.numbers.guarded import inside

EQUAL = 1e-9  # floats whose quotient is so close to 1 may be equal: they say nothing
ROUNDING = 64 * 2.0**-53  # of what is left out of both sides: a smaller difference of them may come from it
NEARER = 1e-9  # the share where nothing is found, over 1 + what is allowed: the less that is, the nearer is less than 0
BEYOND = 1e300  # floats that are as large as that count as that
BROKEN = 2.0  # the share where more is found than allowed, and they are not of one sign


class Bound(NamedTuple):
    """found ≤ allowed, each with the index of its first row, as one of the relations of a claim.

    `common` is what both are where all rows are 0, for each problem.
    """

    relation: int
    reading: str
    found: np.ndarray
    allowed: np.ndarray
    start: int
    common: np.ndarray | float = 0.0

    @property
    def shares(self) -> np.ndarray:
        """The share at every entry of what is left of both sides."""
        found, allowed = self.found - self.common, self.allowed - self.common
        apart = np.abs(found - allowed) > ROUNDING * np.abs(self.common)
        return np.where(apart | (self.common == 0), shares_of(found, allowed), -1.0)


def broken(claim: Claim, subject: Any, ties: bool = True) -> list[Bound]:
    """The bounds of a claim and its equalities: of sides that floats tell apart twice what is allowed is found.

    So it is of sides of a strict inequality that are the same float, if `ties` count.
    """
    if claim.tends:
        return tending(claim(subject))
    found = bounds(claim, subject)
    for k, relation in enumerate(stated(claim, subject)):
        if relation.op == "==" or (relation.op in ("<", ">") and ties):
            lhs, rhs = float_sides(relation)
            wrong = failing(relation) if relation.op == "==" else lhs == rhs
            found.append(Bound(k, relation.op, BROKEN * wrong, np.ones(lhs.shape), relation.start or 0))
    return found


def rows_of(parts: Sequence[Bound]) -> int:
    """Of how many t the bounds speak, at least."""
    return min((len(one.found) + one.start for one in parts), default=0)


def tending(limit: Limit | Decay) -> list[Bound]:
    """That the last half of a run comes to half of what is before it, at most; of a stated order, that what is left
    beside it does not grow. A run that leaves the floats counts as it grows; one that is short says nothing."""
    power, logs = (limit.power, limit.logs) if isinstance(limit, Decay) else (None, 0)
    gaps = np.abs(floats_of(limit.sequence - limit.to))
    t = np.arange(len(gaps)).reshape(-1, *[1] * (gaps.ndim - 1))
    sizes = np.where(gaps > NOISE, gaps, 0) * (t + 1) ** float(power or 0) / np.log(t + 2) ** logs
    if len(sizes) <= SEEN:
        return []
    early, late = early_and_late(np.clip(sizes, None, BEYOND))
    return [Bound(0, "<=", late[None] * (2 if power is None else 1), early[None], len(sizes) - 1)]


def without_common_terms(parts: Sequence[Bound], on_zeros: Sequence[Bound]) -> list[Bound]:
    """The bounds, which leave out what both their sides are on rows of 0."""
    return [one._replace(common=common_term(zero)) for one, zero in zip(parts, on_zeros, strict=True)]


def common_term(on_zeros: Bound) -> np.ndarray | float:
    """The number that both sides are for every t of each problem of a batch; 0 where there is none for all of them."""
    first = on_zeros.found[:1]
    one = on_zeros.reading != "==" and first.size and np.isfinite(first).all()
    return first if one and (on_zeros.found == first).all() and (on_zeros.allowed == first).all() else 0.0


def bounds(claim: Claim, subject: Any) -> list[Bound]:
    """The inequalities of a claim, read so that a share makes sense; none where it divides by 0."""
    found = []
    try:
        relations = stated(claim, subject)
    except ZeroDivisionError:
        return []
    for k, relation in enumerate(relations):
        if relation.op == "==":
            continue
        lhs, rhs = sides(relation if in_exact_numbers(subject) else in_floats(relation))
        if relation.op in ("<=", "<"):
            found.append(Bound(k, "<=", lhs, rhs, relation.start or 0))
        elif of_margins(relation, subject):
            gamma = inside(subject.optimum.gamma)
            found.append(Bound(k, "margin", *sides(Relation(gamma - lhs, "<=", gamma - rhs)), relation.start or 0))
        else:
            found.append(Bound(k, ">=", rhs, lhs, relation.start or 0))
    return found


def of_margins(relation: Relation, subject: Any) -> bool:
    """Whether the left side is the margin of w_t: the same numbers."""
    w = getattr(subject, "w", None)
    lhs = np.asarray(relation.lhs)
    if w is None or lhs.ndim == 0 or len(lhs) > len(w):
        return False
    margins = np.asarray(subject.margin(w[len(w) - len(lhs) :]))
    if margins.shape != lhs.shape or margins.dtype != object or lhs.dtype != object:
        return margins.shape == lhs.shape and np.array_equal(margins, lhs, equal_nan=True)
    return all(a is b or same(a, b) for a, b in zip(margins.flat, lhs.flat, strict=True))


def same(a: Any, b: Any) -> bool:
    """Equal as exact numbers or floats, or the same ball."""
    return a.mid() == b.mid() and a.rad() == b.rad() if isinstance(a, arb) and isinstance(b, arb) else bool(a == b)


class Closest(NamedTuple):
    """For each problem of a batch the largest share, and at which t."""

    share: np.ndarray
    t: np.ndarray

    def or_else(self, shares: np.ndarray, start: int) -> Closest:
        """The larger of these and of other shares, row by row."""
        rows = shares.argmax(0)
        top = shares[rows, np.arange(len(rows))]
        better = top > self.share
        return Closest(np.where(better, top, self.share), np.where(better, rows + start, self.t))


def closest(
    parts: Iterable[Bound], count: int, blind: float = 0.0, until: int | None = None
) -> tuple[Closest, Closest]:
    """The largest shares in floats up to some t, and those without the rows that take all but `blind`; equal sides have
    none."""
    best = short = Closest(np.full(count, -1.0), np.zeros(count, dtype=int))
    for bound in parts:
        shares = by_problem(bound.shares, count)
        shares = shares if until is None else shares[: max(1, until + 1 - bound.start)]
        best = best.or_else(shares, bound.start)
        if blind:
            short = short.or_else(np.where(abs(1 - shares) < blind, -1.0, shares), bound.start)
    return best, short if blind else best


def earliest(parts: Iterable[Bound], count: int, beyond: float) -> Closest:
    """For each problem of a batch the share where it first exceeds `beyond`, and at which t; −1 where it never does."""
    best = Closest(np.full(count, -1.0), np.full(count, np.iinfo(int).max))
    for bound in parts:
        best = earlier(best, by_problem(bound.shares, count), bound.start, beyond)
    return best


def earliest_below(parts: Iterable[Bound], count: int, beyond: float) -> Closest:
    """The earliest share among rows where both sides are as small as rounding; all that count are the same."""
    best = Closest(np.full(count, -1.0), np.full(count, np.iinfo(int).max))
    for bound in parts:
        small = np.maximum(np.abs(bound.found), np.abs(bound.allowed)) <= NOISE
        wrong = small & (bound.found > bound.allowed + (beyond - 1) * np.abs(bound.allowed))
        best = earlier(best, by_problem(BROKEN * wrong, count), bound.start, beyond)
    return best


def earlier(best: Closest, shares: np.ndarray, start: int, beyond: float) -> Closest:
    """The earlier of these and of the first rows with shares beyond a number."""
    rows = (shares > beyond).argmax(0)
    there = shares[rows, np.arange(len(best.t))]
    sooner = (there > beyond) & (rows + start < best.t)
    return Closest(np.where(sooner, there, best.share), np.where(sooner, rows + start, best.t))


def shares_of(found: np.ndarray, allowed: np.ndarray) -> np.ndarray:
    """The share at every entry; −1 where rounding or an undefined side leaves none."""
    with np.errstate(all="ignore"):
        above, below = (found > NOISE) & (allowed > NOISE), (found < -NOISE) & (allowed < -NOISE)
        share = np.where(above, found / allowed, np.where(below, allowed / found, -1.0))
        share = np.where((np.abs(found) <= NOISE) & (allowed > NOISE), NEARER / (1 + allowed), share)
        apart = found - allowed > FAR * (1 + np.abs(found) + np.abs(allowed))
        opposite = (found > NOISE) & (allowed < -NOISE)
        share = np.where(opposite | (apart & ~above & ~below), BROKEN, share)
        return np.where(np.abs(share - 1) <= EQUAL, -1.0, np.nan_to_num(share, nan=-1.0, posinf=-1.0))


def by_problem(shares: np.ndarray, count: int) -> np.ndarray:
    """The largest share for each row and problem; axis 1 is the batch, where there is one."""
    if shares.ndim < 2:
        return np.broadcast_to(shares[:, None], (len(shares), count))
    others = tuple(range(2, shares.ndim))
    return np.broadcast_to(shares.max(axis=others, initial=-1.0), (len(shares), count))
