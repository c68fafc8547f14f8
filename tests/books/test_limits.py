"""Limits: what proves or refutes one, exactly, and what must not be taken for a proof."""

from dataclasses import replace
from fractions import Fraction
from types import FunctionType
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq
from lemmacheck import Claim, Run, need, problem, sharp
from lemmacheck.theory.books.jst.algorithms.gradient_descent import NormalizedGD
from lemmacheck.theory.core.apart import NoRun
from lemmacheck.theory.core.book import BookError
from lemmacheck.theory.core.relation import Limit, Misshapen, at_most
from lemmacheck.theory.core.shared import codes
from lemmacheck.verifiers.decide import lasting, limits, trends
from lemmacheck.verifiers.decide.exact_subject import exact_subject
from lemmacheck.verifiers.decide.ladder import Decision, decide
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.library.plan import Effort
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.comparison import HOLDS, UNKNOWN, as_float, compare
from lemmacheck.verifiers.numbers.reading import Read
from lemmacheck.verifiers.probe.mutants import teeth_of
from lemmacheck.verifiers.records.verdict import Verdict

from tests.books.written import LEAST, RELATION, WRITE, claim_text, method_text, problem_text
from tests.quick import check

ONE = Instance.from_json("one", [["1"]])
ELSEWHERE = (
    "; it is open on every run, for its row t reads other than the states of t and t + 1, such as t or x_0; "
    "what a run is to come to may be a field of the problem"
)
TEXT = (
    problem_text("Line", "a=Z[0, 0]")
    + "class State(NamedTuple):\n    x: Any\n    y: Any\n\n\n"
    + method_text("Step", "State(p.a, p.a)", "State(STEP)")
    + claim_text("X", "Step", "LIMIT", "x_t → 0.")
    + "METHOD = Method(Step, on=Line)\n"
)


def decided(opened: WRITE, step: str, limit: str = "Limit(run.x)", steps: int = 40) -> Decision:
    one = claimed(opened, step, limit)
    return decide(one, ONE, one.usual[""], steps)


def claimed(opened: WRITE, step: str, limit: str = "Limit(run.x)") -> Claim:
    return opened(TEXT, ("STEP", step), ("LIMIT", limit)).claims["X"]


