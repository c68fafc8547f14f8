"""The multipliers that certify the worst case 4/((t+2)(t+3)) of Nesterov's method, and the squares left over.

x_0, …, x_{t−1} = ν_0, …, ν_{t−1}, x_t = μ_t, g_j = ∇f(x_j), w = q_0 − q*. A convex 1-smooth f obeys

    chain   f(x_j) ≥ f(x_{j+1}) + ⟨g_{j+1}, x_j − x_{j+1}⟩ + ½‖g_j − g_{j+1}‖²    times a_j,  j < t
    star    f(q*)  ≥ f(x_j) + ⟨g_j, q* − x_j⟩ + ½‖g_j‖²                           times s_j = a_j − a_{j−1},  a_t = 1

whose sum is f(μ_t) − f(q*) ≤ (τ/2)‖w‖² − Q(g_0 − τw, …, g_t − τw), τ = 4/((t+2)(t+3)).
"""

from typing import Any

import numpy as np
from lemmacheck.theory.core.arithmetic import Arithmetic, Array


def rate(t: Any) -> Any:
    """τ = 4/((t+2)(t+3))."""
    return 4 / ((t + 2) * (t + 3))


def chain(t: Any, j: Any) -> Any:
    """a_j = (j+1)(2t(t+1)(j+4) − j(j+2)(j+3)) / (t(t+1)(2(t+2)(t+3) − (j²+7j+8))) for j < t; a_{−1} = 0."""
    above = (j + 1) * (2 * t * (t + 1) * (j + 4) - j * (j + 2) * (j + 3))
    return above / (t * (t + 1) * (2 * (t + 2) * (t + 3) - (j * j + 7 * j + 8)))


def star(t: Any, j: Any) -> Any:
    """s_j = a_j − a_{j−1} for j < t."""
    return chain(t, j) - chain(t, j - 1)


def last(t: Any) -> Any:
    """s_t = 1 − a_{t−1} = 8/(t² + 5t + 10)."""
    return 8 / (t * t + 5 * t + 10)


def turn(t: Any, j: Any) -> Any:
    """r_j = a_j/((j+1)(j+2)) − a_{j−1}/(j(j+1)) for 1 ≤ j < t; r_t = s_t/(t(t+1))."""
    return chain(t, j) / ((j + 1) * (j + 2)) - chain(t, j - 1) / (j * (j + 1))


def c(t: Any, j: Any) -> Any:
    """c_j = s_j/(j+2)."""
    return star(t, j) / (j + 2)


def b(t: Any, j: Any) -> Any:
    """b_j = −r_j/(j(j+1)(j+2)) for j ≥ 1."""
    return -turn(t, j) / (j * (j + 1) * (j + 2))


def epsilon(t: Any) -> Any:
    """ε = c_0 = 2/((t+2)(t+3) − 4)."""
    return 2 / ((t + 2) * (t + 3) - 4)


def own(t: Any, j: Any) -> Any:
    """What is left for ‖h_j‖²: a_j − (c_j + ε)(j+2)²/4 − b_j (j(j+1)(j+2)/2)², for 1 ≤ j < t."""
    reach = (j * (j + 1) * (j + 2)) ** 2
    return chain(t, j) - (c(t, j) + epsilon(t)) * (j + 2) ** 2 / 4 - b(t, j) * reach / 4


def between(t: Any, j: Any) -> Any:
    """What is left for ‖A_j‖²: 2ε/(j(t+1−j)) + c_{j−1} − c_j − s_t² j/(t(t+1)), for 1 ≤ j < t."""
    return 2 * epsilon(t) / (j * (t + 1 - j)) + c(t, j - 1) - c(t, j) - last(t) ** 2 * j / (t * (t + 1))


def end(t: Any) -> Any:
    """What is left for ‖A_t‖²: c_{t−1} + ε(2−t)/t − s_t²/(t+1)."""
    return c(t, t - 1) + epsilon(t) * (2 - t) / t - last(t) ** 2 / (t + 1)


