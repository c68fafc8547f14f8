"""The conjecture's other reading, and what goes wrong with either, in exact numbers.

Algorithm 1 is a Nesterov method on the dual objective, written for w. Replacing ‖·‖₂²/2 by ψ*(x) = ‖x‖_∞²/2 in that
method casts the votes at the averages ν_t. With ‖·‖₂ both are the same method, as Zᵀν_t averages the Zᵀq_t; with
∂ψ* for Zᵀ they part at t = 3. For F(q) = ψ*(Zᵀq) the dual reading would have F(μ_t) − F(q̄) ≤ 4 ln n/(t+1)².

N.DA.kink    at q = (1/2, 1/2) of the rows (−1, 0), (0, −1), F rises by δ/2 at least above any linearisation
             on one of the two sides, over a distance of ‖q' − q‖₁ = 2δ: no L has δ/2 ≤ 2Lδ² for all δ
N.DA.stuck   on the rows (−1, 0, −3/5), (0, −1, −11/20) the method as printed stays away from γ̄₁, for four φ, and
             for ever for φ = x²/2
"""

from functools import partial

import numpy as np
from lemmacheck.theory.books.contributed.source import BOOSTING, on_boosting
from lemmacheck.theory.books.post.algorithms.accelerated_adaboost import AcceleratedAdaBoost, CorneredAdaBoost
from lemmacheck.theory.books.post.algorithms.dual_adaboost import DualAdaBoost, PowerAdaBoost, SmoothAdaBoost
from lemmacheck.theory.books.post.conjecture import allowance
from lemmacheck.theory.books.post.problems.boosting_hypotheses import (
    bounded_entries,
    half_square,
    no_ties,
    rows_in_the_ball,
    separable_by_votes,
)
from lemmacheck.theory.books.post.problems.smoothness import CornerSmoothness, EdgeProblem
from lemmacheck.theory.core.arithmetic import Array, as_array, column, delayed
from lemmacheck.theory.core.claim import claim, fault, given, latex, proof
from lemmacheck.theory.core.relation import Relation, above, at_least, at_most, below, equal
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.margins.comparators import simplex_points
from lemmacheck.theory.margins.hypotheses import standard_lambda, standard_momentum

CHAPTER = BOOSTING
stated = partial(claim, about=CorneredAdaBoost)

DUAL = (bounded_entries, standard_lambda, half_square)
SMOOTHED = (rows_in_the_ball, standard_lambda)


def both_readings(run: Run) -> tuple[Array, Array]:
    """w_t of the method as printed, and of the dual method."""
    return run.w, run.again(DualAdaBoost(run.algorithm.phi)).w


@claim("N.DA.agree", on_boosting("the two readings"), kind="equivalence", about=AcceleratedAdaBoost)
@given(standard_momentum)
@fault("the vote at an average ν_t is not the average of votes: from t = 3 on the two methods differ.")
@proof("P.3.2.alg")
@latex(r"w_t^{\text{as printed}}=w_t^{\text{dual}}")
def readings_agree(run: Run) -> Relation:
    """Algorithm 1 with u_t in place of −Zᵀq_t and Nesterov's method on ψ*(Zᵀq) have the same w_t for every t, as they
    do for ψ = ‖·‖₂²/2."""
    return equal(*both_readings(run))


@readings_agree.corrected()
@proof()
@latex(r"w_t^{\text{as printed}}=w_t^{\text{dual}}\quad\text{for }t\le2")
def readings_agree_at_first(run: Run) -> Relation:
    """The two methods have the same w_t for t ≤ 2: ν_0 = q_0, and ν_1 = q_1 since λ_0 = 1."""
    printed, dual = both_readings(run)
    return equal(printed[:3], dual[:3])


def objective(run: Run, q: Array) -> Array:
    """F(q) = ‖Zᵀq‖_∞²/2."""
    return as_array(run.edge(q)) ** 2 / 2


@claim("N.DA.gap", on_boosting("the dual reading"), kind="conjecture", about=DualAdaBoost, first=1)
@given(*DUAL)
@fault("F is not smooth, and its gap falls like 1/t.")
@proof("P.L3.2")
@latex(r"F(\mu_t)-F(\bar q)\le\frac{4\ln n}{(t+1)^2},\quad F(q)=\frac12\|Z^\top q\|_\infty^2")
def accelerated_dual_gap(run: Run) -> Relation:
    """F(μ_t) − F(q̄) ≤ 4 ln n/(t+1)² for every t ≥ 1: Lemma 3.2 for F(q) = ‖Zᵀq‖_∞²/2."""
    gap = objective(run, run.mu[1:]) - run.optimum.gamma**2 / 2
    return at_most(gap, 4 * run.log(run.n) / (run.t[1:] + 1) ** 2)


