"""Two predictors on the same test points: the exact sign test on the points at which just one of them errs.

If both err equally often, which one errs there is a fair coin, independently from point to point.
"""

from __future__ import annotations

import numpy as np
from scipy.stats import binomtest


def p_value(first: np.ndarray, second: np.ndarray) -> float:
    """How likely so unequal numbers of errors are, either way, for predictors that err equally often."""
    alone, other = int((first & ~second).sum()), int((second & ~first).sum())
    return float(binomtest(alone, alone + other).pvalue) if alone + other else 1.0
