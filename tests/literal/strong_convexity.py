"""Lecture, §1: gradient descent with and without strong convexity, by scalars."""

from fractions import Fraction
from typing import Any

from tests.literal.convex_functions import Smooth
from tests.literal.lectures import Lecture
from tests.literal.printed import Printed, after, every, for_each, once, transcribed
from tests.literal.vectors import Vector, dot, plus


def descent(case: Lecture) -> tuple[Smooth, list[Vector]]:
    """f and w_0, …, w_T with η = 2/(β + λ)."""
    f = Smooth(case)
    return f, f.descent(case.T, 2 / (f.beta + f.lam))


def q(f: Smooth) -> Fraction:
    """(κ − 1)/(κ + 1)."""
    return (f.kappa - 1) / (f.kappa + 1)


@transcribed("S.Alg.GD")
def algorithm(case: Lecture) -> Printed:
    f, w = descent(case)
    eta = Fraction(2) / (f.beta + f.lam)
    return for_each("==", after(case), lambda t: (w[t], plus(w[t - 1], f.gradient(w[t - 1]), -eta)))


@transcribed("S.Thm1")
def theorem_1(case: Lecture) -> Printed:
    f, w = descent(case)
    exp, real = case.ctx.exp, case.real
    return for_each(
        "<=", after(case), lambda T: (f.value(w[T]), exp(-T / real(f.kappa)) * real(f.B2 * f.beta / (2 * T)))
    )


@transcribed("S.Thm1.corrected")
def theorem_1_corrected(case: Lecture) -> list[Printed]:
    f, w = descent(case)
    exp, real, times = case.ctx.exp, case.real, every(case)
    return [
        for_each("<=", times, lambda T: (f.value(w[T]), q(f) ** (2 * T) * f.beta * f.B2 / 2)),
        for_each("<=", times, lambda T: (q(f) ** (2 * T), exp(-real(4 * T / (f.kappa + 1))))),
        for_each("<=", times, lambda T: (exp(-real(4 * T / (f.kappa + 1))), exp(-real(T / f.kappa)))),
    ]


@transcribed("S.BetaLam")
def smoothness_and_convexity(case: Lecture) -> Printed:
    f = Smooth(case)
    return once(f.beta, ">=", f.lam)


@transcribed("S.Iter")
def iterations(case: Lecture) -> list[Printed]:
    f, w = descent(case)
    log, exp, real, times = case.ctx.log, case.ctx.exp, case.real, every(case)
    kappa, half = real(f.kappa), real(f.half)

    def order(T: int) -> tuple[object, object]:
        epsilon = case.ctx.mpf(2) ** -T
        constant = 2 + abs(log(half)) / log(2)
        return kappa * log(half / epsilon), constant * kappa * log(1 / epsilon)

    return [
        for_each("==", times, lambda T: (T, T)),
        for_each("<=", times, lambda T: (f.value(w[T]), half * exp(-T / kappa))),
        for_each("<=", after(case), order),
    ]


@transcribed("S.GDrates.3")
def exponentially_faster(case: Lecture) -> list[Printed]:
    """And on the line, from 1 down to 0: h(x) = x²/2 up to the slope c, cx − c²/2 beyond."""
    f, w = descent(case)

    def after_as_many(T: int) -> Fraction:
        c, x = Fraction(1, 2 * T + 1), Fraction(1)
        for _ in range(T):
            x -= min(x, c)
        return x * x / 2 if x <= c else c * x - c * c / 2

    def steps(S: int) -> tuple[object, object]:
        T = (case.ctx.exp(case.real(S / f.kappa)) - 1) / 2
        return f.value(w[S]), case.real(f.beta * f.B2) / (4 * T + 2)

    return [
        for_each("<=", every(case), steps),
        for_each("==", every(case), lambda T: (after_as_many(T), Fraction(1, 4 * T + 2))),
    ]


@transcribed("S.Lin")
def line(case: Lecture) -> Printed:
    f, w = descent(case)
    return for_each("<=", range(case.T), lambda t: (f.value(w[t + 1]), q(f) ** 2 * f.value(w[t])))


@transcribed("S.Tight")
def tight_in_order(case: Lecture) -> list[Printed]:
    """x ↦ x − ηβx from x = 1, and the square of what is left."""
    f, _ = descent(case)
    x = [Fraction(1)]
    for _ in range(case.T):
        x.append(x[-1] - 2 * f.beta * x[-1] / (f.beta + f.lam))
    times = every(case)
    return [
        for_each("==", times, lambda T: (x[T] ** 2, q(f) ** (2 * T))),
        for_each(">=", times, lambda T: (x[T] ** 2, case.ctx.exp(-case.real(4 * T / (f.kappa - 1))))),
    ]


@transcribed("S.Kappa.fast")
def fast(case: Lecture) -> list[Printed]:
    f, w = descent(case)
    factor = [Fraction(k - 1, k + 1) ** 2 for k in (1, 2, 3, 9, 30, 100, 10**4)]
    return [
        for_each("<=", range(case.T), lambda t: (f.value(w[t + 1]), q(f) ** 2 * f.value(w[t]))),
        once(factor[0], "==", 0),
        for_each(">=", range(6), lambda k: (factor[k + 1], factor[k])),
    ]


@transcribed("S.GDrates.1")
def smooth_rate(case: Lecture) -> Printed:
    f = Smooth(case)
    w = f.descent(case.T, 1 / f.beta)
    return for_each("<=", after(case), lambda T: (f.value(w[T]), f.beta * f.B2 / (2 * T)))


def lipschitz_constant(rows: Any) -> int:
    """The least positive integer whose square no row's squared norm exceeds."""
    return next(k for k in range(1, 100) if all(dot(list(z), list(z)) <= k * k for z in rows))


@transcribed("S.GDrates.2")
def lipschitz_rate(case: Lecture) -> Printed:
    d, T = case.d, case.T
    best = [Fraction(2 * (5 - d), d + 3)] + [Fraction(8, d + 3)] * (d - 1)

    def signed(w: Vector) -> list[tuple[Fraction, Vector]]:
        both = [*case.rows, *([-x for x in z] for z in case.rows)]
        return [(dot(list(z), plus(w, best, -1)), list(z)) for z in both]

    root = next(k for k in range(T + 1) if k * k == T)
    rho = lipschitz_constant(case.rows)
    eta, w = Fraction(2, rho * root), [[Fraction(0)] * d]
    for _ in range(T):
        slopes = signed(w[-1])
        top = max(value for value, _ in slopes)
        w.append(plus(w[-1], next(z for value, z in slopes if value == top), -eta))
    average = [sum(v[j] for v in w[:-1]) / T for j in range(d)]
    return once(max(value for value, _ in signed(average)), "<=", Fraction(2 * rho, root))
