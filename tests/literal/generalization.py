"""Combinations of hypotheses, the sample sizes, overfitting and the margin, typed from the print."""

from fractions import Fraction
from itertools import combinations, product
from typing import Any

from tests.literal.boosting_case import Boosted, Examples
from tests.literal.lectures import Lecture
from tests.literal.nearest_point import nearest
from tests.literal.perceptron import directions
from tests.literal.printed import Printed, after, at_each, for_each, once, rate, transcribed
from tests.literal.vectors import Vector, dot, minus, sign, times


def votes(case: Lecture) -> int:
    return int(case.given["T"])


@transcribed("S.LC.def.corrected")
def combined(case: Lecture) -> Printed:
    """The pattern of each combination is a pattern of the class: the largest agreement with one is n."""
    b = Examples(case)
    known, m = listed(b, votes(case)), len(b.votes)
    rows = []
    for k in range(m):
        for alpha in ((3, -2, 5), (7, -7, 1), (4, 5, -9), (-1, -1, 3), (0, 0, 0)):
            chosen = [(alpha[i], b.votes[(k + i) % m]) for i in range(votes(case))]
            pattern = tuple(sign(sum(a * h[i] for a, h in chosen)) for i in range(b.n))
            rows.append((max(sum(p * q for p, q in zip(pattern, each, strict=True)) for each in known), b.n))
    return Printed("==", rows)


def listed(b: Examples, T: int) -> set[tuple[int, ...]]:
    """The patterns of sign(Σ α_i h_i) for T hypotheses, from the α with entries −4, …, 4."""
    found = set()
    for hypotheses in combinations(sorted({tuple(h) for h in b.votes}), min(T, len({tuple(h) for h in b.votes}))):
        for alpha in product(range(-4, 5), repeat=len(hypotheses)):
            sums = [sum(a * h[i] for a, h in zip(alpha, hypotheses, strict=True)) for i in range(b.n)]
            found.add(tuple(map(sign, sums)))
    return found


def vc_dim(patterns: set[tuple[int, ...]], n: int) -> int:
    largest = 0
    for mask in range(2**n):
        S = [i for i in range(n) if mask >> i & 1]
        if len({tuple(p[i] for i in S) for p in patterns}) == 2 ** len(S):
            largest = max(largest, len(S))
    return largest


def exercise(case: Lecture) -> Printed:
    b, T = Examples(case), votes(case)
    d = vc_dim({tuple(h) for h in b.votes}, b.n)
    return once(vc_dim(listed(b, T), b.n), "<=", 16 * T * d * case.ctx.log(T))


@transcribed("S.LC")
def dimension(case: Lecture) -> Printed:
    return exercise(case)


@transcribed("S.LC.corrected")
def dimension_mended(case: Lecture) -> list[Printed]:
    log = case.ctx.log
    pairs = [(2, 1), (3, 1), (100, 1), (10**6, 1), (2, 2), (2, 50), (3, 10**6), (1000, 7), (10**6, 10**6)]

    def growth(pair: tuple[int, int]) -> tuple[Any, Any]:
        """m log 2 against the logarithm of (em/d)^{dT} (em/T)^T."""
        T, d = pair
        m = 16 * T * d * log(T)
        return m * log(2), d * T * log(case.ctx.e * m / d) + T * log(case.ctx.e * m / T)

    return [exercise(case), for_each(">", pairs, growth)]


@transcribed("S.VCgen.2")
def rounds_put_in(case: Lecture) -> Printed:
    real, log = case.real, case.ctx.log

    def sides(row: tuple[int, ...]) -> tuple[Any, Any]:
        n, d = row[:2]
        gamma, epsilon, delta = (1 / real(x) for x in row[2:])
        T = log(2 * n) / (2 * gamma**2)
        left = (log(1 / delta) + T * d * log(T) * log(1 / epsilon)) / epsilon
        inner = 1 / (2 * gamma**2) * log(2 * n)
        return left, (log(1 / delta) + inner * d * log(inner) * log(1 / epsilon)) / epsilon

    rows = [(1, 1, 2, 2, 2), (7, 3, 4, 10, 20), (100, 1, 10, 3, 10**6), (10**6, 50, 3, 100, 2)]
    return for_each("==", [*rows, (10**9, 10**4, 100, 8, 5)], sides)


@transcribed("S.VCgen.3")
def satisfied(case: Lecture) -> list[Printed]:
    real, log = case.real, case.ctx.log
    points = [(d, g, e) for d in (1, 50, 10**6) for g in (2, 3, 1000) for e in (1, 2, 10**4)]

    def sides(point: tuple[int, int, int], log_delta: int, factor: int) -> tuple[Any, Any]:
        d, gamma, epsilon = point[0], 1 / real(point[1]), 1 / real(point[2])
        n = factor * 2 / epsilon * (d / gamma**2 * log(d / gamma**2 / epsilon) ** 3 + log_delta)
        T = log(2 * n) / (2 * gamma**2)
        return n, (log_delta + T * d * log(T) * log(1 / epsilon)) / epsilon

    return [
        for_each(">=", points, lambda point, b=b, k=k: sides(point, b, k))
        for b in (1, 20, 10**9)
        for k in (1, 2, 1000, 10**6)
    ]


