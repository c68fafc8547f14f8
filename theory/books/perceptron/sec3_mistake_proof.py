"""The proof of the Theorem: ⟨w_t, ū⟩ is at least γ|M_t| and at most ‖w_t‖ ≤ √|M_t|.

    w_t = Σ_{i∈M_t} x_i y_i        ‖w_i‖² ≤ ‖w_{i−1}‖² + 1[i ∈ M_i]        γ|M_t| ≤ ⟨w_t, ū⟩ ≤ √|M_t|

The sum in ‖w_t‖² ≤ ‖w_0‖² + Σ_{i≤t} 1[i ∈ M_t] is printed over i < t, which misses the last step. The last
display has a bar too many: |γ|M_t|.
"""

from functools import partial
from typing import Any

from lemmacheck.theory.books.perceptron import arguments
from lemmacheck.theory.books.perceptron.algorithms.perceptron import Perceptron
from lemmacheck.theory.books.perceptron.source import PERCEPTRON
from lemmacheck.theory.books.perceptron.stream import (
    THEOREM,
    along,
    before,
    examples,
    from_zero,
    members,
    scores,
    separated,
    short_examples,
    size,
    steps_taken,
    up_to,
)
from lemmacheck.theory.core.arithmetic import Array
from lemmacheck.theory.core.claim import claim, fault, given, latex, proof, slip
from lemmacheck.theory.core.relation import Relation, at_least, at_most, equal, paired
from lemmacheck.theory.core.run import Run

CHAPTER = "Section 3"
stated = partial(claim, about=Perceptron)

LOWER = PERCEPTRON.at("§3, proof of the Theorem, “To lower bound”")
UPPER = PERCEPTRON.at("§3, proof of the Theorem, “To upper bound”")
SQUARES = PERCEPTRON.at("§3, proof of the Theorem, squared norms")
SUM = PERCEPTRON.at("§3, proof of the Theorem, after “monotonicity property”")
CORRECTED_SUM = PERCEPTRON.at("§3, proof of the Theorem, after “monotonicity property”, corrected")
LAST = PERCEPTRON.at("§3, proof of the Theorem, last display")


@stated("T.Lin", LOWER)
@given(from_zero)
@proof("T.Upd.3", "T.Mt.def.corrected")
@latex(r"w_t=\sum_{i\in M_t}x_iy_i")
def weights_are_a_sum(run: Run) -> Relation:
    """w_t = Σ_{i∈M_t} x_iy_i."""
    return equal(run.w, up_to(steps_taken(run)))


def gained(run: Run) -> Array:
    """Σ_{i∈M_t} ⟨x_iy_i, ū⟩."""
    return up_to(members(run) * along(run, examples(run)))


@stated("T.Low.1", LOWER)
@given(*THEOREM)
@proof("T.Lin")
@latex(r"\langle w_t,\bar u\rangle=\sum_{i\in M_t}\langle x_iy_i,\bar u\rangle")
def correlation_is_a_sum(run: Run) -> Relation:
    """⟨w_t, ū⟩ = Σ_{i∈M_t} ⟨x_iy_i, ū⟩."""
    return equal(along(run, run.w), gained(run))


@stated("T.Low.2", LOWER)
@given(*THEOREM)
@proof(by=arguments.by_the_margin)
@latex(r"\sum_{i\in M_t}\langle x_iy_i,\bar u\rangle\ge\gamma|M_t|")
def every_update_gains_the_margin(run: Run) -> Relation:
    """Σ_{i∈M_t} ⟨x_iy_i, ū⟩ ≥ γ|M_t|."""
    return at_least(gained(run), run.gamma * size(run))


@stated("T.CS", UPPER)
@given(*THEOREM)
@proof(by=arguments.by_cauchy_schwarz)
@latex(r"\langle w_t,\bar u\rangle\le\|w_t\|")
def correlation_is_at_most_the_norm(run: Run) -> Relation:
    """⟨w_t, ū⟩ ≤ ‖w_t‖."""
    return at_most(along(run, run.w), run.norm(run.w))


