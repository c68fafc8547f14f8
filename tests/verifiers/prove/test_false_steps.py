"""Protects the prover from a step that is false: from a row to the row after next, from another run, at another row."""

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest
from lemmacheck import Hypothesis, above, at_least, below, equal
from lemmacheck.verifiers.prove import engine
from lemmacheck.verifiers.prove.engine import lent

from tests.verifiers.prove.sequences import proved


def test_what_grows_over_two_steps_need_not_hold_between_them() -> None:
    """(t − 1)² is 1, 0, 1, 4, …: from t to t + 2 it never falls, and at t = 1 it is less than 1/2."""
    assert not proved("P.L3.6l", lambda run: at_least((run.t - 1) ** 2, Fraction(1, 2)), given=())
    assert not proved("P.L3.6l", lambda run: above((run.t - 1) ** 2, 0), given=())
    assert proved("P.L3.6l", lambda run: at_least((run.t - 1) ** 2 + run.t, Fraction(1, 2)), given=())


def test_what_grows_from_what_it_is_said_to_equal_is_not_equal_to_it() -> None:
    assert not proved("P.L3.6l", lambda run: equal(run.t, 0), given=())
    assert not proved("P.L3.6l", lambda run: equal(0, run.t), given=())


def half_of_lambda(run: Any) -> Any:
    return run.theta + run.lam / 2


@pytest.mark.parametrize(("supposed", "wanted", "follows"), [
    (at_least, at_least, True),
    (above, at_least, True),
    (above, above, True),
    (at_least, above, False),
    (at_least, equal, False),
    (equal, at_least, True),
    (equal, above, False),
    (above, equal, False),
    (at_least, lambda half, one: equal(one, half), False),
    (below, at_least, False),
])  # fmt: skip
def test_an_inequality_that_is_given_is_known_at_the_row_to_be_shown(supposed: Any, wanted: Any, follows: bool) -> None:
    given = Hypothesis("h", "θ_t + λ_t/2 and 1", lambda run: supposed(half_of_lambda(run), 1))

    assert proved("P.L3.6l", lambda run: wanted(half_of_lambda(run), 1), given=(given,)) is follows


def test_what_is_given_of_a_row_says_nothing_of_the_next() -> None:
    given = Hypothesis("h", "θ_t + λ_t/2 ≥ 1 but for the last t", lambda run: at_least(half_of_lambda(run)[:-1], 1))

    assert proved("P.L3.6l", lambda run: at_least(half_of_lambda(run)[:-1], 1), given=(given,))
    assert not proved("P.L3.6l", lambda run: at_least(half_of_lambda(run), 1), given=(given,))
    assert not proved("P.L3.6l", lambda run: at_least(half_of_lambda(run)[1:], 1), given=(given,))


class Method:
    loss = "its own"


class Other(Method): ...


class OfData:
    """It names no loss."""


def run_of(algorithm: Any, problem: Any) -> Any:
    return SimpleNamespace(algorithm=algorithm, problem=problem)


def test_a_claim_is_lent_to_another_run_of_its_method_on_the_same_data_with_their_loss(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data, others, asked = SimpleNamespace(loss="theirs"), SimpleNamespace(loss="theirs"), list[Any]()
    named = SimpleNamespace(loss=Method.loss)
    for name, found in (("granted", True), ("of_own_problems", False)):
        monkeypatch.setattr(engine, name, lambda *_, found=found: found)
    monkeypatch.setattr(engine, "read_as", lambda about: about)

    monkeypatch.setattr(engine, "attempt", lambda claim, algorithm: asked.append(algorithm) or object())

    def lends(algorithm: Any, on: Any, within: Any, about: type) -> bool:
        setting: Any = SimpleNamespace(run=run_of(OfData(), within), claim=None, algorithm="its own")
        claim: Any = SimpleNamespace(about=about)
        return lent(setting, claim, run_of(algorithm, on), lambda *_: True)

    assert lends(OfData(), data, data, OfData)
    assert lends(Method(), named, named, Method)
    assert list(map(type, asked)) == [OfData, Method]
    assert not lends(OfData(), data, data, Method)
    assert not lends(Other(), named, named, Method)
    assert not lends(OfData(), others, data, OfData)
    assert not lends(Method(), data, data, Method)
    for name, found in (("attempt", None), ("granted", False), ("of_own_problems", True)):
        with monkeypatch.context() as changed:
            changed.setattr(engine, name, lambda *_, found=found: found)
            assert not lends(OfData(), data, data, OfData)


def test_a_claim_is_lent_to_its_own_run_where_both_speak_of_the_same_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    run = run_of(OfData(), SimpleNamespace(loss="theirs"))
    setting: Any = SimpleNamespace(run=run, claim=None, algorithm="in place of its own")
    claim: Any = SimpleNamespace(about=Method)
    monkeypatch.setattr(
        engine, "attempt", lambda claim, algorithm: algorithm if algorithm == setting.algorithm else None
    )
    monkeypatch.setattr(engine, "granted", lambda *_: True)

    for same in (True, False):
        monkeypatch.setattr(engine, "of_the_same_runs", lambda *_, same=same: same)
        assert lent(setting, claim, run, lambda *_: True) is same
