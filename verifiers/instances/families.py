"""Families of exact datasets, nearly all with rows of norm at most 1, single or in groups of equal shape.

Random families and the structured worst cases (duplicates, antipodes, near-ties, one heavy and many
light rows, tiny margins, a row repeated many times, n = 1, d = 1) are all drawn from seeds, and `tiny`
lists all small-integer datasets, smallest first, for the search of small witnesses.
"""

import itertools
import math
import random
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache

from lemmacheck.verifiers.instances.instance import Instance, Row


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
    drawn, separable_rows, separable_rows, tiny_margin, with_duplicates, with_antipodes, balanced,
    one_heavy_many_light, repeated, collinear, near_ties,
)  # fmt: skip

WHOLE = {(1, 1): 6, (1, 2): 6, (2, 1): 6, (2, 2): 2}  # the largest of few whole numbers
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
def structured() -> tuple[Instance, ...]:
    """An instance of every family at every small shape, n = 1 and d = 1 among them."""
    shapes = ((1, 1), (2, 1), (2, 2), (3, 2), (4, 3), (6, 3))
    rng = random.Random(1)
    found: dict[tuple[Row, ...], Instance] = {}
    for n, d in shapes:
        for one in of_every_family(rng, n, d):
            found.setdefault(one.rows, one)
    return tuple(found.values())


@cache
def of_shape(n: int, d: int, seed: int = 2) -> tuple[Instance, ...]:
    """An instance of every family at one shape, for a method that takes no small data."""
    return tuple(of_every_family(random.Random(f"{seed}:{n}:{d}"), n, d))


def of_every_family(rng: random.Random, n: int, d: int) -> Iterator[Instance]:
    for family in dict.fromkeys(FAMILIES):
        yield Instance(f"{family.__name__}-{n}x{d}", tuple(family(rng, n, d)))


def tiny() -> Iterator[Instance]:
    """All datasets with entries in {−1, 0, 1} and rows of norm at most 1, fewest numbers first."""
    for n, d in ((1, 1), (2, 1), (1, 2), (3, 1), (2, 2), (3, 2)):
        entries = [row for row in itertools.product((-1, 0, 1), repeat=d) if sum(map(abs, row)) <= 1]
        for rows in itertools.combinations_with_replacement(entries, n):
            exact = tuple(tuple(Fraction(x) for x in row) for row in rows)
            yield Instance(f"tiny-{n}x{d}", exact)


@cache
def of_few_numbers() -> tuple[list[Instance], ...]:
    """All matrices of one, two or four whole numbers, in batches, the smallest first."""
    found = []
    for (n, d), most in WHOLE.items():
        every = sorted(itertools.product(range(-most, most + 1), repeat=n * d), key=lambda x: (sum(map(abs, x)), x))
        rows = [[tuple(map(Fraction, one[i * d : (i + 1) * d])) for i in range(n)] for one in every]
        found.append([Instance(f"few-{n}x{d}", tuple(one)) for one in rows])
    return tuple(found)


@cache
def surveyed(per_shape: int) -> list[list[Instance]]:
    """All data on which claims are screened, in batches: they are the same for each claim, so that every optimum is
    computed once."""
    return [*batches(tiny()), *survey(per_shape)]
