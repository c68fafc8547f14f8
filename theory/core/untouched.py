"""What an author's file finds when it is loaded stays as it is: it may add to no module but its own.

np.sqrt = mine, sys.exit = mine or the like would change what every other line computes with or ends by, ours among
them. What is set for the whole process, such as the depth of recursion or where modules are looked for first, is set
back. Nothing of it goes on by itself: what runs when nobody calls it, as a thread or a handler, may change all that
later. A file that sets out to deceive still can, in memory that all of a process share: this is no sandbox.
"""

from __future__ import annotations

import _thread
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from numbers import Number
from operator import is_
from pathlib import Path
from typing import Any

from lemmacheck.theory.core.book import BookError
from lemmacheck.theory.core.shared import OURS

WATCHED = OURS | frozenset(
    """_pytest builtins click collections copy dataclasses fractions functools hashlib itertools json math numbers
    operator os pathlib pickle pluggy pytest random re shutil subprocess sys typer""".split()  # noqa: SIM905
)

CONSTANT = (Number, str, bytes, tuple, frozenset, property, classmethod, staticmethod, cached_property)


@contextmanager
def leaving_modules_alone(path: Path) -> Iterator[None]:
    """BookError, if a function, a class or a number of a module that we compute with is another one afterwards, or if
    something was begun that goes on by itself."""
    before, depth, begun = names_of_modules(), sys.getrecursionlimit(), by_themselves()
    searched: list[tuple[list[Any], list[Any]]] = [(places, [*places]) for places in (sys.meta_path, sys.path)]
    try:
        yield
    finally:
        sys.setrecursionlimit(depth)
        for places, ours in searched:
            places[:] = [*ours, *(place for place in places if place not in ours)]
        text, new = put_back(before), stopped(begun)
    if text:
        raise BookError(f"{path}: {text} is changed, with which other code computes; give yours a name of its own")
    if new:
        raise BookError(f"{path}: {new} runs when nobody calls it, while other code computes; leave it out")


def by_themselves() -> dict[Any, Any]:
    """What runs in this process without being called, by what calls it; how many threads there are."""
    handlers = {one: signal.getsignal(one) for one in signal.Signals}
    return {"a thread": _thread._count(), "a profile": sys.getprofile(), "a trace": sys.gettrace(), **handlers}


def stopped(before: dict[Any, Any]) -> str:
    """Every handler as it was; the first of what runs without being called that was not there."""
    new = [one for one, x in by_themselves().items() if x is not before[one] and (one != "a thread" or x > before[one])]
    for one in new:
        if isinstance(one, signal.Signals):
            signal.signal(one, before[one])
    for one, put in (("a profile", sys.setprofile), ("a trace", sys.settrace)):
        if one in new:
            put(before[one])
    return next((f"a handler of {one.name}" if isinstance(one, signal.Signals) else one for one in new), "")


def names_of_modules() -> dict[Any, dict[str, Any]]:
    """What every module that is watched, and every class in one, holds by which name."""
    found: dict[Any, dict[str, Any]] = {}
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in WATCHED and hasattr(module, "__dict__"):
            found[module] = vars(module).copy()
            for x in found[module].values():
                if isinstance(x, type) and x not in found:
                    found[x] = vars(x).copy()
    return found


def put_back(before: dict[Any, dict[str, Any]]) -> str:
    """Everything as it was; the first name that held something else, of a module or of a class."""
    text = ""
    for owner, names in before.items():
        now = vars(owner)
        if len(now) == len(names) and all(map(is_, now.values(), names.values())):
            continue
        for name in [name for name, x in names.items() if now.get(name, owner) is not x and is_computed_with(x)]:
            setattr(owner, name, names[name])
            text = text or f"{owner.__name__}.{name}"
    return text


def is_computed_with(x: Any) -> bool:
    """Not what a module may set anew by itself: a cache, a counter that was empty."""
    return x is not None and (callable(x) or isinstance(x, CONSTANT))
