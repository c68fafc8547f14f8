"""Protects means over paths and probabilities: what is the same on all paths, what is known before a draw, what is
linear in it, and what several events may lose."""

from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from lemmacheck.theory.books.jst.algorithms.adaptive_sampling import AdaptiveSampling
from lemmacheck.theory.core.relation import Chance, at_least
from lemmacheck.theory.margins.means import expected
from lemmacheck.verifiers.prove import operators as o
from lemmacheck.verifiers.prove.chances import ONE_A_PATH, Likely, left, likely, some_of, statement_parts
from lemmacheck.verifiers.prove.context import Context, Later, Points, Steps
from lemmacheck.verifiers.prove.drawing import AnyPath
from lemmacheck.verifiers.prove.means import UNKNOWN, Law, leaves
from lemmacheck.verifiers.prove.refusals import Refused, tried
from lemmacheck.verifiers.prove.setting import Setting
from lemmacheck.verifiers.prove.signs import nonnegative, positive
from lemmacheck.verifiers.prove.stated import Stated
from lemmacheck.verifiers.prove.substitution import substituted
from lemmacheck.verifiers.prove.terms import ROWS, Term
from lemmacheck.verifiers.prove.values import Value

from tests.verifiers.prove.sequences import letter, setting

NOW = Later(0)
BASES = (None, Later(0), Later(1), Later(2), 0, 1, 2)


@cache
def of_paths() -> Setting:
    """A run on all paths of drawn rows."""
    return setting("P.D.2.p1.4")


@pytest.fixture(autouse=True)
def anew() -> None:
    """A run for each test: the terms of a run are limited in number."""
    of_paths.cache_clear()


def run() -> Any:
    return of_paths().run


def law() -> Any:
    return run().context.law


def along(at: Any, of: Any) -> Term:
    """⟨w_t, z_i⟩ of two rows."""
    return o.total(run().w.at(at) * o.carried(run().e.at(of), ROWS), "d")


def along_mean(at: Any, of: Any) -> Term:
    return o.total(run().w.at(at) * o.carried(run().q.at(of), ROWS), "d")


def is_(found: Term, expected: Term) -> bool:
    return bool((found - expected).is_zero)


def test_the_probability_of_a_path_is_a_letter() -> None:
    assert law().chance.name == "chance_N"
    for index in (Later(0), Later(1), 0, 1):
        row, q = law().draw(index)
        assert row is letter(run().e.at(index))
        assert is_(q, run().q.at(index))
    with pytest.raises(Refused, match="other than one row"):
        Law(setting().run).draw(0)


@pytest.mark.parametrize(("of", "known"), [
    (lambda: run().n, [True] * 7),
    (lambda: run().d, [True] * 7),
    (lambda: run().t.at(Later(0)), [True] * 7),
    (lambda: run().steps, [True] * 7),
    (lambda: run().w.at(Later(0)), [False, True, True, True, False, False, False]),
    (lambda: run().e.at(Later(0)), [False, False, True, True, False, False, False]),
    (lambda: run().e.at(Later(1)), [False, False, False, True, False, False, False]),
    (lambda: run().e.at(0), [False] * 5 + [True, True]),
    (lambda: run().e.at(1), [False] * 6 + [True]),
    (lambda: law().run.context.universe.symbol("of which nothing is said"), [False] * 7),
])  # fmt: skip
def test_what_is_known_before_a_draw(of: Any, known: list[bool]) -> None:
    atom = letter(of())

    assert [law().known(atom, base) for base in BASES] == known


def test_letters_of_the_data_and_of_the_steps_are_the_same_on_every_path() -> None:
    u = of_paths().context.universe
    fixed = ["t", "s", "n", "d", "N", "x", "q̄", "x#7", "q̄@2", "(n − 2)"]

    assert {law().level(letter(u.symbol(name))) for name in fixed} == {-1}
    assert law().level(u.atom("entry", "nd", "Z", ("Z",))) == -1
    assert {law().level(letter(u.symbol(name))) for name in ("y", "y#x", "n − 2")} == {UNKNOWN}


def test_a_mean_over_all_paths_is_the_same_on_every_path_and_one_given_draws_is_not() -> None:
    square = along(NOW, NOW) ** 2

    assert [law().level(letter(law().mean(square, base))) for base in (None, NOW)] == [-1, UNKNOWN]


