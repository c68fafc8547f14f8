"""Figure 4: does a maximum-margin predictor err less with the kernel of a trained network than with its first one?

A convolutional network is trained on 128 examples. After some epochs the kernel of its gradients, normalised, is
frozen; with it Algorithm 1 finds the largest margin of the 128, and both predictors meet the same test points.
Each seed draws the examples, the initial weights and the batches. Two rates of errors differ where the exact sign
test says so at 5 %: divided by the number of trainings where one of them is singled out.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from lemmacheck.verifiers.data import DataError, Labelled, load_labelled
from lemmacheck.verifiers.experiments.images import images
from lemmacheck.verifiers.experiments.kernel_methods import largest_margin
from lemmacheck.verifiers.experiments.paired import UNNOTICED, hidden, p_value
from lemmacheck.verifiers.experiments.pairs import Pairs
from lemmacheck.verifiers.experiments.result import Experiment, Figure, Options, record_on
from lemmacheck.verifiers.records.terminal import InputError
from lemmacheck.verifiers.records.verdict import Curve, Record, Scope, Table, Verdict

DIGITS = "digits"
SEEDS, CHANNELS = (100, 13579, 1, 2, 3, 4, 5, 6), ((2, 4), (8, 16))
EPOCHS = (0, 1, 2, 4, 8, 16, 32, 64)
EXAMPLES, TESTED, STEPS, LEVEL = 128, 2000, 2000, 0.05
RATE, BATCH = 0.1, 16
READING = "for some seed, as the printed one names other draws here"
MISSING = "fig4 trains networks with JAX, which is not installed: pip install 'lemmacheck[ntk]'"


@dataclass(frozen=True, eq=False)
class Stage:
    """After some epochs: the test points at which the network and the kernel predictor err, and how far its margin
    may be from the largest, relatively."""

    epoch: int
    network: np.ndarray
    kernel: np.ndarray
    gap: float


@dataclass(frozen=True, eq=False)
class Course:
    """A training: the channels of its network, its seed, its stages."""

    channels: tuple[int, int]
    seed: int
    stages: tuple[Stage, ...]

    @property
    def first(self) -> float:
        """The error of the initial kernel's predictor."""
        return float(self.stages[0].kernel.mean())

    @property
    def last(self) -> float:
        """The error of the final kernel's predictor."""
        return float(self.stages[-1].kernel.mean())

    @property
    def network(self) -> float:
        """The error of the trained network."""
        return float(self.stages[-1].network.mean())

    @property
    def change(self) -> float:
        """The p-value of the final kernel against the initial one."""
        return p_value(self.stages[0].kernel, self.stages[-1].kernel)

    @property
    def distance(self) -> float:
        """The p-value of the final kernel against the network."""
        return p_value(self.stages[-1].network, self.stages[-1].kernel)

    @property
    def unnoticed(self) -> float:
        """The share of the points by which the final kernel could err more than the network, or less, unnoticed."""
        network, kernel = self.stages[-1].network, self.stages[-1].kernel
        return max(hidden(network, kernel, LEVEL), hidden(kernel, network, LEVEL))

    def text(self) -> str:
        """The whole training in one line."""
        return (
            f"{widths(self.channels)}, seed {self.seed}: {self.first:.2%} → {self.last:.2%} "
            f"(p = {self.change:.2g}), network {self.network:.2%} (p = {self.distance:.2g})"
        )


class Sample(NamedTuple):
    """Images, and the pairs of their labels."""

    images: np.ndarray
    pairs: Pairs


def course(data: Labelled, shown: np.ndarray, channels: tuple[int, int], seed: int, steps: int) -> Course:
    """A training of a network with these channels, on images drawn from those of the data."""
    order, k = np.random.default_rng(seed).permutation(len(shown)), len(data.classes)
    parts = order[:EXAMPLES], order[EXAMPLES : EXAMPLES + TESTED]
    examples, tests = (Sample(shown[part], Pairs(data.labels[part], k)) for part in parts)
    return Course(channels, seed, tuple(stages(examples, tests, channels, seed, steps)))


def stages(examples: Sample, tests: Sample, channels: tuple[int, int], seed: int, steps: int) -> Iterator[Stage]:
    """The network and the kernel's predictor at the epochs."""
    from lemmacheck.verifiers.experiments.convnet import Training, kernel, scores, trained

    shown, pairs = examples
    how = Training(channels, max(EPOCHS), RATE, BATCH)
    for epoch, layers in enumerate(trained(shown, pairs.labels, pairs.classes, how, seed)):
        if epoch in EPOCHS:
            best = largest_margin(kernel(layers, shown, shown), pairs, steps)
            network = tests.pairs.errors(np.asarray(scores(layers, tests.images)))
            predicted = tests.pairs.errors(kernel(layers, tests.images, shown) @ best.A)
            yield Stage(epoch, network, predicted, 1 - best.gamma / best.bound)


def helped(run: Sequence[Course]) -> list[Course]:
    """The trainings whose final kernel errs less than the initial one."""
    return [course for course in run if course.last < course.first and course.change < LEVEL / len(run)]


def not_helped(run: Sequence[Course]) -> list[Course]:
    """The trainings whose final kernel errs no less than the initial one."""
    return [course for course in run if course.last >= course.first]


def as_network(run: Sequence[Course]) -> list[Course]:
    """The trainings whose final kernel's predictor and network do not differ, on enough points to see a difference."""
    return [course for course in run if course.distance >= LEVEL and course.unnoticed <= UNNOTICED]


