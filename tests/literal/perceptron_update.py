"""The perceptron's update and the remark on optimization, typed from the print on scalars."""

from fractions import Fraction
from typing import Any

from tests.literal.lectures import Lecture
from tests.literal.perceptron import Perceptron, directions, relu
from tests.literal.printed import Printed, after, at_each, displays_of, every, for_each, once, transcribed
from tests.literal.vectors import Vector, dot, minus, plus, times


def subgradient(w: Vector, xy: Vector) -> Vector:
    """Of σ_r(⟨w, −xy⟩), with the slope 1 at 0."""
    z = dot(w, times(-1, xy))
    return times(0, xy) if z < 0 else times(-1, xy)


def moved(w: Vector, xy: Vector) -> Vector:
    """w + xy 1[⟨w, −xy⟩ ≥ 0]."""
    return plus(w, xy) if dot(w, times(-1, xy)) >= 0 else w


def steps(p: Perceptron) -> Printed:
    """w_i against w_{i−1} − ∂."""

    def sides(i: int) -> tuple[Vector, Vector]:
        return p.w[i], minus(p.w[i - 1], subgradient(p.w[i - 1], p.xy(i)))

    return for_each("==", range(1, p.case.T + 1), sides)


@transcribed("T.Upd.1")
def subgradient_step(case: Lecture) -> list[Printed]:
    p = Perceptron(case)

    def bound(place: Any) -> Printed:
        def sides(i: int) -> tuple[Any, Any]:
            w, xy = p.w[i - 1], p.xy(i)
            u = place(w, xy)
            tangent = relu(-dot(w, xy)) + dot(subgradient(w, xy), minus(u, w))
            return relu(-dot(u, xy)), tangent

        return for_each(">=", after(case), sides)

    places = (lambda w, xy: times(0, w), plus, minus)
    return [steps(p), *map(bound, places)]


@at_each("==", directions, "T.Strip", of=Perceptron)
def stripped(p: Perceptron, w: Vector) -> tuple[Any, Any]:
    return sum(max(0, 1 + (dot(w, times(-1, xy)) - 1)) for xy in p.signed), p.objective(w)


@at_each("==", directions, "T.Upd.2", of=Perceptron)
def two_forms_of_a_step(p: Perceptron, w: Vector) -> tuple[Vector, Vector]:
    left = [entry for xy in p.signed for entry in minus(w, subgradient(w, xy))]
    return left, [entry for xy in p.signed for entry in moved(w, xy)]


@transcribed("T.SGDobj")
def stochastic_gradients(case: Lecture) -> list[Printed]:
    p = Perceptron(case)
    points = directions(case)

    def total(w: Vector) -> Vector:
        found = times(0, w)
        for xy in p.signed:
            found = plus(found, subgradient(w, xy))
        return found

    def bound(u: Vector) -> Printed:
        return for_each(">=", points, lambda w: (p.objective(u), p.objective(w) + dot(total(w), minus(u, w))))

    return [steps(p), *map(bound, points)]


@transcribed("T.Opt0.1")
def optimal_value(case: Lecture) -> list[Printed]:
    p, points = Perceptron(case), directions(case)
    return [
        for_each(">=", points, lambda w: (p.objective(w), 0)),
        for_each("==", points, lambda w: (p.objective(times(0, w)), 0)),
    ]


displays_of(Perceptron, {
    "T.Upd.3": lambda case, p: for_each("==", after(case), lambda i: (p.w[i], moved(p.w[i - 1], p.xy(i)))),
    "T.Opt0.2": lambda case, p: for_each("<=", directions(case), lambda w: (p.objective(p.w[0]), p.objective(w))),
})  # fmt: skip


@transcribed("T.MoveAway")
def left_the_start(case: Lecture) -> list[Printed]:
    p = Perceptron(case)
    step = minus(p.w[1], p.w[0])
    return [
        once(p.w[1], "==", p.xy(1)),
        once(dot(step, step), ">", 0),
        for_each(">=", every(case), lambda t: (p.objective(p.w[t]), p.objective(p.w[0]))),
        once(p.w[0], "==", [Fraction(0)] * case.d),
    ]


@at_each(">", after, "T.Rot", of=Perceptron)
def rotation(p: Perceptron, i: int) -> tuple[Any, Any]:
    def cosine(w: Vector) -> Any:
        return p.case.real(dot(w, p.xy(i))) / p.norm(w) if p.norm(w) else 0

    return cosine(p.w[i]) + (0 if p.in_M(i) else 1), cosine(p.w[i - 1])


@at_each("==", after, "T.Noop", of=Perceptron)
def nothing(p: Perceptron, i: int) -> tuple[Vector, Vector]:
    zero = times(0, p.w[i])
    return (zero, zero) if p.in_M(i) else (p.w[i], p.w[i - 1])


@transcribed("T.Yhat")
def two_kinds_of_mistakes(case: Lecture) -> Printed:
    p = Perceptron(case)
    gaps = []
    for x in p.inputs:
        w, y = times(0, x), 1
        y_hat = 2 * (1 if dot(w, x) >= 0 else 0) - 1
        first = 1 if y_hat != y else 0
        second = 1 if dot(w, times(y, x)) <= 0 else 0
        gaps.append((first - second) ** 2)
    return once(gaps, ">", 0)
