"""Protects what a proof may use at a row: what every run has that has the row, where it is defined and its conditions
are shown."""

from typing import Any

import pytest
from lemmacheck.theory.core.relation import above, at_least, at_most, equal
from lemmacheck.verifiers.prove import operators as o
from lemmacheck.verifiers.prove.combination import Known
from lemmacheck.verifiers.prove.context import Later, Steps, time_of
from lemmacheck.verifiers.prove.evidence import Evidence, without_ratios
from lemmacheck.verifiers.prove.quotients import OR_ZERO, that_may_be_0_over_0
from lemmacheck.verifiers.prove.setting import Setting
from lemmacheck.verifiers.prove.sources import Near, Source, named, rows_about
from lemmacheck.verifiers.prove.terms import ROWS
from lemmacheck.verifiers.prove.values import Value

from tests.verifiers.prove.near import shows
from tests.verifiers.prove.sequences import number, relation, sequence, setting


def argued() -> Setting:
    """A setting in which products of what is known are tried too."""
    return setting(proof=lambda run: [])


def known_at(evidence: Evidence, rows: list[Any], end: int) -> list[str]:
    return [one.known.name for one in evidence.near(rows, end)]


def test_the_rows_about_a_row_are_itself_the_next_and_the_one_before() -> None:
    assert rows_about(None) == []
    assert rows_about(Later(0)) == [Later(0), Later(1), Later(-1)]
    assert rows_about(Later(-1)) == [Later(-1), Later(0)]
    assert rows_about(Later(1)) == [Later(1), Later(2), Later(0)]
    assert rows_about(0) == [0, 1]
    assert rows_about(2) == [2, 3, 1]


@pytest.fixture
def s() -> Setting:
    return setting()


def test_what_is_known_is_named_with_its_row(s: Setting) -> None:
    source = Source("h", relation(s, at_least(sequence(s, "x"), 0)))

    assert [named(source, row) for row in (None, Later(0), Later(1), Later(-2), 3)] == [
        "h", "h at t", "h at t + 1", "h at t − 2", "h at row 3",
    ]  # fmt: skip


def test_a_relation_is_known_at_the_rows_that_every_run_has_that_goes_so_far(s: Setting) -> None:
    x, c = sequence(s, "x"), number(s, "c")
    sources = [
        Source("early", relation(s, at_least(x[:-1], 0))),
        Source("all", relation(s, at_least(x, 1))),
        Source("once", relation(s, at_least(c, 0))),
    ]
    evidence, rows = Evidence(s, sources), rows_about(Later(0))

    assert known_at(evidence, rows, 0) == ["early at t − 1", "all at t", "all at t − 1", "once"]
    assert known_at(evidence, rows[:2], 0) == ["all at t", "once"]
    assert known_at(evidence, rows[:2], 1) == ["early at t", "all at t", "all at t + 1", "once"]
    assert known_at(evidence, rows[:2], 2) == ["early at t", "early at t + 1", "all at t", "all at t + 1", "once"]
    assert known_at(evidence, [], 5) == ["once"]
    assert known_at(evidence, [0, 1], 0) == ["all at row 0", "once"]
    assert known_at(evidence, [0, 1], 1) == ["early at row 0", "all at row 0", "all at row 1", "once"]


def test_what_says_nothing_or_is_not_defined_for_sure_is_not_known(s: Setting) -> None:
    x, y = sequence(s, "x"), sequence(s, "y")
    said = relation(s, at_least(x / y, 0))
    sources = [Source("0", relation(s, at_least(x - x, 0))), Source("quotient", said, defined=False)]

    assert known_at(Evidence(s, sources), [Later(0)], 5) == []
    assert known_at(Evidence(s, [Source("sure", said)]), [Later(0)], 5) == ["sure at t"]


def test_what_is_known_of_every_row_is_known_of_the_row_that_is_drawn(s: Setting) -> None:
    v, q = number(s, "v", ROWS), number(s, "q", ROWS)
    u = s.context.universe
    s.context.universe.atom("symbol", ROWS, "e", ("e_t",), binary=True, total=1)
    vertex = u.of(u.known["symbol", ROWS, "e"])
    sources = [Source("every", relation(s, at_least(v, 0))), Source("one", relation(s, at_least(number(s, "c"), 0)))]
    found = {one.known.name: one.known.gap for one in Evidence(s, sources).near([], 0)}

    assert list(found) == ["every", "every, of the row e_t", "one"]
    assert (found["every, of the row e_t"] - o.total(vertex * v.at(None), ROWS)).is_zero
    along = Value(s.context, (), lambda _: o.total(vertex * v.at(None), ROWS))
    other = Value(s.context, (), lambda _: o.total(vertex * q.at(None), ROWS))
    assert shows(Evidence(s, sources), at_least(along, 0))
    assert not shows(Evidence(s, sources), at_least(other, 0))


