"""Protects the command line: its output is what scripts read, its exit status is true, its errors are one line."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import typer
from lemmacheck.reports import published as publishing
from lemmacheck.reports.published import known_verdicts, write_verdicts
from lemmacheck.verifiers.cli.book import contradiction
from lemmacheck.verifiers.cli.running import app
from lemmacheck.verifiers.library import deciding as book
from lemmacheck.verifiers.library import plan, recheck
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.records.result_text import MOST_REFUTED
from lemmacheck.verifiers.records.verdict import Record, Verdict

from tests.commands import LITTLE, Command
from tests.shipped import ASKED, CORNER

CLAIMS = LIBRARY.claims
FILES = ["records.jsonl", "report.md", "report.tex", "index.html", "figures"]
COMMANDS = list(typer.main.get_command(app).commands)
Table = dict[str, Verdict]


@pytest.fixture
def published(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Table], Path]:
    """Puts a table of verdicts in the place of the published one."""

    def put(table: Table) -> Path:
        path = tmp_path / "published.json"
        write_verdicts(table, path)
        monkeypatch.setattr(publishing, "published_path", lambda: path)
        return path

    return put


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The standard survey is a small one."""
    monkeypatch.setattr(plan, "STANDARD", LITTLE)


@pytest.fixture
def decided(monkeypatch: pytest.MonkeyPatch, quick_book: dict[str, Record]) -> dict[str, Record]:
    """Claims are not decided again but taken from the quick report."""
    monkeypatch.setattr(book, "decided", lambda claims, *rest: (quick_book[claim.id] for claim in claims))
    return quick_book


def table(records: dict[str, Record]) -> Table:
    return {id: record.verdict for id, record in records.items()}


def refused(told: Any, *words: str) -> None:
    """It is refused in one line with these words."""
    assert [word for word in words if word not in told.line] == []


def test_the_versions_and_the_help_of_a_group_are_no_errors(lemmacheck: Command) -> None:
    result, group = lemmacheck("--version"), lemmacheck("campaign")

    assert (result.status, result.err, group.status, group.err) == (0, "", 0, "")
    assert re.fullmatch(r"lemmacheck \S+, python \S+, numpy .*\n", result.out)
    assert "query" in group.out
    assert "Example: lemmacheck campaign run" in group.out


def test_a_missing_unit_is_hinted_at(lemmacheck: Command, tmp_path: Path) -> None:
    np.save(tmp_path / "z.npy", [[-3.0, 0.0], [-4.0, 1.0]])
    command = ("check", "P.L3.2", "--data", str(tmp_path / "z.npy"), "--steps", "3")

    assert "--unit divides them by a power of 2" in lemmacheck(*command).err
    assert "--unit" not in lemmacheck(*command, "--unit").err


@pytest.mark.parametrize("command", [(), *((name,) for name in COMMANDS)], ids=" ".join)
@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_every_help_text_has_an_example(command: tuple[str, ...], flag: str, lemmacheck: Command) -> None:
    result = lemmacheck(*command, flag)

    assert (result.status, result.err) == (0, "")
    assert f"Example: lemmacheck {' '.join(command)}".strip() in result.out


def test_every_time_that_is_given_has_an_end(lemmacheck: Command) -> None:
    """A clock that is set to an infinite time raises an error that nobody foresaw."""
    options = {name: re.findall(r"(--\w+) SECONDS", lemmacheck(name, "--help").out) for name in COMMANDS}
    asked = [(name, option) for name, found in options.items() for option in found]

    assert len(asked) > 12
    for name, option in asked:
        for time in ("inf", "1e300", "nan"):
            assert f"Invalid value for '{option}'" in lemmacheck(name, option, time, "x").refusal, (name, option, time)


