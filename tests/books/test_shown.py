"""What README, the tutorial and the help texts show is so: each command exists, and prints what stands there."""

import json
import re
import shlex
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml
from lemmacheck import schedule
from lemmacheck.reports.model import Book, by_reach
from lemmacheck.theory.margins.hypotheses import two_rows
from lemmacheck.verifiers.cli.running import app
from lemmacheck.verifiers.decide.recording import blank
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.records.verdict import Reach, Verdict
from lemmacheck.verifiers.variants.asking import claims_for

from tests.books.following import BLOCK, README, ROOT, TUTORIAL, commands, follow, pattern
from tests.sampled import THOROUGH
from tests.shipped import KNOWN

TOLD = README.read_text(encoding="utf-8")
FOUND = (ROOT / "theory" / "books" / "FINDINGS.md").read_text(encoding="utf-8")
COMMAND: Any = typer.main.get_command(app)
PLACES = {"RECORDS": "records.jsonl", "DIR": "report", "FILE": "mine.py", "STORE": "sweep.db", "ADDRESS": "tcp://h:1"}


def section(title: str) -> str:
    return TOLD.partition(f"## {title}\n")[2].partition("\n## ")[0]


def console(title: str) -> str:
    """What is typed in a section of README, and what it prints."""
    return "\n".join(f"```console\n{block}```" for kind, block in BLOCK.findall(section(title)) if kind == "console")


@pytest.mark.slow
def test_the_tutorial_does_what_it_shows(tmp_path: Path) -> None:
    """By default every edit, and the commands that take a second."""
    left_out = () if THOROUGH else ("check", "need", "sharp", "report", "replay", "variant", "pytest")

    assert follow(TUTORIAL.read_text(encoding="utf-8"), tmp_path, left_out) == (10 if THOROUGH else 3)


@pytest.mark.slow
def test_what_the_readme_shows_of_a_book_is_so(tmp_path: Path) -> None:
    """By default without its report; tests/books/test_commands.py has reports of books."""
    assert follow(section("A book of your own"), tmp_path, () if THOROUGH else ("report",)) == (3 if THOROUGH else 2)


def test_the_tutorial_is_short_and_the_readme_leads_to_it() -> None:
    assert len(TUTORIAL.read_text(encoding="utf-8").splitlines()) <= 200
    assert "(theory/books/TUTORIAL.md)" in TOLD


@pytest.mark.slow
def test_a_false_claim_and_its_correction_read_as_the_readme_shows(tmp_path: Path) -> None:
    assert follow(console("A false claim, and its correction"), tmp_path) == 2


def test_the_readme_counts_what_is_asked_of_its_variant() -> None:
    asked = claims_for(schedule(lam=lambda t: 2 / (t + 2), theta=lambda t: 2))

    assert f"long_steps: {len(asked)} claims:" in TOLD


@pytest.mark.skipif(not THOROUGH, reason="a minute; tests/verifiers/variants has the parts")
def test_the_variant_of_the_readme_breaks_as_it_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LEMMACHECK_BUDGET")
    (source,) = (block for kind, block in BLOCK.findall(section("A variant of yours")) if kind == "python")
    (tmp_path / "long_steps.py").write_text(source, encoding="utf-8")

    assert follow(console("A variant of yours"), tmp_path) == 1


@pytest.mark.parametrize(("of", "told"), [
    ("P", "{all} statements {proved} are proved for all runs, {certified} certified, {supported} supported, "
     "{refuted} refuted as printed and {not-checkable} not checkable"),
    ("STW", "{all} statements and algorithms {certified} are certified, {proved} proved, {supported} supported, "
     "{refuted} refuted as printed, {ill-formed} do not parse or name what nothing binds, and {not-checkable} are "
     "not checkable"),
])  # fmt: skip
def test_the_findings_count_what_is_published(of: str, told: str) -> None:
    published = json.loads((ROOT / "reports" / "published" / "verdicts.json").read_text(encoding="utf-8"))
    printed = [verdict for id, verdict in published.items() if id[0] in of and not id.endswith(".corrected")]

    for text in [FOUND, TOLD] if of == "P" else [FOUND]:
        assert told.format(all=len(printed), **Counter(printed)) in " ".join(text.split())


