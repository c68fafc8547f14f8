"""Data drawn for one check, and the runs on them: what an author could not have in mind when he wrote the file.

Sizes up to 100 rows, scales, orders and repetitions of rows, longer runs than were asked for, and a precision: all from
one seed, the digest of the file. So a check can be repeated, and a file that is changed meets other data.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from lemmacheck.verifiers.instances.families import FAMILIES, separable_rows, structured, tiny_margin
from lemmacheck.verifiers.instances.instance import Instance

SIZES = ((30, 100), (7, 29), (7, 29), (2, 12), (2, 12))  # of rows, as many data sets
WIDEST = 6
PRECISIONS = (129, 250)
DIGITS = 8


class Trial(NamedTuple):
    """A data set, and how many steps are run on it."""

    instance: Instance
    steps: int


class Unseen(NamedTuple):
    """What was drawn: from which seed, the data with the lengths of their runs, and a precision in bits."""

    seed: str
    trials: tuple[Trial, ...]
    bits: int

    def told(self) -> str:
        if not self.trials:
            return ""
        sizes = [trial.instance.shape[0] for trial in self.trials]
        longest = max(trial.steps for trial in self.trials)
        data = f"{len(self.trials)} data sets of {min(sizes)} to {max(sizes)} rows"
        return f"drawn for this check (seed {self.seed}): {data}, runs of up to {longest} steps, {self.bits} bits"


NOTHING = Unseen("", (), 0)


def seed_of(given: str) -> str:
    """The digest of a file, or of a name."""
    content = Path(given).read_bytes() if Path(given).is_file() else given.encode()
    return hashlib.sha256(content).hexdigest()[:DIGITS]


def unseen(seed: str, steps: int) -> Unseen:
    """What a seed draws."""
    rng = random.Random(seed)
    found = [*fresh(rng), rescaled(rng), rearranged(rng)]
    trials = [Trial(one, steps + rng.randint(steps // 4, steps // 2)) for one in found]
    return Unseen(seed, tuple(trials), rng.randint(*PRECISIONS))


def fresh(rng: random.Random) -> Iterator[Instance]:
    """Data of other sizes; the largest are separable."""
    for k, (least, most) in enumerate(SIZES):
        n, d = rng.randint(least, most), rng.randint(2, WIDEST)
        family = rng.choice(FAMILIES) if k else rng.choice((separable_rows, tiny_margin))
        yield Instance(f"drawn {family.__name__} {n} x {d}", tuple(family(rng, n, d)))


def rescaled(rng: random.Random) -> Instance:
    """Known data, every row times one factor below 1."""
    known = rng.choice(structured())
    factor = Fraction(rng.randint(1, 96), 97)
    return Instance(f"{factor} times {known.name}", tuple(tuple(factor * x for x in row) for row in known.rows))


def rearranged(rng: random.Random) -> Instance:
    """Known data in another order, some rows more than once."""
    known = rng.choice(structured())
    rows = [*known.rows, *rng.choices(known.rows, k=rng.randint(1, 4))]
    rng.shuffle(rows)
    return Instance(f"{known.name} in another order", tuple(rows))
