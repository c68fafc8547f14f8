"""The facts that proofs cite, typed from their sentences: each at its points, one short formula a relation."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from tests.literal.case import Case
from tests.literal.dual_points import dual_points, turned_pairs
from tests.literal.general_sequences import grad_psi, psi_star, rho
from tests.literal.mirror import averaging, for_all_q, in_c
from tests.literal.printed import Printed, at_each, every, for_each, once, transcribed
from tests.literal.reference import Vector
from tests.literal.vectors import l1, largest, minus, plus

Points = Callable[[Case], Iterable[tuple[Any, ...]]]


def fact(id: str, points: Points, *relations: Callable[..., tuple[Any, str, Any]]) -> None:
    """Enter relations that hold at each of the points: both sides and the sign between, from case and point."""

    def at_each(case: Case, relation: Callable[..., tuple[Any, str, Any]]) -> Printed:
        stated = [relation(case, *point) for point in points(case)]
        return Printed(stated[0][1], [(lhs, rhs) for lhs, _, rhs in stated])

    transcribed(id)(lambda case: [at_each(case, relation) for relation in relations])


def pairs(points: list[Any]) -> list[tuple[Any, Any]]:
    """Each with itself, then each with the next, then each with the third after it."""
    n = len(points)
    return [(points[i], points[(i + k) % n]) for k in (0, 1, 3) for i in range(n)]


def numbers(case: Case) -> Vector:
    return case.reals([[Fraction(x) for x in ("-3", "-1", "0", "1/8", "1", "7/2", "40")]])[0]


def one_by_one(points: Callable[[Case], Iterable[Any]]) -> Points:
    return lambda case: [(x,) for x in points(case)]


fact("F.square", one_by_one(numbers), lambda case, x: (x**2, ">=", 0))
fact("F.vector", one_by_one(lambda case: case.directions), lambda case, a: (case.ref.norm(a) ** 2, ">=", 0))
fact("F.times", lambda case: pairs(numbers(case)[2:]), lambda case, x, y: (x * y, ">=", 0))
fact("F.under", lambda case: [(x, x * x + y * y) for x, y in pairs(numbers(case))],
    lambda case, x, a: (x, "<=", case.ref.ctx.sqrt(a)))  # fmt: skip
fact("F.larger", lambda case: pairs(numbers(case)), lambda case, a, b: (max(a, b), ">=", a),
    lambda case, a, b: (max(a, b), ">=", b))  # fmt: skip


def reached(x: Any) -> int:
    return 1 if x >= 0 else 0


fact("F.step", one_by_one(numbers), lambda case, x: (reached(x), ">=", 0), lambda case, x: (reached(x), "<=", 1),
    lambda case, x: (max(x, 0), ">=", 0), lambda case, x: (min(x, 0), "<=", 0),
    lambda case, x: (reached(x) + reached(-x), ">=", 1))  # fmt: skip
fact("F.root", one_by_one(lambda case: numbers(case)[3:]), lambda case, x: (case.ref.ctx.sqrt(x), ">", 0))


def growing(case: Case) -> list[tuple[Any, Any]]:
    return [(a, a + more) for a, more in pairs(numbers(case)[3:])]


fact("F.order", growing, lambda case, a, b: (1 / a, ">=", 1 / b))
fact("F.roots", growing, lambda case, a, b: (case.ref.ctx.sqrt(a), "<=", case.ref.ctx.sqrt(b)))
fact("F.log", lambda case: pairs(numbers(case)[3:]),
    lambda case, a, b: (case.ref.ctx.log(b) - case.ref.ctx.log(a), ">=", 1 - a / b))  # fmt: skip
fact("F.CS", lambda case: pairs(case.directions),
    lambda case, a, b: (case.ref.dot(a, b), "<=", case.ref.norm(a) * case.ref.norm(b)))  # fmt: skip


def entries(case: Case) -> Any:
    return sum(entry**2 for z in case.z for entry in z)


def spread(x: Vector) -> Vector:
    return [(1 + entry**2) / sum(1 + other**2 for other in x) for entry in x]


fact("F.frobenius", one_by_one(lambda case: case.directions),
    lambda case, w: (case.ref.norm(case.ref.scores(w)) ** 2, "<=", entries(case) * case.ref.norm(w) ** 2))  # fmt: skip
fact("F.transposed", one_by_one(dual_points),
    lambda case, x: (case.ref.norm(case.ref.combine(x)) ** 2, "<=", entries(case) * case.ref.norm(x) ** 2))  # fmt: skip
fact("F.diameter", lambda case: [(spread(a), spread(b)) for a, b in pairs(case.directions)],
    lambda case, q, r: (case.ref.norm(minus(q, r)) ** 2, "<=", 2))  # fmt: skip
fact("F.vertex", lambda case: [(a, spread(b)) for a, b in pairs(case.directions)],
    lambda case, x, q: (max(x), ">=", case.ref.dot(x, q)))  # fmt: skip
fact("F.triangle", lambda case: pairs(case.directions),
    lambda case, a, b: (case.ref.norm(plus(a, b)), "<=", case.ref.norm(a) + case.ref.norm(b)))  # fmt: skip
fact("F.mass", one_by_one(dual_points), lambda case, x: (l1(x), ">=", sum(x)), lambda case, x: (l1(x), ">=", -sum(x)))
fact("F.positive", one_by_one(lambda case: [[entry**2 for entry in x] for x in dual_points(case)]),
    lambda case, x: (l1(x), "==", sum(x)))  # fmt: skip
fact("F.rows", one_by_one(dual_points), lambda case, x: (case.ref.norm(case.ref.combine(x)), "<=", l1(x)),
    lambda case, x: (case.ref.norm(case.ref.combine(x)) ** 2, "<=", l1(x) ** 2))  # fmt: skip
fact("F.scores", one_by_one(lambda case: case.directions),
    lambda case, w: (largest(case.ref.scores(w)) ** 2, "<=", case.ref.norm(w) ** 2))  # fmt: skip
fact("F.near", lambda case: pairs(case.simplex_points),
    lambda case, q, r: (case.ref.norm(case.ref.combine(minus(q, r))) ** 2, "<=", l1(minus(q, r)) ** 2))  # fmt: skip
fact("F.dual", one_by_one(lambda case: case.simplex_points),
    lambda case, q: (case.ref.norm(case.ref.combine(q)), ">=", case.gamma_bar * sum(q)),
    lambda case, q: (case.ref.norm(case.ref.combine(q)) ** 2, ">=", (case.gamma_bar * sum(q)) ** 2))  # fmt: skip
fact("F.optimal", one_by_one(lambda case: case.simplex_points),
    lambda case, q: (case.ref.dot(case.ref.combine(q), case.pull), ">=", case.gamma_bar**2 * sum(q)))  # fmt: skip
fact("F.margins", lambda case: [()], lambda case: (case.ref.scores(case.pull), ">=", case.gamma_bar**2))


@transcribed("F.one")
def one_image(case: Case) -> list[Printed]:
    return [once(case.ref.combine(q), "==", case.pull) for q in case.q_bars]


def tangent(case: Case, xi: Vector, eta: Vector) -> Any:
    """ψ(ξ) − ψ(η) − ⟨∇ψ(η), ξ − η⟩."""
    return case.psi(xi) - case.psi(eta) - case.ref.dot(grad_psi(case, eta), minus(xi, eta))


def turn(case: Case, xi: Vector, eta: Vector) -> Any:
    """‖∇ψ(ξ) − ∇ψ(η)‖₁²."""
    return l1(minus(grad_psi(case, xi), grad_psi(case, eta))) ** 2


fact("F.ceiling", one_by_one(dual_points), lambda case, xi: (max(xi), "<=", largest(xi)))
fact("F.ball", one_by_one(lambda case: case.ball_points), lambda case, w: (case.ref.norm(w), "<=", 1),
    lambda case, w: (case.ref.norm(w) ** 2, "<=", 1))  # fmt: skip
fact("F.psi", turned_pairs, lambda case, xi, eta: (tangent(case, xi, eta), ">=", turn(case, xi, eta) / (2 * rho(case))))
fact("F.exp", turned_pairs, lambda case, xi, eta: (tangent(case, xi, eta), ">=", turn(case, xi, eta) / 2))
fact("F.soft", turned_pairs, lambda case, xi, eta: (tangent(case, eta, xi), "<=", largest(minus(eta, xi)) ** 2 / 2))
fact("F.max", one_by_one(dual_points), lambda case, xi: (case.psi(xi), ">=", max(xi)))
fact("F.logistic", one_by_one(dual_points), lambda case, xi: (l1(grad_psi(case, xi)) - 1, ">=", 0))
fact(
    "F.domain",
    one_by_one(dual_points),
    lambda case, xi: (case.ref.dot(case.ref.combine(grad_psi(case, xi)), case.pull), ">=", case.gamma_bar**2),
)
fact("F.monotone", one_by_one(dual_points), lambda case, xi: (case.inverse(max(map(case.ell, xi))), "==", max(xi)))


def of_the_simplex_and_beyond(case: Case) -> list[tuple[Vector, Vector]]:
    """Every q of Δ_n with every ξ."""
    return [(q, xi) for xi in dual_points(case) for q in case.simplex_points]


fact("F.largest", of_the_simplex_and_beyond, lambda case, q, xi: (case.ref.dot(q, xi), "<=", max(xi)))
fact("F.conjugate", of_the_simplex_and_beyond,
    lambda case, q, xi: (psi_star(case, q), ">=", case.ref.dot(q, xi) - case.psi(xi)),
    lambda case, q, xi: (psi_star(case, q), "<=", 0))  # fmt: skip


def over_the_tangent(case: Case, x: Vector, y: Vector) -> Any:
    """f(x) − f(y) − ⟨∇f(y), x − y⟩."""
    space = averaging(case).space
    return space.f(x) - space.f(y) - case.ref.dot(space.grad_f(y), minus(x, y))


def of_a_run(case: Case, *names: str) -> list[tuple[Vector, Vector]]:
    """μ_{t+1}, then q_t, then q_0, each with ν_t; as far as they are named."""
    s, steps = averaging(case), range(case.T)
    x = {"mu": [s.mu[t + 1] for t in steps], "q": [s.q[t] for t in steps], "start": [s.q[0] for t in steps]}
    return [(x[name][t], s.nu[t]) for name in names for t in steps]


fact("F.convex", lambda case: of_a_run(case, "mu", "q", "start"),
    lambda case, x, y: (over_the_tangent(case, x, y), ">=", 0))  # fmt: skip
fact(
    "F.smooth",
    lambda case: of_a_run(case, "mu"),
    lambda case, x, y: (over_the_tangent(case, x, y), "<=", averaging(case).space.squared_norm(minus(x, y)) / 2),
)


@at_each(">=", every, "F.least", of=averaging)
def least(s: Any, t: int) -> tuple[list[Any], list[Any]]:
    found = [s.space.f(s.mu[t]) - s.space.f(q) for q in s.space.minimisers()]
    return found, [0] * len(found)


@transcribed("F.omega")
def strongly_convex(case: Case) -> list[Printed]:
    s = averaging(case)

    def step(t: int) -> tuple[Any, Any]:
        return s.step(t), s.space.alpha / 2 * s.space.squared_norm(minus(s.q[t + 1], s.q[t]))

    def of_minimisers(t: int) -> tuple[list[Any], list[Any]]:
        found = [s.D(q, s.space.omega(q), t) for q in s.space.minimisers()]
        return found, [0] * len(found)

    return [
        for_each(">=", range(case.T), step),
        Printed(">=", [*for_all_q(case, ">=", lambda s, t, q, omega: (s.D(q, omega, t), 0)).rows, last(case)]),
        for_each(">=", every(case), of_minimisers),
    ]


def last(case: Case) -> tuple[list[Any], list[Any]]:
    """D_ω(q, q_T) for every q that is listed."""
    s = averaging(case)
    found = [s.D(q, omega, case.T) for q, omega in s.points()]
    return found, [0] * len(found)


@transcribed("F.inside")
def inside(case: Case) -> list[Printed]:
    s = averaging(case)
    where = (s.q, [q for q, _ in s.points()], s.space.minimisers())
    return [
        for_each("==", every(case), lambda t: (s.q[t], s.space.mirror(s.p[t]))),
        *(one for points in where for one in in_c(case, points)),
    ]
