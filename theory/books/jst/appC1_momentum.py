"""Appendix C, the second of the lemmas numbered C.1: the primal form of the dual method, and its proof.

w_{t+1} = w_t − (θ_t/ρ)(g_t + Zᵀq_t),   g_0 = 0,   g_t = (λ_{t−1}(1 − λ_t)/λ_t)(g_{t−1} + Zᵀq_t)
g_t = Zᵀ(ν_t/λ_t − q_t),   Zᵀμ_t = λ_{t−1}(g_{t−1} + Zᵀq_t)
"""

from functools import partial

from lemmacheck.theory.books.jst import openings
from lemmacheck.theory.books.jst.algorithms.general_dual import GeneralDual
from lemmacheck.theory.books.jst.sec3_2_momentum import momentum
from lemmacheck.theory.books.jst.source import PREPRINT
from lemmacheck.theory.core.arithmetic import Array, column
from lemmacheck.theory.core.claim import claim, given, latex, proof
from lemmacheck.theory.core.relation import Relation, equal
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.margins.hypotheses import standard_lambda, starts_at_one

CHAPTER = "Appendix C"
OPENING = openings.NOTATION

LEMMA = "Lemma C.1, second so numbered"
SETTING = (starts_at_one,)
stated = partial(claim, about=GeneralDual, given=SETTING)


@stated("P.C.1'.a", PREPRINT.at(f"{LEMMA}; eqs. (C.2), (C.3)"))
@proof("P.C.1'.proof0.1")
@latex(r"""w_{t+1}=w_t-\frac{\theta_t}\rho\left(g_t+Z^\top q_t\right),\quad g_0:=0,
    \quad g_t:=\frac{\lambda_{t-1}(1-\lambda_t)}{\lambda_t}\left(g_{t-1}+Z^\top q_t\right)""")
def general_primal_step_is_momentum(run: Run) -> Relation:
    """w_{t+1} = w_t − (θ_t/ρ)(g_t + Zᵀq_t) for every t ≥ 0, all λ_t, θ_t ∈ (0, 1] with λ_0 = 1."""
    step = column(run.theta / run.rho) * (momentum(run) + run.combine(run.q))
    return equal(run.w[1:], run.w[:-1] - step[:-1])


def inside(run: Run) -> Array:
    """g_{t−1} + Zᵀq_t for t ≥ 1."""
    return momentum(run)[:-1] + run.combine(run.q[1:])


@stated("P.C.4eq", PREPRINT.at("eq. (C.4)"), first=1)
@proof("P.C.4eq.p.0", "P.C.4eq.p.1", "P.C.4eq.p.2", "P.C.4eq.p.3", "P.C.4eq.p.4")
@latex(r"Z^\top\mu_t=\lambda_{t-1}\left(g_{t-1}+Z^\top q_t\right)")
def average_by_momentum(run: Run) -> Relation:
    """Zᵀμ_t = λ_{t−1}(g_{t−1} + Zᵀq_t) for every t ≥ 1."""
    return equal(run.combine(run.mu[1:]), column(run.lam[:-1]) * inside(run))


def weighted(run: Run) -> Array:
    """Σ_{j≤t} j Zᵀq_j."""
    return (column(run.t) * run.combine(run.q)).cumsum(0)


@stated("P.C.1'.b", PREPRINT.at(f"{LEMMA}, last display"), first=1)
@given(standard_lambda)
@proof("P.C.1'.proof2.1", "P.C.1'.b.p.1", "P.C.1'.b.p.2", "P.C.1'.b.p.3", "P.C.4eq", "P.C.1'.proof2.2")
@latex(r"""\frac{\lambda_{t-1}(1-\lambda_t)}{\lambda_t}=\frac t{t+1},
    \quad g_t=\sum_{j=1}^t\frac j{t+1}Z^\top q_j,\quad Z^\top\mu_t=\frac{2g_t}t""")
def momentum_of_the_standard_schedule(run: Run) -> tuple[Relation, ...]:
    """λ_{t−1}(1−λ_t)/λ_t = t/(t+1), g_t = Σ_{j=1}^t (j/(t+1)) Zᵀq_j and Zᵀμ_t = 2g_t/t for every t ≥ 1."""
    lam, t, g = run.lam, run.t[1:], momentum(run)[1:]
    return (
        equal(lam[:-1] * (1 - lam[1:]) / lam[1:], t / (t + 1)),
        equal(g, weighted(run)[1:] / column(t + 1)),
        equal(run.combine(run.mu[1:]), 2 * g / column(t)),
    )


