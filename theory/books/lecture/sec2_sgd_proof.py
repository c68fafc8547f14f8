"""§2, the proof of Theorem 3: by convexity, the iterative update lemma, and E[v_t | what was before] = ∇f(w_t).

    E[(1/T) Σ_t f(w_t) − f(w*)] ≤ (1/T) Σ_t E⟨w_t − w*, E[v_t | v_{1:t−1}]⟩ = E[(1/T) Σ_t ⟨w_t − w*, v_t⟩] ≤ Bρ/√T

E(v_t | w_t) = ∇f(w_t) does not give E[v_t | v_{1:t−1}] = ∇f(w_t): two histories may lead to one w_t with two laws
of v_t. The chain holds all the same, as E⟨w_t − w*, E[v_t | v_{1:t−1}]⟩ = E⟨w_t − w*, E[v_t | w_t]⟩.
"""

from functools import partial
from typing import Any

from lemmacheck.theory.books.lecture.algorithms.sgd import SGD
from lemmacheck.theory.books.lecture.sec2_sgd import (
    THEOREM_3,
    averaged,
    gap,
    given_history,
    guarantee,
    histories,
    memoryless,
    over_histories,
    past_is_enough,
    past_means,
)
from lemmacheck.theory.books.lecture.source import LECTURE
from lemmacheck.theory.core.arithmetic import Array, as_row
from lemmacheck.theory.core.claim import claim, given, latex, proof, slip
from lemmacheck.theory.core.relation import Relation, at_most, equal
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.margins.means import expected

CHAPTER = "Section 2"
stated = partial(claim, about=SGD, given=THEOREM_3, kind="probabilistic")

PROOF = "§2, proof of Theorem 3"
CHAIN = f"{PROOF}, last display"
FREE = (
    "v_t is not among v_{1:t−1}: averaged over these alone, ⟨w_t − w*, v_t⟩ still depends on the outcome of step t; "
    "E_{v_{1:t}} is meant."
)


def off(run: Run) -> Array:
    """w_t − w* for t = 1, …, T, on every path."""
    return run.w[:-1] - run.problem.minimiser


def pulls(run: Run) -> Array:
    """⟨w_t − w*, v_t⟩ for t = 1, …, T, on every path."""
    return run.problem.inner(off(run), run.v[:-1])


def mean_of(run: Run, terms: Any) -> Any:
    """(1/T) Σ_t of one number for each t."""
    return as_row(sum(terms) / run.steps)


def average_error(run: Run) -> Any:
    """E_{v_{1:T}}[(1/T) Σ_t f(w_t) − f(w*)]."""
    f = run.problem
    return as_row(expected(run, f.value(run.w[:-1]).sum(0) / run.steps - f.value(f.minimiser)))


def average_pull(run: Run) -> Any:
    """E_{v_{1:T}}[(1/T) Σ_t ⟨w_t − w*, v_t⟩]."""
    return as_row(expected(run, pulls(run).sum(0) / run.steps))


def pull_of_means(run: Run) -> Any:
    """(1/T) Σ_t E_{v_{1:t−1}}[⟨w_t − w*, E[v_t | v_{1:t−1}]⟩]."""
    known = [histories(run, x, t) for t, x in enumerate(off(run))]
    found = map(run.problem.inner, known, past_means(run))
    return mean_of(run, [over_histories(run, y, t) for t, y in enumerate(found)])


def means_of_pull(run: Run) -> Any:
    """(1/T) Σ_t E_{v_{1:t−1}}[E[⟨w_t − w*, v_t⟩ | v_{1:t−1}]]."""
    return mean_of(run, [over_histories(run, given_history(run, x, t), t) for t, x in enumerate(pulls(run))])


def pull_over_the_past(run: Run) -> Any:
    """(1/T) Σ_t E_{v_{1:t−1}}[⟨w_t − w*, v_t⟩], an average over the first t − 1 outcomes: a number for each path."""
    return sum(past_average(run, x, t) for t, x in enumerate(pulls(run))) / run.steps


