"""Runs that break one hypothesis alone: longer rows, nonseparable data, another loss, other parameters.

Floats screen tiny and structured data, as they are and enlarged, of one's own problem few whole numbers too, under
every setting; a run is tried for a hypothesis that fails there by more than rounding while all others hold. Where it
fails at all, and the claim may fail too, the run is a suspect; of a limit each run is, those that do not fall first.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.hypothesis import Hypothesis
from lemmacheck.theory.core.method import Method
from lemmacheck.theory.core.relation import Decay, Limit, Relation
from lemmacheck.theory.margins.losses import Exponential, Logistic, Loss
from lemmacheck.verifiers.decide.screening import falls_by, per_instance
from lemmacheck.verifiers.decide.trends import floats_of
from lemmacheck.verifiers.instances.families import batches, of_few_numbers, structured, tiny
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.own import yours
from lemmacheck.verifiers.instances.subject import some_within_reach, subject_of
from lemmacheck.verifiers.numbers.chances import relations_of
from lemmacheck.verifiers.numbers.comparison import FAILS, HOLDS, compare, float_sides
from lemmacheck.verifiers.numbers.float64 import Float64

SCALES = (1, 2, 3, 5)
FAR = (20, 1000)
NOISE = 1e-9  # of a side's size: floats that close are no suspects


class Setting(NamedTuple):
    """The parameters and the loss of a run, by their name."""

    label: str
    algorithm: Any
    loss: Loss
    above_one: bool


@cache
def settings(method: Method | None) -> dict[str, Setting]:
    """Every set of parameters with the exponential loss, then all with the logistic one; the usual ones first. A
    problem of one's own has no loss of ours."""
    beyond = method.above_one if method else {}
    inside = {**method.usual, **method.unusual} if method else {"": None}
    found: dict[str, Setting] = {}
    losses = (Exponential(), ""), (Logistic(), ", logistic loss")
    for loss, suffix in losses[:1] if method and method.on else losses:
        for above_one, algorithms in ((False, inside), (True, beyond)):
            for name, algorithm in algorithms.items():
                if suffix and hasattr(algorithm, "loss"):
                    continue
                label = f"{name}{suffix}".removeprefix(", ")
                found[label] = Setting(label, algorithm, loss, above_one)
    return found


def size(instance: Instance) -> tuple[int, int]:
    """The number of the entries, and their size."""
    numbers = [x for row in instance.rows for x in row]
    return len(numbers), sum(abs(x.numerator) + x.denominator for x in numbers)


@cache
def by_shape(scales: tuple[int, ...] = SCALES, own: bool = False) -> tuple[list[Instance], ...]:
    """Tiny and structured data, enlarged by each of these factors, and few whole numbers of one's own problem, in
    batches of equal shape."""
    few = of_few_numbers() if own else ()
    found: dict[Any, Instance] = {one.rows: one for group in few for one in group}
    for scale, plain in product(scales, (*tiny(), *structured())):
        rows = tuple(tuple(scale * x for x in row) for row in plain.rows)
        found.setdefault(rows, Instance(f"{scale} x {plain.name}", rows))
    return tuple(batches(found.values()))


@dataclass
class Tally:
    """The runs that break one hypothesis alone: their number, their settings, and the suspects among them."""

    tried: int = 0
    labels: set[str] = field(default_factory=set)
    suspects: list[tuple[int, tuple[int, int], int, Instance, Setting]] = field(default_factory=list)


def lowest(of: Callable[[Relation], np.ndarray], relations: Sequence[Relation], count: int) -> np.ndarray:
    """For each problem of a batch, the lowest truth, or standing, of the entries."""
    return np.min([per_instance(of(relation), count) for relation in relations], axis=0)


def standing(relation: Relation) -> np.ndarray:
    """1 where floats clearly hold, 0 where a side is not a number, −1 where they may fail."""
    lhs, rhs = float_sides(relation)
    short = lhs - rhs if relation.op in ("<=", "<") else rhs - lhs if relation.op in (">=", ">") else np.abs(lhs - rhs)
    clear = short < 0 if relation.op in ("<", ">") else short <= NOISE * (1 + np.abs(rhs))
    return np.where(np.isfinite(lhs) & np.isfinite(rhs), np.where(clear, 1, -1), 0)


def suspicion(statement: Any, count: int) -> tuple[np.ndarray, np.ndarray]:
    """For each problem of a batch, the lowest standing of what is stated, and whether it is suspected to fail. Of what
    tends floats rank the runs, and clear none."""
    if isinstance(statement, (Decay, Limit)):
        falls = per_instance(falls_by(np.abs(floats_of(statement.sequence - statement.to))), count)
        return np.where(falls > 0, 1, -1), np.ones(count, dtype=bool)
    least = lowest(standing, relations_of(statement), count)
    return least, least < 1


def screen(
    claim: Claim, wanted: Sequence[Hypothesis], among: Iterable[Setting], steps: int, scales: tuple[int, ...] = SCALES
) -> dict[str, Tally]:
    """The runs that break one of the wanted hypotheses alone, its violations of the claim first."""
    num, tallies = Float64(), {h.name: Tally() for h in wanted}
    with num.active():
        for rank, setting in enumerate(among):
            for group in (*some_within_reach(claim.method, by_shape(scales, claim.own)), *yours(claim.method)):
                subject = subject_of(group, num, setting.algorithm, steps, setting.loss, claim.method)
                said = {h.name: relations_of(h(subject)) for h in claim.given}
                truths = {name: lowest(compare, relations, len(group)) for name, relations in said.items()}
                others = {h.name: [truths[g.name] == HOLDS for g in claim.given if g is not h] for h in wanted}
                alone = {name: (truths[name] == FAILS) & np.all(met, axis=0) for name, met in others.items()}
                if not any(broken.any() for broken in alone.values()):
                    continue
                least, suspected = suspicion(claim(subject), len(group))
                for name, broken in alone.items():
                    tally = tallies[name]
                    clearly = int((broken & (lowest(standing, said[name], len(group)) < 1)).sum())
                    tally.tried += clearly
                    tally.labels |= {setting.label} if clearly else set()
                    for k in np.flatnonzero(broken & suspected):
                        tally.suspects.append((int(least[k]), size(group[k]), rank, group[k], setting))
    for tally in tallies.values():
        tally.suspects.sort(key=lambda suspect: suspect[:3])
    return tallies
