"""The proximal point method: f(x_t) − f* ≤ ‖x_0 − x*‖²/(4γt), which a multiple of |x| attains."""

from fractions import Fraction
from typing import Any, NamedTuple

from lemmacheck import Book, Method, Source, at_most, claim, problem

TAYLOR = Source("THG17", "Taylor, Hendrickx, Glineur", "Exact worst-case performance", "SIAM J. Opt. 27, 2017")


@problem(gamma=[1, Fraction(1, 3)])
class Slopes:
    """f(x) = Σ a_i|x_i| with a_i = |Z_1i|, minimal at 0."""

    def of(Z: Any, gamma: Any) -> dict[str, Any]:
        return dict(a=abs(Z[0]))

    @staticmethod
    def families() -> Any:
        for steps in (1, 2, 5, 10):
            yield [[Fraction(1, 2 * steps)]]

    def show(p: Any) -> str:
        return "f(x) = " + " + ".join(f"{a}·|x_{i + 1}|" for i, a in enumerate(p.a)) + f", γ = {p.gamma}"

    def f(p: Any, x: Any) -> Any:
        return p.inner(p.a, abs(x))


class State(NamedTuple):
    t: Any
    x: Any


class ProximalPoint:
    """x_{t+1} minimizes f(x) + ‖x − x_t‖²/(2γ), from (1, …, 1)."""

    def start(self, p: Any) -> State:
        return State(0, p.ones(p.d))

    def step(self, p: Any, s: State) -> State:
        return State(s.t + 1, s.x - p.clamp(s.x, -p.gamma * p.a, p.gamma * p.a))


class Away(ProximalPoint):
    """The step in the other direction."""

    def step(self, p: Any, s: State) -> State:
        return State(s.t + 1, s.x + p.clamp(s.x, -p.gamma * p.a, p.gamma * p.a))


def bound(run: Any, share: int) -> Any:
    """f(x_t) − f* ≤ ‖x_0 − x*‖²/(share·γt), for t ≥ 1."""
    p = run.problem
    return at_most(run.each(lambda s: p.f(s.x), first=1), p.d / (share * p.gamma * run.t[1:]))


@claim("PP.rate", TAYLOR.at("Theorem 4.1"), about=ProximalPoint, first=1)
def falls_like_one_over_t(run: Any) -> Any:
    """f(x_t) − f* ≤ ‖x_0 − x*‖²/(4γt) for every t ≥ 1."""
    return bound(run, 4)


@claim("PP.faster", TAYLOR.at("Theorem 4.1, with a 5 for its 4"), about=ProximalPoint, first=1)
def falls_faster(run: Any) -> Any:
    """f(x_t) − f* ≤ ‖x_0 − x*‖²/(5γt) for every t ≥ 1: false, for f(x) = |x|/(2γt)."""
    return bound(run, 5)


BOOK = Book(TAYLOR, methods=[Method(ProximalPoint, on=Slopes, wrong={"away": Away()}, steps=40)])