def past_average(run: Run, x: Array, t: int) -> Array:
    """Σ P(history) x over the histories of t outcomes, on each path with its own next outcome."""
    chance = histories(run, run.chance[t], t)
    ahead = histories(run, x, t + 1).reshape(len(chance), -1)
    return (run.algorithm.table[t] * (chance[:, None] * ahead).sum(0)).sum(-1)


def pull_to_now(run: Run) -> Any:
    """(1/T) Σ_t E_{v_{1:t}}[⟨w_t − w*, v_t⟩]."""
    return mean_of(run, [over_histories(run, histories(run, x, t + 1), t + 1) for t, x in enumerate(pulls(run))])


def pull_at_the_end(run: Run) -> Any:
    """(1/T) Σ_t E_{v_{1:T}}[⟨w_t − w*, v_t⟩]."""
    return mean_of(run, [expected(run, x) for x in pulls(run)])


@stated("S.Thm3.Jensen", LECTURE.at(f"{PROOF}, first display"))
@latex(r"\mathbb E_{v_{1:T}}[f(\bar w)-f(w^*)]\le\mathbb E_{v_{1:T}}\left[\frac1T\sum_{t=1}^Tf(w_t)-f(w^*)\right]")
def convexity(run: Run) -> Relation:
    """E_{v_{1:T}}[f(w̄) − f(w*)] ≤ E_{v_{1:T}}[(1/T) Σ_t f(w_t) − f(w*)]."""
    return at_most(as_row(expected(run, run.problem.gap(averaged(run)))), average_error(run)).since(run.steps)


@stated("S.IterLem", LECTURE.at(f"{PROOF}, second display"))
@proof("S.Alg1")
@latex(r"\mathbb E_{v_{1:T}}\left[\frac1T\sum_{t=1}^T\langle w_t-w^*,v_t\rangle\right]\le\frac{B\rho}{\sqrt T}")
def iterative_update(run: Run) -> Relation:
    """E_{v_{1:T}}[(1/T) Σ_t ⟨w_t − w*, v_t⟩] ≤ Bρ/√T."""
    return at_most(average_pull(run), guarantee(run)).since(run.steps)


@stated("S.Thm3.lin", LECTURE.at(f"{PROOF}, third display, lines 2 and 3"))
@latex(r"""\mathbb E_{v_{1:T}}\left[\frac1T\sum_{t=1}^Tf(w_t)-f(w^*)\right]
    =\frac1T\sum_{t=1}^T\mathbb E_{v_{1:T}}[f(w_t)-f(w^*)]=\frac1T\sum_{t=1}^T\mathbb E_{v_{1:t-1}}[f(w_t)-f(w^*)]""")
def linearity(run: Run) -> tuple[Relation, Relation]:
    """E_{v_{1:T}}[(1/T) Σ_t f(w_t) − f(w*)] = (1/T) Σ_t E_{v_{1:T}}[f(w_t) − f(w*)]
    = (1/T) Σ_t E_{v_{1:t−1}}[f(w_t) − f(w*)]."""
    errors = gap(run)
    whole = mean_of(run, [expected(run, x) for x in errors])
    past = mean_of(run, [over_histories(run, histories(run, x, t), t) for t, x in enumerate(errors)])
    return equal(average_error(run), whole).since(run.steps), equal(whole, past).since(run.steps)


@stated("S.Thm3.cond", LECTURE.at(f"{PROOF}, “Since w_t only depends on v_{{1:t−1}}”"))
@slip("""it does not follow: two histories may lead to the same w_t with different laws of v_t, whose mixture alone has
    mean ∇f(w_t); the law of v_t given the past has to depend on w_t alone.""")
@latex(r"\mathbb E_{v_t}[v_t\mid v_{1:t-1}]=\nabla f(w_t)")
def past_is_as_good_as_the_point(run: Run) -> tuple[Relation, ...]:
    """E[v_t | v_{1:t−1}] = ∇f(w_t) on every history, for t = 1, …, T."""
    return past_is_enough(run)


