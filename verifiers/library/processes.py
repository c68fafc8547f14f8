"""Pools of processes of this machine that end at once: none outlives its context, nor the process that hired it."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any

from lemmacheck.verifiers.library.overseen import be_hired, uninterrupted

SELDOM = 20_000  # objects that are made before circles are looked for


@contextmanager
def processes(count: int, method: str = "spawn") -> Iterator[Callable[[], Executor]]:
    """How to hire a pool of so many processes, which all leave where the context is left."""
    context = get_context(method)
    theirs, ours = context.Pipe(duplex=False)
    try:
        yield lambda: ProcessPoolExecutor(count, context, stay, (theirs, ours))
    finally:
        ours.close()
        theirs.close()


@contextmanager
def pool(count: int, method: str) -> Iterator[Executor]:
    """One such pool; left by an error, it waits for nothing."""
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
    """In a new process: be deaf to Ctrl-C, and leave as soon as nobody holds the other end of the pipe.

    It remembers millions of numbers, none in a circle: what is to be freed is looked for seldom, and not among what was
    there before.
    """
    gc.freeze()
    gc.set_threshold(SELDOM, 20, 20)
    be_hired()
    ours.close()
    Thread(target=leave_after, args=(theirs,), daemon=True).start()


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
