"""Protects PROVED: what is proved of all runs is true; nothing false, out of range or of one size only is proved."""

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import chain, product
from pathlib import Path
from typing import Any

import pytest
from lemmacheck import Claim, Relation, above, at_least, at_most, equal
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.books.jst.algorithms.gradient_descent import NormalizedGD
from lemmacheck.theory.books.jst.algorithms.primal_momentum import PrimalMomentum
from lemmacheck.theory.books.jst.sec3_3_half_margin import owed
from lemmacheck.theory.core.schedules import Constant
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.decide.readings import OneRun, misread, runs
from lemmacheck.verifiers.instances.families import structured
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.prove import engine, prove
from lemmacheck.verifiers.prove.refusals import tried
from lemmacheck.verifiers.records.verdict import Record, Verdict

from tests.attacks.false_shapes import SHAPES, Shape
from tests.sampled import THOROUGH, sampled, soon
from tests.shipped import PROVED
from tests.verifiers.prove.reading import OfOurs

PUBLISHED = json.loads((Path(__file__).parents[3] / "reports/published/verdicts.json").read_text())
INSTANCE = next(i for i in structured() if i.shape == (4, 3))
SMALL = [i for i in structured() if i.shape[0] <= 3][:6]


def altered(id: str, function: Callable[[Any], Any], **changes: Any) -> Claim:
    return replace(LIBRARY.claims[id], function=function, **changes)


@pytest.mark.slow
@pytest.mark.parametrize("id", sampled(PROVED, 7))
def test_a_statement_is_proved(id: str) -> None:
    assert prove(LIBRARY.claims[id]) is not None


def test_what_is_proved_is_so_in_the_report_too(quick_book: dict[str, Record]) -> None:
    assert [id for id in PROVED if id in quick_book and quick_book[id].verdict != Verdict.PROVED] == []


def test_whatever_else_is_proved_is_listed(quick_book: dict[str, Record]) -> None:
    """What is proved and not recorded as that is false, and the next two tests ask for its proof."""
    proved = [id for id, record in quick_book.items() if not id.startswith("N4.") and record.verdict == Verdict.PROVED]

    assert sorted(set(proved) - set(PROVED)) == []


FALSE = [id for id, claim in LIBRARY.claims.items() if claim.fault or PUBLISHED.get(id) == "refuted"]


@pytest.mark.slow
@pytest.mark.parametrize("id", sampled(soon(FALSE, ["P.C.8a", "P.T4.1"]), 12))
def test_a_statement_with_a_fault_or_refuted_is_not_proved(id: str) -> None:
    assert prove(LIBRARY.claims[id]) is None


def mutants(id: str) -> list[Any]:
    about = LIBRARY.claims[id].about
    return [] if about is None else list(LIBRARY.methods[about].wrong.values())


# An argument may take a minute to fail; this one takes a second.
PLAIN = [id for id in PROVED if THOROUGH or LIBRARY.claims[id].proof is None]
ARGUED = [] if THOROUGH else ["P.C.7a.u"]


@pytest.mark.slow
@pytest.mark.parametrize("id", [*sampled([id for id in PLAIN if mutants(id)], 5), *ARGUED])
def test_nothing_is_proved_of_a_wrong_method_that_is_false_of_it(id: str) -> None:
    claim = LIBRARY.claims[id]
    for mutant in sampled(mutants(id), 1):
        if engine.attempt(claim, mutant):
            decisions = {decide(claim, instance, mutant, 5).verdict for instance in SMALL}
            assert Verdict.REFUTED not in decisions


def test_some_wrong_methods_are_seen_through() -> None:
    update, wrong = LIBRARY.claims["P.3.2.upd"], LIBRARY.methods[DualNesterov].wrong
    refuted = [m for m in wrong.values() if not engine.attempt(update, m)]

    assert len(refuted) >= 2


OTHERWISE = {"P.Alg.B2", "F.inside"}  # they say of each half-space that contains C what is read of any


def readings() -> list[str]:
    """Claims of one run; what is said of all paths of drawn rows is read in test_means.py."""
    claims = [claim for claim in LIBRARY.claims.values() if claim.about and not claim.lists_all_paths]
    return [claim.id for claim in claims if not (claim.not_checkable or claim.is_rate or claim.id in OTHERWISE)]


