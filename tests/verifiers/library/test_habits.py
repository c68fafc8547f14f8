"""NumPy's ways in a book are told all at once, a line each; where there is one, the error is as it was."""

from pathlib import Path

import pytest
from lemmacheck.theory.core.book import BookError
from lemmacheck.verifiers.cli.running import notes_of
from lemmacheck.verifiers.library.source_rules import habits, read_over
from lemmacheck.verifiers.numbers.refusal import Inexact

from tests.books.written import LEAST, RELATION, WRITE

BOOKS = Path(__file__).parents[3] / "theory" / "books"


def line_of(path: Path, text: str) -> int:
    return next(k for k, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1) if text in line)


def test_all_places_are_named_at_once_in_the_order_of_the_file(opened: WRITE, tmp_path: Path) -> None:
    changes = (
        ("1 + abs(Z[0, 0])", "0.5 + abs(Z[0, 0])"),
        ("s.x * (s.t + 1)", "np.maximum(s.x, 0) * (s.t + 1)"),
        (RELATION, "at_most(np.linalg.norm(run.x, axis=1), run.x.max(axis=1) ** 0.5)"),
    )
    with pytest.raises(BookError, match=r"py:\d+: the float 0\.5 is no exact number; write Fraction\(1, 2\)") as error:
        opened(LEAST, *changes)
    path = tmp_path / "paper1.py"
    at, below = (line_of(path, text) for text in ("np.maximum", "np.linalg.norm"))

    assert notes_of(error.value) == [
        f"also {path}:{at}: np.maximum knows floats alone; write p.positive_part(x - y) + y",
        f"also {path}:{below}: np.linalg.norm knows floats alone; write p.l1(x), p.norm(x) or p.linf(x)",
        f"also {path}:{below}: run.x.max(axis=1) ** 0.5 is no power of an exact number; write p.sqrt(x)",
        f"also {path}:{below}: run.x.max(axis=1): max does not work on exact numbers; "
        "write p.maximum(x), along the last axis",
    ]


def test_what_fails_where_it_runs_names_the_other_places_too(opened: WRITE, tmp_path: Path) -> None:
    with pytest.raises(Inexact, match="max does not work on exact numbers") as error:
        opened(LEAST, (RELATION, "at_most(run.x[:, None].max(axis=1),\n        run.x[:, None].mean(axis=1))"))
    below = line_of(tmp_path / "paper1.py", "mean")

    assert notes_of(error.value) == [
        f"also {tmp_path / 'paper1.py'}:{below}: run.x[:, None].mean(axis=1): "
        "mean does not work on exact numbers; write x.sum(-1) / n"
    ]


def test_one_mistake_is_told_alone(opened: WRITE) -> None:
    with pytest.raises(BookError) as error:
        opened(LEAST, ("1 + abs(Z[0, 0])", "0.5 + abs(Z[0, 0])"))

    assert notes_of(error.value) == []


@pytest.mark.parametrize("constant", ["pi", "tau", "e", "inf", "nan"])
def test_a_constant_that_exact_arithmetic_lacks_is_not_given_another_for_it(opened: WRITE, constant: str) -> None:
    with pytest.raises(BookError, match=rf"math\.{constant} is a float; ") as error:
        opened(LEAST, ("1 + abs(Z[0, 0])", f"math.{constant} + abs(Z[0, 0])"))

    assert ("p.exp(p.number(1))" in str(error.value)) == (constant == "e")


def test_no_shipped_book_has_such_a_habit() -> None:
    paths = sorted((BOOKS / "classics").glob("*.py"))
    for path in paths:
        read_over(path)

    assert len(paths) > 5
    assert [(path.name, found) for path in sorted(BOOKS.rglob("*.py")) if (found := habits(path))] == []


def test_a_method_of_the_file_may_be_called_as_what_draws(tmp_path: Path) -> None:
    path = tmp_path / "paper.py"
    path.write_text("class Random:\n    pass\n\n\nmade = Random()\n", encoding="utf-8")
    assert read_over(path) is None
    path.write_text("from random import Random\n\nmade = Random()\n", encoding="utf-8")
    with pytest.raises(BookError, match=r"py:3: Random\(\) draws other numbers each time"):
        read_over(path)
