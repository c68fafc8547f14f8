"""Protects that a claim without a proof is answered with what is not shown of it, and never with a bare None."""

import re
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from lemmacheck import as_epsilon_vanishes, at_least, at_most, equal
from lemmacheck.verifiers.library import asking
from lemmacheck.verifiers.library.shipped import LIBRARY

FOLLOWS = "does not follow from what it uses, at an arbitrary step or from a step to the next"
NOR = r"from a step to the next, nor its proof's step "
DUAL = LIBRARY.claims["P.3.2.upd"]


def follows(run: Any) -> Any:
    return equal(run.t, run.t)


def is_false(run: Any) -> Any:
    return at_most(run.t, 3)


def branches(run: Any) -> Any:
    return follows(run) if run.t[-1] == 4 else is_false(run)


@pytest.mark.parametrize(("function", "proof", "reason"), [
    (is_false, None, f"the relation {FOLLOWS}$"),
    (lambda run: (follows(run), is_false(run)), None, f"relation 2 of 2 {FOLLOWS}$"),
    (lambda run: at_least(run.t, run.t * run.log(run.n - 1)), None, "for sure: nothing says that n − 1 > 0$"),
    (lambda run: equal(run.t, run.t + 0 / (run.n - 1)), None, "for sure: nothing says that n − 1 ≠ 0$"),
    (branches, None, "not read as a formula of an arbitrary run: branches branches, compares"),
    (is_false, lambda run: [as_epsilon_vanishes(lambda epsilon: [at_most(run.t, epsilon)])], rf"{NOR}\(1\)$"),
    (is_false, lambda run: [at_least(run.t, 0), at_most(run.t, 2)], rf"{NOR}\(2\)$"),
    (is_false, lambda run: [at_most(run.t, 1), at_most(run.t, 2)], rf"{NOR}\(1\), \(2\)$"),
])  # fmt: skip
def test_a_claim_that_is_not_proved_says_what_is_not_shown(
    function: Callable[[Any], Any], proof: Callable[[Any], Any] | None, reason: str
) -> None:
    found = asking.prove(replace(DUAL, function=function, proof=proof, given=(), uses=()))

    assert not found
    assert re.match(f"not proved: .*{reason}", repr(found))


def test_a_lemma_that_is_used_and_not_proved_is_named() -> None:
    false = replace(DUAL, id="false", function=is_false, proof=None, given=(), uses=())
    true = replace(false, id="true", function=follows)
    library = SimpleNamespace(claims={"false": false, "true": true}, limit=None)
    found = asking.prove(replace(false, id="on both", uses=("false", "true"), library=library))  # type: ignore[arg-type]

    assert repr(found).endswith("; no proof rests on false, not proved either")


def test_a_proof_reads_as_its_words() -> None:
    assert (
        repr(asking.prove(replace(DUAL, function=follows, given=(), uses=())))
        == "proved: both sides agree for an arbitrary t"
    )


@pytest.mark.parametrize(
    ("id", "reason"),
    [("S.Margin", "a rate or a limit"), ("P.S1.gen", "no numerical content"), ("N.DA.typical.dual", "a rate")],
)
def test_what_is_no_relation_of_an_arbitrary_run_says_so(id: str, reason: str) -> None:
    assert reason in repr(asking.prove(LIBRARY.claims[id]))
