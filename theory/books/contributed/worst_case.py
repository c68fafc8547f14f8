"""What holds beyond the print: the exact worst case of Nesterov's method with λ_t = 2/(t+2) (Appendix B, Euclidean).

    max { f(μ_t) − f(q*) : f convex and 1-smooth, ½‖q_0 − q*‖² ≤ 1 } = 4/((t+2)(t+3))   for every t ≥ 1

Below, by Huber's function with the slope c = 4/((t+2)(t+3)): up to μ_t the run stays where f is linear.
Above, by the multipliers of `problems.worst_case`: the form Q left over is a sum of squares with weights that are
rational functions of j and t. Theorem B.10 has 4/(t+1)²; the value was known from semidefinite programs in floats
(Taylor, Hendrickx, Glineur 2017, "Exact worst-case performance …", for f(x_N) − f* of the fast gradient method).
"""

from functools import partial
from typing import Any

import numpy as np
from lemmacheck.theory.books.contributed.algorithms.huber import SLOPES, HuberNesterov, value
from lemmacheck.theory.books.contributed.problems.worst_case import (
    b,
    between,
    c,
    chain,
    end,
    epsilon,
    last,
    own,
    pivots,
    rate,
    slack,
    squares,
    star,
    turn,
)
from lemmacheck.theory.books.contributed.source import CONTRIBUTED
from lemmacheck.theory.core.arithmetic import Array, as_array
from lemmacheck.theory.core.claim import claim, given, latex, proof
from lemmacheck.theory.core.relation import Relation, above, at_least, at_most, below, equal
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.margins.hypotheses import standard_lambda

CHAPTER = "N4"
stated = partial(claim, about=HuberNesterov)

PAIRS = "algebra for all j < t"
LOW = range(1, 9)


def horizons(run: Run, first: int = 1) -> Array:
    """Numbers t ≥ first."""
    return run.algorithm.horizons(run.problem.num, run.steps, first)


def pairs(run: Run, first: int = 0) -> tuple[Array, Array]:
    """Numbers (t, j) with first ≤ j < t."""
    return run.algorithm.pairs(run.problem.num, run.steps, first)


def up_to_its_horizon(sequence: Array) -> Array:
    """The sequence of the run on f_k at t = 1, …, k, for each k in turn."""
    return np.concatenate([sequence[1 : k + 1, k - 1] for k in range(1, len(SLOPES) + 1)])


def at_its_horizon(sequence: Array) -> Array:
    """The sequence of the run on f_k at t = k, for each k ≤ T."""
    return np.concatenate([sequence[k : k + 1, k - 1] for k in range(1, len(SLOPES) + 1)])


def times(run: Run) -> Array:
    """0, 1, …, T, one a row."""
    return np.ravel(run.t)[:, None]


@stated("N4.linear.1", CONTRIBUTED.at("N4, step 1"))
@given(standard_lambda)
@proof("N4.linear.2")
@latex(r"q_j=1-\frac{cj(j+3)}4,\quad\mu_j=1-\frac{c(j^2+5j+2)}8\quad(1\le j\le t),\quad c=\frac4{(t+2)(t+3)}")
def run_on_the_linear_branch(run: Run) -> tuple[Relation, ...]:
    """On Huber's function of slope c_t, q_j = 1 − c j(j+3)/4 and μ_j = 1 − c (j² + 5j + 2)/8 for 1 ≤ j ≤ t."""
    j, slope = times(run)[: len(SLOPES) + 1], run.problem.num.array(SLOPES)
    q, mu = 1 - slope * j * (j + 3) / 4, 1 - slope * (j * j + 5 * j + 2) / 8
    return (
        equal(up_to_its_horizon(run.q), up_to_its_horizon(q)),
        equal(up_to_its_horizon(run.mu), up_to_its_horizon(mu)),
    )


