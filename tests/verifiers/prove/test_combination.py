"""Protects how a goal follows from what is known: by multipliers that have a sign, and by nothing else."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from lemmacheck.verifiers.prove import combination as combinations
from lemmacheck.verifiers.prove import operators as o
from lemmacheck.verifiers.prove.combination import Known, Signs, cleared, combination, divisor, drawn, summands, valued
from lemmacheck.verifiers.prove.polynomials import ONE, Ratio
from lemmacheck.verifiers.prove.signs import nonnegative, positive, sign
from lemmacheck.verifiers.prove.terms import ROWS, Term, Universe


def letters() -> Any:
    """x, y > 0; p ≥ 0; z, b of any sign; of the schedule λ > 0 and μ of any sign; e a vertex of Δ_n."""
    u = Universe()
    return SimpleNamespace(u=u, t=u.symbol("t", nonnegative=True), n=u.n, lam=u.symbol("λ_t", positive=True),
        mu=u.symbol("θ_t"), x=u.symbol("x", positive=True), y=u.symbol("y", positive=True),
        p=u.symbol("p", nonnegative=True), z=u.symbol("z"), b=u.symbol("b"),
        e=u.symbol("e", ROWS, nonnegative=True, total=1))  # fmt: skip


def number(term: Term) -> int:
    (atom,) = term.atoms()
    return int(atom.number)


def signs(s: Any, **changes: Any) -> Signs:
    """What the letters say of themselves."""
    known: dict[str, Any] = {
        "schedule": frozenset({number(s.lam), number(s.mu)}),
        "at_most_one": frozenset({number(s.lam)}),
        "least": 0,
        "nonzero": lambda term: sign(term, strictly=True) != 0,
        "nonnegative": lambda term: sign(term, strictly=False) == 1,
        "exceeds": lambda term, strictly: (positive if strictly else nonnegative)(term),
        "positive": positive,
    }
    return Signs(**{**known, **changes})


def shown(
    s: Any, op: str, goal: Term, *known: tuple[str, Term], products: bool = False
) -> combinations.Combination | None:
    """The combination, which is an identity."""
    found = combination(goal, op, [Known(str(k), *one) for k, one in enumerate(known)], signs(s), products)
    if found is not None:
        assert (goal - sum((by * one.gap for by, one in found.parts), s.u.constant(0)) - found.rest).is_zero
        assert all(one.op == "==" or sign(by, strictly=False) == 1 for by, one in found.parts)
    return found


Case = Callable[[Any], tuple[Any, ...]]
FOLLOWS: dict[str, Case] = {
    "what is known": (lambda s: (">=", s.z, (">=", s.z))),
    "what is more": (lambda s: (">=", s.z + s.p, (">=", s.z))),
    "what is more than what is known to be": (lambda s: (">=", s.z, (">=", s.z - s.p))),
    "a multiple by what is positive": (lambda s: (">=", s.lam * s.z / (1 + s.lam), (">=", s.z))),
    "a multiple by a square": (lambda s: (">=", s.mu**2 * s.z, (">=", s.z))),
    "an equation by an equation": (lambda s: ("==", s.mu * s.z, ("==", s.z))),
    "an inequality by an equation": (lambda s: (">=", -s.mu * s.z, ("==", s.z))),
    "what is positive by what is": (lambda s: (">", s.z, (">", s.z))),
    "what is positive by a rest": (lambda s: (">", s.z + s.x, (">=", s.z))),
    "what is positive by one of two": (lambda s: (">", s.z + s.b, (">=", s.z), (">", s.b))),
    "what is positive by what is, with an equation": (lambda s: (">", s.z + s.mu * s.b, (">", s.z), ("==", s.b))),
    "0": (lambda s: (">=", 0 * s.z)),
    "what has a sign": (lambda s: (">=", s.p)),
    "what is positive": (lambda s: (">", s.x)),
    "an equation less another": (lambda s: ("==", s.z - s.b, ("==", s.z), ("==", s.b))),
    "an equation by way of another": (lambda s: ("==", s.z - s.p, ("==", s.z - s.b), ("==", s.b - s.p))),
    "an equation turned": (lambda s: ("==", s.z - s.b, ("==", s.b - s.z))),
    "a chain": (lambda s: (">=", s.z - s.y, (">=", s.z - s.b), (">=", s.b - s.p), (">=", s.p - s.y))),
    "a quotient of what is known": (lambda s: (">=", s.z, (">=", s.z / (s.lam + 1)))),
    "a quotient by what is positive": (lambda s: (">=", s.z / s.x, (">=", s.z / s.x))),
    "at exponentials": (lambda s: (">=", o.exp(s.z) * s.b, (">=", o.exp(s.z) * s.b))),
    "in one of two ways": (lambda s: (">=", s.z + s.b, (">=", s.z), (">=", s.z + s.b), (">=", s.b))),
    "with a rest, where what leaves none divides by what may be 0": (lambda s: (">=", s.z + s.p, (">=", s.z),
        (">=", (s.z + s.mu * s.p) / 3))),
    "without a rest, where one is of any sign": (lambda s: (">=", s.z + s.mu * s.p, (">=", s.z), (">=", s.mu * s.p))),
    "without what is positive as a rest": (lambda s: (">=", s.z + s.mu * s.x, (">=", s.z), (">=", s.mu * s.x))),
    "what is positive by a rest, where another leaves none": (lambda s: (">", s.z + 2 * s.x, (">=", s.z + s.x),
        (">=", s.z + 2 * s.x))),
    "what is positive by the one of two that is": (lambda s: (">", s.z, (">=", 3 * s.z), (">", s.z))),
    **{f"a multiple by {name}": (lambda s, name=name: (">=", s.u.symbol(name, positive=True) * s.z, (">=", s.z)))
        for name in ("n", "d", "α", "ρ")},
}  # fmt: skip
FOLLOWS_NOT: dict[str, Case] = {
    "less": (lambda s: (">=", s.z - s.p, (">=", s.z))),
    "a difference": (lambda s: (">=", s.z - s.b, (">=", s.z), (">=", s.b))),
    "a multiple of no known sign": (lambda s: (">=", s.mu * s.z, (">=", s.z))),
    "a multiple that may be below 0": (lambda s: (">=", (1 - s.lam) * s.z, (">=", s.z))),
    "an equation by an inequality": (lambda s: ("==", s.z, (">=", s.z))),
    "an equation by two inequalities": (lambda s: ("==", s.z, (">=", s.z), (">=", -s.z))),
    "an equation but for a rest": (lambda s: ("==", s.z + s.p, ("==", s.z))),
    "what is positive by what may be 0": (lambda s: (">", s.z, (">=", s.z))),
    "what is positive by an equation": (lambda s: (">", s.z, ("==", s.z))),
    "what is positive by a rest that may be 0": (lambda s: (">", s.z + s.p, (">=", s.z))),
    "a multiple that may be 0 of what is positive": (lambda s: (">", s.mu**2 * s.z, (">", s.z))),
    "0 is not positive": (lambda s: (">", 0 * s.z)),
    "what may be 0": (lambda s: (">", s.p)),
    "by a divisor of no known sign": (lambda s: ("==", s.z / s.mu, ("==", s.z))),
    "over what may be 0": (lambda s: (">=", s.z / s.p, (">=", s.z / s.p))),
    "by a divisor that may be 0": (lambda s: ("==", s.z, ("==", (s.lam - 1) * s.z))),
    "at other exponentials": (lambda s: (">=", o.exp(s.z) * s.b, (">=", o.exp(2 * s.z) * s.b))),
}


@pytest.fixture
def s() -> Any:
    return letters()


@pytest.mark.parametrize("name", FOLLOWS)
def test_what_follows_is_found(s: Any, name: str) -> None:
    assert shown(s, *FOLLOWS[name](s)) is not None


@pytest.mark.parametrize("op", ["==", ">=", ">"])
def test_no_program_is_solved_for_a_goal_with_a_monomial_that_nothing_has(s: Any, op: str, monkeypatch: Any) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(combinations, "guessed", lambda *_: asked.append(op))

    assert shown(s, op, s.z + s.b, (op, s.z)) is None
    assert not asked
    shown(s, op, s.z, (op, s.z))
    assert asked == [op]


@pytest.mark.parametrize("name", FOLLOWS_NOT)
def test_what_does_not_follow_is_not(s: Any, name: str) -> None:
    assert shown(s, *FOLLOWS_NOT[name](s)) is None
    assert shown(s, *FOLLOWS_NOT[name](s), products=True) is None


BY_PRODUCTS: dict[str, tuple[Case, bool]] = {
    "times what is positive": (lambda s: (">", s.x * s.z, (">", s.z)), True),
    "times what is not negative": (lambda s: (">=", s.p * s.z, (">=", s.z)), True),
    "times a square": (lambda s: (">=", s.b**2 * s.z, (">=", s.z)), True),
    "times what has no sign": (lambda s: (">=", s.b * s.z, (">=", s.z)), False),
    "positive, times what may be 0": (lambda s: (">", s.p * s.z, (">", s.z)), False),
    "positive, times a square": (lambda s: (">", s.b**2 * s.z, (">", s.z)), False),
    "divided by what is positive": (lambda s: (">=", s.z, (">=", s.x * s.z)), True),
    "divided by what may be 0": (lambda s: (">=", s.z, (">=", s.p * s.z)), False),
    "an equation divided by what may be 0": (lambda s: ("==", s.z, ("==", s.p * s.z)), False),
    "an equation, times": (lambda s: ("==", s.p * s.z, ("==", s.z)), True),
    "an equation, times what has no sign": (lambda s: ("==", s.b * s.z, ("==", s.z)), True),
    "an equation, times and turned": (lambda s: ("==", -s.p * s.z, ("==", s.z)), True),
    "the square of what is positive": (lambda s: (">", s.z**2, (">", s.z)), True),
    "the square of what may be 0": (lambda s: (">", s.z**2, (">=", s.z)), False),
    "two, each with its own": (lambda s: (">=", s.x * s.z + s.p * s.b, (">=", s.z), (">=", s.b)), True),
    "with one monomial, where its multiple for another has no sign":
        (lambda s: (">=", s.z**2 * s.b + s.z * s.b**2, (">=", s.z), (">=", s.z**2 * s.b)), True),
    "with one monomial, where its multiple for another is a quotient":
        (lambda s: (">=", s.z**2 + s.z * s.b**3, (">=", s.z * s.b)), True),
    "in letters alone": (lambda s: (">=", s.lam * (s.mu - 1), (">=", s.mu - 1), (">=", s.t)), True),
    "times a root": (lambda s: (">=", s.x * s.z, (">=", o.sqrt(s.x) * s.z)), True),
}  # fmt: skip


@pytest.mark.parametrize("name", BY_PRODUCTS)
def test_what_is_known_times_what_is_not_negative_is_known_too(name: str) -> None:
    case, true = BY_PRODUCTS[name]
    s = letters()

    assert shown(s, *case(s)) is None
    assert (shown(s, *case(s), products=True) is not None) is true


def test_a_part_names_what_it_is_a_multiple_of(s: Any) -> None:
    known = Known("(1)", ">=", s.z, of="X")
    found = combination(s.p * s.z, ">=", [known], signs(s), products=True)

    ((by, part),) = found.parts
    assert (by.number(), part.name, part.of, part.op, part.root) == (1, "p·((1))", "X", ">=", known)
    assert known.root is known
    assert Known("(1)", ">=", s.z).of == ""
    squared = combination(s.z**2, ">", [Known("(1)", ">", s.z, of="X")], signs(s), products=True)
    assert [(one.name, one.of, one.op, one.root.name) for _, one in squared.parts] == [("((1))²", "X", ">", "(1)")]


CLEARED: dict[str, tuple[Callable[[Any], Term], Callable[[Any], Term | None]]] = {
    "no divisor": (lambda s: s.z, lambda s: s.z),
    "letters": (lambda s: s.z / (s.mu + 1), lambda s: s.z / (s.mu + 1)),
    "a positive atom": (lambda s: s.z / s.x, lambda s: s.z / s.x),
    "a positive sum": (lambda s: s.z / (s.x + s.y), lambda s: s.z),
    "two, one of them a power": (lambda s: s.z / ((s.x + s.y) ** 2 * (s.x + 1)), lambda s: s.z),
    "a positive sum, and letters": (lambda s: s.z / ((s.x + s.y) * (s.mu + 1)), lambda s: s.z / (s.mu + 1)),
    "letters, and two positive sums": (lambda s: s.z / ((s.t + 1) * (s.x + s.y) * (s.mu + 1) * (s.x + 2 * s.y)),
        lambda s: s.z / ((s.t + 1) * (s.mu + 1))),
    "a positive sum, and an atom": (lambda s: s.z / ((s.x + s.y) * s.x), lambda s: s.z / s.x),
    "a negative sum": (lambda s: s.z / (-s.x - s.y), lambda s: -s.z),
    "what may be 0": (lambda s: s.z / (s.x + s.b), lambda s: None),
    "what is positive but for a factor": (lambda s: s.z / ((s.x + s.y) * (s.x - s.y)), lambda s: None),
    "an atom that may be 0": (lambda s: s.z / s.p, lambda s: None),
    "in one summand alone": (lambda s: s.z + s.b / (s.x + s.y), lambda s: s.z * (s.x + s.y) + s.b),
    "a root above": (lambda s: o.sqrt(s.x) * s.z + o.sqrt(s.x) * s.b, lambda s: s.z + s.b),
    "a root in a part of it": (lambda s: o.sqrt(s.x) * s.z + s.b, lambda s: o.sqrt(s.x) * s.z + s.b),
    "a root of what may be 0": (lambda s: o.sqrt(s.p) * s.z + o.sqrt(s.p) * s.b,
        lambda s: o.sqrt(s.p) * s.z + o.sqrt(s.p) * s.b),
    "a root of what is one summand": (lambda s: o.sqrt(s.x) * s.z, lambda s: o.sqrt(s.x) * s.z),
    "a root that leaves what has a sign": (lambda s: o.sqrt(s.x) * s.y + o.sqrt(s.x),
        lambda s: o.sqrt(s.x) * s.y + o.sqrt(s.x)),
}  # fmt: skip


@pytest.mark.parametrize("name", CLEARED)
def test_a_divisor_that_is_positive_is_taken_away(name: str) -> None:
    of, expected = CLEARED[name]
    s = letters()
    found, wanted = cleared(of(s), signs(s)), expected(s)

    assert (found is None) == (wanted is None)
    assert found is None or wanted is None or (found - wanted).is_zero


@pytest.mark.parametrize("turned", [False, True])
def test_an_even_power_of_what_is_negative_is_positive(s: Any, turned: bool) -> None:
    """Of x − b and b − x one is known to be positive, whichever of them a polynomial is divided by."""
    known = s.b - s.x if turned else s.x - s.b
    negative = signs(s, positive=lambda term: (term - known).is_zero)

    for power in (1, 2, 3):
        for below, times in ((known, 1), (-known, (-1) ** power)):
            found = cleared(s.z / below**power, negative)
            assert found is not None
            assert (found - times * s.z).is_zero


def test_a_divisor_is_positive_atoms_times_a_function_of_the_letters(s: Any) -> None:
    def parts(term: Term) -> Any:
        (r,) = [r for _, r in (1 / term).parts.values()]
        found = divisor(s.u, r.den, signs(s))
        return None if found is None else (found[0], Term(s.u, {None: Ratio.of(found[1], ONE)}))

    assert parts(s.x**2 * s.y)[0] == {number(s.x): -2, number(s.y): -1}
    below, rest = parts(s.x * (s.mu + 1))
    assert (below, (rest - s.mu - 1).is_zero) == ({number(s.x): -1}, True)
    assert parts(s.lam * s.mu)[0] == {}
    assert parts(s.p) is parts(s.x + 1) is parts(s.z * (s.mu + 1)) is None


def test_letters_are_drawn_where_what_is_known_of_them_holds(s: Any) -> None:
    known = [Known("", ">=", s.mu - 3 * s.lam), Known("", ">=", s.n - 2), Known("", ">=", s.z - 2)]
    known.append(Known("", "==", s.lam - 2))

    for seed in range(5):
        point = drawn(s.u, known[:2], signs(s, least=7), seed)
        assert point is not None
        lam, mu, n, t = (point[number(one)] for one in (s.lam, s.mu, s.n, s.t))
        assert 0 < lam < 1
        assert mu >= 3 * lam
        assert n >= 2
        assert t > 7
        assert point[number(s.z)] == point[number(s.x)] == 0
        assert all(valued(one.gap.ratio, point) >= 0 for one in known[:2] if one.gap.ratio is not None)
    assert drawn(s.u, known, signs(s), 0) is not None  # what is known of others, and equations, are no bounds
    assert drawn(s.u, [Known("", ">=", s.lam - 2)], signs(s), 0) is None
    assert drawn(s.u, [Known("", ">=", s.lam - 1)], signs(s, at_most_one=frozenset()), 0) is not None


def test_a_coefficient_is_guessed_at_a_point_by_its_value_there(s: Any) -> None:
    point = drawn(s.u, [], signs(s), 0)
    assert point is not None
    lam, mu = (point[number(one)] for one in (s.lam, s.mu))
    ratio = ((s.lam + 1) / (s.mu + 2)).ratio

    assert ratio is not None
    assert valued(ratio, point) == (lam + 1) / (mu + 2)


def test_an_equation_has_no_rest_whatever_is_guessed(s: Any) -> None:
    known, goal, at = Known("1", "==", s.z), s.z + s.p, signs(s)
    target, column = summands(goal, at), summands(known.gap, at)
    assert target is not None
    assert column is not None
    left = set(target) - set(column)

    assert [
        combinations.solved(goal, op, target, [(known, column)], left, at) is not None for op in ("==", ">=", ">")
    ] == [False, True, False]


def test_equations_have_one_solution_or_none_is_found(s: Any) -> None:
    def of(*rows: tuple[Any, ...]) -> Any:
        found = combinations.eliminated([[(0 * s.x + one).ratio for one in row] for row in rows], len(rows[0]) - 1)
        return None if found is None else [Term(s.u, {None: r}) for r in found]

    x, y = of((s.lam, 1, s.mu), (1, -1, 0 * s.lam))
    assert (x - s.mu / (s.lam + 1)).is_zero
    assert (y - x).is_zero
    x, y = of((0, 2, 4), (3, 1, 5), (3, 3, 9))
    assert (x.number(), y.number()) == (1, 2)
    assert of((1, 1, 1)) is None
    assert of((1, 1, 1), (2, 2, 2)) is None


def test_a_root_times_itself_is_what_is_inside(s: Any) -> None:
    (root,) = o.sqrt(s.x).atoms()
    o.sqrt(s.x + s.y)
    same = [{root.number: 1, number(s.x): 1}, {root.number: -1}, {number(s.x): 1}]
    quotients = [{root.number: -1, number(s.x): 1}, *map(dict, same)]
    for quotient in quotients:
        combinations.with_roots(s.u, quotient)

    assert quotients == [{root.number: 1, number(s.x): 0}, *same]


OF_LETTERS: dict[str, tuple[Case, bool]] = {
    "a multiple": (lambda s: (">=", s.lam * (s.mu - 1), (">=", s.mu - 1)), True),
    "a quotient": (lambda s: (">", (s.mu - 1) / (s.lam + 1), (">", s.mu - 1)), True),
    "a multiple of the one of two that is positive":
        (lambda s: (">", s.lam * (s.mu - 1), (">=", s.mu - 1), (">", s.mu - 1)), True),
    "a sum of two": (lambda s: (">=", s.mu - s.t, (">=", s.mu - 1), (">=", 1 - s.t)), True),
    "a strict sum": (lambda s: (">", s.mu - s.t, (">", s.mu - 1), (">=", 1 - s.t)), True),
    "less than is known": (lambda s: (">", s.lam * (s.mu - 1), (">=", s.mu - 1)), False),
    "a sum of two that may be 0": (lambda s: (">", s.mu - s.t, (">=", s.mu - 1), (">=", 1 - s.t)), False),
    "a multiple of any sign": (lambda s: (">=", s.mu * (s.lam - 1), (">=", s.lam - 1)), False),
    "a quotient by what may be 0": (lambda s: (">=", (s.mu - 1) / s.t, (">=", s.mu - 1)), False),
    "a multiple that may be 0": (lambda s: (">", s.t * (s.mu - 1), (">", s.mu - 1)), False),
    "another sign": (lambda s: (">=", s.lam * (1 - s.mu), (">=", s.mu - 1)), False),
    "an equation": (lambda s: ("==", s.lam * (s.mu - 1), (">=", s.mu - 1)), False),
    "an equation of what is positive": (lambda s: ("==", s.mu - s.t, (">", s.mu - 1), (">=", 1 - s.t)), False),
    "what is no letter": (lambda s: (">=", s.lam * s.z, (">=", s.z)), False),
}  # fmt: skip


@pytest.mark.parametrize("name", OF_LETTERS)
def test_in_letters_alone_a_multiple_or_a_sum_of_two_is_found(name: str) -> None:
    (case, follows), s = OF_LETTERS[name], letters()
    op, goal, *known = case(s)
    found = combinations.of_letters(goal, op, [Known(str(k), *one) for k, one in enumerate(known)], signs(s))

    assert (found is not None) is follows
    if found is not None:
        assert found.rest.is_zero
        assert (goal - sum((by * one.gap for by, one in found.parts), s.u.constant(0))).is_zero
