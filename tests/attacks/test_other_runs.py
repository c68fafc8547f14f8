"""Protects PROVED of a statement that names the run of another method: where that divides by 0, it has no value.

A claim speaks of the runs of its own method that there are. No run makes sure that another method has one as well.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from lemmacheck import Relation, equal
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.books.jst.algorithms.primal_momentum import PrimalMomentum
from lemmacheck.theory.margins.hypotheses import rates_in_range
from lemmacheck.verifiers.decide.cause import Cause
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.prove import prove

pytestmark = pytest.mark.usefixtures("ours")

LATE = 5
ROWS = Instance.from_json("one row", [["1"]])


def primal(run: Any, beta: Callable[[Any], Any], theta: Callable[[Any], Any] = lambda t: 1 + 0 * t) -> Any:
    return run.again(PrimalMomentum(beta, theta))


def rate(run: Any) -> Callable[[Any], Any]:
    return lambda t: 1 / run.algorithm.lam(t)


def stated(says: Callable[[Any], Relation], **more: Any) -> Any:
    return replace(LIBRARY.claims["P.3.2.upd"], function=says, uses=(), **{"given": (), "proof": None, **more})


UNDEFINED: dict[str, Callable[[Any], Relation]] = {
    "what it reads is 0 times it": lambda run: equal(0 * primal(run, lambda t: 1 / (t - LATE)).w, 0),
    "it reads the time alone": lambda run: equal(primal(run, lambda t: 1 / (t - LATE)).t, run.t),
    "it reads the first row": lambda run: equal(primal(run, lambda t: 1 / (t - LATE)).w[:1], run.w[:1]),
    "both divide by 0": lambda run: equal(
        primal(run, lambda t: 1 / (t - LATE)).w, primal(run, lambda t: 1 / (t - LATE)).w
    ),
    "the same rate, another way": lambda run: equal(
        primal(run, lambda t: (t - LATE) / (t - LATE)).w, primal(run, lambda t: 1 + 0 * t).w
    ),
}


@pytest.mark.parametrize("name", UNDEFINED)
def test_where_another_method_divides_by_0_nothing_is_proved(name: str) -> None:
    claim = stated(UNDEFINED[name])

    assert decide(claim, ROWS, DualNesterov(), LATE + 2).cause == Cause.UNDEFINED
    assert prove(claim) is None


DEFINED: dict[str, tuple[Callable[[Any], Relation], tuple[Any, ...]]] = {
    "by t + 1": (lambda run: equal(primal(run, lambda t: 1 / (t + 1)).t, run.t), ()),
    "by what its own step divides by": (lambda run: equal(0 * primal(run, rate(run)).w, 0), (rates_in_range,)),
    "the same rate": (lambda run: equal(run.again(DualNesterov(run.algorithm.lam, run.algorithm.theta)).w, run.w), ()),
}


@pytest.mark.parametrize("name", DEFINED)
def test_where_another_method_surely_has_a_run_proofs_are_found(name: str) -> None:
    says, given = DEFINED[name]

    assert prove(stated(says, given=given))
