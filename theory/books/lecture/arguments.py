"""Arguments for the rates of gradient methods, from what is assumed of f at pairs of points.

η = 1/β          f(w_{t+1}) ≤ f(w_t) − ‖∇f(w_t)‖²/(2β),  f(w*) ≥ f(w_t) + ⟨∇f(w_t), w* − w_t⟩
η = 2/(β + λ)    ‖w_{t+1} − w*‖ ≤ (κ − 1)/(κ + 1) ‖w_t − w*‖
"""

from typing import Any

from lemmacheck.theory.books.lecture.conditions import contraction, convex, powers, smooth, strongly_convex
from lemmacheck.theory.core.argument import as_epsilon_vanishes, by
from lemmacheck.theory.core.arithmetic import as_row, column
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


def momentum(run: Any) -> Argument:
    """t(t+2)(f(w_t) − f(w*))/(2β) + ‖z_t − w*‖² does not grow, for z_t = w_t + (t+2)(y_t − w_t)/2."""
    f, w, t = run.problem, run.w, run.t
    z = w + column(t + 2) * (run.y - w) / 2
    off, gap = f.squared(z - f.minimiser), f.gap(w) / (2 * f.beta)
    return [
        by(smooth, w[1:], run.y[:-1]),
        by(convex, w[:-1], run.y[:-1]),
        by(convex, f.minimiser, run.y[:-1]),
        at_most((t[1:] + 1) ** 2 * gap[1:] + off[1:], t[:-1] * (t[:-1] + 2) * gap[:-1] + off[:-1]),
        by(convex, w, f.minimiser),
        at_most(t * (t + 2) * gap + off, f.B_squared),
        by("F.vector", z - f.minimiser),
        by(smooth, w, f.minimiser),
    ]


def strong_momentum(run: Any) -> Argument:
    """f(w_t) − f(w*) + (λ/2)‖z_t − w*‖² falls by the factor 1 − 1/√κ, for z_t = w_t + (√κ + 1)(y_t − w_t)."""
    f, w = run.problem, run.w
    root = run.sqrt(f.kappa)
    z = w + (root + 1) * (run.y - w)
    energy, shrunk = f.gap(w) + f.lam * f.squared(z - f.minimiser) / 2, powers(run, 1 - 1 / root)
    return [
        *more_smooth_than_convex(f),
        at_least(as_row(root), 1),
        by(smooth, w[1:], run.y[:-1]),
        by(strongly_convex, w[:-1], run.y[:-1]),
        by(strongly_convex, f.minimiser, run.y[:-1]),
        by("F.vector", run.y - w),
        at_most(energy[1:], (1 - 1 / root) * energy[:-1]),
        by(smooth, f.zero(), f.minimiser),
        at_most(energy, shrunk * (f.beta + f.lam) * f.B_squared / 2),
        by("F.vector", z - f.minimiser),
        by("F.log", run.exp(-1 / root), 1 + 0 * root),
        by("F.times", run.exp(-run.t / root), run.exp(-1 / root) - (1 - 1 / root)),
    ]
