"""N3 and its steps, typed from their statements."""

from fractions import Fraction
from typing import Any

from tests.literal.case import Case
from tests.literal.dual_points import dual_pairs, dual_points, signs
from tests.literal.general_sequences import grad_psi
from tests.literal.other_losses import logistic, remainder, smooth
from tests.literal.printed import Printed, for_each, transcribed
from tests.literal.reference import Vector


@transcribed("N3.gradient")
def gradient(case: Case) -> Printed:
    """∇ψ(ξ) (1 − Π (1 − σ_j)) = σ."""
    c = logistic(case)

    def sides(xi: Vector) -> tuple[Vector, Vector]:
        product = case.ref.ctx.one
        for z in xi:
            product *= 1 - c.ell_prime(z)
        return [entry * (1 - product) for entry in grad_psi(c, xi)], [c.ell_prime(z) for z in xi]

    return for_each("==", dual_points(case), sides)


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


@transcribed("N3.sharp")
def sharp(case: Case) -> Printed:
    c, zero = logistic(case), [case.ref.ctx.zero] * case.n

    def sides(denominator: int) -> tuple[Any, Any]:
        h = case.ref.real(Fraction(1, denominator))
        end = [h * entry for entry in signs(case)]
        return remainder(c, zero, end), case.n * h**2 / 8 * (1 - h**2 / 24)

    return for_each(">", (1, 8, 64), sides)
