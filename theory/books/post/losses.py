"""The problems (P) and (D), the data-fitting terms L and L̃ = ℓ⁻¹ ∘ L, their gradients and dual variables.

    P(w) = Ψ(w) + L(Vw)      D(a) = −Ψ*(−V*a) − L*(a)      V = Z, the rows z_i       R(w) = Σ ℓ(⟨w, z_i⟩) = L(Vw)

R is a sum here: n times the mean of the same letter elsewhere. A gradient g of F at w is characterised by
|F(w+h) − F(w) − ⟨g, h⟩| ≤ O(‖h‖²) for all h, which no other vector satisfies.
"""

from fractions import Fraction
from typing import Any

import numpy as np
from lemmacheck.theory.books.jst.sec2_notation import inverse_is_exact
from lemmacheck.theory.books.post.problems.bent_loss import Bent
from lemmacheck.theory.books.post.problems.fits import FITS, Fit, LogOfLosses, Quadratic, SumOfLosses
from lemmacheck.theory.books.post.source import POST
from lemmacheck.theory.core.arithmetic import Array, column
from lemmacheck.theory.core.claim import claim, given, latex, not_checkable, proof
from lemmacheck.theory.core.hypothesis import hypothesis
from lemmacheck.theory.core.piecewise import larger
from lemmacheck.theory.core.relation import Relation, at_least, at_most, below, equal, same_space
from lemmacheck.theory.margins.comparators import (
    directions,
    dual_points,
    for_each_loss,
    nonzero_directions,
    simplex_points,
    turned_pairs,
)
from lemmacheck.theory.margins.hypotheses import exponential_loss, two_rows
from lemmacheck.theory.margins.losses import Exponential, Logistic
from lemmacheck.theory.margins.problem import Problem

CHAPTER = "opening"

EXPONENTIAL = (exponential_loss,)
DERIVATION = "“Derivation of the two variants of gradient step”"


@hypothesis("‖z_i‖₂ ≤ 1 for every row: then L̃(Vw) is 1-smooth, as its step sizes need", tacit=True)
def short_rows(p: Problem) -> Relation:
    return at_most(p.squared(p.Z)[None], 1)


def regularised_at(p: Problem, fit: Fit, w: Array) -> tuple[Quadratic, Array]:
    """Ψ(v) = ¼‖v − c‖² with the c for which w minimises Ψ + L∘V, and the a = ∇L(Vw) that then maximises D."""
    lam = p.num.number(Fraction(1, 2))
    a = fit.gradient(p.num, p.scores(w))
    w, pull = same_space(w, p.combine(a))
    return Quadratic(lam, w + pull / lam), a


@claim("W.FRDT", POST.at("opening, displays (P) and (D)"), kind="definition")
@latex(r"""\min_{w\in\mathcal W}\Psi(w)+\mathcal L(Vw)=:P(w),
    \quad \max_{a\in\mathcal Y^*}-\Psi^*(-V^*a)-\mathcal L^*(a)=:D(a)""")
def primal_and_dual(p: Problem) -> tuple[Relation, ...]:
    """For L and for L̃, and Ψ(v) = ¼‖v − c‖² with the c that makes w optimal: P(w) = D(a) at a = ∇L(Vw), every
    other point has a larger P, and every other point of Δ_n a D that is no larger than P(w)."""
    return tuple(relation for fit in FITS for relation in optimal_pair(p, fit))


def optimal_pair(p: Problem, fit: Fit) -> tuple[Relation, ...]:
    w = directions(p)
    psi, a = regularised_at(p, fit, w)

    def primal(w: Array) -> Any:
        return psi.value(w) + fit.value(p.num, p.scores(w))

    def dual(a: Array) -> Any:
        return -psi.conjugate(-p.combine(a)) - fit.conjugate(p.num, a)

    least = primal(w)
    return (
        equal(least, dual(a)),
        *(at_least(primal(w + h), dual(a)) for h in nonzero_directions(p) / 64),
        *(at_least(least, dual(other[None])) for other in simplex_points(p)),
    )


def labels(p: Problem) -> Array:
    """1, −1, 1, …: targets y_i, which make the rows z_i those of inputs φ(x_i) = −y_i z_i."""
    return p.num.array(((-1) ** np.arange(p.n)).tolist())


@claim("W.WLOG", POST.at("opening, second bullet"))
@given(*EXPONENTIAL)
@latex(r"""z_i=-y_i^{\text{tgt}}\phi(x_i),
    \quad \sum_i\ell(-y_i^{\text{tgt}}\langle w,\phi(x_i)\rangle)=\sum_i\ell(\langle w,z_i\rangle)""")
