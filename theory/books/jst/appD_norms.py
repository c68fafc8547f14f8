"""Appendix D, the second lemma: ‖w_t‖ in Theorem 4.1, with r_t = Σ_{j<t} θ_j(z_{i_j} − Zᵀq_j).

    ‖w_t‖ ≥ γ̄√(t ln(n))                              on every path
    ‖w_t‖ ≤ Σ_{j<t} θ_j‖Zᵀq_j‖ + √(8 ln(n)/δ)        with probability 1 − δ/2, as E‖r_t‖² ≤ 4 ln(n) (Markov)

E[· | q_0, …, q_s] is an average over the paths with the same first s rows: q_0, …, q_s tell these rows and
no more, since Zz_i − Zz_k = c(1, …, 1) implies ‖z_i − z_k‖² = c − c = 0. What is read of t ≥ 1, given q_0, …, q_{t−2},
is a mean over the last two draws; given q_0, …, q_{t−1}, over the last.
"""

from functools import partial

from lemmacheck.theory.books.jst import appD_arguments, openings
from lemmacheck.theory.books.jst.algorithms.adaptive_sampling import EveryPath, HorizonSampling
from lemmacheck.theory.books.jst.appD_sums import deviation, markov, noise, pulls, rows_drawn, travelled
from lemmacheck.theory.books.jst.sec4_sampling import CONDITIONS, each_delta, with_high_probability
from lemmacheck.theory.books.jst.source import PREPRINT
from lemmacheck.theory.core.arithmetic import Array
from lemmacheck.theory.core.claim import claim, given, latex, proof, slip
from lemmacheck.theory.core.hypothesis import hypothesis
from lemmacheck.theory.core.relation import Chance, Relation, at_most, equal
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.margins.means import averaged, expected

CHAPTER = "Appendix D"
OPENING = openings.EXPONENTIAL
stated = partial(claim, about=EveryPath, given=CONDITIONS)

LEMMA = "Appendix D, Lemma D.0, second so numbered"
PROOF = f"{LEMMA}, proof"
EXPANDED = (
    r"\|r_{t-1}\|_2^2+\theta_j\langle r_{t-1},z_{i_{t-1}}-Z^\top q_{t-1}\rangle"
    r"+\theta_j^2\|z_{i_{t-1}}-Z^\top q_{t-1}\|_2^2"
)
KNOWN = (
    r"\|r_{t-1}\|_2^2+\mathbb E\left[\theta_j^2\|z_{i_{t-1}}-Z^\top q_{t-1}\|_2^2\,\middle|\,q_0,\ldots,q_{t-%d}\right]"
)


@hypothesis("‖r_t‖₂² ≤ 8 ln(n)/δ, the case that has probability 1 − δ/2, for the δ that are tried")
def small_deviation(run: Run) -> tuple[Relation, ...]:
    size = run.squared(deviation(run)[-1:])
    return tuple(at_most(size, markov(run, delta)) for delta in each_delta(run))


def expansion(run: Run) -> Array:
    """‖r_{t−1}‖² + θ_j⟨r_{t−1}, z_{i_{t−1}} − Zᵀq_{t−1}⟩ + θ_j²‖z_{i_{t−1}} − Zᵀq_{t−1}‖² for t ≥ 1."""
    r, last = deviation(run)[:-1], noise(run)[:-1]
    return run.squared(r) + run.theta[0] * run.inner(r, last) + run.theta[0] ** 2 * run.squared(last)


def variance(run: Run) -> Array:
    """θ_j²‖z_{i_{t−1}} − Zᵀq_{t−1}‖² for t ≥ 1."""
    return run.theta[0] ** 2 * run.squared(noise(run)[:-1])


def before(run: Run) -> Array:
    """‖r_{t−1}‖² for t ≥ 1."""
    return run.squared(deviation(run)[:-1])


@stated("P.D.2.p1.1", PREPRINT.at(f"{PROOF}, second display, first line"), first=1)
@proof("P.Alg2")
@latex(rf"""\mathbb E\left[\|r_t\|_2^2\,\middle|\,q_0,\ldots,q_{{t-2}}\right]
    =\mathbb E\left[{EXPANDED}\,\middle|\,q_0,\ldots,q_{{t-2}}\right]""")
def square_expands(run: Run) -> Relation:
    """E[‖r_t‖² | q_0, …, q_{t−2}] = E[‖r_{t−1}‖² + θ_j⟨r_{t−1}, z_{i_{t−1}} − Zᵀq_{t−1}⟩
    + θ_j²‖z_{i_{t−1}} − Zᵀq_{t−1}‖² | q_0, …, q_{t−2}]; the square has 2θ_j⟨·, ·⟩, whose mean is 0 as well."""
    return equal(averaged(run, run.squared(deviation(run)[1:]), 2), averaged(run, expansion(run), 2))


@stated("P.D.2.p1.2", PREPRINT.at(f"{PROOF}, second display, second line"), first=1)
@slip("""r_{t−1} depends on i_{t−2}, and q_0, …, q_{t−2} tell the rows up to i_{t−3} only: given these, ‖r_{t−1}‖² is
    still random; the condition has to be q_0, …, q_{t−1}.""")
