"""§4, Algorithm 3 and what is said beside it: the step size, the reweighting, multiplicative weights, greedy descent.

D_{t+1}(i) = D_t(i)/z_{t+1} · e^{−α_t h_t(x_i) y_i},  z_{t+1} = Σ_i D_t(i) e^{−α_t h_t(x_i) y_i}
Σ_i e^{−y_i(f_t + αh)(x_i)} = C_t ((1−ε)e^{−α} + εe^α) for ε = error(h; D_{t+1}): C_t · 2√(ε(1−ε)) at the best α
"""

from functools import partial

from lemmacheck.theory.books.lecture.algorithms.adaboost import AdaBoost
from lemmacheck.theory.books.lecture.rounds import (
    cases,
    eps,
    imperfect,
    least_of_the_class,
    losses_until,
    none_worse,
    product,
    shrink,
    signed_power,
    weak_learning,
    wrong,
    z_next,
)
from lemmacheck.theory.books.lecture.source import LECTURE
from lemmacheck.theory.core.arithmetic import Array, column
from lemmacheck.theory.core.claim import claim, fault, given, latex, proof, slip
from lemmacheck.theory.core.relation import Relation, above, at_least, at_most, equal, meaning, proportional
from lemmacheck.theory.core.run import Run

CHAPTER = "Section 4"
stated = partial(claim, about=AdaBoost)

LINE_6 = "§4, Algorithm 3, line 6"
AFTER = "§4, after Algorithm 3"
CASES = r"\begin{cases}e^{-\alpha_t}&h_t(x_i)=y_i\\e^{\alpha_t}&h_t(x_i)\ne y_i\end{cases}"
FACTOR = r"e^{-\alpha_th_t(x_i)y_i}"


def scaled(run: Run) -> Array:
    """D_t(i)/z_{t+1} for t = 1, …, T."""
    return run.D[:-1] / column(z_next(run))


@stated("S.Alg3.alpha", LECTURE.at("§4, Algorithm 3, line 5"), kind="definition")
@given(imperfect)
@latex(r"\alpha_t=\frac12\log\left(\frac{1-\epsilon_t}{\epsilon_t}\right)")
def step_size(run: Run) -> tuple[Relation, ...]:
    """α_t = ½ log((1−ε_t)/ε_t), the one step size that makes h_t no better than guessing in the next round:
    (1−ε_t)e^{−α_t} = ε_t e^{α_t}, and P_{x∼D_{t+1}}[h_t(x) ≠ y] = ½. For ε_t = 0, a perfect h_t, there is no α_t."""
    right, first = (1 - eps(run)) / eps(run), shrink(run)
    return (
        equal(run.alpha[:-1], run.log(right) / 2).since(1),
        equal((1 - eps(run)) * first, eps(run) / first).since(1),
        equal(2 * run.inner(run.D[1:], wrong(run)), 1).since(1),
    )


@stated("S.Alg3.D.1", LECTURE.at(LINE_6))
@given(weak_learning, imperfect)
@slip("the factor e^{−α_t h_t(x_i) y_i} is missing: D_t(i)/z_{t+1} does not tell right examples from wrong ones.")
@latex(r"D_{t+1}(i)=\frac{D_t(i)}{z_{t+1}}")
def reweighting_without_a_factor(run: Run) -> Relation:
    """D_{t+1}(i) = D_t(i)/z_{t+1}."""
    return equal(run.D[1:], scaled(run)).since(1)


@reweighting_without_a_factor.corrected()
@given(imperfect)
@latex(r"D_{t+1}(i)=\frac{D_t(i)}{z_{t+1}}" + CASES)
def reweighting_by_cases(run: Run) -> Relation:
    """D_{t+1}(i) = D_t(i)/z_{t+1} times e^{−α_t if h_t(x_i) = y_i, e^{α_t} if h_t(x_i) ≠ y_i}."""
    return equal(run.D[1:], scaled(run) * cases(run)).since(1)


@stated("S.Alg3.D.2", LECTURE.at(LINE_6))
@given(weak_learning, imperfect)
@slip("the cases are what D_t(i)/z_{t+1} is multiplied by, not what it is equal to.")
@latex(r"\frac{D_t(i)}{z_{t+1}}=" + CASES)
def weights_equal_to_the_cases(run: Run) -> Relation:
    """D_t(i)/z_{t+1} = e^{−α_t} if h_t(x_i) = y_i, e^{α_t} if h_t(x_i) ≠ y_i."""
    return equal(scaled(run), cases(run)).since(1)


@weights_equal_to_the_cases.corrected()
@given(imperfect)
@latex(r"z_{t+1}\frac{D_{t+1}(i)}{D_t(i)}=" + CASES)
def ratio_equal_to_the_cases(run: Run) -> Relation:
    """z_{t+1} D_{t+1}(i)/D_t(i) = e^{−α_t} if h_t(x_i) = y_i, e^{α_t} if h_t(x_i) ≠ y_i."""
    return equal(run.D[1:] / scaled(run), cases(run)).since(1)


