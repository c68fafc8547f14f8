"""Worst cases of first-order methods on convex 1-smooth functions: exact certificates, floats only propose."""

from lemmacheck.verifiers.worst_cases.certificate import Certificate, certify
from lemmacheck.verifiers.worst_cases.propose import propose

__all__ = ["Certificate", "certify", "propose"]
