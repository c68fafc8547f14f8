"""Protects exact arrays: they compute what rationals compute, and say in one line what they refuse."""

import math
import operator
import re
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import pytest
from flint import arb, fmpq
from lemmacheck.theory.core.machine import is_of_the_machine, may_wrap
from lemmacheck.theory.margins.losses import Exponential
from lemmacheck.theory.margins.problem import Problem
from lemmacheck.verifiers.numbers import forbidden
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.guarded import Guarded, guarded, inexact, inside, nothing_cut_off
from lemmacheck.verifiers.numbers.guarded_ball import GuardedBall, OpenBall, secret
from lemmacheck.verifiers.numbers.refusal import HOME, STANDARD, Inexact, author_line, refuse, watched
from lemmacheck.verifiers.numbers.scalar import Scalar

F = Fraction
NUM = GuardedBall(128)
ROWS = [[F(1, 2), F(-2, 3), F(3)], [F(5), F(1, 7), F(-4)]]
X, PLAIN = NUM.array(ROWS), np.array(ROWS, dtype=object)
COMPUTED: dict[str, Callable[[Any], Any]] = {
    "sums": lambda x: x + 1 - x * F(1, 3) + x / 2 - -x,
    "from the left": lambda x: 1 - x + 2 * x + F(3, 2) / x - np.array([1, 2, 3]),
    "powers": lambda x: x**2 - x**-1 + (+x) ** 3 + np.square(x),
    "powers with whole exponents": lambda x: x ** np.array([1, 2, -1]),
    "remainders": lambda x: x % 3 + -x % F(1, 2) + np.remainder(x, x[0] + 7),
    "products of matrices": lambda x: x @ x.T,
    "absolute values": lambda x: abs(x) + np.absolute(x),
    "sums along axes": lambda x: x.sum(0) + np.sum(x, axis=0) + np.add.reduce(x, axis=0),
    "running sums": lambda x: x.cumsum(0) + np.cumsum(x, axis=0) + np.add.accumulate(x),
    "running products": lambda x: x.cumprod(1) + np.multiply.accumulate(x, axis=1),
    "one number": lambda x: x.sum() * x[0, 1],
    "joined": lambda x: np.concatenate([x, [[1, F(1, 2), 3]], x[:1]]) / 4,
    "stacked": lambda x: np.stack([x[0], x[1] / 2, np.array([1, 2, 3])]) / 2,
    "stacked numbers": lambda x: np.stack([x[0, 0], 1, F(1, 3)]) / 2,
    "moved": lambda x: np.moveaxis(x, 0, 1) + x.T + x.swapaxes(0, 1),
    "taken apart": lambda x: np.split(x, 3, axis=1)[1] * 2,
    "sums of nothing": lambda x: (x[:0].sum(0) + np.sum(x[:0], axis=0)) / 2 + np.add.reduce(x[:0]),
    "entries": lambda x: np.stack(list(x[0])) + x[0, ...] + x[..., 0, :],
    "inner products": lambda x: np.inner(x, x) + np.dot(x, x.T) + np.einsum("ij,kj->ik", x, x),
}


def as_fractions(x: Any) -> list[Any]:
    return [F(int(fmpq(e).p), int(fmpq(e).q)) if type(e) is not F else e for e in np.asarray(x, dtype=object).ravel()]


@pytest.mark.parametrize("name", COMPUTED)
def test_exact_arrays_compute_what_rationals_compute(name: str) -> None:
    found, expected = COMPUTED[name](X), np.asarray(COMPUTED[name](PLAIN), dtype=object)

    assert type(found) is Guarded
    assert found.shape == expected.shape
    assert as_fractions(found.view(np.ndarray)) == [F(e) for e in expected.ravel()]
    assert {type(entry) for entry in found.view(np.ndarray).ravel().tolist()} == {fmpq}


class State(NamedTuple):
    t: int
    x: Any


