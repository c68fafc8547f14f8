"""Protects what holds of commands in processes of their own: they ask nothing of a network, and records are the same
whatever the hash seed, the locale and the number of processors."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HOOK = """
import sys

def told(event, given):
    if event == "socket.getaddrinfo" or (event == "socket.connect" and isinstance(given[1], tuple)):
        with open({!r}, "a") as file:
            print(event, file=file)

sys.addaudithook(told)
"""
VARIANT = "from lemmacheck import momentum\n\nvariant = momentum(beta=0.5)\n"
COMMANDS = {
    "variant": "hb.py --only P.L3.6l --budget 0 --no-rates --steps 5",
    "campaign": "run a.db --instances 20 --shape 2x2 --steps 5",
}


def run(folder: Path, *arguments: str, module: bool = True, **environment: str) -> str:
    """A command in a folder where every Python process tells in connections.txt what it asks of a network."""
    (folder / "sitecustomize.py").write_text(HOOK.format(str(folder / "connections.txt")), encoding="utf-8")
    path = os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH", "")]))
    command = [sys.executable, *(["-m", "lemmacheck.verifiers.cli"] if module else []), *arguments]
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, "PYTHONPATH": path, **environment},
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_connects_to_nothing(tmp_path: Path, name: str) -> None:
    (tmp_path / "hb.py").write_text(VARIANT, encoding="utf-8")
    run(tmp_path, name, *COMMANDS[name].split())

    assert not (tmp_path / "connections.txt").exists()


def test_a_connection_would_be_seen(tmp_path: Path) -> None:
    run(tmp_path, "-c", "import socket; socket.socket().connect_ex(('127.0.0.1', 1))", module=False)

    assert (tmp_path / "connections.txt").read_text(encoding="utf-8") == "socket.connect\n"


@pytest.mark.slow
@pytest.mark.parametrize("asked", ["T.Sum.1 P.3.1.dualvec", "mypaper.py"])
def test_records_are_the_same_byte_for_byte_whatever_the_hash_seed_the_locale_and_the_number_of_processors(
    tmp_path: Path, asked: str
) -> None:
    run(tmp_path, "new-book", "mypaper")

    def records(folder: str, **environment: str) -> bytes:
        """All lines but the first, which names the machine."""
        run(tmp_path, "report", "--quick", *asked.split(), "--out", folder, **environment)
        return (tmp_path / folder / "records.jsonl").read_bytes().partition(b"\n")[2]

    first = records("one", PYTHONHASHSEED="0", LC_ALL="C.UTF-8")
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(allowed)})
    try:
        again = records("two", PYTHONHASHSEED="1", LC_ALL="C", PYTHONUTF8="0")
    finally:
        os.sched_setaffinity(0, allowed)

    assert first == again != b""
    assert not (tmp_path / "connections.txt").exists()
