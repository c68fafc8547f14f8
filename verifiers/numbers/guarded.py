"""Arrays of exact numbers and balls that meet nothing inexact, and whose entries nobody compares in Python.

`+ − * / @ |x|`, integer powers, remainders of rationals, sums, and moves of entries work as on any array, with
integers, fractions and other such arrays alone. A float, a truth value, a comparison, a change in place, or a
function that would branch on entries or turn them into floats is refused. An entry taken out is an array too,
so that nothing escapes; an array that lost its guard, through np.asarray, is refused where it comes back.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from typing import Any, NoReturn

import numpy as np
from flint import fmpq
from lemmacheck.theory.core.whole import plain
from lemmacheck.verifiers.numbers.ball import to_fmpq
from lemmacheck.verifiers.numbers.forbidden import (
    IN_PLACE,
    MACHINE,
    WRAPPED,
    described,
    forbid,
    is_whole,
    may_wrap,
    not_wrapped,
    powered,
    remedy,
    stranger,
)
from lemmacheck.verifiers.numbers.refusal import refuse
from lemmacheck.verifiers.numbers.scalar import Scalar, refuse_undefined
from lemmacheck.verifiers.numbers.sealed import REMAINDER, exponent, opened

OPERATIONS = frozenset((
    np.add, np.subtract, np.multiply, np.true_divide, np.matmul, np.negative, np.positive, np.absolute, np.power,
    np.square, np.remainder,
))  # fmt: skip
EXACT = frozenset((int, fmpq, Scalar, Fraction))
CUMULATIVE = frozenset((np.add, np.multiply))
TELLING = frozenset((np.shape, np.ndim, np.size, np.array_repr, np.array_str, np.array2string))
JOINING = frozenset((np.concatenate, np.stack, np.hstack, np.vstack, np.column_stack, np.broadcast_arrays))
MOVING = JOINING | frozenset((
    np.broadcast_to, np.swapaxes, np.moveaxis, np.transpose, np.reshape, np.ravel, np.repeat, np.roll, np.delete,
    np.take_along_axis, np.take, np.array_split, np.split, np.flip, np.tile, np.expand_dims, np.squeeze,
    np.atleast_1d, np.atleast_2d, np.diagonal, np.trace, np.sum, np.cumsum, np.prod, np.cumprod, np.diff, np.dot,
    np.inner, np.outer, np.einsum, np.copy,
)) | TELLING  # fmt: skip
ATTRIBUTES = frozenset("""
    T base copy cumprod cumsum diagonal dtype flags flatten itemsize mT nbytes ndim prod ravel repeat reshape setflags
    shape size squeeze strides sum swapaxes take trace transpose view
    __abs__ __add__ __array_finalize__ __array_function__ __array_interface__ __array_priority__ __array_struct__
    __array_ufunc__ __array_wrap__ __array__ __buffer__ __class__ __class_getitem__ __copy__ __deepcopy__ __delattr__
    __dir__ __doc__ __eq__ __format__ __ge__ __getattribute__ __getitem__ __getstate__ __gt__ __hash__ __init__
    __init_subclass__ __iter__ __le__ __len__ __lt__ __matmul__ __mod__ __module__ __mul__ __ne__ __neg__ __new__
    __pos__ __pow__ __radd__ __reduce__ __reduce_ex__ __repr__ __rmatmul__ __rmul__ __rpow__ __rsub__ __rtruediv__
    __setattr__ __setstate__ __sizeof__ __str__ __sub__ __subclasshook__ __truediv__ __setitem__
