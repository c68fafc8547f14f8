"""The columns of a data set as weak learners, whose edges tie at no time of a run.

Tilted         column k = 1, …, d times 100/(100 + k)
WithAVote(c)   (z, c_1 z_1 + c_2 z_2) for each row z, one more weak learner that is a vote of others; then tilted
Cornered       the rows (−1, 0, −3/5), (0, −1, −11/20), whatever the data
Corner         the rows (−1, 0), (0, −1), whatever the data

Equal or opposite columns tie for ever, and a tie may be broken in any way. On tilted columns a largest edge is
attained once (the statements that need it ask for it), so that every rule makes the same run.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

Row = tuple[Fraction, ...]
THREE_COLUMNS = tuple(tuple(Fraction(x, 3) for x in row) for row in ((-1, 0, 3), (3, -2, -2)))


def given(rows: Sequence[Row]) -> tuple[Row, ...]:
    """The rows as they are."""
    return tuple(rows)


@dataclass(frozen=True)
class Tilted:
    """Column k times 100/(100 + k)."""

    def __call__(self, rows: Sequence[Row]) -> tuple[Row, ...]:
        return tuple(tuple(x * Fraction(100, 100 + k) for k, x in enumerate(row, 1)) for row in rows)


@dataclass(frozen=True)
class WithAVote:
    """A column c_1 z_1 + c_2 z_2 more, tilted."""

    votes: tuple[Fraction, Fraction] = (Fraction(9, 20), Fraction(13, 20))

    def __call__(self, rows: Sequence[Row]) -> tuple[Row, ...]:
        return Tilted()(
            [(*row, sum((c * x for c, x in zip(self.votes, row, strict=False)), Fraction(0))) for row in rows]
        )


@dataclass(frozen=True)
class Cornered:
    """Two rows, each with a best weak learner of its own, and a third one that serves both better."""

    def __call__(self, rows: Sequence[Row]) -> tuple[Row, ...]:
        third = Fraction(-3, 5), Fraction(-11, 20)
        return (Fraction(-1), Fraction(0), third[0]), (Fraction(0), Fraction(-1), third[1])


@dataclass(frozen=True)
class Corner:
    """Two rows and their own weak learners alone."""

    def __call__(self, rows: Sequence[Row]) -> tuple[Row, ...]:
        return (Fraction(-1), Fraction(0)), (Fraction(0), Fraction(-1))
