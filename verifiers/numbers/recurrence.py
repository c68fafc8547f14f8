"""Sequences with a linear recurrence: the shortest one, and whether all its modes die out, both exactly.

    shortest    Berlekamp and Massey over ℚ: of 2N terms, if an order of at most N is known to do
    dies_out    Schur and Cohn: every root has a modulus below 1
    radius      the largest modulus of a root, enclosed

A sequence whose shortest recurrence has a root of modulus at least 1 holds that mode, and does not tend to 0.
"""

from collections.abc import Sequence
from itertools import zip_longest
from math import lcm
from typing import Any

from flint import arb, fmpq, fmpz_poly


def shortest(terms: Sequence[fmpq]) -> list[fmpq]:
    """The monic polynomial of the shortest recurrence, leading coefficient first, without its roots at 0."""
    current, previous = [fmpq(1)], [fmpq(1)]
    gap, last = 1, fmpq(1)
    for n in range(len(terms)):
        missed = sum((c * terms[n - i] for i, c in enumerate(current)), fmpq(0))
        if missed == 0:
            gap += 1
            continue
        shifted = [*(fmpq(0) for _ in range(gap)), *(missed / last * c for c in previous)]
        longer = [a - b for a, b in zip_longest(current, shifted, fillvalue=fmpq(0))]
        if len(shifted) > len(current):
            previous, last, gap = current, missed, 1
        else:
            gap += 1
        current = longer
    while current[-1] == 0:
        current.pop()
    return current


def dies_out(polynomial: Sequence[fmpq]) -> bool:
    """Whether every root has a modulus below 1."""
    p = list(polynomial)
    while len(p) > 1:
        first, last = p[0], p[-1]
        if abs(last) >= abs(first):
            return False
        p = [first * a - last * b for a, b in zip(p, reversed(p), strict=True)][:-1]
    return True


def radius(polynomial: Sequence[fmpq]) -> arb:
    """The largest modulus of a root; 0 where there is none."""
    scale = lcm(*(int(c.q) for c in polynomial))
    whole = fmpz_poly([int(c.p) * (scale // int(c.q)) for c in reversed(polynomial)])
    found = arb(0)
    roots: Any = whole.complex_roots()
    for root in roots:
        found = found.max(abs(root[0]))  # of a root and how often it is one
    return found
