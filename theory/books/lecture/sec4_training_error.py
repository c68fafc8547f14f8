"""§4, Lemma 7 and the first half of its proof: the training error is at most the product of the normalizers.

    H = H_1 = Σ_t α_t h_t        (1/n) Σ_i 1[sign(H(x_i)) ≠ y_i] ≤ Σ_i D_1(i) e^{−y_i H(x_i)} = z_2 z_3 ⋯ z_{T+1}

An H(x_i) of 0 counts as an error: no label is 0.
"""

from functools import partial
from typing import Any

from lemmacheck.theory.books.lecture.algorithms.adaboost import AdaBoost
from lemmacheck.theory.books.lecture.rounds import (
    BOOSTED,
    enough_rounds,
    imperfect,
    losses_from,
    losses_until,
    mean_loss,
    misclassified,
    normalizers,
    signed_power,
    training_error,
)
from lemmacheck.theory.books.lecture.source import LECTURE
from lemmacheck.theory.core.arithmetic import Array, column
from lemmacheck.theory.core.claim import claim, fault, given, latex, proof
from lemmacheck.theory.core.relation import Relation, at_most, equal, meaning
from lemmacheck.theory.core.run import Run

CHAPTER = "Section 4"
stated = partial(claim, about=AdaBoost, given=[imperfect])

PROOF = "§4, proof of Lemma 7"
CHAIN = f"{PROOF}, chain"
ERROR = r"\frac1n\sum_{i=1}^n\mathbb1(\text{sign}(H(x_i))\ne y_i)"
FIRST = r"\sum_{i=1}^nD_1(i)e^{-y_iH_1(x_i)}"
UNDEFINED = r"\sum_{i=1}^nD_1(i)e^{-d_1y_ih_1(x_i)-y_iH_2(x_i)}"
SPLIT = r"\sum_{i=1}^nD_1(i)e^{-\alpha_1y_ih_1(x_i)-y_iH_2(x_i)}"
SECOND = r"z_2\sum_{i=1}^nD_2(i)e^{-y_iH_2(x_i)}"
SPLIT_AGAIN = r"z_2\sum_{i=1}^nD_2(i)e^{-\alpha_2y_ih_2(x_i)-y_iH_3(x_i)}"
THIRD = r"z_2z_3\sum_{i=1}^nD_3(i)e^{-y_iH_3(x_i)}"
ALL = r"\prod_{t=2}^{T+1}z_t"


@stated("S.Lem7", LECTURE.at("§4, Lemma 7"))
@given(*BOOSTED)
@proof("S.Lem7.tele.7", "S.Lem7.fin.1.corrected", "S.Lem7.fin.2")
@latex(r"T=\frac1{2\gamma^2}\log(2n)\ \Rightarrow\ " + ERROR + "=0")
def zero_training_error(run: Run) -> Relation:
    """The training error after T rounds is 0 once T ≥ log(2n)/(2γ²), and at most 1 before. That number is never an
    integer for rational γ; the T of the Lemma is read as any from it on, as in the last line of the proof."""
    return at_most(training_error(run), 1 - enough_rounds(run))


def errors_of(run: Run) -> Array:
    """1[sign(H(x_i)) ≠ y_i], with a time axis of one entry."""
    return misclassified(run, losses_from(run)[:1])


def on_sample(run: Run) -> Any:
    """P_{D_1}(sign(H(x)) ≠ y)."""
    return run.inner(run.D[:1], errors_of(run))


@stated("S.Lem7.err", LECTURE.at(f"{PROOF}, first display"))
@fault("the x of the sum is bound by nothing; x_i is meant.")
@latex(r"\mathbb P_{D_1}(\text{sign}(H(x))\ne y)=\frac1n\sum_{i=1}^n\mathbb1(\text{sign}(H(x))\ne y_i)")
def training_error_with_a_free_input(run: Run) -> Relation:
    """P_{D_1}(sign(H(x)) ≠ y) = (1/n) Σ_i 1(sign(H(x)) ≠ y_i)."""
    signs = run.labels * (1 - 2 * errors_of(run))
    sign_at_x = meaning("x", {"x_i": signs})
    return equal(on_sample(run), ((1 - sign_at_x * run.labels) / 2).sum(-1) / run.n)


