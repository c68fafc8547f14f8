"""Protects what stands for a run: whatever a claim may ask of a run, each of them has under the same name."""

from typing import Any

import pytest
from lemmacheck.theory.core.paths import Paths
from lemmacheck.theory.core.run import Run
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.instances.families import structured
from lemmacheck.verifiers.instances.side_by_side import Together
from lemmacheck.verifiers.instances.subject import subject_of
from lemmacheck.verifiers.large.trace import Trace
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.probe.at_zero import Early
from lemmacheck.verifiers.prove.subject import Trajectory
from lemmacheck.verifiers.records.verdict import Verdict
from lemmacheck.verifiers.variants.outcome import Reading

ASKED = {"steps", "t", "per_step", "sums", "recurrence", "each", "pairs", "last", "again"}  # by claims
CLAIM = LIBRARY.claims["P.L3.2"]
ALGORITHM = next(iter(CLAIM.usual.values()))


def a_run() -> Any:
    return subject_of(structured()[9], Float64(), ALGORITHM, 4)


@pytest.mark.parametrize("kind", [Run, Early, Together, Paths, Trace, Trajectory])
def test_a_stand_in_has_what_may_be_asked_of_a_run(kind: type) -> None:
    assert [name for name in ASKED if not hasattr(kind, name)] == []


def test_one_that_only_watches_passes_on_all_that_is_asked() -> None:
    watched = Reading(a_run())

    assert [name for name in sorted(ASKED) if not hasattr(watched, name)] == []
    assert watched.asked == ASKED


def test_a_claim_is_read_off_a_run_whose_parameters_are_functions_of_t() -> None:
    run = a_run()

    assert run.lam.tolist() == [ALGORITHM.lam(t) for t in range(5)]
    assert decide(CLAIM, structured()[9], ALGORITHM, 4).verdict == Verdict.CERTIFIED
