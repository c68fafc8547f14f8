"""Worker processes that judge an author's code, which runs in others: a step that hangs or crashes ends only these.

A worker judges, and never loads the file: two processes beside it do (`author`), which answer it in numbers (`home`).
Each limits its own time (`time_limit`): a process that is late writes down where it is, and ends. The parent sees the
pipe close, reads the author's line, and starts another worker if there is more to do. All are forked off one server,
which has loaded our libraries and nothing else.
"""

from __future__ import annotations

import atexit
import os
import signal
import tempfile
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import chdir, suppress
from dataclasses import dataclass, replace
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from lemmacheck.theory.core.shared import Impure
from lemmacheck.verifiers.library.processes import ChildProcess, uninterrupted
from lemmacheck.verifiers.library.time_limit import by_clock, limited, stood, too_long
from lemmacheck.verifiers.records.provenance import processors
from lemmacheck.verifiers.records.terminal import InputError

MOST = 4
START = 120.0  # seconds within which a new process must have loaded its libraries
AUTHORS = 2  # processes of the author's code for each that judges
LONGER = 1.0  # seconds after its time limit until a worker ends that waits for nobody
CLOSING = 0.5  # seconds that a process of the author's code has to see that nobody asks it any more
BEAT = 1.0  # seconds after which one who waits is told for what
GRACE = 5.0  # seconds after its time limit until a worker that does not end is killed


@dataclass(frozen=True)
class Task:
    """A function of the bench with its arguments, its name in messages, and how many time limits it may take."""

    do: str
    arguments: tuple[Any, ...] = ()
    stage: str = ""
    patience: int = 1


@dataclass(frozen=True)
class Reply:
    """The result of a task, or in one line why it failed; `detail` is for the author.

    `late` if it did not end in time; `of_author` if his code failed, or did not repeat itself exactly; `more` if it is
    what is known so far, and the task goes on.
    """

    value: Any = None
    failure: str = ""
    detail: str = ""
    late: bool = False
    of_author: bool = False
    more: bool = False


class Failure(InputError):
    """A task that failed: one line, and the author's traceback."""

    def __init__(self, message: str, detail: str) -> None:
        super().__init__(message)
        self.detail = detail


LOAD = Task("names", stage="import")
READY = "ready"
METHOD = "forkserver" if "forkserver" in get_all_start_methods() else "spawn"
PACKAGES = Path(__file__).parents[2]


def warm_up() -> None:
    """Load the libraries in the server of the workers, while this process goes on.

    It takes them from our folder, not from the one in which the command was called.
    """
    if METHOD == "forkserver":
        from multiprocessing import forkserver

        forkserver.set_forkserver_preload(
            ["lemmacheck.verifiers.variants.author", "lemmacheck.verifiers.variants.home"]
        )
        with uninterrupted(), chdir(PACKAGES):
            forkserver.ensure_running()
        atexit.unregister(dismiss)  # once, however many workers are warmed up
        atexit.register(dismiss, forkserver)


def dismiss(forkserver: Any) -> None:
    """End the server of the workers with this process: while it loads the libraries it does not notice that nobody
    needs it."""
    if server := getattr(forkserver._forkserver, "_forkserver_pid", None):
        with suppress(ProcessLookupError):
            os.kill(server, signal.SIGKILL)


def serve(given: str, tasks: Connection, authors: Sequence[Connection], log: str) -> None:
    """A worker: answer tasks until the pipe closes."""
    from lemmacheck.verifiers.variants.bench import Bench
    from lemmacheck.verifiers.variants.home import Home, Lost

    home = Home(authors, given)
    bench: Any = None
    nobody_asks = (EOFError, ConnectionError, Lost, FileNotFoundError)  # the last where the log's folder has gone
    with suppress(*nobody_asks), open(log, "w", encoding="utf-8") as trace:
        tasks.send(READY)
        while True:
            task, limit = tasks.recv()
            home.left, home.most, home.searching = limit, limit / task.patience, task.do == "search"
            with limited(limit, trace, LONGER):
                try:
                    bench = bench or Bench(given, home=home, say=lambda known: tasks.send(Reply(known, more=True)))
                    reply = Reply(getattr(bench, task.do)(*task.arguments))
                except Lost:
                    raise
                except BaseException as error:
                    reply = failed(error, task)
            tasks.send(reply)


def serve_author(given: str, asked: Connection, log: str) -> None:
    """A process of the author's code: answer until the pipe closes."""
    from lemmacheck.verifiers.variants.author import serve

    serve(given, asked, log)


def failed(error: BaseException, task: Task) -> Reply:
    """An error in one line: the author's own, else the fault in deciding."""
    from lemmacheck.theory.core.opening import error_text
    from lemmacheck.verifiers.variants.home import NotReproduced

    detail = "".join(traceback.format_exception(error))
    if isinstance(error, (InputError, Impure)):
        return Reply(failure=str(error), detail=detail, of_author=isinstance(error, NotReproduced))
    return Reply(failure=f"{error_text(error)} ({task.stage})", detail=detail)


