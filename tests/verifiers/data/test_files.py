"""Protects reading data files: what each format gives, and one clear line for each way a file can be bad."""

import gzip
import io
import os
import pickle
import re
import struct
import zipfile
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from lemmacheck.verifiers.data import load
from lemmacheck.verifiers.records.terminal import LONGEST

from tests.verifiers.data.refusals import refusal

CSV = "a,b,label\n1,2,-1\n0.1,-4,1\n"
IMAGES, LABELS = "t10k-images-idx3-ubyte", "t10k-labels-idx1-ubyte"


@pytest.mark.parametrize(("text", "X", "y"), [
    (CSV, [[1, 2], [0.1, -4]], [-1, 1]),
    ("1,2,-1\n\n0.1,-4,1\n", [[1, 2], [0.1, -4]], [-1, 1]),
    ("y,a,b\r\nno,1,2\r\nyes,3,4\r\n", [[1, 2], [3, 4]], [-1, 1]),
    ("a, Class ,b\n1,u,2\n3,v,4\n", [[1, 2], [3, 4]], [-1, 1]),
    ("x,y,label\n1,2,10\n3,4,9\n", [[1, 2], [3, 4]], [1, -1]),
    ("\ufeff1,2,y\n3,4,n\n", [[1, 2], [3, 4]], [1, -1]),
])  # fmt: skip
def test_csv_takes_an_optional_header_and_a_label_last_or_named(tmp_path: Path, text: str, X: list, y: list) -> None:
    (tmp_path / "d.csv").write_text(text, encoding="utf-8")
    data = load(str(tmp_path / "d.csv"))

    assert (X, y) == (data.X.tolist(), data.y.tolist())


def test_an_npz_holds_x_and_y_or_the_rows_themselves(tmp_path: Path) -> None:
    X, y = np.array([[1, 2], [3, 4]]), np.array(["u", "v"])
    np.savez(tmp_path / "xy.npz", X=X, y=y)
    np.savez(tmp_path / "z.npz", Z=X)

    assert load(str(tmp_path / "xy.npz")).rows() == ((1, 2), (-3, -4))
    assert load(str(tmp_path / "z.npz")).rows() == ((1, 2), (3, 4))


def test_an_npy_holds_the_rows_themselves(tmp_path: Path) -> None:
    np.save(tmp_path / "z.npy", np.array([[1, 0.5], [3, 4]], order="F", dtype=">f4"))
    np.save(tmp_path / "v.npy", np.array([1.0, 2.0]))

    assert load(str(tmp_path / "z.npy")).rows() == ((1, Fraction(1, 2)), (3, 4))
    assert "v.npy: Z has shape (2,), expected a matrix (n, d)" in refusal(tmp_path / "v.npy")


