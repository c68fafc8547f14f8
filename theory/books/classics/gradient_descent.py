"""Gradient descent on smooth convex functions: L‖x_0 − x*‖²/(2(2t + 1)), and that it is not faster."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from lemmacheck import Book, Method, Source, at_most, claim, problem

DRORI_TEBOULLE = Source("DT14", "Drori, Teboulle", "Performance of first-order methods", "Math. Programming 145, 2014")


@problem
class Quadratic:
    """f(x) = ½‖Zx‖², minimal at 0; L = ‖Z‖_F² is at least its smoothness."""

    def of(Z: Any) -> dict[str, Any]:
        return dict(A=Z.T @ Z, L=(Z * Z).sum())

    def f(p: Any, x: Any) -> Any:
        return p.inner(x, p.A @ x) / 2


class State(NamedTuple):
    t: Any
    x: Any


@dataclass(frozen=True)
class Descent:
    """x_{t+1} = x_t − h·∇f(x_t)/L from (1, …, 1)."""

    h: Any = Fraction(1)

    def start(self, p: Any) -> State:
        return State(0, p.ones(p.d))

    def step(self, p: Any, s: State) -> State:
        return State(s.t + 1, s.x - self.h * (p.A @ s.x) / p.L)


@claim("GD.rate", DRORI_TEBOULLE.at("Theorem 3.1, for h = 1"), about=Descent)
def falls_like_one_over_t(run: Any) -> Any:
    """f(x_t) − f* ≤ L‖x_0 − x*‖²/(2(2t + 1)) for every t."""
    p, f, t = run.problem, run.each(lambda s: run.problem.f(s.x)), run.t
    return at_most(f, p.L * p.d / (2 * (2 * t + 1)))


@claim("GD.accelerated", DRORI_TEBOULLE.at("not stated there"), about=Descent)
def falls_like_one_over_t_squared(run: Any) -> Any:
    """f(x_t) − f* ≤ L‖x_0 − x*‖²/(2(t + 1)²) for every t: that takes momentum, and is false here."""
    p, f, t = run.problem, run.each(lambda s: run.problem.f(s.x)), run.t
    return at_most(f, p.L * p.d / (2 * (t + 1) ** 2))


BOOK = Book(
    DRORI_TEBOULLE,
    methods=[
        Method(
            Descent,
            on=Quadratic,
            usual={"h = 1": Descent()},
            wrong={"uphill": Descent(Fraction(-1)), "h = 3": Descent(Fraction(3))},
        )
    ],
)
