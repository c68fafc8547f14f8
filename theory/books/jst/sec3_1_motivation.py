"""Section 3.1, Motivation from gradient descent: its dual variable follows mirror descent on φ.

w_{t+1} = w_t − η_t ∇R(w_t) = w_t − θ_t Zᵀq_t,  θ_t = η_t R(w_t),  q_t = ∇ψ(Zw_t)
q_{t+1} ∝ q_t ⊙ exp(−θ_t ∇φ(q_t)),  φ(q) = ‖Zᵀq‖²/2,  min_Δ φ = γ̄²/2
"""

from functools import partial
from typing import Any

from lemmacheck.theory.books.jst import descent_arguments, duality_arguments, openings
from lemmacheck.theory.books.jst.algorithms.gradient_descent import GradientDescent, NormalizedGD
from lemmacheck.theory.books.jst.source import JST
from lemmacheck.theory.core.arithmetic import Array, column
from lemmacheck.theory.core.claim import claim, given, latex, proof, slip
from lemmacheck.theory.core.relation import Relation, above, at_least, at_most, equal, proportional
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.margins.comparators import simplex_points
from lemmacheck.theory.margins.hypotheses import constant_steps, exponential_loss, nonseparable, proper_steps, separable
from lemmacheck.theory.margins.problem import Problem

CHAPTER = "Section 3"
OPENING = openings.NOTATION

stated = partial(claim, about=GradientDescent, given=[exponential_loss])


def theta(run: Run) -> Array:
    """θ_t = η_t R(w_t) for t < T."""
    return run.eta[:-1] * run.risk(run.w[:-1])


@stated("P.3.1.GD.1", JST.at("§3.1, first display, second line"))
@latex(r"w_t-\eta_t\nabla\mathcal R(w_t)=w_t-\eta_t\mathcal R(w_t)\frac{\nabla\mathcal R(w_t)}{\mathcal R(w_t)}")
def gradient_step_renormalised(run: Run) -> Relation:
    """w_t − η_t ∇R(w_t) = w_t − η_t R(w_t) (∇R(w_t)/R(w_t))."""
    w, gradient, risk = run.w, run.risk_gradient(run.w), run.risk(run.w)
    return equal(w - column(run.eta) * gradient, w - column(run.eta * risk) * (gradient / column(risk)))


@stated("P.3.1.GD.2", JST.at("§3.1, first display, third line"))
@proof("P.3.1.GD.1", "P.2.3.1")
@latex(r"w_t-\eta_t\mathcal R(w_t)\frac{\nabla\mathcal R(w_t)}{\mathcal R(w_t)}=w_t-\theta_tZ^\top q_t")
def gradient_step_in_the_dual_variable(run: Run) -> tuple[Relation, ...]:
    """w_t − η_t R(w_t) (∇R(w_t)/R(w_t)) = w_t − θ_t Zᵀq_t, which is w_{t+1}, for θ_t = η_t R(w_t)."""
    w, q = run.w[:-1], run.q[:-1]
    normalised = run.risk_gradient(w) / column(run.risk(w))
    dual_step = w - column(theta(run)) * run.combine(q)
    return equal(w - column(theta(run)) * normalised, dual_step), equal(run.w[1:], dual_step)


@stated("P.3.1.MD.1.1", JST.at("§3.1, second display, link 1"), kind="identity")
@proof("P.2.3.2")
@latex(r"q_{t+1}\propto\exp(Zw_{t+1})")
def dual_variable_weighs_by_score(run: Run) -> Relation:
    """q_{t+1} ∝ exp(Zw_{t+1})."""
    return proportional(run.q[1:], run.exp(run.scores(run.w[1:])))


def pushed_scores(run: Run) -> Array:
    """exp(Zw_t − θ_t ZZᵀq_t) for t < T."""
    return run.exp(run.scores(run.w[:-1]) - column(theta(run)) * run.phi_gradient(run.q[:-1]))


@stated("P.3.1.MD.1.2", JST.at("§3.1, second display, link 2"))
@proof("P.3.1.GD.2")
@latex(r"\exp(Zw_{t+1})=\exp\left(Zw_t-\theta_tZZ^\top q_t\right)")
def scores_after_a_step(run: Run) -> Relation:
    """exp(Zw_{t+1}) = exp(Zw_t − θ_t ZZᵀq_t)."""
    return equal(run.exp(run.scores(run.w[1:])), pushed_scores(run))


