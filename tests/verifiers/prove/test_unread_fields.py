"""Protects what a proof does with fields of a problem that are no formulas: it has none of them, and goes on."""

from fractions import Fraction
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import pytest
from lemmacheck import at_least, at_most, equal, problem
from lemmacheck.exact import eigenvalue_bounds, eye, inverse, least_squares
from lemmacheck.verifiers.prove.context import Context
from lemmacheck.verifiers.prove.matrices import Given
from lemmacheck.verifiers.prove.own import arbitrary_problem
from lemmacheck.verifiers.prove.refusals import Refused
from lemmacheck.verifiers.prove.terms import COLUMNS

from tests.verifiers.prove.own_problems import State, Stay, is_proved, own, stays


def with_an_optimum(Z):
    low, high = eigenvalue_bounds(Z.T @ Z)
    return {
        "a": Z[0],
        "low": low / high,
        "b": (Z - Z.min()) @ least_squares(A=Z, b=Z[:, 0]),
        "G": abs(Z).sum(),
        "rows": (Z * Z).sum(1),
        "L": (Z * Z).sum(-1).sum(),
    }


class Projection:
    """Onto the x with ⟨a, x⟩ = 0."""

    def start(self, p):
        return State(0, p.ones(p.d))

    def step(self, p, s):
        return State(s.t + 1, s.x - p.inner(p.a, s.x) * p.a / p.squared(p.a))


@pytest.mark.parametrize(("function", "found"), [
    (lambda run: at_most(run.problem.squared(run.x[1:]), run.problem.squared(run.x[:-1])), True),
    (lambda run: equal((run.x[1:] * run.problem.a).sum(-1), 0), True),
    (lambda run: equal(run.problem.L, run.problem.rows.sum()), True),
    (lambda run: at_most(run.problem.squared(run.x[1:]), run.problem.squared(run.x[:-1]) / 2), False),
    (lambda run: at_most(run.problem.squared(run.x), run.problem.low), False),
    (lambda run: equal(run.problem.G, run.problem.G), False),
    (lambda run: equal(run.problem.b[0], run.problem.b[0]), False),
])  # fmt: skip
def test_a_field_that_is_no_formula_keeps_no_lemma_from_its_proof_that_does_not_read_it(
    function: Any, found: bool
) -> None:
    assert is_proved(function, own(with_an_optimum), Projection) is found


def test_of_a_field_that_is_no_formula_it_is_said_that_a_proof_does_not_have_it() -> None:
    problem = arbitrary_problem(Context(), SimpleNamespace(on=own(with_an_optimum)))  # type: ignore[arg-type]

    assert problem.a.axes == (COLUMNS,)
    for name in ("low", "b", "G"):
        with pytest.raises(Refused, match=f"the field {name} is made by other than"):
            getattr(problem, name)


class Still:
    def start(self, p):
        return State(0, p.number(3))

    def step(self, p, s):
        return State(s.t + 1, p.where(s.x, "<=", 1, s.x, 2 * s.x) - p.where(s.x, ">", 1, s.x, 0))


@pytest.mark.parametrize(("times", "found"), [(1, True), (2, False)])
def test_a_proof_reads_a_branch_on_a_number_of_the_run(times: int, found: bool) -> None:
    assert is_proved(lambda run: equal(run.x[1:], times * run.x[:-1]), own(lambda Z: {"a": Z[0]}), Still) is found


class AskingForTheLeast:
    def start(self, p):
        return State(0, p.ones(p.d) * 0)

    def step(self, p, s):
        return State(s.t + 1, s.x + 0 * p.M.min())


def test_a_run_does_not_ask_a_matrix_for_its_least_entry() -> None:
    on = own(lambda Z: {"M": 2 * Z, "A": 2 * Z.T @ Z, "least": (2 * Z).min()})
    problem = arbitrary_problem(Context(), SimpleNamespace(on=on))  # type: ignore[arg-type]

    for matrix in (problem.Z, problem.M, problem.A):
        with pytest.raises(Refused, match="is asked for its min"):
            matrix.min()
    assert not is_proved(lambda run: equal(run.x, 0), on, AskingForTheLeast)


def larger(a, b):
    return max(a, b)


PARTS = {
    "part of a column": lambda Z: {"a": Z[0], "b": Z[1:, 0]},
    "the second column": lambda Z: {"a": Z[0], "b": Z[:, 1]},
    "entries of a row": lambda Z: {"a": Z[0], "b": Z[0, :2]},
    "a sum over the rows": lambda Z: {"a": Z[0], "b": abs(Z).sum(axis=0)},
    "as many rows as columns": lambda Z: {"a": Z[0], "b": Z[: Z.shape[1]]},
    "the longest row": lambda Z: {"a": Z[0], "b": (Z * Z).sum(axis=1).max()},
    "the largest entry of a row": lambda Z: {"a": Z[0], "b": Z[0].max()},
    "the mean row": lambda Z: {"a": Z[0], "b": Z.mean(axis=0)},
    "the smaller size": lambda Z: {"a": Z[0], "b": Z[0] / min(Z.shape)},
    "the largest entry, by NumPy": lambda Z: {"a": Z[0], "b": Z[0] * np.max(Z)},
    "the larger of two rows": lambda Z: {"a": Z[0], "b": np.maximum(Z[0], Z[-1])},
    "the size of an entry, by another function": lambda Z: {"a": Z[0], "b": Z[0] * larger(Z[0, 0], 1)},
    "a sum of rows": lambda Z: {"a": Z[0], "b": sum(Z)},
    "a sum of what is not read": lambda Z: {"a": Z[0], "b": sum(Z[1]) * Z[0]},
    "a clipped matrix": lambda Z: {"a": Z[0], "b": np.clip(Z, 0, 1)},
    "a diagonal": lambda Z: {"a": Z[0], "b": (Z.T @ Z).diagonal()},
    "a sum with the identity": lambda Z: {"a": Z[0], "b": inverse(2 * (Z.T @ Z + eye(Z.shape[1])) @ (Z.T @ Z))},
}