@stated("N4.linear.2", CONTRIBUTED.at("N4, step 1"), kind=PAIRS)
@latex(r"""q_{j+1}=q_j-\frac c{\lambda_j},\quad\mu_{j+1}=(1-\lambda_j)\mu_j+\lambda_jq_{j+1},\quad\nu_j\ge c,
    \quad c\mu_t-\frac{c^2}2=\frac2{(t+2)(t+3)}""")
def linear_branch_is_never_left(run: Run) -> tuple[Relation, ...]:
    """For all 0 ≤ j < t these q_j, μ_j with c = 4/((t+2)(t+3)) obey the recursions of the method, with f' = c at
    ν_j = μ_{j+1} + c ≥ c; and at μ_t ≥ c, f(μ_t) = cμ_t − c²/2 = 2/((t+2)(t+3))."""
    t, j = pairs(run)
    slope, lam = rate(t), 2 / (j + 2)

    def q(j: Array) -> Array:
        return 1 - slope * j * (j + 3) / 4

    def mu(j: Array) -> Array:
        return 1 - slope * (j * j + 5 * j + 2) / 8

    return (
        equal(q(j + 1), q(j) - slope / lam),
        equal(mu(j + 1), (1 - lam) * mu(j) + lam * q(j + 1)),
        equal((1 - lam) * mu(j) + lam * q(j), mu(j + 1) + slope),
        at_least(mu(j + 1), slope),
        equal(slope * mu(t) - slope**2 / 2, 2 / ((t + 2) * (t + 3))),
    )


@stated("N4.lower", CONTRIBUTED.at("N4, the worst case is no less"))
@given(standard_lambda)
@proof("N4.linear.1", "N4.linear.2")
@latex(r"""f(\mu_t)-f(q^*)=\frac4{(t+2)(t+3)}\cdot\tfrac12\|q_0-q^*\|^2\quad\text{for Huber's }f\text{ of slope }
    \tfrac4{(t+2)(t+3)}""")
def huber_attains_the_worst_case(run: Run) -> Relation:
    """f(μ_t) − f(q*) = 4/((t+2)(t+3)) · ½(q_0 − q*)² for Huber's function of slope 4/((t+2)(t+3)), q_0 − q* = 1."""
    mu, t = run.mu[: len(SLOPES) + 1], times(run)[: len(SLOPES) + 1]
    bound = np.concatenate([rate(t) / 2] * len(SLOPES), axis=1)
    return equal(at_its_horizon(value(run.problem.num, mu)), at_its_horizon(bound)).since(1)


@stated("N4.multipliers", CONTRIBUTED.at("N4, step 2"), kind=PAIRS)
@latex(r"a_{-1}=0,\quad s_j=a_j-a_{j-1}>0\;(j<t),\quad s_t=1-a_{t-1}=\frac8{t^2+5t+10}>0")
def multipliers_are_positive(run: Run) -> tuple[Relation, ...]:
    """s_j = a_j − a_{j−1} > 0 for 0 ≤ j < t, a_{−1} = 0 and s_t = 1 − a_{t−1} = 8/(t² + 5t + 10) > 0."""
    # So the s_j sum to 1 and the a_j are their sums: f(x_0), …, f(x_{t−1}) cancel, and f(x_t) − f(q*) is left.
    t, j = pairs(run)
    return above(star(t, j), 0), equal(chain(t, 0 * t - 1), 0), equal(1 - chain(t, t - 1), last(t)), above(last(t), 0)


def reach(k: Any, j: Any) -> Any:
    """(k+2)/2 · (1 − k(k+1)/(j(j+1))): how far −g_k has moved μ_j, for k < j."""
    return (k + 2) / 2 * (1 - k * (k + 1) / (j * (j + 1)))


@stated("N4.points", CONTRIBUTED.at("N4, step 3"), kind=PAIRS)
@latex(r"""\mu_j=q_0-\sum_{k<j}\frac{k+2}2\Big(1-\frac{k(k+1)}{j(j+1)}\Big)g_k,\qquad
    \nu_j=q_0-\sum_{k<j}\frac{k+2}2\Big(1-\frac{k(k+1)}{(j+1)(j+2)}\Big)g_k""")