def test_a_sequence_that_turns_on_the_row_of_its_step_is_known_after_that_draw() -> None:
    u, inner = of_paths().context.universe, run().inner(run().w, run().combine(run().e))
    beyond = Value(inner.context, inner.axes, lambda i: inner.at(i + 1))
    three = Value(inner.context, (Steps(),), lambda _: u.constant(3))
    for values, level, known in (
        (inner, 1, [False, False, True, True]), (beyond, UNKNOWN, [False] * 4), (three, -1, [True] * 4),
    ):  # fmt: skip
        atom = letter(u.symbol(f"of level {level}"))
        inner.context.sequences[atom.number] = values

        assert law().level(atom) == level
        assert [law().known(atom, base) for base in BASES[:4]] == known


def test_a_sum_is_known_when_its_last_summand_is() -> None:
    before = letter(run().sums(run().inner(run().w, run().w)).at(Later(0)))
    rows = letter(run().sums(run().inner(run().w, run().combine(run().e))).at(Later(0)))
    counted = letter(run().sums(run().theta).at(Later(0)))

    assert [law().known(before, base) for base in BASES[:4]] == [False, True, True, True]
    assert [law().known(rows, base) for base in BASES[:4]] == [False, True, True, True]
    assert [law().known(counted, base) for base in BASES] == [True] * 7
    assert [law().level(one) for one in (before, rows, counted)] == [0, 0, -1]


def test_a_mean_takes_out_what_is_the_same_on_every_path() -> None:
    n, x = run().n, along(Later(0), Later(0))
    mean = law().mean

    assert is_(mean(n**2 / (n + 1)), n**2 / (n + 1))
    assert is_(mean(3 * n * x), 3 * n * mean(x))
    assert is_(mean(x / n + 1), mean(x) / n + 1)
    assert is_(mean(x / (n + 1) + n), mean(x) / (n + 1) + n)
    assert is_(mean(1 / (n * x**2)), mean(1 / x**2) / n)
    assert is_(mean(o.exp(n) * x), o.exp(n) * mean(x))
    assert is_(mean(0 * x), 0 * x)
    assert not is_(mean(x), x)
    assert not is_(mean(x * x), mean(x) * x)
    assert not is_(mean(o.exp(x)), o.exp(mean(x)))
    assert not is_(mean(1 / (1 + x**2)), 1 / (1 + mean(x) ** 2))


def test_a_term_is_the_sum_of_what_is_the_same_on_every_path_times_the_rest() -> None:
    n, x = run().n, along(NOW, NOW)

    for term in (n * x + 3, x / (1 + x**2), n / (n + 1) * x, o.exp(x) * n / x, o.exp(n) / (n * x**2), o.exp(x + n)):
        found = law().split(term, None)
        assert is_(sum((taken * part for taken, part in found), 0 * n), term)
        assert all(law().level(atom) == -1 for taken, _ in found for atom in leaves(taken))


def test_of_sequences_that_turn_on_each_other_none_is_known_where_one_is_not() -> None:
    """a_{t+1} = b_t + z_t and b_{t+1} = a_t, with a z_t of which nothing is known."""
    u, context = of_paths().context.universe, of_paths().context
    a, b, z = (u.symbol(f"{name} of two") for name in "abz")
    for letter_, after in ((a, b + z), (b, a)):
        rows = {Later(1): after, 0: 0 * a}
        context.sequences[letter(letter_).number] = Value(context, (Steps(),), lambda i, rows=rows: rows[i])  # type: ignore[misc]

    assert [law().level(letter(one)) for one in (a, b)] == [UNKNOWN, UNKNOWN]


def test_a_letter_in_a_mean_is_replaced_and_no_row_has_its_mean_by_that() -> None:
    x, sum_before = along(Later(0), Later(0)), run().sums(run().inner(run().w, run().w)).at(Later(0))
    found = substituted(law().mean(x * x * sum_before), {letter(sum_before).number: 1 / x})

    assert is_(found, law().mean(x, drawing=False))
    assert not is_(found, law().mean(x))


def test_a_row_has_its_mean_where_all_else_was_known_before() -> None:
    mean = law().mean
    now, later = Later(0), Later(1)

    assert is_(mean(along(now, now), now), along_mean(now, now))
    assert is_(mean(along(now, now)), mean(along_mean(now, now)))
    assert is_(mean(along(now, now), later), along(now, now))  # it was drawn before
    assert is_(mean(along(0, 0)), along_mean(0, 0))
    assert is_(mean(o.total(run().e.at(0) * run().q.at(0), ROWS)), 1 / run().n)
    assert not is_(mean(along(now, now) ** 2, now), along_mean(now, now) ** 2)
    assert not is_(mean(along(later, now), now), along_mean(later, now))  # w_{t+1} turns on the row
    assert not is_(mean(o.exp(along(now, now)), now), o.exp(along_mean(now, now)))
    both = o.total(o.carried(run().e.at(later), ROWS) * o.carried(run().e.at(now), ROWS), "d")
    first, last = (
        o.total(o.carried(a.at(later), ROWS) * o.carried(b.at(now), ROWS), "d")
        for a, b in ((run().e, run().q), (run().q, run().e))
    )
    assert is_(mean(both), mean(last))
    assert not is_(mean(both), mean(first))  # the later row turns on the one before
    unknown = of_paths().context.universe.symbol("of which nothing is said")
    assert not is_(mean(unknown * along(now, now)), mean(unknown * along_mean(now, now)))
    given = mean(along(now, now) ** 2, now)
    assert not is_(given, mean(along(now, now) ** 2))


