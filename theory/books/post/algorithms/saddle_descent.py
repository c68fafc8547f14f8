"""Gradient descent on min_w max_a Ψ(w) + ⟨a, Vw⟩ − F*(a) in w, with a optimised fully: Ψ = (λ/2)‖·‖₂², V = Z.

    w_{t+1} = w_t − η_t (λ w_t + V*a_t),  w_0 = 0         a_t = ∇F(Vw_t), F = L or L̃

The step sizes are given for losses that are averaged: with L, a sum over n rows, η_t stands for η_t/n.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from lemmacheck.theory.books.post.algorithms.proximal import State
from lemmacheck.theory.books.post.problems.fits import Fit, LogOfLosses
from lemmacheck.theory.core.arithmetic import Array
from lemmacheck.theory.core.matrix import Matrix
from lemmacheck.theory.core.schedules import one


@dataclass(frozen=True)
class SaddleDescent:
    """The scheme for a data-fitting term F, the λ of the regulariser and step sizes η_t."""

    fit: Fit = LogOfLosses()
    penalty: Fraction = Fraction(1, 10)
    eta: Callable[[Any], Any] = one

    def start(self, p: Matrix) -> State:
        return State(p.num.number(0), p.zero(), self.fully_optimised(p, p.zero()))

    def step(self, p: Matrix, s: State) -> State:
        eta = self.eta(s.t) / self.fit.mass(p.n)
        w = s.w - eta * (p.num.number(self.penalty) * s.w + p.combine(s.a))
        return State(s.t + 1, w, self.fully_optimised(p, w))

    def fully_optimised(self, p: Matrix, w: Array) -> Array:
        """The a that maximises ⟨a, Vw⟩ − F*(a)."""
        return self.fit.gradient(p.num, p.scores(w))
