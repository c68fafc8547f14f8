"""Protects proofs by cases: what is 0 or 1, the vertex of a row that is drawn, and labels ±1.

Each true statement stands beside false ones that ask the same rule for a little too much.
"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import pytest
from lemmacheck import Relation, above, at_least, at_most, by, column, equal
from lemmacheck.theory.books.perceptron import arguments
from lemmacheck.theory.books.perceptron.algorithms.perceptron import Perceptron
from lemmacheck.theory.books.perceptron.stream import along, examples, members, scores, size, up_to, wrong
from lemmacheck.theory.books.post.proximal import tau
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.prove import operators as o
from lemmacheck.verifiers.prove import prove
from lemmacheck.verifiers.prove.algorithms import Free
from lemmacheck.verifiers.prove.cases import absolute, indicator
from lemmacheck.verifiers.prove.context import Context
from lemmacheck.verifiers.prove.data import arbitrary_data
from lemmacheck.verifiers.prove.formal import AnyLoss
from lemmacheck.verifiers.prove.refusals import Refused
from lemmacheck.verifiers.prove.setting import Setting
from lemmacheck.verifiers.prove.signs import nonnegative
from lemmacheck.verifiers.prove.substitution import substituted
from lemmacheck.verifiers.prove.terms import COLUMNS, ROWS, Term, Universe

from tests.sampled import sampled, soon
from tests.shipped import configurations, subject_of

Statement = Callable[[Any], Relation]


def letters(u: Universe) -> tuple[Term, Term, Term]:
    """x, and b and c that are 0 or 1."""
    return u.symbol("x"), u.symbol("b", binary=True), u.symbol("c", binary=True)


POLYNOMIALS: dict[str, Callable[..., Any]] = {
    "a square": lambda x, b, c: b**2,
    "a sign squared": lambda x, b, c: (2 * b - 1) ** 2,
    "both": lambda x, b, c: (b + c - 2 * b * c) ** 3 * x + b * c**2,
    "a quotient": lambda x, b, c: (b + x) ** 2 / (1 + b * c),
    "a quotient by a square": lambda x, b, c: b**3 / (2 - b) ** 2,
    "a step": lambda x, b, c: indicator(3 * b - 2 * c) if isinstance(b, Term) else int(3 * b - 2 * c >= 0),
    "a step of a step": lambda x, b, c: (indicator(indicator(x) * (2 * b - 1) + x) if isinstance(b, Term)
        else int((x >= 0) * (2 * b - 1) + x >= 0)),
    "a step of a multiple": lambda x, b, c: (indicator(-3 * x * (2 * c - 1)) if isinstance(b, Term)
        else int(-3 * x * (2 * c - 1) >= 0)),
}  # fmt: skip


@pytest.fixture
def u() -> Universe:
    return Universe()


@pytest.mark.parametrize("name", POLYNOMIALS)
def test_what_is_0_or_1_is_reduced_to_the_same_value(u: Universe, name: str) -> None:
    x, b, c = letters(u)
    term = POLYNOMIALS[name](x, b, c)
    for value, one, two in product((Fraction(-1), Fraction(0), Fraction(2, 3)), (0, 1), (0, 1)):
        known = zip((x, b, c), (value, one, two), strict=True)
        rules = {atom.number: u.constant(v) for letter, v in known for atom in letter.atoms()}
        assert substituted(term, rules).number() == POLYNOMIALS[name](value, one, two)


def test_only_what_is_0_or_1_is_its_own_square(u: Universe) -> None:
    x, b, _ = letters(u)
    assert (b * b - b).is_zero
    assert not (x * x - x).is_zero
    assert not (indicator(-x) + indicator(x) - 1).is_zero  # both are 1 at x = 0
    assert not (indicator(x) - indicator(2 * x + 1)).is_zero
    assert (indicator(x) - indicator(2 * x)).is_zero
    assert (indicator(x) - indicator(u.symbol("p", positive=True) * x)).is_zero
    assert (indicator(x) ** 2 - indicator(x)).is_zero
    assert (indicator(3 - 2 * b) - 1).is_zero


def test_an_absolute_value_is_one_term_however_it_is_written(u: Universe) -> None:
    x, p, v = u.symbol("x"), u.symbol("p", positive=True), u.symbol("v", ROWS)
    for one, other in [
        (absolute(-x), absolute(x)),
        (absolute(2 - x), absolute(x - 2)),
        (absolute(p * x), p * absolute(x)),
        (absolute(x * v), o.sqrt(x**2) * absolute(v)),
        (absolute(-(x**3) * v / p), x**2 * o.sqrt(x**2) * absolute(v) / p),
        (absolute(p + x**2), p + x**2),
        (absolute(x * v**2), o.sqrt(x**2) * v**2),
    ]:
        assert (one - other).is_zero
    assert nonnegative(absolute(v))
    for false in (absolute(x) - x, absolute(x) + x, absolute(x + 1) - absolute(x), absolute(v) - v):
        assert not false.is_zero


@pytest.mark.parametrize(
    ("facts", "same"),
    [({"binary": True, "total": 1}, True), ({"nonnegative": True, "total": 1}, False), ({"binary": True}, False)],
)
def test_a_sum_of_products_is_a_product_of_sums_at_a_vertex_alone(
    u: Universe, facts: dict[str, Any], same: bool
) -> None:
    e, a, b = u.symbol("e", ROWS, **facts), u.symbol("a", ROWS), u.symbol("b", ROWS)
    w = o.carried(u.symbol("w", COLUMNS), COLUMNS)

    def mean(x: Term) -> Term:
        return o.total(e * x, ROWS)

    assert (mean(a * b) - mean(a) * mean(b)).is_zero is same
    assert (mean(a / b) - mean(a) / mean(b)).is_zero is same
    assert (mean(w * a) - mean(w) * mean(a)).is_zero is same
    assert (o.carried(e * a, ROWS) - mean(a) * o.carried(e, ROWS)).is_zero is same
    assert not (mean(a) - o.total(a, ROWS)).is_zero


def test_rows_that_are_drawn_apart_are_not_the_same(u: Universe) -> None:
    e, f = (u.symbol(name, ROWS, binary=True, total=1) for name in "ef")
    a = u.symbol("a", ROWS)
    assert not (o.total(e * a, ROWS) - o.total(f * a, ROWS)).is_zero
    assert not (o.total(e * f, ROWS) - 1).is_zero
    (number,) = (atom.number for atom in f.atoms())
    assert (substituted(o.total(e * f * a, ROWS), {number: e}) - o.total(e * a, ROWS)).is_zero
    with pytest.raises(Refused, match="no vertex"):
        substituted(o.total(f * a, ROWS), {number: a})


@pytest.mark.parametrize("name", LIBRARY.claims["T.Perc.Thm"].bound.usual)
def test_every_run_is_one_of_those_that_proofs_speak_of(name: str) -> None:
    """Labels ±1 and x_i = −y_i z_i; the example that is met is a row."""
    r = subject_of(Instance("three", ((1, 0), (-1, 2), (0, -3))), Float64(), configurations(Perceptron)[name], 7)
    assert (r.labels**2 == 1).all()
    assert (-column(r.labels) * r.Z == r.X).all()
    assert all(any((xy == row).all() for row in r.examples) for xy in examples(r))


def steps(run: Any) -> list[Any]:
    return [by("F.step", -scores(run))]


def nothing(run: Any) -> list[Any]:
    return []


def squares(run: Any) -> list[Any]:
    both = by("F.times", run.gamma, along(run, run.w) - run.gamma * size(run))
    return [by("T.Sum.3"), both, by("F.vector", column(run.gamma) * run.w - run.u_bar)]


def growth(run: Any, more: Any) -> Relation:
    return at_most(run.squared(run.w[1:]), run.squared(run.w[:-1]) + more)


ASKED: dict[str, tuple[str, Callable[[Any], list[Any]], Statement, list[Statement]]] = {
    "a step of length at most 1": ("T.Step", steps, lambda r: growth(r, members(r)), [
        lambda r: growth(r, 0 * members(r)),
        lambda r: growth(r, 1 - members(r)),
        lambda r: growth(r, members(r) / 2),
        lambda r: at_most(r.squared(r.w[:-1]), r.squared(r.w[1:])),
    ]),
    "the margin of the row that is met": (
        "T.Coher",
        lambda run: [by("F.times", members(run), run.gamma)],
        lambda r: at_least(along(r, examples(r)), r.gamma),
        [
            lambda r: at_least(along(r, examples(r)), 2 * r.gamma),
            lambda r: equal(along(r, examples(r)), r.gamma),
            lambda r: at_least(along(r, r.x[1:]), r.gamma),
            lambda r: at_least(along(r, r.w[1:]), r.gamma),
            lambda r: above(along(r, r.w[1:]) - along(r, r.w[:-1]), 0),
        ],
    ),
    "mistakes are updates": ("T.Mt.sup.1", steps, lambda r: at_most(wrong(r), members(r)), [
        lambda r: at_least(wrong(r), members(r)),
        lambda r: at_most(wrong(r) + members(r), 1),
        lambda r: at_most(wrong(r), 1 - members(r)),
        lambda r: at_most(members(r), 0),
    ]),
    "updates are counted": ("T.Sum.3", nothing, lambda r: at_most(r.squared(r.w), size(r)), [
        lambda r: at_most(r.squared(r.w[1:]), size(r)[:-1]),
        lambda r: at_most(r.squared(r.w), size(r) - 1),
        lambda r: at_most(r.squared(r.w), up_to(wrong(r))),
    ]),
    "losses are not negative": ("T.Opt0.1", arguments.by_positive_losses, lambda r: at_least(r.objective(r.w), 0), [
        lambda r: above(r.objective(r.w), 0),
        lambda r: at_most(r.objective(r.w), 0),
        lambda r: at_least(r.objective(r.w), r.objective(-r.w)),
        lambda r: at_least(-r.margins(r.w).sum(-1), 0),
    ]),
    "a step that shrinks": (
        "W.Alg.3",
        nothing,
        lambda r: equal(r.w[1:], r.prox(tau(r), r.w[:-1] - tau(r) * r.combine(r.a[1:]))),
        [
            lambda r: equal(r.w[1:], r.w[:-1] - tau(r) * r.combine(r.a[1:])),
            lambda r: equal(r.w[1:], r.prox(2 * tau(r), r.w[:-1] - tau(r) * r.combine(r.a[1:]))),
            lambda r: equal(r.w[1:], r.prox(tau(r), r.w[:-1] - tau(r) * r.combine(r.a[:-1]))),
            lambda r: at_most(abs(r.w[1:]), abs(r.w[:-1])),
        ],
    ),
    "the bound": ("T.Perc.Strong", squares, lambda r: at_most(size(r), 1 / r.gamma**2), [
        lambda r: at_most(size(r), 1 / r.gamma),
        lambda r: at_most(size(r), 1 / (2 * r.gamma**2)),
        lambda r: at_most(size(r) + 1, 1 / r.gamma**2),
        lambda r: at_most(r.t, 1 / r.gamma**2),
    ]),
}  # fmt: skip


def proved(id: str, statement: Statement, **changes: Any) -> bool:
    claim = LIBRARY.claims[id]
    return prove(replace(claim, **{"function": statement, "uses": claim.uses, **changes})) is not None


@pytest.mark.slow
@pytest.mark.parametrize("name", soon(ASKED, ["the bound", "updates are counted"]))
def test_a_statement_by_cases_is_proved_and_none_that_asks_more(name: str) -> None:
    id, argument, true, false = ASKED[name]

    assert proved(id, true, proof=argument)
    assert [k for k, statement in sampled(list(enumerate(false)), 1) if proved(id, statement, proof=argument)] == []


@pytest.mark.parametrize("id", ["T.Step", "T.Coher", "T.Sum.3", "T.Low.2", "T.Perc.Strong"])
def test_none_of_them_is_proved_without_a_hypothesis_that_it_needs(id: str) -> None:
    claim = LIBRARY.claims[id]
    needed = [h for h in claim.given if h.name.startswith(("‖xy‖", "linear", "w_0"))]
    kept = {"T.Low.2": ("‖xy‖", "w_0"), "T.Coher": ("‖xy‖",)}.get(id, ())
    for h in needed:
        if not h.name.startswith(kept or "–"):
            assert not proved(id, claim.function, proof=claim.proof, given=[g for g in claim.given if g is not h])


METHOD = LIBRARY.claims["T.Step"].bound


class Another(Perceptron):
    """The perceptron with another step."""


BORROWED: dict[str, tuple[dict[str, Any], str]] = {
    "an author's word": ({"arbitrary": lambda p, free: METHOD.arbitrary(p, free)}, "of their own"),
    "in disguise": ({"arbitrary": partial(METHOD.arbitrary)}, "of their own"),
    "of an author's problem": ({"problem_of": lambda *data: METHOD.problem_of(*data)}, "of their own"),
    "for another method": ({"kind": Another, "usual": {"": Another()}}, "another method stands for Another"),
    "of another method's run": ({"kind": Another}, "another method stands for Another"),
    "of an author's run": ({"usual": {"": Another()}}, "what an author made"),
    "of an author's w_0": ({"usual": {"": Perceptron(first=lambda p: p.zero())}}, "what an author made"),
}


@pytest.mark.parametrize("name", BORROWED)
def test_what_is_arbitrary_of_a_problem_is_said_by_ours_of_ours(name: str) -> None:
    changes, words = BORROWED[name]
    method = replace(METHOD, **changes)
    claim = replace(LIBRARY.claims["T.Step"], method=method, about=method.kind)

    with pytest.raises(Refused, match=words):
        Setting(claim).subject()
    assert prove(claim) is None


L1: dict[str, Statement] = {
    "the ℓ₂ optimum": lambda r: equal(r.optimum.gamma, r.norm(r.combine(r.optimum.q))),
    "the ℓ₂ margin": lambda r: equal(r.margin(r.w), r.num.ratio(-r.maximum(r.scores(r.w)), r.norm(r.w))),
}


@pytest.mark.parametrize("name", L1)
def test_a_problem_of_another_kind_is_not_read_as_the_margin_problem(name: str) -> None:
    assert not proved("W.Alg.3", L1[name], proof=None)


def test_letters_that_a_hypothesis_gives_stand_for_what_it_gives() -> None:
    context = Context()
    w = Free(context, {}, str)("w_0", "d").at(None)
    (number,) = (atom.number for atom in w.atoms())

    assert Free(context, {number: 0 * w}, str)("w_0", "d").at(None).is_zero
    assert not Free(context, {number + 1: 0 * w}, str)("w_0", "d").at(None).is_zero
    assert arbitrary_data(context, AnyLoss(context)).zero().at(None).is_zero