def test_a_mean_over_a_draw_notes_that_the_run_goes_on() -> None:
    now = Later(0)

    def noted(**how: Any) -> list[Any]:
        with of_paths().context.universe.quietly() as conditions:
            law().mean(along(now, now), **how)
        return [key for key in conditions if key[0] == "drawn"]

    assert noted() == noted(base=now) == [("drawn", now, None)]
    assert noted(drawing=False) == noted(base=Later(1)) == []


def test_a_mean_has_the_sign_of_what_it_is_the_mean_of() -> None:
    x = along(Later(0), Later(0))

    assert positive(law().mean(x**2 + 1))
    assert nonnegative(law().mean(x**2))
    assert not positive(law().mean(x**2))
    assert not nonnegative(law().mean(x**3))


def test_a_mean_given_draws_is_of_what_these_draws_decide() -> None:
    u = of_paths().context.universe
    unknown = u.symbol("of which nothing is said")

    with pytest.raises(Refused, match="may turn on any"):
        law().mean(unknown, Later(0))
    assert tried(lambda: law().mean(unknown)) is not None
    with pytest.raises(Refused, match="no number"):
        law().mean(run().w.at(Later(0)))
    with pytest.raises(Refused, match="probabilities"):
        law().mean(u.of(law().chance))


def test_a_sum_over_paths_is_a_mean_where_their_probabilities_are_the_weights() -> None:
    u, x = of_paths().context.universe, along(Later(0), Later(0))
    weight = u.of(law().chance)

    assert is_(law().summed(weight * x), law().mean(x))
    assert is_(law().summed(weight), u.constant(1))
    for wrong in (x, weight**2, x + weight):
        with pytest.raises(Refused):
            law().summed(wrong)


@pytest.mark.slow
@pytest.mark.parametrize("draws", [0, 1, 2])
def test_a_mean_over_the_last_draws_is_given_those_before(draws: int) -> None:
    x = run().inner(run().w, run().combine(run().e))[:-1]
    found = law().averaged(x, draws)

    assert is_(found.at(Later(3)), law().mean(x.at(Later(3)), Later(4 - draws)))
    assert is_(found.at(3), law().mean(x.at(3), 4 - draws))
    assert is_(found.at(0), law().mean(x.at(0), max(0, 1 - draws)))


def test_what_is_no_sequence_has_no_mean_over_the_last_draws() -> None:
    x = run().inner(run().w, run().combine(run().e))

    for refused in (
        lambda: law().averaged(x, -1),
        lambda: law().averaged(x[:-2], 1),
        lambda: law().averaged(x[0], 1),
        lambda: law().averaged(x, 2).at(Later(0)),
    ):
        with pytest.raises(Refused):
            refused()
    for found in (law().averaged(x[:-1], 1), law().averaged(x, 1)):
        assert found.axes == (Steps(-1), Points("paths"))
        assert is_(found.at(NOW), law().mean(x.at(NOW), NOW))


def test_the_letters_of_a_term_are_also_those_inside_others() -> None:
    u = of_paths().context.universe
    x, y = u.symbol("x"), u.symbol("y")
    v = u.symbol("v", ROWS)
    mean = law().mean(along(Later(0), Later(0)))

    assert leaves(x + o.sqrt(y + 1)) == {letter(x), letter(y)}
    assert leaves(o.exp(o.log(y + 2) * x)) == {letter(x), letter(y)}
    assert leaves(o.total(o.carried(v, ROWS) ** 2, "d")) == {letter(v)}
    assert leaves(o.at_place(v, ROWS)) == {letter(v)}
    assert leaves(mean) == {letter(mean)}


def test_probabilities_are_of_one_run_with_a_number_of_steps() -> None:
    fresh = setting("P.D.2.p1.4")
    fresh.run  # noqa: B018
    fresh.context.algorithms.append(None)
    with pytest.raises(Refused, match="of one run"):
        _ = Law(fresh.run).chance
    other = setting("P.D.2.p1.4")
    other.run  # noqa: B018
    other.context.horizon = None
    with pytest.raises(Refused, match="of one run"):
        _ = Law(other.run).chance
    plain = setting()
    with pytest.raises(Refused):
        expected(plain.run, plain.run.norm(plain.run.w)).at(0)


