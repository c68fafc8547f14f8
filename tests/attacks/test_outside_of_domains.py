"""Protects PROVED of functions that are arbitrary in a proof: where one is known to have no value, nothing is said.

ℓ⁻¹(s) is of s > 0, ψ*(q) of q ≥ 0, ω(q) and ∇ω(q) are of the points q of C, and an author's opaque function is of the
vectors at which its code has a value. Each statement is 0·f(x) = 0, or f(x) = f(x), of an x outside of the domain of f.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any

import pytest
from lemmacheck import Hypothesis, Relation, above, at_least, at_most, column, equal, for_all, hypothesis, opaque
from lemmacheck.verifiers.decide.cause import Cause
from lemmacheck.verifiers.decide.ladder import decide
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.prove import prove

from tests.verifiers.prove.own_problems import Stay, is_proved, own, plainly

LAST = 3  # the t up to which x stays inside
ROWS = Instance.from_json("two rows", [["1", "0"], ["0", "-1"]])
OF_LOSS, OF_MIRROR = "P.C.setup.2", "P.B.2"


def falling(run: Any) -> Any:
    return LAST + 1 - run.t


def inverse(run: Any, s: Any) -> Any:
    return run.problem.loss.inverse(run.num, s)


def losses(run: Any) -> Any:
    return run.problem.loss.value(run.num, run.p)


def at(function: Callable[[Any, Any], Any]) -> Callable[[Any], Any]:
    """A function of the geometry's at a falling multiple of q."""
    return lambda run: function(run.algorithm.geometry, (run.problem, run.q * column(falling(run))))


OUTSIDE: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "ℓ⁻¹": (OF_LOSS, lambda run: inverse(run, falling(run))),
    "ψ*": (OF_LOSS, lambda run: run.conjugate(run.q * column(falling(run) - 1))),
    "ω": (OF_MIRROR, at(lambda geometry, of: geometry.omega(*of))),
    "∇ω": (OF_MIRROR, at(lambda geometry, of: geometry.gradient(*of))),
}


def stated(id: str, function: Callable[[Any], Relation]) -> Any:
    return replace(LIBRARY.claims[id], function=function, uses=(), proof=None, given=())


@pytest.mark.parametrize("name", OUTSIDE)
@pytest.mark.parametrize("both", [lambda x: (0 * x, 0), lambda x: (x, x)], ids=["zero times it", "itself"])
def test_of_what_may_have_no_value_nothing_is_proved(name: str, both: Callable[[Any], tuple[Any, Any]]) -> None:
    id, value = OUTSIDE[name]
    claim = stated(id, lambda run: equal(*both(value(run))))
    label, algorithm = next(iter(claim.usual.items()))

    assert decide(claim, ROWS, algorithm, LAST + 2).cause == Cause.NO_VALUE, label
    assert prove(claim) is None


INSIDE: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "ℓ⁻¹ of a sum of losses": (OF_LOSS, lambda run: inverse(run, losses(run).sum(-1))),
    "ℓ⁻¹ of the largest of them": (OF_LOSS, lambda run: inverse(run, run.maximum(losses(run)))),
    "ψ* of ∇ψ": (OF_LOSS, lambda run: run.conjugate(run.psi_gradient(run.p))),
    "ω of q_t": (OF_MIRROR, lambda run: run.algorithm.geometry.omega(run.problem, run.q)),
    "∇ω of ∇ω*": (OF_MIRROR, lambda run: run.algorithm.geometry.gradient(
        run.problem, run.algorithm.geometry.mirror(run.problem, run.p))),
}  # fmt: skip


@pytest.mark.parametrize("name", INSIDE)
def test_of_what_has_a_value_proofs_are_found(name: str) -> None:
    id, value = INSIDE[name]

    assert prove(stated(id, lambda run: equal(0 * value(run), 0)))


