"""Books that change what others compute with, or make another problem each time: one line, and no verdict."""

import fractions
import sys
from pathlib import Path

import numpy as np
import pytest
from lemmacheck.theory.core.book import BookError
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.records.verdict import Verdict

from tests.attacks.conftest import Count
from tests.books.written import SHRINKING, writer

ONE = Instance.from_json("one", [["1"]])
OF, CLAIM, LAST = "dict(a=1 + abs(Z[0, 0]))", "at_most(run.x, 1)", "Method(Shrinking, on=Line)"
TEXT = f'''"""A number that shrinks."""

import builtins
import fractions
import random
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
    "a problem that is drawn": (OF, "dict(a=1 + random.randint(0, 10**6))", r"random has changed in a run; of\(\) may"),
    "a problem that counts": (
        OF,
        "dict(a=1 + (COUNT.append(0) or len(COUNT)))",
        r"COUNT has changed in a run; of\(\) may not keep",
    ),
    "families that are drawn": (
        "@problem\n",
        "def drawn():\n    yield [[random.randint(0, 10**6)]]\n\n\n@problem\n",
        "families.. of Line yields other matrices when it is asked again",
    ),
    "a hash": (OF, "dict(a=1 + hash('a') % 2)", r"hash\('a'\) is another number in each process"),
    "an address": (OF, "dict(a=1 + id(Z) % 2)", r"id\(Z\) is another number in each process"),
    "the order of a set": (OF, "dict(a=[len(x) for x in {'a', 'bc'}][0])", "has another order in each process"),
    "a list of a set": (OF, "dict(a=len(list(set(['a', 'bc']))[0]))", "has another order in each process"),
    "a label of two lines": (LAST, "Method(Shrinking, on=Line, usual={'a\\nb': Shrinking()})", "expected one line"),
}


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


def test_how_deep_functions_may_call_each_other_is_set_back(tmp_path: Path) -> None:
    depth = sys.getrecursionlimit()
    writer(tmp_path)(TEXT, (HEAD, f"{HEAD}import sys\n\nsys.setrecursionlimit({depth - 1})\n"))

    assert sys.getrecursionlimit() == depth


@pytest.mark.parametrize("name", DIFFERENT)
def test_a_matrix_makes_one_problem_in_every_process(tmp_path: Path, name: str) -> None:
    old, new, told = DIFFERENT[name]
    families = ("    def of(Z)", "    families = drawn\n\n    def of(Z)")

    with pytest.raises(BookError, match=told):
        writer(tmp_path)(TEXT, (old, new), *([families] if "drawn()" in new else []))


HUGE = {
    "10**400": ("at_most(run.x * 10**400, 10**400)", Verdict.REFUTED),
    "10**-400": ("at_most(run.x * Fraction(1, 10**400), Fraction(1, 10**401))", Verdict.REFUTED),
    "integers": ("at_most(10**5001, 10**5000)", Verdict.REFUTED),
    "as large": ("at_most(10**5000, 10**5000 + 0 * run.x)", Verdict.CERTIFIED),
    "beyond balls": ("at_most(run.exp(run.exp(run.exp(100 + run.x))), 1)", Verdict.UNDECIDED),
    "below balls": ("at_most(1 / run.exp(run.exp(run.exp(100 + run.x))), 1)", Verdict.UNDECIDED),
}


def test_numbers_beyond_doubles_are_decided_like_any(tmp_path: Path, counted: Count) -> None:
    opened, wrong = writer(tmp_path), []
    for name, (statement, verdict) in HUGE.items():
        one = opened(TEXT, (CLAIM, statement)).claims["C"]
        wrong += [name] if decide(one, ONE, one.usual[""], 4).verdict != verdict else []

    counted("numbers beyond doubles", tried=len(HUGE), wrong=len(wrong))
    assert not wrong
