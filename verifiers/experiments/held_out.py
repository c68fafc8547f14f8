"""Rows to learn from and points to be tested on: a third of a data set is held out, drawn by a seed.

A w errs at a test point unless y⟨w, x⟩ > 0. The linear support vector machine, its constant chosen by five-fold
cross-validation among the rows to learn from, is the standard for a linear predictor.
"""

from dataclasses import dataclass

import numpy as np
from lemmacheck.verifiers.data import DataError, Dataset
from lemmacheck.verifiers.races.racing import Track, track

FEWEST, FOLDS = 30, 5
EPSILON, TINY = float(np.finfo(float).eps), float(np.finfo(float).tiny)
CONSTANTS = tuple(4.0**k for k in range(-1, 7))


@dataclass(frozen=True, eq=False)
class Split:
    """The rows to learn from on the scale of a race, and the test points."""

    seed: int
    raced: Track
    X: np.ndarray
    y: np.ndarray

    def errors(self, w: np.ndarray) -> np.ndarray:
        """The test points at which each w errs."""
        return np.asarray(self.y * (w @ self.X.T) <= 0)

    def clear(self, w: np.ndarray) -> bool:
        """Whether rounding can change no error of w at these points."""
        rounding = 2 * self.X.shape[1] * (EPSILON * (np.abs(self.X) @ np.abs(w)) + TINY)
        return bool((np.abs(self.X @ w) > rounding).all())

    def machine(self) -> np.ndarray:
        """The test points at which the support vector machine errs."""
        from sklearn.model_selection import GridSearchCV, KFold
        from sklearn.svm import LinearSVC

        learned, scale = self.raced.data, float(self.raced.scale)
        search = GridSearchCV(LinearSVC(dual=False, fit_intercept=False), {"C": CONSTANTS}, cv=KFold(FOLDS))
        return np.asarray(search.fit(learned.X / scale, learned.y).predict(self.X / scale) != self.y)


def split(data: Dataset, seed: int) -> Split:
    """Two thirds to learn from, one to be tested on."""
    if data.n < FEWEST:
        raise DataError(f"{data.name}: {data.n} rows", f"at least {FEWEST}, of which a third is held out", "give more")
    order = np.random.default_rng(seed).permutation(data.n)
    tested, learned = np.split(order, [data.n // 3])
    part = Dataset(f"{data.name}, split {seed}", data.X[learned], data.y[learned])
    return Split(seed, track(part), data.X[tested], data.y[tested])
