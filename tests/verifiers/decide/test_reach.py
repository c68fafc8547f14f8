"""Protects what a refutation is said to reach: computed from what refutes, replayed, and told beside the verdict."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from lemmacheck import Claim, at_most
from lemmacheck.theory.books.jst.algorithms.gradient_descent import NormalizedGD
from lemmacheck.verifiers.decide import reach
from lemmacheck.verifiers.decide.counterexamples import Counterexample, refutation
from lemmacheck.verifiers.decide.ladder import Decision
from lemmacheck.verifiers.decide.reach import as_long_as_others, beside, has_named_loss, reach_of, refutation_by, ways
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.library.deciding import examine
from lemmacheck.verifiers.library.plan import QUICK
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.numbers.comparison import Place
from lemmacheck.verifiers.records.result_text import record_text
from lemmacheck.verifiers.records.verdict import Reach, Record, Verdict
from lemmacheck.verifiers.replay.replay import replay

from tests.books.written import LEAST, RELATION, claim_text, method_text, problem_text, writer
from tests.shipped import CORNER, made

Book = dict[str, Record]
SIGN, LOSS = "P.3.1.dualvec", "W.Straight"
GENTLE = "λ=2/(t+2), θ=1, gentle loss"
ROW, COPIES, SQUARE = [["-1"]], [["-1"], ["-1"]], [["-1", "0"], ["0", "-1"]]


@pytest.mark.parametrize(("statement", "about", "Z", "slip", "reach", "degenerate", "convincing"), [
    (lambda p: at_most(p.n, 0), None, ROW, False, Reach.FALSE, (), (SQUARE, 0, 0)),
    (lambda p: at_most(p.n, 0), None, ROW, True, Reach.SLIP, (), (SQUARE, 0, 0)),
    (lambda p: at_most(2, p.n), None, ROW, False, Reach.DEGENERATE, ("for n = 1",), None),
    (lambda p: at_most(2, p.d), None, COPIES, True, Reach.DEGENERATE, ("for d = 1",), None),
    (lambda p: at_most(1, p.squared(p.Z).sum()), None, [["0"]], False, Reach.DEGENERATE, ("for Z = 0",), None),
    (lambda p: at_most(1, p.squared(p.Z[0] - p.Z[-1]) + (p.n - 2) ** 2), None, COPIES, False, Reach.DEGENERATE,
        ("for equal rows",), None),
    (lambda run: at_most(run.t, 2), NormalizedGD, ROW, False, Reach.FALSE, (), (SQUARE, 3, 3)),
    (lambda run: at_most(1, run.t), NormalizedGD, ROW, False, Reach.DEGENERATE, ("at t = 0",), None),
    (lambda run: at_most(abs(run.t - 1), 0), NormalizedGD, ROW, False, Reach.FALSE, (), (SQUARE, 2, 2)),
])  # fmt: skip
def test_a_refutation_reaches_as_far_as_the_least_degenerate_data_that_refute(
    statement: Any, about: type | None, Z: Any, slip: bool, reach: Reach, degenerate: Any, convincing: Any
) -> None:
    claim = replace(made(statement, about=about), slip=slip)
    smallest = refutation(claim, Instance.from_json("smallest", Z), next(iter(claim.usual)), 4)
    assert smallest is not None
    found = reach_of(claim, smallest)
    beside = found.convincing
    shown = beside and (beside.instance.to_json(), beside.steps, beside.witness().t)

    assert (found.reach, found.degenerate, shown) == (reach, degenerate, convincing)


@pytest.mark.parametrize(("rows", "beside_them"), [
    ("-1", ["-1 1/1000; -999/1000 1/500", "-499/500 499/500000; -498501/500000 499/250000",
            "-1 1/1000; -1/1000 1/500", "-499/500 499/500000; -499/500000 499/250000",
            "-1 1/20; -19/20 1/10", "-9/10 9/200; -171/200 9/100",
            "-1 1/20; -1/20 1/10", "-9/10 9/200; -9/200 9/100"]),
    ("0 3/5; 0 3/5", ["0 3/5; 0 2997/5000", "0 3/5; 0 57/100"]),
    ("1/2; 1/4", ["1/2 1/1000; 999/4000 1/500", "1/2 1/20; 19/80 1/10"]),
    ("1; -1", ["1 1/1000; -999/1000 1/500", "499/500 499/500000; -498501/500000 499/250000",
               "1 1/20; -19/20 1/10", "9/10 9/200; -171/200 9/100"]),
    ("-1 0; 0 -1", []),
    ("; ".join(["0 1"] * 21), []),
])  # fmt: skip
def test_beside_a_corner_are_data_near_it_that_are_none(rows: str, beside_them: list[str]) -> None:
    """Within norm 1, if the rows are: the only row stands next to itself or to 0."""
    found = list(beside(Instance.from_json("corner", [row.split() for row in rows.split("; ")])))

    assert ["; ".join(map(" ".join, data.to_json())) for data in found] == beside_them
    assert {data.name for data in found} <= {"beside-2x2"}


def test_larger_data_are_so_many_times_the_rows() -> None:
    larger = reach.times(3, Instance.from_json("rows", [["1/2", "0"], ["-1", "2"]]))

    assert (larger.name, larger.to_json()) == ("3 times rows", [["3/2", "0"], ["-3", "6"]])


def test_what_convinces_is_as_simple_as_it_stays_separable_and_without_a_corner() -> None:
    claim = made(lambda p: at_most(p.squared(p.Z).sum(), p.num.number(3) / 2))
    messy = [["3/7", "5/11", "-1/9"], ["-2/13", "7/9", "1/3"], ["5/17", "-1/7", "8/9"], ["3/5", "4/5", "1/11"]]
    label = next(iter(claim.usual))
    known = refutation_by(claim, Instance.from_json("messy", messy), label, 0)
    assert known is not None
    found = reach.simplest(claim, known)

    assert found.instance.shape == (2, 2)
    assert found.instance.optimum.gamma_squared > 0
    assert found.decision.verdict == Verdict.REFUTED


def counterexample(claim: Claim, label: str, steps: int, later: Place | None, Z: Any = None) -> Counterexample:
    decision = Decision(Verdict.REFUTED, later=later)
    return Counterexample(Instance.from_json("data", Z or ROW), label, claim.runs[label], steps, decision)


OF_NO_DATA = ("def of(Z):\n        return dict(a=1 + abs(Z[0, 0]))", "def of():\n        return dict(a=2)")
LATER = Place(0, 1, 2, 1, "<=", -1, None)


@pytest.mark.parametrize(("changes", "expected"), [
    (("@problem", "@problem(shapes=(2, 2))"), {"for n = 1", "for d = 1"}),
    (("@problem", "@problem(shapes=(1, 2))"), {"for d = 1"}),
    (("@problem", "@problem(shapes=(2, 1))"), {"for n = 1"}),
    (OF_NO_DATA, set()),
], ids=["of any shape", "of one row", "of one column", "of no data"])  # fmt: skip
def test_data_are_degenerate_as_far_as_a_problem_might_have_others(
    changes: tuple[str, str], expected: set[str], tmp_path: Path
) -> None:
    claim = writer(tmp_path)(LEAST, changes).claims["L.1"]
    of_the_end = ways(claim, counterexample(claim, "", 3, None))

    assert ways(claim, counterexample(claim, "", 3, LATER)) == expected
    assert of_the_end == {"at t = 0"} | expected


def test_a_run_of_one_step_is_judged_by_a_longer_one_and_a_longer_one_as_it_is() -> None:
    claim = made(lambda run: at_most(run.t[1:], run.t[:-1]), about=NormalizedGD)
    label = next(iter(claim.usual))
    short, long = (counterexample(claim, label, steps, LATER) for steps in (1, 2))

    assert as_long_as_others(claim, short).steps == 8
    assert as_long_as_others(claim, long) is long
    holds = made(lambda run: at_most(run.t, run.t), about=NormalizedGD)
    assert as_long_as_others(holds, short) is short


def test_a_method_that_is_made_for_so_many_steps_keeps_them(tmp_path: Path) -> None:
    opened, stated = writer(tmp_path), (RELATION, "at_most(2, run.x)")
    claim = opened(LEAST, ("on=Line", "on=Line, horizons=[1, 5]"), stated).claims["L.1"]
    one, five = (counterexample(claim, f"N={N}", N, LATER) for N in (1, 5))

    assert as_long_as_others(claim, one).steps == 1
    assert reach.shortened(claim, five) is five
    free = opened(LEAST, stated).claims["L.1"]
    assert reach.shortened(free, counterexample(free, "", 5, LATER)).steps == 1


def test_what_is_not_degenerate_convinces_by_itself() -> None:
    claim = made(lambda p: at_most(p.n, 0))
    smallest = refutation_by(claim, Instance.from_json("square", SQUARE), "", 0)
    assert smallest is not None

    assert reach_of(claim, smallest) == reach.Extent(Reach.FALSE, smallest)


def tried(claim: Claim, Z: Any = ROW) -> list[tuple[Instance, str]]:
    return list(reach.candidates(claim, counterexample(claim, next(iter(claim.usual)), 1, None, Z)))


def test_what_may_convince_is_first_of_the_data_without_a_corner_the_separable() -> None:
    found = tried(made(lambda p: at_most(p.n, 0)))
    corners_of = [(len(reach.corners(one)), one.optimum.gamma_squared == 0) for one, _ in found]

    assert corners_of == sorted(corners_of)
    assert corners_of[0] == (0, False)
    assert {one.name[:4] for one, _ in found} == {"tiny"}


def test_data_beside_are_asked_of_runs_and_larger_ones_of_a_problem_of_ones_own(tmp_path: Path) -> None:
    near = [
        one.name for one, _ in tried(made(lambda run: at_most(run.t, 0), about=NormalizedGD)) if "tiny" not in one.name
    ]
    opened = writer(tmp_path)
    own = opened(LEAST).claims["L.1"]
    larger = [one for one, _ in tried(own) if "tiny" not in one.name]

    assert set(near) == {"beside-2x2"}
    assert {one.name for one in larger} == {"beside-2x2", "3 times data"}
    assert len(larger) == 1 + 2 * len(list(beside(Instance.from_json("one row", ROW))))
    alone = replace(own, method=replace(own.method, longest=lambda n: 3))  # type: ignore[type-var]
    assert {one.name for one, _ in tried(alone)} & {"beside-2x2"} == set()
    few = opened(LEAST, ("@problem", "@problem(shapes=(1, 2))")).claims["L.1"]
    assert {one.shape[0] for one, _ in tried(few)} == {1}


def test_of_what_reads_no_data_all_parameters_are_asked_on_the_same(tmp_path: Path) -> None:
    changes = OF_NO_DATA, ("on=Line", 'on=Line, usual={"a": Shrinking(), "b": Shrinking()}')
    claim = writer(tmp_path)(LEAST, *changes).claims["L.1"]

    assert [(one.name, label) for one, label in tried(claim)] == [("data", "a"), ("data", "b")]


def test_where_a_loss_has_no_name_many_rows_are_asked_with_the_named_ones_and_then_all_with_all() -> None:
    claim = LIBRARY.claims["P.S5.1.repl"]
    named = [label for label in claim.usual if has_named_loss(claim.runs[label])]
    found = tried(claim)
    crowd = [(one, label) for one, label in found if "rows near" in one.name]
    first = found.index(crowd[0])

    assert 0 < len(named) < len(claim.usual)
    assert {label for _, label in found[: first + len(crowd)]} == set(named)
    assert {label for _, label in found[first + len(crowd) :]} == set(claim.usual)
    assert [one.name for one, _ in crowd[:: len(named)]] == [f"{n} rows near (-1, 0)" for n in (8, 64, 256)]
    for one, _ in crowd:
        assert len(set(one.rows)) == one.shape[0]
        assert max((x + 1) ** 2 + y**2 for x, y in one.rows) < Fraction(1, 100)


def test_of_known_data_one_with_a_named_loss_convinces_before_one_without(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the exponential loss the claim fails on the known data alone, which have three rows and are asked last."""
    repl = LIBRARY.claims["P.S5.1.repl"]
    first, known = next(iter(repl.usual)), Instance.from_json("known", [*SQUARE, ["-1/2", "-1/2"]])
    claim = replace(repl, given=(), function=lambda run: at_most(
        run.n * run.t, 2 * run.t if has_named_loss(run.algorithm) else 0
    ))  # fmt: skip
    monkeypatch.setattr(reach, "candidates", lambda *_: [(Instance.from_json("square", SQUARE), GENTLE)])
    smallest = refutation_by(claim, Instance.from_json("one", ROW), GENTLE, 4)
    assert smallest is not None

    found = reach_of(claim, smallest, [(known, first)]).convincing
    assert found.label == first


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "data"), [(9, "64 rows near (-1, 0)"), (99, "256 rows near (-1, 0)"), (999, "")])
def test_a_loss_that_documents_name_convinces_before_one_that_none_does(rows: int, data: str) -> None:
    """Of a claim that fails with the gentle loss on all data, and with the exponential one on many rows."""
    repl = LIBRARY.claims["P.S5.1.repl"]
    first, gentle = next(iter(repl.usual)), repl.usual[GENTLE]
    assert repl.method is not None
    method = replace(repl.method, usual={GENTLE: gentle, first: repl.usual[first]})
    claim = replace(repl, given=(), method=method, function=lambda run: at_most(
        run.n * run.t, rows * run.t if has_named_loss(run.algorithm) else 0
    ))  # fmt: skip
    smallest = refutation(claim, Instance.from_json("one", ROW), GENTLE, 4)
    assert smallest is not None
    found = reach_of(claim, smallest).convincing

    assert (found.instance.name, found.label) == ((data, first) if data else ("tiny-2x2", GENTLE))


