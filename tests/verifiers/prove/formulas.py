"""Formulas of terms, each read twice: by the operators of proofs, and on numbers, as what they stand for."""

from collections.abc import Callable
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
from flint import fmpq
from lemmacheck.verifiers.prove.terms import COLUMNS, ROWS, Term, Universe

from tests.verifiers.prove.reading import value as at_letters

Z = np.array([[0.3, -0.7], [0.5, 0.2], [-0.4, 0.9]])
NUMBERS: dict[str, Any] = {
    "x": 0.7, "y": 1.9, "z": -1.3, "a": np.array([0.2, 0.3, 0.5]), "b": np.array([-0.6, 1.4, 0.8]),
    "w": np.array([0.9, -1.1]), "v": np.array([0.35, 2.0]),
}  # fmt: skip
SIZE = {ROWS: 3, COLUMNS: 2}


class Numeric:
    """The operators on numbers: what they stand for."""

    exp, log, sqrt = np.exp, np.log, np.sqrt

    @staticmethod
    def total(x: Any, space: str) -> Any:
        return np.broadcast_to(x, SIZE[space]).sum()

    @staticmethod
    def carried(x: Any, space: str) -> Any:
        return (Z.T if space == ROWS else Z) @ np.broadcast_to(x, SIZE[space])

    @staticmethod
    def at_place(x: Any, space: str) -> Any:
        return np.broadcast_to(x, SIZE[space])[0]

    @staticmethod
    def function(name: str, *x: Any, whole: str | None = None, **_: Any) -> Any:
        return FUNCTIONS[name](*(np.broadcast_to(each, SIZE[whole]) if whole else each for each in x))

    @staticmethod
    def homogeneous(name: str, x: Any, degree: int, space: str) -> Any:
        return FUNCTIONS[name](np.broadcast_to(x, SIZE[space]))


FUNCTIONS: dict[str, Any] = {"max": np.max, "‖·‖²": lambda x: x @ x, "ℓ": lambda x: np.exp(x), "ratio": np.divide}


def value(term: Term, letters: dict[str, Any] = NUMBERS) -> Any:
    return at_letters(term, Z, letters)


def letters(u: Universe) -> Any:
    return SimpleNamespace(x=u.symbol("x", positive=True), y=u.symbol("y", positive=True), z=u.symbol("z"),
        a=u.symbol("a", ROWS, nonnegative=True, total=1), b=u.symbol("b", ROWS), w=u.symbol("w", COLUMNS),
        v=u.symbol("v", COLUMNS), u=u)  # fmt: skip