@training_error_with_a_free_input.corrected()
@latex(r"\mathbb P_{D_1}(\text{sign}(H(x))\ne y)=" + ERROR)
def training_error_is_a_mean(run: Run) -> Relation:
    """P_{D_1}(sign(H(x)) ≠ y) = (1/n) Σ_i 1(sign(H(x_i)) ≠ y_i)."""
    return equal(on_sample(run), errors_of(run).sum(-1) / run.n)


VALUES = ((-9, 2), (-1, 1), (-1, 50), (0, 1), (1, 50), (2, 3), (5, 1))


@stated("S.Lem7.01", LECTURE.at(f"{PROOF}, second display"), kind="inequality for all arguments")
@latex(r"\mathbb1(\text{sign}(H(x))\ne y)\le e^{-yH(x)}")
def exponential_bounds_the_error(run: Run) -> tuple[Relation, ...]:
    """1(sign(H(x)) ≠ y) ≤ e^{−yH(x)}, for both y at fixed values H(x), 0 among them, and on the run's examples."""
    H = run.num.array([[p] for p, _ in VALUES]) / run.num.array([[q] for _, q in VALUES])
    fixed = [at_most(run.at_least_zero(-y * H), run.exp(-y * H)) for y in (1, -1)]
    loss = losses_from(run)
    return (*fixed, at_most(misclassified(run, loss), loss))


@stated("S.Lem7.H", LECTURE.at(f"{PROOF}, “has the following recursive form”"))
@latex(r"H_t(x)=\alpha_th_t(x)+H_{t+1}(x),\quad H_1(x)=H(x)\quad\text{for}\quad H_t(x)=\sum_{s=t}^T\alpha_sh_s(x)")
def recursion_of_the_tails(run: Run) -> tuple[Relation, Relation]:
    """H_t(x_i) = α_t h_t(x_i) + H_{t+1}(x_i) for t = 1, …, T with H_{T+1} = 0, and H_1 = Σ_{t=1}^T α_t h_t: read of the
    numbers e^{−y_iH_t(x_i)}, which are products of square roots, the sum for H_1 from its other end."""
    tails = losses_from(run)
    return equal(tails[:-1], signed_power(run) * tails[1:]).since(1), equal(tails[:1], losses_until(run)[-1:]).since(1)


def from_round(run: Run) -> Any:
    """Σ_i D_t(i) e^{−y_i H_t(x_i)} for t = 1, …, T+1."""
    return mean_loss(run, run.D, losses_from(run))


def split(run: Run) -> Any:
    """Σ_i D_t(i) e^{−α_t y_i h_t(x_i) − y_i H_{t+1}(x_i)} for t = 1, …, T."""
    return mean_loss(run, run.D[:-1], signed_power(run) * losses_from(run)[1:])


@stated("S.Lem7.tele.1", LECTURE.at(f"{CHAIN}, line 1"), kind="inequality for all arguments")
@proof("S.Lem7.01", "S.Lem7.H")
@latex(ERROR + r"\le" + FIRST)
def error_below_the_loss(run: Run) -> Relation:
    """(1/n) Σ_i 1(sign(H(x_i)) ≠ y_i) ≤ Σ_i D_1(i) e^{−y_i H_1(x_i)}."""
    return at_most(errors_of(run).sum(-1) / run.n, from_round(run)[:1])


def with_an_undefined_step(run: Run) -> Any:
    """Σ_i D_1(i) e^{−d_1 y_i h_1(x_i) − y_i H_2(x_i)}."""
    d_1 = meaning("d_1", {"α_1": run.alpha[0], "ε_1": run.eps[0], "z_2": run.z[0]})
    power = run.exp(-column(d_1) * run.labels * run.h[:1])
    return mean_loss(run, run.D[:1], power * losses_from(run)[1:2])


def first_normalized(run: Run) -> Any:
    """z_2 Σ_i D_2(i) e^{−y_i H_2(x_i)}."""
    return (run.z[:-1] * from_round(run)[1:])[:1]


@stated("S.Lem7.tele.2", LECTURE.at(f"{CHAIN}, line 2"))
@fault("d_1 stands for nothing in the lecture; α_1 is meant.")
@proof("S.Lem7.H")
@latex(FIRST + "=" + UNDEFINED)
def first_round_with_an_undefined_step(run: Run) -> Relation:
    """Σ_i D_1(i) e^{−y_i H_1(x_i)} = Σ_i D_1(i) e^{−d_1 y_i h_1(x_i) − y_i H_2(x_i)}."""
    return equal(from_round(run)[:1], with_an_undefined_step(run)).since(1)


