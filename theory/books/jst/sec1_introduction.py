"""Section 1: the rates that are announced, the run in the dual alone and what it costs, and the related work.

    γ̄ − γ(w_t) = O(1/log t), Õ(1/√t), O(1/t), Õ(1/t²)       γ(w_t) ≥ γ̄/4 for t ≥ 4√(ln n)/γ̄

A rate is stated with a constant: where the print has O(·), the claim is an inequality that implies it.

In the dual, Algorithm 1 reads ZZᵀq_t, n² values of the kernel ⟨z_i, z_j⟩; a sampled column is n of them.
"""

from dataclasses import replace
from typing import Any

import numpy as np
from lemmacheck.theory.books.jst import appD_arguments, arguments, descent_arguments, openings
from lemmacheck.theory.books.jst.algorithms.adaptive_sampling import EndpointLaw
from lemmacheck.theory.books.jst.algorithms.gradient_descent import GradientDescent, NormalizedGD
from lemmacheck.theory.books.jst.algorithms.kernel_momentum import KernelMomentum, KernelSampling
from lemmacheck.theory.books.jst.algorithms.primal_momentum import PrimalMomentum
from lemmacheck.theory.books.jst.sec4_sampling import horizon, with_high_probability
from lemmacheck.theory.books.jst.source import JST, PREPRINT, PROCEEDINGS
from lemmacheck.theory.core import run as runs
from lemmacheck.theory.core.arithmetic import Array
from lemmacheck.theory.core.claim import claim, given, latex, proof, slip, stated_again
from lemmacheck.theory.core.hypothesis import hypothesis
from lemmacheck.theory.core.piecewise import reached
from lemmacheck.theory.core.relation import Chance, Relation, above, at_least, at_most, equal
from lemmacheck.theory.core.run import Run, run
from lemmacheck.theory.margins.comparators import directions
from lemmacheck.theory.margins.hypotheses import (
    constant_steps,
    positive_margin,
    root_steps,
    separable,
    short_steps,
    standard_momentum,
    two_rows,
)
from lemmacheck.theory.margins.means import endpoint
from lemmacheck.theory.margins.problem import Problem

CHAPTER = "Section 1"
OPENING = openings.EXPONENTIAL

ALGORITHM_1 = (standard_momentum,)

WITHOUT_LOGARITHM = r"\bar\gamma-\gamma(w_t)\le\frac{4\ln n}{\bar\gamma t^2}"


def shortfall(run: Run) -> Array:
    """γ̄ − γ(w_t) for t ≥ 1, of the problem's own margin γ."""
    return run.optimum.gamma - run.margin(run.w[1:])


@hypothesis("η_t = 1 for every t")
def constant_unit_steps(run: Run) -> Relation:
    return equal(run.eta, 1)


@claim("P.S1.rates.1", JST.at("Abstract; §1"), kind="rate", about=GradientDescent, first=1)
@given(separable, short_steps)
@proof("P.3.1.GD.2", "P.phi.smooth", "P.S3.3.psimax.4", "P.A.1a.2")
@latex(r"""\bar\gamma-\gamma(w_t)=\mathcal O(1/\log(t)):\quad
    \bar\gamma-\gamma(w_t)\le\frac{\ln n+4/3}{\ln\big(1+\frac38\bar\gamma^2\sum_{j<t}\eta_j\big)}""")
def gradient_descent_rate(run: Run) -> Relation:
    """γ̄ − γ(w_t) ≤ (ln n + 4/3)/ln(1 + 3γ̄² Σ_{j<t} η_j/8) for every t ≥ 1, for w_{t+1} = w_t − η_t ∇R(w_t) with
    η_t ∈ (0, 1] on separable data; with a constant step that is O(1/log t)."""
    # Proof: θ_j = η_j R(w_j) ≤ 1, as R falls. With g_j = ‖Zᵀq_j‖ ∈ [γ̄, 1] and c = 1 − e^{−1/2} > 3/8, a step lowers
    # ln R by (θ_j − θ_j²/2) g_j² ≥ θ_j g_j²/2, and so R by c η_j R(w_j)² g_j². Hence Σ θ_j² g_j² ≤ 1/c, so that
    # −ψ(Zw_t) ≥ −ln n − 1/(2c) + γ̄ Σ θ_j g_j, where Σ θ_j g_j ≥ ‖w_t‖; and 1/R(w_t) ≥ 1 + c γ̄² Σ η_j, where
    # ‖w_t‖ ≥ −ln R(w_t).
    travelled = run.log(1 + 3 * run.optimum.gamma_squared * run.sums(run.eta)[1:] / 8)
    return at_most(shortfall(run), (run.log(run.n) + run.num.number(4) / 3) / travelled)


