"""AdaBoost over the coordinates, for φ(x) = x²/2: the algorithm, three names of its direction, and the margin it finds.

    a_t = ∇L̃(Vw_t),  u_t ∈ ‖V*a_t‖_∞ ∂‖·‖_∞(−V*a_t) = ∂½‖·‖_∞²(−V*a_t) = ∂(½‖·‖₁²)*(−V*a_t),  w_{t+1} = w_t + η u_t

With g_t = −V*a_t. Where a vector is set equal to a subdifferential, it is an element of it; two subdifferentials are
equal as sets. u ∈ s ∂‖·‖_∞(g), s = ‖g‖_∞, exactly if ‖u‖₁ = s and ⟨u, g⟩ = s².
"""

from typing import Any

import numpy as np
from lemmacheck.theory.books.contributed.source import CONTRIBUTED
from lemmacheck.theory.books.post.algorithms.coordinate_boosting import (
    BoostingThreeColumns,
    CoordinateBoosting,
    LogisticBoosting,
)
from lemmacheck.theory.books.post.problems.l1 import steepest
from lemmacheck.theory.books.post.problems.potentials import NormPotential, PotentialProblem, Square
from lemmacheck.theory.books.post.source import POST
from lemmacheck.theory.core.arithmetic import Array, column
from lemmacheck.theory.core.claim import claim, given, latex, not_checkable, proof, slip
from lemmacheck.theory.core.hypothesis import hypothesis
from lemmacheck.theory.core.piecewise import last_largest
from lemmacheck.theory.core.relation import (
    Limit,
    Relation,
    above,
    at_least,
    at_most,
    below,
    equal,
    in_simplex,
    proportional,
)
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.core.schedules import one_over_root_t_plus_one_floor

CHAPTER = "“AdaBoost for implicit ℓ₁-regularized classification”"

SECTION = "“AdaBoost for implicit ℓ₁-regularized classification”"
DISPLAY = f"{SECTION}, first display"


@hypothesis("|z_ij| ≤ 1 for every entry", tacit=True)
def short_entries(run: Any) -> Relation:
    return at_most(abs(run.Z)[None], 1)


@hypothesis("the data are separable: γ̄₁ > 0", tacit=True)
def l1_separable(run: Any) -> Relation:
    return above(run.optimum.gamma, 0)


@hypothesis("0 < η ≤ 2", tacit=True)
def short_steps(run: Run) -> tuple[Relation, Relation]:
    return above(run.eta, 0), at_most(run.eta, 2)


@hypothesis("η_t = 1 for every t")
def unit_steps(run: Run) -> Relation:
    return equal(run.eta, 1)


@hypothesis("φ(x) = x²/2", tried=lambda p: p.phi)
def square(p: PotentialProblem) -> Relation:
    x = p.num.array([0, 1, 2, 3])
    return equal(p.phi.value(p.num, x), Square().value(p.num, x))


def pull(run: Run) -> Array:
    """g_t = −V*a_t."""
    return -run.combine(run.a)


def of_length(run: Run, length: Array) -> tuple[Relation, Relation]:
    """u_t ∈ c_t ∂‖·‖_∞(g_t) for c_t ≥ 0: ‖u_t‖₁ = c_t and ⟨u_t, g_t⟩ = c_t ‖g_t‖_∞."""
    g = pull(run)
    return equal(run.l1(run.u), length), equal(run.inner(run.u, g), length * run.linf(g))


def boosting(run: Run, length: Array) -> tuple[Relation, ...]:
    """The four lines of the algorithm with u_t ∈ c_t ∂‖·‖_∞(g_t)."""
    return (
        equal(run.w[:1], 0),
        proportional(run.a, run.exp(run.scores(run.w))),
        *in_simplex(run.a),
        *of_length(run, length),
        equal(run.w[1:], run.w[:-1] + column(run.eta[:-1]) * run.u[:-1]),
    )


