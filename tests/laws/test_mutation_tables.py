"""Protects the tables of mutation testing: what they name is there, also after a change elsewhere; and its draws: each
mutant of all files together is as likely as any other.
"""

import re
import tomllib
from collections import Counter
from itertools import chain
from pathlib import Path
from runpy import run_path

ROOT = Path(__file__).parents[2]
TABLES = ROOT / "tests" / "mutation"
JUDGES = tomllib.loads((TABLES / "judges.toml").read_text(encoding="utf-8"))
SAME = tomllib.loads((TABLES / "equivalent.toml").read_text(encoding="utf-8"))
OF_ALL = run_path(str(TABLES / "draws.py"))["of_all"]


def code(file: str) -> str:
    """A file as mutants name its lines: joined, without their indentation."""
    return " ".join(map(str.strip, (ROOT / file).read_text(encoding="utf-8").splitlines()))


def test_a_mutant_that_computes_the_same_changes_lines_that_are_there() -> None:
    lines = [(file, line) for file, reasons in SAME.items() for line in chain.from_iterable(reasons.values())]
    gone = [(file, line) for file, line in lines if re.sub("‹(.*) → .*›", r"\1", line) not in code(file)]

    assert gone == []


def test_what_is_judged_is_there_and_its_tests_too() -> None:
    named = [
        name.removeprefix("--deselect=")
        for tests in JUDGES.values()
        for name in tests
        if name.removeprefix("--deselect=").startswith("tests/")
    ]
    missing = [file for file in {*JUDGES, *(name.partition("::")[0] for name in named)} if not (ROOT / file).exists()]
    functions = [name.partition("[")[0].split("::") for name in named if "::" in name]

    assert missing == []
    assert [f for file, f in functions if f"def {f}(" not in code(file)] == []
    assert SAME.keys() <= JUDGES.keys()


def test_of_a_short_file_and_a_long_one_each_mutant_is_drawn_as_often_and_none_twice() -> None:
    sizes = {"short": 1, "long": 9, "empty": 0}
    draws = [[(file, i) for file, places in OF_ALL(sizes, 3, seed).items() for i in places] for seed in range(1000)]
    often = Counter(place for draw in draws for place in draw)

    assert all(len(set(draw)) == 3 for draw in draws)
    assert len(often) == 10
    assert all(240 < times < 360 for times in often.values())  # of 1000 · 3/10, by four standard deviations
    assert OF_ALL(sizes, 3, 7) == OF_ALL(dict(reversed(sizes.items())), 3, 7)
    assert OF_ALL(sizes, 10, 7) == OF_ALL(sizes, 99, 7) == {"short": [0], "long": [*range(9)]}
