"""Section 3, the Theorem: at most 1/γ² mistakes; the set M_t; the potential function, which need not converge.

    Σ_{i≥1} 1[ŷ_i ≠ y_i] ≤ 1/γ²        M_t = {i ≤ t : ⟨w_{i−1}, x_i y_i⟩ ≤ 0}        ½‖w/‖w‖ − ū‖² = 1 − ⟨w/‖w‖, ū⟩

ū is any unit vector that separates, with γ its margin. In the example of a stream (1, 0), (1, 0), … every unit
vector ū with positive coordinates separates, and w_i = (1, 0) stays away from all of them.
"""

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from lemmacheck.theory.books.perceptron import arguments
from lemmacheck.theory.books.perceptron.algorithms.perceptron import Perceptron
from lemmacheck.theory.books.perceptron.source import PERCEPTRON
from lemmacheck.theory.books.perceptron.stream import (
    THEOREM,
    along,
    examples,
    members,
    separated,
    size,
    steps_taken,
    up_to,
    wrong,
)
from lemmacheck.theory.core import run as runs
from lemmacheck.theory.core.arithmetic import Array, column
from lemmacheck.theory.core.claim import claim, fault, given, latex, proof, slip
from lemmacheck.theory.core.hypothesis import hypothesis
from lemmacheck.theory.core.relation import Relation, above, at_least, at_most, below, equal, paired
from lemmacheck.theory.core.run import Run

CHAPTER = "Section 3"
stated = partial(claim, about=Perceptron)

PROOF = PERCEPTRON.at("§3, proof of the Theorem, first paragraph")
POTENTIAL = PERCEPTRON.at("§3, proof of the Theorem, potential function")
EXAMPLE = PERCEPTRON.at("§3, after the Note on the potential function")
FIRST_STEPS = slice(1, 41)
POSITIVE = ((1, 1), (3, 4), (1, 100))


@stated("T.Perc.Thm", PERCEPTRON.at("§3, Theorem"))
@given(*THEOREM)
@proof("T.Perc.Strong", "T.Mt.sup.2", "T.Mt.mono", by=arguments.by_what_it_uses)
@latex(r"\sum_{i\ge1}\mathbb1[\hat y_i\ne y_i]\le\frac1{\gamma^2}")
def mistake_bound(run: Run) -> Relation:
    """Σ_{1≤i≤t} 1[ŷ_i ≠ y_i] ≤ 1/γ² for every t. The print has (w_i, y_i) given by Perceptron, for (w_i, ŷ_i)."""
    return at_most(up_to(wrong(run)), 1 / run.gamma**2)


@stated("T.Perc.Strong", PROOF)
@given(*THEOREM)
@proof("T.Comb.1.corrected", "T.Comb.2", "T.Comb.3", by=arguments.by_a_square)
@latex(r"|M_t|\le\frac1{\gamma^2}")
def update_bound(run: Run) -> Relation:
    """|M_t| ≤ 1/γ² for every t."""
    return at_most(size(run), 1 / run.gamma**2)


@stated("T.Coher", PERCEPTRON.at("§3, Remark after the Theorem"), kind="qualitative", first=1)
@given(separated)
@proof(by=arguments.by_the_margin)
@latex(r"""\langle w_i,\bar u\rangle-\langle w_{i-1},\bar u\rangle\ge\gamma\mathbb1[i\in M_i],
    \quad\langle\bar u,x_iy_i\rangle>0""")
def the_past_serves_the_future(run: Run) -> tuple[Relation, ...]:
    """What was learned in the past is not undone by what comes: ⟨w_i, ū⟩ never falls, and rises by γ or more with
    every update; and ū, good for the past of every i, is right about the next example too: ⟨ū, x_iy_i⟩ > 0."""
    rise = along(run, run.w[1:]) - along(run, run.w[:-1])
    return at_least(rise, 0), at_least(rise, run.gamma * members(run)), above(along(run, examples(run)), 0)


