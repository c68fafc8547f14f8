"""A variant checked where its author works, in a notebook: the answers, shown as a table with the margins against t.

The author's code runs in this process, as it does in any other cell; `lemmacheck variant` runs it apart.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from os import PathLike
from pathlib import Path
from typing import Any

from lemmacheck.reports import cell
from lemmacheck.theory.books.jst.methods.variants import Variant
from lemmacheck.theory.core import expected
from lemmacheck.theory.core.book import Library
from lemmacheck.theory.core.opening import culprit, error_text
from lemmacheck.theory.core.relation import Relation, conjuncts
from lemmacheck.theory.core.shared import place_of
from lemmacheck.verifiers.instances.memory import forget
from lemmacheck.verifiers.instances.subject import subject_of
from lemmacheck.verifiers.library.asking import library
from lemmacheck.verifiers.library.time_limit import SECONDS
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.records.terminal import InputError, clear_progress, progress
from lemmacheck.verifiers.records.text import matrix
from lemmacheck.verifiers.records.verdict import HOLDING, Curve, Verdict
from lemmacheck.verifiers.variants.answer import Answer, Checked
from lemmacheck.verifiers.variants.bench import Bench
from lemmacheck.verifiers.variants.checking import Asking, Listener, check_one
from lemmacheck.verifiers.variants.loading import as_variants, load, with_name
from lemmacheck.verifiers.variants.on_book import OnBook, decide_on_book, of_file, of_object
from lemmacheck.verifiers.variants.outcome import SMALL
from lemmacheck.verifiers.variants.summary import checked_text, false, header, slower, summary, verdict
from lemmacheck.verifiers.variants.workers import Reply, Task
from markupsafe import Markup

MORE = Markup("<details><summary>{} claims hold</summary>{}</details>")
CALL = "check_variant"
FIELDS = ("claim", "verdict", "witness", "statement")


@dataclass(frozen=True, repr=False)
class NotebookAnswer(Checked):
    """What was found, as a cell of a notebook shows it."""

    def __repr__(self) -> str:
        return checked_text(self)

    def _repr_html_(self) -> Markup:
        return table_html(self)


def refuse_misstated(variant: Variant) -> None:
    """Refuse a claim of the author's own that states nothing, or fails where it is asked, with its line."""
    num = Ball(128)
    with num.active():
        subject = subject_of(SMALL, num, variant.algorithm, 3, variant.loss)
        for claim in variant.claims:
            function = getattr(claim, "function", claim)
            try:
                found = claim(subject)
                parts = conjuncts(found) if isinstance(found, (Relation, tuple, list)) else (found,)
            except ArithmeticError:
                continue
            except Exception as error:
                path = Path(getattr(getattr(function, "__code__", None), "co_filename", ""))
                raise InputError(f"{culprit(error, path)}: {error_text(error)}") from None
            for part in parts:
                if type(part) is not Relation:
                    raise InputError(f"{place_of(function)} {expected.statement(part)}")


@dataclass(frozen=True, repr=False)
class NotebookOnBook(OnBook):
    """What was found of a change of a book's method, as a cell of a notebook shows it."""

    def _repr_html_(self) -> Markup:
        return cell.text(repr(self))


class Here:
    """One who does the tasks of a check in this process, one after the other."""

    count = 1

    def __init__(self, bench: Bench) -> None:
        self.bench = bench

    def ask(self, task: Task) -> Any:
        return getattr(self.bench, task.do)(*task.arguments)

    def replies(self, tasks: list[Task]) -> Iterator[tuple[Task, Reply]]:
        while tasks:
            task = tasks.pop(0)
            yield task, self.rates(task) if task.do == "rates" else Reply(self.ask(task))

    def rates(self, task: Task) -> Reply:
        """How fast the variant is; or why that is not known, as of a list of λ_t that ends before the runs do."""
        try:
            return Reply(self.ask(task))
        except Exception as error:  # the author's
            return Reply(failure=error_text(error))


class Stages(Listener):
    """Progress, a line at a time."""

    def __init__(self, stage: Callable[[str], object]) -> None:
        self.stage = stage

    def decided(self, answer: Answer, done: int, of: int) -> None:
        self.stage(f"{done}{f'/{of}' if of else ''} {answer.theorem.id}")


