"""The algorithms' array code against their literal scalar transcription, number by number.

Every sequence at every t, under every arithmetic, on drawn and on structured rational data, for the
standard schedules and for exact drawn ones. The transcription is taken at two precisions that must
agree with each other first. Schedules printed as formulas enter it as Fractions written here.
"""

from fractions import Fraction
from math import isqrt
from typing import Any, NamedTuple

import flint
import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.books.jst.algorithms.gradient_descent import GradientDescent, NormalizedGD
from lemmacheck.theory.books.jst.algorithms.primal_momentum import PrimalMomentum
from lemmacheck.theory.core import schedules
from lemmacheck.theory.core.arithmetic import Undecided
from lemmacheck.theory.core.run import run
from lemmacheck.theory.margins.problem import Problem
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.numbers.monomial import as_ball
from lemmacheck.verifiers.numbers.rational import Rational
from lemmacheck.verifiers.numbers.symbolic import Symbolic
from mpmath.libmp import to_rational

from tests.literal.reference import Reference
from tests.multiprecision import Multiprecision
from tests.sampled import sampled

Rows = list[list[Fraction]]
LONGEST = 7
COARSE, FINE = 120, 400


class Pairing(NamedTuple):
    """An algorithm, the reference's method for it, and the exact sequences that method is given."""

    algorithm: Any
    method: str
    first: list[Fraction]
    second: list[Fraction] | None
    names: dict[str, str]  # of a sequence in the run: in the reference


DUAL = {"q": "q", "mu": "mu", "nu": "nu", "w": "w", "p": "log_weights"}
MOMENTUM = {"w": "w", "q": "q", "g": "g"}
DESCENT = {"w": "w", "q": "q"}


def values(schedule: Any) -> list[Fraction]:
    """A drawn schedule as data: what it says at exact t."""
    return [schedule(Fraction(t)) for t in range(LONGEST + 1)]


def formula(of_t: Any) -> list[Fraction]:
    return [Fraction(of_t(t)) for t in range(LONGEST + 1)]


def implied(lam: list[Fraction]) -> list[Fraction]:
    return [Fraction(0)] + [lam[t - 1] * (1 - lam[t]) / lam[t] for t in range(1, len(lam))]


def pairings(seed: int) -> dict[str, Pairing]:
    lam, theta = schedules.Drawn(seed), schedules.Drawn(seed + 1, first=None, denominator=5)
    loose = schedules.Drawn(seed + 2, first=None, denominator=3)
    third, thirds = schedules.Constant(1, 3), formula(lambda t: Fraction(1, 3))
    ones, two_over = formula(lambda t: 1), formula(lambda t: Fraction(2, t + 2))
    slowing = schedules.one_over_root_t_plus_one_floor
    root = formula(lambda t: Fraction(1, isqrt(t) + 1))  # ⌈√(t+1)⌉ = ⌊√t⌋ + 1
    momentum = formula(lambda t: Fraction(t, t + 1))
    return {
        "dual": Pairing(DualNesterov(), "dual_nesterov", two_over, ones, DUAL),
        "dual drawn": Pairing(DualNesterov(lam, theta), "dual_nesterov", values(lam), values(theta), DUAL),
        "dual loose": Pairing(DualNesterov(loose), "dual_nesterov", values(loose), ones, DUAL),
        "dual thirds": Pairing(DualNesterov(third, third), "dual_nesterov", thirds, thirds, DUAL),
        "primal": Pairing(PrimalMomentum(), "algorithm_one", momentum, ones, MOMENTUM),
        "primal drawn": Pairing(PrimalMomentum(loose, theta), "algorithm_one", values(loose), values(theta), MOMENTUM),
        "primal implied": Pairing(
            PrimalMomentum(schedules.Implied(lam)), "algorithm_one", implied(values(lam)), ones, MOMENTUM
        ),
        "descent": Pairing(GradientDescent(), "gradient_descent", ones, None, DESCENT),
        "descent drawn": Pairing(GradientDescent(loose), "gradient_descent", values(loose), None, DESCENT),
        "normalized": Pairing(NormalizedGD(), "normalized_descent", ones, None, DESCENT),
        "normalized slowing": Pairing(NormalizedGD(slowing), "normalized_descent", root, None, DESCENT),
        "normalized drawn": Pairing(NormalizedGD(theta), "normalized_descent", values(theta), None, DESCENT),
    }


