"""Protects the arrays of proofs: what a formula reads at a row is what it computes there on numbers, or is refused."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from lemmacheck.verifiers.prove.context import (
    Context,
    Later,
    Need,
    Points,
    Size,
    Steps,
    in_place,
    index_of,
    meeting,
    time_of,
)
from lemmacheck.verifiers.prove.joining import joined
from lemmacheck.verifiers.prove.refusals import Refused
from lemmacheck.verifiers.prove.signs import nonnegative
from lemmacheck.verifiers.prove.terms import COLUMNS, ENTRY, ROWS, Term
from lemmacheck.verifiers.prove.values import Value

from tests.verifiers.prove.formulas import SIZE, Z
from tests.verifiers.prove.reading import value

T = 6
RNG = np.random.default_rng(5)
NUMBERS: dict[str, Any] = {
    "x": RNG.uniform(0.5, 2, T + 1),
    "w": RNG.uniform(0.5, 2, (T + 1, 2)),
    "q": RNG.uniform(0.5, 2, (T + 1, 3)),
    "c": RNG.uniform(0.5, 2, 2),
    "p": RNG.uniform(0.5, 2, 3),
    "k": np.float64(1.75),
}
AXES: dict[str, tuple[Any, ...]] = {
    "x": (Steps(),), "w": (Steps(), COLUMNS), "q": (Steps(), ROWS), "c": (COLUMNS,), "p": (Points("p"), ROWS), "k": (),
}  # fmt: skip


def arrays(context: Context) -> Any:
    """The letters as arrays: x_t, w_t, q_t for every t, c without a t, points p."""

    def made(name: str) -> Value:
        def at(i: Any) -> Term:
            place = "" if i is None else f"_t{i.k:+d}" if isinstance(i, Later) else f"_{i}"
            return context.universe.symbol(name + place, next((a for a in AXES[name] if a in SIZE), None))

        return Value(context, AXES[name], at)

    return SimpleNamespace(**{name: made(name) for name in AXES}, one=context.universe.constant(1))


def evaluated(context: Context, entry: Term, axes: tuple[Any, ...], tau: int) -> Any:
    found = value(entry, Z, NUMBERS, context, tau)
    return found.reshape([SIZE.get(axis, 1) for axis in axes]) if found.ndim else found


Formula = Callable[[Any], Any]
FORMULAS: dict[str, Formula] = {
    "a sequence": lambda r: r.x,
    "later": lambda r: r.x[1:] - 2 * r.x[:-1],
    "much later": lambda r: r.w[2:] + r.w[1:-1] - r.w[:-2],
    "the start": lambda r: r.w[2:] / r.w[0] * r.x[1],
    "one entry, its axis kept": lambda r: r.w[:1] * r.w + r.w[1:2] - r.x[0:1][..., None],
    "broadcast": lambda r: r.x[..., None] * r.w + r.c,
    "axes put in": lambda r: r.w[:, None] + r.c[None] + r.w[:, None, :],
    "a trailing axis": lambda r: (r.w[..., None] * 1)[..., 0] + r.w[..., None][..., :1].sum(-1),
    "sums": lambda r: r.w.sum(-1) * r.q.sum(axis=-1) + r.c.sum(-1),
    "a sum over an axis of one": lambda r: r.w[..., None, :].sum(-2) + r.w[:, None].sum(-2),
    "a product, summed": lambda r: (r.q[..., :, None] * r.w[..., None, :]).sum(-2) - r.w,
    "the other sum": lambda r: (r.q[..., :, None] * r.w[..., None, :]).sum(-1) - r.q,
    "running sums": lambda r: r.x.cumsum(0) + r.w.cumsum(axis=0).sum(-1),
    "running sums along the only axis": lambda r: r.x.cumsum() + r.x[1:].cumsum()[:1],
    "running sums of later ones": lambda r: r.w[1:].cumsum(0) - r.w[1:],
    "a running sum of running sums": lambda r: r.x.cumsum(0).cumsum(0),
    "a first component": lambda r: r.w[..., 0] * r.q[:, 0] + r.c[0],
    "a first component, its axis kept": lambda r: r.w[..., :1] * r.c,
    "joined": lambda r: np.concatenate([r.w[:1] * 0, r.w[:-1]]) + r.w,
    "joined by two": lambda r: np.concatenate([r.x[:1], r.x[:1] * 3, r.x[1:]], axis=0),
    "axes moved": lambda r: np.moveaxis(r.w[:, None], 1, 2) * r.w[..., None],
    "signs and powers": lambda r: -(r.x**3) + 2 / r.x**2 - 1 / r.x + (3 - r.x) * 5,
    "a number of no axes": lambda r: r.k * r.x - r.k**2 + r.x / r.k + r.k - r.x,
    "without time": lambda r: r.c * 2 + r.k,
    "an entry": lambda r: r.w[3] - r.c,
    "points": lambda r: r.p * 2 + r.p / (1 + r.p),
    "indexed by nothing": lambda r: r.w[...] + r.w[:] + r.w[:, :] - r.w[0:] + r.c[()],
    "a number before an array": lambda r: (r.one + r.x) * (r.one * r.x) - (r.one - r.x) * (r.one / r.x),
    "a product of vectors": lambda r: r.w @ r.c + r.c @ r.c - r.w[:1] @ r.c,
    "sums over all": lambda r: r.x * r.c.sum() - r.c[None].sum() + r.k.sum(),
    "running sums by a function": lambda r: np.cumsum(r.w, axis=0),
    "axes moved from and to the last": lambda r: (
        (np.moveaxis(r.w[:, None], 0, 0) * np.moveaxis(r.q[:, None], -2, -1)).sum(-2)
        - np.moveaxis(r.w[:, None], -2, 1)[:, 0]
    ),
    "a row's only entry": lambda r: r.c[None][0] + r.c[None][0:1][0] + r.c[None][-1:][0] + r.c[None][:1][0],
}


@pytest.fixture
def context() -> Context:
    return Context()


@pytest.mark.parametrize("name", FORMULAS)
def test_an_array_reads_at_a_row_what_it_computes_there(context: Context, name: str) -> None:
    numbers = NUMBERS | {"p": NUMBERS["p"][None], "one": 1.0}
    read, computed = FORMULAS[name](arrays(context)), FORMULAS[name](SimpleNamespace(**numbers))
    assert len(read.axes) == computed.ndim
    if read.time is None:
        np.testing.assert_allclose(
            np.broadcast_to(evaluated(context, read.at(None), read.axes, 3), computed.shape), computed
        )
        return
    assert len(computed) == T + 1 + read.time.spare
    for i, tau in [(0, 0), (1, 0), (2, 0), (Later(0), 2), (Later(1), 1), (Later(1), 3), (Later(0), 3)]:
        with context.measured() as need:
            entry = read.at(i)
        if isinstance(i, int) or need.least <= tau:
            row = i if isinstance(i, int) else tau + i.k
            found = np.broadcast_to(evaluated(context, entry, read.axes[1:], tau), computed[row].shape)
            np.testing.assert_allclose(found, computed[row], err_msg=f"{i} at {tau}")


REFUSED: dict[str, Formula] = {
    "the last": lambda r: r.x[-1],
    "the last two": lambda r: r.x[-2:],
    "the first three": lambda r: r.x[:3],
    "two at first": lambda r: r.x[1:3],
    "every other": lambda r: r.x[::2],
    "a mask": lambda r: r.x[True],
    "a float": lambda r: r.x[1.0],
    "a slice from a float": lambda r: r.x[1.0:],
    "a list": lambda r: r.x[[0, 1]],
    "too many axes": lambda r: r.x[0, 0],
    "two dots": lambda r: r.w[..., ..., 0],
    "another component": lambda r: r.w[..., 1],
    "all but a component": lambda r: r.w[..., 1:],
    "a slice of one place": lambda r: r.c[None][1:],
    "other components": lambda r: r.w + r.q,
    "other lengths": lambda r: r.x[1:] + r.x,
    "two axes of time": lambda r: r.x[:, None] + r.x[None],
    "two axes of columns": lambda r: r.c[:, None] * r.c,
    "a sum over time": lambda r: r.x.sum(0),
    "a sum over time, from the last": lambda r: r.x.sum(-1),
    "a sum over what it has not": lambda r: r.w.sum(-3),
    "a sum over all": lambda r: r.w.sum(),
    "a sum with more": lambda r: r.w.sum(-1, keepdims=True),
    "a running sum over columns": lambda r: r.c.cumsum(0),
    "a running sum of a number": lambda r: r.k.cumsum(0),
    "a running sum over false": lambda r: r.w.cumsum(False),
    "a running sum of matrices": lambda r: (r.q[..., :, None] * r.w[..., None, :]).cumsum(0).at(Later(0)),
    "with a truth": lambda r: r.x * True,
    "with a float": lambda r: r.x * 0.5,
    "with a text": lambda r: r.x + "1",
    "with an array": lambda r: r.c.met(np.ones(2), lambda a, b: a),
    "joined to a number": lambda r: joined([r.x[:1], 1]),
    "joined sequences": lambda r: np.concatenate([r.x, r.x]),
    "joined to no sequence": lambda r: np.concatenate([r.c[None], r.c]),
    "joined along another axis": lambda r: np.concatenate([r.w[:1], r.w[1:]], axis=1),
    "joined with more": lambda r: np.concatenate([r.w[:1], r.w[1:]], 0),
    "points joined to a sequence": lambda r: np.concatenate([r.p, r.q]),
    "moved by a list": lambda r: np.moveaxis(r.w, [0], [1]),
    "sorted": lambda r: np.sort(r.w),
    "a loop over time": lambda r: next(iter(r.x)),
    "a loop over columns": lambda r: next(iter(r.c)),
    "a loop over what is made of points": lambda r: next(iter(2 * r.p)),
    "a function of vectors along time": lambda r: r.x.over_last(lambda term, space: term),
    "the last of a matrix": lambda r: (r.q[..., :, None] * r.w[..., None, :])[-1:],
    "before the start": lambda r: r.x.at(-1),
    "no index where there is time": lambda r: r.x.at(None),
    "an arbitrary step before a sum's": lambda r: r.x.sums(0).at(Later(-1)),
    "components that an array has not": lambda r: Value(r.c.context, (ROWS,), lambda i: r.c.at(None)).at(None),
    "its length": lambda r: len(r.x),
    "a product with a number": lambda r: r.c @ 2,
    "a product with a sequence": lambda r: r.w @ r.w,
    "a product with other components": lambda r: r.w @ r.q[0],
    "a product of matrices": lambda r: (r.q[..., :, None] * r.w[..., None, :]) @ r.c,
    "a product of points": lambda r: r.p @ r.q[0],
    "a function of no vectors": lambda r: r.k.over_last(lambda term, space: term),
    "a sum over all with more": lambda r: r.c.sum(keepdims=True),
    "a sum over the first axis": lambda r: r.c.sum(0),
    "a sum of what a run need not have": lambda r: r.x[5:6].sum(-1).at(None),
    "a running sum over all": lambda r: r.w.cumsum(),
    "a running sum by a function, along columns": lambda r: np.cumsum(r.w, axis=1),
    "a running sum by a function, along no axis": lambda r: np.cumsum(r.x),
    "two dots along one axis": lambda r: r.x[..., ...],
    "no entries": lambda r: r.x[:0],
    "a number joined to a sequence": lambda r: joined([r.k, r.x]),
    "joined to a row": lambda r: np.concatenate([r.c[None], r.c[None]]),
    "joined to a number of no axes": lambda r: joined([r.x[:1], r.k]),
    "joined to other components": lambda r: np.concatenate([r.w[:1], r.q]),
    "joined after what a short run has not": lambda r: np.concatenate([r.x[5:6], r.x]),
    "points joined to other components": lambda r: np.concatenate([r.p, r.w[:1]]),
    "points of matrices joined": lambda r: np.concatenate(2 * [r.p[..., None] * r.c]),
    "a comparison": lambda r: r.x <= 1,
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_an_array_of_arbitrary_size_has_not_is_refused(name: str) -> None:
    with pytest.raises(Refused):
        REFUSED[name](arrays(Context()))


def test_a_row_of_the_arbitrary_run_rests_on_how_late_it_is(context: Context) -> None:
    r = arrays(context)

    def least(value: Value, index: Any) -> int:
        with context.measured() as need:
            value.at(index)
        return need.least

    assert least(r.x, Later(0)) == 0
    assert least(r.x, Later(-2)) == 2
    assert least(r.x, Later(-2)) == 2  # and again, where it is remembered
    assert least(r.x[1:], Later(-2)) == 2
    assert least(r.x + r.w[..., 0], Later(-1)) == 1
    assert least(np.concatenate([r.x[:1], r.x]), Later(0)) == 1
    assert least(np.concatenate([r.x[:1], 2 * r.x[:1], r.x]), Later(1)) == 1
    assert context.least == 2
    context.require(5)
    assert context.least == 5
    context.require(1)
    assert context.least == 5


@pytest.mark.parametrize("steps", [*product(range(3), repeat=1), *product(range(3), repeat=2)])
@pytest.mark.parametrize("spare", range(-4, 2))
def test_rows_are_joined_where_a_short_run_has_the_first_of_them(steps: tuple[int, ...], spare: int) -> None:
    """As lists: row k is there where the run has so many steps, and what follows is as long as it can be."""

    def holds(T: int) -> bool:
        rows = [k for k, least in enumerate(steps) if least <= T] + [len(steps) + k for k in range(T + 1 + spare)]
        return rows == list(range(len(rows))) and len(rows) <= max(0, len(steps) + T + 1 + spare)

    assert in_place(list(steps), spare) == all(map(holds, range(9)))


def test_the_last_entry_of_an_arbitrary_run_is_none_that_is_known(context: Context) -> None:
    r = arrays(context)
    last = r.w[-1:]

    assert last.axes == (1, COLUMNS)
    assert last.at(None).spaces == {COLUMNS}
    assert last.at(None).key() not in {r.w.at(i).key() for i in (0, 1, Later(0))}
    assert r.w[-1:].at(None).key() != last.at(None).key()
    assert r.w[:, None][-1:].axes == (1, 1, COLUMNS)


def test_points_are_looped_over_by_others_of_their_kind(context: Context) -> None:
    r = arrays(context)
    point = Value(
        context, (Points("Δ"), ROWS), lambda _: context.universe.symbol("q*", ROWS, nonnegative=True, total=1)
    )
    assert not context.looped
    context.loops = 3
    several = [one for one in point]  # noqa: C416  (list asks for a length)

    assert context.looped
    assert [one.axes for one in several] == [(ROWS,)] * 3
    assert (
        len(
            {
                one.at(None).key()
                for one in (*several, *(one for one in r.p), Value(context, (ROWS,), lambda _: point.at(None)))
            }
        )
        == 7
    )
    for one in several:
        (atom,) = one.at(None).atoms()
        assert (atom.nonnegative, atom.positive, atom.total, atom.space) == (True, False, 1, ROWS)
    assert [name for name, _ in context.points] == ["q*"] * 3 + ["p"] * 3
    context.again = {"p": context.universe.symbol("known", ROWS)}
    assert {(one.axes, one.at(None).key()) for one in r.p} == {((ROWS,), context.again["p"].key())}
    assert [row.at(None).key() for row in r.c[None]] == [r.c.at(None).key()]


def test_of_points_and_further_rows_nothing_is_known(context: Context) -> None:
    r = arrays(context)
    more = np.concatenate([r.p, r.q[:1]])

    assert more.axes == (Points("p+1"), ROWS)
    assert more.at(None).spaces == {ROWS}
    assert more.at(None).key() not in {r.p.at(None).key(), r.q.at(0).key()}
    assert [one.axes for one in more] == [(ROWS,)]
    numbers = joined(2 * [Value(context, (Points("s"),), lambda _: r.one)])
    assert (numbers.axes, numbers.at(None).spaces) == ((Points("s+s"),), set())
    with pytest.raises(Refused):
        more - r.p


def test_of_an_arbitrary_run_nothing_is_needed_and_one_point_looped_over_at_first(context: Context) -> None:
    assert (context.least, context.row, context.loops, Need().least, Need().conditions) == (0, 0, 1, 0, {})
    assert nonnegative(time_of(context, Later(0)))
    assert index_of(Context(), Context().universe.constant(3)) == 3
    other = Context()
    assert index_of(other, 1 + other.universe.symbol("t")) == Later(1)
    assert nonnegative(other.universe.symbol("t"))


def test_an_index_is_a_whole_number_or_t_and_one(context: Context) -> None:
    t = time_of(context, Later(0))

    assert index_of(context, 3) == 3
    assert index_of(context, t + 2) == Later(2)
    assert index_of(context, t - 1) == Later(-1)
    assert index_of(context, context.universe.constant(4)) == 4
    assert (time_of(context, Later(-2)) - t + 2).is_zero
    assert (time_of(context, 5) - 5).is_zero
    for other in (True, 1.0, Fraction(1), t / 2, 2 * t, t + Fraction(1, 2), context.universe.constant(Fraction(1, 2))):
        with pytest.raises(Refused):
            index_of(context, other)
    with context.at_row(Later(1)):
        assert arrays(context).x[t + 1].at(None).key() == arrays(context).x.at(Later(1)).key()
    for row in (0, Later(0)):
        with context.at_row(row), pytest.raises(Refused):  # the run may end before t + 1
            arrays(context).x[t + 1]


def test_axes_meet_by_name_from_the_last() -> None:
    assert meeting((Steps(), COLUMNS), (COLUMNS,)) == (Steps(), COLUMNS)
    assert meeting((Steps(-1), 1), (1, ROWS)) == (Steps(-1), ROWS)
    assert meeting((), (Steps(),)) == (Steps(),)
    for a, b in [
        ((Steps(),), (Steps(-1),)),
        ((ROWS,), (COLUMNS,)),
        ((Points("p"),), (Points("q"),)),
        ((Steps(), 1), (Steps(),)),
        ((ROWS, 1), (ROWS,)),
        ((Steps(), 1), (1, Steps(-1))),
    ]:
        with pytest.raises(Refused):
            meeting(a, b)


def test_the_length_of_an_axis_is_that_of_the_same_axis_alone() -> None:
    shape = arrays(Context()).w[:, None].shape

    assert shape == (Size(Steps()), 1, Size(COLUMNS))
    assert (shape[0] != Size(Steps())) is False
    for other in (Size(Steps(-1)), 7, 1):
        with pytest.raises(Refused):
            bool(shape[0] == other)
        with pytest.raises(Refused):
            bool(shape[0] != other)


def test_the_entries_of_a_matrix_lie_along_both_its_axes(context: Context) -> None:
    u = context.universe
    entry = u.of(u.atom("entry", ENTRY, "Z", ("Z",)))

    assert Value(context, (ROWS, COLUMNS), lambda _: entry).at(None).key() == entry.key()
    with pytest.raises(Refused):
        Value(context, (ROWS,), lambda _: entry).at(None)


def test_conditions_are_heard_wherever_an_entry_is_read_again(context: Context) -> None:
    r = arrays(context)
    inverse = 1 / r.x

    for _ in range(2):
        with context.measured() as need:
            inverse.at(3)
        assert [(what, term.key()) for what, term in need.conditions.values()] == [("≠ 0", r.x.at(3).key())]
