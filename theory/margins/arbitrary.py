"""Comparators of an arbitrary problem: where the data have no size, "for all q" is read at an arbitrary q.

Such a problem has a method `arbitrary`, from the name of a kind of comparators to an arbitrary point of the kind.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import wraps
from typing import Any

from lemmacheck.theory.margins.losses import Exponential, Logistic, Loss
from lemmacheck.theory.margins.paths import Path, every_path

LOSSES: tuple[Loss, ...] = (Exponential(), Logistic())
FRACTIONS = (Fraction(9, 10), Fraction(1, 2), Fraction(1, 10), Fraction(1, 100))


def everywhere(points: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The points; of an arbitrary problem, an arbitrary one."""

    @wraps(points)
    def read(p: Any) -> Any:
        arbitrary = getattr(p, "arbitrary", None)
        return arbitrary(points.__name__) if arbitrary else points(p)

    return read


def each_fraction(p: Any) -> Iterable[Any]:
    """Fixed numbers between 0 and 1; of an arbitrary problem, arbitrary ones 1/(1 + x) with x > 0."""
    arbitrary = getattr(p, "arbitrary", None)
    return (1 / (1 + x) for x in arbitrary("odds")) if arbitrary else map(p.num.number, FRACTIONS)


def each_loss(p: Any) -> Iterable[Loss]:
    """The exponential and the logistic loss; of an arbitrary problem, arbitrary ones."""
    arbitrary = getattr(p, "arbitrary", None)
    return arbitrary("for_each_loss") if arbitrary else LOSSES


def every_path_of(p: Any, steps: int) -> Path:
    """All paths of so many steps over the rows; of an arbitrary problem, an arbitrary one."""
    arbitrary = getattr(p, "arbitrary", None)
    return arbitrary("paths") if arbitrary else every_path(p.n, steps)
