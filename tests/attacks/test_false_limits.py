"""False limits, each with a trick: what turns after the run, or reads t, looks like a limit and is none. And true ones,
which a run that does not go on to meet what they suppose may not refute."""

from pathlib import Path

import pytest
from lemmacheck.theory.core.book import BookError
from lemmacheck.verifiers.decide.exact_subject import exact_subject
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.decide.lasting import as_relations
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.comparison import UNKNOWN, compare
from lemmacheck.verifiers.records.verdict import Verdict

from tests.attacks.conftest import Count
from tests.books.written import writer

TEXT = '''import functools
import numpy as np


@problem
class Line:
    def of(Z):
        return dict(a=1 + abs(Z[0, 0]))

    def late(p, x):
        return p.positive_part(p.number(1) / 2**1000 - x)

    def tried(p, x):
        try:
            return p.late(x)
        except Exception:
            return 0 * x

    def counted(p, x):
        return x + max(len(x) - 1000, 0)


KINDS = [State, *(type(f"State{k}", (State,), {}) for k in range(100))]
for k, kind in enumerate(KINDS):
    kind.factor = (lambda s: 2) if k == 99 else (lambda s: Fraction(1, 2))
    kind.after = lambda s, to=KINDS[min(k + 1, 99)]: to
AFTER, LAST = dict(zip(KINDS, KINDS[1:])), KINDS[-1]


def same(x):
    return x + 0


def counted(run):
    return 0 * run.x + run.problem.positive_part(np.cumsum(0 * run.x + 1) - 1000)


class Step:
    def __init__(self):
        self.longer = lambda x: x + max(len(x) - 1000, 0)

    def start(self, p):
        return State(p.a)

    def step(self, p, s):
        return State(STEP)


@claim("X", about=Step)
def tends(run):
    """The sequence → 0."""
    return Limit(LIMIT)


METHOD = Method(Step, on=Line)
'''
HALF, FLIP, ZERO = "s.x / 2", "-s.x", "0 * s.x"
NEXT = "s.x / 2) if type(s) is LAST else AFTER[type(s)](s.x / 2"  # and nobody knows what the last kind is for
FALSE = {
    "it grows after t = 10": (HALF, "run.x + run.problem.positive_part(run.t - 10)"),
    "it grows after the run": (FLIP, "run.problem.positive_part(run.t - 1000)"),
    "it jumps at t = 10": (HALF, "np.concatenate([run.x[:10], 1 + run.x[10:]])"),
    "it knows how long the run is": (HALF, "run.x + (1 if run.steps > 10 else 0)"),
    "it counts the rows": (HALF, "run.x + (1 if len(run.x) > 10 else 0)"),
    "it grows in runs of more states": (HALF, "run.x + (1 if len(run.states) > 1000 else 0)"),
    "it counts in a loop": (FLIP,
        "np.stack([0 * x + run.problem.positive_part(run.number(k - 1000)) for k, x in enumerate(run.x)])"),
    "it adds up": (FLIP, "0 * run.x + run.problem.positive_part((0 * run.x + 1).cumsum() - 1000)"),
    "it is another function's": (FLIP, "counted(run)"),
    "it falls towards another limit": ("(s.x * s.x + p.number(1) / 10**8) / (2 * s.x)", "run.x"),
    "it counts the rows by a sum": (ZERO, "run.x + run.problem.positive_part((0 * run.x + 1).sum() - 1000)"),
    "it counts them by their bytes": (HALF, "run.x + max(run.x.nbytes - 8000, 0)"),
    "it counts them one by one": (HALF, "run.x + functools.reduce(lambda k, x: k + 1, run.x, 0)"),
    "it adds the rows after the run": (ZERO, "run.x + (0 * run.x[1000:] + 1).sum()"),
    "it reads the last row": (ZERO, "run.x + run.x[-1]"),
    "it reads the run backwards": ("-s.x", "(run.x + run.x[::-1]) * (run.x[0] - run.x[-1])"),
    "its states are of other kinds, one after the other": (NEXT, "run.x"),
    "they are, and come back but for it": (NEXT.replace("s.x / 2", "s.x * 0"), "run.x"),
    "its step stops at one number": ("s.x if s.x == p.number(1) / 2**1000 else s.x / 2", "run.x"),
    "its step knows a letter": ("s.x / 2 if hasattr(s.x, 'terms') else s.x / 2 + p.late(s.x)", "run.x"),
    "its step knows an arithmetic": ("s.x / 2 + {'letters': lambda x: 0}.get(p.num.name, p.late)(s.x)", "run.x"),
    "its step catches what letters refuse": ("s.x / 2 + p.tried(s.x)", "run.x"),
    "a function of the problem counts": (HALF, "run.problem.counted(run.x)"),
    "a field of the method counts": (HALF, "run.algorithm.longer(run.x)"),
    "a function of the problem counts beside another": (HALF, "same(run.problem.counted(run.x))"),
    "its states' last kind doubles them": ("s.x * s.factor()) if False else s.after()(s.x * s.factor()", "run.x"),
    "it counts by itself": (FLIP, "0 * run.x + run.problem.positive_part(run.recurrence(0, lambda t, x: t) - 1000)"),
}  # fmt: skip


