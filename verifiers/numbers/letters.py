"""Forms in letters, of degree 2 at most, with rational factors: a step that runs on letters shows whether it is affine.

`+ − * / @` by numbers, and a product of two letters; of a product of more nothing is known, nor of what is made of it.
Every other operation on a letter raises NotAffine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat
from lemmacheck.verifiers.numbers.monomial import Subtracted
from lemmacheck.verifiers.numbers.rational import Rational
from lemmacheck.verifiers.numbers.scalar import known

ZERO, MANY = fmpq(0), (0, 0, 0)  # the key of a product of more than two letters
LARGEST = 10  # powers
Terms = dict[tuple[int, ...], fmpq]


class NotAffine(ArithmeticError):
    """What is done with letters is no form of degree 2 in them, or of degree 1 where that is asked for."""


class Form(Subtracted):
    """A sum of multiples of 1, letters and products of two: `terms` has a factor for each () or (i,) or (i, j). With
    MANY it is unknown, and two that are unknown never cancel."""

    __slots__ = ("terms",)

    def __init__(self, terms: Terms) -> None:
        self.terms = {letters: factor for letters, factor in terms.items() if factor}

    def __add__(self, other: Any) -> Form:
        if isinstance(other, np.ndarray):  # which meets it entry by entry
            return NotImplemented
        theirs = terms_of(other)
        if MANY in self.terms or MANY in theirs:
            return Form({MANY: fmpq(1)})
        return Form({k: self.terms.get(k, ZERO) + theirs.get(k, ZERO) for k in {**self.terms, **theirs}})

    __radd__ = __add__

    def __neg__(self) -> Form:
        return self * -1

    def __mul__(self, other: Any) -> Form:
        if isinstance(other, np.ndarray):
            return NotImplemented
        product: Terms = {}
        for mine, a in self.terms.items():
            for theirs, b in terms_of(other).items():
                letters = tuple(sorted(mine + theirs))
                if len(letters) > 2:
                    return Form({MANY: fmpq(1)})
                product[letters] = product.get(letters, ZERO) + a * b
        return Form(product)

    __rmul__ = __mul__

    def __pow__(self, power: Any) -> Form:
        return reduce(Form.__mul__, [self] * power) if power in range(2, LARGEST) else self._refused()

    def __truediv__(self, other: Any) -> Form:
        if isinstance(other, np.ndarray):
            return NotImplemented
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
    number = known(x)
    if not isinstance(number, (int, fmpq)):
        raise NotAffine
    return fmpq(number)


def letters(count: int) -> list[Form]:
    """L_1, …, L_count."""
    return [Form({(i,): fmpq(1)}) for i in range(1, count + 1)]


def row(x: Any, count: int) -> list[fmpq] | None:
    """The factors of 1 and of each of so many letters in an affine form; None of any other."""
    terms = terms_of(x)
    if any(len(letters) > 1 for letters in terms):
        return None
    return [terms.get((i,) if i else (), ZERO) for i in range(count + 1)]


def closed(rows: Sequence[list[fmpq] | None]) -> list[int]:
    """The letters, from 1 on, whose rows are affine in these letters alone."""
    known = {i: one for i, one in enumerate(rows, 1) if one is not None}
    while left := [i for i, one in known.items() if any(c and j not in known for j, c in enumerate(one[1:], 1))]:
        for i in left:
            del known[i]
    return list(known)


def among(G: fmpq_mat, kept: Sequence[int]) -> fmpq_mat:
    """A form in some of the letters, if it has no others."""
    places = [0, *kept]
    if any(x for i, r in enumerate(G.tolist()) for j, x in enumerate(r) if i not in places or j not in places):
        raise NotAffine
    return fmpq_mat([[G[i, j] for j in places] for i in places])


def square(x: Any, count: int) -> fmpq_mat:
    """The symmetric G with x = (1, L)ᵀG(1, L)."""
    G = fmpq_mat(count + 1, count + 1)
    for letters, factor in terms_of(x).items():
        if letters == MANY:
            raise NotAffine
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
