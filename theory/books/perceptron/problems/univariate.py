"""Curvees l of one number, and l(⟨w, x⟩y) = l(−⟨w, z⟩) for the rows z = −yx."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from lemmacheck.theory.core.arithmetic import Arithmetic
from lemmacheck.theory.core.piecewise import clamped, positive_part
from lemmacheck.theory.margins.problem import Problem

Curve = Callable[[Arithmetic, Any], Any]


def exponential(num: Arithmetic, z: Any) -> Any:
    """e^{−z}."""
    return num.exp(-z)


def hinge(num: Arithmetic, z: Any) -> Any:
    """max{0, 1 − z}."""
    return positive_part(num, 1 - z)


def square(num: Arithmetic, z: Any) -> Any:
    """(1 − z)²."""
    return (1 - z) ** 2


def ramp(num: Arithmetic, z: Any) -> Any:
    """min{1, max{0, 1 − z}}, which is not convex."""
    return clamped(num, 1 - z, 0 * z, 1 + 0 * z)


@dataclass(frozen=True)
class Univariate:
    """Which l."""

    curve: Curve = exponential


@dataclass(frozen=True, kw_only=True)
class UnivariateProblem(Problem):
    """The examples with l."""

    curve: Curve

    def at(self, z: Any) -> Any:
        """l(z)."""
        return self.curve(self.num, z)
