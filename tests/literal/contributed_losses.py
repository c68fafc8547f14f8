"""N3 and its steps, typed from their statements."""

from fractions import Fraction
from typing import Any

from tests.literal.case import Case
from tests.literal.dual_points import dual_pairs, dual_points, signs
from tests.literal.general_sequences import grad_psi
from tests.literal.other_losses import logistic, remainder, smooth
from tests.literal.printed import Printed, at_each, for_each, transcribed
from tests.literal.reference import Vector


@at_each("==", dual_points, "N3.gradient", of=logistic)
def gradient(c: Case, xi: Vector) -> tuple[Vector, Vector]:
    """∇ψ(ξ) (1 − Π (1 − σ_j)) = σ."""
    product = c.ref.ctx.one
    for z in xi:
        product *= 1 - c.ell_prime(z)
    return [entry * (1 - product) for entry in grad_psi(c, xi)], [c.ell_prime(z) for z in xi]


@transcribed("N3.bound")
def bound(case: Case) -> list[Printed]:
    c, n = logistic(case), case.n

    def sides(xi: Vector) -> tuple[Any, Any]:
        total = case.ref.ctx.zero
        for i, entry in enumerate(grad_psi(c, xi)):
            total += entry * (1 - c.ell_prime(xi[i]))
        return 4 * (n - 1) * total, n**2

    points = [pair[0] for pair in dual_pairs(case)] + [pair[1] for pair in dual_pairs(case)]
    return [for_each("<=", points, sides)]


@transcribed("N3.smooth")
def smoother(case: Case) -> list[Printed]:
    """Both forms of smoothness, times 4(n − 1)."""
    times, sides = 4 * (case.n - 1), smooth(logistic(case), case.ref.real(1))
    return [Printed(one.op, [(times * left, case.n**2 * right) for left, right in one.rows]) for one in sides]


@at_each(">", lambda case: (1, 8, 64), "N3.sharp", of=logistic)
def sharp(c: Case, denominator: int) -> tuple[Any, Any]:
    h = c.ref.real(Fraction(1, denominator))
    end = [h * entry for entry in signs(c)]
    return remainder(c, [0 * entry for entry in end], end), c.n * h**2 / 8 * (1 - h**2 / 24)
