"""Lecture, §3: SGD on the risk, Algorithm 2, Corollary 4, statistical queries and stability, by scalars."""

from fractions import Fraction
from itertools import product
from typing import Any

from tests.literal.convex_functions import unit
from tests.literal.lectures import Lecture
from tests.literal.printed import Printed, displays_of, every, for_each, once, transcribed
from tests.literal.sgd import conditional, difference
from tests.literal.sgd_paths import Average, flat, paths, root_of
from tests.literal.vectors import Vector, dot, plus

displays_of(Average, {
    "S.RiskGrad.1a": lambda case, f: for_each("==", f.points(),
        lambda w: (difference(f, w, risk=True), difference(f, w, risk=True))),
    "S.RiskGrad.1b": lambda case, f: for_each("==", f.points(), lambda w: (difference(f, w, risk=True), f.gradient(w))),
})  # fmt: skip


@transcribed("S.RiskGrad.2")
def mean_of_v(case: Lecture) -> list[Printed]:
    return conditional(paths(case))


@transcribed("S.Alg2.corrected")
def algorithm(case: Lecture) -> list[Printed]:
    s = paths(case)
    f, times, count = s.f, range(s.T), len(s.all)

    def drawn(t: int) -> list[Fraction]:
        return flat([f.loss_gradient(s.w(p[:t]), p[t]) for p in s.all])

    def stepped(t: int) -> list[Fraction]:
        return flat([plus(s.w(p[:t]), f.loss_gradient(s.w(p[:t]), p[t]), -s.eta) for p in s.all])

    total = flat([[sum((s.w(p[:t])[j] for t in times), Fraction(0)) for j in range(f.d)] for p in s.all])
    return [
        once(flat([s.w(())] * count), "==", f.first * count),
        for_each("==", times, lambda t: (f.D * count, [s.odds(p[:t], k) for p in s.all for k in range(s.K)])),
        for_each("==", times, lambda t: (flat([s.v(p[:t], p[t]) for p in s.all]), drawn(t))),
        for_each("==", times, lambda t: (flat([s.w(p[: t + 1]) for p in s.all]), stepped(t))),
        once([s.T * x for p in s.all for x in s.average(p)], "==", total),
    ]


@transcribed("S.Cor4")
def corollary(case: Lecture) -> Printed:
    s = paths(case)
    f = s.f
    axes = [unit(f.d, j) for j in range(f.d)]
    H = [plus(f.first, e, f.B) for e in axes] + [plus(f.first, e, -f.B) for e in axes]
    H.append([(a + b) / 2 for a, b in zip(f.first, f.best, strict=True)])
    return once(s.mean(s.T, lambda p: f.value(s.average(p))), "<=", min(map(f.value, H)) + s.bound)


@transcribed("S.SQ")
def queries(case: Lecture) -> list[Printed]:
    f = Average(case)
    root, d = root_of(case.T), f.d
    tau, eta = f.rho / (d * (root + case.T)), Fraction(f.B) / (2 * f.rho * root)

    def missed(w: Vector) -> Vector:
        away = [Fraction(1 if w[j] < f.best[j] else -1) for j in range(d)]
        return {"exactly": [Fraction(0)] * d, "too_much": [Fraction(1)] * d, "away": away}[case.given["missed"]]

    w, v = [f.first], []
    for _ in every(case):
        v.append(plus(f.gradient(w[-1]), missed(w[-1]), tau))
        w.append(plus(w[-1], v[-1], -eta))
    times, n = every(case), len(f.rows)
    average = [sum((w[t][j] for t in range(case.T)), Fraction(0)) / case.T for j in range(d)]
    sizes = [[x * x for i in range(n) for x in f.loss_gradient(w[t], i)] for t in times]
    errors = [[x * x for x in plus(v[t], f.gradient(w[t]), -1)] for t in times]
    return [
        for_each("<=", times, lambda t: (sizes[t], f.rho**2)),
        for_each("<=", times, lambda t: (errors[t], tau**2)),
        once(f.value(average) - f.value(f.best), "<=", 3 * f.B * f.rho / root),
    ]


@transcribed("S.Stab")
def stability(case: Lecture) -> list[Printed]:
    f, other = Average(case), Average(case)
    n, T = len(f.rows), case.T
    other.rows[-1], other.y[-1] = [-x for x in other.rows[-1]], other.y[-1] + 1
    eta = {"edge": 2, "quarter": Fraction(1, 2)}[case.given["size"]] / Fraction(f.rho**2)
    everywhere = list(product(range(n), repeat=T))

    def run(g: Average, path: Any) -> list[Vector]:
        w = [f.first]
        for i in path:
            w.append(plus(w[-1], g.loss_gradient(w[-1], i), -eta))
        return w

    both = [(run(f, path), run(other, path), path) for path in everywhere]
    apart = [[plus(a[t], b[t], -1) for a, b, _ in both] for t in range(T + 1)]
    reach = 2 * eta * f.rho

    def mean(x: Any) -> Any:
        return sum(x) / case.real(len(both))

    def changes(g: Average) -> list[Any]:
        ends = [[abs(g.loss(a[T], i) - g.loss(b[T], i)) for a, b, _ in both] for i in range(n)]
        return [mean(map(case.real, end)) for end in ends]

    times, bound = range(T + 1), case.real(reach * f.rho * T / n)
    squares = [[dot(x, x) for x in apart[t]] for t in times]
    drawn = [[(reach * sum(i == n - 1 for i in path[:t])) ** 2 for _, _, path in both] for t in times]
    norms = [mean(case.ctx.sqrt(case.real(x)) for x in squares[t]) for t in times]
    return [
        for_each("<=", times, lambda t: (squares[t], drawn[t])),
        for_each("<=", times, lambda t: (norms[t], case.real(reach * t / n))),
        once(changes(f), "<=", bound),
        once(changes(other), "<=", bound),
    ]
