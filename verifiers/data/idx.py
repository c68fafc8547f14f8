"""MNIST-IDX images and labels, plain or gzipped.

Big-endian: magic number, one 32-bit size per dimension (n, rows, columns; n for labels), then bytes. A pixel
k stays the integer k ∈ {0, ..., 255}: k / 255 is no dyadic rational, and a margin divided by the largest norm
is the same for both.
"""

import math
import os
import re

import numpy as np
from lemmacheck.verifiers.data.compressed import content as all_of
from lemmacheck.verifiers.data.dataset import DataError

_IMAGES = re.compile(r"^(.*)images([-.])idx3-ubyte(\.gz)?$")
_MAGIC = {"images": (2051, 3), "labels": (2049, 1)}


def is_idx(path: str) -> bool:
    """Whether the name is that of an IDX file of bytes."""
    return bool(re.search(r"-ubyte(\.gz)?$", path))


def read_idx(path: str) -> tuple[np.ndarray, np.ndarray]:
    """(images as rows of integers, labels), the labels from the file beside `path`."""
    folder, file = os.path.split(path)
    match = _IMAGES.match(file)
    if not match:
        given = f"{path}: no name of an IDX image file"
        expected = "...images-idx3-ubyte, or the same with .gz"
        raise DataError(given, expected, "give the images, their labels are found beside them")
    images, labels = _array(path, "images"), _array(_beside(folder, match), "labels")
    if len(images) != len(labels):
        given = f"{path}: {len(images)} images but {len(labels)} labels beside them"
        raise DataError(given, "as many", "take both files from one download")
    return images.reshape(len(images), -1), labels


def _beside(folder: str, images: re.Match[str]) -> str:
    """The labels file that belongs to an images file, gzipped or not."""
    stems = [f"{images[1]}labels{mark}idx1-ubyte" for mark in (images[2], "-", ".")]
    paths = [os.path.join(folder, stem + end) for stem in stems for end in (images[3] or "", "", ".gz")]
    for path in paths:
        if os.path.isfile(path):
            return path
    given = f"{os.path.join(folder, images[0])}: no labels beside it"
    raise DataError(given, f"{os.path.basename(paths[0])!r} in the same folder", "put it there")


def _array(path: str, what: str) -> np.ndarray:
    magic, dimensions = _MAGIC[what]
    content = all_of(path)
    head = 4 * (dimensions + 1)
    if len(content) < head:
        given = f"{path}: {len(content)} bytes"
        raise DataError(given, f"IDX {what} with a header of {head}", "download the file again")
    found, *shape = np.frombuffer(content[:head], ">u4").tolist()
    if found != magic:
        raise DataError(f"{path}: magic number {found}", f"{magic}, of IDX {what}", "download the file again")
    if len(content) - head != math.prod(shape):
        given = f"{path}: {len(content) - head} bytes of data, cut short or damaged"
        raise DataError(given, f"{math.prod(shape)} for {what} of shape {tuple(shape)}", "download the file again")
    if len(content) == head:
        raise DataError(
            f"{path}: {what} of shape {tuple(shape)}, which hold nothing", "some", "download the file again"
        )
    return np.frombuffer(content, np.uint8, offset=head).reshape(shape)
