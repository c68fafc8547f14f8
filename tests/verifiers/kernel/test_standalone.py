"""Protects the stand-alone checker: it confirms what is right, rejects what was altered, imports nothing of ours."""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from lemmacheck.verifiers.kernel import standalone
from lemmacheck.verifiers.kernel.evidence import evidence_of
from lemmacheck.verifiers.kernel.standalone import (
    Numbers,
    Root,
    Unconfirmed,
    evaluated,
    optima,
    prints,
    refutations,
    settled,
    truth,
)
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.records.verdict import Record, Verdict

from tests.sampled import THOROUGH
from tests.verifiers.kernel.refuted import SOME, documents, plain

SCRIPT = Path(str(standalone.__file__))


def rejected(records: dict[str, Any], evidence: dict[str, Any]) -> dict[str, str]:
    """What is not confirmed, and why."""
    found = [*refutations(records, evidence), *optima(records, evidence)]
    return {name: why for name, why in found if why is not None}


@pytest.mark.slow
def test_a_right_refutation_and_a_right_optimum_are_confirmed() -> None:
    records, evidence = documents()

    assert rejected(records, evidence) == {}
    assert len(list(refutations(records, evidence))) == len(SOME)


@pytest.mark.slow
def test_every_refutation_and_optimum_of_a_report_is_confirmed(quick_book: dict[str, Record]) -> None:
    evidence = evidence_of(quick_book.values(), LIBRARY, lambda _: None)
    records = {id: json.loads(record.to_json()) for id, record in quick_book.items()}
    refuted = {f"{id} (witness)" for id, record in quick_book.items() if record.verdict == Verdict.REFUTED}

    assert rejected(records, evidence) == {}
    assert refuted <= {name for name, _ in refutations(records, evidence)}
    assert len(refuted) > (50 if THOROUGH else 5)


Document = dict[str, Any]
Tampering = Callable[[Document, Document], object]


def longer(entry: str) -> str:
    return str(Fraction(entry) + Fraction(1, 7))


def altered(trace: Document, *line: object) -> int:
    """A line that is added to a program; its number."""
    trace["lines"].append(list(line))
    return len(trace["lines"]) - 1


def raised(trace: Document, side: int) -> None:
    """One side of the statement is 1 more than it was."""
    more = altered(trace, "+", trace["states"][0][side], altered(trace, "rational", "1"))
    trace["states"][0][side] = more


def other_data(record: Document, trace: Document) -> None:
    record["witness"]["Z"][0][0] = longer(record["witness"]["Z"][0][0])


def reversed_statement(record: Document, trace: Document) -> None:
    contrary = {"<=": ">", ">=": "<", "<": ">=", ">": "<=", "==": "!="}
    trace["states"][0][1] = record["witness"]["relation"] = contrary[trace["states"][0][1]]


def false_branch(record: Document, trace: Document) -> None:
    zero, one = altered(trace, "rational", "0"), altered(trace, "rational", "1")
    trace["branches"].append([one, "<=", zero])


def false_hypothesis(record: Document, trace: Document) -> None:
    false_branch(record, trace)
    for shown in trace["hypotheses"].values():
        shown.append(trace["branches"].pop())
        break


