"""The perceptron's streams and labels, how it is got wrong, and how data become its labelled examples."""

from typing import Any

from lemmacheck.theory.books.perceptron.algorithms.kernel_perceptron import KernelPerceptron
from lemmacheck.theory.books.perceptron.algorithms.perceptron import (
    Perceptron,
    TwoLayerPerceptron,
    adversary,
    against_the_first,
)
from lemmacheck.theory.books.perceptron.problems.feature_maps import KernelProblem, Linear, Quadratic
from lemmacheck.theory.core.arithmetic import Arithmetic, column
from lemmacheck.theory.core.method import Method, altered
from lemmacheck.theory.margins.labelled import All, PerceptronProblem, tilted
from lemmacheck.theory.margins.losses import Loss
from lemmacheck.theory.margins.paths import Seeded
from lemmacheck.verifiers.instances.instance import Data, gathered
from lemmacheck.verifiers.instances.margins import margin_problem


def problem_of(data: Data, num: Arithmetic, loss: Loss, algorithm: Any) -> PerceptronProblem:
    """The examples (x_i, y_i) with x_i y_i = −z_i, for the labels of the algorithm, and its kernel if it has one."""
    base, (every, entered) = margin_problem(data, num, loss), gathered(data, num)
    labels = entered([algorithm.labelling(rows) for rows in every])
    parts = {"X": -column(labels) * base.Z, "labels": labels, "separator": algorithm.separator}
    if hasattr(algorithm, "kernel"):
        return KernelProblem(base.Z, num, base.optimum, loss, kernel=algorithm.kernel, **parts)
    return PerceptronProblem(base.Z, num, base.optimum, loss, **parts)


def any_examples(kind: type) -> Any:
    """Any labels ±1, stream and w_0, and any ū."""

    def arbitrary(p: Any, free: Any) -> tuple[Any, type, dict[str, Any]]:
        y, v, first = 2 * free("y", "n", binary=True) - 1, free("v", "d"), free("w_0", "d")
        parts = {"X": -column(y) * p.Z, "labels": y, "separator": lambda p: v[None]}
        return kind(free.path, first=lambda p: first, separator=lambda p: v[None]), PerceptronProblem, parts

    return arbitrary


METHOD = Method(
    Perceptron,
    usual={
        "rows and labels in turn, ū of maximum margin": Perceptron(),
        "rows drawn, labels +1, another ū": Perceptron(Seeded(1), All(1), separator=tilted),
        "rows of an adversary, labels −1, another ū": Perceptron(adversary, All(-1), separator=tilted),
    },
    wrong={
        "subgradient 0 at 0": altered(
            Perceptron(), updated=lambda right, p, w, xy: w + xy * column(1 - p.at_least_zero(p.inner(w, xy)))
        ),
        "uphill": altered(Perceptron(), updated=lambda right, p, w, xy: 2 * w - right.updated(p, w, xy)),
        "double step": altered(Perceptron(), updated=lambda right, p, w, xy: 2 * right.updated(p, w, xy) - w),
        "updates without a mistake": altered(Perceptron(), updated=lambda right, p, w, xy: w + xy),
        "w halved": altered(Perceptron(), updated=lambda right, p, w, xy: right.updated(p, w, xy) - w / 2),
        "ŷ turned around": altered(Perceptron(), predicted=lambda right, p, w, x: -right.predicted(p, w, x)),
    },
    unusual={"w_0 = −3x_1y_1": Perceptron(first=against_the_first)},
    problem_of=problem_of,
    arbitrary=any_examples(Perceptron),
)


KERNEL = Method(
    KernelPerceptron,
    usual={
        "(1/4 + ⟨x, x'⟩)², rows and labels in turn": KernelPerceptron(),
        "(1/4 + ⟨x, x'⟩)², rows drawn, labels +1": KernelPerceptron(Quadratic(), Seeded(1), All(1)),
        "⟨x, x'⟩, rows and labels in turn": KernelPerceptron(Linear()),
    },
    wrong={
        "values without labels": altered(KernelPerceptron(), value=lambda right, p, c, x: p.inner(c, p.column_of(x))),
        "every count twice": altered(
            KernelPerceptron(), after=lambda right, p, s, nxt: nxt._replace(c=2 * nxt.c - s.c)
        ),
        "⟨x, x'⟩ in place of k": altered(
            KernelPerceptron(), value=lambda right, p, c, x: p.inner(c * p.labels, p.inner(p.X, x[..., None, :]))
        ),
    },
    reach=(8, 4),
    steps=40,
    problem_of=problem_of,
)


TWO_LAYERS = Method(
    TwoLayerPerceptron,
    usual={
        "rows and labels in turn": TwoLayerPerceptron(),
        "rows drawn, labels +1": TwoLayerPerceptron(Seeded(1), All(1)),
    },
    wrong={
        "updates without a mistake": altered(
            TwoLayerPerceptron(), updated=lambda right, p, w, y, f, gradient: w + column(y) * gradient
        ),
        "uphill": altered(
            TwoLayerPerceptron(),
            updated=lambda right, p, w, y, f, gradient: 2 * w - right.updated(p, w, y, f, gradient),
        ),
    },
    reach=(8, 4),
    steps=40,
    problem_of=problem_of,
)
