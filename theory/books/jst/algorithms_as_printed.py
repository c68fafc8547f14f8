"""The algorithms of the paper, line by line: every state of a run is what the printed lines make of the one before.

    g_t = β_t (g_{t−1} + Zᵀq_t),  w_{t+1} = w_t − θ_t (g_t + Zᵀq_t),  q_{t+1} ∝ exp(Zw_{t+1}),  q_{t+1} ∈ Δ_n

Where no pseudo-code is printed, the lines are those that its sentence implies.
"""

import numpy as np
from lemmacheck.theory.books.jst import openings
from lemmacheck.theory.books.jst.algorithms.batch_perceptron import BatchPerceptron
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.books.jst.algorithms.gradient_descent import GradientDescent, NormalizedGD
from lemmacheck.theory.books.jst.algorithms.kernel_momentum import KernelMomentum
from lemmacheck.theory.books.jst.algorithms.primal_momentum import PrimalMomentum
from lemmacheck.theory.books.jst.sec3_2_updates import dual_updates
from lemmacheck.theory.books.jst.source import JST
from lemmacheck.theory.core.arithmetic import Array, column, delayed
from lemmacheck.theory.core.claim import claim, given, latex, proof
from lemmacheck.theory.core.relation import Relation, at_most, equal, in_simplex, proportional
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.core.schedules import Constant
from lemmacheck.theory.margins.comparators import directions
from lemmacheck.theory.margins.hypotheses import exponential_loss

CHAPTER = "Section 1"
OPENING = openings.NOTATION


def starts_uniform(run: Run, q: Array) -> Relation:
    """q_0 = (1/n, …, 1/n)."""
    return equal(q[:1], 1 / (run.n + 0 * q[:1]))


@claim("P.Alg1", JST.at("Algorithm 1"), kind="algorithm", about=PrimalMomentum, chapter="Algorithm 1")
@given(exponential_loss)
@latex(r"""g_t\leftarrow\beta_t(g_{t-1}+Z^\top q_t),\quad w_{t+1}\leftarrow w_t-\theta_t(g_t+Z^\top q_t),
    \quad q_{t+1}\propto\exp(Zw_{t+1}),\ q_{t+1}\in\Delta_n""")
def algorithm_1(run: Run) -> tuple[Relation, ...]:
    """From w_0 = g_{−1} = 0 and q_0 = (1/n, …, 1/n): g_t = β_t (g_{t−1} + Zᵀq_t), w_{t+1} = w_t − θ_t (g_t + Zᵀq_t),
    q_{t+1} ∝ exp(Zw_{t+1}) and q_{t+1} ∈ Δ_n."""
    pull = run.combine(run.q)
    step = column(run.theta) * (run.g + pull)
    return (
        equal(run.w[:1], 0),
        starts_uniform(run, run.q),
        equal(run.g, column(run.beta) * (delayed(run.g) + pull)),
        equal(run.w[1:], run.w[:-1] - step[:-1]),
        proportional(run.q[1:], run.exp(run.scores(run.w[1:]))),
        *in_simplex(run.q[1:]),
    )


@claim("P.Alg.11", JST.at("eq. (1.1)"), kind="algorithm", about=PrimalMomentum)
@given(exponential_loss)
@proof("P.1.1eq")
@latex(r"""g_t:=\beta_t\left(g_{t-1}+\frac{\nabla\mathcal R(w_t)}{\mathcal R(w_t)}\right),
    \quad w_{t+1}:=w_t-\theta_t\left(g_t+\frac{\nabla\mathcal R(w_t)}{\mathcal R(w_t)}\right)""")
def normalised_momentum(run: Run) -> tuple[Relation, ...]:
    """The w_t that (1.1) makes from w_0 = g_{−1} = 0 and ∇R/R alone, without q_t, are those of Algorithm 1, and so
    are its g_t."""
    w, g = [run.w[0]], []
    before = 0 * run.w[0]
    for beta, theta in zip(column(run.beta), column(run.theta), strict=True):
        gradient = run.relative_risk_gradient(w[-1])
        g.append(beta * (before + gradient))
        w.append(w[-1] - theta * (g[-1] + gradient))
        before = g[-1]
    return equal(run.w[:1], 0), equal(run.g, np.stack(g)), equal(run.w, np.stack(w[:-1]))


@claim("P.Alg.GD", JST.at("§3.1"), kind="algorithm", about=GradientDescent, chapter="Section 3")
@given(exponential_loss)
@latex(r"w_{t+1}:=w_t-\eta_t\nabla\mathcal R(w_t)")
def gradient_descent(run: Run) -> Relation:
    """w_{t+1} = w_t − η_t ∇R(w_t)."""
    w = run.w[:-1]
    return equal(run.w[1:], w - column(run.eta[:-1]) * run.risk_gradient(w))


@claim("P.Alg.NGD", JST.at("§1; §3.1"), kind="algorithm", about=NormalizedGD)
@given(exponential_loss)
@proof("P.2.3.1")
@latex(r"""w_{t+1}:=w_t-\theta_t\frac{\nabla\mathcal R(w_t)}{\mathcal R(w_t)},
    \quad q_{t+1}\propto q_t\odot\exp(-\theta_tZZ^\top q_t)""")
