"""Methods for Lipschitz convex f from w_0 = 0: subgradient steps, and the central-cut ellipsoid method.

    Subgradient    w_{t+1} = w_t − η g_t,  η = B/(ρ√T) for T steps
    CentreOfGravity  w_t the centre of gravity of what all cuts so far have left
    Ellipsoid      w_{t+1} = w_t − P g_t/((d+1)√(g_tᵀP g_t)),  g_t a subgradient at w_t
                   P ← d²/(d²−1) (P − 2/(d+1) P g gᵀP/(gᵀPg)),  P = R²I at first: a ball of radius R

In one dimension the ellipsoid is an interval that is halved. Both carry f's least value so far.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple, Self

import numpy as np
from lemmacheck.theory.books.lecture.algorithms.smooth_descent import Descent
from lemmacheck.theory.core.arithmetic import Array, Number, column
from lemmacheck.theory.core.matrix import Matrix
from lemmacheck.theory.core.piecewise import smaller


@dataclass(frozen=True)
class Subgradient(Descent):
    """The subgradient method with η = B/(ρ√T) for T steps; `rho` is a factor, 1 unless ρ is told wrongly."""

    rho: Fraction = Fraction(1)
    T: int = 1

    def tuned(self, f: Any, steps: int) -> Self:
        return replace(self, T=steps)

    def size(self, f: Any) -> Any:
        """η."""
        return f.B / (f.rho * f.sqrt(f.num.number(self.T)))


class Cut(NamedTuple):
    t: Number
    w: Array
    P: Array
    best: Any


@dataclass(frozen=True)
class Ellipsoid:
    """The ellipsoid method from the ball of radius R, of which `radius` is a factor, 1 unless R is told wrongly."""

    radius: Fraction = Fraction(1)

    def start(self, f: Any) -> Cut:
        P = f.num.array(np.eye(f.d, dtype=int).tolist()) * column(column(f.radius**2))
        return Cut(f.num.number(0), f.zero(), P, f.value(f.zero()))

    def step(self, f: Any, s: Cut) -> Cut:
        g, d = f.gradient(s.w), f.d
        Pg = (s.P @ g[..., None])[..., 0]
        square = f.inner(g, Pg)
        w = s.w - Pg / column(f.sqrt(square)) / (d + 1)
        return Cut(s.t + 1, w, self.cut(f, s.P, Pg, square), smaller(f.num, s.best, f.value(w)))

    def cut(self, f: Any, P: Array, Pg: Array, square: Any) -> Array:
        """The least ellipsoid about the half that is kept: d/(d+1) as wide along g, wider across."""
        d = f.d
        along = Pg[..., :, None] * Pg[..., None, :] / column(column(square))
        kept = along * d**2 / (d + 1) ** 2
        for _ in range(1, d)[:1]:
            kept = kept + (P - along) * d**2 / (d**2 - 1)
        return kept


class Box(NamedTuple):
    t: Number
    w: Array
    half: Array
    best: Any


class CentreOfGravity(Ellipsoid):
    """Cuts through the centre of gravity of what is left, at first the box of half-width R about w_0. The subgradients
    of max_j |w_j − w*_j| are ±e_j, so that a box is left, and half of it is cut off."""

    def start(self, f: Any) -> Any:
        return Box(f.num.number(0), f.zero(), f.zero() + column(f.radius), f.value(f.zero()))

    def step(self, f: Any, s: Any) -> Any:
        g = f.gradient(s.w)
        w, half = s.w - g * s.half / 2, s.half * (1 - self.lost(abs(g)))
        return Box(s.t + 1, w, half, smaller(f.num, s.best, f.value(w)))

    def lost(self, cut: Array) -> Array:
        """The share of each side that is cut off."""
        return cut / 2


@dataclass(frozen=True)
class Accuracies:
    """A setting: accuracies ε = 1/(c√d): how far below 1/√d, and the dimensions d, each factor c with each d."""

    factors: tuple[int, ...] = (2, 3, 4, 5, 10)
    dimensions: tuple[int, ...] = (1, 10, 10**3, 10**7, 10**13, 10**21, 10**100)

    def pairs(self, num: Any) -> tuple[Array, Array]:
        """c and d of every pair."""
        both = [(c, d) for c in self.factors for d in self.dimensions]
        return num.array([c for c, _ in both]), num.array([d for _, d in both])


@dataclass(frozen=True)
class Compared(Matrix):
    """Rows that are not read, and the accuracies at which numbers of steps are compared."""

    accuracies: Accuracies