@first_round_with_an_undefined_step.corrected()
@latex(FIRST + "=" + SPLIT)
def first_round_taken_out(run: Run) -> Relation:
    """Σ_i D_1(i) e^{−y_i H_1(x_i)} = Σ_i D_1(i) e^{−α_1 y_i h_1(x_i) − y_i H_2(x_i)}."""
    return equal(from_round(run)[:1], split(run)[:1]).since(1)


@stated("S.Lem7.tele.3", LECTURE.at(f"{CHAIN}, line 3"))
@fault("d_1 stands for nothing in the lecture; α_1 is meant.")
@proof("S.Alg3.D.4")
@latex(UNDEFINED + "=" + SECOND)
def first_normalizer_with_an_undefined_step(run: Run) -> Relation:
    """Σ_i D_1(i) e^{−d_1 y_i h_1(x_i) − y_i H_2(x_i)} = z_2 Σ_i D_2(i) e^{−y_i H_2(x_i)}."""
    return equal(with_an_undefined_step(run), first_normalized(run)).since(1)


@first_normalizer_with_an_undefined_step.corrected()
@latex(SPLIT + "=" + SECOND)
def first_normalizer(run: Run) -> Relation:
    """Σ_i D_1(i) e^{−α_1 y_i h_1(x_i) − y_i H_2(x_i)} = z_2 Σ_i D_2(i) e^{−y_i H_2(x_i)}."""
    return equal(split(run)[:1], first_normalized(run)).since(1)


@stated("S.Lem7.tele.4", LECTURE.at(f"{CHAIN}, line 4"))
@proof("S.Lem7.H")
@latex(SECOND + "=" + SPLIT_AGAIN)
def second_round_taken_out(run: Run) -> Relation:
    """z_2 Σ_i D_2(i) e^{−y_i H_2(x_i)} = z_2 Σ_i D_2(i) e^{−α_2 y_i h_2(x_i) − y_i H_3(x_i)}, for T ≥ 2."""
    z = normalizers(run)
    return equal((z * from_round(run))[1:-1][:1], (z[:-1] * split(run))[1:2]).since(2)


@stated("S.Lem7.tele.5", LECTURE.at(f"{CHAIN}, line 5"))
@proof("S.Alg3.D.4")
@latex(SPLIT_AGAIN + "=" + THIRD)
def second_normalizer(run: Run) -> Relation:
    """z_2 Σ_i D_2(i) e^{−α_2 y_i h_2(x_i) − y_i H_3(x_i)} = z_2 z_3 Σ_i D_3(i) e^{−y_i H_3(x_i)}, for T ≥ 2."""
    z = normalizers(run)
    return equal((z[:-1] * split(run))[1:2], (z * from_round(run))[2:3]).since(2)


@stated("S.Lem7.tele.6", LECTURE.at(f"{CHAIN}, last line"))
@proof("S.Lem7.H", "S.Alg3.D.4")
@latex(THIRD + r"=\cdots=" + ALL)
def product_of_normalizers(run: Run) -> Relation:
    """z_2 z_3 Σ_i D_3(i) e^{−y_i H_3(x_i)} and all that follow it, z_2 ⋯ z_t Σ_i D_t(i) e^{−y_i H_t(x_i)} for t ≤ T+1,
    are Π_{t=2}^{T+1} z_t, for T ≥ 2."""
    z = normalizers(run)
    return equal((z * from_round(run))[2:], z[-1:]).since(3)


@stated("S.Lem7.tele.7", LECTURE.at(f"{CHAIN}, first and last members"), kind="inequality for all arguments")
@proof("S.Lem7.tele.1", "S.Lem7.tele.2.corrected", "S.Lem7.tele.3.corrected", "S.Lem7.tele.6")
@latex(ERROR + r"\le" + ALL)
def error_below_the_product(run: Run) -> Relation:
    """(1/n) Σ_i 1(sign(H(x_i)) ≠ y_i) ≤ Π_{t=2}^{T+1} z_t, for the H of every T."""
    return at_most(training_error(run), normalizers(run))
