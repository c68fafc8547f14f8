"""How fast the ℓ₁ margin is reached, method by method, on the same data: exponents fitted to γ̄₁ − γ₁(w_t).

An O(·) is asked of every data set. The exponent of the median one says what to expect, and nothing of the data on which
a method stops short of γ̄₁ for good: those show in the slowest exponent, for which such a claim stays undecided, and in
the counterexamples.
"""

from fractions import Fraction

from lemmacheck.theory.books.contributed.source import CONTRIBUTED
from lemmacheck.theory.books.jst.sec1_introduction import shortfall
from lemmacheck.theory.books.post.algorithms.accelerated_adaboost import AcceleratedAdaBoost, PlainAdaBoost
from lemmacheck.theory.books.post.algorithms.dual_adaboost import CoolingAdaBoost, DualAdaBoost
from lemmacheck.theory.books.post.problems.boosting_hypotheses import (
    bounded_entries,
    half_square,
    separable_by_votes,
    unit_votes,
)
from lemmacheck.theory.core.claim import claim
from lemmacheck.theory.core.relation import Decay
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.margins.hypotheses import standard_lambda, standard_momentum, unit_steps

CHAPTER = "Dually accelerated AdaBoost"

BOOSTED = (bounded_entries, separable_by_votes)


@claim(
    "N.DA.typical.printed",
    CONTRIBUTED.at("Dually accelerated AdaBoost: rates, the method as printed"),
    about=AcceleratedAdaBoost,
    given=[*BOOSTED, standard_momentum, half_square],
    uses=["W.DualAcc"],
    latex=r"\bar\gamma_1-\gamma_1(w_t)=\mathcal O\left(\frac{\ln t}{t^2}\right)",
    returns=Decay,
)
def rate_as_printed(run: Run) -> Decay:
    """γ̄₁ − γ₁(w_t) = O(ln(t)/t²) for Algorithm 1 with u_t in place of −Zᵀq_t. The median data set is near it; on others
    the exponent is near 0, and γ₁(w_t) < γ̄₁ as far as it is certified (W.DualAcc, N.DA.stuck.margin)."""
    return Decay(shortfall(run), 2, logs=1)


@claim(
    "N.DA.typical.dual",
    CONTRIBUTED.at("Dually accelerated AdaBoost: rates, the dual reading"),
    about=DualAdaBoost,
    given=[*BOOSTED, standard_lambda, half_square],
    latex=r"\bar\gamma_1-\gamma_1(w_t)=\mathcal O\left(\frac{\ln t}t\right)",
    returns=Decay,
)
def rate_of_the_dual_reading(run: Run) -> Decay:
    """γ̄₁ − γ₁(w_t) = O(ln(t)/t) for the dual method."""
    return Decay(shortfall(run), 1, logs=1)


@claim(
    "N.DA.typical.cool",
    CONTRIBUTED.at("Dually accelerated AdaBoost: rates, a falling scale"),
    about=CoolingAdaBoost,
    given=[*BOOSTED, standard_lambda],
    uses=["N.DA.cool.margin"],
    latex=r"\bar\gamma_1-\gamma_1(w_t)=\mathcal O\left(\frac{\ln t}t\right)",
    returns=Decay,
)
def rate_of_a_falling_scale(run: Run) -> Decay:
    """γ̄₁ − γ₁(w_t) = O(ln(t)/t) for the dual method on soft maxima of falling scale."""
    return Decay(shortfall(run), 1, logs=1)


@claim(
    "N.DA.typical.plain",
    CONTRIBUTED.at("Dually accelerated AdaBoost: rates, plain AdaBoost"),
    about=PlainAdaBoost,
    given=[*BOOSTED, unit_steps, half_square],
    fault="on some rows the steps never use a weak learner that the largest margin needs, and γ₁(w_t) stays below γ̄₁.",
    latex=r"\bar\gamma_1-\gamma_1(w_t)=\mathcal O\left(\frac1t\right)",
    returns=Decay,
)
def rate_of_adaboost(run: Run) -> Decay:
    """γ̄₁ − γ₁(w_t) = O(1/t) for AdaBoost with φ(x) = x²/2 and η = 1."""
    return Decay(shortfall(run), 1)


@claim(
    "N.DA.typical.root",
    CONTRIBUTED.at("Dually accelerated AdaBoost: rates, plain AdaBoost of falling steps"),
    about=PlainAdaBoost,
    given=[*BOOSTED, unit_votes],
    uses=["N.DA.plain.root"],
    latex=r"\bar\gamma_1-\gamma_1(w_t)=\mathcal O\left(\frac{\ln t}{\sqrt t}\right)",
    returns=Decay,
)
def rate_of_falling_steps(run: Run) -> Decay:
    """γ̄₁ − γ₁(w_t) = O(ln(t)/√t) for AdaBoost with steps of lengths about 1/√t."""
    return Decay(shortfall(run), Fraction(1, 2), logs=1)
