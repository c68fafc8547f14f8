"""What holds instead: a smooth potential h in place of ‖·‖_∞²/2, and what plain AdaBoost holds on the same runs.

Lemma. Let h be even, convex, and f(q) = h(Zᵀq) be L-smooth with respect to ‖·‖₁. If w_{t+1} = w_t + v_t/(Lλ_t) for
v_t = ∇h(x_t), x_t = −Zᵀν_t, then −ψ(Zw_t) ≥ −ln n + Σ_{j<t} (h*(v_j) + min f)/(Lλ_j).
Proof. Let ψ_t = ψ(Zw_t). By duality ψ_t − ψ_{t+1} = ⟨∇f(ν_t), q_{t+1}⟩/(Lλ_t) + D(q_{t+1}, q_t), and (B.5) bounds
D: L(ψ_t − ψ_{t+1}) ≥ ⟨∇f(ν_t), q_t⟩/λ_t + (f(μ_{t+1}) − f(ν_t))/λ_t². Put λ_t q_t = ν_t − (1−λ_t)μ_t, and use
⟨∇f(ν_t), ν_t − μ_t⟩ ≥ f(ν_t) − f(μ_t) and ⟨∇f(ν_t), ν_t⟩ = f(ν_t) + h*(v_t): it is at least h*(v_t)/λ_t +
f(μ_{t+1})/λ_t² − (1−λ_t)f(μ_t)/λ_t². The weights of the f(μ_j) ≥ min f are positive and sum to Σ 1/λ_j (N1.weights).
"""

from typing import Any

from lemmacheck.theory.books.contributed.source import BOOSTING, on_boosting
from lemmacheck.theory.books.post.algorithms.accelerated_adaboost import PlainAdaBoost
from lemmacheck.theory.books.post.algorithms.dual_adaboost import (
    CoolingAdaBoost,
    HorizonAdaBoost,
    PowerAdaBoost,
    SmoothAdaBoost,
)
from lemmacheck.theory.books.post.conjecture_readings import SMOOTHED, lowest_score, power_allowance
from lemmacheck.theory.books.post.problems.boosting_hypotheses import (
    bounded_entries,
    half_square,
    rows_in_the_ball,
    separable_by_votes,
    unit_votes,
)
from lemmacheck.theory.core.arithmetic import Array, as_array
from lemmacheck.theory.core.claim import claim, given, latex, proof
from lemmacheck.theory.core.relation import Relation, at_least, at_most
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.margins.hypotheses import moved, standard_lambda, two_rows, unit_steps

CHAPTER = BOOSTING

BOOSTED = (bounded_entries, separable_by_votes)


def earned(run: Run) -> Relation:
    """−ψ(Zw_t) ≥ −ln n + Σ_{j<t} (h*(v_j) + a lower bound of f)/(Lλ_j), with h*(v_j) = ⟨v_j, x_j⟩ − h(x_j)."""
    p, h = run.problem, run.algorithm.potential
    x = -run.combine(run.nu)
    conjugate = run.inner(h.vote(p, x), x) - as_array(h.value(p, x))
    terms = (conjugate + h.floor(p)) / (h.smoothness(p) * run.lam)
    return at_least(-run.psi(run.scores(run.w)), run.sums(terms) - run.log(run.n))


@claim("N.DA.soft.psi", on_boosting("the lemma for a soft maximum"), kind="inequality at every t", about=SmoothAdaBoost)
@given(*SMOOTHED)
@proof("W.Straight.corrected", "P.B.5", "N1.weights")
@latex(r"-\psi(Zw_t)\ge-\ln n+s\sum_{j<t}\frac{h^*(v_j)+\bar\gamma_1-s\ln(2d)}{\lambda_j}")
def soft_potential(run: Run) -> Relation:
    """−ψ(Zw_t) ≥ −ln n + s Σ_{j<t} (h*(v_j) + γ̄₁ − s ln 2d)/λ_j for every t, since h ≥ ‖·‖_∞ − s ln 2d."""
    return earned(run)


@claim("N.DA.power.psi", on_boosting("the lemma for an r-norm"), kind="inequality at every t", about=PowerAdaBoost)
@given(*SMOOTHED)
@proof("W.Straight.corrected", "P.B.5", "N1.weights")
@latex(r"-\psi(Zw_t)\ge-\ln n+\sum_{j<t}\frac{\|Z^\top\nu_j\|_r^2+\bar\gamma_1^2}{2(r-1)\lambda_j}")
def power_potential(run: Run) -> Relation:
    """−ψ(Zw_t) ≥ −ln n + Σ_{j<t} (‖Zᵀν_j‖_r² + γ̄₁²)/(2(r−1)λ_j) for every t, as h*(∇h(x)) = h(x), ‖·‖_r ≥ ‖·‖_∞."""
    return earned(run)


