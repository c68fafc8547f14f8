"""Protects proofs of runs on drawn rows, of a number of steps that is known, and of points that are joined.

Each pair is a statement that is proved, and one that asks a little too much.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from lemmacheck import Hypothesis, Relation, above, at_least, at_most, by, equal, hypothesis
from lemmacheck.theory.books.jst.algorithms.adaptive_sampling import AdaptiveSampling, EveryPath, HorizonSampling
from lemmacheck.theory.books.jst.appA_duality import pairings
from lemmacheck.theory.books.jst.appD_norms import small_deviation
from lemmacheck.theory.books.jst.appD_sums import deviation, markov
from lemmacheck.theory.books.jst.sec4_sampling import CONDITIONS, drawn, each_delta
from lemmacheck.theory.margins.comparators import ball_points, directions, dual_points, simplex_points
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.prove.loops import of_each_point
from lemmacheck.verifiers.prove.refusals import tried
from lemmacheck.verifiers.prove.setting import Setting

from tests.sampled import sampled, soon
from tests.verifiers.prove.sequences import proved

ONE_PATH, TUNED, PATHS, DATA = "P.D.1.p2", "P.D.2.p4.5", "P.D.2l", "P.A.1a.2"
DEAR = [
    "(t + 1)‖w‖ > 0", "a reciprocal of what may be 0", "a divisor that is a sum of any sign",
    "reciprocals in the same order", "what is positive",
]  # fmt: skip
Statement = Callable[[Any], Any]


def length_of_a_row(run: Any) -> list[Any]:
    return [by("F.rows", run.e)]


def grown(run: Any) -> list[Any]:
    return [equal(run.sums(run.theta), run.t * run.theta)]


TRUE: dict[str, dict[str, Statement]] = {
    # by the claim whose runs they are about
    ONE_PATH: {
        "a row has norm at most 1": lambda r: at_most(r.squared(drawn(r)), 1),
        "a vertex has mass 1": lambda r: equal(r.e.sum(-1), 1),
        "‖θx‖_∞² = θ²‖x‖_∞²": lambda r: equal(r.linf(r.theta[:, None] * r.e) ** 2, r.theta**2 * r.linf(r.e) ** 2),
        "max nx = n max x": lambda r: equal(r.maximum(r.n * r.w), r.n * r.maximum(r.w)),
        "ln n ≥ 0": lambda r: at_least(r.log(r.n), 0 * r.t),
        "√(n(t + 1)) = √n √(t + 1)": lambda r: equal(r.sqrt(r.n * (1 + r.t)), r.sqrt(r.n) * r.sqrt(1 + r.t)),
        "1/(1 + x + y) ≤ 1/(1 + x)": lambda r: at_most(1 / (1 + r.norm(r.w) + r.norm(r.q)), 1 / (1 + r.norm(r.w))),
    },
    TUNED: {"N θ² = ln n": lambda r: equal(r.steps * r.theta**2, r.log(r.n)),
        "at the end t = N": lambda r: equal(r.sums(r.theta)[-1:], r.steps * r.theta[0])},
    DATA: {"the same rows are joined to the same": lambda p: equal(np.concatenate([directions(p), directions(p)]),
        np.concatenate([directions(p), directions(p)]))},
}  # fmt: skip

FALSE: dict[str, dict[str, Statement]] = {
    # by the claim whose runs they are about
    ONE_PATH: {
        "a row has norm below 1": lambda r: at_most(2 * r.squared(drawn(r)), 1),
        "the row drawn is the mean": lambda r: equal(r.e, r.q),
        "the row of another run": lambda r: equal(r.e,
            r.again(AdaptiveSampling(r.algorithm.path, theta=lambda t: 3 + 0 * t)).e),
        "‖θx‖_∞ = θ‖x‖_∞ for any θ": lambda r: equal(r.linf(r.theta[:, None] * r.w), r.theta * r.linf(r.w)),
        "ln(n/2) ≥ 0": lambda r: at_least(r.log(r.n / r.num.number(2)), 0 * r.t),
        "√(xy) = √x √y for any x, y": lambda r: equal(r.sqrt(r.theta * r.beta), r.sqrt(r.theta) * r.sqrt(r.beta)),
        "√(nx²) = √n x for any x": lambda r: equal(r.sqrt(r.n * r.theta**2), r.sqrt(r.n) * r.theta),
        "√t/√t = 1": lambda r: equal(r.sqrt(r.t) / r.sqrt(r.t), 1 + 0 * r.t),
        "(t + 1)t > 0": lambda r: above((1 + r.t) * r.t, 0),
        "(t + 1)‖w‖ > 0": lambda r: above((1 + r.t) * r.norm(r.w), 0),
        "1/(1 + x) ≤ 1/(1 + x + y)": lambda r: at_least(1 / (1 + r.norm(r.w) + r.norm(r.q)), 1 / (1 + r.norm(r.w))),
        "a divisor that is a sum of any sign": lambda r: at_most(1 / (r.theta + r.norm(r.w)), 1 / r.theta),
        "‖Zw‖₁ ≤ ‖w‖": lambda r: at_most(r.l1(r.scores(r.w)), r.norm(r.w)),
        "a reciprocal of what may be 0": lambda r: at_least(1 / r.norm(r.w), 1 / (r.norm(r.w) + 1)),
        "reciprocals in the same order": lambda r: at_most(1 / (1 + r.t), 1 / (2 + r.t)),
    },
    TUNED: {
        "t = N throughout": lambda r: equal(r.t, r.steps),
        "t = N one step before the end": lambda r: equal(r.sums(r.theta)[:-1][-1:], r.steps * r.theta[0]),
        "every t is the last": lambda r: equal(r.w, r.w[-1:]),
        "w_N is w_{N−1}": lambda r: equal(r.w[-1:], r.w[:-1][-1:]),
        "t = N + 1 at the end": lambda r: equal(r.sums(r.theta)[-1:], (r.steps + 1) * r.theta[0]),
        "ln n > 0": lambda r: above(r.theta, 0),
    },
    DATA: {
        "what is in the unit ball is anywhere": lambda p: at_most(
            p.squared(np.concatenate([ball_points(p), directions(p)])), 1
        ),
        "max x ≤ 0": lambda p: at_most(p.maximum(dual_points(p)), 0),
        "what is joined to points of Δ_n lies in Δ_n": lambda p: at_least(
            np.concatenate([simplex_points(p), -simplex_points(p)]), 0
        ),
        "what is joined to a point is that point": lambda p: equal(
            np.concatenate([directions(p), 2 * directions(p)]), np.concatenate([directions(p)] * 2)
        ),
    },
    PATHS: {"a sum over the paths": lambda r: equal(r.chance.sum(-1), 1),
        "a path is the mean": lambda r: equal(r.chance[-1], r.chance[0])},
}  # fmt: skip
ARGUMENTS: dict[str, Statement] = {
    "a row has norm at most 1": length_of_a_row,
    "at the end t = N": grown,
    "1/(1 + x + y) ≤ 1/(1 + x)": lambda r: [by("F.order", 1 + r.norm(r.w), 1 + r.norm(r.w) + r.norm(r.q))],
    "a row has norm below 1": length_of_a_row,
    "a row has norm 1": length_of_a_row,
    "t = N one step before the end": grown,
    "t = N at the start": grown,
    "t = N + 1 at the end": grown,
    "(t + 1)t > 0": lambda r: [above(1 + r.t, 0)],
    "(t + 1)‖w‖ > 0": lambda r: [above(1 + r.t, 0)],
    "1/(1 + x) ≤ 1/(1 + x + y)": lambda r: [by("F.order", 1 + r.norm(r.w), 1 + r.norm(r.w) + r.norm(r.q))],
    "a divisor that is a sum of any sign": lambda r: [by("F.order", r.theta, r.theta + r.norm(r.w))],
    "what is in the unit ball is anywhere": lambda p: [by("F.ball")],
    "max x ≤ 0": lambda p: [by("F.ceiling", dual_points(p), 0 * p.linf(dual_points(p)))],
    "‖Zw‖₁ ≤ ‖w‖": lambda r: [by("F.scores", r.w)],
    "a reciprocal of what may be 0": lambda r: [by("F.order", r.norm(r.w), r.norm(r.w) + 1)],
    "reciprocals in the same order": lambda r: [by("F.order", 1 + r.t, 2 + r.t)],
}


@pytest.mark.parametrize(("of", "name"), [(of, name) for of, those in TRUE.items() for name in those])
def test_what_holds_of_drawn_rows_and_at_the_end_is_proved(of: str, name: str) -> None:
    assert proved(of, TRUE[of][name], ARGUMENTS.get(name))


@pytest.mark.parametrize("name", soon([name for those in FALSE.values() for name in those], DEAR))
def test_what_asks_too_much_is_not(name: str) -> None:
    of = next(of for of, those in FALSE.items() if name in those)
    assert not proved(of, FALSE[of][name], ARGUMENTS.get(name))


def small(run: Any, of: Callable[[list[Any]], list[Any]]) -> tuple[Relation, ...]:
    return tuple(at_most(run.squared(deviation(run)[-1:]), bound) for bound in of(bounds(run)))


def bounds(run: Any) -> list[Any]:
    return [markov(run, delta) for delta in each_delta(run)]


@hypothesis("‖r_t‖² ≤ 8 ln(n)/δ on the mean over δ")
def small_on_the_mean(run: Any) -> tuple[Relation, ...]:
    return small(run, lambda all: [sum(all) / len(all)])


@hypothesis("‖r_t‖² ≤ 8 ln(n)/δ for the first δ")
def small_for_the_first(run: Any) -> tuple[Relation, ...]:
    return small(run, lambda all: all[:1])


@hypothesis("‖r_t‖² ≤ 8 ln(n)/δ for some δ")
def small_for_some(run: Any) -> tuple[Relation, ...]:
    return small(run, lambda all: all[:3])


HYPOTHESES = [
    (small_deviation, True), (small_on_the_mean, False), (small_for_the_first, False), (small_for_some, False),
]  # fmt: skip


@pytest.mark.parametrize(("given", "holds"), HYPOTHESES)
def test_a_hypothesis_serves_at_each_point_if_it_is_sure_to_say_the_same_of_each(given: Any, holds: bool) -> None:
    assert proved(TUNED, small_deviation.function, lambda run: [], given=(*CONDITIONS, given)) == holds


def test_a_loop_that_makes_one_of_many_points_is_not_read_as_of_each() -> None:
    assert tried(lambda: of_each_point(Setting(LIBRARY.claims[TUNED]), small_on_the_mean)) is None


@hypothesis("θ_t² > 0")
def of_a_square(run: Any) -> Relation:
    return above(run.theta**2, 0)


@hypothesis("θ_t β_t > 0")
def of_a_product(run: Any) -> Relation:
    return above(run.theta * run.beta, 0)


@hypothesis("‖w_t‖ + ‖g_t‖ > 0")
def of_a_sum(run: Any) -> Relation:
    return above(run.norm(run.w) + run.norm(run.g), 0)


FACTORS = [
    (of_a_square, lambda r: r.theta),
    (of_a_product, lambda r: r.theta),
    (of_a_product, lambda r: r.beta),
    (of_a_sum, lambda r: r.norm(r.w)),
]


@pytest.mark.slow
@pytest.mark.parametrize(("given", "part"), sampled(FACTORS, 1))
def test_of_what_is_positive_no_factor_and_no_summand_is_so_by_itself(given: Any, part: Statement) -> None:
    assert proved(ONE_PATH, given.function, lambda r: [], given=(given,))
    assert not proved(ONE_PATH, lambda r: above(part(r), 0), lambda r: [], given=(given,))
    assert not proved(ONE_PATH, lambda r: equal(part(r) / part(r), 1), lambda r: [], given=(given,))


@hypothesis("w_t ≠ 0 at the last t")
def moved_at_the_end(run: Any) -> Relation:
    return above(run.squared(run.w[-1:]), 0)


BOUND = small_deviation.function
AT_THE_END: dict[str, tuple[Any, Statement, Statement, Statement | None]] = {
    "what is small": (small_deviation, BOUND,
        lambda r: tuple(at_most(r.squared(deviation(r)), markov(r, delta)) for delta in each_delta(r)), lambda r: []),
    "what is positive": (moved_at_the_end, moved_at_the_end.function, lambda r: above(r.squared(r.w[1:]), 0),
        lambda r: [by("F.vector", r.w)]),
    "what is positive, by itself":
        (moved_at_the_end, moved_at_the_end.function, lambda r: above(r.squared(r.w[1:]), 0), None),
}  # fmt: skip


@pytest.mark.parametrize("name", soon(AT_THE_END, DEAR))
def test_what_is_said_of_the_last_t_is_said_of_no_other(name: str) -> None:
    given, last, throughout, proof = AT_THE_END[name]

    assert proved(TUNED, last, proof, given=(*CONDITIONS, given))
    assert not proved(TUNED, throughout, proof, given=(*CONDITIONS, given))


def test_of_many_paths_none_is_another() -> None:
    """A statement of every path is read at one of them, and no sum or mean over them is read at all."""
    assert LIBRARY.claims[PATHS].about is EveryPath
    assert LIBRARY.claims[TUNED].about is HorizonSampling
    assert not proved(PATHS, lambda run: equal((run.chance * 1).sum(-1), run.chance[:, 0]))


@pytest.mark.parametrize(("statement", "true"), [
    (lambda p: equal(pairings(p, dual_points(p)), dual_points(p)), True),
    (lambda p: equal(pairings(p, dual_points(p)), 2 * dual_points(p)), False),
    (lambda p: at_most(pairings(p, dual_points(p)), 0), False),
    (lambda p: equal(pairings(p, dual_points(p)).sum(-1), p.maximum(dual_points(p))), False),
])  # fmt: skip
def test_the_products_of_a_vector_with_the_vertices_are_its_entries(statement: Statement, true: bool) -> None:
    assert proved(DATA, statement) == true


STEPS: dict[str, tuple[Callable[[Any], Any], bool]] = {
    "t ≤ N": (lambda r: at_least(r.steps - r.t, 0), True),
    "t + 1 ≤ N": (lambda r: at_least(r.steps - r.t[1:], 0), True),
    "t + 1 ≤ N, of those that have a next": (lambda r: at_least(r.steps - r.t[:-1] - 1, 0), True),
    "a share of N": (lambda r: at_most(r.t * r.theta**2, r.log(r.n)), True),
    "t < N": (lambda r: above(r.steps - r.t, 0), False),
    "t ≤ N − 1": (lambda r: at_least(r.steps - r.t - 1, 0), False),
    "t + 1 ≤ N − 1": (lambda r: at_least(r.steps - r.t[1:] - 1, 0), False),
    "t + 2 ≤ N, of those that have a next": (lambda r: at_least(r.steps - r.t[:-1] - 2, 0), False),
    "t = N": (lambda r: equal(r.steps - r.t, 0), False),
    "N ≤ t": (lambda r: at_most(r.steps - r.t, 0), False),
    "t + 1 shares of N": (lambda r: at_most((r.t + 1) * r.theta**2, r.log(r.n)), False),
}


@pytest.mark.parametrize("name", STEPS)
def test_no_t_lies_beyond_the_last(name: str) -> None:
    statement, true = STEPS[name]
    assert proved("P.D.2.p1.4", statement, lambda run: []) == true


def test_a_logarithm_of_two_rows_is_positive() -> None:
    one, two = tuple(Hypothesis(f"n ≥ {k}", "…", lambda r, k=k: at_least(r.num.number(r.n), k)) for k in (1, 2))
    said = [proved("P.D.2.p1.4", lambda run: above(run.log(run.n), 0), given=(h,)) for h in (one, two)]
    assert said == [False, True]
