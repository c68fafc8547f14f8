"""Attacks that drop the guard around numbers and look at what is inside: no claim and no step may turn on digits.

An undecided comparison of balls is False at every precision, so that code which branches on one, rounds a ball or reads
its text branches by chance. Each line looks at y, which is 0 and whose balls hold 0.
"""

import contextvars
import copy
import decimal
import json
import math
import operator
import pickle
import statistics
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from flint import arb, fmpq
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.core.relation import IllFormed, at_most
from lemmacheck.theory.core.shared import Impure
from lemmacheck.verifiers.decide.cause import Cause
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.decide.sealing import sealed
from lemmacheck.verifiers.instances.margins import margin_problem
from lemmacheck.verifiers.library.preflight import TRIED, run_of
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.guarded_ball import GuardedBall
from lemmacheck.verifiers.numbers.refusal import Inexact, watched
from lemmacheck.verifiers.numbers.sealed import closed
from lemmacheck.verifiers.records.verdict import Verdict
from lemmacheck.verifiers.variants import wire
from lemmacheck.verifiers.variants.author import Author
from lemmacheck.verifiers.variants.loading import load
from lemmacheck.verifiers.variants.preflight import EXACT, FLOATS, Preflight, preflight

from tests.attacks.conftest import Count
from tests.attacks.test_exact_means_exact import DATA, STEPS, made
from tests.sampled import sampled


def nothing(run: Any) -> Any:
    """0, as balls that do not tell: (√2 + 1)² − 2√2 − 3 for each t."""
    root = run.sqrt(run.norm(run.Z[0]) ** 2 + 1 + 0 * run.t)
    return (root + 1) * (root + 1) - 2 * root - root * root - 1


LOOKS: dict[str, Callable[[Any], Any]] = {
    "np.asarray": lambda y: np.asarray(y) >= 0,
    "np.asarray, of an entry": lambda y: np.asarray(y)[0] >= 0,
    "np.asarray, with ==": lambda y: np.asarray(y)[0] == 0,
    "np.array": lambda y: np.array(y)[0] < 0,
    "np.array of floats": lambda y: np.array(y, dtype=float),
    "view": lambda y: y.view(np.ndarray)[0] > 0,
    "view of itself": lambda y: np.ndarray.view(y, np.ndarray)[0] > 0,
    "base": lambda y: y[:].base >= 0,
    "str": lambda y: "+" in str(y),
    "repr": lambda y: "+" in repr(y),
    "np.array2string": lambda y: np.array2string(y),
    "an f-string": lambda y: f"{y}",
    "%": lambda y: "%s" % (y[0],),  # noqa: UP031
    "print": lambda y: print(y),  # noqa: T201
    "item": lambda y: y.item(0) >= 0,
    "tolist": lambda y: y.tolist()[0] >= 0,
    "flat": lambda y: next(iter(y.flat)) >= 0,
    "list": lambda y: list(y)[0] >= 0,  # noqa: RUF015
    "ndarray.__iter__": lambda y: next(np.ndarray.__iter__(y)) >= 0,
    "ndarray.__ge__": lambda y: np.ndarray.__ge__(y, 0),
    "ndarray.__bool__": lambda y: np.ndarray.__bool__(y[:1]),
    "ndarray.astype": lambda y: np.ndarray.astype(y, float),
    "ndarray.dumps": lambda y: np.ndarray.dumps(y),
    "operator.ge": lambda y: operator.ge(y, 0),
    "math.floor": lambda y: math.floor(np.asarray(y)[0]),
    "round": lambda y: round(np.asarray(y)[0]),
    "int": lambda y: int(np.asarray(y)[0]),
    "index": lambda y: [1, 2][np.asarray(y)[0]],
    "hash": lambda y: hash(np.asarray(y)[0]),
    "in a list": lambda y: 0 in list(np.asarray(y)),
    "in an array": lambda y: 0 in np.asarray(y),
    "a pickle": lambda y: pickle.dumps(y),
    "a pickle of an entry": lambda y: pickle.dumps(np.asarray(y)[0], 0),
    "reduce": lambda y: np.asarray(y)[0].__reduce_ex__(2),
    "json": lambda y: json.dumps(np.asarray(y)[0], default=str),
    "decimal": lambda y: decimal.Decimal(str(np.asarray(y)[0])),
    "statistics": lambda y: statistics.mean(np.asarray(y)),
    "deepcopy": lambda y: copy.deepcopy(np.asarray(y))[0] >= 0,
    "np.nditer": lambda y: [x >= 0 for x in np.nditer(y, flags=["refs_ok"])],
    "np.vectorize": lambda y: np.vectorize(lambda x: x >= 0)(np.asarray(y)),
    "np.frompyfunc": lambda y: np.frompyfunc(float, 1, 1)(np.asarray(y)),
    "np.fromiter": lambda y: np.fromiter(np.asarray(y), float),
    "np.sort": lambda y: np.sort(np.asarray(y)),
    "np.where": lambda y: np.where(np.asarray(y), 1, 0),
    "np.ufunc": lambda y: np.greater_equal(np.asarray(y), 0),
    "max": lambda y: max(np.asarray(y)),
    "//": lambda y: np.asarray(y)[0] // 1,
    "a float meets an entry": lambda y: np.asarray(y)[0] * 0.5,
    "math.sqrt": lambda y: math.sqrt(np.asarray(y)[0]),
    "arb of an entry": lambda y: arb(np.asarray(y)[0]) > 0,
    "a power by an entry": lambda y: 2 ** np.asarray(y)[0],
    "changed in place": lambda y: np.asarray(y)[0].__init__(5),  # type: ignore[misc]
    "set in place": lambda y: setattr(np.asarray(y)[0], "_held", 5),
    "another arithmetic": lambda y: np.asarray(GuardedBall(128).maximum(y[None])) >= 0,
    "a fresh context": lambda y: contextvars.Context().run(lambda: np.asarray(y)[0] >= 0),
    "an integer of the machine": lambda y: y * np.int64(3) ** 50,
    "arb.__init__": lambda y: arb.__init__(np.asarray(y)[0], 5),
}
UNHELD = ("a fresh context", "statistics", "arb of an entry", "arb.__init__", "np.ufunc")


