"""The evidence of a refutation for ever: the box, the table that is voted on, a better margin, and means of rows."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, product
from typing import Any

import numpy as np
from flint import arb, fmpq
from lemmacheck.theory.core.book import Library
from lemmacheck.theory.core.claim import Claim
from lemmacheck.theory.core.run import Run
from lemmacheck.verifiers.decide import limits, never
from lemmacheck.verifiers.decide.ladder import ball_run, rungs
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.kernel import standalone
from lemmacheck.verifiers.numbers.ball import Ball, to_fmpq
from lemmacheck.verifiers.numbers.guarded import inside
from lemmacheck.verifiers.numbers.monomial import as_ball
from lemmacheck.verifiers.optima.l1 import game
from lemmacheck.verifiers.records.verdict import Record, Witness

Rows = list[list[fmpq]]
DIGITS = 10**6  # to which w is known where means of rows are looked for


def boxes(record: Record, library: Library) -> Iterator[dict[str, Any]]:
    """The evidence of a record's runs for ever, as far as the stand-alone checker confirms it."""
    for of in ("witness", "convincing"):
        place = getattr(record, of)
        if place is not None and place.forever:
            yield from islice(confirmed(library.claims[record.id], record, of, place), 1)


def confirmed(claim: Claim, record: Record, of: str, place: Witness) -> Iterator[dict[str, Any]]:
    """The box of a run, computed again, in those readings that are confirmed."""
    instance = Instance.from_json(of, place.Z)
    entry = {"id": claim.id, "of": of, **{name: getattr(place, name) for name in ("Z", "algorithm", "steps", "t")}}
    entry["hypotheses"] = [one.name for one in record.hypotheses]
    for bits in rungs(place.steps):
        with Ball(bits).active():
            run = ball_run(instance, claim.runs[place.algorithm], place.steps, bits, claim.method)
            found = limits.kept_away(claim, run)
            stay = found.stay if found and found.reason == place.forever else None
            for box in readings(run, stay, Fraction(place.lhs)) if stay else ():
                evidence = {"traces": [entry | box]}
                if dict(standalone.refutations({claim.id: record.to_dict()}, evidence))[f"{claim.id} ({of})"] is None:
                    yield entry | box


def readings(run: Run, stay: never.Stay, away: Fraction) -> Iterator[dict[str, Any]]:
    """The box with the method's table, with either sign and each rule: in one of these readings the method votes."""
    table = [[fmpq(x) for x in row] for row in inside(run.algorithm.table(run.problem))]
    box = stay.box
    order = sorted(set(box.kinds), key=lambda k: (k == box.rest, k))  # that of the rest is the last
    sides = {"low": list(map(str, box.low)), "high": list(map(str, box.high))}
    stays = {"period": box.period, "kinds": [order.index(k) for k in box.kinds], **sides}
    for sign, rule in product((1, -1), ("odds", "edge")):
        A = [[sign * x for x in row] for row in table]
        best, _, better = game(A if rule == "odds" else [row + [-x for x in row] for row in A])
        d = len(A[0])
        w = better if rule == "odds" else [better[k] - better[d + k] for k in range(d)]
        means = [mean_of(A, best - to_fmpq(away), (v, stay.drift)) for v in stay.first]
        yield {**stays, "rule": rule, "table": texts(A), "better": list(map(str, w)), "means": means}


def mean_of(A: Rows, most: fmpq, ways: tuple[np.ndarray, np.ndarray]) -> list[list[str]]:
    """A mean of the rows of A, and signs s, for which ⟨mean, w⟩ ≤ most·⟨s, w⟩ for both of these w, if there is one."""
    known = [[as_ball(x) for x in w] for w in ways]
    signs = [(sum(xs, arb(0)) > 0) - (sum(xs, arb(0)) < 0) for xs in zip(*known, strict=True)]
    pays = []
    for w in known:
        length = sum((abs(x.mid()) for x in w), arb(0))
        v = [fmpq(round(float((x / length).mid()) * DIGITS), DIGITS) for x in w]
        pays.append([sum((x * (a - most * s) for a, s, x in zip(row, signs, v, strict=True)), fmpq(0)) for row in A])
    mean = game([list(row) for row in zip(*pays, strict=True)])[1]
    return [list(map(str, mean)), list(map(str, signs))]


def texts(rows: Rows) -> list[list[str]]:
    return [list(map(str, row)) for row in rows]
