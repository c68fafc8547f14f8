"""Even convex φ: ℝ → ℝ with φ* and (φ*)' on s ≥ 0: ψ(w) = φ(‖w‖₁) has ψ* = φ* ∘ ‖·‖_∞, and (φ*)' is a step size.

square   x²/2        s          root     ⅔|x|^{3/2}       s²         cube     |x|³/3       √s
cosh     cosh x − 1  arsinh s   logexp   e^|x| − |x| − 1  ln(1 + s)  logcosh  ln cosh x    artanh s, s < 1
steep    2|x|        0, s < 2   ledge    |x| + ½((|x| − 1)⁺)²        0 for s < 1, s for s > 1
box      0 for |x| ≤ 1, ∞ beyond, not real-valued                    1 for s > 0
shifted  ½(x + 1)², convex but not even                              s − 1

`regular` is positive exactly where φ* has a derivative, and only there is the step size defined.
"""

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from lemmacheck.theory.books.post.problems.l1 import L1Problem
from lemmacheck.theory.core.arithmetic import Arithmetic, Array, column
from lemmacheck.theory.core.piecewise import above_zero, positive_part


class Potential(Protocol):
    """φ, and φ* with its derivative for s ≥ 0."""

    def value(self, num: Arithmetic, x: Any) -> Any:
        """φ(x)."""

    def conjugate(self, num: Arithmetic, s: Any) -> Any:
        """φ*(s)."""

    def slope(self, num: Arithmetic, s: Any) -> Any:
        """(φ*)'(s); where there is none, the derivative from the left for s > 0, from the right at 0."""

    def regular(self, num: Arithmetic, s: Any) -> Any:
        """A number that is positive exactly where φ* is finite and differentiable."""


class Everywhere:
    """φ* is differentiable on all of s ≥ 0."""

    def regular(self, num: Arithmetic, s: Any) -> Any:
        return 1 + 0 * s


@dataclass(frozen=True)
class Square(Everywhere):
    """x²/2."""

    def value(self, num: Arithmetic, x: Any) -> Any:
        return x * x / 2

    def conjugate(self, num: Arithmetic, s: Any) -> Any:
        return s * s / 2

    def slope(self, num: Arithmetic, s: Any) -> Any:
        return s


@dataclass(frozen=True)
class Root(Everywhere):
    """⅔|x|^{3/2}."""

    def value(self, num: Arithmetic, x: Any) -> Any:
        return 2 * abs(x) * num.sqrt(abs(x)) / 3

    def conjugate(self, num: Arithmetic, s: Any) -> Any:
        return s * s * s / 3

    def slope(self, num: Arithmetic, s: Any) -> Any:
        return s * s


@dataclass(frozen=True)
class Cube(Everywhere):
    """|x|³/3."""

    def value(self, num: Arithmetic, x: Any) -> Any:
        return x * x * abs(x) / 3

    def conjugate(self, num: Arithmetic, s: Any) -> Any:
        return 2 * s * num.sqrt(s) / 3

    def slope(self, num: Arithmetic, s: Any) -> Any:
        return num.sqrt(s)


@dataclass(frozen=True)
class Cosh(Everywhere):
    """cosh x − 1."""

    def value(self, num: Arithmetic, x: Any) -> Any:
        return (num.exp(x) + num.exp(-x)) / 2 - 1

    def conjugate(self, num: Arithmetic, s: Any) -> Any:
        return s * self.slope(num, s) - num.sqrt(1 + s * s) + 1

    def slope(self, num: Arithmetic, s: Any) -> Any:
        return num.log(s + num.sqrt(1 + s * s))


@dataclass(frozen=True)
class LogExp(Everywhere):
    """e^|x| − |x| − 1."""

    def value(self, num: Arithmetic, x: Any) -> Any:
        return num.exp(abs(x)) - abs(x) - 1

    def conjugate(self, num: Arithmetic, s: Any) -> Any:
        return (1 + s) * num.log(1 + s) - s

    def slope(self, num: Arithmetic, s: Any) -> Any:
        return num.log(1 + s)


