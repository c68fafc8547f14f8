"""Placebos: subjects that a claim does not speak of, to see whether its verdict could have come out otherwise.

    about a method   the states of a wrong step, of other parameters, or drawn at random, as if they were its run; its
                     own states under another schedule; where the claim reads no state, as below
    about data       the problem with a wrong optimum, or with one of its functions or numbers wrong, or its map Zᵀ

A placebo counts where it meets the hypotheses too. `informative` is the share of the entries that hold on the runs
tried and that some placebo breaks. Floats decide it, by entries that are far apart: it is a remark and no verdict.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import fields, replace
from fractions import Fraction
from types import FunctionType
from typing import Any

import numpy as np
from lemmacheck.theory.core.apart import NoRun
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.hypothesis import Hypothesis
from lemmacheck.theory.core.matrix import Matrix
from lemmacheck.theory.core.method import Method
from lemmacheck.theory.core.own import Own
from lemmacheck.theory.core.paths import Paths
from lemmacheck.theory.core.relation import Limit
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.margins.problem import Optimum
from lemmacheck.verifiers.decide.gate import failing
from lemmacheck.verifiers.decide.trends import halves, sizes_of
from lemmacheck.verifiers.instances.families import structured
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.memory import remembering
from lemmacheck.verifiers.instances.own import families_of, planted_on
from lemmacheck.verifiers.instances.subject import reachable, run_on, subject_of
from lemmacheck.verifiers.numbers.chances import relations_of
from lemmacheck.verifiers.numbers.comparison import sides
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.probe.wrong_steps import wrong_steps

STEPS, LISTED_STEPS = 8, 200
OURS, YOURS = 7, 2  # every so many-th of our instances, and so many of the author's
OTHERS = 4  # other parameters
SEEDS = (1, 2)
DIGITS = 3
MAP = ("combine",)  # Zᵀq, of which a gradient is made
Entries = list[np.ndarray]  # of each relation, which of its entries fail


def informative(claim: Claim) -> float | None:
    """The share of a claim's entries, on some runs, that a placebo breaks; None where no run meets its hypotheses."""
    with Float64().active(), np.errstate(all="ignore"):
        usual = ([(label, right(one, a, claim.method)) for one in tried_on(claim)] for label, a in claim.usual.items())
        planted = [(la, right(one, claim.runs[la], claim.method)) for la, one in planted_on(claim.method).items()]
        for runs in usual:
            subjects = [(label, subject) for label, subject in (*runs, *planted) if meets(claim, subject)]
            of_states = any(reads_states(claim, subject) for _, subject in subjects)
            counts = [broken(claim, subject, placebos(claim, subject, la, of_states)) for la, subject in subjects]
            entries, hit = (sum(count[k] for count in counts) for k in (0, 1))
            if entries:
                return round(hit / entries, DIGITS)
    return None


def broken(claim: Claim, subject: Any, asked: Iterable[tuple[Any, Any]]) -> tuple[int, int]:
    """How many entries hold on the subject, and how many of these some placebo breaks."""
    holding = [~fails for fails in entries(claim, subject) or []]
    hit = [np.zeros_like(holds) for holds in holding]
    for placebo, posing in asked:
        found = entries(claim, placebo) if meets(claim, posing) else None
        for k, fails in enumerate(found or []):
            hit[k] |= holding[k] & (fails if fails.shape == holding[k].shape else fails.any())
        if all(map(np.array_equal, hit, holding)):
            break
    return sum(int(holds.sum()) for holds in holding), sum(int(one.sum()) for one in hit)


def tried_on(claim: Claim) -> Sequence[Instance]:
    """A few instances: the author's own, and structured ones of several shapes and families."""
    found = reachable(claim.method, structured()[1::OURS])
    found = found[:1] if claim.dataless else found
    return (*families_of(claim.method)[:YOURS], *found)


@remembering(64)
def right(instance: Instance, algorithm: Any, method: Method | None) -> Any:
    """The subject of the claims about a method, in floats, kept for the next of them."""
    listed = method is not None and method.longest is not None
    try:
        return subject_of(instance, Float64(), algorithm, LISTED_STEPS if listed else STEPS, method=method)
    except ArithmeticError:
        return NoRun()


