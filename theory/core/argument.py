"""Arguments: the proof as a claim's author gives it, and the facts that any proof may cite.

    @claim("P.C.7", …, proof=lambda run: [by("F.psi", run.p[1:], run.p[:-1]), equal(run.p, run.scores(run.w))])

An argument is a list: relations to be shown first, in this order, and facts, claims or hypotheses "for all u" at
chosen points. It guides the search and is never believed: a relation of it serves once it is shown, a fact where its
conditions are. A fact is a claim whose function states what holds at given points, and so can be read at any.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial, update_wrapper, wraps
from typing import Any, NamedTuple

import numpy as np
from lemmacheck.theory.core import expected
from lemmacheck.theory.core.arithmetic import Undecided
from lemmacheck.theory.core.claim import Claim, Kind, Written, above, claim, unwritten
from lemmacheck.theory.core.hypothesis import Hypothesis
from lemmacheck.theory.core.relation import Relation, conjuncts
from lemmacheck.theory.core.run import problem_in
from lemmacheck.theory.core.source import Citation


class Cited(NamedTuple):
    """A fact or a hypothesis at points, or a claim of another run than the one in question."""

    id: str | Hypothesis
    points: tuple[Any, ...]


class ToZero(NamedTuple):
    """Items of an argument for every ε > 0. The last is a relation, which then holds for ε = 0 too."""

    items: Callable[[Any], list[Any]]


def by(id: str | Hypothesis, *points: Any) -> Cited:
    """Cite a fact, or one of the claim's hypotheses "for all u", at these points, each a sequence over t or a constant
    in t; or cite a claim of another run."""
    return Cited(id, points)


def as_epsilon_vanishes(items: Callable[[Any], list[Any]]) -> ToZero:
    """Argue for every ε > 0, and let ε → 0 in the last of these relations."""
    return ToZero(items)


def anywhere(subject: Any, *points: Any) -> Any:
    """No condition."""
    return ()


class ForAll:
    """A statement for all u, at some points u of a subject: the function of a hypothesis.

    It states the same at any other points, for one function makes both.
    """

    def __init__(
        self,
        statement: Callable[..., Any],
        of: Callable[[Any], Any],
        points: Callable[[Any], tuple[Any, ...]],
        where: Callable[..., Any] = anywhere,
    ) -> None:
        update_wrapper(self, statement, ("__module__", "__name__", "__qualname__", "__doc__"), ())
        self.of, self.points, self.inside, self.__code__ = of, points, where, statement.__code__

    def __call__(self, run: Any) -> Any:
        points = self.points(run)
        said = self.at(run, *points)
        if self.everywhere:
            return said
        relations = conjuncts(said)
        return [where_all_hold(problem_in(run), self.conditions(run, points, one), one) for one in relations]

    def conditions(self, run: Any, points: tuple[Any, ...], said: Relation) -> Iterable[Relation]:
        """The conditions under which something is said of the points: one entry a row, or asked of each row alone."""
        whole, shape = conjuncts(self.where(run, *points)), np.shape(said.lhs - said.rhs)
        if all(np.shape(one.lhs - one.rhs)[:1] == shape[:1] for one in whole):
            return whole
        deepest = max(map(np.ndim, points))
        rows = ([x[k] if np.ndim(x) == deepest and len(x) == shape[0] else x for x in points] for k in range(shape[0]))
        each = [conjuncts(self.where(run, *row)) for row in rows]
        return [one[0]._replace(lhs=np.stack([r.lhs - r.rhs for r in one]), rhs=0) for one in zip(*each, strict=True)]

    @property
    def everywhere(self) -> bool:
        """Whether it speaks of all points, not of those alone that meet conditions."""
        return self.inside is anywhere

    def at(self, run: Any, *points: Any) -> Any:
        """The statement at chosen points."""
        return self.__wrapped__(self.of(run), *points)  # type: ignore[attr-defined]

    def where(self, run: Any, *points: Any) -> Any:
        """The conditions on the points."""
        return self.inside(self.of(run), *points)


def where_all_hold(p: Any, conditions: Iterable[Relation], said: Relation) -> Relation:
    """The relation at the points that meet the conditions, and beside it one that holds: of them it says nothing."""
    lhs, rhs = said.lhs, said.rhs
    other = rhs - 1 if said.op == "<" else rhs + 1 if said.op == ">" else rhs
    for one in conditions:
        apart = one.rhs - one.lhs if one.op in ("<=", "<") else one.lhs - one.rhs
        room = -abs(apart) if one.op == "==" else apart
        if np.ndim(room) > np.ndim(lhs - rhs):
            raise Undecided("a condition of a hypothesis for all u has more entries than what it says of u")
        lhs = p.where(room, ">" if one.op in ("<", ">") else ">=", 0, lhs, other)
    return said._replace(lhs=lhs)


def for_all(
    statement: str,
    *,
    points: Callable[[Any], tuple[Any, ...]],
    of: Callable[[Any], Any] = problem_in,
    where: Callable[..., Any] = anywhere,
    closer: Callable[[Any], tuple[Any, ...]] | None = None,
    tacit: bool = False,
) -> Callable[[Callable[..., Any]], Hypothesis]:
    """Make a hypothesis "for all u, v" of a function of the problem, of u and of v, tried at `points` of a run, a
    sequence for each of u and v: `points=lambda run: (run.x[:-1], run.x[1:])`. Where it speaks `of` something else than
    the problem, the function is given that. For an author's function it is also tried at `closer` points; a proof cites
    it at any that meet `where`, relations to be shown of u, such as that it lies in a set: `by(smooth, x, y)`. Of
    others it says nothing."""

    expected.line("for_all", statement=statement)
    expected.function("for_all", points=points, of=of, where=where)
    expected.function_if_any("for_all", closer=closer)
    expected.flag("for_all", tacit=tacit)

    def made(function: Callable[..., Any]) -> Hypothesis:
        nearer = None if closer is None else ForAll(function, of, closer, where)
        return Hypothesis(function.__name__, statement, ForAll(function, of, points, where), tacit, of, nearer)

    return made


def fact(id: str, source: Citation, **more: Any) -> Callable[[Any], Claim]:
    """Make a fact of a function of the subject and of points, which stand above it."""

    def made(written: Any) -> Claim:
        function, said = unwritten(written)
        points, where = said.pop("points"), said.pop("where")

        @wraps(function)
        def stated(subject: Any) -> Any:
            return function(subject, *points(subject))

        whole: Any = Written(stated, said)
        kind = "" if "returns" in more else Kind.ALL_ARGUMENTS
        return replace(claim(id, source, kind=kind, **more)(whole), at=function, where=where)

    return made


def at_points(points: Callable[[Any], tuple[Any, ...]], where: Callable[..., Any] = anywhere) -> Callable[[Any], Any]:
    """The points of a subject at which a fact is decided like any claim, and the relations that points have to meet."""
    return partial(above, points=points, where=where)
