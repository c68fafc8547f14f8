"""The worst case ((κ−1)/(κ+1))^{2T} B²β/2 of Theorem 1's method over all its functions, certified over ℚ on both sides.

With β − λ = 1 and h = f − (λ/2)‖· − w*‖², which is convex and 1-smooth, g_t = ∇h(w_t), x_t = w_t − w*, x_* = 0:

    h(w*) ≥ h(w_t) − ⟨g_t, x_t⟩ + ½‖g_t‖²     times m_t for t < T, and once for t = T
    h(w_t) ≥ h(w*) + ½‖g_t‖²                   times m_t = βη² q^{2(T−1−t)}/2,  η = 2/(β+λ), q = 1 − ηλ = η/2

leave f(w_T) − f(w*) ≤ (τ/2)‖x_0‖² − Q, τ = βq^{2T}; the certificate is good if Q has an exact LDLᵀ without a
negative pivot. No function does less than f = βx²/2, which attains it.
"""

from fractions import Fraction

from flint import fmpq, fmpq_mat
from lemmacheck.verifiers.numbers.ball import to_fmpq
from lemmacheck.verifiers.worst_cases.certificate import STAR, Certificate, Pair, form, pivots


def parameters(kappa: Fraction) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """β, λ, η and q for β − λ = 1."""
    beta, lam = kappa / (kappa - 1), 1 / (kappa - 1)
    eta = 2 / (beta + lam)
    return beta, lam, eta, 1 - eta * lam


def points(steps: int, lam: Fraction, eta: Fraction) -> list[list[fmpq]]:
    """x_0, …, x_T of w_{t+1} = w_t − η(g_t + λx_t), in terms of x_0, g_0, …, g_T."""
    x = [[fmpq(int(k == 0)) for k in range(steps + 2)]]
    for t in range(steps):
        x.append([to_fmpq(1 - eta * lam) * entry - to_fmpq(eta) * (k == t + 1) for k, entry in enumerate(x[-1])])
    return x


def weights(steps: int, beta: Fraction, eta: Fraction, q: Fraction) -> dict[Pair, Fraction]:
    """The m_t, on both inequalities between w_t and w*."""
    found: dict[Pair, Fraction] = {(STAR, steps): Fraction(1)}
    for t in range(steps):
        found[STAR, t] = found[t, STAR] = beta * eta**2 * q ** (2 * (steps - 1 - t)) / 2
    return found


def check(x: list[list[fmpq]], lam: Fraction, tau: Fraction, chosen: dict[Pair, Fraction]) -> Certificate:
    """Whether the weights prove f(w_T) − f(w*) ≤ (τ/2)‖x_0‖², with the fault if they do not."""
    last, size = len(x) - 1, len(x) + 1
    balance = {i: Fraction(0) for i in (STAR, *range(len(x)))}
    for (i, j), weight in chosen.items():
        balance[i] += weight
        balance[j] -= weight
    square = fmpq_mat(size, size, [a * b * to_fmpq(lam) / 2 for a in x[last] for b in x[last]])
    found = pivots(form(x, tau, chosen) - square)
    fault = ""
    if min(chosen.values()) < 0:
        fault = "a weight is negative"
    elif any(value != (i == STAR) - (i == last) for i, value in balance.items()):
        fault = "the function values do not cancel up to h(w_T) − h(w*)"
    elif found is None or min(found) < 0:
        fault = "the quadratic form is indefinite"
    return Certificate(tau, chosen, fault)


def certify_descent(steps: int, kappa: Fraction, tau: Fraction | None = None) -> Certificate:
    """The certificate for T steps with η = 2/(β + λ), β − λ = 1, for τ = βq^{2T} unless another is given."""
    beta, lam, eta, q = parameters(kappa)
    claimed = beta * q ** (2 * steps) if tau is None else tau
    return check(points(steps, lam, eta), lam, claimed, weights(steps, beta, eta, q))


def worst_quadratic(steps: int, kappa: Fraction) -> Fraction:
    """2(f(w_T) − f(w*))/‖x_0‖² for f = βx²/2 by the method itself, β − λ = 1."""
    beta, _, eta, _ = parameters(kappa)
    x = Fraction(1)
    for _ in range(steps):
        x -= eta * beta * x
    return beta * x * x
