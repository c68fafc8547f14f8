"""Methods that stay in the span of the gradients they have seen, on the quadratic that is worst for T steps.

    f(x) = (β/4)(½(x_1² + Σ_i (x_i − x_{i+1})² + x_d²) − x_1),  d = 2T + 1,  β = 4           (Nesterov 2004, §2.1.2)

∇f of a point of span(e_1, …, e_t) lies in span(e_1, …, e_{t+1}), so that w_t ∈ span(e_1, …, e_t) from w_0 = 0.
Over that span f is least at x_i = 1 − i/(t+1), and over ℝᵈ at x*_i = 1 − i/(d+1).
"""

from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Self

import numpy as np
from lemmacheck.theory.books.lecture.algorithms.smooth_descent import Accelerated, StronglyAccelerated
from lemmacheck.theory.books.lecture.problems.quadratics import Quadratic
from lemmacheck.theory.core.arithmetic import Arithmetic, Array, Number, column
from lemmacheck.theory.core.matrix import Matrix


class Chain(Quadratic):
    """The quadratic that is worst for (d − 1)/2 steps."""

    @property
    def beta(self) -> Any:
        """4, above every eigenvalue 2 − 2cos(kπ/(d+1)) of A."""
        return self.num.number(4)

    @property
    def minimiser(self) -> Array:
        return self.least(self.d)

    def least(self, t: int) -> Array:
        """The minimiser over span(e_1, …, e_t): max(0, 1 − i/(t+1))."""
        return self.num.array([*range(t, 0, -1), *[0] * (self.d - t)]) / (t + 1)


def chain(num: Arithmetic, d: int) -> Chain:
    """The quadratic in ℝᵈ: A has 2 on the diagonal and −1 beside it, b = e_1."""
    one = np.eye(d, dtype=int)
    A = num.array((2 * one - np.eye(d, k=1, dtype=int) - np.eye(d, k=-1, dtype=int)).tolist())
    return Chain(A, num, A, num.array(one[0].tolist()))


@dataclass(frozen=True)
class StrongChain(Chain):
    """The same with 4/(κ − 1) more on the diagonal, and 1/q in its last place: x*_i = qⁱ, q = (√κ − 1)/(√κ + 1)."""

    root: int

    @property
    def lam(self) -> Any:
        """4/(κ − 1)."""
        return self.num.number(4) / (self.root**2 - 1)

    @property
    def beta(self) -> Any:
        """4 more than λ."""
        return 4 + self.lam

    @property
    def q(self) -> Any:
        return self.num.number(self.root - 1) / (self.root + 1)

    @property
    def minimiser(self) -> Array:
        return np.stack([np.asanyarray(self.q**i) for i in range(1, self.d + 1)], axis=-1)


def strong_chain(num: Arithmetic, d: int, root: int) -> StrongChain:
    """The strongly convex chain in ℝᵈ with κ = root²: r² − 1 times A has integer entries."""
    scale, one = root**2 - 1, np.eye(d, dtype=int)
    A = scale * (2 * one - np.eye(d, k=1, dtype=int) - np.eye(d, k=-1, dtype=int)) + 4 * one
    A[-1, -1] = (root + 1) ** 2
    exact = num.array(A.tolist()) / scale
    return StrongChain(exact, num, exact, num.array(one[0].tolist()), root)


@dataclass(frozen=True)
class SpanMethod:
    """A method on the chain that is worst for as many steps as it runs."""

    method: Any = Accelerated()
    f: Any = None

    def tuned(self, p: Matrix, steps: int) -> Self:
        return replace(self, f=chain(p.num, 2 * steps + 1))

    def start(self, p: Matrix) -> Any:
        return self.method.start(self.f)

    def step(self, p: Matrix, s: Any) -> Any:
        return self.method.step(self.f, s)


@dataclass(frozen=True)
class StrongSpan(SpanMethod):
    """A method on the strongly convex chain, for half as many steps as it has dimensions."""

    method: Any = StronglyAccelerated()
    root: int = 3

    def tuned(self, p: Matrix, steps: int) -> Self:
        return replace(self, f=strong_chain(p.num, 2 * steps, self.root))


class Conjugate(NamedTuple):
    t: Number
    w: Array
    r: Array
    direction: Array


@dataclass(frozen=True)
class ConjugateGradients:
    """w_{t+1} is least over the span of all gradients seen: no method of this kind is better on a quadratic."""

    def start(self, f: Any) -> Conjugate:
        r = -f.gradient(f.zero())
        return Conjugate(f.num.number(0), f.zero(), r, r)

    def step(self, f: Any, s: Conjugate) -> Conjugate:
        image = f.times(s.direction)
        size = f.squared(s.r) / f.inner(s.direction, image)
        w, r = s.w + column(size) * s.direction, s.r - column(size) * image
        return Conjugate(s.t + 1, w, r, r + column(f.squared(r) / f.squared(s.r)) * s.direction)
