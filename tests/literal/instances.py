"""Small exact instances, with the optimum written down by hand and the comparators of "for all".

interior       v = (1/5, 1/5, −1/10) plus three tangents that q̄ = (1/2, 1/3, 1/6) averages to 0: γ̄ = 3/10
edge           three rows in the plane, q̄ = (4/7, 3/7, 0), γ̄ = √(1/2)
twice          two rows of `edge`, the second one twice: a segment of optima
nonseparable   a triangle around the origin, q̄ = (1/5, 2/5, 2/5), γ̄ = 0
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

Rationals = tuple[Fraction, ...]


def rationals(text: str) -> Rationals:
    return tuple(Fraction(entry) for entry in text.split())


@dataclass(frozen=True)
class Instance:
    """Rows z_i = −y_i x_i, the labels y_i, and the vertices of the set of dual optima."""

    name: str
    rows: tuple[Rationals, ...]
    labels: tuple[int, ...]
    q_bars: tuple[Rationals, ...]

    @property
    def n(self) -> int:
        return len(self.rows)

    @property
    def d(self) -> int:
        return len(self.rows[0])

    def combine(self, q: Rationals) -> Rationals:
        """Zᵀq."""
        columns = range(self.d)
        return tuple(sum((q[i] * self.rows[i][k] for i in range(self.n)), Fraction(0)) for k in columns)

    @property
    def direction(self) -> Rationals:
        """Zᵀq̄."""
        return self.combine(self.q_bars[0])

    @property
    def gamma_squared(self) -> Fraction:
        """γ̄² = ‖Zᵀq̄‖₂²."""
        return squared(self.direction)

    @property
    def separable(self) -> bool:
        return self.gamma_squared > 0

    @property
    def vertices(self) -> list[Rationals]:
        return [tuple(Fraction(i == k) for i in range(self.n)) for k in range(self.n)]

    @property
    def simplex_points(self) -> list[Rationals]:
        """e_1, …, e_n, the uniform point, one with weights as 1 : 2 : … : n, and the optima."""
        n = self.n
        uniform = tuple(Fraction(1, n) for _ in range(n))
        skewed = tuple(Fraction(2 * (i + 1), n * (n + 1)) for i in range(n))
        return [*self.vertices, uniform, skewed, *self.q_bars]

    @property
    def directions(self) -> list[Rationals]:
        """0, the axes both ways, (1, …, d), (1, −2, 4, …), −c and 3c for the mean row c, −Zᵀq̄ and Zᵀq̄."""
        d = self.d
        axes = [tuple(Fraction(j == k) for j in range(d)) for k in range(d)]
        mean = self.combine(tuple(Fraction(1, self.n) for _ in range(self.n)))
        return [
            tuple(Fraction(0) for _ in range(d)),
            *axes,
            *(times(-1, axis) for axis in axes),
            tuple(Fraction(k + 1) for k in range(d)),
            tuple(Fraction((-2) ** k) for k in range(d)),
            times(-1, mean),
            times(3, mean),
            times(-1, self.direction),
            self.direction,
        ]

    @property
    def nonzero_directions(self) -> list[Rationals]:
        """The axes both ways, (1, …, d) and (1, −2, 4, …)."""
        return self.directions[1 : 2 * self.d + 3]

    @property
    def ball_points(self) -> list[Rationals]:
        """w/(1 + ‖w‖²) for every direction, 0 and the axes times 9/10."""
        shrunk = [times(1 / (1 + squared(w)), w) for w in self.directions]
        axes = [times(Fraction(9, 10), w) for w in self.directions[: 2 * self.d + 1]]
        return [*shrunk, *axes]


def times(factor: Fraction | int, vector: Rationals) -> Rationals:
    return tuple(factor * entry for entry in vector)


def squared(vector: Rationals) -> Fraction:
    return sum((entry * entry for entry in vector), Fraction(0))


def instance(name: str, rows: Sequence[str], labels: Sequence[int], q_bars: Sequence[str]) -> Instance:
    return Instance(name, tuple(map(rationals, rows)), tuple(labels), tuple(map(rationals, q_bars)))


INTERIOR = instance(
    "interior", ["17/60 1/5 1/15", "12/35 2/35 -1/10", "-47/140 17/35 -3/5"], [1, -1, 1], ["1/2 1/3 1/6"]
)
EDGE = instance("edge", ["-1/5 -4/5", "-9/10 -1/10", "-4/5 -3/5"], [-1, 1, 1], ["4/7 3/7 0"])
TWICE = instance("twice", ["-1/5 -4/5", "-9/10 -1/10", "-9/10 -1/10"], [1, 1, -1], ["4/7 3/7 0", "4/7 0 3/7"])
NONSEPARABLE = instance("nonseparable", ["3/5 4/5", "-1/2 1/5", "1/5 -3/5"], [1, -1, 1], ["1/5 2/5 2/5"])
MIRRORED = instance("mirrored", ["-3/10 -2/5", "-2/5 -1/10", "-1/20 -9/20"], [1, 1, -1], ["0 4/7 3/7"])
INSTANCES = (INTERIOR, MIRRORED, TWICE, NONSEPARABLE, EDGE)
