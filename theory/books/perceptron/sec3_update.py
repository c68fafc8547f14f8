"""Section 3, the update, and the view of it as a stochastic gradient method on the ReLU loss.

    w' = w − ∂_w(w ↦ σ_r(⟨w, −xy⟩)) = w + xy 1[⟨w, −xy⟩ ≥ 0]        F(w) = Σ_i σ_r(⟨w, −x_i y_i⟩)

The subgradient is −xy σ_r'(⟨w, −xy⟩) with σ_r'(0) = 1 by convention, read off difference quotients of σ_r, so
that the indicator is not put in. F is the objective over the n rows; min F = 0.
"""

from functools import partial
from typing import Any

from lemmacheck.theory.books.perceptron import arguments
from lemmacheck.theory.books.perceptron.algorithms.perceptron import Perceptron
from lemmacheck.theory.books.perceptron.problems.soft_margin import hinge
from lemmacheck.theory.books.perceptron.source import PERCEPTRON
from lemmacheck.theory.books.perceptron.stream import examples, from_zero, members, scores, separated
from lemmacheck.theory.core.arithmetic import Array, column
from lemmacheck.theory.core.claim import claim, given, latex, proof
from lemmacheck.theory.core.hypothesis import hypothesis
from lemmacheck.theory.core.relation import Relation, above, at_least, at_most, equal
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.margins.comparators import directions

CHAPTER = "Section 3"
stated = partial(claim, about=Perceptron)

DISPLAY = PERCEPTRON.at("§3, first display")
REMARK = PERCEPTRON.at("§2, Remark (optimization)")
GEOMETRY = PERCEPTRON.at("§3, geometric interpretation")


@hypothesis("x_1y_1 ≠ 0", tacit=True)
def first_is_not_zero(run: Run) -> Relation:
    return above(run.squared(examples(run)[:1]), 0)


def subgradient(run: Run, w: Array, xy: Array) -> Array:
    """∂_w σ_r(⟨w, −xy⟩), by the convention."""
    return -column(run.relu_slope(-run.inner(w, xy))) * xy


def moved(run: Run, w: Array, xy: Array) -> Array:
    """w + xy 1[⟨w, −xy⟩ ≥ 0]."""
    return w + xy * column(run.at_least_zero(-run.inner(w, xy)))


@stated("T.Strip", PERCEPTRON.at("§3, first sentence"), kind="identity")
@latex(r"""\ell_{\rm h}(z-1)=\max\{0,z\}=\sigma_{\rm r}(z),\quad
    \sum_{i=1}^n\ell_{\rm h}(\langle w,-x_iy_i\rangle-1)=\sum_{i=1}^n\sigma_{\rm r}(\langle w,-x_iy_i\rangle)""")
def stripped_objective_is_the_relu_loss(run: Run) -> Relation:
    """Without ½‖w‖² and the “1 +” of the hinge loss, the soft-margin objective is the ReLU loss, F(w) for C = 1."""
    w = directions(run.problem)
    return equal(hinge(run.problem, -run.inner(w[..., None, :], run.examples) - 1).sum(-1), run.objective(w))


@stated("T.Upd.1", DISPLAY, kind="identity", first=1)
@latex(r"w':=w-\partial_w\left(w\mapsto\sigma_{\rm r}(\langle w,-xy\rangle)\right),\quad\sigma_{\rm r}(z)=\max\{0,z\}")
def update_is_a_subgradient_step(run: Run) -> tuple[Relation, ...]:
    """w_i = w_{i−1} − ∂ for ∂ = −x_iy_i σ_r'(⟨w_{i−1}, −x_iy_i⟩) with σ_r'(0) = 1, and ∂ is a subgradient of
    f(w) = σ_r(⟨w, −x_iy_i⟩) at w_{i−1}: f(u) ≥ f(w_{i−1}) + ⟨∂, u − w_{i−1}⟩ for u = 0, w_{i−1} ± x_iy_i."""
    w, xy = run.w[:-1], examples(run)
    g = subgradient(run, w, xy)
    value = run.positive_part(-scores(run))

    def bound(u: Array) -> Relation:
        return at_least(run.positive_part(-run.inner(u, xy)), value + run.inner(g, u - w))

    return equal(run.w[1:], w - g), bound(0 * w), bound(w + xy), bound(w - xy)


@stated("T.Upd.2", DISPLAY)
@latex(r"w-\partial_w\left(w\mapsto\sigma_{\rm r}(\langle w,-xy\rangle)\right)=w+xy\mathbb1[\langle w,-xy\rangle\ge0]")
def subgradient_step_is_an_indicator(run: Run) -> Relation:
    """w − ∂ = w + xy 1[⟨w, −xy⟩ ≥ 0] for all w and all examples."""
    w, xy = directions(run.problem)[..., None, :], run.examples
    return equal(w - subgradient(run, w, xy), moved(run, w, xy))


@stated("T.Upd.3", DISPLAY, first=1)
@proof("T.Upd.1", "T.Upd.2")
@latex(r"w'=w+xy\mathbb1[\langle w,-xy\rangle\ge0]")
def update_adds_the_example(run: Run) -> Relation:
    """w_i = w_{i−1} + x_iy_i 1[⟨w_{i−1}, −x_iy_i⟩ ≥ 0]."""
    return equal(run.w[1:], moved(run, run.w[:-1], examples(run)))


@stated("T.SGDobj", REMARK, kind="identity", chapter="Section 2")
@proof("T.Upd.1")
@latex(r"""w_i:=w_{i-1}-\partial_w\left(w\mapsto\sigma_{\rm r}(\langle w,-x_iy_i\rangle)\right)(w_{i-1}),
    \quad\inf_w\sum_{i=1}^n\sigma_{\rm r}(\langle w,-x_iy_i\rangle)""")
