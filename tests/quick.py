"""`check` as most tests ask it: with the fewer and shorter runs of `--quick`."""

from lemmacheck.theory.core.claim import Claim
from lemmacheck.verifiers.library import asking
from lemmacheck.verifiers.library.plan import Effort


def check(claim: Claim, effort: Effort | str = "quick") -> asking.NotebookRecord:
    return asking.check(claim, effort)
