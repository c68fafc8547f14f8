"""Subgradient steps and the ellipsoid method on Lipschitz functions made of the rows, and their wrong steps."""

from fractions import Fraction
from math import isqrt

from lemmacheck.theory.books.lecture.algorithms.cutting import (
    Accuracies,
    CentreOfGravity,
    Compared,
    Ellipsoid,
    Subgradient,
)
from lemmacheck.theory.books.lecture.methods.objectives import bare, lipschitz
from lemmacheck.theory.core.arithmetic import Arithmetic
from lemmacheck.theory.core.method import Method, altered
from lemmacheck.theory.margins.losses import Loss
from lemmacheck.verifiers.instances.instance import Data


def compared(data: Data, num: Arithmetic, loss: Loss, accuracies: Accuracies) -> Compared:
    """The accuracies, beside rows that are not read."""
    return Compared(bare(data, num, loss, accuracies).Z, num, accuracies)


SUBGRADIENT = Method(
    Subgradient,
    usual={"η = B/(ρ√T)": Subgradient()},
    wrong={
        "uphill": altered(Subgradient(), size=lambda right, f: -right.size(f)),
        "ten times the step": altered(Subgradient(), size=lambda right, f: 10 * right.size(f)),
    },
    unusual={"ρ said to be a sixteenth": Subgradient(rho=Fraction(1, 16))},
    reach=(4, 3),
    horizon=lambda algorithm, steps: isqrt(min(steps, 25)) ** 2,
    problem_of=lipschitz,
)

ELLIPSOID = Method(
    Ellipsoid,
    usual={"central cuts": Ellipsoid()},
    wrong={
        "no cut": altered(Ellipsoid(), cut=lambda right, f, P, Pg, square: P),
        "half the ellipsoid": altered(Ellipsoid(), cut=lambda right, f, P, Pg, square: right.cut(f, P, Pg, square) / 4),
    },
    unusual={"R said to be a quarter": Ellipsoid(Fraction(1, 4))},
    reach=(3, 3),
    steps=60,
    problem_of=lipschitz,
)

GRAVITY = Method(
    CentreOfGravity,
    usual={"central cuts of a box": CentreOfGravity()},
    wrong={
        "no cut": altered(CentreOfGravity(), lost=lambda right, cut: 0 * cut),
        "three quarters cut": altered(CentreOfGravity(), lost=lambda right, cut: 3 * cut / 4),
    },
    unusual={"R said to be a quarter": CentreOfGravity(Fraction(1, 4))},
    reach=(3, 3),
    steps=60,
    problem_of=lipschitz,
)

COMPARED = Method(Accuracies, usual={"ε = 1/(c√d)": Accuracies()}, reach=(1, 1), dataless=True, problem_of=compared)
