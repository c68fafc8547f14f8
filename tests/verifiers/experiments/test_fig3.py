"""Protects the third figure: what counts as printed, what is certified, what its records and pictures tell."""

import math
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path as FilePath
from xml.etree import ElementTree

import numpy as np
import pytest
from lemmacheck.reports.plot import standalone
from lemmacheck.verifiers.data import DataError
from lemmacheck.verifiers.experiments import Experiment, Options, fig3
from lemmacheck.verifiers.experiments.fig3 import Heat, entrants, first_record, ranking, second_record
from lemmacheck.verifiers.experiments.kernel_methods import AdaptiveSampling, Path
from lemmacheck.verifiers.records.verdict import Record, Verdict


def test_theorem_4_1_has_no_momentum_and_the_step_of_its_horizon() -> None:
    *_, theorem = entrants(9, 60)

    assert isinstance(theorem, AdaptiveSampling)
    assert [theorem.beta(t) for t in range(3)] == [0, 0, 0]
    assert [theorem.theta(t) for t in range(3)] == [math.sqrt(math.log(9) / 60)] * 3


def made(final: Sequence[float], exact: bool = True, width: int = 8) -> Heat:
    """A heat with these last margins."""
    paths = tuple(Path([1, 2, 3], [-1.0, 0.0, gamma], [4, 8, 12], [4, 8, 8], np.zeros(1)) for gamma in final)
    return Heat(width, 0, paths, tuple(Fraction(g) * abs(Fraction(g)) for g in final) if exact else ())


PRINTED, SWAPPED, THEOREM_AHEAD = (0.4, 0.2, 0.3, -0.1), (0.25, 0.2, 0.3, -0.1), (0.4, 0.2, 0.3, 0.25)


@pytest.mark.parametrize(("finals", "verdict"), [
    ([PRINTED, PRINTED], Verdict.SUPPORTED),
    ([PRINTED, SWAPPED], Verdict.UNDECIDED),
    ([SWAPPED, THEOREM_AHEAD], Verdict.REFUTED),
])  # fmt: skip
def test_the_caption_needs_every_seed(finals: Sequence[Sequence[float]], verdict: Verdict) -> None:
    assert ranking([made(final) for final in finals]) == verdict
    in_floats = first_record([made(final, exact=False) for final in finals], 3, "mine").verdict
    assert in_floats == (Verdict.UNDECIDED if verdict == Verdict.REFUTED else verdict)


@pytest.mark.parametrize(("widths", "verdict"), [
    ([[made(PRINTED)], [made(PRINTED)]], Verdict.CERTIFIED),
    ([[made(PRINTED)], [made(PRINTED, exact=False)]], Verdict.SUPPORTED),
    ([[made(PRINTED)], [made(SWAPPED)]], Verdict.UNDECIDED),
    ([[made((0.0, -0.1, -0.2, -0.3))]], Verdict.UNDECIDED),
])  # fmt: skip
def test_separability_is_certified_by_exact_margins_at_every_width(
    widths: Sequence[Sequence[Heat]], verdict: Verdict
) -> None:
    assert second_record(widths, 3, "mine").verdict == verdict


def test_exact_margins_decide_where_floats_would_say_otherwise() -> None:
    heat = replace(made(SWAPPED), squares=made(PRINTED).squares)

    assert heat.as_printed
    assert not replace(heat, squares=()).as_printed


@pytest.mark.parametrize(
    ("mine", "first"), [([0, 2, 3], 2), ([2, 2, 3], 1), ([2, 0, 3], 3), ([2, 3, 0], None), ([1, 1, 1], None)]
)
def test_the_heuristic_is_ahead_from_where_it_stays_so(mine: list[float], first: int | None) -> None:
    other = replace(made(PRINTED).paths[0], gamma=[1.0, 1.0, 1.0])
    heat = replace(made(PRINTED), paths=(replace(other, gamma=mine), other, other, other))

    assert heat.ahead_from == first


@pytest.fixture(scope="module")
def experiment() -> Experiment:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(fig3, "WIDTHS", (24, 12))
        patched.setattr(fig3, "SEEDS", (0,))
        stages: list[str] = []
        found = fig3.run(None, Options(steps=60, tell=stages.append))
    assert stages == ["0/2 width 24, seed 0", "1/2 width 12, seed 0"]
    return found


def test_the_experiment_has_a_record_a_sentence_and_pictures_that_open(experiment: Experiment) -> None:
    names = [method.name for method in entrants(9, 60)]
    shown = [{curve.name for curve in figure.curves} for figure in experiment.figures]
    pictures = [standalone(one.curves, one.title, one.x, one.y, one.linear) for one in experiment.figures[:2]]

    assert [record.id for record in experiment.claims] == ["P.F3.1", "P.F3.2"]
    assert shown[:2] == [set(names)] * 2
    assert all(ElementTree.fromstring(picture).tag.endswith("svg") for picture in pictures)
    assert [Record.from_json(record.to_json()) for record in experiment.claims] == experiment.claims
    assert len(experiment.tables[0].rows) == 8


def test_after_60_steps_the_digits_are_not_separated_yet(experiment: Experiment) -> None:
    """With kernels of 24 and 12 nodes no margin is positive, and nothing is said."""
    assert experiment.claims[1].verdict == Verdict.UNDECIDED
    assert experiment.claims[1].scope.instances == 2


def test_the_setting_tells_sizes_seeds_and_the_step_of_the_theorem(experiment: Experiment) -> None:
    text = " ".join(experiment.setting)
    theta = math.sqrt(math.log(1797 * 9) / 60)

    assert "N = 1797 points of 64 numbers, 10 classes, hence n = 16173 pairs" in text
    assert f"θ_j = √(ln(n)/T) = {theta:.4g}" in text


@pytest.mark.parametrize(("text", "said"), [
    ("1,2,a\n3,4,a\n", "expected at least 2"),
    ("0,0,a\n3,4,b\n", "none of 128 random nodes is active"),
    ("1e200,0,a\n3,4,b\n", "overflows"),
])  # fmt: skip
def test_data_that_cannot_be_used_are_told_in_a_line(tmp_path: FilePath, text: str, said: str) -> None:
    (tmp_path / "mine.csv").write_text(text, encoding="utf-8")

    with pytest.raises(DataError, match=said):
        fig3.run(str(tmp_path / "mine.csv"), Options(steps=5))
