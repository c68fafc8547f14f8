"""Arguments: what a claim's author says of its proof, and the facts that any proof may cite.

    @claim("P.C.7", …, proof=lambda run: [by("F.psi", run.p[1:], run.p[:-1]), equal(run.p, run.scores(run.w))])

An argument is a list: relations that are to be shown first, in this order, and facts or claims at points of one's
choosing. It is searched with, never believed: a relation of it serves once it is shown, a fact where its conditions
are. A fact is a claim whose function says what holds at given points, and so can be read at any.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any, NamedTuple

from lemmacheck.theory.core.claim import Claim, claim
from lemmacheck.theory.core.source import Citation


class Cited(NamedTuple):
    """A fact at points, or a claim of another run than the one in question."""

    id: str
    points: tuple[Any, ...]


def by(id: str, *points: Any) -> Cited:
    """Cite a fact at these points, each a sequence over t or one alike for all t; or a claim, of another run."""
    return Cited(id, points)


def fact(
    id: str,
    source: Citation,
    points: Callable[[Any], tuple[Any, ...]],
    where: Callable[..., Any] = lambda subject, *points: (),
    **more: Any,
) -> Callable[[Callable[..., Any]], Claim]:
    """Make a fact of a function of the subject and of points; `where` are the relations that these have to meet, and
    `points` those of a subject at which the fact is decided like any claim."""

    def made(function: Callable[..., Any]) -> Claim:
        @wraps(function)
        def stated(subject: Any) -> Any:
            return function(subject, *points(subject))

        return replace(claim(id, source, **more)(stated), at=function, where=where)

    return made
