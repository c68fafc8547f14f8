"""An author's code that does not end costs its own claim, in one line with its place, and leaves no process behind."""

import faulthandler
import gc
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from lemmacheck.theory.core import kept
from lemmacheck.theory.core.book import BookError
from lemmacheck.theory.core.opening import AND
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.own import UNSHOWN
from lemmacheck.verifiers.library import supervision, time_limit
from lemmacheck.verifiers.library.asking import sharp
from lemmacheck.verifiers.library.deciding import decided_on, examine
from lemmacheck.verifiers.library.plan import Effort
from lemmacheck.verifiers.library.preflight import open_library
from lemmacheck.verifiers.library.supervision import METHOD, Job, Lost, Watch, ask, once, replies
from lemmacheck.verifiers.records.verdict import HOLDING

from tests.books.written import SHRINKING, claim_text
from tests.commands import Command
from tests.quick import check
from tests.sampled import sampled

LIMIT = 1.0  # many times what a call of these books takes that ends
TOLD = f"did not return within {LIMIT:g} s of processor time"
FEW = Effort(per_shape=11, steps=3, certified=3, elsewhere=2, own=500)
LINES = (
    '''"""A note: x_t falls."""

import time
from itertools import count
from typing import Any, NamedTuple

from lemmacheck import Method, at_most, claim, hypothesis, problem


'''
    + SHRINKING
    + '''

class Waiting(Shrinking):
    """The same."""

    def step(self, p, s):
        STEP
        return State(s.t + 1, s.x * (s.t + 1) / (s.t + 2))


@hypothesis("x_0 ≥ 0")
def positive(run):
    GIVEN
    return at_most(0, run.x[0])


@claim("L.1", about=Shrinking)
def stays_below(run):
    """x_t ≤ a/(t + 1)."""
    return at_most(run.x, run.problem.a / (run.each(lambda s: s.t) + 1))


@claim("L.2", about=Shrinking, given=[positive])
def waits(run):
    """x_t ≤ a."""
    CLAIM
    return at_most(run.x, run.problem.a)


@claim("L.3", about=Waiting)
def waited_for(run):
    """x_t ≤ a."""
    return at_most(run.x, run.problem.a)


METHODS = [Method(Shrinking, on=Line), Method(Waiting, on=Line)]
ONE, TWO = METHODS
MODULE = None
'''
)
LOOP = "while True: pass"
IN_C = "sum(count())"
Write = Callable[..., Path]


@pytest.fixture(autouse=True)
def clocks_and_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """What code does to its process is looked at here; that such modules are refused stands elsewhere."""
    monkeypatch.setattr(kept, "refuse", lambda *_: None)


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """What works ends by the processor's time, however little of it a busy machine gives."""
    monkeypatch.setattr(time_limit, "PATIENCE", 300)


@pytest.fixture
def written(tmp_path: Path) -> Write:
    """A book in which code stands at these places."""

    def write(name: str = "mine", **places: str) -> Path:
        text = LINES
        for place in ("STEP", "GIVEN", "CLAIM"):
            text = text.replace(place, places.get(place, "pass"))
        path = tmp_path / f"{name}.py"
        path.write_text(text.replace("MODULE = None", places.get("MODULE", "")), encoding="utf-8")
        return path

    return write


def line_of(path: Path, text: str) -> int:
    return 1 + next(k for k, line in enumerate(path.read_text(encoding="utf-8").splitlines()) if line.strip() == text)


HANGING = {
    "a claim": ("CLAIM", LOOP, ["L.2"], "waits"),
    "a claim in C": ("CLAIM", IN_C, ["L.2"], "waits"),
    "a claim on some data": ("CLAIM", f"if run.problem.n == 12: {IN_C}", ["L.2"], "waits"),
    "a hypothesis": ("GIVEN", LOOP, ["L.2"], "positive"),
    "a step": ("STEP", LOOP, ["L.3"], "step"),
    "a late step": ("STEP", f"if s.t == 2 and p.n == 8: {IN_C}", ["L.3"], "step"),
}


