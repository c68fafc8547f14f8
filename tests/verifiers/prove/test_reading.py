"""Protects how a statement is read for a proof: as a formula of an arbitrary run, of arbitrary parameters, or not."""

import copy
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.books.jst.algorithms.general_dual import GeneralDual
from lemmacheck.theory.books.jst.algorithms.gradient_descent import GradientDescent
from lemmacheck.theory.books.jst.algorithms.mirror import Mirror, MirrorDescent
from lemmacheck.theory.books.jst.algorithms.primal_momentum import PrimalMomentum
from lemmacheck.theory.core.arithmetic import as_array
from lemmacheck.theory.core.method import Method
from lemmacheck.theory.core.relation import IllFormed, Misshapen
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.prove import operators as o
from lemmacheck.verifiers.prove.algorithms import with_letters
from lemmacheck.verifiers.prove.context import Context, Later, Points, Steps
from lemmacheck.verifiers.prove.data import arbitrary_data
from lemmacheck.verifiers.prove.formal import AnyLoss
from lemmacheck.verifiers.prove.geometry import AnyGeometry, AnyObjective, AnyVector
from lemmacheck.verifiers.prove.refusals import Refused, Undefined, tried
from lemmacheck.verifiers.prove.setting import Setting
from lemmacheck.verifiers.prove.signs import nonnegative, positive
from lemmacheck.verifiers.prove.subject import Trajectory, entry_by_entry, factors_of, forms_of, kept, same
from lemmacheck.verifiers.prove.terms import COLUMNS, ROWS, Term
from lemmacheck.verifiers.prove.values import Value

from tests.verifiers.prove.sequences import array


def helper(x: Any) -> Any:
    return x + 1


def symbolic() -> Term:
    return Context().universe.symbol("x")


ASKED: dict[str, Callable[[Any], Any]] = {
    "a type": lambda x: isinstance(x, int),
    "its truth": bool,
    "its length": len,
    "its items": iter,
    "its hash": hash,
    "equality": lambda x: x == 1,
    "order": lambda x: x < 1,
    "a float": float,
    "an absolute value": abs,
    "a rounding": round,
    "a text": str,
    "a remainder": lambda x: x % 2,
    "a matrix product": lambda x: x @ x,
    "a power of 2": lambda x: 2**x,
    "an entry": lambda x: x[0],
    "a copy": copy.copy,
    "an attribute": lambda x: x.real,
}


@pytest.mark.parametrize("name", ASKED)
def test_a_symbolic_number_has_no_answer_but_sums_and_products(name: str) -> None:
    with pytest.raises(Refused):
        ASKED[name](symbolic())


def test_numpy_is_told_that_a_symbolic_number_has_no_shape() -> None:
    assert as_array(symbolic()).shape == ()
    with pytest.raises(Refused, match="asked for its shape"):
        symbolic().shape  # noqa: B018
    assert not hasattr(symbolic(), "__array_interface__")
    with pytest.raises(Refused, match="an array of NumPy's"):
        np.asarray(symbolic(), dtype=object)


def refuse(*_: Any) -> Any:
    raise Refused("no")


def hide(_: Any = None) -> int:
    try:
        refuse()
    except Refused:
        return 7
    return 8


def raised(error: Exception) -> Any:
    raise error


@pytest.mark.parametrize(("reading", "found", "hidden"), [
    (lambda: 7, 7, 0),
    (refuse, None, 0),
    (hide, 7, 1),
    (lambda: hide() + hide(), 14, 2),
    (lambda: (hide(), refuse()), None, 1),
    (lambda: raised(Misshapen("no")), None, 0),
    (lambda: (hide(), raised(IllFormed("no"))), None, 1),
    (lambda: tried(refuse), None, 0),
    (lambda: (tried(hide), tried(refuse)), (7, None), 1),
    (lambda: raised(Undefined("no")), None, 0),
])  # fmt: skip
def test_a_refusal_that_a_statement_hides_is_counted(reading: Any, found: Any, hidden: int) -> None:
    at_first = Refused.raised, Refused.hidden
    for unheard in (0, 2):
        Refused.raised = unheard
        before = Refused.hidden

        assert tried(reading) == found
        assert (Refused.raised, Refused.hidden - before) == (unheard, hidden)
    Refused.raised, Refused.hidden = at_first