ANOTHER = "the trace is of another run, another t, another relation or other hypotheses"
UNLIKE = "of the record, .* is not the value of the program|is true$"
FALSE = r"^line \d+ <= line \d+ is false$"
TAMPERINGS: dict[str, tuple[Tampering, str]] = {
    "the data of the record": (other_data, ANOTHER),
    "the t of the record": (lambda record, trace: record["witness"].update(t=record["witness"]["t"] + 1), ANOTHER),
    "the t as a float": (lambda record, trace: record["witness"].update(t=float(record["witness"]["t"])), ANOTHER),
    "the parameters of the record": (lambda record, trace: record["witness"].update(algorithm="another"), ANOTHER),
    "the steps": (lambda record, trace: record["witness"].update(steps=record["witness"]["steps"] + 1), ANOTHER),
    "a variant's parameters": (lambda record, trace: record["witness"].update(parameters={"eta": ["1/2"]}), ANOTHER),
    "the left side of the record": (lambda record, trace: record["witness"].update(lhs="17/5"), "^the lhs of"),
    "the right side": (lambda record, trace: record["witness"].update(rhs="[17.25 +/- 1e-9]"), "^the rhs of"),
    "a number of a billion digits":
        (lambda record, trace: record["witness"].update(lhs="[1e999999999 +/- 1e9]"), "is no number$"),
    "the relation of the record": (lambda record, trace: record["witness"].update(relation="!="), ANOTHER),
    "the statement, turned around": (reversed_statement, r"^line \d+ \S+ line \d+ is true$"),
    "the left side of the program": (lambda record, trace: raised(trace, 0), UNLIKE),
    "the right side of the program": (lambda record, trace: raised(trace, 2), UNLIKE),
    "a branch that is false": (false_branch, FALSE),
    "a hypothesis that is false": (false_hypothesis, FALSE),
    "a statement that holds": (lambda record, trace: trace.update(holds=True), ANOTHER),
    "two statements": (lambda record, trace: trace["states"].append(trace["states"][0]), "^it cannot be read: "),
    "a hypothesis more": (lambda record, trace: trace["hypotheses"].update(more=[[0, "==", 0]]), ANOTHER),
    "a hypothesis less": (lambda record, trace: record["hypotheses"].append({"name": "more"}), ANOTHER),
    "a hypothesis of which nothing is shown": (lambda record, trace: trace["hypotheses"].update(more=[]),
        "^the trace shows nothing of a hypothesis$"),
    "the verdict": (lambda record, trace: record.update(verdict="certified"), "^there is no witness$"),
    "the witness": (lambda record, trace: record.update(witness=None), "^there is no witness$"),
    "a line that is read before it is computed": (lambda record, trace: trace["lines"].insert(0, ["exp", 5]),
        "^line 0 of the program is not made of 1 earlier ones$"),
}  # fmt: skip


@pytest.mark.parametrize("name", TAMPERINGS)
def test_a_tampered_refutation_is_rejected_with_the_reason(name: str) -> None:
    """All ways on each of the claims: more than 200 in all."""
    assert len(TAMPERINGS) * len(SOME) > 200
    tampering, why = TAMPERINGS[name]
    for id in SOME:
        records, evidence = documents()
        (trace,) = [trace for trace in evidence["traces"] if trace["id"] == id]
        tampering(records[id], trace)
        ((named, found),) = refutations({id: records[id]}, evidence)

        assert named == f"{id} (witness)"
        assert re.search(why, found or ""), (id, found)


@pytest.mark.parametrize(("line", "why"), [
    *((["exp", at], "line 2 of the program is not made of 1 earlier ones") for at in (2, -1, True, 0.0, "0")),
    *((["exp", *two], "line 2 of the program is not made of 1 earlier ones") for two in ([], [0, 1])),
    *((["+", *one], "line 2 of the program is not made of 2 earlier ones") for one in ([0], [0, 1, 1], [0, 2])),
    *((["Z", *at], "the data have no number Z") for at in ([], [0], [1, 0], [-1, 0], [0, -1], [0, True], [0, 0, 0])),
    (["gamma2", 0], "the data have no number gamma2"),
    (["rational"], "the data have no number rational"),
    (["rational", "1", "2"], "the data have no number rational"),
    (["sine", 0], "the data have no number sine"),
    *((["rational", text], "is no fraction such as") for text in ("1/0", "1/02", "+1", "1.5", "1\n", 1, None)),
])  # fmt: skip
def test_a_line_that_is_no_number_is_refused(line: list[Any], why: str) -> None:
    lines = [["rational", "-1/2"], ["Z", 0, 0], line]

    with pytest.raises(Unconfirmed, match=why):
        evaluated(lines, (1,), [[Fraction(3)]], {"gamma2": Fraction(9)}, Numbers(32))
    assert evaluated(lines[:2], (0, 1), [[Fraction(3)]], {}, Numbers(32)) == [Fraction(-1, 2), 3]