@pytest.mark.parametrize(("step", "limit", "verdict", "told"), [
    ("s.x / 2, s.y", "Limit(run.x)", Verdict.CERTIFIED, "a linear iteration of spectral radius 0.5"),
    ("s.x / 2, s.y", "Limit(run.x[5:])", Verdict.CERTIFIED, "a linear iteration of spectral radius 0.5"),
    ("s.x / 2 + 1, s.y", "Limit(run.x, to=2)", Verdict.CERTIFIED, "a linear iteration of spectral radius 0.5"),
    ("s.x / 2 + 1, s.y", "Limit(run.x)", Verdict.REFUTED, "a linear iteration of spectral radius 1"),
    ("s.x / 2, 2 * s.y", "Limit(run.x)", Verdict.CERTIFIED, "a linear iteration of spectral radius 0.5"),
    ("s.x / 2, 2 * s.y", "Limit(run.x + run.y)", Verdict.REFUTED, "a linear iteration of spectral radius 2"),
    ("s.x / 2, 2 * s.y", "Limit(run.x[1:] - run.x[:-1])", Verdict.CERTIFIED, "spectral radius 0.5"),
    ("s.x - s.y / 2, s.y / 2 + s.x / 3", "Limit(run.x)", Verdict.CERTIFIED, "a linear iteration"),
    ("s.x / 2, s.y + 1", "Limit(run.x * run.y)", Verdict.CERTIFIED, "spectral radius 0.5"),
    ("s.x / 2, 2 * s.y", "Limit(run.x * run.y)", Verdict.REFUTED, "spectral radius 1"),
    ("(3 * s.x - 4 * s.y) / 5, (4 * s.x + 3 * s.y) / 5", "Limit(run.x)", Verdict.REFUTED, "spectral radius 1"),
    ("-s.x, s.y", "Limit(run.x)", Verdict.REFUTED, "the state of t = 0 comes back after 2 steps"),
    ("p.clamp(s.x - 1, 0, 9), s.y", "Limit(run.x)", Verdict.CERTIFIED, "of t = 1 comes back after 1 step"),
    ("p.clamp(-s.x, -1, 1), s.y", "Limit(run.x * run.x)", Verdict.REFUTED, "comes back after 2 steps"),
    # of what goes its own way, beside a count
    ("p.clamp(-s.x, -1, 1), s.y + 1", "Limit(run.x * run.x)", Verdict.REFUTED, "it reads of the state of t = 0 comes"),
    ("p.clamp(s.x - 1, 0, 9), p.exp(s.y)", "Limit(run.x)", Verdict.CERTIFIED, "of t = 1 comes back after 1 step"),
    ("p.clamp(s.x - 1, 0, 9), s.y + 1", "Limit(run.x / run.y)", Verdict.UNDECIDED, ""),
    ("p.clamp(-s.x, -1, 1) / (1 + p.positive_part(s.y - 90)), s.y + 1", "Limit(run.x)", Verdict.UNDECIDED, "does not"),
    ("p.clamp(-s.x, -1, 1) * p.where(s.y, '<', 90, 1, 0), s.y + 1", "Limit(run.x)", Verdict.UNDECIDED, "does not"),
    # six modes: 1, 1/2, 1/4, 11/10, 11/20 and 121/100
    ("s.x / 2 + 1, 11 * s.y / 10", "Limit((run.x + run.y) * run.x + run.y ** 2)", Verdict.REFUTED, "radius 1.21"),
    # of a part of the state that goes its own way
    ("s.x / 2, s.y + s.x * s.x", "Limit(run.x)", Verdict.CERTIFIED, "spectral radius 0.5"),
    ("3 * s.x / 2, s.y ** 4 / 2", "Limit(run.x)", Verdict.REFUTED, "spectral radius 1.5"),
    ("s.x / 2, s.y * s.y / 2", "Limit(run.y)", Verdict.UNDECIDED, "shrinks"),
    ("s.x / 2, s.y * s.y / 2", "Limit(run.x + run.y)", Verdict.UNDECIDED, "shrinks"),
    ("s.x / 2 + s.y ** 3 - s.x ** 3, s.y / 3", "Limit(run.x)", Verdict.UNDECIDED, ""),
    ("s.x / 2, s.y", "Limit(run.x - run.x)", Verdict.CERTIFIED, "spectral radius 0"),
    ("s.x * (1 - Fraction(3, 2 * 10**8)), s.y", "Limit(run.x)", Verdict.CERTIFIED, "spectral radius 1 − 1.5e-8"),
    ("s.x * (1 + Fraction(3, 2 * 10**8)), s.y", "Limit(run.x)", Verdict.REFUTED, "spectral radius 1 + 1.5e-8"),
    ("s.x, s.y", "Limit(run.x)", Verdict.REFUTED, "comes back"),
    # of t, or not affine in the state
    ("p.sqrt(s.x + 1), s.y", "Limit(run.x)", Verdict.UNDECIDED, ""),
    ("s.x / (1 + s.x), s.y", "Limit(run.x)", Verdict.UNDECIDED, "shrinks: 1 at first, 0.0244 at t = 40"),
    ("s.x / 2, s.y", "Limit(run.x * run.x * run.x)", Verdict.UNDECIDED, "shrinks"),
    ("s.x / 2, s.y", "Limit(run.problem.sqrt(run.x))", Verdict.UNDECIDED, "shrinks"),
    ("s.x, s.y + 1", "Limit(run.each(lambda s: 1 / 2 ** (s.y - run.problem.a)))", Verdict.UNDECIDED, "shrinks"),
    ("s.y - s.y, s.y", "Limit(run.t - run.t[2] + run.x)", Verdict.UNDECIDED, ""),
    ("p.clamp(-s.x, -1, 1), s.y", "Limit((run.t - 3) * run.x)", Verdict.UNDECIDED, "grows"),
])  # fmt: skip
def test_a_limit_is_decided_exactly_or_told_as_seen(
    opened: WRITE, step: str, limit: str, verdict: Verdict, told: str
) -> None:
    found = decided(opened, step, limit)

    assert found.verdict == verdict
    assert told in found.reason


