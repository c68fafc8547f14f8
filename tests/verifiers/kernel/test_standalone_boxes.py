"""Protects what the stand-alone checker says of runs for ever: it confirms right boxes, and rejects each wrong one."""

import math
from collections.abc import Callable
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest
from lemmacheck.verifiers.kernel import lasting as boxes
from lemmacheck.verifiers.kernel import standalone
from lemmacheck.verifiers.kernel.standalone import Numbers, Unconfirmed, course, refutations, shared, turn

from tests.verifiers.kernel.refuted import documents, lasting

Document = dict[str, Any]
RUN = {"id": "A", "of": "witness", "Z": [["-1"]], "algorithm": "boosting", "steps": 3, "hypotheses": ["given"]}
FIRST, SECOND = ["1/3", "0", "-1"], ["-1", "2/3", "2/3"]
EDGE = RUN | {
    "rule": "edge", "t": 8, "period": 2, "low": ["229/500"], "high": ["2291/5000"],
    "table": [FIRST, SECOND], "kinds": [0, 1], "better": ["0", "5/7", "-2/7"],
    "means": [[["0", "1"], ["-1", "0", "-1"]], [["5/9", "4/9"], ["-1", "0", "-1"]]],
}  # fmt: skip
COPIES = EDGE | {  # 11 and 13 copies of the rows, whose weights are 11/24 = 0.4583... and the rest at first
    "t": 0, "low": ["457/1000"], "high": ["459/1000"],
    "table": 11 * [FIRST] + 13 * [SECOND], "kinds": 11 * [0] + 13 * [1],
    "means": [[[*["0"] * 10, a, *["0"] * 12, b], signs] for (a, b), signs in EDGE["means"]],
}  # fmt: skip
THRICE = [*["1"] * 3, *["0"] * 6]
ODDS = RUN | {  # of Rudin, Daubechies and Schapire, and the contrary of their first column
    "rule": "odds", "t": 15, "period": 3, "kinds": [0, 0, 3, 3, 3, 1, 1, 2],
    "low": ["1909/10000", "3089/10000", "0"], "high": ["1911/10000", "3091/10000", "1/10000"],
    "table": [
        [f"{sign}1" for sign in row.split("1")[:-1]]
        for row in (
            "-11111-1-111", "-111-1-11111", "1-1111-111-1", "1-111-1111-1", "1-11-1111-1-1", "11-11111-1-1",
            "11-1111-11-1", "1111-1-11-1-1",
        )
    ],
    "better": ["1/8", "3/16", "1/4", "1/16", "1/8", "1/8", "1/16", "1/16", "0"],
    "means": [
        [["0", "0", "1", "0", "0", "0", "0", "0"], THRICE],
        [["1842773/6042400", "0", "4199627/6042400", "0", "0", "0", "0", "0"], THRICE],
        [["0", "0", "24708/54853", "0", "0", "30145/54853", "0", "0"], THRICE],
    ],
}  # fmt: skip


def claimed(box: Document, away: str) -> Document:
    """The record that says of a run what its box does."""
    sides = zip(box["low"], box["high"], strict=False)
    told = " × ".join(f"[{float(Fraction(a)):g}, {float(Fraction(b)):g}]" for a, b in sides)
    often = {1: "every step"}.get(box["period"], f"every {box['period']} steps")
    text = f"from t = {box['t']} on {often} lead the weights back into the box {told}: there it stays at least"
    witness = {name: box[name] for name in ("Z", "t", "algorithm", "steps")}
    witness |= {"lhs": away, "relation": "<=", "rhs": "0", "parameters": {}}
    witness["forever"] = f"{text} {float(Fraction(away)):g} away for ever"
    return {"id": "A", "verdict": "refuted", "witness": witness, "hypotheses": [{"name": "given"}]}


def found(record: Document, box: Document) -> str | None:
    """None, or why the run for ever is not confirmed."""
    ((name, why),) = refutations({"A": record}, {"traces": [box]})
    assert name == "A (witness)"
    return why


