"""The weights of a method that votes, for ever: a box into which its steps lead them back.

    w_{t+1} = w_t + v(q_t)        q_{t+1} ∝ q_t times factors that are the same for rows of the same kind

Rows are of one kind if they are the same in all columns that are voted: they keep their shares of its weight. So the
weights x of the kinds determine the votes. If P steps map a box X of these into itself, cell by cell in balls, and x_T
lies in X, then x_{T+kP} does for every k, and w_{T+kP+j} = w_T + p_j + kd, where p_j and d are in the hulls of what j
and P steps from X add to w. A statement that depends on the direction of w alone is therefore decided for all t ≥ T at
once, at (1 − s)(w_T + p_j) + sd for s = k/(k + 1) in [0, 1], piece by piece.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import islice, product, takewhile
from typing import Any, NamedTuple

import numpy as np
from flint import arb, fmpq
from lemmacheck.theory.core.own import Own
from lemmacheck.verifiers.instances.subject import all_enclosed, has_long
from lemmacheck.verifiers.numbers.ball import to_fmpq
from lemmacheck.verifiers.numbers.guarded import guarded, inside
from lemmacheck.verifiers.numbers.measured import Measured
from lemmacheck.verifiers.numbers.monomial import as_ball
from lemmacheck.verifiers.prove.refusals import tried
from lemmacheck.verifiers.prove.statement import reachable, trusted

LOOKED = 60  # steps in which a period is looked for
LONGEST = 12  # a period
RADII = tuple(Fraction(1, k) for k in (20, 50, 100, 200, 500, 1000, 10000))
CELLS = 400  # of a box, about
COARSE, FINE = 2, 9  # how often the segment from w_T to d is halved


class Turn(NamedTuple):
    """w_t and the weights at t, and the vote that is cast there."""

    w: Any
    q: Any
    vote: Any


@dataclass(frozen=True)
class Box:
    """From t = `since` on, the weights of all kinds but the `rest` are in [low, high] after every `period` steps."""

    since: int
    period: int
    kinds: tuple[int, ...]  # of each row
    rest: int
    low: tuple[Fraction, ...]
    high: tuple[Fraction, ...]

    def __str__(self) -> str:
        steps = "every step" if self.period == 1 else f"every {self.period} steps"
        sides = " × ".join(f"[{float(a):g}, {float(b):g}]" for a, b in zip(self.low, self.high, strict=True))
        return f"from t = {self.since} on {steps} lead the weights back into the box {sides}"


@dataclass(frozen=True)
class Stay:
    """All possible values of w from T on: w_T + p_j for each j, and the drift d."""

    box: Box
    first: list[np.ndarray]
    drift: np.ndarray


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
        """About what a period adds to w in the end: a guess, on which no conclusion rests."""
        added = sum(inside(turn.vote) for turn in self.turns[-self.period :])
        return measured([x.mid() for x in of_length_one(added)])


def course(run: Any) -> Course | None:
    """The course of a run, if a step that sees the weights alone repeats the run's own steps.

    That the steps stay the same for ever is assumed of methods of ours alone, which hold nothing of an author's.
    """
    p, algorithm, start = run.problem, run.algorithm, run.states[0]
    if not getattr(algorithm, "unchanging", False) or isinstance(p, Own) or not tried(partial(of_ours, algorithm)):
        return None
    turns = list(islice(turns_of(p, algorithm, start), LOOKED))
    for turn, state in zip(turns, run.states, strict=False):
        pairs = (
            *zip(flat(turn.w), flat(state.w), strict=True),
            *zip(flat(turn.q), flat(algorithm.weights(state)), strict=True),
        )
        if not all(a.overlaps(b) for a, b in pairs):
            return None
    cast = list(takewhile(lambda some: some is not None, (columns(turn.vote) for turn in turns)))
    period = period_of(cast)
    return Course(p, algorithm, turns[: len(cast)], cast, period) if period else None


def of_ours(algorithm: Any) -> bool:
    return all(map(trusted, reachable(algorithm)))


def turns_of(p: Any, algorithm: Any, start: Any) -> Iterator[Turn]:
    """The states of the run in turn, from the first; long rationals are enclosed."""
    w, q = start.w, algorithm.weights(start)
    while True:
        vote, following = algorithm.turn(p, q)
        yield Turn(w, q, vote)
        w, q = short(w + vote), short(following)


def short(x: Any) -> Any:
    return all_enclosed(x) if has_long(x) else x


def flat(x: Any) -> list[arb]:
    return [as_ball(entry) for entry in inside(x).ravel()]


def stays(course: Course) -> Iterator[Stay]:
    """Boxes that lead back into themselves, smaller and smaller, as soon as the run is in each."""
    run, cast, period = course.turns, course.cast, course.period
    kinds = kinds_of(inside(course.algorithm.table(course.problem))[:, used_in(cast[-period:])])
    last = (len(run) // period - 1) * period
    middle = [float(as_ball(x).mid()) for x in by_kind(run[last].q, kinds)]
    rest = max(range(len(middle)), key=lambda k: middle[k])
    for radius in RADII if len(middle) > 1 else ():
        near = [round(x / radius) * radius for k, x in enumerate(middle) if k != rest]
        sides = [(max(x - radius, Fraction(0)), x + radius) for x in near]
        for since in range(0, last, period):
            box = Box(since, period, kinds, rest, *zip(*sides, strict=True))
            if cast[since : since + period] == cast[last : last + period] and within(by_kind(run[since].q, kinds), box):
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


def within(x: Sequence[Any], box: Box) -> bool:
    """Whether these weights of the kinds, one or an array for each, are surely in the box; none is negative."""
    others = [x[k] for k in range(len(x)) if k != box.rest]
    return all(
        (low == 0 or to_fmpq(low) <= entry) and entry <= to_fmpq(high)
        for values, low, high in zip(others, box.low, box.high, strict=True)
        for entry in np.ravel(values)
    )


def cells(box: Box) -> Iterator[list[arb]]:
    """Balls that cover the box, as the weights of the kinds."""
    each = round(CELLS ** (1 / len(box.low)))
    sides = [[interval(a + (b - a) * k / each, a + (b - a) * (k + 1) / each) for k in range(each)]
             for a, b in zip(box.low, box.high, strict=True)]  # fmt: skip
    for cell in product(*sides):
        row = list(cell)
        row.insert(box.rest, 1 - sum(row, arb(0)))
        yield row


def interval(low: Fraction, high: Fraction) -> arb:
    return arb(to_fmpq((low + high) / 2), to_fmpq((high - low) / 2))


def hull(values: Sequence[Any]) -> arb:
    found = as_ball(values[0])
    for x in values[1:]:
        found = found.union(as_ball(x))
    return found


def led_back(p: Any, algorithm: Any, at: Turn, box: Box) -> Stay | None:
    """The bounds on w for ever, if the weights are in the box and the steps lead all of it back; else None."""
    table, start, q = inside(algorithm.table(p)), by_kind(at.q, box.kinds), inside(at.q)
    if not within(start, box):
        return None
    shares = [x / as_ball(start[kind]) for x, kind in zip(q, box.kinds, strict=True)]
    weights = np.array([[cell[kind] * s for s, kind in zip(shares, box.kinds, strict=True)] for cell in cells(box)])
    added, sums = 0 * inside(at.w), [inside(at.w)]
    for _ in range(box.period):
        vote, following = algorithm.turn(p, guarded(weights))
        cast = [columns(row) for row in inside(vote)]
        if None in cast or not alike(table, used_in(cast), box.kinds):
            return None
        added, weights = added + inside(vote), inside(following)
        hulls = np.array([hull(list(column)) for column in added.T], dtype=object)
        sums.append(inside(at.w) + hulls)
    if not within(by_kind(weights, box.kinds), box):
        return None
    return Stay(box, sums[:-1], hulls)


def used_in(cast: Sequence[frozenset[int] | None]) -> list[int]:
    """The columns that are voted at some time."""
    return sorted(frozenset().union(*filter(None, cast)))


def alike(table: np.ndarray, used: Sequence[int], kinds: Sequence[int]) -> bool:
    """Whether rows of one kind are the same in these columns."""
    some = kinds_of(table[:, used])
    return len(set(zip(kinds, some, strict=True))) == len(set(kinds))


def direction(stay: Stay, j: int, low: Fraction, high: Fraction) -> np.ndarray:
    """Balls, in a unit of their own, that hold a positive multiple of (1 − s)(w_T + p_j) + sd for each s in between."""
    s, first = interval(low, high), of_length_one(stay.first[j])
    return measured([a + s * (d - a) for a, d in zip(first, of_length_one(stay.drift), strict=True)])


def everywhere(stay: Stay, asked: Callable[[np.ndarray], bool]) -> bool:
    """Whether the test is sure of every w_t, t ≥ T. It is asked of pieces, and of smaller ones where it is not sure."""

    def between(j: int, low: Fraction, high: Fraction, depth: int) -> bool:
        if depth >= COARSE and asked(direction(stay, j, low, high)):
            return True
        middle = (low + high) / 2
        return depth < FINE and between(j, low, middle, depth + 1) and between(j, middle, high, depth + 1)

    return all(between(j, Fraction(0), Fraction(1), 0) for j in range(len(stay.first)))


def of_length_one(w: np.ndarray) -> list[arb]:
    """A multiple of length about one."""
    entries = list(map(as_ball, w))
    length = sum((abs(x.mid()) for x in entries), arb(0)).mid()
    return [x / length for x in entries] if length > 0 else entries


def measured(w: Sequence[arb]) -> np.ndarray:
    return guarded(np.array([Measured(x, 1) for x in w], dtype=object))


class Vote(NamedTuple):
    """The part of a state that a statement about directions may read."""

    w: Any


def alone(w: np.ndarray) -> list[Vote]:
    """Three states, of which only the middle one is known: every value of another one is undefined."""
    unknown = Vote(measured([arb("nan")] * len(w)))
    return [unknown, Vote(w), unknown]
