"""Sharan, Lecture 9: strong convexity, stochastic gradient descent, boosting, kernels."""

from types import ModuleType

# isort: off
# isort: on

CHAPTERS: tuple[ModuleType, ...] = ()
