"""svmlight / libsvm text: `label index:value index:value ...` a line, `#` before a comment; read dense."""

import re

import numpy as np
from lemmacheck.verifiers.data.compressed import bytes_of, lines, refuse_more_entries
from lemmacheck.verifiers.data.dataset import DataError, double

_NUMBER = r"[+-]?((\d+\.?\d*|\.\d+)(e[+-]?\d+)?|nan|inf)"
_LABEL = re.compile(_NUMBER, re.IGNORECASE)
_PAIR = re.compile(rf"\d+:{_NUMBER}|qid:\d+", re.IGNORECASE)


def read_svmlight(path: str) -> tuple[np.ndarray, np.ndarray]:
    """(X, labels) with X dense."""
    from sklearn.datasets import load_svmlight_file

    _check(path)
    expected = "`label index:value ...` a line, the indices increasing"
    try:
        with bytes_of(path) as file:
            X, labels = load_svmlight_file(file)
    except (ValueError, OverflowError) as error:
        given = f"{path}: no svmlight file ({error})"
        raise DataError(given, expected, "correct it, or name it .csv if it is one") from None
    refuse_more_entries(path, *X.shape)
    return X.toarray(), labels


def _check(path: str) -> None:
    """Refuse the first field that does not parse, naming the line, the field and its text."""
    with lines(path) as file:
        for number, line in enumerate(file, start=1):
            for j, text in enumerate(line.partition("#")[0].split()):
                if not (_PAIR if j else _LABEL).fullmatch(text):
                    given = f"{path}: line {number}, column {j + 1} holds {text[:40]!r}"
                    expected = "index:value" if j else "a label that is a number"
                    marked = text.startswith("\ufeff")
                    advice = (
                        "save the file without a byte order mark"
                        if marked
                        else "correct that line, or name the file .csv if it is one"
                    )
                    raise DataError(given, expected, advice)
                double(text.rpartition(":")[2], f"{path}: line {number}, column {j + 1}")
