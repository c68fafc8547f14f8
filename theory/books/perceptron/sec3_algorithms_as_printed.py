"""The perceptron and its kernel form, line by line: every state of a run is what the printed lines make of the last.

w' = w + xy 1[⟨w, −xy⟩ ≥ 0],  ŷ = 2·1[⟨w, x⟩ ≥ 0] − 1,  w_0 = 0        ⟨w_t, x⟩ = Σ_{i∈M_t} y_i k(x_i, x)
"""

from typing import Any

from lemmacheck.theory.books.perceptron.algorithms.kernel_perceptron import KernelPerceptron
from lemmacheck.theory.books.perceptron.algorithms.perceptron import Perceptron
from lemmacheck.theory.books.perceptron.sec3_kernel import expansion, in_feature_space, row_numbers
from lemmacheck.theory.books.perceptron.source import PERCEPTRON
from lemmacheck.theory.books.perceptron.stream import examples, from_zero, size, up_to
from lemmacheck.theory.core.arithmetic import column
from lemmacheck.theory.core.claim import claim, given, latex, proof
from lemmacheck.theory.core.relation import Relation, equal
from lemmacheck.theory.core.run import Run

CHAPTER = "Section 3"


@claim("T.Alg.Perceptron", PERCEPTRON.at("§3, first display and Note"), kind="algorithm", about=Perceptron)
@given(from_zero)
@proof("T.Upd.3")
@latex(r"w':=w+xy\mathbb1[\langle w,-xy\rangle\ge0],\quad w_0=0,\quad\hat y:=2\cdot\mathbb1[\langle w,x\rangle\ge0]-1")
def perceptron(run: Run) -> tuple[Relation, ...]:
    """From w_0 = 0, on the stream of x_i and y_i = ±1: ŷ_i = 2·1[⟨w_{i−1}, x_i⟩ ≥ 0] − 1 and
    w_i = w_{i−1} + x_iy_i 1[⟨w_{i−1}, −x_iy_i⟩ ≥ 0]; the same w_i as those of the subgradient step."""
    w, x, xy = run.w[:-1], run.x[1:], examples(run)
    step = column(run.at_least_zero(run.inner(w, -xy)))
    return (
        equal(run.w[:1], 0),
        equal(run.y[1:] ** 2, 1).since(1),
        equal(run.y_hat[1:], 2 * run.at_least_zero(run.inner(w, x)) - 1).since(1),
        equal(run.w[1:], w + xy * step).since(1),
        equal(run.w[1:], w + xy * column(run.relu_slope(run.inner(w, -xy)))).since(1),
    )


@claim("T.Alg.KernelPerceptron", PERCEPTRON.at("§3, Remark on kernels"), kind="algorithm", about=KernelPerceptron)
@proof("T.Ker.1", "T.Ker.2")
@latex(r"w_t:=\sum_{i\in M_t}y_ik(x_i,\cdot),\quad\langle w_t,x\rangle=\sum_{i\in M_t}y_ik(x_i,x)")
def kernel_perceptron(run: Run) -> tuple[Relation, ...]:
    """The value at step i is Σ_{j∈M_{i−1}} y_j k(x_j, x_i), as the sum over the stream and as ⟨w_{i−1}, φ(x_i)⟩ for the
    perceptron on (φ(x_i), y_i); its M_t has the same size; and the counts are those of the rows in M_t."""
    plain: Any = in_feature_space(run)
    _, m = row_numbers(run)
    values = sum(run.e[1:, ..., j] * expansion(run, run.X[..., j, :])[:-1] for j in range(run.n))
    return (
        equal(run.c, up_to(column(m) * run.e[1:])),
        equal(run.value[1:], values).since(1),
        equal(run.value[1:], plain.inner(plain.w[:-1], plain.x[1:])).since(1),
        equal(up_to(m), size(plain)),
    )
