"""Books that change what others compute with, or make another problem each time: one line, and no verdict."""

import fractions
import math
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
import pytest
import typer
from lemmacheck.theory.core.book import BookError
from lemmacheck.theory.core.kept import leaving_nothing
from lemmacheck.theory.core.shared import Impure
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.library.preflight import open_library
from lemmacheck.verifiers.records.verdict import Verdict

from tests.books.written import SHRINKING, writer

ONE = Instance.from_json("one", [["1"]])
OF, CLAIM, LAST = "dict(a=1 + abs(Z[0, 0]))", "at_most(run.x, 1)", "Method(Shrinking, on=Line)"
TEXT = f'''"""A number that shrinks."""

import builtins
import fractions
import random as dice
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from lemmacheck import Method, at_most, claim, problem
from lemmacheck.verifiers.decide import ladder
from lemmacheck.verifiers.numbers import comparison

COUNT = [0]

{SHRINKING}

@claim("C", about=Shrinking)
def small(run):
    """x_t ≤ 1: false."""
    return {CLAIM}


METHOD = {LAST}
'''
HEAD = "COUNT = [0]\n"
CHANGED = {
    "what compares": ("comparison.surely = lambda a, op, b: 1", r"comparison\.surely is changed"),
    "what weighs": ("ladder.compare = lambda r: np.ones(3, dtype='int8')", r"ladder\.compare is changed"),
    "a threshold": ("comparison.HOLDS = -1", r"comparison\.HOLDS is changed"),
    "a function of NumPy": ("np.flatnonzero = lambda x: np.array([], dtype=int)", r"numpy\.flatnonzero is changed"),
    "a builtin": ("builtins.min = max", r"builtins\.min is changed"),
    "how fractions compare": ("Fraction.__le__ = lambda a, b: True", r"Fraction\.__le__ is changed"),
    "how they are told": ("Fraction.__str__ = lambda a: 'PROVED'", r"Fraction\.__str__ is changed"),
    "a class": ("fractions.Fraction = int", r"fractions\.Fraction is changed"),
    "by setattr": ("setattr(comparison, 'sur' + 'ely', lambda a, op, b: 1)", r"comparison\.surely is changed"),
}
DIFFERENT = {
    "a problem that is drawn": (OF, "dict(a=1 + dice.randint(0, 10**6))", r"(random|dice) has changed in a run"),
    "a problem that counts": (OF, "dict(a=1 + (COUNT.append(0) or len(COUNT)))",
        r"COUNT has changed in a run; of\(\) may not keep"),
    "families that are drawn": ("@problem\n", "def drawn():\n    yield [[dice.randint(0, 10**6)]]\n\n\n@problem\n",
        r"random has changed in a run; families\(\) may not keep anything between calls, nor draw"),
    "families that keep something": ("@problem\n", "def drawn():\n    COUNT.append(0)\n    yield [[1]]\n\n\n@problem\n",
        r"COUNT has changed in a run; families\(\) may not keep"),
    "families that set a name": (
        "@problem\n", "def drawn():\n    global COUNT\n    COUNT = 2\n    yield [[1]]\n\n@problem\n",
        r"COUNT has changed in a run; families\(\) may not keep"),
    "words that keep something": (
        "    def of(Z)", "    def show(p):\n        return 'a' + str(COUNT.append(0))\n\n    def of(Z)",
        r"COUNT has changed in a run; show\(\) may not keep"),
    "a hash": (OF, "dict(a=1 + hash('a') % 2)", r"hash\('a'\) is another number in each process"),
    "an address": (OF, "dict(a=1 + id(Z) % 2)", r"id\(Z\) is another number in each process"),
    "the order of a set": (OF, "dict(a=[len(x) for x in {'a', 'bc'}][0])", "has another order in each process"),
    "a list of a set": (OF, "dict(a=len(list(set(['a', 'bc']))[0]))", "has another order in each process"),
    "a label of two lines": (LAST, "Method(Shrinking, on=Line, usual={'a\\nb': Shrinking()})",
        "expected a text on one line"),
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGED)
@pytest.mark.parametrize("when", ["loaded", "asked"])
def test_what_others_compute_with_is_not_changed_and_is_as_before(tmp_path: Path, name: str, when: str) -> None:
    line, told = CHANGED[name]
    before = np.flatnonzero, min, fractions.Fraction, fractions.Fraction.__le__, fractions.Fraction.__str__
    body = f"    {line}\n    return {CLAIM}"
    change = (HEAD, f"{HEAD}{line}\n") if when == "loaded" else (f"    return {CLAIM}", body)

    with pytest.raises(BookError, match=rf"paper1\.py: .*{told}"):
        writer(tmp_path)(TEXT, change)

    assert before == (np.flatnonzero, min, fractions.Fraction, fractions.Fraction.__le__, fractions.Fraction.__str__)
    one = writer(tmp_path / "..")(TEXT).claims["C"]
    assert decide(one, ONE, one.usual[""], 4).verdict == Verdict.REFUTED


