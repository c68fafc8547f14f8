"""Screening: every claim on thousands of instances at once, in batched float64.

Floats rank and never decide: for each claim and each set of parameters the result is which instances
meet the hypotheses and how much relative room each leaves, so that the ladder starts with the closest.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil
from typing import Any, NamedTuple

import numpy as np
from lemmacheck.theory.core.arithmetic import Undecided
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.method import Method
from lemmacheck.theory.core.relation import Decay, IllFormed, Limit, Relation, Sides
from lemmacheck.verifiers.decide.trends import floats_of
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.memory import identity, remembering
from lemmacheck.verifiers.instances.subject import some_within_reach, subject_of
from lemmacheck.verifiers.numbers.chances import relations_of
from lemmacheck.verifiers.numbers.comparison import HOLDS, but_for_rounding, float_sides, in_doubt, room, stretches
from lemmacheck.verifiers.numbers.float64 import TIE, Float64


class Screened(NamedTuple):
    """An instance that met a claim's hypotheses in floats, and the least relative room it left."""

    room: float
    instance: Instance

    def rank(self) -> tuple[float, str]:
        """The order of the shortlist: the closest first, equal ones by name."""
        return self.room, self.instance.name


def per_instance(values: np.ndarray, size: int) -> np.ndarray:
    """The least value for each problem of a batch. Axis 1 is the batch, or the first of what has no index; else all
    problems share the least."""
    values = np.asarray(values, dtype=float)
    batch = next((axis for axis in (1, 0) if values.ndim > 1 and values.shape[axis] in (size, 1)), None)
    if batch is None:
        return np.broadcast_to(values.min(initial=np.inf), (size,))
    others = tuple(axis for axis in range(values.ndim) if axis != batch)
    return np.broadcast_to(values.min(axis=others, initial=np.inf), (size,))


DIGITS = 12  # after the point, of a room
TOGETHER = 400_000  # numbers in a sequence of a batch's run: of more, too few stay in the cache
MANY, ELSEWHERE = 40, 4  # of so many equally shaped instances every fourth meets other than the first parameters
Masks = dict[Any, np.ndarray]


def applicable(claim: Claim, subject: Any, size: int, known: Masks | None = None) -> np.ndarray:
    """For each problem of a batch, whether every hypothesis holds in floats, but for rounding: balls decide it.

    `known` keeps the hypotheses for other claims.
    """
    known = {} if known is None else known
    met = np.ones(size, dtype=bool)
    for hypothesis in claim.given:
        which = identity(hypothesis)
        if which not in known:
            truths = [per_instance(but_for_rounding(r), size) for r in relations_of(hypothesis(subject))]
            known[which] = np.min(truths, axis=0) == HOLDS
        met &= known[which]
    return met


def doubtful(claim: Claim, subject: Any, size: int) -> np.ndarray:
    """For each problem of a batch, whether floats leave open that every hypothesis holds: they may be beyond them."""
    open_ = np.ones(size, dtype=bool)
    for hypothesis in claim.given:
        for relation in relations_of(hypothesis(subject)):
            open_ &= per_instance(in_doubt(relation).astype(float), size) > 0
    return open_


def rooms(relations: Iterable[Relation], size: int) -> np.ndarray:
    """For each problem of a batch, the least room.

    Where a side is undefined there is none, and 0 against 0 leaves any amount. Sides that differ by rounding have room
    0: a problem with less is ranked first. The room is rounded to a few digits, for the last ones differ between
    machines.
    """
    least = np.full(size, np.inf)
    for relation in relations:
        for stretch in stretches(relation):
            least = np.minimum(least, per_instance(spare(stretch), size))
    return least.round(DIGITS) + 0.0  # −0 becomes 0


