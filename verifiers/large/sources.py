"""Where rows are: in memory, in a file larger than memory, or on a device. A source yields them in blocks.

A file is read into a buffer of one block a thread, never mapped: its pages then belong to the system's cache,
not to this process, whose memory stays small however large the file is.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Protocol

import numpy as np
from lemmacheck.verifiers.data import DataError
from lemmacheck.verifiers.data.dataset import refuse_unless_doubles
from lemmacheck.verifiers.data.npy import header
from lemmacheck.verifiers.large.kernels import Kernel
from lemmacheck.verifiers.large.reduction import block_rows, nearest
from lemmacheck.verifiers.large.unchanged import Unchanged

IN_MEMORY = "the rows"


class Block(NamedTuple):
    """Some rows, and the signs to take them with."""

    Z: Any
    signs: Any = None


class Sized(Protocol):
    """n rows of length d, with their name in messages."""

    @property
    def n(self) -> int: ...

    @property
    def d(self) -> int: ...

    @property
    def name(self) -> str: ...


class Source(Sized, Protocol):
    """Rows that are yielded in a type, perhaps not the stored one."""

    @property
    def rows(self) -> int:
        """The most rows of a block."""

    def blocks(self, first: int, last: int) -> Iterator[Block]:
        """Rows first, …, last − 1."""


class InBlocks:
    """Rows that are yielded in blocks of at most `size` bytes."""

    @property
    def rows(self: Any) -> int:
        return min(self.n, block_rows(self.d, self.dtype, self.size))


@dataclass(frozen=True)
class Held(InBlocks):
    """A matrix at hand, of whatever namespace."""

    Z: Any

    @property
    def n(self) -> int:
        return int(self.Z.shape[0])

    @property
    def d(self) -> int:
        return int(self.Z.shape[1])


@dataclass(frozen=True)
class InMemory(Held):
    """A matrix of NumPy, of any real type."""

    signs: np.ndarray | None
    dtype: np.dtype
    size: int
    name: ClassVar[str] = IN_MEMORY

    def blocks(self, first: int, last: int) -> Iterator[Block]:
        wide = Widening(self.rows, self.d, self.Z.dtype, self.dtype)
        for part in parts(first, last, self.rows):
            yield Block(wide(self.Z[part]), some(self.signs, part))


@dataclass(frozen=True)
class OnDisk(InBlocks):
    """A matrix stored by rows in a file, from byte `offset` on."""

    path: Path
    n: int
    d: int
    stored: np.dtype
    offset: int
    signs: np.ndarray | None
    dtype: np.dtype
    size: int
    unchanged: Unchanged

    @property
    def name(self) -> str:
        return str(self.path)

    def blocks(self, first: int, last: int) -> Iterator[Block]:
        buffer = np.empty((self.rows, self.d), self.stored)
        wide = Widening(self.rows, self.d, self.stored, self.dtype)
        with self.unchanged.opened() as file:
            file.seek(self.offset + first * self.d * self.stored.itemsize)
            for part in parts(first, last, self.rows):
                read = buffer[: part.stop - part.start]
                self.unchanged.fill(file, part, read.reshape(-1).view(np.uint8))
                refuse_unless_doubles(read, f"{self.name}: the matrix")
                yield Block(wide(read), some(self.signs, part))


@dataclass(frozen=True)
class OnDevice(Held):
    """A matrix of another namespace of the array API, in blocks that are large: a device divides them itself."""

    signs: Any
    dtype: np.dtype
    size: int
    name: ClassVar[str] = IN_MEMORY

    def blocks(self, first: int, last: int) -> Iterator[Block]:
        for part in parts(first, last, self.rows):
            yield Block(nearest(self.Z[part, :], self.dtype), some(self.signs, part))


class Widening:
    """Rows in another type: unchanged, or copied into a buffer that stays in cache."""

    def __init__(self, rows: int, d: int, stored: np.dtype, dtype: np.dtype) -> None:
        self.buffer = None if stored == dtype else np.empty((rows, d), dtype)

    def __call__(self, rows: np.ndarray) -> np.ndarray:
        if self.buffer is None:
            return rows
        wide = self.buffer[: len(rows)]
        np.copyto(wide, rows)
        return wide


def parts(first: int, last: int, rows: int) -> Iterator[slice]:
    for k in range(first, last, rows):
        yield slice(k, min(k + rows, last))


def some(signs: Any, part: slice) -> Any:
    return None if signs is None else signs[part]


def of_file(path: str | os.PathLike[str], signs: np.ndarray | None, kernel: Kernel) -> OnDisk:
    """The matrix of an .npy file; a DataError states what is wrong with it."""
    path = Path(path)
    shape, by_columns, dtype, offset = header(path)
    refuse_unless_real(dtype, str(path))
    if len(shape) != 2 or 0 in shape:
        raise DataError(f"{path}: has shape {shape}", "a matrix (n, d) that is not empty", "reshape it")
    if by_columns and 1 not in shape:
        advice = "write it with numpy.save(path, numpy.ascontiguousarray(Z))"
        raise DataError(f"{path}: is stored by columns", "a matrix stored by rows", advice)
    return OnDisk(path, *shape, dtype, offset, signs, kernel.reads(dtype), kernel.size, Unchanged(path))


def refuse_unless_real(dtype: np.dtype, name: str) -> None:
    if dtype.kind not in "biuf" or dtype.itemsize > 8:
        raise DataError(f"{name}: holds {dtype}", "real numbers of at most 64 bits", "convert it to float64")


def source_of(Z: Any, signs: Any, kernel: Kernel) -> Source:
    """The source of a NumPy array, a memory map, the path of an .npy file, or an array of another namespace.

    Signs, one a row, are ±1.
    """
    if not isinstance(Z, (str, os.PathLike, np.ndarray)):
        signs = signs if signs is None else nearest(signs, kernel.precision)
        return OnDevice(Z, signs, np.dtype(kernel.precision), kernel.size)
    signs = None if signs is None else np.asarray(signs, kernel.precision)
    if not isinstance(Z, np.ndarray):
        return of_file(Z, signs, kernel)
    if isinstance(Z, np.memmap) and Z.filename is not None and Z.flags.c_contiguous and is_the_file(Z):
        (n, d), path = Z.shape, Path(Z.filename)
        return OnDisk(path, n, d, Z.dtype, Z.offset, signs, kernel.reads(Z.dtype), kernel.size, Unchanged(path))
    refuse_unless_real(Z.dtype, IN_MEMORY)
    refuse_unless_doubles(Z, f"{IN_MEMORY}: the matrix")
    Z, dtype = np.ascontiguousarray(Z), kernel.reads(Z.dtype)
    return InMemory(Z, signs, dtype, Z.nbytes if kernel.streams and dtype == Z.dtype else kernel.size)


def is_the_file(Z: np.memmap) -> bool:
    """Whether a memory map is that of the whole file, and writes to it reach the file.

    A view keeps the offset but begins elsewhere; a map that copies on writing may hold what no file does.
    """
    return not isinstance(Z.base, np.memmap) and Z.mode != "c"
