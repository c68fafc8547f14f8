"""Protects proofs by inequalities that no author cites: squares, Cauchy and Schwarz, signs that several fields keep."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from lemmacheck import Book, Library, Method, Source, above, at_least, at_most, below, claim, hypothesis, problem
from lemmacheck.theory.core.claim import Claim
from lemmacheck.verifiers.decide.gate import proof_of
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.records.verdict import Verdict

SOURCE = Source("C", "A. Author", "Inequalities", "draft")
TABLES = (
    [[1, 2]],
    [[3, -1], [1, 1]],
    [["1/2", 1], [-2, 0], [0, 1]],
    [[1, 0], [4, 3]],
    [[-1, "1/3"]],
    [[1, 0], [-3, 0]],
)
DATA = [Instance.from_json(f"data {k}", [[str(x) for x in row] for row in Z]) for k, Z in enumerate(TABLES)]


@problem(eta=[Fraction(1, 4), 2])
class Vectors:
    """Two points and the sum of all rows."""

    def of(Z: Any, eta: Any) -> Any:
        return {"first": Z[0], "end": Z[-1], "b": Z.sum(0), "c": sum(Z)}

    def slope(p: Any, x: Any) -> Any:
        return p.Z.T @ (p.Z @ x) - p.b


class Points(NamedTuple):
    t: int
    x: Any
    total: Any
    shares: Any
    up: Any
    down: Any


@dataclass(frozen=True)
class Projected:
    """x_{t+1} is the point of the plane ⟨b, x⟩ = ⟨b, z_n⟩ nearest to x_t; Σ 1/√j; each of two numbers divides by the
    other."""

    def start(self, p: Any) -> Any:
        return Points(0, p.first, p.number(0), p.number(0), p.number(1), p.number(2))

    def step(self, p: Any, s: Any) -> Any:
        x = s.x - p.inner(p.b, s.x - p.end) / p.squared(p.b) * p.b
        total = s.total + 1 / p.sqrt(p.number(s.t + 1))
        return Points(s.t + 1, x, total, s.shares, 1 / (s.down + p.eta), s.up / (s.up + s.down))


@dataclass(frozen=True)
class Adaptive:
    """x_{t+1} = x_t − ηg_t/√S_{t+1} with S_{t+1} = S_t + ‖g_t‖²."""

    def start(self, p: Any) -> Any:
        return Points(0, p.first, p.number(1), p.number(0), p.number(0), p.number(0))

    def step(self, p: Any, s: Any) -> Any:
        a = p.squared(p.slope(s.x))
        total = s.total + a
        return Points(
            s.t + 1, s.x - p.eta / p.sqrt(total) * p.slope(s.x), total, s.shares + a / p.sqrt(total), s.up, s.down
        )


@hypothesis("b is not 0")
def a_plane(run: Any) -> Any:
    return above(run.problem.squared(run.problem.b), 0)


def the_claim(method: type, relation: Callable[[Any], Any]) -> Claim:
    @claim("C.1", SOURCE.at("1"), about=method, given=[a_plane])
    def stated(run: Any) -> Any:
        """A relation."""
        return relation(run)

    book = Book(SOURCE, methods=[Method(method, on=Vectors, usual={"": method()})], claims=[stated])
    return Library(book, origin=__name__).claims["C.1"]


def off(r: Any) -> Any:
    """‖x_t − z_n‖²."""
    return r.each(lambda s: r.problem.squared(s.x - r.problem.end))


def distance(r: Any) -> Any:
    return r.each(lambda s: r.problem.norm(s.x - r.problem.end))


def product(r: Any) -> Any:
    return r.each(lambda s: r.problem.inner(s.x, r.problem.b))


def norms(r: Any) -> Any:
    return r.each(lambda s: r.problem.norm(s.x)) * r.problem.norm(r.problem.b)


def young(r: Any, factor: Any) -> Any:
    p = r.problem
    return at_most(factor * product(r), r.each(lambda s: p.eta * p.squared(s.x) + p.squared(p.b) / p.eta))


def steps(r: Any) -> Any:
    return r.problem.squared(r.x[1:] - r.x[:-1])


CASES: dict[str, tuple[type, Callable[[Any], Any], Callable[[Any], Any]]] = {  # true ones, and false ones beside them
    "a projection comes no farther": (
        Projected, lambda r: at_most(off(r)[1:], off(r)[:-1]), lambda r: at_most(off(r)[1:], off(r)[:-1] / 4)
    ),
    "nor does any later one": (
        Projected, lambda r: at_most(distance(r), distance(r)[0]), lambda r: at_most(distance(r), distance(r)[0] / 2)
    ),
    "reciprocals of roots": (
        Projected, lambda r: at_most(r.total, 2 * r.sqrt(r.t)), lambda r: at_most(r.total, r.sqrt(r.t))
    ),
    "two numbers that divide by each other": (
        Projected, lambda r: above(r.up, 0), lambda r: above(r.up, r.problem.number(1) / 3)
    ),
    "and the other": (Projected, lambda r: at_least(r.down, 0), lambda r: at_least(r.down, 1)),
    "an inner product": (
        Projected, lambda r: at_most(product(r), norms(r)), lambda r: at_most(2 * product(r), norms(r))
    ),
    "its negative": (
        Projected, lambda r: at_least(product(r), -norms(r)), lambda r: at_least(2 * product(r), -norms(r))
    ),
    "its square": (
        Projected,
        lambda r: at_most(product(r) ** 2, norms(r) ** 2),
        lambda r: at_most(2 * product(r) ** 2, norms(r) ** 2),
    ),
    "Young's inequality": (Projected, lambda r: young(r, 2), lambda r: young(r, 3)),
    "and below 0": (Projected, lambda r: young(r, -2), lambda r: young(r, -3)),
    "a step is no longer than η": (
        Adaptive, lambda r: at_most(steps(r), r.problem.eta**2), lambda r: at_most(steps(r), r.problem.eta**2 / 2)
    ),
    "shares of a sum": (
        Adaptive, lambda r: at_most(r.shares, 2 * r.sqrt(r.total)), lambda r: at_most(r.shares, r.sqrt(r.total))
    ),
    "and a constant": (
        Adaptive,
        lambda r: at_most(r.shares, 2 * r.sqrt(r.total) - 2),
        lambda r: at_most(r.shares, 2 * r.sqrt(r.total) - 3),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_a_classical_inequality_is_proved(name: str) -> None:
    method, relation, _ = CASES[name]
    one = the_claim(method, relation)

    assert proof_of(one) is not None
    assert all(decide(one, data, run, 4).verdict == Verdict.CERTIFIED for data in DATA for run in one.usual.values())


@pytest.mark.parametrize("name", CASES)
def test_a_false_one_beside_it_is_not(name: str) -> None:
    method, _, relation = CASES[name]
    one = the_claim(method, relation)

    assert proof_of(one) is None
    assert any(decide(one, data, run, 4).verdict == Verdict.REFUTED for data in DATA for run in one.usual.values())


def test_a_sum_over_the_rows_is_read_however_it_is_written() -> None:
    assert proof_of(the_claim(Projected, lambda r: below(r.problem.squared(r.problem.b - r.problem.c), 1))) is not None
