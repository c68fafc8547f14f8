"""Protects what a proof takes for defined: a condition is met where signs show it for every run, and nowhere else."""

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from lemmacheck.theory.books.lecture.problems.objectives import Objective
from lemmacheck.theory.margins import comparators
from lemmacheck.verifiers.prove import operators as o
from lemmacheck.verifiers.prove.cases import in_case, indicator
from lemmacheck.verifiers.prove.context import Context
from lemmacheck.verifiers.prove.data import NAMES, OF_COLUMNS, arbitrary_data
from lemmacheck.verifiers.prove.formal import AnyLoss, Formal
from lemmacheck.verifiers.prove.quotients import NOT_0_OVER_0
from lemmacheck.verifiers.prove.refusals import Closed, Refused
from lemmacheck.verifiers.prove.signs import holds, nonnegative, positive, sign, signs_of
from lemmacheck.verifiers.prove.substitution import substituted
from lemmacheck.verifiers.prove.terms import COLUMNS, ROWS, Universe
from lemmacheck.verifiers.prove.values import Value
from lemmacheck.verifiers.prove.wording import term_text

from tests.verifiers.prove.formulas import letters
from tests.verifiers.prove.sequences import array, setting

Formula = Callable[[Any], Any]
SIGNS: dict[str, tuple[Formula, int, int]] = {
    "x": (lambda s: s.x, 1, 1),
    "−x": (lambda s: -s.x, -1, -1),
    "−1": (lambda s: 0 * s.x - 1, -1, -1),
    "0": (lambda s: 0 * s.x, 0, 1),
    "z": (lambda s: s.z, 0, 0),
    "z²": (lambda s: s.z**2, 0, 1),
    "−z²": (lambda s: -(s.z**2), 0, -1),
    "z² + 1": (lambda s: s.z**2 + 1, 1, 1),
    "z³ + 1": (lambda s: s.z**3 + 1, 0, 0),
    "x + 2yz² + 1/3": (lambda s: s.x + 2 * s.y * s.z**2 + Fraction(1, 3), 1, 1),
    "x − y": (lambda s: s.x - s.y, 0, 0),
    "x/(y + z²)": (lambda s: s.x / (s.y + s.z**2), 1, 1),
    "z²/(y + 1)": (lambda s: s.z**2 / (s.y + 1), 0, 1),
    "x/z²": (lambda s: s.x / s.z**2, 0, 0),
    "(x − y)²": (lambda s: (s.x - s.y) ** 2, 0, 1),
    "(x − y)³": (lambda s: (s.x - s.y) ** 3, 0, 0),
    "(x − y)²(x + 1)": (lambda s: (s.x - s.y) ** 2 * (s.x + 1), 0, 1),
    "(x − y)²z": (lambda s: (s.x - s.y) ** 2 * s.z, 0, 0),
    "(x − y)²/(x + 1)": (lambda s: (s.x - s.y) ** 2 / (s.x + 1), 0, 1),
    "−(x − y)²/(x + 1)": (lambda s: -2 * (s.x - s.y) ** 2 / (s.x + 1), 0, -1),
    "x/(x − y)²": (lambda s: s.x / (s.x - s.y) ** 2, 0, 0),
    "(x − y)²/(x + z)": (lambda s: (s.x - s.y) ** 2 / (s.x + s.z), 0, 0),
    "eᶻ(x − y)²": (lambda s: o.exp(s.z) * (s.x - s.y) ** 2, 0, 1),
    "(x − y)²(x² − y³)": (lambda s: (s.x - s.y) ** 2 * (s.x**2 - s.y**3), 0, 0),
    "(x − y)²(z² + b²)": (lambda s: (s.x - s.y) ** 2 * (s.z**2 + s.b**2), 0, 1),
    "eᶻ": (lambda s: o.exp(s.z), 1, 1),
    "−eᶻ − eˣ": (lambda s: -o.exp(s.z) - o.exp(s.x), -1, -1),
    "eᶻ − 1": (lambda s: o.exp(s.z) - 1, 0, 0),
    "eᶻ + eˣ": (lambda s: o.exp(s.z) + o.exp(s.x), 1, 1),
    "eᶻ + z²e⁻ᶻ": (lambda s: o.exp(s.z) + o.exp(-s.z) * s.z**2, 0, 1),
    "b": (lambda s: s.b, 0, 0),
    "a ≥ 0": (lambda s: s.a, 0, 1),
    "Σ aᵢ eᵇ": (lambda s: o.total(s.a * o.exp(s.b), ROWS), 0, 1),
    "Σ eᵇ": (lambda s: o.total(o.exp(s.b), ROWS), 1, 1),
    "Σ b²": (lambda s: o.total(s.b**2, ROWS), 0, 1),
    "‖Zᵀb‖²": (lambda s: o.total(o.carried(s.b, ROWS) ** 2, COLUMNS), 0, 1),
    "⟨Zᵀa, Zᵀb⟩": (lambda s: o.total(o.carried(s.a, ROWS) * o.carried(s.b, ROWS), COLUMNS), 0, 0),
    "⟨b, Zw⟩": (lambda s: o.total(s.b * o.carried(s.w, COLUMNS), ROWS), 0, 0),
    "√z²": (lambda s: o.sqrt(s.z**2), 0, 1),
    "√(x + 1)": (lambda s: o.sqrt(s.x + 1), 1, 1),
    "√(z² + eᶻz²)": (lambda s: o.sqrt(s.z**2 + o.exp(s.z) * s.z**2), 0, 1),
    "ln x": (lambda s: o.log(s.x), 0, 0),
    "ln(x + 1)": (lambda s: o.log(s.x + 1), 1, 1),
    "ln(z² + 1)": (lambda s: o.log(s.z**2 + 1), 0, 1),
    "ln n": (lambda s: o.log(s.u.n), 0, 1),
    "ln(n + 1)": (lambda s: o.log(s.u.n + 1), 0, 1),
    "ln(n − 1/2)": (lambda s: o.log(s.u.n - Fraction(1, 2)), 0, 0),
    "√(x‖b‖²)": (lambda s: o.sqrt(s.x * o.total(s.b**2, ROWS)), 0, 1),
    "ℓ(z)": (lambda s: o.function("ℓ", s.z), 1, 1),
    "max b": (lambda s: o.function("max", s.b, whole=ROWS), 0, 0),
    "‖b‖²": (lambda s: o.homogeneous("‖·‖²", s.b, 2, ROWS), 0, 1),
    "a₁": (lambda s: o.at_place(s.a, ROWS), 0, 1),
    "ℓ(b)₁": (lambda s: o.at_place(o.function("ℓ", s.b), ROWS), 1, 1),
}


