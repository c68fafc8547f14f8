"""The batch perceptron: its step sizes, and wrong steps."""

from typing import Any

from lemmacheck.theory.books.jst.algorithms.batch_perceptron import BatchPerceptron
from lemmacheck.theory.core.method import Method, altered
from lemmacheck.theory.core.schedules import Constant, Drawn


def stepped(times: int) -> Any:
    """The method whose step is so many times as long, unseen by η."""

    def step(right: Any, p: Any, s: Any) -> Any:
        w = s.w - times * right.eta(s.t) * p.combine(s.q)
        return s._replace(t=s.t + 1, w=w, q=right.worst(p, w))

    return altered(BatchPerceptron(), step=step)


METHOD = Method(
    BatchPerceptron,
    usual={"η=1": BatchPerceptron(), "η drawn": BatchPerceptron(Drawn(7, first=None))},
    wrong={
        "uphill": stepped(-1),
        "row of the largest margin": altered(
            BatchPerceptron(), after=lambda right, p, s, nxt: nxt._replace(q=right.worst(p, -nxt.w))
        ),
        "row from w_t": altered(
            BatchPerceptron(), step=lambda right, p, s: right.step(p, s)._replace(q=right.worst(p, s.w))
        ),
        "double step": stepped(2),
    },
    unusual={"η=1/2": BatchPerceptron(Constant(1, 2))},
    above_one={"η=2": BatchPerceptron(Constant(2))},
)
