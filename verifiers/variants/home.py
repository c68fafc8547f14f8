"""An author's variants as their judge knows them: numbers that two processes (`author`) give for the same question.

The process that judges never loads the author's code. A function of t, a method, a claim, a loss of the author's own
are stand-ins here, which ask both processes; these are asked in another order, and each was loaded by itself. Where the
two answers differ by a single bit there is no verdict: NotReproduced.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf
from multiprocessing.connection import Connection
from types import SimpleNamespace
from typing import Any

import numpy as np
from flint import fmpq, fmpq_poly
from lemmacheck.theory.books.jst.methods.variants import Variant, momentum, schedule
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.hypothesis import Hypothesis
from lemmacheck.theory.core.relation import IllFormed, Relation
from lemmacheck.theory.core.run import as_it_is
from lemmacheck.theory.core.source import Citation
from lemmacheck.theory.margins.copies import Copies
from lemmacheck.theory.margins.losses import Exponential, unknown_conjugate
from lemmacheck.verifiers.decide.exact_subject import shielded
from lemmacheck.verifiers.decide.ladder import rungs
from lemmacheck.verifiers.instances.families import structured
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.numbers.ball import Ball, fraction
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.numbers.guarded_ball import GuardedBall
from lemmacheck.verifiers.records.terminal import InputError
from lemmacheck.verifiers.variants import wire
from lemmacheck.verifiers.variants.answer import OWN
from lemmacheck.verifiers.variants.closed_forms import ClosedForm, NoClosedForm
from lemmacheck.verifiers.variants.differences import WHAT
from lemmacheck.verifiers.variants.floats import Replayed, State
from lemmacheck.verifiers.variants.functions import FAR, SYMBOLS, Unusable
from lemmacheck.verifiers.variants.parameters import LOSSES, fields
from lemmacheck.verifiers.variants.unseen import Unseen

BLOCK = 64  # the fewest values of a function that are asked for at once
DOUBLE = 53  # bits
KEPT = 1024  # runs that are remembered
SOON = 0.2  # of a time limit that one value of a function may take
SPARE = 8.0  # seconds of a task that its search leaves
SAME = "a variant must do the same with the same data, whenever, wherever and how often it is asked"
MEANT = {error.__name__: error for error in (ZeroDivisionError, NotImplementedError, IllFormed, NoClosedForm)}


class NotReproduced(InputError):
    """The two processes answered a question differently: there is no verdict."""


class Lost(BaseException):
    """A process of the author's code has ended; no error of his is meant by it."""


