"""Balls as claims and methods meet them: every array is guarded, and the functions work on the numbers inside.

An author's code gets sealed numbers besides. `OpenBall` seals arrays that have no guard: a variant's step may be
written in plain NumPy.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from flint import fmpq
from lemmacheck.theory.core.shared import by_an_author
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.forbidden import is_whole, not_wrapped
from lemmacheck.verifiers.numbers.guarded import as_rational, bare, guarded, rationals
from lemmacheck.verifiers.numbers.refusal import of_an_author
from lemmacheck.verifiers.numbers.scalar import Scalar
from lemmacheck.verifiers.numbers.sealed import closed, hidden, opened


@dataclass(frozen=True)
class GuardedBall(Ball):
    """Exact numbers and balls that meet nothing else."""

    sealed: bool = False
    within: Ball = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "within", Ball(self.bits))

    def of(self, function: Callable[..., Any], *given: Any) -> Any:
        """The value of a function on the numbers themselves."""
        return self.kept(function(*map(self.known, given)))

    def known(self, x: Any) -> Any:
        return opened(bare(x))

    def kept(self, found: Any) -> Any:
        return closed(guarded(found)) if self.sealed or of_an_author() else guarded(found)

    def number(self, value: Any) -> Any:
        return Scalar(as_rational(value))

    def array(self, values: Any) -> np.ndarray:
        return self.kept(rationals(np.array(not_wrapped(values) if is_whole(values) else values, dtype=object)))


def secret(parts: Any, bits: int) -> Ball:
    """Balls, which code of an author's cannot look at, if he made one of these parts."""
    return OpenBall(bits) if by_an_author(parts) else Ball(bits)


def inside_only(name: str) -> Callable[..., Any]:
    return lambda self, *given: self.of(getattr(self.within, name), *given)


for _name in (
    *("exp", "log", "sqrt", "root_of_squares", "xlogx", "exprel", "logrel"),
    *("maximum", "anchor", "first_largest", "ratio"),
):
    setattr(GuardedBall, _name, inside_only(_name))


class OpenBall(GuardedBall):
    """Guarded balls without the guards: sealed numbers in plain arrays."""

    def known(self, x: Any) -> Any:
        return opened(x)

    def kept(self, found: Any) -> Any:
        """Rationals that stand alone stay as they are."""
        return found if isinstance(found, fmpq) else closed(found) if isinstance(found, np.ndarray) else hidden(found)

    def number(self, value: Any) -> Any:
        return self.within.number(value)

    def array(self, values: Any) -> np.ndarray:
        return self.kept(self.within.array(opened(np.array(values, dtype=object))))