def moved(run: Run) -> Array:
    """(w_t − w_{t+1})/(θ_t/ρ) − Zᵀq_t for t < T."""
    step = column(run.theta / run.rho)[:-1]
    return (run.w[:-1] - run.w[1:]) / step - run.combine(run.q[:-1])


def excess(run: Run) -> Array:
    """ν_t/λ_t − q_t."""
    return run.nu / column(run.lam) - run.q


@stated("P.C.1'.proof0.1", PREPRINT.at(f"{LEMMA}, proof, first display, link 1"))
@proof("P.C.1'.proof0.2", "P.C.1'.proof0.3")
@latex(r"g_t=\frac{w_t-w_{t+1}}{\theta_t/\rho}-Z^\top q_t")
def momentum_is_the_step_left_over(run: Run) -> Relation:
    """g_t = (w_t − w_{t+1})/(θ_t/ρ) − Zᵀq_t for every t ≥ 0, with g_t of (C.3)."""
    return equal(momentum(run)[:-1], moved(run))


@stated("P.C.1'.proof0.2", PREPRINT.at(f"{LEMMA}, proof, first display, link 2"))
@proof("P.Alg.C")
@latex(r"\frac{w_t-w_{t+1}}{\theta_t/\rho}-Z^\top q_t=Z^\top\left(\frac1{\lambda_t}\nu_t-q_t\right)")
def step_left_over_is_the_excess(run: Run) -> Relation:
    """(w_t − w_{t+1})/(θ_t/ρ) − Zᵀq_t = Zᵀ(ν_t/λ_t − q_t) for every t ≥ 0."""
    return equal(moved(run), run.combine(excess(run)[:-1]))


@stated("P.C.1'.proof0.3", PREPRINT.at(f"{LEMMA}, proof, first display, first and last members"))
@proof("P.C.1'.proof1.1", "P.C.1'.proof1.2", "P.C.1'.proof1.3")
@latex(r"g_t=Z^\top\left(\frac1{\lambda_t}\nu_t-q_t\right)")
def momentum_is_the_excess(run: Run) -> Relation:
    """g_t = Zᵀ(ν_t/λ_t − q_t) for every t ≥ 0, with g_t of (C.3)."""
    return equal(momentum(run), run.combine(excess(run)))


def odds(run: Run) -> Array:
    """(1 − λ_{t+1})/λ_{t+1} for t < T."""
    return column((1 - run.lam[1:]) / run.lam[1:])


def new_average(run: Run) -> Array:
    """ν_t + λ_t(q_{t+1} − q_t) for t < T."""
    return run.nu[:-1] + column(run.lam[:-1]) * (run.q[1:] - run.q[:-1])


@stated("P.C.1'.proof1.1", PREPRINT.at(f"{LEMMA}, proof, second display, first equality"))
@proof("P.C.setup.1")
@latex(r"\frac1{\lambda_{t+1}}\nu_{t+1}-q_{t+1}=\frac{1-\lambda_{t+1}}{\lambda_{t+1}}\mu_{t+1}")
def excess_is_the_average(run: Run) -> Relation:
    """ν_{t+1}/λ_{t+1} − q_{t+1} = ((1 − λ_{t+1})/λ_{t+1}) μ_{t+1} for every t ≥ 0."""
    return equal(excess(run)[1:], odds(run) * run.mu[1:])


@stated("P.C.1'.proof1.2", PREPRINT.at(f"{LEMMA}, proof, second display, second equality"))
@proof("P.C.setup.1")
@latex(r"""\frac{1-\lambda_{t+1}}{\lambda_{t+1}}\mu_{t+1}
    =\frac{1-\lambda_{t+1}}{\lambda_{t+1}}\left(\nu_t+\lambda_t(q_{t+1}-q_t)\right)""")
def average_after_a_step(run: Run) -> Relation:
    """((1 − λ_{t+1})/λ_{t+1}) μ_{t+1} = ((1 − λ_{t+1})/λ_{t+1}) (ν_t + λ_t(q_{t+1} − q_t)) for every t ≥ 0."""
    return equal(odds(run) * run.mu[1:], odds(run) * new_average(run))


@stated("P.C.1'.proof1.3", PREPRINT.at(f"{LEMMA}, proof, second display, third equality"))
@latex(r"""\frac{1-\lambda_{t+1}}{\lambda_{t+1}}\left(\nu_t+\lambda_t(q_{t+1}-q_t)\right)
    =\frac{\lambda_t(1-\lambda_{t+1})}{\lambda_{t+1}}\left(\frac1{\lambda_t}\nu_t-q_t\right)
    +\frac{\lambda_t(1-\lambda_{t+1})}{\lambda_{t+1}}q_{t+1}""")
