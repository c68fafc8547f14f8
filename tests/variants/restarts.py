"""Algorithm 1 whose momentum begins anew every 8 steps.

A restart forgets a wrong direction and a right one alike. It is a method of its own: the statements about the
sequences of Algorithm 1 do not apply, those about what w_t does are asked all the same.
"""

from typing import Any, NamedTuple

EVERY = 8


class State(NamedTuple):
    t: int
    w: Any
    m: Any


class Restarts:
    def start(self, p):
        return State(0, p.zeros(), p.zeros())

    def step(self, p, s):
        gradient = p.gradient(s.w)
        k = p.number(s.t % EVERY)
        m = k / (k + 1) * (s.m + gradient)
        return State(s.t + 1, s.w - (m + gradient), m)


variant = Restarts()
