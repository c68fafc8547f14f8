"""Protects what known equations do to the rest: they are put in, and one of vectors is multiplied by vectors."""

from typing import Any

import pytest
from lemmacheck.theory.core.relation import at_least, equal
from lemmacheck.verifiers.prove import operators as o
from lemmacheck.verifiers.prove.combination import Known
from lemmacheck.verifiers.prove.context import Later
from lemmacheck.verifiers.prove.evidence import Evidence, Near, Source, at_the_end_too, by_rules, times_vectors
from lemmacheck.verifiers.prove.setting import Setting
from lemmacheck.verifiers.prove.terms import COLUMNS, ROWS

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
    assert of(at_least(s.run.t, 1)) == [False, False, False]
    assert of(equal(w[0], z[0])) == [False, False, False]
    evidence = Evidence(s, [Source("(1)", relation(s, equal(w, z)), solves=True)])
    at_t = w.at(Later(0)), z.at(Later(0))
    ((letter, rule),) = evidence.rules(0).items()
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
