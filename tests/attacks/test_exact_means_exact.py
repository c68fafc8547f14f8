"""Attacks on the decider: false, undefined and leaking statements of many shapes, none of which may stand.

A false statement is refuted, an undefined one left undecided, and what leaves exact arithmetic is refused with its
line, whatever the author's own `except` makes of that. Beside each false statement stands a true one.
"""

import itertools
import math
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from flint import arb
from lemmacheck import Claim, Hypothesis
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.core.relation import OPERATORS, Relation, above, at_least, at_most, below, equal
from lemmacheck.theory.core.shared import Impure
from lemmacheck.theory.core.source import Citation
from lemmacheck.verifiers.decide.ladder import Decision, decide
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.numbers.guarded import guarded
from lemmacheck.verifiers.numbers.refusal import Inexact
from lemmacheck.verifiers.records.terminal import InputError
from lemmacheck.verifiers.records.verdict import Verdict

from tests.attacks.conftest import Count
from tests.sampled import sampled

Statement = Callable[[Any], Any]
DATA = Instance.from_json("three rows", [["-3/5", "-4/5"], ["-4/5", "3/5"], ["-1/2", "-1/3"]])
STEPS = 3
STANDS = (Verdict.CERTIFIED, Verdict.SUPPORTED)


def made(statement: Statement, *given: Statement) -> Claim:
    conditions = tuple(Hypothesis(f"h{k}", f"condition {k}", h) for k, h in enumerate(given))
    return Claim("T", Citation("T", "nowhere"), "test", "", statement, None, conditions)


def on_data(statement: Statement, *given: Statement) -> Decision:
    return decide(made(statement, *given), DATA, None, 0)


def on_run(statement: Statement, *given: Statement) -> Decision:
    return decide(made(statement, *given), DATA, DualNesterov(), STEPS)


VALUES: dict[str, Statement] = {
    "a rational": lambda p: p.num.array(Fraction(7, 3)),
    "√2": lambda p: p.sqrt(p.num.number(2)),
    "√2 + 1": lambda p: p.sqrt(p.num.number(2)) + 1,
    "ln 3": lambda p: p.log(p.num.number(3)),
    "ln 3 + ln 5": lambda p: p.log(p.num.number(3)) + p.log(p.num.number(5)),
    "e^(1/3)": lambda p: p.exp(p.num.number(Fraction(1, 3))),
    "e^√2": lambda p: p.exp(p.sqrt(p.num.number(2))),
    "tiny": lambda p: p.exp(-300 - p.sqrt(p.num.number(2))),
    "huge": lambda p: p.exp(300 + p.sqrt(p.num.number(2))),
    "ψ(Z1)": lambda p: p.psi(p.Z[:, 0]),
    "‖Z1‖ + ‖Z2‖": lambda p: p.norm(p.Z[:, 0]) + p.norm(p.Z[:, 1]),
    "a quotient": lambda p: (p.sqrt(p.num.number(2)) + 1) / (p.log(p.num.number(3)) + 2),
}
NEAR = [Fraction(sign, 10**k) for k in (1, 5, 10, 16, 20, 30, 35, 40, 60, 80, 100, 120, 150) for sign in (1, -1)]


@pytest.mark.slow
def test_sides_that_differ_by_little_are_told_apart(counted: Count) -> None:
    tried, wrong = 0, []
    for (name, value), eps in itertools.product(VALUES.items(), sampled(NEAR, 9)):

        def off(p: Any, value: Statement = value, eps: Fraction = eps) -> Any:
            return value(p) * (1 + eps)

        relations = {"==": equal, ">=" if eps > 0 else "<=": at_least if eps > 0 else at_most}
        for op, relation in relations.items():
            decision = on_data(lambda p, value=value, off=off, relation=relation: relation(value(p), off(p)))
            tried += 1
            wrong += [] if decision.verdict == Verdict.REFUTED else [(name, eps, op, decision.verdict)]
        strict = above if eps > 0 else below
        true = on_data(lambda p, value=value, off=off, strict=strict: strict(off(p), value(p)))
        assert true.verdict == Verdict.CERTIFIED, (name, eps)
    counted("false statements to the ladder", tried=tried, wrong=len(wrong))
    assert not wrong