@claim("W.Alg.7", POST.at(DISPLAY), kind="algorithm", about=CoordinateBoosting)
@latex(r"""w_0=0,\quad a_t=\nabla\widetilde{\mathcal L}(Vw_t),
    \quad u_t=\|V^*a_t\|_\infty\,\partial\|\cdot\|_\infty(-V^*a_t),\quad w_{t+1}=w_t+\eta u_t""")
def adaboost(run: Run) -> tuple[Relation, ...]:
    """w_0 = 0, a_t ∝ exp(Vw_t) in Δ_n, u_t ∈ ‖V*a_t‖_∞ ∂‖·‖_∞(−V*a_t), w_{t+1} = w_t + η u_t."""
    return boosting(run, run.linf(pull(run)))


W_ADA_CHINOT = not_checkable(
    "W.Ada.Chinot",
    POST.at(f"{SECTION}, “With our notation, one can check”"),
    "The displayed algorithm is AdaBoost as in Algorithm 1 of Chinot, Kuchelmeister, Löffler and van de Geer (2021).",
    latex=r"\text{Algorithm 1 of Chinot et al. (2021), in this notation}",
    reason="that algorithm is not printed here: its lines, its step sizes and its notation are in the cited paper, so "
    "that there is nothing to compare the display with",
)


@claim("W.Ada.u.1", POST.at(f"{DISPLAY}, line 3, first equality"), kind="identity", about=CoordinateBoosting)
@latex(r"u_t=\|V^*a_t\|_\infty\,\partial\|\cdot\|_\infty(-V^*a_t)")
def direction_is_steepest(run: Run) -> tuple[Relation, ...]:
    """u_t ∈ ‖V*a_t‖_∞ ∂‖·‖_∞(−V*a_t): ‖u_t‖₁ = ‖V*a_t‖_∞ and ⟨u_t, −V*a_t⟩ = ‖V*a_t‖_∞²."""
    return of_length(run, run.linf(pull(run)))


def pairs(x: Array, g: Array) -> tuple[Array, Array]:
    """Every x with every g."""
    return np.repeat(x, len(g), axis=0), np.concatenate([g] * len(x))


def steepest_at(p: PotentialProblem, g: Array) -> list[Array]:
    """Elements of ∂‖·‖_∞(g): the first coordinate, the last, and their mean."""
    front = p.first_coordinate(g)
    back = steepest(p.num, g, last_largest(p.num, abs(g)))
    return [front, back, (front + back) / 2]


def half_square(p: PotentialProblem, h: Array) -> Any:
    """½‖h‖_∞²."""
    return p.linf(h) ** 2 / 2


def support(p: PotentialProblem, u: Array, g: Array, h: Array) -> Any:
    """½‖g‖_∞² + ⟨u, h − g⟩, the plane through g of slope u, at h."""
    return half_square(p, g) + p.inner(u, h - g)


@claim("W.Ada.u.2", POST.at(f"{DISPLAY}, line 3, second equality"), kind="identity", about=NormPotential)
@given(square)
@latex(r"\|V^*a\|_\infty\,\partial\|\cdot\|_\infty(-V^*a)=\partial\tfrac12\|\cdot\|_\infty^2(-V^*a)")
def half_of_the_squared_norm(p: PotentialProblem) -> tuple[Relation, ...]:
    """‖g‖_∞ ∂‖·‖_∞(g) = ∂½‖·‖_∞²(g) at g = −V*a for a ∈ Δ_n and at 0. The left set is in the right one: its elements u
    have ½‖h‖_∞² ≥ ½‖g‖_∞² + ⟨u, h − g⟩ for all h. And an x ∈ ℝᵈ misses this at h = ‖x‖₁ sign(x) by what it misses the
    left set by, ½(‖x‖₁ − ‖g‖_∞)² + (‖x‖₁‖g‖_∞ − ⟨x, g⟩)."""
    g = p.pulls()
    elements = [column(p.linf(g)) * v for v in steepest_at(p, g)]
    h = np.concatenate([p.points(), g])
    inside = []
    for u in elements:
        there, here = pairs(h, g)
        inside.append(at_least(half_square(p, there), support(p, pairs(h, u)[1], here, there)))
    x, g = pairs(np.concatenate([p.points(), elements[0]]), g)
    farthest = column(p.l1(x)) * p.sign(x)
    missing = (p.l1(x) - p.linf(g)) ** 2 / 2 + p.l1(x) * p.linf(g) - p.inner(x, g)
    return (*inside, equal(support(p, x, g, farthest) - half_square(p, farthest), missing))


