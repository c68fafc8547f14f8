"""AdaBoost for an even convex φ: ψ(w) = φ(‖w‖₁), its conjugate, the step size (φ*)', and what the choice of φ changes.

    ψ* = φ* ∘ ‖·‖_∞,   u_t ∈ ∂ψ*(−V*a_t) = (φ*)'(‖−V*a_t‖_∞) ∂‖·‖_∞(−V*a_t),   w_{t+1} = w_t + η u_t

With g_t = −V*a_t. A u is in ∂ψ*(g) exactly if ψ(u) + ψ*(g) = ⟨u, g⟩. The formula needs a derivative of φ* at ‖g‖_∞.
"""

from functools import partial
from typing import Any

from lemmacheck.theory.books.post.adaboost import (
    SECTION,
    boosting,
    conjugates,
    l1_separable,
    pull,
    short_entries,
    steepest_at,
)
from lemmacheck.theory.books.post.algorithms.coordinate_boosting import PotentialBoosting
from lemmacheck.theory.books.post.problems.potentials import NormPotential, PotentialProblem
from lemmacheck.theory.books.post.source import POST
from lemmacheck.theory.core.arithmetic import Array, column
from lemmacheck.theory.core.claim import claim, given, latex, proof, slip
from lemmacheck.theory.core.hypothesis import hypothesis
from lemmacheck.theory.core.relation import Relation, above, at_least, at_most, equal
from lemmacheck.theory.core.run import Run

CHAPTER = "“AdaBoost for implicit ℓ₁-regularized classification”"
stated = partial(claim, about=PotentialBoosting)

DISPLAY = f"{SECTION}, second display"


def potential(p: Any) -> Any:
    """φ: of a run, or of the setting."""
    return getattr(p, "algorithm", p).phi


@hypothesis("φ is even", tried=lambda p: p.phi)
def even(p: PotentialProblem) -> Relation:
    x = p.num.array([1, 2, 3]) / 2
    return equal(p.phi.value(p.num, -x), p.phi.value(p.num, x))


@hypothesis("φ is least at 0, as every even convex φ is", tried=potential)
def least_at_zero(run: Run) -> Relation:
    phi, x = potential(run), run.num.array(range(-3, 4)) / 2
    return at_least(phi.value(run.num, x), phi.value(run.num, 0 * x))


def convex_along(p: Any, x: Array) -> Relation:
    """φ((x_k + x_{k+1})/2) ≤ (φ(x_k) + φ(x_{k+1}))/2."""
    phi = potential(p)
    ends = phi.value(p.num, x[:-1]) + phi.value(p.num, x[1:])
    return at_most(phi.value(p.num, (x[:-1] + x[1:]) / 2), ends / 2)


def convex_between(p: Any) -> tuple[Relation, ...]:
    x = p.num.array(range(-40, 41))
    return tuple(convex_along(p, x / k) for k in (1, 3, 7, 64))


@hypothesis("φ is convex", tried=potential, closer=convex_between)
def convex(p: Any) -> Relation:
    return convex_along(p, p.num.array(range(-3, 4)))


@hypothesis("φ* is differentiable at every ‖g‖_∞ in question", tacit=True)
def differentiable(p: PotentialProblem) -> Relation:
    return above(p.phi.regular(p.num, p.linf(p.pulls())), 0)


@hypothesis("φ* is finite and differentiable at every ‖V*a_t‖_∞", tacit=True)
def differentiable_at_the_edges(run: Run) -> Relation:
    return above(run.algorithm.phi.regular(run.num, run.edge(run.a)), 0)


@hypothesis("0 < η(φ*)'(s) ≤ s for 0 < s < 1, for each step size η", tried=lambda run: run.algorithm.phi)
def moderate_steps(run: Run) -> tuple[Relation, Relation]:
    s = run.num.array(range(1, 32)) / 32
    steps = column(run.eta) * run.algorithm.phi.slope(run.num, s)
    return above(steps, 0), at_most(steps - s, 0)