def test_a_wrong_sign_is_a_slip_and_two_different_rows_convince_of_it(quick_book: Book) -> None:
    found = quick_book[SIGN]

    assert (found.reach, found.degenerate) == (Reach.SLIP, [])
    assert found.witness.Z == [["-1"]]
    assert found.convincing.Z == [["-1", "0"], ["0", "-1"]]
    assert f"    {found.reach_text}" in record_text(found).split("\n")


def test_what_fails_at_the_start_alone_is_degenerate_whatever_its_author_says(quick_book: Book) -> None:
    found = quick_book[CORNER]

    assert LIBRARY.claims[CORNER].slip
    assert (found.reach, found.degenerate, found.convincing) == (Reach.DEGENERATE, ["at t = 0", "for n = 1"], None)
    assert found.reach_text.endswith("at t = 0 and for n = 1")


def test_what_the_horizon_1_alone_refutes_is_degenerate() -> None:
    """With one vote T log T is 0, of a class that shows both signs."""
    claim = LIBRARY.claims["S.LC"]
    smallest = refutation_by(claim, Instance.from_json("", [["-1"]]), next(iter(claim.usual)), 0)

    assert smallest is not None
    found = reach_of(claim, smallest)
    assert (found.reach, found.degenerate) == (Reach.DEGENERATE, ("for T = 1",))


