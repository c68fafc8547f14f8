"""What a record was computed from: the source of its claim, the documents, the seeds, the versions.

`code_of(claim)` is a digest, SHA-256 cut to 16 hexadecimal digits, over source files: those in which the claim, its
hypotheses, the algorithm it is about and an author's book are written, and all modules of `theory` that these import,
directly or by way of others, wherever in the file the import stands; of an author's file also those beside it and in
its package. Of `from theory.a import b` that is the file of theory.a.b if it is a module, else the file of theory.a.
A claim whose files were not touched keeps its digest.
"""

import ast
import inspect
import os
import platform
import subprocess
import time
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from lemmacheck.theory.core.book import Library
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.shared import installed, of_an_author
from lemmacheck.theory.core.source import BothVersions, Source
from lemmacheck.verifiers.records.terminal import InputError
from lemmacheck.verifiers.records.verdict import Origin

LIBRARIES = ("lemmacheck", "numpy", "scipy", "python-flint", "mpmath", "sympy")
SEEDS = {"survey": 0, "structured": 1, "paths": 0}
DIGITS = 16
HOME = Path(__file__).parents[2]
ROOT = HOME / "theory"


def origin(command: str, library: Library, effort: Mapping[str, int] | None = None) -> Origin:
    """Where records come from that this package computes here, now."""
    books = {key: name for book in library.books for key, name in documents(book.source)}
    return Origin(command, dict(effort or {}), dict(SEEDS), books, versions(), checker(), circumstances())


def documents(source: Source | BothVersions) -> Iterator[tuple[str, str]]:
    """The keys by which claims cite a document, each with its authors, its title and the version that is meant."""
    if isinstance(source, BothVersions):
        yield source.key, f"{source.first.authors}: {source.first.title} (both versions)"
        yield from (*documents(source.first), *documents(source.second))
    else:
        version = f" ({source.version})" if source.version else ""
        yield source.key, f"{source.authors}: {source.title}{version}".removeprefix(": ")


def versions() -> dict[str, str]:
    """The versions of Python and of the libraries that are installed."""
    found = {"python": platform.python_version()}
    for name in LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:  # run from a source tree
            continue
    return found


def circumstances() -> dict[str, str]:
    """The day, the commit of a source tree and the machine. SOURCE_DATE_EPOCH gives the day where it is set."""
    given = os.environ.get("SOURCE_DATE_EPOCH") or str(time.time())
    try:
        day = datetime.fromtimestamp(float(given), UTC).date().isoformat()
    except (ValueError, OverflowError, OSError):
        raise InputError(
            f"SOURCE_DATE_EPOCH is {given!r:.40}; expected seconds since 1970, such as 1700000000"
        ) from None
    machine = f"{platform.system()} {platform.machine()}, {processors()} processors"
    return {"date": day, "commit": commit(), "machine": machine}


def processors() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@cache
def commit() -> str:
    """The commit of the source tree of this package, marked if files were changed since; nothing elsewhere."""
    tree = Path(__file__).resolve().parents[2]
    if not (tree / ".git").exists():
        return ""
    command = ["git", "-C", str(tree), "describe", "--always", "--exclude=*", "--abbrev=12", "--dirty=+"]
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=10).stdout.strip()
    except (OSError, subprocess.TimeoutExpired):
        return ""


@cache
def checker() -> str:
    """A digest of the code that states and decides: every source file of `theory` and of `verifiers`."""
    return digest_of((file for room in ("theory", "verifiers") for file in (HOME / room).rglob("*.py")), HOME)


def code_of(claim: Claim) -> str:
    """A digest of the source of the claim and of what it calls; nothing if there is none to read."""
    written = (claim.function, claim.about, *(hypothesis.function for hypothesis in claim.given))
    parts = claim.library.parts if claim.library and of_an_author(claim.function.__module__) else ()
    books = [part.path for part in parts if claim.id in part.claims]
    return code_at(frozenset(filter(None, (*map(file_of, written), *books))))


def file_of(written: Any) -> Path | None:
    """The file a function or class is written in."""
    try:
        file = inspect.getsourcefile(inspect.unwrap(written))
    except TypeError:  # None, or built in
        return None
    return Path(file) if file and Path(file).is_file() else None


@cache
def code_at(files: frozenset[Path]) -> str:
    """A digest of these files and of what they import."""
    return sources(files) if files else ""


def sources(files: Iterable[Path]) -> str:
    """A digest of some files and of what they import of the theory, or of an author's, as they are now."""
    seen, waiting = set(files), list(files)
    while waiting:
        new = imports(waiting.pop()) - seen
        seen |= new
        waiting += new
    return digest_of(seen, HOME)


@cache
def imports(file: Path) -> frozenset[Path]:
    """The files of the theory, or of an author's, that a file imports."""
    names = (
        name for node in statements(ast.parse(file.read_bytes(), str(file))) for name in imported_modules(node, file)
    )
    return frozenset(found for name, folders in names if (found := module(name, folders)))


def statements(tree: ast.AST) -> Iterator[ast.AST]:
    """The statements of a file, also within others: no expression holds an import."""
    for block in ("body", "orelse", "finalbody", "handlers", "cases"):
        for node in getattr(tree, block, ()):
            yield node
            yield from statements(node)


def imported_modules(node: ast.AST, file: Path) -> Iterator[tuple[str, tuple[Path, ...]]]:
    """The modules that an import in a file names, each with the folders of an author's in which it may stand."""
    folders = folders_of(file)
    if isinstance(node, ast.Import):
        yield from ((alias.name, folders) for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        of, folders = node.module or "", (file.parents[node.level - 1],) if node.level and folders else folders
        for alias in node.names:
            inner = ".".join(filter(None, (of, alias.name)))
            yield inner if module(inner, folders) else of, folders


@cache
def folders_of(file: Path) -> tuple[Path, ...]:
    """The folder of an author's file, and that of the package which it belongs to."""
    if file.is_relative_to(HOME) or installed(file):
        return ()
    return file.parent, next(folder for folder in file.parents if not (folder / "__init__.py").is_file())


@cache
def module(name: str, folders: tuple[Path, ...]) -> Path | None:
    """The file of a module of the theory, or of one in these folders."""
    names = name.split(".")
    homes = (HOME,) if names[:2] == ["lemmacheck", "theory"] else folders
    paths = [home.joinpath(*names[home == HOME :]) for home in homes]
    found = (file for path in paths for file in (path / "__init__.py", path.with_suffix(".py")) if file.is_file())
    return next(found, None)


def digest_of(files: Iterable[Path], root: Path) -> str:
    """A digest of the names of files, from the root on, and of their contents."""
    names = {file: file.relative_to(root).as_posix() if file.is_relative_to(root) else file.name for file in files}
    lines = sorted(f"{name} {sha256(file.read_bytes()).hexdigest()}" for file, name in names.items())
    return sha256("\n".join(lines).encode()).hexdigest()[:DIGITS]
