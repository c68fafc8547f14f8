"""The subject of a claim: the run of an algorithm on data, or the problem itself where there are no steps."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
from flint import arb, fmpq
from lemmacheck.theory.core import expected
from lemmacheck.theory.core.apart import Apart, NoRun
from lemmacheck.theory.core.arithmetic import Arithmetic
from lemmacheck.theory.core.book import BookError
from lemmacheck.theory.core.machine import MACHINE, may_wrap
from lemmacheck.theory.core.method import Method
from lemmacheck.theory.core.own import Own, Posed
from lemmacheck.theory.core.run import Run, draws, moves, run, run_by_an_author
from lemmacheck.theory.core.shared import place_of
from lemmacheck.theory.margins.losses import Exponential, Loss
from lemmacheck.verifiers.instances.abreast import Abreast, abreast
from lemmacheck.verifiers.instances.drawn import every_path, some_paths
from lemmacheck.verifiers.instances.families import of_shape
from lemmacheck.verifiers.instances.instance import Data, Instance
from lemmacheck.verifiers.instances.margins import margin_problem, written_out
from lemmacheck.verifiers.instances.side_by_side import Batch, run_together
from lemmacheck.verifiers.numbers.ball import elementwise
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.numbers.guarded import Guarded, guarded
from lemmacheck.verifiers.numbers.refusal import watched
from lemmacheck.verifiers.numbers.sealed import closed, opened


def within_reach(method: Method | None, groups: Iterable[list[Instance]]) -> Iterator[list[Instance]]:
    """The groups of equally shaped instances on which a method is run; all of them where there is none."""
    reach = method.reach if method else None
    fewest = getattr(method.on, "smallest", (1, 1)) if method and method.on and not method.dataless else (0, 0)
    for group in groups:
        n, d = max(instance.n for instance in group), group[0].shape[1]
        if n >= fewest[0] and d >= fewest[1] and (reach is None or (n <= reach[0] and d <= reach[1])):
            yield group


def some_within_reach(method: Method | None, groups: Iterable[list[Instance]]) -> list[list[Instance]]:
    """The groups on which a method is run; if there is none, data of the fewest rows and columns that it takes."""
    found = list(within_reach(method, groups))
    return found or ([[*of_shape(*method.on.smallest)]] if method and method.on and not method.dataless else [])


def reachable(method: Method | None, instances: Iterable[Instance]) -> list[Instance]:
    """The instances on which a method is run, or some of its own shape."""
    return [one for group in some_within_reach(method, ([instance] for instance in instances)) for one in group]


def subject_of(
    data: Data, num: Arithmetic, algorithm: Any, steps: int, loss: Loss = Exponential(), method: Method | None = None
) -> Any:
    """The run of the algorithm on the data, one instance or a batch of them; the problem itself where there is no
    algorithm, or one without steps."""
    if method is not None and method.on is not None and not isinstance(data, Instance):
        problems = [problem_of(one, num, algorithm, loss, method) for one in data]
        follow = partial(run_or_problem, algorithm=algorithm, steps=steps, method=method)
        return own_abreast(problems, follow) if isinstance(num, Float64) else Apart([*map(follow, problems)])
    return run_or_problem(problem_of(data, num, algorithm, loss, method), algorithm, steps, method)


def run_or_problem(problem: Any, algorithm: Any, steps: int, method: Method | None) -> Any:
    """The run of an algorithm on a problem; the problem itself where there is none, or an algorithm without steps."""
    if isinstance(problem, NoRun) or not moves(algorithm):
        return problem
    return run_on(problem, algorithm, length_of(problem, algorithm, steps, method))


def own_abreast(problems: Sequence[Any], follow: Callable[[Any], Any]) -> Apart:
    """The runs on problems of one's own, side by side in floats where what is written for one allows it."""

    def apart() -> Apart:
        return Apart([*map(follow, problems)])

    try:
        problem, posed = abreast(problems)
        together = follow(problem)
    except Exception:  # whatever it is, the runs one by one report it
        return apart()
    return apart() if isinstance(together, NoRun) else Abreast(together, posed, apart)


def problem_of(data: Data, num: Arithmetic, algorithm: Any, loss: Loss, method: Method | None) -> Any:
    """The problem that a method makes of the data (None: the margin problem of the rows).

    An algorithm may name the loss it is run with. Where fields of a problem of one's own divide by 0, there is none.
    """
    if method is not None and method.problem_of is not None:
        data = written_out(data)
    if method is not None and method.on is not None and method.problem_of is not None:
        try:
            return method.problem_of(data, num, loss, algorithm)
        except ZeroDivisionError:
            return NoRun()
    loss = getattr(algorithm, "loss", loss)
    if method is not None and method.problem_of is not None:
        return method.problem_of(data, num, loss, algorithm)
    return margin_problem(data, num, loss)


def length_of(problem: Any, algorithm: Any, steps: int, method: Method | None) -> int:
    """The number of steps that a run has if it is asked for this many."""
    if isinstance(algorithm, Posed) and algorithm.horizon is not None:
        return algorithm.horizon
    if method is not None and method.longest is not None:
        steps = min(steps, method.longest(problem.n))
    if method is not None and method.steps is not None:
        steps = min(steps, method.steps)
    if method is not None and method.horizon is not None:
        steps = method.horizon(algorithm, steps)
    return steps


def run_on(problem: Any, algorithm: Any, steps: int) -> Run | NoRun:
    """The run of an algorithm on a problem, a batch or one of one's own."""
    if isinstance(problem, Own):
        return run_own(algorithm, problem, steps)
    return (run_together if isinstance(problem, Batch) else run)(algorithm, problem, steps)


