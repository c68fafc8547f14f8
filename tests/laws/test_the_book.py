"""Protects the book as a whole: claims complete and consistent, formulas pure, files small."""

import ast
import statistics
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest
from lemmacheck.reports.mathml import math
from lemmacheck.theory.books.contributed.source import CONTRIBUTED as OURS
from lemmacheck.theory.books.jst.source import PREPRINT, PROCEEDINGS
from lemmacheck.theory.books.lecture.source import LECTURE
from lemmacheck.theory.books.perceptron.source import PERCEPTRON
from lemmacheck.theory.books.post.source import POST
from lemmacheck.theory.core.claim import Claim
from lemmacheck.verifiers.library.shipped import LIBRARY

ROOT = Path(__file__).parents[2]
ROOMS = ("theory", "verifiers", "reports")
CLAIMS = LIBRARY.claims
LECTURES = {PERCEPTRON.key, LECTURE.key, POST.key}
DOCUMENTS = {"JST21", PROCEEDINGS.key, PREPRINT.key, OURS.key, *LECTURES}


def without(*laws: Callable[[Claim], object]) -> list[str]:
    """The claims for which one of the laws is false: laws of all claims are checked in one loop each."""
    return [id for id, claim in CLAIMS.items() if not all(law(claim) for law in laws)]


def test_a_claim_is_registered_under_its_own_id() -> None:
    assert without(lambda claim: CLAIMS[claim.id] is claim) == []


def test_a_claim_cites_a_place_in_a_document() -> None:
    assert without(lambda claim: claim.source.document in DOCUMENTS, lambda claim: claim.source.place.strip()) == []


def test_a_claim_says_what_it_states_in_words_and_in_latex() -> None:
    assert without(lambda claim: claim.statement.endswith("."), lambda claim: claim.kind and claim.latex.strip()) == []


@pytest.mark.slow
def test_the_latex_of_a_claim_is_set_as_mathematics() -> None:
    shown = {id: math(claim.latex) for id, claim in CLAIMS.items()}

    assert [id for id, page in shown.items() if "<math" not in page or "<code" in page or "\\" in page] == []


def test_what_a_claim_uses_and_corrects_exists() -> None:
    assert without(lambda claim: {*claim.uses, *filter(None, [claim.corrects])} <= set(CLAIMS)) == []
    assert without(lambda claim: len(claim.uses) == len(set(claim.uses))) == []


def test_a_claim_with_a_fault_has_a_correction_and_only_those_have_one() -> None:
    faulty = {id for id, claim in CLAIMS.items() if claim.fault}
    corrected = [claim.corrects for claim in CLAIMS.values() if claim.corrects]

    assert len(corrected) == len(set(corrected))
    assert set(corrected) == faulty


def test_a_correction_is_itself_without_fault_and_rests_on_nothing_faulty() -> None:
    corrections = [claim for claim in CLAIMS.values() if claim.corrects]

    assert not [claim.id for claim in corrections if claim.fault]
    assert not [(claim.id, used) for claim in corrections for used in claim.uses if CLAIMS[used].fault]


def test_a_step_of_a_proof_is_not_refuted_at_indices_before_all_that_rests_on_it() -> None:
    later = {c.corrects: c.first for c in CLAIMS.values() if c.corrects and c.first > CLAIMS[c.corrects].first}

    assert [(c.id, used) for c in CLAIMS.values() for used in c.uses if used in later and c.first >= later[used]] == []


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


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


STANDS_ALONE = {"verifiers/kernel/standalone.py"}  # one file is all that its reader needs
THEORY = [path for path in modules("theory") if "methods" not in path.parts]
ALL = modules(*ROOMS)


def outside(paths: Iterable[Path], law: Callable[[Path], object]) -> list[str]:
    """The modules for which the law is false."""
    return [name(path) for path in paths if not law(path)]


@pytest.mark.slow
def test_a_module_opens_with_a_docstring_of_at_most_ten_lines() -> None:
    openings = {path: ast.get_docstring(tree(path)) or "" for path in ALL}

    assert outside(ALL, lambda path: openings[path] or not tree(path).body) == []
    assert outside(ALL, lambda path: len(openings[path].splitlines()) <= 10) == []


