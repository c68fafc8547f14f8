"""Protects what a proof takes from the hypotheses, and for which rows: a sign, a bound, an equation of the schedule."""

from typing import Any

import numpy as np
import pytest
from lemmacheck import Chance, Hypothesis, Relation, above, at_least, at_most, below, equal
from lemmacheck.theory.core.argument import ForAll
from lemmacheck.verifiers.prove import operators as o
from lemmacheck.verifiers.prove.context import Later, Need, Steps, time_of
from lemmacheck.verifiers.prove.refusals import Refused, tried
from lemmacheck.verifiers.prove.setting import Setting
from lemmacheck.verifiers.prove.solving import solved
from lemmacheck.verifiers.prove.stated import in_step, parts_of, relations_of, single, stated
from lemmacheck.verifiers.prove.terms import ROWS, Term
from lemmacheck.verifiers.prove.values import Value

from tests.verifiers.prove.sequences import given, letter, number, relation, sequence, setting


def signs(s: Setting, *rows: Any) -> list[tuple[bool, bool]]:
    """Of λ at some rows: whether it is known to be positive, and at most 1."""
    atoms = [letter(s.run.lam.at(row)) for row in rows]
    return [(atom.positive, atom.number in s.below_one) for atom in atoms]


NOW = Later(0)
ROWS_OF = (Later(0), Later(1), 0, 1)


def test_a_sign_is_known_of_the_rows_of_which_a_hypothesis_says_it() -> None:
    yes, no = (True, False), (False, False)

    assert signs(given(), *ROWS_OF) == [no] * 4
    assert signs(given(lambda r: above(r.lam, 0)), *ROWS_OF, Later(-1)) == [yes] * 5
    assert signs(given(lambda r: above(r.lam[1:], 0)), *ROWS_OF) == [no, yes, no, yes]
    assert signs(given(lambda r: above(r.lam[:1], 0)), *ROWS_OF) == [no, no, yes, no]
    assert signs(given(lambda r: above(r.lam[0], 0)), *ROWS_OF) == [no, no, yes, no]
    assert signs(given(lambda r: above(r.lam[:-1], 0)), *ROWS_OF) == [no] * 4
    assert signs(given(lambda r: below(0, r.lam)), *ROWS_OF) == [yes] * 4
    for says in (
        lambda r: at_least(r.lam, 0),
        lambda r: above(r.lam, -1),
        lambda r: above(-r.lam, 0),
        lambda r: above(r.lam * r.theta, 0),
        lambda r: above(2 - r.lam, 0),
    ):
        assert signs(given(says), *ROWS_OF) == [no] * 4


def test_a_bound_by_1_is_known_of_the_rows_of_which_a_hypothesis_says_it() -> None:
    one, no = (False, True), (False, False)

    assert signs(given(lambda r: at_most(r.lam, 1)), *ROWS_OF) == [one] * 4
    assert signs(given(lambda r: at_most(r.lam[1:], 1)), *ROWS_OF) == [no, one, no, one]
    assert signs(given(lambda r: at_most(r.lam[:-1], 1)), *ROWS_OF) == [no] * 4
    assert signs(given(lambda r: at_most(r.lam[0], 1)), *ROWS_OF) == [no, no, one, no]
    assert signs(given(lambda r: at_most(r.lam + 0 * r.w.sum(-1), 1)), *ROWS_OF) == [one] * 4
    for says in (
        lambda r: at_most(r.lam, 2),
        lambda r: at_least(r.lam, 1),
        lambda r: below(r.lam, 1),
        lambda r: at_most(2 * r.lam, 1),
    ):
        assert signs(given(says), *ROWS_OF) == [no] * 4


