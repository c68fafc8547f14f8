"""What a statement that is to be proved may be made of, read off its code: formulas, loops over points, and no more.

A statement is a formula of the run. One that compares, asks for types, identities or names, catches exceptions,
imports, remembers or reaches for the engine could say another thing of the arbitrary run than of those it is stated of,
and is not read.
So are the functions that it names, as far as they are the author's.
"""

from __future__ import annotations

import dis
import re
from collections.abc import Iterator
from fractions import Fraction
from functools import _lru_cache_wrapper, cache, partial
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np
from flint import fmpq
from lemmacheck.theory.core.relation import Sides
from lemmacheck.theory.core.shared import codes
from lemmacheck.verifiers.prove.refusals import Refused

FORMULAS = re.compile(r"lemmacheck\.theory\.(books\.\w+\.\w+|margins\.hypotheses)")  # ours that are read as an author's
TRUSTED = ("lemmacheck", "numpy", "fractions", "numbers", "functools", "itertools", "dataclasses", "collections")
MODULES = ("lemmacheck", "numpy", "fractions", "math", "functools", "itertools")  # that a statement may name
FIELD = type(Sides.lhs)  # of a NamedTuple
CONSTANT = (FIELD, type(None), bool, int, float, complex, str, bytes, Fraction, fmpq, type(Ellipsis), np.ufunc)
CHANGEABLE = (list, dict, set, bytearray, np.ndarray, np.random.Generator, Iterator)
LIBRARIES = ("itertools", "collections", "numpy.random")  # whose objects remember
OF_BOOKS = (
    "lemmacheck.verifiers",
    "lemmacheck.theory.core.claim",
    "lemmacheck.theory.core.method",
    "lemmacheck.theory.core.book",
)  # no author changes what these hold
OF_CLASSES = ("__dict__", "__weakref__", "__annotations__", "__orig_bases__", "_field_defaults")
REMEMBERS = {f"{does}_{to}" for does in ("STORE", "DELETE") for to in ("ATTR", "SUBSCR", "SLICE", "GLOBAL")}
BRANCHES = {"COMPARE_OP", "CONTAINS_OP", "IMPORT_NAME"}  # beside the jumps _IF_
WRITES = ("FORMAT_", "CONVERT_VALUE")
ASKING = frozenset(
    """type isinstance issubclass callable getattr setattr delattr hasattr vars dir id hash repr ascii str bytes format
    globals locals eval exec compile open input object super
    axes at time met termwise over_last context universe parts key atoms all_atoms is_zero spaces letters letter
    next iter pop popleft random current state states kept values row loops looped sequences algorithms space
    _field_defaults load save savez savez_compressed savetxt loadtxt genfromtxt fromfile tofile memmap""".split()  # noqa: SIM905
)


def plain(function: Any) -> None:
    """Refuse a function whose code, or the code of one that it names, is more than a formula."""
    for reached in reachable(function):
        if not trusted(str(reached.__globals__.get("__name__", ""))):
            fault = fault_of(reached.__code__) or foreign(reached)
            if fault:
                raise Refused(f"{reached.__qualname__} {fault}, and so may say different things of different runs")


def trusted(module: str) -> bool:
    """Whether the code of a module is no author's: what it names is not followed."""
    return module.partition(".")[0] in TRUSTED and not FORMULAS.fullmatch(module)


def ours(function: Any) -> bool:
    """Whether it is a function of ours, and reaches no author's: what it says is taken as it is."""
    return isinstance(function, FunctionType) and all(
        trusted(str(reached.__globals__.get("__name__", ""))) for reached in reachable(function)
    )


def reachable(function: Any) -> Iterator[FunctionType]:
    """The function and those it names, directly or not; of an author's, all that they can reach is constant."""
    seen: list[Any] = []  # kept, so that no other object gets an address that was seen
    addresses: set[int] = set()
    waiting = [function]
    while waiting:
        one = waiting.pop()
        if id(one) in addresses:
            continue
        addresses.add(id(one))
        seen.append(one)
        if isinstance(one, FunctionType):
            yield one
            waiting += named_by(one)
        else:
            waiting += parts(one)


