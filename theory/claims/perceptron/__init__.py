"""Telgarsky, Lecture 9: separability and its three forms, the perceptron and its mistake bound."""

from types import ModuleType

# isort: off
# isort: on

CHAPTERS: tuple[ModuleType, ...] = ()