def spare(relation: Sides) -> np.ndarray:
    """The room at every entry, as `rooms` counts it; one row where every row leaves the same."""
    lhs, rhs = float_sides(relation)
    apart = lhs - rhs
    np.abs(apart, out=apart)
    if apart.max(initial=0) <= TIE:  # as along an identity
        sized = (lhs != 0) | (rhs != 0)
        return np.zeros(lhs[:1].shape) if sized.all() else np.where(sized, 0.0, np.inf)
    found = room(relation)
    undefined = np.isnan(found)
    found[apart <= TIE] = 0.0
    if undefined.any():
        found[undefined] = np.where(np.isnan(lhs) | np.isnan(rhs), -1, np.inf)[undefined]
    return found


def screen(
    claims: Sequence[Claim],
    groups: Sequence[list[Instance]],
    method: Method | None,
    steps: int,
    runs: Mapping[str, Any] | None = None,
    again: bool = False,
) -> dict[tuple[str, str], list[Screened]]:
    """(claim id, parameters) → applicable instances, closest calls first, for all claims about one method.

    `runs` are the algorithms by label, those of the report if none are given. The runs on few data are kept if others
    will be asked of them `again`.
    """
    runs = runs or (method.usual if method else {"": None})
    found: dict[tuple[str, str], list[Screened]] = {(claim.id, label): [] for claim in claims for label in runs}
    with Float64().active():
        for every in some_within_reach(method, groups):
            for k, (label, algorithm) in enumerate(runs.items()):
                for group in batches_of(every[:: ELSEWHERE if k and len(every) >= MANY else 1], steps):
                    batch = kept_batch if again else asked_batch
                    subject, masks = batch(tuple(group), algorithm, steps, method)
                    for claim in claims:
                        found[claim.id, label] += screen_one(claim, subject, group, masks)
    return {key: sorted(entries, key=Screened.rank) for key, entries in found.items()}


def asked_batch(group: tuple[Instance, ...], algorithm: Any, steps: int, method: Method | None) -> tuple[Any, Masks]:
    """The run of a batch in floats, and room for which of its problems meet each hypothesis."""
    return subject_of(group, Float64(), algorithm, steps, method=method), {}


kept_batch = remembering(64)(asked_batch)


def batches_of(group: Sequence[Instance], steps: int) -> Iterator[list[Instance]]:
    """Equally shaped instances, in about equal parts, each as large as may run side by side."""
    most = max(1, TOGETHER // (max(group[0].shape) * (steps + 1)))
    size = ceil(len(group) / ceil(len(group) / most))
    for first in range(0, len(group), size):
        yield list(group[first : first + size])


def falls_by(sizes: np.ndarray) -> np.ndarray:
    """By which part of its largest size a sequence falls until its second half; −∞ where a size is no number."""
    with np.errstate(all="ignore"):
        part = 1 - sizes[len(sizes) // 2 :].max(0, keepdims=True) / sizes.max(0, keepdims=True)
    return np.where(np.isfinite(sizes).all(0, keepdims=True), np.nan_to_num(part, nan=np.inf), -np.inf)


def screen_one(claim: Claim, subject: Any, group: Sequence[Instance], known: Masks | None = None) -> list[Screened]:
    met = applicable(claim, subject, len(group), known)
    if not met.any():
        return []
    try:
        statement = claim(subject)
    except (IllFormed, Undecided):  # to be decided first, and reported
        return [Screened(-1.0, instance) for instance, ok in zip(group, met, strict=True) if ok]
    if isinstance(statement, Decay):  # what falls the least comes first
        least = per_instance(falls_by(np.abs(floats_of(statement.sequence))), len(group)).round(DIGITS)
    elif isinstance(statement, Limit):  # what is farthest off at the end comes first
        last = np.nan_to_num(-np.abs(floats_of(statement.sequence - statement.to)[-1:]), nan=-np.inf)
        least = per_instance(last, len(group)).round(DIGITS)
    else:
        least = rooms(relations_of(statement), len(group))
    return [Screened(r, i) for r, i, ok in zip(least.tolist(), group, met.tolist(), strict=True) if ok]
