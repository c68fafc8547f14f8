"""Section 3.2, Primal and dual updates: Nesterov's method on φ, and what it does to Zw_t.

ν_t = (1−λ_t)μ_t + λ_t q_t,   q_{t+1} ∝ q_t ⊙ exp(−(θ_t/λ_t) ZZᵀν_t),   μ_{t+1} = (1−λ_t)μ_t + λ_t q_{t+1}
w_{t+1} = w_t − (θ_t/λ_t) Zᵀν_t
"""

from functools import partial

from lemmacheck.theory.books.jst import arguments, openings
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.books.jst.algorithms.gradient_descent import NormalizedGD
from lemmacheck.theory.books.jst.source import JST
from lemmacheck.theory.core.arithmetic import Array, column
from lemmacheck.theory.core.claim import claim, given, latex, proof
from lemmacheck.theory.core.relation import Relation, at_most, equal, in_simplex, proportional
from lemmacheck.theory.core.run import Run, sequence
from lemmacheck.theory.margins.hypotheses import constant_steps, exponential_loss, standard_schedule

CHAPTER = "Section 3"
OPENING = openings.NOTATION
stated = partial(claim, about=DualNesterov, given=[exponential_loss])


@sequence
def push(run: Run) -> Array:
    """(θ_t/λ_t) ZZᵀν_t for t < T."""
    return column(run.theta / run.lam)[:-1] * run.phi_gradient(run.nu[:-1])


@sequence
def factor(run: Run) -> Array:
    """exp(−(θ_t/λ_t) ZZᵀν_t) for t < T."""
    return run.exp(-push(run))


@sequence
def reweighted(run: Run) -> Array:
    """q_t ⊙ exp(−(θ_t/λ_t) ZZᵀν_t) for t < T."""
    return run.q[:-1] * factor(run)


@sequence
def shares(run: Run) -> Array:
    """exp(Zw_t)."""
    return run.exp(run.scores(run.w))


@sequence
def reweighted_shares(run: Run) -> Array:
    """exp(Zw_t) ⊙ exp(−(θ_t/λ_t) ZZᵀν_t) for t < T."""
    return shares(run)[:-1] * factor(run)


@stated("P.3.2.upd", JST.at("§3.2, first display"), kind="definition")
@given()
@latex(r"""\nu_t:=(1-\lambda_t)\mu_t+\lambda_tq_t,
    \quad q_{t+1}\propto q_t\odot\exp\left(-\frac{\theta_t}{\lambda_t}ZZ^\top\nu_t\right),\ q_{t+1}\in\Delta_n,
    \quad \mu_{t+1}:=(1-\lambda_t)\mu_t+\lambda_tq_{t+1}""")
def dual_updates(run: Run) -> tuple[Relation, ...]:
    """The three updates as printed, from μ_0 = q_0 = (1/n, …, 1/n)."""
    lam, q, mu = column(run.lam), run.q, run.mu
    return (
        equal(q[:1], 1 / (run.n + 0 * q[:1])),
        equal(mu[:1], q[:1]),
        equal(run.nu, (1 - lam) * mu + lam * q),
        proportional(q[1:], reweighted(run)),
        *in_simplex(q),
        equal(mu[1:], (1 - lam[:-1]) * mu[:-1] + lam[:-1] * q[1:]),
    )


@claim("P.3.2.MD1t", JST.at("§3.2, after the first display"), kind="rate", about=NormalizedGD, first=1)
@given(exponential_loss, constant_steps)
@proof("N5.sum", "P.phi.smooth", by=arguments.gap_of_mirror_descent)
@latex(r"\phi(q_t)-\min_{\Delta_n}\phi=\mathcal O(1/t):\quad\phi(q_t)-\phi(\bar q)\le\frac{\ln n}t")
def mirror_descent_rate(run: Run) -> Relation:
    """φ(q_t) − φ(q̄) ≤ ln n/t for every t ≥ 1, for mirror descent: normalised gradient descent with θ_t = 1."""
    return at_most(run.phi(run.q[1:]) - run.optimum.phi, run.log(run.n) / run.t[1:])


