"""What a cell of a notebook shows: text whose lines break between words, tables and pictures.

The cell stands on a page of others. It styles nothing but itself, so that a picture is an image with its style inside.
"""

from base64 import b64encode
from collections.abc import Iterable, Sequence

from lemmacheck.reports.plot import standalone
from lemmacheck.verifiers.records.verdict import Curve
from markupsafe import Markup

TEXT = Markup('<pre style="white-space: pre-wrap; word-break: normal">{}</pre>')
FIGURE = Markup(
    '<figure style="margin:1em 0"><img alt="{}" src="data:image/svg+xml;base64,{}" width="560" style="max-width:100%">'
    "<figcaption>{}</figcaption></figure>"
)
ROW = Markup("<tr>{}</tr>")
HEAD, FIELD = Markup('<th style="text-align: left">{}</th>'), Markup('<td style="text-align: left">{}</td>')


def text(lines: str) -> Markup:
    """Lines as they stand."""
    return TEXT.format(lines)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Markup:
    """Rows of text under their names."""
    body = (ROW.format(Markup("").join(map(FIELD.format, fields))) for fields in rows)
    named = ROW.format(Markup("").join(map(HEAD.format, head)))
    return Markup("<table>{}{}</table>").format(named, Markup("").join(body))


def figure(curves: Sequence[Curve], title: str, x: str = "t", y: str = "", linear: bool = False) -> Markup:
    """The curves above their title; nothing where there are none."""
    drawn = standalone(curves, title, x, y, linear)
    return FIGURE.format(title, b64encode(drawn.encode()).decode(), title) if drawn else Markup("")
