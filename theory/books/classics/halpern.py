"""Halpern's iteration for a nonexpansive map: ‖x_t − Tx_t‖ ≤ 2‖x_0 − x*‖/(t + 1), and not with 1 for the 2."""

from fractions import Fraction
from typing import Any, NamedTuple

from lemmacheck import Book, Method, Source, at_most, claim, problem

LIEDER = Source("Lie21", "Lieder", "On the convergence rate of the Halpern-iteration", "Optim. Letters 15, 2021")


@problem(scale=[1, -1, Fraction(1, 2)])
class FixedPoint:
    """Tx = x* + scale·R(x − x*), with R the reflection along the first row of Z and then along the last."""

    def of(Z: Any, scale: Any) -> dict[str, Any]:
        return dict(first=Z[0], last=Z[-1], x_star=1 + Z[0], lengths=[mass(Z[0]), mass(Z[-1])])

    def T(p: Any, x: Any) -> Any:
        y = x - p.x_star
        for v, square in ((p.first, p.lengths[0]), (p.last, p.lengths[1])):
            y = y - 2 * p.inner(v, y) / square * v
        return p.x_star + p.scale * y


def mass(v: Any) -> Any:
    """‖v‖², or 1 where v = 0, along which nothing is reflected."""
    return sum(v * v) or Fraction(1)


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


@claim("H.rate", LIEDER.at("Theorem 2.1"), about=Halpern)
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