@stated("P.3.1.MD.1.3", JST.at("§3.1, second display, first and last members"), kind="identity")
@proof("P.3.1.MD.1.1", "P.3.1.MD.1.2")
@latex(r"q_{t+1}\propto\exp\left(Zw_t-\theta_tZZ^\top q_t\right)")
def dual_variable_after_a_step(run: Run) -> Relation:
    """q_{t+1} ∝ exp(Zw_t − θ_t ZZᵀq_t)."""
    return proportional(run.q[1:], pushed_scores(run))


@stated("P.3.1.MD.2", JST.at("§3.1, second display"), kind="identity")
@proof("P.3.1.MD.1.1")
@latex(r"\exp\left(Zw_t-\theta_tZZ^\top q_t\right)\propto q_t\odot\exp\left(-\theta_tZZ^\top q_t\right)")
def multiplicative_update(run: Run) -> Relation:
    """exp(Zw_t − θ_t ZZᵀq_t) ∝ q_t ⊙ exp(−θ_t ZZᵀq_t)."""
    q = run.q[:-1]
    push = column(theta(run)) * run.scores(run.combine(q))
    return proportional(pushed_scores(run), q * run.exp(-push))


@stated("P.3.1.MD.3", JST.at("§3.1, second display"))
@latex(r"q_t\odot\exp\left(-\theta_tZZ^\top q_t\right)=q_t\odot\exp\left(-\theta_t\nabla\phi(q_t)\right)")
def multiplicative_update_by_the_gradient(run: Run) -> tuple[Relation, Relation]:
    """q_t ⊙ exp(−θ_t ZZᵀq_t) = q_t ⊙ exp(−θ_t ∇φ(q_t)), where φ(q+h) − φ(q) − ⟨∇φ(q), h⟩ = ‖Zᵀh‖²/2."""
    q, steps = run.q[:-1], column(theta(run))
    h = run.q[1:] - q
    expansion = run.phi(q + h) - run.phi(q) - run.inner(run.phi_gradient(q), h)
    by_rows = run.scores((column(q) * run.Z).sum(-2))
    return (
        equal(q * run.exp(-steps * by_rows), q * run.exp(-steps * run.phi_gradient(q))),
        equal(expansion, run.squared(run.combine(h)) / 2),
    )


@stated("P.3.1.MD.4", JST.at("§3.1, after the second display"), kind="equivalence")
@proof("P.3.1.MD.3")
@latex(r"q_{t+1}=\arg\min_{q\in\Delta_n}\ \theta_t\langle\nabla\phi(q_t),q\rangle+\mathrm{KL}(q\,\|\,q_t)")
def step_is_mirror_descent(run: Run) -> tuple[Relation, ...]:
    """q_{t+1} minimises F(q) = θ_t⟨∇φ(q_t), q⟩ + Σ q_i ln(q_i/q_{t,i}) over Δ_n: ∇F(q_{t+1}) is the same in every row.

    F is convex, and a point of the open simplex minimises it exactly if no exchange of weight changes F
    to first order. As dual averaging, the same holds of Σ_{j≤t} θ_j∇φ(q_j) and the entropy Σ q_i ln q_i.
    """
    push = column(theta(run)) * run.phi_gradient(run.q[:-1])
    mirror = push + run.log(run.q[1:]) - run.log(run.q[:-1])
    averaging = push.cumsum(0) + run.log(run.q[1:])
    return equal(mirror, mirror[..., :1]), equal(averaging, averaging[..., :1]), above(run.q, 0)


@claim("P.3.1.min0", JST.at("§3.1"), kind="identity")
@given(nonseparable)
@proof("P.A.1a.2")
@latex(r"\min_{q\in\Delta_n}\phi(q)=0")
def dual_optimum_of_nonseparable_data(p: Problem) -> tuple[Relation, ...]:
    """min_{q∈Δ_n} φ(q) = 0: φ ≥ 0, and φ(q̄) = 0 at a q̄ ∈ Δ_n."""
    return at_least(p.phi(simplex_points(p)), 0), equal(p.phi(p.optimum.q), 0)


@claim("P.3.1.phi0.1", JST.at("§3.1, third display"), about=NormalizedGD)
@given(exponential_loss, nonseparable, proper_steps)
@proof("P.2.3.1")
@latex(r"\phi(q_t)=\frac{\|\nabla\mathcal R(w_t)\|_2^2}{2\mathcal R(w_t)^2}")
def dual_objective_by_the_risk(run: Run) -> Relation:
    """φ(q_t) = ‖∇R(w_t)‖² / (2 R(w_t)²)."""
    return equal(run.phi(run.q), run.squared(run.risk_gradient(run.w)) / (2 * run.risk(run.w) ** 2))