TRUE_NEAR: dict[str, Any] = {
    "of the same row": lambda x, y: (at_least(x, y), at_least(x, y)),
    "of the row before": lambda x, y: (at_least(x[:-1], y[:-1]), at_least(x[:-1], y[:-1])),
    "of the next": lambda x, y: (at_least(x, y), at_least(x[1:], y[1:])),
    "by an equation": lambda x, y: (equal(x, y), at_least(x, y)),
    "of no row": lambda x, y: (at_least(x[0], y[0]), at_least(2 * x[0], 2 * y[0])),
}
FALSE_NEAR: dict[str, Any] = {
    "of the last, by those before": lambda x, y: (at_least(x[:-1], y[:-1]), at_least(x, y)),
    "of the last but one": lambda x, y: (at_least(x[:-2], y[:-2]), at_least(x[:-1], y[:-1])),
    "of the first, by those after": lambda x, y: (at_least(x[1:], y[1:]), at_least(x[:1], y[:1])),
    "strictly": lambda x, y: (at_least(x, y), above(x, y)),
    "both ways": lambda x, y: (at_least(x, y), equal(x, y)),
    "turned": lambda x, y: (at_least(x, y), at_most(x, y)),
    "of every row, by the first": lambda x, y: (at_least(x[:1], y[:1]), at_least(x, y)),
}


@pytest.mark.parametrize("name", [*TRUE_NEAR, *FALSE_NEAR])
def test_a_row_is_shown_by_what_is_known_near_it(s: Setting, name: str) -> None:
    x, y = sequence(s, "x"), sequence(s, "y")
    given, goal = (TRUE_NEAR | FALSE_NEAR)[name](x, y)

    assert shows(Evidence(s, [Source("h", relation(s, given))]), goal) is (name in TRUE_NEAR)


def test_what_is_shown_by_an_earlier_row_holds_from_that_row_on(s: Setting) -> None:
    x = sequence(s, "x", positive=False)
    before = Value(s.context, (Steps(),), lambda i: x.at(i - 1))
    sources = [Source("h", relation(s, at_least(x, 0)))]

    with s.context.measured() as need:
        assert shows(Evidence(s, sources), at_least(x, 0))
    assert need.least == 0
    with s.context.measured() as need:
        assert shows(Evidence(s, sources), at_least(before, 0))
    assert need.least == 1
    long_before = Value(s.context, (Steps(),), lambda i: x.at(i - 2))
    with s.context.measured() as need:
        assert shows(Evidence(s, [Source("h", relation(s, at_least(long_before, 0)))]), at_least(long_before, 0))
    assert need.least == 2
    with s.context.measured() as need:
        assert not shows(Evidence(s), at_least(x, 0))
        assert shows(Evidence(s), at_least(x**2, 0))
    assert need.least == 0


def test_a_fact_serves_where_its_conditions_are_shown_and_is_asked_once(s: Setting) -> None:
    x, y, z = (sequence(s, name) for name in "xyz")
    fact = Source("fact", relation(s, at_least(x, 0)), of="F", where=[relation(s, at_least(y, 0))])
    known, late = Source("h", relation(s, at_least(y, 0))), Source("h", relation(s, at_least(y[:-1], 0)))

    assert not shows(Evidence(s, [fact]), at_least(x, 0))
    assert not shows(Evidence(s, [fact, late]), at_least(x, 0))
    early = Source("fact", relation(s, at_least(x[:-1], 0)), where=[relation(s, at_least(y[:-1], 0))])
    assert shows(Evidence(s, [early, late]), at_least(x[:-1], 0))
    evidence = Evidence(s, [known, fact])
    assert shows(evidence, at_least(x, 0))
    assert evidence.relied_on == ["F", ""]
    (one,) = [one for one in evidence.near([Later(0)], 0) if one.source is fact]
    evidence.sources.clear()
    assert evidence.holds(one)  # it was shown
    assert evidence.relied_on == ["F", ""]
    assert not shows(Evidence(s, [fact, known]), at_least(z, 0))


