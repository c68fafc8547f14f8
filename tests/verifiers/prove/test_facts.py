"""Protects what proofs rest on: a fact holds wherever it is decided, and serves only where its conditions are."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from lemmacheck import Claim, Relation, above, at_least, at_most, by, column, equal, hypothesis
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.books.jst.algorithms.general_dual import GeneralDual
from lemmacheck.theory.books.jst.algorithms.primal_momentum import PrimalMomentum
from lemmacheck.theory.margins.hypotheses import exponential_loss
from lemmacheck.theory.margins.losses import Exponential, Logistic
from lemmacheck.verifiers.decide import gate
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.instances.families import structured
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.prove import prove
from lemmacheck.verifiers.prove.engine import attempt
from lemmacheck.verifiers.prove.facts import FACTS
from lemmacheck.verifiers.records.verdict import Verdict

from tests.verifiers.prove import sequences
from tests.verifiers.prove.sequences import still

SMALL = [i for i in structured() if i.shape[0] <= 4][:5]
HOLDING = {Verdict.CERTIFIED, Verdict.SUPPORTED, Verdict.NOT_APPLICABLE}


def bound(id: str) -> Claim:
    return LIBRARY.bind(FACTS[id])


@pytest.mark.parametrize("id", FACTS)
def test_a_fact_holds_wherever_it_is_decided(id: str) -> None:
    claim = bound(id)
    decisions = [decide(claim, i, a, 6) for i in SMALL for a in list(claim.usual.values())[:5]]
    seen = {d.verdict for d in decisions if "no entry to compare" not in d.reason}  # C = ℝⁿ has no conditions

    assert seen <= HOLDING
    assert seen & {Verdict.CERTIFIED, Verdict.SUPPORTED}
    assert gate.refuted(gate.decisions(claim)) == ""


@pytest.mark.parametrize("id", FACTS)
def test_a_fact_cites_where_it_stands_and_says_what_it_is_in_words(id: str) -> None:
    assert FACTS[id].source.place.startswith("Facts, ")
    assert FACTS[id].statement.endswith(".")
    assert FACTS[id].latex


proved = partial(sequences.proved, "P.L3.6l")


@pytest.mark.slow
def test_a_fact_serves_at_points_that_meet_its_conditions_and_at_no_others() -> None:
    def dual(q: Callable[[Any], Any]) -> bool:
        return proved(
            lambda run: at_least(run.norm(run.combine(q(run))), run.optimum.gamma * q(run).sum(-1)),
            lambda run: [at_least(run.mu, 0), by("F.dual", q(run))],
        )

    assert dual(lambda run: run.q)
    assert dual(lambda run: run.mu)
    assert not dual(lambda run: 2 * run.q - run.mu)
    assert not dual(lambda run: 3 * run.mu - 2 * run.q)


@pytest.mark.slow
def test_what_is_shown_first_is_not_believed() -> None:
    def goal(run: Any) -> Relation:
        return at_least(run.norm(run.w), 1)

    assert not proved(goal, lambda run: [at_least(run.norm(run.w), 2)])
    assert not proved(goal, lambda run: [goal(run)])
    assert not proved(goal, lambda run: [equal(run.w, 0 * run.w), at_least(-run.norm(run.w), 1)])


def test_a_proof_names_the_facts_that_it_rests_on() -> None:
    """They stand in the record, so that the graph leads to them, and by name in the reason."""
    proof = prove(LIBRARY.claims["P.L3.6u"])

    assert proof.rests_on == ("F.triangle",)
    assert proof.text.endswith(". From the triangle inequality (F.triangle)")


def one_later(run: Any) -> Any:
    """x_0 = 0, x_{t+1} = 1."""
    return run.recurrence(0 * run.theta[0], lambda t, x: 0 * x + 1)


FALSE_OF_SOME_RUN: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {
    "the first of two that are shown together": (lambda run: equal(run.norm(run.w), 0),
        lambda run: [(equal(run.t, run.t), equal(run.norm(run.w), 0))]),
    "what is positive, for what is its root's square": (lambda run: above(run.norm(run.w) * run.norm(run.w), 0),
        lambda run: [at_least(run.norm(run.w), 0)]),
    "an equation that holds from t = 1 on": (lambda run: equal(one_later(run), 1),
        lambda run: [equal(one_later(run)[1:], 1)]),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("which", FALSE_OF_SOME_RUN)
def test_what_is_false_of_some_run_is_not_shown(which: str) -> None:
    assert not proved(*FALSE_OF_SOME_RUN[which])


def test_what_is_true_of_the_same_sequences_is_shown() -> None:
    assert proved(lambda run: equal(still(run, 1), 1), lambda run: [])
    assert proved(lambda run: equal(one_later(run)[1:], 1), lambda run: [])


def test_two_claims_that_cite_one_another_prove_nothing() -> None:
    one = replace(
        LIBRARY.claims["P.3.9.2"], function=lambda run: at_most(run.norm(run.w), 7), proof=lambda run: [by("P.3.9.2")]
    )

    assert prove(one) is None


def test_a_claim_of_another_run_serves_for_the_loss_that_this_run_has() -> None:
    """Σ ∇ψ = 1 is proved for the exponential loss; a run that is made again stays on the data with its own loss."""
    some, books = LIBRARY.claims["P.C.4"], SimpleNamespace(claims={})
    of_two_rows = Instance.from_json("two rows", [["-1"], ["-1/3"]])

    def again(run: Any) -> Any:
        return run.again(GeneralDual(loss=Exponential()))

    one = replace(some, id="X.one", given=(), uses=(), proof=None, function=lambda run: equal(run.q.sum(-1), 1))
    two = replace(one, id="X.two", function=lambda run: equal(again(run).q.sum(-1), 1),
        proof=lambda run: [by("X.one", again(run))])  # fmt: skip
    books.claims |= {c.id: replace(c, library=books) for c in (one, two)}

    assert attempt(books.claims["X.one"], GeneralDual(loss=Exponential())) is not None
    assert decide(two, of_two_rows, GeneralDual(loss=Logistic()), 3).verdict == Verdict.REFUTED
    assert prove(books.claims["X.two"]) is None


@pytest.mark.parametrize("order", [("X.one", "X.two"), ("X.two", "X.one")])
def test_what_is_proved_does_not_depend_on_what_was_asked_before(order: tuple[str, str]) -> None:
    """Of two claims that cite one another the first needs no other; the second needs the first."""
    some, books = LIBRARY.claims["P.L3.6l"], SimpleNamespace(claims={})
    one = replace(some, id="X.one", uses=(), function=lambda run: at_most(run.inner(run.q, run.p), run.maximum(run.p)),
        proof=lambda run: [by("X.two"), by("F.largest", run.q, run.p)])  # fmt: skip
    two = replace(one, id="X.two", function=lambda run: at_most(2 * run.inner(run.q, run.p), 2 * run.maximum(run.p)),
        proof=lambda run: [by("X.one")])  # fmt: skip
    books.claims |= {c.id: replace(c, library=books) for c in (one, two)}

    assert all(prove(books.claims[id]) for id in order)


@pytest.mark.slow
def test_nothing_is_shown_by_dividing_by_what_may_be_0() -> None:
    assert not proved(lambda run: equal(run.lam[1:], 1), lambda run: [equal(run.lam[:1], 1)])
    assert not proved(
        lambda run: equal(run.lam, run.theta), lambda run: [equal((run.lam - 1) * run.lam, (run.lam - 1) * run.theta)]
    )


@hypothesis("λ_t > 0, and λ_t = 1 for t ≤ T − 2")
def ones_but_the_last(run: Any) -> tuple[Relation, Relation]:
    return above(run.lam, 0), equal(run.lam[:-2], 1)


def test_what_is_shown_together_ends_within_a_step_of_one_another() -> None:
    """x_t = λ_1 is 1 where the run has three more steps; that it is 1 for t ≤ T − 2 says nothing of the last two."""

    def excess(run: Any) -> Any:
        return run.recurrence(run.lam[1], lambda t, x: x) - 1

    def goal(run: Any) -> Relation:
        return equal(run.t * (run.t - 1) * excess(run), 0)

    def early(run: Any) -> Relation:
        from_one = np.concatenate([0 * run.lam[:1], (0 * run.lam + 1)[:-1]])
        return equal((from_one * excess(run))[:-2], 0)

    claim = replace(LIBRARY.claims["P.L3.6l"], function=goal, given=(ones_but_the_last,))
    together = replace(claim, uses=(), proof=lambda run: [(goal(run), early(run))])

    assert (
        decide(claim, Instance.from_json("two rows", [["-1"], ["-1/3"]]), DualNesterov(), 2).verdict == Verdict.REFUTED
    )
    assert prove(together) is None


def test_a_claim_serves_for_runs_of_the_algorithm_that_it_is_about() -> None:
    """What normalised gradient descent does is not what momentum does, though both have w, q and θ."""
    books = SimpleNamespace(claims={})
    momentum = next(c for c in LIBRARY.claims.values() if c.about is PrimalMomentum)

    def step(run: Any) -> Relation:
        return equal(run.w[1:], run.w[:-1] - column(run.theta[:-1]) * run.combine(run.q[:-1]))

    one = replace(LIBRARY.claims["P.Alg.NGD"], id="X.one", function=step, uses=(), given=(exponential_loss,))
    two = replace(momentum, id="X.two", function=step, uses=(), given=one.given, proof=lambda run: [by("X.one")])
    books.claims |= {c.id: replace(c, library=books) for c in (one, two)}

    assert prove(books.claims["X.one"]) is not None
    assert decide(two, Instance.from_json("one row", [["-1"]]), PrimalMomentum(), 3).verdict == Verdict.REFUTED
    assert prove(books.claims["X.two"]) is None


@pytest.mark.slow
def test_a_fact_reaches_as_far_as_its_conditions(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is known of x for t ≤ T − 2 grants nothing for t ≤ T."""
    made = replace(FACTS["F.times"], at=lambda p, x, y: at_least(x, 0), where=lambda p, x, y: at_least(y, 0))
    monkeypatch.setitem(FACTS, "X.fact", replace(made, id="X.fact"))

    @hypothesis("‖w_t‖ ≥ ‖p_t‖ for t ≤ T − 2")
    def above_but_at_the_last(run: Any) -> Relation:
        return at_least(run.norm(run.w)[:-2], run.norm(run.p)[:-2])

    def excess(run: Any) -> Any:
        return run.norm(run.w) - run.norm(run.p)

    def goal(short: int | None) -> bool:
        return proved(
            lambda run: at_least(excess(run)[:short], 0),
            lambda run: [by("X.fact", excess(run)[:short], excess(run)[:-2])],
            given=(above_but_at_the_last,),
        )

    assert goal(-2)
    assert not goal(None)
    assert not goal(-1)
