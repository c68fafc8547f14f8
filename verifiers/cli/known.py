"""What is on record of a library: beside a book of one's own in `mypaper.verdicts.json`, of the shipped ones with them.

Nothing is ever written into an installed package.
"""

from __future__ import annotations

from pathlib import Path

from lemmacheck.reports import published
from lemmacheck.theory.core.book import Library
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.records.terminal import InputError
from lemmacheck.verifiers.records.verdict import Verdict

INSTALLED = {"site-packages", "dist-packages"}


def verdicts(library: Library) -> dict[str, Verdict]:
    """The verdicts on record, by id."""
    path = known_path(library, "verdicts")
    return published.known(path) if path.exists() else {}


def known_path(library: Library, what: str) -> Path:
    """Where the known verdicts, or needs, of a library are."""
    if library is LIBRARY:
        return published.published_path() if what == "verdicts" else published.needs_path()
    return library.path.with_suffix(f".{what}.json")


def writable(path: Path) -> Path:
    """A path beside a book, or in a checkout of the shipped ones."""
    if INSTALLED & set(path.resolve().parts):
        raise InputError(
            f"--accept would write {path}, in an installed package; expected a book of yours: copy it into a folder of "
            "your own and give its path"
        )
    return path
