"""The arbitrary run that a claim is read on when it is to be proved.

Row t of a run is a number or τ + k: the first states come from the algorithm's own `start`, the state at τ is made of
letters, and those after it come from its own `step`. Which sequences are arbitrary there and how the others depend on
them is a form, which the algorithm's book states, as DualNesterov does: w, μ arbitrary, p = Zw, q = softmax(p),
ν = (1 − λ)μ + λq. It is a conjecture: it serves only after the first state is shown to have it and a step to keep it.
"""

import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import cached_property, partial
from typing import Any

from flint import fmpq
from lemmacheck.theory.core.evaluated import reads_row_by_row
from lemmacheck.theory.core.own import Own
from lemmacheck.theory.core.run import Run, holds, schedule_of
from lemmacheck.theory.core.shared import authored
from lemmacheck.verifiers.prove import operators
from lemmacheck.verifiers.prove.context import Context, Index, Later, Points, Steps, time_of
from lemmacheck.verifiers.prove.given import GivenFunction
from lemmacheck.verifiers.prove.means import Law
from lemmacheck.verifiers.prove.of_a_row import letter_of_a_row, of_no_row
from lemmacheck.verifiers.prove.quotients import of_0_over_0
from lemmacheck.verifiers.prove.refusals import CLOSED, Refused, tried
from lemmacheck.verifiers.prove.statement import plain, trusted
from lemmacheck.verifiers.prove.terms import COLUMNS, ROWS, Atom, Condition, Term
from lemmacheck.verifiers.prove.values import Value, sequence


def same(a: Any, b: Any) -> bool:
    """Whether two algorithms are surely the same: of one type, with the same parameters. Their own == is not used."""
    if a is b:
        return True
    if isinstance(a, Term) and isinstance(b, Term):
        return bool(a.key() == b.key())
    if type(a) is not type(b) or not is_dataclass(a):
        return type(a) is type(b) and type(a) in (int, str, Fraction) and bool(a == b)
    return all(same(getattr(a, parameter.name), getattr(b, parameter.name)) for parameter in fields(a))


OF_A_RUN = ("problem", "algorithm", "context", "letters", "own", "divides_by", "takes_roots_of")
KEPT = ("_known", "_states", "_evaluated", "_signs")
SIGNS = {"> 0": "positive", "≥ 0": "nonnegative"}
OF_DATA = ("Z", "num", "made", "optimum", "loss")