@proof("P.Alg2")
@latex(rf"\mathbb E\left[{EXPANDED}\,\middle|\,q_0,\ldots,q_{{t-2}}\right]={KNOWN % 2}")
def deviation_is_known(run: Run) -> Relation:
    """E[‖r_{t−1}‖² + θ_j⟨r_{t−1}, z_{i_{t−1}} − Zᵀq_{t−1}⟩ + θ_j²‖z_{i_{t−1}} − Zᵀq_{t−1}‖² | q_0, …, q_{t−2}]
    = ‖r_{t−1}‖² + E[θ_j²‖z_{i_{t−1}} − Zᵀq_{t−1}‖² | q_0, …, q_{t−2}] for every t ≥ 1."""
    return equal(averaged(run, expansion(run), 2), before(run) + averaged(run, variance(run), 2))


@deviation_is_known.corrected()
@latex(rf"\mathbb E\left[{EXPANDED}\,\middle|\,q_0,\ldots,q_{{t-1}}\right]={KNOWN % 1}")
def deviation_is_known_one_step_later(run: Run) -> Relation:
    """E[‖r_{t−1}‖² + θ_j⟨r_{t−1}, z_{i_{t−1}} − Zᵀq_{t−1}⟩ + θ_j²‖z_{i_{t−1}} − Zᵀq_{t−1}‖² | q_0, …, q_{t−1}]
    = ‖r_{t−1}‖² + E[θ_j²‖z_{i_{t−1}} − Zᵀq_{t−1}‖² | q_0, …, q_{t−1}] for every t ≥ 1."""
    return equal(averaged(run, expansion(run), 1), before(run) + averaged(run, variance(run), 1))


@stated("P.D.2.p1.3", PREPRINT.at(f"{PROOF}, second display, third line"), first=1)
@proof(by=appD_arguments.length_of_a_row_on_the_mean)
@latex(rf"{KNOWN % 2}\le\|r_{{t-1}}\|_2^2+4\theta_j^2")
def variance_is_small(run: Run) -> Relation:
    """‖r_{t−1}‖² + E[θ_j²‖z_{i_{t−1}} − Zᵀq_{t−1}‖² | q_0, …, q_{t−2}] ≤ ‖r_{t−1}‖² + 4θ_j² for every t ≥ 1."""
    return at_most(before(run) + averaged(run, variance(run), 2), before(run) + 4 * run.theta[0] ** 2)


@stated("P.D.2.p1.4", PREPRINT.at(f"{PROOF}, third display"), first=1)
@proof("P.D.2.p1.1", "P.D.2.p1.2", "P.D.2.p1.3", by=appD_arguments.length_of_a_row_on_the_mean)
@latex(r"\mathbb E\left[\|r_t\|_2^2\right]\le\mathbb E\left[\|r_{t-1}\|_2^2\right]+4\theta_j^2")
def deviation_grows_slowly(run: Run) -> Relation:
    """E[‖r_t‖²] ≤ E[‖r_{t−1}‖²] + 4θ_j² for every t ≥ 1."""
    mean = expected(run, run.squared(deviation(run)))
    return at_most(mean[1:], mean[:-1] + 4 * run.theta[0] ** 2)


def mean_deviation(run: Run) -> Array:
    """E[‖r_t‖²] at the last t."""
    return expected(run, run.squared(deviation(run)[-1:]))


@stated("P.D.2.p2.1.1", PREPRINT.at(f"{PROOF}, after the third display"))
@proof("P.D.2.p1.4", by=appD_arguments.deviation_by_steps)
@latex(r"\mathbb E\left[\|r_t\|_2^2\right]\le4\theta_j^2t")
def deviation_by_steps(run: Run) -> Relation:
    """E[‖r_t‖²] ≤ 4θ_j²t."""
    return at_most(mean_deviation(run), 4 * run.theta[0] ** 2 * run.steps).since(run.steps)


@claim("P.D.2.p2.1.2", PREPRINT.at(f"{PROOF}, after the third display"), about=HorizonSampling)
@given(*CONDITIONS)
@proof("P.Alg2.b0")
@latex(r"4\theta_j^2t=4\ln(n)")
def steps_are_tuned(run: Run) -> Relation:
    """4θ_j²t = 4 ln(n) for all j < t, in a run of t steps."""
    return equal(4 * run.theta[:-1] ** 2 * run.steps, 4 * run.log(run.n))


@stated("P.D.2.p2.1.3", PREPRINT.at(f"{PROOF}, after the third display, first and last members"))
@proof("P.D.2.p2.1.1", "P.D.2.p2.1.2")
@latex(r"\mathbb E\left[\|r_t\|_2^2\right]\le4\ln(n)")
def deviation_by_rows(run: Run) -> Relation:
    """E[‖r_t‖²] ≤ 4 ln(n)."""
    return at_most(mean_deviation(run), 4 * run.log(run.n)).since(run.steps)


