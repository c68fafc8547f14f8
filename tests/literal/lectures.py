"""What a transcription of a lecture's or the post's statement reads: exact rows, a label, a number of steps.

    @transcribed("T.Mt.def.corrected")
    def mistakes(case):
        return for_each("==", after(case), lambda t: (len(case.mistakes(t)), …))

The table says for each claim id how to write its two sides from these alone, by scalar loops; the claim's own
come from a run with the parameters of that label. A chapter's sequences are its own scalar code.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tests.literal.comparison import NUM

LONG = {"10⁴": 10**4, "10⁸": 10**8}  # as labels write them


@dataclass(frozen=True)
class Lecture:
    """Rows of fractions, the label of the parameters a method is run with, and T, the run's last t."""

    rows: tuple[tuple[Fraction, ...], ...]
    label: str
    T: int

    @property
    def n(self) -> int:
        return len(self.rows)

    @property
    def d(self) -> int:
        return len(self.rows[0])

    @property
    def named(self) -> dict[str, str]:
        """The parameters that the label gives by name: of "Huber, κ=9" κ is "9"."""
        parts = (part.partition("=") for part in self.label.split(", ") if "=" in part)
        return {name.strip(): value.strip() for name, _, value in parts}

    def number(self, name: str, default: str = "") -> Fraction:
        """One of them as a number."""
        text = self.named.get(name, default)
        return Fraction(LONG.get(text, text))

    @property
    def ctx(self) -> Any:
        """mpmath's functions at the precision of the comparison."""
        return NUM.ctx

    def real(self, value: Any) -> Any:
        """A Fraction as a number of 200 bits."""
        exact = Fraction(value)
        return self.ctx.mpf(exact.numerator) / exact.denominator
