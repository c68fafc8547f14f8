"""Protects the stand-alone checker: it confirms what is right, rejects what was altered, imports nothing of ours."""

import json
import math
import subprocess
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lemmacheck.verifiers.kernel import standalone
from lemmacheck.verifiers.kernel.evidence import evidence_of
from lemmacheck.verifiers.kernel.standalone import Numbers, optima, refutations, sure
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.records.verdict import Record, Verdict

from tests.sampled import THOROUGH
from tests.verifiers.kernel.refuted import SOME, documents, lasting, plain

SCRIPT = Path(str(standalone.__file__))
FRACTIONS = st.fractions(min_value=-40, max_value=40, max_denominator=1000)


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


def false_hypothesis(record: Document, trace: Document) -> None:
    zero, one = altered(trace, "rational", "0"), altered(trace, "rational", "1")
    trace["branches"].append([one, "<=", zero])


TAMPERINGS: dict[str, Tampering] = {
    "the data of the record": other_data,
    "the t of the record": lambda record, trace: record["witness"].update(t=record["witness"]["t"] + 1),
    "the t of the record, as a float": lambda record, trace: record["witness"].update(t=float(record["witness"]["t"])),
    "the parameters of the record": lambda record, trace: record["witness"].update(algorithm="another"),
    "the steps of the record": lambda record, trace: record["witness"].update(steps=record["witness"]["steps"] + 1),
    "a variant's parameters": lambda record, trace: record["witness"].update(parameters={"eta": ["1/2"]}),
    "a run for ever": lambda record, trace: record["witness"].update(forever="the state comes back"),
    "the left side of the record": lambda record, trace: record["witness"].update(lhs="17/5"),
    "the right side of the record": lambda record, trace: record["witness"].update(rhs="[17.25 +/- 1e-9]"),
    "a number of a billion digits": lambda record, trace: record["witness"].update(lhs="[1e999999999 +/- 1e9]"),
    "the relation of the record": lambda record, trace: record["witness"].update(relation="!="),
    "the statement, turned around": reversed_statement,
    "the left side of the program": lambda record, trace: raised(trace, 0),
    "the right side of the program": lambda record, trace: raised(trace, 2),
    "a branch that is false": false_hypothesis,
    "a hypothesis that the record does not name": lambda record, trace: trace["hypotheses"].update(more=[]),
    "the verdict": lambda record, trace: record.update(verdict="certified"),
    "a line that is read before it is computed": lambda record, trace: trace["lines"].insert(0, ["exp", 5]),
}


@pytest.mark.parametrize("name", TAMPERINGS)
def test_a_tampered_refutation_is_rejected(name: str) -> None:
    """All ways on each of the claims: more than 200 in all."""
    assert len(TAMPERINGS) * len(SOME) > 200
    for id in SOME:
        records, evidence = documents()
        (trace,) = [trace for trace in evidence["traces"] if trace["id"] == id]
        TAMPERINGS[name](records[id], trace)
        told = [why for _, why in refutations({id: records[id]}, evidence)]

        assert told, (id, name)
        assert None not in told, (id, name)


def told(change: str, to: str) -> Tampering:
    """Another word in what the record says of its run for ever."""

    def tampering(record: Document, box: Document) -> None:
        assert change in record["witness"]["forever"]
        record["witness"]["forever"] = record["witness"]["forever"].replace(change, to)

    return tampering


def moved(name: str, by: str, *others: str) -> Tampering:
    """The first side of the box elsewhere, in the record too."""

    def tampering(record: Document, box: Document) -> None:
        for one in (name, *others):
            before = box[one][0]
            box[one][0] = str(Fraction(before) + Fraction(by))
            was, now = (f"{float(Fraction(x)):g}" for x in (before, box[one][0]))
            record["witness"]["forever"] = record["witness"]["forever"].replace(was, now, 1)

    return tampering


def both(tampering: Tampering, **box: object) -> Tampering:
    """A box that is altered as its record is."""

    def altered(record: Document, one: Document) -> None:
        tampering(record, one)
        one.update(box)
        record["witness"]["t"] = one["t"]

    return altered


def farther(record: Document, box: Document) -> None:
    record["witness"].update(lhs="1/24", forever=record["witness"]["forever"].replace("0.0375", "0.0416667"))


def finitely(record: Document, box: Document) -> None:
    """A program in place of the box, which computes no more than what the record prints."""
    given = {name: [[0, ">", 1]] for name in box["hypotheses"]}
    lines = [["rational", record["witness"][side]] for side in ("lhs", "rhs")]
    named = {name: record["witness"][name] for name in ("forever", "Z", "t", "algorithm", "steps")}
    shown = {"lines": lines, "states": [[0, "<=", 1]], "branches": [], "hypotheses": given}
    box.update(named | shown, holds=False, optimum={})
    del box["table"]