def conjugates(p: PotentialProblem, phi: Any) -> tuple[Relation, Relation]:
    """(φ ∘ ‖·‖₁)* = φ* ∘ ‖·‖_∞ at g = −V*a for a ∈ Δ_n and at 0: φ(‖w‖₁) + φ*(‖g‖_∞) ≥ ⟨w, g⟩ for all w, and there is
    a w with equality, w = (φ*)'(‖g‖_∞) v with v ∈ ∂‖·‖_∞(g)."""
    g = p.pulls()
    s = p.linf(g)
    best = column(phi.slope(p.num, s)) * steepest_at(p, g)[0]
    w, at = pairs(np.concatenate([p.points(), best]), g)
    values = phi.value(p.num, p.l1(w)) + phi.conjugate(p.num, p.linf(at))
    return (
        at_least(values, p.inner(w, at)),
        equal(phi.value(p.num, p.l1(best)) + phi.conjugate(p.num, s), p.inner(best, g)),
    )


@claim("W.Ada.conj", POST.at(f"{DISPLAY}, line 3, third equality"), kind="identity", about=NormPotential)
@given(square)
@latex(r"\partial\tfrac12\|\cdot\|_\infty^2(-V^*a)=\partial\left(\tfrac12\|\cdot\|_1^2\right)^*(-V^*a)")
def conjugate_of_half_the_squared_norm(p: PotentialProblem) -> tuple[Relation, ...]:
    """½‖·‖_∞² = (½‖·‖₁²)*, so that their subdifferentials are equal: ½‖w‖₁² + ½‖g‖_∞² ≥ ⟨w, g⟩ for all w, with equality
    for a w, at g = −V*a for a ∈ Δ_n and at 0."""
    return conjugates(p, p.phi)


@claim(
    "W.Ada.margin", POST.at(f"{SECTION}, first sentence"), kind="qualitative", about=BoostingThreeColumns, returns=Limit
)
@given(short_entries, l1_separable, short_steps)
@slip("""a factor 1 − η/2 is missing: at a constant η the margin can stay below γ̄₁ for ever (N6.cycle), by a share of
    η/2 at most; γ₁(w_t) → γ̄₁ where η_t → 0 and Σ η_t = ∞ (N6.limit).""")
@latex(r"\eta_t=\eta:\quad\gamma_1(w_t)\to\bar\gamma_1")
def margin_is_maximised(run: Run) -> Limit:
    """AdaBoost with a constant step size η maximises the ℓ₁ margin: γ₁(w_t) → γ̄₁. Asked with η = 1 on the rows
    (−1, 0, 3)/3 and (3, −2, −2)/3, of γ̄₁ = 2/7."""
    return Limit(run.margin(run.w[1:]), run.optimum.gamma)


@margin_is_maximised.corrected(returns=Relation, about=CoordinateBoosting, first=1)
@proof("W.Alg.7", "N6.descent")
@latex(r"\eta_t=\eta:\quad\gamma_1(w_t)\ge\left(1-\tfrac\eta2\right)\bar\gamma_1-\frac{\ln n}{\|w_t\|_1}")
def margin_up_to_the_step(run: Run) -> Relation:
    """AdaBoost maximises the ℓ₁ margin, up to its step size: γ₁(w_t) ≥ (1 − η/2) γ̄₁ − ln(n)/‖w_t‖₁ for every t ≥ 1. As
    ‖w_t‖₁ → ∞ and η → 0 the right side tends to γ̄₁; for η_t → 0 the margin does (N6.limit)."""
    w, share = run.w[1:], 1 - run.eta[1:] / 2
    return at_least(run.margin(w), share * run.optimum.gamma - run.log(run.num.number(run.n)) / run.l1(w))