def gradients_move_the_points(run: Run) -> tuple[Relation, ...]:
    """μ_j = q_0 − Σ_{k<j} (k+2)/2 (1 − k(k+1)/(j(j+1))) g_k, and ν_j likewise with (j+1)(j+2) for j(j+1): −g_k enters
    μ_{k+1} with the factor 1, and the coefficients obey the recursions of μ and ν."""
    j, k = pairs(run)
    lam = 2 / (j + 2)
    return (equal(reach(k, k + 1), 1), equal(reach(k, j + 1), (1 - lam) * reach(k, j) + lam * (k + 2) / 2))


def stacked(entries: list[Array]) -> Array:
    """All entries of some tables, one after another."""
    return np.concatenate([np.ravel(entry) for entry in entries])


def both(run: Run, left: Any, right: Any) -> Relation:
    """left(t) = right(t), entry by entry, for t = 1, …, 8."""
    num = run.problem.num
    return equal(*(stacked([side(num, t) for t in LOW]) for side in (left, right)))


def entries(num: Any, t: int) -> Array:
    """The form in w, g_0, …, g_t by formula."""
    at, n = num.number(t), [num.number(j) for j in range(t + 1)]
    s = [*(star(at, j) for j in n[:-1]), last(at)]
    r = [0, *(turn(at, j) for j in n[1:-1]), last(at) / (at * (at + 1))]
    own_squares = [*(chain(at, j) for j in n[:-1]), num.number(1) / 2]
    form = [[num.number(0)] * (t + 2) for _ in range(t + 2)]
    form[0][0] = rate(at) / 2
    for j in range(t + 1):
        form[0][j + 1] = form[j + 1][0] = -s[j] / 2
        form[j + 1][j + 1] = own_squares[j]
        for k in range(j):
            form[j + 1][k + 1] = form[k + 1][j + 1] = (n[k] + 2) * (s[j] - n[k] * (n[k] + 1) * r[j]) / 4
    return np.array(form)


@stated("N4.form", CONTRIBUTED.at("N4, step 4"), kind="identity")
@proof("N4.points", "N4.multipliers")
@latex(r"""\tfrac\tau2\|w\|^2-\sum_js_j\langle w,g_j\rangle+\sum_{j<t}a_j\|g_j\|^2+\tfrac12\|g_t\|^2
    +\sum_{k<j}\tfrac{k+2}2\big(s_j-k(k+1)r_j\big)\langle g_j,g_k\rangle""")
def inequalities_add_up_to_a_form(run: Run) -> Relation:
    """(τ/2)‖w‖² with the right sides of the inequalities is (τ/2)‖w‖² − Σ s_j⟨w, g_j⟩ + Σ_{j<t} a_j‖g_j‖² + ½‖g_t‖²
    + Σ_{k<j} (k+2)/2 (s_j − k(k+1) r_j)⟨g_j, g_k⟩, r_j = a_j/((j+1)(j+2)) − a_{j−1}/(j(j+1)), r_t = s_t/(t(t+1))."""
    # Proof: ⟨g_j, g_k⟩ has a_j times the coefficient of −g_k in x_j less a_{j−1} times that in x_{j−1}, see N4.points.
    return both(run, slack, entries)