def test_other_errors_are_no_refusals() -> None:
    with pytest.raises(KeyError):
        tried(lambda: raised(KeyError("x")))
    assert issubclass(Undefined, ZeroDivisionError)


LETTER = {"lam": "λ", "theta": "θ", "beta": "β", "eta": "η"}


@pytest.mark.parametrize("kind", [DualNesterov, GeneralDual, GradientDescent, PrimalMomentum, Mirror, MirrorDescent])
def test_every_parameter_of_a_method_is_arbitrary(kind: Any) -> None:
    context, loss = Context(), object()
    method = next(m for m in LIBRARY.methods.values() if m.kind is kind)
    found = with_letters(method, context, lambda letter: letter, loss)

    assert type(found) is kind
    kinds = {"loss": object, "geometry": AnyGeometry, "objective": AnyObjective, "first": AnyVector}
    for name, value in vars(found).items():
        assert value == LETTER[name] if name in LETTER else type(value) is kinds[name]
    assert getattr(found, "loss", loss) is loss


@dataclass(frozen=True)
class Even:
    gamma: Any = None


@dataclass(frozen=True)
class Odd:
    gamma: Any = None


@pytest.mark.parametrize(("kind", "words"), [(Odd, "the parameter gamma"), (int, "own")])
def test_a_method_whose_parameters_are_not_known_is_refused(kind: Any, words: str) -> None:
    with pytest.raises(Refused, match=words):
        with_letters(Method(kind, usual={}), Context(), lambda letter: letter, None)


def test_of_a_geometry_nothing_is_known_but_that_norms_are_homogeneous() -> None:
    context = Context()
    u = context.universe
    geometry, f = AnyGeometry(context), AnyObjective(context)
    b, x = u.symbol("q∈C", ROWS), u.symbol("x", positive=True)
    q = array(context, b, 1, ROWS)
    to_numbers = {
        "ω": lambda q: geometry.omega(None, q),
        "ω*": lambda q: geometry.conjugate(None, q),
        "f": lambda q: f.value(None, q),
    }
    to_vectors = {
        "∇ω*": lambda q: geometry.mirror(None, q),
        "∇ω": lambda q: geometry.gradient(None, q),
        "∇f": lambda q: f.gradient(None, q),
    }

    for name, function in to_numbers.items():
        assert function(q).axes == (1,)
        assert (function(q).at(None) - o.function(name, b, whole=ROWS)).is_zero
    for name, function in to_vectors.items():
        assert function(q).axes == (1, ROWS)
        assert (function(q).at(None) - o.function(name, b, whole=ROWS, space=ROWS)).is_zero
    assert (geometry.omega_at(None, None, q).at(None) - geometry.omega(None, q).at(None)).is_zero
    for name in ("squared_norm", "squared_dual_norm"):
        norm = getattr(geometry, name)
        assert norm(None, q).axes == (1,)
        scaled = norm(None, array(context, x * b, 1, ROWS)).at(None)
        assert (scaled - x**2 * norm(None, q).at(None)).is_zero
        assert nonnegative(scaled)
    assert not (geometry.squared_norm(None, q).at(None) - geometry.squared_dual_norm(None, q).at(None)).is_zero
    assert positive(geometry.alpha(None))
    (inside,) = geometry.contains(q)
    assert (inside.op, nonnegative(inside.rhs), nonnegative(-inside.rhs)) == ("<=", False, False)
    w = array(context, u.symbol("w", COLUMNS), COLUMNS)
    for refused in (
        lambda: geometry.omega(None, w),
        lambda: geometry.omega(None, x),
        lambda: geometry.curvature(None),
        lambda: f.scale(None),
    ):
        with pytest.raises(Refused):
            refused()