def check_variant(
    variant: Any, steps: int = 40, only: str = "*", book: Library | str | PathLike[str] = "", budget: int = 0
) -> NotebookAnswer | NotebookOnBook:
    """Every claim that can be asked of a variant, of an object with start and step, or of the file that defines one:
    `only` as P.T3.*,N1.rate. What holds is proved for every run where it can be, for at most `budget` seconds, and the
    rest searched for as many. With `book=`, a file, MODULE:NAME or a Library, the variant changes the method of that
    book, and the book's claims are asked."""
    expected.whole(CALL, 1, steps=steps)
    expected.whole(CALL, 0, budget=budget)
    expected.line(CALL, only=only)
    forget()  # a variable that the author's functions read may be another by now
    if isinstance(book, Library) or book:
        return on_book(variant, steps, only, book)
    found = one(load(str(variant)) if isinstance(variant, str | PathLike) else as_variants(variant, "variant"))
    bench = Bench(found.name, [found])
    bench.ready(0, steps)
    refuse_misstated(found)
    with watched() as stage:
        asking = Asking(steps, budget=budget, only=only, option="only", listener=Stages(stage))
        return NotebookAnswer(**vars(check_one(Here(bench), 0, asking)))


def on_book(variant: Any, steps: int, only: str, book: Library | str | PathLike[str]) -> NotebookOnBook:
    """The claims of a book, asked of a change of its method."""
    opened = book if isinstance(book, Library) else library(str(book))
    if isinstance(variant, str | PathLike):
        change = of_file(opened, str(variant), opened.limit or SECONDS, only)
    else:
        change = of_object(opened, variant, only)
    with watched() as stage:
        return NotebookOnBook(**vars(decide_on_book(opened, change, steps, stage, {})))


@contextmanager
def watched() -> Iterator[Callable[[str], object]]:
    """Where progress goes: to a line of the notebook's cell, which is gone at the end, or to the terminal."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    write, clear = line_of_cell() if hasattr(shell, "kernel") else (progress, clear_progress)
    try:
        yield write
    finally:
        clear()


def line_of_cell() -> tuple[Callable[[str], object], Callable[[], object]]:
    """What writes a line of the notebook's cell, and what clears it."""
    shown = import_module("IPython.display")
    line = shown.display(shown.HTML(""), display_id=True)
    return lambda stage: line.update(shown.HTML(cell.text(stage))), lambda: line.update(shown.HTML(""))


def one(variants: list[Variant]) -> Variant:
    """The one variant that was given, with a name."""
    if len(variants) != 1:
        raise InputError(f"{len(variants)} variants were given; expected one: call check_variant for each")
    return with_name(variants[0], "variant")


def table_html(checked: Checked) -> Markup:
    """The table as HTML: what is broken or fails, the rest folded away, and the margins on real data."""
    loud = [answer for answer in checked.answers if verdict(answer) not in HOLDING]
    quiet = [answer for answer in checked.answers if verdict(answer) in HOLDING]
    lacking = "\n".join(f"note: {one}" for one in checked.lacking)
    head = "\n\n".join(filter(None, (summary(checked), slower(checked), header(checked.variant), lacking)))
    table, rest = cell.table(FIELDS, map(row, loud)), cell.table(FIELDS, map(row, quiet))
    return (
        cell.text(head)
        + table
        + MORE.format(len(quiet), rest)
        + Markup("").join(map(picture, checked.rates.get("races", [])))
    )


def row(answer: Answer) -> tuple[str, ...]:
    """A claim with its verdict, and the run on which it fails."""
    record = answer.theorem
    outcome = answer.outcome
    word = str(record.verdict)
    if record.verdict == Verdict.NOT_APPLICABLE:
        word += f" ({outcome.verdict})" if outcome else f" ({answer.why_not})"
    w = outcome.witness if outcome else None
    return record.id, word, f"Z = {matrix(w.Z)}, {w.when}: {false(w)}" if w else "", record.statement


def picture(race: dict[str, Any]) -> Markup:
    """The margins against t, and γ̄."""
    curves = [Curve(method["name"], method["curve"]["t"], method["curve"]["margin"]) for method in race["methods"]]
    if race["gamma"]:
        gamma, last = race["gamma"]["upper"], race["steps"]
        curves.insert(0, Curve("γ̄", [1, last], [gamma, gamma]))
        curves = [positive(curve) for curve in curves]
    return cell.figure(curves, f"Margins on {race['data']}", "iterations", "margin γ(w)", linear=True)


def positive(curve: Curve) -> Curve:
    """The part of a curve above 0."""
    kept = [(t, x) for t, x in zip(curve.t, curve.value, strict=True) if x >= 0]
    return Curve(curve.name, [t for t, _ in kept], [x for _, x in kept])
