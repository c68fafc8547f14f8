"""Finite classes of hypotheses: from inputs X and labels y to the votes h_j(x_i) = ±1, an n × m matrix; sign(0) is +1.

OneMistake   h_j agrees with y but for the j-th example: m = n, and γ = ½ − 1/n
Axes         ±sign(x_k)
Stumps       ±sign(x_k − θ), θ the k-th coordinate of an example; the constants are among them
Constants    +1 and −1
Table        right and wrong as they are written down
"""

from dataclasses import dataclass

import numpy as np
from lemmacheck.theory.core.arithmetic import Arithmetic, Array
from lemmacheck.theory.core.piecewise import sign


def both_ways(votes: Array) -> Array:
    """Each hypothesis and its negative."""
    return np.concatenate([votes, -votes], axis=-1)


@dataclass(frozen=True)
class OneMistake:
    """Each hypothesis errs at one example."""

    def __call__(self, num: Arithmetic, X: Array, y: Array) -> Array:
        n = X.shape[-2]
        return y[..., None] * num.array((1 - 2 * np.eye(n, dtype=int)).tolist())


@dataclass(frozen=True)
class Axes:
    """The signs of the coordinates, both ways or one."""

    both: bool = True

    def __call__(self, num: Arithmetic, X: Array, y: Array) -> Array:
        votes = sign(num, X)
        return both_ways(votes) if self.both else votes


@dataclass(frozen=True)
class Stumps:
    """Decision stumps with the thresholds that the examples offer, both ways."""

    def __call__(self, num: Arithmetic, X: Array, y: Array) -> Array:
        differences = X[..., :, None, :] - X[..., None, :, :]
        votes = sign(num, differences)
        return both_ways(votes.reshape(*votes.shape[:-2], -1))


@dataclass(frozen=True)
class Constants:
    """The two constant hypotheses, or +1 alone."""

    both: bool = True

    def __call__(self, num: Arithmetic, X: Array, y: Array) -> Array:
        ones = (0 * y + 1)[..., None]
        return both_ways(ones) if self.both else ones


@dataclass(frozen=True)
class SignTable:
    """y_i h_j(x_i) in a table, + for 1 and - for −1, a word for every example."""

    rows: str

    def __call__(self, num: Arithmetic, X: Array, y: Array) -> Array:
        return y[..., None] * num.array([[2 * (mark == "+") - 1 for mark in row] for row in self.rows.split()])


RUDIN = SignTable("-++++--+ -++--+++ +-+++-++ +-++-+++ +-+-+++- ++-++++- ++-+++-+ ++++--+-")
