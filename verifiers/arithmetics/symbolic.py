"""sympy expressions: one step from an arbitrary symbolic state, through the same source lines."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import sympy

from verifiers.arithmetics.ball import elementwise, pairwise


@dataclass(frozen=True)
class Symbolic:
    """Real symbols and their expressions; the maximum of a row is left as it stands."""

    name: str = "symbolic"

    def active(self) -> Any:
        return nullcontext()

    def number(self, value: Any) -> Any:
        if isinstance(value, Fraction):
            return sympy.Rational(value.numerator, value.denominator)
        return sympy.sympify(value)

    def array(self, values: Any) -> np.ndarray:
        return elementwise(self.number, np.array(values, dtype=object))

    def exp(self, x: Any) -> Any:
        return elementwise(sympy.exp, x)

    def log(self, x: Any) -> Any:
        return elementwise(sympy.log, x)

    def sqrt(self, x: Any) -> Any:
        return elementwise(sympy.sqrt, x)

    def maximum(self, x: np.ndarray) -> Any:
        rows = x.reshape(-1, x.shape[-1])
        tops = np.empty(len(rows), dtype=object)
        tops[:] = [sympy.Max(*row) for row in rows]
        return tops.reshape(x.shape[:-1]) if x.ndim > 1 else tops[0]

    def ratio(self, a: Any, b: Any) -> Any:
        return pairwise(lambda x, y: sympy.S.Zero if x == 0 and y == 0 else x / y, a, b)

    def xlogx(self, x: Any) -> Any:
        return elementwise(lambda entry: entry * sympy.log(entry) if entry != 0 else sympy.S.Zero, x)
