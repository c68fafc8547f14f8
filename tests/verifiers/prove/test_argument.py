"""Protects how an argument is read: what it shows first, in which words, and what it may rest on."""

from types import SimpleNamespace
from typing import Any

import pytest
from lemmacheck import Hypothesis, above, as_epsilon_vanishes, at_least, at_most, by, equal, for_all
from lemmacheck.theory.books.lecture.sec1_strong_convexity import convex
from lemmacheck.verifiers.prove import operators as o
from lemmacheck.verifiers.prove.argument import MOST_ROWS, Argument, squares_of, without
from lemmacheck.verifiers.prove.context import Later, Steps
from lemmacheck.verifiers.prove.facts import FACTS
from lemmacheck.verifiers.prove.refusals import Refused
from lemmacheck.verifiers.prove.terms import Universe
from lemmacheck.verifiers.prove.values import Value

from tests.verifiers.prove.arguing import Proof, argument, know, nothing, shown
from tests.verifiers.prove.sequences import relation, sequence, setting, still


@pytest.fixture
def one() -> Argument:
    return argument(nothing)


def test_what_is_known_shows_what_follows_in_words(one: Argument) -> None:
    s = one.setting
    x, y, p = sequence(s, "x"), sequence(s, "y"), sequence(s, "p", nonnegative=True, positive=True)
    know(one, "h", at_least(x, y), of="H")
    know(one, "g", at_least(x, -y))

    assert shown(one, at_least(x, y)) == "the difference is h at t − 1"
    assert one.rests_on == ["H"]
    assert shown(one, at_least(2 * x, 0)) == "the difference is h at t − 1 + g at t − 1"
    assert shown(one, at_least(3 * x, 3 * y)) == "the difference is (3)·[h at t − 1]"
    assert shown(one, at_least(x + p, y)) == "the difference is h at t − 1 + a sum of nonnegative terms"
    assert shown(one, above(x + p, y)) == "the difference is h at t − 1 + a positive sum"
    assert shown(one, at_least(p, 0)) == "the difference is a sum of nonnegative terms"
    assert shown(one, equal(x, x)) == "both sides agree"
    assert shown(one, at_least(x, x)) == "both sides agree"
    assert shown(one, above(x, x)) is None
    assert shown(one, at_least(y, x)) is None
    assert one.rests_on == ["H"]


def test_without_an_argument_a_row_is_shown_from_the_row_before_it_if_that_says_something() -> None:
    one = argument(None)
    x, y = (sequence(one.setting, name) for name in "xy")
    know(one, "h", at_least(x, y))

    assert shown(one, at_least(x, y)) == (
        "by induction, the difference is h at t; at row 0: the difference is h at row 0"
    )
    assert shown(one, equal(x, x)) == "both sides agree"


def test_an_equation_is_shown_by_two_inequalities(one: Argument) -> None:
    x, y = (sequence(one.setting, name) for name in "xy")
    know(one, "h", at_least(x, y), of="H")
    assert shown(one, equal(x, y)) is None
    assert one.rests_on == []

    know(one, "g", at_most(x, y), of="G")
    assert shown(one, equal(x, y)) == "the difference is g at t − 1 and, the other way, the difference is h at t − 1"
    assert shown(one, above(x, y)) is None


def test_what_is_not_defined_for_sure_is_not_shown(one: Argument) -> None:
    x, y = (sequence(one.setting, name) for name in "xy")

    assert shown(one, equal(x / y, x / y)) is None
    know(one, "h", above(y, 0))
    assert shown(one, equal(x / y, x / y)) == "both sides agree"


def test_a_difference_of_two_roots_has_the_sign_of_that_of_their_squares() -> None:
    u = Universe()
    x, y, z = (u.symbol(name) for name in "xyz")
    a, b = o.sqrt(x + 1), o.sqrt(y + 1)

    for gap, inside in ((a - b, x - y), (b - a, y - x)):
        found = squares_of(gap)
        assert found is not None
        assert (found - inside).is_zero
    found = squares_of(2 * a - b)
    assert found is not None
    assert (found - 4 * x - 3 + y).is_zero
    for other in (a + b, a - b + 1, a, a - b + o.sqrt(z + 1), x - y, x * a - b):
        assert squares_of(other) is None


