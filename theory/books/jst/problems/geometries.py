"""Where Appendix B's scheme runs: a convex set C, a norm, ω on C with ∇ω and ∇ω*, and an objective f on C.

Entropy            C = Δ_n,      ‖·‖₁,  ω(q) = Σ q_i ln q_i,            α = 1,    ∇ω*(p) the soft-max of p
Euclidean          C = ℝⁿ,       ‖·‖₂,  ω(q) = ‖q‖₂²/2,                 α = 1,    ∇ω*(p) = p
EuclideanSimplex   C = Δ_n,      ‖·‖₂,  ω(q) = ‖q‖₂²/2,                 α = 1,    ∇ω*(p) = max(p − τ, 0)
LogisticConjugate  C = dom ψ*,   ‖·‖₁,  ω = ψ* for the logistic loss,   α = 1/n,  ∇ω*(p) = ∇ψ(p)

Objectives: φ itself; φ/n; and φ(q − c)/n, which is least at a chosen c ∈ Δ_n. All are convex.
"""

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from lemmacheck.theory.core.arithmetic import Array, column
from lemmacheck.theory.core.piecewise import above_zero
from lemmacheck.theory.core.relation import Relation, in_simplex
from lemmacheck.theory.margins.comparators import dual_points, simplex_points
from lemmacheck.theory.margins.losses import Logistic
from lemmacheck.theory.margins.problem import Problem


class Geometry(Protocol):
    """C, its norm, and ω; points of C come one a row, with ω at each."""

    def alpha(self, p: Problem) -> Any:
        """α, the strong convexity of ω with respect to ‖·‖."""

    def squared_norm(self, p: Problem, x: Array) -> Any:
        """‖x‖²."""

    def squared_dual_norm(self, p: Problem, x: Array) -> Any:
        """‖x‖_*²."""

    def mirror(self, p: Problem, xi: Array) -> Array:
        """∇ω*(ξ), the q ∈ C with the largest ⟨ξ, q⟩ − ω(q)."""

    def conjugate(self, p: Problem, xi: Array) -> Any:
        """ω*(ξ)."""

    def omega_at(self, p: Problem, xi: Array, q: Array) -> Any:
        """ω(q) for q = ∇ω*(ξ)."""

    def omega(self, p: Problem, q: Array) -> Any:
        """ω(q) for q ∈ C, where C is not dom ψ*; there, for q ∈ Δ_n."""

    def gradient(self, p: Problem, q: Array) -> Array:
        """∇ω(q)."""

    def points(self, p: Problem) -> tuple[Array, Any]:
        """Points of C, and ω at each."""

    def contains(self, q: Array) -> tuple[Relation, ...]:
        """q ∈ C."""

    def curvature(self, p: Problem) -> Array:
        """Numbers of which φ is L-smooth with respect to ‖·‖ if none exceeds L."""


class OneNorm:
    """‖x‖₁, with the dual ‖x‖_∞; φ is smooth with respect to it as max_i ‖z_i‖₂² is."""

    def squared_norm(self, p: Problem, x: Array) -> Any:
        size = p.l1(x)
        return size * size

    def squared_dual_norm(self, p: Problem, x: Array) -> Any:
        size = p.linf(x)
        return size * size

    def curvature(self, p: Problem) -> Array:
        return np.asanyarray(p.squared(p.Z))


class TwoNorm:
    """‖x‖₂, its own dual, with ω(q) = ‖q‖₂²/2; φ is Σ_i ‖z_i‖₂²-smooth, the trace of its Hessian ZZᵀ."""

    def alpha(self, p: Problem) -> Any:
        return p.num.number(1)

    def squared_norm(self, p: Problem, x: Array) -> Any:
        return p.squared(x)

    def squared_dual_norm(self, p: Problem, x: Array) -> Any:
        return p.squared(x)

    def omega(self, p: Problem, q: Array) -> Any:
        return p.squared(q) / 2

    def omega_at(self, p: Problem, xi: Array, q: Array) -> Any:
        return self.omega(p, q)

    def gradient(self, p: Problem, q: Array) -> Array:
        return q

    def curvature(self, p: Problem) -> Array:
        return column(p.squared(p.Z).sum(-1))


class OnSimplex:
    """C = Δ_n, with an ω that has a formula on it."""

    omega: Any

    def points(self, p: Problem) -> tuple[Array, Any]:
        q = simplex_points(p)
        return q, self.omega(p, q)

    def contains(self, q: Array) -> tuple[Relation, ...]:
        return in_simplex(q)


@dataclass(frozen=True)
class Entropy(OnSimplex, OneNorm):
    """Σ q_i ln q_i on Δ_n; ω* = ln Σ exp."""

    def alpha(self, p: Problem) -> Any:
        return p.num.number(1)

    def mirror(self, p: Problem, xi: Array) -> Array:
        return p.softmax(xi)

    def conjugate(self, p: Problem, xi: Array) -> Any:
        top = p.num.anchor(xi)
        return top + p.log(p.exp(xi - column(top)).sum(-1))

    def omega(self, p: Problem, q: Array) -> Any:
        return p.entropy(q)

    def omega_at(self, p: Problem, xi: Array, q: Array) -> Any:
        return p.entropy(q)

    def gradient(self, p: Problem, q: Array) -> Array:
        return 1 + p.log(q)