def parts(one: Any) -> list[Any]:
    """What an object that a statement can reach is made of; what can be changed, and so remembers, is refused."""
    kind = type(one)
    if kind in CONSTANT or isinstance(one, ModuleType):
        return []
    if isinstance(one, (int, float, complex, Fraction)) and not trusted(kind.__module__):
        raise Refused(f"a statement names a {kind.__name__}, a number that counts in a way of its own")
    if isinstance(one, (MethodType, BuiltinFunctionType)):
        return [getattr(one, "__func__", None), one.__self__]
    if kind in (staticmethod, classmethod, partial, property, _lru_cache_wrapper):
        names = ("__wrapped__", "func", "args", "fget")
        return [getattr(one, name, None) for name in names] + list(getattr(one, "keywords", {}).values())
    if isinstance(one, type):
        own = [base for base in one.__mro__ if not trusted(base.__module__) and base.__module__ != "builtins"]
        return [value for base in own for name, value in vars(base).items() if name not in OF_CLASSES]
    if trusted(kind.__module__) and not isinstance(one, np.ndarray) and not kind.__module__.startswith(LIBRARIES):
        held = getattr(one, "__dict__", {})
        if kind.__module__.startswith(OF_BOOKS):  # of a claim or a hypothesis what it says is called
            return [x for name, x in held.items() if name == "function" or isinstance(x, FunctionType)]
        return [x for x in held.values() if isinstance(x, CHANGEABLE) or (callable(x) and not isinstance(x, type))]
    if isinstance(one, (tuple, frozenset)):
        return [*one, kind]
    if kind.__module__.startswith(("builtins", *LIBRARIES)) or isinstance(one, CHANGEABLE):
        raise Refused(f"a statement names a {kind.__name__}, which may be changed from call to call")
    return [kind, *getattr(one, "__dict__", {}).values()]


def named_by(function: FunctionType) -> list[Any]:
    """What a function can call by its globals, closure, defaults and attributes; of ours, which functions."""
    ours = trusted(str(function.__globals__.get("__name__")))
    names = {name for code in codes(function.__code__) for name in code.co_names if not ours}
    found = [function.__globals__[name] for name in names if name in function.__globals__]
    found += [cell.cell_contents for cell in function.__closure__ or () if cell != type(cell)()]
    found += [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values(), *vars(function).values()]
    return [one for one in found if callable(one)] if ours else found


def foreign(function: FunctionType) -> str:
    """A module that the function names and a formula has no use for."""
    for one in named_by(function):
        if isinstance(one, ModuleType) and one.__name__.partition(".")[0] not in MODULES:
            return f"names the module {one.__name__}"
    return ""


@cache
def fault_of(code: CodeType) -> str:
    """What in the code is more than a formula, in words; "" where nothing is."""
    for one in codes(code):
        asked = sorted(name for name in one.co_names if name in ASKING or name.startswith("__"))
        if asked:
            return f"names {asked[0]}"
        for instruction in dis.get_instructions(one):
            if instruction.opname == "PUSH_EXC_INFO":  # an exception table alone may be a comprehension's
                return "catches exceptions"
            if instruction.opname in BRANCHES or "_IF_" in instruction.opname:
                return "branches, compares or imports"
            if instruction.opname.startswith(WRITES) or instruction.argrepr in ("%", "%="):  # % writes, of a text
                return "writes a thing as text, or takes a remainder"
            nonlocal_ = instruction.opname == "STORE_DEREF" and instruction.argval in one.co_freevars
            if nonlocal_ or instruction.opname in REMEMBERS:
                return "remembers from call to call"
            if instruction.opname == "IS_OP":
                return "asks whether two things are one"
    return ""
