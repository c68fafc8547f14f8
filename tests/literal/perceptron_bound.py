"""The Theorem on the perceptron's mistakes, M_t, the potential and the stream (1, 0), typed from the print."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

from tests.literal.lectures import Lecture
from tests.literal.perceptron import Perceptron
from tests.literal.printed import Printed, after, at_each, displays, displays_of, every, for_each, once, transcribed
from tests.literal.vectors import dot, minus, times


@transcribed("T.Coher")
def coherence(case: Lecture) -> list[Printed]:
    p = Perceptron(case)

    def rise(i: int) -> tuple[Any, Any]:
        return p.along(minus(p.w[i], p.w[i - 1])), p.gamma if p.in_M(i) else 0

    return [
        for_each(">=", after(case), lambda i: (rise(i)[0], 0)),
        for_each(">=", after(case), rise),
        for_each(">", after(case), lambda i: (p.along(p.xy(i)), 0)),
    ]


displays_of(Perceptron, {
    "T.Perc.Thm": lambda case, p: for_each("<=", every(case), lambda t: (len(p.mistakes(t)), 1 / p.gamma**2)),
    "T.Perc.Strong": lambda case, p: for_each("<=", every(case), lambda t: (len(p.M(t)), 1 / p.gamma**2)),
    "T.Mt.def.corrected": lambda case, p: [
        for_each("==", after(case),
            lambda i: (minus(p.w[i], p.w[i - 1]), p.xy(i) if i in p.M(case.T) else times(0, p.xy(i)))),
        for_each(">=", every(case), lambda t: (len(p.M(t)), 0)),
        for_each("<=", every(case), lambda t: (len(p.M(t)), t)),
    ],
    "T.Mt.sup.1": lambda case, p: for_each("<=", after(case),
        lambda i: (1 if p.y_hat[i] != p.y[i] else 0, 1 if i in p.M(case.T) else 0)),
    "T.Mt.sup.2": lambda case, p: for_each("<=", every(case), lambda t: (len(p.mistakes(t)), len(p.M(t)))),
})  # fmt: skip


@transcribed("T.Mt.mono")
def monotone(case: Lecture) -> list[Printed]:
    p = Perceptron(case)
    early, late = p.M(case.T // 2), p.M(case.T)
    return [
        for_each("<=", range(case.T), lambda t: (len(p.M(t)), len(p.M(t + 1)))),
        for_each("<=", after(case), lambda i: (early.count(i), late.count(i))),
    ]


def potential(case: Lecture, square: bool) -> Printed:
    p = Perceptron(case)

    def sides(i: int) -> tuple[Any, Any]:
        gap = minus(p.turned(i), p.u_bar)
        squared = dot(gap, gap)
        return (squared if square else case.ctx.sqrt(squared)) / 2, 1 - dot(p.turned(i), p.u_bar)

    return for_each("==", after(case), sides)


displays(
    {"T.Pot": lambda case: potential(case, square=False), "T.Pot.corrected": lambda case: potential(case, square=True)}
)


def on_one_example(case: Lecture) -> Perceptron:
    """The stream (1, 0)."""
    return Perceptron(replace(case, rows=((Fraction(-1), Fraction(0)),)))


def positive(case: Lecture) -> list[list[Any]]:
    units = []
    for a, b in ((1, 1), (3, 4), (1, 100)):
        size = case.ctx.sqrt(a * a + b * b)
        units.append([a / size, b / size])
    return units


@at_each("==", after, "T.NoConv.1", of=on_one_example)
def one_example(p: Any, i: int) -> tuple[Any, Any]:
    return p.w[i], [1, 0]


@transcribed("T.NoConv.2")
def positive_vectors(case: Lecture) -> list[Printed]:
    xy = on_one_example(case).signed[0]
    found = [once(dot(xy, xy), "<=", 1)]
    for u in positive(case):
        found += [once(u[0] * xy[0] + u[1] * xy[1], ">", 0), once(u[0] ** 2 + u[1] ** 2, "==", 1)]
    return found


@transcribed("T.NoConv.3")
def constant_cosines(case: Lecture) -> list[Printed]:
    p, found = on_one_example(case), []
    for u in positive(case):
        cosines = [dot(p.turned(i), u) for i in after(case)]
        found.append(once(cosines[0], "<", 1))
        found.append(for_each("==", range(1, case.T), lambda i, c=cosines: (c[i], c[i - 1])))
    return found
