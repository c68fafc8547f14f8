"""Rates without a constant: the exponent fitted to the tail of a sequence, with a confidence interval.

s_t = O(log(t)^k / t^p) is read off the least-squares fit ln(e_t / ln(t+1)^k) = c + x ln t + a/t over the last decade,
where e_t = max_{u≥t} s_u, and a/t is the first finite-size correction; where another term fits much better and
leaves a larger exponent, it is that one: b ln ln t, for 1/ln t falls like no power, and ln(1 + εt^k), for in 1/t² + ε/t
the smaller power takes over after the run. Each instance gives one x with its interval. An O(·) speaks
of every data set: it is SUPPORTED where the slowest one agrees at the upper end of its interval, or where all are below
rounding soon. A sequence of exactly the order that is claimed stays UNDECIDED, for no fit tells it from a
slower one, and a finite run certifies no limit.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import comb
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.method import Method
from lemmacheck.theory.core.relation import Decay
from lemmacheck.verifiers.decide.trends import floats_of
from lemmacheck.verifiers.instances.families import batches
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.subject import subject_of
from lemmacheck.verifiers.numbers.float64 import NOISE, Float64
from lemmacheck.verifiers.records.verdict import Teeth, Verdict

PLATEAU = 0.5  # a limit of 0 shows a power law, unlike a plateau: an exponent of at most −1/2
FLAT = 0.1  # an exponent above −FLAT is no decay that could end
LATER = (0.1, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0)  # how much larger the exponent may be that takes over later
SIZES = np.arange(-25.0, 6.0)  # ln of what is seen of it at the end: from what rounding hides to nothing else
CLOSE = 1e-3
RESOLUTION = 1e-9  # what least squares in doubles can tell of an exponent
CONFIDENCE = 0.99
QUANTILE = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
BOUNDED = "a bound with its constant, as at_most(s, C / (run.t + 1)), is decided"
HALF_DIGIT = 5e-4  # of an exponent: less does not show in three digits
FEWEST = 8  # instances with a fitted exponent, for an interval to mean anything


@dataclass(frozen=True)
class Fit:
    """The median exponent over instances, with its exact interval, and the instance whose interval ends last.

    Sequences that vanish, against what they were, are counted apart, and so are those too short or small for a fit.
    """

    exponent: float
    lower: float
    upper: float
    instances: int
    vanished: int
    slowest: str
    slowest_exponent: float = -np.inf
    slowest_upper: float = -np.inf
    short: int = 0
    fewest: int = FEWEST

    @property
    def unfitted_text(self) -> str:
        """The number of instances without an exponent, with the reason."""
        short = f", {self.short} have too few entries above rounding" if self.short else ""
        return f"{self.vanished} more reach the limit{short}"


def slope(sequence: np.ndarray, logs: float, as_power: bool = False) -> tuple[float, float] | None:
    """The fitted exponent and its standard error; None for a sequence that reaches its limit, or is too short.

    The envelope of the first half above rounding is fitted; the second half only serves to compute it. An undefined
    sequence counts as growing. Whether it falls `as_power`, and no slower, is asked with the term in ln ln t.
    """
    if not np.isfinite(sequence).all():
        return np.inf, 0.0
    envelope = np.maximum.accumulate(np.abs(sequence)[::-1])[::-1]
    last = int(np.count_nonzero(envelope > NOISE)) // 2
    if last < 20:
        return None
    t = np.arange(last // 10, last) + 1.0
    logarithm = np.log(envelope[last // 10 : last] / np.log(t + 1) ** logs)
    power = [np.log(t), np.ones_like(t), 1 / t]
    found, error, left = line(logarithm, power)
    late = int(1.8 * last)
    logs_too = logs * np.log(np.log(last + 2) / np.log(late + 2))
    flatter = (np.log(envelope[late] / envelope[last]) + logs_too) / np.log(late / last)
    if found < -FLAT and flatter > found / 2:  # what is fitted does not go on
        return float(flatter), RESOLUTION
    if as_power and left > len(t) * RESOLUTION**2:  # whether the exponent still rises where the run ends
        more, still = [*power, t**-2], [*power, t**-2, t**-3]
        plain = line(logarithm, power), line(logarithm, more), line(logarithm, still)
        slower = [*better(logarithm, t, power, plain[:2]), *better(logarithm, t, more, plain[1:])]
        if slower:
            found, error, _ = min(slower, key=lambda one: one.left)
    return found, max(error, RESOLUTION)


class Line(NamedTuple):
    """A least-squares fit: the coefficient of the first term, its standard error, and the squares that are left."""

    first: float
    error: float
    left: float


def better(logarithm: np.ndarray, t: np.ndarray, power: list[np.ndarray], plain: Sequence[Line]) -> list[Line]:
    """What falls slower in the end than a power does, and fits much better than that and its next correction."""
    enough = min(one.left for one in plain) / 2
    return [one for one in rising(logarithm, t, power) if one.first > plain[0].first and one.left < enough]


def rising(logarithm: np.ndarray, t: np.ndarray, power: list[np.ndarray]) -> Iterator[Line]:
    """Fits of what falls slower in the end than it seems to: with a term in ln ln t, and with a second power beside the
    first, ln(t^x + εt^(x+k)) = x ln t + ln(1 + εt^k); the first coefficient is the exponent in the end."""
    yield line(logarithm, [*power, np.log(np.log(t + 1))])
    basis = np.linalg.qr(np.stack(power, axis=1))[0]
    for k in LATER:
        later, sizes, apart = (t / t[-1]) ** k, SIZES, 1.0
        while apart > CLOSE:  # the size, among these, with which the least is left; then among those near it
            values = logarithm[:, None] - np.log1p(np.exp(sizes) * later[:, None])
            best = sizes[np.square(values - basis @ (basis.T @ values)).sum(0).argmin()]
            sizes, apart = best + apart * np.linspace(-1, 1, 21), apart / 10
        fitted = line(logarithm - np.log1p(np.exp(best) * later), power)
        yield fitted._replace(first=fitted.first + k)


def line(values: np.ndarray, terms: list[np.ndarray]) -> Line:
    model = np.stack(terms, axis=1)
    solution = np.linalg.lstsq(model, values)[0]
    apart = values - model @ solution
    left = float(apart @ apart)
    variance = left / (len(values) - len(terms))
    return Line(float(solution[0]), float(np.sqrt(variance * np.linalg.inv(model.T @ model)[0, 0])), left)


def decays(claim: Claim, algorithm: Any, instances: Sequence[Instance], steps: int) -> list[tuple[str, Decay]]:
    """The claim's sequence on each instance, in floats, on runs as long as a fit needs; where the method cannot go on,
    on runs that end where it says."""
    method = claim.method
    try:
        return measured(claim, method and method.of_any_length, algorithm, instances, steps)
    except Exception:  # of a step that has no more numbers, whatever it then does
        if method is None or method.steps is None:
            raise
        return measured(claim, method, algorithm, instances, steps)


def measured(
    claim: Claim, method: Method | None, algorithm: Any, instances: Sequence[Instance], steps: int
) -> list[tuple[str, Decay]]:
    """One batch a shape is measured at a time; of a method that draws, of which all paths are followed, each instance
    by itself."""
    num, found = Float64(), list[tuple[str, Decay]]()
    with num.active():
        for members in ([one] for one in instances) if claim.lists_all_paths else batches(instances):
            decay = claim(subject_of(members, num, algorithm, steps, method=method))
            if not isinstance(decay, Decay):  # floats are too small for what it says of any of them
                decay = Decay(np.full((steps + 1, len(members)), np.nan), None)
            given = floats_of(decay.sequence)
            by_member = given if given.ndim > 1 else given[:, None]
            sequences = np.broadcast_to(by_member, (len(given), len(members), *by_member.shape[2:]))
            found += [(i.name, decay._replace(sequence=sequences[:, k])) for k, i in enumerate(members)]
    return found


def fewest(claim: Claim) -> int:
    """The number of instances that a verdict takes; one, where runs read no data."""
    return 1 if claim.dataless else FEWEST


def fit(measured: Sequence[tuple[str, Decay]], fewest: int = FEWEST) -> Fit:
    """The exponents of the sequences, summarised."""
    fits = [(slope(floats_of(d.sequence), d.logs, d.power != 0), name) for name, d in measured]
    known = [(found, name) for found, name in fits if found is not None]
    without_exponent = [np.abs(d.sequence) for (found, _), (_, d) in zip(fits, measured, strict=True) if found is None]
    vanished = sum(bool(s.size and s[-1] <= NOISE * s.max()) for s in without_exponent)
    short = len(without_exponent) - vanished
    if not known or len(known) < fewest:
        return Fit(np.nan, -np.inf, np.inf, len(known), vanished, "", short=short, fewest=fewest)
    depth = max(1, fair_coin(len(known), (1 - CONFIDENCE) / 2))
    errors = QUANTILE * np.array([error for (_, error), _ in known])
    exponents = np.array([value for (value, _), _ in known])
    lower = np.sort(exponents - errors)[depth - 1]
    upper = np.sort(exponents + errors)[-depth]
    last = int(np.argmax(exponents + errors))
    slowest = known[last][1], float(exponents[last]), float((exponents + errors)[last])
    return Fit(float(np.median(exponents)), float(lower), float(upper), len(known), vanished, *slowest, short, fewest)


def fair_coin(tosses: int, chance: float) -> int:
    """The least k for which at most k heads have at least this chance."""
    ways = accumulate(comb(tosses, k) for k in range(tosses + 1))
    return next(k for k, below in enumerate(ways) if below >= chance * 2**tosses)


def exponent(decay: Decay) -> str:
    """One sequence's exponent, as it is recorded."""
    fitted = slope(floats_of(decay.sequence), decay.logs, decay.power != 0)
    return "reaches its limit" if fitted is None else f"{fitted[0]:z.6f}"


