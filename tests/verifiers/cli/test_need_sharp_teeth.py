"""Protects three commands: what they print is what was found, as text and as JSON, with its exit status."""

import json
from dataclasses import asdict, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from flint import arb
from lemmacheck import Claim, at_most
from lemmacheck.reports import published
from lemmacheck.theory.core.source import Citation
from lemmacheck.verifiers.decide.recording import blank
from lemmacheck.verifiers.instances.families import structured
from lemmacheck.verifiers.instances.labels import in_numbers, with_numbers
from lemmacheck.verifiers.library import deciding, plan
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.numbers.guarded import guarded
from lemmacheck.verifiers.probe.mutants import teeth_of
from lemmacheck.verifiers.probe.need import Need, Needs, need
from lemmacheck.verifiers.probe.tightness import Sharpness, sharpen
from lemmacheck.verifiers.records.result_text import needs_text, record_text, sharpness_text
from lemmacheck.verifiers.records.verdict import Record, Scope, Teeth, Verdict, Witness

from tests.commands import Command

pytestmark = pytest.mark.usefixtures("tiny_data")
CLAIMS = LIBRARY.claims
HERE = Witness([["-1", "0"], ["0", "1/2"]], 3, "2", "1", "θ=2", 3, "<=")


def plain(document: Any) -> Any:
    """As JSON hands it back: tuples are lists."""
    return json.loads(json.dumps(document))


def test_need_tells_each_hypothesis_with_its_witness(lemmacheck: Command) -> None:
    result = lemmacheck("need", "P.phi.smooth")

    assert result.status == 0
    assert result.out == (
        "P.phi.smooth  ‖∇φ(q) − ∇φ(q')‖_∞ ≤ ‖q − q'‖₁ for all q, q' ∈ Δ_n.\n"
        "    needed: ‖z_i‖₂ ≤ 1 for every row\n"
        "        Z = [-2; 0]: 4 ≤ 2 is false\n"
    )
    assert result.err.startswith("screening runs that break one hypothesis at a time\n")


def test_the_drawn_numbers_of_a_run_are_told() -> None:
    """Protects a witness that is recomputed by hand: "λ drawn" says nothing of λ_0."""
    label, algorithm = "λ drawn, θ drawn", CLAIMS["P.L3.5"].method.usual["λ drawn, θ drawn"]  # type: ignore[union-attr]
    lam, theta = ([str(one(Fraction(t))) for t in range(4)] for one in (algorithm.lam, algorithm.theta))

    assert in_numbers(label, algorithm, 1) == f"λ_0 = {lam[0]}, θ_0 = {theta[0]}"
    assert in_numbers("λ drawn, θ=1", algorithm, 2) == f"λ_0, λ_1 = {lam[0]}, {lam[1]}, θ=1"
    assert in_numbers("λ drawn from 1", algorithm, 9) == f"λ_0, λ_1, λ_2, λ_3, … = {', '.join(lam)}, …"
    assert in_numbers("η drawn, rows drawn", algorithm, 1) == "η drawn, rows drawn"
    false = Record("X", Verdict.REFUTED, Scope(1, 1), witness=replace(HERE, algorithm="λ drawn, θ=1", steps=1))
    assert f"λ_0 = {lam[0]}, θ=1, t = 3: 2 ≤ 1 is false" in record_text(with_numbers(CLAIMS["P.L3.5"], false))
    (found,) = [one for one in need(CLAIMS["P.L3.5"]).needs if one.hypothesis == "starts_at_one"]
    assert found.run == f"λ_0 = {lam[0]}, θ=1"


@pytest.mark.parametrize("own", [Fraction(1, 2), (1, 2), lambda t: 1 / t])
def test_what_an_author_calls_drawn_stands_as_it_is(own: Any) -> None:
    """`check` of a book with such a label called the number, or an author's function outside its process."""
    assert in_numbers("λ drawn", replace(CLAIMS["P.L3.5"].usual["λ drawn, θ drawn"], lam=own), 3) == "λ drawn"


