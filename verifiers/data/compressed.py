"""Files as they are, or unpacked where the name ends in .gz."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

from lemmacheck.verifiers.data.dataset import DataError


@contextmanager
def opened(path: str, mode: str = "rb", **how: Any) -> Iterator[IO]:
    """The file, open in the mode `rb` or `rt`; a damaged gzip file is a DataError."""
    how_to_open: Any = gzip.open if path.endswith(".gz") else open
    try:
        with how_to_open(path, mode, **how) as file:
            yield file
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        given = f"{path}: no complete gzip file ({error})"
        raise DataError(given, "a whole one", "download or pack it again") from None


def content(path: str) -> bytes:
    """All of a file."""
    with opened(path) as file:
        return bytes(file.read())
