"""The classics: books in the public names alone, each with statements that hold and one that is refuted."""

import ast
from pathlib import Path

import lemmacheck as face
import lemmacheck.theory.books.classics
import numpy as np
import pytest
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.opening import library_at
from lemmacheck.verifiers.decide.cause import Cause
from lemmacheck.verifiers.decide.counterexamples import refutation
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.instances.families import structured
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.own import families_of
from lemmacheck.verifiers.instances.subject import subject_of
from lemmacheck.verifiers.library.preflight import preflight
from lemmacheck.verifiers.library.source_rules import read_over
from lemmacheck.verifiers.numbers.chances import relations_of
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.probe.mutants import teeth_of
from lemmacheck.verifiers.prove import prove
from lemmacheck.verifiers.records.verdict import Verdict

from tests.quick import check
from tests.sampled import THOROUGH, sampled, soon

FILES = sorted(Path(str(lemmacheck.theory.books.classics.__file__)).parent.glob("[a-z]*.py"))
LIBRARIES = {path.stem: preflight(library_at(f"lemmacheck.theory.books.classics.{path.stem}:BOOK")) for path in FILES}
CLAIMS = [claim for library in LIBRARIES.values() for claim in library.claims.values()]
FALSE = {"AGD.descent", "GD.accelerated", "H.half", "FW.monotone"}
FALSE |= {"HB.convex", "ADMM.three", "PP.faster", "GDA.converges", "SAGA.full"}
PROVED = {
    "AGD.rate", "GD.descent", "GD.rate", "H.reflected", "H.rate", "FW.feasible", "FW.rate", "EG.monotone", "GDA.grows",
}  # fmt: skip
DEAR = ["AGD.rate", "AGD.descent", "SAGA.rate", "SAGA.full"]  # functions of an author, in exact numbers: seconds each
STANDARD = {"collections", "dataclasses", "fractions", "typing"}


def data(claim: Claim) -> list[Instance]:
    """The author's own matrices, and ours."""
    return [*families_of(claim.method), *structured()[:24]]


def decided(claim: Claim, steps: int) -> set[Verdict]:
    runs = [(i, algorithm) for algorithm in claim.usual.values() for i in data(claim)]
    return {decide(claim, i, algorithm, steps).verdict for i, algorithm in runs} - {Verdict.NOT_APPLICABLE}


@pytest.mark.parametrize("claim", [c for c in CLAIMS if THOROUGH or c.id not in DEAR], ids=lambda claim: claim.id)
def test_each_statement_is_decided(claim: Claim) -> None:
    found = decided(claim, 30)

    assert found == {Verdict.CERTIFIED} if claim.id not in FALSE else Verdict.REFUTED in found


@pytest.mark.slow
@pytest.mark.parametrize("claim", [c for c in CLAIMS if THOROUGH or c.id not in DEAR], ids=lambda claim: claim.id)
def test_each_statement_has_its_verdict_from_check(claim: Claim) -> None:
    expected = Verdict.REFUTED if claim.id in FALSE else Verdict.PROVED if claim.id in PROVED else Verdict.CERTIFIED

    assert check(claim).verdict == expected


@pytest.mark.parametrize("id", soon(sorted(FALSE), DEAR))
def test_each_false_statement_has_a_short_run_that_refutes_it(id: str) -> None:
    claim = next(claim for claim in CLAIMS if claim.id == id)
    label = next(iter(claim.usual))
    found = [refutation(claim, instance, label, 30) for instance in data(claim)]

    assert min(one.steps for one in found if one is not None) < 20


@pytest.mark.parametrize(
    "claim",
    [pytest.param(c, marks=pytest.mark.slow if c.id == "AGD.rate" else ()) for c in CLAIMS if c.id not in FALSE],
    ids=lambda claim: claim.id,
)
def test_each_true_statement_catches_a_wrong_method_or_statement(claim: Claim) -> None:
    found = teeth_of(claim, data(claim)[:16])

    assert found.killed >= found.of / 2 > 0


@pytest.mark.slow
@pytest.mark.parametrize("claim", sampled([c for c in CLAIMS if c.id in PROVED | FALSE], 6), ids=lambda claim: claim.id)
def test_what_follows_from_formulas_and_facts_is_proved_of_every_run_and_nothing_false_is(claim: Claim) -> None:
    assert (prove(claim) is not None) == (claim.id in PROVED)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_classic_imports_the_public_names_and_python_alone(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        assert not isinstance(node, ast.Import)
        if isinstance(node, ast.ImportFrom) and node.module not in STANDARD:
            assert node.module == "lemmacheck"
            assert {alias.name for alias in node.names} <= set(dir(face))
    read_over(path)


def test_a_run_that_divides_by_0_is_none_and_leaves_the_others_of_its_batch_alone() -> None:
    claim = LIBRARIES["gradient_descent"].claims["GD.rate"]
    zero, one = Instance.from_json("zero", [["0", "0"]]), Instance.from_json("one", [["1", "-1/2"]])
    algorithm, num = claim.usual["h = 1"], Float64()
    with num.active():
        relation = relations_of(claim(subject_of([zero, one], num, algorithm, 4, method=claim.method)))[0]
        alone = relations_of(claim(subject_of(one, num, algorithm, 4, method=claim.method)))[0]

    assert decide(claim, zero, algorithm, 4).cause == Cause.NO_RUN
    assert np.isnan(relation.lhs[1:, 0]).all()
    assert relation.lhs[:, 1].tolist() == alone.lhs.tolist()
