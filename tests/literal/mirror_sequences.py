"""The sequences of (B.1) and (B.2) on lists of scalars, with each geometry's formulas written out.

entropy      ω(q) = Σ q_i ln q_i on Δ_n, ℓ1, α = 1, f = φ, p_0 = 0
logistic     ω = ψ* for ln(1 + eᶻ), ℓ1, α = 1/n, f = φ, p_0 = 0
projection   ω(q) = ‖q‖²/2 on Δ_n, ℓ2, α = 1, f = φ(· − c)/n, p_0 = (1/n, …, 1)
whole        the same on ℝⁿ
"""

from typing import Any

from tests.literal.case import Case
from tests.literal.printed import every
from tests.literal.reference import Vector
from tests.literal.vectors import minus


class Space:
    """C, ω, f and their gradients, by the case's geometry."""

    def __init__(self, case: Case) -> None:
        self.case, self.r, self.n = case, case.ref, case.n
        self.flat = case.geometry in ("projection", "whole")
        weights = [2 * (i + 1) for i in range(self.n)]
        self.c = [self.r.real(w) / (self.n * (self.n + 1)) for w in weights]

    @property
    def alpha(self) -> Any:
        one = self.r.ctx.one
        return one / self.n if self.case.geometry == "logistic" else one

    def p_0(self) -> Vector:
        return [self.r.real(i + 1) / self.n if self.flat else self.r.ctx.zero for i in range(self.n)]

    def f(self, q: Vector) -> Any:
        if not self.flat:
            return self.r.phi(q)
        return self.r.phi([q[i] - self.c[i] for i in range(self.n)]) / self.n

    def grad_f(self, q: Vector) -> Vector:
        if not self.flat:
            return self.r.gram(q)
        return [entry / self.n for entry in self.r.gram([q[i] - self.c[i] for i in range(self.n)])]

    def squared_norm(self, x: Vector) -> Any:
        return self.r.norm(x) ** 2 if self.flat else sum(abs(entry) for entry in x) ** 2

    def squared_dual_norm(self, x: Vector) -> Any:
        return self.r.norm(x) ** 2 if self.flat else max(abs(entry) for entry in x) ** 2

    def logistic(self) -> Case:
        return self.case.with_loss("logistic")

    def omega_star(self, p: Vector) -> Any:
        """ω*(p) = max_C ⟨p, q⟩ − ω(q)."""
        kind = self.case.geometry
        if kind == "entropy":
            return self.r.psi(p)
        if kind == "logistic":
            return self.logistic().psi(p)
        q = self.mirror(p)
        return self.r.dot(p, q) - self.r.norm(q) ** 2 / 2

    def mirror(self, p: Vector) -> Vector:
        """∇ω*(p)."""
        kind = self.case.geometry
        if kind == "entropy":
            return self.r.grad_psi(p)
        if kind == "logistic":
            return self.case.slope(self.logistic().psi, p)
        return list(p) if kind == "whole" else self.projection(p)

    def projection(self, p: Vector) -> Vector:
        """The point of Δ_n next to p: max(p_i − τ, 0), τ = (sum of the k largest − 1)/k for the last k that fits."""
        ordered = sorted(p, reverse=True)
        tau = None
        for k in range(1, self.n + 1):
            candidate = (sum(ordered[:k]) - 1) / k
            if ordered[k - 1] > candidate:
                tau = candidate
        return [max(entry - tau, self.r.ctx.zero) for entry in p]

    def omega(self, q: Vector, p: Vector | None = None) -> Any:
        """ω(q); ψ* off Δ_n is ⟨p, q⟩ − ψ(p) for the p with q = ∇ψ(p)."""
        if self.flat:
            return self.r.norm(q) ** 2 / 2
        if self.case.geometry == "logistic" and p is not None:
            return self.r.dot(p, q) - self.logistic().psi(p)
        return sum((entry * self.r.ctx.log(entry) for entry in q if entry != 0), self.r.ctx.zero)

    def grad_omega(self, q: Vector) -> Vector:
        return list(q) if self.flat else [1 + self.r.ctx.log(entry) for entry in q]

    def dual_points(self) -> list[Vector]:
        """0, 3e_1, (1, …, n), −(1, …, n), (1, −2, 3, …), (1, …, 1)."""
        n = self.n
        up = [self.r.real(i + 1) for i in range(n)]
        return [
            [0 * x for x in up],
            [self.r.real(3 if i == 0 else 0) for i in range(n)],
            up,
            [-x for x in up],
            [up[i] if i % 2 == 0 else -up[i] for i in range(n)],
            [self.r.ctx.one] * n,
        ]

    def minimisers(self) -> list[Vector]:
        return [self.c] if self.flat else self.case.q_bars


class Scheme:
    """p, q, μ, ν for t = 0, …, T of (B.2), or of (B.1) with p_t = ∇ω(q_t), and what is compared with them."""

    def __init__(self, case: Case, *, descent: bool = False) -> None:
        self.case, self.space = case, Space(case)
        space, n = self.space, case.n
        p, q = [space.p_0()], [space.mirror(space.p_0())]
        mu, nu = [q[0]], []
        for t in every(case):
            if descent:
                p[t] = space.grad_omega(q[t])
            lam = case.lam(t)
            nu.append([(1 - lam) * mu[t][i] + lam * q[t][i] for i in range(n)])
            if t == case.T:
                break
            step, gradient = space.alpha * case.theta(t) / lam, space.grad_f(nu[t])
            p.append([p[t][i] - step * gradient[i] for i in range(n)])
            q.append(space.mirror(p[t + 1]))
            mu.append([(1 - lam) * mu[t][i] + lam * q[t + 1][i] for i in range(n)])
        self.p, self.q, self.mu, self.nu = p, q, mu, nu

    def omega_at(self, t: int) -> Any:
        """ω(q_t)."""
        return self.space.omega(self.q[t], self.p[t])

    def points(self) -> list[tuple[Vector, Any]]:
        """Points q of C with ω(q): the last is q_T."""
        space = self.space
        found = [(q, space.omega(q)) for q in self.case.simplex_points]
        if self.case.geometry == "whole":
            found += [(q, space.omega(q)) for q in space.dual_points()]
        if self.case.geometry == "logistic":
            found += [(space.mirror(xi), space.omega(space.mirror(xi), xi)) for xi in space.dual_points()]
        return [*found, (self.q[-1], self.omega_at(self.case.T))]

    def D(self, q: Vector, omega: Any, t: int) -> Any:
        """D_ω(q, q_t) = ω(q) − ω(q_t) − ⟨p_t, q − q_t⟩."""
        return omega - self.omega_at(t) - self.case.ref.dot(self.p[t], minus(q, self.q[t]))

    def step(self, t: int) -> Any:
        """D_ω(q_{t+1}, q_t)."""
        return self.D(self.q[t + 1], self.omega_at(t + 1), t)

    def along(self, t: int, a: Vector, b: Vector) -> Any:
        """⟨∇f(ν_t), a − b⟩."""
        return self.case.ref.dot(self.space.grad_f(self.nu[t]), minus(a, b))

    def rate(self, t: int) -> Any:
        """λ_t/(αθ_t)."""
        return self.case.lam(t) / (self.space.alpha * self.case.theta(t))

    def weight(self, t: int) -> Any:
        """(1−λ_t)/λ_t."""
        return (1 - self.case.lam(t)) / self.case.lam(t)