def smoothed_gap(run: Run) -> Relation:
    """f(μ_t) − f(q) ≤ 4L ln n/(t+1)² for f(q) = h(Zᵀq) and q among the vertices, the uniform point and q̄."""
    p, h = run.problem, run.algorithm.potential
    reached = as_array(h.value(p, run.combine(run.mu[1:])))
    least = np.moveaxis(as_array(h.value(p, run.combine(simplex_points(p)))), 0, -1)
    bound = 4 * h.smoothness(p) * run.log(run.n) / (run.t[1:] + 1) ** 2
    return at_most(column(reached) - least, column(bound))


@accelerated_dual_gap.corrected(
    source=on_boosting("the dual reading, smoothed by a soft maximum"),
    kind="inequality for all q",
    about=SmoothAdaBoost,
)
@given(*SMOOTHED)
@proof("P.B.10.3", "W.Straight.corrected")
@latex(r"""f(\mu_t)-f(q)\le\frac{4\ln n}{s(t+1)^2},\quad f(q)
    =s\ln\frac1{2d}\sum_k(e^{(Z^\top q)_k/s}+e^{-(Z^\top q)_k/s})""")
def soft_gap(run: Run) -> Relation:
    """f(μ_t) − f(q) ≤ 4 ln n/(s(t+1)²) for the soft maximum f of scale s, every t ≥ 1 and every q ∈ Δ_n.

    Proof. f/L is 1-smooth for L = 1/s, and the votes over L are its gradients: Theorem B.10 with D_ω(q, q_0) ≤ ln n,
    for a minimiser q; any other q has a larger f(q)."""
    return smoothed_gap(run)


@claim(
    "N.DA.power.gap",
    on_boosting("the dual reading, smoothed by an r-norm"),
    kind="inequality for all q",
    about=PowerAdaBoost,
    first=1,
)
@given(*SMOOTHED)
@proof("P.B.10.3", "W.Straight.corrected")
@latex(r"\frac12\|Z^\top\mu_t\|_r^2-\frac12\|Z^\top q\|_r^2\le\frac{4(r-1)\ln n}{(t+1)^2}")
def power_gap(run: Run) -> Relation:
    """‖Zᵀμ_t‖_r²/2 − ‖Zᵀq‖_r²/2 ≤ 4(r−1) ln n/(t+1)² for every t ≥ 1, q ∈ Δ_n, by Theorem B.10 with L = r − 1."""
    return smoothed_gap(run)


@claim("N.DA.margin", on_boosting("the dual reading"), kind="conjecture", about=DualAdaBoost, first=1)
@given(*DUAL, separable_by_votes)
@fault("F is not smooth: the margin is reached like 1/t, where the bound falls like ln(t)/t².")
@proof("P.T3.1.1", "N.DA.gap")
@latex(r"\gamma_1(w_t)\ge\bar\gamma_1-\frac{4(1+\ln n)(1+2\ln(t+1))}{\bar\gamma_1(t+1)^2}")
def accelerated_dual_margin(run: Run) -> Relation:
    """γ₁(w_t) ≥ γ̄₁ − 4(1 + ln n)(1 + 2 ln(t+1)) / (γ̄₁ (t+1)²) for every t ≥ 1 and the w_t of the dual method."""
    return at_least(run.margin(run.w[1:]), allowance(run))


@accelerated_dual_margin.corrected(
    kind="inequality at every t", source=on_boosting("the dual reading, smoothed by an r-norm"), about=PowerAdaBoost
)
@given(*SMOOTHED, separable_by_votes)
@proof("N.DA.power.psi")
@latex(r"""\frac{-\max_i(Zw_t)_i}{\sum_{j<t}\|Z^\top\nu_j\|_r/((r-1)\lambda_j)}
    \ge\bar\gamma_1-\frac{4(r-1)\ln n}{\bar\gamma_1\,t(t+3)}""")
