"""An author's file leaves what it finds unchanged: it may add to no module but its own.

np.sqrt = mine, sys.exit = mine or the like would change what every other line, ours among them, computes with or ends
by. Settings of the whole process, such as the depth of recursion or the search path of modules, are set back. Nothing
of the file goes on by itself: a thread or a handler could change all that later. A file that sets out to deceive
still can, in memory that all of a process share: this is no sandbox.
"""

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
    """A context that raises a BookError if a function, a class or a number of a watched module has changed at its end,
    or if something was started that goes on by itself."""
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
    """What runs in this process without being called, by its caller; and the number of threads."""
    handlers = {one: signal.getsignal(one) for one in signal.Signals}
    return {"a thread": _thread._count(), "a profile": sys.getprofile(), "a trace": sys.gettrace(), **handlers}


def stopped(before: dict[Any, Any]) -> str:
    """Set every handler back; the name of the first that was not there before."""
    new = [one for one, x in by_themselves().items() if x is not before[one] and (one != "a thread" or x > before[one])]
    for one in new:
        if isinstance(one, signal.Signals):
            signal.signal(one, before[one])
    for one, put in (("a profile", sys.setprofile), ("a trace", sys.settrace)):
        if one in new:
            put(before[one])
    return next((f"a handler of {one.name}" if isinstance(one, signal.Signals) else one for one in new), "")


def names_of_modules() -> dict[Any, dict[str, Any]]:
    """The names of every watched module, and of every class in one, with their values."""
    found: dict[Any, dict[str, Any]] = {}
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in WATCHED and hasattr(module, "__dict__"):
            found[module] = vars(module).copy()
            for x in found[module].values():
                if isinstance(x, type) and x not in found:
                    found[x] = vars(x).copy()
    return found


def put_back(before: dict[Any, dict[str, Any]]) -> str:
    """Set everything back; the first name of a module or a class that had another value."""
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
    """Whether a change of this value matters: a cache, or a counter that was empty, does not."""
    return x is not None and (callable(x) or isinstance(x, CONSTANT))