@pytest.mark.slow
@pytest.mark.parametrize("which", sampled(HANGING, 2))
def test_what_does_not_end_costs_its_claim_and_the_others_go_on(written: Write, which: str) -> None:
    place, code, lost, name = HANGING[which]
    path = written(**{place: code})
    library = open_library(str(path), LIMIT)
    records = {record.id: record for record in examine(list(library.claims.values()), FEW, lambda line: None)}

    assert list(records) == ["L.1", "L.2", "L.3"]
    assert [id for id, record in records.items() if record.verdict not in HOLDING] == lost == list(library.late)
    assert library.late[lost[0]].startswith(f"{path}:{line_of(path, code)}, in {name}: {TOLD}")
    assert records[lost[0]].verdict == "undecided"
    assert records[lost[0]].reason == library.late[lost[0]]


@pytest.mark.slow
@pytest.mark.parametrize("loop", [LOOP, f"try:\n            {LOOP}\n        except Exception: pass"])
def test_a_show_that_does_not_end_costs_the_text_of_a_witness_alone(written: Write, loop: str) -> None:
    path = written(CLAIM="return at_most(run.x, 0)")
    shows = f"    def show(p):\n        {loop}\n\n    def of(Z):"
    path.write_text(path.read_text(encoding="utf-8").replace("    def of(Z):", shows), encoding="utf-8")
    library = open_library(str(path), LIMIT)
    records = {record.id: record for record in examine(list(library.claims.values()), FEW, lambda line: None)}
    witness = records["L.2"].witness

    assert library.late == {}
    assert {id: str(record.verdict) for id, record in records.items()} == {
        "L.1": "proved", "L.2": "refuted", "L.3": "proved",
    }  # fmt: skip
    assert witness.shown == UNSHOWN


@pytest.mark.slow
def test_a_step_that_has_no_more_numbers_after_the_steps_of_its_method_is_asked_for_no_more(written: Write) -> None:
    path = written(STEP="(1, 2, 3, 4, 5)[int(s.t)]", MODULE="TWO.__dict__.update(steps=5)")
    library = open_library(str(path), LIMIT)
    effort = replace(FEW, steps=10)
    records = {record.id: record for record in examine(list(library.claims.values()), effort, lambda line: None)}

    assert all(record.verdict in HOLDING for record in records.values())
    assert "runs of up to 5 steps, in floats" in records["L.3"].reason


@pytest.mark.slow
def test_a_step_that_does_not_end_costs_the_claims_about_its_method_once(written: Write, lemmacheck: Command) -> None:
    path = written(STEP=LOOP, MODULE=claim_text("L.4", "Waiting", "at_most(0, run.x)", "x_t ≥ 0."))
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    library = open_library(str(path), 2.0)

    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before < 2 * 2.0
    assert list(library.late) == ["L.3", "L.4"]
    assert library.late["L.4"].endswith("(asked for L.3)")
    for asked, of in (("L.4", "L.4"), ("L.[34]", "L.3, L.4")):
        status, _, noted = lemmacheck("check", str(path), asked, "--timeout", f"{LIMIT:g}")
        findings = [line for line in noted.splitlines() if line.startswith("finding: ")]
        assert status == 1
        assert [line.partition(f": {path}:")[0] for line in findings] == [f"finding: {of}"]


@pytest.mark.slow
@pytest.mark.parametrize(("place", "lost"), sampled([("CLAIM", "L.2"), ("GIVEN", "L.2"), ("STEP", "L.3")], 2))
def test_what_begins_on_given_data_alone_costs_its_claim(written: Write, place: str, lost: str) -> None:
    rows = "p.n" if place == "STEP" else "run.problem.n"
    path = written(**{place: f"if {rows} == 13: {IN_C}"})
    library = open_library(str(path), LIMIT)
    instance = Instance.from_json("thirteen rows", [["1"]] * 13)
    records = {r.id: r for r in decided_on(list(library.claims.values()), instance, 3, lambda line: None)}

    assert [id for id, record in records.items() if record.verdict not in HOLDING] == [lost]
    assert TOLD in records[lost].reason