@pytest.mark.parametrize(("arguments", "words"), [
    (["prove"], ["No such command 'prove'", "see lemmacheck --help"]),
    (["check", "P.L3.2", "--fast"], ["No such option: --fast"]),
    (["reprot"], ["No such command 'reprot'. Did you mean 'report'? See lemmacheck --help"]),
    (["check"], ["Missing argument", "see lemmacheck check --help"]),
    (["check", "theorem 3.1"], ["did you mean P.T3.1.1, P.T3.1.2l, P.T3.1.2u?"]),
    (["check", "P.T3.1"], ["did you mean 'P.T3.1.*'?"]),
    (["check", "books.saga"], ["the book of a module is books.saga:BOOK"]),
    (["replay", "nosuch.jsonl:3"], ["no file 'nosuch.jsonl'; expected the records.jsonl of a report"]),
    (["replay", "nosuch:3"], ["no file 'nosuch'; expected the records.jsonl of a report, as FILE or FILE:LINE"]),
    (["check", "P.L3.22"], ["no claim is called 'P.L3.22'", "did you mean", "P.L3.2"]),
    (["check", "P.L3.2", "Q.*"], ["no claim is called 'Q.*'"]),
    (["check", "P.L3.2", "--steps", "0"], ["'--steps'", "1, not '0'; see lemmacheck check --help"]),
    (["experiment", "fig9"], ["'FIGURE': 'fig9' is not one of 'fig1', 'fig2'", "see lemmacheck experiment --help"]),
    (["check", "P.L3.2", "--unit"], ["--unit without --data"]),
    (["check", "P.L3.2", "--data", "nosuch"], ["no data named 'nosuch'"]),
    (["margin", "nosuch.csv"], ["nosuch.csv"]),
    (["report", "--quick", "--thorough"], ["--quick and --thorough exclude each other"]),
    (["report", "--quick", "--accept"], ["--accept with --quick"]),
    (["report", "P.L3.2", "--out", ""], ["an argument is empty", "nothing was done"]),
    (["report", "P.L3.2", "--out="], ["an argument is empty"]),
], ids=lambda value: " ".join(value))  # fmt: skip
def test_bad_usage_is_told_in_one_line_and_exits_with_two(
    arguments: list[str], words: list[str], lemmacheck: Command
) -> None:
    refused(lemmacheck(*arguments), *words)


def test_the_list_of_claims_has_a_line_a_claim(lemmacheck: Command) -> None:
    result = lemmacheck("claims")

    assert (result.status, result.err) == (0, "")
    assert [line.split()[0] for line in result.out.splitlines()] == list(CLAIMS)


def test_the_list_of_claims_in_json_has_the_documented_keys(lemmacheck: Command) -> None:
    result = lemmacheck("claims", "--json")
    listed = json.loads(result.out)

    assert (result.status, result.err) == (0, "")
    assert [entry["id"] for entry in listed] == list(CLAIMS)
    for entry in listed:
        assert {"id", "source", "kind", "statement", "hypotheses", "uses"} <= entry.keys()
        assert entry["hypotheses"] == [h.statement for h in CLAIMS[entry["id"]].given]


@pytest.mark.slow
def test_a_checked_claim_in_json_is_one_document_with_the_documented_keys(
    lemmacheck: Command, quick: None, published: Callable[[Table], Path]
) -> None:
    published({})
    result = lemmacheck("check", CORNER, "--json")
    document = json.loads(result.out)

    assert result.status == 0
    assert {"id", "verdict", "scope", "worst", "witness", "reason", "corrects", "teeth", "seconds"} <= document.keys()
    assert {"instances", "steps"} <= document["scope"].keys()
    assert {"slack", "ratio", "t", "instance"} <= document["worst"].keys()
    assert {"Z", "t", "lhs", "rhs"} <= document["witness"].keys()
    assert {"killed", "of"} <= document["teeth"].keys()
    assert (document["id"], document["verdict"]) == (CORNER, "refuted")
    assert (document["witness"]["Z"], document["witness"]["t"]) == ([["-1"]], 0)
    assert result.err.splitlines()[-1] == f"1/1 {CORNER} refuted"


def test_several_claims_in_json_are_one_list_in_the_order_they_were_asked_for(
    lemmacheck: Command, tmp_path: Path
) -> None:
    (tmp_path / "two.csv").write_text("0.5,0.25,1\n-0.5,0.125,-1\n")
    command = ("check", "P.P3.7", "P.L3.[24]*", "P.L3.2", "--data", str(tmp_path / "two.csv"), "--steps", "3")
    result = lemmacheck(*command, "--json")
    ids = [document["id"] for document in json.loads(result.out)]

    assert ids[:2] == ["P.P3.7", "P.L3.2"]
    assert sorted(ids) == sorted({*ids})
    assert {id for id in CLAIMS if id.startswith(("P.L3.2", "P.L3.4"))} == {*ids[1:]}


def test_a_refuted_claim_is_told_with_its_fault_and_witness(lemmacheck: Command, quick: None) -> None:
    result = lemmacheck("check", CORNER)

    assert result.status == 0
    assert result.out.startswith(f"{CORNER}  REFUTED")
    assert CLAIMS[CORNER].fault in result.out
    assert "witness: Z = [-1], β=t/(t+1), θ=1, t = 0: 0 ≥ 1/4 is false" in result.out


def test_a_verdict_that_contradicts_the_published_one_is_a_finding(
    lemmacheck: Command, quick: None, published: Callable[[Table], Path]
) -> None:
    published({CORNER: Verdict.CERTIFIED, "P.L3.2": Verdict.CERTIFIED})
    result = lemmacheck("check", CORNER, "--json")

    assert result.status == 1
    assert result.err.splitlines()[-1] == f"finding: {CORNER} is refuted here, but recorded as certified"
    assert json.loads(result.out)["verdict"] == "refuted"


