"""The refusals of exact arithmetic: one line, with the author's file and line, that nothing hides."""

import contextlib
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from types import FrameType
from typing import NoReturn

import numpy as np
from lemmacheck.theory.core.shared import installed
from lemmacheck.verifiers.records.terminal import InputError

HOME = Path(__file__).parents[2]
PASSED_ON = str(HOME / "verifiers"), str(Path(np.__file__).parent)
SHARED = re.compile(re.escape(str(HOME)) + r".theory.(core|margins|books.\w+.methods)\b")  # what any book calls
ASKING = tuple(str(HOME / "verifiers" / room) for room in ("cli", "library", "pytest"))  # who calls the author's code
STANDARD = str(Path(contextlib.__file__).parent)


class Inexact(InputError):
    """An author's code leaves exact arithmetic."""


_made: ContextVar[list[Exception] | None] = ContextVar("refusals", default=None)
_authored: ContextVar[bool] = ContextVar("of an author", default=False)


@contextmanager
def watched(of_an_author: bool = False) -> Iterator[None]:
    """A context at whose end a refusal in it is raised, even if the author's code has caught it."""
    made: list[Exception] = []
    token, whose = _made.set(made), _authored.set(of_an_author or _authored.get())
    try:
        yield
    except TypeError as error:
        if not ("float" in str(error) and re.search("fmpq|Scalar", str(error))):
            raise
        last = error.__traceback__
        while last is not None and last.tb_next is not None:
            last = last.tb_next
        line = author_line(last.tb_frame if last else None)
        made.append(Inexact(f"{line}: a float meets an exact number; write Fraction(1, 3) for 1/3, or x / 3"))
    finally:
        _made.reset(token)
        _authored.reset(whose)
        if made:
            raise made[0] from None


def watching() -> bool:
    """Whether an author's code is running."""
    return _made.get() is not None


def of_an_author() -> bool:
    """Whether that code is an author's, not ours."""
    return _authored.get()


def refuse(what: str) -> NoReturn:
    """Refuse the operation in the author's line."""
    error = Inexact(f"{author_line(sys._getframe(1))}: {what}")
    remember(error)
    raise error


def remember(error: Exception) -> None:
    """Keep an error, to be raised at the end, even if the author's code catches it."""
    made = _made.get()
    if made is not None:
        made.append(error)


def author_line(frame: FrameType | None) -> str:
    """file:line of the innermost frame of a book, shipped or a stranger's; else of the core."""
    ours = ""
    while frame is not None:
        name = frame.f_code.co_filename
        if name.startswith(ASKING):
            break
        standard = name.startswith(STANDARD) and not installed(name)
        shared = SHARED.match(name)
        if not (standard or shared or name.startswith(PASSED_ON)):
            return f"{name}:{frame.f_lineno}"
        if shared and not ours:
            ours = f"{name}:{frame.f_lineno}"
        frame = frame.f_back
    return ours or "a claim"
