"""An author's book runs in a process of its own, so that a function that does not return costs that process alone.

One call of the author's code (a step, a claim, the import) may take a limited processor time. The process itself checks
several times a limit which call it is in, and how long ago it last answered: what the code returned can be more than
anyone can decide. Where Python never comes back to check, the system's timers end the process.
It writes down where it was, and the waiting process reads that as one line. A process that sleeps, or was stopped,
checks no more: the waiting process ends it by the clock.
"""

import faulthandler
import gc
import importlib.util
import os
import pickle
import signal
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from math import inf
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path
from types import FrameType
from typing import IO, Any

from lemmacheck.theory.core.book import BookError
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.opening import blamed
from lemmacheck.theory.core.shared import Impure, installed, of_an_author
from lemmacheck.verifiers.instances.own import Unshown, in_words
from lemmacheck.verifiers.library.alone import forks_refused
from lemmacheck.verifiers.library.processes import ChildProcess
from lemmacheck.verifiers.library.time_limit import MEASURED, SECONDS, by_clock, limited, stood, too_long
from lemmacheck.verifiers.records.terminal import InputError
from lemmacheck.verifiers.records.verdict import Contradiction

LOOKS = 20  # times a limit that a process looks where it is
BEAT = 0.25  # seconds after which whoever waits looks whether it still looks
PATIENT = 2.0  # seconds without an answer after which whoever waits is told so
GRACE = 2.0  # seconds for what needs no time: to begin, to end
METHOD = "fork" if "fork" in get_all_start_methods() else "spawn"
ONE_LINE = (BookError, InputError)
PLAIN_ERRORS = (BookError, InputError, Impure, Contradiction, OSError)


@dataclass(frozen=True)
class Lost:
    """Why a process ended without an answer, and the author's functions that it was in."""

    reason: str
    within: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Failed:
    """The error that a job raised."""

    error: BaseException


Progress = Callable[[str], object]
DONE = "done"
TOO_MUCH = "more than can be decided"  # what the trace of one opens with that answered no more


@dataclass(frozen=True)
class Watch:
    """The code that is watched, of a file or of an installed package, and the seconds that a call of it may take."""

    path: Path
    limit: float = SECONDS
    package: str = ""


@dataclass(frozen=True)
class Job:
    """A function of the author's code that yields its answers; `of` is its name with the caller."""

    over: Watch
    function: Callable[..., Iterator[Any]]
    arguments: tuple[Any, ...]
    of: Any = None
    most: float = inf  # processor time between two answers
    goes_on: bool = False  # whether an error of the author's costs only what was asked


def watch(origin: str, limit: float = SECONDS) -> Watch:
    """The watch of a book, which need not be open yet."""
    if origin.endswith(".py"):
        return Watch(Path(origin), limit)
    package = origin.partition(":")[0].partition(".")[0]
    with suppress(ImportError, ValueError):
        if (found := importlib.util.find_spec(package)) and found.origin:
            return Watch(Path(found.origin), limit, package)
    return Watch(Path(package), limit, package)


def watched(claims: Sequence[Claim]) -> Watch | None:
    """The watch of claims of one book; None where nothing has to be watched."""
    one = next((claim for claim in claims if not claim.not_checkable), claims[0])
    if one.library is None or one.library.limit is None:
        return None
    package = one.function.__module__.partition(".")[0]
    return Watch(Path(one.function.__code__.co_filename), one.library.limit, package)


class Process(ChildProcess):
    """A job in a process of its own."""

    def __init__(self, job: Job, folder: str) -> None:
        context = get_context(METHOD)
        self.job = job
        self.pipe, theirs = context.Pipe(duplex=False)
        self.silence, self.last_look = 0.0, 0  # seconds for which it has not looked where it is, and when it last did
        super().__init__(context, folder, serve, theirs, job)
        theirs.close()

    def receive(self) -> Any:
        """The next answer, or DONE, a Failed or a Lost."""
        try:
            return self.pipe.recv()
        except (EOFError, OSError):
            return self.give_up()

    def is_silent(self, waited: float) -> bool:
        """Whether the process has not checked its place for as long as a call may take by the clock."""
        last_look = self.log.stat().st_mtime_ns
        self.silence = self.silence + waited if last_look == self.last_look else 0.0
        self.last_look = last_look
        return MEASURED and self.silence > by_clock(self.job.over.limit) + GRACE

    def give_up(self, late: bool = False) -> Lost:
        """End the process; a late one gets the chance to write down where it is."""
        if late and self.process.pid is not None:
            for number in (signal.SIGPROF, signal.SIGCONT):
                os.kill(self.process.pid, number)
        status = self.end(GRACE)
        return lost_with(self.trace(), self.job, status, late)

    def end(self, patience: float = 0.0) -> int | None:
        self.pipe.close()
        return super().end(patience)


