"""Three-valued comparison: each entry of a relation surely holds (1), surely fails (−1), or neither (0).

Exact numbers decide everything. Balls decide ≤ when they are apart and == only by being apart; floats
compare as they are. An undefined value (nan) is never more than 0.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from flint import arb, fmpq
from lemmacheck.theory.core.relation import Relation, Sides
from lemmacheck.verifiers.numbers.float64 import FAR
from lemmacheck.verifiers.numbers.forms import Form
from lemmacheck.verifiers.numbers.guarded import inside
from lemmacheck.verifiers.numbers.logarithm import Logarithm
from lemmacheck.verifiers.numbers.monomial import Monomial, as_ball

HOLDS, UNKNOWN, FAILS = 1, 0, -1
DOUBLE_EPSILON = arb(2) ** -53
EXACT = (int, fmpq, Monomial, Logarithm, Form)
LARGEST_DOUBLE = 1024  # bits
IN_CACHE = 1 << 15  # entries of an array, of which a few are alive at a time
CONTRARIES = {
    "<=": (np.less_equal, np.greater),
    ">=": (np.greater_equal, np.less),
    "<": (np.less, np.greater_equal),
    ">": (np.greater, np.less_equal),
}


def plain(relation: Relation) -> Relation:
    """The relation between the numbers themselves, without the guards against an author's code."""
    lhs, rhs = inside(relation.lhs), inside(relation.rhs)
    return relation if lhs is relation.lhs and rhs is relation.rhs else relation._replace(lhs=lhs, rhs=rhs)


def sides(relation: Sides) -> tuple[np.ndarray, np.ndarray]:
    """Both sides at a common shape, with an axis for the index; a rational beside floats is one as well."""
    lhs, rhs = np.asarray(relation.lhs), np.asarray(relation.rhs)
    if lhs.dtype.kind + rhs.dtype.kind in ("Of", "fO"):
        lhs, rhs = nearest(lhs), nearest(rhs)
    if object in (lhs.dtype, rhs.dtype):
        lhs, rhs = lhs.astype(object, copy=False), rhs.astype(object, copy=False)
    if lhs.shape != rhs.shape:
        lhs, rhs = np.broadcast_arrays(lhs, rhs)
    return (lhs, rhs) if lhs.ndim else (lhs[None], rhs[None])


def nearest(x: np.ndarray) -> np.ndarray:
    """The floats nearest to an array's numbers."""
    if x.dtype == object:
        return np.asarray(np.vectorize(as_float, otypes=[float])(x))
    return x.astype(float, copy=False)


def float_sides(relation: Sides) -> tuple[np.ndarray, np.ndarray]:
    """Both sides in the nearest floats, also where both are exact numbers, of any length."""
    lhs, rhs = sides(relation)
    return nearest(lhs), nearest(rhs)


def in_floats(relation: Relation) -> Relation:
    """The relation between the nearest floats."""
    lhs, rhs = float_sides(relation)
    return relation._replace(lhs=lhs, rhs=rhs)


def surely(a: Any, op: str, b: Any) -> int:
    """HOLDS, FAILS or UNKNOWN for one pair of numbers."""
    if op == ">=":
        return surely(b, "<=", a)
    if op == ">":
        return surely(b, "<", a)
    if op == "<=":
        return HOLDS if a <= b else FAILS if a > b else UNKNOWN
    if op == "<":
        return HOLDS if a < b else FAILS if a >= b else UNKNOWN
    if type(a) is arb and type(b) is arb:
        return FAILS if a != b else UNKNOWN
    if isinstance(a, EXACT) and isinstance(b, EXACT):
        return HOLDS if a == b else FAILS if a != b else UNKNOWN
    return FAILS if as_ball(a) != as_ball(b) else UNKNOWN


def exact(numbers: np.ndarray) -> bool:
    """Whether none of the numbers is an enclosure of another."""
    if numbers.dtype != object:
        return numbers.dtype.kind in "biu"
    return all(map(is_exact, numbers.flat))


def is_exact(x: Any) -> bool:
    """Whether a number is exact: a rational or a form, a ball without a radius, or a form of a run without letters."""
    if isinstance(x, Form):
        return not x.ground.has_letters
    return isinstance(x, EXACT) or (isinstance(x, arb) and bool(x.is_exact()))


def compare(relation: Relation) -> np.ndarray:
    """The three-valued truth of every entry."""
    lhs, rhs = sides(relation)
    if lhs.dtype != object:
        return _compare_floats(relation._replace(lhs=lhs, rhs=rhs))
    pairs = zip(lhs.ravel().tolist(), rhs.ravel().tolist(), strict=True)
    truths = [surely(a, relation.op, b) for a, b in pairs]
    return np.array(truths, dtype=np.int8).reshape(lhs.shape)


def _compare_floats(relation: Relation) -> np.ndarray:
    """An entry holds or its contrary does, but for nan, of which neither holds."""
    truths = np.empty_like(relation.lhs, dtype=np.int8)
    at = 0
    for lhs, op, rhs, _ in stretches(relation):
        if op == "==":
            above, below = lhs >= rhs, lhs <= rhs
            holds, fails = above & below, above ^ below
        else:
            holds, fails = (function(lhs, rhs) for function in CONTRARIES[op])
        np.subtract(holds.view(np.int8), fails.view(np.int8), out=truths[at : at + len(lhs)])
        at += len(lhs)
    return truths