@pytest.mark.parametrize("name", SIGNS)
def test_a_sign_is_that_of_all_summands_or_of_all_factors_and_meets_a_condition(name: str) -> None:
    formula, strictly, weakly = SIGNS[name]
    term = formula(letters(Universe()))

    assert (sign(term, strictly=True), sign(term, strictly=False)) == (strictly, weakly)
    by_factors = "(x − y)²" in name  # whose summands do not show it
    assert (positive(term), nonnegative(term)) == (strictly == 1, weakly == 1 and not by_factors)
    assert signs_of(term) == {"positive": positive(term), "nonnegative": nonnegative(term)}
    over_any = name in ("x/z²", "x/(x − y)²")  # whose divisor is asked for by itself
    met = [holds((what, term), sign) for what in ("≠ 0", "> 0", "≥ 0")]
    assert met == [strictly != 0 or over_any, strictly == 1, weakly == 1]


def test_a_product_is_not_0_if_each_of_its_factors_is_not() -> None:
    s = letters(Universe())
    (z,) = s.z.atoms()

    def nonzero(term: Any) -> bool:
        return holds(("≠ 0", term), sign, {z.number})

    assert nonzero(s.z)
    assert nonzero(-2 * s.z**3 * (s.x + 1) * o.exp(s.b))
    assert nonzero(s.z / (s.x + s.y))
    assert not nonzero(s.z + 1)
    assert not nonzero(s.z + s.x)
    assert not nonzero(s.b)
    assert not nonzero(s.z * s.b)
    assert not nonzero(s.z * (s.x - s.y))
    assert not nonzero(s.z * (s.a**2 + s.b**2))
    assert not nonzero(s.z + o.exp(s.z))
    assert not holds(("> 0", s.z), sign, {z.number})
    assert not holds(("≥ 0", s.z), sign, {z.number})


