"""Appendix D: the lower bound on ‖w_t‖ on every path, and the proof of Theorem 4.1 from both lemmas.

‖w_t‖ ≥ ⟨w_t, ū⟩ = Σ_{j<t} θ_j⟨−z_{i_j}, ū⟩ ≥ Σ_{j<t} θ_j γ̄ = γ̄√(t ln(n))
γ(w_t) ≥ γ̄ − (2√(ln(n)) + √(8 ln(2/δ)))/(γ̄√t) − √(8/(δt))        with probability 1 − δ
"""

from functools import partial
from typing import Any

from lemmacheck.theory.books.jst import appD_arguments, arguments, openings
from lemmacheck.theory.books.jst.algorithms.adaptive_sampling import EndpointLaw, EveryPath, HorizonSampling
from lemmacheck.theory.books.jst.appD_norms import LEMMA, PROOF, small_deviation
from lemmacheck.theory.books.jst.appD_sums import (
    along_optimum,
    climbed,
    lost,
    markov,
    owed,
    slack,
    steps_times_margin,
    travelled,
)
from lemmacheck.theory.books.jst.sec4_sampling import (
    CONDITIONS,
    each_delta,
    horizon,
    least_epsilon,
    with_high_probability,
)
from lemmacheck.theory.books.jst.source import PREPRINT
from lemmacheck.theory.core.claim import claim, given, latex, proof, slip
from lemmacheck.theory.core.relation import Chance, Relation, at_least, at_most, equal
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.margins.arbitrary import horizons
from lemmacheck.theory.margins.hypotheses import moved, positive_margin, two_rows
from lemmacheck.theory.margins.means import endpoint
from lemmacheck.theory.margins.problem import Problem

CHAPTER = "Appendix D"
OPENING = openings.EXPONENTIAL
stated = partial(claim, about=HorizonSampling, given=CONDITIONS)

THEOREM = "Appendix D, proof of Theorem 4.1"


@stated("P.D.2.p4.1", PREPRINT.at(f"{PROOF}, last display"))
@proof(by=arguments.projection)
@latex(r"\|w_t\|_2\ge\langle w_t,\bar u\rangle")
def norm_along_optimum(run: Run) -> Relation:
    """‖w_t‖₂ ≥ ⟨w_t, ū⟩."""
    return at_least(run.norm(run.w), run.inner(run.w, run.optimum.u))


@stated("P.D.2.p4.2", PREPRINT.at(f"{PROOF}, last display"))
@proof("P.Alg2.b0", by=appD_arguments.sum_along_optimum)
@latex(r"\langle w_t,\bar u\rangle=\sum_{j=0}^{t-1}\theta_j\langle-z_{i_j},\bar u\rangle")
def rows_along_optimum(run: Run) -> Relation:
    """⟨w_t, ū⟩ = Σ_{j<t} θ_j⟨−z_{i_j}, ū⟩."""
    return equal(run.inner(run.w[-1:], run.optimum.u), along_optimum(run)).since(run.steps)


@stated("P.D.2.p4.3", PREPRINT.at(f"{PROOF}, last display"))
@proof("P.S2.margin", "P.S2.gbar0", by=appD_arguments.rows_have_the_margin)
@latex(r"\sum_{j=0}^{t-1}\theta_j\langle-z_{i_j},\bar u\rangle\ge\sum_{j=0}^{t-1}\theta_j\bar\gamma")
def every_row_has_the_margin(run: Run) -> Relation:
    """Σ_{j<t} θ_j⟨−z_{i_j}, ū⟩ ≥ Σ_{j<t} θ_j γ̄."""
    return at_least(along_optimum(run), steps_times_margin(run)).since(run.steps)


@stated("P.D.2.p4.4", PREPRINT.at(f"{PROOF}, last display"))
@proof("P.Alg2.b0", by=appD_arguments.steps_sum_to_root)
@latex(r"\sum_{j=0}^{t-1}\theta_j\bar\gamma=\bar\gamma\sqrt{t\ln(n)}")
def steps_sum_to_root(run: Run) -> Relation:
    """Σ_{j<t} θ_j γ̄ = γ̄√(t ln(n))."""
    return equal(steps_times_margin(run), owed(run)).since(run.steps)


@stated("P.D.2.p4.5", PREPRINT.at(f"{PROOF}, last display, first and last members"))
@proof("P.D.2.p4.1", "P.D.2.p4.2", "P.D.2.p4.3", "P.D.2.p4.4")
@latex(r"\|w_t\|_2\ge\bar\gamma\sqrt{t\ln(n)}")
def norm_at_least_root(run: Run) -> Relation:
    """‖w_t‖₂ ≥ γ̄√(t ln(n))."""
    return at_least(run.norm(run.w[-1:]), owed(run)).since(run.steps)


