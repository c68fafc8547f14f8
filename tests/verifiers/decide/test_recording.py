"""Protects what a record says of the decisions it is made of: its reason, scope, level, tightest run and witness."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from lemmacheck import Claim, Limit, at_most
from lemmacheck.theory.books.jst.algorithms.gradient_descent import NormalizedGD
from lemmacheck.theory.core.method import Planted
from lemmacheck.verifiers.decide import recording
from lemmacheck.verifiers.decide.cause import AT_POINTS, ENCLOSED, NO_RUNS, Cause
from lemmacheck.verifiers.decide.counterexamples import Counterexample
from lemmacheck.verifiers.decide.ladder import Decision, because, decide
from lemmacheck.verifiers.decide.reach import Extent
from lemmacheck.verifiers.decide.recording import Settled, hangs_on_an_enclosure, reads_the_length, write_record
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.library.plan import Effort
from lemmacheck.verifiers.numbers.comparison import Place
from lemmacheck.verifiers.records.verdict import Level, Reach, Record, Scope, Verdict, Witness
from lemmacheck.verifiers.replay.replay import Knowledge, replay

from tests.books.written import LEAST, RELATION, claim_text, method_text, writer
from tests.quick import check
from tests.verifiers.stating import holds, made

CLAIM = made(holds, holds)
BAD, CERTIFIED, UNDECIDED = Verdict.ILL_FORMED, Verdict.CERTIFIED, Verdict.UNDECIDED
REFUTED, SUPPORTED, NOWHERE = Verdict.REFUTED, Verdict.SUPPORTED, Verdict.NOT_APPLICABLE


def run(k: int, verdict: Verdict, reason: str = "", **more: Any) -> Settled:
    """A decision on the data k."""
    label = "" if verdict == REFUTED else f"run {k}"
    more = {"worst": at(-1, 2)} | more if verdict == REFUTED else more
    return Settled(Instance.from_json(f"data {k}", [[str(k)]]), label, Decision(verdict, reason, **more))


def recorded(*settled: Settled, claim: Claim = CLAIM) -> Record:
    return write_record(claim, settled, 6, 9)


def at(slack: float, ratio: float | None) -> Place:
    return Place(0, 3, 1, 2, "<=", slack, ratio)


@pytest.mark.parametrize(("settled", "fault", "verdict", "reason"), [
    ([], "", NOWHERE, "no examined run met the hypotheses"),
    ([run(1, NOWHERE, "fails: a"), run(2, NOWHERE, "fails: b")], "", NOWHERE, "fails: a"),
    ([run(1, CERTIFIED, "sure"), run(2, CERTIFIED, "too")], "", CERTIFIED, "sure"),
    ([run(1, CERTIFIED), run(2, SUPPORTED, "near"), run(3, SUPPORTED, "so")], "", SUPPORTED,
     "near (2 of 3 runs, first on Z = [2])"),
    ([run(1, NOWHERE), run(2, UNDECIDED, "open"), run(3, SUPPORTED)], "", UNDECIDED,
     "open (1 of 2 runs, first on Z = [2])"),
    ([run(1, CERTIFIED), run(2, BAD, "no space.")], "", BAD, "On Z = [2], no space.."),
    ([run(1, BAD, "no space")], "A misprint.", BAD, "A misprint. On Z = [1], no space."),
    ([run(1, CERTIFIED), run(2, REFUTED), run(3, REFUTED)], "", REFUTED, "fails on 2 of 3 runs."),
    ([run(1, BAD, "no space"), run(2, REFUTED)], "A slip.", REFUTED, "A slip. On Z = [1], no space."),
])  # fmt: skip
def test_the_reason_counts_the_runs_and_names_the_first(
    settled: list[Settled], fault: str, verdict: Verdict, reason: str
) -> None:
    found = recorded(*settled, claim=replace(CLAIM, fault=fault))

    assert (found.verdict, found.reason) == (verdict, reason)
    assert found.fault == (fault if verdict in (REFUTED, BAD) else "")
    assert (found.witness is not None) == (verdict == REFUTED)


def test_a_record_of_runs_compares_no_number_of_one_with_those_of_another() -> None:
    class Number(float):
        def __eq__(self, other: object) -> bool:
            raise AssertionError("numbers of two runs are compared")

    places = [Place(0, 3, Number(1), Number(2), "<=", 1, None) for _ in range(3)]
    found = recorded(*(run(1, CERTIFIED, worst=place) for place in places))

    assert found.verdict == CERTIFIED


BOOK = '''"""A root that is more than itself, by little."""

from lemmacheck import at_least, claim, problem


@problem(shapes=(2, 2))
class Line:
    def of(Z):
        return dict(a=1 + Z[0, 0] * Z[0, 0])


@claim("X", about=Line)
def root_is_more(p):
    """√a + √2 ≥ √a + √2 + 1/2²⁰⁰."""
    return at_least(p.sqrt(p.a) + p.sqrt(2), p.sqrt(p.a) + p.sqrt(2) + p.number(1) / 2**200)
'''


def test_what_many_bits_refute_has_a_witness_too_and_stands(tmp_path: Path) -> None:
    library = writer(tmp_path)(BOOK)
    record = check(library.claims["X"], Effort(per_shape=2, steps=5, certified=6, elsewhere=2, own=500))
    again = replay(record, Knowledge(library=library))

    assert record.verdict == REFUTED
    assert record.witness is not None
    assert again.stands, again.text


def test_a_problem_takes_no_steps_though_its_author_calls_a_number_so(tmp_path: Path) -> None:
    named = BOOK.replace("dict(a=", "dict(steps=").replace("p.a", "p.steps")
    record = check(writer(tmp_path)(named).claims["X"], Effort(per_shape=2, steps=5, certified=6, elsewhere=2, own=500))

    assert (record.verdict, record.scope.steps) == (REFUTED, 0)
    assert record.witness.steps == 0
    assert Record.from_json(record.to_json()).scope == record.scope


def test_a_number_called_steps_keeps_no_search_from_its_problem(tmp_path: Path) -> None:
    true = "return at_least(p.exp(p.steps), 2 * p.steps)\n"
    named = BOOK.replace("dict(a=", "dict(steps=").replace(BOOK[BOOK.index("return at_least") :], true)
    record = check(writer(tmp_path)(named).claims["X"], Effort(per_shape=2, steps=5, certified=6, elsewhere=2, own=500))

    assert (record.verdict, record.scope.steps) == (CERTIFIED, 0), record.reason
    assert "searched" in record.reason


def test_the_reason_of_a_limit_names_the_run_that_is_left_farthest_and_of_one_that_holds_the_first() -> None:
    limit = replace(CLAIM, returns=Limit)
    left = [run(1, SUPPORTED, tail=9), *(run(k, UNDECIDED, f"open {k}", tail=1 / k) for k in (3, 2, 4))]
    shown = [run(k, CERTIFIED, f"sure {k}", tail=k) for k in (1, 2)]

    assert recorded(*left, claim=limit).reason == "open 2, on Z = [2], run 2, the worst of these runs (3 of 4 are open)"
    assert recorded(*left).reason == "open 3 (3 of 4 runs, first on Z = [3])"
    assert recorded(*shown, claim=limit).reason == "on Z = [1]: sure 1"


def test_of_ones_own_problem_the_reason_says_on_what_and_on_how_many_it_has_no_run(tmp_path: Path) -> None:
    opened = writer(tmp_path)
    claim = opened(BOOK).claims["X"]
    none = replace(run(3, NOWHERE), decision=because(Cause.NO_RUN, 128, NOWHERE))

    assert recorded(run(1, CERTIFIED, "sure"), claim=claim).reason == "sure; on Z = [1]"
    assert recorded(run(1, CERTIFIED), run(2, CERTIFIED), none, claim=claim).reason == (
        f"on 2 instances of at most 1 x 1; {NO_RUNS.format(1)}"
    )
    families = "    def families():\n        return [[[2]], [[3]]]\n\n    def of(Z):"
    its = opened(BOOK, ("    def of(Z):", families)).claims["X"]
    wide = Settled(Instance.from_json("wide", [["1", "2", "3"]]), "", Decision(CERTIFIED))
    tall = Settled(Instance.from_json("tall", [["1"], ["2"]]), "", Decision(CERTIFIED))
    assert recorded(wide, tall, run(2, CERTIFIED), claim=its).reason == (
        "on 2 instances of at most 2 x 3 and 1 family of yours"
    )
    assert recorded(run(2, CERTIFIED), run(3, CERTIFIED), claim=its).reason == "on 2 families of yours"
    nothing = opened(BOOK, ("of(Z):\n        return dict(a=1 + Z[0, 0] * Z[0, 0])", "of():\n        return dict(a=1)"))
    assert recorded(run(1, CERTIFIED, "sure"), claim=nothing.claims["X"]).reason == "sure"


def test_the_reason_speaks_of_a_run_whose_hypothesis_was_tried_at_some_points_if_there_is_one() -> None:
    settled = [run(1, CERTIFIED, "sure"), run(2, CERTIFIED, f"{AT_POINTS}: a"), run(3, CERTIFIED, f"{AT_POINTS}: b")]

    assert recorded(*settled).reason == f"{AT_POINTS}: a"


def test_a_record_that_is_not_refuted_has_no_fault_and_a_blank_one_no_run() -> None:
    faulty = replace(CLAIM, fault="A slip.")

    assert [recorded(run(1, verdict), claim=faulty).fault for verdict in (CERTIFIED, BAD)] == ["", "A slip."]
    assert recording.blank(CLAIM, UNDECIDED).scope == Scope(0, 0)
    assert recording.blank(CLAIM, UNDECIDED).about == ""


def test_the_scope_and_the_hypotheses_count_the_runs() -> None:
    met = {"h0": True}
    found = recorded(
        run(1, NOWHERE, bits=512, steps=9), run(2, CERTIFIED, bits=128, steps=5, met=met), run(3, CERTIFIED, bits=256)
    )

    assert found.scope == Scope(2, 5, 9, 256)
    assert [(h.met, h.of) for h in found.hypotheses] == [(1, 3)]
    assert recorded(run(1, NOWHERE, steps=9)).scope == Scope(0, 0, 9, 0)
    assert recorded(run(1, NOWHERE), claim=made(holds, about=NormalizedGD)).scope == Scope(0, 6, 9, 0)


@pytest.mark.parametrize(("verdict", "exact", "sampled", "level"), [
    (CERTIFIED, (True, True), (False, False), Level.EXACT),
    (CERTIFIED, (False, True), (False, False), Level.BALL),
    (SUPPORTED, (True, True), (False, False), Level.BALL),
    (SUPPORTED, (True, True), (False, True), Level.FLOAT),
    (UNDECIDED, (True, True), (False, False), None),
    (NOWHERE, (True, True), (False, False), None),
])  # fmt: skip
def test_the_level_is_that_of_the_weakest_run(verdict: Verdict, exact: Any, sampled: Any, level: Level | None) -> None:
    settled = [run(k, verdict, exact=exact[k], sampled=sampled[k]) for k in (0, 1)]

    assert recorded(*settled).level == level


@pytest.mark.parametrize(("places", "tightest"), [
    ([None, None], 0),
    ([None, at(1, 0.5)], 1),
    ([at(1, 0.5), at(9, 0.75), at(0, None), at(-1, 2)], 1),
    ([at(1, None), at(0.5, None), at(2, 3)], 1),
    ([at(1, 0.5), at(1, 1)], 1),
])  # fmt: skip
def test_the_tightest_run_takes_most_of_what_is_allowed_or_leaves_least(places: list[Any], tightest: int) -> None:
    settled = [run(k, CERTIFIED, worst=place, steps=k) for k, place in enumerate(places)]
    worst, place = recorded(*settled).worst, places[tightest]

    assert (worst.instance, worst.Z, worst.algorithm) == (f"data {tightest}", [[str(tightest)]], f"run {tightest}")
    shown = (place.slack, place.ratio, 3, "1", "2") if place else (None, None, 0, "", "")
    assert (worst.slack, worst.ratio, worst.t, worst.lhs, worst.rhs, worst.steps) == (*shown, tightest)


def test_the_tightest_run_is_one_of_those_that_decide_and_has_finite_numbers() -> None:
    unbounded = recorded(run(1, SUPPORTED, worst=at(float("inf"), float("nan"))), run(2, CERTIFIED, worst=at(0, 1)))

    assert (unbounded.worst.instance, unbounded.worst.slack, unbounded.worst.ratio) == ("data 1", None, None)
    assert recorded(run(1, NOWHERE)).worst is None


@pytest.mark.parametrize(("given", "reach"), [(None, Reach.FALSE), ({"": None}, None)])
def test_a_refutation_shows_the_smallest_data_and_of_the_reports_own_runs_how_far_it_reaches(
    given: Any, reach: Reach | None
) -> None:
    claim = made(lambda p: at_most(p.num.number(p.n), 1))
    data = [Instance.from_json(f"{n} rows", [[str(k), "1"] for k in range(n)]) for n in (1, 3)]
    settled = [Settled(one, "", decide(claim, one, None, 0)) for one in data]
    found = write_record(claim, settled, 6, 2, given)

    assert (found.witness.Z, found.witness.lhs, found.witness.rhs) == ([["-1"], ["-1"]], "2", "1")
    assert (found.level, found.reach) == (Level.EXACT, reach)
    assert (found.convincing is not None) == (reach is not None)
    always = made(lambda p: at_most(p.num.number(1), 0))
    everywhere = write_record(always, [Settled(data[0], "", decide(always, data[0], None, 0))], 6, 2, given)
    assert (everywhere.reach, everywhere.degenerate) == (reach, [])
    wide = made(lambda p: at_most(p.squared(p.Z[0] - p.Z[-1]) + 4 * (p.n - 1) * (p.d - 1), 5))
    itself = write_record(wide, [Settled(data[1], "", decide(wide, data[1], None, 0))], 6, 1, given)
    assert (itself.witness.Z, itself.reach, itself.convincing) == ([["-1", "0"], ["0", "-1"]], reach, None)


def test_a_refutation_is_exact_if_its_witness_is_and_no_run_longer_than_it_takes() -> None:
    """Of five rows a claim fails from t = 9 on, and of no fewer: no tiny data refute it."""
    claim = made(lambda run: at_most(run.t, 8 + 100 * (run.n - 5) ** 2), about=NormalizedGD)
    label, algorithm = next(iter(claim.usual.items()))
    zeros = Instance.from_json("five rows", [["0"]] * 5)
    decision = decide(claim, zeros, algorithm, 10)
    found = write_record(claim, [Settled(zeros, label, replace(decision, exact=False))], 10, 1, {label: algorithm})

    assert (found.witness.steps, found.witness.t) == (9, 9)
    assert (decision.steps, found.level) == (10, Level.EXACT)


@pytest.mark.parametrize(("changes", "claim", "steps", "expected"), [
    ((), "at_most(run.x, run.steps)", 5, True),
    ((), "at_most(run.x, 1)", 5, False),
    ((), "at_most(run.x, run.steps)", 0, False),
    ([("on=Line", "on=Line, horizons=[5]")], "at_most(run.x, run.steps)", 5, False),
    ([("x(run):", "x(run) -> Limit:")], "Limit(run.x * run.steps)", 5, False),
    ([("x(run):", "x(run) -> Decay:")], "Decay(run.x * run.steps, 1)", 5, False),
], ids=["reads T", "reads no T", "takes no step", "is made for T steps", "is a limit", "is a rate"])  # fmt: skip
def test_a_witness_is_of_its_length_where_a_longer_run_has_other_rows(
    changes: Any, claim: str, steps: int, expected: bool, tmp_path: Path
) -> None:
    changes = (("stays_below(run)", "x(run)"), (RELATION, claim), *changes)
    one = writer(tmp_path)(LEAST, *changes).claims["L.1"]
    (algorithm,) = one.usual.values()
    instance = Instance.from_json("one", [["1"]])

    assert reads_the_length(one, instance, algorithm, steps) == expected
    witness = Witness(instance.to_json(), 0, "1", "0", steps=steps)
    for whole in (False, True):
        found = recording.with_problem(one, replace(witness, whole=whole), instance, algorithm)
        assert found.of_length == (expected and not whole)
    ours = made(lambda run: at_most(run.t, run.steps), about=NormalizedGD)
    assert not reads_the_length(ours, instance, NormalizedGD(), 5)


def test_of_the_refuted_data_the_first_planted_ones_are_looked_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    claim = made(lambda run: at_most(run.t, -1), about=NormalizedGD)
    label, algorithm = next(iter(claim.usual.items()))
    assert claim.method is not None
    planted = replace(claim, method=replace(claim.method, planted={"planted": Planted(algorithm, [[1]], 3)}))
    found = Counterexample(Instance.from_json("one", [["1"]]), label, algorithm, 1, Decision(REFUTED, worst=at(-1, 2)))
    others = [(Instance.from_json(str(k), [[str(k)]]), "planted" if k > 9 else label) for k in range(12)]
    asked: list[Any] = []

    def reach_of(claim: Claim, found: Counterexample, others: Any) -> Extent:
        asked.extend(instance.name for instance, _ in others)
        return Extent(Reach.FALSE, found)

    monkeypatch.setattr(recording, "reach_of", reach_of)
    recording.fields_of_refutation(planted, found, others)
    assert asked == ["10", "11", *map(str, range(6))]


LARGEST = (
    """from lemmacheck.exact import eigenvalue_bounds


