"""Appendix B, accelerated mirror descent and dual averaging: the two schemes, and the start of Lemma B.2's proof.

f is convex and 1-smooth, ω is α-strongly convex, with respect to one norm on C; λ_t, θ_t ∈ (0, 1]. The schemes
are run with the entropy, with ‖·‖₂²/2 on ℝⁿ and on Δ_n, and with ψ* of the logistic loss. "For all q ∈ C" is
read at the vertices, inner points and optima of Δ_n, at points outside it where C is larger, and at q_T.
"""

from functools import partial
from typing import Any

import numpy as np
from lemmacheck.theory.books.jst import arguments, openings
from lemmacheck.theory.books.jst.algorithms.mirror import Mirror, MirrorDescent
from lemmacheck.theory.books.jst.problems.scheme import Scheme, scheme
from lemmacheck.theory.books.jst.source import PREPRINT
from lemmacheck.theory.core.arithmetic import Array, as_array, column
from lemmacheck.theory.core.claim import claim, latex, proof, slip
from lemmacheck.theory.core.relation import Relation, at_least, at_most, equal
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.margins.comparators import dual_points, vertices

CHAPTER = "Appendix B"
OPENING = openings.AVERAGING
stated = partial(claim, about=Mirror)

BY_DUAL_STEP = r"\langle\nabla f(\nu_t),q_t-q_{t+1}\rangle+\frac{\lambda_t}{\alpha\theta_t}\langle p_t-p_{t+1},q_{t+1}"
BY_DIVERGENCES = (
    r"\langle\nabla f(\nu_t),q_t-q_{t+1}\rangle-\frac{\lambda_t}{\alpha\theta_t}D_\omega(q_{t+1},q_t)"
    r"+\frac{\lambda_t}{\alpha\theta_t}\left(D_\omega(q,q_t)-D_\omega(q,q_{t+1})\right)"
)


def averages(run: Run) -> tuple[Relation, Relation, Relation]:
    """μ_0 = q_0, ν_t = (1−λ_t)μ_t + λ_t q_t and μ_{t+1} = (1−λ_t)μ_t + λ_t q_{t+1}."""
    lam, q, mu = column(run.lam), run.q, run.mu
    return (
        equal(mu[:1], q[:1]),
        equal(run.nu, (1 - lam) * mu + lam * q),
        equal(mu[1:], (1 - lam[:-1]) * mu[:-1] + lam[:-1] * q[1:]),
    )


def to_minimise(s: Scheme, q: Array, omega: Any) -> Array:
    """f(q_t) + ⟨∇f(ν_t), q − q_t⟩ + (λ_t/(αθ_t)) D_ω(q, q_t) for t < T and points q along the axis before the last."""
    way = q - s.run.q[:-1, ..., None, :]
    divergence = omega - column(s.omega[:-1]) - (s.run.p[:-1, ..., None, :] * way).sum(-1)
    linear = column(s.objective.value(s.problem, s.run.q[:-1])) + (s.gradient[..., None, :] * way).sum(-1)
    return as_array(linear + column(s.rate) * divergence)


def least_there(s: Scheme) -> Array:
    """The same at q_{t+1}."""
    return to_minimise(s, s.run.q[1:, ..., None, :], column(s.omega[1:]))


def dual_step(run: Run) -> Array:
    """p_t − (αθ_t/λ_t) ∇f(ν_t)."""
    s = scheme(run)
    return as_array(run.p[:-1] - s.gradient / column(s.rate))


@claim("P.B.1", PREPRINT.at("App. B, eq. (B.1)"), kind="definition", about=MirrorDescent)
@latex(r"""\nu_t:=(1-\lambda_t)\mu_t+\lambda_tq_t,\quad q_{t+1}:=\arg\min_{q\in C}\left(f(q_t)
    +\langle\nabla f(\nu_t),q-q_t\rangle+\frac{\lambda_t}{\alpha\theta_t}D_\omega(q,q_t)\right),
    \quad \mu_{t+1}:=(1-\lambda_t)\mu_t+\lambda_tq_{t+1}""")
def mirror_descent_updates(run: Run) -> tuple[Relation, ...]:
    """ν_t and μ_t are the averages, and f(q_t) + ⟨∇f(ν_t), q − q_t⟩ + (λ_t/(αθ_t)) D_ω(q, q_t) is least over C at
    q_{t+1}: no larger there than at every comparator, and than an eighth of the way to each vertex."""
    s = scheme(run)
    near = (7 * run.q[1:, ..., None, :] + np.moveaxis(vertices(run.problem), 0, -2)) / 8
    return (
        *averages(run),
        *s.geometry.contains(run.q),
        at_most(least_there(s), to_minimise(s, s.everywhere.q, s.everywhere.omega)),
        at_most(least_there(s), to_minimise(s, near, s.geometry.omega(s.problem, near))),
    )


