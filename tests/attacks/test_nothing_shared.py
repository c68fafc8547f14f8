"""Attacks in place: a claim or a step that changes what others read, through every door that NumPy and Python have.

Each line is the body of an author's claim, or of his step. Whether it is refused or runs for nothing, what others read
of the run is as before, and so are the verdicts of others on it.
"""

import linecache
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.core.claim import Claim, Kind
from lemmacheck.theory.core.hypothesis import Hypothesis
from lemmacheck.theory.core.run import run
from lemmacheck.theory.core.shared import Impure
from lemmacheck.theory.core.source import Citation
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.margins import margin_problem
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.records.verdict import Verdict

from tests.attacks.conftest import Count
from tests.shipped import subject_of

INSTANCE = Instance.from_json("three rows", [["-3/5", "-4/5"], ["-4/5", "3/5"], ["-1/2", "-1/2"]])
STEPS = 5
OTHERS = ("P.L3.2", "P.3.3eq.2.3", "P.L3.5", "P.L3.6u", "P.3.9.3", "P.P3.7")

IN_A_CLAIM = """
w *= 2
w[0] = w[1]
w[...] = 0 * w
w.T[0] = 0
w.reshape(-1)[0] = 0
w.flat[0] = 0
w.fill(0)
w.sort(axis=0)
w.put([0], [0])
w.resize((2, 2), refcheck=False)
w.itemset(0, 0)
w.byteswap(inplace=True)
w.setflags(write=True); w[0] = 0
w.flags.writeable = True; w[0] = 0
w.base.setflags(write=True); w.base[0] = 0
w.base[0] = 0
w.shape = (-1,)
w.dtype = np.int64
w.strides = (0,) * w.ndim
np.multiply(w, 2, out=w)
np.copyto(w, 0 * w)
np.put(w, [0], [0])
np.fill_diagonal(w[:2, :2], 0)
np.add.at(w, 0, w[1])
np.cumsum(w, axis=0, out=w)
np.asarray(w)[0] = 0
np.lib.stride_tricks.as_strided(w, writeable=True)[0] = 0
np.ndarray(w.shape, w.dtype, w.data)[0] = 0
np.frombuffer(w.data)[0] = 0
np.random.default_rng(0).shuffle(w)
np.nan_to_num(w, copy=False)
memoryview(w)[0, 0] = 0
[None for x in np.nditer(w, flags=["refs_ok"], op_flags=["readwrite"]) if x.__setitem__((), 0)]
w.__setstate__((1, (1,), w.dtype, False, [0]))
[x.__imul__(2) for x in w]
run.w = 0 * w
run.states = ()
del run.w
setattr(run, "w", 0 * w)
object.__setattr__(run, "w", 0 * w)
vars(run)["w"] = 0 * w
run.__dict__["w"] = 0 * w; run.__dict__["t"] = 0 * run.t
run.__dict__.clear()
vars(run)["_states"] = vars(run)["_states"][:1]
vars(run)["_evaluated"].values.clear()
vars(run)["_evaluated"].sequences.clear()
run.states.append(s)
run.states[2].w[0] = 0
run.states[2].w.base[0] = 0
run.states[2].w *= 2
np.add.at(run.states[2].w, 0, 1)
run.t[1] = 0
run.lam[...] = run.lam ** 2
run.theta[0] = 0
run.psi(run.scores(w))[0] = 0
m = run.norm(w); m *= 0
p.Z[...] = 0 * p.Z
p.Z *= 0
p.Z.setflags(write=True); p.Z[...] = 0
p.Z.base.setflags(write=True); p.Z.base[...] = 0
np.multiply.at(p.Z, slice(None), 0)
object.__setattr__(p, "Z", 0 * p.Z)
object.__setattr__(p, "loss", None)
object.__setattr__(p, "optimum", None)
object.__setattr__(p.optimum, "gamma_squared", 0 * p.optimum.gamma_squared)
p.optimum.gamma_squared[...] = 0
p.optimum.q[0] = 0
np.add.at(p.optimum.gamma_squared, 0, 1)
p.optimum.gamma_squared = 0
vars(p).clear()
vars(p.optimum)["gamma_squared"] = 0 * w
object.__setattr__(p.num, "bits", 2)
object.__setattr__(run.algorithm, "lam", lambda t: 0 * t)
object.__setattr__(run.algorithm, "theta", lambda t: 2 + 0 * t)
vars(run.algorithm)["theta"] = lambda t: 0 * t
""".strip().splitlines()

