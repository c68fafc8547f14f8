"""A hypothesis for all points is cited at points, of functions that a proof takes for any; and ε → 0.

Each true statement has a false one beside it: a constant that is too small, a hypothesis that is not the claim's, what
holds for ε > 0 alone.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import pytest
from lemmacheck import (
    Book,
    Library,
    Method,
    above,
    as_epsilon_vanishes,
    at_least,
    at_most,
    by,
    check,
    claim,
    equal,
    for_all,
    hypothesis,
    opaque,
    problem,
)
from lemmacheck.theory.books.lecture.conditions import half_range
from lemmacheck.theory.books.lecture.problems.objectives import Curve, Regression
from lemmacheck.theory.core.argument import ForAll
from lemmacheck.theory.core.hypothesis import Hypothesis
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.prove import prove
from lemmacheck.verifiers.records.verdict import Verdict

from tests.verifiers.prove.own_problems import SOURCE, State, is_proved


class Other(NamedTuple):
    L: Any


class Quadratic:
    def of(Z):
        return {"L": (Z * Z).sum(), "A": Z.T @ Z}

    @opaque
    def f(p, x):
        return p.inner(x, x @ p.A) / 2

    @opaque(vector=True)
    def gradient(p, x):
        return x @ p.A


ANY = problem(Quadratic)


@dataclass(frozen=True)
class Descent:
    def start(self, p):
        return State(0, p.ones(p.d))

    def step(self, p, s):
        return State(s.t + 1, s.x - p.gradient(s.x) / p.L)


class Still(Descent):
    def step(self, p, s):
        return State(s.t + 1, s.x)


def ahead(p, x):
    return at_least(x.sum(-1), 0)


def visited(run):
    return run.x, run.x


@for_all("f is L-smooth", points=visited)
def smooth(p, x, y):
    return at_most(p.f(x) - p.f(y) - p.inner(p.gradient(y), x - y), p.L * p.squared(x - y) / 2)


@for_all("f is convex", points=visited)
def convex(p, x, y):
    return at_least(p.f(x) - p.f(y) - p.inner(p.gradient(y), x - y), 0)


def fallen(constant: int) -> Callable[[Any], Any]:
    """f(x_{t+1}) ≤ f(x_t) − constant·‖∇f(x_t)‖²/(2L)."""

    def statement(run):
        p, x = run.problem, run.x
        return at_most(p.f(x[1:]), p.f(x[:-1]) - constant * p.squared(p.gradient(x[:-1])) / (2 * p.L))

    return statement


def parabola(run):
    return [by(smooth, run.x[1:], run.x[:-1])]


def proved(statement: Callable[[Any], Any], given: Any = (smooth,), proof: Any = parabola, on: Any = ANY) -> bool:
    return is_proved(statement, on, Descent, given=list(given), proof=proof)


def test_a_step_of_gradient_descent_is_proved_for_every_smooth_function() -> None:
    assert proved(fallen(1))
    assert not proved(fallen(2))


def test_a_hypothesis_that_is_not_the_claims_proves_nothing() -> None:
    assert not proved(fallen(1), given=())
    assert not proved(fallen(1), given=(convex,))


def test_what_is_no_hypothesis_for_all_points_is_not_cited() -> None:
    @hypothesis("f is L-smooth")
    def along_the_run(run):
        return equal(0 * run.t, 0)

    class Lie(ForAll):
        def at(self, run, *points):
            return at_most(1, 0)

    forged = Hypothesis("forged", "1 ≤ 0", Lie(lambda p, x: equal(0, 0), lambda run: run, lambda run: (run.x,)))

    assert not proved(fallen(1), given=(along_the_run,), proof=lambda run: [by(along_the_run)])
    assert not proved(fallen(2), given=(forged,), proof=lambda run: [by(forged, run.x)])


def test_the_row_at_which_a_hypothesis_is_cited_is_one_that_the_run_has() -> None:
    def further(run):
        return at_most(run.problem.f(run.x[2:]), run.problem.f(run.x[:-2]))

    assert not proved(further, proof=lambda run: [by(smooth, run.x[1:], run.x[1:])])


@pytest.mark.parametrize("name", ["f", "gradient"])
def test_of_an_opaque_function_nothing_is_known_but_the_hypotheses(name: str) -> None:
    def at_zero(run):
        p = run.problem
        return equal(getattr(p, name)(p.zero()[None]).sum(-1) if name == "gradient" else p.f(p.zero()[None]), 0)

    def statement(run):
        p = run.problem
        return equal(p.f(0 * run.x), 0) if name == "f" else equal(p.gradient(0 * run.x), 0)

    assert not proved(statement)
    assert not proved(at_zero)


@pytest.mark.parametrize("name", ["exprel", "max", "sum", "squared", "norm"])
def test_an_opaque_function_called_like_one_of_ours_is_any_function(name: str) -> None:
    called = problem(
        type("Named", (), {"of": Quadratic.of, name: opaque(lambda p, x: p.inner(x, x)), "__module__": __name__})
    )

    def not_negative(run):
        p = run.problem
        return at_least({"exprel": p.exprel, "max": p.max, "sum": p.sum}[name](run.x), 0)

    def ours(run):
        return at_least(run.problem.squared(run.x) if name == "squared" else run.problem.norm(run.x), 0)

    assert not is_proved(ours if name in ("squared", "norm") else not_negative, called, Still)


def test_a_hypothesis_on_a_set_is_cited_where_the_points_are_shown_to_lie_in_it() -> None:
    @for_all("f is least at 0 on the half-space of x_1 + … + x_d ≥ 0", points=lambda run: (run.x[:1],), where=ahead)
    def least(p, x):
        return at_least(p.f(x), p.f(0 * x))

    def first(run):
        return at_least(run.problem.f(run.x[:1]), run.problem.f(0 * run.x[:1]))

    def every(run):
        return at_least(run.problem.f(run.x), run.problem.f(0 * run.x))

    assert proved(first, given=[least], proof=lambda run: [by(least, run.x[:1])])
    assert not proved(every, given=[least], proof=lambda run: [by(least, run.x)])


def test_two_points_have_two_values() -> None:
    assert proved(lambda run: equal(run.problem.f(run.x), run.problem.f(1 * run.x)))
    assert not proved(lambda run: equal(run.problem.f(run.x[1:]), run.problem.f(run.x[:-1])))


def test_an_opaque_function_of_more_than_a_vector_is_refused() -> None:
    @problem
    class Timed:
        of, gradient = Quadratic.of, Quadratic.gradient

        @opaque
        def moved(p, x, t):
            return p.inner(x, x) * t

    def of_time(run):
        return equal(run.problem.moved(run.x, 1), run.problem.moved(run.x, 2))

    assert not proved(of_time, given=(), proof=None, on=Timed)


def less_than_any(relation: Callable[[Any, Any], Any]) -> Callable[[Any], Any]:
    return lambda run: [by("F.vector", run.x), as_epsilon_vanishes(lambda epsilon: [relation(run, epsilon)])]


def test_what_epsilon_divides_or_what_is_strict_has_no_limit() -> None:
    def statement(run):
        return at_most(run.problem.squared(run.x), 0)

    def divided(run, epsilon):
        return at_most(0 * run.problem.squared(run.x), 1 / epsilon)

    def strict(run, epsilon):
        return above(run.problem.squared(run.x) + epsilon, 0)

    def wrong(run, epsilon):
        return at_most(run.problem.squared(run.x), epsilon)

    assert not any(proved(statement, proof=less_than_any(one)) for one in (divided, strict, wrong))
    assert not proved(lambda run: above(run.problem.squared(run.x), 0), proof=less_than_any(strict))


def test_what_is_known_of_epsilon_is_known_inside_alone() -> None:
    def inside(run):
        p = run.problem
        known = lambda epsilon: [at_least(epsilon, 0), at_least(p.squared(run.x), -epsilon)]  # noqa: E731
        return [by("F.vector", run.x), as_epsilon_vanishes(known)]

    assert not proved(lambda run: at_most(run.problem.squared(run.x), 0), proof=inside)


@pytest.mark.parametrize("id", ["S.GDrates.1", "S.AGD.1"])
def test_a_theorem_of_the_lecture_needs_each_of_its_hypotheses(id: str) -> None:
    theorem = LIBRARY.claims[id]
    proof = prove(theorem)

    assert proof.steps[0] == "for any f and ∇f"
    for left_out in theorem.given:
        assert prove(replace(theorem, given=tuple(h for h in theorem.given if h is not left_out))) is None


def test_a_theorem_of_the_lecture_has_no_smaller_constant() -> None:
    def smaller(run):
        f = run.problem
        return at_most(f.gap(run.w), 99 * half_range(f) / (25 * (run.t + 1) ** 2))

    assert prove(replace(LIBRARY.claims["S.AGD.1"], function=smaller)) is None


def test_an_epsilon_inside_a_sum_over_time_is_seen() -> None:
    def hidden(run):
        y = run.problem.squared(run.x)
        return [as_epsilon_vanishes(lambda epsilon: [equal(epsilon * (y / epsilon).cumsum(0), y.cumsum(0))])]

    def seen(run):
        y = run.problem.squared(run.x).cumsum(0)
        return [as_epsilon_vanishes(lambda epsilon: [at_least(y, -epsilon)])]

    assert not proved(lambda run: equal(run.problem.squared(run.x).cumsum(0), 0), proof=hidden)
    assert proved(lambda run: at_least(run.problem.squared(run.x).cumsum(0), 0), proof=seen)


class Branching:
    """It says another thing of symbols than of numbers."""

    __name__ = __qualname__ = "branching"

    def says(self, p, x):
        return at_most(0 if type(x).__module__ == "numpy" else 1, 0 * x.sum(-1))

    def __call__(self, run):
        return 0 if type(run.x).__module__ == "numpy" else 1


@pytest.mark.parametrize("said", ["statement", "of", "of in a partial", "of a hypothesis called"])
def test_what_a_hypothesis_is_made_of_is_read_whatever_can_be_called(said: str) -> None:
    branching = Branching()
    of = partial(branching) if "partial" in said else branching
    statement = for_all("nothing", points=lambda run: (run.x,))(branching.says)
    other = for_all("nothing", points=lambda run: (run.x,), of=of)(lambda one, x: at_most(one, 0 * x.sum(-1)))
    nothing = statement if said == "statement" else other
    called = Hypothesis("called", "nothing", partial(branching.says, None))

    def one(run):
        return called(run.x) if said == "of a hypothesis called" else at_most(1 + 0 * run.t, 0)

    assert not proved(one, given=[nothing], proof=lambda run: [by(nothing, run.x)])


def test_a_hypothesis_is_equal_to_itself_alone() -> None:
    assert replace(smooth) != smooth
    with pytest.raises(TypeError, match="make each with @hypothesis"):
        type("Same", (Hypothesis,), {"__eq__": lambda self, other: True})


def test_what_a_hypothesis_of_ours_implies_no_author_says() -> None:
    @for_all("1 ≤ 0", points=visited)
    def wrong(p, x, y):
        return at_most(1, 0 * x.sum(-1))

    ours = Hypothesis("ours", "it implies", LIBRARY.claims["S.GDrates.1"].given[0].function, implies=(wrong,))

    def one(run):
        return at_most(1 + 0 * run.t, 0)

    lemma = claim("Me.1", about=Descent, given=[wrong], proof=lambda run: [by(wrong, run.x, run.x)])(one)
    rests = claim("Me.2", about=Descent, given=[ours], uses=["Me.1"], proof=lambda run: [equal(run.t, run.t)])(one)
    library = Library(Book(SOURCE, methods=[Method(Descent, on=ANY)], claims=[lemma, rests]), origin=__name__)

    assert [prove(library.claims[id]) is not None for id in ("Me.1", "Me.2")] == [True, False]


def test_a_field_has_no_name_that_an_arbitrary_problem_answers_by_itself() -> None:
    @problem
    class Inner:
        def of(Z):
            return {"L": (Z * Z).sum(), "problem": Other(0 * Z.sum())}

    assert not is_proved(lambda run: equal(run.problem.problem.L + 0 * run.t, run.problem.L), Inner, Still)


def test_an_opaque_function_is_given_one_vector_at_a_time() -> None:
    @problem
    class Whole:
        of = Quadratic.of

        @opaque
        def f(p, x):
            return x.sum()

        @opaque(vector=True)
        def short(p, x):
            return x.sum()

    held = claim("Me.1", about=Still)(lambda run: equal(run.problem.f(run.x[1:]), run.problem.f(run.x)[1:]))
    check(Book(SOURCE, methods=[Method(Still, on=Whole)], claims=[held]).claims["Me.1"])  # no contradiction
    assert Whole.f(None, np.array([[1, 2], [3, 4]])).tolist() == [3, 7]
    with pytest.raises(TypeError, match="vector=True"):
        Whole.short(None, np.array([1, 2]))


def test_a_hypothesis_for_all_points_that_fails_off_its_own_refutes_nothing() -> None:
    """It is an author's, of a function of ours, and holds at the one point at which it is tried."""

    @for_all("f vanishes", points=lambda run: (run.problem.minimiser,))
    def vanishes(f, u):
        return equal(f.value(u), 0)

    theorem = LIBRARY.claims["S.GDrates.1"]
    says = replace(theorem, function=lambda run: equal(run.problem.value(run.w), 0), given=(vanishes,),
        proof=lambda run: [by(vanishes, run.w)])  # fmt: skip

    assert prove(says) is not None
    assert check(says).verdict == Verdict.UNDECIDED


def test_a_problem_that_an_author_s_curve_makes_is_none_of_those_of_a_proof_of_ours() -> None:
    class Tilted(Curve):
        def slope(self, num, x):
            return x + num.number(1)

    def level(run):
        return equal(run.problem.gradient(run.problem.minimiser), 0)

    ours = LIBRARY.claims["S.GDrates.1"]
    tilted = replace(ours.method, usual={"": ours.about(Regression(None, Tilted()))})

    assert prove(replace(ours, function=level, proof=None)) is not None
    assert prove(replace(ours, function=level, proof=None, method=tilted)) is None
