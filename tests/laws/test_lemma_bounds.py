"""Protects the verdicts: drawn data refute no claim unless it is on record as false.

A claim with a `fault` is on record as false as printed. Each drawn dataset is run with every configuration of an
algorithm and with one that is drawn; all claims about the algorithm are decided on these runs, which they share.
"""

import re
from math import isnan

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lemmacheck.theory.books.lecture.algorithms.sgd import SGD
from lemmacheck.theory.core.claim import Claim
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.instances.families import structured
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.library.strategies import algorithms, instances
from lemmacheck.verifiers.records.verdict import Verdict

from tests.sampled import sampled, soon

STEPS = 12
CHECKABLE = {id: claim for id, claim in LIBRARY.claims.items() if not (claim.is_rate or claim.not_checkable)}
PRINTED_FALSE = {id: claim for id, claim in CHECKABLE.items() if claim.fault}
HELD = {id: claim for id, claim in CHECKABLE.items() if not claim.fault}
OF_A_HYPOTHESIS = re.compile("a hypothesis is not decided: ").match  # of a loss whose numbers tie, say
GOOD = {Verdict.CERTIFIED, Verdict.SUPPORTED, Verdict.NOT_APPLICABLE}


def together(claims: dict[str, Claim]) -> dict[type | None, list[Claim]]:
    """The claims about the data alone, about one algorithm, about the next."""
    groups: dict[type | None, list[Claim]] = {}
    for claim in claims.values():
        groups.setdefault(claim.about, []).append(claim)
    return groups


def title(about: type | None) -> str:
    return about.__name__ if about else "data alone"


@pytest.mark.slow
@pytest.mark.parametrize("about", sampled(soon(together(HELD), [SGD]), 7), ids=title)
@given(instance=instances(), drawing=st.data())
def test_no_drawn_data_contradict(about: type | None, instance: Instance, drawing: st.DataObject) -> None:
    claims = sampled(together(HELD)[about], 8)
    runs = dict.fromkeys([*claims[0].usual.values(), drawing.draw(algorithms(about))])
    found = {(c.id, algorithm): decide(c, instance, algorithm, STEPS) for algorithm in runs for c in claims}

    assert {run: one for run, one in found.items() if one.verdict not in GOOD and not OF_A_HYPOTHESIS(one.reason)} == {}


@pytest.mark.parametrize("id", sampled(CHECKABLE, 50))
def test_some_data_meet_the_hypotheses(id: str) -> None:
    """Otherwise no drawn dataset could have contradicted the claim; a report says so of each as NOT-APPLICABLE."""
    claim = CHECKABLE[id]
    runs = ((instance, algorithm) for instance in structured() for algorithm in claim.usual.values())

    assert any(decide(claim, *run, 1).verdict != Verdict.NOT_APPLICABLE for run in runs)


@pytest.mark.slow
@pytest.mark.parametrize("about", sampled(together(PRINTED_FALSE), 5), ids=title)
@given(instance=instances())
def test_a_false_claim_is_decided_wherever_its_run_is_defined(about: type | None, instance: Instance) -> None:
    """A run that turns on the sign of a number that is 0, as the ellipsoid's may, goes on with undefined numbers."""
    claims = together(PRINTED_FALSE)[about]
    runs = claims[0].usual
    found = {(c.id, label): decide(c, instance, runs[label], STEPS) for c in claims for label in runs}
    undecided = {run: decision for run, decision in found.items() if decision.verdict == Verdict.UNDECIDED}

    assert [run for run, decision in undecided.items() if not (decision.worst and isnan(decision.worst.slack))] == []