def program(states: list[Any], *lines: list[Any], **more: Any) -> Document:
    """A trace that is asked whether these relations fail."""
    return {"lines": lines, "states": states, "branches": [], "hypotheses": {}, "holds": False} | more


ONE, LOG, EXP = ["rational", "1"], ["log", 1], ["exp", 0]


def test_everything_is_decided_with_as_many_places_as_it_needs() -> None:
    tiny, less_one = ["rational", f"1/{1 << 40}"], ["-", 1, 2]
    # e^x - 1 > x for x = 2^-40, and x / (e^x - 1) < 1, which divides by 0 where few places are known
    apart = program([[3, "<=", 0]], tiny, EXP, ONE, less_one)
    divided = program([[4, ">=", 2]], tiny, EXP, ONE, less_one, ["/", 0, 3])
    assert [settled(trace, [], {}) for trace in (apart, divided)] == [128, 128]
    easy = program([[0, "<", 0]], ONE, branches=[[0, "==", 0]], hypotheses={"given": [[0, "<=", 0], [0, ">=", 0]]})
    assert settled(easy, [], {}) == 32
    never = program([[2, "!=", 0]], ONE, EXP, LOG, branches=[[0, "==", 0]])
    with pytest.raises(Unconfirmed, match=r"^cannot tell with 2048 places whether line 2 holds$"):
        settled(never, [], {})


def test_a_line_is_itself_and_nothing_else_is_a_relation_between_lines() -> None:
    near = [(1, 2)]
    assert [truth([0, op, 0], near, Numbers(8)) for op in standalone.SIGNS] == [True, True, None, None, True, None]
    for wrong in ([0, "=", 0], [0, "<", 1], [-1, "<", 0], [0, "<", -1], [False, "<", 0], [0, "<", 0.0]):
        with pytest.raises(Unconfirmed, match="is no relation between lines"):
            truth(wrong, near, Numbers(8))


EIGHTH, ROOT = Fraction(1, 8), Root(Fraction(2))
PRINTED: list[tuple[str, Any, bool]] = [
    *((text, Fraction(5, 9), text == "5/9") for text in ("5/9", "-5/9", "5/8")),
    *((text, Fraction(3), True) for text in ("3", "(1 + 2)", "((1 + 2))", "√(9)", "1/2·(2 + 1·4)", "3·e^(0)·√(1)")),
    *((text, EIGHTH, True) for text in ("[0.125 +/- 3e-20]", "[0.126 +/- 1e-3]", "[0.124 +/- 1.0e-3]")),
    *((text, EIGHTH, False) for text in ("[0.127 +/- 1e-3]", "[0.123 +/- 1e-3]", "[-0.125 +/- 1e-3]")),
    *((f"[{middle} +/- {radius}]", Fraction(middle), radius == 2) for middle in (2000, -2000) for radius in (2, 2.001)),
    *((f"[0.125 +/- {radius}]", EIGHTH, False) for radius in ("1.001e-3", "1e0")),
    *((text, ROOT, text == "1/3·√(18)") for text in ("1/3·√(18)", "√(3)", "-1·√(2)")),
    *((text, Numbers(256).log(Fraction(3, 2)), "+" in text) for text in ("(1·ln(3) + -1·ln(2))", "1·ln(3)·ln(2)")),
]


def test_what_is_printed_is_the_number_or_it_is_not() -> None:
    for text, value, so in PRINTED:
        assert prints(text, value, Numbers(256)) == so, text
    odd = ("", "x", "1x", "1·", "·1", "1 + 2", "(1 + 2", "(1 + 2 + 3)", "1)", "√2", "[.5 +/- 1e-9]", "[0 +/- 1e12345]")
    for text in odd:
        with pytest.raises(Unconfirmed, match="is no number"):
            prints(text, EIGHTH, Numbers(256))


