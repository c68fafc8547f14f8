"""Rocq's compiler: which files its kernel accepts, and on which axioms their theorems rest."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from time import perf_counter

from lemmacheck.verifiers.records.terminal import InputError, one_line

INSTALL = "install coq and libcoq-interval, as `apt-get install coq libcoq-interval` does on Debian"
LIBRARY, CLAIMS = "Lemmacheck", "Claims"  # folders, and the names that Rocq gives them
REALS = {  # what Rocq's real numbers rest on
    "Classical_Prop.classic",
    "ClassicalDedekindReals.sig_forall_dec",
    "ClassicalDedekindReals.sig_not_dec",
    "FunctionalExtensionality.functional_extensionality_dep",
}


@dataclass(frozen=True)
class Compiled:
    """A file that was given to the compiler: whether its kernel accepts it, in how many seconds, and what it said.

    None where the time was not enough."""

    path: Path
    accepted: bool | None
    seconds: float
    said: str


def compiler() -> str:
    """The compiler's path."""
    found = shutil.which("coqc")
    if found is None:
        raise InputError(f"no coqc, Rocq's compiler, was found; {INSTALL}")
    return found


def compiled(path: Path, out: Path, limit: float) -> Compiled:
    """One file given to the compiler, for so many seconds at most."""
    started = perf_counter()
    command = [compiler(), "-q", *known_folders(out), str(path.resolve())]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=limit, stdin=subprocess.DEVNULL, cwd=out
        )  # where its tactics leave what they remember
    except subprocess.TimeoutExpired:
        return Compiled(path, None, perf_counter() - started, f"it took more than {limit:g} s")
    said = done.stdout if done.returncode == 0 else one_line(done.stderr)
    return Compiled(path, done.returncode == 0, perf_counter() - started, said)


def known_folders(out: Path) -> list[str]:
    return [part for name in (LIBRARY, CLAIMS) for part in ("-Q", str((out / name).resolve()), name)]


def library(out: Path, names: Sequence[str], limit: float, progress: Callable[[str], None]) -> None:
    """The library's files, copied into a folder and compiled in the order in which they need each other."""
    folder = out / LIBRARY
    folder.mkdir(parents=True, exist_ok=True)
    (out / CLAIMS).mkdir(exist_ok=True)
    for name in names:
        path = folder / f"{name}.v"
        text = (files(__package__) / "rocq" / path.name).read_text(encoding="utf-8")
        if path.with_suffix(".vo").exists() and path.read_text(encoding="utf-8") == text:
            continue
        progress(f"compiling {path.name} of the library")
        path.write_text(text, encoding="utf-8")
        done = compiled(path, out, limit)
        if not done.accepted:
            raise InputError(f"coqc does not accept {path.name} of lemmacheck's library: {done.said}; {INSTALL}")


def axioms(out: Path, theorems: Sequence[str], limit: float) -> set[str]:
    """What theorems FOLDER.FILE.NAME, or of a module in the file, rest on beside the reals' axioms."""
    homes = dict.fromkeys(".".join(theorem.split(".")[:2]) for theorem in theorems)
    lines = [*(f"Require {home}." for home in homes), f"Definition all := ({', '.join(theorems)})."]
    lines.append("Print Assumptions all.")
    path = out / "Assumptions.v"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    done = compiled(path, out, limit)
    if not done.accepted:
        return {done.said}
    return set(re.findall(r"^([^\s:]+)(?= :|$)", done.said, re.MULTILINE)) - REALS
