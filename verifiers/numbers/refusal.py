"""What exact arithmetic refuses of an author's code: one line, with the author's file and line, that nothing hides."""

from __future__ import annotations

import contextlib
import fractions
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from types import FrameType
from typing import NoReturn

import numpy as np
from lemmacheck.verifiers.records.terminal import InputError

HOME = Path(__file__).parents[2]
PASSED_ON = (
    *(str(HOME / "theory" / room) for room in ("core", "margins")),
    str(HOME / "verifiers"),
    str(Path(np.__file__).parent),
    contextlib.__file__,
    fractions.__file__,
)


class Inexact(InputError):
    """An author's code leaves exact arithmetic."""


_made: ContextVar[list[Inexact] | None] = ContextVar("refusals", default=None)


@contextmanager
def watched() -> Iterator[None]:
    """Whatever is refused in here is raised at the end, though the author's code may have caught it."""
    made: list[Inexact] = []
    token = _made.set(made)
    try:
        yield
    except TypeError as error:
        if not ("fmpq" in str(error) and "float" in str(error)):
            raise
        last = error.__traceback__
        while last is not None and last.tb_next is not None:
            last = last.tb_next
        line = author_line(last.tb_frame if last else None)
        made.append(Inexact(f"{line}: a float meets an exact number; write Fraction(1, 3) for 1/3, or x / 3"))
    finally:
        _made.reset(token)
        if made:
            raise made[0] from None


def refuse(what: str) -> NoReturn:
    """Refuse what the author's line does."""
    error = Inexact(f"{author_line(sys._getframe(1))}: {what}")
    made = _made.get()
    if made is not None:
        made.append(error)
    raise error


def author_line(frame: FrameType | None) -> str:
    """file:line of the innermost frame of a book, shipped or a stranger's; else of the core."""
    ours = ""
    while frame is not None:
        name = frame.f_code.co_filename
        if not name.startswith(PASSED_ON):
            return f"{name}:{frame.f_lineno}"
        if not ours and name.startswith(PASSED_ON[0]):
            ours = f"{name}:{frame.f_lineno}"
        frame = frame.f_back
    return ours or "a claim"
