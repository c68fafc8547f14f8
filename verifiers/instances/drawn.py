"""All paths of a method that draws, with exact weights, as long as it has few possible states."""

from collections.abc import Callable
from fractions import Fraction
from math import isfinite, isnan
from typing import Any, NoReturn

import numpy as np
from flint import fmpq
from lemmacheck.theory.core.arithmetic import Undecided
from lemmacheck.theory.core.book import BookError
from lemmacheck.theory.core.in_place import refused
from lemmacheck.theory.core.kept import leaving_nothing
from lemmacheck.theory.core.own import lasting
from lemmacheck.theory.core.paths import Branch, Paths
from lemmacheck.theory.core.shared import Impure, copied, difference, home_of, place_of
from lemmacheck.verifiers.numbers.guarded import inside
from lemmacheck.verifiers.numbers.letters import flat, make_of
from lemmacheck.verifiers.numbers.monomial import as_ball
from lemmacheck.verifiers.numbers.sealed import held

ROUNDING = 1e-9
MOST = 600  # states of a run, all t together


class TooMany(Undecided):
    """A run has more states than are listed."""


def every_path(
    algorithm: Any, problem: Any, steps: int, first: Callable[[Any], Any], later: Callable[[Any], Any]
) -> Paths:
    """The run on all paths, of at most so many steps, and fewer where its states become too many."""
    data = copied(problem)
    with leaving_nothing(algorithm, type(problem)), refused("the problem or to the state before"):
        tuned = algorithm.tuned(data, steps) if hasattr(algorithm, "tuned") else algorithm
        levels: list[tuple[Branch, ...]] = [(Branch(problem.num.number(1), copied(first(tuned.start(data)))),)]
        total = 1
        for _ in range(steps):
            following = after(tuned, data, levels[-1], later, MOST - total)
            if following is None and hasattr(algorithm, "tuned"):
                return shorter(algorithm, problem, len(levels) - 1, first, later)
            if following is None:
                break
            levels.append(following)
            total += len(following)
    if name := difference(data, problem):
        raise Impure(f"{home_of(algorithm)}: {name} of the problem is changed; a step may only read the problem")
    return Paths(problem, tuned, levels)


def shorter(
    algorithm: Any, problem: Any, steps: int, first: Callable[[Any], Any], later: Callable[[Any], Any]
) -> Paths:
    """The run of a method made for fewer steps, unless it was asked to be made for so many."""
    if lasting(algorithm):
        followed = f"so that it is followed for {steps} of its {algorithm.horizon} steps"
        raise TooMany(f"the states of a run are too many to list, {followed}")
    return every_path(algorithm, problem, steps, first, later)


def some_paths(algorithm: Any, problem: Any, steps: int, first: Callable[[Any], Any], count: int, seed: int) -> Paths:
    """So many sampled paths in floats, from a seed, with equal weights; they have passed on a listed run."""
    rng = np.random.default_rng(seed)
    tuned = algorithm.tuned(problem, steps) if hasattr(algorithm, "tuned") else algorithm
    states = [first(tuned.start(problem))] * count
    levels = [states]
    for _ in range(steps):
        states = [tuned.step(problem, s, int(rng.choice(*distribution(tuned, problem, s)))) for s in states]
        if not all(isfinite(x) for s in states for x in flat(s) if isinstance(x, float)):
            raise OverflowError("a state is beyond the floats")
        levels.append(states)
    return Paths(problem, tuned, [tuple(Branch(1 / count, s) for s in states) for states in levels])


def distribution(tuned: Any, problem: Any, state: Any) -> tuple[int, None, bool, np.ndarray]:
    """The arguments of a choice, rounding aside."""
    q = np.clip(np.asarray(tuned.draws(problem, state), dtype=float), 0, 1)
    if np.isnan(q).any():
        raise ZeroDivisionError  # as exact numbers do
    return len(q), None, True, q / q.sum()


def after(tuned: Any, data: Any, level: Any, later: Callable[[Any], Any], left: int) -> tuple[Branch, ...] | None:
    """The states of the next t, equal ones as one; None where they are more than `left`."""
    found: dict[Any, Branch] = {}
    for weight, state in level:
        for i, probability in choices(tuned, data, state):
            given = copied(state)
            child = copied(later(tuned.step(data, given, i)))
            if name := difference(given, state):
                raise Impure(f"{home_of(tuned)}: {name} is changed in the state before; return a new state")
            key, share = known_by(child) or object(), weight * probability
            found[key] = Branch(found[key].weight + share if key in found else share, child)
            if len(found) > left:
                return None
    return tuple(found.values())


def choices(tuned: Any, data: Any, state: Any) -> list[tuple[int, Any]]:
    """The possible choices of draws() with their probabilities, if these form a distribution."""
    q = tuned.draws(data, copied(state))
    if isinstance(q, (list, tuple)) and all(isinstance(x, (int, Fraction)) for x in q):
        q = data.num.array(list(q))
    entries = list(inside(q)) if np.ndim(q) == 1 else []
    if not entries:
        refuse_draws(tuned, f"{q!r}; expected a vector of probabilities, such as p.uniform()")
    total = sum(entries[1:], entries[0])
    if isinstance(total, float) and isnan(total):
        raise ZeroDivisionError  # as exact numbers do
    if isinstance(total, float):
        one = abs(total - 1) < ROUNDING
    else:
        one = total == 1 if isinstance(total, fmpq) else as_ball(total).overlaps(as_ball(1))
    if not one or any(x < 0 for x in entries):
        refuse_draws(tuned, f"{', '.join(map(str, entries))}; expected numbers of at least 0 that add up to 1")
    return [(i, q[i]) for i, x in enumerate(entries) if not (x >= 0 >= x)]


def refuse_draws(tuned: Any, what: str) -> NoReturn:
    kind = type(getattr(tuned, "algorithm", tuned)).__name__
    raise BookError(f"{place_of(tuned.draws)}: draws() of {kind} returns {what}")


def known_by(state: Any) -> Any:
    """A key that only equal states have; None of what is not exact."""
    numbers = [held(inside(x)[()] if isinstance(x, np.ndarray) else x) for x in flat(state)]
    if not all(isinstance(x, (fmpq, float)) or type(x) is int for x in numbers):
        return None
    return make_of(state), *((int(x.p), int(x.q)) if isinstance(x, fmpq) else x for x in numbers)