@claim("W.phi", POST.at(f"{DISPLAY}, first line"), kind="identity", about=NormPotential)
@given(even, convex)
@latex(r"\psi(w)=\varphi(\|w\|_1):\quad\psi^*=\varphi^*\circ\|\cdot\|_\infty")
def conjugate_of_a_norm_potential(p: PotentialProblem) -> tuple[Relation, ...]:
    """ψ*(g) = φ*(‖g‖_∞), at g = −V*a for a ∈ Δ_n and at 0: φ(‖w‖₁) + φ*(‖g‖_∞) ≥ ⟨w, g⟩ for all w, with equality for a
    w."""
    return conjugates(p, p.phi)


@stated("W.phi.sub.1", POST.at(f"{DISPLAY}, second line, first equality"))
@given(least_at_zero, convex, differentiable_at_the_edges)
@proof("W.phi")
@latex(r"u_t=\partial\psi^*(-V^*a_t)")
def direction_is_a_subgradient(run: Run) -> Relation:
    """u_t ∈ ∂ψ*(−V*a_t): φ(‖u_t‖₁) + φ*(‖V*a_t‖_∞) = ⟨u_t, −V*a_t⟩."""
    g, phi = pull(run), run.algorithm.phi
    values = phi.value(run.num, run.l1(run.u)) + phi.conjugate(run.num, run.linf(g))
    return equal(values, run.inner(run.u, g))


@claim("W.phi.sub.2", POST.at(f"{DISPLAY}, second line, second equality"), kind="identity", about=NormPotential)
@given(even, convex, differentiable)
@proof("W.phi")
@latex(r"\partial\psi^*(-V^*a)=(\varphi^*)'(\|-V^*a\|_\infty)~\partial\|\cdot\|_\infty(-V^*a)")
def chain_rule(p: PotentialProblem) -> tuple[Relation, ...]:
    """∂ψ*(g) = (φ*)'(s) ∂‖·‖_∞(g), s = ‖g‖_∞, at g = −V*a for a ∈ Δ_n and at 0. The right set is in the left one: for
    v ∈ ∂‖·‖_∞(g) and c = (φ*)'(s), ψ(cv) + ψ*(g) = ⟨cv, g⟩. And the left set is in the right one: a longer u, of ‖u‖₁ =
    c + 1, has ψ(u) + ψ*(g) > ‖u‖₁ s ≥ ⟨u, g⟩."""
    num, g = p.num, p.pulls()
    s = p.linf(g)
    c = p.phi.slope(num, s)
    inside = []
    for v in steepest_at(p, g):
        u = column(c) * v
        inside.append(equal(p.phi.value(num, p.l1(u)) + p.phi.conjugate(num, s), p.inner(u, g)))
    return (*inside, above(p.phi.value(num, c + 1) + p.phi.conjugate(num, s), (c + 1) * s))


@stated("W.Alg.7phi", POST.at(DISPLAY), kind="algorithm")
@given(least_at_zero, convex, differentiable_at_the_edges)
@latex(r"""w_0=0,\quad a_t=\nabla\widetilde{\mathcal L}(Vw_t),
    \quad u_t=(\varphi^*)'(\|-V^*a_t\|_\infty)~\partial\|\cdot\|_\infty(-V^*a_t),\quad w_{t+1}=w_t+\eta u_t""")
def adaboost_for_any_potential(run: Run) -> tuple[Relation, ...]:
    """w_0 = 0, a_t ∝ exp(Vw_t) in Δ_n, u_t ∈ (φ*)'(‖V*a_t‖_∞) ∂‖·‖_∞(−V*a_t), w_{t+1} = w_t + η u_t."""
    return boosting(run, run.algorithm.phi.slope(run.num, run.linf(pull(run))))


@stated("W.Ada.steps", POST.at("footnote 4, “various choices of adaptive stepsize”"), kind="qualitative")
@given(short_entries, least_at_zero, convex, differentiable_at_the_edges)
@proof("W.Alg.7phi")
@latex(r"""\min_i\langle-z_i,w_t\rangle\ge\bar\gamma_1\sum_{j<t}c_j-\frac12\sum_{j<t}c_j^2-\ln n,
    \quad c_t=\|w_{t+1}-w_t\|_1=\eta(\varphi^*)'(\|V^*a_t\|_\infty)""")
