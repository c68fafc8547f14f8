"""Attack: changes of a method that draws, whose randomness is another, that end, or of which nothing can be decided."""

from collections.abc import Callable
from pathlib import Path

import pytest
from lemmacheck import library
from lemmacheck.theory.core.book import BookError
from lemmacheck.verifiers.library.changed import claims_of_file
from lemmacheck.verifiers.variants.on_book import decide_on_book, of_file

BOOK = '''
"""A walk, and what is claimed of it."""
from dataclasses import dataclass
from typing import Any, NamedTuple
from lemmacheck import Book, Method, Source, at_most, claim, problem

PAPER = Source("V", "A. Author", "A walk", "draft")

class State(NamedTuple):
    x: Any
    t: int

@problem
class Line:
    """No data."""
    def of(Z):
        return {}

@dataclass(frozen=True)
class Walk:
    """x moves by 1 either way."""
    def start(self, p):
        return State(p.number(0), 0)
    def draws(self, p, s):
        return p.ones(2) / 2
    def step(self, p, s, i):
        return State(s.x + (1 if i == 0 else -1), s.t + 1)

@claim("V.square", PAPER.at("1"), about=Walk)
def square(run):
    """E x² ≤ t."""
    return at_most(run.expected(lambda s: s.x * s.x), run.t)

BOOK = Book(PAPER, methods=[Method(Walk, on=Line, usual={"": Walk()}, steps=4)])
'''
HEAD = "from walk import State, Walk\n\nclass variant(Walk):\n"
STEP = "    def step(self, p, s, i):\n        "
Written = Callable[[str], Path]


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Written:
    """Writes the book and a change of its method."""
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "walk.py").write_text(BOOK, encoding="utf-8")

    def write(body: str, head: str = HEAD) -> Path:
        file = tmp_path / "change.py"
        file.write_text(head + body, encoding="utf-8")
        return file

    return write


NOTHING = {
    "a division by 0 at once": (STEP + "return State(s.x / (s.x - s.x), s.t + 1)\n", "not applicable: V.square"),
    "a logarithm of −1": (STEP + "return State(s.x + p.log(p.number(-1)), s.t + 1)\n", "undecided: V.square"),
    "chances that do not add up": ("    def draws(self, p, s):\n        return p.ones(2) / 4\n", "undecided: V.square"),
}


@pytest.mark.parametrize("name", NOTHING)
def test_a_change_of_which_nothing_was_decided_is_said_to_be_so(name: str, written: Written) -> None:
    """Protects from "breaks no claim" where no claim was decided."""
    body, open_ = NOTHING[name]
    book = library(str(written(body).with_name("walk.py")))
    found = decide_on_book(book, of_file(book, str(written(body)), 10.0), 4, lambda line: None, {})

    assert found.finding == f"nothing was decided of change; {open_}"
    assert found.of_nothing


ENDING = {
    "StopIteration": ("raise StopIteration('done')\n", "in step: StopIteration: done"),
    "nothing": ("return None\n", "returns nothing; expected a NamedTuple, as State(0, x)"),
}


@pytest.mark.parametrize("name", ENDING)
def test_a_step_that_ends_a_run_in_another_way_is_told_with_its_line(name: str, written: Written) -> None:
    """Protects from the words of this package's own lines in place of the author's."""
    body, told = ENDING[name]
    file = written(STEP + body)
    book = library(str(file.with_name("walk.py")))
    (record,) = decide_on_book(book, of_file(book, str(file), 10.0), 4, lambda line: None, {}).records

    assert told in record.reason
    assert "did not foresee" not in record.reason


REFUSED = {
    "a step that does not take what is drawn": (HEAD, "    def step(self, p, s):\n        return s\n",
        "variant has step(p, s); expected draws(self, p, s) and step(self, p, s, i)"),
    "no draws":
        ("from walk import State\n\nclass variant:\n    def start(self, p):\n        return State(p.number(0), 0)\n",
            "    def step(self, p, s):\n        return s\n", "change.py has not; expected both to draw, or neither"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_a_change_that_does_not_draw_as_its_book_says_is_refused(name: str, written: Written) -> None:
    """Protects claims about chance from a method that has none, and from a step that cannot be asked."""
    head, body, told = REFUSED[name]
    file = written(body, head)
    with pytest.raises(BookError) as raised:
        claims_of_file(library(str(file.with_name("walk.py"))), file, 10.0)
    assert told in str(raised.value)
