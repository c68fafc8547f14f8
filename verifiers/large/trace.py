"""A run known by its scalars: norms and products of its vectors are looked up among the measured numbers.

`run.w`, `run.mu`, … are names. `run.norm(run.combine(run.mu))` finds ‖Zᵀμ_t‖ for every t, `run.psi(run.scores(run.w))`
finds ψ(Zw_t); whatever else is asked of a vector raises `Unmeasured`. So the claims of `theory.claims` are read as they
are written, off O(T) numbers, in floats or in balls; which of them can be is found by trying (`readable`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn, cast

import numpy as np
from lemmacheck.theory.core.arithmetic import Array
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.margins.problem import Problem
from lemmacheck.verifiers.numbers.chances import relations_of
from lemmacheck.verifiers.numbers.comparison import sides
from numpy.lib.mixins import NDArrayOperatorsMixin

Scalars = Mapping[tuple[str, str], Array]  # of a function and the vectors it is of, for t = 0, …, T
SEQUENCES = ("w", "q", "g", "mu", "nu")


class Unmeasured(AttributeError):
    """A claim uses a number of the vectors that was not measured."""


class Vectors(NDArrayOperatorsMixin):
    """Some of a sequence of vectors, by its name."""

    def __init__(self, name: str, parts: tuple[slice, ...] = ()) -> None:
        self.name = name
        self.parts = parts

    def __getitem__(self, part: Any) -> Vectors:
        return Vectors(self.name, (*self.parts, part)) if isinstance(part, slice) else self.refuse()

    def under(self, matrix: str) -> Vectors:
        """The images of these vectors under a map, such as Z."""
        return Vectors(f"{matrix}{self.name}", self.parts)

    def refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise Unmeasured(f"it reads the vectors {self.name} themselves")

    __array__ = __array_ufunc__ = __array_function__ = __getattr__ = refuse  # type: ignore[assignment]


class Optimum:
    """γ̄ and γ̄², and so φ(q̄) = γ̄²/2, of an unknown optimum q̄."""

    def __init__(self, gamma: Any, gamma_squared: Any) -> None:
        self.gamma = np.array([gamma])
        self.gamma_squared = np.array([gamma_squared])

    @property
    def phi(self) -> Array:
        return self.gamma_squared / 2

    def __getattr__(self, name: str) -> NoReturn:
        raise Unmeasured(f"it reads {name} of the optimum")


class Unseen(Problem):
    """A problem whose rows are undefined, so that nothing can depend on them, and any size is free."""

    def arbitrary(self, points: str) -> NoReturn:
        raise Unmeasured(f"it reads {points} of the problem")


class Trace(Run):
    """A run with known scalars on unknown rows."""

    def __init__(self, shape: tuple[int, int], num: Any, algorithm: Any, scalars: Scalars, optimum: Optimum) -> None:
        with num.active():
            undefined = num.sqrt(num.array([-1]))
        super().__init__(Unseen(np.broadcast_to(undefined, shape), num, cast(Any, optimum)), algorithm, [])
        self.scalars = scalars
        self.Z = Vectors("Z")
        for name in SEQUENCES:
            setattr(self, name, Vectors(name))

    @property
    def steps(self) -> int:
        return len(self.scalars["squared", "w"]) - 1

    def again(self, algorithm: Any) -> Run:
        raise Unmeasured("it compares with the run of another algorithm")

    def scores(self, w: Vectors) -> Vectors:
        return named(w).under("Z")

    def combine(self, q: Vectors) -> Vectors:
        return named(q).under("Zᵀ")

    def squared(self, x: Vectors) -> Array:
        return self.known("squared", x)

    def maximum(self, x: Any) -> Any:
        return self.known("maximum", x) if isinstance(x, Vectors) else self.problem.maximum(x)

    def psi(self, xi: Vectors) -> Array:
        return self.known("psi", xi)

    def known(self, function: str, x: Vectors) -> Array:
        """The function of these vectors."""
        key = function, named(x).name
        if key not in self.scalars:
            raise Unmeasured(f"it reads {function} of {x.name}")
        values = self.scalars[key]
        for part in x.parts:
            values = values[part]
        return values


def named(x: Any) -> Vectors:
    """The vectors, if they have a name."""
    if isinstance(x, Vectors):
        return x
    raise Unmeasured("it reads vectors that are not of the run")


def unreadable(claim: Claim, trace: Trace) -> str | None:
    """The reason why a trace cannot decide a claim or a hypothesis of it; None if it can."""
    try:
        for said in (*(h(trace) for h in claim.given), claim(trace)):
            for relation in relations_of(said):
                sides(relation)
    except Unmeasured as error:
        return str(error)
    return None