@pytest.mark.slow
def test_an_import_that_does_not_end_is_one_line(written: Write) -> None:
    path = written(MODULE=LOOP)
    with pytest.raises(BookError) as error:
        open_library(str(path), LIMIT)

    assert str(error.value).startswith(f"{path}:{line_of(path, LOOP)}, in <module>: {TOLD}")
    assert str(error.value).endswith("(import)")


@pytest.mark.slow
def test_code_that_sleeps_ends_by_the_clock(written: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time_limit, "PATIENCE", 3)
    path = written(CLAIM="time.sleep(600)")
    library = open_library(str(path), LIMIT)
    clock = f"{time_limit.by_clock(LIMIT):g} s by the clock"

    assert library.late["L.2"].startswith(
        f"{path}:{line_of(path, 'time.sleep(600)')}, in waits: did not return within {clock}"
    )


STUCK = {
    "stopped": "import os, signal; os.kill(os.getpid(), signal.SIGSTOP)",
    "deaf": "import signal; signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals()); time.sleep(600)",
    "asleep, its timers gone": "import signal; signal.setitimer(signal.ITIMER_PROF, 0); time.sleep(600)",
}


@pytest.mark.slow
@pytest.mark.parametrize("which", STUCK)
def test_a_process_that_does_not_even_look_ends_by_the_clock(
    written: Write, which: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervision, "GRACE", 0.2)
    monkeypatch.setattr(time_limit, "PATIENCE", 2)
    with pytest.raises(BookError, match=r"mine\.py.*: did not return within 2 s by the clock.* \(import\)"):
        open_library(str(written(MODULE=STUCK[which])), LIMIT)


def test_a_process_that_has_closed_its_pipes_is_waited_for_by_nobody(
    written: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervision, "GRACE", 0.2)
    path = written(MODULE="import os; os.closerange(3, 256); time.sleep(600)")

    with pytest.raises(BookError, match=r"mine\.py: its process died with exit status -9"):
        open_library(str(path), LIMIT)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no forks here")
@pytest.mark.parametrize(("place", "name"), [("MODULE", "<module>"), ("CLAIM", "waits"), ("STEP", "step")])
def test_an_authors_code_makes_no_second_process_that_would_answer_too(written: Write, place: str, name: str) -> None:
    path = written(**{place: "import os; os.fork()"})

    with pytest.raises(BookError, match=rf"mine\.py:\d+, in {name}: os\.fork\(\) makes a second process"):
        open_library(str(path), LIMIT)


def test_pythons_own_code_is_not_taken_for_a_file_beside_the_book(written: Write, monkeypatch: Any) -> None:
    monkeypatch.chdir(written().parent)
    trace = '  File "<string>", line 1 in <module>\n'

    assert time_limit.stood(trace, Path("mine.py")) == ("mine.py", frozenset())
    assert time_limit.stood(f'{trace}  File "mine.py", line 9 in step', Path("mine.py"))[0] == "mine.py:9, in step"


def test_a_process_that_is_watched_for_hanging_opens_a_book(written: Write) -> None:
    """As under pytest with faulthandler_timeout: the thread that watches is in no fork."""
    faulthandler.dump_traceback_later(3600)
    try:
        assert list(open_library(str(written()), LIMIT).claims) == ["L.1", "L.2", "L.3"]
    finally:
        faulthandler.cancel_dump_traceback_later()


def test_a_process_that_dies_is_told_with_its_status(written: Write) -> None:
    library = open_library(str(written(CLAIM="import os; os.kill(os.getpid(), 9)")), LIMIT)

    assert library.late["L.2"].endswith("mine.py: its process died with exit status -9 (asked for L.2)")


