"""Appendix B, concrete rates: the rest of Lemma B.2's proof, the schedules of (B.8), and Theorem B.10.

    f(μ_t) − f(q̄) ≤ (λ_{t−1}²/α)(D_ω(q̄, q_0) − D_ω(q̄, q_t)) ≤ (λ_{t−1}²/α) D_ω(q̄, q_0) = 4D_ω(q̄, q_0)/(α(t+1)²)

for θ_t = 1 and λ_0 = 1, 1/λ_t² − 1/λ_t ≤ 1/λ_{t−1}², the last equality for λ_t = 2/(t+2).
"""

from functools import partial
from typing import Any

from lemmacheck.theory.books.jst import arguments, openings
from lemmacheck.theory.books.jst.algorithms.mirror import Mirror
from lemmacheck.theory.books.jst.appB_mirror import BY_DIVERGENCES, by_divergences, weight
from lemmacheck.theory.books.jst.problems.scheme import Scheme, scheme
from lemmacheck.theory.books.jst.source import PREPRINT
from lemmacheck.theory.core.arithmetic import Array, as_array, column
from lemmacheck.theory.core.claim import claim, given, latex, proof, slip
from lemmacheck.theory.core.relation import Relation, at_least, at_most, equal
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.margins.hypotheses import slow_schedule, standard_lambda, starts_at_one, unit_steps

CHAPTER = "Appendix B"
OPENING = openings.AVERAGING
stated = partial(claim, about=Mirror)

SLOW = (starts_at_one, slow_schedule)
THEOREM = (unit_steps, starts_at_one, slow_schedule)
IN_PARTICULAR = (unit_steps, standard_lambda)


@stated("P.B.4.4", PREPRINT.at("App. B, eq. (B.4), first and last members"))
@proof("P.B.4.1", "P.B.4.2", "P.B.4.3")
@latex(rf"""\langle\nabla f(\nu_t),q_t-q\rangle
    ={BY_DIVERGENCES}""")
def gradient_by_divergences(run: Run) -> Relation:
    """⟨∇f(ν_t), q_t − q⟩
    = ⟨∇f(ν_t), q_t − q_{t+1}⟩ − (λ_t/(αθ_t)) D_ω(q_{t+1}, q_t) + (λ_t/(αθ_t))(D_ω(q, q_t) − D_ω(q, q_{t+1}))."""
    s = scheme(run)
    return equal(s.from_q, by_divergences(s))


def smooth_side(run: Run) -> Array:
    """⟨∇f(ν_t), μ_{t+1} − ν_t⟩ + ‖μ_{t+1} − ν_t‖²/2."""
    s, way = scheme(run), run.mu[1:] - run.nu[:-1]
    return as_array(run.inner(s.gradient, way) + s.geometry.squared_norm(s.problem, way) / 2)


def stepped(run: Run) -> Array:
    """λ_t⟨∇f(ν_t), q_{t+1} − q_t⟩ + (λ_t²/2)‖q_{t+1} − q_t‖²."""
    s, lam = scheme(run), run.lam[:-1]
    return as_array(lam * s.pull + lam**2 / 2 * s.length)


def shortened(run: Run) -> Array:
    """λ_t⟨∇f(ν_t), q_{t+1} − q_t⟩ + (λ_t²/(2θ_t))‖q_{t+1} − q_t‖²."""
    s, lam = scheme(run), run.lam[:-1]
    return as_array(lam * s.pull + lam**2 / (2 * run.theta[:-1]) * s.length)


def by_divergence(run: Run) -> Array:
    """λ_t⟨∇f(ν_t), q_{t+1} − q_t⟩ + (λ_t²/(αθ_t)) D_ω(q_{t+1}, q_t)."""
    s, lam = scheme(run), run.lam[:-1]
    return as_array(lam * s.pull + lam**2 / (s.alpha * run.theta[:-1]) * s.step)


def descent(run: Run) -> Array:
    """f(μ_{t+1}) − f(ν_t)."""
    s = scheme(run)
    return as_array(s.f_mu[1:] - s.f_nu)