def normalised_gradient_descent(run: Run) -> tuple[Relation, ...]:
    """w_{t+1} = w_t − θ_t ∇R(w_t)/R(w_t), and q_{t+1} ∝ q_t ⊙ exp(−θ_t ZZᵀq_t) in Δ_n; both are Algorithm 1's with
    β_t = 0."""
    w, q, theta = run.w[:-1], run.q[:-1], column(run.theta[:-1])
    return (
        equal(run.w[1:], w - theta * run.relative_risk_gradient(w)),
        proportional(run.q[1:], q * run.exp(-theta * run.phi_gradient(q))),
        *in_simplex(run.q),
        *without_momentum(run),
    )


def without_momentum(run: Run) -> tuple[Relation, Relation]:
    """The run is that of Algorithm 1 with β_t = 0."""
    primal = run.again(PrimalMomentum(Constant(0), run.algorithm.theta))
    return equal(run.w, primal.w), equal(run.q, primal.q)


@claim("P.Alg.BP", JST.at("§1.1, last paragraph"), kind="algorithm", about=BatchPerceptron)
@latex(r"w_{t+1}:=w_t+\eta_ts_t,\quad s_t\in\partial f(w_t),\quad f(w):=\min_{1\le i\le n}y_i\langle w,x_i\rangle")
def batch_perceptron(run: Run) -> tuple[Relation, ...]:
    """w_{t+1} = w_t + η_t s_t with a supergradient s_t of f(w) = −max_i (Zw)_i: f(u) ≤ f(w_t) + ⟨s_t, u − w_t⟩ for
    all u; and −s_t = Zᵀq_t for a q_t ∈ Δ_n."""
    supergradient = -run.combine(run.q)
    least = -run.maximum(run.scores(run.w))
    bounds = tuple(
        at_most(-run.maximum(run.scores(u[None])), least + run.inner(supergradient, u - run.w))
        for u in directions(run.problem)
    )
    step = column(run.eta) * supergradient
    return *bounds, equal(run.w[1:], run.w[:-1] + step[:-1]), *in_simplex(run.q)


@claim("P.Alg.dual", JST.at("§4, first paragraph"), kind="algorithm", about=KernelMomentum, chapter="Section 4")
@given(exponential_loss)
@latex(r"""s_t=\beta_t(s_{t-1}+ZZ^\top q_t),\quad p_{t+1}=p_t-\theta_t(s_t+ZZ^\top q_t),
    \quad q_{t+1}\propto\exp(p_{t+1}),\ q_{t+1}\in\Delta_n""")
def algorithm_1_in_the_dual(run: Run) -> tuple[Relation, ...]:
    """The lines of Algorithm 1 with Zg_t = s_t and Zw_t = p_t, from p_0 = s_{−1} = 0 and q_0 = (1/n, …, 1/n):
    s_t = β_t (s_{t−1} + ZZᵀq_t), p_{t+1} = p_t − θ_t (s_t + ZZᵀq_t), q_{t+1} ∝ exp(p_{t+1}), q_{t+1} ∈ Δ_n."""
    pull, s = run.phi_gradient(run.q[:-1]), run.s
    return (
        equal(run.p[:1], 0),
        equal(s[:1], 0),
        starts_uniform(run, run.q),
        equal(s[1:], column(run.beta[:-1]) * (s[:-1] + pull)),
        equal(run.p[1:], run.p[:-1] - column(run.theta[:-1]) * (s[1:] + pull)),
        proportional(run.q[1:], run.exp(run.p[1:])),
        *in_simplex(run.q[1:]),
    )


@claim(
    "P.Alg.3seq",
    JST.at("§3.2, first display, with eq. (3.3)", "with eq. (3.2)"),
    kind="algorithm",
    about=DualNesterov,
    chapter="Section 3",
)
@proof("P.3.2.upd")
@latex(r"""\nu_t:=(1-\lambda_t)\mu_t+\lambda_tq_t,
    \quad q_{t+1}\propto q_t\odot\exp\left(-\frac{\theta_t}{\lambda_t}ZZ^\top\nu_t\right),\ q_{t+1}\in\Delta_n,
    \quad \mu_{t+1}:=(1-\lambda_t)\mu_t+\lambda_tq_{t+1},\quad w_{t+1}:=w_t-\frac{\theta_t}{\lambda_t}Z^\top\nu_t""")
def three_sequences(run: Run) -> tuple[Relation, ...]:
    """The updates of ν_t, q_{t+1} and μ_{t+1} from μ_0 = q_0 = (1/n, …, 1/n), and w_{t+1} = w_t − (θ_t/λ_t) Zᵀν_t
    from w_0 = 0."""
    rate, pull = column(run.theta / run.lam)[:-1], run.combine(run.nu[:-1])
    return (*dual_updates(run), equal(run.w[:1], 0), equal(run.w[1:], run.w[:-1] - rate * pull))
