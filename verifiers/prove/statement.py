"""The code that a statement may have if it is to be proved: formulas, loops over points, and no more.

A statement is a formula of the run. One that compares, asks for types, identities or names, catches exceptions,
imports, remembers or reaches for the engine could differ between the arbitrary run and those that it is stated of. It
is not read. The same holds for the author's functions that it names.
"""

import builtins
import dis
import re
import types
from collections.abc import Iterator, MutableMapping, MutableSequence, MutableSet
from fractions import Fraction
from functools import _lru_cache_wrapper, cache, cached_property, partial, reduce
from types import BuiltinFunctionType, CodeType, FunctionType, MemberDescriptorType, MethodType, ModuleType
from typing import Any

import numpy as np
from flint import fmpq
from lemmacheck.theory.core.argument import ForAll
from lemmacheck.theory.core.relation import Sides
from lemmacheck.theory.core.shared import authored, codes, home, leaves, of_an_author
from lemmacheck.theory.core.whole_numpy import original
from lemmacheck.verifiers.prove.refusals import ALONE, Refused
from lemmacheck.verifiers.prove.standing_in import stood_for

FORMULAS = re.compile(r"lemmacheck\.theory\.(books\.\w+\.\w+|margins\.hypotheses)")  # ours that are read as an author's
TRUSTED = ("lemmacheck", "numpy", "fractions", "functools", "itertools", "dataclasses", "collections")
MODULES = ("lemmacheck", "numpy", "fractions", "math", "functools", "itertools")  # that a statement may name
FIELD = type(Sides.lhs)  # of a NamedTuple
CONSTANT = (FIELD, type(None), bool, int, float, complex, str, bytes, Fraction, fmpq, type(...), CodeType, np.ufunc)
CHANGEABLE = (MutableSequence, MutableSet, MutableMapping, np.ndarray, np.void, Iterator)
WRAPPERS = (staticmethod, classmethod, partial, property, _lru_cache_wrapper)  # of one function
PLAIN = type("Plain", (), {}).__basicsize__  # the size of an object that holds its attributes alone
ENGINE = "lemmacheck.verifiers"  # no author changes what its objects hold
EXACTLY = "lemmacheck.verifiers.optima.rational"  # what lemmacheck.exact offers
SAYS_OTHERS = "and so may say different things of different runs"
OF_OURS = re.compile(  # whose functions and classes an author's statement may name
    r"lemmacheck\.theory\.(books\.[\w.]+|margins\.\w+|core\.(argument|arithmetic|claim|matrix|piecewise|relation|schedules))"
)
THAT_ASK = (  # of our functions those that branch, and may be named: of letters they say what they say of numbers
    "as_array", "conjuncts", "endpoint", "everywhere.<locals>.read", "larger", "reached", "same_space"
)  # fmt: skip
OF_RUNS = (
    ("dataclasses", "replace"),
    ("lemmacheck.theory.core.run", "problem_in"),
    ("lemmacheck.theory.core.run", "run"),
    ("lemmacheck.theory.core.run", "sequence.<locals>.evaluated"),
    ("lemmacheck.theory.core.run", "of_each_run.<locals>.made"),
    ("lemmacheck.verifiers.prove.opaque", "seen_as_any.<locals>.read"),  # an opaque function of the problem
)
KEPT = ("of_each_run.<locals>.made",)  # which an author's reader could change, between a claim and the next
OF_NUMBERS = ("fractions", "itertools", "math")
OF_TUPLES = "collections"  # which makes the functions of each NamedTuple
HELD = (int, Fraction, str, tuple, type)  # whose methods are functions of what they hold
OF_PYTHON = (
    *(abs, all, any, dict, enumerate, int, len, list, map, max, min, pow, range, reversed, slice, sum, tuple, zip),
    *(np.arange, np.array, np.asanyarray, np.asarray, np.concatenate, np.cumsum, np.eye, np.moveaxis),
    *(np.add, np.multiply, np.ones, np.ravel, np.repeat, np.roll, np.stack, np.swapaxes, np.zeros, partial, reduce),
    tuple.__new__,  # by which a NamedTuple is made
)
NAMES = ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_DEREF")
TAKES = ("LOAD_ATTR", "LOAD_METHOD")
OF_CLASSES = ("__dict__", "__weakref__", "__annotations__", "__orig_bases__", "__slotnames__", "_field_defaults")
HOOKS = frozenset(  # that an author's class may have: of others, such as __eq__, Python asks where no formula does
    f"__{name}__"
    for name in """call init post_init new repr slots match_args getnewargs replace module qualname doc dict weakref
    annotations annotate annotate_func annotations_cache firstlineno static_attributes orig_bases parameters
    slotnames""".split()  # noqa: SIM905
)
UNORDERED = "whose order is another in each process"
FORMULA = re.compile(  # the instructions of one, in every Python from 3.11 on; it has no others
    r"(LOAD|STORE)_FAST\w*|LOAD_(CONST\w*|SMALL_INT|COMMON_CONSTANT|GLOBAL|NAME|DEREF|CLOSURE|ATTR|METHOD)|STORE_DEREF"
    r"|RESUME|NOP|EXTENDED_ARG|COPY|SWAP|POP_(TOP|ITER)|BINARY_\w+|UNARY_(NEGATIVE|POSITIVE)|BUILD_(TUPLE|LIST|SLICE|MAP)"
    r"|BUILD_CONST_KEY_MAP|LIST_\w+|DICT_\w+|MAP_ADD|UNPACK_(SEQUENCE|EX)|GET_ITER|FOR_ITER|JUMP_(FORWARD|BACKWARD)\w*"
    r"|(PRE)?CALL\w*|KW_NAMES|PUSH_NULL|MAKE_(CELL|FUNCTION)|SET_FUNCTION_ATTRIBUTE|COPY_FREE_VARS|RERAISE"
    r"|RETURN_(VALUE|CONST|GENERATOR)|YIELD_VALUE|GET_YIELD_FROM_ITER|SEND|END_(FOR|SEND)|CLEANUP_THROW"
)
FAULTS = {  # of what the others are
    "PUSH_EXC_INFO|RAISE_VARARGS": "raises or catches exceptions",
    r"\w+_SET|SET_(ADD|UPDATE)": f"makes a set, {UNORDERED}",
    r"COMPARE_OP|CONTAINS_OP|UNARY_NOT|TO_BOOL|IMPORT_\w+|\w*_IF_\w+|\w*MATCH_\w+": "branches, compares or imports",
    r"FORMAT_\w+|CONVERT_VALUE|BUILD_STRING": "makes a text of a number",
    r"(STORE|DELETE)_\w+": "remembers from call to call",
    "IS_OP": "asks whether two things are one",
    r"\w+": "does more than compute",
}
ASKING = frozenset(
    """type isinstance issubclass callable getattr setattr delattr hasattr vars dir id hash repr ascii str bytes format
    globals locals eval exec compile open input object super
    axes at time met termwise over_last context universe parts key atoms all_atoms is_zero spaces letters letter
    next iter pop popleft random current state states kept values row loops looped sequences algorithms space
    about closer tried implies library method bound usual runs
    cache_info cache_clear cache_parameters
    _field_defaults _states _evaluated
    format_map keys items keywords ctypes dump dumps anchor
    load save savez savez_compressed savetxt loadtxt genfromtxt fromfile tofile memmap""".split()  # noqa: SIM905
)
OF_CODE = (  # whose attributes are what they are made of
    *(CodeType, property, type, types.AsyncGeneratorType, types.CellType, types.CoroutineType, types.FrameType),
    *(types.GeneratorType, types.TracebackType),
)
SHOWING = {name for kind in OF_CODE for name in dir(kind)} - {"clear", "close", "replace", "send", "throw"}
PRIVATE = {name for name in dir(Fraction) if name.startswith("_")}
NOT_ASKED = ASKING | SHOWING | PRIVATE


