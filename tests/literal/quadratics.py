"""Lecture, §1, Example 2: a quadratic, its optimum and its parameters, by scalars."""

from fractions import Fraction

from tests.literal.convex_functions import Quadratic, Smooth, unit
from tests.literal.lectures import Lecture
from tests.literal.printed import IllFormed, Printed, at_each, every, for_each, once, transcribed
from tests.literal.vectors import det, dot, plus


@transcribed("S.Ex2.1")
def printed_objective(case: Lecture) -> Printed:
    f = Quadratic(case)
    if f.d > 1:
        raise IllFormed("two columns have no product")
    return for_each(
        "==", f.pairs(), lambda pair: (f.A[0][0] * pair[0][0] ** 2 / 2 - f.b[0] * pair[0][0], f.value(pair[0]))
    )


@at_each("==", lambda case: Quadratic(case).pairs(), "S.Ex2.1.corrected", of=Quadratic)
def expansion(f: Quadratic, pair: tuple[list[Fraction], list[Fraction]]) -> tuple[Fraction, Fraction]:
    x, v = pair
    slope = sum((dot(f.A[j], x) - f.b[j]) * v[j] for j in range(f.d))
    return f.value(plus(x, v)), f.value(x) + slope + f.form(v) / 2


@transcribed("S.Ex2.2")
def optimum(case: Lecture) -> list[Printed]:
    f = Quadratic(case)
    best = f.solution()
    return [
        once(f.gradient(best), "==", [Fraction(0)] * f.d),
        for_each(">", f.moves(), lambda v: (f.value(plus(best, v)), f.value(best))),
    ]


@transcribed("S.Ex2cvx.1")
def convexity(case: Lecture) -> list[Printed]:
    f = Quadratic(case)

    def chord(share: Fraction) -> Printed:
        def sides(pair: tuple[list[Fraction], list[Fraction]]) -> tuple[Fraction, Fraction]:
            x, y = pair
            between = [share * a + (1 - share) * b for a, b in zip(x, y, strict=True)]
            return f.value(between), share * f.value(x) + (1 - share) * f.value(y)

        return for_each("<=", f.pairs(), sides)

    curvature = for_each(">=", f.moves(), lambda v: (f.form(v), 0))
    return [curvature, chord(Fraction(1, 2)), chord(Fraction(1, 5))]


def curved(f: Quadratic, op: str, curvature: Fraction) -> Printed:
    """f(y) − f(x) − ⟨∇f(x), y − x⟩ beside the curvature times ‖y − x‖²/2."""

    def sides(pair: tuple[list[Fraction], list[Fraction]]) -> tuple[Fraction, Fraction]:
        apart = plus(pair[0], pair[1], -1)
        return f.bregman(*pair), curvature * dot(apart, apart) / 2

    return for_each(op, f.pairs(), sides)


def strongly(f: Quadratic) -> list[Printed]:
    S = f.symmetric()
    lam = det(S) / sum(S[j][j] for j in range(f.d)) ** (f.d - 1)
    return [curved(f, ">=", lam), once(lam, ">", 0)]


@transcribed("S.Ex2cvx.2")
def strong_convexity(case: Lecture) -> list[Printed]:
    f = Quadratic(case)
    every = [[Fraction(0)] * f.d, *f.moves()]
    return [for_each(">", every, lambda v: (f.form(v), 0)), *strongly(f)]


@transcribed("S.Ex2cvx.2.corrected")
def strong_convexity_off_zero(case: Lecture) -> list[Printed]:
    f = Quadratic(case)
    return [for_each(">", f.moves(), lambda v: (f.form(v), 0)), *strongly(f)]


@transcribed("S.Ex2diag")
def parameters(case: Lecture) -> list[Printed]:
    f = Quadratic(case)
    beta, lam = f.A[0][0], f.A[-1][-1]
    ends = [(unit(f.d, 0), beta), (unit(f.d, f.d - 1), lam)]
    return [
        curved(f, "<=", beta),
        curved(f, ">=", lam),
        *(once(f.bregman(plus(f.b, e), f.b), "==", curvature / 2) for e, curvature in ends),
    ]


@transcribed("S.Kappa.slow")
def flat_direction(case: Lecture) -> list[Printed]:
    f = Quadratic(case)
    beta, lam = f.A[0][0], f.A[-1][-1]
    kappa, best = beta / lam, f.b[-1] / lam
    w = Smooth.descent(f, case.T, 2 / (beta + lam))  # type: ignore[arg-type]
    off, q = [x[-1] - best for x in w], (kappa - 1) / (kappa + 1)
    times = every(case)
    return [
        for_each("==", times, lambda t: (off[t] ** 2, q ** (2 * t) * off[0] ** 2)),
        for_each(">=", times, lambda t: (q**t, 1 - 2 * t / (kappa + 1))),
    ]


@transcribed("S.StepLim")
def longer_steps(case: Lecture) -> list[Printed]:
    f = Quadratic(case)
    beta, lam, d = f.A[0][0], f.A[-1][-1], f.d
    kappa, best = beta / lam, [f.b[j] / f.A[j][j] for j in range(d)]
    w = Smooth.descent(f, case.T, 4 / (beta + lam))  # type: ignore[arg-type]
    first = [(w[0][j] - best[j]) ** 2 for j in range(d)]
    times, least = every(case), f.value(best)
    return [
        for_each(
            "==", times, lambda t: ((w[t][-1] - best[-1]) ** 2, ((kappa - 3) / (kappa + 1)) ** (2 * t) * first[-1])
        ),
        for_each(
            "==", times, lambda t: ((w[t][0] - best[0]) ** 2, ((3 * kappa - 1) / (kappa + 1)) ** (2 * t) * first[0])
        ),
        for_each(">=", times, lambda t: (f.value(w[t]) - least, 4**t * beta * first[0] / 2)),
    ]
