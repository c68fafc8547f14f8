"""Appendix B's setting with everything arbitrary: C, ω, its norm, f, and p_0.

Of ω, ω*, f and their gradients nothing is used but that they are functions, ω of the points of C alone, and of the norm
that ‖cx‖ = c‖x‖ for c > 0. A point q of C comes with its ω(q) as two letters.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from lemmacheck.theory.core.relation import Relation
from lemmacheck.verifiers.prove import operators
from lemmacheck.verifiers.prove.context import Context, Points
from lemmacheck.verifiers.prove.refusals import Refused
from lemmacheck.verifiers.prove.terms import ROWS, Term
from lemmacheck.verifiers.prove.values import Value


def of_vectors(name: str, x: Any, space: str | None = None, source: str = ROWS, root: Any = None) -> Value:
    """A function of the vectors along the last axis: to numbers, or to vectors of a space; 0 at the root, if any."""
    if not isinstance(x, Value) or x.axes[-1:] != (source,):
        raise Refused(f"{name} of what is no vector of its space")

    def entry(term: Term) -> Term:
        at_the_root = root is not None and (term - root.at(None)).is_zero
        return term.universe.constant(0) if at_the_root else operators.function(name, term, whole=source, space=space)

    return Value(x.context, (*x.axes[:-1], *([space] if space else [])), lambda i: entry(x.at(i)))


def any_function(name: str, space: str | None = None) -> Callable[..., Value]:
    """A function of a vector, of which nothing is known, as a problem asks for it."""
    return lambda self, p, x: of_vectors(name, x, space)


MIRROR = "∇ω*"
IN_C = re.compile(r"q(∈C|∈argmin|'*\??_t)")  # the letters of points of C, which the q_t of a run are


def of_points(name: str, space: str | None = None) -> Callable[..., Value]:
    """The same of a point of C: of no other is it known to have a value."""

    def read(self: Any, p: Any, x: Any) -> Value:
        found = of_vectors(name, x, space)

        def entry(i: Any) -> Term:
            atoms = x.at(i).atoms()
            known = [a for a in atoms if a.kind == MIRROR or (a.kind == "symbol" and IN_C.fullmatch(a.name))]
            if len(atoms) != 1 or not known or not (x.at(i) - x.context.universe.of(known[0])).is_zero:
                raise Refused(f"{name} of what is perhaps no point of C")
            return found.at(i)

        return Value(found.context, found.axes, entry)

    return read


def size(name: str, x: Value) -> Value:
    return x.over_last(lambda term, space: operators.homogeneous(name, term, 2, space))


@dataclass(frozen=True, eq=False)
class AnyGeometry:
    """C, ‖·‖ and ω."""

    context: Context

    def alpha(self, p: Any) -> Any:
        return self.context.universe.symbol("α", positive=True)

    def squared_norm(self, p: Any, x: Any) -> Any:
        return size("‖·‖²", x)

    def squared_dual_norm(self, p: Any, x: Any) -> Any:
        return size("‖·‖*²", x)

    mirror, conjugate = any_function(MIRROR, ROWS), any_function("ω*")
    omega, gradient = of_points("ω"), of_points("∇ω", ROWS)

    def omega_at(self, p: Any, xi: Any, q: Any) -> Any:
        return self.omega(p, q)

    def points(self, p: Any) -> Any:
        u = self.context.universe
        point, omega = u.symbol("q∈C", ROWS), u.symbol("ω(q∈C)")
        axis = Points("C")
        return Value(self.context, (axis, ROWS), lambda _: point), Value(self.context, (axis,), lambda _: omega)

    def contains(self, q: Any) -> tuple[Relation, ...]:
        """q lies in any half-space ⟨a, q⟩ ≤ b that contains C; of a and b nothing is known."""
        u = self.context.universe
        a, b = u.symbol("a⊥C", ROWS), u.symbol("b⊥C")
        return (Relation((q * Value(self.context, (ROWS,), lambda _: a)).sum(-1), "<=", b),)

    def curvature(self, p: Any) -> Any:
        raise Refused("the smoothness of φ in an arbitrary norm")


@dataclass(frozen=True, eq=False)
class AnyObjective:
    """f and ∇f."""

    context: Context

    value, gradient = any_function("f"), any_function("∇f", ROWS)

    def scale(self, p: Any) -> Any:
        raise Refused("the smoothness of an arbitrary f")

    def minimisers(self, p: Any) -> Any:
        point = self.context.universe.symbol("q∈argmin", ROWS)
        return Value(self.context, (Points("minimisers"), ROWS), lambda _: point)


@dataclass(frozen=True, eq=False)
class AnyVector:
    """p_0."""

    context: Context

    def __call__(self, p: Any) -> Value:
        vector = self.context.universe.symbol("p_0", ROWS)
        return Value(self.context, (ROWS,), lambda _: vector)
