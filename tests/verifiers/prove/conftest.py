"""What tests of proofs share."""

import pytest
from lemmacheck.verifiers.prove import loops


@pytest.fixture
def ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """The statements of a test are taken for ours, whose loops over points are read."""
    monkeypatch.setattr(loops, "authored", lambda function: False)
