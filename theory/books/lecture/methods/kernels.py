"""Kernel functions at the rows of an instance, strings, and the sizes at which operations are counted."""

from fractions import Fraction
from typing import Any

from lemmacheck.theory.books.lecture.problems.costs import Sized, Sizes, TensorPower
from lemmacheck.theory.books.lecture.problems.kernel_functions import DataPoints, KernelFunctions, skewed, squared
from lemmacheck.theory.books.lecture.problems.strings import Strings, Words
from lemmacheck.theory.core.arithmetic import Arithmetic
from lemmacheck.theory.core.method import Method
from lemmacheck.theory.margins.losses import Loss
from lemmacheck.verifiers.instances.instance import Data, gathered

MOST = 4  # points: all principal minors of K are looked at


def entries(data: Data, num: Arithmetic) -> Any:
    """The first rows."""
    every, entered = gathered(data, num)
    return entered([list(map(list, rows[:MOST])) for rows in every])


def points(data: Data, num: Arithmetic, loss: Loss, setting: KernelFunctions) -> DataPoints:
    """The first rows as points."""
    every, entered = gathered(data, num)
    alpha, beta = (entered([x] * len(every)) for x in (setting.alpha, setting.beta))
    return DataPoints(entries(data, num), num, kernel=setting.kernel, alpha=alpha, beta=beta)


def strings(data: Data, num: Arithmetic, loss: Loss, setting: Words) -> Strings:
    """The words, whatever the data."""
    return Strings(entries(data, num), num, words=setting.words)


def sized(data: Data, num: Arithmetic, loss: Loss, setting: Any) -> Sized:
    """The sizes, whatever the data."""
    return Sized(entries(data, num), num, sizes=setting)


FUNCTIONS = Method(
    KernelFunctions,
    usual={
        "1/(1 + ‖x − x'‖²), α=1/2, β=2": KernelFunctions(),
        "⟨x, x'⟩², α=0, β=1": KernelFunctions(squared, Fraction(0), Fraction(1)),
    },
    unusual={
        "⟨x, x'⟩ + x_1 − x'_1": KernelFunctions(skewed),
        "α=−2, β=1": KernelFunctions(alpha=Fraction(-2), beta=Fraction(1)),
        "α=1, β=−2": KernelFunctions(alpha=Fraction(1), beta=Fraction(-2)),
    },
    reach=(MOST, 3),
    problem_of=points,
)

WORDS = Method(
    Words,
    usual={"six words": Words()},
    unusual={"words with a space": Words(("a b", "c d"))},
    dataless=True,
    problem_of=strings,
)

SIZES = Method(
    Sizes,
    usual={"n=9, m=8, d=1": Sizes(9, 8, 1), "n=2, m=8, d=1": Sizes(2, 8, 1), "n=3, m=4, d=2": Sizes(3, 4, 2)},
    dataless=True,
    problem_of=sized,
)

TENSORS = Method(
    TensorPower, usual={"d=4, p=4": TensorPower(4, 4), "d=8, p=3": TensorPower(8, 3)}, dataless=True, problem_of=sized
)