@pytest.mark.parametrize("wrong", ["start", "step"])
def test_a_probability_that_is_not_the_product_of_those_of_its_draws_is_refused(
    wrong: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = getattr(AdaptiveSampling, wrong)

    def doubled(self: Any, *given: Any) -> Any:
        state = right(self, *given)
        return state._replace(chance=2 * state.chance)

    monkeypatch.setattr(AdaptiveSampling, wrong, doubled)
    with pytest.raises(Refused, match="is not the product of those of its draws"):
        _ = Law(setting("P.D.2.p1.4").run).chance


def path(says: Any) -> Value:
    """One number for each path."""
    return Value(of_paths().context, ONE_A_PATH, lambda _: says)


def test_a_probability_is_over_all_paths_by_their_own() -> None:
    r, context = run(), of_paths().context
    event, least = (at_least(path(along(0, 0)), 0),), r.num.number(1) / 4
    found = likely(context, Chance(event, r.chance[-1], least))

    assert (found.lost.op, found.lost.gap.at(None).number()) == (">=", Fraction(3, 4))
    assert [one.op for one in found.event] == [">="]
    assert found.parts == [*found.event, found.lost]
    assert not found.per_step
    for weight in (r.chance[0], 2 * r.chance[-1], r.chance, 1, r.t):
        with pytest.raises(Refused, match="a probability"):
            likely(context, Chance(event, weight, least))
    for wrong in (at_least(r.t, 0), at_least(r.inner(r.w, r.w), 0), at_least(r.w[0], 0)):
        with pytest.raises(Refused, match="one thing of each path"):
            likely(context, Chance((*event, wrong), r.chance[-1], least))
    for bound in (r.t, path(along(0, 0))):
        with pytest.raises(Refused, match="other than a number"):
            likely(context, Chance(event, r.chance[-1], bound))
    data = setting("P.A.1a.2")
    with pytest.raises(Refused, match="all paths"):
        likely(data.context, Chance(event, r.chance[-1], least))


def test_a_statement_says_relations_and_probabilities() -> None:
    r, context = run(), of_paths().context
    event = at_least(path(along(0, 0)), 0)
    chance = Chance((event,), r.chance[-1], 1)

    assert [type(one) for one in statement_parts(context, (event, chance))] == [Stated, Likely]
    assert [type(one) for one in statement_parts(context, chance)] == [Likely]
    with pytest.raises(Refused):
        statement_parts(context, 1)


def test_several_events_lose_together_what_each_may_lose() -> None:
    u, context = of_paths().context.universe, of_paths().context
    lost = [Likely([], Stated(">=", Value(context, (), lambda _, k=k: u.constant(k)))) for k in (7, 1, 2)]

    assert [left(lost[0], chosen).gap.at(None).number() for chosen in ((), lost[1:2], lost[1:])] == [7, 6, 4]
    assert left(lost[0], ()).op == ">="
    assert [len(chosen) for chosen in some_of(lost[1:])] == [2, 1, 1, 0]


def test_a_row_is_a_vertex_for_each_t_and_each_point_that_it_is_drawn_from() -> None:
    context, r = of_paths().context, run()
    q, alone, abreast = r.q.at(NOW), AnyPath(Context()), AnyPath(context, side_by_side=True)
    point = Value(context, (ROWS,), lambda _: q)
    other = Value(context, (ROWS,), lambda _: context.universe.symbol("q", ROWS))
    t = r.t.at(NOW)

    drawn = [letter(abreast(None, at, point).at(None)) for at in (t, t + 1, t - 1, 0, 3)]
    assert [one.name for one in drawn] == ["e_{t}", "e_{t+1}", "e_{t-1}", "e_{0}", "e_{3}"]
    assert all(one.is_vertex for one in drawn)
    assert [context.drawn[one.number][0] for one in drawn] == [NOW, Later(1), Later(-1), 0, 3]
    assert abreast(None, t, point).axes == (*ONE_A_PATH, ROWS)
    assert letter(abreast(None, t, point).at(None)) is drawn[0]
    assert letter(abreast(None, t, other).at(None)) is not drawn[0]
    in_own = Value(alone.context, (ROWS,), lambda _: alone.context.universe.symbol("q", ROWS))
    assert alone(None, 0, in_own).axes == (ROWS,)
    assert alone.context.drawn == {}
    for wrong in (q, r.w[0], Value(context, (ROWS, "d"), lambda _: q)):
        with pytest.raises(Refused, match="no point"):
            abreast(None, t, wrong)