def logistic_smoothness(run: Run) -> Any:
    """ρ = n²/(4(n − 1)), and 1 for n = 1, as for n = 2."""
    n = run.n + 1 // run.n
    return run.num.number(n * n) / (4 * (n - 1))


@hypothesis("0 < η ≤ 2/ρ, ρ = n²/(4(n − 1)), and 1 for n = 1", tacit=True)
def short_for_the_logistic_loss(run: Run) -> tuple[Relation, Relation]:
    return above(run.eta, 0), at_most(run.eta * logistic_smoothness(run), 2)


@claim("W.Ada.logistic", POST.at("footnote 4"), kind="qualitative", about=LogisticBoosting, first=1)
@given(short_entries, l1_separable, short_for_the_logistic_loss)
@proof("W.Ada.margin.corrected", "N3.smooth")
@latex(r"""\ell(z)=\ln(1+e^z):\quad\gamma_1(w_t)\ge\left(1-\tfrac{\rho\eta}2\right)\bar\gamma_1
    -\frac{\ln(2^n-1)}{\|w_t\|_1},\quad\rho=\frac{n^2}{4(n-1)}\quad(\rho=1\text{ for }n=1)""")
def the_discussion_extends_to_the_logistic_loss(run: Run) -> Relation:
    """The discussion extends to the logistic loss: with a_t = ∇L̃(Vw_t) for it, AdaBoost maximises the ℓ₁ margin up to
    its step size, γ₁(w_t) ≥ (1 − ρη/2) γ̄₁ − ln(2ⁿ − 1)/‖w_t‖₁ for every t ≥ 1. Not with the same constants: L̃ is
    n²/(4(n − 1))-smooth there (N3), 1-smooth for n = 1, and L̃(0) = ln(2ⁿ − 1).

    Proof. L̃(Vw_{t+1}) ≤ L̃(Vw_t) − η(1 − ρη/2)‖V*a_t‖_∞², ‖V*a_t‖_∞ ≥ γ̄₁‖a_t‖₁ ≥ γ̄₁, ‖w_t‖₁ ≤ Σ η‖V*a_j‖_∞, and
    max_i (Vw)_i ≤ L̃(Vw)."""
    w, share = run.w[1:], 1 - run.eta[1:] * logistic_smoothness(run) / 2
    return at_least(run.margin(w), share * run.optimum.gamma - run.log(run.num.number(2**run.n - 1)) / run.l1(w))


@claim("N6.descent", CONTRIBUTED.at("N6, step 1"), about=CoordinateBoosting, chapter="N6")
@given(short_entries)
@latex(r"""\widetilde{\mathcal L}(Vw_{t+1})\le\widetilde{\mathcal L}(Vw_t)
    -\eta\left(1-\tfrac\eta2\right)\|V^*a_t\|_\infty^2""")
def potential_falls(run: Run) -> Relation:
    """L̃(Vw_{t+1}) ≤ L̃(Vw_t) − η(1 − η/2)‖V*a_t‖_∞²: along a step the second derivative of L̃(V·) is a variance of
    numbers of size at most ‖u_t‖₁ = ‖V*a_t‖_∞."""
    values, eta = run.psi(run.scores(run.w)), run.eta[:-1]
    return at_most(values[1:], values[:-1] - eta * (1 - eta / 2) * run.edge(run.a)[:-1] ** 2)


@claim("N6.limit", CONTRIBUTED.at("N6, shrinking steps"), about=CoordinateBoosting, chapter="N6")
@given(short_entries)
@proof("N6.descent")
@latex(r"""\min_i\langle-z_i,w_t\rangle
    \ge\bar\gamma_1\sum_{j<t}\eta_j\left(1-\tfrac{\eta_j}2\right)\|V^*a_j\|_\infty-\ln n,
    \quad\eta_t=1/\lceil\sqrt{t+1}\rceil""")