def meets(claim: Claim, subject: Any) -> bool:
    """Whether no hypothesis fails by more than rounding."""
    try:
        return not isinstance(subject, NoRun) and not any(breaks(subject, h) for h in claim.given)
    except Exception:  # of a placebo, which may be anything
        return False


@remembering(2048)
def breaks(subject: Any, hypothesis: Hypothesis) -> bool:
    """Whether a hypothesis, which many claims share, fails by more than rounding."""
    return any(failing(relation).any() for relation in relations_of(hypothesis(subject)))


def entries(claim: Claim, subject: Any) -> Entries | None:
    """Which entries of each relation fail; None where the claim is undefined."""
    try:
        statement = claim(subject)
        if isinstance(statement, Limit):
            shrinks = halves(sizes_of(statement))
            return None if shrinks is None else [np.array([not shrinks])]
        return [*map(failing, relations_of(statement))]
    except Exception:  # as above
        return None


def placebos(claim: Claim, subject: Any, label: str, of_states: bool) -> Iterator[tuple[Any, Any]]:
    """Each placebo, which takes the place of the subject, with the subject of the hypotheses."""
    if not isinstance(subject, Run):
        yield from ((wrong, wrong) for wrong in wrong_problems(subject))
        return
    if not of_states:
        for wrong in wrong_problems(subject.problem):
            posing = type(subject)(wrong, subject.algorithm, subject.states)
            yield posing, posing
    yield from strangers(subject, label, claim.method)


def reads_states(claim: Claim, subject: Any) -> bool:
    """Whether the claim changes with the states of the run."""
    try:
        pairs = [relations_of(claim(run)) for run in (subject, with_random_states(subject, SEEDS[0]))]
        return not all(map(np.array_equal, *([side for r in statement for side in sides(r)] for statement in pairs)))
    except Exception:  # as above
        return True


@remembering(64)
def strangers(subject: Run, label: str, method: Method) -> list[tuple[Run, Run]]:
    """Subjects that are no run of the method: states of something else on the same problem, or its own states under
    another schedule; each with the subject of the hypotheses. They are kept for the next claim."""
    found = []
    for wrong in others_than(subject, label, method):
        posing = type(subject)(subject.problem, subject.algorithm, wrong.states)
        found.append((posing, posing))
        if wrong.algorithm is not subject.algorithm:
            found.append((type(subject)(subject.problem, wrong.algorithm, subject.states), subject))
    return found


def others_than(subject: Run, label: str, method: Method) -> list[Run]:
    """Runs of something else on the same problem: wrong methods, other parameters, states drawn at random."""
    others = {name: other for name, other in {**method.usual, **method.unusual}.items() if name != label}
    wrong = method.planted[label].wrong if label in method.planted else method.wrong
    among = [*wrong.values(), *wrong_steps(method).values(), *list(others.values())[:OTHERS]]
    found = [made for one in among if (made := run_if_possible(one, subject)) is not None]
    return found + [with_random_states(subject, seed) for seed in SEEDS]


def run_if_possible(algorithm: Any, subject: Run) -> Run | None:
    """The run of another algorithm, as long as the subject, if it can be run."""
    try:
        made = run_on(subject.problem, algorithm, subject.steps)
    except Exception:  # of a step that may be wrong in any way
        return None
    return None if isinstance(made, NoRun) else made


def with_random_states(run: Run, seed: int) -> Run:
    """The same run with states drawn at random, of the same shape and size: points of a simplex stay in it."""
    rng = np.random.RandomState(seed)  # whose stream no version of NumPy changes
    if isinstance(run, Paths):
        levels = [
            tuple(b._replace(state=one) for b, one in zip(level, at_random([b.state for b in level], rng), strict=True))
            for level in run.states
        ]
        return Paths(run.problem, run.algorithm, levels)
    return Run(run.problem, run.algorithm, at_random(run.states, rng))


def at_random(states: Sequence[Any], rng: np.random.RandomState) -> list[Any]:
    columns = {name: anew([getattr(s, name) for s in states], rng) for name in states[0]._fields}
    return [state._replace(**{name: x[k] for name, x in columns.items()}) for k, state in enumerate(states)]


