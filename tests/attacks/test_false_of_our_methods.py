"""Protects PROVED of an author's runs of a method of ours: of what the author put into it a proof knows nothing.

Facts about the method suppose what our books make sure of: that f is convex, that ℓ is positive. Each statement is true
of our own runs, and false of a run of the author's.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest
from lemmacheck import Book, Claim, Method, above, at_least, by, claim, column, equal
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.books.jst.algorithms.general_dual import GeneralDual
from lemmacheck.theory.books.jst.algorithms.mirror import Mirror, MirrorDescent
from lemmacheck.theory.books.jst.methods.dual_nesterov import slipped_lambda
from lemmacheck.theory.books.jst.problems.geometries import Centred, EuclideanSimplex
from lemmacheck.theory.margins.losses import Exponential, Logistic
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.prove import prove
from lemmacheck.verifiers.records.verdict import Verdict

from tests.verifiers.prove.own_problems import SOURCE

ROWS = Instance.from_json("two rows", [["1"], ["0"]])
STEPS = 4


@dataclass(frozen=True)
class Concave:
    """f = −φ."""

    def value(self, p, q):
        return -p.phi(q)

    def gradient(self, p, q):
        return -p.phi_gradient(q)

    def minimisers(self, p):
        return p.uniform()[None]


class Moved(DualNesterov):
    """Its w moves on from t = 3 on, and p does not."""

    def step(self, p, s):
        after = super().step(p, s)
        return after._replace(w=after.w + p.where(s.t, "<", 2, 0, 1) * (1 + 0 * after.w))


def stepping(step: Callable[[Any, Any], Any]) -> DualNesterov:
    """Ours, with a step of its own."""
    method = DualNesterov()
    object.__setattr__(method, "step", lambda p, s: step(p, s))
    return method


class Lower(Exponential):
    """ℓ(z) = e^z − 1/2, which need not be positive."""

    def value(self, num, z):
        return num.exp(z) - num.number(1) / 2


def is_convex(run):
    f, p = run.algorithm.objective, run.problem
    x, y = run.q[1:], run.q[:-1]
    return at_least(f.value(p, x), f.value(p, y) + (f.gradient(p, y) * (x - y)).sum(-1))


def at_points(run):
    return [by("F.inside"), by("F.convex", run.q[1:], run.q[:-1])]


def of_scores(run):
    return equal(run.p, run.scores(run.w))


def down(run):
    """p_{t+1} = p_t − (αθ_t/λ_t) ∇f(ν_t)."""
    f, p = run.algorithm.objective, run.problem
    rate = run.algorithm.geometry.alpha(p) * run.theta[:-1] / run.lam[:-1]
    return equal(run.p[1:], run.p[:-1] - column(rate) * f.gradient(p, run.nu[:-1]))


def of_mass(run):
    return equal(run.q.sum(-1), 1)


def of_loss(run):
    return above(run.problem.loss.value(run.num, run.p - 2), 0)


FALSE: dict[str, tuple[type, Any, Callable[[Any], Any], Any]] = {
    "a concave f": (Mirror, Mirror(objective=Concave()), is_convex, at_points),
    "another step": (DualNesterov, Moved(), of_scores, None),
    "a step that it holds": (DualNesterov, stepping(Moved().step), of_scores, None),
    "another method of ours": (DualNesterov, GeneralDual(loss=Logistic()), of_mass, None),
    "a wrong one of ours": (Mirror, LIBRARY.claims["P.B.2"].bound.wrong["uphill"], down, None),
    "another scheme of ours": (Mirror, MirrorDescent(geometry=EuclideanSimplex(), objective=Centred()), down, None),
    "another loss": (GeneralDual, GeneralDual(loss=Lower()), of_loss, None),
}


def stated(name: str, *usual: Any) -> Claim:
    kind, own, function, proof = FALSE[name]
    runs = {str(k): one for k, one in enumerate(usual or (own,))}
    one = claim("Me.1", about=kind, proof=proof)(function)
    return Book(SOURCE, methods=[Method(kind, usual=runs)], claims=[one]).claims["Me.1"]


@pytest.mark.parametrize("name", FALSE)
def test_of_what_an_author_puts_into_a_method_of_ours_nothing_is_supposed(name: str) -> None:
    kind, own, *_ = FALSE[name]

    assert decide(stated(name), ROWS, own, STEPS).verdict == Verdict.REFUTED
    assert prove(stated(name)) is None
    assert prove(stated(name, kind(), own)) is None
    assert prove(stated(name, kind()))


def test_of_data_that_are_made_for_a_run_neither() -> None:
    one = stated("another step", DualNesterov())
    method = one.bound
    planted = type("Planted", (), {"algorithm": Moved(), "rows": [[1]], "steps": STEPS, "wrong": {}})()

    assert prove(replace(one, method=replace(method, planted={"moved": planted}))) is None


def test_functions_of_t_and_where_a_run_starts_may_be_an_authors() -> None:
    assert prove(stated("another step", DualNesterov(lambda t: 1 / (t + 1)), DualNesterov(slipped_lambda)))
    assert prove(stated("a concave f", Mirror(lambda t: 1 / (t + 1), first=lambda p: p.scores(p.zero()))))
