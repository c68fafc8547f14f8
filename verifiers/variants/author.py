"""The process of an author's code: it loads the file, and answers in numbers (`wire`). It judges nothing.

It answers with values of the functions of t, runs on given rows, the sides of the author's own claims, and values of
his own loss. It has no optimum, no claims of the book and no verdicts, so that code which looks for them finds none. A
second such process gets the same requests, in another order or once more; `home` compares the answers. A fork of the
process answers large requests, so that nothing of them reaches later ones. Of several values or runs, each with a time
limit of its own, those are answered that come before one that is late.
"""

from __future__ import annotations

import json
import os
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cached_property
from multiprocessing.connection import Connection
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.books.jst.algorithms.general_dual import GeneralDual
from lemmacheck.theory.books.jst.algorithms.general_momentum import StepsOverRho
from lemmacheck.theory.books.jst.algorithms.primal_momentum import PrimalMomentum
from lemmacheck.theory.books.jst.methods.variants import Stepping, Variant, Withheld
from lemmacheck.theory.core import expected
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.opening import culprit, error_text
from lemmacheck.theory.core.relation import Relation, conjuncts
from lemmacheck.theory.core.run import Run, as_it_is
from lemmacheck.theory.core.shared import Impure, place_of
from lemmacheck.theory.margins.problem import Optimum, Problem
from lemmacheck.verifiers.decide.exact_subject import shielded
from lemmacheck.verifiers.decide.own_loss import lacks_conjugate
from lemmacheck.verifiers.decide.sealing import sealed
from lemmacheck.verifiers.instances.margins import kind_under
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.numbers.guarded_ball import GuardedBall, OpenBall
from lemmacheck.verifiers.numbers.refusal import watched
from lemmacheck.verifiers.numbers.sealed import opened
from lemmacheck.verifiers.races.racing import follow_often
from lemmacheck.verifiers.records.terminal import InputError
from lemmacheck.verifiers.variants import wire
from lemmacheck.verifiers.variants.answering import answer_of_a_fork, answer_within
from lemmacheck.verifiers.variants.bench import Bench
from lemmacheck.verifiers.variants.closed_forms import closed_form
from lemmacheck.verifiers.variants.functions import SYMBOLS, Unusable, number
from lemmacheck.verifiers.variants.parameters import LOSSES
from lemmacheck.verifiers.variants.preflight import doubles, states_of
from lemmacheck.verifiers.variants.unseen import NOTHING

FRAMES, STACK = 20_000, 64 << 20  # of calls, and bytes of them
APART = frozenset({"checked", "values", "form", "runs", "lap"})  # answered by a fork
SEVERAL = frozenset({"values", "runs"})
SLICE = 0.25  # seconds after which no further values are computed for one request
OF_A_RUN = frozenset({*dir(Problem), *Problem.__dataclass_fields__, *dir(Run), "problem", "algorithm", "states"})
MADE_BY = {"schedule": (DualNesterov, GeneralDual), "momentum": (PrimalMomentum, StepsOverRho), "step": (Stepping,)}


class Misstated(Exception):
    """A claim of the author's states nothing: in one line, with its place."""


def serve(given: str, asked: Connection, log: str) -> None:
    """Answer until the pipe closes."""
    call_deeply()
    author = Author(given)
    with suppress(EOFError, ConnectionError, FileNotFoundError), open(log, "w", encoding="utf-8") as trace:
        while True:
            request = json.loads(asked.recv_bytes())
            apart = request["do"] in APART and hasattr(os, "fork")
            asked.send_bytes(
                answer_of_a_fork(author, request, asked, trace) if apart else answer_within(author, request, trace)
            )


def call_deeply() -> None:
    """Let λ_t be written by λ_{t−1}, as far as runs go."""
    sys.setrecursionlimit(FRAMES)
    with suppress(ImportError, OSError, ValueError):  # a system without such limits, or with a lower one
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_STACK)
        resource.setrlimit(resource.RLIMIT_STACK, (STACK, most))


