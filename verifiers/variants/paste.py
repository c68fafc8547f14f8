"""A counterexample as a test to paste: it fails with its witness, in any project that has lemmacheck installed.

The data, and the numbers that make the method what it is, stand in the test as fractions; the variant's own code
is not needed. A claim of the author's own is not in the book, and a loss of theirs not in a record: they have no such
test.
"""

import json
import re
import textwrap
from collections.abc import Iterable
from typing import Any

from lemmacheck.verifiers.records.verdict import Record, Verdict, Witness
from lemmacheck.verifiers.variants.answer import OWN
from lemmacheck.verifiers.variants.parameters import OWN_LOSS

WIDTH = 110
HEAD = '''\
"""Counterexamples to {name}, found by lemmacheck; each test fails as long as its claim does."""

from lemmacheck import assert_holds

'''
TEST = """
def test_{name}() -> None:
{statement}
    Z = {Z}
    parameters = {parameters}
    # {relation}
    assert_holds({id}, Z, steps={steps}, parameters=parameters)
"""


def module(records: Iterable[Record]) -> str:
    """A file with one test for each refutation that replays from its record; '' where there is none."""
    refuted = [record for record in records if replays(record)]
    if not refuted:
        return ""
    name = next(record.witness.algorithm for record in refuted if record.witness)
    return HEAD.format(name=" ".join(name.split()).replace('"', "'").replace("\\", "/")) + "\n".join(map(case, refuted))


def replays(record: Record) -> bool:
    """Whether a record is a refutation with everything that deciding it again takes."""
    w = record.witness
    kept = {} if w is None or record.source == OWN else w.parameters
    return record.verdict == Verdict.REFUTED and bool(kept) and OWN_LOSS not in kept


def case(record: Record) -> str:
    """One refutation as a test."""
    w = record.witness
    assert w is not None
    return TEST.format(
        name=re.sub(r"\W+", "_", record.id.replace("'", "_prime")).strip("_"),
        statement=comment(record.statement),
        Z=listed(w.Z, 4),
        parameters=mapping(w),
        relation=f"{w.when}: {w.lhs} {w.relation} {w.rhs} is false",
        id=text(record.id),
        steps=w.steps,
    )


def comment(statement: str) -> str:
    """The statement in comment lines."""
    lines = textwrap.wrap(statement, WIDTH, break_on_hyphens=False) or [""]
    return "\n".join(f"    # {line}".rstrip() for line in lines)


def mapping(w: Witness) -> str:
    """The parameters as a dict, a sequence a line."""
    lines = [f"        {text(name)}: {listed(values, 8)}," for name, values in w.parameters.items()]
    return "\n".join(["{", *lines, "    }"])


def listed(values: list[Any], indent: int) -> str:
    """A list in one line where it is short, else an entry a line."""
    short = text(values)
    if len(short) + indent <= WIDTH:
        return short
    pad = " " * indent
    return "\n".join(["[", *(f"{pad}    {text(value)}," for value in values), f"{pad}]"])


def text(value: Any) -> str:
    """Strings and lists of them as Python writes them, in double quotes."""
    return json.dumps(value, ensure_ascii=False)
