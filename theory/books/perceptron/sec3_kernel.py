"""Section 3, Remark on kernels: the perceptron by kernel values, and its update for a model that is not linear.

    w_t = Σ_{i∈M_t} y_i k(x_i, ·),  ⟨w_t, x⟩ = Σ_{i∈M_t} y_i k(x_i, x)        k(x, x') = ⟨φ(x), φ(x')⟩

The function w_t is compared with the perceptron on the examples (φ(x_i), y_i): ⟨w_t, x⟩ is ⟨w_t, φ(x)⟩ there. Of
the nonconvex case the lecture gives no model; f(w; x) = a⟨v, x⟩ with w = (a, v) is one, with ⟨w, ∇f⟩ = 2f.
"""

from typing import Any

from lemmacheck.theory.books.perceptron.algorithms.kernel_perceptron import KernelPerceptron
from lemmacheck.theory.books.perceptron.algorithms.perceptron import Perceptron, TwoLayerPerceptron
from lemmacheck.theory.books.perceptron.source import PERCEPTRON
from lemmacheck.theory.books.perceptron.stream import up_to
from lemmacheck.theory.core import run as runs
from lemmacheck.theory.core.arithmetic import Array, column
from lemmacheck.theory.core.claim import claim, latex, proof
from lemmacheck.theory.core.relation import Relation, at_most, equal
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.margins.comparators import directions

CHAPTER = "Section 3"

REMARK = PERCEPTRON.at("§3, Remark on kernels")


def in_feature_space(run: Run) -> Run:
    """The perceptron on (φ(x_i), y_i), on the same stream."""
    algorithm = run.algorithm
    plain = Perceptron(algorithm.stream, algorithm.labelling, separator=algorithm.separator)
    return runs.run(plain, run.in_feature_space(), run.steps)


def row_numbers(run: Run) -> tuple[Array, Array]:
    """y_i and 1[i ∈ M_i] for the rows of the stream."""
    y = run.inner(run.e[1:], run.labels)
    return y, run.at_least_zero(-y * run.value[1:])


def expansion(run: Run, x: Array) -> Array:
    """Σ_{i∈M_t} y_i k(x_i, x), t = 0, …, T."""
    y, m = row_numbers(run)
    return up_to(m * y * run.inner(run.e[1:], run.column_of(x)))


@claim("T.Ker.1", REMARK, about=KernelPerceptron)
@proof("T.Lin")
@latex(r"w_t=\sum_{i\in M_t}x_iy_i\quad\text{becomes}\quad w_t=\sum_{i\in M_t}y_ik(x_i,\cdot)")
def weights_become_a_function(run: Run) -> tuple[Relation, Relation]:
    """The w_t of the perceptron on (φ(x_i), y_i) is Σ_{i∈M_t} y_i φ(x_i), with the M_t of the kernel values, and φ(x_i)
    is k(x_i, ·): ⟨φ(x_i), φ(x)⟩ = k(x_i, x) for all x."""
    p: Any = run.problem
    y, m = row_numbers(run)
    features = p.features(p.X)
    terms = column(m * y) * (column(run.e[1:]) * features).sum(-2)
    x = directions(p)
    products = p.inner(features, p.features(x)[..., None, :])
    return equal(in_feature_space(run).w, up_to(terms)), equal(products, p.column_of(x))


@claim("T.Ker.2", REMARK, about=KernelPerceptron)
@proof("T.Ker.1")
@latex(r"\langle w_t,x\rangle=\sum_{i\in M_t}y_ik(x_i,x)")
def predictions_by_the_kernel(run: Run) -> tuple[Relation, ...]:
    """⟨w_t, x⟩, which is ⟨w_t, φ(x)⟩ for the perceptron on (φ(x_i), y_i), is Σ_{i∈M_t} y_i k(x_i, x), for all x."""
    w = in_feature_space(run).w
    return tuple(equal(run.inner(w, run.features(x)), expansion(run, x)) for x in directions(run.problem))


@claim(
    "T.Nonconvex", PERCEPTRON.at("§3, Remark on kernels, last paragraph"), kind="qualitative", about=TwoLayerPerceptron
)
@latex(r"""f(w;x)=a\langle v,x\rangle:\quad w_t=w_0+\sum_{i\in M_t}y_i\nabla f_i,\quad
    \|w_i\|^2\le\|w_{i-1}\|^2+\mathbb1[i\in M_i]\|\nabla f_i\|^2""")
def parts_of_the_proof_without_convexity(run: Run) -> tuple[Relation, ...]:
    """For f(w; x) = a⟨v, x⟩ with the update w_i = w_{i−1} + y_i∇f_i 1[y_if_i ≤ 0] these parts of the proof go through:
    w_t = w_0 + Σ_{i∈M_t} y_i∇f_i, the expansion of ‖w_i‖², its cross term 2y_i⟨w_{i−1}, ∇f_i⟩1[i ∈ M_i] =
    4y_if_i 1[i ∈ M_i] ≤ 0, and ‖w_t‖² ≤ ‖w_0‖² + Σ_{i∈M_t} ‖∇f_i‖²."""
    w, y, f, g = run.w, run.y[1:], run.f[1:], run.gradient[1:]
    m = run.at_least_zero(-y * f)
    cross = 2 * y * run.inner(w[:-1], g) * m
    squares = m * run.squared(g)
    return (
        equal(w, w[:1] + up_to(column(m * y) * g)),
        equal(run.squared(w[1:]), run.squared(w[:-1]) + cross + squares),
        equal(cross, 4 * y * f * m),
        at_most(cross, 0),
        at_most(run.squared(w), run.squared(w[:1]) + up_to(squares)),
    )
