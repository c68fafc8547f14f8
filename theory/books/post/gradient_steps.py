"""The vanilla and the normalised gradient step, their derivation from a saddle function, and the dual accelerated
method as it looks from there.

    w_{t+1} = w_t − η_t ∇R(w_t)        w_{t+1} = w_t − η_t ∇R(w_t)/R(w_t)        w_{t+1} = w_t − η_t (∂Ψ(w_t) + V*a_t)

R is a sum over the rows; where the runs of gradient descent on its mean are read, with step sizes η_t, those of the
sum have η_t/n.
"""

from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.books.jst.algorithms.gradient_descent import GradientDescent, NormalizedGD
from lemmacheck.theory.books.jst.algorithms.mirror import Mirror, MirrorDescent
from lemmacheck.theory.books.jst.algorithms.primal_momentum import PrimalMomentum
from lemmacheck.theory.books.jst.sec1_introduction import shortfall, slow_on_two_rows, two_rows_apart
from lemmacheck.theory.books.post.algorithms.saddle_descent import SaddleDescent
from lemmacheck.theory.books.post.losses import DERIVATION, normalised_gradient, risk_gradient, short_rows
from lemmacheck.theory.books.post.problems.fits import LogOfLosses, SumOfLosses
from lemmacheck.theory.books.post.source import POST
from lemmacheck.theory.core import run as runs
from lemmacheck.theory.core.arithmetic import Array, column, delayed
from lemmacheck.theory.core.claim import claim, fault, given, latex, not_checkable, proof, stated_again
from lemmacheck.theory.core.hypothesis import hypothesis
from lemmacheck.theory.core.relation import Relation, above, at_most, equal, meaning
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.core.schedules import Constant
from lemmacheck.theory.margins.comparators import directions, simplex_points
from lemmacheck.theory.margins.hypotheses import exponential_loss, separable, standard_momentum, unit_steps
from lemmacheck.theory.margins.problem import Problem

CHAPTER = "opening"
derived = partial(claim, about=SaddleDescent, chapter="“Derivation of the two variants of gradient step”")
dual = partial(claim, about=PrimalMomentum, chapter="“The dual accelerated method”")


@hypothesis("θ_t = 1")
def unit_lengths(run: Run) -> Relation:
    return equal(run.theta, 1)


TWO_STEPS = "opening, enumeration after footnote 2"
SCHEME = f"{DERIVATION}, third display"


@hypothesis("∇R(0) ≠ 0: otherwise every method stays at w_0 = 0", tacit=True)
def pushed(p: Problem) -> Relation:
    return above(p.squared(p.combine(p.uniform())[None]), 0)


@claim("W.Equiv", POST.at("opening, sentence before the enumeration"), kind="qualitative")
@given(exponential_loss, pushed)
@proof("W.Ltil.2")
@latex(r"""\widetilde{\mathcal L}(Vw)=\log\mathcal L(Vw),\quad\nabla\mathcal R(w)=\mathcal R(w)
    \frac{\nabla\mathcal R(w)}{\mathcal R(w)},\quad\text{but different algorithms}""")
def different_algorithms(p: Problem) -> tuple[Relation, ...]:
    """They seem equivalent: L̃(Vw) = ln L(Vw) orders all w like L, and at the same w both steps have one direction. But
    from w_0 = 0 and with η_t = 1, two vanilla and two normalised steps are not the same: Σ_{t≤2} ‖w_t − w̃_t‖² > 0."""
    w = directions(p)
    vanilla = runs.run(GradientDescent(Constant(p.n)), p, 2).w
    normalised = runs.run(NormalizedGD(), p, 2).w
    return (
        equal(p.psi(p.scores(w)), p.log(p.n * p.risk(w))),
        equal(p.n * p.risk_gradient(w), column(p.n * p.risk(w)) * p.combine(p.psi_gradient(p.scores(w)))),
        above(p.squared(vanilla - normalised).sum(0, keepdims=True), 0),
    )


@claim("W.Speed", POST.at("opening, sentence before the enumeration"), about=NormalizedGD, first=1)
@given(short_rows, exponential_loss, separable, unit_lengths)
@proof("N1.margin")
@latex(r"""\bar\gamma-\gamma(w_t)\le\frac{\ln n}{\bar\gamma t}\text{ normalised},\quad
    \bar\gamma-\gamma(w_t)\ge\frac1{10\ln(t+2)}\text{ vanilla, on two rows}""")
