"""Algorithm 2 on given rows i_0, i_1, …, scalar by scalar, and all its paths with their probabilities.

A conditional expectation given q_0, …, q_s is an average over the paths on which these vectors are the same.
"""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tests.literal.reference import Reference, Vector

LISTED, COUNTED = 3, 4  # steps where all paths, or all multisets of rows, are listed


def formula(t: int, n: int) -> int:
    """i_t = (t² + 2t) mod n."""
    return (t * t + 2 * t) % n


@dataclass(frozen=True)
class SampledPath:
    """One path: w_0 … w_T, q_0 … q_T, g_0 … g_T, and its probability."""

    ref: Reference
    rows: tuple[int, ...]
    theta: tuple[Any, ...]
    w: list[Vector]
    q: list[Vector]
    g: list[Vector]
    chance: Any

    @property
    def T(self) -> int:
        return len(self.w) - 1

    def z(self, j: int) -> Vector:
        """z_{i_j}."""
        return self.ref.z[self.rows[j]]

    def mean(self, j: int) -> Vector:
        """Zᵀq_j."""
        return self.ref.combine(self.q[j])

    def noise(self, j: int) -> Vector:
        """z_{i_j} − Zᵀq_j."""
        mean = self.mean(j)
        return [self.z(j)[k] - mean[k] for k in range(self.ref.d)]

    def total(self, t: int, term: Callable[[int], Any]) -> Any:
        """Σ_{j=0}^{t−1} term(j)."""
        return sum((term(j) for j in range(t)), self.ref.ctx.zero)

    def vector(self, t: int, term: Callable[[int], Vector]) -> Vector:
        """Σ_{j=0}^{t−1} θ_j term(j)."""
        terms = [term(j) for j in range(t)]
        return [self.total(t, lambda j, k=k: self.theta[j] * terms[j][k]) for k in range(self.ref.d)]

    def r(self, t: int) -> Vector:
        """r_t = Σ_{j=0}^{t−1} θ_j(z_{i_j} − Zᵀq_j)."""
        return self.vector(t, self.noise)

    def psi(self, t: int) -> Any:
        """ψ(Zw_t)."""
        return self.ref.psi(self.ref.scores(self.w[t]))


def sampled(ref: Reference, rows: Sequence[int], beta: Sequence[Any], theta: Sequence[Any], T: int) -> SampledPath:
    """T steps of Algorithm 2 that draw the given rows; the last row belongs to g_T alone."""
    run = ref.momentum(T, beta.__getitem__, theta.__getitem__, lambda t, q: ref.z[rows[t]])
    chance = ref.ctx.fprod(run.q[t][rows[t]] for t in range(T))
    return SampledPath(ref, tuple(rows), tuple(theta), *run, chance)


def tuned(ref: Reference, rows: Sequence[int], T: int) -> SampledPath:
    """β = 0 and θ_j = √(ln(n)/T)."""
    step = ref.ctx.sqrt(ref.ctx.log(ref.n) / T)
    return sampled(ref, rows, [ref.ctx.zero] * (T + 1), [step] * (T + 1), T)


def all_paths(ref: Reference, T: int) -> list[SampledPath]:
    """All nᵀ of them; i_0 changes last."""
    return [tuned(ref, (*rows, 0), T) for rows in itertools.product(range(ref.n), repeat=T)]


def conditional(paths: Sequence[SampledPath], known: int, value: Callable[[SampledPath], Any]) -> list[Any]:
    """E[value | q_0, …, q_{known−1}] on each path."""
    total: dict[Any, list[Any]] = {}
    keys = []
    for path in paths:
        key = tuple(path.ref.ctx.nstr(entry, 60) for q in path.q[:known] for entry in q)
        keys.append(key)
        found = total.setdefault(key, [path.ref.ctx.zero, path.ref.ctx.zero])
        found[0] += path.chance * value(path)
        found[1] += path.chance
    return [total[key][0] / total[key][1] for key in keys]


def endpoints(ref: Reference, T: int) -> list[tuple[Vector, Any]]:
    """w_T and its probability for each multiset of drawn rows, those with more of the first rows first."""
    found: dict[tuple[int, ...], tuple[Vector, Any]] = {}
    for path in all_paths(ref, T):
        counts = tuple(path.rows[:T].count(i) for i in range(ref.n))
        before = found[counts][1] if counts in found else ref.ctx.zero
        found[counts] = path.w[T], before + path.chance
    return [found[counts] for counts in sorted(found, reverse=True)]