@st.composite
def small_rows(draw: st.DrawFn) -> Rows:
    """A few rational rows of norm at most 1."""
    n, d = draw(st.integers(1, 4)), draw(st.integers(1, 3))
    entries = st.lists(st.integers(-4, 4), min_size=d, max_size=d)
    rows = []
    for _ in range(n):
        row, shrink = draw(entries), draw(st.sampled_from([Fraction(1), Fraction(2, 3), Fraction(1, 16)]))
        length = isqrt(sum(x * x for x in row) - 1) + 1 if any(row) else 1
        rows.append([shrink * x / length for x in row])
    return rows


def fractions(*rows: str) -> Rows:
    return [[Fraction(entry) for entry in row.split()] for row in rows]


STRUCTURED = {
    "separable": fractions("-3/5 -4/5", "-4/5 3/5", "-1/2 0"),
    "duplicates": fractions("-3/5 -4/5", "-3/5 -4/5", "-3/5 -4/5", "-1 0"),
    "antipodes": fractions("3/5 4/5", "-3/5 -4/5", "0 1/2"),
    "one row": fractions("2/7 -3/7 6/7"),
    "one column": fractions("-1", "-1/2", "1/3"),
    "one number": fractions("-1/2"),
    "a zero row": fractions("0 0", "-5/13 12/13"),
    "all zero": fractions("0 0", "0 0"),
}
data = st.one_of(small_rows(), st.sampled_from(list(STRUCTURED.values())))


def expected(rows: Rows, pairing: Pairing, T: int, bits: int) -> Any:
    method = getattr(Reference(rows, bits), pairing.method)
    given_sequences = [s[: T + 1] for s in (pairing.first, pairing.second) if s is not None]
    return method(T, *given_sequences)


def computed(rows: Rows, pairing: Pairing, T: int, num: Any) -> Any:
    return run(pairing.algorithm, Problem(Z=num.array(rows), num=num, optimum=None), T)


def entries(sequence: Any) -> list[Any]:
    return [entry for vector in sequence for entry in vector]


def differs(value: Any, reference: Any, relative: Fraction) -> bool:
    """Is the ball |value − reference| not surely at most relative · (1 + |reference|)?"""
    with flint.ctx.workprec(2 * FINE):
        truth = flint.arb(reference)
        found = as_ball(value) if not hasattr(value, "_mpf_") else flint.arb(value)
        bound = (1 + abs(truth)) * flint.fmpq(relative.numerator, relative.denominator)
        return not abs(found - truth) <= bound


def excludes(value: Any, reference: Any) -> bool:
    """Does the ball `value` surely not contain the real number that `reference` is to FINE − 60 bits?"""
    with flint.ctx.workprec(2 * FINE):
        truth = flint.arb(reference)
        slack = (1 + abs(truth)) * flint.arb(2) ** (60 - FINE)
        return bool(abs(as_ball(value) - truth) > slack)


def faults(rows: Rows, pairing: Pairing, T: int, num: Any, relative: Fraction) -> list[str]:
    """Where the run and the reference differ by more than `relative`."""
    fine = expected(rows, pairing, T, FINE)
    with num.active():
        sequences = computed(rows, pairing, T, num)
        found = []
        for name, printed in pairing.names.items():
            ours, theirs = getattr(sequences, name), getattr(fine, printed)
            assert ours.shape == (T + 1, len(theirs[0])), name
            for t in range(T + 1):
                for i in range(len(theirs[t])):
                    wrong = differs(ours[t, i], theirs[t][i], relative)
                    if wrong or (num.name == "ball" and excludes(ours[t, i], theirs[t][i])):
                        found.append(f"{pairing.algorithm} {name}_{t}[{i}]")
    return found


TOLERANCE = {
    Float64(): Fraction(1, 10**11),
    Multiprecision(100): Fraction(1, 2**80),
    Multiprecision(300): Fraction(1, 2**280),
    Ball(128): Fraction(1, 2**80),
}
drawn = settings(derandomize=True, deadline=None)


