"""§1 and the first bullet of §2: convexity in w, batch optimization, and online learning.

R_ℓ is read as the mean over the examples, F as the linear f(x) = ⟨w, x⟩, and the method as gradient descent. In
the online protocol the learner is the perceptron, and the loss is 1[ŷ ≠ y].
"""

from typing import Any

import numpy as np
from lemmacheck.theory.books.jst.algorithms.gradient_descent import GradientDescent
from lemmacheck.theory.books.perceptron.algorithms.online import ContradictedPerceptron
from lemmacheck.theory.books.perceptron.algorithms.perceptron import Perceptron
from lemmacheck.theory.books.perceptron.problems.univariate import Univariate, UnivariateProblem
from lemmacheck.theory.books.perceptron.source import PERCEPTRON
from lemmacheck.theory.books.perceptron.stream import up_to, wrong
from lemmacheck.theory.core.arithmetic import Array, column
from lemmacheck.theory.core.claim import claim, fault, given, latex, not_checkable, proof, slip
from lemmacheck.theory.core.hypothesis import hypothesis
from lemmacheck.theory.core.relation import Relation, above, at_most, equal, meaning
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.margins.comparators import directions
from lemmacheck.theory.margins.hypotheses import exponential_loss, unit_rows
from lemmacheck.theory.margins.problem import Problem

CHAPTER = "Section 1"

STANDARD = PERCEPTRON.at("§1, standard approach")
RECEIVE = PERCEPTRON.at("§1, online learning, step 2.1")
SUFFER = PERCEPTRON.at("§1, online learning, step 2.2")


def convex_between(p: UnivariateProblem) -> tuple[Relation, ...]:
    """The same between, and beyond, the points that are tried first."""
    numbers = p.num.array(list(range(-30, 31)))
    return tuple(r for k in (3, 7, 11, 64) for r in jensen(p.at, numbers[:-1] / k, numbers[1:] / k))


@hypothesis("l is convex", tried=lambda p: p.curve, closer=convex_between)
def convex(p: UnivariateProblem) -> tuple[Relation, ...]:
    numbers = p.num.array(list(range(-8, 9)))
    return jensen(p.at, numbers / 4, numbers[::-1] / 2)


def jensen(f: Any, a: Array, b: Array) -> tuple[Relation, ...]:
    """f((1 − s)a + sb) ≤ (1 − s)f(a) + sf(b) for s = 1/2, 1/4 and 3/4."""
    points = ((k, (4 - k) * a / 4 + k * b / 4) for k in (2, 1, 3))
    return tuple(at_most(f(point), (4 - k) * f(a) / 4 + k * f(b) / 4) for k, point in points)


@claim("T.Conv", PERCEPTRON.at("§2, first bullet"), kind="qualitative", about=Univariate, chapter="Section 2")
@given(convex)
@latex(r"l\text{ convex}\implies w\mapsto l(\langle w,x\rangle y)\text{ convex}")
def loss_of_a_linear_model_is_convex(p: UnivariateProblem) -> tuple[Relation, ...]:
    """w ↦ l(⟨w, x_i⟩y_i) is convex for every i, if l is."""
    w = directions(p)

    def losses(v: Array) -> Any:
        return p.at(-p.scores(v))

    return tuple(r for k in (1, 2, p.d) for r in jensen(losses, w, np.roll(w, k, axis=0)))


@hypothesis("x_iy_i ≠ 0 for every example", tacit=True)
def examples_are_not_zero(p: Problem) -> Relation:
    return above(p.squared(p.Z)[None], 0)


@claim(
    "T.Obj",
    PERCEPTRON.at("§2, second bullet, “a nonconvex, nondifferentiable objective”"),
    kind="qualitative",
    chapter="Section 2",
)
@given(examples_are_not_zero)
@latex(r"""\mathbb1[\langle-z,z\rangle\le0]>
    \tfrac12\mathbb1[\langle z,z\rangle\le0]+\tfrac12\mathbb1[\langle-3z,z\rangle\le0],\qquad
    \mathbb1[\langle sz,z\rangle\le0]=0<1=\mathbb1[\langle0,z\rangle\le0]\quad(s>0),\qquad z=x_iy_i""")
def zero_one_loss_is_neither_convex_nor_differentiable(p: Problem) -> tuple[Relation, ...]:
    """What is counted, w ↦ 1[⟨w, x_iy_i⟩ ≤ 0], is not convex: midway from x_iy_i to −3x_iy_i, at −x_iy_i, it exceeds
    the mean of both. Nor is it differentiable: it is 1 at 0, but 0 at s x_iy_i for s = 1, ¼ and 1/1024."""
    z = -p.Z

    def loss(k: Any) -> Array:
        return p.at_least_zero(-p.inner(k * z, z))[None]

    beside = [p.num.number(1) / k for k in (1, 4, 1024)]
    return above(loss(-1), (loss(1) + loss(-3)) / 2), equal(loss(0), 1), *(equal(loss(s), 0) for s in beside)


@hypothesis("0 < η_t ≤ 1", tacit=True)
def short_steps(run: Run) -> tuple[Relation, Relation]:
    return above(run.eta, 0), at_most(run.eta, 1)


BATCH = PERCEPTRON.at("§1, batch optimization")


@claim("T.Batch", BATCH, kind="definition", about=GradientDescent)
@fault("the i of x_i and y_i is bound by nothing; a mean over the m examples is meant.")
@latex(r"((x_i,y_i))_{i=1}^m\text{ given, approximately solve }\inf_{f\in F}\mathcal R_\ell(f(x_i),y_i)")
def infimum_at_a_free_example(run: Run) -> Relation:
    """inf_f R_ℓ(f(x_i), y_i) is approximately solved."""
    scores = run.scores(run.w)
    return at_most(run.loss.value(run.num, scores[..., meaning("i", {"m": run.n})]), run.risk(run.w))


