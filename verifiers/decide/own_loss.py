"""A loss of the author's own is one function: what its parts say of it is compared in balls, at a few points.

inverse       ℓ⁻¹(ℓ(z)) = z
derivative    (ℓ(b) − ℓ(a))/(b − a) is among the values of ℓ' on [a, b]: a ball around [a, b] gives them all
psi           ψ(ξ) = ℓ⁻¹(Σ ℓ(ξ_i))
psi_gradient  ∇ψ(ξ) = ℓ'(ξ)/ℓ'(ψ(ξ)), and excess(ξ) = ‖∇ψ(ξ)‖₁ − 1
shares        ℓ(ξ) and ℓ'(ξ) over one factor
conjugate     ⟨q, ξ⟩ − ψ(ξ) ≤ ψ*(q) ≤ 0 for q ∈ Δ_n, for ψ is above every ξ_i
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
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
Compared = tuple[str, str, Sequence[Any], Callable[[Any], Relation]]  # what is said, of which letter, at which points


class Balls(ByDefinition):
    """An author's loss on balls: code of his is given sealed ones, and what it gives back is opened."""

    def __init__(self, loss: Loss) -> None:
        self.loss, self.num = loss, secret(loss, BITS)

    def of(self, name: str, x: Any) -> Any:
        given = self.num.kept(x) if isinstance(self.num, OpenBall) else x
        return balls(getattr(self.loss, name)(self.num, given))

    def value(self, num: Any, z: Any) -> Any:
        return self.of("value", z)

    def derivative(self, num: Any, z: Any) -> Any:
        return self.of("derivative", z)

    def inverse(self, num: Any, s: Any) -> Any:
        return self.of("inverse", s)


@remembering(64)
def mismatch(loss: Loss) -> str:
    """Where two parts of a loss surely contradict each other; nothing where they do not. What cannot be computed at one
    point says nothing of another."""
    num = Ball(BITS)
    with num.active():
        for said, letter, points, relation in comparisons(Balls(loss), num):
            for point in points:
                with suppress(ArithmeticError):
                    if FAILS in compare(relation(num.array(point))):
                        where = f"{said} is false at {letter} = {text(point)}"
                        return f"the parts of the loss {loss.name!r} contradict each other: {where}"
    return ""


def lacks_conjugate(loss: Any) -> bool:
    """Whether a loss was given without its ψ*."""
    return getattr(loss, "conjugate_on_simplex", None) is unknown_conjugate


def comparisons(loss: Balls, num: Ball) -> Iterator[Compared]:
    """What the parts of a loss say of one function."""

    def slope(a: Any) -> Relation:
        b = a + to_fmpq(STEP)
        around = pairwise(lambda a, b: as_ball(a).union(as_ball(b)), a, b)
        return equal((loss.value(num, b) - loss.value(num, a)) / to_fmpq(STEP), loss.derivative(num, around))

    def share(which: int, function: Callable[[Any, Any], Any]) -> Callable[[Any], Relation]:
        def of(xi: Any) -> Relation:
            shares = loss.of("shares", xi)
            return equal(loss.value(num, xi)[0] / shares[0][0] * shares[which], function(num, xi))

        return of

    def young(q: Any, xi: Any) -> Relation:
        return at_least(loss.of("conjugate", q), (q * xi).sum() - loss.psi(num, xi))

    yield "ℓ⁻¹(ℓ(z)) = z", "z", POINTS, lambda z: equal(loss.inverse(num, loss.value(num, z)), z)
    yield "(ℓ(b) − ℓ(a))/(b − a) = ℓ'(c) for a c near a", "a", POINTS, slope
    yield "ψ(ξ) = ℓ⁻¹(Σ ℓ(ξ_i))", "ξ", VECTORS, lambda xi: equal(loss.of("psi", xi), loss.psi(num, xi))
    gradient = partial(loss.psi_gradient, num)
    yield "∇ψ(ξ) = ℓ'(ξ)/ℓ'(ψ(ξ))", "ξ", VECTORS, lambda xi: equal(loss.of("psi_gradient", xi), gradient(xi))
    yield "excess(ξ) = ‖∇ψ(ξ)‖₁ − 1", "ξ", VECTORS, lambda xi: equal(loss.of("excess", xi), gradient(xi).sum() - 1)
    for which, function in enumerate((loss.value, loss.derivative)):
        yield "shares(ξ) = (ℓ(ξ)/c, ℓ'(ξ)/c) for one c", "ξ", VECTORS, share(which, function)
    weights = () if lacks_conjugate(loss.loss) else WEIGHTS
    for q in map(num.array, weights):
        yield f"ψ*(q) ≥ ⟨q, ξ⟩ − ψ(ξ) for q = {text(q)}", "ξ", VECTORS, partial(young, q)
    yield "ψ*(q) ≤ 0", "q", weights, lambda q: at_most(loss.of("conjugate", q), 0)


def balls(x: Any) -> np.ndarray:
    """What an author's function gives, as balls."""
    found: np.ndarray = elementwise(as_ball, opened(np.asarray(x, dtype=object)))
    return found


def text(point: Any) -> str:
    return str(point) if isinstance(point, Fraction) else f"({', '.join(map(str, point))})"
