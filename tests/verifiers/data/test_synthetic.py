"""Protects synthetic data: their margin is exactly the one that their name says."""

from fractions import Fraction

import numpy as np
import pytest
from lemmacheck.verifiers.data import DataError, load
from lemmacheck.verifiers.optima.margin import margin


@pytest.mark.parametrize("shape", ["2x2@0.5", "3x2@0.25", "20x3@0.1", "40x5@0", "200x20@0.05", "50x80@0.9", "7x3@1e-9"])
def test_the_margin_of_synthetic_data_is_the_one_in_the_name(shape: str) -> None:
    data = load(f"synthetic:{shape}")
    gamma = Fraction(float(shape.partition("@")[2]))
    found = margin(data)

    assert Fraction(found["gamma_squared"]) == gamma**2
    assert found["separable"] == (gamma > 0)
    assert (data.n, data.d) == tuple(map(int, shape.partition("@")[0].split("x")))
    assert Fraction(1, 4) < data.largest_norm_squared() <= 1
    assert {-1.0, 1.0} == set(data.y.tolist())
    assert data.rows() == load(f"synthetic:{shape}").rows()


def test_large_synthetic_data_have_their_margin_by_two_rows_and_one_direction() -> None:
    data = load("synthetic:20000x10@0.1")
    Z = -data.y[:, None] * data.X
    nearest = Z[Z[:, 0] == -0.1]
    pairs = [(a, b) for a in nearest for b in nearest if (a[1] > 0 > b[1]) and np.ptp(a[1:] / b[1:]) == 0]

    assert Z[:, 0].max() == -0.1
    assert len(nearest) == 20
    assert len(pairs) == 10


@pytest.mark.parametrize(
    "shape", ["", "10x3", "1x3@0.1", "10x1@0.1", "10x3@1", "10x3@x", "999999999x999@0.1", "10x3@-1"]
)
def test_synthetic_data_of_no_shape_are_refused(shape: str) -> None:
    with pytest.raises(DataError, match=r"write for example synthetic:1000x20@0\.1"):
        load(f"synthetic:{shape}")
