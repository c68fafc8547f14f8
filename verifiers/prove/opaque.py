"""An opaque function of an author's problem: any function of vectors, to numbers or to vectors of the same space.

Of its code only the conditions are used that it meets on the way, such as that a divisor is not 0: it has a value where
the author's own has one. Code that is no formula is taken to have a value at every vector.
"""

import inspect
from types import FunctionType
from typing import Any

from lemmacheck.theory.core.own import Own
from lemmacheck.verifiers.prove.context import Context
from lemmacheck.verifiers.prove.geometry import of_vectors
from lemmacheck.verifiers.prove.refusals import Refused, tried
from lemmacheck.verifiers.prove.statement import plain
from lemmacheck.verifiers.prove.subject import as_term
from lemmacheck.verifiers.prove.terms import COLUMNS, ROWS, Condition, Term
from lemmacheck.verifiers.prove.values import Value


def seen_as_any(context: Context, name: str, function: Any) -> Any:
    """What stands for an opaque function of the arbitrary problem."""
    if type(function) is not FunctionType or len(inspect.signature(function).parameters) != 2 or hasattr(Own, name):
        raise Refused(f"{name} is opaque, and no function of the author's of the problem and one vector")
    to_vectors = vars(function)["opaque"] == "vector"
    own = inspect.unwrap(function)
    formula = own if tried(lambda: plain(own) or True) else None
    context.any[f"p.{name}"] = None

    def read(x: Any) -> Value:
        space = COLUMNS if isinstance(x, Value) and x.axes[-1:] == (COLUMNS,) else ROWS
        found = of_vectors(f"p.{name}", x, space if to_vectors else None, space)

        def entry(i: Any) -> Term:
            if formula is not None and context.own is not None:
                context.universe.conditions |= conditions_of(context, formula, x.at(i), space)
            return found.at(i)

        return Value(context, found.axes, entry)

    return read


def conditions_of(context: Context, formula: Any, x: Term, space: str) -> dict[Any, Condition]:
    """Under which conditions a formula has a value at the vector with this component; none if it is not read."""

    def value() -> Term | None:
        try:
            return as_term(context, formula(context.own, Value(context, (space,), lambda _: x)))
        except (TypeError, ValueError, LookupError, AttributeError, NotImplementedError):
            return None

    with context.collected(None), context.universe.quietly() as conditions:
        found = tried(value)
    return {} if found is None else conditions
