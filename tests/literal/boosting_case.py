"""AdaBoost once more, on lists of fractions, and what the boosting chapters' transcriptions read of it.

Row i of the data is z_i = −y_i x_i. Rounds are counted from 1: D[t], h[t], eps[t] and z[t], where z[t+1] belongs to
round t; index 0 of the lists is empty. Square roots, logarithms and exponentials are of 200 bits.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from tests.literal.lectures import Lecture
from tests.literal.nearest_point import hardest
from tests.literal.vectors import Vector, sign

TABLE = ["-++++--+", "-++--+++", "+-+++-++", "+-++-+++", "+-+-+++-", "++-++++-", "++-+++-+", "++++--+-"]
OF_THE_TABLE = [Fraction(k, 16) for k in (2, 3, 2, 1, 2, 2, 3, 1)], [Fraction(k, 16) for k in (2, 3, 4, 1, 2, 2, 1, 1)]
HALF_PLANE = [([-2, 1], -1), ([1, 1], -1), ([3, 1], 1), ([0, 2], -1), ([-1, -4], 1), ([1, -1], 1), ([-2, -2], 1)]
HALF_PLANE += [([-3, -3], 1)]


class Examples:
    """The labelled examples and the class of a case: right[i][j] says whether h_j(x_i) = y_i."""

    def __init__(self, case: Lecture, held_out: bool = False) -> None:
        self.case, self.held_out = case, held_out
        self.written = held_out or case.given["hypotheses"] == "SignTable"
        if held_out:
            self.x, self.y = [[Fraction(a) for a in x] for x, _ in HALF_PLANE], [y for _, y in HALF_PLANE]
        else:
            self.n = len(TABLE) if self.written else case.n
            self.y = case.signs(self.n)
            rows = [[Fraction(1)]] * self.n if self.written else case.rows
            self.x = [[-y * a for a in row] for y, row in zip(self.y, rows, strict=True)]
        self.n, self.d = len(self.x), len(self.x[0])

    @cached_property
    def votes(self) -> list[Vector]:
        """h_j(x_1), …, h_j(x_n) for every j."""
        kind, n = self.case.given["hypotheses"], self.n
        if kind == "SignTable":
            return [[self.y[i] * (1 if TABLE[i][j] == "+" else -1) for i in range(n)] for j in range(8)]
        if kind == "OneMistake":
            return [[-self.y[i] if i == j else self.y[i] for i in range(n)] for j in range(n)]
        half: dict[str, list[Vector]] = {
            "Constants": [[1] * n],
            "Stumps": [[sign(x[k] - self.x[j][k]) for x in self.x] for j in range(n) for k in range(self.d)],
            "Axes": [[sign(x[k]) for x in self.x] for k in range(self.d)],
        }
        return half[kind] + [[-vote for vote in h] for h in half[kind]]

    @cached_property
    def best(self) -> tuple[Fraction, list[Fraction]]:
        """γ and a hardest D: ½ the value of the game y_i h_j(x_i)."""
        if self.case.given["hypotheses"] == "OneMistake":
            return Fraction(1, 2) - Fraction(1, self.n), [Fraction(1, self.n)] * self.n
        game = [[Fraction(self.y[i] * h[i]) for h in self.votes] for i in range(self.n)]
        value, D = hardest(game, [OF_THE_TABLE] if self.written and not self.held_out else None)
        return value / 2, D

    @property
    def gamma(self) -> Fraction:
        return self.best[0]

    def error(self, h: Sequence[int], D: Sequence[Any]) -> Any:
        return sum((D[i] for i in range(self.n) if h[i] != self.y[i]), Fraction(0))

    def errors(self, D: Sequence[Any]) -> Vector:
        return [self.error(h, D) for h in self.votes]


def least(errors: Vector) -> int:
    return errors.index(min(errors))


def largest(errors: Vector) -> int:
    return errors.index(max(errors))


def largest_up_to(errors: Vector, bound: Fraction) -> int:
    """The first of the largest that is allowed; the first of all, if none is."""
    allowed = [e for e in errors if e <= bound]
    return errors.index(max(allowed)) if allowed else 0


class Boosted(Examples):
    """T rounds."""

    def __init__(self, case: Lecture, held_out: bool = False) -> None:
        super().__init__(case, held_out)
        self.T = case.T
        kept = 6 if held_out else self.n
        D = [Fraction(1, kept)] * kept + [Fraction(0)] * (self.n - kept)
        self.D: list[Vector] = [[], D]
        self.h: list[Vector] = [[]]
        self.eps: Vector = [None]
        for t in range(1, self.T + 2):
            errors = self.errors(self.D[t])
            self.h.append(self.votes[self.choice(errors)])
            self.eps.append(self.error(self.h[t], self.D[t]))
            self.D.append([self.reweighted(t, i) for i in range(self.n)])

    def choice(self, errors: Vector) -> int:
        learner = self.case.given["learner"]
        if learner == "grudging":
            return largest_up_to(errors, Fraction(1, 2) - self.gamma)
        return {"largest_error": largest, "least_error": least}[learner](errors)

    def reweighted(self, t: int, i: int) -> Any:
        share = 2 * (1 - self.eps[t] if self.right(t, i) else self.eps[t])
        return self.D[t][i] / share if self.D[t][i] else Fraction(0)

    def right(self, t: int, i: int) -> bool:
        return bool(self.h[t][i] == self.y[i])

    @property
    def rounds(self) -> range:
        return range(1, self.T + 1)

    @property
    def examples(self) -> range:
        return range(self.n)

    def root(self, x: Any) -> Any:
        return self.case.ctx.sqrt(self.case.real(x))

    def z(self, t: int) -> Any:
        """z_t for t = 2, …, T+1."""
        e = self.eps[t - 1]
        return 2 * self.root(e * (1 - e))

    def e_alpha(self, t: int) -> Any:
        """e^{α_t}."""
        return self.root(1 / self.ratio(t))

    def ratio(self, t: int) -> Fraction:
        """ε_t/(1−ε_t), which is neither 0 nor infinite where α_t is defined."""
        return 1 / ((1 - self.eps[t]) / Fraction(self.eps[t]))

    def alpha(self, t: int) -> Any:
        return self.case.ctx.log(self.case.real(1 / self.ratio(t))) / 2

    def factor(self, t: int, i: int) -> Any:
        """e^{−α_t h_t(x_i) y_i}."""
        return 1 / self.e_alpha(t) if self.right(t, i) else self.e_alpha(t)

    def odds(self, i: int, first: int, last: int) -> Fraction:
        """e^{−2y_i Σ α_s h_s(x_i)} over s = first, …, last."""
        ratios, value = [self.ratio(s) for s in self.rounds], Fraction(1)
        for s in range(first, last + 1):
            value *= ratios[s - 1] if self.right(s, i) else 1 / ratios[s - 1]
        return value

    def loss(self, i: int, first: int, last: int) -> Any:
        """e^{−y_i Σ α_s h_s(x_i)} over s = first, …, last."""
        return self.root(self.odds(i, first, last))

    def wrong(self, i: int, first: int, last: int) -> int:
        """1[sign(Σ α_s h_s(x_i)) ≠ y_i]."""
        return int(self.odds(i, first, last) >= 1)

    def training_error(self, t: int) -> Fraction:
        return Fraction(sum(self.wrong(i, 1, t) for i in self.examples), self.n)

    def product(self, t: int) -> Any:
        """z_2 ⋯ z_{t+1}."""
        value = self.case.real(1)
        for s in range(2, t + 2):
            value *= self.z(s)
        return value

    def mean_loss(self, t: int) -> Any:
        """Σ_i D_t(i) e^{−y_i H_t(x_i)}."""
        return sum(self.case.real(self.D[t][i]) * self.loss(i, t, self.T) for i in self.examples)

    def split(self, t: int) -> Any:
        """Σ_i D_t(i) e^{−α_t y_i h_t(x_i)} e^{−y_i H_{t+1}(x_i)}."""
        terms = (self.factor(t, i) * self.loss(i, t + 1, self.T) for i in self.examples)
        return sum(self.case.real(D) * term for D, term in zip(self.D[t], terms, strict=True))
