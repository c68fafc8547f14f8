"""Bilinear games xᵀZy: descent and ascent at once moves away from the saddle points, the extragradient step to them."""

from typing import Any, NamedTuple

from lemmacheck import Book, Limit, Method, Source, at_most, by, claim, equal, problem

KORPELEVICH = Source("Kor76", "Korpelevich", "The extragradient method", "Matekon 13, 1976")


@problem
class Game:
    """min over x, max over y of xᵀZy, by steps h = 1/(1 + ‖Z‖_F²), which is at most 1/(2‖Z‖)."""

    def of(Z: Any) -> dict[str, Any]:
        return dict(h=1 / (1 + (Z * Z).sum()))

    def slopes(p: Any, x: Any, y: Any) -> Any:
        return p.scores(y), -p.combine(x)


class State(NamedTuple):
    x: Any
    y: Any


class DescentAscent:
    """x and y move by −h times their slopes, from (1, …, 1)."""

    def start(self, p: Any) -> State:
        return State(p.ones(p.n), p.ones(p.d))

    def step(self, p: Any, s: State) -> State:
        return self.moved(p, s, s, -1)

    def moved(self, p: Any, s: State, at: State, sign: int) -> State:
        """s moved by so many times h times the slopes at a point."""
        u, v = p.slopes(at.x, at.y)
        return State(s.x + sign * p.h * u, s.y + sign * p.h * v)


class Extragradient(DescentAscent):
    """They move from where they are, by the slopes at the point to which descent and ascent would move them."""

    def step(self, p: Any, s: State) -> State:
        return self.moved(p, s, self.moved(p, s, s, -1), -1)


class Away(DescentAscent):
    """They move the other way."""

    def step(self, p: Any, s: State) -> State:
        return self.moved(p, s, self.moved(p, s, s, -1), 1)


def size(run: Any, s: Any) -> Any:
    """‖x‖² + ‖y‖²."""
    return run.problem.squared(s.x) + run.problem.squared(s.y)


def slope(run: Any, s: Any) -> Any:
    """‖Zy‖² + ‖Zᵀx‖²."""
    p = run.problem
    return p.squared(p.scores(s.y)) + p.squared(p.combine(s.x))


@claim("EG.converges", KORPELEVICH.at("Theorem 1"), about=Extragradient)
def slopes_vanish(run: Any) -> Any:
    """Zᵀx_t → 0 for the extragradient method."""
    return Limit(run.problem.combine(run.x))


def slopes_of_slopes(run: Any) -> Any:
    """Z and Zᵀ make the slopes at most ‖Z‖_F times as long."""
    p = run.problem
    return [by("F.frobenius", p.combine(run.x)), by("F.transposed", p.scores(run.y))]


@claim("EG.monotone", KORPELEVICH.at("proof of Theorem 1"), about=Extragradient, proof=slopes_of_slopes)
def comes_nearer(run: Any) -> Any:
    """‖x_{t+1}‖² + ‖y_{t+1}‖² ≤ ‖x_t‖² + ‖y_t‖² for every t."""
    return at_most(run.pairs(lambda s, after: size(run, after)), run.pairs(lambda s, after: size(run, s)))


@claim("GDA.grows", KORPELEVICH.at("Section 1"), about=DescentAscent)
def moves_away(run: Any) -> Any:
    """‖x_{t+1}‖² + ‖y_{t+1}‖² = ‖x_t‖² + ‖y_t‖² + h²(‖Zy_t‖² + ‖Zᵀx_t‖²) for every t."""
    h = run.problem.h
    return equal(
        run.pairs(lambda s, after: size(run, after)), run.pairs(lambda s, after: size(run, s) + h * h * slope(run, s))
    )


@claim("GDA.converges", KORPELEVICH.at("Section 1, which refutes it"), about=DescentAscent)
def slopes_vanish_at_once(run: Any) -> Any:
    """Zᵀx_t → 0 for descent and ascent: false."""
    return Limit(run.problem.combine(run.x))


BOOK = Book(
    KORPELEVICH,
    methods=[
        Method(Extragradient, on=Game, wrong={"no extra step": DescentAscent(), "away": Away()}),
        Method(DescentAscent, on=Game, wrong={"extra step": Extragradient()}),
    ],
)