@stated("P.B.4+.1", PREPRINT.at("App. B, display between (B.4) and (B.5), first line"))
@proof(by=arguments.smoothness_at_nu)
@latex(r"f(\mu_{t+1})-f(\nu_t)\le\langle\nabla f(\nu_t),\mu_{t+1}-\nu_t\rangle+\frac12\|\mu_{t+1}-\nu_t\|^2")
def smoothness_at_nu(run: Run) -> Relation:
    """f(μ_{t+1}) − f(ν_t) ≤ ⟨∇f(ν_t), μ_{t+1} − ν_t⟩ + ‖μ_{t+1} − ν_t‖²/2."""
    return at_most(descent(run), smooth_side(run))


@stated("P.B.4+.2", PREPRINT.at("App. B, display between (B.4) and (B.5), second line"))
@proof("P.Alg.B2")
@latex(r"""\langle\nabla f(\nu_t),\mu_{t+1}-\nu_t\rangle+\frac12\|\mu_{t+1}-\nu_t\|^2
    =\lambda_t\langle\nabla f(\nu_t),q_{t+1}-q_t\rangle+\frac{\lambda_t^2}2\|q_{t+1}-q_t\|^2""")
def averages_move_with_q(run: Run) -> Relation:
    """⟨∇f(ν_t), μ_{t+1} − ν_t⟩ + ‖μ_{t+1} − ν_t‖²/2 = λ_t⟨∇f(ν_t), q_{t+1} − q_t⟩ + (λ_t²/2)‖q_{t+1} − q_t‖²."""
    return equal(smooth_side(run), stepped(run))


@stated("P.B.4+.3", PREPRINT.at("App. B, display between (B.4) and (B.5), third line"))
@latex(r"""\lambda_t\langle\nabla f(\nu_t),q_{t+1}-q_t\rangle+\frac{\lambda_t^2}2\|q_{t+1}-q_t\|^2
    \le\lambda_t\langle\nabla f(\nu_t),q_{t+1}-q_t\rangle+\frac{\lambda_t^2}{2\theta_t}\|q_{t+1}-q_t\|^2""")
def shorter_steps(run: Run) -> Relation:
    """λ_t⟨∇f(ν_t), q_{t+1} − q_t⟩ + (λ_t²/2)‖q_{t+1} − q_t‖²
    ≤ λ_t⟨∇f(ν_t), q_{t+1} − q_t⟩ + (λ_t²/(2θ_t))‖q_{t+1} − q_t‖²."""
    return at_most(stepped(run), shortened(run))


@stated("P.B.4+.4", PREPRINT.at("App. B, display between (B.4) and (B.5), fourth line"))
@proof(by=arguments.strong_convexity)
@latex(r"""\lambda_t\langle\nabla f(\nu_t),q_{t+1}-q_t\rangle+\frac{\lambda_t^2}{2\theta_t}\|q_{t+1}-q_t\|^2
    \le\lambda_t\langle\nabla f(\nu_t),q_{t+1}-q_t\rangle+\frac{\lambda_t^2}{\alpha\theta_t}D_\omega(q_{t+1},q_t)""")
def strong_convexity(run: Run) -> Relation:
    """λ_t⟨∇f(ν_t), q_{t+1} − q_t⟩ + (λ_t²/(2θ_t))‖q_{t+1} − q_t‖²
    ≤ λ_t⟨∇f(ν_t), q_{t+1} − q_t⟩ + (λ_t²/(αθ_t)) D_ω(q_{t+1}, q_t)."""
    return at_most(shortened(run), by_divergence(run))


@stated("P.B.4+.5", PREPRINT.at("App. B, display between (B.4) and (B.5), first and last members"))
@proof("P.B.4+.1", "P.B.4+.2", "P.B.4+.3", "P.B.4+.4")
@latex(r"""f(\mu_{t+1})-f(\nu_t)
    \le\lambda_t\langle\nabla f(\nu_t),q_{t+1}-q_t\rangle+\frac{\lambda_t^2}{\alpha\theta_t}D_\omega(q_{t+1},q_t)""")
def descent_by_divergence(run: Run) -> Relation:
    """f(μ_{t+1}) − f(ν_t) ≤ λ_t⟨∇f(ν_t), q_{t+1} − q_t⟩ + (λ_t²/(αθ_t)) D_ω(q_{t+1}, q_t)."""
    return at_most(descent(run), by_divergence(run))


