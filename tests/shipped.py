"""What the shipped books run, and their known verdicts: algorithms of a kind, runs by the kind of their algorithm."""

from __future__ import annotations

from typing import Any

from lemmacheck.reports.published import known, published_path
from lemmacheck.theory.core.claim import Claim
from lemmacheck.verifiers.instances import subject
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.records.verdict import Verdict

KNOWN = known(published_path())
PROVED = [id for id, verdict in KNOWN.items() if verdict == Verdict.PROVED and not id.startswith("N4.")]  # read as runs
ILL_FORMED = {id for id, verdict in KNOWN.items() if verdict == Verdict.ILL_FORMED}


def configurations(about: type | None) -> Any:
    """The algorithms of a kind by label, those of the report."""
    return LIBRARY.methods[about].usual if about else {"": None}


def subject_of(data: Any, num: Any, algorithm: Any, steps: int, *loss: Any) -> Any:
    """The run of an algorithm, on the problem on which the shipped books run its kind."""
    return subject.subject_of(data, num, algorithm, steps, *loss, method=LIBRARY.methods.get(type(algorithm)))


def bound(claim: Claim) -> Claim:
    """A claim made by a test, with the shipped method that it is about."""
    return LIBRARY.bind(claim)
