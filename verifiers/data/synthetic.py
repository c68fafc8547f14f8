"""Data of any size whose γ̄ is known: `synthetic:100000x50@0.1` has 100000 rows in ℝ⁵⁰ and γ̄ = 0.1.

With γ the float64 nearest to the number given, pairs of rows (−γ, b) and (−γ, −2^−j b) are planted. With the weights
1/(1+2^j) and 2^j/(1+2^j) their average is (−γ, 0), so that γ̄ = min_{q∈Δ} ‖Zᵀq‖ ≤ γ. Every other row has a first entry
of at most −γ, so that w = (1, 0) has γ(w) = γ, and γ̄ ≥ γ. All of it holds exactly in float64. No row is longer than 1.
"""

import re

import numpy as np
from lemmacheck.verifiers.data.dataset import DataError

SHAPE = re.compile(r"(\d{1,9})x(\d{1,9})@(\d*\.?\d+(?:e-?\d+)?)")
MOST_ENTRIES = 2**28
SEED, LONGEST, SHORTEST_SHARE = 0, 0.99, 3


def synthetic(shape: str) -> tuple[np.ndarray, np.ndarray]:
    """(X, y) for NxD@GAMMA."""
    n, d, gamma = _read(shape)
    rng = np.random.default_rng(SEED)
    first = gamma + rng.random(n) * (min(LONGEST, 4 * gamma + 0.1) - gamma)
    pairs = min(n // 2, d)
    first[: 2 * pairs] = gamma
    rest = rng.normal(size=(n, d - 1))
    room = np.sqrt(np.maximum(LONGEST - first**2, 0)) * rng.uniform(0.5, 1, n)
    rest *= (room / np.linalg.norm(rest, axis=1))[:, None]
    shares = -np.ldexp(1.0, -rng.integers(0, SHORTEST_SHARE + 1, pairs))
    rest[pairs : 2 * pairs] = shares[:, None] * rest[:pairs]
    Z = rng.permutation(np.column_stack([-first, rest]))
    y = rng.permutation(np.resize([-1.0, 1.0], n))
    return -y[:, None] * Z, y


def _read(shape: str) -> tuple[int, int, float]:
    match = SHAPE.fullmatch(shape)
    n, d, gamma = (int(match[1]), int(match[2]), float(match[3])) if match else (0, 0, 0.0)
    if n < 2 or d < 2 or n * d > MOST_ENTRIES or not gamma <= 0.9:
        expected = f"NxD@GAMMA with N, D ≥ 2, at most {MOST_ENTRIES} entries and 0 ≤ GAMMA ≤ 0.9"
        raise DataError(f"synthetic:{shape}", expected, "write for example synthetic:1000x20@0.1")
    return n, d, gamma