def test_a_limit_is_decided_for_each_parameter_and_where_the_state_starts_with_two_numbers(opened: WRITE) -> None:
    given = ("@problem", "@problem(c=[2, 3])"), ("of(Z):", "of(Z, c):"), ("p.a, p.a", "p.a, 5 * p.a")
    changes = ("STEP", "s.x / 2, s.y / 3"), ("LIMIT", "Limit(run.x)"), (", 0])", ", 0] * c)")
    one = opened(TEXT, *given, *changes).claims["X"]
    other = opened(TEXT, *given, changes[0], ("LIMIT", "Limit(run.y)"), changes[2]).claims["X"]

    for claim, told in ((one, "0.50000"), (other, "0.33333")):
        assert len(claim.usual) == 2
        for algorithm in claim.usual.values():
            found = decide(claim, ONE, algorithm, 40)
            assert (found.verdict, found.reason) == (Verdict.CERTIFIED, f"a linear iteration of spectral radius {told}")


def test_nothing_shows_a_limit_where_there_is_no_run_or_a_method_draws(opened: WRITE) -> None:
    drawing = """\n    def draws(self, p, s):
        return [p.number(1) / 2, p.number(1) / 2]\n\n    def step(self, p, s, i):"""
    changes = ("STEP", "s.x / 2, s.y"), ("LIMIT", "Limit(run.expected(lambda s: s.x))")
    drawn = opened(TEXT, ("\n    def step(self, p, s):", drawing), *changes).claims["X"]
    limit = Limit(np.array([fmpq(1), fmpq(0)]))

    assert decide(drawn, ONE, drawn.usual[""], 4).verdict == Verdict.UNDECIDED
    assert limits.certificate(claimed(opened, "s.x / 2, s.y"), NoRun(), limit) is None


def test_a_sequence_reads_its_own_row_if_it_has_three_that_go_in_step() -> None:
    def rows(*reads: tuple[int, ...]) -> Any:
        return np.array([[Read(frozenset(one))] for one in reads], dtype=object).reshape(len(reads), 1)

    assert limits.in_step(rows((4,), (5,), (6,)))
    assert limits.in_step(rows((4, 5), (5,), (6, 7)))
    assert limits.in_step(rows((), (1,), (2,)))
    for wrong in ((), ((4,), (5,)), ((4,), (5,), (5,)), ((4,), (5, 7), (6,)), ((4,), (4,), (4,))):
        assert not limits.in_step(rows(*wrong))


def test_all_code_that_a_formula_reaches_is_read_and_nothing_of_what_is_ours() -> None:
    found = limits.read_by(reaching, [("counted", counted), ("same", same), ("unnamed", unnamed)])
    inner, outer = Inner(), Outer()
    inner.length = len  # type: ignore[attr-defined]

    assert [code.co_name for code in found] == ["reaching", "shifted", "same", "counted"]
    assert limits.of_an_author(NormalizedGD()) == []
    assert dict(limits.of_an_author(inner)).keys() >= {"same", "length"}
    assert {name: one for name, one in limits.of_an_author(outer) if name in ("same", "counted")} == {
        "same": counted, "counted": counted,
    }  # fmt: skip


def reaching(p: Any, x: Any) -> Any:
    return shifted(p.same(p.counted(x)))


def shifted(x: Any) -> Any:
    return x + 1


def counted(p: Any, x: Any) -> Any:
    return len(x)


def same(p: Any, x: Any) -> Any:
    return p.same(p, x)


def unnamed(p: Any, x: Any) -> Any:
    return x


class Inner:
    same = same


class Outer(Inner):
    same = counted
    counted = counted


def test_a_state_of_one_number_is_seen_on_a_letter(opened: WRITE) -> None:
    alone = (
        ("    x: Any\n    y: Any", "    x: Any"), ("p.a, p.a", "p.a"), ("STEP", "s.x / 2"), ("LIMIT", "Limit(run.x)"),
    )  # fmt: skip
    one = opened(TEXT, *alone).claims["X"]
    assert decide(one, ONE, one.usual[""], 40).verdict == Verdict.CERTIFIED


