"""The form of each algorithm's states: which sequences are arbitrary, and what the others are in terms of them.

    DualNesterov, GeneralDual      w, μ arbitrary, p = Zw, q = ∇ψ(p), ν = (1 − λ)μ + λq
    PrimalMomentum                 w, g arbitrary, q = ∇ψ(Zw)
    GradientDescent, NormalizedGD  w arbitrary, q = ∇ψ(Zw)

A form is a conjecture: it is used only after it has been shown of the first state and to be kept by a step.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from theory.algorithms import DualNesterov, GeneralDual, GradientDescent, NormalizedGD, PrimalMomentum
from verifiers.proofs.terms import COLUMNS, ROWS
from verifiers.proofs.values import Value


def dual(algorithm: Any, p: Any, t: Any, free: Any) -> dict[str, Any]:
    w, mu = free("w", COLUMNS), free("mu", ROWS, total=1)
    q = p.softmax(p.scores(w))
    return {"t": t, "w": w, "p": p.scores(w), "q": q, "mu": mu, "nu": algorithm.nu(t, mu, q)}


def general_dual(algorithm: Any, p: Any, t: Any, free: Any) -> dict[str, Any]:
    w, mu = free("w", COLUMNS), free("mu", ROWS)
    q = p.psi_gradient(p.scores(w))
    return {"t": t, "w": w, "p": p.scores(w), "q": q, "mu": mu, "nu": algorithm.nu(t, mu, q)}


def primal(algorithm: Any, p: Any, t: Any, free: Any) -> dict[str, Any]:
    w, g = free("w", COLUMNS), free("g", COLUMNS)
    return {"t": t, "w": w, "q": p.softmax(p.scores(w)), "g": g}


def descent(algorithm: Any, p: Any, t: Any, free: Any) -> dict[str, Any]:
    w = free("w", COLUMNS)
    return {"t": t, "w": w, "q": p.psi_gradient(p.scores(w))}


FORMS: dict[type, Callable[..., dict[str, Any]]] = {
    DualNesterov: dual,
    GeneralDual: general_dual,
    PrimalMomentum: primal,
    GradientDescent: descent,
    NormalizedGD: descent,
}


def form_of(algorithm: Any, state: Any) -> Callable[..., Any] | None:
    """The form of the states of an algorithm, as a function of the problem, t and a source of letters."""
    for kind, form in FORMS.items():
        if isinstance(algorithm, kind):
            return lambda p, t, free: type(state)(**form(algorithm, p, t, free))
    return None


def free_form(state: Any) -> Callable[..., Any]:
    """Every sequence but t arbitrary."""

    def form(p: Any, t: Any, free: Any) -> Any:
        fields = {name: getattr(state, name) for name in state._fields}
        spaces = {name: next(iter(field.axes), None) for name, field in fields.items() if isinstance(field, Value)}
        return type(state)(**{n: t if n == "t" else free(n, spaces.get(n)) for n in fields})

    return form
