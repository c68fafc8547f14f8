"""Protects the words of what is open or not proved: T where one number a run is stated, a letter as its author has it,
and no error of Python's."""

import os
import re
from pathlib import Path

import pytest
from lemmacheck import check
from lemmacheck.theory.core.others_words import PARTS
from lemmacheck.verifiers.library.plan import Effort
from lemmacheck.verifiers.prove import prove
from lemmacheck.verifiers.prove.setting import Setting
from lemmacheck.verifiers.prove.unproved import unproved

from tests.books.written import HEAD, WRITE, claim_text, method_text, problem_text
from tests.commands import Command

FOLDER = Path(__file__).parents[2] / "theory" / "books"
ROOT = "at_most(run.last(lambda s: p.sqrt(p.squared(s.x) - p.squared(p.a))), 1)"
METHODS = """@dataclass(frozen=True)
class Shrinking:
    h: Any = Fraction(1, 2)

    def start(self, p):
        return State(p.a)

    def step(self, p, s):
        return State(s.x * (1 - self.h))


"""
BOOK = (
    HEAD
    + problem_text("Row", "a=Z[0]")
    + METHODS
    + claim_text("L.root", "Shrinking", ROOT)
    + claim_text("L.mean", "Shrinking", "at_least(Fraction(1, p.d) * p.squared(run.x), 0)")
    + claim_text("L.h", "Shrinking", "at_most(run.algorithm.h + 0 * p.squared(run.x), p.squared(run.x) + 1)")
    + 'METHOD = Method(Shrinking, on=Row, usual={"": Shrinking(), "less": Shrinking(Fraction(1, 3))}, steps=4)\n'
)
LITTLE = Effort(per_shape=1, steps=4, own=0)


def test_where_one_number_a_run_is_stated_what_is_open_is_said_of_its_T(opened: WRITE) -> None:
    made_for_N = ("    def step", "    def tuned(self, p, N):\n        return self\n\n    def step")
    for changes in ((), (made_for_N, ("steps=4", "horizons=[4]"))):
        record = check(opened(BOOK, *changes).claims["L.root"], LITTLE)
        assert record.reason.startswith("a side has no value at T = 4 in balls of ")


def test_a_fraction_of_the_number_of_columns_is_told_how_it_is_written(opened: WRITE) -> None:
    claims = opened(BOOK).claims

    assert str(unproved(claims["L.mean"])).endswith(": Fraction(1, p.d): " + PARTS)
    assert prove(opened(BOOK, ("Fraction(1, p.d) * p.squared(run.x)", "p.squared(run.x) / p.d")).claims["L.mean"])


def test_a_parameter_of_a_method_is_called_by_its_own_name_in_a_proof(opened: WRITE) -> None:
    setting = Setting(opened(BOOK).claims["L.h"])

    assert setting.run is not None
    assert list(setting.context.ranges) == ["h ≥ 1/3", "h ≤ 1/2"]


def test_a_power_of_a_fraction_of_the_method_with_t_is_read(opened: WRITE) -> None:
    """Protects from Python 3.11, to which a Fraction to the power of a letter is a float to it."""
    power = "equal(p.squared(run.x), ((1 - run.algorithm.h) ** 2) ** run.t * p.squared(p.a))"
    one = ('"": Shrinking(), "less": Shrinking(Fraction(1, 3))', '"": Shrinking(Fraction(1, 3))')
    more = opened(BOOK, ("at_most(run.algorithm.h + 0 * p.squared(run.x), p.squared(run.x) + 1)", power), one)

    assert prove(more.claims["L.h"])


def test_parameters_that_are_no_numbers_are_told_by_their_own_name(opened: WRITE) -> None:
    two = ('Shrinking(), "less": Shrinking(Fraction(1, 3))', 'Shrinking("a"), "less": Shrinking("b")')
    said = str(unproved(opened(BOOK, two, ("1 - self.h", "1"), ("run.algorithm.h + 0", "0")).claims["L.mean"]))

    assert said.endswith(": h has several values that are no exact numbers: give each a Method of its own")


def test_a_step_that_is_not_read_is_told_where_its_states_are_subtracted(opened: WRITE) -> None:
    """Protects from the words of a division by 0, which there is none of."""
    listed = ("s.x * (1 - self.h)", "s.x * ((Fraction(1, 2),) * 99)[int(p.n)]")
    moves = ("at_least(Fraction(1, p.d) * p.squared(run.x), 0)", "at_least(p.norm(run.x[1:] - run.x[:-1]), 0)")
    moved = opened(BOOK, listed, moves)
    said = str(unproved(moved.claims["L.mean"]))

    assert "in step: int(p.n): " in said
    assert "divided by 0" not in said


def test_a_command_in_a_folder_that_is_gone_says_so(
    lemmacheck: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    found = lemmacheck("new-book", "mine")
    os.chdir(tmp_path)

    assert (found.status, found.out) == (2, "")
    assert found.err == "lemmacheck: the folder in which it was started is gone; change to one that exists, as `cd ~`\n"


@pytest.mark.parametrize(("name", "works"), [
    ("my-paper.py", "my_paper"), ("2nd", "paper_2nd"), ("my own", "my_own"), ("class", "paper_class"),
    ("sub/a.b.py", "sub/a_b"),
])  # fmt: skip
def test_a_book_gets_a_name_by_which_it_is_imported(
    name: str, works: str, lemmacheck: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Protects `from mypaper import Descent` of a variant: my-paper.py was written, and nothing could import it."""
    monkeypatch.chdir(tmp_path)
    stem = Path(name).name.removesuffix(".py")

    told = f"lemmacheck: no other file can import {stem!r}; give a name such as {works}\n"
    assert lemmacheck("new-book", name) == (2, "", told)
    assert not any(tmp_path.glob("**/*.py"))


DIVIDING = (
    HEAD.replace("above, at_least", "above, by, at_least")
    + problem_text("Number", "a=1 + Z[0, 0] ** 2")
    + method_text("Halving", "State(p.a)", "State(s.x / 2)")
    + '''def divided(run):
    g2, gap, fall = run.x, run.problem.a, run.x * run.problem.a**2
    return [above(g2, 0), by("F.square", gap), above(1 / g2, 0), by("F.times", 1 / g2, fall)]


@claim("L", about=Halving, proof=divided)
def falls(run):
    """x_t a²/x_t ≥ 0."""
    return at_least(run.x * run.problem.a**2 / run.x, 0)


METHOD = Method(Halving, on=Number, steps=5)
'''
)


def test_the_argument_that_divides_in_the_reference_is_one(opened: WRITE) -> None:
    shown = re.search(r"`(\[above\(g2, 0\), .*?\])`", (FOLDER / "REFERENCE.md").read_text(encoding="utf-8"), re.DOTALL)

    assert shown is not None
    assert " ".join(shown[1].split()) in DIVIDING
    assert prove(opened(DIVIDING).claims["L"]) is not None


def test_no_proof_reads_a_row_in_turn(opened: WRITE) -> None:
    turning = method_text("Turning", "State(p.Z[0])", "State(p.in_turn(p.Z, 0 * s.x[0]))")
    text = HEAD + problem_text("Rows", "z=Z[0]") + turning + claim_text("L", "Turning", "equal(run.x, run.x)")
    said = str(unproved(opened(text + "METHOD = Method(Turning, on=Rows, steps=5)\n").claims["L"]))

    assert "in step" in said
