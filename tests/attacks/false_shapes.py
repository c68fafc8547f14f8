"""False statements by shape, each written as the mistake or the trick that would get it proved.

The statements of a shape are about the dual method unless they are of the data alone; `given` are their hypotheses.
"""

import functools
import itertools
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from lemmacheck import Hypothesis, Relation, above, at_least, at_most, below, column, equal, hypothesis
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.books.jst.algorithms.primal_momentum import PrimalMomentum
from lemmacheck.theory.books.jst.sec3_2_momentum import momentum
from lemmacheck.theory.core.schedules import Constant
from lemmacheck.theory.margins.comparators import directions, for_each_loss, simplex_points
from lemmacheck.theory.margins.hypotheses import near_rows, rates_in_range, starts_at_one, unit_rows


@dataclass(frozen=True)
class Shape:
    """A false statement: of a run of the dual method, or of data alone."""

    name: str
    function: Callable[[Any], Any]
    given: tuple[Hypothesis, ...] = ()
    of_data: bool = False


SHAPES: list[Shape] = []


def false(name: str, *given: Hypothesis, of_data: bool = False) -> Callable[[Callable[[Any], Any]], None]:
    def enter(function: Callable[[Any], Any]) -> None:
        SHAPES.append(Shape(name, function, given, of_data))

    return enter


def each(name: str, *given: Hypothesis, of_data: bool = False, **functions: Callable[[Any], Any]) -> None:
    """Several statements of one shape."""
    for what, function in functions.items():
        SHAPES.append(Shape(f"{name}: {what}", function, given, of_data))


@hypothesis("0 < λ_t ≤ 1 but for the last three t")
def in_range_but_late(run: Any) -> tuple[Relation, ...]:
    return above(run.lam[:-3], 0), at_most(run.lam[:-3], 1)


@hypothesis("0 < λ_t ≤ 1 from t = 2 on")
def in_range_but_early(run: Any) -> tuple[Relation, ...]:
    return above(run.lam[2:], 0), at_most(run.lam[2:], 1)


@hypothesis("λ_t = 1 but for the last t")
def one_but_last(run: Any) -> Relation:
    return equal(run.lam[:-1], 1)


@hypothesis("the weights of points of Δ_n add up to at most 60")
def few_points(run: Any) -> Relation:
    return at_most(sum(q[None].sum(-1) for q in simplex_points(run.problem)), 60)


each(
    "two axes are one index",
    weights=lambda r: equal(r.q[..., :, None], r.q[..., None, :]),
    rows=lambda r: equal(r.Z[:, None, :], r.Z[None, :, :]),
    near=lambda r: at_most(r.squared(r.Z[..., :, None, :] - r.Z[..., None, :, :])[None], 1000),
    product=lambda r: at_least(r.w[..., :, None] * r.w[..., None, :], 0),
    moved=lambda r: equal(np.moveaxis(r.q[..., None], -1, 1), r.q[..., None]),
    times=lambda r: equal(r.t[:, None], r.t[None, :]),
)
each(
    "two axes of the data are one",
    of_data=True,
    rows=lambda p: equal(p.Z[:, None, :], p.Z[None, :, :]),
    optimum=lambda p: equal(p.optimum.q[..., :, None], p.optimum.q[..., None, :]),
    near=lambda p: at_most(p.squared(p.Z[:, None] - p.Z[None]), 1000),
    roots=lambda p: equal(p.sqrt(p.Z * 0 + 4).sum(-1), p.Z.sum(-1)),
    quotients=lambda p: equal((1 / (1 + p.exp(p.Z))).sum(-1), p.Z.sum(-1)),
    ratios=lambda p: equal(p.num.ratio(p.Z, 1 + p.Z * 0).sum(-1) * 2, p.Z.sum(-1)),
)


def stepping(function: Callable[[Any, Any], Any]) -> Callable[[Any], Any]:
    """The statement that x_0 = 0, x_t = function(t, x_{t−1}) stays 0."""
    return lambda run: equal(run.recurrence(0 * run.w[0], function), 0)