def test_a_polynomial_is_a_number_times_its_factors_which_are_found_once() -> None:
    u = Universe()
    x, y = u.symbol("x"), u.symbol("y")
    p = (-3 * x**2 * (y - x)).ratio.num

    constant, factors = u.factored(p)
    product = u.constant(constant)
    for factor, power in factors:
        product = product * factor**power
    assert (product + 3 * x**2 * (y - x)).is_zero
    assert sorted(power for _, power in factors) == [1, 2]
    assert u.factored((-3 * x**2 * (y - x)).ratio.num)[1] is factors


def test_a_term_is_made_ready_once_for_each_least_t() -> None:
    s = setting()
    t = s.context.universe.symbol("t", nonnegative=True)
    early = s.ready(t + 1)

    assert s.ready(1 + t) is early
    s.context.least = 2
    assert not (s.ready(t + 1) - early).is_zero
    s.context.least = 0
    assert s.ready(t + 1) is early


def as_signed(rules: dict[int, Any]) -> Callable[[Any, bool], int]:
    return lambda term, strictly: sign(substituted(term, rules), strictly)


def test_signs_are_read_off_what_the_hypotheses_make_of_a_term() -> None:
    s = letters(Universe())
    (z,) = s.z.atoms()

    for what in ("≠ 0", "> 0", "≥ 0"):
        assert holds((what, s.z), as_signed({z.number: s.x + 1}))
        assert holds((what, s.z), as_signed({z.number: -s.x})) == (what == "≠ 0")
    assert holds(("≠ 0", s.z * (s.x - s.y)), as_signed({z.number: s.x, next(iter(s.y.atoms())).number: -s.x}))


def test_a_sum_of_squares_is_known_as_one_when_it_is_expanded() -> None:
    s = letters(Universe())
    square = o.total((s.b - s.a) ** 2, ROWS)

    assert not holds(("≥ 0", square), sign)
    s.u.squares.add(square.key())
    assert holds(("≥ 0", square), sign)
    assert not holds(("> 0", square), sign)


def formal() -> tuple[Any, Any, Formal]:
    context = Context()
    s = letters(context.universe)
    return context, s, Formal(context)


def test_functions_of_numbers_and_of_arrays_are_those_of_their_entries() -> None:
    context, s, num = formal()
    x = array(context, s.x + s.a, ROWS)
    for name in ("exp", "log", "sqrt"):
        of_term = getattr(o, name)(s.x + s.a)
        assert (getattr(num, name)(x).at(None) - of_term).is_zero
        assert (getattr(num, name)(s.x + s.a) - of_term).is_zero
        assert getattr(num, name)(x).axes == (ROWS,)
    assert (num.root_of_squares(s.x) - o.sqrt(s.x)).is_zero
    assert (num.exp(0) - 1).is_zero
    assert (num.sqrt(4) - 2).is_zero
    assert (num.number(3) - 3).is_zero


def test_a_quotient_takes_numbers_and_arrays_and_needs_its_divisor_not_to_be_0() -> None:
    context, s, num = formal()
    b = array(context, s.b, ROWS)

    def needs(a: Any, c: Any) -> Any:
        with context.universe.quietly() as conditions:
            found = num.ratio(a, c)
            entry = found.at(None) if type(found) is Value else found
        return entry.key(), [(what, term_text(term)) for what, term in conditions.values()]

    both = o.function("ratio", s.x, s.b).key()
    assert needs(s.x, b) == (both, [(NOT_0_OVER_0, "b")])
    assert needs(array(context, s.x), b) == (both, [(NOT_0_OVER_0, "b")])
    assert needs(b, s.x) == ((s.b / s.x).key(), [(NOT_0_OVER_0, "x")])  # a vector is divided
    assert needs(s.x, s.z) == (o.function("ratio", s.x, s.z).key(), [(NOT_0_OVER_0, "z")])
    assert needs(1, s.z)[0] == o.function("ratio", 1 + 0 * s.z, s.z).key()


