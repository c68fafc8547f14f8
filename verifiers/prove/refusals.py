"""Refusals: a symbolic object answers what is on its list, and refuses everything else from the inside.

A symbolic number or array adds, multiplies, is sliced along its known axes, and little more. It has no honest answer
when it is compared, hashed, counted, looped over, converted, printed, or asked for its type. A refusal that some
`except` of the statement caught is `hidden`; a reading with one proves nothing.
"""

from __future__ import annotations

import fractions
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from lemmacheck.theory.core.relation import IllFormed

T = TypeVar("T")
ROOT = Path(__file__).parents[2]
OWN = (
    fractions.__file__,  # a Fraction that meets one leaves the operation to it
    str(ROOT / "verifiers" / "prove"),
    *(str(ROOT / "theory" / "core" / f"{n}.py") for n in ("arithmetic", "relation", "shared")),
)


COMPARED = "compared, which has no answer of arbitrary numbers"
ALONG = ("argmax", "argmin", "cumprod", "cumsum", "max", "mean", "min", "prod")  # methods of an array, by an axis
WHOLE = ("copy", "diagonal", "flatten", "ravel", "reshape", "trace", "transpose")  # and those that need none
ASKED = {
    **dict.fromkeys(("eq", "ne", "lt", "le", "gt", "ge", "hash"), COMPARED),
    "bool": "asked whether it is true, as by a branch",
    "abs": "asked for its absolute value",
    **dict.fromkeys(("iter", "next", "len", "reversed", "length_hint"), "looped over or counted"),
    "contains": "asked what it contains",
    **dict.fromkeys(("getitem", "setitem", "delitem"), "asked for an entry"),
    **dict.fromkeys(("float", "int", "complex", "index", "round", "floor", "ceil"), "made a number of Python's"),
    **dict.fromkeys(("repr", "str", "format", "bytes"), "written as text"),
    **dict.fromkeys(("matmul", "rmatmul"), "multiplied by @ with other than a vector of its space"),
    **dict.fromkeys(("mod", "rmod", "divmod", "rdivmod", "floordiv", "rfloordiv"), "divided with a remainder"),
    **dict.fromkeys(("iadd", "isub", "imul", "itruediv", "ipow", "imatmul"), "changed in place"),
    "array": "made an array of NumPy's",
    "array_function": "given to a function of NumPy's that is not read",
}


class Refused(Exception):
    """The statement uses what the engine does not know how to read, so nothing is proved of it."""

    raised = 0  # and not yet heard
    hidden = 0  # of those, kept from whoever asked for the reading

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        Refused.raised += 1


class Undefined(Refused, ZeroDivisionError):
    """A denominator is 0 in every run."""


def tried(reading: Callable[[], T]) -> T | None:
    """The result of a reading; None if it is refused. Refusals that an `except` caught on the way are counted."""
    before = Refused.raised
    try:
        found = reading()
    except (Refused, IllFormed) as refusal:
        Refused.hidden += Refused.raised - before - isinstance(refusal, Refused)
        Refused.raised = before
        return None
    Refused.hidden += Refused.raised - before
    Refused.raised = before
    return found


def refused(name: str) -> Callable[..., Any]:
    """What refuses an operation of Python's, by its name without underscores."""

    def refusing(*_: Any, **__: Any) -> Any:
        raise Refused(f"a symbolic number or array is {ASKED.get(name, f'asked for its {name}')}")

    return refusing


def class_to_ours(self: Any) -> Any:
    """The class of what stands for a thing of a run, to our code alone."""
    asking: Any = sys._getframe(1)
    while asking.f_back is not None and asking.f_code.co_filename.startswith("<frozen abc"):
        asking = asking.f_back
    if str(asking.f_globals.get("__name__")).partition(".")[0] in ("lemmacheck", "dataclasses"):
        return type(self)
    raise Refused("what a run is, or has, is asked for its class")


WRITTEN = {f"__{name}__": refused(name) for name in ("repr", "str", "format", "reduce", "reduce_ex", "sizeof", "dir")}
CLOSED = {**WRITTEN, "__class__": property(class_to_ours)}  # of what stands for a run, or a part of it
ALONE = {**CLOSED, **{f"__{name}__": refused(name) for name in ("eq", "hash")}}  # of what a run has copies of


def asked_by_ours() -> bool:
    """Whether what is being answered was asked by our code, such as a relation that is made, and by no author's."""
    return sys._getframe(2).f_code.co_filename.startswith(OWN)


class Closed:
    """A symbolic object: it refuses every operation of Python's that it does not define."""

    __array_ufunc__ = None
    arbitrary = True

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        """Its type, to the engine alone; a statement that asks for it, to branch on it, is refused."""
        asking = sys._getframe(1)
        while asking.f_back is not None and asking.f_code.co_filename.startswith("<frozen abc"):
            asking = asking.f_back
        if asking.f_code.co_filename.startswith(OWN):
            return type(self)
        raise Refused("a symbolic number or array is asked for its type")

    def unread(self, parts: int) -> Any:
        """What stands for the results of a function that makes numbers of numbers alone."""
        return tuple(Unread() for _ in range(parts)) if parts > 1 else Unread()

    def __getattr__(self, name: str) -> Any:
        if (name == "shape" and asked_by_ours()) or (name.startswith("__") and name.endswith("__")):
            raise AttributeError(name)
        raise Refused(f"a symbolic number or array is asked for its {name}")


for _name in """bool len iter next contains reversed hash eq ne lt le gt ge abs float int complex index round trunc
    floor ceil pos invert floordiv rfloordiv mod rmod divmod rdivmod matmul rmatmul and rand or ror xor rxor lshift
    rlshift rshift rrshift rpow iadd isub imul itruediv ipow ifloordiv imod imatmul iand ior ixor ilshift irshift
    getitem setitem delitem repr str format bytes array array_function enter exit copy deepcopy reduce_ex reduce
    length_hint""".split():  # noqa: SIM905
    setattr(Closed, f"__{_name}__", refused(_name))


class OfNumbers(Closed):
    """What `of` has in place of exact numbers: what NumPy makes of those, a proof knows nothing of. NumPy may be given
    an array to change besides: no method here takes one."""

    def __getattr__(self, name: str) -> Any:
        return self._along if name in ALONG else self._as_whole if name in WHOLE else super().__getattr__(name)

    def _along(self, axis: Any = None, *, keepdims: bool = False) -> Any:
        return self.unread(1)

    def _as_whole(self, *sizes: int) -> Any:
        if any(type(size) is not int for size in sizes):
            raise Refused("a symbolic array is given other than whole numbers")
        return self.unread(1)

    def dot(self, other: Any) -> Any:
        return self.unread(1)


class Unread(OfNumbers):
    """What a problem makes of its data by other than a formula, and what is made of that: nothing is known of it. Each
    is another object, for Python takes one object for equal to itself."""

    def __init__(self, why: str = "") -> None:
        self.why = why

    def _stays(self, *_: Any) -> Unread:
        return Unread(self.why)

    def sum(self, axis: Any = None, *, keepdims: bool = False) -> Unread:
        return self._stays()

    def unread(self, parts: int) -> Any:
        return tuple(self._stays() for _ in range(parts)) if parts > 1 else self._stays()

    T = property(_stays)
    __getitem__ = _stays
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _stays
    __matmul__ = __rmatmul__ = __pow__ = __neg__ = __abs__ = _stays
