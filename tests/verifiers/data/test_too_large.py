"""Of data that are read whole no more is read than a stated limit, however small the file that holds them."""

import gzip
import io
import os
import zipfile
from pathlib import Path

import numpy as np
import pytest
from lemmacheck.verifiers.data import compressed, load

from tests.commands import Command
from tests.verifiers.data.refusals import refusal

IMAGES, LABELS = "train-images-idx3-ubyte.gz", "train-labels-idx1-ubyte.gz"


@pytest.mark.parametrize("name", ["d.csv.gz", "d.svm.gz", "d.bin.gz", IMAGES])
def test_a_file_that_unpacks_to_more_than_the_limit_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(compressed, "MOST_BYTES", 10**5)
    for one in (name, LABELS):
        (tmp_path / one).write_bytes(gzip.compress((b"1 1:1\n" if "svm" in name else b"1,1\n0,2\n") * 10**5))

    assert "more than 100000 bytes once unpacked, expected at most as many" in refusal(tmp_path / name)


def test_a_file_that_is_larger_than_the_limit_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "d.csv"
    path.touch()
    os.truncate(path, compressed.MOST_BYTES + 1)

    assert "more than 1073741824 bytes, expected at most as many" in refusal(path)


def test_an_archive_that_unpacks_to_more_than_the_limit_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compressed, "MOST_BYTES", 10**5)
    np.savez_compressed(tmp_path / "d.npz", X=np.zeros((2, 10**4)), y=[0, 1])

    assert "more than 100000 bytes once unpacked" in refusal(tmp_path / "d.npz")


def test_an_array_of_an_archive_that_promises_more_than_it_holds_is_refused(tmp_path: Path) -> None:
    head = io.BytesIO()
    np.lib.format.write_array_header_1_0(head, {"descr": "<f8", "fortran_order": False, "shape": (10**12, 3)})
    with zipfile.ZipFile(tmp_path / "d.npz", "w") as archive:
        archive.writestr("Z.npy", head.getvalue() + bytes(48))

    assert "bytes short, expected 1000000000000 x 3 numbers" in refusal(tmp_path / "d.npz")


@pytest.mark.parametrize("name", ["d.csv", "d.csv.gz", "d.svm"])
def test_a_line_that_is_longer_than_the_limit_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(compressed, "MOST_CHARACTERS", 10**4)
    text = (b"1,2,0\n" if "csv" in name else b"1 1:1\n") + b"1" * 10**6
    (tmp_path / name).write_bytes(gzip.compress(text) if name.endswith("gz") else text)

    assert "line 2 has more than 10000 characters" in refusal(tmp_path / name)


def test_more_numbers_than_the_limit_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compressed, "MOST_ENTRIES", 100)
    (tmp_path / "d.csv").write_text("1,2,0\n" * 50)

    assert "34 x 3 numbers, expected at most 100" in refusal(tmp_path / "d.csv")


def test_many_columns_are_read(tmp_path: Path) -> None:
    row = ",".join(["1"] * 10**5)
    (tmp_path / "d.csv").write_text(f"{row},0\n-{row},1\n")

    assert load(str(tmp_path / "d.csv")).d == 10**5


def test_an_array_in_the_newest_format_is_read(tmp_path: Path, lemmacheck: Command) -> None:
    with (tmp_path / "Z.npy").open("wb") as file:
        np.lib.format.write_array(file, -np.eye(3), version=(3, 0))

    assert lemmacheck("stream", str(tmp_path / "Z.npy"), "--steps", "3").status == 0


def test_labels_from_a_pipe_are_refused(tmp_path: Path, lemmacheck: Command) -> None:
    np.save(tmp_path / "Z.npy", -np.eye(3))
    os.mkfifo(tmp_path / "y.npy")
    result = lemmacheck("stream", str(tmp_path / "Z.npy"), "--labels", str(tmp_path / "y.npy"))

    assert (result.status, result.err.count("\n")) == (2, 1)
    assert "y.npy: no regular file" in result.err


def test_where_memory_ends_is_one_line(monkeypatch: pytest.MonkeyPatch, lemmacheck: Command) -> None:
    def nothing_left(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("lemmacheck.verifiers.data.names.two_classes", nothing_left)
    result = lemmacheck("margin", "iris")

    assert (result.status, result.err.splitlines()[-1]) == (
        2,
        "lemmacheck: out of memory; give fewer rows, columns or steps",
    )
