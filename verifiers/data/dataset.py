"""A data set: the matrix X (n × d) of points, the labels y ∈ {−1, +1}^n, and the exact rows z_i = −y_i x_i.

A direction w separates the data when z_i·w < 0 for all i. Scaling divides by the least power of two 2^k with
2^k ≥ maxᵢ ‖z_i‖: it is exact, makes no entry's numerator longer, and leaves ½ < maxᵢ ‖z_i‖ ≤ 1.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from lemmacheck.verifiers.records.terminal import LONGEST
from lemmacheck.verifiers.records.text import ends

Rows = tuple[tuple[Fraction, ...], ...]


EXACT = 2**53  # up to it every integer is a float64
UNROUNDED = "integers that a float64 is equal to", "divide them first, or convert them to float64 yourself"


class DataError(ValueError):
    """The data cannot be used: one printable line: what was given, what was expected, what to do."""

    def __init__(self, given: str, expected: str | None = None, advice: str = "") -> None:
        line = given if expected is None else f"{given}, expected {expected}; {advice}"
        super().__init__(ends("".join(c if c.isprintable() else repr(c)[1:-1] for c in line), LONGEST))


@dataclass(frozen=True, eq=False)
class Dataset:
    """Finite points X and labels y; `labels` maps each label of the source, in its `column`, to −1 or +1."""

    name: str
    X: np.ndarray
    y: np.ndarray
    labels: Mapping[str, int] = field(default_factory=dict)
    column: str = ""

    def __post_init__(self) -> None:
        X, y = real(self.X, f"{self.name}: X"), real(self.y, f"{self.name}: y")
        check_points(self.name, X, y)
        _check_signs(self.name, y)
        for array, attribute in ((X, "X"), (y, "y")):
            array.setflags(write=False)
            object.__setattr__(self, attribute, array)

    @property
    def n(self) -> int:
        """The number of rows."""
        return int(self.X.shape[0])

    @property
    def d(self) -> int:
        """The number of columns."""
        return int(self.X.shape[1])

    def labels_text(self) -> str:
        """Which column was taken as the labels, and for which y; '' where the source leaves no doubt."""
        signs = [" and ".join(label for label, y in self.labels.items() if y == sign) for sign in (1, -1)]
        taken = f"{self.name}: the labels are {self.column}; y = 1 for {signs[0]}, y = −1 for {signs[1]}"
        return ends(" ".join(taken.split()), LONGEST) if self.column else ""

    def rows(self) -> Rows:
        """The rows z_i = −y_i x_i, exactly."""
        return self._exact(Fraction(1))

    def unit_rows(self) -> Rows:
        """The rows z_i / `scale()`, exactly: no row is longer than 1."""
        return self._exact(self.scale())

    def scale(self) -> Fraction:
        """The least power of two that is at least the largest row norm; 1 when every row is zero."""
        square = self.largest_norm_squared()
        if square == 0:
            return Fraction(1)

        power = (square.numerator.bit_length() - square.denominator.bit_length()) // 2 - 1
        while Fraction(4) ** power < square:
            power += 1
        return Fraction(2) ** power

    def largest_norm_squared(self) -> Fraction:
        """maxᵢ ‖z_i‖², exactly: floats drop the rows that surely are shorter, integers compare the rest."""
        largest = np.abs(self.X).max()
        if largest == 0:
            return Fraction(0)

        # Scaled so, the largest sum is at least 1/4, and each is off by less than (d + 2) 2^-52 of that sum.
        squares = (np.ldexp(self.X, -np.frexp(largest)[1]) ** 2).sum(axis=1)
        rounding = (self.d + 2) * np.finfo(float).eps
        candidates = np.unique(self.X[squares >= squares.max() * (1 - 4 * rounding)], axis=0)
        return max(_norm_squared(row) for row in candidates.tolist())

    def _exact(self, divisor: Fraction) -> Rows:
        Z = -self.y[:, None] * self.X
        exact = {value: Fraction(value) / divisor for value in np.unique(Z).tolist()}
        return tuple(tuple(map(exact.__getitem__, row)) for row in Z.tolist())


def real(array: object, what: str) -> np.ndarray:
    """A fresh float64 copy of a numeric array, each entry the nearest float64, integers equal to it; errors call it
    `what`."""
    given = np.asarray(array)
    if given.dtype.kind not in "biuf":
        raise DataError(f"{what} holds {_kind(given.dtype)}", "real numbers", "convert it to float64")
    refuse_unless_doubles(given, what)
    with np.errstate(over="ignore"):
        return given.astype(np.float64)


def refuse_unless_doubles(array: np.ndarray, what: str) -> None:
    """Refuse integers of 64 bits that no double may be equal to."""
    may_round = array.dtype.kind in "iu" and array.itemsize == np.dtype(np.int64).itemsize
    if may_round and array.size and (array.min() < -EXACT or array.max() > EXACT):
        raise DataError(f"{what} holds integers beyond 2^53", *UNROUNDED)


def double(text: str, where: str) -> float:
    """The float64 nearest to a decimal; an integer that no float64 is equal to is refused, and what rounds to 0."""
    value, digits = float(text), text.strip().lstrip("+-0")
    if math.isfinite(value) and digits.isdecimal() and int(digits) != abs(value):
        raise DataError(f"{where} holds {ends(text, 40)!r}, which a float64 rounds", *UNROUNDED)
    if value == 0 and text.strip().lower().partition("e")[0].strip("+-0."):
        given = f"{where} holds {ends(text, 40)!r}, which a float64 rounds to 0"
        raise DataError(given, "0 or a number above 5e-324", "write 0, or multiply the column")
    return value


def _kind(dtype: np.dtype) -> str:
    words = {"c": "complex numbers", "U": "text", "S": "bytes", "O": "Python objects", "V": "records"}
    return words.get(dtype.kind, f"values of type {dtype}")


def _norm_squared(row: list[float]) -> Fraction:
    """Σ v²: the entries share a power of two as denominator, so the sum is one of integers."""
    ratios = [value.as_integer_ratio() for value in row]
    shared = max(denominator for _, denominator in ratios)
    return Fraction(sum((top * (shared // bottom)) ** 2 for top, bottom in ratios), shared**2)


def check_points(name: str, X: np.ndarray, y: np.ndarray) -> None:
    """Refuse anything but a matrix of finite numbers with one label a row."""
    if X.ndim != 2:
        raise DataError(f"{name}: X has shape {X.shape}", "a matrix (n, d)", "reshape it to two dimensions")
    if 0 in X.shape:
        given = f"{name}: the matrix is {X.shape[0]} x {X.shape[1]}"
        raise DataError(given, "at least one row and one column", "give data that are not empty")
    if y.shape != (X.shape[0],):
        given = f"{name}: X has shape {X.shape} and y {y.shape}"
        raise DataError(given, f"y of shape ({X.shape[0]},), one label for each row", "make the two agree")
    if not np.isfinite(X).all():
        i, j = np.argwhere(~np.isfinite(X))[0]
        given = f"{name}: row {i + 1}, column {j + 1} is {X[i, j]}"
        raise DataError(given, "a finite float64 (below 1.8e308)", "correct the value or remove the row")


def _check_signs(name: str, y: np.ndarray) -> None:
    if not np.isin(y, (-1, 1)).all():
        i = int(np.flatnonzero(~np.isin(y, (-1, 1)))[0])
        raise DataError(f"{name}: y is {y[i]:g} in row {i + 1}", "-1 or +1", "map the labels to -1 and +1")