def test_what_more_rows_do_not_add_to_is_asked_once(s: Setting, monkeypatch: pytest.MonkeyPatch) -> None:
    x, y = sequence(s, "x"), sequence(s, "y")
    asked: list[int] = []
    monkeypatch.setattr(Evidence, "_combined", lambda self, op, gap, near, *_: asked.append(len(near)))

    assert not shows(Evidence(s, [Source("everywhere", relation(s, at_least(x[:1], 0)))]), at_least(y, 0))
    assert asked == [1]
    asked.clear()
    assert not shows(Evidence(s, [Source("at each row", relation(s, at_least(x, 0)))]), at_least(y, 0))
    assert asked == [1, 2]  # of which the row before is from τ = 1 on


def test_a_fact_whose_conditions_rest_on_itself_serves_nothing(s: Setting) -> None:
    x = sequence(s, "x")
    itself = relation(s, at_least(x, 0))

    assert not shows(Evidence(s, [Source("F", itself, where=[itself])]), at_least(x, 0))


def test_a_condition_by_signs_needs_nothing_else(s: Setting) -> None:
    x, y = sequence(s, "x"), sequence(s, "y", positive=True)
    for where, met in ((at_least(y, 0), True), (above(y, 0), True), (at_most(y, 0), False), (equal(y, 0), False)):
        fact = Source("F", relation(s, at_least(x, 0)), where=[relation(s, where)])
        assert shows(Evidence(s, [fact]), at_least(x, 0)) is met


def test_of_several_conditions_each_is_shown(s: Setting) -> None:
    x, y, z = (sequence(s, name) for name in "xyz")
    both = [relation(s, at_least(y, 0)), relation(s, at_least(z, 0))]
    fact = Source("F", relation(s, at_least(x, 0)), where=both)
    given = [Source(str(k), one) for k, one in enumerate(both)]

    assert shows(Evidence(s, [fact, *given]), at_least(x, 0))
    assert not shows(Evidence(s, [fact, given[0]]), at_least(x, 0))
    assert not shows(Evidence(s, [fact, given[1]]), at_least(x, 0))


def test_a_condition_that_is_not_defined_for_sure_is_not_met(s: Setting) -> None:
    x, y = sequence(s, "x"), sequence(s, "y")
    condition = relation(s, at_least(y / y, 1))
    fact = Source("F", relation(s, at_least(x, 0)), where=[condition])

    assert not shows(Evidence(s, [fact]), at_least(x, 0))


def test_what_no_source_says_has_no_conditions(s: Setting) -> None:
    assert Evidence(s).holds(Near(Known("t ≤ N", ">=", number(s, "x").at(None)), None, 0))


def test_where_one_fact_does_not_serve_another_may(s: Setting) -> None:
    """The combination that is found first rests on a fact whose condition is not shown; it is sought again without."""
    x, y = sequence(s, "x"), sequence(s, "y")
    bad = Source("bad", relation(s, at_least(x, 0)), where=[relation(s, at_least(y, 0))])
    good = Source("good", relation(s, at_least(x, 1)))

    for sources in ([bad, good], [good, bad]):
        assert shows(Evidence(s, sources), at_least(x, 0))


def test_a_divisor_is_not_0_where_it_or_its_root_is_known_to_be_positive(s: Setting) -> None:
    x, b = sequence(s, "x"), number(s, "b", ROWS)
    entry = x.at(Later(0))
    square = o.total((b.at(None) - entry) ** 2, ROWS)
    root = o.sqrt(square)
    s.context.universe.squares.add(square.key())
    norm = Value(s.context, (Steps(),), lambda i: root)
    for given, term, met in (
        (at_least(x, 0), entry, ["≥ 0"]),
        (above(x, 0), entry, ["≥ 0", "> 0", "≠ 0"]),
        (at_most(x, 0), entry, []),
        (above(norm, 0), square, ["> 0", "≠ 0"]),
        (at_least(norm, 0), square, []),
        (above(x, 0), square, []),
    ):
        evidence = Evidence(s, [Source("h", relation(s, given))])
        assert [what for what in ("≥ 0", "> 0", "≠ 0") if evidence.meets(Later(0), 0, (what, term))] == met


def test_what_a_divisor_is_not_0_by_is_relied_on_beside_what_was(s: Setting) -> None:
    y, z = sequence(s, "y"), sequence(s, "z")
    evidence = Evidence(s, [Source("h", relation(s, above(y, 0)), of="H")], relied_on=["A"])

    assert evidence.is_nonzero(y.at(Later(0)), Later(0), 0)
    assert evidence.relied_on == ["A", "H"]
    assert evidence.is_nonzero(y.at(Later(0)), Later(0), 0)  # it was shown
    assert not evidence.is_nonzero(z.at(Later(0)), Later(0), 0)
    assert evidence.relied_on == ["A", "H", "H"]
    assert evidence.is_nonzero(y.at(0), 0, 0)


