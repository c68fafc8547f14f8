"""An instance with exact schedules and the reference's sequences on it: what a transcription reads.

The losses are scalar formulas here, and a gradient a difference quotient at a precision that makes
it exact to two thirds of the bits, so that a printed gradient is compared with no formula for one.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Self

from tests.literal.general_sequences import GeneralSequences, general_dual
from tests.literal.in_the_dual import Ascent, DualOnly, batch_perceptron, dual_only, index
from tests.literal.instances import Instance
from tests.literal.labelled import Labelled
from tests.literal.reference import DescentSequences, DualSequences, MomentumSequences, Reference, Vector
from tests.literal.sampled_paths import LISTED, SampledPath, all_paths, formula, sampled, tuned

BITS = 640


@dataclass(frozen=True)
class Case:
    """One instance, a number of steps T, and the values of λ_t, θ_t, β_t, η_t from t = 0 to beyond T."""

    instance: Instance
    T: int
    lams: tuple[Fraction, ...]
    thetas: tuple[Fraction, ...]
    betas: tuple[Fraction, ...]
    etas: tuple[Fraction, ...]
    loss: str = "exponential"
    geometry: str = "entropy"
    ref: Reference = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "ref", Reference(self.instance.rows, BITS))

    @property
    def n(self) -> int:
        return self.ref.n

    @property
    def d(self) -> int:
        return self.ref.d

    @property
    def z(self) -> list[Vector]:
        return self.ref.z

    def x(self, i: int) -> Vector:
        """x_i, from z_i = −y_i x_i with y_i ∈ {−1, +1}."""
        return [-self.instance.labels[i] * self.z[i][k] for k in range(self.d)]

    def lam(self, t: int) -> Any:
        return self.ref.real(self.lams[t])

    def theta(self, t: int) -> Any:
        return self.ref.real(self.thetas[t])

    def beta(self, t: int) -> Any:
        return self.ref.real(self.betas[t])

    def eta(self, t: int) -> Any:
        return self.ref.real(self.etas[t])

    @cached_property
    def dual(self) -> DualSequences:
        return self.ref.dual_nesterov(self.T, self.lams, self.thetas)

    @cached_property
    def momentum(self) -> MomentumSequences:
        """Algorithm 1 with this case's β_t and θ_t."""
        return self.ref.algorithm_one(self.T, self.betas, self.thetas)

    @cached_property
    def standard_momentum(self) -> MomentumSequences:
        """Algorithm 1 with β_t = t/(t+1) and θ_t = 1, as in Theorem 3.1."""
        beta = [Fraction(t, t + 1) for t in range(self.T + 1)]
        return self.ref.algorithm_one(self.T, beta, [Fraction(1)] * (self.T + 1))

    @cached_property
    def descent(self) -> DescentSequences:
        return self.ref.gradient_descent(self.T, self.etas)

    @cached_property
    def normalized(self) -> DescentSequences:
        return self.ref.normalized_descent(self.T, self.thetas)

    @cached_property
    def in_the_dual(self) -> DualOnly:
        """Algorithm 1 with this case's β_t and θ_t, from kernel values alone."""
        return dual_only(self.ref, self.T, self.beta, self.theta)

    @cached_property
    def sampled_in_the_dual(self) -> DualOnly:
        return dual_only(self.ref, self.T, self.beta, self.theta, drawn=True)

    @cached_property
    def perceptron(self) -> Ascent:
        return batch_perceptron(self.instance.rows, self.ref, self.T)

    @cached_property
    def sampled(self) -> SampledPath:
        """Algorithm 2 with this case's β_t and θ_t on the rows of the formula."""
        beta, theta = ([schedule(t) for t in range(self.T + 1)] for schedule in (self.beta, self.theta))
        return sampled(self.ref, [formula(t, self.n) for t in range(self.T + 1)], beta, theta, self.T)

    @cached_property
    def tuned(self) -> SampledPath:
        """Algorithm 2 as in Theorem 4.1 on the rows of the formula."""
        return tuned(self.ref, [formula(t, self.n) for t in range(self.T + 1)], self.T)

    @cached_property
    def all_paths(self) -> list[SampledPath]:
        return all_paths(self.ref, LISTED)

    @cached_property
    def general(self) -> GeneralSequences:
        """The dual method of Appendix C for this case's loss."""
        return general_dual(self)

    @cached_property
    def labelled(self) -> Labelled:
        """The rows as inputs of three classes."""
        return Labelled(self.instance.rows, self.ref)

    @cached_property
    def turned(self) -> Labelled:
        """The same with the sign of z turned."""
        return Labelled(self.instance.rows, self.ref, -1)

    @cached_property
    def turned_momentum(self) -> MomentumSequences:
        """Algorithm 1 with this case's β_t and θ_t on the reduced data with the sign of z turned."""
        return self.turned.binary.algorithm_one(self.T, self.betas, self.thetas)

    @cached_property
    def labelled_momentum(self) -> MomentumSequences:
        """Algorithm 1 with this case's β_t and θ_t on the reduced multiclass data."""
        return self.labelled.binary.algorithm_one(self.T, self.betas, self.thetas)

    @cached_property
    def labelled_samples(self) -> MomentumSequences:
        """Algorithm 2 with this case's β_t and θ_t on the reduced multiclass data."""
        return self.labelled.sampled(self.T, self.beta, self.theta, index)

    def reals(self, vectors: Sequence[Sequence[Fraction]]) -> list[Vector]:
        return [[self.ref.real(entry) for entry in vector] for vector in vectors]

    @property
    def q_bars(self) -> list[Vector]:
        return self.reals(self.instance.q_bars)

    @property
    def simplex_points(self) -> list[Vector]:
        return self.reals(self.instance.simplex_points)

    @property
    def directions(self) -> list[Vector]:
        return self.reals(self.instance.directions)

    @property
    def nonzero_directions(self) -> list[Vector]:
        return self.reals(self.instance.nonzero_directions)

    @property
    def ball_points(self) -> list[Vector]:
        return self.reals(self.instance.ball_points)

    @cached_property
    def pull(self) -> Vector:
        """Zᵀq̄, rounded once from its exact value: 0 is 0."""
        return self.reals([self.instance.direction])[0]

    @cached_property
    def gamma_bar(self) -> Any:
        """γ̄ = ‖Zᵀq̄‖₂."""
        return self.ref.norm(self.pull)

    @property
    def u_bar(self) -> Vector:
        """ū of Section 2: of norm 1 and margin γ̄, hence opposite to Zᵀq̄ as every z_i is to it."""
        return [-entry / self.gamma_bar for entry in self.pull]

    def total(self, t: int, term: Callable[[int], Any]) -> Any:
        """Σ_{j<t} term(j)."""
        return sum(map(term, range(t)), self.ref.ctx.zero)

    def with_loss(self, loss: str) -> Self:
        return replace(self, loss=loss)

    def ell(self, z: Any) -> Any:
        """ℓ(z) = eᶻ, or ln(1 + eᶻ)."""
        power = self.ref.ctx.exp(z)
        return power if self.loss == "exponential" else self.ref.ctx.log(1 + power)

    def ell_prime(self, z: Any) -> Any:
        """ℓ'(z) = eᶻ, or eᶻ/(1 + eᶻ)."""
        power = self.ref.ctx.exp(z)
        return power if self.loss == "exponential" else power / (1 + power)

    def inverse(self, s: Any) -> Any:
        """ℓ⁻¹(s) = ln s, or ln(eˢ − 1)."""
        ctx = self.ref.ctx
        return ctx.log(s) if self.loss == "exponential" else ctx.log(ctx.exp(s) - 1)

    def psi(self, xi: Vector) -> Any:
        """ψ(ξ) = ℓ⁻¹(Σ_i ℓ(ξ_i))."""
        total = self.ref.ctx.zero
        for i in range(self.n):
            total += self.ell(xi[i])
        return self.inverse(total)

    def risk(self, w: Vector) -> Any:
        """R(w) = (1/n) Σ_i ℓ(⟨w, z_i⟩)."""
        total = self.ref.ctx.zero
        for i in range(self.n):
            total += self.ell(self.ref.dot(w, self.z[i]))
        return total / self.n

    def slope(self, function: Callable[[Vector], Any], at: Vector) -> Vector:
        """The gradient, by central differences."""
        h = self.ref.ctx.mpf(2) ** (-BITS // 3)
        gradient = []
        for k in range(len(at)):
            ahead = [at[j] + h if j == k else at[j] for j in range(len(at))]
            behind = [at[j] - h if j == k else at[j] for j in range(len(at))]
            gradient.append((function(ahead) - function(behind)) / (2 * h))
        return gradient
