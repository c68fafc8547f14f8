"""The executors of chunks: any concurrent.futures.Executor, processes of this machine, or the workers of a cluster.

A process that dies breaks its pool: a new pool is hired and the chunks in flight are tried again, TRIES times. A
cluster does the same for its own workers. Results come as they are done; the stored ones do not depend on their
order.
"""

import logging
import re
import socket
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from contextlib import contextmanager
from typing import Any, NamedTuple

from lemmacheck.verifiers.library import processes as mortal
from lemmacheck.verifiers.library.processes import submitted
from lemmacheck.verifiers.records.terminal import InputError

AHEAD = 2  # chunks in flight a worker, so that none waits for the store
TRIES = 3
PATIENCE = 60.0  # seconds without any result, after which a message says so
ANSWERING = 5.0  # seconds within which a scheduler takes a call
JOINING = 30.0  # seconds within which a cluster must have a worker


class Lost(InputError):
    """No worker is left; the stored results are whole."""


class Place(NamedTuple):
    """Where to compute: how to hire an executor, how many workers there are at this moment, which errors end it."""

    hire: Callable[[], Executor]
    workers: Callable[[], int]
    ends: tuple[type[BaseException], ...] = ()


def results_of(
    function: Callable[[int], Any], chunks: Iterable[int], place: Place, idle: Callable[[str], None]
) -> Iterator[Any]:
    """function(chunk) for every chunk, as they are done; `idle` is called after a long time without any."""
    waiting, tries = deque(chunks), Counter[int]()
    executor, flying = place.hire(), dict[Future[Any], int]()
    try:
        while waiting or flying:
            while waiting and len(flying) < AHEAD * max(1, place.workers()):
                chunk = waiting.popleft()
                flying[submitted(executor, function, chunk)] = chunk
            done, _ = wait(flying, PATIENCE, FIRST_COMPLETED)
            if not done:
                idle(f"no chunk was done for {PATIENCE:.0f} s; there are {place.workers()} workers")
            lost = [flying.pop(future) for future in done if is_lost(future)]
            yield from [future.result() for future in done if flying.pop(future, None) is not None]
            if lost:
                lost += flying.values()
                flying.clear()
                executor.shutdown(wait=False)
                executor = place.hire()
                waiting.extendleft(sorted(lost, reverse=True))
                tries.update(lost)
                give_up(tries)
        executor.shutdown()  # waited for, or its semaphores are left to the system, which says so
    except place.ends as error:
        raise Lost(f"the cluster is gone: {' '.join(str(error).split())[:200]}") from None
    finally:
        executor.shutdown(wait=False)


def is_lost(future: Future[Any]) -> bool:
    """Whether a chunk was not computed for a reason that is not its own."""
    return future.cancelled() or isinstance(future.exception(), BrokenExecutor)


def give_up(tries: Counter[int]) -> None:
    """Nobody is left once a chunk was tried often enough."""
    chunk, times = tries.most_common(1)[0]
    if times >= TRIES:
        raise Lost(
            f"a process died {times} times while it computed chunk {chunk} or one beside it (out of memory?); "
            "give fewer --workers or smaller data"
        )


@contextmanager
def processes(count: int) -> Iterator[Place]:
    """A place to compute: so many processes of this machine."""
    with mortal.processes(count) as hire:
        yield Place(hire, lambda: count)


@contextmanager
def cluster(address: str) -> Iterator[Place]:
    """The Dask cluster of the scheduler at this address."""
    try:
        from distributed import Client
        from distributed.scheduler import KilledWorker
    except ImportError:
        raise InputError("--scheduler needs dask and distributed; pip install 'lemmacheck[cluster]'") from None
    for name in ("distributed", "tornado"):  # their tracebacks say less than the one line here
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    answers(address)
    try:
        client = Client(address, timeout=JOINING, set_as_default=False)
    except (OSError, ValueError) as error:
        raise no_scheduler(address, error) from None
    with client:
        try:
            client.wait_for_workers(1, timeout=JOINING)
        except TimeoutError:
            raise InputError(f"--scheduler {address!r} has no workers; start some: dask worker {address}") from None
        ends = (KilledWorker, OSError, CancelledError)
        yield Place(client.get_executor, lambda: len(client.nthreads()), ends)


def answers(address: str) -> None:
    """Refuse, within seconds, an address at which nobody listens."""
    parts = re.fullmatch(r"(?:\w+://)?(?:\[(?P<v6>[^\]]+)\]|(?P<host>[^\[\]:/]+)):(?P<port>\d{1,5})/?", address)
    try:
        if parts is None:
            raise ValueError("no host and port")
        socket.create_connection((parts["v6"] or parts["host"], int(parts["port"])), ANSWERING).close()
    except (OSError, ValueError, OverflowError) as error:
        raise no_scheduler(address, error) from None


def no_scheduler(address: str, error: Exception) -> InputError:
    return InputError(f"--scheduler {address!r}: no scheduler answers ({error}); expected tcp://HOST:8786")