@claim("P.Alg.B1", PREPRINT.at("App. B, eq. (B.1), as an algorithm"), kind="algorithm", about=MirrorDescent)
@proof("P.B.1")
@latex(r"""\left\langle\nabla f(\nu_t)+\frac{\lambda_t}{\alpha\theta_t}(\nabla\omega(q_{t+1})-\nabla\omega(q_t))
    ,q-q_{t+1}\right\rangle\ge0""")
def mirror_descent_run(run: Run) -> tuple[Relation, ...]:
    """(B.1) can be run: q_{t+1} = ∇ω*(∇ω(q_t) − (αθ_t/λ_t)∇f(ν_t)) meets the condition that a minimiser of a convex
    function over C must and need only meet, ⟨∇f(ν_t) + (λ_t/(αθ_t))(∇ω(q_{t+1}) − ∇ω(q_t)), q − q_{t+1}⟩ ≥ 0."""
    s = scheme(run)
    omega = s.geometry.gradient(s.problem, run.q)
    gradient = s.gradient + column(s.rate) * (omega[1:] - omega[:-1])
    return *averages(run), at_least(-s.everywhere.slope(gradient, run.q[1:]), 0)


@stated("P.B.conv", PREPRINT.at("App. B, paragraph after eq. (B.1)"), kind="qualitative")
@latex(
    r"\omega\ \alpha\text{-strongly convex}\ \Rightarrow\ \omega^*\text{ is }\tfrac1\alpha\text{-smooth, "
    r"and thus defined and differentiable on the whole Euclidean space}"
)
def conjugate_is_smooth(run: Run) -> tuple[Relation, ...]:
    """ω*(ξ) = max_C ⟨ξ, q⟩ − ω(q), reached at ∇ω*(ξ), and 0 ≤ ω*(ξ') − ω*(ξ) − ⟨∇ω*(ξ), ξ' − ξ⟩ ≤ ‖ξ' − ξ‖_*²/(2α)
    for all ξ, ξ' ∈ ℝⁿ: at fixed vectors and at p_T."""
    s, p = scheme(run), run.problem
    xi = np.concatenate([dual_points(p), run.p[-1:]])
    q, conjugate = s.geometry.mirror(p, xi), as_array(s.geometry.conjugate(p, xi))
    here, there = np.nonzero(1 - np.eye(len(xi), dtype=int))
    way = xi[there] - xi[here]
    over = conjugate[there] - conjugate[here] - p.inner(q[here], way)
    return (
        at_most((xi[..., None, :] * s.everywhere.q).sum(-1) - s.everywhere.omega, column(conjugate)),
        equal(p.inner(xi, q) - s.geometry.omega_at(p, xi, q), conjugate),
        at_least(over, 0),
        at_most(over, s.geometry.squared_dual_norm(p, way) / (2 * s.alpha)),
    )


@stated("P.B.2eq", PREPRINT.at("App. B, eq. (B.2) and the sentence after"), kind="equivalence")
@proof("P.B.conv", by=arguments.divergence_inside)
@latex(r"""q_{t+1}=\nabla\omega^*\left(p_t-\frac{\alpha\theta_t}{\lambda_t}\nabla f(\nu_t)\right)
    =\arg\min_{q\in C}\left(f(q_t)+\langle\nabla f(\nu_t),q-q_t\rangle+\frac{\lambda_t}{\alpha\theta_t}
    D_\omega(q,q_t)\right),\quad D_\omega(q,q_t):=\omega(q)-\omega(q_t)-\langle p_t,q-q_t\rangle""")
def averaging_minimises(run: Run) -> tuple[Relation, ...]:
    """With D_ω(q, q_t) = ω(q) − ω(q_t) − ⟨p_t, q − q_t⟩, q_{t+1} = ∇ω*(p_{t+1}) minimises what (B.1) minimises: any
    q ∈ C exceeds its value by (λ_t/(αθ_t)) D_ω(q, q_{t+1})."""
    s = scheme(run)
    value = to_minimise(s, s.everywhere.q, s.everywhere.omega)
    return (
        equal(run.p[1:], dual_step(run)),
        at_most(least_there(s), value),
        equal(value - least_there(s), column(s.rate) * s.everywhere.divergence[1:]),
    )


