"""The arbitrary problem and the arbitrary run that a claim is read on when it is to be proved.

Z has n rows and d columns, all arbitrary; q̄ is any point of Δₙ that is a dual optimum, γ̄² = ‖Zᵀq̄‖². Row t of
a run is a number or τ + k: the first states come from the algorithm's own `start`, the state at τ is made of
letters, and those after it come from its own `step`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from theory.losses import Exponential, Loss
from theory.problem import Optimum, Problem
from theory.run import Run
from verifiers.proofs import operators
from verifiers.proofs.states import forms_of, free_form
from verifiers.proofs.terms import COLUMNS, ENTRY, ROWS, Refused, Term
from verifiers.proofs.values import Context, Index, Later, Points, Steps, Value, sequence


@dataclass(frozen=True, eq=False)
class Formal:
    """The arithmetic of terms."""

    context: Context
    name: str = "formal"

    def number(self, value: Any) -> Any:
        return self.context.universe.constant(value)

    def array(self, values: Any) -> Any:
        raise Refused("a written-out array meets data of arbitrary size")

    def _each(self, function: Callable[..., Term], *xs: Any) -> Any:
        values = [x for x in xs if isinstance(x, Value)]
        if not values:
            return function(*map(self.number, xs))
        if len(xs) == 1:
            return values[0].each(function)
        a, b = (x if isinstance(x, Value) else self._constant(x) for x in xs)
        return a.met(b, function)

    def _constant(self, x: Any) -> Value:
        return Value(self.context, (), lambda _: self.number(x))

    def exp(self, x: Any) -> Any:
        return self._each(operators.exp, x)

    def log(self, x: Any) -> Any:
        return self._each(operators.log, x)

    def sqrt(self, x: Any) -> Any:
        return self._each(operators.sqrt, x)

    def maximum(self, x: Any) -> Any:
        return x.over_last(lambda term, space: operators.function("max", term, whole=space))

    def anchor(self, x: Any) -> Any:
        return self.maximum(x)

    def first_largest(self, x: Any) -> Any:
        raise Refused("the place of the largest entry")

    def ratio(self, a: Any, b: Any) -> Any:
        return self._each(lambda x, y: operators.function("ratio", x, y), a, b)

    def xlogx(self, x: Any) -> Any:
        def entry(x: Term) -> Term:
            return x * operators.log(x) if operators.positive(x) else operators.function("xlogx", x)

        return self._each(entry, x)

    def exprel(self, x: Any) -> Any:
        return self._each(lambda x: operators.function("exprel", x), x)

    def logrel(self, x: Any) -> Any:
        return self._each(lambda x: operators.function("logrel", x), x)


@dataclass(frozen=True)
class AnyLoss:
    """A loss of which nothing is known but ψ(ξ) = ℓ⁻¹(Σ ℓ(ξᵢ)) and ∇ψ(ξ) = ℓ'(ξ)/ℓ'(ψ(ξ))."""

    context: Context
    name: str = "any"

    def value(self, num: Formal, z: Any) -> Any:
        return num._each(lambda x: operators.function("ℓ", x), z)

    def derivative(self, num: Formal, z: Any) -> Any:
        return num._each(lambda x: operators.function("ℓ'", x), z)

    def inverse(self, num: Formal, s: Any) -> Any:
        return num._each(inverse_of_loss, s)

    def psi(self, num: Formal, xi: Any) -> Any:
        return self.inverse(num, self.value(num, xi).sum(-1))

    def psi_gradient(self, num: Formal, xi: Any) -> Any:
        return self.derivative(num, xi) / self.derivative(num, self.psi(num, xi))[..., None]

    def shares(self, num: Formal, xi: Any) -> Any:
        return self.value(num, xi), self.derivative(num, xi)

    def conjugate(self, num: Formal, q: Any) -> Any:
        return q.over_last(lambda term, space: operators.function("ψ*", term, whole=space))

    def rho(self, n: Any) -> Any:
        return self.context.universe.symbol("ρ", positive=True)


def inverse_of_loss(s: Term) -> Term:
    """ℓ⁻¹(s), with ℓ⁻¹(ℓ(x)) = x."""
    u = s.universe
    for atom in s.atoms():
        if atom.kind == "ℓ" and (s - u.of(atom)).is_zero:
            return atom.args[0]
    return operators.function("ℓ⁻¹", s)


NAMES = {
    "simplex_points": ("q*",),
    "directions": ("w*",),
    "nonzero_directions": ("w≠",),
    "ball_points": ("w°",),
    "dual_points": ("ξ*",),
    "dual_pairs": ("ξ", "ξ'"),
}


class Rows(Value):
    """Z itself."""


@dataclass(frozen=True, eq=False)
class Data(Problem):
    """Z of arbitrary size."""

    Z: Any
    num: Any
    optimum: Any
    loss: Any

    @property
    def n(self) -> Any:
        return self.num.context.universe.n

    @property
    def d(self) -> Any:
        return self.num.context.universe.d

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

    def ones(self, size: Any) -> Any:
        context = self.num.context
        space = ROWS if size.key() == self.n.key() else COLUMNS if size.key() == self.d.key() else None
        if space is None:
            raise Refused("a vector that lies neither in ℝⁿ nor in ℝᵈ")
        return Value(context, (space,), lambda _: context.universe.constant(1))

    def arbitrary(self, points: str) -> Any:
        """In place of the fixed comparators of that name, one arbitrary point of their kind."""
        if points == "for_each_loss":
            return AnyLoss(self.num.context)
        names = NAMES.get(points)
        if names is None:
            raise Refused(f"{points} are no arbitrary points")
        space = COLUMNS if points in ("directions", "nonzero_directions", "ball_points") else ROWS
        facts = {"nonnegative": True, "total": 1} if points == "simplex_points" else {}
        found = [arbitrary_points(self.num.context, points, name, space, **facts) for name in names]
        return found[0] if len(found) == 1 else tuple(found)


def arbitrary_points(context: Context, kind: str, name: str, space: str, **facts: Any) -> Any:
    """Points of a kind, by an arbitrary one of them."""
    point = context.universe.symbol(name, space, **facts)
    return Value(context, (Points(kind), space), lambda _: point)


def arbitrary_data(context: Context, loss: Loss | AnyLoss) -> Data:
    u, num = context.universe, Formal(context)
    optima = arbitrary_points(context, "dual optima", "q̄", ROWS, nonnegative=True, total=1)
    direction = operators.carried(optima.at(None), ROWS)
    squared = operators.total(direction * direction, COLUMNS)
    gamma_squared: Any = Value(context, (1,), lambda _: squared)
    at_optimum: Any = Value(context, (1, COLUMNS), lambda _: direction)
    optimum = Optimum(gamma_squared, optima, at_optimum, num)
    entry = u.of(u.atom("entry", ENTRY, "Z", ("Z",)))
    return Data(Rows(context, (ROWS, COLUMNS), lambda _: entry), num, optimum, loss)


def loss_of(context: Context, exponential: bool) -> Any:
    return Exponential() if exponential else AnyLoss(context)


def time_of(context: Context, index: Index) -> Term:
    """The t of an index."""
    if isinstance(index, Later):
        return context.universe.symbol("t", nonnegative=True) + index.k
    return context.universe.constant(index)


def index_of(context: Context, t: Any) -> Index:
    """The index of a t."""
    if isinstance(t, int):
        return t
    value = t.number()
    if value is None:
        value, late = (t - context.universe.symbol("t", nonnegative=True)).number(), True
    else:
        late = False
    if value is None or value.denominator != 1:
        raise Refused("a schedule is read at a time that is no t + k")
    return Later(int(value)) if late else int(value)


class Trajectory(Run):
    """The run of an algorithm from its start, and from an arbitrary state at τ on."""

    def __init__(self, context: Context, problem: Any, algorithm: Any) -> None:
        super().__init__(problem, algorithm, [])
        if algorithm not in context.algorithms:
            context.algorithms.append(algorithm)
        self.context, self.letters = context, "'" * context.algorithms.index(algorithm)
        self._known: dict[Index, Any] = {}

    @property
    def steps(self) -> int:
        raise Refused("the number of steps is arbitrary")

    @cached_property
    def first(self) -> Any:
        return self.algorithm.start(self.problem)

    @cached_property
    def current(self) -> Any:
        """The state at τ: letters, of the form that start and step are shown to keep."""
        form = proved_form(self)
        return form(self.problem, time_of(self.context, Later(0)), self.letter)

    def letter(self, name: str, space: str | None, **facts: Any) -> Value:
        symbol = self.context.universe.symbol(f"{name}{self.letters}_t", space, **facts)
        return Value(self.context, () if space is None else (space,), lambda _: symbol)

    def state(self, index: Index) -> Any:
        if index not in self._known:
            with self.context.measured() as need:
                state = self._computed(index)
            self._known[index] = state, need[0]
        state, least = self._known[index]
        self.context.require(least)
        return state

    def _computed(self, index: Index) -> Any:
        if isinstance(index, Later) and index.k < 0:
            raise Refused("a state before the arbitrary one")
        if index in (0, Later(0)):
            return self.first if index == 0 else self.current
        return self.algorithm.step(self.problem, self.state(index - 1))

    def per_step(self, sequence: Callable[[Any], Any]) -> Any:
        return Value(self.context, (Steps(),), lambda i: sequence(time_of(self.context, i)))

    def sums(self, terms: Any) -> Any:
        if terms.axes[:1] != (Steps(),):
            raise Refused("a sum over other than all steps")
        zero = self.context.universe.constant(0)
        return sequence(terms, 0, lambda i, before: before + terms.at(i - 1), lambda: zero)

    def recurrence(self, first: Any, step: Callable[[Any, Any], Any]) -> Any:
        def following(i: Index, before: Term) -> Term:
            return step(i, Value(self.context, first.axes, lambda _: before)).at(None)

        like = Value(self.context, (Steps(), *first.axes), lambda _: first.at(None))
        return sequence(like, 0, following, lambda: first.at(None))

    def again(self, algorithm: Any) -> Any:
        return Trajectory(self.context, self.problem, algorithm)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name in ("context", "problem", "algorithm"):
            raise AttributeError(name)
        if hasattr(self.first, name):
            field = getattr(self.first, name)
            axes = field.axes if isinstance(field, Value) else ()
            result = Value(self.context, (Steps(), *axes), lambda i: entry_of(getattr(self.state(i), name)))
            self.__dict__[name] = result
            return result
        return getattr(self.problem, name)


def entry_of(field: Any) -> Any:
    return field.at(None) if isinstance(field, Value) else field


def proved_form(run: Trajectory) -> Callable[..., Any]:
    """How a state is made of letters: what is invariant, if start and step keep it, else one letter a field."""
    return next((form for form in forms_of(run.algorithm, run.first) if kept(run, form)), free_form(run.first))


def kept(run: Trajectory, form: Callable[..., Any]) -> bool:
    """Whether the first state has the form, and a step from any state of the form leads to one."""
    context = run.context

    def has_form(state: Any, t: Term) -> bool:
        def own(name: str, space: str | None, **facts: Any) -> Any:
            value = getattr(state, name)
            if "total" in facts and not (operators.total(value.at(None), str(space)) - facts["total"]).is_zero:
                raise Refused(f"the sum of {name} is not kept")
            return value

        shape = form(run.problem, t, own)
        pairs = zip(state, shape, strict=True)
        return all((as_term(context, a) - as_term(context, b)).is_zero for a, b in pairs)

    def supposed(name: str, space: str | None, **facts: Any) -> Any:
        return run.letter(name + "?", space, **facts)

    t = time_of(context, Later(0))
    try:
        with context.measured() as need:
            after = run.algorithm.step(run.problem, form(run.problem, t, supposed))
            held = has_form(run.first, context.universe.constant(0)) and has_form(after, t + 1)
        return held and need[0] == 0
    except Refused:
        return False


def as_term(context: Context, field: Any) -> Term:
    return context.universe.constant(entry_of(field))
