"""Gradient descent on smooth convex functions: L‖x_0 − x*‖²/(2(2t + 1)), and that it is not faster."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from lemmacheck import Book, Method, Source, at_most, by, claim, problem

DRORI_TEBOULLE = Source("DT14", "Drori, Teboulle", "Performance of first-order methods", "Math. Programming 145, 2014")


@problem
class Quadratic:
    """f(x) = ½‖Zx‖², minimal at 0; L = ‖Z‖_F² is at least its smoothness."""

    def of(Z: Any) -> dict[str, Any]:
        return dict(A=Z.T @ Z, L=(Z * Z).sum())

    def gradient(p: Any, x: Any) -> Any:
        return p.A @ x

    def f(p: Any, x: Any) -> Any:
        return p.inner(x, p.gradient(x)) / 2


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
        return State(s.t + 1, s.x - self.h * p.gradient(s.x) / p.L)


def gaps(run: Any) -> Any:
    """f(x_t) − f*."""
    return run.each(lambda s: run.problem.f(s.x))


def gradients(run: Any) -> Any:
    """∇f(x_t)."""
    return run.each(lambda s: run.problem.gradient(s.x))


def smoothness(run: Any) -> Any:
    """⟨g, Ag⟩ ≤ L‖g‖² of the gradients."""
    return [by("F.frobenius", gradients(run))]


def potential(run: Any) -> Any:
    """4t f(x_t) + L‖x_t‖² does not grow, and f(x_t) ≤ L‖x_t‖²/2."""
    p = run.problem
    falls = at_most(4 * run.t * gaps(run) + p.L * p.squared(run.x), p.L * p.d)
    return [*smoothness(run), by("F.frobenius", run.x), falls]


@claim("GD.descent", DRORI_TEBOULLE.at("Section 1"), about=Descent, proof=smoothness)
def each_step_descends(run: Any) -> Any:
    """f(x_{t+1}) ≤ f(x_t) − ‖∇f(x_t)‖²/(2L) for every t."""
    p, f = run.problem, gaps(run)
    return at_most(f[1:], f[:-1] - p.squared(gradients(run)[:-1]) / (2 * p.L))


@claim("GD.rate", DRORI_TEBOULLE.at("Theorem 3.1, for h = 1"), about=Descent, proof=potential)
def falls_like_one_over_t(run: Any) -> Any:
    """f(x_t) − f* ≤ L‖x_0 − x*‖²/(2(2t + 1)) for every t."""
    p = run.problem
    return at_most(gaps(run), p.L * p.d / (2 * (2 * run.t + 1)))


@claim("GD.accelerated", DRORI_TEBOULLE.at("not stated there"), about=Descent)
def falls_like_one_over_t_squared(run: Any) -> Any:
    """f(x_t) − f* ≤ L‖x_0 − x*‖²/(2(t + 1)²) for every t: that takes momentum, and is false here."""
    p = run.problem
    return at_most(gaps(run), p.L * p.d / (2 * (run.t + 1) ** 2))


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