def targets_are_minus_one(p: Problem) -> Relation:
    """ℓ(−y_i⟨w, φ(x_i)⟩) = ℓ(⟨w, z_i⟩) for every w and i, where z_i = −y_i φ(x_i) is given the target −1: the two
    datasets have the same data-fitting term, summand by summand."""
    w, targets = directions(p), labels(p)
    inputs = -column(targets) * p.Z
    scores = (inputs @ w[..., None])[..., 0]
    return equal(p.exp(-targets * scores), p.exp(p.scores(w)))


def risk(p: Problem, w: Array) -> Any:
    """The post's R(w)."""
    return p.n * p.risk(w)


def risk_gradient(p: Problem, w: Array) -> Array:
    """The post's ∇R(w)."""
    return p.n * p.risk_gradient(w)


@claim("W.R", POST.at("opening, third bullet"), kind="definition")
@given(*EXPONENTIAL)
@latex(r"\mathcal R(w)=\sum_{i=1}^n\ell(\langle w,z_i\rangle)=\mathcal L(Vw)")
def unnormalised_risk(p: Problem) -> Relation:
    """The summands ℓ(⟨w, z_i⟩) of R(w) are those of L(Vw) = Σ_i ℓ((Vw)_i), row by row."""
    w = directions(p)
    summands = [p.exp(p.inner(w, p.Z[..., i, :])) for i in range(p.n)]
    return equal(np.stack(summands, axis=-1), p.loss.value(p.num, p.scores(w)))


@claim("W.Ltil.1", POST.at("opening, display of L̃"), kind="definition")
@given(*EXPONENTIAL)
@latex(r"\ell=\exp:\quad\widetilde{\mathcal L}(y)=\ell^{-1}\left(\sum_{i=1}^n\ell(y_i)\right)")
def composite_is_defined(p: Problem) -> Relation:
    """For ℓ = exp, which the post fixes where it opens, some r has ℓ(r) = Σ_i ℓ(y_i): it is L̃(y). That ℓ is strictly
    increasing is not enough for this: another ℓ may jump, and Σ ℓ(y_i) fall into the gap (P.S2.psi-wd)."""
    return inverse_is_exact(p, p.loss)


def jensen(value: Any, y: Array, other: Array) -> tuple[Relation, Relation]:
    """F((1−s)y + s y') ≤ (1−s)F(y) + s F(y') for s = 1/4 and 1/2."""
    return (
        at_most(value((3 * y + other) / 4), (3 * value(y) + value(other)) / 4),
        at_most(value((y + other) / 2), (value(y) + value(other)) / 2),
    )


@claim("W.Ltil.2", POST.at("opening, paragraph after the display of L̃"))
@latex(r"\ell=\exp:\quad\widetilde{\mathcal L}(y)=\log\sum_{i=1}^ne^{y_i},\quad\text{which is convex}")
def log_sum_exp_is_convex(p: Problem) -> tuple[Relation, ...]:
    """For ℓ = exp, ℓ⁻¹(Σ_i ℓ(y_i)) = ln Σ_i e^{y_i}; and this satisfies Jensen's inequality between points of ℝⁿ that
    are not moved along (1, …, 1), where it is affine."""
    y, other = turned_pairs(p)
    ell = Exponential()
    return (
        equal(ell.inverse(p.num, ell.value(p.num, y).sum(-1)), p.log(p.exp(y).sum(-1))),
        *jensen(lambda y: LogOfLosses().value(p.num, y), y, other),
    )


@claim("W.Ltil.gen", POST.at("opening, footnote 1"), kind="qualitative")
@given(two_rows)
@proof("W.FRDT")
@latex(r"\text{a crucial condition for the trick is that }\widetilde{\mathcal L}\text{ must be convex}")
def convexity_is_crucial(p: Problem) -> tuple[Relation, ...]:
    """The trick works for the logistic loss, whose L̃ satisfies Jensen's inequality. It fails for an increasing convex
    C¹ loss that bends from exponential to linear and back: L̃(m) > ½L̃(0) + ½L̃(1) at m = (½, …, ½), so for Ψ the
    indicator of m every D(a) ≤ ⟨a, m⟩ − max_{y ∈ {0, 1}} (⟨a, y⟩ − L̃(y)) stays below the minimum L̃(m) of P."""
    one, a = p.ones(p.n)[None], dual_points(p)

    def bent(y: Array) -> Any:
        return Bent().psi(p.num, y)

    conjugate = larger(p.num, -bent(0 * one), p.inner(a, one) - bent(one))
    return (
        *jensen(lambda y: Logistic().psi(p.num, y), *turned_pairs(p)),
        below(bent(0 * one) / 2 + bent(one) / 2, bent(one / 2)),
        below(p.inner(a, one / 2) - conjugate, bent(one / 2)),
    )