def test_an_equation_of_the_schedule_is_put_in_where_it_holds() -> None:
    def values(says: Any) -> list[Any]:
        run = given(says).run
        return [run.lam.at(row).number() for row in ROWS_OF]

    assert values(lambda r: equal(r.lam, 1)) == [1, 1, 1, 1]
    assert values(lambda r: equal(3 * r.lam, 1 + r.lam)) == [0.5] * 4
    assert values(lambda r: equal(r.lam[0], 1)) == [None, None, 1, None]
    assert values(lambda r: equal(r.lam[1:], 1)) == [None, 1, None, 1]
    assert values(lambda r: equal(r.lam[:-1], 1)) == [None] * 4
    assert values(lambda r: equal(r.lam**2, 1)) == [None] * 4
    assert values(lambda r: equal(r.theta * r.lam, r.theta)) == [None] * 4
    assert values(lambda r: equal(r.t * r.lam, 0)) == [None, 0, None, 0]
    assert values(lambda r: equal(r.lam, r.theta)) == [None] * 4
    standard = given(lambda r: equal(r.lam * (r.t + 2), 2)).run
    assert (standard.lam.at(Later(1)) * (standard.t.at(Later(1)) + 2) - 2).is_zero
    assert (5 * standard.lam.at(3)).number() == 2
    assert given(lambda r: equal(r.lam * r.t, 1)).run.lam.at(Later(0)).number() is None  # t may be 0


def test_what_is_said_of_later_rows_alone_is_not_known_of_the_first() -> None:
    """Of a run that ends at once nothing is said."""
    assert given(lambda r: equal(r.lam[0] + 0 * r.t[1:], 1)).run.lam.at(0).number() is None
    assert given(lambda r: equal(r.lam[0] + 0 * r.t, 1)).run.lam.at(0).number() == 1
    assert signs(given(lambda r: above(r.lam[0] + 0 * r.t[3], 0)), 0) == [(False, False)]


def test_a_hypothesis_gives_a_vector_or_a_number_of_the_data() -> None:
    best, n = letter(setting().run.optimum.q.at(None)).number, letter(setting().run.n).number
    for says, known in (
        (lambda r: equal(r.optimum.q, 0 * r.optimum.q), {best: 0}),
        (lambda r: at_least(r.optimum.q, 0 * r.optimum.q), {}),
        (lambda r: equal(r.n, 3), {n: 3}),
    ):
        assert {number: value.number() for number, value in given(says).known.items()} == known


def test_a_hypothesis_gives_the_sign_of_a_number_of_the_data_and_how_many_rows_there_are() -> None:
    def of(says: Any) -> tuple[bool, bool, int]:
        s = given(says)
        atom = letter(s.run.optimum.gamma_squared.at(None))
        return atom.positive, atom.nonnegative, s.rows

    plain = of(lambda r: at_least(r.t, 0))
    assert plain == (False, True, 1)
    assert of(lambda r: above(r.optimum.gamma_squared, 0))[0] is True
    assert of(lambda r: at_least(r.optimum.gamma_squared, 0)) == plain
    assert of(lambda r: above(-r.optimum.gamma_squared, 0)) == plain
    assert of(lambda r: at_least(r.n, 2))[2] == 2
    assert of(lambda r: at_least(r.n, 7))[2] == 7
    assert of(lambda r: at_least(r.n, -3))[2] == 1
    assert of(lambda r: above(r.n, 2))[2] == 1
    assert of(lambda r: at_most(r.n, 7))[2] == 1
    assert of(lambda r: at_least(2 * r.n, 8))[2] == 1
    assert given(lambda r: at_least(r.n, 3), lambda r: at_least(r.n, 2)).rows == 3
    several = [given(lambda r, n=n: at_least(r.n, n)).context.universe for n in (1, 2, 3)]
    assert [letter(o.logarithm(u.n)).positive for u in several] == [False, True, True]


@pytest.mark.parametrize(("where", "known"), [((), True), ((lambda r, u: at_least(u, 0),), False)])
def test_of_what_is_said_where_conditions_hold_nothing_is_known_of_all_points(where: Any, known: bool) -> None:
    said = ForAll(lambda r, u: above(r.lam + 0 * u, 0), lambda r: r, lambda r: (1,), *where)

    assert signs(given(said), *ROWS_OF) == [(known, False)] * 4


def test_the_letters_of_a_schedule_are_known_by_their_names(s: Setting) -> None:
    names = [f"{name}_t" for name in ("λ", "θ", "β", "η", "x", "w")]

    assert [s.is_schedule(letter(s.context.universe.symbol(name))) for name in names] == [True] * 4 + [False] * 2


def test_an_array_of_one_number_is_that_number_along_its_axes(s: Setting) -> None:
    for shape in ((), (1,), (1, 1)):
        assert single(s.context, np.full(shape, 3, dtype=object)).axes == shape
    assert single(s.context, 3).axes == ()
    with pytest.raises(Refused):
        single(s.context, np.full(2, 3, dtype=object))


