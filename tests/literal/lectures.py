"""What a transcription of a lecture's or the post's statement reads: exact rows, a label, a number of steps.

    @transcribed("T.Mt.def.corrected")
    def mistakes(case):
        return for_each("==", after(case), lambda t: (len(case.mistakes(t)), …))

The table says for each claim id how to write its two sides from these alone, by scalar loops; the claim's own
come from a run with the parameters of that label. A chapter's sequences are its own scalar code.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tests.literal.comparison import NUM


@dataclass(frozen=True)
class Lecture:
    """Rows of fractions, the label of the parameters a method is run with, T, the run's last t, and what has a name of
    the parameters: of "Huber, κ=9" κ is "9". Where the ℓ₁ margin has several optima, `chosen` says which is meant."""

    rows: tuple[tuple[Fraction, ...], ...]
    label: str
    T: int
    named: Mapping[str, str]
    chosen: Callable[[Any], Any] | None = None

    @property
    def n(self) -> int:
        return len(self.rows)

    @property
    def d(self) -> int:
        return len(self.rows[0])

    def number(self, name: str, default: str = "") -> Fraction:
        """One of the parameters as a number."""
        return Fraction(self.named.get(name, default))

    @property
    def ctx(self) -> Any:
        """mpmath's functions at the precision of the comparison."""
        return NUM.ctx

    def real(self, value: Any) -> Any:
        """A Fraction as a number of 200 bits."""
        exact = Fraction(value)
        return self.ctx.mpf(exact.numerator) / exact.denominator
