"""Protects the book as a whole: claims complete and consistent, formulas pure, files small."""

from __future__ import annotations

import ast
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from reports.mathml import math
from tests.laws.catalogue import CATALOGUE, CONTRIBUTED
from theory import sources
from theory.claim import Claim
from theory.claims import all_claims
from theory.sources import PREPRINT, PROCEEDINGS

ROOT = Path(__file__).parents[2]
ROOMS = ("theory", "verifiers", "reports")
CLAIMS = all_claims()
LECTURES = {sources.PERCEPTRON.key, sources.LECTURE.key, sources.POST.key}
DOCUMENTS = {"JST21", PROCEEDINGS.key, PREPRINT.key, sources.CONTRIBUTED.key, *LECTURES}
PRINTED = " ".join(CATALOGUE.values()).split()

each_claim = pytest.mark.parametrize("claim", CLAIMS.values(), ids=list(CLAIMS))


def test_the_catalogue_counts_every_statement_once() -> None:
    assert len(PRINTED) == len(set(PRINTED)) == 307 + 15 + 228 + 20


def test_the_claims_are_those_of_the_catalogue_and_the_corrected_forms() -> None:
    printed = {id for id, claim in CLAIMS.items() if not id.endswith(".corrected")}

    assert printed == {*PRINTED, *CONTRIBUTED.split()}


@each_claim
def test_a_claim_is_registered_under_its_own_id(claim: Claim) -> None:
    assert CLAIMS[claim.id] is claim


@each_claim
def test_a_claim_cites_a_place_in_a_document(claim: Claim) -> None:
    assert claim.source.document in DOCUMENTS
    assert claim.source.place.strip()


@each_claim
def test_a_claim_says_what_it_states_in_words_and_in_latex(claim: Claim) -> None:
    assert claim.statement.endswith(".")
    assert claim.kind
    assert claim.latex.strip()


@each_claim
def test_the_latex_of_a_claim_is_set_as_mathematics(claim: Claim) -> None:
    shown = math(claim.latex, block=True)

    assert "<math" in shown
    assert "<code" not in shown
    assert "\\" not in shown


@each_claim
def test_what_a_claim_uses_and_corrects_exists(claim: Claim) -> None:
    assert {*claim.uses, *filter(None, [claim.corrects])} <= set(CLAIMS)
    assert len(claim.uses) == len(set(claim.uses))


def test_a_claim_with_a_fault_has_a_correction_and_only_those_have_one() -> None:
    faulty = {id for id, claim in CLAIMS.items() if claim.fault}
    corrected = [claim.corrects for claim in CLAIMS.values() if claim.corrects]

    assert len(corrected) == len(set(corrected))
    assert set(corrected) == faulty


def test_a_correction_is_itself_without_fault_and_rests_on_nothing_faulty() -> None:
    corrections = [claim for claim in CLAIMS.values() if claim.corrects]

    assert not [claim.id for claim in corrections if claim.fault]
    assert not [(claim.id, used) for claim in corrections for used in claim.uses if CLAIMS[used].fault]


def rests_on_itself(id: str) -> bool:
    """Whether the claim can be reached from itself by what proofs use."""
    reached: set[str] = set()
    pending = [id]
    while pending:
        current = pending.pop()
        for used in CLAIMS[current].uses:
            if used not in reached:
                reached.add(used)
                pending.append(used)
    return id in reached


def test_no_claim_rests_on_itself() -> None:
    assert not [id for id in CLAIMS if rests_on_itself(id)]


def modules(*rooms: str) -> list[Path]:
    return [path for room in rooms for path in sorted((ROOT / room).rglob("*.py"))]


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


THEORY = modules("theory")
each_module_of_theory = pytest.mark.parametrize("path", THEORY, ids=map(name, THEORY))
ALL = modules(*ROOMS)
each_module = pytest.mark.parametrize("path", ALL, ids=map(name, ALL))


