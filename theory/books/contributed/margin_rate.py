"""What holds beyond the print: the margin rate of Theorem 3.1 without its logarithm in t.

    −ψ(Zw_t) ≥ −ψ(0) + γ̄ ‖w_t‖,   hence   γ(w_t) ≥ γ̄ − ln n/‖w_t‖ ≥ γ̄ − 4 ln n / (γ̄ t (t+3))

Proof. For θ = 1 and 1/λ_t² − 1/λ_t ≤ 1/λ_{t−1}² the weights of ‖Zᵀμ_j‖² in Lemma 3.5 are nonnegative and
telescope, together with 1/λ_{t−1}², to Σ_{j<t} 1/λ_j; each ‖Zᵀμ_j‖ ≥ γ̄. So −ψ(Zw_t) + ψ(0) is at least
Σ_{j<t} (γ̄² + ‖Zᵀν_j‖²)/(2λ_j) ≥ γ̄ Σ_{j<t} ‖Zᵀν_j‖/λ_j ≥ γ̄ ‖w_t‖ by the upper half of Lemma 3.6. Then
γ(w_t) ≥ −ψ(Zw_t)/‖w_t‖, and the lower half gives ‖w_t‖ ≥ γ̄ Σ_{j<t} 1/λ_j = γ̄ t(t+3)/4.
"""

from typing import Any

import numpy as np
from lemmacheck.theory.books.contributed.source import CONTRIBUTED
from lemmacheck.theory.books.jst import arguments
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.books.jst.sec3_3_margin_rate import PROPOSITION
from lemmacheck.theory.core.argument import by
from lemmacheck.theory.core.claim import claim, given, latex, proof
from lemmacheck.theory.core.relation import Relation, at_least, at_most, equal
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.margins.hypotheses import (
    exponential_loss,
    moved,
    positive_margin,
    slow_schedule,
    standard_lambda,
    starts_at_one,
    unit_rows,
    unit_steps,
)

CHAPTER = "N1"

GENERAL = (unit_rows, exponential_loss, unit_steps, starts_at_one, slow_schedule)


def potential_by_distance(run: Run) -> list[Any]:
    """ψ(0) − ψ(Zw_t) ≥ Σ_{j<t} (γ̄² + ‖Zᵀν_j‖²)/(2ρλ_j) ≥ γ̄ Σ_{j<t} ‖Zᵀν_j‖/(ρλ_j) ≥ γ̄ ‖w_t‖."""
    return by_distance(run, arguments.near_rows_along_a_step(run))


def by_distance(run: Run, step: list[Any]) -> list[Any]:
    rate, gamma, image = 1 / (run.rho * run.lam), run.optimum.gamma, run.combine(run.nu)
    psi, rest = run.psi(run.scores(run.w)), run.squared(run.combine(run.mu)) - gamma * gamma
    both = run.sums((gamma * gamma + run.squared(image)) * rate / 2)
    travelled = run.sums(run.norm(image) * rate)
    return [
        *arguments.positive_averages(run),
        *step,
        by("F.dual", run.mu),
        by("F.square", run.mu.sum(-1) - 1),
        at_least(rest, 0),
        at_least(psi[:1] - psi[1:], rest[1:] / (2 * run.rho * run.lam[:-1] ** 2) + both[1:]),
        by("F.square", gamma - run.norm(image)),
        at_least(both, gamma * travelled),
        *arguments.norm_grows_by_steps(run),
        at_most(run.norm(run.w), travelled),
    ]


def rate_by_distance(run: Run) -> list[Any]:
    return [*arguments.rows_over_distance(run), by("N1.margin")]


@claim("N1.weights", CONTRIBUTED.at("N1, step 1"), about=DualNesterov, first=1)
@given(starts_at_one)
@latex(r"""\frac1{\lambda_{t-1}^2}+\sum_{j=1}^{t-1}\Big(\frac1{\lambda_{j-1}^2}-\frac{1-\lambda_j}{\lambda_j^2}\Big)
    =\sum_{j=0}^{t-1}\frac1{\lambda_j}""")
def weights_telescope(run: Run) -> Relation:
    """1/λ_{t−1}² + Σ_{j=1}^{t−1} (1/λ_{j−1}² − (1−λ_j)/λ_j²) = Σ_{j<t} 1/λ_j for every t ≥ 1, as λ_0 = 1."""
    lam = run.lam
    weights = 1 / lam[:-1] ** 2 - (1 - lam[1:]) / lam[1:] ** 2
    before = np.concatenate([0 * lam[:1], weights.cumsum(0)])[:-1]
    return equal(1 / lam[:-1] ** 2 + before, run.sums(1 / lam)[1:])


@claim("N1.sum", CONTRIBUTED.at("N1, step 2"), kind="algebra for all t", about=DualNesterov, first=1)
@given(standard_lambda)
@latex(r"\sum_{j=0}^{t-1}\frac1{\lambda_j}=\frac{t(t+3)}4")
def sum_of_inverse_rates(run: Run) -> Relation:
    """Σ_{j<t} 1/λ_j = t(t+3)/4."""
    t = run.t[1:]
    return equal(run.sums(1 / run.lam)[1:], t * (t + 3) / 4)


@claim("N1.psi", CONTRIBUTED.at("N1, step 3"), about=DualNesterov)
@given(*GENERAL)
@proof("P.L3.5", "N1.weights", "P.A.1a.2", "P.L3.6u", by=potential_by_distance)
@latex(r"-\psi(Zw_t)\ge-\psi(0)+\bar\gamma\|w_t\|_2")
def potential_grows_with_distance(run: Run) -> Relation:
    """−ψ(Zw_t) ≥ −ψ(0) + γ̄ ‖w_t‖ for every t."""
    psi = run.psi(run.scores(run.w))
    return at_least(-psi, -psi[:1] + run.optimum.gamma * run.norm(run.w))


@claim("N1.margin", CONTRIBUTED.at("N1, step 4"), about=DualNesterov, first=1)
@given(*GENERAL, moved)
@proof("N1.psi", "P.P3.7.c.1", by=arguments.largest_score_of_the_run)
@latex(r"\gamma(w_t)\ge\bar\gamma-\frac{\ln n}{\|w_t\|_2}")
def margin_by_distance(run: Run) -> Relation:
    """γ(w_t) ≥ γ̄ − ln n/‖w_t‖ for every t ≥ 1."""
    w = run.w[1:]
    return at_least(run.margin(w), run.optimum.gamma - run.log(run.n) / run.norm(w))


@claim("N1.rate", CONTRIBUTED.at("N1"), about=DualNesterov, first=1)
@given(unit_rows, *PROPOSITION, positive_margin)
@proof("N1.margin", "N1.sum", "P.L3.6l", by=rate_by_distance)
@latex(r"\gamma(w_t)\ge\bar\gamma-\frac{4\ln n}{\bar\gamma\,t(t+3)}")
def margin_rate_without_logarithm(run: Run) -> Relation:
    """γ(w_t) ≥ γ̄ − 4 ln n / (γ̄ t(t+3)) for every t ≥ 1, on separable data."""
    t, gamma = run.t[1:], run.optimum.gamma
    return at_least(run.margin(run.w[1:]), gamma - 4 * run.log(run.n) / (gamma * t * (t + 3)))