@pytest.mark.parametrize("power", [160, 200, 300])
def test_sides_that_no_rung_can_tell_apart_are_supported_to_so_many_bits_as_they_agree(power: int) -> None:
    for name, value in VALUES.items():
        decision = on_data(lambda p, value=value: equal(value(p), value(p) * (1 + Fraction(1, 10**power))))
        if decision.verdict != Verdict.REFUTED:
            assert decision.verdict == Verdict.SUPPORTED, name
            bits = next(int(word) for word in decision.reason.split() if word.isdigit())
            assert 53 < bits <= math.log2(10) * power, name
    assert on_data(lambda p: equal(p.num.exp(-p.num.exp(p.num.number(power * 5))), 0)).verdict == Verdict.SUPPORTED


def test_a_strict_inequality_between_equal_sides_never_stands(counted: Count) -> None:
    cases = list(itertools.product(VALUES.values(), (above, below)))
    found = [on_data(lambda p, v=v, op=op: op(v(p) * 3 / 3, v(p))).verdict for v, op in cases]
    wrong = sum(verdict in STANDS for verdict in found)
    counted("false statements to the ladder", tried=len(cases), wrong=wrong)
    assert not wrong


UNDEFINED: dict[str, Statement] = {
    "√−1": lambda p: p.sqrt(p.num.number(-1)),
    "√ of a rational just below 0": lambda p: p.sqrt(p.num.number(Fraction(-1, 10**300))),
    "√ of a ball around 0": lambda p: p.sqrt(p.sqrt(p.num.number(2)) + 1 - (p.sqrt(p.num.number(2)) + 1)),
    "√ of a ball just below 0": lambda p: p.sqrt(VALUES["√2 + 1"](p) - VALUES["√2 + 1"](p) - Fraction(1, 10**300)),
    "√(√2 − 3/2)": lambda p: p.sqrt(p.sqrt(p.num.number(2)) - Fraction(3, 2)),
    "√ of −e^(1/3)": lambda p: p.sqrt(-p.exp(p.num.number(Fraction(1, 3)))),
    "√ of −ln 3": lambda p: p.sqrt(-p.log(p.num.number(3))),
    "ln 0": lambda p: p.log(p.num.number(0)),
    "ln −1": lambda p: p.log(p.num.number(-1)),
    "ln of a ball around 0": lambda p: p.log(VALUES["√2 + 1"](p) - VALUES["√2 + 1"](p)),
    "ln(√2 − 3/2)": lambda p: p.log(p.sqrt(p.num.number(2)) - Fraction(3, 2)),
    "1 / 0": lambda p: 1 / p.num.array(0),
    "1 / a ball around 0": lambda p: 1 / (VALUES["√2 + 1"](p) - VALUES["√2 + 1"](p)),
    "0 / a ball around 0": lambda p: 0 / (VALUES["√2 + 1"](p) - VALUES["√2 + 1"](p)),
    "a power −1 of 0": lambda p: p.num.array(0) ** -1,
    "1 / 0 by ratio": lambda p: p.num.ratio(p.num.number(1), p.num.number(0)),
    "x ln x at −1": lambda p: p.num.xlogx(p.num.number(-1)),
    "x ln x at a ball around 0": lambda p: p.num.xlogx(VALUES["√2 + 1"](p) - VALUES["√2 + 1"](p)),
    "ln(1 + x)/x at −1": lambda p: p.num.logrel(p.num.number(-1)),
    "ln(1 + x)/x at √2 − 3": lambda p: p.num.logrel(p.sqrt(p.num.number(2)) - 3),
    "max of an undefined entry": lambda p: p.maximum(p.sqrt(p.num.array([4, -1, 9]))),
    "which entry is the largest, of equal balls": lambda p: p.num.first_largest(
        np.stack([VALUES["√2 + 1"](p), VALUES["√2 + 1"](p)])
    ),
    "nan": lambda p: guarded(arb("nan")),
}


def of_undefined(u: Statement) -> dict[str, Statement]:
    """Statements that would hold of any number, or of none."""
    return {
        "u ≥ u": lambda p: at_least(u(p), u(p)),
        "0u ≤ 0": lambda p: at_most(0 * u(p), 0),
        "u = u": lambda p: equal(u(p), u(p)),
        "|u| ≥ 0": lambda p: at_least(abs(u(p)), 0),
        "0u = 0": lambda p: equal(u(p) * 0, 0),
        "u − u ≤ 1": lambda p: at_most(u(p) - u(p), 1),
        "u⁰ ≤ 2": lambda p: at_most(u(p) ** 0, 2),
        "u to the power of an array of 0": lambda p: at_most(np.stack([u(p), 1 + 0 * u(p)]) ** np.array([0, 1]), 2),
    }


