"""Algorithms 1 and 2 and the batch perceptron once more, on lists: the first two with kernel values alone.

Each value ⟨z_i, z_j⟩ that a step asks for is computed on the spot and counted.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from tests.literal.reference import Reference, Vector


class DualOnly(NamedTuple):
    """Before iteration t = 0 … T: scores Zw_t, q_t, Zg_{t−1}, the a with w_t = −Zᵀa_t, and the values asked for."""

    scores: list[Vector]
    q: list[Vector]
    momentum: list[Vector]
    a: list[Vector]
    calls: list[int]


class Ascent(NamedTuple):
    """w_t and the row i_t of least margin there."""

    w: list[Vector]
    row: list[int]


def index(t: int, n: int) -> int:
    """The i_t of the sampled run, given as data."""
    return (2 * t + 1) % n


def uneven(t: Any) -> Any:
    """Step sizes with which no two different rows have the same score after t = 0, so that rounding breaks no tie."""
    return 1 / (t * t + 2)


def dual_only(
    r: Reference, T: int, beta: Callable[[int], Any], theta: Callable[[int], Any], drawn: bool = False
) -> DualOnly:
    zero = [r.ctx.zero for _ in range(r.n)]
    run = DualOnly([zero], [r.uniform()], [zero], [zero], [0])
    m, calls = zero, 0
    for t in range(T):
        weights = [r.ctx.one if i == index(t, r.n) else r.ctx.zero for i in range(r.n)] if drawn else run.q[t]
        columns = [index(t, r.n)] if drawn else range(r.n)
        product = []
        for i in range(r.n):
            entry = r.ctx.zero
            for j in columns:
                calls += 1
                entry += r.dot(r.z[i], r.z[j]) * weights[j]
            product.append(entry)
        s = [beta(t) * (run.momentum[t][i] + product[i]) for i in range(r.n)]
        m = [beta(t) * (m[i] + weights[i]) for i in range(r.n)]
        scores = [run.scores[t][i] - theta(t) * (s[i] + product[i]) for i in range(r.n)]
        run.scores.append(scores)
        run.q.append(r.on_simplex([r.ctx.exp(x) for x in scores]))
        run.momentum.append(s)
        run.a.append([run.a[t][i] + theta(t) * (m[i] + weights[i]) for i in range(r.n)])
        run.calls.append(calls)
    return run


def in_twice_the_dimension(rows: Sequence[Sequence[Fraction]], bits: int) -> Reference:
    """The rows (3/5 z_i, 4/5 z_i)."""
    return Reference([[Fraction(k, 5) * x for k in (3, 4) for x in row] for row in rows], bits)


def batch_perceptron(rows: Sequence[Sequence[Fraction]], r: Reference, T: int) -> Ascent:
    """w_{t+1} = w_t − η_t z_i for the first i of largest ⟨z_i, w_t⟩, chosen in exact rationals."""
    w, found = [Fraction(0)] * r.d, Ascent([], [])
    for t in range(T + 1):
        scores = [sum((w[k] * row[k] for k in range(r.d)), Fraction(0)) for row in rows]
        i = scores.index(max(scores))
        found.w.append([r.real(x) for x in w])
        found.row.append(i)
        w = [w[k] - uneven(Fraction(t)) * rows[i][k] for k in range(r.d)]
    return found