def judge(decay: Decay, fitted: Fit) -> tuple[Verdict, str]:
    """SUPPORTED if the slowest instance shows the rate even at the upper end of its interval; else undecided, since
    the limit may differ."""
    power = PLATEAU if decay.power is None else float(decay.power)
    wanted = (
        f"needs {'a power law, ' if decay.power is None else ''}an exponent of at most {'−' if power else ''}{power:g}"
    )
    logs = f" after division by ln(t+1)^{decay.logs:g}" if decay.logs else ""
    if fitted.vanished >= fitted.fewest and not (fitted.instances or fitted.short):
        where = f"on all {fitted.vanished} instances " if fitted.vanished > 1 else ""
        return Verdict.SUPPORTED, f"{where}it is below {NOISE:g} before an exponent shows"
    if not fitted.instances or fitted.instances < fitted.fewest:
        few = f"an exponent shows on {fitted.instances} instances ({fitted.unfitted_text})"
        few += f", of at least {fitted.fewest} that a verdict takes; the claim {wanted}"
        return Verdict.UNDECIDED, f"{few}; {BOUNDED}"
    if fitted.slowest_exponent == np.inf:
        undefined = f"on {fitted.slowest} floats leave the sequence undefined, as where a step comes to divide 0 by 0"
        return Verdict.UNDECIDED, f"{undefined}; {BOUNDED}"
    found = (
        f"fitted exponent {fitted.slowest_exponent:.3f}, at most {fitted.slowest_upper:.3f} at {CONFIDENCE:.0%}{logs}"
    )
    if fitted.fewest == 1:
        found += f"; the claim {wanted}"
    else:
        found = f"on {fitted.slowest}, the slowest, {found}; median {fitted.exponent:.3f} "
        found += f"[{fitted.lower:.3f}, {fitted.upper:.3f}] on {fitted.instances} instances ({fitted.unfitted_text}); "
        found += f"the claim is for every instance and {wanted}"
    if -power < fitted.slowest_upper <= -power + HALF_DIGIT:
        found += "; no fit tells a sequence of exactly this order from a slower one"
    if fitted.slowest_upper <= -power:
        return Verdict.SUPPORTED, found
    if fitted.slowest_exponent > -power + HALF_DIGIT:
        found += "; what is seen is slower, and no finite run refutes a rate"
    return Verdict.UNDECIDED, f"{found}; {bounded(decay.power)}"


