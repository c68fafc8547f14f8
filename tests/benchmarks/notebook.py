"""The notebook that a researcher would write to check Section 3 on one data set: NumPy, a loop over t, assertions.

It runs the dual method and Algorithm 1 for T steps, asks cvxpy for γ̄, and asserts at every t what the section says
of the two, each statement under its id. What several statements need is computed once a step.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from benchmarks.plain import margin_by_cvxpy

TOLERANCE = 1e-7
Check = Callable[[str, Any, str, Any], None]


def asserted(id: str, lhs: Any, op: str, rhs: Any) -> None:
    """lhs op rhs up to the tolerance."""
    if op == "<=":
        assert np.all(lhs <= rhs + TOLERANCE), id
    elif op == ">=":
        assert np.all(lhs >= rhs - TOLERANCE), id
    else:
        assert np.all(np.abs(lhs - rhs) <= TOLERANCE), id


def softmax(scores: np.ndarray) -> np.ndarray:
    weights = np.exp(scores - scores.max())
    return weights / weights.sum()


def psi(scores: np.ndarray) -> float:
    top = scores.max()
    return float(top + np.log(np.exp(scores - top).sum()))


def alike(check: Check, id: str, a: np.ndarray, b: np.ndarray) -> None:
    """a ∝ b, for positive sums."""
    check(id, a * b.sum(), "==", b * a.sum())


def section_3(Z: np.ndarray, steps: int, check: Check = asserted) -> None:
    """Every true statement of Section 3 about the two methods, at every t."""
    gamma = margin_by_cvxpy(Z)
    algorithm_1(Z, steps, gamma, check)
    dual(Z, steps, gamma, check)


def directions(Z: np.ndarray, gamma: float) -> list[np.ndarray]:
    """Some w to ask about: the axes, both ways, the mean row and one drawn at random."""
    axes = np.eye(Z.shape[1])
    return [*axes, *-axes, -Z.mean(0), np.random.default_rng(0).standard_normal(Z.shape[1])]


def algorithm_1(Z: np.ndarray, steps: int, gamma: float, check: Check) -> None:
    n, d = Z.shape
    log_n, margins = np.log(n), [-(Z @ v).max() / np.linalg.norm(v) for v in directions(Z, gamma)]
    w, g, q = np.zeros(d), np.zeros(d), np.full(n, 1 / n)
    for t in range(steps + 1):
        scores, before = Z @ w, g
        v = q @ Z
        by_psi = softmax(scores) @ Z
        risks = np.exp(scores - scores.max())
        by_risk = (risks @ Z) / risks.sum()
        g = t / (t + 1) * (before + v)
        check("P.1.1eq", v, "==", by_psi)
        check("P.1.1eq", by_psi, "==", by_risk)
        check("P.1.1eq", g, "==", t / (t + 1) * (before + by_risk))
        if t:
            norm, potential = np.linalg.norm(w), -psi(scores)
            margin, end = -scores.max() / norm, 4 * g @ g / t**2
            gap = 8 * log_n / (t + 1) ** 2
            shortfall = 4 * (1 + log_n) * (1 + 2 * np.log(t + 1)) / (gamma * (t + 1) ** 2)
            check("P.T3.1.1", margin, ">=", gamma - shortfall)
            check("P.T3.1.2l", end - gap, "<=", gamma**2)
            check("P.T3.1.2u", gamma**2, "<=", end)
            check("P.T3.1.int.1", end - gap, "<=", gamma**2)
            check("P.T3.1.int.1", gamma**2, "<=", end)
            check("P.T3.1.int.1", t**2 * gap, "<=", 8 * log_n)
            for known in margins:
                check("P.T3.1.int.2", known, "<=", np.sqrt(end))
            check("P.T3.1.int.2", margin, "<=", np.sqrt(end))
            for k in (1, 2, 8):
                check("P.S3.3.enough.corrected", margin, ">=", min(potential / (k * norm), k * potential / norm))
        following = w - (g + v)
        check("P.1.1eq", following, "==", w - (g + by_risk))
        w = following
        q = softmax(Z @ w)


def dual(Z: np.ndarray, steps: int, gamma: float, check: Check) -> None:
    n, d = Z.shape
    log_n, uniform = np.log(n), np.full(n, 1 / n)
    w, q, mu, p = np.zeros(d), uniform, uniform, np.zeros(n)
    g, weighted = np.zeros(d), np.zeros(d)  # of Lemma 3.4
    w_1, g_1, q_1 = np.zeros(d), np.zeros(d), uniform  # of Algorithm 1
    climbed = travelled = owed = own = 0.0
    start, squared_mu = psi(Z @ w), 0.0
    for id in ("P.3.2.upd", "P.Alg.3seq"):
        check(id, q, "==", 1 / n)
        check(id, mu, "==", q)
    check("P.Alg.3seq", w, "==", 0)
    check("P.psi.q0.1", softmax(Z @ w), "==", softmax(np.zeros(n)))
    check("P.psi.q0.2", softmax(np.zeros(n)), "==", q)
    check("P.psi.q0.3", softmax(Z @ w), "==", q)
    for t in range(steps + 1):
        lam, scores = 2 / (t + 2), Z @ w
        nu = (1 - lam) * mu + lam * q
        v, pull, direction = q @ Z, mu @ Z, nu @ Z
        push = Z @ direction / lam
        phi, length = pull @ pull / 2, np.linalg.norm(direction)
        for id in ("P.3.2.upd", "P.Alg.3seq"):
            check(id, nu, "==", (1 - lam) * mu + lam * q)
            check(id, q, ">=", 0)
            check(id, q.sum(), "==", 1)
        check("P.3.3eq.3", softmax(scores), "==", q)
        check("P.3.9.3", length, ">=", gamma)
        check("P.L3.6l", owed, "<=", np.linalg.norm(w))
        check("P.P3.7.b.1", np.linalg.norm(w), ">=", owed)
        check("P.L3.6u", np.linalg.norm(w), "<=", travelled)
        if t:
            before = 2 / (t + 1)
            check("P.L3.4b.1", before * (1 - lam) / lam, "==", t / (t + 1))
            g = before * (1 - lam) / lam * (g + v)
            weighted = weighted + t * v
            norm, potential = np.linalg.norm(w), psi(scores)
            margin, half = -scores.max() / norm, gamma / 2 - 4 * log_n / (gamma * (t + 1) ** 2)
            if t > 1:
                past = 2 / t
                own += (1 / past**2 - (1 - before) / before**2) * squared_mu / 2
            squared_mu = 2 * phi
            bound = squared_mu / (2 * before**2) + own + climbed
            check("P.L3.2", phi - gamma**2 / 2, "<=", 4 * log_n / (t + 1) ** 2)
            check("P.3.2.MD2t", phi - gamma**2 / 2, "<=", 4 * log_n / t**2)
            check("P.S1.rates.4", gamma - margin, "<=", 4 * log_n / (gamma * t**2))
            check("P.L3.4c@003", pull, "==", 2 * g / t)
            check("P.3.2.phimu.1", phi, "==", 4 * g @ g / (2 * t**2))
            check("P.L3.5", -potential, ">=", -start + bound)
            check("P.P3.7", margin, ">=", half)
            check("P.P3.7.a", 1 / before**2 - (1 - lam) / lam**2, ">=", 0)
            check("P.3.8", -potential, ">=", -start + climbed)
            check("P.3.9.1", (start - potential) / norm, ">=", climbed / travelled)
            check("P.3.9.2", climbed / travelled, ">=", gamma / 2)
            check("P.P3.7.b.2", owed, ">=", gamma * (t + 1) ** 2 / 4)
            check("P.3.10.1", start / norm, "==", log_n / norm)
            check("P.3.10.2", log_n / norm, "<=", 4 * log_n / (gamma * (t + 1) ** 2))
            check("P.P3.7.c.1", margin, ">=", -potential / norm)
            check("P.P3.7.c.2", -potential / norm, ">=", half)
            check("P.P3.7.c.3", margin, ">=", half)
        check("P.L3.4b.2", g, "==", weighted / (t + 1))
        g_1 = t / (t + 1) * (g_1 + q_1 @ Z)
        check("P.3.2.alg", w, "==", w_1)
        check("P.3.2.alg", q, "==", q_1)
        check("P.3.2.alg", g, "==", g_1)
        w_1 = w_1 - (g_1 + q_1 @ Z)
        q_1 = softmax(Z @ w_1)
        if t == steps:
            break
        climbed += length**2 / (2 * lam)
        travelled += length / lam
        owed += gamma / lam
        following, factor = w - direction / lam, np.exp(-push)
        p = p - push
        after = softmax(p)
        moved = (1 - lam) * mu + lam * after
        shares, stepped, arrived = np.exp(scores), np.exp(Z @ (w - direction / lam)), np.exp(Z @ following)
        alike(check, "P.3.2.upd", after, q * factor)
        alike(check, "P.Alg.3seq", after, q * factor)
        alike(check, "P.3.3eq.1.1", after, q * factor)
        alike(check, "P.3.3eq.1.2", q * factor, shares * factor)
        alike(check, "P.3.3eq.1.3", after, shares * factor)
        check("P.3.3eq.2.1", shares * factor, "==", stepped)
        check("P.3.3eq.2.2", stepped, "==", arrived)
        check("P.3.3eq.2.3", shares * factor, "==", arrived)
        check("P.L3.4a", following, "==", w - (g + v))
        check("P.Alg.3seq", following, "==", w - direction / lam)
        for id in ("P.3.2.upd", "P.Alg.3seq"):
            check(id, moved, "==", (1 - lam) * mu + lam * after)
        w, q, mu = following, after, moved
    check("P.3.2.phimu.2", gamma**2 / 2, "==", margin_by_cvxpy(Z) ** 2 / 2)
