"""The value of a term on a run in floats: letters from the run, sums and products with Z by their definition."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from lemmacheck.theory.books.lecture.problems.objectives import SmoothObjective
from lemmacheck.theory.core.run import Run
from lemmacheck.verifiers.prove.operators import Base
from lemmacheck.verifiers.prove.polynomials import powers
from lemmacheck.verifiers.prove.setting import Setting
from lemmacheck.verifiers.prove.terms import Atom, Term


@dataclass
class Reading:
    """A run in floats, with the arbitrary step τ taken to be a number."""

    setting: Setting
    run: Run
    tau: int
    seen: dict[int, Any] = field(default_factory=dict)

    def value(self, term: Term) -> Any:
        """A number; for a term with components, the vector of them."""
        return sum(
            (
                self.polynomial(r.num)
                / self.polynomial(r.den)
                * (1.0 if exponent is None else np.exp(self.value(exponent)))
                for exponent, r in term.parts.values()
            ),
            0.0,
        )

    def polynomial(self, p: Any) -> Any:
        atoms = self.setting.context.universe.atoms
        total = 0.0
        for exponents, c in p.terms():
            part = float(int(c.p)) / float(int(c.q))
            for k, e in powers(exponents):
                part = part * self.atom(atoms[k]) ** e
            total = total + part
        return total

    def atom(self, atom: Atom) -> Any:
        if atom.number not in self.seen:
            self.seen[atom.number] = self._atom(atom)
        return self.seen[atom.number]

    def base(self, base: Base) -> Any:
        vector = self.value(base.term(self.setting.context.universe))
        size = self.run.problem.n if base.space == "n" else self.run.problem.d
        return np.broadcast_to(vector, (size,))

    def through(self, vector: Any, k: int) -> Any:
        """Z and Zᵀ in turn."""
        z = self.run.problem.Z
        for _ in range(k):
            vector = z @ vector if len(vector) == z.shape[1] and not self._in_rows else z.T @ vector
            self._in_rows = not self._in_rows
        return vector

    def word(self, k: int, base: Base) -> Any:
        self._in_rows = base.space == "n"
        return self.through(self.base(base), k)

    @cached_property
    def functions(self) -> dict[str, Any]:
        p, algorithm = self.run.problem, self.run.algorithm
        found: dict[str, Any] = {
            "ℓ": lambda x: p.loss.value(p.num, np.asarray(x)),
            "ℓ'": lambda x: p.loss.derivative(p.num, np.asarray(x)),
            "ℓ⁻¹": lambda x: p.loss.inverse(p.num, np.asarray(x)),
            "max": lambda x: np.max(x),
            "ratio": lambda a, b: p.num.ratio(a, b),
            "xlogx": lambda x: p.num.xlogx(np.asarray(x)),
            "ψ*": lambda x: p.loss.conjugate(p.num, np.asarray(x)),
        }
        if hasattr(algorithm, "geometry"):
            geometry, f = algorithm.geometry, algorithm.objective
            found |= {
                "∇ω*": lambda x: geometry.mirror(p, np.asarray(x)),
                "ω": lambda x: geometry.omega(p, np.asarray(x)),
                "∇ω": lambda x: geometry.gradient(p, np.asarray(x)),
                "‖·‖²": lambda x: geometry.squared_norm(p, np.asarray(x)),
                "f": lambda x: f.value(p, np.asarray(x)),
                "∇f": lambda x: f.gradient(p, np.asarray(x)),
            }
        if isinstance(p, SmoothObjective):
            found |= {"f": p.value, "∇f": p.gradient}
        return found

    def _atom(self, atom: Atom) -> Any:
        kind, args = atom.kind, atom.args
        if kind == "symbol":
            return self.letter(args[0])
        if kind == "sequence":
            return self.value(self.setting.context.sequences[atom.number].at(self.tau))
        if kind == "sum":
            return np.sum(self.base(args[0]))
        if kind == "inner":
            return np.sum(self.base(args[0]) * self.word(args[2], args[1]))
        if kind == "word":
            return self.word(args[0], args[1])
        if kind == "drawn":
            return np.sum(self.atom(args[0]) * self.atom(args[1]))
        if kind == "first":
            return self.atom(args[0])[0]
        if kind in ("log", "sqrt"):
            return getattr(np, kind)(self.value(args[0]))
        if kind == "inverse":
            return 1 / self.value(args[0])
        values = [self.value(x) for x in args[:-1]]
        if args[-1] is not None:
            size = self.run.problem.n if args[-1] == "n" else self.run.problem.d
            values = [np.broadcast_to(x, (size,)) for x in values]
        return self.functions[kind](*values)

    def letter(self, name: str) -> Any:
        """λ_2, λ_{t+1}, w_t, n, t, …"""
        run, p = self.run, self.run.problem
        fixed = {"n": float(p.n), "d": float(p.d), "t": float(self.tau)}
        if isinstance(p, SmoothObjective):
            fixed |= {"w⋆": p.minimiser, "β": float(p.beta), "λ": float(p.lam)}
            fixed |= {"√κ": np.sqrt(p.kappa)} if name == "√κ" else {}
            fixed |= {"η": run.algorithm.size(p)} if name == "η" else {}
        if name in fixed:
            return fixed[name]
        if name == "q̄":
            return p.optimum.q[0]
        if name == "ρ":
            return float(p.rho)
        if name == "α":
            return float(run.algorithm.geometry.alpha(p))
        if name == "p_0":
            return run.algorithm.first(p)
        if name in ("y", "v"):  # the labels ±1 as 2y − 1, and the direction of ū
            return (p.labels + 1) / 2 if name == "y" else run.algorithm.separator(p)[0]
        symbol, _, index = name.translate(str.maketrans("", "", "{}")).partition("_")
        parameters = {"λ": "lam", "θ": "theta", "β": "beta", "η": "eta"}
        if symbol in parameters:
            t = self.tau + int(index[1:] or 0) if index.startswith("t") else int(index)
            return float(getattr(run.algorithm, parameters[symbol])(float(t)))
        if index == "0" and symbol in run.states[0]._fields:
            return getattr(run.states[0], symbol)
        if index == "t" and symbol == "e" and hasattr(run.algorithm, "stream"):
            return run.algorithm.stream(p, self.tau, p.margins(run.states[self.tau].w))
        if index == "t" and not symbol.endswith("'"):
            return getattr(run.states[self.tau], symbol)
        raise KeyError(name)
