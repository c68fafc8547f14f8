"""Lecture, §1: acceleration, its lower bound, cutting planes and Newton's method, by scalars."""

from fractions import Fraction

from tests.literal.convex_functions import Function, Quadratic, Smooth, accelerated, unit
from tests.literal.lectures import Lecture
from tests.literal.printed import Printed, after, at_each, every, for_each, once, transcribed
from tests.literal.vectors import Vector, dot, plus


@transcribed("S.AGD.1")
def convex_rate(case: Lecture) -> Printed:
    f = Smooth(case)
    w = f.accelerated(case.T, lambda t: Fraction(t, t + 3))
    return for_each("<=", every(case), lambda T: (f.value(w[T]), 2 * f.beta * f.B2 / (T + 1) ** 2))


@transcribed("S.AGD.2")
def strongly_convex_rate(case: Lecture) -> list[Printed]:
    f = Smooth(case)
    root = next(k for k in range(1000) if k * k == f.kappa)
    w = f.accelerated(case.T, lambda t: Fraction(root - 1, root + 1))
    first, times = (f.beta + f.lam) * f.B2 / 2, every(case)
    shrink = 1 - Fraction(1, root)
    return [
        for_each("<=", times, lambda T: (f.value(w[T]), shrink**T * first)),
        for_each("<=", times, lambda T: (shrink**T, case.ctx.exp(-case.real(Fraction(T, root))))),
    ]


class Chain(Function):
    """(x_1² + Σ(x_i − x_{i+1})² + x_d²)/2 − x_1."""

    def __init__(self, d: int) -> None:
        self.d = d

    def value(self, w: Vector) -> Fraction:
        steps = [w[i] - w[i + 1] for i in range(self.d - 1)]
        return (w[0] ** 2 + sum(s * s for s in steps) + w[-1] ** 2) / 2 - w[0]

    def gradient(self, w: Vector) -> Vector:
        around = [Fraction(0), *w, Fraction(0)]
        return [2 * around[i] - around[i - 1] - around[i + 1] - (i == 1) for i in range(1, self.d + 1)]

    def least(self, t: int) -> Vector:
        return [Fraction(t - i, t + 1) if i < t else Fraction(0) for i in range(self.d)]

    def conjugate(self, T: int) -> list[Vector]:
        """By the three-term recurrence of conjugate gradients."""
        w = [[Fraction(0)] * self.d]
        r = [-x for x in self.gradient(w[0])]
        p = r
        for _ in range(T):
            image = [x + (j == 0) for j, x in enumerate(self.gradient(p))]
            size = dot(r, r) / dot(p, image)
            w.append(plus(w[-1], p, size))
            rest = plus(r, image, -size)
            p, r = plus(rest, p, dot(rest, rest) / dot(r, r)), rest
        return w


@transcribed("S.LB")
def lower_bound(case: Lecture) -> list[Printed]:
    T = case.T
    d = 2 * T + 1
    f = Chain(d)
    nesterov = accelerated(f, Fraction(4), T, lambda t: Fraction(t, t + 3))
    runs = {
        "Accelerated": nesterov,
        "SmoothDescent": Smooth.descent(f, T, Fraction(1, 4)),  # type: ignore[arg-type]
        "ConjugateGradients": f.conjugate(T),
    }
    w, best, times = runs[case.given["method"]], f.least(d), range(T + 1)
    low, B2 = f.value(best), dot(best, best)
    bound = [Fraction(1, 2) * (Fraction(1, t + 1) - Fraction(1, d + 1)) for t in times]
    beyond = [(t, i) for t in times for i in range(t, d)]
    within = [(t, i) for t in times for i in range(t)]
    return [
        for_each("==", f.gradient(best), lambda slope: (slope, 0)),
        for_each("==", beyond, lambda at: (w[at[0]][at[1]], 0)),
        for_each("==", within, lambda at: (f.gradient(f.least(at[0]))[at[1]], 0)),
        for_each("==", times, lambda t: (f.value(f.least(t)) - low, bound[t])),
        for_each(">=", times, lambda t: (f.value(w[t]) - low, bound[t])),
        once(bound[T], ">=", Fraction(3, 32) * 4 * B2 / (T + 1) ** 2),
        for_each("<=", times, lambda t: (f.value(nesterov[t]) - low, Fraction(8) * B2 / (t + 1) ** 2)),
    ]


def ellipsoid(case: Lecture) -> list[object]:
    """min_{t<T} max_j |w_j − w*_j| for T = 1, …, by the axes of the ellipsoids: cuts are along coordinates."""
    d, ctx = case.d, case.ctx
    best = [case.real((x + Fraction(1, j + 2)) / 2) for j, x in enumerate(case.rows[0])]
    w, axes, errors = [ctx.mpf(0)] * d, [ctx.mpf(1)] * d, []
    for _ in range(case.T):
        off = [a - b for a, b in zip(w, best, strict=True)]
        signed = [*off, *(-x for x in off)]
        errors.append(max(signed))
        first = signed.index(max(signed))
        j, sign = first % d, 1 if first < d else -1
        w[j] -= sign * axes[j] / (d + 1)
        for k in range(d):
            axes[k] *= ctx.mpf(d) / (d + 1) if k == j else ctx.mpf(d) / ctx.sqrt(d * d - 1)
    return [min(errors[: T + 1]) for T in range(case.T)]