def inverted(f: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """A decorator: 1/f, which tells of itself as f."""

    @wraps(f)
    def one_over(p: Any, x: Any) -> Any:
        return 1 / f(p, x)

    return one_over


PARTIAL: dict[str, Callable[[Any, Any], Any]] = {  # of some vectors alone
    "a root": lambda p, x: p.sqrt(10**7 - p.squared(x)),
    "a logarithm": lambda p, x: p.log(p.squared(x)),
    "a quotient": lambda p, x: p.d / p.squared(x),
    "a quotient by an entry": lambda p, x: 1 / x[..., 0],
    "a quotient by a decorator": inverted(lambda p, x: p.squared(x)),
    "a quotient by 0": lambda p, x: p.d / p.squared(0 * x),
}
TOTAL: dict[str, Callable[[Any, Any], Any]] = {
    "a norm": lambda p, x: p.norm(x),
    "a soft maximum": lambda p, x: p.log(p.exp(x).sum(-1)),
    "a quotient by what is positive": lambda p, x: p.sqrt(2 + p.squared(x)) / (1 + p.squared(x)),
    "a product with Z": lambda p, x: p.inner(x @ p.Z.T, p.Z @ x),
}
NO_FORMULAS: dict[str, Callable[[Any, Any], Any]] = {
    "a branch": lambda p, x: 1 / p.squared(x) if len(x) > 99 else p.squared(x),
    "a loop over rows": lambda p, x: -sum(p.log(1 - p.inner(z, x)) for z in p.Z),
}


@hypothesis("x_t ≠ 0")
def nowhere_zero(run: Any) -> Relation:
    return above(run.squared(run.x), 0)


def of_opaque(f: Callable[[Any, Any], Any], given: tuple[Hypothesis, ...] = ()) -> bool:
    return of_marked(opaque(f), given)


def of_marked(f: Callable[[Any, Any], Any], given: tuple[Hypothesis, ...] = ()) -> bool:
    on = own(plainly, f=f)
    return is_proved(lambda run: equal(0 * run.problem.f(run.x), 0), on, Stay, given=given)


@pytest.mark.parametrize("name", PARTIAL)
def test_an_opaque_function_has_no_value_where_its_code_has_none(name: str) -> None:
    assert not of_opaque(PARTIAL[name])


def test_what_a_decorator_makes_of_an_opaque_function_is_not_read_as_that_function() -> None:
    assert of_marked(opaque(lambda p, x: p.squared(x)))
    assert not of_marked(inverted(opaque(lambda p, x: p.squared(x))))


@pytest.mark.parametrize("name", TOTAL)
def test_an_opaque_function_whose_code_has_a_value_everywhere_is_read_everywhere(name: str) -> None:
    assert of_opaque(TOTAL[name])


@for_all("f ≥ 0", points=lambda run: (run.x,))
def nonnegative(p: Any, u: Any) -> Relation:
    return at_least(p.f(u), 0)


@for_all("⟨f(u)u, v⟩ ≤ 1", points=lambda run: (run.x, run.x))
def in_a_product(p: Any, u: Any, v: Any) -> Relation:
    return at_most(p.inner(p.f(u) * u, v), 1)


@for_all("f(0) ≥ 0", points=lambda run: (run.x,))
def at_zero(p: Any, u: Any) -> Relation:
    return at_least(p.f(0 * u), 0)


@for_all("f ≥ 0 in the unit ball", points=lambda run: (run.x,), where=lambda p, u: at_most(p.squared(u), 1))
def in_the_ball(p: Any, u: Any) -> Relation:
    return at_least(p.f(u), 0)


@pytest.mark.parametrize("name", NO_FORMULAS)
def test_of_code_that_is_not_read_hypotheses_for_all_vectors_say_that_it_has_a_value(name: str) -> None:
    f = NO_FORMULAS[name]

    assert of_opaque(f, (nonnegative,))
    assert of_opaque(f, (in_a_product,))
    assert not any(of_opaque(f, given) for given in ((), (at_zero,), (in_the_ball,)))


def test_hypotheses_may_say_that_an_opaque_function_has_a_value() -> None:
    assert of_opaque(PARTIAL["a quotient"], (nowhere_zero,))
