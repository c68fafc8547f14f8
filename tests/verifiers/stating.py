"""What the tests of the ladder state: claims that no document makes, of one problem."""

from collections.abc import Callable
from typing import Any

import flint
import pytest
from flint import arb, fmpq
from lemmacheck import Claim, Hypothesis, Relation, at_least, at_most, equal
from lemmacheck.verifiers.decide import ladder
from lemmacheck.verifiers.decide.ladder import Decision, decide, decide_with
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.numbers.guarded import guarded

from tests import shipped

Statement = Callable[[Any], Any]
INSTANCE = Instance.from_json("corner", [["1/2", "0"], ["0", "1/3"]])
WIDE = guarded(arb(0, 1))
NAN = guarded(arb("nan"))


def made(statement: Statement, *hypotheses: Statement, about: type | None = None, first: int = 0) -> Claim:
    """A claim that no document makes."""
    conditions = tuple(Hypothesis(f"h{k}", f"condition {k}", h) for k, h in enumerate(hypotheses))
    return shipped.made(statement, *conditions, about=about, first=first)


def decided(statement: Statement, *hypotheses: Statement) -> Decision:
    return decide(made(statement, *hypotheses), INSTANCE, None, 0)


def irrational(p: Any) -> Any:
    """√2 + 1: a ball whose radius is the precision's."""
    return p.sqrt(p.num.number(2)) + 1


def off_by(power: int) -> tuple[Statement, Statement]:
    """√2 + 1 ≤ √2 + 1 + 2^power, and the reverse."""
    gap = fmpq(2) ** power

    def true(p: Any) -> Relation:
        return at_most(irrational(p), irrational(p) + gap)

    def false(p: Any) -> Relation:
        return at_least(irrational(p), irrational(p) + gap)

    return true, false


def holds(p: Any) -> Relation:
    return at_most(p.num.number(0), 1)


def fails(p: Any) -> Relation:
    return at_most(p.num.number(2), 1)


def undecidable(p: Any) -> Relation:
    return at_most(WIDE, 0)


def undefined(p: Any) -> Relation:
    return at_most(NAN, 1)


def pinned(p: Any) -> Relation:
    return equal(irrational(p), irrational(p))


def precisions(statement: Statement, ties: bool = True) -> tuple[list[int], Decision]:
    """The working precisions under which a claim that states this was read, and the decision."""
    seen: list[int] = []

    def watched(*asked: Any) -> Decision:
        seen.append(asked[-1])
        return decide_with(*asked)

    def at_its_precision(p: Any) -> Any:
        assert flint.ctx.prec == p.num.bits
        return statement(p)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ladder, "decide_with", watched)
        return seen, decide(made(at_its_precision), INSTANCE, None, 0, ties)
