"""Protects the programs of terms: each line computes what balls compute of the same formula, each branch is true, and a
chance is the sum over the paths on which its event does not fail.
"""

import operator
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq
from lemmacheck.theory.core.apart import NoRun
from lemmacheck.theory.core.arithmetic import Undecided
from lemmacheck.theory.core.hypothesis import Hypothesis
from lemmacheck.theory.core.relation import Chance, at_least, at_most
from lemmacheck.verifiers.kernel import trace
from lemmacheck.verifiers.kernel.terms import Named, Program, Terms
from lemmacheck.verifiers.kernel.trace import Trace, Untraced, aligned, entries, pruned, trace_of
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.numbers.ball import Ball, to_fmpq
from lemmacheck.verifiers.numbers.monomial import as_ball
from lemmacheck.verifiers.records.verdict import Record, Scope, Verdict, Worst

from tests.verifiers.kernel.refuted import refuted

CERTIFIED = Record("P.L3.5", Verdict.CERTIFIED, Scope(1, 3),
    worst=Worst(None, None, 1, "one row", [["-5/8"]], "λ=2/(t+2), θ=1", 3, "25/64", "25/64"))  # fmt: skip
BALL = Ball(128)
NUMBERS = {"x": Fraction(3, 5), "y": Fraction(-2), "zero": Fraction(0), "one": Fraction(1)}
OPERATIONS: dict[str, Callable[..., Any]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv,
    "max": arb.max, "exp": arb.exp, "log": arb.log, "sqrt": arb.sqrt,
}  # fmt: skip
COMPARED: dict[str, Callable[[arb], bool]] = {
    "==": lambda gap: gap.contains(0),
    "!=": lambda gap: bool(gap != 0),
    "<": lambda gap: bool(gap < 0),
    ">": lambda gap: bool(gap > 0),
    "<=": lambda gap: not bool(gap > 0),
    ">=": lambda gap: not bool(gap < 0),
}
Formula = Callable[[Any, Any], Any]
FORMULAS: dict[str, Formula] = {
    "sums": lambda s, num: s.x + s.y - 3 + (1 - s.x) - (s.y - s.x),
    "products": lambda s, num: s.x * s.y * 7 / s.y + 2 / s.x,
    "−x": lambda s, num: -s.x + +s.y,
    "|x|": lambda s, num: abs(s.x) + 10 * abs(s.y) + 100 * abs(num.sqrt(s.x)),
    "powers": lambda s, num: s.x**3 + s.y**-2 + s.y**1 + s.x**0 + s.zero**2,
    "with 0": lambda s, num: (s.x + s.zero) * (s.zero + s.y) + s.x * s.zero + s.zero * s.y,
    "with 1": lambda s, num: s.x * s.one + s.one * s.y + s.x / s.one,
    "what is 0 or 1 computed": lambda s, num: (s.x - s.x + s.y) * (s.x / s.x) + (s.y + 2) * s.x,
    "exp, log and √": lambda s, num: num.exp(s.y) + num.log(s.x) * num.sqrt(s.x) + num.root_of_squares(s.x),
    "0 − (0 − √x)": lambda s, num: 0 - (0 - num.sqrt(s.x)) + (0 - (1 - num.sqrt(s.x))),
    "the largest": lambda s, num: num.maximum(num.array([s.y, s.x, s.zero])) + num.maximum(num.array([[s.y, s.x]]))[0],
    "the first largest": lambda s, num: sum(num.first_largest(num.array([s.y, s.x, s.zero, s.x])) * [1, 10, 100, 1000]),
    "a/b, with 0/0 = 0": lambda s, num: num.ratio(s.x, s.y) + num.ratio(s.zero, s.x) + num.ratio(s.zero, s.x - s.x),
    "x ln x": lambda s, num: num.xlogx(s.x) + num.xlogx(s.zero) + num.xlogx(s.one),
    "(eˣ − 1)/x": lambda s, num: num.exprel(s.y) + num.exprel(s.zero) + num.exprel(s.x),
    "ln(1 + x)/x": lambda s, num: num.logrel(s.x) + num.logrel(s.zero),
    "a mean": lambda s, num: num.array([s.x, s.y]).sum() / 2 + num.array([s.x, s.y]) @ num.array([2, 5]),
}