LONG = 1 << 13  # bits of a rational


def run_own(algorithm: Any, problem: Own, steps: int) -> Run | NoRun:
    """The run on a problem of one's own, if it never divides by 0, nor leaves the floats where it is made in these."""
    beyond = OverflowError if isinstance(problem.num, Float64) else ZeroDivisionError
    try:
        with watched(True):
            return run_exactly(algorithm, problem, steps)
    except (ZeroDivisionError, beyond):
        return NoRun()


def run_exactly(algorithm: Any, problem: Own, steps: int) -> Run:
    """The run on a problem of one's own, in exact numbers.

    Its integers and Fractions are numbers of the run: 2 / (s.t + 2) is exact. Rationals that have grown long are
    enclosed, as those of x²/(1 + x²), which double with every step.
    """
    algorithm = exactly(algorithm, problem.num)
    in_numbers = starting(algorithm, problem)
    long: list[bool] = []  # of each state but the first

    def of_moderate_length(state: Any) -> Any:
        short = shortened(of_fields(state, "step", algorithm))
        long.append(short is not state)
        return short

    if draws(algorithm):
        return every_path(algorithm, problem, steps, in_numbers, of_moderate_length)
    made = run_by_an_author(algorithm, problem, steps, in_numbers, of_moderate_length)
    made.__dict__["in_balls_since"] = long.index(True) + 1 if True in long else None
    return made


def starting(algorithm: Any, problem: Own) -> Callable[[Any], Any]:
    """A function that turns the integers and Fractions of a first state into numbers of the run."""

    def in_numbers(first: Any) -> Any:
        exact = not isinstance(problem.num.number(1), float)
        for name, x in of_fields(first, "start", algorithm)._asdict().items():
            if isinstance(x, bool):
                raise BookError(f"{place_of(algorithm.start)} makes {name} a truth value; write 0 or 1")
            if exact and (isinstance(x, float) or getattr(getattr(x, "dtype", None), "kind", "") == "f"):
                remedy = "write p.zeros(size), p.ones(size) or p.number(k)"
                raise BookError(f"{place_of(algorithm.start)} makes {name} of floats; {remedy}")
        whole = {name: int(x) for name, x in first._asdict().items() if isinstance(x, (int, np.integer))}
        counts = whole | {name: x for name, x in first._asdict().items() if isinstance(x, Fraction)}
        return first._replace(**{name: problem.num.number(x) for name, x in counts.items()})

    return in_numbers


def of_fields(state: Any, part: str, algorithm: Any) -> Any:
    """A state, which is a NamedTuple, and holds no integer of the machine that may have overflowed."""
    if hasattr(state, "_asdict"):
        if any(map(may_wrap, state)):
            raise BookError(f"{place_of(getattr(algorithm, part))}: {MACHINE}")
        return state
    raise BookError(f"{place_of(getattr(algorithm, part))} {named(state)}; expected a NamedTuple, as State(0, x)")


def named(x: Any) -> str:
    """What came back in its place."""
    if x is None:
        return "returns nothing"
    return f"returns {expected.kind(x)}"


def sampled_paths(instance: Instance, algorithm: Any, steps: int, method: Method, count: int) -> Any:
    """Paths of a method that draws, on a problem of one's own, in the active floats, unless they leave these."""
    problem = problem_of(instance, Float64(), algorithm, Exponential(), method)
    exact = exactly(algorithm, problem.num)
    length = length_of(problem, algorithm, steps, method)
    try:
        return some_paths(exact, problem, length, starting(exact, problem), count, 0)
    except (ZeroDivisionError, OverflowError):
        return NoRun()


def with_parameters(algorithm: Any, problem: Any, steps: int) -> Any:
    """The algorithm with the parameters that it has on this problem."""
    algorithm = exactly(algorithm, problem.num) if isinstance(problem, Own) else algorithm
    return algorithm.tuned(problem, steps) if hasattr(algorithm, "tuned") else algorithm


def exactly(algorithm: Any, num: Arithmetic) -> Any:
    """The algorithm with the Fractions among its parameters as numbers of the run."""
    if isinstance(algorithm, Posed):
        return replace(algorithm, algorithm=exactly(algorithm.algorithm, num))
    if not is_dataclass(algorithm) or isinstance(algorithm, type):
        return algorithm
    found: Any = object.__new__(type(algorithm))  # as it is, for what makes one may make another of it
    given = {f.name: getattr(algorithm, f.name) for f in fields(algorithm) if hasattr(algorithm, f.name)}
    for name, x in (given | getattr(algorithm, "__dict__", {})).items():
        object.__setattr__(found, name, num.number(x) if isinstance(x, Fraction) else x)
    return found


def shortened(state: Any) -> Any:
    """A state whose long rationals are enclosed at the working precision."""
    long = {name: all_enclosed(value) for name, value in state._asdict().items() if has_long(value)}
    return state._replace(**long) if long else state


def has_long(value: Any) -> bool:
    return any(isinstance(x, fmpq) and x.height_bits() > LONG for x in np.asarray(opened(value)).ravel())


def all_enclosed(value: Any) -> Any:
    known = opened(value)
    found = elementwise(enclosed, known)
    found = guarded(found) if isinstance(value, Guarded) else found
    return found if known is value else closed(found)


def enclosed(x: Any) -> Any:
    return arb(x) if isinstance(x, fmpq) and x.height_bits() > LONG else x