def test_points_of_an_arbitrary_set_come_with_their_values() -> None:
    context = Context()
    geometry, f = AnyGeometry(context), AnyObjective(context)
    point, omega = geometry.points(None)
    best, first = f.minimisers(None), AnyVector(context)(None)

    assert (point.axes, omega.axes) == ((Points("C"), ROWS), (Points("C"),))
    assert (best.axes, first.axes) == ((Points("minimisers"), ROWS), (ROWS,))
    letters = [x.at(None) for x in (point, omega, best, first)]
    assert len({x.key() for x in letters}) == 4
    assert [x.spaces for x in letters] == [{ROWS}, set(), {ROWS}, {ROWS}]


def test_two_methods_are_one_only_if_they_are_of_one_type_with_the_same_parameters() -> None:
    one = Odd(Fraction(1, 2))

    assert same(one, one)
    assert same(one, Odd(Fraction(1, 2)))
    assert same(Odd(Odd("a")), Odd(Odd("a")))
    assert not same(one, Odd(Fraction(1, 3)))
    assert not same(one, Even(Fraction(1, 2)))
    assert not same(Odd(1), Odd(True))
    assert not same(Odd(1), Odd(Fraction(1)))
    assert not same(Odd(1.0), Odd(float("1.0")))
    assert not same(Odd([1]), Odd([1]))
    assert same(Odd(3), Odd(3))
    u = Context().universe
    assert same(Odd(u.symbol("x") + 1), Odd(1 + u.symbol("x")))
    assert not same(Odd(u.symbol("x")), Odd(u.symbol("y")))
    assert not same(Odd(u.symbol("x")), Odd(3))


def test_a_step_divides_by_its_single_factors_alone() -> None:
    u = Context().universe
    x, y = u.symbol("x"), u.symbol("y")

    def names(term: Term) -> list[str]:
        return [atom.name for atom in factors_of(term)]

    assert names(x) == names(x**2) == names(1 / x) == names(3 * x) == ["x"]
    assert names(x * y) == names(x + 1) == names(x / (x + 1)) == names(o.exp(x)) == names(u.constant(2)) == []


def trajectory() -> tuple[Context, Trajectory]:
    context = Context()
    problem = arbitrary_data(context, AnyLoss(context))
    return context, Trajectory(context, problem, DualNesterov(lam=helper, theta=helper))


def test_an_arbitrary_run_has_no_length_and_no_list_of_states() -> None:
    _, run = trajectory()

    for refused in (
        lambda: run.steps,
        lambda: run.states,
        lambda: run.state(Later(-1)),
        lambda: run.sums(1),
        lambda: run.sums(run.w[1:]),
        lambda: run.sums(run.w[0]),
        lambda: run.recurrence(1, lambda t, x: x),
        lambda: run.recurrence(run.w[0], lambda t, x: x[None]).at(1),
        lambda: run.recurrence(run.w[0], lambda t, x: 1).at(1),
        *(lambda first=first: run.each(lambda s: s.w, first) for first in (-1, True, 1.0)),
        lambda: run.each(lambda s: s.w * s.t if isinstance(s.t, int) else s.w[0]),
    ):
        with pytest.raises(Refused):
            refused()