@dataclass(frozen=True)
class LogCosh:
    """ln cosh x; its step size ½ ln((1 + s)/(1 − s)) is that of the AdaBoost of ±1-valued weak learners."""

    def value(self, num: Arithmetic, x: Any) -> Any:
        return num.log((num.exp(x) + num.exp(-x)) / 2)

    def conjugate(self, num: Arithmetic, s: Any) -> Any:
        return s * self.slope(num, s) + num.log((1 + s) * (1 - s)) / 2

    def slope(self, num: Arithmetic, s: Any) -> Any:
        return num.log(num.ratio(1 + s, 1 - s)) / 2

    def regular(self, num: Arithmetic, s: Any) -> Any:
        return 1 - s


@dataclass(frozen=True)
class Steep:
    """2|x|; φ* is 0 up to s = 2 and ∞ beyond."""

    def value(self, num: Arithmetic, x: Any) -> Any:
        return 2 * abs(x)

    def conjugate(self, num: Arithmetic, s: Any) -> Any:
        return 0 * s

    def slope(self, num: Arithmetic, s: Any) -> Any:
        return 0 * s

    def regular(self, num: Arithmetic, s: Any) -> Any:
        return 2 - s


@dataclass(frozen=True)
class Ledge:
    """|x| + ½((|x| − 1)⁺)²; φ*(s) = ½(s² − 1)⁺ has a kink at s = 1."""

    def value(self, num: Arithmetic, x: Any) -> Any:
        beyond = positive_part(num, abs(x) - 1)
        return abs(x) + beyond * beyond / 2

    def conjugate(self, num: Arithmetic, s: Any) -> Any:
        return positive_part(num, s * s - 1) / 2

    def slope(self, num: Arithmetic, s: Any) -> Any:
        """s·1[s > 1]."""
        return s * above_zero(num, s - 1)

    def regular(self, num: Arithmetic, s: Any) -> Any:
        return (s - 1) * (s - 1)


@dataclass(frozen=True)
class Box:
    """0 for |x| ≤ 1, where alone it is asked for, and ∞ beyond: constant steps."""

    def value(self, num: Arithmetic, x: Any) -> Any:
        return 0 * x

    def conjugate(self, num: Arithmetic, s: Any) -> Any:
        return s

    def slope(self, num: Arithmetic, s: Any) -> Any:
        return 1 + 0 * s

    def regular(self, num: Arithmetic, s: Any) -> Any:
        return s


@dataclass(frozen=True)
class Shifted(Everywhere):
    """½(x + 1)²."""

    def value(self, num: Arithmetic, x: Any) -> Any:
        return (x + 1) * (x + 1) / 2

    def conjugate(self, num: Arithmetic, s: Any) -> Any:
        return s * s / 2 - s

    def slope(self, num: Arithmetic, s: Any) -> Any:
        return s - 1


@dataclass(frozen=True)
class NormPotential:
    """The setting of ψ(w) = φ(‖w‖₁)."""

    phi: Any = Square()


@dataclass(frozen=True)
class PotentialProblem(L1Problem):
    """The ℓ₁ margin problem with a φ."""

    phi: Any = Square()

    def pulls(self) -> Array:
        """Slopes g = −Zᵀq: 0, and at the vertices of Δ_n, at its centre, at the q whose weights are as 1 : … : n."""
        weights = np.concatenate(
            [np.eye(self.n, dtype=int), np.ones((1, self.n), dtype=int), [np.arange(1, self.n + 1)]]
        )
        q = self.fixed(weights)
        g = -self.combine(q / column(q.sum(-1)))
        return np.concatenate([0 * g[:1], g])

    def points(self) -> Array:
        """Vectors of ℝᵈ: 0, the axes both ways, half of (1, …, d) and of (2, −4, 8, …)."""
        axes = np.eye(self.d, dtype=int)
        skewed = np.array([np.arange(1, self.d + 1), [-((-2) ** k) for k in range(1, self.d + 1)]])
        return self.fixed(np.concatenate([0 * axes[:1], axes, -axes, skewed])) / 2
