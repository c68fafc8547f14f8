"""Protects a report against an error of lemmacheck's own: it costs the claim that meets it, and is told in one line."""

from pathlib import Path
from typing import Any

import pytest
from lemmacheck.verifiers.library import deciding
from lemmacheck.verifiers.library.plan import Effort
from lemmacheck.verifiers.library.preflight import open_library
from lemmacheck.verifiers.records.verdict import Verdict

from tests.books.written import LEAST

FEW = Effort(per_shape=11, steps=3, certified=3, elsewhere=2, own=500)
SECOND = '''

@claim("L.2", about=Shrinking)
def is_at_most_a(run):
    """x_t ≤ a."""
    return at_most(run.x, run.problem.a)


METHOD ='''


@pytest.mark.parametrize("name", ["screen_group", "examine_claim"])
def test_an_unforeseen_error_leaves_its_claim_undecided_and_the_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    before = getattr(deciding, name)

    def failing(asked: Any, *more: Any) -> Any:
        if "L.1" in [claim.id for claim in (asked if isinstance(asked, list) else [asked])]:
            raise KeyError("what nobody foresaw")
        return before(asked, *more)

    monkeypatch.setattr(deciding, name, failing)
    path = tmp_path / "mine.py"
    path.write_text(LEAST.replace("\n\nMETHOD =", SECOND), encoding="utf-8")
    library = open_library(str(path))
    first, second = deciding.examine([*library.claims.values()], FEW, lambda line: None, 1)

    assert (first.id, first.verdict, second.id) == ("L.1", Verdict.UNDECIDED, "L.2")
    assert "did not foresee: KeyError: 'what nobody foresaw' (test_unforeseen.py:" in first.reason
    assert second.verdict in (Verdict.PROVED, Verdict.CERTIFIED)