@transcribed("S.nlogn")
def linear_beats_logarithm(case: Lecture) -> list[Printed]:
    log = case.ctx.log
    large = [case.real(Fraction(x)) for x in ("5/4", "2", "27/10", "11/4", "3", "8", "1000", "1000000000")]
    small = [case.real(Fraction(x)) for x in ("0", "1/2", "1", "2", "27/10")]
    plain = [case.real(Fraction(x)) for x in ("1/10", "1", "2", "27/10", "3", "1000000")]

    def grown(k: int) -> Printed:
        return for_each(">=", large, lambda a: (k * 2 * a * log(a), a * log(k * 2 * a * log(a))))

    from_there = [grown(k) for k in (1, 2, 10**6)]
    return from_there + [for_each(">=", small, lambda a, n=n: (n, a * log(n))) for n in plain]


@transcribed("S.VCgen.T")
def degrades(case: Lecture) -> Printed:
    real, log = case.real, case.ctx.log

    def asked(T: int, d: int, epsilon: Any, delta: Any) -> Any:
        return (log(1 / delta) + T * d * log(T) * log(1 / epsilon)) / epsilon

    def sides(row: tuple[int, int, int, int]) -> tuple[Any, Any]:
        T, d, epsilon, delta = *row[:2], 1 / real(row[2]), 1 / real(row[3])
        return asked(T, d, epsilon, delta), asked(T + 1, d, epsilon, delta)

    return for_each("<", [(1, 1, 2, 2), (2, 3, 4, 10), (100, 1, 3, 20), (10**6, 50, 2, 10**6)], sides)


@transcribed("S.Overfit")
def overfitting(case: Lecture) -> list[Printed]:
    b = Boosted(case, held_out=True)

    def training(t: int) -> int:
        return sum(b.wrong(i, 1, t) for i in range(6))

    def testing(t: int) -> int:
        return sum(b.wrong(i, 1, t) for i in (6, 7))

    return [
        for_each("==", range(5, 10), lambda t: (training(t), 0)),
        for_each("<", range(7, 10), lambda t: (testing(t), testing(5))),
    ]


@transcribed("S.Prefer")
def larger_margins(case: Lecture) -> list[Printed]:
    b = Boosted(case, held_out=True)

    def margin(t: int) -> Any:
        rounds = range(1, t + 1)
        votes = [b.y[i] * sum(b.alpha(s) * b.h[s][i] for s in rounds) for i in range(6)]
        return min(votes) / sum(abs(b.alpha(s)) for s in rounds)

    return [
        for_each("==", range(5, 10), lambda t: (sum(b.wrong(i, 1, t) for i in range(6)), 0)),
        for_each(">", range(6, 10), lambda t: (margin(t), margin(t - 1))),
    ]


def least_vote(b: Boosted, t: int) -> Any:
    """min_i y_i Σ_{s≤t} α_s h_s(x_i)."""
    return min(b.y[i] * sum(b.alpha(s) * b.h[s][i] for s in range(1, t + 1)) for i in b.examples)


@transcribed("S.Margin")
def l1_margin(case: Lecture) -> Printed:
    b = Boosted(case)

    def gap(t: int) -> Any:
        return 2 * case.real(b.gamma) - least_vote(b, t) / sum(abs(b.alpha(s)) for s in range(1, t + 1))

    return rate("-> 0", b.rounds, gap)


@at_each(">=", after, "S.Margin.corrected", of=Boosted)
def half_of_the_margin(b: Boosted, t: int) -> tuple[Any, Any]:
    real, voted = b.case.real, sum(b.alpha(s) for s in range(1, t + 1))
    return least_vote(b, t), real(b.gamma) * voted - b.case.ctx.log(real(b.n))


@transcribed("S.MarginDef")
def distances(case: Lecture) -> list[Printed]:
    w = times(-1, nearest(case.rows))
    square, rows = dot(w, w), case.rows
    feet = [minus(z, times(dot(w, z) / square, w)) for z in rows]
    squares = [dot(w, z) ** 2 / square for z in rows]

    def from_others(v: Vector) -> tuple[Vector, Vector]:
        flat = minus(v, times(dot(v, w) / square, w))
        return [dot(minus(z, flat), minus(z, flat)) for z in rows], squares

    size = case.ctx.sqrt(case.real(square))
    margin = min(-case.real(dot(w, z)) for z in rows) / size
    return [
        once([dot(foot, w) for foot in feet], "==", [0] * case.n),
        once(margin**2, "==", min(squares)),
        for_each(">=", directions(case), from_others),
        once(margin, ">=", 0),
    ]
