"""Sampled paths: many runs of a claim's own method at once in floats, i_t ~ q_t by the inverse distribution function.
Where the paths of a method can only be listed, and are too many to list, the claim stays undecided.

The uniform numbers come from a seed, one generator a step, so that two runs draw the same paths.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from lemmacheck.theory.core.apart import NoRun
from lemmacheck.theory.core.arithmetic import Undecided
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.relation import conjuncts
from lemmacheck.theory.core.run import draws, run
from lemmacheck.verifiers.decide.ladder import Decision, decide, ended_by
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.margins import margin_problem
from lemmacheck.verifiers.instances.subject import sampled_paths, within_reach
from lemmacheck.verifiers.numbers.chances import Estimate, estimate
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.records.verdict import Verdict

PATHS, FEWER = 4000, 400


@dataclass(frozen=True)
class Sampled:
    """`count` paths, each drawn from the q_t it meets."""

    seed: int
    count: int = PATHS

    def __call__(self, p: Any, t: Any, q: np.ndarray) -> np.ndarray:
        u = np.random.default_rng((self.seed, int(t))).random((self.count, 1))
        below = np.cumsum(np.broadcast_to(q, (self.count, p.n)), axis=1)
        rows = np.minimum((u >= below).sum(axis=1), p.n - 1)
        return np.asarray(p.num.array(np.eye(p.n, dtype=int)[rows].tolist()))


def within_listing(claim: Claim, instance: Instance) -> bool:
    """Whether the claim is decided on these data by listing paths, or is not about probabilities at all."""
    return not claim.is_chance or bool(list(within_reach(claim.method, [[instance]])))


def decide_sampled(claim: Claim, instance: Instance, algorithm: Any, steps: int) -> Decision:
    """SUPPORTED where sampled paths bear out every claimed probability; the hypotheses are decided exactly."""
    paths = sampling_method(claim, algorithm)
    if paths is None:
        return Decision(Verdict.UNDECIDED, too_large_text(claim, instance))
    exact = decide(claim, instance, algorithm, 1)
    if exact.verdict not in (Verdict.CERTIFIED, Verdict.SUPPORTED):
        return exact
    try:
        found = estimates(claim, paths, instance, steps)
    except Undecided as error:
        return ended_by(error)
    text = min(found, key=lambda entry: entry.lower - entry.bound).text()
    verdict = Verdict.SUPPORTED if all(entry.supported for entry in found) else Verdict.UNDECIDED
    text = f"holds {text}, in runs of {steps} steps"
    return replace(exact, verdict=verdict, reason=text, worst=None, steps=steps, exact=False, sampled=True)


def longer_paths(claim: Claim, instance: Instance, algorithm: Any, steps: int, listed: int) -> str:
    """What sampled paths say of a chance beyond the steps in which all paths were listed; '' where nothing can be
    sampled."""
    if claim.method is None or not draws(claim.method.kind):
        return ""
    with Float64().active():
        run = sampled_paths(instance, algorithm, steps, claim.method, FEWER)
        if isinstance(run, NoRun) or run.steps <= listed:
            return ""
        try:
            statement = claim(run)
        except Undecided:
            return ""
        least = min(map(estimate, conjuncts(statement)), key=lambda e: e.lower - e.bound)
    borne = "" if least.supported else ", too few to tell" if least.may_hold else ", which speaks against it"
    return f"in {run.steps} steps it holds {least.text()}{borne}"


def sampling_method(claim: Claim, algorithm: Any) -> Any:
    """The claim's own method on sampled paths; None where it cannot sample."""
    sampled = claim.bound.sampled
    return sampled(algorithm, Sampled(seed=0)) if sampled else None


def too_large_text(claim: Claim, instance: Instance) -> str:
    n, d = instance.shape
    rows, columns = claim.bound.reach or (n, d)
    where = f"of at most {rows} x {columns}"
    return f"not asked: its paths are listed, on data {where}, not drawn, and these data are {n} x {d}"


def sampled_runs(paths: Any, instance: Instance, steps: int) -> Any:
    """Sampled runs, side by side as axis 1."""
    return run(paths, margin_problem(instance, Float64()), steps)


def estimates(claim: Claim, paths: Any, instance: Instance, steps: int) -> Sequence[Estimate]:
    """The frequency of each event of a claim on sampled paths."""
    with Float64().active():
        statement = claim(sampled_runs(paths, instance, steps))
        return [estimate(chance) for chance in conjuncts(statement)]
