"""Protects the one who waits: code that hangs, dies or exits ends in one line, and leaves no process behind."""

import multiprocessing
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from lemmacheck.verifiers.cli import telling, variants
from lemmacheck.verifiers.records.terminal import InputError
from lemmacheck.verifiers.records.verdict import Verdict
from lemmacheck.verifiers.variants import checking, workers
from lemmacheck.verifiers.variants.answer import Answer
from lemmacheck.verifiers.variants.checking import Asking, Listener, check_file
from lemmacheck.verifiers.variants.workers import Failure, Task, Workers

from tests.commands import Command, nobody_left, spawn
from tests.sampled import sampled

STEP = """\
import os, sys
from types import SimpleNamespace as State

class variant:
    def start(self, p):
        return State(t=0, w=p.zeros())

    def step(self, p, s):
        {}
        return State(t=s.t + 1, w=s.w - p.gradient(s.w))
"""
CLAIM = """\
from lemmacheck import schedule

def endless(run):
    while {}:
        pass
    return []

def endless_too(run):
    return endless(run)

variant = schedule(claims=[endless, endless_too])
"""
LAMBDA = """\
from lemmacheck import schedule

def lam(t):
    while t > 3:
        pass
    return 2 / (t + 2)

variant = schedule(lam=lam)
"""
LATE = r"did not return within (1 s of processor time|10 s by the clock)"  # of a busy machine
ENDING_BADLY = {
    "an endless import": ("x = 0\nwhile True:\n    x += 1\n", ["my.py:", rf"{LATE} \(import\)"]),
    "an endless λ": (LAMBDA, ["my.py:", rf"in lam: {LATE} \(pre-flight, 6 steps\)"]),
    "a step that sleeps": (STEP.format("import time; time.sleep(3600)"),
        [r"my.py:9, in step: did not return within 10 s by the clock \(pre-flight, 6 steps\)"]),
    "an endless step that catches everything":
        (STEP.format("while s.t == 5:\n            try: pass\n            except BaseException: pass"),
            [rf"in step: {LATE} \(pre-flight, 6 steps\)"]),
    "an endless step": (STEP.format("while s.t == 5: pass"), [rf"my.py:9, in step: {LATE} \(pre-flight, 6 steps\)"]),
    "a step that ends the process": (STEP.format("os._exit(7)"),
        [r"my.py: its process died with exit status 7 \(pre-flight, 6 steps\)"]),
    "a step that stops its process": (STEP.format("import signal; os.kill(os.getpid(), signal.SIGSTOP)"),
        [r"my.py: did not return within 10 s by the clock \(pre-flight, 6 steps\)"]),
    "a step that forks": (STEP.format("os.fork()"), [r"my.py:9, in step: os.fork\(\) makes a second process"]),
    "a λ that is late no number":
        ("from lemmacheck import schedule\nvariant = schedule(lam=lambda t: 1 if t < 9 else 'late')\n",
            [r"my.py:2: λ_9 is 'late'; expected a finite number"]),
    "a step that exits": (STEP.format("sys.exit('enough')"), ["my.py:9, in step: SystemExit: enough"]),
}  # fmt: skip


@pytest.fixture(autouse=True)
def one_process(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """One worker at a time; none is left afterwards."""
    monkeypatch.setattr(workers, "processors", lambda: 1)
    yield
    assert multiprocessing.active_children() == []


def written(text: str, folder: Path) -> str:
    path = folder / "my.py"
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.slow
@pytest.mark.parametrize("which", sampled(ENDING_BADLY, 4, always=["a step that forks", "a λ that is late no number"]))
def test_what_does_not_return_is_one_line_and_exit_status_two(which: str, lemmacheck: Command, tmp_path: Path) -> None:
    text, words = ENDING_BADLY[which]
    result = lemmacheck("variant", written(text, tmp_path), "--timeout", "1", "--steps", "6")

    assert [word for word in words if not re.search(word, result.refusal)] == []
    assert [line for line in result.err.splitlines()[:-1] if not re.search(r", 6 steps: \d+ s$", line)] == []  # waiting


@pytest.mark.slow
def test_a_function_that_hangs_beyond_the_runs_costs_its_limit_once_and_is_searched_up_to_there(tmp_path: Path) -> None:
    path = written(LAMBDA.replace("t > 3", "t > 300"), tmp_path)
    asking = Asking(rates=False, steps=6, timeout=2.0, budget=6.0, only="P.L3.2")
    (checked,) = check_file(path, asking)

    assert checked.lacking == ()
    assert 256 <= checked.search.steps < 300


def test_who_waits_is_told_for_what_while_no_worker_speaks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "BEAT", 0.01)
    said: list[list[str]] = []
    crew = Workers("my.py", 1.0, count=1, waiting=said.append)
    ours, theirs = multiprocessing.Pipe()
    at_work = SimpleNamespace(pipe=ours, task=Task("answer", stage="deciding P.L3.2"), deadline=time.monotonic() + 60)
    crew.workers = [at_work]  # type: ignore[list-item]

    assert crew.speaking() == []
    theirs.send("done")
    assert crew.speaking() == [at_work]
    assert said == [["deciding P.L3.2"]] * 2