BEGUN = {
    "a thread": "threading.Thread(target=time.sleep, args=(1,), daemon=True).start()",
    "a handler of SIGALRM": "signal.signal(signal.SIGALRM, print)",
    "a profile": "sys.setprofile(lambda *_: None)",
    "a trace": "sys.settrace(lambda *_: None)",
    "subprocess.run": "subprocess.run = print",
    "sys.exit": "sys.exit = print",
    "re.sub": "re.sub = print",
    "Exit.__init__": "typer.Exit.__init__ = lambda *_: None",
}


@pytest.mark.parametrize("what", BEGUN)
def test_nothing_is_begun_that_runs_when_nobody_calls_it(tmp_path: Path, what: str) -> None:
    def found() -> tuple[object, ...]:
        called = subprocess.run, sys.exit, re.sub, typer.Exit.__init__
        return signal.getsignal(signal.SIGALRM), sys.getprofile(), sys.gettrace(), *called

    before, begins = found(), f"import re, signal, subprocess, sys, threading, time, typer\n{BEGUN[what]}\n"

    with pytest.raises(BookError, match=rf"paper1\.py: {what} (runs when nobody calls it|is changed)"):
        writer(tmp_path)(TEXT, (HEAD, f"{HEAD}{begins}"))

    assert before == found()


def test_no_hook_is_left_behind_for_what_the_process_does(tmp_path: Path) -> None:
    path = tmp_path / "hooking.py"
    path.write_text(TEXT.replace(HEAD, f"{HEAD}import sys\nsys.addaudithook(lambda *_: COUNT.append(1))\n"))

    open_library(str(path))
    assert sys.modules[f"lemmacheck_book_hooking_{crc32(bytes(path)):08x}"].COUNT == [0]


@pytest.mark.slow
def test_what_is_registered_for_the_end_of_the_process_does_not_change_its_exit_status(tmp_path: Path) -> None:
    lies = "import atexit, os\natexit.register(getattr(os, '_exit'), 0)\n"
    (tmp_path / "lying.py").write_text(TEXT.replace(HEAD, HEAD + lies), encoding="utf-8")
    (tmp_path / "lying.verdicts.json").write_text('{"C": "certified"}', encoding="utf-8")
    asked = [sys.executable, "-m", "lemmacheck.verifiers.cli", "check", "lying.py", "C"]
    done = subprocess.run(asked, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)

    assert (done.returncode, "C is refuted here, but recorded as certified" in done.stderr) == (1, True)


def test_what_holds_of_the_whole_process_is_set_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])
    before = sys.getrecursionlimit(), sys.path[0], sys.meta_path[0]
    lines = f"sys.setrecursionlimit({before[0] - 1})\nsys.path.insert(0, 'mine')\nsys.meta_path.insert(0, Any)\n"
    writer(tmp_path)(TEXT, (HEAD, f"{HEAD}import sys\n\n{lines}"))

    assert before == (sys.getrecursionlimit(), sys.path[0], sys.meta_path[0])
    assert (sys.path.count("mine"), sys.meta_path.count(Any)) == (1, 1)


@pytest.mark.parametrize("name", DIFFERENT)
def test_a_matrix_makes_one_problem_in_every_process(tmp_path: Path, name: str) -> None:
    old, new, told = DIFFERENT[name]
    families = ("    def of(Z)", "    families = drawn\n\n    def of(Z)")

    with pytest.raises(BookError, match=told):
        writer(tmp_path)(TEXT, (old, new), *([families] if "drawn()" in new else []))


@pytest.mark.parametrize("made", ["os.getpid()", "(os.getpid(), 1)", "Fraction(1, os.getpid())", "str(os.getpid())"])
def test_a_number_that_another_process_has_otherwise_is_read_by_no_claim(tmp_path: Path, made: str) -> None:
    path = tmp_path / "another.py"
    path.write_text(TEXT.replace(HEAD, f"import os\n\nCOUNT = {made}\n"), encoding="utf-8")
    assert "C" in open_library(str(path)).claims

    path.write_text(path.read_text("utf-8").replace(CLAIM, "at_most(run.x * len([COUNT]), 1)"), encoding="utf-8")
    with pytest.raises(BookError, match=r"another\.py:\d+: COUNT\S* is another in each process, and C reads it"):
        open_library(str(path))


KEEPS, F = "COUNT.append(1)", "x):\n        COUNT.append(1)\n        return x\n\n    def"
REACHED = {
    "a function of the problem": [("def of", f"def f(p, {F} of"), (CLAIM, "at_most(run.problem.f(run.x), 1)")],
    "one in a step": [("def of", f"def f(p, {F} of"), ("s.x *", "p.f(s.x) *")],
    "one of the method": [("def start", f"def f(self, {F} start"), (CLAIM, "at_most(run.algorithm.f(run.x), 1)")],
    "a property of a state": [
        ("    x: Any\n", f"    x: Any\n\n    @property\n    def y(self):\n        {KEEPS}\n        return self.x\n"),
        (CLAIM, "at_most(run.y, 1)")],
}  # fmt: skip