def speeds_differ(run: Run) -> tuple[Relation, Relation]:
    """Normalised steps of size 1 have γ̄ − γ(w_t) ≤ ln n/(γ̄t) on every data set; vanilla steps of size 1/n, on the rows
    (−1, 0) and (0, −1/2), γ̄ − γ(w_t) ≥ 1/(10 ln(t + 2)). On some data, as on one row, both are at γ̄ at once."""
    plain = runs.run(GradientDescent(), two_rows_apart(run.problem), run.steps)
    return at_most(shortfall(run), run.log(run.n) / (run.optimum.gamma * run.t[1:])), slow_on_two_rows(plain)


def unindexed(run: Run) -> Array:
    """What the w without an index stands for."""
    w: Array = meaning("w", {"w_t": run.w[:-1]})
    return w


def vanilla_step(run: Run, w: Array) -> Relation:
    """w_{t+1} = w_t − η_t ∇R(w)."""
    step = column(run.eta[:-1] / run.n) * risk_gradient(run.problem, w)
    return equal(run.w[1:], run.w[:-1] - step)


def normalised_step(run: Run, w: Array) -> Relation:
    """w_{t+1} = w_t − η_t ∇R(w)/R(w)."""
    step = column(run.theta[:-1]) * run.problem.relative_risk_gradient(w)
    return equal(run.w[1:], run.w[:-1] - step)


FREE = "the w at which the gradient is taken is bound by nothing; w_t is meant."


@stated_again("W.Alg.1", POST.at(f"{TWO_STEPS}, 1, as an algorithm"))
@claim("W.Vanilla", POST.at(f"{TWO_STEPS}, 1"), kind="algorithm", about=GradientDescent)
@given(exponential_loss)
@fault(FREE)
@latex(r"w_{t+1}=w_t-\eta_t\nabla\mathcal R(w)")
def vanilla_step_at_a_free_point(run: Run) -> Relation:
    """w_{t+1} = w_t − η_t ∇R(w)."""
    return vanilla_step(run, unindexed(run))


@stated_again("W.Alg.1.corrected", POST.at(f"{TWO_STEPS}, 1, as an algorithm, corrected"))
@claim("W.Vanilla.corrected", POST.at(f"{TWO_STEPS}, 1, corrected"), kind="algorithm", about=GradientDescent)
@given(exponential_loss)
@latex(r"w_{t+1}=w_t-\eta_t\nabla\mathcal R(w_t)")
def vanilla_gradient_step(run: Run) -> Relation:
    """w_{t+1} = w_t − η_t ∇R(w_t)."""
    return vanilla_step(run, run.w[:-1])


@stated_again("W.Alg.2", POST.at(f"{TWO_STEPS}, 2, as an algorithm"))
@claim("W.Normal", POST.at(f"{TWO_STEPS}, 2"), kind="algorithm", about=NormalizedGD)
@given(exponential_loss)
@fault(FREE)
@latex(r"w_{t+1}=w_t-\eta_t\frac{\nabla\mathcal R(w)}{\mathcal R(w)}")
def normalised_step_at_a_free_point(run: Run) -> Relation:
    """w_{t+1} = w_t − η_t ∇R(w)/R(w)."""
    return normalised_step(run, unindexed(run))


@stated_again("W.Alg.2.corrected", POST.at(f"{TWO_STEPS}, 2, as an algorithm, corrected"))
@claim("W.Normal.corrected", POST.at(f"{TWO_STEPS}, 2, corrected"), kind="algorithm", about=NormalizedGD)
@given(exponential_loss)
@latex(r"w_{t+1}=w_t-\eta_t\frac{\nabla\mathcal R(w_t)}{\mathcal R(w_t)}")
def normalised_gradient_step(run: Run) -> Relation:
    """w_{t+1} = w_t − η_t ∇R(w_t)/R(w_t)."""
    return normalised_step(run, run.w[:-1])


def eta(run: Run) -> Any:
    """η_t for t < T, as vectors are multiplied by it."""
    return column(run.eta[:-1] / run.algorithm.fit.mass(run.n))