def units(num: Arithmetic, count: int) -> Array:
    """e_0, …, e_{count−1}, one a row."""
    return num.array(np.eye(count, dtype=int).tolist())


def square(v: Array) -> Array:
    """v vᵀ."""
    return v[:, None] * v[None, :]


def product(u: Array, v: Array) -> Array:
    """(u vᵀ + v uᵀ)/2: the quadratic form of ⟨u, v⟩."""
    return (u[:, None] * v[None, :] + v[:, None] * u[None, :]) / 2


def points(num: Arithmetic, unit: Array, t: int) -> list[Array]:
    """x_0 − q*, …, x_t − q* by the method itself, as coefficients of w, g_0, …, g_t (the rows of `unit`)."""
    q = mu = unit[0]
    x = []
    for j in range(t):
        lam = num.number(2) / (j + 2)
        x.append((1 - lam) * mu + lam * q)
        q = q - unit[j + 1] / lam
        mu = (1 - lam) * mu + lam * q
    return [*x, mu]


def multipliers(num: Arithmetic, t: int) -> tuple[list[Any], list[Any]]:
    """a_0, …, a_{t−1} and s_0, …, s_t."""
    at = num.number(t)
    numbers = [num.number(j) for j in range(t)]
    return [chain(at, j) for j in numbers], [*(star(at, j) for j in numbers), last(at)]


def slack(num: Arithmetic, t: int) -> Array:
    """The quadratic form (τ/2)‖w‖² + Σ multiplier · (right side without its f): in w, g_0, …, g_t."""
    unit = units(num, t + 2)
    x, g = points(num, unit, t), unit[1:]
    a, s = multipliers(num, t)
    form = rate(num.number(t)) / 2 * square(unit[0])
    for j in range(t):
        form = form + a[j] * (product(g[j + 1], x[j] - x[j + 1]) + square(g[j] - g[j + 1]) / 2)
    for j in range(t + 1):
        form = form + s[j] * (square(g[j]) / 2 - product(g[j], x[j]))
    return form


def squares(num: Arithmetic, t: int) -> Array:
    """Q in h_0, …, h_t as a sum of squares with the weights above, A_j = Σ_{k<j} (k+2)/2 h_k, B_j likewise."""
    h = units(num, t + 1)
    at, n = num.number(t), [num.number(j) for j in range(t + 1)]
    A, B = [0 * h[0]], [0 * h[0]]
    for k in range(t):
        A.append(A[k] + (n[k] + 2) / 2 * h[k])
        B.append(B[k] + n[k] * (n[k] + 1) * (n[k] + 2) / 2 * h[k])
    phi = [j * (t + 1 - j) for j in n]
    mean, weight = A[t] - B[t] / (at * (at + 1)), [2 * j / (at * (at + 1)) for j in n]
    form = square(h[t] + last(at) * mean) / 2 + end(at) * square(A[t])
    for j in range(1, t):
        form = form + own(at, n[j]) * square(h[j]) + between(at, n[j]) * square(A[j])
        form = form + epsilon(at) * phi[j] * phi[j + 1] * square(A[j + 1] / phi[j + 1] - A[j] / phi[j])
    for j in range(2, t):
        form = form + (b(at, n[j - 1]) - b(at, n[j])) * square(B[j])
    for j in range(1, t)[-1:]:
        form = form + b(at, n[j]) * square(B[t])
    for k in range(1, t + 1):
        for j in range(1, k):
            form = form + last(at) ** 2 / 2 * weight[j] * weight[k] * square(A[k] - A[j])
    return form


def pivots(form: Array) -> list[Any]:
    """The pivots of LDLᵀ: all positive exactly where the form is positive definite."""
    rest, found = form, []
    for _ in range(len(form)):
        found.append(rest[0, 0])
        rest = rest[1:, 1:] - rest[1:, :1] * rest[:1, 1:] / rest[0, 0]
    return found
