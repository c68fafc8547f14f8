"""Every claim of the lectures and of the post against a second transcription of the printed formula.

Both sides are evaluated separately, on the same exact data and for every set of parameters: the claim's by
array code on a run at 200 bits, the print's by scalar loops. The relation sign, the number of rows and every
entry must agree. Where the claim is undefined (it divides by 0, or is ill-formed), the print must be too.
"""

from fractions import Fraction
from typing import Any

import pytest
from lemmacheck.theory.books.lecture.algorithms.sgd import SGD, RiskSGD
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.relation import IllFormed
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.numbers.rational import Rational

from tests.comparison import NUM, TOLERANCE, disagreement, links
from tests.handed import lecture
from tests.literal.lectures import Lecture
from tests.literal.printed import TRANSCRIBED
from tests.literal.printed import IllFormed as Undefined
from tests.sampled import sampled
from tests.shipped import subject_of

STEPS = 6
UNDEFINED = (ZeroDivisionError, IllFormed, Undefined)
RATIONAL = (SGD, RiskSGD)  # their steps turn on signs of numbers that may be 0, and are rational


def instance(name: str, *rows: str) -> Instance:
    return Instance(name, tuple(tuple(Fraction(x) for x in row.split()) for row in rows))


INSTANCES = (
    instance("edge", "-3/5 -4/5", "-4/5 3/5", "-1/2 -1/2"),
    instance("wide", "-1/2 1/4 0", "-1/3 -1/2 1/6"),
    instance("one row", "-2/3"),
    instance("nonseparable", "1/2 0", "-1/2 1/3", "0 -1/3"),
)


def within(claim: Claim, data: Instance) -> bool:
    reach = LIBRARY.methods[claim.about].reach if claim.about else None
    return reach is None or (data.shape[0] <= reach[0] and data.shape[1] <= reach[1])


def chapters_claims() -> dict[str, Claim]:
    return {id: claim for book in LIBRARY.books[2:] for id, claim in book.claims.items() if not claim.not_checkable}


CLAIMS = chapters_claims()


def compared(id: str) -> list[tuple[Instance, str]]:
    """The data and the parameters on which a claim and its print are compared: the first and the last of both at least,
    which have no ln n = 0 and few sums of zeros."""
    claim = CLAIMS[id]
    return sampled([(data, label) for data in INSTANCES if within(claim, data) for label in claim.usual], 2)


def sides(case: Lecture, id: str) -> Any:
    try:
        return TRANSCRIBED[id](case)
    except UNDEFINED:
        return None


def differing(id: str, data: Instance, label: str) -> list[str | None]:
    """What differs between the claim's relations and the printed ones, on one instance under one set of parameters."""
    claim = CLAIMS[id]
    num = Rational() if claim.about in RATIONAL else NUM
    subject = subject_of(data, num, claim.usual[label], STEPS)
    printed = sides(lecture(data, claim.usual[label], subject), id)
    try:
        stated = links(claim(subject))
    except UNDEFINED:
        stated = None
    if stated is None or printed is None:
        return [] if stated is printed else ["one of the claim and the print is undefined"]
    return [disagreement(*pair, TOLERANCE) for pair in zip(stated, printed, strict=True)]


@pytest.mark.parametrize("id", CLAIMS)
def test_both_sides_of_a_claim_are_the_printed_ones(id: str) -> None:
    found = {(data.name, label): differing(id, data, label) for data, label in compared(id)}

    assert {where: what for where, what in found.items() if any(what)} == {}


def test_every_claim_is_compared_somewhere() -> None:
    assert [id for id in CLAIMS if not compared(id)] == []
