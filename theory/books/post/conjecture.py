"""The post's conjecture: AdaBoost is accelerated by u_t ∈ ∂ψ*(−Zᵀq_t) in place of −Zᵀq_t everywhere in Algorithm 1.

It is read as Theorem 3.1 with γ₁ for γ and γ̄₁ for γ̄, for data with |z_ik| ≤ 1 (there ‖z_i‖₂ ≤ 1): every
‖·‖₂, its own dual, becomes ‖·‖₁ where it measures w and ‖·‖_∞ where it measures Zᵀq. That guarantees for it are
straightforward is read as what its proofs ask of the dual objective: that it be 1-smooth with respect to ‖·‖₁.

What is true instead stands next to each: votes ∇h(−Zᵀν_t) of a smooth h, at the averages ν_t, added up.
"""

from lemmacheck.theory.books.post.algorithms.accelerated_adaboost import AcceleratedAdaBoost
from lemmacheck.theory.books.post.algorithms.dual_adaboost import SmoothAdaBoost
from lemmacheck.theory.books.post.problems.boosting_hypotheses import (
    bounded_entries,
    rows_in_the_ball,
    separable_by_votes,
)
from lemmacheck.theory.books.post.problems.smoothness import EdgeProblem, SmoothedSmoothness, Smoothness, smooth
from lemmacheck.theory.books.post.source import POST
from lemmacheck.theory.core.arithmetic import Array, column, delayed
from lemmacheck.theory.core.claim import claim, fault, given, latex, proof
from lemmacheck.theory.core.relation import Relation, at_least, equal
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.margins.hypotheses import standard_lambda, standard_momentum

CHAPTER = "Dually accelerated AdaBoost"

PARAGRAPH = "Dually accelerated AdaBoost"


@claim("W.Alg.10", POST.at(f"{PARAGRAPH}, first paragraph, the method"), kind="algorithm", about=AcceleratedAdaBoost)
@proof("P.Alg1")
@latex(r"""g_t=\beta_t(g_{t-1}-u_t),\quad w_{t+1}=w_t-\theta_t(g_t-u_t),\quad
    \varphi(\|u_t\|_1)+\varphi^*(\|{-Z^\top q_t}\|_\infty)=\langle u_t,-Z^\top q_t\rangle""")
def algorithm_1_with_votes(run: Run) -> tuple[Relation, ...]:
    """Algorithm 1 with −Zᵀq_t replaced by u_t ∈ ∂ψ*(−Zᵀq_t) everywhere, ψ = φ(‖·‖₁): g_t = β_t(g_{t−1} − u_t),
    w_{t+1} = w_t − θ_t(g_t − u_t), q_t ∝ exp(Zw_t), and u_t is such a subgradient: ψ(u_t) + ψ*(−Zᵀq_t) = ⟨u_t, −Zᵀq_t⟩.

    It is a method, to be run; what it is expected to do is W.DualAcc."""
    edges, phi = -run.combine(run.q), run.algorithm.phi
    both = phi.value(run.num, run.l1(run.u)) + phi.conjugate(run.num, run.linf(edges))
    return (
        equal(run.g, column(run.beta) * (delayed(run.g) - run.u)),
        equal(run.w[1:], run.w[:-1] - (column(run.theta) * (run.g - run.u))[:-1]),
        equal(run.q, run.softmax(run.scores(run.w))),
        equal(both, run.inner(run.u, edges)),
    )


def allowance(run: Run) -> Array:
    """γ̄₁ − 4(1 + ln n)(1 + 2 ln(t+1)) / (γ̄₁ (t+1)²) for t ≥ 1."""
    t, gamma = run.t[1:], run.optimum.gamma
    return gamma - 4 * (1 + run.log(run.n)) * (1 + 2 * run.log(t + 1)) / (gamma * (t + 1) ** 2)


@claim("W.DualAcc", POST.at(f"{PARAGRAPH}, first paragraph"), kind="conjecture", about=AcceleratedAdaBoost, first=1)
@given(bounded_entries, standard_momentum, separable_by_votes)
@fault("""∂ψ* is not linear: the votes at q_t do not average to votes at ν_t, and each is cast for the few rows that
    weigh most at t, so that a weak learner that serves all rows can be passed over and γ₁(w_t) stay below γ̄₁.""")
