"""The form of each algorithm's states: which sequences are arbitrary, and what the others are in terms of them.

    DualNesterov, GeneralDual      w, μ arbitrary, p = Zw, q = ∇ψ(p), ν = (1 − λ)μ + λq
    PrimalMomentum                 w, g arbitrary (or g = 0), q = ∇ψ(Zw), pull = Zᵀq
    GradientDescent, NormalizedGD  w arbitrary, q = ∇ψ(Zw)
    Mirror                         p, μ arbitrary, q = ∇ω*(p), ν = (1 − λ)μ + λq
    MirrorDescent                  q, μ arbitrary, p = ∇ω(q), ν = (1 − λ)μ + λq

A form is a conjecture: it is used only after it has been shown of the first state and to be kept by a step.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.books.jst.algorithms.general_dual import GeneralDual
from lemmacheck.theory.books.jst.algorithms.gradient_descent import GradientDescent, NormalizedGD
from lemmacheck.theory.books.jst.algorithms.mirror import Mirror, MirrorDescent
from lemmacheck.theory.books.jst.algorithms.primal_momentum import PrimalMomentum
from lemmacheck.verifiers.prove.terms import COLUMNS, ROWS
from lemmacheck.verifiers.prove.values import Value


def dual(algorithm: Any, p: Any, t: Any, free: Any) -> dict[str, Any]:
    w, mu = free("w", COLUMNS), free("mu", ROWS, total=1)
    q = p.softmax(p.scores(w))
    return {"t": t, "w": w, "p": p.scores(w), "q": q, "mu": mu, "nu": algorithm.nu(t, mu, q)}


def general_dual(algorithm: Any, p: Any, t: Any, free: Any) -> dict[str, Any]:
    w, mu = free("w", COLUMNS), free("mu", ROWS)
    q = p.psi_gradient(p.scores(w))
    return {"t": t, "w": w, "p": p.scores(w), "q": q, "mu": mu, "nu": algorithm.nu(t, mu, q)}


def still(algorithm: Any, p: Any, t: Any, free: Any) -> dict[str, Any]:
    w = free("w", COLUMNS)
    q = p.softmax(p.scores(w))
    return {"t": t, "w": w, "q": q, "pull": p.combine(q), "g": p.zero()}


def primal(algorithm: Any, p: Any, t: Any, free: Any) -> dict[str, Any]:
    w, g = free("w", COLUMNS), free("g", COLUMNS)
    q = p.softmax(p.scores(w))
    return {"t": t, "w": w, "q": q, "pull": p.combine(q), "g": g}


def descent(algorithm: Any, p: Any, t: Any, free: Any) -> dict[str, Any]:
    w = free("w", COLUMNS)
    return {"t": t, "w": w, "q": p.psi_gradient(p.scores(w))}


def averaging(algorithm: Any, p: Any, t: Any, free: Any) -> dict[str, Any]:
    dual, mu = free("p", ROWS), free("mu", ROWS)
    q = algorithm.geometry.mirror(p, dual)
    return {"t": t, "p": dual, "q": q, "mu": mu, "nu": algorithm.nu(t, mu, q)}


def mirror(algorithm: Any, p: Any, t: Any, free: Any) -> dict[str, Any]:
    q, mu = free("q", ROWS), free("mu", ROWS)
    return {"t": t, "p": algorithm.geometry.gradient(p, q), "q": q, "mu": mu, "nu": algorithm.nu(t, mu, q)}


FORMS: dict[type, tuple[Callable[..., dict[str, Any]], ...]] = {
    DualNesterov: (dual,),
    GeneralDual: (general_dual,),
    PrimalMomentum: (still, primal),
    GradientDescent: (descent,),
    NormalizedGD: (descent,),
    MirrorDescent: (mirror,),
    Mirror: (averaging,),
}


def forms_of(algorithm: Any, state: Any) -> list[Callable[..., Any]]:
    """Forms of the states of an algorithm, the narrowest first: functions of the problem, t and a source of letters."""

    def read(form: Callable[..., dict[str, Any]]) -> Callable[..., Any]:
        return lambda p, t, free: type(state)(**form(algorithm, p, t, free))

    return [read(form) for form in next((FORMS[kind] for kind in FORMS if isinstance(algorithm, kind)), ())]


def free_form(state: Any) -> Callable[..., Any]:
    """Every sequence but t arbitrary."""

    def form(p: Any, t: Any, free: Any) -> Any:
        fields = {name: getattr(state, name) for name in state._fields}
        spaces = {name: next(iter(field.axes), None) for name, field in fields.items() if isinstance(field, Value)}
        return type(state)(**{n: t if n == "t" else free(n, spaces.get(n)) for n in fields})

    return form
