"""What is printed reaches whoever reads it, in any encoding, and ends well where nobody reads on."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from lemmacheck.verifiers.records.terminal import LONGEST, dressed, one_line, progress
from rich.console import Console

from tests.commands import Command
from tests.sampled import sampled

FULL = Path("/dev/full")
COMMAND = [sys.executable, "-m", "lemmacheck.verifiers.cli"]


def printed(encoding: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    return subprocess.run([*COMMAND, *arguments], env=environment, capture_output=True, timeout=120, check=False)


@pytest.mark.slow
@pytest.mark.parametrize("encoding", sampled(["cp1252", "ascii", "ascii:surrogateescape", "utf-16"], 2))
def test_what_an_encoding_lacks_is_replaced(encoding: str) -> None:
    result = printed(encoding, "margin", "synthetic:4x2@0.5")

    assert result.returncode == 0
    assert "rows" in result.stdout.decode(encoding.partition(":")[0])
    assert b"Traceback" not in result.stderr


@pytest.mark.slow
@pytest.mark.parametrize("encoding", sampled(["ascii", "cp1252"], 1))
def test_a_json_document_is_the_same_in_any_encoding(encoding: str, lemmacheck: Command) -> None:
    result = printed(encoding, *(asked := ("claims", "P.L3.*", "--json")))

    assert result.returncode == 0
    assert json.loads(result.stdout.decode(encoding)) == json.loads(lemmacheck(*asked).out)


def test_off_a_terminal_progress_is_told_at_stages_and_tenths_alone(capsys: pytest.CaptureFixture[str]) -> None:
    for line in ("searching", "1/… a, more to come", *(f"{k}/20 a" for k in range(1, 21))):
        progress(line)

    assert capsys.readouterr().err.splitlines() == ["searching", *(f"{k}/20 a" for k in range(2, 21, 2))]


def test_a_line_is_wrapped_under_its_own_beginning_and_its_verdict_has_a_colour() -> None:
    line = "X.1  REFUTED  (a certified counterexample)\n    one two three four five"
    plain, coloured = (Console(width=16, force_terminal=True, color_system=system) for system in (None, "standard"))

    assert dressed(line, plain).splitlines() == [
        *("X.1  REFUTED  (a", "certified", "counterexample)"), "    one two", "    three four", "    five"
    ]  # fmt: skip
    assert dressed("gap   between 1 and 2", plain).splitlines() == ["gap   between 1", "      and 2"]
    assert "\x1b[1;31mREFUTED\x1b[0m" in dressed(line, coloured)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a pseudo-terminal")
@pytest.mark.parametrize(("variable", "coloured"), [("NO_COLOR", False), ("COLORTERM", True)])
def test_a_terminal_has_colours_unless_they_are_not_wanted(variable: str, coloured: bool) -> None:
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLORTERM")}
    ours, theirs = os.openpty()
    environment = {**kept, "TERM": "xterm-256color", variable: "truecolor"}
    subprocess.run(
        [*COMMAND, "check", "P.S1.best"], env=environment, stdout=theirs, stderr=theirs, check=False, timeout=120
    )
    os.close(theirs)
    shown = os.read(ours, 65536)
    os.close(ours)

    assert b"NOT-CHECKABLE" in shown
    assert (b"\x1b[" in shown.replace(b"\x1b[K", b"")) == coloured


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments", sampled([["claims"], ["claims", "--json"], ["margin", "synthetic:4x2@0.5"], ["--help"]], 2)
)
def test_nobody_who_reads_to_the_end_is_no_failure(arguments: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        result = subprocess.run(
            [*COMMAND, *arguments], stdout=writing, stderr=subprocess.PIPE, timeout=120, check=False
        )
    finally:
        os.close(writing)

    assert result.returncode == 0
    assert b"rror" not in result.stderr


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&- >&- 2>&-"])
def test_streams_that_are_closed_are_there_and_no_file_takes_their_numbers(closed: str) -> None:
    printing = "import os, sys; from lemmacheck.verifiers.records.terminal import note, ready_streams, say"
    then = "ready_streams(); say('said'); note('noted'); sys.exit(os.open(os.devnull, os.O_RDONLY))"
    command = f'"{sys.executable}" -c "{printing}; {then}" {closed}'
    result = subprocess.run(command, shell=True, capture_output=True, timeout=120, check=False)

    assert result.returncode > 2
    assert (b"said" in result.stdout, b"noted" in result.stderr) == (closed == "2>&-", closed == ">&-")


@pytest.mark.skipif(not FULL.exists(), reason="nothing here is always full")
@pytest.mark.parametrize(("stream", "status"), [("stdout", 2), ("stderr", 0)])
def test_a_result_that_cannot_be_written_is_an_error_and_a_message_is_not(
    stream: str, status: int, lemmacheck: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    with FULL.open("w") as full:
        monkeypatch.setattr(sys, stream, full)
        result = lemmacheck("margin", "synthetic:4x2@0.5")

    assert result.status == status
    assert ("No space left on device: 'standard output'" in result.err) == (stream == "stdout")


@pytest.mark.parametrize("arguments", [
    ["check"],
    ["margin"],
    ["stream"],
    ["replay"],
    ["render", "--out", "o"],
    ["campaign", "query"],
    ["variant"],
    ["teeth"],
])  # fmt: skip
def test_what_is_asked_for_steers_no_terminal(lemmacheck: Command, arguments: list[str]) -> None:
    result = lemmacheck(*arguments, "gone\x1b[2J\x07\u202e.npy")

    assert result.status == 2
    assert "\\x1b[2J\\x07\\u202e" in result.err
    assert result.err.rstrip("\n").isprintable()


@pytest.mark.parametrize(
    "arguments",
    [["margin"], ["check"], ["replay"], ["variant"], [], ["campaign", "run", "a.db", "--shape"], ["new-book"]],
)
def test_a_message_is_one_line_of_a_length_that_is_read(lemmacheck: Command, arguments: list[str]) -> None:
    result = lemmacheck(*arguments, "x" * 90_000)

    assert (result.status, result.err.count("\n")) == (2, 1)
    assert len(result.err) <= LONGEST + 100


def test_what_an_authors_file_says_is_cut(lemmacheck: Command, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("raise ValueError('y ' * 10**6)\n")

    *_, message = lemmacheck("check", str(tmp_path / "mine.py"), "X").err.splitlines()

    assert len(message) <= LONGEST + 100


def test_a_message_keeps_its_beginning_and_its_end() -> None:
    text = f"begins {'x' * 10**5} with {'y ' * 10**5} ends"

    assert one_line("a\n b") == "a b"
    assert one_line(text).startswith("begins x")
    assert one_line(text).endswith(" ends")
    assert len(one_line(text)) == LONGEST
