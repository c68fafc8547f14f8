"""Every claim of the lectures and of the post against a second transcription of the printed formula.

Both sides are evaluated separately, on the same exact data and for every set of parameters: the claim's by
array code on a run at 200 bits, the print's by scalar loops. The relation sign, the number of rows and every
entry must agree. Where the claim is undefined (it divides by 0, or is ill-formed), the print must be too.
"""

import ast
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from lemmacheck.theory.books.lecture.algorithms.sgd import SGD, RiskSGD
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.relation import IllFormed
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.numbers.rational import Rational
from lemmacheck.verifiers.optima import solve_l1

from tests.literal.comparison import NUM, TOLERANCE, disagreement, links
from tests.literal.lectures import Lecture
from tests.literal.printed import TRANSCRIBED
from tests.sampled import sampled
from tests.shipped import subject_of

STEPS = 6
UNDEFINED = (ZeroDivisionError, IllFormed)
WRITTEN = {"10⁴": "10000", "10⁸": "100000000"}
RATIONAL = (SGD, RiskSGD)  # their steps turn on signs of numbers that may be 0, and are rational


def instance(name: str, *rows: str) -> Instance:
    return Instance(name, tuple(tuple(Fraction(x) for x in row.split()) for row in rows))


INSTANCES = (
    instance("edge", "-3/5 -4/5", "-4/5 3/5", "-1/2 -1/2"),
    instance("nonseparable", "1/2 0", "-1/2 1/3", "0 -1/3"),
    instance("wide", "-1/2 1/4 0", "-1/3 -1/2 1/6"),
    instance("one row", "-2/3"),
)


def within(claim: Claim, data: Instance) -> bool:
    reach = LIBRARY.methods[claim.about].reach if claim.about else None
    return reach is None or (data.shape[0] <= reach[0] and data.shape[1] <= reach[1])


def chapters_claims() -> dict[str, Claim]:
    return {id: claim for book in LIBRARY.books[2:] for id, claim in book.claims.items() if not claim.not_checkable}


CLAIMS = chapters_claims()


def compared(id: str) -> list[tuple[Instance, str]]:
    """The data and the parameters on which a claim and its print are compared; every claim on some."""
    claim = CLAIMS[id]
    return sampled([(data, label) for data in INSTANCES[::-1] if within(claim, data) for label in claim.usual], 1)


def named(label: str) -> dict[str, str]:
    """The parameters that a label gives by name: of "Huber, κ=9" κ is "9"."""
    parts = (part.partition("=") for part in label.split(", ") if "=" in part)
    return {name.strip(): WRITTEN.get(value.strip(), value.strip()) for name, _, value in parts}


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
    printed = sides(Lecture(data.rows, label, getattr(subject, "steps", 0), named(label), solve_l1), id)
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


# What a transcription may read: relations, and the number type of the comparison.
PROTOCOL = {f"lemmacheck.{name}" for name in ("theory.core.relation", "verifiers.numbers.multiprecision")}


def test_a_transcription_reads_nothing_of_the_code_that_it_checks() -> None:
    """Which of several optima is asked of comes as data, and is proved optimal there."""
    literal = Path(__file__).parents[1] / "literal"
    read = {(path.stem, name) for path in literal.glob("*.py") for name in imported(path) if name.startswith("lemma")}

    assert {one for one in read if one[1] not in PROTOCOL} == set()


def test_a_transcription_takes_no_label_apart() -> None:
    """It gets the parameters by name, as data; a label is a word or has one in it."""
    apart = {f"label.{word}" for word in ("split", "partition", "replace", "removesuffix", "removeprefix")}
    literal = Path(__file__).parents[1] / "literal"

    assert [path.stem for path in literal.glob("*.py") if any(one in path.read_text("utf-8") for one in apart)] == []


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