@pytest.mark.parametrize("id", sampled(readings(), 60))
def test_what_the_engine_reads_is_what_a_run_has(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both sides of every relation, at some rows and at an arbitrary step, by value on one run in balls, also of what
    figures do not say of our own methods."""
    claim = LIBRARY.claims[id]
    first = [OneRun(INSTANCE, label, algorithm, 3) for label, algorithm in claim.usual.items()]
    changed = {"Figures": OfOurs, "ENOUGH": 1, "SHAPES": range(1, 2), "runs": lambda one: chain(first, runs(one))}
    for name, value in changed.items():
        monkeypatch.setattr(f"lemmacheck.verifiers.decide.readings.{name}", value)

    assert tried(lambda: misread(claim)) in ("", None)


SCHEDULES: dict[str, tuple[str, dict[str, Any]]] = {
    "any λ": ("P.3.3eq.3", {}),
    "λ_0 = 1": ("P.L3.4a", {}),
    "the standard schedule": ("P.3.2.alg", {"uses": ()}),
}
FALSE_THERE = [*product((shape for shape in SHAPES if not (shape.given or shape.of_data)), SCHEDULES)]


@pytest.mark.slow
@pytest.mark.parametrize(("shape", "under"), sampled(FALSE_THERE, 5))
def test_a_false_statement_about_the_dual_method_is_not_proved(shape: Shape, under: str) -> None:
    id, without = SCHEDULES[under]
    assert prove(altered(id, shape.function, **without)) is None


@pytest.mark.parametrize(
    "wrong",
    [
        lambda run: equal(run.lam[:-1] * (1 - run.lam[1:]) / run.lam[1:], (run.t[1:] - 1) / run.t[1:]),
        lambda run: equal(run.lam[:-1] * (1 - run.lam[:-1]) / run.lam[1:], run.t[1:] / (run.t[1:] + 1)),
        lambda run: at_least(1 / run.lam[:-1] ** 2 - (2 - run.lam[1:]) / run.lam[1:] ** 2, 0),
        lambda run: at_most(1 / run.lam[:-1] ** 2 - (1 - run.lam[1:]) / run.lam[1:] ** 2, 0),
        lambda run: above(run.t[1:], 1),
        lambda run: at_least(run.optimum.gamma * run.sums(1 / run.lam)[1:], run.optimum.gamma * run.t[1:] ** 2 / 2),
        lambda run: at_least(run.optimum.gamma, run.optimum.gamma**2),
        lambda run: at_least(run.sums(1 / run.lam), (run.t + 1) ** 2 / 4),
        lambda run: equal(run.sums(1 / run.lam), run.t * (run.t + 3) / 4 + 1 / (run.t + 1)),
    ],
    ids=["momentum", "index", "constant", "direction", "strict at t = 1", "sum", "power of γ̄", "t = 0", "closed form"],
)
def test_a_false_statement_about_the_schedule_is_not_proved(wrong: Callable[[Any], Any]) -> None:
    assert prove(altered("P.P3.7.a", wrong)) is None


NEEDED = [
    ("P.L3.5", "unit_rows"), ("P.L3.4b.2", "standard_lambda"), ("P.3.2.alg", "standard_lambda"),
    ("N1.weights", "starts_at_one"), ("P.B.8", "standard_lambda"), ("P.B.9.2.corrected", "slow_schedule"),
    ("P.B.9.2.corrected", "starts_at_one"), ("P.1.1eq", "exponential_loss"),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("id", "dropped"), sampled(NEEDED, 2))
def test_a_hypothesis_that_is_needed_is_used(id: str, dropped: str) -> None:
    claim = LIBRARY.claims[id]
    given = tuple(h for h in claim.given if h.name != dropped)

    assert len(given) < len(claim.given)
    assert prove(replace(claim, given=given)) is None


def test_a_claim_read_from_t_0_is_not_proved_by_what_holds_from_t_1() -> None:
    def from_t_0(run: Any) -> Relation:
        return at_least(owed(run), run.optimum.gamma * (run.t + 1) ** 2 / 4)

    assert prove(altered("P.P3.7.b.2", from_t_0, first=0)) is None


def test_a_strict_inequality_with_room_at_t_1_is_proved() -> None:
    assert prove(altered("P.P3.7.a", lambda run: above(run.t[1:] + 1, 1)))


def test_a_proof_names_the_claims_it_rests_on() -> None:
    proof = prove(LIBRARY.claims["P.3.2.alg"])

    assert "P.L3.4a" in proof.rests_on
    assert ". From " in proof.text


def test_a_lemma_that_is_false_lends_nothing() -> None:
    assert prove(altered("P.3.2.phimu.1", LIBRARY.claims["P.3.2.phimu.1"].function, uses=("P.L3.4c@000",))) is None


@pytest.mark.slow
def test_a_lemma_under_other_hypotheses_lends_nothing() -> None:
    claim = LIBRARY.claims["P.3.2.phimu.1"]
    given = tuple(h for h in claim.given if h.name != "standard_schedule")

    assert prove(replace(claim, given=given, uses=("P.L3.4c@003",))) is None


def test_plain_descent_is_the_momentum_method_without_momentum() -> None:
    still = altered(
        "P.Alg.NGD", lambda run: equal(run.w, run.again(PrimalMomentum(Constant(0), run.algorithm.theta)).w)
    )
    moving = altered(
        "P.Alg.NGD", lambda run: equal(run.w, run.again(PrimalMomentum(Constant(1), run.algorithm.theta)).w)
    )

    assert still.about is NormalizedGD
    assert prove(still)
    assert prove(moving) is None
