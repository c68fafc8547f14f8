"""Algorithm 2 on some paths, on all of them and by its law, and its wrong steps.

Every q_t is positive, so every path may occur: a statement about all paths is tried on drawn ones and on
adversarial ones that keep to one row. Listing all paths, or all multisets of rows, bounds the steps.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb
from typing import Any

from lemmacheck.theory.books.jst.algorithms.adaptive_sampling import (
    AdaptiveSampling,
    EndpointLaw,
    EveryPath,
    Fixed,
    HorizonSampling,
)
from lemmacheck.theory.books.jst.algorithms.two_rows import TwoRowLaw
from lemmacheck.theory.core.method import Method, Planted, altered
from lemmacheck.theory.core.schedules import Constant, Drawn, t_over_t_plus_one
from lemmacheck.theory.margins.paths import Always, Cyclic, Seeded

PATHS, NODES, LONGEST = 81, 41_000, 200


class UphillSampling(AdaptiveSampling):
    """w_{t+1} = w_t + θ_t(g_t + z_{i_t})."""

    def step(self, p: Any, s: Any) -> Any:
        nxt = super().step(p, s)
        w = 2 * s.w - nxt.w
        return nxt._replace(w=w, q=p.softmax(p.scores(w)))


class StaleWeights(AdaptiveSampling):
    """q_{t+1} from w_t in place of w_{t+1}."""

    def step(self, p: Any, s: Any) -> Any:
        return super().step(p, s)._replace(q=p.softmax(p.scores(s.w)) + 0 * s.e)


class WithMomentum(AdaptiveSampling):
    """β_t = t/(t+1), unseen by its schedule."""

    def momentum(self, p: Any, t: Any, g: Any, e: Any) -> Any:
        return t / (t + 1) * (g + p.combine(e))


class EightSteps(AdaptiveSampling):
    """Every step eight times as long."""

    def step(self, p: Any, s: Any) -> Any:
        nxt = super().step(p, s)
        w = 8 * nxt.w - 7 * s.w
        return nxt._replace(w=w, q=p.softmax(p.scores(w)))


class UniformSampling(AdaptiveSampling):
    """Each row as likely as the other, not i_t ~ q_t."""

    def step(self, p: Any, s: Any) -> Any:
        return super().step(p, s)._replace(chance=s.chance / p.n)


class WrongPaths(EveryPath):
    """All paths of a wrong method."""


@dataclass(frozen=True)
class LongPaths(EveryPath):
    """All paths of so many steps, more than are listed on other data."""

    listed: int = 8


class WrongPath(HorizonSampling):
    """A path of a wrong method."""


class UniformLaw(EndpointLaw):
    """Each row as likely as the other, not i_t ~ q_t."""

    def drawn_from(self, p: Any, q: Any) -> Any:
        return 0 * q + p.uniform()


class UphillLaw(EndpointLaw):
    """w_t = +θ Zᵀc."""

    def law(self, p: Any, t: Any, chances: Any) -> Any:
        s = super().law(p, t, chances)
        return s._replace(w=-s.w, q=p.softmax(p.scores(-s.w)))


class LongLaw(EndpointLaw):
    """Every step of length 8."""

    def tuned(self, p: Any, steps: int) -> Any:
        return replace(self, theta=Fixed(p.num.number(8)))


def listed(n: int) -> int:
    """The most steps with at most PATHS paths of n rows; a single row goes no further than two."""
    steps = 1
    while max(n, 2) ** (steps + 1) <= PATHS:
        steps += 1
    return steps


def counted(n: int, nodes: int = NODES) -> int:
    """The most steps, up to LONGEST, with at most so many pairs of a row and a multiset of rows, over all steps."""
    steps = 1
    while steps < LONGEST and n * comb(steps + 1 + n, n) <= nodes:
        steps += 1
    return steps


PATH = Seeded(1)
METHOD = Method(
    AdaptiveSampling,
    usual={
        "β=0, θ=1/2, drawn path": AdaptiveSampling(PATH, theta=Constant(1, 2)),
        "β=0, θ drawn, row after row": AdaptiveSampling(Cyclic(), theta=Drawn(3, first=None)),
        "β=0, θ=1, one row": AdaptiveSampling(Always(0)),
        "β=t/(t+1), θ=1, drawn path": AdaptiveSampling(PATH, t_over_t_plus_one),
    },
    wrong={
        "uphill": UphillSampling(PATH, theta=Constant(1, 2)),
        "q from w_t": StaleWeights(PATH, theta=Constant(1, 2)),
        "β_t = t/(t+1)": WithMomentum(PATH, theta=Constant(1, 2)),
        "8 times the step": EightSteps(PATH, theta=Constant(1, 2)),
    },
)

HORIZON = Method(
    HorizonSampling,
    usual={
        "drawn path": HorizonSampling(PATH),
        "row after row": HorizonSampling(Cyclic()),
        "the first row always": HorizonSampling(Always(0)),
    },
    wrong={
        "q from w_t": WrongPath(PATH, StaleWeights),
        "uphill": WrongPath(PATH, UphillSampling),
        "β_t = t/(t+1)": WrongPath(PATH, WithMomentum),
        "8 times the step": WrongPath(PATH, EightSteps),
    },
)

PATHWISE = Method(
    EveryPath,
    usual={"all paths": EveryPath()},
    wrong={
        "q from w_t": WrongPaths(StaleWeights),
        "uphill": WrongPaths(UphillSampling),
        "uniform sampling": WrongPaths(UniformSampling),
        "β_t = t/(t+1)": WrongPaths(WithMomentum),
        "8 times the step": WrongPaths(EightSteps),
    },
    reach=(4, 3),
    longest=listed,
    horizon=lambda paths, steps: getattr(paths, "listed", steps),
    sampled=lambda paths, path: HorizonSampling(path, paths.method),
    planted={
        "8 draws of two nearly opposite rows": Planted(
            LongPaths(),
            rows=((Fraction(-1), Fraction(0)), (Fraction(399, 401), Fraction(-40, 401))),
            steps=8,
            wrong={"uniform sampling": LongPaths(UniformSampling)},
        )
    },
)

LAW = Method(
    EndpointLaw,
    usual={"all multisets of rows": EndpointLaw()},
    wrong={"uniform sampling": UniformLaw(), "uphill": UphillLaw(), "θ = 8": LongLaw()},
    reach=(3, 2),
    longest=counted,
    horizon=lambda law, steps: 1 if isinstance(law, TwoRowLaw) else steps,
    sampled=lambda law, path: HorizonSampling(path),
    planted={
        "8000 draws of two uneven rows": Planted(
            TwoRowLaw(share=Fraction(1, 3), below=140, width=240),
            rows=((Fraction(-1), Fraction(0)), (Fraction(6, 25), Fraction(-11, 20))),
            steps=1,
            wrong={"uniform sampling": altered(TwoRowLaw(), odds=lambda right, x: 0 * x + 1)},
        )
    },
)
