"""Rocq's compiler: which files its kernel accepts, and on which axioms their theorems rest."""

import re
import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from graphlib import TopologicalSorter
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from time import perf_counter

from lemmacheck.verifiers.records.provenance import processors
from lemmacheck.verifiers.records.terminal import InputError, one_line

INSTALL = "install coq and libcoq-interval, as `apt-get install coq libcoq-interval` does on Debian"
LIBRARY, CLAIMS = "Lemmacheck", "Claims"  # folders, and the names that Rocq gives them
NEEDS = re.compile(rf"^From {LIBRARY} Require (?:Import )?([\w ]+)\.$", re.MULTILINE)
REALS = {  # what Rocq's real numbers rest on
    "Classical_Prop.classic",
    "ClassicalDedekindReals.sig_forall_dec",
    "ClassicalDedekindReals.sig_not_dec",
    "FunctionalExtensionality.functional_extensionality_dep",
}
_made: set[tuple[str, bytes]] = set()  # texts of the library that this process compiled, with what they became


@dataclass(frozen=True)
class Compiled:
    """A compiled file: whether the kernel accepts it, the seconds it took, and the compiler's output.

    `accepted` is None where the time was not enough.
    """

    path: Path
    accepted: bool | None
    seconds: float
    output: str


def compiler() -> str:
    """The compiler's path."""
    found = shutil.which("coqc")
    if found is None:
        raise InputError(f"no coqc, Rocq's compiler, was found; {INSTALL}")
    return found


def compiled(path: Path, out: Path, limit: float) -> Compiled:
    """Compile one file, for so many seconds at most."""
    started = perf_counter()
    command = [compiler(), "-q", *known_folders(out), str(path.resolve())]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=limit, stdin=subprocess.DEVNULL, cwd=out
        )  # where its tactics leave what they remember
    except subprocess.TimeoutExpired:
        return Compiled(path, None, perf_counter() - started, f"it took more than {limit:g} s")
    output = done.stdout if done.returncode == 0 else one_line(done.stderr)
    return Compiled(path, done.returncode == 0, perf_counter() - started, output)


def known_folders(out: Path) -> list[str]:
    return [part for name in (LIBRARY, CLAIMS) for part in ("-Q", str((out / name).resolve()), name)]


def library(out: Path, names: Iterable[str], limit: float, progress: Callable[[str], None]) -> None:
    """Files of the library and all that they need, copied into a folder and compiled in the order of their needs, but
    for those that this process compiled before."""
    for folder in (LIBRARY, CLAIMS):
        (out / folder).mkdir(parents=True, exist_ok=True)
    texts = dict[str, str](shipped(names))
    order = TopologicalSorter({name: needs(text) for name, text in texts.items()})
    order.prepare()
    anew, running = set[str](), dict[Future[Compiled], str]()
    with ThreadPoolExecutor(processors()) as pool:
        while order.is_active():
            for name in order.get_ready():
                path = out / LIBRARY / f"{name}.v"
                if is_compiled(path, texts[name]) and anew.isdisjoint(needs(texts[name])):
                    order.done(name)
                    continue
                progress(f"compiling {path.name} of the library")
                path.with_suffix(".vo").unlink(missing_ok=True)  # of another text, if this one's is not finished
                path.write_text(texts[name], encoding="utf-8")
                anew.add(name)
                running[pool.submit(compiled, path, out, limit)] = name
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                done = future.result()
                if not done.accepted:
                    output = f"coqc does not accept {done.path.name} of lemmacheck's library: {done.output}"
                    raise InputError(f"{output}; {INSTALL}")
                keep(done.path)
                order.done(running.pop(future))


def shipped(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The text of each file of the library, and of those that it needs."""
    pending, seen = list(names), set[str]()
    while pending:
        name = pending.pop()
        if name not in seen:
            seen.add(name)
            text = (files(__package__) / "rocq" / f"{name}.v").read_text(encoding="utf-8")
            pending += needs(text)
            yield name, text


def needs(text: str) -> list[str]:
    """The files of the library that a file requires."""
    return [name for names in NEEDS.findall(text) for name in names.split()]


def is_compiled(path: Path, text: str) -> bool:
    """Whether this process has compiled the text into the file beside it: one that it finds may hold anything."""
    compiled = path.with_suffix(".vo").exists() and path.read_text(encoding="utf-8") == text
    return compiled and (text, digest(path)) in _made


def keep(path: Path) -> None:
    """Know the compiled file of a text again."""
    if path.with_suffix(".vo").exists():
        _made.add((path.read_text(encoding="utf-8"), digest(path)))


def digest(path: Path) -> bytes:
    """A digest of the compiled file of a text."""
    return sha256(path.with_suffix(".vo").read_bytes()).digest()


def axioms(out: Path, theorems: Sequence[str], limit: float) -> set[str]:
    """The axioms on which theorems FOLDER.FILE.NAME, or of a module in the file, rest beside those of the reals: by
    name, or in Rocq's words where a check was turned off."""
    homes = dict.fromkeys(".".join(theorem.split(".")[:2]) for theorem in theorems)
    lines = [*(f"Require {home}." for home in homes), f"Definition all := ({', '.join(theorems)})."]
    lines.append("Print Assumptions all.")
    path = out / "Assumptions.v"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    done = compiled(path, out, limit)
    if not done.accepted:
        return {done.output}
    head, _, text = done.output.partition("\n")
    if head not in ("Axioms:", "Closed under the global context"):
        return {f"what is not told ({head})"}
    return {line.partition(" :")[0] for line in text.splitlines() if not line[:1].isspace()} - {"", *REALS}
