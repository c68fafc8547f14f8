"""What the chapters on boosting read of a run of T rounds, for t = 1, …, T or for t = 1, …, T+1, and what they assume.

e^{−α_t h_t(x_i) y_i} is √(ε_t/(1−ε_t)) where h_t is right, and its inverse where it is wrong
H_t = Σ_{s=t}^T α_s h_s, so that e^{−y_i H_t(x_i)} = Π_{s=t}^T e^{−α_s h_s(x_i) y_i}, and e^{−y_i H_{T+1}(x_i)} = 1
1[sign(H(x_i)) ≠ y_i] = 1[e^{−y_i H(x_i)} ≥ 1]: an H of 0 counts as an error, its sign being neither label
"""

from typing import Any

import numpy as np
from lemmacheck.theory.core.arithmetic import Array, column
from lemmacheck.theory.core.hypothesis import hypothesis
from lemmacheck.theory.core.piecewise import reached
from lemmacheck.theory.core.relation import Relation, above, at_least, at_most, below
from lemmacheck.theory.core.run import Run


def eps(run: Run) -> Array:
    """ε_1, …, ε_T."""
    return run.eps[:-1]


def z_next(run: Run) -> Array:
    """z_2, …, z_{T+1}."""
    return run.z[:-1]


def wrong(run: Run) -> Array:
    """1[h_t(x_i) ≠ y_i] for t = 1, …, T."""
    return run.mistakes(run.h[:-1])


def alpha(run: Run) -> Array:
    """α_1, …, α_T, where ε_t is neither 0 nor 1."""
    return run.log(1 / (eps(run) / (1 - eps(run)))) / 2


def shrink(run: Run) -> Array:
    """e^{−α_t} for t = 1, …, T."""
    return run.problem.shrink(eps(run))


def cases(run: Run) -> Array:
    """e^{−α_t} if h_t(x_i) = y_i, e^{α_t} if h_t(x_i) ≠ y_i."""
    right = column(shrink(run))
    return (1 - wrong(run)) * right + wrong(run) / right


def signed_power(run: Run) -> Array:
    """e^{−α_t h_t(x_i) y_i} = √(ρ^{h_t(x_i)y_i}) for ρ = ε_t/(1−ε_t), where ρ^{±1} = (1±1)/2 ρ + (1∓1)/2 /ρ."""
    agreement, ratio = run.labels * run.h[:-1], column(eps(run) / (1 - eps(run)))
    return run.sqrt(((1 + agreement) * ratio + (1 - agreement) / ratio) / 2)


def product(factors: Array) -> Array:
    """1, f_1, f_1 f_2, …, f_1 ⋯ f_T."""
    return np.concatenate([0 * factors[:1] + 1, np.multiply.accumulate(factors, axis=0)])


def losses_from(run: Run) -> Array:
    """e^{−y_i H_t(x_i)} for t = 1, …, T+1."""
    return product(signed_power(run)[::-1])[::-1]


def losses_until(run: Run) -> Array:
    """e^{−y_i f_t(x_i)}, f_t = Σ_{s≤t} α_s h_s, for t = 0, …, T."""
    return product(signed_power(run))


def normalizers(run: Run) -> Array:
    """Π_{s=2}^{t+1} z_s for t = 0, …, T."""
    return product(z_next(run))


def misclassified(run: Run, loss: Array) -> Array:
    """1[sign(H(x_i)) ≠ y_i], given e^{−y_i H(x_i)}."""
    return reached(run.num, loss, run.num.number(1))


def training_error(run: Run) -> Array:
    """(1/n) Σ_i 1[sign(f_t(x_i)) ≠ y_i] for t = 0, …, T: what Algorithm 3 returns after t rounds."""
    return misclassified(run, losses_until(run)).sum(-1) / run.n


def mean_loss(run: Run, D: Array, loss: Array) -> Any:
    """Σ_i D(i) e^{−y_i H(x_i)}."""
    return run.inner(D, loss)


def half(run: Run) -> Any:
    """1/2."""
    return run.num.number(1) / 2


def edges(run: Run) -> Array:
    """γ_t = 1/2 − ε_t for t = 1, …, T."""
    return half(run) - eps(run)


def enough_rounds(run: Run) -> Array:
    """1[t ≥ log(2n)/(2γ²)] for t = 0, …, T."""
    needed = run.log(run.num.number(2 * run.n))
    return reached(run.num, 2 * run.t * run.gamma**2, needed)


@hypothesis("0 < ε_t < 1 for every t (α_t is undefined otherwise)", tacit=True)
def imperfect(run: Run) -> tuple[Relation, Relation]:
    return above(eps(run), 0), below(eps(run), 1)


@hypothesis("ε_t ≤ ½ − γ for every t (remark 1)")
def weak_learning(run: Run) -> Relation:
    return at_most(eps(run), half(run) - run.gamma)


@hypothesis("γ > 0")
def positive_advantage(run: Run) -> Relation:
    return above(run.gamma, 0)


@hypothesis("h_t has the least error of the class", implies=[weak_learning])
def least_of_the_class(run: Run) -> Relation:
    return at_least(run.errors(run.D[:-1]), column(eps(run)))


@hypothesis("no hypothesis has an error above 1 − ε_t, as where −h is in the class for every h", tacit=True)
def none_worse(run: Run) -> Relation:
    return at_most(run.errors(run.D[:-1]), column(1 - eps(run)))


BOOSTED = (weak_learning, positive_advantage, imperfect)