OPEN_BRACKET = r"M_t:=\{i\le t:\mathbb1[\langle w_{i-1},x_iy_i\rangle\le0\}"


@stated("T.Mt.def", PROOF, kind="definition")
@fault("the bracket of the indicator is never closed; the indicator is not needed.")
@latex(OPEN_BRACKET)
def set_with_an_open_bracket(run: Run) -> tuple[Relation, ...]:
    """M_t = {i ≤ t : 1[⟨w_{i−1}, x_iy_i⟩ ≤ 0}."""
    paired(OPEN_BRACKET)
    return lists_the_updates(run)


@set_with_an_open_bracket.corrected()
@proof("T.Upd.3", by=arguments.by_the_unit_step)
@latex(r"M_t:=\left\{i\le t:\langle w_{i-1},x_iy_i\rangle\le0\right\}")
def set_of_updates(run: Run) -> tuple[Relation, ...]:
    """M_t lists the updates up to t: w_i − w_{i−1} = x_iy_i for i ∈ M_t and 0 for the others; and 0 ≤ |M_t| ≤ t."""
    return lists_the_updates(run)


def lists_the_updates(run: Run) -> tuple[Relation, ...]:
    return (equal(run.w[1:] - run.w[:-1], steps_taken(run)).since(1), at_least(size(run), 0), at_most(size(run), run.t))


@stated("T.Mt.sup.1", PROOF, kind="qualitative", first=1)
@proof("T.Mt.def.corrected", by=arguments.by_the_unit_step)
@latex(r"\{i\le t:\hat y_i\ne y_i\}\subseteq M_t")
def every_mistake_is_an_update(run: Run) -> Relation:
    """1[ŷ_i ≠ y_i] ≤ 1[i ∈ M_t] for every i ≤ t."""
    return at_most(wrong(run), members(run))


@stated("T.Mt.sup.2", PROOF)
@proof("T.Mt.sup.1")
@latex(r"\sum_{i=1}^t\mathbb1[\hat y_i\ne y_i]\le|M_t|")
def fewer_mistakes_than_updates(run: Run) -> Relation:
    """Σ_{1≤i≤t} 1[ŷ_i ≠ y_i] ≤ |M_t|."""
    return at_most(up_to(wrong(run)), size(run))


@stated("T.Mt.mono", PERCEPTRON.at("§3, proof of the Theorem, first paragraph, and “monotonicity property”"))
@proof("T.Mt.def.corrected")
@latex(r"|M_t|\le|M_{t+1}|,\quad M_i\subseteq M_t\quad(i\le t)")
def updates_accumulate(run: Run) -> tuple[Relation, Relation]:
    """|M_t| ≤ |M_{t+1}|; and M_i ⊆ M_t for i ≤ t, read for i = ⌊T/2⌋ and t = T by their indicators."""
    m, half = members(run), run.steps // 2
    earlier = np.concatenate([m[:half], 0 * m[half:]])
    return at_most(size(run)[:-1], size(run)[1:]), at_most(earlier, m).since(1)


def direction(run: Run) -> Array:
    """w_i/‖w_i‖ for i ≥ 1."""
    return run.w[1:] / column(run.norm(run.w[1:]))


@stated("T.Pot", POTENTIAL, first=1)
@given(*THEOREM)
@slip("the square of the norm is missing.")
@latex(r"\frac12\left\|\frac{w_i}{\|w_i\|}-\bar u\right\|=1-\left\langle\frac{w_i}{\|w_i\|},\bar u\right\rangle")
def potential_without_the_square(run: Run) -> Relation:
    """½‖w_i/‖w_i‖ − ū‖ = 1 − ⟨w_i/‖w_i‖, ū⟩ for i ≥ 1."""
    return equal(run.norm(direction(run) - run.u_bar) / 2, 1 - along(run, direction(run)))


