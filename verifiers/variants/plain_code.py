"""Whether a function of t is plain: then what it makes of the letter t is what it makes of every number t.

Its code computes with t, with numbers and with functions that are plain themselves. Whatever else it names could answer
otherwise for a letter than for a number, or otherwise the next time: the type of t, its text or an attribute of it,
`is`, an `except`, a list that it keeps, a module, a variable that outlives the call; fractions or schedules of ours
that are not what they were before the author's file was loaded.
"""

import dis
from collections.abc import Iterable, Iterator
from fractions import Fraction
from types import CellType, CodeType, FunctionType
from typing import Any

from lemmacheck.theory.core import schedules

NUMBERS = (int, float, bool, Fraction, type(None))
CALLED = (abs, len, max, min, pow, range, sum, Fraction)
EMPTY = CellType()  # equal to every cell without a value
BY_PYTHON = {"__annotations__", "__slotnames__"}  # which it adds to a class when somebody asks for them
SCHEDULES = dict(vars(schedules))
OURS = {kind: kind.__call__ for kind in SCHEDULES.values() if isinstance(kind, type) and "__call__" in vars(kind)}
NAMED = {"LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS"}
READS, WRITES = NAMED | {"LOAD_DEREF"}, {"DELETE_GLOBAL", "STORE_DEREF", "STORE_GLOBAL"}
REFUSED = {
    "CONVERT_VALUE": "a text", "DELETE_ATTR": "an attribute", "DELETE_SUBSCR": "a change of a list",
    "FORMAT_SIMPLE": "a text", "FORMAT_VALUE": "a text", "FORMAT_WITH_SPEC": "a text", "IMPORT_NAME": "an import",
    "IS_OP": "`is`", "LOAD_ATTR": "an attribute", "LOAD_BUILD_CLASS": "a class", "LOAD_METHOD": "an attribute",
    "LOAD_SUPER_ATTR": "an attribute", "MATCH_CLASS": "a type", "MATCH_MAPPING": "a type", "MATCH_SEQUENCE": "a type",
    "PUSH_EXC_INFO": "`except` or `with`", "STORE_ATTR": "an attribute",
    "STORE_GLOBAL": "a variable that outlives the call", "STORE_SUBSCR": "a change of a list",
}  # fmt: skip


def of_fractions() -> dict[str, Any]:
    """The class of fractions, without what Python adds to it."""
    return {name: x for name, x in vars(Fraction).items() if name not in BY_PYTHON}


FRACTIONS = of_fractions()  # as the file finds them


def objection(function: Any) -> str:
    """Why it is not plain: the first thing in its code that may not be there; nothing if it is plain."""
    if of_fractions() != FRACTIONS:
        return "it changes how fractions are computed with"
    return next(objections(function, set()), "")


def what_outlives(function: Any, beside: Iterable[Any]) -> str:
    """What it reads that another function writes and that outlives the call; nothing if there is nothing."""
    written = {name for other in beside for name in variables(other, WRITES, set())}
    return next(
        (f"another function changes {name}" for name in variables(function, READS, set()) if name in written), ""
    )


def variables(value: Any, operations: Iterable[str], seen: set[int]) -> Iterator[str]:
    """The names from outside on which a function, or one that it names, does these operations."""
    if type(value) is not FunctionType or id(value) in seen:
        return
    seen.add(id(value))
    several = [value.__code__]
    for code in several:
        several += [part for part in code.co_consts if isinstance(part, CodeType)]
        for one in dis.get_instructions(code):
            its_own = one.opname.endswith("_DEREF") and one.argval not in value.__code__.co_freevars
            if one.opname in operations and not its_own:
                yield str(one.argval)
            if one.opname in NAMED:
                yield from variables(value.__globals__.get(one.argval), operations, seen)
    for cell in value.__closure__ or ():
        yield from variables(cell.cell_contents if cell != EMPTY else None, operations, seen)


def objections(value: Any, seen: set[int]) -> Iterator[str]:
    """What is wrong with a function, or with something that one names."""
    if id(value) in seen or type(value) in NUMBERS or any(value is one for one in CALLED):
        return
    seen.add(id(value))
    if type(value) is FunctionType:
        cells = value.__closure__ or ()
        if EMPTY in cells:
            yield "it uses a variable that has no value"
            return
        kept = [cell.cell_contents for cell in cells]
        for part in (*kept, *(value.__defaults__ or ()), *(value.__kwdefaults__ or {}).values()):
            yield from objections(part, seen)
        yield from in_code(value.__code__, value, seen)
    elif is_ours(value):
        for part in vars(value).values():
            yield from objections(part, seen)
    else:
        yield f"it uses {getattr(value, '__name__', None) or f'a {type(value).__name__}'}"


def is_ours(value: Any) -> bool:
    """Whether it is one of the schedules of ours, of which nothing is changed."""
    kept = all(vars(schedules).get(name) is one for name, one in SCHEDULES.items())
    return kept and type(value) in OURS and OURS[type(value)] is type(value).__call__


def in_code(code: CodeType, function: FunctionType, seen: set[int]) -> Iterator[str]:
    """What is wrong with the code of a function, or with code inside it."""
    for one in dis.get_instructions(code):
        if one.opname in REFUSED:
            yield f"it uses {REFUSED[one.opname]}"
        elif one.argrepr in ("%", "%="):  # which writes, of a text
            yield "it uses %"
        elif one.opname == "STORE_DEREF" and one.argval in function.__code__.co_freevars:
            yield f"it uses {REFUSED['STORE_GLOBAL']}"
        elif one.opname in NAMED:
            known = {**function.__builtins__, **function.__globals__}  # type: ignore[attr-defined]
            yield from objections(known[one.argval], seen) if one.argval in known else [f"it uses {one.argval}"]
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from in_code(part, function, seen)