def test_no_module_is_longer_than_four_hundred_lines() -> None:
    others = [path for path in [*ALL, *modules("tests")] if name(path) not in STANDS_ALONE]

    assert outside(others, lambda path: len(path.read_text(encoding="utf-8").splitlines()) <= 400) == []


@pytest.mark.parametrize("room", ROOMS)
def test_the_median_module_of_a_room_has_at_most_150_lines(room: str) -> None:
    lengths = [len(path.read_text(encoding="utf-8").splitlines()) for path in modules(room)]

    assert statistics.median(lengths) <= 150


def test_theory_imports_numpy_and_the_standard_library_at_most() -> None:
    allowed = {"numpy", "lemmacheck", *sys.stdlib_module_names}

    assert outside(THEORY, lambda path: {imported.split(".")[0] for imported in imports(tree(path))} <= allowed) == []


def imports(module: ast.Module) -> Iterator[str]:
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


# Why a module of theory may do what the others may not.
MAY_DRAW = {"theory/core/schedules.py"}  # exactly, from a seed that is a parameter
LOOKS_ON = {"theory/core/kept.py"}  # whether an author drew
OF_AN_AUTHOR = {"theory/core/whole_numpy.py"}  # NumPy as an author's file has it, its generators too
MAY_CAST = {*MAY_DRAW, "theory/margins/paths.py"}  # t itself, an integer in every arithmetic, to index a drawing


def test_theory_holds_no_float() -> None:
    found = [(name(path), node.lineno) for path in THEORY for node in constants(path) if is_float(node.value)]

    assert found == []


def constants(path: Path) -> list[ast.Constant]:
    return [node for node in ast.walk(tree(path)) if isinstance(node, ast.Constant)]


def is_float(value: object) -> bool:
    return isinstance(value, (float, complex))


def calls(path: Path) -> list[ast.Call]:
    return [node for node in ast.walk(tree(path)) if isinstance(node, ast.Call)]


def test_theory_casts_and_rounds_nothing() -> None:
    casts = {name(path): {ast.unparse(c) for c in calls(path) if ast.unparse(c.func) in CASTS} for path in THEORY}

    assert {path: found for path, found in casts.items() if found} == {path: {"int(t)"} for path in MAY_CAST}


CASTS = {"float", "int", "bool", "complex", "round", "np.round", "np.float64", "np.isclose", "np.allclose"}


def test_theory_draws_nothing_at_random() -> None:
    assert {name(path) for path in THEORY if "random" in set(imports(tree(path)))} == MAY_DRAW | LOOKS_ON
    drawing = [path for path in THEORY if name(path) not in LOOKS_ON | OF_AN_AUTHOR]
    assert outside(drawing, lambda path: "np.random" not in path.read_text(encoding="utf-8")) == []


def test_theory_asserts_nothing() -> None:
    assert outside(THEORY, lambda path: not any(isinstance(node, ast.Assert) for node in ast.walk(tree(path)))) == []


# The modules whose formulas meet the numbers of a run.
FORMULAS = [
    *(path for path in modules("theory/books") if not {"problems", "methods", "classics"} & set(path.parts)),
    *(ROOT / "theory/margins" / f"{stem}.py" for stem in ("hypotheses", "comparators", "problem", "losses", "paths")),
]
KINDS = {"isinstance(result, Relation)", "isinstance(run, Run)"}  # of what is asked, not of a number
BRANCHES = (ast.If, ast.IfExp, ast.While, ast.BoolOp, ast.Match)


def test_a_formula_compares_no_numbers_and_branches_on_none() -> None:
    for path in FORMULAS:
        nodes = list(ast.walk(tree(path)))
        comparisons = [(name(path), node.lineno) for node in nodes if isinstance(node, ast.Compare)]
        branches = {ast.unparse(getattr(node, "test", node)) for node in nodes if isinstance(node, BRANCHES)}

        assert comparisons == []
        assert branches <= KINDS, name(path)


def test_a_formula_leaves_maximum_sorting_and_selection_to_the_arithmetic() -> None:
    undecidable = {"max", "min", "sorted", "np.maximum", "np.minimum", "np.sort", "np.argmax", "np.where"}
    undecidable |= {"np.exp", "np.log", "np.sqrt", "np.linalg.norm", "np.abs", "np.sign"}

    assert outside(FORMULAS, lambda path: not undecidable & {ast.unparse(call.func) for call in calls(path)}) == []
