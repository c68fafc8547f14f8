"""A refutation on record that fewer and shorter runs do not find: it is looked for as a full report does."""

from collections.abc import Mapping, Sequence

from lemmacheck.theory.core.claim import Claim
from lemmacheck.verifiers.library.deciding import examine
from lemmacheck.verifiers.library.plan import STANDARD
from lemmacheck.verifiers.library.supervision import Progress
from lemmacheck.verifiers.records.verdict import Record, Verdict


def refuted(known: Mapping[str, Verdict], records: Sequence[Record]) -> set[str]:
    """What is refuted, on record or here: of all else, fewer and shorter runs say too little to differ."""
    return {id for id, verdict in [*known.items(), *((r.id, r.verdict) for r in records)] if verdict == Verdict.REFUTED}


def rechecked(
    claims: Sequence[Claim], records: Sequence[Record], known: Mapping[str, Verdict], progress: Progress
) -> list[Record]:
    """The quick records of these claims; of each that is refuted on record, and not by its quick one, the full one."""
    lost = [
        claim
        for claim, record in zip(claims, records, strict=True)
        if known.get(record.id) == Verdict.REFUTED != record.verdict
    ]
    full = {record.id: record for record in examine(lost, STANDARD, progress)}
    return [full.get(record.id, record) for record in records]