@stated("P.Alg.B2", PREPRINT.at("App. B, eq. (B.2), as an algorithm"), kind="algorithm")
@proof("P.B.conv", by=arguments.divergence_inside)
@latex(r"""q_0:=\nabla\omega^*(p_0),\quad p_{t+1}:=p_t-\frac{\alpha\theta_t}{\lambda_t}\nabla f(\nu_t),
    \quad q_{t+1}:=\nabla\omega^*(p_{t+1})""")
def dual_averaging_run(run: Run) -> tuple[Relation, ...]:
    """(B.2) can be run from any p_0: p_{t+1} = p_t − (αθ_t/λ_t)∇f(ν_t), and q_t ∈ C is ∇ω*(p_t), so that
    ⟨p_t, q⟩ − ω(q) ≤ ⟨p_t, q_t⟩ − ω(q_t) for every q ∈ C; it starts at `first` and uses no ∇ω."""
    s = scheme(run)
    bound = (run.p[..., None, :] * s.everywhere.q).sum(-1) - s.everywhere.omega
    return (
        *averages(run),
        equal(run.p[:1], run.algorithm.first(s.problem)[None]),
        equal(run.p[1:], dual_step(run)),
        *s.geometry.contains(run.q),
        at_most(bound, column(run.inner(run.p, run.q) - s.omega)),
    )


@stated("P.B.2", PREPRINT.at("Lemma B.2, first so numbered"), kind="inequality for all q", first=1)
@proof("P.B.7")
@latex(r"""\frac{\theta_{t-1}}{\lambda_{t-1}^2}(f(\mu_t)-f(q))+\sum_{j=1}^{t-1}\left(\frac{\theta_{j-1}}
    {\lambda_{j-1}^2}-\frac{\theta_j(1-\lambda_j)}{\lambda_j^2}\right)(f(\mu_j)-f(q))\le\frac1\alpha
    \left(D_\omega(q,q_0)-D_\omega(q,q_t)\right)+\frac{\theta_0(1-\lambda_0)}{\lambda_0^2}(f(\mu_0)-f(q))""")
def summed_bound(run: Run) -> Relation:
    """(θ_{t−1}/λ_{t−1}²)(f(μ_t) − f(q)) + Σ_{j=1}^{t−1} (θ_{j−1}/λ_{j−1}² − θ_j(1−λ_j)/λ_j²)(f(μ_j) − f(q))
    ≤ (D_ω(q, q_0) − D_ω(q, q_t))/α + (θ_0(1−λ_0)/λ_0²)(f(μ_0) − f(q)) for all t ≥ 1 and q ∈ C."""
    s, lam, theta = scheme(run), run.lam, run.theta
    gap, divergence = s.everywhere.gap(s.f_mu), s.everywhere.divergence
    old, new = column(theta / lam**2), column(theta * (1 - lam) / lam**2)
    terms = np.concatenate([0 * gap[:1], (old[:-1] - new[1:]) * gap[1:]])
    return at_most(
        old[:-1] * gap[1:] + run.sums(terms)[1:], (divergence[:1] - divergence[1:]) / s.alpha + new[:1] * gap[:1]
    )


@stated("P.B.2'", PREPRINT.at("Lemma B.2, second so numbered"))
@latex(r"\langle p_t-p_{t+1},q_{t+1}-q\rangle=D_\omega(q,q_t)-D_\omega(q,q_{t+1})-D_\omega(q_{t+1},q_t)")
def three_points(run: Run) -> Relation:
    """⟨p_t − p_{t+1}, q_{t+1} − q⟩ = D_ω(q, q_t) − D_ω(q, q_{t+1}) − D_ω(q_{t+1}, q_t) for all t ≥ 0 and q ∈ C."""
    s = scheme(run)
    return equal(s.everywhere.slope(run.p[:-1] - run.p[1:], run.q[1:]), s.drop - column(s.step))


@stated("P.B.3.1", PREPRINT.at("App. B, eq. (B.3), first line"), kind="inequality for all q")
@proof(by=arguments.convexity_at_nu)
@latex(r"f(\nu_t)-f(q)\le\langle\nabla f(\nu_t),\nu_t-q\rangle")
def convexity_at_nu(run: Run) -> Relation:
    """f(ν_t) − f(q) ≤ ⟨∇f(ν_t), ν_t − q⟩."""
    s = scheme(run)
    return at_most(s.everywhere.gap(s.f_nu), s.from_nu)


