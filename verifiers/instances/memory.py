"""The memory of computed values. A key is what determines a value: exact numbers, instances, and the function.

An author's object equals itself alone here, whatever its own == says. Otherwise a schedule that compares by name could
get the run of another one. What his code reads from outside may change from one question of a notebook to the next, and
then all is forgotten.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from functools import lru_cache, wraps
from typing import Any

from flint import fmpq
from lemmacheck.theory.core.own import fields as of_a_problem
from lemmacheck.theory.core.shared import authored
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.numbers.scalar import Scalar

VALUES = (int, str, float, Fraction, fmpq, Scalar, type(None))


CLEARED: list[Callable[[], None]] = [of_a_problem.cache_clear]  # what empties each memory


def forget() -> None:
    """Empty every memory."""
    for clear in CLEARED:
        clear()


@dataclass(frozen=True, eq=False)
class Itself:
    """A key that equals no other object's; it keeps the object alive, so that no other one gets its address."""

    it: Any

    def __hash__(self) -> int:
        return id(self.it)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Itself) and self.it is other.it


def identity(x: Any) -> Any:
    """The key of a value: of a number its kind and value, of our records their fields, of anything else the object
    itself."""
    if isinstance(x, Instance):
        return x
    if type(x) in VALUES:
        return type(x), x
    if type(x) is tuple:
        return tuple(map(identity, x))
    if is_dataclass(x) and not isinstance(x, type) and not authored(x) and type(x).__eq__ is not object.__eq__:
        return type(x), *(identity(getattr(x, field.name)) for field in fields(x))
    return Itself(x)


class Arguments:
    """Arguments with their key."""

    __slots__ = ("arguments", "key", "number")

    def __init__(self, arguments: tuple[Any, ...]) -> None:
        self.arguments, self.key = arguments, identity(arguments)
        self.number = hash(self.key)

    def __hash__(self) -> int:
        return self.number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Arguments) and self.key == other.key


def remembering(most: int | None) -> Callable[[Callable[..., Any]], Any]:
    """`lru_cache` with these keys."""

    def wrap(function: Callable[..., Any]) -> Any:
        known = lru_cache(maxsize=most)(lambda given: function(*given.arguments))

        @wraps(function)
        def remembered(*arguments: Any) -> Any:
            return known(Arguments(arguments))

        remembered.cache_clear = known.cache_clear  # type: ignore[attr-defined]
        CLEARED.append(known.cache_clear)
        return remembered

    return wrap
