"""§4, after Lemma 7: linear combinations of T hypotheses, how many examples they need, and what follows for AdaBoost.

    LC(H, T) = {sign(Σ_{i≤T} α_i h_i) : h_i ∈ H, α_i ∈ ℝ}       VC-dim ≤ 16 T d log T  for d = VC-dim(H) ≥ 1 and T ≥ 2

On m ≥ d, T points H shows at most (em/d)^d patterns, and T given hypotheses combine to at most (em/T)^T.
"""

from typing import Any

import numpy as np
from lemmacheck.theory.books.lecture.problems.learning import SampleSizes, Sampling, Votes
from lemmacheck.theory.books.lecture.rounds import positive_advantage
from lemmacheck.theory.books.lecture.sec4_weak_learning import output_errors, sampled
from lemmacheck.theory.books.lecture.source import LECTURE
from lemmacheck.theory.core.arithmetic import Array
from lemmacheck.theory.core.claim import claim, fault, given, latex, proof, slip
from lemmacheck.theory.core.hypothesis import hypothesis
from lemmacheck.theory.core.relation import Chance, Relation, above, at_least, at_most, equal, meaning

CHAPTER = "Section 4"

CLASS = "§4, after Lemma 7"
EXERCISE = "§4, Exercise"
COMBINATIONS = r"LC(\mathcal H,T)=\left\{\text{sign}\left(\sum_{i=1}^T\alpha_ih_i(x)\right):h_i\in\mathcal H,\ "
COEFFICIENTS = ((3, -2, 5), (7, -7, 1), (4, 5, -9), (-1, -1, 3), (0, 0, 0))


def votes_of(p: Any, k: int, alpha: tuple[int, ...]) -> Array:
    """sign(Σ_i α_i h_i) on the rows for T hypotheses that follow each other in the class from the k-th on."""
    terms = [a * p.votes[..., (k + i) % p.m] for i, a in enumerate(alpha[: p.T])]
    return p.sign(sum(terms[1:], terms[0]))


def combinations_show_listed_patterns(p: Any) -> tuple[Relation, ...]:
    chosen = [votes_of(p, k, alpha) for k in range(p.m) for alpha in COEFFICIENTS]
    nearest = [p.maximum((p.patterns @ signs[..., None])[..., 0]) for signs in chosen]
    return (equal(np.stack(nearest), p.n),)


@claim("S.LC.def", LECTURE.at(CLASS), kind="definition", about=Votes)
@fault("the α_i of the sum are bound by nothing, and the d_i ∈ ℝ occur nowhere; α_i ∈ ℝ is meant.")
@latex(COMBINATIONS + r"d_i\in\mathbb R\right\}")
def combinations_of_unbound_weights(p: Any) -> tuple[Relation, ...]:
    """LC(H, T) = {sign(Σ_{i≤T} α_i h_i(x)) : h_i ∈ H, d_i ∈ ℝ}."""
    meaning("α_i", {"h_i": p.votes, "d_i": p.num})
    return combinations_show_listed_patterns(p)


@combinations_of_unbound_weights.corrected()
@latex(COMBINATIONS + r"\alpha_i\in\mathbb R\right\}")
def combinations(p: Any) -> tuple[Relation, ...]:
    """LC(H, T) = {sign(Σ_{i≤T} α_i h_i(x)) : h_i ∈ H, α_i ∈ ℝ}, with sign(0) = 1: on the rows it shows finitely many
    patterns, those of small integers α_i, and every other α tried shows one of them."""
    return combinations_show_listed_patterns(p)


def bound(p: Any, c: int, T: Any, d: Any) -> Any:
    """c T d log T."""
    return c * T * d * p.log(T)


@claim("S.LC", LECTURE.at(EXERCISE), about=Votes)
@slip("for T = 1 the right side is 0, whatever c is, and for d = 0 too; LC(H, 1) has all of H, so VC-dim ≥ d.")
@latex(r"\text{VC-dim}(LC(\mathcal H,T))\le cTd\log(T)")
def dimension_of_combinations(p: Any) -> Relation:
    """VC-dim(LC(H, T)) ≤ c T d log T, read with c = 16 and on the rows as the domain, all patterns listed."""
    return at_most(p.voted_vc, bound(p, 16, p.num.number(p.T), p.vc))


