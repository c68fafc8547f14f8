"""Methods of prior work that no claim of the book is about, in float64.

OneExample          w_{t+1} = w_t − z_i if ⟨w_t, z_i⟩ ≥ 0, for the rows i in turn: it reads one row a step
AveragedPerceptron  v_{t+1} = Π(v_t − z_{i_t}/√(t+1)),  i_t the first index with (Zv_t)_i = max_j (Zv_t)_j
                    w_t = (v_1 + … + v_t)/t,  Π(v) = v / max(1, ‖v‖): Cotter et al. (2012) on separable data
"""

import math
from dataclasses import dataclass

import numpy as np
from lemmacheck.theory.margins.problem import Problem


@dataclass(frozen=True)
class Met:
    """After t examples."""

    t: int
    w: np.ndarray


@dataclass(frozen=True)
class OneExample:
    """The perceptron that meets the rows in turn."""

    def start(self, p: Problem) -> Met:
        return Met(0, np.zeros(p.d))

    def step(self, p: Problem, s: Met) -> Met:
        z = p.Z[s.t % p.n]
        return Met(s.t + 1, s.w - z if s.w @ z >= 0 else s.w)


@dataclass(frozen=True)
class Averaged:
    """After t steps: v_t and the average w_t."""

    t: int
    v: np.ndarray
    w: np.ndarray


@dataclass(frozen=True)
class AveragedPerceptron:
    """The batch perceptron with steps 1/√t, projected onto the unit ball and averaged."""

    def start(self, p: Problem) -> Averaged:
        return Averaged(0, np.zeros(p.d), np.zeros(p.d))

    def step(self, p: Problem, s: Averaged) -> Averaged:
        v = s.v - p.Z[(p.Z @ s.v).argmax()] / math.sqrt(s.t + 1)
        v = v / max(1.0, math.sqrt(v @ v))
        return Averaged(s.t + 1, v, s.w + (v - s.w) / (s.t + 1))