def test_a_hypothesis_of_which_nothing_is_shown_is_rejected() -> None:
    records, evidence = documents()
    for trace in (given := [trace for trace in evidence["traces"] if trace["hypotheses"]]):
        trace["hypotheses"] = {name: [] for name in trace["hypotheses"]}

    assert given
    assert set(rejected(records, evidence)) == {f"{trace['id']} (witness)" for trace in given}


def test_an_exact_side_that_is_only_near_is_rejected() -> None:
    records, evidence = documents()
    near = 0
    for record in records.values():
        for side in ("lhs", "rhs"):
            exact = record["witness"][side]
            if any(function in exact for function in ("e^", "ln", "√")):
                record["witness"][side] = f"({exact} + 1/{10**60})"
                assert f"{record['id']} (witness)" in rejected({record["id"]: record}, evidence), side
                record["witness"][side] = exact
                near += 1
    assert near


def tampered_optima() -> Iterator[tuple[Document, str]]:
    """Each number of each optimum, moved."""
    for k, one in enumerate(documents()[1]["optima"]):
        for name in ("gamma2", "direction", "q", "Z"):
            other = documents()[1]["optima"][k]
            if name == "gamma2":
                other[name] = longer(other[name])
            else:
                inner = other[name] if name == "direction" else other[name][0]
                inner[0] = longer(inner[0])
            yield other, f"{name} of {one['Z']}"


def test_a_tampered_optimum_is_rejected() -> None:
    for other, name in tampered_optima():
        assert standalone.confirmed(standalone.confirm_optimum, standalone.matrix(other["Z"]), other), name


def test_an_optimum_is_a_point_of_the_simplex_that_is_optimal() -> None:
    Z, right = standalone.matrix([["1", "0"], ["0", "1/2"]]), {"gamma2": "1/5", "direction": ["1/5", "2/5"]}
    for q, changed, why in (
        ([["1/5", "4/5"]], {}, None),
        ([["1/5", "4/5"]], {"gamma2": "1/4"}, "the square of the margin is not |Z'q|^2"),
        ([["1/5", "4/5"]], {"direction": ["1/5", "2/5", "0"]}, "the square of the margin is not |Z'q|^2"),
        ([], {}, "the square of the margin is not |Z'q|^2"),
        ([["1/5", "4/5"], ["1/5", "3/5"]], {}, "q is not in the simplex"),
        ([["1/5", "4/5", "0"]], {}, "q is not in the simplex"),
        ([["6/5", "-1/5"]], {}, "q is not in the simplex"),
        ([["4/5", "1/5"]], {}, "the direction is not Z'q"),
        ([["1", "0"]], {"gamma2": "1", "direction": ["1", "0"]}, "q is not optimal: some row has <z, Z'q> < |Z'q|^2"),
    ):
        assert standalone.confirmed(standalone.confirm_optimum, Z, right | {"q": q} | changed) == why
    for rows in ([], [[]], [["1"], ["1", "2"]]):
        with pytest.raises(Unconfirmed, match=r"^Z is no matrix$"):
            standalone.matrix(rows)


def test_what_has_no_evidence_is_told_and_what_needs_none_is_not() -> None:
    data = {"worst": {"Z": [["1"]]}}
    known = {"Z": [["1"]], "gamma2": "1", "q": [["1"]], "direction": ["1"]}
    records = {"A": data, "B": {"worst": None}, "C": {}, "D": {"worst": {"Z": []}}}
    assert list(optima(records, {"optima": [known]})) == [("A", None)]
    assert list(optima(records, {"optima": []})) == [("A", "there is no optimum of its data")]
    there = {"verdict": "refuted", "witness": {"t": 0}, "convincing": {"t": 0}}
    for record, missing in (
        (there, ["witness", "convincing"]),
        ({"verdict": "refuted"}, ["witness"]),
        ({"verdict": "certified"}, []),
    ):
        told = [(f"A ({of})", "there is no trace of it") for of in missing]
        assert list(refutations({"A": record}, {"traces": []})) == told
    traces = {"traces": [{"id": "A", "of": "convincing"}]}
    assert list(refutations({"A": {"verdict": "proved"}}, traces)) == [("A (convincing)", "there is no convincing")]


