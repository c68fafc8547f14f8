"""The one line with which data are refused."""

from pathlib import Path

import pytest
from lemmacheck.verifiers.data import DataError, load


def refusal(name: str | Path) -> str:
    """The one line with which `name` is refused; it says what was expected and what to do."""
    with pytest.raises(DataError) as caught:
        load(str(name))
    line = str(caught.value)

    assert line.isprintable()
    assert ", expected " in line
    assert "; " in line
    return line
