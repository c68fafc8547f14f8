"""Gradient descent and its accelerated forms on smooth functions made of the rows, and their wrong steps."""

from fractions import Fraction
from functools import partial
from typing import Any

from lemmacheck.theory.books.lecture.algorithms.smooth_descent import (
    Accelerated,
    Balanced,
    ConvexDescent,
    LongSteps,
    OverBeta,
    Pair,
    SmoothDescent,
    StronglyAccelerated,
)
from lemmacheck.theory.books.lecture.algorithms.span import ConjugateGradients, SpanMethod, StrongSpan
from lemmacheck.theory.books.lecture.methods.objectives import Diagonal, bare, problem_of
from lemmacheck.theory.books.lecture.problems.objectives import HUBER, ONE_SIDED, Regression, SmoothObjective
from lemmacheck.theory.books.lecture.problems.quadratics import Example2
from lemmacheck.theory.core.arithmetic import column
from lemmacheck.theory.core.method import Method, altered

REACH = 4, 3
LONGEST = 24  # the numbers of an exact run grow with every step
UNDERSTATED, OVERSTATED = Regression(beta=Fraction(1, 4)), Regression(lam=Fraction(4))


def any_f(p: Any, free: Any, **numbers: Any) -> dict[str, Any]:
    """Any f with a minimiser w⋆, any β > 0 and any λ ≥ 0."""
    w = free("w⋆", "d")
    return {
        "origin": w,
        "value": free.function("f", "d"),
        "gradient": free.function("∇f", "d", "d", root=w),
        "pairs": lambda: p.arbitrary("pairs"),
        "beta": free.constant("β", positive=True),
        "lam": free.constant("λ", nonnegative=True),
        **numbers,
    }


def any_objective(kind: type) -> Any:
    """Any f, and any step size η where the method has one."""

    def arbitrary(p: Any, free: Any) -> tuple[Any, type, dict[str, Any]]:
        eta = free("η")
        sizes = {"size": lambda f: eta} if issubclass(kind, SmoothDescent) else {}
        return kind(**sizes), SmoothObjective, any_f(p, free)

    return arbitrary


def any_root(p: Any, free: Any) -> tuple[Any, type, dict[str, Any]]:
    """Any f, with any number for √κ: β = κλ."""
    lam, root = free.constant("λ", nonnegative=True), free.constant("√κ", positive=True)
    return StronglyAccelerated(), SmoothObjective, any_f(p, free, lam=lam, beta=root * root * lam)


def uphill(method: Any) -> Any:
    """w_{t+1} = w_t + η∇f(w_t)."""
    return altered(method, after=lambda right, f, s, nxt: nxt._replace(w=2 * s.w - nxt.w))


def fading(method: Any) -> Any:
    """The step size η/(t+1)."""
    return altered(method, after=lambda right, f, s, nxt: nxt._replace(w=s.w + (nxt.w - s.w) / column(nxt.t)))


def paired(step: Any) -> Any:
    """The accelerated method with another w_{t+1}."""

    def stepped(right: Any, f: Any, s: Pair) -> Pair:
        w = step(f, s)
        return Pair(s.t + 1, w, w + right.momentum(f, s.t) * (w - s.w))

    return altered(Accelerated(), step=stepped)


UPHILL = paired(lambda f, s: s.y + f.gradient(s.y) / column(f.beta))
EVERY_COORDINATE = altered(Accelerated(), after=lambda right, f, s, nxt: nxt._replace(w=nxt.w + 1))
TOO_MUCH = altered(Accelerated(), momentum=lambda right, f, t: f.num.number(Fraction(3, 2)))

on_rows = partial(Method, reach=REACH, steps=LONGEST, problem_of=problem_of)

PLAIN = on_rows(
    SmoothDescent,
    usual={
        "a quadratic, κ=9": SmoothDescent(),
        "a quadratic, κ=100": SmoothDescent(Regression(100)),
        "Huber, κ=9": SmoothDescent(Regression(9, HUBER)),
        "one side of a square, κ=30": SmoothDescent(Regression(30, ONE_SIDED)),
    },
    wrong={
        "uphill": uphill(SmoothDescent()),
        "η/(t+1)": fading(SmoothDescent()),
        "η = 5/(β+λ)": SmoothDescent(size=Balanced(Fraction(5, 2))),
        "η = 1/(4(β+λ))": SmoothDescent(size=Balanced(Fraction(1, 8))),
    },
    unusual={
        "η = 1/(β+λ), κ=9": SmoothDescent(size=Balanced(Fraction(1, 2))),
        "η = 1/(20(β+λ)), κ=9": SmoothDescent(size=Balanced(Fraction(1, 40))),
        "η = 3/(β+λ), κ=9": SmoothDescent(size=Balanced(Fraction(3, 2))),
        "β said to be a quarter, κ=9": SmoothDescent(UNDERSTATED),
        "λ said to be four times as large, κ=9": SmoothDescent(OVERSTATED),
    },
    arbitrary=any_objective(SmoothDescent),
)

