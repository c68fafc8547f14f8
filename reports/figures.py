"""figures/: the curves of each claim as a picture of its own, named by the claim's anchor."""

from collections.abc import Sequence
from pathlib import Path

from lemmacheck.reports import words
from lemmacheck.reports.html import anchor
from lemmacheck.reports.json_ import write_atomically
from lemmacheck.reports.plot import standalone
from lemmacheck.verifiers.records.verdict import Record

OURS = '<svg xmlns="http://www.w3.org/2000/svg" class="plot"'
LONGEST_NAME = 100


def figures(records: Sequence[Record]) -> dict[str, str]:
    """The pictures by file name; the names differ even where a file system ignores case."""
    drawn: dict[str, str] = {}
    taken: set[str] = set()
    for line, record in enumerate(records, start=1):
        picture = standalone(record.curves, words.caption(record)) if record.curves else ""
        if picture:
            own = anchor(record.id)[:LONGEST_NAME]
            name = f"{own}~{line}" if own.casefold() in taken or len(own) == LONGEST_NAME else own
            taken.add(name.casefold())
            drawn[f"{name}.svg"] = picture
    return drawn


def write_figures(records: Sequence[Record], folder: Path) -> list[Path]:
    """Write the pictures and remove those of an earlier report; other files in the folder stay as they are."""
    drawn = figures(records)
    for old in folder.glob("*.svg"):
        if old.name not in drawn and old.read_bytes().startswith(OURS.encode()):
            old.unlink()
    if drawn:
        folder.mkdir(exist_ok=True)
    for name, picture in drawn.items():
        write_atomically(folder / name, picture)
    return [folder] if drawn else []
