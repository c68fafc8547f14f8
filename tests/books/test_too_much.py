"""Protects who waits: what a book's code returned, and nobody can decide, ends with one line, and a wait has a word.

An error of lemmacheck's own, too, costs the claim that meets it alone.
"""

from collections.abc import Callable
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from flint import fmpq
from lemmacheck.theory.books.classics.gradient_descent import Descent, Quadratic
from lemmacheck.theory.core.method import Method
from lemmacheck.theory.core.shared import difference
from lemmacheck.verifiers.library import deciding, preflight, supervision
from lemmacheck.verifiers.library.plan import Effort
from lemmacheck.verifiers.library.preflight import open_library
from lemmacheck.verifiers.library.supervision import DONE, Job, Watch, replies
from lemmacheck.verifiers.records.verdict import Verdict

from tests.books.written import LEAST, claim_text

LIMIT = 1.0
FEW = Effort(per_shape=11, steps=3, certified=3, elsewhere=2, own=500)
SECOND = f"\n\n{claim_text('L.2', 'Shrinking', 'at_most(run.x, p.a)', 'x_t ≤ a.')}METHOD ="
TOLD = "not evaluated within 3 s of processor time; state fewer relations or smaller numbers"


@pytest.fixture
def mine(tmp_path: Path) -> str:
    path = tmp_path / "mine.py"
    path.write_text(LEAST.replace("\n\nMETHOD =", SECOND), encoding="utf-8")
    return str(path)


def endless_for_the_first(before: Callable[..., Any]) -> Callable[..., Any]:
    """A function of ours that comes to no end with what L.1 states."""
    ours: dict[str, Any] = {"__name__": "lemmacheck.verifiers.endless", "before": before}
    exec("def asked(claim, *more):\n    while claim.id == 'L.1': pass\n    return before(claim, *more)", ours)
    return ours["asked"]  # type: ignore[no-any-return]


def verdicts(library: Any, words: list[str]) -> list[tuple[str, Verdict, str]]:
    records = deciding.examine([*library.claims.values()], FEW, words.append, 1)
    return [(record.id, record.verdict, record.reason) for record in records]


@pytest.mark.slow
def test_a_claim_that_cannot_be_decided_in_time_costs_itself(mine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deciding, "examine_claim", endless_for_the_first(deciding.examine_claim))
    monkeypatch.setattr(deciding, "LONG", 3)
    (one, verdict, reason), (_, other, _) = verdicts(open_library(mine, LIMIT), [])

    assert (one, verdict) == ("L.1", Verdict.UNDECIDED)
    assert TOLD in reason
    assert other in (Verdict.PROVED, Verdict.CERTIFIED)


@pytest.mark.slow
def test_a_claim_that_cannot_be_evaluated_in_time_costs_itself(mine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preflight, "kind_returned", endless_for_the_first(preflight.kind_returned))
    monkeypatch.setattr(preflight, "SHORT", 3)
    library = open_library(mine, LIMIT)

    assert TOLD in library.late["L.1"]
    assert [verdict for _, verdict, _ in verdicts(library, [])][1] in (Verdict.PROVED, Verdict.CERTIFIED)


def sleepy() -> Any:
    sleep(0.5)
    yield "slept"


def test_who_waits_is_told_ever_more_seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[float] = []
    monkeypatch.setattr(supervision, "PATIENT", 0.1)
    monkeypatch.setattr(supervision, "BEAT", 0.01)
    answers = replies([Job(Watch(Path(__file__)), sleepy, ())], 1, lambda job, seconds: told.append(seconds))

    assert [answer for _, answer in answers] == ["slept", DONE]
    assert told == [0.1 * 2**k for k in range(len(told))]
    assert told


def test_an_import_that_takes_its_time_has_a_word(mine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    words: list[str] = []
    monkeypatch.setattr(supervision, "PATIENT", 0.05)
    monkeypatch.setattr(supervision, "BEAT", 0.01)
    Path(mine).write_text("import time\n\ntime.sleep(1)\n" + Path(mine).read_text(encoding="utf-8"), encoding="utf-8")
    open_library(mine, LIMIT, progress=words.append)

    assert words[0] == f"importing {mine}: 0.05 s"


def test_numbers_of_a_million_digits_are_compared_as_numbers() -> None:
    one, same, other = fmpq(7) ** 1_200_000, fmpq(7) ** 1_200_000, fmpq(7) ** 1_200_000 + 1

    assert difference([one], [same]) is None
    assert difference([one], [other]) == "it[0]"


@pytest.mark.parametrize(("steps", "seconds", "told"), [(None, 64.0, True), (None, 8.0, False), (20, 64.0, False)])
def test_a_long_wait_names_shorter_runs_where_none_were_asked_for(
    steps: int | None, seconds: float, told: bool
) -> None:
    method = Method(Descent, on=Quadratic, usual={"h = 1": Descent()}, steps=steps)

    assert ("steps=20" in deciding.hint(method, seconds)) == told


def test_a_wait_for_claims_about_the_data_alone_names_no_method() -> None:
    assert deciding.hint(None, 64.0) == ""


@pytest.mark.parametrize("name", ["screen_group", "examine_claim"])
def test_an_unforeseen_error_leaves_its_claim_undecided_and_the_others_go_on(
    mine: str, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    before = getattr(deciding, name)

    def failing(asked: Any, *more: Any) -> Any:
        if "L.1" in [claim.id for claim in (asked if isinstance(asked, list) else [asked])]:
            raise KeyError("what nobody foresaw")
        return before(asked, *more)

    monkeypatch.setattr(deciding, name, failing)
    library = open_library(mine)
    first, second = deciding.examine([*library.claims.values()], FEW, lambda line: None, 1)

    assert (first.id, first.verdict, second.id) == ("L.1", Verdict.UNDECIDED, "L.2")
    assert "did not foresee: KeyError: 'what nobody foresaw' (test_too_much.py:" in first.reason
    assert second.verdict in (Verdict.PROVED, Verdict.CERTIFIED)
