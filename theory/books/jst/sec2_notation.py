"""Section 2, Notation: the margin γ, the maximum margin γ̄ and ū, the risk R, the potential ψ.

    γ(w) = min_i y_i⟨w, x_i⟩/‖w‖     γ̄ = max_{‖w‖≤1} γ(w)     ψ(ξ) = ℓ⁻¹(Σ ℓ(ξ_i))     R(w) = (1/n) Σ ℓ(⟨w, z_i⟩)

"For all w" is read at the exact points of `comparators`; a statement for a general loss is read
for the exponential and the logistic one.
"""

from dataclasses import replace
from typing import Any

import numpy as np
from lemmacheck.theory.books.jst import duality_arguments, openings
from lemmacheck.theory.books.jst.source import JST, PREPRINT, PROCEEDINGS
from lemmacheck.theory.core.arithmetic import column
from lemmacheck.theory.core.claim import claim, given, latex, proof, slip, stated_again
from lemmacheck.theory.core.relation import Relation, at_least, at_most, equal, in_simplex
from lemmacheck.theory.margins.arbitrary import LOSSES
from lemmacheck.theory.margins.comparators import ball_points, directions, for_each_loss, nonzero_directions
from lemmacheck.theory.margins.hypotheses import exponential_loss, separable
from lemmacheck.theory.margins.losses import Jump, Loss
from lemmacheck.theory.margins.problem import Problem

CHAPTER = "Section 2"
OPENING = openings.NOTATION


def labels(p: Problem) -> Any:
    """y ∈ {−1, +1}ⁿ, alternating; every Z arises from such labels and x_i = −y_i z_i."""
    return p.num.array([(-1) ** i for i in range(p.n)])


@claim("P.S2.margin", JST.at("§2, display after “is defined as”"))
@latex(r"""\gamma(w):=\frac{\min_{1\le i\le n}y_i\langle w,x_i\rangle}{\|w\|_2}
    =\frac{-\max_{1\le i\le n}\langle w,z_i\rangle}{\|w\|_2}""")
def margin(p: Problem) -> tuple[Relation, ...]:
    """γ(w) = min_i y_i⟨w, x_i⟩ / ‖w‖₂ = −max_i ⟨w, z_i⟩ / ‖w‖₂ for w ≠ 0, and γ(0) = 0."""
    w, y = nonzero_directions(p), labels(p)
    x = -column(y) * p.Z
    least = p.minimum(y * (x @ column(w))[..., 0]) / p.norm(w)
    return (
        equal(least, -p.maximum(p.scores(w)) / p.norm(w)),
        equal(p.margin(w), least),
        equal(p.margin(p.zero()[None]), 0),
    )


@claim("P.S2.gbar0", JST.at("§2, “The maximum margin is” and the sentences on γ̄"), kind="definition")
@proof("P.S2.margin", by=duality_arguments.no_margin_is_larger)
@latex(r"""\bar\gamma:=\max_{\|w\|_2\le1}\gamma(w),
    \quad \bar\gamma>0\text{: separable},\quad\bar\gamma=0\text{: nonseparable}""")
def maximum_margin(p: Problem) -> tuple[Relation, ...]:
    """γ(w) ≤ γ̄ for all w, attained; and max_i (Zw)_i = −γ̄² at w = −Zᵀq̄, so that Zw < 0 can be met iff γ̄ > 0."""
    best = -p.optimum.direction
    return (
        at_most(p.margin(directions(p)), p.optimum.gamma),
        equal(p.margin(best), p.optimum.gamma),
        equal(p.maximum(p.scores(best)), -p.optimum.gamma_squared),
    )


def half_of_the_maximiser(p: Problem) -> tuple[Relation, ...]:
    """ū/2 lies in the ball, has γ(ū/2) = γ̄, and so would have to lie on the unit sphere."""
    w = p.optimum.u / 2
    return equal(p.margin(w), p.optimum.gamma), equal(p.norm(w), 1)