def plain(function: Any, exactly: bool = False) -> list[Any]:
    """All that a function reaches; refused if its code, or that of a function that it names, is more than a formula.
    Where `exactly`, it may name what makes exact numbers of numbers alone."""
    found = []
    for one in reached_by(function, exactly):
        if isinstance(one, FunctionType) and not trusted(one) and (fault := fault_of(one.__code__)):
            raise Refused(f"{one.__qualname__} {fault}, {SAYS_OTHERS}")
        found.append(one)
    return found


def trusted(x: Any) -> bool:
    """Whether the code of a function or a class is no author's: the names in it are not followed."""
    module = home(x)
    return module.partition(".")[0] in TRUSTED and not FORMULAS.fullmatch(module)


def ours(function: Any) -> bool:
    """Whether a function is ours and reaches no author's: it is then used as it is."""
    return isinstance(function, FunctionType) and all(map(trusted, reachable(function)))


def reachable(function: Any) -> Iterator[FunctionType]:
    """The function and those it names, directly or not."""
    return (one for one in reached_by(function) if isinstance(one, FunctionType))


def reached_by(function: Any, exactly: bool = False) -> Iterator[Any]:
    """The function and what it names, directly or not. Whatever an author's function can reach must be constant; of
    code that is no author's it may name formulas alone."""
    seen: list[Any] = []  # kept, so that no other object gets an address that was seen
    addresses: set[tuple[int, bool]] = set()
    waiting = [(function, False)]
    while waiting:
        one, named = waiting.pop()
        if (id(one), named) in addresses:
            continue
        addresses.add((id(one), named))
        seen.append(one)
        if named and not may_be_named(one) and not (exactly and of_numbers(one)):
            known = vars(np).get(called(one)) is one or home(one) == EXACTLY
            why = "of which a proof knows nothing" if known else SAYS_OTHERS
            raise Refused(f"the statement, or what it reads, names {called(one)}, {why}")
        yield one
        held = named_by(one) if isinstance(one, FunctionType) else parts(one)
        if isinstance(one, (FunctionType, type)):
            theirs = not trusted(one)
        else:  # what an object of the engine holds is its own
            theirs = (named or of_an_author(home(one))) and not home(one).startswith(ENGINE)
        waiting += [(each, theirs) for each in held]


