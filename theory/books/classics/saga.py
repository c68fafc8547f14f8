"""SAGA on sums of parabolas: its expected distance falls geometrically, on average over every path."""

from fractions import Fraction
from typing import Any, NamedTuple

from lemmacheck import Book, Method, Source, at_most, claim, problem

DEFAZIO = Source("DBL14", "Defazio, Bach, Lacoste-Julien", "SAGA", "NeurIPS 2014")


@problem(shapes=(4, 2))
class Parabolas:
    """f(x) = (1/n) Σ a_i(x − c_i)²/2 with a_i = 1/2 + Z_i1², c_i the last entry of row i, and μ ≤ a_i ≤ L."""

    def of(Z: Any) -> dict[str, Any]:
        a, c = Fraction(1, 2) + Z[:, 0] * Z[:, 0], Z[:, -1]
        return dict(a=a, c=c, best=sum(a * c) / sum(a), mu=min(a), L=max(a), mean=sum(a) / len(a))

    def slopes(p: Any, x: Any) -> Any:
        return p.a * (x - p.c)

    def share(p: Any) -> Any:
        """1/(2(μn + L)), the step."""
        return 1 / (2 * (p.mu * p.n + p.L))


class State(NamedTuple):
    x: Any
    table: Any


class SAGA:
    """x moves by −(f_i'(x) − table_i + the table's mean)/(2(μn + L)), i uniform, from 5; then table_i = f_i'(x)."""

    def start(self, p: Any) -> State:
        return State(p.number(5), p.slopes(p.number(5)))

    def draws(self, p: Any, s: State) -> Any:
        return p.uniform()

    def step(self, p: Any, s: State, i: int) -> State:
        news = p.slopes(s.x)[i] - s.table[i]
        return State(s.x - p.share() * (news + s.table.sum() / p.n), s.table + p.vertex(i, p.n) * news)


class Uphill(SAGA):
    """The step in the other direction."""

    def step(self, p: Any, s: State, i: int) -> State:
        after = super().step(p, s, i)
        return State(2 * s.x - after.x, after.table)


def distance(run: Any) -> Any:
    """E(x_t − x*)²."""
    return run.expected(lambda s: (s.x - run.problem.best) ** 2)


@claim("SAGA.rate", DEFAZIO.at("Theorem 1"), about=SAGA)
def falls_geometrically(run: Any) -> Any:
    """E(x_t − x*)² ≤ (1 − μ/(2(μn + L)))^t·((x_0 − x*)² + n(f(x_0) − f*)/(μn + L)) for every t."""
    p, e = run.problem, distance(run)
    first = e[0] * (1 + p.n * p.mean * p.share())
    return at_most(e, first * (1 - p.mu * p.share()) ** run.t)


@claim("SAGA.full", DEFAZIO.at("not stated there"), about=SAGA)
def falls_like_full_gradients(run: Any) -> Any:
    """E(x_t − x*)² ≤ (1 − μ/L)^t·(x_0 − x*)² for every t: false, a step sees one slope."""
    p, e = run.problem, distance(run)
    return at_most(e, e[0] * (1 - p.mu / p.L) ** run.t)


BOOK = Book(DEFAZIO, methods=[Method(SAGA, on=Parabolas, wrong={"uphill": Uphill()}, steps=8)])
