"""The meaning of a data name: `stem[:AvB][+modifier ...]`, the stem a bundled name or a path.

    digits:AvB    iris[:AvB]    wine[:AvB]    breast_cancer    synthetic:NxD@GAMMA    mine.csv    mine.npz:2v3    ...

The pair is chosen first, then the modifiers act on the rows kept, in the order they are written. For all classes,
there is no pair.
"""

import difflib
import os
import re

import numpy as np
from lemmacheck.verifiers.data.dataset import DataError, Dataset
from lemmacheck.verifiers.data.files import KINDS, labels_of, read_labelled
from lemmacheck.verifiers.data.labelled import Labelled
from lemmacheck.verifiers.data.labels import all_classes, two_classes
from lemmacheck.verifiers.data.modifiers import MODIFIERS, check
from lemmacheck.verifiers.data.synthetic import synthetic

BUNDLED = {"digits": None, "iris": "0v1", "wine": "0v1", "breast_cancer": "1v0"}
SYNTHETIC = "synthetic"
_LEFTOVER = re.compile(r"v.*\+[a-z]*$|^[^v]*\+[^v]*$")  # a pair cannot end so: a modifier is still on it
SHOWN = "digits:AvB, iris[:AvB], wine[:AvB], breast_cancer, synthetic:NxD@GAMMA"
Labels = np.ndarray | list[str]


def load(name_or_path: str) -> Dataset:
    """The data that a name such as `iris:1v2+std+bias` or a path stands for; DataError if there are none."""
    name = os.fspath(name_or_path)
    stem, pair, modifiers = _parse(name)
    check(name, modifiers)
    where = stem if pair is None else f"{stem}:{pair}"
    X, labels, pair = _source(stem, pair)
    if labels is None:
        if pair is not None or modifiers:
            asked = f":{pair}" if pair is not None else f"+{modifiers[0]}"
            given = f"{stem}: {asked} was asked of a file with Z alone"
            raise DataError(given, "X and y for that", "save X and y instead, or drop it")
        y, mapping = -np.ones(len(X)), dict[str, int]()
    else:
        keep, y, mapping = two_classes(labels, pair, stem)
        X = X[keep]

    data = Dataset(where, X, y, mapping, labels_of(stem) if stem not in BUNDLED else "")
    for modifier in modifiers:
        data = Dataset(f"{data.name}+{modifier}", MODIFIERS[modifier](data.X), data.y, data.labels, data.column)
    return data


def load_labelled(name_or_path: str) -> Labelled:
    """The points that a name or a path stands for, with all their classes."""
    name = os.fspath(name_or_path)
    stem, pair, modifiers = _parse(name)
    check(name, modifiers)
    if pair is not None and stem != SYNTHETIC:
        raise DataError(f"{name}: a pair of classes", "data with all their classes", f"write {stem}")
    X, labels, _ = _source(stem, pair)
    if labels is None:
        given = f"{stem}: a file with Z alone"
        raise DataError(given, "points with labels", "save X and y instead")
    data = Labelled(name, X, *all_classes(labels, stem))
    for modifier in modifiers:
        data = Labelled(name, MODIFIERS[modifier](data.X), data.labels, data.classes)
    return data


def _source(stem: str, pair: str | None) -> tuple[np.ndarray, Labels | None, str | None]:
    """All points of a stem, their labels, and the pair; for synthetic data, the shape in its place."""
    if stem == SYNTHETIC:
        return *synthetic(pair or ""), None
    if stem in BUNDLED:
        return *_bundled(stem), BUNDLED[stem] if pair is None else pair
    if os.path.exists(stem):
        return *read_labelled(stem), pair
    raise _missing(stem)


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
    return stem in BUNDLED or stem == SYNTHETIC or os.path.exists(stem)


def _bundled(stem: str) -> tuple[np.ndarray, np.ndarray]:
    from sklearn import datasets

    return getattr(datasets, f"load_{stem}")(return_X_y=True)


def _missing(stem: str) -> DataError:
    """For a stem that is neither bundled nor a file: the nearest name that is."""
    if os.path.islink(stem):
        return DataError(f"{stem}: a link that leads nowhere", "a link to a file", "link it anew, or name the file")
    bare = stem.rpartition(":")[0] or stem
    folder = os.path.dirname(bare) or "."
    beside = os.listdir(folder) if os.path.isdir(folder) and os.access(folder, os.R_OK) else []
    near = difflib.get_close_matches(bare, [*BUNDLED, SYNTHETIC], n=1) or difflib.get_close_matches(
        os.path.basename(bare), beside, n=1
    )
    advice = f"did you mean {near[0]!r}?" if near else "check the spelling or the path"
    return DataError(f"no data named {stem!r}", f"one of {SHOWN}, or a file ({KINDS})", advice)
