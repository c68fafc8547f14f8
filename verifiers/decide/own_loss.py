"""A loss of the author's own is one function: what its parts say of it is compared in balls, at a few points.

inverse       ℓ⁻¹(ℓ(z)) = z
derivative    (ℓ(b) − ℓ(a))/(b − a) is among the values of ℓ' on [a, b]: a ball around [a, b] gives them all
psi           ψ(ξ) = ℓ⁻¹(Σ ℓ(ξ_i))
psi_gradient  ∇ψ(ξ) = ℓ'(ξ)/ℓ'(ψ(ξ)), and excess(ξ) = ‖∇ψ(ξ)‖₁ − 1
shares        ℓ(ξ) and ℓ'(ξ) over one factor
conjugate     ⟨q, ξ⟩ − ψ(ξ) ≤ ψ*(q) ≤ 0 for q ∈ Δ_n, for ψ is above every ξ_i
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from lemmacheck.theory.core.arithmetic import column
from lemmacheck.theory.core.relation import Relation, at_least, at_most, equal
from lemmacheck.theory.margins.losses import ByDefinition, Loss, unknown_conjugate
from lemmacheck.verifiers.instances.memory import remembering
from lemmacheck.verifiers.numbers.ball import Ball, elementwise, pairwise, to_fmpq
from lemmacheck.verifiers.numbers.comparison import FAILS, compare
from lemmacheck.verifiers.numbers.guarded_ball import OpenBall, secret
from lemmacheck.verifiers.numbers.monomial import as_ball
from lemmacheck.verifiers.numbers.sealed import opened

BITS = 256
POINTS = tuple(map(Fraction, ("-9", "-2", "-1/2", "0", "1/3", "2", "9")))
STEP = Fraction(1, 2**16)  # from a to b
VECTORS = tuple(tuple(map(Fraction, xi.split())) for xi in ("-1 -1", "0 -3", "1/2 -1/4", "-5 2"))
WEIGHTS = ((Fraction(1, 2), Fraction(1, 2)), (Fraction(1, 3), Fraction(2, 3)), (Fraction(0), Fraction(1)))
Compared = tuple[str, str, Sequence[Any], Relation]  # what is said, of which letter, at which points


class Balls(ByDefinition):
    """An author's loss on balls: code of his is given sealed ones, and what it gives back is opened."""

    def __init__(self, loss: Loss) -> None:
        self.loss, self.num = loss, secret(loss, BITS)

    def of(self, name: str, x: Any) -> Any:
        given = self.num.kept(x) if isinstance(self.num, OpenBall) else x
        found = getattr(self.loss, name)(self.num, given)
        return tuple(map(balls, found)) if isinstance(found, tuple) else balls(found)

    def value(self, num: Any, z: Any) -> Any:
        return self.of("value", z)

    def derivative(self, num: Any, z: Any) -> Any:
        return self.of("derivative", z)

    def inverse(self, num: Any, s: Any) -> Any:
        return self.of("inverse", s)


@remembering(64)
def mismatch(loss: Loss) -> str:
    """Where two parts of a loss surely contradict each other; nothing where they do not."""
    num = Ball(BITS)
    with num.active():
        try:
            for said, letter, points, relation in comparisons(Balls(loss), num, not lacks_conjugate(loss)):
                truths = compare(relation).reshape(len(points), -1)
                failing = [point for point, truth in zip(points, truths, strict=True) if FAILS in truth]
                if failing:
                    where = f"{said} is false at {letter} = {text(failing[0])}"
                    return f"the parts of the loss {loss.name!r} contradict each other: {where}"
        except ArithmeticError:
            pass
    return ""


def lacks_conjugate(loss: Any) -> bool:
    """Whether a loss was given without its ψ*."""
    return getattr(loss, "conjugate_on_simplex", None) is unknown_conjugate


def comparisons(loss: Balls, num: Ball, conjugate: bool) -> Iterator[Compared]:
    """What the parts of a loss say of one function."""
    z = num.array(POINTS)
    end = z + to_fmpq(STEP)
    yield "ℓ⁻¹(ℓ(z)) = z", "z", POINTS, equal(loss.inverse(num, loss.value(num, z)), z)
    around = pairwise(lambda a, b: as_ball(a).union(as_ball(b)), z, end)
    slope = (loss.value(num, end) - loss.value(num, z)) / to_fmpq(STEP)
    yield "(ℓ(b) − ℓ(a))/(b − a) = ℓ'(c) for a c near a", "a", POINTS, equal(slope, loss.derivative(num, around))
    xi = num.array(VECTORS)
    psi, gradient = loss.psi(num, xi), loss.psi_gradient(num, xi)
    yield "ψ(ξ) = ℓ⁻¹(Σ ℓ(ξ_i))", "ξ", VECTORS, equal(loss.of("psi", xi), psi)
    yield "∇ψ(ξ) = ℓ'(ξ)/ℓ'(ψ(ξ))", "ξ", VECTORS, equal(loss.of("psi_gradient", xi), gradient)
    yield "excess(ξ) = ‖∇ψ(ξ)‖₁ − 1", "ξ", VECTORS, equal(loss.of("excess", xi), gradient.sum(-1) - 1)
    values, slopes = loss.of("shares", xi)
    factor = column(loss.value(num, xi)[..., 0] / values[..., 0])
    said = "shares(ξ) = (ℓ(ξ)/c, ℓ'(ξ)/c) for one c"
    yield said, "ξ", VECTORS, equal(factor * values, loss.value(num, xi))
    yield said, "ξ", VECTORS, equal(factor * slopes, loss.derivative(num, xi))
    for q in num.array(WEIGHTS) if conjugate else ():
        dual, said = loss.of("conjugate", q), f"ψ*(q) ≥ ⟨q, ξ⟩ − ψ(ξ) for q = {text(q)}"
        yield said, "ξ", VECTORS, at_least(dual + 0 * psi, (q * xi).sum(-1) - psi)
        yield "ψ*(q) ≤ 0", "q", [q], at_most(dual, 0)


def balls(x: Any) -> np.ndarray:
    """What an author's function gives, as balls."""
    found: np.ndarray = elementwise(as_ball, opened(np.asarray(x, dtype=object)))
    return found


def text(point: Any) -> str:
    return str(point) if isinstance(point, Fraction) else f"({', '.join(map(str, point))})"
