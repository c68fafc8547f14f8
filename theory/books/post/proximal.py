"""(F)ISTA for ℓ₁-penalised classification: min_w P(w) = Ψ(w) + L̃(Vw) with Ψ = λ‖·‖₁, and two kinds of extrapolation.

    ISTA     τ ≤ 1               P(w_t) − P(u) ≤ ‖u − w_0‖²/(2τt)                                        for all u
    FISTA    τ ≤ 1, θ_t = t/(t+3)   ((t+1)²/4)(P(w_t) − P(u)) + ¼ Σ_{j<t} (P(w_j) − P(u)) ≤ ‖u − w_0‖²/(2τ)
    from w_t τ(1 + θ_t)² ≤ 1     Σ_{j≤t} (P(w_j) − P(u)) ≤ ‖u − w_0‖²/(2τ)

For rows of norm at most 1, w ↦ L̃(Vw) is 1-smooth. The sums run over j ≥ 1. At a minimiser u no summand is negative,
so that the second gives FISTA's 2‖u − w_0‖²/(τ(t+1)²).
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from lemmacheck.theory.books.post.algorithms.proximal import FISTA, ISTA, ChambollePock
from lemmacheck.theory.books.post.losses import short_rows
from lemmacheck.theory.books.post.problems.fits import LogOfLosses
from lemmacheck.theory.books.post.problems.lasso import L1Penalised, Penalised
from lemmacheck.theory.books.post.source import POST
from lemmacheck.theory.core.arithmetic import Array, as_row, column
from lemmacheck.theory.core.claim import claim, fault, given, latex, proof, slip
from lemmacheck.theory.core.hypothesis import hypothesis
from lemmacheck.theory.core.piecewise import clamped
from lemmacheck.theory.core.relation import Relation, above, at_least, at_most, equal
from lemmacheck.theory.core.run import Run

CHAPTER = "“… for ℓ₁-penalized classification”"

SECTION = "“… for ℓ₁-penalized classification”"


def points(p: L1Penalised) -> list[Array]:
    """0, the axes both ways, steps down the gradient at 0, and the best ℓ₁ direction, short and long."""
    zero, down, best = p.zero(), -p.combine(p.uniform()), p.optimum.w[0]
    axes = list(p.num.array(np.eye(p.d, dtype=int).tolist()))
    return [zero, *(zero + c * e for e in axes for c in (1, -1)), down, 8 * down, best, 4 * best, 256 * best]


@hypothesis("λ > γ̄₁, the best ℓ₁ margin")
def penalty_above_the_margin(p: L1Penalised) -> Relation:
    return above(as_row(p.lam), p.optimum.gamma)


@claim("W.ISTA.prob", POST.at(f"{SECTION}, first paragraph"), kind="definition", about=Penalised)
@slip("for λ < γ̄₁ there is no minimum: P(sw) → −∞ as s → ∞ along the best ℓ₁ direction w.")
@latex(r"\min_w\Psi(w)+\widetilde{\mathcal L}(Vw),\quad\Psi(w)=\lambda\|w\|_1")
def penalised_problem(p: L1Penalised) -> tuple[Relation, ...]:
    """P has a minimum, and so P(w) ≥ 0 for all w: if P is bounded below, some q ∈ Δ_n has ‖V*q‖_∞ ≤ λ, by the duality
    of (P) and (D), and then P(w) ≥ −Σ q_i ln q_i ≥ 0."""
    return tuple(at_least(p.primal(w[None]), 0) for w in points(p))


@penalised_problem.corrected()
@given(penalty_above_the_margin)
@latex(r"\min_w\Psi(w)+\widetilde{\mathcal L}(Vw),\quad\Psi(w)=\lambda\|w\|_1,\quad\lambda>\bar\gamma_1")
def coercive_problem(p: L1Penalised) -> tuple[Relation, ...]:
    """For λ > γ̄₁ and the q ∈ Δ_n with ‖V*q‖_∞ = γ̄₁, P(w) ≥ (λ − γ̄₁)‖w‖₁ − Σ q_i ln q_i with (λ − γ̄₁)‖w‖₁ ≥ 0 for
    all w: P is coercive, and so it has a minimum."""
    entropy = -LogOfLosses().conjugate(p.num, p.optimum.q)
    slack = p.lam - p.optimum.gamma
    bounds = ((p.primal(w[None]), slack * p.l1(w[None])) for w in points(p))
    return tuple(r for value, rise in bounds for r in (at_least(value, rise + entropy), at_least(rise, 0)))


def tau(run: Run) -> Any:
    """τ."""
    return run.num.number(run.algorithm.tau)


def dual_step(run: Run, score: Array, a: Array) -> tuple[Relation, ...]:
    """⟨a, y⟩ − L̃*(a) = L̃(y), and no vertex of Δ_n, nor its centre, has more."""
    fit = LogOfLosses()
    most = fit.value(run.num, score)
    found = run.inner(a, score) - fit.conjugate(run.num, a)
    centre = score.sum(-1) / run.n + run.log(run.n)
    return equal(found, most), at_most(run.maximum(score), most), at_most(centre, most)


def proximal_step(run: Run, v: Array, w: Array) -> tuple[Relation, ...]:
    """w minimises F(u) = τΨ(u) + ½‖u − v‖²: F(u) ≥ F(w) + ½‖u − w‖² for all u."""

    def objective(u: Array) -> Any:
        return tau(run) * run.regulariser(u) + run.squared(u - v) / 2

    least = objective(w)
    return tuple(at_least(objective(u + 0 * w), least + run.squared(u - w) / 2) for u in points(run.problem))


def gradient(run: Run, w: Array) -> Array:
    """∇_w L̃(Vw) = Σ e^{⟨w, z_i⟩} z_i / Σ e^{⟨w, z_i⟩}, by rows."""
    weights = run.exp(run.scores(w))
    return (column(weights) * run.Z).sum(-2) / column(weights.sum(-1))


def shrunk(run: Run, v: Array) -> Array:
    """v less its projection to [−τλ, τλ]: another form of prox_{τΨ}(v)."""
    by = column(tau(run) * run.lam)
    return v - clamped(run.num, v, -by, by)


def excess(run: Run) -> Callable[[Array], Any]:
    """u ↦ P(w_t) − P(u) for t ≥ 1, where u may depend on t."""
    reached = run.primal(run.w[1:])
    return lambda u: reached - run.primal(u)


def budget(run: Run, u: Array) -> Any:
    """‖u − w_0‖²/(2τ)."""
    return run.squared(u - run.w[:1]) / (2 * tau(run))


@hypothesis("τ ≤ 1, the step size for a 1-smooth function", tacit=True)
def short_steps(run: Run) -> Relation:
    return at_most(tau(run) + 0 * run.t[:1], 1)


@claim("W.ISTA.1", POST.at(f"{SECTION}, first display"), kind="algorithm", about=ISTA)
@proof("W.dual2.1")
@latex(r"a_{t+1}=\nabla\widetilde{\mathcal L}(Vw_t),\quad w_{t+1}=\mathrm{prox}_{\tau\Psi}(w_t-\tau V^*a_{t+1})")
def fully_optimised_and_proximal(run: Run) -> tuple[Relation, ...]:
    """a_{t+1} is optimised fully, ⟨a_{t+1}, Vw_t⟩ − L̃*(a_{t+1}) = L̃(Vw_t), and w_{t+1} is the proximal gradient step:
    it minimises τΨ(u) + ½‖u − (w_t − τV*a_{t+1})‖²."""
    w, a = run.w[:-1], run.a[1:]
    return (*dual_step(run, run.scores(w), a), *proximal_step(run, w - tau(run) * run.combine(a), run.w[1:]))


@claim("W.Alg.3", POST.at(f"{SECTION}, first display, as an algorithm"), kind="algorithm", about=ISTA)
@latex(r"a_{t+1}=\nabla\widetilde{\mathcal L}(Vw_t);\quad w_{t+1}=\mathrm{prox}_{\tau\Psi}(w_t-\tau V^*a_{t+1})")
def ista_line_by_line(run: Run) -> tuple[Relation, ...]:
    """From w_0 = 0: a_{t+1} = ∇L̃(Vw_t), w_{t+1} = prox_{τΨ}(w_t − τV*a_{t+1})."""
    w, a = run.w[:-1], run.a[1:]
    return (
        equal(run.w[:1], 0),
        equal(a, run.softmax(run.scores(w))),
        equal(run.w[1:], run.prox(tau(run), w - tau(run) * run.combine(a))),
    )


@claim("W.ISTA.2", POST.at(f"{SECTION}, sentence after the first display"), kind="equivalence", about=ISTA, first=1)
@given(short_rows, short_steps)
@proof("W.ISTA.1")
@latex(r"w_{t+1}=\mathrm{prox}_{\tau\Psi}\left(w_t-\tau\nabla_w\widetilde{\mathcal L}(Vw_t)\right):\ \text{ISTA}")
def is_ista(run: Run) -> tuple[Relation, ...]:
    """The w_t are those of w_{t+1} = prox_{τΨ}(w_t − τ∇f(w_t)) for f(w) = L̃(Vw), with the gradient by rows and the
    shrinking as v less a projection; and ISTA's bound holds: P(w_t) − P(u) ≤ ‖u − w_0‖²/(2τt) for all u."""
    w, above_u = [run.w[0]], excess(run)
    for _ in range(run.steps):
        w.append(shrunk(run, w[-1] - tau(run) * gradient(run, w[-1])))
    return (
        equal(run.w[1:], np.stack(w[1:])),
        *(at_most(above_u(u[None]), budget(run, u[None]) / run.t[1:]) for u in points(run.problem)),
    )


