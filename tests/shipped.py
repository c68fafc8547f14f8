"""What the shipped books run, their known verdicts, and the claims that are asked of where all would take too long."""

from collections.abc import Callable
from typing import Any

from lemmacheck import Claim, Hypothesis
from lemmacheck.reports.published import known_verdicts, published_path
from lemmacheck.theory.core.source import Citation
from lemmacheck.verifiers.instances import subject
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.records.verdict import Verdict

from tests.sampled import sampled

KNOWN = known_verdicts(published_path())
PROVED = [id for id, verdict in KNOWN.items() if verdict == Verdict.PROVED and not id.startswith("N4.")]  # read as runs
CORNER = "P.S1.1.quarter"  # refuted exactly, by one row at t = 0
ILL_FORMED = {id for id, verdict in KNOWN.items() if verdict == Verdict.ILL_FORMED}
NAMED = [
    "P.S1.best", "P.S2.margin", CORNER, "T.Sum.1", "P.P3.7.b.2", "P.3.8", "P.S3.3.enough",
    "P.S3.3.psimax.3", "P.L3.6u", "P.3.1.dualvec", "P.A.1b.2", "P.A.1b.2.corrected", "W.Straight", "P.D.2.p4.1",
    "N.DA.typical.dual", "S.LC.def", "S.Thm3.lin",
]  # fmt: skip


def asked() -> list[str]:
    """The claims that the tests decide: a spread of all, those that are named, and the corrections of false ones."""
    some = sampled(LIBRARY.claims, 6, always=NAMED)
    return [id for id, claim in LIBRARY.claims.items() if id in some or claim.corrects in some]


ASKED = asked()


def configurations(about: type | None) -> Any:
    """The algorithms of a kind by label, those of the report."""
    return LIBRARY.methods[about].usual if about else {"": None}


def subject_of(data: Any, num: Any, algorithm: Any, steps: int, *loss: Any) -> Any:
    """The run of an algorithm, on the problem on which the shipped books run its kind."""
    return subject.subject_of(data, num, algorithm, steps, *loss, method=LIBRARY.methods.get(type(algorithm)))


def bound(claim: Claim) -> Claim:
    """A claim made by a test, with the shipped method that it is about."""
    return LIBRARY.bind(claim)


def made(statement: Callable[[Any], Any], *given: Hypothesis, about: type | None = None, first: int = 0) -> Claim:
    """A claim that no document makes."""
    return bound(Claim("T", Citation("T", "nowhere"), "test", "", statement, about, given, first=first))
