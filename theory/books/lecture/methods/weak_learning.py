"""How data become problems of weak learning, of votes and of samples; AdaBoost's random, long and held-out runs."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
from lemmacheck.theory.books.lecture.algorithms.adaboost import AdaBoost, HeldOut, LongBoosting, least_error
from lemmacheck.theory.books.lecture.algorithms.unreliable_boosting import UnreliableBoosting
from lemmacheck.theory.books.lecture.methods import boosting
from lemmacheck.theory.books.lecture.methods.objectives import bare
from lemmacheck.theory.books.lecture.problems.boosting import BoostingProblem
from lemmacheck.theory.books.lecture.problems.hypothesis_classes import RUDIN, Axes, Constants, OneMistake, Stumps
from lemmacheck.theory.books.lecture.problems.learning import (
    ClaimedAdvantage,
    SampleSizes,
    Sampling,
    SamplingProblem,
    Votes,
    VotesProblem,
    WeakLearning,
)
from lemmacheck.theory.books.lecture.problems.shattering import Pattern, dimension, patterns
from lemmacheck.theory.core.arithmetic import Arithmetic
from lemmacheck.theory.core.method import Method, altered
from lemmacheck.theory.margins.losses import Loss
from lemmacheck.verifiers.instances.instance import Data, Instance


def fields(p: BoostingProblem) -> dict[str, Any]:
    return {name: getattr(p, name) for name in ("Z", "num", "X", "labels", "votes", "game")}


def claimed(data: Data, num: Arithmetic, loss: Loss, algorithm: WeakLearning) -> ClaimedAdvantage:
    """The class on the rows, with the number that is claimed."""
    p = boosting.problem_of(data, num, loss, algorithm)
    return ClaimedAdvantage(**fields(p), claimed=num.number(algorithm.advantage))


def first_rows(data: Data, count: int) -> Data:
    """The domain where everything on it is listed: of long data the first rows."""
    if isinstance(data, Instance):
        return Instance(data.name, data.rows[:count])
    return [Instance(one.name, one.rows[:count]) for one in data]


def patterns_of(votes: np.ndarray) -> frozenset[Pattern]:
    """The patterns of a class on the rows."""
    signs = np.where(np.asarray(np.asarray(votes) > 0, dtype=bool), 1, -1)
    return frozenset(map(tuple, signs.T.tolist()))


def voted(data: Data, num: Arithmetic, loss: Loss, algorithm: Votes) -> VotesProblem:
    """LC(H, T) on the rows: its patterns, listed as often as the longest list of a batch, and both VC dimensions."""
    p = boosting.problem_of(first_rows(data, 4), num, loss, algorithm)
    alone = isinstance(data, Instance)
    classes = [patterns_of(each) for each in (p.votes[None] if alone else p.votes)]
    combined = [patterns(each, algorithm.T) for each in classes]
    most = max(map(len, combined))
    listed = [(sorted(each) * most)[:most] for each in combined]
    d, D = [[[dimension(each) for each in group]] for group in (classes, combined)]
    parts = (d[0], D[0], listed[0]) if alone else (d, D, listed)
    vc, voted_vc, every = map(num.array, parts)
    return VotesProblem(**fields(p), T=algorithm.T, vc=vc, voted_vc=voted_vc, patterns=every)


def sampled(data: Data, num: Arithmetic, loss: Loss, algorithm: Sampling) -> SamplingProblem:
    """The class on the rows, which are the domain."""
    p = boosting.problem_of(first_rows(data, 3), num, loss, algorithm)
    return SamplingProblem(**fields(p), setting=algorithm, vc=num.array([dimension(patterns_of(p.votes))]))


POINTS = ((-2, 1), (1, 1), (3, 1), (0, 2), (-1, -4), (1, -1), (-2, -2), (-3, -3))
LABELS = (-1, -1, 1, -1, 1, 1, 1, 1)


@dataclass(frozen=True)
class Written:
    """Labels as they are written down."""

    labels: tuple[int, ...]

    def __call__(self, rows: Sequence[Any]) -> list[int]:
        return list(self.labels)


@lru_cache(maxsize=1)
def half_plane() -> Instance:
    """Eight points, as rows z_i = −y_i x_i; the last two are held out."""
    rows = tuple(tuple(Fraction(-y * entry) for entry in x) for x, y in zip(POINTS, LABELS, strict=True))
    return Instance("half plane", rows)


def held_out(data: Data, num: Arithmetic, loss: Loss, algorithm: HeldOut) -> BoostingProblem:
    """The eight points, whatever the data; once for each of a batch."""
    every = half_plane() if isinstance(data, Instance) else [half_plane()] * len(data)
    return boosting.problem_of(every, num, loss, algorithm)


def tabled(data: Data, num: Arithmetic, loss: Loss, algorithm: LongBoosting) -> BoostingProblem:
    """As many dummy rows as its table has, whatever the data."""
    dummy = Instance("table", ((Fraction(1),),) * len(algorithm.hypotheses.rows.split()))
    return boosting.problem_of(dummy if isinstance(data, Instance) else [dummy] * len(data), num, loss, algorithm)


WEAK = Method(
    WeakLearning,
    usual={
        "constants, γ=1/2": WeakLearning(),
        "one mistake each, γ=1/3": WeakLearning(OneMistake(), Fraction(1, 3)),
        "signs of coordinates, γ=1/2": WeakLearning(Axes()),
        "stumps, γ=1/3": WeakLearning(Stumps(), Fraction(1, 3)),
    },
    reach=(6, 3),
    problem_of=claimed,
)
VOTES = Method(
    Votes,
    usual={
        "T=1, signs of coordinates": Votes(),
        "T=2, stumps": Votes(2, Stumps()),
        "T=3, signs of coordinates": Votes(3),
    },
    unusual={"T=2, the constant 1": Votes(2, Constants(both=False))},
    reach=(4, 2),
    problem_of=voted,
)
SAMPLING = Method(
    Sampling,
    usual={
        "n=8, T=50, ε=1/4, δ=1/8": Sampling(8, 50, Fraction(1, 4), Fraction(1, 8)),
        "n=31, T=3, ε=1/4, δ=1/20": Sampling(31, 3, Fraction(1, 4), Fraction(1, 20)),
        "n=15, T=3, ε=1/3, δ=1/3": Sampling(15, 3, Fraction(1, 3), Fraction(1, 3)),
    },
    longest=lambda n: 1,
    problem_of=sampled,
)
SIZES = Method(SampleSizes, usual={"": SampleSizes()}, dataless=True, problem_of=bare)
UNRELIABLE = Method(
    UnreliableBoosting,
    usual={
        "errors up to 1−γ, δ=1/8": UnreliableBoosting(),
        "errors least, δ=1/8": UnreliableBoosting(least_error),
        "errors least, δ=1/100": UnreliableBoosting(least_error, delta=Fraction(1, 100)),
    },
    wrong={
        "D_t uniform": altered(UnreliableBoosting(), reweighted=lambda right, p, s: s.D),
        "fails half of the time": altered(
            UnreliableBoosting(), after=lambda right, p, s, nxt: nxt._replace(chance=s.chance / 2)
        ),
    },
    longest=lambda n: 4,
    problem_of=boosting.problem_of,
)
HELD = Method(
    HeldOut,
    usual={"": HeldOut(labelling=Written(LABELS))},
    wrong={"D_t uniform": boosting.unweighted(AdaBoost(hypotheses=Stumps(), first=HeldOut().first))},
    dataless=True,
    horizon=lambda algorithm, steps: 9,
    problem_of=held_out,
)


LONG = Method(
    LongBoosting,
    usual={"eight hypotheses of Rudin, Daubechies and Schapire": LongBoosting(hypotheses=RUDIN)},
    wrong={"D_t uniform": altered(LongBoosting(hypotheses=RUDIN), reweighted=lambda right, p, s: s.D)},
    dataless=True,
    horizon=boosting.shortly,
    problem_of=tabled,
)
