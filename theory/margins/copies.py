"""The multiplicity of a row: it stands for itself alone, or for m_i equal rows at the cost of one."""

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
        """One entry for each row."""
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
        """One entry for each row, for all its copies."""
        return self.each * x

    def loss(self, loss: Loss) -> Loss:
        """The loss whose sums run over all copies."""
        return Repeated(copies=self.each)
