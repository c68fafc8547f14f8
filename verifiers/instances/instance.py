"""Exact datasets: matrices of rationals, nearly all with rows of norm at most 1, single or in batches.

Random families and the structured worst cases (duplicates, antipodes, near-ties, one heavy and many
light rows, tiny margins, a row repeated many times, n = 1, d = 1) are all drawn from seeds, and `tiny`
lists all small-integer datasets, smallest first, for the search of small witnesses.
"""

from __future__ import annotations

import itertools
import math
import random
import reprlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property

from lemmacheck.theory.core.arithmetic import Arithmetic
from lemmacheck.theory.margins.losses import Exponential, Loss
from lemmacheck.theory.margins.problem import Optimum, Problem
from lemmacheck.verifiers import optima as optimum
from lemmacheck.verifiers.instances.enclosed import Enclosed, Shielded
from lemmacheck.verifiers.instances.side_by_side import Batch, interleaved
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.guarded_ball import GuardedBall
from lemmacheck.verifiers.records.limits import rational

Row = tuple[Fraction, ...]


@dataclass(frozen=True)
class Instance:
    """A dataset by its rows z_i, with its exact optimum."""

    name: str
    rows: tuple[Row, ...]

    def __hash__(self) -> int:
        return self.digest

    @cached_property
    def digest(self) -> int:
        """Of its rows alone: the same in every process, and dear, for runs are looked up by it."""
        return hash(self.rows)

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.rows), len(self.rows[0])

    @cached_property
    def optimum(self) -> optimum.Optimum:
        return optimum.solve(self.rows)

    @cached_property
    def dual_vertices(self) -> list[Row]:
        """Several optimal q̄, where the dual optimum is not unique."""
        return optimum.vertices(self.rows, self.optimum)

    def under(self, num: Arithmetic, loss: Loss = Exponential()) -> Problem:
        """The problem in an arithmetic."""
        kind = Shielded if isinstance(num, GuardedBall) else Enclosed if isinstance(num, Ball) else Problem
        return kind(num.array(self.rows), num, self.exact(num), loss)

    def exact(self, num: Arithmetic) -> Optimum:
        """The optimum in an arithmetic, with several q̄ where there are several."""
        best = self.optimum
        return Optimum(num.array([best.gamma_squared]), num.array(self.dual_vertices), num.array([best.direction]), num)

    def to_json(self) -> list[list[str]]:
        return [[str(entry) for entry in row] for row in self.rows]

    @staticmethod
    def from_json(name: str, rows: Sequence[Sequence[str]]) -> Instance:
        exact = tuple(tuple(fraction(entry) for entry in row) for row in rows)
        if len(widths := {len(row) for row in exact}) != 1 or 0 in widths:
            raise ValueError(f"rows of lengths {sorted(widths)}: expected at least one row, and one positive length")
        return Instance(name, exact)


def fraction(entry: str) -> Fraction:
    """An entry 'p/q' or 'p' of a recorded matrix."""
    try:
        return rational(entry)
    except ValueError as error:
        raise ValueError(f"{reprlib.repr(entry)} is not an entry of a matrix: {error}") from None


def batch(instances: Sequence[Instance], num: Arithmetic, loss: Loss = Exponential()) -> Problem:
    """Equally shaped instances as one problem with a batch axis."""
    Z = interleaved(num.array([instance.rows for instance in instances]), 0)
    return Batch(Z, num, exact(instances, num), loss)


def exact(instances: Sequence[Instance], num: Arithmetic) -> Optimum:
    """The optima of equally shaped instances with a batch axis, one q̄ each."""
    best = [instance.optimum for instance in instances]
    return Optimum(
        num.array([[b.gamma_squared for b in best]]),
        interleaved(num.array([[b.q for b in best]]), 1),
        interleaved(num.array([[b.direction for b in best]]), 1),
        num,
    )


def batches(instances: Iterable[Instance]) -> Iterator[list[Instance]]:
    """The instances in groups of equal shape, small shapes first."""
    ordered = sorted(instances, key=lambda instance: instance.shape)
    for _, group in itertools.groupby(ordered, key=lambda instance: instance.shape):
        yield list(group)


def unit(vector: Sequence[int]) -> Row:
    """An integer vector divided by the least integer that is at least its norm."""
    square = sum(v * v for v in vector)
    size = math.isqrt(square)
    size += size * size < square
    return tuple(Fraction(v, max(size, 1)) for v in vector)


def drawn(rng: random.Random, n: int, d: int, bound: int = 9) -> list[Row]:
    """Rows of random integers in [−bound, bound], scaled to norm at most 1."""
    return [unit([rng.randint(-bound, bound) for _ in range(d)]) for _ in range(n)]


def negated(row: Row) -> Row:
    return tuple(-entry for entry in row)


def on_one_side(rows: list[Row], axis: Row) -> list[Row]:
    """Each row reflected, if necessary, so that −⟨z, axis⟩ ≥ 0."""
    return [row if sum(a * b for a, b in zip(row, axis, strict=True)) <= 0 else negated(row) for row in rows]


def separable_rows(rng: random.Random, n: int, d: int) -> list[Row]:
    return on_one_side(drawn(rng, n, d), drawn(rng, 1, d)[0])


