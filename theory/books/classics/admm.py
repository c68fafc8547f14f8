"""ADMM for a system of equations: with two blocks its residual tends to 0, with three it need not."""

from typing import Any, NamedTuple

from lemmacheck import Book, Limit, Method, Source, at_most, claim, hypothesis, problem

CHEN = Source("CHYY16", "Chen, He, Ye, Yuan", "The direct extension of ADMM", "Math. Programming 155, 2016")


@problem(shapes=(4, 4))
class Equations:
    """x_1z_1 + … + x_nz_n = 0, with the row z_i of Z as the column of block i."""

    def of(Z: Any) -> dict[str, Any]:
        return dict(squares=[sum(z * z) for z in Z])

    @staticmethod
    def families() -> Any:
        yield [[1, 1, 1], [1, 1, 2], [1, 2, 2]]

    def show(p: Any) -> str:
        return " + ".join(f"x_{i + 1}·({', '.join(map(str, z))})" for i, z in enumerate(p.Z)) + " = 0"


class State(NamedTuple):
    x: Any
    multiplier: Any


class ADMM:
    """Each x_i in turn minimizes ½‖Σ x_jz_j − λ‖²; then λ falls by the residual. From x = λ = (1, …, 1)."""

    def start(self, p: Any) -> State:
        return State(p.ones(p.n), p.ones(p.d))

    def step(self, p: Any, s: State) -> State:
        x = s.x
        for i in range(p.n):
            x = x - p.vertex(i, p.n) * (p.inner(p.Z[i], p.combine(x) - s.multiplier) / p.squares[i])
        return State(x, s.multiplier - p.combine(x))


class Ascending(ADMM):
    """λ rises by the residual."""

    def step(self, p: Any, s: State) -> State:
        after = super().step(p, s)
        return State(after.x, s.multiplier + p.combine(after.x))


@hypothesis("there are at most two blocks")
def two_blocks(run: Any) -> Any:
    return at_most(run.problem.n, 2)


@claim("ADMM.two", CHEN.at("Section 1"), about=ADMM, given=[two_blocks])
def residual_vanishes_with_two_blocks(run: Any) -> Any:
    """x_1z_1 + x_2z_2 → 0."""
    return Limit(run.problem.combine(run.x))


@claim("ADMM.three", CHEN.at("Theorem 3.1, which refutes it"), about=ADMM)
def residual_vanishes(run: Any) -> Any:
    """x_1z_1 + … + x_nz_n → 0 with any number of blocks: false."""
    return Limit(run.problem.combine(run.x))


BOOK = Book(CHEN, methods=[Method(ADMM, on=Equations, wrong={"ascending": Ascending()})])
