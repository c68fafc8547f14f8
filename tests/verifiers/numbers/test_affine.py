"""Protects the numbers that lean: whatever the ε are, the true value lies in what is said of it.

What is concluded for ever rests on it. A remainder that is too small, or an ε that is lost, shows here.
"""

import random
from typing import Any

import pytest
from flint import arb, fmpq
from lemmacheck.verifiers.numbers.affine import Affine, AffineBall, between
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.monomial import as_ball

NAMES = ("x", "y")
STEPS: dict[str, Any] = {
    "+": lambda num, a, b: a + b,
    "−": lambda num, a, b: a - b,
    "·": lambda num, a, b: a * b,
    "/": lambda num, a, b: a / (b + 3),
    "1/": lambda num, a, b: 1 / (a + 3),
    "exp": lambda num, a, b: num.exp(a / 2) - 1,
    "ln": lambda num, a, b: num.log(a + 3),
    "| |": lambda num, a, b: abs(a) - b,
    "½": lambda num, a, b: fmpq(1, 2) * a - b / 3,
}


def at(x: Any, values: dict[Any, fmpq]) -> arb:
    """What a number that leans comes to, where each named ε has its value, and every other is unknown."""
    if not isinstance(x, Affine):
        return as_ball(x)
    return sum((g * values.get(name, arb(0, 1)) for name, g in x.lean.items()), x.mid)


@pytest.mark.parametrize("seed", range(40))
def test_the_value_is_where_it_is_said_to_be(seed: int) -> None:
    """Six operations in a row, on places in [−1/5, 3/10] and [1/10, 2/5], with a fresh ε after the third."""
    rng = random.Random(seed)
    ends = {"x": (fmpq(-1, 5), fmpq(3, 10)), "y": (fmpq(1, 10), fmpq(2, 5))}
    points = [{name: fmpq(rng.choice((-100, 100, rng.randint(-100, 100))), 100) for name in NAMES} for _ in range(8)]
    chosen = [(rng.choice(list(STEPS)), rng.randrange(2)) for _ in range(6)]

    def made(num: Any, pair: list[Any]) -> list[Any]:
        for k, (name, place) in enumerate(chosen):
            pair[place] = STEPS[name](num, pair[place], pair[1 - place])
            if k == 2:
                pair = [x.renewed(("new", i)) if isinstance(x, Affine) else x for i, x in enumerate(pair)]
        return pair

    with Ball(128).active():
        leaning = made(AffineBall(128), [between(*ends[name], name) for name in NAMES])
        for values in points:
            true = [(low + high + (high - low) * values[name]) / 2 for name, (low, high) in ends.items()]
            for said, value in zip(leaning, made(Ball(128), list(true)), strict=True):
                assert at(said, values).overlaps(as_ball(value))
                assert as_ball(said).overlaps(as_ball(value))


def test_what_depends_on_the_same_twice_cancels_and_errors_grow_as_the_derivative_says() -> None:
    with Ball(128).active():
        x = between(fmpq(1), fmpq(2), "x")
        small = between(fmpq(1), fmpq(1) + fmpq(1, 1000), "x")
        e = AffineBall(128).exp(small) / small  # whose derivative at 1 is 0

        assert as_ball(x - x) == 0
        assert as_ball(x / 2 - x) + 1 > -0.01
        assert as_ball(e).rad() < 1e-5
