"""Following a document: each command that it shows is run, each line of its output compared.

In a block of the shell's a line that is … stands for any lines, and … within a line for anything; how many seconds it
took is not compared. A block of Python is an edit of mypaper.py: one import takes the place of the import from there,
several lines stand before `BOOK`; one that sets `variant` is bolder.py. A block of a diff is one line in the place of
another.
"""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Collection, Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
README, TUTORIAL = ROOT / "README.md", ROOT / "theory" / "books" / "TUTORIAL.md"
BLOCK = re.compile(r"^```(console|python|diff|yaml)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FRONTS = {"lemmacheck": ["-m", "lemmacheck.verifiers.cli"], "pytest": ["-m", "pytest", "-p", "no:cacheprovider"]}


def commands(block: str) -> Iterator[tuple[str, str]]:
    """Each command of a block with the output that is shown."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        line, _, shown = part.partition("\n")
        yield line.partition(" #")[0].strip(), shown


def edit(text: str, block: str) -> str:
    """The book after an edit."""
    lines = block.strip("\n").split("\n")
    if len(lines) > 1:
        return text.replace("BOOK = Book(", f"{block.strip()}\n\n\nBOOK = Book(", 1)
    start = re.match(r"from \w+ import", lines[0])
    changed, count = re.subn(rf"^{re.escape(start[0])}.*$", lines[0], text, count=1, flags=re.MULTILINE)
    assert count == 1
    return changed


def pattern(shown: str) -> str:
    """What an output has to match."""
    lines = ["(?:.*\n)*" if line == "…" else re.escape(line).replace("…", ".*") + "\n" for line in shown.splitlines()]
    return re.sub(r"\d+\\\.\d\\ s(?=\n|,)", r"[\\d.]+\\ s", "".join(lines))


def run(command: str, folder: Path) -> str:
    """What a command says, in a folder of its own."""
    front, *arguments = shlex.split(command)
    environment = {**os.environ, "COLUMNS": "80"}
    result = subprocess.run(
        [sys.executable, *FRONTS[Path(front).name], *arguments],
        cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert result.returncode in (0, 1), result.stderr
    return result.stdout


def follow(document: str, folder: Path, left_out: Collection[str] = ()) -> int:
    """Do what a document says, but for some commands, and compare; how many were run."""
    count = 0
    for language, block in BLOCK.findall(document):
        if language == "diff":
            before, after = (line[1:] for line in block.splitlines())
            text = (folder / "mypaper.py").read_text(encoding="utf-8")
            assert text.count(before) == 1
            (folder / "mypaper.py").write_text(text.replace(before, after), encoding="utf-8")
        elif language == "python":
            book, other = folder / "mypaper.py", folder / "bolder.py"
            if "variant =" in block:
                other.write_text(block, encoding="utf-8")
            else:
                book.write_text(edit(book.read_text(encoding="utf-8"), block), encoding="utf-8")
        else:
            for command, shown in commands(block):
                if {*command.split()[:2]} & {*left_out}:
                    continue
                said = run(command, folder)
                count += 1
                assert re.fullmatch(pattern(shown), said) or not shown, f"$ {command}\n{said}"
    return count
