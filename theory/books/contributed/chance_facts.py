"""The facts about means and probabilities that proofs cite, over all paths of drawn rows; each in a form without division.

    x ≤ y on every path: E x ≤ E y         x ≥ 0, E x ≤ b c, b > 0: P(x ≤ c) ≥ 1 − b
    E[x_t | i_0, …, i_{t−1}] = 0, a_t ≤ x_t ≤ a_t + c_t:    P(Σ x_t ≤ √(½ ln(1/b) Σ c_t²)) ≥ 1 − b
"""

from typing import Any

from lemmacheck.theory.books.contributed.facts import ALL
from lemmacheck.theory.books.contributed.source import CONTRIBUTED
from lemmacheck.theory.books.jst.algorithms.adaptive_sampling import EveryPath
from lemmacheck.theory.books.jst.sec4_sampling import drawn
from lemmacheck.theory.core.argument import fact
from lemmacheck.theory.core.arithmetic import Array
from lemmacheck.theory.core.relation import Relation, at_most
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.margins.means import averaged, expected

CHAPTER = "Facts"


def sizes_on_all_paths(run: Run) -> tuple[Array, Array]:
    """⟨w_t, z_{i_t}⟩ and ‖w_t‖² + ‖z_{i_t}‖²."""
    z = drawn(run)
    return run.inner(run.w, z), run.squared(run.w) + run.squared(z)


@fact(
    "F.mean",
    CONTRIBUTED.at("Facts, the order of means; Williams, Probability with Martingales, §6.5"),
    sizes_on_all_paths,
    lambda run, x, y: at_most(x, y),
    about=EveryPath,
    kind=ALL,
    latex=r"x\le y:\quad\mathbb E\,x\le\mathbb E\,y",
)
def means_keep_the_order(run: Any, x: Array, y: Array) -> Relation:
    """E x ≤ E y for all x ≤ y."""
    return at_most(expected(run, x), expected(run, y))


@fact(
    "F.given",
    CONTRIBUTED.at("Facts, the order of conditional means; Williams, Probability with Martingales, §9.7"),
    sizes_on_all_paths,
    lambda run, x, y: at_most(x, y),
    about=EveryPath,
    kind=ALL,
    latex=r"x_t\le y_t:\quad\mathbb E[x_t\mid i_0,\ldots,i_{t-2}]\le\mathbb E[y_t\mid i_0,\ldots,i_{t-2}]",
)
def conditional_means_keep_the_order(run: Any, x: Array, y: Array) -> Relation:
    """E[x_t | i_0, …, i_{t−2}] ≤ E[y_t | i_0, …, i_{t−2}] for all x ≤ y."""
    return at_most(averaged(run, x, 2), averaged(run, y, 2))
