"""Points of several classes: the matrix X (n × d), and for each row the number 0, …, k − 1 of its class."""

from dataclasses import dataclass

import numpy as np
from lemmacheck.verifiers.data.dataset import check_points, real


@dataclass(frozen=True, eq=False)
class Labelled:
    """Finite points X, the number of each row's class, and the classes by the names they have in the source."""

    name: str
    X: np.ndarray
    labels: np.ndarray
    classes: tuple[str, ...]

    def __post_init__(self) -> None:
        X = real(self.X, f"{self.name}: X")
        check_points(self.name, X, self.labels)
        X.setflags(write=False)
        object.__setattr__(self, "X", X)