def test_what_is_not_decided_of_a_limit_is_a_relation_that_nobody_decides(opened: WRITE) -> None:
    one = claimed(opened, "s.x / 2, s.y")
    run = exact_subject(ONE, one.usual[""], 4, 128, method=one.method)
    with Ball(128).active():
        (found,) = lasting.as_relations(one, run, one(run))
        (open_,) = lasting.as_relations(one, NoRun(), one(run))

    assert (found.op, found.rhs, compare(found).tolist()) == ("<", 1, [HOLDS])
    assert compare(open_).tolist() == [UNKNOWN]
    assert trends.sizes_of(Limit(np.zeros((3, 0)))) == [0, 0, 0]


def test_a_sequence_of_exact_numbers_of_any_length_is_read_in_floats() -> None:
    sequence = np.array([Fraction(2) ** 2000, Fraction(1, 3), -(10**400), 2], dtype=object)

    assert trends.floats_of(sequence).tolist() == [np.inf, 1 / 3, -np.inf, 2]


def test_the_tail_of_a_run_is_its_last_distance_beside_its_largest_where_that_is_seen() -> None:
    tails = [trends.tail_of(sizes) for sizes in ([4, 8, 2], [0, 0.5], [], [0, 0], [np.inf, 1], [1, np.nan])]

    assert tails == [0.25, 1, -1, -1, -1, -1]


def test_a_limit_is_exact_unless_its_radius_is_enclosed(opened: WRITE) -> None:
    assert [decided(opened, step).exact for step in ("s.x / 2, s.y", "s.x - s.y / 2, s.y / 2 + s.x / 3")] == [
        True,
        False,
    ]


def test_a_limit_takes_three_rows_and_its_radius_is_what_is_compared(opened: WRITE) -> None:
    steps = {length: decided(opened, "s.x / 2, s.y", steps=length).verdict for length in range(3)}
    assert steps == {0: Verdict.UNDECIDED, 1: Verdict.UNDECIDED, 2: Verdict.CERTIFIED}
    turned = "(3 * s.x - 4 * s.y) / 5, (4 * s.x + 3 * s.y) / 5"
    for step, largest in (("s.x / 2, s.y", 0.5), ("3 * s.x / 2, s.y", 1.5), (turned, 1.0)):
        worst = decided(opened, step).worst
        assert (worst.t, as_float(worst.lhs), worst.op, worst.rhs) == (0, largest, "<", 1)


def test_a_radius_that_no_ball_tells_from_1_is_decided_by_its_recurrence(opened: WRITE) -> None:
    for sign, verdict in (("-", Verdict.CERTIFIED), ("+", Verdict.REFUTED)):
        found = decided(opened, f"s.x {sign} s.x / 2**2000, s.y")
        assert (found.verdict, found.exact) == (verdict, True)
        assert found.worst.lhs == (verdict == Verdict.REFUTED)


def test_an_iteration_that_does_not_make_the_run_proves_nothing_of_it(opened: WRITE) -> None:
    one = claimed(opened, "s.x / 2, s.y")
    run = exact_subject(ONE, one.usual[""], 4, 128, method=one.method)
    with Ball(128).active():
        gaps = trends.gaps_of(one(run))
        assert limits.modes(one, run, gaps) == [[1, fmpq(-1, 2)]]
        assert limits.modes(one, run, gaps + np.array([[0], [0], [0], [0], [1]], dtype=object)) is None
        assert limits.modes(one, Run(run.problem, run.algorithm, [*run.states[:-1], run.states[0]]), gaps) is None