@stated("N4.kernel", CONTRIBUTED.at("N4, step 5"), kind=PAIRS)
@proof("N4.form")
@latex(r"2a_j+\sum_{k<j}\tfrac{k+2}2(s_j-k(k+1)r_j)+\tfrac{j+2}2\sum_{i>j}(s_i-j(j+1)r_i)=\frac{s_j}\tau")
def equal_gradients_annul_the_form(run: Run) -> tuple[Relation, ...]:
    """The form vanishes along w = 1, g_0 = … = g_t = τ: 2τ times the sum of a row of its part in g_0, …, g_t is s_j,
    for 1 ≤ j < t, for j = t and for j = 0."""
    # So the form is Q(g_0 − τw, …, g_t − τw). The sums over k < j and over i > j are closed by
    # Σ_{k<j} (k+2) = j(j+3)/2, Σ_{k<j} k(k+1)(k+2) = (j−1)j(j+1)(j+2)/4 and the definitions of s_i and r_i.
    t, j = pairs(run, 1)
    ahead = (j + 2) * (1 - chain(t, j) - j * (j + 1) / (t * (t + 1)) + j * chain(t, j) / (j + 2)) / 2
    behind = star(t, j) * j * (j + 3) / 4 - turn(t, j) * (j - 1) * j * (j + 1) * (j + 2) / 8
    row = equal(rate(t) * (2 * chain(t, j) + behind + ahead), star(t, j))
    t, zero = horizons(run), 0 * horizons(run)
    before = last(t) * (t * (t + 3) / 4 - (t - 1) * (t + 2) / 8)
    return row, equal(rate(t) * (1 + before), last(t)), equal(rate(t) * (1 + chain(t, zero)), star(t, zero))


@stated("N4.squares", CONTRIBUTED.at("N4, step 6"), kind="identity")
@proof("N4.form")
@latex(r"""Q=\tfrac12\|h_t+s_tm\|^2+\sum_{j<t}\mathrm{own}_j\|h_j\|^2+\sum_{1\le j<t}\mathrm{between}_j\|A_j\|^2
    +\mathrm{end}\|A_t\|^2+\sum_{2\le j<t}(b_{j-1}-b_j)\|B_j\|^2+b_{t-1}\|B_t\|^2+\cdots""")
def form_is_a_sum_of_squares(run: Run) -> Relation:
    """With A_j = Σ_{k<j} (k+2)/2 h_k, B_j = Σ_{k<j} k(k+1)(k+2)/2 h_k, φ_j = j(t+1−j), ω_j = 2j/(t(t+1)) and
    m = A_t − B_t/(t(t+1)) = Σ_{j≤t} ω_j A_j, the form Q is ½‖h_t + s_t m‖² + Σ own_j‖h_j‖² + Σ between_j‖A_j‖²
    + end‖A_t‖² + Σ (b_{j−1} − b_j)‖B_j‖² + b_{t−1}‖B_t‖² + ε Σ φ_j φ_{j+1}‖A_{j+1}/φ_{j+1} − A_j/φ_j‖²
    + ½ s_t² Σ_{i<j} ω_i ω_j ‖A_i − A_j‖²."""
    # Proof: Q = Σ_{j<t} a_j‖h_j‖² + ½‖h_t‖² + Σ ⟨h_j, s_j A_j − r_j B_j⟩. As (j+2) h_j = 2(A_{j+1} − A_j),
    # s_j⟨h_j, A_j⟩ = c_j (‖A_{j+1}‖² − ‖A_j‖² − (j+2)²‖h_j‖²/4), and likewise −r_j⟨h_j, B_j⟩ with b_j: sum by parts.
    # ε(j+2)²‖h_j‖²/4 = ε‖A_{j+1} − A_j‖² is completed by φ, −½ s_t²‖m‖² by the mean of the ‖A_j‖² with weights ω_j.

    def left(num: Any, t: int) -> Array:
        return slack(num, t)[1:, 1:]

    return both(run, left, squares)


@stated("N4.own", CONTRIBUTED.at("N4, step 7"), kind=PAIRS)
@latex(r"""a_j-(c_j+\varepsilon)\frac{(j+2)^2}4-b_j\frac{j^2(j+1)^2(j+2)^2}4
    \ge0\quad(1\le j<t),\qquad a_0=c_0+\varepsilon""")
