"""The dual method of Appendix C once more, literally, for the losses eᶻ (ρ = 1) and ln(1 + eᶻ) (ρ = n), with ψ*.

ν_t = (1 − λ_t) μ_t + λ_t q_t,  w_{t+1} = w_t − θ_t/(ρλ_t) Zᵀν_t,  q_{t+1} = ∇ψ(Zw_{t+1}),
μ_{t+1} = (1 − λ_t) μ_t + λ_t q_{t+1};  the gradient of ψ is that of (C.1)
"""

from functools import cache
from typing import Any, NamedTuple

from tests.literal.reference import Vector


class GeneralSequences(NamedTuple):
    """Indices 0 … T."""

    q: list[Vector]
    mu: list[Vector]
    nu: list[Vector]
    w: list[Vector]


def rho(case: Any) -> int:
    return 1 if case.loss == "exponential" else int(case.n)


def grad_psi(case: Any, xi: Vector) -> Vector:
    """ℓ'(ξ_i)/ℓ'(ψ(ξ))."""
    below = case.ell_prime(case.psi(xi))
    return [case.ell_prime(xi[i]) / below for i in range(case.n)]


def general_dual(case: Any) -> GeneralSequences:
    r = case.ref
    w = [r.zero()]
    q = [grad_psi(case, r.scores(w[0]))]
    mu, nu = [q[0]], []
    for t in range(case.T + 1):
        lam = case.lam(t)
        nu.append([(1 - lam) * mu[t][i] + lam * q[t][i] for i in range(case.n)])
        if t == case.T:
            break
        pull, step = r.combine(nu[t]), case.theta(t) / (rho(case) * lam)
        w.append([w[t][k] - step * pull[k] for k in range(case.d)])
        q.append(grad_psi(case, r.scores(w[t + 1])))
        mu.append([(1 - lam) * mu[t][i] + lam * q[t + 1][i] for i in range(case.n)])
    return GeneralSequences(q, mu, nu, w)


def psi_star(case: Any, q: Vector) -> Any:
    """ψ*(q): Σ q_i ln q_i on Δ_n; else ⟨q, ξ⟩ − ψ(ξ) at e^{ξ_i}/(1 + e^{ξ_i}) = q_i s, where 1 − s = Π (1 − q_i s)."""
    ctx = case.ref.ctx
    if abs(sum(q) - 1) < ctx.mpf(10) ** -60:
        return sum((x * ctx.log(x) for x in q if x > 0), ctx.zero)

    def logit(x: Any) -> Any:
        return ctx.log(x / (1 - x))

    s = saturation(ctx, tuple(q))
    return sum((x * logit(x * s) for x in q), ctx.zero) - logit(s)


@cache
def saturation(ctx: Any, q: tuple[Any, ...]) -> Any:
    """The s > 0 with 1 − s = Π (1 − q_i s), by bisection: their difference changes its sign there."""
    low, high = ctx.zero, 1 / max(q)
    for _ in range(ctx.prec):
        s = (low + high) / 2
        if ctx.fprod(1 - x * s for x in q) - 1 + s < 0:
            low = s
        else:
            high = s
    return high


def divergence(case: Any, q: Vector, t: int) -> Any:
    """D_{ψ*}(q, q_t) = ψ*(q) − ψ*(q_t) − ⟨p_t, q − q_t⟩."""
    r, s = case.ref, case.general
    apart = [q[i] - s.q[t][i] for i in range(case.n)]
    return psi_star(case, q) - psi_star(case, s.q[t]) - r.dot(r.scores(s.w[t]), apart)
