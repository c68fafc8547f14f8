"""Lecture, §2: stochastic gradients, Algorithm 1, Theorem 3, its proof and the remarks, by scalars."""

from fractions import Fraction
from typing import Any

from tests.literal.convex_functions import Quadratic
from tests.literal.lectures import Lecture
from tests.literal.printed import Printed, displays_of, for_each, once, transcribed
from tests.literal.sgd_paths import Average, Paths, flat, paths, root_of
from tests.literal.vectors import dot


def average_gradient(f: Average, w: Any) -> list[Fraction]:
    n = len(f.rows)
    return [sum((f.loss_gradient(w, i)[j] for i in range(n)), Fraction(0)) / n for j in range(f.d)]


def difference(f: Average, w: Any, risk: bool = False) -> list[Fraction]:
    """The gradient of (1/n) Σ ℓ or of R from values on a line: a polynomial of degree 4 is known by five of them."""
    n = len(f.rows)

    def value(x: Any) -> Fraction:
        return f.value(x) if risk else sum((f.loss(x, i) for i in range(n)), Fraction(0)) / n

    found = []
    for j in range(f.d):
        at = {k: value([x + (k if i == j else 0) for i, x in enumerate(w)]) for k in (-2, -1, 1, 2)}
        found.append((at[-2] - 8 * at[-1] + 8 * at[1] - at[2]) / 12)
    return found


displays_of(Average, {
    "S.Unb.1": lambda case, f: for_each("==", f.points(), lambda w: (difference(f, w), average_gradient(f, w))),
    "S.Unb.2": lambda case, f: for_each("==", f.points(), lambda w: (average_gradient(f, w), difference(f, w))),
})  # fmt: skip


@transcribed("S.Alg1")
def algorithm(case: Lecture) -> list[Printed]:
    s = paths(case)
    stepped = [
        (
            flat([s.w(p[: t + 1]) for p in s.all]),
            flat([[w - s.eta * v for w, v in zip(s.w(p[:t]), s.v(p[:t], p[t]), strict=True)] for p in s.all]),
        )
        for t in range(s.T)
    ]
    return [once(flat([s.w(())] * len(s.all)), "==", s.f.first * len(s.all)), Printed("==", stepped), *conditional(s)]


def conditional(s: Paths) -> list[Printed]:
    """E[v_t | v_{1:t−1}] = ∇f(w_t), for each t."""
    return [
        once(
            flat([s.mean_v(past) for past in s.histories(t)]),
            "==",
            flat([s.f.gradient(s.w(past)) for past in s.histories(t)]),
        )
        for t in range(s.T)
    ]


@transcribed("S.Thm3.cond", "S.Thm3.cond.corrected")
def given_the_past(case: Lecture) -> list[Printed]:
    return conditional(paths(case))


@transcribed("S.Thm3")
def theorem(case: Lecture) -> Printed:
    s = paths(case)
    mean = s.mean(s.T, lambda p: s.f.value(s.average(p)))
    return once(mean - s.f.value(s.f.best), "<=", s.bound)


def average_error(s: Paths) -> Fraction:
    return s.mean(s.T, lambda p: sum((s.gap(s.w(p[:t])) for t in range(s.T)), Fraction(0)) / s.T)


def average_pull(s: Paths) -> Fraction:
    return s.mean(s.T, lambda p: sum((s.pull(p[:t], p[t]) for t in range(s.T)), Fraction(0)) / s.T)


def of_means(s: Paths) -> Fraction:
    """(1/T) Σ E[⟨w_t − w*, E[v_t | past]⟩]."""

    def inner(past: Any) -> Fraction:
        return dot([a - b for a, b in zip(s.w(past), s.f.best, strict=True)], s.mean_v(past))

    return sum((s.mean(t, inner) for t in range(s.T)), Fraction(0)) / s.T


def iterated(s: Paths) -> Fraction:
    """(1/T) Σ E[E[⟨w_t − w*, v_t⟩ | past]]."""
    inner = [s.mean(t, lambda past: s.given(past, lambda k: s.pull(past, k))) for t in range(s.T)]
    return sum(inner, Fraction(0)) / s.T


def over_the_past(s: Paths) -> list[Fraction]:
    """(1/T) Σ_t E_{v_{1:t−1}}[⟨w_t − w*, v_t⟩], where step t has the outcome that the path says."""
    by_outcome = [[s.mean(t, lambda past, k=k: s.pull(past, k)) for k in range(s.K)] for t in range(s.T)]
    return [sum((by_outcome[t][p[t]] for t in range(s.T)), Fraction(0)) / s.T for p in s.all]


def to_now(s: Paths) -> Fraction:
    """(1/T) Σ_t E_{v_{1:t}}[⟨w_t − w*, v_t⟩]."""
    return sum((s.mean(t + 1, lambda p: s.pull(p[:-1], p[-1])) for t in range(s.T)), Fraction(0)) / s.T


