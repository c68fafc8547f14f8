"""Protects proofs of means and probabilities over all paths of drawn rows.

Each pair is a statement that is proved, and ones that ask a little too much: of the last row, of what turns on a later
draw, of weights that are not the paths', of an event where it need not happen.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from lemmacheck import Chance, Relation, above, at_least, at_most, by, column, equal, for_all
from lemmacheck.theory.books.jst.algorithms.adaptive_sampling import AdaptiveSampling, EndpointLaw, EveryPath
from lemmacheck.theory.books.jst.appD_arguments import drift, sizes_of_mean_and_row
from lemmacheck.theory.books.jst.appD_sums import deviation, markov, squared_steps
from lemmacheck.theory.books.jst.methods.adaptive_sampling import UniformSampling, WrongPaths
from lemmacheck.theory.books.jst.sec4_sampling import drawn, each_delta, least_epsilon
from lemmacheck.theory.margins.means import averaged, endpoint, expected
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.prove import engine, prove
from lemmacheck.verifiers.prove.algorithms import read_as
from lemmacheck.verifiers.prove.refusals import tried
from lemmacheck.verifiers.prove.setting import Setting
from lemmacheck.verifiers.prove.subject import Trajectory

from tests.sampled import THOROUGH, sampled, soon
from tests.verifiers.prove.sequences import proved

MEANS, CHANCES, LAW = "P.D.2.p1.4", "P.D.2.p2.2", "P.T4.1.corrected"
Statement = Callable[[Any], Any]


def along(run: Any) -> Any:
    """⟨w_t, z_{i_t}⟩."""
    return run.inner(run.w, drawn(run))


def along_mean(run: Any) -> Any:
    """⟨w_t, Zᵀq_t⟩."""
    return run.inner(run.w, run.combine(run.q))


def own_share(run: Any) -> Any:
    """‖w_t‖/‖w_t‖, which is 0 where w_t is."""
    return run.num.ratio(run.norm(run.w), run.norm(run.w))


def square(run: Any) -> Any:
    return run.squared(drawn(run))


def short(run: Any) -> list[Any]:
    return [by("F.rows", run.e), by("F.mean", square(run), 0 * square(run) + 1)]


TRUE: dict[str, Statement] = {
    "E 1 = 1": lambda r: equal(expected(r, 0 * along(r) + 1), 1),
    "E⟨w, z⟩ = E⟨w, Zᵀq⟩": lambda r: equal(expected(r, along(r))[:-1], expected(r, along_mean(r))[:-1]),
    "E[⟨w, z⟩ | i_0, …, i_{t−1}] = ⟨w, Zᵀq⟩": lambda r: equal(averaged(r, along(r), 1), along_mean(r)[:-1]),
    "E[w of the step | i_0, …, i_{t−1}]": lambda r: equal(averaged(r, r.inner(r.w[1:], r.w[:-1]), 1),
        r.squared(r.w[:-1]) - r.theta[0] * along_mean(r)[:-1]),
    "E of a mean given draws is the mean": lambda r: equal(expected(r, averaged(r, along(r), 1)),
        expected(r, along_mean(r))[:-1]),
    "E‖z‖² ≤ 1": lambda r: at_most(expected(r, square(r)), 1),
    "the mean over no draw": lambda r: equal(averaged(r, along(r), 0), along(r)[:-1]),
    "t E x = E t x": lambda r: equal(r.t * expected(r, square(r)), expected(r, column(r.t) * square(r))),
}  # fmt: skip

FALSE: dict[str, Statement] = {
    "the mean of the row at the last t": lambda r: equal(expected(r, along(r)), expected(r, along_mean(r))),
    "E x² = (E x)²": lambda r: equal(expected(r, along(r) ** 2)[:-1], expected(r, along_mean(r) ** 2)[:-1]),
    "E‖z‖² = E‖Zᵀq‖²": lambda r: equal(expected(r, square(r))[:-1], expected(r, r.squared(r.combine(r.q)))[:-1]),
    "the mean of a later w and the row before": lambda r: equal(expected(r, r.inner(r.w[1:], drawn(r)[:-1])),
        expected(r, r.inner(r.w[1:], r.combine(r.q)[:-1]))),
    "the mean of a sum up to this row, and this row":
        lambda r: equal(expected(r, r.inner(drawn(r).cumsum(axis=0), drawn(r)))[:-1],
            expected(r, r.inner(drawn(r).cumsum(axis=0), r.combine(r.q)))[:-1]),
    "what is given is averaged": lambda r: equal(averaged(r, along(r), 1), column(expected(r, along(r))[:-1])),
    "less than no draw": lambda r: equal(averaged(r, along(r), -1), along(r)[:-1]),
    "two draws are one": lambda r: equal(averaged(r, along(r), 2), averaged(r, along(r), 1)),
    "a sum without weights": lambda r: equal(along(r).sum(-1), expected(r, along(r))),
    "weights of another t": lambda r: equal((along(r) * r.chance[0]).sum(-1), expected(r, along(r))),
    "E‖w_N‖² on a path where w_N = 0": lambda r: at_most(expected(r, r.squared(r.w))[-1] * (1 - own_share(r))[-1], 0),
    "E‖w_N‖²/‖w_N‖ on a path where w_N = 0":
        lambda r: equal(0 * r.num.ratio(expected(r, r.squared(r.w))[-1], r.norm(r.w)[-1]), 0),
    "E‖z‖² < 1": lambda r: at_most(2 * expected(r, square(r)), 1),
    "means in the other order": lambda r: at_least(expected(r, square(r)), 1),
    "an order that is not shown": lambda r: at_most(expected(r, along(r)), 0),
}  # fmt: skip
ARGUMENTS: dict[str, Statement] = {
    "E‖z‖² ≤ 1": short,
    "E‖w_N‖² on a path where w_N = 0": lambda r: [],
    "E‖w_N‖²/‖w_N‖ on a path where w_N = 0": lambda r: [],
    "E‖z‖² < 1": short,
    "means in the other order": short,
    "an order that is not shown": lambda r: [by("F.mean", along(r), 0 * along(r))],
}


@pytest.mark.parametrize("name", TRUE)
def test_what_is_true_of_means_is_proved(name: str) -> None:
    assert proved(MEANS, TRUE[name], ARGUMENTS.get(name))


def test_a_path_s_own_probability_is_not_that_of_what_several_paths_lead_to() -> None:
    def said(run: Any) -> Any:
        return at_least(run.chance[-1] ** 2, 0)

    about = {LAW: EndpointLaw, MEANS: EveryPath}
    assert {id: LIBRARY.claims[id].about for id in about} == about
    assert {id: proved(id, said, returns=Relation) for id in about} == {LAW: False, MEANS: True}


@pytest.mark.slow
@pytest.mark.parametrize("name", sampled(FALSE, 8, always=["E‖w_N‖² on a path where w_N = 0"]))
def test_what_asks_too_much_of_a_mean_is_not(name: str) -> None:
    assert not proved(MEANS, FALSE[name], ARGUMENTS.get(name))


def size(run: Any) -> Any:
    """‖r_t‖² at the last t."""
    return run.squared(deviation(run)[-1])


def chance(run: Any, event: Any, lost: Any) -> Chance:
    return Chance((event,), run.chance[-1], 1 - lost)


def weighted(run: Any, weight: Any) -> tuple[Chance, ...]:
    """What Markov's inequality shows, by other weights."""
    return tuple(Chance((at_most(size(run), markov(run, d)),), weight, 1 - d / 2) for d in each_delta(run))