FALSE_BOXES: dict[str, Tampering] = {
    "a box that the record does not tell": lambda record, box: box["low"].__setitem__(0, "0"),
    "a record of another box": told("0.1909", "0.1908"),
    "a distance that is too large": farther,
    "a distance below 0": lambda record, box: record["witness"].update(lhs="-3/80"),
    "a later t": lambda record, box: record["witness"].update(t=18),
    "the start of the run": both(told("t = 15", "t = 0"), t=0),
    "a step later": both(told("t = 15", "t = 16"), t=16),
    "a step too few": both(told("every 3 steps", "every 2 steps"), period=2),
    "no step": both(told("every 3 steps", "every 0 steps"), period=0),
    "the steps of the record": lambda record, box: record["witness"].update(steps=9),
    "a box that the run is not in": moved("low", "1/20", "high"),
    "a box that the steps lead out of": moved("high", "1/20"),
    "a box that is too small": moved("low", "3/100000"),
    "no box": lambda record, box: box.update(low=[], high=[]),
    "another rest": lambda record, box: box.update(kinds=[3 - k for k in box["kinds"]]),
    "kinds that differ": lambda record, box: box.update(kinds=[0, 1, 1, 1, 1, 2, 2, 3]),
    "a row of no kind": lambda record, box: box["kinds"].__setitem__(0, 7),
    "too few kinds": lambda record, box: box["kinds"].pop(),
    "the table": lambda record, box: box["table"][0].__setitem__(0, "1"),
    "the rule": lambda record, box: box.update(rule="edge"),
    "no rule": lambda record, box: box.update(rule=""),
    "a longer vote": lambda record, box: box.update(better=[str(2 * Fraction(x)) for x in box["better"]]),
    "a worse vote": lambda record, box: box.update(better=["1", *["0"] * 7]),
    "the mean of another row": lambda record, box: box["means"][0].__setitem__(0, [*["0"] * 7, "1"]),
    "no mean": lambda record, box: box["means"][0][0].__setitem__(0, "1"),
    "a negative weight": lambda record, box: box["means"][0].__setitem__(0, ["2", "-1", *["0"] * 6]),
    "a sign of 2": lambda record, box: box["means"][0].__setitem__(1, ["2"] * 8),
    "a relation of finitely many steps": lambda record, box: record["witness"].update(forever=""),
    "a program of finitely many steps": finitely,
    "a hypothesis more": lambda record, box: record["hypotheses"].append({"name": "symmetric"}),
    "a hypothesis less": lambda record, box: record["hypotheses"].pop(),
    "parameters": lambda record, box: record["witness"].update(parameters={"eta": ["1/2"]}),
    "the verdict": lambda record, box: record.update(verdict="certified"),
}


@pytest.mark.slow
def test_a_run_for_ever_is_confirmed_by_its_box() -> None:
    records, evidence = documents(lasting)

    assert rejected(records, evidence) == {}
    assert set(rejected(records, evidence | {"traces": []}).values()) == {"there is no trace of it"}


@pytest.mark.slow
@pytest.mark.parametrize("name", FALSE_BOXES)
def test_a_tampered_run_for_ever_is_rejected(name: str) -> None:
    records, evidence = documents(lasting)
    FALSE_BOXES[name](records["S.Margin"], evidence["traces"][0])

    assert list(rejected(records, evidence)) == ["S.Margin (witness)"], name


@pytest.mark.slow
def test_evidence_that_is_given_twice_is_not_read() -> None:
    """Which of the two counts is nobody's to choose."""
    records, evidence = documents(lasting)
    with pytest.raises(ValueError, match="given twice"):
        list(refutations(records, {"traces": 2 * evidence["traces"]}))


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


def test_a_point_of_the_simplex_that_is_not_optimal_is_rejected() -> None:
    Z = [["1", "0"], ["0", "1/2"]]
    worse = {"gamma2": "1", "q": [["1", "0"]], "direction": ["1", "0"]}

    assert "not optimal" in str(standalone.confirmed(standalone.confirm_optimum, standalone.matrix(Z), worse))


def test_a_refutation_without_a_trace_is_not_confirmed() -> None:
    records, evidence = documents()
    evidence["traces"].pop()

    assert list(rejected(records, evidence).values()) == ["there is no trace of it"]


@given(st.integers(-(1 << 13), 1 << 13), st.sampled_from([8, 32, 100]))
def test_the_checkers_functions_enclose_those_of_mpmath(multiple: int, p: int) -> None:
    x, numbers = Fraction(multiple, 256), Numbers(p)
    with mpmath.workprec(400):
        for name, function in (("exp", mpmath.exp), ("log", mpmath.log), ("sqrt", mpmath.sqrt)):
            try:
                found = numbers.between(getattr(numbers, name)(x))
            except standalone.Unknown:
                continue
            low, high = (mpmath.ldexp(end, -p) for end in found)
            value = function(mpmath.mpf(x.numerator) / x.denominator)

            assert low <= value <= high
            assert high - low <= mpmath.ldexp(4, -p) * max(1, value)


@pytest.mark.parametrize("x", [-23, -24, -2000, -(10**9)])
def test_an_exponential_is_enclosed_however_small_it_is(x: int) -> None:
    low, high = Numbers(32).exp(Fraction(x))

    assert low / 2**32 <= math.exp(x) <= high / 2**32
    assert high == 1


def test_no_more_of_a_program_is_computed_than_is_asked() -> None:
    lines = [["rational", "2"], ["exp", 0], ["log", 0], ["+", 0, 1]]

    assert [x is None for x in standalone.evaluated(lines, (3,), [], {}, Numbers(32))] == [False, False, True, False]


@given(FRACTIONS, FRACTIONS)
def test_what_is_not_sure_is_not_told(x: Fraction, y: Fraction) -> None:
    numbers = Numbers(8)
    near = numbers.between(x), numbers.between(y)
    for op in standalone.SIGNS:
        assert sure(near[0], op, near[1], numbers) in (None, sure(x, op, y, numbers))


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
    assert capsys.readouterr().err.count("\n") == 1


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
    told = capsys.readouterr().out
    assert [line.split()[:2] for line in told.splitlines()] == [["NOT", "CONFIRMED"], ["0", "of"], ["1", "of"]]
    assert "\x1b" not in told


def test_it_is_read_in_an_evening() -> None:
    text = SCRIPT.read_text(encoding="utf-8")

    assert len(text.splitlines()) <= 600
    assert "lemmacheck." not in "".join(line for line in text.splitlines() if "import" in line)