def shrinking_steps_maximise(run: Run) -> Relation:
    """min_i ⟨−z_i, w_t⟩ ≥ γ̄₁ Σ_{j<t} η_j(1 − η_j/2)‖V*a_j‖_∞ − ln n, here for η_t = 1/⌈√(t+1)⌉, with a_t and w_t of the
    run with these steps. As ‖w_t‖₁ ≤ Σ_{j<t} η_j‖V*a_j‖_∞, γ₁(w_t) → γ̄₁ whenever η_t → 0 and Σ η_t = ∞."""
    again = run.again(CoordinateBoosting(one_over_root_t_plus_one_floor, run.algorithm.vertex))
    gains = again.sums(again.eta * (1 - again.eta / 2) * again.edge(again.a))
    least = -again.maximum(again.scores(again.w))
    return at_least(least, run.optimum.gamma * gains - run.log(run.num.number(run.n)))


@claim("N6.plateau", CONTRIBUTED.at("N6, constant steps"), about=BoostingThreeColumns, first=1, chapter="N6")
@given(unit_steps)
@proof("N6.cycle")
@latex(r"""\gamma_1(w_t)\le\tfrac{10}{11}\bar\gamma_1,
    \quad Z=\tfrac13\begin{pmatrix}-1&0&3\\3&-2&-2\end{pmatrix},\quad\eta=1""")
def constant_steps_do_not_maximise(run: Run) -> Relation:
    """γ₁(w_t) ≤ (10/11) γ̄₁ for every t ≥ 1, for the rows (−1, 0, 3)/3 and (3, −2, −2)/3, with γ̄₁ = 2/7, and η = 1: soon
    AdaBoost alternates between the first column and the third, while the best margin is made of the second and the
    third alone."""
    return at_most(run.margin(run.w[1:]), 10 * run.optimum.gamma / 11)


@claim("N6.cycle", CONTRIBUTED.at("N6, constant steps for ever"), about=BoostingThreeColumns, first=1, chapter="N6")
@given(unit_steps)
@latex(r"""x_1\in I,\quad F_3(I)<0,\quad F_1(F_3(I))\subseteq I=\left[\tfrac3{10},\tfrac12\right],
    \quad\|Z^\top q\|_{1,3}=\tfrac7{27}=\tfrac{49}{54}\bar\gamma_1""")
def the_second_column_is_never_taken(run: Run) -> tuple[Relation, ...]:
    """On the rows of N6.plateau, with η = 1, γ₁(w_t) ≤ 7/27 = (49/54) γ̄₁ for every t ≥ 1, however large.

    Proof. The weights are a = (p, 1 − p), p = 1/(1 + e^{−x}), for the difference x_t of the two scores. The third
    column is taken if x_t > ln 4/3, the first if x_t < 0. They lead to F_3(x) = x − 5(5p − 2)/9 and to
    F_1(x) = x + 4(3 − 4p)/9, which increase, as p' ≤ 1/4. From x_1 ∈ I the third leads below 0, and the first from
    there back into I: no other column is ever taken. At q = (5, 4)/9 the edges of both are 7/27, which no vote on them
    exceeds."""
    low, high = run.num.array([3]) / 10, run.num.array([1]) / 2
    scores, q = run.scores(run.w[1:2]), run.num.array([[5, 4]]) / 9
    x = scores[..., 0] - scores[..., 1]

    def share(x: Array) -> Array:
        return 1 / (1 + run.exp(-x))

    def third(x: Array) -> Array:
        return x - 5 * (5 * share(x) - 2) / 9

    def back(x: Array) -> Array:
        return third(x) + 4 * (3 - 4 * share(third(x))) / 9

    return (
        at_least(x, low),
        at_most(x, high),
        above(low, run.log(run.num.number(4) / 3)),
        below(third(high), 0),
        at_least(back(low), low),
        at_most(back(high), high),
        equal(27 * abs(run.combine(q)[..., ::2]), 7),
        equal(54 * 7, 27 * 49 * run.optimum.gamma),
    )