class Author:
    """The variants of a file, and the requests that they answer."""

    def __init__(self, given: str) -> None:
        self.given = given
        self.path = Path(given) if Path(given).is_file() else None
        self.ahead: set[str] = set()

    @cached_property
    def bench(self) -> Bench:
        return Bench(self.given)

    def reply(self, request: dict[str, Any], tell: Callable[[Any], None] = lambda _: None) -> dict[str, Any]:
        """The answer, or why there is none; each of several is told as it comes. The second process answers the first
        request of each sort twice."""
        try:
            answer = getattr(self, request["do"])
            if request["second"] and request["do"] not in (self.ahead | APART):
                self.ahead |= {request["do"]}
                answer(*request["arguments"])
            if request["do"] in SEVERAL:
                return {"value": self.each(answer, request, tell)}
            return {"value": answer(*request["arguments"])}
        except BaseException as error:
            message = str(error) if isinstance(error, (InputError, Impure, Misstated)) else self.error_text(error)
            detail = "".join(traceback.format_exception(error))
            return {"failure": message, "kind": type(error).__name__, "detail": detail}

    def each(self, answer: Callable[..., Any], request: dict[str, Any], tell: Callable[[Any], None]) -> list[Any]:
        """Several answers, in the second process in another order; in the first as many values as come soon."""
        *others, several = request["arguments"]
        until = time.process_time() + SLICE
        found: list[Any] = []
        for one in several[::-1] if request["second"] else several:
            if found and request["do"] == "values" and not request["second"] and time.process_time() > until:
                break
            found += answer(*others, [one])
            tell(found[-1])
        return found[::-1] if request["second"] else found

    def error_text(self, error: BaseException) -> str:
        return (
            f"{culprit(error, self.path)}: {error_text(error)}" if self.path else f"{self.given}: {error_text(error)}"
        )

    def variants(self) -> list[dict[str, Any]]:
        """The description of each variant."""
        return [self.described(variant) for variant in self.bench.variants]

    def described(self, variant: Variant) -> dict[str, Any]:
        """A variant's name, form and loss, its functions of t, and its author's claims."""
        kinds = MADE_BY.get(variant.form, ())
        if type(variant.algorithm) not in kinds:
            raise InputError(f"{self.given}: a Variant is made by schedule(…), momentum(…), or of start and step")
        known = LOSSES.get(variant.loss.name)
        plain = type(variant.loss) is type(known) and variant.loss == known
        if known is not None and not plain:
            raise InputError(
                f"{self.given}: a loss of its author's own is called {variant.loss.name!r}, as one of ours is"
            )
        own = {"rho": True, "conjugate": not lacks_conjugate(variant.loss)}
        return {
            "name": str(variant.name),
            "form": variant.form,
            "loss": str(variant.loss.name),
            "own": None if plain else own,
            "general": hasattr(variant.algorithm, "loss"),
            "functions": [name for name in SYMBOLS if hasattr(variant.algorithm, name)],
            "claims": [statement(claim) for claim in variant.claims],
        }

    def checked(self, index: int, horizon: int) -> None:
        """The pre-flight where the author's own lines can be named."""
        self.bench.flown(index, horizon, NOTHING)

    def values(self, index: int, name: str, ts: Sequence[int]) -> list[Any]:
        """The values of a function of t, in fractions; where it has none, why."""
        function = getattr(self.bench.variants[index].algorithm, name).function
        return [self.value(function, SYMBOLS[name], t) for t in ts]

    def value(self, function: Any, symbol: str, t: int) -> Any:
        try:
            value = number(function, symbol, t, self.path)
        except Unusable as error:
            return {"failure": str(error)}
        return f"{value.numerator}/{value.denominator}"

    def form(self, index: int, name: str) -> Any:
        """A function of t as p(t)/q(t) for t ≥ s."""
        method = self.bench.variants[index].algorithm
        functions = {one: getattr(method, one).function for one in SYMBOLS if hasattr(method, one)}
        found = closed_form(functions[name], functions.values())
        return [[str(c) for c in found.p.coeffs()], [str(c) for c in found.q.coeffs()], found.since]

    def runs(self, index: int, jobs: Sequence[dict[str, Any]]) -> list[Any]:
        """w_0, …, w_T and the other numbers of the states, on each of the problems."""
        return [self.run(index, job) for job in jobs]

    def run(self, index: int, job: dict[str, Any]) -> Any:
        """One run; of a failed one the reason."""
        variant = self.bench.variants[index]
        num = number_system(job["num"])
        p = problem(job, num, variant.loss)
        name = "{} x {} data".format(*p.Z.shape)
        states: list[dict[str, np.ndarray]] = []
        try:
            with num.active(), np.errstate(all="ignore"):
                last: Any = None
                for t, state in enumerate(states_of(variant.algorithm, p, job["steps"], name, self.path)):
                    if t and not unchanged(states[-1], numbers(last, num)):
                        raise Unusable(f"the state of w_{t - 1} has changed, on {name}; expected a new state each step")
                    found = numbers(state, num)
                    if not is_vector(found.get("w"), p):
                        check_vector(state.w, t, p, name)
                    states.append(found)
                    last = state
        except Unusable as error:
            return {"failure": str(error)}
        return {name: wire.packed(np.stack(x)) for name, x in sequences(states).items()}

    def lap(self, index: int, rows: Any, steps: int, runs: int, timeout: float) -> list[Any]:
        """The iterates in floats, and the seconds that each step took."""
        variant = self.bench.variants[index]
        num = Float64()
        p = problem({"Z": rows}, num, variant.loss)
        with num.active():
            tuned = variant.algorithm.tuned(p, steps)
            w, taken = follow_often(tuned, p, steps, runs, timeout)
        return [wire.packed(w), wire.packed(taken)]

    def relations(self, index: int, place: Sequence[int], subject: dict[str, Any]) -> Any:
        """The sides of an author's claim, or of one of its hypotheses, on a run."""
        variant = self.bench.variants[index]
        asked: Any = variant.claims[place[0]]
        for k in place[1:]:
            asked = asked.given[k]
        num = GuardedBall(subject["num"]) if subject["num"] else Float64()
        p = problem(subject, num, variant.loss)
        known = {name: shielded(wire.unpacked(values)) for name, values in subject["sequences"].items()}
        states = [SimpleNamespace(**{name: x[t] for name, x in known.items()}) for t in range(subject["steps"] + 1)]
        with num.active(), watched():
            run = Run(p, variant.algorithm, states)
            found = asked(sealed(run) if subject["num"] else run)
            parts = conjuncts(found) if isinstance(found, (Relation, tuple, list)) else (found,)
            for part in parts:
                if type(part) is not Relation:
                    raise Misstated(f"{place_of(getattr(asked, 'function', asked))} {expected.statement(part)}")
            return [[side(one.lhs, num), str(one.op), side(one.rhs, num), row_of(one)] for one in parts]

    def loss(self, index: int, name: str, num: int, arguments: Sequence[Any]) -> Any:
        """A function of a loss of the author's own."""
        function = getattr(self.bench.variants[index].loss, name)
        arithmetic = number_system(num)
        with arithmetic.active(), watched():
            values = [arithmetic.kept(x) if num else x for x in map(wire.unpacked, arguments)]
            found = Fraction(function(*map(int, values))) if name == "rho" else function(arithmetic, *values)
            several = found if isinstance(found, tuple) else (found,)
            return [side(part, arithmetic) for part in several]


