"""Equations between terms, solved for letters of the state and for accumulated sequences."""

from collections.abc import Callable

from lemmacheck.verifiers.prove.context import Later
from lemmacheck.verifiers.prove.setting import Setting
from lemmacheck.verifiers.prove.stated import Stated
from lemmacheck.verifiers.prove.substitution import coefficient, solution, substituted
from lemmacheck.verifiers.prove.terms import Atom, Term


def is_unknown(atom: Atom) -> bool:
    """Whether equations are solved for the atom: an accumulated sequence, or a vector of the state."""
    return atom.kind == "sequence" or (atom.kind == "symbol" and atom.space is not None and atom.name.endswith("_t"))


def solved(setting: Setting, equations: list[Term]) -> dict[int, Term]:
    """Rules that follow from terms being 0: each is solved for one letter that remains in it."""
    rules: dict[int, Term] = {}
    for equation in equations:
        gap = substituted(equation, rules)
        for atom in sorted(filter(is_unknown, gap.atoms()), key=lambda a: a.number):
            if {atom.space} - {None} == gap.spaces:
                found = solution(gap, atom)
                if found is not None and setting.is_unit(coefficient(gap, atom)):
                    rules = {k: substituted(r, {atom.number: found}) for k, r in rules.items()}
                    rules[atom.number] = found
                    break
    return rules


def follow(setting: Setting, relations: list[Stated], k: int, known: Callable[[int], list[Term]]) -> bool:
    """Whether equations at row τ + k give those at the next row: solved, with what is known to be 0 in every run that
    goes so many steps further."""
    supposed = [setting.read(relation, Later(k))[0] for relation in relations]
    wanted = [setting.gap(relation, Later(k + 1)) for relation in relations]
    rules = solved(setting, [*supposed, *known(min(relation.beyond(Later(k + 1)) for relation in relations))])
    return all(gap is not None and substituted(gap, rules).is_zero for gap in wanted)