@claim("P.D.2l", PREPRINT.at(f"{LEMMA}, lower bound"), about=EveryPath)
@given(*CONDITIONS)
@proof("P.D.2.p4.5", by=appD_arguments.norm_on_every_path)
@latex(r"\|w_t\|_2\ge\bar\gamma\sqrt{t\ln(n)}\quad\text{always}")
def norm_lower_bound(run: Run) -> Relation:
    """‖w_t‖₂ ≥ γ̄√(t ln(n)), on every path."""
    return at_least(run.norm(run.w[-1:]), owed(run)).since(run.steps)


RATIO = (
    r"\frac{\sum_{j=0}^{t-1}\theta_j\|Z^\top q_j\|_2^2-2\ln(n)-\sqrt{8\ln\left(\frac2\delta\right)\ln(n)}}{\|w_t\|_2}"
)
GAIN = r"\sum_{j=0}^{t-1}\theta_j\|Z^\top q_j\|_2^2+\bar\gamma\sqrt{\frac{8\ln(n)}\delta}"
LOSS = r"2\ln(n)+\sqrt{8\ln\left(\frac2\delta\right)\ln(n)}+\bar\gamma\sqrt{\frac{8\ln(n)}\delta}"


@claim("P.D.T.p1.1", PREPRINT.at(f"{THEOREM}, first display, first inequalities"), about=EveryPath, returns=Chance)
@given(*CONDITIONS, moved)
@proof("P.S3.3.psimax.4", "P.D.1", by=appD_arguments.margin_by_psi)
@latex(rf"\Pr\left[\gamma(w_t)\ge\frac{{-\psi(Zw_t)}}{{\|w_t\|_2}}\ge{RATIO}\right]\ge1-\delta")
def margin_by_psi(run: Run) -> tuple[Chance, ...]:
    """P(γ(w_t) ≥ −ψ(Zw_t)/‖w_t‖ ≥ (Σ_{j<t} θ_j‖Zᵀq_j‖² − 2 ln(n) − √(8 ln(2/δ) ln(n)))/‖w_t‖) ≥ 1 − δ."""
    w, norm = run.w[-1], run.norm(run.w[-1])
    by_psi, gained = -run.psi(run.scores(w)) / norm, climbed(run)[0]
    return with_high_probability(
        run, lambda delta: (at_least(run.margin(w), by_psi), at_least(by_psi, (gained - lost(run, delta)) / norm))
    )


def split(run: Run, delta: Any) -> Any:
    """(Σ_{j<t} θ_j‖Zᵀq_j‖² + γ̄√(8 ln(n)/δ))/‖w_t‖ − (2 ln(n) + √(8 ln(2/δ) ln(n)) + γ̄√(8 ln(n)/δ))/‖w_t‖."""
    more, norm = slack(run, delta), run.norm(run.w[-1:])
    return (climbed(run) + more) / norm - (lost(run, delta) + more) / norm


@stated("P.D.T.p1.2", PREPRINT.at(f"{THEOREM}, first display, second line"))
@given(*CONDITIONS, moved)
@latex(rf"{RATIO}=\frac{{{GAIN}}}{{\|w_t\|_2}}-\frac{{{LOSS}}}{{\|w_t\|_2}}")
def slack_is_added(run: Run) -> tuple[Relation, ...]:
    """(Σ_{j<t} θ_j‖Zᵀq_j‖² − 2 ln(n) − √(8 ln(2/δ) ln(n)))/‖w_t‖ = (Σ_{j<t} θ_j‖Zᵀq_j‖² + γ̄√(8 ln(n)/δ))/‖w_t‖
    − (2 ln(n) + √(8 ln(2/δ) ln(n)) + γ̄√(8 ln(n)/δ))/‖w_t‖."""
    norm = run.norm(run.w[-1:])
    return tuple(
        equal((climbed(run) - lost(run, delta)) / norm, split(run, delta)).since(run.steps) for delta in each_delta(run)
    )


@stated("P.D.T.p1.3", PREPRINT.at(f"{THEOREM}, first display, third line"))
@given(*CONDITIONS, moved, small_deviation)
@proof("P.D.2u", "P.D.2l", by=appD_arguments.norm_is_bounded)
@latex(rf"""\frac{{{GAIN}}}{{\|w_t\|_2}}-\frac{{{LOSS}}}{{\|w_t\|_2}}
    \ge\frac{{{GAIN}}}{{\sum_{{j=0}}^{{t-1}}\theta_j\|Z^\top q_j\|_2+\sqrt{{\frac{{8\ln(n)}}\delta}}}}
    -\frac{{{LOSS}}}{{\bar\gamma\sqrt{{t\ln(n)}}}}""")