def stochastic_gradient_of_the_relu_loss(run: Run) -> tuple[Relation, ...]:
    """The step is w_i = w_{i−1} − ∂ for the example's own loss; and if the example is one of the n rows, each as likely
    as the other, n times the mean of ∂ is a subgradient of F: F(u) ≥ F(w) + ⟨n E[∂], u − w⟩ for all u and w."""
    w = directions(run.problem)
    total = subgradient(run, w[..., None, :], run.examples).sum(-2)
    step = equal(run.w[1:], run.w[:-1] - subgradient(run, run.w[:-1], examples(run)))
    bounds = [at_least(run.objective(u[None]), run.objective(w) + run.inner(total, u - w)) for u in w]
    return step.since(1), *bounds


@stated("T.Opt0.1", REMARK, kind="identity", chapter="Section 2")
@proof(by=arguments.by_positive_losses)
@latex(r"\inf_w\sum_{i=1}^n\sigma_{\rm r}(\langle w,-x_iy_i\rangle)=0")
def zero_is_the_optimal_value(run: Run) -> tuple[Relation, Relation]:
    """F(w) ≥ 0 for all w, and F(0) = 0."""
    w = directions(run.problem)
    return at_least(run.objective(w), 0), equal(run.objective(0 * w), 0)


@stated("T.Opt0.2", REMARK, kind="qualitative", chapter="Section 2")
@given(from_zero)
@proof("T.Opt0.1", by=arguments.by_positive_losses)
@latex(r"""\sum_{i=1}^n\sigma_{\rm r}(\langle w_0,-x_iy_i\rangle)
    =\inf_w\sum_{i=1}^n\sigma_{\rm r}(\langle w,-x_iy_i\rangle)""")
def standard_start_is_optimal(run: Run) -> Relation:
    """F(w_0) ≤ F(w) for all w, where w_0 = 0."""
    return at_most(run.objective(run.w[:1]), run.objective(directions(run.problem)))


@stated("T.MoveAway", REMARK, kind="qualitative", chapter="Section 2")
@given(from_zero, first_is_not_zero)
@proof("T.Opt0.1", "T.Upd.3", by=arguments.by_positive_losses)
@latex(r"""w_1=x_1y_1\ne w_0,\quad\sum_{i=1}^n\sigma_{\rm r}(\langle w_t,-x_iy_i\rangle)\ge
    \sum_{i=1}^n\sigma_{\rm r}(\langle w_0,-x_iy_i\rangle)""")
def first_step_leaves_one_optimum(run: Run) -> tuple[Relation, ...]:
    """The first step leaves the optimum w_0: w_1 = x_1y_1 ≠ w_0, and the objective is never below F(w_0); the
    subgradient 0 at 0 would give w_1 = w_0. “The global optimum” is read as the one at which the method starts. It is
    not the only one: where w_1 separates the data, F(w_1) = 0 too."""
    start, xy = run.w[:1], examples(run)[:1]
    idle = start + xy * column(1 - run.at_least_zero(run.inner(start, xy)))
    return (
        equal(run.w[1:2], xy),
        above(run.squared(run.w[1:2] - start), 0),
        at_least(run.objective(run.w), run.objective(start)),
        equal(idle, start),
    )


@stated("T.Rot", GEOMETRY, kind="qualitative", first=1)
@given(separated, from_zero)
@proof("T.Upd.3")
@latex(r"""\langle w,xy\rangle\le0\implies\left\langle\frac{w'}{\|w'\|},xy\right\rangle>
    \left\langle\frac w{\|w\|},xy\right\rangle""")
def mistakes_rotate_towards_the_example(run: Run) -> Relation:
    """For every i ∈ M_i the angle to the example shrinks: ⟨w_i, x_iy_i⟩/‖w_i‖ > ⟨w_{i−1}, x_iy_i⟩/‖w_{i−1}‖, where a
    w_{i−1} = 0, which has no angle, counts as orthogonal; 1 more is put on the left where i is not in M_i."""
    w, xy = run.w, examples(run)

    def aligned(v: Array) -> Any:
        return run.num.ratio(run.inner(v, xy), run.norm(v))

    return above(aligned(w[1:]) + 1 - members(run), aligned(w[:-1]))


@stated("T.Noop", GEOMETRY, first=1)
@proof("T.Upd.3")
@latex(r"\langle w,xy\rangle>0\implies w'=w")
def otherwise_nothing_is_done(run: Run) -> Relation:
    """w_i = w_{i−1} for every i that is not in M_i."""
    others = column(1 - members(run))
    return equal(others * run.w[1:], others * run.w[:-1])


@stated("T.Yhat", PERCEPTRON.at("§3, Note"), kind="example")
@latex(r"""w=0,\ y=+1\implies\mathbb1[\hat y\ne y]\ne\mathbb1[\langle w,xy\rangle\le0],
    \quad\hat y:=2\cdot\mathbb1[\langle w,x\rangle\ge0]-1""")
def the_two_mistakes_differ_at_zero(run: Run) -> Relation:
    """At w = 0 an example with y = +1, whatever its x, has 1[ŷ ≠ y] ≠ 1[⟨w, xy⟩ ≤ 0]: their difference is not 0."""
    p: Any = run.problem
    w, y = 0 * p.X, p.ones(p.n)
    misclassified = (1 - p.predict(w, p.X) * y) / 2
    counted = p.at_least_zero(-p.inner(w, column(y) * p.X))
    return above(((misclassified - counted) ** 2)[None], 0)
