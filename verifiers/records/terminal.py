"""The only module that prints: results on stdout, progress and messages on stderr.

What a stream cannot encode is replaced, in JSON escaped. Where nobody reads a stream any more (`| head`), the work goes
on and what is printed is dropped, so that the exit status is that of the work.

What is printed may come from anybody's file: characters that steer a terminal or turn the direction of writing are
shown as their code points.
"""

from __future__ import annotations

import io
import json
import os
import sys
from typing import TextIO

from lemmacheck.verifiers.records.inert import inert, inert_json

LONGEST_WORD, LONGEST = 1000, 3000  # characters of a message: paths are whole, what is given by the megabyte is not


class InputError(Exception):
    """Bad input: one line saying what was given, what is expected and what to do."""


def one_line(text: str) -> str:
    """A message in one line of a length that is read, its beginning and its end."""
    return cut(" ".join(cut(word, LONGEST_WORD) for word in text.split()), LONGEST)


def cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most // 2]}…{text[1 - most + most // 2 :]}"


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
    put(inert(str(result)), sys.stdout)


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
        sys.stderr.write(f"\r\x1b[K{inert(message)}")
        sys.stderr.flush()
        return
    done, _, total = message.partition(" ")[0].partition("/")
    if not total or int(done) % max(1, int(total) // 10) == 0:
        note(message)


def clear_progress() -> None:
    """Leave the terminal's line of progress empty."""
    if sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K")
