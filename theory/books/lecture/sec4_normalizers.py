"""§4, the second half of the proof of Lemma 7: every normalizer is below e^{−2γ²}.

z_{t+1} = (1−ε_t)e^{−α_t} + ε_t e^{α_t} = 2√(ε_t(1−ε_t)) = √(1−4γ_t²) ≤ e^{−2γ_t²} ≤ e^{−2γ²}, γ_t = ½ − ε_t ≥ γ > 0
"""

from functools import partial
from typing import Any

from lemmacheck.theory.books.lecture.algorithms.adaboost import AdaBoost
from lemmacheck.theory.books.lecture.rounds import (
    BOOSTED,
    edges,
    enough_rounds,
    eps,
    half,
    imperfect,
    normalizers,
    positive_advantage,
    shrink,
    signed_power,
    weak_learning,
    wrong,
    z_next,
)
from lemmacheck.theory.books.lecture.source import LECTURE
from lemmacheck.theory.core.arithmetic import Array, column
from lemmacheck.theory.core.claim import claim, fault, given, latex, proof, slip
from lemmacheck.theory.core.relation import Relation, at_least, at_most, equal, meaning
from lemmacheck.theory.core.run import Run

CHAPTER = "Section 4"
stated = partial(claim, about=AdaBoost, given=[imperfect])

PROOF = "§4, proof of Lemma 7"
BOUND = f"{PROOF}, bound on z"
LAST = f"{PROOF}, last chain"
FINAL = LECTURE.at(f"{PROOF}, last line")
WEIGHTED = r"\sum_{i=1}^nD_t(i)e^{-\alpha_ty_ih_t(x_i)}"
SORTED = r"\sum_{i:y_i=h_t(x_i)}D_t(i)e^{-\alpha_t}+\sum_{i:y_i\ne h_t(x_i)}D_t(i)e^{\alpha_t}"
ROOTS = r"(1-\epsilon_t)\sqrt{\frac{\epsilon_t}{1-\epsilon_t}}+\epsilon_t\sqrt{\frac{1-\epsilon_t}{\epsilon_t}}"
CLOSED = r"2\sqrt{\epsilon_t(1-\epsilon_t)}"
EXPONENTIAL = r"(e^{-4\gamma_t^2})^{\frac12}"
NEEDED = r"T\ge\frac1{2\gamma^2}\log(2n)"


def weighted(run: Run) -> Any:
    """Σ_i D_t(i) e^{−α_t y_i h_t(x_i)}."""
    return run.inner(run.D[:-1], signed_power(run))


def by_correctness(run: Run) -> Any:
    """Σ_{i: y_i = h_t(x_i)} D_t(i) e^{−α_t} + Σ_{i: y_i ≠ h_t(x_i)} D_t(i) e^{α_t}."""
    D, power = run.D[:-1], column(shrink(run))
    right = run.inner(D * power, 1 - wrong(run))
    return right + run.inner(D / power, wrong(run))


@stated("S.Lem7.z.1.1", LECTURE.at(f"{BOUND}, line 1"))
@proof("S.Alg3.D.4")
@latex("z_{t+1}=" + WEIGHTED)
def normalizer_is_a_sum(run: Run) -> Relation:
    """z_{t+1} = Σ_i D_t(i) e^{−α_t y_i h_t(x_i)}."""
    return equal(z_next(run), weighted(run)).since(1)


@stated("S.Lem7.z.1.2", LECTURE.at(f"{BOUND}, line 2"))
@latex(WEIGHTED + "=" + SORTED)
def sum_sorted_by_correctness(run: Run) -> Relation:
    """Σ_i D_t(i) e^{−α_t y_i h_t(x_i)} is Σ D_t(i) e^{−α_t} where y_i = h_t(x_i) plus Σ D_t(i) e^{α_t} elsewhere."""
    return equal(weighted(run), by_correctness(run)).since(1)


@stated("S.Lem7.z.1.3", LECTURE.at(f"{BOUND}, lines 1-2, first and last members"))
@proof("S.Lem7.z.1.1", "S.Lem7.z.1.2")
@latex("z_{t+1}=" + SORTED)
def normalizer_sorted_by_correctness(run: Run) -> Relation:
    """z_{t+1} = Σ_{i: y_i = h_t(x_i)} D_t(i) e^{−α_t} + Σ_{i: y_i ≠ h_t(x_i)} D_t(i) e^{α_t}."""
    return equal(z_next(run), by_correctness(run)).since(1)


