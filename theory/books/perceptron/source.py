"""The lecture on the perceptron."""

from lemmacheck.theory.core.source import Source

PERCEPTRON = Source("Tel-L9", "Telgarsky", "Lecture 9 (sketch): the perceptron", "undated lecture notes")
