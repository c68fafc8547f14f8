"""Worst cases of first-order methods on convex 1-smooth functions: exact certificates, floats only propose."""

from verifiers.worst_case.certificate import Certificate, certify
from verifiers.worst_case.propose import propose

__all__ = ["Certificate", "certify", "propose"]
