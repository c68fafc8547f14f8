"""What a step of an author's own method divides by is not 0: a run is one whose states are defined."""

from lemmacheck.verifiers.prove.context import Context
from lemmacheck.verifiers.prove.setting import Setting
from lemmacheck.verifiers.prove.subject import Trajectory
from lemmacheck.verifiers.prove.terms import Atom, Term
from lemmacheck.verifiers.prove.wording import term_text


def divisors(setting: Setting, end: int) -> dict[int, Term]:
    """Positive letters for the nonnegative numbers of an author's own problem by which a step of the run divides: they
    are positive in every run with so many steps, if that is at least one."""
    context, run = setting.context, setting.run
    if not isinstance(run, Trajectory) or not run.own or end < 1:
        return {}
    setting.nonzero(None, 0)
    u, found = context.universe, {}
    for atom in sorted(run.divides_by, key=lambda atom: atom.number):
        if atom.nonnegative and is_of_the_data(context, atom):
            name = term_text(u.of(atom))
            found[atom.number] = u.of(u.atom("symbol", None, ("not 0", atom.number), (name,), positive=True))
    context.constants |= {a.number for letter in found.values() for a in letter.atoms()}
    return found


def is_of_the_data(context: Context, atom: Atom) -> bool:
    """Whether an atom is a number of the problem, or made of its vectors alone, so that it is the same at every t."""
    if atom.number in context.constants:
        return True
    bases = {"sum": atom.args[:1], "inner": atom.args[:2]}.get(atom.kind, ())
    return bool(bases) and all(
        base.exponent is None
        and base.whole is None
        and base.factors
        and all(is_data(context, k) for k, _ in base.factors)
        for base in bases
    )


def is_data(context: Context, number: int) -> bool:
    """Whether an atom is an entry of Z, or a letter of the problem: no field of a state has such a name."""
    atom = context.universe.atoms[number]
    return atom.kind == "entry" or (atom.kind == "symbol" and atom.name.startswith(("Z[", "p.")))
