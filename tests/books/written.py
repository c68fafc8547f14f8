"""What the tests of books share: parts of a book as texts, and the library of a text as the command line opens it."""

import re
from collections.abc import Callable
from pathlib import Path

from lemmacheck.theory.core.book import Library
from lemmacheck.theory.core.opening import library_at
from lemmacheck.verifiers.library.preflight import preflight

WRITE = Callable[..., Library]
HEAD = '''"""A book."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

from lemmacheck import Book, Chance, Decay, Limit, Method, Source, above, at_least, at_most, below, claim, equal
from lemmacheck import hypothesis, problem


class State(NamedTuple):
    x: Any


'''  # of a text that has none, with the state of a method that keeps one thing


def problem_text(name: str, fields: str, tried: str = "") -> str:
    """A problem with these fields, of no matrix where they read none; `tried` are the arguments of @problem."""
    head = f"@problem({tried})" if tried else "@problem"
    of = "of(Z)" if re.search(r"\bZ\b", fields) else "of()"
    return f"{head}\nclass {name}:\n    def {of}:\n        return dict({fields})\n\n\n"


def method_text(name: str, start: str, step: str) -> str:
    """A method, of its first state and of the state after s."""
    first = f"    def start(self, p):\n        return {start}\n"
    return f"class {name}:\n{first}\n    def step(self, p, s):\n        return {step}\n\n\n"


def claim_text(id: str, about: str, holds: str, says: str = "A statement.", given: str = "[]") -> str:
    name, head = re.sub(r"[^0-9A-Za-z]", "_", id), f'@claim("{id}", about={about}, given={given})'
    return f'{head}\ndef {name}(run):\n    """{says}"""\n{of_run(holds)}'


def hypothesis_text(name: str, holds: str, says: str) -> str:
    return f'@hypothesis("{says}")\ndef {name}(run):\n{of_run(holds)}'


def of_run(holds: str) -> str:
    """The end of a function of a run, whose problem may be called p."""
    return ("    p = run.problem\n" if re.search(r"\bp\.", holds) else "") + f"    return {holds}\n\n\n"


SHRINKING = '''@problem
class Line:
    """A number from the first entry of Z."""

    def of(Z):
        return dict(a=1 + abs(Z[0, 0]))


class State(NamedTuple):
    t: int
    x: Any


class Shrinking:
    """x_{t+1} = x_t·(t + 1)/(t + 2)."""

    def start(self, p):
        return State(0, p.a)

    def step(self, p, s):
        return State(s.t + 1, s.x * (s.t + 1) / (s.t + 2))
'''  # a problem and a method on it, of which texts of books are made
LEAST = (
    '''"""A note: x_t falls."""

from typing import Any, NamedTuple

from lemmacheck import Decay, Limit, Method, at_most, claim, equal, exact, hypothesis, problem


'''
    + SHRINKING
    + '''

@claim("L.1", about=Shrinking)
def stays_below(run):
    """x_t ≤ a/(t + 1)."""
    return at_most(run.x, run.problem.a / (run.each(lambda s: s.t) + 1))


METHOD = Method(Shrinking, on=Line)
'''
)
RELATION = "at_most(run.x, run.problem.a / (run.each(lambda s: s.t) + 1))"  # of its one claim


def writer(folder: Path) -> WRITE:
    """Texts, each changed as it is said, into files; their libraries."""
    count = 0

    def written(text: str, *changes: tuple[str, str]) -> Library:
        nonlocal count
        count += 1
        for old, new in changes:
            assert old in text
            text = text.replace(old, new, 1)
        path = folder / f"paper{count}.py"
        path.write_text(text if '"""' in text[:4] else HEAD + text, encoding="utf-8")
        return preflight(library_at(str(path)))

    return written
