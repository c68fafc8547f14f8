"""Shared arrays are read-only. An author's code gets copies, which must be unchanged afterwards.

The functions of our books are pure, and read the arrays of one run. An author's claim or method gets copies that refuse
changes. If one is changed all the same, a comparison with the original shows it.
"""

import sys
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import cache, cached_property, partial, wraps
from pathlib import Path
from types import CodeType, FunctionType, MethodType, SimpleNamespace
from typing import Any

import numpy as np

OURS = frozenset({"lemmacheck", "numpy", "flint", "mpmath", "sympy", "scipy"})
TO_LOOK = "; `lemmacheck check FILE ID --states` shows the numbers of a run"
PLAIN = (int, float, complex, str, bytes, type(None))
CONTAINERS = (tuple, list, set, frozenset, dict)
NOBODYS = frozenset((*PLAIN, *CONTAINERS, bool, Fraction, np.ndarray, np.float64))  # whatever it holds
MADE = 1 << 9  # the flag of a class that is made while a program runs, as none of C's is


class Impure(Exception):
    """An author's code changed its input, or kept something between calls: in one line, with its place."""


def authored(x: Any) -> bool:
    """Whether a function, a class or an object of one is an author's, not ours, and not a library's.

    An object that calls itself an author's is believed. Otherwise its code has to be that of its module.
    """
    if type(x) in NOBODYS:
        return False
    its_own = of_an_author(str(getattr(x, "__module__", None) or "builtins"))
    return its_own or of_an_author(home(x)) or any(map(authored, bound_in(x)))


@cache
def of_an_author(module: str) -> bool:
    root = module.partition(".")[0]
    return root not in OURS and root not in sys.stdlib_module_names


def home(x: Any) -> str:
    """The module that a function, a class or the class of an object was loaded with; "" if it is none of that name."""
    x = getattr(x, "__func__", x) if isinstance(x, MethodType) else x
    if isinstance(x, FunctionType):
        name = str(x.__globals__.get("__name__"))
        return name if vars(sys.modules.get(name, sys)) is x.__globals__ else ""
    return home_of_class(x if isinstance(x, type) else type(x))


def home_of_class(kind: type) -> str:
    """The module in which a class has its name; of a class that was made by a function, that of all it is made of."""
    found: Any = sys.modules.get(kind.__module__)
    for name in kind.__qualname__.split("."):
        found = getattr(found, name, None)
    if found is kind or not kind.__flags__ & MADE:
        return kind.__module__
    made_of = leaves((type(kind), *kind.__bases__, *vars(kind).values()))
    others = (one for one in made_of if one is not kind and not isinstance(one, kind))
    return "" if any(map(authored, others)) else kind.__module__


def leaves(held: Iterable[Any]) -> Iterator[Any]:
    """What lies in containers, however deep; a container of a class of its own lies there too."""
    for one in held:
        if isinstance(one, CONTAINERS):
            yield from leaves(one.values() if isinstance(one, dict) else one)
        if type(one) not in CONTAINERS:
            yield one


def bound_in(x: Any) -> tuple[Any, ...]:
    """The functions that a function, a method or a property was made of."""
    if isinstance(x, (staticmethod, classmethod)):
        return (x.__func__,)
    if isinstance(x, property):
        return (x.fget,)
    if isinstance(x, cached_property):
        return (x.func,)
    if isinstance(x, partial):
        return (x.func, *x.args, *x.keywords.values())
    wrapped = vars(x).get("__wrapped__", x) if isinstance(x, FunctionType) else x
    return () if wrapped is x else (wrapped,)


def codes(code: CodeType) -> Iterator[CodeType]:
    """A function's code, and that of the functions in it."""
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from codes(inner)


def installed(path: str | Path) -> bool:
    """Whether a file or a folder is that of an installed package."""
    return not {"site-packages", "dist-packages"}.isdisjoint(Path(path).parts)


def by_an_author(algorithm: Any) -> bool:
    """Whether an algorithm, or a function or an object that it is made of, is an author's."""
    return next(authored_parts(algorithm), None) is not None


def authored_parts(x: Any) -> Iterator[Any]:
    """The author's parts of an algorithm."""
    if authored(x):
        yield x
    elif isinstance(x, tuple) or has_parts(x):
        for part in x if isinstance(x, tuple) else parts_of(x).values():
            if not isinstance(part, (*PLAIN, np.ndarray)):
                yield from authored_parts(part)


