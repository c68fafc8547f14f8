"""The subject as an author's code sees it: the same run or problem, whose numbers cannot be inspected (`sealed`)."""

from collections.abc import Callable
from copy import copy
from dataclasses import replace
from typing import Any

import numpy as np
from flint import arb, fmpq
from lemmacheck.theory.core.apart import NoRun
from lemmacheck.theory.core.matrix import Matrix
from lemmacheck.theory.core.own import Own
from lemmacheck.theory.core.paths import Paths
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.core.shared import authored, by_an_author, has_parts, parts_of
from lemmacheck.verifiers.instances.subject import run_on
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.guarded import guarded
from lemmacheck.verifiers.numbers.guarded_ball import GuardedBall
from lemmacheck.verifiers.numbers.logarithm import Logarithm
from lemmacheck.verifiers.numbers.monomial import Monomial
from lemmacheck.verifiers.numbers.scalar import Scalar
from lemmacheck.verifiers.numbers.sealed import Number, closed, opened

LEAVES = (np.ndarray, Number, Ball, arb, fmpq, Monomial, Logarithm)
_SEALED = "_sealed"


def fit_for(statement: Any, subject: Any) -> Any:
    """The subject that a statement is asked about: sealed, if an author wrote the statement or the method."""
    if not isinstance(subject, (Run, Matrix)) or not isinstance(subject.num, GuardedBall):
        return subject
    problem = subject.problem if isinstance(subject, Run) else subject
    makers = (getattr(statement, "function", statement), type(problem), getattr(problem, "loss", None))
    if any(map(authored, makers)) or by_an_author(getattr(subject, "algorithm", None)):
        return sealed(subject)
    return subject


def sealed(subject: Any) -> Any:
    """A run or a problem with its numbers sealed, made once."""
    kept = vars(subject)
    if _SEALED not in kept:
        kept[_SEALED] = sealed_anew(subject)
    return kept[_SEALED]


def sealed_anew(subject: Any) -> Any:
    if not isinstance(subject, Run):
        return mapped(subject, shut)
    return run_of(subject, sealed(subject.problem), [mapped(state, shut) for state in subject.states])


def run_of(found: Run, problem: Any, states: list[Any]) -> Run:
    """A run with other numbers."""
    kind = Paths if isinstance(found, Paths) else SealedOwn if isinstance(problem, Own) else Run
    return kind(problem, found.algorithm, states)


class SealedOwn(Run):
    """A run on a problem of one's own: of other algorithms too the long rationals are enclosed."""

    def again(self, algorithm: Any) -> Run:
        """The run of another algorithm on the same problem, as long as this one."""
        found = run_on(self.problem, algorithm, self.steps)
        if isinstance(found, NoRun):
            return super().again(algorithm)
        return run_of(found, self.problem, [mapped(unsealed(state), shut) for state in found.states])


def shut(x: Any) -> Any:
    """An array of numbers, a number or an arithmetic, sealed."""
    if isinstance(x, Ball):
        return replace(x, sealed=True) if isinstance(x, GuardedBall) else x
    if isinstance(x, fmpq):
        return Scalar(x)
    return closed(x if isinstance(x, np.ndarray) else guarded(x))


def unsealed(x: Any) -> Any:
    """A state with the numbers that a run keeps."""
    return mapped(x, lambda part: part if isinstance(part, Ball) else guarded(opened(part)))


def mapped(x: Any, leaf: Callable[[Any], Any]) -> Any:
    """A record, a state or an array in which the function has replaced every array and number."""
    if isinstance(x, LEAVES):
        return leaf(x)
    if isinstance(x, tuple):
        parts = (mapped(part, leaf) for part in x)
        return x._make(parts) if hasattr(x, "_make") else tuple(parts)
    if isinstance(x, list):
        return [mapped(part, leaf) for part in x]
    if isinstance(x, dict):
        return {key: mapped(part, leaf) for key, part in x.items()}
    if not has_parts(x):
        return x
    found = copy(x)
    found.__dict__.clear()
    found.__dict__.update((name, mapped(part, leaf)) for name, part in parts_of(x).items())
    return found
