"""§4, Definition 5 and Theorem 6, and what remarks 1 and 2 make of the weak learner: errors below ½ by an advantage γ.

"For any D" is decided by the D that is hardest for the class: no hypothesis has an error below ½ − γ* there, with
γ* = ½ min_D max_h Σ_i D(i) y_i h(x_i), and under every D one has no more. "With probability 1 − δ" is computed over all
paths of a learner that fails with probability δ in each round.
"""

from typing import Any

import numpy as np
from lemmacheck.theory.books.lecture.algorithms.adaboost import AdaBoost
from lemmacheck.theory.books.lecture.algorithms.unreliable_boosting import SampledBoosting, UnreliableBoosting
from lemmacheck.theory.books.lecture.problems.learning import Sampling, WeakLearning
from lemmacheck.theory.books.lecture.rounds import eps, half, imperfect, losses_until, misclassified, positive_advantage
from lemmacheck.theory.books.lecture.source import LECTURE
from lemmacheck.theory.core import run as runs
from lemmacheck.theory.core.arithmetic import Array, column
from lemmacheck.theory.core.claim import claim, given, latex, not_checkable, proof, slip
from lemmacheck.theory.core.hypothesis import hypothesis
from lemmacheck.theory.core.relation import Chance, Relation, at_least, at_most, equal
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.margins.comparators import vertices

CHAPTER = "Section 4"

DEFINITION = "§4, Definition 5"
REMARK_1 = "§4, remark 1 after Algorithm 3"


def distributions(p: Any) -> Array:
    """e_1, …, e_n, and the uniform distributions on the first k examples, k = 1, …, n."""
    e = vertices(p) + 0 * p.uniform()
    first = np.add.accumulate(e, axis=0)
    return np.concatenate([e, first / column(first.sum(-1))])


@hypothesis("for every D the learner returns an h with error(h; D) ≤ γ, as Definition 5 prints")
def error_below_gamma(p: Any) -> Relation:
    return at_most(p.least_error(p.hardest), p.claimed)


@claim("S.Def5", LECTURE.at(DEFINITION), kind="definition", about=WeakLearning)
@given(error_below_gamma)
@slip("""an advantage is over guessing: with error(h; D) ≤ γ the better one of the constants ±1 has the advantage ½ for
    every class, and a larger γ, which is to make learning efficient, only asks for less; ½ − γ is meant.""")
@latex(r"\text{error}(h;c,D)\le\gamma\ \Rightarrow\ \text{error}(h;c,D)\le\frac12-\gamma")
def advantage_as_an_error(p: Any) -> Relation:
    """A learner that has the advantage γ by the printed Definition, error(h; D) ≤ γ for every D, has what remark 1 and
    the proof of Lemma 7 take from it: error(h; D) ≤ ½ − γ for every D."""
    return at_most(p.least_error(p.hardest), half(p) - p.claimed)


@advantage_as_an_error.corrected()
@given()
@latex(r"\text{error}(h;c,D)\le\frac12-\gamma")
def advantage_over_guessing(p: Any) -> tuple[Relation, ...]:
    """error(h; D) ≤ ½ − γ for every D: the learner that returns the least error has this for γ = γ*, and for no
    larger γ, there being a D whose least error is ½ − γ*; read with δ = 0, on the rows as the domain."""
    D, best = p.hardest, half(p) - p.gamma
    return (
        at_most(p.least_error(distributions(p)), best),
        equal(p.least_error(D), best),
        at_least(D, 0),
        equal(D.sum(-1), 1),
    )


@claim(
    "S.Real", LECTURE.at("§4, proof of Theorem 6, “Note that by realizability”"), kind="definition", about=WeakLearning
)
@latex(r"\exists c\in\mathcal C\text{ s.t. }\forall i\ y_i=c(x_i)")
def realizability(p: Any) -> tuple[Relation, Relation]:
    """There is a c ∈ C with y_i = c(x_i) for all i if and only if one has no error on the uniform distribution; and
    then the least error is 0 under every D. C is the class at hand."""
    agrees = np.multiply.reduce(1 - p.wrong, axis=-2)[None]
    found, realizable = p.maximum(agrees), p.at_least_zero(-p.least_error(p.uniform()[None]))
    return equal(found, realizable), equal(realizable * p.least_error(distributions(p)), 0)