@dataclass
class Home:
    """Both processes of a file, and how many seconds of the processor's the answers of each may yet take.

    While searching, a run that takes more than `most` seconds is none; else it ends both processes.
    """

    pipes: Sequence[Connection]
    given: str
    left: float = 0.0
    spent: float = 0.0
    most: float = 10.0
    searching: bool = False

    def ask(self, do: str, *arguments: Any) -> Any:
        """The answer that both processes give. InputError where they give none, or two different ones."""
        for k, pipe in enumerate(self.pipes):
            self.send(pipe, do, arguments, second=k > 0)
        first, second = map(self.receive, self.pipes)
        taken = max(first["seconds"], second["seconds"])
        self.left, self.spent = self.left - taken, self.spent + taken
        value, again = answer_of(first), self.once_more(second)
        if value != again:
            raise NotReproduced(f"{self.given}: {WHAT[do](value, again, arguments)}; {SAME}")
        return value

    def ask_each(self, do: str, *arguments: Any, limit: float) -> tuple[list[Any], str]:
        """The answers to the first of several questions, as many as both give within a limit for each; and why there
        are no more, where one was late. One after the other: the second process is asked what the first has answered.
        """
        *others, several = arguments
        first = self.one_of(0, do, arguments, limit)
        value, late = answer_of(first), first.get("late", "")
        if not value:
            return [], late
        arguments = (*others, several[: len(value)])
        second = self.one_of(1, do, arguments, limit)
        again = self.once_more(second)
        if "late" in second:
            return [], second["late"]
        if value != again:
            raise NotReproduced(f"{self.given}: {WHAT[do](value, again, arguments)}; {SAME}")
        return value, late

    def one_of(self, which: int, do: str, arguments: Sequence[Any], limit: float) -> dict[str, Any]:
        """The answer of one process to several questions; the time of one that is late is not counted."""
        self.send(self.pipes[which], do, arguments, second=which > 0, each=limit)
        reply = self.receive(self.pipes[which])
        self.spent += reply["seconds"] / len(self.pipes)
        self.left -= 0.0 if "late" in reply else reply["seconds"] / len(self.pipes)
        return reply

    def lap(self, index: int, rows: Any, steps: int, runs: int, timeout: float) -> list[np.ndarray]:
        """The iterates of both, one after the other, and the seconds of the steps of the first."""
        answer = []
        for k, pipe in enumerate(self.pipes):
            self.send(pipe, "lap", (index, rows, steps, 1 if k else runs, timeout), second=k > 0)
            answer.append(self.receive(pipe))
        w, taken = map(wire.unpacked, answer_of(answer[0]))
        again, _ = map(wire.unpacked, self.once_more(answer[1]))
        both = min(len(w), len(again))
        if not np.array_equal(w[:both], again[:both], equal_nan=True):
            raise NotReproduced(f"{self.given}: two runs in floats on the data of a race differ; {SAME}")
        return [w, taken]

    def once_more(self, reply: dict[str, Any]) -> Any:
        if "failure" in reply:
            raise NotReproduced(f"{self.given}: the second time, {reply['failure']}; {SAME}")
        return reply["value"]

    def send(self, pipe: Connection, do: str, arguments: Sequence[Any], second: bool, each: float = 0.0) -> None:
        each = each if self.left > 0 else 0.0  # a task whose time is up ends
        limit = each or max(0.01, self.left)
        request = {"do": do, "arguments": arguments, "second": second, "limit": limit, "each": bool(each)}
        try:
            pipe.send_bytes(json.dumps(request).encode())
        except ConnectionError:
            raise Lost from None

    def receive(self, pipe: Connection) -> dict[str, Any]:
        try:
            return json.loads(pipe.recv_bytes())  # type: ignore[no-any-return]
        except (EOFError, ConnectionError):
            raise Lost from None

    def variants(self) -> list[Variant]:
        """The variants of the file, made of stand-ins."""
        return [self.variant(index, answer) for index, answer in enumerate(self.ask("variants"))]

    def variant(self, index: int, answer: dict[str, Any]) -> Variant:
        loss = LOSSES[answer["loss"]] if answer["own"] is None else OwnLoss(self, index, answer["loss"], answer["own"])
        claims = [self.claim(index, k, one) for k, one in enumerate(answer["claims"])]
        if answer["form"] == "step":
            return Variant(answer["name"], "step", Steps(self, index, loss), {}, loss, tuple(claims))
        functions = {name: Function(self, index, name) for name in answer["functions"]}
        made: Callable[..., Variant] = schedule if answer["form"] == "schedule" else momentum
        return made(**functions, loss=loss if answer["general"] else None, name=answer["name"], claims=claims)

    def claim(self, index: int, k: int, answer: dict[str, Any]) -> Any:
        """An author's claim, whose sides are asked for and whose truth is decided here."""
        function = Statement(self, index, (k,), answer["name"], answer["doc"])
        if "id" not in answer:
            return function
        given = tuple(
            Hypothesis(h["name"], h["statement"], Statement(self, index, (k, j), h["name"], h["statement"]))
            for j, h in enumerate(answer["given"])
        )
        words = (answer["id"], Citation(OWN, "claims"), answer["kind"], answer["latex"])
        return Claim(*words, function, given=given, first=answer["first"])


def answer_of(reply: dict[str, Any]) -> Any:
    """The value that was answered; the error that was met in the other process is raised here."""
    if "failure" in reply:
        raise MEANT.get(reply["kind"], Unusable)(reply["failure"])
    return reply["value"]


