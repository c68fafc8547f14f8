"""What a method that votes does for ever: a box of weights that its steps lead back into.

    m_{t+1} = β_t (m_t + v(q_t))    w_{t+1} = w_t + θ_t (m_{t+1} + v(q_t))    q_{t+1} ∝ q_t exp(S(w_{t+1} − w_t))

Rows are of one kind if they are the same in all columns that are voted: they keep their shares of its weight. So all is
told by the weight of each kind, and where β ≠ 0 by how much more m adds to its score than to that of one of them. If P
steps map a box X of these into itself, cell by cell, whatever β_t and θ_t are from T on, and the run lies in X at T,
then it does so at T + kP for every k. What j steps from X add to w is p_j + a_j m, and P steps turn m into bm + e, with
p_j, a_j ≥ 0, b ≥ 0 and e in the hulls of what the cells give. So w_{T+kP+j} is w_T + p_j and multiples, of at least 0,
of m_T, e, p_P + a_P m_T and p_P + a_P e. A statement that depends on the direction of w alone is therefore decided for
all t ≥ T at once: piece by piece at (1 − s)(w_T + p_j) + sd, for s in [0, 1] and d in the hull of these four, each of
length 1.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice, product, takewhile
from typing import Any, NamedTuple

import numpy as np
from flint import arb, fmpq
from lemmacheck.theory.core.arithmetic import column
from lemmacheck.theory.core.schedules import followed, values_from
from lemmacheck.verifiers.instances.subject import shortened
from lemmacheck.verifiers.numbers.affine import Affine, Leaning, between
from lemmacheck.verifiers.numbers.ball import to_fmpq
from lemmacheck.verifiers.numbers.guarded import guarded, inside
from lemmacheck.verifiers.numbers.measured import Measured
from lemmacheck.verifiers.numbers.monomial import as_ball

LOOKED = 60  # steps in which a period is looked for
LONGEST = 12  # a period
STEEPEST = 2  # so far m is allowed to be from its middle, beside a weight
RADII = tuple(Fraction(1, k) for k in (20, 50, 100, 200, 500, 1000, 10000))
FINER = 10  # the middle of a box is told so much more exactly than its radius
CELLS = 25  # of a box, about
COARSE, FINE = 2, 9  # how often the segment from w_T to d is halved


class Turn(NamedTuple):
    """w_t, the weights and m_t, and the vote that is cast there."""

    w: Any
    q: Any
    pull: Any
    vote: Any


@dataclass(frozen=True)
class Box:
    """From t = `since` on, the weights of all kinds but the `rest` are in [low, high] after every `period` steps.

    So is, after them, what m adds to the scores of these kinds more than to that of the `rest`, where there is an m.
    """

    since: int
    period: int
    kinds: tuple[int, ...]  # of each row
    rest: int
    low: tuple[Fraction, ...]
    high: tuple[Fraction, ...]

    @property
    def others(self) -> int:
        """How many kinds there are beside the rest."""
        return max(self.kinds)

    def __str__(self) -> str:
        steps = "every step leads" if self.period == 1 else f"every {self.period} steps lead"
        sides = " × ".join(f"[{float(a):g}, {float(b):g}]" for a, b in zip(self.low, self.high, strict=True))
        what = "the weights and the momentum" if len(self.low) > self.others else "the weights"
        return f"from t = {self.since} on {steps} {what} back into the box {sides}"


@dataclass(frozen=True)
class Stay:
    """What is known of w for ever: w_T + p_j for each j, and the directions in which it goes on."""

    box: Box
    first: list[np.ndarray]
    ways: list[np.ndarray]


@dataclass(frozen=True)
class Course:
    """A run of a method that votes, which casts the same columns again after every `period` steps."""

    problem: Any
    algorithm: Any
    turns: list[Turn]
    cast: list[frozenset[int] | None]
    period: int

    @property
    def drift(self) -> np.ndarray:
        """About what a period adds to w at last: a guess, from which nothing is concluded."""
        added = sum(inside(turn.vote) for turn in self.turns[-self.period :])
        return measured([x.mid() for x in of_length_one(added)])


def course(run: Any) -> Course | None:
    """The course that a run takes, if its steps are those that the votes of the weights alone make."""
    p, algorithm = run.problem, run.algorithm
    if not followed(*(getattr(algorithm, "inertia", None) or (None,))):
        return None
    turns: list[Turn] = []
    for t, state in enumerate(islice(going_on(p, algorithm, run.states), LOOKED)):
        w, q, pull = (
            moved(p, algorithm, turns[-1], t - 1) if turns else (state.w, algorithm.weights(state), 0 * state.w)
        )
        if not same(w, state.w) or not same(q, algorithm.weights(state)):
            return None
        turns.append(Turn(state.w, algorithm.weights(state), pull, algorithm.cast(p, algorithm.weights(state))))
    cast = list(takewhile(lambda some: some is not None, (columns(turn.vote) for turn in turns)))
    period = period_of(cast)
    return Course(p, algorithm, turns[: len(cast)], cast, period) if period else None


def going_on(p: Any, algorithm: Any, states: Sequence[Any]) -> Iterator[Any]:
    """The states of a run, and those that come after them; long rationals are enclosed."""
    yield from states
    s = states[-1]
    while True:
        s = shortened(algorithm.step(p, s))
        yield s


def moved(p: Any, algorithm: Any, turn: Turn, t: int) -> tuple[Any, Any, Any]:
    """w, the weights and m after a turn."""
    beta, theta = (schedule(p.num.number(t)) for schedule in algorithm.inertia)
    pull = beta * (turn.pull + turn.vote)
    added = theta * (pull + turn.vote)
    return turn.w + added, reweighted(p, turn.q, scores(algorithm.table(p), added)), pull


def same(found: Any, told: Any) -> bool:
    """Whether nothing tells them apart."""
    return all(a.overlaps(b) for a, b in zip(flat(found), flat(told), strict=True))


def scores(table: Any, w: Any) -> Any:
    """Sw."""
    return (table @ w[..., None])[..., 0]


def reweighted(p: Any, q: Any, added: Any) -> Any:
    """The weights after these scores were added: ∝ q exp(added)."""
    after = q * p.exp(added)
    return after / column(after.sum(-1))


def flat(x: Any) -> list[arb]:
    return [as_ball(entry) for entry in inside(x).ravel()]


def stays(course: Course) -> Iterator[Stay]:
    """Boxes that are found to lead back into themselves, smaller and smaller, as soon as the run is in each.

    Of a method with an m each is asked of the end of the run, and of several periods: states that turn around a cycle
    leave a box before they are back.
    """
    run, cast, table = course.turns, course.cast, inside(course.algorithm.table(course.problem))
    moving = not is_zero(run[-1].pull)
    kinds = kinds_of(table[:, used_in(cast if moving else cast[-course.period :])])
    others = max(kinds)
    for radius, times in product(RADII, range(1, LONGEST // course.period + 1) if moving else (1,)):
        period = times * course.period
        last = (len(run) // period - 1) * period
        weights = by_kind(run[last].q, kinds)
        rest = max(range(len(weights)), key=lambda k: float(as_ball(weights[k]).mid()))
        middle = place(run[last], table, kinds, rest)
        reach = [radius] * others + [STEEPEST * radius] * (len(middle) - others)
        near = [round(float(as_ball(x).mid()) / radius * FINER) * radius / FINER for x in middle]
        low = [x - by for x, by in zip(near, reach, strict=True)]
        low[:others] = [max(x, Fraction(0)) for x in low[:others]]
        high = tuple(x + by for x, by in zip(near, reach, strict=True))
        for since in (last,) if moving else range(0, last, period) if others else ():
            box = Box(since, period, kinds, rest, tuple(low), high)
            alike_cast = cast[since : since + period] == cast[last : last + period]
            if alike_cast and within(place(run[since], table, kinds, rest), box):
                if led_back(course.problem, course.algorithm, run[since], box, whole=False):
                    found = led_back(course.problem, course.algorithm, run[since], box)
                    if found is not None:
                        yield found
                break


def columns(vote: Any) -> frozenset[int] | None:
    """The columns that are voted, where that is sure."""
    entries = list(map(as_ball, inside(vote).ravel()))
    if any(x.is_nan() or (x.contains(0) and not x.is_zero()) for x in entries):
        return None
    return frozenset(k for k, x in enumerate(entries) if not x.is_zero())


def period_of(cast: Sequence[Any]) -> int | None:
    """The least number of steps after which the same columns are voted again, three times in a row at the end."""
    for period in range(1, LONGEST + 1):
        tail = cast[-4 * period :]
        if len(tail) == 4 * period and tail[period:] == tail[:-period]:
            return period
    return None


def kinds_of(rows: np.ndarray) -> tuple[int, ...]:
    """A number for each row, the same for equal ones."""
    known: dict[tuple[Any, ...], int] = {}
    return tuple(known.setdefault(tuple((int(x.p), int(x.q)) for x in map(fmpq, row)), len(known)) for row in rows)


def by_kind(q: Any, kinds: Sequence[int]) -> list[Any]:
    """The weight of each kind."""
    entries = inside(q)
    return [sum((entries[..., i] for i, of in enumerate(kinds) if of == k), fmpq(0)) for k in range(max(kinds) + 1)]


def place(turn: Turn, table: np.ndarray, kinds: Sequence[int], rest: int) -> list[Any]:
    """Where a turn is: the weight of each kind but the rest, then how much more m adds to its score, where m ≠ 0."""
    others = [k for k in range(max(kinds) + 1) if k != rest]
    weights = by_kind(turn.q, kinds)
    pulled = [] if is_zero(turn.pull) else inside(scores(table, inside(turn.pull)))
    leads = [pulled[kinds.index(k)] - pulled[kinds.index(rest)] for k in others] if len(pulled) else []
    return [weights[k] for k in others] + leads


def is_zero(w: Any) -> bool:
    return all(x.is_zero() for x in flat(w))


def within(x: Sequence[Any], box: Box) -> bool:
    """Whether these weights of the kinds, then what m adds, one or an array for each, are surely in the box; no weight
    is negative."""
    return len(x) == len(box.low) and all(
        ((k < box.others and low == 0) or to_fmpq(low) <= entry) and entry <= to_fmpq(high)
        for k, (values, low, high) in enumerate(zip(x, box.low, box.high, strict=True))
        for entry in np.ravel(values)
    )


def cells(box: Box, whole: bool) -> Iterator[tuple[list[Affine], list[Affine]]]:
    """Numbers that cover the box, or are its corners: the weights of the kinds, and what m adds to their scores; of the
    rest 0."""
    each = max(1, round(CELLS ** (1 / len(box.low))))
    parts = [(Fraction(j, each), Fraction(j + 1, each)) for j in range(each)] if whole else [(0, 0), (1, 1)]
    sides = [[leaning(a + (b - a) * i, a + (b - a) * j, k) for i, j in parts]
             for k, (a, b) in enumerate(zip(box.low, box.high, strict=True))]  # fmt: skip
    zero = Affine(arb(0), {})
    for cell in product(*sides):
        weights, leads = list(cell[: box.others]), list(cell[box.others :]) or [zero] * box.others
        weights.insert(box.rest, zero)
        leads.insert(box.rest, zero)
        yield weights, leads


def leaning(low: Fraction, high: Fraction, name: Hashable) -> Affine:
    return between(to_fmpq(low), to_fmpq(high), name)


def interval(low: Fraction, high: Fraction) -> arb:
    return arb(to_fmpq((low + high) / 2), to_fmpq((high - low) / 2))


def hull(values: Sequence[Any]) -> arb:
    found = as_ball(values[0])
    for x in values[1:]:
        found = found.union(as_ball(x))
    return found


def led_back(p: Any, algorithm: Any, at: Turn, box: Box, whole: bool = True) -> Stay | None:
    """What stays for ever, if the turn is in the box and the steps lead all of it back; or its corners alone."""
    table, kinds, rest = inside(algorithm.table(p)), list(box.kinds), box.rest
    known = [values_from(schedule, box.since) for schedule in algorithm.inertia]
    if min(map(min, known)) < 0 or not within(place(at, table, kinds, rest), box):
        return None
    p = replace(p, num=Leaning(p.num.bits))
    beta, theta = (leaning(*ends, name) for name, ends in zip("βθ", known, strict=True))
    start = by_kind(at.q, kinds)
    shares = [x / start[kind] for x, kind in zip(inside(at.q), kinds, strict=True)]
    chosen, others = [kinds.index(k) for k in range(box.others + 1)], [k for k in range(box.others + 1) if k != rest]
    weights, leads = (np.array(one, dtype=object) for one in zip(*cells(box, whole), strict=True))
    added = pull = 0 * inside(at.w)
    sums, kept, carries = [inside(at.w)], arb(1), arb(0)
    for turn in range(box.period):
        weights[:, rest] = 1 - weights[:, others].sum(-1)
        vote = inside(algorithm.cast(p, guarded(weights[:, kinds] * shares)))
        cast = [columns(row) for row in vote]
        if None in cast or not alike(table, used_in(cast), kinds):
            return None
        pull = beta * (pull + vote)
        added = added + theta * (pull + vote)
        sums.append(inside(at.w) + hulls(added))
        kept = kept * as_ball(beta)
        carries = carries + as_ball(theta) * kept
        rise = (vote @ table.T)[:, chosen]
        rise = rise - rise[:, [rest]]
        leads = beta * (leads + rise)
        weights = inside(reweighted(p, guarded(weights), guarded(theta * (leads + rise))))
        weights, leads = renewed(weights, (turn, "weight")), renewed(leads, (turn, "lead"))
    there = [*weights[:, others].T, *leads[:, others].T][: len(box.low)]
    if not within(there, box):
        return None
    more, carried = hulls(added), hulls(pull)
    ways = (inside(at.pull), carried, more + carries * inside(at.pull), more + carries * carried)
    return Stay(box, sums[:-1], [w for w in ways if not is_zero(w)])


def renewed(numbers: np.ndarray, name: Hashable) -> np.ndarray:
    """Rows of numbers whose balls are an ε of their own, by the place in the row."""
    return np.array([[x.renewed((name, k)) for k, x in enumerate(row)] for row in numbers], dtype=object)


def hulls(rows: np.ndarray) -> np.ndarray:
    """What encloses each column."""
    return np.array([hull(list(column)) for column in rows.T], dtype=object)


def used_in(cast: Sequence[frozenset[int] | None]) -> list[int]:
    """The columns that are voted at some time."""
    return sorted(frozenset().union(*filter(None, cast)))


def alike(table: np.ndarray, used: Sequence[int], kinds: Sequence[int]) -> bool:
    """Whether rows of one kind are the same in these columns."""
    some = kinds_of(table[:, used])
    return len(set(zip(kinds, some, strict=True))) == len(set(kinds))


def direction(stay: Stay, j: int, low: Fraction, high: Fraction) -> np.ndarray:
    """Numbers in a unit of their own that hold a positive multiple of (1 − s)(w_T + p_j) + sd for each s in between.

    Where no two of the vectors differ in a sign, the absolute values of the entries have the sum 1.
    """
    first, ways = of_length_one(stay.first[j]), [of_length_one(w) for w in stay.ways]
    signs = [sure_sign(column) for column in zip(stay.first[j], *stay.ways, strict=True)]
    s, hulled = interval(low, high), [hull(column) for column in zip(*ways, strict=True)]
    entries = [a + s * (d - a) for a, d in zip(first, hulled, strict=True)]
    if 0 in signs:
        return measured(entries)
    last = max(range(len(entries)), key=lambda k: float(entries[k].rad()))
    known = [Affine(x.mid(), {k: arb(x.rad())}) for k, x in enumerate(entries)]
    others = sum((known[k] * signs[k] for k in range(len(known)) if k != last), Affine(arb(0), {}))
    known[last] = (1 - others) * signs[last]
    return measured(known)


def sure_sign(entries: Sequence[Any]) -> int:
    """1 or −1 where no entry has the other sign for sure; else 0."""
    balls = [as_ball(x) for x in entries]
    return next((sign for sign in (1, -1) if all(x * sign > 0 or x.is_zero() for x in balls)), 0)


def everywhere(stay: Stay, asked: Callable[[np.ndarray], bool]) -> bool:
    """Whether it is so of every w_t, t ≥ T: asked piece by piece, of smaller pieces where it is not sure."""

    def between(j: int, low: Fraction, high: Fraction, depth: int) -> bool:
        if depth >= COARSE and asked(direction(stay, j, low, high)):
            return True
        middle = (low + high) / 2
        return depth < FINE and between(j, low, middle, depth + 1) and between(j, middle, high, depth + 1)

    return all(between(j, Fraction(0), Fraction(1), 0) for j in range(len(stay.first)))


def of_length_one(w: np.ndarray) -> list[arb]:
    """The multiple whose absolute values have the sum 1, if all signs are sure; else one of about that length."""
    entries = list(map(as_ball, w))
    if all(x > 0 or x < 0 or x.is_zero() for x in entries) and not is_zero(np.array(entries)):
        total = [sum((abs(y) for i, y in enumerate(entries) if i != k), arb(0)) for k in range(len(entries))]
        return [
            x if x.is_zero() else (1 if x > 0 else -1) / (1 + rest / abs(x))
            for x, rest in zip(entries, total, strict=True)
        ]
    length = sum((abs(x.mid()) for x in entries), arb(0)).mid()
    return [x / length for x in entries] if length > 0 else entries


def measured(w: Sequence[Any]) -> np.ndarray:
    found = np.empty(len(w), dtype=object)
    found[:] = [Measured(x, 1) for x in w]
    return guarded(found)


class Vote(NamedTuple):
    """All of a state that a statement about directions may read."""

    w: Any


def alone(w: np.ndarray, t: int = 1) -> list[Vote]:
    """States of which that of t is known: what is said of it and reads another one is undefined."""
    unknown = Vote(measured([arb("nan")] * len(w)))
    return [unknown] * t + [Vote(w), unknown]
