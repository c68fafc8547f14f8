"""Floating-point proposals for q̄ = argmin { ‖Zᵀq‖₂ : q ≥ 0, Σq = 1 }; nothing here is a certificate.

With c = max |z_ij|, the least-squares problem min ‖Zᵀx‖² + c²(1 − Σx)² over x ≥ 0 has the solution
x = q̄ / (1 + γ̄²/c²): its active set is that of q̄, and it comes with an affinely independent support.
The conic form min ‖Zᵀq‖ over the simplex goes to an interior-point solver instead.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np

ACCEPTED = 1e-10


def active_set(Z: np.ndarray) -> np.ndarray:
    """q, zero off the proposed support, by non-negative least squares.

    SciPy's nnls returns a wrong x for some data with affinely dependent rows (seen in 1.17 on the four rows
    (1, ±1, ±1)). Where its x is not optimal up to rounding, the slower `bvls` is asked instead.
    """
    from scipy.optimize import lsq_linear, nnls  # which takes half a second to import

    Z, _ = _unit(Z)
    n, d = Z.shape
    system = np.ones((d + 1, n))
    system[:d] = Z.T
    target = np.zeros(d + 1)
    target[d] = 1
    try:
        x, _ = nnls(system, target)
        p = Z.T @ x
        if x.sum() * (Z @ p).min() >= p @ p - ACCEPTED:
            return np.asarray(x / x.sum())
    except RuntimeError:  # it ran out of iterations
        pass
    x = lsq_linear(system, target, (0, np.inf), method="bvls").x
    return np.asarray(x / x.sum())


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
