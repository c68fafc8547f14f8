"""§4, "Overfitting": the test error after the training error is zero, and the margin.

(ℓ₁) margin of f_t = Σ_{s≤t} α_s h_s:  min_i y_i f_t(x_i) / Σ_{s≤t} |α_s|, at most 2γ, which some combination attains
"""

from typing import Any

import numpy as np
from lemmacheck.theory.books.lecture.algorithms.adaboost import AdaBoost, HeldOut, LongBoosting
from lemmacheck.theory.books.lecture.problems.learning import SampleSizes
from lemmacheck.theory.books.lecture.rounds import (
    BOOSTED,
    alpha,
    imperfect,
    least_of_the_class,
    losses_until,
    misclassified,
    positive_advantage,
)
from lemmacheck.theory.books.lecture.sec4_generalization import examples
from lemmacheck.theory.books.lecture.source import LECTURE
from lemmacheck.theory.core.arithmetic import Array, column
from lemmacheck.theory.core.claim import claim, fault, given, latex, not_checkable, proof
from lemmacheck.theory.core.relation import Limit, Relation, above, at_least, below, equal
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.margins.comparators import directions
from lemmacheck.theory.margins.hypotheses import positive_margin

CHAPTER = "Section 4"

OVERFITTING = "§4, “Overfitting” and AdaBoost"


ROUNDS = ((1, 1, 2, 2), (2, 3, 4, 10), (100, 1, 3, 20), (10**6, 50, 2, 10**6))


@claim("S.VCgen.T", LECTURE.at(f"{OVERFITTING}, first sentence"), kind="qualitative", about=SampleSizes)
@proof("S.VCgen.1")
@latex(r"\text{the VC bound degrades with }T:\quad Td\log(T)<(T+1)d\log(T+1)")
def examples_grow_with_the_rounds(p: Any) -> Relation:
    """The VC bound degrades with T: it asks for more examples, (1/ε)(log(1/δ) + T d log(T) log(1/ε)) of them, if T is
    one more; so for the same n its ε is larger. Read at fixed T, d, 1/ε and 1/δ."""
    T, d, accuracy, confidence = (p.num.array([row[k] for row in ROUNDS]) for k in range(4))
    fewer, more = (examples(p, S, d, accuracy, confidence) for S in (T, T + 1))
    return below(accuracy * fewer, accuracy * more)


@claim("S.Overfit", LECTURE.at(f"{OVERFITTING}, first paragraph"), kind="qualitative", about=HeldOut)
@given(imperfect)
@latex(r"\text{training error}=0\text{ for }t\ge5,\quad\text{test error}=1\text{ at }t=5,\ 0\text{ at }t\ge7")
def test_error_falls_after_training_error_is_zero(run: Run) -> tuple[Relation, Relation]:
    """The test error can go down after the training error is 0: stumps on eight points of the plane, labelled by a half
    plane, six of them for training. No training example is wrong from t = 5 on; of the two others both are wrong at
    t = 5, none from t = 7 on. How often this happens in practice is not asked."""
    wrong = misclassified(run, losses_until(run))
    trained = run.algorithm.first.count
    training, testing = wrong[:, :trained].sum(-1), wrong[:, trained:].sum(-1)
    return equal(training[5:], 0).since(5), below(testing[7:], testing[5:6]).since(7)


def margins(run: Run) -> Array:
    """min_i y_i f_t(x_i) / Σ_{s≤t} |α_s| for t = 1, …, T, where f_t = Σ_j w_j h_j and no α_s is negative."""
    w = run.w[1:]
    return run.minimum(run.labels * run.predictions(w)) / run.l1(w)


@claim(
    "S.Margin", LECTURE.at(f"{OVERFITTING}, second paragraph"), kind="qualitative", about=LongBoosting, returns=Limit
)
@given(imperfect, positive_advantage, least_of_the_class)
@fault("""on a table of eight hypotheses by Rudin, Daubechies and Schapire (2004) AdaBoost settles on three, whose votes
    have no margin above 1/3, where 3/8 is possible.""")