def test_need_as_json_is_one_document_or_a_list_of_several(lemmacheck: Command) -> None:
    one = lemmacheck("need", "P.phi.smooth", "--json")
    two = lemmacheck("need", "P.phi.smooth", "P.3.1.min0", "--json")

    assert json.loads(one.out) == plain(asdict(need(CLAIMS["P.phi.smooth"])))
    assert [document["id"] for document in json.loads(two.out)] == ["P.phi.smooth", "P.3.1.min0"]
    assert json.loads(two.out)[0] == json.loads(one.out)


def test_needs_that_are_accepted_are_known_beside_those_of_other_claims(
    lemmacheck: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "needs.json"
    monkeypatch.setattr(published, "needs_path", lambda: path)
    first = lemmacheck("need", "P.phi.smooth", "--accept")
    before = published.known_needs(path)
    lemmacheck("need", "P.3.1.min0", "P.S1.best", "--accept")

    assert first.status == 0
    assert f"accepted the needs of 1 claim into {path}" in first.err
    assert before == {"P.phi.smooth": {n.hypothesis: n.found for n in need(CLAIMS["P.phi.smooth"]).needs}}
    assert set(published.known_needs(path)) == {"P.3.1.min0", "P.phi.smooth"}
    assert published.known_needs(path)["P.phi.smooth"] == before["P.phi.smooth"]


def test_sharp_tells_what_is_attained_and_where(lemmacheck: Command) -> None:
    result = lemmacheck("sharp", "P.phi.smooth", "P.L3.4a")

    assert result.status == 0
    assert "    sharp: equality is attained, exactly\n    on Z = [-1; 1]: 2 ≤ 2\n" in result.out
    assert result.out.endswith("    an identity: nothing to sharpen\n")
    assert result.err.startswith("screening data for the tightest runs\n")


def test_sharp_as_json_holds_the_bounds_the_witness_and_the_course(lemmacheck: Command) -> None:
    result = lemmacheck("sharp", "P.phi.smooth", "--json")

    assert json.loads(result.out) == plain(asdict(sharpen(CLAIMS["P.phi.smooth"], lambda message: None)))


def test_teeth_names_the_mutants_that_survive_and_a_total(lemmacheck: Command) -> None:
    result = lemmacheck("teeth", "P.L3.2", "P.S1.best")
    expected = teeth_of(CLAIMS["P.L3.2"], structured()[:24])
    first, second, total = result.out.splitlines()

    assert result.status == 0
    assert first.startswith(f"P.L3.2  refutes {expected.killed} of {expected.of} mutants")
    assert f"; survive: {', '.join(expected.survivors)}; not counted: " in first
    assert first.endswith("lhs halved (follows from the claim)")
    assert second.startswith("P.S1.best  nothing to mutate: a sentence")
    assert total == f"2 claims: {expected.killed} of {expected.of} mutants refuted"


def test_teeth_without_ids_bites_with_every_claim(lemmacheck: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """The teeth of every claim are in the quick report; here they are counted."""
    monkeypatch.setattr(
        "lemmacheck.verifiers.probe.mutants.teeth_of", lambda claim: Teeth(len(claim.id), 99, ["survivor"])
    )
    monkeypatch.setattr(plan, "screen_group", lambda claims, effort: {claim.id: None for claim in claims})
    monkeypatch.setattr(deciding, "judge_rate", lambda claim, *rest: blank(claim, Verdict.SUPPORTED))
    result = lemmacheck("teeth", "--json")
    document = json.loads(result.out)
    bitten = [claim["teeth"] for claim in document["claims"] if claim["teeth"]]

    assert result.status == 0
    assert [claim["id"] for claim in document["claims"]] == list(CLAIMS)
    assert document["killed"] == sum(teeth["killed"] for teeth in bitten)
    assert document["of"] == sum(teeth["of"] for teeth in bitten)
    toothless = {claim["id"] for claim in document["claims"] if claim["teeth"] is None}
    assert {id for id in toothless if not CLAIMS[id].is_rate} == {id for id in CLAIMS if CLAIMS[id].not_checkable}


def test_a_claim_that_refutes_no_mutant_is_a_finding(lemmacheck: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    nowhere = guarded(arb("nan"))
    hollow = Claim("T.hollow", Citation("T", "nowhere"), "test", "", lambda p: at_most(nowhere, 1))
    monkeypatch.setitem(LIBRARY.claims, "T.hollow", LIBRARY.bind(hollow))
    result = lemmacheck("teeth", "T.hollow")

    assert result.status == 1
    assert result.out.startswith("T.hollow  refutes 0 of 5 mutants; survive: reversed, ")
    assert result.err.splitlines()[-1] == "finding: T.hollow refutes none of the mutants"


def lines(*needs: Need, note: str = "") -> list[str]:
    return [line.strip() for line in needs_text(Needs("T", "0 ≤ 1.", list(needs), note)).splitlines()]


def test_what_is_told_of_a_need_depends_on_what_was_found() -> None:
    assert lines(Need("h", "h holds", False, HERE, 5, False)) == [
        "T  0 ≤ 1.",
        "needed: h holds",
        "Z = [-1 0; 0 1/2], θ=2, t = 3: 2 ≤ 1 is false",
    ]
    drawn = replace(HERE, algorithm="λ drawn, θ=1")
    assert ", λ_0 = 7/8, θ=1, t = 3: " in lines(Need("h", "h holds", False, drawn, 5, False, "λ_0 = 7/8, θ=1"))[2]
    assert lines(Need("h", "h holds", True, HERE, 5, True))[1:] == [
        "needed: h holds (tacit)",
        "the statement is undefined without it: Z = [-1 0; 0 1/2], θ=2",
    ]
    assert lines(Need("h", "h holds", False, None, 5, False))[1:] == [
        "no need found: h holds",
        "none found in 5 tries, which does not say that it is not needed",
    ]
    assert lines(Need("h", "h holds", False, None, 0, False), note="and a note")[1:] == [
        "no need found: h holds",
        "no run was found that breaks it alone: the others may imply it, or the method has no run without it",
        "and a note",
    ]


def test_what_is_told_of_a_share_names_the_bounds_the_run_and_the_course() -> None:
    found = Sharpness("T", "0 ≤ 1.", lower="0.3", upper="0.4", op="<=", t=2, lhs="1", rhs="3", Z=[["-1"]])
    run = {**asdict(found), "algorithm": "θ=1", "steps": 2, "course": [(1, 0.25), (2, 0.33)], "screened": 7}
    told = sharpness_text(Sharpness(**run)).splitlines()

    assert [line.strip() for line in told[1:]] == [
        "between 0.3 and 0.4 of what is allowed is reached",
        "on Z = [-1], θ=1, t = 2: 1 ≤ 3",
        "by t: 1: 0.25, 2: 0.33",
        "the last t is the tightest: longer runs may come closer, as where both sides share a limit",
        "7 runs screened",
    ]
    level = sharpness_text(Sharpness(**{**run, "course": [(1, 0.25), (2, 0.25)]}))
    assert "    by t: 0.25 at each of t = 1, 2\n" in level
    assert "on Z = [-1]: 1 ≤ 3" in sharpness_text(found)
    for steps, ends in ((3, True), (4, False)):  # the share of a later t is none, as of sides that are 0
        assert ("the last t is the tightest" in sharpness_text(Sharpness(**{**run, "steps": steps}))) is ends
    assert "0.5 of what is allowed is reached, exactly" in sharpness_text(Sharpness("T", "", lower="0.5", upper="0.5"))