@stated("P.3.2.MD2t", JST.at("§3.2, after the first display"), kind="rate", first=1)
@given(exponential_loss, standard_schedule)
@proof("P.L3.2", by=arguments.gap_with_a_smaller_divisor)
@latex(r"\phi(\mu_t)-\min_{\Delta_n}\phi=\mathcal O(1/t^2):\quad\phi(\mu_t)-\phi(\bar q)\le\frac{4\ln n}{t^2}")
def accelerated_rate(run: Run) -> Relation:
    """φ(μ_t) − φ(q̄) ≤ 4 ln n/t² for every t ≥ 1, for the accelerated process."""
    return at_most(run.phi(run.mu[1:]) - run.optimum.phi, 4 * run.log(run.n) / run.t[1:] ** 2)


@stated("P.L3.2", JST.at("Lemma 3.2", "Lemma 3.1"), first=1)
@given(exponential_loss, standard_schedule)
@proof("P.3.2.upd", "P.C.1", "P.C.1.KL.1", "P.C.1.KL.2", by=arguments.gap_is_paid_for)
@latex(r"\phi(\mu_t)-\phi(\bar q)\le\frac{4\ln(n)}{(t+1)^2}")
def dual_gap(run: Run) -> Relation:
    """φ(μ_t) − φ(q̄) ≤ 4 ln n / (t+1)² for every t ≥ 1."""
    return at_most(run.phi(run.mu[1:]) - run.optimum.phi, 4 * run.log(run.n) / (run.t[1:] + 1) ** 2)


@stated("P.psi.q0.1", JST.at("§3.2, the dual variable to w_t, link 1"))
@latex(r"\nabla\psi(Zw_0)=\nabla\psi(0)")
def first_scores_vanish(run: Run) -> Relation:
    """∇ψ(Zw_0) = ∇ψ(0)."""
    return equal(run.psi_gradient(run.scores(run.w[:1])), run.psi_gradient(0 * run.q[:1]))


@stated("P.psi.q0.2", JST.at("§3.2, the dual variable to w_t, link 2"))
@latex(r"\nabla\psi(0)=q_0")
def softmax_of_zero_is_uniform(run: Run) -> Relation:
    """∇ψ(0) = q_0."""
    return equal(run.psi_gradient(0 * run.q[:1]), run.q[:1])


@stated("P.psi.q0.3", JST.at("§3.2, the dual variable to w_t, first and last members"))
@proof("P.psi.q0.1", "P.psi.q0.2")
@latex(r"\nabla\psi(Zw_0)=q_0")
def first_dual_variable(run: Run) -> Relation:
    """∇ψ(Zw_0) = q_0."""
    return equal(run.psi_gradient(run.scores(run.w[:1])), run.q[:1])


@stated("P.3.3eq.1.1", JST.at("eq. (3.3) and the display below it, first line, link 1", "eq. (3.2)"), kind="identity")
@proof("P.3.2.upd")
@latex(r"q_{t+1}\propto q_t\odot\exp\left(-\frac{\theta_t}{\lambda_t}ZZ^\top\nu_t\right)")
def weights_after_a_step(run: Run) -> Relation:
    """q_{t+1} ∝ q_t ⊙ exp(−(θ_t/λ_t) ZZᵀν_t)."""
    return proportional(run.q[1:], reweighted(run))


@stated("P.3.3eq.1.2", JST.at("eq. (3.3) and the display below it, first line, link 2", "eq. (3.2)"), kind="identity")
@proof("P.3.3eq.3")
@latex(r"""q_t\odot\exp\left(-\frac{\theta_t}{\lambda_t}ZZ^\top\nu_t\right)
    \propto\exp(Zw_t)\odot\exp\left(-\frac{\theta_t}{\lambda_t}ZZ^\top\nu_t\right)""")