@problem(shapes=(2, 2), smallest=(2, 2))
class Form:
    def of(Z):
        A = Z.T @ Z
        return dict(L=eigenvalue_bounds(A)[1], trace=A[0, 0] + A[1, 1], det=A[0, 0] * A[1, 1] - A[0, 1] * A[1, 0])


"""
    + method_text("Resting", "State(p.number(0))", "s")
    + claim_text("X", "Resting", "at_most(p.L * p.L + p.det + run.x, p.trace * p.L)", "L² − tr(A) L + det(A) ≤ 0.")
    + claim_text("Y", "Resting", "at_most(p.L + run.x, p.number(Fraction(1, 9)))", "L ≤ 1/9.")
    + "METHOD = Method(Resting, on=Form, steps=1)\n"
)


def test_a_refutation_by_what_an_enclosure_may_be_off_says_so(tmp_path: Path) -> None:
    library = writer(tmp_path)(LARGEST)
    near, far = (check(library.claims[id], Effort(per_shape=2, certified=4, elsewhere=2)) for id in ("X", "Y"))

    assert (near.verdict, far.verdict) == (Verdict.REFUTED, Verdict.REFUTED)
    assert near.reason.endswith(ENCLOSED)
    assert not far.reason.endswith(ENCLOSED)
    assert replay(near, Knowledge(library=library)).stands


@pytest.mark.parametrize(
    ("lhs", "rhs", "hangs"),
    [
        *[(10**6, 10**6 - 1, True), (2 * 10**6, 2 * 10**6 - 2, True)],
        *[(1, -1, False), (3, 2, False), (-(10**7), 9, False), (0, 0, False), (1, 1, False)],
    ],
)
def test_a_refutation_hangs_on_an_enclosure_where_its_sides_differ_and_by_a_millionth_at_most(
    lhs: int, rhs: int, hangs: bool, tmp_path: Path
) -> None:
    claim = writer(tmp_path)(LARGEST).claims["X"]
    place = Place(0, 0, lhs, rhs, "<=", -1, None)

    assert hangs_on_an_enclosure(claim, Decision(REFUTED, worst=place)) == hangs
    assert not hangs_on_an_enclosure(claim, Decision(REFUTED))
    assert not hangs_on_an_enclosure(replace(claim, fault="A slip."), Decision(REFUTED, worst=place))
    assert not hangs_on_an_enclosure(CLAIM, Decision(REFUTED, worst=place))
