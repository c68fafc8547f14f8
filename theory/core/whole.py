"""Whole numbers: arrays of NumPy's integers that do not overflow.

NumPy computes with the machine's integers, which become others without a word where they have no room. A `Whole` holds
those below 2³¹, so that it is an index like any array; each operation on it is done in Python's integers, and what is
larger is an array of these.
"""

from collections.abc import Callable
from contextlib import suppress
from types import FunctionType
from typing import Any

import numpy as np
from lemmacheck.theory.core.machine import LARGE, MACHINE, may_wrap

INTEGERS = tuple("iu")
KINDS = tuple("biuO")  # of numbers, and of the truth of comparisons
ARRAYS = (list, np.ndarray)  # of operands, where a tuple may be axes
OF_INTEGERS = frozenset(
    one
    for one in vars(np).values()
    if isinstance(one, np.ufunc) and {f"{x * one.nin}->{x * one.nout}" for x in "lO"} <= {*one.types}
)  # what NumPy does to integers and makes integers of
MOVING = frozenset(
    """all allclose amax amin any apply_along_axis apply_over_axes arange argmax argmin argpartition argsort argwhere
    array array_equal array_equiv array_split asanyarray asarray ascontiguousarray astype atleast_1d atleast_2d
    atleast_3d bincount block broadcast_arrays broadcast_shapes broadcast_to can_cast choose clip column_stack
    common_type compress concat concatenate copy copyto count_nonzero delete diag diag_indices diag_indices_from
    diagflat diagonal digitize dsplit dstack dtype empty empty_like expand_dims extract eye fill_diagonal
    flatnonzero flip fliplr flipud fromfunction fromiter full full_like hsplit hstack identity in1d indices
    insert intersect1d isin ix_ lexsort matrix_rank matrix_transpose max maximum_sctype may_share_memory mean median
    meshgrid min min_scalar_type moveaxis ndim nonzero ones ones_like pad partition permute_dims place
    promote_types put put_along_axis putmask ravel ravel_multi_index repeat require reshape resize result_type
    roll rollaxis rot90 searchsorted select setdiff1d setxor1d shape size sort split squeeze stack swapaxes take
    take_along_axis tile transpose tri tril tril_indices tril_indices_from triu triu_indices
    triu_indices_from union1d unique unique_all unique_counts unique_inverse unique_values unravel_index unstack
    vsplit vstack where zeros zeros_like""".split()  # noqa: SIM905
)  # functions that make, move or choose entries and compute none


class Whole(np.ndarray):
    """An array of exact numbers, or of the truth of comparisons of them; its integers do not overflow."""

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        return computed(ufunc, method, inputs, options)

    def __array_function__(self, function: Callable[..., Any], types: Any, given: Any, options: Any) -> Any:
        return asked(function, *given, **options)

    def __getitem__(self, key: Any) -> Any:
        return marked(super().__getitem__(key))

    def __iter__(self) -> Any:
        return (self[k] for k in range(len(self)))

    def dot(self, *given: Any, **options: Any) -> Any:
        return asked(np.dot, self, *given, **options)


def _found(name: str) -> Callable[..., Any]:
    def of_an_array(self: Whole, *given: Any, **options: Any) -> Any:
        options = {key: wide(x) for key, x in options.items()}
        return marked(getattr(plain(self), name)(*map(wide, given), **options))

    return of_an_array


for _name in ("argmax", "argmin", "astype", "choose", "nonzero", "searchsorted"):  # no ufunc does what these do
    setattr(Whole, _name, _found(_name))


def plain(x: Any) -> Any:
    """A whole array as NumPy has it; what is none as it is."""
    return x.view(np.ndarray) if type(x) is Whole else x


def marked(x: Any) -> Any:
    """What NumPy has made, its integers as whole numbers, one as Python's."""
    if type(x) in (list, tuple):
        return type(x)(map(marked, x))
    if type(x) is np.ndarray and x.dtype.kind in KINDS:
        return x.view(Whole) if not may_wrap(x) else x.astype(object).view(Whole)
    return x.item() if issubclass(type(x), np.integer) else x


def settled(found: Any) -> Any:
    """What NumPy has made of Python's integers, as whole numbers: those below 2³¹ as integers of the machine."""
    if type(found) is np.ndarray and found.dtype == object:
        entries = found.ravel().tolist()
        small = entries and all(type(x) is int and -LARGE < x < LARGE for x in entries)
        return (found.astype(int) if small else found).view(Whole)
    return marked(found)


