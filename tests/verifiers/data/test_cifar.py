"""Protects reading CIFAR-10 in its binary version: batches, folders of them, and what is none."""

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest
from lemmacheck.verifiers.data import DataError, load, load_labelled


def cifar_batch(labels: list[int], first: int = 0) -> bytes:
    """A batch in CIFAR-10's binary format: pixel k of image i is (first + i + k) modulo 256."""
    return b"".join(
        bytes([label, *((first + i + k) % 256 for k in range(3 * 32 * 32))]) for i, label in enumerate(labels)
    )


@pytest.mark.parametrize(("name", "pack"), [("test_batch.bin", bytes), ("test_batch.bin.gz", gzip.compress)])
def test_a_cifar_batch_is_a_label_and_3072_pixels_an_image(
    tmp_path: Path, name: str, pack: Callable[[bytes], bytes]
) -> None:
    (tmp_path / name).write_bytes(pack(cifar_batch([3, 9, 5, 3])))
    data, every = load(f"{tmp_path / name}:3v5"), load_labelled(str(tmp_path / name))

    assert (data.X.shape, data.y.tolist()) == ((3, 3072), [1, -1, 1])
    assert data.X[:, [0, 255, 256, 3071]].tolist() == [[0, 255, 0, 255], [2, 1, 2, 1], [3, 2, 3, 2]]
    assert (every.labels.tolist(), every.classes) == ([0, 2, 1, 0], ("3", "5", "9"))


def test_a_folder_of_cifar_batches_is_its_training_batches_in_order(tmp_path: Path) -> None:
    for k, labels in enumerate([[0, 1], [2], [1]], 1):
        (tmp_path / f"data_batch_{k}.bin").write_bytes(cifar_batch(labels, first=10 * k))
    (tmp_path / "test_batch.bin").write_bytes(cifar_batch([9]))
    every = load_labelled(str(tmp_path))

    assert (every.labels.tolist(), every.X[:, 0].tolist()) == ([0, 1, 2, 1], [10, 11, 20, 30])


def test_what_is_no_cifar_batch_is_refused(tmp_path: Path) -> None:
    for content, says in (
        (cifar_batch([1, 2])[:-1], "6145 bytes, no CIFAR-10 batch or one cut short, expected 3073 an image"),
        (cifar_batch([1, 10]), "an image with the label 10"),
        (b"", "an empty file"),
    ):
        (tmp_path / "data_batch_1.bin").write_bytes(content)
        with pytest.raises(DataError) as caught:
            load(str(tmp_path / "data_batch_1.bin"))
        assert says in str(caught.value)