def tiny_margin(rng: random.Random, n: int, d: int) -> list[Row]:
    """Separable rows whose first coordinate, the only one they agree on, is small."""
    return [unit((-1, *(rng.randint(-60, 60) for _ in range(d - 1)))) for _ in range(n)]


def with_duplicates(rng: random.Random, n: int, d: int) -> list[Row]:
    rows = separable_rows(rng, max(1, n // 2), d)
    return [rows[rng.randrange(len(rows))] for _ in range(n)]


def with_antipodes(rng: random.Random, n: int, d: int) -> list[Row]:
    """A row and its negative among others: γ̄ = 0."""
    rows = drawn(rng, max(1, n - 1), d)
    return [*rows, negated(rows[0])][:n] if n > 1 else rows


def balanced(rng: random.Random, n: int, d: int) -> list[Row]:
    """Rows that sum to 0 before scaling: nonseparable, γ̄ = 0."""
    vectors = [[rng.randint(-6, 6) for _ in range(d)] for _ in range(n - 1)]
    vectors.append([-sum(column) for column in zip(*vectors, strict=True)] if vectors else [0] * d)
    return [unit(v) for v in vectors]


def one_heavy_many_light(rng: random.Random, n: int, d: int) -> list[Row]:
    rows = separable_rows(rng, n, d)
    return [rows[0], *(tuple(entry / 50 for entry in row) for row in rows[1:])]


def repeated(rng: random.Random, n: int, d: int) -> list[Row]:
    """One row many times, and another once."""
    first, last = separable_rows(rng, 2, d)
    return [*([first] * (n - 1)), last]


def collinear(rng: random.Random, n: int, d: int) -> list[Row]:
    row = drawn(rng, 1, d)[0]
    return [tuple(Fraction(rng.randint(1, 8), 8) * entry for entry in row) for _ in range(n)]


def near_ties(rng: random.Random, n: int, d: int) -> list[Row]:
    """Copies of one row, each nudged in one coordinate by a thousandth, shrunk to stay in the ball."""
    base = drawn(rng, 1, d)[0]
    rows = []
    for _ in range(n):
        k = rng.randrange(d)
        nudge = Fraction(rng.randint(-1, 1), 1000)
        rows.append(tuple((x + (nudge if j == k else 0)) * Fraction(9, 10) for j, x in enumerate(base)))
    return rows


def far_but_near(rng: random.Random, n: int, d: int) -> list[Row]:
    """Rows of norm at most 1, all moved by one integer vector: longer than 1, but at most 2 apart."""
    centre = [rng.randint(-3, 3) for _ in range(d)]
    return [tuple(a + b for a, b in zip(centre, row, strict=True)) for row in drawn(rng, n, d)]


FAMILIES = (
    drawn,
    separable_rows,
    separable_rows,
    tiny_margin,
    with_duplicates,
    with_antipodes,
    balanced,
    one_heavy_many_light,
    repeated,
    collinear,
    near_ties,
)

SHAPES = (
    (1, 1), (1, 2), (2, 1), (2, 2), (3, 2), (2, 3), (3, 3), (4, 2),
    (4, 3), (5, 2), (5, 4), (6, 3), (8, 2), (8, 5), (12, 3), (20, 4),
)  # fmt: skip


def survey(per_shape: int = 128, seed: int = 0) -> Iterator[list[Instance]]:
    """Batches of equally shaped instances, all families in turn; in every 44th place one of longer rows."""
    for n, d in SHAPES:
        rng, apart = random.Random(f"{seed}:{n}:{d}"), random.Random(f"far:{seed}:{n}:{d}")
        group = []
        for k in range(per_shape):
            family = FAMILIES[k % len(FAMILIES)]
            rows = family(rng, n, d)
            if k % 44 == 42:
                family, rows = far_but_near, far_but_near(apart, n, d)
            group.append(Instance(f"{family.__name__}-{n}x{d}-{k}", tuple(rows)))
        yield group


@cache
def structured(seed: int = 1) -> tuple[Instance, ...]:
    """An instance of every family at every small shape, n = 1 and d = 1 among them."""
    shapes = ((1, 1), (2, 1), (2, 2), (3, 2), (4, 3), (6, 3))
    rng = random.Random(seed)
    found: dict[tuple[Row, ...], Instance] = {}
    for n, d in shapes:
        for family in dict.fromkeys(FAMILIES):
            rows = tuple(family(rng, n, d))
            found.setdefault(rows, Instance(f"{family.__name__}-{n}x{d}", rows))
    return tuple(found.values())


def tiny() -> Iterator[Instance]:
    """All datasets with entries in {−1, 0, 1} and rows of norm at most 1, fewest numbers first."""
    for n, d in ((1, 1), (2, 1), (1, 2), (3, 1), (2, 2), (3, 2)):
        entries = [row for row in itertools.product((-1, 0, 1), repeat=d) if sum(map(abs, row)) <= 1]
        for rows in itertools.combinations_with_replacement(entries, n):
            exact = tuple(tuple(Fraction(x) for x in row) for row in rows)
            yield Instance(f"tiny-{n}x{d}", exact)


@cache
def surveyed(per_shape: int) -> list[list[Instance]]:
    """All that claims are screened on, in batches: the same for each, so that every optimum is found once."""
    return [*batches(tiny()), *survey(per_shape)]
