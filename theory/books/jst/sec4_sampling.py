"""Section 4, Algorithm 2: a row z_{i_t} with i_t ~ q_t takes the place of Zᵀq_t.

Theorem 4.1: with β_t = 0 and θ_j = √(ln(n)/t) for j < t, with probability 1 − δ,

    γ(w_t) ≥ γ̄ − ε   where   t = max(⌈(32 ln(n) + 64 ln(2/δ))/(γ̄²ε²)⌉, ⌈32/(δε²)⌉)

The printed t is ⌈M/ε²⌉ for M = max((32 ln(n) + 64 ln(2/δ))/γ̄², 32/δ), so that every t ≥ 1 belongs to some
ε, the least of which is √(M/t): read there for every t, the theorem says all that it says.
"""

from collections.abc import Callable, Iterable
from typing import Any

from lemmacheck.theory.books.jst import openings
from lemmacheck.theory.books.jst.algorithms.adaptive_sampling import AdaptiveSampling, EndpointLaw, HorizonSampling
from lemmacheck.theory.books.jst.sec4_arguments import margin_by_epsilon
from lemmacheck.theory.books.jst.source import JST
from lemmacheck.theory.core.arithmetic import Array, column, delayed
from lemmacheck.theory.core.claim import claim, given, latex, not_checkable, proof, slip
from lemmacheck.theory.core.piecewise import larger
from lemmacheck.theory.core.relation import Chance, Relation, at_least, conjuncts, equal, in_simplex
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.margins.arbitrary import each_fraction
from lemmacheck.theory.margins.hypotheses import positive_margin, two_rows
from lemmacheck.theory.margins.means import endpoint
from lemmacheck.theory.margins.problem import Problem

CHAPTER = "Section 4"
OPENING = openings.EXPONENTIAL

CONDITIONS = (positive_margin,)
THEOREM = (
    r"t=\max\left(\left\lceil\frac{32\ln(n)+64\ln(2/\delta)}{\bar\gamma^2\epsilon^2}\right\rceil,"
    r"\left\lceil\frac{32}{\delta\epsilon^2}\right\rceil\right),\quad\theta_j=\sqrt{\ln(n)/t}"
    r"\quad\Rightarrow\quad\Pr\left[\gamma(w_t)\ge\bar\gamma-\epsilon\right]\ge1-\delta"
)


def each_delta(p: Any) -> Iterable[Any]:
    """Some δ ∈ (0, 1)."""
    return each_fraction(p)


def horizon(run: Run) -> int:
    """t of Theorem 4.1: how many rows the run draws."""
    return run.steps * run.algorithm.rows_a_step


def with_high_probability(run: Run, event: Callable[[Any], Any], share: int = 1) -> tuple[Chance, ...]:
    """P(the event of δ at the last t) ≥ 1 − δ/share, for each δ."""
    chance = endpoint(run)[1]
    return tuple(Chance(conjuncts(event(delta)), chance, 1 - delta / share, horizon(run)) for delta in each_delta(run))


def least_epsilon(p: Problem, delta: Any, t: Any) -> Any:
    """√(M/t), the least ε whose t is max(⌈(32 ln(n) + 64 ln(2/δ))/(γ̄²ε²)⌉, ⌈32/(δε²)⌉)."""
    by_margin = (32 * p.log(p.n) + 64 * p.log(2 / delta)) / p.optimum.gamma_squared
    return p.sqrt(larger(p.num, by_margin, 32 / delta) / t)


@claim("P.T4.1", JST.at("Theorem 4.1"), about=EndpointLaw, returns=Chance)
@given(*CONDITIONS)
@slip("""With one row ln(n) = 0, so every θ_j is 0, w_t = 0 and γ(w_t) = 0, below γ̄ − ε for every ε < γ̄; n ≥ 2 is
    needed.""")
@proof("P.D.T.p2.1", "P.D.T.p2.2")
@latex(THEOREM)
def sampled_margin(run: Run) -> tuple[Chance, ...]:
    """P(γ(w_t) ≥ γ̄ − ε) ≥ 1 − δ for t = max(⌈(32 ln(n) + 64 ln(2/δ))/(γ̄²ε²)⌉, ⌈32/(δε²)⌉)."""
    margin, p, t = run.margin(endpoint(run)[0]), run.problem, horizon(run)
    return with_high_probability(run, lambda delta: at_least(margin, p.optimum.gamma - least_epsilon(p, delta, t)))


