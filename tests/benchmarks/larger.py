"""A file larger than what a process may hold: made, run on by `lemmacheck stream`, and deleted."""

import json
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
from benchmarks.starting import TOOL

COLUMNS = 784
PART = 1 << 26  # bytes written at a time
GIGA = 1e9


def write(path: Path, size: float) -> None:
    """Uniform rows, each of norm at most 1, about so many bytes of float64."""
    rows = int(size / 8 / COLUMNS)
    rng = np.random.default_rng(0)
    step = PART // 8 // COLUMNS
    with open(path, "wb") as file:
        np.lib.format.write_array_header_1_0(file, {"descr": "<f8", "fortran_order": False, "shape": (rows, COLUMNS)})
        for first in range(0, rows, step):
            part = rng.random((min(step, rows - first), COLUMNS))
            part -= 0.6
            part /= np.sqrt(COLUMNS)
            part.tofile(file)


def read_once(path: Path) -> None:
    """Every byte, into one buffer."""
    buffer = bytearray(1 << 21)
    with open(path, "rb", buffering=0) as file:
        while file.readinto(buffer):
            pass


def streamed(size: float, steps: int) -> dict[str, Any]:
    """What `lemmacheck stream` took and held, beside one read of the file by one thread."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "Z.npy"
        write(path, size)
        began = time.perf_counter()
        read_once(path)
        once = time.perf_counter() - began
        command = [*TOOL, "stream", str(path), "--steps", str(steps), "--json"]
        told = json.loads(subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout)
        return {
            "bytes": path.stat().st_size,
            "n": told["n"],
            "d": told["d"],
            "steps": steps,
            "seconds_an_iteration": told["seconds"] / (steps + 1),
            "seconds_of_one_read": once,
            "peak_megabytes": told["peak_megabytes"],
        }


def section(found: dict[str, Any]) -> str:
    """For bench.md."""
    per, once = found["seconds_an_iteration"], found["seconds_of_one_read"]
    return (
        "\n## A file larger than memory may be\n\n"
        f"`lemmacheck stream` on a file of {found['bytes'] / GIGA:.3g} GB ({found['n']} x {found['d']}, float64), "
        f"{found['steps']} iterations: {per:.3g} s each, {found['bytes'] / per / GIGA:.3g} GB/s, beside {once:.3g} s "
        f"for one read of the file by one thread; the process held at most {found['peak_megabytes']} MB."
    )
