"""Bilinear games xᵀZy: descent and ascent at once moves away from the saddle points, the extragradient step to them."""

from typing import Any, NamedTuple

from lemmacheck import Book, Limit, Method, Source, at_most, claim, equal, problem

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
        u, v = p.slopes(s.x, s.y)
        return State(s.x - p.h * u, s.y - p.h * v)


class Extragradient(DescentAscent):
    """They move from where they are, by the slopes at the point to which descent and ascent would move them."""

    def step(self, p: Any, s: State) -> State:
        u, v = p.slopes(*super().step(p, s))
        return State(s.x - p.h * u, s.y - p.h * v)


class Away(DescentAscent):
    """They move the other way."""

    def step(self, p: Any, s: State) -> State:
        u, v = p.slopes(*super().step(p, s))
        return State(s.x + p.h * u, s.y + p.h * v)


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


@claim("EG.monotone", KORPELEVICH.at("proof of Theorem 1"), about=Extragradient)
def comes_nearer(run: Any) -> Any:
    """‖x_{t+1}‖² + ‖y_{t+1}‖² ≤ ‖x_t‖² + ‖y_t‖² for every t."""
    return at_most(run.pairs(lambda s, after: size(run, after)), run.pairs(lambda s, after: size(run, s)))


@claim("GDA.grows", KORPELEVICH.at("Section 1"), about=DescentAscent)
def moves_away(run: Any) -> Any:
    """‖x_{t+1}‖² + ‖y_{t+1}‖² = ‖x_t‖² + ‖y_t‖² + h²(‖Zy_t‖² + ‖Zᵀx_t‖²) for every t."""
    h = run.problem.h
    return equal(
        run.pairs(lambda s, after: size(run, after)),
        run.pairs(lambda s, after: size(run, s) + h * h * slope(run, s)),
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
