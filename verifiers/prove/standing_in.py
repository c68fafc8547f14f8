"""What `of` asks of exact numbers and a proof does not read, such as the least of them, on letters.

A formula, such as Python's sum of a vector, is read as one. What else Python or NumPy makes of letters is a thing of
which nothing is known, and so is what is made of that: a lemma that does not read it is proved all the same. None of
these functions may be given an array, which it might change.
"""

import builtins
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

import numpy as np
from lemmacheck.theory.core.shared import authored
from lemmacheck.theory.core.whole_numpy import original
from lemmacheck.verifiers.prove.refusals import Closed, Refused, Unread

FORMULAS: dict[Any, Callable[..., Any]] = {
    sum: lambda x: x.sum(-1 if len(x.axes) == 1 else 0),
    len: lambda x: x.sizes()[0],
    Fraction: lambda a, b=1: a / b,
    np.sum: lambda x, axis=None: x.sum(axis),
    **dict.fromkeys((np.dot, np.matmul), lambda x, y: x @ y),
    np.abs: abs,
    np.negative: lambda x: -x,
    np.square: lambda x: x * x,
    np.transpose: lambda x: x.T,
}
BY_NUMPY = """all allclose amax amin any arange argmax argmin argsort array_equal atleast_1d atleast_2d
    average ceil clip column_stack cross cumprod diag diagonal diff einsum eye fabs fix flip floor fmax fmin
    full hstack identity inner kron max maximum mean median min minimum nonzero ones outer partition
    percentile prod ptp rint round sign sort squeeze take tensordot trace tril triu trunc unique var vdot
    vstack where zeros""".split()  # noqa: SIM905
OTHERS = (max, min, round, sorted, *(getattr(np, name) for name in BY_NUMPY))
STOOD_FOR = frozenset(map(id, (*FORMULAS, *OTHERS)))  # none of them ever goes


def stood_for(x: Any) -> bool:
    """Whether it is a function that `of` may name though a proof knows nothing of it."""
    return id(original(x)) in STOOD_FOR


def on_letters(function: FunctionType, known: dict[Any, Any] | None = None) -> FunctionType:
    """An author's function of numbers alone, with those of Python and of NumPy that answer letters in their places; and
    so the functions of the author's that it names."""
    known = {} if known is None else known
    if function in known:
        return known[function]
    names: dict[str, Any] = {}
    found = FunctionType(function.__code__, names, function.__name__, function.__defaults__, function.__closure__)
    found.__kwdefaults__, found.__dict__ = function.__kwdefaults__, function.__dict__
    known[function] = found
    hidden = {name: one for name, one in vars(builtins).items() if stood_for(one)} | function.__globals__
    names |= {name: in_place_of(one, known) for name, one in hidden.items()}
    return found


def in_place_of(one: Any, known: dict[Any, Any]) -> Any:
    if isinstance(one, ModuleType) and one.__name__ in (np.__name__, "lemmacheck.theory.core.whole_numpy"):
        held: Mapping[str, Any] = vars(one)
        return SimpleNamespace(**{name: answering(x) if stood_for(x) else x for name, x in held.items()})
    if type(one) is FunctionType and authored(one):
        return on_letters(one, known)
    return answering(one) if stood_for(one) else one


def answering(function: Any) -> Callable[..., Any]:
    """The function, which answers letters as a formula, or with what is not read."""
    name = original(function).__name__

    def answered(*given: Any, **named: Any) -> Any:
        held = [*leaves_of((*given, *named.values()))]
        if not any(isinstance(x, Closed) for x in held):
            return function(*given, **named)
        if any(isinstance(x, np.ndarray) for x in held):
            raise Refused(f"{name}() is given letters and an array")
        if unread := [x for x in held if type(x) is Unread]:
            return Unread(unread[0].why)
        formula = FORMULAS.get(original(function))
        if formula is not None and not any(type(x) in (list, tuple) for x in given):
            try:
                return formula(*given, **named)
            except TypeError:  # with more than the formula takes, such as a start of a sum
                return Unread(f": it takes {name}() of more than an array")
        return function(*given, **named) if function is sum else Unread(f": it takes {name}()")

    return answered


def leaves_of(x: Any) -> Iterator[Any]:
    """The things in lists and tuples."""
    if type(x) in (list, tuple):
        for one in x:
            yield from leaves_of(one)
    else:
        yield x