def two_rows_apart(p: Problem) -> Problem:
    """The rows (−1, 0) and (0, −1/2), with γ̄ = 1/√5."""
    return replace(p, Z=0 * p.Z[..., :1, :1] + p.num.array([[-2, 0], [0, -1]]) / 2)


def slow_on_two_rows(plain: Run) -> Relation:
    """γ̄ − γ(w_t) ≥ 1/(10 ln(t + 2)) for t ≥ 1, on those rows."""
    p, w, t = plain.problem, plain.w[1:], plain.t[1:]
    gap = 1 / plain.sqrt(plain.num.number(5)) + p.maximum(p.scores(w)) / p.norm(w)
    return at_least(gap, 1 / (10 * plain.log(t + 2)))


@claim(
    "P.S1.rates.only",
    JST.at("§1, “gradient descent can only maximize the margin at a slow”"),
    kind="rate",
    about=GradientDescent,
    first=1,
)
@given(constant_unit_steps)
@latex(r"\bar\gamma-\gamma(w_t)\ge\frac1{10\ln(t+2)}\quad\text{on the rows }(-1,0),(0,-\tfrac12),\ \eta_t=1")
def gradient_descent_is_no_faster(run: Run) -> Relation:
    """No rate of gradient descent is of smaller order: on the rows (−1, 0) and (0, −1/2), with η_t = 1,
    γ̄ − γ(w_t) ≥ 1/(10 ln(t + 2)) for every t ≥ 1. On other data it can be faster: with one row γ(w_t) = γ̄ at once."""
    return slow_on_two_rows(runs.run(run.algorithm, two_rows_apart(run.problem), run.steps))


@claim("P.S1.rates.2", JST.at("§1"), kind="rate", about=NormalizedGD, first=1)
@given(separable, root_steps)
@proof("P.phi.smooth", "P.S3.3.psimax.4", "P.A.1a.2")
@latex(r"""\bar\gamma-\gamma(w_t)=\widetilde{\mathcal O}(1/\sqrt t)\quad(\theta_t=1/\sqrt t):\quad
    \bar\gamma-\gamma(w_t)\le\frac{\ln n+\frac12\sum_{j\le t}1/j}{\bar\gamma\sum_{j\le t}1/\sqrt j}""")
def normalised_rate_with_root_steps(run: Run) -> Relation:
    """γ̄ − γ(w_t) ≤ (ln n + ½ Σ_{j≤t} 1/j)/(γ̄ Σ_{j≤t} 1/√j) for w_{t+1} = w_t − θ_t ∇R(w_t)/R(w_t) with θ_t = 1/√t,
    t counted from 1."""
    # Proof: −ψ(Zw_t) ≥ −ln n + Σ (θ_j − θ_j²/2) ‖Zᵀq_j‖² ≥ −ln n − ½ Σ θ_j² + γ̄ Σ θ_j‖Zᵀq_j‖, the last sum at least
    # ‖w_t‖, and ‖w_t‖ ≥ γ̄ Σ θ_j.
    squares, steps = run.sums(run.theta**2)[1:], run.sums(run.theta)[1:]
    return at_most(shortfall(run), (run.log(run.n) + squares / 2) / (run.optimum.gamma * steps))


@claim("P.S1.rates.3", JST.at("Abstract; §1"), kind="rate", about=NormalizedGD, first=1)
@given(separable, constant_steps)
@proof("N1.margin", "P.L3.6l", by=descent_arguments.rate_of_unit_steps)
@latex(r"""\bar\gamma-\gamma(w_t)=\mathcal O(1/t)\quad(\theta_t=1):
    \quad\bar\gamma-\gamma(w_t)\le\frac{\ln n}{\bar\gamma t}""")
def normalised_rate(run: Run) -> Relation:
    """γ̄ − γ(w_t) ≤ ln n/(γ̄t) for every t ≥ 1, for w_{t+1} = w_t − ∇R(w_t)/R(w_t)."""
    # Proof: N1.margin and the lower half of Lemma 3.6 with λ_t = 1, the dual method without momentum.
    return at_most(shortfall(run), run.log(run.n) / (run.optimum.gamma * run.t[1:]))


@claim("P.S1.rates.5@000", PROCEEDINGS.at("§1, “Contributions”"), kind="rate", about=PrimalMomentum, first=1)
@given(*ALGORITHM_1, separable)
@proof("N1.rate", "P.3.2.alg", by=arguments.margin_of_the_dual_run)
@latex(r"\bar\gamma-\gamma(w_t)=\mathcal O(1/t^2):\quad" + WITHOUT_LOGARITHM)
def momentum_rate_without_logarithm(run: Run) -> Relation:
    """γ̄ − γ(w_t) ≤ 4 ln n/(γ̄t²) for every t ≥ 1, for θ_t = 1 and β_t = t/(t+1); Theorem 3.1 has a factor ln t more."""
    return at_most(shortfall(run), 4 * run.log(run.n) / (run.optimum.gamma * run.t[1:] ** 2))


