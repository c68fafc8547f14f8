"""Protects the fourth figure: the test on paired errors, what trainings show, and the kernel of a network's gradients.

What needs JAX runs in a process of its own, since threads of JAX forbid later tests to fork.
"""

import importlib.util
import json
import math
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from lemmacheck.reports.plot import standalone
from lemmacheck.verifiers.data import DataError, Labelled
from lemmacheck.verifiers.experiments import Options, fig4
from lemmacheck.verifiers.experiments.fig4 import LEVEL, Course, Stage, as_network, curves, first_record, helped, table
from lemmacheck.verifiers.experiments.images import images
from lemmacheck.verifiers.experiments.paired import p_value
from lemmacheck.verifiers.experiments.pairs import Pairs
from lemmacheck.verifiers.records.terminal import InputError
from lemmacheck.verifiers.records.verdict import Record, Verdict

POINTS = 400
needs_jax = pytest.mark.skipif(importlib.util.find_spec("jax") is None, reason="JAX is not installed: the extra [ntk]")


def errors(*spans: tuple[int, int]) -> np.ndarray:
    """Errors at the points of these spans alone."""
    found = np.zeros(POINTS, dtype=bool)
    for start, end in spans:
        found[start:end] = True
    return found


def training(first: np.ndarray, last: np.ndarray, network: np.ndarray, seed: int = 1, channels: Any = (2, 4)) -> Course:
    return Course(channels, seed, (Stage(0, errors((0, 360)), first, 0.0), Stage(8, network, last, 0.001)))


HELPED = training(errors((0, 60)), errors((0, 20)), errors((0, 22)))
HELPED_APART = training(errors((0, 60)), errors((0, 20)), errors((0, 60)))
A_LITTLE = training(errors((0, 60)), errors((0, 58)), errors((0, 58)), seed=2)
WORSE = training(errors((0, 20)), errors((0, 30)), errors((0, 30)), seed=3)
SAME = training(errors((0, 20)), errors((20, 40)), errors((0, 30)), seed=4, channels=(8, 16))


@pytest.mark.parametrize(("alone", "other"), [(0, 0), (1, 0), (3, 9), (9, 3), (6, 6), (0, 12)])
def test_the_paired_test_is_a_fair_coin(alone: int, other: int) -> None:
    """Twice the smaller tail of Binomial(a + b, 1/2), at most 1, whatever both predictors get wrong together."""
    n, both = alone + other, (100, 150)
    tail = sum(math.comb(n, k) for k in range(min(alone, other) + 1)) / 2**n
    first, second = errors((0, alone), both), errors((50, 50 + other), both)

    assert math.isclose(p_value(first, second), min(1.0, 2 * tail))


def test_an_example_whose_label_ties_with_another_is_an_error() -> None:
    scores = np.array([[2.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 2.0]])

    assert Pairs(np.array([0, 0, 1]), 3).errors(scores).tolist() == [False, True, True]


def test_a_training_helps_where_the_coin_says_so() -> None:
    run = [HELPED, A_LITTLE, WORSE, SAME]

    assert helped(run) == [HELPED]
    assert fig4.not_helped(run) == [WORSE, SAME]
    assert as_network([HELPED, HELPED_APART]) == [HELPED]


def test_many_trainings_ask_for_a_smaller_p() -> None:
    close = training(errors((0, 30)), errors((0, 22)), errors((0, 22)))

    assert close.change < LEVEL
    assert helped([close]) == [close]
    assert helped([close] * 10) == []


@pytest.mark.parametrize(("run", "verdict"), [
    ([HELPED, WORSE], Verdict.SUPPORTED),
    ([HELPED_APART, WORSE], Verdict.UNDECIDED),
    ([A_LITTLE, WORSE], Verdict.UNDECIDED),
])  # fmt: skip
def test_figure_4a_needs_a_training_that_helps_and_ends_as_the_network(run: list[Course], verdict: Verdict) -> None:
    assert first_record(run, "mine").verdict == verdict


@pytest.mark.parametrize(("run", "verdict"), [
    ([HELPED, WORSE], Verdict.SUPPORTED),
    ([HELPED, SAME], Verdict.UNDECIDED),
    ([A_LITTLE, WORSE], Verdict.UNDECIDED),
    ([HELPED, A_LITTLE], Verdict.UNDECIDED),
])  # fmt: skip
def test_figure_4b_needs_two_seeds_of_one_network_that_disagree(run: list[Course], verdict: Verdict) -> None:
    assert fig4.second_record(run, "mine").verdict == verdict


def test_a_training_tells_its_errors() -> None:
    text = HELPED.text()

    assert "2+4 channels, seed 1: 15.00% → 5.00%" in text
    assert "network 5.50%" in text
    assert text in first_record([HELPED, WORSE], "mine").reason
    assert len(table([HELPED, SAME]).rows[0]) == len(table([HELPED]).columns)


def test_there_is_one_picture_a_seed_with_every_network() -> None:
    other = training(errors((0, 60)), errors((0, 20)), errors((0, 22)), channels=(8, 16))
    drawn = list(fig4.figures([HELPED, WORSE, other]))
    names = ["network 2+4", "kernel 2+4", "network 8+16", "kernel 8+16"]

    assert [figure.file for figure in drawn] == ["fig4-seed-1.svg", "fig4-seed-3.svg"]
    assert [curve.name for curve in drawn[0].curves] == names
    assert curves(HELPED)[1].value == [0.15, 0.05]
    assert curves(HELPED)[1].t == [1, 9]
    assert ElementTree.fromstring(standalone(drawn[0].curves, drawn[0].title)).tag.endswith("svg")


