"""Protects what verdicts are worth: what once could not have come out otherwise is asked where it can."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from lemmacheck.theory.books.jst.algorithms.adaptive_sampling import EndpointLaw
from lemmacheck.theory.books.jst.algorithms.two_rows import TwoRowLaw
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.relation import Decay, IllFormed, Limit
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.own import planted_on
from lemmacheck.verifiers.instances.subject import subject_of
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.numbers.chances import relations_of
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.probe.placebos import entries, informative, meets, right, tried_on

BITING = {"P.T4.1.corrected": 0.5, "P.D.T.p2.1.corrected": 0.6, "N7.margin": 0.9, "N7.psi": 0.8}
BITING |= {"W.gradL.1": 0.6, "W.gradL.3": 0.6, "W.gradLt.1": 0.6, "W.gradLt.3": 0.8}
CLAIMS = {id: claim for id, claim in LIBRARY.claims.items() if not claim.not_checkable}
ROUNDING = 1e-9
OF_THE_LAW = ("P.T4.1.corrected", "P.D.T.p2.1.corrected", "P.S1.rates.6.corrected", "N7.margin")
OF_ALL_PATHS = ("N7.azuma", "N7.variance", "N7.spread")


@pytest.mark.slow
@pytest.mark.parametrize(("id", "least"), BITING.items())
def test_a_placebo_breaks_most_of_what_none_broke(id: str, least: float) -> None:
    """Of 200 draws of rows of like norms every probability was 1, whatever was drawn; of a chain rule, Zᵀ was asked as
    it is alone."""
    found = informative(LIBRARY.claims[id])

    assert found is not None
    assert found >= least


@pytest.mark.parametrize("id", [*OF_THE_LAW, *OF_ALL_PATHS])
def test_the_sampling_theorem_fails_of_uniform_sampling(id: str) -> None:
    claim = LIBRARY.claims[id]
    method = claim.bound
    with Float64().active():
        for label, instance in planted_on(method).items():
            one = method.planted[label]
            runs = [right(instance, algorithm, method) for algorithm in (one.algorithm, *one.wrong.values())]
            failing = [any(fails.any() for fails in entries(claim, run) or []) for run in runs]

            assert failing == [False, True]


def test_the_law_on_two_rows_is_the_law_of_all_multisets() -> None:
    rows = Instance.from_json("two rows", [["-1", "0"], ["6/25", "-11/20"]])
    with Float64().active():
        window = subject_of(rows, Float64(), TwoRowLaw(rows_a_step=30, below=40, width=80), 1).states[-1]
        every = subject_of(rows, Float64(), EndpointLaw(), 30).states[-1]
    known = dict(zip(window.counts, zip(window.chance, map(tuple, window.w), strict=True), strict=True))

    assert every.counts
    for counts, chance, w in zip(every.counts, every.chance, every.w, strict=True):
        assert known[counts][0] == pytest.approx(chance, abs=1e-12)
        assert known[counts][1] == pytest.approx(tuple(w), abs=1e-12)
    assert window.chance[-1] == 0


def test_of_the_chance_that_leaves_the_window_nothing_is_known() -> None:
    rows = Instance.from_json("two rows", [["-1", "0"], ["6/25", "-11/20"]])
    with Float64().active():
        law = subject_of(rows, Float64(), TwoRowLaw(rows_a_step=30, below=1, width=3), 1).states[-1]

    assert law.chance[-1] > 0.1
    assert law.chance.sum() == pytest.approx(1)
    assert np.isnan(law.w[-1]).all()


def differences(statement: Any) -> list[np.ndarray]:
    """Of each relation, how far it is from an equality, positive where it holds; of an equality, both ways."""
    found = []
    for relation in relations_of(statement):
        gap = np.asarray(relation.rhs - relation.lhs, dtype=float)
        found += [sign * gap for sign in {"<": (1,), ">": (-1,), "=": (1, -1)}[relation.op[0]]]
    return found


def says_what_it_is_given(claim: Claim) -> bool:
    """Whether on each run that is tried all that is concluded, and not 0 but for rounding, is among what is assumed."""
    if not claim.given or claim.returns in (Decay, Limit):
        return False
    with Float64().active():
        runs = (right(one, a, claim.method) for a in claim.usual.values() for one in tried_on(claim))
        found = (repeats(claim, run) for run in runs if meets(claim, run))
        known = filter(lambda again: again is not None, found)
        return next(known, False) is True and all(known)


def repeats(claim: Claim, subject: Any) -> bool | None:
    """Whether all that is concluded of a run is among what is assumed of it; None where that is 0."""
    try:
        said = [gap for gap in differences(claim(subject)) if np.abs(gap).max(initial=0) > ROUNDING]
        assumed = [gap for one in claim.given for gap in differences(one(subject))]
    except IllFormed:
        return False
    return all(any(same(gap, one) for one in assumed) for gap in said) if said else None


def same(a: np.ndarray, b: np.ndarray) -> bool:
    return a.squeeze().shape == b.squeeze().shape and np.allclose(a.squeeze(), b.squeeze())


# The print says again there what it assumes: “γ_t = ½ − ε_t ≥ γ” recalls the weak learner.
RECALLED = {"S.Lem7.z.4"}


@pytest.mark.slow
def test_no_claim_concludes_what_it_assumes() -> None:
    assert {id for id, claim in CLAIMS.items() if says_what_it_is_given(claim)} <= RECALLED


def test_a_claim_that_concludes_what_it_assumes_is_found() -> None:
    claim = CLAIMS["S.Alg3.eps"]
    hollow = [replace(claim, function=one.function) for one in claim.given]

    assert any(map(says_what_it_is_given, hollow))
