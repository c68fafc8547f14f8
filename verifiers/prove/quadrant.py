"""Proofs for all t and j: a claim over pairs first ≤ j < t, read at j = first + a, t = j + 1 + b with a, b ≥ 0.

An equality is discharged if the difference is 0 as a rational function of a and b; lhs ≥ rhs if the
difference is a quotient of polynomials whose coefficients are at least 0, the denominator's constant term
above 0; lhs > rhs if the numerator's constant term is above 0 too.
"""

from types import SimpleNamespace
from typing import Any

import numpy as np
import sympy
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.relation import Relation
from lemmacheck.theory.core.shared import authored
from lemmacheck.verifiers.numbers.chances import relations_of
from lemmacheck.verifiers.numbers.comparison import sides
from lemmacheck.verifiers.numbers.symbolic import Symbolic

KIND = "algebra for all j < t"
A = sympy.Symbol("a", integer=True, nonnegative=True)
B = sympy.Symbol("b", integer=True, nonnegative=True)


class Quadrant:
    """Stands for an algorithm whose statements range over t and j."""

    def horizons(self, num: Any, steps: int, first: int = 1) -> np.ndarray:
        """All t ≥ first."""
        return np.array([first + A], dtype=object)

    def pairs(self, num: Any, steps: int, first: int = 0) -> tuple[np.ndarray, np.ndarray]:
        """All (t, j) with first ≤ j < t."""
        return np.array([first + A + 1 + B], dtype=object), np.array([first + A], dtype=object)


def prove(claim: Claim) -> list[str] | None:
    """The discharged entries, a sentence each; None if one is not, and nothing is proved."""
    if claim.kind != KIND or claim.given or authored(claim.function):
        return None
    subject = SimpleNamespace(algorithm=Quadrant(), problem=SimpleNamespace(num=Symbolic()), steps=0)
    steps_of = [discharge(relation) for relation in relations_of(claim(subject))]
    return None if None in steps_of else [step for steps in steps_of if steps for step in steps]


def discharge(relation: Relation) -> list[str] | None:
    """A proof of each entry of the relation for all a, b ≥ 0, or None."""
    steps = []
    for lhs, rhs in zip(*(side.ravel() for side in sides(relation)), strict=True):
        low, high = (rhs, lhs) if relation.op in (">=", ">") else (lhs, rhs)
        step = quotient(sympy.sympify(high) - sympy.sympify(low), relation.op)
        if step is None:
            return None
        steps.append(step)
    return steps


def quotient(difference: Any, op: str) -> str | None:
    """Why a rational function of a and b is 0, at least 0 or above 0 for all a, b ≥ 0; None if no reason is found."""
    parts = sympy.fraction(sympy.cancel(sympy.together(difference)))
    above, below = (sympy.Poly(part, A, B) for part in parts)
    if below.eval((0, 0)) < 0:
        above, below = -above, -below
    if below.eval((0, 0)) <= 0 or min(below.coeffs()) < 0:
        return None
    if op == "==":
        return "a difference is 0 as a rational function" if above.is_zero else None
    strict = op in ("<", ">")
    if min(above.coeffs()) < 0 or (strict and above.eval((0, 0)) <= 0):
        return None
    return (
        f"{len(above.coeffs())} coefficients, none below {min(above.coeffs())}, over {len(below.coeffs())} of one sign"
    )
