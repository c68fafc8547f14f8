"""The post's losses, their gradients and dual variables, by scalar loops."""

from collections.abc import Callable
from typing import Any

from tests.literal.case import Case
from tests.literal.dual_points import dual_points, turned_pairs
from tests.literal.lectures import Lecture
from tests.literal.notation import attained
from tests.literal.post_case import LOGARITHM, SUM, Term, paper, total
from tests.literal.printed import Printed, at_each, displays, displays_of, for_each, transcribed
from tests.literal.reference import Vector
from tests.literal.vectors import plus


def small_moves(c: Case, share: int) -> list[Vector]:
    return [[entry / share for entry in h] for h in c.nonzero_directions]


class Duality:
    """(P) and (D) for Ψ(v) = ¼‖v − c‖² with c = w + 2V*∇F(Vw)."""

    def __init__(self, c: Case, term: Term, w: Vector) -> None:
        self.c, self.term, self.w = c, term, w
        self.a = term.gradient(c, c.ref.scores(w))
        self.centre = plus(w, c.ref.combine(self.a), 2)

    def primal(self, v: Vector) -> Any:
        return self.c.ref.norm(plus(v, self.centre, -1)) ** 2 / 4 + self.term.value(self.c, self.c.ref.scores(v))

    def dual(self, a: Vector) -> Any:
        """−Ψ*(−V*a) − F*(a), with Ψ*(v) = ⟨c, v⟩ + ‖v‖²."""
        pull = [-entry for entry in self.c.ref.combine(a)]
        return -self.c.ref.dot(self.centre, pull) - self.c.ref.dot(pull, pull) - self.term.conjugate(self.c, a)


@transcribed("W.FRDT")
def primal_and_dual(case: Lecture) -> list[Printed]:
    c = paper(case)
    found = []
    for term in (SUM, LOGARITHM):
        at = [Duality(c, term, w) for w in c.directions]
        found.append(for_each("==", at, lambda s: (s.primal(s.w), s.dual(s.a))))
        for h in small_moves(c, 64):
            found.append(for_each(">=", at, lambda s, h=h: (s.primal(plus(s.w, h)), s.dual(s.a))))
        for b in c.simplex_points:
            found.append(for_each(">=", at, lambda s, b=b: (s.primal(s.w), s.dual(b))))
    return found


@at_each("==", lambda case: paper(case).directions, "W.WLOG", of=paper)
def targets(c: Case, w: Vector) -> tuple[Any, Any]:
    """φ(x_i) = −y_i z_i, with the targets 1, −1, 1, …."""
    y = [1 if i % 2 == 0 else -1 for i in range(c.n)]
    inputs = [[-y[i] * entry for entry in c.z[i]] for i in range(c.n)]
    given = [c.ell(-y[i] * c.ref.dot(w, inputs[i])) for i in range(c.n)]
    return given, [c.ell(c.ref.dot(w, c.z[i])) for i in range(c.n)]


def risk(c: Case, w: Vector) -> Any:
    return total([c.ell(c.ref.dot(w, c.z[i])) for i in range(c.n)])


def risk_gradient(c: Case, w: Vector) -> Vector:
    return c.slope(lambda v: risk(c, v), w)


@at_each("==", lambda case: paper(case).directions, "W.R", of=paper)
def empirical_risk(c: Case, w: Vector) -> tuple[Vector, Vector]:
    ell = c.ref.ctx.exp
    return [ell(c.ref.dot(w, c.z[i])) for i in range(c.n)], [ell(y) for y in c.ref.scores(w)]


def jensen(c: Case, value: Callable[[Vector], Any], pairs: list[tuple[Vector, Vector]]) -> list[Printed]:
    """At a quarter and at half of the way."""

    def at(s: Any) -> Callable[[tuple[Vector, Vector]], tuple[Any, Any]]:
        def sides(pair: tuple[Vector, Vector]) -> tuple[Any, Any]:
            y, other = pair
            between = plus([(1 - s) * entry for entry in y], other, s)
            return value(between), (1 - s) * value(y) + s * value(other)

        return sides

    return [for_each("<=", pairs, at(c.ref.ctx.one / 4)), for_each("<=", pairs, at(c.ref.ctx.one / 2))]


@transcribed("W.Ltil.2")
def log_sum_exp(case: Lecture) -> list[Printed]:
    c = paper(case)
    pairs, ctx = turned_pairs(c), c.ref.ctx
    return [
        for_each("==", pairs, lambda pair: (c.psi(pair[0]), ctx.log(total([ctx.exp(y) for y in pair[0]])))),
        *jensen(c, lambda y: LOGARITHM.value(c, y), pairs),
    ]


