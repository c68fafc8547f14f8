"""Each algorithm with its parameters arbitrary: a letter for λ_t, θ_t, β_t, η_t at each t, and any loss."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

from verifiers.proofs.terms import Refused

LETTERS = {"lam": "λ", "theta": "θ", "beta": "β", "eta": "η"}


def with_letters(kind: type, schedule: Callable[[str], Any], loss: Any) -> Any:
    """An algorithm of this kind whose every parameter is arbitrary."""
    parameters: dict[str, Any] = {}
    for parameter in fields(kind):
        if parameter.name == "loss":
            parameters["loss"] = loss
        elif parameter.name in LETTERS:
            parameters[parameter.name] = schedule(LETTERS[parameter.name])
        else:
            raise Refused(f"the parameter {parameter.name} of {kind.__name__}")
    if hasattr(kind, "tuned"):
        raise Refused(f"{kind.__name__} chooses its parameters by the data")
    return kind(**parameters)