class Trajectory(Run):
    """The run of an algorithm from its start, and from an arbitrary state at τ on."""

    locals().update(CLOSED)

    def __init__(
        self, context: Context, problem: Any, algorithm: Any, own: bool = False, signs: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(problem, algorithm, [])
        self.own = own  # whether the problem is an author's own
        self._signs = signs or {}  # of parts of the state at τ
        plain(algorithm)
        known = [same(algorithm, other) for other in context.algorithms]
        if not any(known):
            context.algorithms.append(algorithm)
        self.context, self.letters = context, "'" * [*known, True].index(True)
        context.law = context.law or Law(self)
        self._known: dict[Index, Any] = {}
        self.divides_by: set[Atom] = set()  # the letters that are not 0 in a step
        self.takes_roots_of: dict[Index, dict[Any, Condition]] = {}  # by a first state, and by a step
        if own:
            named = (*vars(problem), *getattr(problem, "_unread", ()), *vars(type(problem)), *vars(algorithm))
            self._refuse_names(name for name in named if not name.startswith("__"))
            self._refuse_hiding(name for name in vars(algorithm) if schedule_of(algorithm, name))

    @property
    def steps(self) -> Any:
        if self.context.horizon is None:
            raise Refused("the number of steps is arbitrary")
        return self.context.horizon

    @property
    def states(self) -> Any:
        raise Refused("the states of a run of arbitrary length are listed")

    @cached_property
    def first_state(self) -> Any:
        with self.context.at_row(0), self.context.universe.quietly() as conditions:
            first = self._held(self.algorithm.start(self.problem))
        self._of_first = self._asked(conditions)
        self.takes_roots_of[0] = of_roots(conditions)
        return first

    def _asked(self, conditions: dict[Any, Condition]) -> dict[Any, Condition]:
        """What has to be shown of its states: a run is one whose states are defined, but the run of another method,
        which a statement names, need not be one."""
        return conditions if self.letters else of_0_over_0(conditions)

    def _held(self, state: Any) -> Any:
        """A state of an author's own, entry by entry, so that the divisors of a step show."""
        if hasattr(state, "_fields"):
            named = names_of(type(state)) if self.own else state._fields
            self._refuse_names(named)
            self._refuse_hiding(named)
        elif self.own:
            raise Refused("a state that is no NamedTuple")
        if not self.own:
            return state
        return made_of(state, {name: entry_by_entry(self.context, getattr(state, name)) for name in state._fields})

    def _refuse_names(self, names: Iterable[str]) -> None:
        """Refuse a name of an author's that an arbitrary run uses itself."""
        taken = [name for name in names if name in (*OF_A_RUN, *KEPT) or (name != "t" and hasattr(Trajectory, name))]
        if taken:
            raise Refused(f"every run has {taken[0]}: rename this field, function or parameter, for a proof to read it")

    def _refuse_hiding(self, names: Iterable[str]) -> None:
        """Refuse a name under which a run has something other than its problem: a hypothesis speaks of the
        problem's."""
        kind = Own if self.own else type(self.problem)
        hidden = [name for name in names if name in OF_DATA or hasattr(kind, name)]
        if hidden:
            raise Refused(f"every problem has {hidden[0]}: rename this field of the state, or function of t")

    @cached_property
    def current(self) -> Any:
        """The state at τ: letters, of the form that start and step are shown to keep."""
        form = proved_form(self)
        with self.context.at_row(Later(0)), self.context.universe.quietly():
            return form(self.problem, time_of(self.context, Later(0)), self.letter)

    def letter(self, name: str, space: str | None, **facts: Any) -> Value:
        facts |= {SIGNS[self._signs[name]]: True} if name in self._signs else {}
        symbol = self.context.universe.symbol(f"{name}{self.letters}_t", space, **facts)
        field = name.rstrip("?")
        (atom,) = symbol.atoms()
        self.context.of_a_step.add(atom.number)
        if field == name:
            self.context.sequences[atom.number] = self.__getattr__(name)
        paths = [axis for axis in axes_of(getattr(self.first_state, field)) if isinstance(axis, Points)]
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
        if index == 0:
            first = self.first_state
            self.context.universe.conditions |= self._of_first
            return first
        if index == Later(0):
            if self.letters:
                self._require_each_step()
            return self.current
        before = self.state(index - 1)
        with self.context.at_row(index), self.context.universe.quietly() as conditions:
            after = self._held(self.algorithm.step(self.problem, before))  # a run is one whose states are defined
        self.context.universe.conditions |= self._asked(conditions)
        if index == Later(1):
            self.takes_roots_of[index] = of_roots(conditions)
        elif self.own and Later(1) not in self.takes_roots_of:  # where no step from any state is read
            self.context.universe.conditions |= of_roots(conditions)
        if index in (1, Later(1)):  # a later step is not one of every run that has a step
            self.divides_by |= {atom for what, x in conditions.values() if what == "≠ 0" for atom in factors_of(x)}
        return after

    def _require_each_step(self) -> None:
        """The conditions of all states up to the arbitrary one, of the first by themselves."""
        with self.context.universe.quietly() as conditions:
            with self.context.at_row(Later(1)):
                self._held(self.algorithm.step(self.problem, self.current))
            for i in range(self.context.least + 2):
                self.state(i)
        self.context.require_each_step(conditions, 1)

    def per_step(self, sequence: Callable[[Any], Any]) -> Any:
        return self._rows(lambda i: sequence(time_of(self.context, i)), sequence, 0, 0)

    def _kept(self, *_: Any) -> Any:
        raise Refused("a run is asked for what it keeps under a name, or for the names of its fields")

    fields = property(_kept)
    once = keep = lacking = copied = _kept  # type: ignore[assignment]

    def sums(self, terms: Any) -> Any:
        if not isinstance(terms, Value) or terms.axes[:1] != (Steps(),):
            raise Refused("a sum over other than all steps")
        return terms.sums(0)

    def each(self, function: Callable[[Any], Any], first: int = 0) -> Any:
        return self._rows(lambda i: function(self.state(i)), function, first, 0)

    def pairs(self, function: Callable[[Any, Any], Any]) -> Any:
        return self._rows(lambda i: function(self.state(i), self.state(i + 1)), function, 0, 1)

    def last(self, function: Callable[[Any], Any]) -> Any:
        return self.each(function)[-1:]

    def _rows(self, ask: Callable[[Index], Any], function: Any, first: int, ahead: int) -> Any:
        """What a function gives at each t from `first` on, where it reads the state at t, or also the one `ahead`."""
        given = GivenFunction(self.context, function)
        if type(first) is not int or first < 0:
            raise Refused("the states from other than a number on")

        def of(i: Index, outside: list[Any] | None = None) -> Any:
            with self.context.at_row(i + ahead):
                return given.read(partial(ask, i), outside)

        with self.context.measured(), self.context.universe.quietly():
            axes = axes_of(of(Later(0), given.outside))

        def at(i: Index) -> Term:
            found = of(i + first)
            if axes_of(found) != axes:
                raise Refused("what is said of a t, or of a state, changes its shape from step to step")
            return as_term(self.context, found)

        return Value(self.context, (Steps(-first - ahead), *axes), at)

    def recurrence(self, first: Any, step: Callable[[Any, Any], Any]) -> Any:
        if not isinstance(first, Value):
            raise Refused("a recurrence that starts from other than an array of the run")
        given, spaces = GivenFunction(self.context, step), [axis for axis in first.axes if axis in (ROWS, COLUMNS)]

        def stepped(i: Index, before: Term, outside: list[Any] | None = None) -> Term:
            row = Value(self.context, first.axes, lambda _: before)
            after = given.read(partial(step, time_of(self.context, i), row), outside)
            if not isinstance(after, Value) or after.axes != first.axes:
                raise Refused("a recurrence whose steps lead to an array of another shape")
            return after.at(None)

        with self.context.measured(), self.context.universe.quietly(), self.context.at_row(Later(1)):
            stepped(Later(1), letter_of_a_row(self.context, next(iter(spaces), None)), given.outside)
        start = lambda: of_no_row(self.context, first.at(None))  # noqa: E731
        like = Value(self.context, (Steps(), *first.axes), lambda _: start())
        return sequence(like, 0, stepped, start)

    def again(self, algorithm: Any) -> Any:
        if self.own or (hasattr(algorithm, "tuned") and not trusted(type(algorithm))):
            raise Refused("another method of an author's, which may be tuned to the problem")
        other = Trajectory(self.context, self.problem, algorithm)
        zero = self.context.universe.constant(0)  # numbers make all its states, whoever reads one
        Value(self.context, (Steps(),), lambda i: zero * len(other.state(i)))
        return other

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name in ("context", "problem", "algorithm"):
            raise AttributeError(name)
        if holds(self.first_state, name):
            axes = axes_of(getattr(self.first_state, name))

            def at(i: Index) -> Term:
                state = self.state(i)
                with self.context.at_row(i):
                    field = self.context.read_whole(partial(getattr, state, name)) if self.own else getattr(state, name)
                if axes_of(field) != axes:
                    raise Refused(f"{name} changes its shape from step to step")
                return as_term(self.context, field)

            result = Value(self.context, (Steps(), *axes), at)
            if not hasattr(Trajectory, name):  # run.t is the time, whatever the state calls so
                self.__dict__[name] = result
            return result
        if schedule := schedule_of(self.algorithm, name):
            return self.__dict__.setdefault(name, self.per_step(schedule))
        found = getattr(self.problem, name)
        ours = reads_row_by_row(self.problem, name) and name not in vars(type(self.problem))
        return partial(found) if ours else found  # which a run has made anew, and which equals no other


def of_roots(conditions: dict[Any, Condition]) -> dict[Any, Condition]:
    """Those where what is made is no number, and the run goes on: it ends where it divides by 0. 0/0 is read as 0."""
    found = {key: one for key, one in conditions.items() if one[0] in ("> 0", "≥ 0")}
    return found and found | of_0_over_0(conditions)


def names_of(kind: type) -> list[str]:
    """What is read of a state by name: its fields, properties and functions."""
    own = [base for base in kind.__mro__ if base not in (tuple, object)]
    return [name for base in own for name in vars(base) if not name.startswith("_")]


def factors_of(x: Term) -> list[Atom]:
    """The atoms of a term that is a product of powers of atoms; of any other term none."""
    r = x.ratio
    return list(x.atoms()) if r is not None and len(r.num) == len(r.den) == len(x.atoms()) == 1 else []


def axes_of(field: Any) -> tuple[Any, ...]:
    """The axes of an array of the run; a number has none. What is neither, a row that is written out, has others."""
    if isinstance(field, Value):
        return field.axes
    if isinstance(field, (Term, int, Fraction, fmpq)):
        return ()
    raise Refused(f"a {type(field).__name__} stands where a number or an array of the run is read")


def space_of(field: Any) -> Any:
    """The space that its vectors lie in; None of numbers."""
    return next((axis for axis in axes_of(field) if axis in (ROWS, COLUMNS)), None)


def forms_of(algorithm: Any, state: Any) -> list[Callable[..., Any]]:
    """Forms of the states of an algorithm, the narrowest first: functions of the problem, t and a source of letters."""

    def read(form: Callable[..., dict[str, Any]]) -> Callable[..., Any]:
        return lambda p, t, free: type(state)(**form(algorithm, p, t, free))

    return [read(form) for form in getattr(algorithm, "forms", ()) if not authored(form)]


def free_form(state: Any, of_time: str = "t") -> Callable[..., Any]:
    """Every sequence arbitrary, except the time, which is a form like any other."""

    def form(p: Any, t: Any, free: Any) -> Any:
        spaces = {name: space_of(getattr(state, name)) for name in state._fields}
        return made_of(state, {name: t if name == of_time else free(name, space) for name, space in spaces.items()})

    return form


def made_of(state: Any, held: dict[str, Any]) -> Any:
    """A state of the same kind with these fields; a state that does not hold its fields is refused."""
    if type(state).__bases__ != (tuple,):
        raise Refused("a state that is no NamedTuple")
    made = type(state)(**held)
    if any(getattr(made, n) is not x for n, x in held.items()) or any(map(operator.is_not, made, held.values())):
        raise Refused("a state that does not hold what it is made of")
    return made


def proved_form(run: Trajectory) -> Callable[..., Any]:
    """The form of a state in letters: the invariant one, if start and step keep it, else one letter a field."""
    first = run.first_state
    forms = (*forms_of(run.algorithm, first), free_form(first), free_form(first, of_time=""))
    form = next((form for form in forms if kept(run, form)), None)
    if form is None:
        kept(run, forms[-1], alone=True)  # what of the step is not read, if that is why
        raise Refused("the states change their shape from step to step")
    return form


def kept(run: Trajectory, form: Callable[..., Any], alone: bool = False) -> bool:
    """Whether the first state has the form, and a step from any state of the form leads to one. Where it is asked
    alone, it raises what is not read of the step."""
    context = run.context

    def has_form(state: Any, t: Term) -> bool:
        def own(name: str, space: str | None, **facts: Any) -> Any:
            value = getattr(state, name)
            if axes_of(value) != axes_of(getattr(run.first_state, name)):
                raise Refused(f"{name} changes its shape from step to step")
            if "total" in facts and not (operators.total(value.at(None), str(space)) - facts["total"]).is_zero:
                raise Refused(f"the sum of {name} is not kept")
            return value

        shape = form(run.problem, t, own)
        if type(state) is not type(shape):
            raise Refused("a step leads to a state of another class")
        pairs = zip(state, shape, strict=True)
        return all((as_term(context, a) - as_term(context, b)).is_zero for a, b in pairs)

    def supposed(name: str, space: str | None, **facts: Any) -> Any:
        return run.letter(name + "?", space, **facts)

    def held() -> bool:
        t = time_of(context, Later(0))
        with context.measured() as need, context.at_row(Later(1)):
            any_state = form(run.problem, t, supposed)
            if [*map(axes_of, tuple(any_state))] != [*map(axes_of, tuple(run.first_state))]:
                raise Refused("a state of matrices")
            after = run.algorithm.step(run.problem, any_state)
            leads = has_form(run.first_state, context.universe.constant(0)) and has_form(after, t + 1)
        return leads and need.least == 0

    with context.universe.quietly():
        return held() if alone else bool(tried(held))


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
