"""Two predictors on the same test points: the exact sign test on the points at which just one of them errs.

If both err equally often, which one errs there is a fair coin, independently from point to point. Few points show no
difference: `hidden` is the share by which the second could err more often without being noticed.
"""

import numpy as np
from scipy.stats import binomtest

UNNOTICED = 0.05  # of all points: two err alike only where the test would detect a larger share


def p_value(first: np.ndarray, second: np.ndarray) -> float:
    """The probability of numbers of errors so unequal, either way, for predictors that err equally often."""
    alone, other = int((first & ~second).sum()), int((second & ~first).sum())
    return float(binomtest(alone, alone + other).pvalue) if alone + other else 1.0


def hidden(first: np.ndarray, second: np.ndarray, level: float) -> float:
    """The least share of all points by which the second would err more, had it erred at just as many further points
    alone as the test needs, at this level; infinite where there are no such points."""
    alone, other = int((first & ~second).sum()), int((second & ~first).sum())
    for errs in range(other, len(first) + 1):
        if errs > alone and binomtest(errs, alone + errs).pvalue < level:
            return (errs - alone) / len(first)
    return float("inf")
