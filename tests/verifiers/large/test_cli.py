"""Protects `lemmacheck stream`: what it prints of a large file, its JSON, its exit status, its messages."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from flint import arb
from lemmacheck.verifiers.data import load
from lemmacheck.verifiers.large import outcomes
from lemmacheck.verifiers.large.enclosure import Bounds

from tests.commands import Command, spawn


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """digits:0v1 as X and y, and as Z."""
    data = load("digits:0v1")
    arrays = {"X": data.X, "y": data.y, "Z": -data.y[:, None] * data.X, "names": np.where(data.y > 0, "one", "zero")}
    for name, array in arrays.items():
        np.save(tmp_path / f"{name}.npy", array)
    return {name: str(tmp_path / f"{name}.npy") for name in arrays}


def told(lemmacheck: Command, *arguments: str) -> dict[str, Any]:
    answer = lemmacheck("stream", *arguments, "--steps", "40", "--json")
    assert answer.status == 0
    return json.loads(answer.out)


@pytest.mark.slow
def test_rows_and_examples_with_labels_give_the_same_document(lemmacheck: Command, files: dict[str, str]) -> None:
    ways = [(files["Z"],), (files["X"], "--labels", files["names"]), ("digits:0v1",)]
    documents = [told(lemmacheck, *way) for way in ways]

    for document in documents:
        assert [c["verdict"] for c in document["claims"]] == [c["verdict"] for c in documents[0]["claims"]]
        assert document["margin"]["lower"] == pytest.approx(documents[0]["margin"]["lower"], rel=1e-9)


def test_a_person_is_told_the_numbers_and_every_claim(lemmacheck: Command, files: dict[str, str]) -> None:
    answer = lemmacheck("stream", files["Z"], "--steps", "40")

    assert answer.status == 0
    for words in (
        "360 x 64, rows divided by 128",
        "40 steps",
        "γ(w_T) in [",
        "γ̄ in [",
        "separable",
        "P.L3.6u",
        "P.L3.2",
    ):
        assert words in answer.out
    assert "40/40 steps" in answer.err


@pytest.mark.parametrize(("arguments", "words"), [
    (["nowhere.npy"], "no file 'nowhere.npy'"),
    (["nowhere"], "no data named 'nowhere'"),
    (["iris", "--labels", "y.npy"], "leave --labels out"),
    (["{X}", "--labels", "{X}"], "shape"),
    (["{X}", "--labels", "nowhere.npy"], "nowhere.npy"),
    (["{X}", "--labels", "{short}"], "2 labels for 360 rows"),
    (["{bad}"], "not finite"),
    (["{Z}", "--steps", "0"], "--steps"),
])  # fmt: skip
def test_bad_input_is_told_in_one_line(
    arguments: list[str], words: str, lemmacheck: Command, files: dict[str, str], tmp_path: Path
) -> None:
    files |= {"short": str(tmp_path / "short.npy"), "bad": str(tmp_path / "bad.npy")}
    np.save(files["short"], np.array([1, 2]))
    np.save(files["bad"], np.array([[1.0, np.nan]]))

    answer = lemmacheck("stream", *(part.format(**files) for part in arguments))

    assert words in answer.refusal


def test_a_claim_that_fails_is_a_finding(
    lemmacheck: Command, files: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outcomes, "bounds", lambda *_: Bounds(arb(1), arb(1)))

    answer = lemmacheck("stream", files["Z"], "--steps", "40")

    assert answer.status == 1
    assert answer.err.splitlines()[-1].startswith("finding: ")
    assert "P.T3.1.2u" in answer.err


@pytest.mark.slow
@pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="only where the system tells it of the process alone"
)
def test_the_memory_told_is_that_of_the_process_not_of_the_one_that_started_it() -> None:
    held = b"x" * (600 << 20)
    told = spawn("-c", "from lemmacheck.verifiers.large.document import peak_megabytes; print(peak_megabytes())")

    assert len(held) >> 20 == 600
    assert 10 < int(told.out) < 500