def to_the_end(s: Paths) -> Fraction:
    """(1/T) Σ_t E_{v_{1:T}}[⟨w_t − w*, v_t⟩]."""
    return sum((s.mean(s.T, lambda p, t=t: s.pull(p[:t], p[t])) for t in range(s.T)), Fraction(0)) / s.T


@transcribed("S.Thm3.lin")
def linear(case: Lecture) -> list[Printed]:
    s = paths(case)
    whole = sum((s.mean(s.T, lambda p, t=t: s.gap(s.w(p[:t]))) for t in range(s.T)), Fraction(0)) / s.T
    past = sum((s.mean(t, lambda p: s.gap(s.w(p))) for t in range(s.T)), Fraction(0)) / s.T
    return [once(average_error(s), "==", whole), once(whole, "==", past)]


displays_of(paths, {
    "S.Thm3.Jensen": lambda case, s: once(s.mean(s.T, lambda p: s.gap(s.average(p))), "<=", average_error(s)),
    "S.IterLem": lambda case, s: once(average_pull(s), "<=", s.bound),
    "S.Thm3.grad": lambda case, s: once(average_error(s), "<=", of_means(s)),
    "S.Thm3.tower.1": lambda case, s: once(of_means(s), "==", iterated(s)),
    "S.Thm3.tower.2": lambda case, s: once(iterated(s), "==", over_the_past(s)),
    "S.Thm3.tower.2.corrected": lambda case, s: once(iterated(s), "==", to_now(s)),
    "S.Thm3.tower.3": lambda case, s: once(over_the_past(s), "==", to_the_end(s)),
    "S.Thm3.tower.3.corrected": lambda case, s: once(to_now(s), "==", to_the_end(s)),
    "S.Thm3.tower.4": lambda case, s: once(to_the_end(s), "==", average_pull(s)),
    "S.Thm3.tower.5": lambda case, s: once(average_error(s), "<=", average_pull(s)),
})  # fmt: skip


@transcribed("S.SGD.same")
def same_rate(case: Lecture) -> list[Printed]:
    s = paths(case)
    descent = Paths(s.f, s.T, "none", s.rho)
    mean = s.mean(s.T, lambda p: s.f.value(s.average(p)))
    return [
        once(mean - s.f.value(s.f.best), "<=", s.bound),
        once(descent.gap(descent.average(descent.all[0])), "<=", s.bound),
    ]


@transcribed("S.SGD.nosmooth")
def loud(case: Lecture) -> list[Printed]:
    f = Average(case)
    rho = 2 * f.rho * root_of(case.T)
    s = Paths(f, case.T, "Coin", rho, rho - f.rho)
    error = s.mean(s.T, lambda p: s.gap(s.average(p)))
    return [once(8 * error, ">=", s.bound), once(error, "<=", s.bound)]


def mean_errors(f: Quadratic, T: int, eta: Any) -> list[Fraction]:
    """½ Σ λ_j E(w_t − w*)_j² for t = 1, …, T + 1, from E(w_t − w*) and its variance."""
    lam = [f.A[j][j] for j in range(f.d)]
    mean, variance = [-x for x in f.solution()], [Fraction(0)] * f.d
    found = []
    for t in range(1, T + 2):
        found.append(sum(a * (m * m + v) for a, m, v in zip(lam, mean, variance, strict=True)) / 2)
        h = eta(t)
        mean = [(1 - h * a) * m for a, m in zip(lam, mean, strict=True)]
        variance = [(1 - h * a) ** 2 * v + h * h for a, v in zip(lam, variance, strict=True)]
    return found


@transcribed("S.SGD.sc.corrected")
def one_over_t(case: Lecture) -> list[Printed]:
    f = Quadratic(case)
    beta, lam = f.A[0][0], f.A[-1][-1]
    kappa, B2 = beta / lam, dot(f.solution(), f.solution())
    steps = {
        "delayed": lambda t: 2 / (lam * (t + 2 * kappa)),
        "harmonic": lambda t: 1 / (lam * t),
        "constant": lambda t: 1 / beta,
    }
    error, good = (mean_errors(f, case.T, steps[name]) for name in (case.given["eta"], "delayed"))
    start, curves = [x * x for x in f.solution()], [f.A[j][j] for j in range(f.d)]

    def floor(t: int) -> Fraction:
        return sum(a * m / (1 + (t - 1) * a * a * m) for a, m in zip(curves, start, strict=True)) / 2

    times = range(1, case.T + 2)
    return [
        for_each(">=", times, lambda t: (error[t - 1], floor(t))),
        for_each("<=", times, lambda t: (good[t - 1], beta * (kappa * B2 + 2 * f.d / lam**2) / (t + 2 * kappa - 1))),
    ]
