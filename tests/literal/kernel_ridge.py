"""Section 5 of the lecture, ridge regression and the chain for α, typed from the print on scalars."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from tests.literal.lectures import Lecture
from tests.literal.printed import IllFormed, Printed, at_each, displays_of, every, for_each, once, transcribed
from tests.literal.vectors import Vector, dot, minus, plus, solve, times


def kernel_of(K: list[Vector]) -> list[Vector]:
    """For each column that depends on those before it, the vector of that dependence; then 0 for each other column."""
    n, found, base = len(K), [], []
    for j in range(n):
        column = [K[i][j] for i in range(n)]
        weights = dependence([[K[i][b] for i in range(n)] for b in base], column)
        if weights is None:
            base.append(j)
            continue
        nu = [Fraction(int(i == j)) for i in range(n)]
        for b, weight in zip(base, weights, strict=True):
            nu[b] = -weight
        found.append(nu)
    return found + [[Fraction(0)] * n for _ in base]


def dependence(columns: list[Vector], target: Vector) -> Vector | None:
    """The weights with which independent columns give the target, if they do."""
    if not columns:
        return [] if not any(target) else None
    gram = [[dot(a, b) for b in columns] for a in columns]
    weights = solve(gram, [dot(a, target) for a in columns])
    sums = [sum(w * c[i] for w, c in zip(weights, columns, strict=True)) for i in range(len(target))]
    return weights if sums == list(target) else None


class Regression:
    """x_i = z_i, y_i = (−1)^{i+1} i, with the features, λ and, for descent, η of a case."""

    def __init__(self, case: Lecture) -> None:
        self.case, self.n, self.d = case, case.n, case.d
        self.kind, self.lam, self.eta = case.given["map"], case.number("lam"), case.given.get("eta")
        self.y: Vector = [Fraction((-1) ** (i + 1) * i) for i in range(1, case.n + 1)]
        self.Phi = [self.features(x) for x in case.rows]
        self.m = len(self.Phi[0])
        indices = range(self.n)
        self.K = [[self.kernel(case.rows[i], case.rows[j]) for j in indices] for i in indices]
        shifted = [[self.K[i][j] + (self.lam if i == j else 0) for j in indices] for i in indices]
        self.alpha = solve(shifted, self.y)
        self.w_star = self.combined(self.alpha)
        self.scale = self.features([Fraction(1)] * self.d)

    def features(self, x: Any) -> Vector:
        if self.kind == "Identity":
            return list(x)
        if self.kind == "Affine":
            return [Fraction(1), *x]
        root = self.case.ctx.sqrt(2)
        cross = [root * self.case.real(x[j] * x[k]) for j in range(self.d) for k in range(j + 1, self.d)]
        return [x[0] * x[0], *cross, *(entry * entry for entry in x[1:])]

    def kernel(self, x: Any, other: Any) -> Any:
        inner = dot(x, other)
        return {"Identity": inner, "Affine": 1 + inner, "Squares": inner * inner}[self.kind]

    def real(self, values: Vector) -> Vector:
        """Numbers that may be added to √2: mpmath takes no fractions."""
        return [self.case.real(v) if isinstance(v, Fraction) else v for v in values]

    def inner(self, a: Vector, b: Vector) -> Any:
        return dot(self.real(a), self.real(b))

    def combined(self, alpha: Vector) -> Vector:
        """Σ_i α_i φ(x_i)."""
        total = times(0, self.real(self.Phi[0]))
        for i in range(self.n):
            total = plus(total, times(self.real([alpha[i]])[0], self.real(self.Phi[i])))
        return total

    def off(self, w: Vector) -> Vector:
        """⟨w, φ(x_i)⟩ − y_i."""
        return [self.inner(w, self.Phi[i]) - self.case.real(self.y[i]) for i in range(self.n)]

    def F(self, w: Vector) -> Any:
        return dot(self.off(w), self.off(w)) + self.case.real(self.lam) * self.inner(w, w)

    def gradient(self, w: Vector) -> Vector:
        pulled = times(2, self.combined(self.off(w)))
        return plus(pulled, times(2 * self.case.real(self.lam), self.real(w)))

    def times_K(self, alpha: Vector) -> Vector:
        return [dot(row, alpha) for row in self.K]

    def shifted(self, alpha: Vector) -> Vector:
        return plus(self.times_K(alpha), times(self.lam, alpha))

    def dual(self, alpha: Vector) -> Any:
        off = minus(self.times_K(alpha), self.y)
        return dot(off, off) + self.lam * dot(alpha, self.times_K(alpha))

    def normal(self, alpha: Vector) -> Vector:
        """Kᵀ((K + λI)α − y)."""
        off = minus(self.shifted(alpha), self.y)
        return [sum(self.K[j][i] * off[j] for j in range(self.n)) for i in range(self.n)]

    def stationary(self, alpha: Vector) -> Vector:
        """2Kᵀ(Kα − y) + 2λKα."""
        off = minus(self.times_K(alpha), self.y)
        pulled = [sum(self.K[j][i] * off[j] for j in range(self.n)) for i in range(self.n)]
        return [2 * a + 2 * self.lam * b for a, b in zip(pulled, self.times_K(alpha), strict=True)]

    @property
    def solutions(self) -> list[Vector]:
        """α*, and α* + ν for Kν = 0."""
        return [self.alpha, *(plus(self.alpha, nu) for nu in kernel_of(self.K))]

    @property
    def weight_points(self) -> list[Vector]:
        real = self.real(self.scale)
        return [[a * b for a, b in zip(self.real(point), real, strict=True)] for point in points(self.m)]

    @property
    def run(self) -> list[Vector]:
        """w_1, …, w_T."""
        w = [times(0, self.real(self.Phi[0]))]
        for _ in range(self.case.T):
            w.append(minus(w[-1], times(self.case.real(self.eta), self.gradient(w[-1]))))
        return w

    @property
    def weights(self) -> list[Vector]:
        """α_1, …, α_T."""
        alpha = [[Fraction(0)] * self.n]
        for _ in range(self.case.T):
            alpha.append(minus(alpha[-1], times(2 * self.eta, minus(self.shifted(alpha[-1]), self.y))))
        return alpha


def points(size: int) -> list[Vector]:
    """(3, 0, …), (1, 2, …), (−1, −2, …), (1, −2, 3, …), (1, …, 1), (0, …, 0, 1)."""
    up = range(1, size + 1)
    signs = [k if k % 2 else -k for k in up]
    last = [0] * (size - 1) + [1]
    listed = [[3] + [0] * (size - 1), list(up), [-k for k in up], signs, [1] * size, last]
    return [[Fraction(x) for x in point] for point in listed]


def differences(function: Callable[[Vector], Any], at: Vector, moves: Vector) -> Vector:
    """(f(w + h_j e_j) − f(w − h_j e_j))/2 for each j."""
    found = []
    for j in range(len(at)):
        ahead = [at[k] + moves[k] if k == j else at[k] for k in range(len(at))]
        behind = [at[k] - moves[k] if k == j else at[k] for k in range(len(at))]
        found.append((function(ahead) - function(behind)) / 2)
    return found


@at_each("==", lambda case: Regression(case).weight_points, "S.KR.grad", of=Regression)
def gradient(r: Regression, w: Vector) -> tuple[Vector, Vector]:
    scale = r.real(r.scale)
    return differences(r.F, w, scale), [a * b for a, b in zip(scale, r.gradient(w), strict=True)]


def steps(r: Regression) -> Printed:
    """w_{t+1} against the step from w_t; the list starts with w_1."""
    w, eta = r.run, r.case.real(r.eta)
    return for_each("==", range(r.case.T), lambda t: (w[t + 1], minus(w[t], times(eta, r.gradient(w[t])))))


@transcribed("S.KR.GD.1.corrected")
def descent(case: Lecture) -> Printed:
    return steps(Regression(case))


@at_each("==", every, "S.KR.GD.2", of=Regression)
def combinations(r: Regression, t: int) -> tuple[Any, Any]:
    w, alpha = r.run, r.weights
    return w[t], r.combined(alpha[t])


@transcribed("S.KR.pred")
def predictions(case: Lecture) -> list[Printed]:
    r = Regression(case)
    w, alpha = r.run, r.weights

    def at(x: Vector) -> Printed:
        kernel = [r.kernel(row, x) for row in case.rows]
        return for_each("==", every(case), lambda t: (r.inner(w[t], r.features(x)), dot(alpha[t], kernel)))

    return [at(x) for x in points(case.d)]


@transcribed("S.KR.obj0")
def objective_on_the_data_space(case: Lecture) -> Printed:
    r = Regression(case)
    if r.m != case.d:
        raise IllFormed
    return for_each("==", points(case.d), lambda w: (r.F(w), r.F(w)))


@transcribed("S.KR.w.2", "S.KR.w.3")
def by_the_residual(case: Lecture) -> Printed:
    r = Regression(case)
    alpha = times(-1 / r.case.real(r.lam), r.off(r.w_star))
    return once(r.w_star, "==", r.combined(alpha))


@transcribed("S.KR.obj.1")
def objective_of_the_weights(case: Lecture) -> list[Printed]:
    r = Regression(case)

    def plugged(alpha: Vector) -> Any:
        return r.F(r.combined(alpha))

    return [
        for_each("==", points(r.n), lambda a: (plugged(a), r.dual(a))),
        once(plugged(r.alpha), "==", r.F(r.w_star)),
        for_each(">=", points(r.n), lambda a: (plugged(plus(r.alpha, a)), r.F(r.w_star))),
    ]


@transcribed("S.KR.iff.1")
def dual_gradient(case: Lecture) -> Printed:
    r = Regression(case)
    one = [Fraction(1)] * r.n
    return for_each("==", points(r.n), lambda a: (differences(r.dual, a, one), r.stationary(a)))


@transcribed("S.KR.iff.3")
def cancelled(case: Lecture) -> list[Printed]:
    r = Regression(case)
    return [
        for_each("==", r.solutions, lambda a: (r.normal(a), 0)),
        for_each("==", r.solutions, lambda a: (r.shifted(a), r.y)),
    ]


@transcribed("S.KR.iff.3.corrected")
def rightly_cancelled(case: Lecture) -> list[Printed]:
    r = Regression(case)

    def size(v: Vector) -> tuple[Any, int]:
        left = r.normal(plus(r.alpha, v))
        return dot(left, left), 0

    return [*cancelled(case), for_each(">", points(r.n), size)]


@transcribed("S.KR.iff.5.3")
def by_the_kernel(case: Lecture) -> list[Printed]:
    r = Regression(case)
    return [once(r.w_star, "==", r.combined(r.alpha)), once(r.shifted(r.alpha), "==", r.y)]


def least(r: Regression) -> list[Printed]:
    """∇F(w*) = 0, and F(w* + v) − F(w*) against λ‖v‖²."""

    def sides(v: Vector) -> tuple[Any, Any]:
        return r.F(plus(r.w_star, v)) - r.F(r.w_star), r.case.real(r.lam) * dot(v, v)

    return [once(r.gradient(r.w_star), "==", 0), for_each(">=", r.weight_points, sides)]


@transcribed("S.Alg.KRR-primal")
def primal(case: Lecture) -> list[Printed]:
    r = Regression(case)
    left = plus(r.combined([r.inner(r.w_star, f) for f in r.Phi]), times(case.real(r.lam), r.w_star))
    return [once(left, "==", r.combined(r.y)), *least(r)]


displays_of(Regression, {
    "S.Alg.KRR-GD.corrected": lambda case, r: [once(r.run[0], "==", 0), steps(r)],
    "S.KR.obj0.corrected": lambda case, r: for_each("==", r.weight_points, lambda w: (r.F(w), r.F(w))),
    "S.KR.w.1": lambda case, r: [once(r.gradient(r.w_star), "==", 0),
        for_each(">=", r.weight_points, lambda w: (r.F(w), r.F(r.w_star)))],
    "S.KR.obj.2": lambda case, r: for_each("==", points(r.n), lambda a: (r.F(r.combined(a)), r.dual(a))),
    "S.KR.iff.2": lambda case, r: for_each("==", points(r.n), lambda a: (r.stationary(a), times(2, r.normal(a)))),
    "S.KR.iff.4": lambda case, r: [once(r.shifted(r.alpha), "==", r.y),
        for_each(">=", points(r.n), lambda v: (dot(v, r.shifted(v)), r.lam * dot(v, v)))],
    "S.KR.iff.5.1": lambda case, r: [for_each("==", r.solutions, lambda a: (r.stationary(a), 0)),
        for_each("==", r.solutions, lambda a: (r.w_star, r.combined(a)))],
    "S.KR.iff.5.2": lambda case, r: [for_each("==", r.solutions, lambda a: (r.combined(a), r.combined(r.alpha))),
        once(r.shifted(r.alpha), "==", r.y)],
    "S.KR.sol": lambda case, r: [*least(r), once(r.w_star, "==", r.combined(r.alpha))],
    "S.Alg.KRR-dual": lambda case, r: [*by_the_kernel(case), *least(r), for_each("==", points(case.d), lambda x: (
        r.inner(r.w_star, r.features(x)),
        dot(r.alpha, [r.kernel(row, x) for row in case.rows]),
    ))],
})  # fmt: skip