def home_of(algorithm: Any) -> str:
    """file:line of the author's step or function."""
    part = next(authored_parts(algorithm), algorithm)
    return place_of(getattr(part, "step", part))


def frozen(x: Any) -> Any:
    """An array for reading only."""
    if isinstance(x, np.ndarray):
        x = x.view()
        x.setflags(write=False)
    return x


def locked(x: Any) -> Any:
    """An array of our own for reading only, and the memory in which it lies: its flag cannot be set back."""
    if isinstance(x, np.ndarray):
        for array in (x, x.base):
            if isinstance(array, np.ndarray):
                array.setflags(write=False)
        x = x.view()
    return x


def once(function: Callable[[Any], Any]) -> Any:
    """A property that is computed when it is first read, and whose array is for reading only."""
    return cached_property(wraps(function)(lambda record: locked(function(record))))


def read_only(record: Any) -> None:
    """The arrays that a new record holds, for reading only."""
    for name, value in list(vars(record).items()):
        if isinstance(value, np.ndarray):
            object.__setattr__(record, name, frozen(value))


def copied(x: Any) -> Any:
    """The same arrays in memory of their own, read-only, in the same tuples, lists, dictionaries and objects."""
    if isinstance(x, np.ndarray):
        return locked(x.copy())
    if isinstance(x, tuple):
        return type(x)(*map(copied, x)) if hasattr(x, "_fields") else tuple(map(copied, x))
    if isinstance(x, (list, set)):
        return type(x)(map(copied, x))
    if isinstance(x, dict):
        return {key: copied(value) for key, value in x.items()}
    if not has_parts(x):
        return x
    found = copy(x)
    found.__dict__.clear()
    found.__dict__.update((name, copied(value)) for name, value in parts_of(x).items())
    return found


def has_parts(x: Any) -> bool:
    """Whether an object is a record of other ones: a dataclass, or of a class of the author's."""
    if not hasattr(x, "__dict__") or isinstance(x, (type, FunctionType, MethodType)):
        return False
    return is_dataclass(x) or isinstance(x, SimpleNamespace) or authored(x)


def parts_of(x: Any) -> dict[str, Any]:
    """What a record holds; of one of ours its fields, not what it has remembered."""
    return vars(x) if authored(x) or not is_dataclass(x) else {f.name: getattr(x, f.name) for f in fields(x)}


def difference(one: Any, other: Any, name: str = "it") -> str | None:
    """The name of the first part in which two such things differ; None where they are the same."""
    if one is other:
        return None
    if type(one) is not type(other):
        return name
    if isinstance(one, np.ndarray):
        one, other = one.view(np.ndarray), other.view(np.ndarray)
        alike = one.shape == other.shape and one.dtype == other.dtype
        return None if alike and (one.tobytes() == other.tobytes() or same_numbers(one, other)) else name
    if isinstance(one, (tuple, list)):
        names = getattr(one, "_fields", None) or [f"{name}[{k}]" for k in range(len(one))]
        pairs = zip(names, one, other, strict=False)
        return name if len(one) != len(other) else first(difference(a, b, k) for k, a, b in pairs)
    if isinstance(one, dict) or has_parts(one):
        mine, theirs = (x if isinstance(x, dict) else parts_of(x) for x in (one, other))
        return name if mine.keys() != theirs.keys() else first(difference(mine[k], theirs[k], str(k)) for k in mine)
    return None if same_number(one, other) else name


def same_numbers(one: np.ndarray, other: np.ndarray) -> bool:
    """Whether two arrays of numbers made apart are the same numbers, to the last digit that is shown."""
    return one.dtype == object and all(map(same_number, one.ravel(), other.ravel()))


def same_number(one: Any, other: Any) -> bool:
    one, other = (getattr(x, "_held", x) for x in (one, other))  # what a sealed number holds
    if type(one) is not type(other):
        return False
    if isinstance(one, np.ndarray):
        return difference(one, other) is None
    return (one == other) is True or (type(one) is not int and repr(one) == repr(other))


def first(names: Iterator[str | None]) -> str | None:
    return next((name for name in names if name is not None), None)


def place_of(function: Callable[..., Any]) -> str:
    """file:line, name of an author's function, for what is only found when it has returned."""
    code = getattr(function, "__code__", None)
    name = getattr(function, "__qualname__", type(function).__qualname__)
    return f"{code.co_filename}:{code.co_firstlineno}, {name}" if code else name
