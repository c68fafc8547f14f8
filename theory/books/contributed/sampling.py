"""N7: Theorem 4.1 with the constants that its proof gives when nothing is given away, for n ≥ 2 rows.

γ(w_t) ≥ γ̄ − (3√(ln n)/2 + √(2 ln(2/δ)))/(γ̄√t) − √(2(1 − γ̄²)/(δt))        with probability 1 − δ

Proof. ψ is 1-smooth, so each step loses θ²/2. ⟨Zᵀq_j, z_{i_j}⟩ lies between −1 and 1 and has the mean ‖Zᵀq_j‖²: Azuma's
inequality with differences in intervals of length 2θ_j. The noise of a step has the mean square ‖z_{i_j}‖² − ‖Zᵀq_j‖² ≤
1 − γ̄²; as Σ θ_j² = ln n, Markov's inequality bounds ‖r_t‖. The rest is the printed proof: γ(w_t) ≥ −ψ(Zw_t)/‖w_t‖,
Σ θ_j‖Zᵀq_j‖² ≥ γ̄ Σ θ_j‖Zᵀq_j‖ ≥ γ̄(‖w_t‖ − ‖r_t‖), and ‖w_t‖ ≥ γ̄√(t ln n).
"""

from typing import Any

from lemmacheck.theory.books.contributed import sampling_arguments
from lemmacheck.theory.books.contributed.source import CONTRIBUTED
from lemmacheck.theory.books.jst import appD_arguments, openings
from lemmacheck.theory.books.jst.algorithms.adaptive_sampling import AdaptiveSampling, EndpointLaw, EveryPath
from lemmacheck.theory.books.jst.appD_sampling import STEP, drift_is_short, progress
from lemmacheck.theory.books.jst.appD_sums import climbed, deviation, travelled
from lemmacheck.theory.books.jst.sec4_sampling import CONDITIONS, drawn, horizon, with_high_probability
from lemmacheck.theory.core.claim import claim, given, latex, proof
from lemmacheck.theory.core.relation import Chance, Relation, at_least, at_most, equal
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.margins.hypotheses import two_rows
from lemmacheck.theory.margins.means import endpoint, expected
from lemmacheck.theory.margins.problem import Problem

CHAPTER = "N7"
OPENING = openings.EXPONENTIAL


@claim("N7.psi", CONTRIBUTED.at("N7, step 1"), about=AdaptiveSampling)
@given(*STEP)
@proof("P.psi.smooth.exp", by=appD_arguments.psi_along_a_step)
@latex(r"""-\psi(Zw_t)\ge-\psi(Zw_0)+\sum_{j=0}^{t-1}\theta_j\langle Z^\top q_j,z_{i_j}\rangle
    -\frac12\sum_{j=0}^{t-1}\theta_j^2""")
def psi_on_a_path(run: Run) -> Relation:
    """−ψ(Zw_t) ≥ −ψ(Zw_0) + Σ_{j<t} θ_j⟨Zᵀq_j, z_{i_j}⟩ − Σ_{j<t} θ_j²/2 on every path."""
    psi = run.psi(run.scores(run.w))
    return at_least(-psi, -psi[:1] + run.sums(progress(run)) - run.sums(run.theta**2) / 2)


@claim("N7.azuma", CONTRIBUTED.at("N7, step 2"), about=EveryPath, returns=Chance)
@given(*CONDITIONS)
@proof(by=appD_arguments.drift_in_short_intervals)
@latex(r"""\Pr\left[\sum_{j=0}^{t-1}\theta_j\langle Z^\top q_j,Z^\top q_j-z_{i_j}\rangle
    \le\sqrt{2\ln\left(\frac2\delta\right)\sum_{j=0}^{t-1}\theta_j^2}\right]\ge1-\frac\delta2""")
def azuma(run: Run) -> tuple[Chance, ...]:
    """P(Σ_{j<t} θ_j⟨Zᵀq_j, Zᵀq_j − z_{i_j}⟩ ≤ √(2 ln(2/δ) Σ_{j<t} θ_j²)) ≥ 1 − δ/2."""
    return drift_is_short(run, 2)


@claim("N7.climb", CONTRIBUTED.at("N7, step 2"), about=EveryPath, returns=Chance)
@given(*CONDITIONS)
@proof("N7.psi", "N7.azuma", "P.psi.q0.1", "P.Alg2.b0", by=sampling_arguments.climb_with_high_probability)
@latex(r"""\Pr\left[-\psi(Zw_t)\ge\sum_{j=0}^{t-1}\theta_j\|Z^\top q_j\|_2^2-\frac32\ln n
    -\sqrt{2\ln\left(\frac2\delta\right)\ln n}\right]\ge1-\frac\delta2""")
