"""Data sets: points x_i ∈ ℝ^d with labels y_i ∈ {−1, +1}, and their exact rows z_i = −y_i x_i.

    load("digits:3v5+bias"), load("breast_cancer+std"), load("mine.csv"), load("train-images-idx3-ubyte:0v1")

A bundled name or a file, then modifiers, each after a `+`, applied as written. A number is the float64
nearest to the decimal in the file; a float64 is a dyadic rational, so from there on every number is exact.
`load_labelled` gives the points with all their classes.
"""

from lemmacheck.verifiers.data.dataset import DataError, Dataset
from lemmacheck.verifiers.data.labelled import Labelled
from lemmacheck.verifiers.data.names import load, load_labelled

__all__ = ["DataError", "Dataset", "Labelled", "load", "load_labelled"]