IN_A_STEP = """
x += x
x[0] = 2 * x[0]
s.x.fill(0)
np.add.at(x, 0, 1)
x.setflags(write=True); x += x
x.base.setflags(write=True); x.base[0] = 7
x.shape = (1, 1)
s.sides.append(1)
s.sides[0] = 7
s.table["a"] = 7
s.table["b"][0] = 7
s.own.z = 7
s.own.x += 1
vars(s.own)["x"] = x
p.Z[...] = 0
p.optimum.gamma_squared[...] = 0
object.__setattr__(p, "Z", 0 * p.Z)
object.__setattr__(p.optimum, "gamma_squared", 0 * p.optimum.gamma_squared)
p.Z.setflags(write=True); p.Z[...] = 0
p.Z.base.setflags(write=True); p.Z.base[...] = 0
np.multiply.at(p.Z, slice(None), 0)
vars(p).clear()
self.count += 1
self.buffer += self.buffer; x = self.buffer[:] / 2
self.buffer[...] = self.buffer + 1
self.seen.append(x)
self.inner.k += 1
type(self).k += 1
self.__dict__["z"] = s
self.rng.random()
counter[0] += 1
seen.append(s)
defaults.append(1)
""".strip().splitlines()


def written(source: str, **names: Any) -> Any:
    """An author's file."""
    name = f"author-{abs(hash(source))}.py"
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    found = {"__name__": "author", "np": np, "SimpleNamespace": SimpleNamespace, **names}
    exec(compile(source, name, "exec"), found)
    return SimpleNamespace(**found)


CLAIMING = """
from lemmacheck.theory.core.relation import at_most

def own(run):
    w, p, s = run.w, run.problem, run.states[2]
    LINE
    return at_most(0 * run.t, 1)
"""


def claiming(line: str) -> Claim:
    function = written(CLAIMING.replace("LINE", line)).own
    return Claim("own", Citation("an author", ""), Kind.EVERY_T, "", function, DualNesterov)


def told(subject: Any) -> str:
    """All that a claim may read of a run, in words."""
    parts = [subject.problem.Z, *vars(subject.problem.optimum).values(), subject.problem.loss, subject.problem.num]
    parts += [part for state in subject.states for part in state]
    parts += [subject.w if hasattr(subject, "w") else 0, subject.mu, subject.t, subject.lam, subject.theta]
    parts += [subject.psi(subject.p), subject.phi(subject.mu), subject.steps, subject.algorithm]
    return "\n".join(repr(part.tolist()) if isinstance(part, np.ndarray) else repr(part) for part in parts)


def verdicts() -> list[str]:
    """What is decided of some claims of the book on one run."""
    return [repr(decide(LIBRARY.claims[id], INSTANCE, DualNesterov(), STEPS)) for id in OTHERS]


def attempted(deed: Callable[..., Any], *given: Any) -> str:
    """What came of it: nothing, or why not."""
    try:
        deed(*given)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


@pytest.mark.slow
def test_nothing_that_a_claim_does_in_place_changes_what_others_read(counted: Count) -> None:
    before, wrong = verdicts(), []
    arithmetics = [(Ball(128), INSTANCE), (Float64(), INSTANCE), (Float64(), [INSTANCE, INSTANCE])]
    for num, data in arithmetics:
        with num.active():
            shared = subject_of(data, num, DualNesterov(), STEPS)
            known = told(shared)
            for line in IN_A_CLAIM:
                attempted(claiming(line), shared)
                if told(shared) != known:
                    wrong.append((num.name, line))
                    shared = subject_of(data, num, DualNesterov(), STEPS)
    for line in IN_A_CLAIM:
        attempted(decide, claiming(line), INSTANCE, DualNesterov(), STEPS)
        if verdicts() != before:
            wrong.append(("a verdict", line))
            break

    counted("changes of what is shared, in a claim", tried=4 * len(IN_A_CLAIM), wrong=len(wrong))
    assert wrong == []
    assert len(before) >= 4


STEPPING = """
from typing import Any, NamedTuple

class State(NamedTuple):
    t: Any
    x: Any
    sides: list
    table: dict
    own: Any

counter, seen = [0], []

class Own:
    def __init__(self, x):
        self.x, self.z = x, 0

class Doubling:
    k = 0
    def __init__(self):
        self.buffer, self.seen, self.inner = np.ones(1), [], SimpleNamespace(k=0)
        self.rng, self.count = np.random.default_rng(0), 0
    def start(self, p):
        return State(p.num.number(0), p.ones(1), [1], {"b": np.ones(1)}, Own(p.ones(1)))
    def step(self, p, s, defaults=[]):
        x = s.x
        LINE
        return State(s.t + 1, x + x, s.sides, s.table, s.own)
"""


