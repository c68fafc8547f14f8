"""Protects the margin document: decided, certified, rounded outwards, and equal to an independent solution."""

from __future__ import annotations

import json
from fractions import Fraction
from math import lcm
from typing import Any

import mpmath
import numpy as np
import pytest
from flint import fmpq
from hypothesis import example, given, settings
from hypothesis import strategies as st

import verifiers.margin
from verifiers.data import Dataset, load
from verifiers.margin import describe, fraction, margin, root

KEYS = "data n d separable gamma_squared gamma normalized_gamma support certificate".split()
NOT_SEPARABLE = {f"iris:1v2{end}" for end in ("", "+bias", "+std", "+std+bias")} | {"breast_cancer+std"}
NAMES = [
    stem + end
    for stem in "digits:0v1 digits:3v5 digits:1v8 digits:4v9 iris iris:1v2 wine breast_cancer".split()
    for end in ("", "+bias", "+std", "+std+bias")
]


def plane(*rows: tuple[float, ...]) -> Dataset:
    """The data whose rows z_i are these."""
    return Dataset("plane", -np.array(rows), np.ones(len(rows)))


def weighted(data: Dataset, certificate: dict[str, Any]) -> list[Fraction]:
    """Zᵀq, after a check that q lies in the simplex."""
    Z = data.rows()
    q = [Fraction(int(fmpq(*pq).p), int(fmpq(*pq).q)) for pq in map(parts, certificate["q"])]

    assert min(q) > 0 and sum(q) == 1 and len(q) == len(set(certificate["support"]))
    return [sum(w * Z[i][j] for w, i in zip(q, certificate["support"], strict=True)) for j in range(data.d)]


def parts(text: str) -> list[int]:
    return [int(part) for part in text.split("/")]


def least_score(data: Dataset, direction: list[Fraction]) -> Fraction:
    """min_i ⟨z_i, direction⟩."""
    scale = lcm(*(x.denominator for x in direction))
    whole = [int(x * scale) for x in direction]
    return min(sum(z * x for z, x in zip(row, whole, strict=True)) for row in data.rows()) / scale


def check(data: Dataset, document: dict[str, Any]) -> None:
    """Everything the document says, re-proved with Fractions alone."""
    gamma, normalized = document["gamma"], document["normalized_gamma"]
    certificate = document["certificate"]
    g = weighted(data, certificate)
    square = sum(x * x for x in g)
    if certificate["kind"] == "enclosure":
        w = [Fraction(x) for x in certificate["w"]]
        score = -least_score(data, [-x for x in w])
        attained = max(Fraction(0), -least_score(data, [-x for x in w])) if score > 0 else Fraction(0)
        lower, upper = attained**2 / sum(x * x for x in w), square
    else:
        assert Fraction(document["gamma_squared"]) == square and document["support"] == certificate["support"]
        assert ("gordan" if square == 0 else "kkt") == certificate["kind"]
        assert least_score(data, g) >= square
        lower = upper = square

    assert Fraction(gamma["lower"]) ** 2 <= lower <= upper <= Fraction(gamma["upper"]) ** 2
    largest = max(sum(x * x for x in row) for row in data.rows()) or 1
    assert Fraction(normalized["lower"]) ** 2 * largest <= lower
    assert upper <= Fraction(normalized["upper"]) ** 2 * largest