DATA = {
    "nan": ("0.5,nan,1\n0.5,0.25,-1\n", "nan"),
    "ragged": ("0.5,0.25,1\n0.5,-1\n", "line 2"),
    "three labels": ("0.5,0.25,0\n0.5,0.5,1\n0.25,0.5,2\n", "3 distinct values"),
}


@pytest.mark.parametrize(("text", "word"), DATA.values(), ids=list(DATA))
@pytest.mark.parametrize("command", [("check", "P.L3.2", "--json", "--data"), ("margin",)], ids=["check", "margin"])
def test_bad_data_are_told_in_one_line_and_exit_with_two(
    command: tuple[str, ...], text: str, word: str, tmp_path: Path, lemmacheck: Command
) -> None:
    (tmp_path / "data.csv").write_text(text)

    refused(lemmacheck(*command, str(tmp_path / "data.csv")), "data.csv", word)


def test_a_row_of_norm_above_one_is_not_applicable_and_no_error(lemmacheck: Command, tmp_path: Path) -> None:
    (tmp_path / "long.csv").write_text("3,4,1\n0.5,0.25,-1\n")
    given = ("check", "P.P3.7", "--data", str(tmp_path / "long.csv"), "--steps", "3")
    result, document = lemmacheck(*given), json.loads(lemmacheck(*given, "--json").out)

    assert result.status == 0
    assert result.out.startswith("P.P3.7  NOT-APPLICABLE")
    assert document["verdict"] == "not-applicable"
    assert document["reason"] == "fails: ‖z_i‖₂ ≤ 1 for every row"
    scaled = json.loads(lemmacheck(*given, "--unit", "--json").out)
    assert (scaled["verdict"], scaled["scope"]["steps"]) == ("certified", 3)


def test_a_margin_in_json_has_the_documented_keys(lemmacheck: Command, tmp_path: Path) -> None:
    (tmp_path / "corner.csv").write_text("3,0,1\n0,4,1\n-3,0,-1\n")
    result = lemmacheck("margin", str(tmp_path / "corner.csv"), "--json")
    document = json.loads(result.out)

    assert result.status == 0
    expected = "data n d separable gamma_squared gamma normalized_gamma support certificate"
    assert list(document) == expected.split()
    assert (document["n"], document["d"], document["separable"]) == (3, 2, True)
    assert document["gamma_squared"] == "144/25"
    assert document["gamma"] == {"lower": "2.4", "upper": "2.4"}
    assert document["normalized_gamma"] == {"lower": "0.6", "upper": "0.6"}


