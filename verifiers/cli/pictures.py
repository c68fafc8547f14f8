"""Folders that commands write into, and pictures in them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from verifiers.terminal import InputError

if TYPE_CHECKING:
    from verifiers.experiments import Figure


def prepared(out: Path | None) -> Path | None:
    """The folder, made before anything is computed."""
    if out is not None and out.exists() and not out.is_dir():
        raise InputError(f"--out {out} is a file; expected a folder, which is made if it is missing")
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
    return out


def write_figures(figures: Iterable[Figure], folder: Path) -> list[Path]:
    """Each as an SVG file that opens by itself; the paths written."""
    from reports.json_ import write_atomically
    from reports.plot import standalone

    paths = []
    for figure in figures:
        picture = standalone(figure.curves, figure.title, figure.x, figure.y, linear=figure.linear)
        paths.append(folder / figure.file)
        write_atomically(paths[-1], picture)
    return paths