CONVEX = on_rows(
    ConvexDescent,
    usual={
        "a quadratic": ConvexDescent(),
        "Huber": ConvexDescent(Regression(None, HUBER)),
        "one side of a square": ConvexDescent(Regression(None, ONE_SIDED)),
    },
    wrong={
        "uphill": uphill(SmoothDescent(size=OverBeta())),
        "η/(t+1)": fading(SmoothDescent(size=OverBeta())),
        "η = 3/β": ConvexDescent(size=OverBeta(Fraction(3))),
        "η = 1/(16β)": ConvexDescent(size=OverBeta(Fraction(1, 16))),
    },
    unusual={
        "η = 1/(16β)": ConvexDescent(size=OverBeta(Fraction(1, 16))),
        "η = 3/β": ConvexDescent(size=OverBeta(Fraction(3))),
        "β said to be a quarter": ConvexDescent(Regression(None, beta=Fraction(1, 4))),
    },
    arbitrary=any_objective(ConvexDescent),
)

LONG = on_rows(
    LongSteps,
    usual={"κ=9": LongSteps(Example2(Diagonal(9))), "κ=10000": LongSteps(Example2(Diagonal(10_000)))},
    wrong={
        "the step size of Theorem 1": SmoothDescent(),
        "three times that": SmoothDescent(size=Balanced(Fraction(3))),
        "uphill": uphill(SmoothDescent()),
    },
    unusual={"κ=2": LongSteps(Example2(Diagonal(2)))},
)

ACCELERATED = on_rows(
    Accelerated,
    usual={
        "a quadratic": Accelerated(),
        "Huber": Accelerated(Regression(None, HUBER)),
        "one side of a square": Accelerated(Regression(None, ONE_SIDED)),
    },
    wrong={
        "uphill": UPHILL,
        "∇f(w_t)": paired(lambda f, s: s.y - f.gradient(s.w) / column(f.beta)),
        "momentum 3/2": TOO_MUCH,
    },
    unusual={"β said to be a quarter": Accelerated(Regression(None, beta=Fraction(1, 4)))},
    arbitrary=any_objective(Accelerated),
)

STRONGLY = on_rows(
    StronglyAccelerated,
    usual={
        "a quadratic, κ=9": StronglyAccelerated(),
        "a quadratic, κ=100": StronglyAccelerated(Regression(100)),
        "Huber, κ=25": StronglyAccelerated(Regression(25, HUBER)),
        "one side of a square, κ=9": StronglyAccelerated(Regression(9, ONE_SIDED)),
    },
    wrong={
        "uphill": UPHILL,
        "momentum 3/2": TOO_MUCH,
        "no momentum": altered(Accelerated(), momentum=lambda right, f, t: f.num.number(0)),
    },
    unusual={
        "β said to be a quarter, κ=9": StronglyAccelerated(UNDERSTATED),
        "λ said to be four times as large, κ=9": StronglyAccelerated(OVERSTATED),
    },
    arbitrary=any_root,
)

FUNCTION = Method(
    Regression,
    usual={
        "a quadratic, κ=9": Regression(),
        "Huber, κ=9": Regression(9, HUBER),
        "one side of a square, κ=30": Regression(30, ONE_SIDED),
    },
    unusual={
        "β said to be a twentieth": Regression(beta=Fraction(1, 20)),
        "λ said to be twenty times as large": Regression(lam=Fraction(20)),
    },
    reach=REACH,
    problem_of=problem_of,
    arbitrary=lambda p, free: (Regression(), SmoothObjective, any_f(p, free)),
)


on_worst_case = partial(Method, reach=(1, 1), steps=8, dataless=True, problem_of=bare)

STRONG_SPAN = on_worst_case(
    StrongSpan,
    usual={
        "accelerated, κ=9": StrongSpan(),
        "accelerated, κ=25": StrongSpan(root=5),
        "gradient descent, κ=9": StrongSpan(SmoothDescent()),
        "conjugate gradients, κ=25": StrongSpan(ConjugateGradients(), root=5),
    },
    wrong={"every coordinate moved": altered(StrongSpan(EVERY_COORDINATE)), "uphill": altered(StrongSpan(UPHILL))},
)

SPAN = on_worst_case(
    SpanMethod,
    usual={
        "accelerated": SpanMethod(),
        "gradient descent": SpanMethod(SmoothDescent(size=OverBeta())),
        "conjugate gradients": SpanMethod(ConjugateGradients()),
    },
    wrong={"every coordinate moved": altered(SpanMethod(EVERY_COORDINATE)), "uphill": altered(SpanMethod(UPHILL))},
)
