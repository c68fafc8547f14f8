"""Terms at the numbers of one run: what the prover reads, to be held against what the run is.

A letter of the data, of a schedule or of the problem is a number of the run. A letter that stands for a sequence at the
arbitrary step is computed row by row, from what the prover takes for its first row and for a step. So no state of the
run enters: a term has here the value that the reading gives it on these data.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from flint import arb, fmpq
from lemmacheck.theory.core.run import schedule_of
from lemmacheck.theory.margins import comparators
from lemmacheck.verifiers.numbers.ball import Ball, elementwise, pairwise
from lemmacheck.verifiers.numbers.guarded import guarded, inside
from lemmacheck.verifiers.numbers.monomial import as_ball
from lemmacheck.verifiers.numbers.sealed import opened
from lemmacheck.verifiers.prove.algorithms import LETTERS
from lemmacheck.verifiers.prove.cases import STEP
from lemmacheck.verifiers.prove.context import Index, Later, Points
from lemmacheck.verifiers.prove.data import NAMES
from lemmacheck.verifiers.prove.operators import OTHER, Base
from lemmacheck.verifiers.prove.polynomials import Written
from lemmacheck.verifiers.prove.quotients import NONZERO, OR_ZERO
from lemmacheck.verifiers.prove.setting import Setting
from lemmacheck.verifiers.prove.terms import COLUMNS, ROWS, Atom, Term
from lemmacheck.verifiers.prove.values import Value

PARAMETERS = {letter: name for name, letter in LETTERS.items()}
POINTS = {name: (kind, place) for kind, names in NAMES.items() for place, name in enumerate(names)}
OPTIMA = "dual optima"
OF_LOSS = {"ℓ": "value", "ℓ'": "derivative", "ℓ⁻¹": "inverse"}


class NoFigure(Exception):
    """A letter of which the run does not say what it is."""


class Early(NoFigure):
    """A step before those from which on the reading is right."""


@dataclass(eq=False)
class Figures:
    """What the terms of a setting are on one run or problem, as rationals and balls; its axes are those of the kinds
    of points, n and d."""

    setting: Setting
    subject: Any
    num: Ball
    points: Sequence[str]
    _known: dict[Any, np.ndarray] = field(default_factory=dict)

    @cached_property
    def axes(self) -> list[str]:
        return [*dict.fromkeys([OPTIMA, *self.points]), ROWS, COLUMNS]

    @cached_property
    def problem(self) -> Any:
        return getattr(self.subject, "problem", self.subject)

    @cached_property
    def Z(self) -> np.ndarray:
        return plain(self.problem.Z)

    def size(self, axis: Any) -> int | None:
        """The length of an axis other than time; None of points, which are as many as there are."""
        return None if isinstance(axis, Points) else {ROWS: self.Z.shape[0], COLUMNS: self.Z.shape[1]}.get(axis, 1)

    def entry(self, value: Value, index: Index | None, t: int | None) -> np.ndarray:
        """The entry of a value at an index, where the arbitrary step is t; refused before the reading is right."""
        context = self.setting.context
        with context.measured() as need, context.universe.quietly():
            term = value.at(index)
        if t is not None and t < need.least:
            raise Early
        if need.steps > getattr(self.subject, "steps", 0):
            raise NoFigure("a row that the run has not")
        return self.of(term, t)

    def of(self, term: Term, t: int | None) -> np.ndarray:
        """A term, where the arbitrary step is t."""
        total = self.alone(fmpq(0))
        for exponent, r in term.parts.values():
            part = divided(self.polynomial(term, r.above, t), self.polynomial(term, r.below, t))
            total = total + (part if exponent is None else part * self.num.exp(balls(self.of(exponent, t))))
        return total

    def polynomial(self, term: Term, written: Written, t: int | None) -> np.ndarray:
        total = self.alone(fmpq(0))
        for monomial, c in written:
            part = self.alone(fmpq(c))
            for k, e in monomial:
                part = part * self.atom(term.universe.atoms[k], t) ** e
            total = total + part
        return total

    def atom(self, atom: Atom, t: int | None) -> np.ndarray:
        key = atom.number, t
        if key not in self._known:
            self._known[key] = self._atom(atom, t)
        return self._known[key]

    def _atom(self, atom: Atom, t: int | None) -> np.ndarray:
        kind = atom.kind
        args: list[Any] = [self.base(x, t) if isinstance(x, Base) else x for x in atom.args]
        spaces: list[Any] = [x.space for x in atom.args if isinstance(x, (Base, Atom))]
        if kind in ("symbol", "sequence"):
            return self.letter(atom, t)
        if kind == "entry":
            return self.along(self.Z, ROWS, COLUMNS)
        if kind == "rows":
            return self.along((self.Z * self.Z).sum(-1), ROWS)
        if kind == "sum":
            return self.summed(args[0], spaces[0])
        if kind == "word":
            return self.carried(args[1], spaces[0], args[0])
        if kind == "inner":
            return self.summed(args[0] * self.carried(args[1], spaces[1], args[2]), spaces[0])
        if kind == "first":
            return np.take(self.whole(self.atom(args[0], t), spaces[0]), [0], self.axes.index(spaces[0]))
        return self.function(kind, [self.of(x, t) for x in args if isinstance(x, Term)], atom)

    def base(self, base: Base, t: int | None) -> np.ndarray:
        return self.of(base.term(self.setting.context.universe), t)

    def function(self, kind: str, xs: list[np.ndarray], atom: Atom) -> np.ndarray:
        """A function of terms, by the kind of its atom."""
        if kind == "abs":
            return np.abs(xs[0])
        if kind in (NONZERO, "inverse"):
            return divided(*([self.alone(fmpq(1))] * (kind == "inverse")), *xs)
        whole = atom.args[-1]
        if kind.startswith("p."):
            return self.each(whole, lambda x: plain(getattr(self.problem, kind[2:])(guarded(x))), xs[0], atom.space)
        xs = [balls(x) for x in xs]
        if kind == OR_ZERO:
            return self.num.ratio(*xs)
        if kind == STEP:
            return elementwise(reached, xs[0])
        if kind == "max":
            return self.each(whole, self.num.maximum, xs[0], None)
        if kind in ("log", "sqrt", "xlogx", "exprel", "logrel"):
            return plain(getattr(self.num, kind)(xs[0]))
        if kind in OF_LOSS:
            return plain(getattr(self.problem.loss, OF_LOSS[kind])(self.num, xs[0]))
        raise NoFigure(kind)

    def letter(self, atom: Atom, t: int | None) -> np.ndarray:
        """A letter at the arbitrary step, or of no step."""
        context, number = self.setting.context, atom.number
        if number in self.setting.letters:
            return self.scheduled(atom.name.partition("_")[0], at(self.setting.letters[number], t))
        if number in context.sequences:
            return self.row(context.sequences[number], number, at(Later(0), t))
        if number in context.lasts:
            last = context.lasts[number]
            return self.row(last, number, self.subject.steps + last.time.spare)
        return self.named(atom, t)

    def row(self, value: Value, number: int, t: int) -> np.ndarray:
        """Row t of a sequence, from its first by the steps that the reading makes."""
        for i in range(t + 1):
            if ("row", number, i) not in self._known:
                self._known["row", number, i] = self.after(value, i)
        return self._known["row", number, t]

    def after(self, value: Value, t: int) -> np.ndarray:
        """Row t, by a step from the row before, where the reading has such a step."""
        try:
            return self.entry(value, Later(1), t - 1) if t else self.entry(value, 0, None)
        except Early:
            return self.entry(value, t, None)

    def scheduled(self, letter: str, t: int) -> np.ndarray:
        parameter = schedule_of(self.subject.algorithm, PARAMETERS.get(letter, letter))
        if parameter is None:
            raise NoFigure(letter)
        return self.along(parameter(self.problem.num.number(t)))

    def named(self, atom: Atom, t: int | None) -> np.ndarray:
        """A letter of the data, of the problem or of the method, by its name."""
        name, axes = atom.name, [atom.space] if atom.space else []
        n, d = self.Z.shape[:2]
        known = {"n": lambda: n, "d": lambda: d, "t": lambda: at(Later(0), t), "N": lambda: self.subject.steps}
        known["ρ"], known["p_0"] = lambda: self.problem.loss.rho(n), lambda: self.subject.algorithm.first(self.problem)
        known["e_1"] = lambda: np.array([1] + [0] * (d - 1), dtype=object)
        if name in known:
            return self.along(known[name](), *axes)
        if name == "q̄":
            return self.along(self.problem.optimum.q, OPTIMA, ROWS)
        if name in POINTS:
            kind, place = POINTS[name]
            found = getattr(comparators, kind, unknown)(self.problem)
            return self.along(found[place] if isinstance(found, tuple) else found, kind, *axes)
        if name.startswith("Z["):
            parts = [slice(None) if part.strip() == ":" else int(part) for part in name[2:-1].split(",")]
            return self.along(self.part(parts), *axes)
        owner = {"p.": self.problem, "m.": getattr(self.subject, "algorithm", None)}.get(name[:2])
        if owner is None or atom.kind != "symbol":
            raise NoFigure(name)
        return self.along(getattr(getattr(owner, "algorithm", owner), name[2:]), *axes)

    def part(self, parts: list[Any]) -> Any:
        try:
            return self.Z[tuple(parts)]
        except IndexError:
            raise NoFigure("a part that the matrix has not") from None

    def alone(self, x: Any) -> np.ndarray:
        return np.full([1] * len(self.axes), x, dtype=object)

    def along(self, x: Any, *axes: str) -> np.ndarray:
        """An array with these axes, among all."""
        x = plain(x)
        if x.ndim != len(axes) or any(axis not in self.axes for axis in axes):
            raise NoFigure("an array with other axes")
        sizes = dict(zip(axes, x.shape, strict=True))
        order = sorted(range(len(axes)), key=lambda k: self.axes.index(axes[k]))
        return np.transpose(x, order).reshape([sizes.get(axis, 1) for axis in self.axes])

    def aligned(self, x: np.ndarray, axes: Sequence[Any]) -> np.ndarray:
        """An array with these axes at last, and all others before them."""
        named = [axis.kind if isinstance(axis, Points) else axis for axis in axes]
        places = [self.axes.index(axis) for axis in named if axis != 1]
        others = [k for k in range(len(self.axes)) if k not in places]
        x = np.transpose(x, [*others, *places])
        return np.expand_dims(x, [len(others) + k for k, axis in enumerate(named) if axis == 1])

    def whole(self, x: np.ndarray, space: str) -> np.ndarray:
        """The array with every place of a space."""
        shape, place = list(x.shape), self.axes.index(space)
        shape[place] = self.Z.shape[0 if space == ROWS else 1]
        return np.broadcast_to(x, shape)

    def summed(self, x: np.ndarray, space: str) -> np.ndarray:
        return np.asarray(self.whole(x, space).sum(axis=self.axes.index(space), keepdims=True))

    def carried(self, x: np.ndarray, space: str, times: int) -> np.ndarray:
        """What Z and Zᵀ make of vectors, so many times in turn."""
        Z = self.along(self.Z, ROWS, COLUMNS)
        for _ in range(times):
            x, space = self.summed(Z * x, space), OTHER[space]
        return x

    def each(self, space: str, function: Callable[[Any], Any], x: np.ndarray, to: str | None) -> np.ndarray:
        """A function of each vector of a space, to numbers or to vectors of the same space."""
        place = self.axes.index(space)
        x = np.moveaxis(self.whole(x, space), place, -1)
        found = np.array([plain(function(v)) for v in x.reshape(-1, x.shape[-1])], dtype=object)
        return np.moveaxis(found.reshape(*x.shape[:-1], x.shape[-1] if to else 1), -1, place)


def unknown(_: Any) -> Any:
    raise NoFigure("points of a book")


def at(index: Index, t: int | None) -> int:
    """The t of an index, where the arbitrary step is t."""
    if isinstance(index, int):
        return index
    if t is None:
        raise NoFigure("a letter of the arbitrary step")
    return t + index.k


def plain(x: Any) -> np.ndarray:
    """The numbers of a run as rationals and balls."""
    return np.asarray(elementwise(number, np.asarray(opened(inside(x)), dtype=object)), dtype=object)


def number(x: Any) -> arb | fmpq:
    if isinstance(x, (int, Fraction)):
        return fmpq(x.numerator, x.denominator)
    x = opened(x)
    return x if isinstance(x, (arb, fmpq)) else as_ball(x)


def balls(x: np.ndarray) -> Any:
    return elementwise(arb, x)


def reached(x: arb) -> Any:
    """1[x ≥ 0]."""
    return fmpq(1) if x >= 0 else fmpq(0) if x < 0 else arb.nan()


def divided(a: np.ndarray, b: np.ndarray) -> Any:
    return pairwise(lambda x, y: x / y if y != 0 else arb.nan(), a, b)