S_DEF5_EFF = not_checkable(
    "S.Def5.eff",
    LECTURE.at("§4, Definition 5, last sentence"),
    "A class with a weak learner of time poly(d, 1/δ) and γ ≥ 1/poly(d) is called efficiently weakly PAC-learnable.",
    latex=r"\text{time }\text{poly}(d,1/\delta),\ \gamma\ge1/\text{poly}(d)",
    reason="it gives a name to learners by polynomials of no stated degree: of one class, or of finitely many d, "
    "every time is at most some polynomial",
)

S_HIST = not_checkable(
    "S.Hist",
    LECTURE.at("§4, before Theorem 6"),
    "Kearns and Valiant asked whether weak learning implies PAC learning; Freund and Schapire answered that it does.",
    latex=r"\text{weakly PAC-learnable}\ \Rightarrow\ \text{PAC-learnable}",
    reason="it tells who asked a question and who answered it: nothing in it can be computed. (What is answered is "
    "Theorem 6. The reference printed for the answer is of 1997; that weak learning suffices was first shown by "
    "Schapire in 1990, by another construction.)",
)


def sampled(p: Any) -> Run:
    """T rounds on every sample of n draws."""
    s = p.setting
    return runs.run(SampledBoosting(hypotheses=s.hypotheses, labelling=s.labelling, size=s.size), p, s.T)


def output_errors(run: Run) -> Array:
    """1[the output ≠ y_i] after T rounds, for every sample: of a perfect h_T, or of sign(H)."""
    perfect = column(run.perfect[-2])
    by_vote = misclassified(run, losses_until(run)[-1])
    return perfect * run.mistakes(run.h[-2]) + (1 - perfect) * by_vote


@hypothesis("T ≥ log(2n)/(2γ²)")
def lemma_7_rounds(p: Any) -> Relation:
    return at_least(2 * p.setting.T * p.gamma**2, p.log(p.num.number(2 * p.setting.size)))


@claim("S.Thm6", LECTURE.at("§4, Theorem 6"), kind="qualitative", about=Sampling, returns=Chance)
@given(positive_advantage, lemma_7_rounds)
@proof("S.Def5.corrected", "S.Lem7")
@latex(r"""\forall D\,\exists h:\text{error}(h;D)\le\frac12-\gamma\ \Rightarrow
    \ \Pr\left[\text{error}(\text{sign}(H))\le\epsilon\right]\ge1-\delta""")
def weak_learning_suffices(p: Any) -> Chance:
    """A computed instance: of a class with advantage γ > 0 AdaBoost makes, from n draws in T ≥ log(2n)/(2γ²) rounds, a
    hypothesis without training error that has error ≤ ε, with probability ≥ 1 − δ over all samples. An h_t that is
    perfect on the sample is the output. That n and T grow polynomially, for every class, is not computed here."""
    run = sampled(p)
    wrong = output_errors(run)
    event = at_most(p.inner(run.D[0], wrong), 0), at_most(wrong.sum(-1) / p.n, p.epsilon)
    return Chance(event, run.algorithm.chances(p), 1 - p.delta)


@hypothesis("on every path, where the learner does not fail, ε_t ≤ 1 − γ (line 4)")
def line_4(run: Run) -> Relation:
    return at_most((1 - run.failed[:-1]) * (eps(run) - 1 + run.gamma), 0)


@hypothesis("on every path, where the learner does not fail, ε_t ≤ ½ − γ (Definition 5, corrected)")
def weak_unless_failing(run: Run) -> Relation:
    return at_most((1 - run.failed[:-1]) * (eps(run) - half(run) + run.gamma), 0)