@pytest.mark.parametrize("argued", [True, False])
def test_a_difference_grows_from_row_to_row_where_its_first_row_holds(argued: bool) -> None:
    one = argument(nothing if argued else None)
    run = one.setting.run
    squares = run.sums(run.theta**2)

    assert shown(one, at_least(squares, 0)) == "the difference is a sum of nonnegative terms"
    assert shown(one, equal(still(run, 0), 0)) is not None
    assert shown(one, equal(still(run, 1), 0)) is None
    assert shown(one, at_least(still(run, 3), 2)) == (
        "by induction, the difference is the row before; at row 0: the difference is a sum of nonnegative terms"
    )
    assert shown(one, at_least(still(run, 1), 2)) is None
    assert shown(one, above(still(run, 2), 2)) is None
    assert shown(one, at_least(run.recurrence(0 * run.theta[0] + 3, lambda t, x: x - 1), 2)) is None


def test_the_first_rows_are_shown_each_by_itself_and_are_few(one: Argument) -> None:
    s = one.setting
    x = sequence(s, "x")
    know(one, "h", at_least(x, 0))

    def late(first: int) -> Any:
        """x_{t−1}, and `first` at t = 0."""
        start = s.context.universe.constant(first)
        return Value(s.context, (Steps(),), lambda i: start if i == 0 else x.at(i - 1))

    assert shown(one, at_least(late(0), 0)) == (
        "by induction, the difference is h at t − 1; at row 0: both sides agree; at row 1: the difference is h at row 0"
    )
    assert shown(one, at_least(late(-1), 0)) is None
    assert shown(one, at_least(late(2), 0)) is not None
    count = relation(s, at_least(x, 0))
    assert one._with_rows(count, "words", 0) == "words"
    assert one._with_rows(count, "words", 1) == "words; at row 0: the difference is h at row 0"
    assert (one._with_rows(count, "words", MOST_ROWS) or "").count("; at row ") == MOST_ROWS
    assert one._with_rows(count, "words", MOST_ROWS + 1) is None


@pytest.mark.parametrize("argued", [True, False])
def test_what_speaks_of_the_state_before_is_shown_from_the_second_row_on_in_an_argument(argued: bool) -> None:
    """‖w_t‖² ≥ ‖w_{t−1}‖², and 0 at t = 0: of the state before the arbitrary one nothing is read."""
    one = argument(nothing if argued else None)
    squares = one.setting.run.squared(one.setting.run.w)
    know(one, "h", at_least(squares[1:], squares[:-1]))
    grown = Value(one.context, (Steps(),), lambda i: squares.at(i) - squares.at(i - 1) if i != 0 else 0)

    assert (shown(one, at_least(grown, 0)) is not None) is argued


def test_what_a_first_row_needs_of_the_end_is_not_known_of_a_run_without_steps(one: Argument) -> None:
    """x_N ≥ 0 is known for N ≥ 1."""
    x = sequence(one.setting, "x")
    one.context.horizon = one.context.universe.symbol("N", nonnegative=True)
    know(one, "h", at_least(x[-1], 0))
    last = x[-1].at(None)
    said = relation(one.setting, at_least(Value(one.context, (Steps(),), lambda _: last), 0))

    assert shown(one, at_least(x[-1], 0)) is not None
    assert one._with_rows(said, "words", 1) is None


@pytest.mark.slow
def test_an_equation_of_letters_is_shown_by_two_inequalities_and_a_multiplier(one: Argument) -> None:
    run = one.setting.run
    know(one, "h", at_least(run.theta, 1))
    assert shown(one, equal((run.t + 1) * run.theta, run.t + 1)) is None
    know(one, "g", at_most(run.theta, 1))
    assert shown(one, equal((run.t + 1) * run.theta, run.t + 1)) is not None