@latex(r"\max_w\min_i\frac{y_i\sum_jw_jh_j(x_i)}{\|w\|_1}-\min_i\frac{y_if_t(x_i)}{\sum_{s\le t}|\alpha_s|}\to0")
def margin_is_maximized(run: Run) -> Limit:
    """2γ − min_i y_i f_t(x_i)/Σ|α_s| → 0: "some notion of margin" read as the ℓ₁ margin of the votes, whose largest
    value is 2γ, and "maximizes" as a limit, for every class. Who reads half of the largest reads what always holds."""
    return Limit(2 * run.gamma - margins(run))


@margin_is_maximized.corrected(returns=Relation, about=AdaBoost, corrects="S.Margin", first=1)
@given(*BOOSTED)
@latex(r"\min_iy_if_t(x_i)\ge\gamma\sum_{s\le t}\alpha_s-\log n")
def half_of_the_margin_is_reached(run: Run) -> Relation:
    """min_i y_i f_t(x_i) ≥ γ Σ_{s≤t} α_s − log n for every t ≥ 1: half of the largest margin, as Σ α_s → ∞.

    Proof. e^{−y_i f_t(x_i)} ≤ n Π_{s≤t} √(1 − 4γ_s²) for γ_s = ½ − ε_s ≥ γ, and −½ log(1 − 4γ_s²) ≥ γ_s α_s, term by
    term of the series in γ_s."""
    weights = alpha(run)
    f = np.cumsum(column(weights) * run.h[:-1], axis=0)
    total = run.gamma * np.cumsum(weights, axis=0)
    return at_least(run.minimum(run.labels * f), total - run.log(run.num.number(run.n)))


@claim("S.Prefer", LECTURE.at(f"{OVERFITTING}, Figure 3, caption"), kind="qualitative", about=HeldOut)
@given(imperfect)
@proof("S.Overfit")
@latex(r"""\min_i\frac{y_if_{t+1}(x_i)}{\sum_{s\le t+1}|\alpha_s|}>\min_i\frac{y_if_t(x_i)}{\sum_{s\le t}|\alpha_s|}
    \text{ for }t\ge5,\quad\text{training error}=0""")
def larger_margins_are_preferred(run: Run) -> tuple[Relation, Relation]:
    """Among classifiers which get the same accuracy AdaBoost prefers those of a larger margin, in the example of
    S.Overfit: no f_t with t ≥ 5 is wrong on a training example, and there each has a larger margin than the one before.
    Of every data set S.Margin.corrected says that half of the largest margin is reached."""
    weights, trained = alpha(run), run.algorithm.first.count
    f = np.cumsum(column(weights) * run.h[:-1], axis=0)
    margin = run.minimum((run.labels * f)[:, :trained]) / np.cumsum(abs(weights), axis=0)
    wrong = misclassified(run, losses_until(run))[5:, :trained].sum(-1)
    return equal(wrong, 0).since(5), above(margin[5:], margin[4:-1]).since(6)


S_NETS = not_checkable(
    "S.Nets",
    LECTURE.at(f"{OVERFITTING}, after Figure 3"),
    "Deep networks have the same training and test curves, and recent work shows that they also maximize the margin.",
    latex=r"\text{neural networks also maximize margin}",
    reason="it cites theorems, [10] and [11], of which neither the networks nor the notion of margin nor the limit is "
    "written down here, and curves that are not shown",
)


@claim("S.MarginDef", LECTURE.at(f"{OVERFITTING}, third sentence"), kind="definition")
@given(positive_margin)
@latex(r"\gamma(w)=\min_i\min_{v:\langle w,v\rangle=0}\|x_i-v\|_2")
def margin_is_a_distance(p: Any) -> tuple[Relation, ...]:
    """For w that separates the data, min_i y_i⟨w, x_i⟩/‖w‖ is the least distance of an x_i from {v : ⟨w, v⟩ = 0}: the
    foot x_i − ⟨w, x_i⟩w/‖w‖² lies there, at the distance |⟨w, x_i⟩|/‖w‖, and no other point there is nearer."""
    w = -p.optimum.direction
    moves = column(p.scores(w) / column(p.squared(w))) * w[..., None, :]
    feet, distances, others = p.Z - moves, p.squared(moves), directions(p)
    on_the_plane = others - column(p.inner(others, w) / p.squared(w)) * w
    return (
        equal(p.inner(feet, w[..., None, :]), 0),
        equal(p.margin(w) ** 2, p.minimum(distances)),
        at_least(p.squared(p.Z - on_the_plane[..., None, :]), distances),
        at_least(p.margin(w), 0),
    )
