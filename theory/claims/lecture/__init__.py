"""Sharan, Lecture 9: strong convexity, stochastic gradient descent, boosting, kernels."""

from types import ModuleType

# isort: off
from theory.claims.lecture import strong_convexity
from theory.claims.lecture import quadratics
from theory.claims.lecture import rates_of_methods
from theory.claims.lecture import sgd
from theory.claims.lecture import sgd_proof
from theory.claims.lecture import sgd_remarks
from theory.claims.lecture import sgd_on_the_risk
from theory.claims.lecture import weak_learning
from theory.claims.lecture import boosting
from theory.claims.lecture import training_error
from theory.claims.lecture import normalizers
from theory.claims.lecture import generalization
from theory.claims.lecture import margins
from theory.claims.lecture import kernel_ridge
from theory.claims.lecture import kernel_solution
from theory.claims.lecture import kernel_costs
from theory.claims.lecture import kernel_functions
# isort: on

CHAPTERS: tuple[ModuleType, ...] = (
    strong_convexity,
    quadratics,
    rates_of_methods,
    sgd,
    sgd_proof,
    sgd_remarks,
    sgd_on_the_risk,
    weak_learning,
    boosting,
    training_error,
    normalizers,
    generalization,
    margins,
    kernel_ridge,
    kernel_solution,
    kernel_costs,
    kernel_functions,
)
