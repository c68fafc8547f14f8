"""Section 2 of the perceptron lecture, (1), (2), (3) and the soft margin, typed from the print on scalars."""

from fractions import Fraction
from itertools import product
from typing import Any

from tests.literal.lectures import Lecture
from tests.literal.perceptron import directions
from tests.literal.post_case import optima
from tests.literal.printed import Printed, displays_of, for_each, once, transcribed
from tests.literal.vectors import Vector, dot, minus, solve, times


class Margin:
    """The examples x_iy_i = −z_i with q̄ by hand: v = −Zᵀq̄, γ̄² = ‖v‖², w* = v/γ̄², α* = q̄/γ̄²."""

    def __init__(self, case: Lecture) -> None:
        self.case = case
        self.xy = [times(-1, row) for row in case.rows]
        self.q = [Fraction(x) for x in optima(case).q_bar.split()]
        self.v = self.combined(self.q)
        self.gamma_squared = dot(self.v, self.v)
        self.gamma = case.ctx.sqrt(case.real(self.gamma_squared))

    def combined(self, alpha: Vector) -> Vector:
        """Σ_i α_i x_iy_i."""
        return [sum((a * x[k] for a, x in zip(alpha, self.xy, strict=True)), Fraction(0)) for k in range(self.case.d)]

    def margins(self, u: Vector) -> Vector:
        return [dot(u, x) for x in self.xy]

    def least(self, u: Vector) -> Any:
        return min(self.margins(u))

    @property
    def unit(self) -> Vector:
        """v/γ̄, and 0 where γ̄ = 0."""
        real = [self.case.real(x) for x in self.v]
        return [x / self.gamma for x in real] if self.gamma_squared else real

    def real_margins(self, u: Vector) -> Vector:
        return [dot(u, [self.case.real(x) for x in xy]) for xy in self.xy]

    @property
    def w(self) -> Vector:
        return times(1 / self.gamma_squared, self.v)

    @property
    def alpha(self) -> Vector:
        return times(1 / self.gamma_squared, self.q)

    @property
    def value(self) -> Fraction:
        return 1 / (2 * self.gamma_squared)

    def penalised(self, w: Vector, C: Any) -> Any:
        return dot(w, w) / 2 + C * sum(max(Fraction(0), 1 - m) for m in self.margins(w))

    def lagrangian(self, w: Vector, alpha: Vector) -> Any:
        return dot(w, w) / 2 + sum(a * (1 - m) for a, m in zip(alpha, self.margins(w), strict=True))


def ball_points(case: Lecture) -> list[Vector]:
    w = directions(case)
    return [*(times(1 / (1 + dot(u, u)), u) for u in w), *(times(Fraction(9, 10), u) for u in w[: 2 * case.d + 1])]


@transcribed("T.Sep")
def separability(case: Lecture) -> list[Printed]:
    m = Margin(case)
    if not m.gamma_squared:
        raise ZeroDivisionError
    return [once(dot(m.unit, m.unit), "==", 1), once(m.real_margins(m.unit), ">=", m.gamma), once(m.gamma, ">", 0)]


@transcribed("T.Eq1s.corrected")
def scaled(case: Lecture) -> list[Printed]:
    m, ctx = Margin(case), case.ctx
    if not m.gamma_squared:
        raise ZeroDivisionError
    longer = [[case.real(x) / m.gamma for x in u] for u in ball_points(case)]
    return [
        for_each("<=", longer, lambda u: (ctx.sqrt(dot(u, u)) * m.gamma, 1)),
        for_each("<=", longer, lambda u: (min(m.real_margins(u)), 1)),
        once(ctx.sqrt(case.real(dot(m.w, m.w))), "==", 1 / m.gamma),
        once(m.least(m.w), "==", 1),
    ]


def solves_2(m: Margin) -> list[Printed]:
    def expanded(w: Vector) -> tuple[Any, Any]:
        off = minus(w, m.w)
        return m.lagrangian(w, m.alpha), m.value + dot(off, off) / 2

    return [
        once(m.margins(m.w), ">=", 1),
        once(dot(m.w, m.w) / 2, "==", m.value),
        once(m.alpha, ">=", 0),
        for_each("==", directions(m.case), expanded),
    ]