@hypothesis("T ≥ 2", tacit=True)
def two_votes(p: Any) -> Relation:
    return at_least(p.num.array([p.T]), 2)


@hypothesis("d ≥ 1", tacit=True)
def some_dimension(p: Any) -> Relation:
    return at_least(p.vc, 1)


GRID = ((2, 1), (3, 1), (100, 1), (10**6, 1), (2, 2), (2, 50), (3, 10**6), (1000, 7), (10**6, 10**6))


@dimension_of_combinations.corrected()
@given(two_votes, some_dimension)
@latex(r"\text{VC-dim}(LC(\mathcal H,T))\le16Td\log(T)\quad(T\ge2,\ d\ge1)")
def dimension_of_combinations_of_two(p: Any) -> tuple[Relation, Relation]:
    """VC-dim(LC(H, T)) ≤ 16 T d log T for T ≥ 2 and d ≥ 1: on the rows as the domain; and in general because for
    m = 16 T d log T, for T and d up to 10⁶, 2^m exceeds (em/d)^{dT} (em/T)^T, the most patterns on m points."""
    # With m = c T d log T, m log 2 − dT log(em/d) − T log(em/T) is at least dT (c log 2 log T − 2 − 2 log c − log T
    # − 2 log log T), as (1/d) log(e c d log T) falls in d: positive for c = 16 and T ≥ 2; and it grows with m.
    T, d = (p.num.array([pair[k] for pair in GRID]) for k in (0, 1))
    m = bound(p, 16, T, d)
    patterns = d * T * (1 + p.log(m / d)) + T * (1 + p.log(m / T))
    return at_most(p.voted_vc, bound(p, 16, p.num.number(p.T), p.vc)), above(m * p.log(p.num.number(2)), patterns)


def examples(p: Any, T: Any, d: Any, accuracy: Any, confidence: Any) -> Any:
    """εn = log(1/δ) + T d log(T) log(1/ε), of 1/ε and 1/δ."""
    return p.log(confidence) + bound(p, 1, T, d) * p.log(accuracy)


@hypothesis("n ≥ (1/ε)(log(1/δ) + T d log(T) log(1/ε))")
def many_examples(p: Any) -> Relation:
    needed = examples(p, p.num.number(p.setting.T), p.vc, 1 / p.epsilon, 1 / p.delta)
    return at_least(p.setting.size * p.epsilon, needed)


@claim("S.VCgen.1", LECTURE.at("§4, after “due to the VC-theorem”"), about=Sampling, returns=Chance)
@given(positive_advantage, many_examples)
@proof("S.LC.corrected")
@latex(r"""n\ge\frac c\epsilon\left(\log\left(\frac1\delta\right)+Td\log(T)\log(1/\epsilon)\right)
    \ \Rightarrow\ \Pr[\text{error}\le\epsilon]\ge1-\delta""")
def few_samples_mislead(p: Any) -> Chance:
    """Over all samples of n draws, with probability ≥ 1 − δ the output of T rounds has error ≤ ε unless it has a
    training error: what the VC theorem says of consistent hypotheses. The constant c is not printed; this is c = 1,
    T ≥ 2 and small domains, so that a class that needs a larger c is not excluded."""
    run = sampled(p)
    wrong = output_errors(run)
    consistent = p.at_least_zero(-p.inner(run.D[0], wrong))
    return Chance((at_most(consistent * wrong.sum(-1) / p.n, p.epsilon),), run.algorithm.chances(p), 1 - p.delta)


SIZES = ((1, 1, 2, 2, 2), (7, 3, 4, 10, 20), (100, 1, 10, 3, 10**6), (10**6, 50, 3, 100, 2), (10**9, 10**4, 100, 8, 5))


@claim("S.VCgen.2", LECTURE.at("§4, “Putting in the bound of T”"), about=SampleSizes)
@proof("S.VCgen.1", "S.Lem7")
@latex(r"""\frac c\epsilon\left(\log(1/\delta)+Td\log(T)\log(1/\epsilon)\right)=\frac c\epsilon\left(\log(1/\delta)
    +\frac1{2\gamma^2}\log(2n)d\log\left(\frac1{2\gamma^2}\log(2n)\right)\log(1/\epsilon)\right)""")
