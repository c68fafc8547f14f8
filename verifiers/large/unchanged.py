"""A check that a file, read once an iteration, is the same each time: else no statement is about it.

Told by its stamp (which file, its size, when it was written to), which is asked for whenever the file is opened, and by
the sum of the 64-bit words of each part, modulo 2⁶⁴, which costs little beside reading them. Two changes of one part
may cancel in that sum; the stamp then tells, unless whoever wrote kept it.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from lemmacheck.verifiers.data import DataError
from lemmacheck.verifiers.data.npy import unreadable

WORD = 8  # bytes


class Stamp(NamedTuple):
    """The identity of a file, its size, and the time of its last change."""

    device: int
    inode: int
    size: int
    written: int


class Unchanged:
    """A file with the sums of its parts, as they were first read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.stamp: Stamp | None = None
        self.sums: dict[tuple[int, int], int] = {}

    @contextmanager
    def opened(self) -> Iterator[Any]:
        """The file, if it is the one that was opened first."""
        try:
            with open(self.path, "rb", buffering=0) as file:
                found = os.fstat(file.fileno())
                stamp = Stamp(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)
                self.stamp = self.stamp or stamp
                if stamp != self.stamp:
                    raise self.changed("it was written to")
                yield file
        except OSError as error:
            raise unreadable(self.path, error) from None

    def fill(self, file: Any, part: slice, buffer: np.ndarray) -> None:
        """Read the bytes of some rows; an error if they differ from the first read."""
        done = 0
        while done < len(buffer):
            got = file.readinto(buffer[done:].data)
            if not got:
                raise self.changed("it ends before its last row")
            done += got
        found = sum_of(buffer)
        if self.sums.setdefault((part.start, part.stop), found) != found:
            raise self.changed(f"rows {part.start + 1} to {part.stop} are not what they were")

    def changed(self, how: str) -> DataError:
        given = f"{self.path}: changed while it was read ({how})"
        return DataError(given, "the same rows at every step", "let nothing write to it during a run, or copy it first")


def sum_of(buffer: np.ndarray) -> int:
    """The sum of the 64-bit words, and of the bytes after the last, modulo 2⁶⁴."""
    whole = len(buffer) // WORD * WORD
    words = np.add.reduce(buffer[:whole].view(np.uint64), dtype=np.uint64)
    return (int(words) + int.from_bytes(buffer[whole:].tobytes(), "little")) % 2**64