@pytest.mark.parametrize("ending", ["svm", "libsvm", "svmlight", "txt"])
def test_svmlight_is_read_dense(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"d.{ending}"
    path.write_text("# made by hand\n+1 1:0.5 3:2\n-1 2:1 # a comment\n")
    data = load(str(path))

    assert (data.X.tolist(), data.y.tolist()) == ([[0.5, 0, 2], [0, 1, 0]], [1, -1])


def write_idx(folder: Path, gzipped: bool = False) -> Path:
    """Three images of 2 x 2 pixels with the labels 4, 9, 5, and their path."""
    pixels = struct.pack(">4I", 2051, 3, 2, 2) + bytes([*range(8), 252, 253, 254, 255])
    labels = struct.pack(">2I", 2049, 3) + bytes([4, 9, 5])
    end, pack = (".gz", gzip.compress) if gzipped else ("", bytes)
    (folder / (LABELS + end)).write_bytes(pack(labels))
    (folder / (IMAGES + end)).write_bytes(pack(pixels))
    return folder / (IMAGES + end)


@pytest.mark.parametrize("gzipped", [False, True])
def test_idx_pixels_stay_integers_and_the_labels_are_found_beside_them(tmp_path: Path, gzipped: bool) -> None:
    data = load(f"{write_idx(tmp_path, gzipped)}:4v5")

    assert (data.X.tolist(), data.y.tolist()) == ([[0, 1, 2, 3], [252, 253, 254, 255]], [1, -1])


@pytest.mark.parametrize(("name", "text"), [("d.csv", CSV), ("d.svm", "-1 1:1 2:2\n1 1:0.1 2:-4\n")])
def test_text_may_be_gzipped(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / f"{name}.gz").write_bytes(gzip.compress(text.encode()))
    data = load(str(tmp_path / f"{name}.gz"))

    assert (data.X.tolist(), data.y.tolist()) == ([[1, 2], [0.1, -4]], [-1, 1])
    (tmp_path / f"{name}.gz").write_bytes(gzip.compress(text.encode())[:-9])
    assert "no complete gzip file" in refusal(tmp_path / f"{name}.gz")


@pytest.mark.parametrize(("text", "says"), [
    ("", "an empty file"),
    ("\n \n", "nothing but blank lines"),
    ("a,b,y\n", "line 1 is a header and no line follows"),
    ("1,2,0\n3,4\n", "line 2 has 2 fields, expected 3 as on line 1"),
    ("1\n2\n", "line 1 has one field"),
    ("1;2;0\n3;4;1\n", "separated by commas"),
    ("a,b,y\n1,2,0\n3,abc,1\n", "line 3, column 2 holds 'abc', expected a number"),
    ("y,a,b\n0,1,2\n1,3,1_0\n", "line 3, column 3 holds '1_0', expected a number"),
    ("0,5;1,5;1\n2,5;3,5;0\n", "a number or a word; put commas between the numbers and points into them"),
    ("1,2,0\nnan,4,1\n", "line 2, column 1 holds 'nan', expected a finite float64"),
    ("1,2,0\n3,1e400,1\n", "line 2, column 2 holds '1e400', expected a finite float64 (below 1.8e308)"),
    ("0,5;1\n2,5;0\n", "line 1, column 2 holds '5;1' for a label, expected a number or a word; put commas"),
    ("1,5\t1\n2,5\t0\n", "a number or a word; put commas between the numbers and points into them"),
    ("1,2,0\n1e-400,4,1\n", "line 2, column 1 holds '1e-400', which a float64 rounds to 0"),
    ("1,2,0\n9007199254740993,4,1\n", "line 2, column 1 holds '9007199254740993', which a float64 rounds"),
    ("1,0\n2,9007199254740993\n3,9007199254740992\n", "y holds '9007199254740993', which a float64 rounds"),
    ("y,y,a\n1,-1,2\n-1,1,-2\n", "line 1 calls more than one column 'y', expected one column of labels"),
    ("1,2,0\n3,4,nan\n", "line 2, column 3 holds 'nan' for a label"),
    ("1,2,0\n3,4,0\n", "1 distinct value (0), expected exactly 2; give rows of both classes"),
    ("1,0\n2,1\n3,2\n", "3 distinct values (0, 1, 2), expected exactly 2; choose a pair, as in"),
    ("1,2,0\n3,4," + "9" * 200_000, "line 2 is no CSV"),
])  # fmt: skip
def test_a_bad_csv_is_refused_at_its_line_and_column(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "d.csv").write_text(text)

    assert says in refusal(tmp_path / "d.csv")


def test_what_a_file_holds_by_the_megabyte_is_not_told_whole(tmp_path: Path) -> None:
    (tmp_path / "d.csv").write_text(f"1,2,{'9' * 5000}\n3,4,1\n")

    assert len(refusal(tmp_path / "d.csv")) <= LONGEST


@pytest.mark.parametrize("ending", ["csv", "svm"])
def test_text_that_is_not_utf8_is_refused(tmp_path: Path, ending: str) -> None:
    (tmp_path / f"d.{ending}").write_bytes(b"1,2,caf\xe9\n")

    assert "byte 0xe9 is no UTF-8" in refusal(tmp_path / f"d.{ending}")


@pytest.mark.parametrize(("arrays", "says"), [
    ({"X": np.ones((2, 2))}, "holds the arrays X, expected arrays X and y, or Z alone"),
    ({"X": np.ones(2), "y": [0, 1]}, "X has shape (2,) and y (2,)"),
    ({"X": np.ones((2, 0)), "y": [0, 1]}, "the matrix is 2 x 0"),
    ({"X": np.ones((0, 2)), "y": []}, "0 distinct values"),
    ({"Z": np.float64(3)}, "Z has shape ()"),
    ({"Z": np.ones((2, 2)) * 1j}, "Z holds complex numbers, expected real numbers"),
    ({"X": [["1", "b"]], "y": [1]}, "X holds text, expected real numbers"),
    ({"X": [[1.0, 2.0], [3.0, np.nan]], "y": [0, 1]}, "row 2, column 2 is nan"),
    ({"X": np.full((2, 2), np.longdouble("1e400")), "y": [0, 1]}, "row 1, column 1 is inf"),
    ({"X": [[2**53 + 1, 1], [-(2**53), -1]], "y": [0, 1]}, "X holds integers beyond 2^53"),
    ({"Z": np.array([[2**64 - 1], [1]], "u8")}, "Z holds integers beyond 2^53"),
    ({"X": np.ones((3, 1)), "y": [2**53, 2**53 + 1, 5]}, "y holds '9007199254740993', which a float64 rounds"),
    ({"X": np.ones((2, 2)), "y": [0, np.nan]}, "the label of row 2 is nan"),
    ({"X": np.ones((2, 2)), "y": [1j, 1]}, "y holds values of type complex128"),
    ({"X": np.ones((2, 2)), "y": [b"\xff", b"a"]}, "y holds bytes that are not UTF-8"),
    ({"X": np.ones((2, 2)), "y": np.array([2**31, 65], "u4").view("U1")}, "y holds text that is no Unicode"),
    ({"X": np.array([[1, None]]), "y": [0]}, "no .npz of plain arrays (Object arrays cannot be loaded"),
])  # fmt: skip
def test_an_npz_with_the_wrong_arrays_is_refused(tmp_path: Path, arrays: dict, says: str) -> None:
    np.savez(tmp_path / "d.npz", **arrays)

    assert says in refusal(tmp_path / "d.npz")


def in_bytes(array: np.ndarray) -> bytes:
    found = io.BytesIO()
    np.save(found, array)
    return found.getvalue()


@pytest.mark.parametrize("damage", [
    lambda content: b"not a zip archive at all",
    lambda content: content[: len(content) // 2],
    lambda content: content[:100] + b"garbage" + content[107:],
    lambda content: pickle.dumps({"X": 1}),
    lambda content: b"\x93NUMPY" + content,
    lambda content: in_bytes(np.ones((2, 2))),
])  # fmt: skip
def test_a_damaged_npz_is_refused(tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
    path = tmp_path / "d.npz"
    np.savez_compressed(path, X=np.arange(600.0).reshape(200, 3), y=np.arange(200) % 2)
    path.write_bytes(damage(path.read_bytes()))

    assert re.search(r"no .npz of plain arrays|X.npy: no .npy file", refusal(path))


@pytest.mark.parametrize(("members", "says"), [
    ([("X.npy", b"", b"more"), ("y.npy", b"", b"")], "X.npy: 4 bytes after its numbers"),
    ([("X.npy", b"", b""), ("y.npy", b"", b""), ("X.npy", b"", b"")], "two arrays are called X"),
    ([("X.npy", b"before", b""), ("y.npy", b"", b"")], "the magic string is not correct"),
])  # fmt: skip
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_an_npz_with_a_member_that_is_more_than_an_array_is_refused(
    tmp_path: Path, members: list[tuple[str, bytes, bytes]], says: str
) -> None:
    with zipfile.ZipFile(tmp_path / "d.npz", "w") as archive:
        for name, before, after in members:
            array = np.ones((3, 2)) if name == "X.npy" else np.array([0, 1, 0])
            archive.writestr(name, before + in_bytes(array) + after)

    assert says in refusal(tmp_path / "d.npz")


@pytest.mark.parametrize(("text", "says"), [
    ("1 1:2\nx 1:2\n", "line 2, column 1 holds 'x', expected a label that is a number"),
    ("1 1:2\n0 1:2 2:b\n", "line 2, column 3 holds '2:b', expected index:value"),
    ("1,2,3\n", "line 1, column 1 holds '1,2,3'"),
    ("\ufeff1 1:2\n0 1:3\n", "a label that is a number; save the file without a byte order mark"),
    ("1 2:1 1:1\n0 1:1\n", "no svmlight file"),
    ("1 1:-2.5E-999\n0 1:1\n", "line 1, column 2 holds '-2.5E-999', which a float64 rounds to 0"),
    ("1 1:9007199254740993\n0 1:1\n", "line 1, column 2 holds '9007199254740993', which a float64 rounds"),
    ("1 1:nan\n0 1:1\n", "row 1, column 1 is nan"),
    ("1 1:1e400\n0 1:1\n", "row 1, column 1 is inf"),
    ("# nothing\n", "the labels take 0 distinct values"),
    ("1 999999999:1\n0 1:1\n", "2 x 999999999 numbers, expected at most"),
    ("1 99999999999999999999:1\n0 1:1\n", "no svmlight file"),
])  # fmt: skip
def test_a_bad_svmlight_file_is_refused(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "d.svm").write_text(text)

    assert says in refusal(tmp_path / "d.svm")


def test_idx_files_that_do_not_fit_together_are_refused(tmp_path: Path) -> None:
    path = write_idx(tmp_path)

    assert "3 distinct values (4, 5, 9)" in refusal(path)
    assert "give the images, their labels are found beside them" in refusal(tmp_path / LABELS)

    (tmp_path / LABELS).write_bytes(struct.pack(">2I", 2049, 2) + bytes(2))
    assert "3 images but 2 labels" in refusal(path)
    (tmp_path / LABELS).unlink()
    assert f"expected '{LABELS}' in the same folder" in refusal(path)


def test_idx_files_cut_short_or_of_another_kind_are_refused(tmp_path: Path) -> None:
    path = write_idx(tmp_path)
    content = path.read_bytes()

    path.write_bytes(content[:-1])
    assert "11 bytes of data, cut short or damaged, expected 12 for images of shape (3, 2, 2)" in refusal(path)
    path.write_bytes(content[:7])
    assert "7 bytes, expected IDX images with a header of 16" in refusal(path)
    path.write_bytes(struct.pack(">4I", 2049, 3, 2, 2) + content[16:])
    assert "magic number 2049, expected 2051" in refusal(path)
    path.write_bytes(struct.pack(">4I", 2051, 0, 2**32 - 1, 2**32 - 1))
    assert "which hold nothing" in refusal(path)


def test_a_gzip_cut_short_or_no_gzip_at_all_is_refused(tmp_path: Path) -> None:
    path = write_idx(tmp_path, gzipped=True)
    content = path.read_bytes()

    path.write_bytes(content[:-9])
    assert "no complete gzip file" in refusal(path)
    path.write_bytes(b"plain" + content)
    assert "no complete gzip file" in refusal(path)
    path.write_bytes(content[:12] + b"\xff\xff\xff" + content[15:])
    assert "no complete gzip file" in refusal(path)


def test_a_directory_a_pipe_and_an_unknown_ending_are_refused(tmp_path: Path) -> None:
    (tmp_path / "d.csv").mkdir()
    os.mkfifo(tmp_path / "pipe.csv")
    (tmp_path / "d.xlsx").write_bytes(b"x")

    assert "a directory, expected a file" in refusal(tmp_path / "d.csv")
    assert "no regular file" in refusal(tmp_path / "pipe.csv")
    assert "an ending that says no format, expected .csv, .npy, .npz" in refusal(tmp_path / "d.xlsx")


@pytest.mark.parametrize("name", ["d.csv", "d.npz", "d.svm", IMAGES, f"{IMAGES}.gz"])
@pytest.mark.parametrize(("error", "says"), [
    (PermissionError(13, "Permission denied"), "cannot be read (Permission denied)"),
    (OSError(5, "Input/output error"), "cannot be read (Input/output error)"),
    (MemoryError(), "too large for memory"),
])  # fmt: skip
def test_a_file_that_may_or_can_not_be_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, error: Exception, says: str
) -> None:
    (tmp_path / name).write_text("1 1:1\n")
    (tmp_path / LABELS).write_bytes(b"x")

    def refuse(*_: object, **__: object) -> None:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr("builtins.open", refuse)
        assert says in refusal(tmp_path / name)
