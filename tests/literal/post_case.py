"""What the post's transcriptions share: the optima of the compared rows by hand, L and L̃."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tests.literal.case import Case
from tests.literal.instances import Instance, rationals
from tests.literal.lectures import Lecture
from tests.literal.reference import Vector


@dataclass(frozen=True)
class Optima:
    """q̄ of the ℓ₂ margin; γ̄₁, a best w of ℓ₁ norm 1 (or 0) and a best q for the ℓ₁ margin."""

    q_bar: str
    margin: str
    w: str
    q: str


BY_HAND = {
    "-3/5 -4/5, -4/5 3/5, -1/2 -1/2": Optima("0 4/13 9/13", "1/2", "11/14 3/14", "0 0 1"),
    "1/2 0, -1/2 1/3, 0 -1/3": Optima("1/3 1/3 1/3", "0", "0 0", "1/3 1/3 1/3"),
    "-1/2 1/4 0, -1/3 -1/2 1/6": Optima("50/89 39/89", "4/11", "9/11 2/11 0", "2/11 9/11"),
    "-1/3 0 1, 1 -2/3 -2/3": Optima("26/45 19/45", "2/7", "0 5/7 -2/7", "4/7 3/7"),
    "-2/3": Optima("1", "2/3", "1", "1"),
}


def optima(case: Lecture) -> Optima:
    return BY_HAND[", ".join(" ".join(map(str, row)) for row in case.rows)]


def paper(case: Lecture, loss: str = "exponential") -> Case:
    """The rows with the functions of the paper's transcriptions."""
    labels = [(-1) ** i for i in range(case.n)]
    instance = Instance("post", case.rows, tuple(labels), (rationals(optima(case).q_bar),))
    ones = (Fraction(1),) * (case.T + 1)
    return Case(instance, case.T, ones, ones, ones, ones, loss)


def total(values: Sequence[Any]) -> Any:
    result = 0 * values[0]
    for value in values:
        result += value
    return result


def xlogx(c: Case, x: Any) -> Any:
    return x * c.ref.ctx.log(x) if x > 0 else c.ref.ctx.zero


@dataclass(frozen=True)
class Term:
    """A data-fitting term: F(y), ∇F(y) and F*(a), and the sum of ∇F(0)."""

    value: Callable[[Case, Vector], Any]
    gradient: Callable[[Case, Vector], Vector]
    conjugate: Callable[[Case, Vector], Any]
    mass: Callable[[Case], int]


SUM = Term(lambda c, y: total([c.ref.ctx.exp(entry) for entry in y]),
    lambda c, y: [c.ref.ctx.exp(entry) for entry in y], lambda c, a: total([xlogx(c, entry) - entry for entry in a]),
    lambda c: c.n)  # fmt: skip
LOGARITHM = Term(lambda c, y: c.ref.ctx.log(SUM.value(c, y)),
    lambda c, y: [c.ref.ctx.exp(entry) / SUM.value(c, y) for entry in y],
    lambda c, a: total([xlogx(c, entry) for entry in a]), lambda c: 1)  # fmt: skip
