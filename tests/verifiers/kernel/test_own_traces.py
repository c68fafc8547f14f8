"""Protects the programs of an author's refutations: of one number a run, of a vector, of a run beyond its steps."""

from pathlib import Path

import pytest
from lemmacheck.verifiers.decide.counterexamples import refutation
from lemmacheck.verifiers.decide.recording import blank
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.kernel.evidence import evidence_of
from lemmacheck.verifiers.kernel.standalone import refutations
from lemmacheck.verifiers.records.verdict import Verdict

from tests.books.written import SHRINKING, writer
from tests.commands import silent

TEXT = f"""{SHRINKING}

@claim("X", about=Shrinking, FIRST)
def false(run):
    '''It fails.'''
    return STATED


METHOD = Method(Shrinking, on=Line, steps=3)
"""
FALSE = {
    "of x_T, of which the claim begins at 1": ("first=1", "at_most(run.last(lambda s: s.x), 0)", "T = 1"),
    "of the entries of a vector": ("first=0", "at_most(run.problem.Z[1], 0)", "T = 1"),
    "of a step beyond those of the method": ("first=0", "above(run.x, Fraction(2, 5))", "t = 4"),
    "of one step": ("first=1", "below(run.x[1:], run.x[:-1] / 2)", "t = 1"),
}


@pytest.mark.parametrize("name", FALSE)
def test_a_refutation_of_an_authors_has_a_program_that_is_confirmed(tmp_path: Path, name: str) -> None:
    first, stated, when = FALSE[name]
    library = writer(tmp_path)(TEXT, ("FIRST", first), ("STATED", stated))
    claim = library.claims["X"].as_long_as(4)
    found = refutation(claim, Instance.from_json("one", [["1", "-1"], ["0", "1"]]), "", 4)
    record = blank(claim, Verdict.REFUTED, witness=found.witness())

    assert record.witness.when == when
    evidence = evidence_of([record], library, silent)
    assert list(refutations({"X": record.to_dict()}, evidence)) == [("X (witness)", None)]
