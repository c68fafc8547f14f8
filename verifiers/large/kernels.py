"""Ways to reduce a block of rows: by the operations of the rows' own library, or compiled where Numba is installed."""

from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any, Protocol

import numpy as np
from lemmacheck.verifiers.large import reduction
from lemmacheck.verifiers.large.reduction import Blocking, Partial, block, largest_square


class Kernel(Protocol):
    """A way to reduce a block."""

    @property
    def precision(self) -> Any:
        """float64, or float32 for scores and for sums within a block."""

    @property
    def size(self) -> int:
        """The size of a block in bytes. One core takes fewer rows than that alone."""

    @property
    def streams(self) -> bool:
        """Whether a block of rows that are in memory may be of any size."""

    def reads(self, dtype: np.dtype) -> np.dtype:
        """The type to which it converts rows that are stored in this one."""

    def blocking(self, rows: int) -> Blocking:
        """How a block of this many rows is summed."""

    def block(self, Z: Any, w: Any, signs: Any = None) -> Partial:
        """The triple of the rows of Z, or of ±Z with a sign a row."""

    def largest_square(self, Z: Any, divisor: float) -> float:
        """The largest ‖z_i / divisor‖² of a block, computed in float64; nan or inf if an entry is."""


@dataclass(frozen=True)
class Plain:
    """NumPy and its BLAS, or the library of a device: a block that stays in a cache is read twice."""

    precision: Any = np.float64
    size: int = field(default_factory=lambda: reduction.BLOCK)
    streams: bool = False

    def reads(self, dtype: np.dtype) -> np.dtype:
        return np.dtype(self.precision)

    def blocking(self, rows: int) -> Blocking:
        return Blocking(rows, 0)

    def block(self, Z: Any, w: Any, signs: Any = None) -> Partial:
        return block(Z, w, signs)

    def largest_square(self, Z: Any, divisor: float) -> float:
        return largest_square(Z, divisor)


def best(precision: Any = np.float64, compiled: bool | None = None) -> Kernel:
    """The compiled kernel, if it can be had; its sums are in float64 whatever precision would do."""
    if compiled if compiled is not None else find_spec("numba"):
        from lemmacheck.verifiers.large.compiled import Compiled

        return Compiled()
    return Plain(precision)