@pytest.mark.slow
def test_a_false_limit_is_undecided_whatever_the_trick(tmp_path: Path, counted: Count) -> None:
    opened = writer(tmp_path)
    wrong = []
    for name, (step, sequence) in FALSE.items():
        one = opened(TEXT, ("STEP", step), ("LIMIT", sequence)).claims["X"]
        if decide(one, Instance.from_json("one", [["1"]]), one.usual[""], 40).verdict != Verdict.UNDECIDED:
            wrong.append(name)
    counted("false limits", tried=len(FALSE), wrong=len(wrong))
    assert not wrong


@pytest.mark.parametrize("limit", ["run.x, to=np.array([1, 2, 3], dtype=object)", "run.x[:1], to=run.x"])
def test_a_limit_of_another_shape_is_one_line(tmp_path: Path, limit: str) -> None:
    with pytest.raises(
        BookError, match=r"paper1\.py:\d+, in tends: X: a Limit of a sequence of shape \(\d,\) to a value of shape"
    ):
        writer(tmp_path)(TEXT, ("STEP", HALF), ("LIMIT", limit))


def test_a_limit_without_a_row_is_not_decided(tmp_path: Path) -> None:
    one = writer(tmp_path)(TEXT, ("STEP", HALF), ("LIMIT", "run.x[100:]")).claims["X"]

    assert decide(one, Instance.from_json("one", [["1"]]), one.usual[""], 40).verdict == Verdict.UNDECIDED


GIVEN = """@hypothesis("what is given")
def given(run):
    return GIVEN


@claim("X", about=Step, given=[given])
"""
DOUBLE, PLUS_ONE = "s.x * 2", "s.x + 1"


@pytest.mark.parametrize(("step", "given", "verdict"), [
    (DOUBLE, "at_most(run.x, 2**2000)", Verdict.UNDECIDED),  # a run that meets it for ever is 0, or tends to it
    (PLUS_ONE, "at_most(run.x, 1000)", Verdict.UNDECIDED),
    (DOUBLE, "at_most(run.x[-1], 2**2000)", Verdict.UNDECIDED),
    (FLIP, "at_most(run.x * run.t, 1000)", Verdict.UNDECIDED),
    (FLIP, "at_most(run.x, 1000)", Verdict.REFUTED),
    (FLIP, "at_most(run.x[:5], 1000)", Verdict.REFUTED),
    (DOUBLE, "at_most(run.x[0], 1000)", Verdict.REFUTED),
    (DOUBLE, "at_most(run.problem.a, 1000)", Verdict.REFUTED),
    (DOUBLE, "at_most(run.problem.a + len(run.x), 1000)", Verdict.UNDECIDED),
    (HALF, "at_most(run.x, 1000)", Verdict.CERTIFIED),
])  # fmt: skip
def test_a_limit_is_refuted_for_ever_where_what_it_supposes_lasts(
    tmp_path: Path, step: str, given: str, verdict: Verdict
) -> None:
    supposed = ('@claim("X", about=Step)\n', GIVEN.replace("GIVEN", given))
    one = writer(tmp_path)(TEXT, supposed, ("STEP", step), ("LIMIT", "run.x")).claims["X"]
    found = decide(one, Instance.from_json("one", [["1"]]), one.usual[""], 40)

    assert found.verdict == verdict
    assert ("at every later t: what is given" in found.reason) == (verdict == Verdict.UNDECIDED)


def test_a_relation_that_a_limit_comes_to_is_open_where_what_it_supposes_may_not_last(tmp_path: Path) -> None:
    supposed = ('@claim("X", about=Step)\n', GIVEN.replace("GIVEN", "at_most(run.x, 2**2000)"))
    one = writer(tmp_path)(TEXT, supposed, ("STEP", DOUBLE), ("LIMIT", "run.x")).claims["X"]
    run = exact_subject(Instance.from_json("one", [["1"]]), one.usual[""], 40, 128, method=one.method)
    with Ball(128).active():
        (found,) = as_relations(one, run, one(run))

    assert compare(found).tolist() == [UNKNOWN]


@pytest.mark.parametrize(("step", "verdict"), [("s.w - 1", Verdict.UNDECIDED), ("-s.w", Verdict.REFUTED)])
def test_a_hypothesis_of_ours_need_not_last_on_a_problem_of_an_authors(
    tmp_path: Path, step: str, verdict: Verdict
) -> None:
    """w_t ≠ 0 for t ≥ 1, of 50 − t."""
    head = "from lemmacheck.theory.margins.hypotheses import moved\n\n\nclass W(NamedTuple):\n    w: Any\n\n\n"
    state = ("State(STEP)", f"W({step})"), ("State(p.a)", "W(50 * p.ones(1))"), ("LIMIT", "run.w")
    given = ('@claim("X", about=Step)', '@claim("X", about=Step, given=[moved])')
    one = writer(tmp_path)(TEXT, ("class Step", f"{head}class Step"), given, *state).claims["X"]

    assert decide(one, Instance.from_json("one", [["1"]]), one.usual[""], 40).verdict == verdict