class StrongChain(Chain):
    """The chain with (2/(κ − 1))‖x‖², and its last entry of A set to 1/q."""

    def __init__(self, d: int, root: int) -> None:
        super().__init__(d)
        self.lam, self.q = Fraction(4, root**2 - 1), Fraction(root - 1, root + 1)
        self.last = 1 / self.q - 2 - self.lam

    def value(self, w: Vector) -> Fraction:
        return super().value(w) + self.lam * dot(w, w) / 2 + self.last * w[-1] ** 2 / 2

    def gradient(self, w: Vector) -> Vector:
        plain = [a + self.lam * b for a, b in zip(super().gradient(w), w, strict=True)]
        return [*plain[:-1], plain[-1] + self.last * w[-1]]


@transcribed("S.LB.sc")
def strong_lower_bound(case: Lecture) -> list[Printed]:
    T, root = case.T, case.given["root"]
    f = StrongChain(2 * T, root)
    beta = 4 + f.lam
    runs = {
        "StronglyAccelerated": accelerated(f, beta, T, lambda t: f.q),
        "SmoothDescent": Smooth.descent(f, T, 2 / (beta + f.lam)),  # type: ignore[arg-type]
        "ConjugateGradients": f.conjugate(T),
    }
    w = runs[case.given["method"]]
    best, times = [f.q**i for i in range(1, f.d + 1)], range(T + 1)
    low, B2 = f.value(best), dot(best, best)
    off = [plus(w[t], best, Fraction(-1)) for t in times]
    return [
        for_each("==", f.gradient(best), lambda slope: (slope, 0)),
        for_each("==", [(t, i) for t in times for i in range(t, f.d)], lambda at: (w[at[0]][at[1]], 0)),
        for_each(">=", times, lambda t: (2 * (f.value(w[t]) - low), f.lam * dot(off[t], off[t]))),
        for_each(">=", times, lambda t: (4 * (f.value(w[t]) - low), f.q ** (2 * t) * f.lam * B2)),
        for_each(">=", times, lambda t: (f.q ** (2 * t), case.ctx.exp(-case.real(Fraction(4 * t, root - 1))))),
    ]


@transcribed("S.Cut")
def linear_in_d(case: Lecture) -> Printed:
    """Bisection: of [−1, 1]ᵈ the half is kept, along the coordinate that is farthest off, on the side of w*."""
    d, errors = case.d, []
    best = [(x + Fraction(1, j + 2)) / 2 for j, x in enumerate(case.rows[0])]
    lower, upper = [Fraction(-1)] * d, [Fraction(1)] * d
    for _ in range(case.T):
        w = [(a + b) / 2 for a, b in zip(lower, upper, strict=True)]
        off = [a - b for a, b in zip(w, best, strict=True)]
        signed = [*off, *(-x for x in off)]
        errors.append(max(signed))
        j = signed.index(max(signed))
        (upper if j < d else lower)[j % d] = w[j % d]
    kept = 1 - 1 / case.ctx.e
    return for_each("<=", after(case), lambda T: (min(errors[:T]), 2 * kept ** case.real(Fraction(T, d))))


@transcribed("S.Cut.ellipsoid")
def quadratic_in_d(case: Lecture) -> Printed:
    errors, exp, d = ellipsoid(case), case.ctx.exp, case.d
    return for_each("<=", after(case), lambda T: (errors[T - 1], 2 * exp(-case.real(Fraction(T, 2 * d * (d + 1))))))


PAIRS = [(c, d) for c in (2, 3, 4, 5, 10) for d in (1, 10, 10**3, 10**7, 10**13, 10**21, 10**100)]


@at_each("<=", lambda case: PAIRS, "S.CutCmp")
def below_the_root_of_a_logarithm(case: Lecture, pair: tuple[int, int]) -> tuple[object, object]:
    c, d = pair
    epsilon = 1 / ((c - 1) * case.ctx.sqrt(d * (1 + case.ctx.log(d))))
    return d * case.ctx.log(1 / epsilon), 1 / epsilon**2


@transcribed("S.Newton")
def newton(case: Lecture) -> list[Printed]:
    """w_{t+1} solves A(w − w_t) = −∇f(w_t)."""
    f = Quadratic(case)
    best, w = f.solution(), [[Fraction(0)] * f.d]
    for t in range(case.T):
        w.append(plus(w[t], f.solution([-x for x in f.gradient(w[t])])))
    return [
        for_each("==", after(case), lambda t: (f.gradient(w[t]), [Fraction(0)] * f.d)),
        for_each("==", after(case), lambda t: (f.value(w[t]) - f.value(best), 0)),
    ]


@transcribed("S.Hess", "S.Cut.cost")
def stored(case: Lecture) -> list[Printed]:
    d = case.d
    matrix = [unit(d, j) for j in range(d)]
    return [once(sum(len(row) for row in matrix), "==", d * d), once(len(matrix[0]), "==", d)]
