"""Nesterov's method on the dual objective φ(q) = ‖Zᵀq‖²/2 with the entropy, and the primal w it drives.

    ν_t     = (1 − λ_t) μ_t + λ_t q_t
    q_{t+1} ∝ q_t ⊙ exp(−(θ_t/λ_t) ZZᵀν_t),  q_{t+1} ∈ Δ_n          μ_0 = q_0 = (1/n, …, 1/n)
    μ_{t+1} = (1 − λ_t) μ_t + λ_t q_{t+1}
    w_{t+1} = w_t − (θ_t/λ_t) Zᵀν_t                                 w_0 = 0

The weights are carried as their logarithms p (p_0 = 0, p_{t+1} = p_t − (θ_t/λ_t) ZZᵀν_t), so that
q = exp(p)/Σexp(p) neither underflows nor drifts off the simplex.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from lemmacheck.theory.core.arithmetic import Array, Number
from lemmacheck.theory.core.schedules import one, two_over_t_plus_two
from lemmacheck.theory.margins.problem import Problem


class State(NamedTuple):
    t: Number
    w: Array
    p: Array
    q: Array
    mu: Array
    nu: Array


class Averaging:
    """A method of two sequences that λ_t averages."""

    lam: Callable[[Any], Any]

    def nu(self, t: Number, mu: Array, q: Array) -> Array:
        """ν_t = (1 − λ_t) μ_t + λ_t q_t."""
        return (1 - self.lam(t)) * mu + self.lam(t) * q


@dataclass(frozen=True)
class DualNesterov(Averaging):
    """The accelerated dual method for a schedule λ_t, θ_t ∈ (0, 1]."""

    lam: Callable[[Any], Any] = two_over_t_plus_two
    theta: Callable[[Any], Any] = one

    def start(self, p: Problem) -> State:
        t = p.num.number(0)
        q = mu = p.uniform()
        return State(t, p.zero(), p.scores(p.zero()), q, mu, self.nu(t, mu, q))

    def step(self, p: Problem, s: State) -> State:
        lam, theta = self.lam(s.t), self.theta(s.t)
        direction = p.combine(s.nu)
        w = s.w - theta / lam * direction
        log_weights = s.p - theta / lam * p.scores(direction)
        q = p.softmax(log_weights)
        mu = (1 - lam) * s.mu + lam * q
        return State(s.t + 1, w, log_weights, q, mu, self.nu(s.t + 1, mu, q))

    def arbitrary(self, p: Any, t: Any, free: Any) -> dict[str, Any]:
        """w_t and μ_t ∈ Δ_n are any; p = Zw, q = softmax(p), ν = (1 − λ)μ + λq."""
        w, mu = free("w", "d"), free("mu", "n", total=1)
        q = p.softmax(p.scores(w))
        return {"t": t, "w": w, "p": p.scores(w), "q": q, "mu": mu, "nu": self.nu(t, mu, q)}

    forms = (arbitrary,)