def regulariser_gradient(run: Run) -> Array:
    """∂Ψ(w_t) = λ w_t for t < T."""
    return run.num.number(run.algorithm.penalty) * run.w[:-1]


def bracketed_step(run: Run) -> Array:
    """w_t − η_t [∂Ψ(w_t) + V*a_t]."""
    return run.w[:-1] - eta(run) * (regulariser_gradient(run) + run.combine(run.a[:-1]))


def split_step(run: Run, w: Array) -> Array:
    """w_t − η_t V*∂F(Vw) − η_t ∂Ψ(w_t)."""
    gradient = run.combine(run.algorithm.fit.gradient(run.num, run.scores(w)))
    return run.w[:-1] - eta(run) * gradient - eta(run) * regulariser_gradient(run)


@derived("W.Scheme.1", POST.at(SCHEME), kind="identity")
@proof("W.FRDT")
@latex(r"w_{t+1}=w_t-\eta_t[\partial\Psi(w_t)+V^*a_t]")
def saddle_step(run: Run) -> tuple[Relation, ...]:
    """w_{t+1} = w_t − η_t [λw_t + V*a_t] is a gradient step in w on (λ/2)‖w‖² + ⟨a, Vw⟩ − F*(a), for F = L and L̃, and
    a_t is optimised fully: ⟨a_t, Vw_t⟩ − F*(a_t) = F(Vw_t), which no other point of Δ_n exceeds."""
    fit, y = run.algorithm.fit, run.scores(run.w)
    most = fit.value(run.num, y)
    others = (run.inner(b, y) - fit.conjugate(run.num, b) for b in simplex_points(run.problem))
    return (
        equal(run.w[1:], bracketed_step(run)),
        equal(run.inner(run.a, y) - fit.conjugate(run.num, run.a), most),
        *(at_most(other, most) for other in others),
    )


@derived("W.Scheme.2", POST.at(SCHEME))
@fault("the w of ∂L(Vw) is bound by nothing, while the w_t beside it has its index; w_t is meant.")
@latex(r"w_t-\eta_t[\partial\Psi(w_t)+V^*a_t]=w_t-\eta_tV^*\partial\mathcal L(Vw)-\eta_t\partial\Psi(w_t)")
def split_at_a_free_point(run: Run) -> Relation:
    """w_t − η_t [∂Ψ(w_t) + V*a_t] = w_t − η_t V*∂F(Vw) − η_t ∂Ψ(w_t)."""
    return equal(bracketed_step(run), split_step(run, unindexed(run)))


@split_at_a_free_point.corrected()
@latex(r"w_t-\eta_t[\partial\Psi(w_t)+V^*a_t]=w_t-\eta_tV^*\partial\mathcal L(Vw_t)-\eta_t\partial\Psi(w_t)")
def split_gradient_step(run: Run) -> Relation:
    """w_t − η_t [∂Ψ(w_t) + V*a_t] = w_t − η_t V*∂F(Vw_t) − η_t ∂Ψ(w_t)."""
    return equal(bracketed_step(run), split_step(run, run.w[:-1]))


GRADIENTS = {SumOfLosses(): risk_gradient, LogOfLosses(): normalised_gradient}


@derived("W.Scheme.3", POST.at(f"{DERIVATION}, sentence after the third display"), kind="identity")
@given(exponential_loss)
@proof("W.Scheme.2.corrected", "W.gradL.2", "W.gradLt.2")
@latex(r"""w_{t+1}=w_t-\eta_t\nabla\mathcal R(w_t)-\eta_t\partial\Psi(w_t),
    \quad w_{t+1}=w_t-\eta_t\frac{\nabla\mathcal R(w_t)}{\mathcal R(w_t)}-\eta_t\partial\Psi(w_t)""")
def only_the_extra_term_is_new(run: Run) -> Relation:
    """With L the scheme makes the vanilla step, and with L̃ the normalised one, which is here called basic; the only
    difference is the extra term −η_t ∂Ψ(w_t)."""
    w = run.w[:-1]
    printed = w - eta(run) * GRADIENTS[run.algorithm.fit](run.problem, w)
    return equal(run.w[1:] - printed, -eta(run) * regulariser_gradient(run))


