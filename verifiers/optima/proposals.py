"""Floating-point proposals for q̄ = argmin { ‖Zᵀq‖₂ : q ≥ 0, Σq = 1 }; nothing here is a certificate.

With c = max |z_ij|, the least-squares problem min ‖Zᵀx‖² + c²(1 − Σx)² over x ≥ 0 has the solution
x = q̄ / (1 + γ̄²/c²): its active set is that of q̄, and it comes with an affinely independent support.
"""

from importlib import import_module

import numpy as np

LEAST, ACCEPTED = 1e-15, 1e-10  # of the first gradient: less is rounding, is not searched for again
ALIKE = 1 - 1e-9  # of the largest gain: as much serves as well
REGULAR = 2.0**-40  # of the largest entry, added to the diagonal of equations that may be dependent
LARGE = 1000  # entries; from here on SciPy's compiled search saves more than its import costs
TINY = np.finfo(float).tiny


def active_set(Z: np.ndarray) -> np.ndarray:
    """q, zero off the proposed support, by non-negative least squares."""
    scale = float(np.abs(Z).max()) or 1.0
    A, b = _posed(Z / scale)
    x = nonnegative(A, b)
    return x / x.sum()


def _posed(Z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The least-squares problem of rows of size 1, or of each of a batch of them."""
    ones = np.ones((*Z.shape[:-2], 1, Z.shape[-2]))
    return np.concatenate([Z.mT, ones], axis=-2), np.eye(Z.shape[-1] + 1)[-1]


def nonnegative(A: np.ndarray, b: np.ndarray) -> np.ndarray:
    """An x ≥ 0 with ‖Ax − b‖ about least, by the active sets of Lawson and Hanson; of equally good columns the
    first joins, and rounding alone makes no change."""
    if A.size >= LARGE and (compiled := _compiled(A, b)) is not None:
        return compiled
    return _several(A[None], b)[0]


def _several(A: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The x of several problems with one b, A of shape (B, m, n), whose steps are taken together."""
    G, h = A.mT @ A, _times(A.mT, b)
    x, size, each = np.zeros(h.shape), np.abs(h).max(-1), np.arange(len(h))
    active, vain = np.zeros(h.shape, dtype=bool), np.zeros(h.shape, dtype=bool)
    for _ in range(4 * h.shape[1]):
        gain = np.where(active | vain, 0, _times(A.mT, b - _times(A, x)))
        largest = gain.max(-1)
        going = largest > LEAST * size
        if not going.any():
            break
        entering = (gain >= ALIKE * largest[:, None]).argmax(-1)
        active[each[going], entering[going]] = True
        while (falling := active & ((y := _least(G, h, A, b, active)) <= 0)).any():
            shares = np.where(falling, x / np.maximum(x - y, TINY), np.inf)
            share = shares.min(-1, keepdims=True)
            x = x + np.where(share < np.inf, share, 0) * (y - x)
            active &= ~falling | ((shares > share) & (x > LEAST * x.max(-1, keepdims=True)))
        stayed = active[each, entering]
        vain &= ~(going & stayed)[:, None]
        vain[each[going & ~stayed], entering[going & ~stayed]] = True
        x = y
    return x


def _least(G: np.ndarray, h: np.ndarray, A: np.ndarray, b: np.ndarray, active: np.ndarray) -> np.ndarray:
    """The least ‖Ax − b‖ over the x that are 0 off the active set: by G = AᵀA, made regular, and one correction, for
    which the residual is computed anew."""
    n = active.shape[1]
    both, axis = active[:, :, None] & active[:, None, :], np.arange(n)
    M = np.where(both, G, 0)
    M[:, axis, axis] += np.where(active, REGULAR * G.max((-2, -1))[:, None], 1)
    x = _solved(M, np.where(active, h, 0))
    return x + _solved(M, np.where(active, _times(A.mT, b - _times(A, x)), 0))


def _solved(M: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Each matrix's solution."""
    return np.linalg.solve(M, right[..., None])[..., 0]


def _times(A: np.ndarray, x: np.ndarray) -> np.ndarray:
    """Each matrix times its vector."""
    return (A @ x[..., None])[..., 0]


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
    return _heaviest(active_set(Z))


def supports(Z: np.ndarray) -> list[list[int]]:
    """The same of a batch of matrices of one shape, each with its largest entry of size 1/2 to 1."""
    scale = np.abs(Z).max((-2, -1), keepdims=True)
    A, b = _posed(Z / np.where(scale > 0, scale, 1))
    return [support(one) for one in Z] if A[0].size >= LARGE else list(map(_heaviest, _several(A, b)))


def _heaviest(q: np.ndarray) -> list[int]:
    return [int(i) for i in np.argsort(-q, kind="stable")[: np.count_nonzero(q > 0)]]
