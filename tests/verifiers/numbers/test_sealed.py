"""Protects what an author's code is asked about: sealed numbers compute, tell nothing, and are opened again alike."""

import copy
import operator
from collections.abc import Callable
from fractions import Fraction
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import pytest
from flint import arb, fmpq
from lemmacheck.theory.books.jst.algorithms.gradient_descent import NormalizedGD
from lemmacheck.theory.core.apart import NoRun
from lemmacheck.theory.core.paths import Paths
from lemmacheck.theory.core.relation import Chance, Limit, at_most
from lemmacheck.theory.core.shared import Impure
from lemmacheck.theory.margins.losses import Exponential
from lemmacheck.verifiers.decide import statements
from lemmacheck.verifiers.decide.sealing import fit_for, mapped, sealed, shut, unsealed
from lemmacheck.verifiers.decide.statements import EXPECTED, home, relations_on, returned_text
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.forbidden import forbid, powered
from lemmacheck.verifiers.numbers.guarded import Guarded, guarded
from lemmacheck.verifiers.numbers.guarded_ball import GuardedBall
from lemmacheck.verifiers.numbers.refusal import Inexact, watched
from lemmacheck.verifiers.numbers.sealed import Number, closed, exponent, hidden, met, opened
from lemmacheck.verifiers.records.terminal import InputError

from tests.shipped import subject_of
from tests.verifiers.stating import INSTANCE, holds, made

TWO, THIRD = Number(fmpq(2)), Fraction(1, 3)


@pytest.mark.parametrize("compared", [operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne])
def test_a_comparison_is_told_as_one(compared: Any) -> None:
    with pytest.raises(Inexact) as refused:
        compared(TWO, 1)
    assert str(refused.value).endswith(
        ": numbers of a run are compared in Python; state it with at_most, at_least, below, above or equal, "
        "and write p.where(a, '<=', b, x, y) for a branch"
    )