""".split())  # noqa: SIM905  # fmt: skip

_whole: ContextVar[bool] = ContextVar("whole", default=False)


@contextmanager
def nothing_cut_off() -> Iterator[None]:
    """A context in which no slice of an array may be empty: in a longer run it need not be."""
    token = _whole.set(True)
    try:
        yield
    finally:
        _whole.reset(token)


def kept_whole(found: Any) -> Any:
    parts = found if isinstance(found, (list, tuple)) else [found]
    if _whole.get() and any(isinstance(x, np.ndarray) and not x.size for x in parts):
        raise ArithmeticError("an empty part of an array is taken")
    return found


REFUSE_UNDEFINED = np.frompyfunc(refuse_undefined, 2, 1)
ABSENT = (None, np._NoValue)  # type: ignore[attr-defined]
USUAL = {"dtype": ABSENT, "initial": ABSENT, "where": (*ABSENT, True), "out": ABSENT}  # what these options may be


class Guarded(np.ndarray):
    """An array of exact numbers and balls."""

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        called = method == "__call__"
        if "out" in options:
            refuse(IN_PLACE)
        if not (ufunc in OPERATIONS if called else ufunc in CUMULATIVE and method in ("reduce", "accumulate")):
            forbid(ufunc.__name__ if called else f"{ufunc.__name__}.{method}")
        if options:
            keep_exact(options)
        known = powers(*inputs) if ufunc is np.power else map(bare, inputs)
        ufunc = REMAINDER if ufunc is np.remainder else ufunc
        found = ufunc(*known, **options) if called else getattr(ufunc, method)(*known, **options)
        if type(found) is not np.ndarray:
            return boxed(found)
        sums = not called or ufunc is np.matmul  # of which one of nothing is an int
        made = found.size and (not sums or all(map(np.size, inputs)))
        return found.view(Guarded) if made else guarded(rationals(found))

    def __array_function__(self, function: Callable[..., Any], types: Any, given: Any, options: Any) -> Any:
        if function not in MOVING:
            forbid(function.__name__)
        keep_exact(options)
        known = tuple(map(numbers if function in JOINING else bare, given))
        found = kept_whole(function(*known, **{name: bare(value) for name, value in options.items() if name != "out"}))
        if function in TELLING:
            return found
        if isinstance(found, (list, tuple)):
            return type(found)(map(guarded, found))
        nothing = any(isinstance(x, np.ndarray) and not x.size for x in known)  # of which a sum is an int
        return guarded(rationals(found) if nothing and isinstance(found, np.ndarray) else found)

    def __getitem__(self, key: Any) -> Any:
        found = kept_whole(super().__getitem__(key))
        return found if type(found) is Guarded else boxed(found)

    def __iter__(self) -> Iterator[Any]:
        return (self[k] for k in range(len(self)))

    def __setitem__(self, key: Any, value: Any) -> None:
        if not self.flags.writeable:
            raise ValueError("assignment destination is read-only")  # as NumPy says it, for who tells whose it is
        forbid("__setitem__")

    def __repr__(self) -> str:
        return repr(self.view(np.ndarray))

    def __str__(self) -> str:
        return str(self.view(np.ndarray))


def keep_exact(options: dict[str, Any]) -> None:
    """Refuse an option that brings in other numbers or another kind of number, or writes into an array."""
    for name, usual in USUAL.items() if options else ():
        if name in options and all(options[name] is not one for one in usual):
            refuse(IN_PLACE if name == "out" else f"the option {name}= does not work on exact numbers; leave it out")


def _forbidden(name: str) -> Any:
    def refused(self: Guarded, *_: Any, **__: Any) -> NoReturn:
        forbid(name)

    return refused if callable(getattr(np.ndarray, name, refused)) else property(refused)


for _name in set(dir(np.ndarray)) | {"__round__", "__trunc__", "__floor__", "__ceil__"}:
    if _name not in ATTRIBUTES:
        setattr(Guarded, _name, _forbidden(_name))


def boxed(number: Any) -> Guarded:
    """A number as an array without axes."""
    box = np.empty((), dtype=object)
    box[()] = fmpq(number) if type(number) in (int, Scalar) else number
    return box.view(Guarded)


def guarded(x: Any) -> Any:
    """An array of exact numbers, or such a number, guarded; an array of integers as it is."""
    x = plain(x)
    if type(x) is np.ndarray:
        return x.view(Guarded) if x.dtype == object else x
    return x if type(x) is Guarded else boxed(x)


def inside(side: Any) -> Any:
    """A side's numbers as verifiers compare them."""
    side = plain(side)
    if isinstance(side, (list, tuple)):
        entries = [np.asanyarray(entry) for entry in side]
        if any(entry.dtype.kind == "f" for entry in entries):
            entries = [entry.astype(float) for entry in entries]
        return inside(np.stack(entries)) if side else np.empty(0, dtype=object)
    if type(side) is Fraction:
        return as_rational(side)
    if type(side) is np.ndarray and side.dtype == object:
        kinds = set(map(type, side.ravel().tolist()))
        if Fraction in kinds:
            return side.astype(float) if kinds & {float, np.float64} else rationals(side)
    return opened(side)


