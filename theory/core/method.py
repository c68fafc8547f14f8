"""One algorithm of a book: the parameters it is run with, its wrong forms, and its problem."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from lemmacheck.theory.core import expected
from lemmacheck.theory.core.hypothesis import Hypothesis, hypotheses
from lemmacheck.theory.core.own import Own, is_shape, posed, presentation, reads_data
from lemmacheck.theory.core.run import moves


@dataclass(frozen=True, eq=False)
class Planted:
    """A run on rows that are made for it, of so many steps; `wrong` are wrong runs on them, by what is wrong."""

    algorithm: Any
    rows: Sequence[Sequence[Any]]
    steps: int
    wrong: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Method:
    """Named algorithms of one kind, in four roles; or settings without steps, such as a regression with its λ.

    kind        the class a claim names in `about`
    standing    what the document assumes where it introduces the method: every claim about it is given this too
    usual       the parameters of the report; the first are those of the theorems
    wrong       one line of the step, or one parameter, wrong: claims must refute these, or, where an author gives none,
                mutants made of the step's own source
    planted     runs on data of their own, by label, which claims are decided on beside the usual ones
    unusual     other parameters in range, and `above_one` out of it, for what a hypothesis is needed for
    on          the problem of one's own that it is run on, in place of the margin problem of the rows
    steps       the most steps of a run that is decided, unset 200; an inequality is searched on longer ones too
    horizons    numbers of steps N, each a run of its own: tuned(p, N) makes the method for it
    reach       the largest n and d of the data it is run on, where a run is costly
    longest     the most steps of a run on n rows, where all paths are listed; such runs are no batches
    horizon     (algorithm, steps) → the steps it is run, fewer where it stays rational and its numbers grow long
    sampled     (algorithm, path) → the same method on drawn paths, of which claims are asked where not all are listed
    dataless    whether its runs read no data, so that one instance is as good as many
    arbitrary   (problem, free) → (algorithm, kind of problem, its parts), what proofs speak of: with letters for
                all that `problem_of` and the parameters may make them
    problem_of  how data become the problem it runs on: (instances, num, loss, algorithm) → Problem, if not as they are
    """

    kind: type
    usual: Mapping[str, Any] = field(default_factory=dict)
    wrong: Mapping[str, Any] = field(default_factory=dict)
    unusual: Mapping[str, Any] = field(default_factory=dict)
    above_one: Mapping[str, Any] = field(default_factory=dict)
    reach: tuple[int, int] | None = None
    longest: Callable[[int], int] | None = None
    horizon: Callable[[Any, int], int] | None = None
    sampled: Callable[[Any, Any], Any] | None = None
    dataless: bool = False
    problem_of: Callable[..., Any] | None = None
    arbitrary: Callable[..., tuple[Any, type, Mapping[str, Any]]] | None = None
    on: Any = None
    steps: int | None = None
    horizons: Sequence[int] = ()
    standing: Sequence[Hypothesis] = ()
    planted: Mapping[str, Planted] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Without parameters the kind is run as it is; on a problem of one's own, with each of its parameters."""
        if not isinstance(self.kind, type):
            raise TypeError(f"a Method is given {expected.shortly(self.kind)}; expected the class of the method")
        of = self.kind.__name__
        if (on := self.on) is not None and not (isinstance(on, type) and issubclass(on, Own)):
            expected.refuse(of, "on", on, "the class of your problem, with @problem above it")
        expected.each(of, int, "1, 2, 3", horizons=self.horizons)
        if not all(type(N) is int and N > 0 for N in self.horizons):
            expected.refuse(of, "horizons", self.horizons, "positive numbers of steps, such as range(1, 30)")
        if self.steps is not None and (type(self.steps) is not int or self.steps < 1):
            expected.refuse(of, "steps", self.steps, "the most steps of a run, a positive integer such as 100")
        if self.reach is not None and not is_shape(self.reach):
            expected.refuse(of, "reach", self.reach, "the most rows and columns, such as (4, 3)")
        named = ("usual", "wrong", "unusual", "above_one", "planted")
        expected.labelled(of, f'{{"as printed": {of}()}}', **{name: getattr(self, name) for name in named})
        for label, one in [*self.usual.items(), *self.wrong.items(), *self.unusual.items(), *self.above_one.items()]:
            if isinstance(one, type):
                raise TypeError(f"{label!r} of {of} is the class {one.__name__}; expected a method, {one.__name__}(…)")
            if moves(self.kind) and not moves(one):
                raise TypeError(f"{label!r} of {of} is {expected.shortly(one)}, which has no step; expected {of}(…)")
        functions = ("longest", "horizon", "sampled", "problem_of", "arbitrary")
        expected.function_if_any(of, **{name: getattr(self, name) for name in functions})
        expected.flag(of, dataless=self.dataless)
        hypotheses(of, standing=self.standing)
        labels = [*self.usual, *self.unusual, *self.above_one, *self.planted]
        if alike := [label for label in labels if labels.count(label) > 1]:
            raise TypeError(f"two runs of {self.kind.__name__} are called {alike[0]!r:.60}; expected a label for each")
        usual = self.usual or {"": None if self.kind is self.on else self.as_it_is()}
        object.__setattr__(self, "usual", posed(self.on, usual, self.horizons) if self.on else usual)
        if self.on:
            object.__setattr__(self, "unusual", posed(self.on, self.unusual, self.horizons))
            object.__setattr__(self, "problem_of", presentation(self.on))
            object.__setattr__(self, "reach", self.reach or self.on.shapes)
            object.__setattr__(self, "dataless", self.dataless or not reads_data(self.on))

    @cached_property
    def of_any_length(self) -> Method:
        """The same method, whose runs are as long as is asked."""
        same = copy(self)
        object.__setattr__(same, "steps", None)
        return same

    def as_it_is(self) -> Any:
        """The method without parameters."""
        try:
            return self.kind()
        except TypeError as error:
            remedy = f"write usual={{'as printed': {self.kind.__name__}(…)}}"
            raise TypeError(f"{self.kind.__name__}() is no method: {error}; {remedy}") from error


def altered(method: Any, after: Callable[..., Any] | None = None, **functions: Callable[..., Any]) -> Any:
    """The method with these functions in the place of its own; each is given first the method as it is. What stands
    after its step is given the problem, the state and the next state, too."""
    right = type(method)
    if after is not None:
        functions["step"] = lambda right, p, s: after(right, p, s, right.step(p, s))

    def given(function: Callable[..., Any]) -> Callable[..., Any]:
        return lambda self, *arguments: function(made(right, self), *arguments)

    return made(type(right.__name__, (right,), {name: given(one) for name, one in functions.items()}), method)


def made(kind: type, like: Any) -> Any:
    """An object of this class with the attributes of another."""
    one: Any = object.__new__(kind)
    vars(one).update(vars(like))
    return one
