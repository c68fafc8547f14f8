"""The sequences of the paper once more, literally: mpmath scalars, Python lists, explicit indices.

    dual Nesterov       ν_t = (1 − λ_t) μ_t + λ_t q_t,  q_{t+1} ∝ q_t ⊙ exp(−(θ_t/λ_t) ZZᵀν_t),
                        μ_{t+1} = (1 − λ_t) μ_t + λ_t q_{t+1},  w_{t+1} = w_t − (θ_t/λ_t) Zᵀν_t
    Algorithm 1         g_t = β_t (g_{t−1} + Zᵀq_t),  w_{t+1} = w_t − θ_t (g_t + Zᵀq_t),
                        q_{t+1} ∝ exp(Zw_{t+1})
    gradient descent    w_{t+1} = w_t − η_t ∇R(w_t),  or  w_t − θ_t ∇R(w_t)/R(w_t);  q_t = ∇ψ(Zw_t)

for the loss ℓ(z) = eᶻ. It shares nothing with `theory`: agreement of the two is evidence for both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from mpmath.ctx_mp import MPContext

Vector = list[Any]  # of mpf


class DualSequences(NamedTuple):
    """Indices 0 … T; `log_weights` are the accumulated exponents −Σ_{s<t} (θ_s/λ_s) ZZᵀν_s."""

    q: list[Vector]
    mu: list[Vector]
    nu: list[Vector]
    w: list[Vector]
    log_weights: list[Vector]


class MomentumSequences(NamedTuple):
    """Indices 0 … T; g_{−1} = 0 is not listed."""

    w: list[Vector]
    q: list[Vector]
    g: list[Vector]


class DescentSequences(NamedTuple):
    """Indices 0 … T."""

    w: list[Vector]
    q: list[Vector]


class Reference:
    """The rows z_1, …, z_n of Z, in an mpmath context of its own at `bits` of precision."""

    def __init__(self, rows: Sequence[Sequence[Fraction]], bits: int) -> None:
        self.ctx = MPContext()
        self.ctx.prec = bits
        self.n, self.d = len(rows), len(rows[0])
        self.z = [[self.real(entry) for entry in row] for row in rows]

    def real(self, value: Fraction | int) -> Any:
        fraction = Fraction(value)
        return self.ctx.mpf(fraction.numerator) / self.ctx.mpf(fraction.denominator)

    def dot(self, a: Vector, b: Vector) -> Any:
        """⟨a, b⟩."""
        total = self.ctx.zero
        for k in range(len(a)):
            total += a[k] * b[k]
        return total

    def norm(self, a: Vector) -> Any:
        """‖a‖₂."""
        return self.ctx.sqrt(self.dot(a, a))

    def scores(self, w: Vector) -> Vector:
        """Zw."""
        return [self.dot(self.z[i], w) for i in range(self.n)]

    def combine(self, q: Vector) -> Vector:
        """Zᵀq."""
        return [sum((self.z[i][k] * q[i] for i in range(self.n)), self.ctx.zero) for k in range(self.d)]

    def gram(self, q: Vector) -> Vector:
        """ZZᵀq, entry i being Σ_j ⟨z_i, z_j⟩ q_j."""
        product = []
        for i in range(self.n):
            entry = self.ctx.zero
            for j in range(self.n):
                entry += self.dot(self.z[i], self.z[j]) * q[j]
            product.append(entry)
        return product

    def phi(self, q: Vector) -> Any:
        """φ(q) = ‖Zᵀq‖₂² / 2."""
        return self.norm(self.combine(q)) ** 2 / 2

    def psi(self, xi: Vector) -> Any:
        """ψ(ξ) = ln Σ_i exp(ξ_i)."""
        return self.ctx.log(sum((self.ctx.exp(x) for x in xi), self.ctx.zero))

    def grad_psi(self, xi: Vector) -> Vector:
        """∇ψ(ξ), entry i being exp(ξ_i) / Σ_j exp(ξ_j)."""
        return self.on_simplex([self.ctx.exp(x) for x in xi])

    def on_simplex(self, weights: Vector) -> Vector:
        """The q ∈ Δ_n with q ∝ the given weights."""
        total = self.ctx.zero
        for weight in weights:
            total += weight
        return [weight / total for weight in weights]

    def margin(self, w: Vector) -> Any:
        """γ(w) = −max_i ⟨w, z_i⟩ / ‖w‖₂, and γ(0) = 0."""
        if all(entry == 0 for entry in w):
            return self.ctx.zero
        return -max(self.scores(w)) / self.norm(w)

    def risk(self, w: Vector) -> Any:
        """R(w) = (1/n) Σ_i exp(⟨w, z_i⟩)."""
        return sum((self.ctx.exp(s) for s in self.scores(w)), self.ctx.zero) / self.n

    def grad_risk(self, w: Vector) -> Vector:
        """∇R(w) = (1/n) Σ_i exp(⟨w, z_i⟩) z_i."""
        gradient = [self.ctx.zero] * self.d
        for i in range(self.n):
            for k in range(self.d):
                gradient[k] += self.ctx.exp(self.dot(w, self.z[i])) * self.z[i][k] / self.n
        return gradient

    def uniform(self) -> Vector:
        return [self.ctx.one / self.n for _ in range(self.n)]

    def zero(self) -> Vector:
        return [self.ctx.zero for _ in range(self.d)]

    def dual_nesterov(self, T: int, lam: Sequence[Fraction], theta: Sequence[Fraction]) -> DualSequences:
        """q, μ, ν, w of Section 3.2 for λ_0 … λ_T, θ_0 … θ_{T−1}."""
        q, mu, nu, w = [self.uniform()], [self.uniform()], [], [self.zero()]
        exponents = [[self.ctx.zero for _ in range(self.n)]]
        for t in range(T + 1):
            lam_t = self.real(lam[t])
            nu.append([(1 - lam_t) * mu[t][i] + lam_t * q[t][i] for i in range(self.n)])
            if t == T:
                break
            step = self.real(theta[t]) / lam_t
            kernel, direction = self.gram(nu[t]), self.combine(nu[t])
            q.append(self.on_simplex([q[t][i] * self.ctx.exp(-step * kernel[i]) for i in range(self.n)]))
            mu.append([(1 - lam_t) * mu[t][i] + lam_t * q[t + 1][i] for i in range(self.n)])
            w.append([w[t][k] - step * direction[k] for k in range(self.d)])
            exponents.append([exponents[t][i] - step * kernel[i] for i in range(self.n)])
        return DualSequences(q, mu, nu, w, exponents)

    def algorithm_one(self, T: int, beta: Sequence[Fraction], theta: Sequence[Fraction]) -> MomentumSequences:
        """w, q, g of Algorithm 1 for β_0 … β_T, θ_0 … θ_{T−1}."""
        reals = (lambda t: self.real(beta[t])), (lambda t: self.real(theta[t]))
        return self.momentum(T, *reals, lambda t, q: self.combine(q))

    def momentum(
        self,
        T: int,
        beta: Callable[[int], Any],
        theta: Callable[[int], Any],
        pull: Callable[[int, Vector], Vector],
        weights: Callable[[Vector], Vector] | None = None,
    ) -> MomentumSequences:
        """g_t = β_t (g_{t−1} + pull_t), w_{t+1} = w_t − θ_t (g_t + pull_t), q_t = ∇ψ(Zw_t), or other weights of w_t."""
        w, q, g, before = [self.zero()], [], [], self.zero()
        for t in range(T + 1):
            q.append(weights(w[t]) if weights else self.grad_psi(self.scores(w[t])))
            now = pull(t, q[t])
            before = [beta(t) * (before[k] + now[k]) for k in range(self.d)]
            g.append(before)
            if t < T:
                w.append([w[t][k] - theta(t) * (g[t][k] + now[k]) for k in range(self.d)])
        return MomentumSequences(w, q, g)

    def gradient_descent(self, T: int, eta: Sequence[Fraction]) -> DescentSequences:
        """w and q_t = ∇ψ(Zw_t) of plain gradient descent for η_0 … η_{T−1}."""
        w = [self.zero()]
        for t in range(T):
            gradient, eta_t = self.grad_risk(w[t]), self.real(eta[t])
            w.append([w[t][k] - eta_t * gradient[k] for k in range(self.d)])
        return DescentSequences(w, [self.grad_psi(self.scores(point)) for point in w])

    def normalized_descent(self, T: int, theta: Sequence[Fraction]) -> DescentSequences:
        """w and q_t = ∇ψ(Zw_t) of the normalised steps for θ_0 … θ_{T−1}."""
        w = [self.zero()]
        for t in range(T):
            gradient, risk, theta_t = self.grad_risk(w[t]), self.risk(w[t]), self.real(theta[t])
            w.append([w[t][k] - theta_t * gradient[k] / risk for k in range(self.d)])
        return DescentSequences(w, [self.grad_psi(self.scores(point)) for point in w])
