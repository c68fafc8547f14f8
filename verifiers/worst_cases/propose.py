"""Weights for a certificate, proposed in floats by the dual semidefinite program and repaired to rationals.

Only chains j → j+1 and stars * → j are used: a_j = s_0 + … + s_j. The s_j are rounded and scaled to sum 1, and
τ is enlarged until the exact check passes, so that every certificate returned as good is decided over ℚ.
"""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from flint import fmpq
from lemmacheck.verifiers.numbers.ball import fraction
from lemmacheck.verifiers.worst_cases.certificate import STAR, Certificate, Pair, certify, form

DIGITS = 10**9
ROOM = (Fraction(0), Fraction(1, 10**6), Fraction(1, 10**4), Fraction(1, 100))


def chained(stars: Sequence[Fraction]) -> dict[Pair, Fraction]:
    """s_j on the inequalities from q*, and their sums on those between neighbours."""
    weights: dict[Pair, Fraction] = {(STAR, j): s for j, s in enumerate(stars)}
    total = Fraction(0)
    for j, s in enumerate(stars[:-1]):
        total += s
        weights[j, j + 1] = total
    return weights


def program(points: Sequence[Sequence[fmpq]]) -> tuple[float, np.ndarray]:
    """The least τ and its s_j, in floats."""
    import cvxpy as cp

    count, size = len(points), len(points) + 1
    parts = [form(points, Fraction(0), chained([Fraction(int(i == j)) for i in range(count)])) for j in range(count)]
    dense = [np.array([float(fraction(x)) for x in part.entries()]).reshape(size, size) for part in parts]
    corner = np.zeros((size, size))
    corner[0, 0] = 1 / 2
    tau, s = cp.Variable(), cp.Variable(count, nonneg=True)
    matrix = tau * corner + sum(s[j] * dense[j] for j in range(count))
    problem = cp.Problem(cp.Minimize(tau), [cp.sum(s) == 1, (matrix + matrix.T) / 2 >> 0])
    problem.solve(solver=cp.CLARABEL)
    return float(np.asarray(tau.value)), np.asarray(s.value)


def propose(points: Sequence[Sequence[fmpq]]) -> Certificate:
    """A certificate for the method's points with nearly the least τ; its `fault` is set if it fails."""
    least, found = program(points)
    rounded = [Fraction(max(0, round(DIGITS * entry)), DIGITS) for entry in found]
    stars = [entry / sum(rounded) for entry in rounded]
    tried = Certificate(Fraction(0), {}, "nothing was tried")
    for room in ROOM:
        tau = Fraction(round(DIGITS * least), DIGITS) * (1 + room)
        tried = certify(points, tau, chained(stars))
        if tried.good:
            break
    return tried
