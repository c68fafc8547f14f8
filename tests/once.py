"""What is expensive is made once, also where several workers of pytest-xdist want it."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

PATIENCE = 1800


def once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """A folder of this session of tests, filled by whoever asks first; the others wait until that has ended."""
    base = factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / name
    ended = folder.with_name(f"{name}-ended")
    try:
        folder.mkdir()
    except FileExistsError:
        deadline = time.monotonic() + PATIENCE
        while not ended.exists() and time.monotonic() < deadline:
            time.sleep(0.1)
    else:
        try:
            make(folder)
        finally:
            ended.touch()
    return folder
