"""The dual method of Appendix C, for a loss whose ψ is ρ-smooth: (B.1) with f = φ, ω = ψ*, α = 1/ρ.

    ν_t     = (1 − λ_t) μ_t + λ_t q_t
    w_{t+1} = w_t − θ_t/(ρλ_t) Zᵀν_t                         w_0 = 0
    p_{t+1} = p_t − θ_t/(ρλ_t) ZZᵀν_t,  so that p = Zw       p_0 = 0
    q_{t+1} = ∇ψ(p_{t+1})                                    μ_0 = q_0 = ∇ψ(0)
    μ_{t+1} = (1 − λ_t) μ_t + λ_t q_{t+1}

With the exponential loss (ρ = 1) this is the method of Section 3.2.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from lemmacheck.theory.books.jst.algorithms.dual_nesterov import Averaging, State
from lemmacheck.theory.core.schedules import one, two_over_t_plus_two
from lemmacheck.theory.margins.losses import Exponential, Loss
from lemmacheck.theory.margins.problem import Problem


@dataclass(frozen=True)
class GeneralDual(Averaging):
    """The dual method for a loss and a schedule λ_t, θ_t ∈ (0, 1]; it is run on the problem with that loss."""

    lam: Callable[[Any], Any] = two_over_t_plus_two
    theta: Callable[[Any], Any] = one
    loss: Loss = Exponential()

    def start(self, p: Problem) -> State:
        t, zero = p.num.number(0), p.scores(p.zero())
        q = mu = p.psi_gradient(zero)
        return State(t, p.zero(), zero, q, mu, self.nu(t, mu, q))

    def step(self, p: Problem, s: State) -> State:
        lam, theta = self.lam(s.t), self.theta(s.t)
        direction = theta / (p.rho * lam) * p.combine(s.nu)
        scores = s.p - p.scores(direction)
        q = p.psi_gradient(scores)
        mu = (1 - lam) * s.mu + lam * q
        return State(s.t + 1, s.w - direction, scores, q, mu, self.nu(s.t + 1, mu, q))

    def arbitrary(self, p: Any, t: Any, free: Any) -> dict[str, Any]:
        """w_t and μ_t are any; p = Zw, q = ∇ψ(p), ν = (1 − λ)μ + λq."""
        w, mu = free("w", "d"), free("mu", "n")
        q = p.psi_gradient(p.scores(w))
        return {"t": t, "w": w, "p": p.scores(w), "q": q, "mu": mu, "nu": self.nu(t, mu, q)}

    forms = (arbitrary,)
