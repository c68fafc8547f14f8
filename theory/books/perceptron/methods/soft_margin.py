"""The soft-margin machine on the rows of an instance, with its exact dual solution, descended rightly and wrongly;
the losses of one number; the perceptron that nature contradicts."""

from dataclasses import fields
from fractions import Fraction
from functools import lru_cache
from typing import Any

from lemmacheck.theory.books.perceptron.algorithms.online import ContradictedPerceptron
from lemmacheck.theory.books.perceptron.algorithms.soft_margin_descent import SoftMarginDescent
from lemmacheck.theory.books.perceptron.methods import perceptron
from lemmacheck.theory.books.perceptron.problems.soft_margin import SoftMargin, SoftMarginProblem
from lemmacheck.theory.books.perceptron.problems.univariate import Univariate, UnivariateProblem, hinge, ramp, square
from lemmacheck.theory.core.arithmetic import Arithmetic, column
from lemmacheck.theory.core.method import Method, altered
from lemmacheck.theory.margins.losses import Loss
from lemmacheck.theory.margins.paths import Seeded
from lemmacheck.theory.margins.problem import Problem
from lemmacheck.verifiers.instances.instance import Data, Row, gathered
from lemmacheck.verifiers.instances.margins import margin_problem
from lemmacheck.verifiers.optima.soft_margin import solve_soft


@lru_cache(maxsize=8192)
def solved(rows: tuple[Row, ...], C: Fraction) -> list[Fraction]:
    """An optimal α; 0 for C < 0, where no α has 0 ≤ α ≤ C."""
    return [Fraction(0)] * len(rows) if C < 0 else solve_soft(rows, C)


def base(data: Data, num: Arithmetic, loss: Loss) -> dict[str, Any]:
    """The fields of the margin problem."""
    p = margin_problem(data, num, loss)
    return {field.name: getattr(p, field.name) for field in fields(Problem)}


def problem_of(data: Data, num: Arithmetic, loss: Loss, algorithm: Any) -> SoftMarginProblem:
    """The examples with the C of the algorithm."""
    every, entered = gathered(data, num)
    best = entered([solved(rows, algorithm.C) for rows in every])
    return SoftMarginProblem(**base(data, num, loss), C=entered([algorithm.C] * len(every)), best=best)


def with_loss(data: Data, num: Arithmetic, loss: Loss, setting: Univariate) -> UnivariateProblem:
    """The examples with the l of the setting."""
    return UnivariateProblem(**base(data, num, loss), curve=setting.curve)


REACH = 6, 3

MACHINE = Method(
    SoftMargin,
    usual={
        "C=1": SoftMargin(),
        "C=1/8": SoftMargin(Fraction(1, 8)),
        "C=8": SoftMargin(Fraction(8)),
        "C=0": SoftMargin(Fraction(0)),
    },
    unusual={"C=−1": SoftMargin(Fraction(-1))},
    reach=REACH,
    problem_of=problem_of,
)

DESCENT = Method(
    SoftMarginDescent,
    usual={"C=1": SoftMarginDescent(), "C=1/8": SoftMarginDescent(Fraction(1, 8))},
    wrong={
        "uphill": altered(SoftMarginDescent(), slope=lambda right, p, w: -right.slope(p, w)),
        "no ½‖w‖²": altered(SoftMarginDescent(), slope=lambda right, p, w: right.slope(p, w) - w),
        "the dual downhill": altered(
            SoftMarginDescent(), ascended=lambda right, p, alpha: p.boxed(alpha - p.dual_gradient(alpha) / column(p.L))
        ),
        "α beyond C": altered(
            SoftMarginDescent(), ascended=lambda right, p, alpha: alpha + p.dual_gradient(alpha) / column(p.L)
        ),
    },
    unusual={"C=−1": SoftMarginDescent(Fraction(-1))},
    reach=REACH,
    steps=24,
    problem_of=problem_of,
)

CONVEXITY = Method(
    Univariate,
    usual={"e^{−z}": Univariate(), "max{0, 1 − z}": Univariate(hinge), "(1 − z)²": Univariate(square)},
    unusual={"min{1, max{0, 1 − z}}": Univariate(ramp)},
    reach=(4, 3),
    problem_of=with_loss,
)


CONTRADICTED = Method(
    ContradictedPerceptron,
    usual={"rows in turn": ContradictedPerceptron(), "rows drawn": ContradictedPerceptron(Seeded(1))},
    wrong={
        "labels given": altered(ContradictedPerceptron(), answer=lambda right, p, e, y_hat: p.inner(e, p.labels)),
        "uphill": altered(ContradictedPerceptron(), updated=lambda right, p, w, xy: 2 * w - right.updated(p, w, xy)),
    },
    reach=(8, 4),
    steps=24,
    problem_of=perceptron.problem_of,
    arbitrary=perceptron.any_examples(ContradictedPerceptron),
)
