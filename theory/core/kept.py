"""A method may keep nothing between its calls: everything in which it could must end as it began.

That is: its attributes, those of its class and its bases, and what its functions enclose, take as defaults or read of
their module. A later call could read what an earlier one kept, and another order of calls would make another run. Two
things are refused: what cannot be taken apart and so not compared, as a generator, a file or a lock; and a module whose
answers depend on more than its arguments, as time or os.
"""

import copyreg
import random
import sys
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import is_dataclass
from dis import get_instructions
from functools import cached_property, lru_cache
from types import BuiltinFunctionType, CodeType, FunctionType, MappingProxyType, MethodType, ModuleType
from typing import Any

import numpy as np
from lemmacheck.theory.core.in_place import refused
from lemmacheck.theory.core.shared import (
    NOBODYS,
    OURS,
    PLAIN,
    TO_LOOK,
    Impure,
    authored,
    codes,
    first,
    has_parts,
    home_of,
    installed,
    of_an_author,
    parts_of,
)

A_STEP = "a step may not keep anything between calls, what it needs belongs into the state"
PURE = frozenset(
    """_abc _collections _functools _operator _random abc bisect builtins cmath collections contextlib copy copyreg
    dataclasses decimal enum fractions functools heapq itertools math numbers operator random re statistics string types
    typing""".split()  # noqa: SIM905
)
OPEN = frozenset("__import__ breakpoint compile eval exec globals hash id input locals open vars".split())  # noqa: SIM905
DESCRIBED = {property: "fget", classmethod: "__func__", staticmethod: "__func__", cached_property: "func"}


class Unseen(Exception):
    """A thing in which something could be kept unseen."""


@contextmanager
def leaving_nothing(algorithm: Any, *reached: Any, rule: str = A_STEP) -> Iterator[None]:
    """An author's method, or his claim, and what it reaches through its arguments must end as they began: another order
    of calls would make another run."""
    try:
        before = memory(algorithm, *reached)
        with refused("the problem or to the state before"):
            yield
        name = changed(before, memory(algorithm, *reached))
    except Unseen as error:
        raise Impure(f"{home_of(algorithm)}: {error}; {rule}") from None
    if name:
        raise Impure(f"{home_of(algorithm)}: {name} has changed in a run; {rule}")


def memory(*given: Any) -> dict[str, Any]:
    """Everything in which a method could keep something, by name."""
    found: dict[str, Any] = {}
    seen: dict[int, Any] = {}

    def visit(name: str, x: Any) -> None:
        if type(x) in PLAIN:
            found[name] = kind_and_value(x)
        elif id(x) not in seen:
            seen[id(x)] = x
            for part, value in parts(name, x, found):
                visit(part, value)

    for x in given:
        visit(type(x).__name__, x)
    found["random"] = random.getstate()
    state: Any = np.random.get_state()
    found["np.random"] = state[1].tobytes(), state[2:]
    return found


def constants(*given: Any) -> dict[str, Any]:
    """The numbers and texts that these read, by name; none of what may answer differently each time."""
    try:
        return {name: x for name, x in memory(*given).items() if type(x) is tuple and x[0] in PLAIN}
    except Unseen:
        return {}