@pytest.mark.parametrize("name", REACHED)
def test_nothing_is_kept_by_what_a_claim_or_a_step_calls_of_its_arguments(tmp_path: Path, name: str) -> None:
    with pytest.raises(BookError, match="COUNT has changed in a run"):
        writer(tmp_path)(TEXT, *REACHED[name])


CHANGED_IN_A_RUN, ELSEWHERE = "has changed in a run", "which may answer differently each time"
SLOTS = "class Box:\n    __slots__ = ('n',)\n\nBOX = Box()\nBOX.n = 0"
KEPT = {
    "a name that is set and never read": ("N = 0", "global N; N = 1", "N has changed"),
    "a name that is deleted": ("N = 0", "global N; del N", "N has changed"),
    "slots": (SLOTS, "BOX.n += 1", r"BOX\.n has changed"),
    "an iterator": ("IT = iter(range(9))", "next(IT)", CHANGED_IN_A_RUN),
    "a generator": ("IT = (k for k in range(9))", "next(IT)", "IT is a generator, of which nobody sees"),
    "a base class": ("class A:\n    L = []\nclass B(A):\n    pass", "B.L.append(1)", r"A\.L has changed"),
    "an attribute of a list": ("class L(list):\n    pass\nX = L()\nX.n = 0", "X.n += 1", r"X\.n has changed"),
    "an attribute of an error": ("X = ValueError()\nX.n = 0", "X.n += 1", CHANGED_IN_A_RUN),
    "a method of a list": ("PUSH = [].append", "PUSH(1)", CHANGED_IN_A_RUN),
    "an operator": ("class A:\n    def __add__(self, k, L=[]):\n        L.append(k)\nX = A()", "X + 1", "__defaults__"),
    "a partial function": ("from functools import partial\nF = partial(list.append, [])", "F(1)", CHANGED_IN_A_RUN),
    "what NumPy goes over": ("L = []\nF = np.vectorize(L.append)", "F(1)", CHANGED_IN_A_RUN),
    "a view of memory": ("X = memoryview(bytearray(1))", "X[0] = 1", "X is a memoryview"),
    "a lock": ("import threading\nX = threading.Lock()", "X.acquire()", f"X is of the module _thread, {ELSEWHERE}"),
    "a stream": ("import io\nX = io.StringIO()", "X.write('x')", ELSEWHERE),
    "the surroundings": ("import os", "os.environ.get('HOME')", ELSEWHERE),
    "a clock": ("from time import time", "time()", ELSEWHERE),
    "an import": ("", "import time", ELSEWHERE),
    "a file": ("", "open('/dev/null').close()", "open reads more than it is given"),
    "a name of its module": ("", "globals()['N'] = 1", "globals reads more"),
    "a name of another module": ("import math", "math.mine = 1", "the names of math"),
}
HARMLESS = {
    "a function that remembers": "from functools import cache\n@cache\ndef X(k):\n    return k",
    "a fraction": "X = fractions.Fraction(1, 3)",
    "a pattern": "import re\nX = re.compile('a')",
    "an enumeration": "from enum import Enum\nclass X(Enum):\n    A = 1",
    "an abstract class": "from abc import ABC\nclass X(ABC):\n    pass",
    "a table": "from types import MappingProxyType\nX = MappingProxyType({1: 2})",
    "a dataclass": "from dataclasses import dataclass\n@dataclass(frozen=True)\nclass X:\n    a: int = 1",
    "a function of NumPy": "X = np.add",
    "a property": "from functools import cached_property\nclass X:\n    a = cached_property(len)",
    "an operator": "import operator\nX = operator.itemgetter(1)",
}


def stepping(before: str, line: str) -> Any:
    """An author's function of this line, in a module of its own that begins with these."""
    module = {"__name__": "paper", "np": np, "fractions": fractions}
    exec(f"{before}\ndef step():\n    {line}\n", module)
    return module["step"]


@pytest.mark.parametrize("name", KEPT)
def test_nothing_is_kept_where_nobody_would_see_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(math, "mine", 0, raising=False)
    monkeypatch.delattr(math, "mine")
    before, line, told = KEPT[name]
    step = stepping(before, line)

    with pytest.raises(Impure, match=told), leaving_nothing(step):
        step()


@pytest.mark.parametrize("name", HARMLESS)
def test_what_keeps_nothing_may_be_read(name: str) -> None:
    step = stepping(HARMLESS[name], "return X")
    with leaving_nothing(step):
        assert step() is not None