def test_the_second_line_of_silence_says_what_is_being_done(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def silent(_: str, asking: Asking) -> list[Any]:
        asking.listener.waiting(["screening, 40 steps", "screening, 40 steps", "measuring the rates"])
        monkeypatch.setattr(telling, "QUIET", 60.0)
        asking.listener.waiting(["screening, 40 steps"])
        return []

    monkeypatch.setattr(telling, "QUIET", 0.0)
    monkeypatch.setattr(workers, "warm_up", lambda: None)
    monkeypatch.setattr(checking, "check_file", silent)

    assert variants.check_and_print("my.py", Asking(), debug=False, quiet=True) == []
    assert capsys.readouterr().err == "screening, 40 steps; measuring the rates: 0 s\n"


@pytest.mark.slow
def test_the_traceback_of_the_author_is_shown_on_request_only(lemmacheck: Command, tmp_path: Path) -> None:
    path = written(STEP.format("raise ValueError('mine')"), tmp_path)
    quiet, loud = (lemmacheck("variant", path, *flags) for flags in ((), ("--debug",)))

    assert len(quiet.err.splitlines()) == 1
    assert "Traceback" not in quiet.err
    assert "my.py:9, in step: ValueError: mine" in quiet.err
    assert loud.err.startswith("Traceback")
    assert loud.err.splitlines()[-1] == quiet.err.splitlines()[-1]


class Hearing(Listener):
    """Keeps the verdicts that it hears."""

    def __init__(self) -> None:
        self.verdicts: list[Verdict] = []

    def decided(self, answer: Answer, done: int, of: int) -> None:
        self.verdicts.append(answer.theorem.verdict)


@pytest.mark.slow
def test_a_claim_that_is_late_is_undecided_and_a_few_end_the_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hear = Hearing()
    monkeypatch.setattr(checking, "LATE", 2)
    path = written(CLAIM.format("True"), tmp_path)
    asking = Asking(2, 1, False, only="endless*", listener=hear)
    with pytest.raises(Failure, match=r"my.py:[45], in endless: did not return within 10? s .* \(deciding .*, 2 steps"):
        check_file(path, asking)

    assert hear.verdicts.count(Verdict.UNDECIDED) == 1


@pytest.mark.slow
def test_a_claim_that_cannot_be_decided_is_undecided_with_the_reason_and_the_others_are_decided(tmp_path: Path) -> None:
    asking = Asking(2, 60, False, only="endless*,P.L3.4*")
    (checked,) = check_file(written(CLAIM.format("1 / 0 > run.nothing"), tmp_path), asking)
    own = [answer.theorem for answer in checked.answers if answer.theorem.id.startswith("endless")]

    assert [record.verdict for record in own] == [Verdict.UNDECIDED] * 2
    assert all("divides by 0" in record.reason for record in own)
    assert len(checked.answers) > len(own)


@pytest.mark.slow
def test_time_that_passes_without_work_is_not_held_against_a_step(tmp_path: Path) -> None:
    path = written(STEP.format("import time; time.sleep(0.4 * (s.t == 0 and p.n == 1))"), tmp_path)
    with Workers(path, 1, 1) as crew:
        started = time.monotonic()
        crew.ask(Task("describe", (0, 2), patience=2))

    assert time.monotonic() - started > 2 * 1


@pytest.mark.slow
def test_a_worker_that_is_lost_is_replaced(tmp_path: Path) -> None:
    path = written(STEP.format("pass"), tmp_path)
    with Workers(path, 5, 1) as crew:
        assert crew.ask(Task("names")) == ["my"]
        os.kill(crew.workers[0].process.pid or 0, signal.SIGKILL)
        with pytest.raises(InputError, match="its process died with exit status -9"):
            crew.ask(Task("names", stage="again"))
        assert crew.ask(Task("names")) == ["my"]


@pytest.mark.slow
def test_a_folder_that_is_called_as_one_of_ours_is_not_taken_for_it(tmp_path: Path) -> None:
    path = written(STEP.format("pass"), tmp_path)
    (tmp_path / "theory").mkdir()
    (tmp_path / "theory" / "__init__.py").write_text("print('not ours')\nraise SystemExit(9)\n", encoding="utf-8")
    installed = "import sys; sys.path.remove(''); from lemmacheck.verifiers.cli import main; main()"
    command = ("variant", path, "--steps", "2", "--no-rates", "--only", "P.3.1.R")
    result = spawn("-c", installed, *command, cwd=tmp_path)

    assert result.status == 0
    assert "not ours" not in result.out + result.err


@pytest.mark.slow
def test_an_interrupted_check_exits_with_130_and_leaves_no_process(tmp_path: Path) -> None:
    path = written(CLAIM.format("True"), tmp_path)
    command = [sys.executable, "-W", "error", "-m", "lemmacheck.verifiers.cli", "variant", path]
    started = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    assert started.stderr.readline().startswith("my: schedule")
    os.killpg(started.pid, signal.SIGINT)
    _, err = started.communicate(timeout=60)

    assert started.returncode == 130
    assert "Traceback" not in err
    assert nobody_left(started.pid)


def test_a_task_that_looks_like_the_first_one_is_waited_for() -> None:
    crew = Workers("my.py", timeout=1.0, count=1)
    asked, loading = SimpleNamespace(task=Task("names", stage="import")), SimpleNamespace(task=workers.LOAD)
    crew.workers = [asked, loading]  # type: ignore[list-item]

    assert [worker is asked for worker in crew.at_work()] == [True]