@pytest.mark.parametrize("name", PARTS)
def test_a_part_of_the_matrix_is_no_field_of_a_proofs_and_hinders_none_that_does_not_read_it(name: str) -> None:
    assert is_proved(stays, own(PARTS[name]), Stay)
    assert not is_proved(lambda run: at_least(run.x * 0 + run.problem.b.sum(), 0), own(PARTS[name]), Stay)


FORMULAS = {
    "a sum of a vector": lambda Z: {"a": Z[0], "b": Z[0] * sum(Z[0]), "c": Z[0] * Z[0].sum()},
    "a sum of all": lambda Z: {"a": Z[0], "b": Z[0] * np.sum(Z * Z), "c": Z[0] * (Z * Z).sum()},
    "a product": lambda Z: {"a": Z[0], "b": np.dot(Z, Z[0]), "c": Z @ Z[0]},
    "a square": lambda Z: {"a": Z[0], "b": np.square(Z[0]), "c": Z[0] * Z[0]},
    "a number of rows": lambda Z: {"a": Z[0], "b": len(Z) * Z[0], "c": Z.shape[0] * Z[0]},
    "a sum of two": lambda Z: {"a": Z[0], "b": sum((Z[0], Z[-1])), "c": Z[0] + Z[-1]},
}


@pytest.mark.parametrize("name", FORMULAS)
def test_a_formula_by_a_function_of_python_or_numpy_is_read_as_one(name: str) -> None:
    assert is_proved(lambda run: equal(run.x * 0 + run.problem.b.sum(), run.problem.c.sum()), own(FORMULAS[name]), Stay)


def test_of_gives_no_function_an_array_that_it_might_change() -> None:
    def of(Z):
        held = np.zeros(2, dtype=int)
        np.maximum(Z[0, 0], 1, held)
        return {"a": Z[0], "b": held}

    assert not is_proved(stays, own(of), Stay)


WEIGHTS = (
    (Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)),
    (Fraction(1, 4), Fraction(3, 4), 0),
    (Fraction(1, 4), 0, Fraction(3, 4)),
)


class Agents(NamedTuple):
    x: Any
    y: Any
    z: Any


def mixed(k, s):
    return WEIGHTS[k][0] * s.x + WEIGHTS[k][1] * s.y + WEIGHTS[k][2] * s.z


class Gossip:
    def start(self, p):
        return Agents(p.a, p.b, p.c)

    def step(self, p, s):
        return Agents(mixed(0, s), mixed(1, s), mixed(2, s))


def rows_of_three(Z):
    return {"a": Z[0], "b": Z[1], "c": Z[2], "W": np.array(WEIGHTS)}


def mean_stays(run):
    return equal(run.x + run.y + run.z, run.problem.a + run.problem.b + run.problem.c + 0 * run.x)


def test_three_agents_that_mix_by_weights_keep_their_mean() -> None:
    three = problem(type("Three", (), {"of": rows_of_three, "__module__": __name__}), smallest=(3, 1))
    two = problem(type("Two", (), {"of": rows_of_three, "__module__": __name__}), smallest=(2, 1))

    assert is_proved(mean_stays, three, Gossip)
    assert not is_proved(lambda run: equal(run.x[1:], run.x[:-1]), three, Gossip)
    assert not is_proved(mean_stays, two, Gossip)


def test_of_a_matrix_of_numbers_a_proof_says_how_it_is_written() -> None:
    three = problem(type("Three", (), {"of": rows_of_three, "__module__": __name__}), smallest=(3, 1))
    made: Any = arbitrary_problem(Context(), SimpleNamespace(on=three))  # type: ignore[arg-type]

    with pytest.raises(Refused, match="it holds numbers of its own; name them one by one, as W"):
        made.W  # noqa: B018


CHANGED = {
    "in the place of an option": lambda Z, a: Z.max(0, None, a),
    "by name": lambda Z, a: Z.max(out=a),
    "a sum of what is not read": lambda Z, a: abs(Z).sum(axis=0).sum(0, None, a),
    "of the whole": lambda Z, a: Z.trace(0, 0, 1, None, a),
    "of a product": lambda Z, a: (Z.T @ Z).dot(Z, a),
    "as a size": lambda Z, a: Z.reshape(a),
}


@pytest.mark.parametrize("name", CHANGED)
def test_what_of_makes_of_the_matrix_by_numpy_changes_no_array(name: str) -> None:
    """Protects from a field that is another thing in a run: NumPy writes its result into an array that it is given."""
    Z = Given(Context())

    with pytest.raises((Refused, TypeError)):
        CHANGED[name](Z, 2 * Z)