class Worker(ChildProcess):
    """A worker process, its pipe, the task it is at, and the processes of the author's code."""

    def __init__(self, given: str, folder: str) -> None:
        warm_up()
        context = get_context(METHOD)
        self.pipe, theirs = context.Pipe()
        ours, ends = zip(*(context.Pipe() for _ in range(AUTHORS)), strict=True)
        self.task: Task | None = None
        self.deadline = 0.0
        super().__init__(context, folder, serve, given, theirs, ours)
        self.authors = [ChildProcess(context, folder, serve_author, given, end) for end in ends]
        for end in (theirs, *ours, *ends):
            end.close()
        self.left = 0.0  # when it was told to end

    def give(self, task: Task, timeout: float) -> None:
        """Give the worker a task, with its time limit; a worker that has died is noticed when its answer is read."""
        limit = timeout * task.patience
        self.task, self.deadline = task, time.monotonic() + by_clock(limit) + GRACE
        with suppress(ConnectionError):
            self.pipe.send((task, limit))

    def leave(self) -> None:
        """Let its processes see that nobody asks them any more, and wait for none."""
        self.pipe.close()
        self.process.kill()
        self.left = time.monotonic()

    def end(self, patience: float = 0.0) -> int | None:
        """End its processes; the first of their exit statuses that is not 0, the author's before its own."""
        self.pipe.close()
        own = super().end(patience)
        until = (self.left or time.monotonic()) + CLOSING
        return next(filter(None, [*[one.end(until - time.monotonic()) for one in self.authors], own]), 0)

    def trace(self) -> str:
        """Where its processes were when their time was up, that of the author's code first."""
        return "".join(one.trace() for one in self.authors) + super().trace()


class Workers:
    """Some workers on one file; leaving the context ends them all."""

    def __init__(
        self,
        given: str,
        timeout: float,
        count: int | None = None,
        waiting: Callable[[list[str]], None] = lambda _: None,
    ) -> None:
        self.given, self.timeout, self.waiting = given, timeout, waiting
        self.count = count or min(MOST, processors())
        self.workers: list[Worker] = []

    def __enter__(self) -> Workers:
        self.logs = tempfile.TemporaryDirectory(prefix="lemmacheck-")
        for _ in range(self.count):
            self.hire()
        return self

    def __exit__(self, *_: object) -> None:
        self.dismiss([*self.workers])
        self.logs.cleanup()

    def hire(self) -> Worker:
        """A new worker, which first loads its libraries, then the file."""
        worker = Worker(self.given, self.logs.name)
        worker.task, worker.deadline = LOAD, time.monotonic() + START
        self.workers.append(worker)
        return worker

    def dismiss(self, workers: Sequence[Worker]) -> None:
        """End several workers at once."""
        for worker in workers:
            worker.leave()
        for worker in workers:
            self.workers.remove(worker)
            worker.end()

    def ask(self, task: Task) -> Any:
        """The result of a task; an InputError if it fails."""
        ((_, reply),) = self.replies([task])
        if reply.failure:
            raise refusal(reply)
        return reply.value

    def names(self, taken: Iterable[str] = ()) -> list[str]:
        """The names of the file's variants, by which findings are reported: no two are the same."""
        from lemmacheck.verifiers.races.racing import ENTRANTS

        found = self.ask(replace(LOAD))  # another object: what a new worker does first is no one's answer
        known = [*taken, *(one.name for one in ENTRANTS)]
        if twice := [name for k, name in enumerate(found) if name in (*known, *found[:k])]:
            message = (
                f"a second method is called {twice[0]!r}; give it a name of its own, as in schedule(…, name='mine')"
            )
            raise InputError(f"{self.given}: {message}")
        return found

    def replies(self, tasks: list[Task]) -> Iterator[tuple[Task, Reply]]:
        """Every task with its replies, as they come; a file that does not load is an InputError.

        Free workers take tasks off the front of the list; the receiver of a reply may add more.
        """
        try:
            while tasks or self.at_work():
                while len(self.workers) < self.count:
                    self.hire()
                for worker in [worker for worker in self.workers if worker.task is None][: len(tasks)]:
                    worker.give(tasks.pop(0), self.timeout)
                for worker in self.speaking():
                    task, reply = worker.task, self.reply(worker)
                    if reply is None or task is None:
                        continue
                    if task is not LOAD:
                        yield task, reply
                    elif reply.failure:
                        raise refusal(reply)
        finally:
            self.dismiss(self.at_work())

    def at_work(self) -> list[Worker]:
        """The workers at a task, other than loading the file; it is compared by identity, for a caller may ask the
        same."""
        return [worker for worker in self.workers if worker.task is not None and worker.task is not LOAD]

    def speaking(self) -> list[Worker]:
        """The workers that have answered, have ended, or are past their time; for a moment there may be none."""
        busy = [worker for worker in self.workers if worker.task is not None]
        left = min(worker.deadline for worker in busy) - time.monotonic()
        ready = wait([worker.pipe for worker in busy], max(0.0, min(left, BEAT)))
        self.waiting([worker.task.stage for worker in busy if worker.task is not None])
        return [worker for worker in busy if worker.pipe in ready or worker.deadline <= time.monotonic()]

    def reply(self, worker: Worker) -> Reply | None:
        """The worker's reply; None where it reports that it is ready for its first task."""
        task = worker.task
        assert task is not None
        try:
            reply = worker.pipe.recv() if worker.pipe.poll() else None
        except (EOFError, OSError):
            reply = None
        if reply == READY:
            worker.give(LOAD, self.timeout)
            return None
        if isinstance(reply, Reply) and reply.more:
            return reply
        worker.task = None
        return reply or self.failure_of(worker, task)

    def failure_of(self, worker: Worker, task: Task) -> Reply:
        """Why a worker has not replied: its time is up, and in which of the author's lines, or it has died."""
        late = worker.deadline <= time.monotonic()
        status = worker.end(GRACE)
        self.workers.remove(worker)
        trace = worker.trace()
        if trace or late:
            message = too_long(self.timeout * task.patience, trace, late)
            where, _ = stood(trace, Path(self.given))
            return Reply(failure=f"{where}: {message} ({task.stage})", detail=trace, late=True, of_author=True)
        return Reply(failure=f"{self.given}: its process died with exit status {status} ({task.stage})", of_author=True)


def refusal(reply: Reply) -> Failure:
    return Failure(reply.failure, reply.detail)
