"""AdaBoost beside the Frank-Wolfe-like method of the "fully dual" approach, for Ψ = λψ, ψ(w) = φ(‖w‖₁) and λ → 0.

    w_{t+1} = (1 − η)w_t + η x_t,  x_t = (1/λ)∇ψ*(−V*a_t),  a_t = ∇L̃(Vw_t)

∇ψ* is read as an element of ∂ψ*: for φ(x) = x²/2, ψ* = ½‖·‖_∞² has a gradient only where one coordinate alone is the
largest. As x_t is of size 1/λ, so is w_t after the first step, however small λ is.
"""

import numpy as np
from lemmacheck.theory.books.post.adaboost import SECTION, pull, short_entries
from lemmacheck.theory.books.post.algorithms.coordinate_boosting import PotentialBoosting
from lemmacheck.theory.books.post.algorithms.dual_frank_wolfe import DualFrankWolfe
from lemmacheck.theory.books.post.problems.potentials import Square
from lemmacheck.theory.books.post.source import POST
from lemmacheck.theory.core.arithmetic import Array, column
from lemmacheck.theory.core.claim import claim, fault, given, latex, proof
from lemmacheck.theory.core.hypothesis import hypothesis
from lemmacheck.theory.core.relation import Relation, above, at_least, at_most, equal, in_simplex, proportional
from lemmacheck.theory.core.run import Run

CHAPTER = "“AdaBoost for implicit ℓ₁-regularized classification”"

DISPLAY = f"{SECTION}, third display"
AFTER = f"{SECTION}, paragraph after the third display"


@hypothesis("φ(x) = x²/2", tacit=True, tried=lambda run: run.algorithm.phi)
def quadratic(run: Run) -> Relation:
    x = run.num.array([0, 1, 2, 3])
    return equal(run.algorithm.phi.value(run.num, x), Square().value(run.num, x))


@hypothesis("w_0 = 0", tacit=True)
def from_the_origin(run: Run) -> Relation:
    return equal(run.w[:1], 0)


@hypothesis("0 < η ≤ 1")
def convex_combination(run: Run) -> tuple[Relation, Relation]:
    return above(run.eta, 0), at_most(run.eta, 1)


def mixed(run: Run) -> Array:
    """(1 − η)w_t + η x_t for t < T."""
    eta = column(run.eta[:-1])
    return (1 - eta) * run.w[:-1] + eta * run.x[:-1]


def best_response(run: Run, g: Array) -> Relation:
    """x_t ∈ ∂(λψ)*(g_t): λψ(x_t) + (λψ)*(g_t) = ⟨x_t, g_t⟩, with (λψ)*(g) = λφ*(‖g‖_∞/λ)."""
    phi, num, lam = run.algorithm.phi, run.num, run.lam
    values = phi.value(num, run.l1(run.x)) + phi.conjugate(num, run.linf(g) / lam)
    return equal(lam * values, run.inner(run.x, g))


