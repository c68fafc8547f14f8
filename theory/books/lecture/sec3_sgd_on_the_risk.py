"""§3: SGD on the risk R(w) = E_{z~D}[ℓ(w, z)], Algorithm 2 and Corollary 4, and the two remarks that conclude it.

    E[R(w̄)] ≤ min_{w∈H} R(w) + ε   for T ≥ B²ρ²/ε², if ‖w* − w_1‖ ≤ B for w* = argmin_{w∈H} R(w)

D has finite support, so that ∇ and E_{z~D} are exchanged term by term. The steps do not keep w_t in H, and need
not: the proof of Theorem 3 compares with any w* at all. The print's oracle EX(𝒞, D) is what Definition 5 writes
EX(c, D): here it returns a z drawn from D.
"""

from typing import Any

import numpy as np
from lemmacheck.theory.books.lecture.algorithms.neighbours import Neighbours, neighbour
from lemmacheck.theory.books.lecture.algorithms.sgd import RiskSGD
from lemmacheck.theory.books.lecture.algorithms.statistical_queries import StatisticalQueries
from lemmacheck.theory.books.lecture.conditions import convex, objective
from lemmacheck.theory.books.lecture.problems.examples import Sample
from lemmacheck.theory.books.lecture.sec2_sgd import (
    averaged,
    derivative,
    guarantee,
    lipschitz,
    past_is_enough,
    spread,
    theorem_steps,
)
from lemmacheck.theory.books.lecture.source import LECTURE
from lemmacheck.theory.core.arithmetic import Array, as_row, column
from lemmacheck.theory.core.claim import claim, fault, given, latex, proof
from lemmacheck.theory.core.hypothesis import hypothesis
from lemmacheck.theory.core.relation import Relation, at_least, at_most, equal, meaning
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.margins.means import expected

CHAPTER = "Section 3"

GRADIENT = "§3, second display"


def one_by_one(p: Any, w: Array) -> Any:
    """E_{z~D}[ℓ(w, z)], one example after the other."""
    return sum(p.share[..., i] * p.losses(w)[..., i] for i in range(p.n))


def mean_gradient(p: Any, w: Array) -> Array:
    """E_{z~D}[∇ℓ(w, z)], one example after the other."""
    return sum(column(p.share[..., i]) * p.loss_gradients(w)[..., i, :] for i in range(p.n))


@claim("S.RiskGrad.1a", LECTURE.at(f"{GRADIENT}, link 1"), about=Sample)
@latex(r"\nabla R(w_t)=\nabla\mathbb E_{z\sim D}[\ell(w_t,z)]")
def gradient_of_the_risk(p: Any) -> Relation:
    """∇R(w) = ∇E_{z~D}[ℓ(w, z)] for every w, with losses that are polynomials in w: R is what is defined so."""
    w = p.points()
    return equal(derivative(p, p.value, w), derivative(p, lambda x: one_by_one(p, x), w))


@claim("S.RiskGrad.1b", LECTURE.at(f"{GRADIENT}, link 2"), about=Sample)
@latex(r"\nabla\mathbb E_{z\sim D}[\ell(w_t,z)]=\mathbb E_{z\sim D}[\nabla\ell(w_t,z)]")
def gradient_of_the_mean(p: Any) -> Relation:
    """∇E_{z~D}[ℓ(w, z)] = E_{z~D}[∇ℓ(w, z)] for every w, with differentiable losses and a D of finite support."""
    w = p.points()
    return equal(derivative(p, lambda x: one_by_one(p, x), w), mean_gradient(p, w))


@claim("S.RiskGrad.2", LECTURE.at("§3, third display"), kind="identity", about=RiskSGD)
@proof("S.RiskGrad.1a", "S.RiskGrad.1b")
@latex(r"\mathbb E[v_t]=\nabla R(w_t)")
def example_gradient_is_unbiased(run: Run) -> tuple[Relation, ...]:
    """E[v_t] = ∇R(w_t) for v_t = ∇ℓ(w_t, z), z ~ D: the mean over z, with w_t as it is on each history."""
    return past_is_enough(run)


ALGORITHM_2 = LECTURE.at("§3, Algorithm 2")


