"""What is measured on: seeded random data with rows of norm at most 1, exact or in floats."""

import random
from fractions import Fraction
from functools import cache

import numpy as np
from lemmacheck.verifiers.instances.families import separable_rows
from lemmacheck.verifiers.instances.instance import Instance


@cache
def separable(count: int, n: int, d: int) -> tuple[Instance, ...]:
    """Separable instances of small rationals."""
    rng = random.Random(f"{count}:{n}:{d}")
    return tuple(Instance(f"separable-{n}x{d}-{k}", tuple(separable_rows(rng, n, d))) for k in range(count))


def solved(instances: tuple[Instance, ...]) -> tuple[Instance, ...]:
    """The instances, each with its exact optimum known."""
    for instance in instances:
        assert instance.optimum.separable
    return instances


def fresh(instances: tuple[Instance, ...]) -> tuple[Instance, ...]:
    """The same instances, of whose optimum nothing is known yet."""
    return tuple(Instance(one.name, one.rows) for one in instances)


def as_floats(instance: Instance) -> np.ndarray:
    return np.array(instance.rows, dtype=object).astype(float)


def exactly(Z: np.ndarray) -> Instance:
    """Floats as the rationals they are."""
    return Instance("floats", tuple(tuple(Fraction(x) for x in row) for row in Z.tolist()))


def planted(n: int, d: int, margin: float = 0.1, seed: int = 0, dtype: type = np.float64) -> np.ndarray:
    """Gaussian rows of norm 1, turned towards a hidden unit vector w* until ⟨w*, −z⟩ ≥ margin for all."""
    rng = np.random.default_rng(seed)
    hidden = rng.standard_normal(d)
    hidden /= np.linalg.norm(hidden)
    Z = rng.standard_normal((n, d))
    Z /= np.linalg.norm(Z, axis=1, keepdims=True)
    along = Z @ hidden
    wanted = -margin - (1 - margin) * np.abs(along)
    sideways = Z - along[:, None] * hidden
    sideways *= (np.sqrt(1 - wanted**2) / np.linalg.norm(sideways, axis=1))[:, None]
    return np.ascontiguousarray(sideways + wanted[:, None] * hidden, dtype=dtype)