def reduced(run: Run, base: Callable[[Array, Array], Array]) -> tuple[Relation, Relation]:
    """The w_t and γ̄_t that the scheme makes from w_0 = γ̄_0 = 0 and the gradient at γ̄_t alone, without a_t."""
    w, bar = [run.w[0]], [run.gamma[0]]
    for theta in column(run.theta[:-1]):
        w.append(shrunk(run, base(w[-1], bar[-1]) - tau(run) * gradient(run, bar[-1])))
        bar.append(w[-1] + theta * (w[-1] - w[-2]))
    return equal(run.w, np.stack(w)), equal(run.gamma, np.stack(bar))


def lines(run: Run, base: Array) -> tuple[Relation, ...]:
    """From w_0 = γ̄_0 = 0: a_{t+1} = ∇L̃(Vγ̄_t), w_{t+1} = prox_{τΨ}(base_t − τV*a_{t+1}),
    γ̄_{t+1} = w_{t+1} + θ_t (w_{t+1} − w_t)."""
    w, a, bar = run.w, run.a[1:], run.gamma
    return (
        equal(w[:1], 0),
        equal(bar[:1], 0),
        equal(a, run.softmax(run.scores(bar[:-1]))),
        equal(w[1:], run.prox(tau(run), base[:-1] - tau(run) * run.combine(a))),
        equal(bar[1:], w[1:] + column(run.theta[:-1]) * (w[1:] - w[:-1])),
    )


