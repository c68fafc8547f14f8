"""Protects what known equations do to the rest: they are put in, and one of vectors is multiplied by vectors."""

from typing import Any

import pytest
from lemmacheck.theory.core.relation import at_least, at_most, equal
from lemmacheck.verifiers.prove import operators as o
from lemmacheck.verifiers.prove.combination import Known
from lemmacheck.verifiers.prove.context import Later
from lemmacheck.verifiers.prove.evidence import Evidence, at_the_end_too
from lemmacheck.verifiers.prove.setting import Setting
from lemmacheck.verifiers.prove.sources import Near, Source, by_rules, times_vectors
from lemmacheck.verifiers.prove.terms import COLUMNS, ROWS
from lemmacheck.verifiers.prove.values import Value

from tests.verifiers.prove.near import shows
from tests.verifiers.prove.sequences import number, relation, sequence, setting


@pytest.fixture
def s() -> Setting:
    return setting()


def test_equations_that_were_shown_are_put_in_where_they_hold(s: Setting) -> None:
    w, z = s.run.w, sequence(s, "v", 0, "d")

    def of(one: Any, **more: Any) -> list[bool]:
        evidence = Evidence(s, [Source("(1)", relation(s, one), **{"solves": True, **more})])
        return [len(evidence.equations(end)) == 1 for end in (0, 1, 2)]

    assert of(equal(w, z)) == [True, True, True]
    assert of(equal(w[:-1], z[:-1])) == [False, True, True]
    assert of(equal(w[:-2], z[:-2])) == [False, False, True]
    assert of(equal(w, z), solves=False) == [False, False, False]
    assert Evidence(s, [Source("(1)", relation(s, equal(w, z)))]).equations(2) == []  # as a hypothesis is entered
    assert of(at_least(s.run.t, 1)) == [False, False, False]
    assert of(equal(w[0], z[0])) == [False, False, False]
    evidence = Evidence(s, [Source("(1)", relation(s, equal(w, z)), solves=True)])
    at_t = w.at(Later(0)), z.at(Later(0))
    ((letter, rule),) = evidence.rules(0, 0).items()
    assert [(rule - one).is_zero for one in at_t if letter not in {atom.number for atom in one.atoms()}] == [True]


def test_of_an_equation_of_vectors_each_inner_product_is_known_that_leads_to_one_in_the_gap(s: Setting) -> None:
    """v = w + Zᵀq gives ⟨v − w − Zᵀq, d⟩ = 0 for the d in ⟨q, Zd⟩, and Zᵀp for the p in ⟨Zᵀq, Zᵀp⟩."""
    q, p, r = (number(s, name, ROWS).at(None) for name in "qpr")
    v, w, d = (number(s, name, COLUMNS).at(None) for name in "vwd")
    gap = v - w - o.carried(q, ROWS)
    step = Near(Known("(1)", "==", gap), 0, 0)

    def met(goal: Any, one: Near = step) -> dict[str, Any]:
        return {near.known.name: near.known.gap for near in times_vectors(one, goal)}

    def along(a: Any, b: Any) -> Any:
        return o.total(a * o.carried(b, COLUMNS), ROWS)

    assert list(met(along(q, d))) == list(met(along(q, d) + along(q, d) ** 2)) == ["⟨(1), d⟩"]
    assert (met(along(q, d))["⟨(1), d⟩"] - o.total(gap * d, COLUMNS)).is_zero
    ((_, through),) = met(along(q, o.carried(p, ROWS))).items()
    assert (through - o.total(gap * o.carried(p, ROWS), COLUMNS)).is_zero
    assert met(along(r, d)) == met(o.total(q * p, ROWS)) == met(o.total(v * d, COLUMNS)) == met(v) == {}
    assert met(along(q, d), Near(Known("(1)", ">=", gap), 0, 0)) == {}
    assert met(along(q, d), Near(Known("(1)", "==", o.total(gap * d, COLUMNS)), 0, 0)) == {}
    assert met(along(q, d), Near(Known("(1)", "==", v - w), 0, 0)) == {}