def root_of_dimension(run: Run) -> Any:
    """d^{1/r} for r = 2^{k+1}."""
    root = run.num.number(run.d)
    for _ in range(run.algorithm.potential.halvings + 1):
        root = run.sqrt(root)
    return root


@claim("N.DA.power.l1", on_boosting("the ℓ₁ margin up to a factor"), about=PowerAdaBoost, first=1)
@given(*SMOOTHED, separable_by_votes)
@proof("N.DA.margin.corrected")
@latex(r"\max(\gamma_1(w_t),0)\ge d^{-1/r}\left(\bar\gamma_1-\frac{4(r-1)\ln n}{\bar\gamma_1\,t(t+3)}\right)")
def power_l1_margin(run: Run) -> Relation:
    """max(γ₁(w_t), 0) ≥ d^{−1/r} (γ̄₁ − 4(r−1) ln n/(γ̄₁ t(t+3))) for every t ≥ 1: the ℓ₁ margin at a rate of 1/t²,
    but for a factor d^{1/r}, since ‖w‖₁ ≤ d^{1/r}‖w‖_p ≤ d^{1/r} A_t."""
    scaled = root_of_dimension(run) * run.positive_part(lowest_score(run)) / run.l1(run.w[1:])
    return at_least(scaled, power_allowance(run))


@claim("N.DA.soft.edge", on_boosting("the largest edge, smoothed by a soft maximum"), about=SmoothAdaBoost, first=1)
@given(*SMOOTHED)
@proof("N.DA.gap.corrected")
@latex(r"\|Z^\top\mu_t\|_\infty\le\bar\gamma_1+s\ln(2d)+\frac{4\ln n}{s(t+1)^2}")
def soft_edge(run: Run) -> Relation:
    """‖Zᵀμ_t‖_∞ ≤ γ̄₁ + s ln 2d + 4 ln n/(s(t+1)²) for every t ≥ 1, as ‖·‖_∞ − s ln 2d ≤ h ≤ ‖·‖_∞."""
    L = run.algorithm.potential.smoothness(run.problem)
    loss = run.log(run.num.number(2 * run.d)) / L + 4 * L * run.log(run.n) / (run.t[1:] + 1) ** 2
    return at_most(run.edge(run.mu[1:]), run.optimum.gamma + loss)


@claim("N.DA.soft.horizon", on_boosting("T steps with the best scale for T"), kind="rate", about=HorizonAdaBoost)
@given(rows_in_the_ball, separable_by_votes, two_rows)
@proof("W.DualAcc.corrected")
@latex(r"""s=\frac2T\sqrt{\frac{\ln n}{\ln(2d)}}:\quad\max(\gamma_1(w_T),0)\ge\bar\gamma_1
    -2\sqrt{\ln(n)\ln(2d)}\left(\frac1T+\frac1{T+3}\right)""")
def margin_at_the_horizon(run: Run) -> Relation:
    """max(γ₁(w_T), 0) ≥ γ̄₁ − 2√(ln n ln 2d)(1/T + 1/(T+3)) after T steps with s = 2√(ln n/ln 2d)/T, for n ≥ 2: a rate
    of O(1/T). This s makes the two losses of W.DualAcc.corrected alike, and their sum about as small as any s does."""
    T = run.t[-1:]
    root = run.sqrt(run.log(run.n) * run.log(run.num.number(2 * run.d)))
    margin = run.positive_part(run.margin(run.w[-1:]))
    return at_least(margin, run.optimum.gamma - 2 * root / T - 2 * root / (T + 3)).since(run.steps)


def cooling_cost(run: Run) -> Array:
    """2σ² ln(2d) (H_{t+1} − 1)."""
    sigma = run.num.number(run.algorithm.sigma)
    return 2 * sigma**2 * run.log(run.num.number(2 * run.d)) * run.sums(1 / (run.t + 2))