def test_the_findings_stand_in_the_order_of_the_page() -> None:
    refuted = [claim for id, claim in LIBRARY.claims.items() if KNOWN[id] == Verdict.REFUTED]
    reach = {claim.id: Reach.SLIP if claim.slip else Reach.FALSE for claim in refuted}
    reach |= {claim.corrects or "": Reach.DEGENERATE for claim in LIBRARY.claims.values() if two_rows in claim.given}
    page = Book.of([blank(claim, Verdict.REFUTED, reach=reach[claim.id]) for claim in refuted])
    places = {found.printed.record.id: by_reach(found.printed)[1][1::-1] for found in page.findings}
    told = [re.findall(r"^- \*\*[^*]+\*\* \(`(.+?)`\)", part, re.MULTILINE) for part in FOUND.split("\n\n")]

    assert [len(ids) for ids in told if ids] == [5, 7]
    for ids in told:
        assert ids == sorted(ids, key=places.__getitem__)


def test_the_claim_of_the_readme_stands_in_its_file() -> None:
    shown = section("A false claim, and its correction")
    (path,), (source,) = (
        re.findall(r"`(theory/\S+\.py)`", shown),
        [b for kind, b in BLOCK.findall(shown) if kind == "python"],
    )

    text = (ROOT / path).read_text(encoding="utf-8")
    assert all(part in text for part in source.strip().split("\n\n\n"))


def every_command() -> Iterator[tuple[str, str]]:
    """Each command that is shown, with where."""
    for path in (README, TUTORIAL, ROOT / "CONTRIBUTING.md", ROOT / "verifiers" / "kernel" / "README.md"):
        text = path.read_text(encoding="utf-8")
        for kind, block in BLOCK.findall(text):
            yield from ((path.name, line) for line, _ in commands(block) if kind == "console")
        found = r"`((?:\.venv/bin/)?lemmacheck [^`]+)`|^    (lemmacheck .*)$|^      - run: (lemmacheck .*)$"
        for line in re.findall(found, text, re.MULTILINE):
            yield path.name, next(filter(None, line))
    for name, command in flat(COMMAND):
        for line in re.findall(r"lemmacheck [^;]+", (command.epilog or "").removeprefix("Example: ")):
            yield f"lemmacheck {name} --help", line


def flat(command: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    yield name, command
    for one, under in getattr(command, "commands", {}).items():
        yield from flat(under, f"{name} {one}".strip())


@pytest.mark.parametrize(("place", "line"), sorted(set(every_command())))
def test_a_command_that_is_shown_exists_with_these_options(place: str, line: str) -> None:
    words = shlex.split(line.partition(" | ")[0])
    if Path(words[0]).name != "lemmacheck":
        return
    command, arguments = COMMAND, [PLACES.get(word, word) for word in words[1:]]
    while hasattr(command, "commands"):
        assert arguments[0] in command.commands, f"{place}: {line}"
        name, command, arguments = arguments[0], command.commands[arguments[0]], arguments[1:]
    command.make_context(name, arguments, resilient_parsing=not arguments)  # a bare name is the command as such


def test_the_workflow_of_the_tutorial_is_read_as_one() -> None:
    (text,) = (block for kind, block in BLOCK.findall(TUTORIAL.read_text(encoding="utf-8")) if kind == "yaml")
    steps = yaml.safe_load(text)["jobs"]["lemmas"]["steps"]

    assert [next(iter(step)) for step in steps] == ["uses", "uses", "run", "run", "uses"]
    assert ("TUTORIAL.md", steps[3]["run"]) in set(every_command())


@pytest.mark.parametrize(("shown", "said", "alike"), [
    ("a\n…\nb\n", "a\n1\n2\nb\n", True),
    ("a … c\n", "a b c\n", True),
    ("a\n", "a\nb\n", False),
    ("a … c\n", "a b\n", False),
])  # fmt: skip
def test_an_output_that_is_not_shown_so_is_found(shown: str, said: str, alike: bool) -> None:
    assert bool(re.fullmatch(pattern(shown), said)) == alike
