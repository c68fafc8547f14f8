"""Protects the commands about variants: the document scripts read, the exit status, what a person sees first."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from lemmacheck.reports.json_ import read_recorded
from lemmacheck.verifiers.variants import workers
from lemmacheck.verifiers.variants.starting import TEXT

from tests.commands import Command, spawn
from tests.sampled import THOROUGH

Both = tuple[list[dict[str, Any]], Path]
SOME = "grows,P.T3.1.1,P.3.10.2,P.3.1.R"  # the front is asked, not the mathematics
QUICK = ("--steps", "4", "--no-rates", "--timeout", "60", "--only", "*" if THOROUGH else SOME)

DESCENT = """\
from typing import Any, NamedTuple
from lemmacheck.theory.core.relation import at_least

class State(NamedTuple):
    t: int
    w: Any

def grows(run):
    \"\"\"‖w_t‖ ≥ t for every t ≥ 1.\"\"\"
    return at_least(run.norm(run.w[1:]), run.t[1:]).since(1)

class Mine:
    {settings}
    def start(self, p):
        return State(0, p.zeros())

    def step(self, p, s):
        return State(s.t + 1, s.w - p.gradient(s.w) {divided})

variant = Mine()
"""
PLAIN = DESCENT.format(settings="name = 'descent'", divided="")
CLAIMING = DESCENT.format(settings="name, claims = 'claiming', [grows]", divided="")
FAR = DESCENT.format(settings="name = 'far'", divided="* 4")


@pytest.fixture(autouse=True)
def one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "processors", lambda: 1)


@pytest.fixture
def file(tmp_path: Path) -> Callable[[str, str], str]:
    def write(name: str, text: str) -> str:
        (tmp_path / name).write_text(text, encoding="utf-8")
        return str(tmp_path / name)

    return write


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Both:
    """The documents of two variants in one file that prints, and the folder of their reports."""
    folder = tmp_path_factory.mktemp("two")
    two = PLAIN.replace("variant = Mine()", "variants = [Mine(), Mine()]\nvariants[1].name = 'the other'")
    (folder / "my.py").write_text("print('loaded')\n" + two, encoding="utf-8")
    command = ("variant", str(folder / "my.py"), "--json", "--out", str(folder / "both"), *QUICK)
    result = spawn("-m", "lemmacheck.verifiers.cli", *command)

    assert result.status == 0, result.err
    return json.loads(result.out), folder / "both"


@pytest.mark.slow
def test_why_a_claim_of_ones_own_is_undecided_is_told(lemmacheck: Command, file: Callable[[str, str], str]) -> None:
    lost = CLAIMING.replace("return at_least", "at_least").replace(
        "from lemmacheck.theory.core.relation", "from lemmacheck"
    )
    result = lemmacheck("variant", file("lost.py", lost), *QUICK[:-1], "grows", "--budget", "0")

    assert "Undecided (1):\n  grows: " in result.out
    assert "lost.py:8, grows returns None; nothing comes back: write `return" in " ".join(result.out.split())


@pytest.mark.slow
def test_the_document_has_the_documented_keys_and_what_the_author_prints_is_not_in_it(both: Both) -> None:
    document, _ = both[0]

    assert list(document) == ["variant", "preflight", "claims", "rates", "sought", "seconds"]
    assert document["variant"] == {
        "name": "descent", "form": "step", "lambda": None, "theta": None, "loss": "exponential",
    }  # fmt: skip
    assert document["preflight"][0].startswith("exact: ")
    assert document["rates"] == {}
    for claim in document["claims"]:
        assert {"id", "verdict", "scope", "worst", "witness", "reason", "corrects", "teeth", "seconds"} <= claim.keys()
        assert claim["verdict"] == "not-applicable"
        assert claim["outcome"] is None or list(claim["outcome"]) == ["verdict", "worst", "witness"]
    failing = [claim for claim in document["claims"] if claim["outcome"] and claim["outcome"]["verdict"] == "refuted"]
    assert failing
    assert {"Z", "t", "lhs", "rhs"} <= failing[0]["outcome"]["witness"].keys()


@pytest.mark.slow
def test_a_broken_claim_of_the_authors_own_comes_first_and_the_exit_status_is_one(
    lemmacheck: Command, file: Callable[[str, str], str]
) -> None:
    result = lemmacheck("variant", file("my.py", CLAIMING), *QUICK)
    lines = result.out.splitlines()

    assert result.status == 1
    assert re.match(r"claiming: \d+ claims: 1 refuted, \d+ not-app", lines[0])
    assert result.err.startswith("claiming: step, exponential loss\n")
    first = lines.index("BROKEN, although every hypothesis holds: 1 claim")
    assert lines[first + 1] == "  grows  ‖w_t‖ ≥ t for every t ≥ 1."
    assert lines[first + 2].strip().startswith("Z = ")
    assert any(line.strip().startswith("t = 1:") and line.endswith("is false") for line in lines[first:])
    assert first < next(k for k, line in enumerate(lines) if line.startswith("The printed relation fails"))
    assert "grows broken: Z = [" in result.err


@pytest.mark.slow
def test_a_report_holds_the_theorems_and_the_outcomes(both: Both) -> None:
    folder = both[1] / "descent"
    header, found, altered = read_recorded(folder / "records.jsonl")
    records = {record.id: record for record in found}

    assert altered == ""
    assert header.title == "descent: step, exponential loss"
    assert sorted(path.name for path in folder.iterdir()) == [
        "counterexamples.py", "index.html", "records.jsonl", "report.md", "report.tex",
    ]  # fmt: skip
    assert records["P.T3.1.1"].verdict == "not-applicable"
    assert records["P.T3.1.1 (outcome)"].verdict == "certified"
    page = (folder / "index.html").read_text(encoding="utf-8")
    assert "P.3.10.2 (outcome)" in page


@pytest.mark.slow
def test_several_variants_are_a_list_of_documents_and_a_folder_each(both: Both) -> None:
    documents, folder = both

    assert [document["variant"]["name"] for document in documents] == ["descent", "the other"]
    assert sorted(path.name for path in folder.iterdir()) == ["descent", "the-other"]


@pytest.mark.slow
def test_what_is_wrong_with_a_second_variant_is_said_before_a_claim_is_asked_of_the_first(
    lemmacheck: Command, file: Callable[[str, str], str]
) -> None:
    result = lemmacheck("compare", file("a.py", PLAIN), file("b.py", "variant = 3\n"))

    assert "b.py: 3 has no start and step; expected `variant = " in result.refusal
    assert result.err.splitlines()[:-1] == ["pre-flight of descent"]


@pytest.mark.slow
def test_variants_are_compared_side_by_side(lemmacheck: Command, file: Callable[[str, str], str]) -> None:
    result = lemmacheck("compare", file("a.py", PLAIN), file("b.py", FAR), *QUICK[:-1], "P.3.1.R")
    rows = [line.split("  ") for line in result.out.splitlines()]
    head = next(row for row in rows if row[0] == "claim")

    assert result.status == 0
    assert [cell.strip() for cell in head if cell.strip()] == ["claim", "descent", "far", "statement"]
    assert any("n/a (refuted)" in " ".join(row) and "n/a (certified)" in " ".join(row) for row in rows)
    assert [line.split(":")[0] for line in result.out.splitlines()[-2:]] == ["descent", "far"]


@pytest.mark.slow
def test_what_one_variant_was_not_asked_is_not_called_the_same_of_all(
    lemmacheck: Command, file: Callable[[str, str], str]
) -> None:
    scheduled = "from lemmacheck import schedule\nvariant = schedule(theta=lambda t: 2)\n"
    result = lemmacheck("compare", file("a.py", PLAIN), file("b.py", scheduled), *QUICK[:-1], "P.T3.1.1,P.L3.6u")

    assert result.status == 0
    assert "The same of all (1): P.T3.1.1" in result.out
    assert "Asked of some only, and the same of these (1): P.L3.6u" in result.out


CLASHING = {
    "two of a name": ("variants = [schedule(name='a'), schedule(name='a')]", "a second method is called 'a'"),
    "a known method": ("variant = schedule(name='Algorithm 1')", "a second method is called 'Algorithm 1'"),
    "a claim of the book": ("variant = schedule(claims=[small])", "a second claim is called P.L3.2"),
    "two claims of an id": ("variant = schedule(claims=[other, other])", "a second claim is called other"),
}
CLAIMS = """from lemmacheck import at_most, claim, schedule