def test_functions_at_0_need_what_they_are_defined_by() -> None:
    context, s, num = formal()

    def of(function: Any, x: Any) -> Any:
        with context.universe.quietly() as conditions:
            found = function(x)
        return found, {(what, term_text(term)) for what, term in conditions.values()}

    found, needed = of(num.xlogx, s.z)
    assert (found - o.function("xlogx", s.z)).is_zero
    assert needed == {("≥ 0", "z")}
    found, _ = of(num.xlogx, s.x)
    assert (found - s.x * o.log(s.x)).is_zero
    found, needed = of(num.logrel, s.z)
    assert (found - o.function("logrel", s.z)).is_zero
    assert needed == {("> 0", "z + 1")}
    found, needed = of(num.exprel, s.z)
    assert (found - o.function("exprel", s.z)).is_zero
    assert positive(found)
    assert needed == set()


def test_the_largest_entry_is_one_of_the_whole_vector() -> None:
    context, s, num = formal()
    b = array(context, s.b, 1, ROWS)

    for function in (num.maximum, num.anchor):
        assert function(b).axes == (1,)
        assert (function(b).at(None) - o.function("max", s.b, whole=ROWS)).is_zero
    for function, x in ((num.maximum, s.x), (num.maximum, 3), (num.first_largest, b), (num.array, [1])):
        with pytest.raises(Refused):
            function(x)


def test_the_larger_of_two_is_the_first_where_it_reaches_the_second_and_else_the_second() -> None:
    context, s, num = formal()
    larger = num.larger(s.x, s.z)
    (case,) = [atom for atom in larger.atoms() if atom.binary]

    assert (num.reached(s.x, s.z) - context.universe.of(case)).is_zero
    assert (indicator(s.x - s.z) - context.universe.of(case)).is_zero
    assert (in_case(larger, case, 1) - s.x).is_zero
    assert (in_case(larger, case, 0) - s.z).is_zero


ASKED: dict[str, tuple[str, ...]] = {
    "compared, which has no answer of arbitrary numbers": ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"),
    "asked whether it is true, as by a branch": ("__bool__",),
    "asked for its absolute value": ("__abs__",),
    "looped over or counted": ("__iter__", "__next__", "__len__", "__reversed__"),
    "asked what it contains": ("__contains__",),
    "made a number of Python's": ("__float__", "__int__", "__complex__", "__index__", "__round__", "__floor__"),
    "multiplied by @ with other than a vector of its space": ("__matmul__", "__rmatmul__"),
    "divided with a remainder": ("__mod__", "__rmod__", "__divmod__", "__rdivmod__", "__floordiv__", "__rfloordiv__"),
    "changed in place": ("__iadd__", "__isub__", "__imul__", "__itruediv__"),
}


@pytest.mark.parametrize("words", ASKED)
def test_what_is_not_read_is_refused_in_its_words(words: str) -> None:
    class Plain(Closed):
        """A symbolic object that defines nothing."""

    for name in ASKED[words]:
        with pytest.raises(Refused, match=f"a symbolic number or array is {re.escape(words)}"):
            getattr(Plain, name)(Plain(), 1)


def test_of_any_loss_its_definition_is_known_and_that_it_increases() -> None:
    context, s, num = formal()
    loss, xi = AnyLoss(context), array(context, s.b, ROWS)
    psi = loss.psi(num, xi)

    assert psi.axes == ()
    assert (psi.at(None) - o.function("ℓ⁻¹", o.total(o.function("ℓ", s.b), ROWS))).is_zero
    gradient = loss.psi_gradient(num, xi)
    assert gradient.axes == (ROWS,)
    assert (gradient.at(None) * o.function("ℓ'", psi.at(None)) - o.function("ℓ'", s.b)).is_zero
    assert (loss.excess(num, xi).at(None) - o.total(gradient.at(None), ROWS) + 1).is_zero
    value, derivative = loss.shares(num, xi)
    assert (value.at(None) - loss.value(num, xi).at(None)).is_zero
    assert (derivative.at(None) - loss.derivative(num, xi).at(None)).is_zero
    assert positive(loss.value(num, s.z))
    assert positive(loss.derivative(num, s.z))
    assert positive(loss.rho(s.u.n))
    assert (loss.conjugate(num, xi).at(None) - o.function("ψ*", s.b, whole=ROWS)).is_zero