FISTA_SECTION = f"{SECTION}, “Primal acceleration: FISTA”"
SCHEME = (
    r"a_{t+1}=\nabla\widetilde{\mathcal L}(V\overline\gamma_t),\quad "
    r"w_{t+1}=\mathrm{prox}_{\tau\Psi}(%s-\tau V^*a_{t+1}),\quad "
    r"\overline\gamma_{t+1}=w_{t+1}+\theta(w_{t+1}-w_t)"
)
REDUCED = (
    r"w_{t+1}=\mathrm{prox}_{\tau\Psi}\left(%s-\tau\,\nabla_w\widetilde{\mathcal L}(Vw)\,|_{\overline\gamma_t}\right), "
    r"\overline\gamma_{t+1}=w_{t+1}+\theta(w_{t+1}-w_t)"
)


@claim("W.FISTAred", POST.at(f"{FISTA_SECTION}, “which reduces to”"), kind="equivalence", about=FISTA)
@proof("W.gradLt.3")
@latex(REDUCED % r"\overline\gamma_t")
def reduced_fista(run: Run) -> tuple[Relation, Relation]:
    """The w_t and γ̄_t are those of w_{t+1} = prox_{τΨ}(γ̄_t − τ∇f(γ̄_t)), γ̄_{t+1} = w_{t+1} + θ_t (w_{t+1} − w_t) for
    f(w) = L̃(Vw), from w_0 = γ̄_0 = 0, where no a_t appears."""
    return reduced(run, lambda w, bar: bar)


