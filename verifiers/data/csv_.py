"""CSV: one row a line, comma separated; the label is in the last column or the one named y, label or class.

The first line is a header if none of its fields is a number; without a header every line is a row.
"""

import csv
import math
import re
from array import array
from collections.abc import Iterable, Iterator
from fractions import Fraction

import numpy as np
from lemmacheck.verifiers.data.compressed import lines as opened_lines
from lemmacheck.verifiers.data.compressed import refuse_more_entries
from lemmacheck.verifiers.data.dataset import DataError, double
from lemmacheck.verifiers.records.text import counted

LABELS = ("y", "label", "class")
COMMAS = "put commas between the numbers and points into them"
LONGEST = 400  # characters of a number
NUMBER = re.compile(r"[+-]?(\d+/0*[1-9]\d*|(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?)", re.ASCII | re.IGNORECASE)
Line = tuple[int, list[str]]


def read_csv(path: str) -> tuple[np.ndarray, list[str]]:
    """The numbers of every column but the label's, and the labels as text."""
    with opened_lines(path, "utf-8-sig", newline="") as file:
        lines = _lines(path, file)
        first = next(lines, None)
        if first is None:
            raise DataError(f"{path}: nothing but blank lines", "a row of numbers and a label a line", "add the data")

        names = [field.lower() for field in first[1]]
        width, header = len(names), not any(_is_number(name) for name in names)
        if width < 2:
            given = f"{path}: line {first[0]} has one field"
            raise DataError(given, "numbers and a label separated by commas", "add labels or change the separator")
        column = _label_column(names) if header else width - 1
        if header and names.count(names[column]) > 1:
            given = f"{path}: line {first[0]} calls more than one column {names[column]!r}"
            raise DataError(given, "one column of labels", "rename or remove the others")
        numbers, labels, known = array("d"), [], dict[str, str]()
        for line in lines if header else _chain(first, lines):
            values = _fields(path, line, first)
            label = _label(path, line[0], column, values.pop(column))
            labels.append(known.setdefault(label, label))
            numbers.extend(_number(path, line[0], j + (j >= column), text) for j, text in enumerate(values))
            refuse_more_entries(path, len(labels), width)

    if not labels:
        given = f"{path}: line {first[0]} is a header and no line follows"
        raise DataError(given, "at least one row of numbers", "add the data")
    return np.frombuffer(numbers).reshape(len(labels), width - 1), labels


def label_column(path: str) -> str:
    """Which column of a file that was read holds the labels, in words."""
    with opened_lines(path, "utf-8-sig", newline="") as file:
        names = next(_lines(path, file))[1]
    header = not any(_is_number(name) for name in names)
    column = _label_column([name.lower() for name in names]) if header else len(names) - 1
    return f"column {column + 1}, {(header and names[column]) or 'the last'}"


def read_matrix(path: str) -> list[list[Fraction]]:
    """All columns, exactly as they are written: 0.1 and 1/3 too. For a problem of one's own, which has no labels."""
    with opened_lines(path, "utf-8-sig", newline="") as file:
        lines = list(_lines(path, file))
    rows = lines[1:] if lines and not any(_is_exact(field) for field in lines[0][1]) else lines
    if not rows:
        raise DataError(f"{path}: no row of numbers", "a row of numbers a line", "add the data")
    found = []
    for line in rows:
        for text in _fields(path, line, rows[0]):
            if not _is_exact(text):
                raise DataError(
                    f"{path}: line {line[0]} has {text[:20]!r}", "a number such as 0.1 or 1/3", "correct it"
                )
        found.append([Fraction(text) for text in line[1]])
        refuse_more_entries(path, len(found), len(line[1]))
    return found


def _is_exact(text: str) -> bool:
    return len(text) <= LONGEST and NUMBER.fullmatch(text) is not None


def _lines(path: str, file: Iterable[str]) -> Iterator[Line]:
    """(line number, stripped fields) of every line that is not blank."""
    reader = csv.reader(file)
    try:
        for fields in reader:
            if any(field.strip() for field in fields):
                yield reader.line_num, [field.strip() for field in fields]
    except csv.Error as error:
        given = f"{path}: line {reader.line_num} is no CSV ({error})"
        raise DataError(given, "fields separated by commas", "correct that line") from None


def _chain(first: Line, rest: Iterator[Line]) -> Iterator[Line]:
    yield first
    yield from rest


def _label_column(names: list[str]) -> int:
    """The last column if its name is a label's, else the first that has such a name, else the last."""
    named = [j for j, name in enumerate(names) if name in LABELS]
    return named[0] if named and names[-1] not in LABELS else len(names) - 1


def _fields(path: str, line: Line, first: Line) -> list[str]:
    if len(line[1]) != len(first[1]):
        given = f"{path}: line {line[0]} has {counted(len(line[1]), 'field')}"
        raise DataError(given, f"{len(first[1])} as on line {first[0]}", "complete or remove that line")
    return list(line[1])


def _label(path: str, number: int, column: int, text: str) -> str:
    if not text or text.lower() in ("nan", "+nan", "-nan"):
        given = f"{path}: line {number}, column {column + 1} holds {text!r} for a label"
        raise DataError(given, "a number or a word", "fill in the label or remove that line")
    if ";" in text or "\t" in text:  # of a file whose commas are those of 1,5
        given = f"{path}: line {number}, column {column + 1} holds {text[:40]!r} for a label"
        raise DataError(given, "a number or a word", COMMAS)
    return text


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return "_" not in text


def _number(path: str, line: int, column: int, text: str) -> float:
    """The float64 nearest to the decimal `text`."""
    number = _is_number(text)
    where = f"{path}: line {line}, column {column + 1}"
    if number and math.isfinite(value := double(text, where)):
        return value
    given = f"{where} holds {text[:40]!r}"
    advice = COMMAS if ";" in text else "correct or remove that line"
    raise DataError(given, "a finite float64 (below 1.8e308)" if number else "a number", advice)