def test_a_period_is_seen_twice_and_each_time_alike(opened: WRITE) -> None:
    one = claimed(opened, "-s.x, s.y", "Limit(run.x + run.y - run.y)")
    run = exact_subject(ONE, one.usual[""], 4, 128, method=one.method)
    gaps = trends.gaps_of(one(run))
    other = gaps + np.array([[0], [0], [0], [1], [0]], dtype=object)

    found = [limits.periodic(one, run, some) for some in (gaps, gaps[:4])]
    assert [each and each.reason for each in found] == ["the state of t = 0 comes back after 2 steps"] * 2
    for limit, part in (("run.x + run.y - run.y", "the state"), ("run.x", "what it reads of the state")):
        still = claimed(opened, "p.clamp(s.x - 1, 0, 9), s.y", f"Limit({limit})")
        assert decide(still, ONE, still.usual[""], 40).reason == f"{part} of t = 1 comes back after 1 step"
    assert limits.periodic(one, run, other) is None
    assert limits.periodic(one, run, gaps[:3]) is None


TOO_SHORT, FLAT = "the run is too short", "does not shrink by half in the last half of the run: "


@pytest.mark.parametrize(("sizes", "told"), [
    ([1] * 8, TOO_SHORT),
    ([1] * 9, FLAT + "1 at first, 1 at t = 8"),
    ([np.inf] + [1] * 8, TOO_SHORT),
    ([9, 9, 2] + [0] * 5 + [-1] + [0] * 7 + [0.25], "shrinks: 9 at first, 0.25 at t = 16; no finite run"),
    ([9, 9, 1.9] + [0] * 5 + [1] * 9, FLAT),
    ([0, 0, 4, 0, 0, 0, 0, 4] + [1] * 9, "shrinks: 4 at t = 2, 1 at t = 16"),
    ([0] * 8 + [4] + [0] * 7 + [-5], FLAT),
    ([0] * 8 + [4] + [0] * 7 + [5.01], "grows: 0 at first, 5.01 at t = 16"),
    ([0] * 8 + [1, 5] + [0] * 6 + [5], "grows"),
])  # fmt: skip
def test_what_a_run_looks_like_is_told_by_its_halves_and_by_what_is_after_an_eighth(sizes: Any, told: str) -> None:
    assert trends.trend_text(trends.sizes_of(Limit(np.array(sizes, dtype=float)))).startswith(told)


@pytest.mark.parametrize(("step", "limit", "told"), [
    ("s.x / 2, s.x / 2", "Limit(run.x, to=run.x[0])", ELSEWHERE),
    ("s.x / 2, s.x / 2", "Limit(run.x[1:] / run.t[1:])", ELSEWHERE),
    ("s.x / 2 if s.x < 1 else s.y, s.y", "Limit(run.x)",
        "; it is open on every run, for the step or what is said to tend branches, counts or loops"),
    ("s.x / (1 + s.x), s.y", "Limit(run.x)", "no finite run proves a limit"),
])  # fmt: skip
def test_what_keeps_a_limit_open_on_every_run_is_told(opened: WRITE, step: str, limit: str, told: str) -> None:
    found = decided(opened, step, limit)

    assert found.verdict == Verdict.UNDECIDED
    assert found.reason.endswith(told)
    assert decided(opened, step, limit, steps=7).reason.endswith("to see where it tends")


def test_what_keeps_a_limit_open_is_not_told_of_a_rate_which_no_run_proves(opened: WRITE) -> None:
    found = decided(opened, "s.x / 2 if s.x < 1 else s.y, s.y", "Decay(run.x, 1)")

    assert found.reason == "does not shrink by half in the last half of the run: 1 at first, 1 at t = 40"


def test_a_bound_is_nine_tenths_of_a_distance_and_0_where_nothing_is_known() -> None:
    bounds = [limits.a_little_below(x) for x in (arb(30) / 7, arb(1) / 7, arb(1) / 20000, arb(0), arb("nan"))]

    assert bounds == [fmpq(38571, 10000), fmpq(1285, 10000), 0, 0, 0]


