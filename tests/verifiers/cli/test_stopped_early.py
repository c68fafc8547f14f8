"""Protects what an interrupted race, comparison or question has finished: it is shown, with how the rest is had."""

import json
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from lemmacheck.verifiers.cli.common import finished
from lemmacheck.verifiers.library import supervision
from lemmacheck.verifiers.races import racing
from lemmacheck.verifiers.variants import on_book

from tests.books.written import LEAST
from tests.commands import Command, Result

CHANGE = "from paper import Shrinking\n\nvariant = Shrinking()\n"
STATUS = {signal.SIGINT: 130, signal.SIGTERM: 143}


def stopping(function: Callable[..., Any], after: int, by: signal.Signals) -> Callable[..., Any]:
    """The function, which is ended when it is called once more than so often."""
    calls: list[None] = []

    def called(*given: Any, **named: Any) -> Any:
        calls.append(None)
        if len(calls) > after:
            signal.raise_signal(by)
        return function(*given, **named)

    return called


def test_what_is_finished_is_kept_and_nothing_else_is_an_end() -> None:
    def items(error: type[BaseException]) -> Iterator[int]:
        yield 1
        raise error

    kept: list[int] = []
    assert isinstance(finished(items(KeyboardInterrupt), kept), KeyboardInterrupt)
    assert kept == [1]
    with pytest.raises(KeyboardInterrupt):
        finished((_ for _ in items(KeyboardInterrupt) if _ > 1), [])
    with pytest.raises(LookupError):
        finished(items(LookupError), [])


@pytest.mark.slow
@pytest.mark.parametrize("by", STATUS)
def test_an_interrupted_race_shows_the_methods_that_have_run(
    lemmacheck: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, by: signal.Signals
) -> None:
    lap = racing.lap

    def race(*how: str) -> Result:
        monkeypatch.setattr(racing, "lap", stopping(lap, 2, by))
        return lemmacheck("race", "iris:0v1", "--steps", "20", *how)

    result, document = race("--out", str(tmp_path / "race")), json.loads(race("--json").out)
    raced = json.loads((tmp_path / "race" / "race.json").read_text(encoding="utf-8"))

    assert result.status == STATUS[by]
    assert [one["name"] for one in raced["methods"]] == ["Algorithm 1", "normalised descent"]
    assert (document["interrupted"], len(document["methods"])) == (True, 2)
    assert "normalised descent" in result.out
    assert result.err.splitlines()[-1].startswith("lemmacheck: ")
    assert "2 methods have run; with fewer --steps, or less --timeout, the others come sooner" in result.err


@pytest.mark.usefixtures("tiny_data")
@pytest.mark.parametrize("question", ["need", "sharp", "teeth"])
def test_an_interrupted_question_tells_the_claims_that_were_asked(
    lemmacheck: Command, monkeypatch: pytest.MonkeyPatch, question: str
) -> None:
    ids, ask = ("P.3.1.dualvec", "P.3.1.dualvec.corrected"), supervision.ask

    def asked(*how: str) -> Result:
        monkeypatch.setattr(supervision, "ask", stopping(ask, 1, signal.SIGINT))
        return lemmacheck(question, *ids, *how)

    result, told = asked(), asked("--json")
    document = json.loads(told.out)
    several = document["claims" if question == "teeth" else "results"]

    assert (result.status, told.status, document["interrupted"]) == (130, 130, True)
    assert [one["id"] for one in several] == [ids[0]]
    assert result.out.startswith(f"{ids[0]}  ")
    assert told.err.splitlines()[-1] == "lemmacheck: interrupted; 1 of 2 claims asked"


@pytest.mark.slow
def test_an_interrupted_comparison_in_a_book_shows_the_changes_that_are_decided(
    lemmacheck: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("paper.py").write_text(LEAST, encoding="utf-8")
    for name in ("one.py", "two.py"):
        Path(name).write_text(CHANGE, encoding="utf-8")
    decided = on_book.decide_on_book

    def comparison(*how: str) -> Result:
        monkeypatch.setattr(on_book, "decide_on_book", stopping(decided, 1, signal.SIGINT))
        return lemmacheck("compare", "one.py", "two.py", "--book", "paper.py", "--steps", "4", *how)

    result, document = comparison(), comparison("--json")

    assert result.status == document.status == 130
    assert "L.1" in result.out
    assert (json.loads(document.out)["interrupted"], len(json.loads(document.out)["results"])) == (True, 1)
    assert result.err.splitlines()[-1].startswith("lemmacheck: interrupted; this is of one")
