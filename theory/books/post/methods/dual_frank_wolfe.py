"""The Frank-Wolfe-like method: its parameters, and wrong steps."""

from typing import Any

from lemmacheck.theory.books.post.algorithms.dual_frank_wolfe import DualFrankWolfe, ones
from lemmacheck.theory.books.post.methods.coordinate_boosting import problem_of
from lemmacheck.theory.books.post.problems.boosting_hypotheses import one_penalty
from lemmacheck.theory.books.post.problems.coordinates import between, last
from lemmacheck.theory.books.post.problems.potentials import Root
from lemmacheck.theory.core.method import Method, altered
from lemmacheck.theory.core.schedules import Constant


def at(step: Any) -> Any:
    """The method with another w_{t+1}."""
    return altered(DualFrankWolfe(), step=lambda right, p, s: right.at(p, s.t + 1, step(s, right.eta(s.t))))


EIGHTH, SMALL = Constant(1, 8), Constant(1, 256)
MUTANTS = {
    "additive": at(lambda s, eta: s.w + eta * s.x),
    "uphill": at(lambda s, eta: (1 - eta) * s.w - eta * s.x),
    "a from w_t": altered(DualFrankWolfe(), step=lambda right, p, s: right.step(p, s)._replace(a=s.a, x=s.x)),
    "no 1/λ": altered(DualFrankWolfe(), after=lambda right, p, s, nxt: nxt._replace(x=right.lam(nxt.t) * nxt.x)),
}

PRINTED = Method(
    DualFrankWolfe,
    standing=[one_penalty],
    usual={
        "φ=x²/2, η=1/2, λ=1/16": DualFrankWolfe(),
        "φ=x²/2, η=1/8, λ=1/256": DualFrankWolfe(EIGHTH, SMALL, vertex=last),
        "φ=x²/2, η=1/2, λ=1/16, w_0=(1, …, 1)": DualFrankWolfe(origin=ones, vertex=between),
        "φ=⅔|x|^(3/2), η=1/2, λ=1/16": DualFrankWolfe(phi=Root()),
    },
    wrong=MUTANTS,
    above_one={"φ=x²/2, η=3/2, λ=1/16": DualFrankWolfe(Constant(3, 2))},
    reach=(6, 4),
    steps=24,  # steps of length up to 1/λ magnify what is rounded
    problem_of=problem_of,
)
