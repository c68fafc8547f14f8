"""Forms in letters, of degree 2 at most, with rational factors: a step that runs on letters shows whether it is affine.

`+ − * / @` by numbers, and a product of two letters; every other operation on a letter raises NotAffine.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat
from lemmacheck.verifiers.numbers.monomial import Subtracted
from lemmacheck.verifiers.numbers.rational import Rational

ZERO = fmpq(0)
Terms = dict[tuple[int, ...], fmpq]


class NotAffine(ArithmeticError):
    """What is done with letters is no form of degree 2 in them, or of degree 1 where that is asked for."""


class Form(Subtracted):
    """A sum of multiples of 1, letters and products of two: `terms` has a factor for each () or (i,) or (i, j)."""

    __slots__ = ("terms",)

    def __init__(self, terms: Terms) -> None:
        self.terms = {letters: factor for letters, factor in terms.items() if factor}

    def __add__(self, other: Any) -> Form:
        theirs = terms_of(other)
        return Form({k: self.terms.get(k, ZERO) + theirs.get(k, ZERO) for k in {**self.terms, **theirs}})

    __radd__ = __add__

    def __neg__(self) -> Form:
        return self * -1

    def __mul__(self, other: Any) -> Form:
        product: Terms = {}
        for mine, a in self.terms.items():
            for theirs, b in terms_of(other).items():
                letters = tuple(sorted(mine + theirs))
                if len(letters) > 2:
                    raise NotAffine
                product[letters] = product.get(letters, ZERO) + a * b
        return Form(product)

    __rmul__ = __mul__

    def __pow__(self, power: Any) -> Form:
        return self * self if power == 2 else self._refused()

    def __truediv__(self, other: Any) -> Form:
        return self * (1 / constant(other))

    def __repr__(self) -> str:
        return f"Form({self.terms})"

    def _refused(self, *_: Any) -> Any:
        raise NotAffine

    __lt__ = __le__ = __gt__ = __ge__ = __abs__ = __rtruediv__ = __float__ = __bool__ = _refused
    __eq__ = __ne__ = __hash__ = _refused  # type: ignore[assignment]


def terms_of(x: Any) -> Terms:
    return x.terms if isinstance(x, Form) else {(): constant(x)}


def constant(x: Any) -> fmpq:
    """A number that is no letter."""
    if isinstance(x, Form):
        if set(x.terms) - {()}:
            raise NotAffine
        return x.terms.get((), ZERO)
    if not isinstance(x, (int, fmpq)):
        raise NotAffine
    return fmpq(x)


def letters(count: int) -> list[Form]:
    """L_1, …, L_count."""
    return [Form({(i,): fmpq(1)}) for i in range(1, count + 1)]


def row(x: Any, count: int) -> list[fmpq]:
    """The factors of 1 and of each of so many letters in an affine form."""
    terms = terms_of(x)
    if any(len(letters) > 1 for letters in terms):
        raise NotAffine
    return [terms.get((i,) if i else (), ZERO) for i in range(count + 1)]


def square(x: Any, count: int) -> fmpq_mat:
    """The symmetric G with x = (1, L)ᵀG(1, L)."""
    G = fmpq_mat(count + 1, count + 1)
    for letters, factor in terms_of(x).items():
        i, j = (*(0 for _ in range(2 - len(letters))), *letters)
        G[i, j] += factor / 2
        G[j, i] += factor / 2
    return G


LETTERS = Rational("ball")  # by its name no step knows it


def flat(state: Any) -> list[Any]:
    """The numbers of a state, in the order of its fields."""
    return [x for part in state for x in np.asarray(part, dtype=object).view(np.ndarray).ravel()]


def make_of(state: Any) -> Any:
    """The structure of a state without its numbers: its kind, that of each tuple in it, and the shapes of its
    arrays."""
    return (type(state), *map(make_of, state)) if isinstance(state, (tuple, list)) else np.shape(state)


def shaped(state: Any, numbers: list[Any], made: Callable[[Any], Any] = lambda x: x) -> Any:
    """A state of the same fields and shapes, with other numbers."""
    left = iter(numbers)
    parts = []
    for part in state:
        entries = np.empty(np.shape(part), dtype=object)
        entries.ravel()[:] = [next(left) for _ in range(entries.size)]
        parts.append(made(entries if entries.ndim else entries[()]))
    return type(state)(*parts)