def psi_climbs(run: Run) -> tuple[Chance, ...]:
    """P(−ψ(Zw_t) ≥ Σ_{j<t} θ_j‖Zᵀq_j‖² − 3 ln(n)/2 − √(2 ln(2/δ) ln(n))) ≥ 1 − δ/2."""
    psi, size = run.psi(run.scores(run.w[-1])), run.log(run.n)
    gained = climbed(run)[0] - 3 * size / 2
    return with_high_probability(run, lambda delta: at_least(-psi, gained - run.sqrt(2 * run.log(2 / delta) * size)), 2)


@claim("N7.variance", CONTRIBUTED.at("N7, step 3"), about=EveryPath)
@given(*CONDITIONS)
@latex(r"""\mathbb E\|r_t\|_2^2+\sum_{j=0}^{t-1}\theta_j^2\,\mathbb E\|Z^\top q_j\|_2^2
    =\sum_{j=0}^{t-1}\theta_j^2\,\mathbb E\|z_{i_j}\|_2^2""")
def variance(run: Run) -> Relation:
    """E‖r_t‖² + Σ_{j<t} θ_j² E‖Zᵀq_j‖² = Σ_{j<t} θ_j² E‖z_{i_j}‖² for every t, r_t = Σ_{j<t} θ_j(z_{i_j} − Zᵀq_j)."""
    mean, row = (run.sums(run.theta[0] ** 2 * expected(run, run.squared(x))) for x in (run.combine(run.q), drawn(run)))
    return equal(expected(run, run.squared(deviation(run))) + mean, row)


@claim("N7.spread", CONTRIBUTED.at("N7, step 4"), about=EveryPath)
@given(*CONDITIONS)
@proof("N7.variance", "P.A.1a.2", "P.Alg2.b0", by=sampling_arguments.deviation_below_the_margin)
@latex(r"\mathbb E\|r_t\|_2^2+\bar\gamma^2\ln n\le\ln n")
def spread(run: Run) -> Relation:
    """E‖r_t‖² + γ̄² ln n ≤ ln n for every t up to the horizon."""
    mean, size = expected(run, run.squared(deviation(run))), run.log(run.n)
    return at_most(mean + run.optimum.gamma_squared * size, size)


@claim("N7.norm", CONTRIBUTED.at("N7, step 4"), about=EveryPath, returns=Chance)
@given(*CONDITIONS)
@proof("P.Alg2.b0", by=sampling_arguments.norm_with_high_probability)
@latex(r"""\Pr\left[\|w_t\|_2\le\sum_{j=0}^{t-1}\theta_j\|Z^\top q_j\|_2
    +\sqrt{\frac{2(1-\bar\gamma^2)\ln n}\delta}\right]\ge1-\frac\delta2""")
def norm_is_short(run: Run) -> tuple[Chance, ...]:
    """P(‖w_t‖ ≤ Σ_{j<t} θ_j‖Zᵀq_j‖ + √(2(1 − γ̄²) ln(n)/δ)) ≥ 1 − δ/2."""
    here, there, markov = run.norm(run.w[-1]), travelled(run)[0], sampling_arguments.markov
    return with_high_probability(run, lambda delta: at_most(here, there + run.sqrt(markov(run, delta))), 2)


def shortfall(p: Problem, delta: Any, t: int) -> Any:
    """(3√(ln n)/2 + √(2 ln(2/δ)))/(γ̄√t) + √(2(1 − γ̄²)/(δt))."""
    spread = (3 * p.sqrt(p.log(p.n)) / 2 + p.sqrt(2 * p.log(2 / delta))) / p.optimum.gamma
    return spread / p.sqrt(p.num.number(t)) + p.sqrt(2 * (1 - p.optimum.gamma_squared) / (delta * t))


@claim("N7.margin", CONTRIBUTED.at("N7"), about=EndpointLaw, returns=Chance)
@given(*CONDITIONS, two_rows)
@proof("N7.climb", "N7.norm", "P.3.1.minsep", "P.D.2l", by=sampling_arguments.margin_with_high_probability)
@latex(r"""n\ge2,\quad\Pr\left[\gamma(w_t)\ge\bar\gamma
    -\frac{\frac32\sqrt{\ln n}+\sqrt{2\ln\left(\frac2\delta\right)}}{\bar\gamma\sqrt t}
    -\sqrt{\frac{2(1-\bar\gamma^2)}{\delta t}}\right]\ge1-\delta""")
def sampled_margin(run: Run) -> tuple[Chance, ...]:
    """P(γ(w_t) ≥ γ̄ − (3√(ln n)/2 + √(2 ln(2/δ)))/(γ̄√t) − √(2(1 − γ̄²)/(δt))) ≥ 1 − δ for n ≥ 2."""
    margin, p, t = run.margin(endpoint(run)[0]), run.problem, horizon(run)
    return with_high_probability(run, lambda delta: at_least(margin, p.optimum.gamma - shortfall(p, delta, t)))