@claim("W.Alg.4", POST.at(f"{FISTA_SECTION}, first display, as an algorithm"), kind="algorithm", about=FISTA)
@latex(SCHEME % r"\overline\gamma_t")
def fista_line_by_line(run: Run) -> tuple[Relation, ...]:
    """From w_0 = γ̄_0 = 0: a_{t+1} = ∇L̃(Vγ̄_t), w_{t+1} = prox_{τΨ}(γ̄_t − τV*a_{t+1}),
    γ̄_{t+1} = w_{t+1} + θ_t (w_{t+1} − w_t)."""
    return lines(run, run.gamma)


@hypothesis("θ_t is one constant θ ∈ [0, 1], as printed")
def constant_factor(run: Run) -> tuple[Relation, ...]:
    return equal(run.theta, run.theta[:1]), at_least(run.theta, 0), at_most(run.theta, 1)


@hypothesis("FISTA's factors: θ_t = t/(t+3)")
def fista_factors(run: Run) -> Relation:
    return equal(run.theta, run.t / (run.t + 3))


def accelerated(run: Run) -> tuple[Relation, ...]:
    """P(w_t) − P(u) ≤ 2‖u − w_0‖²/(τ(t+1)²) for t ≥ 1 at the points u and at τ(t+1)²/8 times each of them."""
    t, above_u = run.t[1:], excess(run)
    far = column(tau(run) * (t + 1) ** 2 / 8)
    return tuple(
        at_most(above_u(u), 4 * budget(run, u) / (t + 1) ** 2) for v in points(run.problem) for u in (v[None], far * v)
    )


@claim("W.FISTAacc", POST.at(f"{FISTA_SECTION}, first sentence"), kind="rate", about=FISTA, first=1)
@given(short_rows, short_steps, constant_factor, penalty_above_the_margin)
@slip("no one constant θ has the guarantee: with θ = 1 the iterates oscillate; FISTA's factors grow to 1.")
@latex(SCHEME % r"\overline\gamma_t" + r":\quad P(w_t)-P(u)=\mathcal O(1/t^2)")
def constant_extrapolation_accelerates(run: Run) -> tuple[Relation, ...]:
    """The scheme is accelerated proximal gradient descent, with the guarantee of FISTA on problems with a minimum:
    P(w_t) − P(u) ≤ 2‖u − w_0‖²/(τ(t+1)²) for all u and t ≥ 1. It is read at fixed u and at u that grow like t²."""
    return accelerated(run)


@constant_extrapolation_accelerates.corrected()
@given(short_rows, short_steps, fista_factors)
@proof("W.FISTAred")
@latex(r"""\theta_t=\frac t{t+3}:\quad P(w_t)-P(u)+\frac1{(t+1)^2}\sum_{j=1}^{t-1}(P(w_j)-P(u))
    \le\frac{2\|u-w_0\|^2}{\tau(t+1)^2}""")
def growing_extrapolation_accelerates(run: Run) -> tuple[Relation, ...]:
    """With θ_t = t/(t+3) in place of θ, P(w_t) − P(u) + Σ_{1≤j<t} (P(w_j) − P(u))/(t+1)² ≤ 2‖u − w_0‖²/(τ(t+1)²) for
    all u; at a minimiser u no summand is negative, and the printed P(w_t) − P(u) ≤ 2‖u − w_0‖²/(τ(t+1)²) follows."""
    squares, above_u = (run.t[1:] + 1) ** 2, excess(run)
    found: list[Relation] = []
    for u in points(run.problem):
        gap = above_u(u[None])
        found.append(at_most(gap + (gap.cumsum(0) - gap) / squares, 4 * budget(run, u[None]) / squares))
    return tuple(found)


@claim("W.ALTred", POST.at(f"{FISTA_SECTION}, second “which reduces to”"), kind="equivalence", about=ChambollePock)
@proof("W.gradLt.3")
@latex(REDUCED % "w_t")
def reduced_alternative(run: Run) -> tuple[Relation, Relation]:
    """The w_t and γ̄_t are those of w_{t+1} = prox_{τΨ}(w_t − τ∇f(γ̄_t)), γ̄_{t+1} = w_{t+1} + θ_t (w_{t+1} − w_t) for
    f(w) = L̃(Vw), from w_0 = γ̄_0 = 0, where no a_t appears."""
    return reduced(run, lambda w, bar: w)