@stated("P.D.2.p2.2", PREPRINT.at(f"{PROOF}, after the third display"), returns=Chance)
@proof("P.D.2.p2.1.3", by=appD_arguments.deviation_by_markov)
@latex(r"\Pr\left[\|r_t\|_2^2\le\frac{8\ln(n)}\delta\right]\ge1-\frac\delta2")
def deviation_is_small(run: Run) -> tuple[Chance, ...]:
    """P(‖r_t‖² ≤ 8 ln(n)/δ) ≥ 1 − δ/2, by Markov's inequality."""
    size = run.squared(deviation(run)[-1])
    return with_high_probability(run, lambda delta: at_most(size, markov(run, delta)), 2)


@claim("P.D.2.p3.1.1", PREPRINT.at(f"{PROOF}, fourth display"), about=HorizonSampling)
@given(*CONDITIONS, small_deviation)
@proof("P.Alg2.b0", by=appD_arguments.iterate_is_the_sum)
@latex(r"\|w_t\|_2=\left\|\sum_{j=0}^{t-1}\theta_jz_{i_j}\right\|_2")
def norm_of_rows_drawn(run: Run) -> Relation:
    """‖w_t‖₂ = ‖Σ_{j<t} θ_j z_{i_j}‖₂."""
    return equal(run.norm(run.w[-1:]), run.norm(rows_drawn(run))).since(run.steps)


@claim("P.D.2.p3.1.2", PREPRINT.at(f"{PROOF}, fourth display"), about=HorizonSampling)
@given(*CONDITIONS, small_deviation)
@proof("P.D.2.p2.2", by=appD_arguments.rows_near_their_means)
@latex(r"""\left\|\sum_{j=0}^{t-1}\theta_jz_{i_j}\right\|_2
    \le\left\|\sum_{j=0}^{t-1}\theta_jZ^\top q_j\right\|_2+\sqrt{\frac{8\ln(n)}\delta}""")
def rows_near_their_means(run: Run) -> tuple[Relation, ...]:
    """‖Σ_{j<t} θ_j z_{i_j}‖₂ ≤ ‖Σ_{j<t} θ_j Zᵀq_j‖₂ + √(8 ln(n)/δ)."""
    here, there = run.norm(rows_drawn(run)), run.norm(pulls(run))
    return tuple(at_most(here, there + run.sqrt(markov(run, delta))).since(run.steps) for delta in each_delta(run))


@claim("P.D.2.p3.1.3", PREPRINT.at(f"{PROOF}, fourth display, first and last members"), about=HorizonSampling)
@given(*CONDITIONS, small_deviation)
@proof("P.D.2.p3.1.1", "P.D.2.p3.1.2")
@latex(r"\|w_t\|_2\le\left\|\sum_{j=0}^{t-1}\theta_jZ^\top q_j\right\|_2+\sqrt{\frac{8\ln(n)}\delta}")
def norm_near_the_mean(run: Run) -> tuple[Relation, ...]:
    """‖w_t‖₂ ≤ ‖Σ_{j<t} θ_j Zᵀq_j‖₂ + √(8 ln(n)/δ)."""
    here, there = run.norm(run.w[-1:]), run.norm(pulls(run))
    return tuple(at_most(here, there + run.sqrt(markov(run, delta))).since(run.steps) for delta in each_delta(run))


@claim("P.D.2.p3.2", PREPRINT.at(f"{PROOF}, fourth display"), about=HorizonSampling)
@given(*CONDITIONS)
@proof(by=appD_arguments.means_by_the_triangle)
@latex(r"""\left\|\sum_{j=0}^{t-1}\theta_jZ^\top q_j\right\|_2+\sqrt{\frac{8\ln(n)}\delta}
    \le\sum_{j=0}^{t-1}\theta_j\|Z^\top q_j\|+\sqrt{\frac{8\ln(n)}\delta}""")
def triangle(run: Run) -> tuple[Relation, ...]:
    """‖Σ_{j<t} θ_j Zᵀq_j‖₂ + √(8 ln(n)/δ) ≤ Σ_{j<t} θ_j‖Zᵀq_j‖ + √(8 ln(n)/δ)."""
    together, apart = run.norm(pulls(run)), travelled(run)
    roots = [run.sqrt(markov(run, delta)) for delta in each_delta(run)]
    return tuple(at_most(together + root, apart + root).since(run.steps) for root in roots)


@stated("P.D.2u", PREPRINT.at(f"{LEMMA}, upper bound"), returns=Chance)
@proof("P.D.2.p2.2", "P.D.2.p3.1.3", "P.D.2.p3.2", by=appD_arguments.norm_with_high_probability)
@latex(r"""\Pr\left[\|w_t\|_2\le\sum_{j=0}^{t-1}\theta_j\|Z^\top q_j\|+\sqrt{\frac{8\ln(n)}\delta}\right]
    \ge1-\frac\delta2""")
def norm_upper_bound(run: Run) -> tuple[Chance, ...]:
    """P(‖w_t‖₂ ≤ Σ_{j<t} θ_j‖Zᵀq_j‖ + √(8 ln(n)/δ)) ≥ 1 − δ/2."""
    here, there = run.norm(run.w[-1]), travelled(run)[0]
    return with_high_probability(run, lambda delta: at_most(here, there + run.sqrt(markov(run, delta))), 2)
