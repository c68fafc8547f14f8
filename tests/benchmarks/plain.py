"""The other side of the rows: Algorithm 1 and the optimum as a competent user writes them, without lemmacheck."""

from typing import Any

import numpy as np

Matrix = np.ndarray


def algorithm_1(Z: Matrix, steps: int) -> Matrix:
    """w_T of Algorithm 1 in NumPy, for β_t = t/(t+1) and θ_t = 1."""
    n, d = Z.shape
    w, g, q = np.zeros(d), np.zeros(d), np.full(n, 1 / n)
    for t in range(steps):
        v = q @ Z
        g = t / (t + 1) * (g + v)
        w = w - (g + v)
        scores = Z @ w
        q = np.exp(scores - scores.max())
        q /= q.sum()
    return w


def algorithm_1_in_intervals(rows: list[list[Any]], steps: int, bits: int) -> list[tuple[float, float]]:
    """The ends of w_T in mpmath's intervals, scalar by scalar."""
    from mpmath.ctx_iv import MPIntervalContext

    iv = MPIntervalContext()
    iv.prec = bits
    Z = [[iv.mpf(x.numerator) / x.denominator for x in row] for row in rows]
    columns = list(zip(*Z, strict=True))
    w, g, q = [iv.mpf(0)] * len(columns), [iv.mpf(0)] * len(columns), [iv.mpf(1) / len(Z)] * len(Z)
    for t in range(steps):
        v = [sum((z * x for z, x in zip(column, q, strict=True)), iv.mpf(0)) for column in columns]
        g = [iv.mpf(t) / (t + 1) * (a + b) for a, b in zip(g, v, strict=True)]
        w = [x - (a + b) for x, a, b in zip(w, g, v, strict=True)]
        weights = [iv.exp(sum((z * x for z, x in zip(row, w, strict=True)), iv.mpf(0))) for row in Z]
        total = sum(weights, iv.mpf(0))
        q = [x / total for x in weights]
    return [(float(x.a), float(x.b)) for x in w]


def margin_by_cvxpy(Z: Matrix) -> float:
    """γ̄ = min ‖Zᵀq‖₂ over the simplex, by cvxpy and Clarabel."""
    import cvxpy

    q = cvxpy.Variable(len(Z), nonneg=True)
    problem = cvxpy.Problem(cvxpy.Minimize(cvxpy.norm(Z.T @ q)), [cvxpy.sum(q) == 1])
    return float(problem.solve(solver=cvxpy.CLARABEL))


def two_products(Z: Matrix, w: Matrix, q: Matrix) -> tuple[Matrix, Matrix]:
    """Zw and Zᵀq, by BLAS: what a step costs whatever else it does."""
    return Z @ w, q @ Z
