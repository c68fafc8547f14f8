"""The only module that prints: results on stdout, progress and messages on stderr.

What is printed may come from anybody's file: characters that steer a terminal or turn the direction of writing are
shown as their code points.
"""

from __future__ import annotations

import json
import sys

from lemmacheck.verifiers.records.inert import inert, inert_json


class InputError(Exception):
    """Bad input: one line saying what was given, what is expected and what to do."""


def say(result: object) -> None:
    """A result, on stdout."""
    print(inert(str(result)), flush=True)


def print_json(document: object) -> None:
    """One JSON document, on stdout."""
    print(inert_json(json.dumps(document, ensure_ascii=False, indent=2)))


def note(message: str) -> None:
    """A message, on stderr."""
    print(inert(message), file=sys.stderr, flush=True)


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
