"""The operations that exact arithmetic forbids an author's code, in words, each with a remedy."""

from typing import Any, NoReturn

import numpy as np
from lemmacheck.theory.core.machine import MACHINE, WRAPPED, may_wrap
from lemmacheck.theory.core.shared import TO_LOOK
from lemmacheck.theory.core.whole import plain
from lemmacheck.verifiers.numbers.refusal import of_an_author, refuse

INSTEAD = {  # p is the problem: what start and step are given, run.problem in a claim
    "sqrt": "p.sqrt(x)",
    "exp": "p.exp(x)",
    "log": "p.log(x)",
    "sign": "p.sign(x)",
    "norm": "p.norm(x)",
    "mean": "x.sum(-1) / n",
    "maximum": "p.positive_part(x - y) + y",
    "minimum": "y - p.positive_part(y - x)",
    "clip": "p.clamp(x, low, high)",
    "max": "p.maximum(x), along the last axis",
    "min": "p.minimum(x), along the last axis",
    "where": 'p.where(a, "<=", b, x, y)',
    "heaviside": "p.at_least_zero(x)",
    "argmax": "p.first_largest(x), which is 1 at the first largest entry and 0 elsewhere",
    "inv": "exact.inverse(A), in of()",
    "solve": "exact.solve(A, b), in of()",
    "lstsq": "exact.least_squares(A, b), in of()",
    "eigvalsh": "exact.eigenvalue_bounds(A), in of()",
    "svd": "exact.eigenvalue_bounds(A.T @ A), in of()",
    **{
        f"{kind}imum.accumulate": f"run.recurrence(x[0], lambda t, m: p.where(m, '{sign}', x[t], m, x[t]))"
        for kind, sign in (("min", "<="), ("max", ">="))
    },
    "sort": "nothing that sorts: which entry is larger may be undecided",
    "__setitem__": "x + c * e with a unit vector e, or np.stack or np.concatenate to put entries together",
}
TOLD = {
    "__str__": "text", "__format__": "text", "__hash__": "hash", "__bytes__": "bytes", "__reduce__": "pickle",
    "__reduce_ex__": "pickle", "__getstate__": "pickle",
}  # fmt: skip
OTHERWISE = "it with + - * / ** and the functions of the problem"
COMPARISONS = frozenset("less less_equal greater greater_equal equal not_equal".split())  # noqa: SIM905
MOST = 10**6  # of an exponent: a fraction to such a power has a million digits and more
LIMIT = "exponents go up to 10**6; write run.exp(k * run.log(x))"
IN_PLACE = "x += y and its like change an array in place, which others read; write x = x + y, which makes another"


def forbid(name: str) -> NoReturn:
    """Refuse an operation that exact numbers do not have, with the remedy."""
    if name in COMPARISONS:
        refuse(
            "numbers of a run are compared in Python; state it with at_most, at_least, below, above or equal, "
            "and write p.where(a, '<=', b, x, y) for a branch"
        )
    if name == "__bool__":
        refuse("a number of a run is asked for its truth; write it with p.positive_part or p.at_least_zero")
    if name in ("__float__", "__int__", "__complex__", "__index__", "astype", "item", "tolist"):
        refuse(f"{name.strip('_')}(x) takes a number out of exact arithmetic; compute with x itself")
    if name in TOLD:
        asked = f"a number of a run is asked for its {TOLD[name]}, on which nothing may turn"
        refuse(f"{asked}; compute with x itself{TO_LOOK}")
    if name.startswith("__i"):
        refuse(IN_PLACE)
    plain = name.replace("imum.reduce", "")  # np.maximum.reduce is np.max
    refuse(f"{name} does not work on exact numbers; write {INSTEAD.get(plain, OTHERWISE)}")


def is_whole(x: Any) -> bool:
    return type(x) is int or getattr(getattr(x, "dtype", None), "kind", "") in tuple("iu")


def not_wrapped(x: Any) -> Any:
    """Machine integers, if they are small: a large one may have overflowed without a word, and so may any single one
    that an author's code has computed."""
    if may_wrap(x):
        refuse(WRAPPED)
    if of_an_author() and isinstance(x, np.generic):
        refuse(MACHINE)
    return plain(x)


def powered(power: int) -> int:
    """An exponent of exact numbers, unless no machine has room for what it makes."""
    if abs(power) > MOST:
        refuse(f"the power {shortly(power)} is too large for exact numbers; {LIMIT}")
    return power


def shortly(k: int) -> str:
    """An integer, or of which order it is: Python writes out no long ones."""
    return str(k) if abs(k) < 10**12 else f"{'-' * (k < 0)}2^{abs(k).bit_length() - 1} or more"


def stranger(x: Any) -> NoReturn:
    """Refuse an operand that is no number of exact arithmetic."""
    refuse(f"{described(x)} meets an exact number; {remedy(x)}")


CALLED = {"f": "float", "b": "truth value", "c": "complex number"}


def kind_of(x: Any) -> str:
    """A float, a truth value, a complex number, or an array of them; else nothing."""
    dtype = getattr(x, "dtype", None) or (np.dtype(type(x)) if isinstance(x, (bool, float, complex)) else None)
    return CALLED.get(dtype.kind, "") if dtype is not None else ""


def described(x: Any) -> str:
    """The description of an operand."""
    kind = kind_of(x)
    if not kind:
        return f"a {type(x).__name__}" if fields_of(x) else f"a {type(x).__name__} that is not guarded"
    return f"an array of {kind}s" if np.ndim(x) else f"the {kind} {x}"


def fields_of(x: Any) -> tuple[str, ...]:
    """The fields of a state."""
    return getattr(x, "_fields", ()) if isinstance(x, tuple) else ()


def remedy(x: Any) -> str:
    """The replacement to write."""
    if fields := fields_of(x):
        return f"write one of its fields, such as s.{fields[-1]} in run.each(lambda s: run.problem.f(s.{fields[-1]}))"
    if kind_of(x) == "float":
        return "write Fraction(1, 3) for 1/3, or x / 3, and p.number(Fraction(1, 3)) ** run.t for a power"
    if kind_of(x):
        return "write it with p.at_least_zero, or as a relation of its own"
    return "np.asarray and np.array drop the guard, np.stack keeps it"
