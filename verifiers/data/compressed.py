"""Files, unpacked if the name ends in .gz; no more of a file is read than fits in memory.

Data that are read whole have at most MOST_BYTES once unpacked, MOST_CHARACTERS a line and MOST_ENTRIES numbers. A
larger file is a DataError, raised as soon as a limit is passed.
"""

import gzip
import io
import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

from lemmacheck.verifiers.data.dataset import DataError

MOST_BYTES, MOST_CHARACTERS, MOST_ENTRIES = 2**30, 2**26, 2**27
ADVICE = "keep fewer rows or columns, or stream them from an .npy file"


class Limited(io.RawIOBase):
    """A file that yields at most so many bytes."""

    def __init__(self, path: str, file: Any) -> None:
        self.path, self.file, self.done = path, file, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        got = int(self.file.readinto(buffer))
        self.done += got
        refuse_more(self.path, self.done)
        return got


def refuse_more(path: str, size: int) -> None:
    """Refuse a file of more bytes."""
    if size > MOST_BYTES:
        packed = " once unpacked" if path.endswith((".gz", ".npz")) else ""
        raise DataError(f"{path}: more than {MOST_BYTES} bytes{packed}", "at most as many", ADVICE)


def refuse_more_entries(path: str, rows: int, columns: int) -> None:
    """Refuse data of more numbers."""
    if rows * columns > MOST_ENTRIES:
        raise DataError(f"{path}: {rows} x {columns} numbers", f"at most {MOST_ENTRIES}", ADVICE)


@contextmanager
def bytes_of(path: str) -> Iterator[IO[bytes]]:
    """The bytes of a file; a damaged gzip file is a DataError."""
    packed = path.endswith(".gz")
    if not packed:
        refuse_more(path, os.path.getsize(path))
    how_to_open: Any = gzip.open if packed else open
    try:
        with how_to_open(path, "rb") as file:
            yield io.BufferedReader(Limited(path, file))  # type: ignore[misc]
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        given = f"{path}: no complete gzip file ({error})"
        raise DataError(given, "a whole one", "download or pack it again") from None


@contextmanager
def lines(path: str, encoding: str = "utf-8", newline: str | None = None) -> Iterator[Iterator[str]]:
    """The lines of a text."""
    with bytes_of(path) as file, io.TextIOWrapper(file, encoding, newline=newline) as text:
        yield lines_of(path, text)


def lines_of(path: str, text: io.TextIOWrapper) -> Iterator[str]:
    number = 0
    while line := text.readline(MOST_CHARACTERS + 1):
        number += 1
        if len(line) > MOST_CHARACTERS:
            given = f"{path}: line {number} has more than {MOST_CHARACTERS} characters"
            raise DataError(given, "at most as many", "check that it is a text of lines")
        yield line


def content(path: str) -> bytes:
    """All of a file."""
    with bytes_of(path) as file:
        return bytes(file.read())
