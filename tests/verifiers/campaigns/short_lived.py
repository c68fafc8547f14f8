"""Tasks that kill the process they run in, or hang; a fresh process imports them in no time."""

import os
import signal
import time
from pathlib import Path


def squared(x: int) -> int:
    return x * x


def die_once(folder: str, x: int) -> int:
    """x², but the process is killed at the first 3."""
    mark = Path(folder) / "died"
    if x == 3 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return x * x


def die_at_three(x: int) -> int:
    if x == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return x * x


def note_and_sleep(folder: str, x: int) -> int:
    (Path(folder) / str(os.getpid())).touch()
    time.sleep(60)
    return x


def acquired(store: str, times: int) -> tuple[int, int]:
    """How often the lock of a store was had, until that was so many times, and how often another had it meanwhile."""
    from lemmacheck.verifiers.campaigns.store import locked
    from lemmacheck.verifiers.records.terminal import InputError

    mark, had, overlaps, deadline = Path(f"{store}.mark"), 0, 0, time.monotonic() + 60
    while had < times and time.monotonic() < deadline:
        try:
            with locked(Path(store)):
                had += 1
                try:
                    mark.touch(exist_ok=False)
                except FileExistsError:
                    overlaps += 1
                time.sleep(0.0005)
                mark.unlink(missing_ok=True)
        except InputError as error:
            if "in use by another process" not in str(error):
                raise
    return had, overlaps