def excess_recurs(run: Run) -> Relation:
    """((1−λ_{t+1})/λ_{t+1}) (ν_t + λ_t(q_{t+1} − q_t)) = β(ν_t/λ_t − q_t) + β q_{t+1} with β = λ_t(1−λ_{t+1})/λ_{t+1},
    for every t ≥ 0."""
    beta = column(run.lam[:-1]) * odds(run)
    return equal(odds(run) * new_average(run), beta * excess(run)[:-1] + beta * run.q[1:])


def averaged(run: Run) -> Array:
    """(1−λ_t)Zᵀμ_t + λ_tZᵀq_{t+1} for t < T."""
    lam = column(run.lam[:-1])
    return (1 - lam) * run.combine(run.mu[:-1]) + lam * run.combine(run.q[1:])


def supposed(run: Run) -> Array:
    """(1−λ_t)λ_{t−1}(g_{t−1} + Zᵀq_t) + λ_tZᵀq_{t+1} for 1 ≤ t < T."""
    before, lam = column(run.lam[:-2]), column(run.lam[1:-1])
    return (1 - lam) * before * inside(run)[:-1] + lam * run.combine(run.q[2:])


def factored(run: Run) -> Array:
    """λ_t ((1−λ_t)λ_{t−1}/λ_t)(g_{t−1} + Zᵀq_t) + λ_tZᵀq_{t+1} for 1 ≤ t < T."""
    before, lam = column(run.lam[:-2]), column(run.lam[1:-1])
    return lam * ((1 - lam) * before / lam) * inside(run)[:-1] + lam * run.combine(run.q[2:])


INDUCTION = f"{LEMMA}, proof, induction for (C.4)"
AVERAGED = r"(1-\lambda_t)Z^\top\mu_t+\lambda_tZ^\top q_{t+1}"
SUPPOSED = r"(1-\lambda_t)\lambda_{t-1}(g_{t-1}+Z^\top q_t)+\lambda_tZ^\top q_{t+1}"
FACTORED = r"\lambda_t\frac{(1-\lambda_t)\lambda_{t-1}}{\lambda_t}(g_{t-1}+Z^\top q_t)+\lambda_tZ^\top q_{t+1}"


@stated("P.C.4eq.p.0", PREPRINT.at(f"{INDUCTION}, t = 1"), first=1)
@latex(r"Z^\top\mu_1=\lambda_0(g_0+Z^\top q_1)")
def induction_begins(run: Run) -> Relation:
    """Zᵀμ_1 = λ_0(g_0 + Zᵀq_1), since λ_0 = 1, g_0 = 0 and μ_1 = q_1."""
    return equal(run.combine(run.mu[1:2]), column(run.lam[:1]) * inside(run)[:1])


@stated("P.C.4eq.p.1", PREPRINT.at(f"{INDUCTION}, line 1"), first=1)
@proof("P.C.setup.1")
@latex(rf"Z^\top\mu_{{t+1}}={AVERAGED}")
def induction_by_the_average(run: Run) -> Relation:
    """Zᵀμ_{t+1} = (1−λ_t)Zᵀμ_t + λ_tZᵀq_{t+1} for every t ≥ 1."""
    return equal(run.combine(run.mu[2:]), averaged(run)[1:])


@stated("P.C.4eq.p.2", PREPRINT.at(f"{INDUCTION}, line 2"), first=1)
@latex(rf"{AVERAGED}={SUPPOSED}")
def induction_by_its_hypothesis(run: Run) -> Relation:
    """(1−λ_t)Zᵀμ_t + λ_tZᵀq_{t+1} = (1−λ_t)λ_{t−1}(g_{t−1} + Zᵀq_t) + λ_tZᵀq_{t+1} for every t ≥ 1."""
    return equal(averaged(run)[1:], supposed(run))


@stated("P.C.4eq.p.3", PREPRINT.at(f"{INDUCTION}, line 3"), first=1)
@latex(rf"{SUPPOSED}={FACTORED}")
def induction_divides_by_the_rate(run: Run) -> Relation:
    """(1−λ_t)λ_{t−1}(g_{t−1} + Zᵀq_t) + λ_tZᵀq_{t+1}
    = λ_t ((1−λ_t)λ_{t−1}/λ_t)(g_{t−1} + Zᵀq_t) + λ_tZᵀq_{t+1} for every t ≥ 1."""
    return equal(supposed(run), factored(run))


