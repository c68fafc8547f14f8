"""The accelerated AdaBoosts, as printed, in the dual and smoothed: their parameters, and wrong steps."""

from fractions import Fraction
from functools import partial
from typing import Any

from lemmacheck.theory.books.jst.methods.averaging import uphill, wrong_averaging
from lemmacheck.theory.books.jst.methods.dual_nesterov import slipped_lambda
from lemmacheck.theory.books.jst.methods.primal_momentum import slipped_momentum
from lemmacheck.theory.books.post.algorithms.accelerated_adaboost import (
    AcceleratedAdaBoost,
    CorneredAdaBoost,
    PlainAdaBoost,
)
from lemmacheck.theory.books.post.algorithms.dual_adaboost import (
    CoolingAdaBoost,
    DualAdaBoost,
    HorizonAdaBoost,
    PowerAdaBoost,
    SmoothAdaBoost,
)
from lemmacheck.theory.books.post.methods import l1_problems as l1
from lemmacheck.theory.books.post.problems.boosting_hypotheses import forward_steps
from lemmacheck.theory.books.post.problems.l1 import L1Problem
from lemmacheck.theory.books.post.problems.potentials import Box, LogCosh, Root
from lemmacheck.theory.books.post.problems.smoothness import (
    CornerSmoothness,
    EdgeProblem,
    HalfSquareOfLargest,
    SmoothedSmoothness,
    Smoothness,
    first,
    last,
    mean,
)
from lemmacheck.theory.books.post.problems.votes import HalfSquare, SoftMax
from lemmacheck.theory.books.post.problems.weak_learners import THREE_COLUMNS, Cornered, Tilted, WithAVote, given
from lemmacheck.theory.core.arithmetic import Arithmetic
from lemmacheck.theory.core.method import Method, Planted, altered
from lemmacheck.theory.core.schedules import Constant, one_over_root_t_plus_one_floor
from lemmacheck.theory.margins.hypotheses import no_momentum
from lemmacheck.theory.margins.losses import Loss
from lemmacheck.verifiers.instances.instance import Data, Instance, Row, gathered
from lemmacheck.verifiers.instances.memory import remembering


@remembering(16384)
def arranged(learners: Any, rows: tuple[Row, ...]) -> Instance:
    """The data whose columns are the weak learners."""
    return Instance("arranged", learners(rows))


def problem_of(data: Data, num: Arithmetic, loss: Loss, algorithm: Any) -> L1Problem:
    """The ℓ₁ problem of the weak learners of one instance, or of a batch."""
    some = [arranged(algorithm.learners, rows) for rows in gathered(data, num)[0]]
    return l1.problem_of(some[0] if isinstance(data, Instance) else some, num, loss, algorithm)


def with_edges(data: Data, num: Arithmetic, loss: Loss, algorithm: Any) -> EdgeProblem:
    """The ℓ₁ problem with a potential of its edges."""
    base = problem_of(data, num, loss, algorithm)
    return EdgeProblem(base.Z, num, base.optimum, algorithm.potential)


def uphill_votes(method: Any) -> Any:
    """Votes for the wrong sign."""
    return altered(method, vote=lambda right, p, x: right.vote(p, -x))


def all_coordinates(method: Any) -> Any:
    """−Zᵀq_t itself in place of u_t: Algorithm 1."""
    return altered(method, vote=lambda right, p, x: x)


def stale_weights(method: Any) -> Any:
    """q_{t+1} from w_t in place of w_{t+1}."""

    def step(right: Any, p: Any, s: Any) -> Any:
        w = s.w - right.theta(s.t) * (s.g - s.u)
        return right.state(p, s.t + 1, w, p.softmax(p.scores(s.w)), s.g)

    return altered(method, step=step)


def without_the_last_vote(right: Any, *arguments: Any) -> Any:
    s = right.state(*arguments)
    return s._replace(g=s.g + right.beta(s.t) * s.u)


def wrong(method: Any) -> dict[str, Any]:
    """Wrong steps of a dual method."""

    class FourFold(method):
        """Steps four times as long."""

        def vote(self, p: Any, t: Any, x: Any) -> Any:
            return 4 * super().vote(p, t, x)

    wrong_steps = {"uphill": uphill(method), "steps four times as long": FourFold()}
    return {**wrong_averaging(method), **wrong_steps, "λ_t = 2/(t+3)": method(lam=slipped_lambda)}


def falling(learners: Any) -> PlainAdaBoost:
    """AdaBoost with steps of lengths about 1/√t."""
    return PlainAdaBoost(theta=one_over_root_t_plus_one_floor, phi=Box(), learners=learners)


REACH = 12, 5
VOTE, LOPSIDED = WithAVote(), WithAVote((Fraction(39, 40), Fraction(1, 8)))

on_learners = partial(Method, reach=REACH, problem_of=problem_of)

PRINTED = on_learners(
    AcceleratedAdaBoost,
    usual={
        "φ=x²/2, with a vote": AcceleratedAdaBoost(learners=VOTE),
        "φ=x²/2": AcceleratedAdaBoost(),
        "φ=0 on [−1, 1], with a vote": AcceleratedAdaBoost(phi=Box(), learners=VOTE),
        "φ=⅔|x|^(3/2), with a vote": AcceleratedAdaBoost(phi=Root(), learners=VOTE),
        "φ=ln cosh x, with a vote": AcceleratedAdaBoost(phi=LogCosh(), learners=VOTE),
    },
    wrong={
        "g without the last vote": altered(AcceleratedAdaBoost(), state=without_the_last_vote),
        "uphill": uphill_votes(AcceleratedAdaBoost()),
        "Algorithm 1": all_coordinates(AcceleratedAdaBoost()),
        "q from w_t": stale_weights(AcceleratedAdaBoost()),
        "β_t = (t−1)/t": AcceleratedAdaBoost(slipped_momentum),
    },
    unusual={"φ=x²/2, β=0": AcceleratedAdaBoost(Constant(0))},
)