def test_what_no_author_calls_a_slip_is_false(quick_book: Book) -> None:
    found = quick_book[LOSS]

    assert (found.reach, found.degenerate) == (Reach.FALSE, [])


def test_only_what_is_false_as_printed_is_called_a_slip() -> None:
    def honest(claim: Claim) -> bool:
        return bool(claim.fault) or not claim.slip

    assert [id for id, claim in LIBRARY.claims.items() if not honest(claim)] == []


@pytest.mark.parametrize("id", [SIGN, CORNER, LOSS])
def test_a_record_stands_with_the_reach_that_it_says_and_an_old_one_without(id: str, quick_book: Book) -> None:
    found = Record.from_json(quick_book[id].to_json())

    assert found.to_json() == quick_book[id].to_json()
    assert replay(found).stands
    without = replay(replace(found, reach=None, degenerate=[], convincing=None))
    assert without.stands
    assert "reach" in without.unchecked
    assert "reach" not in replay(found).unchecked


@pytest.mark.slow
def test_what_convinces_with_a_loss_that_no_document_names_convinces_again() -> None:
    (found,) = examine([LIBRARY.claims["P.C.7b2.p1.1"]], QUICK, lambda _: None, 1)

    assert "reciprocal loss" in found.convincing.algorithm
    assert replay(found).stands


def test_a_record_that_says_another_reach_falls(quick_book: Book) -> None:
    sign, corner = quick_book[SIGN], quick_book[CORNER]
    said = [
        replace(sign, reach=Reach.FALSE),
        replace(sign, reach=Reach.DEGENERATE),
        replace(sign, convincing=sign.witness),
        replace(corner, reach=Reach.FALSE, degenerate=[]),
        replace(corner, degenerate=["for d = 1"]),
    ]

    assert [replay(one).stands for one in said] == [False] * len(said)


def test_a_limit_does_not_fail_at_the_start_alone(tmp_path: Path) -> None:
    rests = method_text("Rests", "State(p.a)", "State(s.x)") + claim_text("X", "Rests", "Limit(run.x)", "x_t → 0.")
    book = problem_text("Line", "a=Z[0, 0]", "shapes=(1, 1)") + rests + "METHOD = Method(Rests, on=Line)\n"
    claim = writer(tmp_path)(book).claims["X"]
    smallest = refutation(claim, Instance.from_json("smallest", ROW), "", 4)

    assert smallest is not None
    assert reach_of(claim, smallest).reach == Reach.FALSE
