"""The batch perceptron: its step sizes, and wrong steps."""

from typing import Any

from lemmacheck.theory.books.jst.algorithms.batch_perceptron import BatchPerceptron
from lemmacheck.theory.core.method import Method, altered
from lemmacheck.theory.core.schedules import Constant, Drawn


class Uphill(BatchPerceptron):
    """w_{t+1} = w_t + η_t z_{i_t}."""

    def step(self, p: Any, s: Any) -> Any:
        w = s.w + self.eta(s.t) * p.combine(s.q)
        return s._replace(t=s.t + 1, w=w, q=self.worst(p, w))


class DoubleStep(BatchPerceptron):
    """Twice the step, unseen by η."""

    def step(self, p: Any, s: Any) -> Any:
        w = s.w - 2 * self.eta(s.t) * p.combine(s.q)
        return s._replace(t=s.t + 1, w=w, q=self.worst(p, w))


METHOD = Method(
    BatchPerceptron,
    usual={"η=1": BatchPerceptron(), "η drawn": BatchPerceptron(Drawn(7, first=None))},
    wrong={
        "uphill": Uphill(),
        "row of the largest margin": altered(
            BatchPerceptron(), after=lambda right, p, s, nxt: nxt._replace(q=right.worst(p, -nxt.w))
        ),
        "row from w_t": altered(
            BatchPerceptron(), step=lambda right, p, s: right.step(p, s)._replace(q=right.worst(p, s.w))
        ),
        "double step": DoubleStep(),
    },
    unusual={"η=1/2": BatchPerceptron(Constant(1, 2))},
    above_one={"η=2": BatchPerceptron(Constant(2))},
)
