"""γ̄ between two bounds that a run on large data proves, with rounding.

γ(w) ≤ γ̄ ≤ ‖Zᵀq‖ for every w and every q ∈ Δ_n: the w_t, q_t, μ_t, ν_t of the run, and besides
the shortest average of Zᵀμ_T and the last few Zᵀq_t, with its negative as a w
"""

from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np
from flint import arb, fmpq
from lemmacheck.verifiers.data import DataError
from lemmacheck.verifiers.large.accelerated import Recorded
from lemmacheck.verifiers.large.balls import Enclosed
from lemmacheck.verifiers.large.reduction import nearest
from lemmacheck.verifiers.large.rounding import Rounding, share, within
from lemmacheck.verifiers.large.trace import Optimum
from lemmacheck.verifiers.numbers.ball import fraction
from lemmacheck.verifiers.optima.proposals import nonnegative


@dataclass(frozen=True)
class Bounds:
    """lower ≤ γ̄ ≤ upper for the rows of the run."""

    lower: arb
    upper: arb

    def __post_init__(self) -> None:
        if self.lower > self.upper:
            given = f"a w of margin above {float(self.lower):.17g} and a q with ‖Zᵀq‖ below {float(self.upper):.17g}"
            raise DataError(given, "one and the same rows at every step", "let nothing write to them during a run")

    @property
    def separable(self) -> bool | None:
        """True if γ̄ > 0 for sure; floats never prove that it is 0."""
        return True if self.lower > 0 else None

    @property
    def optimum(self) -> Optimum:
        """γ̄ and γ̄² as balls."""
        return Optimum(self.lower.union(self.upper), (self.lower**2).union(self.upper**2))


def bounds(record: Recorded, known: Enclosed) -> Bounds:
    """The bounds on γ̄ from every w and every q of the run, where a `Ball` is active; one more pass over the rows."""
    scalars, rounding = known.produced, Rounding(record.rows, record.largest_square)
    tops, squares = scalars["maximum", "Zw"][1:], scalars["squared", "w"][1:]
    margins = [-top / square.sqrt() for top, square in zip(tops, squares, strict=True)]
    lengths = [square.sqrt() for name in ("Zᵀq", "Zᵀmu", "Zᵀnu") for square in scalars["squared", name]]
    margin, length = of_the_shortest_average(record, known.h_error, rounding)
    lower = reduce(lambda best, x: x if x > best else best, [x.lower() for x in (*margins, margin)], arb(0))
    upper = reduce(lambda best, x: x if x < best else best, [x.upper() for x in (*lengths, length)], rounding.R)
    return Bounds(lower, upper)


def of_the_shortest_average(record: Recorded, h_error: arb, rounding: Rounding) -> tuple[arb, arb]:
    """γ(−c) and ‖Zᵀq‖ for the c = Zᵀq that is about the shortest of the averages of h_T and the last few p_t.

    h_T is Zᵀμ_T / λ_{T−1}: it counts for a mass of 1/λ_{T−1}.
    """
    mass = 1 / record.algorithm.lam(fmpq(record.steps - 1)) if record.steps else fmpq(1)
    masses = [mass, *(fmpq(1) for _ in record.recent)]
    errors = [h_error, *(rounding.mean for _ in record.recent)]
    vectors = np.array([on_host(x) for x in (record.last.h, *record.recent)])
    weights = lightest(vectors, np.array([float(fraction(m)) for m in masses]))
    c, terms = weights @ vectors, share(len(weights) + 1)
    total, off = arb(0), rounding.tiny
    for weight, x, m, error in zip(weights, vectors, masses, errors, strict=True):
        total += arb(weight) * m
        off += arb(weight) * (error + terms * norm_of(x))
    return margin_of(record, -c, rounding), (norm_of(c) + off) / total


def lightest(vectors: np.ndarray, masses: np.ndarray) -> np.ndarray:
    """Weights α ≥ 0 with masses·α about 1 and α·vectors about as short as can be."""
    if not np.isfinite(vectors).all():
        return np.ones(len(vectors))
    size = float(np.abs(vectors).max()) or 1.0
    found = nonnegative(np.vstack([vectors.T / size, masses]), np.append(np.zeros(vectors.shape[1]), 1.0))
    return found if found.any() else np.ones(len(vectors))


def margin_of(record: Recorded, w: np.ndarray, rounding: Rounding) -> arb:
    """γ(w), for the w nearest to this one in the precision of the rows."""
    w = nearest(nearest(w, record.rows.precision), np.float64)
    norm = norm_of(w)
    return -arb(record.rows.partial(record.rows.vector(w)).m, rounding.score(norm)) / norm


def norm_of(x: np.ndarray) -> arb:
    return within(float(x @ x), len(x) + 1).sqrt()


def on_host(x: Any) -> np.ndarray:
    """A vector of whatever device, as an array of NumPy."""
    return np.asarray(x.tolist() if hasattr(x, "tolist") else x)
