"""Numbers as plain text between the process of an author's code and the one that judges: JSON, and nothing else.

    "p/q"                        a rational number
    ["b", m, e, r, f]            the ball m·2ᵉ ± r·2ᶠ; ["b"] one that is not finite
    ["m", c, r, s], ["l", …]     c·√r·eˢ, and m·(a + b·ln r)
    ["f", hex]                   a double
    {"f": base64, "shape": …}    an array of doubles;  {"x": […], "shape": …} an array of the others

A number is what its type says, never a subclass of it: what is sent is what is judged, and no code travels.
"""

import base64
from fractions import Fraction
from typing import Any

import numpy as np
from flint import arb, fmpq, fmpz
from lemmacheck.verifiers.numbers.ball import to_fmpq
from lemmacheck.verifiers.numbers.logarithm import Logarithm
from lemmacheck.verifiers.numbers.monomial import Monomial


class NoNumber(TypeError):
    """A value that is neither a number nor an array of numbers."""


def packed(value: Any) -> Any:
    """A number or an array of numbers; NoNumber for anything else."""
    if type(value) is np.ndarray:
        shape = list(value.shape)
        if value.dtype.kind == "f":
            return {"f": base64.b64encode(np.ascontiguousarray(value, dtype=float).tobytes()).decode(), "shape": shape}
        return {"x": [number(entry) for entry in value.ravel().tolist()], "shape": shape}
    return number(value)


def number(value: Any) -> Any:
    """One number."""
    kind = type(value)
    if kind is arb:
        return ball(value)
    if kind in (int, Fraction, fmpq, fmpz):
        return str(value)
    if kind is float or kind in (np.float64, np.float32):
        return ["f", float(value).hex()]
    if kind in (np.int64, np.int32):
        return str(int(value))
    if kind is Monomial:
        return ["m", str(value.c), str(value.r), str(value.s)]
    if kind is Logarithm:
        return ["l", number(value.m), str(value.a), str(value.b), str(value.r)]
    raise NoNumber(f"a {kind.__name__}")


def ball(value: arb) -> list[Any]:
    """A ball, exactly."""
    if not value.is_finite():
        return ["b"]
    (m, e), (r, f) = value.mid().man_exp(), value.rad().man_exp()
    return ["b", str(m), int(e), str(r), int(f)]


def unpacked(sent: Any) -> Any:
    """The number or the array that was sent."""
    if isinstance(sent, dict):
        shape = tuple(map(int, sent["shape"]))
        if "f" in sent:
            return np.frombuffer(base64.b64decode(sent["f"])).reshape(shape).copy()
        return np.array([one(entry) for entry in sent["x"]], dtype=object).reshape(shape)
    return one(sent)


def one(sent: Any) -> Any:
    """One number."""
    if isinstance(sent, str):
        return to_fmpq(Fraction(sent))
    kind, *parts = sent
    if kind == "f":
        return float.fromhex(*parts)
    if kind == "m":
        return Monomial(*(to_fmpq(Fraction(part)) for part in parts))
    if kind == "l":
        m, *rest = parts
        return Logarithm(one(m), *(to_fmpq(Fraction(part)) for part in rest))
    if not parts:
        return arb("nan")
    m, e, r, f = parts
    return arb((int(m), int(e)), (int(r), int(f)))
