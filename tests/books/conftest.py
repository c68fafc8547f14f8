"""What the tests of books share."""

from pathlib import Path

import pytest

from tests.books.written import WRITE, writer


@pytest.fixture
def opened(tmp_path: Path) -> WRITE:
    """The library of a file with this text, looked over like the command line does."""
    return writer(tmp_path)