@stated("S.Alg3.D.3", LECTURE.at(LINE_6))
@given(weak_learning, imperfect)
@slip("the cases are e^{−α_t h_t(x_i) y_i} alone; the factor D_t(i)/z_{t+1} stands on one side only.")
@latex(CASES + r"=\frac{D_t(i)}{z_{t+1}}" + FACTOR)
def cases_with_the_weights(run: Run) -> Relation:
    """e^{−α_t} if h_t(x_i) = y_i, e^{α_t} if h_t(x_i) ≠ y_i, is D_t(i)/z_{t+1} · e^{−α_t h_t(x_i) y_i}."""
    return equal(cases(run), scaled(run) * signed_power(run)).since(1)


@cases_with_the_weights.corrected()
@given(imperfect)
@latex(CASES + "=" + FACTOR)
def cases_in_one_formula(run: Run) -> Relation:
    """e^{−α_t} if h_t(x_i) = y_i, e^{α_t} if h_t(x_i) ≠ y_i, is e^{−α_t h_t(x_i) y_i}."""
    return equal(cases(run), signed_power(run)).since(1)


def reweighted(run: Run) -> Relation:
    return equal(run.D[1:], scaled(run) * signed_power(run)).since(1)


@stated("S.Alg3.D.4", LECTURE.at(f"{LINE_6}, first and last members"))
@given(imperfect)
@proof("S.Alg3.D.1.corrected", "S.Alg3.D.3.corrected")
@latex(r"D_{t+1}(i)=\frac{D_t(i)}{z_{t+1}}" + FACTOR)
def reweighting(run: Run) -> tuple[Relation, Relation]:
    """D_{t+1}(i) = D_t(i)/z_{t+1} · e^{−α_t h_t(x_i) y_i}, and z_{t+1} normalizes: Σ_i D_{t+1}(i) = 1."""
    return reweighted(run), equal(run.D[1:].sum(-1), 1).since(1)


@stated("S.Alg3", LECTURE.at("§4, Algorithm 3"), kind="algorithm")
@given(imperfect)
@proof("S.Alg3.alpha", "S.Alg3.D.4")
@latex(
    r"D_1(i)=\frac1n,\quad\epsilon_t=\mathbb P_{x\sim D_t}[h_t(x)\ne y],\quad"
    r"\alpha_t=\frac12\log\left(\frac{1-\epsilon_t}{\epsilon_t}\right),\quad "
    r"D_{t+1}(i)=\frac{D_t(i)}{z_{t+1}}" + FACTOR
)
def algorithm(run: Run) -> tuple[Relation, ...]:
    """D_1(i) = 1/n; ε_t = P_{x∼D_t}[h_t(x) ≠ y]; α_t = ½ log((1−ε_t)/ε_t); and line 6, whose printed members differ,
    read by its first and its last one: D_{t+1}(i) = D_t(i)/z_{t+1} · e^{−α_t h_t(x_i) y_i}, with D_{t+1} ≥ 0."""
    return (
        equal(run.n * run.D[:1], 1).since(1),
        equal(eps(run), run.inner(run.D[:-1], wrong(run))).since(1),
        equal(run.alpha[:-1], run.log((1 - eps(run)) / eps(run)) / 2).since(1),
        reweighted(run),
        at_least(run.D[1:], 0).since(1),
    )


@stated("S.MWU", LECTURE.at(f"{AFTER}, “As an aside”"), kind="qualitative")
@given(imperfect)
@proof("S.Alg3.D.4")
@latex(r"""W_{t+1}(i)=W_t(i)(1-\eta_tm_t(i)),\quad D_t(i)=\frac{W_t(i)}{\sum_kW_t(k)},
    \quad m_t(i)=\mathbb1[h_t(x_i)=y_i],\quad\eta_t=\frac{1-2\epsilon_t}{1-\epsilon_t}""")
def multiplicative_weights(run: Run) -> tuple[Relation, Relation]:
    """D_t ∝ W_t for the weights of the multiplicative update W_1 = 1, W_{t+1}(i) = W_t(i)(1 − η_t m_t(i)), with the
    cost m_t(i) = 1 of an example that h_t gets right, else 0, and η_t = (1−2ε_t)/(1−ε_t); the weights stay positive.
    The framework's own η is the same for all t and at most ½; here η_t ≤ 1 varies, and is negative for ε_t > ½."""
    eta = (1 - 2 * eps(run)) / (1 - eps(run))
    factors = 1 - column(eta) * (1 - wrong(run))
    W = product(factors)
    return above(W, 0).since(1), proportional(run.D, W).since(1)