@hypothesis("a proper step size: η_t ≤ 1 with L̃, η_t ≤ 1/n with L", tacit=True)
def proper_descent(run: Run) -> tuple[Relation, Relation]:
    return above(run.eta, 0), at_most(run.eta, 1)


@derived("W.Implicit", POST.at(f"{DERIVATION}, sentence after the third display"), kind="qualitative")
@given(short_rows, proper_descent)
@proof("W.Scheme.1")
@latex(r"\Psi=\frac\lambda2\|\cdot\|_2^2,\ \lambda\to0:\quad\text{remove the extra term }-\eta_t\partial\Psi(w_t)")
def extra_term_vanishes(run: Run) -> Relation:
    """The iterates v_t without the extra term are what those with it tend to as λ → 0, at every t:
    ‖w_t − v_t‖ ≤ λt²/2 with L̃, and 1/n of it with L. For a fixed λ and t → ∞ they part: the print calls it a
    heuristic, for λ → 0, and no more is read into it."""
    free = run.again(replace(run.algorithm, penalty=Fraction(0)))
    share = run.num.number(run.algorithm.penalty) / run.algorithm.fit.mass(run.n)
    return at_most(run.norm(run.w - free.w), share * run.t**2 / 2)


W_FINER = not_checkable(
    "W.Finer",
    POST.at(f"{DERIVATION}, last paragraph"),
    "To invoke the dual space allows a finer convergence analysis than if one stays in the primal.",
    latex=r"\text{the dual space allows a finer convergence analysis}",
    reason="it compares the analyses of other papers, of which it prints none; the rates that they give are claims of "
    "the paper, P.S1.rates.1 to P.S1.rates.6",
    chapter="“Derivation of the two variants of gradient step”",
)


@dual("W.JSTfd", POST.at("“The dual accelerated method”, first paragraph"), kind="equivalence")
@given(exponential_loss, standard_momentum)
@proof("P.3.2.alg")
@latex(r"\text{Algorithm 1 is the fully dual approach, with accelerated mirror descent for mirror descent}")
def fully_dual_but_accelerated(run: Run) -> tuple[Relation, ...]:
    """The q_t and w_t of Algorithm 1 are those of accelerated mirror descent on the dual objective ‖V*q‖²/2 with the
    entropy L̃*; without averaging (λ_t = 1, β_t = 0) both are mirror descent on it. That is −λD of Ψ = (λ/2)‖·‖² for
    λ → 0; the post's general scheme is in an earlier post, so this is the fully dual approach as it is read here."""
    accelerated, dual = run.again(Mirror()), run.again(DualNesterov())
    plain, descent = run.again(PrimalMomentum(Constant(0))), run.again(MirrorDescent(Constant(1)))
    return (equal(run.q, accelerated.q), equal(run.q, dual.q), equal(run.w, dual.w), equal(plain.q, descent.q))


@dual("W.JSTprimal", POST.at("“The dual accelerated method”, second paragraph"), kind="qualitative")
@given(exponential_loss, unit_steps)
@proof("P.1.1eq", "W.gradLt.3")
@latex(r"""q_t=\nabla\widetilde{\mathcal L}(Vw_t),\quad w_{t+1}=v_t+\beta_t(v_t-v_{t-1}),
    \quad v_t=w_t-\nabla_w\widetilde{\mathcal L}(Vw_t)""")
def fully_optimised_and_accelerated(run: Run) -> tuple[Relation, ...]:
    """Algorithm 1 with θ_t = 1 optimises q_t fully, ⟨q_t, Vw_t⟩ − L̃*(q_t) = L̃(Vw_t), and makes accelerated gradient
    steps in the primal: with v_t = w_t − ∇_w L̃(Vw_t) and v_{−1} = 0, w_{t+1} = v_t + β_t (v_t − v_{t−1}). That is
    Nesterov's form; unusual is only β_t = t/(t+1)."""
    fit, y = LogOfLosses(), run.scores(run.w)
    v = run.w - run.relative_risk_gradient(run.w)
    return (
        equal(run.inner(run.q, y) - fit.conjugate(run.num, run.q), fit.value(run.num, y)),
        equal(run.w[1:], (v + column(run.beta) * (v - delayed(v)))[:-1]),
    )
