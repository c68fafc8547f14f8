"""Arguments for the rates of gradient methods, from what is assumed of f at pairs of points.

η = 1/β          f(w_{t+1}) ≤ f(w_t) − ‖∇f(w_t)‖²/(2β),  f(w*) ≥ f(w_t) + ⟨∇f(w_t), w* − w_t⟩
η = 2/(β + λ)    ‖w_{t+1} − w*‖ ≤ (κ − 1)/(κ + 1) ‖w_t − w*‖
"""

from typing import Any

from lemmacheck.theory.books.lecture.conditions import contraction, convex, powers, smooth, strongly_convex
from lemmacheck.theory.core.argument import as_epsilon_vanishes, by
from lemmacheck.theory.core.arithmetic import as_row
from lemmacheck.theory.core.relation import above, at_least, at_most

Argument = list[Any]


def falling_and_nearing(run: Any) -> Argument:
    """2t(f(w_t) − f(w*))/β + ‖w_t − w*‖² does not grow."""
    f, w = run.problem, run.w
    falls = at_most(2 * run.t * f.gap(w) / f.beta + f.squared(w - f.minimiser), f.B_squared)
    steps = [by(smooth, w[1:], w[:-1]), by(convex, f.minimiser, w[:-1])]
    return [*steps, falls, by("F.vector", w - f.minimiser)]


def more_smooth_than_convex(f: Any) -> Argument:
    """λ d/2 ≤ D_f(w* + 1, w*) ≤ β d/2."""
    beside = f.minimiser + f.ones(f.d)
    return [
        by(smooth, beside, f.minimiser),
        by(strongly_convex, beside, f.minimiser),
        at_least(as_row(f.beta), as_row(f.lam)),
    ]


def slopes(run: Any) -> Argument:
    """(β − λ)⟨g, x⟩ ≥ ‖g‖² for x = w_t − w* and g = ∇f(w_t) − λx."""
    return [*more_smooth_than_convex(run.problem), as_epsilon_vanishes(lambda epsilon: below_parabolas(run, epsilon))]


def below_parabolas(run: Any, epsilon: Any) -> Argument:
    """g is the gradient of the convex h(w) = f(w) − (λ/2)‖w − w*‖², which lies below parabolas of any curvature
    l > β − λ: at w* + g/l below that on its tangent at w*, at w_t − g/l below that on its tangent at w_t."""
    f, x = run.problem, run.w - run.problem.minimiser
    g, l = f.gradient(run.w) - f.lam * x, f.beta - f.lam + epsilon  # noqa: E741
    ahead, back = f.minimiser + g / l, run.w - g / l
    return [
        above(as_row(l), 0),
        by(strongly_convex, ahead, run.w),
        by(smooth, ahead, f.minimiser),
        by(strongly_convex, back, f.minimiser),
        by(smooth, back, run.w),
        by("F.vector", g),
        at_least(l * f.inner(g, x), f.squared(g)),
    ]


def contracting(run: Any) -> Argument:
    """‖w_t − w*‖² ≤ ((κ−1)/(κ+1))^{2t} B²."""
    f = run.problem
    off, shrunk = f.squared(run.w - f.minimiser), powers(run, contraction(f))
    return [
        *slopes(run),
        at_most(off[1:], contraction(f) * off[:-1]),
        at_most(off, shrunk * f.B_squared),
        by(smooth, run.w, f.minimiser),
    ]


def contracting_exponentially(run: Any) -> Argument:
    """The same, and (1 − y)² ≤ e^{−2y} for y = 2/(κ+1); and 4/(κ+1) ≥ 2/κ ≥ 1/κ."""
    f, t = run.problem, run.t
    y, more = 2 / (f.kappa + 1), 4 / (f.kappa + 1) - 1 / f.kappa
    one, fast = 1 + 0 * y, run.exp(-4 * t / (f.kappa + 1))
    return [
        *contracting(run),
        by("F.log", run.exp(-y), one),
        at_least(as_row(run.exp(-y)), as_row(1 - y)),
        at_least(as_row(1 - y), 0),
        by("F.times", run.exp(-y) - (1 - y), run.exp(-y) + (1 - y)),
        by("F.times", fast, run.exp(-2 * y) - contraction(f)),
        at_least(as_row(more - 1 / f.kappa), 0),
        at_least(as_row(1 / f.kappa), 0),
        at_least(as_row(more), 0),
        by("F.log", run.exp(t * more), one + 0 * t),
        at_least(run.exp(t * more), 1),
        by("F.times", fast, run.exp(t * more) - 1),
    ]