W_LTIL_COND = not_checkable(
    "W.Ltil.cond",
    POST.at("opening, footnote 1, second half"),
    "Additional desirable conditions are in Assumption 1.2 of Ji and Telgarsky (2020), sufficient ones in Lemma 5.2.",
    latex=r"\text{Assumption 1.2 and Lemma 5.2 of Ji and Telgarsky (2020)}",
    reason="it cites an assumption and a lemma, of which neither is printed here",
)


def is_gradient(p: Problem, fit: Fit, w: Array, gradient: Array) -> tuple[Relation, ...]:
    """|F(w+h) − F(w) − ⟨g, h⟩| ≤ a bound that is quadratic in ‖h‖₁, for F = L∘V or L̃∘V: g is ∇F(w)."""
    found: list[Relation] = []
    y = p.scores(w)
    for h in nonzero_directions(p) / 1024:
        x, reach = p.scores(h + 0 * w), p.maximum(abs(p.Z)) * column(abs(h).sum(-1)) + 0 * y
        remainder = fit.value(p.num, y + x) - fit.value(p.num, y) - p.inner(gradient, h)
        bend = fit.bend(p.num, y, reach)
        found += [at_most(remainder, bend), at_least(remainder, -bend)]
    return tuple(found)


def chained(p: Problem, fit: Fit, w: Array) -> Array:
    """V*∂F(Vw)."""
    return p.combine(fit.gradient(p.num, p.scores(w)))


GRADIENT: dict[str, Any] = {
    "kind": "identity",
    "given": EXPONENTIAL,
    "chapter": "“Derivation of the two variants of gradient step”",
}
FIRST, SECOND = f"{DERIVATION}, first display", f"{DERIVATION}, second display"


@claim("W.gradL.1", POST.at(FIRST), **GRADIENT)
@latex(r"\partial_w\mathcal L(Vw)=V^*\partial\mathcal L(Vw)")
def chain_rule_of_the_sum(p: Problem) -> tuple[Relation, ...]:
    """V*∂L(Vw) is the gradient of L(Vw): with r_i = ‖z_i‖_∞‖h‖₁,
    |L(V(w+h)) − L(Vw) − ⟨V*∂L(Vw), h⟩| ≤ ½ Σ r_i² exp((Vw)_i + r_i)."""
    w = directions(p)
    return is_gradient(p, SumOfLosses(), w, chained(p, SumOfLosses(), w))


@claim("W.gradL.2", POST.at(FIRST), **GRADIENT)
@proof("W.R")
@latex(r"V^*\partial\mathcal L(Vw)=\nabla\mathcal R(w)")
def pulled_gradient_is_the_risks(p: Problem) -> Relation:
    """V*∂L(Vw) = ∇R(w)."""
    w = directions(p)
    return equal(chained(p, SumOfLosses(), w), risk_gradient(p, w))


@claim("W.gradL.3", POST.at(f"{FIRST}, first and last members"), **GRADIENT)
@proof("W.gradL.1", "W.gradL.2")
@latex(r"\partial_w\mathcal L(Vw)=\nabla\mathcal R(w)")
def gradient_of_the_sum(p: Problem) -> tuple[Relation, ...]:
    """∇R(w) is the gradient of L(Vw): with r_i = ‖z_i‖_∞‖h‖₁,
    |L(V(w+h)) − L(Vw) − ⟨∇R(w), h⟩| ≤ ½ Σ r_i² exp((Vw)_i + r_i)."""
    w = directions(p)
    return is_gradient(p, SumOfLosses(), w, risk_gradient(p, w))


def normalised_gradient(p: Problem, w: Array) -> Array:
    """∇R(w)/R(w)."""
    return risk_gradient(p, w) / column(risk(p, w))


@claim("W.gradLt.1", POST.at(SECOND), **GRADIENT)
@latex(r"\partial_w\widetilde{\mathcal L}(Vw)=V^*\partial\widetilde{\mathcal L}(Vw)")
def chain_rule_of_the_logarithm(p: Problem) -> tuple[Relation, ...]:
    """V*∂L̃(Vw) is the gradient of w ↦ L̃(Vw): |L̃(V(w+h)) − L̃(Vw) − ⟨V*∂L̃(Vw), h⟩| ≤ ½ max_i ‖z_i‖_∞² ‖h‖₁²."""
    w = directions(p)
    return is_gradient(p, LogOfLosses(), w, chained(p, LogOfLosses(), w))


