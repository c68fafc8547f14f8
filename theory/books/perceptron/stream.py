"""What the chapters on the perceptron read of its run, for i = 1, …, T or t = 0, …, T, and what they assume.

M_t = {i ≤ t : ⟨w_{i−1}, x_i y_i⟩ ≤ 0}        1[ŷ_i ≠ y_i] = (1 − ŷ_i y_i)/2, both being ±1
"""

from typing import Any

import numpy as np
from lemmacheck.theory.core.arithmetic import Array, column
from lemmacheck.theory.core.hypothesis import hypothesis
from lemmacheck.theory.core.relation import Relation, above, at_least, at_most, equal
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.margins.hypotheses import unit_rows


def examples(run: Run) -> Array:
    """x_i y_i."""
    return column(run.y[1:]) * run.x[1:]


def scores(run: Run) -> Array:
    """⟨w_{i−1}, x_i y_i⟩."""
    return run.inner(run.w[:-1], examples(run))


def members(run: Run) -> Array:
    """1[i ∈ M_t], which is 1[⟨w_{i−1}, x_i y_i⟩ ≤ 0] for every t ≥ i."""
    return run.at_least_zero(-scores(run))


def steps_taken(run: Run) -> Array:
    """x_i y_i 1[i ∈ M_i]."""
    return column(members(run)) * examples(run)


def wrong(run: Run) -> Array:
    """1[ŷ_i ≠ y_i]."""
    return (1 - run.y_hat[1:] * run.y[1:]) / 2


def up_to(terms: Array) -> Array:
    """Σ_{1≤i≤t} terms_i for t = 0, …, T."""
    return np.concatenate([0 * terms[:1], np.cumsum(terms, axis=0)])


def before(terms: Array) -> Array:
    """Σ_{1≤i<t} terms_i for t = 1, …, T."""
    return up_to(terms)[:-1]


def size(run: Run) -> Array:
    """|M_t| for t = 0, …, T."""
    return up_to(members(run))


def along(run: Run, w: Array) -> Any:
    """⟨w, ū⟩."""
    return run.inner(w, run.u_bar)


@hypothesis("linear separability: ⟨ū, xy⟩ ≥ γ > 0 for all examples, ‖ū‖ = 1")
def separated(run: Any) -> tuple[Relation, ...]:
    """ū = v/‖v‖ is of norm 1 where v ≠ 0."""
    return (
        above(run.squared(run.direction), 0),
        at_least(run.margins(run.u_bar), column(run.gamma)),
        above(run.gamma, 0),
    )


@hypothesis("‖xy‖ ≤ 1 for all examples", implies=[unit_rows])
def short_examples(run: Any) -> Relation:
    return at_most(run.squared(run.examples)[None], 1)


@hypothesis("w_0 = 0", tacit=True)
def from_zero(run: Any) -> Relation:
    return equal(run.w[:1], 0)


THEOREM = (separated, short_examples, from_zero)
