"""Protects the books from each other: of one quantity, no two claims of the library say what cannot both be true.

A quantity is what a side of a relation is on a run. Two sides are the same one where, on the same rows, they are equal
numbers at the last steps, be it with the other sign, whatever the claims call them and whichever method they speak of.
There no upper bound is below a lower one; and a claim that holds implies none that a run refutes.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import pytest
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.relation import IllFormed, at_least
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.numbers.chances import relations_of
from lemmacheck.verifiers.numbers.comparison import sides
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.probe.placebos import meets, right
from lemmacheck.verifiers.records.verdict import HOLDING, Verdict

from tests.laws.plain_runs import PLAIN, plain_runs
from tests.sampled import sampled
from tests.shipped import KNOWN

LAST, DIGITS, ROUNDING = 4, 9, 1e-7
DATA = sampled(PLAIN[3 :: len(PLAIN) // 4], 2)
HELD = [claim for id, claim in LIBRARY.claims.items() if KNOWN[id] in HOLDING]
REFUTED = [claim for id, claim in LIBRARY.claims.items() if KNOWN[id] == Verdict.REFUTED]


class Bound(NamedTuple):
    """What a claim says of a quantity at the last steps: at most, or at least, so much."""

    id: str
    upper: bool
    most: np.ndarray


def tail(side: np.ndarray) -> np.ndarray:
    return np.asarray(side, dtype=float)[-LAST:].ravel()


def bounds(claim: Claim, subject: Any) -> Iterator[tuple[tuple[float, ...], np.ndarray, Bound]]:
    """The bounds of a claim on a subject, each with the numbers that it is on, of which the first is not negative."""
    for one in relations_of(claim(subject)):
        for k, (quantity, bound) in enumerate(map(tail, pair) for pair in (sides(one), sides(one)[::-1])):
            sign = -1 if next((x < 0 for x in quantity if abs(x) > ROUNDING), False) else 1
            if np.isfinite(quantity).all() and np.ptp(quantity) > ROUNDING:
                ways = {True, False} if one.op == "==" else {(one.op[0] == "<") ^ (k == 1) ^ (sign == -1)}
                seen = tuple(float(f"{sign * x:.{DIGITS}g}") for x in quantity)
                yield from ((seen, sign * quantity, Bound(claim.id, way, sign * bound)) for way in ways)


def said(claims: Iterable[Claim]) -> dict[Any, list[tuple[np.ndarray, Bound]]]:
    """By rows and numbers: what claims say of them, of the runs of their methods that meet what they assume."""
    found = defaultdict(list)
    for claim in claims:
        if claim.not_checkable or claim.is_rate or claim.is_limit or claim.is_chance:
            continue
        for algorithm, instance in plain_runs(claim, DATA):
            subject = right(instance, algorithm, claim.method)
            if not meets(claim, subject):
                continue
            try:
                for seen, quantity, bound in bounds(claim, subject):
                    found[getattr(algorithm, "rows", instance.rows), seen].append((quantity, bound))
            except (ArithmeticError, IllFormed):
                continue
    return found


def contradictions(held: Iterable[Claim], refuted: Iterable[Claim] = ()) -> set[tuple[str, str]]:
    """The pairs of claims that some quantity refutes together."""
    with Float64().active():
        holding, failing = said(held), said(refuted)
    found = set()
    for key, known in holding.items():
        for quantity, one in known:
            room = ROUNDING * (1 + abs(quantity))
            for _, other in known if one.upper else ():
                if not other.upper and (other.most > one.most + room).any():
                    found.add((one.id, other.id))
            for _, other in failing.get(key, ()):
                sign = 1 if other.upper else -1
                fails = sign * (quantity - other.most) > room
                if one.upper == other.upper and (fails & (sign * (other.most - one.most) >= -room)).any():
                    found.add((one.id, other.id))
    return found


def planted(claim: Claim, statement: Callable[[Any], Any]) -> Claim:
    return replace(claim, id="T", function=statement)


@pytest.mark.slow
def test_no_two_claims_contradict_each_other() -> None:
    assert contradictions(HELD, REFUTED) == set()


def test_a_lower_bound_above_the_upper_bound_of_a_claim_contradicts_it() -> None:
    claim = LIBRARY.claims["P.L3.2"]
    looser = planted(claim, lambda run: at_least(-claim(run).lhs, -2 * claim(run).rhs))
    above = planted(claim, lambda run: at_least(claim(run).lhs, 2 * claim(run).rhs))

    assert contradictions([claim, looser]) == set()
    assert contradictions([claim, above]) == {("P.L3.2", "T")}


def test_a_claim_that_implies_a_refuted_one_contradicts_it() -> None:
    claim = LIBRARY.claims["T.Sum.1"]
    half = planted(claim, lambda run: claim(run)._replace(rhs=claim(run).rhs / 2))
    large = planted(claim, lambda run: claim(run)._replace(rhs=claim(run).rhs + 1))

    assert contradictions([half], [claim]) == {("T", "T.Sum.1")}
    assert contradictions([large], [claim]) == set()