def rounds_put_in(p: Any) -> Relation:
    """(1/ε)(log(1/δ) + T d log(T) log(1/ε)) for T = log(2n)/(2γ²) is the printed
    (1/ε)(log(1/δ) + (1/(2γ²)) log(2n) d log((1/(2γ²)) log(2n)) log(1/ε)); at fixed n, d, 1/γ, 1/ε and 1/δ."""
    n, d, inverse, accuracy, confidence = (p.num.array([row[k] for row in SIZES]) for k in range(5))
    gamma, doubled = 1 / inverse, p.log(2 * n)
    T, share = doubled / (2 * gamma**2), 1 / (2 * gamma**2)
    printed = p.log(confidence) + share * doubled * d * p.log(share * doubled) * p.log(accuracy)
    return equal(accuracy * examples(p, T, d, accuracy, confidence), accuracy * printed)


ENOUGH = tuple((d, g, e) for d in (1, 50, 10**6) for g in (2, 3, 1000) for e in (1, 2, 10**4))
FACTORS, LOGS = (1, 2, 1000, 10**6), (1, 20, 10**9)


@claim("S.VCgen.3", LECTURE.at("§4, “This is satisfied for”"), kind="rate", about=SampleSizes)
@proof("S.VCgen.2", "S.nlogn")
@latex(r"""n\ge\frac c\epsilon\left(\frac d{\gamma^2}\text{poly}\left(\log(d,\frac1{\gamma^2},\frac1\epsilon)\right)
    +\log(1/\delta)\right)""")
def a_polynomial_of_logarithms_suffices(p: Any) -> tuple[Relation, ...]:
    """n ≥ (2/ε)(d/γ² · L³ + log(1/δ)) with L = log(d/(γ²ε)) suffices for n ≥ (1/ε)(log(1/δ) + T d log(T) log(1/ε)),
    T = log(2n)/(2γ²): a polynomial and a constant that will do, at fixed d ≤ 10⁶, 1/γ ≤ 1000, 1/ε ≤ 10⁴, log(1/δ) ≤ 10⁹
    and n up to 10⁶ times as large. The logarithm of three numbers is read as that of their product."""
    d, inverse, accuracy = (p.num.array([row[k] for row in ENOUGH]) for k in range(3))
    cube = p.log(d * inverse**2 * accuracy) ** 3
    relations = []
    for log_delta in LOGS:
        least = 2 * accuracy * (d * inverse**2 * cube + log_delta)
        for factor in FACTORS:
            n = factor * least
            T = inverse**2 * p.log(2 * n) / 2
            relations.append(at_least(n, accuracy * (log_delta + T * d * p.log(T) * p.log(accuracy))))
    return tuple(relations)


ABOVE_ONE = ((5, 4), (2, 1), (27, 10), (11, 4), (3, 1), (8, 1), (1000, 1), (10**9, 1))
UP_TO_E = ((0, 1), (1, 2), (1, 1), (2, 1), (27, 10))
SAMPLES = ((1, 10), (1, 1), (2, 1), (27, 10), (3, 1), (10**6, 1))


def fractions(p: Any, pairs: tuple[tuple[int, int], ...]) -> Array:
    """a/b for pairs (a, b)."""
    return p.num.array([a for a, _ in pairs]) / p.num.array([b for _, b in pairs])


@claim("S.nlogn", LECTURE.at("§4, “in general”"), kind="inequality for all arguments", about=SampleSizes)
@latex(r"n\ge2a\log(a)\ \Rightarrow\ n\ge a\log(n)")
def linear_beats_logarithm(p: Any) -> tuple[Relation, ...]:
    """n ≥ a log n for every n ≥ 2a log a, n > 0: read with the constant 2, at fixed a from 0 to 10⁹, and n from
    2a log a to 10⁶ times that; with any n > 0 for a ≤ e."""
    # n − a log n has its least value a − a log a at n = a, not negative for a ≤ e, and grows for n ≥ a. For a > e,
    # 2a log a > a, and there 2a log a − a log(2a log a) = a log(a/(2 log a)) > 0. One times a log a is too little.
    a, small, plain = fractions(p, ABOVE_ONE), fractions(p, UP_TO_E), fractions(p, SAMPLES)
    least = 2 * a * p.log(a)
    grown = tuple(at_least(k * least, a * p.log(k * least)) for k in (1, 2, 10**6))
    return (*grown, *(at_least(n, small * p.log(n)) for n in plain))
