"""An answer of the author's process within its time limit, made by the process itself or by a fork of it.

Of several values or runs each has the limit to itself, and is sent as soon as it is known: a fork that is late with one
has answered those before. Any other fork that dies takes the process with it.
"""

import json
import os
import signal
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import IO, Any, Protocol

from lemmacheck.verifiers.library.alone import forks_refused
from lemmacheck.verifiers.library.time_limit import limited, stood, too_long


class Answering(Protocol):
    """What answers requests about a file."""

    given: str

    def reply(self, request: dict[str, Any], tell: Callable[[Any], None]) -> dict[str, Any]: ...


def answer_within(
    author: Answering, request: dict[str, Any], trace: IO[str], send: Callable[[bytes], None] | None = None
) -> bytes:
    """The answer and the processor time that it took; beyond the limit the process ends. What has a limit of its own is
    sent as soon as it is known, and left out."""
    started = time.process_time()
    with limited(request["limit"], trace) as begin, forks_refused():

        def tell(one: Any) -> None:
            if send is not None:
                send(json.dumps(one).encode())
                begin()

        reply = author.reply(request, tell)
    left: dict[str, Any] = {} if send is None or "failure" in reply else {"value": []}
    return json.dumps({**reply, **left, "seconds": time.process_time() - started}).encode()


def answer_of_a_fork(author: Answering, request: dict[str, Any], asked: Connection, trace: IO[str]) -> bytes:
    """The answer of a fork, which ends with the caller; if it dies, so does this process, unless it was late with one
    of several."""
    each = request.get("each", False)
    ours, theirs = Pipe(duplex=False)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of NumPy's threads, which look after themselves
        child = os.fork()
    if not child:
        with suppress(ConnectionError):
            theirs.send_bytes(answer_within(author, request, trace, theirs.send_bytes if each else None))
            os._exit(0)
        os._exit(1)
    theirs.close()
    parts: list[bytes] = []  # what it has sent; at last the answer
    ready: list[Any] = []
    with suppress(EOFError):
        while ours in (ready := wait([ours, asked])):  # without a timeout, for which it would read the author's clock
            parts.append(ours.recv_bytes())
    ours.close()
    if asked in ready:
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
    _, code, usage = os.wait4(child, 0)
    status = os.waitstatus_to_exitcode(code)
    if not status and parts:
        answer: dict[str, Any] = json.loads(parts.pop())
    elif each and (late := place_and_time(author, request["limit"], trace)):
        answer = {"value": [], "late": late, "seconds": usage.ru_utime + usage.ru_stime}
    else:
        os._exit(status if status > 0 else 128 - status)
    if each and "failure" not in answer:
        found = [json.loads(one) for one in parts]
        answer["value"] = found[::-1] if request["second"] else found
    return json.dumps(answer).encode()


def place_and_time(author: Answering, limit: float, trace: IO[str]) -> str:
    """Where a fork was when its time was up, and how much it had; '' if it wrote down nothing. It is read once."""
    with open(trace.name, encoding="utf-8", errors="replace") as log:
        text = log.read()
    trace.seek(0)
    trace.truncate()
    return f"{stood(text, Path(author.given))[0]}: {too_long(limit, text, late=False)}" if text else ""
