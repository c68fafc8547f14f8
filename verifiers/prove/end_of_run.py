"""What is known of an arbitrary t, at the last t of a run: t = N, where the number N of its steps is known."""

import re

from lemmacheck.verifiers.prove.context import Context, Later, time_of
from lemmacheck.verifiers.prove.refusals import Refused
from lemmacheck.verifiers.prove.substitution import substituted
from lemmacheck.verifiers.prove.terms import Term

OF_A_STEP = re.compile(r"_(t$|\{)")


def at_the_end(context: Context, term: Term) -> Term:
    """What is known of an arbitrary t, stated for t = N ≥ 1."""
    if context.least > 1:
        raise Refused("the end of a run that may be shorter")
    return substituted(term, ends(context))


def ends(context: Context) -> dict[int, Term]:
    """The letters of the arbitrary t at t = N, in a run of N steps: other letters, free of t."""
    if context.horizon is None:
        return {}
    (t,) = time_of(context, Later(0)).atoms()
    u, found = context.universe, {t.number: context.horizon}
    for atom in list(u.atoms):
        if atom.kind == "sequence" or (atom.kind == "symbol" and OF_A_STEP.search(atom.name)):
            name = f"{OF_A_STEP.sub('', atom.name)}_N"
            found[atom.number] = u.of(u.atom("symbol", atom.space, ("at the end", atom.number), (name,), **atom.facts))
    return found