@pytest.mark.parametrize(("look", "words"), [
    (bool, "asked for its truth"),
    (int, r"int\(x\) takes a number out"),
    (operator.index, r": index\(x\) takes a number out of exact arithmetic; compute with x itself"),
    (complex, r"complex\(x\) takes a number out"),
    (bytes, "asked for its bytes"),
    (lambda x: 5 // x, "rfloordiv"),
    (lambda x: 5 % x, "rmod"),
    (lambda x: divmod(5, x), "rdivmod"),
    (lambda x: x.__init__(fmpq(1)), "a number of a run is made again in place; others read it"),
    (lambda x: setattr(x, "_held", 1), "a number of a run is changed in place; others read it"),
])  # fmt: skip
def test_the_refusal_says_what_was_done(look: Callable[[Any], Any], words: str) -> None:
    with pytest.raises(Inexact, match=words):
        look(Number(fmpq(2)))


def test_sealed_numbers_compute_what_the_numbers_in_them_do() -> None:
    x = TWO
    found = [x + 3, 3 + x, x - 3, 3 - x, x * 3, 3 * x, x / 3, 3 / x, -x, +x, abs(-x), x**3, x + x, x - THIRD, THIRD / x]
    expected = [5, 5, -1, 1, 6, 6, fmpq(2, 3), fmpq(3, 2), -2, 2, 2, 8, 4, fmpq(5, 3), fmpq(1, 6)]

    assert {type(one) for one in found} == {Number}
    assert list(map(opened, found)) == expected
    assert opened(x ** np.int64(2)) == opened(x ** Number(fmpq(2))) == 4
    assert 3**x == 9
    assert [type(opened(x + other)) for other in (arb(1), np.int64(1), fmpq(1))] == [arb, fmpq, fmpq]


def test_it_is_met_by_numbers_alone() -> None:
    assert [met(other) for other in (TWO, 3, fmpq(3), THIRD, np.int64(4))] == [2, 3, 3, fmpq(1, 3), 4]
    assert type(met(np.int64(4))) is int
    assert met(np.zeros(2)) is None
    assert met("text") is None
    for other in (0.5, True, 1j, np.float64(0.5)):
        with pytest.raises(Inexact, match="meets an exact number"):
            met(other)
    with pytest.raises(TypeError):
        TWO + "text"
    array = np.array([fmpq(1), fmpq(2)], dtype=object)
    assert opened(TWO + array).tolist() == opened(array + TWO).tolist() == [3, 4]


def test_an_exponent_is_an_integer() -> None:
    assert [exponent(k) for k in (3, np.int64(3), fmpq(3), Number(fmpq(3)))] == [3] * 4
    assert {type(exponent(k)) for k in (3, np.int64(3), fmpq(3), Number(fmpq(3)))} == {int}
    for power in (fmpq(1, 2), 0.5, Number(fmpq(1, 2)), THIRD):
        with pytest.raises(Inexact, match="is no integer; write p"):
            exponent(power)


def test_an_array_of_exponents_looks_after_itself() -> None:
    assert TWO.__pow__(np.array([1, 2])) is NotImplemented


def test_its_text_does_not_tell_it_and_a_copy_is_itself() -> None:
    assert repr(TWO) == str(TWO) == "a number of a run"
    assert copy.copy(TWO) is TWO
    assert copy.deepcopy([TWO])[0] is TWO
    with pytest.raises(Inexact, match="is asked for its text, on which nothing may turn"), watched():
        repr(TWO)


def test_an_array_is_sealed_once_and_opened_to_the_same_numbers() -> None:
    array = guarded(np.array([fmpq(1), fmpq(2)], dtype=object))
    shut_in = closed(array)

    assert type(shut_in) is Guarded
    assert {type(x) for x in shut_in.view(np.ndarray)} == {Number}
    assert closed(shut_in).view(np.ndarray)[0] is shut_in.view(np.ndarray)[0]
    assert type(opened(shut_in)) is np.ndarray
    assert opened(shut_in).tolist() == [1, 2]
    assert opened(array.view(np.ndarray)).tolist() == [1, 2]
    floats = np.zeros(2)
    assert closed(floats) is floats
    assert closed(3) == opened(3) == 3
    assert hidden(TWO) is TWO
    assert opened(hidden(fmpq(5))) == 5


class State(NamedTuple):
    x: Any
    y: Any


def test_each_part_of_a_record_is_mapped_and_the_record_keeps_its_form() -> None:
    parts = {"a": [arb(1), "text"], "b": (arb(2), State(arb(3), 4))}
    found = mapped(parts, lambda x: x + 10)

    assert found == {"a": [11, "text"], "b": (12, State(13, 4))}
    assert type(found["b"][1]) is State
    record = SimpleNamespace(x=arb(1), name="n")
    changed = mapped(record, lambda x: x + 1)
    assert (changed.x, changed.name, record.x) == (2, "n", 1)


def run_in(num: Ball, algorithm: Any = None, *loss: Any) -> Any:
    with num.active():
        return subject_of(INSTANCE, num, algorithm or NormalizedGD(), 2, *loss)


class TheirDescent(NormalizedGD):
    """An author's algorithm."""


class TheirLoss(Exponential):
    """An author's loss."""


def test_of_an_authors_algorithm_or_loss_every_statement_is_asked_about_sealed_numbers() -> None:
    for run in (run_in(GuardedBall(128), TheirDescent()), run_in(GuardedBall(128), None, TheirLoss())):
        assert fit_for(np.add, run) is sealed(run) is not run


def test_a_bare_number_is_sealed_as_an_array_without_axes() -> None:
    for number in (arb(1), np.array([arb(1)], dtype=object)):
        found = shut(number)
        assert {type(x) for x in found.view(np.ndarray).ravel().tolist()} == {Number}
        assert found.shape == np.shape(number)


def test_an_author_is_asked_about_sealed_numbers_and_others_about_the_run_itself() -> None:
    run, bare = run_in(GuardedBall(128)), run_in(Ball(128))
    theirs = holds

    assert fit_for(np.add, run) is run
    assert fit_for(theirs, bare) is bare
    assert fit_for(theirs, 3) == 3
    secret = fit_for(theirs, run)
    assert secret is fit_for(made(theirs), run) is sealed(run) is not run
    assert fit_for(SimpleNamespace(function=np.add), run) is run
    assert {type(x) for x in np.asarray(secret.w).ravel()} == {Number}
    assert secret.num.sealed
    assert not run.num.sealed
    assert type(secret) is type(run)
    assert not isinstance(secret, Paths)
    problem = fit_for(theirs, run.problem)
    assert problem is sealed(run.problem) is secret.problem
    back = unsealed(secret._states[1])
    assert {type(x) for x in np.asarray(back.w).ravel()} <= {fmpq, arb}


def asked(found: Any) -> Any:
    """What a claim that returns this is said to state of a run in exact numbers."""
    with GuardedBall(128).active():
        return relations_on(made(lambda run: found), run_in(GuardedBall(128)))


def test_a_claim_states_relations_or_it_is_told_what_it_states() -> None:
    one = at_most(guarded(fmpq(1)), 2)

    assert [relation.op for relation in asked(one)] == ["<="]
    assert [relation.op for relation in asked([one, one])] == ["<=", "<="]
    assert EXPECTED == "expected a relation such as at_most(lhs, rhs), or several"
    for found, told in ((None, "nothing"), (True, "True"), ([one, 1], r"\["), ("x" * 99, "'" + "x" * 59 + ";")):
        with pytest.raises(InputError, match=f"T states {told}.*expected a relation such as"):
            asked(found)
    assert returned_text(None) == "nothing"
    assert returned_text("x" * 99) == "'" + "x" * 59


def test_the_side_that_is_not_exact_is_named() -> None:
    exact = guarded(np.array([fmpq(1)], dtype=object))
    for found, side in (
        (at_most(0.5, exact), "left side"),
        (at_most(exact, 0.5), "right side"),
        (Chance((at_most(exact, 2),), 0.5, exact), "probability"),
        (Chance((at_most(exact, 2),), exact, 0.5), "bound"),
        (Chance((at_most(exact, 0.5),), exact, exact), "right side"),
        (Limit(np.array([0.5])), "sequence"),
    ):
        with pytest.raises(Inexact, match=f"T: its {side} is .*float"):
            asked(found)
    with pytest.raises(Inexact, match=r"test_sealed\.py:\d+: the float 0.5 meets an exact number"):
        Limit(exact, 0.5)


def test_floats_may_state_floats_and_of_no_run_nothing_is_stated() -> None:
    assert relations_on(made(lambda run: at_most(0.5, 1)), SimpleNamespace(num=None))[0].lhs == 0.5
    with pytest.raises(ZeroDivisionError):
        relations_on(made(lambda run: at_most(0.5, 1)), NoRun())


def test_an_authors_statement_is_asked_twice_once() -> None:
    calls = []
    run = run_in(GuardedBall(128))

    def counted(_: Any) -> Any:
        calls.append(1)
        return at_most(guarded(fmpq(1)), 2)

    statement = made(counted)
    rule = "; a claim may not keep anything between calls, nor draw random numbers"
    with pytest.raises(Impure, match=rule), GuardedBall(128).active():
        relations_on(statement, run)
    assert len(calls) == 2


def test_a_statement_that_draws_is_refused_and_others_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    entropy = np.random.SeedSequence

    def drawn(_: Any) -> Any:
        return at_most(guarded(fmpq(int(entropy().entropy) % 2**60)), 2**61)  # type: ignore[arg-type]

    monkeypatch.setattr(statements, "KEPT", 1)
    monkeypatch.setattr(statements, "_twice", {})
    run = run_in(GuardedBall(128))
    with GuardedBall(128).active():
        with pytest.raises(Impure, match="differs when it is asked again; a claim may not draw"):
            relations_on(made(drawn), run)
        assert statements._twice == {}
        one, other = (made(lambda run, k=k: at_most(guarded(fmpq(k)), 2)) for k in (0, 1))
        for statement in (one, other, other):
            relations_on(statement, run)
            assert [key[0] for key in statements._twice] == [statement.function]
            assert next(iter(statements._twice))[1:] == ((2, 2), 2)


def test_ours_are_asked_once_and_an_authors_twice_for_each_shape_and_length(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[Any] = []
    monkeypatch.setattr(statements, "difference", lambda one, other: compared.append(one) or "")
    monkeypatch.setattr(statements, "_twice", {})
    run, theirs = run_in(GuardedBall(128)), made(lambda run: at_most(guarded(fmpq(1)), 2))
    with GuardedBall(128).active():
        for subject, count in ((run, 1), (run, 1), (run.problem, 2), (run.problem, 2)):
            relations_on(theirs, subject)
            assert len(compared) == count
        assert list(statements._twice) == [(theirs.function, (2, 2), 2), (theirs.function, (2, 2), 0)]
        relations_on(LIBRARY.claims["P.Alg.NGD"], run)
        assert len(compared) == 2


def test_a_statement_is_told_by_its_file_its_line_and_its_name() -> None:
    code = holds.__code__

    assert home(made(holds)) == f"{code.co_filename}:{code.co_firstlineno}: T"
    assert home(made(holds, holds).given[0]) == f"{code.co_filename}:{code.co_firstlineno}: h0"
    assert home(made(np.add)) == "T"


@pytest.mark.parametrize("name", ["str", "format", "hash", "bytes", "reduce", "reduce_ex", "getstate"])
def test_what_a_number_is_asked_for_is_told_in_words(name: str) -> None:
    asked = {"str": "text", "format": "text", "hash": "hash", "bytes": "bytes"}.get(name, "pickle")
    with pytest.raises(Inexact, match=f"a number of a run is asked for its {asked}, on which nothing may turn"):
        forbid(f"__{name}__")


def test_a_power_is_refused_beyond_a_million_and_told_shortly() -> None:
    assert [powered(k) for k in (0, 10**6, -(10**6))] == [0, 10**6, -(10**6)]
    for power, told in ((10**6 + 1, "1000001"), (1 - 10**12, "-999999999999"), (10**12, r"2\^39 or more"),
                        (-(2**50), r"-2\^50 or more"), (10**10_000, r"2\^33219 or more")):  # fmt: skip
        expected = rf": the power {told} is too large for exact numbers; exponents go up to 10\*\*6; write run\.exp\(k"
        with pytest.raises(Inexact, match=expected):
            powered(power)
