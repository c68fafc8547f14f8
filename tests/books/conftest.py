"""What the tests of books share."""

import sys
from pathlib import Path

import pytest
from lemmacheck.theory.core import opening
from lemmacheck.verifiers.library import plan
from lemmacheck.verifiers.library.new_book import TEXT

from tests.commands import LITTLE, Command


@pytest.fixture
def lemmacheck_(lemmacheck: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Command:
    """The command line with little effort, in a folder with the book that new-book writes."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [place for place in sys.path if place not in opening.FOLDERS])
    monkeypatch.delitem(sys.modules, "mine", raising=False)  # another test's book of this name
    monkeypatch.setattr(plan, "STANDARD", LITTLE)
    monkeypatch.setattr(plan, "QUICK", LITTLE)
    (tmp_path / "mine.py").write_text(TEXT, encoding="utf-8")
    return lemmacheck