def test_what_is_undefined_is_left_undecided(counted: Count) -> None:
    tried, wrong = 0, []
    for name, u in UNDEFINED.items():
        for said, statement in of_undefined(u).items():
            tried += 1
            verdict = on_data(statement).verdict
            wrong += [] if verdict == Verdict.UNDECIDED else [(name, said, verdict)]
        assert on_data(lambda p: at_most(p.num.number(0), 1), of_undefined(u)["u = u"]).verdict == Verdict.UNDECIDED
    counted("false statements to the ladder", tried=tried, wrong=len(wrong))
    assert not wrong


def test_a_root_of_squares_is_defined_where_its_ball_reaches_below_zero() -> None:
    decision = on_data(lambda p: at_least(p.norm(VALUES["√2 + 1"](p)[None] - VALUES["√2 + 1"](p)[None]), 0))

    assert decision.verdict == Verdict.CERTIFIED


LEAKS: dict[str, Statement] = {
    "norm(w)/3 > norm(w)*(1/3)": lambda r: above(r.norm(r.w) / 3, r.norm(r.w) * (1 / 3)),
    "0.1 + 0.2 <= 0.3": lambda r: at_most(0.1 + 0.2, 0.3),
    "(psi == psi*3/3)*t <= 0": lambda r: at_most((r.psi(r.p) == r.psi(r.p) * 3 / 3) * r.t, 0),
    "a float": lambda r: at_most(r.psi(r.p), 2.0 * r.psi(r.p)),
    "a float on the left": lambda r: at_most(0.5 * r.psi(r.p), r.psi(r.p)),
    "a NumPy float": lambda r: at_most(r.psi(r.p) * np.float64(0.5), r.psi(r.p)),
    "an array of floats": lambda r: at_most(r.w * np.array([0.5, 0.5]), 9),
    "integers of the machine that overflow": lambda r: at_most(r.t + 2 ** np.arange(61, 65), 2**62),
    "a float side": lambda r: at_most(r.psi(r.p), 1.0986),
    "a side that is an array of floats": lambda r: at_most(np.zeros(4), np.ones(4)),
    "a truth value": lambda r: at_most(r.psi(r.p) * True, 9),
    "an array of truth values": lambda r: at_most(r.w * np.array([True, False]), 9),
    "a comparison of sequences": lambda r: at_most((r.q > 0) * r.q, 1),
    "a comparison with 0": lambda r: at_most(1 - (r.w[1, 0] >= 0), 1),
    "a branch": lambda r: at_most(r.t, 9) if r.w[1, 0] > 0 else at_most(9, r.t),
    "truth": lambda r: at_most(r.t, 9) if r.w[1, 0] else at_most(9, r.t),
    "max": lambda r: at_most(max(r.q[1]), 1),
    "q.all()": lambda r: at_most(r.t, 9 if r.q.all() else 0),
    "np.maximum": lambda r: at_least(np.maximum(r.w, 0), 0),
    "q.max": lambda r: at_most(r.q.max(-1), 1),
    "np.where": lambda r: at_most(np.where(np.array([True, False, True]), r.q, 0), 1),
    "np.sort": lambda r: at_most(np.sort(r.q, -1), 1),
    "q.sort": lambda r: at_most(r.q.copy().sort() or 0, 1),
    "np.sqrt": lambda r: at_most(np.sqrt(r.psi(r.p)), 9),
    "np.isfinite": lambda r: at_least(1 * np.isfinite(r.w), 1),
    "np.linalg.norm": lambda r: at_most(np.linalg.norm(r.w, axis=-1), 9),
    "np.unique": lambda r: at_most(len(np.unique(r.q)), 99),
    "a half by power": lambda r: at_most(r.psi(r.p) ** 0.5, 9),
    "float()": lambda r: at_most(float(r.q[1, 0]), 1),
    "int()": lambda r: at_most(int(r.t[1]), 1),
    "round()": lambda r: at_most(round(r.q[1, 0]), 1),
    "math.fsum": lambda r: at_most(math.fsum(r.q[1]), 1),
    "astype": lambda r: at_most(r.q.astype(float), 1),
    "item": lambda r: at_most(r.q.item(0), 1),
    "np.float64": lambda r: at_most(np.array(r.q, dtype=float), 1),
    "in place": lambda r: at_most(r.w.__imul__(2), 99),
    "by out=": lambda r: at_most(np.add(r.w, 1, out=np.empty_like(np.asarray(r.w))), 99),
    "an entry set": lambda r: at_most(r.w.__setitem__(0, 0) or 0, 9),
    "fill": lambda r: at_most(r.w.fill(0) or 0, 9),
    "np.array of entries, times a float": lambda r: at_most(np.array([r.psi(r.p)[0], r.psi(r.p)[1]]) * 0.1, 9),
    "np.asarray and back": lambda r: at_most(np.asarray(r.q) * r.q, 1),
    "np.asarray as a side": lambda r: at_most(np.asarray(r.psi(r.p)), 9),
    "view": lambda r: at_most(r.psi(r.p).view(np.ndarray), 9),
    "a float number": lambda r: at_most(r.num.number(0.1), 1),
    "a float in an array": lambda r: at_most(r.num.array([0.1, 0.2]), 1),
    "a rational times a float": lambda r: at_most(r.num.number(1) * 0.1, 1),
    "a schedule in floats": lambda r: at_most(r.per_step(lambda t: 0.5), 1),
    "a membership": lambda r: at_most(r.t, 9 if 0 in r.t else 0),
    "np.vectorize": lambda r: at_most(np.vectorize(lambda x: x)(r.w), 9),
    "a float in a combination": lambda r: at_most(r.combine(np.array([0.5, 0.25, 0.25])), 9),
    "floats in a norm": lambda r: at_most(r.norm(np.array([0.6, 0.8])), 1),
}