def row_of(relation: Relation) -> int | None:
    return None if relation.start is None else int(relation.start)


def statement(claim: Any) -> dict[str, Any]:
    """An author's claim in words: a plain function, or a Claim with its hypotheses."""
    function = claim.function if isinstance(claim, Claim) else claim
    message: dict[str, Any] = {
        "name": str(function.__name__),
        "doc": str(function.__doc__ or f"{function.__name__}."),
        "given": [],
    }
    if isinstance(claim, Claim):
        message |= {"id": str(claim.id), "kind": str(claim.kind), "latex": str(claim.latex), "first": int(claim.first)}
        message["given"] = [{"name": str(h.name), "statement": str(h.statement)} for h in claim.given]
    return message


def number_system(bits: int) -> Any:
    """Floats for 0, else balls of so many bits, which nobody can look at."""
    return OpenBall(bits) if bits else Float64()


def problem(job: dict[str, Any], num: Any, loss: Any) -> Problem:
    """The problem on these rows; without its optimum, unless that is sent."""
    best: Any = Withheld()
    kept = num.kept if isinstance(num, OpenBall) else shielded if isinstance(num, GuardedBall) else as_it_is
    if "optimum" in job:
        gamma_squared, q, direction = (kept(wire.unpacked(part)) for part in job["optimum"])
        best = Optimum(gamma_squared, q, direction, num)
    return kind_under(num)(kept(wire.unpacked(job["Z"])), num, best, loss)