def looking(look: Callable[[Any], Any], hidden: bool) -> Any:
    """The claim that looks, and whose truth is another where it likes what it sees."""

    def statement(run: Any) -> Any:
        seen: Any = 0
        with suppress(Exception if hidden else ()):
            seen = look(nothing(run))
        return at_most(0, 1 if seen is not None else 2)

    return made(statement)


def test_no_claim_looks_at_what_is_inside_of_its_numbers(counted: Count) -> None:
    wrong = []
    for name, look in LOOKS.items():
        for hidden in (False, True):
            try:
                decision = decide(looking(look, hidden), DATA, DualNesterov(), STEPS)
                if not (hidden and name in UNHELD):
                    wrong.append((name, hidden, str(decision.verdict)))
            except (Inexact, Impure) as error:
                if f"{Path(__file__).name}:" not in str(error) or "\n" in str(error):
                    wrong.append((name, hidden, str(error)))
            except (TypeError, ValueError, AttributeError, NotImplementedError) as error:
                if hidden:
                    wrong.append((name, hidden, repr(error)))
    counted("looks at numbers, in a claim", tried=2 * len(LOOKS), wrong=len(wrong))
    assert wrong == []


class State(NamedTuple):
    t: int
    w: Any


class Looking:
    """w_t = t·(1, …, 1), where a step looks at 0 on the way."""

    def __init__(self, look: Callable[[Any], Any]) -> None:
        self.look = look

    def start(self, p: Any) -> State:
        return State(0, p.zero())

    def step(self, p: Any, s: State) -> State:
        root = p.sqrt(p.squared(p.Z) + 1)
        self.look((root + 1) * (root + 1) - 2 * root - root * root - 1)
        return State(s.t + 1, s.w + 1)


def test_no_step_looks_at_what_is_inside_of_its_numbers(counted: Count) -> None:
    wrong = []
    for name, look in LOOKS.items():
        with suppress(Inexact, Impure, TypeError, ValueError, AttributeError):
            wrong.append((name, decide(made(lambda r: at_most(0 * r.t, 1)), DATA, Looking(look), STEPS).verdict))
    counted("looks at numbers, in a step", tried=len(LOOKS), wrong=len(wrong))
    assert wrong == []


def test_what_only_computes_may_lose_its_guard_but_not_come_back() -> None:
    with pytest.raises(Inexact, match=r"np\.asarray and np\.array drop the guard"):
        decide(made(lambda r: at_most(np.asarray(r.w) * 0 + r.w, 9)), DATA, DualNesterov(), STEPS)
    assert decide(made(lambda r: at_most(0 * abs(r.w), 1)), DATA, DualNesterov(), STEPS).verdict == Verdict.CERTIFIED