NOTHING_DONE = ("view", "np.float64", "math.fsum", "a rational times a float", "an entry set")


def hidden(leak: Statement) -> Statement:
    def statement(run: Any) -> Relation:
        with suppress(Exception):
            leak(run)
        return at_most(run.t, 9)

    return statement


def test_what_leaves_exact_arithmetic_is_refused_at_its_line_and_cannot_be_hidden(counted: Count) -> None:
    here, wrong = Path(__file__).name, []
    for name, leak in LEAKS.items():
        side_alone = "side" in name or name == "0.1 + 0.2 <= 0.3"  # nothing is done that could be refused before
        for way, claim in {"as it is": made(leak), "hidden": made(hidden(leak))}.items():
            if way == "hidden" and (side_alone or name in NOTHING_DONE):
                continue
            for given in ((), (claim.function,)):
                stated = made(lambda r: at_most(r.t, 9), *given) if given else claim
                try:
                    wrong.append((name, way, decide(stated, DATA, DualNesterov(), STEPS).verdict))
                except (Inexact, Impure, TypeError) as error:
                    if f"{here}:" not in str(error) or "\n" in str(error):
                        wrong.append((name, way, str(error)))
    counted("false statements to the ladder", tried=4 * len(LEAKS), wrong=len(wrong))
    assert not wrong


EXACT_WAYS: dict[str, Statement] = {
    "a third": lambda r: equal(r.psi(r.p) * Fraction(1, 3), r.psi(r.p) / 3),
    "sums and products": lambda r: at_most((r.q * r.q).sum(-1), r.q.sum(-1) + r.q.prod(-1)),
    "np.array of entries": lambda r: equal(np.array([r.psi(r.p)[0], r.psi(r.p)[1]]), r.psi(r.p)[:2]),
    "integers": lambda r: equal(r.w * np.array([1, 2]) - r.w, r.w * np.array([0, 1])),
    "powers of t": lambda r: at_least((-2) ** r.t + r.psi(r.p) ** r.t + Fraction(3) * r.t**r.t, -5),
    "integers alone": lambda r: at_most(r.n, np.array([r.n, 4, 5])),
    "a function of each state": lambda r: at_least(r.each(lambda s: r.exp(s.w[0])), r.pairs(lambda s, u: 0)[:1]),
    "absolute values": lambda r: at_least(np.abs(r.w) + abs(r.w), 0),
    "put together": lambda r: equal(np.concatenate([r.t[:1], [1, 2]]) / 2, np.array([0, Fraction(1, 2), 1])),
    "reshaped": lambda r: equal(r.w.T.swapaxes(0, 1).reshape(-1), np.ravel(r.w)),
    "a schedule that branches on t": lambda r: at_most(r.per_step(lambda t: 1 if t == 0 else 1 / t), 1),
    "the largest": lambda r: at_least(r.maximum(r.q), r.minimum(r.q)),
    "numbers put together": lambda r: equal(np.stack([r.t[1], 1, Fraction(1)]) / 2, Fraction(1, 2)),
    "an empty sum": lambda r: equal(r.w[:0].sum(0) / 2, 0),
}