def of_numbers(function: Any) -> bool:
    """Whether it makes exact numbers of numbers alone, and answers letters in its own way."""
    return home(function) == EXACTLY or stood_for(function)


def not_ours(kind: type) -> bool:
    """Whether a class is Python's or of another library."""
    return not of_an_author(home(kind)) and home(kind).partition(".")[0] != "lemmacheck"


def called(one: Any) -> str:
    return str(getattr(one, "__qualname__", getattr(one, "__name__", f"a {type(one).__name__}")))


def may_be_named(one: Any) -> bool:
    """Whether an author's statement may name a thing: the author's own, a formula of ours, or one of a few of
    Python's."""
    if isinstance(one, ModuleType):
        return False
    if isinstance(one, BuiltinFunctionType) or type(one).__module__ == "numpy":
        held = getattr(one, "__self__", None)
        of_numbers = isinstance(held, ModuleType) and held.__name__ in OF_NUMBERS
        of_its_own = isinstance(held, HELD) and not may_not_be_asked(one.__name__)
        return not callable(one) or one in OF_PYTHON or of_its_own or of_numbers
    named = isinstance(one, (FunctionType, type))
    module = home(one)
    if isinstance(one, FunctionType) and (OF_OURS.fullmatch(module) or module in OF_NUMBERS):
        return one.__code__.co_qualname in THAT_ASK or not trusted(one) or not fault_of(one.__code__)
    if type(one) in CONSTANT or of_an_author(module) or OF_OURS.fullmatch(module) or module in OF_NUMBERS:
        return True
    if not named:  # an object that a function encloses, such as the run
        return module.partition(".")[0] in ("lemmacheck", "builtins", "functools")
    of_runs = isinstance(one, FunctionType) and (module, one.__code__.co_qualname) in OF_RUNS
    return one in OF_PYTHON or (of_runs and not (one.__code__.co_qualname in KEPT and authored(one)))


def parts(one: Any) -> list[Any]:
    """The parts of an object that a statement can reach; a part that can be changed, and so remembers, is refused."""
    kind = type(one)
    if kind in CONSTANT or (isinstance(one, type) and trusted(one)):
        return []
    if isinstance(one, (int, float, complex, Fraction)) and not trusted(kind):
        raise Refused(f"a statement names a {kind.__name__}, a number that counts in a way of its own")
    if isinstance(one, (MethodType, BuiltinFunctionType)):
        return [getattr(one, "__func__", None), None if isinstance(one.__self__, ModuleType) else one.__self__]
    if kind is cached_property or (kind is _lru_cache_wrapper and of_an_author(str(one.__module__))):
        how = "by @cache or @cached_property"  # which gives it without the conditions under which it was made
        raise Refused(f"{called(getattr(one, 'func', one))} is kept from call to call {how}, {SAYS_OTHERS}")
    held = held_by(one)
    if kind in WRAPPERS:
        keywords = getattr(one, "keywords", {})
        return [getattr(one, "__wrapped__", None), *(x for x in held if x is not keywords), *keywords.values()]
    if isinstance(one, type):
        own = [base for base in one.__mro__ if not trusted(base) and base.__module__ != "builtins"]
        made = not of_an_author(home(one))
        named = [(name, value) for base in own for name, value in vars(base).items() if name.startswith("__")]
        if hooks := [name for name, value in named if name not in HOOKS and value is not ALONE.get(name)]:
            raise Refused(f"{one.__name__} has {hooks[0]}, by which Python answers, {SAYS_OTHERS}")
        if not made and (numbers := [x for x in one.__mro__ if x not in (*own, object, tuple) and not_ours(x)]):
            raise Refused(f"{one.__name__} is a kind of {numbers[0].__name__}, {SAYS_OTHERS}")
        made_by = [kind] if of_an_author(home(kind)) else []
        held = [item for base in own for item in vars(base).items()]
        held = [item for item in held if home(getattr(item[1], "__func__", item[1])) != OF_TUPLES]
        return made_by + [x for name, x in held if name not in OF_CLASSES and x is not ALONE.get(name)]
    if home(one).startswith(ENGINE):
        return [x for x in leaves(held) if isinstance(x, FunctionType) or authored(x)]
    if isinstance(one, CHANGEABLE):
        what = "an array" if isinstance(one, np.ndarray) else f"a {kind.__name__}"
        changes = "which may be changed from call to call; a tuple may not"
        raise Refused(f"a statement, or what it reads, names {what}, {changes}")
    if isinstance(one, frozenset):
        raise Refused(f"a statement, or what it reads, names a set, {UNORDERED}")
    if isinstance(one, tuple):
        return [*one, kind, *held]
    if trusted(kind):
        return held
    if kind.__basicsize__ > PLAIN:
        raise Refused(f"a statement names a {kind.__name__}, which holds more than its attributes, {SAYS_OTHERS}")
    return [kind, *held]


