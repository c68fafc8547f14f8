"""Counterexamples: the smallest dataset, then the shortest run, on which a claim is surely refuted.

All small-integer datasets are tried in order of size; where none refutes, a known counterexample is
shrunk by dropping rows and columns and simplifying entries, as long as it stays one; then one or two
whole numbers are tried. Whatever is returned has been decided in exact numbers or balls, with its hypotheses sure.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, product
from typing import Any, Protocol, TypeVar

from lemmacheck.theory.core.arithmetic import Undecided
from lemmacheck.theory.core.ask import is_of_a_row
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.own import lasting
from lemmacheck.theory.core.run import moves
from lemmacheck.verifiers.decide.ladder import Decision, decide
from lemmacheck.verifiers.decide.screening import screen
from lemmacheck.verifiers.instances.families import of_few_numbers, tiny
from lemmacheck.verifiers.instances.instance import Instance, Row
from lemmacheck.verifiers.instances.subject import within_reach
from lemmacheck.verifiers.records.decimals import trimmed
from lemmacheck.verifiers.records.verdict import Verdict, Witness

MANY = 20  # rows, of which half are dropped at once
SUSPECTS = 8  # few numbers on which floats suspect a claim and balls decide
SHORT = 4  # steps: on tiny data runs are at least so long
LONG = 64  # steps: of a longer run not every shorter one is tried, nor all tiny data for so long


@dataclass(frozen=True)
class Counterexample:
    """A certified refutation: the data, the parameters, the length of the run, and the decision."""

    instance: Instance
    label: str
    algorithm: Any
    steps: int
    decision: Decision

    def witness(self) -> Witness:
        place = self.decision.worst
        assert place is not None
        return Witness(
            Z=self.instance.to_json(),
            t=place.t,
            lhs=number_text(place.lhs),
            rhs=number_text(place.rhs),
            algorithm=self.label,
            steps=self.steps,
            relation=place.op,
            forever=self.decision.forever,
            whole=place.whole,
        )


def number_text(x: Any) -> str:
    """An exact number as it is, in the shortest decimals where it is a ball; any other ball with its radius."""
    return trimmed(x.str(20)) if hasattr(x, "rad") else str(x)


def attempt(claim: Claim, instance: Instance, algorithm: Any, steps: int, ties: bool = False) -> Decision | None:
    """The claim on other data or on fewer steps; None where it cannot be run on them."""
    try:
        return decide(claim, instance, algorithm, steps, ties)
    except Undecided:
        return None
    except IndexError as error:
        if is_of_a_row(error):
            return None
        raise


def refutation(
    claim: Claim, instance: Instance, label: str, steps: int, runs: Mapping[str, Any] | None = None
) -> Counterexample | None:
    """The claim refuted on this instance by a run of at most `steps`, the shortest such run.

    `runs` are the algorithms by label; without them, those of the report.
    """
    algorithm = (runs or claim.runs)[label]
    decision = attempt(claim, instance, algorithm, steps)
    if decision is None or decision.verdict != Verdict.REFUTED:
        return None
    if lasting(algorithm):
        return Counterexample(instance, label, algorithm, decision.steps, decision)
    if moves(algorithm):
        steps, decision = shortest(steps, decision, lambda few: attempt(claim, instance, algorithm, few))
    return Counterexample(instance, label, algorithm, steps if moves(algorithm) else 0, decision)


def shortest(steps: int, decision: Decision, decided: Callable[[int], Decision | None]) -> tuple[int, Decision]:
    """The shortest run that refutes too, and its decision; of long runs one that does not when it is a step shorter."""

    def refuted(few: int) -> Decision | None:
        found = decided(few)
        return found if found is not None and found.verdict == Verdict.REFUTED else None

    if steps <= LONG:
        every = ((few, refuted(few)) for few in range(1, steps))
        return next(((few, found) for few, found in every if found is not None), (steps, decision))
    holds = decision.worst.t if decision.worst else 0
    if 0 < holds < steps and (found := refuted(holds)):
        return shortest(holds, found, decided)
    fewest, best = steps, decision
    while fewest - holds > 1:
        middle = (holds + fewest) // 2
        found = refuted(middle)
        fewest, best, holds = (middle, found, holds) if found else (fewest, best, middle)
    return shortest(fewest, best, decided) if fewest < steps else (steps, decision)


def smallest(claim: Claim, known: Counterexample, runs: Mapping[str, Any] | None = None) -> Counterexample:
    """The first of all tiny datasets that refutes the claim, with any parameters; else the known one, shrunk."""
    labels = dict.fromkeys((known.label, *(runs or claim.usual)))
    every = (one for group in within_reach(claim.method, ([one] for one in tiny())) for one in group)
    length = length_for(claim, known, max(SHORT, min(known.steps, LONG)), runs)
    for instance, label in product(islice(every, 1 if claim.dataless else None), labels):
        found = refutation(claim, instance, label, length, runs)
        if found:
            return found
    if claim.dataless:
        return known
    found = shrunk(claim, known, runs)
    fewer = next(on_few_numbers(claim, found, length, runs), None)
    return found if fewer is None else shrunk(claim, fewer, runs)


def shrunk(claim: Claim, known: Counterexample, runs: Mapping[str, Any] | None) -> Counterexample:
    return shrink(known, lambda data, steps: refutation(claim, data, known.label, steps, runs))


def on_few_numbers(
    claim: Claim, known: Counterexample, steps: int, runs: Mapping[str, Any] | None
) -> Iterator[Counterexample]:
    """Counterexamples on fewer or simpler numbers than the known one, the smallest first: those that floats suspect."""
    if not claim.own or claim.tends or claim.lists_all_paths:
        return
    reached = within_reach(claim.method, of_few_numbers())
    groups = [some for group in reached if (some := [one for one in group if size(one) < size(known.instance)])]
    screened = screen([claim], groups, claim.method, steps, runs) if groups else {}
    suspects = [(one.instance, label) for (_, label), every in screened.items() for one in every if one.room < 0]
    for instance, label in sorted(suspects, key=lambda suspect: size(suspect[0]))[:SUSPECTS]:
        if found := refutation(claim, instance, label, steps, runs):
            yield found


def size(instance: Instance) -> tuple[int, int, Fraction]:
    """How many numbers, their largest denominator, and the sum of their sizes."""
    numbers = [x for row in instance.rows for x in row]
    return len(numbers) + sum(instance.copies), max(x.denominator for x in numbers), sum(map(abs, numbers), Fraction(0))


def length_for(claim: Claim, known: Counterexample, steps: int, runs: Mapping[str, Any] | None = None) -> int:
    """How long the runs are on which other data are asked: as the known one where that alone refutes, for what is said
    of x_T may hold for every larger T."""
    fewer = moves(known.algorithm) and known.steps < steps
    return known.steps if fewer and refutation(claim, known.instance, known.label, steps, runs) is None else steps


class Failing(Protocol):
    """Data on which a claim fails, and the steps of the run."""

    @property
    def instance(self) -> Instance: ...
    @property
    def steps(self) -> int: ...


F = TypeVar("F", bound=Failing)


def shrink(known: F, again: Callable[[Instance, int], F | None]) -> F:
    """A counterexample none of whose one-step simplifications is one again; `again` asks it of data and of steps."""
    while True:
        tried = (again(data, max(known.steps, 1)) for data in simpler(known.instance))
        simplified = next(filter(None, tried), None)
        if simplified is None:
            return known
        known = simplified


def simpler(instance: Instance) -> Iterator[Instance]:
    """Simpler data: half of many rows, one row or column less, fewer copies, or one simpler entry."""
    pairs = counted_rows(instance)
    if len(pairs) > MANY:
        yield made_of(pairs[: len(pairs) // 2])
        yield made_of(pairs[len(pairs) // 2 :])
    yield from without_a_row_or_column(instance)
    for i, (row, count) in enumerate(pairs):
        for fewer in dict.fromkeys((1, count // 2, of_one_digit(count))) if count > 1 else ():
            yield made_of([*pairs[:i], (row, fewer), *pairs[i + 1 :]])
    for i, (row, count) in enumerate(pairs):
        for j, entry in enumerate(row):
            for plain in simpler_numbers(entry):
                yield made_of([*pairs[:i], ((*row[:j], plain, *row[j + 1 :]), count), *pairs[i + 1 :]])


def of_one_digit(count: int) -> int:
    """The largest smaller number that has one digit and zeros."""
    unit = 10 ** (len(str(count - 1)) - 1)
    return (count - 1) // unit * unit


def without_a_row_or_column(instance: Instance) -> Iterator[Instance]:
    """The data without a row with all its copies, or without a column."""
    pairs, (n, d) = counted_rows(instance), instance.shape
    for i in range(n if n > 1 else 0):
        yield made_of([*pairs[:i], *pairs[i + 1 :]])
    for j in range(d if d > 1 else 0):
        yield made_of([((*row[:j], *row[j + 1 :]), count) for row, count in pairs])


def counted_rows(instance: Instance) -> list[tuple[Row, int]]:
    """Each row with its copies."""
    return list(zip(instance.rows, instance.copies or (1,) * len(instance.rows), strict=True))


def made_of(pairs: Sequence[tuple[Row, int]]) -> Instance:
    rows, copies = zip(*pairs, strict=True)
    return Instance(f"shrunk-{len(rows)}x{len(rows[0])}", rows, copies if max(copies) > 1 else ())


def simpler_numbers(x: Fraction) -> Iterable[Fraction]:
    """0, ±1, ±1/2, the best fractions of smaller denominators, and of a whole number smaller ones, halves first."""
    found: list[Fraction] = []
    whole = abs(x.numerator) if x.denominator == 1 else 0
    for candidate in (
        Fraction(0),
        *(Fraction(1 if x > 0 else -1, k) for k in (1, 2)),
        *(x.limit_denominator(k) for k in (2, 5, 10)),
        *(x * Fraction(whole - (whole >> k), whole) for k in range(1, whole.bit_length())),
    ):
        if complexity(candidate) < complexity(x) and candidate not in found:
            found.append(candidate)
    return found


def complexity(x: Fraction) -> tuple[int, int]:
    return x.denominator, abs(x.numerator)
