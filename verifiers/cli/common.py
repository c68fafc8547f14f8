"""The common parts of the commands: the application, the chosen claims, the verdicts on record, the data."""

from __future__ import annotations

import os
import re
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer
from lemmacheck.verifiers.library.time_limit import MOST_SECONDS, SECONDS
from lemmacheck.verifiers.records.terminal import InputError, clear_progress, note, one_line, print_json, progress, say

if TYPE_CHECKING:
    from lemmacheck.theory.core.book import Library
    from lemmacheck.theory.core.claim import Claim
    from lemmacheck.verifiers.data import Dataset
    from lemmacheck.verifiers.instances.instance import Instance

Item = TypeVar("Item")
app = typer.Typer(
    name="lemmacheck",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Example: lemmacheck check P.L3.2; lemmacheck new-book mypaper; lemmacheck new-variant mine",
)


class Ended(KeyboardInterrupt):
    """A signal asks the command to end, as Ctrl-C does at a terminal."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@contextmanager
def ending_well() -> Iterator[None]:
    """A context in which SIGTERM and SIGHUP end the command as Ctrl-C does: a later one can go on with what was
    kept."""
    ours = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    in_main = threading.current_thread() is threading.main_thread()
    caught = [number for number in ours if in_main and signal.getsignal(number) == signal.SIG_DFL]  # not under nohup
    for number in caught:
        signal.signal(number, end_by)
    try:
        yield
    finally:
        for number in caught:
            signal.signal(number, signal.SIG_DFL)


def end_by(number: int, _: object) -> None:
    raise Ended(number)


ENDS = (KeyboardInterrupt, BrokenExecutor, OSError, MemoryError)  # after which what was kept can be gone on with


def interrupted(end: BaseException) -> tuple[str, int]:
    """The message of a command that was ended so, and its exit status."""
    if isinstance(end, OSError) and not has_a_folder():
        return "the folder in which it was started is gone; change to one that exists, as `cd ~`", 2
    if isinstance(end, (InputError, OSError)):
        return one_line(str(end)), 2
    if isinstance(end, MemoryError):
        return "out of memory; give fewer rows, columns or steps", 2
    if isinstance(end, BrokenExecutor):
        return "a process died or could not start (was it killed, or out of memory?)", 2
    if isinstance(end, Ended):
        return f"ended by {signal.Signals(end.number).name}", 128 + end.number
    return "interrupted", 130


def has_a_folder() -> bool:
    """Whether the working folder of this process exists."""
    with suppress(OSError):
        return bool(os.getcwd())
    return False


def finished(items: Iterator[Item], kept: list[Item]) -> BaseException | None:
    """Keep one item after the other until Ctrl-C, which is returned where something is kept."""
    try:
        for item in items:
            kept.append(item)
    except KeyboardInterrupt as end:
        if not kept:
            raise
        return end
    return None


def end_with(end: BaseException | None, kept: str) -> None:
    """The end of a command that was interrupted: what it kept, and how the rest is had."""
    if end is not None:
        why, status = interrupted(end)
        note(f"lemmacheck: {why}; {kept}")
        raise typer.Exit(status)


def print_object(document: dict[str, Any], end: BaseException | None) -> None:
    """An object as one JSON document; of a command that was interrupted it says so."""
    print_json(document if end is None else {"interrupted": True, **document})


def print_list(documents: list[Any], end: BaseException | None) -> None:
    """A list as one JSON document; of a command that was interrupted an object, which says so."""
    if end is None:
        print_json(documents)
    else:
        print_object({"results": documents}, end)


def print_results(documents: list[Any], end: BaseException | None = None) -> None:
    """A result as one JSON document, or the list of several."""
    if end is None and len(documents) == 1:
        print_json(documents[0])
    else:
        print_list(documents, end)


def version(asked: bool) -> None:
    if asked:
        from lemmacheck.verifiers.records.provenance import versions

        found = {"lemmacheck": "", **versions()}
        say(", ".join(f"{name} {number}" for name, number in found.items()))
        raise typer.Exit


@app.callback()
def lemmacheck(
    version: Annotated[
        bool, typer.Option("--version", callback=version, is_eager=True, help="Print the versions, and end.")
    ] = False,
) -> None:
    """State a paper's lemma once: it is refuted by a witness, certified on exact runs, or proved for all runs."""


def count(most: int, help: str, least: int = 1) -> Any:
    """An option that is an integer N, of at least `least` and at most `most`."""
    return typer.Option(metavar="N", min=least, max=most, help=help)


