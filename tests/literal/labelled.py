"""Multiclass data on scalars: inputs x_i, the rows of an instance, with the labels 1, 2, 3, 1, 2, 3, ….

z_{π(i,j)} = x_i(e_{c_i} − e_j)ᵀ/√2 is a d × k list of rows; F reads them one after the other; π counts, for each
i in turn, the labels j = c_i + 1, c_i + 2, …, each less k where it exceeds k. The optimum is the
point of the hull of the rows that is nearest to 0, over ℚ.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from tests.literal.nearest_point import nearest
from tests.literal.reference import MomentumSequences, Reference, Vector

Matrix = list[Vector]
K = 3
COUNTED_PAIRS = 2  # steps for which all multisets of pairs are listed


def class_of(i: int) -> int:
    """c_i."""
    return 1 + i % K


def others(i: int) -> list[int]:
    """The labels j ≠ c_i."""
    return [j - K if j > K else j for j in range(class_of(i) + 1, class_of(i) + K)]


def pairs(N: int) -> list[tuple[int, int]]:
    """(i, j) in the order of π."""
    return [(i, j) for i in range(N) for j in others(i)]


@dataclass
class Labelled:
    """The data of an instance with labels, and a reference for the reduced Z."""

    rows: Sequence[Sequence[Fraction]]
    ref: Reference
    sign: int = 1  # −1: x_i(e_j − e_{c_i})ᵀ/√2 are the rows of Z

    def __post_init__(self) -> None:
        self.N, self.d, self.k = len(self.rows), len(self.rows[0]), K
        self.x = [[self.ref.real(entry) for entry in row] for row in self.rows]
        self.pairs = pairs(self.N)
        self.n, self.D = len(self.pairs), self.d * self.k
        self.root = self.ref.ctx.sqrt(2)
        self.binary = Reference([[Fraction(0)] * self.D] * self.n, self.ref.ctx.prec)
        self.binary.ctx = self.ref.ctx
        self.binary.z = [[self.sign * entry for entry in self.flatten(self.z(i, j))] for i, j in self.pairs]

    def flatten(self, U: Matrix) -> Vector:
        return [U[a][b] for a in range(self.d) for b in range(self.k)]

    def unflatten(self, w: Vector) -> Matrix:
        return [[w[a * self.k + b] for b in range(self.k)] for a in range(self.d)]

    def whole(self, i: int, j: int) -> Matrix:
        """x_i(e_{c_i} − e_j)ᵀ."""
        sign = {class_of(i): 1, j: -1}
        return [[sign.get(b, 0) * self.x[i][a] for b in range(1, self.k + 1)] for a in range(self.d)]

    def z(self, i: int, j: int) -> Matrix:
        """x_i(e_{c_i} − e_j)ᵀ/√2."""
        return [[entry / self.root for entry in row] for row in self.whole(i, j)]

    def product(self, A: Matrix, B: Matrix) -> Any:
        """⟨A, B⟩."""
        return sum((A[a][b] * B[a][b] for a in range(self.d) for b in range(self.k)), self.ref.ctx.zero)

    def score(self, x: Vector, U: Matrix, j: int) -> Any:
        """xᵀUe_j."""
        return sum((x[a] * U[a][j - 1] for a in range(self.d)), self.ref.ctx.zero)

    def norm(self, U: Matrix) -> Any:
        """‖U‖_F."""
        return self.ref.ctx.sqrt(self.product(U, U))

    def least(self, U: Matrix, free: int | None = None) -> Any:
        """min_i min_{j≠c_i} (x_iᵀUe_{c_i} − x_iᵀUe_j), or with one input read for every x_i."""
        differences = []
        for i, j in self.pairs:
            x = self.x[i if free is None else free]
            differences.append(self.score(x, U, class_of(i)) - self.score(x, U, j))
        return min(differences)

    def gamma_m(self, U: Matrix, free: int | None = None) -> Any:
        """γ_m(U), with γ_m(0) = 0."""
        zero = all(entry == 0 for row in U for entry in row)
        return self.ref.ctx.zero if zero else self.least(U, free) / self.norm(U)

    def gamma(self, w: Vector) -> Any:
        """γ(w) for the reduced Z."""
        return self.binary.margin(w)

    @cached_property
    def exact_best(self) -> Vector:
        """F(M) for M = Σ q̄_{π(i,j)} x_i(e_{c_i} − e_j)ᵀ."""
        rows = []
        for i, j in self.pairs:
            sign = {class_of(i): 1, j: -1}
            rows.append(tuple(sign.get(b, 0) * entry for entry in self.rows[i] for b in range(1, self.k + 1)))
        return nearest(rows)

    @property
    def best(self) -> Matrix:
        return self.unflatten([self.ref.real(entry) for entry in self.exact_best])

    @property
    def gamma_bar_m(self) -> Any:
        return self.norm(self.best)

    @property
    def pull(self) -> Vector:
        """Zᵀq̄."""
        return [self.sign * entry / self.root for entry in self.flatten(self.best)]

    @property
    def directions(self) -> list[Vector]:
        """0, the axes both ways, (1, …, dk), (1, −2, 4, …), −c and 3c for the mean row c of Z, −Zᵀq̄ and Zᵀq̄."""
        D, one = self.D, self.ref.ctx.one
        axes = [[one * (b == a) for b in range(D)] for a in range(D)]
        mean = self.binary.combine([one / self.n] * self.n)
        return [
            [one * 0] * D,
            *axes,
            *([-x for x in axis] for axis in axes),
            [one * (a + 1) for a in range(D)],
            [one * (-2) ** a for a in range(D)],
            [-x for x in mean],
            [3 * x for x in mean],
            [-x for x in self.pull],
            self.pull,
        ]

    @property
    def ball(self) -> list[Vector]:
        """w/(1 + ‖w‖²) for every direction, 0 and the axes times 9/10."""
        shrunk = [[x / (1 + self.ref.dot(w, w)) for x in w] for w in self.directions]
        return [*shrunk, *([9 * x / 10 for x in w] for w in self.directions[: 2 * self.D + 1])]

    @property
    def nonzero(self) -> list[Matrix]:
        return [self.unflatten(w) for w in self.directions[1 : 2 * self.D + 3]]

    @property
    def predictors(self) -> list[Matrix]:
        return [self.unflatten(w) for w in self.directions]

    @property
    def ball_predictors(self) -> list[Matrix]:
        return [self.unflatten(w) for w in self.ball]

    def sampled(self, T: int, beta: Any, theta: Any, index: Any) -> MomentumSequences:
        """w, q, g of Algorithm 2 along the rows index(t, n)."""
        return self.binary.momentum(T, beta, theta, lambda t, q: self.binary.z[index(t, self.n)])


def times(factor: Any, U: Matrix) -> Matrix:
    return [[factor * entry for entry in row] for row in U]


def entries(U: Matrix) -> Vector:
    return [entry for row in U for entry in row]
