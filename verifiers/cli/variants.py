"""Commands for those who propose a method: variant, compare, new-variant."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from lemmacheck.verifiers.cli.common import (
    Json,
    NewName,
    app,
    count,
    end_with,
    finished,
    folder,
    of_book,
    print_list,
    print_results,
    room_for,
    seconds,
    silent,
    write_new,
)
from lemmacheck.verifiers.records.terminal import InputError, clear_progress, note, print_json, progress, say

if TYPE_CHECKING:
    from lemmacheck.theory.core.book import Library
    from lemmacheck.verifiers.records.verdict import Verdict
    from lemmacheck.verifiers.variants.answer import Checked
    from lemmacheck.verifiers.variants.checking import Asking
    from lemmacheck.verifiers.variants.on_book import OnBook

TESTS = "counterexamples.py"  # a name that pytest collects only where it is asked to
File = Annotated[str, typer.Argument(metavar="FILE", help="A Python file that defines `variant`, or a name.")]
Steps = Annotated[int, count(10_000, "Iterations of each run.")]
Timeout = Annotated[float, seconds("Processor time that one task may take.")]
NoRates = Annotated[bool, typer.Option("--no-rates", help="Leave out the fitted exponents and the race.")]
BREAKS = "Search runs that break what holds, on each processor."
Search = Annotated[float, seconds(BREAKS, 0, "--budget", envvar="LEMMACHECK_BUDGET")]
Only = Annotated[str, typer.Option(metavar="PATTERNS", help="Only claims whose id matches, such as 'P.T3.*,N1.rate'.")]
Books = Annotated[
    list[str] | None,
    typer.Option(
        "--book",
        metavar="BOOK",
        help="A variant changes the method of this book: its claims alone are asked. May be repeated.",
    ),
]
Debug = Annotated[bool, typer.Option("--debug", help="Show the traceback of an error in the author's code.")]


@app.command(epilog="Example: lemmacheck variant my_variant.py --out my-report")
def variant(
    file: File,
    json: Json = False,
    out: Annotated[Path | None, folder("Folder for the report, and the counterexamples as tests.")] = None,
    steps: Steps = 40,
    timeout: Timeout = 10.0,
    no_rates: NoRates = False,
    budget: Search = 20.0,
    only: Only = "*",
    debug: Debug = False,
    book: Books = None,
) -> None:
    """Ask all claims of a variant. Shown is which theorems apply and hold, and what its runs break."""
    from lemmacheck.verifiers.variants.checking import Asking

    room_for(out)
    if book:
        return of_a_book(file, book, steps, timeout, json, out, only)
    found = check_and_print(file, Asking(steps, timeout, not no_rates, budget, only), debug, quiet=json)
    clear_progress()
    if json:
        print_results([one.to_dict() for one in found])
    for path in write_reports(found, out) if out is not None else []:
        (note if json else say)(str(path))
    if any(one.broken for one in found):
        raise typer.Exit(1)


def of_a_book(file: str, books: list[str], steps: int, timeout: float, json: bool, out: Path | None, only: str) -> None:
    """The claims of a book on a change of its method; 1 where one is refuted that the method itself does not fail,
    or none is decided."""
    from lemmacheck.reports.writing import write_report
    from lemmacheck.verifiers.records.verdict import Header
    from lemmacheck.verifiers.variants.on_book import decide_on_book, of_file

    library, known = open_books(books, timeout)
    found = decide_on_book(library, of_file(library, file, timeout, only), steps, progress, known)
    clear_progress()
    if json:
        print_json([record.to_dict() for record in found.records])
    else:
        say(repr(found))
    header = Header(f"{found.name} in {', '.join(books)}", variant=found.name)
    for path in write_report(found.records, out, header) if out else []:
        (note if json else say)(str(path))
    broken = found.new or found.of_nothing
    if broken and json:
        note(f"finding: {found.finding}")
    silent(found.claims)
    if broken:
        raise typer.Exit(1)


def open_books(books: list[str], timeout: float) -> tuple[Library, dict[str, Verdict]]:
    """The books whose method is changed, and the verdicts on record of their own methods."""
    from lemmacheck.verifiers.cli.known import verdicts

    library, rest = of_book(books, timeout)
    if rest:
        raise InputError(
            f"--book {rest[0]!r}: no such book; expected a file, MODULE:NAME or the name of an installed book"
        )
    return library, verdicts(library)


def compare_in_a_book(files: list[str], books: list[str], steps: int, timeout: float, json: bool, only: str) -> None:
    """Changes of a book's method beside the book's own; 1 where one breaks a claim, or none is decided of it."""
    from lemmacheck.verifiers.variants.on_book import decide_on_book, of_file, side_by_side

    library, known = open_books(books, timeout)
    changes = [of_file(library, file, timeout, only) for file in files]
    found: list[OnBook] = []
    end = finished((decide_on_book(library, change, steps, progress, known) for change in changes), found)
    beside = not (json or end)  # of the book's own method more has to be decided
    text = side_by_side(library, found, steps, progress) if beside else "\n\n".join(map(repr, found))
    clear_progress()
    if json:
        print_list([one.to_dict() for one in found], end)
    else:
        say(text)
    end_with(end, kept_text(one.name for one in found))
    broken = [one for one in found if one.new or one.of_nothing]
    for one in broken:
        note(f"finding: {one.finding}")
    if broken:
        raise typer.Exit(1)


def kept_text(names: Iterable[str]) -> str:
    return f"this is of {', '.join(names)}; the same command with the other files goes on"


def check_and_print(file: str, asking: Asking, debug: bool, quiet: bool) -> list[Checked]:
    """The variants of a file, checked; each finding is printed as it comes."""
    from dataclasses import replace

    from lemmacheck.verifiers.variants.workers import warm_up

    warm_up()

    from lemmacheck.verifiers.cli.telling import Teller
    from lemmacheck.verifiers.variants.checking import check_file
    from lemmacheck.verifiers.variants.workers import Failure

    try:
        return check_file(file, replace(asking, listener=Teller(asking, quiet)))
    except Failure as error:
        clear_progress()
        if debug:
            note(error.detail.rstrip())
        raise


def write_reports(found: list[Checked], out: Path) -> list[Path]:
    """Write a report of each variant, and its counterexamples as tests; several variants have a folder each."""
    from lemmacheck.reports.json_ import write_atomically
    from lemmacheck.reports.writing import write_report
    from lemmacheck.verifiers.variants.heading import heading
    from lemmacheck.verifiers.variants.paste import module

    folders = [out / re.sub(r"[^\w.-]+", "-", one.variant.name) for one in found] if len(found) > 1 else [out]
    paths = []
    for one, into in zip(found, folders, strict=True):
        paths += write_report(one.records(), into, heading(one))
        if tests := module(one.records()):
            write_atomically(into / TESTS, tests)
            paths.append(into / TESTS)
    return paths


@app.command(epilog="Example: lemmacheck compare my_variant.py another.py")
def compare(
    files: Annotated[list[str], typer.Argument(metavar="FILE", help="Variant files, or names.")],
    json: Json = False,
    steps: Steps = 40,
    timeout: Timeout = 10.0,
    no_rates: NoRates = False,
    budget: Search = 20.0,
    only: Only = "*",
    debug: Debug = False,
    book: Books = None,
) -> None:
    """Compare variants side by side. Shown are the claims on which they differ, and how fast they are."""
    from contextlib import ExitStack
    from dataclasses import replace

    from lemmacheck.verifiers.cli.race import load_variants
    from lemmacheck.verifiers.variants.checking import Asking
    from lemmacheck.verifiers.variants.comparing import compared
    from lemmacheck.verifiers.variants.loading import entry_point_of

    if book:
        return compare_in_a_book(files, book, steps, timeout, json, only)
    for file in files:
        entry_point_of(file)
    with ExitStack() as stack:  # a fault in one is reported before another takes its minute
        for _ in load_variants(files, steps, timeout, stack):
            pass
    asking = Asking(steps, timeout, not no_rates, budget, only)
    found: list[Checked] = []

    def each() -> Iterator[Checked]:
        for file in files:
            beside = tuple(one.variant.name for one in found)
            yield from check_and_print(file, replace(asking, beside=beside), debug, quiet=True)

    end = finished(each(), found)
    clear_progress()
    if json:
        print_list([one.to_dict() for one in found], end)
    else:
        say(compared(found))
    end_with(end, kept_text(one.variant.name for one in found))
    if any(one.broken for one in found):
        raise typer.Exit(1)


@app.command("new-variant", epilog="Example: lemmacheck new-variant my_variant")
def new_variant(name: NewName) -> None:
    """Write a variant to start from. NAME.py has comments."""
    from lemmacheck.verifiers.variants.starting import TEXT

    write_new(name, TEXT, "variant")
