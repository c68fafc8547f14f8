"""Protects what is proved for every run of a variant: it rests on what the schedule meets at every t, and on no more.

What a run of the variant refutes has no proof, and what does not apply has one where its proof needs no more of the
schedule than the variant has.
"""

import math
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from lemmacheck.theory.books.jst.methods.variants import Variant, momentum, schedule, steps
from lemmacheck.theory.margins.losses import Exponential, Logistic
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.prove import engine, prove
from lemmacheck.verifiers.records.verdict import Contradiction, Verdict
from lemmacheck.verifiers.variants import theorems
from lemmacheck.verifiers.variants.answer import Answer
from lemmacheck.verifiers.variants.bench import Bench
from lemmacheck.verifiers.variants.checking import LONG, Asking, check_file
from lemmacheck.verifiers.variants.outcome import answer, as_outcome
from lemmacheck.verifiers.variants.summary import checked_text
from lemmacheck.verifiers.variants.theorems import proof_for
from lemmacheck.verifiers.variants.unseen import Trial

IDS = (
    "P.3.2.upd P.L3.4a P.L3.4b.1 P.L3.5 P.L3.6l P.L3.6u P.T3.1.2u P.P3.7.a P.P3.7.b.1 P.P3.7.b.2 P.P3.7.c.1 "
    "N1.weights N1.sum N1.psi"
)
DATA = (
    Instance.from_json("one row", [["-1"]]),
    Instance.from_json("antipodes", [["-1", "0"], ["4/5", "-3/5"]]),
    Instance.from_json("close", [["0", "1"], ["-1/26", "-25/26"]]),
)


class Halves:
    """Steps of half a row."""

    def start(self, problem: object) -> dict[str, object]:
        return {"w": 0}

    def step(self, problem: object, state: dict[str, object]) -> dict[str, object]:
        return state


SCHEDULES = {
    "λ by 3": (schedule(lam=lambda t: 3 / (t + 3)), "P.L3.4a P.L3.5 P.L3.6l P.P3.7.b.1 N1.weights N1.psi"),
    "half steps": (schedule(theta=Fraction(1, 2)), "P.L3.4a P.P3.7.b.2 N1.weights N1.sum"),
    "λ constant": (schedule(lam=Fraction(1, 2)), "P.L3.6l P.P3.7.b.1"),
    "momentum by 3": (momentum(beta=lambda t: t / (t + 3)), "P.L3.4a P.L3.5 P.L3.6l P.P3.7.b.1 N1.weights N1.psi"),
}


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "more"), SCHEDULES.values(), ids=list(SCHEDULES))
def test_what_the_schedule_allows_is_proved_and_nothing_that_a_run_refutes(variant: Variant, more: str) -> None:
    claims = [LIBRARY.claims[id] for id in IDS.split()]
    found = {claim.id for claim in claims if proof_for(claim, variant, LONG)}
    refuted = {
        claim.id
        for claim in claims
        for one in DATA
        if decide(as_outcome(claim), one, variant.forms[claim.about], 12).verdict == Verdict.REFUTED
    }

    assert refuted
    assert not found & refuted
    assert found >= {*more.split(), "P.3.2.upd", "P.L3.6u", "P.P3.7.a", "P.P3.7.c.1"}


@pytest.mark.parametrize("lam", [
    lambda t: 2 / (t + 2) if t < 10**6 else 3,
    lambda t: 2 / (t + 2) if t != 4000 else -1,
    lambda t: 1 / math.sqrt(t + 1),
    lambda t: [1, Fraction(2, 3), Fraction(1, 2)][min(int(t), 2)],
], ids=["above 1 from a million on", "negative at 4000", "a root, without a closed form", "a list"])  # fmt: skip
def test_a_schedule_that_is_not_shown_to_stay_in_range_proves_nothing_that_asks_it(lam: object) -> None:
    variant = schedule(lam=lam)

    assert proof_for(LIBRARY.claims["P.L3.6u"], variant) is None
    assert proof_for(LIBRARY.claims["P.L3.5"], variant) is None


@pytest.mark.parametrize("variant", [
    schedule(loss=Logistic()),
    replace(schedule(), loss=type("Mine", (Exponential,), {})()),
    steps(Halves()),
    replace(schedule(), forms={}),
], ids=["another loss", "a loss made of ours", "steps of its own", "no form of ours"])  # fmt: skip
def test_another_loss_or_method_has_no_proof_of_ours(variant: Variant) -> None:
    assert proof_for(LIBRARY.claims["P.L3.6u"], variant) is None