@past_is_as_good_as_the_point.corrected()
@given(*THEOREM_3, memoryless)
@latex(r"v_t\perp v_{1:t-1}\mid w_t\quad\Rightarrow\quad\mathbb E_{v_t}[v_t\mid v_{1:t-1}]=\nabla f(w_t)")
def memoryless_past_is_as_good_as_the_point(run: Run) -> tuple[Relation, ...]:
    """E[v_t | v_{1:t−1}] = ∇f(w_t) on every history, if the law of v_t given v_{1:t−1} depends on w_t alone."""
    return past_is_as_good_as_the_point(run)


@stated("S.Thm3.grad", LECTURE.at(f"{CHAIN}, line 1"))
@proof("S.Thm3.lin")
@latex(r"""\mathbb E_{v_{1:T}}\left[\frac1T\sum_{t=1}^Tf(w_t)-f(w^*)\right]\le\frac1T\sum_{t=1}^T
    \mathbb E_{v_{1:t-1}}\left[\left\langle w_t-w^*,\mathbb E_{v_t}[v_t\mid v_{1:t-1}]\right\rangle\right]""")
def subgradient_inequality(run: Run) -> Relation:
    """E_{v_{1:T}}[(1/T) Σ_t f(w_t) − f(w*)] ≤ (1/T) Σ_t E_{v_{1:t−1}}[⟨w_t − w*, E[v_t | v_{1:t−1}]⟩].

    It holds where E[v_t | v_{1:t−1}] ≠ ∇f(w_t) too: averaged over the histories of one w_t, the mean is ∇f(w_t)."""
    return at_most(average_error(run), pull_of_means(run)).since(run.steps)


@stated("S.Thm3.tower.1", LECTURE.at(f"{CHAIN}, line 2"))
@latex(r"""\frac1T\sum_{t=1}^T\mathbb E_{v_{1:t-1}}\left[\left\langle w_t-w^*,\mathbb E_{v_t}[v_t\mid v_{1:t-1}]
    \right\rangle\right]=\frac1T\sum_{t=1}^T\mathbb E_{v_{1:t-1}}\left[
    \mathbb E_{v_t}[\langle w_t-w^*,v_t\rangle\mid v_{1:t-1}]\right]""")
def past_is_known(run: Run) -> Relation:
    """(1/T) Σ_t E_{v_{1:t−1}}[⟨w_t − w*, E[v_t | v_{1:t−1}]⟩]
    = (1/T) Σ_t E_{v_{1:t−1}}[E[⟨w_t − w*, v_t⟩ | v_{1:t−1}]]."""
    return equal(pull_of_means(run), means_of_pull(run)).since(run.steps)


@stated("S.Thm3.tower.2", LECTURE.at(f"{CHAIN}, line 3"))
@slip(FREE)
@latex(r"""\frac1T\sum_{t=1}^T\mathbb E_{v_{1:t-1}}\left[
    \mathbb E_{v_t}[\langle w_t-w^*,v_t\rangle\mid v_{1:t-1}]\right]
    =\frac1T\sum_{t=1}^T\mathbb E_{v_{1:t-1}}[\langle w_t-w^*,v_t\rangle]""")
def iterated_expectation_over_the_past(run: Run) -> Relation:
    """(1/T) Σ_t E_{v_{1:t−1}}[E[⟨w_t − w*, v_t⟩ | v_{1:t−1}]] = (1/T) Σ_t E_{v_{1:t−1}}[⟨w_t − w*, v_t⟩], whatever the
    outcome of each step, on which the right side depends."""
    return equal(means_of_pull(run), pull_over_the_past(run)[None]).since(run.steps)


