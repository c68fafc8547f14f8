"""Margins of float64 iterates in balls, and their order.

    γ(w) = −max_i ⟨z_i, w⟩ / ‖w‖;  a computed ⟨z_i, w⟩ of d terms is off by at most γ_d ‖z_i‖‖w‖,  γ_d = du/(1 − du)

The float64 rows and iterates are taken as exact, so that an order of margins is sure or unknown.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from flint import arb
from lemmacheck.verifiers.decide.curves import indices
from lemmacheck.verifiers.large.rounding import TINY, share, within
from lemmacheck.verifiers.races.racing import Lap
from lemmacheck.verifiers.records.verdict import Verdict


def margins(Z: np.ndarray, w: np.ndarray) -> list[arb]:
    """γ of each of some w ≠ 0."""
    d = Z.shape[1]
    longest = within(float((Z * Z).sum(axis=1).max()), d + 2).sqrt().upper()
    tops, squares = (w @ Z.T).max(axis=1), (w * w).sum(axis=1)
    return [
        margin(float(top), within(float(square), d + 2).sqrt(), longest, d)
        for top, square in zip(tops, squares, strict=True)
    ]


def margin(top: float, norm: arb, longest: arb, d: int) -> arb:
    """−max_i ⟨z_i, w⟩ / ‖w‖ from its computed numerator."""
    return -arb(top, (share(d) * longest * norm + d * TINY).upper()) / norm


@dataclass(frozen=True, eq=False)
class Standing:
    """Some t, and each method's γ(w_t) there."""

    t: list[int]
    margins: dict[str, list[arb]]

    def ahead(self, above: Sequence[str], below: Sequence[str]) -> Verdict:
        """Whether at the last t each of the first methods has a larger margin than each of the second."""
        pairs = [(self.margins[a][-1], self.margins[b][-1]) for a in above for b in below]
        if all(a > b for a, b in pairs):
            return Verdict.CERTIFIED
        return Verdict.REFUTED if any(a <= b for a, b in pairs) else Verdict.UNDECIDED

    def since(self, above: Sequence[str], below: Sequence[str]) -> int | None:
        """The first of the t from which on this is surely so."""
        first = None
        for k, t in enumerate(self.t):
            surely = all(self.margins[a][k] > self.margins[b][k] for a in above for b in below)
            first = (first or t) if surely else None
        return first


def standing(Z: np.ndarray, laps: Sequence[Lap]) -> Standing:
    """The margins at the t that are drawn."""
    t = [k for k in indices(len(laps[0].margins)) if k]
    return Standing(t, {lap.name: margins(Z, lap.w[t]) for lap in laps})