@claim("W.Alg.5", POST.at(f"{FISTA_SECTION}, third display, as an algorithm"), kind="algorithm", about=ChambollePock)
@latex(SCHEME % "w_t")
def alternative_line_by_line(run: Run) -> tuple[Relation, ...]:
    """From w_0 = γ̄_0 = 0: a_{t+1} = ∇L̃(Vγ̄_t), w_{t+1} = prox_{τΨ}(w_t − τV*a_{t+1}),
    γ̄_{t+1} = w_{t+1} + θ_t (w_{t+1} − w_t)."""
    return lines(run, run.w)


@claim("W.ALTacc", POST.at(f"{FISTA_SECTION}, “another way to accelerate”"), kind="rate", about=ChambollePock, first=1)
@given(short_rows, short_steps, penalty_above_the_margin)
@fault("the step starts from w_t: where the gradient hardly changes, γ̄_t plays no role, and w_t is much as in ISTA.")
@latex(SCHEME % "w_t" + r":\quad P(w_t)-P(u)=\mathcal O(1/t^2)")
def step_from_the_iterate_accelerates(run: Run) -> tuple[Relation, ...]:
    """Another way to accelerate, with the guarantee of FISTA on problems with a minimum: P(w_t) − P(u) ≤
    2‖u − w_0‖²/(τ(t+1)²) for all u and t ≥ 1, for each of the factors θ_t. It is read at fixed u and at u that
    grow like t²."""
    return accelerated(run)


@hypothesis("τ(1 + θ_t)² ≤ 1 and θ_t ≥ 0 for every t")
def damped(run: Run) -> tuple[Relation, Relation]:
    return at_most(tau(run) * (1 + run.theta) ** 2, 1), at_least(run.theta, 0)


@step_from_the_iterate_accelerates.corrected()
@given(short_rows, damped)
@proof("W.ALTred")
@latex(r"\tau(1+\theta)^2\le1:\quad\frac1t\sum_{j=1}^t(P(w_j)-P(u))\le\frac{\|u-w_0\|^2}{2\tau t}")
def step_from_the_iterate_keeps_the_bound(run: Run) -> tuple[Relation, ...]:
    """Starting from w_t keeps the order of ISTA's bound, for the mean: (1/t) Σ_{1≤j≤t} (P(w_j) − P(u)) is at most
    ‖u − w_0‖²/(2τt) for all u and t ≥ 1, if the steps are as short as τ(1 + θ)² ≤ 1."""
    t, above_u = run.t[1:], excess(run)
    return tuple(at_most(above_u(u[None]).cumsum(0) / t, budget(run, u[None]) / t) for u in points(run.problem))


@claim("W.CP", POST.at(f"{FISTA_SECTION}, last sentence"), kind="equivalence", about=ChambollePock)
@proof("W.dual2.1", "W.Alg.5")
@latex(r"""\text{the Chambolle-Pock algorithm with }\sigma=+\infty:\quad a_{t+1}
    =\arg\max_a\langle a,V\overline\gamma_t\rangle-\widetilde{\mathcal L}^*(a)-\frac{\|a-a_t\|^2}{2\sigma}""")
def dual_step_without_its_proximal_term(run: Run) -> tuple[Relation, ...]:
    """For σ = +∞ the dual step of Chambolle and Pock loses its term ‖a − a_t‖²/(2σ), and a_{t+1} maximises
    ⟨a, Vγ̄_t⟩ − L̃*(a); the primal step and γ̄_{t+1} are theirs. For a finite σ, the step from a_t at the scores for
    which it leads to a_{t+1} = a, ln a + (a − a_t)/σ, is within factors e^{±2/σ} of the step with σ = +∞."""
    bar, a = run.gamma[:-1], run.a[1:]
    relations = [*dual_step(run, run.scores(bar), a), *lines(run, run.w)[3:]]
    for sigma in map(run.num.number, (1, 1000, 1000000)):
        limit = run.softmax(run.log(a) + (a - run.a[:-1]) / sigma)
        relations += [at_most(limit, run.exp(2 / sigma) * a), at_least(limit, run.exp(-2 / sigma) * a)]
    return tuple(relations)
