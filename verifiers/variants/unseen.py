"""Data drawn for one check, with their runs, which an author could not know when he wrote the file.

The sizes up to 100 rows, the scales, orders and repetitions of rows, and a precision come from one seed, the digest of
the file. So a check can be repeated, and a changed file gets other data. Every run is longer than was asked for, and on
two of the smaller data sets several times as long: the later steps of a method are judged too.
"""

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
SEVERAL = 2  # data sets, the smallest drawn, on which runs are several times as long
LONGEST = 128  # steps of these, which 256 bits carry, unless more are asked for


class Trial(NamedTuple):
    """A data set, and the steps of its run."""

    instance: Instance
    steps: int


class Unseen(NamedTuple):
    """The drawn data with the lengths of their runs, a precision in bits, and the seed of all these."""

    seed: str
    trials: tuple[Trial, ...]
    bits: int

    def text(self) -> str:
        if not self.trials:
            return ""
        sizes = [trial.instance.shape[0] for trial in self.trials]
        *usual, other, longest = sorted(trial.steps for trial in self.trials)
        data = f"{len(self.trials)} instances of {min(sizes)} to {max(sizes)} rows"
        runs = f"runs of {usual[0]} to {usual[-1]} steps, on two of them of {other} and {longest}"
        return f"drawn for this check (seed {self.seed}): {data}, {runs}, {self.bits} bits"


NOTHING = Unseen("", (), 0)


def seed_of(given: str) -> str:
    """The digest of a file, or of a name."""
    content = Path(given).read_bytes() if Path(given).is_file() else given.encode()
    return hashlib.sha256(content).hexdigest()[:DIGITS]


def longest(steps: int) -> int:
    """The most steps of a run on drawn data, whatever the seed."""
    return max(steps + steps // 2, min(4 * steps, LONGEST))


def unseen(seed: str, steps: int) -> Unseen:
    """The data, lengths and precision that a seed draws."""
    rng = random.Random(seed)
    found = [rescaled(rng), rearranged(rng), *fresh(rng)]
    lengths = [steps + rng.randint(steps // 4, steps // 2) for _ in found]
    for k in range(-SEVERAL, 0):
        lengths[k] = max(lengths[k], min(rng.randint(2 * steps, 4 * steps), LONGEST))
    return Unseen(seed, tuple(map(Trial, found, lengths)), rng.randint(*PRECISIONS))


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
