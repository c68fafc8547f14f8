"""The only module that prints: results on stdout, progress and messages on stderr.

What a stream cannot encode is replaced, in JSON escaped. Where nobody reads a stream any more (`| head`), the work goes
on and what is printed is dropped, so that the exit status is that of the work.

On a terminal results are wrapped at its width, each line under its own beginning, and verdicts have colours, unless
NO_COLOR is set.

What is printed may come from anybody's file: characters that steer a terminal or turn the direction of writing are
shown as their code points.
"""

from __future__ import annotations

import io
import json
import os
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
LONGEST_WORD, LONGEST = 1000, 3000  # characters of a message: paths are whole, what is given by the megabyte is not


class InputError(Exception):
    """Bad input: one line saying what was given, what is expected and what to do."""


def one_line(text: str) -> str:
    """A message in one line of a length that is read, its beginning and its end."""
    return ends(" ".join(ends(word, LONGEST_WORD) for word in text.split()), LONGEST)


def encode_anything() -> None:
    """From here on no character is an error, whatever the encoding of the streams."""
    for stream, errors in ((sys.stdout, "replace"), (sys.stderr, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def put(text: str, stream: TextIO) -> None:
    """A text and a line break, at once, to whoever reads the stream."""
    try:
        stream.write(f"{text}\n")
        stream.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def say(result: object) -> None:
    """A result, on stdout."""
    text = inert(str(result))
    if sys.stdout.isatty():
        from rich.console import Console

        text = dressed(text, Console(color_system=None if os.environ.get("NO_COLOR") else "auto"))
    put(text, sys.stdout)


def dressed(text: str, console: Console) -> str:
    """A text as a terminal of this width and these colours shows it: what is wrapped stands under its line."""
    from rich.text import Text

    with console.capture() as capture:
        for line in text.split("\n"):
            body = Text(line.lstrip(" "))
            indent = min(len(line) - len(body), console.width // 2)
            for pattern, style in COLOURS.items():
                body.highlight_regex(pattern, style)
            for part in body.wrap(console, console.width - indent):
                part.rstrip()
                console.print(Text(" " * indent) + part)
    return capture.get().removesuffix("\n")


def print_json(document: object) -> None:
    """One JSON document, on stdout."""
    unicode = sys.stdout.encoding.lower().startswith("utf")
    put(inert_json(json.dumps(document, ensure_ascii=not unicode, indent=2)), sys.stdout)


def note(message: str) -> None:
    """A message, on stderr."""
    put(inert(message), sys.stderr)


def progress(message: str) -> None:
    """Progress: one line that overwrites itself on a terminal; elsewhere each stage and every tenth of it."""
    if sys.stderr.isatty():
        columns = os.get_terminal_size(sys.stderr.fileno()).columns  # 0 where it is not known
        sys.stderr.write(f"\r\x1b[K{inert(message)[: columns - 1 if columns else None]}")
        sys.stderr.flush()
        return
    done, _, total = message.partition(" ")[0].partition("/")
    if not total or (total.isdigit() and int(done) % max(1, int(total) // 10) == 0):
        note(message)


def clear_progress() -> None:
    """Leave the terminal's line of progress empty."""
    if sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K")