def test_what_holds_from_a_row_on_is_shown_of_the_rows_before_it_by_themselves(one: Argument) -> None:
    t = one.setting.run.t

    assert shown(one, at_least(t * (t - 1), 0)) is not None
    assert shown(one, at_least(t * (t - 2), 0)) is None
    assert shown(one, at_least(t - 1, 0)) is None


def test_a_relation_that_is_shown_first_serves_what_follows() -> None:
    one = argument(lambda run: [at_least(run.norm(run.w), 0), at_most(run.norm(run.w), -1), equal(still(run, 0), 0)])

    assert [source.name for source in one.evidence.sources] == ["(1)", "(3)"]
    assert all(source.solves for source in one.evidence.sources)
    assert [step[:4] for step in one.steps] == ["(1) ", "(3) "]
    assert [name for name, _ in one.pending] == ["(2)"]


def test_equations_are_shown_together_each_by_all_of_the_row_before() -> None:
    def pair(run: Any, start: int, more: int) -> tuple[Any, Any]:
        zero = 0 * run.theta[0]
        return run.recurrence(zero + start, lambda t, x: -x), run.recurrence(zero - start - more, lambda t, y: -y)

    def together(start: int, more: int) -> Argument:
        def proof(run: Any) -> list[Any]:
            x, y = pair(run, start, more)
            return [(equal(x + y, 0), equal(2 * x, -2 * y))]

        return argument(proof)

    one = together(1, 0)
    assert one.steps == ["(1) both sides agree by induction; at row 0: both sides agree; at row 0: both sides agree"]
    assert len(one.evidence.sources) == 2
    two = together(1, 1)
    assert two.steps == [] == two.evidence.sources == two.pending


def test_equations_of_which_one_step_fails_are_not_shown_together() -> None:
    """x' = −x and y' = −y + s: x + y = 0 at t = 0, and later only for s = 0."""

    def told(s: int) -> list[str]:
        def proof(run: Any) -> list[Any]:
            zero = 0 * run.theta[0]
            x, y = run.recurrence(zero + 1, lambda t, x: -x), run.recurrence(zero - 1, lambda t, y: s - y)
            return [(equal(x + y, 0), equal(2 * x, -2 * y))]

        return argument(proof).steps

    assert [len(told(s)) for s in (0, 1)] == [1, 0]


def test_what_holds_for_every_epsilon_above_0_is_entered_for_0() -> None:
    """‖w_t‖ + 3ε ≥ 0 says ‖w_t‖ ≥ 0, and not ‖w_t‖ + 3 ≥ 0."""

    def proof(run: Any) -> list[Any]:
        return [as_epsilon_vanishes(lambda e: [at_least(run.norm(run.w) + e, 0), at_least(run.norm(run.w) + 3 * e, 0)])]

    one = argument(proof)
    run = one.setting.run
    limit, said = (one.setting.read(of, Later(0))[0] for of in (
        one.evidence.sources[-1].relation, relation(one.setting, at_least(run.norm(run.w), 0)),
    ))  # fmt: skip

    assert (limit - said).is_zero
    assert [step.partition(" ")[0] for step in one.steps] == ["(1).1", "(1)"]
    assert one.steps[-1].endswith("; and so as ε → 0")


def test_epsilon_is_known_to_be_above_0() -> None:
    def proof(run: Any) -> list[Any]:
        return [as_epsilon_vanishes(lambda e: [above(run.theta - 1 + e, 0), at_least(run.theta + e, 1)])]

    given = Hypothesis("h", "θ_t ≥ 1", lambda run: at_least(run.theta, 1))
    assert [step.partition(" ")[0] for step in argument(proof, given=(given,)).steps] == ["(1).1", "(1)"]
    assert argument(proof).steps == []


