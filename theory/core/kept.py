"""A method may keep nothing between its calls: whatever it could keep something in must end as it began.

That is: its attributes, those of its class, and what its functions enclose, take as defaults or read of their module.
What one call kept the next could read, and in another order the calls would make another run.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from types import FunctionType, MethodType
from typing import Any

import numpy as np
from lemmacheck.theory.core.in_place import refused
from lemmacheck.theory.core.shared import PLAIN, Impure, authored, codes, first, has_parts, home_of, parts_of

A_STEP = "a step may not keep anything between calls, what it needs belongs into the state"


@contextmanager
def leaving_nothing(algorithm: Any, rule: str = A_STEP) -> Iterator[None]:
    """An author's method, or his claim, must end as it began: another order of calls would make another run."""
    before = memory(algorithm)
    with refused("the problem or to the state before"):
        yield
    if name := changed(before, memory(algorithm)):
        raise Impure(f"{home_of(algorithm)}: {name} has changed in a run; {rule}")


def memory(x: Any) -> dict[str, Any]:
    """By name, all that a method could keep something in: its attributes, those of its class, and what its functions
    enclose, take as defaults or read of their module.
    """
    found: dict[str, Any] = {}
    seen: dict[int, Any] = {}

    def visit(name: str, x: Any) -> None:
        if isinstance(x, PLAIN):
            found[name] = type(x), repr(x)
        elif id(x) not in seen:
            seen[id(x)] = x
            look(name, x)

    def look(name: str, x: Any) -> None:
        if isinstance(x, np.ndarray):
            x = x.view(np.ndarray)
            found[name] = x.shape, x.dtype, x.tobytes(), x.tolist() if x.dtype == object else None
        elif isinstance(x, MethodType):
            visit(name, x.__func__)
        elif isinstance(x, FunctionType):
            for part, value in enclosed(x):
                visit(part, value)
        elif isinstance(x, type):
            if authored(x):
                for part, value in list(vars(x).items()):
                    if not part.startswith("__") or part in ("__init__", "__call__"):
                        visit(f"{x.__name__}.{part}", value)
        elif isinstance(x, dict):
            found[name] = len(x)
            for key, value in x.items():
                visit(f"{name}[{key!r}]", value)
        elif isinstance(x, (tuple, list)):
            found[name] = len(x)
            for k, value in enumerate(x):
                visit(f"{name}[{k}]", value)
        elif has_parts(x):
            held = dict(parts_of(x))
            found[name] = sorted(held)
            visit(name, type(x))
            for part, value in held.items():
                visit(f"{name}.{part}", value)
        elif isinstance(x, (property, classmethod, staticmethod)):
            visit(name, getattr(x, "fget", None) or getattr(x, "__func__", None))
        else:
            found[name] = repr(x), repr(state_of(x))

    visit(type(x).__name__, x)
    found["random"] = random.getstate()
    state: Any = np.random.get_state()
    found["np.random"] = state[1].tobytes(), state[2:]
    return found


def state_of(x: Any) -> Any:
    """What a generator of random numbers is at."""
    if hasattr(x, "bit_generator"):
        return x.bit_generator.state
    return x.getstate() if hasattr(x, "getstate") else None


def enclosed(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """What a function holds besides its arguments, by name."""
    if not authored(function):
        return
    yield f"{function.__name__}.__defaults__", (function.__defaults__, function.__kwdefaults__, function.__dict__)
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            yield name, cell.cell_contents
        except ValueError:
            continue  # not bound yet
    for name in (name for code in codes(function.__code__) for name in code.co_names):
        value = function.__globals__.get(name)
        if not hasattr(value, "__spec__"):  # a module
            yield name, value


def changed(before: dict[str, Any], after: dict[str, Any]) -> str | None:
    """The first name under which something else is kept."""
    return first(name for name in sorted({*before, *after}) if before.get(name) != after.get(name))