def lengthened(run: Run) -> Any:
    """‖w_{i−1} + x_iy_i 1[i ∈ M_i]‖²."""
    return run.squared(run.w[:-1] + steps_taken(run))


def expanded(run: Run) -> Any:
    """‖w_{i−1}‖² + 2⟨x_iy_i 1[i ∈ M_i], w_{i−1}⟩ + ‖x_iy_i 1[i ∈ M_i]‖²."""
    w, step = run.w[:-1], steps_taken(run)
    return run.squared(w) + 2 * run.inner(step, w) + run.squared(step)


@stated("T.Exp.1.1", SQUARES, first=1)
@proof("T.Upd.3")
@latex(r"\|w_i\|^2=\|w_{i-1}+x_iy_i\mathbb1[i\in M_i]\|^2")
def squared_norm_of_the_update(run: Run) -> Relation:
    """‖w_i‖² = ‖w_{i−1} + x_iy_i 1[i ∈ M_i]‖²."""
    return equal(run.squared(run.w[1:]), lengthened(run))


@stated("T.Exp.1.2", SQUARES, first=1)
@latex(r"""\|w_{i-1}+x_iy_i\mathbb1[i\in M_i]\|^2=\|w_{i-1}\|^2
    +2\langle x_iy_i\mathbb1[i\in M_i],w_{i-1}\rangle+\|x_iy_i\mathbb1[i\in M_i]\|^2""")
def square_of_a_sum(run: Run) -> Relation:
    """‖w_{i−1} + x_iy_i 1[i ∈ M_i]‖² = ‖w_{i−1}‖² + 2⟨x_iy_i 1[i ∈ M_i], w_{i−1}⟩ + ‖x_iy_i 1[i ∈ M_i]‖²."""
    return equal(lengthened(run), expanded(run))


@stated("T.Exp.1.3", SQUARES, first=1)
@proof("T.Exp.1.1", "T.Exp.1.2")
@latex(r"\|w_i\|^2=\|w_{i-1}\|^2+2\langle x_iy_i\mathbb1[i\in M_i],w_{i-1}\rangle+\|x_iy_i\mathbb1[i\in M_i]\|^2")
def squared_norm_expanded(run: Run) -> Relation:
    """‖w_i‖² = ‖w_{i−1}‖² + 2⟨x_iy_i 1[i ∈ M_i], w_{i−1}⟩ + ‖x_iy_i 1[i ∈ M_i]‖²."""
    return equal(run.squared(run.w[1:]), expanded(run))


@stated("T.Exp.2", SQUARES, first=1)
@proof("T.Exp.1.3")
@latex(r"\|w_i\|^2=\|w_{i-1}\|^2+2\langle w_{i-1},x_iy_i\rangle\mathbb1[i\in M_i]+\mathbb1[i\in M_i]\|x_iy_i\|^2")
def indicator_taken_out(run: Run) -> Relation:
    """‖w_i‖² = ‖w_{i−1}‖² + 2⟨w_{i−1}, x_iy_i⟩ 1[i ∈ M_i] + 1[i ∈ M_i]‖x_iy_i‖²."""
    m = members(run)
    right = run.squared(run.w[:-1]) + 2 * scores(run) * m + m * run.squared(examples(run))
    return equal(run.squared(run.w[1:]), right)


@stated("T.Step", SQUARES, first=1)
@given(short_examples)
@proof("T.Exp.2", "T.Mt.def.corrected", by=arguments.by_the_unit_step)
@latex(r"\|w_i\|^2\le\|w_{i-1}\|^2+0+\mathbb1[i\in M_i]")
def squared_norm_grows_by_one(run: Run) -> Relation:
    """‖w_i‖² ≤ ‖w_{i−1}‖² + 0 + 1[i ∈ M_i]."""
    return at_most(run.squared(run.w[1:]), run.squared(run.w[:-1]) + members(run))


@stated("T.Sum.1", SUM, first=1)
@given(*THEOREM)
@slip("the sum stops before i = t: the last step is missing.")
@proof("T.Step", "T.Mt.mono")
@latex(r"\|w_t\|^2\le\|w_0\|^2+\sum_{i<t}\mathbb1[i\in M_t]")
def squared_norm_without_the_last_step(run: Run) -> Relation:
    """‖w_t‖² ≤ ‖w_0‖² + Σ_{i<t} 1[i ∈ M_t] for t ≥ 1."""
    return at_most(run.squared(run.w[1:]), run.squared(run.w[:1]) + before(members(run)))


