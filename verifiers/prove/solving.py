"""Equations between terms, solved for letters of the state and for accumulated sequences."""

from __future__ import annotations

from lemmacheck.verifiers.prove.setting import Setting, coefficient, solution
from lemmacheck.verifiers.prove.substitution import substituted
from lemmacheck.verifiers.prove.terms import Atom, Term


def solvable(atom: Atom) -> int:
    """The order in which equations are solved for atoms: accumulated sequences first, then those of the state."""
    if atom.kind == "sequence":
        return 0
    return 1 if atom.kind == "symbol" and atom.space is not None and atom.name.endswith("_t") else 2


def solved(setting: Setting, equations: list[Term]) -> dict[int, Term]:
    """Rules that follow from terms being 0: each solved for one letter that is left in it."""
    rules: dict[int, Term] = {}
    for equation in equations:
        gap = substituted(equation, rules)
        if len(gap.spaces) > 1:
            continue
        for atom in sorted(gap.atoms(), key=lambda a: (solvable(a), a.number)):
            if solvable(atom) < 2 and {atom.space} - {None} == gap.spaces:
                found = solution(gap, atom)
                if found is not None and setting.is_unit(coefficient(gap, atom)):
                    rules = {k: substituted(r, {atom.number: found}) for k, r in rules.items()}
                    rules[atom.number] = found
                    break
    return rules