def the_discussion_extends_to_adaptive_steps(run: Run) -> Relation:
    """The discussion extends to various choices of the step size c_t: min_i ⟨−z_i, w_t⟩ ≥ γ̄₁ Σ_{j<t} c_j −
    ½ Σ_{j<t} c_j² − ln n, so that γ₁(w_t) → γ̄₁ whenever c_t → 0 and Σ c_t = ∞. Asked with c_t = η(φ*)'(‖V*a_t‖_∞) for
    several φ, among them ln cosh, with the usual ½ ln((1 + s)/(1 − s)); those of the cited paragraph are not printed.

    Proof. L̃(Vw_{t+1}) ≤ L̃(Vw_t) − c_t ‖V*a_t‖_∞ + c_t²/2, as in N6.descent, and ‖V*a_t‖_∞ ≥ γ̄₁."""
    c = run.eta * run.l1(run.u)
    owed = run.optimum.gamma * run.sums(c) - run.sums(c * c) / 2 - run.log(run.num.number(run.n))
    return at_least(-run.maximum(run.scores(run.w)), owed)


def half_the_margin(run: Run) -> tuple[Relation, Relation]:
    """w_t ≠ 0 and γ₁(w_t) ≥ γ̄₁/2 − ln(n)/‖w_t‖₁ for t ≥ 1, the latter times ‖w_t‖₁."""
    w = run.w[1:]
    size = run.l1(w)
    owed = size * run.optimum.gamma / 2 - run.log(run.num.number(run.n))
    return above(size, 0), at_most(owed, -run.maximum(run.scores(w)))


@stated("W.phi.same", POST.at(f"{SECTION}, paragraph after the second display"), kind="conjecture", first=1)
@given(short_entries, l1_separable, least_at_zero, convex, differentiable_at_the_edges)
@slip("""a condition is missing, 0 < η(φ*)'(s) ≤ s: for φ(x) = 2|x| the step size (φ*)' is 0 on [0, 1], and AdaBoost
    stays at w_0 = 0; for φ = 0 on [−1, 1], of step size 1, it can run into a cycle that never separates the data.""")
@proof("W.Ada.margin.corrected")
@latex(r"""\text{for every even convex }\varphi:\quad w_t\ne0,
    \quad \gamma_1(w_t)\ge\tfrac12\bar\gamma_1-\frac{\ln n}{\|w_t\|_1}""")
def every_potential_regularises_alike(run: Run) -> tuple[Relation, ...]:
    """Whatever the even convex φ, AdaBoost with η ≤ 1 ends with at least half of the largest ℓ₁ margin, as it does for
    φ(x) = x²/2: w_t ≠ 0 and γ₁(w_t) ≥ γ̄₁/2 − ln(n)/‖w_t‖₁ for every t ≥ 1."""
    return half_the_margin(run)


@every_potential_regularises_alike.corrected()
@given(short_entries, l1_separable, least_at_zero, convex, differentiable_at_the_edges, moderate_steps)
@latex(r"""0<\eta(\varphi^*)'(s)\le s\ (0<s<1):\quad w_t\ne0,
    \quad \gamma_1(w_t)\ge\tfrac12\bar\gamma_1-\frac{\ln n}{\|w_t\|_1}""")
def moderate_potentials_regularise_alike(run: Run) -> tuple[Relation, ...]:
    """For every even convex φ with 0 < η(φ*)'(s) ≤ s for 0 < s < 1, so that no step is longer than the edge, w_t ≠ 0
    and γ₁(w_t) ≥ γ̄₁/2 − ln(n)/‖w_t‖₁ for every t ≥ 1: L̃(Vw_{t+1}) ≤ L̃(Vw_t) − ½‖V*a_t‖_∞ ‖w_{t+1} − w_t‖₁."""
    return half_the_margin(run)
