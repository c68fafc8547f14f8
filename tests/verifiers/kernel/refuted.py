"""Records of refutations on tiny data, made without a survey, and their evidence."""

import json
from collections.abc import Callable
from functools import cache
from itertools import islice
from typing import Any

from lemmacheck.verifiers.decide.counterexamples import refutation
from lemmacheck.verifiers.decide.recording import blank, conditions
from lemmacheck.verifiers.instances.families import tiny
from lemmacheck.verifiers.kernel.evidence import evidence_of
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.records.verdict import Record, Verdict, Worst

from tests.shipped import CORNER, KNOWN

TRIED = (
    *("P.S2.argmax@000", "P.S2.argmax@003", "P.S2.psi-wd", "P.3.1.dualvec", "P.3.1.dir.1", "P.L3.4c@000"),
    *("P.S3.3.enough", CORNER, "P.S5.1.decr", "P.S5.1.two", "P.T5.1b", "P.A.1b.2", "P.B.4.2"),
    *("P.B.9.2", "P.E.1", "P.E.2.1", "P.E.2.6", "P.E.3.3", "T.Sum.2", "T.Pot", "S.Thm1", "S.Thm3.tower.2"),
    *("S.Alg3.D.2", "S.Lem7.exp.2", "S.Ex2cvx.2", "W.FW.nodiff"),
)
SOME = tuple(id for id in TRIED if KNOWN.get(id) == Verdict.REFUTED)


@cache
def refuted(id: str) -> Record:
    """The record of the first tiny data that refute a claim."""
    claim = LIBRARY.claims[id]
    for instance in islice(tiny(), 400):
        for label in claim.usual:
            found = refutation(claim, instance, label, 4)
            if found is not None:
                run = Worst(None, None, 0, instance.name, instance.to_json(), label, found.steps)
                given = conditions(claim, [])
                return blank(claim, Verdict.REFUTED, witness=found.witness(), worst=run, hypotheses=given)
    raise ValueError(f"no tiny data refute {id}")


@cache
def plain() -> tuple[str, str]:
    """The records and their evidence as JSON, for a test to read and alter its own."""
    records = [refuted(id) for id in SOME]
    evidence = evidence_of(records, LIBRARY, lambda _: None)
    return json.dumps([record.to_dict() for record in records]), json.dumps(evidence)


@cache
def lasting() -> tuple[str, str]:
    """The record of a refutation for ever, and its evidence, as JSON."""
    record = refuted("S.Margin")
    return json.dumps([record.to_dict()]), json.dumps(evidence_of([record], LIBRARY, lambda _: None))


def documents(which: Callable[[], tuple[str, str]] = plain) -> tuple[dict[str, Any], dict[str, Any]]:
    """A copy of the records by id, and of their evidence."""
    records, evidence = which()
    return {one["id"]: one for one in json.loads(records)}, json.loads(evidence)