def tried(function: Callable[[], Any], otherwise: Any) -> Any:
    try:
        return function()
    except Exception:
        return otherwise


class Counter:
    """What counts how often it is called."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, t: Any, x: Any) -> Any:
        self.calls += 1
        return x + (1 if self.calls % 7 == 5 else 0)


class Remembering:
    """What counts its calls, and compares nothing."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, t: Any, x: Any) -> Any:
        self.calls += 1
        return x + self.calls // 9


COUNT = itertools.count()


def noted(into: list[int]) -> Callable[[Any], Any]:
    return stepping(lambda t, x: x + into.pop() // 9)


each(
    "a call is remembered",
    attribute=stepping(Remembering()),
    iterator=stepping(lambda t, x: x + next(COUNT) // 9),
    popped=noted(list(range(100000))[::-1]),
    random=stepping(lambda t, x: x + random.randrange(9)),
    drawn=stepping(lambda t, x: x + np.random.default_rng(1).integers(3)),
    clock=stepping(lambda t, x: x + time.time_ns()),
)
NOTES: list[int] = []
NOTE = NOTES.append


class Keeping:
    notes: list[int] = []  # noqa: RUF012


def of_a_list(run: Any) -> Relation:
    """x_t = 0 stays 0, where the 200th step adds 1."""
    notes: list[int] = []
    return stepping(lambda t, x: (notes.append(1), x + len(notes) // 200)[1])(run)


def of_an_iterator(run: Any) -> Relation:
    count = itertools.count()
    return stepping(lambda t, x: x + sum(k for k, _ in zip(count, range(1), strict=False)) // 400)(run)


def of_a_schedule(run: Any) -> Relation:
    notes: list[int] = []
    return equal(run.per_step(lambda t: (notes.append(1), len(notes) // 200)[1] + 0 * t), 0)


each(
    "a call is remembered in what can be changed",
    listed=stepping(lambda t, x: (NOTES.append(1), x + len(NOTES) // 200)[1]),
    of_a_class=stepping(lambda t, x: (Keeping.notes.append(1), x + len(Keeping.notes) // 200)[1]),
    partial=stepping(functools.partial(lambda own, t, x: (own.append(1), x + len(own) // 200)[1], [])),
    its_own_list=of_a_list,
    its_own_iterator=of_an_iterator,
    a_schedule=of_a_schedule,
)
each(
    "t is asked for",
    equal=stepping(lambda t, x: x + 1 if t == 5 else x),
    late=stepping(lambda t, x: x + 1 if t == 500 else x),
    hashed=stepping(lambda t, x: x + {5: 1}.get(t, 0)),
    integer=stepping(lambda t, x: x + (1 if int(t) == 5 else 0)),
    indexed=stepping(lambda t, x: x + [0, 0, 0, 1][min(t, 3)]),
    ranged=stepping(lambda t, x: x + len(range(5, t))),
    typed=stepping(lambda t, x: x + (1 if type(t) is int and t == 5 else 0)),
    itself=stepping(lambda t, x: x + (1 if t is FIVE else 0)),
    printed=stepping(lambda t, x: x + (1 if str(t) == "5" else 0)),
    named=stepping(lambda t, x: x + (0 if hasattr(t, "parts") else 1)),
    attempted=stepping(lambda t, x: tried(lambda: x + (1 if t == 5 else 0), x)),
    attempted_loop=stepping(lambda t, x: tried(lambda: x + len(list(range(t))), x)),
    counted=stepping(Counter()),
    truth=stepping(lambda t, x: x + (1 if t - 5 else 0)),
    remainder=stepping(lambda t, x: x + t % 2),
    quotient=stepping(lambda t, x: x + t // 4),
    largest=stepping(lambda t, x: x + max(t, 5) - 5),
    absolute=stepping(lambda t, x: x + abs(t - 5) - (t - 5)),
    sized=stepping(lambda t, x: x + (0 if np.isscalar(t) is False else 1)),
)
FIVE = 5


def per_step(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda run: equal(run.per_step(function), 0)


each(
    "t of a sequence is asked for",
    equal=per_step(lambda t: 1 if t == 5 else 0),
    tried=per_step(lambda t: tried(lambda: 1 if t > 5 else 0, 0)),
    integer=per_step(lambda t: 1 if int(t) > 5 else 0),
    attribute=per_step(lambda t: 0 if getattr(t, "universe", None) else 1),
    schedule=lambda r: equal(r.again(PrimalMomentum(lambda t: 1 if t == 5 else 0)).g, 0),
    tried_schedule=lambda r: equal(r.again(PrimalMomentum(lambda t: tried(lambda: 1 if t > 3 else 0, 0 * t))).g, 0),
)
each(
    "the run is asked for",
    states=lambda r: equal(sum(s.w for s in r.states) + 0 * r.w, 0 * r.w),
    steps=lambda r: equal(r.t * 0, tried(lambda: r.steps, 0)),
    context=lambda r: equal(r.w, 0 if hasattr(r, "context") else 1),
    kept=lambda r: equal(r.w, 0 * r.w + len(r.states)),
    values=lambda r: equal(r.w * 0, 1 if r.values else 0),
    arithmetic=lambda r: equal(r.w * 0, 0 if r.num.name == "formal" else 1),
    shape=lambda r: equal(r.w * 0, 1 if r.w.shape[-1] == 2 else 0),
    rows=lambda r: equal(r.w * 0, 1 if r.n == 2 else 0),
    ndim=lambda r: equal(r.w * 0, tried(lambda: len(r.Z), 0)),
)


def added(points: Any) -> Any:
    total = 0
    for q in points:
        total = total + q[None].sum(-1)
    return total


each(
    "a loop over points is read on one",
    of_data=True,
    summed=lambda p: at_most(sum(q[None].sum(-1) for q in simplex_points(p)), 3),
    added=lambda p: equal(added(simplex_points(p)), 1),
    counted=lambda p: equal(p.n * 0 + len([0 * q for q in simplex_points(p)]), 1),
    twice=lambda p: tuple(equal(q[None].sum(-1), 1) for q in 2 * simplex_points(p)),
    doubled=lambda p: tuple(equal(q[None], r[None]) for q, r in zip(*[iter(simplex_points(p))] * 2, strict=False)),
    losses=lambda p: equal(0 * p.optimum.gamma_squared + len(for_each_loss(lambda x: equal(x.zero()[None], 0), p)), 1),
    pairs=lambda p: tuple(equal(q[None], r[None]) for q in simplex_points(p) for r in simplex_points(p)),
    optima=lambda p: equal(sum(q[None].sum(-1) for q in p.optimum.q), 1),
    vertices=lambda p: at_most(sum(p.squared(q)[None] for q in simplex_points(p)), 1),
)
each(
    "a hypothesis of other rows",
    in_range_but_late,
    squares=lambda r: at_most(r.lam**2, r.lam),
    positive=lambda r: above(r.lam, 0),
    below=lambda r: at_most(r.lam[1:], 1),
    last=lambda r: at_most(r.lam[:-2], 1),
    quotient=lambda r: equal(r.lam / r.lam, 1),
)
each(
    "a hypothesis of later rows",
    in_range_but_early,
    all=lambda r: at_most(r.lam, 1),
    early=lambda r: at_most(r.lam[1:], 1),
    first=lambda r: above(r.lam[:1], 0),
)
each(
    "an equation of other rows",
    one_but_last,
    all=lambda r: equal(r.lam, 1),
    late=lambda r: equal(r.lam[1:], 1),
    average=lambda r: equal(r.nu, r.q),
)
each(
    "a hypothesis that does not say it",
    starts_at_one,
    constant=lambda r: equal(r.lam, 1),
    second=lambda r: equal(r.lam[1:2], 1),
    positive=lambda r: above(r.lam, 0),
)
each(
    "a schedule beyond the run",
    rates_in_range,
    next=lambda r: at_most(r.per_step(lambda t: r.algorithm.lam(t + 1)), 1),
    third=lambda r: at_most(r.per_step(lambda t: r.algorithm.lam(3)), 1),
)
each("points that hypotheses add up", few_points, of_data=True, many=lambda p: at_most(p.n + 0 * p.optimum.gamma, 58))
each("rows that are near", near_rows, far=lambda r: at_most(r.squared(r.combine(r.q)), 4))
each("rows that are short", unit_rows, zero=lambda r: equal(r.squared(r.combine(r.q)), 0))
each(
    "cancelled where it is undefined",
    quotient=lambda r: equal((1 - r.lam) / (1 - r.lam), 1),
    root=lambda r: equal(r.sqrt(r.lam - 1) ** 2, r.lam - 1),
    logarithm=lambda r: equal(r.log(r.lam * (r.lam - 1)), r.log(r.lam) + r.log(r.lam - 1)),
    at_zero=lambda r: equal(r.t / r.t, 1),
    power=lambda r: equal(r.t**-1 * r.t, 1),
    norms=lambda r: equal(r.norm(r.w) / r.norm(r.w), 1),
    component=lambda r: equal(r.w / r.w, 1),
    exponent=lambda r: equal(r.exp(r.log(r.lam - 1)), r.lam - 1),
    of_weights=lambda r: equal((r.q - r.mu) / (r.q - r.mu), 1),
    product=lambda r: equal(r.sqrt(r.lam - 1) * r.sqrt(r.lam - 2), r.sqrt((r.lam - 1) * (r.lam - 2))),
    entropy=lambda r: equal(r.num.xlogx(r.lam - 1), (r.lam - 1) * r.log(r.lam - 1)),
    sum=lambda r: equal(r.sums(1 / r.t), r.sums(1 / r.t)),
    margin=lambda r: equal(r.optimum.gamma / r.optimum.gamma, 1),
    by_log_n=lambda r: equal(r.log(r.n) / r.log(r.n) + 0 * r.lam, 1),
    accumulated=lambda r: equal((r.w / r.w).cumsum(0), (r.w / r.w).cumsum(0)),
    recurrence=lambda r: equal(0 * r.recurrence(0 * r.w[0], lambda t, x: 1 / x), 0),
)
each(
    "slices",
    last=lambda r: equal(r.lam[-1:], r.lam[:1]),
    reversed=lambda r: equal(r.t[::-1], r.t),
    negative=lambda r: equal(r.t[-1], r.t[0]),
    fancy=lambda r: equal(r.t[[0, 1]], r.t[[1, 0]]),
    unequal=lambda r: equal(r.t[1:], r.t[:-1]),
    masked=lambda r: equal(r.t[True], r.t),
    shifted=lambda r: equal(r.q[2:], r.q[1:-1]),
    first_column=lambda r: equal(r.w[..., :1], r.w),
    first_weight=lambda r: equal(r.q[..., 0], r.q[..., 0] * 0 + 1 / r.n),
    joined=lambda r: equal(np.concatenate([r.t[1:2], r.t[1:]]), r.t),
    stacked=lambda r: equal(np.stack([r.t, r.t]), np.stack([r.t, r.t + 1])),
)


class Alike:
    """Schedules that all say they are equal."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __call__(self, t: Any) -> Any:
        return self.value + 0 * t

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 1


each(
    "two methods are one",
    alike=lambda r: equal(r.again(PrimalMomentum(Alike(0))).w, r.again(PrimalMomentum(Alike(1))).w),
    constant=lambda r: equal(r.again(PrimalMomentum(Constant(0))).w, r.again(PrimalMomentum(Constant(1))).w),
    theirs=lambda r: equal(r.w, r.again(PrimalMomentum(Constant(0))).w),
    longer=lambda r: equal(r.w, r.again(DualNesterov(r.algorithm.lam, Constant(2))).w),
    another_matrix=lambda r: equal(replace(r.problem, Z=2 * r.Z).combine(r.q), r.combine(r.q)),
)
each(
    "vectors and sums",
    cauchy=lambda r: equal(r.inner(r.q, r.mu) ** 2, r.squared(r.q) * r.squared(r.mu)),
    transposed=lambda r: equal(r.phi(r.q), r.squared(r.q) / 2),
    product=lambda r: equal((r.q * r.mu).sum(-1), r.q.sum(-1) * r.mu.sum(-1)),
    exponential=lambda r: equal(r.exp(r.p).sum(-1), r.exp(r.p.sum(-1))),
    largest=lambda r: equal(r.maximum(r.q + r.mu), r.maximum(r.q) + r.maximum(r.mu)),
    entropy=lambda r: equal(r.entropy(r.q), r.entropy(r.mu)),
    size=lambda r: equal(r.n + 0 * r.t, r.d + 0 * r.t),
    trace=lambda r: equal(r.Z.sum(-1)[None], r.Z.sum(-2)[None]),
    margin=lambda r: at_least(r.margin(r.w), 0),
    below=lambda r: below(r.q, 1),
    in_place=lambda r: equal(r.w, r.w.__iadd__(1)),
    operator=lambda r: Relation(r.w, "=", r.w),
    unknown=lambda r: Relation(r.w, "≤", r.w - 1),
    no_relation=lambda r: [],
    truth=lambda r: True,
    one_of_two=lambda r: (equal(r.q, r.q), equal(r.q, r.mu)),
    column=lambda r: equal(column(r.t) * r.q, r.t[:, None] * r.mu),
)
each(
    "of the dual method",
    early=lambda r: equal(r.psi_gradient(r.scores(r.w[:-1])), r.q[1:]),
    sign=lambda r: equal(r.p, -r.scores(r.w)),
    next_lambda=lambda r: equal(r.nu[:-1], (1 - column(r.lam[1:])) * r.mu[:-1] + column(r.lam[1:]) * r.q[:-1]),
    at_zero=lambda r: equal(r.w, 0 * r.w),
    from_one=lambda r: equal(r.mu[1:] * column(r.t[1:]), r.q[:-1] * column(r.t[:-1])),
    first_step=lambda r: equal(r.mu, r.mu[:1]),
    weight_of_one_row=lambda r: equal(r.q, 1),
    psi_of_one_row=lambda r: equal(r.psi(r.p), r.p.sum(-1)),
    largest_of_one_row=lambda r: equal(r.maximum(r.p), r.inner(r.q, r.p)),
    norm_of_one_column=lambda r: equal(r.squared(r.w), r.w.sum(-1) ** 2),
    of_one_number=lambda r: equal(r.squared(r.combine(r.q)) * r.squared(r.w), r.inner(r.combine(r.q), r.w) ** 2),
    symmetric=lambda r: equal(r.squared(r.combine(r.q)), r.squared(r.phi_gradient(r.q))),
    from_the_first=lambda r: equal(r.w, -r.sums(column(r.theta / r.lam) * r.combine(r.nu)) - r.combine(r.nu)[:1]),
    sums=lambda r: equal(r.q.cumsum(0), r.mu.cumsum(0)),
    large=lambda r: at_least(r.q, 1 / (r.n + 0 * r.q)),
    not_negative=lambda r: at_least(r.w, 0),
    phi=lambda r: above(-r.phi(r.q), 0),
    growing=lambda r: at_least(r.phi(r.mu[1:]), r.phi(r.mu[:-1])),
    strictly_at_zero=lambda r: above(r.t, 0),
    strictly_at_the_origin=lambda r: above(r.squared(r.w), 0),
    last=lambda r: equal(r.q[-1:], r.mu[-1:]),
    momentum=lambda r: equal(momentum(r)[1:], column(r.lam[:-1] * (1 - r.lam[1:]) / r.lam[1:]) * momentum(r)[:-1]),
    momentum_late=lambda r: equal(r.w[1:], r.w[:-1] - column(r.theta[:-1]) * (momentum(r)[1:] + r.combine(r.q[:-1]))),
)
each(
    "comparators",
    crosswise=lambda r: equal(simplex_points(r.problem)[:, None], simplex_points(r.problem)[None]),
    directions=lambda r: equal(directions(r.problem).sum(-1), 1),
    optima=lambda r: equal(r.optimum.q, r.optimum.q[:1]),
)
