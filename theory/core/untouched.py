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
from typing import Any, NamedTuple

from lemmacheck.theory.core.book import BookError
from lemmacheck.theory.core.shared import MADE, OURS

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


class Seen(NamedTuple):
    """What a module or a class was last seen to hold, and which classes that can be changed are among it."""

    names: dict[str, Any]
    classes: tuple[type, ...]

    def still(self, owner: Any) -> bool:
        now = vars(owner)
        return len(now) == len(self.names) and all(map(is_, now.values(), self.names.values()))


LAST: dict[Any, Seen] = {}  # there are thousands: what is as it was is not copied anew for every file


def seen(owner: Any) -> Seen:
    last = LAST.get(owner)
    if last is None or not last.still(owner):
        names = dict(vars(owner))
        classes = () if isinstance(owner, type) else tuple(filter(can_change, names.values()))
        last = LAST[owner] = Seen(names, classes)
    return last


def can_change(x: Any) -> bool:
    return isinstance(x, type) and x.__flags__ & MADE != 0


def names_of_modules() -> dict[Any, Seen]:
    """What every watched module holds, and every class in one."""
    found: dict[Any, Seen] = {}
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in WATCHED and hasattr(module, "__dict__"):
            found[module] = seen(module)
            found |= {kind: seen(kind) for kind in found[module].classes if kind not in found}
    return found


def put_back(before: dict[Any, Seen]) -> str:
    """Set everything back; the first name of a module or a class that had another value."""
    text = ""
    for owner, last in before.items():
        if last.still(owner):
            continue
        names, now = last.names, vars(owner)
        for name in [name for name, x in names.items() if now.get(name, owner) is not x and is_computed_with(x)]:
            setattr(owner, name, names[name])
            text = text or f"{owner.__name__}.{name}"
    return text


def is_computed_with(x: Any) -> bool:
    """Whether a change of this value matters: a cache, or a counter that was empty, does not."""
    return x is not None and (callable(x) or isinstance(x, CONSTANT))
