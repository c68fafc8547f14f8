"""Sharan, Lecture 9: strong convexity, stochastic gradient descent, boosting, kernels."""

from lemmacheck.theory.books.lecture import (
    sec1_limits,
    sec1_quadratics,
    sec1_rates_of_methods,
    sec1_strong_convexity,
    sec2_sgd,
    sec2_sgd_proof,
    sec2_sgd_remarks,
    sec3_sgd_on_the_risk,
    sec4_boosting,
    sec4_generalization,
    sec4_margins,
    sec4_normalizers,
    sec4_training_error,
    sec4_weak_learning,
    sec5_kernel_costs,
    sec5_kernel_functions,
    sec5_kernel_ridge,
    sec5_kernel_solution,
)
from lemmacheck.theory.books.lecture.methods import METHODS
from lemmacheck.theory.books.lecture.source import LECTURE
from lemmacheck.theory.core.book import Book

BOOK = Book(
    LECTURE,
    claims=(
        sec1_strong_convexity, sec1_quadratics, sec1_rates_of_methods, sec1_limits, sec2_sgd, sec2_sgd_proof,
        sec2_sgd_remarks, sec3_sgd_on_the_risk, sec4_weak_learning, sec4_boosting, sec4_training_error,
        sec4_normalizers, sec4_generalization, sec4_margins, sec5_kernel_ridge, sec5_kernel_solution, sec5_kernel_costs,
        sec5_kernel_functions,
    ),
    methods=METHODS,
)  # fmt: skip
