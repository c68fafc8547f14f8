"""Protects PROVED of an author's own: where Python takes an error for an answer, letters err where numbers do not.

A name that is not there is looked for elsewhere, a loop ends at the first row that is not there, a run or a problem has
the name itself. Each statement is false on some run, or undefined, and a reader of formulas alone would believe it.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

import pytest
from lemmacheck import Book, Claim, Method, at_least, at_most, by, claim, equal, for_all, opaque, problem, sequence
from lemmacheck.exact import eigenvalue_bounds
from lemmacheck.theory.core.ask import ask
from lemmacheck.theory.core.run import Run, run
from lemmacheck.verifiers.library.asking import check
from lemmacheck.verifiers.library.asking import prove as asked
from lemmacheck.verifiers.library.strategies import posed
from lemmacheck.verifiers.prove import prove
from lemmacheck.verifiers.records.verdict import Verdict

from tests.verifiers.prove.own_problems import SOURCE, State, Stay, is_proved, own, staying


def plainly(Z):
    return {"a": Z[0], "b": Z[-1], "u": (Z * Z).sum(-1)}


ON = own(plainly)


class Rows(partial):
    """Its rows are those of what it is given; a loop over it ends where one is not there."""

    def __getitem__(self, i):
        return self.args[0][i]


def added(rows):
    return sum(x for x, _ in zip(rows, range(3), strict=False))


@sequence
def doubled(run):
    return 2 * run.x


RUNS: dict[str, Callable[[Any], Any]] = {
    "the number of fields": lambda run: equal(0 * run.t + len(run.fields), 0),
    "the states": lambda run: equal(0 * run.t + len(run._states), 0),
    "two functions of one name": lambda run: (
        equal(run.once("k", lambda: 0 * run.x)(), 0),
        equal(run.once("k", lambda: 0 * run.x + 1)(), 1),
    ),
    "what is said where a name is lacking": lambda run: equal(0 * run.t + len(run.lacking("q")), 66),
    "rows of a loop by places": lambda run: equal(added(Rows(len, run.t)), 3),
    "the length of a row that is late": lambda run: equal(run.x[3:4].shape[0], 1),
    "the lengths of two late rows": lambda run: equal(
        (run.x[2:3].shape[0],).count(run.x[3:4].shape[0]) + run.x[0].sum() * 0, 1
    ),
    "a function of ours, of a run and of its problem": lambda run: equal(
        0 * run.t + (run.norm,).count(run.problem.norm), 1
    ),
    "a set of both": lambda run: equal(0 * run.t + len({run.norm, run.problem.norm}), 1),
    "a dict of both": lambda run: equal(0 * run.t + len({run.scores: 1, run.problem.scores: 1}), 1),
    "a copy of the run": lambda run: equal(0 * run.t + (run.algorithm,).count(run.copied().algorithm), 1),
    "a number of Python's over 0": lambda run: equal(0 * run.x, 0 * run.x + 1 / Fraction(0)),
}


@pytest.mark.parametrize("name", RUNS)
def test_what_a_run_or_a_loop_answers_by_itself_is_not_read(name: str) -> None:
    assert not is_proved(RUNS[name], ON, Stay)


def test_a_sequence_of_a_run_is_read_as_before_and_so_are_lengths_of_rows_that_every_run_has() -> None:
    assert is_proved(lambda run: equal(doubled(run) - run.x, run.x), ON, Stay)
    assert is_proved(lambda run: equal(run.x[:1].shape[0] + 0 * run.t, 1), ON, Stay)


class Hiding(NamedTuple):
    """`b` and `u` are properties: of letters the one has no value, and of numbers the other; the problem has both."""

    t: Any
    x: Any

    @property
    def b(self):
        return 0 * self.x * len(self.t.shape)

    @property
    def u(self):
        return 0 * self.x + len((self.x.arbitrary,))


class Answering(NamedTuple):
    t: Any
    x: Any

    @property
    def y(self):
        return self.x + len(self.t.shape)

    def __getattr__(self, name):
        return 0 * self.x


@pytest.mark.parametrize(("kind", "said", "control"), [
    (Hiding, lambda run: equal(run.b + 0 * run.x, run.problem.b), lambda run: equal(0 * run.x, 0)),
    (Answering, lambda run: equal(run.y, 0), None),
])  # fmt: skip
def test_a_property_of_a_state_that_errs_is_not_looked_for_elsewhere(kind: Any, said: Any, control: Any) -> None:
    assert control is None or is_proved(control, ON, staying(kind))
    assert not is_proved(said, ON, staying(kind))


def test_a_run_says_that_a_property_of_its_state_errs_and_has_nothing_else_by_its_name() -> None:
    p: Any = posed(ON, [[1, 2]])
    found = run(staying(Hiding)(), p, 2)

    assert ask(lambda run: run.a, found).shape == (2,)
    with pytest.raises(AttributeError, match="arbitrary"):
        found.u  # noqa: B018
    assert isinstance(found, Run)


def test_a_property_of_a_problem_that_errs_is_not_read_where_a_field_has_its_name() -> None:
    said = property(lambda p: 0 * p.problem.a)

    assert is_proved(lambda run: equal(run.problem.c, 0), own(plainly, c=property(lambda p: 0 * p.a)), Stay)
    assert not is_proved(lambda run: equal(run.problem.b, 0), own(plainly, b=said), Stay)


def test_zeros_are_zeros_of_their_size_whatever_an_author_calls_ones() -> None:
    def counts(run):
        return equal((run.problem.zeros(run.problem.d) + 1).sum(-1), run.problem.d)

    def counts_rows(run):
        return equal((run.problem.zeros(run.problem.d) + 1).sum(-1), run.problem.n)

    on = own(plainly, ones=lambda p, size: 0 * p.u + 1)
    assert is_proved(counts, ON, Stay)
    assert is_proved(counts, on, Stay)
    assert not is_proved(counts_rows, on, Stay)


class Other:
    def start(self, p):
        return State(0, p.b)

    def step(self, p, s):
        return State(s.t + 1, s.x + p.b)


class Given(Stay):
    def __init__(self, **given: Any) -> None:
        self.__dict__.update(given)


GIVEN: dict[str, tuple[dict[str, Any], Callable[[Any], Any]]] = {
    "a method tuned by an attribute": ({"tuned": lambda p, N: Other()}, lambda run: equal(run.x[0], run.problem.a)),
    "one that draws by an attribute": ({"draws": lambda p, s: p.uniform()}, lambda run: equal(run.x[0], run.problem.a)),
    "a parameter that a posed run has": (
        {"parameters": (1, 2, 3)}, lambda run: equal(0 * run.t + len(run.algorithm.parameters), 3)),
}  # fmt: skip


@pytest.mark.parametrize("name", GIVEN)
def test_what_a_method_has_in_an_attribute_is_looked_at_as_a_run_does(name: str) -> None:
    given, said = GIVEN[name]
    on = problem(h=[1, 2])(type("Own", (), {"of": lambda Z, h: {"a": h * Z[0], "b": Z[-1]}, "__module__": __name__}))

    assert is_proved(lambda run: equal(run.x[0], run.problem.a), on, Given, usual={"": Given(c=1)})
    assert not is_proved(said, on, Given, usual={"": Given(**given)})


def test_the_values_of_a_parameter_are_those_that_were_given() -> None:
    values = [1, 7]
    on = problem(h=values)(type("Own", (), {"of": lambda Z, h: {"a": h * Z[0]}, "__module__": __name__}))
    stated: Claim = claim("Me.1", about=Stay)(lambda run: equal(run.problem.h, 1))
    book = Book(SOURCE, methods=[Method(Stay, on=on)], claims=[stated])
    values.remove(7)

    assert prove(book.claims["Me.1"]) is None


def at_least_k(p, u):
    """k ≤ the number of the entries of u."""
    return at_least(((1 + u) ** 2).sum(-1) - p.squared(u) - 2 * u.sum(-1), p.k)


COLUMNS = for_all("k ≤ d", points=lambda run: (run.x,))(at_least_k)
ROWS = for_all("k ≤ n", points=lambda run: (run.problem.u,))(at_least_k)


@pytest.mark.parametrize(("given", "point", "few", "found"), [
    (COLUMNS, lambda run: run.problem.a, lambda run: at_most(run.problem.k, run.problem.d), True),
    (COLUMNS, lambda run: run.problem.a[:, None], lambda run: at_most(run.problem.k, 1), False),
    (ROWS, lambda run: run.problem.u, lambda run: at_most(run.problem.k, run.problem.n), True),
    (ROWS, lambda run: run.problem.Z, lambda run: at_most(run.problem.k, run.problem.d), False),
])  # fmt: skip
def test_a_hypothesis_for_all_vectors_is_not_cited_at_entries_or_a_matrix(
    given: Any, point: Any, few: Any, found: bool
) -> None:
    on = problem(k=[1, 2])(type("Own", (), {"of": lambda Z, k: {"a": Z[0], "u": Z[:, 0]}, "__module__": __name__}))

    assert is_proved(few, on, Stay, given=(given,), proof=lambda run: [by(given, point(run))]) is found


OF_A_NOTEBOOK = 3


def test_a_variable_of_a_notebook_that_is_another_by_now_is_read_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    on = own(lambda Z: {"a": Z[0], "k": OF_A_NOTEBOOK})
    stated: Claim = claim("Me.1", about=Stay)(lambda run: equal(run.problem.k, 3))
    book = Book(SOURCE, methods=[Method(Stay, on=on, steps=2)], claims=[stated])

    assert asked(book.claims["Me.1"])
    monkeypatch.setitem(globals(), "OF_A_NOTEBOOK", 4)
    assert not asked(book.claims["Me.1"])
    assert check(book.claims["Me.1"], "quick").verdict == Verdict.REFUTED


def test_an_opaque_function_of_two_names_is_one_function() -> None:
    f = opaque(lambda p, x: p.inner(x, x))
    on = own(plainly, f=f, g=f)

    assert is_proved(lambda run: equal(run.problem.f(run.x), run.problem.g(run.x)), on, Stay)
    assert not is_proved(lambda run: equal(0 * run.t + len({run.problem.f, run.problem.g}), 2), on, Stay)


def of_one_count(Z):
    u = Z.min()
    return {"a": Z[0], "k": (u,).count(u + 1)}


def of_another_count(Z):
    u = Z.min()
    return {"a": Z[0], "k": (u,).count(Z[0, 0] * 0 + 1 + u)}


def of_two_bounds(Z):
    low, high = eigenvalue_bounds(Z.T @ Z)
    return {"a": Z[0], "k": (low,).count(high)}


@pytest.mark.parametrize("of", [of_one_count, of_another_count, of_two_bounds])
def test_what_is_made_of_what_is_no_formula_is_not_the_same(of: Any) -> None:
    assert not is_proved(lambda run: equal(run.problem.k, 1), own(of), Stay)
