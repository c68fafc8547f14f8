"""An author's code may not fork its process: parent and child would go on with the same work, and answer twice. Nor may
it add an audit hook, which Python calls at every event and nobody can take away."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

REFUSED = dict.fromkeys(("os.fork", "os.forkpty"), "makes a second process, which would answer as this one does")
REFUSED["sys.addaudithook"] = "leaves behind what runs when nobody calls it"
within: list[None] = []  # an entry for each context that is entered


@contextmanager
def forks_refused() -> Iterator[None]:
    """A context in which a fork, or a new audit hook, is an error at the line that asks for it."""
    listen()
    within.append(None)
    try:
        yield
    finally:
        within.pop()


@cache
def listen() -> None:
    """Add our own hook, once; Python calls it at every such event for as long as the process lives."""
    sys.addaudithook(refuse)


def refuse(event: str, _: object) -> None:
    if within and event in REFUSED:
        raise RuntimeError(f"{event}() {REFUSED[event]}; leave it out")
