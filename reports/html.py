"""index.html: the same report as one page that needs nothing but itself.

Every claim has a section and a permanent link, `#P.L3.2`; characters an address could not carry are
written as their code point between tildes. All text is escaped by the template.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from reports import words
from reports.mathml import math
from reports.model import Book, Entry
from reports.plot import plot
from verifiers.verdict import Record, Verdict

TEMPLATES = Path(__file__).parent / "templates"
UNSAFE = re.compile(r"[^A-Za-z0-9.@-]")


def render(records: Sequence[Record]) -> str:
    """The whole report as one HTML document."""
    book = Book.of(records)
    links = _first_lines(book.entries)

    def name(entry: Entry) -> str:
        """Its claim's anchor, or one of its own if an earlier line has the same id."""
        own = anchor(entry.record.id)
        return own if links[entry.record.id] == entry.line else f"{own}~{entry.line}"

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    template = environment.get_template("index.html.j2")
    tools = {"words": words, "math": math, "plot": plot, "anchor": anchor, "name": name, "Verdict": Verdict}
    return template.render(book=book, links=links, **tools)


def anchor(id: str) -> str:
    """An id as part of an address; different ids have different anchors."""
    return UNSAFE.sub(lambda match: f"~{ord(match[0]):x}~", id) or "~~"


def _first_lines(entries: Sequence[Entry]) -> dict[str, int]:
    lines: dict[str, int] = {}
    for entry in entries:
        lines.setdefault(entry.record.id, entry.line)
    return lines