@pytest.mark.parametrize(("size", "shape"), [(16, (4, 4, 1)), (12, (2, 2, 3))])
def test_points_are_read_as_planes_of_colours(size: int, shape: tuple[int, ...]) -> None:
    X = np.arange(2 * size, dtype=float).reshape(2, size)
    shown = images(Labelled("mine", X, np.array([0, 1]), ("a", "b")))

    assert shown.shape == (2, *shape)
    assert shown.max() == 1
    assert shown[0, 0, 1, 0] == np.float32(1 / (2 * size - 1))
    assert shown[0, 0, 0, -1] == np.float32((shape[2] - 1) * size / shape[2] / (2 * size - 1))


def test_points_that_are_no_squares_are_refused() -> None:
    data = Labelled("mine", np.ones((2, 13)), np.array([0, 1]), ("a", "b"))

    with pytest.raises(DataError, match="points of 13 numbers"):
        images(data)


def test_without_jax_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jax", None)

    with pytest.raises(InputError, match=r"pip install 'lemmacheck\[ntk\]'"):
        fig4.run(None, Options())


SCRIPT = """
import json
import jax
import numpy as np
from lemmacheck.verifiers.experiments import Options, convnet, fig4

def flat(layers):
    return np.concatenate([np.ravel(part) for layer in layers for part in layer]).astype(np.float32)

def unflattened(v, layers):
    parts, k = [], 0
    for layer in layers:
        parts.append([])
        for part in layer:
            parts[-1].append(v[k:k + part.size].reshape(part.shape))
            k += part.size
    return [tuple(layer) for layer in parts]

rng = np.random.default_rng(0)
images = rng.random((3, 4, 4, 1)).astype(np.float32)
first = convnet.initial((4, 4, 1), (2, 2), 3, rng)
layers = [(weights, rng.standard_normal(bias.shape).astype(np.float32) / 8) for weights, bias in first]
v, h, rows, scores = flat(layers), 2.0**-12, [], jax.jit(convnet.scores)
for k in range(len(v)):
    change = h * (np.arange(len(v)) == k).astype(np.float32)
    ends = [np.asarray(scores(unflattened(v + sign * change, layers), images)) for sign in (1, -1)]
    rows.append((ends[0] - ends[1]) / (2 * h))
jacobian = np.moveaxis(np.array(rows), 0, 1).reshape(3, -1)
gram = jacobian @ jacobian.T
lengths = np.sqrt(gram.diagonal())
how = convnet.Training((2, 2), 6, 0.1, 16)
X = rng.random((40, 4, 4, 1)).astype(np.float32)
c = (X.mean(axis=(1, 2, 3)) > 0.5).astype(int)
runs = [list(convnet.trained(X, c, 2, how, seed)) for seed in (1, 1, 2)]
fig4.EPOCHS, fig4.CHANNELS, fig4.SEEDS, fig4.TESTED = (0, 1), ((2, 2),), (1, 2), 100
stages = []
found = fig4.run(None, Options(steps=200, tell=stages.append))
print(json.dumps({
    "numerical": (gram / np.outer(lengths, lengths)).tolist(),
    "kernel": convnet.kernel(layers, images, images).tolist(),
    "losses": [float(convnet.cross_entropy(v, X, c)) for v in runs[0]],
    "same": bool((flat(runs[0][-1]) == flat(runs[1][-1])).all()),
    "other": bool((flat(runs[0][-1]) == flat(runs[2][-1])).all()),
    "claims": [record.to_dict() for record in found.claims],
    "setting": found.setting,
    "rows": found.tables[0].rows,
    "stages": stages,
}))
"""


@pytest.fixture(scope="module")
def measured() -> Any:
    """What a process with JAX prints, on the processor."""
    environment = {**os.environ, "JAX_PLATFORMS": "cpu"}
    root = Path(fig4.__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, env=environment, cwd=root, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@needs_jax
def test_the_kernel_is_that_of_numerical_derivatives(measured: Any) -> None:
    kernel, numerical = np.array(measured["kernel"]), np.array(measured["numerical"])

    assert np.allclose(kernel.diagonal(), 1, atol=1e-5)
    assert np.allclose(kernel, numerical, atol=5e-3)
    assert kernel.min() < 0.99


@needs_jax
def test_training_lowers_the_loss_and_is_the_same_for_the_same_seed(measured: Any) -> None:
    losses: Sequence[float] = measured["losses"]

    assert len(losses) == 7
    assert losses[-1] < losses[0]
    assert (measured["same"], measured["other"]) == (True, False)


@needs_jax
def test_the_experiment_tells_what_it_used(measured: Any) -> None:
    text = " ".join(measured["setting"])

    assert "digits: 128 examples, 100 test points of 64 numbers, 10 classes" in text
    assert "jax " in text
    assert "(cpu)" in text
    assert "seeds 1, 2" in text
    assert len(measured["rows"]) == 2
    assert measured["stages"][1].startswith("1/2 trainings")


@needs_jax
def test_the_experiment_has_a_record_a_sentence(measured: Any) -> None:
    records = [Record.from_dict(record) for record in measured["claims"]]

    assert [record.id for record in records] == ["P.F4a", "P.F4b"]
    assert all(record.scope.instances == 2 for record in records)
    assert {record.verdict for record in records} <= {Verdict.SUPPORTED, Verdict.UNDECIDED}
