"""Why the Theorem holds: the arguments of its proof, as the prover reads them.

x 1[x ≥ 0] ≥ 0 for x = ⟨w_{i−1}, −x_i y_i⟩        ‖γw_t − ū‖² ≥ 0, with γ|M_t| ≤ ⟨w_t, ū⟩ and ‖w_t‖² ≤ |M_t|
"""

from typing import Any

from lemmacheck.theory.books.perceptron.stream import along, members, scores, size
from lemmacheck.theory.core.argument import by
from lemmacheck.theory.core.arithmetic import column
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.margins.comparators import directions


def by_the_unit_step(run: Run) -> list[Any]:
    """x 1[x ≥ 0] ≥ 0, and the like, of x = ⟨w_{i−1}, −x_i y_i⟩."""
    return [by("F.step", -scores(run))]


def by_cauchy_schwarz(run: Run) -> list[Any]:
    return [by("F.CS", run.w, run.u_bar)]


def by_the_order_of_roots(run: Run) -> list[Any]:
    """⟨w_t, ū⟩ ≤ ‖w_t‖ ≤ √|M_t|."""
    return [by("T.Sum.3"), by("F.roots", run.squared(run.w), size(run))]


def by_a_square(run: Run) -> list[Any]:
    """‖γw_t − ū‖² ≥ 0, and γ(⟨w_t, ū⟩ − γ|M_t|) ≥ 0."""
    gained = along(run, run.w) - run.gamma * size(run)
    return [by("T.Sum.3"), by("F.times", run.gamma, gained), by("F.vector", column(run.gamma) * run.w - run.u_bar)]


def by_the_margin(run: Run) -> list[Any]:
    """⟨x_i y_i, ū⟩ 1[i ∈ M_i] ≥ γ 1[i ∈ M_i] ≥ 0."""
    return [by("F.times", members(run), run.gamma)]


def by_the_count(run: Run) -> list[Any]:
    """x 1[x ≥ 0] ≥ 0 for x = m − γ²m²."""
    return [by("F.step", run.t - run.gamma**2 * run.t**2)]


def by_what_it_uses(run: Run) -> list[Any]:
    """The claims that its proof uses, alone."""
    return []


def by_positive_losses(run: Run) -> list[Any]:
    """Each σ_r(⟨w, −x_i y_i⟩) is at least 0, and so is their sum, for w = w_t and for any w."""
    scores = [-run.margins(w) for w in (run.w, directions(run.problem))]
    return [fact for z in scores for fact in (by("F.step", z), by("F.positive", run.positive_part(z)))]