def small(run: Any, lost: Statement, bound: Statement = lambda x: x) -> tuple[Chance, ...]:
    return tuple(chance(run, at_most(size(run), bound(markov(run, delta))), lost(delta)) for delta in each_delta(run))


def by_markov(run: Any, share: int = 2) -> list[Any]:
    return [
        at_most(square(run), 1),
        by("P.D.2.p2.1.3"),
        *(by("F.markov", size(run), markov(run, delta), delta / share) for delta in each_delta(run)),
    ]


def drifts(run: Any, factor: int) -> tuple[Chance, ...]:
    end = run.sums(run.theta[0] * drift(run))[-1]
    roots = ((delta, run.sqrt(factor * run.log(2 / delta) * squared_steps(run))) for delta in each_delta(run))
    return tuple(chance(run, at_most(end, root), delta / 2) for delta, root in roots)


def by_azuma(run: Any, low: Statement, width: Statement, of: Statement = drift) -> list[Any]:
    theta = run.theta[0]
    wide = 0 * drift(run) + theta * width(run)
    return [
        *sizes_of_mean_and_row(run),
        at_most(drift(run), 2),
        at_least(drift(run), -2),
        equal(run.sums(run.theta**2), run.t * run.theta**2),
        equal(run.sums(wide * wide), width(run) ** 2 * column(run.t * run.theta**2)),
        *(by("F.azuma", theta * of(run), 0 * wide + theta * low(run), wide, d / 2) for d in each_delta(run)),
    ]


