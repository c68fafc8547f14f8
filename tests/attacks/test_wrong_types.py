"""Protects the public names against arguments of any other type: one line, with the place and the remedy, or a book."""

import ast
import re
from pathlib import Path

import pytest
from lemmacheck.theory.core.book import BookError, Library
from lemmacheck.theory.core.opening import library_at

from tests.attacks.conftest import Count
from tests.books.written import SHRINKING
from tests.sampled import THOROUGH

TEXT = f'''"""A number that shrinks."""

from typing import Any, NamedTuple

from lemmacheck import Book, Method, Source, at_most, claim, for_all, hypothesis, not_checkable, problem


class Unprintable:
    def __repr__(self):
        return 1 / 0


PAPER = Source("P", "A. Author", "A paper", "draft")


{SHRINKING}

@hypothesis("a ≥ 1")
def steep(run):
    return at_most(1, run.problem.a)


@for_all("a ≥ 1 for all u", points=lambda run: (run.x,))
def always(p, u):
    return at_most(1, p.a)


@claim("L.1", PAPER.at("Lemma 1"), about=Shrinking)
def small(run):
    """x_t ≤ a."""
    return at_most(run.x, run.problem.a)


WORDS = not_checkable("L.2", PAPER.at("Remark"), "It is simple.", reason="a matter of taste")
METHOD = Method(Shrinking, on=Line)
BOOK = Book(PAPER, methods=[METHOD])
'''
PLACES = {
    # each keyword is given junk there, unless it stands in the text: then it is replaced
    'Source("P", "A. Author", "A paper", "draft")': ["key", "authors", "title", "version"],
    "@problem\n": ["shapes", "smallest", "scale"],
    '@hypothesis("a ≥ 1")': ["statement", "tacit", "tried", "closer", "implies"],
    '@for_all("a ≥ 1 for all u", points=lambda run: (run.x,))': ["statement", "points", "of", "where", "closer",
        "tacit"],
    '@claim("L.1", PAPER.at("Lemma 1"), about=Shrinking)':
        [*("id", "source", "latex", "kind", "about", "given", "uses", "corrects", "fault", "slip", "first", "returns"),
            *("chapter", "proof", "method")],
    'not_checkable("L.2", PAPER.at("Remark"), "It is simple.", reason="a matter of taste")': [*("id", "source",
        "statement", "latex", "reason", "chapter")],
    "Method(Shrinking, on=Line)":
        [*("kind", "usual", "wrong", "unusual", "above_one", "reach", "longest", "horizon", "sampled", "dataless"),
            *("problem_of", "arbitrary", "on", "steps", "horizons", "standing", "planted")],
    "Book(PAPER, methods=[METHOD])": ["source", "methods", "claims", "headlines"],
    'PAPER.at("Lemma 1")': ["place"],
}  # fmt: skip
ORDER = {  # the positional arguments
    "Source": ["key", "authors", "title", "version"],
    "hypothesis": ["statement"],
    "for_all": ["statement"],
    "claim": ["id", "source"],
    "not_checkable": ["id", "source", "statement"],
    "Method": ["kind"],
    "Book": ["source"],
    "PAPER.at": ["place"],
}
JUNK = [
    *('"x"', "3", "3.5", "None", "True", "[1]", '{"a": 1}', "object()", "lambda r: 1", "Shrinking", "PAPER", "steep"),
    *("small", 'b"x"', 'float("nan")', "(1, 2)", "[]", "[None]", '[""]', '""', '"\\n\\0"', '["L.1"]', '"L.1"', "print"),
    *("[Shrinking]", "range(10**12)", "type", '"α" * 10000', '"L 1"', '"<b>"', "{1: 2}", "Unprintable()", "[Line]"),
]
APART = 11  # every so manieth is asked, of each keyword others


def given(place: str, keyword: str, junk: str) -> str:
    """The call with this keyword given so, in place of the argument that it names or beside the others."""
    call = ast.parse(place.strip().lstrip("@")).body[0].value  # type: ignore[attr-defined]
    if isinstance(call, ast.Name):
        return f"@{call.id}({keyword}={junk})\n"
    names = ORDER[ast.unparse(call.func)]
    arguments = dict(zip(names, map(ast.unparse, call.args), strict=True))
    arguments |= {str(one.arg): ast.unparse(one.value) for one in call.keywords}
    arguments[keyword] = junk
    said = ", ".join(f"{'' if name in names else name + '='}{value}" for name, value in arguments.items())
    return f"{'@' * place.startswith('@')}{ast.unparse(call.func)}({said})"


@pytest.mark.parametrize("place", PLACES)
def test_an_argument_of_another_type_is_refused_in_one_line(tmp_path: Path, counted: Count, place: str) -> None:
    refused, opened, wrong = 0, 0, []
    for number, keyword in enumerate(PLACES[place]):
        for k, junk in enumerate(JUNK if THOROUGH else JUNK[number % APART :: APART]):
            path = tmp_path / f"{keyword}{k}.py"
            path.write_text(TEXT.replace(place, given(place, keyword, junk), 1), encoding="utf-8")
            try:
                assert isinstance(library_at(str(path)), Library)
                opened += 1
            except BookError as error:
                if "NameError" in str(error):  # what is given is made further down
                    continue
                refused += 1
                if not re.match(rf"{path}(:\d+)?(, in \S+)?:? .*(expected|write|add|rename|put|name the)", str(error)):
                    wrong.append(f"{keyword}={junk}: {error}")

    counted("arguments of another type", tried=refused + opened, wrong=len(wrong))
    assert not wrong, "\n".join(wrong)
    assert refused