@claim("N.DA.cool.psi", on_boosting("a falling scale"), about=CoolingAdaBoost)
@given(bounded_entries, standard_lambda)
@proof("W.Straight.corrected", "P.B.5")
@latex(r"-\psi(Zw_t)\ge\sigma t\bar\gamma_1-\ln n-2\sigma^2\ln(2d)(H_{t+1}-1)")
def cooling_potential(run: Run) -> Relation:
    """−ψ(Zw_t) ≥ σtγ̄₁ − ln n − 2σ² ln(2d)(H_{t+1} − 1) for every t, H_{t+1} = 1 + 1/2 + … + 1/(t+1).

    Proof. As in the lemma, with f_t = h_{s_t}(Zᵀ·), L = 1/s_t and s_t = σλ_t: (ψ_t − ψ_{t+1})/σ ≥ f_t(μ_{t+1})/λ_t −
    (1/λ_t − 1)f_t(μ_t). h_s + s ln 2d rises with s, so f_t(μ_t) ≤ f_{t−1}(μ_t) + (s_{t−1} − s_t) ln 2d; and
    f_{t−1}(μ_t) ≥ γ̄₁ − s_{t−1} ln 2d. The weights of f_{j−1}(μ_j) are 1/2 for 1 ≤ j < t and (t+1)/2 for j = t, and
    the terms in ln 2d add up to σ(1 + Σ_{j=1}^{t−1} 2/(j+2)) = 2σ(H_{t+1} − 1)."""
    sigma = run.num.number(run.algorithm.sigma)
    gained = sigma * run.t * run.optimum.gamma - cooling_cost(run)
    return at_least(-run.psi(run.scores(run.w)), gained - run.log(run.n))


@claim("N.DA.cool.margin", on_boosting("a falling scale"), about=CoolingAdaBoost, first=1)
@given(*BOOSTED, standard_lambda)
@proof("N.DA.cool.psi")
@latex(r"\max(\gamma_1(w_t),0)\ge\bar\gamma_1-\frac{\ln n+2\sigma^2\ln(2d)(H_{t+1}-1)}{\sigma t}")
def cooling_margin(run: Run) -> Relation:
    """max(γ₁(w_t), 0) ≥ γ̄₁ − (ln n + 2σ² ln(2d)(H_{t+1} − 1))/(σt) for every t ≥ 1: a rate of O(ln(t)/t) with no
    horizon, since ‖w_t‖₁ ≤ σt."""
    loss = (run.log(run.n) + cooling_cost(run)[1:]) / (run.num.number(run.algorithm.sigma) * run.t[1:])
    return at_least(run.positive_part(run.margin(run.w[1:])), run.optimum.gamma - loss)


@claim(
    "N.DA.plain.half",
    on_boosting("plain AdaBoost, φ(x) = x²/2"),
    about=PlainAdaBoost,
    corrects="N.DA.typical.plain",
    first=1,
)
@given(*BOOSTED, unit_steps, half_square)
@latex(r"\max(\gamma_1(w_t),0)\ge\frac{\bar\gamma_1}2-\frac{\ln n}{\bar\gamma_1t}")
def half_of_the_margin(run: Run) -> Relation:
    """AdaBoost with φ(x) = x²/2 and η = 1 has max(γ₁(w_t), 0) ≥ γ̄₁/2 − ln n/(γ̄₁t) for every t ≥ 1.

    Proof. With e_t = ‖Zᵀq_t‖_∞ ≥ γ̄₁, ψ(Zw_{t+1}) ≤ ψ(Zw_t) − e_t²/2, as ψ is 1-smooth with respect to ‖·‖_∞ and
    |z_ik| ≤ 1; and ‖w_t‖₁ ≤ Σ_{j<t} e_j. So −ψ(Zw_t) ≥ (γ̄₁/2) Σ_{j<t} e_j − ln n; where that is negative, so is the
    right side."""
    t, gamma = run.t[1:], run.optimum.gamma
    return at_least(run.positive_part(run.margin(run.w[1:])), gamma / 2 - run.log(run.n) / (gamma * t))


@claim("N.DA.plain.root", on_boosting("plain AdaBoost, falling steps"), about=PlainAdaBoost, first=1)
@given(*BOOSTED, unit_votes, moved)
@latex(r"\max(\gamma_1(w_t),0)\ge\bar\gamma_1-\frac{\ln n+\frac12\sum_{j<t}\eta_j^2}{\sum_{j<t}\eta_j}")
def margin_of_falling_steps(run: Run) -> Relation:
    """AdaBoost with steps of lengths η_t has max(γ₁(w_t), 0) ≥ γ̄₁ − (ln n + ½ Σ_{j<t} η_j²)/Σ_{j<t} η_j for every
    t ≥ 1, which is O(ln(t)/√t) for η_t ~ 1/√t.

    Proof. ψ(Zw_{t+1}) ≤ ψ(Zw_t) − η_t‖Zᵀq_t‖_∞ + η_t²/2 with ‖Zᵀq_t‖_∞ ≥ γ̄₁, and ‖w_t‖₁ ≤ Σ_{j<t} η_j."""
    eta = run.theta
    loss = (run.log(run.n) + run.sums(eta**2)[1:] / 2) / run.sums(eta)[1:]
    return at_least(run.positive_part(run.margin(run.w[1:])), run.optimum.gamma - loss)
