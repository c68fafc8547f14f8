"""How fast the ℓ₁ margin is reached, method by method, on the same data: exponents fitted to γ̄₁ − γ₁(w_t).

An O(·) is asked of every data set. The exponent of the median one says what to expect, and nothing of the data on which
a method stops short of γ̄₁ for good: those show in the slowest exponent, for which such a claim stays undecided, and in
the counterexamples. Of the others it is known: the method as printed can stay short for ever (N.DA.stuck.cycle), a
falling scale reaches γ̄₁ at O(ln(t)/t) (N.DA.cool.margin), steps of lengths 1/√t at O(ln(t)/√t) (N.DA.plain.root).
"""

from lemmacheck.theory.books.contributed.source import BOOSTING, on_boosting
from lemmacheck.theory.books.jst.sec1_introduction import shortfall
from lemmacheck.theory.books.post.algorithms.accelerated_adaboost import PlainAdaBoost
from lemmacheck.theory.books.post.algorithms.dual_adaboost import DualAdaBoost
from lemmacheck.theory.books.post.problems.boosting_hypotheses import bounded_entries, half_square, separable_by_votes
from lemmacheck.theory.core.claim import claim, fault, given, latex
from lemmacheck.theory.core.relation import Decay
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.margins.hypotheses import standard_lambda, unit_steps

CHAPTER = BOOSTING

BOOSTED = (bounded_entries, separable_by_votes)


@claim("N.DA.typical.dual", on_boosting("rates, the dual reading"), about=DualAdaBoost, returns=Decay)
@given(*BOOSTED, standard_lambda, half_square)
@latex(r"\bar\gamma_1-\gamma_1(w_t)=\mathcal O\left(\frac{\ln t}t\right)")
def rate_of_the_dual_reading(run: Run) -> Decay:
    """γ̄₁ − γ₁(w_t) = O(ln(t)/t) for the dual method."""
    return Decay(shortfall(run), 1, logs=1)


@claim("N.DA.typical.plain", on_boosting("rates, plain AdaBoost"), about=PlainAdaBoost, returns=Decay)
@given(*BOOSTED, unit_steps, half_square)
@fault("on some rows the steps never use a weak learner that the largest margin needs, and γ₁(w_t) stays below γ̄₁.")
@latex(r"\bar\gamma_1-\gamma_1(w_t)=\mathcal O\left(\frac1t\right)")
def rate_of_adaboost(run: Run) -> Decay:
    """γ̄₁ − γ₁(w_t) = O(1/t) for AdaBoost with φ(x) = x²/2 and η = 1."""
    return Decay(shortfall(run), 1)
