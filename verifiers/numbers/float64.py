"""float64: fast, for one problem or a batch of equally sized ones; it ranks runs and decides nothing."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from lemmacheck.theory.core.arithmetic import some

# Below what the floats of a run show rounding alone. Data and most sides are of size 1, so that one operation costs an
# ulp of 1.1e-16 and each bound is so many of them; no verdict rests on these, for balls decide what they rank.
TIE = 1e-13  # a thousand: a side of a statement
NOISE = 1e-12  # ten thousand: a difference of sequences, which was summed up over the steps of a run
FAR = 1e-6  # of a side, or of 1: more than a short run, whose steps enlarge what is rounded before, can account for

SMALL, VANISHING = -700.0, -746.0  # from the one on eˣ is a normal double, up to the other it is 0


@dataclass(frozen=True)
class Float64:
    """NumPy doubles. Undefined values are nan, which no comparison counts as holding."""

    name: str = "float64"

    def active(self) -> Any:
        """A context without floating-point warnings: an overflow shows as inf or nan in the result."""
        return np.errstate(all="ignore")

    def number(self, value: Any) -> np.float64:
        """A double of NumPy's: of Python's, an overflow or a division by 0 would be an error."""
        return np.float64(nearest(value))

    def array(self, values: Any) -> np.ndarray:
        exact = np.array(values, dtype=object)
        try:
            return exact.astype(float)
        except OverflowError:
            return np.frompyfunc(nearest, 1, 1)(exact).astype(float)

    def exp(self, x: Any) -> Any:
        x = floats(x)
        some_small = isinstance(x, np.ndarray) and x.ndim and x.dtype == float and x.min(initial=0) < SMALL
        return exp_of_small(x) if some_small else np.exp(x)

    def log(self, x: Any) -> Any:
        return np.log(floats(x))

    def sqrt(self, x: Any) -> Any:
        return np.sqrt(floats(x))

    def root_of_squares(self, x: Any) -> Any:
        return np.sqrt(floats(x))

    def maximum(self, x: np.ndarray) -> Any:
        x = some(floats(x))
        pair = x.shape[-1] == 2  # of many pairs NumPy looks for each largest entry apart
        return np.maximum(x[..., 0], x[..., 1]) if pair else x.max(-1)

    def anchor(self, x: np.ndarray) -> Any:
        return self.maximum(x)

    def first_largest(self, x: np.ndarray) -> np.ndarray:
        x = some(floats(x))
        first = np.arange(x.shape[-1]) == np.asarray(x.argmax(-1))[..., None]
        return np.where(np.isnan(x).any(-1, keepdims=True), np.nan, first.astype(float))

    def ratio(self, a: Any, b: Any) -> Any:
        a, b = floats(a), floats(b)
        return np.where((a == 0) & (b == 0), 0.0, a / b)

    def xlogx(self, x: Any) -> Any:
        x = floats(x)
        return x * np.log(np.where(x == 0, 1.0, x))

    def exprel(self, x: Any) -> Any:
        x = floats(x)
        nonzero = np.where(x == 0, 1.0, x)
        return np.where(x == 0, 1.0, np.expm1(nonzero) / nonzero)

    def logrel(self, x: Any) -> Any:
        x = floats(x)
        nonzero = np.where(x == 0, 1.0, x)
        return np.where(x == 0, 1.0, np.log1p(nonzero) / nonzero)


def exp_of_small(x: np.ndarray) -> np.ndarray:
    """eˣ as NumPy has it, which takes many times longer over what is no normal double: it is asked for the few eˣ
    that are less than these and not 0 alone."""
    found = np.maximum(x, SMALL)
    np.exp(found, out=found)
    small = x < SMALL
    found *= ~small
    small &= x > VANISHING
    return np.asarray(np.exp(x, where=small, out=found))


def floats(x: Any) -> Any:
    """Floats; a Fraction has made those of an array objects."""
    exact = type(x) is Fraction or (isinstance(x, np.ndarray) and x.dtype.kind == "O")
    return np.asarray(x, dtype=float) if exact else x


def nearest(value: Any) -> float:
    """The double nearest to a number, which is infinite beyond the largest."""
    try:
        return float(value)
    except OverflowError:
        return float("inf") if value > 0 else -float("inf")
