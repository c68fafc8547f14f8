"""The operations that Python asks of a kind of number in pairs, such as x + y of x and of y."""

from collections.abc import Callable
from typing import Any

Operation = Callable[[Any, Any], Any]


def on_both_sides(operation: Operation) -> tuple[Operation, Operation]:
    """The operation on a number and what stands to its right, and to its left, as its `met` takes the other one."""
    return (
        lambda self, other: self.met(other, operation),
        lambda self, other: self.met(other, lambda a, b: operation(b, a)),
    )
