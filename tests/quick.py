"""`check` as most tests ask it: with the fewer and shorter runs of `--quick`, and a search that finds what it can."""

from dataclasses import replace

from lemmacheck.theory.core.claim import Claim
from lemmacheck.verifiers.library import asking
from lemmacheck.verifiers.library.plan import QUICK, Effort

SEARCHING = replace(QUICK, own=30_000, in_balls=1)


def check(claim: Claim, effort: Effort | str = SEARCHING) -> asking.NotebookRecord:
    return asking.check(claim, effort)
