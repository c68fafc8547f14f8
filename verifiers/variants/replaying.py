"""A variant's counterexample decided again from a record alone, and as an assertion for a test."""

from collections.abc import Mapping, Sequence
from typing import Any

from lemmacheck.theory.core import expected
from lemmacheck.theory.core.book import Library
from lemmacheck.theory.core.claim import Claim
from lemmacheck.verifiers.decide.tiny_data import decision_text
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.records.verdict import HOLDING, OUTCOME, Witness
from lemmacheck.verifiers.variants.outcome import as_outcome
from lemmacheck.verifiers.variants.parameters import again

CALL = "assert_holds"
BEFORE = "give the book before its records, as mypaper.py records.jsonl"


def stated(id: str, library: Library = LIBRARY, of_yours: str = BEFORE) -> Claim:
    """The claim of this id; with `(outcome)` behind it, its relation under its hypotheses about the data alone.

    `of_yours` is what to do if it is of a book that was not given.
    """
    claim = library.claims.get(id.removesuffix(OUTCOME))
    if claim is None or (id.endswith(OUTCOME) and claim.about is None):
        own = f"; of a book of yours, {of_yours}" * (library is LIBRARY)
        raise ValueError(f"no claim is called {id!r}; `lemmacheck claims` lists them{own}")
    return as_outcome(claim) if id.endswith(OUTCOME) else claim


def assert_holds(id: str, Z: Sequence[Sequence[str]], steps: int, parameters: Mapping[str, Any]) -> None:
    """AssertionError unless a claim of the book holds on these data, for a method given by its numbers.

    `parameters` are those of a record: lambda and theta, beta and theta, or w, each a list over t = 0, 1, ….
    """
    expected.line(CALL, id=id)
    expected.each(CALL, (list, tuple), "['1/2', '0']", Z=Z)
    expected.whole(CALL, 0, steps=steps)
    expected.labelled(CALL, "{'lambda': ['1', '2/3'], 'theta': ['1', '1']}", parameters=parameters)
    expected.each(f"the parameters= of {CALL}", (int, str, list, tuple), "'1', '2/3'", **parameters)
    claim = stated(id, of_yours="assert check(library('mypaper.py').claims[…]).verdict")
    witness = Witness([list(row) for row in Z], 0, "", "", steps=steps, parameters=dict(parameters))
    try:
        decision = again(claim, witness)
    except AttributeError as error:  # of a sequence that these numbers do not hold
        raise ValueError(f"{id} is not decided on these parameters: {error}") from None
    if decision.verdict not in HOLDING:
        raise AssertionError(f"{id}: {claim.statement}\n{decision_text(decision, witness.Z)}")