def power_margin(run: Run) -> Relation:
    """For h = ‖·‖_r²/2 and A_t = Σ_{j<t} ‖Zᵀν_j‖_r/((r−1)λ_j), which is at least ‖w_t‖_p for 1/p + 1/r = 1,
    −max_i (Zw_t)_i/A_t ≥ γ̄₁ − 4(r−1) ln n/(γ̄₁ t(t+3)) for every t ≥ 1.

    Proof. With x_j = ‖Zᵀν_j‖_r ≥ γ̄₁, N.DA.power.psi reads −ψ(Zw_t) ≥ E − ln n, E = Σ_{j<t} (x_j² + γ̄₁²)/(2(r−1)λ_j),
    and E ≥ γ̄₁ A_t, A_t ≥ γ̄₁ t(t+3)/(4(r−1)). Divide by A_t: E/A_t ≥ γ̄₁, and ln n/A_t ≤ 4(r−1) ln n/(γ̄₁ t(t+3))."""
    return at_least(lowest_score(run) / travelled(run)[1:], power_allowance(run))


def lowest_score(run: Run) -> Array:
    """−max_i (Zw_t)_i for t ≥ 1."""
    return -as_array(run.maximum(run.scores(run.w[1:])))


def travelled(run: Run) -> Array:
    """Σ_{j<t} ‖Zᵀν_j‖_r/((r−1)λ_j)."""
    p, h = run.problem, run.algorithm.potential
    return run.sums(run.num.root_of_squares(h.square(p, run.combine(run.nu))) / (h.smoothness(p) * run.lam))


def power_allowance(run: Run) -> Array:
    """γ̄₁ − 4(r−1) ln n/(γ̄₁ t(t+3)) for t ≥ 1."""
    t, gamma, L = run.t[1:], run.optimum.gamma, run.algorithm.potential.smoothness(run.problem)
    return gamma - 4 * L * run.log(run.n) / (gamma * t * (t + 3))


@claim("N.DA.kink", on_boosting("no constant of smoothness"), kind="inequality for all q", about=CornerSmoothness)
@latex(r"""\max_\pm\left(F(q_\pm)-F(q)-\langle Zv,q_\pm-q\rangle\right)>\frac L2\|q_\pm-q\|_1^2,
    \quad q_\pm=\left(\frac12\pm\frac1{16L},\frac12\mp\frac1{16L}\right)""")
def kink(p: EdgeProblem) -> Relation:
    """For the rows (−1, 0), (0, −1), q = (1/2, 1/2) and δ = 1/(16L), one of q' = (1/2 ± δ, 1/2 ∓ δ) has F(q') − F(q) −
    ⟨Zv, q' − q⟩ > (L/2)‖q' − q‖₁², whatever L and whatever the rule for ties.

    Proof. F(q') − F(q) = δ/2 + δ²/2 on either side, and ⟨Zv, q' − q⟩ changes its sign with the side, so one of the two
    is at least δ/2; and δ/2 > 2Lδ² for δ < 1/(4L)."""
    side = p.num.array([[1, -1], [-1, 1]]) / (16 * p.potential.smoothness(p))
    q = p.uniform()[None]
    return above(p.maximum(p.excess(q, q + side)), p.allowed(q, q + side))


@stated("N.DA.stuck.best", on_boosting("a counterexample"))
@latex(r"\bar\gamma_1=\frac47,\quad\bar w=\left(0,\frac1{21},\frac{20}{21}\right)")
def best_of_the_counterexample(run: Run) -> tuple[Relation, ...]:
    """For the rows (−1, 0, −3/5), (0, −1, −11/20), γ̄₁ = 4/7, attained by w = (0, 1/21, 20/21): γ₁(w) = 4/7, and
    ‖Zᵀq‖_∞ = 4/7 at q = (3/7, 4/7)."""
    num = run.num
    w, q = num.array([[0, 1, 20]]) / 21, num.array([[3, 4]]) / 7
    best = num.array([4]) / 7
    return equal(run.optimum.gamma, best), equal(run.margin(w), best), equal(run.edge(q), best)


@stated("N.DA.stuck.ties", on_boosting("a counterexample"), kind="inequality at every t")
@given(standard_momentum)
@latex(r"|(Z^\top q_t)_k|=\|Z^\top q_t\|_\infty\text{ for one }k\text{ only}")
def no_rule_for_ties_matters(run: Run) -> Relation:
    """On that run the largest |(Zᵀq_t)_k| is attained once for every t: all rules for ties make the same run."""
    return no_ties(run)


@stated("N.DA.stuck.margin", on_boosting("a counterexample"), first=40)
@given(standard_momentum)
@proof("N.DA.stuck.best")
@latex(r"\gamma_1(w_t)<\frac47-\frac1{80}\quad\text{for }40\le t\le120")
def stuck(run: Run) -> Relation:
    """There γ₁(w_t) < 4/7 − 1/80 for 40 ≤ t ≤ 120: for φ = x²/2, 0 on [−1, 1], ⅔|x|^{3/2} and ln cosh x."""
    return below(run.margin(run.w[40:]), run.optimum.gamma - 1 / run.num.number(80))


