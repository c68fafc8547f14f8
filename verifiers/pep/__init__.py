"""Statements about all functions of a class: PEPit proposes the worst case in floats, exact weights certify it."""

from lemmacheck.verifiers.pep.certificate import certify_descent, worst_quadratic
from lemmacheck.verifiers.pep.worst_cases import QUESTIONS, Comparison, compare

__all__ = ["QUESTIONS", "Comparison", "certify_descent", "compare", "worst_quadratic"]