@claim("P.S2.argmax@000", PROCEEDINGS.at("§2, “maximum-margin classifier is defined as”"), kind="identity")
@given(separable)
@slip("γ does not change when w is scaled, so the left set is a whole open segment, none of it of norm 1.")
@proof("P.S2.gbar0")
@latex(r"\bar u:=\arg\max_{\|w\|_2<1}\gamma(w)=\arg\max_{\|w\|_2=1}\gamma(w)")
def argmax_over_the_open_ball(p: Problem) -> tuple[Relation, ...]:
    """argmax_{‖w‖<1} γ(w) = argmax_{‖w‖=1} γ(w): every maximiser in the open ball, such as ū/2, has norm 1."""
    return half_of_the_maximiser(p)


@claim("P.S2.argmax@003", PREPRINT.at("§2, “maximum-margin classifier is defined as”"), kind="identity")
@given(separable)
@slip("γ does not change when w is scaled, so the left set also holds cū for every 0 < c < 1.")
@proof("P.S2.gbar0")
@latex(r"\bar u:=\arg\max_{\|w\|_2\le1}\gamma(w)=\arg\max_{\|w\|_2=1}\gamma(w)")
def argmax_over_the_closed_ball(p: Problem) -> tuple[Relation, ...]:
    """argmax_{‖w‖≤1} γ(w) = argmax_{‖w‖=1} γ(w): every maximiser in the closed ball, such as ū/2, has norm 1."""
    return half_of_the_maximiser(p)


@stated_again("P.S2.argmax@000.corrected", PROCEEDINGS.at("§2, “maximum-margin classifier is defined as”, corrected"))
@claim(
    "P.S2.argmax@003.corrected",
    PREPRINT.at("§2, “maximum-margin classifier is defined as”, corrected"),
    kind="identity",
)
@given(separable)
@latex(r"\bar u:=\arg\max_{\|w\|_2\le1}\min_iy_i\langle w,x_i\rangle=\arg\max_{\|w\|_2=1}\gamma(w)")
def argmax_of_the_unnormalised_margin(p: Problem) -> tuple[Relation, ...]:
    """‖ū‖ = 1, γ(ū) = γ̄, and ‖w − ū‖² ≤ 2 (1 − min_i y_i⟨w, x_i⟩/γ̄) for all ‖w‖ ≤ 1: the maximiser is unique."""
    w, u, gamma = ball_points(p), p.optimum.u, p.optimum.gamma
    reached = -p.maximum(p.scores(w))
    return (equal(p.norm(u), 1), equal(p.margin(u), gamma), at_most(p.squared(w - u), 2 * (1 - reached / gamma)))


@claim("P.S2.wlog", JST.at("§2, first paragraph"), kind="qualitative")
@latex(r"\text{without loss of generality }\|x_i\|_2\le1")
def scaling_is_harmless(p: Problem) -> tuple[Relation, ...]:
    """Scaling all rows by 5 scales γ(w) for every w and γ̄ by 5, and keeps q̄ optimal: ⟨z_i, Zᵀq̄⟩ ≥ ‖Zᵀq̄‖²."""
    scaled, w, q = replace(p, Z=5 * p.Z), directions(p), p.optimum.q
    return (
        equal(scaled.margin(w), 5 * p.margin(w)),
        equal(scaled.squared(scaled.combine(q)), 25 * p.optimum.gamma_squared),
        at_least(scaled.phi_gradient(q), column(scaled.squared(scaled.combine(q)))),
    )


@claim("P.S2.R", JST.at("§2, “empirical risk”"), kind="definition")
@latex(r"\mathcal R(w):=\frac1n\sum_{i=1}^n\ell(\langle w,z_i\rangle)")
def empirical_risk(p: Problem) -> tuple[Relation, ...]:
    """R(w) = (1/n) Σ_i ℓ(⟨w, z_i⟩), summed one row at a time."""

    def statement(p: Problem) -> Relation:
        w = directions(p)
        one_by_one = sum(p.loss.value(p.num, p.inner(w, p.Z[..., i, :])) for i in range(p.n))
        return equal(p.risk(w), one_by_one / p.n)

    return for_each_loss(statement, p)


def inverse_is_exact(p: Problem, loss: Loss | Jump) -> Relation:
    """ℓ(ℓ⁻¹(s)) = s at s = Σ_i ℓ(ξ_i), ξ = Zw."""
    total = loss.value(p.num, p.scores(directions(p))).sum(-1)
    return equal(loss.value(p.num, loss.inverse(p.num, total)), total)


