"""The perceptron kernelized: w_t = Σ_{i∈M_t} y_i k(x_i, ·) is kept as the number of times each row is in M_t.

⟨w_t, x⟩ = Σ_{i∈M_t} y_i k(x_i, x) = Σ_j c_j y_j k(x_j, x),   c_j = the number of i ∈ M_t whose example is row j
c ← c + e_j 1[−y_j ⟨w_{t−1}, x_j⟩ ≥ 0] for the row j of step t,  c = 0 at first
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from lemmacheck.theory.books.perceptron.problems.feature_maps import KernelProblem, Quadratic
from lemmacheck.theory.core.arithmetic import Array, Number, column
from lemmacheck.theory.margins.labelled import InTurn, of_maximum_margin
from lemmacheck.theory.margins.paths import Cyclic, Path


class State(NamedTuple):
    """After step t: the counts c of M_t, the vertex e_j of the row met at step t, and ⟨w_{t−1}, x_j⟩."""

    t: Number
    c: Array
    e: Array
    value: Any


@dataclass(frozen=True)
class KernelPerceptron:
    """The perceptron by values of its kernel alone."""

    kernel: Any = Quadratic()
    stream: Path = Cyclic()
    labelling: Callable[[Any], list[int]] = InTurn()
    separator: Callable[[Any], Array] = of_maximum_margin

    def start(self, p: KernelProblem) -> State:
        zero = 0 * p.uniform()
        return State(p.num.number(0), zero, zero, zero.sum(-1))

    def step(self, p: KernelProblem, s: State) -> State:
        e = self.stream(p, s.t, s.c)
        value = self.value(p, s.c, (column(e) * p.X).sum(-2))
        mistake = p.at_least_zero(-p.inner(e, p.labels) * value)
        return State(s.t + 1, s.c + column(mistake) * e, e, value)

    def value(self, p: KernelProblem, c: Array, x: Array) -> Any:
        """Σ_j c_j y_j k(x_j, x)."""
        return p.inner(c * p.labels, p.column_of(x))
