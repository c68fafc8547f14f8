"""From the labels of a source to y ∈ {−1, +1}, or to the numbers 0, …, k − 1 of all its classes in sorted order.

Two distinct values: the larger (second in sorted order; numbers by value, text by alphabet) is +1. More than
two: a pair AvB keeps the rows labelled A, which become +1, and the rows labelled B, which become −1. A side of
a pair may be several labels separated by commas: 1,3,5v0,2,4.
"""

import math
from collections.abc import Sequence

import numpy as np
from lemmacheck.verifiers.data.dataset import DataError, double
from lemmacheck.verifiers.records.text import counted


def two_classes(
    labels: Sequence[object] | np.ndarray, pair: str | None, name: str
) -> tuple[np.ndarray, np.ndarray, dict[str, int]]:
    """The rows to keep (a boolean mask), the y of those rows, and the mapping {label: ±1}."""
    keys = _canonical(np.asarray(labels), name)
    found = sorted(set(keys))
    texts = [_text(key) for key in found]
    positive, negative = _default(found, texts, name) if pair is None else _chosen(found, texts, pair, name)
    signs = {**dict.fromkeys(negative, -1), **dict.fromkeys(positive, 1)}
    keep = np.array([key in signs for key in keys])
    y = np.array([float(signs[key]) for key in keys if key in signs])
    return keep, y, {_text(key): sign for key, sign in signs.items()}


def all_classes(labels: Sequence[object] | np.ndarray, name: str) -> tuple[np.ndarray, tuple[str, ...]]:
    """The number of each row's class, and the classes by name."""
    keys = _canonical(np.asarray(labels), name)
    found = sorted(set(keys))
    if len(found) < 2:
        given = f"{name}: the labels take {counted(len(found), 'distinct value')}"
        raise DataError(given, "at least 2", "give rows of several classes")
    places = {key: k for k, key in enumerate(found)}
    return np.array([places[key] for key in keys]), tuple(map(_text, found))


def _default(found: list, texts: list[str], name: str) -> tuple[list, list]:
    if len(found) == 2:
        return found[1:], found[:1]
    choose = f"choose a pair, as in {name}:{'v'.join(texts[:2])}"
    advice = choose if len(found) > 2 else "give rows of both classes"
    where = ", which are its last column if none is named y, label or class," * (".csv" in name)
    given = f"{name}: the labels{where} take {counted(len(found), 'distinct value')} ({_list(texts)})"
    raise DataError(given, "exactly 2", advice)


def _chosen(found: list, texts: list[str], pair: str, name: str) -> tuple[list, list]:
    """The labels on both sides of `pair`: the one way to cut it at a `v` into labels that are all different."""
    cuts = [(pair[:i], pair[i + 1 :]) for i, letter in enumerate(pair) if letter == "v"]
    sides = [(_keys(left, found), _keys(right, found)) for left, right in cuts]
    matches = [(a, b) for a, b in sides if None not in a + b and len({*a, *b}) == len(a + b)]
    if len(matches) == 1:
        return matches[0]
    trouble = "is no pair of" if not matches else "can be read in more than one way among"
    advice = f"write for example {'v'.join(texts[:2])}" if len(texts) > 1 else "give rows of both classes"
    given = f"{name}: {pair!r} {trouble} its labels ({_list(texts)})"
    raise DataError(given, "AvB with two different labels A and B, or several with commas", advice)


def _keys(side: str, found: list) -> list:
    """The labels that one side of a pair names, None for other text: the side itself, or its parts between commas."""
    whole = _key(side, found)
    return [_key(part, found) for part in side.split(",")] if whole is None else [whole]


def _canonical(labels: np.ndarray, name: str) -> list:
    """Labels as floats when every one of them reads as a number, as stripped text otherwise."""
    if labels.ndim != 1:
        raise DataError(f"{name}: y has shape {labels.shape}", "shape (n,), one label a row", "flatten y")
    if labels.dtype.kind not in "biufUS":
        raise DataError(f"{name}: y holds values of type {labels.dtype}", "numbers or text", "convert y")
    try:
        values = (labels.astype(int) if labels.dtype.kind == "b" else labels).tolist()
        texts = [value.decode() if isinstance(value, bytes) else str(value).strip() for value in values]
    except (UnicodeDecodeError, SystemError):  # the second of code points that Unicode has not
        what = "text that is no Unicode" if labels.dtype.kind == "U" else "bytes that are not UTF-8"
        raise DataError(f"{name}: y holds {what}", "text", "save the labels as str") from None
    try:
        numbers = [double(text, f"{name}: y") + 0.0 for text in texts]
    except DataError:
        raise
    except ValueError:
        return texts
    for i, number in enumerate(numbers):
        if not math.isfinite(number):
            given = f"{name}: the label of row {i + 1} is {texts[i]}"
            raise DataError(given, "a finite number or a word", "correct the label or remove the row")
    return numbers


def _key(text: str, found: list) -> object:
    """The label that `text` names, None if there is none."""
    try:
        key = float(text) if isinstance(found[0], float) else text.strip()
    except ValueError:
        return None
    return key if key in found else None


def _text(key: object) -> str:
    short = f"{key:g}" if isinstance(key, float) else str(key)
    return short if not isinstance(key, float) or float(short) == key else repr(key)


def _list(texts: list[str]) -> str:
    shown = [text if len(text) <= 20 else text[:20] + "..." for text in texts[:10]]
    return ", ".join(shown) + (", ..." if len(texts) > 10 else "")
