"""Multiclass data out of ordinary ones, how the two multiclass methods are run on them, and wrong steps.

The inputs are the rows of an instance; a labelling says which of k classes each belongs to: in turn, or by
a teacher u_1, …, u_k, whose largest ⟨x, u_j⟩ names the class, which leaves most data separable.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any

import numpy as np
from lemmacheck.theory.books.jst.algorithms.multiclass import (
    MulticlassLaw,
    MulticlassMomentum,
    MulticlassSampling,
    TurnedLaw,
    TurnedMomentum,
    weights,
)
from lemmacheck.theory.books.jst.methods.adaptive_sampling import LongLaw, UniformLaw, UphillLaw, counted
from lemmacheck.theory.books.jst.methods.primal_momentum import slipped_momentum
from lemmacheck.theory.books.jst.problems.multiclass import Cyclic, MulticlassProblem, reduced
from lemmacheck.theory.core.arithmetic import Arithmetic, column
from lemmacheck.theory.core.method import Method, Planted, altered
from lemmacheck.theory.core.schedules import Constant, Drawn, Implied, t_over_t_plus_one
from lemmacheck.theory.margins.losses import Loss
from lemmacheck.theory.margins.problem import Optimum
from lemmacheck.verifiers.instances.instance import Data, Instance, Row
from lemmacheck.verifiers.instances.margins import optimum_of


@dataclass(frozen=True)
class Teacher:
    """The label of x is the first j with the largest ⟨x, u_j⟩, u_j = ((a + b)² mod 7 − 3) for the entries b."""

    k: int

    def __call__(self, rows: Sequence[Row]) -> list[int]:
        return [1 + int(np.argmax([self.score(row, j) for j in range(self.k)])) for row in rows]

    def score(self, row: Row, j: int) -> Any:
        return sum(((3 * j + 2 * b + j * b + 1) ** 2 % 7 - 3) * x for b, x in enumerate(row))


@lru_cache(maxsize=4096)
def pairs(rows: tuple[Row, ...], labels: tuple[int, ...], k: int) -> Instance:
    """√2 Z, of rational entries: a row x_i(e_{c_i} − e_j)ᵀ for each i and each j = c_i + 1, …, c_i + k − 1 modulo k."""
    found = []
    for x, c in zip(rows, labels, strict=True):
        for wrong in [(c + step) % k + 1 for step in range(k - 1)]:
            sign = {c: 1, wrong: -1}
            found.append(tuple(sign.get(j, 0) * entry for entry in x for j in range(1, k + 1)))
    return Instance("pairs", tuple(found))


def problem_of(data: Data, num: Arithmetic, loss: Loss, algorithm: Any) -> MulticlassProblem:
    """The reduced problem of one instance, or of a batch, with the exact optimum of √2 Z divided by √2."""
    labelling, k = algorithm.labelling, algorithm.labelling.k
    alone = isinstance(data, Instance)
    instances = [data] if isinstance(data, Instance) else list(data)
    labels = [tuple(labelling(instance.rows)) for instance in instances]
    found = [pairs(instance.rows, c, k) for instance, c in zip(instances, labels, strict=True)]
    rows = [instance.rows for instance in instances]
    X, c = (num.array(rows[0]), np.array(labels[0])) if alone else (num.array(rows), np.array(labels))
    best = optimum_of(found[0] if alone else found, num)
    direction = best.direction
    turn = getattr(algorithm, "turn", 1)
    optimum = Optimum(best.gamma_squared / 2, best.q, turn * direction / num.sqrt(num.number(2)), num)
    best_predictor = direction.reshape(*direction.shape[:-1], X.shape[-1], k)
    Z = turn * reduced(num, X, c, k)
    return MulticlassProblem(Z, num, optimum, loss, X=X, c=c, k=k, best_predictor=best_predictor, turn=turn)


class Uphill(MulticlassMomentum):
    """U_{t+1} = U_t + θ_t (G_t + P_t)."""

    def step(self, p: Any, s: Any) -> Any:
        U = 2 * s.U - super().step(p, s).U
        q = weights(p, U)
        return s._replace(t=s.t + 1, U=U, q=q, G=self.momentum(p, s.t + 1, s.G, q))


class SameSign(MulticlassSampling):
    """x_i(e_{c_i} + e_j)ᵀ/√2 for the sampled pair."""

    def columns(self, p: Any, t: Any) -> Any:
        P, (_, _, wrong) = super().columns(p, t), p.pair(self.index(t, p.n))
        return P * (1 - 2 * (np.arange(1, p.k + 1) == column(column(wrong))).astype(int))


REACH = 3, 3

with_classes = partial(Method, reach=REACH, problem_of=problem_of)

MOMENTUM = with_classes(
    MulticlassMomentum,
    usual={
        "β=t/(t+1), θ=1, 3 classes, labels of a teacher": MulticlassMomentum(labelling=Teacher(3)),
        "β=t/(t+1), θ=1, 3 classes, labels in turn": MulticlassMomentum(),
        "β=t/(t+1), θ=1, 2 classes, labels of a teacher": MulticlassMomentum(labelling=Teacher(2)),
        "β from a drawn λ, θ drawn, 4 classes, labels in turn": MulticlassMomentum(
            Implied(Drawn(1)), Drawn(3, first=None), Cyclic(4)
        ),
    },
    wrong={
        "q from U_t": altered(
            MulticlassMomentum(),
            after=lambda right, p, s, nxt: nxt._replace(q=s.q, G=right.momentum(p, nxt.t, s.G, s.q)),
        ),
        "P without 1/√2": altered(MulticlassMomentum(), pull=lambda right, p, q: p.gather(q)),
        "uphill": Uphill(),
        "β_t = (t−1)/t": MulticlassMomentum(slipped_momentum),
        "θ_t = 4": MulticlassMomentum(theta=Constant(4)),
    },
    unusual={"β=0, θ=1, 3 classes, labels of a teacher": MulticlassMomentum(Constant(0), labelling=Teacher(3))},
    above_one={"β=t/(t+1), θ=4, 3 classes": MulticlassMomentum(theta=Constant(4), labelling=Teacher(3))},
)

TURNED = with_classes(
    TurnedMomentum,
    usual={
        "β=t/(t+1), θ=1, 3 classes, labels of a teacher": TurnedMomentum(labelling=Teacher(3)),
        "β=t/(t+1), θ=1, 3 classes, labels in turn": TurnedMomentum(),
        "β=t/(t+1), θ=1, 2 classes, labels of a teacher": TurnedMomentum(labelling=Teacher(2)),
    },
    wrong={
        "the sign of the print": MulticlassMomentum(labelling=Teacher(3)),
        "P without 1/√2": altered(TurnedMomentum(), pull=lambda right, p, q: -p.gather(q)),
        "β_t = (t−1)/t": TurnedMomentum(slipped_momentum),
        "θ_t = 4": TurnedMomentum(theta=Constant(4)),
    },
    unusual={"β=0, θ=1, 3 classes, labels of a teacher": TurnedMomentum(Constant(0), labelling=Teacher(3))},
    above_one={"β=t/(t+1), θ=4, 3 classes": TurnedMomentum(theta=Constant(4), labelling=Teacher(3))},
)

SAMPLING = with_classes(
    MulticlassSampling,
    usual={
        "β=t/(t+1), θ=1, 3 classes, labels in turn": MulticlassSampling(t_over_t_plus_one),
        "β=0, θ=1, 3 classes, labels of a teacher": MulticlassSampling(labelling=Teacher(3)),
        "β=t/(t+1), θ=1, 4 classes, labels in turn": MulticlassSampling(t_over_t_plus_one, labelling=Cyclic(4)),
    },
    wrong={
        "columns of the same sign": SameSign(t_over_t_plus_one),
        "P without 1/√2": altered(
            MulticlassSampling(t_over_t_plus_one), columns=lambda right, p, t: p.two_columns(right.index(t, p.n))
        ),
        "the sample of the next step": altered(
            MulticlassSampling(t_over_t_plus_one), columns=lambda right, p, t: right.columns(p, t + 1)
        ),
        "β_t = (t−1)/t": MulticlassSampling(slipped_momentum),
    },
)


# With labels in turn, both inputs make nearly the same row.
TWO_INPUTS = ((Fraction(1), Fraction(0)), (Fraction(-24, 25), Fraction(-7, 25)))


def on_two_inputs(law: type[MulticlassLaw], wrong: Any) -> dict[str, Planted]:
    return {"2 classes, two inputs": Planted(law(labelling=Cyclic(2)), TWO_INPUTS, steps=33, wrong={"turned": wrong})}


LAW = Method(
    MulticlassLaw,
    usual={
        "3 classes, labels of a teacher": MulticlassLaw(labelling=Teacher(3)),
        "3 classes, labels in turn": MulticlassLaw(),
    },
    wrong={"uniform sampling": UniformLaw(), "uphill": UphillLaw(), "θ = 8": LongLaw()},
    planted=on_two_inputs(MulticlassLaw, TurnedLaw(labelling=Cyclic(2))),
    reach=(2, 2),
    longest=lambda n: counted(n, nodes=4_000),
    problem_of=problem_of,
)

TURNED_LAW = Method(
    TurnedLaw,
    usual={"3 classes, labels of a teacher": TurnedLaw(labelling=Teacher(3)), "3 classes, labels in turn": TurnedLaw()},
    wrong={"the sign of the print": MulticlassLaw(), "uphill": UphillLaw(), "θ = 8": LongLaw()},
    planted=on_two_inputs(TurnedLaw, MulticlassLaw(labelling=Cyclic(2))),
    reach=(2, 2),
    longest=LAW.longest,
    problem_of=problem_of,
)
