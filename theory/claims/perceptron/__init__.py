"""Telgarsky, Lecture 9: separability and its three forms, the perceptron and its mistake bound."""

from types import ModuleType

# isort: off
from theory.claims.perceptron import basics
from theory.claims.perceptron import separability
from theory.claims.perceptron import update
from theory.claims.perceptron import mistake_bound
from theory.claims.perceptron import mistake_proof
from theory.claims.perceptron import kernel
from theory.claims.perceptron import printed_algorithms
# isort: on

CHAPTERS: tuple[ModuleType, ...] = (
    basics,
    separability,
    update,
    mistake_bound,
    mistake_proof,
    kernel,
    printed_algorithms,
)