def evaluated(program: Program) -> list[arb]:
    """What each line is, computed anew."""
    found: list[arb] = []
    for name, *of in program.lines:
        if name in OPERATIONS:
            found.append(OPERATIONS[name](*(found[at] for at in of)))
        else:
            found.append(arb(to_fmpq(NUMBERS[of[0]] if name == "Z" else Fraction(of[0]))))
    return found


@pytest.mark.parametrize("name", FORMULAS)
def test_a_program_computes_what_balls_compute_and_its_branches_are_true(name: str) -> None:
    num = Terms(Program(), 128)
    with num.active():
        letters = {letter: num.number(Named.of(x, "Z", letter)) for letter, x in NUMBERS.items()}
        term = FORMULAS[name](SimpleNamespace(**letters), num)
        plain = FORMULAS[name](SimpleNamespace(**{k: to_fmpq(x) for k, x in NUMBERS.items()}), BALL)
        lines = evaluated(num.program)

        for found in (lines[term.at], as_ball(term.value)):
            assert found.is_finite()
            assert found.rad() < 1e-30
            assert found.overlaps(as_ball(plain if not isinstance(plain, np.ndarray) else plain[()]))
        for a, op, b in num.program.branches:
            assert COMPARED[op](lines[a] - lines[b]), (a, op, b)


@pytest.mark.parametrize(("op", "contrary", "compared"), [
    ("<", ">=", operator.lt), ("<=", ">", operator.le), (">", "<=", operator.gt), (">=", "<", operator.ge),
    ("==", "!=", operator.eq),
])  # fmt: skip
@pytest.mark.parametrize("y", [-2, Fraction(3, 5), 7])
def test_a_comparison_is_kept_as_it_is_true(op: str, contrary: str, compared: Callable[..., bool], y: Any) -> None:
    num = Terms(Program())
    x = num.number(Fraction(3, 5))
    truth = num.program.whether(x, op, num.number(y))

    assert truth == compared(Fraction(3, 5), y)
    assert list(num.program.branches) == [(x.at, op if truth else contrary, num.number(y).at)]
    if op != "==":
        assert compared(x, y) == truth


def test_what_balls_do_not_tell_is_undecided() -> None:
    num = Terms(Program(), 64)
    with num.active():
        two, three, six = num.sqrt(num.array([2, 3, 6]))
        for asked in (lambda: two + three < num.sqrt(5 + 2 * six), lambda: num.number(1) / 0, lambda: int(two)):
            with pytest.raises(Undecided):
                asked()
        with pytest.raises(TypeError, match="is no integer"):
            _ = two**two


def test_an_anchor_is_the_entry_that_seems_largest() -> None:
    num = Terms(Program())
    with num.active():
        entries_ = num.array([[1, 5, 2], [7, 0, -9]])

        assert [one.value for one in num.anchor(entries_)] == [fmpq(5), fmpq(7)]
        assert not num.program.branches


def test_a_chance_is_the_sum_over_the_paths_on_which_its_event_does_not_fail() -> None:
    num = Terms(Program())
    weights = np.array([fmpq(1, 2), fmpq(1, 4), fmpq(1, 4)], dtype=object)
    x = num.array([1, 2, 3])
    event = (at_most(x, 2), at_least(x, np.array([1, 0, 0])))
    (entry,) = entries(lambda _: Chance(event, weights, Fraction(2, 3), 4), None, num)  # type: ignore[arg-type]

    assert (entry.a.value, entry.op, entry.b.value, entry.t) == (fmpq(3, 4), ">=", fmpq(2, 3), 4)
    assert list(num.program.branches) == [(x[2].at, ">", num.number(2).at)]