def test_a_limit_is_taken_of_polynomials_in_epsilon_alone() -> None:
    u = Universe()
    (e, other), x = (u.symbol(name, positive=True) for name in ("ε", "ε'")), u.symbol("x")
    (epsilon,), (twin,) = e.atoms(), other.atoms()

    for polynomial, limit in ((lambda e: x + 3 * e - e**2 / 2, x), (lambda e: e * o.exp(x), 0 * x), (lambda e: x, x)):
        assert (without(polynomial(e), epsilon, polynomial(other), twin) - limit).is_zero
    for none in (lambda e: x * o.exp(e), lambda e: x / e, lambda e: x / (1 + e), lambda e: o.sqrt(1 + e)):
        with pytest.raises(Refused, match="no polynomial in ε"):
            without(none(e), epsilon, none(other), twin)
    with pytest.raises(Refused, match="does not show it"):
        without(x + e, epsilon, x, twin)


def test_epsilon_vanishes_in_one_relation_that_is_shown_and_not_strict() -> None:
    for last in (lambda run, e: above(e, 0), lambda run, e: (equal(e, e), equal(e, e))):
        with pytest.raises(Refused, match="ε → 0"):
            argument(lambda run, last=last: [as_epsilon_vanishes(lambda e: [last(run, e)])])
    for fine in (at_least, at_most, equal):
        two_sided = argument(lambda run, fine=fine: [as_epsilon_vanishes(lambda e: [fine(e * run.t, e * run.t)])])
        assert len(two_sided.steps) == 1
    unshown = argument(lambda run: [as_epsilon_vanishes(lambda e: [at_most(run.norm(run.w) + e, 0)])])
    assert (unshown.steps, unshown.evidence.sources) == ([], argument(nothing).evidence.sources)


def test_a_hypothesis_is_cited_where_the_claim_has_it_and_it_is_for_all_points() -> None:
    says = Hypothesis("h", "t ≥ 0", lambda run: at_least(run.t, 0))

    for given, cited in (((says,), says), ((), convex)):
        with pytest.raises(Refused, match="none of the claim's hypotheses for all points"):
            argument(lambda run, cited=cited: [by(cited, run.t)], given=given)


def test_equations_that_end_at_other_steps_are_not_shown_together(one: Argument) -> None:
    run = one.setting.run
    x = still(run, 0)

    def told(*parts: Any) -> str | None:
        return one.together([relation(one.setting, part) for part in parts])

    assert told(equal(run.t * run.t, run.t**2)) == "both sides agree by induction; at row 0: both sides agree"
    assert told(equal(x, 0)) is not None
    assert told(equal(x, 0), equal(x[:-1], 0)) is not None
    assert told(equal(x, 0), equal(x[:-2], 0)) is None
    assert told(equal(x, 0), equal(still(run, 1), 0)) is None
    assert told(equal(x / run.theta, 0)) is None  # θ may be 0


@pytest.mark.parametrize("items", [
    lambda run: [3],
    lambda run: ["F.square"],
    lambda run: [(at_least(run.t, 0), equal(run.t, run.t))],
    lambda run: [by("F.nothing", run.t)],
    lambda run: [by("P.L3.4a", run, run)],
    lambda run: [equal(run.t, run.n / (run.n - 1) + 0 * run.t)],
])  # fmt: skip
def test_what_is_no_argument_is_refused(items: Proof) -> None:
    with pytest.raises(Refused):
        argument(items)


@pytest.mark.parametrize("item", [3, "F.square", [equal(1, 1)]])
def test_an_item_of_an_argument_is_said_to_be_none(item: Any) -> None:
    with pytest.raises(Refused, match="made of relations, facts and claims"):
        argument(nothing)._say("(1)", item)


def unreadable(p: Any, x: Any) -> Any:
    return p.of_which_nothing_is_known


