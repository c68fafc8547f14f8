"""What holds beyond the print for the logistic loss: ψ is ρ-smooth with respect to ℓ∞ for ρ = n²/(4(n−1)), n ≥ 2.

Proof. With σ = ℓ'(ξ), κ = 1/(1 − Π(1 − σ_j)): ∇ψ = κσ, ∇²ψ = κ diag(σ_i(1 − σ_i)) − κ(κ − 1)σσᵀ, which is ⪰ 0
as Π(1 + e^{ξ_j}) ≥ 1 + Σ e^{ξ_j}. So 0 ≤ ⟨v, ∇²ψ v⟩ ≤ κ Σ σ_i(1 − σ_i) for |v_i| ≤ 1. With b the mean of 1 − σ_i:
Σ σ_i(1 − σ_i) ≤ n b(1 − b), Π(1 − σ_i) ≤ bⁿ, and bⁿ ≤ b/(b + n(1 − b)), Bernoulli's inequality for b⁻ⁿ. The bound is at
most n b(1 − b)/(1 − bⁿ) ≤ b(b + n(1 − b)) ≤ n²/(4(n − 1)) for n ≥ 2, the value at b = n/(2(n − 1)). For n = 1 ψ(ξ) = ξ.
For even n no ρ ≤ n/4 will do: at ξ = 0, σ_i = 1/2, along alternating signs the second term is 0 and the first more than
n/4.
"""

from fractions import Fraction

import numpy as np
from lemmacheck.theory.books.contributed.source import CONTRIBUTED
from lemmacheck.theory.books.jst.sec5_1_other_losses import remainder, with_loss
from lemmacheck.theory.core.arithmetic import column
from lemmacheck.theory.core.claim import claim, given, latex, proof
from lemmacheck.theory.core.relation import Relation, above, at_most, equal
from lemmacheck.theory.margins.comparators import alternating, dual_pairs, dual_points
from lemmacheck.theory.margins.hypotheses import even_rows, two_rows
from lemmacheck.theory.margins.losses import Logistic
from lemmacheck.theory.margins.problem import Problem

CHAPTER = "N3"


@claim("N3.gradient", CONTRIBUTED.at("N3, step 1"))
@latex(r"\nabla\psi(\xi)=\kappa\sigma,\quad\sigma_i=\ell'(\xi_i),\quad\kappa=\frac1{1-\prod_j(1-\sigma_j)}")
def gradient_by_slopes(p: Problem) -> Relation:
    """∇ψ(ξ) = κσ with σ_i = ℓ'(ξ_i) and κ = 1/(1 − Π(1 − σ_j)), for the logistic loss."""
    logistic, xi = with_loss(p, Logistic()), dual_points(p)
    slopes = logistic.loss.derivative(p.num, xi)
    return equal(logistic.psi_gradient(xi) * column(1 - (1 - slopes).prod(-1)), slopes)


@claim("N3.bound", CONTRIBUTED.at("N3, step 2"))
@given(two_rows)
@proof("N3.gradient")
@latex(r"\kappa\sum_{i=1}^n\sigma_i(1-\sigma_i)\le\frac{n^2}{4(n-1)}")
def curvature_bound(p: Problem) -> Relation:
    """κ Σ σ_i(1 − σ_i) = Σ ∇ψ(ξ)_i (1 − ℓ'(ξ_i)) ≤ n²/(4(n−1)) for n ≥ 2, cleared of
    its divisor."""
    logistic, (xi, end) = with_loss(p, Logistic()), dual_pairs(p)
    points = np.concatenate([xi, end])
    curvature = p.inner(logistic.psi_gradient(points), 1 - logistic.loss.derivative(p.num, points))
    return at_most(4 * (p.n - 1) * curvature, p.num.number(p.n**2))


@claim("N3.smooth", CONTRIBUTED.at("N3"))
@given(two_rows)
@proof("N3.bound")
@latex(r"""n\ge2:\quad\psi(\xi')-\psi(\xi)-\langle\nabla\psi(\xi),\xi'-\xi\rangle
    \le\frac\rho2\|\xi'-\xi\|_\infty^2,\quad\rho=\frac{n^2}{4(n-1)}""")
def logistic_psi_is_smoother(p: Problem) -> tuple[Relation, ...]:
    """For the logistic loss and n ≥ 2, ψ is n²/(4(n−1))-smooth with respect to ℓ∞, in place of n: at near and far
    pairs, cleared of its divisor."""
    logistic, (xi, end) = with_loss(p, Logistic()), dual_pairs(p)
    distance, by = p.linf(end - xi), 4 * (p.n - 1)
    change = p.l1(logistic.psi_gradient(end) - logistic.psi_gradient(xi))
    return (
        at_most(by * remainder(logistic, xi, end), p.n**2 * distance**2 / 2),
        at_most(by * change, p.n**2 * distance),
    )


@claim("N3.sharp", CONTRIBUTED.at("N3, last sentence"))
@given(even_rows)
@latex(r"""\psi(h\epsilon)-\psi(0)-\langle\nabla\psi(0),h\epsilon\rangle
    >\frac n4\Big(1-\frac{h^2}{24}\Big)\frac{h^2}2,\quad\epsilon=(1,-1,\ldots,1,-1)""")
def quarter_of_n_is_needed(p: Problem) -> Relation:
    """For even n the remainder from 0 to hε, ε = (1, −1, …), exceeds (n/4)(1 − h²/24) h²/2: no ρ below n/4 will do."""
    logistic, xi, n = with_loss(p, Logistic()), dual_points(p)[:1], p.num.number(p.n)
    h = p.num.array([1, Fraction(1, 8), Fraction(1, 64)]).reshape(3, *(1,) * (xi.ndim - 1))
    square = (h * h)[..., 0]
    needed = n / 4 * (1 - square / 24) * square / 2
    return above(remainder(logistic, xi + 0 * h, xi + h * alternating(p)), needed)
