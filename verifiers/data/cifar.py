"""CIFAR-10 in its binary version: 3073 bytes an image, its label 0, …, 9 and then 3 × 32 × 32 pixels.

    data_batch_1.bin, …, data_batch_5.bin, test_batch.bin       one batch
    cifar-10-batches-bin                                        the training batches of the folder, in their order

The pixels are the red ones, then the green, then the blue, row by row; they stay the integers 0, …, 255.
"""

import glob
import os

import numpy as np
from lemmacheck.verifiers.data.compressed import content
from lemmacheck.verifiers.data.dataset import DataError

BYTES, CLASSES = 1 + 3 * 32 * 32, 10


def batches(folder: str) -> list[str]:
    """The training batches in a folder."""
    return sorted(
        path for end in ("", ".gz") for path in glob.glob(os.path.join(glob.escape(folder), f"data_batch_*.bin{end}"))
    )


def read_cifar(path: str) -> tuple[np.ndarray, np.ndarray]:
    """(images as rows of integers, labels) of a batch, or of a folder of them."""
    images = np.concatenate([_batch(one) for one in (batches(path) if os.path.isdir(path) else [path])])
    return images[:, 1:], images[:, 0]


def _batch(path: str) -> np.ndarray:
    found = np.frombuffer(content(path), np.uint8)
    if found.size == 0 or found.size % BYTES:
        given = f"{path}: {found.size} bytes, no CIFAR-10 batch or one cut short"
        raise DataError(given, f"{BYTES} an image, its label first", "download the binary version again")
    images = found.reshape(-1, BYTES)
    if (largest := int(images[:, 0].max())) >= CLASSES:
        given = f"{path}: an image with the label {largest}, no CIFAR-10 batch"
        raise DataError(given, f"labels below {CLASSES}", "download the binary version")
    return images