@proof("P.T3.1.1", "W.Alg.10")
@latex(r"\gamma_1(w_t)\ge\bar\gamma_1-\frac{4(1+\ln n)(1+2\ln(t+1))}{\bar\gamma_1(t+1)^2}")
def accelerated_l1_margin(run: Run) -> Relation:
    """γ₁(w_t) ≥ γ̄₁ − 4(1 + ln n)(1 + 2 ln(t+1)) / (γ̄₁ (t+1)²) for every t ≥ 1: Theorem 3.1(1) for the ℓ₁ margin of
    Algorithm 1 with u_t in place of −Zᵀq_t."""
    return at_least(run.margin(run.w[1:]), allowance(run))


@accelerated_l1_margin.corrected(kind="inequality at every t", about=SmoothAdaBoost)
@given(rows_in_the_ball, standard_lambda, separable_by_votes)
@proof("N.DA.soft.psi")
@latex(r"\max(\gamma_1(w_t),0)\ge\bar\gamma_1-s\ln(2d)-\frac{4\ln n}{s\,t(t+3)}")
def smoothed_l1_margin(run: Run) -> Relation:
    """With the soft maximum h of scale s in place of ‖·‖_∞ and the votes cast at ν_t,
    max(γ₁(w_t), 0) ≥ γ̄₁ − s ln 2d − 4 ln n/(s t(t+3)) for every t ≥ 1.

    Proof. Each vote has ‖·‖₁ ≤ 1, so ‖w_t‖₁ ≤ Σ_{j<t} s/λ_j = s t(t+3)/4, and h* ≥ 0, so N.DA.soft.psi gives
    −max_i (Zw_t)_i ≥ −ψ(Zw_t) ≥ (γ̄₁ − s ln 2d) s t(t+3)/4 − ln n. Divide by s t(t+3)/4."""
    t, s = run.t[1:], 1 / run.algorithm.potential.smoothness(run.problem)
    loss = s * run.log(run.num.number(2 * run.d)) + 4 * run.log(run.n) / (s * t * (t + 3))
    return at_least(run.positive_part(run.margin(run.w[1:])), run.optimum.gamma - loss)


@claim("W.Straight", POST.at(f"{PARAGRAPH}, last paragraph"), kind="conjecture", about=Smoothness)
@given(bounded_entries)
@fault("the dual objective has kinks where two edges tie, as they do at its minimum: no constant makes it smooth.")
@proof("P.phi.smooth")
@latex(r"""F(q')\le F(q)+\langle\nabla F(q),q'-q\rangle+\frac L2\|q'-q\|_1^2,
    \quad F(q)=\frac12\|Z^\top q\|_\infty^2,\quad L=1""")
def proofs_carry_over(p: EdgeProblem) -> Relation:
    """The step that the proofs rest on, for F(q) = ψ*(Zᵀq) = ‖Zᵀq‖_∞²/2 in place of φ: F(q') ≤ F(q) + ⟨Zv, q' − q⟩ +
    (L/2)‖q' − q‖₁² for all q, q' ∈ Δ_n and v = ∂ψ*(Zᵀq) by whatever rule for ties, with L = 1, or a larger L. The post
    says that it expects this; who lets "appropriate adaptations" change ψ reads what holds."""
    return smooth(p)


@proofs_carry_over.corrected(kind="inequality for all q", about=SmoothedSmoothness)
@given(rows_in_the_ball)
@proof()
@latex(r"""f(q')\le f(q)+\langle\nabla f(q),q'-q\rangle+\frac L2\|q'-q\|_1^2,
    \quad f(q)=h(Z^\top q),\quad L=r-1\text{ or }1/s""")
def proofs_carry_over_to_smooth_potentials(p: EdgeProblem) -> Relation:
    """f(q) = h(Zᵀq) is (r−1)-smooth with respect to ‖·‖₁ for h = ‖·‖_r²/2 and rows of ‖z_i‖_r ≤ 1, and (1/s)-smooth for
    the soft maximum of scale s and rows of ‖z_i‖_∞ ≤ 1.

    Proof. h is so smooth with respect to ‖·‖_r, ‖·‖_∞ (for the soft maximum, δᵀ∇²h δ ≤ Σ p_k (±δ_k)²/s ≤ ‖δ‖_∞²/s),
    and Zᵀ(q' − q) is no longer in that norm than Σ |q'_i − q_i| ‖z_i‖."""
    return smooth(p)