def replies(
    jobs: list[Job], count: int, waiting: Callable[[Job, float], object] = lambda job, seconds: None
) -> Iterator[tuple[Job, Any]]:
    """Each job with its answers as they come, then DONE or Lost; the caller may add jobs meanwhile.

    What a job raises is raised here; one that fails in a way that nobody foresaw is lost. While none answers,
    `waiting` is told for how many seconds, ever more seldom.
    """
    at_work: list[Process] = []
    heard, silent = time.monotonic(), PATIENT
    with tempfile.TemporaryDirectory(prefix="lemmacheck-") as folder:
        try:
            while jobs or at_work:
                while jobs and len(at_work) < count:
                    at_work.append(Process(jobs.pop(0), folder))
                began = time.monotonic()
                ready = wait([one.pipe for one in at_work], BEAT)
                waited = min(time.monotonic() - began, BEAT)  # less where this process was stopped meanwhile
                if not ready and time.monotonic() - heard >= silent:
                    waiting(at_work[0].job, silent)
                    silent *= 2
                late = [one for one in at_work if one.pipe not in ready and one.is_silent(waited)]
                for one in [one for one in at_work if one.pipe in ready or one in late]:
                    answer = one.give_up(late=True) if one in late else one.receive()
                    if one.job.goes_on and isinstance(answer, Failed) and isinstance(answer.error, ONE_LINE):
                        answer = Lost(str(answer.error))
                    if answer == DONE or isinstance(answer, (Failed, Lost)):
                        at_work.remove(one)
                        one.end()
                    if isinstance(answer, Failed):
                        raise answer.error
                    yield one.job, answer
                    heard, silent = time.monotonic(), PATIENT
        finally:
            for one in at_work:
                one.end()


def ask(claim: Claim, function: Callable[..., Any], *arguments: Any) -> Any:
    """The result of a function that asks this claim; a Lost where the author's code does not answer."""
    over = watched([claim])
    if over is None:
        return function(*arguments)
    if claim.library and claim.id in claim.library.late:
        return Lost(claim.library.late[claim.id])
    return run_apart(over, function, *arguments)


def run_apart(over: Watch, function: Callable[..., Any], *arguments: Any) -> Any:
    """The result of a function in a process of its own; a Lost if it does not answer."""
    answers = [answer for _, answer in replies([Job(over, once, (function, *arguments))], 1) if answer != DONE]
    return answers[-1]


def once(function: Callable[..., Any], *arguments: Any) -> Iterator[Any]:
    yield function(*arguments)


def serve(answers: Connection, job: Job, log: str) -> None:
    """The process: send the answers, and the errors."""
    gc.freeze()  # to look through what it was born with would be counted as the author's time
    with open(log, "w", encoding="utf-8") as trace, suppress(ConnectionError):
        with supervised(job.over, trace, job.most) as answered, forks_refused():
            try:
                for answer in job.function(*job.arguments):
                    answers.send(answer)
                    answered()
                said: Any = DONE
            except BaseException as error:
                said = ended_by(error)
        answers.send(said)


def ended_by(error: BaseException) -> Failed | Lost:
    """An error for another process to raise, an author's with its line; of one that nobody foresaw, what it says."""
    error = error.__cause__ if isinstance(error.__cause__, StopIteration) else error  # which no generator lets through
    if isinstance(error, PLAIN_ERRORS):
        with suppress(Exception):
            pickle.loads(pickle.dumps(error))
            return Failed(error)
    if line := blamed(error):
        return Failed(BookError(line))
    last = traceback.extract_tb(error.__traceback__)[-1]
    text = " ".join(f"{type(error).__name__}: {error}".split())
    at = f"{Path(last.filename).name}:{last.lineno}"
    return Lost(f"an error that lemmacheck did not foresee: {text:.200} ({at})")


@contextmanager
def supervised(over: Watch, trace: IO[str], most: float) -> Iterator[Callable[[], None]]:
    """A context that ends the process when one call of an author's function takes longer than the limit, or when
    more than so much time has passed since the yielded function was last called."""
    last_answer = time.process_time()

    def answered() -> None:
        nonlocal last_answer
        last_answer = time.process_time()

    if not MEASURED:
        yield answered
        return
    parent, limit = os.getppid(), over.limit
    call: FrameType | None = None
    shown: FrameType | None = None
    since = 0.0

    def look(signum: int, frame: FrameType | None) -> None:
        nonlocal call, since, shown
        if os.getppid() != parent:
            os._exit(1)  # nobody waits any more
        begin()
        os.utime(trace.fileno())
        if time.process_time() - last_answer >= most:
            trace.write(TOO_MUCH)
            trace.flush()
            os._exit(1)
        now = outermost(frame, over.package)
        if now is not call:
            call, since = now, time.process_time()
        elif now is not None and time.process_time() - since >= limit:
            if now is not shown and now.f_back is not None and now.f_back.f_code is in_words.__code__:
                shown, since = now, time.process_time()
                raise Unshown  # which costs the text alone; what catches it as well is ended the next time
            faulthandler.dump_traceback(trace, all_threads=False)
            os._exit(1)

    with limited(limit, trace, None) as begin:
        signal.signal(signal.SIGVTALRM, look)
        signal.setitimer(signal.ITIMER_VIRTUAL, limit / LOOKS, limit / LOOKS)
        try:
            yield answered
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def outermost(frame: FrameType | None, package: str) -> FrameType | None:
    """The outermost call of the author's code."""
    found = None
    while frame is not None and frame.f_code is not serve.__code__:
        if by_an_author(frame, package):
            found = frame
        frame = frame.f_back
    return found


def by_an_author(frame: FrameType, package: str) -> bool:
    """Whether a frame is of this package, or of an author's file."""
    module = str(frame.f_globals.get("__name__", ""))
    return of_an_author(module) and (module.partition(".")[0] == package or not installed(frame.f_code.co_filename))


def lost_with(trace: str, job: Job, status: int | None, late: bool = False) -> Lost:
    """The trace of a process that has ended, as one line."""
    over = job.over
    if trace.startswith(TOO_MUCH):
        took = f"{over.path}: not evaluated within {job.most:g} s of processor time"
        return Lost(f"{took}; state fewer relations or smaller numbers, or give more with --timeout")
    if not trace and not late:
        return Lost(f"{over.path}: its process died with exit status {status}")
    where, within = stood(trace, over.path)
    return Lost(f"{where}: {too_long(over.limit, trace, late)}; let it end, or give more with --timeout", within)