def solves_3(m: Margin) -> list[Printed]:
    def sides(w: Vector) -> tuple[Any, Any]:
        off = minus(w, m.w)
        return m.penalised(w, max(m.alpha)), m.value + dot(off, off) / 2

    at_best = [once(m.penalised(m.w, C), "==", m.value) for C in (1, 64)]
    return [for_each(">=", directions(m.case), sides), *at_best]


@transcribed("T.Eq2")
def hard_margin(case: Lecture) -> list[Printed]:
    return solves_2(Margin(case))


@transcribed("T.Eq3.1")
def penalty(case: Lecture) -> list[Printed]:
    m = Margin(case)
    feasible = [m.w, times(3, m.w)]

    def growth(w: Vector) -> tuple[Any, Any]:
        return m.penalised(w, 64) - m.penalised(w, 1), 63 * (m.penalised(w, 1) - dot(w, w) / 2)

    return [
        for_each("==", feasible, lambda w: (m.penalised(w, 64), dot(w, w) / 2)),
        for_each("==", directions(case), growth),
        for_each(">", directions(case), lambda w: (case.n, 0)),
        *solves_3(m),
    ]


displays_of(Margin, {
    "T.Eq1.1.corrected": lambda case, m: [for_each("<=", ball_points(case), lambda u: (dot(u, u), 1)),
        for_each("<=", ball_points(case), lambda u: (m.least(u), m.gamma)), once(dot(m.unit, m.unit), "<=", 1),
        once(min(m.real_margins(m.unit)), "==", m.gamma)],
    "T.Eq1.2": lambda case, m: [
        once(min(m.real_margins(m.unit)), "==", m.gamma),
        once(dot(m.unit, m.unit), "==", 1 if m.gamma_squared else 0),
        for_each("<=", directions(case), lambda u: (m.least(u), dot(u, m.v))),
        for_each("<=", directions(case), lambda u: (dot(u, m.v) ** 2, m.gamma_squared * dot(u, u))),
    ],
})  # fmt: skip


def squares(n: int) -> list[Vector]:
    """The squares of the entries of 0, 3e_1, ±(1, 2, …), (1, −2, …), (1, …, 1)."""
    up = [k * k for k in range(1, n + 1)]
    return [[0] * n, [9] + [0] * (n - 1), up, up, up, [1] * n]


@transcribed("T.Eq3.2")
def lagrangian(case: Lecture) -> list[Printed]:
    m = Margin(case)
    w = directions(case)
    return [
        *(for_each("<=", w, lambda u, a=a: (m.lagrangian(u, a), m.penalised(u, max(a)))) for a in squares(case.n)),
        *(once(m.lagrangian(m.w, a), "<=", m.value) for a in squares(case.n)),
        for_each(">=", w, lambda u: (m.lagrangian(u, m.alpha), m.value)),
        *solves_3(m),
    ]


@transcribed("T.ExEquiv")
def equivalent(case: Lecture) -> list[Printed]:
    m = Margin(case)
    if not m.gamma_squared:
        raise ZeroDivisionError

    def unique(u: Vector) -> tuple[Any, Any]:
        off = [case.real(a) - b for a, b in zip(u, m.unit, strict=True)]
        return dot(off, off), 2 - 2 * case.real(m.least(u)) / m.gamma

    return [
        once(min(m.real_margins(m.unit)), "==", m.gamma),
        for_each("<=", ball_points(case), unique),
        once(m.w, "==", [x / m.gamma for x in m.unit]),
        *solves_2(m),
        *solves_3(m),
    ]


@transcribed("T.Alg.HardSVM")
def solver(case: Lecture) -> list[Printed]:
    m = Margin(case)
    slack = [1 - x for x in m.margins(m.w)]
    return [
        once(m.combined(m.alpha), "==", m.w),
        once([a * s for a, s in zip(m.alpha, slack, strict=True)], "==", 0),
        *solves_2(m),
        *solves_3(m),
    ]