def is_vector(w: np.ndarray | None, p: Problem) -> bool:
    """Whether it is a vector of d numbers, finite where they are floats."""
    return w is not None and w.shape == (p.d,) and (w.dtype == object or bool(np.isfinite(w).all()))


def check_vector(w: Any, t: int, p: Problem, name: str) -> None:
    """Unusable where w_t is no vector of d numbers, each of a number's own type, and finite in floats."""
    try:
        shape = entries(w, p.num).shape
    except (TypeError, ValueError):
        raise Unusable(f"w_{t} is {w!r} on {name}; expected an array of real numbers") from None
    if shape != (p.d,):
        raise Unusable(f"w_{t} has the shape {shape} on {name}; expected ({p.d},), one per column")
    if isinstance(p.num, Float64):
        doubles(w, t, name, p.d)


def numbers(state: Any, num: Any) -> dict[str, np.ndarray]:
    """The numbers of a state by name; a name that every run has keeps its meaning."""
    shown = state._asdict() if hasattr(state, "_asdict") else getattr(state, "__dict__", {})
    found = {}
    for name in dict.fromkeys(["w", *map(str, shown)]):
        if name not in OF_A_RUN and not name.startswith("_"):
            with suppress(TypeError, ValueError):
                found[name] = entries(getattr(state, name), num)
    return found


def sequences(states: list[dict[str, np.ndarray]]) -> dict[str, list[np.ndarray]]:
    """The numbers that all states have, in one shape, by name."""
    several = {name: [one[name] for one in states if name in one] for name in states[0]}
    return {name: x for name, x in several.items() if len(x) == len(states) and len({one.shape for one in x}) == 1}


def unchanged(before: dict[str, np.ndarray], now: dict[str, np.ndarray]) -> bool:
    """Whether a state has the same numbers as before; a list that it keeps may have grown."""
    return before.keys() == now.keys() and all(
        x.shape != now[name].shape or same_numbers(x, now[name]) for name, x in before.items()
    )


def same_numbers(x: np.ndarray, y: np.ndarray) -> bool:
    """Whether two arrays of one shape hold the same numbers, bit by bit."""
    if x.dtype.kind == y.dtype.kind == "f":
        return x.tobytes() == y.tobytes()
    return all(a is b for a, b in zip(x.flat, y.flat, strict=True)) or wire.packed(x) == wire.packed(y)


def entries(value: Any, num: Any) -> np.ndarray:
    """A number or an array of them, copied, as it stands in a run under this arithmetic."""
    found = opened(np.array(value))
    if found.dtype.kind not in "iufO":
        raise wire.NoNumber(f"a {type(value).__name__}")
    if found.dtype == object:
        for entry in found.ravel().tolist():
            wire.number(entry)
    return found.astype(float) if isinstance(num, Float64) else found


def side(value: Any, num: Any) -> Any:
    """One side of a relation, as it is sent."""
    found = entries(value, num)
    return wire.packed(found if found.ndim else found[()])