@stated("S.Lem7.z.2", LECTURE.at(f"{BOUND}, line 3"))
@latex(SORTED + r"=(1-\epsilon_t)e^{-\alpha_t}+\epsilon_te^{\alpha_t}")
def masses_are_the_error(run: Run) -> Relation:
    """Σ_{i: y_i = h_t(x_i)} D_t(i) e^{−α_t} + Σ_{i: y_i ≠ h_t(x_i)} D_t(i) e^{α_t} = (1−ε_t)e^{−α_t} + ε_t e^{α_t}."""
    return equal(by_correctness(run), (1 - eps(run)) * shrink(run) + eps(run) / shrink(run)).since(1)


def roots(run: Run) -> Any:
    """(1−ε_t)√(ε_t/(1−ε_t)) + ε_t√((1−ε_t)/ε_t)."""
    e = eps(run)
    return (1 - e) * run.sqrt(e / (1 - e)) + e * run.sqrt((1 - e) / e)


def closed(run: Run) -> Any:
    """2√(ε_t(1−ε_t))."""
    return 2 * run.sqrt(eps(run) * (1 - eps(run)))


@stated("S.Lem7.z.3", LECTURE.at(f"{BOUND}, line 4"))
@given(weak_learning, imperfect)
@slip("a minus sign is printed for the last equality sign: with it the right side is 0.")
@proof("S.Lem7.z.1.3", "S.Lem7.z.2")
@latex("z_{t+1}=" + ROOTS + "-" + CLOSED)
def normalizer_less_itself(run: Run) -> Relation:
    """z_{t+1} = (1−ε_t)√(ε_t/(1−ε_t)) + ε_t√((1−ε_t)/ε_t) − 2√(ε_t(1−ε_t))."""
    return equal(z_next(run), roots(run) - closed(run)).since(1)


@normalizer_less_itself.corrected()
@given(imperfect)
@latex("z_{t+1}=" + ROOTS + "=" + CLOSED)
def normalizer_closed(run: Run) -> tuple[Relation, Relation]:
    """z_{t+1} = (1−ε_t)√(ε_t/(1−ε_t)) + ε_t√((1−ε_t)/ε_t) = 2√(ε_t(1−ε_t))."""
    return equal(z_next(run), roots(run)).since(1), equal(roots(run), closed(run)).since(1)


@stated("S.Lem7.z.4", LECTURE.at(f"{PROOF}, “Note that”"))
@given(weak_learning)
@proof("S.Union.corrected")
@latex(r"\gamma_t=\frac12-\epsilon_t\ge\gamma")
def edges_exceed_the_advantage(run: Run) -> Relation:
    """γ_t = ½ − ε_t ≥ γ. By remark 1; from the ε_t ≤ 1 − γ of line 4 it does not follow."""
    return at_least(edges(run), run.gamma).since(1)


def factored(run: Run) -> Any:
    """2√((½−γ_t)(½+γ_t))."""
    return 2 * run.sqrt((half(run) - edges(run)) * (half(run) + edges(run)))


def root(run: Run) -> Any:
    """√(1−4γ_t²)."""
    return run.sqrt(1 - 4 * edges(run) ** 2)


@stated("S.Lem7.z.5.1", LECTURE.at(f"{LAST}, line 1"))
@proof("S.Lem7.z.3.corrected")
@latex(r"z_{t+1}=2\sqrt{(1/2-\gamma_t)(1/2+\gamma_t)}")
def normalizer_by_the_edge(run: Run) -> Relation:
    """z_{t+1} = 2√((½−γ_t)(½+γ_t))."""
    return equal(z_next(run), factored(run)).since(1)


@stated("S.Lem7.z.5.2", LECTURE.at(f"{LAST}, line 2"))
@latex(r"2\sqrt{(1/2-\gamma_t)(1/2+\gamma_t)}=\sqrt{1-4\gamma_t^2}")
def edge_under_one_root(run: Run) -> Relation:
    """2√((½−γ_t)(½+γ_t)) = √(1−4γ_t²)."""
    return equal(factored(run), root(run)).since(1)


@stated("S.Lem7.z.5.3", LECTURE.at(f"{LAST}, lines 1-2, first and last members"))
@proof("S.Lem7.z.5.1", "S.Lem7.z.5.2")
@latex(r"z_{t+1}=\sqrt{1-4\gamma_t^2}")
def normalizer_is_a_root(run: Run) -> Relation:
    """z_{t+1} = √(1−4γ_t²)."""
    return equal(z_next(run), root(run)).since(1)


def exponential_root(run: Run) -> Any:
    """(e^{−4γ_t²})^{1/2}."""
    return run.sqrt(run.exp(-4 * edges(run) ** 2))


def exponential(run: Run, gamma: Array, sign: int) -> Any:
    """e^{±2γ²}."""
    return run.exp(sign * 2 * gamma**2)


