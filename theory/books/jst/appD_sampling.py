"""Appendix D, the first lemma: −ψ(Zw_t) on the paths of Algorithm 2 with β_t = 0.

    −ψ(Zw_t) ≥ −ψ(Zw_0) + Σ_{j<t} θ_j⟨Zᵀq_j, z_{i_j}⟩ − Σ_{j<t} θ_j²                 on every path
    −ψ(Zw_t) ≥ Σ_{j<t} θ_j‖Zᵀq_j‖² − 2 ln(n) − √(8 ln(2/δ) ln(n))                    with probability 1 − δ/2

The second rests on Azuma's inequality: Σ_j θ_j⟨Zᵀq_j, Zᵀq_j − z_{i_j}⟩ is a martingale with differences
of size at most 2θ_j, so that it exceeds s with probability at most exp(−s²/(8Σθ_j²)). That is so of any q_j from which
i_j is drawn, whatever the steps: of the wrong methods uniform sampling alone can break it. With the printed 8 it does
so after some 200 draws, whose paths nobody lists; N7.azuma, with 2 for 8, has it fail after 8.
"""

from functools import partial

from lemmacheck.theory.books.jst import appD_arguments, openings
from lemmacheck.theory.books.jst.algorithms.adaptive_sampling import AdaptiveSampling, EveryPath, HorizonSampling
from lemmacheck.theory.books.jst.appD_sums import climbed, lost, squared_steps
from lemmacheck.theory.books.jst.sec4_sampling import CONDITIONS, drawn, each_delta, with_high_probability
from lemmacheck.theory.books.jst.source import PREPRINT
from lemmacheck.theory.core.arithmetic import Array
from lemmacheck.theory.core.claim import claim, given, latex, proof
from lemmacheck.theory.core.relation import Chance, Relation, at_least, at_most, equal
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.margins.hypotheses import no_momentum

CHAPTER = "Appendix D"
OPENING = openings.EXPONENTIAL

STEP = (no_momentum,)
stated = partial(claim, about=AdaptiveSampling, given=STEP)
LEMMA = "Appendix D, Lemma D.0, first so numbered"
PROOF = f"{LEMMA}, proof"


def rise(run: Run) -> Array:
    """ψ(Zw_{t+1}) − ψ(Zw_t)."""
    psi = run.psi(run.scores(run.w))
    return psi[1:] - psi[:-1]


def smooth_bound(run: Run) -> Array:
    """⟨q_t, Zw_{t+1} − Zw_t⟩ + ‖Z(w_{t+1} − w_t)‖_∞²."""
    move = run.scores(run.w[1:] - run.w[:-1])
    return run.inner(run.q[:-1], move) + run.linf(move) ** 2


def progress(run: Run) -> Array:
    """θ_t⟨Zᵀq_t, z_{i_t}⟩."""
    return run.theta * run.inner(run.combine(run.q), drawn(run))


def in_one_step(run: Run, size: Array) -> Array:
    """−θ_t⟨Zᵀq_t, z_{i_t}⟩ + θ_t² size_t."""
    return (-progress(run) + run.theta**2 * size)[:-1]


@stated("P.D.1.p1.1", PREPRINT.at(f"{PROOF}, first display"))
@proof("P.psi.smooth.exp", by=appD_arguments.soft_maximum_is_smooth)
@latex(r"\psi(Zw_{t+1})-\psi(Zw_t)\le\langle q_t,Zw_{t+1}-Zw_t\rangle+\|Z(w_{t+1}-w_t)\|_\infty^2")
def psi_is_smooth(run: Run) -> Relation:
    """ψ(Zw_{t+1}) − ψ(Zw_t) ≤ ⟨q_t, Zw_{t+1} − Zw_t⟩ + ‖Z(w_{t+1} − w_t)‖_∞²."""
    return at_most(rise(run), smooth_bound(run))


@stated("P.D.1.p1.2", PREPRINT.at(f"{PROOF}, first display"))
@proof("P.Alg2.b0")
@latex(r"""\langle q_t,Zw_{t+1}-Zw_t\rangle+\|Z(w_{t+1}-w_t)\|_\infty^2
    =-\theta_t\langle Z^\top q_t,z_{i_t}\rangle+\theta_t^2\|Zz_{i_t}\|_\infty^2""")
def step_is_a_row(run: Run) -> Relation:
    """⟨q_t, Zw_{t+1} − Zw_t⟩ + ‖Z(w_{t+1} − w_t)‖_∞² = −θ_t⟨Zᵀq_t, z_{i_t}⟩ + θ_t²‖Zz_{i_t}‖_∞²."""
    return equal(smooth_bound(run), in_one_step(run, run.linf(run.scores(drawn(run))) ** 2))