def seconds(help: str, least: float = 0.1, *names: str, **more: Any) -> Any:
    """An option that is a time."""
    return typer.Option(*names, metavar="SECONDS", min=least, max=MOST_SECONDS, help=help, **more)


def folder(help: str) -> Any:
    """An option that is a folder to write into."""
    return typer.Option(metavar="FOLDER", help=help)


BOOK = "Your own books stand before them: files, MODULE:NAME, or names of installed books."
PATTERNS = "Claim ids, or patterns such as 'P.L3.*'."
ALL = ("*",)  # as patterns
Ids = Annotated[list[str], typer.Argument(metavar="IDS", help=f"{PATTERNS} {BOOK}")]
SomeIds = Annotated[list[str] | None, typer.Argument(metavar="IDS", help=f"{PATTERNS} All claims without them. {BOOK}")]
Timeout = Annotated[float, seconds("Processor time that one call of a book's code may take.")]
NewName = Annotated[str, typer.Argument(metavar="NAME", help="NAME.py is written; nothing is overwritten.")]
Json = Annotated[bool, typer.Option("--json", help="Print exactly one JSON document.")]

NEAR = 3  # claims that are named where one is not found
FILES = 100  # in which an id is looked for
AFFORDABLE = 10**8  # rows x columns x steps: about ten minutes in balls


def of_book(ids: list[str], timeout: float = SECONDS, asked: Sequence[str] | None = None) -> tuple[Library, list[str]]:
    """The chosen library, and the arguments that follow it: books may stand first, as files or names.

    The code of the claims that the arguments name runs in the preflight first; `asked` are others than the arguments.
    """
    from lemmacheck.theory.core.opening import AND, origin_of
    from lemmacheck.verifiers.library.preflight import open_library
    from lemmacheck.verifiers.library.shipped import LIBRARY
    from lemmacheck.verifiers.library.source_rules import forgotten

    origins: list[str] = []
    for given in ids:
        origin = origin_of(given) if given not in LIBRARY.claims else None
        if origin is None:
            break
        origins.append(origin)
    rest = ids[len(origins) :]
    if not origins:
        return LIBRARY, rest
    wanted = (rest or ALL) if asked is None else asked
    library = open_library(AND.join(dict.fromkeys(origins)), timeout, wanted, progress)
    clear_progress()
    for path in (part.path for part in library.parts if part.origin.endswith(".py")):
        for line in forgotten(path):
            note(line)
    return library, rest


def selected(
    ids: list[str], timeout: float = SECONDS, asked: Sequence[str] | None = None
) -> tuple[Library, list[Claim]]:
    """The chosen library, and its claims with these ids or matching these patterns, in its order."""
    library, rest = of_book(ids, timeout, asked)
    return library, among(library, rest, ids[: len(ids) - len(rest)])


def listing(books: Sequence[str]) -> str:
    """The command that lists the claims."""
    return f"`{' '.join(['lemmacheck claims', *books])}` lists them"


def among(library: Library, ids: list[str], books: Sequence[str] = ()) -> list[Claim]:
    """The claims of a library with these ids or matching these patterns, all without them."""
    from difflib import get_close_matches

    from lemmacheck.theory.core.book import is_among
    from lemmacheck.verifiers.library.shipped import LIBRARY

    known = library.claims
    chosen: list[str] = []
    for given in ids or ["*"]:
        matching = [name for name in known if is_among(name, given)]
        if not matching:
            close = within(library, given) or at_place(library, given)[:NEAR]
            close = close or get_close_matches(given, known, NEAR, 0.5)
            hint = f"did you mean {', '.join(close)}?" if close else listing(books)
            if not close and any(is_among(id, given) for id in LIBRARY.claims):
                hint = "with a book before them the ids are its own: ask for this one without the book"
            hint = of_a_file(given, library) or hint
            raise InputError(f"no claim is called {given!r}: expected an id or a pattern; {hint}")
        chosen += matching
    return [known[name] for name in dict.fromkeys(chosen)]


def within(library: Library, given: str) -> list[str]:
    """The pattern of the claims whose ids go on from this one, as P.T3.1.1 does from P.T3.1."""
    return [f"'{given}.*'"] if any(id.startswith(f"{given}.") for id in library.claims) else []


def at_place(library: Library, place: str) -> list[str]:
    """The claims at a place such as Theorem 3.1, by id."""
    whole = re.compile(rf"{re.escape(place)}(?!\w|\.\w)", re.IGNORECASE)
    return [claim.id for claim in library.claims.values() if whole.match(claim.source.place)]