def four(run: Any) -> Any:
    return run.num.number(4)


def minus_two(run: Any) -> Any:
    return run.num.number(-2)


EVENTS: dict[str, tuple[Statement, Statement, bool]] = {
    "Markov": (lambda r: small(r, lambda d: d / 2), by_markov, True),
    "Markov, losing less": (lambda r: small(r, lambda d: d / 3), by_markov, False),
    "Markov for no loss": (lambda r: small(r, lambda d: 0 * d), lambda r: [by("F.markov", size(r), size(r), 0)], False),
    "surely": (lambda r: small(r, lambda d: 0 * d), by_markov, False),
    "of twice the weights": (lambda r: weighted(r, 2 * r.chance[-1]), by_markov, False),
    "of the paths' weights": (lambda r: weighted(r, r.chance[-1]), by_markov, True),
    "of a mean":
        (lambda r: tuple(chance(r, at_most(expected(r, square(r))[-1] + 0 * size(r), 0), d / 2) for d in each_delta(r)),
            lambda r: [*by_markov(r), by("F.mean", size(r), markov(r, 1))], False),
    "an event of every path is no relation of the mean": (
        lambda r: tuple(chance(r, at_most(expected(r, size(r)), markov(r, d) / 8 / 4), d / 2) for d in each_delta(r)),
        lambda r: [*by_markov(r), *(by("F.mean", size(r), 0 * size(r) + markov(r, d)) for d in each_delta(r))],
        False,
    ),
    "Azuma": (lambda r: drifts(r, 8), lambda r: by_azuma(r, minus_two, four), True),
    "Azuma, too near": (lambda r: drifts(r, 7), lambda r: by_azuma(r, minus_two, four), False),
    "Azuma, in too short an interval": (lambda r: drifts(r, 2),
        lambda r: by_azuma(r, lambda r: r.num.number(-1), lambda r: r.num.number(2)), False),
    "Azuma of what has no mean 0": (lambda r: drifts(r, 8),
        lambda r: by_azuma(r, minus_two, four, lambda r: 0 * drift(r) + 1), False),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", sampled(soon(EVENTS, ["Markov", "Azuma of what has no mean 0"]), 3))
@pytest.mark.usefixtures("ours")
def test_a_probability_is_proved_if_the_events_that_show_it_may_lose_no_more(name: str) -> None:
    statement, proof, true = EVENTS[name]
    assert proved(CHANCES, statement, proof) == true


def test_what_is_shown_in_an_event_is_shown_nowhere_else() -> None:
    """With the probability of an event proved, the event itself is not."""

    def always(run: Any) -> Any:
        return tuple(at_most(size(run), markov(run, delta)) for delta in each_delta(run))

    assert not proved(CHANCES, always, by_markov)


def first_row_is_long(run: Any) -> Any:
    """1[⟨z_{i_0}, Zᵀq̄⟩ ≥ 2γ̄²], which turns on the first row."""
    score = run.inner(run.combine(run.e[:1]), run.optimum.direction)[0]
    return run.at_least_zero(score - 2 * run.optimum.gamma_squared)


@pytest.mark.slow
def test_what_is_shown_in_an_event_is_put_in_no_mean() -> None:
    """x = 0 in an event: Σ_{j<N} j x is 0 there, its mean is not."""

    def total(run: Any) -> Any:
        return run.sums(column(run.t) * first_row_is_long(run))

    def lost(run: Any) -> Any:
        return 2 * expected(run, first_row_is_long(run)) + run.num.number(1) / 8

    def argument(run: Any) -> list[Any]:
        x = first_row_is_long(run)
        return [by("F.markov", x, run.num.number(1) / 2, lost(run)), equal(x, 0), equal(total(run), 0)]

    def mean(run: Any) -> Any:
        return expected(run, total(run))[-1] + 0 * first_row_is_long(run)

    assert proved(CHANCES, lambda run: chance(run, at_most(total(run)[-1], 0), lost(run)), argument)
    assert not proved(CHANCES, lambda run: chance(run, at_most(mean(run), 0), lost(run)), argument)


@pytest.mark.slow
@pytest.mark.usefixtures("ours")
def test_two_events_lose_what_both_may_lose() -> None:
    def both(run: Any, share: int) -> tuple[Chance, ...]:
        end = run.sums(run.theta[0] * drift(run))[-1]
        return tuple(
            Chance(
                (
                    at_most(size(run), markov(run, delta)),
                    at_most(end, run.sqrt(8 * run.log(2 / delta) * squared_steps(run))),
                ),
                run.chance[-1],
                1 - delta / share,
            )
            for delta in each_delta(run)
        )

    def cited(run: Any) -> list[Any]:
        return [by("P.D.2.p2.2"), by("P.D.1.p3.2")]

    assert proved(LAW, lambda run: both(run, 1), cited)
    assert not proved(LAW, lambda run: both(run, 2), cited)


@pytest.mark.slow
def test_nothing_is_read_as_a_mean_where_rows_are_drawn_otherwise() -> None:
    """The probability of a path is not that of its draws, or there is but one path."""
    claim = LIBRARY.claims[MEANS]
    assert engine.readable(claim, None) is not None
    setting = Setting(claim)
    tuned = WrongPaths(UniformSampling).tuned(setting.run.problem, setting.run.steps)
    assert engine.readable(claim, tuned) is None
    shorter = tried(lambda: EveryPath().tuned(setting.run.problem, setting.run.steps - 1))
    assert shorter is None
    other = Trajectory(setting.context, setting.run.problem, AdaptiveSampling(setting.run.algorithm.path))
    assert tried(lambda: expected(other, along(other)).at(0)) is None


def test_a_law_is_read_as_all_paths_if_it_is_ours_and_says_so_itself() -> None:
    class Inheriting(EndpointLaw):
        pass

    class Authored(EndpointLaw):
        law_of = EveryPath

    assert read_as(EndpointLaw) is EveryPath
    assert read_as(Inheriting) is Inheriting
    assert read_as(Authored) is Authored
    assert read_as(EveryPath) is EveryPath


def rate(run: Any, share: int, factor: int, *given: Any) -> tuple[Chance, ...]:
    w, weight = endpoint(run)
    bounds = [(d, run.optimum.gamma - least_epsilon(run.problem, d, run.steps) / factor) for d in each_delta(run)]
    return tuple(Chance((at_least(run.margin(w), bound),), weight, 1 - d / share) for d, bound in bounds)


@pytest.mark.skipif(not THOROUGH, reason="a minute each")
@pytest.mark.parametrize(
    ("share", "factor", "rows", "true"), [(1, 1, 2, True), (2, 1, 2, False), (1, 2, 2, False), (1, 1, 1, False)]
)
def test_theorem_4_1_is_proved_with_its_constants_and_for_two_rows(
    share: int, factor: int, rows: int, true: bool
) -> None:
    claim = LIBRARY.claims[LAW]
    given = claim.given if rows == 2 else claim.given[:-1]
    changed = replace(claim, function=lambda run: rate(run, share, factor), given=given)
    assert (prove(changed) is not None) == true


def test_ln_n_is_positive_for_two_rows_alone() -> None:
    given = LIBRARY.claims[LAW].given

    def statement(run: Any) -> Any:
        return above(run.log(run.n) + 0 * run.optimum.gamma, 0)

    assert proved(LAW, statement, given=given)
    assert not proved(LAW, statement, given=given[:-1])


@pytest.mark.slow
def test_a_hypothesis_on_a_set_is_not_used_in_an_event() -> None:
    """Where its condition holds in an event alone, it may still speak of all paths."""
    chance = LIBRARY.claims[CHANCES]
    argument: Any = chance.proof

    @for_all("⟨u, u⟩ ≥ 0 where it is", points=lambda run: (run.w,), where=lambda p, u: at_least(p.squared(u), 0))
    def somewhere(p: Any, u: Any) -> Any:
        return at_least(p.squared(u), 0)

    def argued(run: Any) -> Any:
        return [*argument(run), by(somewhere, run.w)]

    assert prove(chance) is not None
    assert prove(replace(chance, given=(*chance.given, somewhere), proof=argued)) is not None