@pytest.mark.parametrize(("table", "data", "taken"), [
    ("a,b,kind\n3,0,p\n-3,0,n\n", "d.csv", "column 3, kind; y = 1 for p, y = −1 for n"),
    ("y,a,b\n1,3,0\n-1,-3,0\n2,0,4\n", "d.csv:1,2v-1", "column 1, y; y = 1 for 1 and 2, y = −1 for -1"),
    ('"a\nb","c\nd"\n3,p\n-3,"n\nm"\n', "d.csv", "column 2, c d; y = 1 for p, y = −1 for n m"),
    ("a,\n3,1\n-3,0\n", "d.csv", "column 2, the last; y = 1 for 1, y = −1 for 0"),
    ("3,0,1\n-3,0,-1\n", "d.csv+bias", "column 3, the last; y = 1 for 1, y = −1 for -1"),
])  # fmt: skip
def test_which_column_of_a_table_is_taken_as_the_labels_is_said(
    table: str, data: str, taken: str, lemmacheck: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Protects a table whose last column is no label: nothing else would show that it was read as one."""
    monkeypatch.chdir(tmp_path)
    Path("d.csv").write_text(table)
    note = f"{data}: the labels are {taken}\n"

    assert note in lemmacheck("margin", data, "--json").err
    assert note in lemmacheck("check", "P.phi.smooth", "--data", data, "--unit", "--steps", "1").err
    assert "the labels are" not in lemmacheck("margin", "iris").err


def test_the_quick_report_writes_its_files_and_exits_as_the_published_verdicts_say(
    quick_report: Any, quick_book: dict[str, Record]
) -> None:
    def refuted(verdicts: Table) -> set[str]:
        return {id for id, verdict in verdicts.items() if verdict == Verdict.REFUTED}

    told, files = quick_report.result, sorted(path.name for path in quick_report.folder.iterdir())
    published = known_verdicts(publishing.published_path())
    changed = refuted({id: published[id] for id in ASKED}) ^ refuted(table(quick_book))

    assert files == sorted(FILES)
    assert told.status == (1 if changed else 0)
    lines = told.out.splitlines()
    assert [Path(line).name for line in lines[:5]] == FILES
    assert lines[5].startswith(f"{len(ASKED)} claims: ")
    wrong, shown = refuted(table(quick_book)), {line.split()[1] for line in lines[6 : 6 + MOST_REFUTED]}
    rest = [f"and {len(wrong) - MOST_REFUTED} more are refuted; all are in {quick_report.folder / 'index.html'}"]
    assert (len(shown), shown <= wrong) == (min(MOST_REFUTED, len(wrong)), True)
    assert lines[6 + MOST_REFUTED :] == rest * (len(wrong) > MOST_REFUTED)
    progress = [line.split()[0] for line in told.err.splitlines()]
    assert progress[0] == "deciding"
    assert all(stage.endswith(f"/{len(ASKED)}") for stage in progress[1:])
    assert len(progress[1:]) == len(ASKED) // (len(ASKED) // 10)  # after each tenth, rounded down


def test_a_report_that_finds_what_is_published_exits_with_zero(
    lemmacheck: Command, decided: dict[str, Record], published: Callable[[Table], Path], tmp_path: Path
) -> None:
    published(table(decided))

    for flags in ((), ("--quick",), ("--thorough",)):
        result = lemmacheck("report", "P.3.8", CORNER, *flags, "--out", str(tmp_path / "new" / "report"))
        assert (result.status, result.err) == (0, "")
    assert len(list((tmp_path / "new" / "report").iterdir())) == len(FILES)


def test_a_changed_verdict_is_shown_as_a_difference_and_exits_with_one(
    lemmacheck: Command, decided: dict[str, Record], published: Callable[[Table], Path], tmp_path: Path
) -> None:
    held = decided["P.3.8"].verdict
    published({**table(decided), CORNER: Verdict.CERTIFIED, "P.3.8": Verdict.UNDECIDED})
    command = ("report", "P.3.8", CORNER, "--out", str(tmp_path))
    result, quick = lemmacheck(*command), lemmacheck(*command, "--quick")

    assert result.status == 1
    assert result.err.splitlines()[1:] == [
        "- P.3.8  undecided", f"+ P.3.8  {held}", f"- {CORNER}  certified", f"+ {CORNER}  refuted",
    ]  # fmt: skip
    assert (quick.status, quick.err.splitlines()[1:]) == (1, [f"- {CORNER}  certified", f"+ {CORNER}  refuted"])


def test_a_refutation_that_quick_runs_do_not_find_is_no_finding_where_a_full_report_finds_it(
    lemmacheck: Command,
    decided: dict[str, Record],
    published: Callable[[Table], Path],
    monkeypatch: Any,
    tmp_path: Path,
) -> None:
    published({**table(decided), "P.3.8": Verdict.REFUTED})
    full = replace(decided["P.3.8"], verdict=Verdict.REFUTED)
    monkeypatch.setattr(recheck, "examine", lambda *asked: [full])
    result = lemmacheck("report", "P.3.8", CORNER, "--quick", "--out", str(tmp_path / "report"))

    told = "P.3.8 holds on fewer and shorter runs; a full report refutes it, as is on record\n"
    assert (result.status, result.err) == (0, told)


def test_a_report_into_a_file_or_where_nothing_can_be_made_is_refused(lemmacheck: Command, tmp_path: Path) -> None:
    (tmp_path / "report").write_text("mine")

    refused(lemmacheck("report", "P.3.8", "--out", str(tmp_path / "report")), "is a file; expected a folder")
    refused(lemmacheck("report", "P.3.8", "--out", "/proc/report"), "nothing can be made in '/proc'")
    assert (tmp_path / "report").read_text() == "mine"


@pytest.mark.parametrize(("before", "after", "whole", "found"), [
    (None, "refuted", True, False),
    ("certified", "certified", True, False),
    ("certified", "supported", True, True),
    ("certified", "refuted", True, True),
    ("refuted", "certified", True, True),
    ("certified", "refuted", False, True),
    ("refuted", "certified", False, False),
    ("certified", "not-applicable", False, False),
])  # fmt: skip
def test_on_given_data_only_a_refutation_contradicts_what_is_published(
    before: str | None, after: str, whole: bool, found: bool, quick_book: dict[str, Record]
) -> None:
    record = replace(quick_book["P.3.8"], verdict=Verdict(after))
    told = contradiction(record, {} if before is None else {"P.3.8": Verdict(before)}, whole)

    assert bool(told) == found