@pytest.mark.parametrize(("box", "away", "pieces"), [(EDGE, "3/125", 30), (COPIES, "2/125", 50), (ODDS, "3/80", 100)])
def test_a_run_for_ever_is_confirmed_by_its_box(
    monkeypatch: pytest.MonkeyPatch, box: Document, away: str, pieces: int
) -> None:
    monkeypatch.setattr(standalone, "PIECES", pieces)

    assert found(claimed(box, away), box) is None


@pytest.mark.slow
def test_a_run_for_ever_of_the_library_is_confirmed_by_its_box() -> None:
    records, evidence = documents(lasting)

    assert dict(refutations(records, evidence)) == {"S.Margin (witness)": None}


def test_a_box_is_evidence_where_it_says_what_the_record_says_and_is_confirmed(monkeypatch: pytest.MonkeyPatch) -> None:
    """With fewer bits there is none, or another; of the readings of the right one the second is confirmed."""
    met = [None, *(SimpleNamespace(reason=f"in the {one} box", stay=one) for one in ("other", "right", "right"))]
    place: Any = SimpleNamespace(Z=[["-1"]], algorithm="", steps=3, t=2, forever="in the right box", lhs="1/8")
    record: Any = SimpleNamespace(hypotheses=[SimpleNamespace(name="given")], to_dict=lambda: "the record")
    claim: Any = SimpleNamespace(id="A", runs={"": None}, method=None)
    read: list[Any] = []

    def refutations(records: Any, evidence: Any) -> Any:
        assert records == {"A": "the record"}
        return [("A (witness)", None if evidence["traces"][0]["rule"] == "edge" else "it is not so")]

    monkeypatch.setattr(boxes, "ball_run", lambda *_: "the run")
    monkeypatch.setattr(boxes, "rungs", lambda steps: [64, 128, 256])
    monkeypatch.setattr(boxes.limits, "kept_away", lambda *_: met.pop(0))
    monkeypatch.setattr(boxes, "readings", lambda *of: read.append(of) or [{"rule": "odds"}, {"rule": "edge"}])
    monkeypatch.setattr(boxes.standalone, "refutations", refutations)

    told = {"id": "A", "of": "witness", "Z": [["-1"]], "algorithm": "", "steps": 3, "t": 2, "hypotheses": ["given"]}
    assert list(boxes.confirmed(claim, record, "witness", place)) == [told | {"rule": "edge"}]
    assert read == [("the run", "right", Fraction(1, 8))]


