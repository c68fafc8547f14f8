"""An author's code makes no fork of its process: both would go on with the same work, and answer twice. Nor does it
leave a hook there for whatever the process does, which nobody could take away."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

REFUSED = dict.fromkeys(("os.fork", "os.forkpty"), "makes a second process, which would answer as this one does")
REFUSED["sys.addaudithook"] = "leaves behind what runs when nobody calls it"
within: list[None] = []  # an entry for each context that is entered


@contextmanager
def alone() -> Iterator[None]:
    """Whoever does so in here meets an error at the line that does."""
    listen()
    within.append(None)
    try:
        yield
    finally:
        within.pop()


@cache
def listen() -> None:
    """Python calls what is added here at every such event, for as long as the process lives."""
    sys.addaudithook(refuse)


def refuse(event: str, _: object) -> None:
    if within and event in REFUSED:
        raise RuntimeError(f"{event}() {REFUSED[event]}; leave it out")
