"""How long a process may take over one question, in processor time, so that a busy machine makes nobody late.

A process that has used up its time writes down where it is and ends; the code that hangs need not help. A process
that sleeps or waits uses no processor time: it ends after several times as many seconds by the clock. Where a system
does not report the processor time of a process, the clock alone counts.
"""

import faulthandler
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

MEASURED = hasattr(signal, "setitimer") and hasattr(faulthandler, "register")
SECONDS = 10.0  # that one call of an author's code may take, by default
MOST_SECONDS = 10**6  # eleven days: no clock is set to an infinite time
PATIENCE = 10  # seconds by the clock for each of the processor's
FRAME = re.compile(r'File "(?P<file>.*)", line (?P<line>\d+) in (?P<name>.*)')  # in the trace of one that ended
BY_CLOCK = "Timeout ("  # what the trace of one opens with that ended by the clock


def by_clock(limit: float) -> float:
    """The seconds that may pass until so many have been used."""
    return limit * PATIENCE if MEASURED else limit


def too_long(limit: float, trace: str, late: bool) -> str:
    """The sentence on a process whose time was up."""
    clock, used = f"{by_clock(limit):g} s by the clock", f"{limit:g} s of processor time"
    return f"did not return within {clock if late or BY_CLOCK in trace else used}"


def stood(trace: str, path: Path) -> tuple[str, frozenset[str]]:
    """The line in an author's file, or in one beside it, at which a process stopped when its time was up; and its
    functions."""
    home = path.resolve()
    frames = [frame for frame in FRAME.finditer(trace) if is_beside(Path(frame["file"]), home)]
    frames.sort(key=lambda frame: Path(frame["file"]).resolve() != home)
    if not frames:
        return str(path), frozenset()
    inner, names = frames[0], frozenset(frame["name"] for frame in frames)
    file = path if Path(inner["file"]).resolve() == home else inner["file"]
    return f"{file}:{inner['line']}, in {inner['name']}", names


def is_beside(file: Path, home: Path) -> bool:
    """Whether a name is a file in the folder of another; Python's own code has names such as <string>."""
    return file.resolve().parent == home.parent and file.is_file()


@contextmanager
def limited(limit: float, trace: IO[str], longer: float | None = 0.0) -> Iterator[Callable[[], None]]:
    """A context that ends the process after so much processor time, or after a multiple of it by the clock.

    None leaves the clock to the waiting process: the thread that watches it must not start in a fork of a process that
    has such a thread, as pytest does to find where a test hangs. The time begins anew when the yielded function is
    called.
    """

    def begin() -> None:
        if MEASURED:
            signal.setitimer(signal.ITIMER_PROF, limit)
        if longer is not None:
            faulthandler.dump_traceback_later(by_clock(limit) + longer, exit=True, file=trace)

    if MEASURED:
        faulthandler.register(signal.SIGPROF, file=trace, chain=True)  # and then what the signal does: end the process
    begin()
    try:
        yield begin
    finally:
        if longer is not None:
            faulthandler.cancel_dump_traceback_later()
        if MEASURED:
            signal.setitimer(signal.ITIMER_PROF, 0)
