"""§2, what is remarked of the rate of SGD: that of gradient descent, no better for smooth f, 1/T for strongly convex f.

    no better    for every T, noise with which Bρ/(8√T) ≤ E[f(w̄)] − f(w*) ≤ Bρ/√T on a smooth f
    1/T          ½ Σ_j λ_j m_j/(1 + (t − 1)λ_j²m_j) ≤ E[f(w_t)] − f(w*) ≤ β(κB² + 2d/λ²)/(t + 2κ − 1)

the left bound for every choice of the step sizes, the right one for η_t = 2/(λ(t + 2κ)), on quadratics with noise of
variance 1 in each coordinate, m_j = (w_1 − w*)_j².
"""

from typing import Any

from lemmacheck.theory.books.lecture.algorithms.mean_squares import MeanSquares
from lemmacheck.theory.books.lecture.algorithms.sgd import SGD, Exact, LoudSGD
from lemmacheck.theory.books.lecture.conditions import convex, smooth
from lemmacheck.theory.books.lecture.problems.costs import Counted, Sized, Sizes
from lemmacheck.theory.books.lecture.sec2_sgd import (
    THEOREM_3,
    averaged,
    bounded,
    expected_error,
    guarantee,
    lipschitz,
    minimal,
    theorem_steps,
    unbiased,
)
from lemmacheck.theory.books.lecture.source import LECTURE
from lemmacheck.theory.core.arithmetic import Array, as_row
from lemmacheck.theory.core.claim import claim, fault, given, latex, proof
from lemmacheck.theory.core.hypothesis import hypothesis
from lemmacheck.theory.core.relation import Relation, at_least, at_most, equal, meaning
from lemmacheck.theory.core.run import Run

CHAPTER = "Section 2"

BULLETS = "§2, closing bullets"


@claim("S.SGD.same", LECTURE.at(BULLETS), kind="qualitative", about=SGD)
@given(*THEOREM_3)
@proof("S.Thm3", "S.GDrates.2")
@latex(r"""\mathbb E[f(\bar w)]-f(w^*)\le\frac{B\rho}{\sqrt T},
    \quad f(\bar w)-f(w^*)\le\frac{B\rho}{\sqrt T}\text{ if }v_t=\nabla f(w_t)""")
def rate_of_gradient_descent(run: Run) -> tuple[Relation, Relation]:
    """The same bound Bρ/√T for E[f(w̄)] − f(w*), and for f(w̄) − f(w*) of gradient descent with the same η, which is SGD
    without noise: of the rates of §1 the one for Lipschitz f, 1/ε²."""
    f, steps = run.problem, run.steps
    descent = run.again(SGD(law=Exact(), size=lambda *_: run.algorithm.eta))
    return (
        at_most(as_row(expected_error(run)), guarantee(run)).since(steps),
        at_most(f.gap(averaged(descent)), guarantee(run)).since(steps),
    )


@hypothesis("‖∇f‖ ≤ ρ_f for a ρ_f with f(w_1) − f(w*) ≥ Bρ_f/2")
def steep(run: Run) -> tuple[Relation, Relation]:
    f = run.problem
    return at_most(f.squared(f.gradient(run.w)), f.rho**2), at_least(as_row(2 * f.gap(f.first)), f.B * f.rho)


@claim("S.SGD.nosmooth", LECTURE.at(BULLETS), kind="qualitative", about=LoudSGD)
@given(smooth, convex, lipschitz, minimal, theorem_steps, bounded, unbiased, steep)
@proof("S.Thm3")
@latex(r"""\forall T:\quad\frac{B\rho}{8\sqrt T}\le\mathbb E[f(\bar w)]-f(w^*)\le\frac{B\rho}{\sqrt T}
    \quad\text{for a smooth }f\text{ and some noise with }\|v_t\|\le\rho""")
def smoothness_does_not_help(run: Run) -> tuple[Relation, Relation]:
    """Bρ/(8√T) ≤ E[f(w̄)] − f(w*) ≤ Bρ/√T for a β-smooth f that falls by Bρ_f/2 at least, and for every T a noise with
    ρ = 2ρ_f√T: no bound by B, ρ, T and β can be of smaller order than Bρ/√T. Read of the worst case over f and the
    noise, as rates are; on one f with one noise the error may well fall faster."""
    # Proof: ‖E w̄ − w_1‖ ≤ ηρ_f(T−1)/2 ≤ B/4, whatever the noise, so that E[f(w̄)] ≥ f(E w̄) ≥ f(w_1) − Bρ_f/4.
    error = as_row(expected_error(run))
    return at_least(8 * error, guarantee(run)).since(run.steps), at_most(error, guarantee(run)).since(run.steps)


