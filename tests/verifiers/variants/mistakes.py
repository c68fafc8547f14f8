"""Ways to get the method wrong, each one small change of a correct variant that changes the iterates.

Primal     Algorithm 1 by its steps: g_t = β_t (g_{t−1} + Zᵀq_t), w_{t+1} = w_t − θ_t (g_t + Zᵀq_t)
Dual       the method of Section 3.2 by its steps
schedule   the dual sequences with other λ_t or θ_t
momentum   Algorithm 1 with other β_t or θ_t
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction as F
from typing import Any, NamedTuple

from lemmacheck import momentum, schedule, steps
from lemmacheck.theory.books.jst.methods.variants import Variant

Function = Callable[..., Any]


class PrimalState(NamedTuple):
    t: int
    w: Any
    q: Any
    g: Any


@dataclass(frozen=True)
class Primal:
    """Algorithm 1, line by line; x is Zᵀq."""

    first: Function = lambda p: p.zeros()
    beta: Function = lambda t: t / (t + 1)
    renew: Function = lambda b, g, x: b * (g + x)
    move: Function = lambda w, g, x: w - (g + x)
    weigh: Function = lambda p, new, old: p.softmax(new)

    def start(self, p: Any) -> PrimalState:
        w = self.first(p)
        q = self.weigh(p, w, w)
        return PrimalState(0, w, q, self.renew(self.beta(p.number(0)), p.zeros(), q @ p.Z))

    def step(self, p: Any, s: PrimalState) -> PrimalState:
        w = self.move(s.w, s.g, s.q @ p.Z)
        q = self.weigh(p, w, s.w)
        return PrimalState(s.t + 1, w, q, self.renew(self.beta(p.number(s.t + 1)), s.g, q @ p.Z))


class DualState(NamedTuple):
    t: int
    w: Any
    q: Any
    mu: Any
    nu: Any


@dataclass(frozen=True)
class Dual:
    """The accelerated dual method, line by line; x is Zᵀν."""

    lam: Function = lambda t: 2 / (t + 2)
    move: Function = lambda w, lam, x: w - x / lam
    weigh: Function = lambda p, new, old: p.softmax(new)
    average: Function = lambda lam, mu, q, old: (1 - lam) * mu + lam * q
    look: Function = lambda lam, mu, q: (1 - lam) * mu + lam * q

    def start(self, p: Any) -> DualState:
        q = p.softmax(p.zeros())
        return DualState(0, p.zeros(), q, q, self.look(self.lam(p.number(0)), q, q))

    def step(self, p: Any, s: DualState) -> DualState:
        lam = self.lam(p.number(s.t))
        w = self.move(s.w, lam, s.nu @ p.Z)
        q = self.weigh(p, w, s.w)
        mu = self.average(lam, s.mu, q, s.q)
        return DualState(s.t + 1, w, q, mu, self.look(self.lam(p.number(s.t + 1)), mu, q))


def without_first(x: Any) -> Any:
    """The vector with 0 for its first entry."""
    return x - x * ([1] + [0] * (len(x) - 1))


CORRECT = {"Primal": steps(Primal()), "Dual": steps(Dual()), "schedule": schedule(), "momentum": momentum()}

PRIMAL: dict[str, dict[str, Function]] = {
    "g without the gradient": {"renew": lambda b, g, x: b * g},
    "g = βg + x": {"renew": lambda b, g, x: b * g + x},
    "g = β(g − x)": {"renew": lambda b, g, x: b * (g - x)},
    "g = βx": {"renew": lambda b, g, x: b * x},
    "uphill": {"move": lambda w, g, x: w + (g + x)},
    "step without the momentum": {"move": lambda w, g, x: w - x},
    "step without the gradient": {"move": lambda w, g, x: w - g},
    "momentum twice": {"move": lambda w, g, x: w - (2 * g + x)},
    "momentum subtracted": {"move": lambda w, g, x: w - (x - g)},
    "weight decay": {"move": lambda w, g, x: 9 * w / 10 - (g + x)},
    "first coordinate fixed": {"move": lambda w, g, x: w - without_first(g + x)},
    "q from w_t": {"weigh": lambda p, new, old: p.softmax(old)},
    "q from −w": {"weigh": lambda p, new, old: p.softmax(-new)},
    "q of the first row left out": {"weigh": lambda p, new, old: without_first(p.softmax(new))},
    "w_0 = 1": {"first": lambda p: p.zeros() + 1},
    "w_0 after a step of its own": {"first": lambda p: p.zeros() - p.gradient(p.zeros())},
}

DUAL: dict[str, dict[str, Any]] = {
    "step times λ": {"move": lambda w, lam, x: w - lam * x},
    "step not divided by λ": {"move": lambda w, lam, x: w - x},
    "q from w_t, dual": {"weigh": lambda p, new, old: p.softmax(old)},
    "μ = q": {"average": lambda lam, mu, q, old: q},
    "μ from q_t": {"average": lambda lam, mu, q, old: (1 - lam) * mu + lam * old},
    "ν = μ": {"look": lambda lam, mu, q: mu},
    "ν with λ and 1 − λ exchanged": {"look": lambda lam, mu, q: lam * mu + (1 - lam) * q},
}

SCHEDULES: dict[str, dict[str, Function]] = {
    "λ = 2/(t+3)": {"lam": lambda t: 2 / (t + 3)},
    "λ = 1/(t+1)": {"lam": lambda t: 1 / (t + 1)},
    "λ = 1/2": {"lam": lambda t: F(1, 2)},
    "λ begins anew every 5 steps": {"lam": lambda t: 2 / (t % 5 + 2)},
    "λ = 4/(t+2)²": {"lam": lambda t: 4 / (t + 2) ** 2},
    "θ = 4": {"theta": lambda t: 4},
    "θ = 1/2": {"theta": lambda t: F(1, 2)},
    "θ = 1/(t+1)": {"theta": lambda t: 1 / (t + 1)},
    "θ = −1": {"theta": lambda t: -1},
}

MOMENTA: dict[str, dict[str, Function]] = {
    "β = 0": {"beta": lambda t: 0},
    "β = 1/2": {"beta": lambda t: F(1, 2)},
    "β = 1 from t = 1 on": {"beta": lambda t: 1 if t else 0},
    "β = t²/(t+1)²": {"beta": lambda t: (t / (t + 1)) ** 2},
    "β = t/(t+1), every other t": {"beta": lambda t: t / (t + 1) if t % 2 else 0},
    "β = −t/(t+1)": {"beta": lambda t: -t / (t + 1)},
}

MISTAKES: dict[str, tuple[str, Variant]] = {
    **{name: ("Primal", steps(replace(Primal(), **change), name=name)) for name, change in PRIMAL.items()},
    **{name: ("Dual", steps(replace(Dual(), **change), name=name)) for name, change in DUAL.items()},
    **{name: ("schedule", schedule(**change, name=name)) for name, change in SCHEDULES.items()},
    **{name: ("momentum", momentum(**change, name=name)) for name, change in MOMENTA.items()},
}