@stated("S.Lem7.exp.1", LECTURE.at(f"{LAST}, line 3"), kind="inequality for all arguments")
@latex(r"\sqrt{1-4\gamma_t^2}\le" + EXPONENTIAL)
def root_below_the_exponential(run: Run) -> Relation:
    """√(1−4γ_t²) ≤ (e^{−4γ_t²})^{1/2}."""
    return at_most(root(run), exponential_root(run)).since(1)


@stated("S.Lem7.exp.2", LECTURE.at(f"{LAST}, line 3"))
@given(weak_learning, imperfect)
@slip("the sign of the exponent is lost: the square root of e^{−4γ_t²} is e^{−2γ_t²}.")
@latex(EXPONENTIAL + r"=e^{2\gamma_t^2}")
def root_of_the_exponential_turned(run: Run) -> Relation:
    """(e^{−4γ_t²})^{1/2} = e^{2γ_t²}."""
    return equal(exponential_root(run), exponential(run, edges(run), 1)).since(1)


@root_of_the_exponential_turned.corrected()
@given(imperfect)
@latex(EXPONENTIAL + r"=e^{-2\gamma_t^2}")
def root_of_the_exponential(run: Run) -> Relation:
    """(e^{−4γ_t²})^{1/2} = e^{−2γ_t²}."""
    return equal(exponential_root(run), exponential(run, edges(run), -1)).since(1)


@stated("S.Lem7.exp.3", LECTURE.at(f"{LAST}, line 3"), kind="inequality for all arguments")
@given(*BOOSTED)
@slip("the exponent on the left lacks its sign: e^{2γ_t²} exceeds 1, and e^{−2γ²} does not.")
@proof("S.Lem7.z.4")
@latex(r"e^{2\gamma_t^2}\le e^{-2\gamma^2}")
def exponential_turned_below_that_of_gamma(run: Run) -> Relation:
    """e^{2γ_t²} ≤ e^{−2γ²}."""
    return at_most(exponential(run, edges(run), 1), exponential(run, run.gamma, -1)).since(1)


@exponential_turned_below_that_of_gamma.corrected()
@latex(r"e^{-2\gamma_t^2}\le e^{-2\gamma^2}")
def exponential_below_that_of_gamma(run: Run) -> Relation:
    """e^{−2γ_t²} ≤ e^{−2γ²}."""
    return at_most(exponential(run, edges(run), -1), exponential(run, run.gamma, -1)).since(1)


@stated("S.Lem7.exp.4", LECTURE.at(f"{LAST}, first and last members"), kind="inequality for all arguments")
@given(*BOOSTED)
@proof("S.Lem7.z.5.3", "S.Lem7.exp.1", "S.Lem7.exp.2.corrected", "S.Lem7.exp.3.corrected")
@latex(r"z_{t+1}\le e^{-2\gamma^2}")
def normalizer_below_the_exponential(run: Run) -> Relation:
    """z_{t+1} ≤ e^{−2γ²}."""
    return at_most(z_next(run), exponential(run, run.gamma, -1)).since(1)


def decay(run: Run) -> Array:
    """e^{−2Tγ²} for T = 0, 1, …."""
    return run.exp(-2 * run.t * run.gamma**2)


@stated("S.Lem7.fin.1", FINAL)
@given(*BOOSTED)
@fault("the product starts at z_1, which stands for nothing: the normalizers are z_2, …, z_{T+1}.")
@proof("S.Lem7.exp.4")
@latex(r"\prod_{t=1}^{T+1}z_t\le e^{-2T\gamma^2}")
def product_from_an_undefined_normalizer(run: Run) -> Relation:
    """Π_{t=1}^{T+1} z_t ≤ e^{−2Tγ²}."""
    z_1 = meaning("z_1", {"z_2, …, z_{T+1}": z_next(run)})
    return at_most(z_1 * normalizers(run), decay(run))


@product_from_an_undefined_normalizer.corrected()
@latex(r"\prod_{t=2}^{T+1}z_t\le e^{-2T\gamma^2}")
def product_below_the_exponential(run: Run) -> Relation:
    """Π_{t=2}^{T+1} z_t ≤ e^{−2Tγ²} for every T."""
    return at_most(normalizers(run), decay(run))


@stated("S.Lem7.fin.2", FINAL)
@given(positive_advantage)
@latex(r"e^{-2T\gamma^2}\le\frac1{2n}\quad\text{if}\quad " + NEEDED)
def exponential_below_one_example(run: Run) -> Relation:
    """e^{−2Tγ²} ≤ 1/(2n) for every T ≥ log(2n)/(2γ²); and at most 1 for T before that."""
    late, least = enough_rounds(run), run.num.number(1) / (2 * run.n)
    return at_most(decay(run), late * least + (1 - late))