@claim("S.Alg2", ALGORITHM_2, kind="algorithm", about=RiskSGD)
@fault("the 𝒞 of EX(𝒞, D) is bound by nothing, and no class plays a part here; z is drawn from D.")
@latex(r"""z\leftarrow EX(\mathcal C,D),\quad v_t=\nabla\ell(w_t,z),\quad w_{t+1}=w_t-\eta v_t,
    \quad\bar w=\frac1T\sum_{t=1}^Tw_t""")
def algorithm_2_with_an_oracle(run: Run) -> tuple[Relation, ...]:
    """The steps are those for z ← EX(𝒞, D)."""
    meaning("𝒞", {"D": run.problem.share, "ℓ": run.problem.losses})
    return algorithm_2(run)


@algorithm_2_with_an_oracle.corrected()
@given(theorem_steps)
@latex(r"z\sim D,\quad v_t=\nabla\ell(w_t,z),\quad w_{t+1}=w_t-\eta v_t,\quad\bar w=\frac1T\sum_{t=1}^Tw_t")
def algorithm_2(run: Run) -> tuple[Relation, ...]:
    """From w_1 on, z is drawn from D, v_t = ∇ℓ(w_t, z), w_{t+1} = w_t − ηv_t for t = 1, …, T; the output is w̄, with
    Tw̄ = Σ_t w_t. Of more than four examples a block is drawn, and v_t is its mean gradient."""
    f = run.problem
    blocks = f.blocks()
    odds = (blocks * f.share).sum(-1)
    chosen = np.stack([e @ (blocks * f.share / column(odds)) for e in run.algorithm.table])
    v = (column(chosen) * f.loss_gradients(run.w[:-1])).sum(-2)
    return (
        equal(run.w[:1], f.first[None, None]).since(1),
        equal(run.odds[:-1], odds[None, None]).since(1),
        equal(run.v[:-1], v).since(1),
        equal(run.w[1:], run.w[:-1] - run.algorithm.eta * v).since(1),
        equal(run.steps * averaged(run)[None], sum(run.w[:-1])[None]).since(run.steps),
    )


@hypothesis("ℓ(w, z) is convex in w for every z", tried=objective)
def convex_losses(run: Run) -> Relation:
    f = run.problem
    x, y = f.pairs()
    rise = (f.loss_gradients(y) * (x - y)[..., None, :]).sum(-1)
    return at_least(f.losses(x) - f.losses(y) - rise, 0)


@hypothesis("ℓ(w, z) is ρ-Lipschitz in w for every z", tried=objective)
def lipschitz_losses(run: Run) -> Relation:
    f = run.problem
    x, y = f.pairs()
    return at_most((f.losses(x) - f.losses(y)) ** 2, column(run.algorithm.rho**2 * f.squared(x - y)))


@hypothesis("‖w* − w_1‖ ≤ B for w* = argmin_{w∈H} R(w): every w ∈ H is as near")
def near(run: Run) -> Relation:
    f = run.problem
    return at_most(f.squared(f.around() - f.first), f.B_squared)


@claim("S.Cor4", LECTURE.at("§3, Corollary 4"), kind="probabilistic", about=RiskSGD)
@given(convex_losses, lipschitz_losses, near, spread, theorem_steps)
@proof("S.Thm3", "S.RiskGrad.2")
@latex(r"T\ge\frac{B^2\rho^2}{\epsilon^2}\ \Rightarrow\ \mathbb E[R(\bar w)]\le\min_{w\in\mathcal H}R(w)+\epsilon")
def corollary_4(run: Run) -> Relation:
    """E[R(w̄)] ≤ min_{w∈H} R(w) + ε for T ≥ B²ρ²/ε², read at the least ε that T allows, Bρ/√T, and for a finite H of
    points up to B away from w_1, most of them no minimisers of R: w̄ is compared with H, not taken from it."""
    f = run.problem
    best = f.minimum(f.value(f.around()))
    return at_most(as_row(expected(run, f.value(averaged(run)))), best + guarantee(run)).since(run.steps)


