"""The only loop: an algorithm's states s_0, s_1, …, s_T, and the sequences a claim reads from them.

`run.mu[1:]` is μ_1, …, μ_T as rows; `run.t` is 0, 1, …, T in the run's arithmetic, shaped so that it meets per-step
scalars such as `run.phi(run.mu)`. Every other name is one of the problem.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cached_property, partial, wraps
from types import MethodType
from typing import Any, TypeVar

import numpy as np
from lemmacheck.theory.core import expected
from lemmacheck.theory.core.arithmetic import Array, Undecided
from lemmacheck.theory.core.evaluated import Evaluated, reads_row_by_row
from lemmacheck.theory.core.kept import leaving_nothing
from lemmacheck.theory.core.shared import (
    Impure,
    authored,
    by_an_author,
    copied,
    difference,
    frozen,
    home_of,
    locked,
    place_of,
)

T = TypeVar("T")


class Run:
    """The states of one algorithm on one problem, as sequences; they are read-only.

    What stands for one, such as the arbitrary run of a proof, is asked by the same names.
    """

    def __init__(self, problem: Any, algorithm: Any, states: Sequence[Any]) -> None:
        self.__dict__.update(problem=problem, algorithm=algorithm, _states=tuple(states), _evaluated=Evaluated())

    def __setattr__(self, name: str, value: Any) -> None:
        if self._states:
            raise Impure(f"run.{name} is set, but others read this run; give the value a name of its own")
        super().__setattr__(name, value)  # of what is no run of numbers, and has no states

    def __delattr__(self, name: str) -> None:
        raise Impure(f"run.{name} is deleted, but others read this run")

    @property
    def steps(self) -> int:
        """T, the number of steps."""
        return len(self._states) - 1

    @cached_property
    def states(self) -> tuple[Any, ...]:
        """s_0, s_1, …, s_T."""
        return tuple(for_reading(self._read(s)) for s in self._states)

    def copied(self) -> Run:
        """The same run in memory of its own, for a reader who might change it; without states it has no memory."""
        return (
            self if not self._states else type(self)(copied(self.problem), copied(self.algorithm), copied(self._states))
        )

    @cached_property
    def t(self) -> Array:
        """0, 1, …, T."""
        return self.per_step(lambda t: t)

    def per_step(self, sequence: Callable[[Any], Any]) -> Array:
        """(f(0), …, f(T)) for a function f of t, whose values are numbers or vectors."""
        num = self.problem.num
        one, numbers = num.array(1), [num.number(t) for t in range(self.steps + 1)]
        values = [sequence(t) for t in numbers]
        alike = all(type(value) is type(t) for value, t in zip(values, numbers, strict=True))
        found = one * np.array(values) if alike else np.stack([one * value for value in values])
        if found.ndim == 1:
            found = found.reshape(-1, *(1 for _ in self.problem.Z.shape[2:]))
        return locked(found)

    def sums(self, terms: Array) -> Array:
        """S_t = Σ_{j<t} terms_j for t = 0, …, T, from the terms with j = 0, …, T."""
        return np.concatenate([terms[:1] * 0, np.cumsum(terms[:-1], axis=0)])

    def recurrence(self, first: Array, step: Callable[[Any, Array], Array]) -> Array:
        """x_0 = first and x_t = step(t, x_{t−1}), for t = 0, …, T."""
        x = [first]
        for t in range(1, self.steps + 1):
            x.append(step(t, x[-1]))
        return np.stack(x)

    def each(self, function: Callable[[Any], Any], first: int = 0) -> Array:
        """f(s_t) for t = first, …, T, as rows."""
        return as_rows([function(s) for s in self.states[first:]], first)

    def pairs(self, function: Callable[[Any, Any], Any]) -> Array:
        """f(s_t, s_{t+1}) for t = 0, …, T − 1, as rows."""
        return as_rows([function(*pair) for pair in zip(self.states, self.states[1:], strict=False)], 1)

    def last(self, function: Callable[[Any], Any]) -> Array:
        """f(s_T), as one row."""
        return self.each(function, self.steps)

    def again(self, algorithm: Any) -> Run:
        """The run of another algorithm on the same problem, as long as this one."""
        return run(algorithm, self.problem, self.steps)

    def __getattr__(self, name: str) -> Any:
        """A field of the states, or a parameter that is a function of t, as a sequence; else an attribute of the
        problem."""
        if name.startswith("_"):
            raise AttributeError(name)
        if self._states and holds(self._states[0], name):
            return self.keep(name, self._read(np.stack([np.asanyarray(getattr(s, name)) for s in self._states])))
        if schedule := schedule_of(self.algorithm, name):
            return self.keep(name, self.per_step(schedule))
        try:
            value = getattr(self.problem, name)
        except AttributeError:
            if not self._states or hasattr(type(self.problem), name):
                raise
            raise AttributeError(self.lacking(name), name=name, obj=self) from None
        if reads_row_by_row(self.problem, name):
            return self.once(name, MethodType(value.__func__, self))
        return value

    def _read(self, x: Any) -> Any:
        """A state, or a field of all states, as it is read."""
        return x

    def lacking(self, name: str) -> str:
        """The error on a name that a run does not have."""
        kind = type(getattr(self.algorithm, "algorithm", self.algorithm)).__name__
        problem = type(self.problem).__name__ if authored(type(self.problem)) else "the problem"
        if name in ("expected", "chance"):
            return f"run.{name} is for methods that draw, and {kind} has no draws(p, s); write run.each(lambda s: …)"
        if name == "T":
            return "run.T: the number of steps is run.steps"
        if hasattr(self.algorithm, name):
            return f"run.{name}: {name} is of the method; write run.algorithm.{name}"
        fields = ", ".join(self.fields) or "no fields"
        return f"run.{name}: the states of {kind} have {fields}, and {problem} has no {name}"

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of what its states hold."""
        state = self._states[0] if self._states else ()
        return tuple(getattr(state, "_fields", ()) or getattr(state, "__dict__", ()))

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self.fields, *dir(self.problem)})

    def keep(self, name: str, sequence: Array) -> Array:
        """The sequence of this name, whose evaluations are remembered."""
        self.__dict__[name] = sequence = self._evaluated.keep(sequence)
        return sequence

    def once(self, name: Hashable, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, evaluated once on each sequence; the values that it reads of the run are remembered
        likewise."""
        return partial(self._evaluated.of, name, function)


def holds(state: Any, name: str) -> bool:
    """Whether a state has a name, also one that cannot be read: a run has nothing else by it."""
    return name in getattr(state, "__dict__", ()) or any(name in vars(kind) for kind in type(state).__mro__)


def schedule_of(algorithm: Any, name: str) -> Callable[[Any], Any] | None:
    """The parameter of this name, if it is a function of t: λ_t, θ_t, a step size. An attribute of the class is
    none."""
    parameters = getattr(getattr(algorithm, "algorithm", algorithm), "__dict__", {})
    value = parameters.get(name)
    return value if callable(value) and not isinstance(value, MethodType) else None


def for_reading(state: Any) -> Any:
    """A state whose arrays are read-only."""
    return type(state)(*map(frozen, state)) if hasattr(state, "_fields") else state


def sequence(function: Callable[[Any], Array]) -> Callable[[Any], Array]:
    """A sequence that several claims read of a run: it is evaluated once a run, and known by the function itself."""

    @wraps(function)
    def evaluated(run: Any) -> Array:
        kept = isinstance(run, Run) and run._states
        found = run.once(evaluated, lambda: function(run))() if kept else function(run)
        if not (getattr(found, "arbitrary", False) or isinstance(found, np.ndarray)):
            raise TypeError(f"{place_of(function)}: @sequence returns {expected.kind(found)}; expected an array")
        return found

    return evaluated


def of_each_run(make: Callable[[Any], T]) -> Callable[[Any], T]:
    """A value made of a run, once, and kept as long as the run.

    An author's value of a run without states, the arbitrary one, is made anew: a loop in it may give another result.
    """

    @wraps(make)
    def made(run: Any) -> T:
        if authored(make) and not getattr(run, "_states", True):
            return make(run)
        known = run.__dict__.setdefault("_made", {})
        if made not in known:
            known[made] = make(run)
        return known[made]  # type: ignore[no-any-return]

    return made


def as_rows(values: Sequence[Any], first: int) -> Array:
    """What a function gives of each state from t = `first` on, as rows."""
    if not values:
        raise Undecided(f"the run is so short that it has no t = {first}")
    if any(value is None for value in values):
        raise TypeError("a function of the state gives nothing back; does it end with `return`?")
    return np.stack([np.asanyarray(value) for value in values])


def moves(algorithm: Any) -> bool:
    """Whether it has steps; without steps it is a setting, and claims about it have no run."""
    return hasattr(algorithm, "step") or hasattr(algorithm, "tuned")


def draws(algorithm: Any) -> bool:
    """Whether its steps depend on what it draws: then it has draws(p, s) and step(p, s, i)."""
    return hasattr(algorithm, "draws")


def run(algorithm: Any, problem: Any, steps: int) -> Run:
    """s_0 = start, s_{t+1} = step(s_t), for t < steps.

    An algorithm whose parameters depend on the data or on the number of steps fixes them in `tuned`.
    """
    if draws(algorithm):
        raise TypeError(f"{type(algorithm).__name__} draws, so that it has many runs and no single one")
    if by_an_author(algorithm):
        return run_by_an_author(algorithm, problem, steps)
    algorithm = algorithm.tuned(problem, steps) if hasattr(algorithm, "tuned") else algorithm
    states = [algorithm.start(problem)]
    for _ in range(steps):
        states.append(algorithm.step(problem, states[-1]))
    return Run(problem, algorithm, states)


def as_it_is(state: Any) -> Any:
    return state


def run_by_an_author(
    algorithm: Any,
    problem: Any,
    steps: int,
    first: Callable[[Any], Any] = as_it_is,
    later: Callable[[Any], Any] = as_it_is,
) -> Run:
    """The run of an author's method. Its functions get copies, and are refused if they change one or keep anything.

    `first` is applied to the first state and `later` to the others, before the next step; both are ours.
    """
    data = copied(problem)
    with leaving_nothing(algorithm, type(problem)):
        tuned = algorithm.tuned(data, steps) if hasattr(algorithm, "tuned") else algorithm
        states = [copied(first(tuned.start(data)))]
        for _ in range(steps):
            given = copied(states[-1])
            following = copied(later(tuned.step(data, given)))
            if name := difference(given, states[-1]):
                raise Impure(f"{home_of(algorithm)}: {name} is changed in the state before; return a new state")
            states.append(following)
    if name := difference(data, problem):
        raise Impure(f"{home_of(algorithm)}: {name} of the problem is changed; a step may only read the problem")
    return Run(problem, tuned, states)


def problem_in(subject: Any) -> Any:
    """The problem of a run; a problem as it is, whose author may call a number so."""
    return subject.problem if isinstance(subject, Run) else subject
