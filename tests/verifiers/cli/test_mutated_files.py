"""Mutants of a valid file of each kind: each is read or refused in one line, is nobody's traceback, and never hangs.

A mutant is made from the file by a seed: bytes are overwritten, put in or cut off; lines and words are left out, said
twice, exchanged, or are another's.
"""

import gzip
import io
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from random import Random

import numpy as np
import pytest
from lemmacheck.reports.json_ import read_recorded
from lemmacheck.reports.writing import write_report
from lemmacheck.verifiers.data import DataError, load
from lemmacheck.verifiers.library import plan
from lemmacheck.verifiers.records.inert import inert
from lemmacheck.verifiers.records.terminal import InputError
from lemmacheck.verifiers.variants import workers

from tests.books.written import LEAST
from tests.commands import LITTLE, Command, Result, spawn
from tests.sampled import THOROUGH
from tests.verifiers.campaigns.test_store import finished, opened
from tests.verifiers.cli.test_render import WHOLE
from tests.verifiers.data.test_files import CSV, IMAGES, in_bytes, write_idx
from tests.verifiers.variants.test_cli import PLAIN

HANG = 120  # seconds of one file, ten and what a busy machine adds
Patience = Callable[[], AbstractContextManager[None]]
LINES, WORDS = rb"[^\n]*\n|[^\n]+", rb"\w+|\W+"
HOSTILE = [b"", b"0", b"-1", b"1e999", b"nan", b"None", b"10**9", b"\0", b"\xff", b"\\", b"'", b"(", b"]", b"\n"]


@pytest.fixture
def patience() -> Iterator[Patience]:
    """Within it what hangs is stopped, and a failure."""

    def hung(*_: object) -> None:
        raise AssertionError(f"it hangs: more than {HANG} s")

    @contextmanager
    def limited() -> Iterator[None]:
        signal.alarm(HANG)
        try:
            yield
        finally:
            signal.alarm(0)

    before = signal.signal(signal.SIGALRM, hung)
    yield limited
    signal.signal(signal.SIGALRM, before)


def mutated(valid: bytes, seed: int) -> bytes:
    """The file after one to three changes."""
    draw = Random(seed)
    for _ in range(draw.randint(1, 3)):
        valid = draw.choice([damaged, partial(rearranged, LINES), partial(rearranged, WORDS)])(valid, draw)
    return valid


def damaged(content: bytes, draw: Random) -> bytes:
    """Bytes, any or its own, that are overwritten, put in, or missing from there on."""
    at, count = draw.randint(0, len(content)), draw.randint(1, 6)
    new = draw.choice([draw.randbytes(count), bytes(draw.choices(content or b"0", k=count))])
    return content[:at] + draw.choice([new + content[at + count :], new + content[at:], b""])


def rearranged(pattern: bytes, content: bytes, draw: Random) -> bytes:
    """One part that is left out, said twice, another's, hostile, or exchanged with another."""
    parts = re.findall(pattern, content) or [b""]
    one = draw.randrange(len(parts))
    other = draw.randrange(one % 2, len(parts), 2)  # what stands between words is exchanged with its like
    new = draw.choice([b"", parts[one] * 2, parts[other], draw.choice(HOSTILE)])
    parts[one], parts[other] = draw.choice([(parts[other], parts[one]), (new, parts[other])])
    return b"".join(parts)


def npz() -> bytes:
    found = io.BytesIO()
    np.savez(found, X=np.eye(2), y=[0, 1])
    return found.getvalue()


def as_data(name: str, path: Path) -> bytes:
    return DATA[name] or write_idx(path.parent, name.endswith("gz")).read_bytes()


DATA = {
    "d.csv": CSV.encode(),
    "d.csv.gz": gzip.compress(CSV.encode(), mtime=0),
    "d.svm": b"1 1:0.5 3:2\n-1 2:1 # a comment\n",
    "d.npy": in_bytes(np.array([[1, 2], [3.5, 4]])),
    "d.npz": npz(),
    "data_batch.bin": bytes(range(250)) * 13,
    IMAGES: b"",
    f"{IMAGES}.gz": b"",
}


def loaded(path: Path) -> str:
    return load(str(path)).name


def rendered(path: Path) -> str:
    header, records, _ = read_recorded(path)
    write_report(records, path.parent / "out", header)
    return path.name


def queried(path: Path) -> str:
    opened(path)
    return path.name


KEPT: dict[str, tuple[Callable[[Path], bytes], Callable[[Path], str], int]] = {
    **{name: (partial(as_data, name), loaded, 20_000) for name in DATA},
    "records.jsonl": (lambda path: WHOLE, rendered, 4_000),
    "sweep.db": (lambda path: finished(path).read_bytes(), queried, 20_000),
}  # how a valid file is made and read, and how many mutants are asked under `thorough`, in ten minutes a kind
REFUSED = {"records.jsonl": ValueError, "sweep.db": InputError}


@pytest.mark.parametrize("name", KEPT)
def test_mutated_files_are_read_or_refused_in_one_line(name: str, tmp_path: Path, patience: Patience) -> None:
    path = tmp_path / name
    make, read, many = KEPT[name]
    valid = make(path)
    for seed in range(many if THOROUGH else 30):
        path.write_bytes(mutated(valid, seed))
        try:
            with patience():
                line = read(path)
        except REFUSED.get(name, DataError) as error:
            line = inert(str(error))  # as a terminal is told

        assert line.isprintable(), seed


QUICK = ("--timeout", "2", "--steps", "3", "--budget", "0")
VARIANT = ("variant", *QUICK, "--no-rates", "--only", "P.L3.2,P.T3.1.1")
SCHEDULE = "from lemmacheck import schedule\n\nvariant = schedule(lam=lambda t: 2 / (t + 2), theta=lambda t: 1)\n"
CODE = {
    "book": (LEAST.replace("on=Line", "on=Line, steps=4"), ("check", *QUICK), 12, 400),
    "schedule": (SCHEDULE, VARIANT, 2, 120),
    "steps": (PLAIN, VARIANT, 2, 120),
}  # by default so few are asked in this process, under `thorough` so many in one of their own, in ten minutes a kind


@pytest.mark.slow
@pytest.mark.parametrize("kind", CODE)
def test_mutated_code_is_decided_or_refused_in_one_line(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lemmacheck: Command, patience: Patience
) -> None:
    text, command, few, many = CODE[kind]
    monkeypatch.setattr(workers, "processors", lambda: 1)
    monkeypatch.setattr(plan, "STANDARD", LITTLE)
    for seed in range(many if THOROUGH else few):
        path = tmp_path / f"mutant{seed}.py"
        path.write_bytes(mutated(text.encode(), seed))
        ask = partial(spawn, "-m", "lemmacheck.verifiers.cli") if THOROUGH else lemmacheck
        with patience():
            told = ask(*command, str(path))

        assert list(complaints(told)) == [], (seed, told)


def complaints(told: Result) -> Iterator[str]:
    """What a command told that it must not."""
    said = [line for line in told.err.splitlines() if line.startswith("lemmacheck: ")]
    if told.status not in (0, 1, 2):
        yield f"exit status {told.status}"
    if "Traceback" in told.out + told.err:
        yield "a traceback"
    if (told.status == 2) != (len(said) == 1) or said != told.err.splitlines()[-1:] * len(said):
        yield "no one line that tells"
