"""Protects the race: the margins are the methods', the times the steps', and the pictures open by themselves."""

import json
import re
from fractions import Fraction
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple
from xml.etree import ElementTree

import numpy as np
import pytest
from lemmacheck.theory.books.perceptron.algorithms.perceptron import Perceptron
from lemmacheck.theory.core.run import run
from lemmacheck.verifiers.data import load
from lemmacheck.verifiers.experiments.race_figures import figures
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.races import racing
from lemmacheck.verifiers.races.prior_methods import AveragedPerceptron, OneExample
from lemmacheck.verifiers.races.racing import ENTRANTS, SHARES, Entrant, Lap, document, lap, problem, track

from tests.commands import Command
from tests.shipped import subject_of

IRIS = track(load("iris:0v1"))
STEPS = 60
PICTURES = ["race-gap.svg", "race-iterations.svg", "race-time.svg"]
VARIANTS = """
from lemmacheck.theory.books.jst.methods.variants import momentum, schedule
variants = [momentum(name="mine", beta=lambda t: t / (t + 3)), schedule(name="yours", lam=lambda t: 3 / (t + 3))]
"""
FAILING = """
class Late:
    def start(self, p):
        return Now(0, p.zeros())
    def step(self, p, s):
        if s.t > 50:
            raise RuntimeError("out of\\nsteps")
        return Now(s.t + 1, s.w - p.gradient(s.w))
class Now:
    def __init__(self, t, w):
        self.t, self.w = t, w
variant = Late
"""
ERROR = 'raise RuntimeError("out of\\nsteps")'


@pytest.fixture(scope="module")
def laps() -> list[Lap]:
    return [lap(entrant, IRIS.Z, STEPS, runs=1) for entrant in ENTRANTS]


def test_rows_are_at_most_one_long_and_gamma_is_that_of_the_scaled_data() -> None:
    norms = np.linalg.norm(IRIS.Z, axis=1)
    exact = Instance("iris", load("iris:0v1").unit_rows()).optimum

    assert 0.5 < norms.max() <= 1
    assert IRIS.separable is True
    assert Fraction(IRIS.upper) ** 2 == pytest.approx(float(exact.gamma_squared), rel=1e-15)


@pytest.mark.parametrize("entrant", ENTRANTS[:4], ids=lambda entrant: entrant.name)
def test_the_margins_are_those_of_the_method_on_the_exact_rows(entrant: Entrant, laps: list[Lap]) -> None:
    instance = Instance("iris", load("iris:0v1").unit_rows())
    with Float64().active():
        subject = subject_of(instance, Float64(), entrant.algorithm, STEPS)
        margins = subject.margin(subject.w)

    assert laps[ENTRANTS.index(entrant)].margins == pytest.approx(margins, rel=1e-9, abs=1e-12)


def test_the_perceptron_that_reads_one_row_a_step_is_the_perceptron() -> None:
    rows = Instance("random", tuple(map(tuple, np.random.default_rng(3).integers(-9, 9, (7, 3)).tolist())))
    with Float64().active():
        reference = subject_of(rows, Float64(), Perceptron(), 30)
        found = run(OneExample(), problem(reference.Z, reference.problem.loss), 30)  # type: ignore[arg-type]

    assert np.array_equal([s.w for s in found.states], reference.w)


def test_the_averaged_perceptron_is_the_mean_of_steps_brought_back_into_the_ball() -> None:
    Z, v, total = IRIS.Z, np.zeros(4), np.zeros(4)
    for t in range(1, 8):
        v = v - Z[np.argmax(Z @ v)] / t**0.5
        v = v if np.linalg.norm(v) <= 1 else v / np.linalg.norm(v)
        total += v

    assert lap(Entrant("averaged", AveragedPerceptron()), Z, 7, runs=1).w[-1] == pytest.approx(total / 7, rel=1e-12)


class Walked(NamedTuple):
    t: int
    w: np.ndarray


class Walking:
    """A method that takes the first row each time."""

    def start(self, p: Any) -> Walked:
        return Walked(0, np.zeros(p.d))

    def step(self, p: Any, s: Walked) -> Walked:
        return Walked(s.t + 1, s.w - p.Z[0])