def test_what_holds_by_its_own_signs() -> None:
    s = given(lambda r: above(r.lam, 0), lambda r: at_most(r.lam, 1), lambda r: at_least(r.n, 2))
    lam, t, n = s.run.lam.at(Later(0)), s.run.t.at(Later(0)), s.run.n
    z = s.context.universe.symbol("z")

    def sure(term: Term) -> list[bool]:
        return [s.surely(op, term) for op in (">=", ">", "==")]

    assert sure(1 - lam) == [True, False, False]
    assert sure(lam) == sure(2 - lam) == sure(n - 1) == sure(t + 1) == [True, True, False]
    assert sure(n - 2) == sure(t) == sure(z**2) == [True, False, False]
    assert sure(n - 3) == sure(z) == sure(-t) == sure(lam - 1) == [False, False, False]
    assert sure(0 * t) == [True, False, True]
    s.context.least = 2
    assert sure(t - 2) == [True, False, False]
    assert sure(t - 1) == [True, True, False]
    assert sure(t - 3) == [False, False, False]


def test_a_product_is_not_0_if_it_has_a_sign() -> None:
    s = given(lambda r: above(r.lam, 0))
    lam, t = s.run.lam.at(Later(0)), s.run.t.at(Later(0))
    v = s.context.universe.symbol("v", ROWS)

    assert [s.is_unit(c) for c in (lam, -2 * lam, t + 1, lam / (t + 1), o.exp(t))] == [True] * 5
    assert [s.is_unit(c) for c in (t, lam - 1, 0 * t, s.run.theta.at(Later(0)), v)] == [False] * 5


@pytest.fixture
def s() -> Setting:
    return setting()


def test_the_last_row_of_which_a_relation_speaks(s: Setting) -> None:
    x = sequence(s, "x")
    one, early, once = (relation(s, at_least(y, 0)) for y in (x, x[:-2], x[0]))

    assert [r.per_step for r in (one, early, once)] == [True, True, False]
    assert [one.beyond(row) for row in (Later(0), Later(-1), Later(2), 0, 3, None)] == [0, -1, 2, 0, 3, 0]
    assert [early.beyond(row) for row in (Later(0), 3, None)] == [2, 5, 0]
    assert once.beyond(Later(3)) == 0
    assert in_step([one])
    assert in_step([one, relation(s, at_least(x[:-1], 0))])
    assert not in_step([one, early])
    assert not in_step([one, once])


@pytest.mark.parametrize(
    ("op", "means", "gap"), [("<=", ">=", 2), (">=", ">=", -2), ("<", ">", 2), (">", ">", -2), ("==", "==", 2)]
)
def test_a_relation_is_about_a_difference(s: Setting, op: str, means: str, gap: int) -> None:
    found = stated(s.context, Relation(number(s, "x") + 1, op, number(s, "x") + 3))

    assert (found.op, found.gap.at(None).number()) == (means, gap)
    with pytest.raises(Refused):
        stated(s.context, tuple.__new__(Relation, (1, "≤", 2)))


def test_sides_meet_along_the_same_axes(s: Setting) -> None:
    x, v, w = sequence(s, "x"), number(s, "v", ROWS), number(s, "w", "d")

    for pair in ((v, w), (v, x), (x, x[1:])):
        with pytest.raises(Refused):
            relation(s, equal(*pair))
    assert relation(s, equal(v, 0)).gap.axes == (ROWS,)
    assert single(s.context, 3).at(None).number() == 3
    assert single(s.context, v) is v


def test_of_what_is_more_than_relations_nothing_is_read() -> None:
    one = at_least(1, 0)
    chance = Chance((one,), 1, 1)

    assert relations_of(one) == (one,)
    assert relations_of([one, one]) == relations_of((one, one)) == (one, one)
    assert parts_of((one, chance), Relation, Chance) == (one, chance)
    for nothing in ((), [], True, None, "≥", {one}, (one, True), (one, (one,)), (one, chance), chance):
        with pytest.raises(Refused):
            relations_of(nothing)


