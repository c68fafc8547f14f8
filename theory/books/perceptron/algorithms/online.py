"""The perceptron against nature: the label y_t is chosen once the prediction ŷ_t is known, and is −ŷ_t."""

from typing import Any

from lemmacheck.theory.books.perceptron.algorithms.perceptron import Perceptron, State
from lemmacheck.theory.core.arithmetic import Array, column
from lemmacheck.theory.margins.labelled import PerceptronProblem


class ContradictedPerceptron(Perceptron):
    """Receive x_t, predict ŷ_t, suffer 1[ŷ_t ≠ y_t] for the y_t of nature, update."""

    def step(self, p: PerceptronProblem, s: State) -> State:
        e = self.stream(p, s.t, p.margins(s.w))
        x = (column(e) * p.X).sum(-2)
        y_hat = self.predicted(p, s.w, x)
        y = self.answer(p, e, y_hat)
        return State(s.t + 1, self.updated(p, s.w, column(y) * x), x, y, y_hat)

    def answer(self, p: PerceptronProblem, e: Array, y_hat: Any) -> Any:
        """y_t."""
        return -y_hat