@stated("P.B.5", PREPRINT.at("App. B, eq. (B.5)"))
@proof("P.B.4+.5")
@latex(r"""\langle\nabla f(\nu_t),q_t-q_{t+1}\rangle-\frac{\lambda_t}{\alpha\theta_t}D_\omega(q_{t+1},q_t)
    \le\frac1{\lambda_t}(f(\nu_t)-f(\mu_{t+1}))""")
def step_pays_for_descent(run: Run) -> Relation:
    """⟨∇f(ν_t), q_t − q_{t+1}⟩ − (λ_t/(αθ_t)) D_ω(q_{t+1}, q_t) ≤ (f(ν_t) − f(μ_{t+1}))/λ_t."""
    s = scheme(run)
    return at_most(-s.pull - s.rate * s.step, -descent(run) / run.lam[:-1])


@stated("P.B.6", PREPRINT.at("App. B, eq. (B.6), second line"), kind="inequality for all q")
@proof("P.B.3.2", "P.B.3.3", "P.B.3.4", "P.B.4.4", "P.B.5")
@latex(r"""\langle\nabla f(\nu_t),\nu_t-q\rangle\le\frac{1-\lambda_t}{\lambda_t}(f(\mu_t)-f(\nu_t))+\frac1{\lambda_t}
    (f(\nu_t)-f(\mu_{t+1}))+\frac{\lambda_t}{\alpha\theta_t}\left(D_\omega(q,q_t)-D_\omega(q,q_{t+1})\right)""")
def gradient_bound(run: Run) -> Relation:
    """⟨∇f(ν_t), ν_t − q⟩ ≤ ((1−λ_t)/λ_t)(f(μ_t) − f(ν_t)) + (f(ν_t) − f(μ_{t+1}))/λ_t
    + (λ_t/(αθ_t))(D_ω(q, q_t) − D_ω(q, q_{t+1}))."""
    s = scheme(run)
    values = weight(run) * (s.f_mu[:-1] - s.f_nu) - descent(run) / run.lam[:-1]
    return at_most(s.from_nu, column(values) + column(s.rate) * s.drop)


@stated("P.B.6b", PREPRINT.at("App. B, display between (B.6) and (B.7)"), kind="inequality for all q")
@proof("P.B.3.1", "P.B.6")
@latex(r"""\frac1{\lambda_t}(f(\mu_{t+1})-f(q))-\frac{1-\lambda_t}{\lambda_t}(f(\mu_t)-f(q))
    \le\frac{\lambda_t}{\alpha\theta_t}\left(D_\omega(q,q_t)-D_\omega(q,q_{t+1})\right)""")
def rearranged(run: Run) -> Relation:
    """(f(μ_{t+1}) − f(q))/λ_t − ((1−λ_t)/λ_t)(f(μ_t) − f(q)) ≤ (λ_t/(αθ_t))(D_ω(q, q_t) − D_ω(q, q_{t+1}))."""
    s = scheme(run)
    gap = s.everywhere.gap(s.f_mu)
    return at_most(gap[1:] / column(run.lam[:-1]) - column(weight(run)) * gap[:-1], column(s.rate) * s.drop)


@stated("P.B.7", PREPRINT.at("App. B, eq. (B.7)"), kind="inequality for all q")
@proof("P.B.6b")
@latex(r"""\frac{\theta_t}{\lambda_t^2}(f(\mu_{t+1})-f(q))-\frac{\theta_t(1-\lambda_t)}{\lambda_t^2}(f(\mu_t)-f(q))
    \le\frac1\alpha\left(D_\omega(q,q_t)-D_\omega(q,q_{t+1})\right)""")
def step_bound(run: Run) -> Relation:
    """(θ_t/λ_t²)(f(μ_{t+1}) − f(q)) − (θ_t(1−λ_t)/λ_t²)(f(μ_t) − f(q)) ≤ (D_ω(q, q_t) − D_ω(q, q_{t+1}))/α."""
    s, lam, theta = scheme(run), run.lam[:-1], run.theta[:-1]
    gap = s.everywhere.gap(s.f_mu)
    new, old = column(theta / lam**2) * gap[1:], column(theta * (1 - lam) / lam**2) * gap[:-1]
    return at_most(new - old, s.drop / s.alpha)


