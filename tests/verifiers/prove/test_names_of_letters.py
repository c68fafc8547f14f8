"""Protects that a letter and the number for which it stands answer few names alike, each of them an operation.

A claim's code takes the same turns on letters and on numbers. So it can tell them apart only by a name that both
answer, each in its own way. A name that is new here is to be an operation that means the same of both, or refused.
"""

from fractions import Fraction
from typing import Any

import flint
import numpy as np
import pytest
from lemmacheck.theory.core.own import Own
from lemmacheck.theory.core.run import Run
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.prove.formal import Formal
from lemmacheck.verifiers.prove.matrices import Entries, Given, MadeMap, Map
from lemmacheck.verifiers.prove.own import ArbitraryOwn
from lemmacheck.verifiers.prove.statement import NOT_ASKED
from lemmacheck.verifiers.prove.subject import Trajectory
from lemmacheck.verifiers.prove.terms import Term
from lemmacheck.verifiers.prove.values import Value

NUMBERS = (int, float, Fraction, flint.fmpq, flint.arb)
ARRAYS = (*NUMBERS, np.ndarray)
OF_RUNS = "_read again copied each fields keep lacking last once pairs per_step recurrence steps sums t"
ALIKE: list[tuple[type, tuple[type, ...], str]] = [
    (Term, NUMBERS, ""),
    (Value, ARRAYS, "cumsum ndim shape sum"),
    (Entries, ARRAYS, "T cumsum ndim shape sum"),
    (Given, ARRAYS, "T cumsum dot ndim shape sum"),
    (MadeMap, ARRAYS, "T dot"),
    (Map, ARRAYS, "T"),
    (Formal, (Ball,), "array exp exprel first_largest log logrel maximum name number ratio root_of_squares sqrt xlogx"),
    (ArbitraryOwn, (Own,), "combine d fixed n ones scores squared uniform vertex zeros"),
    (
        Trajectory,
        (Run,),
        "_read again copied each fields keep lacking last once pairs per_step recurrence steps sums t",
    ),
]


@pytest.mark.parametrize(("letter", "numbers", "names"), ALIKE, ids=[one[0].__name__ for one in ALIKE])
def test_the_names_that_letters_and_numbers_both_answer(letter: Any, numbers: tuple[Any, ...], names: str) -> None:
    asked = [name for name in dir(letter) if not (name in NOT_ASKED or name.startswith("__"))]

    assert sorted(name for name in asked if any(hasattr(number, name) for number in numbers)) == names.split()
