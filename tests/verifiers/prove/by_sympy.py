"""A second opinion on claims about the standard schedule alone, by sympy: read at a symbolic t, not at 0, …, T.

The claim's own function is evaluated on a window of two indices, t − 1 and t, of the schedule as sympy
expressions, with Σ_{j<t} in closed form and γ̄ a positive symbol. An equality is discharged if the
difference is 0 as a rational function; lhs ≥ rhs if, in powers of s = t − 1 ≥ 0, every coefficient of the
difference's numerator is at least 0 and every coefficient of its denominator is positive.
"""

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np
import sympy
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.relation import Relation
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.margins.hypotheses import unit_rows
from lemmacheck.theory.margins.problem import Optimum, Problem
from lemmacheck.verifiers.numbers.chances import relations_of
from lemmacheck.verifiers.numbers.comparison import sides
from lemmacheck.verifiers.numbers.symbolic import Symbolic

T = sympy.Symbol("t", integer=True, positive=True)
S = sympy.Symbol("s", integer=True, nonnegative=True)
GAMMA = sympy.Symbol("gamma", positive=True)


class Window(Run):
    """The indices t − 1 and t of a run, for a symbolic t ≥ 1."""

    def __init__(self, algorithm: Any) -> None:
        num = Symbolic()
        optimum = Optimum(num.array([GAMMA**2]), num.array([[1]]), num.array([[GAMMA]]), num)
        super().__init__(Problem(num.array([[GAMMA]]), num, optimum), algorithm, [])

    @cached_property
    def t(self) -> np.ndarray:
        return np.array([T - 1, T], dtype=object)

    def per_step(self, sequence: Callable[[Any], Any]) -> np.ndarray:
        return np.array([sympy.sympify(sequence(t)) for t in (T - 1, T)], dtype=object)

    def sums(self, terms: np.ndarray) -> np.ndarray:
        j = sympy.Symbol("j", integer=True, nonnegative=True)
        term = sympy.sympify(terms[-1]).subs(T, j)
        return np.array([sympy.summation(term, (j, 0, t - 1)) for t in (T - 1, T)], dtype=object)


def prove(claim: Claim) -> list[str] | None:
    """What was discharged, one sentence a relation, or None: then nothing is proved."""
    if claim.kind != "algebra for all t" or claim.about is None or claim.first != 1:
        return None
    window = Window(next(iter(claim.usual.values())))
    of_schedules = [h for h in claim.given if h != unit_rows]  # of the data nothing is used
    assumed = [discharge(relation) for h in of_schedules for relation in relations_of(h(window))]
    stated = [discharge(relation) for relation in relations_of(claim(window))]
    if None in assumed or None in stated:
        return None
    return [step for steps in stated if steps for step in steps]


def discharge(relation: Relation) -> list[str] | None:
    """Each entry of the relation shown to hold for every t ≥ 1, or None."""
    told = []
    for lhs, rhs in zip(*(side.ravel() for side in sides(relation)), strict=True):
        low, high = (rhs, lhs) if relation.op in (">=", ">") else (lhs, rhs)
        numerator, denominator = sympy.fraction(sympy.together(sympy.simplify(high - low)))
        if relation.op == "==":
            if sympy.expand(numerator) != 0:
                return None
            told.append(f"{lhs} − ({rhs}) = 0 as a rational function of t")
            continue
        above, below = coefficients(numerator), coefficients(denominator)
        strict = relation.op in ("<", ">")
        if above is None or below is None or min(below) <= 0 or min(above) < 0 or (strict and above[-1] <= 0):
            return None
        told.append(f"{high} − ({low}) has coefficients {above} over {below} in t − 1 ≥ 0")
    return told


def coefficients(expression: Any) -> list[Any] | None:
    """Coefficients in powers of s = t − 1, for γ̄ = 1 after division by a power of γ̄; None if not a polynomial."""
    shifted = sympy.expand(expression.subs(T, S + 1))
    free = shifted.free_symbols - {S, GAMMA}
    if free or not shifted.is_polynomial(S, GAMMA):
        return None
    poly = sympy.Poly(shifted, S, GAMMA)
    powers = {power for _, power in poly.monoms()}
    if len(powers) > 1:
        return None
    return [sympy.Rational(c) for c in sympy.Poly(shifted.subs(GAMMA, 1), S).all_coeffs()]