@iterated_expectation_over_the_past.corrected()
@latex(r"""\frac1T\sum_{t=1}^T\mathbb E_{v_{1:t-1}}\left[
    \mathbb E_{v_t}[\langle w_t-w^*,v_t\rangle\mid v_{1:t-1}]\right]
    =\frac1T\sum_{t=1}^T\mathbb E_{v_{1:t}}[\langle w_t-w^*,v_t\rangle]""")
def iterated_expectation(run: Run) -> Relation:
    """(1/T) Σ_t E_{v_{1:t−1}}[E[⟨w_t − w*, v_t⟩ | v_{1:t−1}]] = (1/T) Σ_t E_{v_{1:t}}[⟨w_t − w*, v_t⟩]."""
    return equal(means_of_pull(run), pull_to_now(run)).since(run.steps)


@stated("S.Thm3.tower.3", LECTURE.at(f"{CHAIN}, line 4"))
@slip(FREE)
@latex(r"""\frac1T\sum_{t=1}^T\mathbb E_{v_{1:t-1}}[\langle w_t-w^*,v_t\rangle]
    =\frac1T\sum_{t=1}^T\mathbb E_{v_{1:T}}[\langle w_t-w^*,v_t\rangle]""")
def past_alone_is_the_whole(run: Run) -> Relation:
    """(1/T) Σ_t E_{v_{1:t−1}}[⟨w_t − w*, v_t⟩] = (1/T) Σ_t E_{v_{1:T}}[⟨w_t − w*, v_t⟩], whatever the outcome of each
    step, on which the left side depends."""
    return equal(pull_over_the_past(run)[None], pull_at_the_end(run)).since(run.steps)


@past_alone_is_the_whole.corrected()
@latex(r"""\frac1T\sum_{t=1}^T\mathbb E_{v_{1:t}}[\langle w_t-w^*,v_t\rangle]
    =\frac1T\sum_{t=1}^T\mathbb E_{v_{1:T}}[\langle w_t-w^*,v_t\rangle]""")
def future_does_not_matter(run: Run) -> Relation:
    """(1/T) Σ_t E_{v_{1:t}}[⟨w_t − w*, v_t⟩] = (1/T) Σ_t E_{v_{1:T}}[⟨w_t − w*, v_t⟩]."""
    return equal(pull_to_now(run), pull_at_the_end(run)).since(run.steps)


@stated("S.Thm3.tower.4", LECTURE.at(f"{CHAIN}, line 5"))
@latex(r"""\frac1T\sum_{t=1}^T\mathbb E_{v_{1:T}}[\langle w_t-w^*,v_t\rangle]
    =\mathbb E_{v_{1:T}}\left[\frac1T\sum_{t=1}^T\langle w_t-w^*,v_t\rangle\right]""")
def mean_of_the_sum(run: Run) -> Relation:
    """(1/T) Σ_t E_{v_{1:T}}[⟨w_t − w*, v_t⟩] = E_{v_{1:T}}[(1/T) Σ_t ⟨w_t − w*, v_t⟩]."""
    return equal(pull_at_the_end(run), average_pull(run)).since(run.steps)


@stated("S.Thm3.tower.5", LECTURE.at(f"{CHAIN}, first and last members"))
@proof("S.Thm3.grad", "S.Thm3.tower.1", "S.Thm3.tower.2.corrected", "S.Thm3.tower.3.corrected", "S.Thm3.tower.4")
@latex(r"""\mathbb E_{v_{1:T}}\left[\frac1T\sum_{t=1}^Tf(w_t)-f(w^*)\right]
    \le\mathbb E_{v_{1:T}}\left[\frac1T\sum_{t=1}^T\langle w_t-w^*,v_t\rangle\right]""")
def error_is_at_most_the_pull(run: Run) -> Relation:
    """E_{v_{1:T}}[(1/T) Σ_t f(w_t) − f(w*)] ≤ E_{v_{1:T}}[(1/T) Σ_t ⟨w_t − w*, v_t⟩]."""
    return at_most(average_error(run), average_pull(run)).since(run.steps)
