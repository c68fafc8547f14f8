"""The functions of the lecture on strong convexity by scalars: out of the rows, in exact fractions.

Written apart from `theory`: what it reads is the printed method and the parameters of the function that the rows make.
"""

from fractions import Fraction
from itertools import accumulate
from typing import Any

from tests.literal.lectures import Lecture
from tests.literal.vectors import dot, plus, solve

Vector = list[Fraction]


def unit(d: int, j: int) -> Vector:
    return [Fraction(int(k == j)) for k in range(d)]


class Function:
    """f with a gradient, by scalars; `centre` is where its points lie."""

    d: int
    centre: Vector

    def value(self, w: Vector) -> Fraction:
        raise NotImplementedError

    def gradient(self, w: Vector) -> Vector:
        raise NotImplementedError

    def bregman(self, x: Vector, y: Vector) -> Fraction:
        return self.value(x) - self.value(y) - dot(self.gradient(y), plus(x, y, -1))

    def moves(self) -> list[Vector]:
        d = self.d
        axes = [unit(d, j) for j in range(d)]
        ramp = [Fraction(j + 1) for j in range(d)]
        return [*axes, *([-x for x in e] for e in axes), [8 * x for x in axes[0]], ramp, [-3 * x for x in axes[-1]]]

    def pairs(self) -> list[tuple[Vector, Vector]]:
        points = [[Fraction(0)] * self.d, self.centre, *(plus(self.centre, v) for v in self.moves())]
        return [(points[i], points[i - k]) for k in (1, 2, self.d) for i in range(len(points))]


class Smooth(Function):
    """Σ h(⟨z_i, w − w*⟩) + (λ/2)‖w − w*‖², h' between two bounds, for a κ; λ = 0 without one."""

    def __init__(self, case: Lecture) -> None:
        self.rows, self.d = [list(row) for row in case.rows], case.d
        d = self.d
        self.centre = [Fraction(2 * (5 - d), d + 3)] + [Fraction(8, d + 3)] * (d - 1)
        square = sum(dot(z, z) for z in self.rows) or Fraction(1)
        self.lam = square / (case.number("kappa") - 1) if case.given["kappa"] else Fraction(0)
        self.beta = self.lam + square
        self.low, self.high = case.given["curve.low"], case.given["curve.high"]
        self.B2 = dot(self.centre, self.centre)

    def slope(self, x: Fraction) -> Fraction:
        if self.high is not None and x > self.high:
            return self.high
        return self.low if self.low is not None and x < self.low else x

    def value(self, w: Vector) -> Fraction:
        v = plus(w, self.centre, -1)
        inner = [dot(z, v) for z in self.rows]
        h = [x * x / 2 if self.slope(x) == x else self.slope(x) * (x - self.slope(x) / 2) for x in inner]
        return sum(h, Fraction(0)) + self.lam * dot(v, v) / 2

    def gradient(self, w: Vector) -> Vector:
        v = plus(w, self.centre, -1)
        g = [self.lam * x for x in v]
        for z in self.rows:
            g = plus(g, z, self.slope(dot(z, v)))
        return g

    @property
    def kappa(self) -> Fraction:
        return self.beta / self.lam

    @property
    def half(self) -> Fraction:
        """B²β/2."""
        return self.B2 * self.beta / 2

    def descent(self, T: int, eta: Fraction) -> list[Vector]:
        """w_0, …, w_T of gradient descent from 0."""
        w = [[Fraction(0)] * self.d]
        for _ in range(T):
            w.append(plus(w[-1], self.gradient(w[-1]), -eta))
        return w

    def accelerated(self, T: int, momentum: Any) -> list[Vector]:
        """w_0, …, w_T of Nesterov's method from 0."""
        return accelerated(self, self.beta, T, momentum)


def accelerated(f: Function, beta: Fraction, T: int, momentum: Any) -> list[Vector]:
    w = [[Fraction(0)] * f.d]
    y = w[0]
    for t in range(T):
        w.append(plus(y, f.gradient(y), -1 / beta))
        y = plus(w[-1], plus(w[-1], w[-2], -1), momentum(t))
    return w


class Quadratic(Function):
    """½xᵀAx − bᵀx, A diagonal, or ZᵀZ with a shift and a skew part."""

    def __init__(self, case: Lecture) -> None:
        rows, d = case.rows, case.d
        self.d = d
        self.b = [Fraction(j + 1) + sum(row[j] for row in rows) for j in range(d)]
        self.centre = self.b
        if case.given["matrix"] == "Diagonal":
            self.A = diagonal(rows, case.given["matrix.kappa"])
        else:
            shift, skew = case.given["matrix.shift"], case.given["matrix.skew"]
            self.A = [[sum(z[j] * z[k] for z in rows) + shift * (j == k) for k in range(d)] for j in range(d)]
            self.A = [[x + skew * ((j < k) - (j > k)) for k, x in enumerate(row)] for j, row in enumerate(self.A)]

    def form(self, v: Vector) -> Fraction:
        return sum((v[j] * self.A[j][k] * v[k] for j in range(self.d) for k in range(self.d)), Fraction(0))

    def value(self, w: Vector) -> Fraction:
        return self.form(w) / 2 - dot(self.b, w)

    def gradient(self, w: Vector) -> Vector:
        A, d = self.A, self.d
        return [sum((A[j][k] + A[k][j]) / 2 * w[k] for k in range(d)) - self.b[j] for j in range(d)]

    def symmetric(self) -> list[Vector]:
        return [[(self.A[j][k] + self.A[k][j]) / 2 for k in range(self.d)] for j in range(self.d)]

    def solution(self, b: Vector | None = None) -> Vector:
        """A⁻¹b."""
        return solve(self.A, b or self.b)


def diagonal(rows: Any, kappa: int) -> list[Vector]:
    """diag(κ, …, 1) with the shares of the columns between."""
    d = len(rows[0])
    c = [Fraction(1, 8) + sum(row[j] * row[j] for row in rows) for j in range(d - 1)]
    tails = list(accumulate(reversed(c)))[::-1]
    entries = [1 + (kappa - 1) * tail / tails[0] for tail in tails] + [Fraction(1)]
    return [[entries[j] if j == k else Fraction(0) for k in range(d)] for j in range(d)]
