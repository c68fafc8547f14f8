"""The post's ℓ₁-penalised problem and the three proximal methods on it, by scalar loops."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from tests.literal.instances import rationals
from tests.literal.lectures import Lecture
from tests.literal.post_case import LOGARITHM, optima, paper, total
from tests.literal.printed import Printed, displays, for_each, once, transcribed
from tests.literal.reference import Vector
from tests.literal.vectors import l1, plus


class Penalised:
    """P(w) = λ‖w‖₁ + L̃(Vw), with λ, and the points at which "for all" is read."""

    def __init__(self, case: Lecture) -> None:
        self.case, self.c, self.T = case, paper(case), case.T
        best = optima(case)
        self.margin = self.c.ref.real(Fraction(best.margin))
        self.w_best, self.q_best = ([self.c.ref.real(x) for x in rationals(text)] for text in (best.w, best.q))
        self.mean = self.c.ref.combine(self.c.ref.uniform())
        self.lam = self.c.ref.real(self.weight())

    def weight(self) -> Any:
        if self.case.given["penalty"] == "Fixed":
            return self.case.schedule("penalty", 0)
        largest = max(abs(x) for x in self.c.instance.combine(tuple([Fraction(1, self.c.n)] * self.c.n)))
        return (Fraction(optima(self.case).margin) + largest) / 2 + Fraction(1, 64)

    @property
    def points(self) -> list[Vector]:
        c, zero = self.c, self.c.ref.zero()
        axes = []
        for k in range(c.d):
            for sign in (1, -1):
                axes.append([c.ref.real(sign if j == k else 0) for j in range(c.d)])
        scaled = [[-x for x in self.mean], [-8 * x for x in self.mean]]
        return [zero, *axes, *scaled, *([s * x for x in self.w_best] for s in (1, 4, 256))]

    l1 = staticmethod(l1)

    def psi(self, w: Vector) -> Any:
        return LOGARITHM.value(self.c, self.c.ref.scores(w))

    def P(self, w: Vector) -> Any:
        return self.lam * self.l1(w) + self.psi(w)

    def gradient(self, w: Vector) -> Vector:
        """∇_w L̃(Vw), by differences."""
        return self.c.slope(self.psi, w)

    def a(self, w: Vector) -> Vector:
        return LOGARITHM.gradient(self.c, self.c.ref.scores(w))

    def prox(self, tau: Any, v: Vector) -> Vector:
        by = tau * self.lam
        return [(x - by if x > by else x + by if x < -by else 0 * x) for x in v]


@transcribed("W.ISTA.prob")
def problem(case: Lecture) -> list[Printed]:
    s = Penalised(case)
    return [once(s.P(w), ">=", 0) for w in s.points]


@transcribed("W.ISTA.prob.corrected")
def coercive(case: Lecture) -> list[Printed]:
    s = Penalised(case)
    entropy = -LOGARITHM.conjugate(s.c, s.q_best)
    found = []
    for w in s.points:
        rise = (s.lam - s.margin) * s.l1(w)
        found += [once(s.P(w), ">=", rise + entropy), once(rise, ">=", 0)]
    return found


class Method(Penalised):
    """A method's w_t, a_t and γ̄_t; ISTA has γ̄_t = w_t."""

    def __init__(self, case: Lecture, base: str) -> None:
        super().__init__(case)
        self.base = base
        self.tau = self.c.ref.real(case.number("tau"))
        self.w, self.bar, self.dual = [self.c.ref.zero()], [self.c.ref.zero()], [self.c.ref.uniform()]
        for t in range(self.T):
            a = self.a(self.bar[t])
            start = self.w[t] if base == "w" else self.bar[t]
            w = self.prox(self.tau, plus(start, self.c.ref.combine(a), -self.tau))
            self.dual.append(a)
            self.bar.append(plus(w, plus(w, self.w[t], -1), self.theta(t)))
            self.w.append(w)

    def theta(self, t: int) -> Any:
        return self.c.ref.real(self.case.schedule("theta", t) if "theta" in self.case.given else 0)

    def start(self, t: int) -> Vector:
        return self.w[t] if self.base == "w" else self.bar[t]

    def budget(self, u: Vector) -> Any:
        return self.c.ref.norm(u) ** 2 / (2 * self.tau)

    def since_one(self, sides: Callable[[int, Vector], tuple[Any, Any]]) -> list[Printed]:
        """For every point u and every t ≥ 1."""
        return [for_each("<=", range(1, self.T + 1), lambda t, u=u: sides(t, u)) for u in self.points]


def fully_optimised(s: Method) -> list[Printed]:
    """Of a_{t+1} at the scores Vγ̄_t: attained, and no less than at the vertices and at the centre."""
    c, scores = s.c, [s.c.ref.scores(bar) for bar in s.bar]

    def attained(t: int) -> tuple[Any, Any]:
        a = s.dual[t + 1]
        return c.ref.dot(a, scores[t]) - LOGARITHM.conjugate(c, a), LOGARITHM.value(c, scores[t])

    every = range(s.T)
    uniform = c.ref.uniform()
    centre = lambda t: c.ref.dot(uniform, scores[t]) - LOGARITHM.conjugate(c, uniform)  # noqa: E731
    return [
        for_each("==", every, attained),
        for_each("<=", every, lambda t: (max(scores[t]), LOGARITHM.value(c, scores[t]))),
        for_each("<=", every, lambda t: (centre(t), LOGARITHM.value(c, scores[t]))),
    ]