@pytest.mark.slow
def test_what_is_asked_of_a_claim_in_a_notebook_ends_too(written: Write) -> None:
    library = open_library(str(written(STEP="while p.n > 3: pass")), LIMIT)
    with pytest.raises(BookError, match=f"in step: {TOLD}"):
        sharp(library.claims["L.3"])
    assert check(library.claims["L.3"], FEW).verdict == "undecided"
    assert isinstance(ask(library.claims["L.3"], check, library.claims["L.3"]), Lost)


@pytest.mark.thorough
def test_many_short_calls_may_take_longer_than_the_limit_together(written: Write) -> None:
    until = f"time.process_time_ns() + {int(LIMIT * 1e9) // 8000}"
    spin = f"until = {until}\n        while time.process_time_ns() < until: pass"
    library = open_library(str(written(STEP=spin)), LIMIT)
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime

    assert check(library.claims["L.3"], replace(FEW, per_shape=3)).verdict in HOLDING
    assert library.late == {}
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before > LIMIT


def test_the_memory_of_who_asks_costs_no_time_of_the_authors() -> None:
    """A process is born with all of it, and looks through none of it for what nobody needs."""
    ((_, frozen), _) = replies([Job(Watch(Path(__file__), LIMIT), once, (gc.get_freeze_count,))], 1)

    assert METHOD != "fork" or frozen > 10_000


@pytest.mark.slow
def test_books_of_one_name_in_two_folders_are_two(written: Write, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    first, second = written("mine"), written("other/mine")
    second.write_text(second.read_text(encoding="utf-8").replace('"L.', '"M.'), encoding="utf-8")

    assert list(open_library(f"{first}{AND}{second}").claims) == ["L.1", "L.2", "L.3", "M.1", "M.2", "M.3"]


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the processes are counted in /proc")
@pytest.mark.parametrize("how", sampled(["SIGKILL", "SIGTERM", "SIGINT"], 1))
def test_no_process_is_left_when_the_command_is_stopped(written: Write, how: str) -> None:
    path = written(CLAIM="while run.problem.n > 3: pass")
    command = [sys.executable, "-m", "lemmacheck.verifiers.cli", "check", str(path), "--timeout", "20"]
    started: Any = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    wait_for(lambda: len(of_session(started.pid)) > 1 and busy(started.pid))
    if how == "SIGINT":
        os.killpg(started.pid, signal.SIGINT)
    else:
        started.send_signal(getattr(signal, how))
    _, noted = started.communicate(timeout=300)

    wait_for(lambda: not of_session(started.pid))
    told = {"SIGINT": (130, b"lemmacheck: interrupted"), "SIGTERM": (143, b"lemmacheck: ended by SIGTERM")}
    assert how not in told or (started.returncode, noted.splitlines()[-1]) == told[how]
    assert b"Traceback" not in noted


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="no masks of signals here")
def test_the_first_process_that_is_started_is_deaf_to_an_interruption_too() -> None:
    code = (
        "from signal import SIG_BLOCK, SIGINT, pthread_sigmask; from multiprocessing import resource_tracker\n"
        "from lemmacheck.verifiers.library.processes import uninterrupted\n"
        "with uninterrupted():\n    resource_tracker.ensure_running()\n"
        "    assert SIGINT in pthread_sigmask(SIG_BLOCK, [])"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=300)


def wait_for(true: Callable[[], bool]) -> None:
    until = time.monotonic() + 300
    while not true():
        assert time.monotonic() < until
        time.sleep(0.1)


def of_session(leader: int) -> list[int]:
    """The living processes that were started from this one."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, _, session = stat.read_text().rpartition(")")[2].split()[:4]
        except OSError:
            continue
        if int(session) == leader and state != "Z":
            found.append(int(stat.parent.name))
    return found


def busy(leader: int) -> bool:
    """Whether a process besides the first has used a second of the processor."""
    ticks = os.sysconf("SC_CLK_TCK")
    used = [
        Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11]
        for pid in of_session(leader)
        if pid != leader
    ]
    return any(int(one) >= ticks for one in used)