def powers(x: Any, k: Any) -> tuple[Any, Any]:
    """A base and its exponent as NumPy takes them: integers, also those that are numbers of the run, such as t."""
    if type(k) is int:
        base, exponents = bare(x), powered(k)
    else:
        exponents = opened(np.array(not_wrapped(k) if is_whole(k) else k, dtype=object)).copy()
        exponents.ravel()[:] = [exponent(entry) for entry in exponents.ravel().tolist()]
        base = rationals(np.asarray(x)) if is_whole(x) else bare(x)
    if not np.all(exponents):
        REFUSE_UNDEFINED(base, exponents)
    return base, exponents


def bare(x: Any) -> Any:
    """What NumPy computes with at full speed: the entries of a guarded array, integers and rationals."""
    x = plain(x)
    kind = type(x)
    if kind is Guarded:
        return x.view(np.ndarray)
    if kind is Fraction or kind is Scalar:
        return as_rational(x)
    if kind is int or kind is fmpq or x is None:
        return x
    if is_whole(x):
        return not_wrapped(x)
    if kind in (list, tuple):
        return kind(map(bare, x))
    if kind is np.ndarray and x.dtype == object:
        return rationals(x)
    return x if kind in (str, slice, range) or x is Ellipsis else stranger(x)


def numbers(x: Any) -> Any:
    """What is under the guard, with rationals for integers in arrays, in which an int / int would be a float."""
    if isinstance(x, (list, tuple)):
        return [rationals(np.array(each, dtype=object)) if is_listed(each) else numbers(each) for each in x]
    return rationals(not_wrapped(x)) if isinstance(x, np.ndarray) and is_whole(x) else bare(x)


def is_listed(x: Any) -> bool:
    """Whether it is a number, or a list of numbers as an author writes it."""
    return type(x) in EXACT or (isinstance(x, (list, tuple)) and all(map(is_listed, x)))


def rationals(x: np.ndarray) -> np.ndarray:
    """An array of integers and rationals; any other number in one has been taken out of its guard."""
    found = np.empty(x.shape, dtype=object)
    found.ravel()[:] = [as_rational(entry) for entry in x.ravel().tolist()]
    return found


def as_rational(x: Any) -> fmpq:
    if type(x) not in EXACT:
        stranger(x)
    return to_fmpq(x)


def inexact(side: Any, authored: bool = False) -> str:
    """What makes a side inexact, in words; '' where nothing does."""
    side = plain(side)
    if isinstance(side, (list, tuple)):
        return next(filter(None, (inexact(part, authored) for part in side)), "")
    if isinstance(side, np.ndarray) and type(side) is not Guarded and side.dtype == object:
        side = next((entry for entry in side.ravel().tolist() if type(entry) not in EXACT), 0)
        return f"{described(side)}; {remedy(side)}" if type(side) is not int else ""
    if type(side) is Guarded or type(side) in EXACT or is_whole(side):
        return WRAPPED if may_wrap(side) else MACHINE if authored and isinstance(side, np.generic) else ""
    return f"{described(side)}; {remedy(side)}"