def of_a_file(given: str, library: Library) -> str:
    """A hint, where a book's file was meant, or a claim of a book that is not given."""
    from lemmacheck.verifiers.library.shipped import LIBRARY

    if Path(given).suffix == ".py" or Path(f"{given}.py").is_file():
        meant = "" if Path(given).suffix == ".py" else f"did you mean {given}.py? "
        return f"{meant}a book stands before its ids, as in: lemmacheck check {Path(given).with_suffix('.py')} 'L.*'"
    if re.fullmatch(r"[a-z_]\w*(\.[a-z_]\w*)+", given):
        return f"the book of a module is {given}:BOOK"
    if library is not LIBRARY:
        return ""
    if beside := [path for path in sorted(Path().glob("*.py"))[:FILES] if states(path, given)]:
        return f"{beside[0]} names it: lemmacheck check {beside[0]} {given}"
    return ""


def states(path: Path, id: str) -> bool:
    """Whether a file's text names this id; a folder, a pipe or a file that is not ours to read does not."""
    with suppress(OSError):
        return path.is_file() and f'"{id}"' in path.read_text(encoding="utf-8", errors="ignore")
    return False


def write_new(name: str, text: str, command: str) -> None:
    """Write NAME.py with this text, for this command; nothing is overwritten."""
    path = Path(name if name.endswith(".py") else f"{name}.py")
    if not Path(name).name.removesuffix(".py").strip("."):
        raise InputError(f"{name!r} names no file; give a name, as mine for mine.py")
    if not path.parent.is_dir():
        raise InputError(f"no folder {str(path.parent)!r} to write {path.name} into; make it, or give another name")
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise InputError(f"{path} exists and is not overwritten; give another name") from None
    say(f"{path}: edit it, then run `lemmacheck {command} {quote(str(path))}`")


def load_data(name: str) -> Dataset:
    """A named or stored data set; of a table it is said which column was taken as the labels."""
    from lemmacheck.verifiers.data import load

    data = load(name)
    if taken := data.labels_text():
        note(taken)
    return data


def load_instance(name: str, unit: bool, steps: int, own: bool = False) -> Instance:
    """The rows of a named or stored data set as an instance, as they are or scaled into the unit ball.

    For a problem of one's own a .csv file is the matrix Z itself; rows of data with labels are −y x.
    """
    from lemmacheck.verifiers.data.files import read_rows
    from lemmacheck.verifiers.instances.instance import Instance

    if own and not unit and name.lower().removesuffix(".gz").endswith(".csv"):
        rows = read_rows(name)
        refuse_unaffordable(len(rows), len(rows[0]), steps)
        return Instance(name, tuple(map(tuple, rows)))
    data = load_data(name)
    refuse_unaffordable(data.n, data.d, steps)
    if own and data.labels:
        note(f"{name} has labels: the rows of Z are −y·x; of a .csv file without --unit, Z is all of its columns")
    return Instance(name, data.unit_rows() if unit else data.rows())


def refuse_unaffordable(n: int, d: int, steps: int) -> None:
    if n * d * steps > AFFORDABLE:
        raise InputError(
            f"{n} x {d} data for {steps} steps is too much for balls; "
            f"expected rows x columns x steps of at most {AFFORDABLE:.0e}: give fewer --steps or fewer rows"
        )


def room_for(out: Path | None) -> None:
    """Refuse an output folder that is a file, or that cannot be made or written to, before anything is computed."""
    if out is None:
        return
    from tempfile import TemporaryDirectory

    there = next(path for path in (out, *out.absolute().parents) if path.exists())
    if not there.is_dir():
        raise InputError(f"--out {str(out)!r}: {str(there)!r} is a file; expected a folder, made if it is missing")
    try:
        with TemporaryDirectory(dir=there):
            pass
    except OSError as error:
        raise InputError(
            f"--out {str(out)!r}: nothing can be made in {str(there)!r} ({error.strerror}); expected another folder"
        ) from None


def silent(asked: Sequence[Claim]) -> None:
    """Exit with 1 where claims that were asked did not end, with the line at fault once."""
    late = {
        claim.id: claim.library.late[claim.id] for claim in asked if claim.library and claim.id in claim.library.late
    }
    for line in dict.fromkeys(late.values()):
        note(f"finding: {', '.join(id for id in late if late[id] == line)}: {line}")
    if late:
        raise typer.Exit(1)


def show(results: Sequence[Any], text_of: Callable[[Any], str], json: bool, end: BaseException | None) -> None:
    """Print results as text, or as one JSON document: a result, or a list of several."""
    from dataclasses import asdict

    clear_progress()
    if json:
        print_results([asdict(result) for result in results], end)
    else:
        say("\n".join(map(text_of, results)))
