"""Replay in full: the claims of records decided anew on the whole plan of their report, and every field compared.

The file's header states the effort. Only `seconds` are not checked. It takes about as long as the report.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, fields, replace

from lemmacheck.verifiers.library.deciding import examine
from lemmacheck.verifiers.library.plan import THOROUGH, Effort
from lemmacheck.verifiers.probe.needed import with_needs
from lemmacheck.verifiers.records.agreement import differences
from lemmacheck.verifiers.records.verdict import Record
from lemmacheck.verifiers.replay.replay import Knowledge, Replay, in_words, of_others, replay

SEARCHED = ("search", "own")  # how far
LARGEST = 2  # times the thorough effort


def effort_of(known: Knowledge) -> Effort:
    """The effort that a header states; a ValueError names the reason why it cannot be made again."""
    before = {**dict.fromkeys(SEARCHED, 0), "in_balls": 1}  # of older files, which say nothing
    stated = {**before, **known.origin.effort} if known.origin else {}
    names = [field.name for field in fields(Effort)]
    if sorted(stated) != sorted(names):
        raise ValueError("the file does not state the effort of a report, so that its plan cannot be made again")
    for name, most in asdict(THOROUGH).items():
        least = 0 if name in before else 1
        if not least <= stated[name] <= LARGEST * most:
            raise ValueError(f"the effort {name!r} is {stated[name]}; expected {least} to {LARGEST * most}")
    return Effort(**stated)


def replay_whole(records: Sequence[Record], known: Knowledge, progress: Callable[[str], None]) -> Iterator[Replay]:
    """Each record replayed, and then made again from nothing."""
    effort = effort_of(known)
    book, ids = known.library.claims, {record.id for record in records}
    claims = [claim for claim in book.values() if claim.id in ids]
    again = {record.id: record for record in examine(claims, effort, progress)} if claims else {}
    for record in records:
        found = replay(record, known)
        if found.stands is not False and record.id in again:
            made, _ = with_needs(book[record.id], again[record.id], known.needs.get(record.id, {}))
            found = whole(record, made, found)
        yield found


def whole(record: Record, made: Record, found: Replay) -> Replay:
    """The replay of a record, with every field compared to the record that was made anew."""
    unchecked = ("seconds", *of_others(record))
    differing = list(differences(record, made, (*unchecked, "code")))
    if differing:
        return Replay(record, False, in_words(differing), unchecked)
    if record.code != made.code:
        return replace(found, unchecked=unchecked)
    return Replay(record, True, f"the same on its whole plan; {found.text}", unchecked)