@dataclass(frozen=True)
class Euclidean(TwoNorm):
    """‖q‖₂²/2 on the whole space."""

    def mirror(self, p: Problem, xi: Array) -> Array:
        return xi

    def conjugate(self, p: Problem, xi: Array) -> Any:
        return p.squared(xi) / 2

    def points(self, p: Problem) -> tuple[Array, Any]:
        q = np.concatenate([simplex_points(p), dual_points(p)])
        return q, self.omega(p, q)

    def contains(self, q: Array) -> tuple[Relation, ...]:
        return ()


@dataclass(frozen=True)
class EuclideanSimplex(OnSimplex, TwoNorm):
    """‖q‖₂²/2 on Δ_n: ∇ω* is the projection onto Δ_n."""

    def mirror(self, p: Problem, xi: Array) -> Array:
        """max(ξ − τ, 0), with the τ for which the entries sum to 1.

        For any S ≠ ∅, τ_S = (Σ_{i∈S} ξ_i − 1)/|S| is at most τ, as Σ_S (ξ_i − τ) ≤ Σ max(ξ_i − τ, 0) = 1, with
        equality for S = {ξ_i > τ}. So from S = {1, …, n}, going on with {i : ξ_i > τ_S} drops only entries that
        the projection makes 0, τ_S does not decrease, and S is the right one after at most n − 1 drops.
        """
        tau = column((xi.sum(-1) - 1) / p.n)
        for _ in range(p.n - 1):
            chosen = above_zero(p.num, xi - tau)
            tau = column(((chosen * xi).sum(-1) - 1) / chosen.sum(-1))
        return p.positive_part(xi - tau)

    def conjugate(self, p: Problem, xi: Array) -> Any:
        q = self.mirror(p, xi)
        return p.inner(xi, q) - self.omega(p, q)


@dataclass(frozen=True)
class LogisticConjugate(OneNorm):
    """ψ* for the logistic loss; it is Σ q_i ln q_i on Δ_n, and ⟨ξ, q⟩ − ψ(ξ) at q = ∇ψ(ξ)."""

    def alpha(self, p: Problem) -> Any:
        return p.num.number(1) / Logistic().rho(p.n)

    def mirror(self, p: Problem, xi: Array) -> Array:
        return Logistic().psi_gradient(p.num, xi)

    def conjugate(self, p: Problem, xi: Array) -> Any:
        return Logistic().psi(p.num, xi)

    def omega(self, p: Problem, q: Array) -> Any:
        return p.entropy(q)

    def omega_at(self, p: Problem, xi: Array, q: Array) -> Any:
        return p.inner(xi, q) - self.conjugate(p, xi)

    def gradient(self, p: Problem, q: Array) -> Array:
        raise NotImplementedError("∇ψ* has no closed form; carry the ξ with q = ∇ψ(ξ)")

    def points(self, p: Problem) -> tuple[Array, Any]:
        on_simplex, xi = simplex_points(p), dual_points(p)
        image = self.mirror(p, xi)
        values = np.concatenate([self.omega(p, on_simplex), self.omega_at(p, xi, image)])
        return np.concatenate([on_simplex, image]), values

    def contains(self, q: Array) -> tuple[Relation, ...]:
        return ()


class Objective(Protocol):
    """A convex f on C with a known minimiser."""

    def value(self, p: Problem, q: Array) -> Any:
        """f(q)."""

    def gradient(self, p: Problem, q: Array) -> Array:
        """∇f(q)."""

    def scale(self, p: Problem) -> Any:
        """The factor between the Hessian of f and that of φ."""

    def minimisers(self, p: Problem) -> Array:
        """Points of arg min_C f, one a row."""


@dataclass(frozen=True)
class Dual:
    """f = φ, least over Δ_n, and over dom ψ* (whose q have Σ q_i ≥ 1, so φ(q) ≥ φ(q/Σq_i)), at every q̄."""

    def value(self, p: Problem, q: Array) -> Any:
        return p.phi(q)

    def gradient(self, p: Problem, q: Array) -> Array:
        return p.phi_gradient(q)

    def scale(self, p: Problem) -> Any:
        return p.num.number(1)

    def minimisers(self, p: Problem) -> Array:
        return p.optimum.q


@dataclass(frozen=True)
class MeanDual:
    """f = φ/n, least over Δ_n at every q̄."""

    def value(self, p: Problem, q: Array) -> Any:
        return p.phi(q) / p.n

    def gradient(self, p: Problem, q: Array) -> Array:
        return p.phi_gradient(q) / p.n

    def scale(self, p: Problem) -> Any:
        return p.num.number(1) / p.n

    def minimisers(self, p: Problem) -> Array:
        return p.optimum.q


class Centred(MeanDual):
    """f(q) = φ(q − c)/n for the c ∈ Δ_n whose weights are as 1 : 2 : … : n; f ≥ 0 = f(c) wherever C is."""

    def value(self, p: Problem, q: Array) -> Any:
        return p.phi(q - self.centre(p)) / p.n

    def gradient(self, p: Problem, q: Array) -> Array:
        return p.phi_gradient(q - self.centre(p)) / p.n

    def minimisers(self, p: Problem) -> Array:
        return self.centre(p)[None]

    def centre(self, p: Problem) -> Array:
        return ramp(p) * 2 / (p.n + 1)


def origin(p: Problem) -> Array:
    """0 ∈ ℝⁿ."""
    return p.ones(p.n) * 0


def ramp(p: Problem) -> Array:
    """(1/n, 2/n, …, 1)."""
    return p.ones(p.n) * p.num.array(list(range(1, p.n + 1))) / p.n
