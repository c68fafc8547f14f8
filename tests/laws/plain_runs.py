"""Plain runs for laws of all claims: on data with n, d ≥ 2, different rows and γ̄ > 0, and on data that claims bring."""

from collections.abc import Sequence
from typing import Any

from lemmacheck.theory.core.claim import Claim
from lemmacheck.verifiers.decide.reach import corners
from lemmacheck.verifiers.instances.families import structured, tiny
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.own import planted_on
from lemmacheck.verifiers.instances.subject import within_reach

PLAIN = [one for one in (*tiny(), *structured()) if not corners(one) and one.optimum.gamma_squared]


def plain_runs(claim: Claim, given: Sequence[Instance]) -> list[tuple[Any, Instance]]:
    """The algorithms of a claim's method, each on these data, one where none is read; and those planted for it."""
    data = [one for group in within_reach(claim.method, ([one] for one in given)) for one in group]
    asked = [(algorithm, one) for algorithm in claim.usual.values() for one in (data[:1] if claim.dataless else data)]
    return asked + [(claim.runs[label], one) for label, one in planted_on(claim.method).items()]
