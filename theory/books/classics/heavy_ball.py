"""The heavy ball: it converges on quadratics, and cycles on a strongly convex function of condition number 25."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from lemmacheck import Book, Limit, Method, Source, claim, problem

LESSARD = Source(
    "LRP16", "Lessard, Recht, Packard", "Analysis and design of optimization algorithms", "SIAM J. Opt. 26"
)


@problem
class Quadratic:
    """f(x) = ½xᵀAx with 1 ≤ f'' ≤ 25: A = I + 24·ZᵀZ/‖Z‖_F²."""

    def of(Z: Any) -> dict[str, Any]:
        return dict(B=24 * Z.T @ Z / ((Z * Z).sum() or 1))

    def gradient(p: Any, x: Any) -> Any:
        return x + p.B @ x


@problem
class Bent:
    """f' = 25x up to 1, x + 24 up to 2, 25x − 24 from there on: f is 1-strongly convex and 25-smooth, minimal at 0."""

    @staticmethod
    def of() -> dict[str, Any]:
        return dict(x=[Fraction(-2208, 1225)], before=[Fraction(792, 1225)])

    def gradient(p: Any, x: Any) -> Any:
        return 25 * x - 24 * p.clamp(x - 1, 0, 1)


class State(NamedTuple):
    x: Any
    before: Any


@dataclass(frozen=True)
class HeavyBall:
    """x_{t+1} = x_t − ∇f(x_t)/9 + β(x_t − x_{t−1}), with the 4/9 for β that is best on quadratics with κ = 25."""

    beta: Any = Fraction(4, 9)

    def start(self, p: Any) -> State:
        return State(p.ones(p.d), p.zero())

    def step(self, p: Any, s: State) -> State:
        return State(s.x - p.gradient(s.x) / 9 + self.beta * (s.x - s.before), s.x)


class OnTheBend(HeavyBall):
    """The same from two points of its cycle."""

    def start(self, p: Any) -> State:
        return State(p.x, p.before)


@claim("HB.quadratic", LESSARD.at("Section 4.6"), about=HeavyBall)
def converges_on_quadratics(run: Any) -> Any:
    """x_t → 0 on every quadratic with 1 ≤ f'' ≤ 25."""
    return Limit(run.x)


@claim("HB.convex", LESSARD.at("Section 4.6, which refutes it"), about=OnTheBend)
def converges_on_every_strongly_convex_function(run: Any) -> Any:
    """x_t → 0 on every 1-strongly convex and 25-smooth function: false, three points come back for ever."""
    return Limit(run.x)


BOOK = Book(
    LESSARD,
    methods=[
        Method(
            HeavyBall, on=Quadratic, wrong={"β = 1": HeavyBall(Fraction(1)), "β = −4/9": HeavyBall(Fraction(-4, 9))}
        ),
        Method(OnTheBend, on=Bent),
    ],
)
