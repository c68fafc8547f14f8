"""AdaBoost over the coordinates and the Frank-Wolfe-like method, coordinate by coordinate."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tests.literal.lectures import Lecture
from tests.literal.post_case import LOGARITHM, optima, paper
from tests.literal.reference import Vector
from tests.literal.vectors import l1, largest, plus

Scalar = Callable[[Any, Any], Any]
Gradient = Callable[[Any, Vector], Vector]


@dataclass(frozen=True)
class Phi:
    """φ at x, φ* and (φ*)' at s ≥ 0, each a function of mpmath's context and the number."""

    value: Scalar
    conjugate: Scalar
    slope: Scalar


def artanh(ctx: Any, s: Any) -> Any:
    return (ctx.log(1 + s) - ctx.log(1 - s)) / 2


def beyond_one(x: Any) -> Any:
    return abs(x) - 1 if abs(x) > 1 else 0 * x


PHI = {
    "Square": Phi(lambda m, x: x**2 / 2, lambda m, s: s**2 / 2, lambda m, s: s),
    "Cosh": Phi(lambda m, x: m.cosh(x) - 1, lambda m, s: s * m.asinh(s) - m.sqrt(s**2 + 1) + 1,
        lambda m, s: m.asinh(s)),
    "LogExp": Phi(lambda m, x: m.exp(abs(x)) - abs(x) - 1, lambda m, s: (s + 1) * m.log(s + 1) - s,
        lambda m, s: m.log(s + 1)),
    "Root": Phi(lambda m, x: m.sqrt(abs(x)) ** 3 * 2 / 3, lambda m, s: s**3 / 3, lambda m, s: s**2),
    "Cube": Phi(lambda m, x: abs(x) ** 3 / 3, lambda m, s: m.sqrt(s) ** 3 * 2 / 3, lambda m, s: m.sqrt(s)),
    "LogCosh": Phi(lambda m, x: m.log(m.cosh(x)), lambda m, s: s * artanh(m, s) + m.log(1 - s**2) / 2,
        lambda m, s: artanh(m, s)),
    "Steep": Phi(lambda m, x: 2 * abs(x), lambda m, s: 0 * s, lambda m, s: 0 * s),
    "Box": Phi(lambda m, x: 0 * x, lambda m, s: s, lambda m, s: 1 + 0 * s),  # 0 on [−1, 1]
    "Ledge": Phi(lambda m, x: abs(x) + beyond_one(x) ** 2 / 2, lambda m, s: (s**2 - 1) / 2 if s > 1 else 0 * s,
        lambda m, s: s if s > 1 else 0 * s),
}  # fmt: skip


class Setting:
    """The functions of w and a, and what "for all" is read at."""

    def __init__(self, case: Lecture) -> None:
        self.case, self.T, self.c = case, case.T, paper(case)
        self.ctx, self.d = self.c.ref.ctx, self.c.d
        self.margin_bar = self.c.ref.real(Fraction(optima(case).margin))
        self.phi = PHI[case.given.get("phi", "Square")]

    l1, largest = staticmethod(l1), staticmethod(largest)

    def dot(self, x: Vector, y: Vector) -> Any:
        return self.c.ref.dot(x, y)

    def L(self, w: Vector) -> Any:
        """L̃(Vw)."""
        return LOGARITHM.value(self.c, self.c.ref.scores(w))

    def gamma(self, w: Vector) -> Any:
        """γ₁(w)."""
        return min(-score for score in self.c.ref.scores(w)) / self.l1(w)

    def axis(self, k: int, sign: int) -> Vector:
        return [self.c.ref.real(sign if j == k else 0) for j in range(self.d)]

    def vertices(self, x: Vector) -> tuple[Vector, Vector]:
        """The first and the last sign(x_k) e_k with the largest |x_k|."""
        ties = [k for k in range(self.d) if abs(x[k]) == self.largest(x)]
        first, last = (self.axis(k, -1 if x[k] < 0 else 1) for k in (ties[0], ties[-1]))
        return first, last

    def pull(self, a: Vector) -> Vector:
        return [-entry for entry in self.c.ref.combine(a)]

    def chosen(self, x: Vector) -> Vector:
        """The first of them, the last, or two thirds of the way to the first."""
        first, last = self.vertices(x)
        third = self.c.ref.real(Fraction(1, 3))
        between = plus([2 * third * entry for entry in first], last, third)
        return {"first": first, "last": last, "between": between}[self.case.given["vertex"]]

    @property
    def slopes(self) -> list[Vector]:
        """0, and −V*a at the vertices, at the centre, at weights as 1 : … : n."""
        n, real = self.c.n, self.c.ref.real
        a = [[real(int(i == k)) for i in range(n)] for k in range(n)]
        a += [[real(Fraction(1, n))] * n, [real(Fraction(2 * (i + 1), n * (n + 1))) for i in range(n)]]
        return [self.c.ref.zero(), *(self.pull(weights) for weights in a)]

    @property
    def points(self) -> list[Vector]:
        """0, the axes both ways, half of (1, …, d), half of (2, −4, 8, …)."""
        real = self.c.ref.real
        axes = [self.axis(k, sign) for sign in (1, -1) for k in range(self.d)]
        axes = [[entry / 2 for entry in axis] for axis in axes]
        ramp = [real(Fraction(k + 1, 2)) for k in range(self.d)]
        return [self.c.ref.zero(), *axes, ramp, [real((-2) ** k) for k in range(self.d)]]


class Boosted(Setting):
    """AdaBoost: w_t, a_t, u_t for t = 0, …, T; the step size is `eta(t)`, or the given one."""

    def __init__(
        self, case: Lecture, eta: Callable[[int], Fraction] | None = None, gradient: Gradient = LOGARITHM.gradient
    ) -> None:
        super().__init__(case)
        self.eta = [self.c.ref.real(eta(t) if eta else case.schedule("eta", t)) for t in range(self.T + 1)]
        self.w, self.a, self.u = [self.c.ref.zero()], [], []
        for t in range(self.T + 1):
            self.a.append(gradient(self.c, self.c.ref.scores(self.w[t])))
            self.u.append(self.direction(self.a[t]))
            self.w.append(plus(self.w[t], self.u[t], self.eta[t]))

    def direction(self, a: Vector) -> Vector:
        """(φ*)'(‖V*a‖_∞) times a vertex."""
        g = self.pull(a)
        length = self.phi.slope(self.ctx, self.largest(g))
        return [length * entry for entry in self.chosen(g)]

    def edge(self, t: int) -> Any:
        return self.largest(self.pull(self.a[t]))


class FrankWolfe(Setting):
    """w_t, a_t, x_t."""

    def __init__(self, case: Lecture) -> None:
        super().__init__(case)
        self.eta, self.lam = (self.c.ref.real(case.schedule(name, 0)) for name in ("eta", "lam"))
        start = {"zero": 0, "ones": 1}[case.given["origin"]]
        self.w, self.a, self.x = [[self.c.ref.real(start)] * self.d], [], []
        for t in range(self.T + 1):
            self.a.append(LOGARITHM.gradient(self.c, self.c.ref.scores(self.w[t])))
            s = self.largest(self.pull(self.a[t]))
            length = self.phi.slope(self.ctx, s) / self.lam
            self.x.append([length * entry for entry in self.chosen(self.pull(self.a[t]))])
            self.w.append(plus([(1 - self.eta) * entry for entry in self.w[t]], self.x[t], self.eta))
