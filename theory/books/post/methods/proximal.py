"""The ℓ₁-penalised problems, how proximal methods are run on them, and wrong steps."""

from fractions import Fraction
from functools import partial
from typing import Any

from lemmacheck.theory.books.post.algorithms.proximal import FISTA, ISTA, ChambollePock
from lemmacheck.theory.books.post.methods import l1_problems as l1
from lemmacheck.theory.books.post.problems.lasso import Between, Fixed, L1Penalised, Penalised, Penalty
from lemmacheck.theory.core.arithmetic import Arithmetic
from lemmacheck.theory.core.method import Method, altered
from lemmacheck.theory.core.schedules import Constant
from lemmacheck.theory.margins.losses import Loss
from lemmacheck.verifiers.instances.instance import Data, Row, gathered


def fista_momentum(t: Any) -> Any:
    """θ_t = t/(t+3)."""
    return t / (t + 3)


def weight(rows: tuple[Row, ...], penalty: Penalty) -> Fraction:
    """λ for these rows."""
    means = [sum(column, Fraction(0)) / len(rows) for column in zip(*rows, strict=True)]
    return penalty(l1.best_of(rows).gamma, max(map(abs, means)))


def problem_of(data: Data, num: Arithmetic, loss: Loss, algorithm: Any) -> L1Penalised:
    """The penalised problem of one instance, or of a batch."""
    plain = l1.problem_of(data, num, loss, algorithm)
    every, entered = gathered(data, num)
    lam = entered([weight(rows, algorithm.penalty) for rows in every])
    return L1Penalised(plain.Z, num, plain.optimum, lam=lam)


def any_penalty(kind: type, *schedules: str) -> Any:
    """Any penalty, any step size τ, and any factors."""

    def arbitrary(p: Any, free: Any) -> tuple[Any, type, dict[str, Any]]:
        algorithm = kind(tau=free.number("τ"), **{name: free.schedule("θ") for name in schedules})
        return algorithm, L1Penalised, {"lam": free("penalty")}

    return arbitrary


def stepped(kind: Any, point: str, line: Any) -> Any:
    """The method with another line for w_{t+1}, of the base, a_{t+1} = ∇L̃(V·point) and τ."""

    def step(right: Any, p: Any, s: Any) -> Any:
        a = p.softmax(p.scores(getattr(s, point)))
        w = line(p, right, s, p.combine(a), p.num.number(right.tau))
        gamma = {"gamma": w + right.theta(s.t) * (w - s.w)} if "gamma" in s._fields else {}
        return s._replace(t=s.t + 1, w=w, a=a, **gamma)

    return altered(kind(), step=step)


def wrong_extrapolations(kind: Any) -> dict[str, Any]:
    """The method with one line of its step wrong; another base is w_t for γ̄_t, or γ̄_t for w_t."""
    return {
        "a from w_t": stepped(kind, "w", lambda p, right, s, pull, tau: p.prox(tau, right.base(s) - tau * pull)),
        "backwards": altered(kind(), after=lambda right, p, s, nxt: nxt._replace(gamma=2 * nxt.w - nxt.gamma)),
        "another base": altered(kind(), base=lambda right, s: s.w + s.gamma - right.base(s)),
        "uphill": stepped(kind, "gamma", lambda p, right, s, pull, tau: p.prox(tau, right.base(s) + tau * pull)),
    }


LONGEST = 24  # on one row a run stays rational, and its bounds are decided by then
REACH = 5, 3
HALF, EIGHTH, SMALL, QUARTER = Fixed(1, 2), Fixed(1, 8), Fixed(1, 256), Fraction(1, 4)

PROBLEM = Method(
    Penalised,
    usual={"λ=1/2": Penalised(HALF), "λ above γ̄₁": Penalised(Between()), "λ=1/8": Penalised(EIGHTH)},
    reach=REACH,
    problem_of=problem_of,
)

on_penalised = partial(Method, reach=REACH, steps=LONGEST, problem_of=problem_of)

PLAIN = on_penalised(
    ISTA,
    usual={"λ above γ̄₁, τ=1": ISTA(), "λ=1/8, τ=1": ISTA(EIGHTH), "λ above γ̄₁, τ=1/4": ISTA(tau=QUARTER)},
    wrong={
        "no shrinking": stepped(ISTA, "w", lambda p, right, s, pull, tau: s.w - tau * pull),
        "shrunk twice": stepped(ISTA, "w", lambda p, right, s, pull, tau: p.prox(2 * tau, s.w - tau * pull)),
        "uphill": stepped(ISTA, "w", lambda p, right, s, pull, tau: p.prox(tau, s.w + tau * pull)),
    },
    above_one={"λ=1/8, τ=4": ISTA(EIGHTH, Fraction(4))},
    arbitrary=any_penalty(ISTA),
)

ACCELERATED = on_penalised(
    FISTA,
    usual={
        "λ above γ̄₁, θ=1/2": FISTA(),
        "λ=1/2, θ=1/2": FISTA(HALF),
        "λ=1/8, θ=1": FISTA(EIGHTH, Constant(1)),
        "λ=1/256, θ=1": FISTA(SMALL, Constant(1)),
        "λ above γ̄₁, θ=t/(t+3)": FISTA(theta=fista_momentum),
        "λ=1/8, θ=t/(t+3)": FISTA(EIGHTH, fista_momentum),
    },
    wrong=wrong_extrapolations(FISTA),
    above_one={"λ=1/8, θ=t/(t+3), τ=4": FISTA(EIGHTH, fista_momentum, Fraction(4))},
    arbitrary=any_penalty(FISTA, "theta"),
)

PRIMAL_DUAL = on_penalised(
    ChambollePock,
    usual={
        "λ above γ̄₁, θ=1, τ=1/4": ChambollePock(theta=Constant(1), tau=QUARTER),
        "λ=1/2, θ=1, τ=1/4": ChambollePock(HALF, Constant(1), QUARTER),
        "λ=1/256, θ=1, τ=1/4": ChambollePock(SMALL, Constant(1), QUARTER),
        "λ=1/8, θ=1/2, τ=4/9": ChambollePock(EIGHTH, Constant(1, 2), Fraction(4, 9)),
        "λ=1/8, θ=t/(t+3), τ=1/4": ChambollePock(EIGHTH, fista_momentum, QUARTER),
    },
    wrong=wrong_extrapolations(ChambollePock),
    above_one={"λ=1/8, θ=1, τ=1": ChambollePock(EIGHTH, Constant(1))},
    arbitrary=any_penalty(ChambollePock, "theta"),
)
