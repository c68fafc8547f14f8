"""The arithmetic of terms, and a loss of which only its definition is known, and that it is increasing."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from lemmacheck.verifiers.prove import operators
from lemmacheck.verifiers.prove.cases import indicator
from lemmacheck.verifiers.prove.context import Context
from lemmacheck.verifiers.prove.quotients import quotient
from lemmacheck.verifiers.prove.refusals import Refused
from lemmacheck.verifiers.prove.signs import positive
from lemmacheck.verifiers.prove.terms import COLUMNS, Term
from lemmacheck.verifiers.prove.values import Value


def elementwise(function: Callable[..., Term]) -> Callable[..., Any]:
    """A function of an arithmetic, by what it is of each entry."""
    return lambda self, *xs: self._each(function, *xs)


@dataclass(frozen=True, eq=False)
class Formal:
    """The arithmetic of terms."""

    context: Context

    @property
    def name(self) -> str:
        raise Refused("the arithmetic is asked for its name")

    def number(self, value: Any) -> Any:
        return self.context.universe.constant(value)

    def array(self, values: Any) -> Any:
        raise Refused("a written-out array meets data of arbitrary size")

    def _each(self, function: Callable[..., Term], *xs: Any) -> Any:
        values = [x for x in xs if isinstance(x, Value)]
        if not values:
            return function(*map(self.number, xs))
        if len(xs) == 1:
            return values[0].termwise(function)
        a, b = (x if isinstance(x, Value) else self._constant(x) for x in xs)
        return a.met(b, function)

    def _constant(self, x: Any) -> Value:
        return Value(self.context, (), lambda _: self.number(x))

    exp, log = elementwise(operators.exp), elementwise(operators.log)
    sqrt, ratio = elementwise(operators.sqrt), elementwise(quotient)
    root_of_squares = sqrt

    def maximum(self, x: Any) -> Any:
        if not isinstance(x, Value):
            raise Refused("the largest entry of what is no array of the run")
        return x.over_last(operators.largest)

    anchor = maximum

    def reached(self, a: Any, b: Any) -> Any:
        return self._each(lambda x, y: indicator(x - y), a, b)

    def larger(self, a: Any, b: Any) -> Any:
        return b + (a - b) * self.reached(a, b)

    def first_largest(self, x: Any) -> Any:
        if not isinstance(x, Value) or x.axes[-1:] != (COLUMNS,):
            raise Refused("the place of the largest entry of what is no vector of ℝᵈ")
        return x.termwise(operators.first_largest)

    @elementwise
    def xlogx(x: Term) -> Term:
        x.universe.needs("≥ 0", x)
        return x * operators.log(x) if positive(x) else operators.function("xlogx", x)

    @elementwise
    def exprel(x: Term) -> Term:
        return operators.function("exprel", x)

    @elementwise
    def logrel(x: Term) -> Term:
        x.universe.needs("> 0", 1 + x)
        return operators.function("logrel", x)


@dataclass(frozen=True)
class AnyLoss:
    """A loss of which only ℓ, ℓ' > 0, ψ(ξ) = ℓ⁻¹(Σ ℓ(ξᵢ)) and ∇ψ(ξ) = ℓ'(ξ)/ℓ'(ψ(ξ)) are known."""

    context: Context

    @property
    def name(self) -> str:
        raise Refused("an arbitrary loss is asked for its name")

    def value(self, num: Formal, z: Any) -> Any:
        return num._each(partial(operators.function, "ℓ"), z)

    def derivative(self, num: Formal, z: Any) -> Any:
        return num._each(partial(operators.function, "ℓ'"), z)

    def inverse(self, num: Formal, s: Any) -> Any:
        return num._each(inverse_of_loss, s)

    def psi(self, num: Formal, xi: Any) -> Any:
        return self.inverse(num, self.value(num, xi).sum(-1))

    def psi_gradient(self, num: Formal, xi: Any) -> Any:
        return self.derivative(num, xi) / self.derivative(num, self.psi(num, xi))[..., None]

    def excess(self, num: Formal, xi: Any) -> Any:
        return self.psi_gradient(num, xi).sum(-1) - 1

    def shares(self, num: Formal, xi: Any) -> Any:
        return self.value(num, xi), self.derivative(num, xi)

    def conjugate(self, num: Formal, q: Any) -> Any:
        return q.over_last(conjugate)

    def rho(self, n: Any) -> Any:
        return self.context.universe.symbol("ρ", positive=True)


def conjugate(q: Term, space: str) -> Term:
    """ψ*(q), which is known to have a value for q ≥ 0 alone."""
    q.universe.needs("≥ 0", q)
    return operators.function("ψ*", q, whole=space)


def inverse_of_loss(s: Term) -> Term:
    """ℓ⁻¹(s) for s > 0, with ℓ⁻¹(ℓ(x)) = x."""
    u = s.universe
    u.needs("> 0", s)
    for atom in s.atoms():
        if atom.kind == "ℓ" and (s - u.of(atom)).is_zero:
            return atom.args[0]
    return operators.function("ℓ⁻¹", s)
