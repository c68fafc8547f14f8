"""SGD on two samples that differ in one example, and what makes it unstable."""

from typing import Any

from lemmacheck.theory.books.lecture.algorithms.neighbours import Neighbours, Together, quarter
from lemmacheck.theory.books.lecture.methods.examples import problem_of
from lemmacheck.theory.books.lecture.methods.sgd import listed
from lemmacheck.theory.books.lecture.problems.examples import ROUNDED, Sample, scattered
from lemmacheck.theory.core.method import Method, altered


class OwnDraws(Together):
    """The second run draws another example than the first."""

    def step(self, f: Any, s: Any) -> Any:
        nxt = super().step(f, s)
        return nxt._replace(other=super().step(f, s._replace(left=s.left[..., ::-1])).other)


class OwnStart(Together):
    """The second run starts elsewhere than the first."""

    def start(self, f: Any) -> Any:
        s = super().start(f)
        return s._replace(other=s.w + 1)


METHOD = Method(
    Neighbours,
    usual={
        "η = 2/β": Neighbours(),
        "η = 1/(2β)": Neighbours(size=quarter),
        "η = 2/β, scattered targets": Neighbours(Sample(ROUNDED, scattered)),
    },
    wrong={"another draw": altered(Neighbours(method=OwnDraws)), "another start": altered(Neighbours(method=OwnStart))},
    reach=(4, 3),
    longest=lambda n: min(listed(n), 4),
    problem_of=problem_of,
)