@claim("S.Alg3.eps", LECTURE.at("§4, Algorithm 3, line 4"), about=UnreliableBoosting, returns=Chance)
@given(imperfect, weak_unless_failing)
@proof("S.Def5.corrected")
@latex(r"\Pr[\epsilon_t\le1-\gamma]\ge1-\delta")
def error_with_high_probability(run: Run) -> tuple[Chance, ...]:
    """P(ε_t ≤ 1 − γ) ≥ 1 − δ for every t, of a weak learner that fails with probability δ. It is less than Lemma 7
    needs: a hypothesis of error 1 − γ > ½ has an advantage only if it is turned around."""
    delta = run.num.number(run.algorithm.delta)
    bound = 1 - run.gamma
    return tuple(Chance((at_most(e, bound),), run.chance[-1], 1 - delta, t) for t, e in enumerate(eps(run), 1))


def all_rounds(run: Run) -> Chance:
    """P(ε_t ≤ ½ − γ for all t ≤ T) ≥ 1 − Tδ."""
    delta = run.num.number(run.algorithm.delta)
    worst = run.maximum(np.moveaxis(eps(run), 0, -1))
    return Chance((at_most(worst, half(run) - run.gamma),), run.chance[-1], 1 - run.steps * delta, run.steps)


UNION = r"\Pr\left[\epsilon_t\le\frac12-\gamma\text{ for all }t\le T\right]\ge1-T\delta"


@claim("S.Union", LECTURE.at(REMARK_1), about=UnreliableBoosting, returns=Chance)
@given(imperfect, line_4)
@slip("a union bound adds up the failures; it does not lower 1 − γ, the bound of line 4, to ½ − γ.")
@proof("S.Alg3.eps")
@latex(r"\Pr[\epsilon_t\le1-\gamma]\ge1-\delta\ \Rightarrow\ " + UNION)
def errors_in_all_rounds(run: Run) -> Chance:
    """From line 4, ε_t ≤ 1 − γ with probability 1 − δ in each round: ε_t ≤ ½ − γ in all rounds with probability at
    least 1 − Tδ."""
    return all_rounds(run)


@errors_in_all_rounds.corrected()
@given(imperfect, weak_unless_failing)
@proof("S.Def5.corrected")
@latex(r"\Pr\left[\epsilon_t\le\frac12-\gamma\right]\ge1-\delta\ \Rightarrow\ " + UNION)
def errors_in_all_rounds_of_a_weak_learner(run: Run) -> Chance:
    """From ε_t ≤ ½ − γ with probability 1 − δ in each round: this in all rounds with probability at least 1 − Tδ."""
    return all_rounds(run)


DRAWS = 19


@claim("S.Emul", LECTURE.at("§4, remark 2 after Algorithm 3"), kind="qualitative", about=AdaBoost)
@given(imperfect)
@latex(r"u\mapsto(x_i,y_i)\text{ if }\sum_{k<i}D_t(k)\le u<\sum_{k\le i}D_t(k)")
def emulated_oracle(run: Run) -> tuple[Relation, ...]:
    """EX(c, D_t) by a table of n partial sums: u ∈ [0, 1) picks the i with Σ_{k<i} D_t(k) ≤ u < Σ_{k≤i} D_t(k). Each u
    picks one example, and nineteen equally spaced u pick i with a frequency within 1/19 of D_t(i): their intervals are
    D_t(i) long."""
    D = run.D
    upper = np.cumsum(D, axis=-1)
    draws = [run.num.number(k) / DRAWS for k in range(DRAWS)]
    picked = [run.at_least_zero(u - upper + D) - run.at_least_zero(u - upper) for u in draws]
    frequency, within = sum(picked[1:], picked[0]) / DRAWS, run.num.number(1) / DRAWS
    return (
        equal(upper[..., -1], 1).since(1),
        *(equal(each.sum(-1), 1).since(1) for each in picked),
        at_most(frequency - D, within).since(1),
        at_most(D - frequency, within).since(1),
    )