@stated("P.D.1.p1.3", PREPRINT.at(f"{PROOF}, first display"))
@proof(by=appD_arguments.scores_of_the_row)
@latex(r"""-\theta_t\langle Z^\top q_t,z_{i_t}\rangle+\theta_t^2\|Zz_{i_t}\|_\infty^2
    \le-\theta_t\langle Z^\top q_t,z_{i_t}\rangle+\theta_t^2\|z_{i_t}\|_2^2""")
def row_bounds_scores(run: Run) -> Relation:
    """−θ_t⟨Zᵀq_t, z_{i_t}⟩ + θ_t²‖Zz_{i_t}‖_∞² ≤ −θ_t⟨Zᵀq_t, z_{i_t}⟩ + θ_t²‖z_{i_t}‖₂²."""
    z = drawn(run)
    return at_most(in_one_step(run, run.linf(run.scores(z)) ** 2), in_one_step(run, run.squared(z)))


@stated("P.D.1.p1.4", PREPRINT.at(f"{PROOF}, first display"))
@proof(by=appD_arguments.size_of_the_row)
@latex(r"""-\theta_t\langle Z^\top q_t,z_{i_t}\rangle+\theta_t^2\|z_{i_t}\|_2^2
    \le-\theta_t\langle Z^\top q_t,z_{i_t}\rangle+\theta_t^2""")
def rows_are_short(run: Run) -> Relation:
    """−θ_t⟨Zᵀq_t, z_{i_t}⟩ + θ_t²‖z_{i_t}‖₂² ≤ −θ_t⟨Zᵀq_t, z_{i_t}⟩ + θ_t²."""
    squares = run.squared(drawn(run))
    return at_most(in_one_step(run, squares), in_one_step(run, 0 * squares + 1))


@stated("P.D.1.p1.5", PREPRINT.at(f"{PROOF}, first display, first and last members"))
@proof("P.D.1.p1.1", "P.D.1.p1.2", "P.D.1.p1.3", "P.D.1.p1.4")
@latex(r"\psi(Zw_{t+1})-\psi(Zw_t)\le-\theta_t\langle Z^\top q_t,z_{i_t}\rangle+\theta_t^2")
def psi_rises_little(run: Run) -> Relation:
    """ψ(Zw_{t+1}) − ψ(Zw_t) ≤ −θ_t⟨Zᵀq_t, z_{i_t}⟩ + θ_t²."""
    return at_most(rise(run), in_one_step(run, 0 * progress(run) + 1))


@stated("P.D.1.p2", PREPRINT.at(f"{PROOF}, second display"))
@proof("P.D.1.p1.5")
@latex(r"""-\psi(Zw_t)\ge-\psi(Zw_0)+\sum_{j=0}^{t-1}\theta_j\langle Z^\top q_j,z_{i_j}\rangle
    -\sum_{j=0}^{t-1}\theta_j^2""")
def psi_on_a_path(run: Run) -> Relation:
    """−ψ(Zw_t) ≥ −ψ(Zw_0) + Σ_{j<t} θ_j⟨Zᵀq_j, z_{i_j}⟩ − Σ_{j<t} θ_j²."""
    psi = run.psi(run.scores(run.w))
    return at_least(-psi, -psi[:1] + run.sums(progress(run)) - run.sums(run.theta**2))


@stated("P.D.1.p3.1", PREPRINT.at(f"{PROOF}, third display"))
@proof(by=appD_arguments.sizes_of_mean_and_row)
@latex(r"\left|\langle Z^\top q_j,Z^\top q_j-z_{i_j}\rangle\right|\le2")
def differences_are_bounded(run: Run) -> tuple[Relation, Relation]:
    """|⟨Zᵀq_j, Zᵀq_j − z_{i_j}⟩| ≤ 2: at most 2 and at least −2."""
    mean = run.combine(run.q)
    difference = run.inner(mean, mean - drawn(run))
    return at_most(difference, 2), at_least(difference, -2)


@claim("P.D.1.p3.2", PREPRINT.at(f"{PROOF}, fourth display"), about=EveryPath, returns=Chance)
@given(*CONDITIONS)
@proof("P.D.1.p3.1", by=appD_arguments.drift_by_azuma)
@latex(r"""\Pr\left[\sum_{j=0}^{t-1}\theta_j\langle Z^\top q_j,Z^\top q_j-z_{i_j}\rangle
    \le\sqrt{8\ln\left(\frac2\delta\right)\sum_{j=0}^{t-1}\theta_j^2}\right]\ge1-\frac\delta2""")