@stated("P.B.3.2", PREPRINT.at("App. B, eq. (B.3), second line"))
@latex(r"""\langle\nabla f(\nu_t),\nu_t-q\rangle
    =\langle\nabla f(\nu_t),\nu_t-q_t\rangle+\langle\nabla f(\nu_t),q_t-q\rangle""")
def split_at_q(run: Run) -> Relation:
    """⟨∇f(ν_t), ν_t − q⟩ = ⟨∇f(ν_t), ν_t − q_t⟩ + ⟨∇f(ν_t), q_t − q⟩."""
    s = scheme(run)
    return equal(s.from_nu, column(run.inner(s.gradient, (run.nu - run.q)[:-1])) + s.from_q)


def weight(run: Run) -> Array:
    """(1−λ_t)/λ_t for t < T."""
    return as_array(((1 - run.lam) / run.lam)[:-1])


@stated("P.B.3.3", PREPRINT.at("App. B, eq. (B.3), third line"))
@proof("P.Alg.B2")
@latex(r"""\langle\nabla f(\nu_t),\nu_t-q_t\rangle+\langle\nabla f(\nu_t),q_t-q\rangle
    =\frac{1-\lambda_t}{\lambda_t}\langle\nabla f(\nu_t),\mu_t-\nu_t\rangle+\langle\nabla f(\nu_t),q_t-q\rangle""")
def nu_between_mu_and_q(run: Run) -> Relation:
    """⟨∇f(ν_t), ν_t − q_t⟩ + ⟨∇f(ν_t), q_t − q⟩ = ((1−λ_t)/λ_t) ⟨∇f(ν_t), μ_t − ν_t⟩ + ⟨∇f(ν_t), q_t − q⟩."""
    s = scheme(run)
    left = run.inner(s.gradient, (run.nu - run.q)[:-1])
    right = weight(run) * run.inner(s.gradient, (run.mu - run.nu)[:-1])
    return equal(column(left) + s.from_q, column(right) + s.from_q)


@stated("P.B.3.4", PREPRINT.at("App. B, eq. (B.3), fourth line"), kind="inequality for all q")
@proof(by=arguments.convexity_towards_mu)
@latex(r"""\frac{1-\lambda_t}{\lambda_t}\langle\nabla f(\nu_t),\mu_t-\nu_t\rangle+\langle\nabla f(\nu_t),q_t-q\rangle
    \le\frac{1-\lambda_t}{\lambda_t}(f(\mu_t)-f(\nu_t))+\langle\nabla f(\nu_t),q_t-q\rangle""")
def convexity_towards_mu(run: Run) -> Relation:
    """((1−λ_t)/λ_t) ⟨∇f(ν_t), μ_t − ν_t⟩ + ⟨∇f(ν_t), q_t − q⟩ ≤ ((1−λ_t)/λ_t)(f(μ_t) − f(ν_t)) + ⟨∇f(ν_t), q_t − q⟩."""
    s = scheme(run)
    left = weight(run) * run.inner(s.gradient, (run.mu - run.nu)[:-1])
    return at_most(column(left) + s.from_q, column(weight(run) * (s.f_mu[:-1] - s.f_nu)) + s.from_q)


@stated("P.B.3.5", PREPRINT.at("App. B, eq. (B.3), first and last members"), kind="inequality for all q")
@proof("P.B.3.1", "P.B.3.2", "P.B.3.3", "P.B.3.4")
@latex(r"f(\nu_t)-f(q)\le\frac{1-\lambda_t}{\lambda_t}(f(\mu_t)-f(\nu_t))+\langle\nabla f(\nu_t),q_t-q\rangle")
def gap_at_nu(run: Run) -> Relation:
    """f(ν_t) − f(q) ≤ ((1−λ_t)/λ_t)(f(μ_t) − f(ν_t)) + ⟨∇f(ν_t), q_t − q⟩."""
    s = scheme(run)
    return at_most(s.everywhere.gap(s.f_nu), column(weight(run) * (s.f_mu[:-1] - s.f_nu)) + s.from_q)


@stated("P.B.4.1", PREPRINT.at("App. B, eq. (B.4), first line"))
@latex(r"""\langle\nabla f(\nu_t),q_t-q\rangle=\langle\nabla f(\nu_t),q_t-q_{t+1}\rangle
    +\langle\nabla f(\nu_t),q_{t+1}-q\rangle""")
