"""Tasks that kill the process they run in, or hang; a fresh process imports them in no time."""

from __future__ import annotations

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
