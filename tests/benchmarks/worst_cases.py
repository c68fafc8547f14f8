"""A rate of Nesterov's method over all convex smooth functions by PEPit, and ours on many functions of the class."""

from collections.abc import Iterable

from benchmarks.data import separable
from benchmarks.pair import Pair, Size
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.memory import forget
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.records.verdict import Verdict

from tests.books.lecture.by_pepit import QUESTIONS

RATE = "S.AGD.1"


def at_eight(size: Size) -> Pair:
    count, steps = size.choose((3, 2), (100, 8), (1000, 8))
    instances = separable(count, 6, 3)
    return Pair(
        "worst case",
        f"{RATE}, a rate of Nesterov's method, decided in balls at every t ≤ {steps} on {count} least-squares problems",
        f"PEPit at t = {steps}: all functions of the class at once, up to the accuracy of the solver",
        lambda: decided(instances, steps),
        lambda: QUESTIONS[RATE].worst(steps, None) / QUESTIONS[RATE].bound(steps, None),
        lambda ours, theirs: ours == {Verdict.CERTIFIED} and theirs <= 1 + 1e-4,
        rounds=size.choose(1, 2, 3),
        note="one side speaks of every function and not for sure, the other for sure and of these functions",
    )


def decided(instances: Iterable[Instance], steps: int) -> set[Verdict]:
    """The verdicts on the claim, on runs that nothing remembers."""
    forget()
    claim = LIBRARY.claims[RATE]
    method = next(iter(claim.usual.values()))
    return {decide(claim, instance, method, steps).verdict for instance in instances}