@transcribed("W.Ltil.gen")
def crucial(case: Lecture) -> list[Printed]:
    """For the loss exp z, 1 + z, 2 exp((z − 1)/2) on z ≤ 0, [0, 1], z ≥ 1 and scores (z, …, z) in [0, 1]."""
    c, logistic = paper(case), paper(case, "logistic")
    ctx, half = c.ref.ctx, c.ref.ctx.one / 2

    def bent(z: Any) -> Any:
        """ℓ⁻¹(n(1 + z)): on one row z, else 1 + 2 ln(n(1 + z)/2)."""
        return z if c.n == 1 else 1 + 2 * ctx.log(c.n * (1 + z) / 2)

    def bound(a: Vector) -> tuple[Any, Any]:
        conjugate = max(-bent(0 * half), total(a) - bent(2 * half))
        return total(a) / 2 - conjugate, bent(half)

    return [
        *jensen(logistic, logistic.psi, turned_pairs(logistic)),
        for_each("<", [half], lambda m: ((bent(0 * m) + bent(2 * m)) / 2, bent(m))),
        for_each("<", dual_points(c), bound),
    ]


Gradient = Callable[[Case, Term, Vector], Vector]


def chained(c: Case, term: Term, w: Vector) -> Vector:
    return c.ref.combine(term.gradient(c, c.ref.scores(w)))


def bend(c: Case, term: Term, y: Vector, r: Vector) -> Any:
    if term is LOGARITHM:
        return max(r) ** 2 / 2
    return total([r[i] ** 2 * c.ref.ctx.exp(y[i] + r[i]) for i in range(c.n)]) / 2


def derivative(case: Lecture, term: Term, gradient: Gradient) -> list[Printed]:
    """For each small h: the remainder of the first order is at most the bend, up and down."""
    c = paper(case)
    found = []
    for h in small_moves(c, 1024):
        length = total([abs(entry) for entry in h])
        r = [max(abs(entry) for entry in z) * length for z in c.z]

        def remainder(w: Vector, h: Vector = h) -> Any:
            moved = term.value(c, c.ref.scores(plus(w, h)))
            return moved - term.value(c, c.ref.scores(w)) - c.ref.dot(gradient(c, term, w), h)

        for op, sign in (("<=", 1), (">=", -1)):
            bounded = lambda w, f=remainder, r=r, s=sign: (f(w), s * bend(c, term, c.ref.scores(w), r))  # noqa: E731
            found.append(for_each(op, c.directions, bounded))
    return found


def normalised(c: Case, term: Term, w: Vector) -> Vector:
    return [entry / risk(c, w) for entry in risk_gradient(c, w)]


displays_of(paper, {
    "W.gradL.2": lambda case, c: for_each("==", c.directions, lambda w: (chained(c, SUM, w), risk_gradient(c, w))),
    "W.gradLt.2": lambda case, c: for_each("==", c.directions,
        lambda w: (chained(c, LOGARITHM, w), normalised(c, SUM, w))),
})  # fmt: skip


def tilted(c: Case, y: Vector) -> Vector:
    """∇L̃(y), by differences."""
    return c.slope(c.psi, y)


def rescaled(c: Case, y: Vector) -> Vector:
    """(ℓ⁻¹)'(L(y)) a, the slope of ℓ⁻¹ by differences."""
    s = total([c.ell(entry) for entry in y])
    slope = c.slope(lambda at: c.inverse(at[0]), [s])[0]
    return [slope * c.ell_prime(entry) for entry in y]


def maximiser(case: Lecture, a: Callable[[Case, Vector], Vector]) -> list[Printed]:
    c = paper(case)

    def value(b: Vector, y: Vector) -> Any:
        return c.ref.dot(b, y) - LOGARITHM.conjugate(c, b)

    scores = [c.ref.scores(w) for w in c.directions]
    attained = for_each("==", scores, lambda y: (value(a(c, y), y), c.psi(y)))
    return [attained, *(for_each("<=", scores, lambda y, b=b: (value(b, y), c.psi(y))) for b in c.simplex_points)]


@transcribed("W.dual2.2")
def parallel(case: Lecture) -> list[Printed]:
    found = []
    for loss in ("exponential", "logistic"):
        c = paper(case, loss)
        scores = [c.ref.scores(w) for w in c.directions]
        found.append(for_each("==", scores, lambda y, c=c: (tilted(c, y), rescaled(c, y))))
    return found


displays({
    "W.Ltil.1": lambda case: attained(paper(case), case.ctx.exp, case.ctx.log),
    "W.gradL.1": lambda case: derivative(case, SUM, chained),
    "W.gradL.3": lambda case: derivative(case, SUM, lambda c, term, w: risk_gradient(c, w)),
    "W.gradLt.1": lambda case: derivative(case, LOGARITHM, chained),
    "W.gradLt.3": lambda case: derivative(case, LOGARITHM, normalised),
    "W.dual2.1": lambda case: maximiser(case, tilted),
    "W.dual2.3": lambda case: maximiser(case, rescaled),
})  # fmt: skip