PLAIN = on_learners(
    PlainAdaBoost,
    standing=[no_momentum, forward_steps],
    usual={
        "φ=x²/2, β=0, with a vote": PlainAdaBoost(learners=VOTE),
        "φ=0 on [−1, 1], β=0, θ=1/√t, with a vote": falling(VOTE),
        "φ=x²/2, β=0": PlainAdaBoost(),
        "φ=0 on [−1, 1], β=0, θ=1/√t": falling(Tilted()),
    },
    wrong={
        "uphill": uphill_votes(AcceleratedAdaBoost(Constant(0))),
        "uphill, θ=1/√t": uphill_votes(AcceleratedAdaBoost(Constant(0), one_over_root_t_plus_one_floor, Box())),
        "q from w_t, θ=4": stale_weights(AcceleratedAdaBoost(Constant(0), Constant(4), Box())),
    },
    unusual={"φ=x²/2, β=0, θ=1/2": PlainAdaBoost(theta=Constant(1, 2))},
    above_one={"φ=x²/2, β=0, θ=4": PlainAdaBoost(theta=Constant(4))},
    planted={"φ=x²/2, β=0, on three columns": Planted(PlainAdaBoost(learners=given), THREE_COLUMNS, 40)},
)

LENGTH = 120

CORNERED = Method(
    CorneredAdaBoost,
    usual={
        "φ=x²/2": CorneredAdaBoost(),
        "φ=0 on [−1, 1]": CorneredAdaBoost(phi=Box()),
        "φ=⅔|x|^(3/2)": CorneredAdaBoost(phi=Root()),
        "φ=ln cosh x": CorneredAdaBoost(phi=LogCosh()),
    },
    wrong={
        "Algorithm 1": all_coordinates(AcceleratedAdaBoost(learners=Cornered())),
        "steps of 1/√t": falling(Cornered()),
    },
    horizon=lambda algorithm, steps: LENGTH,
    dataless=True,
    problem_of=problem_of,
)

DUAL = on_learners(
    DualAdaBoost,
    usual={
        "φ=x²/2, with a vote": DualAdaBoost(learners=VOTE),
        "φ=x²/2": DualAdaBoost(),
        "φ=x²/2, with a lopsided vote": DualAdaBoost(learners=LOPSIDED),
        "φ=0 on [−1, 1], with a vote": DualAdaBoost(Box(), learners=VOTE),
    },
    wrong=wrong(DualAdaBoost),
)

SMOOTH = on_learners(
    SmoothAdaBoost,
    usual={
        "s=1/4": SmoothAdaBoost(),
        "s=1/16": SmoothAdaBoost(potential=SoftMax(Fraction(1, 16))),
        "s=1/4, with a vote": SmoothAdaBoost(learners=VOTE),
    },
    wrong=wrong(SmoothAdaBoost),
    unusual={"λ=1/2": SmoothAdaBoost(lam=Constant(1, 2)), "λ=1": SmoothAdaBoost(lam=Constant(1))},
)

POWER = on_learners(
    PowerAdaBoost,
    usual={
        "r=4": PowerAdaBoost(),
        "r=2": PowerAdaBoost(potential=HalfSquare(0)),
        "r=8, with a vote": PowerAdaBoost(potential=HalfSquare(2), learners=VOTE),
    },
    wrong=wrong(PowerAdaBoost),
    unusual={"λ=1/2": PowerAdaBoost(lam=Constant(1, 2)), "λ=1": PowerAdaBoost(lam=Constant(1))},
)

HORIZON = on_learners(
    HorizonAdaBoost,
    usual={"s for T": HorizonAdaBoost(), "s for T, with a vote": HorizonAdaBoost(VOTE)},
    wrong=wrong(SmoothAdaBoost),
)

COOLING = on_learners(
    CoolingAdaBoost,
    usual={
        "σ=1, with a vote": CoolingAdaBoost(learners=VOTE),
        "σ=1": CoolingAdaBoost(),
        "σ=1/4": CoolingAdaBoost(sigma=Fraction(1, 4)),
    },
    wrong=wrong(CoolingAdaBoost),
    unusual={"λ=1/2": CoolingAdaBoost(lam=Constant(1, 2)), "λ=1": CoolingAdaBoost(lam=Constant(1))},
)

RULES = {"first": first, "last": last, "mean": mean}
CONSTANTS = (1, 100, 1_000_000)

KINKED = {f"L={L}, {name} of ties": HalfSquareOfLargest(rule, L) for L in CONSTANTS for name, rule in RULES.items()}

SMOOTHNESS = Method(
    Smoothness,
    usual={name: Smoothness(potential) for name, potential in KINKED.items()},
    reach=REACH,
    problem_of=with_edges,
)

CORNER = Method(
    CornerSmoothness,
    usual={name: CornerSmoothness(potential) for name, potential in KINKED.items()},
    dataless=True,
    problem_of=with_edges,
)

SMOOTHED = Method(
    SmoothedSmoothness,
    usual={
        "soft maximum, s=1/4": SmoothedSmoothness(),
        "soft maximum, s=1/64": SmoothedSmoothness(SoftMax(Fraction(1, 64))),
        "r=2": SmoothedSmoothness(HalfSquare(0)),
        "r=4": SmoothedSmoothness(HalfSquare()),
        "r=8": SmoothedSmoothness(HalfSquare(2)),
    },
    reach=(6, 4),
    problem_of=with_edges,
)