def stretches(relation: Relation) -> Iterator[Sides]:
    """The sides from index to index, as many at a time as leave the intermediate results in a cache."""
    lhs, rhs = sides(relation)
    count = max(1, IN_CACHE * len(lhs) // max(1, lhs.size))
    for k in range(0, len(lhs), count):
        yield Sides(lhs[k : k + count], relation.op, rhs[k : k + count])


def agrees_beyond_doubles(a: Any, b: Any) -> bool:
    """Whether two balls together pin their difference below 2⁻⁵³ of their size (or of 2⁻⁵³, near 0).

    No double could then tell the sides apart: this is the meaning of "up to rounding".
    """
    return bool(disagreement(a, b) < DOUBLE_EPSILON)


def disagreement(a: Any, b: Any) -> arb:
    """How far apart two balls may be at most, as a share of their size (or of 2⁻⁵³, near 0)."""
    a, b = as_ball(a), as_ball(b)
    return (a - b).abs_upper() / a.abs_upper().max(DOUBLE_EPSILON)


@dataclass(frozen=True)
class Place:
    """One entry of a relation: which relation, at which index, both sides, how much room is left; `whole` if the
    relation has one entry and names no t."""

    relation: int
    t: int
    lhs: Any
    rhs: Any
    op: str
    slack: float
    ratio: float | None
    whole: bool = False


def as_float(x: Any) -> float:
    """A number as a float, for showing; nan where it has no finite enclosure."""
    if isinstance(x, (float, np.integer, np.floating)) or (isinstance(x, int) and x.bit_length() < LARGEST_DOUBLE):
        return float(x)
    ball = as_ball(x)
    return float(ball.mid()) if ball.is_finite() else float("nan")


def share(part: float, whole: float) -> float | None:
    """part / whole where both are positive, and so a share of what is allowed."""
    return part / whole if part > 0 and whole > 0 else None


def place(index: int, relation: Relation, flat: int) -> Place:
    """The entry number `flat` of a relation."""
    lhs, rhs = sides(relation)
    row = int(np.unravel_index(flat, lhs.shape)[0])
    a, b = (fmpq(x) if type(x) is int else x for x in (lhs.ravel()[flat], rhs.ravel()[flat]))  # of any length
    found, allowed = as_float(a), as_float(b)
    if relation.op in (">=", ">"):
        slack, ratio = as_float(a - b), share(allowed, found)
    elif relation.op == "==":
        slack, ratio = -abs(as_float(a - b)), None
    else:
        slack, ratio = as_float(b - a), share(found, allowed)
    return Place(index, (relation.start or 0) + row, a, b, relation.op, slack, ratio, is_whole(relation))


def is_whole(relation: Relation) -> bool:
    """Whether the relation has one entry and names no t."""
    return relation.start is None and len(sides(relation)[0]) == 1


def room(relation: Sides) -> np.ndarray:
    """Relative room to spare at every entry, as floats: for ranking and for finding the tightest place.

    0 against 0 has none to speak of: nan.
    """
    lhs, rhs = sides(relation)
    if lhs.dtype == object:
        difference = np.array([as_float(x) for x in (rhs - lhs).ravel()]).reshape(lhs.shape)
        size = np.array([abs(as_float(x)) for x in lhs.ravel()]).reshape(lhs.shape)
    else:
        difference, size = rhs - lhs, np.abs(lhs)
    with np.errstate(all="ignore"):
        relative = difference / (size + np.abs(difference))
    if relation.op in (">=", ">"):
        return -relative
    return -np.abs(relative) if relation.op == "==" else relative


def failing(relation: Relation) -> np.ndarray:
    """Which entries floats show to fail: by more than rounding in a short run explains, or equal sides of a strict
    inequality."""
    spare = to_spare(relation)
    return (spare < -FAR) | ((spare == 0) if relation.op in ("<", ">") else False)


def in_doubt(relation: Relation) -> np.ndarray:
    """Which entries floats do not show to fail: sides beyond them, undefined, equal, or nearly so."""
    spare = to_spare(relation)
    return ~(spare < -FAR) | ~np.isfinite(spare)


def to_spare(relation: Relation) -> np.ndarray:
    """What is left at every entry, in floats and against the size of both sides; below 0 where it fails."""
    lhs, rhs = float_sides(relation)
    with np.errstate(invalid="ignore"):
        gap = (rhs - lhs) / (1 + np.abs(lhs) + np.abs(rhs))
    if relation.op == "==":
        return -np.abs(gap)
    return gap if relation.op in ("<=", "<") else -gap


def but_for_rounding(relation: Relation) -> np.ndarray:
    """`compare` in floats, where what fails by no more than rounding holds."""
    truths = compare(relation)
    if (truths == FAILS).any():
        finite = np.isfinite(float_sides(relation)).all(axis=0)
        truths = np.where((truths == FAILS) & finite & ~failing(relation), HOLDS, truths)
    return truths
