"""Certificates of performance estimation, checked over ℚ: a bound on f(x_T) − f(q*) for all convex 1-smooth f.

The method's points are x_i = q_0 − Σ_k h_ik g_k, g_k = ∇f(x_k). With weights m_ij ≥ 0 on the inequalities

    f(x_i) ≥ f(x_j) + ⟨g_j, x_i − x_j⟩ + ½‖g_i − g_j‖²         (i, j ∈ {0, …, T, *}, x_* = q*, g_* = 0)

whose f(·) cancel up to f(x_T) − f(q*), that gap is at most (τ/2)‖q_0 − q*‖² minus a quadratic form in
q_0 − q*, g_0, …, g_T; the certificate is good if the form has an exact LDLᵀ with nonnegative pivots.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import fmpq, fmpq_mat
from lemmacheck.verifiers.numbers.ball import to_fmpq

Pair = tuple[int, int]
Schedule = Callable[[int], Fraction]
STAR = -1  # q* among the points


@dataclass(frozen=True)
class Certificate:
    """Weights on pairs of points, and whether they prove f(x_T) − f(q*) ≤ (τ/2)‖q_0 − q*‖²; `fault`: why not."""

    tau: Fraction
    weights: Mapping[Pair, Fraction]
    fault: str = ""

    @property
    def good(self) -> bool:
        return not self.fault


def accelerated(steps: int, lam: Schedule, theta: Schedule = lambda t: Fraction(1)) -> list[list[fmpq]]:
    """x_0, …, x_T = ν_0, …, ν_{T−1}, μ_T of (B.1) with α = 1, in terms of q_0 − q*, g_0, …, g_T."""
    size = steps + 2
    q = mu = [fmpq(int(k == 0)) for k in range(size)]
    points = []
    for j in range(steps):
        rate, step = to_fmpq(lam(j)), to_fmpq(theta(j) / lam(j))
        points.append([(1 - rate) * a + rate * b for a, b in zip(mu, q, strict=True)])
        q = [entry - step * (k == j + 1) for k, entry in enumerate(q)]
        mu = [(1 - rate) * a + rate * b for a, b in zip(mu, q, strict=True)]
    return [*points, mu]


def form(points: Sequence[Sequence[fmpq]], tau: Fraction, weights: Mapping[Pair, Fraction]) -> fmpq_mat:
    """(τ/2)‖q_0 − q*‖² + Σ m_ij (⟨g_j, x_i − x_j⟩ + ½‖g_i − g_j‖²)."""
    size = len(points) + 1
    total = fmpq_mat(size, size)
    total[0, 0] = to_fmpq(tau) / 2
    zero = [fmpq(0)] * size
    unit = [[fmpq(int(k == i + 1)) for k in range(size)] for i in range(len(points))]
    x, g = [*points, zero], [*unit, zero]  # the last one is q*
    for (i, j), weight in weights.items():
        away = [a - b for a, b in zip(x[i], x[j], strict=True)]
        turn = [a - b for a, b in zip(g[i], g[j], strict=True)]
        for row in range(size):
            for column in range(size):
                entry = g[j][row] * away[column] + away[row] * g[j][column] + turn[row] * turn[column]
                if entry:
                    total[row, column] += to_fmpq(weight) * entry / 2
    return total


def pivots(matrix: fmpq_mat) -> list[fmpq] | None:
    """The pivots of LDLᵀ over ℚ; None where a zero pivot has a nonzero row, so that the form is indefinite."""
    size = matrix.nrows()
    rest = [[matrix[i, j] for j in range(size)] for i in range(size)]
    found = []
    for k in range(size):
        pivot = rest[k][k]
        found.append(pivot)
        if pivot == 0:
            if any(rest[k][j] != 0 for j in range(k + 1, size)):
                return None
            continue
        for i in range(k + 1, size):
            factor = rest[i][k] / pivot
            if factor != 0:
                for j in range(k + 1, size):
                    rest[i][j] -= factor * rest[k][j]
    return found


def certify(points: Sequence[Sequence[fmpq]], tau: Fraction, weights: Mapping[Pair, Fraction]) -> Certificate:
    """The certificate with these weights, and its fault if it has one."""
    last = len(points) - 1
    balance = {i: Fraction(0) for i in (STAR, *range(len(points)))}
    for (i, j), weight in weights.items():
        balance[i] += weight
        balance[j] -= weight
    wanted = {i: Fraction((i == STAR) - (i == last)) for i in balance}
    found = pivots(form(points, tau, weights))
    if any(weight < 0 for weight in weights.values()):
        return Certificate(tau, weights, "a weight is negative")
    if balance != wanted:
        return Certificate(tau, weights, "the function values do not cancel up to f(x_T) − f(q*)")
    if found is None or min(found) < 0:
        return Certificate(tau, weights, "the quadratic form is indefinite")
    return Certificate(tau, weights)