MARGINS = ((-7, 2), (-1, 1), (-1, 100), (0, 1), (1, 100), (1, 2), (3, 1), (20, 1))


SURROGATE = LECTURE.at(f"{AFTER}, “Recall that”, and Figure 1")


@stated("S.Surr", SURROGATE, kind="definition")
@fault("the x and y of φ(yh(x)) are bound by nothing; a sum over the examples, minimised over h, is meant.")
@latex(r"\min\phi(yh(x))")
def surrogate_of_a_free_example(run: Run) -> Relation:
    """min φ(yh(x)) for φ(x) = e^{−x}."""
    return at_least(run.exp(-meaning("yh(x)", {"y_ih(x_i)": run.labels * run.h})), 0)


@surrogate_of_a_free_example.corrected()
@latex(r"""\min_h\sum_{i=1}^n\phi(y_ih(x_i)),\quad\phi(x)=e^{-x}:\quad
    \mathbb1[x\le0]\le\phi(x),\quad\phi(px+(1-p)x')\le p\phi(x)+(1-p)\phi(x')""")
def exponential_surrogate(run: Run) -> tuple[Relation, ...]:
    """φ(x) = e^{−x}, the φ of Figure 1, is a convex surrogate of the 0/1 loss: φ(yh(x)) ≥ 1[yh(x) ≤ 0], so that the
    mean of φ bounds the training error, and φ lies below its chords; at fixed margins of both signs, 0 among them."""
    x = run.num.array([[p] for p, _ in MARGINS]) / run.num.array([[q] for _, q in MARGINS])
    other = x[::-1]
    phi, beyond = run.exp(-x), run.exp(-other)
    return (
        at_least(phi, run.at_least_zero(-x)),
        *(at_most(run.exp(-(k * x + (4 - k) * other) / 4), (k * phi + (4 - k) * beyond) / 4) for k in (1, 2)),
    )


def greedy_objective(run: Run, error: Array, power: Array) -> Array:
    """Σ_i e^{−y_i(f_t + αh)(x_i)}, t < T, for e^{−α} = `power` and the hypotheses of those errors under D_{t+1}."""
    total = column(losses_until(run)[:-1].sum(-1))
    return total * ((1 - error) * power + error / power)


def greedy_solution(run: Run) -> tuple[Relation, ...]:
    before, after = losses_until(run)[:-1], losses_until(run)[1:].sum(-1)
    errors, reached = run.errors(run.D[:-1]), column(after)
    own = greedy_objective(run, column(eps(run)), column(shrink(run)))
    steps = [run.num.number(k) / 4 for k in (1, 2, 3, 4, 6, 16)]
    spread = errors * (1 - errors)
    least = 2 * run.sqrt(spread)
    return (
        proportional(run.D[:-1], before).since(1),
        equal(reached, own).since(1),
        *(at_least(greedy_objective(run, errors, power), reached).since(1) for power in steps),
        at_least(column(before.sum(-1)) * least, reached).since(1),
    )


@stated("S.Greedy", LECTURE.at(f"{AFTER}, “which is a solution of the following problem”"), kind="qualitative")
@fault("""the x in the sum is bound by nothing; x_i is meant. And of the h that a weak learner may return only one whose
    error is farthest from ½ solves the problem, which picks an error near 1, with α < 0, as readily as near 0.""")
@latex(r"\min_{h_{t+1}(x)}\sum_{i=1}^n\exp(-y_if_{t+1}(x))")
def greedy_descent(run: Run) -> tuple[Relation, ...]:
    """AdaBoost adds an h_{t+1} that minimises Σ_i exp(−y_i f_{t+1}(x))."""
    meaning("x", {"x_i": run.problem, "f_{t+1}": run.h})
    return greedy_solution(run)


@greedy_descent.corrected()
@given(imperfect, least_of_the_class, none_worse)
@proof("S.Alg3.D.4")
@latex(r"\min_{\alpha_{t+1},h_{t+1}}\sum_{i=1}^n\exp(-y_if_{t+1}(x_i)),\quad f_{t+1}=f_t+\alpha_{t+1}h_{t+1}")
def greedy_descent_of_the_best_learner(run: Run) -> tuple[Relation, ...]:
    """Of a weak learner that returns an h of the least error, in a class where none is as far above ½, α_{t+1}h_{t+1}
    minimises Σ_i exp(−y_i f_{t+1}(x_i)) over the multiples αh of the hypotheses: no h of the class does better with
    e^{−α} = ¼, ½, ¾, 1, 3/2, 4 or the best α; D_{t+1}(i) ∝ exp(−y_i f_t(x_i)). Read over the class (over all functions
    the sum has no minimum), and over h and α, which the print leaves open."""
    return greedy_solution(run)
