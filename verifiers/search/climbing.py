"""The adversary: from structured data up to the largest share of what claims allow, and beyond it.

round     members of every family at every small shape, with copies up to a million in the margin problem; a few on
          longer runs; from round to round runs are twice as long, until they are the longest, then short again
climb     for each claim, headlines first, the children of the closest data known, on runs twice as long as it took to
          come so close, fewer where it has been in vain; rows on which both sides nearly agree are passed over
crossing  data beyond a bound in floats are rounded to small fractions that are still beyond it; balls decide. Data that
          broke other claims are tried first
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import cycle, islice
from typing import Any

import numpy as np
from lemmacheck.theory.core.apart import Apart
from lemmacheck.theory.core.arithmetic import Undecided
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.run import draws, moves
from lemmacheck.theory.margins.losses import Exponential
from lemmacheck.verifiers.decide.cause import Cause
from lemmacheck.verifiers.decide.copies import counts_copies, data_for
from lemmacheck.verifiers.decide.counterexamples import simpler
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.decide.screening import applicable
from lemmacheck.verifiers.instances.families import batches
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.subject import length_of, subject_of
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.numbers.refusal import Inexact
from lemmacheck.verifiers.records.verdict import Verdict
from lemmacheck.verifiers.search import matrices, points
from lemmacheck.verifiers.search.aims import BLIND, LONGEST, Aim, Crossing
from lemmacheck.verifiers.search.budget import Budget
from lemmacheck.verifiers.search.ends import further, goes_on
from lemmacheck.verifiers.search.points import Points, in_floats
from lemmacheck.verifiers.search.quick import longest, quick
from lemmacheck.verifiers.search.report import SearchReport
from lemmacheck.verifiers.search.shares import (
    EQUAL,
    Bound,
    broken,
    closest,
    common_term,
    earliest,
    rows_of,
    without_common_terms,
)

FAMILY, CHILDREN = 42, 40  # data sets of a family batch, and of a generation
GENERATIONS = 4
MORE, LONG = 3, 256  # times as many children of runs that are so long, where seconds count: they cost little more
SEEN_FAR, FEW = ((2, 1), (2, 2)), 8  # shapes and data sets of the long runs before all others
FEW_STEPS, TWO = 2, Points(np.zeros((1, 2, 1)), np.ones((1, 2)))  # of runs on rows of 0, and two of these
TIES = 2  # that were none in balls: then floats that are equal say nothing
FAR_OFF, FEWEST = 1e-3, 32  # what a float beyond a bound is wrong by, where steps magnify rounding; steps without it
FIRST = 40  # steps of the first runs of a method that makes its own problem
SIMPLER = 40  # times that data beyond a bound are simplified in floats
MAKING = 20  # steps that making a problem exactly costs, or asking about one that has no steps
APART, DRAWING = 8, 16  # times the price: of runs that are made one by one, and of a step on all paths
FAILING = (ArithmeticError, AttributeError, IndexError, TypeError, ValueError)


def searchable(claim: Claim) -> bool:
    """Whether a search can rank runs by what the claim says of them, on rows or on a problem of them; a limit, a rate
    or a probability on a problem alone."""
    other = claim.tends or claim.is_chance
    listed = claim.method is not None and claim.method.longest is not None
    return not (claim.not_checkable or listed or (other and not claim.own))


@dataclass
class Search:
    """The search for all claims about one algorithm, on margin problems or data of which the method makes a problem.

    `seeds` are data to begin with, such as those on which a claim is known to come close; `far` is the length of the
    long runs after the first round, if there are any; `short` are those of short runs, of which claims that read the
    end of a run say another thing.
    """

    claims: Sequence[Claim]
    algorithm: Any
    steps: int
    budget: Budget
    seed: int = 0
    longest: int = LONGEST
    looked: Callable[[], None] = lambda: None  # is called after every look
    seeds: Sequence[Instance] = ()
    far: int = 0
    to_break: bool = True  # or to come close, also where both sides nearly agree
    short: Sequence[int] = ()
    largest, horizon = 0, 0  # n, and steps

    def __post_init__(self) -> None:
        self.rng = np.random.default_rng(self.seed)
        self.quick = quick(self.algorithm, max(self.longest, self.steps), self.budget)
        self.loss = getattr(self.algorithm, "loss", Exponential())
        method = self.claims[0].method
        self.on = method if method is not None and method.problem_of is not None else None
        self.dataless = self.on is not None and self.on.dataless
        self.made: Any = matrices if self.on else points
        self.shapes = matrices.shapes_of(self.on) if self.on else points.SHAPES
        ours = type(self.loss) is Exponential
        self.aims = [Aim(claim, ours and counts_copies(claim, self.algorithm)) for claim in self.claims]
        asked = () if self.on else self.claims
        on_zeros = {claim.id: self.bounds_on_zeros(claim, TWO) for claim in asked}
        self.common = {id for id, parts in on_zeros.items() if any(np.any(common_term(one)) for one in parts)}

    @property
    def family(self) -> int:
        """How many data of a shape are looked at in a round: few of a method that draws, whose runs are dear."""
        return 1 if self.dataless else matrices.KINDS if draws(self.algorithm) else FAMILY

    @property
    def open(self) -> list[Aim]:
        return [aim for aim in self.aims if not aim.out and aim.crossing is None]

    def run(self) -> list[Aim]:
        """Rounds until the budget is spent or no claim is left."""
        lengths, most = self.lengths(), self.within(max(self.longest, self.steps))
        for group in () if self.dataless else batches(self.seeds):
            for length in dict.fromkeys((lengths[0], *self.short)):
                if self.budget.left and self.open and group[0].shape in self.shapes:
                    self.look(self.made.as_points(group), self.open, length)
        for k, length in enumerate(lengths if self.dataless else cycle(self.between(lengths))):
            if not (self.budget.left and self.open):
                break
            self.rounds(length, self.family, self.shapes)
            if self.far and not k:
                self.rounds(self.within(self.far), FEW, self.shapes[:2] if self.on else SEEN_FAR)
            for aim in sorted(self.open, key=self.urgency) if not self.dataless else ():
                self.climb(aim, most)
        return self.aims

    def lengths(self) -> list[int]:
        """The lengths of the rounds, each twice that before, until the longest."""
        found, most = [self.within(min(FIRST, self.steps) if self.on else self.steps)], max(self.longest, self.steps)
        while (longer := self.within(min(2 * found[-1], most))) > found[-1]:
            found.append(longer)
        return found

    def between(self, lengths: Sequence[int]) -> list[int]:
        """These lengths with the short ones between them, all of which occur."""
        if not self.short:
            return [*lengths]
        count = max(len(lengths), len(self.short))
        return [x for pair in zip(islice(cycle(lengths), count), cycle(self.short), strict=False) for x in pair]

    def within(self, length: int) -> int:
        """The number of steps that a run of the algorithm has if it is asked for this many."""
        return length_of(None, self.algorithm, longest(self.quick, length), self.on) if moves(self.algorithm) else 0

    def report(self) -> SearchReport:
        """The search, as plain data."""
        self.run()
        return self.so_far()

    def so_far(self) -> SearchReport:
        """What has been found, as plain data."""
        held = [(aim.best, aim) for aim in self.aims if aim.crossing is None and aim.best and aim.best.share < 1]
        report = SearchReport(self.budget.instances, self.horizon, 0 if self.dataless else self.largest)
        if not held:
            return report
        best, aim = max(held, key=lambda pair: pair[0].share)
        return report._replace(share=best.share, closest=aim.claim.id, t=best.t, whole=aim.whole)

    def rounds(self, length: int, count: int, shapes: Sequence[tuple[int, int]]) -> None:
        for shape in shapes:
            points = self.made.draw(self.rng, shape, count)
            plain = (points.copies == 1).all(-1)
            for which, aims in ((plain, self.open), (~plain, [aim for aim in self.open if aim.counts])):
                if self.budget.left and aims and which.any():
                    self.look(points.of(which), aims, length)

    def urgency(self, aim: Aim) -> tuple[bool, float]:
        """Headlines are climbed first, then the closest."""
        return not self.is_headline(aim), -aim.share

    def is_headline(self, aim: Aim) -> bool:
        return aim.claim.library is not None and aim.claim.id in aim.claim.library.headlines

    def climb(self, aim: Aim, length: int) -> None:
        """Generations of children of the closest data, as long as they get closer."""
        weight = 2 if self.is_headline(aim) else 1
        left, closer_once = max(weight, weight * GENERATIONS - aim.stalled), False
        count = CHILDREN * (MORE if length >= LONG and self.budget.seconds is not None else 1)
        while left and aim.near and aim.crossing is None and not aim.out and self.budget.left:
            parent = aim.near[min(len(aim.near) - 1, int(self.rng.exponential(1.5)))]
            alike = (one for one in aim.near if one.Z.shape == parent.Z.shape)
            same = [one for one in alike if not self.short or one.steps == parent.steps]
            chosen = [same[k] for k in self.rng.integers(0, len(same), count)]
            parents = Points(np.stack([one.Z for one in chosen]), np.stack([one.copies for one in chosen]))
            reach = aim.reach * 10.0 ** self.rng.uniform(-1.5, 0.5, count)
            children = self.made.mutate(self.rng, parents, np.minimum(reach, 1.0))
            if not aim.counts:
                children = children._replace(copies=np.ones_like(children.copies))
            enough = max(self.steps if aim.late else 16, 2 * max(one.t for one in same))
            closer = self.look(children, [aim], parent.steps if self.short else min(length, aim.trusted, enough))
            aim.reach = min(0.5, aim.reach * 1.6) if closer else max(1e-5, aim.reach * 0.8)
            left, closer_once = left - (not closer), closer_once or closer
        aim.stalled = 0 if closer_once else aim.stalled + 1
        if aim.crossing is not None and not self.on:  # what breaks one claim is close to others
            self.look(self.made.as_points([aim.crossing.instance]), self.open, length)
        if self.to_break:
            aim.look_past()

    def look(self, points: Points, aims: Sequence[Aim], length: int) -> bool:
        """Evaluate the claims on the runs of these data; whether one came closer to its bound than before."""
        self.largest = max(self.largest, int(points.copies.sum(-1).max()))
        closer = False
        with Float64().active():
            subject = self.subject(points, length)
            self.horizon = further(self.horizon, subject, length)
            self.budget.spend(len(points.Z), self.charged(length), self.price(subject))
            known, true = dict[Any, np.ndarray](), np.ones(len(points.Z), bool)
            for aim in aims:
                try:
                    met = applicable(aim.claim, subject, len(points.Z), known)
                    aim.late |= not met.any()
                    ties = aim.failed < TIES
                    parts = self.bounds_of(aim.claim, subject, points, ties) if met.any() else []
                    if length > 1:
                        aim.whole = all(len(part.found) == 1 and not part.start for part in parts)
                    blind = BLIND[aim.blind] if self.to_break else 0.0
                    found, short = closest(parts, len(points.Z), blind, aim.trusted) if parts else (None, None)
                except FAILING:  # such as a claim about two rows, where there is one, or about x_30 of a shorter run
                    aim.late = True
                    aim.out = aim.missed >= len(self.shapes) and not aim.near
                    aim.missed += 1
                    continue
                if found is not None and short is not None:
                    share, below = (np.where(met & true, one.share, -1.0) for one in (found, short))
                    if (share > 1).any():
                        share = np.where(goes_on(subject, found.t, rows_of(parts)), share, -1.0)
                    closer |= aim.learn(points, np.minimum(below, 1.0), short.t, length)
                    true &= self.cross(aim, points, share, found.t, length)
        self.looked()
        return closer

    def bounds_of(self, claim: Claim, subject: Any, points: Points, ties: bool = True) -> list[Bound]:
        """The bounds of a claim on the runs on these data, in the active floats, without a term of both sides."""
        parts = broken(claim, subject, ties)
        if claim.id not in self.common:
            return parts
        return without_common_terms(parts, self.bounds_on_zeros(claim, points))

    def bounds_on_zeros(self, claim: Claim, points: Points) -> list[Bound]:
        """The bounds of a claim where nothing moves: on as many rows, each of them 0."""
        with Float64().active(), suppress(*FAILING):
            return broken(claim, in_floats(points._replace(Z=0 * points.Z), self.quick, FEW_STEPS, self.loss))
        return []

    def subject(self, points: Points, length: int) -> Any:
        if self.on:
            return self.exactly(matrices.instances_of(points), length)
        return in_floats(points, self.quick, length, self.loss)

    def exactly(self, instances: Sequence[Instance], length: int) -> Any:
        """The runs on exact data, in the active floats."""
        return subject_of(instances, Float64(), self.quick, length, self.loss, self.on)

    def charged(self, steps: int) -> int:
        """The number of steps that a run is charged, no fewer than its problem costs."""
        if draws(self.algorithm):
            return MAKING + DRAWING * steps
        return max(steps, MAKING) if self.on or not moves(self.algorithm) else steps

    def price(self, subject: Any) -> int:
        """The price of a step, in steps of a batch."""
        return APART if type(subject) is Apart else 1

    def cross(self, aim: Aim, points: Points, share: np.ndarray, t: np.ndarray, length: int) -> np.ndarray:
        """Certify the data that exceed the bound the most. The result marks the data on which no float was proved
        wrong: a method may magnify its rounding."""
        true = np.ones(len(share), bool)
        beyond = 1 + EQUAL * 100.0**aim.failed
        for k in np.argsort(-share)[:2]:
            if share[k] > beyond and aim.crossing is None:
                rounded, first = self.made.as_instances(points, int(k)), max(1, int(t[k]))
                for steps in dict.fromkeys((first, length)):  # of x_T, and of rows that look ahead, all steps
                    aim.crossing = aim.crossing or self.simplest(aim, rounded, steps, beyond)
                true[k] = aim.crossing is not None
                aim.failed += aim.crossing is None
        return true

    def simplest(self, aim: Aim, instances: Sequence[Instance], steps: int, beyond: float) -> Crossing | None:
        """The first of these data, simplified, on which balls refute the claim too, or would if a hypothesis that is
        tried at points is sure."""
        claim = aim.claim
        for one in self.simpler_first(claim, instances, steps, beyond):
            with suppress(Inexact):  # of code that branches on a number, which is a ball in a long run
                found = decide(claim, one.instance, self.algorithm, one.steps)
                if found.verdict == Verdict.REFUTED or found.cause == Cause.OFF_THE_POINTS:
                    return one
                if found.verdict == Verdict.CERTIFIED and one.share > 1 + FAR_OFF and one.steps > FEWEST:
                    aim.trusted = min(aim.trusted, int(one.steps * 0.8))
        return None

    def simpler_first(
        self, claim: Claim, instances: Sequence[Instance], steps: int, beyond: float
    ) -> Iterator[Crossing]:
        """Data on which floats exceed the bound: that broke other claims, then small ones, then simplified ones."""
        others = dict.fromkeys(aim.crossing.instance for aim in self.aims if aim.crossing is not None and not self.on)
        known = (self.first(claim, some, steps, beyond) for some in batches(list(others)))
        yield from islice(filter(None, known), 1)
        found = self.first(claim, instances, steps, beyond)
        if found is not None:
            small = (self.first(claim, every, found.steps, beyond) for every in self.small(found.instance))
            yield from islice(filter(None, small), 1)
            yield self.simplified(found, beyond)
            if claim.tends:  # which a run on simpler data may still reach, and on these not
                yield found

    def small(self, known: Instance) -> Iterator[list[Instance]]:
        """All small data of the shapes that are searched, no larger than those that are known."""
        if self.on and not self.on.dataless:
            n, d = known.shape
            yield from (matrices.all_small(one) for one in self.shapes if one[0] <= n and one[1] <= d)

    def simplified(self, found: Crossing, beyond: float) -> Crossing:
        """The data simplified as long as floats exceed the bound on them."""
        for _ in range(SIMPLER):
            shapes, steps = batches(simpler(found.instance)), found.steps
            tried = (self.first(found.claim, some, steps, beyond) for some in shapes)
            plainer = next(filter(None, tried), None)
            if plainer is None:
                break
            found = plainer
        return found

    def first(self, claim: Claim, instances: Sequence[Instance], steps: int, beyond: float) -> Crossing | None:
        """The first of equally shaped data on which floats exceed the bound, with the exact optimum, and at which t;
        nothing where the claim cannot be asked of data of that shape."""
        if not instances:
            return None
        try:
            asked = [data_for(claim, one, self.algorithm) for one in instances]
        except Undecided:  # of a claim that does not count copies, on a million of them
            return None
        with Float64().active(), suppress(*FAILING):
            subject = self.exactly(asked, steps)
            self.budget.spend(len(asked), self.charged(steps), self.price(subject))
            parts = self.bounds_of(claim, subject, self.made.as_points(asked))
            found = earliest(parts, len(asked), beyond)
            met = applicable(claim, subject, len(asked)) & goes_on(subject, found.t, rows_of(parts))
            for k in map(int, np.flatnonzero(met & (found.share > beyond))):
                share, shorter = float(found.share[k]), max(1, int(found.t[k]))
                if shorter < steps and self.exceeds(claim, asked[k], shorter, beyond):
                    return Crossing(claim, instances[k], shorter, share)
                return Crossing(claim, instances[k], steps, share)
        return None

    def exceeds(self, claim: Claim, one: Instance, steps: int, beyond: float) -> bool:
        """Whether a run of so many steps is beyond the bound too, in floats: a relation of x_T may need all steps."""
        with suppress(*FAILING):
            subject = self.exactly([one], steps)
            found = earliest(self.bounds_of(claim, subject, self.made.as_points([one])), 1, beyond)
            return bool(found.share[0] > beyond and applicable(claim, subject, 1)[0])
        return False
