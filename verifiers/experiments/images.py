"""Points that are square images of one colour or of three: height × width × colours, from 0 or −1 to 1."""

from math import isqrt

import numpy as np
from lemmacheck.verifiers.data import DataError, Labelled


def images(data: Labelled) -> np.ndarray:
    """The points divided by their largest entry; the planes of three colours follow one another, as in CIFAR-10."""
    size = data.X.shape[1]
    colours = 1 if isqrt(size) ** 2 == size else 3
    side = isqrt(size // colours)
    if colours * side**2 != size:
        given = f"{data.name}: points of {size} numbers"
        raise DataError(given, "square images of one colour or of three", "give --data such a file")
    planes = data.X.reshape(-1, colours, side, side) / (np.abs(data.X).max() or 1.0)
    return np.moveaxis(planes, 1, -1).astype(np.float32)