def test_a_trace_keeps_what_its_relations_are_made_of_and_each_line_has_its_place() -> None:
    lines: list[Any] = [("Z", 0, 0), ("sqrt", 0), ("rational", "2"), ("+", 1, 1), ("rational", "3"), ("*", 2, 2)]
    whole = Trace("T", "worst", True, [["1"]], "", 0, 0, lines, [(1, "<=", 4)], [(1, ">", 4)], {"h": [(3, "==", 1)]})
    found = [pruned(whole), pruned(replace(whole, states=[(3, "<=", 3)], branches=[], hypotheses={}))]

    assert [one.lines for one in found] == [
        [("Z", 0, 0), ("sqrt", 0), ("+", 1, 1), ("rational", "3")], [("Z", 0, 0), ("sqrt", 0), ("+", 1, 1)],
    ]  # fmt: skip
    assert (found[0].states, found[0].branches, found[0].hypotheses) == (
        [(1, "<=", 3)], [(1, ">", 3)], {"h": [(2, "==", 1)]},
    )  # fmt: skip


def test_a_refutation_is_traced_at_an_entry_that_fails_as_its_record_says() -> None:
    record = refuted("P.3.1.dualvec")
    assert record.witness is not None
    for other in {"<=", ">=", "==", "<", ">"} - {record.witness.relation}:
        with pytest.raises(Untraced, match=f"it is not sure at t = {record.witness.t}$"):
            trace_of(
                LIBRARY.claims[record.id], replace(record, witness=replace(record.witness, relation=other)), "witness"
            )


def test_what_is_supposed_at_all_points_is_shown_by_no_trace_of_a_refutation(monkeypatch: pytest.MonkeyPatch) -> None:
    record = refuted("P.3.1.dualvec")
    monkeypatch.setattr(Hypothesis, "at_points_only", lambda *_: True)

    assert trace_of(LIBRARY.claims["P.L3.5"], CERTIFIED, "worst").holds
    with pytest.raises(Untraced, match="is supposed at all points, which one run does not show to Rocq"):
        trace_of(LIBRARY.claims[record.id], record, "witness")
    monkeypatch.setattr(trace, "subject_of", lambda *_, **__: NoRun())
    with pytest.raises(Untraced, match=r"^a step divides by 0$"):
        trace_of(LIBRARY.claims[record.id], record, "witness")


def test_what_a_trace_does_not_show_is_told() -> None:
    claim, worst = LIBRARY.claims["P.L3.5"], CERTIFIED.worst
    assert worst is not None
    for known, place, told in (
        (claim, replace(worst, t=9), "it is not sure at t = 9"),
        (replace(claim, function=lambda run: at_most(run.t, 2)), worst, "it is not sure at every entry"),
    ):
        with pytest.raises(Untraced) as untraced:
            trace_of(known, replace(CERTIFIED, worst=place), "worst")
        assert str(untraced.value) == told


def test_each_entry_of_a_relation_has_the_t_of_its_row() -> None:
    num = Terms(Program())
    table = num.array([[1, 2], [3, 4]])
    stated = {None: at_most(table, 5), 7: at_most(table, 5).since(7)}
    for start, relation in stated.items():
        found = list(entries(lambda _, relation=relation: (relation,), None, num))  # type: ignore[arg-type]
        assert [one.t - (start or 0) for one in found] == [0, 0, 1, 1]
        assert [(one.a.value, one.b.value) for one in found] == [(k, 5) for k in (1, 2, 3, 4)]
    assert [t for *_, t in aligned(at_most(num.number(1), num.number(2)), num)] == [0]
    with pytest.raises(Untraced, match="it states a list"):
        list(entries(lambda _: [[]], None, num))  # type: ignore[arg-type]
