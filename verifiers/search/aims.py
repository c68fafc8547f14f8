"""What a search knows of a claim: the data that come closest to its bound, and those on which it is refuted."""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from lemmacheck.theory.core.claim import Claim
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.search.points import Points
from lemmacheck.verifiers.search.shares import EQUAL

LONGEST = 2048  # steps of a run
KEPT = 8  # closest data sets of a claim, of which children are made
BLIND = (1e-6, 1e-3, 1e-2)  # how near a row is to its bound to be passed over: more where all is so near


class Near(NamedTuple):
    """A data set that comes close to a claim's bound, the t at which it does, and the steps of that run."""

    share: float
    t: int
    Z: np.ndarray
    copies: np.ndarray
    steps: int = 0


class Crossing(NamedTuple):
    """Exact data on which a claim is surely refuted, and the steps of that run."""

    claim: Claim
    instance: Instance
    steps: int
    share: float


@dataclass
class Aim:
    """A claim that is searched: whether it counts copies, its closest data, and how far their children may go."""

    claim: Claim
    counts: bool
    near: list[Near] = field(default_factory=list)
    best: Near | None = None
    blind: int = 0
    stalled: int = 0
    late: bool = False
    trusted: int = 2 * LONGEST  # steps in which no float was proved far from true
    reach: float = 0.3
    failed: int = 0
    missed: int = 0
    crossing: Crossing | None = None
    out: bool = False
    whole: bool = False  # of one number a run, which has no t

    @property
    def share(self) -> float:
        return self.near[0].share if self.near else -1.0

    def learn(self, points: Points, share: np.ndarray, t: np.ndarray, steps: int) -> bool:
        """Keep the closest data; whether one is closer than all before."""
        before = self.share
        first = np.argsort(-share)[:3]
        fresh = [Near(float(share[k]), int(t[k]), points.Z[k], points.copies[k], steps) for k in first]
        several: dict[tuple[int, ...], int] = {}
        kept: list[Near] = []
        for one in sorted([*self.near, *(x for x in fresh if x.share > 0)], key=lambda x: -x.share):
            shape = one.Z.shape
            again = any(other.share == one.share and other.Z.shape == shape for other in kept)
            several[shape] = several.get(shape, 0) + (not again)
            if not again and several[shape] <= KEPT // 2:
                kept.append(one)
        self.near = kept[:KEPT]
        if kept and (self.best is None or kept[0].share > self.best.share):
            self.best = kept[0]
        return self.share > max(before, 0.0) * (1 + EQUAL)

    def look_past(self) -> None:
        """Pass over more of what touches the bound, if all that is close does."""
        if self.share > 1 - 10 * BLIND[self.blind] and self.blind + 1 < len(BLIND):
            self.blind += 1
            self.near, self.stalled = [], 0
