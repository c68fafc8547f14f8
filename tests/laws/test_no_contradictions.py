"""Protects the books from each other: what is held of a method holds of the data that another claim brings along.

Some claims speak of rows of their own: a plateau that a method never leaves, a corner, uneven rows. What the library
holds of the same method, be it a bound or an O(·), is asked of them too: no survey would draw such rows.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from lemmacheck import Claim, Decay, Run, at_least
from lemmacheck.reports.published import known_verdicts, published_path
from lemmacheck.theory.books.jst.sec1_introduction import shortfall
from lemmacheck.theory.books.post.algorithms.accelerated_adaboost import PlainAdaBoost
from lemmacheck.theory.books.post.algorithms.coordinate_boosting import CoordinateBoosting
from lemmacheck.theory.core.source import Citation
from lemmacheck.verifiers.decide import rates
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.own import planted_on
from lemmacheck.verifiers.instances.subject import within_reach
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.probe.placebos import entries, meets, right
from lemmacheck.verifiers.records.verdict import HOLDING, Verdict

LONG, SHORT = 600, 8
VERDICTS = known_verdicts(published_path())


@cache
def brought() -> dict[str, Instance]:
    """The rows that methods of the library bring along, by who brings them."""
    found = {}
    for kind, method in LIBRARY.methods.items():
        rows = [one.rows for one in method.usual.values() if hasattr(one, "rows")]
        rows += [instance.rows for instance in planted_on(method).values()]
        for k, one in enumerate(rows):
            exact = tuple(tuple(map(Fraction, row)) for row in one)
            found[f"{kind.__name__} {k}"] = Instance(f"rows of {kind.__name__}", exact)
    return found


def contradicted(claims: Iterable[Claim]) -> Iterator[str]:
    """The claims that data of others refute, with whose data."""
    for claim in claims:
        for whose, instance in brought().items():
            within = claim.dataless is False and list(within_reach(claim.method, [[instance]]))
            if within and not claim.not_checkable and fails_on(claim, instance):
                yield f"{claim.id} on {whose}"


def fails_on(claim: Claim, instance: Instance) -> bool:
    """Whether the rows meet the hypotheses and refute the claim; of an O(·), show a slower sequence."""
    with Float64().active():
        for algorithm in claim.usual.values():
            run = right(instance, algorithm, claim.method)
            if not meets(claim, run):
                continue
            if claim.is_rate:
                return too_slow(claim, algorithm, instance)
            if any(one.any() for one in entries(claim, run) or []):
                return decide(claim, instance, algorithm, SHORT).verdict == Verdict.REFUTED
    return False


def too_slow(claim: Claim, algorithm: object, instance: Instance) -> bool:
    (_, decay), *_ = rates.decays(claim, algorithm, [instance], LONG)
    fitted = rates.slope(np.asarray(decay.sequence, dtype=float), decay.logs)
    power = rates.PLATEAU if decay.power is None else float(decay.power)
    return fitted is not None and fitted[0] > -power / 2


def made(statement: object, about: type, returns: type) -> Claim:
    return LIBRARY.bind(Claim("T", Citation("T", "nowhere"), "test", "", statement, about, returns=returns))  # type: ignore[arg-type]


@pytest.mark.slow
def test_no_claim_that_is_held_is_contradicted_by_the_data_of_another() -> None:
    held = [claim for id, claim in LIBRARY.claims.items() if VERDICTS[id] in HOLDING]

    assert list(contradicted(held)) == []


def test_a_rate_beside_a_plateau_of_the_same_method_is_a_contradiction() -> None:
    """AdaBoost with η = 1 stays below (10/11) γ̄₁ on two rows: then γ̄₁ − γ₁(w_t) = O(1/t) is not held."""

    found = list(contradicted([made(lambda run: Decay(shortfall(run), 1), PlainAdaBoost, Decay)]))

    assert any("BoostingThreeColumns" in one for one in found)


def test_a_bound_above_a_plateau_of_the_same_method_is_a_contradiction() -> None:
    def above_the_plateau(run: Run) -> object:
        return at_least(run.margin(run.w[-1:]), 21 * run.optimum.gamma / 22)

    assert list(contradicted([made(above_the_plateau, CoordinateBoosting, tuple)])) != []