Formula = Callable[[Any, Any], Any]
FORMULAS: dict[str, Formula] = {
    "a rational function": lambda o, s: (s.x + s.y) ** 3 / (s.x - s.y) ** 2 - 2 / s.z + 3,
    "a fraction in another's terms": lambda o, s: 1 / (s.x * s.y) + 1 / (s.x * s.z) - s.y / (2 * s.x),
    "numbers of every kind": lambda o, s: 2 - s.x - s.y * Fraction(1, 3) + 4 / s.y - (s.z + fmpq_like(o, 5, 7)),
    "negative powers": lambda o, s: (s.x * s.y) ** -2 + s.z**-1 + s.x**0,
    "a root by itself": lambda o, s: o.sqrt(s.x + 1) * o.sqrt(s.x + 1) * s.x,
    "powers of a root": lambda o, s: (1 + o.sqrt(s.x + 1)) ** 5 + o.sqrt(s.x + 1) ** 3,
    "a root above and below": lambda o, s: (2 + o.sqrt(s.x + 1)) / o.sqrt(s.x + 1),
    "a root in a denominator's sum": lambda o, s: s.z / (2 + o.sqrt(s.x + 1) ** 2 * s.y),
    "a root added below": lambda o, s: 1 / (2 + o.sqrt(s.x + 1)) + 1 / (1 + o.sqrt(s.x + 1)) ** 2,
    "two roots": lambda o, s: (o.sqrt(s.x + 1) + o.sqrt(s.y + 2)) ** 2 / (o.sqrt(s.x + 1) * o.sqrt(s.y + 2)),
    "the root of a product": lambda o, s: o.sqrt(s.x**3 * s.y**2) + o.sqrt(s.x**-3) + o.sqrt(s.y / s.x**2),
    "the root of a number": lambda o, s: o.sqrt(s.x * 0 + Fraction(4, 9)) + o.sqrt(8 + 0 * s.x) + o.sqrt(0 * s.x),
    "the root of a number times": lambda o, s: o.sqrt(9 * s.x) + o.sqrt(s.x * Fraction(2, 9)),
    "the root of a square of any sign": lambda o, s: o.sqrt(s.z**2 * s.x) + o.sqrt(s.z**4),
    "the root of an exponential": lambda o, s: o.sqrt(s.x**2 * o.exp(2 * s.z)) + o.sqrt(o.exp(s.z) * (s.x + s.y)),
    "the root of a sum of exponentials": lambda o, s: o.sqrt(o.exp(s.x) + o.exp(s.z)) ** 2 + o.sqrt(1 + o.exp(s.z)),
    "a logarithm of a product": lambda o, s: o.log(s.x * s.y**2 / (s.x + 1)) + o.log(s.x / s.y) + o.log(3 / s.x**2),
    "a logarithm of an exponential": lambda o, s: o.log(o.exp(s.z) * s.x) + o.log(o.exp(s.x)) + o.log(1 + 0 * s.x),
    "a logarithm of a sum": lambda o, s: o.log(o.exp(s.x) + o.exp(s.y)) + o.log((s.x + s.y) * s.x),
    "a logarithm of a square": lambda o, s: o.log(s.z**2) + o.log(-s.z * s.x),
    "an exponential of logarithms": lambda o, s: o.exp(2 * o.log(s.x) - o.log(s.y + 1) * 3 + s.z),
    "an exponential of a part of a logarithm": lambda o, s: o.exp(o.log(s.x) / 2) + o.exp(o.log(s.x) * s.y),
    "an exponential of a power of it": lambda o, s: o.exp(o.log(s.x) ** 2) + o.exp(-o.log(s.x) / s.y),
    "exponentials": lambda o, s: o.exp(s.x) * o.exp(s.y) / o.exp(s.z) - o.exp(s.z) ** -2 + o.exp(s.z) * o.exp(-s.z),
    "sums of exponentials": lambda o, s: (o.exp(s.x) + o.exp(s.z)) ** 2 + 1 / (o.exp(s.x) + 1),
    "an exponential of one": lambda o, s: o.exp(o.exp(s.z)) * o.exp(s.x / s.y),
    "known sums": lambda o, s: o.total(s.a, ROWS) + o.total(s.z + 0 * s.b, ROWS) + o.total(s.x + 0 * s.w, COLUMNS),
    "sums": lambda o, s: o.total(s.a * s.b + 2 * s.b, ROWS) * s.z + o.total(s.w, COLUMNS) / s.x,
    "a sum of twice a part": lambda o, s: o.total(3 * s.a - s.z * s.a + s.b**2, ROWS),
    "sums of exponentials of components": lambda o, s: (o.total(s.b * o.exp(s.a + s.z), ROWS)
        + o.total(o.exp(s.b), ROWS)),
    "sums of quotients": lambda o, s: o.total(s.z / (1 + s.b**2), ROWS) + o.total(s.b / (s.x + 3), ROWS),
    "sums of quotients of exponentials": lambda o, s: o.total(s.a / (o.exp(s.b) + 1), ROWS),
    "a quotient and an exponential": lambda o, s: o.total(o.exp(s.b + s.x) / (2 + s.a), ROWS),
    "an exponent with a quotient": lambda o, s: o.total(o.exp(s.a / (1 + s.a)) + o.exp(s.b / s.x), ROWS),
    "Z on sums": lambda o, s: o.carried(2 * s.a + s.z * s.b, ROWS) + s.w,
    "Z on products": lambda o, s: o.carried(s.a * s.b + o.exp(s.b) * o.exp(s.x), ROWS) + o.carried(s.a**2, ROWS),
    "Z on quotients": lambda o, s: o.carried(s.z / (1 + s.b**2), ROWS),
    "Z on components in exponents": lambda o, s: o.carried(s.b * o.exp(s.b * s.z), ROWS),
    "Z often": lambda o, s: o.carried(o.carried(o.carried(o.carried(s.b, ROWS), COLUMNS), ROWS), COLUMNS),
    "Z on Z with more": lambda o, s: (o.carried(o.carried(s.w, COLUMNS) * s.a, ROWS)
        + o.carried(o.carried(s.w, COLUMNS) ** 2, ROWS)),
    "inner products": lambda o, s: o.total(s.a * o.carried(s.w, COLUMNS), ROWS) - o.total(s.w * s.v, COLUMNS),
    "squares through Z": lambda o, s: (o.total(o.carried(s.w, COLUMNS) ** 2, ROWS)
        + o.total(o.carried(s.a, ROWS) * o.carried(s.b, ROWS), COLUMNS)),
    "words of two lengths":
        lambda o, s: o.total(o.carried(s.b, ROWS) * o.carried(o.carried(s.w, COLUMNS), ROWS), COLUMNS),
    "a word and other factors": lambda o, s: o.total(s.a * s.b * o.carried(s.w, COLUMNS) * o.exp(s.b), ROWS),
    "powers of words": lambda o, s: (o.total(s.a * o.carried(s.w, COLUMNS) ** 2, ROWS)
        + o.total(o.carried(s.w, COLUMNS) ** 3, ROWS) + o.total(o.exp(s.b) * o.carried(s.w, COLUMNS) ** 2, ROWS)),
    "a product of three words": lambda o, s: o.total(o.carried(s.w, COLUMNS) ** 2 * o.carried(s.v, COLUMNS), ROWS),
    "first components": lambda o, s: o.at_place(s.x * s.b + s.a**2, ROWS) * o.at_place(s.w, COLUMNS),
    "a first component of a quotient": lambda o, s: o.at_place(s.z / (1 + s.b**2) + o.exp(s.b) * s.y, ROWS),
    "a first component of a word": lambda o, s: o.at_place(o.carried(s.w + s.v, COLUMNS) * s.b, ROWS),
    "a function of a vector": lambda o, s: o.function("max", s.b * s.x, whole=ROWS) + s.z,
    "a function of components": lambda o, s: o.total(o.function("ℓ", s.b * s.x), ROWS) + o.function("ratio", s.x, s.z),
    "a square of vectors": lambda o, s: o.homogeneous("‖·‖²", s.x * s.b + s.x**2 * s.a, 2, ROWS),
    "a square over a scalar": lambda o, s: o.homogeneous("‖·‖²", s.b / (s.x * s.y**2), 2, ROWS),
    "a square of positive components": lambda o, s: o.homogeneous("‖·‖²", o.function("ℓ", s.b) * s.b, 2, ROWS),
}  # fmt: skip


def fmpq_like(o: Any, p: int, q: int) -> Any:
    return p / q if o is Numeric else fmpq(p, q)