REFUSED: dict[str, tuple[Callable[[], Any], str]] = {
    "a function": (lambda: np.cos(X), f"cos does not work on exact numbers; write {forbidden.OTHERWISE}"),
    "another": (lambda: np.linalg.norm(X), "norm does not work on exact numbers; write p.norm(x)"),
    "a method": (lambda: X.max(), "max does not work on exact numbers; write p.maximum(x), along the last axis"),
    "a reduction": (lambda: np.maximum.reduce(X), "maximum.reduce does not work on exact numbers; write p.maximum"),
    "an outer sum": (lambda: np.add.outer(X, X),
        f"add.outer does not work on exact numbers; write {forbidden.OTHERWISE}"),
    "a comparison": (lambda: X > 0, "numbers of a run are compared in Python; state it with at_most, at_least, below"),
    "a truth": (lambda: bool(X[0, 0]), "a number of a run is asked for its truth; write it with p.positive_part"),
    "a float of it": (lambda: float(X[0, 0]), "float(x) takes a number out of exact arithmetic; compute with x"),
    **{name: (lambda name=name: getattr(X, name)(0), f"{name}(x) takes a number out of exact arithmetic; compute")
        for name in ("astype", "item", "tolist")},
    "in place": (lambda: operator.imul(X, 2), forbidden.IN_PLACE),
    "into an array": (lambda: np.add(X, 1, out=np.empty_like(PLAIN)), forbidden.IN_PLACE),
    "of another kind": (lambda: X.sum(0, dtype=float), "the option dtype= does not work on exact numbers; leave it"),
    "from a number on": (lambda: np.sum(X, initial=0.5), "the option initial= does not work on exact numbers"),
    "where": (lambda: np.add.reduce(X, where=[True, False, True]), "the option where= does not work on exact"),
    "a half": (lambda: X * 0.5,
        "the float 0.5 meets an exact number; write Fraction(1, 3) for 1/3, or x / 3, and p.number("),
    "true": (lambda: X * True, "the truth value True meets an exact number; write it with p.at_least_zero, or as"),
    "complex": (lambda: X * 1j, "the complex number 1j meets an exact number; write it with p.at_least_zero"),
    "floats": (lambda: X * np.ones(3), "an array of floats meets an exact number; write Fraction(1, 3) for 1/3"),
    "a text": (lambda: np.concatenate([X, "a"]), "does not work on exact numbers"),
    "no guard": (lambda: X * np.array([arb(1)] * 3), "a arb that is not guarded meets an exact number; np.asarray and"),
    "a set": (lambda: X * {1}, "a set that is not guarded meets an exact number"),
    "a state": (lambda: X * State(1, X), "a State meets an exact number; write one of its fields, such as s.x in"),
    "the least so far": (lambda: np.minimum.accumulate(X),
        "minimum.accumulate does not work on exact numbers; write run.recurrence(x[0], lambda t, m: p.where(m,"),
    "a root by a power": (lambda: X**0.5, "the power 0.5 is no integer; write p.sqrt(x), or p.exp(a * p.log(x))"),
    "a rational power": (lambda: X ** F(1, 2), "the power 1/2 is no integer; write p.sqrt(x)"),
    "large integers": (lambda: X * np.array([1, 2, 2**31]), forbidden.WRAPPED),
    "a large integer": (lambda: X * np.int64(2**31), forbidden.WRAPPED),
    "large ones joined": (lambda: np.concatenate([X[0], np.array([2**31])]), forbidden.WRAPPED),
    "an entry": (lambda: operator.setitem(X, 0, 1), "__setitem__ does not work on exact numbers; write x + c * e"),
    **{
        f"a {one.__name__}": (partial(one, X[0, 0]), f"__{one.__name__}__ does not work on exact numbers")
        for one in (round, math.trunc, math.floor, math.ceil)
    },
    "a part": (lambda: X.real, "real does not work on exact numbers"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused_is_told_with_what_to_write(name: str) -> None:
    leak, words = REFUSED[name]
    if name == "a text":
        with pytest.raises((Inexact, ValueError)):
            leak()
        return
    with pytest.raises(Inexact) as refused:
        leak()

    place, _, told = str(refused.value).partition(": ")
    assert place.startswith(f"{__file__}:")
    assert told.startswith(words)
    assert "\n" not in str(refused.value)


def test_a_remedy_is_for_a_function_of_numpy_and_names_those_of_a_problem() -> None:
    for name, remedy in {**forbidden.INSTEAD, "cos": forbidden.OTHERWISE}.items():
        whose, _, last = name.rpartition(".")
        homes = [getattr(np, whose)] if whose else [np, np.linalg, np.ndarray]
        assert any(hasattr(home, last) for home in homes)
        for called in re.findall(r"\bp\.(\w+)", remedy):
            assert hasattr(Problem, called)
        with pytest.raises(Inexact) as refused:
            forbidden.forbid(name)
        assert str(refused.value).endswith(f": {name} does not work on exact numbers; write {remedy}")


def test_integers_of_the_machine_that_are_small_are_exact() -> None:
    most = 2**31 - 1

    assert as_fractions((X[0] * np.array([most, -most, 0])).view(np.ndarray)) == [F(most, 2), F(2 * most, 3), F(0)]
    assert as_fractions((X[0, 0] * np.int64(most)).view(np.ndarray)) == [F(most, 2)]
    assert (X[:, :0] * np.array([], dtype=int)).shape == (2, 0)


@pytest.mark.parametrize(
    ("x", "wraps", "of_the_machine"),
    [
        (np.int64(2**31 - 1), False, False),
        (np.int64(1 - 2**31), False, False),
        (np.int64(2**31), True, True),
        (np.int64(-(2**31)), True, True),
        (np.array([1, 2**40]), True, True),
        (np.array([2**31], dtype=np.uint64), True, True),
        (np.array([], dtype=int), False, False),
        (np.array([2.0**40]), False, False),
        (2**40, False, False),
        (F(2**40, 3), False, False),
        (F(np.int64(2), 3), False, True),  # made of integers that may have had no room before
        (F(2, np.int64(3)), False, True),
        ([1, np.int64(2**40)], False, True),
        ((np.int64(5), 2**40), False, False),
        (np.array([2**40, F(1, 3)], dtype=object), False, False),
        (np.array([F(1, 3), np.int64(2**40)], dtype=object), False, True),
        (np.array([[1, F(np.int64(1), 3)]], dtype=object), False, True),
    ],
)
def test_a_large_integer_of_the_machine_is_seen_wherever_it_stands(x: Any, wraps: bool, of_the_machine: bool) -> None:
    assert (may_wrap(x), is_of_the_machine(x)) == (wraps, of_the_machine)


def test_powers_of_t_are_rational() -> None:
    t = NUM.array([0, 1, 2])

    assert as_fractions(((-2) ** t).view(np.ndarray)) == [1, -2, 4]
    assert as_fractions((np.array([3, 3, 3]) ** (t - 2)).view(np.ndarray)) == [F(1, 9), F(1, 3), 1]
    assert as_fractions((X[0] ** t).view(np.ndarray)) == [1, F(-2, 3), 9]


def test_where_nothing_may_be_cut_off_an_empty_part_is_an_error() -> None:
    parts: list[Callable[[], Any]] = [lambda: X[2:], lambda: X[:, :0], lambda: np.split(X, [0])]
    for part in parts:
        part()
        with nothing_cut_off(), pytest.raises(ArithmeticError, match="an empty part of an array is taken"):
            part()
    with nothing_cut_off():
        assert [x.shape for x in (X[1:], X[0, 0], *np.split(X, [1]), X + X)] == [(1, 3), (), (1, 3), (1, 3), (2, 3)]


def test_an_array_that_is_read_only_says_so() -> None:
    fixed = NUM.array([1, 2])
    fixed.flags.writeable = False

    with pytest.raises(ValueError, match="assignment destination is read-only"):
        fixed[0] = 1


def test_an_entry_is_guarded_and_a_number_boxed() -> None:
    assert type(X[0, 0]) is Guarded
    assert X[0, 0].shape == ()
    assert [type(entry) for entry in X[0]] == [Guarded] * 3
    assert type(guarded(3)) is Guarded
    assert type(guarded(3)[()].view(np.ndarray)[()]) is fmpq
    whole = np.arange(3)
    assert guarded(whole) is whole
    assert guarded(X) is X
    assert type(guarded(np.array([fmpq(1)], dtype=object))) is Guarded
    assert str(X[0]) == str(X[0].view(np.ndarray))
    assert repr(X[0]) == repr(X[0].view(np.ndarray))
    assert "array" in np.array_repr(X[0])
    assert (np.shape(X), np.ndim(X), np.size(X)) == ((2, 3), 2, 6)


def test_a_side_is_compared_by_what_is_inside() -> None:
    for side in (X, [X, X], (X[0], X[1])):
        assert type(inside(side)) is np.ndarray
    assert inside([]).shape == (0,)
    assert inside(F(1, 2)) == fmpq(1, 2)
    assert type(inside(F(1, 2))) is fmpq
    assert set(map(type, inside(PLAIN).ravel().tolist())) == {fmpq}
    assert inside(3) == 3
    whole = np.arange(3)
    assert inside(whole).base is whole


@pytest.mark.parametrize("exact", [1, F(1, 2), fmpq(1), X, [X, 1], np.arange(3), PLAIN, [], (F(1),)])
def test_what_is_exact_is_not_called_inexact(exact: Any) -> None:
    assert inexact(exact) == ""


@pytest.mark.parametrize(("side", "words"), [
    (0.5, "the float 0.5; write Fraction(1, 3)"),
    ([1, 0.5], "the float 0.5; write Fraction(1, 3)"),
    (np.ones(2), "an array of floats; write Fraction(1, 3)"),
    (True, "the truth value True; write it with p.at_least_zero"),
    (np.array([F(1), 0.5], dtype=object), "the float 0.5; write Fraction"),
    (np.array([F(1), arb(1)], dtype=object), "a arb that is not guarded; np.asarray and np.array drop the guard"),
    (np.array([2**31]), forbidden.WRAPPED),
    (np.int64(2**40), forbidden.WRAPPED),
    ("1", "a str that is not guarded"),
])  # fmt: skip
def test_a_side_that_is_inexact_is_told_by_its_first_fault(side: Any, words: str) -> None:
    assert inexact(side).startswith(words)


def test_a_guarded_ball_is_a_ball_whose_arrays_are_guarded() -> None:
    plain, x = Ball(128), NUM.array([F(1, 3), F(2), F(5, 7)])
    bare = plain.array([F(1, 3), F(2), F(5, 7)])
    names = ("exp", "log", "sqrt", "root_of_squares", "maximum", "anchor", "first_largest", "xlogx", "exprel", "logrel")

    with plain.active():
        pairs = [(getattr(NUM, name)(x), getattr(plain, name)(bare)) for name in names]
        pairs += [
            (NUM.ratio(x, x + 1), plain.ratio(bare, bare + 1)),
            (NUM.array([1, F(1, 2)]), plain.array([1, F(1, 2)])),
        ]
        for found, expected in pairs:
            assert type(found) is Guarded
            assert list(map(str, found.view(np.ndarray).ravel())) == list(map(str, np.asarray(expected).ravel()))
    assert type(NUM.number(F(1, 2))) is Scalar
    assert NUM.within == plain


def test_balls_are_secret_for_what_an_author_has_made_alone() -> None:
    class Theirs(Exponential):
        """An author's loss."""

    made = secret((None, Exponential()), 64), secret((None, Theirs()), 64)

    assert [(type(num), num.bits) for num in made] == [(Ball, 64), (OpenBall, 64)]


def caught(*words: str) -> None:
    for word in words:
        with pytest.raises(Inexact, match=word):
            refuse(word)


def test_a_refusal_that_is_caught_is_raised_at_the_end() -> None:
    with pytest.raises(Inexact, match="first") as refused, watched():
        caught("first", "second")
    assert f"{Path(__file__).name}:" in str(refused.value)
    with watched():
        pass
    caught("outside")


def test_a_refusal_inside_another_watch_stays_there() -> None:
    with watched(), pytest.raises(Inexact, match="inner"), watched():
        caught("inner")


@pytest.mark.parametrize(("leak", "error", "words"), [
    (lambda: fmpq(1, 2) * 0.5, Inexact, rf"{Path(__file__).name}:\d+: a float meets an exact number; write Fraction"),
    (lambda: fmpq(1, 2) + "a", TypeError, "str"),
    (lambda: 0.5 + "a", TypeError, "float"),  # type: ignore[operator]
])  # fmt: skip
def test_a_float_that_meets_a_rational_is_told_at_its_line(leak: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words), watched():
        leak()


def frames(*places: str) -> Any:
    """Frames, the innermost first, by the files that they run."""
    frame = None
    for line, place in reversed(list(enumerate(places, 1))):
        frame = SimpleNamespace(f_code=SimpleNamespace(co_filename=place), f_lineno=line, f_back=frame)
    return frame


def test_the_line_is_the_innermost_of_an_author_or_else_of_theory() -> None:
    theory, verifiers, numpy = str(HOME / "theory"), str(HOME / "verifiers"), str(Path(np.__file__).parent)
    ours = (f"{numpy}/a.py", f"{verifiers}/check.py", f"{theory}/core/run.py", f"{theory}/margins/problem.py")

    for authored in (f"{theory}/books/jst/sec3.py", f"{theory}/books/jst/algorithms/dual.py", "/home/a/mine.py"):
        assert author_line(frames(*ours, authored, "/home/b.py")) == f"{authored}:5"
    assert author_line(frames(*ours)) == f"{theory}/core/run.py:3"
    assert author_line(frames(f"{STANDARD}/functools.py", "/home/a/mine.py")) == "/home/a/mine.py:2"
    book = f"{STANDARD}/site-packages/their_book.py"
    assert author_line(frames(book, "/home/a/mine.py")) == f"{book}:1"
    for book in ("jst", "lecture"):  # a method's own files are passed over, of whichever book
        method = f"{theory}/books/{book}/methods/dual.py"
        assert author_line(frames(method, "/home/a/mine.py")) == "/home/a/mine.py:2"
        assert author_line(frames(method)) == f"{method}:1"
    asking = f"{verifiers}/library/deciding.py"  # whose own callers wrote nothing that is asked
    assert author_line(frames(*ours, asking, "/home/a/mine.py")) == f"{theory}/core/run.py:3"
    assert author_line(frames(asking, "/home/a/mine.py")) == author_line(frames(*ours[:2])) == "a claim"
    assert author_line(None) == "a claim"


def test_a_refusal_names_the_line_that_asked_for_it() -> None:
    here = sys._getframe().f_lineno + 2
    with pytest.raises(Inexact) as refused:
        refuse("no")
    assert str(refused.value) == f"{__file__}:{here}: no"

    def leak() -> Any:
        return fmpq(1, 2) * 0.5

    with pytest.raises(Inexact) as refused, watched():
        leak()
    assert str(refused.value).startswith(f"{__file__}:{leak.__code__.co_firstlineno + 1}: a float meets")
