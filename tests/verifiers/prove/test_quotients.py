"""Protects two rules of proofs: the cases of a divisor ‖v‖ that may be 0, and an equation of vectors times a vector.

Each true statement stands beside false ones that ask too much.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import pytest
from lemmacheck import Hypothesis, Relation, above, at_least, at_most, below, by, equal, problem
from lemmacheck.theory.books.jst.duality_arguments import attained, no_margin_is_larger
from lemmacheck.theory.margins.comparators import directions, dual_points, simplex_points
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.prove import operators as o
from lemmacheck.verifiers.prove import prove
from lemmacheck.verifiers.prove.evidence import Evidence
from lemmacheck.verifiers.prove.quotients import is_zero_with
from lemmacheck.verifiers.prove.terms import COLUMNS, ROWS, Term, Universe

from tests.verifiers.prove.own_problems import is_proved, own
from tests.verifiers.prove.sequences import number, proved, setting

Statement = Callable[[Any], Relation | tuple[Relation, ...]]


def best(p: Any) -> Any:
    return p.margin(-p.optimum.direction)


def unnormalised(p: Any) -> Any:
    return -p.maximum(p.scores(directions(p)))


def size(p: Any) -> Any:
    return p.norm(directions(p))


def over_gamma(p: Any, x: Any) -> Relation:
    """x/γ̄ · γ̄ = x."""
    return equal(p.num.ratio(x, p.norm(p.optimum.direction)) * p.norm(p.optimum.direction), x)


QUOTIENTS: dict[str, tuple[bool, Statement]] = {
    "no margin exceeds γ̄": (True, lambda p: at_most(p.margin(directions(p)), p.optimum.gamma)),
    "and the optimum's is γ̄": (True, lambda p: equal(best(p), p.optimum.gamma)),
    "a margin times ‖w‖": (True, lambda p: equal(p.margin(directions(p)) * size(p), unnormalised(p))),
    "⟨Zᵀq̄, w⟩ is 0 with γ̄": (True, lambda p: over_gamma(p, p.inner(p.optimum.direction, directions(p)))),
    "the entries of Zᵀq̄ are 0 with γ̄": (True, lambda p: over_gamma(p, p.maximum(p.optimum.direction))),
    "‖q̄‖² is not 0 with γ̄": (False, lambda p: over_gamma(p, p.squared(p.optimum.q))),
    "Zw is not 0 with γ̄": (False, lambda p: over_gamma(p, unnormalised(p))),
    "⟨Zᵀq, w⟩ is not 0 with γ̄": (False, lambda p: over_gamma(p, p.inner(p.combine(simplex_points(p)), directions(p)))),
    "strictly": (False, lambda p: below(p.margin(directions(p)), p.optimum.gamma)),
    "a positive margin, where γ̄ may be 0": (False, lambda p: above(best(p), 0)),
    "‖w‖/‖w‖ is 1, at w = 0 as well": (False, lambda p: equal(p.num.ratio(size(p), size(p)), 1)),
    "1/‖w‖ is no 0/0": (False, lambda p: equal(p.num.ratio(1 + 0 * size(p), size(p)) * size(p), 1)),
    "a margin is at most 0, as it is at w = 0": (False, lambda p: at_most(p.margin(directions(p)), 0)),
    "a division": (False, lambda p: at_most(unnormalised(p) / size(p), p.optimum.gamma)),
    "‖w‖ > 0, which one of the cases supposes": (False, lambda p: above(size(p), 0)),
}


@pytest.mark.parametrize("name", QUOTIENTS)
def test_a_quotient_that_may_be_0_over_0_is_read_in_both_cases(name: str) -> None:
    holds, statement = QUOTIENTS[name]

    def proof(p: Any) -> list[Any]:
        return [
            *no_margin_is_larger(p),
            at_most(p.margin(directions(p)), p.optimum.gamma),
            equal(best(p), p.optimum.gamma),
        ]

    assert proved("P.S2.gbar0", statement, proof) is holds


class Shares(NamedTuple):
    t: Any
    x: Any
    y: Any


class Shared:
    """y_t = s/s, by the reading of 0/0 as 0, and x_{t+1} = x_t/s; s = ‖Z‖² is 0 for Z = 0, and so is all else."""

    def start(self, p):
        return Shares(0, p.a, p.num.ratio(p.s, p.s))

    def step(self, p, s):
        return Shares(s.t + 1, p.num.ratio(s.x, p.s), p.num.ratio(p.s + 0 * s.y, p.s))


class SharedBesides(Shared):
    def step(self, p, s):
        return Shares(s.t + 1, s.x / p.s, p.num.ratio(p.s + 0 * s.y, p.s))


OF_A_STEP: dict[str, tuple[type, bool, Statement]] = {
    "s > 0 after a step": (Shared, False, lambda r: above(r.problem.s + 0 * r.t[1:], 0)),
    "y = 1 after a step": (Shared, False, lambda r: equal(r.y[1:], 1)),
    "y = 1 at the start": (Shared, False, lambda r: equal(r.y[:1], 1)),
    "x s is the x before, of a vector": (
        Shared,
        False,
        lambda r: equal((r.x * r.problem.s / r.problem.s)[1:], r.x[1:]),
    ),
    "what reads no quotient": (Shared, True, lambda r: equal(0 * r.t, 0)),
    "s > 0 after a division": (SharedBesides, True, lambda r: above(r.problem.s + 0 * r.t[1:], 0)),
    "y = 1 after a division": (SharedBesides, True, lambda r: equal(r.y[1:], 1)),
    "y = 1 before a division": (SharedBesides, False, lambda r: equal(r.y, 1)),
}


@pytest.mark.parametrize("name", OF_A_STEP)
def test_a_step_that_reads_0_over_0_as_0_divides_by_nothing(name: str) -> None:
    kind, holds, statement = OF_A_STEP[name]
    on = own(lambda Z: {"a": Z[0], "s": (Z * Z).sum()})

    assert is_proved(statement, on, kind, usual={"": kind()}, proof=lambda run: [statement(run)]) is holds


def share(r: Any) -> Any:
    """s/s by the reading of 0/0 as 0, and k/s."""
    return r.problem.num.ratio(r.problem.s, r.problem.s)


SUPPOSED: dict[str, tuple[type, bool, Statement, Statement]] = {
    "s/s = c": (Shared, False, lambda r: equal(share(r), r.problem.c), lambda r: equal(r.problem.c, 1)),
    "s/s = c for every t": (
        Shared,
        False,
        lambda r: equal(share(r) + 0 * r.t, r.problem.c),
        lambda r: equal(r.problem.c, 1),
    ),
    "s/s ≤ c": (Shared, False, lambda r: at_most(share(r), r.problem.c), lambda r: at_least(r.problem.c, 1)),
    "y = c": (Shared, False, lambda r: equal(r.y, r.problem.c), lambda r: equal(r.problem.c + 0 * r.t, 1)),
    "y ≤ c": (Shared, False, lambda r: at_most(r.y, r.problem.c), lambda r: at_least(r.problem.c + 0 * r.t, 1)),
    "c ≥ 1": (Shared, True, lambda r: at_least(r.problem.c, 1), lambda r: at_least(r.problem.c, 1)),
    "y ≤ c after a division": (
        SharedBesides,
        True,
        lambda r: at_most(r.y[1:], r.problem.c),
        lambda r: at_least(r.problem.c + 0 * r.t[1:], 1),
    ),
}


@pytest.mark.parametrize("name", SUPPOSED)
def test_a_hypothesis_that_reads_0_over_0_as_0_says_nothing_of_a_quotient(name: str) -> None:
    kind, holds, says, statement = SUPPOSED[name]
    on = problem(c=[0, 1])(
        type("Own", (), {"of": lambda Z, c: {"a": Z[0], "s": (Z * Z).sum()}, "__module__": __name__})
    )
    given = [Hypothesis("h", name, says)]

    assert is_proved(statement, on, kind, usual={"": kind()}, given=given, proof=lambda run: []) is holds


def test_a_divisor_is_positive_in_its_case_alone() -> None:
    s = setting()
    evidence, divisor = Evidence(s), number(s, "c").at(None)

    with evidence.supposing(divisor) as above_0:
        assert (above_0.known.name, above_0.known.op, above_0.end, above_0.least) == ("c > 0", ">", None, 0)
        assert evidence.is_nonzero(divisor, None, 0)
    assert not evidence.is_nonzero(divisor, None, 0)


def test_the_two_cases_of_a_divisor_are_told() -> None:
    statement = QUOTIENTS["a margin times ‖w‖"][1]
    proof = prove(replace(LIBRARY.claims["P.S2.gbar0"], function=statement, proof=lambda p: [], uses=()))

    assert proof.text == "where ‖w*‖ = 0, both sides agree; elsewhere, the difference is 0"


def test_a_term_is_0_with_the_root_of_a_sum_of_squares_of_its_letter_and_with_no_other() -> None:
    u = Universe()
    v, w, x = u.symbol("v", ROWS), u.symbol("w", ROWS), u.symbol("x")

    pulled, other = o.carried(v, ROWS), o.carried(w, ROWS)

    def root(term: Term, space: str = ROWS) -> Term:
        return o.sqrt(o.total(term, space))

    for a, b, holds in [
        (2 * v, root(v**2), True),
        (o.total(v * w, ROWS), root(v**2), True),
        (w, root(v**2), False),
        (v, root(v**2 * w**2), False),
        (v, root(v**2 + w**2), False),
        (v, 1 + root(v**2), False),
        (v, o.total(v**2, ROWS), False),
        (x, o.sqrt(x**2), False),
        (pulled, root(pulled**2, COLUMNS), True),
        (o.carried(pulled, COLUMNS), root(pulled**2, COLUMNS), True),
        (o.total(pulled * other, COLUMNS), root(pulled**2, COLUMNS), True),
        (v, root(pulled**2, COLUMNS), False),
        (o.total(v * w, ROWS), root(pulled**2, COLUMNS), False),
        (o.total(other**2, COLUMNS), root(pulled**2, COLUMNS), False),
        (pulled, root(pulled * other, COLUMNS), False),
    ]:
        assert is_zero_with(a, b) is holds, (a, b)


def test_what_holds_in_one_case_alone_is_not_kept() -> None:
    """‖w‖ > 0 is asked for after it was supposed, as a condition of a fact and as a goal."""

    def proof(p: Any) -> list[Any]:
        margin = at_most(p.margin(directions(p)), p.optimum.gamma)
        return [*no_margin_is_larger(p), margin, by("F.root", p.squared(directions(p))), above(size(p), 0)]

    assert not proved("P.S2.gbar0", lambda p: above(p.squared(directions(p)), 0), proof)
    assert not proved("P.S2.gbar0", lambda p: above(size(p), 0), proof)


def at_each_optimum(statement: Callable[[Any, Any], Relation]) -> Statement:
    return lambda p: tuple(statement(p, q[None]) for q in p.optimum.q)


def pulled(p: Any, q: Any) -> Any:
    return p.inner(p.combine(q), directions(p))


VECTORS: dict[str, tuple[bool, Statement]] = {
    "⟨Zᵀq̄′, w⟩ = ⟨Zᵀq̄, w⟩": (True,
        at_each_optimum(lambda p, q: equal(pulled(p, q), p.inner(p.optimum.direction, directions(p))))),
    "‖Zᵀq̄′‖² = γ̄²": (True,
        at_each_optimum(lambda p, q: equal(p.inner(p.combine(q), p.optimum.direction), p.optimum.gamma_squared))),
    "twice": (False,
        at_each_optimum(lambda p, q: equal(pulled(p, q), 2 * p.inner(p.optimum.direction, directions(p))))),
    "of every q": (
        False,
        lambda p: tuple(equal(pulled(p, q[None]), p.inner(p.optimum.direction, directions(p)))
            for q in simplex_points(p)),
    ),
    "q̄′ itself": (
        False,
        lambda p: tuple(equal(p.inner(xi[None], q[None]), p.inner(xi[None], p.optimum.q)) for xi in dual_points(p)
            for q in p.optimum.q),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", VECTORS)
@pytest.mark.usefixtures("ours")
def test_an_equation_of_vectors_serves_in_inner_products_with_any_vector(name: str) -> None:
    holds, statement = VECTORS[name]

    assert proved("P.A.1e", statement, lambda p: [by("F.one")]) is holds


def test_it_serves_only_where_it_is_cited() -> None:
    statement = VECTORS["⟨Zᵀq̄′, w⟩ = ⟨Zᵀq̄, w⟩"][1]

    assert not proved("P.A.1e", statement, attained)
