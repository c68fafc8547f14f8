"""What a data name means: `stem[:AvB][+modifier ...]`, the stem a bundled name or a path.

    digits:AvB    iris[:AvB]    wine[:AvB]    breast_cancer    mine.csv    mine.npz:2v3    ...
    +bias   a constant column 1, so that w carries an intercept
    +std    each column to mean 0 and deviation 1, in float64; a constant column is only centred

The pair is chosen first, then the modifiers act on the rows kept, in the order they are written.
"""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Callable

import numpy as np

from verifiers.data.dataset import DataError, Dataset
from verifiers.data.files import KINDS, read
from verifiers.data.labels import two_classes

BUNDLED = {"digits": None, "iris": "0v1", "wine": "0v1", "breast_cancer": "1v0"}
_LEFTOVER = re.compile(r"v.*\+[a-z]*$|^[^v]*\+[^v]*$")  # a pair cannot end so: a modifier is still on it
SHOWN = "digits:AvB, iris[:AvB], wine[:AvB], breast_cancer"


def load(name_or_path: str) -> Dataset:
    """The data that a name such as `iris:1v2+std+bias` or a path stands for; DataError if there are none."""
    name = os.fspath(name_or_path)
    stem, pair, modifiers = _parse(name)
    for modifier in modifiers:
        if modifier not in MODIFIERS:
            known = " and ".join(f"+{word}" for word in MODIFIERS)
            raise DataError(f"{name}: +{modifier} is no modifier", known, "remove or correct it")

    where = stem if pair is None else f"{stem}:{pair}"
    labels: np.ndarray | list[str] | None
    if stem in BUNDLED:
        X, labels = _bundled(stem)
        pair = BUNDLED[stem] if pair is None else pair
    elif os.path.exists(stem):
        X, labels = read(stem)
    else:
        raise _missing(stem)

    if labels is None:
        if pair is not None or modifiers:
            asked = f":{pair}" if pair is not None else f"+{modifiers[0]}"
            given = f"{stem}: {asked} was asked of an .npz with Z alone"
            raise DataError(given, "X and y for that", "save X and y instead, or drop it")
        y, mapping = -np.ones(len(X)), dict[str, int]()
    else:
        keep, y, mapping = two_classes(labels, pair, stem)
        X = X[keep]

    data = Dataset(where, X, y, mapping)
    for modifier in modifiers:
        data = Dataset(f"{data.name}+{modifier}", MODIFIERS[modifier](data), data.y, data.labels)
    return data


def _parse(name: str) -> tuple[str, str | None, list[str]]:
    """Stem, pair and modifiers. A path that exists is taken whole, so it may hold `+` and `:`."""
    text = name
    modifiers: list[str] = []
    while True:
        stem, colon, pair = text.rpartition(":")
        if _found(text):
            return text, None, modifiers
        if colon and _found(stem) and not _LEFTOVER.search(pair):
            return stem, pair, modifiers
        text, plus, modifier = text.rpartition("+")
        if not plus:
            return name, None, []
        modifiers = [modifier, *modifiers]


def _found(stem: str) -> bool:
    return stem in BUNDLED or os.path.exists(stem)


def _bundled(stem: str) -> tuple[np.ndarray, np.ndarray]:
    from sklearn import datasets

    return getattr(datasets, f"load_{stem}")(return_X_y=True)


def _missing(stem: str) -> DataError:
    """For a stem that is neither bundled nor a file: the nearest name that is."""
    bare = stem.rpartition(":")[0] or stem
    folder = os.path.dirname(bare) or "."
    beside = os.listdir(folder) if os.path.isdir(folder) and os.access(folder, os.R_OK) else []
    near = difflib.get_close_matches(bare, BUNDLED, n=1) or difflib.get_close_matches(
        os.path.basename(bare), beside, n=1
    )
    advice = f"did you mean {near[0]!r}?" if near else "check the spelling or the path"
    return DataError(f"no data named {stem!r}", f"one of {SHOWN}, or a file ({KINDS})", advice)


def _bias(data: Dataset) -> np.ndarray:
    return np.hstack([data.X, np.ones((data.n, 1))])


def _standardised(data: Dataset) -> np.ndarray:
    """(x − mean) / deviation by columns, each first divided by a power of two so that nothing overflows."""
    X = np.ldexp(data.X, -np.frexp(np.abs(data.X).max(axis=0))[1])
    constant = X.max(axis=0) == X.min(axis=0)
    deviation = np.where(constant, 1.0, X.std(axis=0))
    return np.where(constant, 0.0, (X - X.mean(axis=0)) / deviation)


MODIFIERS: dict[str, Callable[[Dataset], np.ndarray]] = {"bias": _bias, "std": _standardised}
