"""Populations of equally shaped matrices, of which a method makes its problem: drawn, changed, rounded.

What a matrix has that a hypothesis may ask for, its children keep more often than not: zeros, signs, equal rows,
symmetry, row sums, rows in the unit ball. Each entry is a float and so a fraction.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import numpy as np
from lemmacheck.theory.core.method import Method
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.search import points
from lemmacheck.verifiers.search.points import DENOMINATORS, Points, into_ball

LARGEST = 4  # rows and columns, and numbers of the matrices that are all tried
SMALL = tuple(map(Fraction, ("0", "1", "-1", "1/2", "-1/2", "2", "-2")))
WHOLE = 6  # the largest whole number of the matrices that are all tried of so few
KINDS, BITS = 8, 20  # of matrices; of an entry's digits


def shapes_of(method: Method) -> tuple[tuple[int, int], ...]:
    """The shapes that are searched, small ones first."""
    if method.dataless:
        return ((1, 1),)
    fewest = getattr(method.on, "smallest", (1, 1))
    most = method.reach or (LARGEST, LARGEST)
    rows, columns = (range(low, max(low, min(LARGEST, high)) + 1) for low, high in zip(fewest, most, strict=True))
    return tuple(sorted(product(rows, columns), key=lambda shape: (shape[0] * shape[1], shape)))


@cache
def all_small(shape: tuple[int, int]) -> list[Instance]:
    """All matrices of few small numbers, the simplest first; none of a larger shape."""
    n, d = shape
    if n * d > LARGEST:
        return []
    every = sorted(product(range(len(SMALL)), repeat=n * d), key=lambda chosen: (sum(chosen), chosen))
    rows = [tuple(tuple(SMALL[k] for k in chosen[i * d : (i + 1) * d]) for i in range(n)) for chosen in every]
    return [Instance(f"small-{n}x{d}", one) for one in rows]


@cache
def of_whole_numbers(shape: tuple[int, int]) -> list[Instance]:
    """All matrices of one or two whole numbers, none of them large; none of more numbers."""
    n, d = shape
    every = product(map(Fraction, range(-WHOLE, WHOLE + 1)), repeat=n * d) if n * d <= 2 else ()
    return [Instance(f"whole-{n}x{d}", tuple(one[i * d : (i + 1) * d] for i in range(n))) for one in every]


def alone(Z: np.ndarray) -> Points:
    """Matrices whose entries have few digits, so that exact fields are made of them fast; each row once."""
    digits, size = np.frexp(Z)
    return Points(np.ldexp(np.round(digits * 2**BITS), size - BITS), np.ones(Z.shape[:2]))


def as_points(instances: Sequence[Instance]) -> Points:
    """Instances of equal shape, as floats."""
    return alone(points.as_points(instances).Z)


def draw(rng: np.random.Generator, shape: tuple[int, int], count: int) -> Points:
    """Rows in the unit ball, larger and smaller ones; small integers and their halves and thirds; symmetric matrices
    and squares; entries of all sizes; the identity, diagonal and sparse ones."""
    Z = points.draw(rng, shape, count).Z
    size = 10.0 ** rng.uniform(-1.5, 1.5, (count, 1, 1))
    whole = rng.integers(-3, 4, Z.shape).astype(float)
    turn, kind = np.divmod(np.arange(count), KINDS)
    of_diagonals = (turn % 2 == 0) & (min(shape) > 1)
    diagonal = np.eye(*shape) * np.where((np.arange(count) < KINDS)[:, None, None], 1.0, whole)
    made = {
        1: Z * size,
        2: whole,
        3: rng.integers(-4, 5, Z.shape) / rng.integers(2, 4, (count, 1, 1)),
        4: balanced(rng.normal(size=Z.shape) * size),
        5: squared(Z) * size,
        6: rng.normal(size=Z.shape) * 10.0 ** rng.uniform(-2, 2, Z.shape),
        7: np.where(of_diagonals[:, None, None], diagonal, np.where(rng.random(Z.shape) < 0.5, whole, 0.0)),
    }
    for which, matrices in made.items():
        Z[kind == which] = matrices[kind == which]
    return alone(Z)


def balanced(Z: np.ndarray) -> np.ndarray:
    """The symmetric part, of square matrices."""
    return (Z + Z.swapaxes(1, 2)) / 2 if Z.shape[1] == Z.shape[2] else Z


def squared(Z: np.ndarray) -> np.ndarray:
    """ZZᵀ, of square matrices: symmetric and positive semidefinite."""
    return Z @ Z.swapaxes(1, 2) if Z.shape[1] == Z.shape[2] else Z


def mutate(rng: np.random.Generator, parents: Points, reach: np.ndarray) -> Points:
    """Each with some entries moved by about `reach` of its size, scaled, or with simpler ones."""
    old = parents.Z
    count = len(old)
    size = np.maximum(np.abs(old).max(axis=(1, 2), keepdims=True), 1e-6)
    far = reach[:, None, None]
    Z = old + rng.normal(size=old.shape) * far * size * (rng.random(old.shape) < 0.6)
    at, kind, tie = np.arange(count), rng.integers(0, 8, count), 1 - far[:, 0] * rng.normal(size=(count, 1))
    i, j = (np.asarray(rng.integers(0, old.shape[1], count)) for _ in range(2))
    Z[at[kind == 0], i[kind == 0]] = (old[at, j] * tie)[kind == 0]
    Z[at[kind == 1], i[kind == 1]] = (-old[at, j] * tie)[kind == 1]
    Z = np.where((kind == 2)[:, None, None], old * np.exp(far * rng.normal(size=(count, 1, 1)) * 3), Z)
    Z = np.where((kind == 3)[:, None, None], np.round(2 * Z) / 2, Z)
    return alone(kept(rng, old, Z))


def kept(rng: np.random.Generator, old: np.ndarray, Z: np.ndarray) -> np.ndarray:
    """The children, most of them with what their parents have."""

    def most(which: Any) -> Any:
        return (np.asarray(which) & (rng.random(len(old)) < 0.8))[:, None, None]

    def every(what: np.ndarray) -> np.ndarray:
        return np.asarray(what.all(axis=(1, 2)))

    sums, ends = old.sum(-1, keepdims=True), Z.sum(-1, keepdims=True)
    Z = np.where(most(every(abs(sums - sums[:, :1]) < 1e-9)), Z + (sums - ends) / Z.shape[2], Z)
    Z = np.where(most(np.ones(len(old), bool)) & (old == 0), 0.0, Z)
    Z = np.where(most(every(old >= 0)), abs(Z), np.where(most(every(old <= 0)), -abs(Z), Z))
    if Z.shape[1] == Z.shape[2]:
        Z = np.where(most(every(abs(old - old.swapaxes(1, 2)) < 1e-9)), balanced(Z), Z)
    return np.where(most((np.linalg.norm(old, axis=-1) <= 1 + 1e-9).all(-1)), into_ball(Z), Z)


def instances_of(given: Points) -> list[Instance]:
    """The matrices as exact instances."""
    return [as_instance(Z) for Z in given.Z]


def as_instances(given: Points, k: int) -> list[Instance]:
    """The k-th of the matrices, with entries of all denominators tried, the simplest first."""
    found: dict[Any, Instance] = {}
    for bound in (*DENOMINATORS, None):
        one = as_instance(given.Z[k], bound)
        found.setdefault(one.rows, one)
    return list(found.values())


def as_instance(Z: np.ndarray, bound: int | None = None) -> Instance:
    """A matrix of fractions, of denominators of at most `bound`, if one is given."""

    def number(x: Any) -> Fraction:
        exact = Fraction(float(x))
        return exact.limit_denominator(bound) if bound else exact

    return Instance("found-{}x{}".format(*Z.shape), tuple(tuple(map(number, row)) for row in Z))
