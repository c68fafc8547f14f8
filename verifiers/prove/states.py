"""The forms of an algorithm's states: which sequences are arbitrary, and how the others depend on them.

The algorithm's book states a form, as DualNesterov does: w, μ arbitrary, p = Zw, q = softmax(p), ν = (1 − λ)μ + λq. It
is a conjecture: it serves only after the first state is shown to have it and a step to keep it.
"""

import operator
from collections.abc import Callable
from typing import Any

from lemmacheck.theory.core.shared import authored
from lemmacheck.verifiers.prove.refusals import Refused
from lemmacheck.verifiers.prove.values import Value


def forms_of(algorithm: Any, state: Any) -> list[Callable[..., Any]]:
    """Forms of the states of an algorithm, the narrowest first: functions of the problem, t and a source of letters."""

    def read(form: Callable[..., dict[str, Any]]) -> Callable[..., Any]:
        return lambda p, t, free: type(state)(**form(algorithm, p, t, free))

    return [read(form) for form in getattr(algorithm, "forms", ()) if not authored(form)]


def free_form(state: Any, of_time: str = "t") -> Callable[..., Any]:
    """Every sequence arbitrary, except the time, which is a form like any other."""

    def form(p: Any, t: Any, free: Any) -> Any:
        fields = {name: getattr(state, name) for name in state._fields}
        spaces = {name: next(iter(field.axes), None) for name, field in fields.items() if isinstance(field, Value)}
        return made_of(state, {n: t if n == of_time else free(n, spaces.get(n)) for n in fields})

    return form


def made_of(state: Any, held: dict[str, Any]) -> Any:
    """A state of the same kind with these fields; a state that does not hold its fields is refused."""
    if type(state).__bases__ != (tuple,):
        raise Refused("a state that is no NamedTuple")
    made = type(state)(**held)
    if any(getattr(made, n) is not x for n, x in held.items()) or any(map(operator.is_not, made, held.values())):
        raise Refused("a state that does not hold what it is made of")
    return made