@claim("P.L3.2")
def small(run):
    \"\"\"2 ≤ 1.\"\"\"
    return at_most(2, 1 + 0 * run.t)


def other(run):
    return at_most(run.t, 3)


"""


@pytest.mark.slow
@pytest.mark.parametrize("name", CLASHING)
def test_what_is_told_by_a_name_has_it_alone(name: str, lemmacheck: Command, file: Callable[[str, str], str]) -> None:
    line, expected = CLASHING[name]
    result = lemmacheck("variant", file("v.py", f"{CLAIMS}{line}\n"), *QUICK)

    assert (result.status, expected in result.err) == (2, True), result.err


def test_a_new_variant_file_is_written_once(
    lemmacheck: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told, again, nowhere = (lemmacheck("new-variant", name) for name in ("mine", "mine.py", "no/folder/mine"))
    for name in (".py", "..", "./"):
        assert "names no file; give a name, as mine for mine.py" in lemmacheck("new-variant", name).refusal

    assert (told.status, told.out) == (0, "mine.py: edit it, then run `lemmacheck variant mine.py`\n")
    assert (tmp_path / "mine.py").read_text(encoding="utf-8") == TEXT
    assert again.status == 2
    assert "mine.py exists and is not overwritten" in again.err
    assert nowhere.status == 2
    assert "no folder 'no/folder'" in nowhere.err


@pytest.mark.slow
def test_the_file_to_start_from_breaks_nothing(lemmacheck: Command, file: Callable[[str, str], str]) -> None:
    result = lemmacheck("variant", file("mine.py", TEXT), "--json", *QUICK)
    document = json.loads(result.out)

    assert result.status == 0
    assert document["variant"]["lambda"] == "2/(t + 2)"
    assert {claim["verdict"] for claim in document["claims"]} <= {"certified", "supported", "not-applicable"}


@pytest.mark.parametrize(("arguments", "words"), [
    (["variant", "gone.py"], ["no variant file 'gone.py'", "lemmacheck new-variant"]),
    (["variant"], ["Missing argument"]),
    (["compare"], ["Missing argument"]),
    (["compare", __file__, "gone.py"], ["no variant file 'gone.py'", "lemmacheck new-variant"]),
    (["variant", "gone.py", "--timeout", "0"], ["--timeout"]),
    (["variant", "gone.py", "--steps", "0"], ["--steps"]),
], ids=lambda value: " ".join(value))  # fmt: skip
def test_bad_usage_is_one_line_and_exit_status_two(arguments: list[str], words: list[str], lemmacheck: Command) -> None:
    line = lemmacheck(*arguments).line

    assert [word for word in words if word not in line] == []
