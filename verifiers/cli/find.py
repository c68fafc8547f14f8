"""The command find: statements by place, id or words. Many are one line each, the first of them by their weight."""

from __future__ import annotations

import re
from pathlib import Path
from shlex import join
from shutil import get_terminal_size
from sys import modules
from typing import TYPE_CHECKING, Annotated

import typer
from lemmacheck.theory.core.source import in_the_first
from lemmacheck.verifiers.cli.common import BOOK, SECONDS, Json, Timeout, app, listing, of_book
from lemmacheck.verifiers.records.terminal import InputError, print_json, say
from lemmacheck.verifiers.records.text import columns, cut

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lemmacheck.theory.core.book import Library
    from lemmacheck.theory.core.claim import Claim
    from lemmacheck.verifiers.records.verdict import Verdict

FEW, WIDTH = 20, 100  # statements shown whole; characters of a line where there is no terminal


@app.command(epilog='Example: lemmacheck find "Lemma C.7"')
def find(
    text: Annotated[list[str], typer.Argument(metavar="TEXT", help=f"A place, an id or words. {BOOK}")],
    whole: Annotated[bool, typer.Option("--all", help="Show every statement that is found, however many.")] = False,
    json: Json = False,
    timeout: Timeout = SECONDS,
) -> None:
    """Find statements by place, id or words. Each is shown with its verdict and its file."""
    from lemmacheck.reports.model import weight
    from lemmacheck.verifiers.cli.known import verdicts

    library, words = of_book(text, timeout, asked=())
    wanted, known = " ".join(words), verdicts(library)
    found = claims_matching(library, wanted)
    if not found:
        books = text[: len(text) - len(words)]
        hint = next((f"a book stands first: lemmacheck find {word} …" for word in words if word.endswith(".py")), "")
        raise InputError(f"no claim's place, id or statement holds {wanted!r}; {hint or listing(books)}")
    if json:
        told = [(claim.id, claim.source.place, claim.statement, where(claim), known.get(claim.id)) for claim in found]
        print_json([dict(zip(("id", "place", "statement", "where", "verdict"), one, strict=True)) for one in told])
    elif whole or len(found) <= FEW:
        for claim in found:
            verdict = known.get(claim.id, "no verdict on record")
            say(f"{claim.id}  {claim.source.place}  {verdict}\n    {claim.statement}\n    {in_short(claim)}")
    else:
        say(in_lines(sorted(found, key=lambda claim: weight(claim.kind, claim.source.place))[:FEW], known))
        again = join(["lemmacheck", "find", *text, "--all"])
        say(f"and {len(found) - FEW} more, as `{again}` shows, with their files; more words narrow it down")


def in_lines(claims: Sequence[Claim], known: dict[str, Verdict]) -> str:
    """A line for each claim, as far as the terminal is wide: its id, its verdict, its place and what it says."""
    said = [f"{in_the_first(claim.source.place)}: {' '.join(claim.statement.split())}" for claim in claims]
    rows = [(claim.id, known.get(claim.id, "–"), text) for claim, text in zip(claims, said, strict=True)]
    width = get_terminal_size((WIDTH, 0)).columns
    return "\n".join(cut(line, width) for line in columns(rows).splitlines())


def claims_matching(library: Library, text: str) -> list[Claim]:
    """The claims whose id or place holds the text, as whole words; without any, those whose statement holds it, or
    holds all its words beside its place."""
    whole = re.compile(rf"(?<![\w.]){re.escape(text)}(?!\w|\.\w)", re.IGNORECASE)
    book = list(library.claims.values())
    placed = [claim for claim in book if whole.search(claim.id) or whole.search(claim.source.place)]
    stated = [claim for claim in book if text.lower() in claim.statement.lower()]
    every = [re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", re.IGNORECASE) for word in text.split()]
    return (
        placed
        or stated
        or [claim for claim in book if all(word.search(f"{claim.source.place} {claim.statement}") for word in every)]
    )


def where(claim: Claim) -> str:
    """The file and line of a claim: relative to this folder where it is inside."""
    code = claim.function.__code__
    path = Path(code.co_filename).resolve()
    return f"{path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path}:{code.co_firstlineno}"


def in_short(claim: Claim) -> str:
    """The file and line of a claim, or its module and line where that is shorter."""
    code, module = claim.function.__code__, claim.function.__module__
    of_module = getattr(modules.get(module), "__file__", None) == code.co_filename
    place, as_module = where(claim), f"{module}:{code.co_firstlineno}"
    return as_module if of_module and len(as_module) < len(place) else place
