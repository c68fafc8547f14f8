"""Protects PROVED: of statements that are false, or undefined on some run, none is proved, whatever their shape.

The shapes are written by hand; the mutations are made of every proved claim. A statement counts where a run made to
hurt refutes it, or on such a run it is not defined; where none does, it may be true, and may be proved.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.relation import Relation, conjuncts
from lemmacheck.verifiers.decide import gate as hurting
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.numbers.comparison import sides
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.prove import prove
from lemmacheck.verifiers.prove.stated import relations_of
from lemmacheck.verifiers.records.verdict import Verdict

from tests.attacks.conftest import Count
from tests.attacks.false_shapes import SHAPES, Shape
from tests.sampled import THOROUGH, sampled
from tests.shipped import PROVED

pytestmark = pytest.mark.usefixtures("ours")

OF_A_RUN, OF_DATA = LIBRARY.claims["P.3.2.upd"], LIBRARY.claims["P.2.1"]
TRIED, MOST = 18, 3000  # of the mutations, by default and under `thorough`


def stated(shape: Shape) -> Claim:
    return replace(OF_DATA if shape.of_data else OF_A_RUN, function=shape.function, given=shape.given, uses=())


LITTLE = Fraction(1, 1000)
CHANGES: dict[str, Callable[[Relation], Relation]] = {
    "factor": lambda r: r._replace(lhs=2 * r.lhs),
    "sign": lambda r: r._replace(lhs=-r.lhs),
    "a bit more": lambda r: r._replace(lhs=r.lhs + LITTLE),
    "a bit less": lambda r: r._replace(lhs=r.lhs - LITTLE),
    "index late": lambda r: r._replace(lhs=r.lhs[1:], rhs=r.rhs[:-1]),
    "index early": lambda r: r._replace(lhs=r.lhs[:-1], rhs=r.rhs[1:]),
    "square": lambda r: r._replace(lhs=r.lhs**2),
    "above": lambda r: r._replace(op=">"),
    "below": lambda r: r._replace(op="<"),
    "turned": lambda r: r._replace(lhs=r.rhs - r.lhs, op="<", rhs=0),
    "cancelled": lambda r: Relation((r.lhs - r.rhs) / (r.lhs - r.rhs), "==", 1),
    "axes": lambda r: r._replace(lhs=r.lhs[..., :, None], rhs=r.rhs[..., None, :]),
    "running sum": lambda r: r._replace(lhs=r.lhs.cumsum(0)),
    "sum": lambda r: r._replace(lhs=r.lhs.sum(-1)[..., None]),
    "first of all": lambda r: r._replace(lhs=r.lhs[:1]),
    "inverse": lambda r: r._replace(lhs=1 / r.lhs),
    "zero": lambda r: r._replace(lhs=0 * r.lhs),
}


def nothing(r: Relation) -> Relation:
    return r


def changed(claim: Claim, k: int, change: Callable[[Relation], Relation]) -> Claim:
    """The claim with its relation number k changed; the statement names no claim, which a proof may not read."""
    said = claim.function

    def statement(run: Any) -> list[Relation]:
        relations = list(conjuncts(said(run)))
        return [*relations[:k], change(relations[k]), *relations[k:][1:]]

    return replace(claim, function=statement, uses=())


def mutations() -> Iterator[tuple[str, Claim]]:
    for id in PROVED:
        claim = LIBRARY.claims[id]
        for name, change in CHANGES.items():
            yield f"{id}, {name}", changed(claim, 0, change)
            yield f"{id}, {name} in the last", changed(claim, -1, change)
        for h in claim.given:
            yield f"{id} without {h.name}", replace(claim, given=tuple(g for g in claim.given if g is not h), uses=())


def false_or_undefined(claim: Claim) -> bool:
    """Whether a run that meets the hypotheses refutes the statement, or leaves it without a value."""
    return undefined(claim) or bool(hurting.refuted(hurting.decisions(claim)))


def undefined(claim: Claim) -> bool:
    """Floats choose the runs, on which they may overflow; balls decide whether the statement has a value there."""
    for hurt in hurting.hard_runs(claim.method):
        run = hurting.float_run(hurt.instance, hurt.algorithm, hurt.steps, claim.method)
        with Float64().active():
            if run is None or any(hurting.fails(r) for h in claim.given for r in relations_of(h(run))):
                continue
            try:
                found = [np.asarray(side, dtype=float) for r in relations_of(claim(run)) for side in sides(r)]
                seems = not all(np.isfinite(side).all() for side in found) and finite(run)
            except ArithmeticError:
                seems = True
        if seems and decide(claim, hurt.instance, hurt.algorithm, hurt.steps).verdict == Verdict.UNDECIDED:
            return True
    return False


def finite(run: Any) -> bool:
    """Whether the run itself stays among the floats."""
    return all(np.isfinite(np.asarray(x, dtype=float)).all() for s in getattr(run, "states", ()) for x in s)


def told_wrong(claims: list[tuple[str, Claim]]) -> tuple[int, list[str]]:
    """How many of the statements are false or undefined, and which of these are proved."""
    count, wrong = 0, []
    for name, claim in claims:
        try:
            bad = false_or_undefined(claim)
        except Exception:  # Python, or the guards of a run, say that it is no statement
            continue
        count += bad
        if bad and prove(claim) is not None:
            wrong.append(name)
    return count, wrong


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
def test_no_shape_of_a_false_statement_is_proved(shape: Shape) -> None:
    assert prove(stated(shape)) is None


@pytest.mark.slow
def test_shapes_are_false_or_undefined(counted: Count) -> None:
    """Or no statements at all, or refused for how they are asked."""
    asked = sampled(SHAPES, 12)
    count, wrong = told_wrong([(shape.name, stated(shape)) for shape in asked])

    counted("false statements to the prover, by hand", tried=count, wrong=len(wrong))
    assert wrong == []
    assert count >= (90 if THOROUGH else 6)


@pytest.mark.slow
def test_no_false_mutation_of_a_proved_claim_is_proved(counted: Count) -> None:
    count, wrong = told_wrong(sampled(mutations(), TRIED, most=MOST))

    counted("false statements to the prover, mutations", tried=count, wrong=len(wrong))
    assert wrong == []
    assert count >= (500 if THOROUGH else 4)


@pytest.mark.slow
@pytest.mark.parametrize("id", sampled(PROVED, 5))
def test_a_mutation_that_changes_nothing_is_proved_as_before(id: str) -> None:
    claim = LIBRARY.claims[id]

    assert prove(replace(changed(claim, 0, nothing), uses=claim.uses)) is not None