def test_equations_are_solved_one_after_another() -> None:
    s = given(lambda r: above(r.lam, 0))
    u, lam, theta = s.context.universe, s.run.lam.at(NOW), s.run.theta.at(NOW)
    w, v, q = u.symbol("w_t", "d"), u.symbol("v_t", "d"), u.symbol("q_t", ROWS)
    x, total = u.symbol("x"), u.of(u.atom("sequence", None, "Σ", ()))
    z = u.symbol("z_t", ROWS)

    def rules(*equations: Term) -> dict[str, Term]:
        return {u.atoms[k].name: rule for k, rule in solved(s, list(equations)).items()}

    def are(found: dict[str, Term], expected: dict[str, Term]) -> bool:
        return set(found) == set(expected) and all((found[k] - expected[k]).is_zero for k in found)

    assert are(rules(2 * lam * w - v), {"w_t": v / (2 * lam)})
    assert are(rules(w - 2 * v, v - x + 0 * w), {"w_t": 2 * x + 0 * w, "v_t": x + 0 * w})
    assert are(rules(w - v, w - v), {"w_t": v})
    assert are(rules(total - z), {"z_t": total})  # each entry is the number, which is no vector
    assert are(rules(), {})
    for unsolved in (
        theta * w - v * v,
        (lam - 1) * w - 1,
        w * w - v * v,
        lam - x,
        x * w - x * v,
        o.total(q, ROWS) * x - 1,
    ):
        assert are(rules(unsolved), {})


def test_a_schedule_is_read_at_rows_that_the_run_reaches(s: Setting) -> None:
    """At the row that is read and before it, and at the first."""
    reached = {Later(0): (Later(0), Later(-1), 0), Later(1): (Later(1), Later(0), 0), 0: (0,), 2: (0, 1, 2)}

    for row, rows in reached.items():
        with s.context.at_row(row):
            for index in (Later(0), Later(1), Later(2), 0, 1, 2, 3):
                read = tried(lambda index=index: s._reached(index) or True)  # type: ignore[misc]
                assert (read is not None) is (index in rows)


def test_a_letter_of_an_earlier_row_is_one_of_runs_that_have_it(s: Setting) -> None:
    with s.context.measured() as need:
        s.run.lam.at(Later(0))
    assert need.least == 0
    earlier = Value(s.context, (Steps(),), lambda i: s.run.lam.at(i - 1))
    with s.context.measured() as need:
        earlier.at(Later(0))
    assert need.least == 1


def test_what_a_step_divides_by_is_not_0_before_the_end(s: Setting) -> None:
    lam = s.run.lam.at(Later(0))

    def defined(row: Any, end: int) -> bool:
        return s.meets(Need(0, {("≠ 0", "key", None): ("≠ 0", lam)}), row, end)

    s.run.state(Later(1))
    assert {atom.name.partition("_")[0] for atom in s.run.divides_by} == {"λ"}
    assert defined(Later(0), 1)
    assert not defined(Later(0), 0)
    assert not defined(None, 3)
    assert not defined(2, 3)
    theta = s.run.theta.at(Later(0))
    assert not s.meets(Need(0, {("≠ 0", "key", None): ("≠ 0", theta)}), Later(0), 1)
    assert not s.meets(Need(0, {("> 0", "key", None): ("> 0", lam)}), Later(0), 1)


def test_a_condition_of_a_step_of_a_sum_is_shown_at_its_own_rows(s: Setting) -> None:
    s.run.state(Later(1))
    lam, first = s.run.lam.at(Later(0)), s.run.lam.at(0)

    for own, met in ((1, True), (0, False)):
        assert s.meets(Need(0, {("≠ 0", "k", (own, 0)): ("≠ 0", lam)}), Later(5), 0) is met
        assert s.meets(Need(0, {("≠ 0", "k", (own, 0)): ("≠ 0", first)}), Later(5), 0) is met
    never = Need(0, {("≠ 0", "k", (1, 0)): ("≠ 0", s.run.theta.at(Later(0)))})
    assert not s.meets(never, Later(0), 0, lambda condition: True)


def test_a_condition_that_signs_do_not_show_may_be_shown_otherwise(s: Setting) -> None:
    x, y = (s.context.universe.symbol(name) for name in "xy")
    need = Need(0, {("≠ 0", "x", None): ("≠ 0", x), ("> 0", "y", None): ("> 0", y)})

    assert not s.meets(need, None, 0)
    assert s.meets(need, None, 0, lambda condition: True)
    assert not s.meets(need, None, 0, lambda condition: condition[1] is x)
    assert s.meets(Need(), None, 0)
    assert not s.meets(Need(0, {("drawn", 0, None): ("drawn", x)}), None, 0, lambda condition: True)


