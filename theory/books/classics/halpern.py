"""Halpern's iteration for a nonexpansive map: ‖x_t − Tx_t‖ ≤ 2‖x_0 − x*‖/(t + 1), and not with 1 for the 2."""

from fractions import Fraction
from typing import Any, NamedTuple

from lemmacheck import Book, Method, Source, at_most, by, claim, column, equal, problem

LIEDER = Source("Lie21", "Lieder", "On the convergence rate of the Halpern-iteration", "Optim. Letters 15, 2021")


@problem(scale=[1, -1, Fraction(1, 2)])
class FixedPoint:
    """Tx = x* + scale·R(x − x*), with R the reflection along the first row v of Z; x* is off by the last."""

    def of(Z: Any, scale: Any) -> dict[str, Any]:
        return dict(v=Z[0], twice=2 / (Z[0] * Z[0]).sum(), x_star=1 + Z[-1])

    def T(p: Any, x: Any) -> Any:
        y = x - p.x_star
        return p.x_star + p.scale * (y - p.twice * p.inner(p.v, y) * p.v)


class State(NamedTuple):
    t: Any
    x: Any


class Halpern:
    """x_{t+1} = x_0/(t + 2) + (1 − 1/(t + 2))·Tx_t from x_0 = 0."""

    def start(self, p: Any) -> State:
        return State(0, p.zero())

    def step(self, p: Any, s: State) -> State:
        return State(s.t + 1, (s.t + 1) / (s.t + 2) * p.T(s.x))


class Picard(Halpern):
    """x_{t+1} = Tx_t."""

    def step(self, p: Any, s: State) -> State:
        return State(s.t + 1, p.T(s.x))


def residual(run: Any) -> Any:
    """‖x_t − Tx_t‖²."""
    p = run.problem
    return run.each(lambda s: p.squared(s.x - p.T(s.x)))


@claim("H.reflected", LIEDER.at("Section 2"), about=Halpern)
def images_are_scaled(run: Any) -> Any:
    """‖Tx_t − x*‖² = scale²‖x_t − x*‖² for every t."""
    p = run.problem
    image = run.each(lambda s: p.squared(p.T(s.x) - p.x_star))
    return equal(image, p.scale**2 * p.squared(run.x - p.x_star))


def potential(run: Any) -> Any:
    """t‖g_t‖² + 2⟨g_t, x_t − x_0⟩ ≤ 0 for g_t = x_t − Tx_t, since T is nonexpansive."""
    p, x, t = run.problem, run.x, run.t
    T = run.each(lambda s: p.T(s.x))
    g = x - T
    return [
        by("F.vector", x[1:] - x[:-1]),
        at_most(p.squared(T[1:] - T[:-1]), p.squared(x[1:] - x[:-1])),
        by("F.vector", x - p.x_star),
        at_most(p.squared(T - p.x_star), p.squared(x - p.x_star)),
        at_most(t * p.squared(g) + 2 * p.inner(g, x), 0),
        by("F.vector", column(t + 1) * g + 2 * p.x_star),
    ]


@claim("H.rate", LIEDER.at("Theorem 2.1"), about=Halpern, proof=potential)
def residual_falls(run: Any) -> Any:
    """‖x_t − Tx_t‖² ≤ (2/(t + 1))²‖x_0 − x*‖² for every t."""
    p = run.problem
    return at_most(residual(run), 4 * p.squared(p.x_star) / (run.t + 1) ** 2)


@claim("H.half", LIEDER.at("Theorem 2.1, without the 2"), about=Halpern)
def residual_falls_twice_as_low(run: Any) -> Any:
    """‖x_t − Tx_t‖² ≤ (1/(t + 1))²‖x_0 − x*‖² for every t: false."""
    p = run.problem
    return at_most(residual(run), p.squared(p.x_star) / (run.t + 1) ** 2)


BOOK = Book(LIEDER, methods=[Method(Halpern, on=FixedPoint, wrong={"Picard": Picard()}, steps=60)])