@squared_norm_without_the_last_step.corrected(first=0)
@given(short_examples)
@latex(r"\|w_t\|^2\le\|w_0\|^2+\sum_{i\le t}\mathbb1[i\in M_t]")
def squared_norm_is_at_most_the_updates(run: Run) -> Relation:
    """‖w_t‖² ≤ ‖w_0‖² + Σ_{i≤t} 1[i ∈ M_t]."""
    return at_most(run.squared(run.w), run.squared(run.w[:1]) + up_to(members(run)))


@stated("T.Sum.2", SUM, first=1)
@given(*THEOREM)
@slip("the sum over i < t counts M_{t−1}, not M_t.")
@latex(r"\|w_0\|^2+\sum_{i<t}\mathbb1[i\in M_t]=|M_t|")
def count_without_the_last_step(run: Run) -> Relation:
    """‖w_0‖² + Σ_{i<t} 1[i ∈ M_t] = |M_t| for t ≥ 1."""
    return equal(run.squared(run.w[:1]) + before(members(run)), size(run)[1:])


@count_without_the_last_step.corrected(first=0)
@given(from_zero)
@latex(r"\|w_0\|^2+\sum_{i\le t}\mathbb1[i\in M_t]=|M_t|")
def count_of_the_updates(run: Run) -> Relation:
    """‖w_0‖² + Σ_{i≤t} 1[i ∈ M_t] = |M_t|."""
    return equal(run.squared(run.w[:1]) + up_to(members(run)), size(run))


@stated("T.Sum.3", SUM)
@given(short_examples, from_zero)
@proof("T.Sum.1.corrected", "T.Sum.2.corrected")
@latex(r"\|w_t\|^2\le|M_t|")
def squared_norm_is_at_most_the_count(run: Run) -> Relation:
    """‖w_t‖² ≤ |M_t|."""
    return at_most(run.squared(run.w), size(run))


THREE_BARS = r"|\gamma|M_t|\le\langle w_t,\bar u\rangle"


@stated("T.Comb.1", LAST)
@fault("three bars do not pair: the first is one too many.")
@latex(THREE_BARS)
def lower_bound_with_three_bars(run: Run) -> Relation:
    """|γ|M_t| ≤ ⟨w_t, ū⟩."""
    paired(THREE_BARS)
    return at_most(run.gamma * size(run), along(run, run.w))


@lower_bound_with_three_bars.corrected()
@given(*THEOREM)
@proof("T.Low.1", "T.Low.2", by=arguments.by_the_margin)
@latex(r"\gamma|M_t|\le\langle w_t,\bar u\rangle")
def lower_bound(run: Run) -> Relation:
    """γ|M_t| ≤ ⟨w_t, ū⟩."""
    return at_most(run.gamma * size(run), along(run, run.w))


@stated("T.Comb.2", LAST)
@given(*THEOREM)
@proof("T.CS", "T.Sum.3", by=arguments.by_the_order_of_roots)
@latex(r"\langle w_t,\bar u\rangle\le\sqrt{|M_t|}")
def upper_bound(run: Run) -> Relation:
    """⟨w_t, ū⟩ ≤ √|M_t|."""
    return at_most(along(run, run.w), run.sqrt(size(run)))


@stated("T.Comb.3", LAST, kind="equivalence")
@given(separated)
@proof(by=arguments.by_the_count)
@latex(r"\gamma m\le\sqrt m\implies m\le\frac1{\gamma^2}")
def bounds_together(run: Run) -> Relation:
    """For every count m = 0, 1, …, T: if γm ≤ √m, which is γ²m² ≤ m, then m ≤ 1/γ², also for m = 0; a count for which
    it is not so is replaced by 0."""
    m, square = run.t, run.gamma**2
    return at_most(run.at_least_zero(m - square * m**2) * m, 1 / square)