class Soft(Margin):
    """With C, and an optimal α found by trying which α_i are 0, which are C and which lie between."""

    def __init__(self, case: Lecture) -> None:
        super().__init__(case)
        self.C = case.number("C")
        self.K = [[dot(a, b) for b in self.xy] for a in self.xy]
        self.best = next(a for a in map(self.tried, product((0, 2, 1), repeat=case.n)) if a and self.optimal(a))
        self.w_C = self.combined(self.best)

    def tried(self, kinds: tuple[int, ...]) -> Vector:
        """α_i = 0, C or free for the kinds 0, 1, 2; nothing where the free ones are not determined."""
        free = [i for i, kind in enumerate(kinds) if kind == 2]
        alpha = [self.C if kind == 1 else Fraction(0) for kind in kinds]
        owed = [1 - dot(self.K[i], alpha) for i in free]
        try:
            solved = solve([[self.K[i][j] for j in free] for i in free], owed)
        except ZeroDivisionError:
            return []
        for i, each in zip(free, solved, strict=True):
            alpha[i] = each
        return alpha

    def optimal(self, alpha: Vector) -> bool:
        slopes = [1 - dot(row, alpha) for row in self.K]
        return all(
            0 <= a <= self.C and (a == self.C or s <= 0) and (a == 0 or s >= 0)
            for a, s in zip(alpha, slopes, strict=True)
        )

    def f(self, w: Vector) -> Any:
        return self.penalised(w, self.C)

    def D(self, alpha: Vector) -> Any:
        w = self.combined(alpha)
        return sum(alpha) - dot(w, w) / 2


@transcribed("T.Soft.1")
def soft_margin(case: Lecture) -> list[Printed]:
    m = Soft(case)

    def growth(w: Vector) -> tuple[Any, Any]:
        off = minus(w, m.w_C)
        return m.f(w), m.f(m.w_C) + dot(off, off) / 2

    return [
        once(m.best, ">=", 0),
        once(m.best, "<=", m.C),
        once(m.f(m.w_C), "==", m.D(m.best)),
        for_each(">=", directions(case), growth),
    ]


@transcribed("T.Soft.2")
def relaxed(case: Lecture) -> list[Printed]:
    m = Soft(case)
    return [for_each("==", directions(case), lambda w: (m.f(w), m.f(w))), once(m.f(m.w_C), "<=", m.value), *solves_3(m)]


@transcribed("T.Alg.SoftSVM")
def descents(case: Lecture) -> list[Printed]:
    m = Soft(case)
    L = sum(dot(x, x) for x in m.xy)
    w, alpha, g = [[Fraction(0)] * case.d], [[Fraction(0)] * case.n], []
    for t in range(case.T + 1):
        active = [x for x in m.xy if dot(w[t], x) <= 1]
        slope = w[t]
        for x in active:
            slope = minus(slope, times(m.C, x))
        g.append(slope)
        w.append(minus(w[t], times(Fraction(1, t + 1), slope)))
        moved = [a + (1 - dot(row, alpha[t])) / L for a, row in zip(alpha[t], m.K, strict=True)]
        alpha.append([min(max(a, Fraction(0)), m.C) for a in moved])
    value, after, every = m.f(m.w_C), range(1, case.T + 1), range(case.T + 1)

    def regret(t: int) -> tuple[Any, Any]:
        bound = sum(dot(g[j], g[j]) / (j + 1) for j in range(t)) / Fraction(2)
        return sum((m.f(w[j]) - value for j in range(t)), Fraction(0)), bound

    return [
        for_each("==", after, lambda t: (w[t], minus(w[t - 1], times(Fraction(1, t), g[t - 1])))),
        for_each("==", after, lambda t: (alpha[t], alpha[t])),
        for_each(">=", every, lambda t: (value, m.f(w[t]) + dot(g[t], minus(m.w_C, w[t])))),
        for_each("<=", every, regret),
        for_each(">=", after, lambda t: (m.D(alpha[t]), m.D(alpha[t - 1]))),
        for_each(">=", after, lambda t: (m.D(alpha[t]), value - L * dot(m.best, m.best) / (2 * t))),
        for_each("<=", every, lambda t: (m.D(alpha[t]), value)),
        for_each(">=", every, lambda t: (m.f(w[t]), value)),
    ]