@dataclass(eq=False)
class Function:
    """A function of t."""

    home: Home
    index: int
    name: str
    known: dict[int, Any] = field(default_factory=dict)
    late: tuple[float, str] = (inf, "")  # from which t on it is not asked, and why

    def __call__(self, t: Any) -> Fraction:
        k = int(t)
        while k not in self.known:
            if k >= self.late[0]:
                raise Unusable(self.late[1])
            first = 1 << k.bit_length() - 1 if k >= BLOCK else 0
            self.fetch(range(first, max(BLOCK, 2 * first)) if k < FAR else [k])
        value = self.known[k]
        if not isinstance(value, Fraction):
            raise Unusable(value["failure"])
        return value

    def fetch(self, ts: Sequence[int]) -> None:
        """Ask for its values, unless they are known."""
        wanted = [t for t in ts if t not in self.known]
        if wanted:
            found, late = self.home.ask_each("values", self.index, self.name, wanted, limit=SOON * self.home.most)
            values = (one if isinstance(one, dict) else Fraction(one) for one in found)
            self.known |= zip(wanted, values, strict=False)
            if late:
                t = wanted[len(found)]
                self.late = (t, f"{late} ({SYMBOLS[self.name]}_t at t = {t})")

    def closed_form(self) -> ClosedForm:
        """p(t)/q(t) as its code says. It is compared with the values before it is believed."""
        p, q, since = self.home.ask("form", self.index, self.name)
        above, below = (fmpq_poly([fmpq(*map(int, c.split("/"))) for c in side]) for side in (p, q))
        return ClosedForm(above, below, int(since))