@stated("P.B.8", PREPRINT.at("App. B, eq. (B.8), and Theorem B.10, second sentence"), kind="algebra for all t", first=1)
@given(standard_lambda)
@latex(r"\lambda_0:=1,\quad\frac1{\lambda_t^2}-\frac1{\lambda_t}\le\frac1{\lambda_{t-1}^2}")
def standard_schedule_is_slow(run: Run) -> tuple[Relation, ...]:
    """λ_0 = 1, and 1/λ_t² − 1/λ_t ≤ 1/λ_{t−1}² for t ≥ 1, if λ_t = 2/(t+2)."""
    lam, first = run.lam, as_array(run.algorithm.lam(run.num.number(0)))
    return equal(first[None], 1), at_most(1 / lam[1:] ** 2 - 1 / lam[1:], 1 / lam[:-1] ** 2)


def inverse_rates_grow(run: Run) -> list[Any]:
    """a_t ≤ t + 1 and a_t − 1/a_t ≤ t for a_t = 1/λ_t ≥ 1, from a_t² − a_{t−1}² ≤ a_t."""
    a, b = 1 / run.lam[:-1], 1 / run.lam[1:]
    return [
        at_most((b - a) * (b + a), b),
        at_most(b - a, b / (b + a)),
        at_most(b / (b + a), 1),
        at_most(b - a, 1),
        at_most(1 / run.lam, run.t + 1),
        at_most(1 / a - 1 / b, 1 / (a * (b + a))),
        at_most(1 / (a * (b + a)), a / (b + a)),
        at_most(1 / a - 1 / b, a / (b + a)),
        at_most(b - 1 / b - a + 1 / a, 1),
        at_most(1 / run.lam - run.lam, run.t),
    ]


@stated("P.B.9.1", PREPRINT.at("App. B, eq. (B.9), inequality"), kind="algebra for all t")
@given(*SLOW)
@proof(by=inverse_rates_grow)
@latex(r"\frac1{\lambda_t^2}\le\frac1{\lambda_0^2}+\sum_{j=1}^t\frac1{\lambda_t}")
def inverse_square_bound(run: Run) -> Relation:
    """1/λ_t² ≤ 1/λ_0² + Σ_{j=1}^t 1/λ_t, whose summands are all alike as printed."""
    return at_most(1 / run.lam**2, 1 / run.lam[:1] ** 2 + run.t / run.lam)


@stated("P.B.9.2", PREPRINT.at("App. B, eq. (B.9), equality"), kind="algebra for all t")
@given(*SLOW)
@slip("the summands are printed 1/λ_t for 1/λ_j: then the two sides are 1 + t/λ_t and (t + 1)/λ_t.")
@latex(r"\frac1{\lambda_0^2}+\sum_{j=1}^t\frac1{\lambda_t}=\sum_{j=0}^t\frac1{\lambda_t}")
def sum_from_zero(run: Run) -> Relation:
    """1/λ_0² + Σ_{j=1}^t 1/λ_t = Σ_{j=0}^t 1/λ_t, whose summands are all alike as printed."""
    return equal(1 / run.lam[:1] ** 2 + run.t / run.lam, (run.t + 1) / run.lam)


@sum_from_zero.corrected(source=PREPRINT.at("App. B, eq. (B.9), corrected"))
@latex(r"\frac1{\lambda_t^2}\le\frac1{\lambda_0^2}+\sum_{j=1}^t\frac1{\lambda_j}=\sum_{j=0}^t\frac1{\lambda_j}")
def inverse_squares_telescope(run: Run) -> tuple[Relation, ...]:
    """1/λ_t² ≤ 1/λ_0² + Σ_{j=1}^t 1/λ_j = Σ_{j=0}^t 1/λ_j: the whole of (B.9) with the summation index in its place."""
    inverse = 1 / run.lam
    total = inverse.cumsum(0)
    later = total - inverse[:1]
    return at_most(inverse**2, inverse[:1] ** 2 + later), equal(inverse[:1] ** 2 + later, total)


@stated("P.B.9.3", PREPRINT.at("App. B, eq. (B.9), first and last members"), kind="algebra for all t")
@given(*SLOW)
@proof("P.B.9.1", "P.B.9.2", by=inverse_rates_grow)
@latex(r"\frac1{\lambda_t^2}\le\sum_{j=0}^t\frac1{\lambda_t}")
def inverse_square_bound_from_zero(run: Run) -> Relation:
    """1/λ_t² ≤ Σ_{j=0}^t 1/λ_t, whose summands are all alike as printed."""
    return at_most(1 / run.lam**2, (run.t + 1) / run.lam)


