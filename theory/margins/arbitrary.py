"""Comparators of an arbitrary problem: where the data have no size, "for all q" is read at an arbitrary q.

Such a problem has a method `arbitrary`, from the name of a kind of comparators to an arbitrary point of the kind.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import wraps
from typing import Any

from lemmacheck.theory.core.shared import authored
from lemmacheck.theory.margins.losses import Exponential, Logistic, Loss
from lemmacheck.theory.margins.paths import Path, every_path

LOSSES: tuple[Loss, ...] = (Exponential(), Logistic())
ODDS = (Fraction(1, 9), 1, 9, 99)


def everywhere(points: Callable[..., Any]) -> Callable[..., Any]:
    """The points; in an arbitrary problem, an arbitrary point of the kind named like the function. An author's points
    are his own."""

    @wraps(points)
    def read(p: Any, *arguments: Any) -> Any:
        arbitrary = None if authored(points) else getattr(p, "arbitrary", None)
        return arbitrary(points.__name__, *arguments) if arbitrary else points(p, *arguments)

    return read


@everywhere
def odds(p: Any) -> Iterable[Any]:
    """Fixed numbers above 0."""
    return map(p.num.number, ODDS)


def each_fraction(p: Any) -> Iterable[Any]:
    """Numbers 1/(1 + x) between 0 and 1."""
    return (1 / (1 + x) for x in odds(p))


@everywhere
def horizons(p: Any) -> Iterable[Any]:
    """The numbers 1, 4, …, 64."""
    return [p.num.number(t * t) for t in range(1, 9)]


@everywhere
def each_loss(p: Any) -> Iterable[Loss]:
    """The exponential and the logistic loss."""
    return LOSSES


@everywhere
def paths(p: Any, steps: int) -> Path:
    """All paths of so many steps over the rows."""
    return every_path(p.n, steps)
