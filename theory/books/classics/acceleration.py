"""Nesterov's accelerated gradient method: 2L‖x_0 − x*‖²/(t + 1)² for every L-smooth convex f, and no steady descent."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from lemmacheck import Book, Method, Source, at_least, at_most, by, claim, for_all, opaque, problem

NESTEROV = Source("N83", "Nesterov", "A method of solving a convex programming problem", "Soviet Math. Dokl. 27, 1983")


@problem(scale=[1, 4])
class Huber:
    """f(x) = Σ_i h(⟨z_i, x⟩) for Huber's h, minimal at 0. Runs are on these f; a proof takes f and ∇f for any."""

    def of(Z: Any, scale: Any) -> dict[str, Any]:
        return dict(L=(Z * Z).sum(), edge=scale)

    @staticmethod
    def families() -> Any:
        yield [[1, 0], [0, Fraction(1, 4)]]

    def slopes(p: Any, x: Any) -> Any:
        return p.clamp(x @ p.Z.T, -p.edge, p.edge)

    @opaque
    def f(p: Any, x: Any) -> Any:
        return (p.slopes(x) * (x @ p.Z.T) - p.slopes(x) ** 2 / 2).sum(-1)

    @opaque(vector=True)
    def gradient(p: Any, x: Any) -> Any:
        return p.slopes(x) @ p.Z

    def above_tangent(p: Any, x: Any, y: Any) -> Any:
        """f(x) − f(y) − ⟨∇f(y), x − y⟩."""
        return p.f(x) - p.f(y) - p.inner(p.gradient(y), x - y)


class State(NamedTuple):
    t: Any
    x: Any
    y: Any


@dataclass(frozen=True)
class Nesterov:
    """x_{t+1} = y_t − ∇f(y_t)/L, y_{t+1} = x_{t+1} + t/(t + 3)·(x_{t+1} − x_t) from x_0 = y_0 = (1, …, 1)."""

    faster: Any = 1

    def start(self, p: Any) -> State:
        return State(0, p.ones(p.d), p.ones(p.d))

    def step(self, p: Any, s: State) -> State:
        x = s.y - self.faster * p.gradient(s.y) / p.L
        return State(s.t + 1, x, x + s.t * (x - s.x) / (s.t + 3))


def points(run: Any) -> Any:
    """x_t and y_t."""
    return run.x, run.y


@for_all("f is L-smooth", points=points)
def smooth(p: Any, x: Any, y: Any) -> Any:
    return at_most(p.above_tangent(x, y), p.L * p.squared(x - y) / 2)


@for_all("f is convex", points=points)
def convex(p: Any, x: Any, y: Any) -> Any:
    return at_least(p.above_tangent(x, y), 0)


def gaps(run: Any) -> Any:
    """f(x_t) − f(0)."""
    return run.problem.f(run.x) - run.problem.f(0 * run.x)


@for_all("f is least at 0", points=lambda run: (run.x,))
def least(p: Any, x: Any) -> Any:
    return at_least(p.f(x), p.f(0 * x))


def potential(run: Any) -> Any:
    """t(t+2)(f(x_t) − f*)/2 + L‖z_t‖² does not grow, for z_t = x_t + (t+2)(y_t − x_t)/2."""
    p, t, x, y, gap = run.problem, run.t, run.x, run.y, gaps(run) / 2
    z = x + (t[:, None] + 2) * (y - x) / 2
    off = p.L * p.squared(z)
    return [
        by(smooth, x[1:], y[:-1]),
        by(convex, x[:-1], y[:-1]),
        by(convex, 0 * y[:-1], y[:-1]),
        at_most((t[1:] + 1) ** 2 * gap[1:] + off[1:], (t * (t + 2) * gap + off)[:-1]),
        by(least, x),
        at_most(t * (t + 2) * gap + off, p.L * p.d),
        by("F.vector", z),
    ]


@claim(
    "AGD.rate",
    NESTEROV.at("Theorem 1, with t/(t + 3)"),
    about=Nesterov,
    given=[smooth, convex, least],
    proof=potential,
    first=1,
)
def falls_like_one_over_t_squared(run: Any) -> Any:
    """f(x_t) − f* ≤ 2L‖x_0 − x*‖²/(t + 1)² for every t ≥ 1 and every L-smooth convex f."""
    p = run.problem
    return at_most(gaps(run)[1:], 2 * p.L * p.d / (run.t[1:] + 1) ** 2)


@claim("AGD.descent", NESTEROV.at("not stated there"), about=Nesterov)
def descends(run: Any) -> Any:
    """f(x_{t+1}) ≤ f(x_t) for every t, as gradient descent does: momentum overshoots."""
    return at_most(gaps(run)[1:], gaps(run)[:-1])


BOOK = Book(
    NESTEROV,
    methods=[
        Method(Nesterov, on=Huber, usual={"": Nesterov()}, wrong={"steps of 3/L": Nesterov(3), "uphill": Nesterov(-1)})
    ],
)
