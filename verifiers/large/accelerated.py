"""Algorithm 1 on rows that are read once an iteration, with the scalars that Section 3 speaks of.

    p_t = Zᵀq_t,   h_t = g_{t−1} + p_t,   g_t = β_t h_t,   v_t = g_t + p_t,   w_{t+1} = w_t − θ_t v_t

With β_t = λ_{t−1}(1−λ_t)/λ_t and λ_0 = 1 these are the dual method's Zᵀμ_t = λ_{t−1} h_t (λ_{−1} := 1) and
Zᵀν_t = λ_t v_t. The state is five vectors of ℝᵈ; a step leaves six numbers behind.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from flint import fmpq
from lemmacheck.theory.core.schedules import Implied, one, two_over_t_plus_two
from lemmacheck.verifiers.instances.memory import remembering
from lemmacheck.verifiers.large.reduction import Partial, nearest
from lemmacheck.verifiers.large.rows import AtOnce, Rows
from lemmacheck.verifiers.large.step import moved, pulled
from lemmacheck.verifiers.numbers.ball import fraction

RECENT = 32  # vectors Zᵀq_t that are kept, to draw bounds on γ̄ from


class State(NamedTuple):
    """s_t; `seen` is the triple of all rows at w_t, which the precision of the rows represents."""

    t: int
    w: Any
    seen: Partial
    p: Any
    h: Any
    g: Any


class Measured(NamedTuple):
    """max Zw_t, the S of ψ(Zw_t) = max Zw_t + ln S, and the squared norms of w_t, p_t, h_t, v_t, in floats."""

    top: float
    S: float
    w: float
    p: float
    h: float
    v: float


@dataclass(frozen=True)
class Accelerated:
    """Algorithm 1 with the momentum that a schedule λ_t with λ_0 = 1 implies."""

    lam: Callable[[Any], Any] = two_over_t_plus_two
    theta: Callable[[Any], Any] = one
    beta: Callable[[Any], Any] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "beta", Implied(self.lam))

    def start(self, rows: Rows) -> State:
        zero = rows.vector(np.zeros(rows.d))
        return self.state(rows, 0, zero, zero)

    def step(self, rows: Rows, s: State) -> State:
        w = moved(s.w, s.g, s.p, at(self.theta, s.t))
        return self.state(rows, s.t + 1, nearest(nearest(w, rows.precision), np.float64), s.g)

    def state(self, rows: Rows, t: int, w: Any, g: Any) -> State:
        """s_t from w_t and g_{t−1}."""
        seen = rows.partial(w)
        p = seen.mean
        return State(t, w, seen, p, *pulled(g, p, at(self.beta, t)))

    def states(self, rows: Rows, steps: int) -> Iterator[State]:
        """s_0, …, s_T."""
        s = self.start(rows)
        yield s
        while s.t < steps:
            for following in self.next_states(rows, s, steps):
                yield following
            s = following

    def next_states(self, rows: Rows, s: State, steps: int) -> Iterable[State]:
        """s_{t+1}, and a few more where the rows can do several steps at once."""
        if not isinstance(rows, AtOnce):
            return [self.step(rows, s)]
        last = min(steps, s.t + rows.at_once)
        theta, beta = values(self.theta, s.t, last), values(self.beta, s.t + 1, last + 1)
        w, m, S, a, p, h, g = rows.several(s.w, s.g, s.p, theta, beta)
        return map(State, range(s.t + 1, last + 1), w, map(Partial, m, S, a), p, h, g)


def at(schedule: Callable[[Any], Any], t: int) -> float:
    """The double nearest to a schedule's value."""
    return values(schedule, t, t + 1)[0]


@remembering(1 << 16)
def values(schedule: Callable[[Any], Any], first: int, end: int) -> tuple[float, ...]:
    """The doubles nearest to a schedule's values at t = first, …, end − 1."""
    exact = [schedule(fmpq(t)) for t in range(first, end)]
    return tuple(float(fraction(value)) for value in exact)


def measured(s: State) -> Measured:
    v = s.g + s.p
    return Measured(s.seen.m, s.seen.S, *(float(x @ x) for x in (s.w, s.p, s.h, v)))


@dataclass(frozen=True)
class Recorded:
    """The record of a run: its scalars for t = 0, …, T, its last state, and the last few p_t."""

    rows: Rows
    algorithm: Accelerated
    largest_square: float
    scalars: tuple[Measured, ...]
    last: State
    recent: tuple[Any, ...]

    @property
    def steps(self) -> int:
        return len(self.scalars) - 1

    def column(self, name: str) -> np.ndarray:
        """One of the scalars of the run, for every t."""
        return np.array([getattr(m, name) for m in self.scalars])


def record(
    rows: Rows, steps: int, algorithm: Accelerated = Accelerated(), observe: Callable[[State], object] = lambda s: None
) -> Recorded:
    """Run the algorithm; `observe` is called with every state."""
    scalars: list[Measured] = []
    recent: deque[Any] = deque(maxlen=RECENT)
    for s in algorithm.states(rows, steps):
        scalars.append(measured(s))
        recent.append(s.p)
        observe(s)
    return Recorded(rows, algorithm, rows.largest_square(), tuple(scalars), s, tuple(recent))
