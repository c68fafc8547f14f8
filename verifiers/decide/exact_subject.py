"""The run that a claim is decided on, in exact numbers that never meet an inexact one.

A step that makes no forbidden operation compares no number of the run, so what it does depends on t and on the shape of
the data alone. Therefore the first run of an author's method on data of each shape, and the first run of a method of
ours on any data, is made under guard, an author's on sealed numbers. Later runs, as long as that or shorter, are
computed bare, and guarded for the claims that read them; so are those of other methods that a claim makes. A problem of
one's own may have fields that are no arrays, on which a step may branch: then its runs depend on the data.

The first run of an author's method, and each longer one, is made twice: it must not draw random numbers.
"""

from collections.abc import Callable
from copy import copy
from functools import cache
from typing import Any

import numpy as np
from flint import arb, fmpq
from lemmacheck.theory.core.apart import NoRun
from lemmacheck.theory.core.method import Method
from lemmacheck.theory.core.own import Own
from lemmacheck.theory.core.run import Run, moves
from lemmacheck.theory.core.shared import Impure, authored, by_an_author, difference, has_parts, home_of, parts_of
from lemmacheck.theory.margins.losses import Exponential, Loss
from lemmacheck.verifiers.decide.sealing import sealed, unsealed
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.memory import identity
from lemmacheck.verifiers.instances.subject import length_of, problem_of, run_on, with_parameters
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.guarded import guarded
from lemmacheck.verifiers.numbers.guarded_ball import GuardedBall
from lemmacheck.verifiers.numbers.logarithm import Logarithm
from lemmacheck.verifiers.numbers.monomial import Monomial
from lemmacheck.verifiers.numbers.refusal import Inexact, watched
from lemmacheck.verifiers.numbers.scalar import Scalar
from lemmacheck.verifiers.numbers.sealed import opened

NUMBERS = frozenset((fmpq, Scalar, arb, Monomial, Logarithm))
KEPT = 4096
_repeated: dict[Any, int] = {}  # what makes an author's algorithm → the steps it has made twice
_passed: dict[Any, int] = {}  # what makes (algorithm, method, data or their shape) → the steps it has made under guard


class Exact(Run):
    """A run whose numbers are guarded when they are read, and whose problem can be made without guards."""

    def _read(self, x: Any) -> Any:
        return shielded(x)

    def again(self, algorithm: Any) -> Run:
        """The run of another algorithm on the same problem, as long as this one."""
        p, without_guards = self.problem, self.__dict__.get("_bare")
        if isinstance(p, Own):  # its long rationals are enclosed
            own = run_on(p, algorithm, self.steps)
            return Exact(p, own.algorithm, own._states) if type(own) is Run else super().again(algorithm)
        theirs = authored(type(p)) or by_an_author((algorithm, getattr(p, "loss", None)))
        if without_guards is None or theirs:
            return super().again(algorithm)
        known = identity((algorithm, type(p)))
        made = bare_run(known, without_guards, algorithm, self.steps)
        if made is not None:
            return Exact(p, with_parameters(algorithm, p, self.steps), made._states)
        found = super().again(algorithm)
        has_passed(known, self.steps)
        return found


def exact_subject(
    instance: Instance, algorithm: Any, steps: int, bits: int, loss: Loss = Exponential(), method: Method | None = None
) -> Any:
    """The run of the algorithm on the instance in balls, or the problem itself where there is none."""
    theirs = by_an_author(algorithm)
    with watched():
        problem = problem_of(instance, GuardedBall(bits), algorithm, loss, method)
        if isinstance(problem, NoRun) or not moves(algorithm):
            return problem
        steps = length_of(problem, algorithm, steps, method)
        on = instance if isinstance(problem, Own) else instance.shape if theirs else None
        known = identity((algorithm, method, on))
        bare = cache(lambda: problem_of(instance, Ball(bits), algorithm, loss, method))
        made = bare_run(known, bare, algorithm, steps)
        if made is not None:
            own = with_parameters(algorithm, problem, steps)
        else:
            secret = sealed(problem) if theirs or authored(type(problem)) else problem
            with watched(theirs):
                made = run_on(secret, algorithm, steps)
                own = None if isinstance(made, NoRun) else made.algorithm
                keep_the_same(made, secret, algorithm, steps)
    if isinstance(made, NoRun):
        return made
    has_passed(known, steps)
    theirs = theirs or authored(type(problem)) or authored(getattr(problem, "loss", None))
    states = [unsealed(state) for state in made._states] if theirs else made._states
    if type(made) is Run:
        found: Run = Exact(problem, own, states)
    else:
        found = type(made)(problem, own, [shielded(state) for state in states])
    found.__dict__.update(in_balls_since=vars(made).get("in_balls_since"), _bare=bare)
    return found


def has_passed(known: Any, steps: int) -> None:
    _passed[known] = max(steps, _passed.get(known, -1))
    while len(_passed) > KEPT:
        del _passed[next(iter(_passed))]


def bare_run(known: Any, problem: Callable[[], Any], algorithm: Any, steps: int) -> Any:
    """The run in numbers without guards; None where it has not been made under guard, or where the code needs guards,
    as Fraction(1, 3) * x does."""
    if _passed.get(known, -1) < steps:
        return None
    try:
        with watched():  # a refusal here is not one of the run under guard
            return run_on(problem(), algorithm, steps)
    except (TypeError, Inexact):
        return None


def keep_the_same(made: Any, problem: Any, algorithm: Any, steps: int) -> None:
    """Refuse a method whose second run differs from its first."""
    key = identity(algorithm)
    if not by_an_author(algorithm) or _repeated.get(key, -1) >= steps:
        return
    one, other = (() if isinstance(x, NoRun) else x._states for x in (made, run_on(problem, algorithm, steps)))
    if name := difference(one, other):
        raise Impure(
            f"{home_of(algorithm)}: {name} differs when the run is made again; a step may not draw; declare draws()"
        )
    _repeated[key] = steps


def shielded(state: Any) -> Any:
    """The state with its numbers guarded."""
    if type(state) is np.ndarray or type(state) in NUMBERS:
        return guarded(opened(state))
    if isinstance(state, tuple):
        parts = map(shielded, state)
        return state._make(parts) if hasattr(state, "_make") else tuple(parts)
    if has_parts(state):
        found = copy(state)
        found.__dict__.update((name, shielded(part)) for name, part in parts_of(state).items())
        return found
    return guarded(state) if hasattr(state, "dtype") else state
