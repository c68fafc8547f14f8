"""Section 3.2, Lemma 3.4: the primal momentum that the dual updates are.

w_{t+1} = w_t − (θ_t/λ_t) Zᵀν_t = w_t − θ_t (g_t + Zᵀq_t),   g_t = (λ_{t−1}(1−λ_t)/λ_t) (g_{t−1} + Zᵀq_t)
"""

from functools import partial

from lemmacheck.theory.books.jst import duality_arguments, openings
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.books.jst.algorithms.primal_momentum import PrimalMomentum
from lemmacheck.theory.books.jst.source import JST, PREPRINT, PROCEEDINGS
from lemmacheck.theory.core.arithmetic import Array, column
from lemmacheck.theory.core.claim import claim, given, latex, proof, slip
from lemmacheck.theory.core.relation import Relation, equal, same_space
from lemmacheck.theory.core.run import Run, sequence
from lemmacheck.theory.margins.hypotheses import exponential_loss, standard_lambda, standard_schedule, starts_at_one

CHAPTER = "Section 3"
OPENING = openings.NOTATION
stated = partial(claim, about=DualNesterov, given=[standard_lambda])


@sequence
def momentum(run: Run) -> Array:
    """g_0 = 0 and g_t = (λ_{t−1}(1−λ_t)/λ_t) (g_{t−1} + Zᵀq_t), from the dual run's q_t."""
    lam, gradient = run.lam, run.combine(run.q)
    return run.recurrence(0 * gradient[0], lambda t, g: lam[t - 1] * (1 - lam[t]) / lam[t] * (g + gradient[t]))


@stated("P.L3.4a", JST.at("Lemma 3.4", "Lemma 3.2, first so numbered"))
@given(starts_at_one)
@proof("P.3.2.upd", "P.C.1'.a")
@latex(r"""w_{t+1}=w_t-\theta_t\left(g_t+Z^\top q_t\right),\quad g_0:=0,
    \quad g_t:=\frac{\lambda_{t-1}(1-\lambda_t)}{\lambda_t}\left(g_{t-1}+Z^\top q_t\right)""")
def primal_step_is_momentum(run: Run) -> Relation:
    """w_{t+1} = w_t − θ_t (g_t + Zᵀq_t) for every t ≥ 0, all λ_t, θ_t ∈ (0, 1] with λ_0 = 1."""
    step = column(run.theta) * (momentum(run) + run.combine(run.q))
    return equal(run.w[1:], run.w[:-1] - step[:-1])


@stated("P.L3.4b.1", JST.at("Lemma 3.4", "Lemma 3.2, first so numbered"), kind="algebra for all t", first=1)
@proof("P.C.1'.proof2.1")
@latex(r"\frac{\lambda_{t-1}(1-\lambda_t)}{\lambda_t}=\frac t{t+1}")
def implied_momentum(run: Run) -> Relation:
    """λ_{t−1}(1 − λ_t)/λ_t = t/(t+1) for t ≥ 1."""
    lam, t = run.lam, run.t[1:]
    return equal(lam[:-1] * (1 - lam[1:]) / lam[1:], t / (t + 1))


@stated("P.L3.4b.2", JST.at("Lemma 3.4", "Lemma 3.2, first so numbered"))
@proof("P.L3.4b.1", "P.C.1'.b")
@latex(r"g_t=\sum_{j=1}^t\frac j{t+1}Z^\top q_j")
def momentum_is_a_weighted_sum(run: Run) -> Relation:
    """g_t = Σ_{j=1}^t (j/(t+1)) Zᵀq_j."""
    weighted = (column(run.t) * run.combine(run.q)).cumsum(0)
    return equal(momentum(run), weighted / column(run.t + 1))


@stated("P.L3.4c@000", PROCEEDINGS.at("Lemma 3.4, last line"), first=1)
@slip("q_t is printed for g_t: the sides live in ℝᵈ and ℝⁿ, and differ even where n = d.")
@latex(r"Z^\top\mu_t=2q_t/t")
def mu_by_q(run: Run) -> Relation:
    """Zᵀμ_t = 2 q_t / t for t ≥ 1."""
    return equal(*same_space(run.combine(run.mu[1:]), 2 * run.q[1:] / column(run.t[1:])))


@stated("P.L3.4c@003", PREPRINT.at("Lemma 3.2, first so numbered, last line"), corrects="P.L3.4c@000", first=1)
@proof("P.3.2.upd", "P.L3.4b.2", "P.C.4eq", "P.C.1'.b")
@latex(r"Z^\top\mu_t=2g_t/t")
def mu_by_momentum(run: Run) -> Relation:
    """Zᵀμ_t = 2 g_t / t for t ≥ 1."""
    return equal(*same_space(run.combine(run.mu[1:]), 2 * momentum(run)[1:] / column(run.t[1:])))


@stated("P.3.2.alg", JST.at("§3.2, after Lemma 3.4", "after Lemma 3.2, first so numbered"), kind="equivalence")
@given(exponential_loss, standard_lambda)
@proof("P.L3.4a", "P.L3.4b.1", "P.3.3eq.3")
@latex(r"\lambda_t=\frac2{t+2}:\quad w_t\text{ of (3.3)}=w_t\text{ of Algorithm 1 with }\beta_t=t/(t+1)")
def dual_run_is_algorithm_1(run: Run) -> tuple[Relation, ...]:
    """The w_t of the dual method with λ_t = 2/(t+2) and the w_t of Algorithm 1 with β_t = t/(t+1) coincide, for the
    same θ_t; so do q_t and g_t."""
    primal = run.again(PrimalMomentum(theta=run.algorithm.theta))
    return equal(run.w, primal.w), equal(run.q, primal.q), equal(momentum(run), primal.g)


@stated("P.3.2.phimu.1", JST.at("§3.2, last sentence"), first=1)
@given(exponential_loss, standard_schedule)
@proof("P.L3.4c@003")
@latex(r"\phi(\mu_t)=4\|g_t\|_2^2/(2t^2)")
def dual_objective_by_momentum(run: Run) -> Relation:
    """φ(μ_t) = 4‖g_t‖² / (2t²) for t ≥ 1."""
    return equal(run.phi(run.mu[1:]), 4 * run.squared(momentum(run)[1:]) / (2 * run.t[1:] ** 2))


@stated("P.3.2.phimu.2", JST.at("§3.2, last sentence"))
@given(exponential_loss, standard_schedule)
@proof("P.A.1a.2", by=duality_arguments.margin_of_the_optimum)
@latex(r"\phi(\bar q)=\bar\gamma^2/2")
def dual_optimum_is_half_the_squared_margin(run: Run) -> tuple[Relation, Relation]:
    """φ(q̄) = γ̄²/2 for every dual optimum q̄, where γ̄ is the margin of −Zᵀq̄."""
    gamma = run.margin(-run.optimum.direction)
    half = gamma * gamma / 2
    return equal(run.phi(run.optimum.q), half), equal(run.optimum.phi, half)