@pytest.mark.parametrize("id", ["P.3.2.upd", "P.Alg1"])
def test_a_schedule_that_is_0_at_a_late_t_has_no_proof_in_either_form(id: str) -> None:
    claim = LIBRARY.claims[id]

    assert proof_for(claim, schedule(lam=lambda t: 3 / (t + 3)))
    assert proof_for(claim, schedule(lam=lambda t: (1000 - t) / (t + 1000))) is None


TELLING = """\
import lemmacheck.verifiers.variants.author as author
from lemmacheck import schedule

read = author.closed_form
author.closed_form = lambda function: read(lambda t: 2 / (t + 2))
variant = schedule(lam=lambda t: 2 / (t + 2) if t != 77777 else 3)
"""


@pytest.mark.parametrize(("text", "raised"), [(TELLING, False), (TELLING[-1:], True)], ids=["a liar", "an honest one"])
def test_nothing_is_proved_of_a_file_that_can_tell_where_it_is_run(text: str, raised: bool, tmp_path: Path) -> None:
    file = tmp_path / "my.py"
    file.write_text(text)
    bench = Bench(str(file), [schedule()])
    place = bench.places(0, 8)["P.L3.6u"]

    assert (bench.proved(0, place, answered("P.L3.6u", schedule()), 8, LONG) is not None) == raised


def test_what_is_asked_of_the_loss_alone_is_not_taken_for_granted() -> None:
    assert proof_for(LIBRARY.claims["P.L3.6u"], schedule())
    assert prove(LIBRARY.claims["P.C.6.1"])
    assert proof_for(LIBRARY.claims["P.C.6.1"], schedule()) is None


def test_an_attempt_ends_after_so_many_combinations_and_leaves_nothing_behind() -> None:
    claim = replace(LIBRARY.claims["P.L3.6l"], given=LIBRARY.claims["P.L3.6l"].given[1:])  # nobody has asked of it

    assert prove(claim, 1) is None
    assert prove(claim, 0) is None
    assert prove(claim) is not None
    assert not engine.UNDER_WAY


def answered(id: str, variant: Variant) -> Answer:
    return answer(LIBRARY.claims[id], variant, [Trial(one, 8) for one in DATA])


@pytest.mark.slow
def test_an_answer_is_raised_to_proved_with_what_was_taken_of_the_schedule() -> None:
    variant = schedule(lam=lambda t: 3 / (t + 3))
    applies, another = answered("P.L3.5", variant), answered("P.P3.7.a", variant)
    raised = [theorems.with_a_proof(one, LIBRARY.claims[one.theorem.id], variant) for one in (applies, another)]

    assert [one and (one.theorem.verdict, one.proved) for one in raised] == [
        (Verdict.PROVED, True),
        (Verdict.NOT_APPLICABLE, True),
    ]
    assert raised[0].theorem.reason.endswith(
        ". Of the schedule, for all t: λ_t, θ_t ∈ (0, 1]; λ_0 = 1; 1/λ_t² − 1/λ_t ≤ 1/λ_{t−1}² for t ≥ 1; "
        "θ_t = 1 for every t"
    )
    assert theorems.with_a_proof(answered("P.L3.2", variant), LIBRARY.claims["P.L3.2"], variant) is None


def test_a_proof_that_a_hard_run_refutes_leaves_the_claim_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    def contradicted(claim: object) -> None:
        raise Contradiction("both")

    monkeypatch.setattr(theorems, "proof_of", contradicted)
    found = theorems.with_a_proof(answered("P.L3.5", schedule()), LIBRARY.claims["P.L3.5"], schedule())

    assert found is not None
    assert (found.theorem.verdict, found.theorem.reason) == (Verdict.UNDECIDED, "both")


@pytest.mark.slow
def test_the_text_tells_what_is_proved_for_every_run(tmp_path: Path) -> None:
    file = tmp_path / "by_three.py"
    file.write_text("from lemmacheck import schedule\nvariant = schedule(lam=lambda t: 3 / (t + 3))\n")
    (checked,) = check_file(str(file), Asking(20, rates=False, budget=60.0, only="P.L3.5,P.P3.7.a,P.L3.4b.1"))
    text = checked_text(checked)

    assert "3 claims: 1 proved, 2 not-applicable (their printed relation holds in 1, proved for every run in 1)" in text
    assert "applies, and is proved for every run of it" in text
    assert "Proved for every run of it (1): P.L3.5" in text
    assert "Do not apply, and the printed relation is proved for every run of it (1): P.P3.7.a" in text
    assert {one.theorem.id for one in checked.answers if one.fails} == {"P.L3.4b.1"}
