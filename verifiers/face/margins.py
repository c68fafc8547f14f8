"""The margin problem for a book of one's own: its rows and optimum, its losses, and what is supposed of both.

from lemmacheck.margins import MarginProblem, separable, unit_rows
"""

from lemmacheck.theory.margins.comparators import ball_points, directions, dual_points, simplex_points
from lemmacheck.theory.margins.hypotheses import (
    exponential_loss,
    logistic_loss,
    near_rows,
    nonseparable,
    positive_margin,
    separable,
    two_rows,
    unit_rows,
)
from lemmacheck.theory.margins.losses import Exponential, Logistic
from lemmacheck.theory.margins.problem import Problem as MarginProblem

__all__ = [
    "Exponential", "Logistic", "MarginProblem", "ball_points", "directions", "dual_points", "exponential_loss",
    "logistic_loss", "near_rows", "nonseparable", "positive_margin", "separable", "simplex_points", "two_rows",
    "unit_rows",
]  # fmt: skip
