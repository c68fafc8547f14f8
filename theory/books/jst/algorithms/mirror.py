"""Accelerated mirror descent and dual averaging (Appendix B) for an objective f on a set C with a potential ω.

    ν_t     = (1 − λ_t) μ_t + λ_t q_t
    p_{t+1} = p_t − (αθ_t/λ_t) ∇f(ν_t),  q_{t+1} = ∇ω*(p_{t+1})                 (B.2), any p_0, μ_0 = q_0 = ∇ω*(p_0)
    q_{t+1} = arg min_C ⟨∇f(ν_t), q⟩ + (λ_t/(αθ_t)) D_ω(q, q_t)                 (B.1), μ_0 = q_0 ∈ C
    μ_{t+1} = (1 − λ_t) μ_t + λ_t q_{t+1}

The minimum of (B.1) is where ∇ω(q_t) − (αθ_t/λ_t) ∇f(ν_t) leads: q_{t+1} = ∇ω* of it, and p_t stands for ∇ω(q_t).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from lemmacheck.theory.books.jst.algorithms.dual_nesterov import Averaging
from lemmacheck.theory.books.jst.problems.geometries import Dual, Entropy, Geometry, Objective, origin
from lemmacheck.theory.core.arithmetic import Array, Number
from lemmacheck.theory.core.schedules import one, two_over_t_plus_two
from lemmacheck.theory.margins.problem import Problem


class State(NamedTuple):
    t: Number
    p: Array
    q: Array
    mu: Array
    nu: Array


@dataclass(frozen=True)
class Mirror(Averaging):
    """The dual-averaging scheme (B.2) from p_0 = `first(problem)`."""

    lam: Callable[[Any], Any] = two_over_t_plus_two
    theta: Callable[[Any], Any] = one
    geometry: Geometry = Entropy()
    objective: Objective = Dual()
    first: Callable[[Problem], Array] = origin

    def start(self, p: Problem) -> State:
        t, dual = p.num.number(0), self.first(p)
        q = mu = self.geometry.mirror(p, dual)
        return State(t, self.dual(p, dual, q), q, mu, self.nu(t, mu, q))

    def step(self, p: Problem, s: State) -> State:
        lam, theta = self.lam(s.t), self.theta(s.t)
        dual = s.p - self.geometry.alpha(p) * theta / lam * self.objective.gradient(p, s.nu)
        q = self.geometry.mirror(p, dual)
        mu = (1 - lam) * s.mu + lam * q
        return State(s.t + 1, self.dual(p, dual, q), q, mu, self.nu(s.t + 1, mu, q))

    def dual(self, p: Problem, dual: Array, q: Array) -> Array:
        """The p_t carried to the next step, with q_t = ∇ω*(p_t)."""
        return dual

    def arbitrary(self, p: Any, t: Any, free: Any) -> dict[str, Any]:
        """p_t and μ_t are any; q = ∇ω*(p), ν = (1 − λ)μ + λq."""
        dual, mu = free("p", "n"), free("mu", "n")
        q = self.geometry.mirror(p, dual)
        return {"t": t, "p": dual, "q": q, "mu": mu, "nu": self.nu(t, mu, q)}

    forms: ClassVar[Any] = (arbitrary,)


@dataclass(frozen=True)
class MirrorDescent(Mirror):
    """The mirror-descent scheme (B.1) from q_0 = ∇ω*(`first(problem)`): the p_t of each step is ∇ω(q_t)."""

    def dual(self, p: Problem, dual: Array, q: Array) -> Array:
        """∇ω(q_t)."""
        return self.geometry.gradient(p, q)

    def in_the_dual(self, p: Any, t: Any, free: Any) -> dict[str, Any]:
        """q_t and μ_t are any; p = ∇ω(q)."""
        q, mu = free("q", "n"), free("mu", "n")
        return {"t": t, "p": self.geometry.gradient(p, q), "q": q, "mu": mu, "nu": self.nu(t, mu, q)}

    forms: ClassVar[Any] = (in_the_dual,)
