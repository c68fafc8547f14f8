"""The post's two gradient steps, the scheme they come from, and the dual accelerated method, by scalar loops."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from tests.literal.case import Case
from tests.literal.lectures import Lecture
from tests.literal.post_case import LOGARITHM, SUM, Term, paper, total
from tests.literal.post_losses import risk
from tests.literal.printed import Printed, after, at_each, before, for_each, once, transcribed
from tests.literal.reference import MomentumSequences, Vector
from tests.literal.vectors import plus

Step = Callable[[int], Any]


def descend(c: Case, T: int, direction: Callable[[Vector], Vector], step: Step) -> list[Vector]:
    """w_0 = 0 and w_{t+1} = w_t − step_t · direction(w_t)."""
    w = [c.ref.zero()]
    for t in range(T):
        w.append(plus(w[t], direction(w[t]), -step(t)))
    return w


def sum_gradient(c: Case, w: Vector) -> Vector:
    """∇R(w) = Σ_i exp(⟨w, z_i⟩) z_i."""
    gradient = c.ref.zero()
    for i in range(c.n):
        gradient = plus(gradient, c.z[i], c.ref.ctx.exp(c.ref.dot(w, c.z[i])))
    return gradient


def normalised(c: Case, w: Vector) -> Vector:
    return [entry / risk(c, w) for entry in sum_gradient(c, w)]


def vanilla_run(c: Case, T: int, step: Step) -> list[Vector]:
    return descend(c, T, lambda w: sum_gradient(c, w), step)


def normalised_run(c: Case, T: int, step: Step) -> list[Vector]:
    return descend(c, T, lambda w: normalised(c, w), step)


@transcribed("W.Equiv")
def different(case: Lecture) -> list[Printed]:
    c = paper(case)
    vanilla, other = vanilla_run(c, 2, lambda t: 1), normalised_run(c, 2, lambda t: 1)

    def potential(w: Vector) -> Any:
        return c.psi(c.ref.scores(w))

    return [
        for_each("==", c.directions, lambda w: (potential(w), c.ref.ctx.log(risk(c, w)))),
        for_each("==", c.directions, lambda w: (sum_gradient(c, w), [risk(c, w) * x for x in c.slope(potential, w)])),
        once(total([c.ref.norm(plus(vanilla[t], other[t], -1)) ** 2 for t in range(3)]), ">", 0),
    ]


def normalised_steps(case: Lecture, c: Case) -> Step:
    if case.given["kind"] == "RootSteps":
        return lambda t: 1 / c.ref.ctx.sqrt(t + 1)
    return lambda t: c.ref.real(case.schedule("theta", t))


def vanilla_steps(case: Lecture, c: Case) -> Step:
    """η_t/n: R is a sum."""
    return lambda t: c.ref.real(case.schedule("eta", t)) / c.n


@transcribed("W.Speed")
def speeds(case: Lecture) -> list[Printed]:
    c = paper(case)
    w = normalised_run(c, case.T, normalised_steps(case, c))
    times, ctx = after(case), c.ref.ctx
    v, gaps = [ctx.mpf(0), ctx.mpf(0)], []
    for _ in times:
        v = [v[0] + ctx.exp(-v[0]) / 2, v[1] + ctx.exp(-v[1] / 2) / 4]
        gaps.append(1 / ctx.sqrt(5) - min(v[0], v[1] / 2) / ctx.sqrt(v[0] ** 2 + v[1] ** 2))
    return [
        for_each("<=", times, lambda t: (c.gamma_bar - c.ref.margin(w[t]), ctx.log(c.n) / (c.gamma_bar * t))),
        for_each(">=", times, lambda t: (gaps[t - 1], 1 / (10 * ctx.log(t + 2)))),
    ]


def steps(w: list[Vector], T: int, direction: Callable[[Vector], Vector], step: Step) -> Printed:
    """w_{t+1} = w_t − step_t · direction at w_t."""
    return for_each("==", range(T), lambda t: (w[t + 1], plus(w[t], direction(w[t]), -step(t))))


@transcribed("W.Vanilla.corrected", "W.Alg.1.corrected")
def vanilla(case: Lecture) -> Printed:
    c = paper(case)
    step = vanilla_steps(case, c)
    return steps(vanilla_run(c, case.T, step), case.T, lambda x: sum_gradient(c, x), step)


@transcribed("W.Normal.corrected", "W.Alg.2.corrected")
def normal(case: Lecture) -> Printed:
    c = paper(case)
    step = normalised_steps(case, c)
    return steps(normalised_run(c, case.T, step), case.T, lambda x: normalised(c, x), step)


class Scheme:
    """w_{t+1} = w_t − η_t (λw_t + V*a_t), a_t = ∇F(Vw_t)."""

    def __init__(self, case: Lecture) -> None:
        self.case, self.c, self.T = case, paper(case), case.T
        self.term: Term = {"SumOfLosses": SUM, "LogOfLosses": LOGARITHM}[case.given["fit"]]
        self.lam = self.c.ref.real(case.number("penalty"))
        self.w = self.run(self.lam)

    def eta(self, t: int) -> Any:
        return self.c.ref.real(self.case.schedule("eta", t)) / self.term.mass(self.c)

    def a(self, w: Vector) -> Vector:
        return self.term.gradient(self.c, self.c.ref.scores(w))

    def pull(self, w: Vector) -> Vector:
        return self.c.ref.combine(self.a(w))

    def run(self, lam: Any) -> list[Vector]:
        return descend(self.c, self.T, lambda w: plus(self.pull(w), w, lam), self.eta)

    def bracketed(self, t: int) -> Vector:
        bracket = plus([self.lam * entry for entry in self.w[t]], self.pull(self.w[t]))
        return plus(self.w[t], bracket, -self.eta(t))

    def split(self, t: int) -> Vector:
        after = plus(self.w[t], self.pull(self.w[t]), -self.eta(t))
        return plus(after, self.w[t], -self.eta(t) * self.lam)


@transcribed("W.Scheme.1")
def scheme(case: Lecture) -> list[Printed]:
    s = Scheme(case)
    c, scores = s.c, [s.c.ref.scores(w) for w in s.w]

    def value(b: Vector, y: Vector) -> Any:
        return c.ref.dot(b, y) - s.term.conjugate(c, b)

    return [
        for_each("==", range(s.T), lambda t: (s.w[t + 1], s.bracketed(t))),
        for_each("==", range(s.T + 1), lambda t: (value(s.a(s.w[t]), scores[t]), s.term.value(c, scores[t]))),
        *(
            for_each("<=", range(s.T + 1), lambda t, b=b: (value(b, scores[t]), s.term.value(c, scores[t])))
            for b in c.simplex_points
        ),
    ]


@at_each("==", before, "W.Scheme.2.corrected", of=Scheme)
def split(s: Scheme, t: int) -> tuple[Any, Any]:
    return s.bracketed(t), s.split(t)


@at_each("==", before, "W.Scheme.3", of=Scheme)
def extra_term(s: Scheme, t: int) -> tuple[Vector, Vector]:
    """∇R(w) = Σ_i exp(⟨w, z_i⟩) z_i, divided by R(w) with L̃."""
    powers = [s.c.ref.ctx.exp(score) for score in s.c.ref.scores(s.w[t])]
    slope = s.c.ref.combine(powers)
    plain = plus(s.w[t], slope, -s.eta(t) / (1 if s.term is SUM else total(powers)))
    return plus(s.w[t + 1], plain, -1), [-s.eta(t) * s.lam * entry for entry in s.w[t]]


@transcribed("W.Implicit")
def implicit(case: Lecture) -> Printed:
    s = Scheme(case)
    free = s.run(0)

    def sides(t: int) -> tuple[Any, Any]:
        return s.c.ref.norm(plus(s.w[t], free[t], -1)), s.lam / s.term.mass(s.c) * t * t / 2

    return for_each("<=", range(s.T + 1), sides)


def algorithm_one(case: Lecture, c: Case) -> tuple[MomentumSequences, list[Fraction]]:
    """Algorithm 1 and its β_t."""
    beta, theta = ([case.schedule(name, t) for t in range(case.T + 1)] for name in ("beta", "theta"))
    return c.ref.algorithm_one(case.T, beta, theta), beta


@transcribed("W.JSTfd")
def fully_dual(case: Lecture) -> list[Printed]:
    c, T = paper(case), case.T
    run, _ = algorithm_one(case, c)
    ones = [Fraction(1)] * (T + 1)
    accelerated = c.ref.dual_nesterov(T, [Fraction(2, t + 2) for t in range(T + 1)], ones)
    plain, descent = c.ref.algorithm_one(T, [Fraction(0)] * (T + 1), ones), c.ref.dual_nesterov(T, ones, ones)
    every = range(T + 1)
    return [
        for_each("==", every, lambda t: (run.q[t], accelerated.q[t])),
        for_each("==", every, lambda t: (run.q[t], accelerated.q[t])),
        for_each("==", every, lambda t: (run.w[t], accelerated.w[t])),
        for_each("==", every, lambda t: (plain.q[t], descent.q[t])),
    ]


@transcribed("W.JSTprimal")
def accelerated_in_the_primal(case: Lecture) -> list[Printed]:
    c, T = paper(case), case.T
    run, beta = algorithm_one(case, c)
    v = [plus(w, normalised(c, w), -1) for w in run.w]

    def attained(t: int) -> tuple[Any, Any]:
        y = c.ref.scores(run.w[t])
        return c.ref.dot(run.q[t], y) - LOGARITHM.conjugate(c, run.q[t]), LOGARITHM.value(c, y)

    def step(t: int) -> tuple[Vector, Vector]:
        before = v[t - 1] if t else c.ref.zero()
        return run.w[t + 1], plus(v[t], plus(v[t], before, -1), c.ref.real(beta[t]))

    return [for_each("==", range(T + 1), attained), for_each("==", range(T), step)]
