"""SGD by scalars, in exact fractions: the examples that rows make, and all paths of the noise, one by one.

A path lists the outcomes of T steps; the last one changes first. Written apart from `theory`.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import combinations, product
from typing import Any

from tests.literal.convex_functions import Function
from tests.literal.lectures import Lecture
from tests.literal.vectors import Vector, dot, plus, solve

Path = tuple[int, ...]


def bounded(u: Fraction, low: Fraction | None, high: Fraction | None) -> Fraction:
    u = u if low is None else max(low, u)
    return u if high is None else min(high, u)


# φ(u) and φ'(u), each between two bounds of φ': half a square with lines at its ends, or two lines.
SLOPES: dict[str, Any] = {
    "Curve": bounded,
    "FourthPower": lambda u, low, high: u**3,
    "Kinked": lambda u, low, high: Fraction(high if u >= 0 else low),
}
LOSSES: dict[str, Any] = {
    "Curve": lambda u, low, high: bounded(u, low, high) * (u - bounded(u, low, high) / 2),
    "FourthPower": lambda u, low, high: u**4 / 4,
    "Kinked": lambda u, low, high: max(low * u, high * u),
}


def ceiling_of_norm(z: Vector) -> int:
    k = 1
    while k * k < dot(z, z):
        k += 1
    return k


class Average(Function):
    """Σ D_i φ(⟨z_i, w⟩ − y_i), with w*, w_1 and ρ."""

    def __init__(self, case: Lecture) -> None:
        self.rows, n, self.d = [list(z) for z in case.rows], case.n, case.d
        self.phi, targets, uneven, distance = (case.given[name] for name in ("phi", "targets", "uneven", "distance"))
        self.bounds = case.given.get("phi.low"), case.given.get("phi.high")
        d = self.d
        good = [Fraction(2 * (5 - d), d + 3)] + [Fraction(8, d + 3)] * (d - 1)
        exact = [dot(z, good) for z in self.rows]
        shifted = [y + Fraction(1 if i % 2 == 0 else -1, 2) for i, y in enumerate(exact)]
        self.y = {"fitted": exact, "scattered": shifted, "margins": [Fraction(-1)] * n}[targets]
        total = n * (n + 1) // 2
        self.D = [Fraction(i + 1, total) if uneven else Fraction(1, n) for i in range(n)]
        self.best = good
        if targets != "fitted" and self.phi == "Kinked":
            self.best = self.vertex()
        self.centre = self.best
        self.first = [b - Fraction(distance, 2) * g for b, g in zip(self.best, good, strict=True)]
        self.B, self.rho = distance, max(map(ceiling_of_norm, self.rows))

    def vertex(self) -> Vector:
        """The first best of the points of least norm on as many independent hyperplanes ⟨z_i, w⟩ = y_i as there are."""
        found: list[Vector] = []
        for size in range(self.d, -1, -1):
            for chosen in combinations(range(len(self.rows)), size):
                z = [self.rows[i] for i in chosen]
                with suppress(ZeroDivisionError):
                    c = solve([[dot(a, b) for b in z] for a in z], [self.y[i] for i in chosen])
                    found.append([dot(c, [a[j] for a in z]) for j in range(self.d)])
            if found:
                break
        values = [self.value(w) for w in found]
        return found[values.index(min(values))]

    def off(self, w: Vector, i: int) -> Fraction:
        return dot(self.rows[i], w) - self.y[i]

    def loss(self, w: Vector, i: int) -> Fraction:
        return Fraction(LOSSES[self.phi](self.off(w, i), *self.bounds))

    def loss_gradient(self, w: Vector, i: int) -> Vector:
        g = SLOPES[self.phi](self.off(w, i), *self.bounds)
        return [g * x for x in self.rows[i]]

    def value(self, w: Vector) -> Fraction:
        return sum((p * self.loss(w, i) for i, p in enumerate(self.D)), Fraction(0))

    def gradient(self, w: Vector) -> Vector:
        g = [Fraction(0)] * self.d
        for i, p in enumerate(self.D):
            g = plus(g, self.loss_gradient(w, i), p)
        return g

    def points(self) -> list[Vector]:
        return [[Fraction(0)] * self.d, self.centre, *(plus(self.centre, v) for v in self.moves())]


class Paths:
    """All paths of T steps: w_1, …, w_{T+1}, v_1, …, v_T and the odds on each."""

    def __init__(self, f: Average, T: int, noise: str, rho: Fraction, length: Fraction = Fraction(0)) -> None:
        self.f, self.T, self.noise, self.rho, self.length = f, T, noise, rho, length
        self.K = {"OneExample": len(f.rows), "Coin": 2, "Remembering": 2, "none": 1}[noise]
        self.eta = Fraction(f.B) / (rho * root_of(T))
        self.all = list(product(range(self.K), repeat=T))

    def odds(self, past: Path, k: int) -> Fraction:
        """P(outcome k | the outcomes before)."""
        if self.noise == "OneExample":
            return self.f.D[k]
        if self.noise == "Remembering" and len(past) == 2 and past[0] != past[1]:
            return Fraction(3, 4) if k == past[0] else Fraction(1, 4)
        return Fraction(1, self.K)

    def v(self, past: Path, k: int) -> Vector:
        w = self.w(past)
        if self.noise == "OneExample":
            return self.f.loss_gradient(w, k)
        g = list(self.f.gradient(w))
        if self.noise != "none":
            g[0] += self.length if k == 0 else -self.length
        return g

    def w(self, past: Path) -> Vector:
        """w_{t+1} after the outcomes of t steps."""
        return self.f.first if not past else plus(self.w(past[:-1]), self.v(past[:-1], past[-1]), -self.eta)

    def chance(self, past: Path) -> Fraction:
        return Fraction(1) if not past else self.chance(past[:-1]) * self.odds(past[:-1], past[-1])

    def histories(self, t: int) -> list[Path]:
        """All outcomes of t steps."""
        return list(product(range(self.K), repeat=t))

    def mean(self, t: int, x: Callable[[Path], Fraction]) -> Fraction:
        """E_{v_{1:t}}[x]."""
        return sum((self.chance(past) * x(past) for past in self.histories(t)), Fraction(0))

    def given(self, past: Path, x: Callable[[int], Fraction]) -> Fraction:
        """E[x | the outcomes before], over the outcome of the next step."""
        return sum((self.odds(past, k) * x(k) for k in range(self.K)), Fraction(0))

    def mean_v(self, past: Path) -> Vector:
        """E[v_t | v_{1:t−1}]."""
        return [self.given(past, lambda k, j=j: self.v(past, k)[j]) for j in range(self.f.d)]

    def average(self, path: Path) -> Vector:
        """w̄."""
        total = [Fraction(0)] * self.f.d
        for t in range(self.T):
            total = plus(total, self.w(path[:t]), Fraction(1, self.T))
        return total

    def gap(self, w: Vector) -> Fraction:
        return self.f.value(w) - self.f.value(self.f.best)

    def pull(self, past: Path, k: int) -> Fraction:
        """⟨w_t − w*, v_t⟩."""
        return dot(plus(self.w(past), self.f.best, -1), self.v(past, k))

    @property
    def bound(self) -> Fraction:
        """Bρ/√T."""
        return self.f.B * self.rho / root_of(self.T)


def root_of(T: int) -> Fraction:
    return Fraction(next(k for k in range(1, T + 1) if k * k == T))


def paths(case: Lecture) -> Paths:
    """Those of Algorithm 1, or of Algorithm 2 where examples are drawn."""
    f, length = Average(case), Fraction(case.given.get("law.length", 0))
    return Paths(f, case.T, case.given["law"], f.rho + length, length)


def flat(vectors: Sequence[Vector]) -> list[Fraction]:
    return [x for v in vectors for x in v]