@stated("P.C.4eq.p.4", PREPRINT.at(f"{INDUCTION}, line 4"), first=1)
@latex(rf"{FACTORED}=\lambda_t\left(g_t+Z^\top q_{{t+1}}\right)")
def induction_by_the_momentum(run: Run) -> Relation:
    """λ_t ((1−λ_t)λ_{t−1}/λ_t)(g_{t−1} + Zᵀq_t) + λ_tZᵀq_{t+1} = λ_t(g_t + Zᵀq_{t+1}) for every t ≥ 1."""
    return equal(factored(run), column(run.lam[1:-1]) * inside(run)[1:])


@stated("P.C.1'.proof2.1", PREPRINT.at(f"{LEMMA}, proof, last paragraph"), kind="algebra for all t")
@given(standard_lambda)
@latex(r"\lambda_t(1-\lambda_{t+1})/\lambda_{t+1}=(t+1)/(t+2)")
def momentum_factor_after_a_step(run: Run) -> Relation:
    """λ_t(1 − λ_{t+1})/λ_{t+1} = (t+1)/(t+2) for every t ≥ 0."""
    lam, t = run.lam, run.t[:-1]
    return equal(lam[:-1] * (1 - lam[1:]) / lam[1:], (t + 1) / (t + 2))


def share(run: Run) -> Array:
    """(t+1)/(t+2) for t < T."""
    return column((run.t[:-1] + 1) / (run.t[:-1] + 2))


def one_more(run: Run) -> Array:
    """((t+1)/(t+2)) Σ_{j=1}^t (j/(t+1)) Zᵀq_j + ((t+1)/(t+2)) Zᵀq_{t+1} for t < T."""
    mean = weighted(run)[:-1] / column(run.t[:-1] + 1)
    return share(run) * mean + share(run) * run.combine(run.q[1:])


EXPLICIT = f"{LEMMA}, proof, explicit expression of g_t"
ONE_MORE = r"\frac{t+1}{t+2}\sum_{j=1}^t\frac j{t+1}Z^\top q_j+\frac{t+1}{t+2}Z^\top q_{t+1}"
NEXT = r"\frac{t+1}{t+2}\left(g_t+Z^\top q_{t+1}\right)"


@stated("P.C.1'.b.p.1", PREPRINT.at(f"{EXPLICIT}, link 1"))
@given(standard_lambda)
@proof("P.C.1'.proof2.1")
@latex(rf"g_{{t+1}}:={NEXT}")
def momentum_after_a_step(run: Run) -> Relation:
    """g_{t+1} = ((t+1)/(t+2))(g_t + Zᵀq_{t+1}) for every t ≥ 0, with g_t of (C.3)."""
    return equal(momentum(run)[1:], share(run) * inside(run))


@stated("P.C.1'.b.p.2", PREPRINT.at(f"{EXPLICIT}, link 2"))
@given(standard_lambda)
@latex(rf"{NEXT}={ONE_MORE}")
def momentum_is_explicit_before_a_step(run: Run) -> Relation:
    """((t+1)/(t+2))(g_t + Zᵀq_{t+1}) = ((t+1)/(t+2)) Σ_{j=1}^t (j/(t+1)) Zᵀq_j + ((t+1)/(t+2)) Zᵀq_{t+1}
    for every t ≥ 0."""
    return equal(share(run) * inside(run), one_more(run))


@stated("P.C.1'.b.p.3", PREPRINT.at(f"{EXPLICIT}, link 3"))
@given()
@latex(rf"{ONE_MORE}=\sum_{{j=1}}^{{t+1}}\frac j{{t+2}}Z^\top q_j")
def momentum_is_explicit_after_a_step(run: Run) -> Relation:
    """((t+1)/(t+2)) Σ_{j=1}^t (j/(t+1)) Zᵀq_j + ((t+1)/(t+2)) Zᵀq_{t+1} = Σ_{j=1}^{t+1} (j/(t+2)) Zᵀq_j for t ≥ 0."""
    return equal(one_more(run), weighted(run)[1:] / column(run.t[:-1] + 2))


@stated("P.C.1'.proof2.2", PREPRINT.at(f"{LEMMA}, proof, last sentence"), kind="algebra for all t", first=1)
@given(standard_lambda)
@latex(r"\lambda_t/(1-\lambda_t)=2/t")
def odds_of_the_standard_schedule(run: Run) -> Relation:
    """λ_t/(1 − λ_t) = 2/t for every t ≥ 1."""
    return equal(run.lam[1:] / (1 - run.lam[1:]), 2 / run.t[1:])