def anew(values: list[Any], rng: np.random.RandomState) -> Any:
    """Other values of one sequence; a counter of steps, or whatever is no array of numbers, stays."""
    if not all(isinstance(x, (float, np.ndarray)) for x in values):
        return values
    if len({np.shape(x) for x in values}) > 1:
        return [anew([x], rng)[0] for x in values]
    x = of_floats(np.stack(values))
    if x.dtype != float or (x.ndim == 1 and (x == np.arange(len(x))).all()):
        return values
    if x.ndim > 1 and x.size and (x >= 0).all() and np.allclose(x.sum(-1), 1):
        points = rng.dirichlet(np.ones(x.shape[-1]), x.shape[:-1])
        return points if ((x > 0) & (x < 1)).any() else np.eye(x.shape[-1])[points.argmax(-1)]
    found = rng.normal(size=x.shape) * (np.abs(np.nan_to_num(x)).max(initial=0) or 1)
    return np.where(np.isnan(x), x, np.abs(found) if (x >= 0).all() and x.any() else found)


def of_floats(x: np.ndarray) -> np.ndarray:
    """An array of floats also where NumPy takes them for objects, as in Fraction(1, 2) * s.x."""
    held = x.ravel().tolist() if x.dtype == object else []
    numbers = all(isinstance(one, (int, float, Fraction)) for one in held) and any(isinstance(k, float) for k in held)
    return x.astype(float) if numbers else x


def wrong_problems(p: Any) -> Iterator[Any]:
    """The problem with one of its numbers or functions wrong."""
    for name, value in fields_beside_rows(p).items():
        for other in wrong_optima(p, value) if isinstance(value, Optimum) else changed_values(value):
            yield with_part(p, name, other)
    its_own = (name for kind in type(p).__mro__ if kind not in Own.__mro__ for name in vars(kind))
    for name in dict.fromkeys((*its_own, *(MAP if isinstance(p, Matrix) else ()))):
        if not name.startswith("_") and name not in fields_beside_rows(p):
            yield from filter(None, (with_function(p, name, change) for change in (negative, at_another_argument)))


def fields_beside_rows(p: Any) -> Mapping[str, Any]:
    """The fields of a problem beside its rows and their arithmetic."""
    held = {f.name: getattr(p, f.name) for f in fields(p) if f.name not in ("Z", "num", "made")}
    return {**held, **p.made} if isinstance(p, Own) else held


def wrong_optima(p: Any, best: Optimum) -> Iterator[Optimum]:
    """The optimum as it would be at a vertex or at the uniform point; and the optimum with the opposite sign."""
    for q in (*np.eye(p.n)[[0, -1]], np.full(p.n, 1 / p.n)):
        pull = q @ p.Z
        yield Optimum(np.array([pull @ pull]), q[None], pull[None], p.num)
    yield replace(best, direction=-best.direction)


def changed_values(value: Any) -> list[Any]:
    numbers = isinstance(value, float) or (isinstance(value, np.ndarray) and value.dtype == float)
    return [negative(value), at_another_argument(value)] if numbers else []


def negative(x: Any) -> Any:
    """The negative."""
    return -x


def at_another_argument(x: Any) -> Any:
    """The values at another argument, or 1 more where there is no other."""
    x = np.asarray(x)
    return np.roll(x, 1, axis=0) if x.ndim and len(x) > 1 else x + 1


def with_part(p: Any, name: str, value: Any) -> Any:
    found = bare(p)
    if isinstance(p, Own) and name in p.made:
        name, value = "made", {**p.made, name: value}
    object.__setattr__(found, name, value)
    return found


def with_function(p: Any, name: str, change: Callable[[Any], Any]) -> Any:
    """The problem with another function, or another property, of this name; None where the name is neither."""
    kind, found = type(p), bare(p)
    right = next(vars(one)[name] for one in kind.__mro__ if name in vars(one))
    reads = getattr(right, "fget", None) or getattr(right, "func", None)
    if reads is not None:
        wrong: Any = property(lambda self: change(reads(self)))
    elif isinstance(right, FunctionType):
        wrong = lambda self, *given, **named: change(right(self, *given, **named))  # noqa: E731
    else:
        return None
    object.__setattr__(found, "__class__", type(kind.__name__, (kind,), {name: wrong, "__module__": kind.__module__}))
    return found


def bare(p: Any) -> Any:
    """A copy without the memory of the original."""
    found = copy(p)
    held = {f.name for f in fields(p)}
    for name in set(vars(found)) - held:
        del vars(found)[name]
    return found
