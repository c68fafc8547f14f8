"""Hypotheses: the conditions under which a claim is made, functions from a run to a relation.

    @hypothesis("μ ≥ L/2")
    def well_conditioned(run):
        return at_least(2 * run.problem.mu, run.problem.L)

A claim is given them, `given=[well_conditioned]`, and is asked only where they hold.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from inspect import isgeneratorfunction
from typing import Any

from lemmacheck.theory.core import expected
from lemmacheck.theory.core.apart import Apart
from lemmacheck.theory.core.ask import ask
from lemmacheck.theory.core.shared import by_an_author


@dataclass(frozen=True, eq=False)
class Hypothesis:
    """A condition under which a claim is made; `tacit` if the document uses it without printing it. It equals itself
    alone.

    A condition "for all u" can only be tried at some points u. `tried` names the function it is about. For every
    function of our books the points are chosen so that they decide. An author's own function may fail elsewhere, so
    `closer` tries more points, among them those of the run. A hypothesis need not be given beside another one that
    `implies` it.
    """

    name: str
    statement: str
    function: Callable[[Any], Any]
    tacit: bool = False
    tried: Callable[[Any], Any] | None = None
    closer: Callable[[Any], Any] | None = None
    implies: tuple[Hypothesis, ...] = ()

    def __post_init__(self) -> None:
        """What is said for all u is tried at some points, whoever makes a hypothesis of it."""
        if self.tried is None:
            object.__setattr__(self, "tried", getattr(self.function, "of", None))

    def __init_subclass__(cls) -> None:
        raise TypeError(f"{cls.__name__} is a class of hypotheses; make each with @hypothesis or @for_all")

    def __call__(self, run: Any) -> Any:
        return run.ask(self) if isinstance(run, Apart) else ask(self.function, run)

    def at_points_only(self, run: Any) -> bool:
        """Whether it may fail off the points at which it is tried: it, or the function it is about, is an author's."""
        return self.tried is not None and (by_an_author(self.function) or by_an_author(self.tried(run)))


def hypotheses(of: str, /, **given: Any) -> None:
    """Refuse what is no list of hypotheses, with the remedy."""
    for name, value in given.items():
        for one in value if isinstance(value, (list, tuple)) else ():
            if callable(one) and not isinstance(one, Hypothesis | type):
                called, remedy = getattr(one, "__name__", "a function"), "put @hypothesis('what it says') above it"
                raise TypeError(f"{name}= of {of} holds {called}, which is no hypothesis; {remedy}")
            if isinstance(one, str):
                raise TypeError(f"{name}= of {of} holds {one!r:.40}; write the name of a function under @hypothesis")
        expected.each(of, Hypothesis, value.name if isinstance(value, Hypothesis) else "contract", **{name: value})


def refuse_bare(name: str, first: Any, example: str) -> None:
    """Refuse a decorator that stands above a function without its arguments."""
    if callable(first):
        above = getattr(first, "__name__", repr(first))
        raise TypeError(f"@{name} stands above {above} without saying more; write @{name}({example})")


def hypothesis(
    statement: str,
    *,
    tacit: bool = False,
    tried: Callable[[Any], Any] | None = None,
    closer: Callable[[Any], Any] | None = None,
    implies: Sequence[Hypothesis] = (),
) -> Callable[[Callable[[Any], Any]], Hypothesis]:
    """Make a hypothesis of a function from a run to a relation.

    tacit     the document uses it without printing it
    implies   hypotheses that need not be given beside it
    tried     of a condition "for all u": the function that it is tried on, at some points u; `closer` tries more points
    """
    refuse_bare("hypothesis", statement, "'what it says'")
    of = "a hypothesis"
    expected.line(of, statement=statement)
    expected.flag(of, tacit=tacit)
    expected.function_if_any(of, tried=tried, closer=closer)
    hypotheses(of, implies=implies)

    def wrap(function: Callable[[Any], Any]) -> Hypothesis:
        if isgeneratorfunction(function):
            raise TypeError(f"@hypothesis: {function.__name__} yields; return the relations, several as a list")
        if not hasattr(function, "__name__"):
            shown = expected.shortly(function)
            raise TypeError(f"@hypothesis stands above {shown}; expected a function from a run to a relation")
        return Hypothesis(function.__name__, statement, function, tacit, tried, closer, tuple(implies))

    return wrap
