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
from functools import cache
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from lemmacheck.verifiers.prove.refusals import Refused

FORMULAS = re.compile(r"lemmacheck\.theory\.(books\.\w+\.\w+|margins\.hypotheses)")  # ours that are read as an author's
TRUSTED = ("lemmacheck", "numpy", "fractions", "functools", "itertools", "dataclasses", "collections")
MODULES = ("lemmacheck", "numpy", "fractions", "math", "functools", "itertools")  # that a statement may name
REMEMBERS = {"STORE_ATTR", "STORE_SUBSCR", "STORE_GLOBAL", "DELETE_ATTR", "DELETE_SUBSCR", "DELETE_GLOBAL"}
BRANCHES = {"COMPARE_OP", "CONTAINS_OP", "IMPORT_NAME", "SETUP_WITH", "BEFORE_WITH", "MATCH_CLASS", "MATCH_KEYS"}
ASKING = frozenset(
    """type isinstance issubclass callable getattr setattr delattr hasattr vars dir id hash repr ascii str bytes format
    globals locals eval exec compile open input object super __import__ __builtins__ __class__ __dict__ __mro__ __code__
    axes at time met each over_last context universe parts key atoms all_atoms is_zero spaces letters letter
    next iter pop popleft random current state states kept values row loops looped sequences algorithms space""".split()  # noqa: SIM905
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
    return module.startswith(TRUSTED) and not FORMULAS.fullmatch(module)


def reachable(function: Any) -> Iterator[FunctionType]:
    """The function and those it names, directly or not."""
    seen: set[int] = set()
    waiting = [function]
    while waiting:
        one = waiting.pop()
        one = one.__func__ if isinstance(one, MethodType) else one
        if id(one) in seen:
            continue
        seen.add(id(one))
        if isinstance(one, FunctionType):
            yield one
            waiting += named_by(one)
        elif not isinstance(one, (type, ModuleType)) and callable(one):
            own = {} if trusted(type(one).__module__) else vars(type(one))
            held = (*own.values(), *getattr(one, "__dict__", {}).values())
            waiting += [function for function in held if isinstance(function, FunctionType)]


def named_by(function: FunctionType) -> list[Any]:
    """What a function can call by its globals, its closure and its defaults."""
    ours = trusted(str(function.__globals__.get("__name__", "")))
    names = {name for code in codes(function.__code__) for name in code.co_names if not ours}
    found = [function.__globals__[name] for name in names if name in function.__globals__]
    cells = [cell.cell_contents for cell in function.__closure__ or () if cell != type(cell)()]
    return found + cells + list(function.__defaults__ or ()) + list((function.__kwdefaults__ or {}).values())


def codes(code: CodeType) -> Iterator[CodeType]:
    """The code of a function and of those written inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes(constant)


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
        asked = sorted(ASKING & {*one.co_names})
        if asked:
            return f"names {asked[0]}"
        if one.co_exceptiontable:
            return "catches exceptions"
        for instruction in dis.get_instructions(one):
            if instruction.opname in BRANCHES or "_IF_" in instruction.opname:
                return "branches, compares or imports"
            nonlocal_ = instruction.opname == "STORE_DEREF" and instruction.argval in one.co_freevars
            if nonlocal_ or instruction.opname in REMEMBERS:
                return "remembers from call to call"
            if instruction.opname == "IS_OP":
                return "asks whether two things are one"
    return ""