@claim("P.S2.psi-wd", JST.at("§2, eq. (2.1)", "§2, eq. (2.1); App. C, first display"), kind="definition")
@slip("a strictly increasing ℓ may jump, and Σ ℓ(ξ_i) may fall into the gap, where ℓ⁻¹ has no value.")
@latex(r"\psi(\xi):=\ell^{-1}\Big(\sum_{i=1}^n\ell(\xi_i)\Big)\ \text{is well-defined}")
def psi_is_defined(p: Problem) -> tuple[Relation, ...]:
    """For each strictly increasing ℓ with limits 0 and ∞, some r has ℓ(r) = Σ_i ℓ(ξ_i)."""
    return *psi_is_defined_for_continuous_losses(p), inverse_is_exact(p, Jump())


@psi_is_defined.corrected(source=JST.at("§2, eq. (2.1), corrected", "§2, eq. (2.1)"))
@latex(r"\psi(\xi):=\ell^{-1}\Big(\sum_{i=1}^n\ell(\xi_i)\Big)\ \text{is well-defined for continuous }\ell")
def psi_is_defined_for_continuous_losses(p: Problem) -> tuple[Relation, ...]:
    """For each continuous strictly increasing ℓ with limits 0 and ∞, some r has ℓ(r) = Σ_i ℓ(ξ_i)."""
    return tuple(inverse_is_exact(p, loss) for loss in LOSSES)


@claim("P.2.1", JST.at("§2, after (2.1)"))
@proof("P.S2.psi-wd", "P.S2.R")
@latex(r"\psi(Zw)=\ell^{-1}(n\mathcal R(w))")
def psi_of_the_risk(p: Problem) -> tuple[Relation, ...]:
    """ψ(Zw) = ℓ⁻¹(n R(w))."""

    def statement(p: Problem) -> Relation:
        w = directions(p)
        return equal(p.psi(p.scores(w)), p.loss.inverse(p.num, p.n * p.risk(w)))

    return for_each_loss(statement, p)


@claim("P.2.1.exp", JST.at("§2, after (2.1)"))
@given(exponential_loss)
@proof("P.2.1")
@latex(r"\psi(Zw)=\ln\Big(\sum_{i=1}^n\exp(\langle w,z_i\rangle)\Big)")
def psi_is_ln_sum_exp(p: Problem) -> Relation:
    """ψ(Zw) = ln Σ_i exp(⟨w, z_i⟩)."""
    w = directions(p)
    return equal(p.psi(p.scores(w)), p.log(p.exp(p.scores(w)).sum(-1)))


def weighted_rows(p: Problem, w: Any) -> Any:
    """Σ_i ℓ'(⟨w, z_i⟩) z_i / ℓ'(ψ(Zw))."""
    slopes = p.loss.derivative(p.num, p.scores(w))
    return p.combine(slopes) / column(p.loss.derivative(p.num, p.psi(p.scores(w))))


@claim("P.2.2.1", JST.at("§2, eq. (2.2), first equality"))
@proof("P.S2.psi-wd")
@latex(r"Z^\top\nabla\psi(Zw)=\frac{\sum_{i=1}^n\ell'(\langle w,z_i\rangle)z_i}{\ell'(\psi(Zw))}")
def psi_gradient_weights_the_rows(p: Problem) -> tuple[Relation, ...]:
    """Zᵀ∇ψ(Zw) = Σ_i ℓ'(⟨w, z_i⟩) z_i / ℓ'(ψ(Zw))."""

    def statement(p: Problem) -> Relation:
        w = directions(p)
        return equal(p.combine(p.psi_gradient(p.scores(w))), weighted_rows(p, w))

    return for_each_loss(statement, p)


@claim("P.2.2.2", JST.at("§2, eq. (2.2), second equality"))
@proof("P.S2.R")
@latex(r"""\frac{\sum_{i=1}^n\ell'(\langle w,z_i\rangle)z_i}{\ell'(\psi(Zw))}
    =\frac{\nabla\mathcal R(w)}{\ell'(\psi(Zw))/n}""")
