"""AdaBoost over coordinates: the problem with its columns told apart, the usual φ and choices, and wrong steps."""

from functools import lru_cache
from typing import Any

from lemmacheck.theory.books.post.algorithms.coordinate_boosting import (
    BoostingThreeColumns,
    CoordinateBoosting,
    LogisticBoosting,
    PotentialBoosting,
)
from lemmacheck.theory.books.post.methods import l1_problems as l1
from lemmacheck.theory.books.post.problems.coordinates import CoordinateProblem, between, last
from lemmacheck.theory.books.post.problems.potentials import (
    Box,
    Cosh,
    Cube,
    Ledge,
    LogCosh,
    LogExp,
    NormPotential,
    PotentialProblem,
    Root,
    Shifted,
    Square,
    Steep,
)
from lemmacheck.theory.core.arithmetic import Arithmetic, column
from lemmacheck.theory.core.method import Method, altered
from lemmacheck.theory.core.schedules import Constant
from lemmacheck.theory.margins.losses import Loss
from lemmacheck.verifiers.instances.instance import Data, Instance, Row, gathered

Marks = tuple[int, ...]


@lru_cache(maxsize=8192)
def kinds(rows: tuple[Row, ...]) -> tuple[Marks, Marks]:
    """1 at the first, and at the last, of the columns that agree up to sign, else 0."""
    columns = [max(z, tuple(-x for x in z)) for z in zip(*rows, strict=True)]
    firsts = tuple(int(z not in columns[:k]) for k, z in enumerate(columns))
    return firsts, tuple(int(z not in columns[k + 1 :]) for k, z in enumerate(columns))


def problem_of(data: Data, num: Arithmetic, loss: Loss, algorithm: Any) -> CoordinateProblem:
    """The problem of one instance, or of a batch."""
    plain = l1.problem_of(data, num, loss, algorithm)
    every, entered = gathered(data, num)
    firsts, lasts = map(entered, zip(*map(kinds, every), strict=True))
    return CoordinateProblem(plain.Z, num, plain.optimum, firsts, lasts)


def with_potential(data: Data, num: Arithmetic, loss: Loss, setting: Any) -> PotentialProblem:
    """The problem with the setting's φ."""
    plain = l1.problem_of(data, num, loss, setting)
    return PotentialProblem(plain.Z, num, plain.optimum, setting.phi)


def always_three_columns(data: Any, num: Arithmetic, loss: Loss, algorithm: Any) -> CoordinateProblem:
    """The one data set, as often as the given ones are many."""
    fixed = Instance("three columns", BoostingThreeColumns.rows)
    return problem_of(fixed if isinstance(data, Instance) else [fixed] * len(data), num, loss, algorithm)


def uphill(method: Any) -> Any:
    """w_{t+1} = w_t − η u_t."""
    return altered(method, step=lambda right, p, s: right.at(p, s.t + 1, s.w - right.eta(s.t) * s.u))


# With η = 1 one coordinate alone converges so fast, where it does, that no precision tells its edges from 0.
HALF = Constant(1, 2)


def wrong(phi: Any) -> dict[str, Any]:
    """Wrong steps with this φ."""
    return {
        "uphill": uphill(PotentialBoosting(HALF, phi=phi)),
        "a from w_t": altered(
            PotentialBoosting(HALF, phi=phi),
            step=lambda right, p, s: right.step(p, s)._replace(a=p.softmax(p.scores(s.w)), u=right.direction(p, s.w)),
        ),
        "all coordinates": altered(
            PotentialBoosting(HALF, phi=phi), after=lambda right, p, s, nxt: nxt._replace(u=-p.combine(nxt.a))
        ),
        "the edge twice": altered(
            PotentialBoosting(HALF, phi=phi),
            after=lambda right, p, s, nxt: nxt._replace(u=column(p.edge(nxt.a)) * nxt.u),
        ),
    }


LONGEST = 40  # whole runs in balls are slow; nothing new happens to small data later
REACH = 6, 4
SQUARE = Method(
    CoordinateBoosting,
    usual={
        "η=1/2, first of ties": CoordinateBoosting(HALF),
        "η=1/4, last of ties": CoordinateBoosting(Constant(1, 4), last),
        "η=3/2, between ties": CoordinateBoosting(Constant(3, 2), between),
    },
    wrong={
        **wrong(Square()),
        "no edge": altered(
            PotentialBoosting(HALF), after=lambda right, p, s, nxt: nxt._replace(u=right.vertex(p, p.scores(nxt.w)))
        ),
    },
    above_one={"η=8, first of ties": CoordinateBoosting(Constant(8))},
    reach=REACH,
    steps=LONGEST,
    problem_of=problem_of,
)

POTENTIALS: dict[str, Any] = {
    "φ=x²/2": Square(), "φ=cosh x−1": Cosh(), "φ=e^|x|−|x|−1": LogExp(), "φ=⅔|x|^(3/2)": Root(), "φ=|x|³/3": Cube(),
    "φ=ln cosh x": LogCosh(), "φ=2|x|": Steep(),
}  # fmt: skip
GENERAL = Method(
    PotentialBoosting,
    usual={f"{name}, η=1/2": PotentialBoosting(HALF, phi=phi) for name, phi in POTENTIALS.items()},
    wrong=wrong(Square()),
    unusual={
        "φ=0 on [−1, 1], η=1": PotentialBoosting(phi=Box()),
        "φ=cosh x−1, η=1/4, last of ties": PotentialBoosting(Constant(1, 4), last, Cosh()),
        "φ=½(x+1)², η=1/2": PotentialBoosting(HALF, phi=Shifted()),
    },
    above_one={"φ=x²/2, η=8": PotentialBoosting(Constant(8))},
    reach=REACH,
    steps=LONGEST,
    problem_of=problem_of,
)


LOGISTIC = Method(
    LogisticBoosting,
    usual={"logistic, η=1/2": LogisticBoosting(HALF), "logistic, η=1/8": LogisticBoosting(Constant(1, 8))},
    wrong={"uphill": uphill(LogisticBoosting(HALF))},
    above_one={"logistic, η=8": LogisticBoosting(Constant(8))},
    reach=REACH,
    steps=LONGEST,
    problem_of=problem_of,
)

THREE = Method(
    BoostingThreeColumns,
    usual={"η=1, one 2×3 instance": BoostingThreeColumns()},
    wrong={"uphill": uphill(PotentialBoosting()), "η=1/8": CoordinateBoosting(Constant(1, 8))},
    dataless=True,
    problem_of=always_three_columns,
)

SETTING = Method(
    NormPotential,
    usual={
        "φ=x²/2": NormPotential(Square()),
        "φ=⅔|x|^(3/2)": NormPotential(Root()),
        "φ=|x|³/3": NormPotential(Cube()),
        "φ=|x|+½((|x|−1)⁺)²": NormPotential(Ledge()),
    },
    unusual={"φ=½(x+1)²": NormPotential(Shifted())},
    reach=(6, 4),
    problem_of=with_potential,
)
