"""The only module that prints: results on stdout, progress and messages on stderr.

What a stream cannot encode is replaced, in JSON escaped. What nobody reads (`| head`, `>&-`) is dropped, and so is a
message that cannot be written: the exit status is that of the work. A result that cannot be written is an error.

On a terminal results are wrapped at its width, each line under its own beginning; verdicts have colours unless NO_COLOR
is set. Characters of anybody's file that steer a terminal or turn the direction of writing are shown as code points.
"""

from __future__ import annotations

import io
import json
import os
import re
import sys
from typing import TYPE_CHECKING, TextIO

from lemmacheck.verifiers.records.inert import inert, inert_json
from lemmacheck.verifiers.records.text import ends

if TYPE_CHECKING:
    from rich.console import Console

COLOURS = {
    r"\b(CERTIFIED|PROVED|stands)\b": "green",
    r"\bSUPPORTED\b": "cyan",
    r"\b(REFUTED|BROKEN|DOES NOT STAND)\b": "bold red",
    r"\b(UNDECIDED|ILL-FORMED)\b": "yellow",
    r"^\S+(?=  [A-Z])": "bold",
}
BEGINNING = re.compile(r" *(?:[a-z]+ {2,})?")
LONGEST_WORD, LONGEST = 1000, 3000  # characters of a message: paths are whole, what is given by the megabyte is not


class InputError(Exception):
    """Bad input: one line saying what was given, what is expected and what to do."""


def one_line(text: str) -> str:
    """A message in one line of a length that is read, its beginning and its end."""
    return ends(" ".join(ends(word, LONGEST_WORD) for word in text.split()), LONGEST)


def ready_streams() -> None:
    """Make sure that there are streams, that no file takes their numbers, and that any character can be written."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:  # closed: the lowest number that is free
            os.open(os.devnull, os.O_RDWR)
    sys.stdout = sys.stdout or os.fdopen(1, "w", closefd=False)
    sys.stderr = sys.stderr or os.fdopen(2, "w", closefd=False)
    for stream, errors in ((sys.stdout, "replace"), (sys.stderr, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def put(text: str, stream: TextIO) -> None:
    """A text, at once, to whoever reads the stream."""
    try:
        stream.write(text)
        stream.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        if stream is sys.stdout and not isinstance(error, BrokenPipeError):
            raise OSError(error.errno, error.strerror, "standard output") from None


def say(result: object) -> None:
    """A result, on stdout."""
    text = inert(str(result))
    if sys.stdout.isatty():
        from rich.console import Console

        text = dressed(text, Console(color_system=None if os.environ.get("NO_COLOR") else "auto"))
    put(f"{text}\n", sys.stdout)


def dressed(text: str, console: Console) -> str:
    """A text as a terminal of this width and these colours shows it: what is wrapped stands under its beginning, of
    `name   value` under the value."""
    from rich.text import Text

    half = console.width // 2
    with console.capture() as capture:
        for line in text.split("\n"):
            whole = Text(line)
            for pattern, style in COLOURS.items():
                whole.highlight_regex(pattern, style)
            begins = [len(line) - len(BEGINNING.sub("", line, count=1)), len(line) - len(line.lstrip(" "))]
            head, body = whole.divide([next((at for at in begins if at <= half), begins[1])])
            head.truncate(half)
            for part in body.wrap(console, console.width - len(head)):
                part.rstrip()
                console.print(head + part)
                head = Text(" " * len(head))
    return capture.get().removesuffix("\n")


def print_json(document: object) -> None:
    """One JSON document, on stdout."""
    unicode = sys.stdout.encoding.lower().startswith("utf")
    put(inert_json(json.dumps(document, ensure_ascii=not unicode, indent=2)) + "\n", sys.stdout)


def note(message: str) -> None:
    """A message, on stderr."""
    put(f"{inert(message)}\n", sys.stderr)


def progress(message: str) -> None:
    """Progress: one line that overwrites itself on a terminal; elsewhere each stage and every tenth of it."""
    if sys.stderr.isatty():
        columns = os.get_terminal_size(sys.stderr.fileno()).columns  # 0 where it is not known
        return put(f"\r\x1b[K{inert(message)[: columns - 1 if columns else None]}", sys.stderr)
    if is_due(message):
        note(message)


def is_due(message: str) -> bool:
    """Whether progress is written: on a terminal all of it, elsewhere each stage and every tenth."""
    done, _, total = message.partition(" ")[0].partition("/")
    every_tenth = total.isdigit() and int(done) % max(1, int(total) // 10) == 0
    return sys.stderr.isatty() or not total or every_tenth


def clear_progress() -> None:
    """Leave the terminal's line of progress empty."""
    if sys.stderr.isatty():
        put("\r\x1b[K", sys.stderr)
