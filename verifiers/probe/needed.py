"""The needed hypotheses in a report: the published runs, decided again while the report is made.

A hypothesis gets the witness that is confirmed, or the number of tries that found none. A hypothesis that nothing
breaks alone gets neither. It is a finding if a published run no longer fails, or if the claim has lost the hypothesis.
"""

from collections.abc import Mapping
from dataclasses import replace

from lemmacheck.theory.core.claim import Claim
from lemmacheck.verifiers.probe.need import RANGE, confirm
from lemmacheck.verifiers.records.verdict import Condition, Record, Witness

Known = Mapping[str, Witness | int]


def with_needs(claim: Claim, record: Record, known: Known) -> tuple[Record, list[str]]:
    """The record with the needs of its hypotheses, and a line for each published need that is no longer true."""
    known = {name: need for name, need in known.items() if need}
    conditions = {condition.name: condition for condition in record.hypotheses}
    if RANGE in known:
        runs = record.scope.instances
        conditions[RANGE] = Condition(RANGE, "t ≥ 1", runs, runs)
    lost = []
    for name, need in known.items():
        condition = conditions.get(name)
        again = need if isinstance(need, int) else confirm(claim, name, need)
        if condition is None or again is None:
            lost.append(f"{record.id}: no longer seen to need {name}; see `lemmacheck need {record.id}`")
        elif isinstance(again, int):
            conditions[name] = replace(condition, tried=again)
        else:
            conditions[name] = replace(condition, need=again)
    return replace(record, hypotheses=list(conditions.values())), lost
