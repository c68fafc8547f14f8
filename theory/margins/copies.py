"""For how many equal rows a row stands: itself alone, or m_i of them, which then cost what one costs."""

from dataclasses import dataclass
from typing import Any

from lemmacheck.theory.core.arithmetic import Array
from lemmacheck.theory.margins.losses import Loss, Repeated


@dataclass(frozen=True)
class Once:
    """Each row stands for itself."""

    def count(self, Z: Array) -> Any:
        """n."""
        return Z.shape[-2]

    def of(self, x: Array) -> Array:
        """What belongs to each row."""
        return x

    def loss(self, loss: Loss) -> Loss:
        """The loss whose sums run over these rows."""
        return loss


@dataclass(frozen=True, eq=False)
class Copies:
    """Row i stands for m_i equal ones, n = Σ m_i in all; their loss is the exponential one."""

    each: Array
    n: Any

    def count(self, Z: Array) -> Any:
        """n."""
        return self.n

    def of(self, x: Array) -> Array:
        """What belongs to each row, for all its copies."""
        return self.each * x

    def loss(self, loss: Loss) -> Loss:
        """The loss whose sums run over all copies."""
        return Repeated(copies=self.each)