def bounded(power: Any) -> str:
    """What is decided in place of a rate of this power."""
    whole = power is not None and power > 1 and power == int(power)
    return BOUNDED.replace("(run.t + 1)", f"(run.t + 1) ** {int(power)}") if whole else BOUNDED


def teeth_of(measured: Sequence[tuple[str, Decay]], fewest: int = FEWEST) -> Teeth:
    """Mutants of a supported rate: sequences that decay one power slower, or not at all, must lose the verdict."""
    mutants: dict[str, float | None] = {"kept away from 0": None}
    if measured[0][1].power is not None:
        mutants |= {"slower by t": 1.0, "slower by t²": 2.0}
    survivors = []
    for name, power in mutants.items():
        wrong = [(instance, _slowed(decay, power)) for instance, decay in measured]
        if judge(wrong[0][1], fit(wrong, fewest))[0] == Verdict.SUPPORTED:
            survivors.append(name)
    return Teeth(len(mutants) - len(survivors), len(mutants), survivors)


def _slowed(decay: Decay, power: float | None) -> Decay:
    sequence = np.abs(floats_of(decay.sequence))
    t = np.arange(1, len(sequence) + 1, dtype=float)
    slower = sequence + sequence.max() if power is None else sequence * t**power
    return decay._replace(sequence=slower)