@sampled_margin.corrected()
@given(*CONDITIONS, two_rows)
@proof("P.D.T.p2.1.corrected", "P.D.T.p2.2", by=margin_by_epsilon)
@latex(rf"n\ge2,\quad {THEOREM}")
def sampled_margin_of_two_rows(run: Run) -> tuple[Chance, ...]:
    """P(γ(w_t) ≥ γ̄ − ε) ≥ 1 − δ for n ≥ 2 and t = max(⌈(32 ln(n) + 64 ln(2/δ))/(γ̄²ε²)⌉, ⌈32/(δε²)⌉)."""
    return sampled_margin(run)


P_S4_HEUR = not_checkable(
    "P.S4.heur",
    JST.at("§4, last paragraph; Figure 3"),
    "With β_t = t/(t+1), Algorithm 2 works well in practice, as verified on the full mnist data, and can slightly "
    "beat the batch perceptron method.",
    latex=r"\beta_t=\frac t{t+1}:\text{ Algorithm 2 can slightly beat the batch perceptron method}",
    reason="an experiment on 60000 images with the kernel of one randomly initialised network that is not part of "
    "the document: neither the data nor the features can be rebuilt from what is printed",
)

P_S4_FAST = not_checkable(
    "P.S4.fast",
    JST.at("§4, last paragraph"),
    "The batch perceptron method is the fastest prior algorithm in the hard-margin kernel SVM setting.",
    latex=r"\text{the batch perceptron method is the fastest prior algorithm}",
    reason="a sentence about all prior algorithms with no measure of speed: no computation can bear it out",
)


def drawn(run: Run) -> Array:
    """z_{i_0}, …, z_{i_T}."""
    return run.combine(run.e)


@claim("P.Alg2", JST.at("Algorithm 2"), kind="algorithm", about=AdaptiveSampling, chapter="Algorithm 2")
@latex(r"""i_t\sim q_t,\quad g_t=\beta_t(g_{t-1}+z_{i_t}),\quad w_{t+1}=w_t-\theta_t(g_t+z_{i_t}),
    \quad q_{t+1}\propto\exp(Zw_{t+1}),\ q_{t+1}\in\Delta_n""")
def algorithm_2(run: Run) -> tuple[Relation, ...]:
    """w_0 = g_{−1} = 0, q_0 = (1/n, …, 1/n), each e_{i_t} is a vertex of Δ_n; g_t = β_t(g_{t−1} + z_{i_t}),
    w_{t+1} = w_t − θ_t(g_t + z_{i_t}) and q_t = exp(Zw_t)/Σ exp(Zw_t) ∈ Δ_n for every t."""
    scores, z = run.scores(run.w), drawn(run)
    step = column(run.theta) * (run.g + z)
    return (
        equal(run.w[:1], 0),
        equal(run.n * run.q[:1], 1),
        *in_simplex(run.e),
        equal(run.e * run.e, run.e),
        equal(run.g, column(run.beta) * (delayed(run.g) + z)),
        equal(run.w[1:], run.w[:-1] - step[:-1]),
        equal(run.q, run.exp(scores - column(run.psi(scores)))),
        *in_simplex(run.q),
    )


@claim("P.Alg2.b0", JST.at("§4, before Theorem 4.1"), kind="algorithm", about=HorizonSampling)
@proof("P.Alg2")
@latex(r"\beta_t=0,\quad\theta_j=\sqrt{\ln(n)/t}\ (0\le j<t):\qquad w_t=-\sum_{j=0}^{t-1}\theta_jz_{i_j}")
def without_momentum(run: Run) -> tuple[Relation, ...]:
    """With β_t = 0, Algorithm 2 has g_t = 0 and w_{t+1} = w_t − θ_t z_{i_t}; in a run of t steps all θ_j are the same,
    with t θ_j² = ln(n), so that w_t = −Σ_{j<t} θ_j z_{i_j}."""
    step = column(run.theta) * drawn(run)
    return (
        equal(run.g, 0),
        equal(run.w[1:], run.w[:-1] - step[:-1]),
        equal(run.steps * run.theta**2, run.log(run.n)),
        equal(run.w, -run.sums(step)),
    )