@pytest.mark.parametrize("way", EXACT_WAYS)
def test_what_is_exact_is_decided(way: str) -> None:
    assert on_run(EXACT_WAYS[way]).verdict in STANDS


def test_no_relation_has_an_operator_of_its_own(counted: Count) -> None:
    wrong = []
    mistyped = ("=<", "=>", "=", "!=", "<>", "≤", "≥", "", " <=", "<= ", "===", "le", "<<", None, 0, "P>=")
    for op in mistyped:
        for make in (
            lambda op: Relation(1, op, 2),
            lambda op: at_most(1, 2)._replace(op=op),
            lambda op: Relation._make((1, op, 2, 0)),
        ):
            with suppress(ValueError):
                wrong.append((op, make(op)))
    counted("false statements to the ladder", tried=3 * len(mistyped), wrong=len(wrong))
    assert not wrong
    assert [Relation(1, op, 2).op for op in OPERATORS] == list(OPERATORS)
    with pytest.raises(ValueError, match="'=<' is no comparison; expected one of <= >= < > =="):
        Relation(1, "=<", 2)


SHAPES = [(4,), (3,), (2,), (4, 1), (1, 4), (1, 3), (4, 3), (3, 4), (4, 4), (4, 3, 2), (4, 1, 2), (1, 3, 2), (4, 2)]


def meant(left: tuple[int, ...], right: tuple[int, ...]) -> bool:
    """Whether one side says something of each entry of the other."""
    fits = len(left) == len(right) and all(a == b or 1 in (a, b) for a, b in zip(left, right, strict=True))
    return fits and tuple(map(max, left, right)) in (left, right)


def test_axes_meet_only_their_own_kind(counted: Count) -> None:
    tried = wrong = 0
    for left, right in itertools.product(SHAPES, SHAPES):
        sides = [np.ones(shape, dtype=int) for shape in (left, right)]
        decision = on_data(lambda p, sides=sides: at_most(p.num.array(sides[0].tolist()), sides[1]))
        tried += 1
        wrong += decision.verdict != (Verdict.CERTIFIED if meant(left, right) else Verdict.ILL_FORMED)
    counted("false statements to the ladder", tried=tried, wrong=wrong)
    assert not wrong


NO_SIDES = [None, "1", True, False, b"1", {}, set(), len, at_most(1, 2), np.array([True]), np.True_]


@pytest.mark.parametrize("side", NO_SIDES)
def test_a_side_that_is_no_number_is_ill_formed(side: Any) -> None:
    for statement in (lambda p: at_most(side, 1), lambda p: at_most(p.num.number(0), side)):
        decision = on_data(statement)

        assert decision.verdict == Verdict.ILL_FORMED
        assert "expected" in decision.reason


@pytest.mark.parametrize("returned", [None, True, 0, 1.5, "x ≤ y", (True,), (at_most(0, 1), False), np.True_])
def test_a_claim_that_returns_no_relation_is_told_so(returned: Any) -> None:
    with pytest.raises(InputError, match="expected a relation such as at_most"):
        on_data(lambda p: returned)
    with pytest.raises(InputError, match="expected a relation such as at_most"):
        on_data(lambda p: at_most(0, 1), lambda p: returned)


def test_a_division_by_zero_in_a_hypothesis_or_a_step_is_undecided() -> None:
    fine = lambda p: at_most(p.num.number(0), 1)  # noqa: E731

    assert on_data(fine, lambda p: at_most(1 / p.num.number(0), 1)).verdict == Verdict.UNDECIDED
    assert decide(made(fine), DATA, DualNesterov(lam=lambda t: 1 / t), STEPS).verdict == Verdict.UNDECIDED


def caught(question: Callable[[], Any]) -> int:
    try:
        return 1 if question() else 2
    except Exception:
        return 3