BRANCHING = """
from types import SimpleNamespace as State
import numpy as np
from lemmacheck.theory.core.relation import at_most

def own(run):
    norm = run.norm(run.Z[0])
    zero = (norm + 1) * (norm + 1) - 2 * norm - norm * norm - 1
    return at_most(run.norm(run.w) - run.norm(run.w), 1 if CLAIMED else 2)

class Mine:
    def start(self, p):
        return State(w=p.zeros())

    def step(self, p, s):
        norm = p.norm(p.Z[0])
        zero = (norm + 1) * (norm + 1) - 2 * norm - norm * norm - 1
        return State(w=s.w - (1 if STEPPED else -1) * p.gradient(s.w))

variant = Mine
"""


def of_a_variant(folder: Path, **looks: str) -> Preflight:
    path = folder / "mine.py"
    text = BRANCHING
    for word in ("CLAIMED", "STEPPED"):
        text = text.replace(word, looks.get(word, "True"))
    path.write_text(text, encoding="utf-8")
    return preflight(load(str(path))[0], path, horizon=6)


VARIANT_LOOKS = ["np.asarray(zero) >= 0", "'+' in str(zero)", "float(zero) >= 0", "hash(zero)"]


@pytest.mark.parametrize("look", VARIANT_LOOKS)
def test_a_variant_whose_step_looks_is_run_in_floats_alone(look: str, tmp_path: Path) -> None:
    looking, plain = of_a_variant(tmp_path, STEPPED=look), of_a_variant(tmp_path)

    assert plain.tier == EXACT
    assert looking.tier == FLOATS
    assert "mine.py" in looking.notes[0]


def test_a_step_in_plain_numpy_that_only_computes_stays_exact(tmp_path: Path) -> None:
    assert of_a_variant(tmp_path, STEPPED="np.asarray(s.w).sum() is not None").tier == EXACT


@pytest.mark.parametrize("look", ["np.asarray(zero) >= 0", "'+' in str(zero)", "float(np.asarray(zero))"])
def test_a_claim_of_a_variants_author_that_looks_is_refused(look: str, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        BRANCHING.replace("CLAIMED", look).replace("STEPPED", "True").replace("= Mine", "= steps(Mine(), claims=[own])")
        .replace("from lemmacheck.theory", "from lemmacheck import steps\nfrom lemmacheck.theory", 1),
        encoding="utf-8",
    )  # fmt: skip
    author = Author(str(tmp_path / "mine.py"))
    ball = margin_problem(DATA, Ball(128))
    best = [wire.packed(np.asarray(x)) for x in (ball.optimum.gamma_squared, ball.optimum.q, ball.optimum.direction)]
    subject = {"Z": wire.packed(ball.Z), "num": 128, "optimum": best, "steps": 0}
    subject["sequences"] = {"w": wire.packed(ball.zero()[None])}
    with Ball(128).active():
        told = author.reply({"do": "relations", "arguments": (0, [0], subject), "second": False})

    assert "mine.py:" in told["failure"]


@pytest.mark.slow
def test_every_statement_of_the_shipped_books_computes_with_sealed_numbers() -> None:
    runs: dict[Any, Any] = {}
    asked = 0
    claims = sampled([one for one in LIBRARY.claims.values() if not one.not_checkable], 200)
    for claim in claims:
        algorithm = next(iter(claim.usual.values()))
        for instance in TRIED:
            with suppress(ArithmeticError, IllFormed), Ball(128).active(), watched():
                key = (instance, claim.about, claim.method is None)
                runs[key] = runs[key] if key in runs else run_of(claim, instance, algorithm, STEPS)
                for statement in (*claim.given, claim):
                    statement(sealed(runs[key]))
                asked += 1
                break

    assert asked > 9 * len(claims) / 10


def test_a_division_by_zero_that_is_caught_is_one_all_the_same() -> None:
    def statement(run: Any) -> Any:
        with suppress(ZeroDivisionError):
            return at_most(0, 1 + 0 / run.t[:1])
        return at_most(0, 1)

    decision = decide(made(statement), DATA, DualNesterov(), STEPS)

    assert (decision.verdict, decision.cause) == (Verdict.UNDECIDED, Cause.UNDEFINED)


def test_the_text_of_a_number_does_not_tell_it_where_nobody_watches() -> None:
    three, five = (repr(closed(np.array([x], dtype=object))) for x in (fmpq(3), arb(5)))

    assert three == five