@claim("W.gradLt.2", POST.at(SECOND), **GRADIENT)
@proof("W.R")
@latex(r"V^*\partial\widetilde{\mathcal L}(Vw)=\frac{\nabla\mathcal R(w)}{\mathcal R(w)}")
def pulled_gradient_is_normalised(p: Problem) -> Relation:
    """V*∂L̃(Vw) = ∇R(w)/R(w)."""
    w = directions(p)
    return equal(chained(p, LogOfLosses(), w), normalised_gradient(p, w))


@claim("W.gradLt.3", POST.at(f"{SECOND}, first and last members"), **GRADIENT)
@proof("W.gradLt.1", "W.gradLt.2")
@latex(r"\partial_w\widetilde{\mathcal L}(Vw)=\frac{\nabla\mathcal R(w)}{\mathcal R(w)}")
def gradient_of_the_logarithm(p: Problem) -> tuple[Relation, ...]:
    """∇R(w)/R(w) is the gradient of w ↦ L̃(Vw): |L̃(V(w+h)) − L̃(Vw) − ⟨∇R(w)/R(w), h⟩| ≤ ½ max_i ‖z_i‖_∞² ‖h‖₁²."""
    w = directions(p)
    return is_gradient(p, LogOfLosses(), w, normalised_gradient(p, w))


def is_dual_variable(p: Problem, y: Array, a: Array) -> tuple[Relation, ...]:
    """⟨a, y⟩ − L̃*(a) = L̃(y), the most that any point of Δ_n attains."""
    fit = LogOfLosses()
    most = fit.value(p.num, y)
    others = (p.inner(b, y) - fit.conjugate(p.num, b) for b in simplex_points(p))
    return equal(p.inner(a, y) - fit.conjugate(p.num, a), most), *(at_most(other, most) for other in others)


def rescaled(p: Problem, y: Array) -> Array:
    """(ℓ⁻¹)'(L(y)) a with a = ∇L(y) = ℓ'(y), and (ℓ⁻¹)'(s) = 1/ℓ'(ℓ⁻¹(s))."""
    total = p.loss.value(p.num, y).sum(-1)
    slope = 1 / p.loss.derivative(p.num, p.loss.inverse(p.num, total))
    return column(slope) * p.loss.derivative(p.num, y)


@claim("W.dual2.1", POST.at("opening, footnote 2"), kind="identity")
@given(*EXPONENTIAL)
@latex(r"\tilde a=\nabla\widetilde{\mathcal L}(Vw)")
def other_dual_variable(p: Problem) -> tuple[Relation, ...]:
    """ã = ∇L̃(Vw) is the dual variable that goes with L̃: it maximises ⟨a, Vw⟩ − L̃*(a) over Δ_n, where the value
    is L̃(Vw)."""
    y = p.scores(directions(p))
    return is_dual_variable(p, y, p.softmax(y))


@claim("W.dual2.2", POST.at("opening, footnote 2"))
@latex(r"\nabla\widetilde{\mathcal L}(Vw)=(\ell^{-1})'(\mathcal L(Vw))\,a,\quad a=\nabla\mathcal L(Vw)")
def dual_variables_are_parallel(p: Problem) -> tuple[Relation, ...]:
    """∇L̃(Vw) = (ℓ⁻¹)'(L(Vw)) a with a = ∇L(Vw), for each loss."""

    def statement(p: Problem) -> Relation:
        y = p.scores(directions(p))
        return equal(p.psi_gradient(y), rescaled(p, y))

    return for_each_loss(statement, p)


@claim("W.dual2.3", POST.at("opening, footnote 2, first and last members"), kind="identity")
@given(*EXPONENTIAL)
@proof("W.dual2.1", "W.dual2.2")
@latex(r"\tilde a=(\ell^{-1})'(\mathcal L(Vw))\,a,\quad a=\nabla\mathcal L(Vw)")
def other_dual_variable_is_the_first_rescaled(p: Problem) -> tuple[Relation, ...]:
    """ã = (ℓ⁻¹)'(L(Vw)) a maximises ⟨a, Vw⟩ − L̃*(a) over Δ_n, where the value is L̃(Vw)."""
    y = p.scores(directions(p))
    return is_dual_variable(p, y, rescaled(p, y))
