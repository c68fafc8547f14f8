"""The arbitrary problem that a claim is read on when it is to be proved.

Z has n rows and d columns, all arbitrary; q̄ is any point of Δₙ that is a dual optimum, γ̄² = ‖Zᵀq̄‖².
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lemmacheck.theory.margins.losses import Exponential, Loss
from lemmacheck.theory.margins.problem import Optimum, Problem
from lemmacheck.verifiers.prove import operators
from lemmacheck.verifiers.prove.context import Context, Points
from lemmacheck.verifiers.prove.drawing import AnyPath
from lemmacheck.verifiers.prove.formal import AnyLoss, Formal
from lemmacheck.verifiers.prove.refusals import CLOSED, Refused
from lemmacheck.verifiers.prove.signs import nonnegative
from lemmacheck.verifiers.prove.squares import noted
from lemmacheck.verifiers.prove.terms import COLUMNS, ENTRY, ROWS, Term
from lemmacheck.verifiers.prove.values import Value

NAMES = {
    "simplex_points": ("q*",), "directions": ("w*",), "nonzero_directions": ("w≠",), "ball_points": ("w°",),
    "dual_points": ("ξ*",), "dual_pairs": ("ξ", "ξ'"), "pairs": ("x", "x'"),
}  # fmt: skip
OF_COLUMNS = ("directions", "nonzero_directions", "ball_points", "pairs")


def as_a_square(x: Term, vector: Term) -> Term:
    """The sum of the squares of a vector, which stays known as one when it is expanded.

    Of √v that is v, which is not negative only where √v is defined: a root counts if its sign is sure.
    """
    roots = [atom for atom in vector.all_atoms() if atom.kind == "sqrt"]
    if all(root.args[0].key() in x.universe.squares or nonnegative(root.args[0]) for root in roots):
        x.universe.squares.add(x.key())
    return noted(x, vector, "F.vector")


class Rows(Value):
    """Z itself."""


def an_entry(context: Context) -> Term:
    """Any entry of Z."""
    return context.universe.of(context.universe.atom("entry", ENTRY, "Z", ("Z",)))


class Arbitrary:
    """The operations of any problem on a Z of arbitrary size, in place of those on rows that are written out."""

    Z: Any
    num: Any

    locals().update(CLOSED)

    @property
    def problem(self) -> Any:
        """The problem of a run, or the problem itself."""
        return self

    @property
    def n(self) -> Any:
        return self.num.context.universe.n

    @property
    def d(self) -> Any:
        return self.num.context.universe.d

    def uniform(self) -> Any:
        """1/n for each row: in arbitrary data each row stands for itself."""
        return self.ones(self.n) / self.n

    def scores(self, w: Any) -> Any:
        return self._carried(w, COLUMNS, ROWS)

    def combine(self, q: Any) -> Any:
        return self._carried(q, ROWS, COLUMNS)

    def _carried(self, x: Value, source: str, target: str) -> Value:
        if not isinstance(x, Value) or x.axes[-1:] != (source,):
            raise Refused("Z meets a vector of the other space")
        if not isinstance(self.Z, Rows):
            raise Refused("a matrix other than Z")
        return Value(x.context, (*x.axes[:-1], target), lambda i: operators.carried(x.at(i), source))

    def fixed(self, rows: Any) -> Any:
        raise Refused("written-out vectors meet data of arbitrary size")

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise Refused(f"data of arbitrary size are asked for {name}")

    def squared(self, x: Any) -> Any:
        square = (x * x).sum(-1)
        return Value(square.context, square.axes, lambda i: as_a_square(square.at(i), x.at(i)))

    def ones(self, size: Any) -> Any:
        if not isinstance(size, Term):
            raise Refused("a vector of a size of its own")
        context = self.num.context
        space = ROWS if size.key() == self.n.key() else COLUMNS if size.key() == self.d.key() else None
        if space is None:
            raise Refused("a vector that lies neither in ℝⁿ nor in ℝᵈ")
        return Value(context, (space,), lambda _: context.universe.constant(1))

    def every_path(self, steps: Any) -> AnyPath:
        """All paths of as many steps as the run has."""
        horizon = self.num.context.horizon
        if horizon is None or not isinstance(steps, Term) or steps.key() != horizon.key():
            raise Refused("paths that are shorter or longer than the run")
        return AnyPath(self.num.context, side_by_side=True)

    def arbitrary(self, points: str, *more: Any) -> Any:
        """In place of the fixed comparators of that name, one arbitrary point of their kind."""
        if points == "paths":
            return self.every_path(*more)
        if points == "pairings":  # ⟨v, e_k⟩ is v_k
            return more[0]
        if points == "averaged":
            return self.num.context.law.averaged(*more)
        if points in ("odds", "horizons"):
            return arbitrary_points(self.num.context, points, "x" if points == "odds" else "T", positive=True)
        if points == "each_loss":
            self.num.context.looped = True
            return [AnyLoss(self.num.context)] * self.num.context.loops
        names = NAMES.get(points)
        if names is None:
            raise Refused(f"{points} are no arbitrary points")
        space = COLUMNS if points in OF_COLUMNS else ROWS
        facts = {"nonnegative": True, "total": 1} if points == "simplex_points" else {}
        found = [arbitrary_points(self.num.context, points, name, space, **facts) for name in names]
        return found[0] if len(found) == 1 else tuple(found)


@dataclass(frozen=True, eq=False)
class Data(Arbitrary, Problem):
    """Z of arbitrary size, with its margin problem."""

    Z: Any
    num: Any
    optimum: Any
    loss: Any


def of_kind(data: Data, kind: type, parts: Mapping[str, Any]) -> Arbitrary:
    """The arbitrary data as a problem of a kind, with its further parts. Of its optimum nothing is known, unless it is
    a margin problem."""
    known = vars(data) if issubclass(kind, Problem) else {"Z": data.Z, "num": data.num}
    found: Arbitrary = object.__new__(type(kind.__name__, (Arbitrary, kind), {}))
    found.__dict__.update({**known, **parts})
    return found


def arbitrary_points(context: Context, kind: str, name: str, *space: str, **facts: Any) -> Any:
    """Points of a kind, by an arbitrary one of them."""
    point = context.universe.symbol(name, *space, **facts)
    return Value(context, (Points(kind), *space), lambda _: point)


def arbitrary_data(context: Context, loss: Loss | AnyLoss) -> Data:
    num = Formal(context)
    optima = arbitrary_points(context, "dual optima", "q̄", ROWS, nonnegative=True, total=1)
    direction = operators.carried(optima.at(None), ROWS)
    squared = operators.total(direction * direction, COLUMNS)
    gamma_squared: Any = Value(context, (1,), lambda _: squared)
    at_optimum: Any = Value(context, (1, COLUMNS), lambda _: direction)
    optimum = Optimum(gamma_squared, optima, at_optimum, num)
    entry = an_entry(context)
    return Data(Rows(context, (ROWS, COLUMNS), lambda _: entry), num, optimum, loss)


def loss_of(context: Context, exponential: bool) -> Any:
    return Exponential() if exponential else AnyLoss(context)