@claim("P.3.1.phi0.2", JST.at("§3.1, third display"), kind="rate", about=NormalizedGD, first=1)
@given(exponential_loss, nonseparable, constant_steps)
@proof("P.3.1.phi0.1", "P.3.1.min0", "P.3.2.MD1t")
@latex(r"""\frac{\|\nabla\mathcal R(w_t)\|_2^2}{2\mathcal R(w_t)^2}\to0:\quad
    \frac{\|\nabla\mathcal R(w_t)\|_2^2}{2\mathcal R(w_t)^2}\le\frac{\ln n}t""")
def dual_objective_vanishes(run: Run) -> Relation:
    """‖∇R(w_t)‖² / (2 R(w_t)²) ≤ ln n/t for every t ≥ 1 on nonseparable data, with θ_t = 1: it tends to 0."""
    w = run.w[1:]
    return at_most(run.squared(run.risk_gradient(w)) / (2 * run.risk(w) ** 2), run.log(run.n) / run.t[1:])


@claim("P.3.1.R", JST.at("§3.1, third display"), about=NormalizedGD)
@given(exponential_loss, nonseparable, proper_steps)
@proof(by=descent_arguments.risk_falls)
@latex(r"\mathcal R(w_{t+1})\le\mathcal R(w_t)")
def risk_is_nonincreasing(run: Run) -> Relation:
    """R(w_{t+1}) ≤ R(w_t) for every t, with a proper step size θ_t ≤ 1."""
    risk = run.risk(run.w)
    return at_most(risk[1:], risk[:-1])


@claim("P.3.1.phi0.3", JST.at("§3.1, after the third display"), kind="rate", about=NormalizedGD, first=1)
@given(exponential_loss, nonseparable, constant_steps)
@proof("P.3.1.phi0.2", "P.3.1.R", by=descent_arguments.gradient_by_the_dual_objective)
@latex(r"\|\nabla\mathcal R(w_t)\|_2\to0:\quad\|\nabla\mathcal R(w_t)\|_2^2\le\frac{2\ln n}t")
def risk_gradient_vanishes(run: Run) -> Relation:
    """‖∇R(w_t)‖² ≤ 2 ln n/t for every t ≥ 1 on nonseparable data, with θ_t = 1: ‖∇R(w_t)‖ tends to 0."""
    return at_most(run.squared(run.risk_gradient(run.w[1:])), 2 * run.log(run.n) / run.t[1:])


@claim("P.3.1.minsep", JST.at("§3.1"), kind="identity")
@given(separable)
@proof("P.A.1a.2", by=duality_arguments.value_of_the_game)
@latex(r"\min_{q\in\Delta_n}\phi(q)=\bar\gamma^2/2")
def dual_optimum_of_separable_data(p: Problem) -> tuple[Relation, ...]:
    """min_{q∈Δ_n} φ(q) = γ̄²/2: no q goes below, q̄ reaches it, and −Zᵀq̄ has the margin γ̄."""
    half = p.optimum.gamma_squared / 2
    return (
        at_least(p.phi(simplex_points(p)), half),
        equal(p.phi(p.optimum.q), half),
        equal(p.margin(-p.optimum.direction), p.optimum.gamma),
    )


def is_maximum_margin(p: Problem, u: Any) -> tuple[Relation, Relation]:
    """‖u‖ = 1 and γ(u) = γ̄."""
    return equal(p.norm(u), 1), equal(p.margin(u), p.optimum.gamma)


@claim("P.3.1.dualvec", JST.at("§3.1, fourth display"))
@given(separable)
@slip("the sign: z_i = −y_i x_i, so Zᵀq̄ points away from the maximum-margin predictor ū of Section 2.")
@proof("P.A.1b.2", "P.S2.argmax@000")
@latex(r"Z^\top\bar q=\bar\gamma\bar u")
def dual_optimum_points_along_u(p: Problem) -> tuple[Relation, ...]:
    """Zᵀq̄ = γ̄ ū for every dual optimum q̄ and the maximum-margin ū."""
    u = p.optimum.u
    return *is_maximum_margin(p, u), equal(p.combine(p.optimum.q), column(p.optimum.gamma) * u)


@dual_optimum_points_along_u.corrected()
@proof("P.A.1b.2.corrected", by=duality_arguments.value_of_the_game)
@latex(r"Z^\top\bar q=-\bar\gamma\bar u")
def dual_optimum_points_against_u(p: Problem) -> tuple[Relation, ...]:
    """Zᵀq̄ = −γ̄ ū for every dual optimum q̄ and the maximum-margin ū."""
    u = p.optimum.u
    return *is_maximum_margin(p, u), equal(p.combine(p.optimum.q), -column(p.optimum.gamma) * u)