def split_at_the_next_q(run: Run) -> Relation:
    """⟨∇f(ν_t), q_t − q⟩ = ⟨∇f(ν_t), q_t − q_{t+1}⟩ + ⟨∇f(ν_t), q_{t+1} − q⟩."""
    s = scheme(run)
    return equal(s.from_q, column(-s.pull) + s.from_next)


@stated("P.B.4.2", PREPRINT.at("App. B, eq. (B.4), second line"))
@slip("q_t is printed for q in the last factor: the right side is then 0, whatever q is.")
@proof("P.Alg.B2")
@latex(rf"""\langle\nabla f(\nu_t),q_t-q_{{t+1}}\rangle+\langle\nabla f(\nu_t),q_{{t+1}}-q\rangle
    ={BY_DUAL_STEP}-q_t\rangle""")
def gradient_by_dual_step(run: Run) -> Relation:
    """⟨∇f(ν_t), q_t − q_{t+1}⟩ + ⟨∇f(ν_t), q_{t+1} − q⟩
    = ⟨∇f(ν_t), q_t − q_{t+1}⟩ + (λ_t/(αθ_t)) ⟨p_t − p_{t+1}, q_{t+1} − q_t⟩."""
    s = scheme(run)
    return equal(column(-s.pull) + s.from_next, column(s.rate * run.inner(run.p[:-1] - run.p[1:], s.move) - s.pull))


@gradient_by_dual_step.corrected()
@latex(rf"""\langle\nabla f(\nu_t),q_t-q_{{t+1}}\rangle+\langle\nabla f(\nu_t),q_{{t+1}}-q\rangle
    ={BY_DUAL_STEP}-q\rangle""")
def gradient_by_dual_step_corrected(run: Run) -> Relation:
    """⟨∇f(ν_t), q_t − q_{t+1}⟩ + ⟨∇f(ν_t), q_{t+1} − q⟩
    = ⟨∇f(ν_t), q_t − q_{t+1}⟩ + (λ_t/(αθ_t)) ⟨p_t − p_{t+1}, q_{t+1} − q⟩."""
    s = scheme(run)
    by_step = s.everywhere.slope(run.p[:-1] - run.p[1:], run.q[1:])
    return equal(column(-s.pull) + s.from_next, column(-s.pull) + column(s.rate) * by_step)


def by_divergences(s: Scheme) -> Array:
    """⟨∇f(ν_t), q_t − q_{t+1}⟩ − (λ_t/(αθ_t)) D_ω(q_{t+1}, q_t) + (λ_t/(αθ_t))(D_ω(q, q_t) − D_ω(q, q_{t+1}))."""
    return column(-s.pull - s.rate * s.step) + column(s.rate) * s.drop


@stated("P.B.4.3", PREPRINT.at("App. B, eq. (B.4), third line"))
@slip("q_t is printed for q in the product on the left: the left side is then 0, whatever q is.")
@proof("P.B.2'")
@latex(rf"{BY_DUAL_STEP}-q_t\rangle={BY_DIVERGENCES}")
def dual_step_by_divergences(run: Run) -> Relation:
    """⟨∇f(ν_t), q_t − q_{t+1}⟩ + (λ_t/(αθ_t)) ⟨p_t − p_{t+1}, q_{t+1} − q_t⟩
    = ⟨∇f(ν_t), q_t − q_{t+1}⟩ − (λ_t/(αθ_t)) D_ω(q_{t+1}, q_t) + (λ_t/(αθ_t))(D_ω(q, q_t) − D_ω(q, q_{t+1}))."""
    s = scheme(run)
    return equal(column(s.rate * run.inner(run.p[:-1] - run.p[1:], s.move) - s.pull), by_divergences(s))


@dual_step_by_divergences.corrected()
@latex(rf"{BY_DUAL_STEP}-q\rangle={BY_DIVERGENCES}")
def dual_step_by_divergences_corrected(run: Run) -> Relation:
    """⟨∇f(ν_t), q_t − q_{t+1}⟩ + (λ_t/(αθ_t)) ⟨p_t − p_{t+1}, q_{t+1} − q⟩
    = ⟨∇f(ν_t), q_t − q_{t+1}⟩ − (λ_t/(αθ_t)) D_ω(q_{t+1}, q_t) + (λ_t/(αθ_t))(D_ω(q, q_t) − D_ω(q, q_{t+1}))."""
    s = scheme(run)
    by_step = s.everywhere.slope(run.p[:-1] - run.p[1:], run.q[1:])
    return equal(column(-s.pull) + column(s.rate) * by_step, by_divergences(s))
