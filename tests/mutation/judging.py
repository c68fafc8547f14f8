"""What tests say of mutants: a process runs pytest up to the import of the file, and a child goes on with each mutant.

So a mutant costs the imports that rest on the file and the tests that call the changed function, the quickest first;
the books, which rest on few files, are imported before.
One that makes a test fail, or that takes much longer than the file as it is, is killed. No file is written.
"""

import importlib
import importlib.util
import os
import pickle
import resource
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, NamedTuple

import pytest
from hypothesis import Phase, settings
from mutants import Mutant
from selection import Calls, Selection, memory_of

ROOT = Path(__file__).resolve().parents[2]
MEMORY = 8 << 30
PASSED = 0
PATIENCE, AT_LEAST = 2, 5  # a mutant may take so many times the usual, and so many seconds more, of the processor


class Verdict(NamedTuple):
    """Whether the tests fail on a mutant."""

    mutant: Mutant
    killed: bool


class Fork:
    """Finds one module, whose import never returns here, but once in a child for each mutant."""

    def __init__(self, file: str, mutants: Sequence[Mutant], jobs: int, selection: Selection, answer: Any) -> None:
        self.file, self.mutants, self.jobs, self.selection, self.answer = ROOT / file, mutants, jobs, selection, answer
        self.name = f"lemmacheck.{file.removesuffix('.py').replace('/', '.')}"

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        if name != self.name:
            return None
        self.file = Path(path[0]) / self.file.name  # as its neighbours are found
        return importlib.util.spec_from_file_location(name, self.file, loader=self)  # type: ignore[arg-type]

    def create_module(self, spec: Any) -> None:
        return None

    def exec_module(self, module: Any) -> None:
        for verdict in self.verdicts():
            if isinstance(verdict, Mutant):
                exec(compile(verdict.source, str(self.file), "exec"), module.__dict__)
                if self.selection.notes:
                    self.selection.notes.memory = memory_of(module)
                return
            pickle.dump(verdict, self.answer)
            self.answer.flush()
        os._exit(PASSED)

    def verdicts(self) -> Iterator[Verdict | Mutant]:
        """In a child its mutant; here the verdicts as they come, the first on the file as it is."""
        source = self.file.read_text(encoding="utf-8")
        calls, record = os.pipe()
        if not (child := os.fork()):
            self.selection.notes = Calls(str(self.file), os.fdopen(record, "wb"))
            yield Mutant(source, "", "", 0)
        os.close(record)
        with os.fdopen(calls, "rb") as recorded:
            noted = recorded.read()
        _, status, usage = os.wait4(child, 0)
        yield Verdict(Mutant(source, "", "", 0), status != PASSED)
        known, limit = pickle.loads(noted), AT_LEAST + PATIENCE * int(usage.ru_utime)
        waiting, running = list(self.mutants)[::-1], {}
        while waiting or running:
            while waiting and len(running) < self.jobs:
                mutant = waiting.pop()
                if not (child := os.fork()):
                    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
                    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
                    self.selection.choose(source, mutant.line, known)
                    yield mutant
                running[child] = mutant
            child, status = os.wait()
            yield Verdict(running.pop(child), status != PASSED)


def judge(file: str, mutants: Sequence[Mutant], tests: Sequence[str], jobs: int) -> Iterator[Verdict]:
    """The verdicts on the mutants of a file, after one on the file as it is."""
    out, into = os.pipe()
    if not (child := os.fork()):
        selection = Selection()
        run(Fork(file, mutants, jobs, selection, os.fdopen(into, "wb")), selection, tests)
    os.close(into)
    with os.fdopen(out, "rb") as answers:
        for _ in range(1 + len(mutants)):
            yield pickle.load(answers)
    os.waitpid(child, 0)


def run(fork: Fork, selection: Selection, tests: Sequence[str]) -> None:
    """pytest on the tests, in silence; a drawn example that fails need not be made small."""
    status = 1
    try:
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nothing, stream)
        sys.path.insert(0, str(ROOT))
        sys.meta_path.insert(0, fork)
        for book in iter_modules([str(ROOT / "theory" / "books")], "lemmacheck.theory.books."):
            importlib.import_module(book.name)
        settings.register_profile("mutation", phases=[Phase.explicit, Phase.generate], deadline=None)
        settings.load_profile("mutation")
        options = ["-x", "-q", "--assert=plain", "-p", "no:xdist", "--rootdir", str(ROOT)]
        status = int(pytest.main([*options, *tests], plugins=[selection]))
        if status == pytest.ExitCode.NO_TESTS_COLLECTED and selection.chosen is not None:
            status = PASSED
        if status == PASSED and selection.notes:
            selection.notes.write()
    finally:
        sys.stdout.flush()
        os._exit(status)
