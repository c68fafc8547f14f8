"""Where the runs of a search end: at the last step at which one of them still has numbers, and not at one that divides
by 0 or leaves the floats."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from lemmacheck.theory.core.apart import Apart, steps_of
from lemmacheck.theory.core.own import Own
from lemmacheck.theory.core.run import Run
from lemmacheck.verifiers.instances.abreast import Abreast
from lemmacheck.verifiers.numbers.guarded import inside
from lemmacheck.verifiers.numbers.several import Several


def further(known: int, subject: Any, length: int) -> int:
    """The steps of these runs if that is more than is known: fewer than asked for where paths are many, or end."""
    most = min(length, steps_of(subject))
    return max(known, min(most, steps_with_numbers(subject))) if most > known else known


def steps_with_numbers(subject: Any) -> int:
    """The steps of the longest run in floats up to there; of what is no run of an author's method, all its steps."""
    if isinstance(subject, Abreast):
        return steps_with_numbers(subject.together)
    if isinstance(subject, Apart):
        return max(map(steps_with_numbers, subject.subjects), default=0)
    steps = steps_of(subject)
    if type(subject) is not Run or not isinstance(subject.problem, Own):
        return steps
    return next((max(t - 1, 0) for t, state in enumerate(subject.states) if not has_numbers(state)), steps)


def goes_on(subject: Any, t: np.ndarray, rows: int) -> np.ndarray:
    """Which of these runs go on to t, and as far beyond as a row looks ahead, where there are so many rows: none that
    divides by 0 before. What a claim says of other numbers than those that are lost says nothing of an exact run."""
    states = states_of(subject, len(t))
    most = int(states.max(initial=1))
    return states > np.minimum(t + max(0, most - rows), most - 1)


def states_of(subject: Any, count: int) -> np.ndarray:
    """How many states each of these runs has, until it divides by 0: a number that is none, and comes of none that is
    beyond the floats."""
    if isinstance(subject, Abreast):
        found = np.zeros(count, int)
        found[subject.posed] = states_of(subject.together, int(subject.posed.sum()))
        return found
    if isinstance(subject, Apart):
        return np.concatenate([states_of(one, 1) for one in subject.subjects])
    found, there, beyond = np.zeros(count, int), np.ones(count, bool), np.zeros(count, bool)
    own = type(subject) is Run and isinstance(subject.problem, Own)
    for state in subject.states if own else [()] * (steps_of(subject) + 1):
        numbers = [x.values if isinstance(x, Several) else x for x in entries(state) if isinstance(x, (Several, float))]
        for x in numbers:
            beyond = beyond | np.isinf(x)
        for x in numbers:
            there = there & (~np.isnan(x) | beyond)
        found += there
    return found


def has_numbers(state: Any) -> bool:
    """Whether in some of the runs that are made as one all that the state holds is finite."""
    finite = np.array(True)
    for x in entries(state):
        if isinstance(x, (Several, float)):
            finite = finite & np.isfinite(x.values if isinstance(x, Several) else x)
    return bool(finite.any())


def entries(value: Any) -> Iterator[Any]:
    """What a value holds: of a tuple, or an array, its entries."""
    if isinstance(value, (tuple, list)):
        for one in value:
            yield from entries(one)
    else:
        yield from np.asarray(inside(value), dtype=object).ravel()
