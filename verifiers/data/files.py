"""Files: X and the labels as written, by the ending of the name; labels None where Z alone is in it.

    .csv                            one row a line, the label last or in the column named y, label or class
    .svm .libsvm .svmlight .txt     label index:value ...
    *-images-idx3-ubyte             MNIST: pixels as the integers 0..255; the labels are found beside it
    .bin, or a folder of them       CIFAR-10: pixels as the integers 0..255
    .npz .npy                       arrays X and y, or Z alone: the rows z_i directly

All others may be gzipped, with .gz after the ending, as far as `compressed` allows. An unreadable file is a DataError.
"""

import os
import zipfile
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
from lemmacheck.verifiers.data.cifar import batches, read_cifar
from lemmacheck.verifiers.data.compressed import refuse_more
from lemmacheck.verifiers.data.csv_ import label_column, read_csv, read_matrix
from lemmacheck.verifiers.data.dataset import DataError, real
from lemmacheck.verifiers.data.idx import is_idx, read_idx
from lemmacheck.verifiers.data.npy import DAMAGED, array, header_of, unreadable
from lemmacheck.verifiers.data.svmlight import read_svmlight

KINDS = (
    ".csv, .npy, .npz, .svm/.libsvm/.svmlight/.txt, MNIST *-images-idx3-ubyte or CIFAR-10 .bin; "
    "all but .npy and .npz also .gz"
)
_WANTED, _SAVE = "arrays X and y, or Z alone", "save it with numpy.savez(path, X=X, y=y)"


def read_rows(path: str) -> list[list[Fraction]]:
    """The matrix of a CSV file, exactly."""
    _reader(path)
    return _guarded(path, read_matrix)


def read_labelled(path: str) -> tuple[np.ndarray, np.ndarray | list[str] | None]:
    """X and the labels of a file."""
    return _guarded(path, _reader(path))


def labels_of(path: str) -> str:
    """Where a file that was read has its labels, in words; '' where its format leaves no doubt."""
    return label_column(path) if os.path.isfile(path) and _reader(path) is read_csv else ""


def _guarded(path: str, reader: Callable[[str], Any]) -> Any:
    """What a reader makes of a file; one line where it cannot be read."""
    try:
        if os.path.getsize(path) == 0:
            raise DataError(f"{path}: an empty file", "data", "check how it was written")
        return reader(path)
    except UnicodeDecodeError as error:
        given = f"{path}: byte {error.object[error.start]:#04x} is no UTF-8"
        raise DataError(given, "a text file", "save it as UTF-8") from None
    except OSError as error:
        raise unreadable(path, error) from None
    except MemoryError:
        raise DataError(f"{path}: too large for memory", "less data", "keep fewer rows or columns") from None


def _reader(path: str) -> Callable[[str], tuple]:
    if os.path.isdir(path):
        if batches(path):
            return read_cifar
        given = f"{path}: a directory"
        raise DataError(given, f"a file ({KINDS}) or a folder of CIFAR-10 batches", "name a file in it")
    if not os.path.isfile(path):
        raise DataError(f"{path}: no regular file", f"a file ({KINDS})", "save the data to one first")
    if is_idx(path):
        return read_idx
    ending = os.path.splitext(path.removesuffix(".gz"))[1].lower()
    if ending not in READERS or (ending in (".npy", ".npz") and path.endswith(".gz")):
        raise DataError(f"{path}: an ending that says no format", KINDS, "rename or convert the file")
    return READERS[ending]


def read_npz(path: str) -> tuple[np.ndarray, np.ndarray | None]:
    """Arrays X and y, or Z alone; pickled objects are refused."""
    arrays = _arrays(path)
    if set(arrays) == {"Z"}:
        return matrix(arrays["Z"], f"{path}: Z"), None
    if not {"X", "y"} <= set(arrays) or "Z" in arrays:
        found = ", ".join(sorted(arrays)) or "none"
        raise DataError(f"{path}: holds the arrays {found}", _WANTED, _SAVE)
    X, y = real(arrays["X"], f"{path}: X"), arrays["y"]
    if X.ndim != 2 or y.shape != X.shape[:1]:
        given = f"{path}: X has shape {X.shape} and y {y.shape}"
        raise DataError(given, "X (n, d) and y (n,), one label for each row", "make the two agree")
    return X, y


def read_npy(path: str) -> tuple[np.ndarray, None]:
    """Z alone."""
    refuse_more(path, os.path.getsize(path))
    return matrix(array(path), f"{path}: Z"), None


def matrix(Z: np.ndarray, what: str) -> np.ndarray:
    Z = real(Z, what)
    if Z.ndim != 2:
        raise DataError(f"{what} has shape {Z.shape}", "a matrix (n, d)", "reshape it to two dimensions")
    return Z


def _arrays(path: str) -> dict[str, np.ndarray]:
    """Every array of an archive, read to its last byte. NumPy meets a damaged one with any of these exceptions."""
    found: dict[str, np.ndarray] = {}
    try:
        with open(path, "rb") as file, zipfile.ZipFile(file) as archive:
            if file.seek(0) or file.read(2) != b"PK":
                raise ValueError("bytes before the archive")
            for member in archive.infolist():
                name = member.filename.removesuffix(".npy")
                if name in found:
                    raise ValueError(f"two arrays are called {name}")
                refuse_more(path, sum(one.file_size for one in archive.infolist()))
                with archive.open(member) as stream:
                    header_of(f"{path}: {member.filename}", stream, member.file_size)
                with archive.open(member) as stream:
                    found[name] = np.lib.format.read_array(stream, allow_pickle=False)
                    stream.read(1)  # at the end the sum of the bytes is checked
        return found
    except DataError:
        raise
    except DAMAGED as error:
        why = " ".join(str(error).split())[:120]
        raise DataError(f"{path}: no .npz of plain arrays ({why})", _WANTED, _SAVE) from None


READERS: dict[str, Callable[[str], tuple]] = {
    ".csv": read_csv,
    ".npy": read_npy,
    ".npz": read_npz,
    ".bin": read_cifar,
    **dict.fromkeys((".svm", ".libsvm", ".svmlight", ".txt"), read_svmlight),
}
