"""Subgradient steps and the ellipsoid method on Lipschitz functions made of the rows, and their wrong steps."""

from fractions import Fraction
from math import isqrt
from typing import Any

from lemmacheck.theory.books.lecture.algorithms.cutting import (
    Accuracies,
    CentreOfGravity,
    Compared,
    Ellipsoid,
    Subgradient,
)
from lemmacheck.theory.books.lecture.methods.objectives import bare, lipschitz
from lemmacheck.theory.core.arithmetic import Arithmetic
from lemmacheck.theory.core.method import Method
from lemmacheck.theory.margins.losses import Loss
from lemmacheck.verifiers.instances.instance import Data


class Uphill(Subgradient):
    """w_{t+1} = w_t + ηg_t."""

    def size(self, f: Any) -> Any:
        return -super().size(f)


class TenSteps(Subgradient):
    """Every step ten times as long."""

    def size(self, f: Any) -> Any:
        return 10 * super().size(f)


class Ball(Ellipsoid):
    """The ellipsoid is never cut."""

    def cut(self, f: Any, P: Any, Pg: Any, square: Any) -> Any:
        return P


class OnlyAcross(Ellipsoid):
    """The ellipsoid is cut too much: across the gradient it keeps its width."""

    def cut(self, f: Any, P: Any, Pg: Any, square: Any) -> Any:
        return super().cut(f, P, Pg, square) / 4


class WholeBox(CentreOfGravity):
    """Nothing is cut off: what is left is said to be the box."""

    def lost(self, cut: Any) -> Any:
        return 0 * cut


class QuarterBox(CentreOfGravity):
    """Three quarters are cut off, the nearer part of what is kept too."""

    def lost(self, cut: Any) -> Any:
        return 3 * cut / 4


def compared(data: Data, num: Arithmetic, loss: Loss, accuracies: Accuracies) -> Compared:
    """The accuracies, beside rows that are not read."""
    return Compared(bare(data, num, loss, accuracies).Z, num, accuracies)


SUBGRADIENT = Method(
    Subgradient,
    usual={"η = B/(ρ√T)": Subgradient()},
    wrong={"uphill": Uphill(), "ten times the step": TenSteps()},
    unusual={"ρ said to be a sixteenth": Subgradient(rho=Fraction(1, 16))},
    reach=(4, 3),
    horizon=lambda algorithm, steps: isqrt(min(steps, 25)) ** 2,
    problem_of=lipschitz,
)

ELLIPSOID = Method(
    Ellipsoid,
    usual={"central cuts": Ellipsoid()},
    wrong={"no cut": Ball(), "half the ellipsoid": OnlyAcross()},
    unusual={"R said to be a quarter": Ellipsoid(Fraction(1, 4))},
    reach=(3, 3),
    steps=60,
    problem_of=lipschitz,
)

GRAVITY = Method(
    CentreOfGravity,
    usual={"central cuts of a box": CentreOfGravity()},
    wrong={"no cut": WholeBox(), "three quarters cut": QuarterBox()},
    unusual={"R said to be a quarter": CentreOfGravity(Fraction(1, 4))},
    reach=(3, 3),
    steps=60,
    problem_of=lipschitz,
)

COMPARED = Method(
    Accuracies,
    usual={"ε = 1/(c√d)": Accuracies()},
    reach=(1, 1),
    dataless=True,
    problem_of=compared,
)