def test_what_is_cited_under_conditions_that_are_not_read_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    def positive(p: Any, x: Any) -> Any:
        return above(x, 0)

    for where, sources in ((lambda p, x: at_least(x, 1), 1), (unreadable, 0)):
        fact = SimpleNamespace(id="X", about=None, given=(), at=positive, where=where)
        monkeypatch.setitem(FACTS, "X", fact)  # type: ignore[arg-type]
        supposed = for_all("x > 0", points=lambda run: (run.t,), where=where)(positive)
        for cited, given in (("X", ()), (supposed, (supposed,))):
            one = argument(lambda run, cited=cited: [by(cited, run.t)], given=given)
            assert len([source for source in one.evidence.sources if source.where]) == sources
            assert len([source for source in one.evidence.sources if not source.defined]) == sources
    for says, asks in ((positive, None), (None, unreadable)):
        monkeypatch.setitem(FACTS, "X", SimpleNamespace(id="X", about=None, given=(), at=says, where=asks))  # type: ignore[arg-type]
        assert argument(lambda run: [by("X", run.t)]).evidence.sources == []


def test_an_author_s_argument_may_not_branch() -> None:
    with pytest.raises(Refused, match="branches"):
        argument(lambda run: [at_least(run.t, 0)] if run.t > 0 else [])


def test_a_claim_is_cited_of_the_run_that_is_named_and_where_it_is_lent() -> None:
    asked: list[Any] = []

    def lent(answer: bool) -> Any:
        def asks(at: Any, claim: Any, run: Any, shown: Any) -> bool:
            asked.append((claim.id, run is at.run, shown(relation(at, at_least(at.run.t, 0)))))
            return answer

        return asks

    cited = argument(lambda run: [by("P.L3.4a")], lent(True))
    assert asked == [("P.L3.4a", True, True)]
    assert [(source.name, source.of) for source in cited.evidence.sources] == [("P.L3.4a", "P.L3.4a")]
    assert argument(lambda run: [by("P.L3.4a", run)], lent(True)).evidence.sources != []
    assert argument(lambda run: [by("P.L3.4a")], lent(False)).evidence.sources == []
    with pytest.raises(Refused):
        argument(lambda run: [by("P.L3.4a")], lent(True), library=None)


def test_lemmas_are_lent_before_the_argument_or_not_at_all() -> None:
    s = setting(uses=("P.L3.4a",), given=(Hypothesis("h", "t ≥ 0", lambda run: at_least(run.t, 0)),))
    with_lemmas, without = (Argument(s, lambda *_: True, way) for way in (True, False))

    assert [source.name for source in with_lemmas.evidence.sources] == ["h", "P.L3.4a"]
    assert with_lemmas.has_lemmas
    assert [source.name for source in without.evidence.sources] == ["h"]
    assert not without.has_lemmas
    assert not Argument(s, lambda *_: False, with_lemmas=True).has_lemmas
    asked: list[bool] = []
    Argument(s, lambda at, claim, run, shown: asked.append(shown(relation(at, equal(at.run.t, at.run.t)))), True)  # type: ignore[func-returns-value]
    assert asked == [False]  # nothing is shown before there is an argument


def test_a_fact_is_entered_with_its_conditions_where_its_hypotheses_are_granted() -> None:
    one = argument(lambda run: [by("F.times", run.theta, run.lam)])
    (source,) = one.evidence.sources
    assert (source.name, source.of, len(source.where), source.defined) == ("F.times", "F.times", 2, False)
    assert argument(lambda run: [by("F.rows", run.q)]).evidence.sources == []
    unit = FACTS["F.rows"].given
    assert [x.of for x in argument(lambda run: [by("F.rows", run.q)], given=unit).evidence.sources if x.of] == [
        "F.rows",
        "F.rows",
    ]


def test_a_fact_is_read_of_the_data_or_of_the_run_that_it_is_about() -> None:
    """F.mean speaks of a run on all paths, F.square of no run."""

    def squares(run: Any) -> Any:
        return run.squared(run.combine(run.e))

    of_paths = argument(lambda run: [by("F.mean", squares(run), squares(run) + 1)], id="P.D.2.p1.4")
    of_data = argument(lambda p: [by("F.square", p.optimum.gamma)], id="P.A.1a.2")
    of_one_run = argument(lambda run: [by("F.mean", run.t, run.t + 1)])

    assert [source.name for source in of_paths.evidence.sources] == ["F.mean"]
    assert [source.name for source in of_data.evidence.sources] == ["F.square"]
    assert of_one_run.evidence.sources == []