@transcribed("W.ISTA.1")
def proximal_gradient(case: Lecture) -> list[Printed]:
    s = Method(case, "w")
    norm = s.c.ref.norm

    def minimal(u: Vector) -> Printed:
        def sides(t: int) -> tuple[Any, Any]:
            v = plus(s.w[t], s.c.ref.combine(s.dual[t + 1]), -s.tau)
            value = lambda x: s.tau * s.lam * s.l1(x) + norm(plus(x, v, -1)) ** 2 / 2  # noqa: E731
            return value(u), value(s.w[t + 1]) + norm(plus(u, s.w[t + 1], -1)) ** 2 / 2

        return for_each(">=", range(s.T), sides)

    return [*fully_optimised(s), *map(minimal, s.points)]


def lines(s: Method) -> list[Printed]:
    def proximal(t: int) -> tuple[Vector, Vector]:
        pull = s.c.ref.combine(s.dual[t + 1])
        return s.w[t + 1], s.prox(s.tau, plus(s.start(t), pull, -s.tau))

    return [
        once(s.w[0], "==", [0] * s.c.d),
        for_each("==", range(s.T), lambda t: (s.dual[t + 1], s.a(s.bar[t]))),
        for_each("==", range(s.T), proximal),
    ]


def reduced(s: Method) -> tuple[list[Vector], list[Vector]]:
    """w_t and γ̄_t from the gradient of L̃(V·), no a_t."""
    w, bar = [s.c.ref.zero()], [s.c.ref.zero()]
    for t in range(s.T):
        start = w[t] if s.base == "w" else bar[t]
        w.append(s.prox(s.tau, plus(start, s.gradient(bar[t]), -s.tau)))
        bar.append(plus(w[t + 1], plus(w[t + 1], w[t], -1), s.theta(t)))
    return w, bar


@transcribed("W.ISTA.2")
def is_ista(case: Lecture) -> list[Printed]:
    s = Method(case, "w")
    w, _ = reduced(s)
    bounds = s.since_one(lambda t, u: (s.P(s.w[t]) - s.P(u), s.budget(u) / t))
    return [for_each("==", range(1, s.T + 1), lambda t: (s.w[t], w[t])), *bounds]


def both_forms(s: Method) -> list[Printed]:
    w, bar = reduced(s)
    every = range(s.T + 1)
    return [for_each("==", every, lambda t: (s.w[t], w[t])), for_each("==", every, lambda t: (s.bar[t], bar[t]))]


def with_average(s: Method) -> list[Printed]:
    first, *rest = lines(s)
    moved = for_each(
        "==", range(s.T), lambda t: (s.bar[t + 1], plus(s.w[t + 1], plus(s.w[t + 1], s.w[t], -1), s.theta(t)))
    )
    return [first, once(s.bar[0], "==", [0] * s.c.d), *rest, moved]


def quadratic_rate(s: Method) -> list[Printed]:
    """At each point, and at τ(t+1)²/8 times it."""
    found = []
    for v in s.points:
        for far in (False, True):

            def sides(t: int, v: Vector = v, far: bool = far) -> tuple[Any, Any]:
                u = [s.tau * (t + 1) ** 2 / 8 * x for x in v] if far else v
                return s.P(s.w[t]) - s.P(u), 2 * s.c.ref.norm(u) ** 2 / (s.tau * (t + 1) ** 2)

            found.append(for_each("<=", range(1, s.T + 1), sides))
    return found


displays({
    "W.Alg.3": lambda case: lines(Method(case, "w")),
    "W.FISTAred": lambda case: both_forms(Method(case, "bar")),
    "W.Alg.4": lambda case: with_average(Method(case, "bar")),
    "W.ALTred": lambda case: both_forms(Method(case, "w")),
    "W.Alg.5": lambda case: with_average(Method(case, "w")),
    "W.FISTAacc": lambda case: quadratic_rate(Method(case, "bar")),
    "W.ALTacc": lambda case: quadratic_rate(Method(case, "w")),
})  # fmt: skip


@transcribed("W.FISTAacc.corrected")
def fista_sum(case: Lecture) -> list[Printed]:
    s = Method(case, "bar")

    def sides(t: int, u: Vector) -> tuple[Any, Any]:
        excess = [s.P(s.w[j]) - s.P(u) for j in range(t + 1)]
        return excess[t] + total([0, *excess[1:t]]) / (t + 1) ** 2, 4 * s.budget(u) / (t + 1) ** 2

    return s.since_one(sides)


@transcribed("W.ALTacc.corrected")
def alternative_mean(case: Lecture) -> list[Printed]:
    s = Method(case, "w")

    return s.since_one(lambda t, u: (total([s.P(s.w[j]) - s.P(u) for j in range(1, t + 1)]) / t, s.budget(u) / t))


@transcribed("W.CP")
def chambolle_pock(case: Lecture) -> list[Printed]:
    s = Method(case, "w")
    c, ctx = s.c, s.c.ref.ctx
    *_, step, average = with_average(s)
    found = [*fully_optimised(s), step, average]
    for sigma in (1, 1000, 1000000):

        def limit(t: int, sigma: int = sigma) -> Vector:
            a, before = s.dual[t + 1], s.dual[t]
            return c.ref.on_simplex([a[i] * ctx.exp((a[i] - before[i]) / sigma) for i in range(c.n)])

        for op, sign in (("<=", 1), (">=", -1)):
            factor = ctx.exp(sign * ctx.mpf(2) / sigma)
            scaled = lambda t, f=factor: [f * x for x in s.dual[t + 1]]  # noqa: E731
            found.append(for_each(op, range(s.T), lambda t, r=limit, f=scaled: (r(t), f(t))))
    return found
