"""The facts about means and probabilities over all paths of drawn rows that proofs cite, each without a division.

x ≤ y on every path: E x ≤ E y         x ≥ 0, E x ≤ b c, b > 0: P(x ≤ c) ≥ 1 − b
E[x_t | i_0, …, i_{t−1}] = 0, a_t ≤ x_t ≤ a_t + c_t:    P(Σ x_t ≤ √(½ ln(1/b) Σ c_t²)) ≥ 1 − b
"""

from functools import partial
from typing import Any

from lemmacheck.theory.books.contributed.source import known
from lemmacheck.theory.books.jst.algorithms.adaptive_sampling import EveryPath
from lemmacheck.theory.books.jst.sec4_sampling import drawn
from lemmacheck.theory.core.argument import at_points, fact
from lemmacheck.theory.core.arithmetic import Array, column
from lemmacheck.theory.core.claim import latex
from lemmacheck.theory.core.relation import Chance, Relation, above, at_least, at_most, equal
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.margins.means import averaged, expected

CHAPTER = "Facts"
stated = partial(fact, about=EveryPath)


def sizes_on_all_paths(run: Run) -> tuple[Array, Array]:
    """⟨w_t, z_{i_t}⟩ and ‖w_t‖² + ‖z_{i_t}‖²."""
    z = drawn(run)
    return run.inner(run.w, z), run.squared(run.w) + run.squared(z)


@stated("F.mean", known("the order of means; Williams, Probability with Martingales, §6.5"))
@at_points(sizes_on_all_paths, lambda run, x, y: at_most(x, y))
@latex(r"x\le y:\quad\mathbb E\,x\le\mathbb E\,y")
def means_keep_the_order(run: Any, x: Array, y: Array) -> Relation:
    """E x ≤ E y for all x ≤ y."""
    return at_most(expected(run, x), expected(run, y))


@stated("F.given", known("the order of conditional means; Williams, Probability with Martingales, §9.7"))
@at_points(sizes_on_all_paths, lambda run, x, y: at_most(x, y))
@latex(r"x_t\le y_t:\quad\mathbb E[x_t\mid i_0,\ldots,i_{t-2}]\le\mathbb E[y_t\mid i_0,\ldots,i_{t-2}]")
def conditional_means_keep_the_order(run: Any, x: Array, y: Array) -> Relation:
    """E[x_t | i_0, …, i_{t−2}] ≤ E[y_t | i_0, …, i_{t−2}] for all x ≤ y."""
    return at_most(averaged(run, x, 2), averaged(run, y, 2))


def size_at_the_end(run: Run) -> tuple[Array, Any, Any]:
    """‖w_t‖² at the last t, four times its mean, and ¼."""
    size = run.squared(run.w[-1])
    return size, 4 * expected(run, size), run.num.number(1) / 4


@stated("F.markov", known("Markov's inequality; Williams, Probability with Martingales, §6.4"), returns=Chance)
@at_points(size_at_the_end, lambda run, x, c, b: (at_least(x, 0), above(b, 0), at_most(expected(run, x), b * c)))
@latex(r"x\ge0,\ b>0,\ \mathbb E\,x\le bc:\quad\Pr[x\le c]\ge1-b")
def markov(run: Any, x: Array, c: Any, b: Any) -> Chance:
    """P(x ≤ c) ≥ 1 − b for all x ≥ 0 and b > 0 with E x ≤ b c."""
    return Chance((at_most(x, c),), run.chance[-1], 1 - b, run.steps)


def known_before(run: Any, a: Array) -> Relation:
    """a_t is the same whatever the row drawn at t."""
    return equal(averaged(run, a, 1), a[:-1])


def in_an_interval(run: Any, x: Array, a: Array, c: Array, b: Any) -> tuple[Relation, ...]:
    """E[x_t | i_0, …, i_{t−1}] ≤ 0 and a_t ≤ x_t ≤ a_t + c_t, where a_t is known before the draw and c_t on no path
    other than on all, for t < T; and 0 < b ≤ 1."""
    return (
        at_most(averaged(run, x, 1), 0),
        known_before(run, a),
        equal(c, column(expected(run, c))),
        at_least(x[:-1], a[:-1]),
        at_most(x[:-1], a[:-1] + c[:-1]),
        above(b, 0),
        at_most(b, 1),
    )


def first_row_drawn(run: Run) -> tuple[Any, ...]:
    """1[i_t = 1] − q_{t,1}, which lies between −q_{t,1} and 1 − q_{t,1}; and ½."""
    share = run.q[..., 0]
    return run.e[..., 0] - share, -share, 0 * share + 1, run.num.number(1) / 2


@stated(
    "F.azuma",
    known("the Azuma-Hoeffding inequality; Hoeffding, JASA 58 (1963), Theorem 2 and §2, last remark"),
    returns=Chance,
)
@at_points(first_row_drawn, in_an_interval)
@latex(r"""\mathbb E[x_j\mid i_0,\ldots,i_{j-1}]\le0,\ a_j\le x_j\le a_j+c_j:\quad
    \Pr\left[\sum_{j=0}^{t-1}x_j\le\sqrt{\tfrac12\ln\left(\tfrac1b\right)\sum_{j=0}^{t-1}c_j^2}\right]\ge1-b""")
def azuma_hoeffding(run: Any, x: Array, a: Array, c: Array, b: Any) -> Chance:
    """P(Σ_{j<t} x_j ≤ √(½ ln(1/b) Σ_{j<t} c_j²)) ≥ 1 − b where E[x_j | i_0, …, i_{j−1}] ≤ 0 and a_j ≤ x_j ≤ a_j + c_j,
    for a_j known before the draw and numbers c_j."""
    bound = run.sqrt(run.log(1 / b) * run.sums(c * c)[-1] / 2)
    return Chance((at_most(run.sums(x)[-1], bound),), run.chance[-1], 1 - b, run.steps)