@claim("S.SQ", LECTURE.at("§3, remark 1"), kind="qualitative", about=StatisticalQueries)
@given(convex, lipschitz)
@latex(r"""|\partial_j\ell(w_t,z)|\le\rho,\quad\left|v_{t,j}-\mathbb E_{z\sim D}[\partial_j\ell(w_t,z)]\right|\le\tau
    =\frac\rho{d(\sqrt T+T)}\quad\Rightarrow\quad R(\bar w)-R(w^*)\le\frac{3B\rho}{\sqrt T}""")
def statistical_queries_suffice(run: Run) -> tuple[Relation, ...]:
    """SGD with dT statistical queries: each ∂_jℓ(w_t, ·) has values in [−ρ, ρ], each answer v_{t,j} is within τ of its
    mean, with 1/τ polynomial in d and T, and R(w̄) − R(w*) ≤ 3Bρ/√T however the answers err, for η = B/(2ρ√T)."""
    # Proof: ‖v_t‖ ≤ 2ρ, so that (1/T) Σ⟨w_t − w*, v_t⟩ ≤ 2Bρ/√T and ‖w_t − w*‖ ≤ B(1 + √T); and an answer costs at most
    # τ√d‖w_t − w*‖ ≤ Bρ/√T.
    f, rho, tau = run.problem, run.algorithm.rho, run.algorithm.tau
    missed = (run.v - f.gradient(run.w)) ** 2
    bound = 3 * f.B * rho / run.sqrt(run.num.number(run.steps))
    return (
        at_most(f.loss_gradients(run.w) ** 2, as_row(column(column(rho**2)))).since(1),
        at_most(missed, as_row(column(tau**2))).since(1),
        at_most(as_row(f.gap(averaged(run))), as_row(bound)).since(run.steps),
    )


@hypothesis("ℓ(w, z) is β-smooth in w for every z, and η ≤ 2/β", tacit=True, tried=objective)
def smooth_losses(run: Run) -> tuple[Relation, Relation]:
    f = run.problem
    x, y = f.pairs()
    beta = f.maximum(f.squared(f.Z))
    slopes = f.loss_gradients(x) - f.loss_gradients(y)
    flat = at_most(f.squared(slopes), column(beta**2 * f.squared(x - y)))
    return flat, at_most(as_row(run.algorithm.eta * beta), 2)


def on_average(run: Run, x: Array) -> Any:
    """E over the draws, for x with one entry a path: all paths of equally likely examples."""
    return (x * run.algorithm.chances(run.problem)).sum(-1)


@claim("S.Stab", LECTURE.at("§3, remark 2"), kind="qualitative", about=Neighbours)
@given(convex_losses, lipschitz_losses, smooth_losses)
@latex(r"""\|w_t-w_t'\|\le2\eta\rho N_t,\quad\mathbb E\|w_{T+1}-w_{T+1}'\|\le\frac{2\eta\rho T}n,\quad
    \sup_z\mathbb E|\ell(w_{T+1},z)-\ell(w_{T+1}',z)|\le\frac{2\eta\rho^2T}n""")
def stable(run: Run) -> tuple[Relation, ...]:
    """Two samples S, S' of n that differ in one example, with the same draws: ‖w_t − w'_t‖ ≤ 2ηρN_t when that example
    was drawn N_t times before t; E‖w_t − w'_t‖ ≤ 2ηρ(t − 1)/n; and E|ℓ(w_{T+1}, z) − ℓ(w'_{T+1}, z)| ≤ 2ηρ²T/n for z in
    S and S': uniform stability, as [5] has it for smooth losses and η ≤ 2/β, of which the print says nothing."""
    f, eta, rho = run.problem, run.algorithm.eta, run.algorithm.rho
    reach, apart = 2 * eta * rho, run.w - run.other
    last, other = run.w[-1], run.other[-1]
    change = [abs(g.losses(last) - g.losses(other)) for g in (f, neighbour(f))]
    bound = reach * rho * run.steps / f.n
    return (
        at_most(f.squared(apart), (reach * run.drawn) ** 2).since(1),
        at_most(on_average(run, f.norm(apart)), reach * run.t / f.n).since(1),
        *(at_most(on_average(run, x.T)[None], bound).since(run.steps + 1) for x in change),
    )
