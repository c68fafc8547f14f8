"""Protects Figure 1's experiment: what it says of margins is measured, and the command writes what it says."""

import json
from pathlib import Path

import numpy as np
import pytest
from lemmacheck.verifiers.data import load
from lemmacheck.verifiers.experiments import EXPERIMENTS, Experiment, Options
from lemmacheck.verifiers.experiments.fig1 import METHODS
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.optima.margin import margin
from lemmacheck.verifiers.records.verdict import Record, Verdict

from tests.commands import Command


@pytest.fixture(scope="module")
def digits() -> Experiment:
    return EXPERIMENTS["fig1"](None, Options(steps=300))


def verdicts(found: Experiment) -> dict[str, Verdict]:
    return {record.id: record.verdict for record in found.claims}


def test_the_digits_zero_and_one_are_separable_and_the_printed_order_is_that_of_the_margins(digits: Experiment) -> None:
    gamma = float(margin(load("digits:0v1"))["gamma"]["upper"]) / 128

    assert verdicts(digits) == dict.fromkeys(("P.F1.1", "P.F1.2.1", "P.F1.2.2"), Verdict.CERTIFIED)
    assert f"{gamma:.12g}" in digits.claims[0].reason
    assert all(record.place.endswith(", on digits:0v1") for record in digits.claims)


def test_the_margins_told_are_those_of_a_run_written_down_once_more(digits: Experiment) -> None:
    data = load("digits:0v1")
    Z = -data.y[:, None] * data.X / 128
    w, g = np.zeros(64), np.zeros(64)
    for t in range(300):
        scores = np.exp(Z @ w - (Z @ w).max())
        gradient = Z.T @ (scores / scores.sum())
        g = t / (t + 1) * (g + gradient)
        w = w - g - gradient

    assert f"Algorithm 1 {-(Z @ w).max() / np.linalg.norm(w):.6g};" in digits.claims[1].reason


def test_the_pictures_show_five_methods_and_gamma_against_iterations_and_time(digits: Experiment) -> None:
    names = {figure.file: [curve.name for curve in figure.curves] for figure in digits.figures}

    assert list(names) == ["fig1-iterations.svg", "fig1-time.svg", "fig1-gap.svg"]
    assert names["fig1-iterations.svg"] == names["fig1-time.svg"] == [*METHODS, "γ̄ = 0.0731181"]
    assert names["fig1-gap.svg"] == list(METHODS)
    assert [row[0] for row in digits.tables[0].rows] == list(METHODS)


def test_other_data_may_refute_the_text_or_not_be_what_it_speaks_of() -> None:
    behind = verdicts(EXPERIMENTS["fig1"]("digits:0v1", Options(steps=30)))
    mixed = verdicts(EXPERIMENTS["fig1"]("iris:1v2", Options(steps=30)))

    assert (behind["P.F1.1"], behind["P.F1.2.1"]) == (Verdict.CERTIFIED, Verdict.REFUTED)
    assert mixed == {"P.F1.1": Verdict.REFUTED, "P.F1.2.1": Verdict.NOT_APPLICABLE, "P.F1.2.2": Verdict.NOT_APPLICABLE}


def test_the_command_tells_verdicts_and_writes_pictures_a_document_and_a_report(
    lemmacheck: Command, tmp_path: Path
) -> None:
    out = tmp_path / "new" / "fig1"
    result = lemmacheck("experiment", "fig1", "--steps", "300", "--out", str(out))
    document = json.loads((out / "experiment.json").read_text())

    assert result.status == 0
    assert "P.F1.1  CERTIFIED" in result.out
    assert "nothing random" in result.out
    assert "5/5 averaged batch perceptron" in result.err
    assert {"fig1-iterations.svg", "fig1-time.svg", "fig1-gap.svg", "report.md", "index.html"} <= {
        path.name for path in out.iterdir()
    }
    assert [Record.from_dict(record).id for record in document["claims"]] == ["P.F1.1", "P.F1.2.1", "P.F1.2.2"]
    assert "P.F1.2.2" in (out / "records.jsonl").read_text()


def test_a_refuted_sentence_is_a_finding_and_json_is_one_document(lemmacheck: Command) -> None:
    result = lemmacheck("experiment", "fig1", "--data", "iris:1v2", "--steps", "20", "--json")

    assert result.status == 1
    assert json.loads(result.out)["claims"][0]["verdict"] == "refuted"


def test_bad_input_is_told_in_one_line(lemmacheck: Command, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for arguments, word in (
        (("fig5",), "fig5"),
        (("fig1", "--data", "nothing"), "no data named 'nothing'"),
        (("fig1", "--steps", "0"), "'--steps'"),
        (("fig1", "--out", str(tmp_path / "file")), "is a file"),
        (("fig2", "--data", "digits"), "10 distinct values"),
    ):
        result = lemmacheck("experiment", *arguments)
        assert word in result.refusal


def test_every_record_of_an_experiment_is_of_a_sentence_of_the_book(digits: Experiment) -> None:
    for record in digits.claims:
        assert LIBRARY.claims[".".join(record.id.split(".")[:3])].source.document == record.source
