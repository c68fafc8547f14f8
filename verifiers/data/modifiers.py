"""The effect of a `+modifier` after a data name on the matrix X of points.

+bias   a constant column 1, so that w carries an intercept
+std    each column to mean 0 and deviation 1, in float64; a constant column is only centred
"""

from collections.abc import Callable, Sequence

import numpy as np
from lemmacheck.verifiers.data.dataset import DataError


def check(name: str, modifiers: Sequence[str]) -> None:
    """Refuse unknown modifiers."""
    for modifier in modifiers:
        if modifier not in MODIFIERS:
            known = " and ".join(f"+{word}" for word in MODIFIERS)
            raise DataError(f"{name}: +{modifier} is no modifier", known, "remove or correct it")


def _bias(X: np.ndarray) -> np.ndarray:
    return np.hstack([X, np.ones((len(X), 1))])


def _standardised(X: np.ndarray) -> np.ndarray:
    """(x − mean) / deviation by columns, each first divided by a power of two so that nothing overflows."""
    X = np.ldexp(X, -np.frexp(np.abs(X).max(axis=0))[1])
    constant = X.max(axis=0) == X.min(axis=0)
    deviation = np.where(constant, 1.0, X.std(axis=0))
    return np.where(constant, 0.0, (X - X.mean(axis=0)) / deviation)


MODIFIERS: dict[str, Callable[[np.ndarray], np.ndarray]] = {"bias": _bias, "std": _standardised}
