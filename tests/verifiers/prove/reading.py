"""Terms at numbers: at letters that a test gives, and on runs with what only our own methods have beside their data."""

from types import SimpleNamespace
from typing import Any

import numpy as np
from lemmacheck.theory.books.lecture.problems.objectives import SmoothObjective
from lemmacheck.theory.margins.losses import Exponential
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.guarded import guarded
from lemmacheck.verifiers.prove.context import Later
from lemmacheck.verifiers.prove.figures import Figures, NoFigure, at, plain
from lemmacheck.verifiers.prove.terms import Atom, Term

OF_GEOMETRY = {"∇ω*": "mirror", "ω": "omega", "∇ω": "gradient", "‖·‖²": "squared_norm"}
OF_OBJECTIVE = {"f": "value", "∇f": "gradient"}


class OfOurs(Figures):
    """With the geometries, objectives and letters of our algorithms."""

    def function(self, kind: str, xs: list[np.ndarray], atom: Atom) -> np.ndarray:
        p, algorithm = self.problem, getattr(self.subject, "algorithm", None)
        of_itself, given = isinstance(p, SmoothObjective), [p]
        if kind in OF_GEOMETRY:
            known = getattr(algorithm.geometry, OF_GEOMETRY[kind])
        elif kind in OF_OBJECTIVE:
            known = getattr(p if of_itself else algorithm.objective, OF_OBJECTIVE[kind])
            given = [] if of_itself else given
        elif kind == "ψ*":
            known, given = p.loss.conjugate, [p.num]
        else:
            return super().function(kind, xs, atom)
        return self.each(atom.args[-1], lambda x: plain(known(*given, guarded(x))), xs[0], atom.space)

    def named(self, atom: Atom, t: int | None) -> np.ndarray:
        try:
            return super().named(atom, t)
        except NoFigure:
            return self.along(self.ours(atom.name, t), *([atom.space] if atom.space else []))

    def ours(self, name: str, t: int | None) -> Any:
        p, algorithm = self.problem, getattr(self.subject, "algorithm", None)
        if isinstance(p, SmoothObjective) and name in ("w⋆", "β", "λ", "√κ"):
            return {"w⋆": p.minimiser, "β": p.beta, "λ": p.lam, "√κ": self.num.sqrt(p.kappa)}[name]
        if name == "η":
            return algorithm.size(p)
        if name == "α":
            return algorithm.geometry.alpha(p)
        if name in ("y", "v"):  # the labels ±1 as 2y − 1, and the direction of ū
            return (p.labels + 1) / 2 if name == "y" else algorithm.separator(p)[0]
        symbol, _, index = name.translate(str.maketrans("", "", "{}")).partition("_")
        states = getattr(self.subject, "states", ())
        if index == "0" and states and symbol in states[0]._fields:
            return getattr(states[0], symbol)
        if symbol == "e" and hasattr(algorithm, "stream"):
            row = at(Later(int(index[1:] or 0)), t) if index.startswith("t") else int(index)
            return algorithm.stream(p, row, p.margins(states[row].w))
        raise NoFigure(name)


class AtLetters(Figures):
    """With numbers for letters: of a letter with a step behind it, as x_t+1, the rows."""

    def function(self, kind: str, xs: list[np.ndarray], atom: Atom) -> np.ndarray:
        if kind == "‖·‖²":
            return self.each(atom.args[-1], lambda x: (x * x).sum(), xs[0], None)
        return super().function(kind, xs, atom)

    def named(self, atom: Atom, t: int | None) -> np.ndarray:
        letter, _, index = atom.name.partition("_")
        if letter not in self.subject.letters:
            return super().named(atom, t)
        x = self.subject.letters[letter]
        if index:
            x = x[at(Later(int(index[1:] or 0)), t) if index[0] == "t" else int(index)]
        return self.along(x, *([atom.space] if atom.space else []))


def value(term: Term, Z: np.ndarray, letters: dict[str, Any], context: Any = None, t: int | None = None) -> np.ndarray:
    """A number; for a term with components, the vector of them."""
    context = context or SimpleNamespace(universe=term.universe, sequences={}, lasts={})
    subject = SimpleNamespace(problem=SimpleNamespace(Z=Z, loss=Exponential()), letters=letters)
    setting: Any = SimpleNamespace(context=context, letters={})
    return np.squeeze(AtLetters(setting, subject, Ball(), ()).of(term, t).astype(float))