def gained(s: Scheme) -> Array:
    """D_ω(q̄, q_0) − D_ω(q̄, q_t) for t ≥ 1."""
    divergence = s.optimal.divergence
    return as_array(divergence[:1] - divergence[1:])


@stated("P.B.10.1", PREPRINT.at("Theorem B.10, first inequality"), first=1)
@given(*THEOREM)
@proof("P.B.10.4")
@latex(r"f(\mu_t)-f(\bar q)\le\frac{\lambda_{t-1}^2}\alpha\left(D_\omega(\bar q,q_0)-D_\omega(\bar q,q_t)\right)")
def accelerated_rate(run: Run) -> Relation:
    """f(μ_t) − f(q̄) ≤ (λ_{t−1}²/α)(D_ω(q̄, q_0) − D_ω(q̄, q_t)) for all t ≥ 1 and every minimiser q̄."""
    s = scheme(run)
    return at_most(s.optimal.gap(s.f_mu)[1:], column(run.lam[:-1] ** 2 / s.alpha) * gained(s))


@stated("P.B.10.2", PREPRINT.at("Theorem B.10, second inequality"), first=1)
@given(*THEOREM)
@proof(by=arguments.strong_convexity)
@latex(r"""\frac{\lambda_{t-1}^2}\alpha\left(D_\omega(\bar q,q_0)-D_\omega(\bar q,q_t)\right)
    \le\frac{\lambda_{t-1}^2}\alpha D_\omega(\bar q,q_0)""")
def rate_from_the_start(run: Run) -> Relation:
    """(λ_{t−1}²/α)(D_ω(q̄, q_0) − D_ω(q̄, q_t)) ≤ (λ_{t−1}²/α) D_ω(q̄, q_0) for all t ≥ 1 and every minimiser q̄."""
    s = scheme(run)
    factor = column(run.lam[:-1] ** 2 / s.alpha)
    return at_most(factor * gained(s), factor * s.optimal.divergence[:1])


@stated("P.B.10.3", PREPRINT.at("Theorem B.10, in particular"), first=1)
@given(*IN_PARTICULAR)
@proof("P.B.8", "P.B.10.1", "P.B.10.2")
@latex(r"f(\mu_t)-f(\bar q)\le\frac{4D_\omega(\bar q,q_0)}{\alpha(t+1)^2}")
def accelerated_rate_in_t(run: Run) -> Relation:
    """f(μ_t) − f(q̄) ≤ 4D_ω(q̄, q_0)/(α(t+1)²) for all t ≥ 1 and every minimiser q̄, if λ_t = 2/(t+2)."""
    s = scheme(run)
    return at_most(s.optimal.gap(s.f_mu)[1:], 4 * s.optimal.divergence[:1] / column(s.alpha * (run.t[1:] + 1) ** 2))


@stated("P.B.10.5", PREPRINT.at("Theorem B.10, proof, first sentence"))
@given(*THEOREM)
@proof(by=arguments.average_against_a_minimiser)
@latex(r"f(\mu_j)-f(\bar q)\ge0")
def averages_are_no_better(run: Run) -> Relation:
    """f(μ_j) − f(q̄) ≥ 0 for all j and every minimiser q̄."""
    s = scheme(run)
    return at_least(s.optimal.gap(s.f_mu), 0)


@stated("P.B.10.4", PREPRINT.at("Theorem B.10, proof"), first=1)
@given(*THEOREM)
@proof("P.B.2", "P.B.10.5", by=arguments.step_towards_a_minimiser)
@latex(r"""\frac1{\lambda_{t-1}^2}(f(\mu_t)-f(\bar q))
    \le\frac1\alpha\left(D_\omega(\bar q,q_0)-D_\omega(\bar q,q_t)\right)""")
def weighted_rate(run: Run) -> Relation:
    """(f(μ_t) − f(q̄))/λ_{t−1}² ≤ (D_ω(q̄, q_0) − D_ω(q̄, q_t))/α for all t ≥ 1 and every minimiser q̄."""
    s = scheme(run)
    return at_most(s.optimal.gap(s.f_mu)[1:] / column(run.lam[:-1] ** 2), gained(s) / s.alpha)