def pythons(x: Any) -> Any:
    """Integers as Python's."""
    if isinstance(x, np.integer):
        return x.item()
    x = np.array(x, dtype=object) if type(x) is range or (type(x) in (list, tuple) and listed(x)) else plain(x)
    return x.astype(object) if type(x) is np.ndarray and x.dtype.kind in INTEGERS else x


def listed(x: Any) -> bool:
    """Whether it is made of integers, or of arrays of these, alone."""
    if type(x) in (list, tuple, range):
        return all(map(listed, x))
    return type(x) is int or isinstance(x, np.integer) or getattr(getattr(x, "dtype", None), "kind", "") in INTEGERS


def of_floats(x: Any) -> bool:
    """Whether floats are among these numbers."""
    if isinstance(x, (list, tuple)):
        return any(map(of_floats, x))
    return isinstance(x, (float, complex)) or getattr(getattr(x, "dtype", None), "kind", "") in tuple("fc")


def as_floats(x: Any) -> Any:
    """Python's integers as floats, which other floats meet."""
    whole = type(x) is Whole and x.dtype == object and all(type(one) is int for one in x.ravel().tolist())
    return plain(x).astype(float) if whole else plain_parts(x)


def computed(ufunc: np.ufunc, method: str, inputs: Any, options: Any) -> Any:
    """An operation on numbers of which some are integers."""
    if method == "at":
        return in_place(ufunc, *inputs)
    into = options.pop("out", None)
    if any(map(of_floats, inputs)):
        inputs = map(as_floats, inputs)
    elif ufunc in OF_INTEGERS:
        without_integers(options)
        inputs = (pythons(inputs[0]), *inputs[1:]) if method == "reduceat" else map(pythons, inputs)
        if method in ("__call__", "outer"):  # which take a single integer of Python's for one of the machine
            inputs = [np.array(x, dtype=object) if type(x) is int else x for x in inputs]
    found = settled(getattr(ufunc, method)(*map(plain_parts, inputs), **options))
    return found if into is None else put(found, *into)


def in_place(ufunc: np.ufunc, array: Any, where: Any, *given: Any) -> None:
    """The operation on these entries, each as often as it is named."""
    found = pythons(array)
    ufunc.at(found, plain_parts(where), *map(pythons, given))
    put(settled(found), array)


def without_integers(options: dict[str, Any]) -> None:
    """Leave out of which integers of the machine the result is to be."""
    if options.get("dtype") is not None and np.dtype(options["dtype"]).kind in INTEGERS:
        del options["dtype"]


def put(found: Any, into: Any) -> Any:
    """The numbers in the place of others, if there is room for them."""
    if into.dtype.kind in INTEGERS and not np.can_cast(np.asarray(found).dtype, into.dtype):
        raise TypeError(MACHINE)
    plain(into)[...] = plain(found)
    return into


def asked(function: Callable[..., Any], *given: Any, **options: Any) -> Any:
    """What a function of NumPy's makes of these; unless it only moves integers, they are Python's."""
    if isinstance(function, np.ufunc):
        return computed(function, "__call__", given, options)
    if function.__name__ in MOVING:
        options = {name: wide(plain_parts(x)) for name, x in options.items()}
        return marked(function(*(wide(plain_parts(x)) for x in given), **options))
    options = {name: pythons(x) if isinstance(x, ARRAYS) else x for name, x in options.items()}
    if any(map(of_floats, (*given, *options.values()))):
        return marked(function(*map(as_floats, given), **{name: as_floats(x) for name, x in options.items()}))
    without_integers(options)
    first, rest = given[:1], given[1:]
    if function is np.polyval:  # which takes a number for an array
        rest = tuple(np.array(plain(x), dtype=object) for x in rest)
    exact = (*(pythons(x) for x in first), *(pythons(x) if isinstance(x, ARRAYS) else x for x in rest))
    try:
        return settled(function(*map(plain_parts, exact), **options))
    except (TypeError, AttributeError):
        found = function(*map(plain_parts, given), **options)
        if not of_floats(found):
            raise
        return found


def wide(x: Any) -> Any:
    """A type of integers, or its name, as one with room: of 64 bits with a sign, Python's for that without one."""
    if isinstance(x, (str, np.dtype)) or (isinstance(x, type) and issubclass(x, np.integer)):
        with suppress(TypeError, ValueError):  # a text that names no type
            kind = np.dtype(x)
            return np.dtype(object if kind == np.uint64 else np.int64) if kind.kind in INTEGERS else x
    return x


def plain_parts(x: Any) -> Any:
    """What is given to NumPy, with plain arrays in lists too; an author's function is given whole numbers."""
    if type(x) in (list, tuple):
        return type(x)(map(plain_parts, x))
    if type(x) is FunctionType:
        return lambda *given: x(*map(marked, given))
    return plain(x)
