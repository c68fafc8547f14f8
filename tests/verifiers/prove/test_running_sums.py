"""Protects what is made along an array of a proof: running sums and sequences, squares, entries in time."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from lemmacheck import equal
from lemmacheck.verifiers.prove.context import Context, Later, Points, Steps, time_of
from lemmacheck.verifiers.prove.operators import total
from lemmacheck.verifiers.prove.refusals import Refused
from lemmacheck.verifiers.prove.terms import ROWS, Term
from lemmacheck.verifiers.prove.values import Value, sequence

from tests.verifiers.prove.own_problems import Stay, is_proved, own, plainly
from tests.verifiers.prove.test_values import arrays


@pytest.fixture
def context() -> Context:
    return Context()


def test_two_running_sums_are_one_only_if_they_start_and_go_on_alike(context: Context) -> None:
    r = arrays(context)
    at = Later(0)

    assert (r.x.cumsum(0).at(at) - (1 * r.x).cumsum(0).at(at)).is_zero
    assert not (r.x.cumsum(0).at(at) - r.x[1:].cumsum(0).at(at)).is_zero
    assert not (r.x.cumsum(0).at(at) - (2 * r.x).cumsum(0).at(at)).is_zero
    other = sequence(r.x, 0, lambda i, before: before + r.x.at(i), lambda: r.x.at(0) + 1)
    assert not (r.x.cumsum(0).at(at) - other.at(at)).is_zero
    step = r.x.cumsum(0).at(Later(1)) - r.x.cumsum(0).at(at) - r.x.at(Later(1))
    assert step.is_zero


def test_a_sequence_is_known_by_its_first_rows_too(context: Context) -> None:
    """It starts at 0, falls by 1 at t = 1, and grows from there on."""
    u = context.universe
    x = Value(context, (Steps(),), lambda i: u.symbol(f"x{i}", nonnegative=True))

    def falling(by: int) -> Value:
        return sequence(
            x, 0, lambda i, before: before + (x.at(i) if i != 1 else u.constant(-by)), lambda: u.constant(0)
        )

    (one,), (other,) = (falling(by).at(Later(0)).atoms() for by in (0, 1))
    assert one is not other
    assert (one.nonnegative, other.nonnegative) == (True, False)


def test_what_a_sequence_is_defined_by_is_needed_beside_what_was_written_before(context: Context) -> None:
    r = arrays(context)
    with context.universe.quietly() as conditions:
        (1 / r.k).at(None)
        (1 / r.x).sums(1).at(Later(0))

    assert {(what, term.key(), *key[2:]) for key, (what, term) in conditions.items()} == {
        ("≠ 0", r.k.at(None).key(), None),
        *(("≠ 0", r.x.at(i).key(), (0, 0)) for i in (0, Later(0))),
    }


def test_a_running_sum_is_not_negative_where_its_summands_are_not(context: Context) -> None:
    u = context.universe

    def of(sign: bool) -> bool:
        def at(i: Any) -> Term:
            return u.symbol(f"{sign}{i}", nonnegative=sign)

        return all(atom.nonnegative for atom in Value(context, (Steps(),), at).cumsum(0).at(Later(0)).atoms())

    assert of(True)
    assert not of(False)


def test_an_entry_in_time_is_one_of_runs_of_so_many_steps(context: Context) -> None:
    x = arrays(context).x
    t = time_of(context, Later(0))

    with context.at_row(Later(0)):
        found = [one.steps_at(None) for one in (x[0], x[5], x[:-2][3], x[1:][3], x[t], x[-1:], x[:-2][-1:])]
    assert found == [0, 5, 5, 4, 0, 0, 2]


def test_a_square_is_noted_as_one(context: Context) -> None:
    k = arrays(context).k
    for power in (0, 1, 2, 3, -2):
        (k**power).at(None)

    ((key, (square, fact)),) = context.universe.known_squares.items()
    assert key == square.key() == (k.at(None) ** 2).key()
    assert fact == "F.square"


def test_a_function_of_vectors_is_one_along_the_last_axis(context: Context) -> None:
    r = arrays(context)
    matrices = r.q[..., :, None] * r.w[..., None, :]

    assert matrices.over_last(total).axes == (Steps(), ROWS)
    for i in (0, Later(0)):
        assert (matrices.over_last(total).at(i) - matrices.sum(-1).at(i)).is_zero


def test_a_sum_over_paths_is_a_mean_by_their_law(context: Context) -> None:
    k = arrays(context).k.at(None)
    paths, points = (Value(context, (Points(kind),), lambda _: k) for kind in ("paths", "p"))
    law: Any = SimpleNamespace(summed=lambda x: 2 * x)

    for of, by in ((paths, None), (points, law), (points, None)):
        context.law = by
        with pytest.raises(Refused):
            of.sum(-1)
    context.law = law
    assert (paths.sum(-1).at(None) - 2 * k).is_zero


def late(run: Any, count: int) -> Any:
    """0, made so that it is read from t = count on by one rule, and before it row by row."""
    return 0 * np.concatenate([run.t[:1]] * count + [run.t[1:]])[: 1 - count]


DEFINED: dict[str, tuple[bool, int, Any]] = {
    "1/(t − 1) has no sum to 2": (False, 2, lambda run: run.sums(1 / (run.t - 1))),
    "1/(t − 2) has no sum to 3": (False, 3, lambda run: run.sums(1 / (run.t - 2))),
    "nor has the sum of those sums": (False, 3, lambda run: run.sums(run.sums(1 / (run.t - 1)))),
    "x/(t − 2) at 2 in a recurrence": (False, 2, lambda run: run.recurrence(run.problem.g, lambda t, x: x / (t - 2))),
    "1/(t + 1) has sums": (True, 2, lambda run: run.sums(1 / (run.t + 1))),
    "and so have its sums": (True, 3, lambda run: run.sums(run.sums(1 / (run.t + 1)))),
}


@pytest.mark.parametrize("name", DEFINED)
def test_a_running_sum_is_defined_by_its_steps_however_late_it_is_read(name: str) -> None:
    defined, count, made = DEFINED[name]
    on = own(lambda Z: {**plainly(Z), "g": Z[0].sum()})

    assert is_proved(lambda run: equal(0 * made(run), late(run, count)), on, Stay) is defined
