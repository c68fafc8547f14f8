"""Pictures, and the document of what they show, in the folder that a command writes into."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lemmacheck.verifiers.experiments import Figure


def write_figures(figures: Iterable[Figure], name: str, document: dict[str, Any], folder: Path) -> list[Path]:
    """Each as an SVG file that opens by itself, and NAME.json, in the folder, which is made if it is missing; the paths
    written."""
    from json import dumps

    from lemmacheck.reports.json_ import write_atomically
    from lemmacheck.reports.plot import standalone

    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for figure in figures:
        picture = standalone(figure.curves, figure.title, figure.x, figure.y, linear=figure.linear)
        paths.append(folder / figure.file)
        write_atomically(paths[-1], picture)
    paths.append(folder / f"{name}.json")
    write_atomically(paths[-1], dumps(document, ensure_ascii=False, indent=2) + "\n")
    return paths