def test_rules_are_put_into_what_is_known_and_into_nothing_else(s: Setting) -> None:
    x, y = (number(s, name).at(None) for name in "xy")
    (letter,) = x.atoms()
    one = Near(Known("h", ">=", x + y, "of"), 3, 2)

    assert by_rules(one, {}) is one
    assert by_rules(one, {letter.number + 100: y}) is one
    changed = by_rules(one, {letter.number: y})
    assert (changed.end, changed.least, changed.known.name, changed.known.of) == (3, 2, "h", "of")
    assert (changed.known.gap - 2 * y).is_zero


def test_rules_of_the_arbitrary_step_are_those_of_the_last_too(s: Setting) -> None:
    a, b, at_n, b_n = (number(s, name).at(None) for name in ("a", "b", "a_N", "b_N"))
    (k,), (m,), (n,) = ([atom.number for atom in one.atoms()] for one in (a, b, at_n))
    ends = {k: at_n, m: b_n}

    assert at_the_end_too({k: b}, {}) == {k: b}
    found = at_the_end_too({k: b}, ends)
    assert set(found) == {k, n}
    assert (found[k] - b_n).is_zero
    assert (found[n] - b_n).is_zero
    assert set(at_the_end_too({k: b}, {m: b_n})) == {k}


def test_what_is_put_in_is_put_in_everywhere_and_from_the_t_on_from_which_it_is_known(s: Setting) -> None:
    """‖x_t‖² = ‖y‖² by x_t = y, and ‖x_t‖² = ‖z_{t−1}‖² for t ≥ 1 by x_t = z_{t−1}."""
    x, y, z = sequence(s, "x", 0, ROWS), number(s, "y", ROWS), sequence(s, "z", 0, ROWS)
    before = Value(s.context, x.axes, lambda i: z.at(i - 1))

    for other, least in ((y[None], 0), (before, 1)):
        said, goal = relation(s, equal(x, other)), equal((x * x).sum(-1), (other * other).sum(-1))
        with s.context.measured() as need:
            assert shows(Evidence(s, [Source("h", said, solves=True)]), goal)
        assert need.least == least
        assert not shows(Evidence(s, [Source("h", said)]), goal)
        both = [Source(str(k), relation(s, equal(x, one)), solves=True) for k, one in enumerate((other, before))]
        with s.context.measured() as need:
            assert shows(Evidence(s, both), goal)
        assert need.least == least


def test_a_number_of_letters_alone_is_not_negative_by_a_multiple_of_what_is_known() -> None:
    """(t + 1)(θ_t − 1) ≥ 0 by θ_t ≥ 1, where θ_t ≤ 1 is known too, so that no θ_t can be drawn."""
    s = setting(proof=lambda run: [])
    theta, t = (x.at(Later(0)) for x in (s.run.theta, s.run.t))
    known = [Source("h", relation(s, one)) for one in (at_least(s.run.theta, 1), at_most(s.run.theta, 1))]

    assert Evidence(s, known).meets(Later(0), 0, ("≥ 0", (t + 1) * (theta - 1)))
    assert not Evidence(s, known[1:]).meets(Later(0), 0, ("≥ 0", (t + 1) * (theta - 1)))


def test_a_value_of_an_unknown_function_is_0_by_an_equation_of_it_alone(s: Setting) -> None:
    s.context.any = {"F": None}
    v, w = number(s, "v", ROWS).at(None), number(s, "w", ROWS).at(None)
    at_v, at_w, c = o.function("F", v, whole=ROWS), o.function("F", w, whole=ROWS), number(s, "c").at(None)
    other, x = o.function("G", v, whole=ROWS), sequence(s, "x")
    (atom,) = at_v.atoms()

    def zeros(said: Any, end: int = 0, **more: Any) -> dict[int, Any]:
        return Evidence(s, [Source("h", relation(s, said), **more)])._zeros(end)

    def constant(term: Any) -> Value:
        return Value(s.context, (), lambda _: term)

    assert list(zeros(equal(constant(3 * at_v), 0))) == [atom.number]
    for term in (at_v - 1, c * at_v, at_v - at_w, at_v * at_w, at_v**2, other):
        assert zeros(equal(constant(term), 0)) == {}
    assert zeros(at_least(constant(at_v), 0)) == zeros(equal(constant(at_v) + 0 * x, 0)) == {}
    assert zeros(equal(constant(at_v), 0), where=[relation(s, at_least(x, 0))]) == {}
    later = constant(at_v) + 0 * x[4]
    assert [len(zeros(equal(later, 0), end)) for end in (3, 4)] == [0, 1]