@stated_again("P.S1.rates.4", JST.at("Abstract; §3, after Theorem 3.1"))
@claim("P.S1.rates.5@003", PREPRINT.at("§1, “Contributions”"), kind="rate", about=PrimalMomentum, first=1)
@given(*ALGORITHM_1, separable)
@proof("P.S1.rates.5@000", by=arguments.margin_of_the_dual_run)
@latex(r"\bar\gamma-\gamma(w_t)=\widetilde{\mathcal O}(1/t^2):\quad" + WITHOUT_LOGARITHM)
def momentum_rate(run: Run) -> Relation:
    """γ̄ − γ(w_t) = Õ(1/t²) for θ_t = 1 and β_t = t/(t+1): at most 4 ln n/(γ̄t²) for every t ≥ 1, so no logarithm is
    needed."""
    return at_most(shortfall(run), 4 * run.log(run.n) / (run.optimum.gamma * run.t[1:] ** 2))


@claim(
    "P.S1.rates.6", JST.at("§1, “Since our momentum-based iterates”"), kind="rate", about=EndpointLaw, returns=Chance
)
@given(positive_margin)
@slip("with one row ln(n) = 0, so every θ_j of Theorem 4.1 is 0 and γ̄ − γ(w_t) = γ̄ for every t; n ≥ 2 is needed.")
@proof("P.T4.1")
@latex(r"""\bar\gamma-\gamma(w_t)=\mathcal O(1/\sqrt t):\quad\Pr\left[\sqrt t\,(\bar\gamma-\gamma(w_t))\le
    \frac{2\sqrt{\ln n}+\sqrt{8\ln(2/\delta)}}{\bar\gamma}+\sqrt{8/\delta}\right]\ge1-\delta""")
def sampled_rate(run: Run) -> tuple[Chance, ...]:
    """P(√t (γ̄ − γ(w_t)) ≤ (2√(ln n) + √(8 ln(2/δ)))/γ̄ + √(8/δ)) ≥ 1 − δ after t steps of Algorithm 2 with β_t = 0
    and θ_j = √(ln(n)/t): the constant is the one that the proof of Theorem 4.1 gives."""
    root, w = run.sqrt(run.num.number(horizon(run))), endpoint(run)[0]
    short = root * (run.optimum.gamma - run.margin(w))
    return with_high_probability(run, lambda delta: at_most(short, sampling_constant(run.problem, delta)))


def sampling_constant(p: Problem, delta: Any) -> Any:
    """(2√(ln n) + √(8 ln(2/δ)))/γ̄ + √(8/δ)."""
    return (2 * p.sqrt(p.log(p.n)) + p.sqrt(8 * p.log(2 / delta))) / p.optimum.gamma + p.sqrt(8 / delta)


@sampled_rate.corrected()
@given(positive_margin, two_rows)
@proof("P.D.T.p2.1.corrected", by=appD_arguments.rate_of_the_margin)
@latex(r"n\ge2,\quad\bar\gamma-\gamma(w_t)=\mathcal O(1/\sqrt t)")
def sampled_rate_of_two_rows(run: Run) -> tuple[Chance, ...]:
    """P(√t (γ̄ − γ(w_t)) ≤ (2√(ln n) + √(8 ln(2/δ)))/γ̄ + √(8/δ)) ≥ 1 − δ for n ≥ 2, after t steps of Algorithm 2
    with β_t = 0 and θ_j = √(ln(n)/t)."""
    return sampled_rate(run)


@claim("P.S1.kernel.1", JST.at("§1; §4, first paragraph"), kind="qualitative", about=KernelMomentum)
@proof("P.dual-only")
@latex(r"\text{calculating }ZZ^\top q_t\text{ takes }n^2\text{ calls to the kernel}")
def full_gradient_takes_all_kernel_values(run: Run) -> tuple[Relation, ...]:
    """An iteration asks for n² values ⟨z_i, z_j⟩, and every q_j > 0, so that none can be left out; counted is a run
    that keeps no value: by symmetry, and if all are kept, n(n+1)/2 calls serve all iterations."""
    return equal(run.calls[1:] - run.calls[:-1], run.n**2), equal(run.calls[:1], 0), above(run.q, 0)


@claim("P.S1.kernel.2", JST.at("§1; §4, first paragraph"), kind="qualitative", about=KernelSampling)
@latex(r"\text{Algorithm 2 takes }n\text{ calls to the kernel per iteration}")
def sampled_gradient_takes_a_column(run: Run) -> tuple[Relation, Relation]:
    """An iteration of Algorithm 2 in the dual asks for n values ⟨z_i, z_{i_t}⟩, whatever the index i_t."""
    return equal(run.calls[1:] - run.calls[:-1], run.n), equal(run.calls[:1], 0)


