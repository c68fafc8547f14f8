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
from lemmacheck.theory.core.method import Method
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


class IdleAtZero(Perceptron):
    """The subgradient 0 at 0."""

    def updated(self, p: Any, w: Any, xy: Any) -> Any:
        return w + xy * column(1 - p.at_least_zero(p.inner(w, xy)))


class Uphill(Perceptron):
    """w − xy."""

    def updated(self, p: Any, w: Any, xy: Any) -> Any:
        return 2 * w - super().updated(p, w, xy)


class DoubleStep(Perceptron):
    """w + 2xy."""

    def updated(self, p: Any, w: Any, xy: Any) -> Any:
        return 2 * super().updated(p, w, xy) - w


class EveryExample(Perceptron):
    """w + xy whether there was a mistake or not."""

    def updated(self, p: Any, w: Any, xy: Any) -> Any:
        return w + xy


class Forgetful(Perceptron):
    """w/2 + xy, the last example alone in full."""

    def updated(self, p: Any, w: Any, xy: Any) -> Any:
        return super().updated(p, w, xy) - w / 2


class Contrary(Perceptron):
    """ŷ turned around."""

    def predicted(self, p: Any, w: Any, x: Any) -> Any:
        return -super().predicted(p, w, x)


METHOD = Method(
    Perceptron,
    usual={
        "rows and labels in turn, ū of maximum margin": Perceptron(),
        "rows drawn, labels +1, another ū": Perceptron(Seeded(1), All(1), separator=tilted),
        "rows of an adversary, labels −1, another ū": Perceptron(adversary, All(-1), separator=tilted),
    },
    wrong={
        "subgradient 0 at 0": IdleAtZero(),
        "uphill": Uphill(),
        "double step": DoubleStep(),
        "updates without a mistake": EveryExample(),
        "w halved": Forgetful(),
        "ŷ turned around": Contrary(),
    },
    unusual={"w_0 = −3x_1y_1": Perceptron(first=against_the_first)},
    problem_of=problem_of,
    arbitrary=any_examples(Perceptron),
)


class WithoutLabels(KernelPerceptron):
    """Σ_j c_j k(x_j, x)."""

    def value(self, p: Any, c: Any, x: Any) -> Any:
        return p.inner(c, p.column_of(x))


class CountsTwice(KernelPerceptron):
    """Two is added to the count of a row in M_t."""

    def step(self, p: Any, s: Any) -> Any:
        nxt = super().step(p, s)
        return nxt._replace(c=2 * nxt.c - s.c)


class Unkernelized(KernelPerceptron):
    """⟨x_j, x⟩ in place of k(x_j, x)."""

    def value(self, p: Any, c: Any, x: Any) -> Any:
        return p.inner(c * p.labels, p.inner(p.X, x[..., None, :]))


KERNEL = Method(
    KernelPerceptron,
    usual={
        "(1/4 + ⟨x, x'⟩)², rows and labels in turn": KernelPerceptron(),
        "(1/4 + ⟨x, x'⟩)², rows drawn, labels +1": KernelPerceptron(Quadratic(), Seeded(1), All(1)),
        "⟨x, x'⟩, rows and labels in turn": KernelPerceptron(Linear()),
    },
    wrong={
        "values without labels": WithoutLabels(),
        "every count twice": CountsTwice(),
        "⟨x, x'⟩ in place of k": Unkernelized(),
    },
    reach=(8, 4),
    steps=40,
    problem_of=problem_of,
)


class EveryGradient(TwoLayerPerceptron):
    """w + y∇f whether there was a mistake or not."""

    def updated(self, p: Any, w: Any, y: Any, f: Any, gradient: Any) -> Any:
        return w + column(y) * gradient


class DownTheGradient(TwoLayerPerceptron):
    """w − y∇f."""

    def updated(self, p: Any, w: Any, y: Any, f: Any, gradient: Any) -> Any:
        return 2 * w - super().updated(p, w, y, f, gradient)


TWO_LAYERS = Method(
    TwoLayerPerceptron,
    usual={
        "rows and labels in turn": TwoLayerPerceptron(),
        "rows drawn, labels +1": TwoLayerPerceptron(Seeded(1), All(1)),
    },
    wrong={"updates without a mistake": EveryGradient(), "uphill": DownTheGradient()},
    reach=(8, 4),
    steps=40,
    problem_of=problem_of,
)