def own_weights_are_nonnegative(run: Run) -> tuple[Relation, Relation]:
    """own_j = a_j − (c_j + ε)(j+2)²/4 − b_j (j(j+1)(j+2))²/4 ≥ 0 for 1 ≤ j < t, and own_0 = a_0 − c_0 − ε = 0."""
    t, j = pairs(run, 1)
    zero = 0 * horizons(run)
    return at_least(own(t, j), 0), equal(chain(horizons(run), zero), c(horizons(run), zero) + epsilon(horizons(run)))


@stated("N4.between", CONTRIBUTED.at("N4, step 7"), kind=PAIRS)
@latex(r"\frac{2\varepsilon}{j(t+1-j)}+c_{j-1}-c_j-\frac{s_t^2j}{t(t+1)}\ge0\quad(1\le j<t)")
def between_weights_are_nonnegative(run: Run) -> Relation:
    """between_j = 2ε/(j(t+1−j)) + c_{j−1} − c_j − s_t² j/(t(t+1)) ≥ 0 for 1 ≤ j < t."""
    t, j = pairs(run, 1)
    return at_least(between(t, j), 0)


@stated("N4.bend", CONTRIBUTED.at("N4, step 7"), kind=PAIRS)
@latex(r"b_{j-1}\ge b_j\quad(2\le j<t),\qquad b_{t-1}\ge0\quad(t\ge2)")
def bends_decrease(run: Run) -> tuple[Relation, Relation]:
    """b_{j−1} ≥ b_j for 2 ≤ j < t, and b_{t−1} ≥ 0 for t ≥ 2."""
    t, j = pairs(run, 2)
    later = horizons(run, 2)
    return at_least(b(t, j - 1), b(t, j)), at_least(b(later, later - 1), 0)


@stated("N4.end", CONTRIBUTED.at("N4, step 7"), kind=PAIRS)
@latex(r"c_{t-1}+\varepsilon\frac{2-t}t-\frac{s_t^2}{t+1}\ge0")
def end_weight_is_nonnegative(run: Run) -> Relation:
    """end = c_{t−1} + ε(2−t)/t − s_t²/(t+1) ≥ 0 for every t ≥ 1."""
    return at_least(end(horizons(run)), 0)


@stated("N4.upper", CONTRIBUTED.at("N4, the worst case is no more"))
@given(standard_lambda)
@proof("N4.multipliers", "N4.form", "N4.kernel", "N4.squares", "N4.own", "N4.between", "N4.bend", "N4.end")
@latex(r"f(\mu_t)-f(q^*)\le\frac4{(t+2)(t+3)}\cdot\tfrac12\|q_0-q^*\|^2")
def no_function_is_worse(run: Run) -> tuple[Relation, ...]:
    """f(μ_t) − f(q*) ≤ 4/((t+2)(t+3)) · ½‖q_0 − q*‖² for every convex 1-smooth f and every t ≥ 1. Read on a run: the
    form Q of its certificate has positive pivots, for t ≤ 8; Huber's functions of sixteen slopes obey it for t ≥ 1."""
    # Proof for every t: Q is the sum of squares of N4.squares, whose weights are nonnegative by N4.own to N4.end.
    num = run.problem.num
    found = [np.stack(list(map(as_array, pivots(slack(num, t)[1:, 1:])))) for t in LOW]
    bound = rate(times(run)[1:, 0]) / 2
    huber = tuple(at_most(values, bound).since(1) for values in value(num, run.mu)[1:].T)
    return above(stacked(found), 0), *huber


@stated("N4.better", CONTRIBUTED.at("N4, beside Theorem B.10"), kind=PAIRS)
@latex(r"\frac4{(t+2)(t+3)}<\frac4{(t+1)^2}")
def worst_case_is_below_the_general_bound(run: Run) -> Relation:
    """4/((t+2)(t+3)) < 4/(t+1)², the general bound of Theorem B.10 over D_ω(q*, q_0) = ½‖q* − q_0‖²."""
    t = horizons(run)
    return below(rate(t), 4 / (t + 1) ** 2)
