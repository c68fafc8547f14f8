"""Processes of this machine, deaf to Ctrl-C from their first moment; they end with the process that hired them.

A pool computes with our own code. An author's code may hang or die: it has a process of its own, which writes its place
into a log when its time is up, and can be ended at any moment.
"""

import os
import signal
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from lemmacheck.verifiers.library import housekeeping


class ChildProcess:
    """A process of its own; `serve` is given the arguments and the path of its log."""

    def __init__(self, context: Any, folder: str, serve: Callable[..., None], *arguments: Any) -> None:
        handle, log = tempfile.mkstemp(dir=folder)
        os.close(handle)
        self.log = Path(log)
        self.process = context.Process(target=begin, args=(serve, *arguments, log), daemon=True)
        with uninterrupted(), warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of NumPy's threads, which look after themselves
            self.process.start()

    def trace(self) -> str:
        """Where the process was when its time was up."""
        return self.log.read_text(encoding="utf-8", errors="replace")

    def end(self, patience: float = 0.0) -> int | None:
        """End the process, unless it ends by itself within so many seconds; its exit status."""
        until = time.monotonic() + patience
        while self.process.is_alive() and time.monotonic() < until:
            time.sleep(0.01)  # join would wait for ever for one that has closed its pipes and lives
        self.process.kill()
        self.process.join()
        return self.process.exitcode


def begin(serve: Callable[..., None], *arguments: Any) -> None:
    """In a new process: what the author's code prints is no answer of ours and goes to stderr; integers may be written
    however long they are."""
    be_hired()
    sys.set_int_max_str_digits(0)
    os.dup2(2, 1)
    serve(*arguments)


def be_hired() -> None:
    """In a new process: leave Ctrl-C to the process that hired it; every other signal ends it at once."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name) and callable(signal.getsignal(getattr(signal, name))):
            signal.signal(getattr(signal, name), signal.SIG_DFL)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """A process started in this context is deaf to Ctrl-C from its first moment; ours gets the signal when the context
    ends."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # it lets Ctrl-C in again when it starts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def processes(count: int, method: str = "spawn") -> Iterator[Callable[[], Executor]]:
    """How to hire a pool of so many processes, which all end with the context."""
    context = get_context(method)
    theirs, ours = context.Pipe(duplex=False)
    try:
        yield lambda: ProcessPoolExecutor(count, context, stay, (theirs, ours))
    finally:
        ours.close()
        theirs.close()


@contextmanager
def pool(count: int, method: str) -> Iterator[Executor]:
    """One such pool; an error leaves it without waiting."""
    with processes(count, method) as hire:
        executor = hire()
        try:
            yield executor
        except BaseException:
            abandon(executor)
            raise
        finally:
            executor.shutdown(wait=False, cancel_futures=True)


def stay(theirs: Connection, ours: Connection) -> None:
    """In a new process: be deaf to Ctrl-C, and end as soon as nobody holds the other end of the pipe."""
    housekeeping.rarely()
    be_hired()
    ours.close()
    threading.Thread(target=leave_after, args=(theirs,), daemon=True).start()


def leave_after(pipe: Connection) -> None:
    with suppress(EOFError, OSError):
        pipe.recv()
    os._exit(0)


def submitted(executor: Executor, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
    """The future of a call, in a process that is deaf to Ctrl-C; a failed one where the pool is broken already, or
    where the system gives no more threads to it."""
    try:
        with uninterrupted():
            return executor.submit(function, *arguments)
    except RuntimeError as error:
        failed: Future[Any] = Future()
        failed.set_exception(BrokenExecutor(str(error)))
        return failed


def abandon(executor: Executor) -> None:
    """Give up what is queued for processes that leave; nobody waits for the thread that writes it."""
    with suppress(AttributeError, OSError):  # its own fields, which another Python may call otherwise
        queue = executor._call_queue  # type: ignore[attr-defined]
        queue.cancel_join_thread()
        queue._reader.close()
