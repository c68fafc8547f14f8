"""An opaque function of an author's problem: any function of vectors, to numbers or to vectors of the same space.

Of its code only the conditions are used that it meets on the way, such as that a divisor is not 0: it has a value where
the author's own has one. Where code is not read to its end, a hypothesis for all u that asks for f(u) says so.
"""

import inspect
from functools import partial
from types import FunctionType
from typing import Any

from lemmacheck.theory.core.argument import ForAll
from lemmacheck.theory.core.own import Own, opaque
from lemmacheck.theory.core.relation import conjuncts
from lemmacheck.verifiers.prove.context import Context
from lemmacheck.verifiers.prove.geometry import of_vectors
from lemmacheck.verifiers.prove.of_a_row import within
from lemmacheck.verifiers.prove.refusals import Refused, tried
from lemmacheck.verifiers.prove.statement import plain
from lemmacheck.verifiers.prove.subject import as_term
from lemmacheck.verifiers.prove.terms import COLUMNS, ROWS, Condition, Term
from lemmacheck.verifiers.prove.values import Value

OF_EACH = opaque(lambda p, x: x).__code__  # of every function that is so marked
NO_VALUE = "it may have none at some u"


def seen_as_any(context: Context, name: str, function: Any) -> Any:
    """What stands for an opaque function of the arbitrary problem."""
    marked = type(function) is FunctionType and function.__code__ is OF_EACH  # and of no decorator above it
    if not marked or len(inspect.signature(function).parameters) != 2 or hasattr(Own, name):
        raise Refused(f"{name} is opaque, and no function of the author's of the problem and one vector")
    to_vectors = vars(function)["opaque"] == "vector"
    own = inspect.getclosurevars(function).nonlocals["function"]  # with what decorators below it make of it
    formula = own if tried(lambda: plain(own) or True) else None
    context.any[f"p.{name}"] = None

    def read(x: Any) -> Value:
        space = COLUMNS if isinstance(x, Value) and x.axes[-1:] == (COLUMNS,) else ROWS
        found = of_vectors(f"p.{name}", x, space if to_vectors else None, space)

        def entry(i: Any) -> Term:
            of_row = found.at(i)
            if context.own is not None:
                conditions, whole = conditions_of(context, formula, x.at(i), space)
                if not whole and not is_asked_for(context, f"p.{name}", space):
                    raise Refused(
                        f"p.{name} is no formula, and no hypothesis for all u asks for p.{name}(u): {NO_VALUE}"
                    )
                context.universe.conditions |= conditions
            return of_row

        return Value(context, found.axes, entry)

    return read


def conditions_of(context: Context, formula: Any, x: Term, space: str) -> tuple[dict[Any, Condition], bool]:
    """Under which conditions code has a value at the vector with this component, as far as it is read; whether that is
    to its end."""

    def value() -> Term | None:
        try:
            return as_term(context, formula(context.own, Value(context, (space,), lambda _: x)))
        except (TypeError, ValueError, LookupError, AttributeError, NotImplementedError):
            return None

    with context.collected(None), context.universe.quietly() as conditions:
        whole = formula is not None and tried(value) is not None
    return conditions, whole


def is_asked_for(context: Context, name: str, space: str) -> bool:
    """Whether a hypothesis for all u asks for a function's value at every u of the space."""
    key = name, space
    if key not in context.asked_for:
        context.asked_for[key] = True  # while hypotheses are read
        of_all = [h.function for h in context.given if type(h.function) is ForAll and h.function.everywhere]
        context.asked_for[key] = any(tried(partial(asks_for, context, says, *key)) for says in of_all)
    return context.asked_for[key]


def asks_for(context: Context, says: ForAll, name: str, space: str) -> bool:
    """Whether a statement for all u and v reads the function at u or at v, and not at what is made of them alone."""
    plain(says)
    letters = [context.fresh("u", space) for _ in range(len(inspect.signature(says.__wrapped__).parameters) - 1)]  # type: ignore[attr-defined]
    points = [Value(context, (space,), lambda _, u=u: u) for u in letters]  # type: ignore[misc]
    with context.measured(), context.collected(None), context.universe.quietly():
        sides = [side for one in conjuncts(says.at(context.own, *points)) for side in (one.lhs, one.rhs)]
        asked = [a.args[0] for side in sides for a in within(as_term(context, side)) if a.kind == name]
    return any((x - u).is_zero for x in asked for u in letters)
