"""What a transcription is handed of the checked code: plain data, from the fields of its objects."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any

from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.optima import solve_l1

from tests.literal.lectures import Lecture

NUMBERS = (bool, int, Fraction, type(None))


def parameters(value: Any, name: str = "kind") -> dict[str, Any]:
    """The numbers among the fields of a method, by name, and the names of its kinds and functions: "law": "Coin",
    "law.length": 1. Those of its family of problems are its own; a text, as the print shows it, is typed again."""
    if isinstance(value, (*NUMBERS, tuple)):
        return {name: value} if plain(value) else {}
    if isinstance(value, str):
        return {}
    found = {name: value.__name__ if hasattr(value, "__name__") else type(value).__name__}
    for field in fields(value) if is_dataclass(value) and not isinstance(value, type) else ():
        inner = "kind" if field.name == "family" else field.name if name == "kind" else f"{name}.{field.name}"
        found |= parameters(getattr(value, field.name), inner)
    return found


def plain(value: Any) -> bool:
    """A number, a name, or tuples and tables of them."""
    if isinstance(value, Mapping):
        return all(isinstance(key, str) and plain(one) for key, one in value.items())
    if isinstance(value, tuple):
        return all(map(plain, value))
    return isinstance(value, NUMBERS) or (isinstance(value, str) and value.isidentifier())


def lecture(data: Instance, algorithm: Any, subject: Any) -> Lecture:
    """Which of several optima of the ℓ₁ margin is meant comes as a value, and is proved optimal there."""
    optimum = None
    if hasattr(algorithm, "learners"):
        best = solve_l1(algorithm.learners(data.rows))
        optimum = best.gamma, best.w, best.q
    return Lecture(data.rows, getattr(subject, "steps", 0), parameters(algorithm), optimum)