@pytest.fixture
def ticking(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that goes a millisecond on whenever it is looked at."""
    looks = count()
    monkeypatch.setattr(racing, "time", SimpleNamespace(perf_counter=lambda: next(looks) / 1000))


def test_the_seconds_are_those_of_the_steps_of_one_run(ticking: None) -> None:
    walked = lap(Entrant("walking", Walking()), IRIS.Z, 20, runs=2)

    assert walked.seconds == pytest.approx(np.arange(21) / 1000)


def test_a_method_that_is_out_of_time_is_shown_as_far_as_it_came(ticking: None) -> None:
    walked = lap(Entrant("walking", Walking()), IRIS.Z, 1000, timeout=0.02)

    assert 1 <= len(walked.margins) - 1 < 20
    assert len(walked.w) == len(walked.margins) == len(walked.seconds)


def test_the_gap_is_what_the_margin_lacks_and_a_method_has_one_colour_in_all_pictures(laps: list[Lap]) -> None:
    iterations, time_, gap = figures(IRIS, laps, "race")
    margins = dict(zip(iterations.curves[0].t, iterations.curves[0].value, strict=True))
    gaps = dict(zip(gap.curves[0].t, gap.curves[0].value, strict=True))

    assert margins
    assert all(margins[t] + gaps[t] == pytest.approx(IRIS.upper, rel=1e-4) for t in margins)
    names = [[curve.name for curve in picture.curves] for picture in (iterations, time_, gap)]
    assert names[0] == names[1] == [*names[2], "γ̄ = 0.0464461"]


def test_a_share_is_reached_at_the_first_t_that_has_it() -> None:
    one = Lap("one", np.zeros((5, 1)), np.array([-1, 0.4, 0.6, 0.55, 0.95]), np.arange(5) / 10)

    assert one.reached(1.0) == {
        "50%": {"t": 2, "seconds": 0.2},
        "90%": {"t": 4, "seconds": 0.4},
        "99%": None,
        "99.9%": None,
    }
    assert len(SHARES) == 4


def test_the_document_is_plain_data(laps: list[Lap]) -> None:
    told = document(IRIS, laps)

    assert json.loads(json.dumps(told, allow_nan=False)) == told
    assert [method["name"] for method in told["methods"]] == [entrant.name for entrant in ENTRANTS]
    assert (told["n"], told["d"], told["divisor"], told["steps"]) == (100, 4, "16", STEPS)
    for method in told["methods"]:
        curve = method["curve"]
        assert len(curve["t"]) == len(curve["microseconds"]) == len(curve["margin"])
        assert curve["microseconds"] == sorted(curve["microseconds"])


@pytest.mark.slow
def test_the_command_tells_a_table_and_writes_three_pictures_and_the_document(
    lemmacheck: Command, tmp_path: Path
) -> None:
    (tmp_path / "two.py").write_text(VARIANTS)
    out = tmp_path / "new" / "race"
    result = lemmacheck("race", "iris:0v1", str(tmp_path / "two.py"), "--steps", "50", "--out", str(out))
    names = [line.split("  ")[0] for line in result.out.splitlines()[2:]]

    assert result.status == 0
    assert result.out.startswith("iris:0v1, 100 x 4, rows divided by 16; γ̄ = 0.046446093136, certified")
    assert names == [*(entrant.name for entrant in ENTRANTS), "mine", "yours"]
    assert sorted(path.name for path in out.iterdir()) == [*PICTURES, "race.json"]
    assert json.loads((out / "race.json").read_text())["steps"] == 50
    for name, axis in zip(PICTURES, ("iterations t", "iterations t", "time of the steps so far, in µs"), strict=True):
        picture = (out / name).read_text()
        texts = [element.text for element in ElementTree.fromstring(picture).iter() if element.tag.endswith("text")]
        assert {"Algorithm 1", "mine", "yours", axis} <= set(texts)
        assert ("γ̄ = 0.0464461" in texts) == (name != "race-gap.svg")
        assert "prefers-color-scheme: dark" in picture
        assert not re.search(r"url\(|@import|href|{%", picture)
        assert 'xmlns="http://www.w3.org/2000/svg"' in picture


def test_data_that_are_not_separable_are_raced_without_gamma(lemmacheck: Command, tmp_path: Path) -> None:
    (tmp_path / "cross.csv").write_text("x,y,label\n1,0,1\n-1,0,1\n0,1,-1\n0,-1,-1\n")
    out = tmp_path / "race"
    given = ("race", str(tmp_path / "cross.csv"), "--steps", "20")
    result, document = lemmacheck(*given, "--out", str(out)), json.loads(lemmacheck(*given, "--json").out)

    assert result.status == 0
    assert "of γ̄" not in result.out
    assert "not separable" in result.err
    assert (document["separable"], document["gamma"]) == (False, None)
    assert sorted(path.name for path in out.iterdir()) == [*PICTURES[1:], "race.json"]
    assert "γ̄" not in (out / "race-iterations.svg").read_text()


@pytest.mark.slow
def test_bad_input_is_told_in_one_line(lemmacheck: Command, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "late.py").write_text(FAILING)
    (tmp_path / "broken.py").write_text("variant = 1 / 0\n")
    (tmp_path / "endless.py").write_text(FAILING.replace("if s.t > 50:", "while s.t > 50:").replace(ERROR, "pass"))
    for arguments, word in (
        (("race", "nothing"), "nothing"),
        (("race", "iris:0v1", str(tmp_path / "gone.py")), "gone.py"),
        (("race", "iris:0v1", str(tmp_path / "broken.py")), "broken.py:1, in"),
        (("race", "iris:0v1", "--out", str(tmp_path / "file")), "is a file"),
        (("race", "iris:0v1", "--out", str(tmp_path / "file" / "below")), "is a file"),
        (("race", "iris:0v1", str(tmp_path / "late.py"), "--steps", "60"), "late.py:7, in step"),
        (("race", "iris:0v1", str(tmp_path / "endless.py"), "--steps", "60", "--timeout", "1"), "did not return"),
    ):
        assert word in lemmacheck(*arguments).refusal