@pytest.mark.parametrize(
    ("rows", "holds"),
    [
        ([[1], [None]], True), ([[None], [1], [None]], True), ([[1]], False), ([[1], [1]], False),
        ([[None], [None]], False), ([[None], [3]], False), ([[3], [None]], False),
        ([[1, 2], [None, 0]], True), ([[1, 3], [None, 0]], False),
    ],
)  # fmt: skip
def test_what_is_stated_holds_where_the_one_known_state_makes_it_hold(rows: Any, holds: bool) -> None:
    entries = [[arb("nan") if x is None else fmpq(x) for x in one] for one in rows]

    assert limits.holds_once(at_most(np.array(entries, dtype=object), 2)) is holds


def test_a_value_is_a_row_of_the_sequence_or_a_number() -> None:
    sequence = np.arange(6.0).reshape(3, 2)

    for to in (1, np.ones(1), np.ones(2), np.ones((1, 2))):
        assert trends.gaps_of(Limit(sequence, to)).tolist() == (sequence - 1).tolist()
    for to in (np.ones(3), np.ones((1, 3, 2)), np.ones((2, 2))):
        with pytest.raises(Misshapen):
            trends.gaps_of(Limit(sequence, to))


@pytest.mark.parametrize("text", ["len(x)", "np.array_split(x, 3)", "[*x]", "[k for k in x]", "x.cumsum()"])
def test_what_counts_is_told_by_its_code(text: str) -> None:
    made = eval(f"lambda x: {text}")

    def unpacked(x: Any) -> Any:
        first, *_ = x
        return first

    assert any(map(limits.counts, codes(made.__code__)))
    assert limits.counts(unpacked.__code__)
    assert not limits.counts((lambda x: x / 2 + x[0]).__code__)


def test_no_rate_is_certified_though_its_sequence_surely_tends_to_0(opened: WRITE) -> None:
    for step, verdict in (("s.x / 2, s.y", Verdict.UNDECIDED), ("2 * s.x, s.y", Verdict.REFUTED)):
        one = opened(TEXT, ("STEP", step), ("LIMIT", "Decay(run.x, 1)")).claims["X"]
        assert decide(one, ONE, one.usual[""], 40).verdict == verdict


def test_a_method_made_for_n_steps_has_no_limit_in_t(opened: WRITE) -> None:
    tuned = ("    def step(self", "    def tuned(self, p, N):\n        return self\n\n    def step(self")
    with pytest.raises(BookError, match=r"paper1\.py:\d+: X states a Limit of Step, which tuned\(\) makes for N steps"):
        opened(TEXT, ("STEP", "s.x / 2, s.y"), ("LIMIT", "Limit(run.x)"), tuned, ("on=Line", "on=Line, horizons=[5]"))


def test_a_certified_limit_catches_a_wrong_limit_and_wrong_steps(opened: WRITE) -> None:
    found = teeth_of(claimed(opened, "s.x - s.x / 2, s.y"))

    assert found.killed >= 3
    assert "limit moved by 1" not in found.survivors


def test_a_limit_has_no_constant_and_without_hypotheses_no_needs(opened: WRITE) -> None:
    one = replace(claimed(opened, "s.x / 2, s.y"), first=1)
    assert need(one).note == "it has no hypotheses"
    assert sharp(one).note.startswith("a limit has no constant")


def test_a_rate_does_not_apply_to_data_on_which_the_method_divides_by_0(opened: WRITE) -> None:
    changes = (
        ("dict(a=1 + abs(Z[0, 0]))", "dict(a=1 + abs(Z[0, 0]), z=Z[0, 0])"),
        ("(s.t + 2)", "(s.t + 2) + 0 / p.z"),
        (RELATION, "Decay(run.x / (run.t + 1), 1)"),
    )
    record = check(opened(LEAST, *changes).claims["L.1"], Effort(per_shape=1, rate_steps=200, own=0))

    assert record.verdict == Verdict.SUPPORTED
    assert record.reason.startswith("on Z = [")
    assert record.reason.endswith("on which the method, or a field of the problem, divides by 0")


def test_an_of_that_its_author_calls_static_is_one_function() -> None:
    """It was wrapped twice, and no proof could be tried: the limit of such a problem was left undecided."""

    @problem
    class Static:
        @staticmethod
        def of(Z: Any) -> dict[str, Any]:
            return {"a": Z[0, 0]}

    assert isinstance(Static.of, FunctionType)