def run(data: str | None, options: Options) -> Experiment:
    """Every network with every seed."""
    began, made_with, steps = time.perf_counter(), backend(), options.steps or STEPS
    given = load_labelled(data or DIGITS)
    shown = images(given)
    if len(given.labels) < 2 * EXAMPLES:
        raise DataError(f"{given.name}: {len(given.labels)} points", f"{2 * EXAMPLES} or more", "give larger data")
    trainings = [(channels, seed) for channels in CHANNELS for seed in SEEDS]
    found = []
    for k, (channels, seed) in enumerate(trainings):
        options.tell(f"{k}/{len(trainings)} trainings; now {widths(channels)}, seed {seed}")
        found.append(course(given, shown, channels, seed, steps))
    return Experiment(
        "fig4",
        setting(given, steps, made_with, found),
        [first_record(found, given.name), second_record(found, given.name)],
        list(figures(found)),
        time.perf_counter() - began,
        [table(found)],
    )


def backend() -> str:
    """JAX's version and device."""
    try:
        import jax
    except ImportError:
        raise InputError(MISSING) from None
    return f"jax {jax.__version__} on {jax.devices()[0].device_kind} ({jax.default_backend()})"


def setting(data: Labelled, steps: int, made_with: str, found: Sequence[Course]) -> list[str]:
    """The setting, line by line."""
    k, tested = len(data.classes), len(found[0].stages[0].network)
    gap = max(stage.gap for one in found for stage in one.stages)
    return [
        f"{data.name}: {EXAMPLES} examples, {tested} test points of {data.X.shape[1]} numbers, {k} classes",
        f"networks of two convolutions and a dense layer, with {' and '.join(map(widths, CHANNELS))}; {made_with}",
        f"mini-batch gradient descent, steps of {RATE}, batches of {BATCH}, {max(EPOCHS)} epochs; kernels taken after "
        f"{', '.join(map(str, EPOCHS))} epochs",
        f"seeds {', '.join(map(str, SEEDS))}: each draws examples, test points, initial weights and batches",
        f"kernel predictors: {steps} steps of Algorithm 1 on the whole kernel; their margins are at most {gap:.1%} "
        "below the largest, in floats",
    ]


def first_record(found: Sequence[Course], data: str) -> Record:
    """P.F4a: SUPPORTED where some training shows both halves. The sentence is about one seed: no other refutes it."""
    helpful = helped(found)
    both = as_network(helpful)
    reason = (
        f"{READING}: on {data}, in {len(helpful)} of {len(found)} trainings the last kernel's predictor errs less than "
        f"the first one's, in {len(both)} of these as often as the network at the end, as far as the test points "
        f"tell. {listed(helpful)}"
    )
    statement = (
        f"On {data}, for some seed the kernel predictor errs less after training than before, and as often as the "
        "network at the end."
    )
    return record("P.F4a", statement, data, both, found, reason)


def second_record(found: Sequence[Course], data: str) -> Record:
    """P.F4b: SUPPORTED where a training shows it, and another seed's training of the same network helps."""
    networks = {one.channels for one in helped(found)}
    useless = not_helped(found)
    shown = [one for one in useless if one.channels in networks]
    reason = (
        f"{READING}: on {data}, in {len(useless)} of {len(found)} trainings the last kernel's predictor errs no less "
        f"than the first one's, {len(shown)} of them of a network that another seed helps. {listed(useless)}"
    )
    statement = (
        f"On {data}, for some seed training does not help the kernel predictor of a network, for another it does."
    )
    return record("P.F4b", statement, data, shown, found, reason)


def record(
    name: str, statement: str, data: str, shown: Sequence[Course], found: Sequence[Course], reason: str
) -> Record:
    """The record of a claim, with the curves of the first training that shows it."""
    verdict = Verdict.SUPPORTED if shown else Verdict.UNDECIDED
    drawn = [curve for one in shown[:1] for curve in curves(one)]
    return record_on(name, "", statement, data, verdict, reason, Scope(len(found), max(EPOCHS)), drawn)


def listed(found: Sequence[Course]) -> str:
    return "; ".join(one.text() for one in found)


def widths(channels: tuple[int, int]) -> str:
    return f"{channels[0]}+{channels[1]} channels"


def curves(one: Course) -> list[Curve]:
    """The test errors of the network and of the kernel predictor, from the first epoch, which is 1, on."""
    t, name = [stage.epoch + 1 for stage in one.stages], f"{one.channels[0]}+{one.channels[1]}"
    errors = {
        f"network {name}": [float(stage.network.mean()) for stage in one.stages],
        f"kernel {name}": [float(stage.kernel.mean()) for stage in one.stages],
    }
    return [Curve(what, t, values) for what, values in errors.items()]


def figures(found: Sequence[Course]) -> Iterator[Figure]:
    """One a seed."""
    for seed in dict.fromkeys(one.seed for one in found):
        drawn = [curve for one in found if one.seed == seed for curve in curves(one)]
        yield Figure(
            f"fig4-seed-{seed}.svg", f"Test errors, seed {seed}", "1 + epochs of training", "test error", drawn
        )


def table(found: Sequence[Course]) -> Table:
    """Every training in a row."""
    rows = [
        [
            widths(one.channels),
            str(one.seed),
            *(f"{value:.2%}" for value in (one.first, one.last, one.network)),
            f"{one.change:.2g}",
            f"{one.distance:.2g}",
        ]
        for one in found
    ]
    columns = ["network", "seed", "first kernel", "last kernel", "network's", "p, first to last", "p, last to network"]
    return Table("Test errors", columns, rows)