def test_the_inverse_of_a_loss_undoes_the_loss_and_nothing_else() -> None:
    context, s, num = formal()
    loss = AnyLoss(context)

    assert (loss.inverse(num, loss.value(num, s.z + 1)) - s.z - 1).is_zero
    for other in (2 * loss.value(num, s.z), loss.value(num, s.z) + 1, loss.derivative(num, s.z), s.x):
        assert (loss.inverse(num, other) - o.function("ℓ⁻¹", other)).is_zero


def test_data_meet_vectors_of_their_own_space() -> None:
    context, s, _ = formal()
    p = arbitrary_data(context, AnyLoss(context))
    w, q = array(context, s.w, COLUMNS), array(context, s.b, ROWS)

    assert p.scores(w).axes == (ROWS,)
    assert (p.scores(w).at(None) - o.carried(s.w, COLUMNS)).is_zero
    assert p.combine(q).axes == (COLUMNS,)
    assert (p.combine(q).at(None) - o.carried(s.b, ROWS)).is_zero
    for refused in (lambda: p.scores(q), lambda: p.combine(w), lambda: p.scores(s.x), lambda: p.fixed([[1]])):
        with pytest.raises(Refused):
            refused()
    assert (p.ones(p.n).at(None) - 1).is_zero
    assert (p.ones(p.n).axes, p.ones(p.d).axes) == ((ROWS,), (COLUMNS,))
    for size in (3, p.n + 1, p.n * p.d):
        with pytest.raises(Refused):
            p.ones(size)
    assert holds(("≥ 0", p.squared(q).at(None)), sign)
    best = p.optimum.q.at(None)
    assert (o.total(best, ROWS) - 1).is_zero
    assert nonnegative(best)
    assert not positive(best)
    assert (p.optimum.gamma_squared.at(None) - o.total(o.carried(best, ROWS) ** 2, COLUMNS)).is_zero


def test_all_paths_are_those_of_as_many_steps_as_the_run_has() -> None:
    context, s, _ = formal()
    p = arbitrary_data(context, AnyLoss(context))
    with pytest.raises(Refused, match="shorter or longer"):
        p.every_path(s.x)
    context.horizon = s.x
    assert p.every_path(s.x) is not None
    for other in (s.x + 1, s.y, 3):
        with pytest.raises(Refused, match="shorter or longer"):
            p.every_path(other)


def test_comparators_are_arbitrary_points_of_their_space() -> None:
    context, *_ = formal()
    p = arbitrary_data(context, AnyLoss(context))
    inside = dict.fromkeys(OF_COLUMNS, COLUMNS)
    for kind in NAMES:
        assert hasattr(comparators, kind) or hasattr(Objective, kind)
        found = p.arbitrary(kind)
        for one in found if type(found) is tuple else (found,):
            (atom,) = one.at(None).atoms()
            assert (one.axes[1:], atom.space) == ((inside.get(kind, ROWS),), inside.get(kind, ROWS))
            of_simplex = kind == "simplex_points"
            assert (atom.nonnegative, atom.positive, atom.total) == (of_simplex, False, 1 if of_simplex else None)
    assert len(p.arbitrary("dual_pairs")) == 2
    first, second = p.arbitrary("dual_pairs")
    assert not (first.at(None) - second.at(None)).is_zero
    assert (first - second).axes == first.axes
    with pytest.raises(Refused):
        first - p.arbitrary("dual_points")
    with pytest.raises(Refused):
        p.arbitrary("points")
    assert not context.looped
    context.loops = 2
    assert len(p.arbitrary("each_loss")) == 2
    assert context.looped
