"""What the parameters of a method hold, so that none may ask which thing it is.

A statement is given a copy of the method, and its step the method itself: a thing equals itself in the one alone.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

from lemmacheck.theory.core.shared import has_parts
from lemmacheck.verifiers.prove.refusals import ALONE, Refused


class Called:
    """What a partial calls."""

    def __init__(self, function: Any) -> None:
        self.function = function

    def __call__(self, *given: Any, **named: Any) -> Any:
        return self.function(*given, **named)

    locals().update(ALONE)


def copy_of(x: Any) -> Any:
    """The same number, text or function; of any other thing one that is compared with none."""
    if isinstance(x, tuple):
        return type(x)(*map(copy_of, x)) if hasattr(x, "_fields") else tuple(map(copy_of, x))
    if type(x) is partial:
        return Called(x)
    if not has_parts(x):
        return x
    kind = type(x)
    for base in kind.__mro__:
        refuse_of_classes(vars(base))
    found: Any = object.__new__(type(kind.__name__, (kind,), {"__module__": kind.__module__, **ALONE}))
    found.__dict__.update({name: copy_of(value) for name, value in vars(x).items()})
    return found


def refuse_of_classes(members: Mapping[str, Any]) -> None:
    """Refuse a function that is given its class: that of what is arbitrary is another."""
    if given := [name for name, one in members.items() if isinstance(one, classmethod)]:
        raise Refused(f"{given[0]} is a classmethod, and is given another class than in a run")