def weighted_rows_are_the_normalised_risk_gradient(p: Problem) -> tuple[Relation, ...]:
    """Σ_i ℓ'(⟨w, z_i⟩) z_i / ℓ'(ψ(Zw)) = ∇R(w) / (ℓ'(ψ(Zw))/n)."""

    def statement(p: Problem) -> Relation:
        w = directions(p)
        scale = p.loss.derivative(p.num, p.psi(p.scores(w))) / p.n
        return equal(weighted_rows(p, w), p.risk_gradient(w) / column(scale))

    return for_each_loss(statement, p)


@claim("P.2.2.3", JST.at("§2, sentence before (2.2)"), kind="identity")
@proof("P.S2.psi-wd")
@latex(r"\nabla_w\,\psi(Zw)=Z^\top\nabla\psi(Zw)")
def chain_rule(p: Problem) -> tuple[Relation, ...]:
    """0 ≤ ψ(Z(w+h)) − ψ(Zw) − ⟨Zᵀ∇ψ(Zw), h⟩ ≤ ρ‖Zh‖∞²/2 for small h along every axis, both ways: so Zᵀ∇ψ(Zw) is the
    gradient."""

    def statement(p: Problem) -> tuple[Relation, ...]:
        w, axes = directions(p), np.eye(p.d, dtype=int)
        relations: list[Relation] = []
        for h in p.fixed(np.concatenate([axes, -axes]))[:, None] / 1024:
            moved, gradient = p.psi(p.scores(w + h)), p.combine(p.psi_gradient(p.scores(w)))
            remainder = moved - p.psi(p.scores(w)) - p.inner(gradient, h)
            largest = p.linf(p.scores(h))
            relations += [at_least(remainder, 0), at_most(remainder, p.loss.rho(p.n) * largest**2 / 2)]
        return tuple(relations)

    return for_each_loss(statement, p)


@claim("P.2.3.1", JST.at("§2, eq. (2.3)"))
@given(exponential_loss)
@proof("P.2.2.1", "P.2.2.2")
@latex(r"Z^\top\nabla\psi(Zw)=\frac{\nabla\mathcal R(w)}{\mathcal R(w)}")
def psi_gradient_normalises_the_risk(p: Problem) -> Relation:
    """Zᵀ∇ψ(Zw) = ∇R(w)/R(w)."""
    w = directions(p)
    return equal(p.combine(p.psi_gradient(p.scores(w))), p.risk_gradient(w) / column(p.risk(w)))


@claim("P.2.3.2", JST.at("§2, sentence before (2.3)"), kind="identity")
@given(exponential_loss)
@proof("P.2.1.exp")
@latex(r"\nabla\psi(Zw)\in\Delta_n,\quad\nabla\psi(Zw)=\mathrm{softmax}(Zw)")
def psi_gradient_is_the_softmax(p: Problem) -> tuple[Relation, ...]:
    """∇ψ(Zw) ∈ Δ_n, and (∇ψ(Zw))_i = exp((Zw)_i) / Σ_j exp((Zw)_j)."""
    xi = p.scores(directions(p))
    q, weights = p.psi_gradient(xi), p.exp(xi)
    return *in_simplex(q), equal(q, weights / column(weights.sum(-1)))


@claim("P.S3.3.psimax2", JST.at("§2, item (ii) after (2.1); §3.3, first paragraph"), kind="qualitative")
@given(exponential_loss)
@proof("P.S3.3.psimax.4", by=duality_arguments.weights_are_averages)
@latex(r"\max_i(Zw)_i\le\psi(Zw)\le\max_i(Zw)_i+\ln n")
def psi_smooths_the_margin(p: Problem) -> tuple[Relation, Relation]:
    """max_i (Zw)_i ≤ ψ(Zw) ≤ max_i (Zw)_i + ln n: −ψ(Zw) is the unnormalised margin, up to ln n."""
    xi = p.scores(np.concatenate([directions(p), 16 * directions(p)]))
    top = p.maximum(xi)
    return at_most(top, p.psi(xi)), at_most(p.psi(xi), top + p.log(p.n))
