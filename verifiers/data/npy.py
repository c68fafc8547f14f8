"""An .npy file, whose header is compared with the file before anything is read by it.

A damaged one is a DataError: bytes that are no header, a shape that is no shape, a size other than the header's.
"""

import math
import os
import struct
import warnings
import zipfile
import zlib
from tokenize import TokenError
from typing import IO, NamedTuple

import numpy as np
from lemmacheck.verifiers.data.dataset import DataError

DAMAGED = (
    ValueError, TypeError, AttributeError, EOFError, KeyError, SyntaxError, TokenError, RuntimeError, OverflowError,
    zipfile.BadZipFile, zlib.error, struct.error,
)  # NumPy meets a damaged file with any of these  # fmt: skip
_LONG = np.lib.format.read_array_header_2_0  # 3.0 differs in the names of fields alone, and no records are read here
READERS = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): _LONG, (3, 0): _LONG}


class Header(NamedTuple):
    """The shape, whether it is stored by columns, the type, and the byte at which the numbers begin."""

    shape: tuple[int, ...]
    by_columns: bool
    dtype: np.dtype
    offset: int


def header(path: str | os.PathLike[str]) -> Header:
    """The header of a file of the size that it states."""
    if os.path.exists(path) and not os.path.isfile(path):
        raise DataError(f"{path}: no regular file", "an .npy file", "save the array to one first")
    try:
        with open(path, "rb") as file:
            return header_of(path, file, os.fstat(file.fileno()).st_size)
    except OSError as error:
        raise unreadable(path, error) from None


def words_of(error: BaseException) -> str:
    """What NumPy says of a file, in one line."""
    text = error.args[0] if isinstance(error, TokenError) else error  # the other is a place in the header
    return " ".join(str(text).split())[:120]


def header_of(path: str | os.PathLike[str], file: IO[bytes], size: int) -> Header:
    """The header at the start of so many bytes, if it states this size."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a header that Python 2 wrote is read all the same
            version = np.lib.format.read_magic(file)
            found = Header(*READERS[version](file), file.tell())
    except (*DAMAGED, MemoryError) as error:
        raise DataError(
            f"{path}: no .npy file ({words_of(error)})", "an array", "write it with numpy.save(path, array)"
        ) from None
    if any(type(k) is not int or k < 0 for k in found.shape):
        given = f"{path}: its header says shape {found.shape}"
        raise DataError(given, "whole numbers that are not negative", "write it again with numpy.save(path, array)")
    missing = found.offset + math.prod(found.shape) * found.dtype.itemsize - size
    if missing and not found.dtype.hasobject:
        sizes = " x ".join(map(str, found.shape))
        wrong = f"{missing} bytes short" if missing > 0 else f"{-missing} bytes after its numbers"
        raise DataError(f"{path}: {wrong}", f"{sizes} numbers", "write it again")
    return found


def array(path: str | os.PathLike[str]) -> np.ndarray:
    """The whole array; pickled objects are refused."""
    header(path)
    try:
        found: np.ndarray = np.load(path, allow_pickle=False)
    except OSError as error:
        raise unreadable(path, error) from None
    except DAMAGED as error:
        raise DataError(
            f"{path}: no plain array ({words_of(error)})", "numbers or words", "write it with numpy.save"
        ) from None
    return found


def unreadable(path: object, error: OSError) -> DataError:
    given = f"{path}: cannot be read ({error.strerror or error})"
    return DataError(given, "a readable file", "check its permissions and its disk")
