"""Rows on Section 3: what its statements about Algorithm 1 and the dual method cost, evaluated at every t."""

import re
from collections.abc import Sequence
from functools import cache

from benchmarks.data import as_floats, fresh, separable, solved
from benchmarks.notebook import section_3
from benchmarks.pair import Pair, Size
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.books.jst.algorithms.primal_momentum import PrimalMomentum
from lemmacheck.theory.core.claim import Claim, Kind
from lemmacheck.verifiers.decide.screening import Screened, screen
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.numbers.chances import relations_of
from lemmacheck.verifiers.numbers.comparison import compare
from lemmacheck.verifiers.numbers.float64 import Float64

from tests.shipped import subject_of

METHODS = {DualNesterov: DualNesterov(), PrimalMomentum: PrimalMomentum()}
PLACE = re.compile(r"§3|Lemma 3\.|Theorem 3\.|Proposition 3\.|eq\. \(3\.")
BOUNDS = Kind.EVERY_T
VECTORS = (
    "fourteen statements equate sequences of vectors, 26 pairs of them of 6 to 13 MB each; what making and comparing "
    "these takes at least stands below, under what the machine can do at all. The bounds alone, which compare numbers, "
    "are the row above"
)


@cache
def claims(about: type, kind: str = "") -> tuple[Claim, ...]:
    """The true statements of Section 3 about a method (of one kind), but for rates and what has no number in it."""
    return tuple(
        claim
        for claim in LIBRARY.claims.values()
        if claim.about is about
        and claim.source.document.startswith("JST21")
        and PLACE.search(claim.source.place)
        and "App." not in claim.source.place
        and not (claim.fault or claim.is_rate or claim.not_checkable)
        and claim.kind in (kind or claim.kind,)
    )


def bounds(size: Size) -> Pair:
    return beside_the_run("bounds at every t", "every inequality of Section 3", BOUNDS, size)


def everything(size: Size) -> Pair:
    return beside_the_run("claims at every t", "every statement of Section 3, identities too,", "", size, VECTORS)


def beside_the_run(id: str, what: str, kind: str, size: Size, note: str = "") -> Pair:
    """The runs with their claims, and without."""
    count, steps = size.choose((4, 20), (1000, 200), (1000, 200))
    group, num = solved(separable(count, 8, 4)), Float64()
    number = sum(len(claims(about, kind)) for about in METHODS)

    def runs() -> list[float]:
        return [float(subject_of(group, num, method, steps).w[-1].sum()) for method in METHODS.values()]

    def with_claims() -> list[float]:
        ends = []
        with num.active():
            for about, method in METHODS.items():
                subject = subject_of(group, num, method, steps)
                for claim in claims(about, kind):
                    for relation in relations_of(claim(subject)):
                        compare(relation)
                ends.append(float(subject.w[-1].sum()))
        return ends

    return Pair(
        id,
        f"both methods on {count} problems of 8 x 4, {steps} iterations, {what} evaluated at every t ({number} claims)",
        "the same runs without claims",
        with_claims,
        runs,
        share=2,
        note=note,
    )


def notebook(size: Size) -> Pair:
    count, steps, alone = size.choose((2, 20, 2), (1000, 200, 4), (1000, 200, 10))
    instances = separable(count, 8, 4)
    some = [as_floats(instance) for instance in instances[:alone]]
    number = sum(len(claims(about)) for about in METHODS)
    return Pair(
        "section 3",
        f"{number} statements of Section 3 on {count} problems of 8 x 4, {steps} iterations, their exact γ̄ included",
        "a notebook: a loop over t, cvxpy for each data set, assertions with a tolerance",
        lambda: screened(fresh(instances), steps),
        lambda: [section_3(Z, steps) for Z in some],
        lambda ours, theirs: all(entry.room > -1e-9 for entry in ours),
        speedup=150,
        parts=count / alone,
        rounds=size.choose(1, 3, 5),
    )


def screened(instances: Sequence[Instance], steps: int) -> list[Screened]:
    """The room that every claim leaves on every instance, in floats."""
    found = {}
    for about, method in METHODS.items():
        found |= screen(claims(about), [list(instances)], LIBRARY.methods[about], steps, {"": method})
    return [entry for entries in found.values() for entry in entries]
