"""sympy expressions: one step from an arbitrary symbolic state, through the same source lines."""

from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy
from lemmacheck.verifiers.numbers.ball import along, elementwise, pairwise, vectors


@dataclass(frozen=True)
class Symbolic:
    """Real symbols and their expressions; the maximum of a row is left as it stands."""

    name: str = "symbolic"

    def active(self) -> Any:
        return nullcontext()

    def number(self, value: Any) -> Any:
        return sympy.sympify(value)

    def array(self, values: Any) -> np.ndarray:
        return elementwise(self.number, np.array(values, dtype=object))

    def exp(self, x: Any) -> Any:
        return elementwise(sympy.exp, x)

    def log(self, x: Any) -> Any:
        return elementwise(sympy.log, x)

    def sqrt(self, x: Any) -> Any:
        return elementwise(sympy.sqrt, x)

    def root_of_squares(self, x: Any) -> Any:
        return self.sqrt(x)

    def maximum(self, x: np.ndarray) -> Any:
        return along(lambda row: sympy.Max(*row), x)

    def anchor(self, x: np.ndarray) -> Any:
        return self.maximum(x)

    def first_largest(self, x: np.ndarray) -> np.ndarray:
        return vectors(_first_largest, x)

    def ratio(self, a: Any, b: Any) -> Any:
        return pairwise(lambda x, y: sympy.S.Zero if x == 0 and y == 0 else x / y, a, b)

    def xlogx(self, x: Any) -> Any:
        return elementwise(lambda entry: entry * sympy.log(entry) if entry != 0 else sympy.S.Zero, x)

    def exprel(self, x: Any) -> Any:
        return elementwise(lambda entry: (sympy.exp(entry) - 1) / entry if entry != 0 else sympy.S.One, x)

    def logrel(self, x: Any) -> Any:
        return elementwise(lambda entry: sympy.log(1 + entry) / entry if entry != 0 else sympy.S.One, x)


def _first_largest(row: list[Any]) -> list[Any]:
    """The indicator of the first largest entry."""
    ahead = [
        [*(entry > other for other in row[:k]), *(entry >= other for other in row[k + 1 :])]
        for k, entry in enumerate(row)
    ]
    return [sympy.Piecewise((1, sympy.And(*relations)), (0, True)) for relations in ahead]