ANOTHER = "the record has another run, or another box"
UNTOLD = "it is not told when, or of which rows"
NO_BETTER = "there is no better margin on such a table"
OUTSIDE, LED_OUT = "the run is not in the box", "the steps lead out of the box"
UNSURE = "it is not sure that the margin stays away"
UNREAD = "it cannot be read: "
UNCAST = "it is not sure which column is voted, in which rows of a kind are alike"
OTHER = ["-1", "2/3", "1/3"]
WRONG: dict[str, tuple[Document, Document, str]] = {
    "a t below 0": (EDGE, {"t": -1}, UNTOLD),
    "no step": (EDGE, {"period": 0}, UNTOLD),
    "a row of no kind": (EDGE, {"kinds": [0, 2]}, UNTOLD),
    "a kind of no row": (EDGE, {"kinds": [0, 0]}, UNTOLD),
    "too few kinds": (COPIES, {"kinds": COPIES["kinds"][:-1]}, UNTOLD),
    "too many kinds": (EDGE, {"kinds": [0, 1, 1]}, UNTOLD),
    "a row of a kind beside": (COPIES, {"kinds": [*COPIES["kinds"][:-1], 2]}, UNTOLD),
    "no rule": (EDGE, {"rule": ""}, NO_BETTER),
    "odds on entries that are not 1 or -1": (EDGE, {"rule": "odds", "better": ["0", "5/7", "2/7"]}, NO_BETTER),
    "odds with a vote below 0": (ODDS, {"better": [*ODDS["better"][:7], "1/32", "-1/32"]}, NO_BETTER),
    "an entry above 1": (EDGE, {"table": [FIRST, ["-1", "2/3", "4/3"]]}, NO_BETTER),
    "a longer vote": (EDGE, {"better": ["0", "5/7", "-3/7"]}, NO_BETTER),
    "a worse vote": (EDGE, {"better": ["0", "1", "0"]}, NO_BETTER),
    "a distance of 0": (EDGE, {"away": "0"}, NO_BETTER),
    "a distance below 0": (EDGE, {"away": "-3/125"}, NO_BETTER),
    "a distance above the largest margin": (EDGE, {"away": "2/5"}, NO_BETTER),
    "a distance that is too large": (EDGE, {"away": "1/20"}, UNSURE),
    "the start of the run": (EDGE, {"t": 0}, OUTSIDE),
    "a step later": (EDGE, {"t": 9}, OUTSIDE),
    "a box above the run": (EDGE, {"low": ["45813/100000"], "high": ["459/1000"]}, OUTSIDE),
    "a box below the run": (EDGE, {"low": ["457/1000"], "high": ["458/1000"]}, OUTSIDE),
    "kinds that are changed for one another": (EDGE, {"kinds": [1, 0]}, OUTSIDE),
    "a step too few": (EDGE, {"period": 1}, LED_OUT),
    "a box of which the first piece is led out": (EDGE, {"low": ["457/1000"], "high": ["464/1000"]}, LED_OUT),
    "a box of which the last piece alone is led out": (EDGE, {"low": ["907/2000"], "high": ["459/1000"]}, LED_OUT),
    "rows of a kind that differ in what is voted": (COPIES, {"table": [*COPIES["table"][:-1], OTHER]}, UNCAST),
    "the mean of another row": (EDGE, {"means": [EDGE["means"][0], [["0", "1"], ["-1", "0", "-1"]]]}, UNSURE),
    "a mean above 1": (EDGE, {"means": [EDGE["means"][0], [["5/9", "5/9"], ["-1", "0", "-1"]]]}, UNSURE),
    "a negative weight": (EDGE, {"means": [[["-1", "2"], ["-1", "0", "-1"]], EDGE["means"][1]]}, UNSURE),
    "a sign of 2": (EDGE, {"means": [EDGE["means"][0], [["5/9", "4/9"], ["-2", "0", "-1"]]]}, UNSURE),
    "a mean too few": (EDGE, {"means": EDGE["means"][:1]}, UNREAD),
    "a sign too few": (EDGE, {"means": [EDGE["means"][0], [["5/9", "4/9"], ["-1", "0"]]]}, UNREAD),
    "a side without an end": (EDGE, {"high": ["2291/5000", "1"]}, UNREAD),
    "no side": (EDGE, {"low": [], "high": [], "kinds": [0, 0]}, UNREAD),
    "rows of unlike length": (EDGE, {"table": [FIRST, ["-1", "2/3"]]}, "Z is no matrix"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_box_is_rejected_with_the_reason(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Also where the record says the same."""
    monkeypatch.setattr(standalone, "PIECES", 30)
    right, changed, why = WRONG[name]
    box = right | {key: value for key, value in changed.items() if key != "away"}

    assert (found(claimed(box, changed.get("away", "1/125")), box) or "").startswith(why)


def test_a_record_that_says_another_thing_than_its_box_is_rejected() -> None:
    right = claimed(EDGE, "3/125")
    told = right["witness"]["forever"]
    text = (
        "from t = 8 on every 2 steps lead the weights back into the box [0.458, 0.4582]: there it stays at least 0.024"
    )
    assert told == f"{text} away for ever"
    for changed in (
        {"forever": told.replace("0.458,", "0.457,")},
        {"Z": [["-2"]]},
        {"t": 8.0},
        {"algorithm": "another"},
        {"steps": 9},
        {"relation": ">="},
        {"rhs": "1"},
        {"lhs": "1/125"},
        {"parameters": {"eta": ["1/2"]}},
    ):
        assert found(right | {"witness": right["witness"] | changed}, EDGE) == ANOTHER, changed
    for given in ([], [{"name": "given"}, {"name": "more"}]):
        assert found(right | {"hypotheses": given}, EDGE) == ANOTHER
    assert found(right | {"verdict": "certified"}, EDGE) == "there is no witness"


def test_a_box_is_no_evidence_of_finitely_many_steps_nor_a_program_of_a_run_for_ever() -> None:
    right = claimed(EDGE, "3/125")
    finite = right | {"witness": right["witness"] | {"forever": ""}}
    shown = {"lines": [["rational", "3/125"], ["rational", "0"]], "states": [[0, "<=", 1]], "branches": []}
    program = RUN | shown | {"t": 8, "hypotheses": {"given": [[0, ">", 1]]}, "holds": False, "optimum": {}}

    assert found(finite, program) is None
    assert found(finite, EDGE) == f"{UNREAD}KeyError 'states'"
    assert found(right, program | {"forever": right["witness"]["forever"]}) == f"{UNREAD}KeyError 'table'"


N = Numbers(8)
QUARTERS = [Fraction(1, 4), Fraction(3, 4)]
PLUS, MINUS = (Fraction(1), Fraction(1)), (Fraction(-1), Fraction(1))  # of edge 1 and 1/2


def halves(*entries: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(x, 2) for x in entries)


def test_a_step_votes_on_the_first_column_of_the_largest_edge() -> None:
    contrary, vote = (Fraction(1), Fraction(-1)), N.divide(N.log(Fraction(3)), Fraction(2))
    columns = [halves(2, 0), contrary, MINUS, MINUS]
    assert turn(columns, "odds", QUARTERS, N) == (2, vote, list(halves(1, 1)))
    k, vote, (first, second) = turn(columns, "edge", QUARTERS, N)
    assert (k, vote) == (1, Fraction(-1, 2))
    for (low, high), share in ((first, math.e / (math.e + 3)), (second, 3 / (math.e + 3))):
        assert low <= 256 * share <= high <= low + 8
    # the edge needs no weight of the row whose weight is known least: it is what the others leave
    for x in ([(40, 90), Fraction(3, 4)], [Fraction(1, 4), (150, 200)]):
        assert turn([halves(1, -1)], "edge", x, N)[:2] == (0, (-64, -64))


@pytest.mark.parametrize("rule", ["odds", "edge"])
def test_a_vote_that_is_not_sure_is_none(rule: str) -> None:
    unsure: list[Callable[[], object]] = [
        lambda: turn([MINUS, MINUS[::-1]], rule, [(127, 129), (127, 129)], N),
        lambda: turn([(Fraction(1, 2), (127, 128)), halves(0, 0)], rule, QUARTERS, N),
        lambda: turn([(Fraction(1, 2), (128, 128)), halves(1, 1)], rule, QUARTERS, N),
    ]
    for step in unsure:
        with pytest.raises(Unconfirmed, match="not sure which column"):
            step()


def test_steps_add_up_and_rows_that_are_alike_keep_their_shares() -> None:
    w, x = course([MINUS, PLUS[:1] + MINUS[:1]], "odds", QUARTERS, 0, N)
    assert (w, x) == ([[0, 0]], QUARTERS)
    w, x = course([MINUS], "edge", QUARTERS, 2, N)
    assert [len(w), *w[:2]] == [3, [0], [Fraction(1, 2)]]
    assert shared((Fraction(2), Fraction(2), Fraction(5)), [0, 1], [(0, 9), (0, 9), (0, 9)], N) == 2
    assert shared(
        (Fraction(2), Fraction(0), Fraction(5)), [0, 2], [Fraction(1, 8), Fraction(0), Fraction(1, 4)], N
    ) == (1024, 1024)