def parts(name: str, x: Any, found: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The parts of an object, by name; the contents of its leaves go into `found`."""
    if type(x) in NOBODYS:
        yield from content(name, x, found)
    elif isinstance(x, MethodType):
        yield from ((name, x.__func__), (f"{name}.__self__", x.__self__))
    elif isinstance(x, FunctionType):
        known_alone(name, x)
        yield from enclosed(x)
    elif isinstance(x, type):
        known_alone(name, x)
        yield from of_class(x)
    elif hasattr(x, "cache_clear"):
        x.cache_clear()
        yield name, x.__wrapped__
    elif (described := DESCRIBED.get(type(x))) is not None:
        yield name, getattr(x, described)
    else:
        for part, value in held(x).items():
            yield f"{name}.{part}", value
        if authored(type(x)):
            yield type(x).__name__, type(x)
        yield from content(name, x, found)


def kind_and_value(x: Any) -> tuple[type, Any]:
    """The kind of a plain value, and its text; of an integer, which may have more digits than are written, itself."""
    return type(x), x if type(x) is int else repr(x)


def content(name: str, x: Any, found: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The contents of an object besides its attributes."""
    if isinstance(x, np.ndarray):
        x = x.view(np.ndarray)
        found[name] = x.shape, x.dtype, x.tobytes(), x.tolist() if x.dtype == object else None
    elif isinstance(x, (dict, MappingProxyType)):
        found[name] = len(x)
        yield from ((f"{name}[{key!r}]", value) for key, value in x.items())
    elif isinstance(x, (tuple, list, deque)):
        found[name] = len(x)
        yield from ((f"{name}[{k}]", value) for k, value in enumerate(x))
    elif isinstance(x, (set, frozenset)):
        found[name] = len(x)
        yield from ((f"{name}[{value!r}]", value) for value in x)
    elif isinstance(x, PLAIN):
        found[name] = kind_and_value(x)
    elif isinstance(x, CodeType):  # nothing changes it; the names that it reads count for the function
        found[name] = x
    elif hasattr(x, "bit_generator"):
        found[name] = repr(x.bit_generator.state)
    elif hasattr(x, "getstate"):
        found[name] = repr(x.getstate())
    elif not all(kind is object or authored(kind) for kind in type(x).__mro__) and not is_dataclass(x):
        known_alone(name, x)
        yield from taken_apart(name, x, found)


def held(x: Any) -> dict[str, Any]:
    """The attributes of an object that has them by name, in its dictionary or in slots."""
    own = dict(parts_of(x)) if has_parts(x) else {}
    if authored(type(x)):
        own |= getattr(x, "__dict__", {})
        for kind in filter(authored, type(x).__mro__):
            slots = vars(kind).get("__slots__", ())
            slots = [slots] if isinstance(slots, str) else slots
            own |= {slot: getattr(x, slot) for slot in slots if hasattr(x, slot)}
    return own


def of_class(kind: type) -> Iterator[tuple[str, Any]]:
    """The contents of an author's class and its bases."""
    for one in filter(authored, kind.__mro__):
        for part, value in list(vars(one).items()):
            special = part.startswith("__") or part == "_abc_impl"
            if not special or isinstance(value, (FunctionType, *DESCRIBED)):
                yield f"{one.__name__}.{part}", value
    if authored(type(kind)):
        yield type(kind).__name__, type(kind)


def taken_apart(name: str, x: Any, found: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """What makes an object again, as `copy` asks for it."""
    if module_of(x).partition(".")[0] == "lemmacheck":
        found[name] = repr(x)
        return
    try:
        reduced = copyreg.dispatch_table.get(type(x), lambda x: x.__reduce_ex__(2))(x)
    except TypeError:
        if of_an_author(module_of(x)) or module_of(x).partition(".")[0] not in OURS:
            raise Unseen(f"{name} is a {type(x).__name__}, of which nobody sees whether it has changed") from None
        reduced = repr(x)
    if isinstance(reduced, str):
        found[name] = reduced
        return
    for k, part in enumerate(reduced):
        yield f"{name}({k})", list(part) if k > 2 and part is not None else part


def known_alone(name: str, x: Any) -> None:
    """Refuse a thing of a module whose answers depend on more than their arguments."""
    refuse(name, module_of(x))


def refuse(name: str, module: str) -> None:
    root = module.partition(".")[0]
    if root in sys.stdlib_module_names and root not in PURE:
        raise Unseen(f"{name} is of the module {root}, which may answer differently each time")


def module_of(x: Any) -> str:
    """The module of a function or a class, or of an object's class."""
    named = x if isinstance(x, (type, FunctionType, BuiltinFunctionType)) else type(x)
    return str(getattr(named, "__module__", None) or "builtins")


def enclosed(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """The contents of a function besides its arguments, by name."""
    if not authored(function):
        return
    if any(its_own := (function.__defaults__, function.__kwdefaults__, function.__dict__)):
        yield f"{function.__name__}.__defaults__", its_own
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            yield name, cell.cell_contents
        except ValueError:
            continue  # not bound yet
    for code in codes(function.__code__) if of_an_author(str(function.__globals__.get("__name__"))) else ():
        names, imported = read_by(code)
        for name in imported:
            refuse(name, name)
        for name in names:
            if name not in function.__globals__ and name in OPEN and code.co_name != "__hash__":  # as dataclasses make
                raise Unseen(f"{name} reads more than it is given{TO_LOOK * (name == 'breakpoint')}")
            value = function.__globals__.get(name)
            if isinstance(value, ModuleType):
                yield from of_module(name, value, code)
            else:
                yield name, value


@lru_cache(maxsize=4096)
def read_by(code: CodeType) -> tuple[list[str], list[str]]:
    """The names of its module that code reads or sets, and the modules that it imports."""
    steps = list(get_instructions(code))
    names = [str(one.argval) for one in steps if one.opname.endswith("_GLOBAL") or one.opname == "LOAD_NAME"]
    return list(dict.fromkeys(names)), [str(one.argval) for one in steps if one.opname == "IMPORT_NAME"]


def of_module(
    name: str, module: ModuleType, code: CodeType, seen: tuple[ModuleType, ...] = ()
) -> Iterator[tuple[str, Any]]:
    """What code may read of a module: names of another file of the author's, and pure modules, unchanged."""
    refuse(name, module.__name__)
    if of_an_author(module.__name__) and not installed(getattr(module, "__file__", None) or ""):
        seen = (*seen, module)
        for part, value in [(part, vars(module)[part]) for part in code.co_names if part in vars(module)]:
            if not isinstance(value, ModuleType):
                yield f"{name}.{part}", value
            elif value not in seen:
                yield from of_module(f"{name}.{part}", value, code, seen)
    elif module.__name__ in PURE:
        yield f"the names of {name}", sorted(vars(module))


def changed(before: dict[str, Any], after: dict[str, Any]) -> str | None:
    """The first name whose content is another one."""
    return first(name for name in sorted({*before, *after}) if before.get(name) != after.get(name))