def data_of(p: Any) -> str:
    return repr([p.Z.tolist(), p.optimum.gamma_squared.tolist(), p.optimum.q.tolist()])


def doubles(method: Any, p: Any) -> None:
    """A run, if there is one, is that of x_{t+1} = 2x_t."""
    found = run(method, p, STEPS)

    assert [float(str(x)) for x in found.x.ravel()] == [2.0**t for t in range(STEPS + 1)]


def test_a_step_that_changes_what_it_is_given_or_keeps_anything_makes_no_run(counted: Count) -> None:
    wrong = []
    for num in (Ball(128), Float64()):
        with num.active():
            p = margin_problem(INSTANCE, num)
            known = data_of(p)
            for line in IN_A_STEP:
                method = written(STEPPING.replace("LINE", line)).Doubling()
                said = attempted(doubles, method, p)
                if said.startswith("AssertionError") or data_of(p) != known:
                    wrong.append((num.name, line, said))

    counted("changes of what is shared, in a step", tried=2 * len(IN_A_STEP), wrong=len(wrong))
    assert wrong == []


@pytest.mark.parametrize("line", ["pass", "x = x.copy(); x += 0 * x", "x = s.x[:]"])
def test_a_step_that_changes_copies_alone_runs_as_it_is_written(line: str) -> None:
    with Ball(128).active():
        found = run(written(STEPPING.replace("LINE", line)).Doubling(), margin_problem(INSTANCE, Ball(128)), STEPS)

        assert found.x.ravel().tolist() == [2**t for t in range(STEPS + 1)]


@pytest.mark.parametrize(("line", "told"), [
    ("x += x", ": x is changed in place, but it belongs to the problem or to the state before; write x = x + x"),
    ("p.Z *= 0", ": p.Z is changed in place, but it belongs to the problem or to the state before; write x = p.Z"),
    ("s.sides.append(1)", "Doubling.step: sides is changed in the state before; return a new state"),
    ("self.count += 1", "Doubling.step: Doubling.count has changed in a run; a step may not keep anything"),
    ("counter[0] += 1", "Doubling.step: counter[0] has changed in a run; a step may not keep anything"),
    ("object.__setattr__(p, 'Z', 7 * p.Z)", "Doubling.step: Z of the problem is changed; a step may only read"),
])  # fmt: skip
def test_the_line_that_changes_something_is_named_and_what_to_write_instead(line: str, told: str) -> None:
    method = written(STEPPING.replace("LINE", line)).Doubling()
    with Ball(128).active(), pytest.raises(Impure, match="author") as error:
        run(method, margin_problem(INSTANCE, Ball(128)), STEPS)

    assert told in str(error.value)
    assert "\n" not in str(error.value)


KEEPING = """
import random
from lemmacheck.theory.core.relation import at_most

counter, seen, kept = [0], [], {}
number = 0

class Memory:
    k = 0

memory = Memory()

def enclosing():
    inner = [0]
    def own(run, defaults=[]):
        global number
        w = run.w
        LINE
        return at_most(0 * run.t, 1)
    return own

own = enclosing()
"""
KEPT_BY_A_CLAIM = """
counter[0] += 1
number += 1
seen.append(w)
kept[len(kept)] = 1
defaults.append(1)
inner[0] += 1
own.calls = getattr(own, "calls", 0) + 1
Memory.k += 1
memory.k = memory.k + 1
random.random()
np.random.random()
hash("another number in each process") % 2
id(w) % 32
return at_most(0 * run.t, np.random.default_rng().integers(1, 10**9).item())
return at_most(0 * run.t, int(random.SystemRandom().random() * 10**9) + 1)
""".strip().splitlines()


@pytest.mark.parametrize("line", KEPT_BY_A_CLAIM)
def test_a_claim_that_keeps_anything_or_draws_is_refused_in_one_line(line: str) -> None:
    function = written(KEEPING.replace("LINE", line)).own
    claim = Claim("own", Citation("an author", ""), Kind.EVERY_T, "", function, DualNesterov)
    for stated in (claim, replace(claiming("pass"), given=(Hypothesis("h", "h", function),))):
        with pytest.raises(Impure, match=r"author.*a claim may not (keep anything|draw)") as error:
            decide(stated, INSTANCE, DualNesterov(), STEPS)
        assert "\n" not in str(error.value)


def test_a_claim_that_keeps_nothing_is_asked_twice_and_decided() -> None:
    claim = claiming("rng = np.random.default_rng(0); rng.random()")

    assert decide(claim, INSTANCE, DualNesterov(), STEPS).verdict == Verdict.CERTIFIED