def weights_by_scores(run: Run) -> Relation:
    """q_t ⊙ exp(−(θ_t/λ_t) ZZᵀν_t) ∝ exp(Zw_t) ⊙ exp(−(θ_t/λ_t) ZZᵀν_t)."""
    return proportional(reweighted(run), reweighted_shares(run))


@stated(
    "P.3.3eq.1.3",
    JST.at("eq. (3.3) and the display below it, first line, first and last members", "eq. (3.2)"),
    kind="identity",
)
@proof("P.3.3eq.1.1", "P.3.3eq.1.2")
@latex(r"q_{t+1}\propto\exp(Zw_t)\odot\exp\left(-\frac{\theta_t}{\lambda_t}ZZ^\top\nu_t\right)")
def next_weights_by_scores(run: Run) -> Relation:
    """q_{t+1} ∝ exp(Zw_t) ⊙ exp(−(θ_t/λ_t) ZZᵀν_t)."""
    return proportional(run.q[1:], reweighted_shares(run))


@sequence
def stepped_scores(run: Run) -> Array:
    """exp(Z(w_t − (θ_t/λ_t) Zᵀν_t)) for t < T."""
    step = column(run.theta / run.lam)[:-1] * run.combine(run.nu[:-1])
    return run.exp(run.scores(run.w[:-1] - step))


@stated("P.3.3eq.2.1", JST.at("§3.2, display below eq. (3.3), last line, link 1", "eq. (3.2)"))
@latex(r"""\exp(Zw_t)\odot\exp\left(-\frac{\theta_t}{\lambda_t}ZZ^\top\nu_t\right)
    =\exp\left(Z\left(w_t-\frac{\theta_t}{\lambda_t}Z^\top\nu_t\right)\right)""")
def exponentials_multiply(run: Run) -> Relation:
    """exp(Zw_t) ⊙ exp(−(θ_t/λ_t) ZZᵀν_t) = exp(Z(w_t − (θ_t/λ_t) Zᵀν_t))."""
    return equal(reweighted_shares(run), stepped_scores(run))


@stated("P.3.3eq.2.2", JST.at("§3.2, display below eq. (3.3), last line, link 2", "eq. (3.2)"))
@latex(r"\exp\left(Z\left(w_t-\frac{\theta_t}{\lambda_t}Z^\top\nu_t\right)\right)=\exp(Zw_{t+1})")
def primal_step_moves_the_scores(run: Run) -> Relation:
    """exp(Z(w_t − (θ_t/λ_t) Zᵀν_t)) = exp(Zw_{t+1})."""
    return equal(stepped_scores(run), shares(run)[1:])


@stated("P.3.3eq.2.3", JST.at("§3.2, display below eq. (3.3), last line, first and last members", "eq. (3.2)"))
@proof("P.3.3eq.2.1", "P.3.3eq.2.2")
@latex(r"\exp(Zw_t)\odot\exp\left(-\frac{\theta_t}{\lambda_t}ZZ^\top\nu_t\right)=\exp(Zw_{t+1})")
def scores_after_a_step(run: Run) -> Relation:
    """exp(Zw_t) ⊙ exp(−(θ_t/λ_t) ZZᵀν_t) = exp(Zw_{t+1})."""
    return equal(reweighted_shares(run), shares(run)[1:])


@stated("P.3.3eq.3", JST.at("§3.2, sentence before the display below eq. (3.3)", "eq. (3.2)"))
@proof("P.psi.q0.3", "P.3.3eq.1.1", "P.3.3eq.2.3")
@latex(r"\nabla\psi(Zw_t)=q_t")
def q_is_the_dual_variable(run: Run) -> Relation:
    """∇ψ(Zw_t) = q_t for every t."""
    return equal(run.psi_gradient(run.scores(run.w)), run.q)