def mean_error(run: Run) -> Any:
    """E f(w_t) − f(w*) = ½ Σ_j λ_j m_{t,j}, t = 1, 2, …"""
    return (run.problem.diagonal * run.m).sum(-1) / 2


def noise_floor(run: Run) -> Array:
    """½ Σ_j λ_j m_j/(1 + (t − 1)λ_j²m_j), with m_j = (w_1 − w*)_j²."""
    curvature, first = run.problem.diagonal, run.m[:1]
    elapsed = run.t[..., None]
    return (curvature * first / (1 + elapsed * curvature**2 * first)).sum(-1) / 2


@claim("S.SGD.sc", LECTURE.at(BULLETS), kind="rate", about=MeanSquares, first=1)
@fault("the K of e^{−T/K} is bound by nothing; the κ of Theorem 1 is meant.")
@latex(r"\frac1{\sqrt T}\to\frac1T,\text{ but not }e^{-T/K}")
def strong_convexity_gives_no_unknown_rate(run: Run) -> Relation:
    """E[f(w_T)] − f(w*) is of order 1/T, not e^{−T/K}."""
    K = meaning("K", {"κ": run.problem.kappa, "T": run.t})
    return at_least(mean_error(run), run.exp(-run.t / K)).since(1)


@strong_convexity_gives_no_unknown_rate.corrected()
@latex(r"""\frac12\sum_j\frac{\lambda_jm_j}{1+(T-1)\lambda_j^2m_j}\le\mathbb E[f(w_T)]-f(w^*),\qquad
    \mathbb E[f(w_T)]-f(w^*)\le\frac{\beta(\kappa B^2+2d/\lambda^2)}{T+2\kappa-1}\quad
    \left(\eta_t=\frac2{\lambda(t+2\kappa)}\right)""")
def strong_convexity_gives_one_over_t(run: Run) -> tuple[Relation, Relation]:
    """With η_t = 2/(λ(t + 2κ)), E[f(w_T)] − f(w*) ≤ β(κB² + 2d/λ²)/(T + 2κ − 1) = O(1/T) for every T ≥ 1; and with any
    step sizes, E[f(w_T)] − f(w*) ≥ ½ Σ_j λ_j m_j/(1 + (T − 1)λ_j²m_j), which is of order 1/T, so that no rate e^{−T/κ}
    can be had. Read of the last iterate, on quadratics with noise of variance 1 in each coordinate: f with ‖v_t‖ ≤ ρ
    everywhere is not strongly convex."""
    # Proof of the floor: (1 − ηλ)²m + η² is least at η = λm/(1 + λ²m), where it is m/(1 + λ²m), which increases in m.
    # Proof of the bound: ηβ ≤ 1, so m_{t+1} ≤ (1 − ηλ)m_t + η², and m_t ≤ M/(t + 2κ − 1) for M = 2κm_1 + 4/λ².
    f = run.problem
    delayed = run.again(MeanSquares(run.algorithm.family))
    bound = f.beta * (f.kappa * f.B_squared + 2 * f.d / f.lam**2) / (run.t + 2 * f.kappa)
    return at_least(mean_error(run), noise_floor(run)).since(1), at_most(mean_error(delayed), bound).since(1)


@claim("S.SGD.cost", LECTURE.at("§2, “each iteration can be much faster”"), kind="qualitative", about=Sizes)
@latex(r"""\nabla\left(\tfrac12\|\Phi w-y\|_2^2\right)=\sum_{i=1}^n(w^\top\phi_i-y_i)\phi_i\text{ takes at least }n
    \text{ times the operations of one summand}""")
def one_example_is_cheaper(p: Sized) -> tuple[Relation, Relation]:
    """The gradient of a sum of n squares takes at least n times the operations of that at one example, counted, and is
    the sum of these: so a stochastic gradient is n times as fast. What the n examples cost to read is not counted."""
    w, whole = p.Phi[:1].T, Counted()
    gradient = whole.product(p.Phi.T, whole.product(p.Phi, w) - p.y)
    parts, single = [], Counted()
    for i in range(p.sizes.n):
        single, row = Counted(), p.Phi[i : i + 1]
        parts.append(single.product(row.T, single.product(row, w) - p.y[i : i + 1]))
    return equal(gradient, sum(parts)), at_least(p.count(whole.made), p.sizes.n * single.made)