@claim("P.3.1.dir.1", JST.at("§3.1, after the fourth display"), kind="qualitative", about=NormalizedGD)
@given(exponential_loss, separable, constant_steps)
@slip("the sign again: ⟨Zᵀq, ū⟩ ≤ −γ̄ for every q ∈ Δ_n, so Zᵀq_t is biased towards −ū.")
@proof("P.3.1.dualvec")
@latex(r"\langle Z^\top q_t,\bar u\rangle>0\ \text{once}\ q_t\ \text{nearly minimizes}\ \phi")
def dual_vector_leans_towards_u(run: Run) -> Relation:
    """As q_t minimises φ, Zᵀq_t becomes biased towards ū: ⟨Zᵀq_T, ū⟩ > 0 at the end of the run."""
    return above(run.inner(run.combine(run.q[-1:]), run.optimum.u), 0).since(run.steps)


@dual_vector_leans_towards_u.corrected(kind="rate", first=1)
@proof("P.3.1.dualvec.corrected", "P.3.2.MD1t", by=descent_arguments.dual_vector_by_the_gap)
@latex(r"""-\langle Z^\top q_t,\bar u\rangle\ge\bar\gamma>0,\quad
    \|{-Z^\top q_t}-\bar\gamma\bar u\|_2^2\le2\left(\phi(q_t)-\phi(\bar q)\right)\le\frac{2\ln n}t""")
def dual_vector_tends_to_the_turned_u(run: Run) -> tuple[Relation, ...]:
    """−Zᵀq_t is biased towards ū, −⟨Zᵀq_t, ū⟩ ≥ γ̄ > 0, and as q_t minimises φ it tends to γ̄ū: ‖−Zᵀq_t − γ̄ū‖² ≤
    2(φ(q_t) − φ(q̄)) ≤ 2 ln n/t for every t ≥ 1."""
    away = run.combine(run.q[1:]) + column(run.optimum.gamma) * run.optimum.u
    gap = 2 * (run.phi(run.q[1:]) - run.optimum.phi)
    towards = -run.inner(run.combine(run.q[1:]), run.optimum.u)
    return (
        at_least(towards, run.optimum.gamma),
        at_most(run.squared(away), gap),
        at_most(gap, 2 * run.log(run.n) / run.t[1:]),
    )


@claim("P.3.1.dir.2", JST.at("§3.1, after the fourth display"), kind="rate", about=NormalizedGD, first=1)
@given(exponential_loss, separable, constant_steps)
@proof("N1.psi", "P.L3.6l", "P.3.1.dualvec.corrected", by=descent_arguments.direction_of_unit_steps)
@latex(r"w_t/\|w_t\|_2\to\bar u:\quad\left\|\frac{w_t}{\|w_t\|_2}-\bar u\right\|_2^2\le\frac{2\ln n}{\bar\gamma^2t}")
def direction_converges(run: Run) -> Relation:
    """‖w_t/‖w_t‖ − ū‖² ≤ 2 ln n/(γ̄²t) for every t ≥ 1 on separable data, with θ_t = 1: the direction tends to ū."""
    # Proof: γ̄‖w_t‖ − ln n ≤ −ψ(Zw_t) ≤ −⟨q̄, Zw_t⟩ = γ̄⟨ū, w_t⟩, and ‖w_t‖ ≥ γ̄t.
    w, gamma_squared = run.w[1:], run.optimum.gamma_squared
    off = run.squared(w / column(run.norm(w)) - run.optimum.u)
    return at_most(off, 2 * run.log(run.n) / (gamma_squared * run.t[1:]))


@claim("P.phi.smooth", JST.at("§3.1, last sentence", "§3.1, last sentence; App. C"), kind="inequality for all q")
@proof(by=descent_arguments.differences_of_points)
@latex(r"\|\nabla\phi(q)-\nabla\phi(q')\|_\infty\le\|q-q'\|_1")
def phi_is_smooth(p: Problem) -> tuple[Relation, ...]:
    """‖∇φ(q) − ∇φ(q')‖_∞ ≤ ‖q − q'‖₁ for all q, q' ∈ Δ_n."""
    q = simplex_points(p)
    pairs = tuple((q, other[None]) for other in q)
    return tuple(at_most(p.linf(p.phi_gradient(a) - p.phi_gradient(b)), p.l1(a - b)) for a, b in pairs)