def held_by(one: Any) -> list[Any]:
    """What an object holds in attributes of whatever kind, but for those that no statement may ask for; a hypothesis
    for all u its statement too."""
    members = [item for base in type(one).__mro__ for item in vars(base).items()]
    slots = {name: getattr(one, name, None) for name, x in members if isinstance(x, MemberDescriptorType)}
    held = slots | getattr(one, "__dict__", {})
    stated = [vars(one)["__wrapped__"]] if isinstance(one, ForAll) else []
    return stated + [value for name, value in held.items() if not (name in ASKING or name.startswith("__"))]


def named_by(function: FunctionType) -> list[Any]:
    """What a function can call by its globals, closure, defaults and attributes; of a function of ours, which
    functions."""
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    enclosed = {name: cell.cell_contents for name, cell in cells if cell != type(cell)()}
    held = [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values(), *vars(function).values()]
    if trusted(function):
        return [one for one in leaves((*enclosed.values(), *held)) if callable(one) or authored(one)]
    names = function.__builtins__ | function.__globals__ | enclosed  # type: ignore[attr-defined]
    return [*(one for code in codes(function.__code__) for one in read_by(code, names)), *held]


def read_by(code: CodeType, names: dict[str, Any]) -> Iterator[Any]:
    """The objects that the code names; of a module, what it takes of it."""
    steps = [one for one in dis.get_instructions(code) if one.opname != "EXTENDED_ARG"]
    for k, step in enumerate(steps):
        if step.opname not in NAMES:
            continue
        found = names.get(step.argval)
        for taken in steps[k + 1 :]:
            of_one = type(found) is ModuleType and found.__name__.partition(".")[0] in MODULES
            held = vars(found) if of_one else {}
            if taken.opname not in TAKES or taken.argval not in held:
                break
            found = held[taken.argval]
        yield original(found)


def may_not_be_asked(name: str) -> bool:
    return name in NOT_ASKED or name.startswith("__")


@cache
def fault_of(code: CodeType) -> str:
    """The part of the code that is more than a formula, in words; '' where there is none."""
    for one in codes(code):
        asked = sorted(filter(may_not_be_asked, {*one.co_names} - author_named(one)))
        if asked:
            return f"names {asked[0]}{remedy_for(asked[0])}"
        for instruction in dis.get_instructions(one):
            nonlocal_ = instruction.opname == "STORE_DEREF" and instruction.argval in one.co_freevars
            if nonlocal_ or not FORMULA.fullmatch(instruction.opname):
                return next(words for said, words in FAULTS.items() if re.fullmatch(said, instruction.opname))
            if isinstance(instruction.argval, frozenset):
                return f"makes a set, {UNORDERED}"
            if instruction.argrepr in ("%", "%="):  # which writes, of a text
                return "takes a remainder (%)"
    return ""


def author_named(code: CodeType) -> set[str]:
    """The names that the code takes of its module alone, and that Python does not have: what they name is followed."""
    steps = [*dis.get_instructions(code)]
    of_module = {step.argval for step in steps if step.opname in NAMES}
    of_others = {step.argval for step in steps if step.opname not in NAMES and step.argval in code.co_names}
    return {name for name in of_module - of_others if not hasattr(builtins, name) and not name.startswith("__")}


def remedy_for(name: str) -> str:
    if name == "object":
        return " (an array of Fractions needs no dtype=object)"
    return "" if hasattr(builtins, name) or name.startswith("__") else " (a field of yours is read under another name)"