@potential_without_the_square.corrected()
@latex(r"\frac12\left\|\frac{w_i}{\|w_i\|}-\bar u\right\|^2=1-\left\langle\frac{w_i}{\|w_i\|},\bar u\right\rangle")
def potential(run: Run) -> Relation:
    """½‖w_i/‖w_i‖ − ū‖² = 1 − ⟨w_i/‖w_i‖, ū⟩ for i ≥ 1; w_0 = 0 has no direction."""
    return equal(run.squared(direction(run) - run.u_bar) / 2, 1 - along(run, direction(run)))


def first_axis(run: Run) -> Any:
    """The one example (x, y) with xy = (1, 0) and the label of this run's first row."""
    p: Any = run.problem
    one, y = p.ones(1), p.labels[..., :1]
    Z = np.stack([-one, 0 * one], axis=-1)
    return replace(p, Z=Z, X=-column(y) * Z, labels=y)


def on_the_first_axis(run: Run) -> Run:
    """The same method on the stream x_iy_i = (1, 0), for the first steps of this run."""
    return runs.run(run.algorithm, first_axis(run), len(run.states[FIRST_STEPS]))


@hypothesis("w_0 = 0 in the example", tacit=True)
def example_from_zero(run: Run) -> Relation:
    return equal(on_the_first_axis(run).w[:1], 0)


def positive_units(run: Run) -> list[Array]:
    """Unit vectors ū = (a, b)/√(a² + b²) with a, b > 0, each with a time axis."""
    ahead = (None,) * (run.problem.Z.ndim - 1)
    vectors = [run.num.array(pair) for pair in POSITIVE]
    return [(v / column(run.norm(v)))[ahead] for v in vectors]


@stated("T.NoConv.1", EXAMPLE, kind="example", first=1)
@given(example_from_zero)
@proof("T.Upd.3")
@latex(r"x_iy_i=(1,0)\quad(i\ge1)\implies w_i=(1,0)\quad(i\ge1)")
def one_example_for_ever(run: Run) -> Relation:
    """If x_iy_i = (1, 0) for i ≥ 1, then w_i = (1, 0) for i ≥ 1."""
    example = on_the_first_axis(run)
    return equal(example.w[1:], examples(example))


@stated("T.NoConv.2", EXAMPLE, kind="example")
@latex(r"x_iy_i=(1,0),\ \bar u_1,\bar u_2>0,\ \|\bar u\|=1\implies\langle\bar u,x_iy_i\rangle=\bar u_1>0")
def every_positive_unit_vector_separates(run: Run) -> tuple[Relation, ...]:
    """Each unit vector ū with positive coordinates, three of them are tried, meets the Theorem's conditions on the
    stream x_iy_i = (1, 0): ‖ū‖ = 1, ⟨ū, x_iy_i⟩ > 0 and ‖x_iy_i‖ ≤ 1."""
    xy = first_axis(run).examples[None]
    found = [at_most(run.squared(xy), 1)]
    for u in positive_units(run):
        found += [above(run.inner(u, xy), 0), equal(run.squared(u), 1)]
    return tuple(found)


@stated("T.NoConv.3", EXAMPLE, kind="qualitative", first=1)
@given(example_from_zero)
@proof("T.NoConv.1", "T.NoConv.2")
@latex(r"\left\langle\frac{w_i}{\|w_i\|},\bar u\right\rangle=\left\langle\frac{w_1}{\|w_1\|},\bar u\right\rangle<1")
def no_convergence_to_u_bar(run: Run) -> tuple[Relation, ...]:
    """In the example the cosine of w_i and ū, for each of these ū, is the same number below 1 for all i ≥ 1: neither
    w_i nor w_i/‖w_i‖ tends to ū."""
    example = on_the_first_axis(run)
    w = direction(example)
    cosines = [run.inner(w, u) for u in positive_units(run)]
    return tuple(relation for c in cosines for relation in (below(c[:1], run.num.number(1)), equal(c[1:], c[:-1])))