@pytest.mark.parametrize("num", TOLERANCE, ids=repr)
@pytest.mark.parametrize("which", pairings(0))
@drawn
@given(rows=data, seed=st.integers(0, 99), T=st.integers(1, LONGEST))
def test_every_sequence_is_the_literal_one_on_drawn_data(which: str, num: Any, rows: Rows, seed: int, T: int) -> None:
    assert faults(rows, pairings(seed)[which], T, num, TOLERANCE[num]) == []


@pytest.mark.parametrize("num", TOLERANCE, ids=repr)
@pytest.mark.parametrize("name", STRUCTURED)
def test_every_sequence_is_the_literal_one_on_structured_data(name: str, num: Any) -> None:
    for pairing in pairings(seed=5).values():
        assert faults(STRUCTURED[name], pairing, LONGEST, num, TOLERANCE[num]) == []


EXACT = [name for name in pairings(0) if name.startswith(("dual", "primal"))]
CIRCULANT = fractions("1/2 1/3 -1/5", "-1/5 1/2 1/3", "1/3 -1/5 1/2")


@pytest.mark.parametrize("which", EXACT)
def test_symmetric_data_keep_a_run_rational_and_equal_to_the_reference(which: str) -> None:
    pairing = pairings(seed=3)[which]
    sequences, reference = (
        computed(CIRCULANT, pairing, LONGEST, Rational()),
        expected(CIRCULANT, pairing, LONGEST, FINE),
    )
    for name, printed in pairing.names.items():
        ours = entries(getattr(sequences, name))
        assert all(isinstance(value, flint.fmpq) for value in ours)
        for value, other in zip(ours, entries(getattr(reference, printed)), strict=True):
            assert not differs(value, other, Fraction(1, 2 ** (FINE - 60)))


@pytest.mark.parametrize("which", pairings(0))
def test_an_irrational_step_is_refused_and_not_rounded(which: str) -> None:
    with pytest.raises(Undecided, match="exp"):
        computed(STRUCTURED["separable"], pairings(seed=3)[which], 2, Rational())


class Stated(NamedTuple):
    """A state's fields that are vectors, and the t at which the step is taken."""

    which: str
    t: int
    fields: dict[str, str]  # of the state: the reference's sequence


STEPS = [
    Stated("dual", 3, {"w": "w", "p": "log_weights", "q": "q", "mu": "mu", "nu": "nu"}),
    Stated("dual drawn", 2, {"w": "w", "p": "log_weights", "q": "q", "mu": "mu", "nu": "nu"}),
    Stated("primal", 3, {"w": "w", "q": "q", "g": "g"}),
    Stated("primal implied", 4, {"w": "w", "q": "q", "g": "g"}),
    Stated("descent", 2, {"w": "w", "q": "q"}),
    Stated("normalized drawn", 2, {"w": "w", "q": "q"}),
]


@pytest.mark.slow
@pytest.mark.parametrize("stated", sampled(STEPS, 3), ids=lambda stated: f"{stated.which}-at-{stated.t}")
def test_one_symbolic_step_has_the_literal_values(stated: Stated) -> None:
    """From a state of symbols; putting the reference's t-th values in gives its (t+1)-st values."""
    num, rows, pairing = Symbolic(), STRUCTURED["separable"], pairings(seed=2)[stated.which]
    problem = Problem(Z=num.array(rows), num=num, optimum=None)
    reference = expected(rows, pairing, stated.t + 1, FINE)
    state, substitution = pairing.algorithm.start(problem)._replace(t=num.number(stated.t)), {}
    for field, printed in stated.fields.items():
        truth = getattr(reference, printed)[stated.t]
        symbols = sympy.symbols(f"{field}:{len(truth)}", real=True)
        state = state._replace(**{field: np.array(symbols, dtype=object)})
        for symbol, value in zip(symbols, truth, strict=True):
            substitution[symbol] = sympy.Rational(*to_rational(value._mpf_))
    if "pull" in state._fields:  # of q, whose symbols are other ones now
        state = state._replace(pull=problem.combine(state.q))
    after = pairing.algorithm.step(problem, state)
    for field, printed in stated.fields.items():
        for value, other in zip(getattr(after, field), getattr(reference, printed)[stated.t + 1], strict=True):
            digits = str(sympy.sympify(value).subs(substitution).evalf(60, maxn=10_000))
            assert not differs(flint.fmpq(*Fraction(digits).as_integer_ratio()), other, Fraction(1, 10**50))
