"""The kernel perceptron on kernel values alone, the two-layer model and both algorithms, typed from the print."""

from fractions import Fraction
from typing import Any

from tests.literal.lectures import Lecture
from tests.literal.perceptron import Perceptron, directions, relu, row_of_step
from tests.literal.printed import Printed, after, every, for_each, once, transcribed
from tests.literal.vectors import Vector, dot, minus, plus, times


class Kernelized:
    """f_t = Σ_{i∈M_t} y_i k(x_i, ·) with its M_t, and Σ_{i∈M_t} y_i φ(x_i)."""

    def __init__(self, case: Lecture) -> None:
        self.case, self.y = case, case.signs(case.n)
        self.x = [times(-y, row) for y, row in zip(self.y, case.rows, strict=True)]
        self.linear = case.given["kernel"] == "Linear"
        self.M: list[int] = []
        for i in after(case):
            if self.y[self.row(i)] * self.value(i - 1, self.x[self.row(i)]) <= 0:
                self.M.append(i)

    def row(self, i: int) -> int:
        return row_of_step(self.case, i)

    def k(self, a: Vector, b: Vector) -> Any:
        return dot(a, b) if self.linear else (Fraction(1, 4) + dot(a, b)) ** 2

    def phi(self, a: Vector) -> Vector:
        longer = [Fraction(1, 2), *a]
        return list(a) if self.linear else [left * right for left in longer for right in longer]

    def until(self, t: int) -> list[int]:
        """M_t."""
        return [i for i in self.M if i <= t]

    def value(self, t: int, x: Vector) -> Any:
        """Σ_{i∈M_t} y_i k(x_i, x)."""
        terms = [self.y[self.row(i)] * self.k(self.x[self.row(i)], x) for i in self.until(t)]
        return sum(terms, Fraction(0))

    def weights(self, t: int) -> Vector:
        """Σ_{i∈M_t} y_i φ(x_i)."""
        total = times(0, self.phi(self.x[0]))
        for i in self.until(t):
            total = plus(total, times(self.y[self.row(i)], self.phi(self.x[self.row(i)])))
        return total

    def in_feature_space(self) -> list[Vector]:
        """w_0, …, w_T of the perceptron on (φ(x_i), y_i)."""
        w = [times(Fraction(0), self.phi(self.x[0]))]
        for i in range(1, self.case.T + 1):
            xy = times(self.y[self.row(i)], self.phi(self.x[self.row(i)]))
            w.append(plus(w[-1], xy) if dot(w[-1], xy) <= 0 else w[-1])
        return w


@transcribed("T.Ker.1")
def function_for_a_vector(case: Lecture) -> list[Printed]:
    p = Kernelized(case)
    w = p.in_feature_space()

    def products(x: Vector) -> tuple[Vector, Vector]:
        return [dot(p.phi(row), p.phi(x)) for row in p.x], [p.k(row, x) for row in p.x]

    return [for_each("==", every(case), lambda t: (w[t], p.weights(t))), for_each("==", directions(case), products)]


@transcribed("T.Ker.2")
def predictions(case: Lecture) -> list[Printed]:
    p = Kernelized(case)
    w = p.in_feature_space()
    return [for_each("==", every(case), lambda t, x=x: (dot(w[t], p.phi(x)), p.value(t, x))) for x in directions(case)]


@transcribed("T.Alg.KernelPerceptron")
def kernel_algorithm(case: Lecture) -> list[Printed]:
    p = Kernelized(case)
    w = p.in_feature_space()

    def met(i: int) -> Vector:
        return p.x[p.row(i)]

    def often(t: int) -> Vector:
        return [sum(1 for i in p.until(t) if p.row(i) == j) for j in range(case.n)]

    moves = [i for i in after(case) if w[i] != w[i - 1] or not any(p.phi(met(i)))]
    return [
        for_each("==", every(case), lambda t: (often(t), often(t))),
        for_each("==", after(case), lambda i: (p.value(i - 1, met(i)), p.value(i - 1, met(i)))),
        for_each("==", after(case), lambda i: (p.value(i - 1, met(i)), dot(w[i - 1], p.phi(met(i))))),
        for_each("==", every(case), lambda t: (len(p.until(t)), sum(1 for i in moves if i <= t))),
    ]


@transcribed("T.Nonconvex")
def two_layers(case: Lecture) -> list[Printed]:
    """f = a⟨v, x⟩ with ∇f = (⟨v, x⟩, a x)."""
    labels = case.signs(case.n)
    w, y, f, g = [[Fraction(1)] + [Fraction(0)] * case.d], [0], [Fraction(0)], [[Fraction(0)]]
    for i in after(case):
        j = row_of_step(case, i)
        x, a, v = times(-labels[j], case.rows[j]), w[-1][0], w[-1][1:]
        y.append(labels[j])
        f.append(a * dot(v, x))
        g.append([dot(v, x), *times(a, x)])
        w.append(plus(w[-1], times(y[i], g[i])) if y[i] * f[i] <= 0 else w[-1])
    M = [i for i in after(case) if y[i] * f[i] <= 0]

    def total(t: int) -> Vector:
        found = w[0]
        for i in M:
            found = plus(found, times(y[i], g[i])) if i <= t else found
        return found

    def cross(i: int) -> Any:
        return 2 * y[i] * dot(w[i - 1], g[i]) if i in M else Fraction(0)

    def expanded(i: int) -> tuple[Any, Any]:
        return dot(w[i], w[i]), dot(w[i - 1], w[i - 1]) + cross(i) + (dot(g[i], g[i]) if i in M else 0)

    def bound(t: int) -> tuple[Any, Any]:
        return dot(w[t], w[t]), dot(w[0], w[0]) + sum(dot(g[i], g[i]) for i in M if i <= t)

    return [
        for_each("==", every(case), lambda t: (w[t], total(t))),
        for_each("==", after(case), expanded),
        for_each("==", after(case), lambda i: (cross(i), 4 * y[i] * f[i] if i in M else 0)),
        for_each("<=", after(case), lambda i: (cross(i), 0)),
        for_each("<=", every(case), bound),
    ]


@transcribed("T.Alg.Perceptron")
def algorithm(case: Lecture) -> list[Printed]:
    p = Perceptron(case)

    def step(i: int) -> Vector:
        w, xy = p.w[i - 1], p.xy(i)
        return plus(w, xy) if dot(w, times(-1, xy)) >= 0 else w

    def slope(i: int) -> Vector:
        w, xy = p.w[i - 1], p.xy(i)
        z = -dot(w, xy)
        size = abs(z) if z else Fraction(1)
        return minus(w, times(-(relu(z + size) - relu(z)) / size, xy))

    return [
        once(p.w[0], "==", [0] * case.d),
        for_each("==", after(case), lambda i: (p.y[i] ** 2, 1)),
        for_each("==", after(case), lambda i: (p.y_hat[i], 2 * (1 if dot(p.w[i - 1], p.x[i]) >= 0 else 0) - 1)),
        for_each("==", after(case), lambda i: (p.w[i], step(i))),
        for_each("==", after(case), lambda i: (p.w[i], slope(i))),
    ]