@each_module
def test_a_module_opens_with_a_docstring_of_at_most_ten_lines(path: Path) -> None:
    module = tree(path)
    opening = ast.get_docstring(module) or ""

    assert opening or not module.body
    assert len(opening.splitlines()) <= 10


@each_module
def test_no_module_is_longer_than_four_hundred_lines(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 400


@pytest.mark.parametrize("room", ROOMS)
def test_the_median_module_of_a_room_has_at_most_150_lines(room: str) -> None:
    lengths = [len(path.read_text(encoding="utf-8").splitlines()) for path in modules(room)]

    assert statistics.median(lengths) <= 150


@each_module_of_theory
def test_theory_imports_numpy_and_the_standard_library_at_most(path: Path) -> None:
    allowed = {"numpy", "theory", *sys.stdlib_module_names}

    assert {imported.split(".")[0] for imported in imports(path)} <= allowed


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


# Why a module of theory may do what the others may not.
MAY_DRAW = {"theory/algorithms/schedules.py"}  # exactly, from a seed that is a parameter
MAY_CAST = {*MAY_DRAW, "theory/algorithms/paths.py"}  # t itself, an integer in every arithmetic, to index a drawing


@each_module_of_theory
def test_theory_holds_no_float(path: Path) -> None:
    constants = [node for node in ast.walk(tree(path)) if isinstance(node, ast.Constant)]

    assert not [node.lineno for node in constants if isinstance(node.value, (float, complex))]


@each_module_of_theory
def test_theory_casts_and_rounds_nothing(path: Path) -> None:
    calls = [node for node in ast.walk(tree(path)) if isinstance(node, ast.Call)]
    casts = {ast.unparse(call) for call in calls if ast.unparse(call.func) in CASTS}

    assert casts == ({"int(t)"} if name(path) in MAY_CAST else set())


CASTS = {"float", "int", "bool", "complex", "round", "np.round", "np.float64", "np.isclose", "np.allclose"}


@each_module_of_theory
def test_theory_draws_nothing_at_random(path: Path) -> None:
    assert ("random" in set(imports(path))) == (name(path) in MAY_DRAW)
    assert "np.random" not in path.read_text(encoding="utf-8")


@each_module_of_theory
def test_theory_asserts_nothing(path: Path) -> None:
    assert not [node.lineno for node in ast.walk(tree(path)) if isinstance(node, ast.Assert)]


# The modules whose formulas meet the numbers of a run.
FORMULAS = [
    *modules("theory/claims"),
    *(ROOT / "theory" / f"{stem}.py" for stem in ("hypotheses", "comparators", "problem", "losses")),
    *(path for path in modules("theory/algorithms") if path.stem != "schedules"),  # it compares t alone
]
BRANCHES = (ast.If, ast.IfExp, ast.While, ast.BoolOp, ast.Match)


@pytest.mark.parametrize("path", FORMULAS, ids=map(name, FORMULAS))
def test_a_formula_compares_no_numbers_and_branches_on_none(path: Path) -> None:
    nodes = list(ast.walk(tree(path)))
    comparisons = [node.lineno for node in nodes if isinstance(node, ast.Compare)]
    branches = {ast.unparse(getattr(node, "test", node)) for node in nodes if isinstance(node, BRANCHES)}

    assert not comparisons
    assert branches <= {"isinstance(result, Relation)"}


@pytest.mark.parametrize("path", FORMULAS, ids=map(name, FORMULAS))
def test_a_formula_leaves_maximum_sorting_and_selection_to_the_arithmetic(path: Path) -> None:
    called = {ast.unparse(node.func) for node in ast.walk(tree(path)) if isinstance(node, ast.Call)}
    undecidable = {"max", "min", "sorted", "np.maximum", "np.minimum", "np.sort", "np.argmax", "np.where"}

    assert not called & (undecidable | {"np.exp", "np.log", "np.sqrt", "np.linalg.norm", "np.abs", "np.sign"})
