"""Frank-Wolfe on the simplex: f(x_t) − f* ≤ 2LD²/(t + 2), and that its values need not fall at every step."""

from typing import Any, NamedTuple

from lemmacheck import Book, Method, Source, at_most, by, claim, in_simplex, problem

JAGGI = Source("Jag13", "Jaggi", "Revisiting Frank-Wolfe: projection-free sparse convex optimization", "ICML 2013")


@problem
class OnSimplex:
    """f(x) = ½‖Z(x − c)‖² on the simplex, where D² = 2, with a c inside it, so that f* = 0; L = ‖Z‖_F²."""

    def of(Z: Any) -> dict[str, Any]:
        weights = 1 + Z[0] * Z[0]
        return dict(A=Z.T @ Z, c=weights / weights.sum(), L=(Z * Z).sum())

    def downhill(p: Any, x: Any) -> Any:
        """−∇f(x)."""
        return p.A @ (p.c - x)

    def f(p: Any, x: Any) -> Any:
        return p.inner(x - p.c, p.A @ (x - p.c)) / 2


class State(NamedTuple):
    t: Any
    x: Any


class FrankWolfe:
    """x_{t+1} = x_t + 2/(t + 2)·(v_t − x_t), with the vertex v_t at which ⟨∇f(x_t), v⟩ is least, from e_1."""

    def start(self, p: Any) -> State:
        return State(0, p.vertex(0))

    def step(self, p: Any, s: State) -> State:
        v = p.first_largest(p.downhill(s.x))
        return State(s.t + 1, s.x + 2 / (s.t + 2) * (v - s.x))


class AwayFromIt(FrankWolfe):
    """The vertex at which it is largest."""

    def step(self, p: Any, s: State) -> State:
        v = p.first_largest(-p.downhill(s.x))
        return State(s.t + 1, s.x + 2 / (s.t + 2) * (v - s.x))


@claim("FW.feasible", JAGGI.at("Algorithm 1"), about=FrankWolfe)
def stays_in_the_simplex(run: Any) -> Any:
    """x_t ∈ Δ for every t."""
    return in_simplex(run.x)


def curvature(run: Any) -> Any:
    """A step is at most D long, v_t is better than c, and f(x_t) ≤ 4L/(t + 2) goes on from t to t + 1."""
    p, x, t = run.problem, run.x, run.t
    downhill = run.each(lambda s: p.downhill(s.x))
    v = run.each(lambda s: p.first_largest(p.downhill(s.x)))
    f = run.each(lambda s: p.f(s.x))
    return [
        by("F.frobenius", v - x),
        by("F.diameter", v, x),
        by("F.vertex", downhill, p.c),
        by("F.vector", p.scores(x - p.c)),
        by("F.frobenius", p.vertex(0) - p.c),
        by("F.diameter", p.vertex(0), p.c),
        at_most(f, 4 * p.L / (t + 2)),
    ]


@claim("FW.rate", JAGGI.at("Theorem 1"), about=FrankWolfe, first=1, uses=["FW.feasible"], proof=curvature)
def falls_like_one_over_t(run: Any) -> Any:
    """f(x_t) − f* ≤ 2LD²/(t + 2) for every t ≥ 1."""
    f, t = run.each(lambda s: run.problem.f(s.x), first=1), run.t[1:]
    return at_most(f, 4 * run.problem.L / (t + 2))


@claim("FW.monotone", JAGGI.at("not stated there"), about=FrankWolfe)
def falls_at_every_step(run: Any) -> Any:
    """f(x_{t+1}) ≤ f(x_t) for every t: false, for the steps do not look at f."""
    f = run.problem.f
    return at_most(run.pairs(lambda s, after: f(after.x)), run.pairs(lambda s, after: f(s.x)))


BOOK = Book(JAGGI, methods=[Method(FrankWolfe, on=OnSimplex, wrong={"away": AwayFromIt()}, steps=60)])
