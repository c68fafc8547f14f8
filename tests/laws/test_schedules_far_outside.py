"""Protects the opening assumptions: no theorem is told to be broken by a run that its document does not speak of.

Every method of the library that reads schedules is run with some far outside (0, 1]: negative, above 1, 0, alternating,
unbounded. Every method is run on long rows and on zero, and with its parameters that no theorem has: other starts,
steps, losses, noise. What is not known to be refuted is refuted by none of these, for no assumption holds in silence.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from inspect import signature
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from lemmacheck.reports.published import known_verdicts, published_path
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.schedules import Exactly
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.subject import within_reach
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.records.verdict import Verdict

from tests.sampled import sampled

STEPS = 4
MANY = 200
NAMES = ("lam", "theta", "beta", "eta")
SPOKEN = {Verdict.PROVED, Verdict.CERTIFIED, Verdict.SUPPORTED}
DATA = [
    Instance.from_json("", rows)
    for rows in ([["-1"], ["0"]], [["-1"], ["-1"], ["1"]], [["0", "-1/2"], ["-1/2", "-3/4"]])
]
KINDS: tuple[Callable[[random.Random, int], Any], ...] = (
    lambda rng, t: 1,
    lambda rng, t: -rng.randint(1, 8),
    lambda rng, t: rng.randint(2, 16),
    lambda rng, t: rng.choice([0, 1, Fraction(1, 2)]),
    lambda rng, t: (-1) ** t * Fraction(rng.randint(1, 8), 4),
    lambda rng, t: 16**t,
    lambda rng, t: -(4**t),
    lambda rng, t: Fraction(rng.randint(-32, 32), 8),
)


def scheduled(algorithm: Any) -> list[str]:
    """The fields of an algorithm that are functions of t, by the names that documents give them."""
    mine = fields(algorithm) if is_dataclass(algorithm) else ()
    given = {field.name: getattr(algorithm, field.name) for field in mine if field.name in NAMES}
    return [name for name, value in given.items() if callable(value) and len(signature(value).parameters) == 1]


def theorems() -> Iterator[tuple[type, list[Claim]]]:
    """By method, what is not refuted of it and compares numbers at some t."""
    verdicts = known_verdicts(published_path())
    for kind, method in LIBRARY.methods.items():
        asked = [claim for claim in LIBRARY.claims.values() if claim.about is kind and verdicts[claim.id] in SPOKEN]
        asked = [claim for claim in asked if not (claim.is_rate or claim.is_limit)]
        if asked and any(map(scheduled, method.usual.values())):
            yield kind, asked


THEOREMS = dict(theorems())


FAR = [
    *DATA,
    Instance.from_json("long", [["-4", "8"], ["-2", "-2"], ["-16", "1"]]),
    Instance.from_json("long, of one entry", [["-16"], ["3"]]),
    Instance.from_json("zero", [["0"]]),
]


def broken(claim: Claim) -> Iterator[str]:
    """The parameters, and rows far from what documents assume, that refute a claim."""
    method = claim.method
    every = {**method.usual, **method.unusual, **method.above_one} if claim.about else {"": None}
    for instance in FAR:
        for label, algorithm in every.items() if list(within_reach(method, [[instance]])) else ():
            if decide(claim, instance, algorithm, STEPS).verdict == Verdict.REFUTED:
                yield f"{label} on {instance.name}"


def of_some_data() -> list[str]:
    """The claims that are held of data, and are decided on one run."""
    verdicts = known_verdicts(published_path())
    asked = (claim for claim in LIBRARY.claims.values() if verdicts[claim.id] in SPOKEN and not claim.dataless)
    return [claim.id for claim in asked if not (claim.is_rate or claim.is_limit or claim.lists_all_paths)]


@pytest.mark.parametrize("id", sampled(of_some_data(), 25, always=["T.NoConv.1"]))
def test_rows_and_parameters_that_no_document_speaks_of_break_no_theorem(id: str) -> None:
    """The example of one row for ever began at the w_0 of another run, which had to be 0."""
    assert list(broken(LIBRARY.claims[id])) == []


def drawn(rng: random.Random) -> Exactly:
    """A schedule of one kind, which half of the time begins with 1."""
    kind, first = rng.choice(KINDS), rng.random() < 0.5
    values = [Fraction(1 if first and t == 0 else kind(rng, t)) for t in range(STEPS + 2)]
    return Exactly(lambda t: values[min(int(t), STEPS + 1)])


def refuted(kind: type, seed: int) -> list[str]:
    """The theorems that a run with schedules of this seed refutes, with one of the method's other parameters."""
    rng = random.Random(seed)
    usual = rng.choice([one for one in LIBRARY.methods[kind].usual.values() if scheduled(one)])
    algorithm, instance = replace(usual, **{name: drawn(rng) for name in scheduled(usual)}), rng.choice(DATA)
    asked = {claim.id: decide(claim, instance, algorithm, STEPS).verdict for claim in THEOREMS[kind]}
    return [id for id, verdict in asked.items() if verdict == Verdict.REFUTED]


@pytest.mark.slow
@pytest.mark.parametrize("kind", sampled(THEOREMS, 9), ids=lambda kind: kind.__name__)
@given(seed=st.integers(0, MANY - 1))
@example(seed=4)
@example(seed=57)
@example(seed=168)
def test_a_schedule_that_no_document_speaks_of_breaks_no_theorem(kind: type, seed: int) -> None:
    assert refuted(kind, seed) == []