def norm_is_bounded(run: Run) -> tuple[Relation, ...]:
    """(S + γ̄s)/‖w_t‖ − (L + γ̄s)/‖w_t‖ ≥ (S + γ̄s)/(Σ_{j<t} θ_j‖Zᵀq_j‖ + s) − (L + γ̄s)/(γ̄√(t ln(n))) in the case
    ‖r_t‖² ≤ s², where S = Σ_{j<t} θ_j‖Zᵀq_j‖², s = √(8 ln(n)/δ) and L = 2 ln(n) + √(8 ln(2/δ) ln(n))."""
    relations = []
    for delta in each_delta(run):
        more = slack(run, delta)
        gained = (climbed(run) + more) / (travelled(run) + run.sqrt(markov(run, delta)))
        relations.append(at_least(split(run, delta), gained - (lost(run, delta) + more) / owed(run)).since(run.steps))
    return tuple(relations)


@stated("P.D.T.p1.4", PREPRINT.at(f"{THEOREM}, after the first display"))
@proof("P.A.1a.2", by=appD_arguments.duality_along_the_run)
@latex(r"\|Z^\top q_j\|_2\ge\bar\gamma")
def pull_exceeds_the_margin(run: Run) -> Relation:
    """‖Zᵀq_j‖₂ ≥ γ̄ for every j."""
    return at_least(run.norm(run.combine(run.q)), run.optimum.gamma)


def shortfall(p: Problem, delta: Any, t: Any) -> Any:
    """(2√(ln(n)) + √(8 ln(2/δ)))/(γ̄√t) + √(8/(δt))."""
    spread = (2 * p.sqrt(p.log(p.n)) + p.sqrt(8 * p.log(2 / delta))) / p.optimum.gamma
    return spread / p.sqrt(p.num.number(1) * t) + p.sqrt(8 / (delta * t))


BOUND = (
    r"\Pr\left[\gamma(w_t)\ge\bar\gamma-\frac{2\sqrt{\ln(n)}+\sqrt{8\ln\left(\frac2\delta\right)}}{\bar\gamma\sqrt t}"
    r"-\sqrt{\frac8{\delta t}}\right]\ge1-\delta"
)


@claim("P.D.T.p2.1", PREPRINT.at(f"{THEOREM}, second display"), about=EndpointLaw, returns=Chance)
@given(*CONDITIONS)
@slip("""With one row ln(n) = 0, so every θ_j is 0, w_t = 0 and γ(w_t) = 0, while the right side tends to γ̄ > 0; n ≥ 2
    is needed.""")
@proof("P.D.T.p1.1", "P.D.T.p1.2", "P.D.T.p1.3", "P.D.T.p1.4")
@latex(BOUND)
def margin_rate(run: Run) -> tuple[Chance, ...]:
    """P(γ(w_t) ≥ γ̄ − (2√(ln(n)) + √(8 ln(2/δ)))/(γ̄√t) − √(8/(δt))) ≥ 1 − δ."""
    margin, p, t = run.margin(endpoint(run)[0]), run.problem, horizon(run)
    return with_high_probability(run, lambda delta: at_least(margin, p.optimum.gamma - shortfall(p, delta, t)))


@margin_rate.corrected()
@given(*CONDITIONS, two_rows)
@proof("P.D.T.p1.1", "P.D.T.p1.2", "P.D.T.p1.3", "P.D.T.p1.4", by=appD_arguments.margin_rate)
@latex(rf"n\ge2,\quad {BOUND}")
def margin_rate_of_two_rows(run: Run) -> tuple[Chance, ...]:
    """P(γ(w_t) ≥ γ̄ − (2√(ln(n)) + √(8 ln(2/δ)))/(γ̄√t) − √(8/(δt))) ≥ 1 − δ for n ≥ 2."""
    return margin_rate(run)


@claim("P.D.T.p2.2", PREPRINT.at(f"{THEOREM}, last display"), kind="algebra for all t", first=1)
@given(positive_margin)
@proof(by=appD_arguments.horizon_is_long_enough)
@latex(
    r"t=\max\left(\left\lceil\frac{32\ln(n)+64\ln(2/\delta)}{\bar\gamma^2\epsilon^2}\right\rceil,"
    r"\left\lceil\frac{32}{\delta\epsilon^2}\right\rceil\right)\ \Rightarrow\ "
    r"\frac{2\sqrt{\ln(n)}+\sqrt{8\ln\left(\frac2\delta\right)}}{\bar\gamma\sqrt t}+\sqrt{\frac8{\delta t}}\le\epsilon"
)
def horizon_is_long_enough(p: Problem) -> tuple[Relation, ...]:
    """(2√(ln(n)) + √(8 ln(2/δ)))/(γ̄√t) + √(8/(δt)) ≤ ε for the printed t, read for t = 1, 4, …, 64 at its least ε."""
    return tuple(
        at_most(shortfall(p, delta, t), least_epsilon(p, delta, t)) for t in horizons(p) for delta in each_delta(p)
    )
