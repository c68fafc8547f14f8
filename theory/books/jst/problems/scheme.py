"""The quantities that Appendix B's statements are made of, computed once for a run of (B.1) or (B.2).

    D_ω(q, q_t) = ω(q) − ω(q_t) − ⟨p_t, q − q_t⟩

Comparators q lie along the last axis of what depends on them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from lemmacheck.theory.core.arithmetic import Array, as_array, column
from lemmacheck.theory.core.run import Run, of_each_run
from lemmacheck.theory.core.shared import once


class Comparison:
    """Points q of C, with ω(q), against which a run is held: f(q), q_t − q and D_ω(q, q_t) for t = 0, …, T."""

    def __init__(self, scheme: Scheme, points: Array, omega: Any) -> None:
        run = scheme.run
        self.q = np.moveaxis(points, 0, -2)
        self.omega = np.moveaxis(as_array(omega), 0, -1)
        self.f = np.moveaxis(as_array(scheme.objective.value(scheme.problem, points)), 0, -1)
        self.away = run.q[..., None, :] - self.q
        self.divergence = self.omega - column(scheme.omega) + (run.p[..., None, :] * self.away).sum(-1)

    def gap(self, f: Array) -> Array:
        """f(x_t) − f(q) for values f(x_t)."""
        return column(f) - self.f

    def slope(self, gradient: Array, x: Array) -> Array:
        """⟨∇_t, x_t − q⟩."""
        return as_array((gradient[..., None, :] * (x[..., None, :] - self.q)).sum(-1))


class Scheme:
    """What is read off one run; a difference over a step is that of t and t + 1, for t < T."""

    def __init__(self, run: Run) -> None:
        self.run, self.problem = run, run.problem
        self.geometry, self.objective = run.algorithm.geometry, run.algorithm.objective

    @once
    def alpha(self) -> Any:
        """α."""
        return self.geometry.alpha(self.problem)

    @once
    def f_mu(self) -> Array:
        """f(μ_t)."""
        return as_array(self.objective.value(self.problem, self.run.mu))

    @once
    def f_nu(self) -> Array:
        """f(ν_t) for t < T."""
        return as_array(self.objective.value(self.problem, self.run.nu[:-1]))

    @once
    def gradient(self) -> Array:
        """∇f(ν_t) for t < T."""
        return as_array(self.objective.gradient(self.problem, self.run.nu[:-1]))

    @once
    def move(self) -> Array:
        """q_{t+1} − q_t."""
        return as_array(self.run.q[1:] - self.run.q[:-1])

    @once
    def pull(self) -> Array:
        """⟨∇f(ν_t), q_{t+1} − q_t⟩."""
        return as_array((self.gradient * self.move).sum(-1))

    @once
    def omega(self) -> Array:
        """ω(q_t)."""
        return as_array(self.geometry.omega_at(self.problem, self.run.p, self.run.q))

    @once
    def step(self) -> Array:
        """D_ω(q_{t+1}, q_t)."""
        return as_array(self.omega[1:] - self.omega[:-1] - (self.run.p[:-1] * self.move).sum(-1))

    @once
    def length(self) -> Array:
        """‖q_{t+1} − q_t‖²."""
        return as_array(self.geometry.squared_norm(self.problem, self.move))

    @once
    def rate(self) -> Array:
        """λ_t/(αθ_t) for t < T."""
        return as_array((self.run.lam / (self.alpha * self.run.theta))[:-1])

    @once
    def everywhere(self) -> Comparison:
        """Against points of C and the last iterate q_T."""
        points, omega = self.geometry.points(self.problem)
        values = np.concatenate([as_array(omega), self.omega[-1:]])
        return Comparison(self, np.concatenate([points, self.run.q[-1:]]), values)

    @once
    def optimal(self) -> Comparison:
        """Against the minimisers q̄ of f over C."""
        q = self.objective.minimisers(self.problem)
        return Comparison(self, q, self.geometry.omega(self.problem, q))

    @once
    def from_nu(self) -> Array:
        """⟨∇f(ν_t), ν_t − q⟩."""
        return self.everywhere.slope(self.gradient, self.run.nu[:-1])

    @once
    def from_q(self) -> Array:
        """⟨∇f(ν_t), q_t − q⟩."""
        return as_array((self.gradient[..., None, :] * self.everywhere.away[:-1]).sum(-1))

    @once
    def from_next(self) -> Array:
        """⟨∇f(ν_t), q_{t+1} − q⟩."""
        return as_array((self.gradient[..., None, :] * self.everywhere.away[1:]).sum(-1))

    @once
    def drop(self) -> Array:
        """D_ω(q, q_t) − D_ω(q, q_{t+1})."""
        return as_array(self.everywhere.divergence[:-1] - self.everywhere.divergence[1:])


@of_each_run
def scheme(run: Run) -> Scheme:
    return Scheme(run)