def test_a_hypothesis_grants_that_what_it_says_is_positive_is_defined() -> None:
    def granted(says: Any, row: Any = NOW, end: int = 0) -> list[str]:
        s = given(says)
        gap = s.run.w.sum(-1).at(Later(0))
        unmet = s.unmet({(what, gap.key()): (what, gap) for what in every}, row, end)
        least.append(s.context.least)
        return [what for what in every if (what, gap.key()) not in unmet]

    least: list[int] = []
    every = ["≠ 0", "> 0", "≥ 0"]
    assert granted(lambda r: above(r.w.sum(-1), 0)) == every
    assert granted(lambda r: at_least(r.w.sum(-1), 0)) == []
    assert granted(lambda r: above(r.w.sum(-1)[:-1], 0)) == []
    assert granted(lambda r: above(r.w.sum(-1)[:-1], 0), end=1) == every
    assert granted(lambda r: above(r.w.sum(-1), 0), row=None) == []
    assert granted(lambda r: above(r.w.sum(-1), 0), row=3, end=3) == []
    assert granted(lambda r: above(r.w.sum(-1)[1:], 0)) == every
    assert least[-1] == 1  # of runs that have the row before


def test_nothing_is_read_of_a_hypothesis_that_branches_or_has_a_loop(s: Setting) -> None:
    true = Hypothesis("h", "t ≥ 0", lambda run: at_least(run.t, 0))
    loops = Hypothesis("h", "…", lambda run: tuple(at_least(x.sum(-1), 0) for x in run.arbitrary("simplex_points")))
    branches = Hypothesis("h", "…", lambda run: at_least(run.t, 0) if run.t else ())
    nothing = Hypothesis("h", "…", lambda run: ())

    assert [one.op for one in s.given(true)] == [">="]
    assert s.given(loops) == s.given(branches) == s.given(nothing) == []
    assert not s.context.looped


def test_a_statement_is_made_of_numbers_that_are_surely_defined(s: Setting) -> None:
    assert s.made(lambda: 1 / s.run.n) is not None
    with pytest.raises(Refused, match="not defined for sure"):
        s.made(lambda: 1 / (s.run.n - 1))
    s.run.state(Later(1))
    with pytest.raises(Refused, match="not defined for sure"):  # a run that ends at once divides by nothing
        s.made(lambda: 1 / s.run.lam.at(0))


def test_a_draw_is_read_before_the_end_of_the_run(s: Setting) -> None:
    """Of a mean over the row of t the run has a step after t."""
    u = s.context.universe

    def drawn(index: Any, own: Any = None) -> Value:
        def at(i: Any) -> Term:
            u.conditions["drawn", index, own] = ("drawn", u.constant(1))
            return u.symbol("x")

        return Value(s.context, (Steps(-1),), at)

    def read(index: Any, row: Any, own: Any = None) -> bool:
        said = stated(s.context, at_least(drawn(index, own), 0))
        found = tried(lambda: s.read(said, row))
        assert found is None or not found[1].conditions
        return found is not None

    assert [read(Later(k), Later(0)) for k in (-1, 0, 1)] == [True, True, False]
    assert [read(k, 0) for k in (0, 1)] == [True, False]
    assert [read(Later(k), Later(0), own=(1, 0)) for k in (0, 1)] == [True, False]
    assert [read(Later(k), Later(0), own=(0, 0)) for k in (-1, 0)] == [True, False]


def test_a_parameter_is_a_letter_of_its_own_at_each_t_that_the_run_has() -> None:
    at = setting()
    u, t = at.context.universe, time_of(at.context, Later(0))
    read = at.schedule("x")
    with at.context.at_row(Later(0)):
        names = [letter(read(index)).name for index in (0, t, t - 2)]
        with pytest.raises(Refused):
            read(t + 1)
        with pytest.raises(Refused):
            read(1)

    assert names == ["x_0", "x_t", "x_{t-2}"]
    assert at.context.least == 2
    assert [at.letters[letter(u.symbol(name)).number] for name in names] == [0, Later(0), Later(-2)]
