"""Floating-point proposals for q̄ = argmin { ‖Zᵀq‖₂ : q ≥ 0, Σq = 1 }; nothing here is a certificate.

With c = max |z_ij|, the least-squares problem min ‖Zᵀx‖² + c²(1 − Σx)² over x ≥ 0 has the solution
x = q̄ / (1 + γ̄²/c²): its active set is that of q̄, and it comes with an affinely independent support.
The conic form min ‖Zᵀq‖ over the simplex goes to an interior-point solver instead.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np

LEAST, ACCEPTED = 1e-15, 1e-10  # of the first gradient: less is rounding, is not searched for again
ALIKE = 1 - 1e-9  # of the largest gain: as much serves as well
LARGE = 1000  # entries; from here on SciPy's compiled search saves more than its import costs
TINY = np.finfo(float).tiny


def active_set(Z: np.ndarray) -> np.ndarray:
    """q, zero off the proposed support, by non-negative least squares."""
    Z, _ = _unit(Z)
    n, d = Z.shape
    target = np.zeros(d + 1)
    target[d] = 1
    x = nonnegative(np.vstack([Z.T, np.ones(n)]), target)
    return x / x.sum()


def nonnegative(A: np.ndarray, b: np.ndarray) -> np.ndarray:
    """An x ≥ 0 with ‖Ax − b‖ about least, by the active sets of Lawson and Hanson; of columns that serve alike the
    first, and no change that rounding could explain."""
    if A.size >= LARGE and (compiled := _compiled(A, b)) is not None:
        return compiled
    n = A.shape[1]
    x, active, vain, size = np.zeros(n), np.zeros(n, dtype=bool), np.zeros(n, dtype=bool), np.abs(A.T @ b).max()
    for _ in range(4 * n):
        gain = np.where(active | vain, 0, A.T @ (b - A @ x))
        entering = int((gain >= gain.max() * ALIKE).argmax())
        if gain[entering] <= LEAST * size:
            break
        active[entering] = True
        while True:
            y = np.zeros(n)
            y[active] = np.linalg.lstsq(A[:, active], b)[0]
            falling = active & (y <= 0)
            if not falling.any():
                break
            x += (x[falling] / np.maximum(x - y, TINY)[falling]).min() * (y - x)
            active &= ~falling | (x > LEAST * x.max())
            x[~active] = 0
        vain = np.where(active[entering], False, vain | (np.arange(n) == entering))
        x = y
    return x


def _compiled(A: np.ndarray, b: np.ndarray) -> np.ndarray | None:
    """SciPy's x, unless it runs out of iterations or is not the least, as 1.17's is on some dependent columns."""
    try:
        x = np.asarray(import_module("scipy.optimize").nnls(A, b)[0])
    except RuntimeError:
        return None
    gain = A.T @ (b - A @ x)
    return x if max(gain.max(), abs(x @ gain)) <= ACCEPTED * np.abs(A.T @ b).max() else None


def support(Z: np.ndarray) -> list[int]:
    """The rows that the active set proposes, the heaviest first."""
    q = active_set(Z)
    return [int(i) for i in np.argsort(-q, kind="stable")[: np.count_nonzero(q > 0)]]


def conic(Z: np.ndarray) -> tuple[float, np.ndarray]:
    """(‖Zᵀq‖, q) by cvxpy and Clarabel."""
    cvxpy: Any = import_module("cvxpy")  # here, as importing it takes a second

    Z, scale = _unit(Z)
    q = cvxpy.Variable(len(Z), nonneg=True)
    problem = cvxpy.Problem(cvxpy.Minimize(cvxpy.norm(Z.T @ q)), [cvxpy.sum(q) == 1])
    problem.solve(solver=cvxpy.CLARABEL)
    if q.value is None:
        raise RuntimeError(
            f"the conic solver ended as {problem.status!r} on a {Z.shape[0]} x {Z.shape[1]} matrix, "
            "expected an optimum; take the exact one from solve"
        )
    weights = np.maximum(q.value, 0)
    weights /= weights.sum()
    return float(np.linalg.norm(Z.T @ weights) * scale), weights


def _unit(Z: np.ndarray) -> tuple[np.ndarray, float]:
    """Z / c and c = max |z_ij|, or c = 1 if Z is zero."""
    Z = np.asarray(Z, dtype=float)
    scale = float(np.abs(Z).max()) or 1.0
    return Z / scale, scale
