"""The arbitrary problem and the arbitrary run that a claim is read on when it is to be proved.

Z has n rows and d columns, all arbitrary; q̄ is any point of Δₙ that is a dual optimum, γ̄² = ‖Zᵀq̄‖². Row t of
a run is a number or τ + k: the first states come from the algorithm's own `start`, the state at τ is made of
letters, and those after it come from its own `step`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from lemmacheck.theory.core.run import Run, schedule_of
from lemmacheck.theory.margins.losses import Exponential, Loss
from lemmacheck.theory.margins.problem import Optimum, Problem
from lemmacheck.verifiers.prove import operators
from lemmacheck.verifiers.prove.context import Context, Index, Later, Points, Steps, time_of
from lemmacheck.verifiers.prove.drawing import AnyPath
from lemmacheck.verifiers.prove.formal import AnyLoss, Formal
from lemmacheck.verifiers.prove.means import Law
from lemmacheck.verifiers.prove.refusals import Refused, tried
from lemmacheck.verifiers.prove.statement import plain
from lemmacheck.verifiers.prove.states import forms_of, free_form
from lemmacheck.verifiers.prove.terms import COLUMNS, ENTRY, ROWS, Atom, Term
from lemmacheck.verifiers.prove.values import Value, sequence

NAMES = {
    "simplex_points": ("q*",),
    "directions": ("w*",),
    "nonzero_directions": ("w≠",),
    "ball_points": ("w°",),
    "dual_points": ("ξ*",),
    "dual_pairs": ("ξ", "ξ'"),
}


def as_a_square(x: Term) -> Term:
    """A sum of squares, known as one whatever becomes of it when it is expanded."""
    x.universe.squares.add(x.key())
    return x


class Rows(Value):
    """Z itself."""


class Arbitrary:
    """What any problem has of Z of arbitrary size, in place of what its kind says of rows that are written out."""

    Z: Any
    num: Any

    @property
    def n(self) -> Any:
        return self.num.context.universe.n

    @property
    def d(self) -> Any:
        return self.num.context.universe.d

    def uniform(self) -> Any:
        """1/n for each row: of arbitrary data each row stands for itself."""
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
        return (x * x).sum(-1).termwise(as_a_square)

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
        space = COLUMNS if points in ("directions", "nonzero_directions", "ball_points") else ROWS
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
    """The arbitrary data as a problem of a kind, whose further parts are given: of its own optimum nothing is known
    where it is no margin problem."""
    known = vars(data) if issubclass(kind, Problem) else {"Z": data.Z, "num": data.num}
    found: Arbitrary = object.__new__(type(kind.__name__, (Arbitrary, kind), {}))
    found.__dict__.update({**known, **parts})
    return found


def arbitrary_points(context: Context, kind: str, name: str, *space: str, **facts: Any) -> Any:
    """Points of a kind, by an arbitrary one of them."""
    point = context.universe.symbol(name, *space, **facts)
    return Value(context, (Points(kind), *space), lambda _: point)


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


def same(a: Any, b: Any) -> bool:
    """Whether two algorithms are surely the same: of one type, with the same parameters. Their own == is not asked."""
    if a is b:
        return True
    if isinstance(a, Term) and isinstance(b, Term):
        return bool(a.key() == b.key())
    if type(a) is not type(b) or not is_dataclass(a):
        return type(a) is type(b) and type(a) in (int, str, Fraction) and bool(a == b)
    return all(same(getattr(a, parameter.name), getattr(b, parameter.name)) for parameter in fields(a))


OF_A_RUN = ("problem", "algorithm", "context", "letters", "own", "divides_by")


class Trajectory(Run):
    """The run of an algorithm from its start, and from an arbitrary state at τ on."""

    def __init__(self, context: Context, problem: Any, algorithm: Any, own: bool = False) -> None:
        super().__init__(problem, algorithm, [])
        self.own = own  # whether the problem is an author's own
        plain(algorithm)
        known = [same(algorithm, other) for other in context.algorithms]
        if not any(known):
            context.algorithms.append(algorithm)
        self.context, self.letters = context, "'" * [*known, True].index(True)
        context.law = context.law or Law(self)
        self._known: dict[Index, Any] = {}
        self.divides_by: set[str] = set()  # the letters that are not 0 in a step

    @property
    def steps(self) -> Any:
        if self.context.horizon is None:
            raise Refused("the number of steps is arbitrary")
        return self.context.horizon

    @property
    def states(self) -> Any:
        raise Refused("the states of a run of arbitrary length are listed")

    @cached_property
    def first(self) -> Any:
        with self.context.at_row(0), self.context.universe.quietly():
            return self._held(self.algorithm.start(self.problem))

    def _held(self, state: Any) -> Any:
        """A state of an author's own, entry by entry, so that it is seen what a step divides by."""
        if not self.own or not hasattr(state, "_fields"):
            return state
        if any(name != "t" and (hasattr(Trajectory, name) or name in OF_A_RUN) for name in state._fields):
            raise Refused("a field of the state is called like what every run has")
        return type(state)(*(entry_by_entry(self.context, x) for x in tuple(state)))

    @cached_property
    def current(self) -> Any:
        """The state at τ: letters, of the form that start and step are shown to keep."""
        form = proved_form(self)
        with self.context.at_row(Later(0)), self.context.universe.quietly():
            return form(self.problem, time_of(self.context, Later(0)), self.letter)

    def letter(self, name: str, space: str | None, **facts: Any) -> Value:
        symbol = self.context.universe.symbol(f"{name}{self.letters}_t", space, **facts)
        field = name.rstrip("?")
        if field == name:
            (atom,) = symbol.atoms()
            self.context.sequences[atom.number] = self.__getattr__(name)
        paths = [axis for axis in axes_of(getattr(self.first, field)) if isinstance(axis, Points)]
        return Value(self.context, (*paths, *([space] if space else [])), lambda _: symbol)

    def state(self, index: Index) -> Any:
        if index not in self._known:
            with self.context.measured() as need:
                state = self._computed(index)
            self._known[index] = state, need
        state, need = self._known[index]
        self.context.require(need)
        return state

    def _computed(self, index: Index) -> Any:
        if isinstance(index, Later) and index.k < 0:
            raise Refused("a state before the arbitrary one")
        if index in (0, Later(0)):
            return self.first if index == 0 else self.current
        before = self.state(index - 1)
        with self.context.at_row(index), self.context.universe.quietly() as conditions:
            after = self._held(self.algorithm.step(self.problem, before))  # a run is one whose states are defined
        self.divides_by |= {atom.name for what, x in conditions.values() if what == "≠ 0" for atom in factors_of(x)}
        return after

    def per_step(self, sequence: Callable[[Any], Any]) -> Any:
        plain(sequence)

        def at(i: Index) -> Term:
            with self.context.at_row(i):
                return as_term(self.context, sequence(time_of(self.context, i)))

        return Value(self.context, (Steps(),), at)

    def once(self, name: Any, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function itself. Nothing of an arbitrary run is kept under a name."""
        return function

    def sums(self, terms: Any) -> Any:
        if not isinstance(terms, Value) or terms.axes[:1] != (Steps(),):
            raise Refused("a sum over other than all steps")
        return terms.sums(0)

    def each(self, function: Callable[[Any], Any], first: int = 0) -> Any:
        return self._of_states(lambda s, _: function(s), function, first, 0)

    def pairs(self, function: Callable[[Any, Any], Any]) -> Any:
        return self._of_states(function, function, 0, 1)

    def last(self, function: Callable[[Any], Any]) -> Any:
        return self.each(function)[-1:]

    def _of_states(self, said: Callable[[Any, Any], Any], function: Any, first: int, ahead: int) -> Any:
        """What a function says of the states from `first` on, or of each state and the one `ahead`."""
        plain(function)
        if type(first) is not int or first < 0:
            raise Refused("the states from other than a number on")

        def of(i: Index) -> Any:
            with self.context.at_row(i + ahead):
                return said(self.state(i), self.state(i + ahead))

        with self.context.measured(), self.context.universe.quietly():
            axes = axes_of(of(Later(0)))

        def at(i: Index) -> Term:
            found = of(i + first)
            if axes_of(found) != axes:
                raise Refused("what is said of a state changes its shape from step to step")
            return as_term(self.context, found)

        return Value(self.context, (Steps(-first - ahead), *axes), at)

    def recurrence(self, first: Any, step: Callable[[Any, Any], Any]) -> Any:
        if not isinstance(first, Value):
            raise Refused("a recurrence that starts from other than an array of the run")
        plain(step)

        def following(i: Index, before: Term) -> Term:
            after = step(time_of(self.context, i), Value(self.context, first.axes, lambda _: before))
            if not isinstance(after, Value) or after.axes != first.axes:
                raise Refused("a recurrence whose steps lead to an array of another shape")
            return after.at(None)

        like = Value(self.context, (Steps(), *first.axes), lambda _: first.at(None))
        return sequence(like, 0, following, lambda: first.at(None))

    def again(self, algorithm: Any) -> Any:
        return Trajectory(self.context, self.problem, algorithm)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name in ("context", "problem", "algorithm"):
            raise AttributeError(name)
        if hasattr(self.first, name):
            axes = axes_of(getattr(self.first, name))

            def at(i: Index) -> Term:
                field = getattr(self.state(i), name)
                if axes_of(field) != axes:
                    raise Refused(f"{name} changes its shape from step to step")
                return as_term(self.context, field)

            result = Value(self.context, (Steps(), *axes), at)
            if not hasattr(Trajectory, name):  # run.t is the time, whatever the state calls so
                self.__dict__[name] = result
            return result
        if schedule := schedule_of(self.algorithm, name):
            return self.__dict__.setdefault(name, self.per_step(schedule))
        return getattr(self.problem, name)


def factors_of(x: Term) -> list[Atom]:
    """The atoms of a term that is a product of one atom's powers: none of any other."""
    r = x.ratio
    return list(x.atoms()) if r is not None and len(r.num) == len(r.den) == len(x.atoms()) == 1 else []


def axes_of(field: Any) -> tuple[Any, ...]:
    return field.axes if isinstance(field, Value) else ()


def proved_form(run: Trajectory) -> Callable[..., Any]:
    """How a state is made of letters: what is invariant, if start and step keep it, else one letter a field."""
    forms = (*forms_of(run.algorithm, run.first), free_form(run.first), free_form(run.first, of_time=""))
    form = next((form for form in forms if kept(run, form)), None)
    if form is None:
        raise Refused("the states change their shape from step to step")
    return form


def kept(run: Trajectory, form: Callable[..., Any]) -> bool:
    """Whether the first state has the form, and a step from any state of the form leads to one."""
    context = run.context

    def has_form(state: Any, t: Term) -> bool:
        def own(name: str, space: str | None, **facts: Any) -> Any:
            value = getattr(state, name)
            if axes_of(value) != axes_of(getattr(run.first, name)):
                raise Refused(f"{name} changes its shape from step to step")
            if "total" in facts and not (operators.total(value.at(None), str(space)) - facts["total"]).is_zero:
                raise Refused(f"the sum of {name} is not kept")
            return value

        shape = form(run.problem, t, own)
        pairs = zip(state, shape, strict=True)
        return all((as_term(context, a) - as_term(context, b)).is_zero for a, b in pairs)

    def supposed(name: str, space: str | None, **facts: Any) -> Any:
        return run.letter(name + "?", space, **facts)

    def held() -> bool:
        t = time_of(context, Later(0))
        with context.measured() as need, context.at_row(Later(1)):
            any_state = form(run.problem, t, supposed)
            if [*map(axes_of, tuple(any_state))] != [*map(axes_of, tuple(run.first))]:
                raise Refused("a state of matrices")
            after = run.algorithm.step(run.problem, any_state)
            leads = has_form(run.first, context.universe.constant(0)) and has_form(after, t + 1)
        return leads and need.least == 0

    with context.universe.quietly():
        return bool(tried(held))


def entry_by_entry(context: Context, x: Any) -> Any:
    """An array without time, with its entry read; of no axes, as a number, as an exact number is."""
    if type(x) in (int, Fraction):
        return context.universe.constant(x)
    if not isinstance(x, Value) or x.time is not None:
        return x
    entry = x.at(None)
    return Value(x.context, x.axes, lambda _: entry) if x.axes else entry


def as_term(context: Context, field: Any) -> Term:
    """A number, or the arbitrary component of a vector."""
    return context.universe.constant(field.at(None) if isinstance(field, Value) else field)
