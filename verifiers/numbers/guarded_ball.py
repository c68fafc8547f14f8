"""Balls as claims and methods meet them: every array is guarded, and the functions work on what is inside."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.guarded import as_rational, bare, guarded, rationals


@dataclass(frozen=True)
class GuardedBall(Ball):
    """Exact numbers and balls that meet nothing else."""

    within: Ball = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "within", Ball(self.bits))

    def number(self, value: Any) -> Any:
        return as_rational(value)

    def array(self, values: Any) -> np.ndarray:
        return guarded(rationals(np.array(values, dtype=object)))

    def exp(self, x: Any) -> Any:
        return guarded(self.within.exp(bare(x)))

    def log(self, x: Any) -> Any:
        return guarded(self.within.log(bare(x)))

    def sqrt(self, x: Any) -> Any:
        return guarded(self.within.sqrt(bare(x)))

    def root_of_squares(self, x: Any) -> Any:
        return guarded(self.within.root_of_squares(bare(x)))

    def maximum(self, x: np.ndarray) -> Any:
        return guarded(self.within.maximum(bare(x)))

    def anchor(self, x: np.ndarray) -> Any:
        return guarded(self.within.anchor(bare(x)))

    def first_largest(self, x: np.ndarray) -> np.ndarray:
        return guarded(self.within.first_largest(bare(x)))

    def ratio(self, a: Any, b: Any) -> Any:
        return guarded(self.within.ratio(bare(a), bare(b)))

    def xlogx(self, x: Any) -> Any:
        return guarded(self.within.xlogx(bare(x)))

    def exprel(self, x: Any) -> Any:
        return guarded(self.within.exprel(bare(x)))

    def logrel(self, x: Any) -> Any:
        return guarded(self.within.logrel(bare(x)))