@stated("N.DA.stuck.cycle", on_boosting("a counterexample for ever"), first=80)
@given(standard_momentum, half_square)
@proof("N.DA.stuck.best")
@latex(r"\gamma_1(w_t)\le\tfrac{51}{100}<\tfrac47=\bar\gamma_1\quad\text{for every }t\ge80")
def the_third_column_is_never_taken_again(run: Run) -> tuple[Relation, ...]:
    """There γ₁(w_t) ≤ 51/100 for every t ≥ 80, however large: no bound that tends to γ̄₁ holds, whatever its constants.

    Proof. Let x and G be the differences of the two entries of Zw_t and Zg_{t−1}, y = |x|, h = G sign(x), and P =
    1/(1 + e^{−y}) the larger weight. If P > 11/19, the row of this weight has its own column taken, and
        h' = −(1 − ε)(h + P),   y' = −y + (1 − ε)(h + P) + P   for ε = 1/(t+1)
    for the other sign of x. Let δ = y − 23/50, κ = h + 23/75, P = 46/75 + aδ + f with a = 15/64: then (δ', κ') =
    ((2a−1)δ + κ, −aδ − κ) + (2, −1)f + (−1, 1)ε(h + P). In the norm N² = κ² + 2aδκ + aδ² these three are 7/8 N, |f| and
    7/8 ε|h + P|. From N ≤ 1/20 follow |δ| ≤ 3/25, so that P > 11/19 and, P' being within 1/100 of a, |f| ≤ 11/5000;
    and |h + P| = |23/75 + (κ + aδ) + f| ≤ 9/25. So again N ≤ 1/20. As Z ≤ 0, no entry of u_t, −g_t or w_t is negative:
    the third column's shares of g_t and w_t stay below 1/10, and q = (1/2, 1/2) gives γ₁(w) ≤ 1/2 + 3w_3/(40‖w‖₁)."""
    num, a = run.num, run.num.number(15) / 64
    scores, momentum = run.scores(run.w[80:]), run.scores(delayed(run.g)[80:])
    x = scores[..., 0] - scores[..., 1]
    before = (momentum[..., 0] - momentum[..., 1]) * x / abs(x)

    def share(y: Array) -> Array:
        return 1 / (1 + run.exp(-y))

    def squared(y: Array, h: Array) -> Array:
        return h**2 + 2 * a * y * h + a * y**2

    def turned(y: Array, h: Array) -> Array:
        return squared((2 * a - 1) * y + h, -a * y - h)

    y, h = num.array([1, 0, 1]), num.array([0, 1, 1])
    low, middle, high = num.array([17]) / 50, num.array([23]) / 50, num.array([29]) / 50
    slopes = [share(y) * (1 - share(y)) for y in (low, high)]
    radius, remainder, epsilon = num.array([1]) / 20, num.array([11]) / 5000, num.array([1]) / 81
    return (
        equal(64 * turned(y, h), 49 * squared(y, h)),
        equal(squared(num.array([2, -1]), num.array([-1, 1])), num.array([64, 49]) / 64),
        above(share(low), num.array([11]) / 19),
        *(at_most(abs(slope - a), num.array([1]) / 100) for slope in slopes),
        at_most(abs(share(middle) - num.array([46]) / 75), num.array([1]) / 1000),
        at_most(radius**2, a * (1 - a) * (num.array([3]) / 25) ** 2),
        at_most(7 * (radius + 9 * epsilon / 25) / 8 + remainder, radius),
        at_most(squared(abs(x) - middle, before + 2 * middle / 3), radius**2),
        at_most(10 * run.w[80:, ..., 2], run.l1(run.w[80:])),
        at_most(10 * abs(run.g[79:, ..., 2]), run.l1(run.g[79:])),
        at_most(run.margin(run.w[80:]), num.number(51) / 100),
    )


@stated("N.DA.stuck.bound", on_boosting("a counterexample"), first=90)
@given(standard_momentum)
@proof("N.DA.stuck.margin")
@latex(r"\gamma_1(w_t)<\bar\gamma_1-\frac{4(1+\ln n)(1+2\ln(t+1))}{\bar\gamma_1(t+1)^2}\quad\text{for }90\le t\le120")
def every_bound_missed(run: Run) -> Relation:
    """There the bound of the conjecture fails at every t from 90 to 120, for each of the four φ."""
    return below(run.margin(run.w[90:]), allowance(run)[89:])
