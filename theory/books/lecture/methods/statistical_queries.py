"""SGD with statistical queries, answered well and badly, and its wrong steps."""

from math import isqrt
from typing import Any

from lemmacheck.theory.books.lecture.algorithms.statistical_queries import Answered, StatisticalQueries, away, too_much
from lemmacheck.theory.books.lecture.methods.examples import problem_of
from lemmacheck.theory.books.lecture.problems.examples import HINGE, Sample
from lemmacheck.theory.core.arithmetic import column
from lemmacheck.theory.core.method import Method, altered


class Uphill(Answered):
    """w_{t+1} = w_t + ηv_t."""

    def step(self, f: Any, s: Any) -> Any:
        return super().step(f, s._replace(v=-s.v))


class Careless(Answered):
    """Answers that miss by 8τ."""

    def asked(self, f: Any, w: Any) -> Any:
        return f.gradient(w) + 8 * column(self.tau) * (1 + self.missed(f, w))


class LongSteps(Answered):
    """Every step forty times as long."""

    def step(self, f: Any, s: Any) -> Any:
        return super().step(f, s._replace(v=40 * s.v))


METHOD = Method(
    StatisticalQueries,
    usual={
        "exact answers": StatisticalQueries(),
        "answers that lead away": StatisticalQueries(away),
        "answers too large, hinge loss": StatisticalQueries(too_much, Sample(HINGE, uneven=True)),
    },
    wrong={
        "uphill": altered(StatisticalQueries(method=Uphill)),
        "answers that miss by 8τ": altered(StatisticalQueries(method=Careless)),
        "40 times the step": altered(StatisticalQueries(method=LongSteps)),
    },
    reach=(4, 3),
    horizon=lambda algorithm, steps: isqrt(min(steps, 16)) ** 2,
    problem_of=problem_of,
)