@claim("W.FW.init", POST.at(f"{DISPLAY}, lines 1 and 2"), kind="definition", about=DualFrankWolfe)
@latex(r"a_0\in\partial\widetilde{\mathcal L}(Vw_0),\quad a_t=\nabla\widetilde{\mathcal L}(Vw_t)")
def starts_with_a_subgradient(run: Run) -> tuple[Relation, ...]:
    """a_0 ∈ ∂L̃(Vw_0), so that L̃(y) ≥ L̃(Vw_0) + ⟨a_0, y − Vw_0⟩ for all y: 0, (1, …, n), its negative, (1, …, 1), e_1,
    and the same beside Vw_0. And a_t = ∇L̃(Vw_t): a_t ∝ exp(Vw_t) in Δ_n, for t = 0 as for every t."""
    here, up = run.scores(run.w[:1]), np.arange(1, run.n + 1)
    steps = run.fixed(np.stack([0 * up, up, -up, 0 * up + 1, 1 // up]))
    y = np.concatenate([steps + 0 * here, here + steps[1:]])
    return (
        at_least(run.psi(y), run.psi(here) + run.inner(run.a[:1], y - here)),
        proportional(run.a, run.exp(run.scores(run.w))),
        *in_simplex(run.a),
    )


@claim("W.Alg.8", POST.at(DISPLAY), kind="algorithm", about=DualFrankWolfe)
@proof("W.FW.init")
@latex(r"a_t=\nabla\widetilde{\mathcal L}(Vw_t),\quad w_{t+1}=(1-\eta)w_t+\eta\tfrac1\lambda\nabla\psi^*(-V^*a_t)")
def frank_wolfe(run: Run) -> tuple[Relation, ...]:
    """a_t ∝ exp(Vw_t) in Δ_n for any w_0, and w_{t+1} = (1 − η)w_t + η(1/λ)u_t with
    u_t ∈ ∂ψ*(−V*a_t) = (φ*)'(‖V*a_t‖_∞) ∂‖·‖_∞(−V*a_t)."""
    g = pull(run)
    s = run.linf(g)
    length = run.algorithm.phi.slope(run.num, s) / run.lam
    return (
        proportional(run.a, run.exp(run.scores(run.w))),
        *in_simplex(run.a),
        equal(run.l1(run.x), length),
        equal(run.inner(run.x, g), length * s),
        equal(run.w[1:], mixed(run)),
    )


@claim("W.FW.1", POST.at(f"{DISPLAY}, line 3"), kind="algorithm", about=DualFrankWolfe)
@given(quadratic)
@proof("W.phi")
@latex(r"""w_{t+1}=(1-\eta)w_t+\eta\tfrac1\lambda\nabla\psi^*(-V^*a_t),
    \quad \tfrac1\lambda\nabla\psi^*(-V^*a_t)=\nabla(\lambda\psi)^*(-V^*a_t)""")
def fully_dual_as_printed(run: Run) -> tuple[Relation, Relation]:
    """The method is the fully dual approach's for Ψ = λψ: x_t = (1/λ)∇ψ*(−V*a_t) is in ∂Ψ*(−V*a_t), so that
    Ψ(x_t) + Ψ*(−V*a_t) = ⟨x_t, −V*a_t⟩; and w_{t+1} = (1 − η)w_t + η x_t. Read for the ψ of the paragraph, that of
    φ(x) = x²/2. For every even convex φ, as read strictly, it would have to be ∇ψ*(−V*a_t/λ)."""
    return best_response(run, pull(run)), equal(run.w[1:], mixed(run))


@claim("W.FW.only", POST.at(f"{AFTER}, first sentence"), kind="qualitative", about=DualFrankWolfe)
@proof("W.Alg.7phi", "W.Alg.8")
@latex(r"\left(w_t+\tfrac\eta\lambda u_t\right)-w_{t+1}=\eta w_t,\quad u_t=\partial\psi^*(-V^*a_t)")
def the_difference_is_the_shrinking(run: Run) -> Relation:
    """The only difference is that AdaBoost adds: from the same w_t, its step w_t + (η/λ)u_t, of step size η/λ, exceeds
    w_{t+1} by ηw_t, and by nothing else."""
    algorithm = run.algorithm
    u = PotentialBoosting(vertex=algorithm.vertex, phi=algorithm.phi).direction(run.problem, run.w[:-1])
    eta = run.eta[:-1]
    added = run.w[:-1] + column(eta / run.lam[:-1]) * u
    return equal(added - run.w[1:], column(eta) * run.w[:-1])


def shrinking_and_update(run: Run) -> tuple[Array, Array]:
    """‖ηw_t‖₁ and ‖ηx_t‖₁."""
    return run.eta * run.l1(run.w), run.eta * run.l1(run.x)


@claim("W.FW.nodiff", POST.at(f"{AFTER}, last sentence"), kind="qualitative", about=DualFrankWolfe)
@given(quadratic, from_the_origin, convex_combination)
@fault("""after the first step w_t is itself of size 1/λ: for one row z = −1, ‖ηw_t‖/‖(η/λ)∇ψ*(−V*a_t)‖ is 1 − (1 − η)^t
    for every λ, and tends to 1, not to 0.""")
@latex(r"\lambda\le\tfrac1{16}:\quad\|\eta w_t\|_1\le\tfrac12\left\|\eta\tfrac1\lambda\nabla\psi^*(-V^*a_t)\right\|_1")
def shrinking_makes_no_difference(run: Run) -> Relation:
    """For small λ the term −ηw_t makes no big difference: it is at most half as long as the update (η/λ)u_t."""
    shrinking, update = shrinking_and_update(run)
    return at_most(shrinking, update / 2)


@shrinking_makes_no_difference.corrected()
@given(quadratic, from_the_origin, convex_combination, short_entries)
@latex(r"""\bar\gamma_1\|\eta w_t\|_1
    \le\left(1-(1-\eta)^t\right)\left\|\eta\tfrac1\lambda\nabla\psi^*(-V^*a_t)\right\|_1""")
def shrinking_is_small_while_steps_are_few(run: Run) -> Relation:
    """γ̄₁‖ηw_t‖₁ ≤ (1 − (1 − η)^t)‖(η/λ)u_t‖₁: the term −ηw_t makes no big difference as long as ηt is small beside γ̄₁,
    whatever λ is. For w_t is (1 − (1 − η)^t)/λ times a mean of the u_j, and γ̄₁ ≤ ‖u_j‖₁ ≤ 1."""
    left = run.recurrence(0 * run.eta[0] + 1, lambda t, power: (1 - run.eta[t - 1]) * power)
    shrinking, update = shrinking_and_update(run)
    return at_most(run.optimum.gamma * shrinking, (1 - left) * update)