def azuma(run: Run) -> tuple[Chance, ...]:
    """P(Σ_{j<t} θ_j⟨Zᵀq_j, Zᵀq_j − z_{i_j}⟩ ≤ √(8 ln(2/δ) Σ_{j<t} θ_j²)) ≥ 1 − δ/2, by Azuma's inequality."""
    return drift_is_short(run, 8)


def drift_is_short(run: Run, factor: int) -> tuple[Chance, ...]:
    """P(Σ_{j<t} θ_j⟨Zᵀq_j, Zᵀq_j − z_{i_j}⟩ ≤ √(c ln(2/δ) Σ_{j<t} θ_j²)) ≥ 1 − δ/2 for the factor c."""
    mean = run.combine(run.q)
    drift = run.sums(run.theta[0] * run.inner(mean, mean - drawn(run)))[-1]
    squares = squared_steps(run)
    return with_high_probability(run, lambda delta: at_most(drift, run.sqrt(factor * run.log(2 / delta) * squares)), 2)


@claim("P.D.1.p4.1", PREPRINT.at(f"{PROOF}, last display, first line"), about=EveryPath, returns=Chance)
@given(*CONDITIONS)
@proof("P.D.1.p2", "P.D.1.p3.2", by=appD_arguments.psi_with_high_probability)
@latex(
    r"\Pr\left[-\psi(Zw_t)\ge-\psi(Zw_0)+\sum_{j=0}^{t-1}\theta_j\|Z^\top q_j\|_2^2"
    r"-\sqrt{8\ln\left(\frac2\delta\right)\sum_{j=0}^{t-1}\theta_j^2}-\sum_{j=0}^{t-1}\theta_j^2\right]\ge1-\frac\delta2"
)
def psi_with_high_probability(run: Run) -> tuple[Chance, ...]:
    """P(−ψ(Zw_t) ≥ −ψ(Zw_0) + Σ_{j<t} θ_j‖Zᵀq_j‖² − √(8 ln(2/δ) Σ_{j<t} θ_j²) − Σ_{j<t} θ_j²) ≥ 1 − δ/2."""
    psi, squares = run.psi(run.scores(run.w)), squared_steps(run)
    gained = -psi[0] + climbed(run)[0] - squares
    return with_high_probability(
        run, lambda delta: at_least(-psi[-1], gained - run.sqrt(8 * run.log(2 / delta) * squares)), 2
    )


@claim("P.D.1.p4.2", PREPRINT.at(f"{PROOF}, last display, second line"), about=HorizonSampling)
@given(*CONDITIONS)
@proof("P.psi.q0.1", "P.Alg2.b0", by=appD_arguments.squares_sum_to_log_n)
@latex(r"""-\psi(Zw_0)-\sqrt{8\ln\left(\frac2\delta\right)\sum_{j=0}^{t-1}\theta_j^2}-\sum_{j=0}^{t-1}\theta_j^2
    =-2\ln(n)-\sqrt{8\ln\left(\frac2\delta\right)\ln(n)}""")
def steps_sum_to_log_n(run: Run) -> tuple[Relation, ...]:
    """−ψ(Zw_0) − √(8 ln(2/δ) Σ_{j<t} θ_j²) − Σ_{j<t} θ_j² = −2 ln(n) − √(8 ln(2/δ) ln(n))."""
    psi, squares = run.psi(run.scores(run.w[:1])), squared_steps(run)
    return tuple(
        equal(-psi - run.sqrt(8 * run.log(2 / delta) * squares) - squares, -lost(run, delta)).since(run.steps)
        for delta in each_delta(run)
    )


@claim("P.D.1", PREPRINT.at(LEMMA), about=EveryPath, returns=Chance)
@given(*CONDITIONS)
@proof("P.D.1.p4.1", "P.D.1.p4.2", by=appD_arguments.squares_sum_to_log_n)
@latex(r"""\Pr\left[-\psi(Zw_t)\ge\sum_{j=0}^{t-1}\theta_j\|Z^\top q_j\|_2^2-2\ln(n)
    -\sqrt{8\ln\left(\frac2\delta\right)\ln(n)}\right]\ge1-\frac\delta2""")
def psi_lower_bound(run: Run) -> tuple[Chance, ...]:
    """P(−ψ(Zw_t) ≥ Σ_{j<t} θ_j‖Zᵀq_j‖² − 2 ln(n) − √(8 ln(2/δ) ln(n))) ≥ 1 − δ/2."""
    psi = run.psi(run.scores(run.w[-1]))
    return with_high_probability(run, lambda delta: at_least(-psi, climbed(run)[0] - lost(run, delta)), 2)