def test_sums_and_recurrences_start_at_0_and_go_on_by_a_step() -> None:
    context, run = trajectory()
    sums = run.sums(run.w)

    assert sums.at(0).is_zero
    assert (sums.at(2) - run.w.at(0) - run.w.at(1)).is_zero
    assert (sums.at(Later(1)) - sums.at(Later(0)) - run.w.at(Later(0))).is_zero
    assert sums.axes == run.w.axes
    again = run.recurrence(run.w[0] + 1, lambda t, x: t * x + 1)
    assert (again.at(0) - 1).is_zero
    assert (again.at(2) - 5).is_zero
    t = context.universe.symbol("t")
    assert (again.at(Later(1)) - (t + 1) * again.at(Later(0)) - 1).is_zero
    assert again.axes == run.w.axes
    assert (run.per_step(lambda t: t**2).at(3) - 9).is_zero
    assert (run.per_step(lambda t: t**2).at(Later(1)) - (t + 1) ** 2).is_zero
    for keeps in (run.once, run.keep, run.lacking):
        with pytest.raises(Refused, match="asked for what it keeps"):
            keeps("name", helper)


def test_what_is_said_of_the_states_is_read_at_each_at_pairs_and_at_the_last() -> None:
    _, run = trajectory()
    each, late, pairs = run.each(lambda s: s.w), run.each(lambda s: s.w, 2), run.pairs(lambda s, after: after.w - s.w)

    assert each.axes == run.w.axes
    for i in (0, Later(0), Later(1)):
        assert (each.at(i) - run.w.at(i)).is_zero
        assert (late.at(i) - run.w.at(i + 2)).is_zero
        assert (pairs.at(i) - run.w.at(i + 1) + run.w.at(i)).is_zero
    assert (late.axes[0], pairs.axes[0]) == (Steps(-2), Steps(-1))
    assert run.last(lambda s: s.w).axes == run.w[-1:].axes


def test_an_entry_of_a_state_is_read_where_the_state_is_made() -> None:
    context = Context()
    x, b = context.universe.symbol("x"), context.universe.symbol("b", ROWS)
    asked: list[Any] = []

    def entry(place: Any) -> Term:
        asked.append(place)
        return b

    assert [(entry_by_entry(context, k) - k).is_zero for k in (3, Fraction(1, 2))] == [True, True]
    assert isinstance(entry_by_entry(context, array(context, x)), Term)
    vector = entry_by_entry(context, Value(context, (ROWS,), entry))
    assert (vector.axes, len(asked)) == ((ROWS,), 1)
    assert vector.at(None) is vector.at(None) is b
    assert len(asked) == 1
    per_step = Value(context, (Steps(), ROWS), entry)
    assert entry_by_entry(context, per_step) is per_step


def test_runs_of_other_methods_have_letters_of_their_own() -> None:
    _, run = trajectory()
    other = run.again(DualNesterov(lam=helper, theta=lambda t: helper(t) + 1))

    assert (run.again(DualNesterov(lam=helper, theta=helper)).w.at(Later(0)) - run.w.at(Later(0))).is_zero
    assert not (other.w.at(Later(0)) - run.w.at(Later(0))).is_zero
    assert (other.letters, run.letters) == ("'", "")
    assert other.w.at(0).is_zero


def test_a_form_of_states_is_kept_if_the_first_has_it_and_a_step_leads_to_it() -> None:
    _, run = trajectory()
    (form,) = forms_of(run.algorithm, run.first_state)

    assert kept(run, form)
    assert not kept(run, lambda p, t, free: form(p, t + 1, free))  # a step leads to it
    assert not kept(run, lambda p, t, free: form(p, 2 * t, free))  # the first has it


def test_a_run_that_is_not_made_yet_has_no_fields() -> None:
    for name in ("context", "problem", "algorithm", "__len__", "__float__"):
        assert not hasattr(object.__new__(Trajectory), name)


FORMED = [kind for kind in LIBRARY.methods if hasattr(kind, "forms")]


@pytest.mark.parametrize("kind", FORMED, ids=lambda kind: kind.__name__)
def test_the_states_of_each_method_have_the_form_that_is_conjectured(kind: type) -> None:
    claim = next(claim for claim in LIBRARY.claims.values() if claim.about is kind and not claim.is_rate)
    run = Setting(claim).run

    assert any(kept(run, form) for form in forms_of(run.algorithm, run.first_state))
