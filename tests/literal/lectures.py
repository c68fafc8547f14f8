"""What a transcription of a lecture's or the post's statement reads: exact rows, a number of steps, parameters.

    @transcribed("T.Mt.def.corrected")
    def mistakes(case):
        return for_each("==", after(case), lambda t: (len(case.mistakes(t)), …))

The table says for each claim id how to write its two sides from these alone, by scalar loops; the claim's own
come from a run with the same parameters. A chapter's sequences are its own scalar code.
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from mpmath.ctx_mp import MPContext

CTX = MPContext()
CTX.prec = 200


def ceiling_of_root(x: Any) -> int:
    root = 1
    while root * root < x:
        root += 1
    return root


SCHEDULES: dict[str, Callable[[int], Fraction]] = {
    "one": lambda t: Fraction(1),
    "t_over_t_plus_one": lambda t: Fraction(t, t + 1),
    "fista_momentum": lambda t: Fraction(t, t + 3),
    "one_over_root_t_plus_one_floor": lambda t: Fraction(1, ceiling_of_root(t + 1)),
}


@dataclass(frozen=True)
class Lecture:
    """Rows of fractions, T, the run's last t, and what is given: the parameters by name, numbers and the names of kinds
    and functions ("eta": "Constant", "eta.numerator": 1). Where the ℓ₁ margin matters, γ̄₁ with a best w and q."""

    rows: tuple[tuple[Fraction, ...], ...]
    T: int
    given: Mapping[str, Any]
    optimum: tuple[Fraction, tuple[Fraction, ...], tuple[Fraction, ...]] | None = None

    @property
    def n(self) -> int:
        return len(self.rows)

    @property
    def d(self) -> int:
        return len(self.rows[0])

    def signs(self, n: int) -> list[int]:
        """y_1, …, y_n: the same for all, or +1, −1, +1, …."""
        return [self.given.get("labelling.label", (-1) ** i) for i in range(n)]

    def number(self, name: str) -> Fraction:
        """One of the parameters."""
        return Fraction(self.given[name])

    def schedule(self, name: str, t: int) -> Fraction:
        """λ_t, θ_t, β_t or η_t."""
        kind = self.given[name]
        if kind in ("Constant", "Fixed"):
            return Fraction(self.given[f"{name}.numerator"], self.given[f"{name}.denominator"])
        if kind == "Drawn":
            seed, first, count = (self.given[f"{name}.{field}"] for field in ("seed", "first", "denominator"))
            drawn = random.Random(1_000_003 * seed + t).randrange(count) + 1
            return Fraction(drawn, count) if t or first is None else Fraction(first)
        if kind == "Implied":
            lam, before = self.schedule(f"{name}.lam", t), self.schedule(f"{name}.lam", t - 1) if t else 1
            return before * (1 - lam) / lam
        return SCHEDULES[kind](t)

    @property
    def ctx(self) -> Any:
        """mpmath's functions at 200 bits."""
        return CTX

    def real(self, value: Any) -> Any:
        """A Fraction as a number of 200 bits."""
        exact = Fraction(value)
        return self.ctx.mpf(exact.numerator) / exact.denominator