def elsewhere(p: Problem) -> Problem:
    """The rows (3/5 z_i, 4/5 z_i) in ℝ²ᵈ: other data with the same kernel."""
    return replace(p, Z=np.concatenate([3 * p.Z / 5, 4 * p.Z / 5], axis=-1))


@claim("P.dual-only", JST.at("§4, first paragraph"), kind="equivalence", about=KernelMomentum, chapter="Section 4")
@latex(r"\text{Algorithm 1, run completely in the dual: the same }q_t,\ Zw_t,\ Zg_t,\ \|w_t\|_2")
def dual_run_is_algorithm_1(dual: Run) -> tuple[Relation, ...]:
    """The run in ℝⁿ has the q_t, Zw_t, Zg_t and so max_i (Zw_t)_i and ‖w_t‖² = −⟨a_t, Zw_t⟩ of Algorithm 1; it is
    the same for rows (3/5 z_i, 4/5 z_i) in twice the dimension, as it reads ⟨z_i, z_j⟩ alone."""
    algorithm = dual.algorithm
    primal = dual.again(PrimalMomentum(algorithm.beta, algorithm.theta))
    other = run(algorithm, elsewhere(dual.problem), dual.steps)
    return (
        equal(dual.q, primal.q),
        equal(dual.p, primal.scores(primal.w)),
        equal(dual.s[1:], primal.scores(primal.g[:-1])),
        equal(dual.maximum(dual.p), primal.maximum(primal.scores(primal.w))),
        equal(-dual.inner(dual.a, dual.p), primal.squared(primal.w)),
        equal(dual.p, other.p),
        equal(dual.q, other.q),
    )


@hypothesis("the run has at least 4√(ln n)/γ̄ steps", tacit=True)
def long_enough(run: Run) -> Relation:
    return at_least(run.optimum.gamma * run.t[-1:], 4 * run.sqrt(run.log(run.n)))


def since_promised(run: Run) -> Array:
    """1 for t ≥ 4√(ln n)/γ̄, 0 before."""
    return reached(run.num, run.t, 4 * run.sqrt(run.log(run.n)) / run.optimum.gamma)


QUARTER: dict[str, Any] = {
    "kind": "inequality at every t",
    "about": PrimalMomentum,
    "given": [*ALGORITHM_1, positive_margin, long_enough],
}


@claim("P.S1.1.quarter", JST.at("§1.1, “The methods here”"), **QUARTER)
@slip("for n = 1 the number of steps is 0, and γ(w_0) = 0 < γ̄/4; at least one step is needed.")
@proof("P.P3.7", "P.3.2.alg")
@latex(r"\gamma(w_t)\ge\frac{\bar\gamma}4\quad\text{for }t\ge\frac{4\sqrt{\ln(n)}}{\bar\gamma}")
def a_quarter_of_the_margin(run: Run) -> Relation:
    """γ(w_t) ≥ γ̄/4 for every t ≥ 4√(ln n)/γ̄; before, 0 ≥ 0 is written."""
    due = since_promised(run)
    return at_least(due * run.margin(run.w), due * run.optimum.gamma / 4)


@claim("P.S1.1.quarter.corrected", JST.at("§1.1, “The methods here”, with t ≥ 1"), **QUARTER, first=1)
@proof("P.P3.7", "P.3.2.alg")
@latex(r"\gamma(w_t)\ge\frac{\bar\gamma}4\quad\text{for }t\ge\max\Big(1,\frac{4\sqrt{\ln(n)}}{\bar\gamma}\Big)")
def a_quarter_of_the_margin_after_a_step(run: Run) -> Relation:
    """γ(w_t) ≥ γ̄/4 for every t ≥ 1 with t ≥ 4√(ln n)/γ̄; before, 0 ≥ 0 is written."""
    due = since_promised(run)[1:]
    return at_least(due * run.margin(run.w[1:]), due * run.optimum.gamma / 4)


@claim("P.S1.1.infinity", JST.at("§1.1, second paragraph"), kind="qualitative")
@given(separable)
@latex(r"\mathcal R(w)>0,\qquad\mathcal R(s\bar u)\le e^{-s\bar\gamma}\to0\quad(s\to\infty)")
def solutions_are_off_at_infinity(p: Problem) -> tuple[Relation, ...]:
    """R(w) > 0 for every w, and R(sū) ≤ e^{−sγ̄} for every s > 0, read at s = 1, 4 and 16: R has no minimiser on
    separable data, and the solutions are off at infinity."""
    u, gamma = p.optimum.u, p.optimum.gamma
    return above(p.risk(directions(p)), 0), *(at_most(p.risk(s * u), p.exp(-s * gamma)) for s in (1, 4, 16))