def test_a_quotient_is_known_where_its_divisor_is_known_to_be_positive(s: Setting) -> None:
    x, y = sequence(s, "x"), sequence(s, "y")
    fact = Source("F", relation(s, at_least(x / y, 0)), defined=False)

    for given, shown in ((above(y, 0), True), (at_least(y, 0), False), (above(y[:-1], 0), False)):
        sources = [Source("h", relation(s, given)), fact]
        assert ("F at t" in known_at(Evidence(s, sources), [Later(0)], 0)) is shown


def test_what_is_defined_from_a_later_t_on_alone_is_not_known_at_every_t(s: Setting) -> None:
    """y_{t+1} > 0 at every t says nothing of y_0, by which the fact divides at t = 0."""
    x, y = sequence(s, "x"), sequence(s, "y")
    fact = Source("F", relation(s, at_least(x / y, 0)), defined=False)

    for given, known in ((above(y, 0), True), (above(y[1:], 0), False)):
        sources = [Source("h", relation(s, given)), fact]
        assert ("F at t" in known_at(Evidence(s, sources), [Later(0)], 0)) is known


def test_what_is_positive_is_divided_by(s: Setting) -> None:
    x, y, z = (sequence(s, name) for name in "xyz")
    quotient = Source("F", relation(s, at_least(x / (y + z), 0)))

    for given, shown in ((above(y + z, 0), True), (at_least(y + z, 0), False), (above(y, 0), False)):
        assert shows(Evidence(s, [quotient, Source("h", relation(s, given))]), at_least(x, 0)) is shown
    of_fact = Source("G", relation(s, above(y + z, 0)), where=[relation(s, at_least(y, 0))])
    assert not shows(Evidence(s, [quotient, of_fact]), at_least(x, 0))
    evidence = Evidence(s, [quotient, of_fact, Source("h", relation(s, at_least(y, 0)), of="H")])
    assert shows(evidence, at_least(x, 0))
    assert "H" in evidence.relied_on


def test_a_root_is_divided_by_where_what_is_inside_is_known_to_be_positive(s: Setting) -> None:
    x, b, y, z = (sequence(s, name) for name in "xbyz")
    root = Value(s.context, (Steps(),), lambda i: o.sqrt(y.at(i) + z.at(i)))
    quotient = Source("F", relation(s, at_least((x - b) / root, 0)))

    for given, shown in ((above(y + z, 0), True), (at_least(y + z, 0), False), (above(y, 0), False)):
        assert shows(Evidence(s, [quotient, Source("h", relation(s, given))]), at_least(x, b)) is shown


def test_a_root_is_taken_from_what_is_known_where_it_is_positive_alone(s: Setting) -> None:
    """√p (x + y) ≥ 0 says x + y ≥ 0 for p > 0, and nothing where p may be 0."""
    x, y = sequence(s, "x"), sequence(s, "y")

    for facts, shown in (({"positive": True}, True), ({"nonnegative": True}, False)):
        root = o.sqrt(s.context.universe.symbol(f"p{shown}", **facts))
        assert (
            shows(Evidence(s, [Source("h", relation(s, at_least(x * root + y * root, 0)))]), at_least(x + y, 0))
            is shown
        )


def test_a_rest_of_several_exponentials_has_the_sign_of_each(s: Setting) -> None:
    p, q, z = sequence(s, "p", nonnegative=True), sequence(s, "q", positive=True), sequence(s, "z")
    growing = Value(s.context, (Steps(),), lambda i: o.exp(z.at(i)))

    assert shows(Evidence(s), at_least(growing * p + p, 0))
    assert shows(Evidence(s), above(growing * q + q, 0))
    assert not shows(Evidence(s), above(growing * p + p, 0))
    assert not shows(Evidence(s), at_least(growing * p - p, 0))
    t = s.run.t
    assert shows(Evidence(s), at_least((t - 2) ** 2 * p, 0))  # of one, by its factors
    assert not shows(Evidence(s), above((t - 2) ** 2 * q, 0))
    assert not shows(Evidence(s), at_least((t - 2) * p, 0))
    assert not shows(Evidence(s), at_least(growing * p + z, 0))


def test_a_multiplier_has_a_sign_by_what_is_known_of_its_letters(s: Setting) -> None:
    """λ − 1 ≥ 0, of letters of the schedule alone; of a fact, whose conditions may fail, none is taken."""
    lam, x = s.run.lam, sequence(s, "x")
    goal, known = at_least((lam - 1) * x, 0), Source("x", relation(s, at_least(x, 0)))
    sign = relation(s, at_least(lam, 1))

    assert not shows(Evidence(s, [known]), goal)
    assert shows(Evidence(s, [known, Source("h", sign)]), goal)
    assert not shows(Evidence(s, [known, Source("h", relation(s, equal(lam, 2 * x)))]), goal)
    assert not shows(Evidence(s, [known, Source("h", relation(s, at_most(lam, 1)))]), goal)
    assert not shows(Evidence(s, [known, Source("F", sign, where=[relation(s, at_least(x, 5))])]), goal)


