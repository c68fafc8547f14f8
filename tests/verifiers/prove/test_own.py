"""Protects proofs about problems of an author's own: what is false or cannot be read is not proved, true lemmas are."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from lemmacheck import above, at_least, at_most, below, by, equal, problem
from lemmacheck.theory.core.own import Own, opaque
from lemmacheck.verifiers.prove.context import Context
from lemmacheck.verifiers.prove.formal import Formal
from lemmacheck.verifiers.prove.opaque import seen_as_any
from lemmacheck.verifiers.prove.own import ArbitraryOwn, Entries, arbitrary_method, arbitrary_problem, field, parameter
from lemmacheck.verifiers.prove.refusals import Refused
from lemmacheck.verifiers.prove.terms import COLUMNS, ROWS
from lemmacheck.verifiers.prove.wording import term_text

from tests.verifiers.prove.own_problems import State, Stay, is_proved, own, plainly, stays
from tests.verifiers.prove.sequences import array

KEPT = [1, 1]
LETTERS: tuple[tuple[str, tuple[Any, ...]], ...] = (("w", (COLUMNS,)), ("q", (ROWS,)), ("k", ()))


@problem(mu=[Fraction(1, 4), 1], turn=[1, -1, Fraction(1, 2)], free=[0, 1])
class Mine:
    def of(Z, mu, turn, free):
        return {
            "A": Z.T @ Z,
            "more": (3 * (Z.T @ Z) - Z.T @ Z / 2).T,
            "L": (Z * Z).sum() + mu,
            "bare": (Z * Z).sum(),
            "a": Z[0],
            "end": Z[-1],
            "column": Z[:, 0],
            "share": (Z * Z).sum(-1) / (Z * Z).sum(),
            "inverse": 1 / (Z[0] * Z[0]).sum(),
        }

    def gradient(p, x):
        return p.A @ x + p.mu * x

    def f(p, x):
        return p.inner(x, p.gradient(x)) / 2


@dataclass(frozen=True)
class Descent:
    c: Any = 1

    def start(self, p):
        return State(0, p.ones(p.d))

    def step(self, p, s):
        return State(s.t + 1, s.x - self.c * p.gradient(s.x) / p.L)


def proved(function: Callable[[Any], Any], on: Any = Mine, kind: Any = Descent, **more: Any) -> bool:
    return is_proved(function, on, kind, **more)


def gradients(run):
    return run.each(lambda s: run.problem.gradient(s.x))


def smoothness(run):
    return [by("F.frobenius", gradients(run))]


def test_a_lemma_of_ones_own_is_proved_by_its_step_and_a_fact() -> None:
    assert proved(contracts_by_f, proof=smoothness)
    assert not proved(contracts_by_f)


def contracts_by_f(run):
    p, f = run.problem, run.each(lambda s: run.problem.f(s.x))
    return at_most(f[1:], (1 - p.mu / p.L) * f[:-1])


def falls(run):
    f = run.each(lambda s: run.problem.f(s.x))
    return f[1:], f[:-1], run.problem, gradients(run)[:-1]


FALSE: dict[str, Callable[[Any], Any]] = {
    "twice the rate": lambda r: at_most(falls(r)[0], (1 - 2 * r.problem.mu / r.problem.L) * falls(r)[1]),
    "strict": lambda r: below(falls(r)[0], (1 - r.problem.mu / r.problem.L) * falls(r)[1]),
    "the sign": lambda r: at_most(falls(r)[0], (1 + r.problem.mu / r.problem.L) * -falls(r)[1]),
    "without μ in L": lambda r: at_most(falls(r)[0], (1 - r.problem.mu / r.problem.bare) * falls(r)[1]),
    "the next gradient": lambda r: at_most(
        falls(r)[0], falls(r)[1] - r.problem.squared(gradients(r)[1:]) * 2 / r.problem.L
    ),
    "μ above its range": lambda r: at_most(r.problem.mu, Fraction(99, 100)),
    "a parameter is not 0": lambda r: above(r.problem.free, 0),
    "a second unit vector": lambda r: equal(0 * r.problem.vertex(1).sum(-1), 0),
    "e_1 of another space": lambda r: equal(r.problem.vertex(0, r.problem.n), r.problem.vertex(0)),
    "the first row is the last": lambda r: equal(r.problem.a, r.problem.end),
    "a column of shares": lambda r: equal(r.problem.column, r.problem.share),
    "a share is positive": lambda r: above(r.problem.share, 0),
    "the sign of a parameter": lambda r: at_least(r.problem.turn, 0),
    "Z ≠ 0 of a run of no steps": lambda r: above(r.problem.bare - r.problem.squared(r.problem.a), 0),
    "two rows": lambda r: at_least(r.problem.n, 2),
    "two fields are one": lambda r: equal(r.problem.L, r.problem.bare),
    "t is not the index": lambda r: equal(r.each(lambda s: s.t), r.t + 1),
}


@pytest.mark.parametrize("name", FALSE)
def test_what_is_false_is_not_proved(name: str) -> None:
    assert not proved(FALSE[name], proof=smoothness)


TRUE: dict[str, Callable[[Any], Any]] = {
    "the range of a parameter": lambda r: (at_most(r.problem.mu, 1), at_least(r.problem.mu, Fraction(1, 4))),
    "a range, squared": lambda r: at_most(r.problem.turn**2, 1),
    "what of() divides by is not 0": lambda r: above(r.problem.inverse, 0),
    "the time": lambda r: equal(r.each(lambda s: s.t), r.t),
    "a parameter that may be 0": lambda r: at_least(r.problem.free, 0),
    "a unit vector": lambda r: equal(r.problem.squared(r.problem.vertex(0)), 1),
    "a column": lambda r: equal(r.problem.inner(r.problem.column, r.problem.uniform()) * r.problem.n,
        r.problem.column.sum(-1)),
    "shares add up to 1": lambda r: equal(r.problem.share.sum(-1), 1),
    "0": lambda r: equal(r.problem.zeros(r.problem.d), 0),
    "a sum of matrices": lambda r: equal(r.problem.more @ r.x[0], Fraction(5, 2) * (r.problem.A @ r.x[0])),
    "a vector times a matrix": lambda r: equal(r.x[0] @ r.problem.more, r.problem.more.T @ r.x[0]),
    "a vector times Z": lambda r: equal((r.x[0] @ r.problem.Z.T) @ r.problem.Z, r.problem.A @ r.x[0]),
    "a product of matrices": lambda r: equal(r.each(lambda s: r.problem.inner(s.x, r.problem.A @ s.x)),
        r.problem.squared(r.problem.scores(r.x))),
}  # fmt: skip


@pytest.mark.parametrize("name", TRUE)
def test_what_is_true_by_formulas_is_proved(name: str) -> None:
    assert proved(TRUE[name], proof=lambda r: [at_most(r.problem.turn**2, 1)])


def branching(Z):
    return {"a": Z[0] if Z[0].sum() > 0 else Z[-1]}


def drawn(Z):
    return {"a": Z[0] * np.random.rand()}


def caught(Z):
    try:
        return {"a": Z[0] / Z[1]}
    except ZeroDivisionError:
        return {"a": Z[0]}


NO_FIELDS = {
    "Z times a vector of ℝⁿ": lambda Z: {"a": Z[0], "b": Z @ Z[:, 0]},
    "a vector of ℝᵈ times Z": lambda Z: {"a": Z[0], "b": Z[0] @ Z},
    "Z times Z": lambda Z: {"a": Z[0], "b": Z @ Z},
    "a sum of n × n and d × d": lambda Z: {"a": Z[0], "b": Z.T @ Z + Z @ Z.T},
    "a matrix and a number": lambda Z: {"a": Z[0], "b": Z.T @ Z + 1},
    "a matrix times a vector's entries": lambda Z: {"a": Z[0], "b": Z.T @ Z * Z[0]},
}


def test_what_of_does_beside_formulas_is_not_read() -> None:
    assert proved(stays, own(plainly), Stay)
    for of in (
        branching,
        lambda Z: {"a": Z[0] * min(Z.shape)},
        drawn,
        lambda Z: {"a": Z[0] * KEPT[0]},
        caught,
        lambda Z: {"a": Z[1]},
    ):
        assert not proved(stays, own(of), Stay), of.__name__
    for name, of in NO_FIELDS.items():
        assert not proved(stays, own(of), Stay), name


def test_a_problem_with_a_hook_of_pythons_or_a_store_of_its_own_is_not_read() -> None:
    def other(p, *given):
        return p.ones(p.d)

    assert proved(stays, own(plainly, other=other, f__=other, __f=other), Stay)
    for name in ("__getattr__", "__getattribute__", "__init__", "__post_init__", "__getitem__"):
        assert not proved(stays, own(plainly, **{name: other}), Stay), name
    for name, value in {"store": [], "named": {}, "counter": iter([1])}.items():
        assert not proved(stays, own(plainly, **{name: value}), Stay), name


def test_what_an_author_says_in_place_of_ours_is_what_is_read() -> None:
    def norm_is_ours(run):
        return equal(run.each(lambda s: run.problem.squared(s.x)), run.each(lambda s: (s.x * s.x).sum(-1)))

    assert proved(norm_is_ours, own(plainly), Stay)
    assert not proved(norm_is_ours, own(plainly, squared=lambda p, x: 2 * (x * x).sum(-1)), Stay)


def test_what_makes_a_problem_arbitrary_is_not_an_authors() -> None:
    def zero(p, *given):
        return p.ones(p.d) * 0

    for name, value in dict.fromkeys(["_carried", "arbitrary", "Z", "num", "n", "d", "made"], zero).items():
        assert not proved(stays, own(plainly, **{name: value}), Stay), name


def of_a_name_twice(Z):
    return {"a": Z[0], "shift": 0}


def test_a_field_called_like_a_function_of_the_problem_does_not_hide_it() -> None:
    def no_shift(run):
        return equal(run.problem.shift, 0)

    assert proved(no_shift, own(of_a_name_twice), Stay)
    assert not proved(no_shift, own(of_a_name_twice, shift=1), Stay)


@pytest.mark.parametrize("name", ["families", "show", "shapes", "smallest"])
def test_what_no_run_reads_of_a_problem_need_be_no_formula(name: str) -> None:
    on = own(plainly)
    setattr(on, name, KEPT)

    assert proved(stays, on, Stay)


def test_a_matrix_without_entries_takes_numbers_and_sums_to_its_products() -> None:
    context = Context()
    Z, c = Entries(context), context.universe.symbol("c")
    w, q, number = (array(context, context.universe.symbol(name, *axes), *axes) for name, axes in LETTERS)
    M, N = Z.map, Z.map @ (Z.T @ Z)
    made: list[tuple[Any, Callable[..., Any]]] = [
        (M * c, lambda M, N, x: (M @ x) * c),
        (M * number, lambda M, N, x: (M @ x) * number),
        (M / 3, lambda M, N, x: (M @ x) / 3),
        (M + N, lambda M, N, x: M @ x + N @ x),
        (M - N, lambda M, N, x: M @ x - N @ x),
        (-M, lambda M, N, x: -(M @ x)),
        ((Z * c).map, lambda M, N, x: (M @ x) * c),
        ((Z * number).map, lambda M, N, x: (M @ x) * number),
        ((Z / 3).map, lambda M, N, x: (M @ x) / 3),
        ((Z / number).map, lambda M, N, x: (M @ x) / number),
        ((-Z).map, lambda M, N, x: -(M @ x)),
    ]
    for one, says in made:
        assert (one @ w - says(M, N, w)).at(None).is_zero
        assert (one.T @ q - says(M.T, N.T, q)).at(None).is_zero
    assert ((Z * c).at(None) - Z.at(None) * c).is_zero
    assert ((Z * 3)[0].at(None) - Z[0].at(None) * 3).is_zero
    for each, times in ((Z * w, w.at(None)), (Z / w, 1 / w.at(None))):
        assert (each.axes, (each.at(None) - Z.at(None) * times).is_zero) == (Z.axes, True)


def test_z_and_its_parts_are_told_by_their_places() -> None:
    context = Context()
    context.smallest = 2, 1
    Z, e = Entries(context), ArbitraryOwn.vertex(SimpleNamespace(num=Formal(context)), 0)  # type: ignore[arg-type]
    parts = [Z, Z[0], Z[-1], Z[:, 0], Z[:, -1], e, Z[0, 0], Z[1, -1]]
    texts = ["Z", "Z[0]", "Z[-1]", "Z[:, 0]", "Z[:, -1]", "e_1", "Z[0, 0]", "Z[1, -1]"]

    assert [term_text(part.at(None)) for part in parts] == texts


def test_an_entry_of_the_data_is_any_number() -> None:
    on = own(lambda Z: {"a": Z[0], "b": Z[0, 0], "c": (2 * Z)[0, 0], "e": Z[1, 1]})

    assert is_proved(lambda run: equal(run.each(lambda s: run.problem.c), 2 * run.problem.b), on, Stay)
    assert is_proved(lambda run: at_least(run.each(lambda s: run.problem.b**2), 0), on, Stay)
    assert not is_proved(lambda run: at_least(run.each(lambda s: run.problem.b), 0), on, Stay)
    assert not is_proved(lambda run: equal(run.each(lambda s: run.problem.b), run.problem.e), on, Stay)


class Kind(type):
    """A class of classes, by which an author may say what each of them does."""


OF = {"of": staticmethod(plainly), "values": {}, "__module__": __name__}


@pytest.mark.parametrize(
    "on",
    [type("Under", (own(plainly),), {}), type("Bare", (Own,), {"values": {}}), Kind("Of", (Own,), dict(OF))],
    ids=["a class under one", "one without of()", "one of a class of classes"],
)
def test_a_problem_is_one_that_problem_made(on: Any) -> None:
    with pytest.raises(Refused, match="did not make"):
        arbitrary_problem(Context(), SimpleNamespace(on=on))  # type: ignore[arg-type]


def test_what_of_makes_is_a_dict_and_its_numbers_are_constants_beside_those_that_were() -> None:
    context = Context()
    context.constants.add(99)
    on = own(lambda Z: {"size": (Z * Z).sum(), "a": Z[0]})
    (size,) = arbitrary_problem(context, SimpleNamespace(on=on)).size.atoms()  # type: ignore[arg-type]

    assert context.constants == {99, size.number}
    with pytest.raises(Refused, match="other than a dict"):
        arbitrary_problem(Context(), SimpleNamespace(on=own(lambda Z: [("a", Z[0])])))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "function"),
    [("f", lambda p, x, t: x), ("f", partial(lambda p, x: x)), ("vertex", lambda p, x: x)],
    ids=["of two vectors", "that is no function", "called like one of every problem"],
)
def test_what_is_opaque_is_a_function_of_the_problem_and_a_vector(name: str, function: Any) -> None:
    function.opaque = "number"
    with pytest.raises(Refused, match="is opaque, and no function"):
        seen_as_any(Context(), name, function)


def test_an_opaque_function_is_read_of_vectors_of_either_space_and_of_nothing_else() -> None:
    context = Context()
    f, g = (seen_as_any(context, name, opaque(lambda p, x: x, vector=to)) for name, to in (("f", False), ("g", True)))
    w, q, number = (array(context, context.universe.symbol(name, *axes), *axes) for name, axes in LETTERS)

    assert [x.axes for x in (f(w), f(q), g(w), g(q))] == [(), (), (COLUMNS,), (ROWS,)]
    assert list(context.any) == ["p.f", "p.g"]
    for no_vector in (number, 3):
        with pytest.raises(Refused, match=r"p\.f of what is no vector"):
            f(no_vector)


def test_a_vector_that_is_a_quotient_is_a_letter_with_its_sum_and_its_sign() -> None:
    context = Context()
    Z = Entries(context)
    weights = 1 + Z[0] * Z[0]
    found = field(context, "c", weights / weights.sum(-1))
    (c,) = found.at(None).atoms()

    assert (found.axes, c.name, c.space, c.total, c.positive) == ((COLUMNS,), "p.c", COLUMNS, 1, True)
    (any_sign,) = field(context, "b", Z[:, 0] / weights.sum(-1)).at(None).atoms()
    assert (any_sign.space, any_sign.total, any_sign.positive, any_sign.nonnegative) == (ROWS, None, False, False)
    assert field(context, "Z", Z) is Z
    number = (1 / weights.sum(-1)).at(None)
    for x in (weights, Z * Z / weights, array(context, number), array(context, number, 1)):
        read = field(context, "x", x)
        assert (read if not x.axes else read.at(None)).key() == x.at(None).key()


@pytest.mark.parametrize(
    ("values", "positive", "nonnegative"),
    [([1, Fraction(1, 4)], True, True), ([0, 1], False, True), ([Fraction(-1, 4), 1], False, False)],
)
def test_a_parameter_with_several_values_is_a_letter_between_them(
    values: list[Any], positive: bool, nonnegative: bool
) -> None:
    context = Context()
    letter = parameter(context, "p.mu", values)
    (atom,) = letter.atoms()
    low = min(values)

    assert (atom.name, atom.positive, atom.nonnegative) == ("p.mu", positive, nonnegative)
    assert [term_text(gap) for gap in context.ranges.values()] == [term_text(letter - low), "−p.mu + 1"]
    assert list(context.ranges) == [f"p.mu ≥ {low}", "p.mu ≤ 1"]
    assert parameter(context, "p.c", [low, low]) == low


class Setting:
    c = 1


def runs_of(kind: type, *runs: Any) -> Any:
    return arbitrary_method(Context(), SimpleNamespace(kind=kind, usual=dict(enumerate(runs)), planted={}))  # type: ignore[arg-type]


def test_a_method_without_steps_or_with_runs_of_other_parameters_is_refused() -> None:
    one, other = Stay(), Stay()
    one.c = other.c = 1  # type: ignore[attr-defined]
    found = runs_of(Stay, one, other)

    assert (type(found).__name__, type(found).__module__, found.c) == ("Stay", Stay.__module__, 1)
    other.b = 2  # type: ignore[attr-defined]
    with pytest.raises(Refused, match="Stay have other parameters"):
        runs_of(Stay, one, other)
    with pytest.raises(Refused, match="Setting has no steps"):
        runs_of(Setting)


@dataclass(frozen=True, slots=True)
class Slotted(Descent):
    c: Any = 1


def test_a_method_with_slots_is_refused() -> None:
    with pytest.raises(Refused, match="Slotted has __slots__"):
        runs_of(Slotted, Slotted())
