"""Protects what is called false: no mending that would make it a slip holds of the plain runs that it speaks of.

A slip is a sign, a factor, an index or a missing condition: so a side is turned, doubled, halved or read one t later on
data with n ≥ 2, d ≥ 2, different rows and γ̄ > 0, from t = 2 on: each time some run refutes it, or it is hollow.
A limit and an O(·) have no two sides, so they are not asked.
"""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.run import moves
from lemmacheck.verifiers.instances.subject import subject_of
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.numbers.chances import relations_of
from lemmacheck.verifiers.numbers.comparison import sides
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.probe.placebos import meets
from lemmacheck.verifiers.records.verdict import Verdict

from tests.laws.plain_runs import PLAIN, plain_runs
from tests.sampled import sampled
from tests.shipped import KNOWN

ROUNDING, STEPS = 1e-9, 128
REFUTED = {id: claim for id, claim in LIBRARY.claims.items() if KNOWN[id] == Verdict.REFUTED and not claim.is_limit}
FALSE = [id for id, claim in REFUTED.items() if not claim.slip and not claim.is_rate]

Said = tuple[str, np.ndarray, np.ndarray]
PRINTED = "where a condition is missing"
MENDINGS: dict[str, Callable[[str, np.ndarray, np.ndarray], Said]] = {
    PRINTED: lambda op, a, b: (op, a, b),
    "by equality, too": lambda op, a, b: (op[0] + "=", a, b),
    "by a sign on the left": lambda op, a, b: (op, -a, b),
    "by a sign on the right": lambda op, a, b: (op, a, -b),
    "by 2": lambda op, a, b: (op, a, 2 * b),
    "by 1/2": lambda op, a, b: (op, a, b / 2),
    "by an index on the left": lambda op, a, b: (op, a[1:], b[:-1]),
    "by an index on the right": lambda op, a, b: (op, a[:-1], b[1:]),
}
MAXIMISED = {"W.DualAcc", "N.DA.margin"}  # half of the largest margin, which is had, is no largest margin


def subjects(claim: Claim) -> Iterator[Any]:
    """Plain runs that the claim speaks of; where it brings its data, those."""
    for algorithm, instance in plain_runs(claim, PLAIN):
        subject = subject_of(instance, Float64(), algorithm, STEPS, method=claim.method)
        if meets(claim, subject):
            yield subject


def stated(claim: Claim, subject: Any) -> Iterator[Said]:
    """What is said of a subject, in floats; of a run, from t = 2 on."""
    for one in relations_of(claim(subject)):
        start = claim.first if one.start is None else one.start
        skipped = max(2 - start, 0) if moves(getattr(subject, "algorithm", None)) else 0
        a, b = (np.asarray(side, dtype=float)[skipped:] for side in sides(one))
        yield one.op, a, b


def fails(op: str, a: np.ndarray, b: np.ndarray) -> bool:
    """Whether a comparison fails somewhere by more than rounding."""
    gap = {"<": a - b, ">": b - a, "=": abs(a - b)}[op[0]]
    return bool((gap >= 0 if len(op) == 1 else gap > ROUNDING * (1 + abs(b))).any())


def is_hollow(op: str, a: np.ndarray, b: np.ndarray) -> bool:
    """Whether nowhere both sides are of one sign, and one at least a tenth of the other."""
    small, large = np.minimum(abs(a), abs(b)), np.maximum(abs(a), abs(b))
    return op != "==" and not ((a * b > 0) & (small >= large / 10)).any()


def mended(claim: Claim) -> set[str]:
    """By what the claim holds of every plain run, and is not hollow where the print fails."""
    left, failing, solid = set(MENDINGS), set(), set()
    with Float64().active():
        for subject in subjects(claim):
            for k, said in enumerate(stated(claim, subject)):
                failing |= {k} if fails(*said) else set()
                now = {name: MENDINGS[name](*said) for name in left}
                left -= {name for name in left if fails(*now[name]) or now[name][1].size < min(said[1].size, 1)}
                solid |= {(k, name) for name in left if not is_hollow(*now[name])}
            if not left:
                break
    return {name for name in left if all((k, name) in solid for k in failing)}


@pytest.mark.parametrize("id", sampled(FALSE, 6))
def test_no_small_mending_of_what_is_called_false_holds(id: str) -> None:
    assert mended(REFUTED[id]) - ({"by 1/2"} if id in MAXIMISED else set()) == set()


@pytest.mark.parametrize(("id", "how"), [
    ("P.5.2.z", "by a sign on the right"),
    ("T.Sum.2", "by an index on the left"),
    ("P.C.norm.2", "by 2"),
    ("P.T4.1", PRINTED),
])  # fmt: skip
def test_a_slip_that_is_called_false_is_found(id: str, how: str) -> None:
    assert how in mended(REFUTED[id])