def test_no_more_of_a_program_is_computed_than_is_asked() -> None:
    lines = [["rational", "2"], ["exp", 0], ["log", 0], ["+", 0, 1]]

    assert [x is None for x in standalone.evaluated(lines, (3,), [], {}, Numbers(32))] == [False, False, True, False]


def test_it_runs_as_a_script_without_any_package(tmp_path: Path) -> None:
    paths = [tmp_path / "records.json", tmp_path / "evidence.json"]
    for path, text in zip(paths, plain(), strict=True):
        path.write_text(text, encoding="utf-8")
    command = [sys.executable, "-I", "-S", str(SCRIPT), *map(str, paths)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")
    assert f"{len(SOME)} of {len(SOME)} refutations confirmed" in done.stdout


ALTERED = ("twice", "two", "misspelt", "missing")
WRONG = ["", "[]", "3", "[1]", '["verdict"]', '{"verdict": "refuted"}', "[" * 10**5, *ALTERED]


@pytest.mark.parametrize("wrong", WRONG)
def test_a_file_that_is_no_record_or_says_a_thing_twice_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], wrong: str
) -> None:
    records, evidence = plain()
    one = json.dumps(json.loads(records)[0])
    altered = {
        "twice": one.replace("{", '{"verdict": "proved", ', 1),
        "two": f"{one}\n{one}",
        "misspelt": one.replace('"refuted"', '"refutted"'),
        "missing": one.replace('"verdict"', '"verdct"'),
    }
    wrong = altered.get(wrong, wrong)
    paths = [tmp_path / "records.json", tmp_path / "evidence.json"]
    for path, text in zip(paths, (wrong, evidence), strict=True):
        path.write_text(text, encoding="utf-8")

    assert standalone.main(list(map(str, paths))) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert told.err.endswith("; expected records and their evidence\n")


def test_records_are_lines_or_one_document(capsys: pytest.CaptureFixture[str]) -> None:
    one, two = {"id": "A", "verdict": "proved"}, {"id": "B", "verdict": "undecided"}
    lines = "\n\n".join(map(json.dumps, ({"title": "a header"}, one, two)))
    for text, found in ((lines, [one, two]), (json.dumps([one, two]), [one, two]), (json.dumps(one), [one])):
        assert standalone.records_of(text) == {record["id"]: record for record in found}
    for text, why in (
        ('{"title": "of none"}', "there is no record"),
        (json.dumps(one | {"verdict": "x"}), "'x' is no"),
    ):
        with pytest.raises(ValueError, match=why):
            standalone.records_of(text)
    assert standalone.main(["records.jsonl"]) == 2
    assert capsys.readouterr().err == "usage: python standalone.py RECORDS EVIDENCE\n"


def test_what_a_record_is_called_is_told_as_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever reads the terminal is told what is not confirmed, whatever stands in the files."""
    wrong = "\r\n1 of 1 refutations confirmed\x1b[2J"
    record, evidence = json.loads(plain()[0])[0], json.loads(plain()[1])
    evidence["traces"] = [one | {"id": wrong} for one in evidence["traces"] if one["id"] == record["id"]]
    record |= {"id": wrong, "witness": record["witness"] | {"lhs": f"17{wrong}"}}
    paths = [tmp_path / "records.json", tmp_path / "evidence.json"]
    for path, document in zip(paths, ([record], evidence), strict=True):
        path.write_text(json.dumps(document), encoding="utf-8")

    assert standalone.main(list(map(str, paths))) == 1
    told, *counts = capsys.readouterr().out.splitlines()
    assert told.startswith("NOT CONFIRMED  '")
    assert counts == ["0 of 1 refutations confirmed", "1 of 1 optima confirmed"]
    assert "\x1b" not in told


def test_it_is_read_in_an_evening() -> None:
    text = SCRIPT.read_text(encoding="utf-8")

    assert len(text.splitlines()) <= 600
    assert "lemmacheck." not in "".join(line for line in text.splitlines() if "import" in line)
