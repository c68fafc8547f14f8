"""The verdicts and needs on record. For a book of one's own they stand beside the book, in `mypaper.verdicts.json`.

Nothing is ever written into an installed package.
"""

import os
from pathlib import Path

from lemmacheck.reports import published
from lemmacheck.theory.core.book import Library
from lemmacheck.theory.core.shared import installed
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.records.terminal import InputError
from lemmacheck.verifiers.records.verdict import Verdict


def verdicts(library: Library) -> dict[str, Verdict]:
    """The verdicts on record, by id."""
    paths = [known_path(part, "verdicts") for part in library.parts]
    return {id: verdict for path in paths if path.exists() for id, verdict in published.known_verdicts(path).items()}


def needs(library: Library) -> published.Needs:
    """The needs on record, by id and hypothesis."""
    paths = [known_path(part, "needs") for part in library.parts]
    return {id: found for path in paths if path.exists() for id, found in published.known_needs(path).items()}


def known_path(library: Library, what: str) -> Path:
    """The file of the known verdicts, or needs, of one book or of the shipped ones."""
    if library is LIBRARY:
        return published.published_path() if what == "verdicts" else published.needs_path()
    return library.path.with_suffix(f".{what}.json")


def writable(path: Path) -> Path:
    """A path beside a book, or in a checkout of the shipped ones; any other is refused before anything is computed for
    it."""
    folder = path.resolve().parent
    above = (folder, *folder.parents)
    shipped = path in (published.published_path(), published.needs_path())
    remedy = "run it in a checkout of lemmacheck" if shipped else "copy the book into a folder of yours: cp BOOK.py ~/"
    if installed(folder) or any(next(one.glob("*.dist-info"), None) for one in above):
        raise InputError(f"--accept would write {path}, in an installed package; expected a book of yours: {remedy}")
    if not os.access(path if path.exists() else folder, os.W_OK):
        raise InputError(f"--accept would write {path}, which may not be written; {remedy}")
    return path