def test_a_multiplier_has_a_sign_as_a_product_or_a_quotient_of_what_is_known_of_letters(s: Setting) -> None:
    lam, theta, x = s.run.lam, s.run.theta, sequence(s, "x")
    known = Source("x", relation(s, at_least(x, 0)))
    one, other, strict = (
        Source(name, relation(s, said))
        for name, said in (("λ", at_least(lam, 1)), ("θ", at_least(theta, 1)), ("strict", above(theta, 1)))
    )

    for goal, given, shown in (
        (at_least((lam - 1) * (theta - 1) * x, 0), [one, other], True),
        (at_least((lam - 1) * (theta - 1) * x, 0), [one], False),
        (at_least((lam - 1) ** 2 * (theta - 1) * x, 0), [other], True),
        (at_least((lam - s.run.t) * x, 0), [Source("t", relation(s, at_least(lam, s.run.t)))], True),
        (at_least(x / (theta - 1), 0), [strict], True),
        (at_least((lam - 1) * x / (theta - 1), 0), [strict], False),
        (at_least((lam - 1) * x / (theta - 1), 0), [one, other], False),
    ):
        assert shows(Evidence(s, [known, *given]), goal) is shown


def test_products_are_tried_where_there_is_an_argument() -> None:
    for s, shown in ((setting(), False), (argued(), True)):
        x, y = sequence(s, "x"), sequence(s, "y", nonnegative=True)
        assert shows(Evidence(s, [Source("h", relation(s, at_least(x, 0)))]), at_least(x * y, 0)) is shown


def test_a_quotient_is_of_one_sign_only_where_its_divisor_is_known_to_be_positive(s: Setting) -> None:
    x, y = sequence(s, "x", nonnegative=True), sequence(s, "y")

    for given, shown in ((above(y, 0), True), (at_least(y, 0), False), (at_least(y, x), False)):
        assert shows(Evidence(s, [Source("h", relation(s, given))]), at_least(x / y, 0)) is shown


def test_no_row_is_beyond_the_last_step_of_a_run_whose_parameters_know_it(s: Setting) -> None:
    evidence, t = Evidence(s), time_of(s.context, Later(0))
    steps = s.context.universe.symbol("N", nonnegative=True)

    assert list(evidence.before_the_end(Later(0), 0)) == []
    s.context.horizon = steps
    assert list(evidence.before_the_end(5, 0)) == list(evidence.before_the_end(None, 0)) == []
    (one,) = evidence.before_the_end(Later(2), 3)
    assert (one.known.name, one.known.op, one.end, one.least) == ("t ≤ N", ">=", None, 0)
    assert (one.known.gap - (steps - t - 3)).is_zero


def test_what_holds_at_every_t_holds_at_the_end_of_a_run_whose_parameters_know_it(s: Setting) -> None:
    x, y = sequence(s, "x"), sequence(s, "y")
    everywhere, early = (relation(s, at_least(one, 0)) for one in (x, x[:-1]))

    s.context.horizon = s.context.universe.symbol("N", nonnegative=True)
    assert shows(Evidence(s, [Source("h", everywhere)]), at_least(x[-1], 0))
    assert not shows(Evidence(s, [Source("h", everywhere)]), at_least(y[-1], 0))
    assert not shows(Evidence(s, [Source("h", early)]), at_least(x[-1], 0))
    assert shows(Evidence(s, [Source("h", relation(s, at_least(x[1:], 0)))]), at_least(x[-1], 0))


def test_a_ratio_is_a_quotient_where_it_is_surely_not_0_by_0(s: Setting) -> None:
    x, y = (number(s, name).at(None) for name in "xy")
    ratio, either, root = o.function("ratio", x, y), o.function(OR_ZERO, x, y), o.sqrt(x**2 + 1)
    sure = that_may_be_0_over_0(either)

    assert (without_ratios(2 * ratio + root, []) - 2 * x / y - root).is_zero
    assert (without_ratios(2 * either + root, sure) - 2 * x / y - root).is_zero
    assert (without_ratios(2 * either + root, []) - 2 * either - root).is_zero
    assert (without_ratios(x + root, []) - x - root).is_zero