@dataclass(eq=False)
class Steps:
    """A method given by its steps, as an algorithm whose runs are made elsewhere.

    Its steps do not know how many are asked for: a run is the beginning of every longer one.
    """

    home: Home
    index: int
    loss: Any = Exponential()
    longest: dict[str, list[Any]] = field(default_factory=dict)  # by problem
    failed: dict[tuple[str, int], str] = field(default_factory=dict)
    pace: float = 0.0  # seconds of a step in floats

    def tuned(self, p: Any, steps: int) -> Replayed:
        if np.ndim(p.Z) == 3:
            return self.side_by_side(p.Z, steps)
        key = self.fetch([(p, steps)])[0]
        if (key, steps) in self.failed:
            raise Unusable(self.failed[key, steps])
        return Replayed(tuple(self.longest[key][: steps + 1]))

    def fetch(self, wanted: Sequence[tuple[Any, int]]) -> list[str]:
        """Ask at once for the runs on several problems that are not known, the longest on each; their keys."""
        if any(isinstance(getattr(p, "copies", None), Copies) for p, _ in wanted):
            raise TypeError("an author's steps are given each copy as a row of its own")
        problems = [rows(p) for p, _ in wanted]
        keys = [json.dumps(problem) for problem in problems]
        missing: dict[str, dict[str, Any]] = {}
        for key, problem, (_, steps) in zip(keys, problems, wanted, strict=True):
            if len(self.longest.get(key, ())) <= steps and (key, steps) not in self.failed:
                missing[key] = {**problem, "steps": max(steps, missing.get(key, {"steps": 0})["steps"])}
        asked = [*missing.values()]
        if self.home.searching:
            found = self.in_time(asked)
        elif len(asked) > 1:
            found = self.home.ask("runs", self.index, asked)
        else:
            found = [self.home.ask("run", self.index, job) for job in asked]
        for (key, job), answer in zip(missing.items(), found, strict=True):
            if "failure" in answer:
                self.failed[key, job["steps"]] = answer["failure"]
            else:
                self.longest[key] = states_of(answer)
        while len(self.longest) > KEPT:
            self.longest.pop(next(iter(self.longest)))
        return keys

    def in_time(self, jobs: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """The runs, or why there is none: also from the first that is late on."""
        if not jobs:
            return []
        found, late = self.home.ask_each("runs", self.index, jobs, limit=self.home.most)
        return [*found, *({"failure": late} for _ in jobs[len(found) :])]

    def side_by_side(self, Z: np.ndarray, steps: int) -> Replayed:
        """The runs in floats on problems side by side, none of which is remembered; nan where there is none, or no time
        for it."""
        jobs = [{"Z": wire.packed(one), "num": 0, "steps": steps} for one in Z]
        found: list[dict[str, Any]] = []
        while some := jobs[len(found) :][: int((self.home.left - SPARE) / (self.pace * steps)) if self.pace else 1]:
            before = self.home.spent
            found += self.in_time(some)
            self.pace = (self.home.spent - before) / (len(some) * max(steps, 1))
        none = np.full((steps + 1, Z.shape[-1]), np.nan)
        w = [none if "failure" in one else wire.unpacked(one["w"]) for one in found]
        w += [none] * (len(jobs) - len(found))
        return Replayed(tuple(State(t, x) for t, x in enumerate(np.stack(w, axis=1))))

    def timed(self, p: Any, steps: int, runs: int, timeout: float) -> tuple[np.ndarray, np.ndarray]:
        """A run in floats with the seconds of its steps, measured where it is made; made twice, and compared."""
        w, taken = self.home.lap(self.index, wire.packed(p.Z), steps, runs, timeout)
        return w, taken


def fetch(algorithm: Any, wanted: Sequence[tuple[Instance, int, int]]) -> None:
    """Ask at once for the runs on these data, of so many steps, with so many bits (0: in floats), of an author's method
    that is given by its steps."""
    method = getattr(algorithm, "method", algorithm)
    if isinstance(method, Steps):
        problems = []
        for data, steps, precision in wanted:
            num = Ball(precision) if precision else Float64()
            problems.append((SimpleNamespace(Z=num.array(data.written_out.rows), num=num), steps))
        method.fetch(problems)


def needed_anyway(drawn: Unseen, steps: int) -> list[tuple[Instance, int, int]]:
    """The runs that the pre-flight and the claims need in any case."""
    usual = rungs(steps)[0]
    wanted = [(one, steps, usual) for one in structured()]
    return wanted + [(one, longer, bits) for one, longer in drawn.trials for bits in (0, usual, drawn.bits, DOUBLE)]


def states_of(answer: dict[str, Any]) -> list[Any]:
    """The states of a run."""
    sequences = {name: wire.unpacked(values) for name, values in answer.items()}
    count = len(sequences["w"])
    return [SimpleNamespace(t=t, **{name: x[t] for name, x in sequences.items()}) for t in range(count)]


def bits(num: Any) -> int:
    """An arithmetic in a word: 0 for floats, else the bits of balls."""
    return num.bits if isinstance(num, Ball) else 0


def rows(p: Any) -> dict[str, Any]:
    """What a process must know of a problem: not its optimum."""
    return {"Z": wire.packed(np.asarray(p.Z)), "num": bits(p.num)}


@dataclass(eq=False)
class Statement:
    """A claim of the author's: its sides on a run. It is given the run's numbers, and those of the optimum."""

    home: Home
    index: int
    place: tuple[int, ...]
    __name__: str
    __doc__: str  # type: ignore[assignment]

    def __call__(self, run: Any) -> tuple[Relation, ...]:
        best = run.problem.optimum
        parts = [wire.packed(np.asarray(x)) for x in (best.gamma_squared, best.q, best.direction)]
        names = [name for name in fields(run.states[0]) if name != "algorithm"]
        sequences = {name: wire.packed(np.stack([np.asarray(getattr(s, name)) for s in run.states])) for name in names}
        subject = {**rows(run.problem), "optimum": parts, "sequences": sequences, "steps": run.steps}
        found = self.home.ask("relations", self.index, self.place, subject)
        kept = shielded if isinstance(run.num, GuardedBall) else as_it_is
        return tuple(Relation(kept(wire.unpacked(a)), op, kept(wire.unpacked(b)), start) for a, op, b, start in found)


def asked(name: str) -> Callable[..., Any]:
    """A function of a loss, whose values are asked for."""
    return lambda self, num, x: self.ask(name, num, x)[0]


class OwnLoss:
    """A loss of the author's own."""

    def __init__(self, home: Home, index: int, name: str, answer: dict[str, Any]) -> None:
        self.home, self.index, self.name = home, index, name
        self.smoothness: dict[int, Any] = {}
        if not answer["conjugate"]:
            self.conjugate_on_simplex = unknown_conjugate

    def ask(self, name: str, num: Any, *arguments: Any) -> list[Any]:
        sent = [wire.packed(np.asarray(x) if isinstance(x, np.ndarray) else x) for x in arguments]
        kept = shielded if isinstance(num, GuardedBall) else as_it_is
        return [kept(wire.unpacked(x)) for x in self.home.ask("loss", self.index, name, bits(num), sent)]

    value, derivative, inverse = asked("value"), asked("derivative"), asked("inverse")
    psi, psi_gradient, excess = asked("psi"), asked("psi_gradient"), asked("excess")
    conjugate = asked("conjugate")

    def shares(self, num: Any, xi: Any) -> tuple[Any, Any]:
        first, second = self.ask("shares", num, xi)
        return first, second

    def rho(self, n: int) -> Any:
        if n not in self.smoothness:
            (found,) = self.ask("rho", Ball(), int(n))
            self.smoothness[n] = fraction(found)
        return self.smoothness[n]
