"""The argument for Theorem 4.1 from its rate: the printed t is large enough for both parts of the shortfall."""

from typing import Any

from lemmacheck.theory.core.argument import by
from lemmacheck.theory.core.piecewise import larger
from lemmacheck.theory.core.relation import above
from lemmacheck.theory.margins.arbitrary import each_fraction

Argument = list[Any]


def shortfall_in_two(p: Any, delta: Any, t: Any) -> Argument:
    """Both parts of the shortfall are at most √(M/t)/2: as (2√a + √(8b))² ≤ 8a + 16b, and 4 · 8/δ = 32/δ."""
    gamma, number, rows = p.optimum.gamma, p.log(2 / delta), p.log(p.n)
    by_margin, by_chance = (32 * rows + 64 * number) / p.optimum.gamma_squared, 32 / delta
    most = larger(p.num, by_margin, by_chance)
    first = (2 * p.sqrt(rows) + p.sqrt(8 * number)) / (gamma * p.sqrt(p.num.number(1) * t))
    return [
        by("F.larger", by_margin, by_chance),
        by("F.square", p.sqrt(rows) - p.sqrt(2 * number)),
        by("F.under", 2 * first, most / t),
        by("F.under", 2 * p.sqrt(8 / (delta * t)), most / t),
    ]


def margin_by_epsilon(run: Any) -> Argument:
    """‖w_t‖ ≥ γ̄√(t ln(n)) > 0, and the shortfall is at most ε."""
    least = run.optimum.gamma * run.sqrt(run.steps * run.log(run.n))
    moved = [by("P.D.2l"), above(least, 0), above(run.norm(run.w[-1:]), 0)]
    return [*moved, *(one for delta in each_fraction(run) for one in shortfall_in_two(run.problem, delta, run.steps))]