@infimum_at_a_free_example.corrected(first=1)
@given(unit_rows, exponential_loss, short_steps)
@latex(r"""\inf_{f\in F}\frac1m\sum_{i=1}^m\ell(f(x_i),y_i)\text{ approximately solved:}\quad
    \mathcal R(w_t)\le\mathcal R(u)+\frac{\|u\|^2}{2\sum_{j<t}\eta_j}""")
def gradient_descent_approximates_the_infimum(run: Run) -> tuple[Relation, ...]:
    """Gradient descent on R(w) = (1/m) Σ_i ℓ(−y_i⟨w, x_i⟩) solves inf_f R approximately: every u has
    R(w_t) ≤ R(u) + ‖u‖²/(2Σ_{j<t}η_j), and R(w_t) does not increase."""
    risk, length = run.risk(run.w), run.sums(run.eta)[1:]
    bounds = (at_most(risk[1:], run.risk(u) + run.squared(u) / (2 * length)) for u in directions(run.problem))
    return at_most(risk[1:], risk[:-1]), *bounds


T_2NDORDER = not_checkable(
    "T.2ndOrder",
    STANDARD,
    "Machine learning lately does not make widespread use of second-order methods.",
    latex=r"\text{second-order methods}",
    reason="it speaks of what is in use",
)

T_IMPLICIT = not_checkable(
    "T.Implicit",
    PERCEPTRON.at("§1, Remark"),
    "There is recently an exciting implicit regularization perspective on gradient descent.",
    latex=r"\text{implicit regularization}",
    reason="it names a line of research and makes no statement of it",
)


def predicted(run: Run, x: Array) -> Relation:
    """ŷ_t = 2·1[⟨w_{t−1}, x⟩ ≥ 0] − 1."""
    return equal(run.y_hat[1:], run.problem.predict(run.w[:-1], x))


FREE = "the loop counts t, and the i of x_i, y_i and ŷ_i is bound by nothing; t is meant."


def unnumbered(run: Run, sequence: Array) -> Array:
    """The rows of a sequence at an i that is no t."""
    rows: Array = sequence[meaning("i", {"t": run.t})]
    return rows


@claim("T.Online.1", RECEIVE, kind="definition", about=Perceptron, first=1)
@fault(FREE)
@latex(r"\text{for }t=1,\ldots:\quad\text{receive }x_i,\text{ predict }\hat y_i")
def predict_on_a_free_example(run: Run) -> Relation:
    """The prediction ŷ_i of round t is that of the model at x_i."""
    return predicted(run, unnumbered(run, run.x))


@predict_on_a_free_example.corrected()
@latex(r"\text{for }t=1,\ldots:\quad\text{receive }x_t,\text{ predict }\hat y_t")
def predict_on_the_example_received(run: Run) -> Relation:
    """The prediction ŷ_t of round t is that of the model at x_t."""
    return predicted(run, run.x[1:])


@claim("T.Online.2", SUFFER, kind="definition", about=Perceptron, first=1)
@fault(FREE)
@latex(r"\text{for }t=1,\ldots:\quad\text{suffer }\ell(\hat y_i,y_i),\text{ update}")
def suffer_on_a_free_example(run: Run) -> Relation:
    """The loss of round t is 1[ŷ_i ≠ y_i]."""
    return equal(unnumbered(run, run.y_hat) * unnumbered(run, run.y), 1 - 2 * wrong(run))


@suffer_on_a_free_example.corrected(first=0)
@proof("T.Online.1.corrected")
@latex(r"\text{for }t=1,\ldots:\quad\text{suffer }\ell(\hat y_t,y_t),\text{ update}")
def suffer_and_update(run: Run) -> tuple[Relation, ...]:
    """The loss of round t is 1 if ŷ_t y_t = −1 and 0 if it is 1, and the update is that of (x_t, y_t)."""
    loss = wrong(run)
    return equal(loss * (1 - loss), 0).since(1), equal(run.y_hat[1:] * run.y[1:], 1 - 2 * loss).since(1), updated(run)


def updated(run: Run) -> Relation:
    """w_t = w_{t−1} + x_ty_t 1[⟨w_{t−1}, x_ty_t⟩ ≤ 0]."""
    xy = column(run.y[1:]) * run.x[1:]
    mistaken = run.at_least_zero(-run.inner(run.w[:-1], xy))
    return equal(run.w[1:], run.w[:-1] + xy * column(mistaken)).since(1)


@claim("T.Online.3", SUFFER, kind="definition", about=Perceptron, first=1)
@slip("ŷ is the prediction of step 2.1, made before y is known: nature has no choice of it; she chooses y given ŷ.")
@latex(r"\text{nature chooses }\hat y\text{ given }y\text{!}")
def nature_chooses_the_prediction(run: Run) -> Relation:
    """Nature chooses any ŷ_t given y_t, so −y_t, and it is the ŷ_t that step 2.1 predicts."""
    return equal(run.y_hat[1:], -run.y[1:])


@nature_chooses_the_prediction.corrected(first=0, about=ContradictedPerceptron)
@proof("T.Online.1.corrected")
@latex(r"\text{nature chooses }y_t\text{ given }\hat y_t\text{!}")
def nature_chooses_the_label(run: Run) -> tuple[Relation, ...]:
    """Nature may choose any y_t = ±1 given ŷ_t, so −ŷ_t: then ŷ_t is still the prediction at x_t, every round costs 1,
    t in t rounds, and the update is that of (x_t, y_t)."""
    return (
        predicted(run, run.x[1:]).since(1),
        equal(run.y[1:] ** 2, 1).since(1),
        equal(up_to(wrong(run)), run.t),
        updated(run),
    )
